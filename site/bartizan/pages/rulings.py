"""The pages of rulings: a list of what is asked and chosen, and for each why, and which option chooses otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import kindless, origin, source, tags
from .book import LISTED, Book
from .links import beside, links
from .markdown import escape, heading, join, prose, records, said, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

TITLE = LISTED["ruling"]
INTRO = "Where the printed text is silent or contradicts itself, this pack chooses, and says why."


def pages(book: Book) -> dict[str, str]:
    """A page that lists the rulings, and one for each of them."""
    return kindless.pages(book, "ruling", _list, _page)


def _list(book: Book, here: str, rulings: list[Record]) -> str:
    rows = [
        [
            book.link(here, ("ruling", one.id)),
            _told(one, "choice"),
            _option(book, here, one),
            origin.badge(book, here, one.origin | _lines(one.values), short=True),
        ]
        for one in rulings
    ]
    shown = records(table(["Ruling", "This pack chooses", "Chosen otherwise by", "Source"], rows))
    return join([heading(1, TITLE), INTRO, shown])


def _page(book: Book, here: str, record: Record) -> str:
    key = ("ruling", record.id)
    option = _option(book, here, record)
    return join(
        [
            heading(1, escape(book.title(key))),
            origin.head(book, here, record.origin | _lines(record.values)),
            origin.before(book, here, key),
            tags.line(book, here, record),
            said("Question", _told(record, "question")),
            said("Ruling", _told(record, "choice")),
            said("Because", _told(record, "why")),
            said("Option", f"{option} chooses otherwise." if option else ""),
            links(book, here, key, ("option", str(record.values.get("option") or ""))),
            *beside(book, here, key),
            source.written(book, record),
        ]
    )


def _told(record: Record, field: str) -> str:
    return prose(str(record.values.get(field) or ""))


def _option(book: Book, here: str, record: Record) -> str:
    option = str(record.values.get("option") or "")
    return book.link(here, ("option", option)) if option else ""


def _lines(told: Mapping[str, Any]) -> dict[str, Any]:
    """The lines that a ruling is about, for its badge."""
    return {"lines": told["lines"]} if told.get("lines") else {}
