"""A file that survives a crash at any moment: the newest text, the one before it, and a lock against two who write.

A text is written beside its place and synced, the file that stands there becomes the one before, and the new one takes
its place; then the folder is synced. Whatever moment the process is killed at, one of the files is whole, and holds
the last text or the one that was being written. What has begun is finished, or passed over, by the next who reads.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from bartizan import files
from bartizan.stop import Refused
from bartizan_engine import reading

T = TypeVar("T")
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Damaged(Exception):
    """A text is not whole; `str()` says why."""


class Safe(NamedTuple):
    """The file and those beside it."""

    path: Path
    before: Path
    new: Path
    damaged: Path
    lock: Path

    # ---- reading

    def read(self, whole: Callable[[str], T]) -> tuple[T | None, list[str]]:
        """The newest text that is whole, as `whole` gives it, and what is to be said of those that are not; None where
        nothing has ever been written.

        Raises:
            Refused: none is whole.
        """
        told: list[str] = []
        for path in self._newest_first():
            if not path.exists():
                continue
            try:
                found = whole(files.read(path))
            except (Damaged, Refused) as why:
                if path != self.new:  # it was never finished
                    told.append(f'"{path.as_posix()}" is damaged: {why}')
                continue
            if told:
                told.append(f'going on with "{path.as_posix()}"')
            return found, told
        if not told:
            return None, []
        raise Refused("; ".join(told), "no file of this campaign is whole: begin another one under another name")

    def _newest_first(self) -> tuple[Path, ...]:
        """A text that was being written counts where the file had made way for it already."""
        return (self.path, self.before) if self.path.exists() else (self.new, self.before)

    def mend(self, whole: Callable[[str], object]) -> None:
        """Before anything is written: finish what a crash left half done, and lay a damaged file aside, so that it
        never takes the place of the one before. Where nothing is whole, nothing is touched.
        """
        newest = next((path for path in self._newest_first() if path.exists() and _is_whole(path, whole)), self.path)
        if newest == self.path:
            return
        if self.path.exists():
            self.path.replace(self.damaged)
        newest.replace(self.path)
        _sync_folder(self.path.parent)

    # ---- writing

    def write(self, text: str) -> None:
        """Put a text in the place of the one that stands there, which becomes the one before.

        Raises:
            Refused: the system does not let us.
        """
        try:
            with contextlib.suppress(FileNotFoundError):
                self.new.unlink()
            _write(self.new, text.encode("utf-8"))
            if self.path.exists():
                self.path.replace(self.before)
            self.new.replace(self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            why = reading.said(error)
            raise Refused(f'[BZ902] "{self.path.as_posix()}" could not be written: {why}') from error

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep others away, as long as this lasts. A process that is killed leaves no lock behind.

        Raises:
            Refused: somebody else has it.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.lock, os.O_RDWR | os.O_CREAT | _NO_LINKS, 0o666)
        except OSError as error:
            why = reading.said(error)
            raise Refused(f'[BZ902] "{self.lock.as_posix()}" could not be written: {why}') from error
        try:
            if not _lock(handle):
                said = f'"{self.path.as_posix()}" is being played elsewhere'
                raise Refused(said, "leave it there first, or name another file")
            yield
        finally:
            os.close(handle)


def safe(path: Path) -> Safe:
    """The files of a campaign; a link is followed, and the files lie beside what it leads to.

    Raises:
        Refused: a folder, a device or a pipe stands there.
    """
    files.refuse(path)
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        raise Refused(f'[BZ902] "{path.as_posix()}" could not be written: it is no file', "name a file")
    return Safe(real, *(real.with_name(f"{real.name}.{end}") for end in ("before", "new", "damaged", "lock")))


def _is_whole(path: Path, whole: Callable[[str], object]) -> bool:
    try:
        whole(files.read(path))
    except (Damaged, Refused):
        return False
    return True


def _write(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, down to the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS, 0o666)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(path: Path) -> None:
    """The names in a folder, down to the disk; not every system lets a folder be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file, without waiting; whether nobody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
