"""A game in a few lines a round, told from its events: what was chosen, rolled and said, and what has changed.

It knows no game: pieces go by their titles, state by its names, values by the words that players read. Only what
differs from the round before is told.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator

from bartizan import playing, terminal
from bartizan.excerpt import clean
from bartizan.report import Line, Piece
from bartizan_engine import Event, Game, State
from bartizan_engine.declared import Field
from bartizan_engine.types import Type

_LINES = 3  # of one kind a round, unless all is told
_INDENT = "  "
_HAPPENS = frozenset(
    ("created", "moved", "removed", "set", "rolled", "picked", "shuffled", "turn")
)  # ends a chain of choices


def story(game: Game, state: State, whole: bool = False) -> list[Line]:
    """What has happened, round by round: the most of it, or the whole."""
    table = _Table(game, whole)
    lines: list[Line] = []
    for title, events in _chapters(state.events):
        told = list(table.chapter(events))
        if told:
            lines += [[Piece(title, "message")], *([Piece(_INDENT + line)] for line in told)]
    return lines


def result(state: State) -> Line:
    """How the game ended: the result, its sentence, who won and the scores."""
    end = state.result
    if end is None:
        return [Piece("the game goes on", "dim")]
    parts = [f"{name.replace('_', ' ')} {value}" for name, value in end.scores.items()]
    if end.winners:
        parts.insert(0, "won by player " + ", ".join(str(seat + 1) for seat in end.winners))
    more = f" ({'; '.join(parts)})" if parts else ""
    return [Piece(end.name, "message"), Piece(clean(f": {end.says}{more}"))]


def _chapters(events: Iterable[Event]) -> Iterator[tuple[str, list[Event]]]:
    title = "Before the first round"
    chapter: list[Event] = []
    for event in events:
        if event.name == "round":
            yield title, chapter
            title, chapter = f"Round {event.get('number')}", []
        else:
            chapter.append(event)
    yield title, chapter


class _Table:
    """What lies where, followed from event to event."""

    def __init__(self, game: Game, whole: bool) -> None:
        self.ruleset, self.whole = game.ruleset, whole
        self.titles = playing.titles(game)
        self.cells = {cell["name"] for cell in game.map["cells"]} if game.map else set()
        self.zones = {name for name, zone in game.ruleset.zones.items() if zone.per == "game"}
        self.pieces: dict[str, tuple[str, str]] = {}  # by number: kind and record, and the place

    def chapter(self, events: list[Event]) -> Iterator[str]:
        """The lines of one round."""
        before = self._counted()
        for event in events:
            self._follow(event)
        yield from self._wrapped("", [str(e.get("text")) for e in events if e.name == "announced"])
        yield from self._wrapped("", choices(events), "; ")
        yield from self._wrapped("rolled: ", _rolls(events))
        changed = list(self._state(events))
        yield from self._wrapped("", [one for one in changed if "," not in one])
        for one in changed:
            yield from self._wrapped("", [one] if "," in one else [])
        yield from self._changes(before)

    def _follow(self, event: Event) -> None:
        if event.name in ("created", "moved", "removed"):
            what, _, number = str(event.get("piece")).partition("#")
            self.pieces[number] = what, str(event.get("place", ""))

    def _counted(self) -> Counter[tuple[str, str]]:
        """How many of what are where: on the map, or in a zone of the table."""
        return Counter((region, what) for what, place in self.pieces.values() if (region := self._region(place)))

    def _region(self, place: str) -> str:
        """The part of the table that a place belongs to; what is carried is where its carrier is."""
        for _ in self.pieces:
            if not place.startswith("#"):
                break
            place = self.pieces.get(place[1:], ("", ""))[1]
        return "on the map" if place in self.cells else place if place in self.zones else ""

    def _changes(self, before: Counter[tuple[str, str]]) -> Iterator[str]:
        now = self._counted()
        regions = sorted({region for region, _ in (*before, *now)}, key=lambda one: (one != "on the map", one))
        for region in regions:
            here = [(at[1], now[at], now[at] - before[at]) for at in sorted({*before, *now}) if at[0] == region]
            changed = [f"{left or 'no'} {self.titles.get(what, what)} ({more:+})" for what, left, more in here if more]
            yield from self._wrapped(f"{region.replace('_', ' ')}: ", changed)

    def _state(self, events: list[Event]) -> Iterator[str]:
        """The state of the table that has changed, from the first value to the last."""
        first: dict[str, object] = {}
        last: dict[str, object] = {}
        for event in events:
            if event.name == "set" and event.get("of") == "game" and not isinstance(event.get("after"), dict):
                name = str(event.get("field"))
                first.setdefault(name, event.get("before"))
                last[name] = event.get("after")
        for name, after in last.items():
            if first[name] != after:
                field = self.ruleset.game[name]
                yield f"{name.replace('_', ' ')} {self._shown(field, first[name])} -> {self._shown(field, after)}"

    def _shown(self, field: Field, value: object) -> str:
        """A value of the table in words."""
        return self._said(field.type, value, field.none or "none")

    def _said(self, type: Type, value: object, none: str) -> str:
        """A value in words, from the key by which events call it."""
        if type.name in ("optional", "list"):
            return self._said_of(type, value, none)
        if isinstance(value, bool):
            return "yes" if value else "no"
        text = str(value)
        kind, _, name = text.partition(":")
        if type.name == "enum":
            return self.ruleset.enums[type.of].says.get(name) or name.replace("_", " ")
        if type.name in ("piece", "ref"):
            return self.titles.get(text.partition("#")[0], name)
        if type.name == "player":
            return f"{kind} {name}"
        return name if type.name in ("cell", "face", "zone") else text

    def _said_of(self, type: Type, value: object, none: str) -> str:
        """An optional value, or a list."""
        of, text = type.items[0], str(value)
        if type.name == "optional":
            return none if value is None or value == "none" else self._said(of, value, none)
        if text == "[]":
            return "none"
        if of.items or of.name not in ("int", "bool", "enum", "piece", "ref", "player", "cell", "face", "zone"):
            return text  # its own commas cannot be told from those between
        parts = [self._said(of, part, none) for part in text[1:-1].split(",")]
        return ("; " if any("," in part for part in parts) else ", ").join(parts)

    def _wrapped(self, head: str, parts: list[str], join: str = ", ") -> list[str]:
        """The parts behind their head, in at most `_LINES` lines unless the whole is told; of what does not fit is told
        how much it is.
        """
        if not parts:
            return []
        room = terminal.room() - len(_INDENT)
        for kept in range(len(parts), 0, -1):
            more = f"{join}and {len(parts) - kept} more" if kept < len(parts) else ""
            lines = textwrap.wrap(clean(head + join.join(parts[:kept]) + more), room, subsequent_indent=_INDENT)
            if self.whole or len(lines) <= _LINES:
                return lines
        return textwrap.wrap(clean(head + parts[0]), room)[:_LINES]


def choices(events: list[Event]) -> list[str]:
    """What was chosen where there was a choice, and what followed of itself from it.

    Choices are a chain until something happens, a prompt comes again or another player chooses, who is named then.
    """
    chains: list[str] = []
    seen: set[str] = set()
    player = choices = 0
    for event in events:
        if event.name in _HAPPENS:
            seen.clear()
        elif event.name == "offered":
            choices = len(event.get("options", ()))
        elif event.name == "chosen" and event.get("option") != "none":
            prompt, label = str(event.get("prompt")), str(event.get("label"))
            goes_on = bool(seen) and prompt not in seen and event.get("player") == player
            if goes_on:
                chains[-1] += f", {label}"
            elif choices > 1:
                chains.append(label if event.get("player") == player else f"player {event.get('player')}: {label}")
                player = event.get("player")
            if goes_on or choices > 1:
                seen = {*seen, prompt} if goes_on else {prompt}
    return chains


def _rolls(events: list[Event]) -> list[str]:
    """The faces that came up, as `bolt hit 2x, miss`."""
    faces: dict[str, Counter[str]] = {}
    for event in events:
        if event.name == "rolled":
            faces.setdefault(str(event.get("die")), Counter())[str(event.get("face"))] += 1
    return [
        f"{die} " + " ".join(face if number == 1 else f"{number}x {face}" for face, number in sorted(counted.items()))
        for die, counted in sorted(faces.items())
    ]
