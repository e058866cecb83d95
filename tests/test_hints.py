"""A hint can be followed: what it says to write is right at the place, and one slip has one hint."""

from __future__ import annotations

import pytest

import test_map_slips
from bartizan_compiler import load
from bartizan_compiler.models import Models
from bartizan_compiler.shape import shape
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import declare

RULES = {
    "entries": {"play": {"rule": "play"}},
    "results": {"won": {"says": "won"}},
    "enums": {"ranks": ["novice", "elite", "master"]},
    "kinds": {
        "goblin": {"family": "unit"},
        "raid": {
            "family": "mission",
            "fields": {
                "goblins": {"type": "list of ref goblin", "default": []},
                "names": {"type": "list of text", "default": []},
                "rows": {"type": "list of list 1..3 of int", "default": []},
                "ranked": {"type": "list of ranks", "default": []},
                "numbers": {"type": "list of int", "default": []},
                "hp": {"type": "table by seats of int", "default": 1},
                "by": {"type": "table by ranks of int", "default": 1},
            },
        },
    },
}
RULESET, FLAWS = declare(RULES)
HEAD = "id: dawn\ntitle: Dawn\nfrom: {is: invented}\n"


def told(text: str) -> list[Problem]:
    """The problems of a mission with these fields."""
    assert not FLAWS
    node, problems = load.load("missions/dawn.yaml", (HEAD + text + "\n").encode())
    if node is None:
        return problems
    return problems + shape("mission", node, Models(RULESET, (1, 3)))[1]


LISTS = {
    "goblins: scout": "goblins: [scout]",
    "goblins: scout]": "goblins: [scout]",
    "goblins: (scout)": "goblins: [scout]",
    "goblins: ［scout］": "goblins: [scout]",
    "goblins: “scout”": "goblins: [scout]",
    'goblins: "[scout]"': "goblins: [scout]",
    "goblins: scout, old-troll": "goblins: [scout, old-troll]",
    "goblins: scout old-troll": "goblins: [scout, old-troll]",
    "goblins: scout、old-troll": "goblins: [scout, old-troll]",
    "names: Old Tom": "names: [Old Tom]",
    "names: Old Tom, Jill": "names: [Old Tom, Jill]",
    "numbers: 1, 2": "numbers: [1, 2]",
    "ranked: elite": "ranked: [elite]",
    "rows: [1, 2, 3]": "rows: [[1, 2, 3]]",
    "rows: 1, 2": "rows: [[1, 2]]",
}


@pytest.mark.parametrize("wrong", LISTS)
def test_a_list_without_brackets_has_a_hint_that_is_right(wrong: str) -> None:
    right = LISTS[wrong]
    (problem,) = told(wrong)
    assert (problem.code, problem.hint) == ("BZ202", f"write {right.partition(': ')[2]}")
    assert not told(right)


MEMBERS = {
    "goblins: [scout old-troll]": "a comma is missing: scout, old-troll",
    "goblins: [scout; old-troll]": "commas part them: scout, old-troll",
    "goblins: [scout，old-troll]": "commas part them: scout, old-troll",
    "goblins: [old troll]": 'write "old-troll", or old, troll if a comma is missing',
    "numbers: [1 2]": "a comma is missing: 1, 2",
    "numbers: [1; 2]": "commas part them: 1, 2",
    "ranked: [novice elite]": "a comma is missing: novice, elite",
    "goblins:\n  - scout, old-troll": 'give each a line that begins with "- "',
    "goblins:\n  - old troll": 'write "old-troll"',
    "rows: [[1 2]]": "a comma is missing: 1, 2",
    "rows: [[1, 2], 3, 4]": "write [3, 4]",
    "rows:\n- 1\n- 2": "write - [1, 2]",
}


@pytest.mark.parametrize("wrong", MEMBERS)
def test_a_comma_that_is_missing_is_told_as_that(wrong: str) -> None:
    (problem,) = told(wrong)
    assert problem.hint == MEMBERS[wrong]


def test_what_cannot_stand_there_is_no_hint() -> None:
    for text in ("goblins: yes: no", "rows: elite", "goblins: '*'", "numbers: one"):
        assert not [one.hint for one in told(text) if one.hint.startswith("write [")]


def test_hints_for_thousands_of_faults_take_no_time_of_their_own() -> None:
    """They are tried, each on the whole record, but not without end."""
    many = "rows:\n" + "- [a]\n- b\n" * 2_000
    assert len(told(many)) > 1_000


TABLES = {
    "hp: {1..3: 4}": "every key stands by itself: 1: 4, 2: 4, 3: 4",
    "hp: {1-3: 4}": "every key stands by itself: 1: 4, 2: 4, 3: 4",
    "hp: {1: 2, 2..9: 4}": "every key stands by itself: 2: 4, 3: 4",
    "hp: {'1, 2': 4, 3: 1}": "every key stands by itself: 1: 4, 2: 4",
    "hp: {all: 4}": "every key stands by itself: 1: 4, 2: 4, 3: 4",
    "by: {novice..elite: 1, master: 2}": "every key stands by itself: novice: 1, elite: 1",
    "by: {novice/elite: [1], master: 2}": "every key stands by itself: novice: ..., elite: ...",
}


