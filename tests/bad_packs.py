"""The made-up games under all tests, and bad packs made of them: a few of their files changed as a case says."""

from __future__ import annotations

import shutil
from pathlib import Path

import bad_cases
from bartizan_compiler import build, examples
from bartizan_engine.problem import Problem

TESTS = Path(__file__).resolve().parent
PACKS = TESTS / "packs"
GAME = PACKS / "border-watch"
EXAMPLES = ("BZ610", "BZ611")  # cases of these codes run the worked examples


def lay(case: bad_cases.Case, root: Path) -> None:
    """Write the game with the case's files over it below `root`."""
    shutil.copytree(PACKS / case.pack, root)
    for name in case.beside:
        shutil.copytree(PACKS / name, root.parent / name)
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
    if case.name.startswith(EXAMPLES):
        return _examples(root)
    return (build.check(root) if case.mission is None else build.build(root, case.mission or None))[1]


def _examples(root: Path) -> list[Problem]:
    pack, problems = build.check(root)
    assert pack is not None
    ids = [record.id for record in pack.records["example"]]
    return problems + [problem for outcome in examples.run(pack, ids) for problem in outcome.problems]
