"""`bartizan test`: a pack's worked examples are run."""

from __future__ import annotations

from typing import Annotated

import typer

from bartizan import report, shelves, targets, tell, terminal
from bartizan.commands.arguments import Pack, Quiet, Shelves
from bartizan.stop import Refused, finish

_Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="ID", help="Run these examples only.", show_default=False)
]


def test(pack: Pack, only: _Only = None, quiet: Quiet = False, packs: Shelves = None) -> None:
    """Run a pack's worked examples."""
    from bartizan_compiler import examples
    from bartizan_compiler.build import check

    root = targets.pack(pack)
    made, problems = check(root, shelves.shelves(packs))
    if made is None or report.fails(problems):
        tell.of_pack(root, problems)
        raise finish(problems=True)
    wanted = _wanted([record.id for record in made.records.get("example", [])], only or [], pack)
    held, failed, told = 0, 0, []
    for outcome in examples.run(made, wanted):
        if outcome.problems:
            failed += 1
            told += outcome.problems
        else:
            held += 1
            if not quiet:
                terminal.say(f"ok  {outcome.name}")
    tell.of_pack(root, told)
    terminal.say(_summary(held, failed), "error" if failed else "good")
    raise finish(bool(failed))


def _wanted(ids: list[str], only: list[str], pack: str) -> list[str]:
    unknown = [id for id in only if id not in ids]
    if unknown:
        raise Refused(f'the pack has no example "{unknown[0]}"')
    if not ids:
        raise Refused(f'nothing to test: the pack "{pack}" has no examples')
    return only or ids


def _summary(held: int, failed: int) -> str:
    holds = "1 example holds" if held == 1 else f"{held} examples hold"
    return f"{holds}, {failed} {'fails' if failed == 1 else 'fail'}"
