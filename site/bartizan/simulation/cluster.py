"""Workers on many machines, through dask.distributed: `Client.get_executor()` makes a cluster an executor like others.

The scenarios go to each worker once, by a plugin that also reaches those that join later.
"""

from __future__ import annotations

import asyncio
import logging
import re
from concurrent.futures import CancelledError, Future
from typing import Any

from distributed import Client, KilledWorker, Worker, WorkerPlugin
from distributed.comm import connect

from bartizan.simulation import work
from bartizan.simulation.crew import Gone
from bartizan.simulation.work import Done, Job, Unit
from bartizan.stop import Refused

PATIENCE = 10  # seconds until a scheduler answers
_ADDRESS = re.compile(r"(?:tcp|tls|ucx|wss?)://(?:\[[0-9A-Fa-f:.]+\]|[^:/\s\[\]]+):[0-9]{1,5}/?")


class _Begin(WorkerPlugin):
    """Gives a worker the scenarios of a job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.name = f"bartizan {job.name}"

    def setup(self, worker: Worker) -> None:  # noqa: ARG002  # who calls it gives it
        """Verify them there."""
        work.start(self.job)


class Cluster:
    """The workers of a scheduler that runs already. It moves the ranges of a worker that dies to another by itself."""

    deaths: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)
    together = False

    def __init__(self, job: Job, address: str) -> None:
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said by us, once
        _reach(address)
        try:
            self.client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as why:
            raise _silent(address, why) from why
        self.address = address
        self.job, self.plugin = job, _Begin(job)
        self.workers = sum(self.client.nthreads().values())
        if not self.workers:
            self.client.close()
            raise Refused(f'the cluster at "{address}" has no workers', f"start some: dask worker {address}")
        self.client.register_plugin(self.plugin)
        self.executor: Any = self.client.get_executor(pure=False, retries=0)

    def submit(self, unit: Unit) -> Future[Done]:
        """Have a range played."""
        self.renew()
        future: Future[Done] = self.executor.submit(work.play, self.job.name, unit)
        return future

    def renew(self) -> None:
        """A cluster looks after its workers, as long as its scheduler is there.

        Raises:
            Gone: it is not.
        """
        if self.client.status != "running":
            raise Gone(f'the cluster at "{self.address}" no longer answers')

    def alone(self, unit: Unit) -> Future[Done]:
        """Have a range played once more."""
        return self.submit(unit)

    def close(self, now: bool) -> None:
        """Leave the cluster as it was."""
        if self.client.status == "running":
            self.executor.shutdown(wait=not now)
            if not now:
                self.client.unregister_worker_plugin(self.plugin.name)
        self.client.close(timeout=PATIENCE)


def _reach(address: str) -> None:
    """See whether a scheduler answers, before a client is made, which would try for long and could not be ended.

    Raises:
        Refused: none does, or it is no address.
    """
    if not _ADDRESS.fullmatch(address):
        raise Refused(f'"{address}" is no address of a scheduler', "it looks like tcp://10.0.0.1:8786")
    try:
        asyncio.run(_shake_hands(address))
    except (OSError, OverflowError, ValueError) as why:
        raise _silent(address, why) from why


async def _shake_hands(address: str) -> None:
    comm = await asyncio.wait_for(connect(address, timeout=PATIENCE), 2 * PATIENCE)
    await comm.close()


def _silent(address: str, why: Exception) -> Refused:
    return Refused(f'no cluster answers at "{address}": {why}', "start one: dask scheduler")
