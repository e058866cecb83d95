"""Hand ranges of seeds to workers, take what comes back, and live with workers that die.

Workers are processes of this machine, or of a cluster (see `cluster`); to what stands here they are the same: an
executor of `concurrent.futures`. A range whose worker died is played once more, alone; if that worker dies too, the
range is lost and told with its seeds, for then it is the range that kills.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from bartizan.simulation import interrupt, work
from bartizan.simulation.work import Done, Job, Unit


class Gone(Exception):
    """There are no workers any more, and there will be none; `str()` says why."""


class Crew(Protocol):
    """Workers that play ranges."""

    workers: int
    deaths: tuple[type[BaseException], ...]  # what a range ends with whose worker has died
    together: bool  # whether with one worker all ranges that are being played are lost

    def submit(self, unit: Unit) -> Future[Done]:
        """Have a range played."""

    def renew(self) -> None:
        """Replace those that died.

        Raises:
            Gone: nobody can.
        """

    def alone(self, unit: Unit) -> Future[Done]:
        """Have a range played while nothing else is."""

    def close(self, now: bool) -> None:
        """Send all home; `now` without waiting for what they do."""


class Local:
    """Processes of this machine. Each gets the scenarios once, when it starts, and verifies them."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    together = True

    def __init__(self, job: Job, workers: int) -> None:
        self.job, self.workers = job, workers
        self.others = set(multiprocessing.active_children())
        self.single: ProcessPoolExecutor | None = None
        self.pool = self._open(workers)

    def _open(self, workers: int) -> ProcessPoolExecutor:
        # Fresh processes, on every system alike: what is forked from a program with threads can hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, mp_context=context, initializer=work.begin, initargs=(self.job,))

    def submit(self, unit: Unit) -> Future[Done]:
        """Have a range played."""
        return _submitted(self.pool, self.job, unit)

    def renew(self) -> None:
        """With one process that died, the others are sent home as well: so all are new."""
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.pool = self._open(self.workers)

    def alone(self, unit: Unit) -> Future[Done]:
        """Have a range played in a process of its own, and wait for it."""
        if self.single is None:
            self.single = self._open(1)
        future = _submitted(self.single, self.job, unit)
        if isinstance(future.exception(), BrokenProcessPool):
            self.single.shutdown(wait=True)
            self.single = None
        return future

    def close(self, now: bool) -> None:
        """End all processes."""
        pools = [self.pool, *([self.single] if self.single else [])]
        for pool in pools:
            pool.shutdown(wait=not now, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - self.others if now else ():
            child.terminate()


def _submitted(pool: ProcessPoolExecutor, job: Job, unit: Unit) -> Future[Done]:
    """A range that is being played; where a worker has died since the last look, one that is lost already."""
    try:
        with interrupt.deaf():  # a process may be started for it
            return pool.submit(work.play, job.name, unit)
    except BrokenProcessPool as broken:
        lost: Future[Done] = Future()
        lost.set_exception(broken)
        return lost


def cores() -> int:
    """How many processes this machine can run at the same time, for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Take = Callable[[Unit, Done], None]


def work_through(crew: Crew, units: Iterator[Unit], take: Take) -> list[Unit]:
    """Have all ranges played; what came back is taken at once, also when this is stopped. The ranges that are lost.

    The next range is asked for when a worker is about to be idle, so that what was taken before can shape it.
    """
    flying: dict[Future[Done], Unit] = {}
    lost: list[Unit] = []
    try:
        while True:
            for unit in units:
                flying[crew.submit(unit)] = unit
                if len(flying) > crew.workers:  # one waits, so that nobody does
                    break
            if not flying:
                return lost
            wait(flying, return_when=FIRST_COMPLETED)
            suspects = _landed(crew, flying, take)
            if suspects and crew.together:
                wait(flying)
                suspects += _landed(crew, flying, take)
            if suspects:
                crew.renew()
                lost += [unit for unit in suspects if not _again(crew, unit, take)]
    except BaseException:
        _landed(crew, flying, take)
        raise


def _landed(crew: Crew, flying: dict[Future[Done], Unit], take: Take) -> list[Unit]:
    """Take what is done; the ranges whose workers died."""
    suspects = []
    for future in [future for future in flying if future.done()]:
        unit = flying.pop(future)
        if future.cancelled() or isinstance(future.exception(), crew.deaths):
            suspects.append(unit)
        else:
            take(unit, future.result())
    return suspects


def _again(crew: Crew, unit: Unit, take: Take) -> bool:
    """Play a range once more; whether its worker came through."""
    future = crew.alone(unit)
    if isinstance(future.exception(), crew.deaths):
        return False
    take(unit, future.result())
    return True
