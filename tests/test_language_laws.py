"""Laws of the language over generated text: nothing written there raises, and what it computes is what Python computes.

Expressions and whole bodies are generated with their types; Python itself says what they mean, wherever both have a
value. Bodies run three times: in a rule that cannot stop, in one that stops and is saved, and in Python.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import starkit
from bartizan_engine.fault import Fault
from bartizan_engine.game import State
from bartizan_engine.language.parse import parse
from bartizan_engine.problem import Problem
from bartizan_engine.save import restore_state

SLOW = settings(
    max_examples=int(os.environ.get("BARTIZAN_EXAMPLES", "40")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# ---------------------------------------------------------------- nothing raises

WORDS = [
    "def", "f", "g", "(", ")", ":", "\n", "\n    ", "\n        ", '"Doc."', "if", "elif", "else", "for", "in", "not", "and", "or", "return", "break",
    "continue", "pass", "x", "y", "_", "=", "==", "+=", "+", "-", "*", "//", "%", "<", ",", ".", "[", "]", "{", "}", "1", "0", "9223372036854775808", '"a{x}"', "True",
    "None", "game", "gold", "choose", "players", "option", "new", "perform", "up_to", "rounds", "list", "int", "->", "append", "levels", "low", "->", "#", "\\", "\t", "\x00", "é",
    "end", "load", "lambda", "while", "sorted", "key", "text", "a", "goblin", "move", "push_call", "resolve", "[x for x in", "if x != None",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
ANYTHING = (
    st.text(max_size=200) | SOUP | SOUP.map(lambda soup: f'def f(x: int, a: attack) -> int:\n    "Doc."\n    {soup}\n')
)


def placed(problems: list[Problem], text: str) -> None:
    """Every problem stands in the text, and its code is one of rules."""
    last = text.count("\n") + 2
    for problem in problems:
        assert problem.code.startswith("BZ5")
        assert "#" in problem.spot.path or 1 <= problem.spot.line <= last
        assert problem.spot.column >= 1


@given(ANYTHING)
@settings(max_examples=400)
def test_reading_and_checking_never_raise(text: str) -> None:
    _, problems = parse("test.star", text)
    placed(problems, text)
    placed([p for p in starkit.check(text) if p.spot.path == "test.star"], text)


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(max_examples=200)
def test_odd_characters_never_raise(text: str) -> None:
    placed(parse("test.star", text)[1], text)


# ---------------------------------------------------------------- expressions

NUMBER = st.integers(-6, 9).map(lambda n: str(n) if n >= 0 else f"({n})") | st.sampled_from(
    ["a", "b", "9223372036854775807", "4294967296"]
)
TRUTH = st.sampled_from(["True", "False", "p"])
LIST = st.sampled_from(["xs", "[]", "[3, 1, 2]", "[a, b]", "range(4)", "range(5, 1, -2)"])
TEXT = st.sampled_from(["t", '""', '"ab"', "'größer'", '"b"'])


def binary(
    ops: list[str], side: st.SearchStrategy[str], other: st.SearchStrategy[str] | None = None
) -> st.SearchStrategy[str]:
    return st.tuples(side, st.sampled_from(ops), side if other is None else other).map(
        lambda t: f"({t[0]} {t[1]} {t[2]})"
    )


def bare(ops: list[str], side: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Without brackets: which operator comes first is up to the language."""
    return st.tuples(side, st.sampled_from(ops), side, st.sampled_from(ops), side).map(" ".join)


def call(name: str, *args: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*args).map(lambda given: f"{name}({', '.join(given)})")


def ternary(side: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(side, truths, side).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})")


