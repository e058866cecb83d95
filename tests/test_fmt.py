"""`bartizan fmt`: one layout, comments and order kept, and not a word of the game changed."""

from __future__ import annotations

import io
import random
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from bartizan import modelines
from bartizan.shelves import shelves
from bartizan_compiler import build, emit, layout, load
from bartizan_compiler.pack import Shelf
from typed import Bartizan

ROOT = Path(__file__).resolve().parent.parent
PACKS = sorted(
    path.parent for place in ("content", "site/bartizan", "tests/packs") for path in ROOT.glob(f"{place}/*/pack.yaml")
)
OURS = [root for root in PACKS if "tests" not in root.parts]
LINE = "# yaml-language-server: $schema=s\n"


def laid_out(text: str | bytes) -> str:
    """The text in its layout, without the first line."""
    made, problems = layout.yaml("x.yaml", text if isinstance(text, bytes) else text.encode(), "s")
    assert made is not None, problems
    assert made.startswith(LINE)
    return made.removeprefix(LINE)


# ---------------------------------------------------------------- the layout, by example

PAIRS = [
    ("a:   1\nb:  [ 1,2 ]\n", "a: 1\nb: [1, 2]\n"),
    ("a:\n    b: 1\n    c:\n        - 1\n        -   2\n", "a:\n  b: 1\n  c:\n    - 1\n    - 2\n"),
    ("a:\n- 1\n- 2\n", "a:\n  - 1\n  - 2\n"),
    ("-   id:  x\n    hp: 1\n", "- id: x\n  hp: 1\n"),
    ("- - 1\n  - 2\n-\n  a: 1\n", "- - 1\n  - 2\n- a: 1\n"),
    ("a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
    (b"\xef\xbb\xbfa: 1\n", "a: 1\n"),
    ("a: 1  \nb: 2", "a: 1\nb: 2\n"),
    ("\n\na: 1\n\n\n\nb: 2\n\n\n", "\na: 1\n\nb: 2\n"),
    # quotes
    ("a: 'x'\nb: \"long words.\"\n", "a: x\nb: long words.\n"),
    ("a: '1'\nb: 'yes'\nc: '1.10'\nd: '2001-01-01'\ne: ''\n", 'a: "1"\nb: "yes"\nc: "1.10"\nd: "2001-01-01"\ne: ""\n'),
    ("a: 'x, y'\nb: 'x: y'\nc: 'x #y'\nd: '{n}'\ne: '-'\n", 'a: "x, y"\nb: "x: y"\nc: "x #y"\nd: "{n}"\ne: "-"\n'),
    ("a: \"it's\"\nb: 'it''s 5 %'\n", "a: it's\nb: \"it's 5 %\"\n"),
    ("a: 'say \"x\"'\nb: \"back\\\\slash\"\n", "a: 'say \"x\"'\nb: 'back\\slash'\n"),
    ('a: "x" # why\n', 'a: "x"  # why\n'),
    ('a: "one\\ntwo"\nb: "tab\\there"\n', 'a: "one\\ntwo"\nb: "tab\\u0009here"\n'),
    ("\"a\": 1\n'1': 2\n", 'a: 1\n"1": 2\n'),
    # brackets
    ("a: [1,\n  2]\n", "a: [1, 2]\n"),
    ("a: {x: 1,\n\n  y-z: 2}\n", "a: {x: 1, y-z: 2}\n"),
    ("a: [1, # one\n  2]\n", "a:\n  - 1  # one\n  - 2\n"),
    ("a: {b: 1,\n  # of c\n  c: [x,\n  z]}\n", "a:\n  b: 1\n  # of c\n  c: [x, z]\n"),
    ("a: [{b: 1}, {c: [ ]}, { }]\n", "a: [{b: 1}, {c: []}, {}]\n"),
    (f"a: [{'x' * 60},\n  {'z' * 60}]\n", f"a:\n  - {'x' * 60}\n  - {'z' * 60}\n"),
    (f"a: [{'x' * 60}, {'z' * 60}]\n", f"a: [{'x' * 60}, {'z' * 60}]\n"),
    ("{a: 1,\n b: 2}\n", "{a: 1, b: 2}\n"),
    # texts of several lines
    ("a: |\n    . . x\n     . .\n\nb: >-\n     one\n     two\n", "a: |\n  . . x\n   . .\n\nb: >-\n  one\n  two\n"),
    ("- a: |2\n     x\n    z\n", "- a: |2\n     x\n    z\n"),
    ("a:\n   b: |+\n     x\n\n\nc: 1\n", "a:\n  b: |+\n    x\n\n\nc: 1\n"),
    ("- |+\n x\n-\n\n  - 1\n", "- |+\n  x\n- - 1\n"),
    ("grid: |\n  . x  \n  . .\n", "grid: |\n  . x\n  . .\n"),
    ("a: one\n  two\n", "a: one two\n"),
    (f"a: {'word ' * 20}\n   {'more ' * 20}end\n", f"a: {('word ' * 20 + 'more ' * 3).strip()}\n  {'more ' * 17}end\n"),
    # comments
    ("# top\n\n# of a\na: 1   # behind\n# of b\nb: 2\n# end\n", "# top\n\n# of a\na: 1   # behind\n# of b\nb: 2\n# end\n"),
    ("a:    # of a\n      # of b\n      b: 1\n      # end of a\n# of c\nc: 1\n", "a:    # of a\n  # of b\n  b: 1\n  # end of a\n# of c\nc: 1\n"),
    ("a:\n- 1\n# of b\nb: 1\n", "a:\n  - 1\n# of b\nb: 1\n"),
    ("-  # why\n  a: 1\n", "# why\n- a: 1\n"),
    ("- a: 1\n-\n  # of b\n  b: 1\n", "- a: 1\n# of b\n- b: 1\n"),
    ("- - a: 1\n    # end of a\n  -\n      # of b\n    - b\n", "- - a: 1\n    # end of a\n  # of b\n  - - b\n"),
    ("a:\n  b: 1\n  # end of a\n?\n  # of c\n  c\n: 1\n", "a:\n  b: 1\n  # end of a\n# of c\nc: 1\n"),
    ("a:\n  # of a\n  word\nb: # of b\n  word\n", "# of a\na: word\nb: word  # of b\n"),
    ("a: # one\n  # two\n  word # three\nb: # four\n  |\n  x\n", "# one\n# two\na: word  # three\nb: |  # four\n  x\n"),
    ("- ? a # one\n  : b # two\n  c: d\n", "# one\n- a: b  # two\n  c: d\n"),
    ("? a # one\n# two\n: - b # three\n", "a:  # one\n  # two\n  - b  # three\n"),
    (f"? {'k' * 1025}\n: v\n", f"? {'k' * 1025}\n: v\n"),
    (f"- {{? {'k' * 1025} : v}}\n", f"- {{? {'k' * 1025}: v}}\n"),
    (f"? {'k' * 1024}\n: v\n", f"{'k' * 1024}: v\n"),
    ("a: 1 # x\nbb: 2    # aligned\n", "a: 1  # x\nbb: 2    # aligned\n"),
    ("a: |  # why\n  x\nb: '#no'\n", "a: |  # why\n  x\nb: \"#no\"\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_a_text_and_its_layout(before: str | bytes, after: str) -> None:
    assert laid_out(before) == after
    assert laid_out(after) == after


# ---------------------------------------------------------------- what must stay


def documents(chance: random.Random, depth: int = 0, indent: int = 0) -> list[str]:
    """Lines of a document: blocks and brackets in each other, comments and blank lines wherever they may stand."""
    lines: list[str] = []
    mapping = chance.random() < 0.5
    for number in range(chance.randint(1, 3)):
        if chance.random() < 0.25:
            lines.append(" " * chance.choice([indent, indent, 0, indent + 2]) + f"# alone {chance.randrange(999)}")
        if chance.random() < 0.1:
            lines.append("")
        head = " " * indent + (f"k{number}:" if mapping else "-")
        behind = f"{' ' * chance.randint(1, 3)}# behind {chance.randrange(999)}" if chance.random() < 0.2 else ""
        what = chance.choice(["word", "quoted", "flow", "spread", "lines", "text", "below", "marked", "block", "block"])
        if what == "block" and depth < 3:
            inner = documents(chance, depth + 1, indent + chance.choice([2, 2, 3, 5]))
            first = inner[0].strip()
            if not mapping and first and not first.startswith("#") and inner[0].startswith(" " * (indent + 2)):
                lines += [" " * indent + "-" + inner[0][indent + 1 :], *inner[1:]]
            else:
                lines += [head + behind, *inner]
            continue
        lines += _entry(chance, head, what, behind, indent)
    return lines


def _entry(chance: random.Random, head: str, what: str, behind: str, indent: int) -> list[str]:
    deep = " " * (indent + chance.choice([1, 2, 4]))
    inside = f"  # inside {chance.randrange(999)}" if chance.random() < 0.3 else ""
    if what == "flow":
        return [f"{head} [a, {{b: 'c, d', e: []}}, {{f: \"g\"}}]{behind}"]
    if what == "spread":
        return [
            f"{head} [a,{inside}",
            f"{deep}{{b: 1,",
            f"{deep}c: 'x'}}, {'w' * chance.choice([2, 50])},",
            f"{deep}{'v' * 60}]{behind}",
        ]
    if what == "lines":
        return [f"{head} |{chance.choice(['', '-', '+'])}", f"{deep} . # x", "", f"{deep}   z"]
    if what == "text":
        return [f"{head} some words", f"{deep} and more of them{behind}"]
    if what in ("below", "marked"):
        return _apart(chance, head, behind, deep, marked=what == "marked" and head.endswith(":"))
    if what == "quoted":
        quoted = chance.choice(['"a: b"', "'it''s'", '"yes"', "'plain words'", '"#"'])
        return [f"{head} {quoted}{behind}"]
    return [f"{head} {chance.choice(['word', '3', 'yes', '1.10', 'http://x'])}{behind}"]


def _apart(chance: random.Random, head: str, behind: str, deep: str, *, marked: bool) -> list[str]:
    """An entry of which the value, or after a mark the key too, stands on a line of its own, comments anywhere."""
    value = chance.choice(["word", "'a: b'", "[a, b]", "{a: b}"])
    between = [f"{deep}# alone {chance.randrange(999)}"] if chance.random() < 0.5 else []
    last = f" # behind {chance.randrange(999)}" if chance.random() < 0.3 else ""
    if not marked:
        return [head + behind, *between, f"{deep}{value}{last}"]
    outer, key = " " * (len(head) - len(head.lstrip())), head.strip().rstrip(":")
    if chance.random() < 0.5:
        return [f"{outer}? {key}{behind}", *between, f"{outer}: {value}{last}"]
    return [f"{outer}?{behind}", *between, f"{deep}{key}", f"{outer}:", f"{deep}{value}{last}"]


@settings(max_examples=400)
@given(st.randoms(use_true_random=False))
def test_no_word_and_no_comment_is_lost_and_twice_is_once(chance: random.Random) -> None:
    text = "\n".join(documents(chance)) + "\n"
    if load.load("x", text.encode())[0] is None:
        return
    made = laid_out(text)
    assert yaml.load(made, yaml.BaseLoader) == yaml.load(text, yaml.BaseLoader)
    assert notes(made) == notes(text)
    assert laid_out(made) == made
    assert laid_out(text.replace("\n", "\r\n")) == made
    assert not re.search(r"[ \t]$", made, re.MULTILINE)


def notes(text: str) -> list[str]:
    return re.findall(r"# (?:alone|behind|inside) \d+", text)


def test_the_generated_documents_are_no_toys() -> None:
    texts = ["\n".join(documents(random.Random(number))) for number in range(300)]
    read = [text for text in texts if load.load("x", (text + "\n").encode())[0] is not None]
    assert len(read) > 250
    for part in (
        r"# inside",
        r"# behind",
        r"# alone",
        r"\|\+",
        r"\n\n",
        r"\[a,\n",
        r"- - ",
        r"\? k",
        r"\?\n",
        r"-\n +[^ -]",
    ):
        assert sum(bool(re.search(part, text)) for text in read) > 5, part


@pytest.mark.parametrize("root", OURS, ids=lambda root: root.name)
def test_every_file_of_ours_is_laid_out(root: Path) -> None:
    for path in sorted(root.rglob("*.yaml")):
        inside = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        made, _ = layout.yaml(inside, text.encode(), modelines.schema(root, inside, text))
        assert made == text, f"bartizan fmt {path.relative_to(ROOT)}"
        assert yaml.load(made, yaml.BaseLoader) == YAML(typ="base").load(text)
    for path in sorted(root.rglob("*.star")):
        assert layout.rules(path.name, path.read_bytes())[0] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("root", PACKS, ids=lambda root: root.name)
def test_a_pack_that_was_in_disorder_compiles_to_the_same_scenario(
    root: Path, tmp_path: Path, bartizan: Bartizan
) -> None:
    """Other indents, other quotes, CRLF and a mark at the start; then `fmt`: the same game, hash for hash."""
    for other in PACKS:
        if other.name != "border-watch":
            shutil.copytree(other, tmp_path / other.name)
    wanted = scenarios(root, shelves([]))
    papers = sorted((tmp_path / root.name).rglob("*.yaml"))
    for path in papers:
        path.write_bytes(disorder(path.read_text(encoding="utf-8")))
    assert bartizan("fmt", "--check", root.name).code == 1
    assert bartizan("fmt", root.name).code == 0
    assert bartizan("fmt", "--check", root.name).code == 0
    assert scenarios(tmp_path / root.name) == wanted


def disorder(text: str) -> bytes:
    """The same file as another program writes it, its comments lost."""
    out = io.StringIO()
    writer = YAML(typ="rt")
    writer.preserve_quotes = True
    writer.width = 60
    writer.indent(mapping=4, sequence=6, offset=3)
    writer.dump(writer.load(text), out)
    return b"\xef\xbb\xbf" + out.getvalue().replace("\n", "\r\n").encode()


def scenarios(root: Path, places: Sequence[Shelf] = ()) -> list[str]:
    """The hashes of all missions of a pack; what it requires stands beside it or in one of the places."""
    made, _ = build.check(root, places)
    assert made is not None
    needs = any(entry.needs for entry in made.ruleset.entries.values())
    names = [f"{record.kind}:{record.id}" for record in made.missions()] if needs else [None]
    chosen = [build.choose(made, name, None)[0] for name in names]
    return [emit.emit(made, *one)["hash"]["whole"] for one in chosen if one is not None]


# ---------------------------------------------------------------- the first line


@pytest.mark.parametrize(
    ("path", "said", "wanted"),
    [
        ("units/goblins.yaml", "", "../../schemas/border-watch/unit.schema.json"),
        ("units/more/goblins.yaml", "", "../../../schemas/border-watch/unit.schema.json"),
        ("maps/north-gate.yaml", "", "../../schemas/map.schema.json"),
        ("pack.yaml", "", "../schemas/pack.schema.json"),
        ("ruleset.yaml", "", "../schemas/ruleset.schema.json"),
        ("units/goblins.yaml", "../../schemas/border-watch/card.schema.json", "../../schemas/border-watch/unit.schema.json"),
        ("maps/north-gate.yaml", "../../schemas/border-watch/map.schema.json", "../../schemas/map.schema.json"),
        ("units/goblins.yaml", "../../elsewhere/border-watch/unit.schema.json", "../../elsewhere/border-watch/unit.schema.json"),
        ("maps/north-gate.yaml", "https://example.org/map.schema.json", "https://example.org/map.schema.json"),
    ],
)  # fmt: skip
def test_the_first_line_names_the_schema_of_the_file(bartizan: Bartizan, path: str, said: str, wanted: str) -> None:
    """One that is right is kept, wherever the schemas stand, as long as nothing tells that they stand elsewhere."""
    bartizan("fmt", "border-watch")
    root = Path("border-watch")
    text = f"# yaml-language-server: $schema={said}\n" if said else ""
    assert modelines.schema(root, path, text + "id: x\n") == wanted


def test_schemas_farther_up_are_found_and_lead_away_from_others(bartizan: Bartizan) -> None:
    bartizan("schema", "border-watch", "-o", "schemas")
    shutil.move("border-watch", "games/border-watch")
    assert bartizan("fmt", "games").code == 0
    for path in sorted(Path("games").rglob("*.yaml")):
        named = layout.schema_named(path.read_text(encoding="utf-8"))
        assert (path.parent / named).resolve().is_file(), path


def test_other_first_lines_become_the_one(bartizan: Bartizan) -> None:
    path = Path("border-watch/maps/north-gate.yaml")
    body = path.read_text(encoding="utf-8").split("\n", 1)[1]
    path.write_text(f"# mine\n# $schema: ../../schemas/map.schema.json\n{body}", "utf-8")
    assert bartizan("fmt", str(path)).code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["# yaml-language-server: $schema=../../schemas/map.schema.json", "# mine", "id: north-gate"]


# ---------------------------------------------------------------- the command


def test_check_lists_and_changes_nothing(bartizan: Bartizan) -> None:
    bartizan("fmt", "border-watch")
    path = Path("border-watch/units/goblins.yaml")
    before = path.read_text(encoding="utf-8").replace(": ", ":   ", 3)
    path.write_text(before, "utf-8")
    said = bartizan("fmt", "--check", "border-watch")
    assert said.code == 1
    assert said.out.splitlines()[0] == "border-watch/units/goblins.yaml"
    assert "1 file to lay out" in said.out
    assert path.read_text(encoding="utf-8") == before
    assert bartizan("fmt", "border-watch").out.splitlines()[0] == "border-watch/units/goblins.yaml"
    assert bartizan("fmt", "--check", "border-watch").code == 0


def test_a_file_with_errors_is_told_and_left_alone(bartizan: Bartizan) -> None:
    path = Path("border-watch/units/goblins.yaml")
    path.write_text("- id:   x\n   title: [\n", "utf-8")
    other = Path("border-watch/maps/north-gate.yaml")
    other.write_text(other.read_text(encoding="utf-8").replace("id: ", "id:    "), "utf-8")
    said = bartizan("fmt", "border-watch")
    assert said.code == 1
    assert "border-watch/units/goblins.yaml:" in said.out
    assert "error[BZ1" in said.out
    assert "left as they are" in said.out
    assert path.read_text(encoding="utf-8") == "- id:   x\n   title: [\n"
    assert "id: north-gate\n" in other.read_text(encoding="utf-8")


def test_a_record_that_is_wrong_is_laid_out_all_the_same(bartizan: Bartizan) -> None:
    """Whether it means something is for `check`; half a record can have its layout."""
    path = Path("border-watch/units/goblins.yaml")
    path.write_text("- id:   x\n  hp:   many\n", "utf-8")
    assert bartizan("fmt", str(path)).code == 0
    assert path.read_text(encoding="utf-8").endswith("- id: x\n  hp: many\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"def f():\r\n    pass  \r\n\r\n", b"def f():\n    pass\n"),
        (b"\xef\xbb\xbfX = 1", b"X = 1\n"),
        (b'"""A text\n  of lines.   \n"""  \nX = 1\t\n', b'"""A text\n  of lines.   \n"""\nX = 1\n'),
    ],
)
def test_of_rules_only_the_ends_of_lines_change(bartizan: Bartizan, before: bytes, after: bytes) -> None:
    path = Path("border-watch/rules/more.star")
    path.write_bytes(before)
    assert bartizan("fmt", str(path)).code == 0
    assert path.read_bytes() == after


def test_rules_that_cannot_be_read_are_told_and_left_alone(bartizan: Bartizan) -> None:
    path = Path("border-watch/rules/more.star")
    for data in (b"X = 1  \nY = \xff\n", b"X = 'open  \n"):
        path.write_bytes(data)
        assert bartizan("fmt", "border-watch").code == 1
        assert path.read_bytes() == data


def test_files_of_no_pack_are_said_and_left_alone(bartizan: Bartizan) -> None:
    Path("other.yaml").write_text("a:   1\n", "utf-8")
    said = bartizan("fmt", "other.yaml", "border-watch/pack.yaml")
    assert said.code == 0
    assert "other.yaml: no file of a pack" in said.out
    assert Path("other.yaml").read_text(encoding="utf-8") == "a:   1\n"


def test_a_folder_of_a_pack_is_that_folder_alone(bartizan: Bartizan) -> None:
    for path in ("maps/north-gate.yaml", "units/goblins.yaml"):
        file = Path("border-watch", path)
        file.write_text(file.read_text(encoding="utf-8") + "\n\n", "utf-8")
    bartizan("fmt", "border-watch/maps")
    assert not Path("border-watch/maps/north-gate.yaml").read_text(encoding="utf-8").endswith("\n\n")
    assert Path("border-watch/units/goblins.yaml").read_text(encoding="utf-8").endswith("\n\n")


@pytest.mark.parametrize("words", [["nowhere"], ["empty"], []], ids=str)
def test_nothing_to_lay_out_is_refused(bartizan: Bartizan, words: list[str]) -> None:
    Path("empty").mkdir()
    assert bartizan("fmt", *words).code == 2


def test_what_would_change_is_not_written(monkeypatch: pytest.MonkeyPatch, bartizan: Bartizan) -> None:
    """If the writing itself went wrong, the file stays, and it is said that this is our fault."""
    monkeypatch.setattr(layout, "scalar", lambda _: "lost")
    path = Path("border-watch/rulings/costs.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("The list.", "'The list.'"), "utf-8")
    before = path.read_bytes()
    said = bartizan("fmt", "border-watch/rulings")
    assert said.code == 2
    assert "BZ901" in said.out
    assert path.read_bytes() == before
