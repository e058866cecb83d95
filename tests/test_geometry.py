"""Geometry against a plane of pixels: what touches, what is far, what lies on a line, measured at the centres."""

from __future__ import annotations

from collections import deque
from math import atan2, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bartizan_engine import geometry

SIZES = [(1, 1), (4, 4), (5, 5), (6, 3), (7, 8)]
PLACES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
LAYOUTS = st.sampled_from(geometry.LAYOUTS)


def centre(layout: str, column: int, row: int) -> tuple[int, int]:
    """The centre where hexes are two apart; the axis across the rows (columns) is divided by the root of 3."""
    if layout == "axial-r":
        return 2 * column + row, row
    if layout == "axial-q":
        return column, 2 * row + column
    half = geometry.shoved(layout, row if layout in ("odd-r", "even-r") else column)
    if layout in ("odd-r", "even-r"):
        return 2 * column + half, row
    if layout in ("odd-q", "even-q"):
        return column, 2 * row + half
    return 2 * column, 2 * row


def gap(layout: str, a: tuple[int, int], b: tuple[int, int]) -> int:
    """The square of the distance of two centres: the root of 3 comes back in as 3."""
    (ax, ay), (bx, by) = centre(layout, *a), centre(layout, *b)
    dx, dy = (ax - bx) ** 2, (ay - by) ** 2
    if layout.endswith("-r"):
        return dx + 3 * dy
    return 3 * dx + dy if layout.endswith("-q") else dx + dy


