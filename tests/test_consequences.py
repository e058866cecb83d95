"""One mistake is told once: what may stand in a file that was not read is not missed elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bad_packs
from bartizan import site
from bartizan_compiler import build
from bartizan_engine.problem import Problem

RECORDS = [p.relative_to(bad_packs.GAME).as_posix() for p in sorted(bad_packs.GAME.glob("*/*.yaml"))]
FILES = [*RECORDS, *(p.relative_to(bad_packs.GAME).as_posix() for p in sorted(bad_packs.GAME.glob("rules/*.star")))]


def problems(root: Path) -> list[Problem]:
    return build.check(root)[1]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bad_packs.GAME, tmp_path / "border-watch"))


@pytest.mark.parametrize("path", RECORDS)
@pytest.mark.parametrize("text", ["", "- id: [", "a: b: c\n"], ids=["empty", "cut", "garbled"])
def test_a_record_file_that_cannot_be_read_is_all_that_is_told(game: Path, path: str, text: str) -> None:
    (game / path).write_text(text, encoding="utf-8")
    found = problems(game)
    assert found
    assert {problem.spot.path for problem in found} == {path}
    assert {problem.code[:3] for problem in found} == {"BZ1"}


@pytest.mark.parametrize("path", RECORDS)
@pytest.mark.parametrize("text", ["hello", "- a", "records: {}", "title: Nameless", "- [1]"])
def test_a_record_that_nobody_can_name_is_all_that_is_told(game: Path, path: str, text: str) -> None:
    (game / path).write_text(text + "\n", encoding="utf-8")
    assert {problem.spot.path for problem in problems(game)} == {path}


@pytest.mark.parametrize("path", FILES)
def test_a_file_that_is_not_read_is_all_that_is_told(game: Path, tmp_path: Path, path: str) -> None:
    (game / path).rename(tmp_path / "outside")
    (game / path).symlink_to(tmp_path / "outside")
    assert [(problem.code, problem.spot.path) for problem in problems(game)] == [("BZ704", path)]


@pytest.mark.parametrize("old", ["units", "maps", "dice", "units/goblins.yaml"])
def test_what_is_passed_over_with_a_warning_is_missed(game: Path, old: str) -> None:
    """A warning alone lets a pack be built, so whatever it names has to be there."""
    new = old.replace(".yaml", ".yml") if old.endswith(".yaml") else f"{old}s"
    (game / old).rename(game / new)
    found = problems(game)
    assert "BZ703" in {problem.code for problem in found}
    assert any(build.severe(problem) for problem in found)


def test_a_name_that_leads_nowhere_is_told_where_only_other_families_lost_a_file(game: Path) -> None:
    (game / "maps").joinpath("more.yaml").write_text("", encoding="utf-8")
    mission = next((game / "missions").glob("*.yaml"))
    mission.write_text(mission.read_text(encoding="utf-8").replace("brute", "brutte"), encoding="utf-8")
    assert {problem.code for problem in problems(game)} >= {"BZ109", "BZ302"}


def test_a_picture_in_a_folder_hides_nothing(game: Path) -> None:
    (game / "units" / "goblin.png").write_bytes(b"")
    mission = next((game / "missions").glob("*.yaml"))
    mission.write_text(mission.read_text(encoding="utf-8").replace("brute", "brutte"), encoding="utf-8")
    assert {problem.code for problem in problems(game)} == {"BZ302", "BZ703"}


DRILL = '''
def drill(face: face[bolt]) -> int:
    """A drill counts the hits of a face."""
    if face.hits > 9:
        end("won", hits = face.hits)
    return face.hits
'''
EXAMPLE = """id: a-drill
title: A drill
shows: [drill]
from: {is: invented}
run: {drill: {face: hit}}
then: {returns: 1, scores: {hits: 1}}
"""


@pytest.mark.parametrize("path", ["", "rules/game.star", "dice/bolt.yaml"])
def test_an_example_is_not_blamed_for_faces_and_scores_of_a_lost_file(game: Path, tmp_path: Path, path: str) -> None:
    (game / "rules" / "drill.star").write_text(DRILL.lstrip(), encoding="utf-8")
    (game / "examples" / "drill.yaml").write_text(EXAMPLE, encoding="utf-8")
    if path:
        (game / path).rename(tmp_path / "outside")
        (game / path).symlink_to(tmp_path / "outside")
    assert [(p.code, p.spot.path) for p in problems(game)] == ([("BZ704", path)] if path else [])


def test_two_packs_of_one_id_make_no_site(game: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(game, tmp_path / "other"))
    with pytest.raises(
        site.SiteError, match=f'"{game.as_posix()}" and "{other.as_posix()}" are both the pack'
    ) as caught:
        site.read([str(game), str(other)])
    assert "border-watch" in str(caught.value)


def test_a_blank_that_a_key_has_too_many_is_shown(game: Path) -> None:
    """In records, in front papers and in the ruleset alike."""
    for path, key in (("units/goblins.yaml", "hp: 4"), ("ruleset.yaml", "results:"), ("pack.yaml", "notice:")):
        text = (game / path).read_text(encoding="utf-8")
        name, colon, value = key.partition(":")
        (game / path).write_text(text.replace(key, f'"{name} "{colon}{value}', 1), encoding="utf-8")
        found = [problem.message for problem in problems(game) if problem.spot.path == path]
        assert any(f'"{name}␣"' in message for message in found), found
        (game / path).write_text(text, encoding="utf-8")
