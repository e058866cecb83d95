"""Library calls that are written out where they stand: what games ask all the time, in as few steps as it takes.

What is written out means the same as the function in the library. `read` gives things to loop over or to look into,
in place, where nothing changes meanwhile; `value` gives values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..fixed import Fixed


def read(call: str, given: list[str]) -> str | None:
    """Source of a list of the state or of the map, itself and no copy; None where there is none.

    `given` is what the call was given, as source, in the order of the parameters.
    """
    if call == "pieces" and len(given) == 1:
        return f"s.alive[{given[0]}]"
    if call == "cells" and len(given) < 2:
        return f"cells_{given[0][1:-1]}" if given else "_cells"
    return None


def value(fixed: Fixed, call: str, given: list[str]) -> str | None:
    """Source of a value; None for what is left to the library."""
    write = _VALUES.get((call, len(given)))
    return write(fixed, *given) if write is not None else None


def _distance(fixed: Fixed, a: str, b: str) -> str | None:
    return f"_far[{a}][{b}]" if fixed.far is not None else None


_VALUES: dict[tuple[str, int], Callable[..., str | None]] = {
    ("players", 0): lambda fixed: str(list(range(fixed.seats))),
    ("seats", 0): lambda fixed: str(fixed.seats),
    ("in_campaign", 0): lambda fixed: str(fixed.leads["campaign"] is not None),
    ("count", 1): lambda fixed, kind: f"len(s.alive[{kind}])",  # noqa: ARG005  # all are called in one way
    ("on_board", 1): lambda fixed, piece: f"(0 <= s.place[{piece}] < {fixed.cells})",
    ("tagged", 2): lambda fixed, cell, tag: f"({cell} in tag_{tag[1:-1]})",  # noqa: ARG005  # the same
    ("distance", 2): _distance,
    ("next_cell", 2): lambda fixed, way, cell: f"step_{way[1:-1]}[{cell}]",  # noqa: ARG005  # the same
}


def scope(fixed: Fixed, step: Callable[[Fixed, str, int], Any]) -> dict[str, Any]:
    """What this source speaks of. `step` is the next cell of a way, or a fault where there is none."""
    names: dict[str, Any] = {"_cells": list(range(fixed.cells)), "_far": fixed.far}
    names |= {f"cells_{tag}": cells for tag, cells in fixed.tagged.items()}
    names |= {f"tag_{tag}": cells for tag, cells in fixed.tag_sets.items()}
    return names | {f"step_{way}": Steps(fixed, way, step) for way in fixed.ways}


class Steps(dict[int, int]):
    """The next cell of a way from each cell where it leads on; from others there is none, and a fault says why."""

    def __init__(self, fixed: Fixed, way: str, step: Callable[[Fixed, str, int], Any]) -> None:
        table = fixed.ways[way]
        onward = ((cell, table.next[goal][cell]) for cell, goal in enumerate(table.nearest) if goal >= 0)
        super().__init__((cell, to) for cell, to in onward if to >= 0)
        self.why = fixed, way, step

    def __missing__(self, cell: int) -> int:
        fixed, way, step = self.why
        return int(step(fixed, way, cell))
