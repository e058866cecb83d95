"""Players that need no people: a bot looks at a state and says which open option it takes.

A bot is anything with `choose(state) -> int`, the place of an open option among all options of the open decision.
Bots draw their chance from their own streams, never from the game's, so that a bot's whim shifts no die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from . import decide
from .chance import Streams

if TYPE_CHECKING:
    from .game import State

MAX_DECISIONS = 100_000  # of a game played by bots


class Bot(Protocol):
    """What plays."""

    def choose(self, state: State) -> int:
        """The place of an open option of the open decision (see `decide.open_places`)."""


class Random:
    """Takes any open option, each with the same chance."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = Streams(seed)

    def choose(self, state: State) -> int:
        """One of the open options."""
        places = decide.open_places(state.pending)
        return places[self.chance.below("bot", len(places))]


BOTS = {"random": Random}


def play(state: State, bot: Bot, limit: int = MAX_DECISIONS) -> State:
    """Play a state to its end, in place; every decision is answered by the bot for the first who is asked.

    Raises:
        Fault: the rules went wrong, or the game took more than `limit` decisions.
    """
    for _ in range(limit):
        if state.over:
            return state
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    from .fault import Fault

    raise Fault("BZ803", f"the game goes on after {limit} decisions", "does every option use something up?")
