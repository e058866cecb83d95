"""Reports for other programs: a module a format, and what each of them is given.

A format is a module with `render(found) -> str`; it stands in `tell.Format` under its module's name. Text of authors is
cleaned of what a terminal or a parser would obey, paths are those of the repository, and the same problems give the
same bytes everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bartizan import codes, report
from bartizan_engine.problem import Problem, Spot


class Found(NamedTuple):
    """What a report tells, and what it needs to tell it.

    `problems` are those that are shown, in order, and `totals` counts those that a `max` has cut off, too. `severe` are
    the severities that fail, `packs` the folders that were checked, `site` the address of the pages of codes ("" if
    there is none), `known` how many problems a baseline holds, `asides` what else is to be said in a line
    each, and `whole` whether all that was meant could be checked.
    """

    problems: list[Problem]
    totals: report.Totals
    read: report.Read
    packs: tuple[str, ...] = ()
    severe: tuple[str, ...] = ("error",)
    site: str = ""
    known: int = 0
    asides: tuple[str, ...] = ()
    whole: bool = True

    @property
    def left_out(self) -> int:
        """How many problems are counted and not shown."""
        return sum(self.totals[:3]) - len(self.problems)


def page(site: str, code: str) -> str:
    """The address of a code's page, "" if there is no site."""
    return f"{site.rstrip('/')}/problems/{code}.html" if site else ""


def located(path: str) -> str:
    """A path from the root of the repository that we stand in; an absolute one if it lies elsewhere."""
    return _located_from(Path.cwd(), path)


@cache
def _located_from(here: Path, path: str) -> str:
    root = _root(here)
    absolute = Path(os.path.normpath(here / path))
    return (absolute.relative_to(root) if absolute.is_relative_to(root) else absolute).as_posix()


@cache
def _root(here: Path) -> Path:
    """The repository around a folder, or the folder itself."""
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def below(problem: Problem, site: str = "") -> list[str]:
    """What is told of a problem below its message, a line each: the help, the notes, and where more is said."""
    helped = [f"help: {problem.hint}"] if problem.hint else []
    notes = [f"note: {report.place(_shown(spot))}: {text}" for spot, text in problem.notes]
    return [*helped, *notes, *([f"see {page(site, problem.code)}"] if site else [])]


def of_severity(problems: Sequence[Problem], severity: str) -> list[Problem]:
    """The problems of one severity, in their order."""
    return [problem for problem in problems if codes.severity(problem.code) == severity]


def _shown(spot: Spot) -> Spot:
    return spot._replace(path=located(spot.path))
