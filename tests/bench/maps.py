"""Maps that are measured: 2,000 hexes, a road with one simple path through them, and one with more than 200,000."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bartizan_compiler import build, graph, grid, load, models, proofs, shape, sight
from bartizan_compiler.coverage import Cover
from bartizan_compiler.grid import Grid
from bartizan_compiler.link import Pack
from bartizan_engine.declared import Board
from bartizan_engine.ruleset import declare

COLUMNS, ROWS = 50, 40
TIMES = 10  # of one measurement
RULES, _ = declare(
    {
        "entries": {"play": {"rule": "play"}},
        "board": {
            "tags": {name: {} for name in ("road", "entrance", "keep", "gate", "build", "wall")},
            "ways": {
                "inbound": {"over": "road", "from": "entrance", "to": "keep"},
                "outbound": {"over": "road", "from": "keep", "to": "gate", "split": "fate"},
                "back": {"reverse": "inbound"},
                "home": {"reverse": "outbound"},
            },
            "cover": {"stand": "build", "reach": "road", "ranges": "1..4"},
        },
    }
)
WALL = Path(__file__).resolve().parent.parent / "packs" / "long-wall"


def board() -> Board:
    """What the cells of these maps may be."""
    assert RULES.board is not None
    return RULES.board


def made(rows: list[list[str]]) -> Grid:
    """A map of tokens."""
    text = "id: m\ntitle: M\nfrom: {is: invented}\nlayout: odd-r\ngrid: |\n"
    text += "".join(f"  {' '.join(row)}\n" for row in rows)
    text += "legend: {r: [road], b: [build], d: [road, build], x: [wall], '.': empty, E: [road, entrance], "
    text += "K: [road, keep], G: [road, gate]}\n"
    node, _ = load.load("maps/m.yaml", text.encode())
    assert node is not None
    shaped, _ = shape.shape("map", node, models.Models(RULES, (1, 4)))
    found, _ = grid.grid(shaped.records[0], board())
    assert found is not None
    assert found.sound
    return found


@cache
def plane() -> Grid:
    """Road nearly everywhere, with walls in it and places to build: more paths than can be counted."""
    rows = [["r"] * COLUMNS for _ in range(ROWS)]
    for row in range(1, ROWS - 1):
        for column in range(1, COLUMNS - 1):
            rows[row][column] = "xbrrrdrrbrr"[(7 * row + 3 * column) % 11]
    rows[0][0], rows[ROWS // 2][COLUMNS // 2], rows[-1][-1], rows[0][-1] = "E", "K", "G", "G"
    return made(rows)


@cache
def snake(loops: int) -> Grid:
    """A road to and fro over the whole map, with loops along it: each doubles the number of its simple paths."""
    rows = [["."] * COLUMNS for _ in range(ROWS)]
    for row in range(0, ROWS, 4):
        rows[row] = ["r"] * COLUMNS
        if row + 4 < ROWS:
            end = COLUMNS - 1 if row % 8 == 0 else 0
            for between in (1, 2, 3):
                rows[row + between][end] = "r"
    for loop in range(loops):
        row, column = 4 * (loop // 8), 4 + 5 * (loop % 8)
        rows[row][column] = "."
        for beside in (row + 1, row - 1) if row else (row + 1,):
            for place in range(column - 1, column + 1):
                rows[beside][place] = "r"
    rows[0][0], rows[0][1], rows[-4][-1] = "E", "K", "G"
    return made(rows)


def proven(which: Callable[[], Grid]) -> Callable[[], float]:
    """The CPU time of all proofs of a map but coverage."""

    def measure() -> float:
        grid_ = which()
        start = time.process_time()
        for _ in range(TIMES):
            graph.prove(grid_, board(), lambda _: ["blank", "hit"])
        return (time.process_time() - start) / TIMES

    return measure


@cache
def seen() -> tuple[Pack, Cover, Grid]:
    """A made-up game with a rule of sight, and a large map for it: the plane, in its words."""
    pack, problems = build.check(WALL)
    assert pack is not None
    assert not problems
    board_ = pack.ruleset.board
    assert board_ is not None
    cover = proofs.read(pack.ruleset, pack.ruleset_data)[0].cover
    assert cover is not None
    tags = {"entrance": "wood", "keep": "gate", "gate": "gate"}
    cells = tuple(cell._replace(tags=tuple(sorted(tags.get(t, t) for t in cell.tags))) for cell in plane().cells)
    return pack, cover._replace(high=4), plane()._replace(cells=cells)


def covered() -> float:
    """The CPU time of the coverage of the plane within 4 cells, where a rule is asked for every pair."""
    pack, cover, grid_ = seen()
    start = time.process_time()
    found, _ = sight.covers(pack, cover, sound=True)(grid_)
    assert found is not None
    return time.process_time() - start
