"""What stops a game: a fault of its rules, at a line of theirs; and the end that a rule declares."""

from __future__ import annotations

from typing import Any, NamedTuple

from .problem import Problem, Spot

WHOLE = ("scenario", "record", "save")  # paths of spots that mean such a file as a whole, by what it should be


class Call(NamedTuple):
    """One line of a rule's own call stack, outermost first in `Fault.stack`."""

    rule: str
    path: str
    line: int


class Fault(Exception):
    """A rule went wrong, or a choice cannot be made. The state is as it was before the choice.

    Attributes:
        problem: what, with an 8xx code, at the line of the rule.
        stack: the rules that were running, outermost first.
    """

    def __init__(
        self, code: str, message: str, hint: str = "", spot: Spot | None = None, stack: tuple[Call, ...] = ()
    ) -> None:
        super().__init__(message)
        self.problem = Problem(spot or Spot(""), code, message, hint)
        self.stack = stack

    def at(self, stack: tuple[Call, ...]) -> Fault:
        """The same fault with its place: the innermost rule of the stack."""
        spot = Spot(stack[-1].path, stack[-1].line) if stack else self.problem.spot
        return Fault(self.problem.code, self.problem.message, self.problem.hint, spot, stack)

    @property
    def told(self) -> Problem:
        """The problem, with the rules that were running as its notes: innermost first, each with its line."""
        calls = tuple((Spot(call.path, call.line), f'in the rule "{call.rule}"') for call in reversed(self.stack))
        return self.problem._replace(notes=self.problem.notes + calls)

    def __str__(self) -> str:
        spot, what = self.problem.spot, f"{self.problem.code}: {self.problem.message}"
        return f"{spot.path}:{spot.line}: {what}" if spot.path else what


class NotVerified(Exception):
    """A scenario, save or record cannot be trusted; `problems` says why. Nothing of it has run."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.code}: {p.message}" for p in problems[:3]))
        self.problems = problems

    def named(self, path: str) -> NotVerified:
        """The same, where what is said of the file as a whole has the path that a person knows it by."""
        return NotVerified([p._replace(spot=Spot(path)) if p.spot.path in WHOLE else p for p in self.problems])


class Ended(Exception):
    """The rules have declared the end; raised by `end` and caught where the rules are run."""

    def __init__(self, name: str, winners: tuple[int, ...], scores: dict[str, Any]) -> None:
        super().__init__(name)
        self.name = name
        self.winners = winners
        self.scores = scores
