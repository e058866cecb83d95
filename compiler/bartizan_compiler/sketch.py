"""Draw a few cells of a map in plain ASCII, with those marked that a problem is about, for a terminal of any width.

|     a  b  c  d  e
|  1 [E]<r>*.*(r) K
|  2  .  .  .  r  .

Cells stand as their layout puts them: rows of `axial-r` slant by half a cell a row, columns of `axial-q` by half a cell
a column. Lanes show what joins their cells. A free map has no plane that would tell anything: its cells are listed,
each with those that it leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bartizan_compiler import drawing, typeset
from bartizan_compiler.grid import Cell, Grid
from bartizan_compiler.typeset import LEFT
from bartizan_engine.geometry import LANES

COLUMNS, ROWS = 9, 7  # at most so many are drawn
LISTED, LINKS = 8, 4  # so many cells of a free map, and so many links of one cell or between lanes
TOLD, NEAR, FAR, GAP = "[]", "<>", "()", "**"

Window = tuple[range, range]


def sketch(grid: Grid, told: Sequence[int], path: Sequence[int] = ()) -> str:
    """The neighbourhood of the cells that are told, and of a stretch of the map that would join two parts.

    The first cell of the stretch is the nearest one that is reached, its last one where the way goes on. Below the
    drawing, after the last empty line, stands what the marks mean.
    """
    marks = dict.fromkeys(path[1:-1], GAP)
    if path:
        marks |= {path[-1]: FAR, path[0]: NEAR}
    marks |= dict.fromkeys(told, TOLD)
    if grid.layout == "free":
        shown, lines = _list(grid, told, path, marks)
    else:
        window = _window(grid, path[0] if path else told[0], marks)
        shown = {cell.index: cell for cell in grid.cells if cell.column in window[0] and cell.row in window[1]}
        lines = _plane(grid, window, shown, marks)
    key = _key(grid, told, path, {mark for cell, mark in marks.items() if cell in shown})
    return "\n".join(line.rstrip() for line in (*lines, "", *key, *_links(grid, shown, marks)))


# ---------------------------------------------------------------- a plane


def _window(grid: Grid, first: int, marks: Iterable[int]) -> Window:
    """The columns and rows to draw: those of all marked cells if they fit, else those around the first."""
    every = [grid.cells[cell] for cell in (first, *marks)]
    middle = grid.cells[first]
    columns = _span([c.column for c in every], middle.column, COLUMNS, [c.column for c in grid.cells])
    rows = _span([c.row for c in every], middle.row, ROWS, [c.row for c in grid.cells])
    return columns, rows


def _span(wanted: list[int], middle: int, most: int, every: list[int]) -> range:
    low, high = min(wanted) - 1, max(wanted) + 1
    if high - low + 1 > most:
        low, high = middle - most // 2, middle + most // 2
    return range(max(low, min(every)), min(high, max(every)) + 1)


def _plane(grid: Grid, window: Window, shown: dict[int, Cell], marks: dict[int, str]) -> list[str]:
    """The names of the columns, and below them the cells where they stand, with the number of each row."""
    columns, rows = window
    corner = columns[0], rows[0]
    letters = _Letters(grid)
    pieces: dict[int, dict[int, str]] = {0: {LEFT + 4 * i: _column(column) for i, column in enumerate(columns)}}
    for row in rows:
        line, _ = typeset.spot(grid.layout, (columns[0], row), corner, level=True)
        pieces.setdefault(line, {})[0] = f"{row + 1:>3}"
    for index, cell in shown.items():
        line, start = typeset.spot(grid.layout, (cell.column, cell.row), corner)
        pieces.setdefault(line, {})[start] = letters.marked(cell, marks.get(index, "  "))
        if grid.layout in LANES and _goes_on(grid, cell, shown):
            line, start, joint = (line, start + 3, "-") if grid.layout == "lanes-across" else (line + 1, start + 1, "|")
            pieces.setdefault(line, {})[start] = joint
    return typeset.lines(pieces)


def _column(column: int) -> str:
    letters = drawing.coordinate(column, 0).rstrip("1")
    return f"{letters[-3:]:^3}"


class _Letters:
    """The letter of each cell: of its token, where the legend has one for it, else of its tag that is rarest."""

    def __init__(self, grid: Grid) -> None:
        self.counts = Counter(tag for cell in grid.cells for tag in cell.tags)

    def marked(self, cell: Cell, mark: str) -> str:
        """The letter between the marks of the cell."""
        rarest = min(cell.tags, key=lambda tag: (self.counts[tag], tag), default=".")
        letter = (cell.token or rarest)[0]
        return f"{mark[0]}{letter if letter.isascii() and letter.isprintable() else '?'}{mark[1]}"


# ---------------------------------------------------------------- lanes and free maps


def _goes_on(grid: Grid, cell: Cell, shown: dict[int, Cell]) -> bool:
    """Whether a step joins a cell of a lane and the next one, and both are drawn."""
    return any(other in shown and _along(grid, cell, grid.cells[other]) for other in _open(grid, cell.index))


def _along(grid: Grid, cell: Cell, other: Cell) -> bool:
    step = (other.column - cell.column, other.row - cell.row)
    return step == ((1, 0) if grid.layout == "lanes-across" else (0, 1))


def _open(grid: Grid, cell: int) -> list[int]:
    return [other for other in grid.neighbours[cell] if not grid.shut(cell, other)]


def _links(grid: Grid, shown: dict[int, Cell], marks: dict[int, str]) -> list[str]:
    """The links from one lane to another that begin or end in the picture, those of marked cells first."""
    if grid.layout not in LANES:
        return []
    found = [
        (cell.index not in marks and other not in marks, cell.index, other)
        for cell in grid.cells
        for other in _open(grid, cell.index)
        if cell.index < other and (cell.index in shown or other in shown) and not _along(grid, cell, grid.cells[other])
    ]
    names = [f"{grid.cells[a].name} - {grid.cells[b].name}" for _, a, b in sorted(found)]
    return [f"links: {_few(names)}"] if names else []


def _list(
    grid: Grid, told: Sequence[int], path: Sequence[int], marks: dict[int, str]
) -> tuple[dict[int, Cell], list[str]]:
    """Cells of a free map, the first of those that are told and the stretch, each with where its links lead."""
    few = LISTED // 2
    ends = path if len(path) <= few else (*path[: few - 1], path[-1])
    shown = {cell: grid.cells[cell] for cell in dict.fromkeys((*told[:few], *ends))}
    wide = max(len(cell.name) for cell in shown.values()) + 2
    lines = []
    for index, cell in shown.items():
        after = [grid.cells[other].name for other in _open(grid, index) if (other, index) not in grid.one_way]
        marked = f"{marks[index][0]}{cell.name}{marks[index][1]}"
        lines.append(f"{marked:<{wide}} to {_few(after) or 'no cell'}")
    return shown, lines


def _few(names: list[str]) -> str:
    more = len(names) - LINKS
    return ", ".join(names[:LINKS]) + (f" and {more} more" if more > 0 else "")


# ---------------------------------------------------------------- the key


def _key(grid: Grid, told: Sequence[int], path: Sequence[int], inside: set[str]) -> list[str]:
    """What the marks mean that are in the picture."""
    said = {
        TOLD: f"{grid.cells[told[0]].name}" + (f" and {len(told) - 1} more" if len(told) > 1 else ""),
        NEAR: f"{grid.cells[path[0]].name}: as far as walks get" if path else "",
        GAP: "would join them",
        FAR: f"{grid.cells[path[-1]].name}: where the way goes on" if path else "",
    }
    return [f"{mark[0]} {mark[1]} {text}" for mark, text in said.items() if mark in inside and text]
