"""The pages of maps: the picture, how far each way is, and which exits the dice choose how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bartizan import proven as proofs
from bartizan_compiler import graph
from bartizan_engine import text as sentences

from . import charts, origin, pictures, proven, source, tags, tiles
from .book import Book, Place, label
from .links import beside, links
from .markdown import code, escape, facts, front_matter, heading, join, prose, span, table

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid
    from bartizan_compiler.shape import Record
    from bartizan_engine.declared import Way


LAYOUTS = {
    "odd-r": "hexes in rows; the second row, the fourth and so on stand half a hex to the right",
    "even-r": "hexes in rows; the first row, the third and so on stand half a hex to the right",
    "odd-q": "hexes in columns; the second column, the fourth and so on stand half a hex lower",
    "even-q": "hexes in columns; the first column, the third and so on stand half a hex lower",
    "axial-r": "hexes in rows, each half a hex further right than the one above it",
    "axial-q": "hexes in columns, each half a hex lower than the one before it",
    "square-4": "squares with four neighbours each",
    "square-8": "squares with eight neighbours each, across corners too",
    "lanes-across": "lanes of squares from left to right, each square joined to the next one in its lane",
    "lanes-down": "lanes of squares from top to bottom, each square joined to the next one in its lane",
    "free": "places that are joined by links",
}
CORNERS = {
    "always": "always",
    "one": "where at least one of the two squares beside the corner is open",
    "both": "where both squares beside the corner are open",
}


def pages(book: Book) -> dict[str, str]:
    """A page with all maps side by side, and a page for every map."""
    found = {}
    if book.records("map"):
        here = book.path("maps/index.md")
        each = [figure(book, here, record.id, legend=False) for record in book.records("map")]
        framed = [f'<div markdown="block">\n\n{shown}\n</div>' for shown in each if shown]
        gallery = '<div class="bz-gallery" markdown="block">\n\n' + "\n\n".join(framed) + "\n\n</div>"
        found[here] = front_matter("Maps", book.name) + join([heading(1, "Maps"), gallery])
    for record in book.records("map"):
        place = book.places["map", record.id]
        found[place.path] = front_matter(place.title, "Map", book.name) + _page(book, place, record)
    return found


def _page(book: Book, place: Place, record: Record) -> str:
    key = ("map", record.id)
    return join(
        [
            heading(1, escape(place.title)),
            origin.head(book, place.path, record.origin),
            origin.before(book, place.path, key),
            tags.line(book, place.path, record),
            figure(book, place.path, record.id),
            _facts(record),
            tiles.laid(book, place.path, record),
            *_tables(book, place.path, record.id),
            links(book, place.path, key),
            *beside(book, place.path, key),
            source.written(book, record),
        ]
    )


def _facts(record: Record) -> str:
    """What the picture does not say in words: how the cells lie, and where neighbours are parted."""

    def pairs(name: str, between: str) -> str:
        return ", ".join(f"{code(a)} {between} {code(b)}" for a, b in record.values.get(name) or [])

    told = (
        ("Layout", LAYOUTS.get(str(record.values.get("layout")), "")),
        ("Steps across corners", CORNERS.get(str(record.values.get("corners")), "")),
        ("Drawn in Tiled", code(record.values["tiled"]) if "tiled" in record.values else ""),
        ("Links", ", ".join(" – ".join(map(code, chain)) for chain in record.values.get("links") or ())),
        ("Neighbours that are not joined", pairs("closed", "and")),
        ("Joined in one direction only", pairs("one_way", "to")),
    )
    return facts((span("bz-term", term), said) for term, said in told)


def figure(book: Book, here: str, id: str, *, legend: bool = True) -> str:
    """The map's picture, with a link to its page."""
    grid = pictures.of(book, id)
    if grid is None:
        return ""
    place = book.places.get(("map", id))
    caption = ""
    if place is None or place.path != here:
        sources = [record.origin for record in book.pack.records.get("map", ()) if record.id == id]
        shown = [book.link(here, ("map", id)), *(origin.badge(book, here, one, short=True) for one in sources)]
        caption = f"{' '.join(shown).rstrip()}\n{{ .bz-caption }}"
    return join([pictures.framed(pictures.drawn(book, grid, legend=legend)), caption])


def _tables(book: Book, here: str, id: str) -> list[str]:
    grid = book.pack.maps.get(id)
    if grid is None or book.ruleset.board is None:
        return []
    return [*ways(book, here, grid), *proven.sections(book, id), _cells(book, grid)]


def ways(book: Book, here: str, grid: Grid) -> Iterator[str]:
    """For every way: how far it is from each start to each goal, and how often walks end where."""
    board = book.ruleset.board
    assert board is not None
    laid = graph.tables(grid, board)["ways"]
    shares = graph.shares(grid, board, proofs.weights(book.pack))
    for way in board.ways.values():
        table_of = laid.get(way.name)
        if way.reverse or not table_of or not table_of["from"] or not table_of["to"]:
            continue
        yield heading(2, escape(label(way.name)), f"way-{way.name}")
        yield prose(sentences.as_sentence(way.says))
        yield _far(grid, table_of, shares.get(way.name, {}) if way.split else {})
        yield _divides(book, here, grid, way)


def _far(grid: Grid, laid: dict[str, Any], shares: Mapping[int, Mapping[int, Fraction]]) -> str:
    """How far it is from each start to each goal that it can reach; if it can reach none, to all of them."""
    rows = []
    for start in laid["from"]:
        far = {goal: laid["goals"][str(goal)]["left"][start] for goal in laid["to"]}
        reached = {goal: steps for goal, steps in far.items() if steps >= 0}
        for goal, steps in (reached or far).items():
            row = [
                code(grid.cells[start].name),
                code(grid.cells[goal].name),
                str(steps) if steps >= 0 else "no way",
            ]
            if shares:
                row.append(charts.share(shares.get(start, {}).get(goal, Fraction(0))))
            rows.append(row)
    return table(["From", "To", "Steps", *(["Chance"] if shares else [])], rows, right=[2])


def _divides(book: Book, here: str, grid: Grid, way: Way) -> str:
    """Where the way divides, and which face leads where."""
    dice = [key for key in book.named(way.split) if key[0] == "record" and book.ruleset.kinds[key[1]].family == "die"]
    lines = []
    for split in grid.splits:
        if split.way == way.name and dice:
            faces = ", ".join(
                f"{escape(sentences.plain(face))} leads to {code(grid.cells[goal].name)}" for face, goal in split.to
            )
            lines.append(f"-   At {code(grid.cells[split.at].name)}, {book.link(here, dice[0])} decides: {faces}.")
    return "\n".join(lines)


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
