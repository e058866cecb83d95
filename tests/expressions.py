"""Expressions of the rule language, made up: well-formed, of sound types, of everything that computes.

Each has two spellings: as an author writes it, and one in which two things that are ours on purpose are written out:
`fit(...)` wherever we test that a number has 64 bits, and `list(...)` or `dict(...)` wherever a list or dict that
changes later is given away, since such a thing is a value for us and has many names in Starlark.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as some

CONDITIONAL, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, ATOM = range(9)  # how tightly an expression holds together

INT, BOOL, TEXT = "int", "bool", "text"
INTS, TEXTS, BOOLS = "list[int]", "list[text]", "list[bool]"
NESTED, PAIR, PAIRS = "list[list[int]]", "tuple[int, text]", "list[tuple[int, text]]"
TABLE, NAMES = "dict[int, int]", "dict[text, int]"
TYPES = (INT, INT, INT, BOOL, TEXT, INTS, INTS, TEXTS, BOOLS, NESTED, PAIR, PAIRS, TABLE, NAMES)
ITEMS = {INTS: INT, TEXTS: TEXT, BOOLS: BOOL, NESTED: INTS, PAIRS: PAIR}
PARTS = {TABLE: (INT, INT), NAMES: (TEXT, INT)}

NUMBERS = (0, 1, 2, 3, 4, 5, 7, 10, 100)
LARGE = (2**31, 2**32 - 1, 2**62, 2**63 - 1, 3037000500, 10**18)
LETTERS = ("a", "b", "goblin", "", "A b", "größer", "\u00df\u0130", "x-y", "#", '"', "'", "\\", "\n", "\U0001f600", "Z")


class Code(NamedTuple):
    """An expression: in our spelling, in the spelled-out one, how tightly it holds, and whether it is arithmetic whose
    end, and so the test of its bounds, is not reached yet.
    """

    text: str
    full: str
    level: int = ATOM
    open: bool = False

    def at(self, level: int) -> Code:
        """The same where something that holds so tightly must stand."""
        if self.level >= level:
            return self
        return Code(f"({self.text})", f"({self.full})", ATOM, self.open)

    @property
    def closed(self) -> Code:
        """The same with the test of its bounds."""
        return Code(self.text, f"fit({self.full})", self.level) if self.open else self


def code(form: str, *parts: Code, level: int = ATOM) -> Code:
    """An expression of parts: each `{}` stands for the next."""
    parts = tuple(part.closed for part in parts)
    return Code(form.format(*(p.text for p in parts)), form.format(*(p.full for p in parts)), level)


def literal(text: str) -> Code:
    """A text, written out."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return Code(f'"{quoted}"', f'"{quoted}"')


@cache
def _below(end: int) -> some.SearchStrategy[int]:
    return some.integers(0, end - 1)


class Variable(NamedTuple):
    """A local or parameter: its name and type, and whether the rule changes it in place."""

    name: str
    type: str
    own: bool = False


class Rule(NamedTuple):
    """A rule that is made already: its name, parameters and what it gives."""

    name: str
    params: tuple[Variable, ...]
    returns: str


