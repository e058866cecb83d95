"""Lay the declared ways over a map's cells: one directed graph a way, and the steps that are left to each goal.

A way's cells are those tagged as what it leads over, where it starts and where it ends. A step joins two neighbours
that are not closed; a one-way pair is joined in its direction alone. A reversal has every step turned round. A walk
takes a next step that is nearest to its goal, the one of lowest number where several are, and ends at any goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bartizan_compiler.grid import Grid, Split
from bartizan_engine.declared import Board, Way

MAX_ENTRIES = 500_000  # cells times goals of one way: a list of so many numbers is what a scenario can bear


Joined = dict[int, list[int]]  # a plain adjacency list: on a map of 30 cells ten times as fast as a graph of networkx


class Route(NamedTuple):
    """A way on one map.

    `after` has the next cells of each cell and `before` those that lead to it, lowest number first. `left` is, for each
    goal, how many steps each cell is away from it.
    """

    way: Way
    cells: tuple[int, ...]
    starts: tuple[int, ...]
    goals: tuple[int, ...]
    after: Joined
    before: Joined
    left: dict[int, dict[int, int]]
    splits: dict[int, Split]

    def steps(self, cell: int, goal: int) -> list[int]:
        """Every next cell that is one step nearer to the goal, lowest number first."""
        left = self.left[goal]
        if cell not in left:
            return []
        nearer = left[cell] - 1
        return [after for after in self.after[cell] if left.get(after, -2) == nearer]

    def step(self, cell: int, goal: int) -> int:
        """The next cell towards the goal; -1 at the goal and where no way leads there."""
        return next(iter(self.steps(cell, goal)), -1)

    def reached(self, cell: int) -> list[int]:
        """The goals to which a way leads from here, nearest first, lowest number first among equals."""
        found = [(left[cell], goal) for goal, left in self.left.items() if cell in left]
        return [goal for _, goal in sorted(found)]

    def walk(self, cell: int, goal: int) -> Iterator[int]:
        """The cells after this one on the walk to the goal, which ends at any goal or split."""
        while (cell := self.step(cell, goal)) >= 0:
            yield cell
            if cell in self.left or cell in self.splits:
                return

    def stem(self, cell: int) -> Iterator[int]:
        """The cells from here on, itself first, of a walk that has no goal yet: it turns to the nearest."""
        yield cell
        while cell not in self.left and cell not in self.splits and (goals := self.reached(cell)):
            cell = self.step(cell, goals[0])
            yield cell


def routes(grid: Grid, board: Board) -> dict[str, Route]:
    """Every way of the board on this map, in the board's order; those that are too large are left out."""
    found: dict[str, Route] = {}
    for way in board.ways.values():
        if way.reverse and way.reverse not in found:
            continue
        cells = _tagged(grid, way.over, way.start, way.goal)
        starts, goals = _tagged(grid, way.start), _tagged(grid, way.goal)
        if len(goals) * len(cells) <= MAX_ENTRIES:
            forth = found.get(way.reverse)
            after = forth.before if forth else _joined(grid, cells)
            before = forth.after if forth else _turned(after)
            splits: dict[int, Split] = {}
            for split in grid.splits:
                if split.way == way.name and way.split:
                    splits.setdefault(split.at, split)
            found[way.name] = Route(way, cells, starts, goals, after, before, _left(before, goals), splits)
    return found


def _tagged(grid: Grid, *tags: str) -> tuple[int, ...]:
    return tuple(cell.index for cell in grid.cells if any(tag in cell.tags for tag in tags))


def _joined(grid: Grid, cells: tuple[int, ...]) -> Joined:
    here = set(cells)
    barred = {*grid.closed, *((b, a) for a, b in grid.closed), *((b, a) for a, b in grid.one_way)}
    return {
        cell: sorted(
            after
            for after in grid.neighbours[cell]
            if after in here and (cell, after) not in barred and not grid.cut(cell, after, here)
        )
        for cell in cells
    }


def _turned(after: Joined) -> Joined:
    before: Joined = {cell: [] for cell in after}
    for cell, near in after.items():  # in reading order, so that each list is in order too
        for other in near:
            before[other].append(cell)
    return before


def _left(before: Joined, goals: tuple[int, ...]) -> dict[int, dict[int, int]]:
    return {goal: distances(before, (goal,)) for goal in goals}


def distances(joined: Joined, sources: Iterable[int]) -> dict[int, int]:
    """How many steps each cell is away from the nearest source, for those that can be reached."""
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for cell in queue:  # it grows while it is read
        further = found[cell] + 1
        for other in joined[cell]:
            if other not in found:
                found[other] = further
                queue.append(other)
    return found
