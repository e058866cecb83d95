"""Which rules lead to which, before and after they are checked: an order that never goes deep, and no chain too long.

A stranger's rules may call each other in a row of thousands. So they are checked from the end of each chain on; and a
chain that would not fit on the host's stack at play is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..declared import Ruleset
from . import syntax
from .agenda import RESOLVE

MAX_CHAIN = 100  # rules of which each calls the next


def callees_first(rules: Mapping[str, syntax.Rule], ruleset: Ruleset, pushed: list[str]) -> list[str]:
    """All rules, each after those that it may call, as far as they call in no circle. `pushed` are put off by name."""
    words = [rule for word in ruleset.words.values() for rule in (word.rule, word.blocked)]
    behind = {"perform": words, "why_not": words, RESOLVE: [*words, *pushed]}
    behind["choose_action"] = [
        rule for menu in ruleset.menus.values() for item in menu.values() for rule in (item.rule, item.blocked)
    ]
    found: dict[str, None] = {}
    seen: set[str] = set()
    for start in rules:
        waiting: list[tuple[str, Iterator[str]]] = []
        _enter(start, rules, behind, seen, waiting)
        while waiting:
            name, left = waiting[-1]
            following = next(left, None)
            if following is None:
                found[name] = None
                waiting.pop()
            else:
                _enter(following, rules, behind, seen, waiting)
    return list(found)


def _enter(
    name: str,
    rules: Mapping[str, syntax.Rule],
    behind: Mapping[str, list[str]],
    seen: set[str],
    waiting: list[tuple[str, Iterator[str]]],
) -> None:
    if name in rules and name not in seen:
        seen.add(name)
        words = [name] if name == RESOLVE else _names(rules[name].body)
        named = [rule for word in words for rule in (word, *behind.get(word, ()))]
        waiting.append((name, iter(named)))


def _names(body: list[syntax.Stmt]) -> list[str]:
    """Every name that stands in the statements, in the order in which it is met."""
    found: dict[str, None] = {}
    left: list[Any] = [body]
    while left:
        part = left.pop()
        if isinstance(part, (list, tuple)):
            left.extend(reversed(part))
        elif isinstance(part, syntax.Name):
            found[part.id] = None
        else:
            left.extend(getattr(part, name) for name in reversed(syntax.under(part.__class__)))
    return list(found)


def too_long(calls: Mapping[str, set[str]], order: list[str]) -> list[str]:
    """The rules with which a chain of calls becomes too long. `order` has callees first; circles are told elsewhere."""
    lengths: dict[str, int] = {}
    for name in order:
        lengths[name] = 1 + max((lengths.get(callee, 0) for callee in calls[name]), default=0)
    return [name for name in order if lengths[name] == MAX_CHAIN + 1]
