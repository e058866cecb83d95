"""The rules read as a book: files, headings, docstrings, and who calls whom in which order.

A rule's file is text of the rule language, which Python's own parser reads as well; nothing of it is run here. The
calling order from an entry rule is the table of contents of a round.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from bartizan_engine.language.packs import key
from bartizan_engine.problem import owner

_VERBS = "create move move_all remove renew shuffle roll roll_many pick sample expire announce perform end next_game"
CHANGES = frozenset(_VERBS.split(" "))
ASKS = frozenset(("choose", "choose_action", "confirm"))
LOOPS = {"rounds": "Each round", "turns": "Each player in turn", "together": "All players at once"}

_HEADING = re.compile(r"#\s*-{3,}\s*(\S.*?)\s*-*\s*\Z")


class Step(NamedTuple):
    """One thing that a rule does, in order: call a rule, ask, open a menu, end the game, or loop over steps."""

    does: str  # "rule", "asks", "menu", "perform", "next", "ends", "loop"
    name: str
    only_if: str = ""
    steps: tuple[Step, ...] = ()


class Rule(NamedTuple):
    """One function of the rules."""

    name: str
    path: str
    line: int
    heading: str
    doc: str
    signature: str
    source: str
    acts: bool
    steps: tuple[Step, ...]
    calls: tuple[str, ...]
    reads: tuple[tuple[str, str], ...]  # ("options", name), ("numbers", name), ...
    records: tuple[tuple[str, str], ...]  # record("kind", "id")
    menus: tuple[str, ...]
    asks_for: tuple[str, ...]  # words that are asked for by has() and word()
    skips: tuple[str, ...]  # what ways out of its decisions are called
    performs: bool  # whether effects are carried out, now or from the agenda
    carries_out: tuple[tuple[str, tuple[str, ...]], ...]  # of which fields, by their names, and what is given to them


class Chapter(NamedTuple):
    """One file of rules: its first docstring, and its rules in order."""

    path: str
    doc: str
    rules: tuple[Rule, ...]


class Rulebook(NamedTuple):
    """All chapters, and every rule by name."""

    chapters: tuple[Chapter, ...]
    rules: dict[str, Rule]

    def enders(self, result: str) -> list[str]:
        """The rules that end the game with a result, in reading order."""
        return [rule.name for rule in self.rules.values() if result in _ends(rule.steps)]

    def reached(self, first: Iterable[str], through: Callable[[Rule], Iterable[str]]) -> list[Rule]:
        """These rules, and all that come of them: by their calls, and by what else they lead `through`."""
        found: dict[str, Rule] = {}
        waiting = list(first)
        while waiting:
            rule = self.rules.get(waiting.pop())
            if rule is not None and rule.name not in found:
                found[rule.name] = rule
                waiting += [*rule.calls, *through(rule)]
        return list(found.values())


def read(sources: Iterable[tuple[str, str]]) -> Rulebook:
    """Read the files of rules; one that does not parse gives an empty chapter, for its problems are told elsewhere.

    Files of required packs are `@pack/...`; their rules go by `pack:name`.
    """
    parsed = [(path, text, _parse(text)) for path, text in sources]
    spaces: dict[str, dict[str, str]] = {}  # of each pack: what a name means in it
    found: dict[str, ast.FunctionDef] = {}
    for path, _, tree in parsed:
        space = spaces.setdefault(owner(path), {})
        space |= dict(_loaded(tree))
        for node in _functions(tree):
            space[node.name] = key(path, node.name)
            found[space[node.name]] = node
    called = {key(path, n.name): _meant(n, spaces[owner(path)]) for path, _, tree in parsed for n in _functions(tree)}
    acting = _acting(found, called)
    chapters = tuple(_chapter(path, text, tree, acting, spaces[owner(path)]) for path, text, tree in parsed)
    return Rulebook(chapters, {rule.name: rule for chapter in chapters for rule in chapter.rules})


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _loaded(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What `load` brings in, by the name that it has here."""
    for statement in tree.body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and _called(call) == "load":
            pack, *names = _texts(call) or [""]
            yield from ((name, f"{pack.removeprefix('@')}:{name}") for name in names)
            for word in call.keywords:
                if word.arg and isinstance(word.value, ast.Constant) and isinstance(word.value.value, str):
                    yield word.arg, f"{pack.removeprefix('@')}:{word.value.value}"


def _meant(node: ast.AST, space: Mapping[str, str]) -> set[str]:
    """What is called in a rule: rules by their names in the whole game, all else as it is written."""
    return {space.get(name, name) for name in _names_called(node)}


