"""What a rule may call: one table, each function with its signature, its class and its words for authors.

The language page is made from this table. A signature is written in the annotation's spelling, with type variables: T
any type, K any kind. A `?` marks a parameter that may be left out, `kind[K]` a kind written as a text literal, `place`
a cell, a zone or a piece that carries. Pure functions read; changing ones are the only way in which a rule changes the
world, and each makes an event; asking ones (`choose` and its kin) are forms of the language and live in `language`.

Every function gets the state first. Whatever grows with its arguments is paid for before it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .fault import Fault
from .types import MAX_ITEMS

if TYPE_CHECKING:
    from .fixed import Fixed
    from .state import Base as State

F = TypeVar("F", bound=Callable[..., Any])


class Function(NamedTuple):
    """An entry of the table."""

    name: str
    signature: str
    mode: str  # pure or changing
    doc: str
    call: Callable[..., Any]


LIBRARY: dict[str, Function] = {}


def pure(signature: str) -> Callable[[F], F]:
    """Register a function that only reads."""
    return _register(signature, "pure")


def changing(signature: str) -> Callable[[F], F]:
    """Register a verb: a function that changes the world."""
    return _register(signature, "changing")


def _register(signature: str, mode: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        name = signature.partition("(")[0]
        LIBRARY[name] = Function(name, signature, mode, function.__doc__ or "", function)
        return function

    return register


def sized(s: State, items: list[Any]) -> list[Any]:
    """A list within the general limit, or a fault."""
    if len(items) > MAX_ITEMS:
        raise too_many("a list", "elements", len(items))
    return items


def too_many(what: str, of: str, size: int, limit: int = MAX_ITEMS) -> Fault:
    """The fault of what has grown beyond a limit; how large it would be may tell what is hidden."""
    said = f"{what} of more than {limit} {of}"
    return Fault("BZ811", said, detail=f"{what} of {size} {of}; at most {limit} are allowed")


MAX_CELLS = 65_536  # of lists in lists, in all


def deep(s: State, value: Any) -> Any:
    """Pay for all that is in a list of lists, as often as it is in it: what is shared counts each time.

    So whatever walks the value later, to compare, hash, save or show it, has an end. (A list that grows by `append`
    is weighed when it is walked.)
    """
    cells, left = 0, [value]
    while left:
        part = left.pop()
        cells += 1 + (len(part) // 8 if type(part) is str else len(part))
        if cells > MAX_CELLS:
            raise Fault("BZ811", f"lists in lists of more than {MAX_CELLS} elements in all")
        if type(part) is str:
            continue
        items = [*part.keys(), *part.values()] if type(part) is dict else part
        left += [item for item in items if type(item) in _SIZED]
    s.spend(cells)
    return value


_HOLDERS = frozenset((list, tuple, dict))
_SIZED = _HOLDERS | {str}  # a letter is an eighth of an element


def weigh(s: State, items: Any) -> None:
    """Pay for a walk through a list and what is in it."""
    parts = items.values() if type(items) is dict else items
    if type(items) is not str and not _HOLDERS.isdisjoint(map(type, parts)):
        deep(s, items)
    else:
        s.spend(len(items))


# ---------------------------------------------------------------- players


@pure("players() -> list[player]")
def players(s: State) -> list[int]:
    """All players, in seat order."""
    return list(range(s.seats))


@pure("seats() -> int")
def seats(s: State) -> int:
    """How many play."""
    return s.seats


@pure("in_campaign() -> bool")
def in_campaign(s: State) -> bool:
    """Whether this game is one of a campaign."""
    return s.fixed.leads["campaign"] is not None


@pure("owner(piece: K) -> player")
def owner(s: State, piece: int) -> int:
    """The player in whose zone the piece lies. A fault where it lies in none."""
    zone = s.place[piece] - s.fixed.cells
    found = s.fixed.zone_owner[zone] if zone >= 0 else None
    if found is None:
        name = s.open_name(piece)
        raise Fault("BZ812", f"{name} lies in no player's zone", "ask only for pieces in zones of players")
    return found


# ---------------------------------------------------------------- pieces and places


@pure("pieces(kind: kind[K], at: place?) -> list[K]")
def pieces(s: State, kind: str, at: int | None = None) -> list[int]:
    """The pieces of a kind in order of creation: all, or those `at` a cell, in a zone, carried by a piece, or on the
    `board`.
    """
    alive: list[int] = s.alive[kind]
    s.fuel -= len(alive)
    if s.fuel < 0:
        s.spend(0)
    if at is None:
        return list(alive)
    place = s.place
    if at == BOARD:
        cells = s.fixed.cells
        return [p for p in alive if 0 <= place[p] < cells]
    return [p for p in alive if place[p] == at]


@pure("count(kind: kind[K], at: place?) -> int")
def count(s: State, kind: str, at: int | None = None) -> int:
    """How many pieces of a kind there are, at all or `at` a place."""
    return len(pieces(s, kind, at))  # a list is counted faster than numbers are added up


BOARD = -(2**40)  # the place "any cell"


@pure("on_board(piece: K) -> bool")
def on_board(s: State, piece: int) -> bool:
    """Whether the piece stands on a cell."""
    return 0 <= s.place[piece] < s.fixed.cells


@pure("top(zone: zone[K]) -> optional[K]")
def top(s: State, zone: int) -> int | None:
    """The first piece of a zone, or None if it is empty."""
    inside = s.zones[zone]
    return inside[0] if inside else None


def still_there(s: State, piece: int) -> None:
    """A piece that has left the game is nowhere, and nothing is done with it."""
    if s.place[piece] == -1:
        raise Fault("BZ812", f"{s.open_name(piece)} has left the game", "remove it last")


def _check_place(s: State, place: int) -> None:
    if place < -1:
        still_there(s, -2 - place)


@changing("create(record: ref[K], place: place) -> K")
def create(s: State, kind: str, record: int, place: int) -> int:
    """A new piece of a record, with its state at the start; on a cell, at the end of a zone, or carried by a piece."""
    if place < -1:
        _check_place(s, place)
    s.spend(len(s.fixed.piece_columns))
    piece = s.make(kind, record)
    s.put(piece, place)
    if s.notes is not None:
        s.note(("created", piece, place), 0)
    return piece


@changing("move(piece: K, place: place) -> none")
def move(s: State, piece: int, place: int) -> None:
    """The piece goes to a cell, to the end of a zone, or onto a piece that carries it."""
    before = s.place[piece]
    if before == -1:
        still_there(s, piece)
    if place < -1:
        _check_place(s, place)
    at = s.put(piece, place)
    if s.notes is not None:
        s.note(("moved", piece, before, place, at), 0)


@changing("move_each(pieces: list[K], place: place) -> none")
def move_each(s: State, pieces: list[int], place: int) -> None:
    """Every piece of a list goes to a place, in order; `move` of a list does this."""
    s.spend(len(pieces))
    for piece in list(pieces):
        move(s, piece, place)


@changing("move_all(source: zone[K], target: zone[K]) -> none")
def move_all(s: State, source: int, target: int) -> None:
    """Every piece of one zone goes to another, in order."""
    s.spend(len(s.zones[source]))
    for piece in list(s.zones[source]):
        move(s, piece, s.fixed.cells + target)


@changing("remove(piece: K) -> none")
def remove(s: State, piece: int) -> None:
    """The piece leaves the game. A fault while it carries another."""
    still_there(s, piece)
    s.spend(len(s.place))
    if -2 - piece in s.place:
        raise Fault("BZ812", f"{s.open_name(piece)} still carries a piece", "move what it carries first")
    before = s.place[piece]
    at = s.put(piece, -1)
    s.alive[s.fixed.kinds[s.kind[piece]]].remove(piece)
    if s.notes is not None:
        s.note(("removed", piece, before, at), 0)


@changing("renew(piece: K) -> none")
def renew(s: State, piece: int) -> None:
    """The state of a piece goes back to its start."""
    still_there(s, piece)
    s.spend(2 * len(s.fixed.piece_columns))
    s.event("renewed", piece, s.renew(piece))


# ---------------------------------------------------------------- chance


@changing("shuffle(zone: zone[K]) -> none")
def shuffle(s: State, zone: int) -> None:
    """The pieces of a zone in a random order."""
    s.spend(len(s.zones[zone]) * 4)
    before = s.zones[zone][:] if s.notes is not None else None
    s.chance.shuffle("shuffle " + s.fixed.zone_key[zone], s.zones[zone])
    s.event("shuffled", zone, before)


@changing("roll(die: ref[K]) -> face[K]")
def roll(s: State, kind: str, die: int) -> int:
    """The face that a throw of a die shows."""
    faces: list[int] = s.fixed.die_faces[kind][die]
    stream = s.fixed.rolls[kind][die]
    forced = s.forced.get(stream) if s.forced else None
    face = s.fixed.face_named(kind, die, forced.pop(0)) if forced else s.chance.face(stream, faces, s.fixed.face_name)
    if s.notes is not None:
        s.note(("rolled", kind, die, face), 0)
    return face


@changing("roll_many(die: ref[K], n: int) -> list[face[K]]")
def roll_many(s: State, kind: str, die: int, n: int) -> list[int]:
    """The faces that n throws of a die show, in order."""
    s.spend(max(n, 0) * 4)
    return sized(s, [roll(s, kind, die) for _ in range(_small(n))])


@pure("faces(die: ref[K]) -> list[face[K]]")
def faces(s: State, kind: str, die: int) -> list[int]:
    """The different faces of a die, each once, in the order of the record."""
    every = s.fixed.die_faces[kind][die]
    s.spend(len(every))
    return sized(s, list(dict.fromkeys(every)))


@changing("pick(items: list[T]) -> T")
def pick(s: State, type: int, rule: str, items: list[Any]) -> Any:
    """One element by chance. A fault if there is none."""
    if not items:
        raise Fault("BZ808", "nothing to pick from", 'test "if items:" before')
    return sample(s, type, rule, items, 1)[0]


@changing("sample(items: list[T], n: int) -> list[T]")
def sample(s: State, type: int, rule: str, items: list[Any], n: int) -> list[Any]:
    """N different elements by chance, all of them if there are fewer."""
    s.spend(len(items) * 8)
    left: list[Any] = list(items)
    found: list[Any] = []
    while left and len(found) < n:
        at = s.forced_pick(type, left)
        if at is None:
            at = s.chance.below(
                f"pick {rule}", len(left), lambda: [s.program.key(s.program.types[type], one, s) for one in left]
            )
        found.append(left.pop(at))
    s.event("picked", type, found)
    return found


# ---------------------------------------------------------------- time and talk


@changing("expire(lifetime: lifetime) -> none")
def expire(s: State, lifetime: str) -> None:
    """Every field declared `until` this lifetime goes back to its start."""
    s.expire(lifetime)


@pure("fail(why: text) -> never")
def fail(s: State, why: Any, written: bool = False) -> None:
    """The pack's own fault: the game cannot go on. For what must never happen."""
    said = s.program.unfilled(why) if written else "the rules gave up"  # a value may be hidden, and any other text
    raise Fault("BZ809", said, detail=s.plain(why))


