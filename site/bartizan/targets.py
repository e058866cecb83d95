"""What people type to name a pack, a mission or a scenario, and what it stands for.

A PACK is a folder with a pack.yaml, or the id of a shipped pack. A TARGET is a compiled scenario, or PACK[:MISSION].
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from bartizan import shipped
from bartizan.stop import Refused
from bartizan_engine.problem import suggest

FRONT = "pack.yaml"


class Target(NamedTuple):
    """A scenario file, or a pack with the mission that was named ("" if none was)."""

    path: Path
    mission: str
    scenario: bool


def pack(text: str) -> Path:
    """The folder of the pack that is named by its path or by its id.

    Raises:
        Refused: it is neither.
    """
    path = Path(text)
    if path.name == FRONT and path.is_file():
        return path.parent
    if path.is_dir():
        if (path / FRONT).is_file():
            return path
        raise Refused(f'the folder "{text}" is no pack: it has no {FRONT}', _inside(path))
    if path.exists():
        raise Refused(f'"{text}" is no pack', "a pack is a folder with a pack.yaml; name it by its path or its id")
    known = packs_that_come()
    if text in known:
        return known[text]
    _there(path, text)
    names = [*known, *(p.parent.as_posix() for p in Path().glob(f"*/{FRONT}"))]
    raise Refused(f'there is no pack "{text}"', suggest(text, names) or _listed("packs that come with Bartizan", known))


def target(text: str) -> Target:
    """The scenario, or the pack and mission, that the text names.

    Raises:
        Refused: nothing of that name is there.
    """
    path = Path(text)
    if path.exists() and not path.is_dir() and path.name != FRONT:
        if path.is_file() and path.suffix != ".json":
            raise Refused(
                f'"{text}" is no compiled scenario', "name a *.scenario.json, or a pack and its mission: PACK:MISSION"
            )
        return Target(path, "", scenario=True)
    if path.exists() or ":" not in text:
        return Target(pack(text), "", scenario=False)
    name, _, mission = text.rpartition(":")
    if Path(name).is_file() and Path(name).suffix == ".json":
        raise Refused(f'"{name}" is compiled already, so it has no missions to choose from', f"write it as {name}")
    return Target(pack(name), mission, scenario=False)


def _there(path: Path, text: str) -> None:
    """Refuse what is written as a file and is not there: the same words for every verb."""
    if path.suffix in (".json", ".yaml", ".star"):
        raise Refused(f'there is no file "{text}"')


def packs_below(text: str) -> list[Path]:
    """The packs that a path stands for: the pack around a file or folder, or else all packs below a folder."""
    path = Path(text)
    if not path.exists():
        return [pack(text)]
    for folder in [path, *path.absolute().parents]:
        if (folder / FRONT).is_file():
            return [folder if folder == path or path.is_absolute() else _relative(folder)]
    return sorted(found.parent for found in _fronts(path))


def shown(path: Path) -> str:
    """A path as the person gave it, with forward slashes."""
    return path.as_posix()


def packs_that_come() -> dict[str, Path]:
    """The packs that come with Bartizan by their ids: as paths from here, where they lie below."""
    return {id: _relative(path) for id, path in shipped.packs().items()}


def _relative(path: Path) -> Path:
    absolute, here = path.absolute(), Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) else path


def _fronts(path: Path) -> list[Path]:
    """Every pack.yaml below; folders that begin with a dot and links are not entered."""
    found: list[Path] = []
    for folder, inner, names in os.walk(path, followlinks=False):
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        if FRONT in names:
            found.append(Path(folder) / FRONT)
            inner.clear()
    return found


def _inside(path: Path) -> str:
    return _listed("packs in it", {p.parent.name: p for p in path.glob(f"*/{FRONT}")})


def _listed(what: str, names: dict[str, Path]) -> str:
    return f"{what}: {', '.join(sorted(names))}" if names else ""
