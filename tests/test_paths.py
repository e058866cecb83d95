"""Where a command may write, what it reads for excerpts, and what happens when nobody can read what it says."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bartizan import files, site, tell, terminal
from bartizan.stop import Refused
from bartizan_compiler import pack

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "packs" / "border-watch"


def bartizan(*words: str | Path, **how: object) -> subprocess.CompletedProcess[str]:
    """What the command says as a process of its own; it never ends in a traceback."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 120, **how}
    done = subprocess.run(command(*words), text=True, check=False, **options)  # type: ignore[call-overload]  # options of any kind
    for text in (done.stdout or "", done.stderr or ""):
        assert "Traceback" not in text
        assert "BZ901" not in text
        assert "Errno" not in text
    return done  # type: ignore[no-any-return]  # the same


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "bartizan", *map(str, words)]


# ---------------------------------------------------------------- what stands at a path


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"BZ902.*it is a folder"):
        files.write(tmp_path, "a")
    with pytest.raises(Refused, match="it is a folder"):
        files.refuse(tmp_path)


def test_a_socket_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))
        with pytest.raises(Refused, match="it is a socket"):
            files.write(path, "a")
    assert stat.S_ISSOCK(path.lstat().st_mode)


def test_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "p"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    files.write(path, "ä" * 100_000)
    reader.join(60)
    assert read == [("ä" * 100_000).encode()]
    assert stat.S_ISFIFO(path.lstat().st_mode)
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


@pytest.mark.parametrize(("minor", "full"), [(3, False), (7, True)], ids=["null", "full"])
def test_a_device_is_written_into_and_stays(tmp_path: Path, minor: int, full: bool) -> None:
    path = tmp_path / "d"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        path.open("wb").close()
    except PermissionError:  # only root may make a device; a link to the system's is the same to us
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/full" if full else "/dev/null")
    if full:
        with pytest.raises(Refused, match="the disk is full"):
            files.write(path, "a")
    else:
        files.write(path, "a")
    assert stat.S_ISCHR(path.stat().st_mode)
    assert [p.name for p in tmp_path.iterdir()] == ["d"]


def test_a_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_mode", lambda _: stat.S_IFBLK)
    with pytest.raises(Refused, match="it is a disk"):
        files.write(tmp_path / "d", "a")


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    file, link = tmp_path / "there" / "file", tmp_path / "link"
    link.symlink_to("there/file")
    for text in ("new", "newer"):  # the first makes the file that the link leads to
        files.write(link, text)
        assert link.is_symlink()
        assert not file.is_symlink()
        assert file.read_text(encoding="utf-8") == text


def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.symlink_to("a")
    with pytest.raises(Refused, match="its links lead round in a circle"):
        files.write(path, "a")
    assert path.is_symlink()


def test_a_file_where_a_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="a file stands where a folder should be"):
        files.write(tmp_path / "a" / "b", "c")


def test_a_long_name_can_be_written(tmp_path: Path) -> None:
    files.write(tmp_path / ("a" * 250), "b")
    with pytest.raises(Refused, match="its name is too long"):
        files.write(tmp_path / ("a" * 300), "b")


