"""Run what a pack checks itself: the rules that its ruleset names under `checks:`, once for each record of the kind.

They run on the engine like all rules, on an empty table. What they tell with `problem(...)` gets the field's place. All
of them have one budget: `check` looks at packs of strangers, and always ends.

What a rule says of a record follows from that record, and from those that the rule can get at besides. A rule that can
get at no other mission says the same of one for as long as nothing else but missions changes; so that is kept, with the
work that it took, which the budget pays again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from bartizan_compiler import around
from bartizan_compiler.cache import Cache, key, packed, unpacked
from bartizan_compiler.link import Pack
from bartizan_compiler.ready import Ready
from bartizan_compiler.shape import Record
from bartizan_engine.declared import LEADS
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.language import Program
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.situation import Situation
from bartizan_engine.state import FUEL

BUDGET = 25 * FUEL  # units of work for all checks of a pack
PREPARED = 1_000  # units that an empty table counts for

Name = tuple[str, str]  # kind and id


class Spent(Exception):
    """The budget is spent. `problem` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Run(NamedTuple):
    """A rule that looks at a record."""

    rule: str
    record: Record

    @property
    def note(self) -> tuple[Spot, str]:
        """Where a fault comes from that the rule ends in."""
        return self.record.spot, f'while "{self.rule}" checked "{self.record.id}"'


class _Said(NamedTuple):
    """What it had to say: of fields, and the fault that it ended in; and the units of work that it took."""

    fields: list[list[str]]
    faults: list[Problem]
    work: int


def check(
    pack: Pack, store: Cache, works: dict[Name, int] | None = None, only: frozenset[Name] | None = None
) -> Iterator[Problem]:
    """What the pack's own rules say of its records; or that they are too large to be run. The pack has no errors.

    `works` gets the work for each record, by kind and id; of all records or of those alone that are named in `only`.
    """
    program = pack.program
    if not pack.ruleset.checks or program is None:
        return
    try:
        yield from _Checks(pack, program, store, {} if works is None else works, only).all()
    except NotVerified as why:
        yield from why.problems
    except Spent as spent:
        yield spent.problem


def _groups(pack: Pack) -> list[list[Record]]:
    """Missions that one game can check: they are played on one map, with the same options."""
    groups: dict[tuple[str, ...], list[Record]] = {}
    for records in pack.records.values():
        for record in records:
            if record.family == "mission":
                alike = (pack.map_of(record), *(f"{name} {value}" for name, value in sorted(record.options.items())))
                groups.setdefault(alike, []).append(record)
    return list(groups.values())


class _Group:
    """Missions that one game can check, or a campaign, and that game: made when it is needed, of no more missions than
    it needs.
    """

    def __init__(self, pack: Pack, program: Program, missions: list[Record]) -> None:
        self.pack, self.program, self.missions = pack, program, missions
        self.lead = missions[0] if missions else None
        self.games: dict[int, Ready] = {}

    def game(self, wanted: list[Record]) -> Ready:
        """A game that holds these records of the group, by the first way into the pack that is played with one."""
        known = self.games.get(len(wanted))
        if known is not None:
            return known
        entries = self.pack.ruleset.entries.values()
        fitting = [entry.name for entry in entries if entry.needs == (self.lead.family if self.lead else "")]
        entry = fitting[0] if fitting else next(iter(entries)).name
        lead = wanted[0] if wanted else self.lead
        return self.games.setdefault(len(wanted), Ready(self.pack, self.program, lead, entry, wanted))

    @cached_property
    def with_missions(self) -> str:
        """The hash of what a rule looks at that can get at missions."""
        return around.told(self.pack, self.lead, True)

    @cached_property
    def without(self) -> str:
        """The hash of what a rule looks at that can get at no mission but the one that it is given."""
        return around.told(self.pack, self.lead, False)


