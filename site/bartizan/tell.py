"""Print problems in the format that was asked for, with the files of an author for their excerpts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from bartizan import report, targets, terminal
from bartizan_engine.problem import Problem


class Format(StrEnum):
    """How problems are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"


def problems(found: Sequence[Problem], read: report.Read, format: Format = Format.FULL) -> None:
    """Print the problems. The full report of none is silent: the caller knows what to say instead."""
    if format == Format.JSON:
        terminal.write(report.as_json(found))
    elif format == Format.CONCISE:
        terminal.show(report.concise(found))
    elif found:
        terminal.show(report.full(found, read, terminal.room() - 8))


def of_pack(root: Path, found: Sequence[Problem]) -> None:
    """Print problems of a pack, their paths as they are seen from here."""
    problems(report.rebase(found, targets.shown(root)), sources(root))


def sources(*roots: Path) -> report.Read:
    """What reads files of these packs for excerpts: only what the compiler reads is shown."""
    from bartizan_compiler import pack

    below = sorted(((targets.shown(root) + "/", root) for root in roots), key=lambda item: -len(item[0]))

    def read(path: str) -> str | None:
        for prefix, root in below:
            if path.startswith(prefix):
                return pack.shown(root, path.removeprefix(prefix))
        return None

    return read
