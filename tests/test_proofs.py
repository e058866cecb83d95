"""Proofs against brute force: choke points, closings, one-way loops, coverage, and the steps that walks need at least.

The brute force takes cells away one by one, tries every group of them, rolls every face. Maps have up to 60 cells.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mapkit
from bartizan import report
from bartizan_compiler import chokes, coverage, graph, pace, reach
from bartizan_compiler import grid as grids
from bartizan_compiler.grid import Grid
from bartizan_compiler.routes import Route, routes
from bartizan_engine.geometry import HEXES, LAYOUTS
from test_maps_graph import BOARD, edges, maps, proven_ends, steps, tagged

COVER = coverage.Cover("build", "road", 1, 3)


def ways(grid: Grid) -> list[tuple[Route, int, set[int], dict[int, set[int]]]]:
    """Each way that is no reversal, with each start that leads to a goal, the goals, and the steps by brute force."""
    found = []
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), set(tagged(grid, BOARD.ways[name].goal))
        starts = [s for s in tagged(grid, BOARD.ways[name].start) if s not in goals and goals & steps(joined, s).keys()]
        found += [(routes(grid, BOARD)[name], start, goals, joined) for start in starts]
    return found


def without(joined: dict[int, set[int]], gone: set[int]) -> dict[int, set[int]]:
    return {cell: near - gone for cell, near in joined.items()}


def open_still(joined: dict[int, set[int]], start: int, goals: set[int], gone: set[int]) -> bool:
    return bool(goals & steps(without(joined, gone), start).keys())


# ---------------------------------------------------------------- narrow places


@given(maps())
@settings(max_examples=200)
def test_choke_points_are_the_cells_without_which_no_goal_is_reached(grid: Grid) -> None:
    for route, start, goals, joined in ways(grid):
        found = chokes.chokes(route.after, start, route.goals)
        inner = set(joined) - goals - {start}
        assert set(found) == {cell for cell in inner if not open_still(joined, start, goals, {cell})}
        far = steps(joined, start)
        assert all(far[a] < far[b] for a, b in pairwise(found))


@given(maps(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_way_is_closed_by_as_few_cells_as_can_be(grid: Grid, rng: random.Random) -> None:
    """Every smaller group of the counted cells leaves the way open."""
    for route, start, goals, joined in ways(grid):
        inner = sorted(set(joined) - goals - {start})
        counted = set(rng.sample(inner, min(len(inner), 12)))
        found = chokes.closing(route.after, start, route.goals, counted, 8)
        if open_still(joined, start, goals, counted):
            assert found is None
        elif found is not None:
            assert set(found) <= counted
            assert not open_still(joined, start, goals, set(found))
            smaller = combinations(sorted(counted), len(found) - 1)
            assert all(open_still(joined, start, goals, set(group)) for group in smaller)
        else:
            assert all(open_still(joined, start, goals, set(group)) for group in combinations(sorted(counted), 3))


@given(maps())
@settings(max_examples=100)
def test_a_way_is_as_wide_as_walks_can_pass_beside_each_other(grid: Grid) -> None:
    """By Menger's theorem, against a flow that a library finds."""
    for route, start, goals, joined in ways(grid):
        net: nx.DiGraph = nx.DiGraph()
        for cell, near in joined.items():
            net.add_edge((cell, 0), (cell, 1), **({} if cell == start or cell in goals else {"capacity": 1}))
            net.add_edges_from(((cell, 1), (other, 0)) for other in near)
        net.add_edges_from(((goal, 0), "end") for goal in goals)
        starts = set(tagged(grid, BOARD.ways[route.way.name].start))
        for other in starts - {start} - goals:
            net.edges[(other, 0), (other, 1)].pop("capacity")
        try:
            wanted = nx.maximum_flow_value(net, (start, 1), "end")
        except nx.NetworkXUnbounded:
            wanted = None
        found = chokes.width(route, start, 20)
        assert len(found) == (wanted or 0)


