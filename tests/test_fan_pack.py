"""A fan's pack adds units and a spell to a game that somebody else wrote: clean, drawn into its pool, and played by its laws."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bad_packs
import guides
import slips
from bartizan import pages, shipped
from bartizan.shelves import shelves
from bartizan_compiler import build
from bartizan_compiler.link import Pack
from bartizan_engine import Game, State, bots, decide, load
from typed import Bartizan

FAN = bad_packs.PACKS / "dark-barracks"
MISSIONS = ("open-barracks", "standard-game")
OWN = {"sapper": 12, "gargoyle": 6}  # dice of each
DICE = {"goblin": 24, "zombie": 20, "orc": 16, "troll": 8, "dragon": 1, **OWN}
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "elimination": {"elimination": True},
    "modular": {"modular": True},
    "modular-elimination": {"modular": True, "elimination": True},
}
GAMES = 3  # of each
BOUND = 6_000  # decisions of a game


@cache
def pack() -> Pack:
    made, problems = build.check(FAN, shelves([]))
    assert made is not None and problems == []
    return made


@cache
def game(mission: str) -> Game:
    scenario, problems = build.build(FAN, mission, shelves=shelves([]))
    assert scenario is not None and problems == []
    return load(scenario)


def units(state: State) -> set[str]:
    """The unit cards in play."""
    column: Any = state
    return {state.fixed.record_ids["minion"][unit] for unit in column.game__units}


# ---------------------------------------------------------------- what the command says


def test_the_command_finds_nothing_wrong_and_all_examples_hold(bartizan: Bartizan) -> None:
    """Nothing is beside the pack: the game that it builds on is found among those that come with Bartizan."""
    assert (said := bartizan("check", str(FAN), "--strict")).code == 0, said
    assert (said := bartizan("test", str(FAN))).code == 0, said
    assert "0 fail" in said.out


def test_every_record_is_marked_as_made_up() -> None:
    own = [record for records in pack().records.values() for record in records if not record.spot.path.startswith("@")]
    assert {record.id for record in own} >= {*OWN, "sapper-die", "gargoyle-die", "roll-call", "open-barracks"}
    assert {record.origin["is"] for record in own} == {"invented"}


SLIPS = (  # where, what stands there, and a slip: an example notices it
    ("rules/barracks.star", "max(1, tower.level - levels)", "max(0, tower.level - levels)"),
    ("rules/barracks.star", "golem.level - levels", "golem.level"),
    ("rules/barracks.star", "enlist(unit, number, slot)", "enlist(unit, number + 1, slot)"),
    ("rules/barracks.star", "if in_supply(unit) else", "if True else"),
    ("rules/barracks.star", "        return objection", "        pass"),
    ("units/minions.yaml", "[smash, crumble]", "[crumble]"),
    ("units/minions.yaml", "[smash, crumble]", "[smash]"),
    ("units/minions.yaml", "[{gnaw: 2}]", "[{gnaw: 3}]"),
    ("units/minions.yaml", "    traits: [flying]\n", ""),
    ("missions/open-barracks.yaml", "troll, sapper, gargoyle", "troll, gargoyle, sapper"),
)


@pytest.mark.parametrize(("path", "right", "wrong"), SLIPS)
def test_an_example_notices_a_slip(path: str, right: str, wrong: str, tmp_path: Path) -> None:
    made, problems = slips.slipped(FAN, (path, right, wrong), tmp_path, shelves([]))
    assert not any(map(build.severe, problems)), problems
    own = [record.id for record in made.records["example"] if not record.spot.path.startswith("@")]
    assert slips.noticed(made, own)


def test_its_site_shows_the_words_of_both_packs() -> None:
    told = pages.pages(pack())
    units = "".join(text for path, text in told.items() if path.startswith("games/dark-barracks/units/minion/"))
    assert "The tower that it faces falls, whatever its level; it goes back to the supply." in units
    assert "The tower that it faces loses 2 levels, but keeps one." in units
    assert "2 × Sapper from the supply join one of your waves" in told["games/dark-barracks/cards/spell/index.md"]
    assert "invented" in units and "bz-printed" not in units


def test_the_site_of_the_game_says_what_can_be_added_and_the_guide_repeats_it() -> None:
    """Each field of effects with what it gives and the rules that see to it; those of spells stand in the guide."""
    made, _ = build.check(shipped.packs()["epic-dice"])
    assert made is not None
    rows = added(pages.pages(made)["games/epic-dice/words.md"])
    fields = {(k, f.name) for k in ("minion", "spell") for f in made.ruleset.kinds[k].fields.values()}
    shown = {(row[0].lower(), row[1]) for row in rows}
    assert {f for f in fields if made.ruleset.kinds[f[0]].fields[f[1]].type.name == "effects"} == shown
    told = added((guides.PAGES / "write-a-pack.md").read_text(encoding="utf-8"))
    assert told == [row for row in rows if row[0] == "Spell"]
    assert (
        "words.md" not in pages.pages(pack())
        or "What another pack can add" not in pages.pages(pack())["games/dark-barracks/words.md"]
    )


def added(page: str) -> list[list[str]]:
    """The table of what can be added, without marks and links."""
    table = page.partition("| Record | Field | On its page |")[2].partition("\n\n")[0]
    plain = re.sub(r"</?code>|`|\[|\]\([^)]*\)", "", table).replace("&#95;", "_")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in plain.splitlines()[2:]]


# ---------------------------------------------------------------- the pool


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_modular_game_draws_from_all_units_of_its_pool(mission: str) -> None:
    """In the fan's own mission, and in that of the game itself, which takes all units that there are."""
    drawn: Counter[str] = Counter()
    size = {"open-barracks": 4, "standard-game": 3}[mission]
    for seed in range(40):
        found = units(game(mission).start(seed, 2, {"modular": True}))
        assert len(found) == size
        drawn.update(found)
    assert set(drawn) == set(DICE) - ({"dragon"} if mission == "open-barracks" else set())


