"""Put records that say `replaces: id` in the place of those of required packs.

Nothing is replaced in silence: the record says it, has the id of the other, and its pack requires the other's pack. So
everything that names the id goes on meaning one record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bartizan_compiler.requires import Closure
from bartizan_compiler.shape import Known, Record
from bartizan_engine.problem import Problem, owner, suggest

Name = tuple[str, str]  # kind and id


class Settled(NamedTuple):
    """The records and ids that are left, and from which packs each id that was replaced came before."""

    records: list[Record]
    known: list[Known]
    before: dict[Name, tuple[str, ...]]


def settle(records: list[Record], known: list[Known], closure: Closure, own: str) -> tuple[Settled, list[Problem]]:
    """Records come by packs, each pack after those that it requires."""
    if not closure.whole or not any(one.replaces for one in known):
        return Settled(records, known, {}), []
    settler = _Settler(closure, own)
    for one in known:
        settler.take(one)
    return Settled(_swapped(records, settler), settler.kept, settler.before), settler.problems


class _Settler:
    def __init__(self, closure: Closure, own: str) -> None:
        self.closure, self.own = closure, own
        self.kept: list[Known] = []
        self.holders: dict[Name, Known] = {}
        self.before: dict[Name, tuple[str, ...]] = {}
        self.gone: dict[tuple[str, str, str], Known] = {}  # what was replaced, by its name and file, and by what
        self.problems: list[Problem] = []

    def take(self, one: Known) -> None:
        name = (one.kind or one.family, one.id)
        held = self.holders.get(name)
        if not one.replaces:
            self.holders.setdefault(name, one)
            self.kept.append(one)
            return
        problem = self._refusal(one, held)
        if problem is not None:
            self.problems.append(problem)
            self.before.setdefault(name, ())
            if held is None:
                self.kept.append(one)
            return
        assert held is not None
        self.kept[self.kept.index(held)] = one
        self.holders[name] = one
        self.before[name] = (*self.before.get(name, ()), owner(held.spot.path))
        self.gone[(*name, held.spot.path)] = one

    def _refusal(self, one: Known, held: Known | None) -> Problem | None:
        """Why a record cannot take the place of another."""
        pack, _, id = one.replaces.rpartition(":")
        what, mine = one.kind or one.family, owner(one.spot.path)
        spot = one.replaces_at or one.spot
        if id != one.id:
            message = f'what replaces "{id}" has its id, and this is "{one.id}"'
            return Problem(spot, "BZ717", message, f"id: {id}")
        if held is None:
            ids = [known.id for known in self.kept if (known.kind or known.family) == what and owner(known.spot.path)]
            return Problem(spot, "BZ717", f'no required pack has the {what} "{id}"', suggest(id, ids))
        theirs, note = owner(held.spot.path), (held.spot, "it stands here")
        if theirs == mine:
            return Problem(spot, "BZ717", f'the {what} "{id}" stands in this pack itself', "change it there", (note,))
        if theirs not in self.closure.reach(mine):
            message = f'two packs replace or define the {what} "{id}"'
            return Problem(spot, "BZ717", message, "require the other pack, or take one of them out", (note,))
        if pack and pack not in (theirs, *self.before.get((what, id), ())):
            return Problem(
                spot, "BZ717", f'the {what} "{id}" is of the pack "{theirs}"', f"replaces: {theirs}:{id}", (note,)
            )
        return None


def _swapped(records: list[Record], settler: _Settler) -> list[Record]:
    """The records with each replacement where the other stood, so that their order stays."""
    fresh = {(record.kind, record.id, record.spot.path): record for record in records}
    placed: set[int] = set()

    def swap(record: Record) -> Record | None:
        by = settler.gone.get((record.kind, record.id, record.spot.path))
        if by is None:
            return record
        new = fresh.get((record.kind, record.id, by.spot.path))
        if new is None:  # it has faults, which are told; the old one stands in for it
            return record
        placed.add(id(new))
        return swap(new)

    return list(_once(filter(None, map(swap, records))))


def _once(records: Iterator[Record]) -> Iterator[Record]:
    seen: set[int] = set()
    for record in records:
        if id(record) not in seen:
            seen.add(id(record))
            yield record
