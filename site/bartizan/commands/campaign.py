"""`bartizan campaign`: play a campaign in the terminal, game after game, and go on with it another day."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bartizan import playing, terminal
from bartizan.commands.arguments import Bots, Entry, Options, Seed, Shelves, whole
from bartizan.stop import Refused

if TYPE_CHECKING:
    from bartizan.safe import Safe
    from bartizan_engine import Game
    from bartizan_engine.campaign import Campaign

_Save = Annotated[Path, typer.Argument(metavar="SAVE", help="The file that the campaign is kept in; new, or there.")]
_Target = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="A compiled campaign, or PACK[:CAMPAIGN]; to go on, only where the pack lies elsewhere.",
        show_default=False,
    ),
]
_Players = Annotated[int, typer.Option(parser=whole(0), metavar="N", help="How many begin it; as few as may, if 0.")]
_Status = Annotated[bool, typer.Option("--status", help="Tell what has been played and what is kept, and no more.")]
_Carry = Annotated[
    bool, typer.Option("--carry", help="Go on although the pack has changed: the open game begins anew.")
]


def campaign(
    save: _Save,
    target: _Target = "",
    seed: Seed = None,
    players: _Players = 0,
    bot: Bots = None,
    option: Options = None,
    status: _Status = False,
    carry: _Carry = False,
    entry: Entry = "",
    packs: Shelves = None,
) -> None:
    """Play a campaign in the terminal; all that is answered is kept at once, and survives a crash."""
    from bartizan import campaigning, keeping
    from bartizan import safe as safes

    files = safes.safe(save)
    if status:
        text, told = keeping.read(files)
        if text is None:
            raise Refused(f'there is no campaign in "{save}"', f"begin it: bartizan campaign {save} PACK:CAMPAIGN")
        target, game = _game(save, target, text, entry, packs)
        _tell(told)
        with playing.told(game, target, save.as_posix()):
            terminal.show(campaigning.status(_restored(game, text, carry)))
        return
    with files.locked():
        _play(files, save, target, (seed, players, option or []), bot or [], carry, entry, packs)


def _play(
    files: Safe, save: Path, target: str, new: tuple[int | None, int, list[str]], bots: list[str], carry: bool,
    entry: str, packs: list[str] | None,
) -> None:  # fmt: skip
    from bartizan import campaigning, keeping
    from bartizan.sitting import Left

    text, told = keeping.read(files)
    files.mend(keeping.whole)
    _tell(told)
    if text is None and not target:
        raise Refused(
            f'there is no campaign in "{save}"', f"name what to begin: bartizan campaign {save} PACK:CAMPAIGN"
        )
    target, game = _game(save, target, text or "", entry, packs)
    with playing.told(game, target, save.as_posix() if text else ""):
        if text is None:
            played = campaigning.begun(game, *new)
            terminal.say(f"{game.title}: seed {played.seed}; help tells what you can type", "title")
        else:
            if new != (None, 0, []):
                fix = "leave --seed, --players and --option out, or name another file"
                raise Refused(f'"{save}" is a campaign that has begun', fix)
            played = _restored(game, text, carry)
            terminal.show(campaigning.status(played))
        if played.over:
            terminal.say("the campaign is over; begin another one under another name")
            return
        seats = playing.bots(bots, game.seats[1], played.seed)
        try:
            campaigning.play(played, seats, files)
        except Left:
            terminal.say(f"go on with: bartizan campaign {save} {target}")
            return
        terminal.show(campaigning.status(played))


def _restored(game: Game, text: str, carry: bool) -> Campaign:
    from bartizan_engine import campaign_save

    if not carry:
        return campaign_save.restore(game, text)
    played, told = campaign_save.carried(game, text)
    _tell([*told, "the campaign is carried over: the open game begins anew with what was kept"])
    return played


def _game(save: Path, target: str, text: str, entry: str, packs: list[str] | None) -> tuple[str, Game]:
    """The campaign that was named, or the one that a save is of.

    Raises:
        Refused: there is none.
    """
    named = target or _of(text)
    try:
        game = playing.game(named, entry, packs, "campaign")
    except Refused as why:
        if target:
            raise
        raise Refused(why.message, f"name where the pack lies: bartizan campaign {save} FOLDER") from None
    if "campaign" not in game.scenario:
        raise Refused(f'"{named}" is no campaign', f"play it with: bartizan play {named}")
    return named, game


def _of(text: str) -> str:
    """The target that a save names: the pack, by its id alone, and the campaign. No path comes out of a file."""
    data: Any = json.loads(text)
    return f"{data['pack']}:{str(data['campaign']).rpartition(':')[2]}"


def _tell(lines: list[str]) -> None:
    for line in lines:
        terminal.say(line, "warning")