def touching(layout: str, cell: tuple[int, int], cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
    limit = 8 if layout == "square-8" else 4
    return {other for other in cells if other != cell and gap(layout, cell, other) <= limit}


def grid(columns: int, rows: int) -> list[tuple[int, int]]:
    return [(column, row) for row in range(rows) for column in range(columns)]


def plane(layout: str, cells: list[tuple[int, int]]) -> geometry.Plane:
    return geometry.Plane(layout, [geometry.place(layout, *cell) for cell in cells])


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
@pytest.mark.parametrize("size", SIZES)
def test_neighbours_are_the_cells_whose_centres_are_one_apart(layout: str, size: tuple[int, int]) -> None:
    cells = grid(*size)
    board = plane(layout, cells)
    for index, cell in enumerate(cells):
        assert {cells[i] for i in board.neighbours(index)} == touching(layout, cell, cells)


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_neighbours_turn_clockwise_from_the_east(layout: str) -> None:
    middle = (4, 4)
    found = [geometry.offset(layout, at) for at in geometry.neighbours(layout, geometry.place(layout, *middle))]
    assert [angle(layout, middle, other) for other in found] == sorted(angle(layout, middle, other) for other in found)


def angle(layout: str, a: tuple[int, int], b: tuple[int, int]) -> float:
    (ax, ay), (bx, by) = centre(layout, *a), centre(layout, *b)
    wide = sqrt(3) if layout.endswith("-q") else 1
    high = sqrt(3) if layout.endswith("-r") else 1
    return round(atan2((by - ay) * high, (bx - ax) * wide) % (2 * pi), 9)  # y grows downwards: clockwise


@given(LAYOUTS, st.integers(-99, 99), st.integers(-99, 99))
def test_offset_is_the_way_back(layout: str, column: int, row: int) -> None:
    assert geometry.offset(layout, geometry.place(layout, column, row)) == (column, row)


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
@pytest.mark.parametrize("size", [(5, 4), (6, 7)])
def test_distance_is_the_number_of_steps_on_an_open_plane(layout: str, size: tuple[int, int]) -> None:
    inner = grid(*size)
    cells = [(c - 7, r - 7) for c, r in grid(size[0] + 14, size[1] + 14)]
    board = plane(layout, cells)
    near = {cell: touching(layout, cell, cells) for cell in cells}
    for cell in inner:
        steps = walk(near, cell)
        for other in inner:
            assert board.distance(cells.index(cell), cells.index(other)) == steps[other]


def walk(near: dict[tuple[int, int], set[tuple[int, int]]], start: tuple[int, int]) -> dict[tuple[int, int], int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in near[cell] - steps.keys():
            steps[other] = steps[cell] + 1
            queue.append(other)
    return steps


@given(LAYOUTS, PLACES, PLACES)
def test_between_are_the_centres_exactly_on_the_line(layout: str, a: tuple[int, int], b: tuple[int, int]) -> None:
    line = geometry.between(geometry.place(layout, *a), geometry.place(layout, *b))
    found = [geometry.offset(layout, at) for at in line]
    (ax, ay), (bx, by) = centre(layout, *a), centre(layout, *b)
    on = []
    for cell in ((c, r) for r in range(-10, 11) for c in range(-10, 11)):
        x, y = centre(layout, *cell)
        along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
        on_line = (x - ax) * (by - ay) == (y - ay) * (bx - ax) and cell not in (a, b)
        if on_line and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            on.append((along, cell))
    assert found == [cell for _, cell in sorted(on)]


@given(LAYOUTS, PLACES, st.integers(0, 6))
def test_a_ring_holds_what_is_exactly_so_far_away_each_once(layout: str, at: tuple[int, int], radius: int) -> None:
    found = geometry.ring(layout, at, radius)
    square = [(at[0] + dq, at[1] + dr) for dq in range(-7, 8) for dr in range(-7, 8)]
    assert len(found) == len(set(found))
    assert set(found) == {p for p in square if geometry.distance(layout, at, p) == radius}


@given(LAYOUTS, st.integers(1, 6))
def test_a_ring_turns_clockwise_from_the_east(layout: str, radius: int) -> None:
    middle = (20, 20)
    found = geometry.ring(layout, geometry.place(layout, *middle), radius)
    angles = [angle(layout, middle, geometry.offset(layout, p)) for p in found]
    turned = [
        round((it - angles[0]) % (2 * pi), 6) for it in angles
    ]  # columns of hexes: its first corner is not due east
    assert turned == sorted(turned)
    assert radius > 1 or found == geometry.neighbours(layout, geometry.place(layout, *middle))


@given(LAYOUTS, st.integers(0, 7))
def test_within_is_all_rings_up_to_the_radius(layout: str, radius: int) -> None:
    board = plane(layout, grid(6, 5))
    for cell in range(len(board.places)):
        rings = {i for n in range(radius + 1) for i in board.ring(cell, n) if i is not None}
        assert board.within(cell, radius) == sorted(rings)


def test_a_radius_beyond_the_map_costs_nothing() -> None:
    board = plane("odd-r", grid(3, 3))
    assert board.ring(0, 10**12) == []
    assert board.within(0, 10**12) == list(range(9))


def test_a_plane_of_no_cells_is_one_too() -> None:
    assert geometry.Plane("odd-r", []).places == ()


# ---------------------------------------------------------------- turns


@given(LAYOUTS, PLACES, st.integers(-7, 7))
def test_a_turn_keeps_every_distance_and_a_whole_turn_changes_nothing(
    layout: str, at: tuple[int, int], turns: int
) -> None:
    """Measured at the centres: the turned place is as far from the middle, the angle between them is the turn."""
    place = geometry.place(layout, *at)
    found = geometry.turned(layout, place, turns)
    zero = geometry.offset(layout, (0, 0))
    there = geometry.offset(layout, found)
    assert gap(layout, zero, at) == gap(layout, zero, there)
    whole = geometry.full_turn(layout)
    assert geometry.turned(layout, found, whole - turns) == place
    if place != (0, 0):
        between = (angle(layout, zero, there) - angle(layout, zero, at)) % (2 * pi)
        assert round(between - turns % whole * 2 * pi / whole, 6) % round(2 * pi, 6) == 0


@given(st.integers(-5, 5), st.integers(-5, 5))
def test_beside_a_corner_stand_the_two_squares_that_touch_both(dq: int, dr: int) -> None:
    a, b = (3, 4), (3 + dq, 4 + dr)
    near = [set(geometry.neighbours("square-4", at)) for at in (a, b)]
    corner = b in set(geometry.neighbours("square-8", a)) - near[0]
    found = geometry.beside(a, b)
    assert (found is not None) == corner
    assert found is None or set(found) == near[0] & near[1]


# ---------------------------------------------------------------- nets


@st.composite
def nets(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(1, 12))
    pairs = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=20))
    near: list[set[int]] = [set() for _ in range(size)]
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return [sorted(one) for one in near]


@given(nets(), st.sampled_from(geometry.NETS), st.integers(0, 13))
def test_a_net_counts_along_its_links(near: list[list[int]], layout: str, radius: int) -> None:
    """Against powers of the matrix of links: what is n steps away is reached by n of them, and not by fewer."""
    size = len(near)
    net = geometry.plane(layout, [(i, i * i) for i in range(size)], near)
    for start in range(size):
        reached, rings = {start}, [{start}]
        while rings[-1]:
            rings.append({other for cell in rings[-1] for other in near[cell]} - reached)
            reached |= rings[-1]
        far = {cell: n for n, ring in enumerate(rings) for cell in ring}
        assert [net.distance(start, other) for other in range(size)] == [far.get(i, size) for i in range(size)]
        assert net.ring(start, radius) == sorted(rings[radius] if radius < len(rings) else ())
        assert net.within(start, radius) == sorted(cell for cell, n in far.items() if n <= radius)
        assert net.neighbours(start) == near[start]
        assert len(net.ring(start, radius)) <= net.around(radius)


def test_a_net_forgets_old_distances_and_tells_them_again() -> None:
    size = 2 * geometry.MAX_ROWS + 3
    near = [[i for i in (cell - 1, cell + 1) if 0 <= i < size] for cell in range(size)]
    net = geometry.plane("free", [(i, 0) for i in range(size)], near)
    for _ in range(2):
        assert all(net.distance(cell, 0) == cell for cell in range(size))
