"""`bartizan check --watch` checks again after every change, and ends without a word when it is stopped."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PACKS = Path(__file__).parent / "packs"
PATIENCE = 60  # seconds, on a machine that has much to do

BROKEN = "- {id: x, kind: goblin, title: X, from: {is: invented}, hp: many}\n"


class Watcher:
    """A real process that watches, and what it has said."""

    def __init__(self, words: list[str], folder: Path, out: int | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bartizan", "check", "--watch", *words],
            cwd=folder,
            stdout=subprocess.PIPE if out is None else out,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self.said = ""

    def read(self, handle: int, until: str) -> str:
        """Wait for words; what was said up to them and with them."""
        begin, end = len(self.said), time.monotonic() + PATIENCE
        while until not in self.said[begin:]:
            left = end - time.monotonic()
            assert left > 0, f"no {until!r} in:\n{self.said[begin:]}"
            if select.select([handle], [], [], left)[0]:
                self.said += os.read(handle, 65536).decode()
        return self.said[begin:]

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: the exit code, and all that is said on the way out."""
        os.killpg(self.process.pid, signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (out or b"").decode() + err.decode()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Watcher]]:
    """Begin to watch in a folder with two packs, of which one requires the other."""
    for name in ("border-watch", "moon-raids"):
        shutil.copytree(PACKS / name, tmp_path / name)
    begun: list[Watcher] = []

    def begin(*words: str, out: int | None = None) -> Watcher:
        begun.append(Watcher(list(words), tmp_path, out))
        return begun[-1]

    yield begin
    for watcher in begun:
        watcher.process.kill()
        watcher.process.communicate()


def add(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_change_is_checked_and_told(start: Callable[..., Watcher], tmp_path: Path) -> None:
    watcher = start("border-watch")
    assert watcher.process.stdout is not None
    out = watcher.process.stdout.fileno()
    watcher.read(out, "border-watch: no problems\n")
    goblins = tmp_path / "border-watch" / "units" / "goblins.yaml"
    good = goblins.read_text(encoding="utf-8")
    add(goblins, BROKEN)
    said = watcher.read(out, "1 error in 1 file\n")
    assert "changed: border-watch/units/goblins.yaml\n" in said
    assert "border-watch/units/goblins.yaml:" in said
    goblins.write_text(good, "utf-8")
    watcher.read(out, "border-watch: no problems\n")
    (tmp_path / "border-watch" / "units" / "more.yaml").write_text(BROKEN, "utf-8")
    watcher.read(out, "1 error in 1 file\n")
    (tmp_path / "border-watch" / "units" / "more.yaml").unlink()
    watcher.read(out, "border-watch: no problems\n")
    assert watcher.stop() == (130, "")


def test_a_change_of_a_required_pack_is_seen(start: Callable[..., Watcher], tmp_path: Path) -> None:
    watcher = start("moon-raids")
    assert watcher.process.stdout is not None
    watcher.read(watcher.process.stdout.fileno(), "moon-raids: no problems\n")
    add(tmp_path / "border-watch" / "units" / "goblins.yaml", BROKEN)
    said = watcher.read(watcher.process.stdout.fileno(), " in 2 files\n")
    assert 'the required pack "border-watch" has errors' in said
    assert watcher.stop()[0] == 130


def test_a_pack_may_go_and_come_back(start: Callable[..., Watcher], tmp_path: Path) -> None:
    watcher = start("border-watch")
    assert watcher.process.stdout is not None
    out = watcher.process.stdout.fileno()
    watcher.read(out, "border-watch: no problems\n")
    front = tmp_path / "border-watch" / "pack.yaml"
    text = front.read_text(encoding="utf-8")
    front.unlink()
    watcher.read(out, "changed: ")
    front.write_text(text, "utf-8")
    watcher.read(out, "border-watch: no problems\n")
    assert watcher.stop()[0] == 130


def test_a_pack_that_appears_is_seen_at_once(start: Callable[..., Watcher], tmp_path: Path) -> None:
    """Nothing that was watched has changed: a folder came, below the one that is watched."""
    watcher = start(".")
    assert watcher.process.stdout is not None
    out = watcher.process.stdout.fileno()
    watcher.read(out, "moon-raids: no problems\n")
    shutil.copytree(PACKS / "smugglers", tmp_path / "apart" / "smugglers")
    said = watcher.read(out, "apart/smugglers: no problems\n")
    assert "changed: apart/smugglers/" in said
    assert watcher.stop()[0] == 130


def test_a_required_pack_that_appears_is_seen_at_once(start: Callable[..., Watcher], tmp_path: Path) -> None:
    shutil.move(tmp_path / "border-watch", tmp_path / ".border-watch")
    watcher = start("moon-raids")
    assert watcher.process.stdout is not None
    assert 'the required pack "border-watch" is not there' in watcher.read(watcher.process.stdout.fileno(), " in ")
    shutil.move(tmp_path / ".border-watch", tmp_path / "border-watch")
    watcher.read(watcher.process.stdout.fileno(), "moon-raids: no problems\n")
    assert watcher.stop()[0] == 130


def test_a_terminal_is_cleared_before_each_turn(start: Callable[..., Watcher], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    watcher = start("border-watch", out=theirs)
    os.close(theirs)
    first = watcher.read(ours, "Ctrl-C ends")
    assert first.startswith("\033[2J\033[3J\033[H")
    add(tmp_path / "border-watch" / "units" / "goblins.yaml", BROKEN)
    assert "\033[2J\033[3J\033[H" in watcher.read(ours, "Ctrl-C ends")
    assert watcher.stop()[0] == 130
    os.close(ours)


def test_nothing_to_watch_is_refused(start: Callable[..., Watcher]) -> None:
    watcher = start("border-watch/nowhere")
    assert watcher.process.wait(PATIENCE) == 2
