"""The pages of maps: the picture, how far each way is, and which exits the dice choose how often."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bartizan import picture

from . import origin
from .book import Book, Place, label
from .links import beside, links
from .markdown import code, escape, front_matter, heading, join, prose, table

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid
    from bartizan_compiler.shape import Record


def pages(book: Book) -> dict[str, str]:
    """A page with all maps side by side, and a page for every map."""
    found = {}
    if book.records("map"):
        here = book.path("maps.md")
        each = [figure(book, here, record.id) for record in book.records("map")]
        gallery = '<div class="bz-gallery" markdown="block">\n\n' + "\n\n".join(filter(None, each)) + "\n\n</div>"
        found[here] = front_matter("Maps") + join([heading(1, "Maps"), gallery])
    for record in book.records("map"):
        place = book.places["map", record.id]
        found[place.path] = front_matter(place.title) + _page(book, place, record)
    return found


def _page(book: Book, place: Place, record: Record) -> str:
    key = ("map", record.id)
    return join(
        [
            heading(1, escape(place.title)),
            f"{origin.story(book, place.path, record.origin)}\n{{ .bz-origin }}" if record.origin else "",
            prose(str(record.values.get("says") or "")),
            figure(book, place.path, record.id),
            *_tables(book, record.id),
            links(book, place.path, key),
            *beside(book, place.path, key),
        ]
    )


def figure(book: Book, here: str, id: str) -> str:
    """The map's picture, with a link to its page."""
    grid = book.pack.maps.get(id)
    if grid is None or book.ruleset.board is None:
        return ""
    place = book.places.get(("map", id))
    caption = book.link(here, ("map", id)) if place and place.path != here else ""
    svg = picture.picture(grid, book.ruleset.board)
    return f'<figure class="bz-map" markdown="span">{_one_line(svg)}<figcaption>{caption}</figcaption></figure>'


def _one_line(svg: str) -> str:
    return " ".join(line.strip() for line in svg.splitlines())


def _tables(book: Book, id: str) -> list[str]:
    grid = book.pack.maps.get(id)
    if grid is None or book.ruleset.board is None:
        return []
    return [_cells(book, grid)]


def _cells(book: Book, grid: Grid) -> str:
    board = book.ruleset.board
    assert board is not None
    counts = Counter(tag for cell in grid.cells for tag in cell.tags)
    rows = [
        [escape(label(tag.name)), str(counts[tag.name]), prose(tag.says), _names(grid, tag.name)]
        for tag in board.tags.values()
        if counts[tag.name]
    ]
    return join([heading(2, "Cells"), table(["", "Cells", "", "Where"], rows, right=[1])])


def _names(grid: Grid, tag: str) -> str:
    names = [cell.name for cell in grid.cells if tag in cell.tags]
    return " ".join(code(name) for name in names[:12]) + (" …" if len(names) > 12 else "")
