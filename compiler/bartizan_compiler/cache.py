"""What earlier checks found out, kept so that nothing is worked out twice.

An answer is kept under the hash of all that it follows from: the bytes that were read, what they were judged by, and
the program that judged. So it is right for as long as it is found, and what no longer follows is never found. Beside
the answer stand the places of what was read, which are only taken apart when somebody asks for them.

The file is lines of JSON under a checksum; one that was damaged, or that somebody else may write, is passed over. It
is written beside its place and renamed. What a few checks in a row have not used is forgotten.

What was found out of single missions has a file of its own: there may be many of them, and where only one was edited
nobody asks for the others.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bartizan_engine import reading
from bartizan_engine.problem import Problem, Spot

MAX_BYTES = 128 << 20
MAX_AGE = 8  # checks that an answer stays without being used: an edit is often taken back
_SIZE = 16  # bytes of a hash
_HEAD = "bartizan-cache "


class Cache:
    """Answers by key. This one is empty and stays so: each is worked out."""

    def get(self, key: str) -> tuple[str, str] | None:  # noqa: ARG002  # who keeps something looks for it
        """The texts that are kept under a key: an answer as JSON, and its places."""
        return None

    def put(self, key: str, answer: str, places: str = "") -> None:
        """Keep an answer."""

    def touch(self, keys: Iterable[str]) -> None:
        """Let answers count as used, which an answer that was used was made of."""

    def held(self) -> list[str]:
        """The keys of what was used so far."""
        return []

    def of_missions(self) -> Cache:
        """Where answers about single missions are kept."""
        return self

    def close(self) -> None:
        """Write down what was used."""


NOTHING = Cache()


class Rest(Cache):
    """What is kept of all but missions: answers about those are neither looked up nor kept."""

    def __init__(self, whole: Cache) -> None:
        self.whole = whole

    def get(self, key: str) -> tuple[str, str] | None:
        """As the whole has it."""
        return self.whole.get(key)

    def put(self, key: str, answer: str, places: str = "") -> None:
        """Keep it in the whole."""
        self.whole.put(key, answer, places)

    def of_missions(self) -> Cache:
        """Nothing is known of missions."""
        return NOTHING


class Kept(Cache):
    """Answers in a file of the user's cache folder, one for each pack, and another one for its missions."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.before = dict(_lines(path))
        self.used: dict[str, tuple[str, str]] = {}
        self.missions: Kept | None = None  # once somebody asked for them

    def get(self, key: str) -> tuple[str, str] | None:
        """What is kept under a key."""
        found = self.used.get(key)
        if found is None and (line := self.before.get(key)) is not None:
            _, answer, places = line.split("\t")
            found = self.used[key] = answer, places
        return found

    def put(self, key: str, answer: str, places: str = "") -> None:
        """Keep an answer."""
        self.used[key] = answer, places

    def touch(self, keys: Iterable[str]) -> None:
        """Let answers count as used."""
        for key in keys:
            self.get(key)

    def held(self) -> list[str]:
        """The keys of what was used so far."""
        return sorted(self.used)

    def of_missions(self) -> Cache:
        """What is kept of single missions, in a file beside."""
        self.missions = self.missions or Kept(self.path.with_name(f"{self.path.name}-missions"))
        return self.missions

    def close(self) -> None:
        """Write down what was used, unless all of it stands there. Where nothing can be written, nothing is kept."""
        if self.missions:
            self.missions.close()
        if self.used.keys() == self.before.keys():
            return
        lines = {key: f"0\t{answer}\t{places}" for key, (answer, places) in self.used.items()}
        for key, line in self.before.items():
            age, _, rest = line.partition("\t")
            if key not in lines and int(age) < MAX_AGE:
                lines[key] = f"{int(age) + 1}\t{rest}"
        data = "".join(f"{key} {line}\n" for key, line in sorted(lines.items())).encode("utf-8", "surrogatepass")
        if len(data) < MAX_BYTES:
            _write(self.path, f"{_HEAD}{_hash(data)}\n".encode() + data)


def of_pack(root: Path) -> Cache:
    """The cache of the pack in a folder, in the user's cache folder; an empty one where there is none."""
    folder = _folder()
    return Kept(folder / f"{key('pack', os.path.realpath(root))}.cache") if folder else Cache()


