"""The forms of the language: calls that are more than functions, since they ask, loop, name things or hold templates.

Each form checks its own call and leaves in `means` and `data` what `lower` needs. `DOCS` says for authors what each
does; together with the library it is the whole of what a rule may call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import text as sentences
from ..problem import suggest
from ..ruleset import Word
from ..types import BOOL, INT, NONE, PLAYER, TEXT, Type, list_of, optional
from . import syntax
from .scope import Scope
from .syntax import Call, Const, Expr
from .typing import ASKING, CHANGING, ERROR, NEVER, PURE, assignable, comparable, element, join

if TYPE_CHECKING:
    from .expressions import Expressions

MESSAGE = optional(TEXT)


class Template(NamedTuple):
    """A text with holes: what fills them, with types, in the order of the values that a message carries."""

    text: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


class WordInfo(NamedTuple):
    """What a word needs from where it stands, its class, and the rules behind it."""

    word: Word
    needs: dict[str, Type]
    blocked_needs: dict[str, Type]
    mode: int


# ---------------------------------------------------------------- helpers


def _args(
    c: Expressions, call: Call, names: tuple[str, ...], optional_names: tuple[str, ...] = (), rest: bool = False
) -> dict[str, Expr]:
    """Arguments by name: `names` by position or keyword, `optional_names` by keyword, others only where `rest` allows."""
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


def _literal(c: Expressions, value: Expr | None, allowed: Any, what: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, Const) or not isinstance(value.value, str):
        c.problem(
            value.place, "BZ522", f"the {what} should be written out as a text", f'"{next(iter(allowed), "...")}"'
        )
        return ""
    value.type = TEXT
    if value.value not in allowed:
        c.problem(value.place, "BZ520", f'no {what} is named "{value.value}"', suggest(value.value, allowed))
        return ""
    return value.value


class Message(NamedTuple):
    """How a message is made: a template's number and what fills it; or an expression that is one already."""

    template: int
    values: tuple[Expr, ...]
    expr: Expr | None


def message(c: Expressions, value: Expr | None, scope: Scope) -> Message | None:
    """A text for players: a literal is a template, anything else a text that was made before."""
    if value is None:
        return None
    if not isinstance(value, Const) or not isinstance(value.value, str):
        type = c.expr(value, scope)
        c.wants(type, MESSAGE, value.place)
        return Message(-1, (), value)
    value.type = TEXT
    try:
        names = list(dict.fromkeys(name for name, _ in sentences.names(value.value)))
        counted = set(sentences.counted(value.value))
    except sentences.TemplateProblem as problem:
        c.problem(value.place, "BZ534", str(problem), "{name}, {n|one|many} or {n|none|one|many}")
        return Message(-1, (), value)
    exprs = [_hole(c, name, value, scope) for name in names]
    for name, expr in zip(names, exprs, strict=True):
        if name in counted and expr.type is not None and expr.type.name not in ("int", "error"):
            c.problem(value.place, "BZ534", f'"{name}" is no number, so it cannot choose between words')
    types = tuple(expr.type or ERROR for expr in exprs)
    c.templates.append(Template(value.value, tuple(names), types))
    return Message(len(c.templates) - 1, tuple(exprs), None)


def _hole(c: Expressions, name: str, literal: Const, scope: Scope) -> Expr:
    base, _, field = name.partition(".")
    expr: Expr = syntax.Name(literal.place, base)
    if field:
        expr = syntax.Attr(literal.place, expr, field, literal.place)
    if not field and base not in scope.vars and base not in c.constants:
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


def _who(c: Expressions, value: Expr | None, scope: Scope) -> None:
    if value is not None:
        type = c.expr(value, scope)
        if not (assignable(type, PLAYER) or assignable(type, list_of(PLAYER))):
            c.wants(type, PLAYER, value.place, "who is asked")


def _asking(c: Expressions, call: Call, asks: bool, what: str, scope: Scope) -> None:
    if not asks and not c.pure_because:
        c.misplaced(call.place, what)
    c.raise_mode(ASKING, call.place, f'"{what}"')
    scope.forget_state(c.fixed_paths)


def _inside_pure(c: Expressions, value: Expr | None, scope: Scope, because: str) -> Type:
    if value is None:
        return NONE
    before, c.pure_because = c.pure_because, c.pure_because or because
    type = c.expr(value, scope)
    c.pure_because = before
    return type


