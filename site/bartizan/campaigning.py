"""A campaign played in the terminal: game after game at the same table, each answer kept before the next question.

What a player sees and types is that of `sitting`; here is what stands around the games: what has been played, what is
kept from game to game, and the files that survive a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bartizan import playing, story, terminal
from bartizan.excerpt import clean
from bartizan.keeping import keep
from bartizan.report import Line, Piece
from bartizan.safe import Safe
from bartizan.sitting import HELP, Sitting
from bartizan.stop import Refused
from bartizan.tabletop import Tabletop, wrapped
from bartizan_engine import Fault, Game
from bartizan_engine.bots import Bot
from bartizan_engine.campaign import Campaign, Played, begin
from bartizan_engine.outliving import kept

_SHOWN = 12  # games before, the last ones
_OURS = ("save FILE", "quit ")
HELP_HERE = (
    *(line for line in HELP if not line.startswith(_OURS)),
    "status      what has been played, and what is kept from game to game",
    "quit        leave; all is kept",
)


class Table(Sitting):
    """One game of a campaign, which is kept with all of it."""

    help: tuple[str, ...] = HELP_HERE

    def __init__(self, played: Campaign, bots: Mapping[int, Bot], safe: Safe) -> None:
        super().__init__(played.state.game, played.state, bots, None)
        self.campaign, self.safe = played, safe

    def _acts(self) -> dict[str, Callable[[str], bool]]:
        acts = {verb: act for verb, act in super()._acts().items() if verb != "save"}
        return acts | {"status": self._status}

    def _keep(self) -> None:
        self.campaign.state = self.state
        keep(self.campaign, self.safe)

    def _status(self, _: str) -> bool:
        terminal.show(status(self.campaign))
        return False


def begun(game: Game, seed: int | None, players: int, options: list[str]) -> Campaign:
    """A new campaign at its first decision; a seed is drawn if none is given.

    Raises:
        Refused: the players or the options do not fit it.
        Fault: the rules went wrong.
    """
    seed = playing.drawn() if seed is None else seed
    values = playing.options(game, options)
    try:
        return begin(game, seed, players or None, values)
    except Fault as fault:
        if fault.problem.code == playing.ASKED:
            raise Refused(fault.problem.message, fault.problem.hint) from fault
        raise


def play(played: Campaign, bots: Mapping[int, Bot], safe: Safe) -> None:
    """Play game after game until the campaign is over.

    Raises:
        Left: a player has left.
        Fault: the rules went wrong; what was reached is kept.
    """
    played.go_on()  # a crash may have come between the end of one game and the start of the next
    keep(played, safe)
    while True:
        terminal.show([[], heading(played)])
        table = Table(played, bots, safe)
        try:
            table.play()
        finally:
            played.state = table.state
        keep(played, safe)
        if played.over:
            return
        played.go_on()
        keep(played, safe)


# ---------------------------------------------------------------- what is told


def heading(played: Campaign) -> Line:
    """Which game is open: its number, what it is, how many play."""
    game, seats = played.state.game, played.state.seats
    name = named(played, game.entry, str(game.scenario["mission"] or ""))
    said = f"game {len(played.played) + 1}: {name}, {seats} {'player' if seats == 1 else 'players'}"
    return [Piece(clean(said), "title")]


def named(played: Campaign, entry: str, mission: str) -> str:
    """What a game is called: its mission, or what its entry says."""
    titles = playing.titles(played.game)
    declared = played.game.ruleset.entries.get(entry)
    said = declared.says.rstrip(".") if declared else entry
    return titles.get(mission, mission) if mission else said or entry


def status(played: Campaign) -> list[Line]:
    """What has been played, which game is open, and what is kept."""
    title = playing.titles(played.game)[played.game.scenario["campaign"]]
    lines: list[Line] = [[Piece(clean(f"{played.game.title}: {title}"), "title")]]
    left_out = max(0, len(played.played) - _SHOWN)
    lines += [[Piece(f"  {left_out} games before", "dim")]] if left_out else []
    for number, one in enumerate(played.played[left_out:], left_out + 1):
        lines.append([Piece(clean(f"  game {number}: {_ended(played, one)}"))])
    lines += [[Piece("  "), *heading(played)]] if not played.over else [[Piece("  "), *story.result(played.state)]]
    return lines + _kept(played)


def _ended(played: Campaign, one: Played) -> str:
    scores = "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in one.scores.items())
    name = named(played, one.entry, one.mission)
    return f"{name}: {one.result.replace('_', ' ')}{f' ({scores})' if scores else ''}"


def _kept(played: Campaign) -> list[Line]:
    """What outlives games, as it stands: what everybody may read of it."""
    table, state, ruleset = Tabletop(played.game), played.state, played.game.ruleset
    view = state.view(0)
    game = {name: value for name, value in view["game"].items() if name in kept(ruleset.game)}
    parts = [f"{_words(ruleset.game, name)} {table.said(value)}" for name, value in game.items()]
    lines = [[Piece(line)] for line in wrapped("kept: " + "; ".join(parts), terminal.room() - 2)] if parts else []
    everyone = {name: field for name, field in kept(ruleset.players).items() if field.visible == "everyone"}
    for seat, player in enumerate(view["players"], 1):
        own = [f"{_words(everyone, name)} {table.said(player['state'][name])}" for name in everyone]
        said = f"kept of player {seat}: " + "; ".join(own)
        lines += [[Piece(line)] for line in wrapped(said, terminal.room() - 2)] if own else []
    return [[Piece("  "), *line] for line in lines]


def _words(fields: Mapping[str, Any], name: str) -> str:
    said = str(fields[name].says)
    return said if said and "{" not in said else name.replace("_", " ")
