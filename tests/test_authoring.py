"""Every slip that authors are known to make has an outcome here, and what holds it is there."""

from __future__ import annotations

import ast
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import bad_cases
import bad_packs
from authoring_rows import GROUPS, Row
from bartizan import report
from bartizan_compiler import build, families, load, models, scalars
from bartizan_compiler.shape import judge
from bartizan_engine.problem import Problem, Spot

HERE = Path(__file__).resolve().parent
ROWS = list(chain.from_iterable(GROUPS.values()))
U = "units/goblins.yaml"


@cache
def cases() -> dict[str, bad_cases.Case]:
    """The archive of what must fail, by name."""
    return {case.name: case for case in bad_cases.cases()}


@cache
def functions(file: str) -> set[str]:
    """The tests of a file."""
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.says)
def test_what_a_row_names_is_there(row: Row) -> None:
    """Files that must fail do, as tests/test_bad.py holds; so it is enough that they and the tests exist."""
    assert row.bad or row.tests or row.cannot
    assert not set(row.bad.split()) - set(cases())
    for name in row.tests.split():
        file, _, function = name.partition("::")
        assert function in functions(file), name


def test_rows_are_told_apart() -> None:
    """Each says something of its own, in five groups of the size that they have."""
    assert len({row.says for row in ROWS}) == len(ROWS)
    assert {name: len(rows) for name, rows in GROUPS.items()} == {
        "text": 20,
        "structure": 23,
        "schema": 22,
        "files": 7,
        "maps": 6,
    }


def test_no_row_stands_on_a_reason_where_a_file_could() -> None:
    """What cannot happen is rare, and says why in a sentence."""
    alone = [row for row in ROWS if not row.bad and not row.tests]
    assert len(alone) <= 4
    assert all(len(row.cannot) > 40 for row in ROWS if row.cannot)


# ---------------------------------------------------------------- what no file of tests/bad can say


def goblin(tmp_path: Path, hp: str = "4", id: str = "brute") -> list[Problem]:
    """What is told of the made-up game with a brute of these hit points."""
    text = (
        (bad_packs.GAME / U)
        .read_text(encoding="utf-8")
        .replace("{id: brute", f"{{id: {id}")
        .replace("hp: 4", f"hp: {hp}")
    )
    case = bad_cases.Case("BZ2", (), {U: text.encode()})
    return [one for one in bad_packs.judge(case, tmp_path / "border-watch") if one.spot.path == U]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("010", "write 10: leading zeros mean other numbers to some readers"),
        ("08", "write 8: leading zeros mean other numbers to some readers"),
        ("0o10", "write it as a decimal: 8"),
        ("0x1F", "write it as a decimal: 31"),
        ("0b11", "write it as a decimal: 3"),
        ("1_000", "write 1000"),
        ("1__0", "write 10"),
        ("1 000", "write 1000"),
        ("+4", "write 4"),
        ("４", "write 4"),
        ("'4'", "write 4 without quotes"),
        ("1:10", "write the number that is meant: some readers count such a text in sixties"),
        (".inf", "there is no such number here; write the greatest that is meant"),
        ("4.0", "only whole numbers are known here"),
        ("four", "a whole number is written in digits alone, such as 12 or -3"),
    ],
)
def test_a_hint_says_which_number_to_write(tmp_path: Path, written: str, hint: str) -> None:
    (problem,) = goblin(tmp_path, hp=written)
    assert (problem.code, problem.hint) == ("BZ205", hint)


@pytest.mark.parametrize(
    ("id", "shown"),
    [('"brute "', '"brute␣"'), ("' brute'", '"␣brute"'), ('"brute\\n"', '"brute↵"'), ('"br\\tute"', '"br⇥ute"'), ('"brute\\u00a0"', '"brute<U+00A0>"'), ('"brute\\u200b"', '"brute<U+200B>"')],
)  # fmt: skip
def test_what_cannot_be_seen_is_shown(tmp_path: Path, id: str, shown: str) -> None:
    found = [one for one in goblin(tmp_path, id=id) if one.code == "BZ209"]
    assert len(found) == 1 and shown in found[0].message and found[0].message.isprintable()


@pytest.mark.parametrize("name", ["brute\n", "brute\r", "brute ", "\nbrute", "brute\x00", "bru\nte"])
def test_a_name_ends_where_its_text_ends(name: str) -> None:
    """No line end hides behind the end of a pattern."""
    assert scalars.is_id("brute") and not scalars.is_id(name)


def test_the_lost_zero_of_a_version_is_told() -> None:
    node = load.load("pack.yaml", b"version: 1.10\n")[0]
    assert node
    told = [one for one in judge(families.PackInfo, node, "")[1] if one.code == "BZ214"]
    assert "1.10" in told[0].message and "loses its last zero" in told[0].message and told[0].hint == 'write "1.10"'


@pytest.mark.parametrize("value", ["Attack: fast", "@x", "%x", "`x`", "*", "- x", "? x", "| x", "> x", "]x", "}x", ", x", "!x y", "&x y"])  # fmt: skip
def test_the_hint_quotes_the_value(value: str) -> None:
    """What an author may copy into the file, and it is right then."""
    problems = load.load("a.yaml", f"title: {value}\n".encode())[1]
    hints = [one.hint for one in problems]
    assert any(f'"{value}"' in hint for hint in hints) or value[:1] == "&"
    assert load.load("a.yaml", f'title: "{value}"\n'.encode())[1] == []


def test_a_limit_is_an_error_and_gives_nothing() -> None:
    """Never an empty or a shortened result in place of what was written."""
    for text in ("a: &x [1]\nb: *x\n", "[" * 65 + "]" * 65, "- a\n" * 60_000, "x" * (1 << 20) + "x"):
        node, problems = load.load("a.yaml", text.encode())
        assert node is None and any(map(build.severe, problems)), text[:20]


def test_a_report_needs_no_more_than_a_place_and_words() -> None:
    """Whatever a problem leaves out, every form of a report can tell it."""
    spot = Spot("a.yaml", 2, 3)
    bare = Problem(spot, "BZ118", "the key stands twice")
    for problem in (
        bare,
        bare._replace(spot=Spot("")),
        bare._replace(spot=Spot("a.yaml", 99, 99)),
        bare._replace(spot=Spot("a.yaml", 2, 3, 1, 1)),
        bare._replace(code="BZ000"),
        bare._replace(message=""),
        bare._replace(notes=((Spot("b.yaml", 7, 7), "it first stands here"),)),
        bare._replace(notes=((Spot(""), ""),)),
    ):
        for files in ({}, {"a.yaml": ""}, {"a.yaml": "hp: 3\nhp: 4\n"}):
            assert problem.code in report.plain(report.full([problem], files.get, 80))
        assert problem.code in report.plain(report.concise([problem]))
        assert problem.code in report.as_json([problem])


def test_schemas_ask_for_no_multiples() -> None:
    made, _ = build.check(bad_packs.GAME)
    assert made
    assert "multipleOf" not in str(models.schemas(made))


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n"])
def test_a_grid_needs_no_line_end(end: str, tmp_path: Path) -> None:
    """A map is the same whether its file ends with a line feed or not, with a grid as its last field too."""
    text = (bad_packs.GAME / "maps/north-gate.yaml").read_text(encoding="utf-8")
    head, _, legend = text.partition("legend:")
    before, grid, rows = head.partition("grid: |\n")
    moved = f"{before}legend:{legend}{grid}{rows.rstrip()}{end}"
    case = bad_cases.Case("BZ4", (), {"maps/north-gate.yaml": moved.encode()})
    assert bad_packs.judge(case, tmp_path / "border-watch") == []
