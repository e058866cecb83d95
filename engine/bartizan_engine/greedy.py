"""A bot that looks one decision ahead: it tries each option, goes on from there at random, and takes what went best.

Where the ruleset declares an outlook, it goes on no further than the next menu, and what it reaches is judged by that
rule; else it plays to the end, and the end is judged by its worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import asked, decide
from .chance import Streams
from .fault import Fault
from .outlook import Ahead, Planned, ahead, standing
from .playout import MAX_EFFORT, imagined, played_out

if TYPE_CHECKING:
    from .game import State

PLAYOUTS = 10  # of each option


class Greedy:
    """Takes the option with the best mean of some random playouts, the first of those that are equal.

    By an outlook it takes the best of some ways to go on, and keeps to that way until the next menu.
    """

    def __init__(self, seed: int = 0, playouts: int = PLAYOUTS) -> None:
        self.chance = Streams(seed)
        self.playouts = asked.number("Greedy(playouts)", playouts, "number of playouts", 1, MAX_EFFORT)
        self._plan: list[Planned] = []

    def choose(self, state: State) -> int:
        """The open option with the best mean, or at the beginning of the best way."""
        places = decide.open_places(state.pending)
        planned = self._planned(state, places)
        if planned is not None or len(places) == 1:
            return places[0] if planned is None else planned
        if state.fixed.ruleset.outlook:
            return self._by_outlook(state, places)
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

    # ---- by an outlook

    def _by_outlook(self, state: State, places: list[int]) -> int:
        """Every option is tried some times in one and the same world; to leave a menu is to stay as one stands."""
        decision: tuple[Any, ...] = state.pending
        player: int = decision[decide.WHO][0]
        world = imagined(state, player, self.chance)
        best = Ahead((-1, 0.0), [])
        found = places[0]
        if decide.leaves_menu(state, decision, places[-1]):
            found = places[-1]
            best, places = Ahead(standing(world, player), []), places[:-1]
        for _ in range(self.playouts):
            luck = self.chance.word("bot")
            for at in places:
                tried = ahead(world, at, player, Streams(luck))
                if tried.standing > best.standing:
                    best, found = tried, at
        self._plan = best.way
        return found

    def _planned(self, state: State, places: list[int]) -> int | None:
        """What comes next on the way that was found best, if that is open: the world may not be as it was imagined."""
        if self._plan:
            planned = self._plan.pop(0)
            if planned.site == state.pending[decide.SITE]:
                for at in places:
                    if decide.value_at(state.pending, at) == planned.value:
                        return at
            self._plan = []
        return None
