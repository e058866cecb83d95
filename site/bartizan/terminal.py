"""The one place that writes to the terminal: lines with styles, coloured for a person, plain for a pipe.

Colours come out on a terminal or under FORCE_COLOR, never under NO_COLOR or on a dumb terminal. What cannot be written
in the terminal's encoding is written as an escape, so that no text can stop a command.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from bartizan import report
from bartizan.excerpt import clean
from bartizan.report import Line, Piece

ROOM = 120  # cells of a line where nobody says how wide the screen is
STYLES = {
    "path": "bold",
    "message": "bold",
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "help": "bold green",
    "good": "green",
    "gutter": "blue",
    "dim": "dim",
    "title": "bold underline",
}


def prepare() -> None:
    """Let no character stop us; a terminal that cannot show it gets its escape."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a shell can close it
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def flush() -> None:
    """Say now what has been written; what goes wrong with that is not left to the end of the program.

    Raises:
        OSError: nobody reads it, or the disk is full.
    """
    sys.stdout.flush()
    sys.stderr.flush()


def silence() -> None:
    """Let what is still to be written go nowhere, so that the end of the program does not try again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def colours(stream: TextIO) -> bool:
    """Whether styles are wanted on this stream."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def room() -> int:
    """How many cells a line may take."""
    return max(shutil.get_terminal_size((ROOM, 24)).columns, 40) if sys.stdout.isatty() else ROOM


def show(lines: Iterable[Line], error: bool = False) -> None:
    """Write the lines, coloured where that is wanted."""
    stream = sys.stderr if error else sys.stdout
    if not colours(stream):
        stream.write(report.plain(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, highlight=False, markup=False, emoji=False)
    for line in lines:
        console.print(Text.assemble(*((p.text, STYLES.get(p.style, "")) for p in line)), soft_wrap=True)


def say(text: str = "", style: str = "") -> None:
    """Write one line of text."""
    show([[Piece(text, style)]])


def ask(prompt: str) -> str:
    """A line that is typed at a prompt, with the keys for editing that the system has.

    Raises:
        EOFError: nothing more will be typed.
    """
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrows and history; not every system has it
    return input(prompt)


def clear() -> None:
    """Empty the screen, also what can be scrolled back to; where it is no screen, say nothing."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")


def write(text: str) -> None:
    """Write a document as it is: what another program reads."""
    sys.stdout.write(text)


def warn(verb: str, message: str) -> None:
    """Say on the error stream what is odd about something that was done all the same."""
    show([[Piece(f"{verb}: "), Piece("warning", "warning"), Piece(f": {clean(message)}")]], error=True)


def refuse(verb: str, message: str, hint: str = "") -> None:
    """Say on the error stream why a command did not do what was typed."""
    lines: list[Line] = [[Piece(f"{verb}: "), Piece("error", "error"), Piece(f": {clean(message)}")]]
    if hint:
        lines.append([Piece("  = "), Piece("help", "help"), Piece(f": {clean(hint)}")])
    show(lines, error=True)
