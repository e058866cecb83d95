"""A save survives a crash: kills at every step of writing and at random instants, damage, and two who want to write."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bartizan import keeping
from bartizan.safe import Damaged, Safe, safe
from bartizan.stop import Refused
from bartizan_engine import Game, campaign_save, canon
from bartizan_engine.campaign import begin
from test_campaign import march

STEPS = ("write", "fsync", "replace", "unlink", "open", "close")


def text_of(number: int) -> str:
    """A text that says of itself whether it is whole."""
    body = f"{number} " + "x" * (number % 7) * 40
    return f"{canon.digest([body])}\n{body}"


def whole(text: str) -> int:
    digest, _, body = text.partition("\n")
    if digest != canon.digest([body]):
        raise Damaged("its hash does not fit")
    return int(body.split(" ")[0])


class Shim:
    """Counts what is asked of the system, and kills the process at one of them: a write when half of it is done."""

    def __init__(self, deadly: int, tiny: bool = False) -> None:
        self.left, self.tiny = deadly, tiny
        self.real = {name: getattr(os, name) for name in STEPS}

    def put(self) -> None:
        for name in STEPS:
            setattr(os, name, lambda *args, name=name, **more: self.call(name, *args, **more))

    def call(self, name: str, *args: Any, **more: Any) -> Any:
        if name == "write" and self.tiny:
            args = (args[0], bytes(args[1])[:50])
        self.left -= 1
        if self.left == 0:
            if name == "write":
                self.real["write"](args[0], bytes(args[1])[: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return self.real[name](*args, **more)


def forked(work: Callable[[], None]) -> bool:
    """Do something in a process of its own; whether it came to its end."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001  # whatever it is, the parent is told
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return not os.WIFSIGNALED(status)


