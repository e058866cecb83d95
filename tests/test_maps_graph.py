"""Ways against brute force: small random maps, walked cell by cell by code that knows nothing of the compiler's."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mapkit
from bartizan_compiler import build, forks, graph
from bartizan_compiler import grid as grids
from bartizan_compiler.grid import Grid
from bartizan_engine import load
from bartizan_engine.geometry import LANES, LAYOUTS
from bartizan_engine.problem import Problem

BOARD = mapkit.board()
TOKENS = {
    "r": "[road]",
    ".": "empty",
    "x": "gap",
    "E": "[road, entrance]",
    "K": "[keep]",
    "G": "[road, gate]",
}


@st.composite
def maps(draw: st.DrawFn, one_way: bool = True) -> Grid:
    """A map of up to 60 cells with closed and one-way pairs, and now and then a split."""
    columns, rows = draw(st.integers(2, 10)), draw(st.integers(1, 6))
    tokens = st.lists(st.sampled_from("rrrrrr.xEKG"), min_size=columns, max_size=columns)
    lines = draw(st.lists(tokens, min_size=rows, max_size=rows))
    if all(token == "x" for line in lines for token in line):
        lines[0][0] = "r"
    pairs = draw(
        st.lists(
            st.tuples(st.integers(0, 59), st.integers(0, 5), st.booleans() if one_way else st.just(True)), max_size=8
        )
    )
    layout = draw(st.sampled_from((*LAYOUTS, *LANES)))
    if layout == "square-8":
        layout += "\ncorners: " + draw(st.sampled_from(["always", "one", "both"]))
    return _grid(layout, lines, pairs, draw(st.lists(st.integers(0, 59), max_size=4)))


def _grid(layout: str, lines: list[list[str]], pairs: list[tuple[int, int, bool]], splits: list[int]) -> Grid:
    used = sorted({token for line in lines for token in line})
    text = f"id: m\ntitle: M\nfrom: {{is: invented}}\nlayout: {layout}\ngrid: |\n"
    text += "".join(f"  {' '.join(line)}\n" for line in lines)
    text += "legend:\n" + "".join(f'  "{token}": {TOKENS[token]}\n' for token in used)
    bare = _read(text)
    seen: set[tuple[int, int]] = set()
    closed: list[str] = []
    one_way: list[str] = []
    for cell, turn, both in pairs:
        near = bare.neighbours[cell % len(bare.cells)]
        if near:
            a, b = cell % len(bare.cells), near[turn % len(near)]
            if (min(a, b), max(a, b)) not in seen:
                seen.add((min(a, b), max(a, b)))
                (closed if both else one_way).append(f"[{bare.cells[a].name}, {bare.cells[b].name}]")
    text += f"closed: [{', '.join(closed)}]\none_way: [{', '.join(one_way)}]\n"
    return _read(text + _splits(bare, splits))


def _splits(bare: Grid, cells: list[int]) -> str:
    goals = [cell.name for cell in bare.cells if "gate" in cell.tags]
    at = sorted({bare.cells[cell % len(bare.cells)].name for cell in cells}) if goals else []
    entries = [f"{{at: {name}, way: outbound, to: {{blank: {goals[0]}, hit: {goals[-1]}}}}}" for name in at]
    return f"splits: [{', '.join(entries)}]\n"


def _read(text: str) -> Grid:
    grid, problems = grids.grid(mapkit.read(text), BOARD)
    assert grid
    assert grid.sound, problems
    return grid


# ---------------------------------------------------------------- brute force


def edges(grid: Grid, way: str) -> dict[int, set[int]]:
    """The steps of a way, from the map alone."""
    declared = BOARD.ways[way]
    if declared.reverse:
        forth = edges(grid, declared.reverse)
        return {cell: {other for other in forth if cell in forth[other]} for cell in forth}
    tags = {declared.over, declared.start, declared.goal}
    here = {cell.index for cell in grid.cells if tags.intersection(cell.tags)}
    return {
        cell: {
            other
            for other in grid.neighbours[cell]
            if other in here and may(grid, cell, other) and around(grid, cell, other, here)
        }
        for cell in here
    }


def around(grid: Grid, a: int, b: int, here: set[int]) -> bool:
    """Whether enough of the two squares beside a corner are on the way and joined to both."""
    needed = {"one": 1, "both": 2}.get(grid.record.values.get("corners", ""), 0)
    (ax, ay), (bx, by) = ((grid.cells[i].column, grid.cells[i].row) for i in (a, b))
    if ax == bx or ay == by or not needed:
        return True
    beside = [i for i in here if (grid.cells[i].column, grid.cells[i].row) in ((ax, by), (bx, ay))]
    shut = {frozenset(pair) for pair in grid.closed}
    return sum(frozenset((a, i)) not in shut and frozenset((i, b)) not in shut for i in beside) >= needed


def may(grid: Grid, a: int, b: int) -> bool:
    return (min(a, b), max(a, b)) not in grid.closed and (b, a) not in grid.one_way


def steps(joined: dict[int, set[int]], start: int) -> dict[int, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in joined[cell] - found.keys():
            found[other] = found[cell] + 1
            queue.append(other)
    return found


def tagged(grid: Grid, tag: str) -> list[int]:
    return [cell.index for cell in grid.cells if tag in cell.tags]


def proven(grid: Grid) -> list[Problem]:
    return graph.prove(grid, BOARD, lambda die: mapkit.FACES[die])


def told(grid: Grid, code: str) -> set[str]:
    names = {cell.spot: cell.name for cell in grid.cells}
    return {names[problem.spot] for problem in proven(grid) if problem.code == code}


@given(maps())
def test_tables_hold_the_steps_that_are_left_and_a_next_cell_that_is_nearer(grid: Grid) -> None:
    tables = graph.tables(grid, BOARD)
    for name, way in tables["ways"].items():
        joined = edges(grid, name)
        assert {cell: set(after) for cell, after in way["links"]} == joined
        far = {cell: steps(joined, cell) for cell in joined}
        assert sorted(map(int, way["goals"])) == way["to"] == tagged(grid, BOARD.ways[name].goal)
        for goal, table in way["goals"].items():
            for cell in range(len(grid.cells)):
                assert table["left"][cell] == far.get(cell, {}).get(int(goal), -1)
                nearer = [c for c in joined.get(cell, ()) if far[c].get(int(goal), -9) == table["left"][cell] - 1]
                assert table["next"][cell] == min(nearer, default=-1)


@given(maps())
def test_a_start_is_lost_if_and_only_if_it_reaches_no_goal(grid: Grid) -> None:
    lost = set()
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), tagged(grid, BOARD.ways[name].goal)
        starts = tagged(grid, BOARD.ways[name].start) if goals else []
        lost |= {grid.cells[s].name for s in starts if not set(goals).intersection(steps(joined, s))}
    assert told(grid, "BZ424") == lost


@given(maps())
def test_a_goal_is_cut_off_if_and_only_if_no_start_reaches_it(grid: Grid) -> None:
    cut = set()
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), set(tagged(grid, BOARD.ways[name].goal))
        reached = [set(steps(joined, start)) for start in tagged(grid, BOARD.ways[name].start)]
        if reached and all(goals & cells for cells in reached):
            cut |= {grid.cells[goal].name for goal in goals.difference(*reached)}
    assert told(grid, "BZ425") == cut


@given(maps())
def test_every_cell_that_is_told_as_unreached_is_so(grid: Grid) -> None:
    reached = set()
    for name in ("inbound", "outbound"):
        if tagged(grid, BOARD.ways[name].goal):
            reached |= {c for s in tagged(grid, BOARD.ways[name].start) for c in steps(edges(grid, name), s)}
    for name in told(grid, "BZ426"):
        assert next(cell.index for cell in grid.cells if cell.name == name) not in reached


@given(maps())
def test_dead_ends_lie_on_no_path_that_visits_each_cell_once(grid: Grid) -> None:
    """Only maps without one-way pairs, on which the proof is exact."""
    if grid.one_way or len(grid.cells) > 16 or not proven_ends(grid):
        return
    through: set[int] = set()
    for name in ("inbound", "outbound"):
        joined, goals = edges(grid, name), set(tagged(grid, BOARD.ways[name].goal))
        for start in tagged(grid, BOARD.ways[name].start):
            through |= simple(joined, start, goals, [start])
    used = [w for w in ("inbound", "outbound") if tagged(grid, BOARD.ways[w].start)]
    reached = {c for w in used for s in tagged(grid, BOARD.ways[w].start) for c in steps(edges(grid, w), s)}
    expected = {cell.name for cell in grid.cells if "road" in cell.tags and cell.index in reached - through}
    spelt = " ".join(problem.message for problem in proven(grid) if problem.code == "BZ428")
    assert {name for name in expected if f'"{name}"' not in spelt and "more" not in spelt} == set()
    assert told(grid, "BZ428") <= expected


def proven_ends(grid: Grid) -> bool:
    return not {problem.code for problem in proven(grid)} & {"BZ423", "BZ424", "BZ427"}


def simple(joined: dict[int, set[int]], cell: int, goals: set[int], path: list[int]) -> set[int]:
    found = set(path) if cell in goals else set()
    for after in joined[cell] - set(path):
        found |= simple(joined, after, goals, [*path, after])
    return found


@given(maps())
def test_walks_without_a_goal_part_only_where_a_split_is_declared_or_missed(grid: Grid) -> None:
    """A map without problems sends every walk, at every cell before a split, one way towards all its goals."""
    if {problem.code for problem in proven(grid)} & {code for code in CODES if code != "BZ429"}:
        return
    joined, splits = edges(grid, "outbound"), {split.at for split in grid.splits}
    goals = tagged(grid, "gate")
    far = {cell: steps(joined, cell) for cell in joined}
    for start in tagged(grid, "keep"):
        cell = start
        while cell not in splits and cell not in goals:
            nexts = {
                goal: {c for c in joined[cell] if far[c].get(goal, -2) == far[cell][goal] - 1}
                for goal in goals
                if goal in far[cell]
            }
            assert len(set.union(*nexts.values())) == 1
            cell = set.union(*nexts.values()).pop()


CODES = {f"BZ{number}" for number in range(401, 455)}


# ---------------------------------------------------------------- shares


@given(maps())
@settings(max_examples=200)
def test_shares_are_what_rolling_every_face_comes_to(grid: Grid) -> None:
    """Unfold the chain by hand: what has not ended after many rolls bounds how far the exact share may be off."""
    if not proven_ends(grid):
        return
    tables = graph.tables(grid, BOARD)
    exact = graph.shares(grid, BOARD, mapkit.WEIGHTS)
    for name, way in tables["ways"].items():
        for start in way["from"]:
            ended, open_ = unfold(tables, name, start, rolls=40)
            for goal in way["to"]:
                share = exact[name][start].get(goal, Fraction(0))
                assert ended.get(goal, Fraction(0)) <= share <= ended.get(goal, Fraction(0)) + open_


def unfold(tables: dict[str, Any], name: str, start: int, rolls: int) -> tuple[dict[int, Fraction], Fraction]:
    """The weight of walks that ended at each goal, and of those that still walk."""
    way = tables["ways"][name]
    splits = {split["at"]: split["to"] for split in tables["splits"] if split["way"] == name}
    ended: dict[int, Fraction] = {}
    here = {start: Fraction(1)}
    for _ in range(rolls):
        at_splits: dict[int, Fraction] = {}
        for cell, weight in here.items():
            end = straight(way, cell, nearest(way, cell), splits)
            target = ended if end in way["to"] else at_splits
            if end >= 0:
                target[end] = target.get(end, Fraction(0)) + weight
        here = {}
        for cell, weight in at_splits.items():
            leading = {face: goal for face, goal in splits[cell].items() if way["goals"][str(goal)]["left"][cell] > 0}
            total = sum(mapkit.WEIGHTS["fate"][face] for face in leading)
            for face, goal in leading.items():
                part = weight * Fraction(mapkit.WEIGHTS["fate"][face], total)
                end = straight(way, way["goals"][str(goal)]["next"][cell], goal, splits)
                target = ended if end in way["to"] else here
                target[end] = target.get(end, Fraction(0)) + part
        if not here:
            return ended, Fraction(0)
    return ended, sum(here.values(), Fraction(0))


def nearest(way: dict[str, Any], cell: int) -> int:
    left = [(table["left"][cell], int(goal)) for goal, table in way["goals"].items() if table["left"][cell] >= 0]
    return min(left)[1] if left else -1


def straight(way: dict[str, Any], cell: int, goal: int, splits: dict[int, Any]) -> int:
    while cell >= 0 and cell not in way["to"] and cell not in splits:
        cell = way["goals"][str(goal)]["next"][cell] if goal >= 0 else -1
    return cell


def test_a_fork_gives_each_gate_the_weight_of_its_faces() -> None:
    grid = _read(FORK)
    named = {cell.name: cell.index for cell in grid.cells}
    share = graph.shares(grid, BOARD, mapkit.WEIGHTS)["outbound"][named["vault"]]
    assert share == {named["gate-a"]: Fraction(3, 4), named["gate-b"]: Fraction(1, 4)}


FORK = """\
id: m
title: M
from: {is: invented}
layout: square-4
grid: |
  . . r G
  E K J .
  . . r H
