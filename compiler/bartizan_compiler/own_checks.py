"""Run what a pack checks itself: the rules that its ruleset names under `checks:`, once for each record of the kind.

They run on the engine like all rules, on an empty table. What they tell with `problem(...)` gets the field's place.
"""

from __future__ import annotations

from collections.abc import Iterator

from bartizan_compiler import emit
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.game import Game
from bartizan_engine.language import Program
from bartizan_engine.problem import Problem
from bartizan_engine.situation import Situation


def check(pack: Pack) -> Iterator[Problem]:
    """What the pack's own rules say of its records; or that they are too large to be run. The pack has no errors."""
    program = pack.program
    if not pack.ruleset.checks or program is None:
        return
    try:
        yield from _all(pack, program)
    except NotVerified as why:
        yield from why.problems


def _all(pack: Pack, program: Program) -> Iterator[Problem]:
    groups = _groups(pack) or [[]]
    for number, missions in enumerate(groups):
        game: Game | None = None
        for kind, names in pack.ruleset.checks.items():
            for record in pack.records.get(kind, ()):
                if record in missions if record.family == "mission" else number == 0:
                    game = game or _game(pack, missions)
                    for rule in names:
                        yield from _run(game, rule, record, next(iter(program.checked.rules[rule].params)))


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


def _run(game: Game, rule: str, record: Record, parameter: str) -> Iterator[Problem]:
    state = game.prepare()
    try:
        Situation(state).call(rule, {parameter: record.id})
    except Fault as fault:
        note = (record.spot, f'while "{rule}" checked "{record.id}"')
        yield fault.told._replace(notes=(*fault.told.notes, note))
    for event in state.events:
        if event.name == "problem":
            said = dict(event.values)
            yield Problem(record.at(said["field"]), "BZ620", f"{record.id} › {said['field']}: {said['text']}")
