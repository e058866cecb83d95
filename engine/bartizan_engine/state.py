"""The state of a game: plain columns of numbers, which can be cloned, hashed and saved at every decision.

Pieces are rows in columns, zones are ordered lists, contexts are a stack of rows, and where the rules stand is a stack
of frames (rule, place, locals): there is nothing in the host's own stack. `Base` holds what every game has;
`state_class` adds a slot for each declared field, and writes the clone out as straight code, since search clones more
than it plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from .chance import Streams
from .eyes import Eyes
from .fault import Call, Fault
from .fixed import Column, Fixed
from .room import written
from .sealed import Seal, sealed_events
from .types import EVENT, MAX_LOAD

if TYPE_CHECKING:
    from .declared import Field
    from .program import Program

FUEL = 4_000_000  # units of work between two decisions
MAX_PIECES = 4096
MAX_STATE = 2_000_000  # elements of all lists, tuples and tables, as often as they stand in a save
MAX_EVENTS = 50_000  # between two decisions
MAX_LOG = 8_000_000  # cells of eight bytes of all events of a game, about

S = TypeVar("S", bound="Base")
LISTS = ("kind", "record", "place", "frames", "unwound", "agenda")


class Base:
    """What the state of every game has. Fields of the ruleset are slots of a subclass (see `state_class`)."""

    __slots__ = (
        "fixed",
        "program",
        "seats",
        "chance",
        "kind",
        "record",
        "place",
        "alive",
        "zones",
        "contexts",
        "frames",
        "unwound",
        "agenda",
        "pending",
        "outcome",
        "whole",
        "notes",
        "trunk",
        "logged",
        "room",
        "kept",
        "seal",
        "answers",
        "fuel",
        "round",
        "policy",
        "forced",
        "forced_picks",
        "returned",
        "following",
    )

    fixed: Fixed
    program: Program
    seats: int
    chance: Streams
    kind: list[int]
    record: list[int]
    place: list[int]
    alive: dict[str, list[int]]
    zones: list[list[int]]
    contexts: list[list[Any]]
    frames: list[tuple[int, int, tuple[Any, ...]]]
    unwound: list[tuple[int, int, tuple[Any, ...]]]
    agenda: list[tuple[Any, ...]]
    pending: Any  # the open decision, or None
    outcome: Any  # (result, winners, scores) when the game has ended
    whole: bool  # whether the entry rule runs, which must end the game
    notes: list[tuple[Any, ...]] | None
    trunk: Any
    logged: int  # cells of the events so far
    room: int  # bytes that pieces and fields may still take in a save
    kept: int  # bytes of the answers so far
    seal: Seal | None  # while all choose together
    answers: Any
    fuel: int
    round: int
    policy: Any
    forced: dict[str, list[str]]
    forced_picks: list[str]
    returned: Any
    following: tuple[int, int | None, int] | None  # what the campaign plays next: entry, mission, how many play

    def __init__(self, fixed: Fixed, program: Program, seed: int) -> None:
        self.fixed, self.program, self.seats = fixed, program, fixed.seats
        self.chance = Streams(seed)
        self.kind, self.record, self.place = [], [], []
        self.alive = {kind: [] for kind in fixed.kinds}
        self.zones = [[] for _ in fixed.zone_key]
        self.contexts, self.frames, self.unwound, self.agenda = [], [], [], []
        self.pending = self.outcome = self.policy = self.returned = self.following = None
        self.whole = False
        self.notes, self.trunk, self.answers = [], None, None
        self.logged = self.kept = 0
        self.room = fixed.room
        self.seal = None
        self.fuel, self.round = FUEL, 0
        self.forced, self.forced_picks = {}, []
        self.set_fields()

    def set_fields(self) -> None:
        """Every declared field at its start, written out by `state_class`."""
        raise TypeError("only the states of a game have fields")

    def copied(self) -> Any:
        """The columns of `clone`, written out by `state_class`."""
        raise TypeError("only the states of a game can be copied")

    def grow(self, row: list[Any]) -> None:  # noqa: ARG002  # who writes it out needs it
        """A value at the end of every column, written out by `state_class`."""
        raise TypeError("only the states of a game can grow")

    # ---- pieces

    def make(self, kind: str, record: int) -> int:
        """A new piece that is nowhere yet."""
        piece = len(self.kind)
        if piece >= MAX_PIECES:
            raise Fault("BZ811", f"more than {MAX_PIECES} pieces")
        self.kind.append(self.fixed.kind_index[kind])
        self.record.append(record)
        self.place.append(-1)
        self.grow(self.fixed.starts[kind][record])
        self.room -= self.fixed.rows[kind][record]
        self.alive[kind].append(piece)
        return piece

    def put(self, piece: int, place: int) -> int:
        """Take a piece from where it is and put it to a place; only pieces of its kind lie in a zone.

        What comes back is where it lay in the zone that it left, or -1.
        """
        cells, before, at = self.fixed.cells, self.place[piece], -1
        if place >= cells:
            self._check_zone(piece, place - cells)
        elif place < -1:
            self._check_carrier(piece, -2 - place)
        if before >= cells:
            zone = self.zones[before - cells]
            self.spend(len(zone))
            at = zone.index(piece)
            del zone[at]
        self.place[piece] = place
        if place >= cells:
            self.zones[place - cells].append(piece)
        return at

    def _check_zone(self, piece: int, zone: int) -> None:
        name = self.fixed.zone_names[zone]
        of = self.fixed.ruleset.zones[name].of
        if self.fixed.kinds[self.kind[piece]] != of:
            raise Fault("BZ812", f'the zone "{name}" holds pieces of the kind "{of}" only')

    def _check_carrier(self, piece: int, carrier: int) -> None:
        at, high = carrier, 1
        while at != piece and self.place[at] < -1:
            at, high = -2 - self.place[at], high + 1
        if at == piece:
            raise Fault("BZ812", f"{self.open_name(piece)} would carry itself")
        if high + self._load(piece) > MAX_LOAD:
            raise Fault("BZ812", f"more than {MAX_LOAD} pieces would carry each other", "put them into a zone")

    def _load(self, piece: int) -> int:
        """How many pieces high a piece is loaded."""
        level, high = {piece}, 0
        while level:
            self.spend(len(self.place))
            level, high = {one for one, place in enumerate(self.place) if -2 - place in level}, high + 1
        return high - 1

    def renew(self, piece: int) -> tuple[Any, ...]:
        """All state of a piece goes back to its start; what comes back is how it was."""
        row = self.fixed.starts[self.fixed.kinds[self.kind[piece]]][self.record[piece]]
        before = tuple(getattr(self, column.name)[piece] for column in self.fixed.piece_columns)
        for column, start in zip(self.fixed.piece_columns, row, strict=True):
            getattr(self, column.name)[piece] = start
        self.room -= self.fixed.rows[self.fixed.kinds[self.kind[piece]]][self.record[piece]]
        return before

    def expire(self, lifetime: str) -> None:
        """Every field with this lifetime goes back to its start."""
        changed: list[tuple[str, int | None, Any, Any]] = []
        if lifetime not in self.fixed.lifetimes:
            self.event("expired", lifetime, ())
            return
        ruleset = self.fixed.ruleset
        self.spend(len(self.fixed.piece_columns) + 4 * len(ruleset.game) + 4 * len(ruleset.players) * self.seats)
        for at, column in enumerate(self.fixed.piece_columns):
            if column.field.until == lifetime:
                self.spend(2 * len(self.alive[column.kind]))
                changed += self._expired(column, at)
        for name, field in ruleset.game.items():
            if field.until == lifetime:
                start = self._start_again(field)
                changed.append((f"game__{name}", None, getattr(self, f"game__{name}"), start))
                setattr(self, f"game__{name}", start)
        for name, field in ruleset.players.items():
            if field.until == lifetime:
                start = self._start_again(field)
                values = getattr(self, f"player__{name}")
                changed += [(f"player__{name}", seat, value, start) for seat, value in enumerate(values)]
                values[:] = [start] * self.seats
        self.event("expired", lifetime, tuple(changed))

    def _expired(self, column: Column, at: int) -> Iterator[tuple[str, int, Any, Any]]:
        """Put a column back to its start, piece by piece: what is changed. What is compared is paid for by its size."""
        values, starts = getattr(self, column.name), self.fixed.starts[column.kind]
        for piece in self.alive[column.kind]:
            value, start = values[piece], starts[self.record[piece]][at]
            if value is start:
                continue
            if type(start) in _HOLDERS:
                self.spend(memory(start))
                self.room -= written(start)
            if value != start:
                values[piece] = start
                yield (column.name, piece, value, start)

    def _start_again(self, field: Field) -> Any:
        start = self.fixed.default(field)
        self.spend(memory(start))
        self.room -= self.seats * written(start)
        return start

    # ---- budgets, events

    def spend(self, units: int) -> None:
        """Pay for work before it is done."""
        self.fuel -= units
        if self.fuel < 0:
            raise Fault(
                "BZ803",
                f"the rules worked longer than {FUEL} units without a decision",
                "is a loop larger than it need be?",
            )

    def event(self, *parts: Any) -> None:
        """Note what happened, where events are kept."""
        if self.notes is not None:
            self.note(parts, memory(parts[-1]))  # the rest is small, or has been there before

    def note(self, event: tuple[Any, ...], size: int) -> None:
        """The same for who knows how many cells of eight bytes an event holds, besides its few numbers and names."""
        notes = self.notes
        if notes is None:
            return
        if len(notes) >= MAX_EVENTS:
            raise Fault("BZ803", f"more than {MAX_EVENTS} events without a decision")
        self.logged += EVENT + size
        if self.logged > MAX_LOG:
            raise Fault(
                "BZ811",
                f"the events of this game hold more than {MAX_LOG} cells",
                "is a long list or text set again and again?",
            )
        notes.append(event)

    def forced_pick(self, type: int, items: list[Any]) -> int | None:
        """The place of the next forced pick among the items, if one is forced: tests name outcomes."""
        if not self.forced_picks:
            return None
        wanted = self.forced_picks.pop(0)
        names = [self.program.key(self.program.types[type], item, self) for item in items]
        for at, name in enumerate(names):
            if wanted == name or name.endswith(f":{wanted}") or f":{wanted}#" in name:
                return at
        said = f'"{wanted}" should be picked but is not among '
        raise Fault("BZ808", said + "what is picked from", detail=said + ", ".join(sorted(set(names))))

    # ---- names

    def name(self, piece: int) -> str:
        """What people call a piece: its label."""
        return self.program.label_piece(self, piece)

    def open_name(self, piece: int) -> str:
        """The same, as everyone may know it: faults are read by everyone."""
        return self.program.label_piece(self, piece, self.everyone())

    def everyone(self) -> Eyes:
        """The eyes of all players together: what they see, everyone may know."""
        return Eyes(self, tuple(range(self.seats)))

    def plain(self, text: Any, eyes: Eyes | None = None) -> str:
        """A text, or a template filled with what it was made with; as some eyes may read it."""
        return text if isinstance(text, str) else self.program.fill(self, text, eyes)

    # ---- saving

    def packed(self) -> dict[str, Any]:
        """All that makes this state what it is, as plain JSON. Events and answers are history, not state."""
        left = [MAX_STATE]
        next_ = {"following": _plain(self.following, left)} if self.fixed.leads["campaign"] else {}
        fields = {name: _plain(getattr(self, name), left) for name in self.program.fields}
        return {
            "kind": self.kind,
            "record": self.record,
            "place": self.place,
            "alive": self.alive,
            "zones": self.zones,
            "contexts": _plain(self.contexts, left),
            "frames": _plain(self.frames, left),
            "agenda": _plain(self.agenda, left),
            "pending": _plain(self.pending, left),
            "outcome": _plain(self.outcome, left),
            "whole": self.whole,
            "round": self.round,
            "seal": self.seal and [self.seal.depth, _plain(sealed_events(self), left)],
            "fields": fields,
            "seed": self.chance.seed,
            "chance": self.chance.counters,
            "returned": _plain(self.returned, left),
            **next_,
        }

    def stack(self) -> tuple[Call, ...]:
        """The rules that wait for the open decision, outermost first."""
        return tuple(self.program.call(frame[0], frame[1]) for frame in self.frames)


_HOLDERS = frozenset((list, tuple, dict, str))


def memory(value: Any) -> int:
    """About how much memory a value takes, in cells of eight bytes; what is shared counts each time."""
    if type(value) not in _HOLDERS:
        return 0
    found, left = 0, [value]
    while left:
        part = left.pop()
        if type(part) is str:
            found += EVENT + len(part) // 8
            continue
        found += EVENT + len(part) * (8 if type(part) is dict else 1)
        items = [*part.keys(), *part.values()] if type(part) is dict else part
        if not _HOLDERS.isdisjoint(map(type, items)):  # most lists hold numbers alone
            left += [item for item in items if type(item) in _HOLDERS]
    return found


def plain(value: Any) -> Any:
    """JSON that keeps tuples and dicts with number keys apart from lists: {"t": [...]}, {"d": [[key, value], ...]}.

    Raises:
        Fault: the value is larger than a state may be.
    """
    return _plain(value, [MAX_STATE])


def _plain(value: Any, left: list[int]) -> Any:
    """The same, with what is left to write: rules may share one list in many places, and JSON writes it out in each."""
    if not isinstance(value, (list, tuple, dict)):
        return value
    left[0] -= len(value) + 1
    if left[0] < 0:
        raise Fault("BZ811", f"the state holds more than {MAX_STATE} elements")
    if isinstance(value, list):
        return [_plain(item, left) for item in value]
    if isinstance(value, tuple):
        return {"t": [_plain(item, left) for item in value]}
    return {"d": [[_plain(key, left), _plain(item, left)] for key, item in value.items()]}


def unplain(value: Any) -> Any:
    """The way back from `_plain`; raises ValueError for what it never makes."""
    if isinstance(value, list):
        return [unplain(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"t"} and isinstance(value["t"], list):
            return tuple(unplain(item) for item in value["t"])
        if set(value) == {"d"} and isinstance(value["d"], list):
            return {unplain(key): unplain(item) for key, item in value["d"]}
        raise ValueError("neither a tuple nor a dict")
    return value


def state_class(base: type[S], fixed: Fixed) -> type[S]:
    """The class of a game's states: a slot a declared field, and a clone without a loop over names.

    A clone of either side never changes the other: columns are copied, rows of contexts too; frames and decisions are
    replaced and never changed. The events so far are shared, as a chain of finished lists.
    """
    pieces = [column.name for column in fixed.piece_columns]
    players = [f"player__{name}" for name in fixed.ruleset.players]
    game = [f"game__{name}" for name in fixed.ruleset.game]
    lines = [*_clone([*LISTS, *pieces, *players], game, fixed), *_grow(pieces), *_start(pieces, players, game)]
    known = {"start": fixed.default, "game": fixed.ruleset.game, "players": fixed.ruleset.players}
    scope: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<clone>", "exec"), known, scope)  # noqa: S102  # names come from a verified ruleset, nothing else
    return type("State", (base,), {"__slots__": (*pieces, *players, *game), **scope})


SHARED = ("fixed", "program", "seats", "pending", "outcome", "whole", "answers", "fuel", "round", "policy", "returned",
          "seal", "logged", "room", "kept", "following")  # fmt: skip  # replaced and never changed


def _clone(copied: list[str], game: list[str], fixed: Fixed) -> list[str]:
    """Source of `copied`: what changes in place is copied."""
    rows = {"zones": fixed.zone_key, "contexts": fixed.ruleset.contexts}
    empty = [name for name, declared in rows.items() if not declared]  # and stays empty
    return [
        "def copied(self):",
        "    new = self.__class__.__new__(self.__class__)",
        *(f"    new.{name} = self.{name}[:]" for name in copied),
        *(f"    new.{name} = self.{name}" for name in (*SHARED, *game, *empty)),
        *(f"    new.{name} = [row[:] for row in self.{name}]" for name in rows if name not in empty),
        "    new.chance = self.chance.copy()",
        "    new.alive = {kind: pieces[:] for kind, pieces in self.alive.items()}",
        "    new.forced = {die: faces[:] for die, faces in self.forced.items()} if self.forced else {}",
        "    new.forced_picks = self.forced_picks[:]",
        "    if self.notes:",
        "        self.trunk = (self.trunk, self.notes)",
        "        self.notes = []",
        "    new.trunk = self.trunk",
        "    new.notes = None if self.notes is None else []",
        "    return new",
    ]


def _grow(pieces: list[str]) -> list[str]:
    """Source of `grow`."""
    row = "".join(f"_{i}, " for i in range(len(pieces))) or "()"
    lines = ["def grow(self, row):", f"    {row} = row"]
    return [*lines, *(f"    self.{name}.append(_{i})" for i, name in enumerate(pieces))]


def _start(pieces: list[str], players: list[str], game: list[str]) -> list[str]:
    """Source of `set_fields`."""
    lines = ["def set_fields(self):", *(f"    self.{name} = []" for name in pieces)]
    lines += [f"    self.{name} = start(game[{name[6:]!r}])" for name in game]
    lines += [f"    self.{name} = [start(players[{name[8:]!r}]) for _ in range(self.seats)]" for name in players]
    return [*lines, "    return None"]
