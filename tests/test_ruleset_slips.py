"""A slip in ruleset.yaml is told once, there, and no record, map or rule is accused for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import build, codes, load, pack
from bartizan_compiler.nodes import Mapping, Node, Scalar
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.ruleset import SECTIONS

GAMES = ("border-watch", "hill-road", "river-fords")
# The keys that mean something of their own, wherever they stand; all others are names that the pack chose.
WORDS = frozenset(
    "rule needs type default is map tags ways over from to split cover stand reach ranges at_least reverse family fields "
    "state faces of per visible add args set says".split()
)
SHAPES = ("7", "[a, b]", '"a text"')


def read(game: str) -> tuple[list[str], Mapping]:
    """The lines of a game's ruleset, and its nodes."""
    data = (bad_packs.PACKS / game / pack.RULESET).read_bytes()
    node = load.load(pack.RULESET, data)[0]
    assert isinstance(node, Mapping)
    return data.decode().split("\n"), node


def words(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """Every key below a node that means something of its own, with the path to it."""
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        here = (*path, key.text)
        if key.text in (WORDS if path else SECTIONS) and not chosen(here):
            yield key, here
        yield from words(value, here)


def chosen(path: tuple[str, ...]) -> bool:
    """Whether a key is a name that the pack chose."""
    section, above = path[0], path[-2] if len(path) > 1 else ""
    named = 2 if section in ("shapes", "contexts", "enums", "menus") else 0 if section == "board" else 1
    return above in ("fields", "state", "faces", "args", "tags", "ways") or 1 < len(path) <= named + 1


def put(lines: list[str], spot: Spot, text: str) -> str:
    """The lines with a text in place of what stands at a spot of one line."""
    line = lines[spot.line - 1]
    changed = line[: spot.column - 1] + text + line[spot.end_column - 1 :]
    return "\n".join([*lines[: spot.line - 1], changed, *lines[spot.line :]])


def given(lines: list[str], key: Scalar, value: Node, text: str) -> str:
    """The lines with a text in place of the value of a section."""
    head = lines[key.spot.line - 1][: key.spot.end_column - 1]
    return "\n".join([*lines[: key.spot.line - 1], f"{head}: {text}", *lines[value.spot.end_line :]])


def told(game: str, root: Path, text: str) -> list[Problem]:
    """What is told of the game with another ruleset, besides what is not checked; notes are no accusations."""
    (root / pack.RULESET).write_text(text)
    problems = build.check(root)[1]
    assert problems
    return [one for one in problems if codes.severity(one.code) != "note"]


@pytest.fixture
def root(game: str, tmp_path: Path) -> Path:
    """A copy of the game to be changed."""
    return Path(shutil.copytree(bad_packs.PACKS / game, tmp_path / game))


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_word_of_the_ruleset_is_told_once(game: str, root: Path) -> None:
    """A section, or any word of the format below one: one error, at the word, with the hint."""
    lines, node = read(game)
    done: set[tuple[str, str]] = set()
    for key, path in words(node):
        if (path[0], key.text) in done:
            continue
        done.add((path[0], key.text))
        for name in (key.text[:-1] + "q", key.text[:1] + "q" + key.text[1:]):
            found = told(game, root, put(lines, key.spot, name))
            assert [(one.code, one.spot[:3]) for one in found] == [("BZ504", key.spot[:3])], (name, found)
            assert found[0].hint == f'did you mean "{key.text}"?'
    assert len(done) > 15


@pytest.mark.parametrize("game", GAMES)
def test_a_section_of_a_wrong_shape_is_told_once(game: str, root: Path) -> None:
    """A number, a list or a text where declarations should stand; or nothing."""
    lines, node = read(game)
    for key, value in node.pairs:
        for text in (*SHAPES, ""):
            found = told(game, root, given(lines, key, value, text))
            assert [(one.code, one.spot.line) for one in found] == [("BZ504" if text else "BZ215", key.spot.line)], (
                found
            )


@pytest.mark.parametrize("game", GAMES)
def test_a_section_that_stands_twice_is_told_once(game: str, root: Path) -> None:
    """What the second one declares is not read, and nobody is blamed for it."""
    lines, node = read(game)
    for key, value in node.pairs:
        if isinstance(value, Mapping) and not value.flow:
            twice = [f"{key.text}:", "  something: {}", *lines[: key.spot.line - 1], *lines[key.spot.line - 1 :]]
            found = told(game, root, "\n".join(twice))
            assert [one.code for one in found] == ["BZ118"], (key.text, found)


@pytest.mark.parametrize("game", ["border-watch"])
def test_a_name_that_nothing_has_is_told_once_with_all_places(game: str, root: Path) -> None:
    """One declaration is misspelt, and all that name it are right: the ruleset, records and maps."""
    text = (root / pack.RULESET).read_text()
    found = told(game, root, text.replace("  goblin:\n", "  gobiln:\n"))
    assert [(one.code, one.message.rpartition(" ")[2]) for one in found] == [("BZ502", '"goblin"')]
    assert len(found[0].notes) == 3
    found = told(game, root, text.replace("    road: {", "    raod: {"))
    assert [(one.code, one.message) for one in found] == [("BZ502", 'no tag is named "road"')]
    assert told(game, root, text.replace("    build: {", "    bulid: {"))[0].code == "BZ502"
