"""Rules that must be refused: each problem comes on its line, with its code, and no other comes.

The cases are chunks of rules in `tests/language/*.star`, parted by lines of `---`. What must come stands at the end of
its line, `### BZ522 part of the message`, several after each other where a line has several. Lines of `#!` at the head
of a chunk set it up: `#! {"words": ...}` changes the ruleset, `#! used: f g` says which rules something uses (all by
default), `#! at words/bite/rule BZ520 part of the message` expects a problem in the ruleset. `#! many 300 text` stands
for the text so many times on one line, `#! lines 300 text` for so many lines.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import starkit
from bartizan_engine import codes
from bartizan_engine.problem import Problem

FOLDER = Path(__file__).parent / "language"
ONLY_DECLARED = {"BZ503", "BZ504", "BZ507", "BZ539"}  # of declarations alone: tests/test_ruleset.py, test_statistics.py
OF_TWO_PACKS = {"BZ538"}  # tests/bad

_WANTED = re.compile(r"###\s*(BZ\d{3})\s*([^#]*)")
_AT = re.compile(r"#! at (\S+) (BZ\d{3}) ?(.*)")


class Want(NamedTuple):
    """A problem that must come: where, its code, and a part of its message."""

    place: str
    code: str
    part: str


class Chunk(NamedTuple):
    """Rules, how the ruleset differs, and what must come."""

    name: str
    text: str
    changes: dict[str, Any]
    used: list[str] | None
    wanted: list[Want]


def chunks() -> list[Chunk]:
    return [chunk for path in sorted(FOLDER.glob("*.star")) for chunk in read(path)]


def read(path: Path) -> list[Chunk]:
    """The chunks of a file, each named by the line on which it begins."""
    found, line = [], 1
    for part in path.read_text(encoding="utf-8").split("\n---\n"):
        found.append(_chunk(f"{path.stem}:{line}", part))
        line += part.count("\n") + 2
    return found


def _chunk(name: str, part: str) -> Chunk:
    changes: dict[str, Any] = {}
    used: list[str] | None = None
    wanted: list[Want] = []
    lines = []
    for line in part.split("\n"):
        at = _AT.match(line)
        if at:
            wanted.append(Want("ruleset.yaml#" + at[1], at[2], at[3].strip()))
        elif line.startswith("#! used:"):
            used = line[8:].split()
        elif line.startswith("#! {"):
            changes |= json.loads(line[3:])
        else:
            lines += _grown(line)
            wanted += [Want(f"test.star:{len(lines)}", code, text.strip()) for code, text in _WANTED.findall(line)]
    return Chunk(name, "\n".join(lines) + "\n", changes, used, wanted)


def _grown(line: str) -> list[str]:
    """A line, or the lines that it stands for."""
    many = re.match(r"(.*)#! (\d+) times (\".*\")(.*)$", line)
    if not many:
        return [line]
    before, count, text, rest = many.groups()
    return f"{before}{json.loads(text) * int(count)}{rest}".split("\n")


def place(problem: Problem) -> str:
    spot = problem.spot
    return spot.path if "#" in spot.path else f"{spot.path}:{spot.line}"


def brief(problem: Problem) -> tuple[str, str, str]:
    return place(problem), problem.code, problem.message


ALL = chunks()


@pytest.mark.parametrize("chunk", ALL, ids=lambda chunk: chunk.name)
def test_each_problem_comes_on_its_line_and_no_other(chunk: Chunk) -> None:
    problems = starkit.check(chunk.text, chunk.changes, chunk.used)
    left = list(problems)
    for want in chunk.wanted:
        fits = [p for p in left if place(p) == want.place and p.code == want.code and want.part in p.message]
        assert fits, f"{want} did not come; {[brief(p) for p in problems]}"
        left.remove(fits[0])
    # The ruleset of the tests declares more options and words than any chunk uses.
    unasked = [brief(p) for p in left if p.code != "BZ537"]
    assert unasked == [], f"came unasked: {unasked}"


@pytest.mark.parametrize("chunk", [chunk for chunk in ALL if chunk.wanted], ids=lambda chunk: chunk.name)
def test_a_problem_says_where_it_ends_and_speaks_in_house_style(chunk: Chunk) -> None:
    for problem in starkit.check(chunk.text, chunk.changes, chunk.used):
        spot = problem.spot
        assert (spot.end_line, spot.end_column) == (0, 0) or (spot.line, spot.column) <= (
            spot.end_line,
            spot.end_column,
        )
        assert problem.message
        assert not problem.message.endswith(".")
        assert not problem.message[0].isupper()


def test_every_code_of_rules_has_a_chunk() -> None:
    had = {want.code for chunk in ALL for want in chunk.wanted}
    assert {code.code for code in codes.RULES} - ONLY_DECLARED - OF_TWO_PACKS == had


FIXES = [
    ('announce("x") if count("goblin") > 0 else end("won" if game.gold > 3 else "lost")', 'if ...: end("won"), and else: end("lost")'),
    ('x = cells("road" if game.gold > 3 else "wall")', 'decide outside: cells("road") if ... else cells("wall")'),
    ('x = records("gem" if game.gold > 3 else "goblin")', 'decide outside: records("gem") if ... else records("goblin")'),
    ('x = record("gem", "ruby" if game.gold > 3 else "opal")', 'decide outside: record(..., "ruby") if ... else record(..., "opal")'),
    ('x = cells(game.note)', 'one of the names themselves: "road", "build", "wall", ...'),
    ('x = has(g.tricks, "sly" if game.gold > 3 else "sure")', 'decide outside: has(..., "sly") if ... else has(..., "sure")'),
    ('end(game.note)', 'one of the names themselves: "won", "lost"'),
    ('x = text("a" if game.gold > 3 else "b")', 'decide outside: text("a") if ... else text("b")'),
]  # fmt: skip


@pytest.mark.parametrize(("line", "hint"), FIXES)
def test_what_must_be_written_out_says_how(line: str, hint: str) -> None:
    problems = starkit.check(f'def f(g: goblin):\n    "Doc."\n    {line}\n', {}, None)
    assert hint in [problem.hint for problem in problems if problem.code == "BZ522"]


@pytest.mark.parametrize(
    ("value", "meant"),
    [("game.hord", "hoard"), ("game.glod", "gold"), ("p.hnad", "hand"), ("p.scroe", "score"), ("game.dekc", "")],
)
def test_a_zone_is_among_what_may_have_been_meant(value: str, meant: str) -> None:
    """Beside the fields, and only where it stands: what each player has is not the game's."""
    problems = starkit.check(f'def f(p: player):\n    "Doc."\n    x = {value}\n', {}, None)
    hints = [problem.hint for problem in problems if problem.code == "BZ521"]
    assert hints == [f'did you mean "{meant}"?' if meant else ""]


def test_a_template_that_goes_too_deep_says_what_to_do() -> None:
    problems = starkit.check('def f(g: goblin):\n    "Doc."\n    announce("{g.prey.title}")\n', {}, None)
    hints = [problem.hint for problem in problems if problem.code == "BZ534"]
    assert hints == ["put it into a local first: title = g.prey.title, then {title}"]


def test_a_circle_by_way_of_words_is_put_off() -> None:
    changes = {"words": {"bite": {"rule": "bite", "says": "bite"}}}
    by_word = starkit.check(
        'def bite():\n    "Doc."\n    hurt()\n\ndef hurt():\n    "Doc."\n    bite()\n', changes, None
    )
    assert [problem.hint.split(":")[0] for problem in by_word if problem.code == "BZ525"] == ["put it off"]
    by_rule = starkit.check('def hurt():\n    "Doc."\n    hurt()\n', {}, None)
    assert [problem.hint.split(",")[0] for problem in by_rule if problem.code == "BZ525"] == ["use a bounded loop"]
