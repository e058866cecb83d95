"""Drawings of a problem's neighbourhood: each layout by hand, and by law against the geometry of the layout."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bad_packs
import mapkit
from bartizan import report
from bartizan_compiler import build, graph, sketch
from bartizan_compiler import grid as grids
from bartizan_compiler.grid import Grid
from bartizan_engine import geometry
from bartizan_engine.geometry import HEXES, LAYOUTS
from test_maps_graph import BOARD, maps

# ---------------------------------------------------------------- by hand

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
KEY = """

[ ] west
< > c2: as far as walks get
* * would join them
( ) vault: where the way goes on"""
DRAWN = {
    "square-4": """\
     a   b   c   d   e   f   g
  1  .   .   .   .   .   .   .
  2 [E]  r  <r> *.* *.* (K)  .
  3  .   .   .   .   .   .   .""",
    "even-r": """\
     a   b   c   d   e   f   g
  1    .   .   .   .   .   .   .
  2 [E]  r  <r> *.* *.* (K)  .
  3    .   .   .   .   .   .   .""",
    "axial-r": """\
     a   b   c   d   e   f   g
  1  .   .   .   .   .   .   .
  2   [E]  r  <r> *.* *.* (K)  .
  3      .   .   .   .   .   .   .""",
    "odd-q": """\
     a   b   c   d   e   f   g
  1  .       .       .       .
         .       .       .
  2 [E]     <r>      .       .
         r      *.*     (K)
  3  .       .      *.*      .
         .       .       .""",
    "axial-q": """\
     a   b   c   d   e   f   g
  1  .
         .
  2 [E]      .
         r       .
  3  .      <r>      .
         .      *.*      .
             .      *.*      .
                 .      (K)
                     .       .
                         .
                             .""",
    "lanes-across": """\
     a   b   c   d   e   f   g
  1  . - . - . - . - . - . - .
  2 [E]- r -<r>-*.*-*.*-(K)- .
  3  . - . - . - . - . - . - .""",
}


def read(text: str) -> Grid:
    grid, problems = grids.grid(mapkit.read(text), BOARD)
    assert grid
    assert not problems
    return grid


def gap(text: str) -> str:
    """The drawing of the one start that reaches no goal."""
    told = graph.prove(read(text), BOARD, lambda die: mapkit.FACES[die])
    [drawn] = [problem.sketch for problem in told if problem.code == "BZ424"]
    return drawn


@pytest.mark.parametrize("layout", sorted(DRAWN))
def test_a_gap_is_drawn_where_it_is(layout: str) -> None:
    assert gap(BROKEN.replace("LAYOUT", layout)) == DRAWN[layout] + KEY


def test_lanes_that_run_down_show_what_joins_their_cells_and_what_joins_them() -> None:
    """A closed step is no joint; a link from one lane to another is told below, if it is to be seen where it begins."""
    text = BROKEN.replace("LAYOUT", "lanes-down").replace(
        "  . . . . . . .\n  E r r . . K .\n  . . . . . . .\n", "  . E r\n  . r .\n  . K .\n"
    )
    drawn = gap(text + "links: [[a1, west], [a3, c1]]\nclosed: [[b2, vault], [a1, a2]]\n")
    assert (
        drawn
        == """\
     a   b   c
  1  .  [E]  r
         |   |
  2  .  <r>  .
     |       |
  3  .  (K)  .

[ ] west
< > b2: as far as walks get
( ) vault: where the way goes on
links: a1 - west, c1 - a3"""
    )


def test_of_a_free_map_cells_are_listed_with_what_they_lead_to() -> None:
    """A step that is closed or leads the other way is none."""
    text = """\
id: m
title: M
from: {is: invented}
layout: free
nodes:
  west: {at: [0, 0], tags: [road, entrance]}
  ridge: {at: [2, 0], tags: [road]}
  marsh: {at: [4, 1]}
  vault: {at: [6, 1], tags: [road, keep]}
  hut: {at: [0, 9]}
links: [[hut, west, ridge, marsh, vault]]
one_way: [[ridge, marsh]]
closed: [[west, hut]]
"""
    assert (
        gap(text)
        == """\
[west]  to ridge
<ridge> to west, marsh
*marsh* to vault
(vault) to marsh

