"""Programs of the rule language, made up: rules with locals, branches and loops around made-up expressions.

`programs` draws one as text, with the values that its last rule is called with, and in a second spelling where what is
ours on purpose is written out (see `expressions.py`). Where that writes out nothing but tests of bounds, both spellings
mean the same in Starlark.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as some

from expressions import (
    BOOL,
    INT,
    INTS,
    ITEMS,
    LARGE,
    LETTERS,
    NUMBERS,
    PAIR,
    PARTS,
    TEXT,
    TYPES,
    Code,
    Expressions,
    Rule,
    Variable,
    code,
)  # fmt: skip

GROWING = ("list[int]", "list[text]", "list[list[int]]", "dict[int, int]", "dict[text, int]")  # what changes in place
Line = tuple[int, str, str]  # depth and both spellings; "" for a place where a decision may stand


class Program(NamedTuple):
    """A made-up program."""

    text: str
    full: str
    asking: str  # ours, with decisions strewn into the last rule
    shared: bool  # a list or dict that changes is given away: Starlark means something else by the first spelling
    rule: str
    args: tuple[tuple[Any, ...], ...]


class Maker(Expressions):
    """Makes one program of drawn numbers."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        super().__init__(draw)
        self.lines: list[Line] = []
        self.loops = 0
        self.returns = INT

    # ---- statements

    def write(self, depth: int, form: str, *parts: Code) -> None:
        line = code(form, *parts)
        self.lines.append((depth, line.text, line.full))

    def block(self, depth: int, size: int) -> bool:
        """Statements; whether the end is never reached."""
        before = list(self.vars)
        for _ in range(1 + self.number(size + 1)):
            if self.chance(4):
                self.lines.append((depth, "", ""))
            self.statement(depth, size - 1)
        self.vars = before
        if depth > 1 and self.chance(3):
            return self.jump(depth)
        return False

    def jump(self, depth: int) -> bool:
        if self.loops and self.chance(2):
            self.write(depth, self.one(("break", "continue")))
        else:
            self.write(depth, "return {}", self.expr(self.returns, 1))
        return True

    def statement(self, depth: int, size: int) -> None:
        choice = self.number(12)
        if choice < 3 or (size <= 0 and choice > 7):
            self.assign(depth)
        elif choice == 3:
            self.again(depth)
        elif choice < 7:
            self.grow(depth)
        elif choice == 7:
            self.part(depth)
        elif choice < 10:
            self.if_(depth, size)
        else:
            self.for_(depth, size)

    def assign(self, depth: int) -> None:
        """A new local; one that is changed later starts as something of the rule's own."""
        if self.chance(2):
            type = self.one(GROWING)
            name = self.fresh("own")
            self.write(depth, f"{name} = {{}}", self.own(type))
            self.vars.append(Variable(name, type, True))
            return
        type = self.one(TYPES)
        name = self.fresh("v")
        self.write(depth, f"{name} = {{}}", self.expr(type, 3))
        self.vars.append(Variable(name, type))

    def own(self, type: str) -> Code:
        """A list or dict that nobody else holds."""
        if type in PARTS:
            return self.a_dict(type, 2)
        made = self.one((self.comprehension, self.through, self.slice, self.repeated))
        return made(type, 2) if self.chance(2) else self.leaf(type)

    def again(self, depth: int) -> None:
        """A local or parameter gets another value, alone or with a sign."""
        known = [variable for variable in self.vars if not variable.own and variable.name[0] in "pv"]
        if not known:
            self.write(depth, "pass")
            return
        variable = self.one(known)
        target, value = Code(variable.name, variable.name), self.expr(variable.type, 2)
        if variable.type == INT and self.chance(2):
            self.augment(depth, target, value)
        elif variable.type == TEXT and self.chance(2):
            self.write(depth, "{} += {}", target, value)
        else:
            self.write(depth, "{} = {}", target, value)

    def augment(self, depth: int, target: Code, value: Code) -> None:
        op = self.one(("+", "-", "*", "//", "%"))
        full = f"{target.full} = fit({target.full} {op} ({value.full}))"
        self.lines.append((depth, f"{target.text} {op}= {value.text}", full))

    def grow(self, depth: int) -> None:
        """A list or dict of the rule's own is changed in place."""
        known = [variable for variable in self.vars if variable.own]
        if not known:
            self.assign(depth)
            return
        variable = self.one(known)
        target = Code(variable.name, variable.name)
        key, item = PARTS.get(variable.type, (INT, ITEMS.get(variable.type, INT)))
        choice = self.number(6)
        if choice == 0:
            self.write(depth, "{} = {}", target, self.own(variable.type))
        elif choice == 1 or (choice < 5 and variable.type in PARTS):
            at = self.expr(key, 1) if variable.type in PARTS or self.chance(6) else self.word("0", "-1")
            place = code("{}[{}]", target, at)
            if item == INT and self.chance(3):
                self.augment(depth, place, self.expr(INT, 2))
            else:
                self.write(depth, "{} = {}", place, self.expr(item, 2))
        elif choice < 4 and variable.type in ITEMS:
            self.write(depth, "{}.append({})", target, self.expr(item, 2))
        elif variable.type in ITEMS:
            self.write(depth, self.one(("{}.extend({})", "{} += {}")), target, self.expr(variable.type, 2))
        else:
            self.write(depth, "{}[{}] = {}", target, self.expr(key, 1), self.expr(item, 1))

    def part(self, depth: int) -> None:
        """Several targets at once; or a value that may be None, and the test for it."""
        choice = self.number(3)
        names = [self.fresh("v"), self.fresh("v")]
        if choice == 0:
            types = [INT, TEXT]
            self.write(depth, "{}, {} = {}", *(Code(name, name) for name in names), self.expr(PAIR, 2))
        elif choice == 1:
            types = [self.one(TYPES), self.one(TYPES)]
            made = [self.expr(type, 2) for type in types]
            self.write(depth, "{}, {} = {}, {}", *(Code(name, name) for name in names), *made)
        else:
            types = [INT]
            names[1] = self.fresh("m")
            self.write(depth, f"{names[1]} = first({{}})", self.held(INTS, 2))
            self.write(depth, f"{names[0]} = {names[1]} if {names[1]} != None else {{}}", self.leaf(INT))
        self.vars += [Variable(name, type) for name, type in zip(names, types, strict=False)]

    def if_(self, depth: int, size: int) -> None:
        self.write(depth, "if {}:", self.test(2))
        self.block(depth + 1, size)
        while self.chance(3):
            self.write(depth, "elif {}:", self.test(2))
            self.block(depth + 1, size)
        if self.chance(2):
            self.write(depth, "else:")
            self.block(depth + 1, size)

    def for_(self, depth: int, size: int) -> None:
        before = list(self.vars)
        names, types, source = self.source(2)
        self.write(depth, f"for {', '.join(names)} in {{}}:", source)
        self.vars += [Variable(name, type) for name, type in zip(names, types, strict=True)]
        self.loops += 1
        self.block(depth + 1, size)
        self.loops -= 1
        self.vars = before

    # ---- rules

    def rule(self, name: str, size: int) -> tuple[Rule, list[Line]]:
        """A rule that later ones may call, and its lines."""
        params = tuple(Variable(self.fresh("p"), self.one(TYPES)) for _ in range(self.number(4)))
        self.vars, self.lines, self.returns = [*CONSTANTS, *params], [(1, "", "")], self.one(TYPES)
        head = f"def {name}({', '.join(f'{param.name}: {param.type}' for param in params)})"
        head += "" if self.chance(4) else f" -> {self.returns}"
        for _ in range(1 + self.number(size)):
            self.statement(1, 2)
        self.write(1, "return {}", self.expr(self.returns, 3))
        rule = Rule(name, params, self.returns)
        self.rules.append(rule)
        return rule, [(0, f"{head}:", f"{head}:"), (1, '"Doc."', '"Doc."'), *self.lines]

    def value(self, type: str) -> Any:
        """A value to call a rule with."""
        if type == INT:
            number = self.one(LARGE) if self.chance(12) else self.one(NUMBERS)
            return -number if self.chance(3) else number
        if type == BOOL:
            return self.chance(2)
        if type == TEXT:
            return self.one(LETTERS)
        if type == PAIR:
            return (self.value(INT), self.value(TEXT))
        if type in PARTS:
            key, value = PARTS[type]
            return {self.value(key): self.value(value) for _ in range(self.number(4))}
        return [self.value(ITEMS[type]) for _ in range(self.number(4))]


def spelled(lines: list[Line], column: int, stop: str = "") -> str:
    """Lines in one spelling; `stop` stands where a decision may."""
    made = [(line[0], line[column] or stop) for line in lines]
    return "".join("    " * depth + text + "\n" for depth, text in made if text)


CONSTANTS = (Variable("DEBT", INT), Variable("MOTTO", TEXT))
LAST = 'DEBT = -7\nMOTTO = "Go on"\n\ndef last(n: int) -> int:\n    "Doc."\n    return n % 10\n'
STOP = 'confirm(players(), "Go on?")'


@some.composite
def programs(draw: Callable[[Any], Any]) -> Program:
    """A program of one to three rules; the last is called, and may call the others."""
    maker = Maker(draw)
    written = [maker.rule(f"g{i}", 2)[1] for i in range(maker.number(3))]
    rule, lines = maker.rule("f", 5)
    before = [LAST + "".join(spelled(one, column) for one in written) for column in (1, 2)]
    text, full = (before[i] + spelled(lines, i + 1) for i in range(2))
    args = tuple(tuple(maker.value(param.type) for param in rule.params) for _ in range(3))
    return Program(text, full, before[0] + spelled(lines, 1, STOP), maker.shared, "f", args)