@given(maps(one_way=False))
@settings(max_examples=60)
def test_a_cell_is_no_dead_end_if_two_walks_lead_from_it_that_share_no_cell(grid: Grid) -> None:
    """Maps of any size, without one-way pairs: one walk leads back to a start, the other on to a goal."""
    if not proven_ends(grid):
        return
    used = [name for name in ("inbound", "outbound") if tagged(grid, BOARD.ways[name].start)]
    through: set[int] = set()
    for name in used:
        joined = edges(grid, name)
        net: nx.DiGraph = nx.DiGraph()
        for cell, near in joined.items():
            net.add_edge((cell, 0), (cell, 1), capacity=1)
            net.add_edges_from(((cell, 1), (other, 0)) for other in near)
        for tag in (BOARD.ways[name].start, BOARD.ways[name].goal):
            net.add_edges_from(((cell, 1), tag) for cell in tagged(grid, tag))
            net.add_edge(tag, "end", capacity=1)
        for cell in joined:
            net.add_edge((cell, 0), (cell, 1), capacity=2)
            if nx.maximum_flow_value(net, (cell, 0), "end") == 2:
                through.add(cell)
            net.add_edge((cell, 0), (cell, 1), capacity=1)
    reached = {c for name in used for s in tagged(grid, BOARD.ways[name].start) for c in steps(edges(grid, name), s)}
    expected = {cell.index for cell in grid.cells if "road" in cell.tags and cell.index in reached - through}
    laid = reach.lay(grid, BOARD, mapkit.FACES)
    assert {cell for cells, _ in reach.all_dead_ends(laid) for cell in cells} == expected


# ---------------------------------------------------------------- loops and traps


@given(maps())
@settings(max_examples=200)
def test_one_way_loops_are_the_cells_to_which_one_way_pairs_lead_back(grid: Grid) -> None:
    laid = reach.lay(grid, BOARD, mapkit.FACES)
    expected: set[int] = set()
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), set(tagged(grid, BOARD.ways[name].goal))
        only = {cell: {b for b in near if (cell, b) in grid.one_way} for cell, near in joined.items()}
        starts = tagged(grid, BOARD.ways[name].start) if goals else []
        reached = {cell for start in starts for cell in steps(joined, start)}
        for cell, ahead in only.items():
            round_ = {other for near in ahead for other in steps(only, near)}
            part = {other for other in round_ if cell in steps(only, other)}
            if cell in round_ and any(c in reached and goals & steps(joined, c).keys() for c in part):
                expected |= part
    assert {cell for cells, _ in reach.all_loops(laid) for cell in cells} == expected


@given(maps())
@settings(max_examples=200)
def test_traps_are_the_cells_from_which_a_walk_never_comes_to_a_goal(grid: Grid) -> None:
    laid = reach.lay(grid, BOARD, mapkit.FACES)
    names = {cell.name: cell.index for cell in grid.cells}
    expected: set[int] = set()
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), set(tagged(grid, BOARD.ways[name].goal))
        ended = {cell: set() if cell in goals else near for cell, near in joined.items()}
        for start in tagged(grid, BOARD.ways[name].start) if goals else []:
            if goals & steps(joined, start).keys():
                expected |= {cell for cell in steps(ended, start) if not goals & steps(joined, cell).keys()}
    messages = [problem.message.partition(", from where")[0] for problem in reach.traps(laid)]
    assume(not any(" more" in message for message in messages))
    told = {names[name] for message in messages for name in re.findall(r'"([^"]+)"', message)[1:]}
    assert told == expected


# ---------------------------------------------------------------- coverage


