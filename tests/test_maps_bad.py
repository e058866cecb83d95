"""Every problem of maps and ways, each from a map that has it and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mapkit
from bartizan_compiler import codes_maps, graph
from bartizan_compiler import grid as grids
from bartizan_engine.problem import Problem

CASES = sorted((Path(__file__).parent / "bad").glob("BZ4*.txt"))


def judge(text: str) -> list[Problem]:
    board = mapkit.board(road=1)
    grid, problems = grids.grid(mapkit.read(text), board)
    return problems + (graph.prove(grid, board, lambda die: mapkit.FACES[die]) if grid else [])


def split(text: str) -> tuple[list[str], str]:
    """An archive's expectations and its only member."""
    head, _, body = text.partition("-- maps/valley.yaml --\n")
    return re.findall(r"^# expect: (.*)$", head, re.MULTILINE), body


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_bad_map_fails_with_its_code_at_its_place_and_nothing_else(case: Path) -> None:
    expected, body = split(case.read_text(encoding="utf-8"))
    assert [f"{p.code} {p.spot.path}:{p.spot.line}:{p.spot.column}" for p in judge(body)] == expected


def test_every_code_of_maps_has_a_case() -> None:
    assert {case.name[:5] for case in CASES} == {code.code for code in codes_maps.MAPS} - {
        "BZ422",
        "BZ454",
    }  # too large a map
