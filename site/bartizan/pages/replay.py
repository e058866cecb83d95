"""A recorded game on its mission's page: a picture with buttons, what happens, what lies beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bartizan import replays
from bartizan.replays import Frame, Replay

from . import pictures
from .book import Book
from .markdown import code, heading, raw

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

ANCHOR = "replay"
BUTTONS = ((-1_000_000, "First"), (-1, "Back"), (1, "Forward"), (1_000_000, "Last"))


def sections(book: Book, record: Record) -> Iterator[str]:
    """Every recorded game that the pack keeps of a mission; nothing if it keeps none."""
    if record.family != "mission":
        return
    for number, one in enumerate(replays.read(book.pack, record)[0]):
        yield heading(2, "A game to step through", ANCHOR if not number else f"{ANCHOR}-{number + 1}")
        players = "one player" if one.seats == 1 else f"{one.seats} players"
        yield f"Recorded in {code(one.path)}, played by {players}. It shows what everyone at the table sees."
        yield _figure(book, record, one)


def _figure(book: Book, record: Record, one: Replay) -> str:
    kinds = sorted({kind for frame in one.frames for on in frame.board.values() for _, _, kind in on})
    grid = pictures.of(book, book.pack.map_of(record))
    drawn = pictures.drawn(book, grid, legend=False, slots=kinds) if grid is not None else ""
    rounds = list(dict.fromkeys(frame.round for frame in one.frames))
    choices = "".join(f'<option value="{number}">{number or "before the first"}</option>' for number in rounds)
    buttons = "".join(f'<button type="button" data-step="{step}">{word}</button>' for step, word in BUTTONS)
    bar = (
        f'<div class="bz-replay-bar" data-replay="bar" hidden>{buttons}'
        f'<input type="range" data-replay="slider" min="0" max="{len(one.frames) - 1}" value="0" aria-label="Step">'
        f'<label>Round <select data-replay="rounds">{choices}</select></label>'
        '<span data-replay="where" role="status"></span></div>'
    )
    data = json.dumps({"frames": list(_changes(one.frames))}, separators=(",", ":"), ensure_ascii=False)
    script = f'<script type="application/json">{data.replace("<", chr(92) + "u003c")}</script>'
    told = (
        '<div class="bz-replay-told"><ul data-replay="events" tabindex="0" aria-label="What happens"></ul>'
        '<ul data-replay="beside" tabindex="0" aria-label="Beside the map"></ul></div>'
        f"<p>In the end: {raw(one.result)}</p>"
    )
    return pictures.framed(drawn, "bz-replay", bar, f"{told}{script}")


def _changes(frames: list[Frame]) -> Iterator[dict[str, Any]]:
    """The frames, each with only the cells that are otherwise than in the one before."""
    before: dict[str, Any] = {}
    for frame in frames:
        now = frame.board
        changed = {cell: now.get(cell, []) for cell in before | now if now.get(cell) != before.get(cell)}
        before = now
        yield {"round": frame.round, "events": frame.events, "board": changed, "beside": frame.beside}
