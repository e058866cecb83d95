"""Specimens: what a field or a record looks like when somebody writes it down.

Records that exist are taken back from the scenario's form to their author's: an effect is `{dice: 2}` again, what is
left out stays left out. Where there is none, a value is made from its type alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bartizan_compiler.fill import Filler
from bartizan_compiler.link import MAP, Pack
from bartizan_compiler.models import NONE, Models, lone_argument, needs
from bartizan_compiler.shape import Record
from bartizan_engine.declared import MISSING, Field, Kind, Word
from bartizan_engine.types import Type

INVENTED = {"is": "invented"}
_DEEP = 6  # shapes in shapes; below, lists stay empty

Values = dict[str, Any]


def _same(cell: str) -> str:
    return cell


class Specimens:
    """Makes specimens for one pack; `cell` says how cells are called, if not as they are."""

    def __init__(self, pack: Pack, cell: Callable[[str], str] = _same) -> None:
        self.pack = pack
        self.ruleset = pack.ruleset
        self.models = Models(pack.ruleset, tuple(pack.info["players"]))
        self.filler = Filler(self.models)
        self.cell = cell

    # ---- taken back from a record

    def record(self, record: Record) -> Values:
        """The fields of a kind's record as an author writes them; what is as it starts is left out."""
        kind = self.ruleset.kinds[record.kind]
        values = self.fields(kind.fields, record.values)
        if kind.family == "die":
            values["faces"] = [self._face(kind, face) for face in record.values["faces"]]
        return values

    def _face(self, kind: Kind, face: Values) -> Values:
        count = {"count": face["count"]} if face["count"] != 1 else {}
        return {"name": face["name"], **count, **self.fields(kind.faces, face)}

    def fields(self, fields: Mapping[str, Field], values: Mapping[str, Any]) -> Values:
        """Those of the fields that are not as they start."""
        written = {}
        for name, field in fields.items():
            value = values[name]
            if value is None or (field.default is not MISSING and value == self._start(field, value)):
                continue
            written[name] = self._table(field, value) if field.type.name == "table" else self.value(field.type, value)
        return written

    def _start(self, field: Field, value: Any) -> Any:
        """How a field starts; a table by ids starts with all that the pack has."""
        start = self.filler.default(field)
        if field.type.name == "table" and field.type.items[0].name == "ref":
            return dict.fromkeys(value, self._entry(field))
        return start

    def _entry(self, field: Field) -> Any:
        """What an entry of a table holds that is not written."""
        return MISSING if field.default is MISSING else self.filler.expand(field.type.items[1], _typed(field))

    def value(self, type: Type, value: Any) -> Any:
        """A value as an author writes it."""
        name = type.name
        if value is None:
            return NONE
        if name == "optional":
            return self.value(type.items[0], value)
        if name == "list":
            return [self.value(type.items[0], item) for item in value]
        if name == "table":
            return self._table(Field("", type), value)
        if name == "shape":
            return self.fields(self.ruleset.shapes[type.of], value)
        if name == "effects":
            return [self._effect(self.ruleset.words[word], args) for word, args in value]
        return self.cell(value) if name == "cell" else value

    def _table(self, field: Field, value: Values) -> Values:
        inner, before, written = field.type.items[1], MISSING, {}
        for key, item in value.items():
            silent = before if field.fill and before is not MISSING else self._entry(field)
            if item != silent:
                written[key] = self.value(inner, item)
            before = item
        return written

    def _effect(self, word: Word, args: Values) -> Any:
        written = self.fields(word.args, args)
        lone = lone_argument(word)
        if not written and not needs(word):
            return word.name
        if lone is not None and not isinstance(written.get(lone.name, {}), dict):
            return {word.name: written[lone.name]}
        return {word.name: written}

    # ---- made from types

    def field(self, field: Field, deep: int = 0) -> Any:
        """A value that fits a field; how the field starts, if it is as simple as that."""
        if field.default is not MISSING and field.type.name in ("int", "bool", "enum", "text"):
            return self.filler.default(field)
        return self.made(field.type, deep)

    def kind(self, kind: Kind) -> Values:
        """The least that a record of a kind needs besides its head."""
        values = self.needed(kind.fields)
        if kind.family == "die":
            values["faces"] = [{"name": "first", **self.needed(kind.faces)}]
        return values

    def needed(self, fields: Mapping[str, Field], deep: int = 0) -> Values:
        """Values for the fields that cannot be left out."""
        return {
            name: self.made(field.type, deep)
            for name, field in fields.items()
            if field.default is MISSING and field.type.name != "optional"
        }

    def made(self, type: Type, deep: int = 0) -> Any:
        """A value of a type: small, and of records that are there."""
        name = type.name
        simple: dict[str, Any] = {"bool": True, "text": "Some words", "player": 1}
        if name in simple:
            return simple[name]
        if name == "int":
            return min(max(type.low, 1), type.high)
        if name == "enum":
            return self.ruleset.enums[type.of].members[0]
        if name in ("ref", "cell", "face"):
            return self._named(type)
        if name == "optional":
            return self.made(type.items[0], deep)
        if name == "list":
            count = type.low if deep >= _DEEP else max(type.low, min(type.high, 1))
            return [self.made(type.items[0], deep + 1) for _ in range(count)]
        if name == "table":
            return self._made_table(type, deep)
        if name == "shape":
            return self.needed(self.ruleset.shapes[type.of], deep + 1)
        return self._made_effects(type, deep)

    def _named(self, type: Type) -> str:
        """The name of something that is there."""
        if type.name == "cell":
            return self.cell(self.cells()[0] if self.cells() else "a1")
        if type.name == "face":
            die = next((die for die in self.pack.records.get(type.of, ())), None)
            return str(die.values["faces"][0]["name"]) if die else "first"
        ids = self.ids(type.of)
        return ids[0] if ids else f"some-{type.of.replace('_', '-')}"

    def ids(self, kind: str) -> list[str]:
        """The ids of a kind's records, those of the pack itself first."""
        records = self.pack.records.get(kind, [])
        own = {record.id for record in self.pack.own(kind)}
        return [record.id for record in sorted(records, key=lambda record: record.id not in own)]

    def cells(self) -> list[str]:
        """The cells of the pack's first map that have a name, or else all of them."""
        for id in self.ids(MAP):
            if id in self.pack.maps:
                cells = [cell.name for cell in self.pack.maps[id].cells]
                legend = self.pack.maps[id].record.values.get("legend", {}).values()
                return [one["name"] for one in legend if isinstance(one, dict) and "name" in one] or cells
        return []

    def _made_table(self, type: Type, deep: int) -> Values:
        key, inner = type.items
        keys = self.models.keys(key)
        names = [self._named(key)] if keys is None else keys
        return {name: self.made(inner, deep + 1) for name in names}

    def _made_effects(self, type: Type, deep: int) -> list[Any]:
        """A word that the field may hold and that can be written alone, or else the first one with its arguments."""

        def suits(word: Word) -> bool:
            contexts = {key.partition(".")[0] for key in (*word.add, *word.set)}
            return not word.rule and contexts <= set(type.names)

        words = [word for word in self.ruleset.words.values() if suits(word)]
        bare = [word.name for word in words if not needs(word)]
        if bare or not words or deep >= _DEEP:
            return bare[:1]
        return [self._made_effect(words[0], deep)]

    def _made_effect(self, word: Word, deep: int) -> Any:
        lone = lone_argument(word)
        return {word.name: self.made(lone.type, deep + 1) if lone else self.needed(word.args, deep + 1)}


