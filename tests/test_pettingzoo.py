"""Games as environments for programs that learn: PettingZoo's own tests hold, and masks and views are the engine's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from bartizan import pettingzoo, shipped
from bartizan_compiler import build
from bartizan_engine import Game, canon, load

BENCH = Path(__file__).parent / "bench" / "packs"
GAMES = ["tic-tac-toe", "connect-four"]


def game(name: str) -> Game:
    scenario, problems = build.build(BENCH / name)
    assert scenario is not None, problems
    return load(scenario)


def play(env: Any, seed: int) -> list[tuple[str, Any, float]]:
    """Agents, what they saw and what they got, in a game of actions taken at random from a seed."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        seen.append((agent, observation, reward))
        env.step(None if ended else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


# PettingZoo's test knows by name which environments have observations in parts, or mask everything after the end as its
# own games do; of all others it warns.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("name", GAMES)
def test_the_library_s_own_tests_hold(name: str) -> None:
    made = game(name)
    api_test(pettingzoo.env(made), num_cycles=200)
    seed_test(lambda: pettingzoo.env(made), num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_an_agent_sees_its_view_and_what_is_open(name: str) -> None:
    env = pettingzoo.Table(game(name))
    for _ in range(3):
        env.reset()
        while not env.table.over:
            seat = env.table.pending[1][0]
            assert env.agent_selection == f"player_{seat + 1}"
            observation = env.observe(env.agent_selection)
            assert pettingzoo.view(observation) == env.table.view(seat)
            keys = env.infos[env.agent_selection]["keys"]
            decision = env.table.decision
            assert decision is not None
            assert keys == sorted(option.key for option in decision.options)
            open_now = {keys[at] for at in np.flatnonzero(observation["action_mask"])}
            assert open_now == {option.key for option in decision.open}
            other = env.observe(env.possible_agents[1 - seat])
            assert not other["action_mask"].any()
            env.step(np.flatnonzero(observation["action_mask"])[-1])


@pytest.mark.parametrize("seed", range(7, 12))
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_a_game_and_the_end_gives_its_worth(name: str, seed: int) -> None:
    env = pettingzoo.env(game(name))
    first, again = play(env, seed), play(env, seed)
    told = [[(agent, pettingzoo.view(seen), reward) for agent, seen, reward in run] for run in (first, again)]
    assert told[0] == told[1]
    assert {reward for _, _, reward in first[:-2]} == {0.0}
    winners = pettingzoo.view(first[-1][1])["result"]["winners"]
    worth = {f"player_{seat}": float(seat in winners) if winners else 0.5 for seat in (1, 2)}
    assert {agent: reward for agent, _, reward in first[-2:]} == worth


def test_an_action_that_is_not_open_is_refused() -> None:
    """By the guards the game ends with -1 for who took it; without them it is an error."""
    table = pettingzoo.Table(game("tic-tac-toe"))
    table.reset()
    with pytest.raises(ValueError, match="the action 9 is not open"):
        table.step(9)
    for _ in range(8):
        table.step(0)
        if table.table.over:
            break
        with pytest.raises(ValueError, match="is not open"):
            table.step(len(table.infos[table.agent_selection]["keys"]))
    env = pettingzoo.env(game("tic-tac-toe"))
    env.reset()
    env.step(0)
    env.step(8)
    assert env.rewards == {"player_1": 0, "player_2": -1}
    assert all(env.terminations.values())


def test_what_does_not_fit_is_said() -> None:
    table = pettingzoo.Table(game("tic-tac-toe"), size=64)
    table.reset()
    with pytest.raises(ValueError, match="make room for them"):
        table.observe("player_1")
    made = game("tic-tac-toe")
    made.scenario["pack"]["actions"] = 8
    with pytest.raises(ValueError, match="9 options, where the pack declares 8 actions at most"):
        pettingzoo.Table(made).reset()


@pytest.mark.parametrize("players", [1, 3])
def test_those_who_play_together_get_what_the_result_is_worth(players: int, tmp_path: Path) -> None:
    """A shipped game, from its file; `render` tells what happened."""
    scenario, problems = build.build(shipped.packs()["defense-grid"], "first-contact")
    assert scenario is not None, problems
    path = tmp_path / "made.scenario.json"
    path.write_text(canon.dumps(scenario), encoding="utf-8")
    env = pettingzoo.env(path, players=players, render_mode="ansi")
    ends = play(env, 3)[-players:]
    (result,) = {pettingzoo.view(observation)["result"]["name"] for _, observation, _ in ends}
    worth = {"failed": 0, "bronze": 1, "silver": 2, "gold": 3}[result] / 3
    assert {agent: reward for agent, _, reward in ends} == {f"player_{n + 1}": worth for n in range(players)}
    assert "the end: " in env.render()
    assert env.render() == ""
