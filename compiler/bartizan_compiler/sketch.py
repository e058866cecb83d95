"""Draw a few cells of a map in plain ASCII, with those marked that a problem is about, for a terminal of any width.

|     a  b  c  d  e
|  1 [E]<r>*.*(r) K
|  2  .  .  .  r  .
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bartizan_compiler.grid import Cell, Grid
from bartizan_engine.geometry import shoved

COLUMNS, ROWS = 9, 7  # at most so many are drawn
TOLD, NEAR, FAR, GAP = "[]", "<>", "()", "**"


def sketch(grid: Grid, told: Sequence[int], path: Sequence[int] = ()) -> str:
    """The neighbourhood of the cells that are told, and of a stretch of the map that would join two parts.

    The first cell of the stretch is the nearest one that is reached, its last one where the way goes on. Below the
    drawing, after an empty line, stands what the marks mean.
    """
    marks = dict.fromkeys(path[1:-1], GAP)
    if path:
        marks |= {path[-1]: FAR, path[0]: NEAR}
    marks |= dict.fromkeys(told, TOLD)
    columns, rows = _window(grid, list(path) or list(told), marks)
    shown = {
        (cell.column, cell.row): _drawn(grid, cell, marks.get(cell.index, "  "))
        for cell in grid.cells
        if cell.column in columns and cell.row in rows
    }
    lines = [_heading(columns), *_lines(grid.layout, columns, rows, shown)]
    key = _key(grid, told, path, marks, columns, rows)
    return "\n".join(line.rstrip() for line in (*lines, "", *key))


def _window(grid: Grid, first: list[int], marks: Iterable[int]) -> tuple[range, range]:
    """The columns and rows to draw: those of all marked cells if they fit, else those around the first."""
    every = [grid.cells[cell] for cell in (*first, *marks)]
    middle = grid.cells[first[len(first) // 2]]
    columns = _span([c.column for c in every], middle.column, COLUMNS, [c.column for c in grid.cells])
    rows = _span([c.row for c in every], middle.row, ROWS, [c.row for c in grid.cells])
    return columns, rows


def _span(wanted: list[int], middle: int, most: int, every: list[int]) -> range:
    low, high = min(wanted) - 1, max(wanted) + 1
    if high - low + 1 > most:
        low, high = middle - most // 2, middle + most // 2
    return range(max(low, min(every)), min(high, max(every)) + 1)


def _drawn(grid: Grid, cell: Cell, mark: str) -> str:
    return f"{mark[0]}{_letter(grid, cell)}{mark[1]}"


def _letter(grid: Grid, cell: Cell) -> str:
    """The cell's token in the author's grid; where a map is written otherwise, the first letter of its last tag."""
    text = grid.record.values.get("grid")
    rows = text.rstrip("\n").split("\n") if isinstance(text, str) else []
    tokens = rows[cell.row].split() if cell.row < len(rows) else []
    said = tokens[cell.column] if cell.column < len(tokens) else (cell.tags[-1] if cell.tags else ".")
    return said[0] if said[0].isascii() and said[0].isprintable() else "?"


def _heading(columns: range) -> str:
    return "    " + "".join(f"{_column(column):>3} " for column in columns)


def _column(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters[-3:]:^3}"


def _lines(layout: str, columns: range, rows: range, shown: dict[tuple[int, int], str]) -> list[str]:
    """A line a row; where columns are shifted, a second one for those that stand half a cell lower."""
    lines = []
    for row in rows:
        if layout.endswith("-q"):
            for lower in (False, True):
                cells = [shown.get((c, row), "") if shoved(layout, c) == lower else "" for c in columns]
                lines.append(_line("" if lower else str(row + 1), "", cells))
        else:
            shift = "  " if layout.endswith("-r") and shoved(layout, row) else ""
            lines.append(_line(str(row + 1), shift, [shown.get((c, row), "") for c in columns]))
    return lines


def _line(number: str, shift: str, cells: list[str]) -> str:
    return f"{number:>3} {shift}" + "".join(f"{cell:<4}" for cell in cells)


def _key(
    grid: Grid, told: Sequence[int], path: Sequence[int], marks: dict[int, str], columns: range, rows: range
) -> list[str]:
    """What the marks mean, for those that are in the picture."""
    inside = {
        mark for cell, mark in marks.items() if grid.cells[cell].column in columns and grid.cells[cell].row in rows
    }
    said = {
        TOLD: f"{grid.cells[told[0]].name}" + (f" and {len(told) - 1} more" if len(told) > 1 else ""),
        NEAR: f"{grid.cells[path[0]].name}: as far as walks get" if path else "",
        GAP: "would join them",
        FAR: f"{grid.cells[path[-1]].name}: where the way goes on" if path else "",
    }
    return [f"{mark[0]} {mark[1]} {text}" for mark, text in said.items() if mark in inside and text]
