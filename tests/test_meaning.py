"""What expressions and statements mean at play; and that a rule means the same whether or not it can be stopped."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import starkit
from bartizan_engine import canon, decide
from bartizan_engine.fault import Fault
from bartizan_engine.game import State, load
from bartizan_engine.save import restore_state

BIG = 2**63 - 1


def value(expr: str, returns: str, **more: Any) -> Any:
    """The value of one expression."""
    return starkit.call(f'def f() -> {returns}:\n    "Doc."\n    return {expr}\n', "f", **more)


def fault(text: str, rule: str, *args: Any, **more: Any) -> Fault:
    """The fault that a rule ends in."""
    with pytest.raises(Fault) as caught:
        starkit.call(text, rule, *args, **more)
    return caught.value


# ---------------------------------------------------------------- expressions

VALUES = {
    # arithmetic: whole numbers, rounded down
    "7 // 2": 3,
    "-7 // 2": -4,
    "7 // -2": -4,
    "-7 // -2": 3,
    "7 % 3": 1,
    "-7 % 3": 2,
    "7 % -3": -2,
    "-7 % -3": -1,
    "2 + 3 * 4": 14,
    "(2 + 3) * 4": 20,
    "2 - 3 - 4": -5,
    "2 - (3 - 4)": 3,
    "20 // 2 // 3": 3,
    "20 // (2 * 3)": 3,
    "20 // (7 // 2)": 6,
    "20 - 7 % 4": 17,
    "-2 * -3": 6,
    "--2": 2,
    "-(2 - 3)": 1,
    "- 2 % 5": 3,
    "-(2 % 5)": -2,
    "+3": 3,
    "9223372036854775807": BIG,
    "-9223372036854775807 - 1": -BIG - 1,
    "9223372036854775807 + 1 - 1": BIG,  # inside one expression numbers are exact
    "abs(-3) + abs(3)": 6,
    # conditions
    "1 if 2 > 1 else 1 // 0": 1,
    "1 // 0 if 2 < 1 else 2": 2,
    "len([1, 2][0:1])": 1,
    "3 if [] else 4": 4,
    "3 if 0 else 4": 4,
    '3 if "" else 4': 4,
    "3 if not [] and not 0 else 4": 3,
    # lists
    "[3, 1, 2][0]": 3,
    "[3, 1, 2][-1]": 2,
    "sum([3, 1, 2])": 6,
    "sum([])": 0,
    "max([3, 1, 2])": 3,
    "min([3, 1, 2])": 1,
    "max(3, 1, 2)": 3,
    "min(3, 1 - 5)": -4,
    "len([3, 1, 2])": 3,
    "len({1: 2, 3: 4})": 2,
    'len("größer")': 6,
    "(3, 4)[1]": 4,
    "first([5, 6])": 5,
    "{1: 2, 3: 4}[3]": 4,
    "must({1: 2}.get(1))": 2,
    "{1: 2}.get(5, 7)": 7,
    "sum({1: 2, 3: 4}.values())": 6,
    "sum({1: 2, 3: 4}.keys())": 4,
    "sum(keys({1: 2, 3: 4}))": 4,
    "sum([a * b for a, b in {1: 2, 3: 4}.items()])": 14,
    "len(range(0))": 0,
    "len(range(10, 0, -3))": 4,
    "ordinal(levels.high)": 2,
    "levels.high - levels.low": 2,
    "numbers.price + numbers.hands[2]": 8,
    "numbers.steps[levels.middle]": 2,
    "count(\"goblin\")": 0,
    "seats()": 2,
    "mission.goal": 4,
    "mission.waves[0].gap": 2,
    "players()[1].seat": 2,
    "options.luck": 1,
}  # fmt: skip

TRUTHS = {
    "True or 1 // 0 == 1": True,
    "False and 1 // 0 == 1": False,
    "not True or True": True,
    "not (True or True)": False,
    "not 3 == 4": True,
    "False or False or True": True,
    "True and True and False": False,
    "False and False or True": True,
    "3 in [1, 3]": True,
    "3 not in [1, 3]": False,
    "3 in []": False,
    "3 in {3: 4}": True,
    "4 in {3: 4}": False,
    "3 in (1, 3)": True,
    '"ob" in "goblin"': True,
    '"bo" in "goblin"': False,
    '"" in "goblin"': True,
    "3 in range(4)": True,
    "[1, [2][0]] == [1, 2]": True,
    "[1, 2] == [2, 1]": False,
    "(1, 2) < (1, 3)": True,
    '"a" < "b"': True,
    '"Z" < "a"': True,
    "levels.low < levels.high": True,
    "levels.low == levels.low": True,
    "{1: 2, 3: 4} == {3: 4, 1: 2}": True,
    "any([])": False,
    "all([])": True,
    "any([n > 2 for n in [1, 2, 3]])": True,
    "all([n > 2 for n in [1, 2, 3]])": False,
    '"goblin".startswith("gob")': True,
    '"goblin".endswith("gob")': False,
    "must(first([1])) == 1": True,
    "first([1][1:]) == None": True,
}

LISTS = {
    "[3, 1, 2][1:]": [1, 2],
    "[3, 1, 2][:1]": [3],
    "[3, 1, 2][:]": [3, 1, 2],
    "[3, 1, 2][-2:]": [1, 2],
    "[3, 1, 2][:-1]": [3, 1],
    "[3, 1, 2][5:]": [],
    "[3, 1, 2][2:1]": [],
    "[3, 1, 2][-9:9]": [3, 1, 2],
    "[1] + [2] + []": [1, 2],
    "[1, 2] * 2": [1, 2, 1, 2],
    "2 * [1]": [1, 1],
    "[1] * 0": [],
    "[1] * -3": [],
    "sorted([3, 1, 2])": [1, 2, 3],
    "sorted([3, 1, 2], reverse = True)": [3, 2, 1],
    "reversed([3, 1, 2])": [2, 1, 3],
    "unique([3, 1, 3, 2, 1])": [3, 1, 2],
    "list(range(3))": [0, 1, 2],
    "range(2, 5)": [2, 3, 4],
    "range(5, 2, -1)": [5, 4, 3],
    "range(5, 2)": [],
    "[n * n for n in range(4) if n % 2 == 1]": [1, 9],
    "[n + m for n in [10, 20] for m in [1, 2] if n + m != 12]": [11, 21, 22],
    "[m for n in [[1, 2], [3]] for m in n]": [1, 2, 3],
    "[i + n for i, n in enumerate([5, 6])]": [5, 7],
    "[n for n in {3: 1, 1: 2, 2: 3}]": [3, 1, 2],
    "keys({n: n for n in [3, 1, 2, 3]})": [3, 1, 2],
    "[sum([n for n in range(m)]) for m in range(4)]": [0, 0, 1, 3],
    "[n if n > 1 else -n for n in range(3)]": [0, -1, 2],
    "[hand for hand in [numbers.hands[n + 1] for n in range(2)]]": [7, 5],
}

TEXTS = {
    '"a" + "b"': "ab",
    '"ab" * 3': "ababab",
    '"goblin"[0]': "g",
    '"goblin"[-1]': "n",
    '"goblin"[1:3]': "ob",
    '"Goblin".upper() + "Goblin".lower()': "GOBLINgoblin",
    "'it\\'s'": "it's",
    '"a\\tb\\n"': "a\tb\n",
    '"""two\nlines"""': "two\nlines",
    'text("plain")': "plain",
    "mission.title": "Raid",
    "mission.id": "raid",
    'record("goblin", "grub").title': "Grub",
    "levels.low": "low",
    "max([levels.low, levels.high, levels.middle])": "high",
    "levels.low + 1": "middle",
    "levels.low + 9": "high",
    "levels.high - 9": "low",
    "options.start": "low",
}


@pytest.mark.parametrize("expr", VALUES)
def test_numbers(expr: str) -> None:
    returns = "optional[int]" if expr.startswith("first") else "int"
    assert value(expr, returns) == VALUES[expr]


@pytest.mark.parametrize("expr", TRUTHS)
def test_truths(expr: str) -> None:
    assert value(expr, "bool") is TRUTHS[expr]


@pytest.mark.parametrize("expr", LISTS)
def test_lists(expr: str) -> None:
    assert value(expr, "list[int]") == LISTS[expr]


@pytest.mark.parametrize("expr", TEXTS)
def test_texts_and_members(expr: str) -> None:
    returns = "levels" if "levels" in expr or "options" in expr else "text"
    assert value(expr, returns) == TEXTS[expr]


FAULTS = {
    "9223372036854775807 + 1": "BZ804",
    "9223372036854775807 * 9223372036854775807": "BZ804",
    "-9223372036854775807 - 2": "BZ804",
    "(-9223372036854775807 - 1) // -1": "BZ804",
    "-(-9223372036854775807 - 1)": "BZ804",
    "abs(-9223372036854775807 - 1)": "BZ804",
    "-1 % (9223372036854775807 * 4)": "BZ804",
    "sum([9223372036854775807, 1])": "BZ804",
    "1 // 0": "BZ808",
    "1 % 0": "BZ808",
    "[1][1]": "BZ808",
    "[1][-2]": "BZ808",
    "{1: 2}[3]": "BZ808",
    "max([1][1:])": "BZ808",
    "min([1][1:])": "BZ808",
    "len(range(0, 9, 0))": "BZ808",
    "must({1: 2}.get(3))": "BZ805",
    "numbers.hands[9]": "BZ808",
    'len("a" * 5000)': "BZ811",
    "len([1] * 5000)": "BZ811",
    "len(range(5000))": "BZ811",
    "len(range(-9000000000000000000, 9000000000000000000))": "BZ811",
    "cell_named(\"nowhere\").row": "BZ808",
    'cell_named("b3").row + steps_left("inbound", cell_named("b3"))': "BZ808",
    "owner(must(top(game.lair))).seat": "BZ805",
}  # fmt: skip


@pytest.mark.parametrize("expr", FAULTS)
def test_what_has_no_value_is_a_fault_at_its_line(expr: str) -> None:
    found = fault(f'def f() -> int:\n    "Doc."\n    return {expr}\n', "f")
    assert found.problem.code == FAULTS[expr]
    assert (found.problem.spot.path, found.problem.spot.line) == ("test.star", 3)
    assert [(call.rule, call.line) for call in found.stack] == [("f", 3)]


def test_a_fault_knows_the_rules_that_were_running() -> None:
    text = """
