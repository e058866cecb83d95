"""A record as its author wrote it, folded at the end of its page, with the file and the line."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from bartizan.spoilt import extent
from bartizan_compiler import pack as files

from .book import Book
from .markdown import code, fenced, opened, unsearched

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record
    from bartizan_engine.problem import Spot


def written(book: Book, record: Record) -> str:
    """The record's lines; only where they stand if the file is not there to be read."""
    spot = record.spot
    return at(book, spot)


def at(book: Book, spot: Spot) -> str:
    """The same of a record whose id stands at the spot."""
    place = f"{code(spot.path)}, line {spot.line}"
    text = files.shown(book.pack.root, spot.path)
    shown = lines(text, spot) if text is not None else ""
    title = f"As written in {place}"
    return unsearched(opened(title, fenced(shown, "yaml"))) if shown else title


def lines(text: str, spot: Spot) -> str:
    """The lines of the record whose id stands at the spot: from the nearest line further left, to the next such line.

    A record that has a file of its own has all of its lines, without the comments that it begins with.
    """
    written = text.removeprefix("\ufeff").splitlines()
    kept = [written[line] for line in extent(written, spot)]
    alone = len(kept) == len(written)
    while alone and kept and kept[0].startswith("#"):
        kept.pop(0)
    while kept and (not kept[-1].strip() or kept[-1].lstrip().startswith("#")):
        kept.pop()
    return textwrap.dedent("\n".join(kept)) + "\n" if kept else ""
