"""How things were: the events of a state undone one by one on a copy, the latest first, or done again.

So nothing has to be put into words when it happens: who reads an event later reads it on a copy in which everything
that followed has been undone, and a piece's label, where it lay and who could see it there are as they were then. Only
what is seen goes back - places, the order of zones, fields, the round - never frames, contexts or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .types import MAX_LOAD

if TYPE_CHECKING:
    from .state import Base

Raw = tuple[Any, ...]  # an event as it stands in the state: its name and its parts


def raw_events(s: Base, since: Any = None) -> list[Raw]:
    """All events as they stand in the state, in order; or those after a link of the chain of finished lists."""
    parts = [s.notes or []]
    link = s.trunk
    while link is not None and link is not since:
        link, part = link
        parts.append(part)
    return [event for part in reversed(parts) for event in part]


def backwards(past: Base, raw: list[Raw], since: int = 0) -> Iterator[Raw]:
    """Events from the last one to the one at a place; while one is read, the copy is as it was right after it."""
    for event in reversed(raw[since:]):
        yield event
        undo(past, event)


def undo(s: Base, raw: Raw) -> None:
    """Put a copy back to before its last event."""
    if raw[0] in _UNDO:
        _UNDO[raw[0]](s, *raw[1:])


def redo(s: Base, raw: Raw, order: list[int]) -> Raw | None:
    """Let an event happen on a copy that stands elsewhere: the event as it is there; None where it cannot happen.

    `order` is that of the zone that was shuffled, after it was.
    """
    if raw[0] == "shuffled":
        return _shuffle_again(s, raw[1], order)
    return _REDO[raw[0]](s, *raw[1:]) if raw[0] in _REDO else raw


# ---------------------------------------------------------------- undone


def _put_back(s: Base, piece: int, place: int, at: int) -> None:
    cells = s.fixed.cells
    if s.place[piece] >= cells:
        s.zones[s.place[piece] - cells].remove(piece)
    s.place[piece] = place
    if place >= cells:
        s.zones[place - cells].insert(at, piece)


def _undo_set(s: Base, name: str, of: int | None, before: Any, after: Any) -> None:  # noqa: ARG001  # the event has it
    write(s, name.replace(".", "__"), of, before)


def write(s: Base, slot: str, of: int | None, value: Any) -> None:
    """A value into a slot of the state, of the piece or player if there are several."""
    if of is None:
        setattr(s, slot, value)
    else:
        getattr(s, slot)[of] = value


def read(s: Base, slot: str, of: int | None) -> Any:
    """The value in a slot of the state."""
    return getattr(s, slot) if of is None else getattr(s, slot)[of]


def _undo_renewed(s: Base, piece: int, before: tuple[Any, ...]) -> None:
    for column, value in zip(s.fixed.piece_columns, before, strict=True):
        getattr(s, column.name)[piece] = value


def _undo_expired(s: Base, lifetime: str, changed: tuple[Any, ...]) -> None:  # noqa: ARG001  # the event has it
    for slot, of, before, _ in changed:
        write(s, slot, of, before)


def _undo_shuffled(s: Base, zone: int, before: list[int]) -> None:
    _arrange(s, zone, before)


def _arrange(s: Base, zone: int, order: list[int]) -> None:
    """The pieces of a zone in another order; if there are others, as in a state that was changed by hand, it stays."""
    if sorted(s.zones[zone]) == sorted(order):
        s.zones[zone] = order[:]


def _undo_round(s: Base, number: int, before: int) -> None:  # noqa: ARG001  # the event has it
    s.round = before


_UNDO: dict[str, Callable[..., None]] = {
    "created": lambda s, piece, place: _put_back(s, piece, -1, -1),  # noqa: ARG005  # the event has it
    "moved": lambda s, piece, before, place, at: _put_back(s, piece, before, at),  # noqa: ARG005  # the same
    "removed": _put_back,
    "renewed": _undo_renewed,
    "set": _undo_set,
    "expired": _undo_expired,
    "shuffled": _undo_shuffled,
    "round": _undo_round,
}

# ---------------------------------------------------------------- done again


def _put(s: Base, piece: int, place: int) -> int:
    """The piece goes to the end of a place; what comes back is where it lay in the zone that it left, or -1."""
    cells, before, at = s.fixed.cells, s.place[piece], -1
    if before >= cells:
        at = s.zones[before - cells].index(piece)
        del s.zones[before - cells][at]
    s.place[piece] = place
    if place >= cells:
        s.zones[place - cells].append(piece)
    return at


def _carries(s: Base, piece: int, place: int) -> bool:
    """Whether a piece carries, over others, what lies at a place: there it cannot be put."""
    for _ in range(MAX_LOAD):
        if place >= -1:
            return False
        if -2 - place == piece:
            return True
        place = s.place[-2 - place]
    return True


def _move_again(s: Base, piece: int, before: int, place: int, at: int) -> Raw | None:
    if _carries(s, piece, place):
        return None
    before = s.place[piece]
    at = _put(s, piece, place)
    return ("moved", piece, before, place, at)


def _create_again(s: Base, piece: int, place: int) -> Raw:
    _put(s, piece, place)
    return ("created", piece, place)


def _remove_again(s: Base, piece: int, before: int, at: int) -> Raw:
    before = s.place[piece]
    at = _put(s, piece, -1)
    return ("removed", piece, before, at)


def _renew_again(s: Base, piece: int, before: tuple[Any, ...]) -> Raw:
    before = s.renew(piece)
    return ("renewed", piece, before)


def _set_again(s: Base, name: str, of: int | None, before: Any, after: Any) -> Raw:
    slot = name.replace(".", "__")
    before = read(s, slot, of)
    write(s, slot, of, after)
    return ("set", name, of, before, after)


def _expire_again(s: Base, lifetime: str, changed: tuple[Any, ...]) -> Raw:
    found = tuple((slot, of, read(s, slot, of), after) for slot, of, _, after in changed)
    for slot, of, _, after in changed:
        write(s, slot, of, after)
    return ("expired", lifetime, found)


def _shuffle_again(s: Base, zone: int, order: list[int]) -> Raw:
    before = s.zones[zone][:]
    _arrange(s, zone, order)
    return ("shuffled", zone, before)


def _round_again(s: Base, number: int, before: int) -> Raw:
    before, s.round = s.round, number
    return ("round", number, before)


_REDO: dict[str, Callable[..., Raw | None]] = {
    "created": _create_again,
    "moved": _move_again,
    "removed": _remove_again,
    "renewed": _renew_again,
    "set": _set_again,
    "expired": _expire_again,
    "round": _round_again,
}