def writing(files: Safe, numbers: range, said: Path, deadly: int, tiny: bool = False) -> Callable[[], None]:
    """Mend, read and write texts, with a kill at one step; what is done is noted in a file of its own."""

    def work() -> None:
        shim = Shim(deadly, tiny)
        shim.put()
        files.mend(whole)
        files.read(whole)
        for number in numbers:
            files.write(text_of(number))
            handle = shim.real["open"](said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            shim.real["write"](handle, str(number).encode())
            shim.real["close"](handle)

    return work


@pytest.mark.parametrize("tiny", [False, True])
def test_a_kill_at_each_step_loses_nothing(tmp_path: Path, tiny: bool) -> None:
    """At every write, fsync and rename in turn: what is read back is the last text that was written, or the next one;
    and after it the same again, from what the crash left behind.
    """
    kills = 0
    for deadly in count(1):
        folder = tmp_path / str(deadly)
        folder.mkdir()
        files, said = safe(folder / "a.save"), folder / "said"
        first = forked(writing(files, range(1, 4), said, deadly, tiny))
        for again in (1, 3, 5, 8):
            done = int(said.read_text()) if said.exists() else 0
            found, told = files.read(whole)
            assert (found or 0) in (done, done + 1), (deadly, again)
            assert told == []
            kills += not forked(writing(files, range((found or 0) + 1, (found or 0) + 3), said, again, tiny))
        if first:
            break
    assert deadly > 25
    assert kills > deadly


def damages(data: bytes) -> Iterator[bytes]:
    """A file that was cut or spoiled."""
    yield b""
    yield data[: len(data) // 2]
    yield data[:-1]
    yield b"\0" * len(data)
    yield data[:70] + bytes([data[70] ^ 1]) + data[71:]
    yield data + data


def test_a_damaged_file_gives_way_to_the_one_before(tmp_path: Path) -> None:
    """It is said, laid aside, and never takes the place of the one that is whole."""
    for number, damaged in enumerate(damages(text_of(2).encode())):
        files = safe(tmp_path / f"{number}.save")
        files.write(text_of(1))
        files.write(text_of(2))
        files.path.write_bytes(damaged)
        found, told = files.read(whole)
        assert found == 1
        assert told[0].startswith(f'"{files.path.as_posix()}" is damaged: ')
        assert told[1] == f'going on with "{files.before.as_posix()}"'
        files.mend(whole)
        assert files.damaged.read_bytes() == damaged
        assert files.read(whole) == (1, [])
        files.write(text_of(3))
        assert files.read(whole) == (3, [])


def test_where_nothing_is_whole_it_is_said(tmp_path: Path) -> None:
    files = safe(tmp_path / "a.save")
    for number in (1, 2):
        files.write(text_of(number))
    files.path.write_text("?")
    files.before.write_text("?")
    with pytest.raises(Refused, match=r"a\.save.*is damaged.*a\.save\.before.*is damaged"):
        files.read(whole)


def test_two_cannot_write_at_once(tmp_path: Path) -> None:
    """The second is refused; when the first is killed, the lock is free."""
    files = safe(tmp_path / "a.save")
    script = "import sys; from pathlib import Path; from bartizan.safe import safe\nwith safe(Path(sys.argv[1])).locked(): print('mine', flush=True); sys.stdin.read()"
    holder = subprocess.Popen(
        [sys.executable, "-c", script, files.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "mine\n"
    with pytest.raises(Refused, match="is being played elsewhere"), files.locked():
        pass
    holder.kill()
    holder.communicate()
    with files.locked():
        pass


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link = tmp_path / "a.save"
    link.symlink_to(tmp_path / "far" / "real.save")
    files = safe(link)
    files.write(text_of(1))
    files.write(text_of(2))
    assert link.is_symlink()
    assert whole(link.read_text()) == 2
    with pytest.raises(Refused, match="BZ902"):
        safe(tmp_path / "far")


# ---------------------------------------------------------------- a real process, killed


class Trail:
    """Kills one process after another that goes on with the same campaigns, and looks at what they leave behind."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.folder, self.game = folder, game
        self.scenario = folder / "march.scenario.json"
        self.scenario.write_text(canon.dumps(game.scenario), encoding="utf-8")
        self.kept: dict[int, str] = {}  # the last state of each campaign that was kept
        self.campaign = self.kills = self.moved = 0

    @property
    def save(self) -> Safe:
        return safe(self.folder / f"{self.campaign}.save")

    def kill_one(self, chance: random.Random) -> None:
        """Start a process, let it go on for a while, and kill it; then what is read back was reached."""
        wanderer = str(Path(__file__).with_name("wanderer.py"))
        words = [sys.executable, wanderer, str(self.scenario), str(self.save.path), str(self.campaign)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said: list[str] = []
            if chance.random() < 0.9:
                said += [process.stdout.readline() for _ in range(chance.randrange(1, 12))]
            time.sleep(chance.random() * 0.02)
            process.kill()
            said += process.stdout.readlines()
        self.kills += process.returncode == -signal.SIGKILL
        assert process.returncode in (0, -signal.SIGKILL)
        self.look([line.split() for line in said if line.endswith("\n")])

    def look(self, said: list[list[str]]) -> None:
        """What is read back is the state that was kept last, or the one that was being written."""
        may_be = {self.kept.get(self.campaign, "")} if not said else set[str]()
        for word, state in said:
            may_be = {state} if word == "kept" else may_be | {state} if may_be else {state, *self._before()}
        text, told = keeping.read(self.save)
        assert told == []
        if text is None:
            assert "" in may_be
            return
        played = campaign_save.restore(self.game, text)
        assert played.hash() in may_be
        self.moved += self.kept.get(self.campaign) != played.hash()
        self.kept[self.campaign] = played.hash()
        if played.over:
            self.campaign += 1

    def _before(self) -> list[str]:
        return [self.kept.get(self.campaign, "")]


def trail(folder: Path, kills: int) -> Trail:
    found, chance = Trail(folder, march()), random.Random(kills)
    while found.kills < kills:
        found.kill_one(chance)
    return found


def test_twenty_kills_of_a_real_process(tmp_path: Path) -> None:
    found = trail(tmp_path, 20)
    assert found.moved > 10


@pytest.mark.laws
def test_two_hundred_kills_of_a_real_process(tmp_path: Path) -> None:
    found = trail(tmp_path, 200)
    assert found.moved > 100


def test_a_save_is_canonical_and_hashes_itself() -> None:
    text = campaign_save.saved(begin(march(), 3))
    data = json.loads(text)
    assert canon.dumps(data) == text
    assert data["hash"] == canon.digest({key: value for key, value in data.items() if key != "hash"})
