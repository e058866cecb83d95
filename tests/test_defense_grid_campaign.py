"""The campaign of Defense Grid: random campaigns of every number of players end well, from nothing and far advanced.

A random team seldom wins a mission, so some campaigns begin with sheets on which all sorts of things have been earned:
then shop, re-specs, build hexes, team missions and decks of their own are met as well.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from bartizan import shipped
from bartizan_compiler import build
from bartizan_engine import Game, campaign_record, campaign_save, load, record
from bartizan_engine.campaign import Campaign, Next, begin, opened

NAME, CAMPAIGN = "defense-grid", "the-defense"
MOST = 4  # games of a campaign that are played here
LIKED = ("train", "respec", "shop", "forms:team", "forms:extreme")  # what is met too seldom
MEDALS = ("none", "bronze", "silver", "gold")


@cache
def game() -> Game:
    made, problems = build.build(shipped.packs()[NAME], CAMPAIGN)
    assert made is not None, problems
    return load(made)


def options(chance: random.Random) -> dict[str, Any]:
    """Each switch by a throw of its own."""
    return {name: chance.random() < 0.4 for name, field in game().options.items() if field.type.name == "bool"}


def advanced(seed: int, seats: int, chance: random.Random) -> Campaign:
    """A campaign in which much has been earned, and nothing spent."""
    new = begin(game(), seed, seats, options(chance))
    kept = new.sheets
    of_game = kept["game"]
    of_game["best_team"] = {mission: chance.choice(MEDALS) for mission in of_game["best"]}
    of_game["best"] = dict.fromkeys(of_game["best"], "gold")
    for ai in of_game["points"]:
        of_game["points"][ai] = of_game["earned"][ai] = chance.randrange(30)
        of_game["coupons"][ai] = chance.randrange(3)
    of_game["team_points"] = of_game["team_earned"] = chance.randrange(50)
    of_game["improved"] = chance.random() < 0.5
    state = opened(new, Next("headquarters", "", seats), 0, kept)
    return Campaign(new.game, new.seed, new.options, seats, state, ())


def wander(played: Campaign, chance: random.Random, met: Counter[str]) -> Campaign:
    """Answer at random; now and then the campaign is put away and taken up again. What was chosen is counted."""
    while not played.over and len(played.played) < MOST:
        decision = played.state.decision
        assert decision is not None
        liked = [option for option in decision.open if option.key in LIKED]
        option = chance.choice(liked if liked and chance.random() < 0.8 else decision.open)
        met[option.key] += 1
        played.choose(option, chance.choice(decision.players))
        if chance.random() < 0.01:
            again = campaign_save.restore(played.game, campaign_save.saved(played))
            assert again.hash() == played.hash()
            played = again
    return played


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_campaign_from_nothing_is_proven_by_its_record(seats: int) -> None:
    """With options of its own, and as many games as it takes, or a few."""
    chance = random.Random(seats)
    played, games = begin(game(), seats, seats, options(chance)), list[str]()
    while True:
        while not played.state.over:
            played.state.choose(chance.choice(played.state.decision.open))  # type: ignore[union-attr]  # it is not over
        games.append(record.record(played.state))
        if played.next is None or len(games) == MOST:
            break
        played.go_on()
    assert campaign_record.replay(game(), campaign_record.recorded(played, games)).hash() == played.hash()
    assert {one.entry for one in played.played} <= {"headquarters", "play"}


def test_campaigns_that_are_far_advanced() -> None:
    """All that a campaign has is met among a few of them."""
    met = Counter[str]()
    for seed in range(16):
        chance = random.Random(f"far {seed}")
        wander(advanced(seed, 1 + seed % 4, chance), chance, met)
    wanted = "train respec shop anew stop keep new cards rank special forms:team forms:extreme"
    wares = [f"ware:{ware['id']}" for ware in game().records("ware")]
    assert [key for key in (*wanted.split(), *wares) if not met[key]] == []
