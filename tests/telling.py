"""A game as lines of text: every state's decision and options, what every player sees of it, and what then happens.

Nothing is left out. Views are written as lines (a cell, a zone, a field), of the first state all, of each later one
those that have changed; what all players see alike is said once, under `all`. Equal pieces that stand one after the
other are one word: `goblin:grub#1-3{hp=2}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from bartizan_engine import Event, State, decide
from bartizan_engine.bots import Bot

GONE = "-"  # what a line of a view says when there is nothing any more
MAX_DECISIONS = 2_000


def told(state: State, bot: Bot, logs: bool) -> Iterator[str]:
    """All lines of a game that a bot plays from here; after its end also the log of each player, if it is wanted."""
    seen, views = 0, [dict[str, str]() for _ in range(state.seats)]
    for number in range(1, MAX_DECISIONS):
        events = state.events_since(seen)
        seen += len(events)
        yield from happened(events)
        if state.over:
            break
        place = bot.choose(state)
        yield from asked(state, number, place)
        yield from changes(state, views)
        state.answer(place, state.pending[decide.WHO][0])
    assert state.over, f"the game goes on after {MAX_DECISIONS} decisions"
    yield ""
    yield "the end"
    yield from changes(state, views)
    yield from ended(state)
    if logs:
        for player in range(state.seats):
            yield ""
            yield f"the log of player {player + 1}"
            yield from (f"  {line}" for line in map(state.describe, state.log(player)) if line)


# ---------------------------------------------------------------- decisions and events


def asked(state: State, number: int, place: int) -> Iterator[str]:
    """A decision in full, with a mark at what is chosen; and the state in which it is asked, by its hash."""
    decision = state.decision
    assert decision is not None
    who = " or ".join(str(seat + 1) for seat in decision.players)
    yield ""
    yield f"{number}. player {who}: {decision.prompt}"
    for at, option in enumerate(decision.options):
        closed = f" - closed: {option.blocked}" if option.blocked is not None else ""
        yield f"  {'>' if at == place else ' '} [{option.key}] {option.label}{closed}"
    yield f"  hash {state.hash()}"


def happened(events: list[Event]) -> Iterator[str]:
    """What has happened, event by event: its name and its values, in the order of the table of events.

    Of decisions those are among them that answered themselves; the others stand in full beside their events.
    """
    lone = False
    for event in events:
        if event.name == "offered":
            lone = bool(event.get("alone"))
        if lone or event.name not in ("offered", "chosen"):
            yield f"  {event.name} {' '.join(said(value) for _, value in event.values)}".rstrip()


def said(value: Any) -> str:
    """A value: text without blanks as it stands, the rest as JSON."""
    plain = isinstance(value, str) and value and " " not in value
    return value if plain else json.dumps(value, ensure_ascii=False, sort_keys=True)


def ended(state: State) -> Iterator[str]:
    """How the game came out."""
    result = state.result
    assert result is not None
    yield f"  {result.name}: {result.says}"
    yield f"  winners: {', '.join(str(seat + 1) for seat in result.winners) or 'none'}"
    yield f"  scores: {json.dumps(result.scores, sort_keys=True)}"
    yield f"  hash {state.hash()}"


# ---------------------------------------------------------------- views


def changes(state: State, before: list[dict[str, str]]) -> Iterator[str]:
    """The lines of all views that are not as they were; `before` is brought up to date."""
    now = [dict(lines(state, player)) for player in range(state.seats)]
    changed = [differences(old, new) for old, new in zip(before, now, strict=True)]
    common = dict(changed[0].items() & set.intersection(*(set(part.items()) for part in changed)))
    yield from (f"  all: {name} {common[name]}" for name in sorted(common))
    for player, part in enumerate(changed, 1):
        yield from (f"  {player}: {name} {part[name]}" for name in sorted(part) if name not in common)
    before[:] = now


def differences(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """What is new or otherwise, and what is gone."""
    return {name: value for name, value in new.items() if old.get(name) != value} | {
        name: GONE for name in old if name not in new
    }


def lines(state: State, player: int) -> Iterator[tuple[str, str]]:
    """A view as lines: what they are about, and what is seen."""
    view = state.view(player)
    assert (view.pop("player"), view.pop("result")) == (player + 1, result(state))
    yield "round", str(view.pop("round"))
    for cell, pieces in view.pop("board").items():
        yield f"board.{cell}", row(pieces)
    for name, value in view.pop("zones").items():
        yield f"zone.{name}", zone(value)
    for name, value in view.pop("game").items():
        yield f"game.{name}", said(value)
    for seat, seen in enumerate(view.pop("players"), 1):
        for name, value in seen.pop("zones").items():
            yield f"player{seat}.{name}", zone(value)
        for name, value in seen.pop("state").items():
            yield f"player{seat}.{name}", said(value)
        assert not seen
    yield from decision(state, player, view.pop("decision"))
    assert not view, "a part of a view is not told: say here how"


def result(state: State) -> dict[str, Any] | None:
    """What a view says of the end: all of it is told there."""
    if state.result is None:
        return None
    name, _, winners, scores = state.result
    return {"name": name, "winners": [seat + 1 for seat in winners], "scores": scores}


def decision(state: State, player: int, view: dict[str, Any] | None) -> Iterator[tuple[str, str]]:
    """The decision in a view; nothing, where it is word by word the one that is told beside it."""
    if state.decision is None:
        assert view is None
        return
    asked = state.decision
    players = [seat + 1 for seat in asked.players]
    if player not in asked.players:
        assert view == {"players": players}, "somebody who is not asked sees more than who is"
        return
    assert view is not None
    options = [(option.label, option.blocked) for option in asked.options]
    shown = [(option["label"], option["blocked"]) for option in view["options"]]
    if (view["prompt"], shown) != (asked.prompt, options):
        yield "decision", said(view)
    elif [option["is"] for option in view["options"]] != [option.key for option in asked.options]:
        yield "decision", " ".join(said(option["is"]) for option in view["options"])


def zone(value: Any) -> str:
    """A zone: its pieces, or how many there are where nobody may look."""
    return str(value) if isinstance(value, int) else row(value) or "nothing"


def row(pieces: list[dict[str, Any]]) -> str:
    """Pieces one after the other, with those that are alike as one word."""
    words = []
    for (record, rest), group in groupby(map(piece, pieces), key=lambda word: (word[0], word[2])):
        numbers = [number for _, number, _ in group]
        for first, last in runs(numbers):
            words.append(f"{record}#{first}{rest}" if first == last else f"{record}#{first}-{last}{rest}")
    return " ".join(words)


def runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow each other, as the first and the last."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]


def piece(seen: dict[str, Any]) -> tuple[str, int, str]:
    """A piece in three parts: its record, its number in this view, its state and what it carries."""
    assert set(seen) <= {"is", "state", "carries"}
    match = re.fullmatch(r"(.+)#(\d+)", seen["is"])
    assert match is not None, seen
    held = ",".join(f"{name}={said(value)}" for name, value in seen.get("state", {}).items())
    load = row(seen.get("carries", []))
    return match[1], int(match[2]), (f"{{{held}}}" if held else "") + (f"({load})" if load else "")
