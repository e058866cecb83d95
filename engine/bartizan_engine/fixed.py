"""What does not change while a game runs: records as columns, dice, zones, the map; and how JSON values stand in the
state.

In the state every value is small and plain: a record, enum member, cell, player, face, zone or piece is its number,
None is None, lists are lists, tables are dicts, effects are tuples of (number of the word, arguments). Types say which
is which, and types are known before anything runs; so a state is ints, and a stranger's save can be checked against
the types.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .declared import LEADS, MISSING, Field, Ruleset
from .geometry import Plane, plane
from .room import at_start, piece_rows
from .types import Type
from .values import typed
from .wording import Sizes

MAX_KEPT = 1_000_000  # cells in remembered answers
MAX_TABLED = 500  # cells of a map whose distances are kept in a table
UNSET = None  # a field without a default, before it is set


class WayTable(NamedTuple):
    """A way as the rules walk it: links by cell; next step and steps left by goal and cell, -1 where there is none."""

    links: dict[int, tuple[int, ...]]
    next: dict[int, list[int]]
    left: dict[int, list[int]]
    nearest: list[int]


class Distances(dict[int, list[int]]):
    """How far every cell is from each that is asked for: a row a cell, made when it is wanted."""

    def __init__(self, plane: Plane, cells: int) -> None:
        super().__init__()
        self.plane, self.cells = plane, cells

    def __missing__(self, cell: int) -> list[int]:
        row = self[cell] = [self.plane.distance(cell, other) for other in range(self.cells)]
        return row


class Column(NamedTuple):
    """A state field of pieces: the name of its column, its kind and its declaration."""

    name: str
    kind: str
    field: Field


class Fixed:
    """Everything that the data says about one game with a number of seats."""

    kinds: tuple[str, ...]
    record_ids: dict[str, list[str]]
    record_index: dict[str, dict[str, int]]
    titles: dict[str, list[str]]
    cell_names: list[str]
    cell_index: dict[str, int]
    plane: Plane
    face_name: list[str]
    splits: dict[tuple[str, int], dict[str, int]]

    def __init__(self, ruleset: Ruleset, scenario: dict[str, Any], seats: int) -> None:
        self.ruleset = ruleset
        self._defaults: dict[int, Any] = {}  # by declaration
        self.seats = seats
        self.kinds = tuple(ruleset.kinds)
        self.kind_index = {kind: i for i, kind in enumerate(self.kinds)}
        self.word_index = {word: i for i, word in enumerate(ruleset.words)}
        records: dict[str, list[dict[str, Any]]] = scenario["records"]
        self.record_ids = {kind: [record["id"] for record in records.get(kind, [])] for kind in self.kinds}
        self.record_index = {kind: {id: i for i, id in enumerate(ids)} for kind, ids in self.record_ids.items()}
        self.titles = {kind: [record["title"] for record in records.get(kind, [])] for kind in self.kinds}
        self._map(scenario["map"])
        self._faces(records)
        self._zones()
        self.columns = self._columns(records)
        self.piece_columns = [
            Column(f"{kind}__{name}", kind, field)
            for kind in self.kinds
            for name, field in ruleset.kinds[kind].state.items()
        ]
        declared = [column.field for column in self.piece_columns]
        declared += [*ruleset.game.values(), *ruleset.players.values()]
        self.lifetimes = frozenset(field.until for field in declared)
        self.starts = {
            kind: [self._start_row(kind, i) for i in range(len(self.record_ids[kind]))] for kind in self.kinds
        }
        self.numbers = {
            name: self.encode(number.field.type, typed(number.field.type, number.value))
            for name, number in ruleset.numbers.items()
        }
        self.sizes = Sizes(self)
        self.room = at_start(self)  # bytes that pieces and fields may take
        self.rows = piece_rows(self)  # of a new piece
        self.leads = {family: self._lead(scenario.get(family)) for family in LEADS}
        self.span = (int(scenario["seats"][0]), int(scenario["seats"][1]))

    def _lead(self, named: str | None) -> tuple[str, int] | None:
        """The kind and the number of the record that a game was begun with."""
        kind, _, id = (named or "").partition(":")
        return (kind, self.record_index[kind][id]) if named is not None else None

    # ---- the map

    def _map(self, map: dict[str, Any] | None) -> None:
        cells = map["cells"] if map else []
        self.cells = len(cells)
        self.cell_names = [cell["name"] for cell in cells]
        self.cell_index = {name: i for i, name in enumerate(self.cell_names)}
        self.cell_places = [(cell["column"], cell["row"]) for cell in cells]
        if map and cells:
            self.plane = plane(map["layout"], [(cell["q"], cell["r"]) for cell in cells], map["neighbours"])
        self.neighbours: list[list[int]] = map["neighbours"] if map else []
        board = self.ruleset.board
        self.tagged = {
            tag: [i for i, cell in enumerate(cells) if tag in cell["tags"]] for tag in (board.tags if board else ())
        }
        self.tag_sets = {tag: frozenset(found) for tag, found in self.tagged.items()}
        self.ways = {name: _way(way, self.cells) for name, way in (map["ways"] if map else {}).items()}
        self.splits = {(split["way"], split["at"]): dict(split["to"]) for split in (map["splits"] if map else [])}
        self.far = Distances(self.plane, self.cells) if 0 < self.cells <= MAX_TABLED else None
        self._within: dict[tuple[int, int], list[int]] = {}
        self._between: dict[tuple[int, int], list[int]] = {}
        self._kept = 0  # cells in both

    def within(self, cell: int, n: int) -> list[int]:
        """The cells at most n away, remembered."""
        key = (cell, min(n, self.plane.reach))
        found = self._within.get(key)
        if found is None:
            found = self.plane.within(cell, key[1]) if n >= 0 else []
            self._remember(self._within, key, found)
        return found

    def between(self, a: int, b: int) -> list[int]:
        """The cells on the straight line between two, remembered."""
        key = (a, b)
        found = self._between.get(key)
        if found is None:
            found = self.plane.between(a, b)
            self._remember(self._between, key, found)
        return found

    def _remember(self, kept: dict[tuple[int, int], list[int]], key: tuple[int, int], found: list[int]) -> None:
        """Keep an answer; on a large map, where rules could ask for millions of them, begin anew now and then."""
        self._kept += len(found) + 8
        if self._kept > MAX_KEPT:
            self._within.clear()
            self._between.clear()
            self._kept = len(found) + 8
        kept[key] = found

    # ---- dice

    def _faces(self, records: dict[str, list[dict[str, Any]]]) -> None:
        """Faces are numbered through all dice; a die's list repeats each face as often as it stands on the die."""
        self.face_name = []
        self.face_die: list[tuple[str, int]] = []
        self.die_faces: dict[str, list[list[int]]] = {}
        self.rolls: dict[str, list[str]] = {}  # the name of each die's stream
        self.face_columns: dict[str, list[Any]] = {}
        for kind in self.kinds:
            declared = self.ruleset.kinds[kind]
            if declared.family != "die":
                continue
            columns: dict[str, list[Any]] = {
                f"{kind}.{name}": self.face_columns.setdefault(f"{kind}.{name}", []) for name in declared.faces
            }
            for column in columns.values():
                column.extend([None] * (len(self.face_name) - len(column)))
            self.die_faces[kind] = []
            self.rolls[kind] = [f"roll {id}" for id in self.record_ids[kind]]
            for die, record in enumerate(records.get(kind, [])):
                weighted: list[int] = []
                for face in record["faces"]:
                    weighted += [len(self.face_name)] * face["count"]
                    self.face_name.append(face["name"])
                    self.face_die.append((kind, die))
                    for name, field in declared.faces.items():
                        columns[f"{kind}.{name}"].append(self.encode(field.type, face.get(name, field.default)))
                self.die_faces[kind].append(weighted)

    def face_named(self, kind: str, die: int, name: str) -> int:
        """The face of a die with a name; KeyError if it has none."""
        for face in dict.fromkeys(self.die_faces[kind][die]):
            if self.face_name[face] == name:
                return face
        raise KeyError(name)

    # ---- zones

    def _zones(self) -> None:
        self.zone_base: dict[str, int] = {}
        self.zone_key: list[str] = []
        self.zone_owner: list[int | None] = []
        self.zone_names: list[str] = []
        for name, zone in self.ruleset.zones.items():
            self.zone_base[name] = len(self.zone_key)
            owners: list[int | None] = list(range(self.seats)) if zone.per == "player" else [None]
            for player in owners:
                self.zone_names.append(name)
                self.zone_owner.append(player)
                self.zone_key.append(name if player is None else f"{player + 1}.{name}")
        self.zone_index = {key: i for i, key in enumerate(self.zone_key)}

    # ---- records

    def _columns(self, records: dict[str, list[dict[str, Any]]]) -> dict[str, list[Any]]:
        columns = {}
        for kind in self.kinds:
            for name, field in self.ruleset.kinds[kind].fields.items():
                columns[f"{kind}.{name}"] = [self.encode(field.type, record[name]) for record in records.get(kind, [])]
        return columns

    def _start_row(self, kind: str, record: int) -> list[Any]:
        """The start of every column for a new piece: its own fields, None in the columns of other kinds."""
        return [self.start(column, record) if column.kind == kind else None for column in self.piece_columns]

    def start(self, column: Column, record: int) -> Any:
        """What a state field of a piece starts with."""
        field = column.field
        if not field.printed:
            return self.default(field)
        value = self.columns[f"{column.kind}.{field.name}"][record]
        printed = self.ruleset.kinds[column.kind].fields[field.name].type
        if printed.name == "table" and printed.items[0].name == "seats" and field.type.name != "table":
            return value[self.seats]
        return value

    def default(self, field: Field) -> Any:
        """What a state field starts with: its default, or the nothing of its type, or unset."""
        if field.default is not MISSING:
            if id(field) not in self._defaults:
                self._defaults[id(field)] = self.encode(field.type, typed(field.type, field.default))
            found = self._defaults[id(field)]
            return found.copy() if isinstance(found, (list, dict)) else found
        if field.type.name == "list":
            return []
        if field.type.name == "effects":
            return ()
        return UNSET

    # ---- values

    def encode(self, type: Type, value: Any) -> Any:
        """A JSON value of a type, as it stands in the state. The value has been checked."""
        name = type.name
        if name == "optional":
            return None if value is None else self.encode(type.items[0], value)
        if name == "ref":
            return 0 if type.of not in self.record_index else self.record_index[type.of][value]
        if name == "enum":
            return self.ruleset.enums[type.of].members.index(value)
        if name == "cell":
            return self.cell_index.get(value, UNSET)  # records of other missions name cells of other maps
        if name == "list":
            return [self.encode(type.items[0], item) for item in value]
        if name == "table":
            return self._encode_table(type, value)
        if name == "effects":
            return tuple(self._encode_effect(word, args) for word, args in value)
        if name == "shape":
            fields = self.ruleset.shapes[type.of].values()
            return tuple(
                self.encode(field.type, value[field.name] if field.name in value else _nothing(field))
                for field in fields
            )
        return value

    def _encode_table(self, type: Type, value: Any) -> dict[int, Any]:
        key, item = type.items
        if not isinstance(value, dict):
            return {k: self.encode(item, value) for k in self.table_keys(key)}
        return {self.encode_key(key, k): self.encode(item, v) for k, v in value.items()}

    def encode_key(self, key: Type, text: str) -> int:
        """The key of a table, from its text."""
        return int(text) if key.name in ("seats", "range") else int(self.encode(key, text))

    def table_keys(self, key: Type) -> range:
        """All keys of a table."""
        if key.name == "seats":
            return range(1, 17)
        if key.name == "range":
            return range(key.low, key.high + 1)
        return range(len(self.ruleset.enums[key.of].members) if key.name == "enum" else len(self.record_ids[key.of]))

    def _encode_effect(self, word: str, args: dict[str, Any]) -> tuple[int, tuple[Any, ...]]:
        fields = self.ruleset.words[word].args.values()
        return self.word_index[word], tuple(
            self.encode(field.type, args[field.name] if field.name in args else _nothing(field)) for field in fields
        )

    # ---- places

    def place_name(self, place: int) -> str:
        """A cell's name, a zone's key, or the number of the carrier."""
        if place >= self.cells:
            return self.zone_key[place - self.cells]
        return self.cell_names[place] if place >= 0 else "nowhere" if place == -1 else f"#{-2 - place}"


def _nothing(field: Field) -> Any:
    if field.default is not MISSING:
        return typed(field.type, field.default)
    return [] if field.type.name in ("list", "effects") else None


def _way(way: dict[str, Any], cells: int) -> WayTable:
    links = {cell: tuple(to) for cell, to in way["links"]}
    onward = {int(goal): table["next"] for goal, table in way["goals"].items()}
    left = {int(goal): table["left"] for goal, table in way["goals"].items()}
    nearest = [-1] * cells
    for cell in range(cells):
        reached = [(steps[cell], goal) for goal, steps in left.items() if steps[cell] >= 0]
        nearest[cell] = min(reached)[1] if reached else -1
    return WayTable(links, onward, left, nearest)
