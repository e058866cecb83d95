"""Count what the fields of records name, for so many players: the plain arithmetic under `audit` and `pace`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bartizan_compiler.link import Pack
from bartizan_compiler.proofs import Where
from bartizan_compiler.shape import Record
from bartizan_engine.types import Type

Path = tuple[str | int, ...]


class Found(NamedTuple):
    """A field in a record, or in what the record names: its value, and where it stands."""

    record: Record
    path: Path
    value: Any


def named(type: Type, value: Any, seats: int) -> Counter[str]:
    """How often each record is named. A table by players counts for so many of them; a number in a table by records
    counts as many of its key.
    """
    total: Counter[str] = Counter()
    _name(type, value, seats, total)
    return total


def _name(type: Type, value: Any, seats: int, total: Counter[str]) -> None:
    name = type.name
    if value is None:
        return
    if name == "ref":
        total[value] += 1
    elif name == "optional":
        _name(type.items[0], value, seats, total)
    elif name == "list":
        for item in value:
            _name(type.items[0], item, seats, total)
    elif name == "table":
        key, inner = type.items
        if key.name == "seats":
            _name(inner, value.get(str(seats)), seats, total)
        elif key.name == "ref":
            for id, item in value.items():
                count = measure(inner, item, seats)
                if count:
                    total[id] += count
        else:
            for item in value.values():
                _name(inner, item, seats, total)


def columns(players: range, *types: Type) -> range:
    """The numbers of players for which values of these types can differ: the first alone, if none is by players."""
    return players if any(map(_by_players, types)) else players[:1]


def _by_players(type: Type) -> bool:
    return type.name == "seats" or any(map(_by_players, type.items))


def measure(type: Type, value: Any, seats: int) -> int:
    """How much a value comes to for so many players: a number itself, a name as one, lists and tables in total."""
    name = type.name
    if value is None:
        return 0
    if name == "int":
        return int(value)
    if name == "optional":
        return measure(type.items[0], value, seats)
    if name == "list":
        return sum(measure(type.items[0], item, seats) for item in value)
    if name == "table":
        if type.items[0].name == "seats":
            return measure(type.items[1], value.get(str(seats)), seats)
        return sum(measure(type.items[1], item, seats) for item in value.values())
    return 1 if name == "ref" else 0


def occurrences(pack: Pack, record: Record, where: Where, *, through: bool = True) -> Iterator[Found]:
    """Every value of a field in a record: its own, in its shapes, and `through` the records that it names."""
    kind = pack.ruleset.kinds.get(record.kind)
    if record.kind == where.owner and not where.shape and where.name in record.values:
        yield Found(record, (where.name,), record.values[where.name])
    elif kind:
        for field in kind.fields.values():
            yield from _inside(pack, record, field.type, record.values.get(field.name), (field.name,), where, through)


def _inside(
    pack: Pack, record: Record, type: Type, value: Any, path: Path, where: Where, through: bool
) -> Iterator[Found]:
    if value is None:
        return
    if type.name == "optional":
        yield from _inside(pack, record, type.items[0], value, path, where, through)
    elif type.name == "list":
        for number, item in enumerate(value):
            yield from _inside(pack, record, type.items[0], item, (*path, number), where, through)
    elif type.name == "table":
        for key, item in value.items():
            yield from _inside(pack, record, type.items[1], item, (*path, key), where, through)
    elif type.name == "shape":
        for field in pack.ruleset.shapes[type.of].values():
            if where.shape and (type.of, field.name) == (where.owner, where.name):
                yield Found(record, (*path, field.name), value.get(field.name))
            else:
                inner = value.get(field.name)
                yield from _inside(pack, record, field.type, inner, (*path, field.name), where, through)
    elif type.name == "ref" and through and type.of == where.owner and not where.shape:
        other = pack.record(type.of, value)
        if other is not None and where.name in other.values:
            yield Found(other, (where.name,), other.values[where.name])
