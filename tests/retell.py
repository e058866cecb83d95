"""Playthroughs: games of every pack, mission and option, told in text files that stay the same as long as the rules do.

`make playthroughs` plays them all anew; what a change of rules or engine does to games then shows in the diff.
`tests/test_playthroughs.py` plays the kept ones again line by line. `telling` says how a game is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bartizan.shelves import shelves
from bartizan_compiler import build, emit
from bartizan_engine import Game, State, canon, decide, load
from bartizan_engine.bots import Bot, Random
from bartizan_engine.chance import Streams
from telling import EVERYTHING, told

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "playthroughs"
PACKS = ("content", "tests/packs", "tests/bench/packs")
SEED = 11  # of games without options
SEEDS = range(SEED, SEED + 50)  # of games with options: the first is taken in whose game they show
BEFORE, AFTER = 3, 25  # decisions told in full around the one at which an option shows first
SEEDS_STEADY = range(SEED, SEED + 100)  # of the steady player, whose games are short

# Packs whose missions differ little: each option is told at one of them, in turn, and more players at the first alone.
IN_TURN = ("aliens-attack",)

# Options that are played together, by pack; every option is played alone as well.
SETS: dict[str, dict[str, dict[str, Any]]] = {
    "aliens-attack": {
        "other-rulings": {"same_ship_again": True, "push_touching": True, "act_at_once": True, "raise_and_apply": True},
        "shield-and-mines": {"mobile_shield": True, "space_mines": True, "quiet_mines": True},
    },
    "defense-grid": {
        "easy": {"easy_medals": True, "easy_resources": True, "no_movement_die": True, "ignore_sight": True, "average_dice": True},
        "hard": {"fast_aliens": True, "dear_towers": True, "hard_resources": True},
        "other-rulings": {"silver_at_five": True, "no_level_dice": True, "built_empty": True, "boost_under_tower": True, "pool_of_the_wave": True},
        "hard-masters": {"fast_aliens": True, "dear_towers": True, "training": "master"},
    },
    "epic-dice": {
        "elimination-by-minion": {"elimination": True, "harm_by_minion": True},
        "modular-elimination": {"elimination": True, "modular": True},
    },
    "dark-barracks": {"modular-elimination": {"elimination": True, "modular": True}},
    "guards-of-atlantis": {"other-rulings": {"each_point": True, "count_again": True, "quick_return": True}},
    "hidden-hands": {"short-and-calm": {"short": True, "calm": True}},
}  # fmt: skip

# What the steady player prefers in a menu, by pack; what is not named here it leaves alone, if it can.
STEADY: dict[str, tuple[str, ...]] = {
    "defense-grid": ("play", "upgrade", "build", "power"),
    "planet-defenders": ("catch", "upgrade", "main", "rest"),
}


# Of packs with many missions: those at which every option is told. The others have one playthrough each, in turn for the
# fewest players and for two.
OPTIONS_AT: dict[str, tuple[str, ...]] = {"defense-grid": ("first-contact", "two-ways-out")}


class Cast(NamedTuple):
    """By whom a tale is played, and from which seed."""

    seats: int
    bot: str
    seed: int


# Options that are about what comes after a game of a campaign, by pack: there are no playthroughs of a mission for them.
OF_CAMPAIGNS: dict[str, frozenset[str]] = {
    "defense-grid": frozenset("keep_both poor_medals draw_one no_coupons only_who_played".split()),
    "long-march": frozenset(["mean"]),
}

# What shows in none of the games that are looked at, and why; `tests/test_playthroughs.py` looks whether it is so.
SILENT = {
    "aliens-attack-fortress-comes-quiet-mines.txt": "it is about Space Mines, which take another option",
    "aliens-attack-tank-comes-difficulty-challenger.txt": "it takes a game that beats the Mothership, and these players lose",
    "dark-barracks-open-barracks-harm-by-minion.txt": "it is about games of Elimination",
    "defense-grid-first-contact-boost-under-tower.txt": "the mission has no boosts",
    "defense-grid-first-contact-training-novice.txt": "in the mission every AI is a Novice",
    "defense-grid-first-contact-training-elite.txt": "in the mission every AI is a Novice",
    "defense-grid-first-contact-training-master.txt": "in the mission every AI is a Novice",
    "defense-grid-first-contact-anytime-in-actions.txt": "no starter deck has a card for any time",
    "defense-grid-two-ways-out-anytime-in-actions.txt": "no starter deck has a card for any time",
    "defense-grid-two-ways-out-silver-at-five.txt": "it takes a game that keeps just five cores, as one of First Contact does",
    "defense-grid-two-ways-out-training-novice.txt": "every AI is a Novice with all cards of its first deck",
    "epic-dice-standard-game-harm-by-minion.txt": "it is about games of Elimination",
    "guards-of-atlantis-crossing-count-again.txt": "no card of the two heroes moves a minion in a defense",
    "guards-of-atlantis-crossing-first-printing.txt": "no card of the two heroes was printed otherwise",
    "guards-of-atlantis-two-pictures-each-point.txt": "no card of the two heroes counts spawn points",
    "guards-of-atlantis-two-pictures-first-printing.txt": "no card of the two heroes was printed otherwise",
    "guards-of-atlantis-veterans-count-again.txt": "no card of the two heroes moves a minion in a defense",
    "long-march-at-the-brook-hungry.txt": "a Runt is gone with a sack in the second round either way",
}

# Where looking for a game in which an option shows would take too long, or a random game goes on for too long.
FOUND: dict[str, Cast] = {
    "defense-grid-first-contact-silver-at-five.txt": Cast(2, "steady", 127),
    "defense-grid-two-ways-out-easy-medals.txt": Cast(1, "steady", 48),
    "dark-barracks-open-barracks-elimination.txt": Cast(2, "random", 17),
    "dark-barracks-open-barracks-modular.txt": Cast(2, "random", 49),
    "dark-barracks-open-barracks-modular-elimination.txt": Cast(2, "random", 14),
    "guards-of-atlantis-two-pictures-count-again.txt": Cast(2, "random", 63),
    "planet-defenders-patrol-default-2.txt": Cast(2, "steady", 19),
}


class Tale(NamedTuple):
    """A playthrough that there should be: of which game, with how many players at best, with which options."""

    pack: str
    mission: str
    seats: int
    what: str
    options: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        parts = (self.pack, self.mission, self.what, "" if self.options else str(self.seats))
        return "-".join(part.replace("_", "-") for part in parts if part) + ".txt"


class Steady:
    """Takes what is preferred in a menu, and nothing else there; elsewhere any open option but the way out."""

    def __init__(self, prefers: tuple[str, ...], seed: int) -> None:
        self.prefers, self.chance = prefers, Streams(seed)

    def choose(self, state: State) -> int:
        places, keys = decide.open_places(state.pending), decide.keys(state, state.pending)
        if state.program.sites[state.pending[decide.SITE]].type.name == "action":
            liked = [place for name in self.prefers for place in places if keys[place] == name]
            return liked[0] if liked else places[-1]
        inside = [place for place in places if keys[place] != decide.NO] or places
        return inside[self.chance.below("bot", len(inside))]


# ---------------------------------------------------------------- packs and games


@cache
def roots() -> dict[str, Path]:
    """All packs of the project, by the name of their folder."""
    found = [path.parent for folder in PACKS for path in sorted((ROOT / folder).glob("*/pack.yaml"))]
    return {root.name: root for root in found}


@cache
def checked(pack: str) -> Any:
    made, problems = build.check(roots()[pack], shelves([]))
    assert made is not None and not problems, (pack, problems)
    return made


@cache
def missions(pack: str) -> tuple[str, ...]:
    """The missions of a pack; one without a name, if it has none."""
    return tuple(record.id for record in checked(pack).missions()) or ("",)


@cache
def game(pack: str, mission: str = "") -> Game:
    chosen, problems = build.choose(checked(pack), mission or None, None)
    assert chosen is not None, problems
    return load(emit.emit(checked(pack), *chosen))


# ---------------------------------------------------------------- which there should be


def tales() -> Iterator[Tale]:
    """Every playthrough that there should be."""
    for pack in roots():
        for number, mission in enumerate(missions(pack)):
            low, high = game(pack, mission).seats
            two = min(high, max(low, 2))
            many = sorted({low, two})
            if mission not in OPTIONS_AT.get(pack, (mission,)):
                yield Tale(pack, mission, many[number % len(many)], "default", ())
                continue
            for seats in many if pack not in IN_TURN or number == 0 else (low,):
                yield Tale(pack, mission, seats, "default", ())
            for turn, (what, options) in enumerate(choices(pack, mission)):
                if pack not in IN_TURN or turn % len(missions(pack)) == number:
                    yield Tale(pack, mission, two, what, tuple(options.items()))


def choices(pack: str, mission: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each option alone that a mission can show, at every other value that it can well be listed for; then the declared
    sets.
    """
    of = game(pack, mission)
    for name, field in of.options.items():
        if name in OF_CAMPAIGNS.get(pack, ()):
            continue
        default = of.settle(None)[name]
        for value in values(of, field.type):
            if value != default:
                yield name if value is True else f"{name}-{str(value).lower()}", {name: value}
    yield from SETS.get(pack, {}).items()


