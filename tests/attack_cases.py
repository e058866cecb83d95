"""Rules that attack whoever checks or plays them, and what must come of each.

A case is the body of a rule `f`, or whole rules, and the outcome: `R` refused when checked, with a code; `B` stopped by
a budget, `F` stopped by a fault, both with their code; or `V` and the value. The number in front of a name says which
family of attacks it belongs to; the families are those of sandboxes that were broken before.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

Q = '"'


class Case(NamedTuple):
    """What is tried, and the outcome that it must have."""

    name: str
    outcome: str
    text: str
    changes: Mapping[str, Any] = MappingProxyType({})
    given: Mapping[str, Any] = MappingProxyType({})
    records: Mapping[str, Any] = MappingProxyType({})


def rule(body: str, head: str = "def f():", more: str = "") -> str:
    """A rule `f` with this body, and more rules."""
    lines = "\n".join("    " + line for line in body.split("\n"))
    return f'{head}\n    "Doc."\n{lines}\n{more}'


def r(name: str, code: str, body: str, head: str = "def f(g: goblin, n: int, xs: list[int]):", more: str = "") -> Case:
    """A body that must be refused."""
    return Case(name, f"R {code}", rule(body, head, more))


def b(name: str, outcome: str, body: str, head: str = "def f() -> int:", more: str = "", **rest: Any) -> Case:
    """A body that is run."""
    return Case(name, outcome, rule(body, head, more), **rest)


def whole(name: str, outcome: str, text: str, **rest: Any) -> Case:
    """Whole rules."""
    return Case(name, outcome, text, **rest)


# ---------------------------------------------------------------- refused when checked

REFUSED = [
    r("01 class walk", "BZ514", "x = ().__class__.__base__.__subclasses__()"),
    r("01 class of a text", "BZ514", 'x = "".__class__'),
    r("01 method of a list", "BZ514", "x = xs.__len__()"),
    r("01 globals of a rule", "BZ514", "x = f.__globals__"),
    r("01 one underscore", "BZ514", "x = g._fields"),
    r("01 mro by a plain name", "BZ521", "x = xs.mro()"),
    r("02 format", "BZ521", 'x = "{0.x}".format(g)'),
    r("02 format with a class", "BZ521", 'x = "{0.__class__}".format(g)'),
    r("02 format_map", "BZ521", 'x = "{x}".format_map({1: 2})'),
    r("03 bound method", "BZ521", 'h = "{0}".format\nx = h(g)'),
    r("03 method of a list kept", "BZ521", "h = xs.append\nh(3)"),
    r("04 traversal in a template", "BZ534", 'announce("{g.prey.__init__}")'),
    r("04 two fields deep", "BZ534", 'announce("{g.prey.hp}")'),
    r("04 dunder in a template", "BZ534", 'x = text("{g.__init__}")'),
    r("04 index in a template", "BZ534", 'x = text("{xs[0]}")'),
    r("06 getattr", "BZ520", 'x = getattr(g, "__cl" + "ass__")'),
    r("06 setattr", "BZ520", 'setattr(g, "hp", 3)'),
    r("06 index by a name", "BZ522", 'x = g["__class__"]'),
    r("06 vars", "BZ520", "x = vars(g)"),
    r("06 eval", "BZ520", 'x = eval("3")'),
    r("06 open", "BZ520", 'x = open("/etc/passwd")'),
    r("06 print", "BZ520", "print(g)"),
    r("07 self of a function", "BZ514", "x = len.__self__"),
    r("07 code of a rule", "BZ522", "x = f.code"),
    r("08 a letter that is made plain", "BZ511", "x = ().cl\u1d43ss"),
    r("08 a full-width name", "BZ511", "x = \uff4c\uff45\uff4e(xs)"),
    r("08 a Cyrillic letter", "BZ511", "x = l\u0435n(xs)"),
    r("10 except", "BZ513", "try:\n    x = 1 // 0\nexcept Exception:\n    x = 2"),
    r("10 except group", "BZ513", "try:\n    x = 1 // 0\nexcept* Exception as e:\n    x = e"),
    r("10 raise", "BZ513", "raise 3"),
    r("10 with", "BZ513", "with n:\n    pass"),
    r("11 while", "BZ513", "while True:\n    pass"),
    r("12 generator", "BZ513", "x = (y.gi_frame for y in xs)"),
    r("12 yield", "BZ513", "yield n"),
    r("12 await", "BZ513", "await n"),
    whole("13 decorator", "R BZ513", '@draw\ndef f():\n    "Doc."\n    pass\n'),
    whole("13 class", "R BZ513", "class F:\n    pass\n"),
    r("13 lambda", "BZ513", "x = lambda y: y"),
    whole("14 import", "R BZ513", "import os\n"),
    whole("14 lazy import", "R BZ513", "lazy import os\n"),
    whole("14 from import", "R BZ513", "from os import path\n"),
    whole("14 load upwards", "R BZ502", 'load("../../x", "y")\n'),
    whole("14 load an absolute path", "R BZ502", 'load("/etc/passwd", "y")\n'),
    whole("14 load with a NUL", "R BZ511", 'load("pack\x00", "y")\n'),
    r("14 dunder import", "BZ514", 'x = __import__("os")'),
    r("15 star in a list", "BZ513", "x = [*y for y in xs]"),
    r("15 star in a call", "BZ513", "x = max(*xs)"),
    r("15 two stars in a call", "BZ513", "x = max(**xs)"),
    r("15 star in a dict", "BZ513", "x = {**xs}"),
    r("15 star target", "BZ513", "*a, c = xs"),
    r("16 template string", "BZ513", 'x = t"{g}"'),
    r("16 format string", "BZ513", 'x = f"{g}"'),
    r("16 match", "BZ512", "match g:\n    case 3:\n        pass"),
    r("16 type statement", "BZ512", "type X = int"),
    r("16 annotation of a local", "BZ513", "x: int = 3"),
    r("16 matrix product", "BZ513", "x = n @ n"),
    r("16 ellipsis", "BZ512", "x = ..."),
    r("16 bytes", "BZ513", 'x = b"a"'),
    r("16 complex", "BZ512", "x = 3j"),
    r("17 walrus", "BZ512", "x = (y := 1)"),
    r("17 global", "BZ513", "global seed"),
    r("17 nonlocal", "BZ513", "nonlocal x"),
    r("17 del", "BZ513", "del xs"),
    r("17 assert", "BZ513", "assert n"),
    r("19 a field as a function", "BZ521", "x = g.name()"),
    r("19 a text as a function", "BZ522", 'x = "f"\nx()'),
    r("19 an element as a function", "BZ513", "xs[0]()"),
    r("19 a result as a function", "BZ513", "f(g, n, xs)()"),
    r("19 a rule as a value", "BZ522", "x = f"),
    r("20 power", "BZ513", "x = 9 ** 9 ** 9"),
    r("20 pow", "BZ520", "x = pow(9, 9)"),
    r("21 shift", "BZ512", "x = 1 << (1 << 40)"),
    r("25 percent", "BZ522", 'x = "%999999999d" % 1'),
    r("25 ljust", "BZ521", 'x = "a".ljust(2000000000)'),
    r("25 center", "BZ521", 'x = "a".center(2000000000)'),
    r("25 join", "BZ521", 'x = "a".join(["b"])'),
    r("25 replace", "BZ521", 'x = "a".replace("a", "b")'),
    r("25 width in a template", "BZ534", 'x = text("{n:>999999999}")'),
    r("30 recursion", "BZ525", "f(g, n, xs)"),
    whole("30 recursion of two", "R BZ525", 'def f():\n    "D."\n    h()\n\ndef h():\n    "D."\n    f()\n'),
    r("31 a list in itself", "BZ510", "own = []\nfor _ in range(9):\n    own.append(own)"),
    r("31 a dict in itself", "BZ522", "own = {1: 2}\nown[3] = own"),
    r("33 a list of itself, many times", "BZ510", "own = [1]\n" + "\n".join(f"x{i} = [{'own' if i == 0 else f'x{i - 1}'}] * 2" for i in range(40))),
    r("33 pairs of pairs", "BZ510", "p0 = (1, 1)\n" + "\n".join(f"p{i + 1} = (p{i}, p{i})" for i in range(60)) + "\nx = p60 < p60"),
    r("35 a literal of 200,000 digits", "BZ510", "x = " + "9" * 200_000),
    r("35 a literal of 60,000 digits", "BZ517", "x = " + "9" * 60_000),
    r("35 str", "BZ520", "x = str(n)"),
    r("35 int", "BZ520", 'x = int("9" * 200000)'),
    r("38 a key that changes the list", "BZ528", "x = sorted(xs, key = grow)", more='\ndef grow(y: list[int]) -> int:\n    "D."\n    y.append(3)\n    return 3\n'),
    r("38 a key that changes the world", "BZ527", "x = sorted(xs, key = spend)", more='\ndef spend(y: int) -> int:\n    "D."\n    game.gold -= 1\n    return 3\n'),
    r("38 keys of mixed types", "BZ522", "x = sorted(xs, key = odd)", more='\ndef odd(y: int):\n    "D."\n    if y == 1:\n        return 1\n    return "a"\n'),
    r("42 hash", "BZ520", 'x = hash("abc")'),
    r("42 id", "BZ520", "x = id(g)"),
    r("42 repr", "BZ520", "x = repr(g)"),
    r("42 a set", "BZ513", "x = {1, 2}"),
    r("42 set()", "BZ520", "x = set(xs)"),
    r("42 time", "BZ520", "x = time()"),
    r("42 random", "BZ520", "x = random()"),
    r("43 a default that changes", "BZ513", "pass", head="def f(acc: list[int] = []):"),
    whole("43 a list at the margin", "R BZ513", "ACC = []\n"),
    whole("43 a list at the margin, changed", "R BZ513", 'ACC = [1]\n\ndef f():\n    "D."\n    ACC.append(3)\n'),
    r("43 a rule in a rule", "BZ513", "def inner():\n    pass"),
    r("43 an attribute of a rule", "BZ522", "f.count = 3"),
    r("43 a parameter that grows", "BZ528", "xs.append(3)"),
    r("43 the state through a local", "BZ528", "own = game.log\nown.append(3)"),
    r("45 chance in a reason", "BZ527", 'x = option(3, blocked = text("no") if roll(record("bone", "fate")).pips == 1 else None)'),
    r("45 chance in a comprehension", "BZ527", "x = [pick(xs) for _ in xs]"),
    whole("45 chance in a menu's reason", "R BZ527", 'def f():\n    "D."\n    pass\n\ndef go():\n    "D."\n    pass\n\ndef why() -> optional[text]:\n    "D."\n    return text("no") if roll(record("bone", "fate")).pips == 1 else None\n', changes={"menus": {"turn": {"go": {"says": "Go", "rule": "go", "blocked": "why"}}}}),
    r("45 the counters of chance", "BZ521", "x = game.chance"),
    r("47 False is no 0", "BZ522", "x = 0 == False"),
    r("47 a fraction", "BZ513", "x = 0 == 0.0"),
    r("47 text is no number", "BZ522", 'x = "1" == 1'),
    r("47 True + 1", "BZ522", "x = True + 1"),
    r("47 keys of two types", "BZ522", 'x = {0: 1, "0": 2}'),
    r("47 nan", "BZ520", "x = nan == nan"),
    r("47 a list is no key", "BZ522", "x = {xs: 1}"),
]  # fmt: skip

# ---------------------------------------------------------------- too deep, too long, too odd to be read

# At every entry of every loop the type of its variable settles in the second pass.
SLOW = "\n".join(f"{'    ' * i}v{i} = None\n{'    ' * i}for c{i} in range(2):" for i in range(14)) + "\n"
SLOW += "    " * 14 + "pass\n" + "\n".join(f"{'    ' * (i + 1)}v{i} = 1" for i in reversed(range(14)))

ODD = [
    whole("34 20,000 (", "R BZ510", rule("x = " + "(" * 20_000)),
    whole("34 20,000 [", "R BZ510", rule("x = " + "[" * 20_000)),
    whole("34 20,000 {", "R BZ510", rule("x = " + "{1:" * 20_000)),
    whole("34 brackets that close", "R BZ510", rule("x = " + "(" * 2_000 + "1" + ")" * 2_000)),
    whole("34 10,000 -", "R BZ510", rule("x = " + "-" * 10_000 + "1")),
    whole("34 10,000 not", "R BZ510", rule("x = " + "not " * 10_000 + "True")),
    whole("34 200,000 1+", "R BZ510", rule("x = " + "1+" * 200_000 + "1")),
    whole("34 5,000 1+", "R BZ510", rule("x = " + "1+" * 5_000 + "1")),
    whole("34 5,000 texts", "R BZ510", rule("x = " + '"a"+' * 5_000 + '"a"')),
    whole("34 5,000 comparisons", "R BZ513", rule("x = " + "1<" * 5_000 + "1")),
    whole("34 5,000 and", "R BZ510", rule("x = " + "True and " * 5_000 + "True")),
    whole("34 3,000 elif", "R BZ510", rule("n = 1\nif n == 0:\n    pass\n" + "elif n == 1:\n    pass\n" * 3_000 + "n = 2")),
    whole("34 10,000 ternaries", "R BZ510", rule("x = " + "1 if True else " * 4_000 + "1")),
    whole("34 10,000 fields", "R BZ510", rule("x = game" + ".a" * 9_000)),
    whole("34 5,000 calls", "R BZ510", rule("x = f" + "()" * 5_000)),
    whole("34 5,000 indexes", "R BZ510", rule("x = f" + "[0]" * 5_000)),
    whole("34 20,000 for", "R BZ510", rule("x = [a" + " for a in a" * 4_000 + "]")),
    whole("34 5,000 comprehension tests", "R BZ510", rule("x = [a for a in a" + " if a" * 5_000 + "]")),
    whole("34 5,000 commas", "R BZ510", rule("x = " + "1," * 9_000 + "1")),
    whole("34 blocks in blocks", "R BZ510", rule("\n".join("    " * i + "if True:" for i in range(60)) + "\n" + "    " * 60 + "pass")),
    whole("34 deep types", "R BZ510", f'def f(x: {"list[" * 60}int{"]" * 60}):\n    "D."\n    pass\n'),
    whole("34 1,600 rules in a row", "R BZ510", "".join(f'def f{i}():\n "D"\n f{i + 1}()\n' for i in range(1_200)) + 'def f1200():\n "D"\n pass\ndef f():\n "D"\n f0()\n'),
    whole("34 1,200 rules in a circle", "R BZ5(10|25)", "".join(f'def f{i}():\n "D"\n f{(i + 1) % 1_200}()\n' for i in range(1_200)) + 'def f():\n "D"\n f0()\n'),
    whole("34 keys of keys of keys", "R BZ510", "".join(f'def k{i}(n: int) -> int:\n "D"\n return sorted([n, 1], key = k{i + 1})[0]\n' for i in range(400)) + 'def k400(n: int) -> int:\n "D"\n return n\ndef f() -> int:\n "D"\n return k0(1)\n'),
    whole("35 a name of 60,000 letters", "R BZ510", rule("x = " + "a" * 60_000)),
    whole("35 a text of 60,000 letters", "R BZ510", rule("x = " + Q + "a" * 60_000 + Q)),
    whole("36 10 MB", "R BZ510", "#" * 10_000_000),
    whole("36 1 MB on a line", "R BZ510", "x = " + "1 + " * 250_000 + "1"),
    whole("36 a million comments", "R BZ510", "#\n" * 1_000_000),
    whole("36 30,000 comments", "V None", "#\n" * 30_000 + rule("pass")),
    whole("36 NUL", "R BZ511", rule("x = 3\x00")),
    whole("36 a lone surrogate", "R BZ511", rule('x = "\ud800"')),
    whole("36 BOM", "R BZ511", "\ufeff" + rule("pass")),
    whole("36 CR alone", "R BZ511", rule("pass").replace("\n", "\r")),
    whole("36 form feed", "R BZ511", rule("pass\x0c")),
    whole("36 vertical tab", "R BZ511", rule("pass\x0b")),
    whole("36 a control that turns text round", "R BZ511", rule("x = 3 # \u202e")),
    whole("36 a character without width", "R BZ511", rule('x = "a\u200bb"')),
    whole("36 a line separator", "R BZ511", rule('x = "a\u2028b"')),
    whole("36 escape to nowhere", "R BZ512", rule('x = "\\')),
    whole("36 escapes of numbers", "R BZ512", rule('x = "\\x41"')),
    whole("36 triple quotes that never close", "R BZ512", rule('x = """' + "a\n" * 2_000)),
    whole("36 nothing", "R BZ520", "", changes={"entries": {"play": {"rule": "f"}}}),
    whole("36 many unknown names", "R BZ510", "".join(f'def rule_number_{i}():\n "D"\n unknown_{i}x()\n unknown_{i}y()\n' for i in range(1_000))),
    whole("36 many unknown names in loops", "R BZ520", rule("\n".join("    " * i + f"for a{i} in range(2):" for i in range(14)) + "\n" + "".join("    " * 14 + f"x{i} = unknown{i}\n" for i in range(500)))),
    whole("36 loops in loops that are slow to settle", "R BZ510", rule(SLOW)),
]  # fmt: skip

