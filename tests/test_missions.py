"""Missions against the clock and the box: what is told of a made-up game, and games that are played to prove it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bartizan_compiler import build, emit, pace, proofs, sight
from bartizan_compiler.link import Pack
from bartizan_engine import load
from bartizan_engine.problem import Problem

TESTS = Path(__file__).resolve().parent
WALL = TESTS / "packs" / "long-wall"
GRID = TESTS.parent / "content" / "defense-grid"


@pytest.fixture
def wall(tmp_path: Path) -> Path:
    """The made-up game, to be changed."""
    return Path(shutil.copytree(WALL, tmp_path / "long-wall"))


def change(root: Path, path: str, *pairs: tuple[str, str]) -> None:
    text = (root / path).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    (root / path).write_text(text, encoding="utf-8", newline="\n")


def checked(root: Path) -> Pack:
    pack, problems = build.check(root)
    assert pack is not None
    assert problems == []
    return pack


def told(root: Path) -> list[Problem]:
    return build.check(root)[1]


def read(pack: Pack) -> proofs.Proofs:
    found, flaws = proofs.read(pack.ruleset, pack.ruleset_data)
    assert flaws == []
    return found


# ---------------------------------------------------------------- the clock


@cache
def grid_pack() -> Pack:
    """The shipped game."""
    return checked(GRID)


def arrivals(pack: Pack) -> dict[str, list[pace.Arrival]]:
    found = read(pack).pace
    assert found is not None
    timing = pace.Timing(pack, found)
    return {mission.id: timing.arrivals(mission) for mission in pack.missions()}


def test_every_wave_has_its_rounds_for_every_face() -> None:
    """Four steps to the gate, one behind the wall; a grunt goes 2, a brute 1, the die adds 0 or 1. They wait a round."""
    assert arrivals(checked(WALL))["first-night"] == [
        pace.Arrival(1, 1, 0, (4,)),
        pace.Arrival(1, 1, 1, (3,)),
        pace.Arrival(2, 2, 0, (7,)),
        pace.Arrival(2, 2, 1, (5,)),
        pace.Arrival(3, 3, 0, (6,)),
        pace.Arrival(3, 3, 1, (5,)),
    ]


def test_a_wave_may_have_its_own_round_and_enter_at_once(wall: Path) -> None:
    change(wall, "ruleset.yaml", ("    waits: 1\n", "    waits: 0\n    round: wave.round\n"))
    change(wall, "ruleset.yaml", ("    number: int 1..9\n", "    number: int 1..9\n    round: optional int 1..9\n"))
    change(wall, "missions/first-night.yaml", ("number: 2,", "number: 2, round: 4,"))
    assert [one.ends for one in arrivals(checked(wall))["first-night"]] == [(3,), (2,), (8,), (6,), (5,), (4,)]


@pytest.mark.parametrize("face", ["slow", "quick"])
def test_a_game_is_lost_in_the_round_that_is_proven(face: str) -> None:
    """Goblins of the game walk before the next wave enters, so that each waits for a round."""
    adds = {"slow": 0, "quick": 1}[face]
    wanted = min(one.ends[0] or 99 for one in arrivals(checked(WALL))["first-night"] if one.adds == adds)
    scenario, _ = build.build(WALL)
    assert scenario is not None
    game = load(scenario)
    rounds = []
    for seed in range(200):  # games in which every throw is the same
        events = game.start(seed=seed, players=1).events
        faces = {dict(event.values)["face"] for event in events if event.name == "rolled"}
        if faces == {face}:
            rounds.append(sum(event.name == "round" for event in events))
    assert set(rounds) == {wanted}


@pytest.mark.parametrize("mission", ["first-contact", "two-ways-out"])
@pytest.mark.parametrize("face", [0, 1, 2])
def test_nothing_in_the_shipped_game_is_faster_than_is_proven(mission: str, face: int) -> None:
    """Nobody builds, every throw is the same: each wave comes to the housing, and off the map, just when it can."""
    proven = {one.wave: one for one in arrivals(grid_pack())[mission] if one.adds == face}
    seen = played(mission, face)
    assert len(seen) >= 3
    for wave, (reached, gone) in seen.items():
        ends = proven[wave].ends
        if all(slot is not None for slot in slots(mission)[wave - 1]):
            assert reached == ends[0]
        assert ends[0] is not None
        assert ends[1] is not None
        assert reached >= ends[0]
        assert gone is None or gone >= ends[1]


def slots(mission: str) -> list[list[Any]]:
    record = grid_pack().record("mission", mission)
    assert record is not None
    return [wave["slots"] for wave in record.values["waves"]]


def played(mission: str, face: int) -> dict[int, tuple[int, int | None]]:
    """A game without towers: for each wave the rounds in which its first alien stood in the housing and got away."""
    record = grid_pack().record("mission", mission)
    scenario = emit.emit(grid_pack(), record, "play")
    state = load(scenario).start(seed=5, players=1)
    names = {record["value"]: record["name"] for record in scenario["records"]["die"][1]["faces"]}
    for _ in range(3000):
        if state.over:
            break
        state.forced["roll movement"] = [names[face]] * 40
        decision = state.decision
        assert decision is not None
        open_ = [option for option in decision.options if option.blocked is None]
        state.choose(next((option for option in open_ if option.key == "none"), open_[0]))
    return _followed(state.events)


def _followed(events: list[Any]) -> dict[int, tuple[int, int | None]]:
    round_ = 0
    of: dict[str, int] = {}
    reached: dict[int, int] = {}
    gone: dict[int, int] = {}
    for event in events:
        values = dict(event.values)
        if event.name == "round":
            round_ = values["number"]
        elif event.name == "created" and values["place"] == "arriving":
            of[values["piece"]] = round_  # a wave a round
        elif event.name == "moved" and values["piece"] in of:
            if values["place"] == "vault":
                reached.setdefault(of[values["piece"]], round_)
            elif values["place"] == "escaped":
                gone.setdefault(of[values["piece"]], round_)
    return {wave: (round_, gone.get(wave)) for wave, round_ in reached.items()}


def test_the_luckiest_face_of_a_split_counts() -> None:
    """The shipped map with two exits: the nearer one decides, though half of the throws lead to the other."""
    first = arrivals(grid_pack())["two-ways-out"][0]
    tables = emit.emit(grid_pack(), grid_pack().record("mission", "two-ways-out"), "play")["map"]
    names = [cell["name"] for cell in tables["cells"]]
    inward = tables["ways"]["inbound"]["goals"][str(names.index("vault"))]["left"][names.index("north")]
    outward = min(table["left"][names.index("vault")] for table in tables["ways"]["outbound"]["goals"].values())
    assert first.ends == (pace.round_of(1, 0, inward + 1, 3), pace.round_of(1, 0, inward + 1 + outward + 1, 3))


# ---------------------------------------------------------------- what is counted


def test_waves_may_be_records_of_their_own(wall: Path) -> None:
    """The same mission, its waves in files: the same arrivals, and the same things are counted."""
    before = arrivals(checked(wall))
    rules = (wall / "ruleset.yaml").read_text(encoding="utf-8")
    fields = rules[rules.index("    number: int 1..9\n    at: cell") : rules.index("players:\n")]
    rules = rules.replace("shapes:\n  wave:\n" + fields, "")
    kind = "  wave:\n    family: wave\n    fields:\n" + fields.replace("    ", "      ")
    rules = rules.replace("      waves: list 1..9 of wave\n", "      waves: list 1..9 of ref wave\n" + kind)
    (wall / "ruleset.yaml").write_text(rules, encoding="utf-8")
    mission = (wall / "missions/first-night.yaml").read_text(encoding="utf-8")
    head, _, waves = mission.partition("waves:\n")
    (wall / "missions/first-night.yaml").write_text(head + "waves: [one, two, three]\n", encoding="utf-8")
    named = zip(("one", "two", "three"), waves.splitlines(), strict=True)
    records = [line.replace("{number", f"{{id: {id}, title: {id.title()}, number", 1) for id, line in named]
    text = "defaults: {from: {is: invented}}\nrecords:\n" + "\n".join(records) + "\n"
    schema = "# yaml-language-server: $schema=../../../../schemas/long-wall/wave.schema.json\n"
    (wall / "waves").mkdir()
    (wall / "waves/waves.yaml").write_text(schema + text, encoding="utf-8")
    assert arrivals(checked(wall)) == before
    change(wall, "waves/waves.yaml", ("number: 3", "number: 4"), ("2: [brute]", "2: []"))
    assert [(one.code, one.spot.path) for one in told(wall)] == [
        ("BZ630", "missions/first-night.yaml"),
        ("BZ634", "missions/first-night.yaml"),
    ]


def test_a_fall_is_silent_where_the_data_give_a_reason(wall: Path) -> None:
    change(wall, "units/goblins.yaml", ("{1: 3, 2: 4, 3: 4}", "{1: 3, 2: 4, 3: 3}"))
    assert [one.code for one in told(wall)] == ["BZ632"]
    reason = "from: {is: invented, fields: {hp: {is: invented, falls: three are many}}}"
    change(wall, "units/goblins.yaml", ("title: Brute,", f"title: Brute, {reason},"))
    checked(wall)


def test_a_fall_of_one_wave_is_none_if_the_others_make_up_for_it(wall: Path) -> None:
    change(
        wall,
        "missions/first-night.yaml",
        (
            "{number: 1, at: wood, raiders: {1: [grunt], 2: [grunt, grunt], 3: [grunt, grunt, grunt]}}",
            "{number: 1, at: wood, raiders: {1: [grunt], 2: [grunt, grunt], 3: [grunt]}}",
        ),
    )
    change(
        wall,
        "missions/first-night.yaml",
        (
            "{number: 3, at: wood, raiders: {1: [grunt], 2: [grunt, grunt], 3: [grunt, grunt, grunt]}}",
            "{number: 3, at: wood, raiders: {1: [grunt], 2: [grunt, grunt], 3: [grunt, grunt, grunt, grunt, grunt]}}",
        ),
    )
    checked(wall)


def test_both_columns_of_a_fall_are_told(wall: Path) -> None:
    change(wall, "missions/first-night.yaml", ("bonus: {1: 0, 2: 1, 3: 1}", "bonus: {1: 0, 2: 2, 3: 1}"))
    [problem] = told(wall)
    assert "(2: 0 + 2 + 0; 3: 0 + 1 + 0)" in problem.message


def test_what_the_box_holds_is_told_with_the_number_of_players(wall: Path) -> None:
    change(wall, "units/goblins.yaml", ("copies: 6", "copies: 5"))
    [problem] = told(wall)
    assert problem.message == '"first-night" needs 6 of "grunt" with 3 players, the box holds 5'
    change(wall, "pack.yaml", ("players: 1..3", "players: 1..2"))
    assert "BZ631" not in {one.code for one in told(wall)}


def test_players_take_at_most_what_the_greediest_of_them_do(wall: Path) -> None:
    """Three watches want a sword, two play: the two that take most decide."""
    change(wall, "cards/weapons.yaml", ("sort: blade, copies: 4", "sort: blade, copies: 3"))
    found = {(one.message, len(one.notes)) for one in told(wall)}
    assert found == {
        ('needs 4 of "sword" with 2 players, the box holds 3', 2),
    }


# ---------------------------------------------------------------- maps in packs


def test_what_a_proof_tells_is_silent_where_it_is_meant(wall: Path) -> None:
    change(wall, "maps/gap.yaml", ("E r r r K", "E r D r K"), ("  r: [road]", "  r: [road]\n  D: [road, build]"))
    assert [one.code for one in told(wall)] == ["BZ457"]
    change(wall, "maps/gap.yaml", ("layout: square-4", "layout: square-4\nmeant: [c2]"))
    checked(wall)
    change(wall, "maps/gap.yaml", ("E r D r K", "E r r r K"), ("  D: [road, build]\n", ""))
    assert [one.code for one in told(wall)] == ["BZ455"]


def test_a_game_may_refuse_to_close_the_last_way(wall: Path) -> None:
    change(wall, "maps/gap.yaml", ("E r r r K", "E r D r K"), ("  r: [road]", "  r: [road]\n  D: [road, build]"))
    change(wall, "ruleset.yaml", ("sight: clear_between", "sight: clear_between, keeps_open: true"))
    checked(wall)


def test_sight_decides_what_is_covered(wall: Path) -> None:
    pack = checked(wall)
    grid = pack.maps["gap"]
    coverage, problems = sight.covers(pack, read(pack).cover, sound=True)(grid)
    assert problems == []
    assert coverage is not None
    named = {cell.name: cell.index for cell in grid.cells}
    near = {grid.cells[stand].name for stand, _ in coverage.hits[named["c2"]]}
    assert near == {"b1", "d1", "b3", "d3"}
    assert coverage.counts(1)[named["c2"]] == 0
    assert coverage.counts(2)[named["c2"]] == 4


def test_a_rule_of_sight_that_goes_wrong_is_told_at_its_line(wall: Path) -> None:
    change(wall, "rules/game.star", ("    return not any(", '    fail("too dark")\n    return not any('))
    found = told(wall)
    assert {one.spot.path for one in found} == {"rules/game.star"}
    assert any("too dark" in one.message for one in found)


def test_proofs_of_a_broken_pack_leave_out_what_needs_its_rules(wall: Path) -> None:
    """One mistake in the rules: nothing is said of what is covered, or meant there; all else is proven."""
    change(wall, "maps/gap.yaml", ("layout: square-4", "layout: square-4\nmeant: [b1]"))
    assert [one.code for one in told(wall)] == ["BZ455"]
    change(wall, "rules/game.star", ("Walls block sight", "Walls block sight"), ("tagged(place", "taged(place"))
    codes = {one.code for one in told(wall)}
    assert "BZ455" not in codes
    assert "BZ430" not in codes


def test_a_scenario_has_nothing_that_is_for_proofs_alone() -> None:
    """So that the same game keeps its hash, however much is proven of it."""
    pack = checked(WALL)
    ruleset = emit.emit(pack, pack.missions()[0], "play")["ruleset"]
    assert "audit" not in ruleset
    assert "pace" not in ruleset["board"]
    assert ruleset["board"]["cover"]["sight"] == "clear_between"


def test_a_pack_that_requires_another_is_proven_by_its_rules(wall: Path) -> None:
    """A night of another pack: the wall's rule of sight, its pace and its box."""
    more = wall.parent / "more-nights"
    (more / "missions").mkdir(parents=True)
    (more / "maps").mkdir()
    front = 'id: more-nights\ntitle: More Nights\nversion: "0.1.0"\nlanguage: "1"\nplayers: 1..3\n'
    schema = "# yaml-language-server: $schema=../../../schemas/pack.schema.json\n"
    (more / "pack.yaml").write_text(schema + front + 'requires: {long-wall: ">=0.1"}\n', encoding="utf-8")
    text = (wall / "missions/first-night.yaml").read_text(encoding="utf-8")
    text = text.replace("first-night", "far-night").replace("First Night", "Far Night").replace("map: gap", "map: far")
    text = text.replace(
        "3: [grunt, grunt, grunt]}}\n  - {number: 2", "3: [grunt, grunt, grunt, grunt]}}\n  - {number: 2"
    )
    (more / "missions/far-night.yaml").write_text(text, encoding="utf-8")
    far = (wall / "maps/gap.yaml").read_text(encoding="utf-8").replace("id: gap", "id: far").replace("The Gap", "Far")
    far = far.replace("  . b . b .\n  E r r r K\n  . b # b .", "  . . # b .\n  E r r r K\n  . . # b .")
    (more / "maps/far.yaml").write_text(far, encoding="utf-8")
    assert sorted({(one.code, one.spot.path) for one in told(more)}) == [
        ("BZ430", "maps/far.yaml"),
        ("BZ630", "missions/far-night.yaml"),
        ("BZ631", "missions/far-night.yaml"),
    ]
