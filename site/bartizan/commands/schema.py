"""`bartizan schema`: the schemas of a pack, for an editor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, shelves, targets, tell
from bartizan.commands.arguments import Pack, Shelves
from bartizan.stop import finish

_Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the schemas.")]


def schema(pack: Pack, output: _Output = Path("schemas"), packs: Shelves = None) -> None:
    """Write the schemas of a pack, for your editor.

    With them an editor completes and checks this game's own units, cards and missions.
    """
    from bartizan_compiler import models
    from bartizan_compiler.build import check

    root = targets.pack(pack)
    made, problems = check(root, shelves.shelves(packs))
    if made is None:
        tell.of_pack(root, problems)
        raise finish(problems=True)
    for name, document in models.schemas(made).items():
        path = output / name
        files.store(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