# ---------------------------------------------------------------- stopped at play

BIG = "big = [0] * 4096\n"
WORDS = {"words": {"bite": {"rule": "bite", "says": "bite"}}}
UNTIL = {"kinds": {"elf": {"family": "unit", "state": {f"x{i}": "int 0..9 = 0 until round" for i in range(9)}}}}
LAIR = {"pieces": {"g": {"goblin": "grub", "zone": "lair", "times": 900}}}

JUMPS = "p = players()[0]\nif seats() > 9:\n" + "    ask(p)\n" * 2500
ASK = """
def ask(by: player):
    "D."
    x = confirm(by, "?")

def ask_for(by: player, more: int):
    "D."
    if more > 5:
        ask(by)
"""
PLAY = [
    b("20 squares", "F BZ804", "x = 3\nfor _ in range(64):\n    x = x * x\nreturn x"),
    b("20 a tower inside one expression", "F BZ804", "x = 9223372036854775807\nreturn " + " * ".join(["x"] * 60)),
    b("21 the least number, divided", "F BZ804", "return (-9223372036854775807 - 1) // -1"),
    b("21 the least number, turned", "F BZ804", "return -(-9223372036854775807 - 1)"),
    b("22 a text times 2,000,000,000", "B BZ811", 'return len("a" * 2000000000)'),
    b("22 2,000,000,000 times a text", "B BZ811", 'return len(2000000000 * "a")'),
    b("22 a list times 1,000,000,000", "B BZ811", "return len([0] * 1000000000)"),
    b("22 times the largest number", "B BZ811", "return len([0] * 9223372036854775807)"),
    b("22 times a negative number", "V 0", "return len([0] * -9223372036854775807)"),
    b("23 a text doubled", "B BZ811", 's = "a"\nfor _ in range(40):\n    s = s + s\nreturn len(s)'),
    b("23 a list doubled", "B BZ811", "s = [1]\nfor _ in range(40):\n    s = s + s\nreturn len(s)"),
    b("23 a list extended by itself", "B BZ811", "s = [1]\nfor _ in range(40):\n    s.extend(s)\nreturn len(s)"),
    b("23 a list augmented by itself", "B BZ811", "game.log = [1]\nfor _ in range(40):\n    game.log += game.log\nreturn 3"),
    b("23 a dict that grows", "B BZ811", "d = {}\nfor i in range(10000):\n    d[i] = i\nreturn len(d)"),
    b("23 a dict comprehension", "B BZ811", "return len({i * 70 + j: 1 for i in range(70) for j in range(70)})"),
    b("26 a range of 1,000,000,000, left at once", "V 0", "for i in range(1000000000):\n    return i\nreturn 9"),
    b("26 list(range)", "B BZ811", "return len(list(range(1000000000)))"),
    b("26 in range", "B BZ811", "return 1 if 5 in range(1000000000) else 2"),
    b("26 reversed(range)", "B BZ811", "return reversed(range(1000000000))[0]"),
    b("26 a step of 0", "F BZ808", "for i in range(0, 9, 0):\n    return i\nreturn 9"),
    b("26 the largest range", "B BZ811", "for i in range(-9223372036854775807, 9223372036854775807):\n    return i\nreturn 9"),
    b("26 a comprehension over a range", "B BZ811", "return len([i for i in range(1000000000)])"),
    b("27 an empty loop in a loop", "B BZ803", "for i in range(100000):\n    for j in range(100000):\n        pass\nreturn 3"),
    b("27 up_to without end", "B BZ803", "for n in up_to(9223372036854775806):\n    n += 1"),
    b("27 rounds without end", "B BZ803", "for n in rounds(1000000000):\n    n += 1\nreturn 3", changes=UNTIL),
    b("27 jumps over 2,500 places that ask", "B BZ803", JUMPS + "for i in up_to(10000000):\n    if i < 0:\n        ask(p)\nreturn 1", more=ASK),
    b("27 such jumps by continue", "B BZ803", JUMPS + "for i in up_to(10000000):\n    if i > 0:\n        continue\n    if i < 0:\n        ask(p)\nreturn 1", more=ASK),
    b("27 such jumps around a choice that gives itself", "B BZ803", JUMPS + 'for i in up_to(10000000):\n    x = choose(p, "?", [1])\nreturn 1', more=ASK),
    b("27 such jumps by words that ask", "B BZ803", JUMPS + 'for i in up_to(10000000):\n    perform(record("goblin", "snag").tricks, by = p)\nreturn 1', more=ASK, changes={"words": {"strong": {"args": {"more": "int 1..9"}, "rule": "ask_for", "says": "s"}}}),
    b("27 a few such jumps", "V 1", JUMPS + "for i in up_to(30):\n    if i < 0:\n        ask(p)\n    if i == 20:\n        return 1", more=ASK),
    b("28 a product of lists", "B BZ803", "r = range(2000)\nreturn len([1 for a in r for b in r for c in r])"),
    b("28 a sum over products", "B BZ803", "r = range(2000)\nreturn sum([sum([sum([1 for a in r]) for b in r]) for c in r])"),
    b("30 an agenda that feeds itself", "B BZ803", "push_call(h)\nresolve()\nreturn 3", more='\ndef h():\n    "D."\n    push_call(h)\n'),
    b("30 an agenda that feeds itself twice", "B BZ811", "push_call(h)\nresolve()\nreturn 3", more='\ndef h():\n    "D."\n    push_call(h)\n    push_call(h)\n'),
    b("33 a shared list in a list in a list", "B BZ811", BIG + "x = [big] * 4096\ny = [x] * 4096\nreturn len(y)"),
    b("33 a shared list appended", "B BZ811", BIG + "x = []\nfor i in range(4096):\n    x.append(big)\nreturn 1 if x == [] else 2"),
    b("33 shared lists compared", "B BZ8(03|11)", BIG + "x = []\ny = []\nfor i in range(4096):\n    x.append(big + [])\n    y.append(big + [])\nreturn 1 if x == y else 2"),
    b("33 shared lists made unique", "B BZ8(03|11)", BIG + "x = []\nfor i in range(4096):\n    x.append(big)\nreturn len(unique(x))"),
    b("33 shared lists looked through", "B BZ8(03|11)", BIG + "x = []\nfor i in range(4096):\n    x.append(big)\nreturn 1 if [1] in x else 2"),
    b("33 shared lists as options", "B BZ8(03|11)", BIG + 'x = []\nfor i in range(900):\n    x.append(big)\ny = choose(players(), "?", x)\nreturn 3'),
    b("33 a state of shared lists", "B BZ8(03|11)", 'for g in pieces("goblin"):\n    g.notes = [0] * 4096\nx = choose(players(), "?", [1, 2])\nreturn x', changes={"kinds": {"goblin": {"family": "unit", "state": {"notes": "list of int"}}}, "words": None}, given=LAIR),
    b("33 texts in texts", "B BZ8(03|11)", 't0 = text("{n}")\n' + "\n".join(f't{i + 1} = text("{("{t" + str(i) + "}") * 9}")' for i in range(40)) + "\nannounce(t40)\nreturn 3", head="def f(n: int) -> int:"),
    b("33 a text with a thousand holes", "B BZ811", 't = "a" * 4000\nfor i in range(100000):\n    announce("' + "{t}" * 1000 + '")\nreturn 3'),
    b("38 a slow key", "B BZ803", "return sorted(range(4000), key = slow)[0]", more='\ndef slow(n: int) -> int:\n    "D."\n    x = 0\n    for i in range(1000):\n        x += n\n    return x\n'),
    b("38 sorting without end", "B BZ803", "x = range(4000)\nfor i in range(100000):\n    x = sorted(x, reverse = True)\nreturn x[0]"),
    b("39 a flood of lines", "B BZ803", 'for i in range(10000000):\n    announce("' + "x" * 1000 + '")\nreturn 3'),
    b("39 a flood of changes", "B BZ803", "for i in range(10000000):\n    game.debt = i\nreturn 3"),
    b("39 a flood of rolls", "B BZ803", 'for i in range(10000000):\n    x = roll(record("bone", "fate"))\nreturn 3'),
    b("39 a flood of pieces", "B BZ811", 'for i in range(10000000):\n    x = create(record("goblin", "grub"), game.lair)\nreturn 3'),
    b("39 a flood of contexts", "B BZ811", 'for i in range(10000000):\n    x = new("tally")\nreturn 3'),
    b("39 a flood of problems", "B BZ803", 'for i in range(10000000):\n    problem(record("goblin", "grub"), "speed", "slow")\nreturn 3'),
    b("39 a flood of pushes", "B BZ811", "for i in range(10000000):\n    push_call(h)\nresolve()\nreturn 3", more='\ndef h():\n    "D."\n    pass\n'),
    b("41 no option", "F BZ801", 'x = choose(players(), "?", range(0))\nreturn x'),
    b("41 too many options", "B BZ811", 'x = choose(players(), "?", range(4000))\nreturn x'),
    b("41 nobody to answer", "F BZ801", 'x = choose(players()[9:], "?", [1, 2])\nreturn x'),
    b("41 decisions that answer themselves, without end", "B BZ803", 'for i in up_to(10000000):\n    x = choose(players(), "?", [1])'),
    # work that is small to write and large to do
    b("50 looking through a list, often", "B BZ803", BIG + "x = 0\nfor i in range(10000000):\n    if 1 in big:\n        x = 1\nreturn x"),
    b("50 comparing lists, often", "B BZ803", BIG + "own = list(big)\nx = 0\nfor i in range(10000000):\n    if own == big:\n        x = 1\nreturn x"),
    b("50 slicing, often", "B BZ803", BIG + "x = 0\nfor i in range(10000000):\n    x = len(big[1:])\nreturn x"),
    b("50 copying, often", "B BZ803", BIG + "x = 0\nfor i in range(10000000):\n    for y in big:\n        break\nreturn x"),
    b("50 giving a list of one's own away, often", "B BZ803", "big = [0] * 4000\nbig.append(1)\nx = 0\nfor i in range(10000000):\n    x = h(big)\nreturn x", more='\ndef h(xs: list[int]) -> int:\n    "D."\n    return 3\n'),
    b("50 any and all, often", "B BZ803", "big = [False] * 4096\nx = 0\nfor i in range(10000000):\n    if any(big) or not all(big):\n        x = 1\nreturn x"),
    b("50 a dict's values, often", "B BZ803", "d = {i: i for i in range(4096)}\nx = 0\nfor i in range(10000000):\n    x = len(d.values())\nreturn x"),
    b("50 a text looked through, often", "B BZ803", 't = "a" * 4000\nx = 0\nfor i in range(10000000):\n    if "ab" in t:\n        x = 1\nreturn x'),
    b("50 pieces that move round, often", "B BZ803", "for i in range(10000000):\n    move(game.lair[0], game.lair)\nreturn 3", given=LAIR),
    b("50 expiring, often", "B BZ803", 'for i in range(10000000):\n    expire("round")\nreturn 3', given=LAIR),
    b("50 a hundred samples", "B BZ803", "x = range(4000)\nfor i in range(10000000):\n    x = sample(x, 4000)\nreturn x[0]"),
    b("50 shuffles", "B BZ803", "for i in range(10000000):\n    shuffle(game.lair)\nreturn 3", given=LAIR),
    b("50 rings", "B BZ803", "for i in range(10000000):\n    x = ring(cells()[0], i)\nreturn 3"),
    b("50 what is within, for every distance", "B BZ803", "for i in range(10000000):\n    x = within(cells()[i % 10], i)\nreturn 3"),
    b("50 a table that changes, often", "B BZ803", "for i in range(10000000):\n    game.stock[levels.low] = i % 9\nreturn 3"),
    b("50 words, often", "B BZ803", 'a = new("attack", by = players()[0])\nfor i in range(10000000):\n    perform(record("spell", "fury").effects[levels.high], attack = a)\n    a.power = 0\nreturn 3'),
    b("50 loads of loads", "F BZ812|B BZ803", 'all = pieces("gem")\nfor i in range(len(all) - 1):\n    move(all[i], all[i + 1])\nreturn 3'.replace("all", "gems"), given={"pieces": {"g": {"gem": "ruby", "zone": "hoard", "times": 900}}}),
]  # fmt: skip

