"""How the types of rules fit together: what may stand for what, what two paths join to, what a signature binds."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import NamedTuple

from ..library import LIBRARY
from ..types import BOOL, CELL, INT, MAX_ITEMS, NONE, PLAYER, TEXT, Type, list_of, optional

ERROR = Type("error")  # a type that is unknown because of a problem already told; it fits everything
NEVER = Type("never")  # of a call that does not return, and of the elements of an empty list
BOARD_TYPE = Type("board")
FILLED = Type("text", of="filled")  # a text that text() has put values into: it can be read, not taken apart

PURE, CHANGING, ASKING = 0, 1, 2
MODES = ("pure", "changing", "asking")


def assignable(source: Type, target: Type, inside: bool = False) -> bool:
    """Whether a value of one type may stand where another is wanted. Bounds of numbers are tested at play.

    A zone becomes a list where it is handed over, so not `inside` of something else, which is handed over as it is.
    """
    if source == target or "error" in (source.name, target.name) or source.name == "never":
        return True
    if target.name == "optional":
        bare = _bare(source)
        return source.name == "none" or assignable(bare, target.items[0], inside or bare is not source)
    if source.name == "zone" and target.name == "list":
        return not inside and assignable(Type("piece", of=source.of), target.items[0], True)
    kinds = (source.name, target.name)
    if kinds in (("int", "int"), ("effects", "effects"), ("text", "text")):
        return True
    same = kinds in _CONTAINERS and len(source.items) == len(target.items)
    return same and all(assignable(_key(s), _key(t), True) for s, t in zip(source.items, target.items, strict=True))


_CONTAINERS = {(name, name) for name in ("list", "tuple", "option")} | set(product(("dict", "table"), repeat=2))


def _key(type: Type) -> Type:
    return INT if type.name in ("seats", "range") else type


def join(a: Type, b: Type, inside: bool = False) -> Type | None:
    """The type of a value that is the one on some paths and the other on others; None if there is none."""
    if "error" in (a.name, b.name):
        return b if a.name == "error" else a
    for source, target in ((a, b), (b, a)):
        if assignable(source, target, inside):
            return INT if target.name == "int" else blend(target, source)
    if "none" in (a.name, b.name):
        return optional(b if a.name == "none" else a)
    if "optional" in (a.name, b.name):
        inner = join(_bare(a), _bare(b), True)
        return optional(inner) if inner else None
    if {a.name, b.name} == {"list"} or ({a.name, b.name} == {"list", "zone"} and not inside):
        inner = join(element(a) or ERROR, element(b) or ERROR, True)
        return list_of(inner) if inner else None
    return None


def mixed(a: Type, b: Type) -> bool:
    """Whether one is a zone and the other a list: as one name or one entry they would be neither."""
    return {a.name, b.name} == {"zone", "list"}


def blend(declared: Type, given: Type) -> Type:
    """The declared type after a value of the other has come to it: its texts have values in them where those have."""
    if not filled(given):
        return declared
    if declared.name == "optional" or given.name == "optional":
        inner = blend(_bare(declared), _bare(given))
        return optional(inner) if declared.name == "optional" else inner
    if declared.name == given.name == "text":
        return FILLED
    if len(declared.items) != len(given.items):
        return declared
    return declared._replace(items=tuple(map(blend, declared.items, given.items)))


def filled(type: Type) -> bool:
    """Whether a value of the type is a text with values in it, or may hold one."""
    return type == FILLED or any(map(filled, type.items))


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


_NO_KEYS = frozenset(("list", "dict", "table", "optional", "option", "context", "effects", "bool"))


def hashable(type: Type) -> bool:
    """Whether values of the type may be keys of a dict."""
    return type.name not in _NO_KEYS and (type.name != "tuple" or not any(map(_changes, type.items)))


def _changes(type: Type) -> bool:
    return type.name in ("list", "dict", "table") or any(map(_changes, type.items))


MAX_PARTS, MAX_DEPTH = 64, 16  # of a type that rules make up: what is made of it is as large


def too_large(type: Type) -> bool:
    """Whether a type has grown beyond what values may be: every later walk of either is short."""
    level, parts = [type], 0
    for _ in range(MAX_DEPTH):
        parts += len(level)
        if parts > MAX_PARTS:
            return True
        level = [item for one in level for item in one.items]
    return bool(level)


def holds_context(type: Type) -> bool:
    """Whether a value of the type may lead to a context."""
    return type.name == "context" or any(map(holds_context, type.items))


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
    """What a library function takes and gives, and its class."""

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
        inside = tuple(map(_pattern, items))
        return Type(head, items=inside, low=0, high=MAX_ITEMS) if head == "list" else Type(head, items=inside)
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


_WALKED = frozenset(("list", "tuple", "dict", "table", "option"))


def walked(type: Type) -> bool:
    """Whether a value of the type is compared part by part."""
    inner = type.items[0] if type.name == "optional" else type
    return inner.name in _WALKED


def nested(type: Type) -> bool:
    """Whether a value of the type holds what is walked itself. An option is as large as what is offered."""
    inner = [item.items[0] if item.name in ("optional", "option") else item for item in type.items]
    return walked(type) and any(item.name in _WALKED for item in inner)


def holds_list(type: Type) -> bool:
    """Whether a value of the type is a list, where there is one."""
    inner = type.items[0] if type.name == "optional" else type
    return inner.name == "list"
