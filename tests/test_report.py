"""Reports: each file of tests/report is a set of files and problems, and what is printed for them.

`=== file PATH` begins a file of the author, `=== problems` is JSON a line, `=== full`, `=== concise` and `=== json` are
what must come out. `⇥` stands for a tab and `␛` for an escape character.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bartizan import codes, report
from bartizan.excerpt import excerpt, width
from bartizan_engine.problem import Code, Problem, Spot

CASES = sorted((Path(__file__).parent / "report").glob("*.txt"))
TABLE = {
    code: Code(code, severity, "", "", "", "")
    for code, severity in (("BZ001", "error"), ("BZ002", "error"), ("BZ003", "warning"), ("BZ004", "note"))
}


@pytest.fixture(autouse=True)
def _own_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "registry", lambda: TABLE)


def sections(path: Path) -> dict[str, str]:
    """The parts of a case by the words of their heads."""
    text = path.read_text(encoding="utf-8").replace("⇥", "\t").replace("␛", "\x1b")
    parts = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def problem(data: dict[str, Any]) -> Problem:
    """A problem from its line in a case: `at` is a spot as a list."""
    notes = tuple((Spot(*spot), text) for spot, text in data.get("notes", []))
    return Problem(
        Spot(*data["at"]), data["code"], data["message"], data.get("hint", ""), notes, data.get("sketch", "")
    )


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_report(path: Path) -> None:
    case = sections(path)
    files = {head.removeprefix("file "): text for head, text in case.items() if head.startswith("file ")}
    problems = [problem(json.loads(line)) for line in case["problems"].splitlines() if line]
    room = int(case.get("room", "100"))
    printed = {
        "full": lambda: report.plain(report.full(problems, files.get, room)),
        "concise": lambda: report.plain(report.concise(problems)),
        "json": lambda: report.as_json(problems),
    }
    expected = {name: case[name].rstrip("\n") + "\n" for name in printed if name in case}
    assert expected
    assert {name: printed[name]() for name in expected} == expected


def test_order_of_problems_does_not_matter() -> None:
    problems = [Problem(Spot("b.yaml", n % 3 + 1, n), "BZ001", f"fact {n % 5}") for n in range(1, 30)]
    there = report.plain(report.full(problems, lambda _: "a\nb\nc\n"))
    back = report.plain(report.full(problems[::-1] + problems, lambda _: "a\nb\nc\n"))
    assert there == back


def test_strict_makes_a_warning_fail() -> None:
    warning = [Problem(Spot("a.yaml"), "BZ003", "so so")]
    assert not report.fails(warning)
    assert report.fails(warning, strict=True)
    assert not report.fails([Problem(Spot("a.yaml"), "BZ004", "fine")], strict=True)


def test_an_unknown_code_is_an_error() -> None:
    assert report.fails([Problem(Spot("a.yaml"), "BZ999", "what")])


@pytest.mark.parametrize("column", range(1, 60))
@pytest.mark.parametrize("room", [20, 33, 80])
def test_marks_stay_in_the_room_and_under_their_text(column: int, room: int) -> None:
    text = "".join("ab𝐗漢字e\u0301"[i % 7] for i in range(200))
    (line,) = excerpt(Spot("x", 1, column, 1, column + 3), text, "^", room)
    assert width(line.text) <= room
    assert line.marks.strip()
    start = len(line.marks) - len(line.marks.lstrip())
    assert start <= room


def test_a_place_beyond_the_text_has_no_excerpt() -> None:
    assert excerpt(Spot("x", 9), "one\ntwo\n") == []
    assert excerpt(Spot("x", 3), "one\ntwo\n")[0].marks == "^"
