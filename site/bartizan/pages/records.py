"""The pages of kinds: an overview in columns, and for every record its facts, its text, its links and its examples."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bartizan_engine import text as sentences
from bartizan_engine.declared import Field, Kind
from bartizan_engine.types import Type

from . import balance, campaigns, charts, faces, maps, markdown, origin, replay, sheet, source, tags, tiles, values
from .book import (
    FOLDERS,
    LEADS,
    Book,
    Key,
    address,
    default_of,
    field_hint,
    field_label,
    kind_page,
    label,
    stated,
    value_of,
)
from .links import beside, links
from .markdown import escape, front_matter, heading, join, prose, span, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record


ROOM_FOR_TEXT = 3  # columns of an overview, up to which the texts of effects fit in as well
OPEN = "open"  # begins the key of a place in a wave that names nothing; its words end it


def pages(book: Book) -> dict[str, str]:
    """A page for every kind that has records, and one for each of them."""
    found: dict[str, str] = {}
    for kind in book.kinds(*FOLDERS):
        path = book.path(kind_page(kind))
        found[path] = _kind(book, path, kind)
        for record in book.records(kind.name):
            place = book.places["record", kind.name, record.id]
            head = front_matter(place.title, label(kind.name), book.name)
            found[place.path] = head + section(book, place.path, kind, record)
    return found


def _kind(book: Book, here: str, kind: Kind) -> str:
    title = label(kind.name)
    return front_matter(title, book.name) + join(
        [
            heading(1, escape(title)),
            prose(kind.says or kind.help),
            overview(book, here, kind),
            faces.laid_out(book, here, kind) if kind.family == "card" else "",
        ]
    )


def overview(book: Book, here: str, kind: Kind) -> str:
    """One row a record, with the fields that fit a column and say something."""
    records = book.records(kind.name)
    telling = [f for f in kind.fields.values() if _says_something(f, records)]
    fields = [f for f in telling if values.fits_column(f.type)]
    if len(fields) <= ROOM_FOR_TEXT:
        fields = [f for f in telling if f in fields or values.is_text(f.type)]
    rows = [
        [
            book.link(here, ("record", kind.name, record.id))
            + origin.mark(record.origin, origin.source(book, record, "title")),
            *(
                values.inline(book, here, f.type, value_of(f, record.values), f.none)
                + origin.mark(record.origin, origin.source(book, record, f.name))
                for f in fields
            ),
            origin.badge(book, here, record.origin, short=True),
        ]
        for record in records
    ]
    right = [i for i, f in enumerate(fields, 1) if f.type.name == "int"]
    shown = table([escape(label(kind.name)), *(escape(field_label(f)) for f in fields), "Source"], rows, right)
    return join([markdown.records(shown) if len(rows) > 1 else shown, origin.mark_legend(shown)])


def _says_something(field: Field, records: Iterable[Record]) -> bool:
    return any(record.values.get(field.name) not in (None, default_of(field), [], {}) for record in records)


def section(book: Book, here: str, kind: Kind, record: Record) -> str:
    """Everything about one record."""
    key = ("record", kind.name, record.id)
    title = escape(book.title(key))
    return join(
        [
            heading(1, title),
            origin.head(book, here, record.origin, [*kind.fields, "faces"]),
            origin.before(book, here, key),
            tags.line(book, here, record),
            facts(book, here, kind, record),
            _faces(book, here, kind, record) if kind.faces or "faces" in record.values else "",
            tiles.sides(book, record),
            *_blocks(book, here, kind, record),
            *(campaigns.told(book, here, record) if kind.family == "campaign" else ()),
            f"[The sheet for the table]({address(here, sheet.place(book, kind, record))})"
            if kind.family == "mission"
            else "",
            *replay.sections(book, record),
            *balance.sections(book, record),
            links(book, here, key),
            *beside(book, here, key),
            source.written(book, record),
        ]
    )


def facts(book: Book, here: str, kind: Kind, record: Record) -> str:
    """The short fields as a list of facts, each with its own badge where it differs from its record's."""
    lines = []
    for field in kind.fields.values():
        value = value_of(field, record.values)
        told = stated(field, value)
        if values.block(book, here, field.type, told):
            continue
        shown = _said(book, field, value) or values.of_field(book, here, field, value)
        own = origin.badge(book, here, origin.source(book, record, field.name))
        lines.append((term(field), f"{shown} {own}".rstrip()))
    lines.append((span("bz-term", "Options"), _options(book, here, record)))
    return markdown.facts(lines)


def _options(book: Book, here: str, record: Record) -> str:
    """The options that a mission sets."""
    set_here = [(name, book.ruleset.options.get(name), value) for name, value in record.options.items()]
    return ", ".join(
        book.link(here, ("option", name))
        + ("" if value is True or option is None else f": {values.inline(book, here, option.type, value)}")
        for name, option, value in set_here
    )