def f(n: int) -> int:
    "Doc."
    return (
        g(n))

def g(n: int) -> int:
    "Doc."
    if n > 3:
        return 1

    return n // 0
"""
    found = fault(text, "f", 1)
    assert [(call.rule, call.line) for call in found.stack] in ([("f", 4), ("g", 12)], [("f", 5), ("g", 12)])


def test_a_text_with_values_in_it_is_not_taken_apart() -> None:
    for expr in (
        "len(t)",
        "len(t[0])",
        "len(t[0:1])",
        "len(t + t)",
        "len(t.upper())",
        "len([n for n in [1] if t in t])",
    ):
        text = 'def f(n: int) -> int:\n    "Doc."\n    return g(text("costs {n}"))\n\n'
        text += f'def g(t: text) -> int:\n    "Doc."\n    return {expr}\n'
        found = [problem for problem in starkit.check(text) if problem.spot.path.endswith(".star")]
        assert {(problem.code, problem.spot.line) for problem in found if problem.code == "BZ522"} == {("BZ522", 7)}, (
            expr
        )


def test_sorting_keeps_what_is_equal_in_its_order() -> None:
    text = """
def last(n: int) -> int:
    "Doc."
    return n % 10

def f(xs: list[int]) -> list[int]:
    "Doc."
    return sorted(xs, key = last)

def g(xs: list[int]) -> list[int]:
    "Doc."
    return sorted(xs, key = last, reverse = True)

def m(xs: list[int]) -> list[int]:
    "Doc."
    return most(xs, key = last) + [0] + least(xs, key = last)
"""
    assert starkit.call(text, "f", [31, 12, 21, 2, 11]) == [31, 21, 11, 12, 2]
    assert starkit.call(text, "g", [31, 12, 21, 2, 11]) == [12, 2, 31, 21, 11]
    assert starkit.call(text, "m", [31, 12, 21, 2, 11]) == [12, 2, 0, 31, 21, 11]
    assert starkit.call(text, "m", []) == [0]


def test_a_comprehension_s_names_are_its_own() -> None:
    text = """
def f() -> list[int]:
    "Doc."
    x = 7
    found = [x for x in [1, 2]]
    deep = [x for x in [[x] for x in [3]][0]]
    return found + deep + [x]
"""
    assert starkit.call(text, "f") == [1, 2, 3, 7]


# ---------------------------------------------------------------- ownership

ALIASES = {
    "other = own": "assigning",
    "other = own if len(own) > 0 else [9]": "a condition",
    "other = must(own)": "must()",
    "other = [own][0]": "an element",
    "other = (own, 1)[0]": "a part of a tuple",
    "other = {1: own}[1]": "an entry",
    "other = own[:]": "a slice",
    "other = given(own)": "giving it back",
    "other, _ = own, 1": "unpacking",
    "other = first([own])": "first()",
    "other = own if True else own": "a settled condition",
    "other = [o for o in [own]][0]": "a comprehension",
    "other = {1: 2}.get(1) == 2 and [own][0] or own": "",
}
del ALIASES["other = {1: 2}.get(1) == 2 and [own][0] or own"]


@pytest.mark.parametrize("line", ALIASES)
def test_a_list_that_changes_changes_under_one_name_only(line: str) -> None:
    text = f"""
def given(xs: list[int]) -> list[int]:
    "Doc."
    return xs

def f() -> list[list[int]]:
    "Doc."
    own = [1]
    {line}
    own.append(2)
    own[0] = 5
    return [{"must(other)" if "first" in line else "other"}, own]
"""
    assert starkit.call(text, "f") == [[1], [5, 2]]


@pytest.mark.parametrize(
    "line",
    [
        "game.log = own",
        "game.log = own if len(own) > 0 else [9]",
        "game.log = must(own)",
        "keep(own)",
        "keep(own if True else [3])",
        "keep(must(own))",
        "perform(g.tricks, xs = own)",
    ],
)
def test_what_the_state_holds_changes_by_assignment_only(line: str) -> None:
    text = f"""
