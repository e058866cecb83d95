"""The rules reference of a pack as Markdown: `pages(pack)` is a pure function from a pack to its pages.

It knows nothing of the tool that makes a site of them. Every text comes from the data that the engine runs, every link
points at an id, and the same pack gives the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import examples, lists, maps, overview, problems, records, rules
from .book import OWN_PAGE, Book, chapter_page, kind_page, label, open_book

if TYPE_CHECKING:
    from bartizan_compiler.link import Pack

Contents = list[tuple[str, "str | Contents"]]

__all__ = ["Contents", "contents", "pages", "problems"]


def pages(pack: Pack) -> dict[str, str]:
    """Every page of a pack: path (with `/`, ending in `.md`) to Markdown."""
    book = open_book(pack)
    found = rules.pages(book) | records.pages(book) | maps.pages(book) | lists.pages(book) | examples.pages(book)
    listed = [(path, title) for title, path in _flat(_contents(book, found))]
    return overview.pages(book, dict(listed)) | found


def contents(pack: Pack) -> Contents:
    """The table of contents: titles with pages, or with further titles, in reading order."""
    book = open_book(pack)
    found = pages(pack)
    return [("Overview", book.path("index.md")), *_contents(book, found)]


def _contents(book: Book, found: dict[str, str]) -> Contents:
    parts: Contents = [("How a round goes", book.path("round.md"))]
    parts += [(title, book.path(page)) for title, page in (("Actions", "actions.md"),) if book.path(page) in found]
    for title, families in (("Units", ("unit", "tile")), ("Cards", ("card",)), ("Dice", ("die",)), ("Data", ("data",))):
        inner = [(label(kind.name), book.path(kind_page(kind))) for kind in book.kinds(*families)]
        parts += inner if len(inner) == 1 else [(title, list(inner))] if inner else []
    parts += _maps(book) + _missions(book)
    lists_of = (("Words of effects", "words"), ("Options", "options"), ("Numbers", "numbers"), ("Piles and zones", "table"),
                ("Worked examples", "examples"), ("Rulings", "rulings"))  # fmt: skip
    parts += [(title, book.path(f"{page}.md")) for title, page in lists_of if book.path(f"{page}.md") in found]
    chapters: Contents = [(rules.chapter_title(c), book.path(chapter_page(c.path))) for c in book.rulebook.chapters]
    return parts + ([("The rules as written", chapters)] if chapters else [])


def _maps(book: Book) -> Contents:
    maps_: Contents = [
        (book.title(("map", record.id)), book.path(f"maps/{record.id}.md")) for record in book.records("map")
    ]
    return [("Maps", maps_)] if maps_ else []


def _missions(book: Book) -> Contents:
    parts: Contents = []
    for kind in book.kinds(*OWN_PAGE, "wave"):
        page = book.path(kind_page(kind))
        own: Contents = [("All", page)]
        if kind.family in OWN_PAGE:
            keys = [("record", kind.name, record.id) for record in book.records(kind.name)]
            parts.append((label(kind.name), own + [(book.title(key), book.places[key].path) for key in keys]))
        else:
            parts.append((label(kind.name), page))
    return parts


def _flat(parts: Contents) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for title, inner in parts:
        found += [(title, inner)] if isinstance(inner, str) else _flat(inner)
    return found
