"""Rules for tests: a small made-up game in memory, to check rules against and to run them in.

Goblins raid a valley. The ruleset uses every kind of declaration once, so that a test needs nothing but its rules:
`check(text)` gives the problems, `game(text)` a loaded game, `run(text, "rule", ...)` the state after one rule and
`call(text, "rule", ...)` the value that it gives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import mapkit
from bartizan_compiler import graph
from bartizan_compiler import grid as grids
from bartizan_engine import canon, language
from bartizan_engine.game import Game, State, load
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import MISSING, Field, Flaw, Ruleset, declare, normalise, typed
from bartizan_engine.situation import Situation
from bartizan_engine.types import Type

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {"won": {"says": "The valley is safe."}, "lost": {"says": "The valley has fallen."}},
    "enums": {"levels": ["low", "middle", "high"], "moods": ["calm", "angry"]},
    "numbers": {
        "price": {"type": "int 0..9", "is": 3},
        "hands": {"type": "table by seats of int 0..9", "is": {"1": 7, "2": 5, "3": 4, "4": 4}},
        "steps": {"type": "table by levels of int 0..9", "is": {"low": 1, "middle": 2, "high": 4}},
    },
    "options": {"harsh": "bool = false", "luck": "int 0..3 = 1", "start": "levels = low"},
    "board": {
        "map": "mission.map",
        "tags": {name: {"says": name} for name in ("road", "build", "wall", "entrance", "keep", "gate")},
        "ways": {
            "inbound": {"over": "road", "from": "entrance", "to": "keep"},
            "outbound": {"over": "road", "from": "keep", "to": "gate", "split": "fate"},
            "back": {"reverse": "inbound"},
        },
    },
    "kinds": {
        "goblin": {
            "family": "unit",
            "label": "{title}",
            "fields": {
                "hp": "table by seats of int 1..40",
                "speed": "int 0..9 = 2",
                "level": "levels = low",
                "tricks": {"type": "effects", "default": []},
                "chief": "optional ref goblin",
            },
            "state": {
                "hp": "int 0..60 = printed",
                "angry": "bool = false until round",
                "prey": "optional goblin",
                "marks": "list 0..4 of int",
                "purse": "table by levels of int 0..9 = 0",
                "camp": "cell",
            },
        },
        "gem": {"family": "unit", "alike": False, "fields": {"worth": "int 0..99 = 1"}},
        "bone": {"family": "die", "faces": {"pips": "int 0..9"}},
        "spell": {
            "family": "card",
            "fields": {"effects": {"type": "table by levels of effects giving attack", "default": [], "fill": "up"}},
        },
        "mission": {
            "family": "mission",
            "fields": {"map": "ref map", "waves": "list of wave = []", "goal": "int 0..9 = 4"},
        },
    },
    "shapes": {"wave": {"at": "cell", "goblins": "list 1..3 of optional ref goblin", "gap": "int 0..9 = 1"}},
    "game": {
        "gold": "int 0..99 = 0",
        "debt": "int = 0",
        "log": "list of int",
        "levels": "list of levels",
        "stock": "table by levels of int 0..99 = 0",
        "chief": "optional goblin",
        "heat": "int 0..9 = 0 until round",
        "note": "text = calm",
    },
    "players": {"mood": "moods = calm", "score": "int 0..99 = 0", "pal": "optional player"},
    "zones": {
        "lair": {"of": "goblin", "per": "game"},
        "hand": {"of": "goblin", "per": "player", "visible": "owner"},
        "deck": {"of": "goblin", "per": "player", "visible": "nobody"},
        "hoard": {"of": "gem", "per": "game"},
    },
    "contexts": {
        "attack": {
            "by": "player",
            "target": "optional goblin",
            "power": "int 0..99 = 0",
            "sure": "bool = false",
            "hits": "list of goblin = []",
        },
        "tally": {"sum": "int = 0"},
    },
    "words": {
        "strong": {"args": {"more": "int 1..9"}, "add": {"attack.power": "more"}, "says": "add {more} power"},
        "sure": {"set": {"attack.sure": True}, "says": "never miss"},
        "sly": {"says": "comes from behind"},
    },
    "menus": {},
}

MAP = """
id: valley
title: Valley
from: {is: invented}
layout: odd-r
grid: |
  E r r K .
   . r . r .
  b . w r G
