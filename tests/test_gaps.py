"""A road with a gap: the hint names the cell or two that close it, or the step that is closed."""

from __future__ import annotations

import pytest

import mapkit
from bartizan_compiler.graph import prove
from bartizan_compiler.grid import grid

HEAD = """id: valley
title: Valley
from: {is: invented}
layout: square-4
"""
LEGEND = """legend:
  ".": empty
  r: [road]
  E: [road, entrance]
  K: [road, keep]
"""


def hints(row: str, more: str = "") -> dict[str, str]:
    """The hints of the problems of a map of one row, by code."""
    board = mapkit.board()
    made, problems = grid(mapkit.read(f"{HEAD}grid: |\n  {row}\n{LEGEND}{more}"), board)
    assert made is not None, problems
    return {problem.code: problem.hint for problem in prove(made, board, lambda die: mapkit.FACES[die])}


@pytest.mark.parametrize(
    ("row", "code", "hint"),
    [
        ("E r . r K", "BZ424", 'it gets as far as "b1"; tag "c1" "road" to join "b1" and "d1"'),
        ("E . . r K", "BZ424", 'it gets as far as "a1"; tag "b1" and "c1" "road" to join "a1" and "d1"'),
        ("E . . . K", "BZ424", 'it gets as far as "a1"; 3 cells between "a1" and "e1" would join them'),
        ("E r K . K", "BZ425", 'tag "d1" "road" to join "c1" and "e1"'),
        ("E K . r r", "BZ426", 'tag "c1" "road" to join "b1" and "d1"'),
        ("E K . . r", "BZ426", 'tag "c1" and "d1" "road" to join "b1" and "e1"'),
    ],
)
def test_the_hint_names_what_closes_the_gap(row: str, code: str, hint: str) -> None:
    assert hints(row)[code].startswith(hint)


def test_a_closed_step_is_named() -> None:
    assert hints("E r r K", "closed: [[b1, c1]]\n")["BZ424"] == (
        'it gets as far as "b1"; open the step from "b1" to "c1"'
    )


GATE = LEGEND + "  G: [road, gate]\n"
FORK = HEAD + "grid: |\n  r r r .\n  E . K G\n  r r r .\n" + GATE
STUB = HEAD + "grid: |\n  E r K G\n  . r . .\n" + GATE
LOOP = HEAD + "grid: |\n  r r r .\n  r . r .\n  E r K G\n" + GATE


@pytest.mark.parametrize(
    ("drawn", "code", "cell"), [(FORK, "BZ452", "a2"), (STUB, "BZ428", "b2"), (LOOP, "BZ429", "b1")]
)
def test_what_is_meant_is_not_told(drawn: str, code: str, cell: str) -> None:
    """And the hint says how to mean it: it names a cell that silences it."""

    def told(more: str) -> dict[str, str]:
        board = mapkit.board()
        made, problems = grid(mapkit.read(drawn + more), board)
        assert made is not None, problems
        return {problem.code: problem.hint for problem in prove(made, board, lambda die: mapkit.FACES[die])}

    bare = told("")
    assert code in bare
    named = bare[code].split("meant: [")[1].split("]")[0]
    for one in (cell, named):
        assert set(told(f"meant: [{one}]\n")) == set(bare) - {code}