[ ] west
< > ridge: as far as walks get
* * would join them
( ) vault: where the way goes on"""
    )


RIVER_FORDS = {
    "laid": """\
     c   d   e   f
  1  .   .   g   .
  2    k  [r]  .   w
  3  .   .  [g]  .

[ ] fork and 1 more""",
    "painted": """\
     c   d   e
  1      .
     K       G
  2     [J]
     .       .
  3     [H]
     .       .

[ ] fork and 1 more""",
}


@pytest.mark.parametrize("name", sorted(RIVER_FORDS))
def test_letters_are_those_of_the_legend_or_of_the_rarest_tag(name: str) -> None:
    """A file of Tiled has a legend; cells of tiles have that of their tile, and what the map marks on them."""
    pack, problems = build.check(bad_packs.PACKS / "river-fords")
    assert pack is not None
    assert not problems
    names = {cell.name: cell.index for cell in pack.maps[name].cells}
    told = [names["fork"], names["gate-b"]]
    assert sketch.sketch(pack.maps[name], told) == RIVER_FORDS[name]


def test_a_token_that_is_no_ascii_is_drawn_as_a_question() -> None:
    assert "[?]" in gap(BROKEN.replace("LAYOUT", "square-4").replace("E r r", "É r r").replace("E: {", "É: {"))


def test_a_stretch_that_is_too_long_is_drawn_where_it_begins() -> None:
    text = BROKEN.replace("LAYOUT", "square-4").replace(". . . . . . .", " ".join("." * 20))
    drawn = gap(text.replace("E r r . . K .", f"E r r {' '.join('.' * 15)} K ."))
    assert "<r> *.* *.*" in drawn
    assert "(K)" not in drawn
    assert "( )" not in drawn


# ---------------------------------------------------------------- by law

TOUCHING = {  # how far apart cells that touch are drawn, in characters and lines
    **{layout: {(4, 0), (2, 1), (2, -1)} for layout in HEXES if layout.endswith("-r")},
    **{layout: {(0, 2), (4, 1), (4, -1)} for layout in HEXES if layout.endswith("-q")},
    "square-4": {(4, 0), (0, 1)},
    "square-8": {(4, 0), (0, 1), (4, 1), (4, -1)},
}


@given(maps(layouts=LAYOUTS), st.integers(0, 59), st.integers(0, 59))
def test_cells_are_drawn_beside_each_other_if_and_only_if_they_touch(grid: Grid, one: int, other: int) -> None:
    a, b = one % len(grid.cells), other % len(grid.cells)
    assume(a != b)
    picture = sketch.sketch(grid, [a, b]).rpartition("\n\n")[0].split("\n")
    spots = [(start, line) for line, text in enumerate(picture) for start, char in enumerate(text) if char == "["]
    plane = geometry.Plane(grid.layout, ((cell.q, cell.r) for cell in grid.cells))
    near = b in plane.neighbours(a)
    assert len(spots) == 2 or not near
    for (x, y), (x2, y2) in pairwise(spots):
        assert bool({(x2 - x, y2 - y), (x - x2, y - y2)} & TOUCHING[grid.layout]) is near


@given(maps(), st.integers(1, 60))
def test_drawings_are_plain_and_fit_into_the_room(grid: Grid, room: int) -> None:
    """ASCII alone; in a report no line of the picture is wider than the room, and what is told is in it. Where there is
    no room for three cells beside each other, nothing is drawn.
    """
    for problem in graph.prove(grid, BOARD, lambda die: mapkit.FACES[die]):
        assert problem.sketch.isascii()
        assert all(line == line.rstrip() for line in problem.sketch.split("\n"))
        picture = problem.sketch.rpartition("\n\n")[0].split("\n")
        shown = report.plain(report.full([problem], lambda _: None, room)).split("\n")
        lines = [line[4:] for line in shown if line.startswith("  |")][1 : len(picture) + 1]
        if problem.sketch and room >= report.LEAST:
            assert any(mark in line for line in lines for mark in ("[", "<"))
            assert max(map(len, lines)) <= room
            assert [line in whole for line, whole in zip(lines, picture, strict=True)] == [True] * len(lines)
        else:
            assert not lines
