"""Look at packs again and again, and do something whenever one of their files has changed.

Files are looked at by their size and the time of their last change; that is the same on every system and needs no
library. What is seen is remembered before the work begins, so that a change during it is not missed; and the work
begins once nothing changes any more, since editors save in several steps.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bartizan import shelves, targets, terminal
from bartizan.stop import Refused

EVERY = 0.3  # seconds between two looks
STOPPED = 130  # as shells have it
_CLEAR = "\033[2J\033[3J\033[H"

Seen = dict[str, tuple[int, int, int]]


def watch(paths: Iterable[str], packs: Iterable[str] | None, work: Callable[[], object], plain: bool = True) -> int:
    """Do the work now and after every change, until somebody stops it; the exit code is that of what was stopped.

    A terminal is cleared before each turn. Where the output goes elsewhere and is for people (`plain`), a line says
    what changed.
    """
    paths = list(paths)
    try:
        there, folders = _there(paths, packs), _folders(paths, packs)
        seen = _settled(folders)
        _turn(work, "")
        while True:
            time.sleep(EVERY)
            before, there = there, _there(paths, packs)
            if there == before and _look(folders) == seen:
                continue
            _settled(folders)
            folders = _folders(paths, packs) or folders
            now = _settled(folders)
            changed = sorted(path for path in seen.keys() | now.keys() if seen.get(path) != now.get(path))
            seen = now
            if changed:
                _turn(work, _said(changed) if plain else "")
    except KeyboardInterrupt:
        return STOPPED


def _turn(work: Callable[[], object], changed: str) -> None:
    """One turn of the work; what cannot be done at this moment is said, and tried again after the next change."""
    if sys.stdout.isatty():
        sys.stdout.write(_CLEAR)
    elif changed:
        terminal.say(f"\n{changed}", "dim")
    try:
        work()
    except Refused as refusal:
        terminal.refuse("bartizan check", refusal.message, refusal.hint)
    if sys.stdout.isatty():
        terminal.say(f"\n{time.strftime('%H:%M:%S')}  watching; Ctrl-C ends", "dim")
    terminal.flush()


def _said(changed: list[str]) -> str:
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"changed: {targets.shown(Path(os.path.relpath(changed[0])))}{more}"


# ---------------------------------------------------------------- what is looked at


def _settled(folders: list[Path]) -> Seen:
    """What is there once two looks see the same."""
    before = _look(folders)
    while True:
        time.sleep(EVERY / 3)
        now = _look(folders)
        if now == before:
            return now
        before = now


def _look(folders: list[Path]) -> Seen:
    """Size, time and number of every file of the packs."""
    seen: Seen = {}
    for folder in folders:
        _files(folder, seen)
    return seen


def _folders(paths: list[str], packs: Iterable[str] | None) -> list[Path]:
    """The packs that are meant, and those that they require. It is asked again after each change."""
    found: list[Path] = []
    for text in paths:
        with contextlib.suppress(Refused):
            for root in targets.packs_below(text):
                found += [folder.resolve() for folder in (root, *_required(root, packs))]
    return found


def _there(paths: list[str], packs: Iterable[str] | None) -> set[Path]:
    """The packs that are meant, and all that lie where others are looked for that one of them requires."""
    from bartizan_compiler import pack

    found: set[Path] = set()
    for text in paths:
        with contextlib.suppress(Refused, OSError):
            roots = targets.packs_below(text)
            found |= {root.absolute() for root in roots}
            wanting = [root for root in roots if b"requires" in (pack.front(root) or b"")]
            places = {root.absolute().parent for root in wanting}
            places |= {shelf.folder for shelf in shelves.shelves(packs)} if wanting else set()
            found |= {front.parent for place in places for front in place.glob(f"*/{targets.FRONT}")}
    return found


def _files(root: Path, seen: Seen) -> None:
    """Every file below; what begins with a dot is no part of a pack."""
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118 - thousands of them, three times a second
            if name.startswith("."):
                continue
            try:
                found = os.stat(path)  # noqa: PTH116 - the same
            except OSError:
                continue
            seen[path] = (found.st_mtime_ns, found.st_size, found.st_ino)


def _required(root: Path, packs: Iterable[str] | None) -> list[Path]:
    """The folders of the packs that a pack requires, as far as they are found."""
    from bartizan_compiler import load, pack, requires

    front = pack.front(root)
    if not front or b"requires" not in front:
        return []
    closure, _ = requires.gather(root, load.load(pack.FRONT, front)[0], shelves.shelves(packs))
    return [one.root for one in closure.packs]
