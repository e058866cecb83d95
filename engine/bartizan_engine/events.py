"""What has happened, as data: one table of events, from which logs, replays, statistics and pictures come.

Each event is a name and its values by name, as keys and plain values; `describe` puts it into a line for people. In the
state events are short tuples; they are spelt out when somebody reads them, on a copy in which what followed is undone
(see `past`), so that texts say how things were. `event_list` is for who keeps the game and knows all; what one player
may know of it is told by `told.log`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import decide
from .past import backwards, raw_events
from .types import Type

if TYPE_CHECKING:
    from .game import State
    from .state import Base


class Event(NamedTuple):
    """One thing that happened: its name and its values."""

    name: str
    values: tuple[tuple[str, Any], ...]

    def get(self, name: str, default: Any = None) -> Any:
        """The value with a name."""
        return dict(self.values).get(name, default)


class Told(NamedTuple):
    """A line of the table of events: the names of its values, what it says, and what of it a player's log has."""

    values: tuple[str, ...]
    says: str
    seen: str


_MOVED = "everyone; what piece it is, to those who see it before or after"
_ALL = "everyone"

EVENTS: dict[str, Told] = {
    "created": Told(("piece", "place"), "a piece was made", _MOVED),
    "moved": Told(("piece", "before", "place"), "a piece went from one place to another", _MOVED),
    "removed": Told(("piece", "before"), "a piece left the game", _MOVED),
    "renewed": Told(("piece",), "the state of a piece went back to its start", "who sees the piece"),
    "set": Told(("field", "of", "before", "after"), "a field of the state changed", "who may read the field"),
    "shuffled": Told(("zone",), "a zone was put into a random order", _ALL),
    "rolled": Told(("die", "face"), "a die was thrown", _ALL),
    "picked": Told(("items",), "something was picked by chance", "everyone; of the items, pieces that are seen"),
    "performed": Told(("word",), "a word of effects was carried out", "nobody: a log has what it does"),
    "cancelled": Told(("items",), "what waited on the agenda was given up", _ALL),
    "expired": Told(("lifetime",), "what lasts only so long went back to its start", _ALL),
    "round": Told(("number",), "a round began", _ALL),
    "turn": Told(("player",), "a player's turn began", _ALL),
    "part": Told(("player",), "a player's part of what all choose together began", _ALL),
    "opened": Told((), "what all chose together is no longer sealed", _ALL),
    "announced": Told(("text",), "the rules said something to the players", "everyone; hidden pieces are not named"),
    "offered": Told(("prompt", "options", "alone"), "a decision was open, or answered itself", "who is asked"),
    "chosen": Told(
        ("player", "prompt", "option", "label"),
        "a decision was answered",
        "everyone; only that there was a choice, where it is secret or about a piece that the reader may not know",
    ),
    "next": Told(("entry", "mission", "players"), "what the campaign plays next was said", _ALL),
    "ended": Told(("result", "winners", "scores"), "the game ended", _ALL),
    "problem": Told(("record", "field", "text"), "a check of records found a problem", _ALL),
}


def event_list(s: State, since: int = 0) -> list[Event]:
    """All events after the first so many, spelt out."""
    if s.notes is None:
        return []
    raw, past = raw_events(s), s.clone()
    return [spelt(past, event) for event in backwards(past, raw, since)][::-1]


def spelt(past: Base, raw: tuple[Any, ...]) -> Event:
    """One event with its values by name, on a copy that is as it was right after it."""
    name = raw[0]
    names = EVENTS[name].values
    values = _VALUES[name](past, raw[1:]) if name in _VALUES else raw[1 : 1 + len(names)]
    return Event(name, tuple(zip(names, values, strict=True)))


def _piece(s: Base, piece: int) -> str:
    kind = s.fixed.kinds[s.kind[piece]]
    return s.program.key(Type("piece", of=kind), piece, s)


