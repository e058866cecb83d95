"""A slip in a map, a tile or a die is told once, at its place, and nothing that stands elsewhere is accused for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import build
from bartizan_engine.problem import Problem

FORDS = "river-fords"
LAID, LAND = "maps/laid.yaml", "tiles/ground.yaml"
SPLIT = "{at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}"


def told(game: str, path: str, slips: dict[str, str], folder: Path) -> list[Problem]:
    """The problems of a game in which a file is otherwise in some places."""
    root = Path(shutil.copytree(bad_packs.PACKS / game, folder / game))
    text = (root / path).read_text(encoding="utf-8")
    for right, wrong in slips.items():
        assert right in text, right
        text = text.replace(right, wrong)
    (root / path).write_text(text, encoding="utf-8")
    return build.check(root)[1]


def once(problems: list[Problem], code: str, path: str, wrong: str = "", hint: str = "") -> None:
    """There is one problem alone; the word in quotes is in it, and so is the hint."""
    assert [(one.code, one.spot.path) for one in problems] == [(code, path)], problems
    assert wrong in problems[0].message
    assert hint in problems[0].hint


@pytest.mark.parametrize("needed", ["entrance", "gate"])
@pytest.mark.parametrize(("tag", "near"), [("entrence", "entrance"), ("gaet", "gate"), ("zzz", "")])
def test_a_tag_that_is_misspelt_is_not_missed(needed: str, tag: str, near: str, tmp_path: Path) -> None:
    """Unless another one is meant."""
    root = Path(shutil.copytree(bad_packs.PACKS / FORDS, tmp_path / FORDS))
    rules, map_ = root / "ruleset.yaml", root / LAID
    rules.write_text(rules.read_text().replace(f"{needed}: {{", f"{needed}: {{at_least: 1, "))
    map_.write_text(map_.read_text().replace(f"[{needed}]", f"[{tag}]"))
    codes = [problem.code for problem in build.check(root)[1]]
    assert set(codes) == ({"BZ410"} if near in ("", needed) else {"BZ410", "BZ414"})


def test_what_is_marked_on_no_cell_is_not_missed(tmp_path: Path) -> None:
    """Neither its name, which the split names, nor its tags."""
    once(told(FORDS, LAID, {"e1: {tags": "e9: {tags"}, tmp_path), "BZ411", LAID, '"e9"')


def test_a_map_is_not_blamed_for_a_tag_that_its_tiles_misspell(tmp_path: Path) -> None:
    once(told(FORDS, LAND, {"r: [road]": "r: [raod]", "J: {tags: [road]": "J: {tags: [wall]"}, tmp_path), "BZ410", LAND)


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("    number: 1", "    nubmer: 1", "BZ203"),
        ("    number: 1", '    number: "1"', "BZ205"),
        ("    number: 1", "    number: 1\n    count: 0", "BZ206"),
        ("    count: 2", "    cuont: 2", "BZ203"),
        ("    title: Fork", "    title: ", "BZ215"),
        ("    title: Fork", "    tilte: Fork", "BZ203"),
        ("  - id: fork", "  - id: Fork", "BZ209"),
        ("  layout: odd-r", "  layout: odd", "BZ208"),
        ("  layout: odd-r", "  layuot: odd-r", "BZ203"),
        ("  from: {is: invented}", "  from: {is: inventd}", "BZ208"),
        ("    sides:\n      a: |\n        . r .", "    side:\n      a: |\n        . r .", "BZ203"),
    ],
)
def test_a_tile_that_has_a_fault_is_a_tile_all_the_same(right: str, wrong: str, code: str, tmp_path: Path) -> None:
    """So maps that are laid of it are not blamed, whether they name it by its id or by its number."""
    once(told(FORDS, LAND, {right: wrong}, tmp_path), code, LAND)


def test_a_tile_that_nobody_has_is_told_beside_one_that_has_a_fault(tmp_path: Path) -> None:
    root = Path(shutil.copytree(bad_packs.PACKS / FORDS, tmp_path / FORDS))
    (root / LAND).write_text((root / LAND).read_text().replace("    count: 2", "    count: 0"))
    (root / LAID).write_text((root / LAID).read_text().replace("{tile: 1,", "{tile: 9,"))
    assert [problem.code for problem in build.check(root)[1]] == ["BZ460", "BZ206"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("{at: fork, way: outbuond, to: {blank: gate-a, hit: gate-b}}", "BZ440"),
        ("{at: fork, way: zzz, to: {blank: gate-a, hit: gate-b}}", "BZ440"),
        ("{at: fork, way: inbound, to: {blank: gate-a, hit: gate-b}}", "BZ441"),
        ("{at: b2, way: outbound, to: {blank: gate-a, hit: gate-b}}", "BZ447"),
        ("{at: a1, way: outbound, to: {blank: gate-a, hit: gate-b}}", "BZ447"),
        ("{at: gate-a, way: outbound, to: {blank: gate-a, hit: gate-b}}", "BZ447"),
        ("{at: frok, way: outbound, to: {blank: gate-a, hit: gate-b}}", "BZ411"),
        ("{at: fork, way: outbound, to: {blank: gate-a, hit: vault}}", "BZ445"),
        ("{at: fork, way: outbound, to: {blnk: gate-a, hit: gate-b}}", "BZ444"),
        ("{at: fork, way: outbound, to: {hit: gate-b}}", "BZ443"),
        ("{at: fork, wya: outbound, to: {blank: gate-a, hit: gate-b}}", "BZ203"),
    ],
)
def test_a_split_with_a_slip_is_not_missed(wrong: str, code: str, tmp_path: Path) -> None:
    once(told(FORDS, LAID, {SPLIT: wrong}, tmp_path), code, LAID)


def test_another_way_that_divides_is_told_beside_a_split_with_a_slip(tmp_path: Path) -> None:
    """The split is of a way that is not the one that lacks a split."""
    root = Path(shutil.copytree(bad_packs.PACKS / FORDS, tmp_path / FORDS))
    rules, map_ = root / "ruleset.yaml", root / LAID
    more = "    sidewards: {over: road, from: entrance, to: gate, split: fate, says: aside}\n"
    rules.write_text(rules.read_text().replace("    back: {", f"{more}    back: {{"))
    map_.write_text(map_.read_text().replace("way: outbound", "way: outbond"))
    assert {problem.code for problem in build.check(root)[1]} == {"BZ440", "BZ448"}


def test_a_die_that_has_a_face_twice_has_another_that_nobody_knows(tmp_path: Path) -> None:
    path = "dice/fate.yaml"
    once(told(FORDS, path, {"name: hit": "name: blank"}, tmp_path), "BZ602", path)


@pytest.mark.parametrize(
    ("layout", "code", "hint"),
    [
        ("{orientation: orthognal, neighbours: 4}", "BZ208", 'did you mean "orthogonal"?'),
        ("{orientation: hexagnal, staggeraxis: y, staggerindex: odd}", "BZ208", 'did you mean "hexagonal"?'),
        ("{orientation: isometric}", "BZ208", ""),
        ("{orientation: staggered, staggeraxis: y, staggerindex: odd}", "BZ208", ""),
        ("{neighbours: 4}", "BZ204", ""),
        ("{staggeraxis: y, staggerindex: odd}", "BZ204", ""),
        ("{orientaton: orthogonal, neighbours: 4}", "BZ203", 'did you mean "orientation"?'),
        ("{orientation: [orthogonal], neighbours: 4}", "BZ202", ""),
        ("{orientation: orthogonal, neighbors: 4}", "BZ203", 'did you mean "neighbours"?'),
        ("{orientation: hexagonal, staggeraxes: y, staggerindex: odd}", "BZ203", 'did you mean "staggeraxis"?'),
        ("{orientation: hexagonal, staggeraxis: z, staggerindex: odd}", "BZ208", ""),
    ],
)
def test_a_layout_in_the_words_of_tiled_with_a_slip_is_told_once(
    layout: str, code: str, hint: str, tmp_path: Path
) -> None:
    found = told(FORDS, LAID, {"layout: odd-r": f"layout: {layout}"}, tmp_path)
    once(found, code, LAID, "", hint)
    assert "one of hexagonal," in found[0].message or '"orientation"' not in found[0].message or code == "BZ204"
