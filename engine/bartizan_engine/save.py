"""Saves: a state as JSON text, and the way back, which trusts nothing.

A save holds the state itself, and what it was made with: the scenario's play hash, seed, seats, options, the answers
so far. On the way back every number is tested against its declared type, every frame against the rule that it names;
and unless the caller knows where the save comes from, the answers are played again and must lead to the very same
state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import canon, reading
from .asked import shown
from .declared import Field
from .explicit import Explicit, Half
from .fault import Fault, Misuse, NotVerified
from .fixed import Fixed
from .problem import Problem, Spot
from .room import MAX_KEPT, kept
from .sealed import Seal
from .state import MAX_PIECES, Base, unplain
from .types import INT_MAX, INT_MIN, MAX_ITEMS, MAX_TEXT, Type, loose
from .wording import opened

if TYPE_CHECKING:
    from .game import Game, State

FORMAT = "bartizan-save"
VERSION = 1
MAX_SAVE = 10 * 1024 * 1024  # bytes: a state, the answers, and little more
KEYS = {"format", "version", "play", "entry", "seats", "options", "answers", "origin", "state", "hash"}
AGAIN = "was it cut or edited? save the game again"


class Unfit(Exception):
    """A part of a save is not what a game can hold; `str()` says which."""


def packed_state(state: State) -> str:
    """The text of a save; equal for equal states with equal histories.

    Raises:
        Misuse: outcomes are forced that have not come yet: no answers lead there.
    """
    if state.forced or state.forced_picks:
        raise Misuse("save", "outcomes are forced that have not come yet", "play on until they have come")
    sheets = {} if state.sheets is None else {"sheets": state.sheets}
    return canon.dumps(
        {
            **sheets,
            "format": FORMAT,
            "version": VERSION,
            "play": state.game.play_hash,
            "entry": state.game.entry,
            "seats": state.seats,
            "options": state.settled,
            "answers": [[key, seat] for key, seat in state.answer_list()],
            "origin": state.origin,
            "state": state.packed(),
            "hash": state.hash(),
        }
    )


def restore_state(game: Game, text: str, trusted: bool = False) -> State:
    """The state of a save.

    Raises:
        NotVerified: with BZ830 if it is no save, BZ831 if it belongs to another scenario, BZ832 if it holds what no
            game can.
    """
    data = _parsed(text)
    if data["entry"] != game.entry:
        raise _refused("BZ831", f'the save is of another entry, and this scenario holds "{game.entry}"')
    if data["play"] != game.play_hash:
        raise _refused(
            "BZ831",
            "the save belongs to another scenario, or to another version of this one",
            "build the scenario that it was made with",
        )
    try:
        state = _state(game, data)
        if not trusted:
            _prove(state, data)
        return state
    except Unfit as why:
        raise _refused("BZ832", f"the save holds what no game can: {why}", AGAIN) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise _refused("BZ832", f"the save holds what no game can: {reading.misshapen(error)}", AGAIN) from None


def _refused(code: str, message: str, hint: str = "") -> NotVerified:
    return NotVerified([Problem(Spot("save"), code, message, hint)])


def _parsed(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _refused("BZ830", f"a save is a text, not {shown(text)}", 'read the file with encoding="utf-8"')
    if len(text.encode("utf-8", "surrogatepass")) > MAX_SAVE:
        raise _refused("BZ830", f"the save is larger than {MAX_SAVE} bytes", "save the game again")
    try:
        data = reading.parsed(text)
    except reading.Unreadable as error:
        raise _refused("BZ830", f"this is no save that can be read: {error}", AGAIN) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _refused("BZ830", "this is no save", "a save is what state.save() gives")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise _refused("BZ830", f"this is a save of another version; this engine reads version {VERSION}", AGAIN)
    differing = reading.differing(set(data) - {"sheets"}, KEYS)
    if differing:
        raise _refused("BZ830", f"this is no whole save: {differing}", AGAIN)
    return data


def _state(game: Game, data: dict[str, Any]) -> State:
    seats, packed = data["seats"], data["state"]
    try:
        state = game.prepare(_number(packed["seed"]), _number(seats), data["options"], sheets=data.get("sheets"))
    except Fault as fault:
        raise Unfit(fault.problem.message) from None
    differing = reading.differing(set(packed), set(state.packed()))
    if differing:
        raise Unfit(differing)
    reader = _Reader(state, packed)
    reader.pieces()
    reader.fields()
    reader.flow()
    if state.seal is not None:
        for seat in range(state.seats):
            state.view(seat), state.log(seat)
    state.room = -1  # it is measured at the next decision
    state.answers, state.kept = _answers(data["answers"])
    state.origin = data["origin"]
    if state.origin is not None and (
        not isinstance(state.origin, str) or reading.parsed(state.origin)["origin"] is not None
    ):
        raise Unfit("its origin has an origin of its own")
    if state.hash() != data["hash"]:
        raise Unfit("its hash does not fit")
    return state


def _answers(items: list[Any]) -> tuple[Any, int]:
    """The answers as a chain, and how many bytes they come to."""
    chain: Any = None
    size = 0
    for key, seat in items:
        if not isinstance(key, str) or not isinstance(seat, int):
            raise Unfit("an answer is a key and a seat")
        chain = (chain, (key, seat))
        size += kept(key)
    if size > MAX_KEPT:
        raise Unfit("too many answers")
    return chain, size


def _prove(state: State, data: dict[str, Any]) -> None:
    """Play the answers again: they must lead here."""
    if state.origin is None and not state.whole:
        raise Unfit("it was set up by hand, and does not say where it began")
    try:
        again = state.replayed(state.answer_list())
    except Fault as fault:
        raise Unfit(f"its answers cannot be played: {fault.headline}") from None
    if again.hash() != data["hash"]:
        raise Unfit("its answers do not lead to its state")


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not INT_MIN <= value <= INT_MAX:
        raise Unfit("a number is none")
    return value


class _Reader:
    """Reads the parts of a packed state into a state, each tested."""

    def __init__(self, state: State, packed: dict[str, Any]) -> None:
        self.state, self.packed, self.fixed = state, packed, state.fixed

    def pieces(self) -> None:
        s, packed, fixed = self.state, self.packed, self.fixed
        count = len(packed["kind"])
        if count > MAX_PIECES or len(packed["record"]) != count or len(packed["place"]) != count:
            raise Unfit("its columns have different lengths")
        zones = len(fixed.zone_key)
        for piece in range(count):
            kind, record, place = (_number(packed[name][piece]) for name in ("kind", "record", "place"))
            if not 0 <= kind < len(fixed.kinds) or not 0 <= record < len(fixed.record_ids[fixed.kinds[kind]]):
                raise Unfit(f"piece {piece} has no record")
            if not -2 - count < place < fixed.cells + zones or place == -2 - piece:
                raise Unfit(f"piece {piece} is nowhere")
        s.kind, s.record, s.place = list(packed["kind"]), list(packed["record"]), list(packed["place"])
        self._places()

    def _places(self) -> None:
        s, packed, fixed = self.state, self.packed, self.fixed
        if set(packed["alive"]) != set(fixed.kinds) or len(packed["zones"]) != len(fixed.zone_key):
            raise Unfit("it has other kinds or zones")
        for kind, alive in packed["alive"].items():
            wanted = [p for p, k in enumerate(s.kind) if fixed.kinds[k] == kind and s.place[p] != -1]
            if alive != wanted:
                raise Unfit(f'the pieces of the kind "{kind}" do not fit')
            s.alive[kind] = list(alive)
        for zone, inside in enumerate(packed["zones"]):
            here = [p for p, place in enumerate(s.place) if place == fixed.cells + zone]
            if sorted(inside) != here:
                raise Unfit(f'the zone "{fixed.zone_key[zone]}" does not hold what lies in it')
            s.zones[zone] = list(inside)

    def fields(self) -> None:
        s, fields = self.state, self.packed["fields"]
        if set(fields) != set(s.program.fields):
            raise Unfit("it has other fields")
        for column in self.fixed.piece_columns:
            values = unplain(fields[column.name])
            own = self.fixed.kind_index[column.kind]
            for piece, value in enumerate(values):
                if s.kind[piece] != own and value is not None:
                    raise Unfit(f'piece {piece} has a "{column.field.name}"')
                self._fits(column.field, value)
            if len(values) != len(s.kind):
                raise Unfit(f'"{column.name}" has another length')
            setattr(s, column.name, values)
        ruleset = self.fixed.ruleset
        for name, field in ruleset.game.items():
            value = unplain(fields[f"game__{name}"])
            self._fits(field, value)
            setattr(s, f"game__{name}", value)
        for name, field in ruleset.players.items():
            values = unplain(fields[f"player__{name}"])
            if len(values) != s.seats:
                raise Unfit(f'"{name}" has another number of players')
            for value in values:
                self._fits(field, value)
            setattr(s, f"player__{name}", values)

    def _fits(self, field: Field, value: Any) -> None:
        if value is not None and not fits(self.state, field.type, value):
            raise Unfit(f'"{field.name}" has a value that does not fit "{field.type}"')

    def flow(self) -> None:
        """Frames, contexts, the open decision, the result, and chance."""
        s, packed = self.state, self.packed
        s.contexts = [self._context(row) for row in unplain(packed["contexts"])]
        s.frames = [self._frame(frame) for frame in unplain(packed["frames"])]
        s.agenda = [self._item(item) for item in unplain(packed["agenda"])]
        s.pending = self._pending(unplain(packed["pending"]))
        s.outcome = self._outcome(unplain(packed["outcome"]))
        s.following = self._following(unplain(packed["following"])) if self.fixed.leads["campaign"] else None
        self._seal(packed["seal"])
        s.round, s.whole, s.returned = _number(packed["round"]), packed["whole"] is True, unplain(packed["returned"])
        if s.round < 0 or (s.pending is not None) != bool(s.frames):
            raise Unfit("a decision is open without rules that wait, or rules wait without a decision")
        for stream, counter in packed["chance"].items():
            if not isinstance(stream, str) or _number(counter) < 0:
                raise Unfit("a counter of chance is negative")
        s.chance.counters = dict(packed["chance"])
        if packed["explicit"] is True:
            s.chance = Explicit(s.chance.seed)
        half = unplain(packed["half"])
        s.half = None if half is None else self._half(half)

    def _following(self, following: Any) -> Any:
        if following is None:
            return None
        entry, mission, players = following
        kind = self.state.program.checked.leads["mission"]
        low, high = self.fixed.span
        there = mission is None or 0 <= _number(mission) < len(self.fixed.record_ids[kind])
        if not (there and 0 <= _number(entry) < len(self.fixed.ruleset.entries) and low <= _number(players) <= high):
            raise Unfit("what comes next is nothing that the campaign has")
        return following

    def _seal(self, seal: Any) -> None:
        """The loop of `together` that is sealed; whether its events make sense shows when they are read."""
        if seal is None:
            return
        depth, events = seal
        if _number(depth) < 1:
            raise Unfit("a loop is sealed no times")
        self.state.seal, self.state.notes = Seal(depth, None, False), unplain(events)

    def _half(self, half: Any) -> Half:
        at, player, outcomes, stream, names, weights = half
        if (
            not isinstance(stream, str)
            or len(names) != len(weights)
            or not all(isinstance(name, str) for name in names)
        ):
            raise Unfit("the open draw is none")
        if any(_number(weight) < 1 for weight in weights) or any(_number(outcome) < 0 for outcome in outcomes):
            raise Unfit("the open draw has no outcomes")
        return Half(_number(at), _number(player), outcomes, stream, names, weights)

    def _context(self, row: Any) -> list[Any]:
        contexts = list(self.fixed.ruleset.contexts.values())
        fields = list(contexts[_number(row[0])].values()) if 0 <= row[0] < len(contexts) else []
        if len(row) != len(fields) + 1:
            raise Unfit("a context has other fields")
        for field, value in zip(fields, row[1:], strict=True):
            self._fits(field, value)
        return list(row)

    def _frame(self, frame: Any) -> tuple[int, int, tuple[Any, ...]]:
        rule, place, held = frame
        program = self.state.program
        if not 0 <= _number(rule) < len(program.rules):
            raise Unfit("a frame names no rule")
        name = program.rules[rule]
        if place not in program.lowered.blocks.get(name, {}) or not isinstance(held, tuple):
            raise Unfit(f'the rule "{name}" does not wait where its frame says')
        names = program.lowered.frames[name]
        if len(held) != len(names):
            raise Unfit(f'the rule "{name}" has other locals')
        info = program.checked.rules[name]
        for local, value in zip(names, held, strict=True):
            type = info.locals.get(local[:-1]) if local.endswith("_") else None
            good = fits(self.state, loose(type), value) if type is not None else _plain_value(value, 0)
            if value is not None and not good:
                raise Unfit(f'the local "{local.strip("_")}" of "{name}" does not fit')
        return (rule, place, held)

    def _item(self, item: Any) -> tuple[Any, ...]:
        pushed = self.state.program.checked.pushed
        if not isinstance(item, tuple) or not 0 <= _number(item[0]) < len(pushed):
            raise Unfit("something waits on the agenda that no rule pushes")
        site = pushed[item[0]]
        given = item[1:] if site.rule else item[2:]
        if not site.rule and not _are_effects(self.state, item[1]):
            raise Unfit("what waits on the agenda is no effect")
        if len(given) != len(site.types) or not all(
            map(fits, [self.state] * len(given), map(loose, site.types), given)
        ):
            raise Unfit("what waits on the agenda was given something else")
        return item

    def _pending(self, decision: Any) -> Any:
        if decision is None:
            return None
        site, who, prompt, values, blocked, labels, skip, skip_blocked = decision
        if not 0 <= _number(site) < len(self.state.program.sites) or not who:
            raise Unfit("the open decision stands nowhere in the rules")
        where = self.state.program.sites[site]
        if any(not 0 <= _number(seat) < self.state.seats for seat in who):
            raise Unfit("nobody is asked")
        if not all(fits(self.state, loose(where.type), value) for value in values):
            raise Unfit("an option does not fit its decision")
        if any(part is not None and len(part) != len(values) for part in (blocked, labels)):
            raise Unfit("an option has no label")
        for message in [prompt, skip, skip_blocked, *(blocked or []), *(labels or [])]:
            self._message(message)
        return decision

    def _message(self, message: Any) -> None:
        if message is not None and not _is_text(self.state, message):
            raise Unfit("a text is none, or is filled with something else")

    def _outcome(self, outcome: Any) -> Any:
        if outcome is None:
            return None
        name, winners, scores = outcome
        if name not in self.fixed.ruleset.results or any(not 0 <= _number(w) < self.state.seats for w in winners):
            raise Unfit("the result is none of the declared ones")
        for key, value in scores:
            if not isinstance(key, str) or _number(value) is None:
                raise Unfit("a score is no number")
        return outcome


def _are_effects(s: Base, effects: Any) -> bool:
    words = list(s.fixed.ruleset.words.values())
    return isinstance(effects, tuple) and all(
        isinstance(effect, tuple)
        and len(effect) == 2
        and 0 <= _number(effect[0]) < len(words)
        and len(effect[1]) == len(words[effect[0]].args)
        and all(map(fits, [s] * len(effect[1]), [field.type for field in words[effect[0]].args.values()], effect[1]))
        for effect in effects
    )


def _plain_value(value: Any, depth: int) -> bool:
    if isinstance(value, (list, tuple)):
        return depth < 16 and len(value) <= MAX_ITEMS and all(_plain_value(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return (
            depth < 16
            and len(value) <= MAX_ITEMS
            and all(_plain_value(item, depth + 1) for pair in value.items() for item in pair)
        )
    return value is None or isinstance(value, (bool, str)) or (isinstance(value, int) and INT_MIN <= value <= INT_MAX)


def fits(s: Base, type: Type, value: Any) -> bool:
    """Whether a value of the state is one of the type: numbers in range, lists of such."""
    name, fixed = type.name, s.fixed
    if value is None:
        return name in ("optional", "none")
    if name == "optional":
        return fits(s, type.items[0], value)
    if name == "int":
        return isinstance(value, int) and not isinstance(value, bool) and type.low <= value <= type.high
    if name == "bool":
        return isinstance(value, bool)
    if name == "text":
        return _is_text(s, value)
    if name in ("list", "option", "tuple", "table", "dict", "effects", "shape"):
        return _fits_container(s, type, value)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return 0 <= value < _count(s, fixed, type) and (name != "piece" or fixed.kinds[s.kind[value]] == type.of)


def _is_text(s: Base, value: Any) -> bool:
    """Whether a value is a text: a plain one, or the row of one with values in it."""
    if isinstance(value, str):
        return len(value) <= MAX_TEXT
    if not isinstance(value, tuple) or not 0 < len(value) <= MAX_TEXT:
        return False
    try:
        parts = opened(s.program.templates, value)
    except ValueError:
        return False
    return all(type is None or item is None or fits(s, loose(type), item) for type, item in parts)


def _fits_container(s: Base, type: Type, value: Any) -> bool:
    name = type.name
    if name == "list":
        return (
            isinstance(value, list) and len(value) <= type.high and all(fits(s, type.items[0], item) for item in value)
        )
    if name in ("table", "dict"):
        return (
            isinstance(value, dict)
            and len(value) <= MAX_ITEMS
            and all(fits(s, type.items[1], item) for item in value.values())
        )
    if name == "option":
        return isinstance(value, tuple) and len(value) == 3 and fits(s, type.items[0], value[0])
    if name == "tuple":
        same = isinstance(value, tuple) and len(value) == len(type.items)
        return same and all(fits(s, inner, item) for inner, item in zip(type.items, value, strict=True))
    return isinstance(value, tuple) and _plain_value(value, 0)


def _count(s: Base, fixed: Fixed, type: Type) -> int:
    name = type.name
    if name == "piece":
        return len(s.kind)
    if name == "ref":
        return len(fixed.record_ids.get(type.of, (0,)))
    if name == "enum":
        return len(fixed.ruleset.enums[type.of].members)
    if name == "action":
        return len(fixed.ruleset.menus[type.of])
    sizes = {
        "cell": fixed.cells,
        "player": s.seats,
        "face": len(fixed.face_name),
        "zone": len(fixed.zone_key),
        "context": len(s.contexts),
    }
    return sizes.get(name, 0)
