"""Tables in worked examples: only the keys that stand there are set, and only those are looked at."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import raid
from bartizan_compiler import build, examples
from bartizan_engine.situation import Situation

PACK = Path(__file__).parent / "packs" / "long-march"
EXAMPLE = """- id: a-camp-goes-home
  title: A camp goes home
  from: {is: invented}
  shows: [camp]
  campaign: the-long-march
  given:
    game: {best: {before-the-gate: gold}}
  run: camp
  then:
    result: home
    game: {best: THEN}
"""


def table() -> Situation:
    return Situation(raid.raid().start(1))


def test_other_keys_stay_as_the_game_has_them() -> None:
    """A table is laid over what is there, key by key."""
    plain, given = table(), table()
    before = dict(plain.state.game__stock)
    key = list(before)[-1]
    name = plain.written(plain.fixed.ruleset.game["stock"].type.items[0], key)
    given.arrange({"game": {"stock": {name: before[key] + 1}}})
    assert given.state.game__stock == {**before, key: before[key] + 1}
    assert plain.state.game__stock == before


def test_only_keys_that_are_written_are_compared() -> None:
    found = table()
    type = found.fixed.ruleset.game["stock"].type
    said = found.written(type, found.state.game__stock)
    name = next(iter(said))
    assert found.differences({"game": {"stock": {name: said[name]}}}) == []
    ((path, is_so),) = found.differences({"game": {"stock": {name: said[name] + 1}}})
    assert (path, is_so) == (("game", "stock"), f"it is {found.say(type, found.state.game__stock)}")


@pytest.mark.parametrize(
    ("then", "codes", "holds"),
    [
        ("{before-the-gate: gold, at-the-brook: none}", [], True),
        ("{on-the-heath: none}", [], True),
        ("{on-the-heath: gold}", [], False),
        ("{}", ["BZ614"], None),
        ("{at-the-broook: none}", ["BZ613"], None),
    ],
)
def test_an_example_names_the_keys_that_matter(then: str, codes: list[str], holds: bool | None, tmp_path: Path) -> None:
    """A record more in the pack then changes no example; and a table of which no key is named says nothing."""
    root = tmp_path / "long-march"
    shutil.copytree(PACK, root)
    (root / "examples" / "more.yaml").write_text(EXAMPLE.replace("THEN", then), encoding="utf-8")
    pack, problems = build.check(root)
    assert pack is not None
    assert [one.code for one in problems] == codes
    if holds is not None:
        (outcome,) = examples.run(pack, ["a-camp-goes-home"])
        assert (outcome.problems == []) is holds