class _Checks:
    """All checks of a pack, and what is left of their budget."""

    def __init__(
        self, pack: Pack, program: Program, store: Cache, works: dict[Name, int], only: frozenset[Name] | None
    ) -> None:
        self.pack, self.program, self.store = pack, program, store
        self.works, self.only = works, only
        self.left = BUDGET
        self._alone: dict[str, bool] = {}

    def all(self) -> Iterator[Problem]:
        """What they tell.

        Raises:
            Spent: the budget was; the rest was not run.
        """
        for number, missions in enumerate(_groups(self.pack) or [[]]):
            yield from self._group(missions, number == 0)
        for kind in self.pack.ruleset.kinds.values():
            for record in self.pack.records.get(kind.name, ()) if kind.family == "campaign" else ():
                yield from self._group([record], False)

    def _group(self, missions: list[Record], first: bool) -> Iterator[Problem]:
        """What is said of missions that one game can check; and, in the first game, of all other records."""
        asked = self._runs(missions, first)
        # All rules once, which tells whether they can be made ready at all; then those that are run.
        program = self.program if first else around.only(self.program, {run.rule for run in asked})
        group = _Group(self.pack, program, missions)
        runs = [(run, self._named(group, run)) for run in asked]
        wanted = self._wanted(missions, [run for run, named in runs if self._store(run).get(named) is None])
        for run, named in runs:
            said = self._kept(run, named)
            if said is None:
                new = run.record.family == "mission" and run.record not in wanted
                said = self._says(group.game(missions if new else wanted), run)
                self._store(run).put(named, json.dumps([said.fields, packed(said.faults), said.work]))
            self.left -= PREPARED + said.work
            name = (run.record.kind, run.record.id)
            self.works[name] = self.works.get(name, 0) + PREPARED + said.work
            yield from _told(run, said)

    def _named(self, group: _Group, run: _Run) -> str:
        record = run.record
        around_ = group.without if self.alone(run.rule) else group.with_missions
        return key("own check", around_, run.rule, record.kind, record.id, record.values)

    def _wanted(self, missions: list[Record], new: list[_Run]) -> list[Record]:
        """The missions that a game has to hold for runs that are new: one that sees all missions wants all of them."""
        if not all(self.alone(run.rule) for run in new):
            return missions
        named = {(run.record.kind, run.record.id) for run in new}
        return [one for one in missions if (one.kind, one.id) in named] or missions[:1]

    def alone(self, rule: str) -> bool:
        """Whether a rule can get at no other mission than the one that it is given."""
        if rule not in self._alone:
            self._alone[rule] = around.alone(self.pack, self.program, rule)
        return self._alone[rule]

    def _runs(self, missions: list[Record], first: bool) -> list[_Run]:
        here = {(mission.kind, mission.id) for mission in missions}
        return [
            _Run(rule, record)
            for kind, names in self.pack.ruleset.checks.items()
            for record in self.pack.records.get(kind, ())
            if ((record.kind, record.id) in here if record.family in LEADS else first)
            and (self.only is None or (record.kind, record.id) in self.only)
            for rule in names
        ]

    def _given(self) -> int:
        """The units that the next rule may work."""
        return min(FUEL, max(self.left - PREPARED, 0))

    def _store(self, run: _Run) -> Cache:
        return self.store.of_missions() if run.record.family == "mission" else self.store

    def _kept(self, run: _Run, named: str) -> _Said | None:
        """What is kept, unless the rule could not work as long any more."""
        found = self._store(run).get(named)
        if found is None:
            return None
        fields, faults, work = json.loads(found[0])
        return _Said(fields, unpacked(faults), work) if min(work, FUEL) <= self._given() else None

    def _says(self, game: Ready, run: _Run) -> _Said:
        """What a rule says of a record.

        Raises:
            Spent: it has less than the full work of a rule left, and that is too little.
        """
        state, faults = game.prepare(), list[Problem]()
        given = state.fuel = self._given()
        try:
            parameter = next(iter(self.program.checked.rules[run.rule].params))
            state.program.tell(state, run.rule, *Situation(state).arguments(run.rule, {parameter: run.record.id}))
        except Fault as fault:
            if given < FUEL and state.fuel < 0:
                raise Spent(_spent(fault.told, run.note)) from None
            faults.append(fault.told)
        told = [dict(event.values) for event in state.events if event.name == "problem"]
        return _Said([[said["field"], said["text"]] for said in told], faults, given - state.fuel)


def _told(run: _Run, said: _Said) -> Iterator[Problem]:
    record = run.record
    for fault in said.faults:
        yield fault._replace(notes=(*fault.notes, run.note))
    for field, text in said.fields:
        yield Problem(record.at(field), "BZ620", f"{record.id} › {field}: {text}")


def _spent(told: Problem, note: tuple[Spot, str]) -> Problem:
    message = f"the checks of this pack work longer than {BUDGET} units in all, so not all of them were run"
    return Problem(told.spot, told.code, message, "look at less for each record", (*told.notes, note))
