"""Checked expressions to Python source: every value a number, every field a column, every sum within 64 bits.

Arithmetic inside one expression is exact; its result is tested once, and not at all where the declared bounds of what
stands in it prove that it fits. Options are constants of a game: what hangs on them is decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from ..declared import Field
from ..fixed import Fixed
from ..types import INT_MAX, INT_MIN, MAX_ITEMS, ONE_NUMBER, Type
from . import forms, inline, syntax, words
from .bounds import declared_field
from .check import Checked
from .lower_values import Values
from .packs import function
from .scope import path_of
from .syntax import Expr
from .typing import ERROR, element, holds_list, join, nested, walked

KINDED = frozenset(("create", "roll", "roll_many", "faces"))  # told the kind of their record
TYPED = frozenset(("pick", "sample"))  # told the type of the elements
MANY = 9  # so many elements are paid for one by one
FEW = 24  # so many numbers are looked through as fast as one thing is called
SHORT = 64  # nodes of a comprehension that may be paid for with what stands around it


class Expressions(Values):
    """Emits expressions of one rule; `Lower` emits what stands around them."""

    checked: Checked
    fixed: Fixed
    owned: set[str]
    renamed: dict[str, str]  # variables of loops that comprehensions became
    name: str  # of the rule that is lowered

    # ---- expressions

    def expr(self, expr: Expr, wanted: Type | None = None) -> str:
        """Source of an expression; a zone becomes a list where a list is wanted."""
        code = self._emit(expr)
        if wanted is not None and expr.type is not None and expr.type.name == "zone" and holds_list(wanted):
            return f"_copied(s, s.zones[{code}])"
        return code

    def _emit(self, expr: Expr) -> str:
        value = self.constant(expr) if not isinstance(expr, syntax.Const) else None
        if value is not None:
            return repr(value)
        if isinstance(expr, syntax.Call):
            return self.call(expr)
        return _EMIT[expr.__class__](self, expr)

    def arithmetic(self, expr: Expr) -> str:
        """A whole arithmetic expression: exact inside, tested at the root."""
        code = self.exact(expr)
        low, high = self.bounds(expr)
        return code if low >= INT_MIN and high <= INT_MAX else f"_fit({code})"

    def exact(self, expr: Expr) -> str:
        """An arithmetic expression without a test of its result."""
        if (
            isinstance(expr, syntax.Binary)
            and expr.op in _LEVELS
            and expr.type is not None
            and expr.type.name == "int"
            and _numbers(expr)
        ):
            left, right = self.exact(expr.left), self.exact(expr.right)
            level = _LEVELS[expr.op]
            if _level(expr.left) < level:
                left = f"({left})"
            if _level(expr.right) <= level:
                right = f"({right})"
            return f"{left} {expr.op} {right}"
        if isinstance(expr, syntax.Unary) and expr.op == "-":
            return f"(-{self.exact(expr.value)})" if _level(expr.value) > 9 else f"(-({self.exact(expr.value)}))"
        return self._emit(expr)

    def _const(self, expr: syntax.Const) -> str:
        return repr(expr.value)

    def _name(self, expr: syntax.Name) -> str:
        if expr.means == "given":
            return expr.id
        if expr.means == "constant":
            return self._emit(self.checked.constants[expr.id].value)
        return self.renamed.get(expr.id) or f"{expr.id}_"

    def escaping(self, expr: Expr, wanted: Type | None = None) -> str:
        """A value that somebody else will hold: a list that this rule changes in place is copied."""
        code = self.expr(expr, wanted)
        if isinstance(expr, syntax.Name) and expr.id in self.owned:
            return f"_copied(s, {code})"
        return code

    def _list(self, expr: syntax.ListExpr) -> str:
        inner = expr.type.items[0] if expr.type else ERROR
        return self.deep(expr, "[" + ", ".join(self.escaping(item, inner) for item in expr.items) + "]")

    def _tuple(self, expr: syntax.TupleExpr) -> str:
        return self.deep(expr, "(" + "".join(self.escaping(item) + ", " for item in expr.items) + ")")

    def _dict(self, expr: syntax.DictExpr) -> str:
        inner = expr.type.items[1] if expr.type else ERROR
        pairs = [f"{self.expr(key)}: {self.escaping(value, inner)}" for key, value in expr.pairs]
        code = "{" + ", ".join(pairs) + "}"
        if not all(isinstance(key, syntax.Const) for key, _ in expr.pairs):  # else the checker has told them apart
            code = f"_distinct({code}, {len(pairs)})"
        return self.deep(expr, code)

    def deep(self, expr: Expr, code: str) -> str:
        """A list of lists counts with all that is in it, as often as it is in it."""
        return f"_deep(s, {code})" if expr.type is not None and nested(expr.type) else code

    def _logic(self, expr: syntax.Logic) -> str:
        parts = []
        for value in expr.values:
            settled = self.settled(value)
            if settled is None:
                parts.append(self.test(value))
            elif settled is (expr.op == "or"):
                parts.append(repr(settled))
                break
        if not parts:
            return repr(expr.op == "and")
        return "(" + f" {expr.op} ".join(parts) + ")"

    def test(self, expr: Expr) -> str:
        """Source that is true or false as the language means it."""
        settled = self.settled(expr)
        if settled is not None:
            return repr(settled)
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            return f"(not {self.test(expr.value)})"
        if isinstance(expr, syntax.Logic):
            return self._logic(expr)
        code = self.expr(expr)
        if expr.type is not None and expr.type.name == "optional":
            return f"({code} is not None)"
        if expr.type is not None and expr.type.name == "zone":
            return f"bool(s.zones[{code}])"
        return code if expr.type is not None and expr.type.name == "bool" else f"bool({code})"

    def _unary(self, expr: syntax.Unary) -> str:
        return self.test(expr) if expr.op == "not" else self.arithmetic(expr)

    def _cond(self, expr: syntax.Cond) -> str:
        settled = self.settled(expr.test)
        if settled is not None:
            return self.escaping(expr.value if settled else expr.other, expr.type)
        value, other = (self.escaping(side, expr.type) for side in (expr.value, expr.other))
        return f"({value} if {self.test(expr.test)} else {other})"

    def _comp(self, expr: syntax.Comp) -> str:
        inside = self._inside(expr)
        if expr.key is not None:
            return self.deep(expr, "_sized_dict({" + inside + "})")
        loops = sum(clause.source is not None for clause in expr.clauses)
        return self.deep(expr, f"[{inside}]" if loops == 1 else f"_sized([{inside}])")

    def _inside(self, expr: syntax.Comp) -> str:
        """A comprehension without its brackets. Its variables are its own, whatever the rule changes by that name."""
        before = self.owned, self.renamed
        own = {target.id: f"{target.id}_" for clause in expr.clauses for target in clause.targets}
        self.owned, self.renamed = self.owned - own.keys(), self.renamed | own
        value = self.escaping(expr.value, expr.type.items[-1] if expr.type else None)
        if expr.key is not None:
            value = f"{self.expr(expr.key)}: {value}"
        clauses = []
        for clause in expr.clauses:
            if clause.source is None:
                assert clause.test is not None
                clauses.append(f"if {self.test(clause.test)}")
            else:
                targets = ", ".join(target.id + "_" if target.id != "_" else "_" for target in clause.targets)
                clauses.append(f"for {targets} in _each(s, {self.items(clause.source)}, {self._weight(expr)})")
        self.owned, self.renamed = before
        if self.short(expr) and not any(" for " in code for code in (value, *clauses[1:])):
            assert expr.clauses[0].source is not None
            targets = clauses[0].partition(" in ")[0]
            clauses[0] = f"{targets} in {self.items(expr.clauses[0].source)}"
        return " ".join([value, *clauses])

    def short(self, expr: syntax.Comp) -> bool:
        """Whether a comprehension runs over so few elements for sure that what stands around it has paid for them."""
        if expr.size > SHORT:
            return False
        return expr.clauses[0].source is not None and _most(expr.clauses[0].source) < MANY

    def _weight(self, expr: syntax.Comp) -> int:
        return 1 + expr.size

    def items(self, expr: Expr) -> str:
        """Source of something to loop over; what the state holds is read in place, since nothing changes meanwhile."""
        if self.in_place(expr):
            return str(inline.read(expr.data[0].name, self._given(expr)))
        code = self.expr(expr)
        if expr.type is not None and expr.type.name == "text" and not isinstance(expr, syntax.Const):
            return f"_text(s, {code})"
        return f"s.zones[{code}]" if expr.type is not None and expr.type.name == "zone" else code

    def in_place(self, expr: Expr) -> TypeGuard[syntax.Call]:
        """Whether an expression is a list that the state or the map holds."""
        return (
            isinstance(expr, syntax.Call)
            and expr.means == "library"
            and inline.read(expr.data[0].name, [""] * len(expr.data[1])) is not None
        )

    def _binary(self, expr: syntax.Binary) -> str:
        op, left, right = expr.op, expr.left, expr.right
        if op in ("==", "!="):
            return self._equal(expr)
        if op in ("in", "not in"):
            return self._membership(expr)
        if op in ("<", "<=", ">", ">="):
            return f"({self.words(left)} {op} {self.words(right)})"
        if _numbers(expr):
            code = self.arithmetic(expr)
            return f"({code})" if not code.startswith("_fit(") else code
        return self._joining(expr)

    def _equal(self, expr: syntax.Binary) -> str:
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(other, syntax.Const) and other.value is None:
                return f"({self.expr(side)} {'is' if expr.op == '==' else 'is not'} None)"
        both = join(expr.left.type or ERROR, expr.right.type or ERROR) or ERROR
        left, right = (self.words(side, both) for side in (expr.left, expr.right))
        if not walked(both):
            return f"({left} {expr.op} {right})"
        same = f"_same(s, {left}, {right})"
        return same if expr.op == "==" else f"(not {same})"

    def _membership(self, expr: syntax.Binary) -> str:
        left, right, type = self.words(expr.left), self.items(expr.right), expr.right.type or ERROR
        if type.name in ("dict", "table"):
            return f"({left} {expr.op} {right})"
        if type.name == "list" and type.items[0].name in ONE_NUMBER:
            if _most(expr.right) <= FEW:
                return f"({left} {expr.op} {right})"
            call = "_holds"
        else:
            call = "_in"
        found = f"{call}(s, {left}, {self.words(expr.right) if type.name == 'text' else right})"
        return found if expr.op == "in" else f"(not {found})"

    def words(self, expr: Expr, wanted: Type | None = None) -> str:
        """Source of a value that is compared: a number as it is, exact; a text with values in it has no words yet."""
        if isinstance(expr, (syntax.Binary, syntax.Unary)) and expr.type is not None and expr.type.name == "int":
            return f"({self.exact(expr)})"
        code, type = self.expr(expr, wanted), expr.type or ERROR
        if isinstance(expr, syntax.Const):
            return code
        if type.name == "optional" and type.items[0].name == "text":
            return f"_words(s, {code})"
        return f"_text(s, {code})" if type.name == "text" else code

    def _joining(self, expr: syntax.Binary) -> str:
        """`+`, `-`, `*` of what is no number."""
        left, right, type = expr.left.type or ERROR, expr.right.type or ERROR, expr.type or ERROR
        a, b = self.expr(expr.left, type), self.expr(expr.right, type)
        if left.name == "enum" and right.name == "int":
            last = len(self.checked.ruleset.enums[left.of].members) - 1
            return f"min({last}, max(0, {a} {expr.op} {b}))"
        if left.name == "enum":
            return f"({a} - {b})"
        if expr.op == "*":
            return self.deep(expr, f"_repeat(s, {a}, {b})")
        return self.deep(expr, f"_joined(s, {a}, {b})")

    def _index(self, expr: syntax.Index) -> str:
        value = self._whole(expr.value)
        type = expr.value.type or ERROR
        if type.name in ("table", "dict"):
            named = type.items[0].name in ("int", "range", "seats", "text")
            where = f"{path_of(expr.value)!r}, {(expr.place.line, expr.place.column)}"
            if named:
                return f"_at({value}, {self.expr(expr.index)}, {where})"
            members = f"E_{type.items[0].of}" if type.items[0].name == "enum" else "()"
            return f"_found({value}, {self.expr(expr.index)}, {where}, {members})"
        return f"{value}[{self.expr(expr.index)}]"

    def _slice(self, expr: syntax.Slice) -> str:
        start, stop = (self.expr(end) if end is not None else "None" for end in (expr.start, expr.stop))
        return f"_cut(s, {self._whole(expr.value)}, {start}, {stop})"

    def _whole(self, expr: Expr) -> str:
        """Source of what is measured, or of which a part is taken."""
        return self.words(expr) if expr.type is not None and expr.type.name == "text" else self.items(expr)

    # ---- calls that are expressions

    def call(self, expr: syntax.Call) -> str:
        """A call that does not ask."""
        if expr.means == "rule":
            return self.rule_call(expr)
        if expr.means == "library":
            return self._library(expr)
        return _CALLS[expr.means](self, expr)

    def rule_call(self, expr: syntax.Call) -> str:
        """A call of a rule that does not ask."""
        assert isinstance(expr.target, syntax.Name)
        name = expr.target.id
        params = self.checked.rules[name].params
        args = {param: self.escaping(value, params[param]) for param, value in expr.data.items()}
        return f"{function(name)}({', '.join(['s', *self.passed(name, args)])})"

    def passed(self, rule: str, args: dict[str, str]) -> list[str]:
        """Arguments as they are written: by position where that is their order, by name elsewhere."""
        if list(args) == list(self.checked.rules[rule].params):
            return list(args.values())
        return [f"{param}_={code}" for param, code in args.items()]

    def _library(self, expr: syntax.Call) -> str:
        signature, arguments, kind = expr.data
        if signature.name == "len":
            return f"len({self._whole(arguments[0][1])})"
        if signature.name in ("any", "all") and isinstance(arguments[0][1], syntax.Comp):
            return f"{signature.name}({self._inside(arguments[0][1])})"
        given = self._given(expr)
        written = inline.value(self.fixed, signature.name, given)
        if written is not None:
            return written
        args = ["s"] + ([repr(kind.of)] if signature.name in KINDED and kind else [])
        if signature.name in TYPED:
            args += [str(self.type_number(element(arguments[0][1].type or ERROR) or ERROR)), repr(self.name)]
        args += [code if name != "at" else f"at={code}" for (name, _), code in zip(arguments, given, strict=True)]
        args += ["True"] if signature.name == "fail" and _written(arguments[0][1]) else []
        return f"f_{signature.name}({', '.join(args)})"

    def _given(self, expr: syntax.Call) -> list[str]:
        """What a call of the library is given, as source."""
        signature, arguments, _ = expr.data
        patterns = {param.name: param.type for param in signature.params}
        return [
            repr(value) if isinstance(value, str) else self._argument(value, patterns[name])
            for name, value in arguments
        ]

    def _argument(self, value: Expr, pattern: Type) -> str:
        if pattern.name == "place":
            return self.place(value)
        if pattern.name == "list":
            return self.items(value)
        if pattern.name == "sized":
            return self.items(value)
        return self.escaping(value)

    def place(self, expr: Expr) -> str:
        """A cell, zone or carrier as the one number that says where a piece is."""
        type = expr.type or ERROR
        if type.name == "board":
            return str(-(2**40))
        code = self.expr(expr)
        if type.name == "zone":
            return f"({self.fixed.cells} + {code})"
        return f"(-2 - {code})" if type.name == "piece" else code

    def _option(self, expr: syntax.Call) -> str:
        form: forms.OptionForm = expr.data
        return f"({self.escaping(form.value)}, {self.message(form.blocked)}, {self.message(form.label)})"

    def _any_open(self, expr: syntax.Call) -> str:
        options, wrapped = expr.data
        items = self.items(options)
        return f"any(o[1] is None for o in _each(s, {items}, 1))" if wrapped else f"bool({items})"

    def _text(self, expr: syntax.Call) -> str:
        return self.message(expr.data)

    def _announce(self, expr: syntax.Call) -> str:
        return f"_announce(s, {self.message(expr.data)})"

    def _push(self, expr: syntax.Call) -> str:
        site, values = expr.data
        pushed = self.checked.pushed[site]
        types = pushed.types if pushed.rule else (None, *pushed.types)
        held = [self.escaping(value, type) for value, type in zip(values, types, strict=True)]
        return f"_push(s, ({', '.join([str(site), *held])},))"

    def _cancel(self, expr: syntax.Call) -> str:
        return f"_cancel(s{self._waiting(expr.data)})"

    def _pending(self, expr: syntax.Call) -> str:
        return f"_pending(s{self._waiting(expr.data)})"

    def _waiting(self, name: str) -> str:
        """Which of what waits: a word by its number, calls of a rule by the places that push them."""
        if not name:
            return ""
        sites = tuple(i for i, pushed in enumerate(self.checked.pushed) if pushed.rule == name)
        return f", {self.fixed.word_index.get(name, -1)}, {sites}"

    def _has(self, expr: syntax.Call) -> str:
        effects, word = expr.data
        return f"any(w[0] == {self.fixed.word_index[word]} for w in _each(s, {self.expr(effects)}, 1))"

    def _word(self, expr: syntax.Call) -> str:
        effects, word, argument, default = expr.data
        at = list(self.checked.ruleset.words[word].args).index(argument)
        return f"_word_sum(s, {self.expr(effects)}, {self.fixed.word_index[word]}, {at}, {self.expr(default)})"

    def _each_word(self, expr: syntax.Call) -> str:
        effects, word, argument = expr.data
        at = list(self.checked.ruleset.words[word].args).index(argument)
        asked = self.fixed.word_index[word]
        return f"[w[1][{at}] for w in _each(s, {self.expr(effects)}, 1) if w[0] == {asked}]"

    def _why_not(self, expr: syntax.Call) -> str:
        form: words.Performance = expr.data
        cases = []
        for name in form.words:
            word = self.checked.ruleset.words[name]
            passed = ", ".join(["s", *self.word_args(word, word.blocked, form.things, "a")])
            cases.append(f"{self.fixed.word_index[name]}: lambda a: {function(word.blocked)}({passed})")
        return f"_first_objection(s, {self.expr(form.effects)}, {{{', '.join(cases)}}})"

    def word_args(self, word: Any, rule: str, things: dict[str, Expr], args: str) -> list[str]:
        """The arguments of a word's rule: its own by number, the rest from what is given."""
        own = list(word.args)
        found = []
        for name, type in self.checked.rules[rule].params.items():
            found.append(f"{args}[{own.index(name)}]" if name in word.args else self.escaping(things[name], type))
        return found

    def _new(self, expr: syntax.Call) -> str:
        name, given = expr.data
        fields = self.checked.ruleset.contexts[name]
        values = [self._context_value(field, given.get(field.name)) for field in fields.values()]
        return f"_new(s, [{', '.join([str(list(self.checked.ruleset.contexts).index(name)), *values])}])"

    def _context_value(self, field: Field, value: Expr | None) -> str:
        if value is None:
            return self.literal(self.fixed.default(field))
        return self.bounded(self.escaping(value, field.type), value, field)

    def _end(self, expr: syntax.Call) -> str:
        name, winners, scores = expr.data
        won = self.items(winners) if winners is not None else "[]"
        values = ", ".join(f"{key!r}: {self.expr(value)}" for key, value in scores.items())
        return f"_end(s, {name!r}, {won}, {{{values}}})"

    def _next_game(self, expr: syntax.Call) -> str:
        entry, mission, players = expr.data
        number = list(self.checked.ruleset.entries).index(entry)
        given = (self.expr(part) if part is not None else "None" for part in (mission, players))
        return f"_next_game(s, {number}, {', '.join(given)})"

    def _problem(self, expr: syntax.Call) -> str:
        record, field, said = expr.data
        kind = record.type.of if record.type else ""
        return f"s.event('problem', {kind!r}, {self.expr(record)}, {self.expr(field)}, {self.message(said)})"

    def _records(self, expr: syntax.Call) -> str:
        return self._numbers(len(self.fixed.record_ids[expr.data]))

    def _a_record(self, expr: syntax.Call) -> str:
        kind, id = expr.data
        return str(self.fixed.record_index[kind][id])

    def _members(self, expr: syntax.Call) -> str:
        return self._numbers(len(self.checked.ruleset.enums[expr.data].members))

    def _numbers(self, count: int) -> str:
        """A list of all records of a kind, or of all members of an enum; paid for unless it is short."""
        return f"list(range({count}))" if count < MANY else f"_range(s, {count})"

    def _ordinal(self, expr: syntax.Call) -> str:
        return self.expr(expr.data)

    def _extreme(self, expr: syntax.Call) -> str:
        name = expr.target.id if isinstance(expr.target, syntax.Name) else "max"
        if expr.data:
            return f"_{name}(s, {self.items(expr.args[0])})"
        return f"{name}({', '.join(self.expr(value) for value in expr.args)})"

    def _keyed(self, expr: syntax.Call) -> str:
        items, rule, reverse = expr.data
        name = expr.target.id if isinstance(expr.target, syntax.Name) else "sorted"
        key = self._key(rule, items) if rule else "None"
        extra = f", {self.expr(reverse)}" if reverse is not None else ""
        return f"_{name}(s, {self.items(items)}, {key}{extra})"

    def _key(self, rule: str, items: Expr) -> str:
        """The function that gives the key of one element; a rule that takes a list is handed a zone as one."""
        inner = element(items.type or ERROR) or ERROR
        if inner.name != "zone" or not holds_list(next(iter(self.checked.rules[rule].params.values()))):
            return function(rule)
        return f"lambda s, z: {function(rule)}(s, _copied(s, s.zones[z]))"

    def _range(self, expr: syntax.Call) -> str:
        return f"_range(s, {', '.join(self.expr(value) for value in expr.args)})"

    def _method(self, expr: syntax.Call) -> str:
        owner, name = expr.data
        assert isinstance(expr.target, syntax.Attr)
        target = self.items(expr.target.value)
        args = [self.escaping(value) for value in expr.args]
        if owner.name == "list":
            value = self.items(expr.args[0]) if name == "extend" else args[0]
            return f"_{name}(s, {target}, {value})"
        if owner.name == "text":
            return f"_{name}(s, {target})" if name in ("upper", "lower") else f"{target}.{name}({', '.join(args)})"
        if name == "get":
            return f"{target}.get({', '.join(args)})"
        return f"_listing(s, {target}.{name}())"


