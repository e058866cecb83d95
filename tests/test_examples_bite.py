"""A worked example is worth something only if it fails when the pack is wrong: one number changed, one example broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bartizan import shipped
from bartizan_compiler import build, examples

GAME = "defense-grid"

# The example that must fail, and the number that is changed: file, old text, new text.
BITES = [
    ("a-bulwark-by-players", "units/aliens.yaml", "hp: {1: 4, 2: 4, 3: 5, 4: 6}", "hp: {1: 4, 2: 4, 3: 5, 4: 7}"),
    ("a-bulwark-by-players", "units/aliens.yaml", "shields: {1: 1, 2: 2, 3: 3, 4: 4}", "shields: {1: 1, 2: 2, 3: 4, 4: 4}"),
    ("resources-at-the-start", "ruleset.yaml", "is: {1: 19, 2: 14, 3: 11, 4: 8}", "is: {1: 19, 2: 14, 3: 12, 4: 8}"),
    ("a-full-hand-by-players", "ruleset.yaml", "is: {1: 7, 2: 5, 3: 4, 4: 4}", "is: {1: 7, 2: 5, 3: 5, 4: 4}"),
    ("a-hand-that-is-too-full-stays", "ruleset.yaml", "is: {1: 7, 2: 5, 3: 4, 4: 4}", "is: {1: 7, 2: 7, 3: 4, 4: 4}"),
    ("a-new-deck-while-drawing", "ruleset.yaml", "is: {1: 7, 2: 5, 3: 4, 4: 4}", "is: {1: 7, 2: 4, 3: 4, 4: 4}"),
    ("no-new-deck-without-need", "ruleset.yaml", "is: {1: 7, 2: 5, 3: 4, 4: 4}", "is: {1: 7, 2: 6, 3: 4, 4: 4}"),
    ("a-discard-brings-a-resource", "ruleset.yaml", "discard_gain: {type: int 0..9, is: 1", "discard_gain: {type: int 0..9, is: 2"),
    ("two-levels-in-two-actions", "ruleset.yaml", "is: {2: 5, 3: 10}", "is: {2: 5, 3: 11}"),
    ("two-levels-in-two-actions", "ruleset.yaml", "is: {2: 5, 3: 10}", "is: {2: 4, 3: 10}"),
    ("half-of-the-price-comes-back", "units/towers.yaml", "    cost: 5\n    rate: 2\n    range: 1\n", "    cost: 7\n    rate: 2\n    range: 1\n"),
    ("armor-takes-one-off", "units/towers.yaml", "damage: {1: 3, 2: 3, 3: 4}", "damage: {1: 2, 2: 3, 3: 4}"),
    ("armor-takes-one-off", "units/aliens.yaml", "armor: 1", "armor: 0"),
    ("one-shield-a-hit", "units/aliens.yaml", "shields: {1: 1, 2: 2, 3: 3, 4: 4}", "shields: {1: 1, 2: 3, 3: 3, 4: 4}"),
    ("armor-does-not-help-a-shield", "units/towers.yaml", "damage: {1: 1, 2: 1, 3: 2}", "damage: {1: 3, 2: 3, 3: 3}"),
    ("a-thief-at-the-fork", "maps/two-gates.yaml", "{blank: gate-a, hit: gate-b}", "{blank: gate-b, hit: gate-a}"),
    ("nobody-to-come-back", "missions/first-contact.yaml", "none", "swarmer"),
    ("cores-return-three-hexes", "ruleset.yaml", "core_steps: {type: int 0..20, is: 3", "core_steps: {type: int 0..20, is: 4"),
    ("medals-by-cores", "ruleset.yaml", "cores: {type: int 0..40, is: 12", "cores: {type: int 0..40, is: 11"),
]  # fmt: skip


@pytest.mark.parametrize(("example", "path", "old", "new"), BITES, ids=[f"{b[0]}-{i}" for i, b in enumerate(BITES)])
def test_a_wrong_number_breaks_its_example(example: str, path: str, old: str, new: str, tmp_path: Path) -> None:
    root = tmp_path / GAME
    shutil.copytree(shipped.packs()[GAME], root)
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")
    pack, _ = build.check(root)
    assert pack is not None
    assert pack.program is not None
    outcomes = list(examples.run(pack, [example]))
    assert outcomes
    assert any(outcome.problems for outcome in outcomes)
