"""Where things stand in a picture of a map: centres, outlines and sides of cells, in whole pixels.

A hex is 52 pixels between its flat sides and 60 between its corners: 26 to 15 is the root of 3, to a thousandth. The
side of a square is 52. Lanes of squares are parted by a gap, and the places of a free map are round, wide apart.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

HALF = 26  # from the centre to a flat side
POINT = 30  # from the centre of a hex to a corner
STEP = 45  # between rows (columns) of hexes
PARTED = 76  # between lanes
APART = 84  # between the places of a free map

_POINTED = ((0, -POINT), (HALF, -15), (HALF, 15), (0, POINT), (-HALF, 15), (-HALF, -15))
_FLAT = tuple((y, x) for x, y in _POINTED)
_ROUND = ((-11, -HALF), (11, -HALF), (HALF, -11), (HALF, 11), (11, HALF), (-11, HALF), (-HALF, 11), (-HALF, -11))
_SQUARE = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))


class Point(NamedTuple):
    """A place in the picture."""

    x: int
    y: int

    def moved(self, dx: int, dy: int) -> Point:
        """The place so much further right and down."""
        return Point(self.x + dx, self.y + dy)


def centre(layout: str, q: int, r: int) -> Point:
    """The centre of a cell, from the coordinates that the map gives it."""
    if layout.endswith("-r"):
        return Point(2 * HALF * q + HALF * r, STEP * r)
    if layout.endswith("-q"):
        return Point(STEP * q, 2 * HALF * r + HALF * q)
    if layout == "free":
        return Point(APART * q, APART * r)
    across, down = (PARTED if layout == parted else 2 * HALF for parted in ("lanes-down", "lanes-across"))
    return Point(across * q, down * r)


def corners(layout: str) -> tuple[tuple[int, int], ...]:
    """The corners of a cell around its centre."""
    if layout.endswith("-r"):
        return _POINTED
    if layout == "free":
        return _ROUND
    return _FLAT if layout.endswith("-q") else _SQUARE


def outline(layout: str, at: Point, shrink: int = 0) -> str:
    """A cell as a path, a little smaller where gaps should show."""
    points = [at.moved(_toward(x, shrink), _toward(y, shrink)) for x, y in corners(layout)]
    return "M" + "L".join(f"{x},{y}" for x, y in points) + "Z"


def _toward(value: int, shrink: int) -> int:
    return (abs(value) - min(shrink, abs(value))) * (1 if value > 0 else -1)


def side(layout: str, a: Point, b: Point) -> tuple[Point, Point]:
    """The ends of the side that two neighbours share; where only corners touch, a short line across them."""
    mine = {a.moved(x, y) for x, y in corners(layout)}
    theirs = sorted(b.moved(x, y) for x, y in corners(layout))
    # A hex's corners are whole pixels, and so are the centres: neighbours agree on them exactly.
    shared = [point for point in theirs if point in mine]
    if len(shared) == 2:
        return shared[0], shared[1]
    middle = between(a, b, 1, 2)
    x, y = across(a, b, 9)
    return middle.moved(x, y), middle.moved(-x, -y)


def between(a: Point, b: Point, part: int, whole: int) -> Point:
    """The point so far on the way from one to the other."""
    return Point(_scaled(a.x * (whole - part) + b.x * part, whole), _scaled(a.y * (whole - part) + b.y * part, whole))


def along(a: Point, b: Point, pixels: int) -> tuple[int, int]:
    """So many pixels in the direction from one to the other."""
    length = isqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) or 1
    return _scaled((b.x - a.x) * pixels, length), _scaled((b.y - a.y) * pixels, length)


def across(a: Point, b: Point, pixels: int) -> tuple[int, int]:
    """So many pixels to the right of the direction from one to the other."""
    x, y = along(a, b, pixels)
    return -y, x


def _scaled(value: int, whole: int) -> int:
    """A division rounded to the nearest whole number."""
    return (2 * value + whole) // (2 * whole)
