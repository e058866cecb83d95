"""A baseline: a file of the problems that are known, so that a report tells those that are new.

An entry is a path, a code and a message, and how many problems they fit: no line, so that an entry outlives changes
above it. Paths count from the folder of the file. What keeps a file or a pack from being read is never held: it may
hide anything else. Entries that fit nothing are told once there are no errors that could hide what they fit.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bartizan import codes, files
from bartizan.stop import Refused
from bartizan_engine.problem import Problem, Spot, order

FORMAT, VERSION = "bartizan-baseline", 1
STALE = "BZ903"

# Groups of codes that tell what could not be read, and codes of other groups that do.
_UNREADABLE = ("BZ1", "BZ7", "BZ9")
_UNREADABLE_ONES = frozenset({"BZ219", "BZ510", "BZ511", "BZ512", "BZ513"})

_REMAKE = "bartizan check --baseline FILE --write-baseline makes it anew"


class Entry(NamedTuple):
    """What a known problem says, and in which file."""

    path: str
    code: str
    message: str


class Baseline(NamedTuple):
    """The entries of a file with their numbers, in order, and the line of each."""

    file: Path
    entries: dict[Entry, int]
    lines: dict[Entry, int]


def hides(problem: Problem) -> bool:
    """Whether a problem may hide others, as a file does that cannot be read: it is never silenced."""
    if problem.code in _UNREADABLE_ONES:
        return True
    return problem.code.startswith(_UNREADABLE) and codes.severity(problem.code) == "error"


def read(file: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        Refused: there is none, or it holds something else.
    """
    if not file.exists():
        raise Refused(f'there is no baseline "{file}"', "--write-baseline makes it")
    text = files.read(file)
    entries: dict[Entry, int] = {}
    for record in _records(file, text):
        entry = Entry(record["path"], record["code"], record["message"])
        entries[entry] = entries.get(entry, 0) + record["count"]
    lines = {line.strip().rstrip(","): number for number, line in enumerate(text.splitlines(), 1)}
    return Baseline(file, entries, {entry: lines.get(_line(entry, n), 1) for entry, n in entries.items()})


class Split(NamedTuple):
    """What a baseline makes of problems: the new ones, the known ones, and entries that fit nothing.

    Each of the last is told by a problem, and stands beside it.
    """

    new: list[Problem]
    known: list[Problem]
    stale: list[tuple[Entry, Problem]]


def split(baseline: Baseline, problems: Iterable[Problem], checked: Sequence[str]) -> Split:
    """All problems by whether the baseline has them.

    `checked` are the paths that were looked through: of other files nothing is known. An entry that fits nothing can
    only be told where every problem is given, whatever is shown of them.
    """
    rest = Counter(baseline.entries)
    new: list[Problem] = []
    known: list[Problem] = []
    for problem in order(problems):
        entry = _entry(baseline.file, problem)
        if rest[entry] and not hides(problem):
            rest[entry] -= 1
            known.append(problem)
        else:
            new.append(problem)
    if any(codes.severity(problem.code) == "error" for problem in new):
        return Split(new, known, [])
    left = [(entry, n) for entry, n in rest.items() if n and _within(baseline.file, entry, checked)]
    return Split(new, known, [(entry, _stale(baseline, entry, n)) for entry, n in left])


def write(file: Path, problems: Iterable[Problem], checked: Sequence[str]) -> tuple[list[Problem], list[Problem]]:
    """Make the baseline of what there is; entries of files that were not looked through stay.

    Gives the problems that it does not hold, and those that it holds.

    Raises:
        Refused: the file cannot be written, or holds something else.
    """
    old = read(file).entries if file.exists() else {}
    entries = Counter({entry: n for entry, n in old.items() if not _within(file, entry, checked)})
    held: list[Problem] = []
    not_held: list[Problem] = []
    for problem in order(problems):
        (not_held if hides(problem) else held).append(problem)
    entries.update(_entry(file, problem) for problem in held)
    files.write(file, _text(entries))
    return not_held, held


# ---------------------------------------------------------------- entries


def _entry(file: Path, problem: Problem) -> Entry:
    return Entry(_from(file, problem.spot.path), problem.code, problem.message)


def _from(file: Path, path: str) -> str:
    """A path as it is seen from the folder of the baseline."""
    try:
        return Path(os.path.relpath(path, file.parent)).as_posix()
    except ValueError:  # on another drive
        return Path(os.path.abspath(path)).as_posix()  # noqa: PTH100 - links are not followed


def _within(file: Path, entry: Entry, checked: Sequence[str]) -> bool:
    """Whether an entry is about one of the files that were looked through."""
    folders = [_from(file, path) for path in checked]
    return any(folder in (".", entry.path) or entry.path.startswith(f"{folder}/") for folder in folders)


def _stale(baseline: Baseline, entry: Entry, n: int) -> Problem:
    total = baseline.entries[entry]
    fewer = f"only {total - n} of {total}" if n < total else "none"
    said = f'"{entry.path}" has {fewer} of the problems that are known as {entry.code}: {entry.message}'
    if n == total:
        said = f'"{entry.path}" no longer has the known {entry.code}: {entry.message}'
    return Problem(Spot(baseline.file.as_posix(), baseline.lines[entry]), STALE, said, "--write-baseline takes it out")


# ---------------------------------------------------------------- the file


def _line(entry: Entry, count: int) -> str:
    return json.dumps({**entry._asdict(), "count": count})


def _text(entries: Counter[Entry]) -> str:
    """One entry a line, sorted, so that two people's changes can be merged."""
    lines = ",\n".join(f"    {_line(entry, count)}" for entry, count in sorted(entries.items()))
    head = f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "problems": ['
    return f"{head}\n{lines}\n  ]\n}}\n" if lines else f"{head}]\n}}\n"


def _records(file: Path, text: str) -> list[dict[str, Any]]:
    """The entries of a file as they stand in it."""
    try:
        data = json.loads(text)
    except ValueError as why:
        at = f":{why.lineno}:{why.colno}" if isinstance(why, json.JSONDecodeError) else ""
        raise Refused(f'"{file}{at}" is no JSON', _REMAKE) from why
    except RecursionError as why:
        raise Refused(f'"{file}" is no baseline', _REMAKE) from why
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("problems"), list):
        raise Refused(f'"{file}" is no baseline', _REMAKE)
    if data.get("version") != VERSION:
        raise Refused(f'"{file}" is a baseline of another version', _REMAKE)
    for record in data["problems"]:
        if not _is_record(record):
            raise Refused(f'"{file}" has an entry that is none: {json.dumps(record)[:80]}', _REMAKE)
    return list(data["problems"])


def _is_record(record: object) -> bool:
    if not isinstance(record, dict) or set(record) != {*Entry._fields, "count"}:
        return False
    count = record["count"]
    return all(isinstance(record[name], str) for name in Entry._fields) and type(count) is int and count > 0
