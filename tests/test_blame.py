"""Where a mistake is told, and how often: at the deepest place that explains it, once for each cause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from typed import Bartizan

NIGHT = """id: first-night
title: First Night
from: {is: invented}
map: north-gate
raiders: [sneak]
posts:
  - {at: a2, catapult: mangonel}
  - at: b2
    catapult: mangonel
    instead: [none, mangonel]
"""


def told(bartizan: Bartizan, path: str, text: str) -> list[dict[str, Any]]:
    """The errors of a file that is put into the pack."""
    Path("border-watch", path).write_text(text, "utf-8")
    problems = json.loads(bartizan("check", "--format", "json").out)["problems"]
    return [problem for problem in problems if problem["severity"] == "error"]


def marked(text: str, problem: dict[str, Any]) -> str:
    """What stands at the place of a problem."""
    assert problem["end_line"] == problem["line"]
    return text.split("\n")[problem["line"] - 1][problem["column"] - 1 : problem["end_column"] - 1]


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("[none, mangonel]", "[none, {x: y}]", "{x: y}", "instead[2]"),
        ("[none, mangonel]", "[none, mangonell]", "mangonell", "mangonell"),
        ("at: b2", "at: b22", "b22", "b22"),
        ("{at: a2, catapult: mangonel}", "{at: [a2], catapult: mangonel}", "[a2]", "posts[1] › at"),
        ("raiders: [sneak]", "raiders: sneak", "sneak", "raiders"),
    ],
)
def test_a_fault_is_told_at_the_deepest_place_that_explains_it(
    bartizan: Bartizan, old: str, new: str, at: str, said: str
) -> None:
    text = NIGHT.replace(old, new)
    (problem,) = told(bartizan, "missions/first-night.yaml", text)
    assert marked(text, problem) == at
    assert said in problem["message"]


@pytest.mark.parametrize(
    ("text", "at", "field"),
    [
        (NIGHT.replace("map: north-gate\n", ""), "id", "map"),
        ("# one\n\n- " + NIGHT.replace("map: north-gate\n", "").replace("\n", "\n  ").rstrip(), "id", "map"),
        (NIGHT.replace("{at: a2, catapult: mangonel}", "{at: a2}"), "{at: a2}", "catapult"),
        (NIGHT.replace("at: b2\n    ", ""), "catapult", "at"),
        (NIGHT.replace("from: {is: invented}", "from: {note: ours}"), "from", "is"),
    ],
)
def test_a_missing_field_is_told_where_its_record_begins_with_its_name(
    bartizan: Bartizan, text: str, at: str, field: str
) -> None:
    (problem,) = told(bartizan, "missions/first-night.yaml", text)
    assert problem["severity"] == "error"
    assert marked(text, problem).startswith(at)
    assert f'"{field}"' in problem["message"]
    assert "missing" in problem["message"]


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [("raiders", "raider", "raiders"), ("catapult: mangonel\n", "catapult: mangonel\n    insted: []\n", "instead")],
)
def test_an_unknown_field_is_told_at_its_key_with_the_likely_name(
    bartizan: Bartizan, old: str, new: str, hint: str
) -> None:
    text = NIGHT.replace(old, new)
    problems = [one for one in told(bartizan, "missions/first-night.yaml", text) if one["code"] == "BZ203"]
    assert len(problems) == 1
    assert marked(text, problems[0]) == ("raider" if old == "raiders" else "insted")
    assert problems[0]["severity"] == "error"
    assert problems[0]["help"] == f'did you mean "{hint}"?'


def test_columns_count_code_points_and_the_marks_stand_below(bartizan: Bartizan) -> None:
    """Signs beyond the first 65,536 stand before the mistake."""
    text = NIGHT.replace("{is: invented}", '{is: invented, note: "𐐗𐐗", lins: [1]}')
    (problem,) = told(bartizan, "missions/first-night.yaml", text)
    assert marked(text, problem) == "lins"
    before = 'from: {is: invented, note: "𐐗𐐗", '
    assert problem["column"] == len(before) + 1
    said = bartizan("check").out
    assert f"3 | {before}lins: [1]}}\n  | {' ' * len(before)}^^^^\n" in said


def test_what_stands_behind_a_break_is_said_to_be_unchecked_and_other_files_are_told(bartizan: Bartizan) -> None:
    (Path("border-watch") / "units" / "goblins.yaml").write_text('title: "open\nhp: many\n', "utf-8")
    problems = told(bartizan, "missions/first-night.yaml", NIGHT.replace("raiders:", "raider:"))
    broken = [one for one in problems if one["path"].endswith("goblins.yaml")]
    assert [one["code"] for one in broken] == ["BZ125"]
    assert [note["message"] for note in broken[0]["notes"]] == ["the rest of the file is not checked"]
    assert "BZ203" in [one["code"] for one in problems]


def test_a_thousand_of_one_cause_are_told_once_with_their_number(bartizan: Bartizan) -> None:
    """Whatever the records are called; a report for programs has them all."""
    line = "- {{id: a{0}, title: A{0}, kind: goblin, from: {{is: invented}}, hp: 1, hpp: 2}}\n"
    problems = told(bartizan, "units/more.yaml", "".join(line.format(n) for n in range(1000)))
    assert len([one for one in problems if one["code"] == "BZ203"]) == 1000
    said = bartizan("check", "--select", "BZ203").out
    assert said.count("error[BZ203]") == 1
    assert "and 995 more" in said
    assert "1000 errors in 1 file" in said


def test_a_flood_of_one_code_is_cut_and_counted(bartizan: Bartizan) -> None:
    line = "- {{id: a{0}, title: A{0}, kind: goblin, from: {{is: invented}}, hp: x{0}}}\n"
    told(bartizan, "units/more.yaml", "".join(line.format(n) for n in range(1000)))
    said = bartizan("check").out
    assert said.count("error[BZ205]") == 20
    assert "980 more of BZ205 are not shown; --format concise lists all" in said
    assert bartizan("check", "--format", "concise").out.count("error[BZ205]") == 1000
    assert bartizan("check", "--max", "3").out.count("error[BZ205]") == 3
