"""`bartizan check`: every problem of packs, at its place."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from bartizan import report, shelves, targets, tell, terminal
from bartizan.codes import OURS
from bartizan.commands.arguments import Shelves
from bartizan.stop import REFUSED, Refused, finish
from bartizan.tell import Format
from bartizan_engine.problem import Problem, Spot

_Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Packs, or folders with packs; here, if none.", show_default=False),
]


def check(
    paths: _Paths = None,
    format: Annotated[Format, typer.Option(help="With excerpts, a line each, or for programs.")] = Format.FULL,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    packs: Shelves = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Work everything out anew; the problems are the same.")
    ] = False,
) -> None:
    """Find every problem of packs, each at its place.

    Exit code 0: nothing is wrong; 1: there are problems; 2: there was nothing to check.
    """
    roots = _roots(paths or ["."])
    problems = [p for root in roots for p in problems_of(root, packs, keep=not no_cache)]
    tell.problems(problems, tell.sources(*roots), format)
    if format == Format.FULL and not problems:
        for root in roots:
            terminal.say(f"{targets.shown(root)}: no problems", "good")
    if any(p.code == OURS for p in problems):
        raise typer.Exit(REFUSED)
    raise finish(report.fails(problems, strict))


def problems_of(root: Path, packs: Iterable[str] | None = None, keep: bool = True) -> list[Problem]:
    """What the compiler finds in the pack, with paths as they are seen from here.

    If the compiler itself fails, that is a problem of ours at this pack, and other packs are still checked.
    """
    from bartizan_compiler import cache
    from bartizan_compiler.build import check as checked

    folders = shelves.shelves(packs)
    store = cache.of_pack(root) if keep else cache.Cache()
    try:
        _, problems = checked(root, folders, store)
        store.close()
    except Exception as fault:
        if os.environ.get("BARTIZAN_DEBUG"):
            raise
        words = f"Bartizan itself failed: {type(fault).__name__}: {fault}"
        problems = [
            Problem(Spot(targets.FRONT), OURS, words, "please report it; BARTIZAN_DEBUG=1 shows where it happened")
        ]
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