def values(of: Game, type: Any) -> list[Any]:
    """The values of an option; of numbers the least and the greatest."""
    if type.name == "bool":
        return [False, True]
    if type.name == "enum":
        return list(of.ruleset.enums[type.of].members)
    assert type.name == "int", f"an option of the type {type} is not played: say here how"
    return [type.low, type.high]


# ---------------------------------------------------------------- by whom it is played


def cast_of(tale: Tale) -> Cast:
    """The first players and seed in whose game the options show; as without options, where they show in none."""
    if tale.options and tale.name not in SILENT:
        looked_at = [FOUND[tale.name]] if tale.name in FOUND else casts(tale)
        found = next((cast for cast in looked_at if shows(tale, cast)), None)
        assert found is not None, f"{tale.name}: the options show in no game that was looked at"
        return found
    return FOUND.get(tale.name, Cast(tale.seats, "random", SEED))


def casts(tale: Tale) -> Iterator[Cast]:
    """As many as are wanted at random; then the steady player, first alone, as it then gets on best; then as few as can
    play, at random, for what is about them.
    """
    low, _ = game(tale.pack, tale.mission).seats
    yield from (Cast(tale.seats, "random", seed) for seed in SEEDS)
    if tale.pack in STEADY:
        yield from (Cast(seats, "steady", seed) for seats in sorted({low, tale.seats}) for seed in SEEDS_STEADY)
    if low < tale.seats:
        yield from (Cast(low, "random", seed) for seed in SEEDS)


