"""The generic engine: it verifies, lowers and plays a compiled scenario, with the standard library alone.

`load` gives a `Game`, its `start` a `State` at the first decision. `bots` play, `record` keeps and replays whole games.
All that is raised is an `EngineError`: `NotVerified` for what was given to be read, `Fault` for what rules do wrong,
and its kind `Misuse` for calls that cannot be done.
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from . import bots, campaign, campaign_record, campaign_save, record
    from .decide import Decision, Option
    from .events import Event
    from .explicit import CHANCE
    from .fault import Call, EngineError, Fault, Misuse, NotVerified
    from .game import Game, Result, State, load
    from .problem import Problem, Spot

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
    "campaign",
    "campaign_record",
    "campaign_save",
    "load",
    "record",
]

# Where each name is defined. It is imported when it is first asked for: who only reports problems needs no engine.
_HOMES = {
    "decide": ("Decision", "Option"),
    "events": ("Event",),
    "explicit": ("CHANCE",),
    "fault": ("Call", "EngineError", "Fault", "Misuse", "NotVerified"),
    "game": ("Game", "Result", "State", "load"),
    "problem": ("Problem", "Spot"),
}


def __getattr__(name: str) -> typing.Any:
    """What is exported under a name."""
    home = next((home for home, names in _HOMES.items() if name in names), "")
    if home:
        found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
        return found
    if name in __all__:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
