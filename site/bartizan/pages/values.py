"""Values of records as Markdown: links for what they name, chips for tables, sentences for effects."""

from __future__ import annotations

from typing import Any

from bartizan_engine.types import Type

from .book import Book, default_of, field_hint, field_label
from .markdown import code, escape, span, table

NOTHING = "–"
SIMPLE = ("int", "bool", "enum", "ref", "text", "cell", "player")


def inline(book: Book, here: str, type: Type, value: Any) -> str:
    """A value on one line, fit for a table's cell."""
    name = type.name
    if value is None:
        return NOTHING
    if name == "optional":
        return inline(book, here, type.items[0], value)
    if name == "ref":
        return book.link(here, ("map", value) if type.of == "map" else ("record", type.of, str(value)))
    if name == "cell":
        return code(value)
    if name == "list" and isinstance(value, list):
        return _list(book, here, type.items[0], value)
    if name == "table" and isinstance(value, dict):
        return chips(book, here, type, value)
    if name == "shape" and isinstance(value, dict):
        return _shape(book, here, type, value)
    return escape(book.show(type, value)) or NOTHING


def _list(book: Book, here: str, of: Type, values: list[Any]) -> str:
    """A list with repetitions counted: `2 × Grub, Ogre`."""
    runs: list[tuple[Any, int]] = []
    for value in values:
        if runs and runs[-1][0] == value:
            runs[-1] = (value, runs[-1][1] + 1)
        else:
            runs.append((value, 1))
    shown = [(inline(book, here, of, value), count) for value, count in runs]
    return ", ".join(f"{count} × {item}" if count > 1 else item for item, count in shown) or NOTHING


def _shape(book: Book, here: str, type: Type, value: dict[str, Any]) -> str:
    fields = book.ruleset.shapes.get(type.of, {})
    parts = []
    for name, field in fields.items():
        if name in value and value[name] != default_of(field):
            parts.append(f"{escape(_small(field_label(field)))} {inline(book, here, field.type, value[name])}")
    return "; ".join(parts) or NOTHING


def _raised(words: str) -> str:
    return words[:1].upper() + words[1:]


def _small(words: str) -> str:
    """A label inside a line: its first letter small again, unless it is an abbreviation."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def chips(book: Book, here: str, type: Type, value: dict[str, Any]) -> str:
    """A table as a row of keyed chips; as one value if it is the same under every key."""
    key, of = type.items
    shown = [
        (book.show_key(key, k) if key.name != "seats" else f"{k}P", inline(book, here, of, v)) for k, v in value.items()
    ]
    if not shown:
        return NOTHING
    if len({item for _, item in shown}) == 1 and len(shown) > 1 and key.name in ("seats", "range", "enum"):
        return shown[0][1]
    return span("bz-chips", "".join(span("bz-chip", f"<b>{escape(k)}</b> {item}") for k, item in shown))


def block(book: Book, here: str, type: Type, value: Any) -> str:
    """A value that is too large for one line: rows of shapes, tables of sentences; nothing if it fits on one."""
    name = type.name
    if name == "optional" and value is not None:
        return block(book, here, type.items[0], value)
    if name == "list" and type.items[0].name == "shape" and value:
        return rows(book, here, type.items[0].of, value)
    if name == "table" and value and type.items[1].name in ("effects", "shape", "table"):
        key, of = type.items
        shown = [(escape(_raised(book.show_key(key, k))), inline(book, here, of, v)) for k, v in value.items() if v]
        return table(("", "Text" if of.name == "effects" else "Value"), shown) if shown else ""
    return ""


def rows(book: Book, here: str, shape: str, values: list[dict[str, Any]]) -> str:
    """A list of shapes as a table, one numbered row each; columns that say nothing are left out."""
    fields = book.ruleset.shapes.get(shape, {})
    shown = [
        f for f in fields.values() if any(value.get(f.name) not in (None, default_of(f), [], {}) for value in values)
    ]
    body = [
        [str(number), *(inline(book, here, f.type, value.get(f.name)) for f in shown)]
        for number, value in enumerate(values, 1)
    ]
    return table(["", *(span("", escape(field_label(f)), field_hint(f)) for f in shown)], body, right=[0])


def fits_column(type: Type) -> bool:
    """Whether values of the type are short enough for a column of an overview."""
    if type.name == "optional":
        return fits_column(type.items[0])
    if type.name == "table":
        key, of = type.items
        return key.name in ("seats", "range") and of.name in ("int", "bool")
    return type.name in ("int", "bool", "enum", "ref", "cell")
