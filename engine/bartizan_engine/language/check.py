"""Every name, type and class of the rules is settled here, before anything runs.

A rule is checked when it is first called for (so what it gives is known), which also finds recursion. Types of locals
follow the flow: a test `x != None` narrows, an assignment forgets, paths join. Rules fall into three classes: pure
(reads), changing (calls a verb), asking (can reach a decision); the classes are inferred and shown. All problems of
all rules are gathered. What this module will not do: run anything, or look at a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce

from ..declared import Ruleset
from ..problem import Problem, Spot, order
from ..types import BOOL, CELL, INT, NONE, PLAYER, TEXT, Type, list_of
from . import agenda, chains, packs, syntax, words
from .certain import certain
from .common import Slot
from .expressions import Expressions
from .scope import Scope, merge, path_of
from .syntax import Place
from .typing import ERROR, MODES, NEVER, PURE, assignable, blend, element, holds_context, join


@dataclass(slots=True)
class RuleInfo:
    """A checked rule: what it takes and gives, its class, what it calls."""

    node: syntax.Rule
    params: dict[str, Type] = field(default_factory=dict)
    returns: Type = NONE
    mode: int = PURE
    calls: set[str] = field(default_factory=set)
    locals: dict[str, Type] = field(default_factory=dict)
    owned: set[str] = field(default_factory=set)  # locals whose list or dict is changed in place
    makes: bool = False  # a context, which ends with the rule
    stage: str = "new"


@dataclass(slots=True)
class Checked:
    """All rules of a game, checked."""

    ruleset: Ruleset
    rules: dict[str, RuleInfo]
    constants: dict[str, syntax.Constant]
    files: list[syntax.File]
    leads: dict[str, str]  # kinds of the mission and the campaign, or ""
    pushed: list[agenda.Pushed]
    callees_first: list[str]  # the names of all rules, each after those that it calls

    def mode(self, rule: str) -> str:
        """The class of a rule: pure, changing or asking."""
        return MODES[self.rules[rule].mode]


class Checker(Expressions):
    """Checks statements and whole rules; `Expressions` checks what stands in them."""

    def __init__(
        self,
        ruleset: Ruleset,
        files: list[syntax.File],
        known: Callable[[str, str], bool] | None = None,
        roots: frozenset[str] = frozenset(),
        of_packs: packs.Packs = packs.ALONE,
        slots: dict[Slot, Type] | None = None,
    ) -> None:
        super().__init__(ruleset, known, packs.Names(of_packs), {} if slots is None else slots)
        self.files = files
        self.roots = roots
        self.rules: dict[str, RuleInfo] = {}
        self.constants: dict[str, syntax.Constant] = {}
        self.loops: list[tuple[list[Scope], list[Scope]]] = []  # scopes at each break and continue, innermost loop last

    # ---- the whole

    def run(self) -> tuple[Checked, list[Problem]]:
        """All rules, checked; and the problems in reading order."""
        for file in self.files:
            self._gather(file)
        for file in self.files:
            self._load(file)
        self.names.settle(self.files)
        for info in list(self.rules.values()):
            self._head(info)
        self.scanned = [found for info in self.rules.values() for found in agenda.calls(info.node)]
        if self.scanned:
            self.rules[agenda.RESOLVE] = RuleInfo(agenda.rule())
            self._check_resolved()
        nodes = {name: info.node for name, info in self.rules.items()}
        callees_first = chains.callees_first(nodes, self.ruleset, agenda.carried_out(self.scanned))
        for name in callees_first:
            self.need(name)
        self._chains(callees_first)
        self._declared_rules()
        self.problems += words.never_given(self)
        self._unused()
        leads, pushed = self.leads, self.pushed
        checked = Checked(self.ruleset, self.rules, self.constants, self.files, leads, pushed, callees_first)
        return checked, order(self.problems)

    def _chains(self, callees_first: list[str]) -> None:
        calls = {name: info.calls for name, info in self.rules.items()}
        for name in chains.too_long(calls, callees_first):
            info = self.rules[name]
            self.path = info.node.path
            message = f"more than {chains.MAX_CHAIN} rules call one the next, from here on"
            self.problem(info.node.name_place, "BZ510", message, "let one rule call several, one after the other")

    def _gather(self, file: syntax.File) -> None:
        self.path = file.path
        for constant in file.constants:
            if self._new_name(constant.name, constant.place):
                self.constants[packs.key(file.path, constant.name)] = constant
                if not _is_literal(constant.value):
                    self.problem(
                        constant.value.place,
                        "BZ513",
                        "a constant is a number, a text, True, False or None",
                        "put it into a rule",
                    )
                else:
                    self.expr(constant.value, Scope())
        for rule in file.rules:
            if self._new_name(rule.name, rule.name_place):
                rule.name = packs.key(file.path, rule.name)
                self.rules[rule.name] = RuleInfo(rule)

    def _load(self, file: syntax.File) -> None:
        self.path = file.path
        for load in file.loads:
            for item in load.names:
                if self.reserved(item.local):
                    self.problem(item.place, "BZ514", f'"{item.local}" has a meaning of its own in rules')
            load.names = [item for item in load.names if not self.reserved(item.local)]
        self.problems += self.names.load(file)

    def _new_name(self, name: str, place: Place) -> bool:
        space = self.names.space(self.path)
        if name in space:
            self.problem(place, "BZ515", f'"{name}" is defined twice', "", ((space[name].spot, "first defined here"),))
            return False
        if self.reserved(name):
            self.problem(place, "BZ514", f'"{name}" has a meaning of its own in rules', "choose another name")
            return False
        spot = Spot(self.path, place.line, place.column)
        space[name] = packs.Known(packs.key(self.path, name), spot)
        return True

    def _head(self, info: RuleInfo) -> None:
        rule = info.node
        self.path = rule.path
        if not rule.doc.strip():
            self.problem(
                rule.name_place,
                "BZ516",
                f'the rule "{rule.name}" has no docstring',
                "say in one sentence what it does: the rules pages are made of it",
            )
        for param in rule.params:
            if param.name in info.params:
                self.problem(param.place, "BZ515", f'the parameter "{param.name}" stands twice')
            self.hides(f'the parameter "{param.name}"', param.name, param.place)
            if param.annotation is None:
                self.problem(param.place, "BZ516", f'the parameter "{param.name}" has no type', f"{param.name}: int")
            declared = self.annotation(param.annotation) if param.annotation else ERROR
            info.params[param.name] = self.kept(("rule", rule.name, param.name), declared)
            param.type = info.params[param.name]
        info.returns = self.annotation(rule.returns) if rule.returns else NONE

    def need(self, name: str) -> RuleInfo:
        """A rule, checked: its result and class are known."""
        info = self.rules[name]
        if info.stage == "new" and name == agenda.RESOLVE:
            info.stage = "busy"
            info.mode, info.calls = agenda.resolve_mode(self, self.scanned)
            info.stage = "done"
        if info.stage == "new":
            saved = (self.path, self.rule, self.loops, self.gives, self.pure_because, self.fixed_paths)
            info.stage, self.path, self.rule, self.loops, self.gives = "busy", info.node.path, info, [], []
            self.pure_because, self.fixed_paths = "", frozenset()
            self._body(info)
            info.stage = "done"
            self.path, self.rule, self.loops, self.gives, self.pure_because, self.fixed_paths = saved
        return info

    def _check_resolved(self) -> None:
        """What is pushed must be carried out somewhere."""
        if all(name != agenda.RESOLVE for name, _ in self.scanned):
            info = next(i for i in self.rules.values() if any(True for _ in agenda.calls(i.node)))
            self.path = info.node.path
            place = next(call.place for _, call in agenda.calls(info.node))
            self.problem(
                place, "BZ536", "nothing ever carries the agenda out", "call resolve() where a turn or step ends"
            )

    def tell_recursion(self, name: str) -> None:
        """The agenda would carry out a rule that is waiting for the agenda."""
        message = f'"{name}" is carried out by the agenda, and calls resolve() itself'
        self.path = self.rules[name].node.path
        self.problem(self.rules[name].node.name_place, "BZ525", message, "push, and leave resolve() to the turn")

    def _body(self, info: RuleInfo) -> None:
        info.owned = _owned(info.node.body)
        scope = Scope(dict(info.params))
        info.locals = dict(info.params)
        for name in info.owned & set(info.params):
            self.problem(
                info.node.place,
                "BZ528",
                f'"{name}" is changed but was made by another rule',
                f"copy it first: own = list({name})",
            )
        self.block(info.node.body, scope)
        _bury(info.node.body)
        info.owned = _owned(info.node.body)
        self._outlived(info)
        falls = not scope.dead
        given = [type for type, _ in self.gives]
        annotated = info.node.returns is not None
        if annotated:
            if falls and not assignable(NONE, info.returns):
                self.problem(
                    info.node.name_place,
                    "BZ532",
                    f'"{info.node.name}" may end without giving a value',
                    "end with return, or return None where None is allowed",
                )
            for type, place in self.gives:
                if not assignable(type, info.returns):
                    self.problem(place, "BZ522", f'this gives "{type}" where "{info.returns}" is declared')
            info.returns = reduce(blend, given, info.returns)
            return
        returns = NONE if falls or not given else given[0]
        valued = [entry for entry in self.gives if entry[0] != NONE]
        if falls and valued:
            self.problem(
                info.node.name_place,
                "BZ532",
                f'"{info.node.name}" gives a value on some paths only',
                "end with return None if that is meant",
            )
        for type, place in self.gives:
            joined = join(returns, type)
            if joined is None:
                self.problem(place, "BZ522", f'this gives "{type}" where another path gives "{returns}"')
            else:
                returns = joined
        info.returns = returns if given or falls else NEVER

    def _outlived(self, info: RuleInfo) -> None:
        """A context ends with the rule that made it, so that rule cannot give it away."""
        for type, place in self.gives:
            if info.makes and holds_context(type):
                message = f'"{info.node.name}" gives a context, which ends with the rule that made it'
                self.problem(place, "BZ528", message, "make it in the rule that uses it, and pass it here")

    # ---- rules that declarations name

    def _declared_rules(self) -> None:
        ruleset = self.ruleset
        for entry in ruleset.entries.values():
            self.declared(("entries", entry.name, "rule"), entry.rule, {})
        for name, (rule, _) in ruleset.invariants.items():
            self.declared(("invariants", name, "rule"), rule, {}, BOOL, PURE)
        if ruleset.outlook:
            self.declared(("outlook", "rule"), ruleset.outlook, None, INT, PURE, PLAYER)
        for kind, rules in ruleset.checks.items():
            for i, rule in enumerate(rules):
                self.declared(("checks", kind, i), rule, None, None, PURE, Type("ref", of=kind))
        if ruleset.board and isinstance(ruleset.board.cover.get("sight"), str):
            self._sight(ruleset.board.cover["sight"])
        for name in ruleset.words:
            self.word(name)
        for menu, items in ruleset.menus.items():
            for item in items.values():  # no way in by themselves: a rule offers the menu
                self.declared(("menus", menu, item.name, "rule"), item.rule, None)
                if item.blocked:
                    self.declared(
                        ("menus", menu, item.name, "blocked"), item.blocked, None, Type("optional", items=(TEXT,)), PURE
                    )

    def _sight(self, rule: str) -> None:
        """The rule that says whether one cell is seen from another."""
        path = ("board", "cover", "sight")
        info = self.declared(path, rule, None, BOOL, PURE)
        if info is not None and [*info.params.values()] != [CELL, CELL]:
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take two cells: from where, and what is seen')

    def _unread(self, section: str, names: Iterable[str], message: str) -> None:
        for name in names:
            if (section, name) not in self.read and name not in self.meant:
                self.at_declaration((section, name), "BZ537", message, "use it, or take it out")

    def _ways_in(self) -> list[str]:
        """The rules with which something else than a rule begins."""
        ruleset = self.ruleset
        named = [entry.rule for entry in ruleset.entries.values()]
        named += [*(rule for rule, _ in ruleset.invariants.values()), ruleset.outlook]
        named += [rule for rules in ruleset.checks.values() for rule in rules]
        named += [rule for word in ruleset.words.values() for rule in (word.rule, word.blocked)]
        named += [str(ruleset.board.cover.get("sight", ""))] if ruleset.board else []
        return [rule for rule in (*named, *sorted(self.roots)) if rule in self.rules]

    def _unused(self) -> None:
        reached: set[str] = set()
        waiting = [*self._ways_in(), *sorted(self.meant & self.rules.keys())]
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += sorted(self.rules[name].calls)
        self._unread("options", self.ruleset.options, "no rule reads this option")
        self._unread("menus", self.ruleset.menus, "no rule offers this menu")
        self._unread("results", self.ruleset.results, "no rule ends the game so")
        self._unread("contexts", self.ruleset.contexts, "no rule makes or takes this context")
        self._unread("words", self.ruleset.words, "no rule carries this word out or asks for it")
        self.problems += self.names.unused()
        if self.nameless:
            return  # what is named may be any of them
        for name, info in self.rules.items():
            if name not in reached and name != agenda.RESOLVE:
                self.path = info.node.path
                self.problem(
                    info.node.name_place, "BZ529", f'nothing uses the rule "{name}"', "call it, or take it out"
                )

    # ---- statements

    def block(self, body: list[syntax.Stmt], scope: Scope) -> None:
        """Statements in order; what follows one that never comes back is told once, and not looked at."""
        for statement in body:
            statement.dead = scope.dead
            if scope.dead:
                self.problem(statement.place, "BZ530", "nothing ever gets here", "take it out")
                return
            self.statement(statement, scope)

    def statement(self, statement: syntax.Stmt, scope: Scope) -> None:
        """One statement: what it does to what is known."""
        self.work(statement.place)
        if isinstance(statement, syntax.Assign):
            self._assign(statement, scope)
        elif isinstance(statement, syntax.ExprStmt):
            self._lone(statement, scope)
        elif isinstance(statement, syntax.If):
            self._if(statement, scope)
        elif isinstance(statement, syntax.For):
            self._for(statement, scope)
        elif isinstance(statement, syntax.Return):
            type = self.expr(statement.value, scope, asks=True) if statement.value else NONE
            self.gives.append((type, statement.value.place if statement.value else statement.place))
            scope.dead = True
        elif isinstance(statement, syntax.Jump):
            self._jump(statement, scope)

    def _lone(self, statement: syntax.ExprStmt, scope: Scope) -> None:
        value = self.alone = statement.value
        type = self.expr(value, scope, asks=True)
        if not isinstance(value, syntax.Call):
            self.problem(value.place, "BZ513", "this line does nothing", "assign it, return it, or take it out")
        if type.name == "never" and self.ends(value):
            scope.dead = True

    def ends(self, value: syntax.Expr) -> bool:
        """Whether a call never comes back."""
        return isinstance(value, syntax.Call) and value.type is not None and value.type.name == "never"

    def _jump(self, statement: syntax.Jump, scope: Scope) -> None:
        if statement.word == "pass":
            return
        if not self.loops:
            self.problem(statement.place, "BZ512", f'"{statement.word}" stands outside a loop')
        else:
            breaks, again = self.loops[-1]
            (breaks if statement.word == "break" else again).append(scope.copy())
        scope.dead = True

    def _if(self, statement: syntax.If, scope: Scope) -> None:
        out: Scope | None = None
        for test, body in statement.branches:
            self.work(test.place, len(scope.vars) // 8)
            self.test(test, scope, asks=True)
            settled = certain(test, self.constants)
            inside = scope.copy()
            self.narrow(test, True, inside)
            inside.dead = inside.dead or settled is False
            self.block(body, inside)
            out = inside if out is None else merge(out, inside)
            self.narrow(test, False, scope)
            scope.dead = scope.dead or settled is True
        if statement.orelse:
            self.block(statement.orelse, scope)
        assert out is not None
        self._replace(scope, merge(out, scope) if not (out.dead and scope.dead) else Scope(dead=True))

    def _for(self, statement: syntax.For, scope: Scope) -> None:
        """The body is checked until the types at its head settle; only the last pass tells its problems."""
        inner, endless = self.loop_source(statement, scope)
        before = scope.copy()
        breaks: list[Scope] = []
        after = before
        if isinstance(statement.source, syntax.Call) and statement.source.means == "rounds":
            before.forget_state(self.fixed_paths)  # a new round sets back what lasts one
        while True:
            self.work(statement.place, len(before.vars))
            told, given = len(self.problems), len(self.gives)
            inside = before.copy()
            self._bind_targets(statement.targets, inner, inside)
            self.loops.append(([], []))
            self.block(statement.body, inside)
            breaks, again = self.loops.pop()
            after = before
            for end in [*again, inside]:
                after = after if end.dead else merge(after, end)
            if (after.vars, after.shown) == (before.vars, before.shown):
                break
            before = after
            del self.problems[told:], self.gives[given:]
        result = Scope(dead=True)
        for end in breaks if endless else [after, *breaks]:
            result = merge(result, end)
        self._replace(scope, result)

    def _bind_targets(self, targets: list[syntax.Name], inner: Type, scope: Scope) -> None:
        for target, type in zip(targets, self.unpack(inner, len(targets), targets[0].place), strict=True):
            target.type = type
            if target.id != "_":
                self.local(target.id, type, target.place, scope)
            if self.rule and target.id in self.rule.owned:
                self.foreign(target, target.place)

    def _replace(self, scope: Scope, new: Scope) -> None:
        scope.vars, scope.shown, scope.dead = new.vars, new.shown, new.dead

    # ---- assignment

    def _assign(self, statement: syntax.Assign, scope: Scope) -> None:
        if statement.op:
            self._augment(statement, scope)
            return
        type = self.expr(statement.value, scope, asks=True)
        if type.name == "never" and self.ends(statement.value):
            scope.dead = True
        if type == NONE and isinstance(statement.value, syntax.Call):
            self.problem(statement.value.place, "BZ522", "this call gives nothing", "call it on a line of its own")
        targets = statement.targets
        types = [type] if len(targets) == 1 else self.unpack(type, len(targets), statement.value.place)
        for target, part in zip(targets, types, strict=True):
            self._store(target, part, statement, scope)

    def _augment(self, statement: syntax.Assign, scope: Scope) -> None:
        target = statement.targets[0]
        old = self.expr(target, scope)
        new = self.expr(statement.value, scope, asks=True)
        result = self.arithmetic(statement.op, old, new, statement.place)
        self._store(target, result, statement, scope)

    def _store(self, target: syntax.Expr, type: Type, statement: syntax.Assign, scope: Scope) -> None:
        if isinstance(target, syntax.Name):
            if target.id == "_":
                return
            self.local(target.id, type, target.place, scope)
            target.type = type
            if self.rule and target.id in self.rule.owned and not statement.op and not _fresh(target, statement):
                self.foreign(target, statement.value.place)
        elif isinstance(target, syntax.Attr):
            declared = self.writable(target, scope)
            self._fits(type, declared, statement)
            self._comes(target, declared, type)
            if holds_context(declared):
                message = f'"{target.name}" might outlive the rule that made what it holds'
                self.problem(
                    target.place, "BZ528", message, "a context is put into another when that is made, by new(...)"
                )
            self._show_stored(target, type, declared, scope)
        elif isinstance(target, syntax.Index):
            self._store_index(target, type, statement, scope)

    def _comes(self, target: syntax.Attr, declared: Type, type: Type) -> None:
        owner = target.value.type.of if target.value.type else ""
        self.comes((target.means, owner, target.name), declared, type)

    def foreign(self, target: syntax.Name, place: Place) -> None:
        """A list that is changed was made by another rule, or stands in another list."""
        message = f'"{target.id}" is changed later, but this list belongs to somebody else'
        self.problem(place, "BZ528", message, "copy it: own = list(...)")

    def _show_stored(self, target: syntax.Attr, type: Type, declared: Type, scope: Scope) -> None:
        path = path_of(target)
        scope.forget_state(self.fixed_paths)
        if path and declared.name == "optional" and type.name not in ("optional", "none", "error"):
            scope.shown[path] = type

    def _store_index(self, target: syntax.Index, type: Type, statement: syntax.Assign, scope: Scope) -> None:
        if isinstance(target.value, syntax.Attr):
            declared = self.writable(target.value, scope)
            if declared.name != "table":
                self.problem(
                    target.place,
                    "BZ535",
                    "only a table of the state is changed by its key",
                    "assign the whole list: x.list = x.list + [...]",
                )
                return
            key = self.expr(target.index, scope)
            self.wants(key, element(declared) or ERROR, target.index.place)
            self._fits(type, declared.items[1], statement)
            self._comes(target.value, declared, declared._replace(items=(declared.items[0], type)))
            target.type = declared.items[1]
            return
        holder, index = self.expr(target.value, scope), self.expr(target.index, scope)
        if holder.name not in ("list", "dict", "error") or not isinstance(target.value, syntax.Name):
            self.problem(target.place, "BZ535", "only a list or dict that this rule made is changed in place")
        elif holder.name == "list":
            self.wants(index, INT, target.index.place)
            self._widen(target.value, list_of(type), scope)
        elif holder.name == "dict":
            self.hashable(index, target.index.place)
            self._widen(target.value, Type("dict", items=(index, type)), scope)

    def _widen(self, name: syntax.Name, type: Type, scope: Scope) -> None:
        self.widen(name, type, scope)

    def _fits(self, type: Type, declared: Type, statement: syntax.Assign) -> None:
        self.wants(type, declared, statement.value.place)


def _is_literal(value: syntax.Expr) -> bool:
    return isinstance(value.value if isinstance(value, syntax.Unary) else value, syntax.Const)


def _owned(body: list[syntax.Stmt]) -> set[str]:
    """Locals whose list or dict is changed in place somewhere in the rule."""
    found: set[str] = set()
    for statement in body:
        if isinstance(statement, syntax.ExprStmt) and isinstance(statement.value, syntax.Call):
            target = statement.value.target
            if (
                isinstance(target, syntax.Attr)
                and isinstance(target.value, syntax.Name)
                and target.name in ("append", "extend", "insert")
            ):
                found.add(target.value.id)
        elif isinstance(statement, syntax.Assign):
            found |= {
                t.value.id
                for t in statement.targets
                if isinstance(t, syntax.Index) and isinstance(t.value, syntax.Name)
            }
        elif isinstance(statement, syntax.For):
            found |= _owned(statement.body)
        elif isinstance(statement, syntax.If):
            for _, branch in statement.branches:
                found |= _owned(branch)
            found |= _owned(statement.orelse)
    return found


def _bury(body: list[syntax.Stmt]) -> None:
    """Take out what nothing gets to: it was only warned of, and its types are not known."""
    for i, statement in enumerate(body):
        if statement.dead:
            del body[i:]
            return
        if isinstance(statement, syntax.For):
            _bury(statement.body)
        elif isinstance(statement, syntax.If):
            for _, branch in statement.branches:
                _bury(branch)
            _bury(statement.orelse)


def _fresh(target: syntax.Name, statement: syntax.Assign) -> bool:
    """Whether what is assigned is a list or dict of its own."""
    value = statement.value
    if isinstance(value, syntax.TupleExpr):
        value = next((item for item, to in zip(value.items, statement.targets, strict=False) if to is target), value)
    if isinstance(value, (syntax.ListExpr, syntax.DictExpr, syntax.Comp, syntax.Slice)):
        return True
    if isinstance(value, syntax.Binary):
        return value.op in ("+", "*")
    if not isinstance(value, syntax.Call):
        return False
    return value.target.id in _MAKERS if isinstance(value.target, syntax.Name) else value.means == "method"


_MAKERS = frozenset(
    "list sorted reversed unique most least range players pieces cells records members keys enumerate sample".split()
)
