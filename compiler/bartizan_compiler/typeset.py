"""Where the cells of a map stand when they are set in plain text, whatever is written for each of them."""

from __future__ import annotations

from collections.abc import Mapping

from bartizan_compiler import drawing
from bartizan_engine.geometry import shoved

LEFT = 4  # the room for the number of a row


def spot(layout: str, place: drawing.Place, corner: drawing.Place, wide: int = 4, level: bool = False) -> drawing.Place:
    """The line and the character where a cell begins; `level`, as if nothing were shoved.

    Line 0 is left for the names of the columns. The corner is the column and row drawn first, `wide` an even number of
    characters for each cell. Rows of `axial-r` slant by half a cell a row, columns of `axial-q` by half a cell each.

    >>> spot("odd-r", (2, 1), (0, 0)), spot("lanes-down", (2, 1), (0, 0))
    ((2, 14), (3, 12))
    """
    column, row = place
    x, y = column - corner[0], row - corner[1]
    line, start = y, wide * x
    if layout == "axial-r":
        start += wide // 2 * y
    elif layout == "axial-q":
        line = 2 * y + x
    elif layout.endswith("-r"):
        start += wide // 2 * (shoved(layout, row) and not level)
    elif layout.endswith("-q"):
        line = 2 * y + (shoved(layout, column) and not level)
    elif layout == "lanes-down":
        line = 2 * y
    return line + 1, LEFT + start


def line(pieces: Mapping[int, str]) -> str:
    """A line of text from what stands in it, by the character where that begins."""
    text = ""
    for start, piece in sorted(pieces.items()):
        text = f"{text:<{start}}{piece}"
    return text


def lines(pieces: Mapping[int, Mapping[int, str]]) -> list[str]:
    """All lines down to the last in which something stands."""
    return [line(pieces.get(number, {})) for number in range(max(pieces) + 1)]