legend:
  ".": empty
  r: [road]
  E: [road, entrance]
  K: {tags: [road, keep], name: vault}
  J: {tags: [road], name: fork}
  G: {tags: [road, gate], name: gate-a}
  H: {tags: [road, gate], name: gate-b}
splits:
  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}
"""


def test_forks_that_lead_to_each_other_are_solved_exactly() -> None:
    """From either fork a blank goes past the other: 3/4 + ... is a series, and its sum a fraction."""
    text = """\
id: m
title: M
from: {is: invented}
layout: square-4
grid: |
  G J F H
  . K . .
  . E . .
legend:
  ".": empty
  K: {tags: [road, keep], name: vault}
  E: [road, entrance]
  J: {tags: [road], name: fork}
  F: {tags: [road], name: ford}
  G: {tags: [road, gate], name: gate-a}
  H: {tags: [road, gate], name: gate-b}
splits:
  - {at: fork, way: outbound, to: {blank: gate-b, hit: gate-a}}
  - {at: ford, way: outbound, to: {blank: gate-a, hit: gate-b}}
"""
    grid = _read(text)
    assert proven(grid) == []
    named = {cell.name: cell.index for cell in grid.cells}
    share = graph.shares(grid, BOARD, mapkit.WEIGHTS)["outbound"][named["vault"]]
    assert share == {named["gate-a"]: Fraction(4, 7), named["gate-b"]: Fraction(3, 7)}


# ---------------------------------------------------------------- limits, size, determinism


def test_a_large_open_map_is_proven_in_near_linear_time() -> None:
    """Nothing here lists paths: a plane of 2,500 cells has more of them than can be counted."""
    text = f"id: m\ntitle: M\nfrom: {{is: invented}}\nlayout: odd-r\ngrid: |\n{_plane(50)}legend:\n"
    text += "".join(f"  {token}: {TOKENS[token]}\n" for token in "rEKG")
    grid = _read(text)
    assert {problem.code for problem in proven(grid)} <= {"BZ452", "BZ453", "BZ429"}


def _plane(size: int) -> str:
    lines = [["r"] * size for _ in range(size)]
    lines[0][0], lines[size // 2][size // 2], lines[-1][-1] = "E", "K", "G"
    return "".join(f"  {' '.join(line)}\n" for line in lines)


def test_a_way_with_too_many_goals_is_refused_before_any_table_is_made() -> None:
    rows = "".join(f"  {' '.join('EKG'[(r + c) % 3] for c in range(60))}\n" for r in range(60))
    text = f"id: m\ntitle: M\nfrom: {{is: invented}}\nlayout: square-4\ngrid: |\n{rows}legend:\n"
    grid = _read(text + "".join(f"  {token}: {TOKENS[token]}\n" for token in "EKG"))
    assert {problem.code for problem in proven(grid)} == {"BZ422"}


def test_shares_are_left_out_beyond_the_stated_number_of_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "MAX_SPLITS", 0)
    grid = _read(FORK)
    assert [problem.code for problem in proven(grid)] == ["BZ454"]
    assert set(graph.shares(grid, BOARD, mapkit.WEIGHTS)) == {"inbound", "back", "home"}


@given(maps())
def test_proofs_and_tables_do_not_depend_on_when_they_are_made(grid: Grid) -> None:
    again = grids.grid(grid.record, BOARD)[0]
    assert again
    assert proven(grid) == proven(again)
    assert graph.tables(grid, BOARD) == graph.tables(again, BOARD)


@given(maps())
def test_problems_stand_in_the_file_and_each_once(grid: Grid) -> None:
    problems = proven(grid)
    assert all(first != second for first, second in pairwise(sorted(problems)))
    assert all(problem.spot.path == "maps/valley.yaml" and problem.spot.line > 4 for problem in problems)


# ---------------------------------------------------------------- played


def test_a_game_turns_at_a_fork_as_the_map_says() -> None:
    scenario, problems = build.build(Path(__file__).parent / "packs" / "hill-road")
    assert scenario, problems
    game, seen = load(scenario), set()
    for seed in range(40):
        events = game.start(seed=seed, players=1).events
        faces = [dict(event.values)["face"] for event in events if event.name == "rolled"]
        places = [dict(event.values)["place"] for event in events if event.name == "moved"]
        seen.add((*faces, places[-1]))
    assert seen == {("blank", "gate-a"), ("hit", "gate-b")}