# ---------------------------------------------------------------- the board


@pure("cells(tag: tag?) -> list[cell]")
def cells(s: State, tag: str | None = None) -> list[int]:
    """The cells with a tag, or all, in reading order."""
    s.spend(s.fixed.cells)
    return list(range(s.fixed.cells)) if tag is None else list(s.fixed.tagged[tag])


@pure("cell_named(name: text) -> cell")
def cell_named(s: State, name: str) -> int:
    """The cell with a name. A fault if the map has none."""
    if name not in s.fixed.cell_index:
        raise Fault("BZ808", "the map has no cell of this name", detail=f'the map has no cell named "{name}"')
    return s.fixed.cell_index[name]


@pure("tagged(cell: cell, tag: tag) -> bool")
def tagged(s: State, cell: int, tag: str) -> bool:
    """Whether a cell has a tag."""
    return cell in s.fixed.tag_sets[tag]


@pure("distance(a: cell, b: cell) -> int")
def distance(s: State, a: int, b: int) -> int:
    """How many cells away, counting across gaps. Lanes and free maps count along their links."""
    s.spend(s.fixed.plane.work)
    return s.fixed.plane.distance(a, b)


@pure("within(cell: cell, n: int) -> list[cell]")
def within(s: State, cell: int, n: int) -> list[int]:
    """The cells at most n away, itself too, in reading order."""
    s.spend(s.fixed.cells)
    return list(s.fixed.within(cell, n))