def keep(xs: list[int]):
    "Doc."
    game.log = xs

def f(g: goblin) -> list[list[int]]:
    "Doc."
    own = [1]
    {line}
    own.append(2)
    return [game.log, own]
"""
    changes = {"words": {"keep": {"rule": "keep", "says": "keep"}}}
    records = {
        "goblin": [
            {"id": "grub", "title": "Grub", "hp": 3, "tricks": [["keep", {}]]},
            {"id": "boss", "title": "Boss", "hp": 9},
        ]
    }
    mission = {"mission": [{"id": "raid", "title": "Raid", "map": "valley"}]}
    given = {"pieces": {"g": {"goblin": "grub", "zone": "lair"}}}
    assert starkit.call(text, "f", "g", changes=changes, records=records | mission, given=given) == [[1], [1, 2]]


# ---------------------------------------------------------------- the same with and without a stop

# Each body runs in a plain rule, where ASK is nothing, and in rules that ask there; what it gives and leaves is the same.
BODIES: dict[str, str] = {}


def body(function: Any) -> Any:
    """Register a body: the docstring of a function, under its name."""
    BODIES[function.__name__] = inspect.cleandoc(function.__doc__)
    return function


@body
def nested_loops() -> None:
    """
    for a in range(4):
        if a == 1:
            continue
        for b in [10, 20, 30]:
            ASK
            if b == 20 and a == 2:
                break
            if b == 20:
                continue
            game.log += [a + b]
        if a == 3:
            break
        game.log += [a]
    """


@body
def loop_without_stop_in_loop_with_stop() -> None:
    """
    for a in range(3):
        ASK
        for b in range(5):
            if b == 1:
                continue
            if b == 3:
                break
            game.log += [b]
        if a == 1:
            continue
        for b in range(2):
            if a == 2:
                return [a, b]
        game.log += [a * 100]
    """


@body
def jumps_in_ifs() -> None:
    """
    n = 0
    for a in range(9):
        if a % 2 == 0:
            if a == 4:
                continue
            elif a == 6:
                ASK
                break
            else:
                n += a
        else:
            ASK
            n += 100
    game.log += [n]
    """


@body
def else_and_elif() -> None:
    """
    for a in range(5):
        if a == 0:
            game.log += [0]
        elif a == 1:
            ASK
            game.log += [10]
        elif a == 2:
            game.log += [20]
        else:
            if a == 3:
                ASK
            game.log += [30]
    """


@body
def up_to_with_a_way_out() -> None:
    """
    for n in up_to(5):
        ASK
        if n == 3:
            game.log += [n]
            break
    for n in up_to(5):
        if n == 2:
            break
    ASK
    game.log += [n]
    """


@body
def rounds_expire_what_lasts_so_long() -> None:
    """
    for n in rounds(3):
        game.heat += 1
        ASK
        game.log += [n * 10 + game.heat]
        game.heat += 1
    game.log += [game.heat]
    """


@body
def turns_and_players() -> None:
    """
    for p in turns(players()):
        p.score += p.seat
        ASK
        game.log += [p.score]
    for p in together(players()):
        ASK
        p.score += 1
    game.log += [p.score for p in players()]
    """


@body
def the_list_of_a_loop_stays_as_it_was() -> None:
    """
    own = [1, 2, 3]
    for x in own:
        ASK
        own.append(x * 10)
        own[0] = 9
    game.log += own
    for x in game.log:
        ASK
        game.log = [x]
    """


@body
def dicts_keep_their_order() -> None:
    """
    d = {3: 30, 1: 10}
    ASK
    d[2] = 20
    d[3] = 33
    for k, v in d.items():
        ASK
        d[k + 10] = v
        game.log += [k, v]
    game.log += d.keys()
    """


@body
def augmented_assignment_reads_first() -> None:
    """
    game.gold = 10
    game.gold += spend(3)
    n = 5
    n += spend(1)
    n *= 2
    n -= 1
    n //= 2
    n %= 4
    game.log += [game.gold, n]
    """


@body
def augmented_assignment_finds_its_owner_once() -> None:
    """
    at(1).score += 4
    at(1).score += spend(2)
    game.log += [p.score for p in players()]
    """


@body
def tables_of_the_state() -> None:
    """
    game.stock[levels.low] = 3
    ASK
    game.stock[levels.high] += 2
    game.stock[level_of(1)] += spend(2)
    game.stock[level_of(1)] = restock(7)
    game.log += [game.stock[level] for level in members("levels")]
    """


@body
def unpacking() -> None:
    """
    a, b = 1, 2
    ASK
    a, b = b, a
    game.gold, game.debt = b + 10, a + 10
    game.log += [a, b, game.gold, game.debt]
    for i, x in enumerate([5, 6]):
        ASK
        game.log += [i, x]
    """


@body
def arguments_in_their_turn() -> None:
    """
    game.log += three(spend(1), game.gold, spend(2))
    game.log += [game.gold]
    """


@body
def contexts_end_with_their_maker() -> None:
    """
    t = new("tally")
    t.sum += 1
    for n in range(3):
        u = used(t, n)
        game.log += [u]
        ASK
    game.log += [t.sum]
    """


@body
def narrowed_values() -> None:
    """
    found = first([n for n in [4, 5] if n > 4])
    if found != None:
        ASK
        game.log += [found + 1]
    none = first([n for n in [4, 5] if n > 9])
    game.log += [0 if none == None else none]
    """


@body
def an_early_return() -> None:
    """
    for n in range(4):
        for m in range(4):
            if n * m == 6:
                ASK
                return [n, m]
    return []
    """


HELPERS = """
def spend(n: int) -> int:
    "Doc."
    game.gold += n
    game.debt += 1
    ASK
    return n

def at(n: int) -> player:
    "Doc."
    game.debt += 100
    return players()[n]

def level_of(n: int) -> levels:
    "Doc."
    game.debt += 100
    return members("levels")[n]

def restock(n: int) -> int:
    "Doc."
    game.stock[levels.low] += 1
    ASK
    return n

def three(a: int, b: int, c: int) -> list[int]:
    "Doc."
    ASK
    return [a, b, c]

def used(t: tally, n: int) -> int:
    "Doc."
    inner = new("tally", sum = n)
    ASK
    inner.sum += 10
    t.sum += inner.sum
    return inner.sum