# ---------------------------------------------------------------- decisions


class Choice(NamedTuple):
    who: Expr
    prompt: Message
    options: Expr
    skip: Message | None
    skip_blocked: Message | None
    type: Type
    wrapped: bool  # the options are option(...) values


def choose(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("who", "prompt", "options"), ("skip", "skip_blocked"))
    _who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    source = given.get("options")
    type = c.elements(c.expr(source, scope), source.place) if source is not None else ERROR
    wrapped = type.name == "option"
    type = type.items[0] if wrapped else type
    if type.name in ("context", "effects", "dict", "option", "optional"):
        c.problem(call.place, "BZ522", f'"{type}" cannot be an option of a decision')
    skip = message(c, given.get("skip"), scope)
    blocked = message(c, given.get("skip_blocked"), scope)
    _asking(c, call, asks, "choose", scope)
    if source is not None and prompt is not None and "who" in given:
        call.means, call.data = "choose", Choice(given["who"], prompt, source, skip, blocked, type, wrapped)
    return optional(type) if skip is not None else type


class MenuChoice(NamedTuple):
    who: Expr
    prompt: Message
    menu: str
    skip: Message | None
    things: dict[str, Expr]


def choose_action(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("who", "prompt", "menu"), ("skip",), rest=True)
    _who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    menu = _literal(c, given.get("menu"), c.ruleset.menus, "menu")
    skip = message(c, given.get("skip"), scope)
    things = {key: value for key, value in given.items() if key not in ("who", "prompt", "menu", "skip")}
    types = {key: c.expr(value, scope) for key, value in things.items()}
    for item in c.ruleset.menus.get(menu, {}).values():
        for rule in filter(None, (item.rule, item.blocked)):
            _takes(c, call, rule, types)
    _asking(c, call, asks, "choose_action", scope)
    if prompt is not None and "who" in given:
        call.means, call.data = "choose_action", MenuChoice(given["who"], prompt, menu, skip, things)
    return BOOL


def _takes(c: Expressions, call: Call, rule: str, types: dict[str, Type]) -> None:
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


def confirm(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("who", "prompt"))
    _who(c, given.get("who"), scope)
    prompt = message(c, given.get("prompt"), scope)
    _asking(c, call, asks, "confirm", scope)
    if prompt is not None and "who" in given:
        call.means, call.data = "confirm", (given["who"], prompt)
    return BOOL


class OptionForm(NamedTuple):
    value: Expr
    blocked: Message | None
    label: Message | None


def option(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("value",), ("blocked", "label"))
    before, c.pure_because = c.pure_because, c.pure_because or "an option"
    type = c.expr(given["value"], scope) if "value" in given else ERROR
    blocked, label = message(c, given.get("blocked"), scope), message(c, given.get("label"), scope)
    c.pure_because = before
    if "value" in given:
        call.means, call.data = "option", OptionForm(given["value"], blocked, label)
    return Type("option", items=(type,))


def any_open(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("options",))
    if "options" in given:
        type = c.elements(c.expr(given["options"], scope), given["options"].place)
        call.means, call.data = "any_open", (given["options"], type.name == "option")
    return BOOL


def text(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("template",))
    value = given.get("template")
    if value is not None and not isinstance(value, Const):
        c.problem(value.place, "BZ522", "a template should be written out", 'text("costs {price}")')
    call.means, call.data = "text", message(c, value, scope)
    return TEXT


def announce(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("template",))
    c.raise_mode(CHANGING, call.place, '"announce"')
    call.means, call.data = "announce", message(c, given.get("template"), scope)
    return NONE


# ---------------------------------------------------------------- words


