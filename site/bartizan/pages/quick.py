"""The quick reference of a game, to print and keep beside the board: the round, the choices, the pieces, the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bartizan_engine import text as sentences
from bartizan_engine.declared import Field, Kind
from bartizan_engine.text import as_sentence, spoken
from bartizan_engine.values import typed

from . import origin, rules, values
from .book import Book, default_of, field_label, label, value_of
from .lists import of_these_seats
from .markdown import escape, facts, front_matter, heading, join, prose, span, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

    from .rulebook import Rule

TITLE = "Quick reference"
PAGE = "quick.md"
FAMILIES = ("unit", "tile", "card")
LEVELS = range(3, 7)  # of the outline: as many as it takes to come to a decision
MOST = 7  # columns of facts beside a piece's name
INTRO = "The game in short, to print and keep beside the board. A letter beside a name says where it comes from:"


def pages(book: Book) -> dict[str, str]:
    """The page, if the pack has anything to refer to."""
    here = book.path(PAGE)
    blocks = [block for block in _blocks(book, here) if block.strip()]
    if not blocks:
        return {}
    marked = join(blocks)
    parts = [
        heading(1, f"{escape(book.name)}: {TITLE.lower()}"),
        f"{INTRO} {origin.letters(marked) or 'nothing is said of it'}.",
        marked,
    ]
    framed = f'<div class="bz-sheet bz-quick" markdown="block">\n\n{join(parts)}\n</div>\n'
    head = front_matter(TITLE, book.name).replace("---\n", "---\nsearch: {exclude: true}\n", 1)
    return {here: head + framed}


def _blocks(book: Book, here: str) -> Iterator[str]:
    yield from _round(book, here)
    yield rules.endings(book, here)
    yield from _actions(book, here)
    for kind in book.kinds(*FAMILIES):
        yield heading(2, escape(label(kind.name)), f"kind-{kind.name}")
        yield _pieces(book, here, kind, book.records(kind.name))
    yield from _section("Dice", "dice", _dice(book, here))
    yield from _section("Words", "words", _words(book))
    yield from _section("Cells and ways", "cells", _board(book))
    yield from _section("Piles and zones", "zones", _zones(book))
    yield from _section("Numbers", "numbers", _numbers(book, here))
    yield from _section("Options", "options", _options(book))


def _section(title: str, anchor: str, lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A heading with terms and what is said of each; nothing if there are none."""
    shown = facts((span("bz-term", term), said) for term, said in lines)
    if shown:
        yield heading(2, title, anchor)
        yield shown


# ---------------------------------------------------------------- what is done


def _round(book: Book, here: str) -> Iterator[str]:
    entries, told = book.own("entries").values(), set[str]()
    for entry in entries:
        rule = book.rulebook.rules.get(entry.rule)
        outline = _outline(book, here, rule, told) if rule else ""
        if outline:
            title = escape(label(entry.name)) if len(entries) > 1 else "How a round goes"
            yield heading(2, title, f"entry-{entry.name}")
            yield outline


def _outline(book: Book, here: str, rule: Rule, told: set[str]) -> str:
    """As many levels as it takes to come to a decision; what was told before is named alone."""
    tries = []
    for deepest in LEVELS:
        seen = set(told)
        tries.append((rules.outline(book, here, rule, deepest, seen), seen))
    outline, seen = next((one for one in tries if rules.decides(one[0])), tries[0])
    told |= seen
    return outline


def _actions(book: Book, here: str) -> Iterator[str]:
    for menu, items in book.own_actions().items():
        told = []
        for item in items.values():
            rule = book.rulebook.rules.get(item.rule)
            said = rule.doc.split("\n\n")[0] if rule else ""
            told.append((book.link(here, ("action", menu, item.name)), prose(" ".join(said.split()))))
        yield from _section(f"Choices: {escape(label(menu).lower())}", f"menu-{menu}", told)


# ---------------------------------------------------------------- pieces


def _pieces(book: Book, here: str, kind: Kind, records: list[Record]) -> str:
    """A row a piece: its short facts, and its text."""
    telling = [field for field in kind.fields.values() if _tells(field, records)]
    short = [field for field in telling if values.fits_column(field.type)][:MOST]
    texts = [field for field in telling if values.is_text(field.type)]
    rows = []
    for record in records:
        facts_ = [values.inline(book, here, f.type, value_of(f, record.values), f.none) for f in short]
        said = [
            values.inline(book, here, f.type, record.values.get(f.name)) for f in texts if record.values.get(f.name)
        ]
        name = book.link(here, ("record", kind.name, record.id)) + origin.mark(None, record.origin)
        rows.append([name, *facts_, *(["<br>".join(said)] if texts else [])])
    head = [escape(label(kind.name)), *(escape(field_label(f)) for f in short), *(["Text"] if texts else [])]
    return table(head, rows)


def _tells(field: Field, records: Iterable[Record]) -> bool:
    return any(record.values.get(field.name) not in (None, default_of(field), [], {}) for record in records)


def _dice(book: Book, here: str) -> Iterator[tuple[str, str]]:
    for kind in book.kinds("die"):
        for record in book.records(kind.name):
            faces = "".join(
                span("bz-face", f"{_times(face.get('count', 1))}{escape(sentences.plain(str(face.get('name', ''))))}")
                for face in record.values.get("faces") or ()
            )
            yield book.link(here, ("record", kind.name, record.id)) + origin.mark(None, record.origin), faces


def _times(count: object) -> str:
    return f"{escape(count)} × " if str(count) != "1" else ""


# ---------------------------------------------------------------- what words and places mean


def _words(book: Book) -> Iterator[tuple[str, str]]:
    for name, word in book.own("words").items():
        yield escape(label(name)), escape(as_sentence(spoken(word.says)))
    for name, enum in book.own("enums").items():
        said = [(label(member), says) for member, says in enum.says.items() if says]
        told = [
            escape(says) if says.lower() == word.lower() else f"{escape(word)} ({escape(says)})" for word, says in said
        ]
        yield escape(label(name)), "; ".join(told)


def _board(book: Book) -> Iterator[tuple[str, str]]:
    board = book.ruleset.board
    if board is not None:
        yield from ((escape(label(tag.name)), prose(tag.says)) for tag in board.tags.values())
        yield from ((escape(label(way.name)), prose(as_sentence(way.says))) for way in board.ways.values())


def _zones(book: Book) -> Iterator[tuple[str, str]]:
    for name, zone in book.own("zones").items():
        yield escape(label(name)), prose(as_sentence(zone.says))


def _numbers(book: Book, here: str) -> Iterator[tuple[str, str]]:
    for name, number in book.own("numbers").items():
        type = number.field.type
        value = of_these_seats(book, type, typed(type, number.value))
        yield escape(label(name)), f"{values.inline(book, here, type, value)} {prose(number.says)}"


def _options(book: Book) -> Iterator[tuple[str, str]]:
    for name, field in book.own("options").items():
        yield escape(label(name)), prose(field.says or field.help)
