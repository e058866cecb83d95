"""Links both ways, what a thing uses and what uses it, and the worked examples beside it."""

from __future__ import annotations

from collections.abc import Iterable

from . import examples
from .book import LISTED, Book, Key, spell
from .carried import carried
from .markdown import escape, folded, span, unsearched

OWN_PAGE = "The example on its own page"
APART = ("example", "ruling")  # stand under names of their own


def links(book: Book, here: str, key: Key, *told: Key) -> str:
    """What a thing uses, and what uses it, without what was told already."""
    lines = []
    for word, found in (("Uses", book.uses.get(key, ())), ("Used by", book.used_by.get(key, ()))):
        targets = _by_title(book, (target for target in found if target[0] not in APART and target not in told))
        if targets:
            lines.append(f"{span('bz-term', word)} " + ", ".join(_told_apart(book, here, targets)))
    both = (*book.uses.get(key, ()), *book.used_by.get(key, ()))
    rulings = {target for target in both if target[0] == "ruling"}
    if rulings:
        shown = ", ".join(_told_apart(book, here, _by_title(book, rulings)))
        lines.append(f"{span('bz-term', LISTED['ruling'])} {shown}")
    return "\n\n".join(f"{line}\n{{ .bz-links }}" for line in lines)


def _told_apart(book: Book, here: str, targets: list[Key]) -> Iterable[str]:
    """Links to these things; where two are called the same, each says what it is."""
    titles = [book.title(target) for target in targets]
    for target, title in zip(targets, titles, strict=True):
        what = target[1] if target[0] in ("record", "kind") else target[0]
        yield book.link(here, target) + (f" ({escape(spell(what))})" if titles.count(title) > 1 else "")


def _by_title(book: Book, keys: Iterable[Key]) -> list[Key]:
    return sorted(keys, key=lambda key: (key[0] not in ("record", "map"), book.title(key), key))


def beside(book: Book, here: str, key: Key) -> list[str]:
    """The worked examples that illustrate a thing, and the rules of the book that it carries, folded."""
    found = [
        folded(
            f"Example: {escape(book.title(('example', example.id)))}",
            f"{examples.body(book, here, example)}\n\n{book.link(here, ('example', example.id), OWN_PAGE)}",
            "example",
        )
        for example in book.examples.get(key, ())
    ]
    return [*map(unsearched, found), *carried(book, here, key)]
