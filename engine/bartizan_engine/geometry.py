"""Places on a board: which cells touch, how far apart they are, what lies between them and around them.

A map says where a cell stands by column and row (counted from 0, rows downwards) and by its layout. All questions are
answered in the coordinates `(q, r)`: axial ones for hexes, column and row for squares. The formulas for hexes are those
of Amit Patel's guide "Hexagonal Grids" (Red Blob Games, https://www.redblobgames.com/grids/hexagons/): offset and
axial coordinates, neighbours, distances, rings. Integers only. Nothing here knows which cells a map has; `Plane` does.

`odd-r` and `even-r` are rows of hexes that stand on a point, the odd (or even) rows half a hex to the right; `odd-q`
and `even-q` are columns of hexes that lie on a side, the odd (or even) columns half a hex down. In `axial-r` every row
stands half a hex further right than the one above it, in `axial-q` every column half a hex lower than the one before.
`square-4` joins squares at their sides, `square-8` at their corners also; what has to stand beside a corner that is
crossed, a map says.

Of other layouts nobody can tell from places which cells touch: lanes lie side by side and touch nowhere, and the places
of a free map are joined by links. There the links are all that counts, and `Net` answers by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

Place = tuple[int, int]

HEXES = ("odd-r", "even-r", "axial-r", "odd-q", "even-q", "axial-q")
LAYOUTS = (*HEXES, "square-4", "square-8")  # the places say which cells touch
LANES = ("lanes-across", "lanes-down")
NETS = (*LANES, "free")  # the links say it
EVERY = (*LAYOUTS, *NETS)
MAX_ROWS = 128  # distances from so many cells are remembered by a large net

# Clockwise from the east, or from the first direction after it where nothing lies due east (odd-q, even-q).
_HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_CORNERS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def place(layout: str, column: int, row: int) -> Place:
    """The coordinates of the cell in a column and a row ("offset to axial" in the guide)."""
    if layout in ("odd-r", "even-r"):
        return column - _shoved(layout, row), row
    if layout in ("odd-q", "even-q"):
        return column, row - _shoved(layout, column)
    return column, row


def offset(layout: str, at: Place) -> tuple[int, int]:
    """The column and the row of a place: the way back from `place`."""
    q, r = at
    if layout in ("odd-r", "even-r"):
        return q + _shoved(layout, r), r
    if layout in ("odd-q", "even-q"):
        return q, r + _shoved(layout, q)
    return q, r


def _shoved(layout: str, line: int) -> int:
    # How many places the lines before this one have slid: every second line adds one.
    return (line - (line & 1)) // 2 if layout.startswith("odd") else (line + (line & 1)) // 2


def shoved(layout: str, line: int) -> bool:
    """Whether this row (odd-r, even-r) or column (odd-q, even-q) stands half a hex further."""
    return layout.startswith(("odd", "even")) and line & 1 == (1 if layout.startswith("odd") else 0)


def turned(layout: str, at: Place, turns: int) -> Place:
    """A place after so many turns clockwise around (0, 0): sixths of a circle for hexes, quarters for squares.

    >>> turned("odd-r", (1, 0), 1), turned("square-4", (1, 0), 1)
    ((0, 1), (0, 1))
    """
    q, r = at
    for _ in range(turns % full_turn(layout)):
        q, r = (-r, q + r) if layout in HEXES else (-r, q)
    return q, r


def full_turn(layout: str) -> int:
    """How many turns make a whole one."""
    return 6 if layout in HEXES else 4


def beside(a: Place, b: Place) -> tuple[Place, Place] | None:
    """The two squares beside the corner that a diagonal step crosses; None for a step that is none."""
    diagonal = abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1
    return ((a[0], b[1]), (b[0], a[1])) if diagonal else None


def directions(layout: str) -> tuple[Place, ...]:
    """The steps to the neighbours, clockwise from the east."""
    if layout in HEXES:
        return _HEX
    return _SIDES if layout == "square-4" else _CORNERS


def neighbours(layout: str, at: Place) -> list[Place]:
    """The places that touch this one, clockwise from the east."""
    q, r = at
    return [(q + dq, r + dr) for dq, dr in directions(layout)]


def distance(layout: str, a: Place, b: Place) -> int:
    """The number of steps between two places of an open plane.

    >>> distance("odd-r", (0, 0), (2, -1))
    2
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    if layout in HEXES:
        return max(abs(dq), abs(dr), abs(dq + dr))
    return abs(dq) + abs(dr) if layout == "square-4" else max(abs(dq), abs(dr))


