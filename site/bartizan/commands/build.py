"""`bartizan build`: compiled scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, scenarios, targets, tell
from bartizan.commands.arguments import Entry, Shelves
from bartizan.stop import Refused

_Pack = Annotated[str, typer.Argument(metavar="PACK[:MISSION]", help="A pack's folder or id, and one of its missions.")]
_Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the scenarios.")]


def build(pack: _Pack, output: _Output = Path("build"), entry: Entry = "", packs: Shelves = None) -> None:
    """Compile missions to scenario files.

    A scenario is one file with everything that playing it needs; without a MISSION, each mission becomes one.
    """
    target = targets.target(pack)
    if target.scenario:
        raise Refused(f'"{pack}" is compiled already', "name the pack that it was compiled from")
    made, problems = scenarios.compiled(target, entry, packs)
    tell.problems(problems, tell.sources(target.path))
    if not made:
        raise Refused(f'nothing to build: the pack "{pack}" has no mission')
    for name, scenario in made.items():
        path = output / f"{name}.scenario.json"
        files.store(path, _text(scenario))


def _text(scenario: scenarios.Scenario) -> str:
    from bartizan_engine import canon

    return canon.dumps(scenario) + "\n"
