"""Problems for people and machines: full with excerpts, concise with a line each, or JSON.

A report is a list of lines, a line a list of pieces with a style; joined they are the plain text, and a terminal may
colour them (see `terminal.py`). Reports are sorted and the same in every run. What is cut is counted.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from bartizan import codes
from bartizan import excerpt as excerpts
from bartizan.excerpt import clean
from bartizan_engine.problem import Problem, Spot, order

EQUAL = 3  # so many problems that say the same are shown one by one; more are told as one with its places
PLACES = 4  # of those, so many places are named
CAP = 20  # blocks of one code in the full report
_RECORD = re.compile(r"[a-z0-9:-]+(?: › [^:\"]+)*: (?=.)")  # which record and field a message is about
_NOUNS = {"error": "errors", "warning": "warnings", "note": "notes"}


class Piece(NamedTuple):
    """A run of text in one style: a name that `terminal.py` gives a colour, or "" for none."""

    text: str
    style: str = ""


Line = list[Piece]
Read = Callable[[str], str | None]  # the text of a file that a spot names, None if there is none


class Totals(NamedTuple):
    """How many problems of each severity there are, and in how many files."""

    error: int = 0
    warning: int = 0
    note: int = 0
    files: int = 0


def totals(problems: Iterable[Problem]) -> Totals:
    """Count the problems that a report shows."""
    found = order(problems)
    count = Counter(codes.severity(p.code) for p in found)
    return Totals(count["error"], count["warning"], count["note"], len({p.spot.path for p in found}))


def fails(problems: Iterable[Problem], strict: bool = False) -> bool:
    """Whether the problems forbid going on: an error does, and a warning where the person is strict."""
    count = totals(problems)
    return bool(count.error or (strict and count.warning))


def rebase(problems: Iterable[Problem], prefix: str) -> list[Problem]:
    """The same problems with their paths below `prefix`, as the person who typed that path sees them."""
    return [
        p._replace(spot=_below(prefix, p.spot), notes=tuple((_below(prefix, s), text) for s, text in p.notes))
        for p in problems
    ]


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, each with its line end."""
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)


def concise(problems: Iterable[Problem], count: Totals | None = None) -> list[Line]:
    """A line a problem, and the totals: `count`, where more are counted than are shown."""
    found = order(problems)
    return [*(_head(p) for p in found), _summary(count or totals(found))]


def block(problem: Problem, read: Read, room: int = 100) -> list[Line]:
    """One problem with an excerpt, its help and its notes."""
    return _block(problem, [], read, room)


def full(problems: Iterable[Problem], read: Read, room: int = 100, count: Totals | None = None) -> list[Line]:
    """Every problem with an excerpt, its help and its notes; equal ones together; then the totals."""
    found = order(problems)
    lines: list[Line] = []
    shown: Counter[str] = Counter()
    for problem, others in _groups(found):
        shown[problem.code] += 1
        if shown[problem.code] <= CAP:
            lines += [*_block(problem, others, read, room), []]
    for code, told in sorted(shown.items()):
        if told > CAP:
            lines += [[Piece(f"{told - CAP} more of {code} are not shown; --format concise lists all", "dim")], []]
    return [*lines, _summary(count or totals(found))]


def as_json(problems: Iterable[Problem], count: Totals | None = None, known: int = 0) -> str:
    """The problems as one JSON document in plain ASCII; how many are left out of it, and how many a baseline holds."""
    found = order(problems)
    count = count or totals(found)
    return (
        json.dumps(
            {
                "format": "bartizan-problems",
                "version": 1,
                "problems": [_record(p) for p in found],
                "totals": {"error": count.error, "warning": count.warning, "note": count.note},
                "left_out": sum(count[:3]) - len(found),
                "known": known,
            },
            indent=2,
        )
        + "\n"
    )


def place(spot: Spot) -> str:
    """`path:line:column`, as editors and terminals make it a link."""
    return clean(f"{spot.path}:{spot.line}:{spot.column}")


def summary(count: Totals) -> str:
    """`2 errors, 1 warning in 2 files`, or `no problems`."""
    parts = [
        f"{number} {name if number == 1 else _NOUNS[name]}"
        for name, number in (("error", count.error), ("warning", count.warning), ("note", count.note))
        if number
    ]
    if not parts:
        return "no problems"
    return f"{', '.join(parts)} in {count.files} {'file' if count.files == 1 else 'files'}"


