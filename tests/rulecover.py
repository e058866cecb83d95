"""Which statements and branches of a pack's rules are reached: by random games, and by worked examples that play.

Rules are lowered anew with a mark before every statement and in every branch of an `if`, also in the one that is not
written. Options settle some branches before anything is lowered; what no game of any option reaches stays unreached.
Nothing of that is in the engine: `marking()` puts it there for as long as somebody looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from unittest import mock

from bartizan_engine import program
from bartizan_engine.language import lower, lower_plain, syntax


class Point(NamedTuple):
    """A statement, or a branch of an `if`: the line, and which of its branches ("" for a statement)."""

    path: str
    line: int
    branch: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" + (f" {self.branch}" if self.branch else "")


@dataclass(slots=True)
class Mark(syntax.Stmt):
    """A statement that only says that it was reached."""

    point: Point


def points(checked: Any) -> dict[Point, str]:
    """Everything in the rules that can be reached, with the rule in which it stands."""
    return {point: name for name, info in checked.rules.items() for point in _of(info.node.path, info.node.body)}


def _of(path: str, body: list[Any]) -> Iterator[Point]:
    for statement in body:
        yield Point(path, statement.place.line)
        if isinstance(statement, syntax.If):
            for test, inner in statement.branches:
                yield Point(path, test.place.line, "then")
                yield from _of(path, inner)
            yield Point(path, statement.place.line, "else")
            yield from _of(path, statement.orelse)
        elif isinstance(statement, syntax.For):
            yield Point(path, statement.place.line, "body")
            yield from _of(path, statement.body)


def _marked(path: str, body: list[Any]) -> list[Any]:
    """The same statements with marks among them."""
    found: list[Any] = []
    for statement in body:
        place = statement.place
        found.append(Mark(place, Point(path, place.line)))
        if isinstance(statement, syntax.If):
            branches = [
                (test, [Mark(test.place, Point(path, test.place.line, "then")), *_marked(path, inner)])
                for test, inner in statement.branches
            ]
            orelse = [Mark(place, Point(path, place.line, "else")), *_marked(path, statement.orelse)]
            found.append(syntax.If(place, branches, orelse))
        elif isinstance(statement, syntax.For):
            inner = [Mark(place, Point(path, place.line, "body")), *_marked(path, statement.body)]
            found.append(syntax.For(place, statement.targets, statement.source, inner))
        else:
            found.append(statement)
    return found


@contextmanager
def marking() -> Iterator[set[Point]]:
    """While it lasts, every game that is loaded notes what of its rules is reached."""
    seen: set[Point] = set()
    known: list[Point] = []
    written = lower_plain.Plain.statement

    def statement(self: Any, one: Any, depth: int) -> None:
        if isinstance(one, Mark):
            self.write(depth, f"_reached({len(known)})", one.place)
            known.append(one.point)
        else:
            written(self, one, depth)

    def lowered(checked: Any, *rest: Any) -> Any:
        bodies = {name: info.node.body for name, info in checked.rules.items()}
        for info in checked.rules.values():
            info.node.body = _marked(info.node.path, info.node.body)
        try:
            return lower.lower(checked, *rest)
        finally:
            for name, body in bodies.items():
                checked.rules[name].node.body = body

    helpers = {**program.HELPERS, "_reached": lambda number: seen.add(known[number])}
    with (
        mock.patch.object(lower_plain.Plain, "statement", statement),
        mock.patch("bartizan_engine.game.lower", lowered),
        mock.patch.object(program, "HELPERS", helpers),
    ):
        yield seen
