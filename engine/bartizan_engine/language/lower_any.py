"""`any` and `all` of a comprehension as loops, where a statement waits for nothing else: a loop that ends at the first
element which settles it costs less of the host than a generator that is asked for one after the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from . import syntax
from .lower_expr import Expressions
from .syntax import Expr, Place

MAX_LOOPS = 4  # within each other, for one statement: the host allows only so many


class Quantifiers(Expressions, ABC):
    """Writes such loops before the statement; `lower_plain` writes the statements."""

    written = 0  # how many of a rule's quantifiers have a name

    @abstractmethod
    def write(self, depth: int, code: str, place: Place | None = None) -> None:
        """A line of the source."""

    def awaited(self, expr: Expr, depth: int) -> str | None:
        """The name of an `any` or `all` that has been written out before the statement, or None."""
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            name = self.awaited(expr.value, depth)
            return None if name is None else f"(not {name})"
        comp = _comprehension(expr)
        if comp is None or _loops(comp) > MAX_LOOPS:
            return None
        return self._loop(expr, comp, depth)

    def _loop(self, expr: Expr, comp: syntax.Comp, depth: int) -> str:
        stops_at = _called(expr) == "any"  # what settles it
        self.written += 1
        name = f"_settled{self.written}"
        self.write(depth, f"{name} = {not stops_at}", expr.place)
        clause, *tests = comp.clauses
        assert clause.source is not None
        source = self.items(clause.source)
        source = source if self.short(comp) else f"_each(s, {source}, {1 + comp.size})"
        before = self.owned, self.renamed
        own = {target.id: f"_{target.id}{self.written}_" for target in clause.targets if target.id != "_"}
        self.owned, self.renamed = self.owned - own.keys(), self.renamed | own
        self.write(depth, f"for {', '.join(own.get(t.id, '_') for t in clause.targets)} in {source}:", expr.place)
        for test in tests:
            assert test.test is not None
            self.write(depth + 1, f"if not {self.test(test.test)}: continue", test.test.place)
        found = self.awaited(comp.value, depth + 1) or self.test(comp.value)
        self.write(depth + 1, f"if {found if stops_at else f'not {found}'}:", comp.value.place)
        self.write(depth + 2, f"{name} = {stops_at}")
        self.write(depth + 2, "break")
        self.owned, self.renamed = before
        return name


def _called(expr: Expr) -> str:
    """The library's function that an expression calls, or ""."""
    return str(expr.data[0].name) if isinstance(expr, syntax.Call) and expr.means == "library" else ""


def _comprehension(expr: Expr) -> syntax.Comp | None:
    """The comprehension over one list that `any` or `all` looks through."""
    if _called(expr) not in ("any", "all"):
        return None
    assert isinstance(expr, syntax.Call)
    comp = expr.data[1][0][1]
    if not isinstance(comp, syntax.Comp) or any(clause.source is not None for clause in comp.clauses[1:]):
        return None
    return comp


def _loops(comp: syntax.Comp) -> int:
    """How many loops within each other it makes."""
    value = comp.value
    while isinstance(value, syntax.Unary) and value.op == "not":
        value = value.value
    inner = _comprehension(value)
    return 1 if inner is None else 1 + _loops(inner)
