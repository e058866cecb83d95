"""Ask a pack's own rule whether one cell is seen from another, on an empty table; and compute what that covers."""

from __future__ import annotations

from collections.abc import Callable

from bartizan_compiler import emit, graph
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

Covered = Callable[[Grid], tuple[Coverage | None, list[Problem]]]


def covers(pack: Pack, cover: Cover | None, sound: bool) -> Covered:
    """What computes the coverage of a map. Without a rule of sight, distance alone counts; with one, nothing is known
    of a pack that is not `sound`, whose rules cannot be run.
    """

    def covered(grid: Grid) -> tuple[Coverage | None, list[Problem]]:
        unused = cover is None or not any(cover.stand in cell.tags for cell in grid.cells)
        if cover is None or unused or not grid.sound or (cover.sight and not sound):
            return None, []
        try:
            return coverage(grid, cover, _sight(pack, grid, cover.sight) if cover.sight else None), []
        except NotVerified as why:
            return None, list(why.problems)
        except Fault as fault:
            note = (grid.record.at("grid"), f'while "{cover.sight}" looked over the map "{grid.id}"')
            return None, [fault.told._replace(notes=(*fault.told.notes, note))]

    return covered


def _sight(pack: Pack, grid: Grid, rule: str) -> Sight:
    """The rule, ready to be called with two cells of the map."""
    state, program = _table(pack, grid)

    def sight(stand: int, cell: int) -> bool:
        state.fuel = FUEL
        return program.tell(state, rule, stand, cell) is True

    return sight


def _table(pack: Pack, grid: Grid) -> tuple[State, Program]:
    """An empty table on the map, without a mission: sight is a matter of cells. The rules have been checked."""
    board, rules = pack.ruleset.board, pack.program
    assert board is not None
    assert rules is not None
    scenario = emit.emit(pack, None, next(iter(pack.ruleset.entries)))
    fixed = Fixed(pack.ruleset, scenario | {"map": graph.tables(grid, board)}, pack.info["players"][0])
    options = pack.ruleset.options
    values = {name: fixed.encode(field.type, typed(field.type, field.default)) for name, field in options.items()}
    lowered = lower(rules.checked, fixed, values, rules.templates, rules.words)
    program = Program(rules.checked, fixed, lowered, rules.templates)
    return state_class(State, fixed)(fixed, program, 0), program
