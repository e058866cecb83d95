"""Random games of every shipped pack: they end, nothing is lost in them, and every way to a state gives the same state.

`make test` plays a few games of every mission and number of players, `make laws` the full counts; how the games of the
full run went stands in `tests/data/games.json`, with the play hash of the scenario that they were made with, so that a
stale one shows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from bartizan import shipped
from bartizan_compiler import build, emit
from bartizan_engine import Game, NotVerified, State, decide, load
from bartizan_engine.bots import Random
from bartizan_engine.record import record, replay
from retell import checked

TESTS = Path(__file__).parent
KEPT = TESTS / "data" / "games.json"
BOUND = 2_000  # decisions of a game
FULL = 200  # games for each mission and number of players
FEWER = {  # of packs whose games are long, or that have many missions; `make laws` and tests of their own play more
    "aliens-attack": 20,
    "defense-grid": 60,
    "epic-dice": 20,
    "guards-of-atlantis": 20,
    "planet-defenders": 10,
}
SAMPLE = 3  # missions of a pack in which every way to a state is gone; in all of them by `make laws`
SPARSE = {"planet-defenders": 12}  # of packs whose games have hundreds of decisions: one in so many


@cache
def game(pack: str, mission: str) -> Game:
    made = checked(pack)
    chosen, _ = build.choose(made, mission, None)
    assert chosen is not None
    return load(emit.emit(made, *chosen))


def missions() -> list[tuple[str, str]]:
    return [(name, record.id) for name in sorted(shipped.packs()) for record in build.missions(checked(name))]


def seated(pack: str) -> range:
    """How many may play."""
    low, high = checked(pack).info["players"]
    return range(low, high + 1)


TABLES = [(pack, mission, seats) for pack, mission in missions() for seats in seated(pack)]
names = pytest.mark.parametrize(("pack", "mission", "seats"), TABLES, ids=["-".join(map(str, t)) for t in TABLES])


def played(pack: str, mission: str, seats: int, seed: int) -> str:
    """A game by a random bot, as a digest of all that was offered and chosen in it, and its result.

    The engine tests invariants at every decision, and bounds at every change of a field.
    """
    state = game(pack, mission).start(seed, seats, events=False)
    bot, count, seen = Random(seed), 0, blake2b(digest_size=8)
    while not state.over:
        place = bot.choose(state)
        seen.update(f"{decide.keys(state, state.pending)}{place}".encode())
        state.step(place)
        count += 1
        assert count < BOUND
    assert state.result is not None
    return f"{state.result.name} {count} {seen.hexdigest()}"


def test_every_pack_declares_what_must_hold() -> None:
    for pack, mission in missions():
        assert game(pack, mission).ruleset.invariants


@names
def test_two_hundred_random_games_end_with_everything_in_its_place(pack: str, mission: str, seats: int) -> None:
    """200 games, fewer of long ones, end with their invariants, and go as the kept ones went."""
    went = [played(pack, mission, seats, seed) for seed in range(FEWER.get(pack, FULL))]
    key, kept = f"{pack}:{mission}:{seats}", json.loads(KEPT.read_text(encoding="utf-8"))
    made = {"play": game(pack, mission).play_hash, "games": went}
    if os.environ.get("BARTIZAN_KEEP"):
        KEPT.write_text(json.dumps(kept | {key: made}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    else:
        assert kept.get(key) == made


@names
def test_the_kept_games_are_of_this_scenario(pack: str, mission: str, seats: int) -> None:
    """A change of rules or numbers makes the full run stale: `BARTIZAN_KEEP=1 make test` makes it anew."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[f"{pack}:{mission}:{seats}"]
    assert kept["play"] == game(pack, mission).play_hash
    assert len(kept["games"]) == FEWER.get(pack, FULL)
    for seed in range(2):
        assert played(pack, mission, seats, seed) == kept["games"][seed]


@pytest.mark.laws
@names
def test_the_full_count_of_random_games_ends(pack: str, mission: str, seats: int) -> None:
    for seed in range(FEWER.get(pack, FULL), FULL if pack == "defense-grid" else 0):
        played(pack, mission, seats, seed)


