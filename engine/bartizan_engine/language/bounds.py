"""What is known of an expression before play: its value where options settle it, and the bounds of its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..declared import Field
from ..types import INT_MAX, INT_MIN, MAX_ITEMS, Type, covers, promises
from . import syntax
from .syntax import Expr

SMALL = frozenset(("len", "count", "seats", "distance", "steps_left", "ordinal"))
WHOLE = (INT_MIN, INT_MAX)
MAP = 1 << 24  # no row or column of a map is further out


class Bounds:
    """Folds options, and tells between which numbers an expression lies."""

    options: dict[str, Any]

    # ---- folding of options

    def settled(self, test: Expr) -> bool | None:
        """How a test comes out for sure with these options, or None."""
        value = self.constant(test)
        return bool(value) if value is not None else None

    def constant(self, expr: Expr) -> Any:
        """The value of an expression of options and literals, or None where play decides."""
        if isinstance(expr, syntax.Const):
            return expr.value if not isinstance(expr.value, str) else None
        if isinstance(expr, syntax.Attr) and expr.means == "option":
            return self.options[expr.name]
        if isinstance(expr, syntax.Attr) and expr.means == "member":
            return expr.data
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            value = self.settled(expr.value)
            return None if value is None else not value
        if isinstance(expr, syntax.Logic):
            return self._constant_logic(expr)
        if isinstance(expr, syntax.Binary) and expr.op in _COMPARISONS:
            left, right = self.constant(expr.left), self.constant(expr.right)
            return None if left is None or right is None else _COMPARISONS[expr.op](left, right)
        return None

    def _constant_logic(self, expr: syntax.Logic) -> bool | None:
        values = [self.settled(value) for value in expr.values]
        stop = expr.op == "or"
        for value in values:
            if value is None:
                return None
            if value is stop:
                return stop
        return not stop

    # ---- bounds

    def bounds(self, expr: Expr) -> tuple[int, int]:
        """Between which numbers the exact value of an arithmetic expression lies."""
        if isinstance(expr, syntax.Const) and isinstance(expr.value, int):
            return expr.value, expr.value
        if (
            isinstance(expr, syntax.Binary)
            and expr.op in ("+", "-", "*")
            and expr.type is not None
            and expr.type.name == "int"
        ):
            return combine(expr.op, self.bounds(expr.left), self.bounds(expr.right))
        if isinstance(expr, syntax.Unary) and expr.op == "-":
            low, high = self.bounds(expr.value)
            return -high, -low
        if isinstance(expr, syntax.Binary) and expr.op in ("//", "%"):
            # A quotient is no further from 0 than its dividend, a rest no further than its divisor.
            side = self.bounds(expr.left if expr.op == "//" else expr.right)
            far = max(map(abs, side))
            return -far, far
        if isinstance(expr, syntax.Attr):
            return (-MAP, MAP) if expr.means in ("cell-row", "cell-column") else field_bounds(expr)
        if isinstance(expr, syntax.Index) and isinstance(expr.value, syntax.Attr):
            field = declared_field(expr.value)
            if field is not None and field.type.name == "table" and field.type.items[1].name == "int":
                return field.type.items[1].low, field.type.items[1].high
        if isinstance(expr, syntax.Call) and isinstance(expr.target, syntax.Name) and expr.target.id in SMALL:
            return 0, 1 << 24
        if isinstance(expr, syntax.Cond):
            (a, b), (c, d) = self.bounds(expr.value), self.bounds(expr.other)
            return min(a, c), max(b, d)
        if isinstance(expr, syntax.Call) and expr.means == "extreme" and not expr.data:
            all_bounds = [self.bounds(value) for value in expr.args]
            pick = min if isinstance(expr.target, syntax.Name) and expr.target.id == "min" else max
            return pick(low for low, _ in all_bounds), pick(high for _, high in all_bounds)
        return WHOLE

    def proves(self, expr: Expr | None, type: Type) -> bool:
        """Whether a value fits a declared type for sure, with all that is in it."""
        if not promises(type):
            return True
        if isinstance(expr, syntax.Cond):
            return self.proves(expr.value, type) and self.proves(expr.other, type)
        inner = type.items[0] if type.name == "optional" else type
        held = held_type(expr)
        if held is not None and covers(inner, held):
            return True
        if expr is None or (isinstance(expr, syntax.Const) and expr.value is None):
            return expr is not None
        if inner.name == "int":
            low, high = self.bounds(expr)
            return inner.low <= low and high <= inner.high
        if isinstance(expr, syntax.ListExpr) and inner.name == "list":
            return inner.low <= len(expr.items) <= inner.high and all(
                self.proves(item, inner.items[0]) for item in expr.items
            )
        whole = inner.name == "list" and (inner.low, inner.high) == (0, MAX_ITEMS)
        return whole and isinstance(expr, syntax.Comp) and self.proves(expr.value, inner.items[0])


def held_type(expr: Expr | None) -> Type | None:
    """The declared type of what a field or an entry of its table holds; rules cannot have put anything else there."""
    if isinstance(expr, syntax.Name) and expr.means == "whole":  # a table whose new entry has been tested
        return expr.type
    if isinstance(expr, syntax.Index):
        table = held_type(expr.value)
        return table.items[1] if table is not None and table.name == "table" else None
    field = declared_field(expr) if isinstance(expr, syntax.Attr) else None
    return field.type if field is not None else None


def combine(op: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The bounds of a sum, difference or product, from those of its sides."""
    if op == "+":
        return a[0] + b[0], a[1] + b[1]
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def declared_field(expr: syntax.Attr) -> Field | None:
    """The declared field that a dot reads, if it reads one."""
    data = expr.data
    if isinstance(data, Field):
        return data
    if isinstance(data, tuple) and len(data) > 1 and isinstance(data[1], Field):
        return data[1]
    return None


def field_bounds(expr: syntax.Attr) -> tuple[int, int]:
    """The declared bounds of the number that a dot reads."""
    field = declared_field(expr)
    return (field.type.low, field.type.high) if field is not None and field.type.name == "int" else WHOLE


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
