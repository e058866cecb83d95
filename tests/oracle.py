"""One program, two engines: a rule run here, and the same text run by a published implementation of Starlark.

`ours` and `theirs` give the value that a rule has for arguments, or why there is none. Both want plain values: numbers,
truths, texts, None, lists and dicts; a tuple comes out as a list.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import starlark

import starkit
from bartizan_engine import language
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.game import Game, State, load
from bartizan_engine.types import INT_MAX, INT_MIN

# What our library has and Starlark has not, in Starlark; `fit` is the bound of 64 bits, where we test it.
PRELUDE = f"""
def fit(n):
    return n if {INT_MIN} <= n and n <= {INT_MAX} else fail("64 bits")

def total(xs):
    n = 0
    for x in xs:
        n += x
    return n

def fit_total(xs):
    return fit(total(xs))

def fit_abs(n):
    return fit(abs(n))

def unique(xs):
    found = []
    for x in xs:
        if x not in found:
            found.append(x)
    return found

def most(xs, key):
    return [x for x in xs if key(x) == max([key(y) for y in xs])]

def least(xs, key):
    return [x for x in xs if key(x) == min([key(y) for y in xs])]

def first(xs):
    return xs[0] if xs else None

def must(x):
    return x if x != None else fail("None")

def keys(d):
    return list(d.keys())

sum = total
text = str
"""
LIBRARY = ("fit", "fit_total", "fit_abs", "unique", "most", "least", "first", "must", "keys", "sum", "text")
HEAD = f"load('prelude', {', '.join(repr(name) for name in LIBRARY)})\n"

RULESET = {"entries": {"play": {"rule": "play"}}, "results": {"won": {"says": "The valley is safe."}}}

# Annotations that this Starlark cannot read: it has only tuples of one type, and at most two things in brackets.
_PAIR = re.compile(r"\btuple\[[a-z, ]+\]")
_SEVERAL = re.compile(r"\beffects\[([a-z_]+)(?:, [a-z_]+)+\]")


class Refused(NamedTuple):
    """There is no value: `when` is "check" or "play"; `code` and `why` are the problem's, or Starlark's words."""

    when: str
    code: str
    why: str


# ---------------------------------------------------------------- here


@cache
def _base() -> Game:
    sections = dict.fromkeys(starkit.RULESET) | RULESET
    return load(starkit.scenario("", sections, {kind: [] for kind in starkit.RECORDS}, board=False, mission=None))


def lowered(text: str) -> Game | Refused:
    """The game of rules, or the first problem of their check. Warnings refuse nothing."""
    base = _base()
    program, problems = language.check(base.ruleset, starkit.sources(text))
    wrong = [problem for problem in problems if language.severe(problem)]
    if program is None:
        return Refused("check", wrong[0].code, f"{wrong[0].spot.line}: {wrong[0].message}")
    game = copy.copy(base)
    game.rules, game._programs = program, {}
    return game


def ours(text: str | Game | Refused, rule: str, args: Sequence[Any] = (), policy: Any = None) -> Any:
    """What our engine says of a rule. Every decision on the way is answered with "yes"."""
    game = lowered(text) if isinstance(text, str) else text
    if isinstance(game, Refused):
        return game
    try:
        return _plain(_end(game, rule, args, policy).returned)
    except Fault as fault:
        return Refused("play", fault.problem.code, str(fault))
    except NotVerified as refused:  # pragma: no cover  # a save of ours is always good
        raise AssertionError(str(refused)) from refused


def _end(game: Game, rule: str, args: Sequence[Any], policy: Any) -> State:
    state = game.prepare(1, 1)
    state.policy = policy
    state.begin(rule, copy.deepcopy(list(args)))
    while state.pending is not None:
        state.choose("yes")
    return state


def in_line(state: State, decision: tuple[Any, ...]) -> int:
    """A policy that says "yes" without a stop."""
    return 0


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return [[_plain(key), _plain(item)] for key, item in value.items()]
    return value


# ---------------------------------------------------------------- there


def dialect() -> starlark.Dialect:
    """Starlark with annotations, which are read and not tested."""
    found = starlark.Dialect.standard()
    found.enable_types = starlark.DialectTypes.PARSE_ONLY
    found.enable_def = found.enable_keyword_only_arguments = found.enable_lambda = True
    found.enable_top_level_stmt = True
    return found


@cache
def _library() -> starlark.FrozenModule:
    module = starlark.Module()
    starlark.eval(module, starlark.parse("prelude.star", PRELUDE, dialect()), starlark.Globals.standard())
    return module.freeze()


def readable(text: str) -> str:
    """Rules without the annotations that this Starlark cannot read."""
    return _SEVERAL.sub(r"effects[\1]", _PAIR.sub("tuple", text))


def compiled(
    text: str, rule: str, calls: Sequence[Sequence[Any]] = ((),), library: bool = True
) -> starlark.FrozenModule | Refused:
    """The module of a text with calls of one rule, or why it is none."""
    module = starlark.Module()
    tail = [f"def call_{i}():\n    return {rule}({', '.join(map(repr, args))})\n" for i, args in enumerate(calls)]
    try:
        ast = starlark.parse("test.star", "".join([HEAD if library else "", readable(text), *tail]), dialect())
        loader = starlark.FileLoader(lambda name: _library())
        starlark.eval(module, ast, starlark.Globals.standard(), loader)
    except starlark.StarlarkError as error:
        return Refused("check", "", str(error))
    return module.freeze()


def theirs(module: starlark.FrozenModule | Refused, call: int = 0) -> Any:
    """What Starlark says of one of the calls."""
    if isinstance(module, Refused):
        return module
    try:
        return _plain(module.call(f"call_{call}"))
    except starlark.StarlarkError as error:
        why = next(line for line in str(error).splitlines() if line.startswith("error: "))
        code = "64 bits" if "64 bits" in why else "32 bits" if "fit in i32" in why or "unpacking value" in why else ""
        return Refused("play", code, str(error))


def same(a: Any, b: Any) -> bool:
    """Equal, and of equal types throughout: True is not 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)
