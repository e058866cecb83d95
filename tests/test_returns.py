"""What a rule gives back, an example can say: in each type, as values are written in records."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from bartizan_compiler import build, examples

PACK = Path(__file__).parent / "packs" / "border-watch"
EXAMPLE = """id: what-it-gives
title: What it gives
shows: [gives]
from: {{is: invented}}
players: 2
given:
  pieces:
    one: {{goblin: brute, at: b3}}
    two: {{goblin: brute, at: c3}}
    post: {{catapult: mangonel, at: b2}}
run: {{gives: {{one: one, two: two}}}}
then: {{returns: {returns}}}
"""


class Given(NamedTuple):
    """What a rule gives: its type, the expression, as an author writes it, and something else."""

    type: str
    gives: str
    written: str
    wrong: str


GIVEN = [
    Given("int", "-4", "-4", "4"),
    Given("bool", "1 < 2", "true", "false"),
    Given("text", '"a gate"', "a gate", "gate"),
    Given("text", 'text("{one} and {n}")', "Brute and 3", "Brute and 4"),
    Given("player", "players()[1]", "2", "1"),
    Given("optional[player]", "first(players())", "1", "none"),
    Given("optional[player]", "None", "none", "1"),
    Given("optional[int]", "None", "none", "0"),
    Given("list[player]", "players()", "[1, 2]", "[2, 1]"),
    Given("list[optional[player]]", "[None, players()[1]]", "[none, 2]", "[none, none]"),
    Given("list[list[int]]", "[[1], [], [2, 3]]", "[[1], [], [2, 3]]", "[[1], [2, 3]]"),
    Given("list[bool]", "[True, False]", "[true, false]", "[false, true]"),
    Given("goblin", "two", "two", "one"),
    Given("list[goblin]", "[two, one]", "[two, one]", "[one, two]"),
    Given("catapult", 'pieces("catapult")[0]', "post", "one"),
    Given("cell", "one.cell", "b3", "c3"),
    Given("ranks", "ranks.captain", "captain", "green"),
    Given("list[ranks]", 'members("ranks")', "[green, seasoned, captain]", "[green]"),
    Given("ref[goblin]", "one.record", "brute", "sneak"),
    Given("face[bolt]", 'faces(record("bolt", "bolt"))[0]', "miss", "hit"),
    Given("zone[goblin]", "game.coming", "coming", "beaten"),
    Given("tuple[int, player]", "(1, players()[1])", "[1, 2]", "[1, 1]"),
    Given("tuple[goblin, tuple[cell, bool]]", "(one, (one.cell, True))", "[one, [b3, true]]", "[one, [b3, false]]"),
    Given("dict[ranks, int]", "{ranks.green: 4}", "{green: 4}", "{green: 3}"),
    Given("dict[player, list[goblin]]", "{players()[1]: [one]}", "{2: [one]}", "{1: [one]}"),
    Given("dict[int, optional[cell]]", "{-1: None, 7: two.cell}", "{-1: none, 7: c3}", "{7: c3}"),
    Given("dict[int, int]", "{}", "{}", "{1: 1}"),
    Given("list[tuple[int, goblin]]", "enumerate([one, two])", "[[0, one], [1, two]]", "[[1, one], [0, two]]"),
]


def failures(folder: Path, given: Given, returns: str) -> list[str]:
    """What fails of the example, in words; the rule stands beside the others of the pack."""
    pack = folder / "border-watch"
    shutil.copytree(PACK, pack, dirs_exist_ok=True)
    rule = (
        f'def gives(one: goblin, two: goblin) -> {given.type}:\n    """Gives."""\n    n = 3\n    return {given.gives}\n'
    )
    (pack / "rules" / "gives.star").write_text(rule, encoding="utf-8")
    (pack / "examples" / "gives.yaml").write_text(EXAMPLE.format(returns=returns), encoding="utf-8")
    made, problems = build.check(pack)
    found = [problem.message for problem in problems if problem.code not in ("BZ308", "BZ537")]
    if made is None or found:
        return found
    return [problem.message for outcome in examples.run(made, ["what-it-gives"]) for problem in outcome.problems]


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: f"{given.type} {given.written}")
def test_what_a_rule_gives_is_written_as_in_records(tmp_path: Path, given: Given) -> None:
    """As it is written, it holds; written otherwise, it fails, and the message is what to write."""
    assert failures(tmp_path, given, given.written) == []
    (message,) = failures(tmp_path, given, given.wrong)
    assert message == f'"what-it-gives": it is {given.written}'
