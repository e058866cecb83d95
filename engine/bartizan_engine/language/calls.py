"""Calls: of rules, of library functions, and of rules that the ruleset names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..library import LIBRARY
from ..problem import Problem, Spot, suggest
from ..types import TEXT, Type
from . import forms, syntax, words
from .core import Core
from .scope import Scope
from .syntax import Expr, Place
from .typing import (
    ASKING,
    BOARD_TYPE,
    ERROR,
    MODES,
    PURE,
    Signature,
    assignable,
    bind,
    fill_in,
    signatures,
)  # fmt: skip

if TYPE_CHECKING:
    from .check import RuleInfo


class Calls(Core):
    """Checks what is called, with what, and from where."""

    # ---- calls

    def _call(self, expr: syntax.Call, scope: Scope, asks: bool) -> Type:
        if isinstance(expr.target, syntax.Attr):
            return self._method(expr, scope)
        if not isinstance(expr.target, syntax.Name):
            return self.problem(
                expr.target.place, "BZ513", "only rules and library functions are called", "give it a name"
            )
        name = expr.target.id
        if name in forms.FORMS and name not in scope.vars:
            return forms.FORMS[name](self, expr, scope, asks)
        if name in forms.LOOPS:
            return self.problem(
                expr.place, "BZ533", f'"{name}" stands only after "in" of a for', f"for x in {name}(...):"
            )
        if name in self.rules:
            return self._rule_call(expr, name, scope, asks)
        if name in signatures() and name not in scope.vars:
            return self._library_call(expr, signatures()[name], scope)
        if name in scope.vars:
            return self.problem(expr.target.place, "BZ522", f'"{name}" is a value and cannot be called')
        names = [*self.rules, *signatures(), *forms.FORMS]
        return self.problem(
            expr.target.place, "BZ520", f'no rule and no library function is named "{name}"', suggest(name, names)
        )

    def _rule_call(self, expr: syntax.Call, name: str, scope: Scope, asks: bool) -> Type:
        info = self.rules[name]
        if self.rule is not None:
            self.rule.calls.add(name)
        if info.stage == "busy":
            return self._recursion(expr, name)
        info = self.need(name)
        expr.means, expr.data = "rule", self._arguments(expr, info, scope, asks and info.mode == ASKING)
        if info.mode == ASKING and not asks and not self.pure_because:
            self.misplaced(expr.place, name)
        self.raise_mode(info.mode, expr.place, f'"{name}"')
        if info.mode:
            scope.forget_state(self.fixed_paths)
        return info.returns

    def misplaced(self, place: Place, name: str) -> None:
        """A decision stands where a rule cannot stop and go on."""
        self.problem(
            place,
            "BZ526",
            f'"{name}" asks for a decision in the middle of an expression',
            f"on a line before: answer = {name}(...), then use answer",
        )

    def _recursion(self, expr: syntax.Call, name: str) -> Type:
        busy = [rule for rule, info in self.rules.items() if info.stage == "busy"]
        notes = tuple(
            (Spot(self.rules[rule].node.path, self.rules[rule].node.place.line), f'"{rule}" is on the way')
            for rule in busy[:6]
        )
        return self.problem(
            expr.place,
            "BZ525",
            f'"{name}" calls itself, by way of {len(busy)} {"rule" if len(busy) == 1 else "rules"}',
            "use a bounded loop",
            notes,
        )

    def _arguments(self, expr: syntax.Call, info: RuleInfo, scope: Scope, asks: bool) -> list[Expr]:
        """The arguments of a rule's call in the order of its parameters."""
        name = info.node.name
        given: dict[str, Expr] = {}
        params = list(info.params)
        for param, value in zip(params, expr.args, strict=False):
            given[param] = value
        if len(expr.args) > len(params):
            self.problem(expr.args[len(params)].place, "BZ523", f'"{name}" takes {len(params)} arguments')
        for key, value, place in expr.keywords:
            if key not in info.params:
                self.problem(place, "BZ523", f'"{name}" has no parameter "{key}"', suggest(key, params))
            elif key in given:
                self.problem(place, "BZ523", f'"{key}" is given twice')
            given.setdefault(key, value)
        missing = [param for param in params if param not in given]
        if missing:
            self.problem(expr.place, "BZ523", f'"{name}" lacks {", ".join(missing)}')
        for param, value in given.items():
            self.wants(self.expr(value, scope, asks), info.params.get(param, ERROR), value.place, f'"{param}"')
        return [given[param] for param in params if param in given]

    def _library_call(self, expr: syntax.Call, signature: Signature, scope: Scope) -> Type:
        if signature.name == "move" and expr.args and self.expr(expr.args[0], scope).name in ("list", "zone"):
            signature = signatures()["move_each"]
        given = self._match(expr, signature)
        bound: dict[str, Type] = {}
        arguments: list[tuple[str, Any]] = []
        for param in signature.params:
            value = given.get(param.name)
            if value is None:
                if not param.optional:
                    self.problem(expr.place, "BZ523", f'"{signature.name}" lacks "{param.name}"')
                continue
            arguments.append((param.name, self._library_argument(param.type, value, bound, scope, signature)))
        expr.means, expr.data = "library", (signature, arguments, bound.get("K"))
        self.raise_mode(signature.mode, expr.place, f'"{signature.name}"')
        if signature.mode:
            scope.forget_state(self.fixed_paths)
        return fill_in(signature.returns, bound)

    def _match(self, expr: syntax.Call, signature: Signature) -> dict[str, Expr]:
        names = [param.name for param in signature.params]
        if len(expr.args) > len(names):
            self.problem(
                expr.args[len(names)].place, "BZ523", f'"{signature.name}" takes at most {len(names)} arguments'
            )
        given = dict(zip(names, expr.args, strict=False))
        for key, value, place in expr.keywords:
            if key not in names:
                self.problem(place, "BZ523", f'"{signature.name}" has no parameter "{key}"', suggest(key, names))
            else:
                given.setdefault(key, value)
        return given

    def _library_argument(
        self, pattern: Type, value: Expr, bound: dict[str, Type], scope: Scope, signature: Signature
    ) -> Any:
        if pattern.name in ("kind", "tag", "way", "word", "lifetime"):
            return self._literal(pattern, value, bound)
        type = self.expr(value, scope)
        if pattern.name == "place" and type == BOARD_TYPE and signature.mode == PURE:
            return value
        if not bind(pattern, type, bound):
            if type.name == "optional" and bind(pattern, type.items[0], bound):
                self.problem(value.place, "BZ524", "this may be None", 'test "if x != None:" before, or say must(x)')
            else:
                self.problem(
                    value.place,
                    "BZ522",
                    f'"{signature.name}" does not take "{type}" here',
                    f"as in {_signature_text(signature)}",
                )
        return value

    def _literal(self, pattern: Type, value: Expr, bound: dict[str, Type]) -> str:
        board = self.ruleset.board
        names: dict[str, Any] = {
            "kind": self.ruleset.kinds, "tag": board.tags if board else {}, "way": board.ways if board else {},
            "word": self.ruleset.words, "lifetime": {"round": 0},
        }  # fmt: skip
        allowed = names[pattern.name]
        if not isinstance(value, syntax.Const) or not isinstance(value.value, str):
            self.problem(
                value.place,
                "BZ522",
                f"the {pattern.name} should be written out as a text",
                f'"{next(iter(allowed), "...")}"',
            )
            return ""
        value.type = TEXT
        if value.value not in allowed:
            self.problem(
                value.place, "BZ520", f'no {pattern.name} is named "{value.value}"', suggest(value.value, allowed)
            )
        elif pattern.name == "kind":
            bound["K"] = Type("piece", of=value.value)
        return value.value

    def _method(self, expr: syntax.Call, scope: Scope) -> Type:
        assert isinstance(expr.target, syntax.Attr)
        return forms.method(self, expr, scope)

    # ---- what declarations name

    def declared(
        self,
        path: tuple[str | int, ...],
        rule: str,
        params: dict[str, Type] | None,
        returns: Type | None = None,
        mode: int = ASKING,
        first: Type | None = None,
    ) -> RuleInfo | None:
        """A rule that the ruleset names: it must exist, and fit."""
        self.declared_names.append(rule)
        if rule not in self.rules:
            self.at_declaration(path, "BZ520", f'no rule is named "{rule}"', suggest(rule, self.rules))
            return None
        info = self.need(rule)
        if params is not None and set(info.params) != set(params):
            wanted = ", ".join(params) or "nothing"
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take {wanted}')
        if first is not None and [*info.params.values()] != [first]:
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take one "{first}"')
        if returns is not None and not assignable(info.returns, returns):
            self.at_declaration(path, "BZ522", f'the rule "{rule}" should give "{returns}", not "{info.returns}"')
        if info.mode > mode:
            self.at_declaration(path, "BZ527", f'the rule "{rule}" should be {MODES[mode]}, and is {MODES[info.mode]}')
        return info

    def at_declaration(self, path: tuple[str | int, ...], code: str, message: str, hint: str = "") -> None:
        """A problem in ruleset.yaml: its path stands in the spot, for the compiler to turn into a place."""
        self.problems.append(Problem(Spot("ruleset.yaml#" + "/".join(map(str, path))), code, message, hint))

    def word(self, name: str) -> words.WordInfo | None:
        """A word of the vocabulary, checked: what it needs, and its class."""
        if name not in self.words_checked:
            self.words_checked[name] = None
            self.words_checked[name] = words.word_info(self, self.ruleset.words[name])
        return self.words_checked[name]

    def loop_source(self, statement: syntax.For, scope: Scope) -> tuple[Type, bool]:
        """What a loop gives, and whether running out of it is a fault."""
        source = statement.source
        if (
            isinstance(source, syntax.Call)
            and isinstance(source.target, syntax.Name)
            and source.target.id in forms.LOOPS
        ):
            return forms.loop(self, source, scope)
        return self.elements(self.expr(source, scope), source.place), False


def _signature_text(signature: Signature) -> str:
    return LIBRARY[signature.name].signature
