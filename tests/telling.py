"""A game as lines of text: every state's decision and options, what every player sees of it, and what then happens.

Nothing is left out of a game that is told in full. Of others a part is, and each other decision is a line: the answer, and
the hash of the state in which it was given. Views are written as lines (a cell, a zone, a field), of the first state all, of each later one
those that have changed; what all players see alike is said once, under `all`. Equal pieces that stand one after the
other are one word: `goblin:grub#1-3{hp=2}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from bartizan_engine import Event, State, decide
from bartizan_engine.bots import Bot
from bartizan_engine.decide import Decision

GONE = "-"  # what a line of a view says when there is nothing any more
MAX_DECISIONS = 2_000
EVERYTHING = range(1, MAX_DECISIONS)


def told(state: State, bot: Bot, logs: bool, part: range = EVERYTHING) -> Iterator[str]:
    """All lines of a game that a bot plays from here; after its end also the log of each player, if it is wanted.

    Which decisions are told in full is said by their numbers.
    """
    seen, views = 0, [dict[str, Any]() for _ in range(state.seats)]
    for number in range(1, MAX_DECISIONS):
        events = state.events_since(seen)
        seen += len(events)
        if number in part:
            yield from happened(events)
        if state.over:
            break
        place = bot.choose(state)
        if number in part:
            yield from asked(state, number, place)
            yield from changes(state, views)
        else:
            yield briefly(state, number, place)
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


def briefly(state: State, number: int, place: int) -> str:
    """A decision in one line."""
    (who, *_), key = state.pending[decide.WHO], decide.key_at(state, state.pending, place)
    return f"{number}. player {who + 1}: [{key}] {state.hash()}"


def happened(events: list[Event]) -> Iterator[str]:
    """What has happened, event by event: its name and its values, in the order of the table of events.

    Of decisions those are among them that answered themselves; the others stand in full beside their events. Which words
    are performed is left out, as it is of logs: what they do stands there.
    """
    lone = False
    for event in events:
        if event.name == "offered":
            lone = bool(event.get("alone"))
        if event.name == "performed":
            continue
        if lone or event.name not in ("offered", "chosen"):
            yield f"  {event.name} {' '.join(said(value) for _, value in event.values)}".rstrip()


def said(value: Any) -> str:
    """A value: text without blanks as it stands, the rest as JSON."""
    if isinstance(value, str) and value and " " not in value:
        return value
    if type(value) is int:
        return str(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def ended(state: State) -> Iterator[str]:
    """How the game came out."""
    result = state.result
    assert result is not None
    yield f"  {result.name}: {result.says}"
    yield f"  winners: {', '.join(str(seat + 1) for seat in result.winners) or 'none'}"
    yield f"  scores: {json.dumps(result.scores, sort_keys=True)}"
    yield f"  hash {state.hash()}"


# ---------------------------------------------------------------- views


def changes(state: State, before: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of all views that are not as they were; `before` is brought up to date."""
    asked = state.decision
    now = [dict(parts(state, player, asked)) for player in range(state.seats)]
    changed = [differences(old, new) for old, new in zip(before, now, strict=True)]
    common = dict(changed[0].items() & set.intersection(*(set(part.items()) for part in changed)))
    yield from (f"  all: {name} {common[name]}" for name in sorted(common))
    for player, part in enumerate(changed, 1):
        yield from (f"  {player}: {name} {part[name]}" for name in sorted(part) if name not in common)
    before[:] = now


def differences(old: dict[str, Any], new: dict[str, Any]) -> dict[str, str]:
    """What is new or otherwise, and what is gone, in words."""
    found = {name: seen(value) for name, value in new.items() if name not in old or old[name] != value}
    return found | {name: GONE for name in old if name not in new}


def parts(state: State, player: int, asked: Decision | None) -> Iterator[tuple[str, Any]]:
    """A view in parts: what each is about, and what is seen there."""
    view = state.view(player)
    assert (view.pop("player"), view.pop("result")) == (player + 1, result(state))
    yield "round", view.pop("round")
    for group, prefix in (("board", "board"), ("zones", "zone"), ("game", "game")):
        yield from ((f"{prefix}.{name}", value) for name, value in view.pop(group).items())
    for seat, own in enumerate(view.pop("players"), 1):
        for group in ("zones", "state"):
            yield from ((f"player{seat}.{name}", value) for name, value in own.pop(group).items())
        assert not own, "a part of a view is not told: say here how"
    yield from decision(player, asked, view.pop("decision"))
    assert not view, "a part of a view is not told: say here how"


def result(state: State) -> dict[str, Any] | None:
    """What a view says of the end: all of it is told there."""
    if state.result is None:
        return None
    name, _, winners, scores = state.result
    return {"name": name, "winners": [seat + 1 for seat in winners], "scores": scores}


def decision(player: int, asked: Decision | None, view: dict[str, Any] | None) -> Iterator[tuple[str, Any]]:
    """The decision in a view; nothing, where it is word by word the one that is told beside it."""
    if asked is None:
        assert view is None
        return
    if player not in asked.players:
        assert view == {"players": [seat + 1 for seat in asked.players]}, "who is not asked sees more than who is"
        return
    assert view is not None
    options = [(option.label, option.blocked) for option in asked.options]
    shown = [(option["label"], option["blocked"]) for option in view["options"]]
    if (view["prompt"], shown) != (asked.prompt, options):
        yield "decision", view
    elif [option["is"] for option in view["options"]] != [option.key for option in asked.options]:
        yield "decision", tuple(option["is"] for option in view["options"])


def seen(value: Any) -> str:
    """What is seen: pieces in a row, or a value; of a zone into which nobody may look a number."""
    if value == []:
        return "nothing"
    if isinstance(value, list) and all(isinstance(item, dict) and "is" in item for item in value):
        return row(value)
    return " ".join(map(said, value)) if isinstance(value, tuple) else said(value)


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
    record, _, number = seen["is"].rpartition("#")
    held = ",".join(f"{name}={said(value)}" for name, value in seen.get("state", {}).items())
    load = row(seen.get("carries", []))
    return record, int(number), (f"{{{held}}}" if held else "") + (f"({load})" if load else "")