@pytest.mark.parametrize("wrong", TABLES)
def test_several_keys_of_a_table_in_one_are_told_once(wrong: str) -> None:
    found = [problem for problem in told(wrong) if problem.code != "BZ202"]
    assert [(one.code, one.hint) for one in found] == [("BZ203", TABLES[wrong])]


@pytest.mark.parametrize("wrong", ["from: ｛is: invented｝", "from: (is: invented)", "from: {is: invented）"])
def test_brackets_of_another_script_are_told(wrong: str) -> None:
    problem = load.load("units/goblins.yaml", f"id: scout\n{wrong}\n".encode())[1][-1]
    assert problem.code in ("BZ123", "BZ126")
    if problem.code == "BZ123":
        assert problem.hint == "write {is: invented}"


@pytest.mark.parametrize("text", ["｢a: b｣", "(a: b", "a: [b: c]"])
def test_what_is_text_is_to_be_quoted(text: str) -> None:
    problem = load.load("units/goblins.yaml", f"title: {text}\n".encode())[1]
    assert not problem or problem[-1].hint.startswith("quote the value")


@pytest.mark.parametrize(
    ("type", "hint"),
    [
        ("integer 1..9", "int 1..9"),
        ("Int 1..9", "int 1..9"),
        ("int 1-9", "int 1..9"),
        ("int 1...9", "int 1..9"),
        ("list 1 to 3 of int", "list 1..3 of int"),
        ("List of Text", "list of text"),
        ("int 1..9 10", ""),
        ("ref", ""),
    ],
)
def test_a_type_that_is_none_has_the_one_that_was_meant(type: str, hint: str) -> None:
    _, flaws = declare({"kinds": {"goblin": {"family": "unit", "fields": {"hp": type}}}})
    assert [flaw.hint for flaw in flaws if flaw.code == "BZ501"] == [f'did you mean "{hint}"?' if hint else ""]


@pytest.mark.parametrize(
    ("rule", "code", "hint"),
    [
        ("if 1 == 1:\n        pass\n    elseif 2 == 2:\n        pass", "BZ513", "write elif"),
        ("if 1 == 1:\n        pass\n    else if 2 == 2:\n        pass", "BZ512", "write elif"),
        ("x = “saved”", "BZ511", 'use "'),
        ("x = ‘saved’", "BZ511", "use '"),
        ("x = é", "BZ511", "use ASCII letters"),
    ],
)
def test_words_and_quotes_of_elsewhere_are_told(rule: str, code: str, hint: str) -> None:
    from bartizan_engine.language import check

    text = f'"""Rules."""\n\n\ndef play():\n    """Play."""\n    {rule}\n'
    found = check(declare({"entries": RULES["entries"]})[0], [("rules/game.star", text)])[1]
    assert [(one.code, one.hint) for one in found] == [(code, hint)]


def test_the_row_that_ends_a_block_too_early_is_told_with_what_helps() -> None:
    text = "layout: even-r\ngrid: |\n   r r\n  . .\n   r r\nlegend:\n  r: [road]\n"
    (problem,) = load.load("maps/fen.yaml", text.encode())[1]
    assert problem.hint.startswith('write "|2" in line 2')
    node, found = load.load("maps/fen.yaml", text.replace("|", "|2").encode())
    assert not found
    assert isinstance(node, load.Mapping)
    grid = node.get("grid")
    assert isinstance(grid, load.Scalar)
    assert grid.text == " r r\n. .\n r r\n"


@pytest.mark.parametrize(
    ("right", "wrong", "hint"),
    [
        ("layout: odd-r", "layout: odd-r\nclosed: [a1, b1]", "write [[a1, b1]]"),
        ("layout: odd-r", "layout: odd-r\none_way: [a1, b1, c1, d1]", "write [[a1, b1], [c1, d1]]"),
        ("layout: odd-r", "layout: odd-r\nclosed:\n- a1\n- b1", "write - [a1, b1]"),
        ("tags: [keep]", "tags: keep", "write [keep]"),
    ],
)
def test_pairs_of_a_map_without_their_brackets_are_told_once(
    right: str, wrong: str, hint: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = test_map_slips.told("river-fords", "maps/laid.yaml", {right: wrong}, tmp_path_factory.mktemp("game"))
    assert [(one.code, one.hint) for one in found] == [("BZ202", hint)]


@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-32", "UTF-32"), ("utf-32-be", "UTF-32")]
)
def test_a_file_in_another_encoding_is_told_by_its_name(encoding: str, said: str) -> None:
    (problem,) = load.load("units/goblins.yaml", "id: scout\ntitle: Scout\n".encode(encoding))[1]
    assert said in problem.message + problem.hint


def test_what_is_no_character_is_not_called_one() -> None:
    (problem,) = load.load("units/goblins.yaml", "title: a\ufffeb\n".encode())[1]
    assert "control" not in problem.message


def test_none_is_no_name_to_be_chosen_where_a_record_is_named() -> None:
    assert [one.hint for one in told("goblins: [none]")] == ["name one that is there"]
