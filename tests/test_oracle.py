"""Where the rule language is Starlark too, it means the same: a published implementation of Starlark is asked.

Made-up programs are run here and there, with and without decisions in between; programs that once came out differently
are kept; what differs on purpose is shown to differ, entry by entry of the language's own table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
import starlark
from hypothesis import HealthCheck, assume, given, settings

import oracle
import programs
from bartizan_engine.language.docs import DIFFERENCES
from oracle import Refused

ROOT = Path(__file__).parent.parent
UNBOUNDED = ("BZ803", "BZ811")  # the bounds of work and sizes, which only we have


# ---------------------------------------------------------------- made-up programs


def agree(program: programs.Program) -> None:
    """Both sides give equal values for all arguments, or both refuse; and where 64 bits are too few, we say so."""
    game = oracle.lowered(program.text)
    if isinstance(game, Refused):  # the one thing that our checker finds and Starlark finds at play: {1: x, 1: y}
        assert (game.code, "stands twice in this dict" in game.why) == ("BZ515", True), game.why
        assume(False)
    asking = oracle.lowered(program.asking)
    full = oracle.compiled(program.full, program.rule, program.args)
    plain = full if program.shared else oracle.compiled(program.text, program.rule, program.args)
    for i, args in enumerate(program.args):
        here, there = oracle.ours(game, program.rule, args), ""
        if not isinstance(here, Refused) or here.code not in UNBOUNDED:
            there = oracle.theirs(full, i)
            compare(here, there, oracle.theirs(plain, i) if not isinstance(there, Refused) else there)
        for policy in (None, oracle.in_line):
            stopped = oracle.ours(asking, program.rule, args, policy)
            if not {getattr(here, "code", ""), getattr(stopped, "code", "")} & set(UNBOUNDED):
                compare_stopped(here, stopped)


def compare(here: Any, there: Any, plain: Any) -> None:
    """Our value, Starlark's of the program with tests of bounds, and Starlark's of the program as it is."""
    if isinstance(there, Refused) and there.code == "32 bits":
        return  # a place in a list or range that this Starlark cannot count to
    if isinstance(here, Refused) or isinstance(there, Refused):
        assert isinstance(here, Refused) and isinstance(there, Refused), (here, there)
        assert (here.code == "BZ804") == (there.code == "64 bits"), (here, there)
    else:
        assert oracle.same(here, there), (here, there)
        assert oracle.same(here, plain), (here, plain)


def compare_stopped(here: Any, stopped: Any) -> None:
    """A rule that stops for decisions means the same as one that does not."""
    if isinstance(here, Refused):
        assert isinstance(stopped, Refused) and stopped.code == here.code, (here, stopped)
    else:
        assert oracle.same(here, stopped), (here, stopped)


SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


@settings(max_examples=60, suppress_health_check=SLOW)
@given(programs.programs())
def test_made_up_programs_mean_the_same(program: programs.Program) -> None:
    agree(program)


@pytest.mark.laws
@settings(max_examples=5000, suppress_health_check=SLOW)
@given(programs.programs())
def test_full_count_of_made_up_programs(program: programs.Program) -> None:
    agree(program)


# ---------------------------------------------------------------- programs that once came out differently


class Found(NamedTuple):
    """The body of a rule `f(n: int)`, called with 2: its value, or the code of our problem where Starlark refuses too."""

    body: str
    value: Any = None
    code: str = ""


FOUND = {
    "a key twice in a dict": Found("d = {n: 1, 2: 2}\nreturn len(d)", code="BZ808"),
    "a literal key twice in a dict": Found("d = {3: 1, 3: n}\nreturn len(d)", code="BZ515"),
    "a constant key twice in a dict": Found("d = {DEBT: 1, n - 9: n}\nreturn len(d)", code="BZ808"),
    "a truth as a place": Found("return (n, 5)[True]", code="BZ522"),
    "a truth as a place to store": Found("xs = [n]\nxs[False] = 3\nreturn xs", code="BZ522"),
    "a text as a place to store": Found('xs = [n]\nxs["a"] = 3\nreturn xs', code="BZ522"),
    "a list in no dict": Found("return [n] in {}", code="BZ522"),
    "a list in a tuple as a key": Found("return len({([n], 1): 2})", code="BZ522"),
    "a list as a made key": Found("return len({x: 2 for x in [([n], 1)]})", code="BZ522"),
    "a list as a stored key": Found("d = {}\nd[[n]] = 2\nreturn len(d)", code="BZ522"),
    "a list as a looked-up key": Found("return {}.get([n], 3)", code="BZ522"),
    "an empty dict is asked": Found("return {}.get(n, 3)", 3),
    "an empty dict has nothing": Found("return {}[n]", code="BZ808"),
    "a comprehension's own name": Found(
        "xs = [1]\nxs.append(n)\nys = [xs for xs in [5, 6]]\nreturn ys + xs", [5, 6, 1, 2]
    ),
    "a loop over a made dict": Found(
        "found = []\nfor k in {x: x for x in [7, n]}:\n    STOP\n    found.append(k)\nreturn found", [7, 2]
    ),
    "a loop over the dict of a rule": Found(
        "found = []\nfor k in table(n):\n    STOP\n    found.append(k)\nreturn found", [2, 5]
    ),
    "lines that nothing gets to": Found(
        "if n > 1:\n    return n\nelse:\n    return 3\nx = max([y for y in range(n)])\nreturn x", 2
    ),
    "lines that nothing gets to, with a stop": Found(
        "if n > 1:\n    STOP\n    return n\nelse:\n    return 3\nown = {n: 1}\nown[n] = 4\nreturn own[n]", 2
    ),
    "lines in a loop that nothing gets to": Found(
        "for i in range(n):\n    if i > 0:\n        break\n        n = max(range(n))\n    continue\n    n = len(range(n))\nreturn n",
        2,
    ),
    "what most gives is one's own": Found("xs = most([n, 1], key = last)\nxs.append(5)\nreturn xs", [2, 5]),
    "what keys() gives is one's own": Found("xs = {n: 1}.keys()\nxs.append(5)\nreturn xs", [2, 5]),
}

TABLE = 'def table(n: int) -> dict[int, int]:\n    "Doc."\n    return {n: 1, 5: 2}\n'


def rule(body: str, stop: str = "") -> str:
    """Rules with such an `f`, which stops at its beginning and at each STOP."""
    body = f"STOP\n{body}"
    lines = "".join(f"    {line}\n" for line in body.splitlines() if line.strip() != "STOP" or stop)
    return f'{programs.LAST}{TABLE}def f(n: int):\n    "Doc."\n{lines.replace("STOP", stop)}'


@pytest.mark.parametrize("stop", ["", programs.STOP], ids=["plain", "stopping"])
@pytest.mark.parametrize("name", FOUND)
def test_what_once_came_out_differently(name: str, stop: str) -> None:
    found = FOUND[name]
    here = oracle.ours(rule(found.body, stop), "f", [2])
    there = oracle.theirs(oracle.compiled(rule(found.body), "f", [[2]]))
    if found.code:
        assert isinstance(here, Refused) and here.code == found.code, here
        assert isinstance(there, Refused), there
    else:
        assert here == found.value
        assert oracle.same(here, there), there


# ---------------------------------------------------------------- the rules that we ship


RULES = sorted(
    path
    for folder in (ROOT / "content", ROOT / "tests" / "packs", ROOT / "tests" / "bench")
    for path in folder.rglob("rules/*.star")
)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_shipped_rules_are_starlark(path: Path) -> None:
    text = oracle.readable(path.read_text(encoding="utf-8"))
    loads = starlark.parse(path.name, text, oracle.dialect()).loads()
    assert all(load.module_id.startswith("@") for load in loads)
    broken = text + "\ndef\n"
    with pytest.raises(starlark.StarlarkError, match="Parse error"):
        starlark.parse(path.name, broken, oracle.dialect())


def test_there_are_shipped_rules() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in RULES} == {"content", "tests"}


# ---------------------------------------------------------------- what differs on purpose


class No(NamedTuple):
    """No value: the code of our problem, or "" for Starlark's."""

    code: str = ""


