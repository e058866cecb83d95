"""Games that are played to their end at random, in a copy: how bots that look ahead judge a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import decide
from .deal import deal_anew
from .fault import Fault
from .worth import Worths, worths

if TYPE_CHECKING:
    from .chance import Streams
    from .game import State
    from .state import Base

MAX_PLAYOUT = 20_000  # decisions
MAX_EFFORT = 1_000_000  # playouts of an option, or iterations


class _Endless(Exception):
    """A playout took more decisions than are worth waiting for."""


def imagined(s: State, player: int, chance: Streams) -> State:
    """A copy to look ahead in: what the player may not know is dealt anew, and no events are kept."""
    new = s.clone()
    new.notes = None
    deal_anew(new, player, chance)
    return new


def played_out(s: State, chance: Streams) -> Worths:
    """Play a copy to its end at random, in place: the worth of that end to each player.

    A game that goes wrong, or goes on and on, is worth nothing to anybody: what was dealt anew may be something that
    the rules never bring about.
    """
    if s.outcome is None:
        s.policy = _whim(chance)
        try:
            s.look_ahead(s.policy(s, s.pending))
        except (Fault, _Endless):
            return (0.0,) * s.seats
    return worths(s)


def _whim(chance: Streams) -> Any:
    """A policy: any open option, each with the same chance."""
    left = MAX_PLAYOUT

    def whim(_: Base, decision: tuple[Any, ...]) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise _Endless
        places = decide.open_places(decision)
        return places[chance.below("playout", len(places))]

    return whim
