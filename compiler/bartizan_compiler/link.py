"""Link the records of a pack: one table of ids, and every name in every record resolved against it.

References, cells, words, rulings, options: what is not found is told where it stands, with what was probably meant.
Ids that stand in records with faults are known all the same, so that one mistake is told once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bartizan_compiler import rules, tiles
from bartizan_compiler.fill import Filler
from bartizan_compiler.front import Declared
from bartizan_compiler.grid import Grid
from bartizan_compiler.models import Models
from bartizan_compiler.owners import Owners
from bartizan_compiler.pack import Files
from bartizan_compiler.requires import Required
from bartizan_compiler.shape import EVERY, Known, Record
from bartizan_engine.declared import LEADS, MISSING, Board, Field, Kind, Ruleset
from bartizan_engine.language import Program
from bartizan_engine.language.questions import Where
from bartizan_engine.problem import Problem, Spot, owner, suggest
from bartizan_engine.types import Type
from bartizan_engine.values import typed

MAP = "map"
UNNAMED = ("mission", "campaign", "example", "ruling", "clause")  # families whose records need nobody to name them


class Pack(NamedTuple):
    """A pack, linked: everything that the pages, the examples and the scenario are made from."""

    root: Path
    info: dict[str, Any]
    ruleset: Ruleset
    ruleset_data: dict[str, Any]
    records: dict[str, list[Record]]
    maps: dict[str, Grid]
    rules: list[tuple[str, str]]
    program: Program | None
    required: tuple[Required, ...] = ()  # all packs that it needs, each after those that it requires itself
    owners: dict[tuple[str, ...], str] = {}  # noqa: RUF012  # of what required packs declare: `("words", "stun")`
    whose: Owners = Owners()

    def record(self, kind: str, id: str) -> Record | None:
        """The record of a kind with an id."""
        return next((record for record in self.records.get(kind, ()) if record.id == id), None)

    def own(self, kind: str) -> list[Record]:
        """The records of a kind that stand in this pack itself."""
        return [record for record in self.records.get(kind, ()) if not owner(record.spot.path)]

    def faces(self, kind: str) -> dict[str, list[str]]:
        """The names of the faces of each die of a kind. One with a name twice is left out: which other name was meant
        nobody knows, and that is told.
        """
        all_ = {die.id: [face["name"] for face in die.values.get("faces") or ()] for die in self.records.get(kind, ())}
        return {id: names for id, names in all_.items() if len(set(names)) == len(names)}

    def missions(self) -> list[Record]:
        """The missions that are meant where none is named: those of the pack itself, else those that it requires."""
        return self.leads("mission")

    def leads(self, family: str) -> list[Record]:
        """The same of missions or of campaigns."""
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == family]
        own = [record for kind in kinds for record in self.own(kind)]
        return own or [record for kind in kinds for record in self.records.get(kind, ())]

    def entry(self, needs: str = "") -> str:
        """The entry that is meant where none is named: the first that needs a mission, or a campaign, or the first."""
        entries = self.ruleset.entries
        return next((entry.name for entry in entries.values() if needs and entry.needs == needs), next(iter(entries)))

    def map_of(self, record: Record) -> str:
        """The id of the map that a mission is played on, or nothing."""
        field = self.ruleset.board.map.partition(".")[2] if self.ruleset.board else ""
        return str(record.values.get(field) or "") if record.family == "mission" else ""


class Draft(NamedTuple):
    """A pack on its way: what was declared, the records, what else is known of ids, which families lost a file, and the
    files of all packs.
    """

    pack: Pack
    declared: Declared
    models: Models
    known: list[Known]
    lost: frozenset[str]
    before: dict[tuple[str, str], tuple[str, ...]]  # from which packs an id was that was replaced
    files: Files


def link(draft: Draft) -> list[Problem]:
    """Resolve every name in the records of the pack, filling in what only the whole pack knows."""
    linker = _Linker(draft)
    linker.twins()
    linker.board()
    for record in _all(draft.pack):
        linker.record(record)
    _fill_tables(draft)
    if draft.declared.sound and not draft.lost and linker.whole() and linker.named:
        linker.unused()
    return linker.problems


def names_of(draft: Draft, records: Iterable[Record]) -> list[Problem]:
    """What is wrong with the names in some records, where the rest of the pack is linked."""
    linker = _Linker(draft)
    for record in records:
        linker.record(record)
    _fill_tables(draft)
    return linker.problems


def _all(pack: Pack) -> Iterator[Record]:
    for kind in sorted(pack.records):
        yield from pack.records[kind]


class _Linker:
    """Looks names up, and remembers which were asked for."""

    def __init__(self, draft: Draft) -> None:
        self.pack, self.declared, self.lost = draft.pack, draft.declared, draft.lost
        self.ruleset = draft.pack.ruleset
        self.known = draft.known
        self.asked = rules.asked(self.ruleset, draft.pack.program)
        self.qualified: dict[tuple[str | int, ...], str] = {}  # of the record in hand
        self.ids: dict[str, dict[str, Spot]] = {}
        self.doubtful = {known.id for known in draft.known if not known.kind}
        for known in draft.known:
            self.ids.setdefault(known.kind, {}).setdefault(known.id, known.spot)
        self.used: set[tuple[str, str]] = set(draft.before)  # what takes a place is used as what was there
        self.named = {name for _, text in self.pack.rules for name in rules.named(text)}  # without any, that is told
        self.problems: list[Problem] = []

    def tell(self, spot: Spot, code: str, message: str, hint: str = "", *notes: tuple[Spot, str]) -> None:
        self.problems.append(Problem(spot, code, message, hint, notes))

    # ---- the table of ids

    def twins(self) -> None:
        """Tell each id that stands twice in its kind, at both places."""
        first: dict[tuple[str, str], Spot] = {}
        for known in self.known:
            place = first.setdefault((known.kind or known.family, known.id), known.spot)
            if place != known.spot:
                what, other = known.kind or known.family, owner(place.path)
                apart = other != owner(known.spot.path)
                self.tell(
                    known.spot,
                    "BZ301",
                    f'there are two records "{known.id}" of the kind {what}',
                    f'rename it, or let it take the other\'s place: "replaces: {known.id}"'
                    if apart
                    else "rename one of them",
                    (place, f'the one of the pack "{other}"' if apart else "the first one"),
                )

    def find(self, kind: str, id: str, spot: Callable[[], Spot], pack: str = "") -> None:
        """Look a record up; tell it if there is none, or if it is not of the pack that is named with it.

        Most names are right, and nobody asks for their spot.
        """
        self.used.add((kind, id))
        if pack and not self._of_pack(kind, id, spot(), pack):
            return
        family = self._family(kind)
        if id in self.ids.get(kind, {}) or id in self.doubtful or family in self.lost:
            return
        if kind in self.declared.broken or EVERY in self.declared.broken:
            return
        hint = suggest(id, self.ids.get(kind, {})) or self._elsewhere(id)
        self.tell(spot(), "BZ302", f'no {kind} has the id "{id}"', hint)

    def _of_pack(self, kind: str, id: str, spot: Spot, pack: str) -> bool:
        """Whether a pack is one of those in hand, and the record is of it if it is there at all."""
        if EVERY in self.declared.broken:  # a pack that is required may be missing, which is told
            return True
        wrong = self.pack.whose.wrong(kind, id, pack)
        if wrong:
            self.tell(spot, "BZ302", *wrong)
        return not wrong

    def _family(self, kind: str) -> str:
        return self.ruleset.kinds[kind].family if kind in self.ruleset.kinds else kind

    def _elsewhere(self, id: str) -> str:
        others = sorted(kind for kind, ids in self.ids.items() if id in ids and kind)
        return f'"{id}" is a {others[0]}' if others else ""

    # ---- one record

    def record(self, record: Record) -> None:
        """Resolve the names in a record."""
        self.qualified = dict(record.qualified)
        self._source(record)
        if record.family == "ruling":
            self._option(record)
        elif record.family == "clause":
            self._clause(record)
        elif record.family == "example":
            self._example(record)
        elif record.family == MAP:
            self._laid(record)
        kind = self.ruleset.kinds.get(record.kind)
        if kind is None:
            return
        cells = self._cells(record)
        self._fields(("record", kind.name), kind.fields, record.values, record, (), cells)
        for index, face in enumerate(record.values.get("faces", ()) if kind.family == "die" else ()):
            self._fields(("face", kind.name), kind.faces, face, record, ("faces", index), cells)

    def _cells(self, record: Record) -> set[str] | None:
        """The cells that the record may name: those of its map, else of any; None if that is not known."""
        own = self.pack.map_of(record)
        if own:
            return self.pack.maps[own].names() if own in self.pack.maps else None
        drawn = len(self.pack.maps) == len(self.ids.get(MAP, {})) and MAP not in self.lost
        return {name for grid in self.pack.maps.values() for name in grid.names()} if drawn else None

    def _value(
        self,
        where: Where,
        type: Type,
        value: Any,
        record: Record,
        path: tuple[str | int, ...],
        cells: set[str] | None,
    ) -> None:
        """Resolve the names in a value, down to its leaves; `where` is the field that it is of."""
        name = type.name
        if value is None:
            return
        if name == "ref":
            self.find(type.of, value, partial(record.at, *path), self.qualified.get(path, ""))
        elif name == "cell":
            if cells is not None and value not in cells:
                self.tell(record.at(*path), "BZ306", f'no cell is named "{value}"', suggest(value, cells))
        elif name == "optional":
            self._value(where, type.items[0], value, record, path, cells)
        elif name == "list":
            for index, item in enumerate(value):
                self._value(where, type.items[0], item, record, (*path, index), cells)
        elif name == "table":
            for key, item in value.items():
                if type.items[0].name == "ref":
                    spot = partial(record.key, *path, key)
                    self.find(type.items[0].of, key, spot, self.qualified.get((*path, key), ""))
                self._value(where, type.items[1], item, record, (*path, key), cells)
        elif name == "shape":
            self._fields(("shape", type.of), self.ruleset.shapes[type.of], value, record, path, cells)
        elif name == "effects":
            for index, (word, args) in enumerate(value):
                self._word(where, type, word, partial(record.at, *path, index, 0))
                args_of = self.ruleset.words[word].args
                self._fields(("word", word), args_of, args, record, (*path, index, 1), cells)

    def _fields(
        self,
        of: tuple[str, str],
        fields: dict[str, Field],
        values: dict[str, Any],
        record: Record,
        path: tuple[str | int, ...],
        cells: set[str] | None,
    ) -> None:
        for field in fields.values():
            where = (*of, field.name)
            self._value(where, field.type, values.get(field.name), record, (*path, field.name), cells)

    def _word(self, where: Where, type: Type, name: str, spot: Callable[[], Spot]) -> None:
        """A word fits where the field gives all that it works on, or where rules ask for it."""
        lacking = [
            thing for thing in rules.needs(self.ruleset.words[name], self.pack.program) if thing not in type.names
        ]
        if lacking:
            given = (
                f"this field gives {', '.join(type.names)}" if type.names else "this field gives nothing to its words"
            )
            self.tell(spot(), "BZ305", f'the word "{name}" works on {", ".join(lacking)}', given)
        fields = self.asked.get(name)
        if fields is not None and where not in fields:
            message = f'no rule asks for the word "{name}" in this field, so it does nothing here'
            self.tell(spot(), "BZ305", message, "rules ask for it in " + " and ".join(map(_named, sorted(fields))))

    # ---- what the fixed families name

    def _source(self, record: Record) -> None:
        kind = self.ruleset.kinds.get(record.kind)
        own = {"title", *record.values, *(kind.fields if kind else ())}
        for path, source in (
            (("from",), record.origin),
            *((("from", "fields", name), item) for name, item in record.origin.get("fields", {}).items()),
        ):
            if "ruling" in source:
                place = (*path, "ruling")
                self.find("ruling", source["ruling"], partial(record.at, *place), self.qualified.get(place, ""))
            if path[-1] != "from" and path[-1] not in own:
                self.tell(
                    record.key(*path), "BZ303", f'"{path[-1]}" is no field of this record', suggest(str(path[-1]), own)
                )

    def _laid(self, record: Record) -> None:
        """The tiles that a map is laid of are used; all of them, if it names one that nobody knows."""
        placed = record.values.get("tiles", ())
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == "tile"]
        known = [tile for kind in kinds for tile in self.pack.records.get(kind, ())]
        doubtful = any(not any(tiles.named(tile, one) for tile in known) for one in placed)
        laid = [tile for tile in known if doubtful or any(tiles.named(tile, one) for one in placed)]
        self.used |= {(tile.kind, tile.id) for tile in laid}

    def _option(self, record: Record) -> None:
        name = record.values.get("option")
        if name is not None:
            self._known_option(name, record.at("option"))

    def _known_option(self, name: str, spot: Spot) -> None:
        if name not in self.ruleset.options and self.declared.sound and not _hole(name):
            self.tell(spot, "BZ303", f'no option is named "{name}"', suggest(name, self.ruleset.options))

    def _example(self, record: Record) -> None:
        """What an example names outside its situation: its mission, its options, what it shows; its pieces are used."""
        values = record.values
        for lead in LEADS:
            if lead in values and not _hole(values[lead]):
                self._of_family(str(values[lead]), lead, record.at(lead), self.qualified.get((lead,), ""))
        for name in values.get("options", {}):
            self._known_option(name, record.key("options", name))
        for index, name in enumerate(values.get("shows", ())):
            self.used |= {(kind, str(name)) for kind in self.ids}
            self._shown(name, record.at("shows", index))
        for piece in values.get("given", {}).get("pieces", {}).values():
            ids = {kind: self.pack.whose.split(str(id))[1] for kind, id in piece.items() if kind in self.ruleset.kinds}
            self.used |= set(ids.items())

    def _clause(self, record: Record) -> None:
        """What carries a rule of the book is there; to stand in the index is no use of it."""
        for index, name in enumerate(record.values["carried_by"]):
            self._shown(name, record.at("carried_by", index))

    def _of_family(self, id: str, family: str, spot: Spot, pack: str) -> None:
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == family]
        ids = {name for kind in kinds for name in self.ids.get(kind, {})}
        self.used |= {(kind, id) for kind in kinds}
        held = [kind for kind in kinds if id in self.ids.get(kind, {})]
        if pack and not self._of_pack(held[0] if held else family, id, spot, pack):
            return
        if id not in ids and id not in self.doubtful and family not in self.lost and not self.declared.broken:
            self.tell(spot, "BZ302", f'no {family} has the id "{id}"', suggest(id, ids))

    def _shown(self, name: Any, spot: Spot) -> None:
        ids = {id for kind in self.ids.values() for id in kind} | self.doubtful
        named = set(self.named)
        pack, _, bare = str(name).rpartition(":")
        ruleset = self.ruleset
        named |= {*ruleset.words, *ruleset.options, *ruleset.numbers, *ruleset.zones}
        known = (bare if pack in ("", *self.pack.whose.packs) else name) in ids | named
        if self.declared.sound and not self.lost and self.named and not known and not _hole(name):
            self.tell(
                spot,
                "BZ303",
                f'"{name}" is neither a rule, the id of a record nor a name of the ruleset',
                suggest(str(name), ids | named),
            )

    # ---- what the ruleset names

    def board(self) -> None:
        """The rulings that declarations come from, the map's field, and the dice of ways that divide."""
        for id, spot in self.declared.rulings:
            self.find("ruling", id, partial(Spot, *spot))
        board = self.ruleset.board
        if board is None:
            return
        fields = sorted(
            {
                f"mission.{field.name}"
                for kind in self.ruleset.kinds.values()
                if kind.family == "mission"
                for field in kind.fields.values()
                if _holds_map(field.type)
            }
        )
        if board.map and board.map not in fields and not self.declared.broken:
            hint = suggest(board.map, fields) or (
                f"write {fields[0]}" if fields else "declare a field of type ref map in the kind of missions"
            )
            self.tell(
                self.declared.at("board", "map"),
                "BZ307",
                f'"{board.map}" is no field of a mission that holds a map',
                hint,
            )
        for path, die in self._dice(board):
            self._die(path, die)

    def _dice(self, board: Board) -> Iterator[tuple[tuple[str, ...], str]]:
        """The dice that a board names, each with its place: of ways that divide, and of the pace."""
        yield from ((("board", "ways", way.name, "split"), way.split) for way in board.ways.values() if way.split)
        declared = self.declared.data.get("board")
        pace = declared.get("pace") if isinstance(declared, dict) else None
        if isinstance(pace, dict) and isinstance(pace.get("die"), str):
            yield ("board", "pace", "die"), pace["die"]

    def _die(self, path: tuple[str, ...], die: str) -> None:
        """A die that is named has to be there, unless it may stand in a file that could not be read."""
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == "die"]
        ids = [id for kind in kinds for id in self.ids.get(kind, {})]
        if die not in ids and die not in self.doubtful and not self.declared.broken and "die" not in self.lost:
            self.tell(self.declared.at(*path), "BZ302", f'no die has the id "{die}"', suggest(die, ids))
        self.used |= {(kind, die) for kind in kinds}

    # ---- what nothing names

    def whole(self) -> bool:
        """Whether all is known that could name a record: no record has faults, and no name leads nowhere."""
        return len(self.known) == len(list(_all(self.pack))) and not self.problems

    def unused(self) -> None:
        """Tell records that nothing names: no record, no rule and no example."""
        text = "\n".join(source for _, source in self.pack.rules)
        for record in _all(self.pack):
            if record.family in UNNAMED or (record.kind, record.id) in self.used:
                continue
            if owner(record.spot.path):
                continue
            if re.search(rf"[\"':]{re.escape(record.id)}[\"']", text) or _all_named(
                record.kind, text, self.ruleset.kinds.get(record.kind)
            ):
                continue
            self.tell(
                record.at("id"),
                "BZ308",
                f'nothing names the {record.kind} "{record.id}"',
                "no record, rule or example uses it",
            )


