"""Maps however they are drawn: tiles against turned centres, files of Tiled against the grids that they were made from."""

from __future__ import annotations

import base64
import gzip
import json
import re
import zlib
from cmath import exp, pi
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bad_packs
import mapkit
from bartizan import tiled_map
from bartizan_compiler import build, drawing, forms, graph, jsontext, maprecords, tiled, tiles
from bartizan_compiler import grid as grids
from bartizan_compiler.grid import Grid
from bartizan_compiler.load import load
from bartizan_compiler.models import Models
from bartizan_compiler.shape import Record, shape
from bartizan_engine import geometry
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import declare
from test_geometry import centre
from typed import Bartizan

BOARD = mapkit.board()
RULESET, _ = declare({"entries": {"play": {"rule": "play"}}, "kinds": {"ground": {"family": "tile"}}})
FORDS = bad_packs.PACKS / "river-fords"
LEGEND = {"r": "[road]", ".": "empty", "x": "gap", "b": "[build, wall]", "E": "{tags: [road, entrance], name: west}"}


def point(layout: str, column: int, row: int) -> complex:
    """The centre of a cell in the plane, where neighbours are two apart."""
    x, y = centre(layout, column, row)
    return complex(x * (sqrt(3) if layout.endswith("-q") else 1), y * (sqrt(3) if layout.endswith("-r") else 1))


def near(a: complex, b: complex) -> bool:
    return abs(a - b) < 1e-6


def ground(text: str) -> list[Record]:
    node, problems = load("tiles/ground.yaml", text.encode())
    assert node is not None, problems
    shaped, problems = shape("tile", node, Models(RULESET, (1, 4)))
    assert not problems
    return shaped.records


def read(text: str, sources: forms.Sources | None = None) -> tuple[Grid | None, list[Problem]]:
    return grids.grid(mapkit.read(text), BOARD, sources)


HEAD = "id: m\ntitle: M\nfrom: {is: invented}\n"


# ---------------------------------------------------------------- layouts


def test_every_layout_of_the_engine_can_be_written() -> None:
    names = re.findall(r"'([^']+)'", str(maprecords.Layout.__origin__.__args__[0]))  # type: ignore[attr-defined]  # typing's
    assert set(geometry.EVERY) <= set(names)
    assert set(forms._LAYOUTS["grid"]) | {"free"} == set(geometry.EVERY)


@pytest.mark.parametrize("name", [name for name in tiled.LAYOUTS if not name.startswith(("square", "lanes"))])
def test_both_vocabularies_name_one_layout(name: str) -> None:
    """The words of Tiled and the names of the literature; a row or column is shoved as Tiled's manual says."""
    orientation, axis, index = tiled.LAYOUTS[name]
    made, problems = read(
        f"{HEAD}layout: {{orientation: {orientation}, staggeraxis: {axis}, staggerindex: {index}}}\n"
        "grid: |\n  r r\n  r r\nlegend: {r: [road]}\n"
    )
    assert made, problems
    assert made.layout == name
    assert name.endswith("-r") == (axis == "y")
    for line in range(-4, 5):
        assert geometry.shoved(name, line) == (line % 2 == (index == "odd"))


@pytest.mark.parametrize("neighbours", [4, 8])
def test_squares_in_the_words_of_tiled_say_what_touches(neighbours: int) -> None:
    corners = "corners: always\n" if neighbours == 8 else ""
    text = f"{HEAD}layout: {{orientation: orthogonal, neighbours: {neighbours}}}\n{corners}"
    made, problems = read(f"{text}grid: |\n  r r r\n  r r r\n  r r r\nlegend: {{r: [road]}}\n")
    assert made, problems
    assert made.layout == f"square-{neighbours}"
    assert len(made.neighbours[4]) == neighbours


