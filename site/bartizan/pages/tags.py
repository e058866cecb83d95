"""Tags of records, all read from the data: their kind, their source, what they are by enums and switches, their words.

One page lists the records by tag, and each tag on a record's page leads there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan_engine.declared import Field
from bartizan_engine.types import Type

from . import origin
from .book import FOLDERS, LISTED, Book, Key, Place, address, field_label, label, value_of, value_uses
from .markdown import escape, front_matter, heading, join, span, unsearched

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

TITLE = "Tags"
PAGE = "tags.md"
INTRO = "Every record under all that it is tagged with. The tags are the data themselves: nothing is tagged by hand."
GROUPS = {"kind": "What it is", "source": "Where it comes from", "is": "What holds of it", "word": "Words of its text"}
LATER = {"option": "Options that it sets", "cells": "Cells of its map"}
ENUM = "field"  # begins a group of members of an enum, as a field holds them


class Tag(NamedTuple):
    """A tag: the group that it belongs to, its name there, and what both are called."""

    group: str
    name: str
    group_title: str
    title: str

    @property
    def anchor(self) -> str:
        """Where the page of tags lists its records."""
        return f"tag-{self.group}-{self.name}"


def pages(book: Book) -> dict[str, str]:
    """The page of tags, if the pack has records of its own."""
    found: dict[Tag, list[Key]] = {}
    for key, record in _records(book):
        for tag in of(book, record):
            found.setdefault(tag, []).append(key)
    here = book.path(PAGE)
    blocks = [heading(1, TITLE), INTRO]
    order = [*GROUPS, *dict.fromkeys(tag.group for tag in found if tag.group.startswith(ENUM)), *LATER]
    for group in order:
        tags = [tag for tag in found if tag.group == group]
        blocks += [heading(2, escape(tags[0].group_title), f"group-{group}")] if tags else []
        blocks += [_listed(book, here, tag, found[tag]) for tag in tags]
    return {here: front_matter(TITLE, book.name) + join(blocks)} if found else {}


def _listed(book: Book, here: str, tag: Tag, keys: list[Key]) -> str:
    links = ", ".join(book.link(here, key) for key in keys)
    count = span("bz-count", str(len(keys)))
    return join([heading(3, f"{escape(tag.title)} {count}", tag.anchor), unsearched(links)])


def line(book: Book, here: str, record: Record) -> str:
    """The tags of a record, each with the way to all others that have it."""
    there = book.path(PAGE)
    shown = [
        f"[{escape(tag.title)}]({address(here, Place(there, tag.anchor, ''))}){{ .bz-tag }}" for tag in of(book, record)
    ]
    return f"{span('bz-term', TITLE)} {' '.join(shown)}\n{{ .bz-links .bz-tags }}" if shown else ""


def of(book: Book, record: Record) -> list[Tag]:
    """All tags of a record, each once, in the order of its kind's fields."""
    return list(dict.fromkeys(_of(book, record)))


def _records(book: Book) -> Iterator[tuple[Key, Record]]:
    for kind in book.kinds(*FOLDERS):
        yield from ((("record", kind.name, record.id), record) for record in book.records(kind.name))
    for family in ("map", *LISTED):
        yield from (((family, record.id), record) for record in book.records(family))


def _of(book: Book, record: Record) -> Iterator[Tag]:
    kind = book.ruleset.kinds.get(record.kind)
    yield Tag("kind", record.kind, GROUPS["kind"], label(record.kind))
    source = str(record.origin.get("is") or "")
    if source in origin.WORDS:
        yield Tag("source", source, GROUPS["source"], label(source))
    for field in kind.fields.values() if kind else ():
        yield from _of_field(book, field, value_of(field, record.values))
    for name in record.options:
        yield Tag("option", name, LATER["option"], label(name))
    yield from _of_cells(book, record)


def _of_field(book: Book, field: Field, value: Any) -> Iterator[Tag]:
    if field.type.name == "bool" and value is True:
        yield Tag("is", field.name, GROUPS["is"], field_label(field))
    for enum, member in _members(field.type, value):
        title = f"{field_label(field)}: {book.show(enum, member)}"
        yield Tag(f"{ENUM}-{field.name}", member, field_label(field), title)
    for key in value_uses(book, field.type, value):
        if key[0] == "word":
            yield Tag("word", key[1], GROUPS["word"], label(key[1]))


def _members(type: Type, value: Any) -> Iterator[tuple[Type, str]]:
    """The members of enums that a value holds, itself or in a list."""
    if type.name == "enum" and value is not None:
        yield type, str(value)
    elif type.name == "optional":
        yield from _members(type.items[0], value)
    elif type.name == "list" and isinstance(value, list):
        for item in value:
            yield from _members(type.items[0], item)


def _of_cells(book: Book, record: Record) -> Iterator[Tag]:
    grid = book.pack.maps.get(record.id) if record.family == "map" else None
    there = {name for cell in grid.cells for name in cell.tags} if grid else set()
    board = book.ruleset.board
    for name in board.tags if board else ():
        if name in there:
            yield Tag("cells", name, LATER["cells"], label(name))
