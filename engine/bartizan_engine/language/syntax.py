"""The syntax tree of rules: a closed list of nodes, each with its place.

Names and types are filled in by `resolve`; `lower` reads them. There is nothing else a rule can be made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..types import Type


@dataclass(slots=True)
class Place:
    """Where a node stands: 1-based, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(slots=True)
class Node:
    """Every node has a place."""

    place: Place


# ---------------------------------------------------------------- expressions


@dataclass(slots=True)
class Expr(Node):
    """An expression; `type` is None until resolved. `size` counts the nodes of its tree: what it costs."""

    type: Type | None = field(default=None, init=False)
    depth: int = field(default=1, init=False)
    size: int = field(default=1, init=False)


@dataclass(slots=True)
class Const(Expr):
    """A number, text, True, False or None."""

    value: Any

    def __post_init__(self) -> None:
        if isinstance(self.value, str):
            self.size += 2 * self.value.count("{")  # what stands in a template is read too


@dataclass(slots=True)
class Name(Expr):
    """A local, a constant or a section; `means` says which (see resolve)."""

    id: str
    means: str = field(default="", init=False)


@dataclass(slots=True)
class ListExpr(Expr):
    items: list[Expr]


@dataclass(slots=True)
class TupleExpr(Expr):
    items: list[Expr]


@dataclass(slots=True)
class DictExpr(Expr):
    pairs: list[tuple[Expr, Expr]]


@dataclass(slots=True)
class Attr(Expr):
    """`value.name`; `means` says how it is read: state, field, zone, constant, ..."""

    value: Expr
    name: str
    name_place: Place
    means: str = field(default="", init=False)
    data: Any = field(default=None, init=False)


@dataclass(slots=True)
class Index(Expr):
    value: Expr
    index: Expr


@dataclass(slots=True)
class Slice(Expr):
    value: Expr
    start: Expr | None
    stop: Expr | None


@dataclass(slots=True)
class Call(Expr):
    """`target` is a rule's or library function's name, or an Attr for a method."""

    target: Expr
    args: list[Expr]
    keywords: list[tuple[str, Expr, Place]]
    means: str = field(default="", init=False)
    data: Any = field(default=None, init=False)


@dataclass(slots=True)
class Unary(Expr):
    op: str
    value: Expr


@dataclass(slots=True)
class Binary(Expr):
    """Arithmetic, comparison and `in`."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Logic(Expr):
    """`and` or `or` of two or more."""

    op: str
    values: list[Expr]


@dataclass(slots=True)
class Cond(Expr):
    """`value if test else other`."""

    test: Expr
    value: Expr
    other: Expr


@dataclass(slots=True)
class Clause(Node):
    """`for target in source` or, without a source, `if test`."""

    targets: list[Name]
    source: Expr | None
    test: Expr | None


@dataclass(slots=True)
class Comp(Expr):
    """A list comprehension, or a dict's where `key` stands."""

    key: Expr | None
    value: Expr
    clauses: list[Clause]


# ---------------------------------------------------------------- statements


@dataclass(slots=True)
class Stmt(Node):
    """A statement; `dead` is one that nothing ever gets to."""

    dead: bool = field(default=False, init=False)


@dataclass(slots=True)
class Assign(Stmt):
    """`targets` are several where a tuple is unpacked; `op` is "" or the operator of `+=` and its kin."""

    targets: list[Expr]
    op: str
    value: Expr


@dataclass(slots=True)
class ExprStmt(Stmt):
    value: Expr


@dataclass(slots=True)
class If(Stmt):
    """All tests of an if/elif chain, and the else part."""

    branches: list[tuple[Expr, list[Stmt]]]
    orelse: list[Stmt]


@dataclass(slots=True)
class For(Stmt):
    targets: list[Name]
    source: Expr
    body: list[Stmt]


@dataclass(slots=True)
class Return(Stmt):
    value: Expr | None


@dataclass(slots=True)
class Jump(Stmt):
    """`break`, `continue` or `pass`."""

    word: str


# ---------------------------------------------------------------- top level


@dataclass(slots=True)
class Param(Node):
    name: str
    annotation: Expr | None
    type: Type | None = field(default=None, init=False)


@dataclass(slots=True)
class Rule(Node):
    """A top-level function."""

    name: str
    name_place: Place
    params: list[Param]
    returns: Expr | None
    doc: str
    body: list[Stmt]
    path: str = ""


@dataclass(slots=True)
class Constant(Node):
    """`NAME = literal` at the top level."""

    name: str
    value: Expr


@dataclass(slots=True)
class Loaded(Node):
    """A name that `load` brings in, and what it is called here."""

    local: str
    name: str


@dataclass(slots=True)
class Load(Node):
    """`load("@pack", "name", here = "name")`."""

    pack: str
    pack_place: Place
    names: list[Loaded]


@dataclass(slots=True)
class File(Node):
    path: str
    doc: str
    rules: list[Rule]
    constants: list[Constant]
    loads: list[Load]


def walk(part: Any) -> Iterator[Node]:
    """Every node of a tree, or of a list of trees; not what checking has noted beside them."""
    waiting: list[Any] = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, (list, tuple)):
            waiting.extend(part)
        elif isinstance(part, Node):
            yield part
            waiting.extend(getattr(part, name) for name in part.__dataclass_fields__ if name not in ("data", "type"))
