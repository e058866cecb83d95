"""`bartizan schema`: the schemas of a pack, for an editor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, report, targets, tell, terminal
from bartizan.stop import finish


def schema(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="A pack's folder or id.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the schemas.")] = Path(
        "schemas"
    ),
) -> None:
    """Write a pack's own schemas, so that an editor completes and checks this game's records."""
    from bartizan_compiler import models
    from bartizan_compiler.build import check

    root = targets.pack(pack)
    made, problems = check(root)
    if made is None:
        tell.problems(report.rebase(problems, targets.shown(root)))
        raise finish(problems=True)
    for family, document in models.schemas(made.ruleset).items():
        path = output / made.info["id"] / f"{family}.schema.json"
        files.write(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        terminal.say(path.as_posix())