@pytest.mark.parametrize(
    "words",
    [
        ["build", GAME, "-o", "{}"],
        ["schema", GAME, "-o", "{}"],
        ["map", GAME, "north-gate", "-o", "{}"],
        ["run", GAME, "--record", "{}", "--quiet"],
    ],
    ids=lambda words: str(words[0]),
)
def test_every_verb_leaves_what_is_no_file(tmp_path: Path, words: list[str | Path]) -> None:
    """A folder where a file belongs, a file where a folder belongs."""
    place = tmp_path / "place"
    wants_folder = words[0] in ("build", "schema")
    place.write_text("kept", encoding="utf-8") if wants_folder else place.mkdir()
    done = bartizan(*(str(place) if word == "{}" else word for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert "BZ902" in done.stderr
    assert place.is_file() == wants_folder


def test_a_site_is_made_where_a_link_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(_: object, fresh: Path) -> int:
        fresh.mkdir()
        return 1

    monkeypatch.setattr(site, "run", made)
    link = tmp_path / "link"
    link.symlink_to("site")
    for _ in range(2):
        site.build([], link)
        assert link.is_symlink()
        assert (tmp_path / "site" / site.MARK).is_file()


# ---------------------------------------------------------------- what is said


@pytest.mark.parametrize("to", ["pipe", "file"])
def test_a_picture_to_our_own_output_is_nothing_but_the_picture(tmp_path: Path, to: str) -> None:
    words: list[str | Path] = ["map", GAME, "north-gate", "-o", "/dev/stdout"]
    if to == "pipe":
        text = bartizan(*words).stdout
    else:
        with (tmp_path / "out").open("w", encoding="utf-8") as file:
            bartizan(*words, stdout=file)
        text = (tmp_path / "out").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert text.rstrip().endswith("</svg>")


@pytest.mark.parametrize(
    "words", [["explain"], ["--help"], ["check", GAME], ["check", GAME, "--format", "json"]], ids=str
)
def test_a_full_disk_is_no_fault_of_ours(words: list[str | Path]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = bartizan(*words, stdout=full)
        assert bartizan("check", "nowhere", stderr=full).returncode == 2
    assert done.returncode == 2
    assert done.stderr.endswith("error: what is said cannot be written: the disk is full\n")


def test_a_reader_that_has_enough_is_no_fault() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as nobody:
        done = bartizan("explain", stdout=nobody)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_stream_that_is_not_there_stops_nothing(closed: str) -> None:
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *command("explain")]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_who_stops_the_command_while_it_starts_gets_no_traceback(tmp_path: Path) -> None:
    stops = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    (tmp_path / "typer.py").write_text(stops, encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = bartizan("explain", env={**os.environ, "PYTHONPATH": paths})
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


# ---------------------------------------------------------------- what is shown of a file


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GAME, tmp_path / "border-watch"))


def link(path: Path, secret: Path) -> None:
    path.symlink_to(secret)


def too_large(path: Path, secret: Path) -> None:
    path.write_bytes(secret.read_bytes() + b"#" * pack.MAX_FILE)


def no_utf8(path: Path, secret: Path) -> None:
    path.write_bytes(secret.read_bytes() + b"\xff")


def pipe(path: Path, secret: Path) -> None:
    assert secret.is_file()
    os.mkfifo(path)


@pytest.mark.parametrize("path", ["units/goblins.yaml", "rules/game.star", "ruleset.yaml"])
@pytest.mark.parametrize("made", [link, too_large, no_utf8, pipe], ids=lambda made: made.__name__)
def test_nothing_is_shown_of_a_file_that_is_not_read(game: Path, tmp_path: Path, path: str, made: object) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden treasure\n", encoding="utf-8")
    (game / path).unlink()
    made(game / path, secret)  # type: ignore[operator]  # one of the four above
    done = bartizan("check", game)
    assert done.returncode == 1
    assert "treasure" not in done.stdout
    assert f"border-watch/{path}:" in done.stdout


def test_a_folder_that_is_a_link_is_not_looked_into(game: Path, tmp_path: Path) -> None:
    (game / "units").rename(tmp_path / "outside")
    (game / "units").symlink_to(tmp_path / "outside")
    assert pack.shown(game, "units/goblins.yaml") is None
    assert pack.shown(game, "../outside/goblins.yaml") is None
    assert pack.shown(game, "ruleset.yaml") is not None


def test_excerpts_come_from_the_pack_that_a_path_is_below(game: Path, tmp_path: Path) -> None:
    inner = Path(shutil.copytree(GAME, game / "more"))
    read = tell.sources(game, inner)
    assert read(f"{game.as_posix()}/ruleset.yaml") is not None
    assert read(f"{inner.as_posix()}/ruleset.yaml") is not None
    assert read((tmp_path / "secret").as_posix()) is None


def test_silence_takes_what_could_not_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - the stream is what is tested
        monkeypatch.setattr(sys, "stdout", full)
        full.write("lost")
        terminal.silence()
        full.flush()
