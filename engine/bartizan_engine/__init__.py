"""The generic engine: it verifies, lowers and plays a compiled scenario, with the standard library alone."""

from .decide import Decision, Option
from .events import Event
from .fault import Call, Fault, NotVerified
from .game import Game, Result, State, load
from .problem import Code, Problem, Spot

__all__ = [
    "Call",
    "Code",
    "Decision",
    "Event",
    "Fault",
    "Game",
    "NotVerified",
    "Option",
    "Problem",
    "Result",
    "Spot",
    "State",
    "load",
]