def term(field: Field) -> str:
    """A field's label, with what it means as a hint."""
    return span("bz-term", escape(field_label(field)), field_hint(field))


def _said(book: Book, field: Field, value: Any) -> str:
    """The field's own sentence, where it has one that takes the value."""
    return escape(sentences.field_sentence(field, value, book.show))


def _blocks(book: Book, here: str, kind: Kind, record: Record) -> Iterable[str]:
    for field in kind.fields.values():
        value = record.values.get(field.name)
        if field.type.name == "ref" and field.type.of == "map" and kind.family in LEADS and value:
            yield maps.figure(book, here, str(value))
        shown = values.block(book, here, field.type, value)
        if shown:
            own = origin.story(book, here, origin.source(book, record, field.name))
            yield heading(2, escape(field_label(field)))
            yield f"{own}\n{{ .bz-origin }}" if own else ""
            yield chart(book, field.type, label(field.name), value)
            yield shown


# ---------------------------------------------------------------- charts of what comes when


def chart(book: Book, type: Type, title: str, value: Any) -> str:
    """A list of shapes (or of waves) that name pieces, as rows of squares; nothing for other fields."""
    if type.name != "list" or not isinstance(value, list) or len(value) < 2:
        return ""
    rows = [charts.Bar(str(number), _parts(book, type.items[0], item)) for number, item in enumerate(value, 1)]
    return charts.bars(title, rows)


def _parts(book: Book, type: Type, value: Any) -> tuple[tuple[str, int, int], ...]:
    counts: dict[Key, int] = {}
    for key in _pieces(book, type, value):
        counts[key] = counts.get(key, 0) + 1
    order = sorted(counts, key=lambda key: (key[0] == OPEN, key[1], _colour(book, key)))
    return tuple((book.title(key), _colour(book, key), counts[key]) for key in order)


def _pieces(book: Book, type: Type, value: Any) -> Iterable[Key]:
    """The pieces in a list of a shape, or in the wave that it names; single references are no pieces."""
    if type.name == "shape" and isinstance(value, dict):
        fields = book.ruleset.shapes.get(type.of, {})
    elif type.name == "ref" and (kind := book.ruleset.kinds.get(type.of)) and kind.family == "wave":
        fields = kind.fields
        value = next((record.values for record in book.pack.records.get(kind.name, ()) if record.id == value), {})
    else:
        return
    for name, field in fields.items():
        if field.type.name == "list" and isinstance(value.get(name), list):
            for item in value[name]:
                yield from _units(book, field.type.items[0], item, field.none or "not named")


def _units(book: Book, type: Type, item: Any, none: str) -> Iterable[Key]:
    if type.name == "optional":
        type = type.items[0]
    kind = book.ruleset.kinds.get(type.of)
    if type.name == "ref" and kind and kind.family in ("unit", "card", "tile"):
        yield ("record", type.of, str(item)) if item is not None else (OPEN, "", none)
    elif type.name in ("shape", "ref"):
        yield from _pieces(book, type, item)


def _colour(book: Book, key: Key) -> int:
    """A record's colour: its place among its kind, so that it is the same on every page."""
    if key[0] == OPEN:
        return charts.OPEN
    return next((i for i, record in enumerate(book.pack.records.get(key[1], ())) if record.id == key[2]), 0)


# ---------------------------------------------------------------- dice


def _faces(book: Book, here: str, kind: Kind, record: Record) -> str:
    faces = record.values.get("faces") or []
    total = sum(int(face.get("count", 1)) for face in faces)
    if not total:
        return ""
    rows = []
    for face in faces:
        count = int(face.get("count", 1))
        cells = [values.inline(book, here, f.type, face.get(f.name)) for f in kind.faces.values()]
        rows.append(
            [
                escape(sentences.plain(str(face.get("name", "")))),
                *cells,
                str(count),
                charts.share(Fraction(count, total)),
            ]
        )
    header = ["Face", *(escape(label(name)) for name in kind.faces), "On the die", "Chance"]
    numbers = [name for name, field in kind.faces.items() if field.type.name == "int"]
    means = [f"{escape(label(name))} on average: {charts.fraction(_mean(faces, name, total))}" for name in numbers]
    own = origin.story(book, here, origin.source(book, record, "faces"))
    return join([own, table(header, rows, right=[len(header) - 2]), " · ".join([f"{total} faces", *means])])


def _mean(faces: Iterable[dict[str, Any]], name: str, total: int) -> Fraction:
    """The average of a die's numbers, exactly."""
    return Fraction(sum(int(face.get(name) or 0) * int(face.get("count", 1)) for face in faces), total)
