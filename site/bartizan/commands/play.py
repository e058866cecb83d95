"""`bartizan play`: sit down at a game, alone, with others at the same screen, or against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import files, playing, terminal
from bartizan.commands.arguments import Entry, Options, Shelves, Target, whole
from bartizan.stop import Refused
from bartizan_engine.bots import Bot

_Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="PLAYER=BOT",
        help="A bot for a player: random, greedy[:N] or mcts[:N]; repeatable.",
        show_default=False,
    ),
]
_Seed = Annotated[
    int | None,
    typer.Option(
        parser=whole(0), metavar="N", help="The number that all chance comes from; any, if none.", show_default=False
    ),
]
_Save = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the game in it after every answer, and go on with it.", show_default=False),
]


def play(
    target: Target,
    seed: _Seed = None,
    players: Annotated[int, typer.Option(parser=whole(0), metavar="N", help="How many play; as few as may, if 0.")] = 0,
    bot: _Bots = None,
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
        sitting = Sitting(game, state, _bots(bot or [], state.seats, seed), save)
        try:
            sitting.play()
        except Left:
            at = sitting.copy
            terminal.say(f"go on with: bartizan play {target} --save {at}" if at else "the game is not kept")


def _bots(texts: list[str], seats: int, seed: int) -> dict[int, Bot]:
    """The bots by seat.

    Raises:
        Refused: it is no seat or no bot, or one seat has two.
    """
    bots: dict[int, Bot] = {}
    for text in texts:
        player, equals, name = text.partition("=")
        if not (equals and player.isascii() and player.isdecimal() and 1 <= int(player[:4]) <= seats):
            raise Refused(
                f'"{text}" names no player and bot', f"write it as PLAYER=BOT, with a player from 1 to {seats}"
            )
        seat = int(player) - 1
        if seat in bots:
            raise Refused(f"player {player} has two bots", "leave one of them out")
        bots[seat] = playing.bot(name, seed + seat)
    return bots
