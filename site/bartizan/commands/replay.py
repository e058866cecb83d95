"""`bartizan replay`: a record is played again, and must end as it did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, playing, story, terminal
from bartizan.commands.arguments import Entry, Everything, Quiet, Shelves, Target


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `run --record` keeps it.")],
    target: Target,
    entry: Entry = "",
    quiet: Quiet = False,
    everything: Everything = False,
    packs: Shelves = None,
) -> None:
    """Play a record again, and prove that it ends the same."""
    from bartizan_engine import record

    text = files.read(file)
    game = playing.game(target, entry, packs)
    if "campaign" in game.scenario:
        from bartizan import campaigning
        from bartizan_engine import campaign_record

        with playing.told(game, target, file.as_posix()):
            played = campaign_record.replay(game, text)
        terminal.show(campaigning.status(played))
        terminal.say(f"the same state as recorded: {played.hash()}", "good")
        return
    with playing.told(game, target, file.as_posix()):
        state = record.replay(game, text)
    if not quiet:
        terminal.show(story.story(game, state, everything))
    terminal.show([story.result(state)])
    terminal.say(f"the same state as recorded: {state.hash()}", "good")
