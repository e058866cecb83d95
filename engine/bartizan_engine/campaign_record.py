"""Records of campaigns: the answers of all games, which can be played again and must end in the same state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import asked, canon, reading
from .campaign import MAX_GAMES, Campaign, begin
from .fault import Fault, Misuse, NotVerified
from .problem import Problem, Spot
from .record import AGAIN, check_answers, parsed

if TYPE_CHECKING:
    from .game import Game

FORMAT = "bartizan-campaign-record"
VERSION = 1
MAX_RECORD = 64 * 1024 * 1024
KEYS = {"format", "version", "play", "campaign", "seed", "players", "options", "games", "final"}
FORM = reading.Form(FORMAT, VERSION, KEYS, MAX_RECORD)


def recorded(campaign: Campaign, games: Sequence[str]) -> str:
    """The record of a campaign, of the record of each of its games, the open one too, in their order.

    Raises:
        Misuse: there are more or fewer games.
    """
    asked.one_of("recorded(campaign)", campaign, Campaign, "campaign")
    if len(games) != len(campaign.played) + 1:
        raise Misuse("recorded(games)", f"{len(games)} records of {len(campaign.played) + 1} games", "give one a game")
    return canon.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "play": campaign.game.play_hash,
            "campaign": campaign.game.scenario["campaign"],
            "seed": campaign.seed,
            "players": campaign.players,
            "options": campaign.options,
            "games": [[one["answers"], one["final"]] for one in map(parsed, games)],
            "final": campaign.hash(),
        }
    )


def replay(game: Game, text: str) -> Campaign:
    """The campaign of a record, played again, each of its games proven equal to the recorded one.

    Raises:
        NotVerified: BZ830 if it is no record, BZ831 if it belongs to another campaign, BZ832 if it leads elsewhere.
    """
    data = _read(text)
    if data["play"] != game.play_hash or data["campaign"] != game.scenario.get("campaign"):
        said = "the record belongs to another campaign, or to another version of this one"
        raise _refused("BZ831", said, "build the scenario that it was made with")
    at = 0
    try:
        campaign = begin(game, data["seed"], data["players"], data["options"])
        for at, (answers, final) in enumerate(data["games"]):
            _one_game(campaign, at, answers, final)
    except Fault as fault:
        said = f"the record cannot be played: in game {at + 1}, {fault.problem.message}"
        raise _refused("BZ832", said, AGAIN) from None
    if campaign.hash() != data["final"]:
        raise _refused("BZ832", "the record ends in another state than it says", AGAIN)
    return campaign


def _one_game(campaign: Campaign, number: int, answers: list[Any], final: str) -> None:
    """The answers of a game; what they lead to is the state that the record says."""
    campaign.go_on()
    if len(campaign.played) != number:
        raise _refused("BZ832", f"the campaign is over before game {number + 1} of the record", AGAIN)
    for key, seat in answers:
        campaign.state.choose(key, seat - 1)
    if campaign.state.hash() != final:
        raise _refused("BZ832", f"game {number + 1} ends in another state than the record says", AGAIN)


def _read(text: Any) -> dict[str, Any]:
    try:
        data = reading.document(text, "a record", FORM)
        _shape(data)
    except reading.Unreadable as why:
        raise _refused("BZ830", f"this is no record of a campaign that can be read: {why}", AGAIN) from None
    return data


def _shape(data: dict[str, Any]) -> None:
    if any(type(data[name]) is not int for name in ("seed", "players")):
        raise reading.Unreadable("its seed and players are numbers")
    if not isinstance(data["options"], dict) or not isinstance(data["final"], str):
        raise reading.Unreadable("its options are an object, its last state a text")
    if not isinstance(data["games"], list) or not 0 < len(data["games"]) <= MAX_GAMES:
        raise reading.Unreadable(f"its games are a list of at most {MAX_GAMES}")
    for game in data["games"]:
        if not (isinstance(game, list) and len(game) == 2 and isinstance(game[0], list) and isinstance(game[1], str)):
            raise reading.Unreadable("a game is its answers and its last state")
        check_answers(game[0])


def _refused(code: str, message: str, hint: str) -> NotVerified:
    return NotVerified([Problem(Spot("record"), code, message, hint)])