def between(a: Place, b: Place) -> list[Place]:
    """The places whose centre lies on the straight line from one centre to the other, in order, the ends left out.

    Axial coordinates are straight, so the centres on the line are the whole points on it: the greatest common divisor
    of both differences says how many pieces they cut it into.

    >>> between((0, 0), (3, -3))
    [(1, -1), (2, -2)]
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    parts = gcd(dq, dr)
    return [(a[0] + dq // parts * k, a[1] + dr // parts * k) for k in range(1, parts)]


def ring(layout: str, at: Place, radius: int) -> list[Place]:
    """The places exactly so far away, clockwise, from the first neighbour's direction on ("rings" in the guide).

    >>> ring("square-4", (0, 0), 1)
    [(1, 0), (0, 1), (-1, 0), (0, -1)]
    """
    if radius <= 0:
        return [at] if radius == 0 else []
    found: list[Place] = []
    q, r = at[0] + radius, at[1]
    for (dq, dr), length in _sides(layout, radius):
        for _ in range(length):
            found.append((q, r))
            q, r = q + dq, r + dr
    return found


def _sides(layout: str, radius: int) -> list[tuple[Place, int]]:
    # From its first corner a ring turns: each side is a direction and its number of steps.
    if layout in HEXES:
        return [(_HEX[(turn + 2) % 6], radius) for turn in range(6)]
    if layout == "square-4":
        return [(_CORNERS[(2 * turn + 3) % 8], radius) for turn in range(4)]
    whole = [(_SIDES[(turn + 1) % 4], 2 * radius) for turn in range(4)]
    # The east is the middle of a side, not a corner: its second half comes first and its first half last.
    return [(whole[0][0], radius), *whole[1:], (whole[0][0], radius)]


def within(layout: str, at: Place, radius: int) -> list[Place]:
    """The places at most so far away, itself first, then ring by ring."""
    return [found for n in range(radius + 1) for found in ring(layout, at, n)]


class Plane:
    """The cells of one map, each under its number: the same questions, answered with cells that exist."""

    work = 0  # what it costs to tell a distance, beyond a step

    def __init__(self, layout: str, places: Iterable[Place]) -> None:
        self.layout = layout
        self.places = tuple(places)
        self.index = {at: number for number, at in enumerate(self.places)}
        # No two cells are further apart than this: a ring beyond it is empty, however wide a rule asks.
        self.reach = 2 * sum(_extent(axis) for axis in zip(*self.places, strict=True))

    def neighbours(self, cell: int) -> list[int]:
        """The cells that touch it, clockwise from the east."""
        return self._here(neighbours(self.layout, self.places[cell]))

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two cells, as if every cell between them existed."""
        return distance(self.layout, self.places[a], self.places[b])

    def between(self, a: int, b: int) -> list[int]:
        """The cells whose centre lies on the straight line between both centres, in order, the ends left out."""
        return self._here(between(self.places[a], self.places[b]))

    def around(self, radius: int) -> int:
        """How many cells a ring has, at most."""
        return 8 * max(radius, 0) if radius <= self.reach else 0

    def ring(self, cell: int, radius: int) -> list[int | None]:
        """The cells exactly so far away, clockwise as `ring`; None where the map has no cell."""
        if radius > self.reach:
            return []
        return [self.index.get(at) for at in ring(self.layout, self.places[cell], radius)]

    def within(self, cell: int, radius: int) -> list[int]:
        """The cells at most so far away, itself included, in the order of the map."""
        here = self.places[cell]
        if radius > self.reach:
            return list(range(len(self.places)))
        if radius * radius > len(self.places):
            return [i for i, at in enumerate(self.places) if distance(self.layout, here, at) <= radius]
        return sorted(self._here(within(self.layout, here, radius)))

    def _here(self, places: list[Place]) -> list[int]:
        return [self.index[at] for at in places if at in self.index]


class Net(Plane):
    """The cells of a map whose links say what touches: whatever is counted, is counted along them."""

    def __init__(self, layout: str, places: Iterable[Place], near: Sequence[Sequence[int]]) -> None:
        super().__init__(layout, places)
        self.near = near
        self.reach = len(self.places)
        self.work = 1 + len(self.places) // 16
        self._rows: dict[int, list[int]] = {}

    def neighbours(self, cell: int) -> list[int]:
        """The cells that it is joined to."""
        return list(self.near[cell])

    def distance(self, a: int, b: int) -> int:
        """The number of steps along links; as many as there are cells where no link leads."""
        row = self._rows.get(a)
        if row is None:
            if len(self._rows) >= MAX_ROWS:
                self._rows.clear()
            row = self._rows[a] = self._row(a)
        return row[b]

    def _row(self, start: int) -> list[int]:
        row = [self.reach] * len(self.places)
        row[start] = 0
        queue = [start]
        for cell in queue:  # it grows while it is read
            for other in self.near[cell]:
                if row[other] == self.reach and other != start:
                    row[other] = row[cell] + 1
                    queue.append(other)
        return row

    def around(self, radius: int) -> int:
        """How many cells can be exactly so far away."""
        return self.reach if 0 < radius < self.reach else 1

    def ring(self, cell: int, radius: int) -> list[int | None]:
        """The cells exactly so many steps away, in the order of the map; nothing is missing from it."""
        return [i for i in range(len(self.places)) if self.distance(cell, i) == radius < self.reach]

    def within(self, cell: int, radius: int) -> list[int]:
        """The cells at most so many steps away, itself included, in the order of the map."""
        return [i for i in range(len(self.places)) if self.distance(cell, i) <= min(radius, self.reach - 1)]


def plane(layout: str, places: Iterable[Place], near: Sequence[Sequence[int]]) -> Plane:
    """The cells of a map: by their places, or by the links between them."""
    return Net(layout, places, near) if layout in NETS else Plane(layout, places)


def _extent(axis: tuple[int, ...]) -> int:
    return max(axis) - min(axis) + 1
