"""Arguments of those who call the engine: whether they are of the kind that is wanted, and what to say if not."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import Repr
from typing import Any

from .fault import Misuse
from .problem import printable
from .types import INT_MAX

SEED_MIN, SEED_MAX = -(2**63), 2**64 - 1
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 40


def shown(value: Any, limit: int = 40) -> str:
    """A value as it stands in a message: short, printable on every screen, texts in double quotes."""
    if isinstance(value, str):
        told = f'"{value}"' if len(value) <= limit else f'"{value[:limit]}..."'
    else:
        told = _SHORT.repr(value)
    return printable(told)


def number(place: str, value: Any, what: str, low: int, high: int, fix: str = "") -> int:
    """A whole number between two bounds; neither a bool nor a text."""
    if type(value) is not int or not low <= value <= high:
        span = f"from {low}" if high >= INT_MAX else f"from {low} to {high}"
        raise Misuse(place, f"{shown(value)} is no {what} {span}", fix or "give a whole number")
    return value


def seed(place: str, value: Any) -> int:
    """A seed: any whole number of 64 bits, with or without a sign."""
    if type(value) is not int or not SEED_MIN <= value <= SEED_MAX:
        raise Misuse(place, f"{shown(value)} is no seed: a seed is a whole number of 64 bits", "write seed=7")
    return value


def seat(place: str, value: Any, seats: int) -> int:
    """The seat of a player, counted from 0."""
    if type(value) is not int or not 0 <= value < seats:
        fix = f"seats are counted from 0: 0 to {seats - 1}" if seats > 1 else "the only seat is 0"
        raise Misuse(place, f"there is no player at the seat {shown(value)}", fix)
    return value


def flag(place: str, value: Any) -> bool:
    """True or False, and nothing that only counts as such."""
    if not isinstance(value, bool):
        raise Misuse(place, f"{shown(value)} is neither True nor False")
    return value


def mapping(place: str, value: Any, fix: str) -> Mapping[Any, Any]:
    """A mapping, as a dict is."""
    if type(value) is not dict and not isinstance(value, Mapping):  # dicts are told fast
        raise Misuse(place, f"{shown(value)} is no mapping", fix)
    return value


def text(place: str, value: Any, fix: str = "") -> str:
    """A text."""
    if not isinstance(value, str):
        raise Misuse(place, f"{shown(value)} is no text", fix)
    return value


def one_of(place: str, value: Any, cls: type, what: str) -> None:
    """Something that the engine itself has made."""
    if not isinstance(value, cls):
        raise Misuse(place, f"{shown(value)} is no {what}")
