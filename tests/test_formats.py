"""Reports for other programs: each is read by a parser that is not ours, whatever an author has written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import junitparser
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from bartizan import codes, report
from bartizan.formats import Found, github, junit, located, sarif
from bartizan_engine.problem import Problem, Spot, order

ERROR, WARNING, NOTE = "BZ205", "BZ211", "BZ308"
SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif" / "sarif-schema-2.1.0.json").read_text("utf-8"))
JUDGE = Draft4Validator(SCHEMA)

HOSTILE = "50% of a,b:c\r\n::error::x ##[error]y \x1b[31m\0\x85\u202e\u2028<&]]>\"'\ud800\ufffe\U0001fffe\U0001d400"
REFERENCE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9\-._~/!$&'()*+,;=@]|%[0-9A-F]{2})*")


def made(problems: list[Problem], **more: Any) -> Found:
    problems = order(problems)
    return Found(problems, more.pop("totals", report.totals(problems)), more.pop("read", lambda _: None), **more)


texts = st.text(st.one_of(st.sampled_from(sorted(HOSTILE)), st.characters()), max_size=30)
names = texts.map(lambda text: text.replace("\0", "") or "a")
spots = st.builds(
    Spot, names.map(lambda name: f"goblins/{name}"), *(st.integers(1, 99),) * 2, *(st.integers(0, 99),) * 2
)
problems = st.builds(
    Problem,
    spots,
    st.sampled_from([ERROR, WARNING, NOTE, "BZ999"]),
    texts,
    texts,
    st.lists(st.tuples(spots, texts), max_size=3).map(tuple),
)
lists = st.lists(problems, max_size=4)
# A schema of this size is slow to judge by: a failure is told as it is found, not made smaller first.
few = settings(max_examples=60, phases=[Phase.explicit, Phase.generate])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder inside a repository."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "my games").mkdir()
    monkeypatch.chdir(tmp_path / "my games")
    return tmp_path / "my games"


# ---------------------------------------------------------------- GitHub


def command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as GitHub's runner reads one."""
    match = re.fullmatch(r"::([^ :]+)(?: ([^:]*))?::(.*)", line)
    assert match, line

    def plain(text: str) -> str:
        for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, char)
        return text

    values = dict(pair.split("=", 1) for pair in (match[2] or "").split(","))
    data = match[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    return match[1], {name: plain(value) for name, value in values.items()}, data


def parts(text: str) -> tuple[list[str], list[str]]:
    """The commands, and the list below them."""
    lines = text.split("\n")[:-1]
    return [line for line in lines if line.startswith("::")], [line for line in lines if not line.startswith("::")]


def test_an_annotation_has_its_place_and_all_that_is_said(here: Path) -> None:
    spot = Spot("a b/50%,x:y.yaml", 3, 5, 3, 9)
    problem = Problem(spot, ERROR, "100% wrong", "write: one, two", ((Spot("b.yaml", 7), "first here"),))
    (line,), told = parts(github.render(made([problem], site="https://goblins.example/rules/")))
    kind, values, data = command(line)
    assert kind == "error"
    assert values == {
        "file": "my games/a b/50%,x:y.yaml",
        "line": "3",
        "col": "5",
        "endLine": "3",
        "endColumn": "9",
        "title": f"{ERROR}: No whole number",
    }
    assert data.split("\n") == [
        "100% wrong",
        "help: write: one, two",
        "note: my games/b.yaml:7:1: first here",
        "see https://goblins.example/rules/problems/BZ205.html",
    ]
    assert told == ["a b/50%,x:y.yaml:3:5: error[BZ205]: 100% wrong", "1 error in 1 file"]


def test_a_place_over_several_lines_has_no_columns() -> None:
    """GitHub refuses columns there."""
    (line,), _ = parts(github.render(made([Problem(Spot("a.yaml", 3, 5, 8, 9), NOTE, "so")])))
    assert command(line)[:1] == ("notice",)
    assert {*command(line)[1]} == {"file", "line", "endLine", "title"}
    assert "\n::notice file=a.yaml,line=3,endLine=8,title=" in "\n" + line


def test_ten_of_each_severity_errors_first_and_nothing_is_lost() -> None:
    found = [Problem(Spot("a.yaml", n), code, f"fact {n}") for n in range(1, 31) for code in (NOTE, ERROR, WARNING)]
    commands, told = parts(github.render(made(found, asides=("and that is that",))))
    assert [command(line)[0] for line in commands] == ["error"] * 10 + ["warning"] * 10 + ["notice"] * 10
    assert [command(line)[2] for line in commands] == [f"fact {n}" for n in range(1, 11)] * 3
    assert len(told) == 92
    assert told[-2:] == ["30 errors, 30 warnings, 30 notes in 1 file", "and that is that"]


@few
@given(lists, texts)
def test_no_text_becomes_a_command(found: list[Problem], aside: str) -> None:
    """What the runner takes for a command is one of ours, and there is one line a problem."""
    text = github.render(made(found, asides=(aside.replace("\n", " "),)))
    commands, told = parts(text)
    shown = order(found)
    assert len(commands) == len(shown)
    assert len(told) == len(shown) + 2 or "\n" not in aside
    for line in text.splitlines():
        assert not line.lstrip().startswith("::") or line in commands
    for line in told:
        assert "##[" not in line
    for line in commands:
        kind, values, _ = command(line)
        assert kind in github.COMMANDS.values()
        assert {"file", "line", "title"} <= {*values} <= {"file", "line", "col", "endLine", "endColumn", "title"}


def test_a_path_that_looks_like_a_command_is_broken_up() -> None:
    """The path is what a line of the list begins with."""
    text = github.render(made([Problem(Spot("::error::x/##[error]y", 2), NOTE, "so")]))
    assert text.splitlines()[1].startswith("\\x3a:error::x/#\\x23[error]y:2:1: note[BZ308]")


# ---------------------------------------------------------------- SARIF


def log(found: Found) -> dict[str, Any]:
    """The run of a log that its schema takes."""
    data = json.loads(sarif.render(found))
    assert [error.message for error in JUDGE.iter_errors(data)] == []
    assert data["version"] == "2.1.0"
    (run,) = data["runs"]
    return dict(run)


def test_the_schema_is_one() -> None:
    Draft4Validator.check_schema(SCHEMA)
    assert not JUDGE.is_valid({"version": "2.1.0", "runs": [{"tool": {}}]})


def test_a_result_has_its_rule_place_and_related_places(here: Path) -> None:
    first = (Spot("b c.yaml", 7, 2, 7, 4), "first here")
    problem = Problem(Spot("units/ä#%.yaml", 3, 5, 3, 9), ERROR, "no number", "write digits", (first, first))
    run = log(made([problem, Problem(Spot("a.yaml"), NOTE, "so")], site="https://goblins.example/rules"))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [ERROR, NOTE]
    assert rules[0]["helpUri"] == "https://goblins.example/rules/problems/BZ205.html"
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["error", "note"]
    assert run["columnKind"] == "unicodeCodePoints"
    note, result = run["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == ERROR
    assert (result["level"], note["level"]) == ("error", "note")
    assert result["message"]["text"] == "no number\nhelp: write digits"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "my%20games/units/%C3%A4%23%25.yaml", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "first here"
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "my%20games/b%20c.yaml"


def test_without_a_site_no_rule_has_an_address() -> None:
    (rule,) = log(made([Problem(Spot("a.yaml"), ERROR, "so")]))["tool"]["driver"]["rules"]
    assert "helpUri" not in rule


def test_columns_count_code_points() -> None:
    """A sign beyond the first 65,536 is one column, as in all our places."""
    text = "title: 𝐗𝐗 x\n"
    spot = Spot("a.yaml", 1, text.index("x") + 1, 1, text.index("x") + 2)
    region = log(made([Problem(spot, ERROR, "so")]))["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startColumn"], region["endColumn"]) == (11, 12)


def test_problems_that_say_the_same_have_fingerprints_of_their_own_that_no_line_changes() -> None:
    def prints(shift: int) -> list[str]:
        found = [Problem(Spot("a.yaml", line + shift), ERROR, "so") for line in (1, 2, 9)]
        return [one["partialFingerprints"]["bartizanProblem/v1"] for one in log(made(found))["results"]]

    assert len(set(prints(0))) == 3
    assert prints(0) == prints(5)


def test_a_failure_of_ours_is_told_as_one() -> None:
    assert log(made([Problem(Spot("a.yaml"), codes.OURS, "so")]))["invocations"] == [{"executionSuccessful": False}]
    assert log(made([]))["invocations"] == [{"executionSuccessful": True}]
    assert log(made([], whole=False))["invocations"] == [{"executionSuccessful": False}]
    assert log(made([]))["results"] == []


@few
@given(lists)
def test_every_log_holds_to_the_schema(found: list[Problem]) -> None:
    run = log(made(found))
    assert len(run["results"]) == len(order(found))
    for result in run["results"]:
        assert "\x1b" not in result["message"]["text"]
        for place in [*result["locations"], *result.get("relatedLocations", [])]:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert REFERENCE.fullmatch(uri), uri
            assert "\\" not in uri


def test_paths_are_those_of_the_repository(here: Path) -> None:
    assert located("goblins/a.yaml") == "my games/goblins/a.yaml"
    assert located("./a.yaml") == "my games/a.yaml"
    assert located("../other/a.yaml") == "other/a.yaml"
    assert located(str(here / "a.yaml")) == "my games/a.yaml"
    outside = located("../../../a.yaml")
    assert outside.startswith("/")
    result = log(made([Problem(Spot("../../../a.yaml"), ERROR, "so")]))["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": f"file://{outside}"}


# ---------------------------------------------------------------- JUnit


def suites(text: str, path: Path) -> junitparser.JUnitXml:
    """The document as a parser of others reads it; what it counts is what stands there."""
    path.write_text(text, "ascii")
    read = junitparser.JUnitXml.fromfile(str(path))
    told = (read.tests, read.failures, read.errors)
    read.update_statistics()
    assert (read.tests, read.failures, read.errors) == told
    return read


def test_a_problem_is_a_case_of_its_pack(tmp_path: Path) -> None:
    problem = Problem(Spot("goblins/units/a.yaml", 1, 5, 1, 9), ERROR, 'x: "many" is no number', "write digits")
    found = made(
        [problem, Problem(Spot("goblins/b.yaml", 2), WARNING, "so")],
        packs=("goblins", "goblins/inner", "trolls"),
        read={"goblins/units/a.yaml": "hp: many\n"}.get,
    )
    read = suites(junit.render(found), tmp_path / "a.xml")
    assert [(suite.name, suite.tests, suite.failures) for suite in read] == [
        ("goblins", 2, 1),
        ("goblins/inner", 1, 0),
        ("trolls", 1, 0),
    ]
    warned, failed = list(next(iter(read)))
    assert (failed.classname, failed.name) == ("goblins/units/a.yaml", "BZ205 goblins/units/a.yaml:1:5")
    assert failed.result[0].type == "BZ205"
    assert failed.result[0].message == 'x: "many" is no number'
    assert failed.result[0].text.splitlines()[1:] == ["  |", "1 | hp: many", "  |     ^^^^", "  = help: write digits"]
    assert warned.is_passed
    assert warned.system_out == "goblins/b.yaml:2:1: warning[BZ211]: so"


def test_what_fails_the_command_fails_there(tmp_path: Path) -> None:
    found = [Problem(Spot("a.yaml"), code, "so") for code in (ERROR, WARNING, NOTE, codes.OURS)]
    read = suites(junit.render(made(found)), tmp_path / "a.xml")
    assert (read.tests, read.failures, read.errors) == (4, 1, 1)
    read = suites(junit.render(made(found, severe=("error", "warning"))), tmp_path / "a.xml")
    assert (read.tests, read.failures, read.errors) == (4, 2, 1)


@few
@given(lists, texts)
def test_every_document_can_be_read(found: list[Problem], line: str) -> None:
    text = junit.render(made(found, packs=("goblins", line), read=lambda _: f"{line}\n{line}\n"))
    whole = ET.fromstring(text)
    assert whole.get("tests") == str(len(list(whole.iter("testcase"))))
    told = [case for case in whole.iter("testcase") if case.get("name") != "no problems"]
    assert len(told) == len(order(found))
    assert text.isascii()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ufffe\uffff]", "".join(whole.itertext()))
    junitparser.JUnitXml.fromstring(text.encode())


# ---------------------------------------------------------------- all of them


@few
@given(lists)
def test_the_order_of_problems_changes_no_byte(found: list[Problem]) -> None:
    for render in (github.render, sarif.render, junit.render):
        assert render(made(found)) == render(made([*found[::-1], *found]))
