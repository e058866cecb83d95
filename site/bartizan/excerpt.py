"""A few lines of an author's file with carets under the place that is meant.

Columns count code points, a terminal counts cells: tabs are opened, wide characters take two cells, and what could
steer a terminal or turn the direction of writing is shown as a sign instead of being obeyed.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from bartizan_engine.problem import Spot

TAB = "    "
_LINE_END = re.compile(r"\r\n|\r|\n")
_STEERING = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_ALLOWED = frozenset("\u200d\u200c")  # joiners are part of written words
_MAX_MARKED = 4  # lines of a long place that are shown before the middle is left out


class Line(NamedTuple):
    """One line of an excerpt: its number, its text, and the marks below it (none for a line in between)."""

    number: int
    text: str
    marks: str


class _Cell(NamedTuple):
    shown: str
    width: int


def clean(text: str) -> str:
    """The text with everything that a terminal would obey replaced by what it is called."""
    return "".join(_named(c) if _steers(c) else c for c in text)


def width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    return sum(_cell(c).width for c in text)


def excerpt(spot: Spot, text: str, mark: str = "^", room: int = 100) -> list[Line]:
    """The lines of a place, marked; nothing if the text has no such line.

    `room` is the number of cells that a line may take; a longer one is cut around its mark.
    """
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    if not 1 <= spot.line <= len(lines):
        return []
    last, end = _end(spot, lines)
    shown = range(spot.line, last + 1)
    numbers = [spot.line, spot.line + 1, 0, last] if len(shown) > _MAX_MARKED else list(shown)
    return [_line(n, lines, spot, last, end, mark, room) for n in numbers]


def _end(spot: Spot, lines: list[str]) -> tuple[int, int]:
    """Line and column of the end; a place that ends before the first column ends with the line above."""
    if spot.end_line < spot.line or (spot.end_line == spot.line and spot.end_column <= spot.column):
        return spot.line, spot.column + 1
    last, column = min(spot.end_line, len(lines)), spot.end_column
    while last > spot.line and (column <= 1 or not lines[last - 1][: column - 1].strip()):
        last, column = last - 1, len(lines[last - 2]) + 1
    return last, column


def _line(number: int, lines: list[str], spot: Spot, last: int, end: int, mark: str, room: int) -> Line:
    if number == 0:
        return Line(0, "...", "")
    text = lines[number - 1]
    start = spot.column - 1 if number == spot.line else len(text) - len(text.lstrip())
    stop = end - 1 if number == last else len(text.rstrip())
    return _marked(number, [_cell(c) for c in text], start, max(stop, start + 1), mark, room)


def _marked(number: int, cells: list[_Cell], start: int, stop: int, mark: str, room: int) -> Line:
    past_the_end = start >= len(cells)  # such a place has a cell too
    cells = [*cells, _Cell(" ", 1)] if past_the_end else cells
    start = min(start, len(cells) - 1)
    stop = max(start + 1, min(stop, len(cells)))
    first, beyond = _window(cells, start, stop, room)
    before, after = "…" if first else "", "…" if beyond < len(cells) else ""
    text = before + "".join(c.shown for c in cells[first:beyond]) + after
    blank = len(before) + sum(c.width for c in cells[first:start])
    length = sum(c.width for c in cells[start : min(stop, beyond)])
    return Line(number, text.rstrip(), " " * blank + mark * max(length, 1))


def _window(cells: list[_Cell], start: int, stop: int, room: int) -> tuple[int, int]:
    """The part of a line that fits into the room: a third of it before the mark, the rest from there on."""
    if sum(c.width for c in cells) <= room:
        return 0, len(cells)
    first, used = start, 0
    before = room // 3 if sum(c.width for c in cells[start:stop]) > room // 2 else room // 2
    while first > 0 and used + cells[first - 1].width <= before:
        first -= 1
        used += cells[first].width
    beyond = start
    while beyond < len(cells) and used + cells[beyond].width <= room - 2:
        used += cells[beyond].width
        beyond += 1
    return first, max(beyond, start + 1)


def _cell(char: str) -> _Cell:
    if char == "\t":
        return _Cell(TAB, len(TAB))
    if _steers(char):
        return _Cell("\N{REPLACEMENT CHARACTER}", 1)
    if unicodedata.combining(char) or char in _ALLOWED:
        return _Cell(char, 0)
    return _Cell(char, 2 if unicodedata.east_asian_width(char) in "WF" else 1)


def _steers(char: str) -> bool:
    return char not in _ALLOWED and unicodedata.category(char) in _STEERING


def _named(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
