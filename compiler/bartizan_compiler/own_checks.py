"""Run what a pack checks itself: the rules that its ruleset names under `checks:`, once for each record of the kind.

They run on the engine like all rules, on an empty table. What they tell with `problem(...)` gets the field's place.
What a rule says of a record follows from that record, and from those that the rule can get at besides. A rule that can
get at no other mission says the same of one for as long as nothing else but missions changes; so that is kept.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from bartizan_compiler import emit
from bartizan_compiler.cache import Cache, key, packed, unpacked
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.game import Game
from bartizan_engine.language import Program, syntax
from bartizan_engine.problem import Problem
from bartizan_engine.situation import Situation


class _Run(NamedTuple):
    """A rule that looks at a record."""

    rule: str
    record: Record


class _Said(NamedTuple):
    """What it had to say: of fields, and the fault that it ended in."""

    fields: list[list[str]]
    faults: list[Problem]


def check(pack: Pack, store: Cache) -> Iterator[Problem]:
    """What the pack's own rules say of its records; or that they are too large to be run. The pack has no errors."""
    program = pack.program
    if not pack.ruleset.checks or program is None:
        return
    try:
        for number, missions in enumerate(_groups(pack) or [[]]):
            yield from _group(pack, program, missions, number == 0, store)
    except NotVerified as why:
        yield from why.problems


def _group(pack: Pack, program: Program, missions: list[Record], first: bool, store: Cache) -> Iterator[Problem]:
    """What is said of missions that one game can check; and, in the first game, of all other records."""
    here = {(mission.kind, mission.id) for mission in missions}
    runs = [
        _Run(rule, record)
        for kind, names in pack.ruleset.checks.items()
        for record in pack.records.get(kind, ())
        if ((record.kind, record.id) in here if record.family == "mission" else first)
        for rule in names
    ]
    rules = dict.fromkeys(run.rule for run in runs)
    alone = {rule: _alone(pack, program, rule) for rule in rules}
    around = [_around(pack, missions, with_missions) for with_missions in (True, False)] if runs else []
    game: Game | None = None
    for run in runs:
        named = key("own check", around[alone[run.rule]], run.rule, run.record.kind, run.record.id, run.record.values)
        said = _kept(store, named)
        if said is None:
            game = game or _game(pack, missions)
            said = _says(game, run, next(iter(program.checked.rules[run.rule].params)))
            store.put(named, json.dumps([said.fields, packed(said.faults)]))
        yield from _told(run, said)


def _kept(store: Cache, named: str) -> _Said | None:
    found = store.get(named)
    if found is None:
        return None
    fields, faults = json.loads(found[0])
    return _Said(fields, unpacked(faults))


def _groups(pack: Pack) -> list[list[Record]]:
    """Missions that one game can check: they are played on one map, with the same options."""
    groups: dict[tuple[str, ...], list[Record]] = {}
    for records in pack.records.values():
        for record in records:
            if record.family == "mission":
                alike = (pack.map_of(record), *(f"{name} {value}" for name, value in sorted(record.options.items())))
                groups.setdefault(alike, []).append(record)
    return list(groups.values())


def _game(pack: Pack, missions: list[Record]) -> Game:
    """A game that holds the missions, by the first way into the pack that is played with one."""
    entries = pack.ruleset.entries.values()
    fitting = [entry.name for entry in entries if bool(entry.needs) == bool(missions)]
    entry = fitting[0] if fitting else next(iter(entries)).name
    return Game(emit.emit(pack, missions[0] if missions else None, entry, missions))


def _says(game: Game, run: _Run, parameter: str) -> _Said:
    state = game.prepare()
    faults: list[Problem] = []
    try:
        Situation(state).call(run.rule, {parameter: run.record.id})
    except Fault as fault:
        faults.append(fault.told)
    told = [dict(event.values) for event in state.events if event.name == "problem"]
    return _Said([[said["field"], said["text"]] for said in told], faults)


def _told(run: _Run, said: _Said) -> Iterator[Problem]:
    record = run.record
    for fault in said.faults:
        note = (record.spot, f'while "{run.rule}" checked "{record.id}"')
        yield fault._replace(notes=(*fault.notes, note))
    for field, text in said.fields:
        yield Problem(record.at(field), "BZ620", f"{record.id} › {field}: {text}")


# ---------------------------------------------------------------- what a rule can get at


def _around(pack: Pack, missions: list[Record], with_missions: bool) -> str:
    """The hash of all that a game of these missions is made of; of missions only if they are looked at."""
    kinds = pack.ruleset.kinds
    apart = () if with_missions else _missions(pack)
    held = {kind: pack.records.get(kind, ()) for kind in kinds if kind not in apart}
    records = {kind: [[record.id, record.title, record.values] for record in many] for kind, many in held.items()}
    lead = missions[0] if missions else None
    played = [lead.options, emit.board_of(pack, lead)] if lead else []
    packs = [one.told() for one in pack.required]
    return key(pack.info, pack.ruleset_data, pack.rules, records, played, packs)


def _missions(pack: Pack) -> set[str]:
    return {kind.name for kind in pack.ruleset.kinds.values() if kind.family == "mission"}


def _alone(pack: Pack, program: Program, rule: str) -> bool:
    """Whether a rule can get at no other mission than the one that it is given."""
    missions = _missions(pack)
    fields = [field for kind in pack.ruleset.kinds.values() for field in (*kind.fields.values(), *kind.state.values())]
    if any(name in json.dumps(field.type) for field in fields for name in missions):
        return False
    rules, left, seen = program.checked.rules, [rule], set[str]()
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += rules[name].calls
    return not any(_names_mission(node, missions) for name in seen for node in _nodes(rules[name].node))


def _names_mission(node: Any, missions: set[str]) -> bool:
    if isinstance(node, syntax.Attr):
        return node.means.startswith("mission")
    if isinstance(node, syntax.Name):
        return node.id == "mission" or node.means == "constant"
    if isinstance(node, syntax.Call) and node.means in ("perform", "push", "choose_action"):
        return True
    return isinstance(node, syntax.Const) and node.value in missions


def _nodes(node: Any) -> Iterator[Any]:
    """A part of a rule, and all that it is made of."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, (list, tuple)):
            left += one
        elif isinstance(one, syntax.Node):
            yield one
            left += [getattr(one, part.name) for part in dataclasses.fields(one) if part.name not in ("type", "data")]
