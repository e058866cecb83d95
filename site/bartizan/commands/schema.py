"""`bartizan schema`: the schemas of a pack, for an editor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, report, targets, tell, terminal
from bartizan.commands.arguments import Pack
from bartizan.stop import finish

_Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the schemas.")]


def schema(pack: Pack, output: _Output = Path("schemas")) -> None:
    """Write the schemas of a pack, for your editor.

    With them an editor completes and checks this game's own units, cards and missions.
    """
    from bartizan_compiler import schemas
    from bartizan_compiler.build import check
    from bartizan_compiler.models import Models

    root = targets.pack(pack)
    made, problems = check(root)
    if made is None:
        tell.problems(report.rebase(problems, targets.shown(root)))
        raise finish(problems=True)
    models = Models(made.ruleset, tuple(made.info["players"]))
    found = schemas.fixed() | schemas.of_pack(made.info["id"], made.info["title"], models)
    for name, document in sorted(found.items()):
        files.write(output / name, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        terminal.say((output / name).as_posix())
