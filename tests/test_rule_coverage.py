"""Rules are reached by play: nearly every statement and branch of a shipped pack, by random games and examples that play.

An example plays if it runs nothing but what a game consists of, its phases, or what players do before it; one that calls
a rule with arguments of its own proves what that rule does, but not that a game comes there. Rules that only the checker
runs are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import rulecover
from bartizan import shipped
from bartizan_compiler import build, emit, examples, scenes
from bartizan_compiler.link import Pack
from bartizan_engine import Game, load
from bartizan_engine.bots import Bot, Random
from bartizan_engine.campaign import begin
from bartizan_engine.greedy import Greedy


class Plan(NamedTuple):
    """How a pack is played here."""

    phases: frozenset[str]  # what a game consists of: an example that runs nothing else plays
    seeds: int  # games of each mission, number of players and set of options; campaigns of each number of players
    unreached: dict[str, str]  # rules of which something is not reached, and why


PLANS = {
    "aliens-attack": Plan(
        frozenset(
            """play set_up place_cannons lay_out_defences earth_turn fire_a_cannon use_a_defence mothership_acts enemy_turn
            ships_by_row ships_in_play scouts_in_play cannon_levels backs_known_to known_undersides shown_measures
            """.split()  # the last ones only look
        ),
        2,
        {
            **dict.fromkeys(("hit", "hit_all", "read_icons"), "only worked examples do it"),
            "play": "no random game goes on for so many turns",
            "damage_section": "nothing hits a section before the final battle",
            "laser": "no box moves its ship before its laser fires, though another pack's may",
        },
    ),
    "defense-grid": Plan(
        frozenset(
            "play refresh player_actions return_cores alien_movement set_up award_medal build_deck spend_points "
            "headquarters".split()
        ),
        2,
        {"play": "no random game goes on for two hundred rounds"}
        | {"improve": "the campaign has no fifth mission yet"}
        | dict.fromkeys(
            "row_of in_starter_decks starter_size limits_of towers_of_the_mission locked_left price_of_ware "
            "hit_points_lined_up".split(),
            "only worked examples look at it",
        ),
    ),
    "planet-defenders": Plan(
        frozenset("play play_round take_turn set_up end_turn finish".split()),
        2,
        {
            **dict.fromkeys(("technologies_by_kind", "categories_of_technologies"), "only worked examples look at it"),
            "gain_choice": "players keep too few energies for all of the reserve to be gone",
        },
    ),
}
MANY = 3  # missions that are played with all options
SHARE = 98  # per cent
GAMES = 12  # of a campaign, after which it is left


def _checked(name: str) -> Pack:
    pack, problems = build.check(shipped.packs()[name])
    assert pack is not None, problems
    return pack


def _games(pack: Pack) -> Iterator[tuple[Game, int]]:
    """Every mission by every entry for one; and which of these entries it is."""
    for mission in build.missions(pack):
        entries = [name for name, entry in pack.ruleset.entries.items() if entry.needs == "mission"]
        for place, entry in enumerate(entries):
            yield load(emit.emit(pack, mission, entry)), place


def _campaigns(pack: Pack) -> Iterator[Game]:
    for record in build.leads(pack, "campaign"):
        yield load(emit.emit(pack, record, pack.entry("campaign")))


def _option_sets(game: Game) -> Iterator[dict[str, Any]]:
    """No option; each switch alone; all switches."""
    switches = {name: True for name, field in game.options.items() if field.type.name == "bool"}
    yield {}
    yield from ({name: True} for name in switches)
    yield switches


def _tables(game: Game, place: int, number: int, missions: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """By the first entry every number of players, and every set of options with one of them; of many missions each set at
    some, in turn. By other entries one number.
    """
    low, high = game.seats
    if place:
        yield low + place % (high - low + 1), {}
        return
    yield from ((seats, {}) for seats in range(low, high + 1))
    for turn, options in enumerate(_option_sets(game)):
        if options and (missions <= MANY or ((turn + number) % MANY == 0 and number < 2 * MANY)):
            yield low + turn % (high - low + 1), options


def _play(game: Game, seats: int, seed: int, options: dict[str, Any], bot: Bot) -> None:
    state = game.start(seed, seats, options, events=False)
    while not state.over:
        state.step(bot.choose(state))


def _wander(game: Game, seats: int, seed: int) -> None:
    played, bot = begin(game, seed, seats), Random(seed)
    while not played.over and len(played.played) < GAMES:
        played.state.step(bot.choose(played.state))
        played.go_on()


def _plays(pack: Pack, phases: frozenset[str]) -> list[str]:
    """The examples that run nothing but phases."""
    return [
        record.id
        for record in pack.records["example"]
        if all(rule in phases for rule, _, _ in scenes.runs(record.values.get("run", [])))
    ]


def _for_the_checker(pack: Pack) -> set[str]:
    """The rules that judge records and maps, and those that only they call."""
    assert pack.program is not None
    rules, ruleset = pack.program.checked.rules, pack.ruleset
    judging = {rule for names in ruleset.checks.values() for rule in names}
    if ruleset.board and ruleset.board.cover.get("sight"):
        judging.add(str(ruleset.board.cover["sight"]))
    called = {name for rule in judging for name in _under(rules, rule)}
    return called - {name for rule in rules.keys() - called for name in _under(rules, rule)} | judging


def _under(rules: Any, rule: str) -> set[str]:
    found, left = {rule}, [rule]
    while left:
        new = set(rules[left.pop()].calls) - found
        found |= new
        left += new
    return found


def reached(name: str) -> tuple[dict[rulecover.Point, str], set[rulecover.Point]]:
    """What is to be reached in a pack's rules, by rule, and what is."""
    plan = PLANS[name]
    with rulecover.marking() as seen:
        pack = _checked(name)
        assert pack.program is not None
        wanted = rulecover.points(pack.program.checked)
        for outcome in examples.run(pack, _plays(pack, plan.phases)):
            assert outcome.problems == [], outcome.name
        for game in _campaigns(pack):
            for seed in range(plan.seeds):
                for seats in range(game.seats[0], game.seats[1] + 1):
                    _wander(game, seats, seed)
        games = list(_games(pack))
        missions = len(build.missions(pack))
        for at, (game, place) in enumerate(games):
            for seats, options in _tables(game, place, at * missions // len(games), missions):
                for seed in range(plan.seeds):
                    _play(game, seats, seed, options, Random(seed))
        for game in (game for game, place in games if not place):  # chance hardly ever wins, and asks for no outlook
            _play(game, game.seats[0], 1, {}, Greedy(1, 1))
    judging = _for_the_checker(pack)
    return {point: rule for point, rule in wanted.items() if rule not in judging}, seen


@pytest.mark.parametrize("name", sorted(PLANS))
def test_rules_are_reached_by_play(name: str) -> None:
    """Nearly all of them; and whatever is not has its reason, as long as it is not."""
    wanted, seen = reached(name)
    missing = {point: rule for point, rule in wanted.items() if point not in seen}
    assert {str(p): rule for p, rule in missing.items() if rule not in PLANS[name].unreached} == {}
    assert set(PLANS[name].unreached) <= set(missing.values())
    assert 100 * len(missing) <= (100 - SHARE) * len(wanted)
