"""A slip in a copy of a pack: one place of one file is otherwise, and its worked examples should notice."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from bartizan_compiler import build, examples
from bartizan_compiler.link import Pack
from bartizan_compiler.pack import Shelf
from bartizan_engine.problem import Problem

Slip = tuple[str, str, str]  # the file, what stands there, and what stands there by mistake


def slipped(root: Path, slip: Slip, folder: Path, shelves: Sequence[Shelf] = ()) -> tuple[Pack, list[Problem]]:
    """A copy of the pack with the slip in it, checked."""
    path, right, wrong = slip
    copy = Path(shutil.copytree(root, folder / root.name))
    text = (copy / path).read_text(encoding="utf-8")
    assert right in text, right
    (copy / path).write_text(text.replace(right, wrong), encoding="utf-8")
    made, problems = build.check(copy, shelves)
    assert made is not None, problems
    return made, problems


def noticed(pack: Pack, ids: Iterable[str]) -> bool:
    """Whether one of these examples fails."""
    return any(outcome.problems for outcome in examples.run(pack, ids))
