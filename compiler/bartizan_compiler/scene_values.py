"""What names and values in a worked example mean: the fields, pieces, cells, zones and records of its pack."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bartizan_compiler.link import Draft
from bartizan_compiler.shape import Record
from bartizan_engine.declared import Field
from bartizan_engine.problem import Problem, suggest
from bartizan_engine.types import Type
from bartizan_engine.values import Everything, check_value, typed

Path = tuple[str | int, ...]
PLACES = ("at", "zone", "carried_by")
_ZONE = re.compile(r"(?:([0-9]+)\.)?([a-z][a-z0-9_]*)\Z")


def listed(value: Any) -> list[Any]:
    """A list, also where one thing stands alone."""
    return value if isinstance(value, list) else [value]


class Values:
    """Judges the names and values of one example, and keeps what is wrong with them."""

    def __init__(self, draft: Draft, record: Record, told: Mapping[str, Any]) -> None:
        self.draft, self.pack, self.example, self.told = draft, draft.pack, record, told
        self.ruleset = draft.pack.ruleset
        self.problems: list[Problem] = []
        self.seats: int = draft.pack.info["players"][0]
        self.pieces: dict[str, str | None] = {
            name: self._kind_of(piece) for name, piece in told.get("given", {}).get("pieces", {}).items()
        }
        self.ids: dict[str, set[str]] = {}
        self.unsorted = {known.id for known in draft.known if not known.kind}  # ids of records whose kind is not known
        for known in draft.known:
            self.ids.setdefault(known.kind or known.family, set()).add(known.id)
        self.cells: Collection[str] | None = self._cells()

    def tell(self, path: Path, code: str, message: str, hint: str = "", key: bool = False) -> None:
        """Something is wrong with the value at a path, or with the key that it stands under."""
        spot = self.example.key(*path) if key else self.example.at(*path)
        self.problems.append(Problem(spot, code, f'"{self.example.id}": {message}', hint))

    def name(self, name: Any, known: Iterable[str], path: Path, message: str, key: bool = False) -> bool:
        """Whether a name is known; if not it is told, with what was probably meant."""
        known = list(known)
        if name in known:
            return True
        self.tell(path, "BZ612", message, suggest(str(name), known), key)
        return False

    def seated(self) -> bool:
        """Whether as many play as can; nothing else is worth judging before."""
        low, high = self.pack.info["players"]
        players = self.told.get("players", low)
        if isinstance(players, bool) or not isinstance(players, int):
            self.tell(("players",), "BZ613", f'"{players}" is no number of players')
        elif not low <= players <= high:
            self.tell(("players",), "BZ603", f"{players} players, and the pack is for {low} to {high}")
        else:
            self.seats = players
            return True
        return False

    # ---- what there is

    def known(self, kind: str, id: str) -> bool:
        """Whether a record exists, or may: in a file that could not be read, or with a kind that is not known."""
        pack, _, id = id.rpartition(":")
        if pack and self.pack.whose.wrong(kind, id, pack):
            return False
        family = self.ruleset.kinds[kind].family if kind in self.ruleset.kinds else kind
        if id in self.ids.get(kind, ()) or family in self.draft.lost:
            return True
        return id in self.unsorted

    def all_ids(self) -> set[str]:
        """The ids of all records of kinds."""
        return {id for kind in self.ruleset.kinds for id in self.ids.get(kind, ())}

    def _kind_of(self, piece: Mapping[str, Any]) -> str | None:
        kinds = [key for key in piece if key in self.ruleset.kinds]
        return kinds[0] if len(kinds) == 1 else None

    def _cells(self) -> Collection[str] | None:
        """The cells of the map that the example is played on, none between two missions; None if that is not known."""
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == "mission"]
        all_ = [record for kind in kinds for record in self.pack.records.get(kind, ())]
        wanted = self.told.get("mission")
        if wanted is None and self.told.get("campaign") is not None:
            return ()
        entries = self.ruleset.entries
        entry = entries[self.pack.entry("mission" if wanted is not None else "")] if entries else None
        meant = [record for record in all_ if wanted in (None, record.id, f"{record.kind}:{record.id}")]
        if entry is None or not entry.needs:
            return ()
        if len(meant) != 1:
            return None
        grid = self.pack.maps.get(self.pack.map_of(meant[0]))
        return None if grid is None else sorted(grid.names())

    # ---- what stands there

    def record(self, kind: str, id: Any, path: Path) -> None:
        """A record by its id."""
        if not isinstance(id, str):
            self.tell(path, "BZ613", f"{id} is no id of a {kind}")
        elif not self.known(kind, id):
            pack, _, bare = id.rpartition(":")
            unknown = f'no {kind} has the id "{bare}"', suggest(bare, self.ids.get(kind, ()))
            message, hint = (self.pack.whose.wrong(kind, bare, pack) if pack else None) or unknown
            self.tell(path, "BZ302", message, hint)

    def zone(self, name: Any, path: Path, key: bool = False) -> str | None:
        """The kind of the pieces in a zone that is named as in `1.hand`."""
        match = _ZONE.match(str(name))
        short = match[2] if match else str(name).rpartition(".")[2]
        zone = self.ruleset.zones.get(short)
        if zone is None:
            self.tell(path, "BZ612", f'no zone is named "{name}"', suggest(short, self.ruleset.zones), key)
            return None
        seat = match[1] if match else "0"
        if (zone.per == "player") != (seat is not None):
            own = f"each player has one: 1.{short}" if zone.per == "player" else f"it belongs to the game: {short}"
            self.tell(path, "BZ612", f'no zone is named "{name}"', own, key)
        elif seat is not None and not 1 <= int(seat) <= self.seats:
            self.tell(path, "BZ603", f'"{name}" is of player {seat}, and {self.seats} play', key=key)
        return zone.of

    def value(self, type: Type, value: Any, path: Path) -> None:
        """A value of a type, down to its leaves."""
        name = type.name
        if name == "optional":
            if value != "none":
                self.value(type.items[0], value, path)
        elif name == "list":
            self._list(type, value, path)
        elif name == "context":
            self._context(type, value, path)
        elif name == "cell":
            self.cell(value, path)
        elif name == "ref" and type.of in self.ruleset.kinds:
            self.record(type.of, value, path)
        elif name in ("piece", "player", "face", "zone"):
            getattr(self, f"_{name}")(type, value, path)
        elif name in ("tuple", "dict", "option", "action"):
            self.tell(path, "BZ613", f'a value of type "{type}" cannot be written down')
        else:
            self._plain(type, value, path)

    def _plain(self, type: Type, value: Any, path: Path) -> None:
        cells = Everything() if self.cells is None else self.cells
        for flaw in check_value(self.ruleset, type, typed(type, value), self.known, cells):
            members = self.ruleset.enums[type.of].members if type.name == "enum" else ()
            self.tell((*path, *flaw.path), "BZ613", flaw.message, flaw.hint or suggest(str(value), members))

    def _list(self, type: Type, value: Any, path: Path) -> None:
        if not isinstance(value, list):
            self.tell(path, "BZ613", f'"{value}" is no list')
            return
        if not type.low <= len(value) <= type.high:
            self.tell(path, "BZ613", f"{len(value)} elements, {type.low} to {type.high} are needed")
        for index, item in enumerate(value):
            self.value(type.items[0], item, (*path, index))

    def _context(self, type: Type, value: Any, path: Path) -> None:
        fields: dict[str, Field] = self.ruleset.contexts[type.of]
        if not isinstance(value, dict):
            self.tell(path, "BZ613", f'"{value}" is no mapping of the fields of "{type.of}"')
            return
        for name, item in value.items():
            if self.name(name, fields, (*path, name), f'"{type.of}" has no field "{name}"', key=True):
                self.value(fields[name].type, item, (*path, name))

    def _piece(self, type: Type, value: Any, path: Path) -> None:
        if self.name(value, self.pieces, path, f'no given piece is named "{value}"'):
            kind = self.pieces[value]
            if kind not in (None, type.of):
                self.tell(path, "BZ613", f'"{value}" is a {kind}, and a {type.of} is needed')

    def _player(self, _type: Type, value: Any, path: Path) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.seats:
            self.tell(path, "BZ613", f'"{value}" is no player; they are numbers from 1 to {self.seats}')

    def cell(self, name: Any, path: Path, key: bool = False) -> None:
        """A cell of the map."""
        if self.cells is not None and name not in self.cells:
            self.tell(path, "BZ306", f'no cell is named "{name}"', suggest(str(name), self.cells), key)

    def _face(self, type: Type, value: Any, path: Path) -> None:
        faces = self.pack.faces(type.of)
        whole = len(faces) == len(self.ids.get(type.of, ()))
        if whole and self.ruleset.kinds[type.of].family not in self.draft.lost:
            self.name(value, [name for names in faces.values() for name in names], path, f'no face is named "{value}"')

    def _zone(self, type: Type, value: Any, path: Path) -> None:
        of = self.zone(value, path)
        if of not in (None, type.of):
            self.tell(path, "BZ613", f'the zone "{value}" holds {of}, and one of {type.of} is needed')
