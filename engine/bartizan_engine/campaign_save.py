"""Saves of campaigns: the games that have ended, and that of the open one.

A save comes from anybody. Its size and shape are tested before anything is done with it, every name against the
campaign, what is kept against its declared types; and the open game is restored as any other, so its answers are
played again. A hash over all of it tells a file that was damaged from one that is of another campaign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import canon, reading
from .asked import shown
from .campaign import MAX_GAMES, Campaign, Played, part, seed_of
from .declared import Ruleset
from .fault import Misuse, NotVerified
from .outliving import kept
from .problem import Problem, Spot
from .sheets import flaws
from .types import INT_MAX, INT_MIN

if TYPE_CHECKING:
    from .game import Game

FORMAT = "bartizan-campaign"
VERSION = 1
MAX_BYTES = 24 * 1024 * 1024  # the save of one game, written as a text, and the games before it
KEYS = {"format", "version", "play", "pack", "campaign", "seed", "players", "options", "played", "open", "hash"}
FORM = reading.Form(FORMAT, VERSION, KEYS, MAX_BYTES)
AGAIN = "was it cut or edited? the file before it may be whole"
CARRY = "go on with the pack as it was; or carry over what is kept, and begin the open game anew: --carry"


def saved(campaign: Campaign) -> str:
    """The text of a save; equal for equal campaigns.

    Raises:
        Misuse: the open game cannot be saved.
    """
    scenario, state = campaign.game.scenario, campaign.state
    body = {
        "format": FORMAT,
        "version": VERSION,
        "play": campaign.game.play_hash,
        "pack": scenario["pack"]["id"],
        "campaign": scenario["campaign"],
        "seed": campaign.seed,
        "players": campaign.players,
        "options": campaign.options,
        "played": [list(one) for one in campaign.played],
        "open": [state.game.entry, str(state.game.scenario["mission"] or ""), state.save()],
    }
    return canon.dumps(body | {"hash": canon.digest(body)})


def restore(game: Game, text: str) -> Campaign:
    """The campaign of a save.

    Raises:
        NotVerified: BZ830 if it is no save, or a damaged one; BZ831 if it is of another campaign, BZ833 if the
            campaign has changed since; BZ832 if it holds what no campaign can.
    """
    data = read(text)
    _belongs(game, data)
    if data["play"] != game.play_hash:
        said = "the campaign has changed since it was saved: its rules, records or missions are others"
        raise _refused("BZ833", said, CARRY)
    try:
        played = _played(game, data["played"])
        options = _options(game, data["options"])
        entry, mission, save = data["open"]
        state = part(game, entry, mission).restore(save)
    except Misuse as why:
        raise _refused("BZ832", f"the save holds what no campaign can: {why.problem.message}", AGAIN) from None
    if state.chance.seed != seed_of(data["seed"], len(played)) or any(
        state.settled[name] != value for name, value in options.items()
    ):
        raise _refused("BZ832", "the open game is none of this campaign", AGAIN)
    return Campaign(game, data["seed"], options, data["players"], state, played)


def carried(game: Game, text: str) -> tuple[Campaign, list[str]]:
    """What a save keeps, carried over into a campaign that has changed: the open game gives way to the entry of the
    campaign, with all that was kept when it began. What is not declared any more is left out, and told.

    Raises:
        NotVerified: as `restore` does, BZ832 for a value that does not fit.
        Fault: the rules went wrong before the first decision.
    """
    data = read(text)
    _belongs(game, data)
    told = [f'there is no option "{name}" any more' for name in data["options"] if name not in game.options]
    try:
        played = _played(game, data["played"], there=False)
        options = _options(game, {name: data["options"][name] for name in data["options"] if name in game.options})
        before = reading.parsed(data["open"][2])
        sheets = before.get("sheets") or {"game": {}, "players": []}
        told += _fit(game.ruleset, sheets)
        wrong = flaws(game.fixed(game.seats[0]), sheets)
        seats = before["seats"]
        if wrong or type(seats) is not int:
            raise _refused("BZ832", f"what was kept does not fit any more: {wrong[0][0] if wrong else 'seats'}", CARRY)
        players = min(max(seats, game.seats[0]), game.seats[1])
        seed = seed_of(data["seed"], len(played))
        state = part(game, game.entry).start(seed, players, options, sheets=sheets)
    except Misuse as why:
        raise _refused("BZ832", f"what was kept does not fit any more: {why.problem.message}", CARRY) from None
    except (reading.Unreadable, AttributeError, KeyError, TypeError) as why:
        raise _refused("BZ832", f"the open game cannot be read: {reading.misshapen(why)}", AGAIN) from None
    new = Campaign(game, data["seed"], options, data["players"], state, played)
    new.go_on()
    return new, told


def _fit(ruleset: Ruleset, sheets: Any) -> list[str]:
    """Leave out of the sheets what is not declared any more; what that was."""
    told = []
    for whose, fields, sheet in [
        ("the game", kept(ruleset.game), sheets["game"]),
        *((f"player {seat}", kept(ruleset.players), sheet) for seat, sheet in enumerate(sheets["players"], 1)),
    ]:
        for name in sorted(set(sheet) - set(fields)):
            del sheet[name]
            told.append(f'{whose} keeps no "{name[:80]}" any more')
    return told


# ---------------------------------------------------------------- what a stranger wrote


def read(text: Any) -> dict[str, Any]:
    """The content of a save, whole and of the right shape.

    Raises:
        NotVerified: BZ830, it is none, or it is damaged.
    """
    try:
        data = reading.document(text, "a save", FORM)
        if canon.digest({key: value for key, value in data.items() if key != "hash"}) != data["hash"]:
            raise reading.Unreadable("its hash does not fit its content")
        _shape(data)
    except (reading.Unreadable, canon.NotCanonical) as why:
        raise _refused("BZ830", f"this is no save of a campaign that can be read: {why}", AGAIN) from None
    return data


def _shape(data: dict[str, Any]) -> None:
    if any(type(data[name]) is not int for name in ("seed", "players")):
        raise reading.Unreadable("its seed and players are numbers")
    if any(not isinstance(data[name], str) for name in ("play", "pack", "campaign")):
        raise reading.Unreadable("its pack, its campaign and its hash are texts")
    if not isinstance(data["options"], dict) or not isinstance(data["played"], list):
        raise reading.Unreadable("its options are an object, its games a list")
    open_ = data["open"]
    if not isinstance(open_, list) or len(open_) != 3 or not all(isinstance(one, str) for one in open_):
        raise reading.Unreadable("its open game is an entry, a mission and a save")
    if len(data["played"]) >= MAX_GAMES:
        raise reading.Unreadable(f"it has more than {MAX_GAMES} games")


def _belongs(game: Game, data: dict[str, Any]) -> None:
    scenario = game.scenario
    if (data["pack"], data["campaign"]) != (scenario["pack"]["id"], scenario.get("campaign")):
        said = f'the save is of "{data["campaign"][:80]}" of the pack "{data["pack"][:80]}"'
        raise _refused("BZ831", said, "name the campaign that it was made with")


def _played(game: Game, items: list[Any], there: bool = True) -> tuple[Played, ...]:
    """The games before. Of a campaign that has changed, some may not be `there` any more."""
    return tuple(_one_played(game, item, there) for item in items)


def _one_played(game: Game, item: Any, there: bool) -> Played:
    if not isinstance(item, list) or len(item) != 5 or not isinstance(item[4], dict):
        raise Misuse("played", "a game before is none")
    entry, mission, players, result, scores = item
    texts = all(isinstance(text, str) and len(text) <= 200 for text in (entry, mission, result, *scores))
    if not texts or not all(type(n) is int and INT_MIN <= n <= INT_MAX for n in (players, *scores.values())):
        raise Misuse("played", "a game before has names and numbers")
    if there:
        part(game, entry, mission)
        if result not in game.ruleset.results or not game.seats[0] <= players <= game.seats[1]:
            raise Misuse("played", f'no game ends with "{shown(result)}"')
    return Played(entry, mission, players, result, scores)


def _options(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    game.settle(options)
    return options


def _refused(code: str, message: str, hint: str) -> NotVerified:
    return NotVerified([Problem(Spot("save"), code, message, hint)])