legend:
  ".": empty
  r: [road]
  b: [build]
  w: [wall]
  E: {tags: [road, entrance], name: west}
  K: {tags: [road, keep], name: hold}
  G: {tags: [road, gate], name: east}
"""

# What the records of the game are; `record` fills in the rest.
RECORDS: dict[str, list[dict[str, Any]]] = {
    "goblin": [
        {"id": "grub", "title": "Grub", "hp": {"1": 3, "2": 4, "3": 5, "4": 6}},
        {
            "id": "snag",
            "title": "Snag",
            "hp": {"1": 5, "2": 5, "3": 5, "4": 5},
            "speed": 3,
            "level": "middle",
            "tricks": [["strong", {"more": 2}], ["sly", {}]],
        },
        {"id": "boss", "title": "Boss", "hp": {"1": 9, "2": 9, "3": 9, "4": 9}, "level": "high", "chief": "boss"},
    ],
    "gem": [{"id": "ruby", "title": "Ruby", "worth": 5}, {"id": "opal", "title": "Opal"}],
    "bone": [
        {
            "id": "fate",
            "title": "Fate",
            "faces": [{"name": "blank", "count": 2, "pips": 0}, {"name": "hit", "count": 1, "pips": 1}],
        }
    ],
    "spell": [
        {
            "id": "fury",
            "title": "Fury",
            "effects": {
                "low": [["strong", {"more": 1}]],
                "middle": [["strong", {"more": 2}], ["sure", {}]],
                "high": [["strong", {"more": 2}], ["strong", {"more": 3}]],
            },
        }
    ],
    "mission": [
        {"id": "raid", "title": "Raid", "map": "valley", "waves": [{"at": "west", "goblins": ["grub", None], "gap": 2}]}
    ],
}

PLAY = 'def play():\n    """The game is won at once."""\n    end("won")\n'


# ---------------------------------------------------------------- declarations


def ruleset(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The JSON of the ruleset with changes: a section is merged over ours name by name, None takes it away."""
    data: dict[str, Any] = json.loads(json.dumps(RULESET))
    for section, body in (changes or {}).items():
        if body is None:
            data.pop(section, None)
        elif isinstance(body, dict):
            data[section] = {**data.get(section, {}), **body}
        else:
            data[section] = body
    return normalise(data)  # type: ignore[no-any-return]  # JSON is untyped


def declared(changes: Mapping[str, Any] | None = None) -> Ruleset:
    """The declarations, which must have no flaws."""
    found, flaws = declare(ruleset(changes))
    assert flaws == []
    return found


def flaws(changes: Mapping[str, Any]) -> list[Flaw]:
    """The flaws of the ruleset with changes."""
    return declare(ruleset(changes))[1]


# ---------------------------------------------------------------- checking


def sources(text: str) -> list[tuple[str, str]]:
    """The rules under test, and an entry if they have none."""
    files = [("test.star", text)]
    return files if "def play(" in text else [*files, ("play.star", PLAY)]


def check(text: str, changes: Mapping[str, Any] | None = None, roots: Iterable[str] | None = None) -> list[Problem]:
    """The problems of rules. Every rule counts as used, unless `roots` says which do."""
    names = [line.split("(")[0][4:].strip() for line in text.splitlines() if line.startswith("def ")]
    found = frozenset([*names, "play"] if roots is None else roots)
    _, problems = language.check(declared(changes), sources(text), known, found)
    return problems


def known(kind: str, id: str) -> bool:
    """Whether our records have an id."""
    return any(record["id"] == id for record in RECORDS.get(kind, ()))


# ---------------------------------------------------------------- games


