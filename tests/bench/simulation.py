"""Many games on two processes, and what handing them out in pieces costs: Defense Grid's first mission, random bots.

The first pair is measured by the clock on the wall, since doing two things at once is what it is about; the second by CPU time.
"""

from __future__ import annotations

import pickle
import time
from functools import cache
from pathlib import Path
from typing import Any

from bartizan.simulation import crew, work
from bartizan.simulation.ranges import Pace
from bartizan.simulation.session import Plan, Session
from bartizan.simulation.tally import Batch
from bartizan.simulation.work import Job, Side, Unit
from bartizan_compiler import build
from bartizan_engine import Game, bots, counting, load

ROOT = Path(__file__).resolve().parent.parent.parent
MANY, SOME = 2000, 300
PLAYERS, SEED = 1, 1


@cache
def game() -> Game:
    """The mission, loaded."""
    made, problems = build.build(ROOT / "content" / "defense-grid", "first-contact")
    assert made is not None, problems
    return load(made)


def one(seed: int, census: counting.Census) -> counting.Counted:
    """A game, played and counted."""
    state = game().start(seed, PLAYERS)
    return census.game(state, counting.played(state, bots.named("random", seed)))


def loop(games: int) -> None:
    """So many of them, one after the other, and nothing else."""
    census = counting.Census(game().prepare(0, PLAYERS))
    for seed in range(SEED, SEED + games):
        one(seed, census)


def looped() -> float:
    """Seconds a game in a loop."""
    start = time.perf_counter()
    loop(MANY)
    return (time.perf_counter() - start) / MANY


def on_two_processes() -> float:
    """Seconds a game as `bartizan simulate --jobs 2` plays them, with the start of the processes."""
    start = time.perf_counter()
    session = Session(Plan([game()], [{}], [(PLAYERS, "random")], SEED, MANY, None, parquet=False), resume=False)
    session.play(lambda job: crew.Local(job, 2))
    assert session.runs[PLAYERS, "random"].batch.sides[0].games == MANY
    return (time.perf_counter() - start) / MANY


def bare() -> float:
    """CPU seconds a game in a loop."""
    start = time.process_time()
    loop(SOME)
    return (time.process_time() - start) / SOME


def in_pieces() -> float:
    """The same in pieces as workers get them, each sent there and back, put into words and added up."""
    job = Job("bench", (Side(game().scenario, {}),))
    work.start(job)
    start, pace, whole, at = time.process_time(), Pace(SOME, 1), Batch(1), SEED
    while at < SEED + SOME:
        unit = _sent(Unit(0, PLAYERS, "random", at, min(pace.size(), SEED + SOME - at)))
        done = _sent(work.play(job.name, unit))
        whole.add(done.batch)
        pace.took(unit.games, done.seconds)
        pace.left -= unit.games
        at += unit.games
    assert whole.sides[0].games == SOME
    return (time.process_time() - start) / SOME


def _sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))
