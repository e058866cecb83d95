"""Pictures of maps: well-formed, the same everywhere, readable, and true to the map."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import bad_packs
import mapkit
from bartizan import canvas, palette, picture
from bartizan_compiler import build, graph, grid
from bartizan_engine.declared import Board
from bartizan_engine.geometry import LANES, LAYOUTS, NETS

SVG = "{http://www.w3.org/2000/svg}"
MAP = """\
id: valley
title: "Valley & <Ford>"
from: {is: invented}
layout: LAYOUT
grid: |
  E r r b r G
  . x r b r .
  b b K J r b
  r r r x r b
  W b . b r H
legend:
  ".": empty
  x: gap
  r: [road]
  b: [build]
  W: [wall]
  E: {tags: [road, entrance], name: west}
  K: {tags: [road, keep], name: vault}
  J: {tags: [road], name: fork}
  G: {tags: [road, gate], name: gate-a}
  H: {tags: [road, gate], name: gate-b}
closed: [[c2, d2]]
one_way: [[b1, c1]]
splits:
  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}
"""


def compiled(layout: str) -> tuple[dict[str, Any], Board]:
    board = mapkit.board()
    corners = "\ncorners: both" if layout == "square-8" else ""
    made, problems = grid.grid(mapkit.read(MAP.replace("LAYOUT", layout + corners)), board)
    assert made, problems
    return graph.tables(made, board), board


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


EVERY = (*LAYOUTS, *LANES)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_picture_is_well_formed_and_names_every_cell(layout: str) -> None:
    map, board = compiled(layout)
    svg = picture.picture(map, board)
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Valley & <Ford>"
    assert "outbound divides at fork: blank to gate-a, hit to gate-b." in str(root.findtext(f"{SVG}desc"))
    assert {cell["name"] for cell in map["cells"]} <= set(texts(svg))
    assert {"blank", "hit"} <= {word for text in texts(svg) for word in text.split(", ")}
    assert "closed  no step leads across" in texts(svg)


@pytest.mark.parametrize("layout", EVERY)
def test_a_picture_is_the_same_twice_and_has_whole_coordinates(layout: str) -> None:
    svg = picture.picture(*compiled(layout))
    assert svg == picture.picture(*compiled(layout))
    assert re.findall(r'[ "](?:x|y|cx|cy|d|viewBox|width|height|transform)="[^"]*\.[^"]*"', svg) == []


@pytest.mark.parametrize("layout", EVERY)
def test_everything_stands_inside_the_picture(layout: str) -> None:
    map, board = compiled(layout)
    root = ET.fromstring(picture.picture(map, board, heading=True))
    width, height = int(root.get("width", "0")), int(root.get("height", "0"))
    for path in root.iter(f"{SVG}path"):
        points = re.findall(r"[ML](-?\d+),(-?\d+)", path.get("d", ""))
        inside = all(-20 <= int(x) <= width and -20 <= int(y) <= height for x, y in points)
        assert inside, path.get("d")


@pytest.mark.parametrize("layout", EVERY)
def test_neighbours_share_a_side_and_cells_do_not_overlap(layout: str) -> None:
    map, _ = compiled(layout)
    centres = [canvas.centre(layout, cell["q"], cell["r"]) for cell in map["cells"]]
    assert len(set(centres)) == len(centres)
    for cell, near in enumerate(map["neighbours"]):
        for other in near:
            first, last = canvas.side(layout, centres[cell], centres[other])
            assert first != last
            twice = (first.x + last.x, first.y + last.y)
            assert twice == (centres[cell].x + centres[other].x, centres[cell].y + centres[other].y)


@pytest.mark.parametrize("mission", ["laid", "lanes", "free", "corners", "axial", "painted"])
def test_cells_lie_apart_and_touching_ones_are_seen_to_touch(mission: str) -> None:
    """Squares and hexes share a side or a corner with all that they touch; of others a line tells."""
    scenario, _ = build.build(bad_packs.PACKS / "river-fords", mission)
    assert scenario is not None
    map, layout = scenario["map"], scenario["map"]["layout"]
    centres = [canvas.centre(layout, cell["q"], cell["r"]) for cell in map["cells"]]
    corners = [{at.moved(*corner) for corner in canvas.corners(layout)} for at in centres]
    assert len(set(centres)) == len(centres)
    drawn = re.findall(r'<path d="M(\d+),(\d+)L(\d+),(\d+)"/>', picture.picture(map, mapkit.board()))
    steps = {(int(x2) - int(x1), int(y2) - int(y1)) for x1, y1, x2, y2 in drawn}
    for cell, near in enumerate(map["neighbours"]):
        for other in near:
            a, b = sorted((cell, other))
            if layout in NETS:
                assert (centres[b].x - centres[a].x, centres[b].y - centres[a].y) in steps
            else:
                assert corners[a] & corners[b]


def test_arrows_follow_shortest_walks_from_starts_to_goals() -> None:
    map, board = compiled("square-4")
    names = [cell["name"] for cell in map["cells"]]
    walked = {
        way: {(names[a], names[b]) for a, b in picture.steps(board.ways[way], map["ways"][way])}
        for way in ("inbound", "outbound")
    }
    assert walked["inbound"] == set(pairwise(["west", "b1", "c1", "c2", "vault"]))
    assert walked["outbound"] >= {("e1", "gate-a"), ("e5", "gate-b")}


def test_texts_are_escaped_and_cleaned() -> None:
    map, board = compiled("square-4")
    map["title"] = 'x"\x00<script>alert(1)</script>'
    pieces = {"a3": [("</text><b>", "k<"), ("Two", "k"), ("Three", "k")]}
    svg = picture.picture(map, board, pieces, heading=True)
    assert ET.fromstring(svg) is not None
    assert "<script" not in svg
    assert "<b>" not in svg
    assert "+ 2" in texts(svg)


def test_coverage_is_counted_and_what_nothing_covers_is_crossed_out() -> None:
    map, board = compiled("odd-r")
    svg = picture.picture(map, board, coverage={"b1": 12, "c1": 0})
    assert "12" in texts(svg)
    assert "s-alarm" in svg


def test_a_map_without_ways_is_drawn_too() -> None:
    board = Board("", {}, {}, {})
    map, _ = compiled("even-q")
    bare = map | {
        "ways": {},
        "splits": [],
        "closed": [],
        "one_way": [],
        "cells": [c | {"tags": []} for c in map["cells"]],
    }
    assert len(texts(picture.picture(bare, board))) == len(map["cells"])


def test_maps_of_scenarios_without_closed_pairs_are_drawn() -> None:
    map, board = compiled("odd-q")
    del map["closed"], map["one_way"]
    assert "</svg>" in picture.picture(map, board)


# ---------------------------------------------------------------- colours


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


PLAIN = {name: (light, dark) for name, light, dark in palette.PLAIN}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("colour", [*palette.TAGS, ("empty", *PLAIN["empty"])], ids=lambda colour: colour[0])
def test_names_can_be_read_on_every_tag(colour: tuple[str, str, str], scheme: int) -> None:
    for text in ("ink", "faint"):
        assert contrast(PLAIN[text][scheme], colour[1 + scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("colour", [*palette.WAYS, *palette.KINDS], ids=lambda colour: colour[0])
def test_labels_can_be_read_on_ways_and_kinds(colour: tuple[str, str, str], scheme: int) -> None:
    assert contrast(PLAIN["page"][scheme], colour[1 + scheme]) >= 4.5


def test_a_page_can_set_every_colour() -> None:
    for dark in (False, True):
        said = palette.variables(dark=dark)
        assert set(re.findall(r"--bz-([a-z0-9-]+):", said)) == {
            name for name, _, _ in (*palette.TAGS, *palette.WAYS, *palette.KINDS, *palette.PLAIN)
        }