class Shown(NamedTuple):
    """An expression, a body, or whole rules with an `f()`; what we say of it, and what Starlark says."""

    text: str
    ours: Any
    theirs: Any
    library: bool = True  # whether Starlark gets our library, written in Starlark


ALIAS = "own = [1]\nother = own\n{}\nreturn other"

# By the first words of each entry of the table.
SHOWN: dict[str, list[Shown]] = {
    "A number has 64 bits.": [
        Shown("9223372036854775807 + 1", No("BZ804"), 2**63),
        Shown("9223372036854775807 + 1 - 1", 2**63 - 1, 2**63 - 1),
        Shown("sum([9223372036854775807, 1, -1])", 2**63 - 1, 2**63 - 1),
        Shown("n = 9223372036854775807\nn *= n\nreturn n // n", No("BZ804"), 1),
        Shown("9223372036854775808", No("BZ517"), 2**63),
    ],
    "There are no fractions": [
        Shown("7 / 2", No("BZ513"), 3.5),
        Shown("1.5", No("BZ513"), 1.5),
        Shown("-7 // 2", -4, -4),
    ],
    "Types are told before": [
        Shown('[1, "a"]', No("BZ522"), [1, "a"]),
        Shown('1 if [] else "a"', No("BZ522"), "a"),
        Shown('1 == "a"', No("BZ522"), False),
        Shown('1 in ["a"]', No("BZ522"), False),
        Shown('x = 1\nx = "a"\nreturn x', No("BZ522"), "a"),
    ],
    "A value that may be None": [
        Shown("first([1]) + 1", No("BZ524"), 2),
        Shown("3 if first([0]) else 4", No("BZ522"), 4),
        Shown("x = first([1])\nreturn x + 1 if x != None else 0", 2, 2),
    ],
    "The sides of `and` and `or`": [
        Shown("1 and 2", No("BZ522"), 2),
        Shown('"" or "a"', No("BZ522"), "a"),
        Shown("(1 and 2) or False", No("BZ522"), 2),
        Shown('3 if 1 and "a" and not [] else 4', 3, 3),
    ],
    "`any` and `all` of a comprehension": [
        Shown("any([1 // x > 0 for x in [1, 0]])", True, No()),
        Shown("all([1 // x > 1 for x in [1, 0] if x < 9])", False, No()),
        Shown("any([1 // x > 1 for x in [1, 0]])", No("BZ808"), No()),
    ],
    "Lists and dicts are values": [
        Shown(ALIAS.format("own.append(2)"), [1], [1, 2]),
        Shown(ALIAS.format("own[0] = 2"), [1], [2]),
        Shown(ALIAS.format("other += [2]\nother = own"), [1], [1, 2]),
        Shown("own = {1: 2}\nother = [own]\nown[1] = 3\nreturn other[0][1]", 2, 3),
    ],
    "Only a list or dict that the rule itself made": [
        Shown(
            'def g(xs: list[int]):\n    "Doc."\n    xs.append(2)\n\ndef f():\n    "Doc."\n    return g([1])\n',
            No("BZ528"),
            None,
        ),
        Shown(
            'def g(xs: list[int]):\n    "Doc."\n    own = list(xs)\n    own.append(2)\n    return own\n\n'
            'def f():\n    "Doc."\n    return g([1])\n',
            [1, 2],
            [1, 2],
        ),
    ],
    "A loop goes over the list as it was": [
        Shown("own = [1]\nfor x in own:\n    own.append(x)\nreturn own", [1, 1], No()),
        Shown("own = {1: 2}\nfor x in own:\n    own[x + 1] = x\nreturn own[2]", 1, No()),
    ],
    "`range(...)` is a list": [
        Shown("range(3) == [0, 1, 2]", True, False),
        Shown("range(2) + [7]", [0, 1, 7], No()),
        Shown("[x for x in range(2)]", [0, 1], [0, 1]),
    ],
    "Numbers, texts, members": [
        Shown("[1] < [2]", No("BZ522"), True),
        Shown("False < True", No("BZ522"), True),
        Shown('(1, "a") < (1, "b")', True, True),
    ],
    "Braces with a name": [
        Shown('"{x}"', No("BZ534"), "{x}"),
        Shown('"{" + "x}"', "{x}", "{x}"),
    ],
    "A dict has keys of one type": [
        Shown("{True: 1}[True]", No("BZ522"), 1),
        Shown('{1: 2, "a": 3}[1]', No("BZ522"), 2),
        Shown('{(1, "a"): 2}[(1, "a")]', 2, 2),
    ],
    "A tuple is only made": [
        Shown("(1, 2)[-1]", No("BZ522"), 2),
        Shown("(1, 2) + (3,)", No("BZ522"), [1, 2, 3]),
        Shown("[x for x in (1, 2)]", No("BZ522"), [1, 2]),
        Shown("a, b = [1, 2]\nreturn a", No("BZ522"), 1),
        Shown("a, b = 1, 2\nreturn (a, b) == (1, 2)", True, True),
    ],
    "No rule calls itself": [
        Shown(
            'def g(n: int) -> int:\n    "Doc."\n    return f() if n > 0 else 3\n\n'
            'def f() -> int:\n    "Doc."\n    return g(0)\n',
            No("BZ525"),
            3,
        ),
    ],
    "Every rule has a docstring": [
        Shown("def f():\n    return 3\n", No("BZ516"), 3),
        Shown('def g(n):\n    "Doc."\n    return n\n\ndef f():\n    "Doc."\n    return g(3)\n', No("BZ516"), 3),
        Shown('def f(n: int = 3):\n    "Doc."\n    return n\n', No("BZ513"), 3),
        Shown('def f(*n):\n    "Doc."\n    return len(n)\n', No("BZ513"), 0),
        Shown("g = lambda n: n\nreturn g(3)", No("BZ513"), 3),
        Shown('def f():\n    "Doc."\n    def g():\n        return 3\n    return g()\n', No("BZ513"), 3),
    ],
    "A name that means something": [
        Shown("len = 3\nreturn len", No("BZ514"), 3),
        Shown("max([len for len in [3]])", No("BZ514"), 3),
    ],
    "A local has a value on every path": [
        Shown("n = len([7])\nif n > 2:\n    x = 1\nif n > 2:\n    return x\nreturn 3", No("BZ531"), 3),
        Shown("n = len([7])\nif n > 0:\n    return 3", No("BZ532"), 3),
        Shown("if 2 > 1:\n    x = 3\nelse:\n    x = 4\nreturn x", 3, 3),
    ],
    "There are no operators on bits": [
        Shown("6 & 3", No("BZ513"), 2),
        Shown("6 | 3", No("BZ513"), 7),
        Shown("1 << 3", No("BZ512"), 8),
        Shown('"%d goblins" % 3', No("BZ522"), "3 goblins"),
        Shown("len({1: 2} | {3: 4})", No("BZ513"), 2),
    ],
    "A slice has no step": [
        Shown("[1, 2, 3][::2]", No("BZ513"), [1, 3]),
        Shown("[1, 2, 3][::-1]", No("BZ513"), [3, 2, 1]),
        Shown("reversed([1, 2, 3])", [3, 2, 1], [3, 2, 1]),
    ],
    "Texts have upper": [
        Shown('"a b".split(" ")', No("BZ521"), ["a", "b"]),
        Shown("str(3)", No("BZ520"), "3"),
        Shown("own = [3]\nown.pop()\nreturn len(own)", No("BZ521"), 0),
        Shown("own = {1: 2}\nown.pop(1)\nreturn len(own)", No("BZ521"), 0),
        Shown("zip([1], [2])", No("BZ520"), [[1, 2]]),
    ],
    "list, reversed, enumerate": [
        Shown("list({1: 2})", No("BZ522"), [1]),
        Shown("enumerate({1: 2})", No("BZ522"), [[0, 1]]),
        Shown("sorted({3: 4, 1: 2})", [1, 3], [1, 3]),
        Shown("max({3: 4, 1: 2})", 3, 3),
        Shown("[k for k in {3: 4, 1: 2}]", [3, 1], [3, 1]),
        Shown("3 in {3: 4}", True, True),
    ],
    "min and max have no key": [
        Shown("max([21, 12, 2], key = last)", No("BZ523"), 12),
        Shown("most([21, 12, 2], key = last)", [12, 2], [12, 2]),
    ],
    "One statement stands on a line": [
        Shown("x = 1; x += 2; return x", No("BZ512"), 3),
        Shown("if 2 > 1: return 3\nreturn 4", No("BZ512"), 3),
    ],
    "Numbers are written in decimal": [
        Shown("0x10", No("BZ512"), 16),
        Shown('"\\x41"', No("BZ512"), "A"),
        Shown('r"\\n"', No("BZ513"), "\\n"),
        Shown('"\\n\\t\\\\\\""', '\n\t\\"', '\n\t\\"'),
    ],
    "At the margin stand rules": [
        Shown('XS = [1]\n\ndef f():\n    "Doc."\n    return XS\n', No("BZ513"), [1]),
        Shown('for x in [1]:\n    pass\n\ndef f():\n    "Doc."\n    return 3\n', No("BZ513"), 3),
        Shown('X = -1\n\ndef f():\n    "Doc."\n    return X\n', -1, -1),
    ],
    "A list has up to 4,096 elements": [
        Shown("len(list(range(4097)))", No("BZ811"), 4097),
        Shown("len([1] * 4097)", No("BZ811"), 4097),
        Shown('len("a" * 4097)', No("BZ811"), 4097),
        Shown('len("a" * 4096) + len([1] * 4096)', 8192, 8192),
        Shown(
            "n = 0\nfor a in range(300):\n    for b in range(300):\n        for c in range(20):\n            n += 1\nreturn n",
            No("BZ803"),
            1800000,
        ),
    ],
    "Names begin with a letter": [
        Shown("_x = 3\nreturn _x", No("BZ514"), 3),
        Shown("n = 0\nfor _ in range(3):\n    n += 1\nreturn n", 3, 3),
    ],
    "sum, first, must": [
        Shown("sum([1, 2])", 3, No(), False),
        Shown("first([3]) == 3", True, No(), False),
        Shown("unique([1, 1])", [1], No(), False),
        Shown("keys({1: 2})", [1], No(), False),
        Shown("sorted([2, 1])", [1, 2], [1, 2], False),
    ],
}


