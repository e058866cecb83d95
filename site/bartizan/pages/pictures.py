"""Pictures of maps as they stand in pages: in a frame that scrolls sideways where the page is narrower than the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bartizan import picture, proven
from bartizan_compiler import graph

from .book import Book

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid


def drawn(book: Book, grid: Grid, **given: Any) -> str:
    """The picture of a map of the pack, with how its dice divide ways; what is `given` goes to the picture as it is."""
    board = book.ruleset.board
    assert board is not None
    return picture.picture(graph.tables(grid, board), board, weights=proven.weights(book.pack), **given)


def framed(svg: str, kind: str = "", before: str = "", after: str = "") -> str:
    """A picture in its frame, as HTML of one line, which Markdown leaves alone."""
    lines = " ".join(line.strip() for line in svg.splitlines())
    wide = f'<div class="bz-wide" tabindex="0" role="group" aria-label="Picture">{lines}</div>'
    return f'<figure class="{f"bz-map {kind}".rstrip()}">{before}{wide}{after}</figure>'


def of(book: Book, id: str) -> Grid | None:
    """A map that can be drawn; none if there is no such map, if it is broken, or if the pack declares no board."""
    grid = book.pack.maps.get(id)
    return grid if grid is not None and grid.sound and book.ruleset.board is not None else None
