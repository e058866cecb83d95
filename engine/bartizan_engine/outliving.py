"""Which fields outlive a game: those declared `until campaign`, of values that mean the same in any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .declared import Field, Ruleset
from .types import Type

KEPT = "campaign"  # the lifetime of what outlives a game
HOLDS = frozenset("int bool enum ref optional list table shape range seats".split())  # of which it is made
KEEPS = "numbers, bools, members of enums, records, and lists and tables of them outlive a game"


def kept(fields: Mapping[str, Field]) -> dict[str, Field]:
    """Those of the fields that outlive a game."""
    return {name: field for name, field in fields.items() if field.until == KEPT}


def passing(ruleset: Ruleset, type: Type) -> str:
    """The type in a type that means something in one game only, or nothing."""
    if type.name not in HOLDS:
        return str(type)
    inner: Iterable[Type] = type.items
    if type.name == "shape":
        inner = [field.type for field in ruleset.shapes.get(type.of, {}).values()]
    return next((found for item in inner if (found := passing(ruleset, item))), "")


def flaws(
    ruleset: Ruleset, fields: Iterable[tuple[tuple[str | int, ...], Field]]
) -> Iterator[tuple[tuple[str | int, ...], str, str, str]]:
    """Fields that cannot outlive a game: the path, a code, what is wrong, the likely fix."""
    for path, field in fields:
        if field.until != KEPT:
            continue
        if path[0] not in ("game", "players"):
            fix = "write it down in one of them before the game ends"
            yield (*path, "until"), "BZ504", "only fields of the game and of players outlive a game", fix
        elif held := passing(ruleset, field.type):
            yield (*path, "type"), "BZ501", f'"{held}" means something in one game only', KEEPS