def scenario(
    text: str,
    changes: Mapping[str, Any] | None = None,
    records: Mapping[str, list[dict[str, Any]]] | None = None,
    *,
    board: bool = True,
    seats: tuple[int, int] = (1, 4),
    mission: str | None = "mission:raid",
    entry: str = "play",
) -> dict[str, Any]:
    """A sealed scenario of rules and records, as the compiler writes one."""
    data = ruleset(changes)
    made = declare(data)[0]
    raw = {**RECORDS, **(records or {})}
    body = {
        "format": canon.FORMAT,
        "version": canon.VERSION,
        "language": "1",
        "compiler": "test",
        "pack": {"id": "goblins", "title": "Goblins", "version": "1"},
        "entry": entry,
        "mission": mission,
        "seats": list(seats),
        "ruleset": data | {section: _listed(data[section]) for section in ("enums", "menus") if section in data},
        "records": {kind: [record(made, kind, one) for one in raw.get(kind, [])] for kind in made.kinds},
        "map": map_tables() if board else None,
        "rules": [{"path": path, "text": rules} for path, rules in sources(text)],
        "options": {},
    }
    if "board" in body["ruleset"]:
        body["ruleset"]["board"] = body["ruleset"]["board"] | {"ways": named(body["ruleset"]["board"]["ways"])}
    sealed: dict[str, Any] = json.loads(canon.dumps(canon.seal(body)))
    return sealed


def _listed(section: dict[str, Any]) -> dict[str, Any]:
    return {name: named(things) for name, things in section.items()}


def named(things: dict[str, Any]) -> list[Any]:
    """What has an order, as a scenario writes it."""
    return [{"name": name, **thing} for name, thing in things.items()]


def record(made: Ruleset, kind: str, one: dict[str, Any]) -> dict[str, Any]:
    """A record with its defaults filled in."""
    filled = {name: one.get(name, start(field)) for name, field in made.kinds[kind].fields.items()}
    return {"id": one["id"], "title": one["title"]} | filled | ({"faces": one["faces"]} if "faces" in one else {})


def start(field: Field) -> Any:
    """The JSON form of a default."""
    return None if field.default is MISSING else typed(field.type, field.default)


@cache
def _tables() -> str:
    board = declared().board
    assert board is not None
    grid, problems = grids.grid(mapkit.read(MAP), board)  # type: ignore[arg-type]  # a record by its shape
    assert grid is not None
    assert problems == []
    return json.dumps(graph.tables(grid, board))


def map_tables() -> dict[str, Any]:
    """The tables of our map."""
    tables: dict[str, Any] = json.loads(_tables())
    return tables


def game(text: str, changes: Mapping[str, Any] | None = None, **more: Any) -> Game:
    """The loaded game of rules."""
    return load(scenario(text, changes, **more))


class Outcome(NamedTuple):
    """What came of one rule: the state, and the value as an author would write it."""

    state: State
    value: Any


def run(
    text: str,
    rule: str,
    args: Mapping[str, Any] | None = None,
    *,
    answers: Iterable[str] = (),
    given: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    players: int = 2,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Outcome:
    """Run one rule on a table that is set up, giving answers by key, to its end or to the next open decision."""
    state = game(text, changes, **more).prepare(seed, players, dict(options or {}))
    situation = Situation(state)
    situation.arrange(given or {})
    situation.call(rule, args or {})
    for answer in answers:
        state.choose(answer)
    returns = state.program.checked.rules[rule].returns
    return Outcome(state, plain(state, returns, state.returned) if state.pending is None else None)


def call(text: str, rule: str, *args: Any, **more: Any) -> Any:
    """The value that one rule gives for arguments in the order of its parameters."""
    names = [name for name, _ in _params(text, rule, more.get("changes"))]
    outcome = run(text, rule, dict(zip(names, args, strict=True)), **more)
    assert outcome.state.pending is None, "a decision is open"
    return outcome.value


def _params(text: str, rule: str, changes: Any) -> list[tuple[str, Type]]:
    program, problems = language.check(declared(changes), sources(text), known)
    assert program is not None, problems
    return list(program.checked.rules[rule].params.items())


def plain(state: State, type: Type, value: Any) -> Any:
    """A value of the state as an author would write it: names for numbers."""
    if value is None or type.name in ("int", "bool", "text", "none", "never", "context"):
        return state.plain(value) if isinstance(value, tuple) else value
    if type.name == "optional":
        return plain(state, type.items[0], value)
    if type.name in ("list", "tuple"):
        inner = type.items * len(value) if type.name == "list" else type.items
        return [plain(state, one, item) for one, item in zip(inner, value, strict=True)]
    if type.name in ("dict", "table"):
        return {plain(state, type.items[0], key): plain(state, type.items[1], item) for key, item in value.items()}
    if type.name in ("seats", "range"):
        return value
    key = state.program.key(type, value, state)
    return key if type.name == "piece" else key.partition(":")[2] or key
