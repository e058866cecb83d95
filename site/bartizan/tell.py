"""Print problems in the format that was asked for, with the files of an author for their excerpts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bartizan import report, targets, terminal
from bartizan.report import Piece
from bartizan_engine.problem import Problem

if TYPE_CHECKING:
    from bartizan.formats import Found


class Format(StrEnum):
    """How problems are written; the last three by modules of `formats`."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


def problems(found: Sequence[Problem], read: report.Read) -> None:
    """Print the problems in full. Of none nothing is said: the caller knows what to say instead."""
    if found:
        terminal.show(report.full(found, read, terminal.room() - 8))


def result(found: Found, format: Format) -> None:
    """Print what a check has found, in the format that was asked for."""
    if format == Format.JSON:
        terminal.write(report.as_json(found.problems, found.totals, found.known))
    elif format == Format.CONCISE:
        terminal.show(report.concise(found.problems, found.totals) + _asides(found))
    elif format == Format.FULL:
        terminal.show(_whole(found) + _asides(found))
    else:
        terminal.write(import_module(f"bartizan.formats.{format}").render(found))


def _whole(found: Found) -> list[report.Line]:
    """The full report; without problems, a line a pack."""
    if found.totals.files:
        return report.full(found.problems, found.read, terminal.room() - 8, found.totals)
    return [[Piece(f"{pack}: no problems", "good")] for pack in found.packs]


def _asides(found: Found) -> list[report.Line]:
    return [[Piece(text, "dim")] for text in found.asides]


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
