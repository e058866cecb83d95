"""Checked rules to Python source: plain functions where nothing asks, resumable ones where a decision may stop them.

A rule that cannot ask becomes a plain function. A rule that can becomes a function of (state, place, answer, locals):
its body is cut into numbered blocks at every place where it may stop. There it tries to go on in line (the answer gave
itself, or a policy answers); if not, it leaves its frame - its number, the next block, its locals - and returns
`SUSPEND`, and so does each caller. `run` later enters the innermost frame again. So a frame is plain data, the host's
stack is empty while people think, and there is one lowering for play and for batch. Generators would do the same and
could not be saved.

Options are constants: what they switch off is not lowered, and rules that asked only there are plain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..fixed import Fixed
from ..types import Type
from . import forms, syntax
from .check import Checked
from .lower_expr import Expressions
from .syntax import Expr, Place, Stmt
from .typing import ASKING, ERROR


class Site(NamedTuple):
    """A place where rules ask: the type of the options, whether they are wrapped, a menu's name."""

    rule: str
    path: str
    line: int
    kind: str  # choose, action or confirm
    type: Type
    wrapped: bool
    menu: str


class Lowered(NamedTuple):
    """The source, what each of its lines came from, and what frames may look like."""

    source: str
    lines: list[tuple[str, str, int]]  # of each line of the source: rule, path, line
    sites: list[Site]
    frames: dict[str, list[str]]  # locals of each resumable rule, in the order of its frame
    blocks: dict[str, dict[int, int]]  # of each resumable rule: line where each block waits
    asking: frozenset[str]
    types: list[Type]  # of what is picked by chance


def lower(
    checked: Checked, fixed: Fixed, options: dict[str, Any], templates: list[forms.Template], word_infos: dict[str, Any]
) -> Lowered:
    """All rules of a game, for one set of options (values as they stand in the state)."""
    return _Lower(checked, fixed, options, templates, word_infos).run()


