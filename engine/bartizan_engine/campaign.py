"""Campaigns: games one after another, with what outlives each of them.

A campaign begins with the entry of its scenario and comes back to it after every other game. What comes next is said
by the rules, with `next_game`; a game of the entry itself that says nothing ends the campaign. Each game is a `State`
like any other: what is chosen, undone, saved or recorded in it needs nothing of this.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from . import asked, canon
from .fault import Fault, Misuse
from .sheets import part_of
from .state import Base

if TYPE_CHECKING:
    from .decide import Option
    from .game import Game, Result, State

MAX_GAMES = 1000  # of a campaign
BOTS_STOP = 100  # games after which bots leave a campaign that goes on


class Next(NamedTuple):
    """A game that is to be played: its entry, its mission (`kind:id`, or nothing) and how many play."""

    entry: str
    mission: str
    players: int


class Played(NamedTuple):
    """A game of a campaign that has ended, and how."""

    entry: str
    mission: str
    players: int
    result: str
    scores: dict[str, int]


class Campaign:
    """One play of a campaign: the games that have ended, and the one that is open. Made by `begin` or `restore`.

    Attributes:
        game: the scenario of the campaign, loaded.
        state: the open game; when the campaign is over, the last one.
        played: the games that have ended, in order.
    """

    def __init__(
        self, game: Game, seed: int, options: dict[str, Any], players: int, state: State, played: tuple[Played, ...]
    ) -> None:
        self.game, self.seed, self.options, self.players = game, seed, options, players
        self.state, self.played = state, played

    @property
    def over(self) -> bool:
        """Whether the last game has ended and none comes after it."""
        return self.state.over and self.next is None

    @property
    def result(self) -> Result | None:
        """How the campaign ended, or None while it goes on."""
        return self.state.result if self.over else None

    @property
    def sheets(self) -> dict[str, Any]:
        """What outlives games, as it stands now."""
        return self.state.kept_state()

    @property
    def next(self) -> Next | None:
        """The game that comes after the open one, as far as it is said; None if the campaign ends with it."""
        return following(self.state, self.game.entry)

    def choose(self, option: Option | str, by: int | None = None) -> None:
        """Answer the open decision of the open game, and go on to the next decision of the campaign.

        Raises:
            Misuse, Fault: as `State.choose` does; a game that cannot begin is not begun, and the one before it stays
                ended: `go_on` tries again.
        """
        self.state.choose(option, by)
        self.go_on()

    def go_on(self) -> None:
        """Begin the next game as long as the open one has ended and another comes.

        Raises:
            Fault: the rules went wrong at the start of a game, or there are too many games.
        """
        while self.state.over and (next_ := self.next) is not None:
            if len(self.played) >= MAX_GAMES - 1:
                said = f"a campaign of more than {MAX_GAMES} games"
                raise Fault("BZ811", said, 'end it: an entry that says no next_game("...") ends the campaign')
            played = (*self.played, done(self.state))
            state = opened(self, next_, len(played), self.sheets, self.state.keeps_events)
            self.played, self.state = played, state

    def clone(self) -> Campaign:
        """An equal campaign that shares nothing that changes."""
        return Campaign(self.game, self.seed, self.options, self.players, self.state.clone(), self.played)

    def hash(self) -> str:
        """32 hex digits of all that decides how the campaign can go on, and of the games before."""
        whole = canon.dumps(
            {"played": [list(one) for one in self.played], "open": self.state.hash(), "kept": self.sheets}
        )
        return blake2b(whole.encode("utf-8"), digest_size=16).hexdigest()


def begin(
    game: Game, seed: int = 0, players: int | None = None, options: dict[str, Any] | None = None, events: bool = True
) -> Campaign:
    """A new campaign at its first decision; the arguments are those of `Game.start`.

    Raises:
        Misuse: an argument does not fit, or the scenario is none of a campaign.
        Fault: the rules went wrong before the first decision.
    """
    if game.scenario.get("campaign") is None:
        raise Misuse("campaign(game)", "this is no scenario of a campaign", "build one: bartizan build PACK:CAMPAIGN")
    asked.seed("start(seed)", seed)
    seats = game.seats[0] if players is None else players
    state = part(game, game.entry).start(seed_of(seed, 0), seats, options, events)
    new = Campaign(game, seed, dict(options or {}), seats, state, ())
    new.go_on()
    return new


def opened(campaign: Campaign, next_: Next, number: int, sheets: dict[str, Any], events: bool = True) -> State:
    """A game of a campaign at its first decision, by its number from 0."""
    game = part(campaign.game, next_.entry, next_.mission)
    return game.start(seed_of(campaign.seed, number), next_.players, campaign.options, events, sheets=sheets)


def part(game: Game, entry: str, mission: str = "") -> Game:
    """One of the games of a campaign: an entry, with the mission (`kind:id`) that it needs.

    Raises:
        Misuse: it is no scenario of a campaign, or has no such game.
    """
    known = game.parts.get((entry, mission))
    if known is None:
        scenario, known = part_of(game.scenario, game.ruleset, entry, mission), type(game).__new__(type(game))
        known.hold(scenario, game.ruleset, game.rules)
        known = game.parts.setdefault((entry, mission), known)
    return known


def seed_of(seed: int, number: int) -> int:
    """The seed of a game of a campaign: one more game changes no other."""
    if seed >= 2**63:
        seed -= 2**64
    told = blake2b(f"campaign {seed} {number}".encode("ascii"), digest_size=8).digest()
    return int.from_bytes(told, "big", signed=True)


def following(state: Base, entry: str) -> Next | None:
    """What comes after a game: what its rules have said; else the entry of the campaign, unless this was it."""
    fixed, game = state.fixed, state.game  # type: ignore[attr-defined]  # the state of a whole game
    if state.following is None:
        return None if game.entry == entry else Next(entry, "", state.seats)
    number, mission, players = state.following
    kind = state.program.checked.leads["mission"]
    named = "" if mission is None else f"{kind}:{fixed.record_ids[kind][mission]}"
    return Next(list(fixed.ruleset.entries)[number], named, players)


def done(state: State) -> Played:
    """A game that has ended, as it is remembered."""
    result = state.result
    assert result is not None
    mission = str(state.game.scenario["mission"] or "")
    return Played(state.game.entry, mission, state.seats, result.name, result.scores)
