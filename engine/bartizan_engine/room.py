"""How large a state is when it is written down: whatever is played on can be saved, hashed and restored.

A state is measured exactly only where it may have become too large. In between, `State.room` says how many bytes its
pieces and fields may still take: whatever may make them larger takes its most from it as it happens. What waits at a
decision - frames, contexts, the agenda, the decision itself - comes and goes, and is reckoned there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .canon import dumps
from .fault import Fault
from .types import ONE_NUMBER, Type

if TYPE_CHECKING:
    from .fixed import Fixed
    from .game import State

MAX_BYTES = 3 * 1024 * 1024  # of a state as JSON
MAX_KEPT = 6_300_000  # bytes of the answers of a game
LEAST_KEPT = 63  # of one of them, so that there are no more than a hundred thousand
NUMBER = 21  # bytes of the longest number, with what parts it from the next
LETTER = 6  # of the longest letter
CELL = 48  # of what an event's cell may come to
_PIECE = 48  # of a piece without its fields
_HEAD = 4096  # of what every state has
_STREAM = 256  # of a counter of chance
_HOLDERS = frozenset((list, tuple, dict, str))


def written(value: Any) -> int:
    """The bytes that a value takes at most, as JSON; numbers count as if they were long, since they may become so."""
    found, left = 0, [value]
    while left:
        part = left.pop()
        if type(part) is str:
            found += 4 + (2 if part.isascii() and part.isprintable() else LETTER) * len(part)
        elif type(part) in _HOLDERS:
            items = part
            found += 10 + NUMBER * len(part)
            if type(part) is dict:
                items = [*part.keys(), *part.values()]
                found += (NUMBER + 3) * len(part)
            if not _HOLDERS.isdisjoint(map(type, items)):
                left += [item for item in items if type(item) in _HOLDERS]
        else:
            found += NUMBER
    return found


def width(type: Type) -> int:
    """The bytes of a value that is one number, with what parts it from the next."""
    if type.name == "int":
        return 1 + max(len(str(type.low)), len(str(type.high)))
    return 8


def growing(type: Type) -> str:
    """Source of the bytes that a new value of a field takes at most; "" for a number: those count from the start."""
    of = type.items[0] if type.name == "optional" else type
    if of.name in ONE_NUMBER:
        return ""
    inner = of.items[-1] if of.items else of
    flat = inner.items[0] if inner.name == "optional" else inner
    if of.name == "list" and flat.name in ONE_NUMBER and of == type:
        return f"{max(width(flat), 5)} * len(_new_value)"
    return "_grown(s, _new_value)"


def grown(s: State, value: Any) -> int:
    """The bytes of a value that goes into a field, paid for by its size."""
    if type(value) is str:
        return 4 + LETTER * len(value)
    found = written(value)
    s.spend(found // 64)
    return found


def piece_rows(fixed: Fixed) -> dict[str, list[int]]:
    """The bytes that a new piece takes at most, by kind and record."""
    return {
        kind: [
            _PIECE + sum(NUMBER if value is None or type(value) not in _HOLDERS else written(value) for value in row)
            for row in rows
        ]
        for kind, rows in fixed.starts.items()
    }


def at_start(fixed: Fixed) -> int:
    """The room of a game before its first piece."""
    ruleset = fixed.ruleset
    taken = _HEAD + sum(written(name) for name in (*ruleset.game, *ruleset.players, *fixed.kinds))
    taken += sum(40 + written(column.name) for column in fixed.piece_columns) + 8 * len(fixed.zone_key)
    taken += sum(40 + written(fixed.default(field)) for field in ruleset.game.values())
    taken += sum(40 + fixed.seats * written(fixed.default(field)) for field in ruleset.players.values())
    return MAX_BYTES - taken


def passing(s: State) -> int:
    """The bytes at most of what waits where a state stands, besides its pieces and fields."""
    found = _HEAD + _STREAM * len(s.chance.counters)
    for _, _, held in s.frames:
        found += 64 + NUMBER * len(held)
        for value in held:
            if type(value) in _HOLDERS:
                found += _flat(value)
    if s.pending is not None:
        for part in s.pending[2:]:
            if type(part) in _HOLDERS:
                found += _flat(part)
    if s.contexts or s.agenda:
        found += written(s.contexts) + written(s.agenda)
    if s.seal is not None:
        found += CELL * (s.logged - s.seal.logged)
    for rest in (s.returned, s.outcome, s.half):
        if type(rest) in _HOLDERS:
            found += written(rest)
    return found if s.half is None else found + written(tuple(s.half))


def _flat(value: Any) -> int:
    """The same as `written`; a list whose first element is a number holds numbers alone, or None."""
    if type(value) is str:
        return 4 + LETTER * len(value)
    if type(value) is list and (not value or type(value[0]) is int):
        return 10 + NUMBER * len(value)
    return written(value)


def check(s: State, before: State) -> None:
    """Whether a state that stands still can be written down: what is played on can be saved and restored.

    Raises:
        Fault: it is larger than a save may hold, and has become what it was before.
    """
    if passing(s) <= s.room:
        return
    try:
        size = len(dumps(s.packed()).encode("utf-8"))
    except Fault:  # more than can even be gone through
        s._become(before)
        raise
    if size > MAX_BYTES:
        fault = Fault(
            "BZ811", f"the state comes to more than {MAX_BYTES} bytes in a save", "does a list or table ever grow?"
        )
        stack = s.stack() or s.program.first(s.game.entry)
        s._become(before)
        raise fault.at(stack)
    s.room = MAX_BYTES - _HEAD - sum(map(written, s.packed()["fields"].values())) - _PIECE * len(s.kind)


def kept(key: str) -> int:
    """The bytes that an answer takes in a save at most."""
    return max(LEAST_KEPT, 16 + LETTER * len(key))


def keep(s: State, key: str) -> int:
    """Make room for an answer: the bytes that it takes.

    Raises:
        Fault: a save has no room for one more.
    """
    size = kept(key)
    if s.kept + size > MAX_KEPT:
        fault = Fault("BZ811", "the answers of this game come to more than a save holds", 'say end("...") earlier')
        raise fault.at(s.stack())
    s.kept += size
    return size