def shows(tale: Tale, cast: Cast) -> bool:
    """Whether the game would go or end otherwise without the options."""
    return course(tale, cast) != course(tale._replace(options=()), cast)


@cache
def course(tale: Tale, cast: Cast) -> tuple[str, ...]:
    """What is offered and chosen in a game, and its end."""
    state, bot = start(tale, cast, events=False), player(tale, cast)
    found = []
    while not state.over:
        place = bot.choose(state)
        keys = decide.keys(state, state.pending)
        found.append(f"{keys} {place}")
        state.step(place)
    return (*found, str(state.result), canon.digest(state.packed()))  # the hash would tell the options too


def part(tale: Tale, cast: Cast) -> range:
    """Which decisions are told in full: all without options; with them those around the first that goes otherwise."""
    if not tale.options:
        return EVERYTHING
    pairs = zip(course(tale, cast), course(tale._replace(options=()), cast), strict=False)
    first = next((number for number, (one, other) in enumerate(pairs, 1) if one != other), 1)
    return range(max(1, first - BEFORE), first + AFTER)


def start(tale: Tale, cast: Cast, events: bool = True) -> State:
    return game(tale.pack, tale.mission).start(cast.seed, cast.seats, dict(tale.options), events)


def player(tale: Tale, cast: Cast) -> Bot:
    return Random(cast.seed) if cast.bot == "random" else Steady(STEADY[tale.pack], cast.seed)


# ---------------------------------------------------------------- the files


def text(tale: Tale, cast: Cast) -> Iterator[str]:
    """The lines of a playthrough: what it is of, then the game; of one without options also what each player reads."""
    yield f"pack: {tale.pack}"
    yield f"mission: {tale.mission or 'none'}"
    yield f"play: {game(tale.pack, tale.mission).play_hash}"
    yield f"options: {', '.join(f'{name} = {value}' for name, value in tale.options) or 'none'}"
    yield from (f"{name}: {value}" for name, value in cast._asdict().items())
    yield ""
    yield "the beginning"
    yield from told(start(tale, cast), player(tale, cast), logs=not tale.options, part=part(tale, cast))


def cast_in(lines: list[str]) -> Cast:
    """By whom a kept playthrough was played."""
    found = dict(re.findall(r"^(seats|bot|seed): (\S+)$", "\n".join(lines[:10]), re.MULTILINE))
    return Cast(int(found["seats"]), found["bot"], int(found["seed"]))


def main() -> None:
    """Play everything anew, and take away what is no longer wanted."""
    KEPT.mkdir(exist_ok=True)
    wanted = {tale.name: "\n".join(text(tale, cast_of(tale))) + "\n" for tale in tales()}
    for path in KEPT.glob("*"):
        if path.name not in wanted:
            path.unlink()
    for name, lines in sorted(wanted.items()):
        (KEPT / name).write_text(lines, encoding="utf-8", newline="\n")
    print(f"{len(wanted)} playthroughs, {sum(map(len, wanted.values())) // 1024} KiB, in {KEPT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
