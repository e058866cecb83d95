"""Statements to Python source, where nothing asks: assignment, branches, loops, words.

Every line of the source remembers the line of the author's file that it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..declared import Field
from ..fixed import Fixed
from ..problem import Problem, Spot
from ..room import growing
from ..types import EVENT, INT_MAX, INT_MIN, ONE_NUMBER, Type, covers
from ..values import typed
from . import forms, parts, syntax, words
from .agenda import RESOLVE
from .check import Checked, RuleInfo
from .lower_any import Quantifiers
from .packs import function
from .syntax import Expr, Place, Stmt
from .tokenise import Refused
from .typing import ASKING, ERROR

MAX_LOWERED = 4_000_000  # characters of all rules of a game, as they are made ready to run
TOO_LARGE = (
    "the rules of the game come to more than can be made ready to run",
    "say in one rule what many places do, and call it from them",
)


class Site(NamedTuple):
    """A place where rules ask: the type of the options, whether they are wrapped, a menu's name, whether only those
    who are asked are told of it.
    """

    rule: str
    path: str
    line: int
    kind: str  # choose, action or confirm
    type: Type
    wrapped: bool
    menu: str
    secret: bool


class Plain(Quantifiers):
    """Writes rules that do not ask; `lower` writes those that do, with the same words for what both hold."""

    def __init__(
        self,
        checked: Checked,
        fixed: Fixed,
        options: dict[str, Any],
        templates: list[parts.Template],
        word_infos: dict[str, Any],
    ) -> None:
        self.checked, self.fixed, self.options, self.templates, self.word_infos = (
            checked,
            fixed,
            options,
            templates,
            word_infos,
        )
        self.out: list[str] = []
        self.lines: list[tuple[str, str, int]] = []
        self.sites: list[Site] = []
        self.types: list[Type] = []
        self.literals: dict[str, Any] = {}
        self.frames: dict[str, list[str]] = {}
        self.blocks: dict[str, dict[int, int]] = {}
        self._asks: dict[str, bool] = {}
        for name in checked.callees_first:  # so that no question goes deep
            self.rule_asks(name)
        self.rule_ids = {name: i for i, name in enumerate(checked.rules)}

    name: str
    info: RuleInfo
    locals: list[str]
    flat_loops: list[tuple[int, int]]  # head and end of each loop that is cut into blocks, innermost last
    jumps: list[tuple[int, int]]  # of the rule: the line of each in the source, and its block
    sealed = 0  # loops of `together` around what is written
    here = 0
    size = 0  # characters that are written so far
    nested = False
    resumable = False
    makes = False

    def jump(self, label: int, depth: int) -> None:
        """Go on at a block; only resumable rules have any."""
        self.jumps.append((len(self.out), label))
        self.write(depth, f"pc = {label}")
        self.write(depth, "continue")

    def hold(self, name: str) -> str:
        """A local of the frame, besides the author's own."""
        if name not in self.locals:
            self.locals.append(name)
        return name

    # ---- which rules ask, with these options

    def rule_asks(self, name: str) -> bool:
        """Whether a rule can stop for a decision with these options."""
        if name not in self._asks:
            self._asks[name] = False
            info = self.checked.rules[name]
            asks = any(map(self.rule_asks, info.calls)) if name == RESOLVE else any(map(self.stmt_asks, info.node.body))
            self._asks[name] = info.mode == ASKING and asks
        return self._asks[name]

    def stmt_asks(self, statement: Stmt) -> bool:
        """Whether a statement can."""
        if isinstance(statement, syntax.If):
            return self._if_asks(statement)
        if isinstance(statement, syntax.For):
            return any(map(self.stmt_asks, statement.body))
        if isinstance(statement, (syntax.Assign, syntax.ExprStmt)):
            return self.asks(statement.value)
        return isinstance(statement, syntax.Return) and statement.value is not None and self.asks(statement.value)

    def _if_asks(self, statement: syntax.If) -> bool:
        for test, body in statement.branches:
            settled = self.settled(test)
            if self.asks(test) or (settled is not False and any(map(self.stmt_asks, body))):
                return True
            if settled is True:
                return False
        return any(map(self.stmt_asks, statement.orelse))

    def asks(self, expr: Expr) -> bool:
        """Whether an expression may stop for a decision."""
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            return self.asks(expr.value)
        if not isinstance(expr, syntax.Call):
            return False
        if expr.means in ("choose", "choose_action", "confirm"):
            return True
        if expr.means == "perform":
            return any(self.word_asks(word) for word in expr.data.words)
        if expr.means == "rule" and isinstance(expr.target, syntax.Name):
            return self.rule_asks(expr.target.id)
        return False

    def word_asks(self, word: str) -> bool:
        """Whether carrying a word out can."""
        rule = self.checked.ruleset.words[word].rule
        return bool(rule) and self.rule_asks(rule)

    # ---- writing

    def write(self, depth: int, code: str, place: Place | None = None) -> None:
        """A line of the source, and the author's line that it comes from."""
        self.out.append("    " * depth + code)
        self.size += 4 * depth + len(code) + 1
        line = place.line if place is not None else self.here
        self.here = line
        if self.size > MAX_LOWERED:
            raise Refused(Problem(Spot(self.info.node.path, line), "BZ510", *TOO_LARGE))
        self.lines.append((self.name, self.info.node.path, line))

    # ---- plain rules

    def _plain(self) -> None:
        node = self.info.node
        params = ", ".join(["s", *(f"{name}_" for name in self.info.params)])
        self.write(0, f"def {function(self.name)}({params}):", node.place)
        self.write(1, f"s.fuel -= {weight(node.body)}")
        self.write(1, "if s.fuel < 0: _out(s)")
        self.resumable = False
        self.makes = self.info.makes
        depth = 1
        if self.makes:
            self.write(1, "_mark = len(s.contexts)")
            self.write(1, "try:")
            depth = 2
        if not self.block(node.body, depth):
            self.write(depth, "pass")
        if self.makes:
            self.write(1, "finally:")
            self.write(2, "del s.contexts[_mark:]")

    def block(self, body: list[Stmt], depth: int) -> bool:
        """Statements that do not ask; whether anything was written."""
        before = len(self.out)
        for statement in body:
            self.statement(statement, depth)
        return len(self.out) > before

    def statement(self, statement: Stmt, depth: int) -> None:
        """One statement that does not ask."""
        if isinstance(statement, syntax.Assign):
            self._assign(statement, self._value_of(statement), depth)
        elif isinstance(statement, syntax.ExprStmt):
            self._lone(statement, depth)
        elif isinstance(statement, syntax.If):
            self._structured_if(statement, depth)
        elif isinstance(statement, syntax.For):
            self._structured_for(statement, depth)
        elif isinstance(statement, syntax.Return):
            self._return(self._returned(statement.value, depth), depth, statement.place)
        elif isinstance(statement, syntax.Jump):
            self._jump(statement, depth)

    def _returned(self, value: Expr | None, depth: int) -> str:
        if value is None:
            return "None"
        return self.awaited(value, depth) or self.escaping(value, self.info.returns)

    def _value_of(self, statement: syntax.Assign) -> str:
        return self.escaping(statement.value, self._wanted(statement))

    def _wanted(self, statement: syntax.Assign) -> Type | None:
        target = statement.targets[0]
        if len(statement.targets) > 1:
            return None
        if isinstance(target, syntax.Name):
            return self.info.locals.get(target.id)
        return target.type

    def _lone(self, statement: syntax.ExprStmt, depth: int) -> None:
        value = statement.value
        if isinstance(value, syntax.Call) and value.means == "perform":
            self._structured_perform(value, depth)
        else:
            self.write(depth, self.expr(value), statement.place)

    def _return(self, value: str, depth: int, place: Place) -> None:
        if self.resumable and self.makes:
            self.write(depth, f"_given = {value}", place)
            self.write(depth, "del s.contexts[_mark:]")
            value = "_given"
        for _ in range(self.sealed):  # loops of `together` that this leaves
            self.write(depth, "_open_up(s)", place)
        self.write(depth, f"return {value}", place)

    def _jump(self, statement: syntax.Jump, depth: int) -> None:
        if statement.word == "pass" or not self.resumable or not self.flat_loops or self.nested:
            self.write(depth, statement.word, statement.place)
            return
        head, end = self.flat_loops[-1]
        self.jump(end if statement.word == "break" else head, depth)

    def _structured_if(self, statement: syntax.If, depth: int) -> None:
        word = "if"
        for test, body in statement.branches:
            settled = self.settled(test)
            if settled is False:
                continue
            if settled is True and word == "if":
                self.block(body, depth)
                return
            if settled is None:
                code = (self.awaited(test, depth) if word == "if" else None) or self.test(test)
                self.write(depth, f"{word} {code}:", test.place)
            else:
                self.write(depth, "else:", test.place)
            if not self.block(body, depth + 1):
                self.write(depth + 1, "pass")
            if settled is True:
                return
            word = "elif"
        if word == "if":
            self.block(statement.orelse, depth)
        elif statement.orelse:
            self.write(depth, "else:")
            if not self.block(statement.orelse, depth + 1):
                self.write(depth + 1, "pass")

    def _structured_for(self, statement: syntax.For, depth: int) -> None:
        targets = ", ".join("_" if target.id == "_" else f"{target.id}_" for target in statement.targets)
        source, call = statement.source, statement.source if isinstance(statement.source, syntax.Call) else None
        first = "_" if statement.targets[0].id == "_" else f"{statement.targets[0].id}_"
        kind = call.means if call is not None and call.means in forms.LOOPS else "list"
        items = self._loop_items(source, kind)
        number = "_round" if first == "_" else first
        at_once = kind == "list" and not items.startswith(RANGES) and not any(map(leaves, statement.body))
        if at_once:
            items = f"_each(s, {items}, {weight(statement.body)})"
        self.write(
            depth, f"for {number if kind in ('rounds', 'turns', 'together') else targets} in {items}:", statement.place
        )
        if not at_once:
            self.write(depth + 1, f"s.fuel -= {weight(statement.body)}")
            self.write(depth + 1, "if s.fuel < 0: _out(s)")
        if kind in ("rounds", "turns", "together"):
            self.write(depth + 1, f"_{'turns' if kind == 'together' else kind}(s, {number})")
        nested, self.nested = self.nested, True
        if not self.block(statement.body, depth + 1):
            self.write(depth + 1, "pass")
        self.nested = nested
        if kind == "up_to":
            self.write(depth, "else:")
            self.write(depth + 1, "_ran_out(s)", statement.place)

    def _loop_items(self, source: Expr, kind: str) -> str:
        """Source of the list that a loop runs over, which nothing can change meanwhile."""
        if kind in ("rounds", "up_to"):
            assert isinstance(source, syntax.Call)
            return f"range(1, 1 + {self.expr(source.data)})"
        if kind in ("turns", "together"):
            assert isinstance(source, syntax.Call)
            return self.loop_list(source.data)
        if isinstance(source, syntax.Call) and source.means == "range":
            numbers = ", ".join(self.expr(value) for value in source.args)
            small = len(source.args) < 3 and all(
                -SMALL_RANGE < bound < SMALL_RANGE for value in source.args for bound in self.bounds(value)
            )
            return f"range({numbers})" if small else f"_lazy_range({numbers})"
        return self.loop_list(source)

    def loop_list(self, source: Expr) -> str:
        """Source of a list that nobody else holds: a new one as it is, anything else written out."""
        code = self.items(source)
        fresh = isinstance(source, (syntax.Comp, syntax.Call, syntax.ListExpr)) and not self.in_place(source)
        listed = source.type is not None and source.type.name == "list"  # a dict is none, and a frame counts in lists
        return code if fresh and listed else f"_listing(s, {code})"

    # ---- assignment

    def _assign(self, statement: syntax.Assign, value: str, depth: int) -> None:
        place = statement.place
        if len(statement.targets) > 1:
            parts = ", ".join(f"_part{i}" for i in range(len(statement.targets)))
            self.write(depth, f"{parts} = {value}", place)
            for i, target in enumerate(statement.targets):
                self._store(target, f"_part{i}", None, depth, place)
            return
        target = statement.targets[0]
        if statement.op:
            self._augment(statement, target, depth)
        else:
            self._store(target, value, statement.value, depth, place)

    def _augment(self, statement: syntax.Assign, target: Expr, depth: int) -> None:
        """`x.f += v` reads, joins and writes; the owner of the field is found once."""
        place = statement.place
        target = self.pinned(target, depth, place, self.temporary)
        both = syntax.Binary(place, statement.op, target, statement.value)
        both.type = target.type if (target.type or ERROR).name != "zone" else statement.value.type
        self._store(target, self.expr(both), both, depth, place)

    def temporary(self, stem: str) -> str:
        """A name that is written and read within one statement."""
        return f"_{stem}_"

    def held(self, value: Expr, name: str, depth: int) -> syntax.Name:
        """A value in a temporary, as an expression; a local stands for itself."""
        if isinstance(value, syntax.Name) and value.means == "local":
            return value
        self.write(depth, f"{name} = {self.expr(value)}", value.place)
        found = syntax.Name(value.place, name.removesuffix("_"))
        found.type, found.means = value.type, "held"
        return found

    def pinned(self, target: Expr, depth: int, place: Place, name: Callable[[str], str]) -> Expr:
        """The same target, with its owner and key in temporaries, so that they are evaluated once."""
        if isinstance(target, syntax.Index):
            inner = self.pinned(target.value, depth, place, name)
            pinned: Expr = syntax.Index(place, inner, self.held(target.index, name("key"), depth))
            pinned.type = target.type
            return pinned
        if not isinstance(target, syntax.Attr) or target.means not in ("state", "player", "context"):
            return target
        attr = syntax.Attr(place, self.held(target.value, name("owner"), depth), target.name, target.name_place)
        attr.type, attr.means, attr.data = target.type, target.means, target.data
        return attr

    def _store(self, target: Expr, value: str, source: Expr | None, depth: int, place: Place) -> None:
        if isinstance(target, syntax.Name):
            if target.id != "_":
                self._store_local(f"{target.id}_", value, source, depth, place)
            elif source is not None:
                self.write(depth, value, place)
        elif isinstance(target, syntax.Attr):
            self._store_field(target, value, source, depth, place)
        elif isinstance(target, syntax.Index):
            self._store_key(target, value, source, depth, place)

    def _store_local(self, name: str, value: str, source: Expr | None, depth: int, place: Place) -> None:
        """What is reckoned is tested where it is stored: that takes no call."""
        if source is None or not value.startswith("_fit(") or value != f"_fit({self.exact(source)})":
            self.write(depth, f"{name} = {value}", place)
            return
        self.write(depth, f"{name} = {self.exact(source)}", place)
        self.write(depth, f"if not {INT_MIN} <= {name} <= {INT_MAX}: _fit({name})", place)

    def _new_value(self, value: str, source: Expr | None, field: Field, depth: int, place: Place) -> None:
        """A value on its way into a field, tested in place as `bounded` would."""
        code = self.bounded("_new_value", source, field)
        self.write(depth, f"_new_value = {value}", place)
        if code == "_new_value":
            return
        low, high = field.type.low, field.type.high
        if code.startswith("_bound_list(") and field.type.name == "list":
            self.write(depth, f"if not {low} <= len(_new_value) <= {high}: {code}", place)
        elif field.type.name == "int":
            bounds = self.bounds(source) if source is not None else (INT_MIN, INT_MAX)
            tests = [f"_new_value < {low}"] * (bounds[0] < low) + [f"_new_value > {high}"] * (bounds[1] > high)
            self.write(depth, f"if {' or '.join(tests)}: {code}", place)
        else:
            self.write(depth, code, place)

    def _store_field(self, target: syntax.Attr, value: str, source: Expr | None, depth: int, place: Place) -> None:
        field = target.data[1] if target.means == "state" else target.data
        self._new_value(value, source, field, depth, place)
        if target.means == "game-state":
            slot, subject, name = f"s.game__{target.name}", "None", f"game.{target.name}"
        else:
            owner = self.expr(target.value)
            if not owner.isidentifier():
                self.write(depth, f"_whose = {owner}", place)
                owner = "_whose"
            if target.means == "context":
                self.write(depth, f"s.contexts[{owner}][{self.context_column(target)}] = _new_value", place)
                return
            kind = target.data[0] if target.means == "state" else "player"
            slot, subject, name = f"s.{kind}__{target.name}[{owner}]", owner, f"{kind}.{target.name}"
        grows = growing(field.type)
        if grows:
            self.write(depth, f"s.room -= {grows}", place)
        noted = f"('set', {name!r}, {subject}, {slot}, _new_value), {_memory(field.type)}"
        self.write(depth, f"if s.notes is not None: s.note({noted})", place)
        self.write(depth, f"{slot} = _new_value", place)

    def _store_key(self, target: syntax.Index, value: str, source: Expr | None, depth: int, place: Place) -> None:
        if not isinstance(target.value, syntax.Attr):
            self.write(depth, f"_value = {value}", place)
            self.write(depth, f"_store(s, {self.expr(target.value)}, {self.expr(target.index)}, _value)", place)
            return
        attr = target.value
        field = attr.data[1] if attr.means == "state" else attr.data
        item = field._replace(type=field.type.items[1])
        # What is assigned comes first: the rule that gives it may change the same table.
        self.write(depth, f"_value = {self.bounded(value, source, item)}", place)
        key = self.table_key(target.index, field.type.items[0], field.name)
        self.write(depth, f"_table = _with_key(s, {self.expr(attr)}, {key}, _value)", place)
        whole = syntax.Name(place, "_table")
        whole.type, whole.means = field.type, "whole"
        self._store_field(attr, "_table", whole, depth, place)

    # ---- words

    def _structured_perform(self, call: syntax.Call, depth: int) -> None:
        form: words.Performance = call.data
        things = self._things(form, depth, call.place)
        self.write(depth, f"for _word, _args in {self.expr(form.effects)}:", call.place)
        self.write(depth + 1, f"s.fuel -= {4 + len(form.words) // 8}")
        for name in form.words:  # a chain of elif would be as deep as there are words
            self.write(depth + 1, f"if _word == {self.fixed.word_index[name]}:", call.place)
            self.write(depth + 2, f"_performed(s, {self.fixed.word_index[name]})")
            self._carry_out(name, things, "_args", depth + 2, call.place)
            self.write(depth + 2, "continue")

    def _things(self, form: words.Performance, depth: int, place: Place) -> dict[str, Expr]:
        """What is given, evaluated once: locals as they are, the rest in temporaries."""
        things: dict[str, Expr] = {}
        for key, value in form.things.items():
            if isinstance(value, syntax.Name) and value.means == "local":
                things[key] = value
                continue
            held = syntax.Name(place, f"_thing_{key}")
            held.type, held.means = value.type, "local"
            if self.resumable:
                self.hold(f"_thing_{key}_")
            self.write(depth, f"_thing_{key}_ = {self.escaping(value)}", place)
            things[key] = held
        return things

    def _carry_out(self, name: str, things: dict[str, Expr], args: str, depth: int, place: Place) -> None:
        """One word that does not ask."""
        word = self.checked.ruleset.words[name]
        if word.rule:
            self.write(
                depth,
                f"{function(word.rule)}({', '.join(['s', *self.word_args(word, word.rule, things, args)])})",
                place,
            )
            return
        for changes, add in ((word.add, True), (word.set, False)):
            for dotted, value in changes.items():
                context, _, field_name = dotted.partition(".")
                declared = self.checked.ruleset.contexts[context]
                field, column = declared[field_name], list(declared).index(field_name) + 1
                slot = f"s.contexts[{self.expr(things[context])}][{column}]"
                code = self._change_value(word, field, value, args)
                code = f"_fit({slot} + {code})" if add else code
                given = word.args[value].type if isinstance(value, str) and value in word.args else field.type
                known = not add and covers(field.type, given)
                self.write(depth, f"{slot} = {code if known else self.bounded(code, None, field)}", place)

    def _change_value(self, word: Any, field: Any, value: Any, args: str) -> str:
        if isinstance(value, str) and value in word.args:
            return f"{args}[{list(word.args).index(value)}]"
        return self.literal(self.fixed.encode(field.type, typed(field.type, value)))


