"""A campaign as one long game: its games played by bots one after another, and counted together.

Counts are put into words game by game, since a number means another cell on another map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bartizan_engine import Game, State
from bartizan_engine.campaign import BOTS_STOP, Campaign, begin, done
from bartizan_engine.counting import ENDED, GOES_ON, STATISTIC, WHOLE, Census, Counted, Key


class Campaigns:
    """Counts campaigns of one scenario, one number of players at the start and one set of options."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game, self.players, self.options = game, players, options
        self.statistics = list(game.ruleset.statistics.values())
        self.known: dict[tuple[Game, int], Census] = {}

    def play(self, seed: int, played: Callable[[State], int]) -> Counted:
        """One campaign, to its end or until bots stop; `played` plays a game of it, and says how often was asked.

        Raises:
            Fault: the rules went wrong.
        """
        campaign = begin(self.game, seed, self.players, self.options)
        sums = _Sums()
        while True:
            state = campaign.state
            counted = self._census(campaign).game(state, played(state))
            sums.add(self._census(campaign), counted, campaign)
            if campaign.over or len(campaign.played) + 1 >= BOTS_STOP:
                break
            campaign.go_on()
        return sums.counted(campaign)

    def _census(self, campaign: Campaign) -> Census:
        key = (campaign.state.game, campaign.state.seats)
        if key not in self.known:
            self.known[key] = Census(campaign.state)
        return self.known[key]

    # ---- as a census has it: everything is in words already

    def key(self, key: Key) -> Key:
        """A key in words."""
        return key

    def option(self, key: Key) -> Key:
        """An option in words."""
        return key

    def whole(self, at: int) -> Key:
        """The key of a statistic as a whole."""
        return (STATISTIC, self.statistics[at].name, WHOLE, "")


class _Sums:
    """What the games of one campaign come to."""

    def __init__(self) -> None:
        self.rounds = self.decisions = 0
        self.counts: dict[Key, int] = {}
        self.options: dict[Key, list[int]] = {}

    def add(self, census: Census, counted: Counted, campaign: Campaign) -> None:
        """Add a game that has ended."""
        self.rounds += counted.rounds
        self.decisions += counted.decisions
        for key, count in counted.counts.items():
            self._count(census.key(key), count)
        one = done(campaign.state)
        self._count((ENDED, one.mission.partition(":")[2] or one.entry, "result", one.result), 1)
        for key, met in counted.options.items():
            total = self.options.setdefault(census.option(key), [0, 0, 0])
            for at in range(3):
                total[at] += met[at]

    def _count(self, key: Key, count: int) -> None:
        self.counts[key] = self.counts.get(key, 0) + count

    def counted(self, campaign: Campaign) -> Counted:
        """The campaign in numbers."""
        result = campaign.result
        name, winners = (result.name, result.winners) if result else (GOES_ON, ())
        scores = {"games": len(campaign.played) + 1, **(result.scores if result else {})}
        return Counted(name, winners, scores, self.rounds, self.decisions, self.counts, self.options)
