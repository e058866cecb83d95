"""The rules of the book that a thing carries, folded: what stands for it in the index of the book."""

from __future__ import annotations

from .book import Book, Key
from .markdown import folded, prose, unsearched

WORDS = "its page"


def carried(book: Book, here: str, key: Key) -> list[str]:
    """The sentences with the way to their pages; nothing where there are none."""
    clauses = book.clauses.get(key, ())
    lines = [f"-   {prose(one.title)} {book.link(here, ('clause', one.id), WORDS)}" for one in clauses]
    return (
        [unsearched(folded(f"Carries of the book's rules: {len(lines)}", "\n".join(lines), "quote"))] if lines else []
    )
