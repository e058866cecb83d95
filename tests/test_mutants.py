"""Small wrongs in a game that is right are noticed, and the page of the site says how many."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mutants
from bartizan_compiler import judges, load
from bartizan_engine.problem import Spot
from mutants import KEPT, PAGE, SORTS, Source, Trial

FEW = {"misspelt key": 3, "unknown name": 3, "id of another kind": 2, "required field deleted": 3, "ids swapped": 3}
SWAPPED = "ids swapped"


@pytest.fixture(scope="module")
def source() -> Source:
    return Source(mutants.CONTENT)


@pytest.fixture(scope="module")
def kept() -> dict[str, dict[str, Any]]:
    """What was measured when it was last measured."""
    measured: dict[str, dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return measured


@pytest.mark.parametrize("sort", SORTS)
def test_small_wrongs_are_noticed(source: Source, kept: dict[str, dict[str, Any]], sort: str) -> None:
    """A few of the sample are tried again: each is noticed, or is one of those of which it is known that it is not."""
    with pytest.MonkeyPatch.context() as patch:
        trial = Trial(source, patch)
        places, sample = mutants.sample(source, sort)
        assert (places, len(sample)) == (kept[sort]["places"], kept[sort]["tried"])
        for mutant in sample[: FEW[sort]]:
            unnoticed = trial.told(mutant)[0] == "nobody"
            assert unnoticed == (str(mutant) in kept[sort]["missed"]), f"{mutant}; run python tests/mutants.py"


def test_the_shares_are_as_they_should_be(kept: dict[str, dict[str, Any]]) -> None:
    """All of the plain wrongs are told by the checker itself, and most of the swapped ids by somebody."""
    for sort in SORTS:
        one = kept[sort]
        assert one["check"] + one["examples"] + one["nobody"] == one["tried"] == mutants.SAMPLE[sort]
        assert one["nobody"] == len(one["missed"])
        assert one["check"] == one["tried"] or sort == SWAPPED
    assert 10 * kept[SWAPPED]["nobody"] <= 4 * kept[SWAPPED]["tried"]


def test_the_page_says_what_was_measured(kept: dict[str, dict[str, Any]]) -> None:
    assert mutants.table(kept) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("sort", SORTS)
def test_a_mutant_is_what_its_sort_says(source: Source, sort: str) -> None:
    """It differs at its place alone; and what is deleted is a whole pair: the rest of the file reads as before."""
    _, sample = mutants.sample(source, sort)
    for mutant in sample[:25]:
        before, after = source.files[mutant.path].decode(), mutant.data.decode()
        start, end = (mutants.offset(before, *place) for place in (mutant.spot[1:3], mutant.spot[3:]))
        assert before[:start] + mutant.put + before[end:] == after != before
        if sort == "required field deleted":
            node = load.load(mutant.path, mutant.data)[0]
            assert node is not None
            lost = pairs(source.nodes[mutant.path]) - pairs(node)
            assert lost >= 1


def pairs(node: Any) -> int:
    """How many keys stand in a file."""
    return sum(len(mapping.pairs) for mapping in mutants.mappings(node))


def test_slips_are_no_other_word() -> None:
    chance = mutants.random.Random(3)
    assert {mutants.slip("hp", {"ph", "h", "hpp"}, chance) for _ in range(50)}.isdisjoint({"hp", "ph", "h", "hpp"})


def test_required_fields_come_from_the_models() -> None:
    node = load.load("a.yaml", b"id: x\ntitle: X\nfrom: {is: ruling, note: y}\nquestion: q\nchoice: c\nwhy: w\n")[0]
    assert node is not None
    keys = mutants.required(judges.FIXED["ruling"], node)
    assert [key.text for key in keys] == ["id", "title", "from", "is", "question", "choice"]


def test_nobody_notices_nothing(source: Source) -> None:
    """A trial that always cried would prove nothing: the files as they are have no problem."""
    with pytest.MonkeyPatch.context() as patch:
        path = "missions/first-contact.yaml"
        same = mutants.Mutant("", path, Spot(path), "", "", source.files[path])
        assert Trial(source, patch).told(same) == ("nobody", [])


@pytest.mark.laws
@pytest.mark.parametrize("sort", SORTS)
def test_every_small_wrong_is_noticed(source: Source, sort: str) -> None:
    """Every place there is: the plain wrongs by the checker, of the swapped ids at least six of ten by somebody."""
    all_ = source.mutants(sort, mutants.random.Random(mutants.SEED))
    with pytest.MonkeyPatch.context() as patch:
        trial = Trial(source, patch)
        told = [(trial.told(mutant)[0], mutant) for mutant in all_]
    if sort == SWAPPED:
        assert 10 * sum(who == "nobody" for who, _ in told) <= 4 * len(told)
    else:
        assert [str(mutant) for who, mutant in told if who != "check"] == []
