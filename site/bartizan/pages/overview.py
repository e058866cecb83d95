"""A pack's first page: what it is, whose it is, where its numbers come from, and what there is to read."""

from __future__ import annotations

from typing import Any

from . import origin
from .book import FOLDERS, Book, address, kind_page, label
from .markdown import escape, external, front_matter, heading, join, prose, span

UNOFFICIAL = (
    "This reference is unofficial. It is made from the data of a fan's pack; the badges say what is printed in the "
    "rulebook and what is not."
)


def pages(book: Book, others: dict[str, str]) -> dict[str, str]:
    """The first page; `others` are the pack's other pages, path to title."""
    info = book.pack.info
    here = book.path("index.md")
    blocks = [
        heading(1, escape(info.get("title", info["id"]))),
        prose(str(info.get("says") or info.get("description") or "")),
        f'!!! notice "Unofficial"\n\n    {prose(str(info.get("notice") or UNOFFICIAL))}',
        _facts(info),
        _contents(book, here, others),
        heading(2, "Where its numbers come from"),
        origin.tally_bar(origin.tally(book)),
        "Every record carries such a badge; a single field that differs from its record carries its own.",
    ]
    return {here: front_matter(str(info.get("title", info["id"]))) + join(blocks)}


def _facts(info: Any) -> str:
    sources = info.get("sources") or {}
    books = [_source(source) for source in sources.values() if isinstance(source, dict)]
    authors = info.get("authors") or []
    lines = [
        ("Players", escape(str(info.get("players", "")).replace("..", " to "))),
        ("Version", escape(info.get("version", ""))),
        ("Authors", escape(", ".join(map(str, authors)) if isinstance(authors, list) else authors)),
        ("Licence", escape(info.get("licence", ""))),
        ("Sources", "; ".join(books)),
    ]
    shown = "\n".join(f"{span('bz-term', term)}\n:   {text}" for term, text in lines if text)
    return f'<div class="bz-facts" markdown="block">\n\n{shown}\n\n</div>' if shown else ""


def _source(source: dict[str, Any]) -> str:
    title = escape(source.get("title") or source.get("address") or "")
    return external(str(source.get("address") or ""), title)


def _contents(book: Book, here: str, others: dict[str, str]) -> str:
    counts = {book.path(kind_page(kind)): len(book.records(kind.name)) for kind in book.kinds(*FOLDERS)}
    for section in ("options", "numbers", "words"):
        counts[book.path(f"{section}.md")] = len(getattr(book.ruleset, section))
    for family in ("example", "ruling"):
        counts[book.path(f"{family}s.md")] = len(book.records(family))
    items = []
    for path, title in others.items():
        place = next((p for p in book.places.values() if p.path == path and not p.anchor), None)
        link = f"[{escape(title)}]({_relative(here, path)})"
        count = span("bz-count", str(counts[path])) if path in counts else ""
        if place is None or path in counts:
            items.append(f"-   {link} {count}".rstrip())
    maps = [book.link(here, ("map", record.id)) for record in book.records("map")]
    if maps:
        items.append(f"-   {escape(label('maps'))}: {', '.join(maps)}")
    return '<div class="bz-contents" markdown="block">\n\n' + "\n".join(items) + "\n\n</div>"


def _relative(here: str, path: str) -> str:
    from .book import Place

    return address(here, Place(path, "", ""))
