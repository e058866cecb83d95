"""`bartizan new`: a pack, a mission or a map to begin with, that checks and plays from the first moment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bartizan import files, report, shelves, targets, tell, terminal
from bartizan.commands.arguments import Shelves
from bartizan.stop import Refused, finish
from bartizan_engine.problem import Problem, suggest

if TYPE_CHECKING:
    from bartizan.trial import Trial
    from bartizan_compiler.link import Pack
    from bartizan_engine.declared import Kind

STARTER = Path(__file__).resolve().parent.parent / "starter"

TRY = "a-try"  # the mission that a new map is played with
NO_MISSION = "BZ601"  # is wrong with a pack that has none, until it has one
WHICH_MISSION = "BZ604"  # is wrong with examples that do not say it once there are several

_Name = Annotated[str, typer.Argument(metavar="NAME", help="Its id: lower-case letters, digits and hyphens.")]
_In = Annotated[str, typer.Option("--in", metavar="PACK", help="The pack that it is for; the one here, if none.")]
_Folder = Annotated[Path, typer.Option("--in", metavar="DIR", help="The folder that the pack's folder is made in.")]
_Map = Annotated[str, typer.Option("--map", metavar="MAP", help="The map to play it on.", show_default=False)]
_Kind = Annotated[str, typer.Option(metavar="KIND", help="Its kind, where there are several.", show_default=False)]


def pack(name: _Name, folder: _Folder = Path()) -> None:
    """Begin a pack: a small game that is complete and can be played, to change step by step.

    It comes with a board, a die, units, a mission and worked examples, and with the schemas that an editor reads.
    No file is ever overwritten.
    """
    from bartizan import modelines, trial

    _check_name(name, "pack")
    root = folder / name
    if root.is_symlink() or (root.exists() and (not root.is_dir() or any(root.iterdir()))):
        raise Refused(f'"{targets.shown(root)}" is there already', "choose another name, or another folder with --in")
    papers = {}
    for path in sorted(one for one in STARTER.rglob("*") if one.suffix in (".yaml", ".star")):
        inside = path.relative_to(STARTER).as_posix()
        text = path.read_text(encoding="utf-8")
        papers[inside] = _laid_out(root, inside, _renamed(text, name) if inside == targets.FRONT else text, name)
    for inside, text in papers.items():
        files.write(root / inside, text)
    made = trial.Trial(root, shelves.shelves(None)).made
    assert made is not None
    home = modelines.home_of(root)
    _schemas(made, home)
    for inside in papers:  # all is there before anything is said, so that nobody who stops reading has half a pack
        terminal.say((root / inside).as_posix())
    terminal.say(f"{Path(os.path.relpath(home)).as_posix()}: schemas for your editor")
    shown = targets.shown(root)
    _hint(f"bartizan check {shown}", f"bartizan run {shown}", f"bartizan new mission NAME --in {shown}")


def mission(name: _Name, of: _In = "", map: _Map = "", kind: _Kind = "", packs: Shelves = None) -> None:
    """Begin a mission of a pack, with all that this game asks of one.

    It follows a mission that the pack has, if it can, and is checked and played before it is written. No file is ever
    overwritten.
    """
    from bartizan import drafts

    root = _pack(of)
    try_, made = _opened(root, packs)
    of_kind = _mission_kind(made, kind)
    path = _path(root, made, "missions", name, of_kind.name)
    if map and map not in made.maps:
        raise Refused(f'the pack has no map "{map}"', suggest(map, made.maps) or f"bartizan new map {map} --in {root}")
    best: list[Problem] | None = None
    for draft in drafts.missions(made, of_kind, name, map):
        text = _laid_out(root, path, draft.text, made.info["id"])
        _, problems = try_.of({path: text}, name)
        if not problems:
            files.store(root / path, text)
            shown = targets.shown(root)
            _rest(root, try_, packs)
            _hint(f"bartizan check {shown}", f"bartizan run {shown}:{name}")
            return
        best = problems if best is None or len(problems) < len(best) else best
    raise _without(root, "mission", best or [])


def map(name: _Name, of: _In = "", packs: Shelves = None) -> None:
    """Begin a map of a pack: a road with all that the game's board asks for.

    It is checked, and played with a mission like those of the pack, before it is written. No file is ever overwritten.
    """
    from bartizan import drafts

    root = _pack(of)
    try_, made = _opened(root, packs)
    path = _path(root, made, "maps", name, "map")
    if made.ruleset.board is None:
        raise Refused("the game has no board, so it needs no maps", "a board is declared in ruleset.yaml")
    best: list[Problem] | None = None
    for draft in drafts.maps(made, name):
        text = _laid_out(root, path, draft.text, made.info["id"])
        problems = _played_on(try_, made, {path: text}, name)
        if not problems:
            files.store(root / path, text)
            shown = targets.shown(root)
            _hint(f"bartizan map {shown} {name}", f"bartizan new mission NAME --in {shown} --map {name}")
            return
        best = problems if best is None or len(problems) < len(best) else best
    raise _without(root, "map", best or [])


def _played_on(try_: Trial, made: Pack, paper: Mapping[str, str], map: str) -> list[Problem]:
    """What is wrong with a map by itself, and then with every mission that could be played on it."""
    from bartizan import drafts

    grown, problems = try_.of(paper)
    if problems or grown is None:
        return problems
    for kind in _mission_kinds(made):
        for draft in drafts.missions(grown, kind, TRY, map):
            _, problems = try_.of({**paper, f"missions/{TRY}.yaml": draft.text}, TRY)
            if not problems:
                return []
    return problems


# ---------------------------------------------------------------- what is asked of the words that were typed


def _check_name(name: str, what: str) -> None:
    """Refuse what can be no id.

    Raises:
        Refused: with what was probably meant.
    """
    from bartizan_compiler import scalars
    from bartizan_compiler.scalars import DEVICES

    if name in DEVICES:
        raise Refused(f'"{name}" is no name for a file on Windows', f'did you mean "{name}-{what}"?')
    if scalars.is_id(name):
        return
    path = Path(name)
    if what == "pack" and len(path.parts) > 1 and scalars.is_id(path.name):
        raise Refused(f'"{name}" is no name', f"bartizan new pack {path.name} --in {path.parent.as_posix()}")
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    better = re.sub(r"[^a-z0-9]+", "-", parted).strip("-").lstrip("-0123456789")[:64]
    rule = "an id begins with a letter, and has lower-case letters, digits and hyphens"
    if scalars.is_id(f"{better}-{what}") and (better in DEVICES or not scalars.is_id(better)):  # `no` and the like
        better = f"{better}-{what}"
    raise Refused(f'"{name}" is no id', f'did you mean "{better}"?' if scalars.is_id(better) else rule)


def _pack(text: str) -> Path:
    """The folder of the pack that is meant.

    Raises:
        Refused: it is none, or nothing was said and we are in none.
    """
    if text:
        return targets.pack(text)
    for folder in (Path(), *Path.cwd().parents):
        if (folder / targets.FRONT).is_file():
            return folder
    raise Refused("no pack is around here", "name one: --in PACK")


def _opened(root: Path, packs: Iterable[str] | None) -> tuple[Trial, Pack]:
    """The pack, if it has no errors.

    Raises:
        typer.Exit: it has; they are told.
    """
    from bartizan import trial
    from bartizan_compiler.build import severe

    try_ = trial.Trial(root, shelves.shelves(packs))
    wrong = [
        problem for problem in try_.problems if severe(problem) and problem.code not in (NO_MISSION, WHICH_MISSION)
    ]
    if try_.made is None or wrong:
        tell.of_pack(root, wrong or try_.problems)
        terminal.say("nothing is written: first mend what is there")
        raise finish(problems=True)
    return try_, try_.made


def _path(root: Path, made: Pack, folder: str, name: str, kind: str) -> str:
    """Where the new file goes.

    Raises:
        Refused: the name is none, or there is such a record or file.
    """
    _check_name(name, folder.removesuffix("s"))
    path = f"{folder}/{name}.yaml"
    if made.record(kind, name) is not None:
        raise Refused(f'the pack has a {folder.removesuffix("s")} "{name}" already', "choose another name")
    if os.path.lexists(root / path):
        raise Refused(f'"{targets.shown(root / path)}" is there already', "choose another name")
    return path


def _mission_kinds(made: Pack) -> list[Kind]:
    return [kind for kind in made.ruleset.kinds.values() if kind.family == "mission"]


def _mission_kind(made: Pack, name: str) -> Kind:
    kinds = {kind.name: kind for kind in _mission_kinds(made)}
    if not kinds:
        raise Refused("the game has no missions", "a kind of the family mission is declared in ruleset.yaml")
    if name and name not in kinds:
        raise Refused(f'there is no kind of mission "{name}"', suggest(name, kinds) or f"there is: {', '.join(kinds)}")
    return kinds[name] if name else next(iter(kinds.values()))


# ---------------------------------------------------------------- what is written


def _renamed(text: str, name: str) -> str:
    """The front page of the pack that all begin with, for a pack of another name."""
    from bartizan import drafts

    text = re.sub(r"^id: .*$", f"id: {name}", text, flags=re.MULTILINE)
    return re.sub(r"^title: .*$", f"title: {drafts.title(name)}", text, flags=re.MULTILINE)


def _laid_out(root: Path, path: str, text: str, id: str) -> str:
    """The text in its layout, its first line naming the schema."""
    from bartizan import modelines
    from bartizan_compiler import layout

    if path.endswith(".star"):
        return text
    made, problems = layout.yaml(path, text.encode(), modelines.schema(root, path, "", id))
    assert made is not None, problems
    return made


def _schemas(made: Pack, home: Path) -> None:
    """Write those of the pack's schemas that are not there yet."""
    from bartizan_compiler import models

    for name, document in models.schemas(made).items():
        if not os.path.lexists(home / name):
            files.write(home / name, json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def _rest(root: Path, before: Trial, packs: Iterable[str] | None) -> None:
    """Tell what the new mission makes wrong elsewhere: examples that do not say which of two missions they are set in.

    Raises:
        typer.Exit: there is such a thing.
    """
    from bartizan import trial

    now = trial.Trial(root, shelves.shelves(packs))
    problems = [one for one in now.problems if trial.told(one) not in before.known]
    if report.fails(problems):
        tell.of_pack(root, problems)
        terminal.say("the mission is written; now the pack has several, and what is told above needs your hand")
        raise finish(problems=True)


def _hint(*commands: str) -> None:
    terminal.say()
    terminal.say("Go on with:", "dim")
    for command in commands:
        terminal.say(f"  {command}", "dim")


def _without(root: Path, what: str, problems: list[Problem]) -> typer.Exit:
    """The end of a command whose drafts all failed; what is wrong with the best of them is told."""
    tell.problems(report.rebase(problems, targets.shown(root)), lambda _: None)
    terminal.say(f"nothing is written: no {what} could be made that passes; the problems are those of the best one")
    return finish(problems=True)
