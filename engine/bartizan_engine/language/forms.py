"""The forms of the language: calls that are more than functions, since they ask, loop, name things or hold templates.

Each form checks its own call and leaves in `means` and `data` what `lower` needs. `DOCS` says for authors what each
does; together with the library it is the whole of what a rule may call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..declared import MISSING
from ..problem import suggest
from ..types import BOOL, INT, NONE, PLAYER, TEXT, Type, list_of, optional
from . import agenda, syntax
from .parts import MESSAGE, Message, arguments, asking, literal, message, who, written_out
from .scope import Scope
from .syntax import Call, Const, Expr
from .typing import CHANGING, ERROR, FILLED, NEVER, PURE, assignable, comparable, element, join
from .words import each_word, has, perform, why_not, word

if TYPE_CHECKING:
    from .common import Common

# ---------------------------------------------------------------- decisions


class Choice(NamedTuple):
    """A `choose`, taken apart."""

    who: Expr
    prompt: Message
    options: Expr
    skip: Message | None
    skip_blocked: Message | None
    type: Type
    wrapped: bool  # the options are option(...) values
    secret: bool


def choose(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("who", "prompt", "options"), ("skip", "skip_blocked", "secret"))
    who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    source = given.get("options")
    type = c.elements(c.expr(source, scope), source.place) if source is not None else ERROR
    wrapped = type.name == "option"
    type = type.items[0] if wrapped else type
    if type.name in ("context", "effects", "dict", "option", "optional"):
        c.problem(call.place, "BZ522", f'"{type}" cannot be an option of a decision')
    skip = message(c, given.get("skip"), scope, MESSAGE)
    blocked = message(c, given.get("skip_blocked"), scope, MESSAGE)
    asking(c, call, asks, "choose", scope)
    if source is not None and prompt is not None and "who" in given:
        secret = _secret(c, given.get("secret"))
        call.means, call.data = "choose", Choice(given["who"], prompt, source, skip, blocked, type, wrapped, secret)
    return optional(type) if skip is not None else type


def _secret(c: Common, value: Expr | None) -> bool:
    """Whether a choice is one that the others are not told of; that is known before anything runs."""
    if value is None:
        return False
    if not isinstance(value, Const) or value.value is not True:
        c.problem(
            value.place, "BZ522", "a choice is secret or not, whatever happens", "write secret = True, or nothing"
        )
    value.type = BOOL
    return True


class MenuChoice(NamedTuple):
    """A `choose_action`, taken apart."""

    who: Expr
    prompt: Message
    menu: str
    skip: Message | None
    skip_blocked: Message | None
    things: dict[str, Expr]


_OF_MENUS = ("who", "prompt", "menu", "skip", "skip_blocked")


def choose_action(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("who", "prompt", "menu"), ("skip", "skip_blocked"), rest=True)
    who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    menu = literal(c, call, given.get("menu"), c.ruleset.menus, "menu")
    skip = message(c, given.get("skip"), scope, MESSAGE)
    closed = message(c, given.get("skip_blocked"), scope, MESSAGE)
    things = {key: value for key, value in given.items() if key not in _OF_MENUS}
    types = {key: c.expr(value, scope) for key, value in things.items()}
    c.read.add(("menus", menu))
    c.branches(call.place, len(c.ruleset.menus.get(menu, ())))
    for item in c.ruleset.menus.get(menu, {}).values():
        for rule in filter(None, (item.rule, item.blocked)):
            _takes(c, call, rule, types)
    _misspelt(c, call, menu, things)
    asking(c, call, asks, "choose_action", scope)
    if prompt is not None and "who" in given:
        call.means, call.data = "choose_action", MenuChoice(given["who"], prompt, menu, skip, closed, things)
    return BOOL


def _misspelt(c: Common, call: Call, menu: str, things: dict[str, Expr]) -> None:
    """What no action of the menu takes may be there for actions of other packs, but not if it looks like a slip."""
    rules = [rule for item in c.ruleset.menus.get(menu, {}).values() for rule in (item.rule, item.blocked)]
    taken = {name for rule in rules if rule in c.rules for name in c.rules[rule].params}
    for name, value in things.items():
        hint = suggest(name, sorted({*_OF_MENUS, *taken} - {"menu"}))
        if name not in taken and hint:
            c.problem(value.place, "BZ523", f'no action of the menu "{menu}" takes "{name}"', hint)


def _takes(c: Common, call: Call, rule: str, types: dict[str, Type]) -> None:
    """A rule of a menu takes what it names of the things that are given."""
    if rule not in c.rules:
        return
    if c.rule is not None:
        c.rule.calls.add(rule)
    if c.rules[rule].stage == "busy":
        c.problem(call.place, "BZ525", f'"{rule}" calls this menu, which calls "{rule}"', "use a bounded loop")
        return
    for name, wanted in c.need(rule).params.items():
        if name not in types:
            c.problem(call.place, "BZ523", f'the rule "{rule}" of the menu needs "{name}"', f"{name} = ...")
        else:
            c.wants(types[name], wanted, call.place, f'"{name}"')
            c.comes(("rule", rule, name), wanted, types[name])


def confirm(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("who", "prompt"), ("secret",))
    who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    asking(c, call, asks, "confirm", scope)
    if prompt is not None and "who" in given:
        call.means, call.data = "confirm", (given["who"], prompt, _secret(c, given.get("secret")))
    return BOOL


class OptionForm(NamedTuple):
    """An `option`, taken apart."""

    value: Expr
    blocked: Message | None
    label: Message | None


def option(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("value",), ("blocked", "label"))
    before, c.pure_because = c.pure_because, c.pure_because or "an option"
    type = c.expr(given["value"], scope) if "value" in given else ERROR
    blocked, label = (message(c, given.get(name), scope, MESSAGE) for name in ("blocked", "label"))
    c.pure_because = before
    if "value" in given:
        call.means, call.data = "option", OptionForm(given["value"], blocked, label)
    return Type("option", items=(type,))


def any_open(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("options",))
    if "options" in given:
        type = c.elements(c.expr(given["options"], scope), given["options"].place)
        call.means, call.data = "any_open", (given["options"], type.name == "option")
    return BOOL


def text(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("template",))
    value = given.get("template")
    if value is not None and not isinstance(value, Const):
        hint = written_out(call, value, ()) or 'one template alone: text("costs {price}")'
        c.problem(value.place, "BZ522", "a template should be written out", hint)
    said = message(c, value, scope)
    call.means, call.data = "text", said
    return FILLED if said is not None and said.values else TEXT


def announce(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("template",))
    c.raise_mode(CHANGING, call.place, '"announce"')
    call.means, call.data = "announce", message(c, given.get("template"), scope)
    return NONE


# ---------------------------------------------------------------- making and ending


def new(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("context",), rest=True)
    name = literal(c, call, given.pop("context", None), c.ruleset.contexts, "context")
    c.read.add(("contexts", name))
    fields = c.ruleset.contexts.get(name, {})
    for key, value in given.items():
        type = c.expr(value, scope)
        if key not in fields:
            c.problem(value.place, "BZ523", f'"{name}" has no field "{key}"', suggest(key, fields))
        else:
            c.wants(type, fields[key].type, value.place, f'"{key}"')
            c.comes(("context", name, key), fields[key].type, type)
    missing = [key for key, field in fields.items() if key not in given and not _can_start(field)]
    if missing:
        c.problem(call.place, "BZ523", f'a new "{name}" lacks {", ".join(missing)}')
    c.raise_mode(CHANGING, call.place, '"new"')
    if c.rule is not None:
        c.rule.makes = True
    call.means, call.data = "new", (name, given)
    return Type("context", of=name) if name else ERROR


def _can_start(field: Any) -> bool:
    return field.default is not MISSING or field.type.name in ("optional", "list", "effects")


def end(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("result",), ("winners",), rest=True)
    name = literal(c, call, given.pop("result", None), c.ruleset.results, "result")
    c.read.add(("results", name))
    winners = given.pop("winners", None)
    if winners is not None:
        c.wants(c.expr(winners, scope), list_of(PLAYER), winners.place, "winners")
    for value in given.values():
        c.wants(c.expr(value, scope), INT, value.place)
    c.raise_mode(CHANGING, call.place, '"end"')
    call.means, call.data = "end", (name, winners, given)
    return NEVER


class Next(NamedTuple):
    """A `next_game`, taken apart."""

    entry: str
    mission: Expr | None
    players: Expr | None


def next_game(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("entry",), ("mission", "players"))
    name = literal(c, call, given.get("entry"), c.ruleset.entries, "entry")
    mission, players = given.get("mission"), given.get("players")
    needs = c.ruleset.entries[name].needs == "mission" if name else mission is not None
    if needs and mission is None:
        c.problem(call.place, "BZ523", f'the entry "{name}" is played with a mission', "mission = ...")
    elif mission is not None and not needs:
        c.problem(mission.place, "BZ523", f'the entry "{name}" is played without a mission')
    if mission is not None:
        c.wants(c.expr(mission, scope), Type("ref", of=c.leads["mission"]), mission.place, "mission")
    if players is not None:
        c.wants(c.expr(players, scope), INT, players.place, "players")
    c.raise_mode(CHANGING, call.place, '"next_game"')
    call.means, call.data = "next_game", Next(name, mission, players)
    return NONE


def problem(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("record", "field", "message"))
    kind = c.expr(given["record"], scope) if "record" in given else ERROR
    if kind.name == "ref" and "field" in given:
        literal(c, call, given["field"], c.ruleset.kinds[kind.of].fields if kind.of in c.ruleset.kinds else {}, "field")
    elif kind.name not in ("ref", "error"):
        c.wants(kind, Type("ref", of=""), given["record"].place)
    said = message(c, given.get("message"), scope)
    if len(given) == 3:
        call.means, call.data = "problem", (given["record"], given["field"], said)
    return NONE


# ---------------------------------------------------------------- records, order


def records(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("kind",))
    kind = literal(c, call, given.get("kind"), c.ruleset.kinds, "kind")
    call.means, call.data = "records", kind
    return list_of(Type("ref", of=kind)) if kind else ERROR


def record(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("kind", "id"))
    kind = literal(c, call, given.get("kind"), c.ruleset.kinds, "kind")
    id = given.get("id")
    if id is not None and (not isinstance(id, Const) or not isinstance(id.value, str)):
        c.problem(id.place, "BZ522", "the id should be written out as a text", written_out(call, id, ()))
    elif isinstance(id, Const) and kind:
        id.type = TEXT
        if c.known is not None and not c.known(kind, id.value):
            c.problem(id.place, "BZ520", f'no {kind} has the id "{id.value}"')
        call.means, call.data = "a-record", (kind, id.value.rpartition(":")[2])
    return Type("ref", of=kind) if kind else ERROR


def members(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("enum",))
    name = literal(c, call, given.get("enum"), c.ruleset.enums, "enum")
    call.means, call.data = "members", name
    return list_of(Type("enum", of=name)) if name else ERROR


def ordinal(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("member",))
    if "member" in given:
        type = c.expr(given["member"], scope)
        if type.name not in ("enum", "error"):
            c.problem(given["member"].place, "BZ522", f'"{type}" is no member of an enum')
        call.means, call.data = "ordinal", given["member"]
    return INT


def _extreme(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    for _, _, place in call.keywords:
        c.problem(place, "BZ523", "this takes no named arguments", "use most(list, key = rule)")
    types = [c.expr(value, scope) for value in call.args]
    call.means, call.data = "extreme", len(call.args) == 1
    if len(types) == 1:
        types = [c.elements(types[0], call.place)]
    found: Type | None = types[0] if types else None
    if found is None:
        return c.problem(call.place, "BZ523", "this needs a list, or two values or more")
    for type in types[1:]:
        found = join(found, type) if found else None
    if found is not None and c.compared(found, call.place):
        return ERROR
    if found is None or not comparable(found):
        return c.problem(call.place, "BZ522", "these have no common order")
    return found


def _keyed(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    form = call.target.id if isinstance(call.target, syntax.Name) else ""
    given = arguments(c, call, ("items",), ("key", "reverse") if form == "sorted" else ("key",))
    inner = c.elements(c.expr(given["items"], scope), given["items"].place) if "items" in given else ERROR
    key, reverse = given.get("key"), given.get("reverse")
    rule = ""
    if key is not None:
        rule = _key_rule(c, key, inner)
    elif form != "sorted":
        c.problem(call.place, "BZ523", f'"{form}" needs a key', "key = rule_of_one_thing")
    elif not c.compared(inner, call.place) and not comparable(inner):
        c.problem(call.place, "BZ522", f'"{inner}" has no order', "key = rule_of_one_thing")
    if reverse is not None:
        c.wants(c.expr(reverse, scope), BOOL, reverse.place)
    call.means, call.data = "keyed", (given.get("items"), rule, reverse)
    return list_of(inner)


def _key_rule(c: Common, key: Expr, inner: Type) -> str:
    """A key is the name of a pure rule of one thing that gives something with an order."""
    if not isinstance(key, syntax.Name) or not c.rule_named(key.id):
        c.problem(key.place, "BZ522", "a key is the name of a rule", "def size_of(x: ...)")
        return ""
    if c.rules[key.id].stage == "busy":
        c.problem(key.place, "BZ525", f'"{key.id}" sorts by itself')
        return ""
    info = c.need(key.id)
    if c.rule is not None:
        c.rule.calls.add(key.id)
    if info.mode != PURE:
        c.problem(key.place, "BZ527", f'the key "{key.id}" should only read')
    if len(info.params) != 1 or not assignable(inner, next(iter(info.params.values()), ERROR)):
        c.problem(key.place, "BZ522", f'the key "{key.id}" should take one "{inner}"')
    for name, wanted in info.params.items():
        c.comes(("rule", key.id, name), wanted, inner)
    if not c.compared(info.returns, key.place) and not comparable(info.returns):
        c.problem(key.place, "BZ522", f'the key "{key.id}" gives "{info.returns}", which has no order')
    return key.id


def range_(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    for value in call.args:
        c.wants(c.expr(value, scope), INT, value.place)
    if not 1 <= len(call.args) <= 3 or call.keywords:
        c.problem(call.place, "BZ523", '"range" takes an end, or a start and an end, and a step')
    call.means = "range"
    return list_of(INT)


# ---------------------------------------------------------------- loops


def loop(c: Common, call: Call, scope: Scope) -> tuple[Type, bool]:
    """`rounds`, `turns`, `together`, `up_to`: what they give, and whether running out is a fault."""
    assert isinstance(call.target, syntax.Name)
    name = call.target.id
    given = arguments(c, call, (LOOPS[name],))
    call.type = ERROR
    if LOOPS[name] == "n":
        if "n" in given:
            c.wants(c.expr(given["n"], scope), INT, given["n"].place)
        if name == "rounds":
            c.raise_mode(CHANGING, call.place, '"rounds"')
        call.means, call.data = name, given.get("n")
        return INT, name == "up_to"
    if "players" in given:
        c.wants(c.expr(given["players"], scope), list_of(PLAYER), given["players"].place)
    c.raise_mode(CHANGING, call.place, f'"{name}"')
    call.means, call.data = name, given.get("players")
    return PLAYER, False


# ---------------------------------------------------------------- methods

_TEXT_METHODS = {"startswith": BOOL, "endswith": BOOL, "upper": TEXT, "lower": TEXT}


def method(c: Common, call: Call, scope: Scope) -> Type:
    """The fixed table of methods: of the lists and dicts that a rule made, and of texts."""
    target = call.target
    assert isinstance(target, syntax.Attr)
    for _, _, place in call.keywords:
        c.problem(place, "BZ523", "methods take no named arguments")
    if (
        isinstance(target.value, syntax.Name)
        and target.value.id not in scope.vars
        and not c.constant_named(target.value.id)
    ):
        c.expr(target.value, scope)
        return ERROR
    owner = c.expr(target.value, scope)
    types = [c.expr(value, scope) for value in call.args]
    call.means, call.data = "method", (owner, target.name)
    if owner.name == "list" and target.name in ("append", "extend"):
        return _grow(c, call, target, types, scope)
    if owner.name in ("dict", "table") and target.name in ("get", "keys", "values", "items"):
        return _dict_method(c, call, target.name, owner, types)
    if owner.name == "text" and target.name in _TEXT_METHODS:
        _count(c, call, 1 if target.name.endswith("with") else 0)
        for value in (target.value, *call.args):
            c.taken_apart(value.type or ERROR, value.place)
        for value in call.args:
            c.wants(value.type or ERROR, TEXT, value.place)
        return _TEXT_METHODS[target.name]
    if owner.name == "error":
        return ERROR
    known = {
        "list": ("append", "extend"),
        "dict": ("get", "keys", "values", "items"),
        "text": tuple(_TEXT_METHODS),
    }.get(owner.name, ())
    hint = c.likely(target.name, known) or "rules are called as name(thing), not thing.name()"
    return c.problem(target.name_place, "BZ521", f'"{owner}" has no method "{target.name}"', hint)


def _count(c: Common, call: Call, count: int) -> bool:
    if len(call.args) != count:
        c.problem(call.place, "BZ523", f"this takes {count} {'argument' if count == 1 else 'arguments'}")
    return len(call.args) == count


def _grow(c: Common, call: Call, target: syntax.Attr, types: list[Type], scope: Scope) -> Type:
    if not isinstance(target.value, syntax.Name):
        c.problem(
            call.place,
            "BZ528",
            "only a list that this rule made is changed in place",
            "assign it whole: x.list = x.list + [...]",
        )
    elif call is not c.alone:
        c.problem(
            call.place, "BZ528", f'"{target.name}" changes a list in the middle of an expression', "on a line before"
        )
    elif _count(c, call, 1):
        added = types[0] if target.name == "append" else c.elements(types[0], call.place)
        c.widen(target.value, list_of(added), scope)
    return NONE


def _dict_method(c: Common, call: Call, name: str, owner: Type, types: list[Type]) -> Type:
    key, value = element(owner) or ERROR, owner.items[1]
    if name == "get":
        if len(types) not in (1, 2):
            c.problem(call.place, "BZ523", '"get" takes a key, and what to give without it')
        if types:
            c.key(types[0], owner, call.args[0].place)
        joined = join(value, types[1], True) if len(types) == 2 else optional(value)
        return joined if joined is not None else c.problem(call.place, "BZ522", f'"{types[1]}" stands beside "{value}"')
    _count(c, call, 0)
    pair = Type("tuple", items=(key, value))
    return list_of({"keys": key, "values": value, "items": pair}[name])


Form = Callable[["Common", Call, Scope, bool], Type]

FORMS: dict[str, Form] = {
    "choose": choose, "choose_action": choose_action, "confirm": confirm, "option": option, "any_open": any_open,
    "text": text, "announce": announce, "perform": perform, "why_not": why_not, "has": has, "word": word,
    "each_word": each_word, "new": new,
    "end": end, "next_game": next_game, "problem": problem,
    "records": records, "record": record, "members": members, "ordinal": ordinal,
    "push": agenda.push, "push_call": agenda.push_call, "cancel_pending": agenda.cancel, "pending": agenda.pending,
    "min": _extreme, "max": _extreme, "sorted": _keyed, "most": _keyed, "least": _keyed, "range": range_,
}  # fmt: skip

LOOPS = {"rounds": "n", "up_to": "n", "turns": "players", "together": "players"}
