"""The records of a kind laid out side by side as cards: what each is called, its short facts, its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bartizan_engine.declared import Field, Kind

from . import values
from .book import Book, default_of, field_label, label, value_of
from .markdown import escape, heading, join, span

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record


def laid_out(book: Book, here: str, kind: Kind) -> str:
    """Every card, each with a link to its page."""
    records = book.records(kind.name)
    shown = "\n\n".join(_face(book, here, kind, record) for record in records)
    title = heading(2, f"Every {escape(label(kind.name).lower())} laid out", "laid-out")
    return join([title, f'<div class="bz-cards" data-search-exclude markdown="block">\n\n{shown}\n\n</div>'])


def _face(book: Book, here: str, kind: Kind, record: Record) -> str:
    """A card: its head, what stands in its corners, its text."""
    fields = [(field, value_of(field, record.values)) for field in kind.fields.values()]
    corners = [_corner(book, here, field, value) for field, value in fields if _in_corner(field, value)]
    texts = [text for field, value in fields for text in _texts(book, here, field, value)]
    return join(
        [
            '<div class="bz-card" markdown="block">',
            f"**{book.link(here, ('record', kind.name, record.id))}**\n{{ .bz-card-title }}",
            f"{' '.join(corners)}\n{{ .bz-card-corners }}" if corners else "",
            *(f"{text}\n{{ .bz-card-text }}" for text in texts),
            "</div>",
        ]
    ).rstrip()


def _in_corner(field: Field, value: object) -> bool:
    return (
        values.fits_column(field.type)
        and value not in (None, False, [], {})
        and not (field.type.name == "int" and value == default_of(field) == 0)
    )


def _corner(book: Book, here: str, field: Field, value: object) -> str:
    """A short fact; a switch is told by its name alone."""
    name = escape(field_label(field))
    if value is True:
        return span("bz-chip", name)
    return span("bz-chip", f"<b>{name}</b> {values.inline(book, here, field.type, value, field.none)}")


def _texts(book: Book, here: str, field: Field, value: object) -> list[str]:
    """The sentences of a field's effects: one, or one for each member of an enum."""
    if not values.is_text(field.type) or not value:
        return []
    if field.type.name == "effects" or not isinstance(value, dict):
        return [values.inline(book, here, field.type, value)]
    key, of = field.type.items
    shown = [(book.show_key(key, member), values.inline(book, here, of, effects)) for member, effects in value.items()]
    return [f"{span('bz-term', escape(member))} {said}" for member, said in shown]
