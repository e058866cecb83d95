"""The arguments and options that several verbs share, each with its words for `--help`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

Pack = Annotated[str, typer.Argument(metavar="PACK", help="A pack's folder, or the id of a shipped one.")]
Packs = Annotated[
    list[str] | None,
    typer.Argument(metavar="PACK", help="Folders or ids of packs; all that are shipped, if none.", show_default=False),
]
Shelves = Annotated[
    list[str] | None,
    typer.Option("--packs", metavar="DIR", help="Where packs lie that are required; repeatable.", show_default=False),
]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="A compiled scenario, or PACK[:MISSION].")]
Entry = Annotated[str, typer.Option(help="The way into the pack; its first, if none.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game.", show_default=False),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="PLAYER=BOT",
        help="A bot for a player: random, greedy[:N] or mcts[:N]; repeatable.",
        show_default=False,
    ),
]
Everything = Annotated[bool, typer.Option("--all", help="Tell every move, however many there are.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Tell the result only.")]


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """What reads a whole number that an option takes; of what is none it says what can be given."""
    wanted = f"a whole number from {low} " + ("up" if high is None else f"to {high}")

    def number(text: str) -> int:
        typed = str(text)  # a default comes as a number
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 30):
            raise typer.BadParameter(f'"{typed[:40]}" is not {wanted}')
        value = int(typed)
        if value < low or (high is not None and value > high):
            raise typer.BadParameter(f'"{typed}" is not {wanted}')
        return value

    return number


Seed = Annotated[
    int | None,
    typer.Option(
        parser=whole(0), metavar="N", help="The number that all chance comes from; any, if none.", show_default=False
    ),
]