def examples(pack: Pack) -> dict[str, dict[str, list[Any]]]:
    """Examples of every field of the pack's kinds, by kind and field; under "" those of a whole record.

    They are what its records say, and where none says anything, what could be said.
    """
    maker = Specimens(pack)
    found: dict[str, dict[str, list[Any]]] = {}
    for kind in pack.ruleset.kinds.values():
        own = pack.own(kind.name)
        records = [*own, *(record for record in pack.records.get(kind.name, ()) if record not in own)]
        written = [_headed(record, maker.record(record)) for record in records]
        given: dict[str, list[Any]] = {"kind": [kind.name], "": written[:1] or [_unheaded(kind, maker.kind(kind))]}
        for name, field in kind.fields.items():
            said = [values[name] for values in written if name in values]
            given[name] = [one for index, one in enumerate(said) if one not in said[:index]] or [maker.field(field)]
        for name in ("id", "title", "from", "faces"):
            given[name] = [values[name] for values in (written or given[""]) if name in values][:1]
        found[kind.name] = given
    return found


def _headed(record: Record, values: Values) -> Values:
    head = {"id": record.id, "kind": record.kind, "title": record.title, "from": record.origin}
    return head | ({"options": record.options} if record.options else {}) | values


def _unheaded(kind: Kind, values: Values) -> Values:
    name = f"some-{kind.name.replace('_', '-')}"
    return {"id": name, "kind": kind.name, "title": "Some title", "from": INVENTED} | values


def _typed(field: Field) -> Any:
    from bartizan_engine.values import typed

    return typed(field.type, field.default)
