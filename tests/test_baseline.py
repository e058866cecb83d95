"""`bartizan check` and what it does not tell: a baseline of known problems, other codes, more than a maximum."""

from __future__ import annotations

import json
from pathlib import Path

import junitparser
import pytest

from bartizan import baseline, checking, codes
from bartizan.tell import Format
from bartizan_compiler import load
from bartizan_compiler.nodes import Node
from bartizan_engine.problem import Problem
from typed import Bartizan

GOBLINS = Path("border-watch/units/goblins.yaml")
MISSION = Path("border-watch/missions/first-night.yaml")
KNOWN = ("--baseline", "known.json")
MORE = """kind: goblin
from: {is: invented}
hp: 2
"""


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def idle(name: str) -> Path:
    """A unit that nothing names: a note."""
    path = Path(f"border-watch/units/{name}.yaml")
    path.write_text(f"id: {name}\ntitle: {name}\n{MORE}", "utf-8")
    return path


def entries(path: str = "known.json") -> list[dict[str, object]]:
    return list(json.loads(Path(path).read_text("utf-8"))["problems"])


# ---------------------------------------------------------------- a baseline


def test_what_is_known_is_not_told_again_and_what_is_new_is(bartizan: Bartizan) -> None:
    spoil(GOBLINS, "hp: 4", "hp: many")
    assert bartizan("check").code == 1
    made = bartizan("check", *KNOWN, "--write-baseline")
    assert made.code == 0
    held = "1 known problem is held by known.json; with 1 error among them no game is built\n"
    assert made.out == "border-watch: no problems\n" + held
    assert entries() == [
        {"path": "border-watch/units/goblins.yaml", "code": "BZ205", "message": made_message(), "count": 1}
    ]
    assert bartizan("check", *KNOWN) == made
    spoil(GOBLINS, "hp: 1,", "hp: few,")
    again = bartizan("check", *KNOWN)
    assert again.code == 1
    assert '"few" is no whole number' in again.out
    assert '"many"' not in again.out.replace("hp: many", "")
    assert again.out.endswith("1 error in 1 file\n" + held)
    assert bartizan("build", "border-watch").code == 1


def made_message() -> str:
    return 'brute › hp: "many" is no whole number'


def test_lines_above_a_known_problem_may_change(bartizan: Bartizan) -> None:
    spoil(GOBLINS, "hp: 4", "hp: many")
    bartizan("check", *KNOWN, "--write-baseline")
    GOBLINS.write_text("# one more\n\n" + GOBLINS.read_text("utf-8"), "utf-8")
    assert bartizan("check", *KNOWN).code == 0


def test_one_more_of_the_same_is_new(bartizan: Bartizan) -> None:
    path = idle("gnaw")
    text = path.read_text("utf-8")
    path.write_text(text.replace("gnaw", "gnaw # this", 1), "utf-8")
    bartizan("check", *KNOWN, "--write-baseline")
    before = entries()
    assert len(before) == 1
    idle("snap")
    assert "1 note in 1 file" in bartizan("check", *KNOWN, "--format", "concise").out