"""

STOP = 'choose(players(), "Go on?", [1, 2])'


def rules_of(name: str, ask: str) -> str:
    lines = BODIES[name] if BODIES[name].rstrip().endswith("return []") else BODIES[name] + "\nreturn []"
    indented = "\n".join("    " + line for line in lines.splitlines())
    text = f'{HELPERS}\ndef f() -> list[int]:\n    "Doc."\n{indented}\n'
    called = set(re.findall(r"(\w+)\(", text))
    if ask != "pass" and "ASK" not in lines and not called & {"spend", "three", "used"}:
        raise AssertionError("this body never asks")
    return text.replace("ASK", ask)


def left(state: State) -> Any:
    """What a rule gives and leaves behind."""
    names = [name for name in state.program.fields if name.startswith(("game__", "player__"))]
    return state.returned, {name: getattr(state, name) for name in names}, state.contexts, state.frames


def begun(text: str, **set_up: Any) -> State:
    state = starkit.game(text).prepare(1, 2)
    for name, value in set_up.items():
        setattr(state, name, value)
    state.begin("f", [])
    return state


@pytest.mark.parametrize("name", BODIES)
def test_a_rule_that_stops_means_the_same_as_one_that_does_not(name: str) -> None:
    plain = begun(rules_of(name, "pass"))
    assert plain.pending is None
    asking = rules_of(name, STOP)
    in_line = begun(asking, policy=lambda state, decision: 0)
    stopped = begun(asking)
    stops = 0
    while stopped.pending is not None:
        stops += 1
        stopped.choose("1")
    assert stops > 0
    assert left(stopped) == left(plain)
    assert left(in_line) == left(plain)


@pytest.mark.parametrize("name", BODIES)
def test_a_rule_that_is_saved_at_every_stop_goes_on_the_same(name: str) -> None:
    game = starkit.game(rules_of(name, STOP))
    state, kept = game.prepare(1, 2), []
    state.begin("f", [])
    straight = state.clone()
    while straight.pending is not None:
        straight.choose("1")
    while state.pending is not None:
        kept.append((state, state.hash()))
        state = restore_state(game, state.save(), trusted=True)
        assert state.hash() == kept[-1][1]
        state.choose("1")
    assert left(state) == left(straight)
    for earlier, hash in kept:
        assert earlier.hash() == hash


def test_what_the_bodies_leave() -> None:
    """The plain rule itself is right, so that the others are."""
    wanted = {
        "nested_loops": [10, 30, 0, 12, 2, 13, 33],
        "jumps_in_ifs": [302],
        "else_and_elif": [0, 10, 20, 30, 30],
        "rounds_expire_what_lasts_so_long": [11, 21, 31, 2],
        "the_list_of_a_loop_stays_as_it_was": [30],
        "augmented_assignment_reads_first": [14, 1],
        "augmented_assignment_finds_its_owner_once": [0, 6],
        "tables_of_the_state": [4, 7, 2],
        "unpacking": [2, 1, 11, 12, 0, 5, 1, 6],
        "arguments_in_their_turn": [1, 1, 2, 3],
        "contexts_end_with_their_maker": [10, 11, 12, 34],
        "narrowed_values": [6, 0],
        "dicts_keep_their_order": [3, 33, 1, 10, 2, 20, 3, 1, 2, 13, 11, 12],
    }
    for name, log in wanted.items():
        assert begun(rules_of(name, "pass")).game__log == log, name
    assert begun(rules_of("augmented_assignment_finds_its_owner_once", "pass")).game__debt == 201


# ---------------------------------------------------------------- decisions in places

TREE = """
def pay(n: int):
    "Doc."
    game.gold += choose(players(), "Pay how much?", [n, n + 1])

def fight(n: int):
    "Doc."
    for _ in range(n):
        if confirm(players(), "Strike?"):
            game.log += [n]

def wait(n: int):
    "Doc."
    game.debt += n

def too_poor() -> optional[text]:
    "Doc."
    return text("no gold") if game.gold == 0 else None

def f(g: goblin) -> list[int]:
    "Doc."
    for n in up_to(4):
        if not choose_action(players(), "What now?", "turn", skip = "Rest", n = n):
            break
    perform(g.tricks, n = 7)
    return [game.gold, game.debt] + game.log
"""
TREE_CHANGES = {
    "menus": {"turn": {"pay": {"says": "Pay", "rule": "pay"}, "fight": {"says": "Fight", "rule": "fight", "blocked": "too_poor"}, "wait": {"says": "Wait", "rule": "wait"}}},
    "words": {"toll": {"rule": "pay", "says": "pay a toll"}, "nap": {"args": {"hours": "int 1..9"}, "rule": "nap", "says": "sleep {hours}"}},
}  # fmt: skip
TREE_TEXT = TREE + '\ndef nap(hours: int):\n    "Doc."\n    game.debt += hours * 10\n'
TREE_RECORDS = {
    "goblin": [{"id": "grub", "title": "Grub", "hp": 3, "tricks": [["toll", {}], ["nap", {"hours": 2}], ["sly", {}], ["toll", {}]]}, {"id": "boss", "title": "Boss", "hp": 9}],
    "mission": [{"id": "raid", "title": "Raid", "map": "valley"}],
}  # fmt: skip
TREE_SET = {
    "changes": TREE_CHANGES,
    "records": TREE_RECORDS,
    "given": {"pieces": {"g": {"goblin": "grub", "at": "west"}}},
}


def test_menus_words_and_rules_ask_in_their_order() -> None:
    answers = ["pay", "2", "fight", "yes", "no", "wait", "none", "7", "8"]
    outcome = starkit.run(TREE_TEXT, "f", {"g": "g"}, answers=answers, **TREE_SET)
    assert outcome.value == [17, 23, 2]
    assert [event.get("option") for event in outcome.state.events if event.name == "chosen"] == answers


def test_what_is_blocked_says_why_and_cannot_be_chosen() -> None:
    state = starkit.run(TREE_TEXT, "f", {"g": "g"}, **TREE_SET).state
    decision = state.decision
    assert decision is not None
    assert [(o.key, o.label, o.blocked) for o in decision.options] == [
        ("pay", "Pay", None),
        ("fight", "Fight", "no gold"),
        ("wait", "Wait", None),
        ("none", "Rest", None),
    ]
    assert decision.open == (decision.options[0], decision.options[2], decision.options[3])
    before = state.hash()
    for wrong in ("fight", "fly", "Pay", ""):
        with pytest.raises(Fault) as caught:
            state.choose(wrong)
        assert caught.value.problem.code == "BZ813"
    with pytest.raises(Fault) as caught:
        state.choose("pay", by=7)
    assert caught.value.problem.code == "BZ813"
    assert state.hash() == before


def test_a_fault_after_a_choice_leaves_the_state_before_it() -> None:
    text = """
def f() -> int:
    "Doc."
    game.gold = 3
    n = choose(players(), "By what?", [0, 1])
    game.gold = 9
    game.log += [1]
    return 6 // n
"""
    state = starkit.run(text, "f").state
    before, events = state.hash(), len(state.events)
    with pytest.raises(Fault) as caught:
        state.choose("0")
    assert caught.value.problem.code == "BZ808"
    assert (state.hash(), len(state.events), state.game__gold) == (before, events, 3)
    state.choose("1")
    assert (state.returned, state.game__gold) == (6, 9)


LONE = """
def f(n: int) -> list[int]:
    "Doc."
    a = choose(players(), "Which?", [n for _ in range(3)])
    b = choose(players(), "Which?", [option(1, blocked = "shut"), option(2)])
    c = choose(players(), "Which?", [1][1:], skip = "None")
    d = choose(players(), "Which?", [option(1, blocked = "shut")], skip = "None")
    e = choose(players(), "Which?", [5], skip = "None", skip_blocked = "must")
    return [a, b, 0 if c == None else c, 0 if d == None else d, 0 if e == None else e]
