"""Where rules ask for the words of the vocabulary: for each word, the fields that `has` and `word` look into.

A word that no rule carries out does something only where it is asked for. The expression that is asked is followed back
to the printed field that it reads: through locals, loops, keys of tables and rules that give it. Where that leads to
a parameter or to the state, which may hold the words of any field, the word counts as asked for in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..declared import LEADS
from . import syntax

if TYPE_CHECKING:
    from .check import Checked

Where = tuple[str, str, str]  # "record", "shape", "face", "number" or "option"; the kind or shape, or ""; the field
Fields = frozenset[Where] | None  # None: any field

_HANDED_ON = frozenset(("must", "first", "list", "reversed", "unique"))  # calls that give what they are given


def asked(checked: Checked) -> dict[str, Fields]:
    """The fields in which each word is asked for; None for a word that may be asked for in any."""
    found: dict[str, Fields] = {}
    finder = _Finder(checked)
    for name, info in checked.rules.items():
        for node in syntax.walk(info.node.body):
            if isinstance(node, syntax.Call) and node.means in ("has", "word", "each-word"):
                effects, word = node.data[:2]
                fields = finder.fields(effects, name, frozenset()) or None
                before = found.get(word, frozenset())
                found[word] = None if fields is None or before is None else before | fields
    return found


class _Finder:
    """Follows expressions back to the fields that they read."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.bound: dict[str, dict[str, list[syntax.Expr | None]]] = {}  # by rule, by local: what it may come from

    def fields(self, expr: syntax.Expr | None, rule: str, seen: frozenset[tuple[str, str]]) -> Fields:
        """The fields that an expression of a rule may read; `seen` are the locals and rules that led here."""
        if isinstance(expr, syntax.Attr):
            return self._read(expr)
        if isinstance(expr, (syntax.Index, syntax.Slice, syntax.Comp)):
            return self.fields(expr.value, rule, seen)
        if isinstance(expr, syntax.Cond):
            return self._all((expr.value, expr.other), rule, seen)
        if isinstance(expr, syntax.ListExpr):
            return self._all(expr.items, rule, seen)
        if isinstance(expr, syntax.Name) and (rule, expr.id) not in seen:
            sources = self._bindings(rule).get(expr.id, [None])
            return self._all(sources, rule, seen | {(rule, expr.id)})
        if isinstance(expr, syntax.Call) and isinstance(expr.target, syntax.Name):
            return self._given(expr, expr.target.id, rule, seen)
        return frozenset() if isinstance(expr, syntax.Name) else None

    def _all(self, parts: Iterable[syntax.Expr | None], rule: str, seen: frozenset[tuple[str, str]]) -> Fields:
        found: frozenset[Where] = frozenset()
        for part in parts:
            fields = self.fields(part, rule, seen)
            if fields is None:
                return None
            found |= fields
        return found

    def _read(self, expr: syntax.Attr) -> Fields:
        if expr.means in ("record", "face"):
            return frozenset({(expr.means, expr.data[0], expr.name)})
        if expr.means == "shape" and expr.value.type is not None:
            return frozenset({("shape", expr.value.type.of, expr.name)})
        if expr.means in LEADS:
            return frozenset({("record", self.checked.leads[expr.means], expr.name)})
        return frozenset({(expr.means, "", expr.name)}) if expr.means in ("number", "option") else None

    def _given(self, call: syntax.Call, name: str, rule: str, seen: frozenset[tuple[str, str]]) -> Fields:
        """What a call gives: what its rule returns, or what it hands on."""
        info = self.checked.rules.get(name)
        if info is not None and (name, "") not in seen:
            returned = [node.value for node in syntax.walk(info.node.body) if isinstance(node, syntax.Return)]
            return self._all([value for value in returned if value is not None], name, seen | {(name, "")})
        handed_on = info is None and name in _HANDED_ON and len(call.args) == 1
        return self.fields(call.args[0], rule, seen) if handed_on else None

    def _bindings(self, rule: str) -> dict[str, list[syntax.Expr | None]]:
        """What each local of a rule may come from; None where that cannot be told."""
        if rule not in self.bound:
            info = self.checked.rules[rule]
            opaque = [*(param.name for param in info.node.params), *info.owned]
            bound: dict[str, list[syntax.Expr | None]] = {name: [None] for name in opaque}
            for name, source in _bound(info.node.body):
                bound.setdefault(name, []).append(source)
            self.bound[rule] = bound
        return self.bound[rule]


def _bound(body: list[syntax.Stmt]) -> Iterator[tuple[str, syntax.Expr | None]]:
    """Each local that something binds, and what it is bound to: a value, or what a loop runs over."""
    for node in syntax.walk(body):
        if isinstance(node, syntax.Assign):
            targets, source = node.targets, None if node.op else node.value
        elif isinstance(node, (syntax.For, syntax.Clause)):
            targets, source = list[syntax.Expr](node.targets), node.source
        else:
            targets, source = [], None
        for target in targets:
            if isinstance(target, syntax.Name):
                yield target.id, source if len(targets) == 1 else None
