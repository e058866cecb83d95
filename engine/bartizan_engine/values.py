"""Values of declared types as JSON: whether one fits, and how a default that was written as text is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import Any

from . import types
from .declared import MISSING, Field, Flaw, Ruleset
from .problem import printable, suggest
from .types import INT_MAX, INT_MIN, Type

MAX_SEATS = 16


class Everything(Container[str]):
    """Holds whatever is asked for: where cells are not known yet."""

    def __contains__(self, _: object) -> bool:
        return True


def any_record(_kind: str, _id: str) -> bool:
    """Takes every record to exist: where records are not known yet."""
    return True


def no_record(_kind: str, _id: str) -> bool:
    """Takes no record to exist: where none may be named."""
    return False


def typed(type: Type, value: Any) -> Any:
    """A default written as text, as its type reads it; other values as they are.

    >>> typed(types.INT, "3")
    3
    """
    if not isinstance(value, str):
        if isinstance(value, dict) and type.name == "table":
            return {key: typed(type.items[1], item) for key, item in value.items()}
        return value
    if type.name == "optional":
        return None if value == "none" else typed(type.items[0], value)
    if type.name == "int" and re.fullmatch(r"-?(0|[1-9][0-9]{0,19})", value):
        return int(value)
    if type.name == "bool" and value in ("true", "false"):
        return value == "true"
    if type.name in ("list", "effects") and value == "[]":
        return []
    if type.name == "table":
        return {} if value == "{}" else typed(type.items[1], value)
    return value


def check_value(
    ruleset: Ruleset,
    type: Type,
    value: Any,
    known: Callable[[str, str], bool],
    cells: Container[str],
    path: tuple[str | int, ...] = (),
) -> list[Flaw]:
    """Whether a JSON value is one of the type: the flaws, each at its path inside the value.

    `known(kind, id)` says whether a record exists, `cells` which cells do.
    """
    name = type.name
    if name == "optional":
        return [] if value is None else check_value(ruleset, type.items[0], value, known, cells, path)
    if name in ("list", "table", "effects", "shape"):
        return _check_container(ruleset, type, value, known, cells, path)
    message = _simple_fault(ruleset, type, value, known, cells)
    return [Flaw(path, "BZ505", message)] if message else []


def _simple_fault(
    ruleset: Ruleset, type: Type, value: Any, known: Callable[[str, str], bool], cells: Container[str]
) -> str:
    name = type.name
    if name == "int":
        if not isinstance(value, int) or isinstance(value, bool):
            return f"{_shown(value)} is no whole number"
        low, high = max(type.low, INT_MIN), min(type.high, INT_MAX)
        return "" if low <= value <= high else f"{value} is not within {low}..{high}"
    if name == "bool":
        return "" if isinstance(value, bool) else f"{_shown(value)} is neither true nor false"
    if not isinstance(value, str):
        return f"{_shown(value)} is no text"
    if name == "text":
        return "" if len(value) <= 4096 else "the text is longer than 4096 characters"
    if name == "enum":
        if type.of not in ruleset.enums:
            return ""  # told where it is declared
        members = ruleset.enums[type.of].members
        return "" if value in members else f"{_shown(value)} is not one of {', '.join(members)}"
    if name == "cell":
        return "" if value in cells else f"{_shown(value)} is no cell of the map"
    if name == "ref":
        return "" if known(type.of, value) else f"no {type.of} has the id {_shown(value)}"
    return f'a value of type "{type}" cannot be written down'


def _check_container(
    ruleset: Ruleset,
    type: Type,
    value: Any,
    known: Callable[[str, str], bool],
    cells: Container[str],
    path: tuple[str | int, ...],
) -> list[Flaw]:
    if type.name == "list":
        if not isinstance(value, list):
            return [Flaw(path, "BZ505", f"{_shown(value)} is no list")]
        if not type.low <= len(value) <= min(type.high, types.MAX_ITEMS):
            return [Flaw(path, "BZ505", f"{len(value)} elements, {type.low} to {type.high} are needed")]
        return [
            flaw
            for i, item in enumerate(value)
            for flaw in check_value(ruleset, type.items[0], item, known, cells, (*path, i))
        ]
    if type.name == "effects":
        return _check_effects(ruleset, value, known, cells, path)
    if type.name == "table" and not isinstance(value, dict):
        return check_value(ruleset, type.items[1], value, known, cells, path)
    if not isinstance(value, dict):
        return [Flaw(path, "BZ505", f"{_shown(value)} is no mapping")]
    if type.name == "shape":
        return _check_shape(ruleset, ruleset.shapes[type.of], value, known, cells, path)
    flaws = []
    for key, item in value.items():
        fault = key_fault(ruleset, type.items[0], key, known)
        flaws += [Flaw((*path, key), "BZ505", fault)] if fault else []
        flaws += check_value(ruleset, type.items[1], item, known, cells, (*path, key))
    return flaws


def key_fault(ruleset: Ruleset, key: Type, text: Any, known: Callable[[str, str], bool]) -> str:
    """Why a text is no key of a table, or nothing."""
    if key.name in ("seats", "range"):
        low, high = (1, 16) if key.name == "seats" else (key.low, key.high)
        digits = isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,6}", text)
        return "" if digits and low <= int(text) <= high else f"{_shown(text)} is not within {low}..{high}"
    return _simple_fault(ruleset, key, text, known, ())


def whole(ruleset: Ruleset, field: Field, value: Any) -> Any:
    """The value of a printed number with the keys that its default and `fill: up` give to its table."""
    names = table_keys(ruleset, field.type.items[0], (1, MAX_SEATS)) if field.type.name == "table" else ()
    if not names or not isinstance(value, dict):
        return value
    start = MISSING if field.default is MISSING else typed(field.type, field.default)
    found: dict[str, Any] = {}
    for index, name in enumerate(names):
        if name in value:
            found[name] = value[name]
        elif field.fill and index and names[index - 1] in found:
            found[name] = found[names[index - 1]]
        elif start is not MISSING and (not isinstance(start, dict) or name in start):
            found[name] = start[name] if isinstance(start, dict) else start
    return found | {key: item for key, item in value.items() if key not in found}


def table_keys(ruleset: Ruleset, key: Type, seats: tuple[int, int]) -> tuple[str, ...]:
    """The keys that a table must have; none where they are ids, since a table by records may leave some out."""
    if key.name == "enum":
        return ruleset.enums[key.of].members if key.of in ruleset.enums else ()
    if key.name in ("seats", "range"):
        low, high = seats if key.name == "seats" else (key.low, min(key.high, key.low + types.MAX_ITEMS))
        return tuple(str(number) for number in range(low, high + 1))
    return ()


def gaps(
    ruleset: Ruleset, type: Type, value: Any, seats: tuple[int, int], path: tuple[str | int, ...] = ()
) -> list[Flaw]:
    """The keys that tables inside a value of the type lack. The value has been checked in all else."""
    if type.name == "optional":
        return [] if value is None else gaps(ruleset, type.items[0], value, seats, path)
    if type.name == "list" and isinstance(value, list):
        inner = ((type.items[0], i, item) for i, item in enumerate(value))
    elif type.name == "shape" and isinstance(value, dict):
        fields = ruleset.shapes.get(type.of, {})
        inner = ((fields[name].type, name, item) for name, item in value.items() if name in fields)
    elif type.name == "table":
        return _gaps_of_table(ruleset, type, value, seats, path)
    else:
        return []
    return [flaw for of, step, item in inner for flaw in gaps(ruleset, of, typed(of, item), seats, (*path, step))]


def _gaps_of_table(
    ruleset: Ruleset, type: Type, value: Any, seats: tuple[int, int], path: tuple[str | int, ...]
) -> list[Flaw]:
    key, item = type.items
    if not isinstance(value, dict):
        return gaps(ruleset, item, value, seats, path)
    found = [
        Flaw(path, "BZ505", f'the key "{name}" is missing')
        for name in table_keys(ruleset, key, seats)
        if name not in value
    ]
    for name, inner in value.items():
        found += gaps(ruleset, item, inner, seats, (*path, name))
    return found


def _check_shape(
    ruleset: Ruleset,
    fields: dict[str, Field],
    value: dict[str, Any],
    known: Callable[[str, str], bool],
    cells: Container[str],
    path: tuple[str | int, ...],
) -> list[Flaw]:
    flaws = [
        Flaw((*path, key), "BZ505", f'"{key}" is no field of it', suggest(key, fields))
        for key in value
        if key not in fields
    ]
    for name, field in fields.items():
        if name in value:
            flaws += check_value(ruleset, field.type, value[name], known, cells, (*path, name))
        elif field.default is MISSING and field.type.name != "optional":
            flaws.append(Flaw(path, "BZ505", f'the field "{name}" is missing'))
    return flaws


def _check_effects(
    ruleset: Ruleset, value: Any, known: Callable[[str, str], bool], cells: Container[str], path: tuple[str | int, ...]
) -> list[Flaw]:
    """Effects are a list of [word, {argument: value}]."""
    if not isinstance(value, list) or len(value) > 64:
        return [Flaw(path, "BZ505", "effects are a list of at most 64 words")]
    flaws = []
    for i, item in enumerate(value):
        if not (isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and isinstance(item[1], dict)):
            flaws.append(Flaw((*path, i), "BZ505", "an effect is a word and its arguments"))
        elif item[0] not in ruleset.words:
            flaws.append(Flaw((*path, i), "BZ505", f'no word is named "{item[0]}"', suggest(item[0], ruleset.words)))
        else:
            flaws += _check_shape(ruleset, ruleset.words[item[0]].args, item[1], known, cells, (*path, i, 1))
    return flaws


def _shown(value: Any) -> str:
    text = str(value)
    return f'"{printable(text[:40])}{"..." if len(text) > 40 else ""}"'