# ---------------------------------------------------------------- small steps that are large

WIDE = ", ".join(["i"] * 4000)
CUBE = " * ".join(["(" + " * ".join(["(" + " * ".join(["i"] * 12) + ")"] * 12) + ")"] * 12)
TRUE = " and ".join(["(" + " and ".join(["(i >= 0)"] * 30) + ")"] * 60)
PAIRS = ", ".join(f"{k}: i" for k in range(3000))
GEMS = [{"id": f"gem{i}", "title": "Gem"} for i in range(4000)]


def loop(name: str, outcome: str, body: str, times: int = 10_000_000, **rest: Any) -> Case:
    """A body that is run ten million times, and sees a number `i`, a list, a text and a dict that are long."""
    inner = "\n".join("    " + line for line in body.split("\n"))
    longs = 'big = range(4000)\nt = "a" * 4000\nd = {k: k for k in range(4000)}\nno = [False] * 4000\nx = 0\n'
    return b(name, outcome, f"{longs}for i in range({times}):\n{inner}\nreturn 3", **rest)


SIZE = [
    loop("51 a wide list", "B BZ803", f"y = [{WIDE}]"),
    loop("51 a wide dict", "B BZ803", f"y = {{{PAIRS}}}"),
    loop("51 a wide argument", "B BZ803", f"h([{WIDE}])", more='\ndef h(xs: list[int]):\n    "D."\n    pass\n'),
    loop("51 the greatest of many", "B BZ803", f"x = max({WIDE})"),
    loop("51 a product of products", "B BZ803", f"x = ({CUBE}) % 7"),
    loop("51 a wide condition", "B BZ803", f"x = 1 if {TRUE} else 2"),
    loop("51 a wide test", "B BZ803", f"if {TRUE}:\n    x = 1"),
    loop("51 a wide test of an elif", "B BZ803", f"if i < 0:\n    x = 1\nelif {TRUE}:\n    x = 2"),
    loop("51 a wide branch", "B BZ803", f"if i >= 0:\n    y = [{WIDE}]"),
    loop("51 a wide else", "B BZ803", f"if i < 0:\n    x = 1\nelse:\n    y = [{WIDE}]"),
    loop("51 a wide source of a loop", "B BZ803", f"for j in [{WIDE}]:\n    break"),
    loop("51 a wide index", "B BZ803", f"d[max({WIDE}) % 9] = 3"),
    loop("51 a wide part of a comprehension", "B BZ803", f"y = [max({WIDE}) for j in [1, 2, 3, 4, 5, 6, 7, 8]]"),
    loop("51 a wide test of a comprehension", "B BZ803", f"y = [j for j in [1, 2, 3, 4, 5, 6, 7, 8] if {TRUE}]"),
    loop("51 a wide template", "B BZ8(03|11)", 'y = text("' + "{i}" * 1300 + '")'),
    loop("51 a text in capitals", "B BZ803", "x = len(t.upper())"),
    loop("51 records", "B BZ803", 'y = records("gem")', records={"gem": GEMS}),
    b("51 more records than a list may have", "B BZ811", 'return len(records("gem"))', records={"gem": [*GEMS, *({**gem, "id": gem["id"] + "x"} for gem in GEMS)]}),
    b("51 a text that grows in capitals", "B BZ811", 't = "\u00df" * 4000\nreturn len(t.upper())'),
]  # fmt: skip

