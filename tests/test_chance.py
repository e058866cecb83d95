"""Chance against fixed numbers, and against an implementation of its own made from the description alone.

`tests/data/chance.json` holds words, bounded draws and shuffles of named streams. They may never change: records and
saves stand on them. `python tests/test_chance.py` prints them as this file's own little implementation makes them.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bartizan_engine.chance import Streams, words

KEPT = Path(__file__).parent / "data" / "chance.json"
SEEDS = [0, 1, 7, -1, -(2**63), 2**63 - 1, 2**64 - 1]
STREAMS = ["roll fate", "shuffle 1.deck", "pick arrive", "bot", "größer", ""]
BOUNDS = [1, 2, 3, 6, 10, 1000, 2**31, 2**63, 2**64 - 1, 2**64 // 3 * 2]


# ---------------------------------------------------------------- the description, once more


def stream_of(seed: int, name: str) -> Iterator[int]:
    """All 64-bit words of a stream: BLAKE2b keyed with the seed, over name, NUL and the number of the block."""
    block = 0
    while True:
        made = hashlib.blake2b(key=struct.pack(">Q", seed & (2**64 - 1)))
        made.update(name.encode())
        made.update(struct.pack(">xQ", block))
        yield from struct.unpack(">8Q", made.digest())
        block += 1


def draw(stream: Iterator[int], bound: int) -> int:
    """The first word that lies in a whole multiple of the bound, as a rest."""
    whole = 2**64 // bound * bound
    return next(word for word in stream if word < whole) % bound


def shuffled(stream: Iterator[int], count: int) -> list[int]:
    """Fisher and Yates: from the last place on, each gets one of what is left."""
    left, found = list(range(count)), []
    while left:
        at = draw(stream, len(left)) if len(left) > 1 else 0
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found[::-1]


def vectors() -> dict[str, Any]:
    """What must come out, by seed and stream."""
    found: dict[str, Any] = {"words": [], "below": [], "shuffles": []}
    for seed in SEEDS:
        for name in STREAMS:
            found["words"].append([seed, name, list(islice(stream_of(seed, name), 20))])
    for bound in BOUNDS:
        stream = stream_of(7, "roll fate")
        found["below"].append([7, "roll fate", bound, [draw(stream, bound) for _ in range(12)]])
    for count in (0, 1, 2, 3, 9, 40):
        found["shuffles"].append([5, "shuffle 1.deck", count, shuffled(stream_of(5, "shuffle 1.deck"), count)])
    return found


# ---------------------------------------------------------------- tests


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def test_the_kept_numbers_are_those_of_the_description(kept: dict[str, Any]) -> None:
    assert kept == vectors()


def test_words(kept: dict[str, Any]) -> None:
    for seed, name, wanted in kept["words"]:
        streams = Streams(seed)
        assert [streams.word(name) for _ in wanted] == wanted
        assert streams.counters == {name: len(wanted)}
        assert [word for block in range(3) for word in words(seed, name, block)][: len(wanted)] == wanted


def test_bounded_draws(kept: dict[str, Any]) -> None:
    for seed, name, bound, wanted in kept["below"]:
        streams = Streams(seed)
        assert [streams.below(name, bound) for _ in wanted] == wanted


def test_shuffles(kept: dict[str, Any]) -> None:
    for seed, name, count, wanted in kept["shuffles"]:
        items = list(range(count))
        Streams(seed).shuffle(name, items)
        assert items == wanted


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    """Two thirds of all words fit this bound, so that in so many draws some do not."""
    streams, bound = Streams(1), 2**64 // 3 * 2
    for _ in range(64):
        streams.below("x", bound)
    assert 64 < streams.counters["x"] < 200


@given(st.integers(-(2**63), 2**64 - 1), st.text(max_size=12), st.integers(1, 2**64 - 1))
def test_any_draw_is_that_of_the_description(seed: int, name: str, bound: int) -> None:
    assert Streams(seed).below(name, bound) == draw(stream_of(seed, name), bound)


def test_a_copy_goes_its_own_way_from_the_same_place() -> None:
    first = Streams(3)
    for _ in range(11):
        first.word("a")
    second = first.copy()
    assert [first.word("a") for _ in range(20)] == [second.word("a") for _ in range(20)]
    first.word("b")
    assert "b" not in second.counters
    third = Streams(3, {"a": 11})
    assert [third.word("a") for _ in range(20)] == list(islice(stream_of(3, "a"), 11, 31))


def test_one_more_draw_shifts_no_other_stream() -> None:
    first, second = Streams(9), Streams(9)
    second.word("roll fate")
    assert [first.word("pick") for _ in range(9)] == [second.word("pick") for _ in range(9)]


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10])
def test_every_number_comes_as_often(bound: int) -> None:
    """Within five standard deviations, over streams and over draws of one stream."""
    count = 6_000
    streams = Streams(2024)
    many = Counter(streams.below("one", bound) for _ in range(count))
    apart = Counter(Streams(seed).below("first", bound) for seed in range(count))
    for found in (many, apart):
        wanted = count / bound
        assert set(found) == set(range(bound))
        assert all(abs(times - wanted) < 5 * (wanted * (1 - 1 / bound)) ** 0.5 for times in found.values())


def test_every_order_comes_as_often() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    streams = Streams(11)
    for _ in range(6_000):
        items = [0, 1, 2]
        streams.shuffle("three", items)
        found[tuple(items)] += 1
    assert len(found) == 6
    assert all(abs(times - 1_000) < 150 for times in found.values())


if __name__ == "__main__":
    print(json.dumps(vectors()))
