"""A name in a worked example that is misspelt is told once, at the slip, with the name that was meant."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bartizan_compiler import build, codes, examples
from typed import Bartizan

EXAMPLES = "examples/snails.yaml"
PLAY = "  play: {"

SLIPS = [
    # parameters of a rule
    ("blow: {player: 1}", "blow: {playr: 1}", "BZ612", "playr", 'did you mean "player"?'),
    ("blow: {player: 1}", "blow: {who: 1}", "BZ612", "who", "it takes player"),
    ("creep: {snail: hungry}", "creep: {snial: hungry}", "BZ612", "snial", 'did you mean "snail"?'),
    ("blow: {player: 1}", "blow: {}", "BZ613", "", "it takes player"),
    # where a piece is
    ("snail: old-snail, at: b1", "snail: old-snail, att: b1", "BZ612", "att", 'did you mean "at"?'),
    ("snail: old-snail, at: b1", "snail: old-snail, zon: gone", "BZ612", "zon", 'did you mean "zone"?'),
    ("snail: old-snail, at: b1", "snail: old-snail", "BZ613", "", ""),
    # holes, and what fills them
    ('"{face}"', '"{fac}"', "BZ616", "{fac}", 'did you mean "face"?'),
    ("face: gust", "fce: gust", "BZ616", "fce", 'did you mean "face"?'),
    ("face: breath, gone: 0", "face: breath, gon: 0", "BZ616", "gon", 'did you mean "gone"?'),
    ("face: gust, gone", "face: gust, wind: 1, gone", "BZ616", "wind", 'write "{wind}" where it belongs'),
    ("- {face: gust, gone: 1}", "- {face: gust}", "BZ616", "{gone}", "give each case a value for it"),
]

# of a campaign between two missions, where nothing stands on a map
CAMPAIGN = Path(__file__).parent / "packs" / "long-march"
BETWEEN = [
    ("- on-the-heath\n", "- on-the-heaht\n", "BZ615", "on-the-heaht", 'did you mean "on-the-heath"?'),
    ("- buy\n", "- buyy\n", "BZ615", "buyy", 'did you mean "buy"?'),
    ("{buy: nothing", "{buyy: nothing", "BZ615", "buyy", 'did you mean "buy"?'),
    ("entry: fight", "entry: figth", "BZ612", "figth", 'did you mean "fight"?'),
    ("mission: on-the-heath", "mission: on-the-heaht", "BZ302", "on-the-heaht", 'did you mean "on-the-heath"?'),
    ("on-the-heath, players: 3", "on-the-heath, players: 4", "BZ603", "", ""),
]


@pytest.fixture
def pack(bartizan: Bartizan) -> Path:
    """A new pack."""
    assert bartizan("new", "pack", "my-game").code == 0
    return Path("my-game")


@pytest.mark.parametrize(("right", "wrong", "code", "name", "hint"), SLIPS)
def test_a_slip_is_told_once(pack: Path, right: str, wrong: str, code: str, name: str, hint: str) -> None:
    path = pack / EXAMPLES
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    found = [one for one in build.check(pack)[1] if codes.severity(one.code) != "note"]
    assert [one.code for one in found] == [code], found
    assert f'"{name}"' in found[0].message or not name
    assert hint in found[0].hint


@pytest.mark.parametrize(("right", "wrong", "code", "name", "hint"), BETWEEN)
def test_so_it_is_between_two_missions(tmp_path: Path, right: str, wrong: str, code: str, name: str, hint: str) -> None:
    root = tmp_path / "long-march"
    shutil.copytree(CAMPAIGN, root)
    path = root / "examples" / "march.yaml"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    found = build.check(root)[1]
    assert [one.code for one in found] == [code], found
    assert f'"{name}"' in found[0].message or not name
    assert hint in found[0].hint


def test_every_hole_of_a_case_may_be_misspelt(pack: Path) -> None:
    """In both cases, each in its own way: each slip is told at its place, and the hole is not."""
    path = pack / EXAMPLES
    text = path.read_text("utf-8")
    path.write_text(text.replace("face: gust", "fce: gust").replace("face: breath", "faec: breath"), "utf-8")
    found = [one for one in build.check(pack)[1] if codes.severity(one.code) != "note"]
    assert [(one.code, one.hint) for one in found] == [("BZ616", 'did you mean "face"?')] * 2


def test_an_example_of_a_mission_is_played_by_an_entry_that_needs_one(pack: Path, bartizan: Bartizan) -> None:
    """Also where another entry stands first."""
    path = pack / "ruleset.yaml"
    text = path.read_text("utf-8")
    assert PLAY in text
    path.write_text(text.replace(PLAY, "  demo: {rule: demo, says: A look at the garden.}\n" + PLAY), "utf-8")
    (pack / "rules" / "demo.star").write_text('def demo():\n    """A look."""\n    end("saved")\n', "utf-8")
    made, found = build.check(pack)
    assert [one for one in found if codes.severity(one.code) != "note"] == []
    assert made is not None
    ids = [record.id for record in made.records["example"]]
    assert ids
    assert [one for outcome in examples.run(made, ids) for one in outcome.problems] == []
    scenario, _ = build.build(pack, "first-morning")
    assert scenario is not None
    assert scenario["entry"] == "play"
    first, _ = build.build(pack)
    assert first is not None
    assert first["entry"] == "demo"
    assert bartizan("run", "my-game:first-morning", "--bots", "random", "--seed", "7").code == 0
