"""The page of what changes in play: the state of the game, of each player and of each kind of piece."""

from __future__ import annotations

from collections.abc import Iterable

from bartizan_engine.declared import MISSING, Field
from bartizan_engine.outliving import KEPT

from . import values
from .book import Book, default_of, field_label, label
from .markdown import code, escape, front_matter, heading, join, prose, table

TITLE = "What changes in play"
INTRO = (
    "What the rules keep in mind while a game goes on, and who sees it. A piece that nobody may see, or only its "
    "owner, hides all that it has."
)
HEADS = ["", "In rules", "Type", "Starts as", "Seen by", ""]


def pages(book: Book) -> dict[str, str]:
    """The page, if the pack declares any state of its own."""
    here = book.path("state.md")
    sections = list(_sections(book, here))
    return {here: front_matter(TITLE, book.name) + join([heading(1, TITLE), INTRO, *sections])} if sections else {}


def _sections(book: Book, here: str) -> Iterable[str]:
    """A table for the game, for players, and for each kind that has state."""
    whole = [("The game", "state-game", "game", "everyone", book.own("game"))]
    whole += [("Each player", "state-players", "player", "the player alone", book.own("players"))]
    for title, anchor, owner, own, fields in whole:
        if fields:
            yield join([heading(2, title, anchor), _table(book, here, owner, own, fields.values())])
    for kind in book.own("kinds").values():
        if kind.state:
            title = book.link(here, ("kind", kind.name)) if book.records(kind.name) else escape(label(kind.name))
            shown = _table(book, here, kind.name, "the owner alone", kind.state.values())
            yield join([heading(2, title, f"state-{kind.name}"), shown])


def _table(book: Book, here: str, owner: str, own: str, fields: Iterable[Field]) -> str:
    seen = {"everyone": "everyone", "owner": own, "nobody": "nobody"}
    rows = [
        [
            escape(field_label(field)),
            code(f"{owner}.{field.name}"),
            code(field.type),
            _start(book, here, field),
            escape(seen[field.visible]),
            _told(field),
        ]
        for field in fields
    ]
    told = any(row[-1] for row in rows)  # or the last column says nothing
    return table(HEADS, rows) if told else table(HEADS[:-1], [row[:-1] for row in rows])


def _start(book: Book, here: str, field: Field) -> str:
    """How the field starts, and when it does so again."""
    again = f", anew each {escape(label(field.until).lower())}" if field.until else ""
    again = ", kept in a campaign" if field.until == KEPT else again
    if field.printed:
        return f"as printed{again}"
    if field.default is not MISSING:
        return values.inline(book, here, field.type, default_of(field), field.none) + again
    if field.type.name in ("optional", "list", "effects"):
        return escape(field.none or values.NOTHING) + again
    return "what the rules set"


def _told(field: Field) -> str:
    """The field's sentence, where its label does not say it already, and what its author is to know."""
    said = "" if field.says.strip().lower() == field_label(field).lower() else field.says
    return " ".join(filter(None, (prose(said), prose(field.help))))
