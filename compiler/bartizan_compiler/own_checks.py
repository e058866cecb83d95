"""Run what a pack checks itself: the rules that its ruleset names under `checks:`, once for each record of the kind.

They run on the engine like all rules, on an empty table. What they tell with `problem(...)` gets the field's place. All
of them have one budget: `check` looks at packs of strangers, and always ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from bartizan_compiler import emit
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.game import Game
from bartizan_engine.language import Program
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.situation import Situation
from bartizan_engine.state import FUEL

BUDGET = 25 * FUEL  # units of work for all checks of a pack
PREPARED = 1_000  # units that an empty table counts for


class Spent(Exception):
    """The budget is spent. `problem` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def check(pack: Pack) -> Iterator[Problem]:
    """What the pack's own rules say of its records; or that they are too large to be run. The pack has no errors."""
    program = pack.program
    if not pack.ruleset.checks or program is None:
        return
    try:
        yield from _Checks(pack, program).all()
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


def _game(pack: Pack, missions: list[Record]) -> Game:
    """A game that holds the missions, by the first way into the pack that is played with one."""
    entries = pack.ruleset.entries.values()
    fitting = [entry.name for entry in entries if bool(entry.needs) == bool(missions)]
    entry = fitting[0] if fitting else next(iter(entries)).name
    return Game(emit.emit(pack, missions[0] if missions else None, entry, missions))


class _Checks:
    """All checks of a pack, and what is left of their budget."""

    def __init__(self, pack: Pack, program: Program) -> None:
        self.pack, self.program = pack, program
        self.left = BUDGET

    def all(self) -> Iterator[Problem]:
        """What they tell, or that they have spent the budget.

        Raises:
            Spent: the rest was not run.
        """
        for number, missions in enumerate(_groups(self.pack) or [[]]):
            game: Game | None = None
            for kind, names in self.pack.ruleset.checks.items():
                for record in self.pack.records.get(kind, ()):
                    if record in missions if record.family == "mission" else number == 0:
                        game = game or _game(self.pack, missions)
                        for rule in names:
                            yield from self._run(game, rule, record)

    def _run(self, game: Game, rule: str, record: Record) -> Iterator[Problem]:
        note = (record.spot, f'while "{rule}" checked "{record.id}"')
        state = game.prepare()
        self.left -= PREPARED
        given = state.fuel = min(FUEL, max(self.left, 0))
        try:
            parameter = next(iter(self.program.checked.rules[rule].params))
            state.program.tell(state, rule, *Situation(state).arguments(rule, {parameter: record.id}))
        except Fault as fault:
            if given < FUEL and state.fuel < 0:
                raise Spent(_spent(fault.told, note)) from None
            yield fault.told._replace(notes=(*fault.told.notes, note))
        self.left -= given - state.fuel
        for event in state.events:
            if event.name == "problem":
                said = dict(event.values)
                yield Problem(record.at(said["field"]), "BZ620", f"{record.id} › {said['field']}: {said['text']}")


def _spent(told: Problem, note: tuple[Spot, str]) -> Problem:
    message = f"the checks of this pack work longer than {BUDGET} units in all, so not all of them were run"
    return Problem(told.spot, told.code, message, "look at less for each record", (*told.notes, note))
