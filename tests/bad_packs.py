"""The made-up game under all tests, and bad packs made of it: a few of its files changed as a case says."""

from __future__ import annotations

import shutil
from pathlib import Path

import bad_cases
from bartizan_compiler import build
from bartizan_engine.problem import Problem

TESTS = Path(__file__).resolve().parent
GAME = TESTS / "packs" / "border-watch"


def lay(case: bad_cases.Case, root: Path) -> None:
    """Write the game with the case's files over it below `root`."""
    shutil.copytree(GAME, root)
    for path in case.without:
        (root / path).unlink()
    for path, data in case.files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    for path, leads_to in case.links:
        (root / path).symlink_to(leads_to)


def judge(case: bad_cases.Case, root: Path) -> list[Problem]:
    """What is told about the pack, or about building one of its missions."""
    lay(case, root)
    return (build.check(root) if case.mission is None else build.build(root, case.mission or None))[1]
