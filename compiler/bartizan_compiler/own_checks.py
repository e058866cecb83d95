"""Run what a pack checks itself: the rules that its ruleset names under `checks:`, once for each record of the kind.

They run on the engine like all rules, on an empty table. What they tell with `problem(...)` gets the field's place.
What a rule says of a record follows from that record, and from those that the rule can get at besides. A rule that can
get at no other mission says the same of one for as long as nothing else but missions changes; so that is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from bartizan_compiler import around, emit
from bartizan_compiler.cache import Cache, key, packed, unpacked
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.game import Game
from bartizan_engine.language import Program
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
    alone = {rule: around.alone(pack, program, rule) for rule in rules}
    lead = missions[0] if missions else None
    hashes = [around.told(pack, lead, with_missions) for with_missions in (True, False)] if runs else []
    game: Game | None = None
    for run in runs:
        named = key("own check", hashes[alone[run.rule]], run.rule, run.record.kind, run.record.id, run.record.values)
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