@pytest.mark.parametrize("columns", [4, 5])
@pytest.mark.parametrize("rows", [4, 5])
@pytest.mark.parametrize("layout", ["odd-r", "even-r"])
def test_a_map_upside_down_changes_its_parity_if_its_rows_are_even(layout: str, rows: int, columns: int) -> None:
    other = {"odd-r": "even-r", "even-r": "odd-r"}[layout] if rows % 2 == 0 else layout

    def touching(layout: str, flip: bool) -> set[frozenset[tuple[int, int]]]:
        text = "".join(f"  {' '.join('r' * columns)}\n" for _ in range(rows))
        made, _ = read(f"{HEAD}layout: {layout}\ngrid: |\n{text}legend: {{r: [road]}}\n")
        assert made
        place = [(cell.column, rows - 1 - cell.row if flip else cell.row) for cell in made.cells]
        return {frozenset((place[a], place[b])) for a, near in enumerate(made.neighbours) for b in near}

    assert touching(layout, False) == touching(other, True)
    assert touching(layout, False) != touching({"odd-r": "even-r", "even-r": "odd-r"}[other], True)


# ---------------------------------------------------------------- corners


@given(st.lists(st.sampled_from("rrrx"), min_size=9, max_size=9), st.sampled_from(["always", "one", "both"]))
def test_corners_are_cut_as_the_map_says(tokens: list[str], corners: str) -> None:
    if "r" not in tokens:
        return
    rows = "".join(f"  {' '.join(tokens[i : i + 3])}\n" for i in (0, 3, 6))
    legend = "{r: [road], x: gap}" if "x" in tokens else "{r: [road]}"
    made, problems = read(f"{HEAD}layout: square-8\ncorners: {corners}\ngrid: |\n{rows}legend: {legend}\n")
    assert made, problems
    there = {(i % 3, i // 3) for i, token in enumerate(tokens) if token == "r"}
    needed = {"always": 0, "one": 1, "both": 2}[corners]
    for cell in made.cells:
        expected = {
            (x, y)
            for x, y in there - {(cell.column, cell.row)}
            if max(abs(x - cell.column), abs(y - cell.row)) == 1
            and (x == cell.column or y == cell.row or ((x, cell.row) in there) + ((cell.column, y) in there) >= needed)
        }
        found = {(made.cells[i].column, made.cells[i].row) for i in made.neighbours[cell.index]}
        assert found == expected


def test_a_closed_side_closes_its_corners_too() -> None:
    text = f"{HEAD}layout: square-8\ncorners: both\ngrid: |\n  r r\n  r r\nlegend: {{r: [road]}}\n"
    open_, _ = read(text)
    shut, _ = read(text + "closed: [[a1, b1]]\n")
    assert open_ and shut
    assert 3 in open_.neighbours[0]
    assert 3 not in shut.neighbours[0]
    assert graph.tables(shut, BOARD)["neighbours"][0] == [2]


# ---------------------------------------------------------------- tiles

STANDS = {"-r": ["odd-r", "even-r", "axial-r"], "-q": ["odd-q", "even-q", "axial-q"], "sq": ["square-4", "square-8"]}


@st.composite
def laid(draw: st.DrawFn) -> tuple[str, str, str, tuple[int, int], tuple[int, int], int]:
    """A tile's layout, its side, the map's layout, pivot, place and turn."""
    stand = draw(st.sampled_from(sorted(STANDS)))
    own, other = (draw(st.sampled_from(STANDS[stand])) for _ in range(2))
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    tokens = draw(st.lists(st.sampled_from("rrb.x"), min_size=columns * rows, max_size=columns * rows))
    if set(tokens) == {"x"}:
        tokens[0] = "r"
    side = "".join(f"      {' '.join(tokens[i * columns : (i + 1) * columns])}\n" for i in range(rows))
    pivot = draw(st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1)))
    at = draw(st.tuples(st.integers(9, 12), st.integers(9, 12)))
    return own, side, other, pivot, at, draw(st.integers(0, 5 if stand != "sq" else 3))


def tile(layout: str, side: str, pivot: tuple[int, int], more: str = "") -> str:
    used = sorted(set(side.split()))
    legend = ", ".join(f'"{token}": {LEGEND[token]}' for token in used)
    return (
        f"- id: bog\n  title: Bog\n  from: {{is: invented}}\n  number: 7\n  layout: {layout}\n"
        f"  pivot: {drawing.coordinate(*pivot)}\n  legend: {{{legend}}}\n{more}  sides:\n    a: |\n{side}"
    )