def word_info(c: Expressions, word: Word) -> WordInfo | None:
    """What a word needs: the parameters of its rule that are no arguments, or the contexts of its add and set."""
    path: tuple[str | int, ...] = ("words", word.name)
    args = {name: field.type for name, field in word.args.items()}
    _check_says(c, word, path)
    if word.rule:
        info = c.declared((*path, "rule"), word.rule, None)
        blocked = c.declared((*path, "blocked"), word.blocked, None, MESSAGE, PURE) if word.blocked else None
        if info is None:
            return None
        for found in filter(None, (info, blocked)):
            for name, type in found.params.items():
                if name in args and not assignable(_plain(args[name]), type):
                    c.at_declaration(
                        (*path, "args", name), "BZ522", f'the rule "{found.node.name}" takes "{type}" for "{name}"'
                    )
        for name in args:
            if name not in info.params:
                c.at_declaration((*path, "args", name), "BZ523", f'the rule "{word.rule}" has no parameter "{name}"')
        needs = {name: type for name, type in info.params.items() if name not in args}
        blocked_needs = {name: type for name, type in blocked.params.items() if name not in args} if blocked else {}
        return WordInfo(word, needs, blocked_needs, info.mode)
    needs = {}
    for changes, key in ((word.add, "add"), (word.set, "set")):
        for dotted, value in changes.items():
            context, _, name = dotted.partition(".")
            needs[context] = Type("context", of=context)
            declared = c.ruleset.contexts[context][name]
            _check_change(c, word, (*path, key, dotted), key, value, declared.type)
    return WordInfo(word, needs, {}, CHANGING if needs else PURE)


def _check_change(c: Expressions, word: Word, path: tuple[str | int, ...], key: str, value: Any, type: Type) -> None:
    """An add or set names an argument, or a value of the field's type."""
    if isinstance(value, str) and value in word.args:
        if not assignable(word.args[value].type, type):
            c.at_declaration(path, "BZ522", f'"{value}" is "{word.args[value].type}", the field is "{type}"')
        return
    if key == "add" and type.name != "int":
        c.at_declaration(path, "BZ522", f'"add" needs a number, and the field is "{type}"')
    from ..ruleset import _any, _Everything, check_value, typed

    for flaw in check_value(c.ruleset, type, typed(type, value), _any, _Everything()):
        c.at_declaration(
            path, "BZ505", flaw.message, f"an argument of the word: {', '.join(word.args)}" if word.args else flaw.hint
        )


def _check_says(c: Expressions, word: Word, path: tuple[str | int, ...]) -> None:
    try:
        for name, _ in sentences.names(word.says):
            if name.partition(".")[0] not in word.args:
                c.at_declaration(
                    (*path, "says"),
                    "BZ534",
                    f'the sentence names "{name}", which is no argument',
                    suggest(name, word.args),
                )
    except sentences.TemplateProblem as problem:
        c.at_declaration((*path, "says"), "BZ534", str(problem))


def _plain(type: Type) -> Type:
    return INT if type.name == "int" else type


class Performance(NamedTuple):
    effects: Expr
    things: dict[str, Expr]
    words: list[str]


def _given_things(c: Expressions, call: Call, scope: Scope) -> tuple[Expr | None, dict[str, Expr], dict[str, Type]]:
    given = _args(c, call, ("effects",), rest=True)
    effects = given.pop("effects", None)
    if effects is not None:
        type = c.expr(effects, scope)
        if type.name not in ("effects", "error"):
            c.problem(effects.place, "BZ522", f'"{type}" holds no words', "a field of type effects")
    return effects, given, {key: c.expr(value, scope) for key, value in given.items()}


def _runnable(c: Expressions, call: Call, types: dict[str, Type], blocked: bool) -> list[str]:
    """The words that can be carried out with what is given."""
    found = []
    for name, word in c.ruleset.words.items():
        rule = word.blocked if blocked else word.rule
        if rule and rule in c.rules and c.rules[rule].stage == "busy":
            params = c.rules[rule].params
            if all(key in types or key in word.args for key in params):
                c.problem(
                    call.place,
                    "BZ525",
                    f'"{rule}" carries out the word "{name}", which calls "{rule}" again',
                    "put it off: the agenda carries chains out",
                )
            continue
        info = c.word(name)
        if info is None or (blocked and not rule):
            continue
        needs = info.blocked_needs if blocked else info.needs
        fits = all(key in types and assignable(types[key], wanted) for key, wanted in needs.items())
        if fits and (rule or word.add or word.set):
            found.append(name)
            if rule and c.rule is not None:
                c.rule.calls.add(rule)
    return found


