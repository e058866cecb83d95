"""Records that attack: each is told at its place, with either parser, in little time and on a small stack."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import bad_cases
import bad_packs
import yaml_attacks
from bartizan_compiler import load
from bartizan_engine.problem import Problem

SMALL_STACK = 512  # KiB
SLOWEST = 15  # seconds of one attack: the promise is an end, this is only a guard


@pytest.fixture(params=["libyaml", "in Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which parser reads: libyaml's where it can, or always the one in Python."""
    if request.param == "in Python":
        monkeypatch.setattr(load, "_FAST", None)
    return str(request.param)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("case", yaml_attacks.CASES, ids=lambda case: case.name)
def test_every_attack_is_told_at_its_place(case: yaml_attacks.Case, tmp_path: Path) -> None:
    """And nothing else is told of that file; what names records that it lost is another's."""
    before = time.monotonic()
    told = on_a_small_stack(case, tmp_path / "border-watch")
    assert time.monotonic() - before < SLOWEST
    assert sorted((p.code, *p.spot[1:3]) for p in told if p.spot.path == case.path) == sorted(case.told)
    assert case.told or told == []


def on_a_small_stack(case: yaml_attacks.Case, root: Path) -> list[Problem]:
    """What is told of the game with the case's file, as a thread with a small stack finds it."""
    told: list[list[Problem]] = []
    laid = bad_cases.Case(case.name, (), {case.path: case.data})
    before = threading.stack_size(SMALL_STACK * 1024)
    try:
        thread = threading.Thread(target=lambda: told.append(bad_packs.judge(laid, root)))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return told[0]