@given(laid())
def test_a_tile_lies_where_turning_its_centres_puts_them(
    drawn: tuple[str, str, str, tuple[int, int], tuple[int, int], int],
) -> None:
    own, side, layout, pivot, at, turn = drawn
    known, problems = tiles.read(ground(tile(own, side, pivot)), BOARD)
    assert not problems
    corners = "corners: always\n" if layout == "square-8" else ""
    where = f"[{at[0] + 1}, {at[1] + 1}]" if turn % 2 else drawing.coordinate(*at)
    text = f"{HEAD}layout: {layout}\n{corners}tiles:\n  - {{tile: 7, at: {where}, turn: {turn}}}\n"
    made, problems = read(text, forms.Sources(known))
    assert made, problems
    angle = exp(2j * pi * turn / geometry.full_turn(layout))  # y grows downwards: so this is clockwise
    expected = []
    for row, line in enumerate(side.splitlines()):
        for column, token in enumerate(line.split()):
            if token != "x":
                moved = point(layout, *at) + (point(own, column, row) - point(own, *pivot)) * angle
                expected.append((moved, grids_tags(token)))
    assert len(made.cells) == len(expected)
    for cell in made.cells:
        here = point(layout, cell.column, cell.row)
        assert [tags for there, tags in expected if near(here, there)] == [cell.tags]


def grids_tags(token: str) -> tuple[str, ...]:
    return {"r": ("road",), ".": (), "b": ("build", "wall"), "E": ("entrance", "road")}[token]


@given(
    st.sampled_from(["odd-r", "even-q", "square-4", "square-8"]),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=20),
)
def test_overlaps_and_holes_are_told_if_and_only_if_they_are_there(layout: str, at: list[tuple[int, int]]) -> None:
    """Stones of one cell: two on one place lie over each other, and a place that none can leave is a hole."""
    stone = tile(layout, "      r\n", (0, 0), "  count: 30\n")
    corners = "corners: always\n" if layout == "square-8" else ""
    lines = "".join(f"  - {{tile: bog, at: [{column}, {row}]}}\n" for column, row in at)
    known, _ = tiles.read(ground(stone), BOARD)
    made, problems = read(f"{HEAD}layout: {layout}\n{corners}tiles:\n{lines}", forms.Sources(known))
    codes = [problem.code for problem in problems]
    twice = len(at) - len(set(at))
    assert codes.count("BZ463") == twice
    assert (made is None) == bool(twice)
    if not twice:
        told = sum(
            1 + int((re.search(r"and (\d+) more", p.message) or [0, 0])[1]) for p in problems if p.code == "BZ464"
        )
        assert told == enclosed(layout, {(column - 1, row - 1) for column, row in at})


def enclosed(layout: str, there: set[tuple[int, int]]) -> int:
    """How many places no walk over free places leaves: counted by spreading from far outside."""
    space = {(c, r) for c in range(-3, 10) for r in range(-3, 10)} - there
    free = {(-3, -3)}
    while True:
        more = {p for p in space - free if any(abs(point(layout, *p) - point(layout, *f)) < 2.1 for f in free)}
        if not more:
            return len(space - free)
        free |= more


def test_a_tile_s_own_gap_is_no_hole_and_a_hole_may_be_meant() -> None:
    ring = "      r r r\n      r x r\n      r r r\n"
    known, _ = tiles.read(ground(tile("square-4", ring, (0, 0))), BOARD)
    _, problems = read(f"{HEAD}layout: square-4\ntiles: [{{tile: 7, at: a1}}]\n", forms.Sources(known))
    assert problems == []
    stones = tile("square-4", "      r\n", (0, 0), "  count: 8\n")
    known, _ = tiles.read(ground(stones), BOARD)
    around = [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)]
    lines = "".join(f"  - {{tile: 7, at: [{c}, {r}]}}\n" for c, r in around)
    for more, codes in (("", ["BZ464"]), ("meant: [b2]\n", []), ("meant: [b3]\n", ["BZ464"])):
        _, problems = read(f"{HEAD}layout: square-4\ntiles:\n{lines}{more}", forms.Sources(known))
        assert [problem.code for problem in problems] == codes


