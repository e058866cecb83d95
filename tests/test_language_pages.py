"""The pages of the language tell the truth: their examples are one pack, which is checked, tested and played."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import guides
from bartizan.pages import language, language_text, snippets
from bartizan_compiler import build, examples
from bartizan_engine import bots, load
from bartizan_engine import types as grammar
from bartizan_engine.language import check, forms
from bartizan_engine.library import LIBRARY
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import SECTIONS, declare

PACK = "border-watch"
PARTS = ("ruleset.md", "records.md", "rules.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pack of the pages."""
    guide = guides.Guide(tmp_path / "pages")
    for page in PARTS:
        guide.gather(f"language/{page}", PACK)
    return guide.folder / PACK


def told(root: Path) -> list[Problem]:
    return build.check(root)[1]


def with_rules(root: Path, to: Path, text: str) -> list[Problem]:
    """The problems of the pack with one more file of rules, but for that nothing uses them."""
    shutil.copytree(root, to / PACK)
    (to / PACK / "rules" / "more.star").write_text(text, "utf-8")
    return [problem for problem in told(to / PACK) if problem.code != "BZ529"]


# ---------------------------------------------------------------- the pack of the pages


def test_the_examples_of_the_pages_are_a_pack_without_problems(folder: Path) -> None:
    assert told(folder) == []


def test_the_worked_examples_of_the_pages_hold(folder: Path) -> None:
    pack, _ = build.check(folder)
    assert pack is not None
    outcomes = list(examples.run(pack, [record.id for record in pack.records["example"]]))
    assert [outcome.problems for outcome in outcomes] == [[]] * 4


@pytest.mark.parametrize("seed", range(12))
def test_the_game_of_the_pages_is_played_to_its_end(folder: Path, seed: int) -> None:
    scenario, _ = build.build(folder)
    assert scenario is not None
    players = 1 + seed % 2
    state = bots.play(load(scenario).start(seed, players, {"more_goblins": seed % 3}), bots.named("random", seed))
    assert state.over


@pytest.mark.parametrize("seed", range(4))
def test_the_pack_of_the_pages_that_builds_on_it_is_played_to_its_end(folder: Path, seed: int) -> None:
    guide = guides.Guide(folder.parent)
    for page in PARTS:
        guide.gather(f"language/{page}", "wolf-winter")
    scenario, problems = build.build(folder.parent / "wolf-winter")
    assert problems == []
    assert scenario is not None
    assert scenario["mission"] == "night:wolf-moon"
    assert bots.play(load(scenario).start(seed, 1 + seed % 2), bots.named("random", seed)).over


@pytest.mark.parametrize("seed", range(6))
def test_the_recipes_are_a_pack_that_is_played_to_its_end(tmp_path: Path, seed: int) -> None:
    guides.Guide(tmp_path).gather("language/recipes.md", "recipes")
    scenario, problems = build.build(tmp_path / "recipes")
    assert problems == []
    assert scenario is not None
    assert bots.play(load(scenario).start(seed, 2 + seed % 3), bots.named("random", seed)).over


def test_what_goes_wrong_in_play_is_told_as_the_page_shows(folder: Path) -> None:
    assert guides.Guide(folder.parent).follow("language/play.md") == 1


def test_every_section_of_a_ruleset_has_its_part(folder: Path) -> None:
    text = (guides.PAGES / "language" / "ruleset.md").read_text("utf-8")
    headings = " ".join(re.findall(r"^## (.*)$", text, re.MULTILINE))
    assert [section for section in SECTIONS if f"`{section}`" not in headings] == []
    written = (folder / "ruleset.yaml").read_text("utf-8")
    assert [section for section in SECTIONS if not re.search(rf"^{section}:$", written, re.MULTILINE)] == []


# ---------------------------------------------------------------- what is refused, and what is not


def refusals() -> list[guides.Block]:
    """The rules of the pages that are titled with a code, or as fine."""
    found = [block for block in guides.blocks("language/rules.md") if re.fullmatch(r"BZ\d{3}|fine", block.title)]
    assert len(found) >= 4
    return found


@pytest.mark.parametrize("block", refusals(), ids=lambda block: block.title)
def test_a_refused_rule_is_refused_for_what_the_page_says(folder: Path, tmp_path: Path, block: guides.Block) -> None:
    codes = [problem.code for problem in with_rules(folder, tmp_path, block.text)]
    assert codes == ([] if block.title == "fine" else [block.title])


# ---------------------------------------------------------------- what rules may call


def test_everything_that_a_rule_may_call_stands_in_one_group() -> None:
    listed = [name for _, _, names in language.grouped() for name in names]
    assert sorted(listed) == sorted({*LIBRARY, *forms.FORMS, *forms.LOOPS, "resolve"})
    assert language.grouped()[-1][0] != "Others"


def test_everything_that_a_rule_may_call_has_an_example_that_is_right(folder: Path, tmp_path: Path) -> None:
    assert sorted(snippets.SNIPPETS) == sorted(language.callables())
    for name, text in snippets.SNIPPETS.items():
        assert re.search(rf"\b{name}\(", text), name
    assert with_rules(folder, tmp_path, rules_of_snippets()) == []


def rules_of_snippets() -> str:
    """Each example as the body of a rule, which is given what it names."""
    rules = []
    for name, text in snippets.SNIPPETS.items():
        params = [f"{param}: {type}" for param, type in GIVEN.items() if re.search(rf"(?<![\w.\"]){param}\b", text)]
        params = [
            param for param in params if not re.search(rf"^\s*(for )?{param.split(':')[0]} (=|in) ", text, re.MULTILINE)
        ]
        body = "\n".join(f"    {line}" for line in text.strip().splitlines())
        head = f'def example_{name}({", ".join(params)}):\n    """An example."""\n'
        rules.append(text if text.startswith("def ") else head + body + "\n")
    return "\n\n".join([*rules, HITS_OF]) + "\n"


HITS_OF = 'def hits_of(player: player) -> int:\n    """How many goblins a player has beaten."""\n    return player.hits'


GIVEN = {
    "goblin": "goblin", "other": "goblin", "catapult": "catapult", "plan": "plan", "player": "player", "shot": "shot",
    "cell": "cell", "gate": "cell", "night": "ref[night]", "hits": "list[int]", "goblins": "list[goblin]",
}  # fmt: skip


# ---------------------------------------------------------------- types


@pytest.mark.parametrize("row", language_text.TYPES, ids=lambda row: row[0])
def test_a_type_is_the_same_in_both_spellings(folder: Path, row: tuple[str, str, str]) -> None:
    """The annotation that the page shows names the type that the words name, but for bounds."""
    pack, _ = build.check(folder)
    assert pack is not None
    spelt = language.annotation(grammar.parse_words(row[0]))
    fields = {"probe": {"x": row[0]}}
    data = pack.ruleset_data | {"contexts": pack.ruleset_data["contexts"] | fields}
    declared, flaws = declare(data)
    assert flaws == []
    rule = f'def probing(probe: probe) -> {spelt}:\n    """Both are one type."""\n    return probe.x\n'
    _, problems = check(declared, [*pack.rules, ("probe.star", rule)], roots=frozenset(["probing"]))
    assert problems == []
