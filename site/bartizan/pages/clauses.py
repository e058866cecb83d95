"""The rules of the book under its headings: an index of them all, and for each what of the pack carries it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import carried, kindless, origin, source, tags
from .book import LISTED, Book, carriers
from .markdown import escape, facts, heading, join, prose, span

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

TITLE = LISTED["clause"]
INTRO = "The rules of the book under its headings, in words of our own, and what of this reference carries each."


def pages(book: Book) -> dict[str, str]:
    """The index, and a page for each rule of the book."""
    return kindless.pages(book, "clause", _index, _page)


def _index(book: Book, here: str, clauses: list[Record]) -> str:
    listed: dict[str, list[str]] = {}
    for record in clauses:
        badge = origin.badge(book, here, record.origin)
        page = book.link(here, ("clause", record.id), carried.WORDS)
        by = f"    {span('bz-term', 'Carried by')} {_carriers(book, here, record)} · {page}\n    {{ .bz-links }}"
        listed.setdefault(str(record.values["section"]), []).append(f"-   {prose(record.title)} {badge}\n\n{by}")
    return join(
        [heading(1, TITLE), INTRO, *(join([heading(2, escape(part)), *items]) for part, items in listed.items())]
    )


def _page(book: Book, here: str, record: Record) -> str:
    told = [("Heading in the book", escape(str(record.values["section"])))]
    told.append(("Carried by", _carriers(book, here, record)))
    return join(
        [
            heading(1, prose(record.title)),
            origin.head(book, here, record.origin),
            origin.before(book, here, ("clause", record.id)),
            tags.line(book, here, record),
            facts((span("bz-term", term), said) for term, said in told),
            source.written(book, record),
        ]
    )


def _carriers(book: Book, here: str, record: Record) -> str:
    return ", ".join(book.link(here, key) for key in carriers(book, record))
