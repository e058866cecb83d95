"""The generic engine: it verifies, lowers and plays a compiled scenario, with the standard library alone.

`load` gives a `Game`, its `start` a `State` at the first decision. `bots` play, `record` keeps and replays whole games.
All that is raised is an `EngineError`: `NotVerified` for what was given to be read, `Fault` for what rules do wrong,
and its kind `Misuse` for calls that cannot be done.
"""

import sys

try:
    from . import bots, record
    from .decide import Decision, Option
    from .events import Event
    from .explicit import CHANCE
    from .fault import Call, EngineError, Fault, Misuse, NotVerified
    from .game import Game, Result, State, load
    from .problem import Problem, Spot
except KeyboardInterrupt:
    if sys.argv[:1] != ["-m"]:  # so it is while Python looks for the module that it was asked to run
        raise
    sys.exit(130)  # the command is stopped before its first line: the code is that of shells

__all__ = [
    "CHANCE",
    "Call",
    "Decision",
    "EngineError",
    "Event",
    "Fault",
    "Game",
    "Misuse",
    "NotVerified",
    "Option",
    "Problem",
    "Result",
    "Spot",
    "State",
    "bots",
    "load",
    "record",
]
