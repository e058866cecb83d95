"""What stands on a campaign's page besides its record: how it is played, and what is kept from game to game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bartizan_engine.declared import Field
from bartizan_engine.outliving import kept

from . import values
from .book import Book, default_of, field_label
from .markdown import escape, heading, prose, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

INTRO = "It begins with **{entry}**, which comes again after every other game: {says}"
OTHERS = "Its missions are played as {games}."
PLAY = "bartizan campaign {save}.save {pack}:{id}"


def told(book: Book, here: str, record: Record) -> list[str]:
    """How a campaign is played, what is kept, and what to type."""
    entries = book.ruleset.entries.values()
    begins = next((entry for entry in entries if entry.needs == "campaign"), None)
    if begins is None:
        return []
    games = [book.link(here, ("entry", one.name)) for one in entries if one.needs == "mission"]
    command = PLAY.format(save=record.id, pack=book.pack.info["id"], id=record.id)
    return [
        heading(2, "How it is played"),
        INTRO.format(entry=book.link(here, ("entry", begins.name)), says=prose(begins.says)),
        OTHERS.format(games=", ".join(games)) if games else "",
        f"```console\n$ {command}\n```",
        *_kept(book, here),
    ]


def _kept(book: Book, here: str) -> list[str]:
    """The state that outlives games, of the table and of each player."""
    fields = [("the table", field) for field in kept(book.own("game")).values()]
    fields += [("each player", field) for field in kept(book.own("players")).values()]
    if not fields:
        return []
    rows = [[escape(field_label(field)), whose, _start(book, here, field)] for whose, field in fields]
    return [heading(2, "What is kept"), table(["", "Of", "Starts as"], rows)]


def _start(book: Book, here: str, field: Field) -> str:
    return values.inline(book, here, field.type, default_of(field), field.none)
