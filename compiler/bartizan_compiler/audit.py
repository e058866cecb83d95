"""Check what a ruleset wants counted under `audit`: one function a rule, over all records, for every number of players.

No rule knows a game. Each goes over the records once for each number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from bartizan_compiler.link import Pack
from bartizan_compiler.proofs import Audit, Deck, Where, bare, targets
from bartizan_compiler.shape import Record
from bartizan_compiler.tally import Found, columns, measure, named, occurrences
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.types import Type

SHOWN = 4  # second places of one problem
REASON = "falls"  # the key of a field's provenance that says why it falls with more players


def check(pack: Pack, audit: Audit, before: Iterable[Problem] = ()) -> list[Problem]:
    """Every rule of the list, in its order. A record that nothing at all names has been told `before`."""
    unnamed = {problem.spot for problem in before if problem.code == "BZ308"}
    found = [problem for rule in RULES for problem in rule(pack, audit)]
    return [problem for problem in found if problem.code != "BZ636" or problem.spot not in unnamed]


def _players(pack: Pack) -> range:
    low, high = pack.info["players"]
    return range(low, high + 1)


def _all(pack: Pack, kinds: Iterable[str]) -> Iterator[Record]:
    for kind in kinds:
        yield from pack.records.get(kind, ())


def _reaching(pack: Pack, where: Where) -> list[str]:
    """The kinds in whose records a field stands: its own, or those that hold the shape."""
    if not where.shape:
        return [where.owner]
    return [kind.name for kind in pack.ruleset.kinds.values() if _has_shape(pack, kind.name, where.owner)]


def _has_shape(pack: Pack, kind: str, shape: str) -> bool:
    open_ = [field.type for field in pack.ruleset.kinds[kind].fields.values()]
    seen: set[str] = set()
    while open_:
        type = open_.pop()
        open_ += type.items
        if type.name == "shape" and type.of not in seen:
            seen.add(type.of)
            open_ += [field.type for field in pack.ruleset.shapes[type.of].values()]
    return shape in seen


# ---------------------------------------------------------------- lists, and the box


def lists_say_what_is_named(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """A table by records says how often a record names each of them."""
    for listed, where in audit.counts:
        kinds = targets(listed.field.type.items[0])
        for record in _all(pack, _reaching(pack, listed)):
            for table in occurrences(pack, record, listed, through=False):
                yield from _miscounted(pack, record, table, listed, where, kinds)


def _miscounted(
    pack: Pack, record: Record, table: Found, listed: Where, where: Where, kinds: set[str]
) -> Iterator[Problem]:
    told: set[str] = set()
    for seats in columns(_players(pack), listed.field.type, where.field.type):
        says = named(listed.field.type, table.value, seats)
        names = _named(pack, record, where, seats)
        known = {other.id for other in _all(pack, sorted(kinds))}
        for id in sorted((says | names).keys() & known):
            if says[id] != names[id] and id not in told:
                told.add(id)
                plain = listed.field.type.items[1].name == "int"
                players = "" if plain else f" with {_seats(seats)}"
                said = f'"{where.name}" names "{id}" {_times(names[id])}{players}, and "{listed.name}" says {says[id]}'
                hint = f"{id}: {names[id]}" if plain else f"{id}: {{{seats}: {names[id]}, ...}}"
                yield Problem(table.record.at(*table.path, id), "BZ630", said, hint)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times" if count else "nowhere"


def _named(pack: Pack, record: Record, where: Where, seats: int) -> Counter[str]:
    """What a record names in a field, for so many players."""
    total: Counter[str] = Counter()
    for found in occurrences(pack, record, where):
        total.update(named(where.field.type, found.value, seats))
    return total


def box_holds_what_is_taken(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """What a mission, and the players, take out of the box is in it, for every number of players."""
    for holds, takers in audit.box:
        missions = [taker for taker in takers if _of_missions(pack, taker)]
        shared = [taker for taker in takers if taker not in missions]
        told: set[tuple[str, str]] = set()
        for seats in _players(pack):
            base = _shared(pack, shared, seats)
            for record in _all(pack, [holds.owner]):
                here = measure(holds.field.type, record.values.get(holds.name), seats)
                if base[record.id] > here:
                    if ("", record.id) not in told:
                        short = _short(record.at(holds.name), record, base[record.id], seats, here)
                        yield short._replace(notes=tuple(_takers(pack, shared, record.id)))
                    told.add(("", record.id))
            yield from _missions(pack, holds, missions, base, seats, told)


def _takers(pack: Pack, takers: list[Where], id: str) -> list[tuple[Spot, str]]:
    """The first places that take it."""
    found = [
        (one.record.at(*one.path), f'"{record.id}" takes {count}')
        for taker in takers
        for record in _all(pack, _reaching(pack, taker))
        for one in occurrences(pack, record, taker)
        if (count := named(taker.field.type, one.value, _players(pack)[-1])[id])
    ]
    return found[:SHOWN]


def _missions(
    pack: Pack, holds: Where, takers: list[Where], base: Counter[str], seats: int, told: set[tuple[str, str]]
) -> Iterator[Problem]:
    boxes = {
        record.id: measure(holds.field.type, record.values.get(holds.name), seats)
        for record in _all(pack, [holds.owner])
    }
    kinds = [kind.name for kind in pack.ruleset.kinds.values() if kind.family == "mission"]
    for mission in _all(pack, kinds if takers else ()):
        taken: Counter[str] = Counter()
        for taker in takers:
            taken.update(_named(pack, mission, taker, seats))
        for id in sorted(taken.keys() & boxes.keys()):
            if taken[id] + base[id] > boxes[id] and not {("", id), (mission.id, id)} & told:
                told.add((mission.id, id))
                record = pack.record(holds.owner, id)
                assert record is not None
                spot, note = _place(pack, mission, takers, id), (record.at(holds.name), "what the box holds")
                problem = _short(spot, record, taken[id] + base[id], seats, boxes[id])
                yield problem._replace(message=f'"{mission.id}" {problem.message}', notes=(note,))


def _short(spot: Spot, record: Record, needs: int, seats: int, holds: int) -> Problem:
    said = f'needs {needs} of "{record.id}" with {_seats(seats)}, the box holds {holds}'
    return Problem(spot, "BZ631", said, "take fewer, or correct what the box holds")


def _seats(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _place(pack: Pack, mission: Record, takers: list[Where], id: str) -> Spot:
    """The first place of a mission that names the record."""
    for taker in takers:
        for found in occurrences(pack, mission, taker):
            if any(named(taker.field.type, found.value, seats)[id] for seats in _players(pack)):
                return found.record.at(*found.path)
    return mission.spot


def _of_missions(pack: Pack, where: Where) -> bool:
    """Whether a field is taken mission by mission: it stands in missions, or in what missions are made of."""
    kinds = pack.ruleset.kinds
    if not where.shape and kinds[where.owner].family not in ("mission", "wave"):
        return False
    return not where.shape or any(kinds[kind].family in ("mission", "wave") for kind in _reaching(pack, where))


def _shared(pack: Pack, takers: list[Where], seats: int) -> Counter[str]:
    """What is taken whatever the mission: by each player with one record of a kind that players have, the records that
    take most of it; else by all records of the kind together.
    """
    total: Counter[str] = Counter()
    for taker in takers:
        for kind in _reaching(pack, taker):
            each = [_named(pack, record, taker, seats) for record in pack.records.get(kind, ())]
            if any(kind in targets(field.type) for field in pack.ruleset.players.values()):
                for id in sorted({id for one in each for id in one}):
                    total[id] += sum(sorted((one[id] for one in each), reverse=True)[:seats])
            else:
                for one in each:
                    total.update(one)
    return total


# ---------------------------------------------------------------- tables by players


def tables_rise_with_players(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """What more players should face more of does not fall in total, unless the record gives a reason."""
    for where in audit.rises:
        given: list[tuple[Record, str]] = []
        fell: set[tuple[str, str, str]] = set()
        for record in _totalled(pack, where):
            found = list(occurrences(pack, record, where))
            columns = {n: [measure(where.field.type, one.value, n) for one in found] for n in _players(pack)}
            sums = {n: sum(column) for n, column in columns.items()}
            down = next((n for n in sums if n + 1 in sums and sums[n + 1] < sums[n]), None)
            place = found[0] if found else None
            reasons = _reasons(place.record, str(place.path[0])) if place else ""
            if place and reasons:
                given.append((place.record, str(place.path[0])))
            if place and down is not None:
                fell.add((place.record.kind, place.record.id, str(place.path[0])))
                if not reasons:
                    yield _fall(record, place, where, columns, down)
        for record, name in given:
            if (record.kind, record.id, name) not in fell and not _asked_elsewhere(pack, audit, where, record, name):
                said = f'nothing in "{name}" falls with more players'
                yield Problem(record.at("from", "fields", name, REASON), "BZ633", said, "take the reason out")


def _totalled(pack: Pack, where: Where) -> Iterator[Record]:
    """The records whose totals count: missions for what their waves hold, else the records where it stands."""
    kinds = pack.ruleset.kinds
    if not where.shape and kinds[where.owner].family == "wave":
        yield from _all(pack, [kind.name for kind in kinds.values() if kind.family == "mission"])
    else:
        yield from _all(pack, _reaching(pack, where))


def _reasons(record: Record, name: str) -> str:
    return str(record.origin.get("fields", {}).get(name, {}).get(REASON, ""))


def _asked_elsewhere(pack: Pack, audit: Audit, where: Where, record: Record, name: str) -> bool:
    """Whether another table of the same field falls, for which the reason is given."""
    for other in audit.rises:
        if other != where:
            found = [one for one in occurrences(pack, record, other) if str(one.path[0]) == name]
            sums = [sum(measure(other.field.type, one.value, n) for one in found) for n in _players(pack)]
            if any(b < a for a, b in pairwise(sums)):
                return True
    return False


def _fall(record: Record, place: Found, where: Where, columns: dict[int, list[int]], down: int) -> Problem:
    totals = f"{sum(columns[down])} with {down} and {sum(columns[down + 1])} with {down + 1} players"
    both = "; ".join(f"{n}: {_column(columns[n])}" for n in (down, down + 1))
    reason = f'from: {{fields: {{{place.path[0]}: {{{REASON}: "why"}}}}}}'
    said = f'"{where.name}" of "{record.id}" comes to {totals} ({both})'
    spot = place.record.at(*(place.path if len(columns[down]) == 1 else place.path[:1]))
    return Problem(spot, "BZ632", said, f"more players should face more; if it is meant: {reason}")


def _column(numbers: list[int]) -> str:
    return " + ".join(map(str, numbers)) if len(numbers) > 1 else str(numbers[0])


# ---------------------------------------------------------------- numbers, decks, use


def numbers_run(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """Numbers run without a gap: in a list in its order, else over all records of the kind."""
    for where, start in audit.runs:
        listed = False
        for kind in pack.ruleset.kinds.values():
            for record in pack.records.get(kind.name, ()):
                for field in kind.fields.values():
                    for items in _lists(field.type, record.values.get(field.name), (field.name,), where.owner):
                        listed = True
                        yield from _run(pack, record, items, where, start)
        if not where.shape and not listed:
            yield from _kind_runs(pack, where)


Items = tuple[tuple[str | int, ...], list[Any]]


def _lists(type: Type, value: Any, path: tuple[str | int, ...], owner: str) -> Iterator[Items]:
    """The lists of a shape, or of records of a kind, in a value."""
    if type.name == "list" and value is not None and bare(type.items[0]).of == owner:
        yield path, value
    elif type.name == "optional" and value is not None:
        yield from _lists(type.items[0], value, path, owner)


def _run(pack: Pack, record: Record, items: Items, where: Where, start: int) -> Iterator[Problem]:
    path, values = items
    for index, item in enumerate(values):
        inner = item if isinstance(item, dict) else getattr(pack.record(where.owner, item), "values", {})
        number = inner.get(where.name)
        if number is not None and number != start + index:
            spot = record.at(*path, index, where.name) if where.shape else record.at(*path, index)
            said = f'"{where.name}" is {number} at place {index + 1} of "{path[-1]}", where {start + index} is next'
            yield Problem(spot, "BZ634", said, f"numbers run from {start} on, in the order of the list")
            return


def _kind_runs(pack: Pack, where: Where) -> Iterator[Problem]:
    """Over the pack's own records: an extension may go on where another pack ends."""
    seen: dict[int, Record] = {}
    for record in sorted(pack.own(where.owner), key=lambda one: int(one.values.get(where.name) or 0)):
        number = record.values.get(where.name)
        if number is None:
            continue
        if number in seen:
            note = ((seen[number].at(where.name), "the first one"),)
            said = f'"{record.id}" and "{seen[number].id}" have one {where.name}, {number}'
            yield Problem(record.at(where.name), "BZ634", said, "give each one a number of its own", note)
        elif seen and number - 1 not in seen:
            said = f"no {where.owner} has the {where.name} {number - 1}"
            yield Problem(record.at(where.name), "BZ634", said, "numbers run without a gap")
        seen[number] = record


