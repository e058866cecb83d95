"""What has happened, as data: one table of events, from which logs, replays, statistics and pictures come.

Each event is a name and its values by name, as keys and plain values; `describe` puts it into a line for people. In the
state events are short tuples; they are spelt out here, when somebody reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import decide
from .types import Type

if TYPE_CHECKING:
    from .game import State


class Event(NamedTuple):
    """One thing that happened: its name and its values."""

    name: str
    values: tuple[tuple[str, Any], ...]

    def get(self, name: str, default: Any = None) -> Any:
        """The value with a name."""
        return dict(self.values).get(name, default)


EVENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "created": (("piece", "place"), "a piece was made"),
    "moved": (("piece", "before", "place"), "a piece went from one place to another"),
    "removed": (("piece", "before"), "a piece left the game"),
    "renewed": (("piece",), "the state of a piece went back to its start"),
    "set": (("field", "of", "before", "after"), "a field of the state changed"),
    "shuffled": (("zone",), "a zone was put into a random order"),
    "rolled": (("die", "face"), "a die was thrown"),
    "picked": (("items",), "something was picked by chance"),
    "cancelled": (("items",), "what waited on the agenda was given up"),
    "expired": (("lifetime",), "what lasts only so long went back to its start"),
    "round": (("number",), "a round began"),
    "turn": (("player",), "a player's turn began"),
    "announced": (("text",), "the rules said something to the players"),
    "offered": (("prompt", "options", "alone"), "a decision was open, or answered itself"),
    "chosen": (("player", "prompt", "option", "label"), "a decision was answered"),
    "ended": (("result", "winners", "scores"), "the game ended"),
    "problem": (("record", "field", "text"), "a check of records found a problem"),
}


def raw_events(s: State) -> list[tuple[Any, ...]]:
    """All events as they stand in the state, in order."""
    parts = [s.log or []]
    link = s.trunk
    while link is not None:
        link, part = link
        parts.append(part)
    return [event for part in reversed(parts) for event in part]


def event_list(s: State) -> list[Event]:
    """All events, spelt out."""
    return [spelt(s, raw) for raw in raw_events(s)]


def spelt(s: State, raw: tuple[Any, ...]) -> Event:
    """One event of the state with its values by name."""
    name = raw[0]
    return Event(name, tuple(zip(EVENTS[name][0], _VALUES.get(name, _plain)(s, raw[1:]), strict=True)))


def _plain(s: State, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values


def _piece(s: State, piece: int) -> str:
    kind = s.fixed.kinds[s.kind[piece]]
    return s.program.key(Type("piece", of=kind), piece, s)


def _pieces(s: State, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (_piece(s, values[0]), *(s.fixed.place_name(place) for place in values[1:]))


def _set(s: State, values: tuple[Any, ...]) -> tuple[Any, ...]:
    field, of, before, after = values
    owner, _, name = field.partition(".")
    type = field_type(s, owner, name)
    subject = "game" if of is None else f"player:{of + 1}" if owner == "player" else _piece(s, of)
    return name, subject, _value(s, type, before), _value(s, type, after)


def field_type(s: State, owner: str, name: str) -> Type:
    """The declared type of a state field."""
    ruleset = s.fixed.ruleset
    fields = {"game": ruleset.game, "player": ruleset.players}.get(owner)
    return fields[name].type if fields is not None and name in fields else ruleset.kinds[owner].state[name].type


def _value(s: State, type: Type, value: Any) -> Any:
    if value is None or isinstance(value, bool) or type.name == "int":
        return value
    if type.name == "table":
        return {str(key): _value(s, type.items[1], item) for key, item in value.items()}
    return s.program.key(type, value, s) if type.name != "effects" else "effects"


def _chosen(s: State, values: tuple[Any, ...]) -> tuple[Any, ...]:
    player, decision, at, prompt, label = values
    type = s.program.sites[decision[decide.SITE]].type
    out = at >= len(decision[decide.VALUES])
    key = "none" if out else s.program.key(type, decision[decide.VALUES][at], s)
    return player + 1, prompt, key, label


def _offered(s: State, values: tuple[Any, ...]) -> tuple[Any, ...]:
    decision, alone = values
    return s.plain(decision[decide.PROMPT]), tuple(decide.keys(s, decision)), alone


_VALUES: dict[str, Any] = {
    "created": _pieces,
    "moved": _pieces,
    "removed": _pieces,
    "renewed": _pieces,
    "set": _set,
    "shuffled": lambda s, v: (s.fixed.zone_key[v[0]],),
    "rolled": lambda s, v: (s.fixed.record_ids[v[0]][v[1]], s.fixed.face_name[v[2]]),
    "picked": lambda s, v: (tuple(s.program.key(s.program.types[v[0]], item, s) for item in v[1]),),
    "turn": lambda s, v: (v[0] + 1,),
    "offered": _offered,
    "chosen": _chosen,
    "ended": lambda s, v: (v[0], tuple(winner + 1 for winner in v[1]), dict(v[2])),
    "problem": lambda s, v: (f"{v[0]}:{s.fixed.record_ids[v[0]][v[1]]}", v[2], s.plain(v[3])),
}


def describe(s: State, event: Event) -> str:
    """An event as one line for people; "" for what needs none."""
    v = dict(event.values)
    line = _LINES.get(event.name)
    return "" if line is None else line(s, v)


def _named(key: Any) -> str:
    return str(key).partition(":")[2] or str(key)


def _set_line(s: State, v: dict[str, Any]) -> str:
    return f"{v['field'].replace('_', ' ')} of {_named(v['of'])}: {_named(v['before'])} -> {_named(v['after'])}"


_LINES: dict[str, Any] = {
    "created": lambda s, v: f"{_named(v['piece'])} appears at {v['place']}",
    "moved": lambda s, v: f"{_named(v['piece'])}: {v['before']} -> {v['place']}",
    "removed": lambda s, v: f"{_named(v['piece'])} leaves the game",
    "set": _set_line,
    "shuffled": lambda s, v: f"{v['zone']} is shuffled",
    "rolled": lambda s, v: f"{v['die']}: {v['face']}",
    "picked": lambda s, v: "by chance: " + ", ".join(map(_named, v["items"])),
    "round": lambda s, v: f"round {v['number']}",
    "turn": lambda s, v: f"turn of player {v['player']}",
    "announced": lambda s, v: v["text"],
    "chosen": lambda s, v: f"player {v['player']}: {v['prompt']} {v['label']}",
    "ended": lambda s, v: "the end: " + v["result"],
}
