"""Missions against the clock and the box: what is told of a made-up game, and games that are played to prove it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bartizan_compiler import build, emit, pace, proofs, sight
from bartizan_compiler.link import Pack
from bartizan_engine import load
from bartizan_engine.problem import Problem

TESTS = Path(__file__).resolve().parent
WALL = TESTS / "packs" / "long-wall"
GRID = TESTS.parent / "content" / "defense-grid"


@pytest.fixture
def wall(tmp_path: Path) -> Path:
    """The made-up game, to be changed."""
    return Path(shutil.copytree(WALL, tmp_path / "long-wall"))


def change(root: Path, path: str, *pairs: tuple[str, str]) -> None:
    text = (root / path).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    (root / path).write_text(text, encoding="utf-8", newline="\n")


def checked(root: Path) -> Pack:
    pack, problems = build.check(root)
    assert pack is not None
    assert problems == []
    return pack


def told(root: Path) -> list[Problem]:
    return build.check(root)[1]


def read(pack: Pack) -> proofs.Proofs:
    found, flaws = proofs.read(pack.ruleset, pack.ruleset_data)
    assert flaws == []
    return found


# ---------------------------------------------------------------- the clock


def arrivals(root: Path) -> dict[str, list[pace.Arrival]]:
    pack = checked(root)
    found = read(pack).pace
    assert found is not None
    timing = pace.Timing(pack, found)
    return {mission.id: timing.arrivals(mission) for mission in pack.missions()}


def test_every_wave_has_its_rounds_for_every_face() -> None:
    """Four steps to the gate, one behind the wall; a grunt goes 2, a brute 1, the die adds 0 or 1. They wait a round."""
    assert arrivals(WALL)["first-night"] == [
        pace.Arrival(1, 1, 0, (4,)),
        pace.Arrival(1, 1, 1, (3,)),
        pace.Arrival(2, 2, 0, (7,)),
        pace.Arrival(2, 2, 1, (5,)),
        pace.Arrival(3, 3, 0, (6,)),
        pace.Arrival(3, 3, 1, (5,)),
    ]


def test_a_wave_may_have_its_own_round_and_enter_at_once(wall: Path) -> None:
    change(wall, "ruleset.yaml", ("    waits: 1\n", "    waits: 0\n    round: wave.round\n"))
    change(wall, "ruleset.yaml", ("    number: int 1..9\n", "    number: int 1..9\n    round: optional int 1..9\n"))
    change(wall, "missions/first-night.yaml", ("number: 2,", "number: 2, round: 4,"))
    assert [one.ends for one in arrivals(wall)["first-night"]] == [(3,), (2,), (8,), (6,), (5,), (4,)]


@pytest.mark.parametrize("face", ["slow", "quick"])
def test_a_game_is_lost_in_the_round_that_is_proven(face: str) -> None:
    """Goblins of the game walk before the next wave enters, so that each waits for a round."""
    adds = {"slow": 0, "quick": 1}[face]
    wanted = min(one.ends[0] or 99 for one in arrivals(WALL)["first-night"] if one.adds == adds)
    scenario, _ = build.build(WALL)
    assert scenario is not None
    game = load(scenario)
    rounds = []
    for seed in range(200):  # games in which every throw is the same
        events = game.start(seed=seed, players=1).events
        faces = {dict(event.values)["face"] for event in events if event.name == "rolled"}
        if faces == {face}:
            rounds.append(sum(event.name == "round" for event in events))
    assert set(rounds) == {wanted}


@pytest.mark.parametrize("mission", ["first-contact", "two-ways-out"])
@pytest.mark.parametrize("face", [0, 1, 2])
def test_nothing_in_the_shipped_game_is_faster_than_is_proven(mission: str, face: int) -> None:
    """Nobody builds, every throw is the same: each wave comes to the housing, and off the map, just when it can."""
    proven = {one.wave: one for one in arrivals(GRID)[mission] if one.adds == face}
    seen = played(mission, face)
    assert len(seen) >= 3
    for wave, (reached, gone) in seen.items():
        ends = proven[wave].ends
        if all(slot is not None for slot in slots(mission)[wave - 1]):
            assert reached == ends[0]
        assert ends[0] is not None
        assert ends[1] is not None
        assert reached >= ends[0]
        assert gone is None or gone >= ends[1]


def slots(mission: str) -> list[list[Any]]:
    pack = checked(GRID)
    record = pack.record("mission", mission)
    assert record is not None
    return [wave["slots"] for wave in record.values["waves"]]


def played(mission: str, face: int) -> dict[int, tuple[int, int | None]]:
    """A game without towers: for each wave the rounds in which its first alien stood in the housing and got away."""
    scenario, _ = build.build(GRID, mission)
    assert scenario is not None
    state = load(scenario).start(seed=5, players=1)
    names = {record["value"]: record["name"] for record in scenario["records"]["die"][1]["faces"]}
    for _ in range(3000):
        if state.over:
            break
        state.forced["roll movement"] = [names[face]] * 40
        decision = state.decision
        assert decision is not None
        open_ = [option for option in decision.options if option.blocked is None]
        state.choose(next((option for option in open_ if option.key == "none"), open_[0]))
    return _followed(state.events)


def _followed(events: list[Any]) -> dict[int, tuple[int, int | None]]:
    round_ = 0
    of: dict[str, int] = {}
    reached: dict[int, int] = {}
    gone: dict[int, int] = {}
    for event in events:
        values = dict(event.values)
        if event.name == "round":
            round_ = values["number"]
        elif event.name == "created" and values["place"] == "arriving":
            of[values["piece"]] = round_  # a wave a round
        elif event.name == "moved" and values["piece"] in of:
            if values["place"] == "vault":
                reached.setdefault(of[values["piece"]], round_)
            elif values["place"] == "escaped":
                gone.setdefault(of[values["piece"]], round_)
    return {wave: (round_, gone.get(wave)) for wave, round_ in reached.items()}
