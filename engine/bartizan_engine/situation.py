"""Situations: a table set up by hand, a rule run on it, and what must be true after. Worked examples are made of
these.

A situation is plain data: `game` and `players` hold state by field, `pieces` names pieces and says what, where and how
they are, `zones` lists records by id. The same form says what is given and what must come out, so that both can be
drawn. Names of given pieces stand for the pieces wherever a piece is wanted. Nothing here knows files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import decide
from .asked import shown
from .declared import Field
from .fault import Fault, Misuse
from .game import State
from .past import raw_events
from .problem import suggest
from .types import Type
from .values import check_value, typed

PLACES = ("at", "zone", "carried_by")
PARTS = {  # of a situation: how each is written
    "game": "fields of the game by name",
    "players": "a list, for each player the fields by name",
    "pieces": "pieces by name, each a mapping as {goblin: grub, at: c4}",
    "zones": "zones by name, each a list of ids",
}


Path = tuple[str | int, ...]


class Unfit(Misuse):
    """A part of a situation says what this game cannot hold; `path` leads to it, as does the path of its spot."""

    def __init__(self, path: Path, message: str, hint: str = "") -> None:
        super().__init__("/".join(map(str, ("situation", *path))), message, hint)
        self.path = path


def _mapping(value: Any, path: Path, what: str) -> Mapping[str, Any]:
    """A mapping by names, as was wanted."""
    if not isinstance(value, Mapping):
        raise Unfit(path, f"{shown(value)} is no mapping", what)
    for key in value:
        if not isinstance(key, str):
            raise Unfit(path, f"the name {shown(key)} is no text", what)
    return value


def _list(value: Any, path: Path, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(path, f"{shown(value)} is no list", what)
    return value


def _parts(situation: Any, seats: int) -> Iterator[tuple[Path, str, Any]]:
    """What a situation says, part by part: the path, the name, and what stands there; players one by one."""
    parts = _mapping(situation, (), f"its parts are: {', '.join(PARTS)}")
    for key in parts:
        if key not in PARTS:
            raise Unfit((key,), f"a situation has no part {shown(key)}", f"its parts are: {', '.join(PARTS)}")
    for part in ("pieces", "zones", "game"):
        for name, value in _mapping(parts.get(part, {}), (part,), PARTS[part]).items():
            yield (part, name), name, value
    for seat, fields in enumerate(_list(parts.get("players", []), ("players",), PARTS["players"])):
        if seat >= seats:
            raise Unfit(("players", seat), f"there are {seats} players")
        for name, value in _mapping(fields, ("players", seat), PARTS["players"]).items():
            yield ("players", seat, name), name, value


def _laid(type: Type, below: Any, above: Any) -> Any:
    """A table over another one; any other value as it is."""
    if type.name != "table":
        return above
    over = {key: _laid(type.items[1], below[key], value) if key in below else value for key, value in above.items()}
    return {**below, **over}


class Situation:
    """A state that is set up by hand, with names for its pieces."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.fixed = state.fixed
        self.names: dict[str, int] = {}
        self._groups: dict[str, list[int]] = {}

    # ---- setting up

    def arrange(self, given: Mapping[str, Any]) -> None:
        """Set the table. Where it does not fit, the state is of no more use.

        Args:
            given: `game` and `players` (a list by seat): values by field; `pieces`: by name, mappings of kind or
                record, place and state; `zones`: by key, ids of records, the top first.

        Raises:
            Unfit: at the path of what does not fit.
            Fault: a piece would lie where it cannot.
        """
        s, ruleset = self.state, self.fixed.ruleset
        parts = list(_parts(given, s.seats))
        s.room = -1  # what is written by hand is measured at the next decision
        pieces = [(name, value) for path, name, value in parts if path[0] == "pieces"]
        for name, piece in pieces:
            self._make(name, piece)
        for name, piece in pieces:
            self._fill(name, piece)
        for path, name, value in parts:
            if path[0] == "zones":
                self._lay(name, value)
            elif path[0] == "game":
                held = self._field(ruleset.game, name, value, path, lambda n: getattr(s, f"game__{n}"))
                setattr(s, f"game__{name}", held)
            elif path[0] == "players":
                held = self._field(ruleset.players, name, value, path, self._reader("player", path[1]))
                getattr(s, f"player__{name}")[path[1]] = held

    def _kind_of(self, name: str, piece: Mapping[str, Any]) -> str:
        _mapping(piece, ("pieces", name), PARTS["pieces"])
        kinds = [key for key in piece if key in self.fixed.record_index]
        if len(kinds) != 1:
            raise Unfit(("pieces", name), "a piece names its kind and record once, as in goblin: grub")
        return kinds[0]

    def _make(self, name: str, piece: Mapping[str, Any]) -> None:
        """The pieces, on no place yet: carriers may come later in the list."""
        kind = self._kind_of(name, piece)
        record = self._record(kind, piece[kind], ("pieces", name, kind))
        times = piece.get("times", 1)
        if type(times) is not int or not 0 <= times <= 1000:
            raise Unfit(("pieces", name, "times"), "a piece is there 0 to 1000 times")
        made = [self.state.make(kind, record) for _ in range(times)]
        if made:
            self.names[name] = made[0]
        self._groups[name] = made

    def _fill(self, name: str, piece: Mapping[str, Any]) -> None:
        s, kind = self.state, self._kind_of(name, piece)
        place = self._place(piece, ("pieces", name))
        state = self.fixed.ruleset.kinds[kind].state
        for number in self._groups[name]:
            if place is None:
                raise Unfit(("pieces", name), "a piece is at a cell, in a zone, or carried_by a piece")
            s.put(number, place)
            for key, value in piece.items():
                if key not in (kind, "times", *PLACES):
                    held = self._field(state, key, value, ("pieces", name, key), self._reader(kind, number))
                    getattr(s, f"{kind}__{key}")[number] = held

    def _place(self, piece: Mapping[str, Any], path: Path) -> int | None:
        if "at" in piece:
            return int(self.value(Type("cell"), piece["at"], (*path, "at")))
        if "zone" in piece:
            return self.fixed.cells + self._zone(piece["zone"], (*path, "zone"))
        if "carried_by" in piece:
            return -2 - int(self.value(Type("piece"), piece["carried_by"], (*path, "carried_by")))
        return None

    def _zone(self, key: Any, path: Path) -> int:
        if not isinstance(key, str) or key not in self.fixed.zone_index:
            raise Unfit(path, f"no zone is named {shown(key)}; zones of players are named as in 1.hand")
        return self.fixed.zone_index[key]

    def _lay(self, key: str, ids: Any) -> None:
        zone = self._zone(key, ("zones", key))
        kind = self.fixed.ruleset.zones[self.fixed.zone_names[zone]].of
        for i, id in enumerate(ids if isinstance(ids, list) else [ids]):
            piece = self.state.make(kind, self._record(kind, id, ("zones", key, i)))
            self.state.put(piece, self.fixed.cells + zone)

    def _record(self, kind: str, id: Any, path: Path) -> int:
        if not isinstance(id, str) or id not in self.fixed.record_index[kind]:
            raise Unfit(path, f"no {kind} has the id {shown(id)}", suggest(str(id)[:40], self.fixed.record_index[kind]))
        return self.fixed.record_index[kind][id]

    # ---- values

    def _reader(self, of: str, at: Any) -> Callable[[str], Any]:
        """What gives the fields of a player or piece by name."""
        return lambda name: getattr(self.state, f"{of}__{name}")[at]

    def _field(self, fields: Mapping[str, Field], name: str, value: Any, path: Path, read: Callable[[str], Any]) -> Any:
        """A written value of a field. Keys of a table that are not written are as `read` gives them."""
        if name not in fields:
            raise Unfit(path, f'there is no field "{name}"')
        return _laid(fields[name].type, read(name), self.value(fields[name].type, value, path))

    def value(self, type: Type, value: Any, path: Path) -> Any:
        """A written value as it stands in the state; names of given pieces stand for the pieces."""
        if type.name == "optional":
            return None if value in (None, "none") else self.value(type.items[0], value, path)
        if type.name == "piece":
            if not isinstance(value, str) or value not in self.names:
                raise Unfit(path, f"no given piece is named {shown(value)}")
            return self.names[value]
        if type.name == "player":
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.state.seats:
                raise Unfit(path, f"a player is a number from 1 to {self.state.seats}")
            return value - 1
        if type.name == "list":
            items = _list(value, path, f"it is declared as {type}")
            return [self.value(type.items[0], item, (*path, i)) for i, item in enumerate(items)]
        if type.name in ("face", "zone"):
            return self._named(type, value, path)
        value = typed(type, value)
        known = self.fixed.record_index
        flaws = check_value(self.fixed.ruleset, type, value, lambda k, i: i in known.get(k, {}), self.fixed.cell_index)
        if flaws:
            raise Unfit((*path, *flaws[0].path), flaws[0].message)
        return self.fixed.encode(type, value)

    def _named(self, type: Type, value: Any, path: Path) -> int:
        if type.name == "zone":
            return self._zone(value, path)
        for face, name in enumerate(self.fixed.face_name):
            if name == value and self.fixed.face_die[face][0] == type.of:
                return face
        raise Unfit(path, f'no face is named "{value}"')

    # ---- running

    def call(self, rule: str, args: Mapping[str, Any], path: Path = ()) -> None:
        """Begin a rule with arguments; a context is a mapping of its fields. It goes on to its first decision or its
        end.

        Raises:
            Unfit: an argument does not fit.
            Fault: the rule went wrong.
        """
        self.state.begin(rule, self.arguments(rule, args, path))

    def arguments(self, rule: str, args: Mapping[str, Any], path: Path = ()) -> list[Any]:
        """The same arguments as they stand in the state, in the order in which the rule takes them.

        Raises:
            Unfit: there is no such rule, or an argument does not fit.
        """
        checked, name = self.state.program.checked.rules, str(rule)
        if name != rule or rule not in checked:
            raise Unfit(path, f"no rule is named {shown(rule)}", suggest(name[:40], checked))
        params = checked[rule].params
        if set(_mapping(args, path, "arguments by name")) != set(params):
            raise Unfit(path, f'the rule "{rule}" takes {", ".join(params) or "nothing"}')
        return [self._argument(type, args[name], (*path, name)) for name, type in params.items()]

    def _argument(self, type: Type, value: Any, path: Path) -> Any:
        if type.name != "context":
            return self.value(type, value, path)
        contexts = self.fixed.ruleset.contexts
        fields = contexts[type.of]
        row = [list(contexts).index(type.of)]
        for name in _mapping(value, path, f'the fields of "{type.of}" by name'):
            if name not in fields:
                raise Unfit((*path, name), f'"{type.of}" has no field "{name}"')
        for name, field in fields.items():
            row.append(
                self.value(field.type, value[name], (*path, name)) if name in value else self.fixed.default(field)
            )
        self.state.contexts.append(row)
        return len(self.state.contexts) - 1

    # ---- answers

    def names_option(self, answer: str, decision: tuple[Any, ...], at: int) -> bool:
        """Whether an answer names the option at a place: by key, id, label, or the name of a given piece."""
        s = self.state
        if at >= len(decision[decide.VALUES]):
            return answer in ("none", s.plain(decision[decide.SKIP]))
        type = s.program.sites[decision[decide.SITE]].type
        value = decision[decide.VALUES][at]
        key = s.program.key(type, value, s)
        short = key.partition(":")[2] or key
        if answer in (key, short, short.partition("#")[0], s.program.say(s, type, value)):
            return True
        label = decision[decide.LABELS][at] if decision[decide.LABELS] else None
        if label is not None and answer == s.plain(label):
            return True
        if type.name != "piece" or answer not in self.names:
            return False
        named = self.names[answer]
        same_kind = s.kind[named] == s.kind[value]
        return same_kind and bool(s.program.signature(s, type, named) == s.program.signature(s, type, value))

    def place_of(self, answer: str, decision: tuple[Any, ...]) -> int | None:
        """The place of the option that an answer names: an open one, if there is one."""
        count = len(decision[decide.VALUES]) + (decision[decide.SKIP] is not None)
        found = [at for at in range(count) if self.names_option(answer, decision, at)]
        best = [at for at in found if at in decide.open_places(decision)] or found
        return best[0] if best else None

    def offered(self, since: int) -> tuple[list[tuple[tuple[Any, ...], int | None]], int]:
        """The decisions offered since a number of events: each with the answer that gave itself, or None; and the new
        number.
        """
        raw = raw_events(self.state)
        found: list[tuple[tuple[Any, ...], int | None]] = []
        for i in range(since, len(raw)):
            if raw[i][0] == "offered":
                alone = raw[i][2]
                found.append((raw[i][1], raw[i + 1][3] if alone else None))
        return found, len(raw)

    # ---- comparing

    def differences(self, then: Mapping[str, Any]) -> list[tuple[Path, str]]:
        """What of an expected situation is not so: its path, and what is so instead.

        Raises:
            Unfit: it expects what no game can hold.
        """
        found: list[tuple[Path, str]] = []
        ruleset, s = self.fixed.ruleset, self.state
        parts = _mapping(then, (), f"its parts are: {', '.join((*PARTS, 'cells'))}")
        cells = parts.get("cells", {})
        for path, name, value in _parts({key: parts[key] for key in parts if key != "cells"}, s.seats):
            if path[0] == "game":
                found += self._compare(ruleset.game, name, value, lambda n: getattr(s, f"game__{n}"), path)
            elif path[0] == "players":
                found += self._compare(ruleset.players, name, value, self._reader("player", path[1]), path)
            elif path[0] == "pieces":
                found += self._compare_piece(name, value)
            else:
                found += self._compare_zone(name, value)
        for name, value in _mapping(cells, ("cells",), "cells by name, each a list of ids").items():
            found += self._compare_cell(name, value)
        return found

    def _compare(
        self, fields: Mapping[str, Field], name: str, value: Any, read: Callable[[str], Any], path: Path
    ) -> list[Any]:
        wanted = self._field(fields, name, value, path, read)
        is_so = read(name)
        return [] if is_so == wanted else [(path, f"it is {self.say(fields[name].type, is_so)}")]

    def say(self, type: Type, value: Any) -> str:
        """A value of the state as an author writes it, on one line."""
        return _line(self.written(type, value))

    def written(self, type: Type, value: Any) -> Any:
        """A value of the state as an author writes it in YAML: a player by number, a given piece by its name, a tuple
        as a list, a table or dict as a mapping, nothing as none.
        """
        if value is None or type.name == "optional":
            return "none" if value is None else self.written(type.items[0], value)
        if type.name in ("int", "bool", "seats", "range"):
            return value
        if type.name == "text":
            return self.state.plain(value)
        if type.name == "player":
            return value + 1
        if type.name in ("list", "tuple"):
            inner = type.items if type.name == "tuple" else type.items * len(value)
            return [self.written(one, item) for one, item in zip(inner, value, strict=True)]
        if type.name in ("table", "dict"):
            key, item = type.items
            return {str(self.written(key, k)): self.written(item, v) for k, v in value.items()}
        if type.name in ("shape", "effects"):
            return self._written_parts(type, value)
        return self._named_as(type, value)

    def _written_parts(self, type: Type, value: Any) -> Any:
        """A shape as a mapping of its fields, effects as a list of words with their arguments."""
        if type.name == "shape":
            fields = self.fixed.ruleset.shapes[type.of].values()
            return {field.name: self.written(field.type, item) for field, item in zip(fields, value, strict=True)}
        words = list(self.fixed.ruleset.words.values())
        told: list[Any] = []
        for number, args in value:
            fields = words[number].args.values()
            given = {field.name: self.written(field.type, item) for field, item in zip(fields, args, strict=True)}
            only = next(iter(given.values())) if len(given) == 1 else given
            told.append({words[number].name: only} if given else words[number].name)
        return told

    def _named_as(self, type: Type, value: Any) -> str:
        """What is called by a name: a given piece by that of the example, anything else by its key."""
        if type.name == "face":
            return str(self.fixed.face_name[value])
        key = self.state.program.key(type, value, self.state)
        for name, piece in self.names.items():
            if type.name == "piece" and piece == value:
                return name
        return key.partition(":")[2] or key

    def _compare_piece(self, name: str, wanted: Any) -> list[Any]:
        path = ("pieces", name)
        if name not in self.names:
            raise Unfit(path, f'no given piece is named "{name}"')
        if wanted != "gone":
            _mapping(wanted, path, "its place and state, or: gone")
        return [found for piece in self._groups[name] for found in self._compare_one(piece, wanted, path)]

    def _compare_one(self, piece: int, wanted: Any, path: Path) -> list[Any]:
        s = self.state
        if wanted == "gone" or s.place[piece] == -1:
            gone = s.place[piece] == -1
            return (
                []
                if gone == (wanted == "gone")
                else [(path, "it is gone" if gone else f"it is at {s.program.where(s, piece)}")]
            )
        kind = self.fixed.kinds[s.kind[piece]]
        found: list[Any] = []
        place = self._place(wanted, path)
        if place is not None and place != s.place[piece]:
            found.append((path, f"it is at {s.program.where(s, piece)}"))
        state = self.fixed.ruleset.kinds[kind].state
        for key, value in wanted.items():
            if key not in PLACES and key != kind:
                found += self._compare(state, key, value, self._reader(kind, piece), (*path, key))
        return found

    def _compare_zone(self, key: str, wanted: Any) -> list[Any]:
        zone = self._zone(key, ("zones", key))
        s = self.state
        kind = self.fixed.ruleset.zones[self.fixed.zone_names[zone]].of
        inside = [self.fixed.record_ids[kind][s.record[piece]] for piece in s.zones[zone]]
        return _compare_ids(inside, wanted, ("zones", key), "it holds")

    def _compare_cell(self, name: str, wanted: Any) -> list[Any]:
        """What stands on a cell, in any order; what is carried does not stand there."""
        s, cell = self.state, self.value(Type("cell"), name, ("cells", name))
        kinds = [self.fixed.kinds[kind] for kind in s.kind]
        there = [piece for piece, place in enumerate(s.place) if place == cell]
        inside = sorted(self.fixed.record_ids[kinds[piece]][s.record[piece]] for piece in there)
        wanted = sorted(map(str, wanted)) if isinstance(wanted, list) else wanted
        return _compare_ids(inside, wanted, ("cells", name), "on it stands")


def _compare_ids(inside: list[str], wanted: Any, path: Path, says: str) -> list[Any]:
    """Ids against those that are wanted, or their number."""
    if isinstance(wanted, int):
        return [] if len(inside) == wanted else [(path, f"{says} {len(inside)}")]
    wanted = wanted if isinstance(wanted, list) else [wanted]
    return [] if inside == wanted else [(path, f"{says} {', '.join(inside) or 'nothing'}")]


__all__ = ["Fault", "Situation", "Unfit"]


def _line(value: Any) -> str:
    """YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_line(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_line, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
