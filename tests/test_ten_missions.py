"""The ten missions of Defense Grid: what they are made of, how they grow, and how bots fare by the kept tables."""

from __future__ import annotations

import itertools
from functools import cache
from math import sqrt
from typing import NamedTuple

import pytest

from bartizan.simulation import published
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from retell import checked

PLAYERS = 2
GAMES = 75  # at least, of each bot
WORST, BEST = 0.05, 0.20  # the whole interval of the random bot is below the one, that of the strongest above the other
Z = 1.959964  # of 95 %


class Fared(NamedTuple):
    """How a bot fared in a mission."""

    games: int
    won: int
    cores: tuple[float, float, float]  # the mean of the cores kept, and its interval

    def wilson(self) -> tuple[float, float]:
        """The interval of the share of games won, reckoned here once more."""
        n, share = self.games, self.won / self.games
        middle, half = share + Z * Z / (2 * n), Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        return (middle - half) / (1 + Z * Z / n), (middle + half) / (1 + Z * Z / n)


def pack() -> Pack:
    made: Pack = checked("defense-grid")
    return made


def missions() -> list[Record]:
    return sorted(pack().missions(), key=lambda mission: int(mission.values["number"]))


IDS = [mission.id for mission in missions()]
every_mission = pytest.mark.parametrize("id", IDS)


@cache
def tables() -> dict[str, published.Published]:
    """The kept tables of the missions, as they stand in the files."""
    return {one.side.lead[1]: one for one in published.read(pack())[0] if not one.side.set}


def of(id: str, bot: str) -> published.Tables:
    """What came of the games of a bot."""
    runs = tables()[id].simulation.runs
    (found,) = (run.sides[0] for run in runs if (run.players, run.bot) == (PLAYERS, bot))
    return found


def fared(id: str, bot: str) -> Fared:
    found = of(id, bot)
    (cores,) = (one for one in found.measures if one.measure == "score cores")
    failed = sum(result.games for result in found.results if result.result == "failed")
    assert cores.mean is not None and cores.low is not None and cores.high is not None
    return Fared(found.games, found.games - failed, (cores.mean, cores.low, cores.high))


# ---------------------------------------------------------------- what they are made of


def test_there_are_ten_and_each_has_seven_to_ten_waves() -> None:
    assert [mission.values["number"] for mission in missions()] == list(range(1, 11))
    assert {len(mission.values["waves"]) for mission in missions()} <= set(range(7, 11))


def tagged(mission: Record, tag: str) -> int:
    return sum(tag in cell.tags for cell in pack().maps[mission.values["map"]].cells)


def test_their_maps_differ_and_have_all_that_maps_can_have() -> None:
    maps = [mission.values["map"] for mission in missions()]
    assert len(set(maps)) == len(maps)
    assert {tagged(mission, "housing") for mission in missions()} == {1, 2}
    assert {tagged(mission, "entrance") for mission in missions()} == {1, 2}
    assert {tagged(mission, "exit") for mission in missions()} == {1, 2}
    assert all(tagged(mission, "barrier") for mission in missions())
    splits = [pack().record("map", name).values.get("splits") for name in maps]  # type: ignore[union-attr]  # it is there
    assert sum(map(bool, splits)) >= 4
    assert sum(map(bool, splits)) < len(maps)


def strength(mission: Record) -> int:
    """Hit points, armor and shields of all aliens that a mission names."""
    aliens = {record.id: record.values for record in pack().records["alien"]}
    each = {id: one["hp"][str(PLAYERS)] + one["armor"] + one["shields"][str(PLAYERS)] for id, one in aliens.items()}
    return sum(count * each[id] for id, count in mission.values["aliens"].items())


def test_later_missions_have_every_tower_of_earlier_ones_and_more_in_their_waves() -> None:
    towers = [set(mission.values["towers"]) for mission in missions()]
    assert all(one <= other for one, other in itertools.pairwise(towers))
    assert [mission.values["boosts"] for mission in missions()] == [False] + [True] * 9
    every = {record.id for record in pack().records["tower"]}
    assert towers[0] < towers[-1] == every
    met = {alien for mission in missions() for alien in mission.values["aliens"]}
    assert met == {record.id for record in pack().records["alien"]}
    assert sum(map(strength, missions()[:3])) < sum(map(strength, missions()[3:7])) * 3 / 4
    assert sum(map(strength, missions()[3:7])) / 4 < sum(map(strength, missions()[7:])) / 3


# ---------------------------------------------------------------- how bots fare


@every_mission
def test_the_tables_are_of_this_very_game(id: str) -> None:
    """A change of rules or numbers makes them stale: `python tests/balancing.py` plays them anew."""
    assert not tables()[id].stale


@every_mission
def test_chance_wins_hardly_ever(id: str) -> None:
    found = fared(id, "random")
    assert found.games >= GAMES
    assert found.wilson()[1] <= WORST


@every_mission
def test_thought_wins_often_enough(id: str) -> None:
    """`greedy:1` is the strongest of the bots that can play so many games."""
    found = fared(id, "greedy:1")
    assert found.games >= GAMES
    assert found.wilson()[0] >= BEST


def test_the_intervals_are_those_of_the_page() -> None:
    for id in IDS:
        for bot in ("random", "greedy:1"):
            (failed,) = (result for result in of(id, bot).results if result.result == "failed")
            low, high = fared(id, bot).wilson()
            assert (1 - failed.high, 1 - failed.low) == pytest.approx((low, high), abs=1e-5)


def test_missions_grow_in_difficulty() -> None:
    """By the cores that the same bot keeps: never surely more than in the mission before, and fewer in every third."""
    cores = [fared(id, "greedy:1").cores for id in IDS]
    for number, (before, now) in enumerate(itertools.pairwise(cores), 2):
        assert now[1] <= before[2], f"mission {number} is easier than the one before"
    means = [mean for mean, _, _ in cores]
    thirds = [sum(means[:3]) / 3, sum(means[3:6]) / 3, sum(means[6:]) / 4]
    assert thirds[0] > 1.5 * thirds[1]
    assert thirds[1] > 1.5 * thirds[2]
    assert fared(IDS[-1], "greedy:1").won < fared(IDS[0], "greedy:1").won