def test_a_seed_draws_the_same_units_and_a_fan_unit_is_hired_and_fights() -> None:
    state = game("open-barracks").start(49, 2, {"modular": True})
    assert units(state) == units(game("open-barracks").start(49, 2, {"modular": True}))
    assert "gargoyle" in units(state)
    bots.play(state, bots.named("random", 49))
    told = "\n".join(state.describe(event) for event in state.events)
    assert "Gargoyle" in told


def test_without_the_option_all_units_of_the_pool_are_in_play() -> None:
    assert units(game("open-barracks").start(1, 2)) == set(DICE) - {"dragon"}
    assert units(game("standard-game").start(1, 2)) == set(DICE)


# ---------------------------------------------------------------- random games


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mission", MISSIONS)
def test_random_games_keep_the_laws(mission: str, variant: str, seats: int) -> None:
    """The invariants of the game are asked after every answer; the dice are counted from outside, too."""
    for seed in range(GAMES):
        state = game(mission).start(seed, seats, VARIANTS[variant], events=False)
        bot = bots.named("random", seed)
        for _ in range(BOUND):
            heads = Counter(state.fixed.record_ids["minion"][state.record[p]] for p in state.alive["minion"])
            assert heads == DICE
            if state.over:
                break
            state.step(bot.choose(state))
        assert state.result is not None
        assert state.result.name in ("stalemate", "last_alive" if "elimination" in variant else "points")


def test_a_spell_that_fills_slots_stops_no_game() -> None:
    """Units that wait when a Roll Call takes the last open slot go back; the players are asked nothing that is closed."""
    for seed in range(100, 160):
        state = game("open-barracks").start(seed, 2)
        bot = bots.named("random", seed)
        for _ in range(BOUND):
            if state.over:
                break
            assert decide.open_places(state.pending)
            state.step(bot.choose(state))
        if any("no wave slot is open" in state.describe(event) for event in state.events):
            return
    pytest.fail("no game came to it")


def test_a_bot_that_looks_ahead_plays_fan_units() -> None:
    """It tries each option to the end of the game, and none of them is a fault."""
    state = game("open-barracks").start(49, 2, {"modular": True}, events=False)
    bot = bots.named("greedy:1", 1)
    for _ in range(12):
        state.step(bot.choose(state))
    assert not state.over