"""


def test_a_lone_open_option_gives_itself() -> None:
    outcome = starkit.run(LONE, "f", {"n": 7})
    assert outcome.value == [7, 2, 0, 0, 5]
    assert [event.get("alone") for event in outcome.state.events if event.name == "offered"] == [True] * 5
    assert outcome.state.answer_list() == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('x = choose(players(), "Which?", [1][1:])', "BZ801"),
        ('x = choose(players(), "Which?", [option(1, blocked = "shut")])', "BZ801"),
        ('x = choose(players()[2:], "Which?", [1, 2])', "BZ801"),
        ('x = choose(players(), "Which?", [1][1:], skip = "None", skip_blocked = "no")', "BZ801"),
        ('x = choose(players(), "Which?", range(1025))', "BZ811"),
        ("game.gold = 100", "BZ802"),
        ("game.gold -= 1", "BZ802"),
        ("game.stock[levels.low] = -1", "BZ802"),
        ("game.stock[levels.low] += 100", "BZ802"),
        ("players()[0].score = 100", "BZ802"),
        ('fail("it is over")', "BZ809"),
        ("for _ in up_to(3): pass", "BZ806"),
        ('for _ in up_to(3): choose(players(), "Which?", [1, 1])', "BZ806"),
    ],
)
def test_faults_of_statements(line: str, code: str) -> None:
    head, _, tail = line.partition(": ")
    lines = f"    {head}:\n        {tail}" if line.startswith("for") else f"    {line}"
    assert fault(f'def f():\n    "Doc."\n{lines}\n', "f").problem.code == code


def test_alike_pieces_are_one_option_and_labels_are_unique() -> None:
    text = """
def f() -> goblin:
    "Doc."
    return choose(players(), "Which?", pieces("goblin"))

def h() -> gem:
    "Doc."
    return choose(players(), "Which?", pieces("gem"))
"""
    given = {
        "pieces": {
            "a": {"goblin": "grub", "zone": "lair", "times": 3},
            "b": {"goblin": "grub", "zone": "lair", "hp": 1},
            "c": {"goblin": "grub", "at": "west"},
            "d": {"gem": "ruby", "zone": "hoard", "times": 2},
        }
    }
    decision = starkit.run(text, "f", given=given).state.decision
    assert decision is not None
    assert [o.key for o in decision.options] == ["goblin:grub#0", "goblin:grub#3", "goblin:grub#4"]
    assert len({o.label for o in decision.options}) == 3
    decision = starkit.run(text, "h", given=given).state.decision
    assert decision is not None
    assert [o.key for o in decision.options] == ["gem:ruby#5", "gem:ruby#6"]
    assert len({o.label for o in decision.options}) == 2


@pytest.mark.parametrize(
    ("options", "extra"),
    [
        ('["none", "some"]', ', skip = "Nothing"'),
        ('["a", "b", "a #2"]', ""),
        ('[option(1, label = "a"), option(2, label = "a"), option(3, label = "a #2"), option(4, label = "a")]', ""),
        ("[[1, 2], [1], [1, 2]]", ""),
        ("[[[1]], [[2]], [[1]]]", ""),
        ("[(1, [2]), (1, [3])]", ""),
        ("levels_of()", ', skip = "None"'),
        ('faces(record("bone", "fate")) + faces(record("bone", "doom"))', ""),
        ('[text("{n} gold"), "3 gold", "4 gold"]', ""),
    ],
)
def test_options_have_no_doubles_and_keys_are_unique(options: str, extra: str) -> None:
    text = f"""
def levels_of() -> list[levels]:
    "Doc."
    return members("levels")

def f(n: int):
    "Doc."
    x = choose(players(), "Which?", {options}{extra})
"""
    bone = starkit.RECORDS["bone"][0]
    state = starkit.run(text, "f", {"n": 3}, records={"bone": [bone, bone | {"id": "doom"}]}).state
    decision = state.decision
    assert decision is not None
    keys, labels = [o.key for o in decision.options], [o.label for o in decision.options]
    assert len(set(keys)) == len(keys)
    assert len(set(labels)) == len(labels)
    for at, key in enumerate(keys):
        assert state.place_of(key) == at
        again = state.clone()
        again.choose(key)
        assert again.pending is None


def test_contexts_are_gone_when_their_maker_has_ended() -> None:
    text = """
def three(p: player) -> int:
    "Doc."
    xs = [new("attack", by = p, power = n) for n in [1]] if False else [new("attack", by = p), new("attack", by = p)]
    return len(xs)

def one(p: player) -> int:
    "Doc."
    return new("attack", by = p, power = 3).power + 1

def loop(p: player) -> int:
    "Doc."
    total = 0
    for a in [new("attack", by = p, power = 3)]:
        total += a.power
    return total

def f() -> int:
    "Doc."
    p = players()[0]
    total = 0
    for _ in range(300):
        total += one(p) + loop(p)
    return total
"""
    text = text.replace('[new("attack", by = p, power = n) for n in [1]] if False else ', "")
    outcome = starkit.run(text + '\ndef g() -> int:\n    "Doc."\n    return sum([0]) + 1\n', "f")
    assert outcome.value == 300 * 7
    assert outcome.state.contexts == []
    for rule in ("three", "one", "loop"):
        assert starkit.run(text, rule, {"p": 1}).state.contexts == []


def test_a_game_that_never_ends_is_a_fault() -> None:
    text = 'def play():\n    "Doc."\n    x = choose(players(), "Which?", [1, 2])\n'
    state = starkit.game(text).start()
    with pytest.raises(Fault) as caught:
        state.choose("1")
    assert caught.value.problem.code == "BZ810"
    assert state.pending is not None


ENDS = """
def play():
    "Doc."
    game.gold = choose(players(), "Which?", [1, 2, 3])
    if game.gold == 3:
        finish()
    for p in players():
        if p.seat == game.gold:
            end("won", winners = [p], gold = game.gold, left = -1)

def finish():
    "Doc."
    a = new("tally")
    end("lost")
"""


def test_the_end_ends_everything() -> None:
    state = starkit.game(ENDS).start(players=2)
    other = state.clone()
    state.choose("2")
    assert state.over
    assert state.result is not None
    assert (state.result.name, state.result.winners, state.result.scores) == ("won", (1,), {"gold": 2, "left": -1})
    assert state.result.says == "The valley is safe."
    assert (state.decision, state.frames, state.contexts) == (None, [], [])
    with pytest.raises(Fault) as caught:
        state.choose("1")
    assert caught.value.problem.code == "BZ813"
    other.choose("3")
    assert other.result is not None
    assert (other.result.name, other.contexts) == ("lost", [])


def test_an_invariant_that_does_not_hold_or_cannot_be_told_is_a_fault() -> None:
    changes = {"invariants": {"sane": {"rule": "sane", "says": "gold is not two"}}}
    text = ENDS + '\ndef sane() -> bool:\n    "Doc."\n    return 6 // (3 - game.gold) != 6\n'
    state = starkit.game(text, changes).start(players=4)
    before = state.hash()
    for key, code in (("2", "BZ807"), ("3", "BZ808")):
        with pytest.raises(Fault) as caught:
            state.choose(key)
        assert caught.value.problem.code == code
        assert state.hash() == before
    state.choose("1")
    assert state.over


def test_options_switch_lines_off() -> None:
    text = """
def f() -> list[int]:
    "Doc."
    found = [1]
    if options.harsh:
        found.append(choose(players(), "Which?", [2, 3]))
    elif options.luck > 2:
        found.append(4)
    else:
        found.append(5)
    if options.start == levels.high or options.harsh:
        found.append(6)
    return found + [7 if options.harsh and options.luck == 1 else 8]
