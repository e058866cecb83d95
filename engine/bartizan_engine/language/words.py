"""The vocabulary in rules: what a word needs, and the forms that carry words out or ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import text as sentences
from ..declared import Word
from ..problem import Problem, Spot, suggest
from ..types import BOOL, INT, NONE, TEXT, Type, list_of, loose, one_number
from ..values import Everything, any_record, check_value, typed
from .parts import MESSAGE, arguments, asking, literal
from .scope import Scope
from .syntax import Call, Expr, Name
from .typing import ASKING, CHANGING, ERROR, PURE, assignable

if TYPE_CHECKING:
    from .common import Common


class WordInfo(NamedTuple):
    """What a word needs from where it stands, its class, and the rules behind it."""

    word: Word
    needs: dict[str, Type]
    blocked_needs: dict[str, Type]
    mode: int


def word_info(c: Common, word: Word) -> WordInfo | None:
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
            c.path, before = info.node.path, c.path
            hidden, spot = c.named(name)
            c.path = before
            if hidden:
                where = f" ({spot.path}:{spot.line})" if spot else ""
                c.at_declaration(
                    (*path, "args", name),
                    "BZ514",
                    f'the argument "{name}" would hide {hidden}{where}, so no rule can take it',
                    "rename the argument here, in records and in its rule; or rename what it hides",
                )
            elif name not in info.params:
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


def _check_change(c: Common, word: Word, path: tuple[str | int, ...], key: str, value: Any, type: Type) -> None:
    """An add or set names an argument, or a value of the field's type."""
    if isinstance(value, str) and value in word.args:
        if not assignable(word.args[value].type, type):
            c.at_declaration(path, "BZ522", f'"{value}" is "{word.args[value].type}", the field is "{type}"')
        return
    if key == "add" and type.name != "int":
        c.at_declaration(path, "BZ522", f'"add" needs a number, and the field is "{type}"')
    for flaw in check_value(c.ruleset, type, typed(type, value), any_record, Everything()):
        c.at_declaration(
            path, "BZ505", flaw.message, f"an argument of the word: {', '.join(word.args)}" if word.args else flaw.hint
        )


def _check_says(c: Common, word: Word, path: tuple[str | int, ...]) -> None:
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
    """A `perform` or `why_not`, taken apart: the effects, what is given, the words that can be carried out."""

    effects: Expr
    things: dict[str, Expr]
    words: list[str]


def _given_things(
    c: Common, call: Call, scope: Scope, blocked: bool
) -> tuple[Expr | None, dict[str, Expr], dict[str, Type]]:
    c.work(call.place, len(c.ruleset.words))
    given = arguments(c, call, ("effects",), rest=True)
    effects = given.pop("effects", None)
    type = c.expr(effects, scope) if effects is not None else ERROR
    if effects is not None and type.name not in ("effects", "error"):
        c.problem(effects.place, "BZ522", f'"{type}" holds no words', "a field of type effects")
    types = {key: c.expr(value, scope) for key, value in given.items()}
    check_given(c, call, type, types, blocked)
    return effects, given, types


def check_given(c: Common, call: Call, effects: Type, types: dict[str, Type], blocked: bool = False) -> None:
    """What words are given must be what the field promises them; else they would silently not be carried out."""
    if effects.name != "effects":
        return
    named = {rule for word in c.ruleset.words.values() for rule in (word.rule, word.blocked)}
    for name in sorted(named & {*c.rules}):
        for thing in [thing for thing in c.rules[name].params if thing in types]:
            c.comes(("rule", name, thing), c.rules[name].params[thing], types[thing])
    takers = _takers(c, blocked)
    unknown = [key for key in types if key not in (effects.names or takers)]
    places = {key: place for key, _, place in call.keywords}
    for key in unknown:
        said = f'the words of "{effects}" are not given "{key}"' if effects.names else f'no word takes "{key}"'
        c.problem(places[key], "BZ523", said, suggest(key, effects.names or takers))
    promised = [name for name in effects.names if name in takers or not blocked]
    if promised and not unknown and not any(name in types for name in promised):
        form = call.target.id if isinstance(call.target, Name) else ""
        lacks = " or ".join(f'"{name}"' for name in promised)
        hint = f"{promised[0]} = ..."
        c.problem(call.place, "BZ523", f'"{form}" lacks {lacks} for the words of "{effects}"', hint)
    elif not blocked and not unknown:
        spot = Spot(c.path, call.place.line, call.place.column, call.place.end_line, call.place.end_column)
        c.performed.setdefault(effects.names, (spot, set()))[1].update(types)
    for key, type in types.items():
        wanted = takers.get(key, [])
        if wanted and not any(assignable(type, one) for one in wanted):
            c.wants(type, wanted[0], places[key], f'"{key}"')


