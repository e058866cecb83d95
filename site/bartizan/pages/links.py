"""Links both ways, what a thing uses and what uses it, and the worked examples beside it."""

from __future__ import annotations

from collections.abc import Iterable

from . import examples
from .book import Book, Key
from .markdown import escape, folded, span


def links(book: Book, here: str, key: Key, *told: Key) -> str:
    """What a thing uses, and what uses it, without what was told already."""
    lines = []
    for word, found in (("Uses", book.uses.get(key, ())), ("Used by", book.used_by.get(key, ()))):
        targets = _by_title(book, (target for target in found if target[0] != "example" and target not in told))
        if targets:
            lines.append(f"{span('bz-term', word)} " + ", ".join(book.link(here, target) for target in targets))
    return "\n\n".join(f"{line}\n{{ .bz-links }}" for line in lines)


def _by_title(book: Book, keys: Iterable[Key]) -> list[Key]:
    return sorted(keys, key=lambda key: (key[0] not in ("record", "map"), book.title(key), key))


def beside(book: Book, here: str, key: Key) -> list[str]:
    """The worked examples that illustrate a thing, folded."""
    return [
        _unsearched(
            folded(
                f"Example: {escape(book.title(('example', example.id)))}", examples.body(book, here, example), "example"
            )
        )
        for example in book.examples.get(key, ())
    ]


def _unsearched(block: str) -> str:
    """A block that stands elsewhere as well, so that a search finds it once."""
    return f'<div data-search-exclude markdown="block">\n\n{block}\n\n</div>'
