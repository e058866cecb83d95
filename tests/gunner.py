"""A bot that thinks a turn ahead: it tries turns by chance in what it may imagine, and takes the one after which Earth stands best.

It is the strongest one there is for a single player against the ships: bots that play whole games to their end learn little from
them, since hardly any game that is played by chance is won.
"""

from __future__ import annotations

from typing import Any

from bartizan_engine import State, decide
from bartizan_engine.chance import Streams
from bartizan_engine.fault import Fault
from bartizan_engine.playout import imagined

TURNS = 16  # that are tried
LONG = 40  # decisions of a turn
AT_WORST = -10_000
WIDE, EARTH = 4, 5  # columns of the map, and the row of the cannons, from 0
NEAR = {1: 0, 2: 1, 3: 3, 4: 8}  # what a ship costs in a row of the Combat Area, over a cannon that works
DESPERATE = 12  # times as much, over one that does not
LEVELS = {0: -50, 1: 0, 2: 12}  # what a cannon is worth
HIT, FOUND, GATHERED = (
    60,
    30,
    20,
)  # what a hit on the Mothership is worth, a section that was found, and one in its place
SEEN, DAMAGED = 12, 6  # what another side that was seen is worth, and a damaged ship
SECTIONS = ("prima-", "fortress-", "tank-", "racer-")


class Gunner:
    """Takes the best of some turns, and the answers of that turn until one of them is not open any more."""

    def __init__(self, seed: int = 0, turns: int = TURNS) -> None:
        self.chance = Streams(seed)
        self.turns = turns
        self.plan: list[str] = []

    def choose(self, state: State) -> int:
        """The place of an open option."""
        places = decide.open_places(state.pending)
        if len(places) == 1:
            return places[0]
        keys = decide.keys(state, state.pending)
        if not self.plan or self.plan[0] not in [keys[place] for place in places]:
            self.plan = self._best(state)
        return keys.index(self.plan.pop(0))

    def _best(self, state: State) -> list[str]:
        """The answers of the best turn that was found."""
        tried = [self._turn(state) for _ in range(self.turns)]
        return list(max(tried, key=lambda one: one[0])[1])

    def _turn(self, state: State) -> tuple[int, list[str]]:
        """A turn by chance: how Earth stands after it, and what was answered."""
        ahead = imagined(state, 0, self.chance)
        answers: list[str] = []
        while not ahead.over and ahead.round == state.round and len(answers) < LONG:
            places = decide.open_places(ahead.pending)
            place = places[self.chance.below("turn", len(places))]
            if len(places) > 1:
                answers.append(decide.keys(ahead, ahead.pending)[place])
            try:
                ahead.step(place)
            except Fault:
                return AT_WORST, answers
        return standing(ahead), answers


def standing(state: State) -> int:
    """How well Earth stands."""
    if state.over:
        assert state.result is not None
        return -AT_WORST if state.result.name == "earth_wins" else AT_WORST // 2
    levels = {state.place[cannon]: column(state, "cannon__level")[cannon] for cannon in state.alive["cannon"]}
    hits, danger = (
        sum(column(state, "ship__hits")[ship] for ship in state.alive["ship"]),
        state_value(state, "game__danger"),
    )
    seen = len(state.zones[state.fixed.zone_index["seen"]])
    worth = sum(LEVELS[level] for level in levels.values()) + HIT * hits + SEEN * seen - 3 * danger
    return worth + sum(worth_of(state, ship, levels) for ship in state.alive["ship"])


def worth_of(state: State, ship: int, levels: dict[int, int]) -> int:
    """What a ship is worth to Earth: sections that are found, damaged ships, and what is not close to a cannon."""
    shows = state.fixed.record_ids["side"][column(state, "ship__shows")[ship]]
    place = state.place[ship]
    if shows.startswith(SECTIONS):
        return FOUND + GATHERED * (0 <= place < state.fixed.cells)
    worth = DAMAGED if column(state, "ship__lies")[ship] else 0
    if not 0 <= place < state.fixed.cells:
        return worth
    row, across = divmod(place, WIDE)
    return worth - NEAR.get(row, 0) * (DESPERATE if levels[EARTH * WIDE + across] == 0 else 1)


def column(state: State, name: str) -> list[Any]:
    """A column of the state."""
    found: list[Any] = getattr(state, name)
    return found


def state_value(state: State, name: str) -> Any:
    return getattr(state, name)
