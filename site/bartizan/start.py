"""Start the command: run what was typed, and tell what went wrong with it in our words.

Exit codes: 0 clean, 1 problems found (or nobody reads on), 2 a wrong command line, a place that cannot be written, or a
fault of ours; 130 if it was stopped.

Most of the time `check` is typed with packs and little else, again and again, often by an editor. Such a line is read
here: the library that reads all others takes longer to import than a check of what is known.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from bartizan import terminal
from bartizan.codes import OURS
from bartizan.stop import CLEAN, PROBLEMS, REFUSED, Refused
from bartizan.tell import Format
from bartizan_engine import reading

_RARELY = (
    100_000,
    20,
    100,
)  # objects until Python looks for circles: nearly all that a check makes stays until its end


class Plain(NamedTuple):
    """A plain `check`."""

    paths: list[str]
    strict: bool
    format: Format


def plain(words: Sequence[str]) -> Plain | None:
    """What is typed, if it is `check` with packs, `--strict` and `--format`; None if anything else is among it."""
    if list(words[:1]) != ["check"] or os.environ.get("BARTIZAN_SITE") or sys.platform == "win32":
        return None  # on Windows, patterns in paths are the program's to fill in
    found = Plain([], False, Format.FULL)
    left = list(words[:0:-1])
    while left:
        word = left.pop()
        if word == "--format" and left and left[-1] in tuple(Format):
            found = found._replace(format=Format(left.pop()))
        elif word == "--strict":
            found = found._replace(strict=True)
        elif word.startswith("-") or not word:
            return None
        else:
            found.paths.append(word)
    return found


def main() -> None:
    """Run the command line; nothing that a person wrote ends in a traceback."""
    gc.set_threshold(*_RARELY)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # what is installed beside us has no say in a check
    terminal.prepare()
    try:
        code = _run()
        terminal.flush()
    except BrokenPipeError:  # who reads has enough
        terminal.silence()
        code = PROBLEMS
    except OSError as error:
        terminal.silence()
        code = REFUSED
        with contextlib.suppress(OSError):
            terminal.refuse(_typed(), f"what is said cannot be written: {reading.said(error)}")
    sys.exit(code)


def _run() -> int:
    """The exit code of the verb that was typed.

    Raises:
        OSError: nothing more can be said. Such an error has no file name; those of files do.
    """
    try:
        typed = plain(sys.argv[1:])
        if typed is not None:
            return _check(typed)
        from bartizan import cli

        cli.app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else REFUSED if end.code else CLEAN
    except Refused as refusal:
        terminal.refuse(_typed(), refusal.message, refusal.hint)
    except Exception as fault:
        if isinstance(fault, OSError) and fault.filename is None:
            raise
        _own(fault)
    return REFUSED


def _typed() -> str:
    """The verb that was typed, as the beginning of a message."""
    verbs = [word for word in sys.argv[1:] if not word.startswith("-")]
    return f"bartizan {verbs[0]}" if verbs else "bartizan"


def _own(fault: Exception) -> None:
    if os.environ.get("BARTIZAN_DEBUG"):
        raise fault
    terminal.refuse(
        _typed(),
        f"[{OURS}] Bartizan itself failed: {type(fault).__name__}: {fault}",
        "this is our fault; please report it with the command line and the file that caused it "
        "(BARTIZAN_DEBUG=1 shows where it happened)",
    )


def _check(typed: Plain) -> int:
    from bartizan import checking

    return checking.once(typed.paths or ["."], checking.Wanted(typed.strict), typed.format)
