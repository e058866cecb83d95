"""Guides that are run: the blocks of a page become files, its commands are typed, and what they print must stand there.

The title of a fenced block says what it is. `pack/file.yaml` is a whole file; `..., at the end` is added to it; a `diff`
changes lines of it; what is there `..., for a moment` is taken back before the next file is written. A `console` block
holds commands, what they print and behind `> ` what is typed then, a `pycon` block a session of Python. A line `...`, and a `...` inside a line, stands for
anything.
"""

from __future__ import annotations

import code
import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from bartizan import cli, terminal

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "site" / "pages"
_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]*)\")?[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page: its language, its title and what stands in it."""

    language: str
    title: str
    text: str


def blocks(page: str | Path) -> list[Block]:
    """All fenced blocks of a hand-written page, in order."""
    text = (PAGES / page).read_text(encoding="utf-8")
    return [Block(*match) for match in _BLOCK.findall(text)]


def commands(page: str) -> list[str]:
    """The command lines of a page, in order."""
    text = "".join(block.text for block in blocks(page) if block.language == "console")
    return re.findall(r"^\$ (.+)$", text, re.MULTILINE)


class Guide:
    """One walk through a page, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.console = code.InteractiveConsole()
        self.before: dict[Path, str] = {}  # files that are changed for a moment

    def follow(self, page: str) -> int:
        """Do what the page says, block by block; how many lines of it were run."""
        return sum(self._step(block) for block in blocks(page))

    def set_up(self, page: str) -> None:
        """Write the files of a page, and run nothing of it."""
        for block in blocks(page):
            if block.title:
                self.write(block)
        self.restore()

    def gather(self, page: str, pack: str) -> list[Block]:
        """Put the blocks of a page that belong to a pack below each other; gives the blocks that belong to no file."""
        others = []
        for block in blocks(page):
            if block.title.startswith(f"{pack}/"):
                path = self.folder / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a", encoding="utf-8") as file:
                    file.write(block.text)
            else:
                others.append(block)
        return others

    def _step(self, block: Block) -> int:
        if block.language == "console":
            return self._commands(block.text)
        if block.language == "pycon":
            return self._session(block.text)
        if block.title:
            self.write(block)
        return 0

    # ---- files

    def write(self, block: Block) -> None:
        """Write or change the file that a block's title names."""
        name, _, how = block.title.partition(", ")
        path = self.folder / name
        passing = how == "for a moment"
        if not passing:
            self.restore()
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text("utf-8") if path.exists() else ""
        if passing:
            self.before.setdefault(path, old)
        if block.language == "diff":
            path.write_text(changed(old, block), "utf-8")
        else:
            assert how in ("", "at the end"), block.title
            assert bool(old) or how == "", f"{name} is not there yet"
            path.write_text(old + block.text if how else block.text, "utf-8")

    def restore(self) -> None:
        """Take back what was there for a moment."""
        for path, text in self.before.items():
            path.write_text(text, "utf-8")
        self.before = {}

    # ---- commands

    def _commands(self, text: str) -> int:
        steps = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
        for step in steps:
            command, _, wanted = step.partition("\n")
            typed = re.findall(r"^> (.+)$", wanted, flags=re.MULTILINE)
            _same(self.run(command, typed=typed), wanted, command)
        return len(steps)

    def run(self, line: str, ends: tuple[int, ...] = (0, 1), typed: Sequence[str] = ()) -> str:
        """What a command line prints in the folder, and what is typed behind its prompts.

        The process is ours, so that a page of them is quick.
        """
        words, answers = shlex.split(line), iter(typed)

        def ask(prompt: str) -> str:
            answer = next(answers, None)
            if answer is None:
                raise EOFError
            sys.stdout.write(f"{prompt}{answer}\n")
            return answer

        assert words[0] == "bartizan", line
        printed, complaint = io.StringIO(), io.StringIO()
        with contextlib.ExitStack() as stack:
            stack.enter_context(contextlib.chdir(self.folder))
            stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"}))
            stack.enter_context(mock.patch.object(sys, "argv", words))
            stack.enter_context(mock.patch.object(terminal, "ask", ask))
            stack.enter_context(contextlib.redirect_stdout(printed))
            stack.enter_context(contextlib.redirect_stderr(complaint))
            end = stack.enter_context(pytest.raises(SystemExit))
            cli.main()
        assert end.value.code in ends, f"{line}\n{printed.getvalue()}{complaint.getvalue()}"
        return printed.getvalue()

    def _session(self, text: str) -> int:
        steps = re.split(r"^>>> ", text, flags=re.MULTILINE)[1:]
        for step in steps:
            lines = step.split("\n")
            more = [line for line in lines[1:] if line.startswith("... ")]
            _same(self._python([lines[0], *(line[4:] for line in more)]), "\n".join(lines[1 + len(more) :]), lines[0])
        return len(steps)

    def _python(self, lines: list[str]) -> str:
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            waits = [self.console.push(line) for line in lines]
            if waits[-1]:
                assert not self.console.push(""), lines
        return printed.getvalue()


def changed(text: str, block: Block) -> str:
    """The text with the lines of a diff in the places of those that it takes away."""
    lines = block.text.splitlines(keepends=True)
    assert all(line[0] in " +-" or line == "\n" for line in lines), block.text
    old = "".join(line[1:] if line != "\n" else line for line in lines if line[0] != "+")
    new = "".join(line[1:] if line != "\n" else line for line in lines if line[0] != "-")
    assert text.count(old) == 1, f"stands {text.count(old)} times in {block.title}:\n{old}"
    return text.replace(old, new)


def _same(printed: str, wanted: str, what: str) -> None:
    """What was printed is what stands on the page; `...` is anything."""
    parts = ["(?:.*)" if part == "..." else re.escape(part) for part in _pieces(wanted)]
    assert re.fullmatch("".join(parts), printed, re.DOTALL), f"{what}\n--- on the page:\n{wanted}\n--- is:\n{printed}"


def _pieces(wanted: str) -> Iterator[str]:
    """The text of a block, cut at each `...`; one that has a line of its own takes its line end with it."""
    yield from filter(None, re.split(r"^(\.\.\.)\n|(?<!\.)(\.\.\.)(?!\.)", wanted, flags=re.MULTILINE))


__all__ = ["Block", "Guide", "blocks", "changed", "commands"]