def test_the_same_problems_give_the_same_bytes_from_everywhere(
    bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths count from the baseline's folder."""
    for name in ("snap", "gnaw"):
        idle(name)
    bartizan("check", *KNOWN, "--write-baseline")
    first = Path("known.json").read_bytes()
    bartizan("check", *KNOWN, "--write-baseline")
    assert Path("known.json").read_bytes() == first
    monkeypatch.chdir("border-watch/units")
    assert bartizan("check", "--baseline", "../../known.json", "--format", "concise").out.startswith("no problems\n")
    bartizan("check", "--baseline", "../../known.json", "--write-baseline")
    assert Path("../../known.json").read_bytes() == first
    assert [one["path"] for one in entries("../../known.json")] == [
        "border-watch/units/gnaw.yaml",
        "border-watch/units/snap.yaml",
    ]


def test_an_entry_that_fits_nothing_is_told_at_its_line(bartizan: Bartizan) -> None:
    """A warning, and only where there are no errors that could hide what it fits."""
    for name in ("gnaw", "snap"):
        idle(name)
    bartizan("check", *KNOWN, "--write-baseline")
    Path("border-watch/units/gnaw.yaml").unlink()
    said = bartizan("check", *KNOWN, "--format", "concise")
    assert said.code == 0
    assert said.out.startswith("known.json:5:1: warning[BZ903]: ")
    assert bartizan("check", *KNOWN, "--strict").code == 1
    spoil(GOBLINS, "hp: 4", "hp: many")
    assert "BZ903" not in bartizan("check", *KNOWN).out
    spoil(GOBLINS, "hp: many", "hp: 4")
    assert bartizan("check", *KNOWN, "--write-baseline").code == 0
    assert len(entries()) == 1
    assert "BZ903" not in bartizan("check", *KNOWN).out


def test_entries_of_packs_that_are_not_checked_stay_and_are_not_blamed(bartizan: Bartizan) -> None:
    import shutil

    shutil.copytree("border-watch", "other-watch")
    spoil(Path("other-watch/pack.yaml"), "id: border-watch", "id: other-watch")
    idle("gnaw")
    Path("other-watch/units/snap.yaml").write_text(f"id: snap\ntitle: snap\n{MORE}", "utf-8")
    bartizan("check", *KNOWN, "--write-baseline")
    assert len(entries()) == 2
    Path("other-watch/units/snap.yaml").unlink()
    assert "BZ903" not in bartizan("check", "border-watch", *KNOWN).out
    bartizan("check", "border-watch", *KNOWN, "--write-baseline")
    assert len(entries()) == 2
    assert "BZ903" in bartizan("check", "other-watch", *KNOWN).out
    shutil.rmtree("other-watch")
    assert "BZ903" in bartizan("check", *KNOWN).out


def test_what_cannot_be_read_is_never_held(bartizan: Bartizan) -> None:
    """It may hide anything else."""
    idle("gnaw")
    GOBLINS.write_text('title: "open\n', "utf-8")
    made = bartizan("check", *KNOWN, "--write-baseline")
    assert made.code == 1
    assert "BZ125" in made.out
    assert "BZ125" not in Path("known.json").read_text("utf-8")
    assert bartizan("check", *KNOWN).code == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "[" * 100_000,
        '{"format": "bartizan-baseline", "version": 2, "problems": []}',
        '{"format": "bartizan-baseline", "version": 1, "problems": [1]}',
        '{"format": "bartizan-baseline", "version": 1, "problems": [{"path": "a", "code": "b", "message": "c"}]}',
        '{"format": "bartizan-baseline", "version": 1,\n<<<<<<< ours\n "problems": []}',
    ],
)
@pytest.mark.parametrize("also", [(), ("--write-baseline",)], ids=["read", "write"])
def test_a_file_that_is_no_baseline_is_refused_and_left(bartizan: Bartizan, text: str, also: tuple[str, ...]) -> None:
    Path("known.json").write_text(text, "utf-8")
    said = bartizan("check", *KNOWN, *also)
    assert said.code == 2
    assert "known.json" in said.err and "BZ901" not in said.err
    assert Path("known.json").read_text("utf-8") == text


@pytest.mark.parametrize(
    "words",
    [
        ["--baseline", "known.json"],
        ["--baseline", "border-watch"],
        ["--write-baseline"],
        ["--baseline", "known.json", "--write-baseline", "--select", "BZ308"],
        ["--select", "BZ999"],
        ["--ignore", ""],
        ["--ignore", "goblins"],
        ["--max", "0"],
        ["--max", "many"],
        ["--site", "javascript:x"],
        ["--site", "https://a b"],
    ],
    ids=" ".join,
)
def test_options_that_mean_nothing_end_with_2(bartizan: Bartizan, words: list[str]) -> None:
    said = bartizan("check", *words)
    assert said.code == 2
    assert "rror" in said.err and "BZ901" not in said.err
    assert not Path("known.json").exists()


# ---------------------------------------------------------------- codes and counts


def warned(path: Path) -> None:
    """A comment on the last line that gives no reason: a warning."""
    path.write_text(path.read_text("utf-8") + "# bartizan: ignore[BZ211]\n", "utf-8")


def test_codes_are_chosen_and_the_rest_is_counted(bartizan: Bartizan) -> None:
    warned(GOBLINS)
    spoil(GOBLINS, "hp: 4", "hp: many")
    assert bartizan("check", "--select", "BZ731", "--format", "concise").out.splitlines()[1:] == [
        "1 warning in 1 file",
        "1 problem of other codes is not shown",
    ]
    for group in ("BZ2", "2", "bz205", "205"):
        said = bartizan("check", "--ignore", group, "--format", "concise")
        assert said.code == 0
        assert "BZ205" not in said.out and "BZ731" in said.out
        assert bartizan("check", "--select", group).code == 1


def test_what_cannot_be_read_is_told_whatever_codes_are_chosen(bartizan: Bartizan) -> None:
    GOBLINS.write_text('title: "open\n', "utf-8")
    assert bartizan("check", "--ignore", "BZ1").code == 1
    assert "BZ125" in bartizan("check", "--select", "BZ4").out


def test_a_baseline_is_judged_by_all_problems_whatever_codes_are_chosen(bartizan: Bartizan) -> None:
    """What is known and not chosen is still there."""
    warned(GOBLINS)
    idle("gnaw")
    assert bartizan("check", *KNOWN, "--write-baseline").code == 0
    assert {entry["code"] for entry in entries()} == {"BZ308", "BZ731"}
    for words in (["--select", "BZ4"], ["--select", "BZ308"], ["--ignore", "BZ7"], ["--ignore", "BZ308"]):
        said = bartizan("check", *KNOWN, *words, "--strict")
        assert said.code == 0
        assert "BZ903" not in said.out
    assert "1 known problem is held by known.json" in bartizan("check", *KNOWN, "--select", "BZ308").out
    assert "1 problem of other codes is not shown" in bartizan("check", *KNOWN, "--select", "BZ308").out


