"""Which kinds are in play: units, cards, tiles and waves become pieces; dice have faces; the rest is only read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .declared import Field, Kind, Ruleset
from .types import Type

Path = tuple[str | int, ...]

IN_PLAY = ("unit", "card", "tile", "wave")
HINT = "units, cards, tiles and waves are in play"
FAMILY = "is of the family"  # in all that is said of a kind that is used as one of another family


def in_play(kind: Kind) -> bool:
    """Whether records of a kind become pieces; one whose family cannot be read may."""
    return kind.family in (*IN_PLAY, "")


def never(kind: Kind) -> str:
    """What is to say where a piece of a kind is wanted that has none."""
    return f'"{kind.name}" {FAMILY} {kind.family}, whose records are never in play'


def faceless(kind: Kind) -> str:
    """What is to say where a die is wanted, and the kind is none."""
    return f'"{kind.name}" {FAMILY} {kind.family}, and only dice have faces'


def nobody(kinds: Mapping[str, Kind], type: Type) -> tuple[str, str] | None:
    """Why there is never a value of a type, and what may be meant; None where there can be one."""
    kind = kinds.get(type.of)
    if kind is not None and type.name in ("piece", "zone") and not in_play(kind):
        return never(kind), f"ref {kind.name} names its record"
    if kind is not None and type.name == "face" and kind.family not in ("die", ""):
        return faceless(kind), "a face is of a kind of the family die"
    return next((found for item in type.items if (found := nobody(kinds, item)) is not None), None)


def is_written(path: Path) -> bool:
    """Whether the values of a field are written down by authors, and not made while a game is played."""
    return path[0] in ("shapes", "numbers") or (path[0] == "kinds" and path[2] in ("fields", "faces"))


def _written(kinds: Mapping[str, Kind], type: Type) -> tuple[str, str] | None:
    """Why a value of a type cannot be written down, and what may be meant."""
    if type.name in ("piece", "zone"):
        what = "pieces" if type.name == "piece" else "zones"
        hint = f'did you mean "ref {type.of}"?' if type.of in kinds or type.of == "map" else ""
        return f"what is written down cannot hold {what} of a game", hint
    return next((found for item in type.items if (found := _written(kinds, item)) is not None), None)


Told = tuple[Path, str, str, str]  # a path, a code, what is wrong, the likely fix


def unwritable(ruleset: Ruleset, fields: Iterable[tuple[Path, Field]]) -> Iterator[Told]:
    """Fields that authors write down, of a type of which nothing can be written."""
    for path, field in fields:
        found = _written(ruleset.kinds, field.type) if is_written(path) else None
        if found is not None:
            yield (*path, "type"), "BZ501", *found


def absent(ruleset: Ruleset, fields: Iterable[tuple[Path, Field]]) -> Iterator[Told]:
    """Declarations that want pieces or faces of a kind that has none: its family may be the wrong one."""
    for kind in ruleset.kinds.values():
        if kind.state and not in_play(kind):
            yield ("kinds", kind.name, "state"), "BZ504", f"{never(kind)}, so they have no state", HINT
    for zone in ruleset.zones.values():
        of = ruleset.kinds.get(zone.of)
        if of is not None and not in_play(of):
            yield ("zones", zone.name, "of"), "BZ504", never(of), HINT
    for path, field in fields:
        found = nobody(ruleset.kinds, field.type)
        if found is not None and not (is_written(path) and _written(ruleset.kinds, field.type)):
            yield (*path, "type"), "BZ501", *found
