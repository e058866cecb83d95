"""The dice game: its random games keep their laws, and an oracle in plain Python agrees with its attacks."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import slips
from bartizan import pages
from bartizan_compiler import build, examples
from bartizan_engine import Game, State, decide, load
from bartizan_engine.bots import Random
from bartizan_engine.situation import Situation
from oracle_dice import Cup, Die, Over, Player, Shows, Table, Tower
from slips import slipped

ROOT = Path(__file__).resolve().parent.parent / "content" / "epic-dice"
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "elimination": {"elimination": True},
    "by-minion": {"elimination": True, "harm_by_minion": True},
    "modular": {"modular": True},
    "modular-elimination": {"modular": True, "elimination": True},
    "bonus-wave": {"bonus_wave_attacks": True},
}
FEWER = ("modular-elimination", "bonus-wave")  # no variants of the box, but two at once, and a ruling turned
TABLES = [(seats, name) for seats in (2, 3, 4) for name in VARIANTS]
tables = pytest.mark.parametrize(("seats", "variant"), TABLES, ids=[f"{seats}-{name}" for seats, name in TABLES])
SAMPLE, FULL = 2, 2_000  # games of each table
CASES, ALL_CASES = 300, 10_000  # attacks
BOUND = 6_000  # decisions of a game
UNITS = {"goblin": 6, "zombie": 5, "orc": 4, "troll": 2, "dragon": 1}


@cache
def game() -> Game:
    scenario, problems = build.build(ROOT, None)
    assert problems == [] and scenario is not None
    return load(scenario)


def test_every_example_holds() -> None:
    pack, problems = build.check(ROOT)
    assert pack is not None and problems == []
    ids = [example.id for example in pack.records["example"]]
    assert [(o.name, o.problems) for o in examples.run(pack, ids) if o.problems] == []


def test_no_face_passes_for_printed_but_those_of_the_tower_dice() -> None:
    pack, _ = build.check(ROOT)
    assert pack is not None
    dice = [die for kind in ("tower_die", "minion_die", "roll_off_die") for die in pack.records[kind]]
    assert {die.id: die.origin["is"] for die in dice} == {
        "level-die": "printed",
        "roll-off-die": "invented",
        **{f"{unit}-die": "invented" for unit in UNITS},
    }


def test_the_page_of_the_map_tells_each_lane_once() -> None:
    """A start is told with the goals that it can reach: a lane leads to its own Keep and to no other."""
    pack, _ = build.check(ROOT)
    assert pack is not None
    page = pages.pages(pack)["games/epic-dice/maps/four-mats.md"]
    rows = re.findall(r"^\| <code>(\w)1</code> \| <code>(\w)4</code> \| (\S+) \|", page, re.MULTILINE)
    assert rows == [(column, column, "3") for column in "acegikmo"]


def test_a_lane_has_one_keep(tmp_path: Path) -> None:
    """A wave stops at the first: one behind it would never be met."""
    slip = ("maps/four-mats.yaml", "  s w s x s w s x s w s x s w s\n  K", "  K w s x s w s x s w s x s w s\n  K")
    _, problems = slipped(ROOT, slip, tmp_path)
    assert [problem.code for problem in problems] == ["BZ620"]
    assert "the Keep at a4 is the end of no lane" in problems[0].message


# ---------------------------------------------------------------- examples bite

WRONGS = (  # where, what stands there, and a slip: each is noticed by an example
    ("rules/game.star", "if values[i] == best", "if values[i] >= best - 1"),
    ("rules/game.star", "everybody[seat - 1:] + everybody[:seat - 1]", "everybody"),
    ("rules/setup.star", "game.units = units_of_the_game()", 'game.units = list(records("minion"))'),
    (
        "rules/buy.star",
        "player.units_hired[unit] >= numbers.units_of_a_type",
        "player.units_hired[unit] > numbers.units_of_a_type",
    ),
    ("rules/buy.star", "    player.gold = 0\n", "    pass\n"),
    ("rules/buy.star", "if tower not in player.spare:", "if tower in player.spare:"),
    ("rules/buy.star", "    for tower in unique(thrown):\n        build(player, tower)\n", ""),
    ("rules/buy.star", "if room_in(slot) == 0", "if room_in(slot) < 0"),
    ("rules/buy.star", "        for minion in recruits:\n            put_back(minion)\n", ""),
    ("rules/buy.star", "    if has_spell(player, spell):", "    if False:"),
    ("rules/buy.star", "if has_spell(other, spell)]) >= limit", "if has_spell(other, spell)]) > limit"),
    ("rules/mat.star", "(heads + unit.unit_size - 1) // unit.unit_size", "heads // unit.unit_size"),
    ("rules/mat.star", "if tower.level != numbers.keep_level:", "if False:"),
    ("rules/mat.star", "places = places + [", "places = [places[0]] + places[2:] + ["),
    ("rules/attack.star", "mat_of(left_of(attacker)).right", "mat_of(left_of(attacker)).left"),
    ("rules/attack.star", '    if all([has(minion.traits, "flying")', '    if any([has(minion.traits, "flying")'),
    ("rules/attack.star", "and all([minion.bonus for", "and any([minion.bonus for"),
    ("rules/attack.star", "len(wave) > 0 and all", "all"),
    ("rules/attack.star", "    if attacker.bonus_wave_sent:\n        return True\n", ""),
    ("rules/attack.star", "    if options.bonus_wave_attacks:\n        return is_bonus_wave(slot)\n", ""),
    ("rules/attack.star", "if options.bonus_wave_attacks:", "if True:"),
    ("rules/attack.star", "        if minion.bonus:\n            minion.bonus = False", "        pass"),
    ("rules/attack.star", "if is_hasty(player)] + [", "if not is_hasty(player)] + ["),
    ("rules/battle.star", "shown(minion).value >= level]", "shown(minion).value > level]"),
    ("rules/battle.star", "for tower in reversed(towers):", "for tower in towers:"),
    ("rules/battle.star", "if minion not in icons]", "]"),
    ("rules/battle.star", "    if winners:\n        clash.falls = True\n", ""),
    ("rules/battle.star", "shown(minion).value == level]", "shown(minion).value < level]"),
    ("rules/battle.star", "    for minion in wave:\n        put_back(minion)\n    if options", "    if options"),
    ("rules/battle.star", "scorers if options.harm_by_minion else symbols", "symbols"),
    ("rules/battle.star", "        eliminate(player)", "        pass"),
    ("rules/abilities.star", "    minion.bonus = True", "    pass"),
    (
        "rules/abilities.star",
        "        put_back(lost)\n    put_back(minion)",
        "        put_back(lost)\n        put_back(minion)",
    ),
    ("rules/abilities.star", "    minion.passed = minion.passed + [clash.tower]", "    pass"),
    ("rules/spells.star", "player.attacked_by // per", "(player.attacked_by + 1) // per"),
    ("rules/spells.star", "        minion.bonus = True", "        pass"),
    ("rules/spells.star", "            if minion.record == unit:", "            if False:"),
    ("rules/cleanup.star", '    for stone in pieces("spell_die"):\n        return_spell(stone)\n', ""),
    ("ruleset.yaml", "set: {clash.falls: true}", "set: {clash.falls: false}"),
    ("cards/spells.yaml", "[{summon: 6}]", "[{summon: 5}]"),
    ("cards/spells.yaml", "at_most: 10", "at_most: 11"),
    ("units/minions.yaml", "unit_size: 6", "unit_size: 8"),
)


def each_of(wrongs: Sequence[tuple[str, str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("path", "is_so", "slip"), wrongs, ids=[f"{w[0]}-{w[2][:30].strip()}" for w in wrongs]
    )


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
def test_random_games_keep_the_laws(seats: int, variant: str) -> None:
    for seed in range(SAMPLE):
        keeps_the_laws(seats, variant, seed)


@pytest.mark.laws
@tables
def test_two_thousand_random_games_keep_the_laws(seats: int, variant: str) -> None:
    """Fewer of what is no variant by itself."""
    for seed in range(FULL // 10 if variant in FEWER else FULL):
        keeps_the_laws(seats, variant, seed)


def keeps_the_laws(seats: int, variant: str, seed: int) -> None:
    """A random game comes to an end, and what is counted from outside is right at every decision."""
    options = VARIANTS[variant]
    state = game().start(seed, seats, options, events=False)
    bot = Random(seed)
    scores = list(column(state, "player__score"))
    for _ in range(BOUND):
        all_dice_are_there(state, options)
        scores = no_score_goes_back(state, options, scores)
        if state.over:
            break
        state.step(bot.choose(state))
    the_right_one_has_won(state, options)


def column(state: State, name: str) -> list[Any]:
    """A column of the state."""
    found: list[Any] = getattr(state, name)
    return found


def all_dice_are_there(state: State, options: dict[str, Any]) -> None:
    """102 dice; no gold is owed; what is in play of each kind is what the box holds; waves ahead of nobody's purse."""
    fixed = state.fixed
    kinds = Counter(fixed.kinds[kind] for kind, place in zip(state.kind, state.place, strict=True) if place != -1)
    assert kinds == {"tower": 24, "minion": 69, "spell_die": 4}
    assert (
        sum(kinds.values())
        + sum(record["count"] for k in ("scoring_die", "roll_off_die") for record in game().records(k))
        == 102
    )
    assert all(0 <= gold <= 5 for gold in column(state, "player__gold"))
    heads = Counter(fixed.record_ids["minion"][state.record[p]] for p in state.alive["minion"])
    assert heads == {"goblin": 24, "zombie": 20, "orc": 16, "troll": 8, "dragon": 1}
    units = {fixed.record_ids["minion"][unit] for unit in state_value(state, "game__units")}
    assert len(units) == (3 if options.get("modular") else 5)
    unused = fixed.cells + fixed.zone_index["unused_minions"]
    at = {fixed.record_ids["minion"][state.record[p]] for p in state.alive["minion"] if state.place[p] == unused}
    assert at == set(UNITS) - units
    assert all(hired <= 2 for table in column(state, "player__units_hired") for hired in table.values())


