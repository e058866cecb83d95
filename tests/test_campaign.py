"""Campaigns: what outlives a game, what comes next, and that the made-up one of the tests can be played and restored."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import guides
from bartizan_compiler import build
from bartizan_engine import Game, load
from bartizan_engine.campaign import Campaign, begin

TESTS = Path(__file__).parent
PACK = TESTS / "packs" / "long-march"
MARCH = "the-long-march"
BROOK = "raid:at-the-brook"


@cache
def march() -> Game:
    made, problems = build.build(PACK, MARCH)
    assert made is not None, problems
    return load(made)


def wander(played: Campaign, chance: random.Random, most: int = 100_000) -> int:
    """Answer at random until the campaign is over; how many answers there were."""
    for number in range(most):
        decision = played.state.decision
        if played.over or decision is None:
            return number
        played.choose(chance.choice(decision.open), chance.choice(decision.players))
    return most


def test_the_page_shows_the_pack() -> None:
    """Every block of a file stands in that file; `...` left out, lines of a mapping may have others between them."""
    for block in guides.blocks("write-a-campaign.md"):
        if block.title.startswith("long-march/"):
            there = (TESTS / "packs" / block.title).read_text(encoding="utf-8").splitlines()
            missing = [line for line in block.text.splitlines() if line not in there]
            assert not missing, f"{block.title}: {missing}"


def test_two_hundred_campaigns_end() -> None:
    """Random players come to an end of every campaign, with its invariants true, and seats come and go."""
    ends, seats = Counter[str](), Counter[int]()
    for seed in range(200):
        played = begin(march(), seed, 1 + seed % 3, {"mean": seed % 2 == 0})
        wander(played, random.Random(seed))
        assert played.result is not None
        ends[played.result.name] += 1
        seats.update(one.players for one in played.played)
    assert ends == {"home": 200}
    assert min(seats[n] for n in (1, 2, 3)) > 100


def test_what_is_kept_is_what_was_earned() -> None:
    """Points, unlocks and skill pass through; sacks, rounds and piles do not."""
    played = begin(march(), 5)
    while len(played.played) < 2:
        wander(played, random.Random(5), 1)
    last, kept = played.played[-1], played.sheets["game"]
    assert (last.entry, last.result, played.state.game.entry) == ("fight", "held", "camp")
    assert kept["raids"] == 1
    assert kept["coins"] == kept["earned"] == {1: 1, 2: 2, 3: 4}[last.scores["sacks"]]
    assert played.state.view(0)["game"]["sacks"] == 3
