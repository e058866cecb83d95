"""Print problems in the format that was asked for, with the files of an author for their excerpts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from bartizan import files, report, terminal
from bartizan_engine.problem import Problem


class Format(StrEnum):
    """How problems are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"


def problems(found: Sequence[Problem], format: Format = Format.FULL, read: report.Read | None = None) -> None:
    """Print the problems. The full report of none is silent: the caller knows what to say instead."""
    if format == Format.JSON:
        terminal.write(report.as_json(found))
    elif format == Format.CONCISE:
        terminal.show(report.concise(found))
    elif found:
        terminal.show(report.full(found, read or _source, terminal.room() - 8))


def _source(path: str) -> str | None:
    return files.source(Path(path))
