"""Comments that say a problem is meant: `# bartizan: ignore[BZ308] reason`, in YAML and in rules.

A comment stands at the end of a line, or on lines of its own above it; it speaks for problems that begin on that line,
or inside a text of several lines that begins there, such as a grid. Warnings and notes can be ignored, and of the
errors those in `JUDGED`. All others say that a file cannot be read or that no game can be made of it, and no comment
changes that. A comment that ignores nothing is told itself, as soon as the pack has no errors: before, what it speaks
for may not have been looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bartizan_compiler import codes, load, nodes, text
from bartizan_compiler.nodes import Node
from bartizan_engine.language.tokenise import Refused, tokenise
from bartizan_engine.problem import Problem, Spot, suggest

# Errors that judge what a map or a record means. A game can be made and played all the same; a test holds that.
JUDGED = frozenset({"BZ425", "BZ426", "BZ427", "BZ620"})

# What is wrong with a comment is mended in the comment, never ignored by another one.
OWN = frozenset({"BZ730", "BZ731", "BZ732", "BZ733", "BZ734"})

FORM = "# bartizan: ignore[BZ308] and the reason"
MARK = re.compile(r"#\s*bartizan:")
_COMMENT = re.compile(r"#\s*bartizan:\s*(.*)")
_IGNORE = re.compile(r"#\s*bartizan:\s*ignore\s*\[([^\]]*)\](.*)")
_NAME = re.compile(r"[^\s,]+")


# A comment behind a text may be a part of it that got lost; one of ours is not.
_NO_LOST_TEXT = ("BZ130", "BZ218")


class Ignore(NamedTuple):
    """One code that a comment ignores: where it is named, and the lines that it is ignored on.

    `named` is false for what a comment ignores by standing where it stands.
    """

    spot: Spot
    code: str
    lines: range
    named: bool = True


class _Span(NamedTuple):
    """A text in a file: the line where it is begun, and from where to where no comment can stand."""

    line: int
    start: tuple[int, int]
    end: tuple[int, int]


def read(yaml: Mapping[str, bytes], rules: Iterable[tuple[str, str]]) -> tuple[list[Ignore], list[Problem]]:
    """What the comments of these files ignore, and what is wrong with the comments.

    Few files have any: those are loaded for it, to know where texts stand.
    """
    files: list[tuple[str, str, list[_Span] | None]] = []
    ignores: list[Ignore] = []
    problems: list[Problem] = []
    for path, data in yaml.items():
        if b"bartizan:" in data:
            decoded, _ = text.decode(path, data)
            if decoded and MARK.search(decoded.text):
                node, _ = load.load(path, data)
                files.append((path, decoded.text, list(_scalars(node)) if node else None))
    files += [(path, source, _strings(path, source)) for path, source in rules if MARK.search(source)]
    for path, source, spans in files:
        found, wrong = _file(path, source, spans or [])
        ignores += found
        problems += wrong if spans is not None else []  # what cannot be read may hold no comment of ours at all
    return ignores, problems


def may(code: str) -> bool:
    """Whether a comment can ignore problems of this code."""
    return codes.known(code) and code not in OWN and (codes.severity(code) != "error" or code in JUDGED)


def left(problems: Iterable[Problem], ignores: Iterable[Ignore]) -> list[Problem]:
    """The problems that no comment speaks for."""
    silent = _silent(ignores)
    return [problem for problem in problems if _key(problem) not in silent]


def settle(problems: Iterable[Problem], ignores: list[Ignore]) -> list[Problem]:
    """The same, and with them the comments that speak for nothing."""
    problems = list(problems)
    kept = left(problems, ignores)
    if any(codes.severity(problem.code) == "error" for problem in kept):
        return kept
    there = {_key(problem) for problem in problems}
    return kept + [_unused(one) for one in ignores if one.named and not any(key in there for key in _keys(one))]


# ---------------------------------------------------------------- which problems


_Key = tuple[str, str, int]  # path, code, line


def _key(problem: Problem) -> _Key:
    return problem.spot.path, problem.code, problem.spot.line


def _keys(ignore: Ignore) -> Iterator[_Key]:
    yield from ((ignore.spot.path, ignore.code, line) for line in ignore.lines)


def _silent(ignores: Iterable[Ignore]) -> set[_Key]:
    return {key for one in ignores for key in _keys(one)}


def _unused(ignore: Ignore) -> Problem:
    return Problem(ignore.spot, "BZ734", f"there is no {ignore.code} here to be ignored", "delete the comment")


# ---------------------------------------------------------------- comments


def _file(path: str, source: str, spans: list[_Span]) -> tuple[list[Ignore], list[Problem]]:
    """What the comments of one file ignore, and what is wrong with them."""
    ignores: list[Ignore] = []
    problems: list[Problem] = []
    lines = source.split("\n")
    long = {span.line: span.end[0] for span in spans if span.end[0] > span.line}
    for number, line in enumerate(lines, 1):
        match = _comment(line, number, spans)
        if match:
            meant = covered(lines, number)
            found, wrong = _said(Spot(path, number, match.start() + 1, number, len(line.rstrip()) + 1), match[0])
            ignores += [Ignore(spot, code, range(meant, long.get(meant, meant) + 1)) for spot, code in found]
            ignores += [Ignore(Spot(path, number), code, range(number, number + 1), False) for code in _NO_LOST_TEXT]
            problems += wrong
    return ignores, problems


def _comment(line: str, number: int, spans: list[_Span]) -> re.Match[str] | None:
    """The comment of ours on a line, if there is one and it is no part of a text."""
    for mark in MARK.finditer(line):
        at = (number, mark.start() + 1)
        if not any(span.start <= at < span.end for span in spans):
            return _COMMENT.match(line, mark.start())
    return None


def covered(lines: list[str], number: int) -> int:
    """The line that a comment speaks for: its own, or the next that holds more than a comment."""
    if not lines[number - 1].lstrip().startswith("#"):
        return number
    for below in range(number, len(lines)):
        if lines[below].strip() and not lines[below].lstrip().startswith("#"):
            return below + 1
    return number


def _said(spot: Spot, said: str) -> tuple[list[tuple[Spot, str]], list[Problem]]:
    """The codes that a comment ignores, each at its place, and what is wrong with it."""
    match = _IGNORE.match(said)
    names = list(_NAME.finditer(match[1])) if match else []
    if match is None or not names:
        return [], [Problem(spot, "BZ730", "this comment of ours says nothing that is known", f"write {FORM}")]
    if not re.search(r"\w", match[2]):
        hint = "say behind the bracket why it is meant"
        return [], [Problem(spot, "BZ731", "an ignore needs a reason", hint)]
    found: list[tuple[Spot, str]] = []
    problems: list[Problem] = []
    for name in names:
        start = spot.column + match.start(1) + name.start()
        place = Spot(spot.path, spot.line, start, spot.line, start + len(name[0]))
        wrong = _refused(place, name[0])
        problems += [wrong] if wrong else []
        found += [] if wrong else [(place, name[0])]
    return found, problems


def _refused(spot: Spot, code: str) -> Problem | None:
    """Why a code cannot be ignored, if it cannot."""
    if not codes.known(code):
        hint = next((f'did you mean "{name}"?' for name in (code.upper(), f"BZ{code}") if codes.known(name)), "")
        return Problem(spot, "BZ732", f'there is no code "{code}"', hint or suggest(code, codes.names()))
    if code in OWN:
        return Problem(spot, "BZ733", f"{code} is about a comment and cannot be ignored", "mend that comment")
    if not may(code):
        return Problem(spot, "BZ733", f"{code} is an error that cannot be ignored", "put right what it tells")
    return None


# ---------------------------------------------------------------- texts that hold no comments


def _scalars(node: Node) -> Iterator[_Span]:
    """Every text of a YAML file."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, nodes.Scalar):
            spot = one.spot
            start = (
                (spot.line + 1, 1) if one.indent else (spot.line, spot.column)
            )  # the head of a block may have a comment
            yield _Span(spot.line, start, (spot.end_line, spot.end_column))
        elif isinstance(one, nodes.Sequence):
            todo += one.items
        else:
            todo += [part for pair in one.pairs for part in pair]


def _strings(path: str, source: str) -> list[_Span] | None:
    """Every string of a file of rules; None if it does not follow the language."""
    try:
        tokens = tokenise(path, source)
    except Refused:
        return None
    return [_Span(t.line, (t.line, t.column), (t.end_line, t.end_column)) for t in tokens if t.kind == "string"]