@given(st.sampled_from(LAYOUTS), st.integers(2, 10), st.integers(1, 6), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_coverage_is_what_is_near_enough_and_seen(layout: str, columns: int, rows: int, rng: random.Random) -> None:
    """Distances by walking over an open plane, whose neighbours are the cells with the nearest centres."""
    lines = [[rng.choice("rbbr.x") for _ in range(columns)] for _ in range(rows)]
    lines[0][0] = "r"
    text = f"id: m\ntitle: M\nfrom: {{is: invented}}\nlayout: {layout}\ngrid: |\n"
    text += "".join(f"  {' '.join(line)}\n" for line in lines)
    text += "legend: {r: [road], b: [build], '.': empty, x: gap}\n"
    grid, _ = grids.grid(mapkit.read(text), BOARD)
    assert grid
    seen = {(a.index, b.index): rng.random() < 0.7 for a in grid.cells for b in grid.cells}
    found = coverage.coverage(grid, COVER, lambda a, b: seen[a, b])
    near = around(layout, columns, rows)
    for cell in grid.cells:
        if "road" in cell.tags:
            hits = {
                (other.index, far)
                for other in grid.cells
                if "build" in other.tags and seen[other.index, cell.index]
                for far in [near((other.column, other.row), (cell.column, cell.row))]
                if far <= COVER.high
            }
            assert set(found.hits[cell.index]) == hits
            for range_ in (1, 2, 3):
                assert found.counts(range_)[cell.index] == sum(far <= range_ for _, far in hits)
    assert set(found.hits) == set(tagged(grid, "road"))


Place = tuple[int, int]


def around(layout: str, columns: int, rows: int) -> Callable[[Place, Place], int]:
    """How far apart two places are, by breadth-first search over a plane with a broad edge; what is far is 9."""

    def centre(at: Place) -> tuple[float, float]:
        column, row = at
        if layout not in HEXES:
            return float(column), float(row)
        odd = 1 if layout.startswith("odd") else 0
        if layout.endswith("r"):
            return column + (0.5 if row % 2 == odd else 0.0), row * 3**0.5 / 2
        return column * 3**0.5 / 2, row + (0.5 if column % 2 == odd else 0.0)

    wide = 1.01 if layout != "square-8" else 1.5
    plane = [(c, r) for c in range(-4, columns + 4) for r in range(-4, rows + 4)]
    centres = {at: centre(at) for at in plane}

    def beside(a: Place) -> set[Place]:
        near = [(a[0] + c, a[1] + r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
        return {b for b in near if b in centres and dist(centres[a], centres[b]) < wide}

    known: dict[Place, dict[Place, int]] = {}

    def far(a: Place, b: Place) -> int:
        if a not in known:
            found, queue = {a: 0}, [a]
            for here in queue:
                for other in beside(here) - found.keys() if found[here] <= COVER.high else ():
                    found[other] = found[here] + 1
                    queue.append(other)
            known[a] = found
        return known[a].get(b, 9)

    return far


# ---------------------------------------------------------------- the clock


@given(maps())
@settings(max_examples=200)
def test_the_least_steps_are_those_of_the_luckiest_walk(grid: Grid) -> None:
    """Every walk that the tables allow, cell by cell, with every face at every split."""
    tables = graph.tables(grid, BOARD)
    for name in ("inbound", "outbound"):
        route = routes(grid, BOARD)[name]
        for start in route.starts:
            assert pace.least(route, {start: 0}) == luckiest(tables, name, start)


def luckiest(tables: dict[str, object], name: str, start: int) -> dict[int, int]:
    way = tables["ways"][name]  # type: ignore[index]  # a table as the scenario has it
    splits = {one["at"]: one["to"] for one in tables["splits"] if one["way"] == name}  # type: ignore[attr-defined]  # the same
    ended: dict[int, int] = {}
    here = {(start, -1)}  # a cell, and the goal of the walk if it has one
    for count in range(len(tables["cells"]) * 4):  # type: ignore[arg-type]  # the same
        after = set()
        for cell, goal in here:
            if cell in way["to"]:
                ended.setdefault(cell, count)
                continue
            if cell in splits:
                aims = set(splits[cell].values())
            elif goal >= 0:
                aims = {goal}
            else:
                left = [(t["left"][cell], int(g)) for g, t in way["goals"].items() if t["left"][cell] >= 0]
                aims = {min(left)[1]} if left else set()
            for aim in aims:
                step = way["goals"][str(aim)]["next"][cell]
                if step >= 0:
                    after.add((step, aim if cell in splits or goal >= 0 else -1))
        here = after
    return ended


@given(st.integers(1, 9), st.integers(0, 3), st.integers(0, 40), st.integers(0, 6))
def test_the_round_of_an_arrival_is_the_one_in_which_so_many_steps_are_gone(
    enters: int, waits: int, far: int, speed: int
) -> None:
    gone, round_ = 0, enters + waits
    for _ in range(60):
        gone += speed
        if gone >= far:
            break
        round_ += 1
    assert pace.round_of(enters, waits, far, speed) == (round_ if gone >= far else None)


# ---------------------------------------------------------------- never by listing paths

DIAMONDS = 60


def test_a_map_with_more_paths_than_can_be_counted_is_proven() -> None:
    """A chain of sixty loops has 2**60 simple paths: nothing here lists them, and each joint is a choke point."""
    side = ". " + "r . " * DIAMONDS + ". ."
    text = "id: m\ntitle: M\nfrom: {is: invented}\nlayout: square-8\ngrid: |\n"
    text += "".join(f"  {row}\n" for row in (side, "E " + ". r " * DIAMONDS + "K G", side))
    text += "legend: {r: [road], '.': empty, E: [road, entrance], K: [road, keep], G: [road, gate]}\n"
    grid, problems = grids.grid(mapkit.read(text), BOARD)
    assert grid
    assert not problems
    told = graph.prove(grid, BOARD, lambda die: mapkit.FACES[die])
    assert {problem.code for problem in told} == {"BZ452"}
    route = routes(grid, BOARD)["inbound"]
    assert paths(route) == 2**DIAMONDS
    joints = [cell.index for cell in grid.cells if cell.row == 1 and cell.tags == ("road",)]
    assert len(joints) == DIAMONDS
    assert chokes.chokes(route.after, route.starts[0], route.goals) == joints


def paths(route: Route) -> int:
    """How many shortest paths lead to the goal: counted without listing them."""
    goal = route.goals[0]
    left = route.left[goal]
    count = {goal: 1}
    for cell in sorted(left, key=left.__getitem__)[1:]:
        count[cell] = sum(count[after] for after in route.after[cell] if left[after] == left[cell] - 1)
    return count[route.starts[0]]


# ---------------------------------------------------------------- drawings

BROKEN = """\
id: m
title: M
from: {is: invented}
layout: LAYOUT
grid: |
  . . . . . . .
  E r r . . K .
  . . . . . . .
legend: {r: [road], '.': empty, E: {tags: [road, entrance], name: west}, K: {tags: [road, keep], name: vault}}
"""
DRAWN = {
    "square-4": """\
     a   b   c   d   e   f   g
  1  .   .   .   .   .   .   .
  2 [E]  r  <r> *.* *.* (K)  .
  3  .   .   .   .   .   .   .

[ ] west
< > c2: as far as walks get
* * would join them
( ) vault: where the way goes on""",
    "even-r": """\
     a   b   c   d   e   f   g
  1    .   .   .   .   .   .   .
  2 [E]  r  <r> *.* *.* (K)  .
  3    .   .   .   .   .   .   .

[ ] west
< > c2: as far as walks get
* * would join them
( ) vault: where the way goes on""",
    "odd-q": """\
     a   b   c   d   e   f   g
  1  .       .       .       .
         .       .       .
  2 [E]     <r>      .       .
         r      *.*     (K)
  3  .       .      *.*      .
         .       .       .

[ ] west
< > c2: as far as walks get
* * would join them
( ) vault: where the way goes on""",
}


@pytest.mark.parametrize("layout", sorted(DRAWN))
def test_a_gap_is_drawn_where_it_is(layout: str) -> None:
    grid, _ = grids.grid(mapkit.read(BROKEN.replace("LAYOUT", layout)), BOARD)
    assert grid
    told = [problem for problem in graph.prove(grid, BOARD, lambda die: mapkit.FACES[die]) if problem.code == "BZ424"]
    assert [problem.sketch for problem in told] == [DRAWN[layout]]


@given(maps(), st.integers(1, 60))
def test_drawings_are_plain_and_fit_into_the_room(grid: Grid, room: int) -> None:
    """ASCII alone; in a report no line of the picture is wider than the room, and what is told is in it."""
    problems = graph.prove(grid, BOARD, lambda die: mapkit.FACES[die])
    for problem in problems:
        assert problem.sketch.isascii()
        assert all(line == line.rstrip() for line in problem.sketch.split("\n"))
        if problem.sketch:
            picture = problem.sketch.partition("\n\n")[0]
            assert "[" in picture or "<" in picture
            shown = report.plain(report.full([problem], lambda _: None, room)).split("\n")
            lines = [line[4:] for line in shown if line.startswith("  | ")][: picture.count("\n") + 1]
            assert max(map(len, lines), default=0) <= room


def test_a_token_that_is_no_ascii_is_drawn_as_a_question() -> None:
    text = BROKEN.replace("LAYOUT", "square-4").replace("E r r", "É r r").replace("E: {", "É: {")
    grid, _ = grids.grid(mapkit.read(text), BOARD)
    assert grid
    [told] = [one for one in graph.prove(grid, BOARD, lambda die: mapkit.FACES[die]) if one.code == "BZ424"]
    assert "[?]" in told.sketch
