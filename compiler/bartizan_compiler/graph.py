"""Prove that the ways of a map work, and make the tables that rules walk by.

The proofs are a list of small passes (`PROOFS`). Each looks at the ways laid over the map and reports at the cell, or
at the entry of the map's splits, that is to blame. Simple paths are never listed: all passes take near-linear time,
and each says in its docstring how it goes about and how long it takes, by cells and steps of a way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from bartizan_compiler import chokes, covered, divides, forks, meant, reach
from bartizan_compiler.coverage import Coverage
from bartizan_compiler.grid import Cell, Grid
from bartizan_compiler.routes import Route, routes
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem

PROOFS = (
    reach.too_large,
    reach.without_ends,
    reach.starts_without_goal,
    reach.goals_without_start,
    reach.unreached,
    reach.traps,
    reach.dead_ends,
    reach.detours,
    reach.loops,
    chokes.built_up,
    chokes.closed_together,
    chokes.narrow,
    covered.uncovered,
    covered.without_use,
    divides.split_ways,
    divides.split_faces,
    divides.split_goals,
    divides.split_places,
    divides.undeclared,
    divides.left_out,
    divides.ties,
    meant.idle,
    divides.too_many_splits,
)


def prove(
    grid: Grid, board: Board, faces: Callable[[str], list[str]], coverage: Coverage | None = None
) -> list[Problem]:
    """Every problem of the ways on a map. `faces` names the faces of a die; a grid that is not sound proves nothing.

    Without the `coverage`, nothing is said of what can be reached from where.
    """
    if not grid.sound:
        return []
    dice = sorted({way.split for way in board.ways.values() if way.split})
    laid = reach.lay(grid, board, {die: faces(die) for die in dice}, coverage)
    return [problem for proof in PROOFS for problem in proof(laid)]


def shares(
    grid: Grid, board: Board, die_weights: Mapping[str, Mapping[str, int]]
) -> dict[str, dict[int, dict[int, Fraction]]]:
    """For each way: how often walks from each start end at each goal, as exact fractions.

    `die_weights` has the weights of the faces of each die. A way with too many splits is left out.
    """
    found = {}
    for name, route in routes(grid, board).items():
        if len(route.splits) <= forks.MAX_SPLITS:
            found[name] = forks.shares(route, die_weights.get(route.way.split, {}))
    return found


def tables(grid: Grid, board: Board) -> dict[str, Any]:
    """The map as a scenario has it: cells, neighbours, and for each way its links and the next step to each goal."""
    laid = routes(grid, board)
    return {
        "id": grid.id,
        "title": grid.title,
        "layout": grid.layout,
        "cells": [_cell(cell) for cell in grid.cells],
        "neighbours": [
            [other for other in near if not grid.shut(cell, other)] for cell, near in enumerate(grid.neighbours)
        ],
        "closed": [list(pair) for pair in grid.closed],
        "one_way": [list(pair) for pair in grid.one_way],
        "ways": {name: _way(grid, route) for name, route in laid.items()},
        "splits": [
            {"at": split.at, "way": route.way.name, "die": route.way.split, "to": dict(split.to)}
            for route in laid.values()
            for split in route.splits.values()
        ],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    place = {"column": cell.column, "row": cell.row, "q": cell.q, "r": cell.r}
    return {"name": cell.name, "tags": list(cell.tags), **place}


def _way(grid: Grid, route: Route) -> dict[str, Any]:
    return {
        "cells": list(route.cells),
        "from": list(route.starts),
        "to": list(route.goals),
        "links": [[cell, _joined(grid, route, cell)] for cell in route.cells],
        "goals": {str(goal): _goal(route, goal, len(grid.cells)) for goal in route.goals},
    }


def _joined(grid: Grid, route: Route, cell: int) -> list[int]:
    return [after for after in grid.neighbours[cell] if after in route.after[cell]]


def _goal(route: Route, goal: int, size: int) -> dict[str, list[int]]:
    left = [-1] * size
    after = [-1] * size
    for cell, steps in route.left[goal].items():
        left[cell] = steps
        after[cell] = route.step(cell, goal)
    return {"next": after, "left": left}