@pure("neighbours(cell: cell) -> list[cell]")
def neighbours(s: State, cell: int) -> list[int]:
    """The cells that touch it and are not closed off, clockwise from the east."""
    return list(s.fixed.neighbours[cell])


@pure("ring(cell: cell, n: int) -> list[optional[cell]]")
def ring(s: State, cell: int, n: int) -> list[int | None]:
    """The cells exactly n away, clockwise from the east, None where the map has none.

    On lanes and free maps they come in reading order, and none is missing.
    """
    plane = s.fixed.plane
    s.spend(plane.work + plane.around(n))
    found = plane.ring(cell, n)
    _small(len(found))
    return found


@pure("cells_between(a: cell, b: cell) -> list[cell]")
def cells_between(s: State, a: int, b: int) -> list[int]:
    """The cells whose centre lies on the straight line from a to b, both left out."""
    s.spend(s.fixed.plane.reach)
    return list(s.fixed.between(a, b))


@pure("linked(way: way, cell: cell) -> list[cell]")
def linked(s: State, way: str, cell: int) -> list[int]:
    """The cells of a way that can be walked to from a cell in one step: forwards, backwards and on detours."""
    found = s.fixed.ways[way].links.get(cell, ())
    s.spend(len(found))
    return list(found)


@pure("goal(way: way, cell: cell) -> cell")
def goal(s: State, way: str, cell: int) -> int:
    """The nearest goal of a way."""
    return nearest_goal(s.fixed, way, cell)


