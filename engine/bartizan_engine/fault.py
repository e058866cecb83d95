"""All that the engine raises: one family, each with a place, a reason and the likely fix.

`EngineError` is the family. `NotVerified` is about what was given to be read: a scenario, a save, a record. `Fault` is
about the rules of a game, at a line of theirs, with the rules that were running; `Misuse` is the fault of who called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from .problem import Problem, Spot

WHOLE = ("scenario", "record", "save")  # paths of spots that mean such a file as a whole, by what it should be
E = TypeVar("E", bound="EngineError")
MAX_SHOWN = 20  # problems in the words of an error


class Call(NamedTuple):
    """One line of a rule's own call stack: the rule, the `.star` file, the line and column counted from 1."""

    rule: str
    path: str
    line: int
    column: int = 1


class EngineError(Exception):
    """What the engine refuses. `str()` says where, what, why and the likely fix.

    Attributes:
        problems: what is wrong: each a `Problem` with its spot, code, message and hint; one at least.
    """

    problems: list[Problem]

    @property
    def problem(self) -> Problem:
        """The first of the problems."""
        return self.problems[0]

    @property
    def headline(self) -> str:
        """The first problem in one line, without the hint."""
        return _line(self.problem)

    def __str__(self) -> str:
        lines = [_line(p) + (f" ({p.hint})" if p.hint else "") for p in self.problems[:MAX_SHOWN]]
        more = len(self.problems) - MAX_SHOWN
        return "\n".join([*lines, f"... and {more} more"] if more > 0 else lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.args, dict(self.__dict__)))


def _again(cls: type[E], args: tuple[Any, ...], values: dict[str, Any]) -> E:
    """An error that has come from another process."""
    new = cls.__new__(cls, *args)
    new.__dict__.update(values)
    return new


def _line(problem: Problem) -> str:
    """A problem in one line; lines of files are counted in rules only."""
    path, line = problem.spot.path, problem.spot.line
    where = f"{path}:{line}: " if path.endswith(".star") else f"{path}: " if path else ""
    return f"{where}{problem.code}: {problem.message}"


class NotVerified(EngineError):
    """A scenario, save or record cannot be trusted; `problems` says why. Nothing of it has run."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(*(problem.message for problem in problems[:1]))
        self.problems = list(problems)

    def named(self, path: str) -> NotVerified:
        """The same, where what is said of the file as a whole has the path that a person knows it by."""
        return NotVerified([p._replace(spot=Spot(path)) if p.spot.path in WHOLE else p for p in self.problems])


class Fault(EngineError):
    """A rule went wrong, or a choice cannot be made. The state is as it was before the choice.

    A message may be shown to anybody: it names the rule, the line, the table or field and the limit, but no value that
    the state held or a rule worked out, since that may be hidden from who reads it. `detail` says it with the values.

    Attributes:
        problem: what, with an 8xx code, at the line of the rule; without values of the state.
        detail: the message with the values, for who may see the whole state: authors at their own table.
        stack: the rules that were running, outermost first; `str()` tells them innermost first.
        within: line and column, and those of the end, of the expression in the innermost rule, where they are known.
    """

    within: tuple[int, ...] | None = None

    def __init__(
        self,
        code: str,
        message: str,
        hint: str = "",
        spot: Spot | None = None,
        stack: tuple[Call, ...] = (),
        detail: str = "",
    ) -> None:
        super().__init__(message)
        self.detail = detail or message
        self.problems = [Problem(spot or Spot(""), code, message, hint)]
        self.stack = stack

    def at(self, stack: tuple[Call, ...]) -> Fault:
        """The same fault with its place: the innermost rule of the stack."""
        spot = Spot(stack[-1].path, *(self.within or stack[-1][2:])) if stack else self.problem.spot
        return Fault(self.problem.code, self.problem.message, self.problem.hint, spot, stack, self.detail)

    @property
    def told(self) -> Problem:
        """The problem for authors: in detail, with the rules that were running as its notes, innermost first.

        It tells values of the state, so it is for who may see all of that.
        """
        calls = tuple((Spot(*call[1:]), f'in the rule "{call.rule}"') for call in reversed(self.stack))
        return self.problem._replace(message=self.detail, notes=self.problem.notes + calls)

    def __str__(self) -> str:
        calls = [f"  in {call.rule}, {call.path}:{call.line}" for call in reversed(self.stack)]
        return "\n".join([super().__str__(), *calls])


class Misuse(Fault, ValueError):
    """A call that cannot be done: an argument does not fit, or nothing like it stands open. Nothing has changed.

    It is a `Fault` without rules, and a `ValueError` too. The path of its problem's spot is the call and, in brackets,
    the argument: `start(players)`. Its arguments are the message and the hint.
    """

    def __init__(self, place: str, message: str, hint: str = "") -> None:
        super().__init__("BZ813", message, hint, Spot(place))
        self.args = (message, hint) if hint else (message,)


class Ended(Exception):
    """The rules have declared the end; raised by `end` and caught where the rules are run."""

    def __init__(self, name: str, winners: tuple[int, ...], scores: dict[str, Any]) -> None:
        super().__init__(name)
        self.name = name
        self.winners = winners
        self.scores = scores