def _parse(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _chapter(path: str, text: str, tree: ast.Module, acting: set[str], space: Mapping[str, str]) -> Chapter:
    lines = text.splitlines()
    headings = [(number, match.group(1)) for number, line in enumerate(lines, 1) if (match := _HEADING.match(line))]
    rules = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            heading = next((title for number, title in reversed(headings) if number < node.lineno), "")
            rules.append(_rule(node, path, lines, heading, acting, space))
    return Chapter(path, ast.get_docstring(tree) or "", tuple(rules))


def _rule(
    node: ast.FunctionDef, path: str, lines: list[str], heading: str, acting: set[str], space: Mapping[str, str]
) -> Rule:
    calls = [space[name] for name in _names_called(node) if name in space]
    name = key(path, node.name)
    deeds = {said: rule for said, rule in space.items() if rule in acting}
    return Rule(
        name=name,
        path=path,
        line=node.lineno,
        heading=heading,
        doc=ast.get_docstring(node) or "",
        signature=_signature(node),
        source="\n".join(lines[node.lineno - 1 : node.end_lineno]) + "\n",
        acts=name in acting,
        steps=tuple(_steps(node.body, deeds, "")),
        calls=tuple(dict.fromkeys(calls)),
        reads=tuple(dict.fromkeys(_reads(node))),
        records=tuple(dict.fromkeys(_constants(node, "record"))),
        menus=tuple(dict.fromkeys(menu for call in _calls(node, "choose_action") for menu in _texts(call)[1:2])),
        performs=any(name in ("perform", "push", "resolve") for name in _names_called(node)),
        carries_out=tuple(dict.fromkeys(_carried_out(node))),
        skips=tuple(dict.fromkeys(_skips(node))),
        asks_for=tuple(dict.fromkeys(_asked_for(node))),
    )


def _asked_for(node: ast.AST) -> Iterator[str]:
    """The words that a rule looks for among effects."""
    for name in ("has", "word", "each_word"):
        for call in _calls(node, name):
            yield from _texts(call)[:1]


def _signature(node: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


# ---------------------------------------------------------------- what a rule names


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _names_called(node: ast.AST) -> Iterator[str]:
    """Names of rules in reading order: those that are called, and those that are handed to `key =`."""
    for inner in _walk(node):
        if name := _called(inner):
            yield name
        elif isinstance(inner, ast.keyword) and isinstance(inner.value, ast.Name):
            yield inner.value.id


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below, depth first, in reading order."""
    for child in ast.iter_child_nodes(node):
        yield child
        yield from _walk(child)


def _calls(node: ast.AST, name: str) -> Iterator[ast.Call]:
    for inner in _walk(node):
        if isinstance(inner, ast.Call) and _called(inner) == name:
            yield inner


def _texts(call: ast.Call) -> list[str]:
    return [item.value for item in call.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]


def _carried_out(node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The field of each `perform(goblin.tricks, goblin = goblin)`, also where it is a table, with what is given."""
    for name in ("perform", "push"):
        for call in _calls(node, name):
            for effects in call.args:
                while isinstance(effects, ast.Subscript):
                    effects = effects.value
                if isinstance(effects, ast.Attribute):
                    yield effects.attr, tuple(word.arg for word in call.keywords if word.arg)


def _skips(node: ast.AST) -> Iterator[str]:
    for inner in _walk(node):
        if isinstance(inner, ast.keyword) and inner.arg == "skip" and isinstance(inner.value, ast.Constant):
            yield str(inner.value.value)


def _ends(steps: Iterable[Step]) -> set[str]:
    """The results with which steps end the game, also inside loops."""
    return {step.name for step in steps if step.does == "ends"} | {e for step in steps for e in _ends(step.steps)}


def _constants(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for call in _calls(node, name):
        texts = _texts(call)
        if len(texts) == 2:
            yield texts[0], texts[1]


def _reads(node: ast.AST) -> Iterator[tuple[str, str]]:
    for inner in _walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            yield inner.value.id, inner.attr


def _acting(functions: dict[str, ast.FunctionDef], called: Mapping[str, set[str]]) -> set[str]:
    """The rules that change something or ask somebody, themselves or through what they call."""
    acting = {name for name, node in functions.items() if called[name] & (CHANGES | ASKS) or _assigns_state(node)}
    while True:
        more = {name for name in functions if name not in acting and called[name] & acting}
        if not more:
            return acting
        acting |= more


def _assigns_state(node: ast.FunctionDef) -> bool:
    for inner in _walk(node):
        targets = (
            inner.targets
            if isinstance(inner, ast.Assign)
            else [inner.target]
            if isinstance(inner, ast.AugAssign)
            else []
        )
        if any(isinstance(target, ast.Attribute) for target in targets):
            return True
    return False


# ---------------------------------------------------------------- what a rule does, in order


def _steps(body: Iterable[ast.stmt], acting: Mapping[str, str], only_if: str) -> Iterator[Step]:
    for statement in body:
        if isinstance(statement, ast.For):
            yield from _of_expression(statement.iter, acting, only_if)
            yield from _loop(statement, acting, only_if)
        elif isinstance(statement, ast.If):
            condition = ast.unparse(statement.test)
            yield from _of_expression(statement.test, acting, only_if)
            yield from _steps(statement.body, acting, condition)
            yield from _steps(statement.orelse, acting, f"not ({condition})" if statement.orelse else only_if)
        else:
            yield from _of_expression(statement, acting, only_if)


def _loop(statement: ast.For, acting: Mapping[str, str], only_if: str) -> Iterator[Step]:
    inside = tuple(_steps(statement.body, acting, ""))
    title = LOOPS.get(_called(statement.iter), "")
    if title and inside:
        yield Step("loop", title, only_if, inside)
    else:
        yield from (step._replace(only_if=step.only_if or only_if) for step in inside)


def _of_expression(node: ast.AST, acting: Mapping[str, str], only_if: str) -> Iterator[Step]:
    """Calls in the order in which they happen: what stands inside a call comes before it."""
    for child in ast.iter_child_nodes(node):
        yield from _of_expression(child, acting, only_if)
    name = _called(node)
    if not isinstance(node, ast.Call) or not name:
        return
    texts = _texts(node)
    if name in ("choose", "confirm"):
        yield Step("asks", texts[0] if texts else "", only_if)
    elif name == "choose_action" and len(texts) > 1:
        yield Step("menu", texts[1], only_if)
    elif name == "end" and texts:
        yield Step("ends", texts[0], only_if)
    elif name == "next_game" and texts:
        yield Step("next", texts[0], only_if)
    elif name == "perform":
        yield Step("perform", "", only_if)
    elif name in acting:
        yield Step("rule", acting[name], only_if)