def sampled() -> list[Any]:
    """Every mission; of a pack with many all but the first, one in the middle and the last are left to `make laws`."""
    found = []
    for name in sorted(shipped.packs()):
        here = [mission for pack, mission in missions() if pack == name]
        kept = {here[at * (len(here) - 1) // (SAMPLE - 1)] for at in range(SAMPLE)}
        found += [pytest.param(name, one, marks=() if one in kept else pytest.mark.laws) for one in here]
    return found


@pytest.mark.parametrize(("pack", "mission"), sampled())
def test_at_every_decision_all_ways_to_the_state_agree(pack: str, mission: str) -> None:
    """Clone, save and load, undo, and the replay of the whole: equal hashes, options, views and next draws.

    In games of hundreds of decisions the costly ways are gone at the first ones, and then now and then.
    """
    state = game(pack, mission).start(11, 2)
    bot = Random(11)
    hashes, earlier = [state.hash()], [state.clone()]
    while not state.over:
        if len(hashes) < 30 or len(hashes) % SPARSE.get(pack, 1) == 0:
            assert_same(state, state.clone())
            assert_same(state, state.game.restore(state.save()))
        place = bot.choose(state)
        keys = decide.keys(state, state.pending)
        assert len(set(keys)) == len(keys)
        ahead = state.clone()
        ahead.answer(place, state.pending[decide.WHO][0])
        assert state.hash() == hashes[-1]
        state = ahead
        hashes.append(state.hash())
        earlier.append(state.clone())
        if len(hashes) % 16 == 0:
            back = state.clone()
            back.undo()
            assert_same(earlier[-2], back)
    assert [one.hash() for one in earlier] == hashes
    assert replay(state.game, record(state)).hash() == hashes[-1]


def assert_same(a: State, b: State) -> None:
    assert a.hash() == b.hash()
    assert a.decision == b.decision
    assert [a.view(seat) for seat in range(a.seats)] == [b.view(seat) for seat in range(b.seats)]
    assert a.chance.copy().word("next") == b.chance.copy().word("next")
    assert a.chance.counters == b.chance.counters


_LAST_HASHES = """
import sys
from pathlib import Path
from bartizan_compiler import build, emit
from bartizan_engine import load
from bartizan_engine.bots import Random, play
made, _ = build.check(Path(sys.argv[1]))
for mission in sys.argv[2:]:
    game = load(emit.emit(made, *build.choose(made, mission, None)[0]))
    for seats in sorted({game.seats[0], max(2, game.seats[0]), game.seats[1]}):
        print(play(game.start(5, seats), Random(5)).hash())
"""


def test_machines_agree() -> None:
    """Under other hash seeds, languages and time zones a seed gives the same game."""
    found = set()
    for seed, language, zone in (
        ("0", "C", "UTC"),
        ("1", "C.UTF-8", "Asia/Kathmandu"),
        ("4711", "POSIX", "America/Lima"),
    ):
        env = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": language, "TZ": zone}
        for pack, root in sorted(shipped.packs().items()):
            wanted = [mission for name, mission in missions() if name == pack]
            command = [sys.executable, "-c", _LAST_HASHES, str(root), *wanted]
            found.add(subprocess.run(command, env=env, capture_output=True, check=True, text=True).stdout)
    assert len(found) == len(shipped.packs())
    assert all(text.strip() for text in found)


def test_a_record_of_another_scenario_is_refused() -> None:
    (pack, one), (_, other) = missions()[:2]
    text = record(played_whole(pack, one))
    with pytest.raises(NotVerified) as why:
        replay(game(pack, other), text)
    assert [problem.code for problem in why.value.problems] == ["BZ831"]


def played_whole(pack: str, mission: str) -> State:
    state = game(pack, mission).start(3)
    bot = Random(3)
    while not state.over:
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    return state


@pytest.mark.parametrize("cut", [0, 1, 100, 20_000, -1])
def test_a_truncated_scenario_is_refused(cut: int, tmp_path: Path) -> None:
    pack, mission = missions()[0]
    text = json.dumps(game(pack, mission).scenario)
    path = tmp_path / "cut.scenario.json"
    path.write_text(text[:cut], encoding="utf-8")
    with pytest.raises(NotVerified) as why:
        load(path)
    assert [problem.code for problem in why.value.problems] == ["BZ820"]


def test_a_scenario_that_was_changed_is_refused() -> None:
    pack, mission = missions()[0]
    scenario = json.loads(json.dumps(game(pack, mission).scenario))
    scenario["pack"]["title"] += "!"
    with pytest.raises(NotVerified) as why:
        load(scenario)
    assert {problem.code for problem in why.value.problems} == {"BZ821"}
