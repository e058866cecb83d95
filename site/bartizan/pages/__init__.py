"""The rules reference of a pack as Markdown: `pages(pack)` is a pure function from a pack to its pages.

It knows nothing of the tool that makes a site of them. Every text comes from the data that the engine runs, every link
points at an id, and the same pack gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import (
    broken,
    clauses,
    examples,
    lists,
    maps,
    overview,
    problems,
    quick,
    records,
    rules,
    rulings,
    sheet,
    state,
    tags,
)
from .book import LEADS, LISTED, Book, Contents, chapter_page, kind_page, label, open_book

if TYPE_CHECKING:
    from bartizan.spoilt import Spoilt
    from bartizan_compiler.link import Pack
    from bartizan_engine.declared import Kind
    from bartizan_engine.problem import Problem

__all__ = ["Contents", "contents", "games", "pages", "problems", "reference", "shelf"]

shelf, games = overview.shelf, overview.games
PARTS = (("Units", ("unit", "tile")), ("Cards", ("card",)), ("Dice", ("die",)), ("Data", ("data",)))


def reference(
    pack: Pack,
    others: frozenset[str] = frozenset(),
    spoilt: Iterable[Spoilt] = (),
    loose: Iterable[Problem] = (),
) -> tuple[dict[str, str], Contents]:
    """Every page of a pack, path (with `/`, ending in `.md`) to Markdown; and the table of contents.

    That is titles with pages, or with further titles, in reading order; a title "" stands for the page of the part
    itself. What belongs to packs that it requires is linked to their pages, if they are among `others`. `spoilt` are
    the records with errors, which the pack is without, and `loose` the errors that belong to none of them.
    """
    book = open_book(pack, "", others, spoilt, loose)
    found: dict[str, str] = {}
    for part in (rules, records, sheet, maps, lists, state, examples, rulings, clauses, tags, quick, broken):
        found |= part.pages(book)
    listed = _contents(book, found)
    return overview.pages(book, listed) | found, [("", book.path("index.md")), *listed]


def pages(pack: Pack, others: frozenset[str] = frozenset()) -> dict[str, str]:
    """The pages alone."""
    return reference(pack, others)[0]


def contents(pack: Pack, others: frozenset[str] = frozenset()) -> Contents:
    """The table of contents alone."""
    return reference(pack, others)[1]


def _contents(book: Book, found: Iterable[str]) -> Contents:
    known = set(found)

    def listed(*titles: tuple[str, str]) -> Contents:
        return [(title, book.path(page)) for title, page in titles if book.path(page) in known]

    parts = broken.contents(book) + listed(
        (quick.TITLE, quick.PAGE), ("How a round goes", "round.md"), ("Actions", "actions.md")
    )
    for title, families in PARTS:
        inner: Contents = [(label(kind.name), _records(book, kind)) for kind in book.kinds(*families)]
        parts += inner if len(inner) == 1 else [(title, inner)] if inner else []
    parts += _maps(book)
    parts += [(label(kind.name), _records(book, kind)) for kind in book.kinds("wave", *LEADS)]
    sheets = sheet.contents(book)
    parts += [("Sheets for the table", sheets)] if sheets else []
    parts += listed(("Words of effects", "words.md"), ("Options", "options.md"), ("Numbers", "numbers.md"))
    parts += listed(("Piles and zones", "table.md"), (state.TITLE, "state.md"), (tags.TITLE, tags.PAGE))
    parts += [(title, _listed(book, family)) for family, title in LISTED.items() if book.records(family)]
    chapters: Contents = [(rules.chapter_title(c), book.path(chapter_page(c.path))) for c in book.chapters]
    return parts + ([("The rules as written", chapters)] if chapters else [])


def _maps(book: Book) -> Contents:
    each: Contents = [(place.title, place.path) for place in (book.places["map", r.id] for r in book.records("map"))]
    own: Contents = [("", book.path("maps/index.md"))]
    return [("Maps", own + each)] if each else []


def _listed(book: Book, family: str) -> Contents:
    """The page that lists the records of a family without kinds, with those of each."""
    places = [book.places[family, record.id] for record in book.records(family)]
    return [("", book.path(f"{family}s.md")), *((place.title, place.path) for place in places)]


def _records(book: Book, kind: Kind) -> Contents:
    """The page of a kind with those of its records."""
    keys = [("record", kind.name, record.id) for record in book.records(kind.name)]
    own: Contents = [("", book.path(kind_page(kind)))]
    return own + [(book.title(key), book.places[key].path) for key in keys]