def _written(expr: Expr) -> bool:
    """Whether a text stands in the rule itself, and so everyone can read it; others may have come from the state."""
    return isinstance(expr, syntax.Const) or (isinstance(expr, syntax.Call) and expr.means == "text")


def _most(items: Expr) -> int:
    """How many elements a list has at most, as far as that is written or declared."""
    if isinstance(items, syntax.ListExpr):
        return len(items.items)
    field = declared_field(items) if isinstance(items, syntax.Attr) else None
    return field.type.high if field is not None and field.type.name == "list" else MAX_ITEMS


def _numbers(expr: syntax.Binary) -> bool:
    return all(side.type is not None and side.type.name in ("int", "error") for side in (expr.left, expr.right))


_LEVELS = {"+": 5, "-": 5, "*": 6, "//": 6, "%": 6}


def _level(expr: Expr) -> int:
    """How tightly the emitted source of an expression holds together; 10 for what needs no brackets."""
    if isinstance(expr, syntax.Binary) and expr.op in _LEVELS and _numbers(expr):
        return _LEVELS[expr.op]
    return 10


_EMIT: dict[type, Callable[[Any, Any], str]] = {
    syntax.Const: Expressions._const, syntax.Name: Expressions._name, syntax.ListExpr: Expressions._list,
    syntax.TupleExpr: Expressions._tuple, syntax.DictExpr: Expressions._dict, syntax.Logic: Expressions._logic,
    syntax.Unary: Expressions._unary, syntax.Cond: Expressions._cond, syntax.Comp: Expressions._comp,
    syntax.Binary: Expressions._binary, syntax.Index: Expressions._index, syntax.Slice: Expressions._slice,
    syntax.Attr: Expressions.attr,
}  # fmt: skip

_CALLS: dict[str, Callable[[Any, Any], str]] = {
    "option": Expressions._option,
    "any_open": Expressions._any_open,
    "text": Expressions._text,
    "announce": Expressions._announce,
    "has": Expressions._has,
    "push": Expressions._push,
    "cancel": Expressions._cancel,
    "pending": Expressions._pending,
    "word": Expressions._word,
    "each-word": Expressions._each_word,
    "why_not": Expressions._why_not,
    "new": Expressions._new,
    "end": Expressions._end,
    "next_game": Expressions._next_game,
    "problem": Expressions._problem,
    "records": Expressions._records,
    "a-record": Expressions._a_record,
    "members": Expressions._members,
    "ordinal": Expressions._ordinal,
    "extreme": Expressions._extreme,
    "keyed": Expressions._keyed,
    "range": Expressions._range,
    "method": Expressions._method,
}