def state_value(state: State, name: str) -> Any:
    return getattr(state, name)


def no_score_goes_back(state: State, options: dict[str, Any], before: list[int]) -> list[int]:
    """Victory points are never lost, health is never won, and both stay between 0 and 8."""
    now = list(column(state, "player__score"))
    assert all(0 <= score <= 8 for score in now)
    sign = -1 if options.get("elimination") else 1
    assert all(sign * (b - a) >= 0 for a, b in zip(before, now, strict=True))
    if options.get("elimination"):
        assert [score == 0 for score in now] == column(state, "player__out")
    return now


def the_right_one_has_won(state: State, options: dict[str, Any]) -> None:
    """The game has ended because somebody had eight points, because one was left, or after the last round."""
    assert state.over and state.result is not None
    scores = column(state, "player__score")
    if state.result.name == "stalemate":
        assert state.view(0)["round"] == 60 and not state.result.winners
        assert len([score for score in scores if score > 0]) > 1 if options.get("elimination") else max(scores) < 8
        return
    if options.get("elimination"):
        assert state.result.name == "last_alive"
        assert [seat for seat, score in enumerate(scores) if score > 0] == list(state.result.winners)
    else:
        assert state.result.name == "points"
        assert [seat for seat, score in enumerate(scores) if score == 8] == list(state.result.winners)
    assert len(state.result.winners) == 1


