"""A pack's first page: what it is, whose it is, where its numbers come from, and what there is to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import origin
from .book import FOLDERS, LEADS, LISTED, Book, Contents, Place, address, first_page, kind_page, label, root_of
from .markdown import escape, external, facts, front_matter, heading, join, prose, span

if TYPE_CHECKING:
    from bartizan_compiler.link import Pack
    from bartizan_compiler.requires import Required
    from bartizan_engine.declared import Kind

INDEX = "index.md"
MOST = 9  # links on a card of the contents

COUNTED = (
    "Counted are the values of all records, the maps, the numbers and the options. Every record carries such a badge; "
    "a single value that comes from somewhere else than its record carries its own."
)
UNOFFICIAL = (
    "This reference is unofficial. It is made from the data of a fan's pack; the badges say what is printed in the "
    "rulebook and what is not."
)


def pages(book: Book, contents: Contents) -> dict[str, str]:
    """The first page; `contents` lead to the pack's other pages."""
    info = book.pack.info
    here = book.path("index.md")
    blocks = [
        heading(1, escape(book.name)),
        prose(str(info.get("says") or info.get("description") or "")),
        f'!!! notice "Unofficial"\n\n    {prose(str(info.get("notice") or UNOFFICIAL))}',
        _facts(book, here),
        _contents(book, here, contents),
        heading(2, "Where its numbers come from"),
        origin.tally_bar(origin.tally(book)),
        COUNTED,
    ]
    return {here: front_matter(book.name) + join(blocks)}


def _facts(book: Book, here: str) -> str:
    info = book.pack.info
    sources = info.get("sources") or {}
    books = [_source(source) for source in sources.values() if isinstance(source, dict)]
    authors = info.get("authors") or []
    lines = [
        ("Extends", ", ".join(_other(book, here, one) for one in book.pack.required if one.id in info["requires"])),
        ("Players", escape(_players(info))),
        ("Version", escape(info.get("version", ""))),
        ("Authors", escape(", ".join(map(str, authors)) if isinstance(authors, list) else authors)),
        ("Licence", escape(info.get("licence", ""))),
        ("Sources", "; ".join(books)),
    ]
    return facts((span("bz-term", term), text) for term, text in lines)


def _other(book: Book, here: str, one: Required) -> str:
    """A pack that this one requires, with its version."""
    title = escape(str(one.info["title"]))
    linked = f"[{title}]({address(here, Place(first_page(one.id), '', ''))})" if one.id in book.others else title
    return f"{linked} {escape(one.info['version'])}"


def _players(info: Mapping[str, Any]) -> str:
    low, high = info["players"]
    return str(low) if low == high else f"{low} to {high}"


def _source(source: dict[str, Any]) -> str:
    title = escape(source.get("title") or source.get("address") or "")
    return external(str(source.get("address") or ""), title)


def _contents(book: Book, here: str, contents: Contents) -> str:
    """A card for every part of the reference, with what it holds."""
    counts = {book.path(kind_page(kind)): len(book.records(kind.name)) for kind in book.kinds(*FOLDERS)}
    for section in ("options", "numbers", "words"):
        counts[book.path(f"{section}.md")] = len(book.own(section))
    lists = {book.path(f"{family}s.md"): len(book.records(family)) for family in LISTED}  # too many to name some
    counts |= lists

    def link(title: str, path: str) -> str:
        count = " " + span("bz-count", str(counts[path])) if counts.get(path) else ""
        return f"[{escape(title)}]({address(here, Place(path, '', ''))}){count}"

    items = []
    for title, inner in contents:
        if isinstance(inner, str):
            items.append(f"-   **{link(title, inner)}**")
            continue
        own = next((page for name, page in inner if not name and isinstance(page, str)), None)
        if own in lists:
            items.append(f"-   **{link(title, own)}**")
            continue
        below = [link(name, page) for name, page in _below(inner) if name]
        more = [f"{len(below) - MOST + 1} more"] if len(below) > MOST else []
        shown = below[: MOST - 1] + more if more else below
        items.append(f"-   **{link(title, own) if own else escape(title)}**\n\n    {', '.join(shown)}")
    return '<div class="bz-contents" markdown="block">\n\n' + "\n\n".join(items) + "\n\n</div>"


def _below(inner: Contents) -> list[tuple[str, str]]:
    """The pages of a part; of a part below it, its own page."""
    found = []
    for name, page in inner:
        own = page if isinstance(page, str) else next((one for title, one in page if not title), "")
        found += [(name, own)] if isinstance(own, str) and own else []
    return found


def shelf(packs: Iterable[Pack], path: str) -> str:
    """The page that lists the games; it stands at `path`."""
    return front_matter("Games") + join([heading(1, "Games"), games(packs, path) or "No pack is here yet."])


def games(packs: Iterable[Pack], path: str) -> str:
    """The games with what there is of each, for a page at `path`; nothing if there are none."""
    items = []
    for pack in packs:
        info = pack.info
        there = address(path, Place(first_page(info["id"]), "", ""))
        said = ", ".join([f"{escape(_players(info))} players", *_counted(pack, path)])
        items.append(f"-   ### [{escape(info.get('title', info['id']))}]({there})\n\n    {said}")
    listed = '<div class="bz-jobs" markdown="block">\n\n' + "\n\n".join(items) + "\n\n</div>"
    return listed if items else ""


def _counted(pack: Pack, path: str) -> list[str]:
    """The kinds of pieces that people look for, each with the way to its page and how many there are."""
    found = [(label(kind.name), kind_page(kind), kind.name) for kind in _looked_for(pack)]
    found.insert(sum(kind.family in LEADS for kind in _looked_for(pack)), ("Maps", f"maps/{INDEX}", "map"))
    return [
        f"[{escape(title)}]({address(path, Place(f'{root_of(pack)}/{page}', '', ''))}) {span('bz-count', str(count))}"
        for title, page, name in found
        if (count := len(pack.own(name)))
    ]


def _looked_for(pack: Pack) -> list[Kind]:
    kinds = pack.ruleset.kinds.values()
    return [kind for family in (*LEADS, "unit", "card") for kind in kinds if kind.family == family]