def test_a_pack_lays_the_tiles_of_a_pack_that_it_requires(tmp_path: Path) -> None:
    """By number and by id; its own tile of that number comes first."""
    bad_packs.shutil.copytree(FORDS, tmp_path / "river-fords")
    own = tmp_path / "more-fords"
    (own / "maps").mkdir(parents=True)
    (own / "tiles").mkdir()
    (own / "missions").mkdir()
    front = (FORDS / "pack.yaml").read_text("utf-8").replace("river-fords", "more-fords")
    (own / "pack.yaml").write_text(front.replace("requires: {}", 'requires: {river-fords: ">=0.1"}'), "utf-8")
    (own / "ruleset.yaml").write_text("kinds: {}\n", "utf-8")
    (own / "tiles" / "own.yaml").write_text(
        "id: own\ntitle: Own\nkind: ground\nfrom: {is: invented}\nnumber: 3\nlayout: odd-r\nlegend: {w: [wall]}\n"
        "sides:\n  a: |\n    w w w\n",
        "utf-8",
    )
    laid = (FORDS / "maps" / "laid.yaml").read_text("utf-8").replace("laid\ntitle: Laid", "laid-anew\ntitle: New")
    (own / "maps" / "laid.yaml").write_text(laid.replace("side: b, at: g2, turn: 1", "at: g2"), "utf-8")
    mission = "id: again\ntitle: Again\nkind: theft\nfrom: {is: invented}\nmap: laid-anew\n"
    (own / "missions" / "again.yaml").write_text(mission, "utf-8")
    pack, problems = build.check(own)
    assert pack is not None
    assert problems == []
    assert [cell.name for cell in pack.maps["laid-anew"].cells if cell.tags == ("wall",)] == ["f2", "g2", "h2", "i2"]
    assert len(pack.maps["painted"].cells) == 15  # the file of Tiled stands in the other pack


# ---------------------------------------------------------------- Tiled


@st.composite
def grids_to_paint(draw: st.DrawFn) -> Grid:
    """A map of any layout that Tiled has, with names, gaps and marks."""
    layout = draw(st.sampled_from(sorted(tiled.LAYOUTS)))
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    tokens = draw(st.lists(st.sampled_from("rrb.x"), min_size=columns * rows, max_size=columns * rows))
    tokens[draw(st.integers(0, columns * rows - 1))] = "E"
    lines = "".join(f"  {' '.join(tokens[i * columns : (i + 1) * columns])}\n" for i in range(rows))
    legend = "".join(f'  "{token}": {LEGEND[token]}\n' for token in sorted(set(tokens)))
    corners = "corners: one\n" if layout == "square-8" else ""
    marks = "marks: {west: {tags: [gate]}}\n" if draw(st.booleans()) else ""
    made, problems = read(f"{HEAD}layout: {layout}\n{corners}grid: |\n{lines}legend:\n{legend}{marks}")
    assert made, problems
    if len(made.cells) > 1 and made.neighbours[0] and draw(st.booleans()):
        a, b = made.cells[0].name, made.cells[made.neighbours[0][0]].name
        pair = f"{draw(st.sampled_from(['closed', 'one_way']))}: [[{a}, {b}]]\n"
        made, problems = read(f"{HEAD}layout: {layout}\n{corners}grid: |\n{lines}legend:\n{legend}{marks}{pair}")
        assert made, problems
    return made


def alike(a: Grid, b: Grid) -> None:
    """Two maps that are one: in everything that a scenario has of them."""
    assert graph.tables(a, BOARD) == graph.tables(b, BOARD)


def again(made: Grid, files: dict[str, bytes], legend: str = "") -> Grid:
    """The map with a file of Tiled in place of its grid."""
    values = {key: value for key, value in made.record.values.items() if key not in ("grid", "tiles")}
    record = made.record._replace(values=values | {"tiled": "m.tmj"})
    if legend:
        node, _ = load("x.yaml", legend.encode())
        assert node is not None
        values = {key: value for key, value in record.values.items() if key != "marks"}
        record = record._replace(values=values | {"legend": plainly(legend)})
    found, problems = grids.grid(record, BOARD, forms.Sources(drawings=files))
    assert found, problems
    assert problems == []
    return found


def plainly(legend: str) -> dict[str, Any]:
    """A legend as its record has it."""
    record = mapkit.read(f"{HEAD}layout: square-4\ngrid: |\n  r\n{legend}")
    found: dict[str, Any] = record.values["legend"]
    return found


@given(grids_to_paint())
def test_what_is_written_for_tiled_and_read_again_is_the_same_map(made: Grid) -> None:
    painted = tiled_map.painting(made, BOARD, "m.png")
    assert painted.legend == ""
    alike(made, again(made, {"maps/m.tmj": painted.text.encode()}))