# ---------------------------------------------------------------- attacks, against the oracle


def test_an_oracle_agrees_with_random_attacks() -> None:
    for seed in range(CASES):
        agrees(seed)


@pytest.mark.laws
def test_an_oracle_agrees_with_ten_thousand_random_attacks() -> None:
    for seed in range(ALL_CASES):
        agrees(seed)


def test_other_faces_make_another_table() -> None:
    """An agreement of two that look at nothing would prove nothing."""
    differ = 0
    for seed in range(20):
        table, rolls = a_table(random.Random(seed))
        made, _ = engine_attacks(table, rolls, Picks(seed))
        others = {unit: ["icon", *names] for unit, names in rolls.items()}
        differ += made != engine_attacks(table, others, Picks(seed))[0]
    assert differ > 10


class Picks:
    """What players select, by chance: the same of the same options."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"picks {seed}")
        self.asked: list[str] = []

    def __call__(self, who: int, what: str, options: Sequence[str]) -> str:
        if len(set(options)) == 1:
            return options[0]
        found = sorted(set(options))[self.chance.randrange(len(set(options)))]
        self.asked.append(f"{who} {what}: {found} of {sorted(set(options))}")
        return found


def agrees(seed: int) -> None:
    """Engine and oracle come to the same table, asking the same questions and rolling as many dice."""
    table, rolls = a_table(random.Random(seed))
    picks = Picks(seed)
    made, left = engine_attacks(table, rolls, picks)
    known = faces()
    cup = Cup({unit: [known[unit][name] for name in names] for unit, names in rolls.items()})
    table.cup, table.pick = cup, (mine := Picks(seed))
    winner: int | None = None
    try:
        table.attack(ATTACKER, SENT)
    except Over as over:
        winner = over.winner
    assert mine.asked == picks.asked, seed
    assert [table.told(), winner] == made, seed
    assert {unit: len(left_over) for unit, left_over in cup.faces.items()} == left, seed


ATTACKER, SENT = 1, 0
PLACES = ("front", "outer", "inner", "keep")


@cache
def faces() -> dict[str, dict[str, Shows]]:
    """What the minions' dice show, from the records."""
    return {
        die["id"].removesuffix("-die"): {f["name"]: Shows(f["value"], f["icon"], f["victory"]) for f in die["faces"]}
        for die in game().records("minion_die")
    }


