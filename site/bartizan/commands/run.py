"""`bartizan run`: bots play to the end, and you read what happened."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, playing, story, terminal
from bartizan.commands.arguments import Entry, Everything, Options, Quiet, Shelves, Target, whole

_Record = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the answers for a replay.", show_default=False)
]


def run(
    target: Target,
    bots: Annotated[
        str,
        typer.Option(metavar="random|greedy[:N]|mcts[:N]", help="Who plays, and how many playouts it makes to think."),
    ] = "random",
    seed: Annotated[int, typer.Option(parser=whole(0), metavar="N", help="The number that all chance comes from.")] = 1,
    players: Annotated[int, typer.Option(parser=whole(0), metavar="N", help="How many play; as few as may, if 0.")] = 0,
    option: Options = None,
    entry: Entry = "",
    record: _Record = None,
    quiet: Quiet = False,
    everything: Everything = False,
    packs: Shelves = None,
) -> None:
    """Let bots play a game, and tell what happened."""
    from bartizan_engine import bots as players_of
    from bartizan_engine import record as records

    if record:
        files.refuse(record)
    bot = playing.bot(bots, seed)
    game = playing.game(target, entry, packs)
    with playing.told(game, target):
        state = playing.start(game, seed, players or None, option or [])
        try:
            players_of.play(state, bot)
        finally:
            if not quiet:
                terminal.show(story.story(game, state, everything))
        terminal.show([story.result(state)])
        if record:
            files.store(record, records.record(state) + "\n")
