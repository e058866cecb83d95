"""`bartizan play`: sit down at a game, alone, with others at the same screen, or against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, playing, terminal
from bartizan.commands.arguments import Bots, Entry, Options, Seed, Shelves, Target, whole
from bartizan.stop import Refused

_Save = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the game in it after every answer, and go on with it.", show_default=False),
]


def play(
    target: Target,
    seed: Seed = None,
    players: Annotated[int, typer.Option(parser=whole(0), metavar="N", help="How many play; as few as may, if 0.")] = 0,
    bot: Bots = None,
    option: Options = None,
    save: _Save = None,
    entry: Entry = "",
    packs: Shelves = None,
) -> None:
    """Play a game in the terminal."""
    from bartizan.sitting import Left, Sitting

    old = save is not None and save.exists()
    if save:
        files.refuse(save)
    game = playing.game(target, entry, packs)
    if "campaign" in game.scenario:
        raise Refused(f'"{target}" is a campaign', f"play it with: bartizan campaign SAVE {target}")
    with playing.told(game, target, save.as_posix() if save and old else ""):
        if save and old:
            if seed is not None or players or option:
                raise Refused(
                    f'"{save}" is a game that has begun',
                    "leave --seed, --players and --option out, or name another file",
                )
            state = game.restore(files.read(save))
            seed = 1
        else:
            seed = playing.drawn() if seed is None else seed
            state = playing.start(game, seed, players or None, option or [])
            terminal.say(f"{game.title}: seed {seed}; help tells what you can type", "title")
        sitting = Sitting(game, state, playing.bots(bot or [], state.seats, seed), save)
        try:
            sitting.play()
        except Left:
            at = sitting.copy
            terminal.say(f"go on with: bartizan play {target} --save {at}" if at else "the game is not kept")
