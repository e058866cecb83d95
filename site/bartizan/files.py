"""Reading what people name and writing what they asked for, never half of it.

A file is written beside its place and renamed, so a crash leaves the old one or the new one. A link is followed: the
file that it leads to is replaced, and the link stays. What is no file cannot be replaced: a device or a pipe is written
into, as every other program does, and a folder, a socket or a disk is refused.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from bartizan import terminal
from bartizan.stop import Refused
from bartizan_engine import reading

MAX_BYTES = 256 * 1024 * 1024
_NO_PLACE = ((stat.S_ISDIR, "a folder"), (stat.S_ISSOCK, "a socket"), (stat.S_ISBLK, "a disk"))


def store(path: Path, text: str | bytes) -> None:
    """Write the text under the path, and say so; what went to the terminal or its pipe needs no word more."""
    write(path, text)
    if _own(path) is None:
        terminal.say(path.as_posix())


def write(path: Path, text: str | bytes) -> None:
    """Store the text, or the bytes of a picture, under the path, making the folders above it.

    Raises:
        Refused: the system does not let us, or what stands there is no place for a text.
    """
    refuse(path)
    data = text.encode("utf-8") if isinstance(text, str) else text
    try:
        stream = _own(path)
        if stream:
            _through(stream, data)
        elif _is_file(path):
            path = Path(os.path.realpath(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, data)
        else:
            _into(path, data)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and _own(path):
            raise  # who reads what we say has enough of it
        raise _refused(path, reading.said(error)) from error


def refuse(path: Path) -> None:
    """Refuse what can be no place for a text, before work is done for it.

    Raises:
        Refused: a folder, a socket or a disk stands there, or the way there is closed.
    """
    try:
        mode = 0 if _own(path) else _mode(path)
    except OSError as error:
        raise _refused(path, reading.said(error)) from error
    for test, what in _NO_PLACE:
        if test(mode):
            raise _refused(path, f"it is {what}", "name a file in it" if what == "a folder" else "")


def _refused(path: Path, why: str, hint: str = "") -> Refused:
    return Refused(f'[BZ902] "{path}" could not be written: {why}', hint)


def _mode(path: Path) -> int:
    """What stands at the path, or where its links lead; 0 if nothing does."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _is_file(path: Path) -> bool:
    """Whether a file stands there, or nothing."""
    mode = _mode(path)
    return mode == 0 or stat.S_ISREG(mode)


def _own(path: Path) -> TextIO | None:
    """The stream of ours that the path is, if it is one: `/dev/stdout`, or the file that a shell has put there.

    That file is open, so replacing it would part it from what else is said.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if os.path.samestat(path.stat(), os.fstat(stream.fileno())):
                return stream
        except (OSError, ValueError, AttributeError):
            continue
    return None


def _through(stream: TextIO, data: bytes) -> None:
    """Write into a stream of ours, after what has been said, and as it is: a document knows no terminal's encoding."""
    stream.flush()
    stream.buffer.write(data)
    stream.flush()


def _into(path: Path, data: bytes) -> None:
    """Write into a device or a pipe. It is opened as it is: if it has become a file since, nothing of it is cut."""
    with os.fdopen(os.open(path, os.O_WRONLY), "wb") as file:
        file.write(data)


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, beside = tempfile.mkstemp(prefix=".bartizan-", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read(path: Path) -> str:
    """The text of a file that a person named.

    Raises:
        Refused: there is none, it cannot be read, it is no UTF-8 text, or it is far too long.
    """
    if not path.exists():
        raise Refused(f'there is no file "{path}"')
    try:
        data = reading.data(path, MAX_BYTES)
        if data is None:
            raise Refused(f'"{path}" is longer than {MAX_BYTES >> 20} MiB')
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f'"{path}" is no UTF-8 text') from error
    except OSError as error:
        raise Refused(f'"{path}" cannot be read: {reading.said(error)}') from error
