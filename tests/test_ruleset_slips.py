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


# ---------------------------------------------------------------- one value is another


FAMILIES = "unit card die wave mission campaign data".split()
NO_KIND = ("map", "int", "game", "yes", "Bad-Name")  # what no kind, enum, shape or context can be called
NO_FIELD = ("id", "kind", "title", "from", "replaces")  # what every record has of its own


def values(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[Scalar, Node, tuple[str, ...]]]:
    """Every key with its value, and the path to it."""
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        yield key, value, (*path, key.text)
        yield from values(value, (*path, key.text))


def once(game: str, root: Path, text: str) -> Problem:
    """The one accusation that there is."""
    found = told(game, root, text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_kind_of_a_wrong_family_is_told_once(game: str, root: Path) -> None:
    """In the ruleset if it shows there, else at the first record; that its records are not there is said nowhere."""
    lines, node = read(game)
    for _, value, path in values(node):
        if path[0] == "kinds" and path[2:] == ("family",):
            assert isinstance(value, Scalar)
            for family in FAMILIES:
                if family != value.text:
                    found = told(game, root, put(lines, value.spot, family))
                    of_records = [one.code for one in found if one.spot.path.endswith(".yaml") and one.code[2] in "236"]
                    # Two families are wrong for it: one lost its kind, the other has one too many.
                    assert of_records in ([], ["BZ212"], ["BZ212", "BZ212"]), (path, family, found)
                    if any(one.spot.path == pack.RULESET for one in found):
                        assert len(found) == 1, (path, family, found)


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_nothing_can_have_is_told_once(game: str, root: Path) -> None:
    """Of a kind, an enum, a shape or a context; or of a field of a record."""
    lines, node = read(game)
    count = 0
    for key, _, path in values(node):
        names = NO_KIND if path[0] in ("kinds", "enums", "shapes", "contexts") and len(path) == 2 else ()
        names = NO_FIELD if path[0] == "kinds" and path[2:3] == ("fields",) and len(path) == 4 else names
        for name in names:
            one = once(game, root, put(lines, key.spot, name))
            assert (one.spot[:3], one.code in ("BZ503", "BZ120")) == (key.spot[:3], True), (path, name, one)
            count += 1
    assert count > 10


@pytest.mark.parametrize("game", ["border-watch"])
def test_a_kind_too_many_does_not_make_records_ambiguous(game: str, root: Path) -> None:
    text = (root / pack.RULESET).read_text()
    for name in NO_KIND:
        one = once(game, root, text.replace("kinds:\n", f"kinds:\n  {name}: {{family: mission}}\n"))
        assert one.spot.path == pack.RULESET


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_down_names_records_and_holds_no_pieces(game: str, root: Path) -> None:
    """The word `ref` forgotten in the type of a field, also deep inside it: told at the type, with the word."""
    lines, node = read(game)
    for _, value, path in values(node):
        if (
            path[0] in ("kinds", "shapes")
            and isinstance(value, Scalar)
            and "ref " in value.text
            and "by ref" not in value.text
        ):
            said = f'"{value.text.replace("ref ", "", 1)}"'
            one = once(game, root, put(lines, value.spot, said))
            assert (one.code, one.spot.line) == ("BZ502" if "map" in said else "BZ501", value.spot.line), (path, one)
            assert 'did you mean "ref ' in one.hint or "map" in said


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_another_shape_is_told_once(game: str, root: Path) -> None:
    """A list or a mapping where a name should stand."""
    lines, node = read(game)
    words = ("over", "from", "to", "reverse", "split", "family", "of", "per", "visible", "rule", "needs", "map", "says")
    done: set[tuple[str, str]] = set()
    for key, value, path in values(node):
        if key.text in words and isinstance(value, Scalar) and not chosen(path) and (path[0], key.text) not in done:
            done.add((path[0], key.text))
            for text in (f'["{value.text}"]', f'{{a: "{value.text}"}}'):
                if value.spot.line == value.spot.end_line:
                    one = once(game, root, put(lines, value.spot, text))
                    assert (one.code, one.spot.line) == ("BZ504", value.spot.line), (path, one)


@pytest.mark.parametrize("game", ["border-watch"])
def test_a_table_by_pieces_is_told_at_its_type(game: str, root: Path) -> None:
    text = (root / pack.RULESET).read_text()
    one = once(game, root, text.replace("table by ref goblin of", "table by goblin of", 1))
    assert one.code == "BZ501"
    assert 'did you mean "ref goblin"?' in one.message
