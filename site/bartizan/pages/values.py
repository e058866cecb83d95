"""Values of records as Markdown: links for what they name, chips for tables, sentences for effects."""

from __future__ import annotations

from typing import Any

from bartizan_engine.declared import Field
from bartizan_engine.types import Type

from .book import Book, default_of, field_hint, field_label, stated
from .markdown import code, escape, listed, span, table

NOTHING = "none"
SIMPLE = ("int", "bool", "enum", "ref", "text", "cell", "player")


def inline(book: Book, here: str, type: Type, value: Any, none: str = "") -> str:
    """A value on one line, fit for a table's cell; `none` are the words for what is left out of it."""
    name = type.name
    if value is None:
        return escape(none or NOTHING)
    if name == "optional":
        return inline(book, here, type.items[0], value, none)
    if name == "ref":
        return book.link(here, ("map", value) if type.of == "map" else ("record", type.of, str(value)))
    if name == "cell":
        return code(value)
    if name == "list" and isinstance(value, list):
        return _list(book, here, type.items[0], value, none)
    if name == "table" and isinstance(value, dict):
        return chips(book, here, type, value, none)
    if name == "shape" and isinstance(value, dict):
        return _shape(book, here, type, value)
    return escape(book.show(type, value)) or NOTHING


def _list(book: Book, here: str, of: Type, values: list[Any], none: str) -> str:
    """A list with repetitions counted, `2 × Grub, Ogre`; what has parts of its own stands on a line of its own."""
    runs: list[tuple[Any, int]] = []
    for value in values:
        if runs and runs[-1][0] == value:
            runs[-1] = (value, runs[-1][1] + 1)
        else:
            runs.append((value, 1))
    shown = [(inline(book, here, of, value, none), count) for value, count in runs]
    items = [f"{count} × {item}" if count > 1 else item for item, count in shown]
    return ("<br>".join(items) if of.name == "shape" else listed(items)) or NOTHING


def _shape(book: Book, here: str, type: Type, value: dict[str, Any]) -> str:
    """The fields of a shape with their labels; what it begins with and is named by a link alone needs none."""
    head, parts = "", list[str]()
    for name, field in book.ruleset.shapes.get(type.of, {}).items():
        shown = of_field(book, here, field, value.get(name, default_of(field)))
        if not head and not parts and not field.says and field.type.name == "ref":
            head = shown
        else:
            parts.append(f"{escape(_small(field_label(field)))} {shown}")
    return ": ".join(filter(None, (head, "; ".join(parts)))) or NOTHING


def _raised(words: str) -> str:
    return words[:1].upper() + words[1:]


def _small(words: str) -> str:
    """A label inside a line: its first letter small again, unless it is an abbreviation."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def chips(book: Book, here: str, type: Type, value: dict[str, Any], none: str = "") -> str:
    """A table as a row of keyed chips; as one value if it is the same under every key."""
    shown = _keyed(book, here, type, value, none)
    if not shown:
        return NOTHING
    if len({item for _, item in shown}) == 1 and len(shown) > 1 and type.items[0].name in ("seats", "range", "enum"):
        return shown[0][1]
    if type.items[1].name == "effects":
        return "<br>".join(f"{span('bz-term', key)} {item}" for key, item in shown)
    return _chips(shown)


def of_field(book: Book, here: str, field: Field, value: Any) -> str:
    """A field's value on one line; what only repeats the default in a table by records is told once, for all."""
    told = stated(field, value)
    return with_others(book, here, field, told, value) or inline(book, here, field.type, told, field.none)


def with_others(book: Book, here: str, field: Field, told: Any, whole: Any) -> str:
    """A table of which only a part is told, with what the others have; nothing where all is told."""
    if not isinstance(whole, dict) or not isinstance(told, dict) or len(told) == len(whole):
        return ""
    rest = inline(book, here, field.type.items[1], default_of(field), field.none)
    if not told:
        return f"{rest} for each"
    return _chips([*_keyed(book, here, field.type, told, field.none), ("others", rest)])


def _keyed(book: Book, here: str, type: Type, value: dict[str, Any], none: str) -> list[tuple[str, str]]:
    key, of = type.items
    keys = {k: f"{k}P" if key.name == "seats" else escape(book.show_key(key, k)) for k in value}
    return [(keys[k], inline(book, here, of, v, none)) for k, v in value.items()]


def _chips(shown: list[tuple[str, str]]) -> str:
    return span("bz-chips", "".join(span("bz-chip", f"<b>{key}</b> {item}") for key, item in shown))


def block(book: Book, here: str, type: Type, value: Any) -> str:
    """A value that is too large for one line: rows of shapes, tables of sentences; nothing if it fits on one."""
    name = type.name
    if name == "optional" and value is not None:
        return block(book, here, type.items[0], value)
    if name == "list" and type.items[0].name == "shape" and value:
        return rows(book, here, type.items[0].of, value)
    if name == "table" and type.items[1].name in ("effects", "shape", "table") and any((value or {}).values()):
        key, of = type.items
        shown = [(escape(_raised(book.show_key(key, k))), inline(book, here, of, v)) for k, v in value.items()]
        return table(("", "Text" if of.name == "effects" else "Value"), shown)
    return ""


def rows(book: Book, here: str, shape: str, values: list[dict[str, Any]]) -> str:
    """A list of shapes as a table, one numbered row each."""
    fields = book.ruleset.shapes.get(shape, {}).values()
    body = [
        [str(number), *(of_field(book, here, f, value.get(f.name, default_of(f))) for f in fields)]
        for number, value in enumerate(values, 1)
    ]
    return table(["", *(span("", escape(field_label(f)), field_hint(f)) for f in fields)], body, right=[0])


def is_text(type: Type) -> bool:
    """Whether values of the type are the texts of cards and abilities: one, or one for each member of an enum."""
    by_enum = type.name == "table" and type.items[0].name == "enum"
    return type.name == "effects" or (by_enum and type.items[1].name == "effects")


def fits_column(type: Type) -> bool:
    """Whether values of the type are short enough for a column of an overview."""
    if type.name == "optional":
        return fits_column(type.items[0])
    if type.name == "table":
        key, of = type.items
        return key.name in ("seats", "range", "enum") and of.name in ("int", "bool")
    return type.name in ("int", "bool", "enum", "ref", "cell")