@given(laid())
def test_a_map_of_tiles_can_be_written_for_tiled_with_a_legend_of_its_own(
    drawn: tuple[str, str, str, tuple[int, int], tuple[int, int], int],
) -> None:
    own, side, layout, pivot, at, turn = drawn
    if not tiled_map.fits(layout):
        return
    known, _ = tiles.read(ground(tile(own, side, pivot)), BOARD)
    corners = "corners: always\n" if layout == "square-8" else ""
    text = f"{HEAD}layout: {layout}\n{corners}tiles:\n  - {{tile: 7, at: {drawing.coordinate(*at)}, turn: {turn}}}\n"
    made, _ = read(text, forms.Sources(known))
    assert made
    painted = tiled_map.painting(made, BOARD, "m.png")
    alike(made, again(made, {"maps/m.tmj": painted.text.encode()}, painted.legend))


def packed(numbers: list[int], how: str) -> dict[str, Any]:
    raw = b"".join(number.to_bytes(4, "little") for number in numbers)
    raw = {"zlib": zlib.compress, "gzip": gzip.compress}.get(how, bytes)(raw)
    return {"data": base64.b64encode(raw).decode(), "encoding": "base64", "compression": how}


@given(grids_to_paint(), st.sampled_from(["csv", "", "zlib", "gzip"]), st.data())
def test_tiled_may_pack_turn_and_part_what_it_writes(made: Grid, how: str, data: st.DataObject) -> None:
    """Other forms of one map: packed layers, flipped tiles, groups, classes of other versions, tilesets outside."""
    document = json.loads(tiled_map.painting(made, BOARD, "m.png").text)
    layer, ground = document["layers"][0], document["tilesets"][0]
    flags = st.sampled_from([0, 1 << 31, 1 << 30, 1 << 29, 1 << 28, 0xF << 28])
    layer["data"] = [number | data.draw(flags) if number else 0 for number in layer["data"]]
    if how != "csv":
        layer |= packed(layer["data"], how)
    if data.draw(st.booleans()):
        for one in ground["tiles"]:
            kind = one.pop("type")
            if data.draw(st.booleans()):
                one["class"] = kind
            else:
                one["properties"] = [{"name": "token", "type": "string", "value": kind}]
    files = {}
    if data.draw(st.booleans()):
        files["maps/sets/ground.tsj"] = json.dumps(ground).encode()
        document["tilesets"] = [{"firstgid": 1, "source": "sets/ground.tsj"}]
    layer["visible"], layer["opacity"] = data.draw(st.booleans()), data.draw(st.sampled_from([0, 1]))
    if data.draw(st.booleans()):
        document["layers"] = [{"type": "group", "name": "all", "layers": document["layers"]}]
    files["maps/m.tmj"] = json.dumps(document).encode()
    alike(made, again(made, files))


def test_layers_lie_on_each_other() -> None:
    """A cell has the tags of all its layers and the name that one of them gives; a gap on any of them is no cell."""
    made, _ = read(
        f"{HEAD}layout: square-4\ngrid: |\n  r b E x\nlegend:\n"
        + "".join(f'  "{token}": {LEGEND[token]}\n' for token in "rbEx")
    )
    assert made
    document = json.loads(tiled_map.painting(made, BOARD, "m.png").text)
    document["tilesets"][0]["tiles"].append({"id": 3, "type": "x"})
    document["tilesets"][0]["tilecount"] = 4
    document["width"] = document["layers"][0]["width"] = 4
    document["layers"][0]["data"] = [1, 2, 1, 1]
    document["layers"].append(document["layers"][0] | {"data": [0, 1, 3, 4]})
    found = again(made, {"maps/m.tmj": json.dumps(document).encode()})
    told = [(cell.name, cell.tags) for cell in found.cells]
    assert told == [("a1", ("road",)), ("b1", ("build", "road", "wall")), ("west", ("entrance", "road"))]


