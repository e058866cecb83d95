"""Every text that no file may be: it fails with exactly the codes at the places that its case names."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import bad_cases
from bartizan_compiler import codes, codes_text, load
from bartizan_engine.problem import Code, Problem

CASES = bad_cases.cases()
TOO_LONG_TO_SHOW = {"BZ101", "BZ117"}  # their examples say in words what no page should print


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_bad_file_fails_with_exactly_its_codes(case: bad_cases.Case) -> None:
    """A case names all problems that come out, and their places."""
    assert found(read(case)) == sorted(case.expect)


@pytest.mark.parametrize("code", codes_text.TEXT, ids=lambda code: code.code)
def test_a_code_has_a_case(code: Code) -> None:
    """No code without a file that must fail with it, named after it."""
    assert any(case.name.startswith(code.code) and code.code in codes_of(case) for case in CASES)


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