# ---------------------------------------------------------------- the library: what each call touches is paid for

FIELDS = 200
COSTLY_WORLD = {
    "game": {f"heat{i}": "int 0..9 = 0 until round" for i in range(FIELDS)},
    "kinds": {"elf": {"family": "unit", "state": {f"x{i}": "int 0..9 = 0" for i in range(FIELDS)}}},
}
DIE = {
    "id": "fate",
    "title": "Fate",
    "faces": [{"name": "blank", "count": 2, "pips": 0}, {"name": "hit", "count": 998, "pips": 1}],
}

# Each function of the library whose cost is not constant: a call of it, and how many things it touches at least.
COSTLY = {
    "pieces": ('y = pieces("goblin", at = game.lair)', 900),
    "count": ('x = count("goblin", at = game.lair)', 900),
    "create": ('y = create(records("elf")[0], cells()[0])', FIELDS),
    "move": ("move(game.lair[0], game.lair)", 900),
    "move_each": ("move_each(game.lair, game.lair)", 900 * 900),
    "move_all": ("move_all(game.lair, game.lair)", 900 * 900),
    "remove": ('remove(create(record("goblin", "grub"), game.lair))', 900),
    "renew": ("renew(game.lair[0])", FIELDS),
    "shuffle": ("shuffle(game.lair)", 900),
    "roll_many": ('y = roll_many(record("bone", "fate"), 4000)', 4000),
    "faces": ('y = faces(record("bone", "fate"))', 1000),
    "pick": ("x = pick(big)", 4000),
    "sample": ("y = sample(big, 4000)", 4000),
    "expire": ('expire("round")', FIELDS),
    "cells": ('y = cells("road")', 14),
    "within": ("y = within(cells()[0], 9)", 14),
    "ring": ("y = ring(cells()[0], 2)", 12),
    "cells_between": ("y = cells_between(cells()[0], cells()[4])", 4),
    "linked": ('y = linked("inbound", cell_named("west"))', 1),
    "sum": ("x = sum(big)", 4000),
    "any": ("y = any(no)", 4000),
    "all": ("y = all(no)", 4000),
    "reversed": ("y = reversed(big)", 4000),
    "unique": ("y = unique(big)", 4000),
    "list": ("y = list(big)", 4000),
    "keys": ("y = keys(d)", 4000),
    "enumerate": ("y = enumerate(big)", 4000),
}
CONSTANT = frozenset((
    "players", "seats", "owner", "on_board", "top", "roll", "fail", "cell_named", "tagged", "distance", "neighbours",
    "goal", "next_cell", "steps_left", "has_split", "branch", "len", "first", "must", "abs", "in_campaign",
))  # fmt: skip