def never_given(c: Common) -> list[Problem]:
    """Where the words of a field are carried out, if no place gives them one of the things that the field promises."""
    found = []
    for names, (spot, given) in c.performed.items():
        lacking = [name for name in names if name not in given]
        if lacking and given:
            said = f'no perform and no push gives "{lacking[0]}" to the words of "{Type("effects", names=names)}"'
            found.append(Problem(spot, "BZ523", said, f"{lacking[0]} = ..."))
    return found


def _takers(c: Common, blocked: bool) -> dict[str, list[Type]]:
    """What words take, by name, with its types; by the heads of rules alone, since their bodies may lead back."""
    found: dict[str, list[Type]] = {}
    for word in c.ruleset.words.values():
        rule = word.blocked if blocked else word.rule
        needs = dict(c.rules[rule].params) if rule in c.rules else {}
        contexts = [] if blocked else [dotted.partition(".")[0] for dotted in (*word.add, *word.set)]
        needs |= {context: Type("context", of=context) for context in contexts}
        for key, type in needs.items():
            if key not in word.args:
                found.setdefault(key, []).append(type)
    return found


def _runnable(c: Common, call: Call, types: dict[str, Type], blocked: bool) -> list[str]:
    """The words that can be carried out with what is given."""
    found = []
    for name, word in c.ruleset.words.items():
        rule = word.blocked if blocked else word.rule
        if rule and rule in c.rules and not _given(c, word, rule, types):
            continue  # told by the rule's head alone: its body may lead back here
        if rule and rule in c.rules and c.rules[rule].stage == "busy":
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
            if rule in c.rules and c.rule is not None:
                c.rule.calls.add(rule)
    return found


def _given(c: Common, word: Word, rule: str, types: dict[str, Type]) -> bool:
    """Whether a rule of a word gets all that it takes: what the word does not give itself."""
    needs = {key: type for key, type in c.rules[rule].params.items() if key not in word.args}
    return all(key in types and assignable(types[key], wanted) for key, wanted in needs.items())


def perform(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    effects, things, types = _given_things(c, call, scope, blocked=False)
    words = _runnable(c, call, types, blocked=False)
    mode = max([CHANGING, *(info.mode for name in words if (info := c.word(name)))])
    c.branches(call.place, len(words), plain=mode < ASKING)
    if mode == ASKING:
        asking(c, call, asks, "perform", scope)
    else:
        c.raise_mode(mode, call.place, '"perform"')
        scope.forget_state(c.fixed_paths)
    if effects is not None:
        call.means, call.data = "perform", Performance(effects, things, words)
        c.read |= {("words", name) for name in words}
    return NONE


def why_not(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    effects, things, types = _given_things(c, call, scope, blocked=True)
    if effects is not None:
        words = _runnable(c, call, types, blocked=True)
        c.branches(call.place, len(words))
        call.means, call.data = "why_not", Performance(effects, things, words)
    return MESSAGE


def has(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("effects", "word"))
    if "effects" in given:
        c.wants(c.expr(given["effects"], scope), Type("effects"), given["effects"].place)
        name = literal(c, call, given.get("word"), c.ruleset.words, "word")
        c.read.add(("words", name))
        call.means, call.data = "has", (given["effects"], name)
    return BOOL


def _of_word(c: Common, call: Call, given: dict[str, Expr]) -> tuple[str, str, Type | None]:
    """The word and the argument that a question names, and the argument's type."""
    name = literal(c, call, given.get("word"), c.ruleset.words, "word")
    c.read.add(("words", name))
    args = c.ruleset.words[name].args if name else {}
    argument = literal(c, call, given.get("argument"), args, "argument")
    return name, argument, args[argument].type if argument else None


def each_word(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("effects", "word", "argument"))
    name, argument, type = _of_word(c, call, given)
    if type is not None and not (one_number(type) or type == TEXT):
        c.problem(call.place, "BZ522", f'"{argument}" is no single value')
    if "effects" in given:
        c.wants(c.expr(given["effects"], scope), Type("effects"), given["effects"].place)
    if len(given) == 3:
        call.means, call.data = "each-word", (given["effects"], name, argument)
    return list_of(loose(type)) if type is not None else ERROR


def word(c: Common, call: Call, scope: Scope, asks: bool) -> Type:
    given = arguments(c, call, ("effects", "word", "argument", "default"))
    name, argument, type = _of_word(c, call, given)
    if type is not None and type.name != "int":
        c.problem(call.place, "BZ522", f'"{argument}" is no number')
    for key, wanted in (("effects", Type("effects")), ("default", INT)):
        if key in given:
            c.wants(c.expr(given[key], scope), wanted, given[key].place)
    if len(given) == 4:
        call.means, call.data = "word", (given["effects"], name, argument, given["default"])
    return INT
