"""The game against the ships: random games keep its laws, its examples bite, and it gets harder from Cadet to Extreme."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import slips
from bartizan import pages
from bartizan.simulation import intervals
from bartizan_compiler import build, examples
from bartizan_engine import Game, State, load
from bartizan_engine.bots import Random
from gunner import Gunner, column, state_value
from slips import slipped

ROOT = Path(__file__).resolve().parent.parent / "content" / "aliens-attack"
KEPT = Path(__file__).parent / "data" / "difficulty.json"
MISSIONS = {"first-contact": "prima", "fortress-comes": "fortress", "tank-comes": "tank", "racer-comes": "racer"}
DIFFICULTIES = ("cadet", "standard", "challenger", "survivor", "extreme")
VARIANTS: dict[str, dict[str, Any]] = {
    **{name: {"difficulty": name} for name in DIFFICULTIES},
    "shield-and-mines": {"mobile_shield": True, "space_mines": True},
    "strong-earth": {"handicap": "strong_earth"},
    "weak-earth": {"handicap": "weak_earth"},
    "other-rulings": {"same_ship_again": True, "push_touching": True, "act_at_once": True, "raise_and_apply": True},
    "quiet-mines": {"space_mines": True, "quiet_mines": True},
}
TWO = ("standard", "strong-earth", "weak-earth")  # what makes a difference with two players
ALONE = tuple(name for name in VARIANTS if name not in TWO[1:])
TABLES = [(m, 1, v) for m in MISSIONS for v in ALONE] + [(m, 2, v) for m in MISSIONS for v in TWO]
tables = pytest.mark.parametrize(("mission", "seats", "variant"), TABLES, ids=["-".join(map(str, t)) for t in TABLES])
SAMPLE, FULL = 2, 2_000  # games of each table
BOUND = 4_000  # decisions of a game
MEASURED = 100  # games of each difficulty


@cache
def game(mission: str = "first-contact") -> Game:
    scenario, problems = build.build(ROOT, mission)
    assert problems == [] and scenario is not None
    return load(scenario)


def test_every_example_holds() -> None:
    pack, problems = build.check(ROOT)
    assert pack is not None and problems == []
    ids = [example.id for example in pack.records["example"]]
    assert [(o.name, o.problems) for o in examples.run(pack, ids) if o.problems] == []


def test_nothing_passes_for_printed_that_is_not() -> None:
    """The text of the rulebook has one effect of a ship and one level of Danger, and no face of the attack die."""
    pack, _ = build.check(ROOT)
    assert pack is not None
    assert {side.origin["is"] for side in pack.records["side"]} == {"invented"}
    assert [side.id for side in pack.records["side"] if side.origin.get("fields")] == ["relay"]
    assert {one.id: one.origin["is"] for one in pack.records["danger_level"]} == {
        "danger-1": "printed",
        **{f"danger-{level}": "invented" for level in (2, 3, 4)},
    }
    assert {one.origin["fields"]["attacks"]["is"] for one in pack.records["mothership"]} == {"invented"}
    assert {one.origin["fields"]["levels"]["is"] for one in pack.records["cannon"]} == {"invented"}
    assert {one.origin["is"] for one in pack.records["ship_card"]} == {"invented"}


def test_the_page_of_the_map_tells_each_column_once() -> None:
    """No ship leaves its column, so each leads to its own cannon."""
    pack, _ = build.check(ROOT)
    assert pack is not None
    page = pages.pages(pack)["games/aliens-attack/maps/sky.md"]
    for name in "abcd":
        assert f"| <code>{name}1</code> | <code>{name}6</code> | 5 |" in page


# ---------------------------------------------------------------- what the checks find

WRONG_RECORDS = (  # where, what stands there, a slip, and what is said of it
    (
        "data/ship-cards.yaml",
        "front: dart, back: prima-bridge",
        "front: dart, back: hornet",
        "one section for each column",
    ),
    ("data/ship-cards.yaml", "front: dart, back: prima-bridge", "front: dart, back: tank-turret", "another Mothership"),
    ("data/ship-cards.yaml", "front: lancer, back: warden", "front: oracle, back: warden", "no Scout on its front"),
    ("missions/attacks.yaml", "prima-3, prima-4]", "prima-3, prima-3]", "14 different ship cards"),
    (
        "cards/sections.yaml",
        "part: {of: prima, column: 1}",
        "part: {of: prima, column: 2}",
        "one section for each column",
    ),
    ("cards/sections.yaml", "    part: {of: prima, column: 1}\n", "", "a section is a part of a Mothership"),
    ("cards/motherships.yaml", "    hits_in_all: 3\n", "", "for each section or in all"),
    ("cards/danger.yaml", "level: 3", "level: 2", "4 levels, each once"),
    (
        "cards/defences.yaml",
        "front: repair\n  back: mobile-shield",
        "front: radar\n  back: mobile-shield",
        "its front is another",
    ),
    (
        "missions/attacks.yaml",
        "cannons: [alpha, beta, gamma, delta]",
        "cannons: [alpha, beta, gamma]",
        "3 cannons need",
    ),
)


@pytest.mark.parametrize(
    ("path", "is_so", "slip", "said"), WRONG_RECORDS, ids=[w[2].strip()[:40] for w in WRONG_RECORDS]
)
def test_a_wrong_record_is_told(path: str, is_so: str, slip: str, said: str, tmp_path: Path) -> None:
    _, problems = slipped(ROOT, (path, is_so, slip), tmp_path)
    assert said in " ".join(problem.message for problem in problems)


def test_a_front_that_gives_sections_away_is_told(tmp_path: Path) -> None:
    """Were both other Darts gone, a Dart would be known to hide a section."""
    cards = (ROOT / "data" / "ship-cards.yaml").read_text(encoding="utf-8")
    without = cards.replace("front: dart, back: brood", "front: relay, back: brood")
    _, problems = slipped(
        ROOT,
        ("data/ship-cards.yaml", cards, without.replace("front: dart, back: comet", "front: relay, back: comet")),
        tmp_path,
    )
    assert "only cards with a section have the front Dart Scout" in " ".join(problem.message for problem in problems)


# ---------------------------------------------------------------- examples bite

WRONGS = (  # where, what stands there, and a slip: each is noticed by an example
    ("rules/game.star", "numbers.first_danger[options.difficulty]", "1"),
    ("rules/game.star", "numbers.full_rows[options.difficulty] > 1", "numbers.full_rows[options.difficulty] > 2"),
    (
        "rules/game.star",
        "    if not has_enemy():\n        push(danger_effects(game.danger))\n        resolve()",
        "    if seats() > 0:\n        push(danger_effects(game.danger))\n        resolve()",
    ),
    ("rules/game.star", "(in_battle or acts_at_once())", "game.battle"),
    ("rules/game.star", "    if preparing:\n", "    if not preparing:\n"),
    ("rules/game.star", "    if not at_top:\n", "    if game.danger < 3:\n"),
    ("rules/game.star", "at_top or options.raise_and_apply", "options.raise_and_apply"),
    ("rules/cannons.star", "    if cannon.level == 0:\n        return", "    if False:\n        return"),
    ("rules/cannons.star", "for _ in range(reach_of(cannon).power):", "for _ in range(1):"),
    ("rules/cannons.star", "has_enemy() and not cannon.mutes_with_two", "not cannon.mutes_with_two"),
    ("rules/cannons.star", "else found[:1]", "else found"),
    ("rules/cannons.star", "sight.clear_front and", "not sight.clear_front and"),
    ("rules/cannons.star", "seen if cannon.aim == aims.any_ship else least(seen, key = row_from_below)", "seen"),
    ("rules/mothership.star", "        if not is_empty(place) and is_free(place):\n            break\n", ""),
    ("cards/sections.yaml", "  damaged: {guide: [take_damage]}", "  damaged: {guide: []}"),
    (
        "rules/cannons.star",
        "        return_defence(shield)\n    elif",
        "        return_defence(shield)\n        cannon.level = 0\n    elif",
    ),
    (
        "rules/cannons.star",
        'for cannon in pieces("cannon") if cannon.level > 0]',
        "for cannon in cannons_in_line() if cannon.level > 0]",
    ),
    ("rules/ships.star", 'ships_in(cells("launch") + cells("combat"))', 'ships_in(cells("combat") + cells("launch"))'),
    ("rules/ships.star", "[] if options.same_ship_again else moved + [mover]", "[]"),
    ("rules/ships.star", "return all([is_free(place)", "return any([is_free(place)"),
    ("rules/ships.star", "        push_call(move_others, steps[1:], moved)\n", ""),
    ("rules/ships.star", "mutes.any_turn if options.quiet_mines else mutes.nothing", "mutes.any_turn"),
    ("rules/ships.star", "    hit_cannon(cannon_below(ship.cell), 1)\n    put_under(ship)", "    put_under(ship)"),
    ("rules/ships.star", "            if game.battle:\n                return\n", ""),
    (
        "rules/ships.star",
        "        if ship != None and is_free(place):\n            launch",
        "        if ship != None:\n            launch",
    ),
    (
        "rules/ships.star",
        "    if not on_board(ship):\n        return\n    if has_enemy() and ship.shows",
        "    if has_enemy() and ship.shows",
    ),
    ("rules/ships.star", "    ship.under = ship.shows\n", ""),
    ("rules/ships.star", "ship.muted == mutes.any_turn or ", ""),
    (
        "rules/ships.star",
        "(mutes.flipped if was_flipped else mutes.rotated)",
        "(mutes.rotated if was_flipped else mutes.flipped)",
    ),
    ("rules/ships.star", "elif not has_enemy() or (was_flipped", "elif not has_enemy() or (not was_flipped"),
    ("rules/ships.star", "        move(ship, game.set_aside)\n", "        put_under(ship)\n"),
    ("rules/defences.star", "    if card in game.column and not has_enemy():", "    if card in game.column:"),
    ("rules/defences.star", "    if card in game.column and not has_enemy():\n        turn_over(card)\n", ""),
    ("rules/defences.star", "    push(card.shows.then)\n", ""),
    ("rules/defences.star", 'and has(mission.mothership.traits, "satellite_proof")', "and False"),
    ("rules/defences.star", "abs(place.column - shield.cell.column) == 1", "place.column > shield.cell.column"),
    ("rules/defences.star", "    card.shows = card.front\n", ""),
    ("rules/mothership.star", "    cancel_pending()\n", ""),
    ("rules/mothership.star", "        push(mission.mothership.arrival)", "        pass"),
    (
        "rules/mothership.star",
        "    if not game.battle:\n        return\n    if mothership_beaten",
        "    if mothership_beaten",
    ),
    ("rules/mothership.star", "extra_hits_taken() >= extra_hits_needed()", "extra_hits_taken() > extra_hits_needed()"),
    ("rules/mothership.star", "extra_hits_taken() >= extra_hits_needed()", "True"),
    (
        "rules/mothership.star",
        "return 1 if has_enemy() else mission.mothership.hits_per_section",
        "return mission.mothership.hits_per_section",
    ),
    ("rules/mothership.star", "in_all != None and not has_enemy()", "in_all != None"),
    ("rules/mothership.star", "    push_ships_below(row[0].row)\n", ""),
    ("rules/mothership.star", "not options.push_touching or all", "all"),
    ("rules/mothership.star", "return -ship.cell.row", "return ship.cell.row"),
    ("rules/mothership.star", "        section.lies = turnings.whole\n", ""),
    ("rules/mothership.star", '    if not tagged(below[0], "earth"):\n        fill(below)', "    fill(below)"),
    ("rules/mothership.star", "        if ships_in([place]):\n            break\n", ""),
    ("rules/mothership.star", "ship = near[-1]", "ship = near[0]"),
    ("rules/enemy.star", "elif all_sections_found() and game.turns_left == 0:", "elif all_sections_found():"),
    ("rules/enemy.star", "        advance_mothership(1)", "        pass"),
    (
        "cards/cannons.yaml",
        "mutes: any_turn, sights: [{across: 1, ahead: 1}, {across: 1, ahead: 2}]",
        "sights: [{across: 1, ahead: 1}, {across: 1, ahead: 2}]",
    ),
    ("ruleset.yaml", "place_under: {rule: place_under, always: true,", "place_under: {rule: place_under,"),
)


def each_of(wrongs: Sequence[tuple[str, str, str]]) -> pytest.MarkDecorator:
    names = [f"{number}-{w[0]}" for number, w in enumerate(wrongs)]
    return pytest.mark.parametrize(("path", "is_so", "slip"), wrongs, ids=names)


@each_of(WRONGS[::13])
def test_some_slips_are_noticed_by_an_example(path: str, is_so: str, slip: str, tmp_path: Path) -> None:
    assert noticed(path, is_so, slip, tmp_path)


@pytest.mark.laws
@each_of(WRONGS)
def test_every_slip_is_noticed_by_an_example(path: str, is_so: str, slip: str, tmp_path: Path) -> None:
    assert noticed(path, is_so, slip, tmp_path)


def noticed(path: str, is_so: str, slip: str, folder: Path) -> bool:
    """Whether an example fails in a copy of the pack with a slip in it, which can still be played."""
    assert (ROOT / path).read_text(encoding="utf-8").count(is_so) == 1, is_so
    pack, problems = slipped(ROOT, (path, is_so, slip), folder)
    assert not any(map(build.severe, problems)), problems
    return slips.noticed(pack, [example.id for example in pack.records["example"]])


# ---------------------------------------------------------------- random games


@tables
def test_random_games_keep_the_laws(mission: str, seats: int, variant: str) -> None:
    for seed in range(SAMPLE):
        keeps_the_laws(mission, seats, variant, seed)


@pytest.mark.laws
@tables
def test_two_thousand_random_games_keep_the_laws(mission: str, seats: int, variant: str) -> None:
    """So many for each number of players, difficulty and Mothership, and for the variant cards; fewer for the other options."""
    for seed in range(FULL if variant in (*DIFFICULTIES, "shield-and-mines") else FULL // 10):
        keeps_the_laws(mission, seats, variant, seed)


def keeps_the_laws(mission: str, seats: int, variant: str, seed: int) -> None:
    """A random game comes to an end, and what is counted from outside is right at every decision."""
    options = VARIANTS[variant]
    state = game(mission).start(seed, seats, options, events=False)
    bot, danger = Random(seed), 1
    for _ in range(BOUND):
        if state_value(state, "game__dealt"):  # a Cadet is asked before
            all_cards_are_there(state, mission)
        danger = danger_only_rises(state, danger)
        if state.over:
            break
        state.step(bot.choose(state))
    the_right_one_has_won(state, options, mission)


def all_cards_are_there(state: State, mission: str) -> None:
    """Fourteen ship cards with their two sides, four cannons on Earth, three Planetary Defence cards; one ship a space."""
    fixed, sides = state.fixed, state.fixed.record_ids["side"]
    assert {kind: len(state.alive[kind]) for kind in ("ship", "side", "cannon", "defence")} == {
        "ship": 14,
        "side": 14,
        "cannon": 4,
        "defence": 3,
    }
    backs = [sides[state.record[side]] for side in state.alive["side"]]
    assert len([back for back in backs if back.startswith(f"{MISSIONS[mission]}-")]) == 4
    assert sorted(fixed.cell_names[state.place[cannon]] for cannon in state.alive["cannon"]) == ["a6", "b6", "c6", "d6"]
    flying = Counter(state.place[ship] for ship in state.alive["ship"] if 0 <= state.place[ship] < fixed.cells)
    assert all(number == 1 and place < 20 for place, number in flying.items())
    for ship in state.alive["ship"]:
        known = column(state, "ship__under")[ship] is not None
        unseen = column(state, "ship__back")[ship] in state.zones[fixed.zone_index["seen"]]
        assert known == unseen


def danger_only_rises(state: State, before: int) -> int:
    """Danger is from 1 to 4, and never falls; with two players it is 4."""
    now: int = state_value(state, "game__danger")
    assert before <= now <= 4
    assert state.seats == 1 or now == 4
    return now


HITS = {"prima": 4, "fortress": 4, "tank": 8, "racer": 3}


def the_right_one_has_won(state: State, options: dict[str, Any], mission: str) -> None:
    """Earth has won with as many hits as are asked for; else a cannon was at 0, or the Mothership is above the cannons."""
    assert state.over and state.result is not None
    rows = {state.place[ship] // 4 for ship in sections(state)}
    hits = sum(column(state, "ship__hits")[ship] for ship in state.alive["ship"])
    name, levels = state.result.name, [column(state, "cannon__level")[cannon] for cannon in state.alive["cannon"]]
    if name == "earth_wins":
        needed = 4 if state.seats == 2 else HITS[MISSIONS[mission]]
        extra = options.get("difficulty") in ("challenger", "survivor", "extreme") and state.seats == 1
        assert hits >= needed + extra and state_value(state, "game__battle")
        assert state.result.winners == (0,)
    else:
        assert state.result.winners == ((1,) if state.seats == 2 and name != "stalemate" else ())
    if name == "earth_reached":
        assert rows == {4}
    if name.startswith("cannon_lost"):
        assert 0 in levels
        assert (name == "cannon_lost_in_battle") == state_value(state, "game__battle")
    if name == "stalemate":
        assert state.view(0)["round"] == 200


def sections(state: State) -> list[int]:
    """The sections in play."""
    sides = state.fixed.record_ids["side"]
    names = tuple(f"{name}-" for name in MISSIONS.values())
    flying = [ship for ship in state.alive["ship"] if 0 <= state.place[ship] < state.fixed.cells]
    return [ship for ship in flying if sides[column(state, "ship__shows")[ship]].startswith(names)]


def test_the_enemy_sees_what_earth_does_not() -> None:
    """With two players, the undersides of ships in play are in the view of the Enemy alone."""
    state = game().start(5, 2)
    earth, enemy = (state.view(player)["players"][1]["zones"]["undersides"] for player in (0, 1))
    assert earth == 4
    assert len(enemy) == 4 and all(side["is"].startswith("side:") and side["state"]["below"] for side in enemy)


# ---------------------------------------------------------------- how hard it is


def ends(difficulty: str, games: int) -> list[str]:
    """How games of the strongest bot end, seed by seed."""
    found = []
    for seed in range(games):
        state, bot = game().start(seed, 1, {"difficulty": difficulty}, events=False), Gunner(seed)
        while not state.over:
            state.step(bot.choose(state))
        assert state.result is not None
        found.append(state.result.name)
    return found


def test_from_cadet_to_extreme_fewer_games_are_won() -> None:
    """Of the games that were measured with the rules as they are now. A hundred games tell the ends apart beyond chance, not
    each step: of a step it is said that the games fall so, and that it is not easier beyond chance.
    """
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert kept["play"] == game().play_hash, "the rules have changed: BARTIZAN_KEEP=1 make laws measures anew"
    assert all(sum(kept["ends"][name].values()) == MEASURED for name in DIFFICULTIES)
    won = [kept["ends"][name].get("earth_wins", 0) for name in DIFFICULTIES]
    assert won == sorted(set(won), reverse=True), won
    assert won[0] - won[-1] > MEASURED // 5
    shares = [intervals.wilson(many, MEASURED) for many in won]
    assert all(harder.low <= easier.high for easier, harder in pairwise(shares)), "a step up is easier, beyond chance"
    assert shares[-1].high < shares[0].low, "Extreme is not harder than Cadet beyond chance"


def test_a_measured_game_goes_as_it_was_measured() -> None:
    """The strongest bot ends the first games of a difficulty as the kept ones, so the kept numbers are its own."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert ends("cadet", len(kept["first"])) == kept["first"]


@pytest.mark.laws
def test_all_measured_games_go_as_they_were_measured() -> None:
    """With `BARTIZAN_KEEP=1` they are measured anew."""
    found = {name: ends(name, MEASURED) for name in DIFFICULTIES}
    now = {
        "play": game().play_hash,
        "first": found["cadet"][:2],
        "ends": {name: dict(sorted(Counter(found[name]).items())) for name in DIFFICULTIES},
    }
    if os.environ.get("BARTIZAN_KEEP"):
        KEPT.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    assert now == json.loads(KEPT.read_text(encoding="utf-8"))
