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

from ..fault import NotVerified
from ..fixed import Fixed
from ..types import ONE_NUMBER, Type
from . import forms, parts, syntax, words
from .agenda import RESOLVE, Pushed
from .check import Checked
from .lower_plain import RANGES, Plain, Site, weight
from .packs import function
from .syntax import Expr, Place, Stmt
from .tokenise import Refused
from .typing import ERROR, element

MANY_BLOCKS = 32  # are so soon looked through that it is no work
BLOCKS_A_UNIT = 4
BLOCK = " " * 8 + "if pc == "  # how the head of a block is written


class Lowered(NamedTuple):
    """The source, what each of its lines came from, and what frames may look like."""

    source: str
    lines: list[tuple[str, str, int]]  # of each line of the source: rule, path, line
    sites: list[Site]
    frames: dict[str, list[str]]  # locals of each resumable rule, in the order of its frame
    blocks: dict[str, dict[int, int]]  # of each resumable rule: line where each block waits
    asking: frozenset[str]
    types: list[Type]  # of what is picked by chance
    literals: list[Any]  # long values of the data


def lower(
    checked: Checked, fixed: Fixed, options: dict[str, Any], templates: list[parts.Template], word_infos: dict[str, Any]
) -> Lowered:
    """All rules of a game, for one set of options (values as they stand in the state).

    Raises:
        NotVerified: they come to more than can be made ready to run.
    """
    try:
        return _Lower(checked, fixed, options, templates, word_infos).run()
    except Refused as refused:
        raise NotVerified([refused.problem]) from None


