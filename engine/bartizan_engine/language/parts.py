"""What the forms of the language share: arguments by name, literals, templates, and where a decision may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import text as sentences
from ..problem import suggest
from ..types import PLAYER, TEXT, Type, list_of, optional
from . import syntax
from .scope import Scope
from .syntax import Call, Const, Expr
from .typing import ASKING, ERROR, assignable

if TYPE_CHECKING:
    from .common import Common

MESSAGE = optional(TEXT)  # a reason, or None


class Template(NamedTuple):
    """A text with holes: what fills them, with types, in the order of the values that a message carries."""

    text: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


def arguments(
    c: Common, call: Call, names: tuple[str, ...], optional_names: tuple[str, ...] = (), rest: bool = False
) -> dict[str, Expr]:
    """Arguments by name: `names` by position or keyword, `optional_names` by keyword, others where `rest` says so."""
    form = call.target.id if isinstance(call.target, syntax.Name) else ""
    given = dict(zip(names, call.args, strict=False))
    if len(call.args) > len(names):
        c.problem(call.args[len(names)].place, "BZ523", f'"{form}" takes {len(names)} arguments without a name')
    for key, value, place in call.keywords:
        if key in given:
            c.problem(place, "BZ523", f'"{key}" is given twice')
        elif key in names or key in optional_names or rest:
            given[key] = value
        else:
            c.problem(place, "BZ523", f'"{form}" has no parameter "{key}"', suggest(key, (*names, *optional_names)))
    for name in names:
        if name not in given:
            c.problem(call.place, "BZ523", f'"{form}" lacks "{name}"')
    return given


def literal(c: Common, call: Call, value: Expr | None, allowed: Any, what: str) -> str:
    """A name of the ruleset that is written out as a text; "" after a problem."""
    if value is None:
        return ""
    if not isinstance(value, Const) or not isinstance(value.value, str):
        c.problem(
            value.place, "BZ522", f"the {what} should be written out as a text", written_out(call, value, allowed)
        )
        return ""
    value.type = TEXT
    if value.value not in allowed:
        c.problem(value.place, "BZ520", f'no {what} is named "{value.value}"', c.likely(value.value, allowed))
        return ""
    return value.value


_ALONE = frozenset(("end", "next_game", "choose_action", "problem", "push", "push_call"))  # alone on their lines


def written_out(call: Call, value: Expr, allowed: Any) -> str:
    """How to write a name out that is written in another way: two calls for two names, or the names there are."""
    form = call.target.id if isinstance(call.target, syntax.Name) else ""
    if isinstance(value, syntax.Cond):
        before = "" if call.args and value is call.args[0] else "..., "
        names = [side.value if isinstance(side, Const) else "..." for side in (value.value, value.other)]
        one, other = (f'{form}({before}"{name}")' for name in names)
        alone = form in _ALONE
        return f"if ...: {one}, and else: {other}" if alone else f"decide outside: {one} if ... else {other}"
    some = [f'"{name}"' for name in list(allowed)[:3]]
    return f"one of the names themselves: {', '.join(some)}{', ...' if len(allowed) > 3 else ''}" if some else ""


class Message(NamedTuple):
    """How a message is made: a template's number and what fills it; or an expression that is one already."""

    template: int
    values: tuple[Expr, ...]
    expr: Expr | None


def message(c: Common, value: Expr | None, scope: Scope, wanted: Type = TEXT) -> Message | None:
    """A text for players: a literal is a template, anything else a text that was made before."""
    if value is None:
        return None
    if not isinstance(value, Const) or not isinstance(value.value, str):
        type = c.expr(value, scope)
        c.wants(type, wanted, value.place)
        return Message(-1, (), value)
    value.type = TEXT
    try:
        names = list(dict.fromkeys(name for name, _ in sentences.names(value.value)))
        counted = set(sentences.counted(value.value))
    except sentences.TemplateProblem as problem:
        c.problem(value.place, "BZ534", str(problem), problem.hint or "{name}, {n|one|many} or {n|none|one|many}")
        return Message(-1, (), value)
    exprs = [_hole(c, name, value, scope) for name in names]
    for name, expr in zip(names, exprs, strict=True):
        if name in counted and expr.type is not None and expr.type.name not in ("int", "error"):
            c.problem(value.place, "BZ534", f'"{name}" is no number, so it cannot choose between words')
    types = tuple(expr.type or ERROR for expr in exprs)
    c.templates.append(Template(value.value, tuple(names), types))
    return Message(len(c.templates) - 1, tuple(exprs), None)


def _hole(c: Common, name: str, literal: Const, scope: Scope) -> Expr:
    base, _, field = name.partition(".")
    if base not in scope.vars:
        base = c.names.meaning(c.path, base)
    expr: Expr = syntax.Name(literal.place, base)
    if field:
        expr = syntax.Attr(literal.place, expr, field, literal.place)
    if not field and base not in scope.vars and not c.constant_named(base):
        c.problem(
            literal.place,
            "BZ534",
            f'the text names "{name}", which is no local here',
            suggest(name, scope.vars) or "give it a name on a line before",
        )
        expr.type = ERROR
        return expr
    type = c.expr(expr, scope)
    if type.name in ("list", "dict", "table", "context", "effects", "option"):
        c.problem(literal.place, "BZ534", f'"{name}" is "{type}" and cannot stand in a text')
    return expr


def who(c: Common, value: Expr | None, scope: Scope) -> None:
    """Who is asked: a player, or several."""
    if value is not None:
        type = c.expr(value, scope)
        if not (assignable(type, PLAYER) or assignable(type, list_of(PLAYER))):
            c.wants(type, PLAYER, value.place, "who is asked")


def asking(c: Common, call: Call, asks: bool, what: str, scope: Scope) -> None:
    """A decision stands here: the place must allow it, and the rule asks."""
    if not asks and not c.pure_because:
        c.misplaced(call.place, what)
    c.raise_mode(ASKING, call.place, f'"{what}"')
    scope.forget_state(c.fixed_paths)
