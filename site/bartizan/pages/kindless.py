"""Records without kinds - examples, rulings, rules of the book: a page that lists all of a family, and one for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .book import LISTED, Book
from .markdown import front_matter

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record


def pages(
    book: Book,
    family: str,
    all_: Callable[[Book, str, list[Record]], str],
    one: Callable[[Book, str, Record], str],
) -> dict[str, str]:
    """These pages, by what writes the text of the list and of a record; none if there are no such records."""
    title, records, here = LISTED[family], book.records(family), book.path(f"{family}s.md")
    if not records:
        return {}
    found = {here: front_matter(title, book.name) + all_(book, here, records)}
    for record in records:
        place = book.places[family, record.id]
        found[place.path] = front_matter(place.title, title, book.name) + one(book, place.path, record)
    return found
