"""What lies a few decisions ahead: a way on at random to the next menu, and how well a player stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import decide
from .fault import Fault
from .worth import worths

if TYPE_CHECKING:
    from .chance import Streams
    from .game import State
    from .state import Base

MAX_WAY = 1_000  # decisions on the way to a menu
Standing = tuple[int, float]  # 1 and its worth after a good end, -1 after a bad one; else 0 and the declared outlook
FAILED: Standing = (-2, 0.0)  # the rules went wrong, as they may in a world that was dealt anew


class Planned(NamedTuple):
    """A decision on a way, and what is taken there: a value as it stands in the state, None for the way out."""

    site: int
    value: Any


class Ahead(NamedTuple):
    """How well a player stands after a way, and the decisions on it."""

    standing: Standing
    way: list[Planned]


def standing(s: State, player: int) -> Standing:
    """How well a player stands."""
    if s.outcome is not None:
        worth = worths(s)[player]
        return (1, worth) if worth else (-1, 0.0)
    return (0, s.program.tell(s, s.fixed.ruleset.outlook, player))


def ahead(world: State, at: int, player: int, chance: Streams) -> Ahead:
    """Take an option in a copy of a world, and go on at random until a menu is offered, or the game ends."""
    s, way = world.clone(), list[Planned]()

    def whim(s: Base, decision: tuple[Any, ...]) -> int | None:
        if len(way) == MAX_WAY or s.program.sites[decision[decide.SITE]].type.name == "action":
            return None
        places = decide.open_places(decision)
        at = places[chance.below("playout", len(places))]
        way.append(Planned(decision[decide.SITE], decide.value_at(decision, at)))
        return at

    s.policy = whim
    try:
        s.look_ahead(at)
        return Ahead(standing(s, player), way)
    except Fault:
        return Ahead(FAILED, [])
