"""`bartizan check`: every problem of packs, at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import report, targets, tell, terminal
from bartizan.stop import Refused, finish
from bartizan.tell import Format
from bartizan_engine.problem import Problem


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", help="Packs, or folders with packs; here, if you name none.", show_default=False
        ),
    ] = None,
    format: Annotated[Format, typer.Option(help="With excerpts, a line each, or for programs.")] = Format.FULL,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
) -> None:
    """Find every problem of packs, each at its place.

    Exit code 0: nothing is wrong; 1: there are problems; 2: there was nothing to check.
    """
    roots = _roots(paths or ["."])
    problems = [p for root in roots for p in problems_of(root)]
    tell.problems(problems, format)
    if format == Format.FULL and not problems:
        for root in roots:
            terminal.say(f"{targets.shown(root)}: no problems", "good")
    raise finish(report.fails(problems, strict))


def problems_of(root: Path) -> list[Problem]:
    """What the compiler finds in the pack, with paths as they are seen from here."""
    from bartizan_compiler.build import check as checked

    _, problems = checked(root)
    return report.rebase(problems, targets.shown(root))


def _roots(paths: list[str]) -> list[Path]:
    found: dict[Path, Path] = {}
    for text in paths:
        packs = targets.packs_below(text)
        if not packs:
            raise Refused(f'nothing to check: no pack.yaml in "{text}" or below', "a pack is a folder with a pack.yaml")
        for pack in packs:
            found.setdefault(pack.resolve(), pack)
    return list(found.values())
