"""A game as an environment for programs that learn: PettingZoo's AEC interface, in which one agent acts after another.

    from bartizan import pettingzoo
    env = pettingzoo.env("valley.scenario.json", players=2)

Agents are `player_1`, `player_2` ... An observation has three parts:

- `observation`: what the agent sees (the engine's view), as the bytes of its canonical JSON in UTF-8, filled up with 0;
- `length`: how many of these bytes are the view;
- `action_mask`: 1 for every action that is open to the agent now; all 0 for an agent that is not asked.

Action k is the option with the k-th key, in the order of the keys as texts; `infos[agent]["keys"]` has them. There are
as many actions as the pack declares (`actions` in `pack.yaml`). Rewards come at the end: what it is worth to each
player, from 0 to 1 (see `bartizan_engine.worth`). Where several are asked at once, the first of them acts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bartizan_engine import Game, State, canon, load
from bartizan_engine.chance import Streams
from bartizan_engine.worth import worths

SIZE = 16 * 1024  # bytes of an observation
Observation = dict[str, Any]


def env(
    game: Game | str | Path,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    size: int = SIZE,
    render_mode: str | None = None,
) -> Any:
    """The environment of a game, or of a scenario's path, guarded: an action that is not open ends the game with -1.

    Args:
        game: a loaded game, or the path of a compiled scenario.
        players: how many play; the least that can by default.
        options: values of the game's options.
        size: the bytes of an observation; a view that is longer is refused.
        render_mode: "ansi" for `render` to tell what has happened since it was last called, or None.
    """
    table = Table(game, players, options, size, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(table, illegal_reward=-1))
    )


class Table(AECEnv):  # type: ignore[misc]  # the library ships no types
    """The environment itself; `env` guards it."""

    def __init__(
        self,
        game: Game | str | Path,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        size: int = SIZE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else load(game)
        self.players = self.game.seats[0] if players is None else players
        self.options, self.size, self.render_mode = options, size, render_mode
        name = self.game.scenario["pack"]["id"].replace("-", "_")
        self.metadata = {"name": f"{name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.players)]
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self.chance = Streams(0)

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.size,), np.uint8),
                "length": spaces.Box(0, self.size, (1,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent's observations are; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent's actions are; always the same object."""
        return self.action_spaces[agent]

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # of the interface
        """A new game. Without a seed, it is the next one of the seed that was given last."""
        if seed is not None:
            self.chance = Streams(seed)
        self.table: State = self.game.start(
            self.chance.word("game"), self.players, self.options, events=self.render_mode is not None
        )
        self.told = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._look()

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes an action; None when the game is over for it.

        Raises:
            ValueError: the action is not open.
            Fault: the rules went wrong.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        keys = self.infos[self.agent_selection]["keys"]
        at = int(action)
        if not (0 <= at < len(keys) and self._mask(self.agent_selection)[at]):
            raise ValueError(f"the action {at} is not open")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.choose(keys[at], self.possible_agents.index(self.agent_selection))
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """What there is after a step: who is asked what, or how it ended."""
        self.infos: dict[str, dict[str, Any]] = {agent: {"keys": []} for agent in self.agents}
        self.open: frozenset[str] = frozenset()
        decision = self.table.decision
        if decision is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, worths(self.table), strict=True))
            return
        keys = sorted(option.key for option in decision.options)
        if len(keys) > self.game.actions:
            raise ValueError(
                f"a decision with {len(keys)} options, where the pack declares {self.game.actions} actions at most"
            )
        self.agent_selection = self.possible_agents[decision.players[0]]
        self.infos[self.agent_selection] = {"keys": keys}
        self.open = frozenset(option.key for option in decision.open)

    # ---- looking

    def observe(self, agent: str) -> Observation:
        """What an agent sees.

        Raises:
            ValueError: the view is longer than the size of an observation.
        """
        text = canon.dumps(self.table.view(self.possible_agents.index(agent))).encode("utf-8")
        if len(text) > self.size:
            raise ValueError(f"the view has {len(text)} bytes; make room for them: env(..., size={2 * len(text)})")
        seen = np.zeros(self.size, np.uint8)
        seen[: len(text)] = np.frombuffer(text, np.uint8)
        return {
            "observation": seen,
            "length": np.array([len(text)], np.int32),
            "action_mask": self._mask(agent),
        }

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(self.game.actions, np.int8)
        if agent == self.agent_selection and agent in self.infos:
            for at, key in enumerate(self.infos[agent]["keys"]):
                mask[at] = key in self.open
        return mask

    def render(self) -> str | None:
        """What has happened since it was last called, a line an event; None if nothing is to be rendered."""
        if self.render_mode is None:
            return None
        events = self.table.events
        lines = [line for event in events[self.told :] if (line := self.table.describe(event))]
        self.told = len(events)
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to let go."""


def view(observation: Observation) -> Any:
    """The view that an observation holds, as JSON: what an agent sees, for programs that read rather than learn."""
    return json.loads(observation["observation"][: int(observation["length"][0])].tobytes())
