"""Find and read the files of a pack, inside its root and nowhere else.

Links are never followed, sizes and counts are limited before anything is read, and whatever is not read is told:
a misspelt folder is a problem, not silence. Rules come as text with LF ends, YAML as bytes for `load`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bartizan_compiler import text
from bartizan_compiler.scalars import DEVICES
from bartizan_engine import reading
from bartizan_engine.problem import Problem, Spot, owner, suggest

FOLDERS = {
    "units": "unit",
    "cards": "card",
    "dice": "die",
    "maps": "map",
    "tiles": "tile",
    "waves": "wave",
    "missions": "mission",
    "campaigns": "campaign",
    "examples": "example",
    "rulings": "ruling",
    "clauses": "clause",
    "data": "data",
}
FAMILIES = tuple(FOLDERS.values())
ALONE = ("example", "clause")  # families of which a pack that requires this one knows nothing
RULES = "rules"
MAPS = "maps"
SIMULATIONS = "simulations"  # tables for the pack's pages; nothing in them changes a game, so `read` leaves them alone
REPLAYS = "replays"  # recorded games for the same pages, likewise
TILE = "tile"
DRAWINGS = (".tmj", ".tsj")  # of Tiled: maps and tilesets
FRONT = "pack.yaml"
RULESET = "ruleset.yaml"

MAX_FILE = 1 << 20
MAX_TOTAL = 64 << 20
MAX_FILES = 10_000
MAX_DEPTH = 4
_PIECE = 1 << 16  # bytes that are read at once: room for the largest file would have to be made for each
_AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

# Beside the records a pack may hold papers for people; they are not read, and that surprises nobody.
_PAPERS = re.compile(r"(?i)(readme|notes|licen[cs]e|notice|changelog|authors|credits|contributing)[^/]*\Z")
_PICTURES = re.compile(r"(?i)\.(png|jpe?g|gif|webp|bmp|svg)\Z")  # what tilesets show, beside the maps
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}\Z")


class Shelf(NamedTuple):
    """A folder with packs, and what people call it: `in my-packs`."""

    folder: Path
    says: str


class Files(NamedTuple):
    """The text of a pack: YAML as bytes by path, rules as text by path, both sorted by path.

    `drawings` are the files of Tiled, as bytes by path. `unread` names the families, or `rules`, of which something was
    there and was not read.
    """

    root: Path
    yaml: dict[str, bytes]
    rules: list[tuple[str, str]]
    unread: frozenset[str] = frozenset()
    drawings: dict[str, bytes] = {}  # noqa: RUF012  # read gives each pack its own

    def under(self, id: str) -> Files:
        """The same files with paths `@id/...`, as those who require the pack know them.

        Its examples and its index of the book stay behind: they are about the pack as it is alone.
        """
        yaml = {f"@{id}/{path}": data for path, data in self.yaml.items() if family(path) not in ALONE}
        rules = [(f"@{id}/{path}", text) for path, text in self.rules]
        drawings = {f"@{id}/{path}": data for path, data in self.drawings.items()}
        return Files(self.root, yaml, rules, self.unread, drawings)


def family(path: str) -> str:
    """The family of a record file, told by its folder."""
    return FOLDERS.get(path.removeprefix(f"@{owner(path)}/").partition("/")[0], "")


def front(root: Path) -> bytes | None:
    """What stands in the front page of a pack; None if it cannot be read, is a link, or is too large."""
    if (root / FRONT).is_symlink():
        return None
    return _Walk(root).data(FRONT)


def read(root: Path) -> tuple[Files | None, list[Problem]]:
    """Read every file of the pack at `root`; None if it is no pack."""
    if not root.is_dir():
        return None, [
            Problem(Spot(FRONT), "BZ701", f'"{root.name}" is no folder', "a pack is a folder with a pack.yaml")
        ]
    walk = _Walk(root)
    found = sorted(walk.files())
    files = Files(root, {}, [], drawings={})
    if FRONT not in found:
        if not (root / FRONT).is_symlink():
            walk.tell(FRONT, "BZ701", f'"{root.name}" has no pack.yaml', "a pack is a folder with a pack.yaml")
        return None, walk.problems
    for path in found:
        data = walk.data(path)
        if data is None:
            continue
        if path.endswith(DRAWINGS):
            files.drawings[path] = data
            continue
        if not path.endswith(".star"):
            files.yaml[path] = data
            continue
        rules = walk.rules(path, data)
        if rules is not None:
            files.rules.append((path, rules))
    return files._replace(unread=frozenset(_unread(walk.problems))), walk.problems


def _unread(problems: list[Problem]) -> Iterator[str]:
    """What stands in the files that the walk has passed over, as far as their places tell.

    Only errors count: with warnings alone a pack is built, so what it names has to be there.
    """
    for problem in problems:
        top = problem.spot.path.partition("/")[0]
        if problem.code in ("BZ704", "BZ705", "BZ706", "BZ707", "BZ708") and not problem.notes:  # twins are both read
            yield from [FOLDERS.get(top, RULES)] if top in FOLDERS or top == RULES else []


def shown(root: Path, path: str) -> str | None:
    """The text of a file of the pack, for people to look at; None for whatever `read` does not read.

    A link, or what is no file, is not looked into; nor is a file that is too large, or no UTF-8.
    """
    at = root
    for name in path.split("/"):
        at = at / name
        if name in ("", ".", "..") or at.is_symlink():
            return None
    try:
        if not at.is_file():
            return None
        data = reading.data(at, MAX_FILE)
        return data.decode("utf-8") if data is not None else None
    except (OSError, ValueError):
        return None


class _Walk:
    """One walk through a pack's folder, and what it has to tell."""

    def __init__(self, root: Path) -> None:
        self.root, self.place = root, os.fspath(root)  # many paths are made here: texts are far quicker
        self.problems: list[Problem] = []
        self.total = 0

    def tell(
        self, path: str, code: str, message: str, hint: str = "", notes: tuple[tuple[Spot, str], ...] = ()
    ) -> None:
        self.problems.append(Problem(Spot(path), code, message, hint, notes))

    # ---- which files

    def files(self) -> Iterator[str]:
        """The paths to read; what is passed over is told."""
        for count, path in enumerate(self._below("", 0)):
            if count == MAX_FILES:
                said = f"a pack has at most {MAX_FILES} files; this one and those after it are not read"
                self.tell(path, "BZ706", said)
                return
            yield path

    def _below(self, folder: str, depth: int) -> Iterator[str]:
        """The files of a folder, then those of the folders in it: the front papers come before any limit."""
        folders = []
        for name in self._names(folder):
            path = f"{folder}/{name}" if folder else name
            kind = self._kind(path)
            if kind == "link":
                self.tell(path, "BZ704", f'"{path}" is a link and is not followed', "put the file itself there")
            elif kind == "other":
                self.tell(path, "BZ704", f'"{path}" is neither a file nor a folder')
            elif not self._speakable(path, name):
                continue
            elif kind == "folder":
                folders += [path] if self._entered(path, name, folder, depth) else []
            elif self._wanted(path, name, folder):
                yield path
        for path in folders:
            yield from self._below(path, depth + 1)

    def _names(self, folder: str) -> list[str]:
        try:
            names = sorted(os.listdir(f"{self.place}/{folder}"))  # noqa: PTH208  # names alone: no path is made of them
        except OSError as why:
            self.tell(folder or FRONT, "BZ707", f'"{folder or self.root.name}" cannot be read: {reading.said(why)}')
            return []
        names = [name for name in names if not name.startswith(".")]
        first: dict[str, str] = {}
        for name in names:
            twin = first.setdefault(name.casefold(), name)
            if twin != name:
                place = Spot(f"{folder}/{twin}" if folder else twin)
                path = f"{folder}/{name}" if folder else name
                self.tell(
                    path,
                    "BZ705",
                    f'"{name}" and "{twin}" are one file on some systems',
                    "rename one of them",
                    ((place, "the other one"),),
                )
        return names

    def _kind(self, path: str) -> str:
        try:
            mode = os.lstat(f"{self.place}/{path}").st_mode
        except OSError:
            return "other"
        if stat.S_ISLNK(mode):
            return "link"
        return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"

    def _speakable(self, path: str, name: str) -> bool:
        """Whether the name works on every system; papers for people may be called as they like."""
        shown = name.encode("utf-8", "backslashreplace").decode("utf-8")
        if (
            name.partition(".")[0].lower() in DEVICES
            or name != name.rstrip(". ")
            or re.search(r'[\x00-\x1f<>:"|?*\\]', name)
            or shown != name
        ):
            self.tell(
                path.replace(name, shown),
                "BZ705",
                f'"{shown}" is no file name on every system',
                "lower-case letters, digits, - and _",
            )
            return False
        if _NAME.match(name) or _PAPERS.match(name) or not name.lower().endswith((".yaml", ".star", *DRAWINGS)):
            return True
        self.tell(path, "BZ705", f'the file name "{shown}" should be lower-case letters, digits, - and _', _lower(name))
        return False

    def _wanted(self, path: str, name: str, folder: str) -> bool:
        top, _, ending = folder.partition("/")[0], *name.rpartition(".")[1:]
        if path in (FRONT, RULESET) or ending == ("star" if top == RULES else "yaml" if top in FOLDERS else None):
            return True
        if top == MAPS and name.endswith(DRAWINGS):
            return True
        if folder in (SIMULATIONS, REPLAYS) and name.endswith(".json"):
            return False
        if _PAPERS.match(name) or (top == MAPS and _PICTURES.search(name)):
            return False
        hint = suggest(name, [FRONT, RULESET]) if not folder else ""
        if top == MAPS and name.lower().endswith((".tmx", ".tsx")):
            hint = "export it from Tiled as JSON: a .tmj or .tsj"
        elif name.lower().endswith((".yml", ".yaml.txt")):
            hint = f'rename it to "{name.partition(".")[0]}.yaml"'
        elif not hint and name.endswith(".star"):
            hint = "rules stand in the folder rules"
        elif not hint and name.endswith(".yaml"):
            hint = "records stand in the folder of their family"
        self.tell(path, "BZ703", f'"{path}" is no part of a pack and is not read', hint)
        return False

    def _entered(self, path: str, name: str, folder: str, depth: int) -> bool:
        known = [*FOLDERS, RULES, SIMULATIONS, REPLAYS]
        if not folder and name not in known:
            self.tell(
                path,
                "BZ703",
                f'"{name}" is no folder of a pack and is not read',
                suggest(name, known) or "folders are " + ", ".join(known),
            )
            return False
        if depth >= MAX_DEPTH:
            self.tell(path, "BZ706", f'"{path}" is nested deeper than {MAX_DEPTH} folders and is not read')
            return False
        return True

    # ---- what stands in them

    def data(self, path: str) -> bytes | None:
        """The bytes of a file, None if it is too large or cannot be read."""
        try:
            # Opened without following a link, in case the file was changed for one since it was looked at.
            handle = os.open(f"{self.place}/{path}", os.O_RDONLY | _AS_IT_IS)
            try:
                data = b"".join(_pieces(handle))
            finally:
                os.close(handle)
        except OSError as why:
            self.tell(path, "BZ707", f'"{path}" cannot be read: {reading.said(why)}')
            return None
        self.total += len(data)
        if len(data) > MAX_FILE:
            self.tell(
                path,
                "BZ706",
                f'"{path}" is larger than {MAX_FILE >> 10} KiB and is not read',
                "divide it into several files",
            )
            return None
        if self.total > MAX_TOTAL:
            self.tell(path, "BZ706", f"the pack is larger than {MAX_TOTAL >> 20} MiB; this file is not read")
            return None
        return data

    def rules(self, path: str, data: bytes) -> str | None:
        """The text of rules, with LF ends and without a byte order mark; both are told where they are not so."""
        characters, found = text.characters(path, data, "BZ708")
        self.problems += found
        return characters


def _pieces(handle: int) -> Iterator[bytes]:
    """What stands in an open file, and no more of it than shows that it is too large."""
    left = MAX_FILE + 1
    while left > 0 and (piece := os.read(handle, min(left, _PIECE))):
        left -= len(piece)
        yield piece


def _lower(name: str) -> str:
    better = re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-")
    return f'rename it to "{better}"' if _NAME.match(better) else ""
