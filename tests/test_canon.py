"""Canonical JSON: one value, one text; and hashes that change when they must and only then."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bad_packs
from bartizan_compiler import build
from bartizan_engine import canon

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON)
def test_the_text_reads_back_as_the_value(value: Any) -> None:
    assert json.loads(canon.dumps(value)) == value


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=6), st.randoms())
def test_the_order_of_keys_changes_no_byte(value: dict[str, Any], random: Any) -> None:
    keys = list(value)
    random.shuffle(keys)
    assert canon.dumps({key: value[key] for key in keys}) == canon.dumps(value)


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), {1: 2}, 2**63, -(2**63) - 1, "\ud800", {"\ud800": 1}, {"a": {3}}, b"x"], ids=repr
)
def test_what_two_readers_could_read_in_two_ways_is_refused(value: Any) -> None:
    with pytest.raises(canon.NotCanonical):
        canon.dumps({"here": [value]})


def test_nesting_has_an_end() -> None:
    value: Any = []
    for _ in range(10_000):
        value = [value]
    with pytest.raises(canon.NotCanonical):
        canon.dumps(value)


def test_a_digest_is_pinned() -> None:
    """The hash of a value never changes: records and saves name it."""
    assert canon.dumps({"b": [True, None], "a": "ö"}) == '{"a":"ö","b":[true,null]}'
    assert (
        canon.digest({"b": [True, None], "a": "ö"})
        == "fee9a8bb5d3d3379ba12e8cad5a7ade96c9d2ab5824dfa1e08d49776c4999800"
    )


# ---------------------------------------------------------------- scenarios


@pytest.fixture(scope="module")
def scenario() -> dict[str, Any]:
    made, _ = build.build(bad_packs.GAME)
    assert made is not None
    return made


def test_a_sealed_scenario_verifies(scenario: dict[str, Any]) -> None:
    assert canon.verify(scenario) == []
    assert canon.verify(json.loads(canon.dumps(scenario))) == []


def changed(scenario: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """A copy of the scenario with one thing changed."""
    copied = copy.deepcopy(scenario)
    at: Any = copied
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return copied


TEXTS = [
    ("pack", "title"),
    ("records", "goblin", 0, "title"),
    ("map", "title"),
    ("compiler",),
    ("ruleset", "entries", "play", "says"),
    ("ruleset", "enums", "skies", 0, "says"),
    ("ruleset", "zones", "coming", "says"),
    ("ruleset", "words", "heavier", "says"),
    ("ruleset", "board", "tags", "road", "says"),
    ("ruleset", "board", "ways", 0, "says"),
    ("ruleset", "options", "weak_gate", "says"),
    ("ruleset", "kinds", "catapult", "help"),
    ("ruleset", "kinds", "catapult", "fields", "power", "says"),
    ("ruleset", "kinds", "goblin", "fields", "loot", "none"),
]
PLAY = [
    ("records", "goblin", 0, "hp"),
    ("ruleset", "enums", "ranks", 0, "name"),
    ("ruleset", "board", "tags", "wood", "at_least"),
    ("map", "cells", 0, "name"),
    ("seats",),
    ("rules", 0, "text"),
    ("pack", "version"),
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: ".".join(map(str, path)))
def test_a_better_sentence_keeps_records_and_saves(scenario: dict[str, Any], path: tuple[str | int, ...]) -> None:
    other = canon.seal(changed(scenario, *path, to="something else"))
    assert other["hash"]["play"] == scenario["hash"]["play"]
    assert other["hash"]["whole"] != scenario["hash"]["whole"]


@pytest.mark.parametrize("path", PLAY, ids=lambda path: ".".join(map(str, path)))
def test_what_can_change_a_game_changes_both_hashes(scenario: dict[str, Any], path: tuple[str | int, ...]) -> None:
    other = canon.seal(changed(scenario, *path, to="something else"))
    assert other["hash"]["play"] != scenario["hash"]["play"]
    assert other["hash"]["whole"] != scenario["hash"]["whole"]


@pytest.mark.parametrize("path", TEXTS + PLAY, ids=lambda path: ".".join(map(str, path)))
def test_a_scenario_that_was_touched_does_not_verify(scenario: dict[str, Any], path: tuple[str | int, ...]) -> None:
    assert canon.verify(changed(scenario, *path, to="something else")) != []


@pytest.mark.parametrize(
    "stranger",
    [
        None,
        [],
        "",
        {},
        {"format": "bartizan-scenario"},
        {"format": "bartizan-scenario", "version": True},
        {"format": "bartizan-scenario", "version": 2},
        {"format": "bartizan-scenario", "version": 1, "hash": {"play": "", "whole": ""}},
        {"format": "bartizan-scenario", "version": 1, "hash": 3},
        {"format": "bartizan-scenario", "version": 1, "hash": {"play": "", "whole": ""}, "records": {"goblin": 3}},
        {"format": "bartizan-scenario", "version": 1, "hash": {"play": "", "whole": ""}, "seats": [1.5]},
    ],
    ids=repr,
)
def test_a_stranger_is_turned_away_with_a_reason(stranger: Any) -> None:
    assert canon.verify(stranger) != []
