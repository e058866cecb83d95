"""What is measured: for each row, our time and that of whom it is held against, for the same piece of work.

Times are CPU time, of this process or of a child, so that others on the machine disturb as little as can be; but what
several processes do at once is measured by the clock.
"""

from __future__ import annotations

import copy
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import checking
import maps
import reference
import simulation
from dice_defence import siege

from bartizan_compiler import build
from bartizan_engine import Game, canon, decide, load

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "bench"  # where the others are installed
SEED = 7

Measure = Callable[[], float]  # seconds for one decision, move, copy or start


class Row(NamedTuple):
    """A row of the table: what is measured, against what, and how the two have to stand to each other."""

    what: str
    against: str
    unit: str
    bound: float
    at_least: bool  # whether `bound` is how many times faster we have to be; else how many times as long we may take
    ours: Measure
    theirs: Measure

    def ratio(self, ours: float, theirs: float) -> float:
        """How the two stand to each other, in the sense of the bound."""
        return theirs / ours if self.at_least else ours / theirs

    def held(self, ratio: float) -> bool:
        """Whether that is good enough."""
        return ratio >= self.bound if self.at_least else ratio <= self.bound


@cache
def scenario(root: Path, mission: str | None = None) -> dict[str, Any]:
    """A compiled pack."""
    made, problems = build.build(root, mission)
    assert made is not None, problems
    return made


@cache
def game(name: str) -> Game:
    """A pack of the benchmarks, loaded."""
    return load(scenario(HERE / "packs" / name))


# ---------------------------------------------------------------- the rules of a game

GAMES = 40


def by_hand() -> float:
    """Dice Defence in plain Python."""
    decisions, start = 0, time.process_time()
    for seed in range(GAMES):
        rng = random.Random(seed).random

        def choose(seat: int, count: int, rng: Any = rng) -> int:
            nonlocal decisions
            decisions += 1
            return int(rng() * count)

        siege(seed, 2, choose).play()
    return (time.process_time() - start) / decisions


def stopping() -> float:
    """Dice Defence on the engine: at every decision the rules leave their frames, and come back with the answer."""
    decisions, start = 0, time.process_time()
    for seed in range(GAMES):
        rng = random.Random(seed).random
        state = game("dice-defence").start(seed, 2, events=False)
        while state.outcome is None:
            places = decide.open_places(state.pending)
            decisions += 1
            state.step(places[int(rng() * len(places))])
    return (time.process_time() - start) / decisions


def in_line() -> float:
    """The same with bots that answer where they are asked."""
    decisions, start = 0, time.process_time()
    for seed in range(GAMES):
        rng = random.Random(seed).random

        def policy(state: Any, decision: tuple[Any, ...], rng: Any = rng) -> int:
            nonlocal decisions
            decisions += 1
            places = decide.open_places(decision)
            return places[int(rng() * len(places))]

        state = game("dice-defence").prepare(seed, 2, events=False)
        state.policy, state.whole = policy, True
        state.begin("play", [])
    return (time.process_time() - start) / decisions


# ---------------------------------------------------------------- small games, against other engines


def moves(name: str, games: int) -> Measure:
    """Random play on the engine, move by move, with events."""

    def measure() -> float:
        count, start, rng = 0, time.process_time(), random.Random(SEED).random
        for seed in range(games):
            state = game(name).start(seed)
            while state.outcome is None:
                places = decide.open_places(state.pending)
                state.answer(places[int(rng() * len(places))], state.pending[decide.WHO][0])
                count += 1
        return (time.process_time() - start) / count

    return measure


def told(command: list[str], **env: str) -> float:
    """A child that says how many moves it made in how many seconds."""
    done = subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return float(found["seconds"] / found["moves"])


def boardgame_io(name: str, games: int) -> Measure:
    """The same game on boardgame.io."""
    modules = {"NODE_PATH": str(WORK / "node_modules"), "NODE_ENV": "production"}
    return lambda: told(["node", str(HERE / "peers" / "games.js"), name, str(games), str(SEED)], **modules)


def open_spiel(games: int) -> float:
    """Tic-tac-toe of OpenSpiel, in Python."""
    python = str(WORK / "open_spiel" / "bin" / "python")
    return told([python, str(HERE / "peers" / "tic_tac_toe.py"), str(games), str(SEED)], PYTHONPATH="")


# ---------------------------------------------------------------- copies, starts


