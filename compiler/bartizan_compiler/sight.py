"""Ask a pack's own rule whether one cell is seen from another, on an empty table; and compute what that covers."""

from __future__ import annotations

import json
from collections.abc import Callable

from bartizan_compiler import around, emit, forms, graph
from bartizan_compiler.cache import NOTHING, Cache, key
from bartizan_compiler.coverage import Cover, Coverage, Sight, coverage
from bartizan_compiler.grid import Grid
from bartizan_compiler.link import Pack
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.fixed import Fixed
from bartizan_engine.game import State
from bartizan_engine.language.lower import lower
from bartizan_engine.problem import Problem
from bartizan_engine.program import Program
from bartizan_engine.state import FUEL, state_class
from bartizan_engine.values import typed

BUDGET = 25 * FUEL  # units of work for a rule of sight, on all maps of a pack
Covered = Callable[[Grid], tuple[Coverage | None, list[Problem]]]


def covers(pack: Pack, cover: Cover | None, sound: bool, store: Cache = NOTHING) -> Covered:
    """What computes the coverage of a map. Without a rule of sight, distance alone counts; with one, nothing is known
    of a pack that is not `sound`, whose rules cannot be run.
    """
    left = [BUDGET]

    def covered(grid: Grid) -> tuple[Coverage | None, list[Problem]]:
        unused = cover is None or not any(cover.stand in cell.tags for cell in grid.cells)
        if cover is None or unused or not grid.sound or (cover.sight and (not sound or left[0] <= 0)):
            return None, []
        try:
            return _coverage(pack, grid, cover, left, store), []
        except NotVerified as why:
            return None, list(why.problems)
        except Fault as fault:
            note = (forms.spot(grid.record), f'while "{cover.sight}" looked over the map "{grid.id}"')
            told = fault.told if left[0] > 0 else fault.told._replace(message=_SPENT, hint="look at less for each cell")
            return None, [told._replace(notes=(*told.notes, note))]

    return covered


_SPENT = f"the rule of sight works longer than {BUDGET} units in all, so not all maps were looked over"


def _coverage(pack: Pack, grid: Grid, cover: Cover, left: list[int], store: Cache) -> Coverage:
    """The coverage of a map; what the rule of sight says is kept with the work that it took, which is paid again."""
    if not cover.sight or pack.program is None:
        return coverage(grid, cover, None)
    apart = around.alone(pack, pack.program, cover.sight)
    table = graph.tables(grid, pack.ruleset.board) if pack.ruleset.board else None
    named = key("sight", around.told(pack, None, not apart), table, cover.sight)
    kept = store.get(named)
    work, known = json.loads(kept[0]) if kept else (BUDGET, [])
    if work < left[0]:
        left[0] -= work
        seen = {(stand, cell): answer for stand, cell, answer in known}
        return coverage(grid, cover, lambda stand, cell: seen[stand, cell])
    before, asked = left[0], list[tuple[int, int, bool]]()
    sight = _sight(around.without_missions(pack) if apart else pack, grid, cover.sight, left)

    def heard(stand: int, cell: int) -> bool:
        asked.append((stand, cell, sight(stand, cell)))
        return asked[-1][2]

    found = coverage(grid, cover, heard)
    store.put(named, json.dumps([before - left[0], asked]))
    return found


def _sight(pack: Pack, grid: Grid, rule: str, left: list[int]) -> Sight:
    """The rule, ready to be called with two cells of the map; `left` is what it may still work."""
    state, program = _table(pack, grid, rule)

    def sight(stand: int, cell: int) -> bool:
        given = state.fuel = min(FUEL, left[0])
        try:
            return program.tell(state, rule, stand, cell) is True
        finally:
            left[0] -= given - state.fuel

    return sight


def _table(pack: Pack, grid: Grid, rule: str) -> tuple[State, Program]:
    """An empty table on the map, without a mission: sight is a matter of cells. The rules have been checked."""
    board = pack.ruleset.board
    assert board is not None
    assert pack.program is not None
    # A pack that checks its records makes all rules ready there, and it is told there if they are too large.
    rules = around.only(pack.program, [rule]) if pack.ruleset.checks else pack.program
    scenario = emit.plain(pack, None, next(iter(pack.ruleset.entries)))
    fixed = Fixed(pack.ruleset, scenario | {"map": graph.tables(grid, board)}, pack.info["players"][0])
    options = pack.ruleset.options
    values = {name: fixed.encode(field.type, typed(field.type, field.default)) for name, field in options.items()}
    lowered = lower(rules.checked, fixed, values, rules.templates, rules.words)
    program = Program(rules.checked, fixed, lowered, rules.templates)
    return state_class(State, fixed)(fixed, program, 0), program