"""
    text = text.replace(
        'found.append(choose(players(), "Which?", [2, 3]))',
        'n = choose(players(), "Which?", [2, 3])\n        found.append(n)',
    )
    assert starkit.call(text, "f") == [1, 5, 8]
    assert starkit.call(text, "f", options={"luck": 3}) == [1, 4, 8]
    assert starkit.call(text, "f", options={"start": "high"}) == [1, 5, 6, 8]
    assert starkit.run(text, "f", options={"harsh": True}, answers=["3"]).value == [1, 3, 6, 7]


@pytest.mark.parametrize("harsh", [True, False])
@pytest.mark.parametrize("value", ["5", '"five"', "(1, 2)", "-5", "(1, 2)[0]", "True", "levels.high"])
def test_the_host_has_nothing_to_say_of_what_options_settle(value: str, harsh: bool) -> None:
    """Its warnings are errors in tests: it would find it odd that a literal is compared with None."""
    text = f'def f() -> bool:\n    "Doc."\n    return ({value} if options.harsh else None) == None\n'
    assert starkit.call(text, "f", options={"harsh": harsh}) is not harsh


@pytest.mark.parametrize("deed", ["game.gold = n", 'game.gold = choose(players(), "Which?", [n + 5, 3])'])
@pytest.mark.parametrize(
    "loop", ["for n in [2, 3]:", "for n in range(2, 4):", "for n in up_to(3):", "for n in rounds(3):"]
)
def test_options_switch_off_all_that_a_loop_does(loop: str, deed: str) -> None:
    end = "" if "up_to" not in loop else "\n        if n == 3:\n            return game.gold"
    text = f'def f() -> int:\n    "Doc."\n    {loop}\n        if options.harsh:\n            {deed}{end}\n    return game.gold\n'
    assert starkit.call(text, "f") == 0
    answers = ["3"] * (2 if "2" in loop else 3) if "choose" in deed else []
    assert starkit.run(text, "f", options={"harsh": True}, answers=answers).value == 3


def test_the_way_out_of_a_menu_can_be_closed() -> None:
    """The reason is looked for anew at every turn, and a menu with nothing else answers itself when it is not there."""
    text = """
def pay():
    "Doc."
    game.gold += 1

def too_rich() -> optional[text]:
    "Doc."
    return text("no room") if game.gold == 2 else None

def too_poor() -> optional[text]:
    "Doc."
    return text("you still owe {game.gold}") if game.gold < 2 else None

def f() -> int:
    "Doc."
    for n in up_to(9):
        if not choose_action(players(), "What now?", "turn", skip = "Rest", skip_blocked = too_poor()):
            return n
    return 9
"""
    changes = {"menus": {"turn": {"pay": {"says": "Pay", "rule": "pay", "blocked": "too_rich"}}}}
    given = {"game": {"gold": 0}}
    assert starkit.run(text, "f", changes=changes, given=given).value == 3  # nobody was asked
    open_menu = text.replace("== 2 else", "== 3 else")
    state = starkit.run(open_menu, "f", changes=changes, given=given).state
    assert state.decision is not None and [one.blocked for one in state.decision.options] == [None, None]
    assert starkit.run(open_menu, "f", changes=changes, given=given, answers=["none"]).value == 3


def test_words_change_contexts() -> None:
    text = """
def f(p: player, s: ref[spell], l: levels) -> list[int]:
    "Doc."
    a = new("attack", by = p, power = 1)
    perform(s.effects[l], attack = a)
    return [a.power, 1 if a.sure else 0, word(s.effects[l], "strong", "more", 0), word(s.effects[l], "sly", "x", 0) if False else 0]
"""
    text = text.replace(
        ', word(s.effects[l], "sly", "x", 0) if False else 0', ', 1 if has(s.effects[l], "sure") else 0'
    )
    assert starkit.call(text, "f", 1, "fury", "low") == [2, 0, 1, 0]
    assert starkit.call(text, "f", 1, "fury", "middle") == [3, 1, 2, 1]
    assert starkit.call(text, "f", 1, "fury", "high") == [6, 0, 5, 0]


def test_the_arguments_of_a_word_are_listed() -> None:
    """As often as the word stands there, in order; of a word that stands nowhere, none."""
    text = """
def f(s: ref[spell], l: levels) -> list[int]:
    "Doc."
    found = each_word(s.effects[l], "strong", "more")
    return found + [len(each_word(s.curse, "hexed", "by")), sum(found)]

def whom(s: ref[spell]) -> list[ref[goblin]]:
    "Doc."
    return [other for other in each_word(s.curse, "hexed", "by") if other.level >= levels.middle]

def how(s: ref[spell]) -> int:
    "Doc."
    return max([ordinal(level) for level in each_word(s.curse, "lifted", "at")])
"""
    words = {
        "hexed": {"args": {"by": "ref goblin"}, "says": "hexed by {by}"},
        "lifted": {"args": {"at": "levels"}, "says": "lifted at {at}"},
    }
    curse = [
        ["hexed", {"by": "boss"}],
        ["lifted", {"at": "low"}],
        ["hexed", {"by": "grub"}],
        ["lifted", {"at": "high"}],
    ]
    kind = starkit.RULESET["kinds"]["spell"]
    fields = {**kind["fields"], "curse": {"type": "effects", "default": []}}
    changes = {"words": words, "kinds": {"spell": {**kind, "fields": fields}}}
    spell = {**starkit.RECORDS["spell"][0], "curse": curse}
    more: dict[str, Any] = {"changes": changes, "records": {"spell": [spell]}}
    assert starkit.call(text, "f", "fury", "high", **more) == [2, 3, 2, 5]
    assert starkit.call(text, "f", "fury", "low", **more) == [1, 2, 1]
    assert starkit.call(text, "whom", "fury", **more) == ["boss"]
    assert starkit.call(text, "how", "fury", **more) == 2


def test_the_first_objection_is_the_reason() -> None:
    text = """
def bite(g: goblin, much: int):
    "Doc."
    g.hp -= much

def why(g: goblin, much: int) -> optional[text]:
    "Doc."
    hp = g.hp
    return text("{hp} are too few") if hp < much else None

def f(g: goblin) -> optional[text]:
    "Doc."
    return why_not(g.tricks, g = g)

def h(g: goblin) -> int:
    "Doc."
    perform(g.tricks, g = g)
    return g.hp
"""
    changes = {"words": {"bite": {"args": {"much": "int 1..9"}, "rule": "bite", "blocked": "why", "says": "bite"}}}
    records = {
        "goblin": [{"id": "grub", "title": "Grub", "hp": 5, "tricks": [["bite", {"much": 2}], ["sly", {}], ["bite", {"much": 3}]]}, {"id": "boss", "title": "Boss", "hp": 9}],
        "mission": [{"id": "raid", "title": "Raid", "map": "valley"}],
    }  # fmt: skip
    for hp, why in ((5, None), (2, "2 are too few"), (1, "1 are too few")):
        given = {"pieces": {"g": {"goblin": "grub", "at": "west", "hp": hp}}}
        assert starkit.call(text, "f", "g", changes=changes, records=records, given=given) == why
    given = {"pieces": {"g": {"goblin": "grub", "at": "west"}}}
    assert starkit.call(text, "h", "g", changes=changes, records=records, given=given) == 0


def test_places_are_checked() -> None:
    text = """