def called(call: str, times: int, name: str = "") -> Case:
    """A call of the library in a world where it touches much, so many times."""
    return loop(name, "B BZ8(03|11)", call, times, changes=COSTLY_WORLD, given=LAIR, records={"bone": [DIE]})


OFTEN = [called(call, 10_000_000, f"52 {name}, often") for name, (call, _) in COSTLY.items()]

# ---------------------------------------------------------------- small to write, large to make ready to run


def vocabulary(count: int) -> dict[str, Any]:
    """So many words, each carried out by the rule `bite`, and told by `why` when it cannot be."""
    return {"words": {f"w{i}": {"rule": "bite", "blocked": "why", "says": "x"} for i in range(count)}}


BITE = (
    '\ndef bite(g: goblin):\n    "D."\n    pass\n\ndef why(g: goblin) -> optional[text]:\n    "D."\n    return None\n'
)
BITE_ASKS = BITE.replace("pass", 'x = choose(players(), "?", [1, 2])')
MENU = {"menus": {"turn": {f"go{i}": {"says": "Go", "rule": "go"} for i in range(200)}}}
GO = '\ndef go():\n    "D."\n    pass\n'
GRUB = 'record("goblin", "grub").tricks'
ANGRY = 'g = create(record("goblin", "grub"), game.lair)\n'
ELIFS = "n = 1\n" + "".join(
    f"{'    ' * i}if n == 0:\n{'    ' * i}    pass\n" + f"{'    ' * i}elif n == 2:\n{'    ' * i}    pass\n" * 190 + f"{'    ' * i}else:\n" for i in range(5)
) + "    " * 5 + "pass"  # fmt: skip

