"""Reads the files that people name, never more of them than a limit, and says in words of ours why that failed.

What Python says of a file is meant for programmers, and differs between its versions and systems.
"""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any, NamedTuple

from . import canon
from .asked import shown

_SYSTEM = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you are not allowed to",
    errno.EPERM: "you are not allowed to",
    errno.EROFS: "the disk is read-only",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a file stands where a folder should be",
    errno.EEXIST: "a file stands where a folder should be",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your part of the disk is full",
    errno.EFBIG: "it would grow too large",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead round in a circle",
    errno.EPIPE: "nobody reads what is written there",
    errno.ENXIO: "nobody answers there",
    errno.EIO: "the disk or device failed",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


class Unreadable(ValueError):
    """A text is no JSON, or none that two readers read alike; `str()` says why."""


def said(error: OSError) -> str:
    """Why the system refused, in our words."""
    known = _SYSTEM.get(error.errno or 0)
    return known or f"the system refuses it (error {error.errno or 'without a number'})"


def data(path: Path, limit: int) -> bytes | None:
    """The bytes of a file, None if it has more than `limit`. A device or pipe is read no further either.

    Raises:
        OSError: the system refuses.
    """
    with path.open("rb") as file:
        found = file.read(limit + 1)
    return found if len(found) <= limit else None


def parsed(text: str | bytes) -> Any:
    """The value of a JSON text in UTF-8, with whole numbers only and each key once in an object.

    Raises:
        Unreadable: it is something else.
    """
    try:
        return json.loads(
            text if isinstance(text, str) else text.decode("utf-8"),
            object_pairs_hook=canon.pairs,
            parse_int=_whole,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"it makes no sense at line {error.lineno}, column {error.colno}"
        raise Unreadable(where if error.doc.strip() else "it is empty") from None
    except RecursionError:
        raise Unreadable("it is nested too deep") from None
    except Unreadable:
        raise
    except ValueError as error:
        raise Unreadable(str(error)) from None


class Form(NamedTuple):
    """What tells a file of ours: its format and version, the keys that it has and those that it may have, its size."""

    format: str
    version: int
    keys: set[str]
    most: int  # characters
    optional: frozenset[str] = frozenset()


def document(text: Any, what: str, form: Form) -> dict[str, Any]:
    """The content of a file of ours, `what` people call it; what its keys hold is for the caller to test.

    Raises:
        Unreadable: it is something else.
    """
    if not isinstance(text, str):
        raise Unreadable(f"{what} is a text, not {shown(text)}")
    if len(text) > form.most:
        raise Unreadable(f"it is larger than {form.most >> 20} MiB")
    found: Any = parsed(text)
    if not isinstance(found, dict) or found.get("format") != form.format:
        raise Unreadable("it is something else")
    if type(found.get("version")) is not int or found["version"] != form.version:
        raise Unreadable(f"it is of another version than {form.version}")
    wrong = differing(set(found) - form.optional, form.keys)
    if wrong:
        raise Unreadable(wrong)
    return found


def misshapen(error: Exception) -> str:
    """What a part of a file lacks or is, told by what happened when it was used."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f'it lacks "{error.args[0][:80]}"'
    return "a part of it is not what it should be"


def differing(found: set[str], wanted: set[str]) -> str:
    """Which parts of an object are missing or are none of its own; "" if it has what it should."""
    parts = [f'it lacks "{name}"' for name in sorted(wanted - found)]
    parts += [f'"{name[:80]}" is no part of it' for name in sorted(found - wanted)]
    return ", ".join(parts[:4]) + (f" and {len(parts) - 4} more" if len(parts) > 4 else "")


def _whole(text: str) -> int:
    if len(text) > 20:
        raise Unreadable("a number in it does not fit into 64 bits")
    return int(text)


def _no_float(text: str) -> Any:
    raise Unreadable(f'"{text[:20]}" is no whole number')
