"""One simulation from its start to its tables: what is to be played, what has been, and how it is kept and told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bartizan import files
from bartizan.simulation import crew, kept, parquet, results
from bartizan.simulation.kept import Progress, Run
from bartizan.simulation.progress import Progress as Shown
from bartizan.simulation.ranges import Pace, Ranges
from bartizan.simulation.tally import Batch
from bartizan.simulation.work import Done, Job, Side, Unit
from bartizan_engine import Game, canon

_KEEP = 5.0  # seconds between two writings of what is done


class Plan(NamedTuple):
    """What is to be played: on one side or two, by whom, from which seed on, how often, and where it is kept."""

    games: list[Game]
    options: list[dict[str, Any]]
    runs: list[Run]
    seed: int
    wanted: int
    out: Path | None
    parquet: bool

    @property
    def settled(self) -> list[dict[str, Any]]:
        """All options of each side, with those that nobody set."""
        return [dict(sorted(g.settle(own).items())) for g, own in zip(self.games, self.options, strict=True)]

    @property
    def binding(self) -> dict[str, Any]:
        """What a simulation has to share with one that it goes on with."""
        return {
            "game": [[game.scenario["pack"]["id"], game.entry, game.scenario["mission"]] for game in self.games],
            "play": [game.play_hash for game in self.games],
            "statistics": [canon.digest(game.scenario["ruleset"].get("statistics", {})) for game in self.games],
            "options": self.settled,
            "seed": self.seed,
        }


class Session:
    """A simulation that is played."""

    def __init__(self, plan: Plan, resume: bool) -> None:
        self.plan = plan
        if plan.out and not resume:
            kept.refuse(plan.out, plan.binding)
        before = kept.read(plan.out, plan.binding) if resume and plan.out else {}
        self.runs: dict[Run, Progress] = {
            run: before.get(run) or Progress(Ranges(), Batch(len(plan.games))) for run in plan.runs
        }
        self.before = {run: progress for run, progress in before.items() if run not in self.runs}
        self.lost: list[Unit] = []
        self.stopped = False
        self.gone = ""  # why there are no workers any more
        self.last = time.monotonic()

    @property
    def job(self) -> Job:
        """What workers are given."""
        sides = tuple(Side(g.scenario, own) for g, own in zip(self.plan.games, self.plan.options, strict=True))
        whole = [game.scenario["hash"]["whole"] for game in self.plan.games]
        return Job(canon.digest([whole, self.plan.settled]), sides)

    def left(self) -> int:
        """How many games are still to be played, on one side."""
        return sum(count for run in self.plan.runs for _, count in self._gaps(run))

    def _gaps(self, run: Run) -> list[tuple[int, int]]:
        return self.runs[run].done.missing(self.plan.seed, self.plan.wanted)

    def more(self) -> bool:
        """Whether there are games that nobody asks for now: a simulation cannot become smaller."""
        wanted = self.plan.wanted * len(self.plan.runs)
        return sum(self.runs[run].done.count() for run in self.plan.runs) + self.left() > wanted

    # ---- playing

    def play(self, make: Callable[[Job], crew.Crew]) -> None:
        """Play what is left. Whoever stops it with Ctrl-C keeps what is done."""
        self.keep()  # before anything is played: where nothing can be kept, nobody waits for it
        if not self.left():
            return
        workers, shown = None, Shown(self.left())
        paces = {number: Pace(self._left_of(run), 1) for number, run in enumerate(self.plan.runs)}

        def take(unit: Unit, done: Done) -> None:
            self._take(unit, done)
            paces[unit.run].took(unit.games, done.seconds)
            shown.took(unit.games)

        try:
            workers = make(self.job)
            for pace in paces.values():
                pace.workers = workers.workers
            self.lost = crew.work_through(workers, self._units(paces), take)
            workers.close(now=False)
        except (KeyboardInterrupt, crew.Gone) as why:
            self.stopped, self.gone = True, str(why)
            if workers:
                workers.close(now=True)
        except BaseException:
            if workers:
                workers.close(now=True)
            raise
        finally:
            shown.close()
            self.keep()

    def _left_of(self, run: Run) -> int:
        return sum(count for _, count in self._gaps(run))

    def _units(self, paces: dict[int, Pace]) -> Iterator[Unit]:
        """Range after range, each as large as the ones before it suggest."""
        for number, run in enumerate(self.plan.runs):
            pace = paces[number]
            for first, count in self._gaps(run):
                at = first
                while at < first + count:
                    size = min(pace.size(), first + count - at)
                    pace.left -= size
                    yield Unit(number, *run, at, size)
                    at += size

    def _take(self, unit: Unit, done: Done) -> None:
        run = self.runs[self.plan.runs[unit.run]]
        run.batch.add(done.batch)
        run.done.add(unit.first, unit.games)
        if self.plan.out and time.monotonic() - self.last >= _KEEP:
            self.keep()

    # ---- what stays

    def keep(self) -> None:
        """Write down what is done, so that it can go on."""
        if self.plan.out:
            self.last = time.monotonic()
            runs = self.before | self.runs
            text = kept.text(self.plan.binding, runs, whole=not self.left())
            files.write(self.plan.out / kept.NAME, text)

    def document(self) -> dict[str, Any]:
        """The tables."""
        runs = [(*run, self.runs[run].batch) for run in self.plan.runs]
        plan = self.plan
        return results.document(plan.games, plan.settled, plan.seed, plan.wanted, runs, whole=not self.left())

    def store(self, document: dict[str, Any]) -> None:
        """Write the tables where they were asked for."""
        if self.plan.out:
            files.store(self.plan.out / results.NAME, results.text(document))
            table = self.plan.out / parquet.NAME
            if self.plan.parquet:
                files.store(table, parquet.table(list(results.rows(document))))
            else:
                table.unlink(missing_ok=True)  # of fewer games than the tables beside it