def shown_text(text: str) -> str:
    if text.startswith("def ") or "\ndef f" in text:
        return text
    return rule(text if "return " in text else f"return {text}").replace("f(n: int)", "f()")


def test_every_difference_is_shown() -> None:
    starts = {what: [start for start in SHOWN if plain(what).startswith(plain(start))] for what, _ in DIFFERENCES}
    assert [what for what, found in starts.items() if len(found) != 1] == []
    assert {found[0] for found in starts.values()} == set(SHOWN)
    assert all(what.endswith(".") and why.endswith(".") for what, why in DIFFERENCES)
    for shown in SHOWN.values():  # an entry without a difference would be none
        assert any(isinstance(one.ours, No) != isinstance(one.theirs, No) or one.ours != one.theirs for one in shown)


def plain(text: str) -> str:
    """A text without the marks of code."""
    return text.replace("`", "")


@pytest.mark.parametrize("shown", [shown for found in SHOWN.values() for shown in found], ids=lambda shown: shown.text)
def test_differences_on_purpose(shown: Shown) -> None:
    text = shown_text(shown.text)
    here = oracle.ours(text, "f")
    there = oracle.theirs(oracle.compiled(text, "f", library=shown.library))
    for found, wanted in ((here, shown.ours), (there, shown.theirs)):
        if isinstance(wanted, No):
            assert isinstance(found, Refused) and found.code == wanted.code, found
        else:
            assert found == wanted
