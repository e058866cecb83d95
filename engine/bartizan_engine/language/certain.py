"""What a test comes to whatever happens: as far as literals and constants tell, without any option or state."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from . import syntax
from .syntax import Expr

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def certain(test: Expr, constants: Mapping[str, syntax.Constant]) -> bool | None:
    """How a test always comes out, or None where it depends on something."""
    if isinstance(test, syntax.Unary) and test.op == "not":
        inner = certain(test.value, constants)
        return None if inner is None else not inner
    if isinstance(test, syntax.Logic):
        return _joined(test, [certain(value, constants) for value in test.values])
    if isinstance(test, syntax.Binary) and test.op in _COMPARED:
        sides = [_literal(side, constants) for side in (test.left, test.right)]
        if all(len(side) == 1 for side in sides) and type(sides[0][0]) is type(sides[1][0]) is not type(None):
            return _COMPARED[test.op](sides[0][0], sides[1][0])
        return None
    found = _literal(test, constants)
    return bool(found[0]) if found else None


def _joined(test: syntax.Logic, values: list[bool | None]) -> bool | None:
    stop = test.op == "or"
    if stop in values:
        return stop
    return None if None in values else not stop


def _literal(expr: Expr, constants: Mapping[str, syntax.Constant]) -> tuple[Any, ...]:
    """The value that is written, alone in a tuple; nothing where none is."""
    if isinstance(expr, syntax.Name) and expr.means == "constant":
        return _literal(constants[expr.id].value, constants)
    if isinstance(expr, syntax.Unary) and expr.op == "-" and isinstance(expr.value, syntax.Const):
        return (-expr.value.value,) if type(expr.value.value) is int else ()
    return (expr.value,) if isinstance(expr, syntax.Const) else ()
