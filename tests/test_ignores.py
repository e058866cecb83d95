"""Comments that ignore a problem: where they count, what they cannot do, and that a game is made all the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bad_cases
import bad_packs
from bartizan_compiler import build, codes, ignores
from bartizan_compiler.load import load
from bartizan_engine import load as load_game

BORDER = bad_packs.PACKS / "border-watch"
JUDGED = [case for case in bad_cases.cases() if case.name[:5] in ignores.JUDGED]


def problems(root: Path) -> list[tuple[str, str, int]]:
    return [(p.code, p.spot.path, p.spot.line) for p in build.check(root)[1]]


def silenced(path: Path, line: int, code: str) -> None:
    """Put a comment above a line; a line inside a grid has none, so it stands above the grid."""
    lines = path.read_text("utf-8").split("\n")
    at = line - 1
    while lines[at].startswith("  ") and path.parent.name == "maps":
        at -= 1
    lines.insert(at, f"# bartizan: ignore[{code}] it is meant so")
    path.write_text("\n".join(lines), "utf-8")


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case.name)
def test_an_error_that_may_be_ignored_leaves_a_game(case: bad_cases.Case, tmp_path: Path) -> None:
    """With a comment at its place the pack is built, and the engine takes what comes out."""
    root = tmp_path / case.pack
    bad_packs.lay(case, root)
    first = {one.code: one for one in case.expect}
    for one in first.values():
        silenced(root / one.path, one.line, one.code)
    pack, left = build.check(root)
    assert pack is not None
    assert left == []
    for mission in pack.missions():
        scenario, told = build.build(root, mission.id)
        assert told == []
        assert scenario is not None
        load_game(scenario).start(seed=1, players=scenario["seats"][0])


def test_what_may_be_ignored_is_tried_above() -> None:
    assert {case.name[:5] for case in JUDGED} == ignores.JUDGED
    assert {codes.severity(code) for code in ignores.JUDGED} == {"error"}
    assert {codes.severity(code) for code in ignores.OWN} == {"warning"}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The game with a unit that nothing names, in lines that a test changes."""
    shutil.copytree(BORDER, tmp_path / "border-watch")
    return tmp_path / "border-watch"


UNIT = """id: gnaw
kind: goblin
title: "# bartizan: ignore[BZ308] no comment, but the title"
from: {is: invented, note: "a# bartizan: ignore[BZ308] no comment either"}
hp: 2
"""


@pytest.mark.parametrize(
    "text",
    [
        UNIT.replace("gnaw", "gnaw # bartizan: ignore[BZ308] kept for later"),
        UNIT.replace("gnaw", "gnaw #bartizan:ignore[BZ308] kept for later"),
        UNIT.replace("gnaw", "gnaw #\tbartizan:  ignore [BZ308]: kept for later"),
        UNIT.replace("gnaw", "gnaw # a small one # bartizan: ignore[ BZ308 ] kept for later"),
        "# bartizan: ignore[BZ308] kept for later\n" + UNIT,
        "# bartizan: ignore[BZ308] kept for later\n\n# a small one\n" + UNIT,
        ("# bartizan: ignore[BZ308] kept for later\n" + UNIT).replace("\n", "\r\n"),
        "\ufeff# bartizan: ignore[BZ308, BZ105] kept for later\n" + UNIT,
    ],
    ids=["behind", "close", "wide", "behind-another", "above", "above-others", "cr-lf", "mark"],
)
def test_a_comment_speaks_for_its_line(pack: Path, text: str) -> None:
    (pack / "units" / "more.yaml").write_bytes(text.encode())
    found = problems(pack)
    told = "BZ105" if text.startswith("\ufeff") else ""  # a mark stands on line 1, above what the comment speaks for
    assert [one for one in found if one[0] == "BZ308"] == []
    assert [one[0] for one in found] == ([told, "BZ734"] if told else [])


@pytest.mark.parametrize(
    "text", [UNIT, UNIT.replace("hp: 2", "hp: 2 # bartizan: ignore[BZ308] kept for later")], ids=["none", "elsewhere"]
)
def test_a_comment_elsewhere_speaks_for_nothing(pack: Path, text: str) -> None:
    (pack / "units" / "more.yaml").write_text(text)
    assert ("BZ308", "units/more.yaml", 1) in problems(pack)


