"""What a worker does: verify the scenarios once, then play ranges of seeds and count what happens in them.

A worker is a process of this machine or of another one. It needs the engine and nothing of the compiler.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from bartizan.simulation import interrupt, players
from bartizan.simulation.campaigns import Campaigns
from bartizan.simulation.tally import Batch, Key, Tally, measures
from bartizan_engine import Fault, Game, State, load
from bartizan_engine.bots import Bot
from bartizan_engine.counting import Census, Counted, played

T = TypeVar("T")


class Side(NamedTuple):
    """A scenario and the options that it is played with."""

    scenario: dict[str, Any]
    options: dict[str, Any]


class Job(NamedTuple):
    """What all ranges have in common, under a name that no other job has."""

    name: str
    sides: tuple[Side, ...]


class Unit(NamedTuple):
    """A range of seeds to play: by so many players, all of them this bot."""

    run: int
    players: int
    bot: str
    first: int
    games: int

    def __str__(self) -> str:
        last = self.first + self.games - 1
        seeds = f"seed {self.first}" if self.games == 1 else f"seeds {self.first} to {last}"
        return f"{seeds}, {self.players} {'player' if self.players == 1 else 'players'}, {self.bot}"


class Done(NamedTuple):
    """What a range came to, and how long it took."""

    batch: Batch
    seconds: float


class _Side:
    """A side as a worker has it: verified, and with a census for each number of players."""

    def __init__(self, side: Side) -> None:
        self.game: Game = load(side.scenario)
        self.options = side.options
        self.census = cache(self._census)

    def start(self, seed: int, players: int) -> State:
        return self.game.start(seed, players, self.options)

    def _census(self, players: int) -> Census | Campaigns:
        if "campaign" in self.game.scenario:
            return Campaigns(self.game, players, self.options)
        return Census(self.game.prepare(0, players, self.options))

    def play(self, census: Census | Campaigns, seed: int, unit: Unit) -> Counted:
        """One game, or one campaign, in numbers.

        Raises:
            Fault: the rules went wrong.
            _Failed: a bot of the reader's own did.
        """
        bot = _bot(unit, seed)
        if isinstance(census, Campaigns):
            return census.play(seed, lambda state: _played(state, unit, bot))
        state = self.start(seed, unit.players)
        return census.game(state, _played(state, unit, bot))


_JOBS: dict[str, list[_Side]] = {}


def start(job: Job) -> None:
    """Verify and keep the scenarios of a job."""
    if job.name not in _JOBS:
        _JOBS[job.name] = [_Side(side) for side in job.sides]


def begin(job: Job) -> None:
    """The same at the start of a process: who stops the command lets its workers be ended by it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupt.go_with_parent()
    start(job)


def play(job: str, unit: Unit) -> Done:
    """Play a range, each seed on every side."""
    began, sides = time.perf_counter(), _JOBS[job]
    batch = Batch(len(sides))
    both = zip(sides, batch.sides, strict=True)
    sums = [_Sums(side.census(unit.players), tally, unit.players) for side, tally in both]
    for seed in range(unit.first, unit.first + unit.games):
        ends = [_game(side, unit, seed, own) for side, own in zip(sides, sums, strict=True)]
        if len(ends) == 2 and ends[0] and ends[1]:
            _pair(batch, sums, ends[0], ends[1])
    for own in sums:
        own.tell()
    return Done(batch, time.perf_counter() - began)


def _game(side: _Side, unit: Unit, seed: int, sums: _Sums) -> Counted | None:
    """One game; None if it broke off, which is counted too."""
    try:
        counted = side.play(sums.census, seed, unit)
    except Fault as fault:
        spot = fault.problem.spot
        where = f" ({spot.path}:{spot.line})" if spot.line else ""
        sums.tally.fault(f"[{fault.problem.code}] {fault.problem.message}{where}", 1, [seed])
        return None
    except _Failed as why:
        sums.tally.fault(str(why), 1, [seed])
        return None
    sums.add(counted)
    return counted


class _Failed(Exception):
    """A bot of the reader's own went wrong."""


def _bot(unit: Unit, seed: int) -> Bot:
    """The bot for one game.

    Whatever a bot of the reader's own raises ends its game alone: also what would end a program, for nobody else can
    have meant that here, where Ctrl-C is not heard.
    """
    return _own(unit, lambda: players.bot(unit.bot, seed))


def _played(state: State, unit: Unit, bot: Bot) -> int:
    """Play a game to its end; how often somebody was asked."""
    return _own(unit, lambda: played(state, bot))


def _own(unit: Unit, work: Callable[[], T]) -> T:
    """What work comes to, in which a bot of the reader's own may go wrong."""
    if not players.foreign(unit.bot):
        return work()
    try:
        return work()
    except Fault:
        raise
    except players.NoBot as why:
        raise _Failed(why.args[0]) from None
    except BaseException as why:  # noqa: BLE001  # code of the reader's own
        raise _Failed(f'the bot "{unit.bot}" failed: {type(why).__name__}: {why}') from None


class _Sums:
    """Counts of the games of a range, put into words once at its end."""

    def __init__(self, census: Census | Campaigns, tally: Tally, players: int) -> None:
        self.census, self.tally, self.players = census, tally, players
        self.counts: dict[str, dict[Any, list[int]]] = {}
        self.options: dict[Any, list[int]] = {}

    def add(self, counted: Counted) -> None:
        """A game that came to its end."""
        self.tally.game(counted, self.players)
        sums = self.counts.setdefault(counted.result, {})
        for key, count in counted.counts.items():
            kept = sums.get(key)
            if kept is None:
                sums[key] = [1, count, count * count, count]
            else:
                kept[0] += 1
                kept[1] += count
                kept[2] += count * count
                kept[3] = max(kept[3], count)
        for key, met in counted.options.items():
            total = self.options.setdefault(key, [0, 0, 0])
            for at in range(3):
                total[at] += met[at]

    def tell(self) -> None:
        """Put everything into the tally."""
        for result, sums in self.counts.items():
            for key, (games, total, squares, most) in sums.items():
                self.tally.counts[result, self.census.key(key)] = (games, total, squares, most)
        for key, met in self.options.items():
            option = self.census.option(key)
            before = self.tally.options.get(option, (0, 0, 0))
            self.tally.options[option] = (before[0] + met[0], before[1] + met[1], before[2] + met[2])


def _pair(batch: Batch, sums: list[_Sums], first: Counted, second: Counted) -> None:
    """A pair of games with one seed: how both ended, and the numbers that both have."""
    batch.pairs.results[first.result, second.result] += 1
    one, other = measures(first) | _named(sums[0], first), measures(second) | _named(sums[1], second)
    for name in one.keys() & other.keys():
        batch.pairs.differ(name, one[name], other[name])


def _named(sums: _Sums, counted: Counted) -> dict[str, int]:
    """The statistics of the pack, each as a whole."""
    named = enumerate(sums.census.statistics)
    return {f"statistic {one.name}": counted.counts.get(sums.census.whole(at), 0) for at, one in named}


__all__ = ["Done", "Job", "Key", "Side", "Unit", "begin", "play", "start"]
