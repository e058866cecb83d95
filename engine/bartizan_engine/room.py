"""How large a state is when it is written down: whatever is played on can be saved, hashed and restored.

A state is measured exactly only where it may have become too large. In between, `State.room` says how many bytes its
pieces and fields may still take: whatever may make them larger takes its most from it as it happens. What waits at a
decision - frames, contexts, the agenda, the decision itself - comes and goes, and is reckoned there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .canon import dumps
from .fault import Fault
from .types import MAX_ITEMS, MAX_TEXT, NONE, ONE_NUMBER, Type, one_number
from .wording import ENDLESS

if TYPE_CHECKING:
    from .fixed import Fixed
    from .game import State
    from .program import Program

MAX_BYTES = 3 * 1024 * 1024  # of a state as JSON
MAX_KEPT = 6_300_000  # bytes of the answers of a game
LEAST_KEPT = 40  # of one of them, without the letters of its key
NUMBER = 21  # bytes of the longest number, with what parts it from the next
LETTER = 6  # of the longest letter
CELL = 48  # of what an event's cell may come to
_PIECE = 48  # of a piece without its fields
_HEAD = 4096  # of what every state has
_STREAM = 256  # of a counter of chance
SMALL = 2048  # bytes that are reckoned from the start, and no more when they change
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
    if of.name in ONE_NUMBER or _at_most(type) < SMALL:
        return ""
    inner = of.items[-1] if of.items else of
    flat = inner.items[0] if inner.name == "optional" else inner
    if of.name == "list" and flat.name in ONE_NUMBER and of == type:
        return f"{max(width(flat), 5)} * len(_new_value)"
    return "_grown(s, _new_value)"


def _at_most(type: Type) -> int:
    """The bytes of a value of a field, where its declaration bounds them: these count from the start."""
    of = type.items[0] if type.name == "optional" else type
    if of.name == "list" and one_number(of.items[0]):
        return 10 + NUMBER * of.high
    return NUMBER if of.name in ONE_NUMBER else ENDLESS


def from_start(type: Type, start: Any) -> int:
    """The bytes that are reckoned for a field from the start."""
    most = _at_most(type)
    return max(written(start), most if most < SMALL else 0)


def grown(s: State, value: Any) -> int:
    """The bytes of a value that goes into a field, paid for by its size."""
    if type(value) is str:
        return 4 + LETTER * len(value)
    found = written(value)
    s.spend(found // 64)
    return found


def piece_rows(fixed: Fixed) -> dict[str, list[int]]:
    """The bytes that a new piece takes at most, by kind and record."""
    types = {
        kind: [column.field.type if column.kind == kind else NONE for column in fixed.piece_columns]
        for kind in fixed.kinds
    }
    return {
        kind: [_PIECE + sum(map(from_start, types[kind], row)) for row in rows] for kind, rows in fixed.starts.items()
    }


def at_start(fixed: Fixed) -> int:
    """The room of a game before its first piece."""
    ruleset = fixed.ruleset
    taken = _HEAD + sum(written(name) for name in (*ruleset.game, *ruleset.players, *fixed.kinds))
    taken += sum(40 + written(column.name) for column in fixed.piece_columns) + 8 * len(fixed.zone_key)
    taken += sum(40 + from_start(field.type, fixed.default(field)) for field in ruleset.game.values())
    taken += sum(40 + fixed.seats * from_start(field.type, fixed.default(field)) for field in ruleset.players.values())
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


TEXT = LETTER * MAX_TEXT + NUMBER * MAX_TEXT  # of a text at most
NUMBERS = 10 + NUMBER * MAX_ITEMS  # of a list of numbers
_ROUGH = _HEAD + 5 * TEXT + NUMBERS  # of a decision without reasons and labels
LOCALS = {"numbers": NUMBERS, "at": NUMBER, "chosen": NUMBER, "mark": NUMBER}  # what a rule holds besides its own


def roughly(type: Type | None) -> int:
    """The bytes of a local at most, told by its type; very many where that does not tell."""
    of = type.items[0] if type is not None and type.name == "optional" else type
    if of is None or of.name in ("text", "none"):
        return ENDLESS if of is None else TEXT
    if of.name in ONE_NUMBER or of.name == "context":
        return NUMBER
    return NUMBERS if of.name == "list" and one_number(of.items[0]) else ENDLESS


def reserve(program: Program) -> int:
    """The bytes at most of what waits at any decision of a game; very many where that hangs on what is in it.

    No rule calls itself, so each has one frame at most.
    """
    fixed = program.fixed
    special = fixed.ruleset.contexts or program.checked.pushed or "_close(s)" in program.lowered.source
    if special or any(site.wrapped for site in program.sites) or not all(program.numbered):
        return ENDLESS
    streams = len(program.rules) + len(fixed.zone_key) + sum(map(len, fixed.die_faces.values()))
    return _ROUGH + _STREAM * streams + sum(program.rough)


def check(s: State, before: State) -> None:
    """Whether a state that stands still can be written down: what is played on can be saved and restored.

    Raises:
        Fault: it is larger than a save may hold, and has become what it was before.
    """
    pending = s.pending
    if pending is not None and s.program.numbered[pending[0]] and not (s.contexts or s.agenda or s.seal or s.half):
        found, rough = _ROUGH if pending[4] is pending[5] else _ROUGH + 2 * TEXT * len(pending[3]), s.program.rough
        for frame in s.frames:
            found += rough[frame[0]]
        if found <= s.room:  # nothing had to be looked at
            return
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
    s.room = MAX_BYTES - sum(map(written, s.packed()["fields"].values())) - _spare(s)


def _spare(s: State) -> int:
    """The bytes that count for fields and pieces from the start, whatever they hold."""
    fixed = s.fixed
    pieces = sum(fixed.rows[fixed.kinds[kind]][record] for kind, record in zip(s.kind, s.record, strict=True))
    return MAX_BYTES - fixed.room + pieces


def kept(key: str) -> int:
    """The bytes that an answer takes in a save at most."""
    return LEAST_KEPT + LETTER * len(key)


def full(s: State) -> Fault:
    """The fault of a game whose save has no room for one more answer."""
    fault = Fault("BZ811", "the answers of this game come to more than a save holds", 'say end("...") earlier')
    return fault.at(s.stack())
