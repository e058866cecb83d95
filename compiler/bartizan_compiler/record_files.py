"""Read the record files of a pack: each loaded and shaped, or taken from what an earlier check found out about it.

What stands in a file follows from its bytes, its path, and what its records are judged by; nothing else of the pack
has a say here. So that is the key under which it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from bartizan_compiler import load, pack, shape
from bartizan_compiler.cache import Cache, Places, key, packed, unpacked
from bartizan_compiler.models import Models
from bartizan_compiler.shape import Known, Record, Shaped
from bartizan_engine.problem import Problem, Spot, owner


def read(
    path: str, data: bytes, models: Models, broken: frozenset[str], judge: str, store: Cache
) -> tuple[Shaped | None, list[Problem]]:
    """The records of one file, and what is wrong with it; None if it cannot be read.

    `judge` is the hash of what `models` and `broken` follow from.
    """
    family = pack.family(path)
    store = store.of_missions() if family == "mission" and not owner(path) else store
    named = key("records", path, judge, data)
    found = store.get(named)
    if found is not None:
        return _unpacked(path, *found)
    node, problems = load.load(path, data)
    shaped = None
    if node is not None:
        shaped, more = shape.shape(family, node, models, broken)
        problems = problems + more
    store.put(named, *_packed(path, shaped, problems))
    return shaped, problems


def _packed(path: str, shaped: Shaped | None, problems: list[Problem]) -> tuple[str, str]:
    """An answer and its places as two texts of JSON."""
    told: dict[str, Any] = {"problems": packed(problems)}
    places: list[Any] = []
    if shaped is not None:
        told["whole"] = shaped.whole
        told["known"] = shaped.known
        told["records"] = [[*record._replace(places={})] for record in shaped.records]
        places = [[[where, _short(path, spot)] for where, spot in record.places.items()] for record in shaped.records]
    return _dumps(told), _dumps(places)


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def _short(path: str, spot: Spot) -> list[Any]:
    """A place without the path, where that is the file's."""
    return [*spot[1:]] if spot.path == path else [*spot[1:], spot.path]


def _unpacked(path: str, answer: str, places: str) -> tuple[Shaped | None, list[Problem]]:
    told = json.loads(answer)
    problems = unpacked(told["problems"])
    if "records" not in told:
        return None, problems

    @cache
    def apart() -> list[Any]:
        return list(json.loads(places))

    def place(number: int) -> Callable[[], dict[tuple[str | int, ...], Spot]]:
        return lambda: {
            tuple(where): Spot(spot[4] if len(spot) > 4 else path, *spot[:4]) for where, spot in apart()[number]
        }

    records = [_record(values, Places(place(number))) for number, values in enumerate(told["records"])]
    known = [_known(values) for values in told["known"]]
    return Shaped(records, known, told["whole"]), problems


def _record(values: list[Any], places: Places) -> Record:
    record = Record(*values)
    names = tuple((tuple(where), of) for where, of in record.qualified)
    return record._replace(spot=Spot(*record.spot), places=places, qualified=names)


def _known(values: list[Any]) -> Known:
    known = Known(*values)
    return known._replace(spot=Spot(*known.spot), replaces_at=Spot(*known.replaces_at) if known.replaces_at else None)
