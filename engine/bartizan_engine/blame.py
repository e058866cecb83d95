"""Where in a line of the rules a fault is: looked for in the tree of the rule when it has happened, at no cost before.

The host says the line. What it says of the reason, and the function of the library that refused, point at one
expression of that line if only one is of that kind; else it is the statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from .language import syntax

Range = tuple[int, int, int, int]  # line, column, end line, end column; no end is 0, 0
_DIVIDES = ("//", "%", "//=", "%=")


def statement(rule: syntax.Rule, line: int) -> Range:
    """The outermost thing of a rule that begins on a line."""
    return _range(line, _on(rule, line))


def expression(rule: syntax.Rule, line: int, error: Exception, refused_by: str) -> Range:
    """The one expression of a line that can have gone wrong in this way, or the statement."""
    found = [node for node in _on(rule, line) if _can_be(node, error, refused_by)]
    return _range(line, found) if len(found) == 1 else statement(rule, line)


def called(rule: syntax.Rule, line: int, callee: str) -> Range:
    """The one call of a rule on a line, or the statement."""
    found = [node for node in _on(rule, line) if _calls(node, callee)]
    return _range(line, found) if len(found) == 1 else statement(rule, line)


def refused_by(traceback: TracebackType | None, rules: str) -> str:
    """The function that the innermost line of the rules, which are the file `rules`, had called; "" if none."""
    name = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == rules:
            name = ""
        elif not name:
            name = code.co_name
        traceback = traceback.tb_next
    return name


def _on(rule: syntax.Rule, line: int) -> list[syntax.Node]:
    return [node for node in syntax.walk(rule.body) if node.place.line == line]


def _range(line: int, nodes: Iterable[syntax.Node]) -> Range:
    """The first of the nodes, the longest of those; what goes on in other lines has no end."""
    places = [(node.place.column, -node.place.end_line, -node.place.end_column) for node in nodes]
    column, end_line, end_column = min(places, default=(1, 0, 0))
    return (line, column, line, -end_column) if -end_line == line else (line, column, 0, 0)


def _can_be(node: syntax.Node, error: Exception, refused_by: str) -> bool:
    if isinstance(error, ZeroDivisionError):
        return isinstance(node, (syntax.Binary, syntax.Assign)) and node.op in _DIVIDES
    if isinstance(error, IndexError) and isinstance(node, syntax.Index):
        return True
    return bool(refused_by) and _calls(node, refused_by)


def _calls(node: syntax.Node, name: str) -> bool:
    return isinstance(node, syntax.Call) and isinstance(node.target, syntax.Name) and node.target.id == name