class Expressions:
    """Makes expressions of drawn numbers; `programs.Maker` adds statements and rules."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self.draw = draw
        self.rules: list[Rule] = []
        self.vars: list[Variable] = []
        self.count = 0
        self.shared = False

    # ---- chance

    def number(self, end: int) -> int:
        return int(self.draw(_below(end)))

    def one(self, things: Any) -> Any:
        return things[self.number(len(things))]

    def chance(self, one_in: int) -> bool:
        return self.number(one_in) == one_in - 1

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions

    def expr(self, type: str, depth: int) -> Code:
        """An expression of a type; `depth` bounds what it is made of."""
        known = [variable for variable in self.vars if variable.type == type]
        if known and self.chance(2):
            return self.variable(self.one(known))
        if depth <= 0:
            return self.leaf(type)
        if self.chance(9):
            return self.conditional(type, depth)
        made = [rule for rule in self.rules if rule.returns == type]
        if made and self.chance(3):
            return self.call(self.one(made), depth)
        return _MAKERS[type](self, type, depth)

    def variable(self, variable: Variable) -> Code:
        if not variable.own:
            return Code(variable.name, variable.name)
        self.shared = True
        return Code(variable.name, f"{variable.type.partition('[')[0]}({variable.name})")

    def held(self, type: str, depth: int) -> Code:
        """The same where the value is only looked at, so that it makes no difference how many names it has."""
        known = [variable for variable in self.vars if variable.type == type]
        if known and self.chance(2):
            name = self.one(known).name
            return Code(name, name)
        return self.expr(type, depth)

    def leaf(self, type: str) -> Code:
        if type == INT:
            number = self.one(LARGE) if self.chance(16) else self.one(NUMBERS)
            return Code(str(number), str(number))
        if type == BOOL:
            return self.word("True", "False")
        if type == TEXT:
            return literal(self.one(LETTERS))
        if type == PAIR:
            return code("({}, {})", self.leaf(INT), self.leaf(TEXT))
        if type in PARTS:
            key, value = PARTS[type]
            return code("{{{}: {}}}", self.leaf(key), self.leaf(value))
        items = [self.leaf(ITEMS[type]) for _ in range(1 + self.number(3))]
        return code("[" + ", ".join(["{}"] * len(items)) + "]", *items)

    def word(self, *words: str) -> Code:
        word = self.one(words)
        return Code(word, word)

    def conditional(self, type: str, depth: int) -> Code:
        value, other = self.expr(type, depth - 1), self.expr(type, depth - 1)
        test = self.test(depth - 1)
        return code(
            "{} if {} else {}", value.closed.at(OR), test.at(OR), other.closed.at(CONDITIONAL), level=CONDITIONAL
        )

    def call(self, rule: Rule, depth: int) -> Code:
        args = [self.expr(param.type, depth - 1) for param in rule.params]
        names = [param.name for param in rule.params]
        if self.chance(3):
            pairs = list(zip(names, args, strict=True))[:: self.one((1, -1))]
            form = ", ".join(f"{name} = {{}}" for name, _ in pairs)
            return code(f"{rule.name}({form})", *(arg for _, arg in pairs))
        return code(f"{rule.name}({', '.join(['{}'] * len(args))})", *args)

    # ---- numbers

    def an_int(self, type: str, depth: int) -> Code:
        choice = self.number(14)
        if choice < 5:
            return self.arithmetic(depth)
        if choice == 5:
            return self.negative(self.expr(INT, depth - 1))
        if choice == 6:
            return code("len({})", self.held(self.one((INTS, TEXT, NESTED, TABLE, NAMES, PAIRS)), depth - 1))
        if choice == 7:
            items = self.held(INTS, depth - 1).closed
            return Code(f"sum({items.text})", f"fit_total({items.full})")
        if choice == 8:
            value = self.expr(INT, depth - 1).closed
            return Code(f"abs({value.text})", f"fit_abs({value.full})")
        if choice == 9:
            return code(self.one(("min({}, {})", "max({}, {})")), self.expr(INT, depth - 1), self.expr(INT, depth - 1))
        if choice == 10:
            form = self.one(("min({} + {})", "max({} + {})", "must(first({} + {}))"))
            items = self.held(INTS, depth - 1).at(SUM)
            return code(form, items, self.word("[]", "[0]", "[2]", "[2, 0]"))
        if choice == 11:
            return self.index(INTS, depth)
        if choice == 12:
            return self.lookup(depth)
        return code("{}[0]", self.expr(PAIR, depth - 1).at(ATOM))

    def arithmetic(self, depth: int) -> Code:
        op = self.one(("+", "-", "*", "//", "%"))
        level = SUM if op in "+-" else PRODUCT
        left = self.expr(INT, depth - 1).at(level)
        right = self.word("1", "2", "3", "5") if op in ("//", "%") and not self.chance(4) else self.expr(INT, depth - 1)
        right = right.at(level + 1)
        return Code(f"{left.text} {op} {right.text}", f"{left.full} {op} {right.full}", level, True)

    def negative(self, value: Code) -> Code:
        value = value.at(SIGN)
        return Code(f"-{value.text}", f"-{value.full}", SIGN, True)

    def index(self, type: str, depth: int) -> Code:
        at = self.expr(INT, depth - 1) if self.chance(5) else self.word("0", "0", "-1", "1")
        held = self.held(type, depth - 1)
        if not self.chance(5):
            held = code("({} + {})", self.leaf(type), held.at(PRODUCT))
        return code("{}[{}]", held.at(ATOM), at)

    def lookup(self, depth: int) -> Code:
        type = self.one((TABLE, NAMES))
        table, key = self.held(type, depth - 1).at(ATOM), self.expr(PARTS[type][0], depth - 1)
        if not self.chance(5):
            return code("{}.get({}, {})", table, key, self.expr(INT, depth - 1))
        return code("{}[{}]", table, key)

    # ---- truths

    def a_bool(self, type: str, depth: int) -> Code:
        choice = self.number(11)
        if choice < 3:
            kind = self.one((INT, INT, TEXT, PAIR))
            return self.compare(self.one(("<", "<=", ">", ">=")), kind, depth)
        if choice < 5:
            return self.compare(self.one(("==", "!=")), self.one(TYPES), depth)
        if choice == 5:
            return self.membership(depth)
        if choice == 6:
            return code("not {}", self.test(depth - 1).at(NOT), level=NOT)
        if choice < 9:
            return self.joined(lambda: self.expr(BOOL, depth - 1))
        if choice == 9:
            return code(self.one(("any({})", "all({})")), self.held(BOOLS, depth - 1))
        form = self.one(("{}.startswith({})", "{}.endswith({})"))
        return code(form, self.expr(TEXT, depth - 1).at(ATOM), self.expr(TEXT, depth - 1))

    def compare(self, op: str, kind: str, depth: int) -> Code:
        left, right = self.held(kind, depth - 1), self.held(kind, depth - 1)
        return code(f"{{}} {op} {{}}", left.at(SUM), right.at(SUM), level=COMPARE)

    def membership(self, depth: int) -> Code:
        op = self.one(("in", "not in"))
        item, held = self.one(((INT, INTS), (TEXT, TEXTS), (TEXT, TEXT), (INT, TABLE), (TEXT, NAMES), (INTS, NESTED)))
        left, right = self.held(item, depth - 1), self.held(held, depth - 1)
        if item == INT and self.chance(4):
            right = self.numbers(depth - 1)
        return code(f"{{}} {op} {{}}", left.at(SUM), right.at(SUM), level=COMPARE)

    def joined(self, part: Callable[[], Code]) -> Code:
        op = self.one(("and", "or"))
        level = AND if op == "and" else OR
        parts = [part().at(level if i == 0 else level + 1) for i in range(2 + self.number(2))]
        return code(f" {op} ".join(["{}"] * len(parts)), *parts, level=level)

    def test(self, depth: int) -> Code:
        """What stands where only the truth is asked for: numbers, texts and lists have one too."""
        choice = self.number(8)
        if depth <= 0 or choice < 4:
            return self.expr(BOOL, depth)
        if choice == 4:
            return self.held(self.one((INT, TEXT, INTS, NESTED, TABLE)), depth - 1).closed
        if choice == 5:
            return code("not {}", self.test(depth - 1).at(NOT), level=NOT)
        return self.joined(lambda: self.test(depth - 1))

    # ---- texts and pairs

    def a_text(self, type: str, depth: int) -> Code:
        choice = self.number(9)
        if choice < 3:
            left, right = self.expr(TEXT, depth - 1), self.expr(TEXT, depth - 1)
            return code("{} + {}", left.at(SUM), right.at(PRODUCT), level=SUM)
        if choice == 3:
            return self.repeated(TEXT, depth)
        if choice == 4:
            return self.index(TEXT, depth)
        if choice == 5:
            return self.slice(TEXT, depth)
        if choice == 6:
            return code(self.one(("{}.upper()", "{}.lower()")), self.expr(TEXT, depth - 1).at(ATOM))
        if choice == 7:
            return code("{}[1]", self.expr(PAIR, depth - 1).at(ATOM))
        return code(self.one(("min({}, {})", "max({}, {})")), self.expr(TEXT, depth - 1), self.expr(TEXT, depth - 1))

    def repeated(self, type: str, depth: int) -> Code:
        times, value = self.one((0, 1, 2, 3)), self.expr(type, depth - 1)
        number = self.negative(Code("1", "1")) if self.chance(6) else Code(str(times), str(times))
        if self.chance(3):
            return code("{} * {}", number.at(PRODUCT), value.at(SIGN), level=PRODUCT)
        return code("{} * {}", value.at(PRODUCT), number.at(SIGN), level=PRODUCT)

    def slice(self, type: str, depth: int) -> Code:
        ends = [self.expr(INT, depth - 1) if self.chance(2) else self.word("", "1", "-1", "2") for _ in range(2)]
        return code("{}[{}:{}]", self.held(type, depth - 1).at(ATOM), *ends)

    def a_pair(self, type: str, depth: int) -> Code:
        if self.chance(3):
            return self.index(PAIRS, depth)
        return code("({}, {})", self.expr(INT, depth - 1), self.expr(TEXT, depth - 1))

    # ---- lists and dicts

    def a_list(self, type: str, depth: int) -> Code:
        choice = self.number(9)
        if choice < 2:
            items = [self.expr(ITEMS[type], depth - 1) for _ in range(1 + self.number(3))]
            return code("[" + ", ".join(["{}"] * len(items)) + "]", *items)
        if choice < 4:
            return self.comprehension(type, depth)
        if choice == 4:
            left, right = self.expr(type, depth - 1), self.expr(type, depth - 1)
            return code("{} + {}", left.at(SUM), right.at(PRODUCT), level=SUM)
        if choice == 5:
            return self.repeated(type, depth)
        if choice == 6:
            return self.slice(type, depth)
        if choice == 7:
            return self.own_way(type, depth)
        return self.through(type, depth)

    def through(self, type: str, depth: int) -> Code:
        """A list through a function that orders or copies it."""
        forms = ["list({})", "list(reversed({}))", "unique({})"]
        if type in (INTS, TEXTS, PAIRS):
            forms += ["sorted({})", "sorted({}, reverse = True)"]
        if type == INTS:
            forms += ["sorted({}, key = last)", "most({}, key = last)", "least({}, key = last)"]
            forms += ["sorted({}, key = last, reverse = True)"]
        return code(self.one(forms), self.held(type, depth - 1))

    def own_way(self, type: str, depth: int) -> Code:
        """What only lists of this type are made by."""
        if type == INTS:
            if self.chance(2):
                return code("list({})", self.numbers(depth - 1))
            form = self.one(("list({}.keys())", "list({}.values())", "keys({})"))
            return code(form, self.held(TABLE, depth - 1).at(ATOM))
        if type == TEXTS:
            return code("list({}.keys())", self.held(NAMES, depth - 1).at(ATOM))
        if type == PAIRS:
            return code("list(enumerate({}))", self.held(TEXTS, depth - 1))
        return self.leaf(type)

    def numbers(self, depth: int) -> Code:
        """A range."""
        if self.chance(2):
            return code("range({})", self.word("0", "3", "5"))
        ends = code(
            "{}, {}", self.word("0", "1", "-2", "5"), self.expr(INT, 0) if self.chance(4) else self.word("4", "-3")
        )
        return code(self.one(("range({})", "range({}, 2)", "range({}, -1)")), ends)

    def comprehension(self, type: str, depth: int) -> Code:
        return self.in_comprehension(depth, "[{}{}]", lambda: (self.expr(ITEMS[type], depth - 1),))

    def in_comprehension(self, depth: int, form: str, parts: Callable[[], tuple[Code, ...]]) -> Code:
        """One or two loops, perhaps with a test, around what is made of their variables."""
        before = list(self.vars)
        heads: list[Code] = []
        for _ in range(1 + self.chance(5)):
            heads.append(self.head(depth - 1).closed)
            if self.chance(3):
                heads.append(code(" if {}", self.test(depth - 1).at(OR)))
        made = parts()
        self.vars = before
        clauses = code("{}" * len(heads), *heads)
        return code(form, *made, clauses)

    def head(self, depth: int) -> Code:
        """`for x in xs`; its variables are known from here on."""
        names, types, source = self.source(depth)
        for name, type in zip(names, types, strict=True):
            self.vars.append(Variable(name, type))
        return code(f" for {', '.join(names)} in {{}}", source.at(OR))

    def source(self, depth: int) -> tuple[list[str], list[str], Code]:
        """What a loop runs over, with names for what it gives."""
        choice = self.number(9)
        if choice < 2:
            return [self.fresh("i")], [INT], self.numbers(depth)
        if choice == 2:
            type = self.one((INTS, TEXTS))
            names = [self.fresh("n"), self.fresh("x")]
            return names, [INT, ITEMS[type]], code("enumerate({})", self.expr(type, depth))
        if choice == 3:
            type = self.one((TABLE, NAMES))
            names = [self.fresh("k"), self.fresh("v")]
            return names, list(PARTS[type]), code("{}.items()", self.expr(type, depth).at(ATOM))
        if choice == 4:
            type = self.one((TABLE, NAMES))
            return [self.fresh("k")], [PARTS[type][0]], self.expr(type, depth)
        if choice == 5:
            return [self.fresh("a"), self.fresh("b")], [INT, TEXT], self.expr(PAIRS, depth)
        type = self.one(list(ITEMS))
        return [self.fresh("x")], [ITEMS[type]], self.expr(type, depth)

    def a_dict(self, type: str, depth: int) -> Code:
        key, value = PARTS[type]
        if self.chance(2):
            return self.in_comprehension(
                depth, "{{{}: {}{}}}", lambda: (self.expr(key, depth - 1), self.expr(value, depth - 1))
            )
        pairs = [(self.expr(key, depth - 1), self.expr(value, depth - 1)) for _ in range(1 + self.number(3))]
        form = "{{" + ", ".join(["{}: {}"] * len(pairs)) + "}}"
        return code(form, *(part for pair in pairs for part in pair))


_MAKERS: dict[str, Callable[[Expressions, str, int], Code]] = {
    INT: Expressions.an_int,
    BOOL: Expressions.a_bool,
    TEXT: Expressions.a_text,
    PAIR: Expressions.a_pair,
    **dict.fromkeys(ITEMS, Expressions.a_list),
    **dict.fromkeys(PARTS, Expressions.a_dict),
}
