"""A simulation on a cluster: a real scheduler, two workers, one of which dies, and the same tables."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import dying
from bartizan.simulation import kept, parquet, results

pytestmark = pytest.mark.cluster

HERE = Path(__file__).parent
PACK = str(HERE / "packs" / "border-watch")
DASK = [sys.executable, "-m"]
QUIET = ["--no-dashboard", "--host", "127.0.0.1"]


class Cluster:
    """A scheduler and its workers, all on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.env = os.environ | {
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "DYING": str(folder / "died"),
        }
        self.started: list[subprocess.Popen[bytes]] = []
        self.start("distributed.cli.dask_scheduler", "--port", "0", *QUIET)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log.txt").open("ab") as log:
            made = subprocess.Popen(
                [*DASK, *words, "--scheduler-file", str(self.file)],
                cwd=self.folder,
                env=self.env,
                stdout=log,
                stderr=log,
            )
        self.started.append(made)
        return made

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", *QUIET)

    def address(self) -> str:
        wait_for(self.file.exists)
        code = (
            "import sys; from distributed import Client; c = Client(scheduler_file=sys.argv[1]); "
            "c.wait_for_workers(2, timeout=120); print(c.scheduler.address)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(self.file)], env=self.env, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def bartizan(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "bartizan", *words], cwd=self.folder, env=self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip


def wait_for(true: object, seconds: int = 120) -> None:
    assert callable(true)
    for _ in range(seconds * 10):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("nothing came")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    for one in made.started:
        one.kill()
        one.wait()


def test_a_worker_dies_in_the_middle_and_the_tables_are_the_same(cluster: Cluster) -> None:
    workers = [cluster.worker(), cluster.worker()]
    address = cluster.address()
    words = ["simulate", PACK, "--games", "60", "--players", "1,2"]
    many = cluster.bartizan(*words, "--bots", "dying:Once", "--cluster", address, "--out", "many")
    out, err = many.communicate(timeout=300)
    assert many.returncode == 0, out + err
    assert (cluster.folder / "died").exists()
    dead = [one for one in workers if one.poll() is not None]
    assert [one.returncode for one in dead] == [-signal.SIGKILL]
    here = cluster.bartizan(*words, "--bots", "dying:Once", "--jobs", "1", "--out", "here")
    same, err = here.communicate(timeout=300)
    assert here.returncode == 0, err
    assert out.replace("many/", "here/") == same
    for name in (results.NAME, parquet.NAME, kept.NAME):
        assert (cluster.folder / "many" / name).read_bytes() == (cluster.folder / "here" / name).read_bytes()


def test_a_worker_is_killed_from_outside_while_it_plays(cluster: Cluster) -> None:
    workers = [cluster.worker(), cluster.worker()]
    words = ["simulate", PACK, "--games", "100", "--bots", "dying:Slow", "--no-parquet"]
    many = cluster.bartizan(*words, "--cluster", cluster.address(), "--out", "many")
    wait_for(lambda: dying.begun(cluster.folder / "many" / kept.NAME))
    workers[0].kill()
    out, err = many.communicate(timeout=300)
    assert many.returncode == 0, out + err
    here = cluster.bartizan(*words, "--jobs", "2", "--out", "here")
    assert here.communicate(timeout=300)[0] == out.replace("many/", "here/")


def test_a_range_that_kills_every_worker_is_told(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """On a scheduler that gives nothing a second try, it gets one from us; a worker is left for all the rest."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    cluster: Cluster = request.getfixturevalue("cluster")
    for _ in range(3):
        cluster.worker()
    words = ["simulate", PACK, "--games", "30", "--bots", "dying:Always"]
    many = cluster.bartizan(*words, "--cluster", cluster.address())
    out, err = many.communicate(timeout=300)
    assert many.returncode == 1, out + err
    assert "it is not in the tables: seed" in err


def test_an_address_where_nobody_listens(cluster: Cluster) -> None:
    said = cluster.bartizan("simulate", PACK, "--cluster", "tcp://127.0.0.1:9")
    _, err = said.communicate(timeout=300)
    assert said.returncode == 2
    assert "no cluster answers" in err
