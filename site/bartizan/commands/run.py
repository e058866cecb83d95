"""`bartizan run`: bots play to the end, and you read what happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bartizan import files, playing, story, terminal
from bartizan.commands.arguments import Entry, Everything, Options, Quiet, Shelves, Target, whole

if TYPE_CHECKING:
    from bartizan_engine import Game
    from bartizan_engine.bots import Bot

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
    if "campaign" in game.scenario:
        with playing.told(game, target):
            _campaign(game, (seed, players, option or []), bot, quiet, everything, record)
        return
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


def _campaign(
    game: Game, new: tuple[int, int, list[str]], bot: Bot, quiet: bool, everything: bool, record: Path | None
) -> None:
    """Let bots play a campaign, game after game, to its end or until they leave it."""
    from bartizan import campaigning
    from bartizan_engine import bots as players_of
    from bartizan_engine import campaign_record
    from bartizan_engine import record as records
    from bartizan_engine.campaign import BOTS_STOP

    campaign, games = campaigning.begun(game, *new), list[str]()
    while True:
        terminal.show([campaigning.heading(campaign)])
        try:
            players_of.play(campaign.state, bot)
        finally:
            if not quiet:
                terminal.show(story.story(campaign.state.game, campaign.state, everything))
        terminal.show([story.result(campaign.state), []])
        if record:
            games.append(records.record(campaign.state))
        if campaign.over or len(campaign.played) + 1 >= BOTS_STOP:
            break
        campaign.go_on()
    terminal.show(campaigning.status(campaign))
    if not campaign.over:
        terminal.say(f"the campaign goes on; bots leave it after {BOTS_STOP} games")
    if record:
        files.store(record, campaign_record.recorded(campaign, games) + "\n")
