"""The pages of records with errors: what is wrong, where, why, and how it is mended, and nothing else of them."""

from __future__ import annotations

from collections.abc import Sequence

from bartizan import codes, report
from bartizan.spoilt import Spoilt
from bartizan_compiler import pack as files
from bartizan_engine.problem import Problem, order

from . import problems, source
from .book import Book, Contents, Place, address
from .markdown import code, escape, facts, fenced, front_matter, heading, join, prose, span

TITLE = "What is wrong"
PAGE = "wrong.md"
INTRO = (
    "These records have errors. Each has its page, which tells them; nothing else of this reference is made from it."
)
LEFT_OUT = (
    "This record has errors, so it is left out of the rest of this reference. Once they are mended, it stands here."
)
LOOSE = "In no record"


def pages(book: Book) -> dict[str, str]:
    """A page that lists the records with errors, and one for each of them; none if there are none."""
    here = book.path(PAGE)
    if not book.broken and not book.loose:
        return {}
    listed = [f"-   {book.link(here, key)}: {_codes(here, one.problems)}" for key, one in book.broken.items()]
    loose = [heading(2, LOOSE), *_told(book, here, book.loose)] if book.loose else []
    found = {here: front_matter(TITLE, book.name) + join([heading(1, TITLE), INTRO, "\n".join(listed), *loose])}
    for key, one in book.broken.items():
        place = book.places[key]
        found[place.path] = front_matter(place.title, TITLE, book.name) + _page(book, place, one)
    return found


def contents(book: Book) -> Contents:
    """The titles of these pages."""
    if not book.broken and not book.loose:
        return []
    each: Contents = [(book.places[key].title, book.places[key].path) for key in book.broken]
    return [(TITLE, [("", book.path(PAGE)), *each])]


def _codes(here: str, found: Sequence[Problem]) -> str:
    return ", ".join(f"{_code(here, one.code)} {escape(one.message)}" for one in found)


def _code(here: str, name: str) -> str:
    return f"[{name}]({address(here, Place(f'{problems.ROOT}/{name}.md', '', ''))})"


def _page(book: Book, place: Place, one: Spoilt) -> str:
    return join(
        [
            heading(1, escape(place.title)),
            f'!!! failure "{TITLE}"\n\n    {LEFT_OUT}',
            *_told(book, place.path, one.problems),
            source.at(book, one.spot),
        ]
    )


def _told(book: Book, here: str, found: Sequence[Problem]) -> list[str]:
    """Each problem with its place, what is the case, why it matters, and the likely fix."""
    return [block for one in order(found) for block in _problem(book, here, one)]


def _problem(book: Book, here: str, one: Problem) -> list[str]:
    registered = codes.registry()[one.code]
    lines = [
        ("Where", code(report.place(one.spot))),
        ("What", escape(one.message)),
        ("Why", prose(" ".join(registered.why.split()))),
        ("Likely fix", escape(one.hint) or f"as the example on the page of {_code(here, one.code)} shows"),
        *(("See", f"{code(report.place(spot))} {escape(text)}") for spot, text in one.notes),
    ]
    shown = report.plain(report.block(one, lambda path: files.shown(book.pack.root, path)))
    return [
        f"**{_code(here, one.code)} {escape(registered.title)}**",
        facts((span("bz-term", term), said) for term, said in lines),
        fenced(shown, "text"),
    ]