def test_an_entry_that_fits_nothing_is_told_where_its_code_is_chosen(bartizan: Bartizan) -> None:
    warned(GOBLINS)
    idle("gnaw")
    bartizan("check", *KNOWN, "--write-baseline")
    Path("border-watch/units/gnaw.yaml").unlink()
    told = (["--select", "BZ308"], ["--select", "BZ903"], ["--ignore", "BZ7"])
    for words in told:
        assert "the known BZ308" in bartizan("check", *KNOWN, *words).out
    for words in (["--select", "BZ731"], ["--ignore", "BZ308"], ["--ignore", "BZ903"]):
        assert "BZ903" not in bartizan("check", *KNOWN, *words).out
    spoil(GOBLINS, "hp: 4", "hp: many")
    for words in told:
        assert "BZ903" not in bartizan("check", *KNOWN, *words).out, "an error may hide it, chosen or not"


def test_a_maximum_keeps_errors_first_and_says_how_many_more(bartizan: Bartizan) -> None:
    """What is shown stands in the order of the files."""
    warned(Path("border-watch/dice/bolt.yaml"))
    warned(Path("border-watch/ruleset.yaml"))
    spoil(GOBLINS, "hp: 4", "hp: many")
    said = bartizan("check", "--max", "2", "--format", "concise")
    assert said.code == 1
    assert [line.split(":")[0] for line in said.out.splitlines()[:2]] == ["border-watch/dice/bolt.yaml", str(GOBLINS)]
    assert said.out.splitlines()[2:] == ["1 error, 2 warnings in 3 files", "1 more is not shown (--max 2)"]
    data = json.loads(bartizan("check", "--max", "2", "--format", "json").out)
    assert (len(data["problems"]), data["left_out"], data["totals"]["warning"]) == (2, 1, 2)
    assert "1 more is not shown" in bartizan("check", "--max", "2").out
    assert "not shown" not in bartizan("check", "--max", "3").out


# ---------------------------------------------------------------- the exit


STATES = {
    "clean": (0, 0),
    "note": (0, 0),
    "warning": (0, 1),
    "error": (1, 1),
    "failure": (2, 2),
}


def become(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if state == "note":
        idle("gnaw")
    elif state == "warning":
        idle("gnaw").write_text(f"id: gnaw # bartizan: ignore[BZ308]\ntitle: gnaw\n{MORE}", "utf-8")
    elif state == "error":
        spoil(GOBLINS, "hp: 4", "hp: many")
    elif state == "failure":
        fail_on("units/goblins.yaml", monkeypatch)


def fail_on(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the compiler fail on one file."""
    real = load.load

    def broken(name: str, data: bytes) -> tuple[Node | None, list[Problem]]:
        if name == path:
            raise ZeroDivisionError("what a surprise")
        return real(name, data)

    monkeypatch.setattr(load, "load", broken)


@pytest.mark.parametrize("state", STATES)
def test_the_exit_is_the_same_in_every_format(
    bartizan: Bartizan, state: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    become(state, monkeypatch)
    for strict, code in zip(([], ["--strict"]), STATES[state], strict=True):
        for format in Format:
            said = bartizan("check", "--format", format, *strict)
            assert (said.code, said.err) == (code, ""), format
            if format == Format.JUNIT:
                (tmp_path / "a.xml").write_text(said.out, "ascii")
                read = junitparser.JUnitXml.fromfile(str(tmp_path / "a.xml"))
                assert bool(read.failures or read.errors) == bool(code)
            elif format in (Format.JSON, Format.SARIF):
                json.loads(said.out)


def test_a_failure_of_ours_on_one_file_hides_no_other_and_no_other_pack(
    bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    shutil.copytree("border-watch", "other-watch")
    spoil(Path("other-watch/units/goblins.yaml"), "hp: 4", "hp: many")
    MISSION.write_text('title: "open\n', "utf-8")
    fail_on("rules/none.yaml", monkeypatch)
    fail_on("dice/bolt.yaml", monkeypatch)
    said = bartizan("check", "--format", "concise")
    assert said.code == 2
    assert "border-watch/dice/bolt.yaml:1:1: error[BZ901]: Bartizan itself failed: ZeroDivisionError" in said.out
    assert "border-watch/missions/first-night.yaml:1:8: error[BZ125]" in said.out
    assert "other-watch/dice/bolt.yaml:1:1: error[BZ901]" in said.out


def test_every_severity_has_a_rank() -> None:
    assert {code.severity for code in codes.registry().values()} <= {"error", "warning", "note"}
    assert baseline.STALE in codes.registry()
    assert checking.Wanted().baseline is None