def _pieces(s: Base, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (_piece(s, values[0]), s.fixed.place_name(values[1]))


def _set(s: Base, values: tuple[Any, ...]) -> tuple[Any, ...]:
    field, of, before, after = values
    owner, _, name = field.partition(".")
    type = declared(s, owner, name).type
    subject = "game" if of is None else f"player:{of + 1}" if owner == "player" else _piece(s, of)
    return name, subject, _value(s, type, before), _value(s, type, after)


def declared(s: Base, owner: str, name: str) -> Any:
    """The declaration of a state field."""
    ruleset = s.fixed.ruleset
    fields = {"game": ruleset.game, "player": ruleset.players}.get(owner)
    return fields[name] if fields is not None and name in fields else ruleset.kinds[owner].state[name]


def _value(s: Base, type: Type, value: Any) -> Any:
    if value is None or isinstance(value, bool) or type.name == "int":
        return value
    if type.name == "table":
        return {str(key): _value(s, type.items[1], item) for key, item in value.items()}
    return s.program.key(type, value, s) if type.name != "effects" else "effects"


def _chosen(s: Base, values: tuple[Any, ...]) -> tuple[Any, ...]:
    player, decision, at = values
    key = decide.keys(s, decision)[at]
    return player + 1, s.plain(decision[decide.PROMPT]), key, decide.label_at(s, decision, at)


def _offered(s: Base, values: tuple[Any, ...]) -> tuple[Any, ...]:
    decision, alone = values
    return s.plain(decision[decide.PROMPT]), tuple(decide.keys(s, decision)), alone


def _next(s: Base, values: tuple[Any, ...]) -> tuple[Any, ...]:
    entry, mission, players = values
    kind = s.program.checked.leads["mission"]
    named = None if mission is None else f"{kind}:{s.fixed.record_ids[kind][mission]}"
    return list(s.fixed.ruleset.entries)[entry], named, players


# What has to be looked up to be spelt out; on a copy that is as it was then.
_VALUES: dict[str, Any] = {
    "created": _pieces,
    "moved": lambda s, v: (*_pieces(s, v[:2]), s.fixed.place_name(v[2])),
    "removed": _pieces,
    "renewed": lambda s, v: (_piece(s, v[0]),),
    "set": _set,
    "shuffled": lambda s, v: (s.fixed.zone_key[v[0]],),
    "rolled": lambda s, v: (s.fixed.record_ids[v[0]][v[1]], s.fixed.face_name[v[2]]),
    "picked": lambda s, v: (tuple(s.program.key(s.program.types[v[0]], item, s) for item in v[1]),),
    "performed": lambda s, v: (list(s.fixed.ruleset.words)[v[0]],),
    "turn": lambda s, v: (v[0] + 1,),
    "part": lambda s, v: (v[0] + 1,),
    "announced": lambda s, v: (s.plain(v[0]),),
    "offered": _offered,
    "chosen": _chosen,
    "next": _next,
    "ended": lambda s, v: (v[0], tuple(winner + 1 for winner in v[1]), dict(v[2])),
    "problem": lambda s, v: (f"{v[0]}:{s.fixed.record_ids[v[0]][v[1]]}", v[2], s.plain(v[3])),
}


def describe(event: Event) -> str:
    """An event as one line for people; "" for what needs none."""
    line = _LINES.get(event.name)
    return "" if line is None else line(dict(event.values))


def _named(key: Any) -> str:
    """A value for people: as who keeps the game reads it, a text also for a list; as a player does, plain JSON."""
    if isinstance(key, str) and key.startswith("[") and key.endswith("]") and not set(key[1:-1]) & set('[]"'):
        key = [part for part in key[1:-1].split(",") if part]
    if isinstance(key, list):
        return ", ".join(map(_named, key)) or "nothing"
    if isinstance(key, dict):
        return ", ".join(f"{name} {_named(value)}" for name, value in key.items()) or "nothing"
    kind, colon, name = str(key).partition(":")
    if kind.startswith("["):  # a list of lists or texts
        return str(key)
    return f"a {kind}" if name == "?" else name if colon else str(key)


def _set_line(v: dict[str, Any]) -> str:
    return f"{v['field'].replace('_', ' ')} of {_named(v['of'])}: {_named(v['before'])} -> {_named(v['after'])}"


def _chosen_line(v: dict[str, Any]) -> str:
    what = "chooses in secret" if v["prompt"] is None else f"{v['prompt']} {v['label']}"
    return f"player {v['player']}: {what}"


_LINES: dict[str, Any] = {
    "created": lambda v: f"{_named(v['piece'])} appears at {v['place']}",
    "moved": lambda v: f"{_named(v['piece'])}: {v['before']} -> {v['place']}",
    "removed": lambda v: f"{_named(v['piece'])} leaves the game",
    "set": _set_line,
    "shuffled": lambda v: f"{v['zone']} is shuffled",
    "rolled": lambda v: f"{v['die']}: {v['face']}",
    "picked": lambda v: "" if None in v["items"] else "by chance: " + ", ".join(map(_named, v["items"])),
    "round": lambda v: f"round {v['number']}",
    "turn": lambda v: f"turn of player {v['player']}",
    "announced": lambda v: v["text"],
    "chosen": _chosen_line,
    "next": lambda v: f"next: {_named(v['mission'] or v['entry'])}, {v['players']} to play it",
    "ended": lambda v: "the end: " + v["result"],
}
