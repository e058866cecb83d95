"""Every file that must fail does, with exactly the codes at the places that it names; every code has such a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import bad_cases
import bad_packs
from bartizan_compiler import build, codes, codes_text, load
from bartizan_engine.problem import Code, Problem

CASES = bad_cases.cases()
TOO_LONG_TO_SHOW = {"BZ101", "BZ117"}  # their examples say in words what no page should print


# What no file can hold, or what a check does not tell; each has a test of its own.
ELSEWHERE = {"BZ707", "BZ711", "BZ715"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_bad_file_fails_with_exactly_its_codes(case: bad_cases.Case, tmp_path: Path) -> None:
    """A case names all problems that come out, and their places."""
    problems = read(case) if case.group == "1" else bad_packs.judge(case, tmp_path / case.pack)
    assert found(problems) == sorted(case.expect)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_message_is_a_library_s(case: bad_cases.Case, tmp_path: Path) -> None:
    """People read our words, not those of a parser or a validator."""
    problems = read(case) if case.group == "1" else bad_packs.judge(case, tmp_path / case.pack)
    for problem in problems:
        assert problem.message
        assert "Input should" not in problem.message
        assert not problem.message.endswith(".")


def test_every_code_has_a_case() -> None:
    """No code without a file that must fail with it, named after it."""
    told = {case.name[:5] for case in bad_cases.cases() if case.name[:5] in codes_of(case)}
    assert {code.code for code in codes.CODES} - told == ELSEWHERE


@pytest.mark.parametrize("pack", sorted({case.pack for case in CASES}))
def test_the_games_under_all_cases_have_no_problem(pack: str) -> None:
    """So whatever a case tells comes from its own files."""
    assert build.check(bad_packs.PACKS / pack)[1] == []


@pytest.mark.parametrize("code", codes_text.TEXT, ids=lambda code: code.code)
def test_the_examples_of_a_code_are_true(code: Code) -> None:
    """The bad example has the problem, the good one has none."""
    if code.code in TOO_LONG_TO_SHOW:
        return
    assert code.code in {problem.code for problem in load.load("bad.yaml", bad_cases.unescape(code.bad))[1]}
    assert load.load("good.yaml", code.good.encode())[1] == []


def test_codes_are_in_order_and_of_known_severity() -> None:
    """The table reads like its pages."""
    names = [code.code for code in codes.CODES]
    assert names == sorted(set(names))
    assert {code.severity for code in codes.CODES} <= {"error", "warning", "note"}


def read(case: bad_cases.Case) -> list[Problem]:
    """The problems of the files themselves."""
    return [problem for path, data in sorted(case.files.items()) for problem in load.load(path, data)[1]]


def found(problems: Iterable[Problem]) -> list[bad_cases.Finding]:
    """Problems as cases name them."""
    return sorted(bad_cases.Finding(p.code, p.spot.path, p.spot.line, p.spot.column) for p in problems)


def codes_of(case: bad_cases.Case) -> set[str]:
    """The codes that a case expects."""
    return {finding.code for finding in case.expect}
