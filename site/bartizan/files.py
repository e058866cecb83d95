"""Reading what people name and writing what they asked for, never half of it.

A file is written beside its place and renamed, so a crash leaves the old one or the new one.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bartizan.stop import Refused

MAX_BYTES = 256 * 1024 * 1024


def write(path: Path, text: str) -> None:
    """Store the text under the path, making the folders above it.

    Raises:
        Refused: the system does not let us.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text.encode("utf-8"))
    except OSError as error:
        raise Refused(f'[BZ902] "{path}" could not be written: {error.strerror or error}') from error


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
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
    try:
        if path.stat().st_size > MAX_BYTES:
            raise Refused(f'"{path}" is longer than {MAX_BYTES // 1024 // 1024} MiB')
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f'"{path}" is no UTF-8 text') from error
    except OSError as error:
        raise Refused(f'"{path}" cannot be read: {error.strerror or error}') from error


def source(path: Path) -> str | None:
    """The text for an excerpt, None if there is none to show."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return None
        return path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return None