def key(*parts: Any) -> str:
    """The hash of everything that an answer follows from, and of the program that gives it."""
    told = json.dumps([part.hex() if isinstance(part, bytes) else part for part in parts], sort_keys=True)
    return _hash(f"{tool()} {told}".encode("utf-8", "surrogatepass"))


def content(data: bytes) -> str:
    """The hash of what stands in a file."""
    return _hash(data)


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=_SIZE).hexdigest()


@cache
def tool() -> str:
    """The hash of the program: of its own source, of Python and of the libraries that read and judge."""
    here = Path(__file__).resolve().parent
    engine = Path(reading.__file__).resolve().parent
    found = blake2b(digest_size=_SIZE)
    for path in sorted([*here.rglob("*.py"), *engine.rglob("*.py")]):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    found.update(" ".join([sys.version, *_versions()]).encode())
    return found.hexdigest()


_LIBRARIES = ("networkx-", "pydantic-", "pydantic_core-", "pyyaml-")


def _versions() -> list[str]:
    """The libraries that read and judge, by the folders in which they say what they are: to import them takes longer
    than a check of what is known.
    """
    names = set()
    for folder in sys.path:
        try:
            there = os.listdir(folder)  # noqa: PTH208  # names alone: no path is made of them
            names |= {f"{folder} {name}" for name in there if name.endswith(".dist-info")}
        except OSError:  # an archive, or nothing
            continue
    return sorted(name for name in names if name.rpartition(" ")[2].lower().startswith(_LIBRARIES))


# ---------------------------------------------------------------- the file


def _folder() -> Path | None:
    """The user's cache folder, as the system has it; None where nobody has a home."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "bartizan" if base.is_absolute() else None


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """The keys of a file with what stands behind them; nothing, if it is not whole or not ours."""
    try:
        with path.open("rb") as file:
            told = os.fstat(file.fileno())
            if not stat.S_ISREG(told.st_mode) or told.st_size > MAX_BYTES or not _ours(told):
                return
            head, _, data = file.read(MAX_BYTES).partition(b"\n")
        if head.decode("ascii") != _HEAD + _hash(data):
            return
        lines = data.decode("utf-8", "surrogatepass").split("\n")
    except (OSError, ValueError):
        return
    for line in lines[:-1]:
        yield line[: 2 * _SIZE], line[2 * _SIZE + 1 :]


def _ours(told: os.stat_result) -> bool:
    """Whether a file is our own, and nobody else may write it."""
    if not hasattr(os, "getuid"):
        return True
    return told.st_uid == os.getuid() and not told.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _write(path: Path, data: bytes) -> None:
    import tempfile

    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=".part-", dir=path.parent)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


# ---------------------------------------------------------------- problems and places as JSON


def packed(problems: Iterable[Problem]) -> list[Any]:
    """Problems as JSON."""
    return [[*problem] for problem in problems]


def unpacked(problems: list[Any]) -> list[Problem]:
    """The way back.

    Raises:
        ValueError: these are no problems.
    """
    return [
        Problem(
            _spot(spot), _text(code), _text(message), _text(hint),
            tuple((_spot(at), _text(said)) for at, said in notes), _text(sketch),
        )
        for spot, code, message, hint, notes, sketch in problems
    ]  # fmt: skip


def _spot(parts: list[Any]) -> Spot:
    path, line, column, end_line, end_column = parts
    return Spot(_text(path), _number(line), _number(column), _number(end_line), _number(end_column))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("this is no text")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("this is no number")
    return value


Path_ = tuple[str | int, ...]


class Places(Mapping[Path_, Spot]):
    """The places of a record, taken apart when one is asked for."""

    __slots__ = ("_found", "_take")

    def __init__(self, take: Callable[[], dict[Path_, Spot]]) -> None:
        self._take = take
        self._found: dict[Path_, Spot] | None = None

    def _all(self) -> dict[Path_, Spot]:
        if self._found is None:
            self._found = self._take()
        return self._found

    def __getitem__(self, path: Path_) -> Spot:
        return self._all()[path]

    def __iter__(self) -> Iterator[Path_]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
