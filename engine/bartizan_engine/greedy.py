"""A bot that looks one decision ahead: it tries each option, plays on at random, and takes what ended best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import asked, decide
from .chance import Streams
from .fault import Fault
from .playout import MAX_EFFORT, imagined, played_out

if TYPE_CHECKING:
    from .game import State

PLAYOUTS = 10  # of each option


class Greedy:
    """Takes the option with the best mean of some random playouts, the first of those that are equal."""

    def __init__(self, seed: int = 0, playouts: int = PLAYOUTS) -> None:
        self.chance = Streams(seed)
        self.playouts = asked.number("Greedy(playouts)", playouts, "number of playouts", 1, MAX_EFFORT)

    def choose(self, state: State) -> int:
        """The open option with the best mean."""
        places = decide.open_places(state.pending)
        if len(places) == 1:
            return places[0]
        # The same luck for every option: what is compared is the options.
        seeds = [self.chance.word("bot") for _ in range(self.playouts)]
        return max(places, key=lambda at: sum(self._worth(state, at, Streams(seed)) for seed in seeds))

    def _worth(self, state: State, at: int, chance: Streams) -> float:
        player: int = state.pending[decide.WHO][0]
        ahead = imagined(state, player, chance)
        try:
            ahead.look_ahead(at)
        except Fault:
            return 0.0
        return played_out(ahead, chance)[player]