def nearest_goal(fixed: Fixed, way: str, cell: int) -> int:
    """The same, of what does not change."""
    found = fixed.ways[way].nearest[cell]
    if found < 0:
        said = f'no goal of "{way}" is reached from '
        raise Fault("BZ808", said + "this cell", detail=said + fixed.cell_names[cell])
    return found


@pure("next_cell(way: way, cell: cell, goal: optional[cell]?) -> cell")
def next_cell(s: State, way: str, cell: int, goal_cell: int | None = None) -> int:
    """The next step along a way, toward a goal or the nearest one. A fault at the goal, or off the way."""
    return next_step(s.fixed, way, cell, goal_cell)


def next_step(fixed: Fixed, way: str, cell: int, goal_cell: int | None = None) -> int:
    """The same, of what does not change."""
    to = nearest_goal(fixed, way, cell) if goal_cell is None else goal_cell
    steps = fixed.ways[way].next.get(to)
    if steps is None or steps[cell] < 0:
        names = fixed.cell_names
        said = f'"{way}" leads no further from '
        detail = f"{said}{names[cell]} to {names[to]}"
        raise Fault("BZ808", said + "this cell to this goal", "ask steps_left first", detail=detail)
    return steps[cell]


@pure("steps_left(way: way, cell: cell, goal: optional[cell]?) -> int")
def steps_left(s: State, way: str, cell: int, goal_cell: int | None = None) -> int:
    """How many steps a way has left from a cell, to a goal or the nearest one."""
    to = goal(s, way, cell) if goal_cell is None else goal_cell
    left = s.fixed.ways[way].left.get(to)
    if left is None or left[cell] < 0:
        names = s.fixed.cell_names
        detail = f'"{way}" does not lead from {names[cell]} to {names[to]}'
        raise Fault("BZ808", f'"{way}" does not lead from this cell to this goal', detail=detail)
    return left[cell]


