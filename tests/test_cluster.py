"""A simulation on a cluster: a real scheduler, two workers, one of which dies, and the same tables."""

from __future__ import annotations

import os
import shutil
import signal
import socket
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


def test_a_scheduler_that_dies_is_told_and_what_is_done_stays(cluster: Cluster) -> None:
    cluster.worker(), cluster.worker()
    words = ["simulate", PACK, "--games", "400", "--bots", "dying:Slow", "--no-parquet", "--out", "many"]
    many = cluster.bartizan(*words, "--cluster", cluster.address())
    wait_for(lambda: dying.begun(cluster.folder / "many" / kept.NAME))
    cluster.started[0].kill()
    out, err = many.communicate(timeout=300)
    assert many.returncode == 1, out + err
    assert "no longer answers: " in out
    assert 'of 400 games are done and kept in "many"; go on with --resume' in out
    assert "Traceback" not in out + err
    assert (cluster.folder / "many" / results.NAME).exists()


def test_workers_that_live_on_count_what_is_wanted_now(cluster: Cluster) -> None:
    """A pack counts something else, and the game itself is the same."""
    cluster.worker(), cluster.worker()
    address, pack = cluster.address(), cluster.folder / "border-watch"
    shutil.copytree(PACK, pack)
    words = ["simulate", str(pack), "--games", "30"]
    first = cluster.bartizan(*words, "--cluster", address)
    assert first.communicate(timeout=300)[1] == ""
    with (pack / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("statistics:\n  fresh: {says: Goblins moved, event: moved, kind: goblin}\n")
    there, here = (cluster.bartizan(*words, *more) for more in (("--cluster", address), ("--jobs", "1")))
    out, err = there.communicate(timeout=300)
    assert (there.returncode, "Goblins moved" in out) == (0, True), err
    assert here.communicate(timeout=300)[0] == out


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://127.0.0.1:99999", "tcp://nowhere.invalid:8786"])
def test_an_address_where_nobody_listens(cluster: Cluster, address: str) -> None:
    said = cluster.bartizan("simulate", PACK, "--cluster", address)
    _, err = said.communicate(timeout=120)
    assert said.returncode == 2
    assert "no cluster answers" in err


@pytest.mark.parametrize(
    "address", ["", "foo", "http://127.0.0.1:9", "tcp://127.0.0.1", "tcp://:8786", "127.0.0.1:8786"]
)
def test_what_is_no_address_is_told(cluster: Cluster, address: str) -> None:
    said = cluster.bartizan("simulate", PACK, "--cluster", address)
    _, err = said.communicate(timeout=120)
    assert said.returncode == 2
    assert f'"{address}" is no address of a scheduler' in err


def test_who_answers_and_is_no_scheduler_is_told(cluster: Cluster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        said = cluster.bartizan("simulate", PACK, "--cluster", f"tcp://127.0.0.1:{server.getsockname()[1]}")
        _, err = said.communicate(timeout=120)
    assert said.returncode == 2
    assert "no cluster answers" in err
