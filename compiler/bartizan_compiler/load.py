"""Load a YAML file: bytes in, nodes with places out, and every problem of the text itself.

This is a strict part of YAML. There are no tags, anchors, aliases, merge keys and directives, one document a file, each
key once; and no scalar is ever taken for a number, a date or a truth: what a text means is decided by the field that
it stands in. Problems that do not break the reading are gathered; after one that does, the rest of the file is not
checked, and the problem says so.

Events come from libyaml where PyYAML has it. It is some twenty times faster than the parser in Python, but words its
complaints differently and takes a few things that the other refuses. So it only ever has the say on files that it
reads to the end and that hold none of those things; all others are read by the parser in Python. With or without
libyaml a file has the same problems at the same places.
"""

from __future__ import annotations

import re

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from bartizan_engine.problem import Problem, Spot

from . import syntax, text
from .compose import MAX_DEPTH, MAX_NODES, Reading
from .nodes import Mapping, Node, Scalar, Sequence

__all__ = ["MAX_DEPTH", "MAX_NODES", "Mapping", "Node", "Scalar", "Sequence", "load"]

# What libyaml and the parser in Python may read differently; all of it is rare or refused anyway. Looking for the
# characters first costs next to nothing, the pattern a twentieth of the whole reading.
_RARE = "\t?&*!%"
_SLOW = re.compile(r"\t|(?<![^\s,\[{])[?&*!%]")
_HEADER = re.compile(r"(?m)(?:^|[-:?]) *[|>][-+\d]*#")
_FAST = getattr(yaml, "CBaseLoader", None)


class _Slow(Reader, Scanner, Parser):
    """The parser in Python: events with places, and nothing after them."""

    def __init__(self, source: str) -> None:
        Reader.__init__(self, source)
        Scanner.__init__(self)
        Parser.__init__(self)


def load(path: str, data: bytes) -> tuple[Node | None, list[Problem]]:
    """Read one file. `path` is what its spots say.

    The node is None if there is nothing to go on with. Otherwise it may be used although there are problems: a key
    that stands twice has its first value, a tag is passed over.
    """
    decoded, problems = text.decode(path, data)
    if decoded is None:
        return None, problems
    lines = decoded.text.split("\n")
    if not _has_content(path, lines, problems):
        # Where line ends are none, a comment may hold the whole file.
        return None, problems if decoded.gaps else [*problems, Problem(Spot(path), "BZ109", "the file is empty")]
    node, found = _read(path, lines, decoded.gaps)
    return node, _caused(lines, problems, found) if decoded.gaps else problems + found


def _caused(lines: list[str], gaps: list[Problem], found: list[Problem]) -> list[Problem]:
    """All problems of a file with gaps; if the reading stopped in a line that has one, that is told as the cause."""
    last = found[-1] if found else None
    if last is None or not last.notes or last.notes[-1][1] != syntax.UNREAD:
        return gaps + found
    above = [index for index, one in enumerate(gaps) if one.spot.line <= last.spot.line]
    # At the head of a line, what should not be there makes the line another one, on which those below it depend.
    at = max((index for index in above if _to_blame(lines, gaps[index].spot, last.spot)), default=-1)
    if at < 0:
        return gaps + found
    cause = gaps[at]._replace(notes=(*gaps[at].notes, last.notes[-1]))
    return [*gaps[:at], cause, *gaps[at + 1 :], *found[:-1]]


def _to_blame(lines: list[str], gap: Spot, stop: Spot) -> bool:
    before = lines[gap.line - 1][: gap.column - 1]
    return text.GAP in lines[stop.line - 1] if gap.line == stop.line else not before.strip(f" {text.GAP}")


def _read(path: str, lines: list[str], gaps: bool) -> tuple[Node | None, list[Problem]]:
    """Read with libyaml, and once more in Python if it stumbles or might."""
    source = "\n".join(lines)
    if _FAST and not _needs_python(source):
        reading = Reading(path, lines, gaps)
        if reading.read(_FAST(source)) and not reading.doubtful:
            return reading.result()
    reading = Reading(path, lines, gaps)
    reading.read(_Slow(source))
    return reading.result()


def _needs_python(source: str) -> bool:
    """Whether something stands in the text that libyaml takes in another way, or might."""
    return bool((any(char in source for char in _RARE) and _SLOW.search(source)) or _HEADER.search(source))


def _has_content(path: str, lines: list[str], problems: list[Problem]) -> bool:
    """Whether anything but comments stands in the file; directives before it are blanked, and the first is told."""
    told = False
    for number, line in enumerate(lines, 1):
        if line.startswith("%"):
            spot = Spot(path, number, 1, number, len(line) + 1)
            if not told:
                problems.append(Problem(spot, "BZ111", "a YAML directive stands here", "delete the line"))
            told, lines[number - 1] = True, ""
        elif line.strip() and not line.lstrip().startswith("#"):
            return True
    return False
