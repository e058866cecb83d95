"""`bartizan fmt`: one layout for the files of packs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from bartizan import files, report, targets, tell, terminal
from bartizan.codes import OURS, severity
from bartizan.stop import REFUSED, Refused, finish
from bartizan_engine.problem import Problem, Spot

_Paths = Annotated[list[str], typer.Argument(metavar="PATH", help="Packs, folders with packs, or files of packs.")]
_Check = Annotated[bool, typer.Option("--check", help="Change nothing: list the files that are laid out otherwise.")]


class _File(NamedTuple):
    """A file of a pack: the pack's folder, and the path in it."""

    root: Path
    path: str

    @property
    def shown(self) -> str:
        return targets.shown(self.root / self.path)


def fmt(paths: _Paths, check: _Check = False) -> None:
    """Lay out the files of packs, comments and order kept.

    Of YAML the indents, quotes, line ends and the first line, which names the schema; of rules the ends of lines. What
    a file says stays the same; one with errors is told and left as it is. Exit code 1: there were such files, or with
    --check files that are laid out otherwise.
    """
    choice = _Choice()
    refusals: list[Refused] = []
    for text in paths:
        try:
            choice.add(text)
        except Refused as why:
            refusals.append(why)
    changed, problems = [], list(choice.problems)
    for file in sorted(choice.files.values()):
        new, told = _laid_out(file)
        problems += told
        if new is not None and new.encode() != (file.root / file.path).read_bytes():
            changed.append(file)
            if not check:
                files.write(file.root / file.path, new)
    _say(changed, problems, choice, check)
    for refusal in refusals:
        terminal.refuse("bartizan fmt", refusal.message, refusal.hint)
    if refusals or any(one.code == OURS for one in problems):
        raise typer.Exit(REFUSED)
    raise finish(bool(problems) or (check and bool(changed)))


def _say(changed: list[_File], problems: list[Problem], choice: _Choice, check: bool) -> None:
    if problems:
        tell.problems(problems, tell.sources(*choice.roots))
        terminal.say("files with errors are left as they are")
    for text in choice.others:
        terminal.say(f"{text}: no file of a pack, left as it is", "dim")
    for file in changed:
        terminal.say(file.shown)
    good = len(choice.files) - len(changed) - len({one.spot.path for one in problems} & choice.shown())
    if changed:
        terminal.say(f"{_number(len(changed), 'to lay out' if check else 'laid out')}, {good} as they should be")
    elif good:
        terminal.say(_number(good, "as it should be" if good == 1 else "as they should be"), "good")


def _number(count: int, what: str) -> str:
    return f"{count} {'file' if count == 1 else 'files'} {what}"


def _laid_out(file: _File) -> tuple[str | None, list[Problem]]:
    """The new text of a file, or the errors for which it has none."""
    from bartizan import modelines
    from bartizan_compiler import layout

    data = (file.root / file.path).read_bytes()
    try:
        if file.path.endswith(".star"):
            new, problems = layout.rules(file.path, data)
        else:
            schema = modelines.schema(file.root, file.path, data.decode("utf-8-sig", "replace"))
            new, problems = layout.yaml(file.path, data, schema)
    except layout.Changed:
        said = "laid out anew, the file would not say the same"
        new, problems = None, [Problem(Spot(file.path), OURS, said, "it is left as it is; please report it")]
    told = [one for one in problems if severity(one.code) == "error"] if new is None else []
    return new, report.rebase(told, targets.shown(file.root))


# ---------------------------------------------------------------- which files


class _Choice:
    """The files that are meant, each once; those that were named and belong to no pack; what could not be read."""

    def __init__(self) -> None:
        self.files: dict[Path, _File] = {}
        self.others: list[str] = []
        self.problems: list[Problem] = []
        self.roots: dict[Path, list[str]] = {}  # what the compiler reads of each pack

    def shown(self) -> set[str]:
        """The files as they are shown."""
        return {file.shown for file in self.files.values()}

    def add(self, text: str) -> None:
        """Add what was typed: a file of a pack, a pack, or a folder inside or above packs.

        Raises:
            Refused: nothing of that name is there, or no pack is in the folder.
        """
        path = Path(text)
        if not path.exists():
            raise Refused(f'there is no file or folder "{text}"')
        whole = path.is_dir()
        meant = [file for root in targets.packs_below(text) for file in self._inside(root, path.resolve(), whole)]
        if whole and not meant:
            raise Refused(f'nothing to lay out: no pack in "{text}" or below', "a pack is a folder with a pack.yaml")
        if not meant:
            self.others.append(text)
        for file in meant:
            self.files.setdefault((file.root / file.path).resolve(), file)

    def _inside(self, root: Path, place: Path, whole: bool) -> Iterator[_File]:
        """The files of a pack that are the place, or lie below it."""
        for path in self._of_pack(root, whole):
            there = (root / path).resolve()
            if there == place or (whole and there.is_relative_to(place)):
                yield _File(root, path)

    def _of_pack(self, root: Path, whole: bool) -> list[str]:
        """All files that the compiler reads of a pack; where a whole pack is meant, what it cannot read is told."""
        from bartizan_compiler import pack

        if root not in self.roots:
            read, problems = pack.read(root)
            self.roots[root] = [] if read is None else [*read.yaml, *(path for path, _ in read.rules)]
            if whole:
                told = [one for one in problems if severity(one.code) == "error"]
                self.problems += report.rebase(told, targets.shown(root))
        return self.roots[root]