TMJ = (FORDS / "maps" / "painted.tmj").read_bytes()
PAINTED = mapkit.read((FORDS / "maps" / "painted.yaml").read_text("utf-8"), "maps/painted.yaml")


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(0, len(TMJ) - 1), st.integers(0, 255), st.integers(0, 40)), min_size=1, max_size=4)
)
def test_no_file_of_tiled_makes_the_reader_stumble(changes: list[tuple[int, int, int]]) -> None:
    """Bytes changed and taken out anywhere: a map or problems, each at a place in a file of the pack."""
    data = bytearray(TMJ)
    for at, byte, gone in changes:
        data[at % len(data) : at % len(data) + gone] = bytes([byte])
    made, problems = grids.grid(PAINTED, BOARD, forms.Sources(drawings={"maps/painted.tmj": bytes(data)}))
    assert made is not None or problems
    for problem in problems:
        assert problem.spot.path in ("maps/painted.tmj", "maps/painted.yaml")
        assert problem.spot.line >= 1


LEAVES = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=5)
WORDS = [None, True, -1, 0, 1, 2**40, "", "zlib", "base64", [], {}, [1], [[]], {"id": 1}, 0.5]


@given(st.data())
def test_no_value_of_a_file_of_tiled_makes_the_reader_stumble(data: st.DataObject) -> None:
    document = json.loads(TMJ)
    for _ in range(data.draw(st.integers(1, 3))):
        holder: Any = document
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = data.draw(st.sampled_from(keys))
            if isinstance(holder[key], (dict, list)) and holder[key] and data.draw(st.booleans()):
                holder = holder[key]
            else:
                holder[key] = data.draw(st.sampled_from(WORDS))
                break
        if not document:
            break
    made, problems = grids.grid(
        PAINTED, BOARD, forms.Sources(drawings={"maps/painted.tmj": json.dumps(document).encode()})
    )
    assert made is not None or problems


def test_a_file_of_tiled_is_never_looked_for_outside_the_pack(tmp_path: Path) -> None:
    """Neither by its name nor by a link, whatever lies there."""
    bad_packs.shutil.copytree(FORDS, tmp_path / "river-fords")
    outside = tmp_path / "outside.tmj"
    outside.write_bytes(TMJ)
    record = tmp_path / "river-fords" / "maps" / "painted.yaml"
    text = record.read_text("utf-8")
    for name in (
        "../../outside.tmj",
        str(outside),
        "..\\..\\outside.tmj",
        "file:///outside.tmj",
        "@x/maps/painted.tmj",
    ):
        record.write_text(text.replace("painted.tmj", f"'{name}'"), "utf-8")
        assert [p.code for p in build.check(tmp_path / "river-fords")[1]] == ["BZ470"]
    record.write_text(text, "utf-8")
    (record.parent / "painted.tmj").unlink()
    (record.parent / "painted.tmj").symlink_to(outside)
    assert {p.code for p in build.check(tmp_path / "river-fords")[1]} == {"BZ470", "BZ704"}


# ---------------------------------------------------------------- JSON with places

DOCUMENTS = st.recursive(
    LEAVES, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=3), x, max_size=3)
)


def plain(item: jsontext.Item) -> Any:
    if isinstance(item.value, dict):
        return {key: plain(one) for key, one in item.value.items()}
    return [plain(one) for one in item.value] if isinstance(item.value, list) else item.value


