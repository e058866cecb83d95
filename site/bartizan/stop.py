"""The two ways in which a command ends early: it was asked for something impossible, or a file refused.

Problems of what an author wrote are no exceptions; see `report.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer

CLEAN, PROBLEMS, REFUSED = 0, 1, 2


class Refused(Exception):
    """The command cannot do what was typed: a fact, and the likely way on. Ends with exit code 2."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def finish(problems: bool) -> typer.Exit:
    """The exit of a command that did its work: 1 if it found problems, else 0."""
    import typer

    return typer.Exit(PROBLEMS if problems else CLEAN)
