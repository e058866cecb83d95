"""Ask a pack's own rule whether one cell is seen from another, on an empty table; and compute what that covers."""

from __future__ import annotations

import json
from collections.abc import Callable

from bartizan_compiler import around, emit, graph
from bartizan_compiler.cache import NOTHING, Cache, key
from bartizan_compiler.coverage import Cover, Coverage, coverage
from bartizan_compiler.grid import Grid
from bartizan_compiler.link import Pack
from bartizan_engine.declared import Board
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.fixed import Fixed
from bartizan_engine.game import State
from bartizan_engine.language.lower import lower
from bartizan_engine.problem import Problem
from bartizan_engine.program import Program
from bartizan_engine.state import FUEL, state_class
from bartizan_engine.values import typed

Covered = Callable[[Grid], tuple[Coverage | None, list[Problem]]]


def covers(pack: Pack, cover: Cover | None, sound: bool, store: Cache = NOTHING) -> Covered:
    """What computes the coverage of a map. Without a rule of sight, distance alone counts; with one, nothing is known
    of a pack that is not `sound`, whose rules cannot be run.
    """

    def covered(grid: Grid) -> tuple[Coverage | None, list[Problem]]:
        unused = cover is None or not any(cover.stand in cell.tags for cell in grid.cells)
        if cover is None or unused or not grid.sound or (cover.sight and not sound):
            return None, []
        try:
            return _coverage(pack, grid, cover, store), []
        except NotVerified as why:
            return None, list(why.problems)
        except Fault as fault:
            note = (grid.record.at("grid"), f'while "{cover.sight}" looked over the map "{grid.id}"')
            return None, [fault.told._replace(notes=(*fault.told.notes, note))]

    return covered


def _coverage(pack: Pack, grid: Grid, cover: Cover, store: Cache) -> Coverage:
    if not cover.sight or pack.program is None:
        return coverage(grid, cover, None)
    apart = around.alone(pack, pack.program, cover.sight)
    named = key("sight", around.told(pack, None, not apart), graph.tables(grid, _board(pack)), cover.sight)
    kept = store.get(named)
    known = {(stand, cell): seen for stand, cell, seen in json.loads(kept[0])} if kept else {}
    sight = _Sight(around.without_missions(pack) if apart else pack, grid, cover.sight, known)
    found = coverage(grid, cover, sight)
    store.put(named, json.dumps([[*pair, seen] for pair, seen in sight.known.items()]))
    return found


def _board(pack: Pack) -> Board:
    assert pack.ruleset.board is not None
    return pack.ruleset.board


class _Sight:
    """The rule, called with two cells of the map unless its answer is known."""

    def __init__(self, pack: Pack, grid: Grid, rule: str, known: dict[tuple[int, int], bool]) -> None:
        self.pack, self.grid, self.rule, self.known = pack, grid, rule, known
        self.table: tuple[State, Program] | None = None

    def __call__(self, stand: int, cell: int) -> bool:
        answer = self.known.get((stand, cell))
        if answer is None:
            self.table = self.table or _table(self.pack, self.grid)
            state, program = self.table
            state.fuel = FUEL
            answer = self.known[stand, cell] = program.tell(state, self.rule, stand, cell) is True
        return answer


def _table(pack: Pack, grid: Grid) -> tuple[State, Program]:
    """An empty table on the map, without a mission: sight is a matter of cells. The rules have been checked."""
    board, rules = _board(pack), pack.program
    assert rules is not None
    scenario = emit.emit(pack, None, next(iter(pack.ruleset.entries)))
    fixed = Fixed(pack.ruleset, scenario | {"map": graph.tables(grid, board)}, pack.info["players"][0])
    options = pack.ruleset.options
    values = {name: fixed.encode(field.type, typed(field.type, field.default)) for name, field in options.items()}
    lowered = lower(rules.checked, fixed, values, rules.templates, rules.words)
    program = Program(rules.checked, fixed, lowered, rules.templates)
    return state_class(State, fixed)(fixed, program, 0), program
