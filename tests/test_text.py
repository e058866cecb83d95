"""Templates say what their data say, and refuse what they cannot mean, at its column."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bartizan_engine import text
from bartizan_engine.types import BOOL, INT, Type


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("", {}, ""),
        ("no hole", {}, "no hole"),
        ("hit {goblin}", {"goblin": "Grub"}, "hit Grub"),
        ("{n} {n|rock|rocks}", {"n": 1}, "1 rock"),
        ("{n} {n|rock|rocks}", {"n": 2}, "2 rocks"),
        ("{n} {n|rock|rocks}", {"n": 0}, "0 rocks"),
        ("{n|no rock|# rock|# rocks}", {"n": 0}, "no rock"),
        ("{n|no rock|# rock|# rocks}", {"n": 1}, "1 rock"),
        ("{n|no rock|# rock|# of # rocks}", {"n": -3}, "-3 of -3 rocks"),
        ("{n||s}", {"n": 1}, ""),
        ("{goblin.title}: {goblin.hp}", {"goblin.title": "Grub", "goblin.hp": 3}, "Grub: 3"),
        ("# and | are only text", {}, "# and | are only text"),
        ("{a}{a}", {"a": "é"}, "éé"),
    ],
)
def test_a_template_is_filled(template: str, values: dict[str, str | int], said: str) -> None:
    assert text.fill(template, values) == said


@pytest.mark.parametrize(
    ("template", "column", "part"),
    [
        ("hit {goblin", 5, "never closed"),
        ("hit goblin}", 11, "closes nothing"),
        ("a} {b}", 2, "closes nothing"),
        ("{a {b}}", 4, "inside"),
        ("{}", 2, "no name"),
        ("é {A}", 4, "no name"),
        ("{a b}", 2, "no name"),
        ("{a.b.c}", 2, "deeper than one field"),
        ("{a\n}", 2, "no name"),
        ("{{a}}", 2, "inside"),
        ("é {n|one}", 3, "two words"),
        ("{n|a|b|c|d}", 1, "two words"),
        ("x" * 4097, 1, "longer than 4096"),
        ("é" * 2049, 1, "longer than 4096"),
    ],
)
def test_a_malformed_template_is_refused_at_its_column(template: str, column: int, part: str) -> None:
    with pytest.raises(text.TemplateProblem, match=part) as caught:
        text.names(template)
    assert caught.value.column == column
    with pytest.raises(text.TemplateProblem, match=part):
        text.fill(template, {"a": "x", "n": 1})


def test_a_missing_value_and_a_text_in_place_of_a_number_are_refused() -> None:
    with pytest.raises(text.TemplateProblem, match='nothing is known as "b"') as caught:
        text.fill("{a} {b}", {"a": 1})
    assert caught.value.column == 5
    with pytest.raises(text.TemplateProblem, match="no number"):
        text.fill("{a|one|many}", {"a": "1"})


def test_names_come_in_order_with_columns() -> None:
    template = "é{n} {goblin.title} {n|a|b}"
    assert text.names(template) == [("n", 2), ("goblin.title", 6), ("n", 21)]
    assert text.counted(template) == ["n"]


@given(st.text(max_size=60), st.integers())
def test_what_names_accepts_fill_can_fill(template: str, number: int) -> None:
    try:
        names = text.names(template)
    except text.TemplateProblem:
        with pytest.raises(text.TemplateProblem) as caught:
            text.fill(template, {})
        assert 1 <= caught.value.column <= len(template)
        return
    values: dict[str, str | int] = {name: number for name, _ in names}
    filled = text.fill(template, values)
    assert names or filled == template


def _word(name: str, says: str, **args: Type) -> Any:
    fields = {arg: SimpleNamespace(name=arg, type=type, says="") for arg, type in args.items()}
    return SimpleNamespace(name=name, says=says, args=fields)


WORDS = [
    _word("rocks", "add {n} {n|rock|rocks}", n=INT),
    _word("aim", "aim at {who}", who=Type("ref", of="goblin")),
    _word("loud", "", n=INT, near=BOOL),
    _word("blind", "it needs no sight"),
]
RULESET = cast(Any, SimpleNamespace(words={word.name: word for word in WORDS}))


def _show(type: Type, value: Any) -> str:
    return {True: "near", "grub": "Grub the Goblin"}[value]


def test_effects_are_one_sentence_of_their_words() -> None:
    said = text.effects(RULESET, [("rocks", {"n": 1}), ("aim", {"who": "grub"}), ("blind", {})], _show)
    assert said == "Add 1 rock; aim at Grub the Goblin; it needs no sight."
    assert text.effects(RULESET, [], _show) == ""


def test_a_word_without_a_sentence_says_its_name_and_arguments() -> None:
    assert text.effects(RULESET, [("loud", {"n": 2, "near": True})], _show) == "Loud 2 near."
    assert text.effects(RULESET, [("not_declared", {})], _show) == "Not declared."


def test_a_field_speaks_only_with_a_place_for_its_value() -> None:
    field = cast(Any, SimpleNamespace(name="hp", type=INT, says="{value} {value|point|points} of health"))
    assert text.field_sentence(field, 1) == "1 point of health."
    assert text.field_sentence(cast(Any, SimpleNamespace(name="hp", type=INT, says="Health.")), 1) == ""
    assert text.field_sentence(cast(Any, SimpleNamespace(name="hp", type=INT, says="")), 1) == ""
    flag = cast(Any, SimpleNamespace(name="arcs", type=BOOL, says="fires over walls: {value}"))
    assert text.field_sentence(flag, True) == "Fires over walls: yes."


def test_a_sentence_keeps_its_own_end() -> None:
    assert text.as_sentence(" who goes there? ") == "Who goes there?"
    assert text.as_sentence("") == ""