def a_table(chance: random.Random) -> tuple[Table, dict[str, list[str]]]:
    """Players, towers, waves, and what the dice will show. The dragon is one, and mostly in the wave that attacks."""
    elimination = chance.random() < 0.4
    dragon = chance.random()
    players = []
    for seat in range(chance.choice((2, 2, 3, 4))):
        waves = [a_wave(chance, chance.choice((0, 0, 1, 3))) for _ in range(3)]
        if seat == ATTACKER:
            alone = dragon < 0.15
            waves[SENT] = [] if alone else a_wave(chance, chance.randint(1, 13)) or [Die("orc")]
            waves[SENT] += [Die("dragon")] if dragon < 0.5 else []
        golem = chance.choice(("left", "right", "none"))
        lanes = {side: a_lane(chance, side == golem) for side in ("left", "right")}
        players.append(Player(chance.randint(1, 7), lanes, waves))
    rolls = {unit: chance.choices(list(faces()[unit]), k=120) for unit in UNITS}
    pick = Picks(0)
    return Table(players, Cup({}), pick, elimination, elimination and chance.random() < 0.5), rolls


def a_wave(chance: random.Random, size: int) -> list[Die]:
    bonus = chance.choice((0.0, 0.3, 1.0))
    return [Die(chance.choice(("goblin", "zombie", "orc", "troll")), chance.random() < bonus) for _ in range(size)]


def a_lane(chance: random.Random, golem: bool) -> list[Tower]:
    likely = chance.choice((0.0, 0.5, 0.9))
    towers = [Tower(place, chance.randint(1, 6)) for place in PLACES[1:] if chance.random() < likely]
    return [Tower("front", 6, golem=True), *towers] if golem else towers


# ---- the same table on the engine


def engine_attacks(table: Table, rolls: dict[str, list[str]], picks: Picks) -> tuple[list[Any], dict[str, int]]:
    """Set the table, let the wave attack, and tell what came of it; also how many of the faces are left."""
    options = {"elimination": table.elimination, "harm_by_minion": table.harm_by_minion}
    state = game().prepare(0, len(table.players), options, events=False)
    situation = Situation(state)
    situation.arrange(given(table))
    for unit, names in rolls.items():
        state.forced[f"roll {unit}-die"] = list(names)
    situation.call("attack", {"attacker": ATTACKER + 1, "is_third": False})
    while not state.over and state.pending is not None:
        state.answer(answer(state, picks), state.pending[decide.WHO][0])
    winner = state.result.winners[0] if state.result is not None else None
    return [told(state), winner], {unit: len(state.forced[f"roll {unit}-die"]) for unit in rolls}


