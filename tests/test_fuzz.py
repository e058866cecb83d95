"""Whatever bytes a file holds, reading and checking it says problems with places, and raises nothing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import fuzz
from bartizan_compiler import pack
from bartizan_engine.problem import Problem, Spot

CORPUS = list(fuzz.corpus())
COUNT, SECONDS = 50_000, 60


@pytest.mark.parametrize("seed", CORPUS, ids=lambda seed: fuzz.kept_name(seed, seed.data))
def test_what_is_kept_raises_nothing(seed: fuzz.Seed, tmp_path: Path) -> None:
    """What raised once, and what comes near to it: alone, and in its game."""
    assert fuzz.tried(0, seed, seed.data) is None
    assert fuzz.tried(0, seed, seed.data, tmp_path) is None


def test_the_corpus_is_there_and_its_names_tell_what_it_is() -> None:
    assert len(CORPUS) >= 30
    names = {path.name for path in fuzz.CORPUS.iterdir()}
    assert names == {fuzz.kept_name(seed, seed.data) for seed in CORPUS}
    assert {seed.game for seed in CORPUS} <= {*fuzz.GAMES, fuzz.CHUNK}


def test_a_few_inputs_raise_nothing() -> None:
    """A taste of what `make test-all` tries."""
    for number in range(1_000_000, 1_000_400):
        assert fuzz.crash(number) is None


def test_the_input_of_a_number_is_always_the_same() -> None:
    assert [fuzz.made(number) for number in range(40)] == [fuzz.made(number) for number in range(40)]
    assert len({fuzz.made(number)[1] for number in range(200)}) > 190


def test_what_raises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer would notice: an exception, and a problem whose place is none."""
    monkeypatch.setattr(fuzz, "read", lambda seed, data: 1 // 0)
    found = fuzz.crash(7)
    assert found and "ZeroDivisionError" in found.trace
    nowhere = Problem(Spot("a.yaml", 1, 0), "BZ103", "words")
    monkeypatch.setattr(fuzz, "read", lambda seed, data: [nowhere])
    assert fuzz.crash(7)


@pytest.mark.fuzz
def test_nothing_raises() -> None:
    """At least 50,000 inputs, and at least a minute of them."""
    began, number = time.monotonic(), 0
    while number < COUNT or time.monotonic() - began < SECONDS:
        assert fuzz.crash(number) is None
        number += 1
    assert number >= COUNT


@pytest.mark.fuzz
def test_nothing_raises_in_a_whole_game(tmp_path: Path) -> None:
    """The same with all stages behind: every problem stands in a file that there is."""
    for number in range(2_000_000, 2_000_300):
        assert fuzz.crash(number, tmp_path) is None


# ---------------------------------------------------------------- documents that are YAML, and nothing else is sure

WORDS = (
    *("id", "kind", "title", "from", "is", "lines", "fields", "defaults", "records", "replaces", "options", "grid", "legend", "layout", "splits"),
    *("goblin", "catapult", "hp", "tricks", "stone", "cost", "power", "raiders", "posts", "bounty", "map", "run", "given", "pieces", "then", "cases"),
    *("sneak", "brute", "mangonel", "north-gate", "invented", "printed", "ruling", "hides", "stoops", "heavier", "none", "true", "yes", "~", ""),
    *("1", "0", "-1", "010", "9" * 30, "1..4", "1.10", ".inf", "a1", "{face}", "square-4", "W r\nb G", "x y", "\u00e9", "\U0001f600"),
)  # fmt: skip
LEAVES = some.sampled_from(WORDS) | some.integers(-3, 9) | some.booleans() | some.none() | some.text(max_size=6)
TREES = some.recursive(
    LEAVES,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.sampled_from(WORDS), inner, max_size=6),
    max_leaves=25,
)
PATHS = some.sampled_from([pack.FRONT, pack.RULESET, *(f"{folder}/a.yaml" for folder in pack.FOLDERS)])


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(PATHS, TREES)
def test_no_document_raises(path: str, tree: object) -> None:
    """Whatever the parts of a document are: at every place of a pack."""
    text = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False)
    assert fuzz.tried(0, fuzz.Seed("border-watch", path, b""), text.encode("utf-8", "replace")) is None
