"""Bad packs as text: the made-up game with a few files changed, and what must be told about it.

The head of a file says what is expected and what cannot be written as a text; then come files that lie over the game's:

    # expect: BZ203 units/goblins.yaml:4:3      one line a problem, in their order
    # without: pack.yaml                        a file of the game that is not there
    # link: units/more.yaml -> ../outside.yaml  a symbolic link
    # latin-1: rules/more.star                  a member in another encoding
    # mission: third-night                      build this mission; nothing after the colon: the only one
    # examples:                                 run the worked examples
    -- units/goblins.yaml --
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

from bartizan_compiler import build, examples
from bartizan_engine.problem import Problem

TESTS = Path(__file__).resolve().parent
GAME = TESTS / "packs" / "border-watch"
_MEMBER = re.compile(r"^-- (.+) --\n", re.MULTILINE)


class Case(NamedTuple):
    """One bad pack."""

    head: dict[str, list[str]]
    members: dict[str, str]

    @property
    def expected(self) -> list[str]:
        """The problems that must be told, each as code and place."""
        return self.head.get("expect", [])


def read(text: str) -> Case:
    """Read a bad pack from its text."""
    first, *rest = _MEMBER.split(text)
    head: dict[str, list[str]] = {}
    for key, value in re.findall(r"^# ([a-z0-9-]+): *(.*)$", first, re.MULTILINE):
        head.setdefault(key, []).append(value)
    return Case(head, dict(zip(rest[::2], rest[1::2], strict=True)))


def lay(case: Case, root: Path) -> None:
    """Write the pack below `root`."""
    shutil.copytree(GAME, root)
    for path in case.head.get("without", []):
        (root / path).unlink()
    for path, text in case.members.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        encoding = "latin-1" if path in case.head.get("latin-1", []) else "utf-8"
        target.write_bytes(text.encode(encoding))
    for line in case.head.get("link", []):
        path, _, target_path = line.partition(" -> ")
        (root / path).symlink_to(target_path)


def judge(case: Case, root: Path) -> list[Problem]:
    """What is told about the pack."""
    lay(case, root)
    mission = case.head.get("mission")
    if "examples" in case.head:
        pack, problems = build.check(root)
        assert pack is not None
        ids = [record.id for record in pack.records["example"]]
        return problems + [problem for outcome in examples.run(pack, ids) for problem in outcome.problems]
    return (build.build(root, mission[0] or None) if mission else build.check(root))[1]


def told(problems: list[Problem]) -> list[str]:
    """Problems as a case writes them."""
    return [f"{p.code} {p.spot.path}:{p.spot.line}:{p.spot.column}" for p in problems]