numbers: st.SearchStrategy[str] = st.deferred(
    lambda: (
        NUMBER
        | binary(["+", "-", "*", "//", "%"], numbers)
        | bare(["+", "-", "*", "//", "%"], NUMBER)
        | numbers.map(lambda n: f"(-{n})")
        | call("abs", numbers)
        | call("min", numbers, numbers)
        | call("max", lists)
        | call("sum", lists)
        | call("len", lists | texts)
        | st.tuples(lists, numbers).map(lambda t: f"{t[0]}[{t[1]}]")
        | ternary(numbers)
        | st.tuples(lists, numbers).map(lambda t: f"{{k: k + 1 for k in {t[0]}}}.get({t[1]}, 7)")
    )
)
truths: st.SearchStrategy[str] = st.deferred(
    lambda: (
        TRUTH
        | binary(["==", "!=", "<", "<=", ">", ">="], numbers)
        | binary(["==", "!="], lists)
        | binary(["==", "!=", "<", ">="], texts)
        | binary(["in", "not in"], numbers, lists)
        | binary(["in", "not in"], texts)
        | binary(["and", "or"], truths)
        | bare(["and", "or"], TRUTH)
        | truths.map(lambda t: f"(not {t})")
        | lists.map(lambda xs: f"(not {xs})")
        | st.tuples(st.sampled_from(["any", "all"]), lists, numbers).map(
            lambda t: f"{t[0]}([k > {t[2]} for k in {t[1]}])"
        )
        | st.tuples(texts, TEXT).map(lambda t: f"{t[0]}.startswith({t[1]})")
        | ternary(truths)
    )
)
lists: st.SearchStrategy[str] = st.deferred(
    lambda: (
        LIST
        | st.lists(numbers, min_size=1, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | binary(["+"], lists)
        | st.tuples(lists, st.integers(-2, 4)).map(lambda t: f"({t[0]} * {t[1]})")
        | st.tuples(lists, NUMBER, NUMBER).map(lambda t: f"{t[0]}[{t[1]}:{t[2]}]")
        | st.tuples(lists, NUMBER).map(lambda t: f"{t[0]}[{t[1]}:]")
        | call("sorted", lists)
        | call("reversed", lists)
        | call("unique", lists)
        | call("list", lists)
        | st.tuples(lists, numbers, truths).map(lambda t: f"[k + {t[1]} for k in {t[0]} if {t[2]}]")
        | st.tuples(lists, lists).map(lambda t: f"[k * m for k in {t[0]} for m in {t[1]} if k < m]")
        | lists.map(lambda xs: f"[i + k for i, k in enumerate({xs})]")
        | ternary(lists)
    )
)
texts: st.SearchStrategy[str] = st.deferred(
    lambda: (
        TEXT
        | binary(["+"], texts)
        | st.tuples(texts, st.integers(0, 3)).map(lambda t: f"({t[0]} * {t[1]})")
        | st.tuples(texts, NUMBER, NUMBER).map(lambda t: f"{t[0]}[{t[1]}:{t[2]}]")
        | st.tuples(texts, NUMBER).map(lambda t: f"{t[0]}[{t[1]}]")
        | texts.map(lambda t: f"{t}.upper()")
        | ternary(texts)
    )
)
TYPED = {"int": numbers, "bool": truths, "list[int]": lists, "text": texts}
EXPRESSIONS = st.sampled_from(sorted(TYPED)).flatmap(lambda type: st.tuples(st.just(type), TYPED[type]))
PARAMS = "a: int, b: int, p: bool, xs: list[int], t: text"
GIVEN = [7, -3, True, [4, -1, 4, 0], "goblin"]
PYTHON: dict[str, Any] = {
    "range": lambda *numbers: list(range(*numbers)),
    "reversed": lambda xs: list(xs)[::-1],
    "unique": lambda xs: list(dict.fromkeys(xs)),
}


def meant(expr: str) -> Any:
    """What Python makes of an expression, or the error."""
    names = dict(zip(("a", "b", "p", "xs", "t"), GIVEN, strict=True))
    try:
        return eval(expr, PYTHON | names)
    except (ArithmeticError, LookupError, ValueError) as error:
        return error


def compared(state: State, name: str, expr: str) -> None:
    """The rule of this name gives what Python gives, or both give nothing, or a number or list grows too large."""
    wanted = meant(expr)
    try:
        state.begin(name, list(GIVEN))
    except Fault as fault:
        assert fault.problem.code in ("BZ804", "BZ811") or isinstance(wanted, Exception), (expr, wanted, fault)
    else:
        assert not isinstance(wanted, Exception), (expr, wanted, state.returned)
        assert (type(state.returned), state.returned) == (type(wanted), wanted), expr


@given(st.lists(EXPRESSIONS, min_size=1, max_size=3))
@SLOW
def test_expressions_mean_what_they_mean_in_python(made: list[tuple[str, str]]) -> None:
    rules = [f'def f{i}({PARAMS}) -> {type}:\n    "Doc."\n    return {expr}\n' for i, (type, expr) in enumerate(made)]
    fine = [i for i, rule in enumerate(rules) if not too_deep(rule)]
    if not fine:
        return
    game = starkit.game("\n".join(rules[i] for i in fine))
    for i in fine:
        compared(game.prepare(1, 2), f"f{i}", made[i][1])


def too_deep(rule: str) -> bool:
    """Whether an expression is beyond the limits of reading; any other problem is one of this test."""
    found = {problem.code for problem in starkit.check(rule)} - {"BZ530", "BZ537"}  # what is certain is told, and plays
    assert found <= {"BZ510"}, (rule, found)
    return bool(found)


# ---------------------------------------------------------------- bodies

SMALL = st.sampled_from(
    [
        "a",
        "b",
        "c",
        "1",
        "2",
        "5",
        "a + b",
        "b - c",
        "a * 2",
        "c // 2",
        "a % 3",
        "len(out)",
        "out[-1]",
        "d[0]",
        "pair(a, c)",
    ]
)
TESTS = st.sampled_from(
    ["a < b", "c == 2", "not a > 3", "a % 2 == 0 and b > 0", "len(out) > 4", "True", "b in [1, 2, 5]", "c"]
)
SIMPLE = (
    st.tuples(st.sampled_from("abc"), SMALL).map(lambda t: f"{t[0]} = {t[1]}")
    | st.tuples(
        st.sampled_from("abc"), st.sampled_from(["+=", "-=", "*=", "%=", "//="]), st.sampled_from(["1", "2", "3"])
    ).map(" ".join)
    | SMALL.map(lambda n: f"out.append({n})")
    | st.tuples(SMALL, SMALL).map(lambda t: f"a, b = {t[0]}, {t[1]}")
    | st.tuples(SMALL, SMALL).map(lambda t: f"d[{t[0]} % 3] = {t[1]}")
    | SMALL.map(lambda n: f"d[0] += {n}")
    | SMALL.map(lambda n: f"out[0] = {n}")
    | st.just("ASK")
)


def lines(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    """Several statements, one after the other."""
    return st.lists(inner, min_size=1, max_size=4).map(lambda blocks: [line for block in blocks for line in block])


def indented(block: list[str]) -> list[str]:
    return ["    " + line for line in block]


def branch(body: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    def made(t: tuple[str, list[str], str, list[str], list[str], int]) -> list[str]:
        found = [f"if {t[0]}:", *indented(t[1])]
        found += [f"elif {t[2]}:", *indented(t[3])] if t[5] & 1 else []
        return found + (["else:", *indented(t[4])] if t[5] & 2 else [])

    return st.tuples(TESTS, body, TESTS, body, body, st.integers(0, 3)).map(made)


def loop(body: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    source = st.sampled_from(
        ["range(3)", "[c, b, a]", "out", "range(2, 5)", "d", "sorted(out)[:3]", "up_to(4)", "enumerate([5, a])"]
    )

    def made(t: tuple[str, str, list[str]]) -> list[str]:
        name = f"i, {t[1]}" if t[0].startswith("enumerate") else t[1]
        body = [*indented(t[2]), "    break"] if t[0].startswith("up_to") else indented(t[2])
        return [f"for {name} in {t[0]}:", *body]

    return st.tuples(source, st.sampled_from(["a", "b", "c"]), body).map(made)


LINE = SIMPLE.map(lambda line: [line])
JUMP = st.tuples(TESTS, st.sampled_from(["break", "continue"])).map(lambda t: [f"if {t[0]}:", f"    {t[1]}"])
LOOPED: st.SearchStrategy[list[str]] = st.deferred(
    lambda: lines(LINE | LINE | LINE | JUMP | branch(LOOPED) | loop(LOOPED))
)
BODIES: st.SearchStrategy[list[str]] = st.deferred(lambda: lines(LINE | LINE | LINE | branch(BODIES) | loop(LOOPED)))
PAIR = 'def pair(x: int, y: int) -> int:\n    "Doc."\n    ASK\n    return x - y\n'


def rules_of(body: list[str], ask: str, ask_in_pair: str) -> str:
    head = 'def f(a: int, b: int) -> list[int]:\n    "Doc."\n    c = 2\n    out = [a]\n    d = {0: 1, 1: 2, 2: 3}\n'
    tail = "    return out + [a, b, c] + d.values()\n"
    return PAIR.replace("ASK", ask_in_pair) + "\n" + head + "\n".join(indented(body)).replace("ASK", ask) + "\n" + tail


def in_python(body: list[str]) -> Any:
    """What the body gives in Python; None where it never comes to an end of its own."""
    source = rules_of(body, "pass", "pass").replace("def f(a: int, b: int) -> list[int]:", "def f(a, b):")
    source = source.replace("-> int", "").replace(": int", "").replace("d.values()", "list(d.values())")
    for name in ("for a in out:", "for b in out:", "for c in out:"):
        source = source.replace(name, name.replace("out", "list(out)"))
    scope: dict[str, Any] = {"up_to": lambda n: range(1, n + 1)}
    exec(source, scope)
    try:
        return scope["f"](5, -2)
    except (ArithmeticError, LookupError, RuntimeError) as error:
        return error


def finished(state: State, saved: bool) -> State:
    while state.pending is not None:
        if saved:
            state = restore_state(state.game, state.save(), trusted=True)
        state.choose("1")
    return state


def outcome(text: str, saved: bool = False) -> Any:
    """What rules give, or the code of their fault."""
    state = starkit.game(text).prepare(1, 2)
    try:
        state.begin("f", [5, -2])
        return finished(state, saved).returned
    except Fault as fault:
        return fault.problem.code


@given(BODIES)
@SLOW
def test_bodies_mean_what_they_mean_in_python_stopped_or_not(body: list[str]) -> None:
    plain = rules_of(body, "pass", "pass")
    if {problem.code for problem in starkit.check(plain)} - {"BZ537", "BZ530"}:
        return  # a local without a value on some path, blocks too deep
    wanted, found = in_python(body), outcome(plain)
    if isinstance(wanted, Exception):
        assert found in ("BZ808", "BZ804", "BZ806"), (plain, wanted, found)
    elif found not in ("BZ804", "BZ806", "BZ811"):  # what Python has no bounds for
        assert found == wanted, plain
    stopping = rules_of(body, 'choose(players(), "Go on?", [1, 2])', "pass")
    assert outcome(stopping) == found, stopping
    assert outcome(stopping, saved=True) == found, stopping
