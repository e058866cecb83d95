"""How the types of rules fit together: what may stand for what, what two paths join to, what a signature binds."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..library import LIBRARY
from ..types import BOOL, CELL, INT, MAX_ITEMS, NONE, PLAYER, TEXT, Type, list_of, optional

ERROR = Type("error")  # a type that is unknown because of a problem already told; it fits everything
NEVER = Type("never")  # of a call that does not return, and of the elements of an empty list
BOARD_TYPE = Type("board")

PURE, CHANGING, ASKING = 0, 1, 2
MODES = ("pure", "changing", "asking")


def assignable(source: Type, target: Type) -> bool:
    """Whether a value of one type may stand where another is wanted. Bounds of numbers are tested at play."""
    if source == target or "error" in (source.name, target.name) or source.name == "never":
        return True
    if target.name == "optional":
        return source.name == "none" or assignable(
            source.items[0] if source.name == "optional" else source, target.items[0]
        )
    if source.name == "int" and target.name == "int":
        return True
    if target.name == "list":
        if source.name == "zone":
            return assignable(Type("piece", of=source.of), target.items[0])
        return source.name == "list" and assignable(source.items[0], target.items[0])
    if target.name in ("dict", "table") and source.name in ("dict", "table"):
        return all(map(assignable, map(_key, source.items), map(_key, target.items)))
    if target.name == "tuple":
        return (
            source.name == "tuple"
            and len(source.items) == len(target.items)
            and all(map(assignable, source.items, target.items))
        )
    if target.name == "option" and source.name == "option":
        return assignable(source.items[0], target.items[0])
    return target.name == "effects" and source.name == "effects"


def _key(type: Type) -> Type:
    return INT if type.name in ("seats", "range") else type


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is the one on some paths and the other on others; None if there is none."""
    if assignable(a, b):
        return INT if b.name == "int" else b
    if assignable(b, a):
        return INT if a.name == "int" else a
    if "none" in (a.name, b.name):
        return optional(b if a.name == "none" else a)
    if "optional" in (a.name, b.name):
        inner = join(_bare(a), _bare(b))
        return optional(inner) if inner else None
    if a.name in ("list", "zone") and b.name in ("list", "zone"):
        inner = join(element(a) or ERROR, element(b) or ERROR)
        return list_of(inner) if inner else None
    return None


def _bare(type: Type) -> Type:
    return type.items[0] if type.name == "optional" else type


def element(type: Type) -> Type | None:
    """What a loop over the type gives, or None if nothing can loop over it."""
    if type.name == "list":
        return type.items[0]
    if type.name == "zone":
        return Type("piece", of=type.of)
    if type.name in ("dict", "table"):
        return _key(type.items[0])
    return ERROR if type.name == "error" else None


def comparable(type: Type) -> bool:
    """Whether values of the type have an order."""
    return type.name in ("int", "enum", "text", "error", "never") or (
        type.name == "tuple" and all(map(comparable, type.items))
    )


def truthy(type: Type) -> bool:
    """Whether a test may ask for the value itself: Starlark's truth, where it is one thing only."""
    if type.name == "optional":
        return type.items[0].name not in ("int", "bool", "text", "list", "dict", "zone", "table", "enum", "effects")
    return type.name in ("bool", "int", "text", "list", "zone", "dict", "table", "effects", "error", "never")


# ---------------------------------------------------------------- signatures of the library


class Param(NamedTuple):
    """A parameter of a library function; `type` may hold variables."""

    name: str
    type: Type
    optional: bool


class Signature(NamedTuple):
    name: str
    params: tuple[Param, ...]
    returns: Type
    mode: int


@cache
def signatures() -> dict[str, Signature]:
    """The library's signatures, read from their text."""
    return {name: _signature(function.signature, MODES.index(function.mode)) for name, function in LIBRARY.items()}


def _signature(text: str, mode: int) -> Signature:
    name, _, rest = text.partition("(")
    params, _, returns = rest.rpartition(") -> ")
    found = []
    for part in re.findall(r"(\w+): ((?:[^,\[\]]|\[(?:[^\[\]]|\[[^\]]*\])*\])+)", params):
        pattern = part[1].strip()
        found.append(Param(part[0], _pattern(pattern.rstrip("?")), pattern.endswith("?")))
    return Signature(name, tuple(found), _pattern(returns), mode)


def _pattern(text: str) -> Type:
    head, _, inner = text.strip().partition("[")
    items = _split(inner[:-1]) if inner else []
    simple = {"int": INT, "bool": BOOL, "text": TEXT, "cell": CELL, "player": PLAYER, "none": NONE, "never": NEVER}
    if head in simple:
        return simple[head]
    if head in ("ref", "zone", "face", "kind"):
        return Type(head, of=items[0])
    if head in ("list", "optional", "option", "tuple", "table"):
        bounds = {"low": 0, "high": MAX_ITEMS} if head == "list" else {}
        return Type(head, items=tuple(map(_pattern, items)), **bounds)
    if len(head) == 1:
        return Type("piece", of=head) if head == "K" else Type("var", of=head)
    return Type(head)


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


def bind(pattern: Type, actual: Type, bound: dict[str, Type]) -> bool:
    """Whether an argument fits a parameter's pattern; variables are bound on the way."""
    if actual.name in ("error", "never"):
        return True
    if pattern.name == "var":
        known = bound.get(pattern.of)
        joined = join(known, actual) if known else actual
        if joined is None:
            return False
        bound[pattern.of] = joined
        return True
    if pattern.name == "place":
        return actual.name in ("cell", "zone", "piece")
    if pattern.name == "sized":
        return actual.name in ("list", "zone", "dict", "table", "text", "tuple", "effects")
    if pattern.name in ("piece", "ref", "zone", "face") and pattern.of == "K":
        known = bound.get("K")
        if actual.name != pattern.name or (known and known.of != actual.of):
            return False
        bound["K"] = Type("piece", of=actual.of)
        return True
    if pattern.name == "list":
        inner = element(actual) if actual.name in ("list", "zone") else None
        return inner is not None and bind(pattern.items[0], inner, bound)
    if pattern.name == "optional":
        if actual.name == "none":
            return True
        return bind(pattern.items[0], _bare(actual), bound)
    if pattern.name == "table":
        fits = actual.name in ("table", "dict")
        return fits and all(bind(p, _key(a), bound) for p, a in zip(pattern.items, actual.items, strict=True))
    return assignable(actual, pattern)


def fill_in(pattern: Type, bound: dict[str, Type]) -> Type:
    """A result's pattern with its variables replaced."""
    if pattern.name == "var":
        return bound.get(pattern.of, NEVER)
    if pattern.of == "K":
        return pattern._replace(of=bound["K"].of) if "K" in bound else ERROR
    return pattern._replace(items=tuple(fill_in(item, bound) for item in pattern.items)) if pattern.items else pattern