@cache
def mats() -> list[dict[str, Any]]:
    """By seat: the cells of the lanes, from the front to the Keep, and those of the waves."""
    found = []
    for mat in game().records("dice_game")[0]["mats"]:
        lanes = {side: [f"{mat[side][0]}{row}" for row in range(1, 5)] for side in ("left", "right")}
        found.append({"lanes": lanes, "waves": mat["waves"]})
    return found


def given(table: Table) -> dict[str, Any]:
    pieces: dict[str, Any] = {}
    for seat, player in enumerate(table.players):
        for side, lane in player.lanes.items():
            for tower in lane:
                cell = mats()[seat]["lanes"][side][PLACES.index(tower.place)]
                pieces[f"tower-{cell}"] = a_golem(seat, cell, tower) if tower.place == "front" else {
                    "tower": "tower", "at": cell, "level": tower.level, "keeper": seat + 1,
                }  # fmt: skip
        for slot, wave in enumerate(player.waves):
            for number, die in enumerate(wave):
                at = mats()[seat]["waves"][slot]
                pieces[f"minion-{seat}-{slot}-{number}"] = {"minion": die.kind, "at": at, "bonus": die.bonus}
    return {"pieces": pieces, "players": [{"score": player.score} for player in table.players]}


def a_golem(seat: int, cell: str, tower: Tower) -> dict[str, Any]:
    return {"spell_die": "spell-die", "at": cell, "level": tower.level, "caster": seat + 1, "symbol": "summon-golem"}


def answer(state: State, picks: Picks) -> int:
    """The option that the picks select, by what the oracle calls it."""
    pending: Any = state.pending
    values = pending[decide.VALUES]
    said = [called(state, value) for value in values]
    prompt = decide.shown(state, pending).prompt
    if prompt.startswith("Attack with"):
        return said.index(str(SENT))
    what = {"Attack which": "lane", "Which of": "tied", "To which": "slot", "Raid": "raided", "Which minion": "victim"}
    name = next(what[start] for start in what if prompt.startswith(start))
    return said.index(picks(pending[decide.WHO][0], name, said))


def called(state: State, value: int) -> str:
    """A lane, a slot or a minion in the words of the oracle."""
    pending: Any = state.pending
    if state.program.sites[pending[decide.SITE]].type.name == "piece":
        return minion(state, value)
    name = state.fixed.cell_names[value]
    for seat, mat in enumerate(mats()):
        for side, lane in mat["lanes"].items():
            if lane[0] == name:
                return f"{seat} {side}"
        if name in mat["waves"]:
            return str(mat["waves"].index(name))
    raise AssertionError(name)


def minion(state: State, piece: int) -> str:
    kind = state.fixed.record_ids["minion"][state.record[piece]]
    return f"{kind}{' bonus' if column(state, 'minion__bonus')[piece] else ''}"


def told(state: State) -> list[Any]:
    """The table in the words of the oracle."""
    return [
        {
            "score": column(state, "player__score")[seat],
            "out": column(state, "player__out")[seat],
            "lanes": {side: list(towers(state, lane)) for side, lane in mat["lanes"].items()},
            "waves": [dict(Counter(minion(state, p) for p in at(state, "minion", slot))) for slot in mat["waves"]],
            "sent against": column(state, "player__attacked_by")[seat],
            "bonus wave sent": column(state, "player__bonus_wave_sent")[seat],
        }
        for seat, mat in enumerate(mats()[: state.seats])
    ]


def at(state: State, kind: str, cell: str) -> list[int]:
    place = state.fixed.cell_index[cell]
    return [piece for piece in state.alive[kind] if state.place[piece] == place]


def towers(state: State, lane: list[str]) -> Iterator[tuple[str, int]]:
    for place, cell in zip(PLACES, lane, strict=True):
        for kind in ("tower", "spell_die"):
            for piece in at(state, kind, cell):
                yield place, column(state, f"{kind}__level")[piece]