def f(g: goblin, h: goblin) -> int:
    "Doc."
    LINE
    return 3
"""
    given = {"pieces": {"g": {"goblin": "grub", "zone": "lair"}, "h": {"goblin": "snag", "carried_by": "g"}}}
    for line, code in {
        "return g.cell.row": "BZ812",
        "return owner(g).seat": "BZ812",
        "remove(g)": "BZ812",
        "move(g, h)": "BZ812",
        "move(g, g)": "BZ812",
        "g.camp = g.camp": "BZ805",
        "remove(h)\n    remove(h)": "BZ812",
        "remove(h)\n    move(h, game.lair)": "BZ812",
        "remove(h)\n    move(g, h)": "BZ812",
        "remove(h)\n    renew(h)": "BZ812",
    }.items():
        assert fault(text.replace("LINE", line), "f", "g", "h", given=given).problem.code == code, line
    for line in (
        "move(h, game.lair)",
        'move(g, cell_named("west"))',
        "move(h, players()[0].hand)",
        "remove(h)\n    remove(g)",
    ):
        assert starkit.call(text.replace("LINE", line), "f", "g", "h", given=given) == 3


def test_a_chain_of_carriers_never_closes() -> None:
    text = """
def f() -> int:
    "Doc."
    all = pieces("gem")
    for i in range(len(all) - 1):
        move(all[i], all[i + 1])
    move(all[-1], all[0])
    return 3
"""
    text = text.replace("all", "gems")
    for times in (2, 15, 16, 17, 18, 40):
        given = {"pieces": {"g": {"gem": "ruby", "zone": "hoard", "times": times}}}
        assert fault(text, "f", given=given).problem.code == "BZ812", times


def test_decisions_show_themselves_and_name_their_options() -> None:
    assert decide.SITE == 0  # the first part of a raw decision
    state = starkit.run(LONE.replace("[n for _ in range(3)]", "[n, n + 1]"), "f", {"n": 7}).state
    assert state.decision is not None
    assert (state.decision.players, state.decision.prompt) == ((0, 1), "Which?")
    state.choose(state.decision.options[1], by=1)
    assert state.answer_list() == [("8", 1)]


# ---------------------------------------------------------------- a zone where a list is wanted

ZONES = """
def size(xs: list[goblin]) -> int:
    "Doc."
    return len(xs)

def all_in() -> list[goblin]:
    "Doc."
    return game.lair

def maybe(c: bool) -> optional[list[goblin]]:
    "Doc."
    return list(game.lair) if c else None

def f() -> int:
    "Doc."
    LINE
"""

ZONE_LINES = [
    "return len(game.lair)",
    "return size(game.lair)",
    "return size(all_in())",
    "return size(must(maybe(True)))",
    "zone = game.lair\n    return len(zone)",
    "zone = game.lair\n    return size(zone) if zone else 9",
    "xs = list(game.lair)\n    move_all(game.lair, players()[0].hand)\n    return len(xs)",
    "xs = all_in()\n    move_all(game.lair, players()[0].hand)\n    return len(xs)",
    "xs = game.lair + []\n    return len(xs)",
    "xs = [] + game.lair\n    return len(xs)",
    "xs = game.lair[0:]\n    return len(xs)",
    "xs = game.lair if True else []\n    return len(xs)",
    'xs = [] if count("goblin") == 0 else game.lair\n    return len(xs)',
    "xs = [game.lair, []]\n    return len(xs[0])",
    "xs = [[], game.lair]\n    return len(xs[1])",
    "xs = [z for z in [game.lair, players()[0].hand]]\n    return len(xs[0])",
    "xs = {1: game.lair, 2: []}\n    return len(xs[1])",
    "xs = (game.lair, 3)\n    return len(xs[0])",
    "return 2 if game.lair == all_in() else 9",
    "return 2 if all_in() == game.lair and game.lair != [] else 9",
    "return len([g for g in game.lair if g in game.lair and g in all_in()])",
    "total = 0\n    for g in game.lair:\n        total += 1\n    return total",
    "total = 0\n    for i, g in enumerate(game.lair):\n        total += i + size(game.lair) - 1\n    return total - 1",
    "return len(sorted(game.lair, key = hp_of)) - len(most(game.lair, key = hp_of)) + 2",
    "return len(reversed(game.lair)) + len(unique(game.lair)) - 2",
    "return 2 if must(first(game.lair)) == game.lair[0] and must(top(game.lair)) == game.lair[-2] else 9",
    'a = new("attack", by = players()[0], hits = game.lair)\n    return len(a.hits)',
    'a = new("attack", by = players()[0])\n    a.hits = game.lair\n    move_all(game.lair, players()[0].hand)\n    return len(a.hits)',
    'a = new("attack", by = players()[0])\n    a.hits += game.lair\n    return len(a.hits)',
    "push_call(keep, game.lair)\n    resolve()\n    return game.debt",
    "xs = [[]]\n    xs.append(all_in())\n    return len(xs[1])",
    "return len(most([players()[0].hand, game.lair], key = size)[0])",
    "return len(least([players()[0].hand, game.lair], key = size)[0]) + 2",
    "return len(sorted([game.lair, players()[0].hand], key = size)[1])",
    "return len(sorted([players()[0].hand, game.lair], key = size, reverse = True)[0])",
    "return len(sorted([game.lair, players()[0].hand], key = size_if_any)[1])",
    "return len(most([one.hand for one in players()] + [game.lair], key = size)[0])",
    "return len(most([[], game.lair], key = size)[0])",
]


@pytest.mark.parametrize("line", ZONE_LINES)
def test_a_zone_stands_where_a_list_is_wanted(line: str) -> None:
    keys = '\ndef hp_of(g: goblin) -> int:\n    "Doc."\n    return g.hp\n\ndef keep(xs: list[goblin]):\n    "Doc."\n    game.debt = len(xs)\n'
    keys += (
        '\ndef size_if_any(xs: optional[list[goblin]]) -> int:\n    "Doc."\n    return len(xs) if xs != None else 9\n'
    )
    given = {"pieces": {"a": {"goblin": "grub", "zone": "lair"}, "b": {"goblin": "grub", "zone": "lair"}}}
    assert starkit.call(ZONES.replace("LINE", line) + keys, "f", given=given) == 2


def test_a_dict_and_a_list_of_one_s_own_take_augmented_assignment() -> None:
    text = """
def f() -> list[int]:
    "Doc."
    d = {1: 2}
    d[1] += 5
    own = [1, 2]
    own[0] *= 9
    own[-1] -= d[1]
    return own + d.values()
