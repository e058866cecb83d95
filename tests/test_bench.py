"""What the benchmarks compare does the same work: the game by hand and the pack agree at every decision.

The benchmarks themselves are never tests (see `tests/bench/run.py`): a busy machine must not make a test fail.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bartizan_compiler import build, examples
from bartizan_compiler.routes import routes
from bartizan_engine import Game, State, decide, load

BENCH = Path(__file__).parent / "bench"
sys.path.insert(0, str(BENCH))

import maps  # noqa: E402  # the folder of the benchmarks is no package
from dice_defence import siege  # noqa: E402  # the same
from rows import ROWS  # noqa: E402  # the same

SEEDS = 200


@cache
def game() -> Game:
    scenario, problems = build.build(BENCH / "packs" / "dice-defence")
    assert scenario is not None, problems
    return load(scenario)


def by_hand(seed: int, players: int) -> tuple[Any, ...]:
    """Every decision as (who, how many options are open), the end, and what is left of everything."""
    rng, asked = random.Random(seed), []

    def choose(seat: int, count: int) -> int:
        asked.append((seat, count))
        return int(rng.random() * count)

    one = siege(seed, players, choose)
    end = one.play()
    left = [(raider.breed.armour, raider.hp, raider.column) for raider in one.raiders]
    built = [(engine.column, engine.crew.seat, engine.level, engine.model.cost) for engine in one.engines]
    money = [(player.gold, player.beaten) for player in one.players]
    return end, asked, one.gate, money, left, built, one.streams.counters


def whole(state: State, asked: list[tuple[int, int]]) -> tuple[Any, ...]:
    """The same of a state of the pack."""
    assert state.result is not None
    column = [place[0] for place in state.fixed.cell_places]
    armour, cost = state.fixed.columns["raider.armour"], state.fixed.columns["engine.cost"]
    left = [
        (armour[state.record[one]], state.raider__hp[one], column[state.place[one]]) for one in state.alive["raider"]
    ]
    built = [
        (column[state.place[one]], state.engine__crew[one], state.engine__level[one], cost[state.record[one]])
        for one in state.alive["engine"]
    ]
    money = list(zip(state.player__gold, state.player__beaten, strict=True))
    return state.result.name, asked, state.game__gate, money, left, built, state.chance.counters


def stopping(seed: int, players: int) -> tuple[Any, ...]:
    rng, asked = random.Random(seed), []
    state = game().start(seed, players)
    while not state.over:
        places, seat = decide.open_places(state.pending), state.pending[decide.WHO][0]
        asked.append((seat, len(places)))
        state.answer(places[int(rng.random() * len(places))], seat)
    return whole(state, asked)


def in_line(seed: int, players: int) -> tuple[Any, ...]:
    rng, asked = random.Random(seed), []

    def policy(state: Any, decision: tuple[Any, ...]) -> int:
        places = decide.open_places(decision)
        asked.append((decision[decide.WHO][0], len(places)))
        return places[int(rng.random() * len(places))]

    state = game().prepare(seed, players, events=False)
    state.policy = policy
    state.begin("play", [])
    return whole(state, asked)


@pytest.mark.parametrize("players", [1, 2])
def test_by_hand_and_as_a_pack_every_game_goes_the_same_way(players: int) -> None:
    ends = []
    for seed in range(SEEDS):
        kept = by_hand(seed, players)
        assert stopping(seed, players) == kept
        assert in_line(seed, players) == kept
        ends.append(kept[0])
    assert set(ends) == {"won", "lost"}


def test_the_pack_is_an_ordinary_one() -> None:
    """Free of problems, and its examples hold."""
    pack, problems = build.check(BENCH / "packs" / "dice-defence")
    assert pack is not None
    assert problems == []
    outcomes = list(examples.run(pack, [example.id for example in pack.records["example"]]))
    assert outcomes
    assert [(o.name, o.problems) for o in outcomes if o.problems] == []


def test_the_page_on_speed_has_every_row() -> None:
    """A row that is added or changed is measured anew: `make bench`."""
    page = (BENCH.parent.parent / "site" / "pages" / "speed.md").read_text(encoding="utf-8")
    cells = [[cell.strip() for cell in line.split("|")[1:3]] for line in page.splitlines() if line.startswith("| ")]
    assert cells[1:] == [[row.what, row.against] for row in ROWS]


# ---------------------------------------------------------------- maps


def test_the_maps_are_as_large_and_as_full_of_paths_as_is_said() -> None:
    """Shortest paths are simple; they are counted from the goal on, not listed."""
    assert len(maps.plane().cells) == len(maps.snake(40).cells) == len(maps.snake(0).cells) == 2000
    counted = {}
    for loops in (0, 40):
        way = routes(maps.snake(loops), maps.board())["outbound"]
        left = way.left[way.goals[0]]
        paths = {way.goals[0]: 1}
        for cell in sorted(left, key=left.__getitem__)[1:]:
            paths[cell] = sum(paths[after] for after in way.after[cell] if left[after] == left[cell] - 1)
        counted[loops] = paths[way.starts[0]]
    assert counted == {0: 1, 40: 2**32}