def perform(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    effects, things, types = _given_things(c, call, scope)
    words = _runnable(c, call, types, blocked=False)
    mode = max([CHANGING, *(info.mode for name in words if (info := c.word(name)))])
    if mode == ASKING:
        _asking(c, call, asks, "perform", scope)
    else:
        c.raise_mode(mode, call.place, '"perform"')
        scope.forget_state(c.fixed_paths)
    if effects is not None:
        call.means, call.data = "perform", Performance(effects, things, words)
    return NONE


def why_not(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    effects, things, types = _given_things(c, call, scope)
    if effects is not None:
        call.means, call.data = "why_not", Performance(effects, things, _runnable(c, call, types, blocked=True))
    return MESSAGE


def has(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("effects", "word"))
    if "effects" in given:
        c.wants(c.expr(given["effects"], scope), Type("effects"), given["effects"].place)
        call.means, call.data = "has", (given["effects"], _literal(c, given.get("word"), c.ruleset.words, "word"))
    return BOOL


def word(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("effects", "word", "argument", "default"))
    name = _literal(c, given.get("word"), c.ruleset.words, "word")
    args = c.ruleset.words[name].args if name else {}
    argument = _literal(c, given.get("argument"), args, "argument")
    if argument and args[argument].type.name != "int":
        c.problem(call.place, "BZ522", f'"{argument}" is no number')
    for key, wanted in (("effects", Type("effects")), ("default", INT)):
        if key in given:
            c.wants(c.expr(given[key], scope), wanted, given[key].place)
    if len(given) == 4:
        call.means, call.data = "word", (given["effects"], name, argument, given["default"])
    return INT


# ---------------------------------------------------------------- making and ending


def new(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("context",), rest=True)
    name = _literal(c, given.pop("context", None), c.ruleset.contexts, "context")
    fields = c.ruleset.contexts.get(name, {})
    for key, value in given.items():
        type = c.expr(value, scope)
        if key not in fields:
            c.problem(value.place, "BZ523", f'"{name}" has no field "{key}"', suggest(key, fields))
        else:
            c.wants(type, fields[key].type, value.place, f'"{key}"')
    missing = [key for key, field in fields.items() if key not in given and not _can_start(field)]
    if missing:
        c.problem(call.place, "BZ523", f'a new "{name}" lacks {", ".join(missing)}')
    c.raise_mode(CHANGING, call.place, '"new"')
    call.means, call.data = "new", (name, given)
    return Type("context", of=name) if name else ERROR


def _can_start(field: Any) -> bool:
    from ..ruleset import MISSING

    return field.default is not MISSING or field.type.name in ("optional", "list", "effects")


def end(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("result",), ("winners",), rest=True)
    name = _literal(c, given.pop("result", None), c.ruleset.results, "result")
    winners = given.pop("winners", None)
    if winners is not None:
        c.wants(c.expr(winners, scope), list_of(PLAYER), winners.place, "winners")
    for value in given.values():
        c.wants(c.expr(value, scope), INT, value.place)
    c.raise_mode(CHANGING, call.place, '"end"')
    call.means, call.data = "end", (name, winners, given)
    return NEVER


def problem(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("record", "field", "message"))
    kind = c.expr(given["record"], scope) if "record" in given else ERROR
    if kind.name == "ref" and "field" in given:
        _literal(c, given["field"], c.ruleset.kinds[kind.of].fields if kind.of in c.ruleset.kinds else {}, "field")
    elif kind.name not in ("ref", "error"):
        c.wants(kind, Type("ref", of=""), given["record"].place)
    said = message(c, given.get("message"), scope)
    if len(given) == 3:
        call.means, call.data = "problem", (given["record"], given["field"], said)
    return NONE


# ---------------------------------------------------------------- records, order


def records(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("kind",))
    kind = _literal(c, given.get("kind"), c.ruleset.kinds, "kind")
    call.means, call.data = "records", kind
    return list_of(Type("ref", of=kind)) if kind else ERROR


def record(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("kind", "id"))
    kind = _literal(c, given.get("kind"), c.ruleset.kinds, "kind")
    id = given.get("id")
    if id is not None and (not isinstance(id, Const) or not isinstance(id.value, str)):
        c.problem(id.place, "BZ522", "the id should be written out as a text")
    elif isinstance(id, Const) and kind:
        id.type = TEXT
        if c.known is not None and not c.known(kind, id.value):
            c.problem(id.place, "BZ520", f'no {kind} has the id "{id.value}"')
        call.means, call.data = "a-record", (kind, id.value)
    return Type("ref", of=kind) if kind else ERROR


def members(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("enum",))
    name = _literal(c, given.get("enum"), c.ruleset.enums, "enum")
    call.means, call.data = "members", name
    return list_of(Type("enum", of=name)) if name else ERROR


def ordinal(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    given = _args(c, call, ("member",))
    if "member" in given:
        type = c.expr(given["member"], scope)
        if type.name not in ("enum", "error"):
            c.problem(given["member"].place, "BZ522", f'"{type}" is no member of an enum')
        call.means, call.data = "ordinal", given["member"]
    return INT


def _extreme(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    for _, value, place in call.keywords:
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
    if found is None or not comparable(found):
        return c.problem(call.place, "BZ522", "these have no common order")
    return found


def _keyed(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    form = call.target.id if isinstance(call.target, syntax.Name) else ""
    given = _args(c, call, ("items",), ("key", "reverse") if form == "sorted" else ("key",))
    inner = c.elements(c.expr(given["items"], scope), given["items"].place) if "items" in given else ERROR
    key, reverse = given.get("key"), given.get("reverse")
    rule = ""
    if key is not None:
        rule = _key_rule(c, key, inner)
    elif form != "sorted":
        c.problem(call.place, "BZ523", f'"{form}" needs a key', "key = rule_of_one_thing")
    elif not comparable(inner):
        c.problem(call.place, "BZ522", f'"{inner}" has no order', "key = rule_of_one_thing")
    if reverse is not None:
        c.wants(c.expr(reverse, scope), BOOL, reverse.place)
    call.means, call.data = "keyed", (given.get("items"), rule, reverse)
    return list_of(inner)


def _key_rule(c: Expressions, key: Expr, inner: Type) -> str:
    """A key is the name of a pure rule of one thing that gives something with an order."""
    if not isinstance(key, syntax.Name) or key.id not in c.rules:
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
    if not comparable(info.returns):
        c.problem(key.place, "BZ522", f'the key "{key.id}" gives "{info.returns}", which has no order')
    return key.id


def range_(c: Expressions, call: Call, scope: Scope, asks: bool) -> Type:
    for value in call.args:
        c.wants(c.expr(value, scope), INT, value.place)
    if not 1 <= len(call.args) <= 3 or call.keywords:
        c.problem(call.place, "BZ523", '"range" takes an end, or a start and an end, and a step')
    call.means = "range"
    return list_of(INT)


# ---------------------------------------------------------------- loops


def loop(c: Expressions, call: Call, scope: Scope) -> tuple[Type, bool]:
    """`rounds`, `turns`, `together`, `up_to`: what they give, and whether running out is a fault."""
    assert isinstance(call.target, syntax.Name)
    name = call.target.id
    given = _args(c, call, (LOOPS[name],))
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


def method(c: Expressions, call: Call, scope: Scope) -> Type:
    """The fixed table of methods: of the lists and dicts that a rule made, and of texts."""
    target = call.target
    assert isinstance(target, syntax.Attr)
    for _, _, place in call.keywords:
        c.problem(place, "BZ523", "methods take no named arguments")
    if (
        isinstance(target.value, syntax.Name)
        and target.value.id not in scope.vars
        and target.value.id not in c.constants
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
    hint = suggest(target.name, known) or "rules are called as name(thing), not thing.name()"
    return c.problem(target.name_place, "BZ521", f'"{owner}" has no method "{target.name}"', hint)


def _count(c: Expressions, call: Call, count: int) -> bool:
    if len(call.args) != count:
        c.problem(call.place, "BZ523", f"this takes {count} {'argument' if count == 1 else 'arguments'}")
    return len(call.args) == count


def _grow(c: Expressions, call: Call, target: syntax.Attr, types: list[Type], scope: Scope) -> Type:
    if not isinstance(target.value, syntax.Name):
        c.problem(
            call.place,
            "BZ528",
            "only a list that this rule made is changed in place",
            f"assign it whole: x.{'list'} = x.list + [...]",
        )
    elif _count(c, call, 1):
        added = types[0] if target.name == "append" else c.elements(types[0], call.place)
        c.widen(target.value, list_of(added), scope)
    return NONE


def _dict_method(c: Expressions, call: Call, name: str, owner: Type, types: list[Type]) -> Type:
    key, value = element(owner) or ERROR, owner.items[1]
    if name == "get":
        if len(types) not in (1, 2):
            c.problem(call.place, "BZ523", '"get" takes a key, and what to give without it')
        if types:
            c.wants(types[0], key, call.args[0].place)
        joined = join(value, types[1]) if len(types) == 2 else optional(value)
        return joined if joined is not None else c.problem(call.place, "BZ522", f'"{types[1]}" stands beside "{value}"')
    _count(c, call, 0)
    pair = Type("tuple", items=(key, value))
    return list_of({"keys": key, "values": value, "items": pair}[name])


Form = Callable[["Expressions", Call, Scope, bool], Type]

FORMS: dict[str, Form] = {
    "choose": choose, "choose_action": choose_action, "confirm": confirm, "option": option, "any_open": any_open,
    "text": text, "announce": announce, "perform": perform, "why_not": why_not, "has": has, "word": word, "new": new,
    "end": end, "problem": problem, "records": records, "record": record, "members": members, "ordinal": ordinal,
    "min": _extreme, "max": _extreme, "sorted": _keyed, "most": _keyed, "least": _keyed, "range": range_,
}  # fmt: skip

LOOPS = {"rounds": "n", "up_to": "n", "turns": "players", "together": "players"}

DOCS: dict[str, tuple[str, str, str]] = {
    "choose": ('choose(who, "prompt", options, skip = "text"?, skip_blocked = reason?) -> T', "asking", "One of the options, chosen by a player or by the first of several players to answer. With `skip` there is a named way out, and the result may be None."),
    "choose_action": ('choose_action(who, "prompt", "menu", skip = "text"?, name = thing...) -> bool', "asking", "An action of a menu is chosen and its rule carried out with the things that it names; False if it was skipped."),
    "confirm": ('confirm(who, "prompt") -> bool', "asking", "Yes or no."),
    "option": ("option(x, blocked = reason?, label = text?) -> option[T]", "pure", "An option that may be closed, with the reason, or have a label of its own."),
    "any_open": ("any_open(options) -> bool", "pure", "Whether one of the options is not blocked."),
    "text": ('text("...{name}...") -> text', "pure", "A text with values in it, put into words late and for each viewer."),
    "announce": ('announce("...{name}...") -> none', "changing", "A line in the log."),
    "perform": ("perform(effects, name = thing...) -> none", "changing, or asking with its words", "Carries out, in order, those words of the effects that need nothing but what is given."),
    "why_not": ("why_not(effects, name = thing...) -> optional[text]", "pure", "The first objection of the words that could be carried out, or None."),
    "has": ('has(effects, "word") -> bool', "pure", "Whether a word stands among the effects."),
    "word": ('word(effects, "word", "argument", default) -> int', "pure", "The sum of a word's argument over the effects, or the default where the word is missing."),
    "new": ('new("context", field = value...) -> context', "changing", "A record that lives until the rule that made it ends."),
    "end": ('end("result", winners = players?, name = number...) -> never', "changing", "The game ends. Nothing after it runs."),
    "problem": ('problem(record, "field", "...{name}...") -> none', "pure", "Reports a problem of a record; in checks only."),
    "records": ('records("kind") -> list[ref[K]]', "pure", "All records of a kind, in the order of the pack."),
    "record": ('record("kind", "id") -> ref[K]', "pure", "One record."),
    "members": ('members("enum") -> list[enum]', "pure", "All members of an enum, in order."),
    "ordinal": ("ordinal(member) -> int", "pure", "The place of a member in its enum, counted from 0."),
    "min": ("min(list) or min(a, b, ...) -> T", "pure", "The least."),
    "max": ("max(list) or max(a, b, ...) -> T", "pure", "The greatest."),
    "sorted": ("sorted(list, key = rule?, reverse = bool?) -> list[T]", "pure", "The elements in order; equal ones stay as they were."),
    "most": ("most(list, key = rule) -> list[T]", "pure", "All that tie for the greatest key."),
    "least": ("least(list, key = rule) -> list[T]", "pure", "All that tie for the least key."),
    "range": ("range(end) or range(start, end, step?) -> list[int]", "pure", "Numbers in a row, the end left out."),
    "rounds": ("for n in rounds(limit):", "loop", "A new round each time, counted from 1; what lasts `until round` goes back to its start. Runs out quietly."),
    "turns": ("for player in turns(players):", "loop", "One player after the other has a turn."),
    "together": ("for player in together(players):", "loop", "Each player in turn, but answers stay hidden until all are in."),
    "up_to": ("for n in up_to(limit):", "loop", "At most so often, counted from 1; running out is a fault."),
}  # fmt: skip
