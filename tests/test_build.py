"""One function builds a pack: the same bytes every time, and no file's problems hide another's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import build, emit
from bartizan_engine import canon
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import declare

CONTENT = sorted(path.parent for path in (bad_packs.TESTS.parent / "content").glob("*/pack.yaml"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bad_packs.GAME, tmp_path / "border-watch"))


def scenario(root: Path) -> str:
    made, problems = build.build(root)
    assert problems == []
    assert made is not None
    return canon.dumps(made)


def change(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


# ---------------------------------------------------------------- the same bytes


def test_compiling_twice_gives_the_same_bytes(root: Path) -> None:
    assert scenario(root) == scenario(root) == scenario(bad_packs.GAME)


def test_another_process_with_another_hash_seed_gives_the_same_bytes(root: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from bartizan_compiler import build; from bartizan_engine import canon"
    )
    program += "; sys.stdout.buffer.write(canon.dumps(build.build(Path(sys.argv[1]))[0]).encode())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(root)],
            capture_output=True,
            check=True,
            env=environment | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {scenario(root).encode()}


def test_line_ends_change_no_byte(root: Path) -> None:
    before = scenario(root)
    for path in [*root.rglob("*.yaml"), *root.rglob("*.star")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert scenario(root) == before


def test_comments_layout_and_how_records_are_parted_change_no_byte(root: Path) -> None:
    """A hash is of what is said, not of how it is laid out."""
    before = scenario(root)
    (root / "units/goblins.yaml").unlink()
    (root / "units/goblins.yaml").write_text(
        "# a remark\n"
        "- {from: {is: invented}, tricks: [hides], hp: 1, title: 'Sneak', kind: goblin, id: sneak}\n\n"
        '- id:   brute\n  kind: goblin\n  title: "Brute"\n  from:\n    is: invented\n  hp: 4\n  tricks:\n  - stoops\n'
    )
    assert scenario(root) == before


def test_provenance_is_no_part_of_a_scenario(root: Path) -> None:
    before = scenario(root)
    change(root, "units/catapults.yaml", "lines: [12, 13]", "lines: [14]")
    assert scenario(root) == before


@pytest.mark.parametrize("root", CONTENT, ids=lambda path: path.name)
def test_every_shipped_pack_is_sound_and_compiles_to_the_same_bytes(root: Path) -> None:
    made, problems = build.check(root)
    assert [problem for problem in problems if build.severe(problem)] == []
    assert made is not None
    again, _ = build.check(root)
    assert again is not None
    for entry in made.ruleset.entries.values():
        for mission in build.missions(made) if entry.needs else [None]:
            first = emit.emit(made, mission, entry.name)
            assert canon.verify(first) == []
            twin = again.record(mission.kind, mission.id) if mission else None
            assert canon.dumps(emit.emit(again, twin, entry.name)) == canon.dumps(first)


# ---------------------------------------------------------------- what stands in a scenario


def test_a_scenario_s_ruleset_declares_what_the_pack_s_does() -> None:
    made, _ = build.check(bad_packs.GAME)
    assert made is not None
    sealed, _ = build.build(bad_packs.GAME)
    assert sealed is not None
    again, flaws = declare(sealed["ruleset"])
    assert flaws == []
    assert again.enums == made.ruleset.enums
    assert again.board is not None
    assert list(again.board.ways) == ["inbound", "back"]
    assert again.kinds == made.ruleset.kinds
    assert again.words == made.ruleset.words


def test_defaults_are_filled_in(root: Path) -> None:
    made, _ = build.build(root)
    assert made is not None
    night = made["records"]["night"][0]
    assert night["sky"] == "clear"
    assert night["bounty"] == {"sneak": 0, "brute": 2}
    assert night["posts"] == [{"at": "a2", "catapult": "mangonel", "rank": "green", "instead": [None, "mangonel"]}]
    assert made["records"]["goblin"][0] == {
        "id": "sneak",
        "title": "Sneak",
        "hp": 1,
        "loot": None,
        "winged": False,
        "tricks": [["hides", {}]],
    }
    assert made["records"]["bolt"][0]["faces"][2] == {"name": "pierce", "count": 1, "hits": 2}


def test_another_mission_is_left_out(root: Path) -> None:
    text = (root / "missions/first-night.yaml").read_text(encoding="utf-8")
    text = text.replace("first-night", "second-night").replace("First", "Second")
    (root / "missions/second-night.yaml").write_text(text + "options: {weak_gate: true}\n", encoding="utf-8")
    (root / "examples/shooting.yaml").unlink()
    made, problems = build.build(root, "night:second-night")
    assert problems == []
    assert made is not None
    assert [record["id"] for record in made["records"]["night"]] == ["second-night"]
    assert made["mission"] == "night:second-night"
    assert made["options"] == {"weak_gate": True}


# ---------------------------------------------------------------- one mistake, told once, with all others


def test_one_broken_file_hides_no_other_s_problems(root: Path) -> None:
    (root / "units/goblins.yaml").write_text("- id: sneak\n- [", encoding="utf-8")
    change(root, "units/catapults.yaml", "title: Mangonel", "titel: Mangonel")
    change(root, "rulings/costs.yaml", "option: weak_gate", "option: weak_gates")
    change(root, "pack.yaml", '"0.1.0"', "0.1")
    found = {(problem.code, problem.spot.path) for problem in build.check(root)[1]}
    assert ("BZ203", "units/catapults.yaml") in found
    assert ("BZ204", "units/catapults.yaml") not in found  # the same key, told once
    assert ("BZ303", "rulings/costs.yaml") in found
    assert ("BZ214", "pack.yaml") in found
    assert any(path == "units/goblins.yaml" for _, path in found)


def test_ids_in_a_file_that_cannot_be_read_are_not_missed(root: Path) -> None:
    text = (root / "units/goblins.yaml").read_text(encoding="utf-8")
    (root / "units/goblins.yaml").write_text(text + "  - {id: last\n", encoding="utf-8")
    assert {problem.spot.path for problem in build.check(root)[1]} == {"units/goblins.yaml"}


def test_several_problems_of_one_record_are_told_in_one_run(root: Path) -> None:
    change(root, "units/catapults.yaml", "cost: {1: 3, 2: 4}", "cost: {1: 03, 2: 400}\n  weight: 4")
    change(root, "units/catapults.yaml", "{heavier: 1}", "{heavier: 7}")
    assert codes(build.check(root)[1]) == ["BZ205", "BZ206", "BZ203", "BZ206"]


def test_a_fault_in_the_defaults_is_told_once(root: Path) -> None:
    change(root, "units/goblins.yaml", "  kind: goblin\n", "  kind: goblin\n  winged: yes\n")
    assert [(p.code, p.message) for p in build.check(root)[1]] == [
        ("BZ207", 'defaults › winged: "yes" is neither true nor false')
    ]


def test_a_record_says_what_it_is_over_its_defaults(root: Path) -> None:
    """A record that says what it is does not keep the lines of what its defaults are."""
    change(
        root,
        "units/goblins.yaml",
        "from: {is: invented}",
        "from: {is: printed, lines: [3], fields: {hp: {is: derived}}}",
    )
    change(root, "units/goblins.yaml", "title: Brute,", "title: Brute, from: {is: invented},")
    made, problems = build.check(root)
    assert problems == []
    assert made is not None
    sneak, brute = made.records["goblin"]
    assert sneak.origin == {"is": "printed", "lines": [3], "fields": {"hp": {"is": "derived"}}}
    assert brute.origin == {"is": "invented", "fields": {"hp": {"is": "derived"}}}


def test_every_place_lies_in_its_file(root: Path) -> None:
    """What a record remembers of places leads to the text that stands there."""
    made, _ = build.check(root)
    assert made is not None
    mangonel = made.record("catapult", "mangonel")
    assert mangonel is not None
    lines = (root / "units/catapults.yaml").read_text(encoding="utf-8").split("\n")

    def at(*path: str | int) -> str:
        spot = mangonel.at(*path)
        return lines[spot.line - 1][spot.column - 1 : spot.end_column - 1]

    assert at("title") == "Mangonel"
    assert at("cost", "2") == "4"
    assert at("power", "captain") == "2"
    assert at("power", "seasoned") == "{green: 1, captain: 2}"  # filled in: the nearest thing that is written
    assert at("stone", 0, 0) == "heavier"
    assert at("stone", 0, 1, "amount") == "1"
    assert at("stone", 1, 1, "cells") == "1"
    assert at("from", "fields", "cost", "ruling") == "what-a-mangonel-costs"
    key = mangonel.key("cost")
    assert lines[key.line - 1][key.column - 1 : key.end_column - 1] == "cost"
