"""The types of fields and rules: one grammar for YAML, one spelling for annotations, one value for both.

YAML says `optional ref goblin`, `list 1..3 of int 0..9`, `table by seats of int`; a rule's annotation says
`optional[ref[goblin]]`. `parse_words` reads the first. Names of kinds, enums, shapes and contexts are told apart by
the ruleset (see `ruleset.py`); here they are only names.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
MAX_ITEMS = 4096  # elements of a list or table
MAX_TEXT = 4096  # characters of a text
MAX_OPTIONS = 1024  # of a decision
MAX_ACTIONS = MAX_OPTIONS + 1  # of a decision, with the way out
MAX_TYPE_DEPTH = 8
MAX_LOAD = 16  # pieces that carry each other
EVENT = 8  # cells of eight bytes of an event or a list, without what it holds

# What some types are called elsewhere.
_OTHERS = dict.fromkeys(["integer", "number", "num", "whole"], "int") | dict.fromkeys(["string", "str"], "text")
_OTHERS |= {"boolean": "bool", "array": "list"}
_TOKEN = re.compile(r"\s*(?:(-?\d+)\.\.(-?\d+)|([a-z][a-z0-9_-]*)|(,))")


class Type(NamedTuple):
    """A type. `name` says which; the other parts depend on it.

    int: `low`, `high`. ref, piece, zone, face, enum, shape, context: `of` is the declared name.
    optional, list, option: `items[0]`. list: `low`, `high` bound its length. table, dict: `items` is (key, value).
    tuple: `items`. effects: `names` are what the field offers to its words. range: a table's key `1..3`.
    """

    name: str
    of: str = ""
    items: tuple[Type, ...] = ()
    low: int = INT_MIN
    high: int = INT_MAX
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return words(self)


INT = Type("int")
BOOL = Type("bool")
TEXT = Type("text")
CELL = Type("cell")
PLAYER = Type("player")
NONE = Type("none")
SEATS = Type("seats")
PLAIN = frozenset(("int", "bool", "enum", "cell", "player", "ref", "face", "action"))  # values that are one number
ONE_NUMBER = PLAIN | {"piece", "zone"}  # the same, with what has a place


def optional(inner: Type) -> Type:
    """T or None; wrapping twice is wrapping once."""
    return inner if inner.name in ("optional", "none") else Type("optional", items=(inner,))


def may_be_none(type: Type) -> bool:
    """Whether a value of the type can be None, or have None inside."""
    return type.name == "optional" or any(may_be_none(item) for item in type.items)


def one_number(type: Type) -> bool:
    """Whether a value of the type is one number, or None."""
    return (type.items[0] if type.name == "optional" else type).name in ONE_NUMBER


def promises(type: Type) -> bool:
    """Whether a declared type says more of a value than what it is: bounds, a length, which keys there are."""
    if type.name == "int":
        return (type.low, type.high) != (INT_MIN, INT_MAX)
    if type.name == "list" and (type.low, type.high) != (0, MAX_ITEMS):
        return True
    return type.name == "table" or (type.name in ("list", "optional", "tuple") and any(map(promises, type.items)))


def covers(wide: Type, narrow: Type) -> bool:
    """Whether every value of a declared type that is not None is one of the other, with its bounds."""
    narrow = narrow.items[0] if narrow.name == "optional" else narrow
    wide = wide.items[0] if wide.name == "optional" else wide
    if wide.name != narrow.name or len(wide.items) != len(narrow.items):
        return False
    if wide.name in ("int", "list", "range") and not (wide.low <= narrow.low and narrow.high <= wide.high):
        return False
    if wide.name == "table" and wide.items[0] != narrow.items[0]:
        return False
    return not promises(wide) or all(map(covers, wide.items, narrow.items))


@cache
def loose(type: Type) -> Type:
    """The type without what it promises: what a local may hold, whose bounds are tested when it goes into a field."""
    if not promises(type):
        return type
    name, items = "dict" if type.name == "table" else type.name, tuple(map(loose, type.items))
    bounds = (
        (INT_MIN, INT_MAX) if type.name == "int" else (0, MAX_ITEMS) if type.name == "list" else (type.low, type.high)
    )
    return type._replace(name=name, items=items, low=bounds[0], high=bounds[1])


def list_of(inner: Type) -> Type:
    """A list of any length up to the general limit."""
    return Type("list", items=(inner,), low=0, high=MAX_ITEMS)


def words(type: Type) -> str:
    """The type as YAML spells it."""
    name, of, items = type.name, type.of, type.items
    if name in ("int", "range"):
        bounded = (type.low, type.high) != (INT_MIN, INT_MAX)
        return (f"int {type.low}..{type.high}" if name == "int" else f"{type.low}..{type.high}") if bounded else "int"
    if name in ("enum", "piece", "shape", "context", "name"):
        return of
    if name in ("ref", "zone", "face"):
        return f"{name} {of}"
    if name == "list":
        bounds = f" {type.low}..{type.high}" if (type.low, type.high) != (0, MAX_ITEMS) else ""
        return f"list{bounds} of {items[0]}"
    if name in ("optional", "option"):
        return f"{name} {items[0]}"
    if name in ("table", "dict"):
        return f"{name} by {items[0]} of {items[1]}"
    if name == "tuple":
        return "tuple of " + ", ".join(map(str, items))
    if name == "effects":
        return "effects" + (" giving " + ", ".join(type.names) if type.names else "")
    return name


class TypeProblem(ValueError):
    """The text of a type cannot be read; `str()` says why, in words for its author."""


def parse_words(text: str) -> Type:
    """Read a type as YAML spells it.

    Declared names come out as `Type("name", of=...)`, for the ruleset to resolve.

    Raises:
        TypeProblem: the text is not of the grammar.
    """
    if len(text) > 400:
        raise TypeProblem("the type is longer than 400 characters")
    tokens = _tokens(text)
    type, rest = _parse(tokens, 0, 0)
    if rest != len(tokens):
        raise TypeProblem(f'"{tokens[rest]}" is left over after the type "{type}"')
    return type


def meant(text: str) -> str:
    """What a type was probably to be that is none, or nothing; that is one.

    >>> meant("integer 1..9"), meant("list of Int"), meant("int 1-9"), meant("int 1..")
    ('int 1..9', 'list of int', 'int 1..9', '')
    """
    usual = re.sub(r"[A-Za-z][A-Za-z0-9_-]*", lambda word: _OTHERS.get(word[0].lower(), word[0].lower()), text)
    usual = re.sub(r"(-?\d+)\s*(?:\.{2,3}|-|\u2013|\u2026|to)\s*(-?\d+)", r"\1..\2", usual)
    try:
        parse_words(usual)
    except TypeProblem:
        return ""
    return usual if usual != text else ""


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise TypeProblem(f'"{text[at:].strip()}" is no part of a type')
        tokens.append(match.group().strip())
        at = match.end()
    return tokens


def _parse(tokens: list[str], at: int, depth: int) -> tuple[Type, int]:
    if depth > MAX_TYPE_DEPTH:
        raise TypeProblem(f"the type is nested deeper than {MAX_TYPE_DEPTH}")
    word = _word(tokens, at, "a type")
    simple = {"bool": BOOL, "text": TEXT, "cell": CELL, "player": PLAYER}
    if word in simple:
        return simple[word], at + 1
    if word == "int":
        low, high, at = _range(tokens, at + 1, INT_MIN, INT_MAX)
        return Type("int", low=low, high=high), at
    if word in ("ref", "zone", "face"):
        return Type(word, of=_word(tokens, at + 1, f'a name after "{word}"')), at + 2
    if word == "optional":
        inner, at = _parse(tokens, at + 1, depth + 1)
        return optional(inner), at
    if word == "list":
        low, high, at = _range(tokens, at + 1, 0, MAX_ITEMS)
        inner, at = _parse(tokens, _expect(tokens, at, "of"), depth + 1)
        return Type("list", items=(inner,), low=low, high=high), at
    if word == "table":
        key, at = _key(tokens, _expect(tokens, at + 1, "by"))
        value, at = _parse(tokens, _expect(tokens, at, "of"), depth + 1)
        return Type("table", items=(key, value)), at
    if word == "effects":
        return _effects(tokens, at + 1)
    if _is_range(word) or word == ",":
        raise TypeProblem(f'"{word}" is no type')
    return Type("name", of=word), at + 1


def _key(tokens: list[str], at: int) -> tuple[Type, int]:
    word = _word(tokens, at, 'a key after "by"')
    if word == "seats":
        return SEATS, at + 1
    if _is_range(word):
        low, high, at = _range(tokens, at, 0, 0)
        return Type("range", low=low, high=high), at
    if word == "ref":
        return Type("ref", of=_word(tokens, at + 1, 'a name after "ref"')), at + 2
    return Type("name", of=word), at + 1


def _effects(tokens: list[str], at: int) -> tuple[Type, int]:
    names: list[str] = []
    if at < len(tokens) and tokens[at] == "giving":
        names.append(_word(tokens, at + 1, 'a name after "giving"'))
        at += 2
        while at < len(tokens) and tokens[at] == ",":
            names.append(_word(tokens, at + 1, 'a name after ","'))
            at += 2
    return Type("effects", names=tuple(names)), at


def _word(tokens: list[str], at: int, what: str) -> str:
    if at >= len(tokens):
        raise TypeProblem(f"the type ends where {what} should stand")
    return tokens[at]


def _expect(tokens: list[str], at: int, word: str) -> int:
    if at >= len(tokens) or tokens[at] != word:
        found = f'"{tokens[at]}"' if at < len(tokens) else "the end"
        raise TypeProblem(f'"{word}" should stand where {found} stands')
    return at + 1


def _is_range(token: str) -> bool:
    return ".." in token


def _range(tokens: list[str], at: int, low: int, high: int) -> tuple[int, int, int]:
    if at < len(tokens) and _is_range(tokens[at]):
        first, last = tokens[at].split("..")
        low, high = _bounded(first), _bounded(last)
        if low > high:
            raise TypeProblem(f'the range "{tokens[at]}" is empty')
        return low, high, at + 1
    return low, high, at


def _bounded(digits: str) -> int:
    if len(digits) > 20 or not INT_MIN <= int(digits) <= INT_MAX:
        raise TypeProblem(f'"{digits[:24]}" does not fit into 64 bits')
    return int(digits)


def holds(type: Type, name: str) -> bool:
    """Whether a type is of a name, or has one inside that is."""
    return type.name == name or any(holds(item, name) for item in type.items)


def enums(type: Type) -> set[str]:
    """The enums that values of a type are of, or hold."""
    return {type.of} if type.name == "enum" else {name for item in type.items for name in enums(item)}


def starts(state: Type, printed: Type) -> bool:
    """Whether a state of this type can start as the printed field; a table by seats is read at the number of seats.

    What the state may be is no less than what may be printed: play tests nothing of what is there from the start.
    """
    if printed.name == "table" and printed.items[0].name == "seats" and state.name != "table":
        printed = printed.items[1]
    return state.name == printed.name and state.of == printed.of and covers(state, printed)