@pure("has_split(way: way, cell: cell) -> bool")
def has_split(s: State, way: str, cell: int) -> bool:
    """Whether a way divides at this cell by a die."""
    return (way, cell) in s.fixed.splits


@pure("branch(way: way, cell: cell, face: face[K]) -> cell")
def branch(s: State, way: str, cell: int, face: int) -> int:
    """The goal to which a face of the die sends whoever leaves this split."""
    split = s.fixed.splits.get((way, cell))
    if split is None:
        said, at = f'"{way}" has no split at ', s.fixed.cell_names[cell]
        raise Fault("BZ808", said + "this cell", "ask has_split first", detail=said + at)
    return split[s.fixed.face_name[face]]


# ---------------------------------------------------------------- lists


@pure("len(items: sized) -> int")
def length(s: State, items: Any) -> int:
    """How many elements a list, zone, table or text has."""
    return len(items)


@pure("first(items: list[T]) -> optional[T]")
def first(s: State, items: list[Any]) -> Any:
    """The first element, or None."""
    return items[0] if items else None


@pure("must(value: optional[T]) -> T")
def must(s: State, value: Any) -> Any:
    """The value, which is never None here. A fault if it is."""
    if value is None:
        raise Fault("BZ805", "a value that must be there is None")
    return value


@pure("sum(items: list[int]) -> int")
def total(s: State, items: list[int]) -> int:
    """The sum of whole numbers."""
    s.spend(len(items))
    return _fits(sum(items))


@pure("any(items: list[bool]) -> bool")
def any_of(s: State, items: list[bool]) -> bool:
    """Whether one of them is True."""
    s.spend(len(items))
    return any(items)


@pure("all(items: list[bool]) -> bool")
def all_of(s: State, items: list[bool]) -> bool:
    """Whether all of them are True."""
    s.spend(len(items))
    return all(items)


@pure("abs(n: int) -> int")
def absolute(s: State, n: int) -> int:
    """The number without its sign."""
    return _fits(abs(n))


@pure("reversed(items: list[T]) -> list[T]")
def backwards(s: State, items: list[Any]) -> list[Any]:
    """The elements from last to first."""
    s.spend(len(items))
    return list(items)[::-1]


@pure("unique(items: list[T]) -> list[T]")
def unique(s: State, items: list[Any]) -> list[Any]:
    """Each element once, in the order of its first appearance."""
    s.spend(len(items) * 4)
    weigh(s, items)
    found: list[Any] = []
    seen: set[Any] = set()
    for item in items:
        key = frozen(item)
        if key not in seen:
            seen.add(key)
            found.append(item)
    return found


@pure("list(items: list[T]) -> list[T]")
def copy(s: State, items: list[Any]) -> list[Any]:
    """A list of one's own, of a zone or another list."""
    s.spend(len(items))
    return list(items)


@pure("keys(table: table[A, T]) -> list[A]")
def keys(s: State, table: dict[Any, Any]) -> list[Any]:
    """The keys of a table or dict, in order."""
    s.spend(len(table))
    return list(table)


@pure("enumerate(items: list[T]) -> list[tuple[int, T]]")
def numbered(s: State, items: list[Any]) -> list[tuple[int, Any]]:
    """Pairs of the number from 0 and the element."""
    s.spend(len(items))
    return list(enumerate(items))


def _fits(n: int) -> int:
    if not -(2**63) <= n < 2**63:
        raise Fault("BZ804", "a number does not fit into 64 bits")
    return n


def _small(n: int) -> int:
    if n > MAX_ITEMS:
        raise too_many("a list", "elements", n)
    return n


def frozen(value: Any) -> Any:
    """The same value, as one that can be a key."""
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    if isinstance(value, dict):
        return tuple((key, frozen(item)) for key, item in value.items())
    return value
