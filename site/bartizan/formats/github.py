"""Problems as annotations of a pull request: workflow commands of GitHub, then the plain list and the totals.

Of each severity GitHub shows the first ten of a step and drops the rest, so errors come first, ten of each are written,
and the list below has them all. No text of an author can become a command: line ends are escaped in the commands, and
in the list what GitHub would take for one is broken up.
"""

from __future__ import annotations

import re

from bartizan import codes, report
from bartizan.excerpt import clean
from bartizan.formats import Found, below, located, of_severity
from bartizan_engine.problem import Problem

SHOWN = 10  # annotations of one severity in a step
COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(found: Found) -> str:
    """The annotations, and below them everything."""
    lines: list[str] = []
    for severity, command in COMMANDS.items():
        lines += [
            _annotation(command, problem, found.site) for problem in of_severity(found.problems, severity)[:SHOWN]
        ]
    told = report.plain(report.concise(found.problems, found.totals)).splitlines()
    return "\n".join([*lines, *map(_inert, [*told, *found.asides])]) + "\n"


def _annotation(command: str, problem: Problem, site: str) -> str:
    spot = problem.spot
    places: dict[str, str | int] = {"file": clean(located(spot.path)), "line": spot.line}
    if spot.end_line > spot.line:  # GitHub takes no columns then
        places["endLine"] = spot.end_line
    else:
        places["col"] = spot.column
        if spot.end_column > spot.column:
            places |= {"endLine": spot.line, "endColumn": spot.end_column}
    known = codes.registry().get(problem.code)
    places["title"] = f"{problem.code}: {known.title}" if known else problem.code
    said = ",".join(f"{name}={_property(str(value))}" for name, value in places.items())
    message = "\n".join(map(clean, [problem.message, *below(problem, site)]))
    return f"::{command} {said}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _inert(line: str) -> str:
    """The line with what GitHub would take for a command broken up: `::` at its start, `##[` anywhere."""
    return re.sub(r"^(\s*):(?=:)", r"\1\\x3a", line).replace("##[", "#\\x23[")