RANGES = ("range(", "_lazy_range(")
SMALL_RANGE = 2**32


def _memory(type: Type) -> str:
    """Source of how much memory a new value takes that goes into an event, in cells."""
    of = type.items[0] if type.name in ("list", "optional") else type
    if of.name not in ONE_NUMBER:
        return "_memory(_new_value)"
    return f"{EVENT} + len(_new_value)" if type.name == "list" else "0"


def leaves(statement: Stmt) -> bool:
    """Whether a statement may end a loop around it before its time."""
    if isinstance(statement, syntax.If):
        return any(map(leaves, [*(part for _, body in statement.branches for part in body), *statement.orelse]))
    if isinstance(statement, syntax.For):
        return any(map(leaves, statement.body))
    return isinstance(statement, syntax.Return) or (isinstance(statement, syntax.Jump) and statement.word == "break")


def weight(body: list[Stmt]) -> int:
    """What a block costs, in bulk: its statements with their expressions, and of branches all tests and the longest.

    The body of a loop in it is paid for as it runs.
    """
    return 1 + sum(1 + _weight(statement) for statement in body)


def _weight(statement: Stmt) -> int:
    if isinstance(statement, syntax.Assign):
        return sum(target.size for target in statement.targets) + statement.value.size
    if isinstance(statement, syntax.If):
        bodies = [*(body for _, body in statement.branches), statement.orelse]
        return sum(test.size for test, _ in statement.branches) + max(map(weight, bodies))
    if isinstance(statement, syntax.For):
        return statement.source.size
    value = statement.value if isinstance(statement, (syntax.ExprStmt, syntax.Return)) else None
    return value.size if value is not None else 0