@given(DOCUMENTS, st.sampled_from([None, 0, 2]), st.booleans())
def test_json_is_read_as_others_read_it_and_every_value_has_its_place(
    value: Any, indent: int | None, escaped: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    document = jsontext.read("x.tmj", text)
    assert plain(document.root) == value

    def walk(item: jsontext.Item) -> None:
        assert json.loads(text[item.start : item.end]) == plain(item)
        spot = document.spot(item)
        assert text.split("\n")[spot.line - 1][spot.column - 1] == text[item.start]
        for one in (
            item.value.values() if isinstance(item.value, dict) else item.value if isinstance(item.value, list) else ()
        ):
            walk(one)

    walk(document.root)


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \n\\u', max_size=24))
def test_what_is_no_json_is_refused_and_nothing_else_is(text: str) -> None:
    def strictly(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError(text)
        return dict(pairs)

    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(text, object_pairs_hook=strictly, parse_constant=refuse)
    except ValueError:
        with pytest.raises(jsontext.Broken):
            jsontext.read("x.tmj", text)
        return
    try:
        found = jsontext.read("x.tmj", text)
    except jsontext.Broken:
        assert re.search(r"\d{19}|[eE][-+]?\d{4}", text)  # beyond what any file of Tiled holds
        return
    assert plain(found.root) == value


@pytest.mark.parametrize(
    "text", ["[" * 5000, '{"a":' * 5000, "[" + "0," * jsontext.MAX_VALUES + "0]"], ids=["lists", "maps", "many"]
)
def test_json_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(jsontext.Broken):
        jsontext.read("x.tmj", text)


# ---------------------------------------------------------------- lanes and free maps


def test_lanes_touch_along_their_length_and_where_links_join_them() -> None:
    rows = "  r r x r\n  r r r r\n"
    for layout, touching in (
        ("lanes-across", {("a1", "b1"), ("a2", "b2"), ("b2", "c2"), ("c2", "d2"), ("b1", "b2"), ("b2", "d1")}),
        ("lanes-down", {("a1", "a2"), ("b1", "b2"), ("d1", "d2"), ("b2", "d1")}),
    ):
        link = "[b1, b2, d1]" if layout == "lanes-across" else "[b2, d1]"
        text = f"{HEAD}layout: {layout}\ngrid: |\n{rows}legend: {{r: [road], x: gap}}\nlinks: [{link}]\n"
        made, problems = read(text)
        assert made
        assert problems == []
        found = {
            tuple(sorted((cell.name, made.cells[i].name))) for cell in made.cells for i in made.neighbours[cell.index]
        }
        assert found == {tuple(sorted(pair)) for pair in touching}


def test_a_scenario_of_every_form_is_built_and_played() -> None:
    """And in a net the engine counts along links."""
    from bartizan_engine import bots
    from bartizan_engine import load as load_game

    pack, problems = build.check(FORDS)
    assert pack is not None
    assert problems == []
    for mission in pack.missions():
        scenario, _ = build.build(FORDS, mission.id)
        assert scenario is not None
        state = load_game(scenario).start(seed=3, players=1)
        assert bots.play(state, bots.named("random", 1)).result.name == "away"
    scenario, _ = build.build(FORDS, "free")
    assert scenario is not None
    fixed = load_game(scenario).start(seed=3, players=1).fixed
    at = fixed.cell_index
    assert fixed.plane.distance(at["hill"], at["gate-b"]) == 4
    assert fixed.neighbours[at["fork"]] == sorted((at["vault"], at["gate-a"], at["gate-b"]))


# ---------------------------------------------------------------- what is written for Tiled


@pytest.mark.parametrize("layout", sorted(tiled.LAYOUTS))
def test_the_picture_of_the_tiles_shows_each_in_its_colour_and_nothing_around_it(layout: str) -> None:
    corners = "corners: one\n" if layout == "square-8" else ""
    rows = "  r b .\nlegend:\n" + "".join(f'  "{token}": {LEGEND[token]}\n' for token in "rb.")
    made, _ = read(f"{HEAD}layout: {layout}\n{corners}grid: |\n{rows}")
    assert made
    painted = tiled_map.painting(made, BOARD, "m.png")
    ground = json.loads(painted.text)["tilesets"][0]
    width, height = ground["tilewidth"], ground["tileheight"]
    assert painted.picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(painted.picture[16:20], "big") == ground["imagewidth"] == 3 * width
    at = painted.picture.index(b"IDAT")
    size = int.from_bytes(painted.picture[at - 4 : at], "big")
    rows_of_pixels = zlib.decompress(painted.picture[at + 4 : at + 4 + size])
    line = 1 + 4 * 3 * width
    assert len(rows_of_pixels) == height * line

    def pixel(x: int, y: int) -> tuple[int, ...]:
        start = y * line + 1 + 4 * x
        return tuple(rows_of_pixels[start : start + 4])

    middles = [pixel(number * width + width // 2, height // 2) for number in range(3)]
    assert len(set(middles)) == 3
    assert {alpha for *_, alpha in middles} == {255}
    assert (pixel(0, 0)[3] == 0) == (layout in geometry.HEXES)


def test_what_tiled_cannot_show_is_refused(bartizan: Bartizan, tmp_path: Path) -> None:
    for name in ("axial", "free"):
        said = bartizan("map", str(FORDS), name, "-o", str(tmp_path / "x.tmj"))
        assert said.code == 2
        assert "Tiled has no maps of the layout" in said.err
    assert not list(tmp_path.glob("x.*"))