def decks_are_legal(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """Decks keep to their size, to the caps of their record, and to the copies of each card."""
    for deck in audit.decks:
        kind = deck.where.field.type.items[0].of
        for record in _all(pack, _reaching(pack, deck.where)):
            for found in occurrences(pack, record, deck.where, through=False):
                held = {n: named(deck.where.field.type, found.value, n) for n in _players(pack)}
                for text in dict.fromkeys(_flaws(pack, deck, kind, found, cards) for cards in held.values()):
                    for said in text:
                        yield Problem(found.record.at(*found.path), "BZ635", f'"{found.record.id}": {said}')


def _flaws(pack: Pack, deck: Deck, kind: str, found: Found, cards: Counter[str]) -> tuple[str, ...]:
    said = []
    size = sum(cards.values())
    if not deck.low <= size <= deck.high:
        wanted = str(deck.low) if deck.low == deck.high else f"{deck.low} to {deck.high}"
        said.append(f'"{deck.where.name}" holds {size}, and should hold {wanted}')
    if deck.by:
        home = _home(found)
        sums: Counter[str] = Counter()
        for id, count in cards.items():
            record = pack.record(kind, id)
            sums[str(record.values.get(deck.by)) if record else ""] += count
        for member, cap in (home.get(deck.caps) or {}).items():
            if sums[member] > cap or (deck.full and sums[member] < cap):
                wanted = f"{cap}" if deck.full else f"at most {cap}"
                said.append(
                    f'"{deck.where.name}" holds {sums[member]} of the {deck.by} "{member}", and should hold {wanted}'
                )
    for id, count in sorted(cards.items()) if deck.copies else ():
        record = pack.record(kind, id)
        most = record.values.get(deck.copies) if record else None
        if most is not None and count > most:
            said.append(f'"{deck.where.name}" holds {count} of "{id}", and at most {most} are allowed')
    return tuple(said)


def _home(found: Found) -> dict[str, Any]:
    """The record, or the shape in it, that the deck stands in."""
    value: Any = found.record.values
    for step in found.path[:-1]:
        value = value[step]
    return value if isinstance(value, dict) else {}


def missions_use_every_record(pack: Pack, audit: Audit) -> Iterator[Problem]:
    """Every record of some kinds is named by a mission, or by what a mission names, or by a rule."""
    if not pack.missions() or not audit.used:
        return
    text = "\n".join(source for _, source in pack.rules)
    used = _used(pack)
    for kind in audit.used:
        for record in pack.own(kind):
            if (kind, record.id) not in used and f'"{record.id}"' not in text:
                yield Problem(
                    record.at("id"), "BZ636", f'no mission uses the {kind} "{record.id}"', "let a mission name it"
                )


def _used(pack: Pack) -> set[tuple[str, str]]:
    """What missions name, and what that names in turn."""
    kinds = [kind.name for kind in pack.ruleset.kinds.values() if kind.family == "mission"]
    open_ = list(_all(pack, kinds))
    found = {(record.kind, record.id) for record in open_}
    while open_:
        record = open_.pop()
        for pair in named_by(pack, record):
            other = pack.record(*pair)
            if other is not None and pair not in found:
                found.add(pair)
                open_.append(other)
    return found


def named_by(pack: Pack, record: Record) -> set[tuple[str, str]]:
    """The records that a record names and makes use of."""
    kind = pack.ruleset.kinds.get(record.kind)
    fields = kind.fields.values() if kind else ()
    return {pair for field in fields for pair in _names(pack, field.type, record.values.get(field.name))}


def _names(pack: Pack, type: Type, value: Any) -> Iterator[tuple[str, str]]:
    """The records that a value names; a number of none in a table names nothing."""
    if value is None:
        return
    if type.name == "ref":
        yield type.of, value
    elif type.name in ("optional", "list"):
        for item in value if type.name == "list" else [value]:
            yield from _names(pack, type.items[0], item)
    elif type.name == "table":
        for key, item in value.items():
            if not _nothing(item):
                yield from _names(pack, type.items[0], key)
            yield from _names(pack, type.items[1], item)
    elif type.name == "shape":
        for field in pack.ruleset.shapes[type.of].values():
            yield from _names(pack, field.type, value.get(field.name))


def _nothing(value: Any) -> bool:
    """Whether a value is none, nought, or made of nothing else."""
    if isinstance(value, dict | list):
        return all(map(_nothing, value.values() if isinstance(value, dict) else value))
    return value is None or value == 0


RULES: list[Callable[[Pack, Audit], Iterator[Problem]]] = [
    lists_say_what_is_named,
    box_holds_what_is_taken,
    tables_rise_with_players,
    numbers_run,
    decks_are_legal,
    missions_use_every_record,
]
