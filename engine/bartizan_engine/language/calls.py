"""Calls: of rules, of library functions, and of rules that the ruleset names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import presence
from ..declared import LIFETIMES
from ..library import LIBRARY
from ..problem import Spot, suggest
from ..types import TEXT, Type
from . import forms, parts, syntax
from .agenda import RESOLVE
from .common import Common
from .scope import Scope
from .syntax import Expr
from .typing import (
    ASKING,
    BOARD_TYPE,
    ERROR,
    PURE,
    Signature,
    bind,
    fill_in,
    signatures,
)  # fmt: skip

if TYPE_CHECKING:
    from .check import RuleInfo


_THROWN, _PLAYED = frozenset(("roll", "roll_many", "faces")), frozenset(("create", "pieces", "count"))
_WANTED = frozenset(("die", "record", "kind"))  # the parameters that say of which kind


class Calls(Common):
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
        if self.rule_named(name):
            return self._rule_call(expr, name, scope, asks)
        if name in signatures() and name not in scope.vars:
            return self._library_call(expr, signatures()[name], scope)
        if name in scope.vars:
            return self.problem(expr.target.place, "BZ522", f'"{name}" is a value and cannot be called')
        names = [*self.rules_here(), *signatures(), *forms.FORMS]
        hint = self.names.loadable(self.path, name) or self.likely(name, names)
        self.nameless = self.nameless or not hint
        return self.problem(expr.target.place, "BZ520", f'no rule and no library function is named "{name}"', hint)

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

    def _recursion(self, expr: syntax.Call, name: str) -> Type:
        if name == RESOLVE:
            message = "the agenda carries this rule out, on whatever way, and so it cannot call resolve()"
            return self.problem(expr.place, "BZ525", message, "push, and leave resolve() to the turn")
        busy = [rule for rule, info in self.rules.items() if info.stage == "busy"]
        notes = tuple(
            (Spot(self.rules[rule].node.path, self.rules[rule].node.place.line), f'"{rule}" is on the way')
            for rule in busy[:6]
        )
        return self.problem(
            expr.place,
            "BZ525",
            f'"{name}" calls itself, by way of {len(busy)} {"rule" if len(busy) == 1 else "rules"}',
            self._way_out(busy),
            notes,
        )

    def _way_out(self, busy: list[str]) -> str:
        """What to do instead of a circle: words that lead to words are what the agenda is for."""
        if any(word.rule in busy for word in self.ruleset.words.values()):
            return (
                "put it off: push(effects, name = thing) or push_call(rule, thing), and resolve() where the turn ends"
            )
        return "use a bounded loop, or put it off: push_call(rule, thing), and resolve() where the turn ends"

    def _arguments(self, expr: syntax.Call, info: RuleInfo, scope: Scope, asks: bool) -> dict[str, Expr]:
        """The arguments of a rule's call by parameter, in the order in which they are written."""
        name = info.node.name
        params = list(info.params)
        given = dict(zip(params, expr.args, strict=False))
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
            type, wanted = self.expr(value, scope, asks), info.params.get(param, ERROR)
            self.wants(type, wanted, value.place, f'"{param}"')
            self.comes(("rule", name, param), wanted, type)
        return {param: value for param, value in given.items() if param in info.params}

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
            arguments.append((param.name, self._library_argument(expr, param.type, value, bound, scope, signature)))
            if param.name in _WANTED:
                self._family(signature, value, bound.get("K"))
        if signature.name == "branch" and len(arguments) == 3:
            self._divides(arguments[0][1], expr, bound.get("K"))
        expr.means, expr.data = "library", (signature, arguments, bound.get("K"))
        self.raise_mode(signature.mode, expr.place, f'"{signature.name}"')
        if signature.mode:
            scope.forget_state(self.fixed_paths)
        return fill_in(signature.returns, bound)

    def _family(self, signature: Signature, value: Expr, bound: Type | None) -> None:
        """Only dice are thrown; and only some kinds are ever in play, to be created and found."""
        kind = self.ruleset.kinds.get(bound.of) if bound is not None else None
        if kind is None:
            return
        if signature.name in _THROWN and kind.family != "die":
            self.problem(value.place, "BZ522", presence.faceless(kind), f"as in {_signature_text(signature)}")
        elif signature.name in _PLAYED and not presence.in_play(kind):
            self.problem(value.place, "BZ522", presence.never(kind), presence.HINT)

    def _divides(self, name: str, call: syntax.Call, face: Type | None) -> None:
        """A way divides by one die, if by any."""
        way = self.ruleset.board.ways.get(name) if self.ruleset.board else None
        if way is None or face is None:
            return
        if not way.split:
            self.problem(call.place, "BZ522", f'no die divides the way "{name}"', f"declare it: {name}: {{split: ...}}")
        elif self.known is not None and not self.known(face.of, way.split):
            self.problem(
                call.place, "BZ522", f'the way "{name}" divides by the die "{way.split}", which is no {face.of}'
            )

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
            elif key in given:
                self.problem(place, "BZ523", f'"{key}" is given twice')
            else:
                given[key] = value
        return given

    def _library_argument(
        self,
        call: syntax.Call,
        pattern: Type,
        value: Expr,
        bound: dict[str, Type],
        scope: Scope,
        signature: Signature,
    ) -> Any:
        if pattern.name in ("kind", "tag", "way", "word", "lifetime"):
            return self._literal(call, pattern, value, bound)
        if pattern.name == "place" and signature.mode == PURE and _is_board(value):
            value.type = BOARD_TYPE
            return value
        type = self.expr(value, scope)
        letters = pattern.name == "sized" or (pattern == TEXT and signature.name != "fail")
        if letters and self.taken_apart(type, value.place):
            return value
        if signature.name == "unique" and self.compared(type, value.place):
            return value
        held = bound.get("K", type) if pattern.name == "place" and type.name == "zone" else type
        if held.of != type.of:
            self.problem(value.place, "BZ522", f'this zone holds "{type.of}", never "{held.of}"')
        elif not bind(pattern, type, bound):
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

    def _literal(self, call: syntax.Call, pattern: Type, value: Expr, bound: dict[str, Type]) -> str:
        board = self.ruleset.board
        names: dict[str, Any] = {
            "kind": self.ruleset.kinds, "tag": board.tags if board else {}, "way": board.ways if board else {},
            "word": self.ruleset.words, "lifetime": dict.fromkeys(LIFETIMES),
        }  # fmt: skip
        allowed = names[pattern.name]
        if not isinstance(value, syntax.Const) or not isinstance(value.value, str):
            self.problem(
                value.place,
                "BZ522",
                f"the {pattern.name} should be written out as a text",
                parts.written_out(call, value, allowed),
            )
            return ""
        value.type = TEXT
        if value.value not in allowed:
            self.problem(
                value.place, "BZ520", f'no {pattern.name} is named "{value.value}"', self.likely(value.value, allowed)
            )
        elif pattern.name == "kind":
            bound["K"] = Type("piece", of=value.value)
        return value.value

    def _method(self, expr: syntax.Call, scope: Scope) -> Type:
        assert isinstance(expr.target, syntax.Attr)
        return forms.method(self, expr, scope)

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


def _is_board(value: Expr) -> bool:
    """Whether an argument is the word for any cell, which is a place to look at and no value."""
    return isinstance(value, syntax.Name) and value.id == "board"


def _signature_text(signature: Signature) -> str:
    return LIBRARY[signature.name].signature
