"""Tell of cells that a map calls meant, where nothing is told that could be."""

from __future__ import annotations

from collections.abc import Iterator

from bartizan_compiler import chokes, covered, divides, reach
from bartizan_compiler.reach import Laid
from bartizan_engine.problem import Problem

PASSES = (
    reach.all_dead_ends,
    reach.all_detours,
    reach.all_loops,
    divides.all_ties,
    chokes.all_built_up,
    chokes.all_closed_together,
    chokes.all_narrow,
    covered.all_uncovered,
    covered.all_without_use,
)


def idle(laid: Laid) -> Iterator[Problem]:
    """Cells in `meant` of which no proof has anything to tell. The same passes again: their time."""
    if not laid.grid.meant:
        return
    held = {cell for found in PASSES for cells, _ in found(laid) for cell in cells}
    for cell, spot in laid.grid.meant:
        if cell not in held and not _unknown(laid, cell):
            said = f"nothing is told of {laid.name(cell)} that could be meant"
            yield Problem(spot, "BZ455", said, "take it out of meant")


def _unknown(laid: Laid, cell: int) -> bool:
    """Whether it is not known what covers the cell: a pack with errors has no rule of sight that could be asked."""
    cover = laid.board.cover
    tags = {cover.get("stand"), cover.get("reach")}
    return "sight" in cover and laid.coverage is None and bool(tags.intersection(laid.grid.cells[cell].tags))