LARGE = [
    b("53 a branch for each word, at many places", "R BZ510", ANGRY + f"perform({GRUB}, g = g)\n" * 400, head="def f():", more=BITE, changes=vocabulary(300)),
    b("53 a stop for each word, at many places", "R BZ510", ANGRY + f"perform({GRUB}, g = g)\n" * 100, head="def f():", more=BITE_ASKS, changes=vocabulary(300)),
    b("53 an objection for each word, at many places", "R BZ510", ANGRY + f"x = why_not({GRUB}, g = g)\n" * 400, head="def f():", more=BITE, changes=vocabulary(300)),
    b("53 a branch for each item, at many places", "R BZ510", 'choose_action(players()[0], "?", "turn")\n' * 400, head="def f():", more=GO, changes=MENU),
    b("53 a branch for each word, for many things that are pushed", "R BZ510", ANGRY + "".join(f"push({GRUB}, g = g, x{i} = 1)\n" for i in range(400)), head="def f():", more=BITE, changes=vocabulary(300)),
    b("53 three thousand words", "V None", ANGRY + f"perform({GRUB}, g = g)", head="def f():", more=BITE, changes=vocabulary(3_000)),
    b("53 a long text at many places", "R BZ510", "x = LONG\n" * 1_100, head='LONG = "' + "a" * 4_000 + '"\n\ndef f():'),
    b("53 a thousand decisions, each with an answer of its own", "V None", "\n".join(f'x{i} = choose(players(), "?", [1, 2])' for i in range(1_100)), head="def f():"),
    b("53 elif in elif", "V None", ELIFS, head="def f():"),
]  # fmt: skip

