"""Bots for tests of simulations: they take their worker with them, are slow, or go wrong."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

from bartizan_engine import State
from bartizan_engine.bots import Random

DEADLY = 17  # the seed of the game in which they do it


def begun(path: Path) -> bool:
    """Whether the file of a simulation tells of games that are done."""
    return path.exists() and any(run["done"] for run in json.loads(path.read_text(encoding="utf-8"))["runs"])


class Careful(Random):
    """Does as a random bot does."""


class Once(Random):
    """Kills its worker in one game, the first time that this is played: a file remembers it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        if seed == DEADLY:
            try:
                Path(os.environ["DYING"]).touch(exist_ok=False)
            except FileExistsError:
                return
            os.kill(os.getpid(), signal.SIGKILL)


class Always(Random):
    """Kills its worker in one game, whenever this is played."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        if seed == DEADLY:
            os.kill(os.getpid(), signal.SIGKILL)


class Failing(Random):
    """Raises in one game."""

    def choose(self, state: State) -> int:
        if state.chance.seed == DEADLY:
            raise LookupError("no idea")
        return super().choose(state)


class Slow(Random):
    """Takes a tenth of a second for a game."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        time.sleep(0.1)


class Leaving(Random):
    """Ends its program in one game."""

    def choose(self, state: State) -> int:
        if state.chance.seed == DEADLY:
            raise SystemExit(3)
        return super().choose(state)


class Interrupting(Random):
    """Does in one game as if somebody had pressed Ctrl-C."""

    def choose(self, state: State) -> int:
        if state.chance.seed == DEADLY:
            raise KeyboardInterrupt
        return super().choose(state)


class Never(Random):
    """Raises in every game."""

    def choose(self, state: State) -> int:  # as all bots are called
        raise LookupError("no idea")
