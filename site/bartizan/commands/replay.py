"""`bartizan replay`: a record is played again, and must end as it did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import playing, scenarios, story, terminal
from bartizan.commands.arguments import Quiet, Target


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `run --record` keeps it.")],
    target: Target,
    quiet: Quiet = False,
) -> None:
    """Play a record again, and prove that it ends the same."""
    record = playing.read_record(file)
    game = playing.game(scenarios.scenario(target, str(record.get("entry") or "")))
    teller = story.Teller(game)
    for state in playing.again(game, record):
        if not quiet:
            terminal.show(teller.news(state))
    terminal.show(story.result(state))
    terminal.say(f"the same state as recorded: {state.hash()}", "good")