class _Lower(Expressions):
    def __init__(
        self,
        checked: Checked,
        fixed: Fixed,
        options: dict[str, Any],
        templates: list[forms.Template],
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
        self.frames: dict[str, list[str]] = {}
        self.blocks: dict[str, dict[int, int]] = {}
        self._asks: dict[str, bool] = {}
        self.rule_ids = {name: i for i, name in enumerate(checked.rules)}

    def run(self) -> Lowered:
        for name, info in self.checked.rules.items():
            self.name, self.info, self.owned = name, info, info.owned
            self.locals: list[str] = []
            if self.rule_asks(name):
                self._resumable()
            else:
                self._plain()
        asking = frozenset(name for name in self.checked.rules if self.rule_asks(name))
        return Lowered("\n".join(self.out) + "\n", self.lines, self.sites, self.frames, self.blocks, asking, self.types)

    # ---- which rules ask, with these options

    def rule_asks(self, name: str) -> bool:
        if name not in self._asks:
            self._asks[name] = False
            info = self.checked.rules[name]
            self._asks[name] = info.mode == ASKING and any(self.stmt_asks(s) for s in info.node.body)
        return self._asks[name]

    def stmt_asks(self, statement: Stmt) -> bool:
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
        rule = self.checked.ruleset.words[word].rule
        return bool(rule) and self.rule_asks(rule)

    # ---- writing

    def write(self, depth: int, code: str, place: Place | None = None) -> None:
        self.out.append("    " * depth + code)
        line = place.line if place is not None else self.here
        self.here = line
        self.lines.append((self.name, self.info.node.path, line))

    here = 0

    # ---- plain rules

    def _plain(self) -> None:
        node = self.info.node
        params = ", ".join(["s", *(f"{name}_" for name in self.info.params)])
        self.write(0, f"def rule_{self.name}({params}):", node.place)
        self.write(1, f"s.fuel -= {_weight(node.body)}")
        self.write(1, "if s.fuel < 0: _out(s)")
        self.resumable = False
        self.makes = _makes_context(node.body)
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
        if isinstance(statement, syntax.Assign):
            self._assign(statement, self._value_of(statement), depth)
        elif isinstance(statement, syntax.ExprStmt):
            self._lone(statement, depth)
        elif isinstance(statement, syntax.If):
            self._structured_if(statement, depth)
        elif isinstance(statement, syntax.For):
            self._structured_for(statement, depth)
        elif isinstance(statement, syntax.Return):
            value = self.escaping(statement.value, self.info.returns) if statement.value is not None else "None"
            self._return(value, depth, statement.place)
        elif isinstance(statement, syntax.Jump):
            self._jump(statement, depth)

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
        self.write(depth, f"return {value}", place)

    def _jump(self, statement: syntax.Jump, depth: int) -> None:
        if statement.word == "pass" or not self.resumable or not self.flat_loops or self.nested:
            self.write(depth, statement.word, statement.place)
            return
        head, end = self.flat_loops[-1]
        self._go(end if statement.word == "break" else head, depth)

    def _structured_if(self, statement: syntax.If, depth: int) -> None:
        word = "if"
        for test, body in statement.branches:
            settled = self.settled(test)
            if settled is False:
                continue
            if settled is True and word == "if":
                self.block(body, depth)
                return
            self.write(
                depth,
                f"{word} {self.test(test)}:" if settled is None else "else:",
                body[0].place if settled else test.place,
            )
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
        self.write(
            depth, f"for {number if kind in ('rounds', 'turns', 'together') else targets} in {items}:", statement.place
        )
        self.write(depth + 1, f"s.fuel -= {_weight(statement.body)}")
        self.write(depth + 1, "if s.fuel < 0: _out(s)")
        if kind in ("rounds", "turns", "together"):
            self.write(depth + 1, f"_{kind}(s, {number})")
        nested, self.nested = self.nested, True
        self.block(statement.body, depth + 1)
        self.nested = nested
        if kind == "up_to":
            self.write(depth, "else:")
            self.write(depth + 1, "_ran_out(s)", statement.place)

    nested = False
    resumable = False
    makes = False

    def _loop_items(self, source: Expr, kind: str) -> str:
        """Source of the list that a loop runs over, which nothing can change meanwhile."""
        if kind in ("rounds", "up_to"):
            assert isinstance(source, syntax.Call)
            return f"range(1, 1 + {self.expr(source.data)})"
        if kind in ("turns", "together"):
            assert isinstance(source, syntax.Call)
            return f"list({self.items(source.data)})"
        if isinstance(source, syntax.Call) and source.means == "range":
            return f"_lazy_range({', '.join(self.expr(value) for value in source.args)})"
        code = self.items(source)
        fresh = isinstance(source, (syntax.Comp, syntax.Call, syntax.ListExpr))
        return code if fresh else f"list({code})"

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
            self._augment(statement, target, value, depth)
        else:
            self._store(target, value, statement.value, depth, place)

    def _augment(self, statement: syntax.Assign, target: Expr, value: str, depth: int) -> None:
        """`x.f += v` reads, joins and writes; the owner of the field is found once."""
        place = statement.place
        if not isinstance(target, syntax.Name):
            target = self._pinned(target, depth, place)
        both = syntax.Binary(place, statement.op, target, statement.value)
        both.type = target.type if (target.type or ERROR).name != "zone" else statement.value.type
        if self.asks(statement.value):
            answer = syntax.Name(place, "_answer")
            answer.type, answer.means = statement.value.type, "answer"
            both.right = answer
            self.write(depth, f"_answer_ = {value}", place)
        self._store(target, self.expr(both), both, depth, place)

    def _pinned(self, target: Expr, depth: int, place: Place) -> Expr:
        """The same target, with its owner and key in temporaries, so that they are evaluated once."""
        if isinstance(target, syntax.Index):
            key = syntax.Name(place, "_key")
            key.type = target.index.type
            self.write(depth, f"_key_ = {self.expr(target.index)}", place)
            held = self._pinned(target.value, depth, place)
            pinned: Expr = syntax.Index(place, held, key)
            pinned.type = target.type
            return pinned
        assert isinstance(target, syntax.Attr)
        if target.means not in ("state", "player", "context") or isinstance(target.value, syntax.Name):
            return target
        owner = syntax.Name(place, "_owner")
        owner.type = target.value.type
        self.write(depth, f"_owner_ = {self.expr(target.value)}", place)
        attr = syntax.Attr(place, owner, target.name, target.name_place)
        attr.type, attr.means, attr.data = target.type, target.means, target.data
        return attr

    def _store(self, target: Expr, value: str, source: Expr | None, depth: int, place: Place) -> None:
        if isinstance(target, syntax.Name):
            if target.id != "_":
                self.write(depth, f"{target.id}_ = {value}", place)
            elif source is not None:
                self.write(depth, value, place)
        elif isinstance(target, syntax.Attr):
            self._store_field(target, value, source, depth, place)
        elif isinstance(target, syntax.Index):
            self._store_key(target, value, source, depth, place)

    def _store_field(self, target: syntax.Attr, value: str, source: Expr | None, depth: int, place: Place) -> None:
        field = target.data[1] if target.means == "state" else target.data
        bounds = self.bounds(source) if source is not None else (-(2**63), 2**63 - 1)
        self.write(depth, f"_new_value = {self.bounded(value, bounds, field)}", place)
        if target.means == "game-state":
            slot, subject, name = f"s.game__{target.name}", "None", f"game.{target.name}"
        else:
            owner = self.expr(target.value)
            if not owner.isidentifier():
                self.write(depth, f"_whose = {owner}", place)
                owner = "_whose"
            if target.means == "context":
                self.write(depth, f"s.contexts[{owner}][{self._context_column(target)}] = _new_value", place)
                return
            kind = target.data[0] if target.means == "state" else "player"
            slot, subject, name = f"s.{kind}__{target.name}[{owner}]", owner, f"{kind}.{target.name}"
        self.write(depth, f"if s.log is not None: s.event('set', {name!r}, {subject}, {slot}, _new_value)", place)
        self.write(depth, f"{slot} = _new_value", place)

    def _store_key(self, target: syntax.Index, value: str, source: Expr | None, depth: int, place: Place) -> None:
        if not isinstance(target.value, syntax.Attr):
            self.write(depth, f"_store(s, {self.expr(target.value)}, {self.expr(target.index)}, {value})", place)
            return
        attr = target.value
        field = attr.data[1] if attr.means == "state" else attr.data
        item = field._replace(type=field.type.items[1])
        bounds = self.bounds(source) if source is not None else (-(2**63), 2**63 - 1)
        self.write(
            depth,
            f"_table = _with_key({self.expr(attr)}, {self.expr(target.index)}, {self.bounded(value, bounds, item)})",
            place,
        )
        whole = syntax.Name(place, "_table")
        self._store_field(attr, "_table", whole, depth, place)

    # ---- words

    def _structured_perform(self, call: syntax.Call, depth: int) -> None:
        form: forms.Performance = call.data
        things = self._things(form, depth, call.place)
        self.write(depth, f"for _word, _args in {self.expr(form.effects)}:", call.place)
        self.write(depth + 1, "s.fuel -= 4")
        word = "if"
        for name in form.words:
            self.write(depth + 1, f"{word} _word == {self.fixed.word_index[name]}:", call.place)
            self._carry_out(name, things, "_args", depth + 2, call.place)
            word = "elif"
        if word == "if":
            self.write(depth + 1, "pass")

    def _things(self, form: forms.Performance, depth: int, place: Place) -> dict[str, Expr]:
        """What is given, evaluated once: locals as they are, the rest in temporaries."""
        things: dict[str, Expr] = {}
        for key, value in form.things.items():
            if isinstance(value, syntax.Name) and value.means == "local":
                things[key] = value
                continue
            held = syntax.Name(place, f"_thing_{key}")
            held.type, held.means = value.type, "local"
            if self.resumable:
                self._local(f"_thing_{key}_")
            self.write(depth, f"_thing_{key}_ = {self.expr(value)}", place)
            things[key] = held
        return things

    def _carry_out(self, name: str, things: dict[str, Expr], args: str, depth: int, place: Place) -> None:
        """One word that does not ask."""
        word = self.checked.ruleset.words[name]
        if word.rule:
            self.write(
                depth, f"rule_{word.rule}({', '.join(['s', *self.word_args(word, word.rule, things, args)])})", place
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
                self.write(depth, f"{slot} = {self.bounded(code, (-(2**63), 2**63 - 1), field)}", place)

    def _change_value(self, word: Any, field: Any, value: Any, args: str) -> str:
        if isinstance(value, str) and value in word.args:
            return f"{args}[{list(word.args).index(value)}]"
        from ..ruleset import typed

        return repr(self.fixed.encode(field.type, typed(field.type, value)))

    # ---- resumable rules

    def _resumable(self) -> None:
        node = self.info.node
        self.resumable, self.nested = True, False
        self.makes = _makes_context(node.body)
        self.flat_loops: list[tuple[int, int]] = []
        self.waits: dict[int, int] = {}
        self.label = 0
        self.temp = 0
        self.locals = [f"{name}_" for name in self.info.params]
        for name in self.info.locals:
            self._local(f"{name}_")
        if self.makes:
            self._local("_mark")
        head = len(self.out)
        self.write(0, "", node.place)
        if self.owned:
            self.write(1, "if pc:", node.place)
            for name in sorted(self.owned):
                self.write(2, f"if {name}_ is not None: {name}_ = {name}_.copy()")
        self.write(1, "while True:", node.place)
        self._begin(self._fresh())
        self.write(3, f"s.fuel -= {_weight(node.body)}")
        self.write(3, "if s.fuel < 0: _out(s)")
        if self.makes:
            self.write(3, "_mark = len(s.contexts)")
        self.flat(node.body)
        self._return("None", 3, node.place)
        self.out[head] = (
            f"def rule_{self.name}({', '.join(['s', 'pc=0', 'answer=None', *(f'{name}=None' for name in self.locals)])}):"
        )
        self.out = [
            line.replace(_FRAME, f"({', '.join(self.locals)}{',' if self.locals else ''})") for line in self.out
        ]
        self.frames[self.name], self.blocks[self.name] = list(self.locals), self.waits
        self.resumable = False

    def _local(self, name: str) -> str:
        if name not in self.locals:
            self.locals.append(name)
        return name

    def _temp(self, stem: str) -> str:
        self.temp += 1
        return self._local(f"_{stem}{self.temp}")

    def _fresh(self) -> int:
        self.label += 1
        return self.label - 1

    def _begin(self, label: int) -> None:
        """The block with this number starts here; what stands before falls into it."""
        if label:
            self.write(3, f"pc = {label}")
        self.write(2, f"if pc == {label}:")

    def _go(self, label: int, depth: int) -> None:
        self.write(depth, f"pc = {label}")
        self.write(depth, "continue")

    def flat(self, body: list[Stmt]) -> None:
        """Statements of a resumable rule: those that ask are cut into blocks, the others stay whole."""
        for statement in body:
            if not self.stmt_asks(statement):
                self.statement(statement, 3)
            elif isinstance(statement, syntax.If):
                self._flat_if(statement)
            elif isinstance(statement, syntax.For):
                self._flat_for(statement)
            elif isinstance(statement, syntax.Assign):
                self._assign(statement, self.wait(statement.value), 3)
            elif isinstance(statement, syntax.Return):
                assert statement.value is not None
                self._return(self.wait(statement.value), 3, statement.place)
            elif isinstance(statement, syntax.ExprStmt):
                self.wait(statement.value)

    def _flat_if(self, statement: syntax.If) -> None:
        end = self._fresh()
        for test, body in statement.branches:
            settled = self.settled(test)
            if settled is False:
                continue
            if settled is True:
                self.flat(body)
                self._begin(end)
                return
            other = self._fresh()
            code = self._wait_test(test) if self.asks(test) else self.test(test)
            self.write(3, f"if not {code}:", test.place)
            self._go(other, 4)
            self.flat(body)
            self._go(end, 3)
            self.write(2, f"if pc == {other}:")
        self.flat(statement.orelse)
        self._begin(end)

    def _wait_test(self, test: Expr) -> str:
        if isinstance(test, syntax.Unary):
            return f"(not {self._wait_test(test.value)})"
        code = self.wait(test)
        name = test.type.name if test.type is not None else ""
        return f"({code} is not None)" if name == "optional" else code

    def _flat_for(self, statement: syntax.For) -> None:
        source = statement.source
        kind = source.means if isinstance(source, syntax.Call) and source.means in forms.LOOPS else "list"
        items, at = self._temp("items"), self._temp("at")
        head, end = self._fresh(), self._fresh()
        if kind in ("rounds", "up_to"):
            assert isinstance(source, syntax.Call)
            self.write(3, f"{items} = {self.expr(source.data)}", statement.place)
        else:
            code = self._loop_items(source, kind)
            self.write(3, f"{items} = {f'_listed(s, {code})' if code.startswith('_lazy') else code}", statement.place)
        self.write(3, f"{at} = 0")
        self._begin(head)
        limit = items if kind in ("rounds", "up_to") else f"len({items})"
        self.write(3, f"if {at} >= {limit}:", statement.place)
        if kind == "up_to":
            self.write(4, "_ran_out(s)", statement.place)
        else:
            self._go(end, 4)
        self._next_item(statement, kind, items, at)
        self.write(3, f"s.fuel -= {_weight(statement.body)}")
        self.write(3, "if s.fuel < 0: _out(s)")
        self.flat_loops.append((head, end))
        self.flat(statement.body)
        self.flat_loops.pop()
        self._go(head, 3)
        self.write(2, f"if pc == {end}:")
        self.write(3, "pass")

    def _next_item(self, statement: syntax.For, kind: str, items: str, at: str) -> None:
        names = ["_" if target.id == "_" else f"{target.id}_" for target in statement.targets]
        if kind in ("rounds", "up_to"):
            self.write(3, f"{at} += 1", statement.place)
            if names[0] != "_":
                self.write(3, f"{names[0]} = {at}")
            if kind == "rounds":
                self.write(3, f"_rounds(s, {at})")
            return
        self.write(3, f"{', '.join(names)} = {items}[{at}]", statement.place)
        self.write(3, f"{at} += 1")
        if kind in ("turns", "together"):
            self.write(3, f"_{kind}(s, {items}[{at} - 1])")

    # ---- stopping

    def wait(self, expr: Expr) -> str:
        """Emit an asking call; the source of its result in the block after it."""
        assert isinstance(expr, syntax.Call)
        if expr.means == "choose":
            return self._stop(self._ask(expr), expr.place)
        if expr.means == "confirm":
            who, prompt = expr.data
            site = self._site(expr, "confirm", Type("bool"), False)
            return self._stop(
                f"_ask(s, {site}, {self._who(who)}, {self.message(prompt)}, [True, False], None, None)", expr.place
            )
        if expr.means == "choose_action":
            return self._wait_action(expr)
        if expr.means == "perform":
            return self._wait_perform(expr)
        return self._wait_rule(expr)

    def _stop(self, call: str, place: Place) -> str:
        label = self._fresh()
        self.write(3, f"answer = {call}", place)
        self.write(3, "if answer is SUSPEND:")
        self.write(4, f"s.unwound.append(({self.rule_ids[self.name]}, {label}, {_FRAME}))")
        self.write(4, "return SUSPEND")
        self.waits[label] = place.line
        self._begin(label)
        return "answer"

    def _site(self, expr: syntax.Call, kind: str, type: Type, wrapped: bool, menu: str = "") -> int:
        self.sites.append(Site(self.name, self.info.node.path, expr.place.line, kind, type, wrapped, menu))
        return len(self.sites) - 1

    def _who(self, who: Expr) -> str:
        code = self.items(who)
        return f"({code},)" if who.type is not None and who.type.name == "player" else f"tuple({code})"

    def _ask(self, expr: syntax.Call) -> str:
        form: forms.Choice = expr.data
        site = self._site(expr, "choose", form.type, form.wrapped)
        options = self.items(form.options)
        if not isinstance(form.options, (syntax.Comp, syntax.ListExpr)):
            options = f"list({options})"
        return f"_ask(s, {site}, {self._who(form.who)}, {self.message(form.prompt)}, {options}, {self.message(form.skip)}, {self.message(form.skip_blocked)})"

    def _wait_action(self, expr: syntax.Call) -> str:
        form: forms.MenuChoice = expr.data
        menu = self.checked.ruleset.menus[form.menu]
        things = self._menu_things(form, expr.place)
        site = self._site(expr, "action", Type("action", of=form.menu), True, form.menu)
        options = []
        for i, item in enumerate(menu.values()):
            blocked = (
                f"rule_{item.blocked}({', '.join(['s', *self._named(item.blocked, things)])})"
                if item.blocked
                else "None"
            )
            options.append(f"({i}, {blocked}, None)")
        self._stop(
            f"_ask(s, {site}, {self._who(form.who)}, {self.message(form.prompt)}, [{', '.join(options)}], {self.message(form.skip)}, None)",
            expr.place,
        )
        chosen, end = self._temp("chosen"), self._fresh()
        self.write(3, f"{chosen} = answer", expr.place)
        for i, item in enumerate(menu.values()):
            other = self._fresh()
            self.write(3, f"if {chosen} != {i}:", expr.place)
            self._go(other, 4)
            self._call_named(item.rule, things, expr.place)
            self._go(end, 3)
            self.write(2, f"if pc == {other}:")
        self.write(3, "pass")
        self._begin(end)
        return f"({chosen} is not None)"

    def _menu_things(self, form: forms.MenuChoice, place: Place) -> dict[str, Expr]:
        return self._things(forms.Performance(form.who, form.things, []), 3, place)

    def _named(self, rule: str, things: dict[str, Expr]) -> list[str]:
        return [self.expr(things[name], type) for name, type in self.checked.rules[rule].params.items()]

    def _call_named(self, rule: str, things: dict[str, Expr], place: Place) -> None:
        args = self._named(rule, things)
        if self.rule_asks(rule):
            self._stop(f"rule_{rule}({', '.join(['s', '0', 'None', *args])})", place)
        else:
            self.write(3, f"rule_{rule}({', '.join(['s', *args])})", place)

    def _wait_perform(self, expr: syntax.Call) -> str:
        form: forms.Performance = expr.data
        things = self._things(form, 3, expr.place)
        items, at = self._temp("effects"), self._temp("at")
        head, end = self._fresh(), self._fresh()
        self.write(3, f"{items} = {self.expr(form.effects)}", expr.place)
        self.write(3, f"{at} = 0")
        self._begin(head)
        self.write(3, f"if {at} >= len({items}):")
        self._go(end, 4)
        self.write(3, f"{at} += 1")
        self.write(3, "s.fuel -= 4")
        args = f"{items}[{at} - 1][1]"
        for name in form.words:
            other = self._fresh()
            self.write(3, f"if {items}[{at} - 1][0] != {self.fixed.word_index[name]}:", expr.place)
            self._go(other, 4)
            word = self.checked.ruleset.words[name]
            if word.rule and self.rule_asks(word.rule):
                self._stop(
                    f"rule_{word.rule}({', '.join(['s', '0', 'None', *self.word_args(word, word.rule, things, args)])})",
                    expr.place,
                )
            else:
                self._carry_out(name, things, args, 3, expr.place)
            self._go(head, 3)
            self.write(2, f"if pc == {other}:")
        self._go(head, 3)
        self.write(2, f"if pc == {end}:")
        self.write(3, "pass")
        return "None"

    def _wait_rule(self, expr: syntax.Call) -> str:
        assert isinstance(expr.target, syntax.Name)
        name = expr.target.id
        params = self.checked.rules[name].params.values()
        values: list[Expr] = expr.data
        if any(map(self.asks, values)):
            args = [self._held(value, type) for value, type in zip(values, params, strict=True)]
        else:
            args = [self.escaping(value, type) for value, type in zip(values, params, strict=True)]
        if not self.rule_asks(name):
            return f"rule_{name}({', '.join(['s', *args])})"
        return self._stop(f"rule_{name}({', '.join(['s', '0', 'None', *args])})", expr.place)

    def _held(self, value: Expr, type: Type) -> str:
        """An argument, evaluated in its turn and kept in the frame while later ones ask."""
        held = self._temp("arg")
        code = self.wait(value) if self.asks(value) else self.escaping(value, type)
        self.write(3, f"{held} = {code}", value.place)
        return held


_FRAME = "\0frame"


def _makes_context(body: list[Stmt]) -> bool:
    """Whether a rule makes a context anywhere."""
    return any(_statement_makes(statement) for statement in body)


def _statement_makes(statement: Stmt) -> bool:
    if isinstance(statement, syntax.If):
        return any(_makes_context(body) for _, body in statement.branches) or _makes_context(statement.orelse)
    if isinstance(statement, syntax.For):
        return _makes_context(statement.body)
    value = getattr(statement, "value", None)
    return value is not None and _expr_makes(value)


def _expr_makes(expr: Expr) -> bool:
    if isinstance(expr, syntax.Call):
        parts = [*expr.args, *(value for _, value, _ in expr.keywords)]
        return expr.means == "new" or any(map(_expr_makes, parts))
    return False


def _weight(body: list[Stmt]) -> int:
    """What a block costs, in bulk: its statements and how deep their expressions are."""
    return 1 + sum(1 + getattr(getattr(statement, "value", None), "depth", 1) for statement in body)