# ---------------------------------------------------------------- long labels, large tables

ORC = {
    "kinds": {
        "orc": {"family": "unit", "alike": False, "label": "{title}" + "{note}" * 500, "state": {"note": "text = a"}}
    }
}
WORDY = {"changes": ORC, "records": {"orc": [{"id": "orc", "title": "Orc"}]}}
LONG = 'o = create(records("orc")[0], cells()[0])\no.note = "a" * 4096\n'
SHORT = LONG.replace(" * 4096", "")
TABLE = "table by 0..4000 of int 0..9"
FAT = {
    "kinds": {"elf": {"family": "unit", "state": {"t": {"type": TABLE, "default": 0, "until": "round"}}}},
    "contexts": {
        "fat": {"t": {"type": TABLE, "default": 0}},
        "flat": {"t": {"type": "list of int", "default": [5] * 4096}},
    },
}
ELVES = 'for i in range(900):\n    e = create(records("elf")[0], cells()[0])\n'
MAKES = '\ndef h() -> int:\n    "D."\n    t = new("fat")\n    u = new("flat")\n    return 3\n'

FULL = [
    b("54 the length of a long label", "B BZ811", LONG + "return len(o.name)", **WORDY),
    b("54 a label that is read often", "B BZ803", SHORT + "n = 0\nfor i in range(10000000):\n    n = len(o.name)\nreturn n", **WORDY),
    b("54 a long label in a fault", "B BZ811", LONG + 'fail(text("' + "{o}" * 1000 + '"))', **WORDY),
    b("54 a long label in a question", "B BZ811", LONG + 'x = choose(players(), "' + "{o}" * 1000 + '", [1, 2])\nreturn x', **WORDY),
    b("54 a label that is long after the question was made", "V None", SHORT + 't = text("{o}{o}{o}")\no.note = "a" * 4096\nx = choose(players(), t, [1, 2])\nreturn x', **WORDY),
    b("54 a thousand options with long labels", "V None|B BZ803", 't = "a" * 4096\nfor i in range(1000):\n    o = create(records("orc")[0], cells()[0])\n    o.note = t\nx = choose(players(), "?", pieces("orc"))\nreturn 1', **WORDY),
    b("54 texts that grow by themselves", "B BZ811", 'n = 3\nt = text("{n}")\nfor i in range(10000):\n    t = text("{t}{t}")\nannounce(t)\nreturn 3'),
    b("54 texts that go deep", "B BZ803", 'n = 3\nt = text("{n}")\nfor i in range(10000):\n    t = text("{t}")\nannounce(t)\nreturn 3'),
    b("54 texts that go deep in pairs", "B BZ811", 'n = 3\nt = text("{n}")\nfor i in range(10000):\n    pair = (1, t)\n    t = text("{pair}")\nannounce(t)\nreturn 3'),
    b("54 texts that are folded, often", "B BZ803", 'n = 3\nlong = "a" * 4000\nt = text("{long}")\nfor i in up_to(10000000):\n    x = choose(players(), "?", [t, t, t, t, t, t, t, t])\nreturn 3'),
    b("54 tables that expire, often", "B BZ803", ELVES + 'for i in range(1000000):\n    expire("round")\nreturn 1', changes=FAT, records={"elf": [{"id": "elf", "title": "Elf"}]}),
    b("54 changed tables that expire", "B BZ8(03|11)", ELVES + 'for i in range(1000000):\n    for e in pieces("elf"):\n        e.t[3] = 1\n    expire("round")\nreturn 1', changes=FAT, records={"elf": [{"id": "elf", "title": "Elf"}]}),
    b("54 large tables in pieces that are alike", "B BZ803", ELVES + 'for i in up_to(7):\n    x = choose(players(), "?", pieces("elf"))\nreturn 1', changes=FAT, records={"elf": [{"id": "elf", "title": "Elf"}]}),
    b("54 contexts with large tables, often", "B BZ803", "n = 0\nfor i in range(10000000):\n    n = h()\nreturn n", more=MAKES, changes=FAT),
    b("54 twenty thousand contexts with large tables", "V 3|B BZ803", "n = 0\nfor i in range(20000):\n    n = h()\nreturn n", more=MAKES, changes=FAT),
]  # fmt: skip

CASES = [*REFUSED, *ODD, *PLAY, *SIZE, *OFTEN, *LARGE, *FULL]