def test_a_comment_above_a_grid_speaks_for_its_cells(pack: Path) -> None:
    """Nothing but cells can stand inside one."""
    path = pack / "maps" / "north-gate.yaml"
    lines = path.read_text("utf-8").split("\n")
    row = next(n for n, line in enumerate(lines) if line.startswith("grid:")) + 1
    lines[row] += "  "
    path.write_text("\n".join(lines), "utf-8")
    assert problems(pack) == [("BZ403", "maps/north-gate.yaml", row + 1)]
    lines[row - 1] += "   # bartizan: ignore[BZ403] for the eye"
    path.write_text("\n".join(lines), "utf-8")
    assert problems(pack) == []
    assert load("a", path.read_bytes())[1] == []


def test_a_comment_of_ours_is_no_lost_text(pack: Path) -> None:
    """Other comments behind a text may be."""
    path = pack / "units" / "more.yaml"
    path.write_text(
        "id: gnaw # bartizan: ignore[BZ308] kept for later\ntitle: Gnaw # the small one\n" + UNIT[UNIT.index("from") :]
    )
    path.write_text(path.read_text().replace("from", "kind: goblin\nfrom"))
    assert problems(pack) == [("BZ218", "units/more.yaml", 2)]
    path.write_text(path.read_text().replace("# the small one", "# bartizan: ignore[BZ606] two are of one name"))
    assert problems(pack) == [("BZ734", "units/more.yaml", 2)]


def test_rules_have_the_same_comments(pack: Path) -> None:
    path = pack / "rules" / "more.star"
    path.write_text('def lone() -> text:\n    """None."""\n    return "# bartizan: ignore[BZ529] no comment"\n')
    assert problems(pack) == [("BZ529", "rules/more.star", 1)]
    path.write_text("# bartizan: ignore[BZ529] for packs that build on this one\n" + path.read_text())
    assert problems(pack) == []


def test_an_unused_comment_waits_until_the_errors_are_gone(pack: Path) -> None:
    path = pack / "units" / "more.yaml"
    path.write_text(UNIT.replace("hp: 2", "hp: many # bartizan: ignore[BZ211] kept for later"))
    assert [code for code, _, _ in problems(pack)] == ["BZ205"]


def test_a_file_that_cannot_be_read_tells_that_alone(pack: Path) -> None:
    """Its comments may be texts: none of them is blamed."""
    (pack / "units" / "more.yaml").write_text('title: "open\n# bartizan: nonsense\nx: # bartizan: ignore[BZ999] why\n')
    (pack / "rules" / "more.star").write_text('def f(:\n# bartizan: nonsense\n"""open\n')
    assert {code for code, _, _ in problems(pack)} <= {"BZ125", "BZ512"}


def test_a_required_pack_keeps_its_own_comments(tmp_path: Path) -> None:
    """What it ignores is no error for those who build on it, and its unused comments are told where it is checked."""
    shutil.copytree(BORDER, tmp_path / "border-watch")
    shutil.copytree(bad_packs.PACKS / "moon-raids", tmp_path / "moon-raids")
    mission = tmp_path / "border-watch" / "missions" / "first-night.yaml"
    text = mission.read_text("utf-8")
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("raiders:"))
    lines[at] = (
        "raiders: [sneak, brute, sneak, brute, brute, brute, sneak] # bartizan: ignore[BZ620, BZ211] a long night"
    )
    mission.write_text("\n".join(lines), "utf-8")
    assert [code for code, _, _ in problems(tmp_path / "border-watch")] == ["BZ734"]
    assert "BZ718" not in [code for code, _, _ in problems(tmp_path / "moon-raids")]


def test_codes_are_what_the_tables_hold() -> None:
    assert codes.known("BZ308") and codes.known("BZ529") and not codes.known("BZ999")
    assert codes.names() == sorted(set(codes.names()))


PIECES = [
    "# bartizan: ignore[BZ308] why",
    "bartizan:",
    "#",
    "ignore",
    "[",
    "]",
    "BZ308",
    ",",
    " ",
    "\t",
    "\n",
    '"',
    "'",
    "|",
    "a",
    ":",
    "𐐗",
    "é",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_comment_is_read_and_told_where_it_stands(text: str) -> None:
    """In YAML and in rules; what is told lies inside the file."""
    node, _ = load("a.yaml", text.encode())
    lines = text.split("\n")
    found, wrong = ignores.read({"a.yaml": text.encode()}, [("b.star", text)], {"a.yaml": node} if node else {})
    for spot in [*(one.spot for one in found if one.named), *(one.spot for one in wrong)]:
        line = lines[spot.line - 1]
        assert 1 <= spot.column < spot.end_column <= len(line) + 1
        assert line[spot.column - 1] == "#" or line[: spot.column - 1].rstrip()[-1] in "[,"
    for one in found:
        assert one.lines.start >= one.spot.line
    assert {problem.code for problem in wrong} <= ignores.OWN
