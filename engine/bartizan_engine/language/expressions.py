"""The types of expressions: what a name, a field, a call or an operator gives.

Every expression gets its type, and what `lower` needs to know: where a name is found (`means`) and what a call needs
(`data`). A problem is told once: its expression has the type `error`, which fits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..text import HOLE
from ..types import BOOL, INT, NONE, TEXT, Type, list_of
from . import forms, syntax
from .calls import Calls
from .certain import certain
from .common import SECTION_NAMES
from .fields import Fields
from .scope import Scope, path_of
from .syntax import Expr, Place
from .typing import (
    ERROR,
    NEVER,
    comparable,
    element,
    join,
    signatures,
    too_large,
    truthy,
)  # fmt: skip

if TYPE_CHECKING:
    pass


class Expressions(Fields, Calls):
    """Checks expressions; `Checker` adds statements and rules."""

    # ---- expressions

    def expr(self, expr: Expr, scope: Scope, asks: bool = False) -> Type:
        """The type of an expression. `asks` says that a decision may stand here."""
        self.work(expr.place)
        if isinstance(expr, syntax.Call):
            type = self._call(expr, scope, asks)
        else:
            type = _METHODS[expr.__class__](self, expr, scope)
        if type.items and too_large(type):
            hint = "keep what belongs together in a context or in the state"
            type = self.problem(expr.place, "BZ510", "this has a type of too many parts", hint)
        expr.type = type
        return type

    def test(self, expr: Expr, scope: Scope, asks: bool = False) -> None:
        """An expression of which only the truth is wanted."""
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            self.test(expr.value, scope, asks)
            expr.type = BOOL
        elif isinstance(expr, syntax.Logic):
            self._logic_test(expr, scope)
        else:
            type = self.expr(expr, scope, asks)
            if not self.taken_apart(type, expr.place) and not truthy(type):
                hint = "compare it with == or !=" if type.name == "optional" else "it always has a value: compare it"
                self.problem(expr.place, "BZ522", f'"{type}" is neither true nor false', hint)

    def _logic_test(self, expr: syntax.Logic, scope: Scope) -> None:
        inside = scope.copy()
        for value, idle in self._parts(expr):
            with self.idle(value, idle):
                self.test(value, inside)
            self.narrow(value, expr.op == "and", inside)
        expr.type = BOOL

    def _parts(self, expr: syntax.Logic) -> Iterator[tuple[Expr, bool]]:
        """What "and" and "or" join; and whether one before has settled the whole, so that this is never looked at."""
        idle = False
        for value in expr.values:
            yield value, idle
            idle = idle or certain(value, self.constants) is (expr.op == "or")

    @contextmanager
    def idle(self, expr: Expr, idle: bool) -> Iterator[None]:
        """Around the check of an expression, which may be one that nothing ever gets to: then it calls nothing."""
        calls = set(self.rule.calls) if self.rule is not None else set()
        yield
        if idle:
            self.problem(expr.place, "BZ530", "nothing ever gets here", "take it out")
            if self.rule is not None:
                self.rule.calls = calls

    def _const(self, expr: syntax.Const, scope: Scope) -> Type:
        if isinstance(expr.value, bool):
            return BOOL
        if isinstance(expr.value, str) and HOLE.search(expr.value):
            self.problem(
                expr.place,
                "BZ534",
                "the braces of this text are never filled: a template is written out where it is read",
                'one literal, or text("...") around it',
            )
        return NONE if expr.value is None else INT if isinstance(expr.value, int) else TEXT

    def _name(self, expr: syntax.Name, scope: Scope) -> Type:
        name = expr.id
        if name in scope.vars:
            expr.means = "local"
            return scope.shown.get(name, scope.vars[name])
        if self.constant_named(name):
            expr.means = "constant"
            return self.constants[name].value.type or ERROR
        if self.rule and name in self.rule.locals:
            return self.problem(
                expr.place, "BZ531", f'"{name}" has no value yet on some path', "give it one before the if or the loop"
            )
        return self._unknown(expr, scope)

    def _unknown(self, expr: syntax.Name, scope: Scope) -> Type:
        name = expr.id
        if name == "_":
            return self.problem(expr.place, "BZ514", '"_" is never read', "give the loop variable a name")
        if name == "board":
            hint = 'it stands for any cell, and only in questions for pieces: count("goblin", at = board)'
            return self.problem(expr.place, "BZ522", '"board" is no value by itself', hint)
        if name in SECTION_NAMES or name in self.ruleset.enums:
            return self.problem(expr.place, "BZ522", f'"{name}" is no value by itself', f"say what of it: {name}.…")
        if self.rule_named(name) or name in signatures() or name in forms.FORMS or name in forms.LOOPS:
            return self.problem(expr.place, "BZ522", f'"{name}" is a function, not a value', f"call it: {name}(...)")
        names = [
            *scope.vars,
            *self.names.space(self.path),
            *signatures(),
            *forms.FORMS,
            *SECTION_NAMES,
            *self.ruleset.enums,
        ]
        hint = self.names.loadable(self.path, name) or self.likely(name, names)
        return self.problem(expr.place, "BZ520", f'nothing is named "{name}"', hint)

    def _list(self, expr: syntax.ListExpr, scope: Scope) -> Type:
        inner = NEVER
        for item in expr.items:
            type = self.expr(item, scope)
            joined = join(inner, type)
            if joined is None:
                self.problem(
                    item.place, "BZ522", f'"{type}" stands in a list of "{inner}"', "all elements have one type"
                )
                return list_of(ERROR)
            inner = joined
        return list_of(inner)

    def _tuple(self, expr: syntax.TupleExpr, scope: Scope) -> Type:
        return Type("tuple", items=tuple(self.expr(item, scope) for item in expr.items))

    def _dict(self, expr: syntax.DictExpr, scope: Scope) -> Type:
        key, value = NEVER, NEVER
        written: set[object] = set()
        for k, v in expr.pairs:
            if isinstance(k, syntax.Const) and k.value in written:
                self.problem(k.place, "BZ515", f"the key {k.value!r} stands twice in this dict", "keep one of them")
            written |= {k.value} if isinstance(k, syntax.Const) else set()
            key = self._joined(key, self.expr(k, scope), k.place)
            value = self._joined(value, self.expr(v, scope), v.place)
            self.hashable(key, k.place)
        return Type("dict", items=(key, value))

    def _joined(self, a: Type, b: Type, place: Place) -> Type:
        joined = join(a, b)
        return (
            joined
            if joined is not None
            else self.problem(place, "BZ522", f'"{b}" stands beside "{a}"', "all have one type")
        )

    def _logic(self, expr: syntax.Logic, scope: Scope) -> Type:
        inside = scope.copy()
        for value, idle in self._parts(expr):
            with self.idle(value, idle):
                self.wants(self.expr(value, inside), BOOL, value.place, f'a part of "{expr.op}"')
            self.narrow(value, expr.op == "and", inside)
        return BOOL

    def _unary(self, expr: syntax.Unary, scope: Scope) -> Type:
        if expr.op == "not":
            self.test(expr.value, scope)
            return BOOL
        self.wants(self.expr(expr.value, scope), INT, expr.value.place)
        return INT

    def _cond(self, expr: syntax.Cond, scope: Scope) -> Type:
        self.test(expr.test, scope)
        yes, no = scope.copy(), scope.copy()
        self.narrow(expr.test, True, yes)
        self.narrow(expr.test, False, no)
        settled = certain(expr.test, self.constants)
        with self.idle(expr.value, settled is False):
            value = self.expr(expr.value, yes)
        with self.idle(expr.other, settled is True):
            other = self.expr(expr.other, no)
        return self._joined(value, other, expr.place)

    def _comp(self, expr: syntax.Comp, scope: Scope) -> Type:
        inside = scope.copy()
        before, self.pure_because = self.pure_because, self.pure_because or "a comprehension"
        for clause in expr.clauses:
            if clause.source is not None:
                inner = self.elements(self.expr(clause.source, inside), clause.source.place)
                for target, type in zip(
                    clause.targets, self.unpack(inner, len(clause.targets), clause.place), strict=True
                ):
                    target.type = type
                    self._comp_variable(target, type, inside)
            elif clause.test is not None:
                self.test(clause.test, inside)
                self.narrow(clause.test, True, inside)
        value = self.expr(expr.value, inside)
        key = self.expr(expr.key, inside) if expr.key is not None else None
        self.pure_because = before
        if key is not None and expr.key is not None:
            self.hashable(key, expr.key.place)
            return Type("dict", items=(key, value))
        return list_of(value)

    def _comp_variable(self, target: syntax.Name, type: Type, inside: Scope) -> None:
        """A loop variable of a comprehension lives in it alone."""
        self.hides(f'"{target.id}"', target.id, target.place)
        if target.id != "_":
            inside.assign(target.id, type)

    def elements(self, type: Type, place: Place) -> Type:
        """What a loop over the value gives."""
        inner = element(type)
        if inner is not None:
            return inner
        if type.name == "optional":
            return self.problem(place, "BZ524", "this may be None", 'test "if x != None:" before')
        return self.problem(place, "BZ522", f'nothing loops over "{type}"', "a list, a zone or a table")

    # ---- operators

    def _binary(self, expr: syntax.Binary, scope: Scope) -> Type:
        left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
        op = expr.op
        if op in ("==", "!="):
            if join(left, right) is None:
                self.problem(expr.place, "BZ522", f'"{left}" is never equal to "{right}"')
            elif "none" in (left.name, right.name):
                self._surely_there(expr, scope)
            else:
                _ = self.compared(left, expr.left.place) or self.compared(right, expr.right.place)
            return BOOL
        if op in ("in", "not in"):
            self._membership(left, right, expr)
            return BOOL
        if op in ("<", "<=", ">", ">="):
            for type, side in ((left, expr.left), (right, expr.right)):
                if self.compared(type, side.place):
                    continue
                if type.name == "optional":
                    self.wants(type, type.items[0], side.place)
                elif not comparable(type):
                    self.problem(side.place, "BZ522", f'"{type}" has no order')
            if join(left, right) is None:
                self.problem(expr.place, "BZ522", f'"{left}" does not compare with "{right}"')
            return BOOL
        return self.arithmetic(op, left, right, expr.place)

    def _surely_there(self, expr: syntax.Binary, scope: Scope) -> None:
        """Report a test for None of what is never None. What an earlier test has shown may be tested again."""
        for side in (expr.left, expr.right):
            type = side.type or ERROR
            if isinstance(side, syntax.Name) and side.means == "local":
                type = self.rule.locals.get(side.id, ERROR) if self.rule is not None else ERROR
            if type.name not in ("none", "optional", "error", "never") and path_of(side) not in scope.shown:
                self.problem(expr.place, "BZ522", f'"{type}" is never None', "compare it with a value, or take it out")

    def _membership(self, left: Type, right: Type, expr: syntax.Binary) -> None:
        if right.name == "text":
            self.wants(left, TEXT, expr.left.place)
            _ = self.taken_apart(left, expr.left.place) or self.taken_apart(right, expr.right.place)
            return
        inner = right.items[0] if right.name == "tuple" and right.items else self.elements(right, expr.right.place)
        if join(left, inner) is None:
            self.problem(expr.place, "BZ522", f'"{left}" is never in "{right}"')
        elif right.name in ("table", "dict"):
            self.hashable(left, expr.left.place)
        else:
            _ = self.compared(left, expr.left.place) or self.compared(right, expr.right.place)

    def arithmetic(self, op: str, left: Type, right: Type, place: Place) -> Type:
        """The type of `left op right`."""
        if "error" in (left.name, right.name):
            return ERROR
        if "never" in (left.name, right.name):  # an element of an empty list: this is never done
            return right if left.name == "never" else left
        if left.name == "int" and right.name == "int":
            return INT
        if op in ("+", "*") and (self.taken_apart(left, place) or self.taken_apart(right, place)):
            return ERROR
        if op == "+" and left.name == "text" and right.name == "text":
            return TEXT
        if op in ("+", "-") and left.name == "enum" and right.name == "int":
            return left
        if op == "-" and left.name == "enum" and left == right:
            return INT
        if op == "+" and left.name in ("list", "zone") and right.name in ("list", "zone"):
            joined = join(left, right)
            if joined is not None:
                return list_of(element(joined) or ERROR)
        if op == "*" and {left.name, right.name} in ({"int", "text"}, {"int", "list"}):
            return left if right.name == "int" else right
        for type in (left, right):
            if type.name == "optional":
                return self.problem(
                    place, "BZ524", f'a side of "{op}" may be None', 'test "if x != None:" before, or say must(x)'
                )
        return self.problem(place, "BZ522", f'"{op}" does not join "{left}" and "{right}"')

    def _index(self, expr: syntax.Index, scope: Scope) -> Type:
        value = self.expr(expr.value, scope)
        index = self.expr(expr.index, scope)
        if value.name in ("list", "zone"):
            self.wants(index, INT, expr.index.place)
            return element(value) or ERROR
        if value.name in ("table", "dict"):
            self.key(index, value, expr.index.place)
            return value.items[1]
        if value.name == "text":
            self.taken_apart(value, expr.value.place)
            self.wants(index, INT, expr.index.place)
            return TEXT
        if value.name == "tuple" and isinstance(expr.index, syntax.Const) and index == INT:
            number = expr.index.value
            if isinstance(number, int) and number < len(value.items):
                return value.items[number]
        if value.name == "optional":
            return self.problem(expr.value.place, "BZ524", "this may be None", 'test "if x != None:" before')
        return ERROR if value.name == "error" else self.problem(expr.place, "BZ522", f'"{value}" has no elements')

    def _slice(self, expr: syntax.Slice, scope: Scope) -> Type:
        value = self.expr(expr.value, scope)
        for part in (expr.start, expr.stop):
            if part is not None:
                self.wants(self.expr(part, scope), INT, part.place)
        if value.name in ("list", "zone"):
            return list_of(element(value) or ERROR)
        self.taken_apart(value, expr.value.place)
        return (
            value if value.name in ("text", "error") else self.problem(expr.place, "BZ522", f'"{value}" has no parts')
        )

    # ---- what a test shows

    def narrow(self, test: Expr, outcome: bool, scope: Scope) -> None:
        """What is known after a test came out so."""
        if isinstance(test, syntax.Unary) and test.op == "not":
            self.narrow(test.value, not outcome, scope)
        elif isinstance(test, syntax.Logic):
            if (test.op == "and") == outcome:
                for value in test.values:
                    self.narrow(value, outcome, scope)
        elif isinstance(test, syntax.Binary) and test.op in ("==", "!="):
            side = _beside_none(test)
            if side is not None:
                self._show(side, (test.op == "!=") == outcome, scope)
        elif isinstance(test, (syntax.Name, syntax.Attr)) and outcome and test.type and test.type.name == "optional":
            self._show(test, True, scope)

    def _show(self, expr: Expr, there: bool, scope: Scope) -> None:
        path = path_of(expr)
        if path and expr.type is not None and expr.type.name == "optional":
            shown = expr.type.items[0] if there else NONE
            if "." not in path:
                scope.assign(path, shown)
            else:
                scope.shown[path] = shown


def _beside_none(test: syntax.Binary) -> Expr | None:
    for side, other in ((test.left, test.right), (test.right, test.left)):
        if isinstance(other, syntax.Const) and other.value is None and isinstance(side, (syntax.Name, syntax.Attr)):
            return side
    return None


_METHODS: dict[type, Callable[[Expressions, Any, Scope], Type]] = {
    syntax.Const: Expressions._const,
    syntax.Name: Expressions._name,
    syntax.ListExpr: Expressions._list,
    syntax.TupleExpr: Expressions._tuple,
    syntax.DictExpr: Expressions._dict,
    syntax.Logic: Expressions._logic,
    syntax.Unary: Expressions._unary,
    syntax.Cond: Expressions._cond,
    syntax.Comp: Expressions._comp,
    syntax.Binary: Expressions._binary,
    syntax.Index: Expressions._index,
    syntax.Slice: Expressions._slice,
    syntax.Attr: Expressions._attr,
}