class _Lower(Plain):
    """Writes all rules, and in full those that may stop."""

    waits: dict[int, int]

    def run(self) -> Lowered:
        for name, info in self.checked.rules.items():
            self.name, self.info, self.owned = name, info, info.owned
            self.locals, self.renamed, self.written, self.jumps = [], {}, 0, []
            first = len(self.out)
            if name == RESOLVE:
                self._resolve()
            elif self.rule_asks(name):
                self._resumable()
            else:
                self._plain()
            self._pay_for_jumps(first)
        asking = frozenset(name for name in self.checked.rules if self.rule_asks(name))
        source = "\n".join(self.out) + "\n"
        held = (self.types, list(self.literals.values()))
        return Lowered(source, self.lines, self.sites, self.frames, self.blocks, asking, *held)

    def _pay_for_jumps(self, first: int) -> None:
        """A block is found by asking one after the other: that is paid for where a rule has many."""
        heads = [line.strip() for line in self.out[first:] if line.startswith(BLOCK)] if self.jumps else []
        if len(heads) > MANY_BLOCKS:
            before = {head: at for at, head in enumerate(heads)}
            for line, label in self.jumps:
                self.out[line] += f"; s.fuel -= {before[f'if pc == {label}:'] // BLOCKS_A_UNIT}"

    # ---- the agenda

    def _resolve(self) -> None:
        """The loop that carries the agenda out: one item after the other, each by what pushed it."""
        node = self.info.node
        self.resumable, self.nested, self.makes = self.rule_asks(RESOLVE), False, False
        self.label, self.temp = 0, 0
        self.waits, self.flat_loops = {}, []
        self.locals = ["_item"] if self.resumable else []
        head = self._fresh()
        self.write(
            0, f"def {function(RESOLVE)}(s{', pc=0, answer=None, _item=None' if self.resumable else ''}):", node.place
        )
        self.write(1, "while True:")
        self.write(2, f"if {'pc == 0' if self.resumable else 'True'}:")
        self.write(3, "if not s.agenda: return None")
        cases = sum(bool(pushed.rule) + len(pushed.words) for pushed in self.checked.pushed)
        self.write(3, f"s.fuel -= {16 + cases // 8}")
        self.write(3, "if s.fuel < 0: _out(s)")
        self.write(3, "_item = _next_item(s)")
        for site, pushed in enumerate(self.checked.pushed):
            self._item(site, pushed, head)
        if self.resumable:
            self.jump(head, 3)
            self._leave_frame()
        self.resumable = False

    def _item(self, site: int, pushed: Pushed, head: int) -> None:
        """One place that pushes: its rule, or the word that comes first."""
        things: dict[str, Expr] = {}
        first = 1 if pushed.rule else 3
        for i, (name, type) in enumerate(zip(pushed.names, pushed.types, strict=True)):
            held = syntax.Name(self.info.node.place, f"_item[{first + i}]")
            held.type, held.means = type, "given"
            things[name] = held
        if pushed.rule:
            args = [f"_item[{first + i}]" for i in range(len(pushed.names))]
            self._carried(f"_item[0] == {site}", pushed.rule, args, head)
        for name in pushed.words:
            word = self.checked.ruleset.words[name]
            test = f"_item[0] == {site} and _item[1] == {self.fixed.word_index[name]}"
            args = self.word_args(word, word.rule, things, "_item[2]")
            self._carried(test, word.rule, args, head, f"_performed(s, {self.fixed.word_index[name]})")

    def _carried(self, test: str, rule: str, args: list[str], head: int, noted: str = "pass") -> None:
        place = self.info.node.place
        if not self.resumable:
            self.write(3, f"if {test}:")
            self.write(4, noted)
            self.write(4, f"{function(rule)}({', '.join(['s', *args])})", place)
            self.write(4, "continue")
            return
        other = self._fresh()
        self.write(3, f"if not ({test}):")
        self.jump(other, 4)
        self.write(3, noted)
        if self.rule_asks(rule):
            self._stop(f"{function(rule)}({', '.join(['s', '0', 'None', *args])})", place)
        else:
            self.write(3, f"{function(rule)}({', '.join(['s', *args])})", place)
        self.jump(head, 3)
        self.write(2, f"if pc == {other}:")
        self.write(3, "pass")

    # ---- resumable rules

    def _resumable(self) -> None:
        node = self.info.node
        self.resumable, self.nested = True, False
        self.makes = self.info.makes
        self.flat_loops, self.sealed = [], 0
        self.waits = {}
        self.label = 0
        self.temp = 0
        self.locals = [f"{name}_" for name in self.info.params]
        for name in self.info.locals:
            self.hold(f"{name}_")
        if self.makes:
            self.hold("_mark")
        head = len(self.out)
        self.write(0, "", node.place)
        if self.owned:
            self.write(1, "if pc:", node.place)
            for name in sorted(self.owned):
                self.write(2, f"if {name}_ is not None: {name}_ = {name}_.copy()")
        self.write(1, "while True:", node.place)
        self._begin(self._fresh())
        self.write(3, f"s.fuel -= {weight(node.body)}")
        self.write(3, "if s.fuel < 0: _out(s)")
        if self.makes:
            self.write(3, "_mark = len(s.contexts)")
        self.flat(node.body)
        self._return("None", 3, node.place)
        params = ", ".join(["s", "pc=0", "answer=None", *(f"{name}=None" for name in self.locals)])
        self.out[head] = f"def {function(self.name)}({params}):"
        self._leave_frame()
        self.resumable = False

    def _leave_frame(self) -> None:
        """Where every decision of a rule ends up: what the rule holds is written once, however often it asks."""
        frame = f"({', '.join(self.locals)}{',' if self.locals else ''})"
        self.write(1, f"s.unwound.append(({self.rule_ids[self.name]}, pc, {frame}))")
        self.write(1, "return SUSPEND")
        self.frames[self.name], self.blocks[self.name] = list(self.locals), self.waits

    def _temp(self, stem: str) -> str:
        self.temp += 1
        return self.hold(f"_{stem}{self.temp}")

    def _kept(self, stem: str) -> str:
        """The same, spelt as a local is."""
        self.temp += 1
        return self.hold(f"_{stem}{self.temp}_")

    def _fresh(self) -> int:
        self.label += 1
        return self.label - 1

    def _begin(self, label: int) -> None:
        """The block with this number starts here; what stands before falls into it."""
        if label:
            self.write(3, f"pc = {label}")
        self.write(2, f"if pc == {label}:")

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
                self._flat_assign(statement)
            elif isinstance(statement, syntax.Return):
                assert statement.value is not None
                self._return(self.wait(statement.value), 3, statement.place)
            elif isinstance(statement, syntax.ExprStmt):
                self.wait(statement.value)

    def _flat_assign(self, statement: syntax.Assign) -> None:
        """`x += choose(...)` reads x before it asks: its owner, its key and what it was wait in the frame."""
        if not statement.op:
            self._assign(statement, self.wait(statement.value), 3)
            return
        place = statement.place
        target = self.pinned(statement.targets[0], 3, place, self._kept)
        old = self.held(target, self._kept("old"), 3)
        answer = syntax.Name(place, "answer")
        answer.type, answer.means = statement.value.type, "held"
        both = syntax.Binary(place, statement.op, old, answer)
        both.type = target.type
        self.write(3, f"answer_ = {self.wait(statement.value)}", place)
        self._store(target, self.expr(both), both, 3, place)

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
            code = self._wait_test(test) if self.asks(test) else self.awaited(test, 3) or self.test(test)
            self.write(3, f"if not {code}:", test.place)
            self.jump(other, 4)
            self.flat(body)
            self.jump(end, 3)
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
        counted = kind != "list" or (element(source.type or ERROR) or ERROR).name in ONE_NUMBER
        items, at = self._temp("numbers" if counted else "items"), self._temp("at")
        head, end = self._fresh(), self._fresh()
        if kind in ("rounds", "up_to"):
            assert isinstance(source, syntax.Call)
            self.write(3, f"{items} = {self.expr(source.data)}", statement.place)
        else:
            code = self._loop_items(source, kind)
            self.write(3, f"{items} = {f'_listed(s, {code})' if code.startswith(RANGES) else code}", statement.place)
        if kind == "together":
            self.write(3, "_close(s)")
            self.sealed += 1
        self.write(3, f"{at} = 0")
        self._begin(head)
        limit = items if kind in ("rounds", "up_to") else f"len({items})"
        self.write(3, f"if {at} >= {limit}:", statement.place)
        if kind == "up_to":
            self.write(4, "_ran_out(s)", statement.place)
        else:
            self.jump(end, 4)
        self._next_item(statement, kind, items, at)
        self.write(3, f"s.fuel -= {weight(statement.body)}")
        self.write(3, "if s.fuel < 0: _out(s)")
        self.flat_loops.append((head, end))
        self.flat(statement.body)
        self.flat_loops.pop()
        self.jump(head, 3)
        self.write(2, f"if pc == {end}:")
        if kind == "together":
            self.write(3, "_open_up(s)")
            self.sealed -= 1
        else:
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
            whose = names[0] if names[0] != "_" else f"{items}[{at} - 1]"
            self.write(3, f"{'_part' if kind == 'together' else '_turns'}(s, {whose})")

    # ---- stopping

    def wait(self, expr: Expr) -> str:
        """Emit an asking call; the source of its result in the block after it."""
        assert isinstance(expr, syntax.Call)
        if expr.means == "choose":
            return self._stop(self._ask(expr), expr.place)
        if expr.means == "confirm":
            who, prompt, secret = expr.data
            site = self._site(expr, "confirm", Type("bool"), False, secret=secret)
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
        self.write(4, f"pc = {label}")
        self.write(4, "break")
        self.waits[label] = place.line
        self._begin(label)
        return "answer"

    def _site(
        self, expr: syntax.Call, kind: str, type: Type, wrapped: bool, menu: str = "", secret: bool = False
    ) -> int:
        self.sites.append(Site(self.name, self.info.node.path, expr.place.line, kind, type, wrapped, menu, secret))
        return len(self.sites) - 1

    def _who(self, who: Expr) -> str:
        code = self.items(who)
        return f"({code},)" if who.type is not None and who.type.name == "player" else f"tuple({code})"

    def _ask(self, expr: syntax.Call) -> str:
        form: forms.Choice = expr.data
        site = self._site(expr, "choose", form.type, form.wrapped, secret=form.secret)
        options = self.items(form.options)
        if not isinstance(form.options, (syntax.Comp, syntax.ListExpr)):
            plain = form.options.type is not None and form.options.type.name in ("list", "zone")
            options = f"{options}[:]" if plain else f"_listing(s, {options})"  # a list is paid for where it is asked
        skip, skip_blocked = self.message(form.skip), self.message(form.skip_blocked)
        return f"_ask(s, {site}, {self._who(form.who)}, {self.message(form.prompt)}, {options}, {skip}, {skip_blocked})"

    def _wait_action(self, expr: syntax.Call) -> str:
        form: forms.MenuChoice = expr.data
        menu = self.checked.ruleset.menus[form.menu]
        things = self._menu_things(form, expr.place)
        site = self._site(expr, "action", Type("action", of=form.menu), True, form.menu)
        why = [self._why(item.blocked, things) for item in menu.values()]
        who, prompt, skip = self._who(form.who), self.message(form.prompt), self.message(form.skip)
        asked = [str(site), who, prompt, str(list(range(len(menu)))), skip, self.message(form.skip_blocked)]
        self._stop(f"_ask(s, {', '.join(asked)}, [{', '.join(why)}])", expr.place)
        chosen, end = self._temp("chosen"), self._fresh()
        self.write(3, f"{chosen} = answer", expr.place)
        for i, item in enumerate(menu.values()):
            other = self._fresh()
            self.write(3, f"if {chosen} != {i}:", expr.place)
            self.jump(other, 4)
            self._call_named(item.rule, things, expr.place)
            self.jump(end, 3)
            self.write(2, f"if pc == {other}:")
        self.write(3, "pass")
        self._begin(end)
        return f"({chosen} is not None)"

    def _why(self, blocked: str, things: dict[str, Expr]) -> str:
        """Source of the reason why an action of a menu is closed."""
        return f"{function(blocked)}({', '.join(['s', *self._named(blocked, things)])})" if blocked else "None"

    def _menu_things(self, form: forms.MenuChoice, place: Place) -> dict[str, Expr]:
        return self._things(words.Performance(form.who, form.things, []), 3, place)

    def _named(self, rule: str, things: dict[str, Expr]) -> list[str]:
        return [self.escaping(things[name], type) for name, type in self.checked.rules[rule].params.items()]

    def _call_named(self, rule: str, things: dict[str, Expr], place: Place) -> None:
        args = self._named(rule, things)
        if self.rule_asks(rule):
            self._stop(f"{function(rule)}({', '.join(['s', '0', 'None', *args])})", place)
        else:
            self.write(3, f"{function(rule)}({', '.join(['s', *args])})", place)

    def _wait_perform(self, expr: syntax.Call) -> str:
        form: words.Performance = expr.data
        things = self._things(form, 3, expr.place)
        items, at = self._temp("effects"), self._temp("at")
        head, end = self._fresh(), self._fresh()
        self.write(3, f"{items} = {self.expr(form.effects)}", expr.place)
        self.write(3, f"{at} = 0")
        self._begin(head)
        self.write(3, f"if {at} >= len({items}):")
        self.jump(end, 4)
        self.write(3, f"{at} += 1")
        self.write(3, f"s.fuel -= {4 + len(form.words) // 8}")
        args = f"{items}[{at} - 1][1]"
        for name in form.words:
            other = self._fresh()
            self.write(3, f"if {items}[{at} - 1][0] != {self.fixed.word_index[name]}:", expr.place)
            self.jump(other, 4)
            self.write(3, f"_performed(s, {self.fixed.word_index[name]})")
            word = self.checked.ruleset.words[name]
            if word.rule and self.rule_asks(word.rule):
                passed = ", ".join(["s", "0", "None", *self.word_args(word, word.rule, things, args)])
                self._stop(f"{function(word.rule)}({passed})", expr.place)
            else:
                self._carry_out(name, things, args, 3, expr.place)
            self.jump(head, 3)
            self.write(2, f"if pc == {other}:")
        self.jump(head, 3)
        self.write(2, f"if pc == {end}:")
        self.write(3, "pass")
        return "None"

    def _wait_rule(self, expr: syntax.Call) -> str:
        assert isinstance(expr.target, syntax.Name)
        name = expr.target.id
        params = self.checked.rules[name].params
        values: dict[str, Expr] = expr.data
        emit = self._held if any(map(self.asks, values.values())) else self.escaping
        args = self.passed(name, {param: emit(value, params[param]) for param, value in values.items()})
        if not self.rule_asks(name):
            return f"{function(name)}({', '.join(['s', *args])})"
        return self._stop(f"{function(name)}({', '.join(['s', '0', 'None', *args])})", expr.place)

    def _held(self, value: Expr, type: Type) -> str:
        """An argument, evaluated in its turn and kept in the frame while later ones ask."""
        held = self._temp("arg")
        code = self.wait(value) if self.asks(value) else self.escaping(value, type)
        self.write(3, f"{held} = {code}", value.place)
        return held
