"""`bartizan map`: a map as a picture, or as a file for Tiled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bartizan import files, report, shelves, targets, tell, terminal
from bartizan.commands.arguments import Pack, Shelves
from bartizan.stop import Refused, finish
from bartizan_engine.problem import suggest

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid
    from bartizan_engine.declared import Board

_Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="The picture (.svg), or a file for Tiled (.tmj); MAP.svg, if none."
    ),
]
_Cover = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, help="Write on cells from how many they are reached within N.", show_default=False
    ),
]


def map(
    pack: Pack,
    name: Annotated[str, typer.Argument(metavar="MAP", help="The id of one of its maps.")],
    output: _Output = None,
    cover: _Cover = 0,
    proofs: Annotated[bool, typer.Option("--proofs", help="Tell what is proven of the map as well.")] = False,
    packs: Shelves = None,
) -> None:
    """Draw a map as a picture, or write it for Tiled.

    The picture shows the cells and what they are, the roads, the exits, and where ways divide. A file of Tiled (.tmj)
    comes with a picture of its tiles (.png); the map's record can name it in place of its grid.
    """
    from bartizan import picture, proven
    from bartizan_compiler import graph
    from bartizan_compiler.build import check

    root = targets.pack(pack)
    made, problems = check(root, shelves.shelves(packs))
    if made is None or name not in made.maps:
        if made is None or report.fails(problems):
            tell.of_pack(root, problems)
            raise finish(problems=True)
        known = ", ".join(sorted(made.maps))
        raise Refused(f'the pack has no map "{name}"', suggest(name, made.maps) or f"there is: {known}")
    path = output or Path(f"{name}.svg")
    board = made.ruleset.board
    if board is None:
        raise Refused("the pack declares no board, so its maps have nothing to show")
    if path.suffix.lower() == ".tmj":
        _paint(made.maps[name], board, path)
        return
    found = proven.prove(made, name) if cover or proofs else None
    counts: dict[str, int] = {}
    if cover:
        if found is None or found.coverage is None:
            raise Refused("nothing says what covers this map", "the ruleset's board declares it under cover")
        counts = {found.grid.cells[cell].name: count for cell, count in found.coverage.counts(cover).items()}
    tables, weights = graph.tables(made.maps[name], board), proven.weights(made)
    drawn = picture.picture(tables, board, coverage=counts, heading=True, weights=weights)
    files.store(path, drawn)
    for line in proven.lines(found) if proofs and found is not None else ():
        terminal.say(line)


def _paint(grid: Grid, board: Board, path: Path) -> None:
    """Write the map for Tiled, the picture of its tiles beside it, and say how the record goes on."""
    from bartizan import tiled_map

    if not tiled_map.fits(grid.layout):
        hint = "it has hexes in odd or even rows or columns, and squares"
        raise Refused(f'Tiled has no maps of the layout "{grid.layout}"', hint)
    made = tiled_map.painting(grid, board, path.with_suffix(".png").name)
    files.store(path, made.text)
    files.store(path.with_suffix(".png"), made.picture)
    terminal.say(f'Put both beside the map\'s record, and write there in place of its grid: "tiled: {path.name}".')
    if made.legend:
        terminal.say("And in place of its legend and marks:")
        terminal.say(made.legend.rstrip())
