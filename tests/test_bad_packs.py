"""Every problem of shapes, names, missions and packs, each from a pack that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import build, codes_packs, codes_records

CASES = sorted(path for path in (bad_packs.TESTS / "bad").glob("BZ*.txt") if path.name[2] in "2367")
ELSEWHERE = {"BZ707"}  # a file that the system does not open; see test_pack.py


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_bad_pack_fails_at_its_places_and_nowhere_else(path: Path, tmp_path: Path) -> None:
    case = bad_packs.read(path.read_text(encoding="utf-8"))
    problems = bad_packs.judge(case, tmp_path / "border-watch")
    assert bad_packs.told(problems) == case.expected
    assert path.name[:5] in {problem.code for problem in problems}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_no_message_is_a_library_s(path: Path, tmp_path: Path) -> None:
    case = bad_packs.read(path.read_text(encoding="utf-8"))
    for problem in bad_packs.judge(case, tmp_path / "border-watch"):
        assert problem.message
        assert "Input should" not in problem.message
        assert not problem.message.endswith(".")


def test_the_game_under_all_cases_has_no_problem() -> None:
    assert build.check(bad_packs.GAME)[1] == []


def test_every_code_has_a_case() -> None:
    groups = (codes_records.SHAPE, codes_records.NAMES, codes_packs.MISSIONS, codes_packs.PACKS)
    registered = {code.code for group in groups for code in group}
    assert registered - {path.name[:5] for path in CASES} == ELSEWHERE