@cache
def middle() -> Any:
    """A state in the middle of a game of Defense Grid."""
    state = load(scenario(ROOT / "content" / "defense-grid", "first-contact")).start(SEED, 2, events=False)
    rng = random.Random(SEED).random
    for _ in range(60):
        places = decide.open_places(state.pending)
        state.step(places[int(rng() * len(places))])
    assert not state.over
    return state


def cloned() -> float:
    """A clone."""
    state, start = middle(), time.process_time()
    for _ in range(2000):
        state.clone()
    return (time.process_time() - start) / 2000


def deep_copied() -> float:
    """`copy.deepcopy` of all that changes in a state: what never changes is shared, as it is in a clone.

    Slot by slot, since `copy.deepcopy` of the state itself would ask it for a clone.
    """
    state = middle()
    names = [name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())]
    slots = {name: getattr(state, name) for name in names}
    shared = {id(one): one for one in (state.game, state.fixed, state.program)}
    start = time.process_time()
    for _ in range(20):
        copy.deepcopy(slots, dict(shared))
    return (time.process_time() - start) / 20


def compiled() -> dict[str, str]:
    """An environment in which Python keeps what it has compiled, as it does where packages are installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def inside(code: str) -> float:
    """The CPU time that some code takes in a new Python, without the start of Python itself."""
    text = f"import time; start = time.process_time(); {code}; print(time.process_time() - start)"
    done = subprocess.run([sys.executable, "-c", text], env=compiled(), capture_output=True, text=True, check=True)
    return float(done.stdout)


def lowered() -> float:
    """Import the engine, load Defense Grid, verify it, lower its rules and start a game."""
    path = WORK / "first-contact.scenario.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canon.dumps(scenario(ROOT / "content" / "defense-grid", "first-contact")), encoding="utf-8")
    return inside(f"from bartizan_engine import load; load({str(path)!r}).start(1, 2)")


def networkx() -> float:
    """Import networkx."""
    return inside("import networkx")


def whole(*command: str) -> float:
    """The CPU time of a command, with the start of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], env=compiled(), capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# ---------------------------------------------------------------- the table

ROWS = (
    Row("rules on the engine, stopping at every decision", "the same rules by hand", "decision", 2.0, False, stopping, by_hand),
    Row("rules on the engine, bots answering in line", "the same rules by hand", "decision", 1.3, False, in_line, by_hand),
    Row("random play of tic-tac-toe", "boardgame.io", "move", 15, True, moves("tic-tac-toe", 300), boardgame_io("tic-tac-toe", 500)),
    Row("random play of Connect Four", "boardgame.io", "move", 10, True, moves("connect-four", 100), boardgame_io("connect-four", 200)),
    Row("random play of tic-tac-toe", "OpenSpiel, its game in Python", "move", 3, True, moves("tic-tac-toe", 300), lambda: open_spiel(500)),
    Row("clone of a state in mid-game", "`copy.deepcopy` of it", "copy", 1 / 30, False, cloned, deep_copied),
    Row("load and lower a scenario, cold", "importing networkx", "start", 2.0, False, lowered, networkx),
    Row("prove a map of 2,000 hexes", "importing networkx", "map", 10, False, maps.proven(maps.plane), networkx),
    Row("its coverage within 4 hexes, by a rule of sight", "importing networkx", "map", 10, False, maps.covered, networkx),
    Row("prove a map with 4 billion simple paths", "the same map with one path", "map", 2.0, False, maps.proven(lambda: maps.snake(40)), maps.proven(lambda: maps.snake(0))),
    Row("`check` of 1,000 missions, with nothing kept", "check-jsonschema on the same files, structure alone", "run", 0.5, False, checking.cold, checking.structure),
    Row("`check` of 1,000 missions after an edit of one", "the same with nothing kept", "run", 0.1, False, lambda: checking.after_an_edit(checking.MANY), checking.cold),
    Row("`check` of a pack after an edit of a mission", "check-jsonschema on that file", "run", 1.0, False, lambda: checking.after_an_edit(1), checking.one_file),
    Row("2,000 games of a mission on two processes", "the same games in a loop of one process", "game", 1.8, True, simulation.on_two_processes, simulation.looped),
    Row("games in pieces, as workers get them", "the same games in a loop", "game", 1.05, False, simulation.in_pieces, simulation.bare),
    Row("write the pages of all shipped games", "MkDocs making a site of these pages", "run", 1.0, False, reference.written, reference.built),
    Row("`bartizan --help`", "`--help` of a bare typer command", "start", 1.3, False, lambda: whole("-m", "bartizan", "--help"), lambda: whole(str(HERE / "peers" / "bare.py"), "--help")),
)  # fmt: skip
