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
    name = type.name
    if value is None:
        return Counter()
    if name == "ref":
        return Counter([value])
    if name == "optional":
        return named(type.items[0], value, seats)
    if name == "list":
        return _sum(named(type.items[0], item, seats) for item in value)
    if name == "table":
        key, inner = type.items
        if key.name == "seats":
            return named(inner, value.get(str(seats)), seats)
        if key.name == "ref":
            return Counter({id: count for id, item in value.items() if (count := measure(inner, item, seats))})
        return _sum(named(inner, item, seats) for item in value.values())
    return Counter()


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


def _sum(counters: Iterator[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return total


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
