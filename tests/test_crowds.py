"""A rule never asks where nothing is open, also in games of players who get into each other's way.

Random players spread over the map, and so every place is free that a game needs. These here gather: whenever one of them
chooses among cells, it takes one that is as near as can be to those of one tag, the same for all. At each tag of each map
some games are played, at the greatest table and for half of them with every option turned. A question with nothing open
stops a game with a fault.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bartizan_compiler import build, emit
from bartizan_engine import Fault, Game, State, decide, load
from retell import checked, game, missions, roots

GAMES, ALL_GAMES = 2, 60  # at each tag
BOUND = 6_000  # decisions of a game
WHIMS = (0.0, 0.1, 0.3)  # how often somebody goes elsewhere

TABLES = [(pack, mission) for pack in roots() for mission in missions(pack)]
each_mission = pytest.mark.parametrize(("pack", "mission"), TABLES, ids=["-".join(filter(None, t)) for t in TABLES])


class Gatherer:
    """Goes where all others go."""

    def __init__(self, left: list[int], seed: int) -> None:
        self.left, self.chance = left, random.Random(seed)
        self.whim = self.chance.choice(WHIMS)

    def choose(self, state: State) -> int:
        """An open option; among cells one that is nearest to the place where all gather."""
        asked: Any = state.pending
        places = decide.open_places(asked)
        cells = [place for place in places if place < len(asked[decide.VALUES])]
        if state.program.sites[asked[decide.SITE]].type.name != "cell" or not cells or self.chance.random() < self.whim:
            return self.chance.choice(places)
        near = min(self.left[asked[decide.VALUES][place]] for place in cells)
        return self.chance.choice([place for place in cells if self.left[asked[decide.VALUES][place]] == near])


def steps_to(of: Game, tag: str) -> list[int]:
    """How far each cell is from the next one with a tag."""
    cells, neighbours = of.map["cells"], of.map["neighbours"]
    edge = [at for at, cell in enumerate(cells) if tag in cell["tags"]]
    left = dict.fromkeys(edge, 0)
    while edge:
        edge = sorted({near for at in edge for near in neighbours[at] if near not in left})
        left |= dict.fromkeys(edge, max(left.values()) + 1)
    return [left.get(at, len(cells)) for at in range(len(cells))]


def tags(of: Game) -> list[str]:
    return sorted({tag for cell in of.map["cells"] for tag in cell["tags"]}) if of.map else []


def turned(of: Game) -> dict[str, Any]:
    """Every switch as it is not by default, and numbers as great as can be."""
    settled, types = of.settle(None), {name: field.type for name, field in of.options.items()}
    switches = {name: not settled[name] for name, type in types.items() if type.name == "bool"}
    return switches | {name: type.high for name, type in types.items() if type.name == "int"}


def gather(of: Game, tag: str, games: int) -> Iterator[Fault]:
    """Play games in which all gather at cells with a tag; give the faults that stop them."""
    left = steps_to(of, tag)
    for seed in range(games):
        state = of.start(seed, of.seats[1], turned(of) if seed % 2 else {}, events=False)
        bot = Gatherer(left, seed)
        try:
            for _ in range(BOUND):
                if state.over:
                    break
                state.step(bot.choose(state))
        except Fault as fault:
            yield fault


@each_mission
def test_nobody_is_asked_where_nothing_is_open(pack: str, mission: str) -> None:
    of = game(pack, mission)
    assert [(tag, fault) for tag in tags(of) for fault in gather(of, tag, GAMES)] == []


@pytest.mark.laws
@each_mission
def test_nor_in_many_games(pack: str, mission: str) -> None:
    of = game(pack, mission)
    assert [(tag, fault) for tag in tags(of) for fault in gather(of, tag, ALL_GAMES)] == []


def test_a_question_that_can_be_closed_is_found() -> None:
    """Where heroes come in at free thrones alone, those who gather there shut one out."""
    pack, slips = checked("guards-of-atlantis"), {"range(len(cells()))": "range(1)", "if spaces and not": "if not"}
    rules = [(path, slip(text, slips) if path == "rules/figures.star" else text) for path, text in pack.rules]
    chosen, _ = build.choose(pack, "two-pictures", None)
    assert chosen is not None
    faults = gather(load(emit.emit(pack._replace(rules=rules), *chosen)), "red_throne", ALL_GAMES)
    assert next(faults).problem.code == "BZ801"


def slip(text: str, slips: dict[str, str]) -> str:
    for right, wrong in slips.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    return text