def _all_named(kind: str, text: str, declared: Kind | None) -> bool:
    """Whether rules go over all records of a kind, so that each of them is used."""
    return declared is not None and re.search(rf"\brecords\(\s*[\"']{kind}[\"']", text) is not None


def _holds_map(type: Type) -> bool:
    return (type.name, type.of) == ("ref", MAP) or (type.name == "optional" and _holds_map(type.items[0]))


def _hole(value: Any) -> bool:
    """Whether a text has a hole that the cases of an example fill."""
    return isinstance(value, str) and "{" in value


def _named(where: Where) -> str:
    """A field as a hint names it."""
    what, of, name = where
    return f'"{name}" of {f"the faces of {of}" if what == "face" else of or f"the {what}s"}'


def _fill_tables(draft: Draft) -> None:
    """Fill tables by records: where a default is a single value, every record of the kind has a key."""
    for record in _all(draft.pack):
        kind = draft.pack.ruleset.kinds.get(record.kind)
        for field in kind.fields.values() if kind else ():
            _fill_table(draft, field, record.values)


def _fill_table(draft: Draft, field: Field, values: dict[str, Any]) -> None:
    type, value = field.type, values.get(field.name)
    shapes = draft.pack.ruleset.shapes
    if type.name == "table" and isinstance(value, dict):
        start = typed(type, field.default) if field.default is not MISSING else {}
        if type.items[0].name == "ref" and not isinstance(start, dict):
            for other in draft.pack.records.get(type.items[0].of, ()):
                value.setdefault(other.id, Filler(draft.models).expand(type.items[1], start))
    elif type.name == "list" and type.items[0].name == "shape":
        for item in value or ():
            for inner in shapes[type.items[0].of].values():
                _fill_table(draft, inner, item)
    elif type.name == "shape" and value:
        for inner in shapes[type.of].values():
            _fill_table(draft, inner, value)


def of_kinds(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by kind, in the order in which they stand in the pack."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.kind, []).append(record)
    return found
