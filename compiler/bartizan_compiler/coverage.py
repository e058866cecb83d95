"""Compute what can be reached from where: for every place to stand, the cells within range that it sees.

The ruleset declares it under `cover`: on which cells something can stand, which cells it should reach, at which ranges,
and, if sight matters, a pure rule that says whether one cell is seen from another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bartizan_compiler.grid import Grid
from bartizan_engine import geometry

Sight = Callable[[int, int], bool]


class Cover(NamedTuple):
    """What a board declares of it: two tags, the shortest and the longest range, and the name of the rule of sight."""

    stand: str
    reach: str
    low: int
    high: int
    sight: str = ""
    keeps_open: bool = False


class Coverage(NamedTuple):
    """What can be reached on one map. `hits` has, for each cell to reach, the places that see it, and how far off."""

    cover: Cover
    stands: tuple[int, ...]
    hits: dict[int, tuple[tuple[int, int], ...]]

    def counts(self, range_: int) -> dict[int, int]:
        """For each cell to reach, how many places can reach it at a range."""
        return {cell: sum(far <= range_ for _, far in found) for cell, found in self.hits.items()}


def coverage(grid: Grid, cover: Cover, sight: Sight | None = None) -> Coverage:
    """What each place to stand reaches at the longest range. Its surroundings are gone over ring by ring, and sight is
    asked once for each pair in range: O(places * range * range) steps, each a call of the rule at most.
    """
    plane = geometry.Plane(grid.layout, ((cell.q, cell.r) for cell in grid.cells))
    stands = tuple(cell.index for cell in grid.cells if cover.stand in cell.tags)
    hits: dict[int, list[tuple[int, int]]] = {cell.index: [] for cell in grid.cells if cover.reach in cell.tags}
    for stand in stands:
        for cell in plane.within(stand, cover.high):
            if cell in hits and cell != stand and (sight is None or sight(stand, cell)):
                hits[cell].append((stand, plane.distance(stand, cell)))
    return Coverage(cover, stands, {cell: tuple(found) for cell, found in hits.items()})
