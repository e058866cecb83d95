"""Tell of cells that a map calls meant, where nothing is to be meant: no dead end, no detour and no tie holds them."""

from __future__ import annotations

from collections.abc import Iterator

from bartizan_compiler import divides, reach
from bartizan_compiler.reach import Laid
from bartizan_engine.problem import Problem


def idle(laid: Laid) -> Iterator[Problem]:
    """Cells in `meant` that no dead end, no detour and no tie holds."""
    if not laid.grid.meant:
        return
    passes = (reach.all_dead_ends, reach.all_detours, divides.all_ties)
    held = {cell for found in passes for cells, _ in found(laid) for cell in cells}
    for cell, spot in laid.grid.meant:
        if cell not in held:
            said = f"no dead end, no detour and no tie is at {laid.name(cell)}"
            yield Problem(spot, "BZ455", said, "take it out of meant")
