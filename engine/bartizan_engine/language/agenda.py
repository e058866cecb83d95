"""The agenda: chains of effects without recursion.

What is pushed waits on a stack in the state until `resolve()` carries it out. A rule that is carried out may push more;
that comes first, before what waited already. So chains run in an order that players can follow; they can be saved in
the middle and cancelled, and they end by a budget. Rules that the agenda carries out never call `resolve()` themselves:
it would be recursion, and is refused as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..types import INT, NONE, Type
from . import syntax
from .parts import arguments, literal
from .scope import Scope
from .syntax import Call, Expr, Place
from .typing import CHANGING, ERROR, assignable, holds_context
from .words import check_given

if TYPE_CHECKING:
    from .common import Common

RESOLVE = "resolve"
DOC = "Carries out what waits on the agenda, the last pushed first, until nothing waits."


class Pushed(NamedTuple):
    """A place that pushes: effects with what they are given, or a rule; and the types of what is kept."""

    rule: str  # of a pushed call, "" for effects
    names: tuple[str, ...]
    types: tuple[Type, ...]
    words: tuple[str, ...]


def calls(rule: syntax.Rule) -> Iterator[tuple[str, Call]]:
    """The calls of the agenda in a rule, by name."""
    for node in syntax.walk(rule.body):
        name = node.target.id if isinstance(node, Call) and isinstance(node.target, syntax.Name) else ""
        if name in ("push", "push_call", RESOLVE):
            assert isinstance(node, Call)
            yield name, node


def carried_out(scanned: list[tuple[str, Call]]) -> list[str]:
    """The names of the rules that calls of `push_call` name."""
    targets = [call.args[0] for name, call in scanned if name == "push_call" and call.args]
    return [target.id for target in targets if isinstance(target, syntax.Name)]


def rule() -> syntax.Rule:
    """The rule `resolve`, which has no body of its own: it is written out when rules are lowered."""
    nowhere = Place(1, 1, 1, 1)
    return syntax.Rule(nowhere, RESOLVE, nowhere, [], None, DOC, [], "agenda")


def push(c: Common, call: Call, scope: Scope, asks: bool) -> Type:  # noqa: ARG001  # every form is called in one way
    """`push(effects, name = thing...)`."""
    c.work(call.place, len(c.ruleset.words))
    given = arguments(c, call, ("effects",), rest=True)
    effects = given.pop("effects", None)
    type = c.expr(effects, scope) if effects is not None else ERROR
    if effects is not None and type.name not in ("effects", "error"):
        c.problem(effects.place, "BZ522", f'"{type}" holds no words', "a field of type effects")
    types = {name: _kept(c, value, scope) for name, value in given.items()}
    check_given(c, call, type, types)
    c.raise_mode(CHANGING, call.place, '"push"')
    words = tuple(name for name in c.ruleset.words if _fits(c, name, types))
    c.read |= {("words", name) for name in words}
    if effects is not None:
        site = _site(c, Pushed("", tuple(types), tuple(types.values()), words), call.place)
        call.means, call.data = "push", (site, [effects, *given.values()])
    return NONE


def push_call(c: Common, call: Call, scope: Scope, asks: bool) -> Type:  # noqa: ARG001  # the same
    """`push_call(rule, argument...)`."""
    target = call.args[0] if call.args else None
    if not isinstance(target, syntax.Name) or not c.rule_named(target.id):
        return c.problem(
            call.place, "BZ523", '"push_call" takes the name of a rule, and its arguments', "push_call(raid, goblin)"
        )
    params = c.rules[target.id].params
    values = call.args[1:]
    if len(values) != len(params) or call.keywords:
        c.problem(call.place, "BZ523", f'"{target.id}" takes {len(params)} arguments, in order')
    for (name, wanted), value in zip(params.items(), values, strict=False):
        type = _kept(c, value, scope)
        c.wants(type, wanted, value.place, f'"{name}"')
        c.comes(("rule", target.id, name), wanted, type)
    c.raise_mode(CHANGING, call.place, '"push_call"')
    if c.rule is not None:
        c.rule.calls.add(RESOLVE)
    call.means = "push"
    call.data = (_site(c, Pushed(target.id, tuple(params), tuple(params.values()), ()), call.place), list(values))
    return NONE


def cancel(c: Common, call: Call, scope: Scope, asks: bool) -> Type:  # noqa: ARG001  # the same
    """`cancel_pending()`, `cancel_pending("word")`."""
    c.raise_mode(CHANGING, call.place, '"cancel_pending"')
    call.means, call.data = "cancel", _waiting(c, call)
    return NONE


def pending(c: Common, call: Call, scope: Scope, asks: bool) -> Type:  # noqa: ARG001  # the same
    """`pending()`, `pending("word")`."""
    call.means, call.data = "pending", _waiting(c, call)
    return INT


def _waiting(c: Common, call: Call) -> str:
    """The word or rule that is meant of all that waits; "" for all."""
    if not call.args and not call.keywords:
        return ""
    pushed = [name for name in carried_out(c.scanned) if name in c.rules]
    given = arguments(c, call, ("name",))
    return literal(c, call, given.get("name"), list(dict.fromkeys([*c.ruleset.words, *pushed])), "word or rule")


def _kept(c: Common, value: Expr, scope: Scope) -> Type:
    type = c.expr(value, scope)
    if holds_context(type):
        c.problem(
            value.place,
            "BZ522",
            f'"{type}" ends with the rule that made it, and the agenda may outlive that',
            "push what stands in it",
        )
    return type


def _fits(c: Common, name: str, types: dict[str, Type]) -> bool:
    """Whether a word can be carried out with what is given, by the heads of rules alone: bodies may push it again."""
    word = c.ruleset.words[name]
    if word.add or word.set or not word.rule or word.rule not in c.rules:
        return False
    needs = {key: type for key, type in c.rules[word.rule].params.items() if key not in word.args}
    return all(key in types and assignable(types[key], type) for key, type in needs.items())


def _site(c: Common, pushed: Pushed, place: Place) -> int:
    if pushed not in c.pushed:
        c.branches(place, max(1, len(pushed.words)))
        c.pushed.append(pushed)
    return c.pushed.index(pushed)


def resolve_mode(c: Common, scanned: list[tuple[str, Call]]) -> tuple[int, set[str]]:
    """The class of `resolve`, and the rules that it may carry out: everything that is pushed anywhere."""
    mode, called = CHANGING, set()
    for name, call in scanned:
        if name == "push_call" and call.args and isinstance(call.args[0], syntax.Name) and call.args[0].id in c.rules:
            called.add(call.args[0].id)
        elif name == "push":
            given = {key for key, _, _ in call.keywords}
            called |= {
                word.rule for word in c.ruleset.words.values() if word.rule in c.rules and _named(c, word, given)
            }
    for rule_name in sorted(called):
        if c.rules[rule_name].stage == "busy":
            c.tell_recursion(rule_name)
        else:
            mode = max(mode, c.need(rule_name).mode)
    return mode, called


def _named(c: Common, word: Any, given: set[str]) -> bool:
    return all(key in given or key in word.args for key in c.rules[word.rule].params)