"""
    assert starkit.call(text, "f") == [9, -5, 7]


def test_loops_go_as_deep_as_blocks_may() -> None:
    head = 'def f(p: player) -> int:\n    "Doc."\n    a = new("attack", by = p)\n    total = 0\n'
    loops = "".join(f"{'    ' * (i + 1)}for x{i} in range(1):\n" for i in range(14))
    body = f"{'    ' * 15}total += 1\n"
    asking = f'{"    " * 15}total += choose(players(), "?", [1, 2])\n'
    assert starkit.call(head + loops + body + "    return total\n", "f", 1) == 1
    assert starkit.run(head + loops + asking + "    return total\n", "f", {"p": 1}, answers=["2"]).value == 2
    bonus = "a.power if a.sure else 3"
    perform = f'{"    " * 15}perform(record("spell", "fury").effects[levels.low], attack = a)\n'
    assert starkit.call(head + loops + perform + f"    return {bonus}\n", "f", 1) == 3


# ---------------------------------------------------------------- the order of what is done

ORDER = """
def note(n: int) -> int:
    "Doc."
    game.log += [n]
    return n

def three(a: int, b: int, c: int) -> int:
    "Doc."
    return a * 100 + b * 10 + c

def asks(a: int, b: int, c: int) -> int:
    "Doc."
    n = choose(players(), "Which?", [a, a + b, a + b + c])
    return n

def f() -> int:
    "Doc."
    LINE
"""


@pytest.mark.parametrize(
    ("line", "log"),
    [
        ("return three(note(1), note(2), note(3))", [1, 2, 3]),
        ("return three(c = note(3), a = note(1), b = note(2))", [3, 1, 2]),
        ("return three(note(1), c = note(3), b = note(2))", [1, 3, 2]),
        ("n = asks(note(1), c = note(3), b = note(2))\n    return n", [1, 3, 2]),
        ("return note(1) + note(2) * note(3)", [1, 2, 3]),
        ("xs = [note(1), note(2)] + [note(3)]\n    return len(xs)", [1, 2, 3]),
        ("d = {note(1): note(2), note(3): note(4)}\n    return len(d)", [1, 2, 3, 4]),
        ("return note(1) if note(2) == 2 else note(3)", [2, 1]),
        ("a, b = note(1), note(2)\n    return a + b", [1, 2]),
        ("d = {1: 1}\n    d[note(1)] = note(2)\n    return d[1]", [2, 1]),
        ("own = [1, 2, 3]\n    own[note(1)] += note(2)\n    return own[1]", [1, 2]),
        ("return [5, 6, 7][note(1)] + max(note(2), note(3))", [1, 2, 3]),
        ("return 1 if note(1) == 2 and note(2) == 2 or note(3) == 3 else 0", [1, 3]),
        ("return abs(note(1) - note(2))", [1, 2]),
    ],
)
def test_what_stands_first_is_done_first(line: str, log: list[int]) -> None:
    state = starkit.run(ORDER.replace("LINE", line), "f").state
    while state.pending is not None:
        state.choose(state.decision.open[0])  # type: ignore[union-attr]  # it is open
    assert state.game__log == log


def test_a_pick_in_one_rule_shifts_no_other() -> None:
    text = """
def quiet():
    "Doc."
    pass

def f() -> list[int]:
    "Doc."
    quiet()
    return [0] + sample(range(50), 5)
"""
    more = text.replace("    pass\n", "    x = sample(range(50), 7)\n")
    assert starkit.call(text, "f") == starkit.call(more, "f")


def test_distances_reach_across_gaps() -> None:
    """Three cells in a row of thirteen: what lies between them is not there, and counts."""
    scenario = starkit.scenario('def play():\n    "Doc."\n    end("won", ring = len(rings()), near = len(within(cells()[0], 8)), far = len(within(cells()[0], 12)))\n\ndef rings() -> list[cell]:\n    "Doc."\n    return [must(c) for c in ring(cells()[0], 6) if c != None]\n')  # fmt: skip
    cells = [cell for cell in scenario["map"]["cells"] if cell["row"] == 0][:3]
    for column, cell in zip((0, 6, 12), cells, strict=True):
        cell |= {"column": column, "q": column, "r": 0}
    scenario["map"] |= {"cells": cells, "neighbours": [[], [], []], "splits": []}
    scenario["map"]["ways"] = {
        name: {"cells": [], "from": [], "to": [], "links": [], "goals": {}} for name in scenario["map"]["ways"]
    }
    scenario["records"]["mission"][0]["waves"] = []
    result = load(canon.seal(scenario)).start().result
    assert result is not None
    assert result.scores == {"ring": 1, "near": 2, "far": 3}


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("{title}", ["Grub", "Snag"]),
        ("a goblin", []),
        ("{title} on {cell} with {hp} {hp|point|points}", ["Grub on west with 1 point", "Snag on Grub with 5 points"]),
        ("{title} after {prey}", ["Grub after Snag", "Snag after Grub"]),
        ("{title}, {level}, {angry}, {camp}, {chief}", ["Grub, low, No, none, none", "Snag, middle, No, none, none"]),
    ],
)
def test_labels_say_what_they_name(label: str, told: list[str]) -> None:
    text = """
def f(g: goblin, h: goblin):
    "Doc."
    g.prey = h
    h.prey = g
    x = choose(players(), "?", [g, h])
"""
    goblin = starkit.RULESET["kinds"]["goblin"] | {"label": label}
    given = {"pieces": {"g": {"goblin": "grub", "at": "west", "hp": 1}, "h": {"goblin": "snag", "carried_by": "g"}}}
    state = starkit.run(text, "f", {"g": "g", "h": "h"}, given=given, changes={"kinds": {"goblin": goblin}}).state
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    assert len(set(labels)) == 2
    assert labels == told or not told


def test_a_number_s_default_and_fill_stand_for_the_keys_that_are_not_written() -> None:
    numbers = {
        "rest": {"type": "table by levels of int", "is": {"middle": 3}, "default": 7},
        "rise": {"type": "table by levels of int", "is": {"low": 2}, "fill": "up"},
        "share": {"type": "table by seats of int", "is": {"1": 8}, "default": 5},
    }
    text = """
def f() -> list[int]:
    "Doc."
    return [numbers.rest[l] for l in members("levels")] + [numbers.rise[levels.high], numbers.share[seats()]]
"""
    assert starkit.call(text, "f", changes={"numbers": numbers}) == [7, 3, 7, 2, 5]


@pytest.mark.parametrize(
    ("expr", "column", "message"),
    [
        ("game.gold + {levels.low: 3}[levels.high]", 24, "the table has no entry for high"),
        ("1 + own[levels.middle]", 16, '"own" has no entry for middle'),
        ("p.record.speed + sizes[7]", 29, '"sizes" has no entry for 7'),
        ("by[q]", 12, '"by" has no entry for what it is asked for'),
    ],
)
def test_a_missing_entry_is_told_with_its_table_its_key_and_its_column(expr: str, column: int, message: str) -> None:
    text = f"""
def f(p: goblin, q: goblin) -> int:
    "Doc."
    own = {{levels.low: 1}}
    sizes = {{1: 2}}
    by = {{p: 1}}
    return {expr}
"""
    pieces = {"g": {"goblin": "grub", "at": "west"}, "h": {"goblin": "boss", "at": "west"}}
    found = fault(text, "f", "g", "h", given={"pieces": pieces})
    code, at = found.problem.code, found.problem.spot
    assert (code, at.line, at.column, found.detail) == ("BZ808", 7, column, message)
    table, _, _ = message.partition(" for ")
    assert found.problem.message == f"{table} for what it is asked for"