def _below(prefix: str, spot: Spot) -> Spot:
    if spot.path.startswith(("../", "/")):  # in a pack that is required
        return spot._replace(path=posixpath.normpath(posixpath.join(prefix, spot.path)))
    return spot._replace(path=f"{prefix}/{spot.path}" if spot.path else prefix) if prefix else spot


def _groups(found: Sequence[Problem]) -> list[tuple[Problem, list[Spot]]]:
    """Each problem that is told, with the places of others that say the same, be it of other records."""
    alike: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in found:
        fact = _RECORD.sub("", problem.message, count=1) if _RECORD.match(problem.message) else problem.message
        alike.setdefault((problem.code, fact, problem.hint), []).append(problem)
    told: list[tuple[Problem, list[Spot]]] = []
    for group in alike.values():
        if len(group) > EQUAL:
            told.append((group[0], [p.spot for p in group[1:]]))
        else:
            told += [(p, []) for p in group]
    return sorted(told)


def _head(problem: Problem) -> Line:
    severity = codes.severity(problem.code)
    return [
        Piece(place(problem.spot), "path"),
        Piece(": "),
        Piece(f"{severity}[{problem.code}]", severity),
        Piece(": "),
        Piece(clean(problem.message), "message"),
    ]


def _block(problem: Problem, others: Sequence[Spot], read: Read, room: int) -> list[Line]:
    notes = [(spot, text, _lines(spot, read, "-", room)) for spot, text in problem.notes]
    own = _lines(problem.spot, read, "^", room)
    numbers = [line.number for lines in (own, *(n[2] for n in notes)) for line in lines]
    gutter = len(str(max(numbers, default=0)))
    lines = [_head(problem), *_excerpt(own, gutter, codes.severity(problem.code)), *_sketch(problem, gutter, room)]
    if problem.hint:
        lines.append(_remark(gutter, "help", problem.hint))
    for spot, text, marked in notes:
        shown = [] if spot[:2] == problem.spot[:2] else _excerpt(marked, gutter, "note")  # no line twice
        lines += [_remark(gutter, "note", f"{place(spot)}: {text}"), *shown]
    if others:
        lines.append(_remark(gutter, "note", _also(others)))
    return lines


def _lines(spot: Spot, read: Read, mark: str, room: int) -> list[excerpts.Line]:
    text = read(spot.path)
    return excerpts.excerpt(spot, text, mark, room) if text else []


def _excerpt(marked: Sequence[excerpts.Line], gutter: int, style: str) -> list[Line]:
    if not marked:
        return []
    lines: list[Line] = [[Piece(f"{'':{gutter}} |", "gutter")]]
    for line in marked:
        number = str(line.number) if line.number else ""
        lines.append([Piece(f"{number:>{gutter}} |", "gutter"), Piece(f" {line.text}")])
        if line.marks:
            lines.append([Piece(f"{'':{gutter}} |", "gutter"), Piece(f" {line.marks}", style)])
    return lines


def _sketch(problem: Problem, gutter: int, room: int) -> list[Line]:
    """The small drawing of a problem, and what its marks mean. Of one that is wider than the room, the part around what
    is told.
    """
    if not problem.sketch:
        return []
    picture, _, key = ([clean(line) for line in part.split("\n")] for part in problem.sketch.partition("\n\n"))
    width = max(map(len, picture))
    middle = next((line.index("[") + 1 for line in picture if "[" in line), width // 2)
    start = max(0, min(middle - room // 2, width - room))
    shown = [*(line[start : start + room].rstrip() for line in picture), *key]
    edge = Piece(f"{'':{gutter}} |", "gutter")
    return [[edge], *([edge, Piece(f" {line}")] for line in shown)]


def _remark(gutter: int, name: str, text: str) -> Line:
    return [Piece(f"{'':{gutter}} = ", "gutter"), Piece(f"{name}: ", name), Piece(clean(text))]


def _also(others: Sequence[Spot]) -> str:
    named = ", ".join(place(spot) for spot in others[:PLACES])
    more = len(others) - PLACES
    return f"the same at {named}" + (f" and {more} more" if more > 0 else "")


def _summary(count: Totals) -> Line:
    return [Piece(summary(count), "error" if count.error else "warning" if count.warning else "good")]


def _record(problem: Problem) -> dict[str, Any]:
    return {
        **_spot(problem.spot),
        "severity": codes.severity(problem.code),
        "code": problem.code,
        "message": problem.message,
        "help": problem.hint,
        "notes": [{**_spot(spot), "message": text} for spot, text in problem.notes],
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return spot._asdict()
