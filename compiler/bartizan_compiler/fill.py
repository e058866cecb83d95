"""From a record as its author wrote it to the values of the scenario: defaults filled in, one form for each thing.

An effect becomes `["dice", {"amount": 2}]`, a table has all its keys, an empty optional is null. Every value keeps its
place; a value that was filled in has none, and its problems are told at the nearest place around it.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from bartizan_compiler.models import NONE, Models, lone_argument
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_engine.declared import MISSING, Field, Kind
from bartizan_engine.problem import Spot
from bartizan_engine.types import Type
from bartizan_engine.values import typed

Path = tuple[str | int, ...]
Places = dict[Path, Spot]
KEY = "#key"


class Filler:
    """Fills the values of one record in, and notes their places."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self.places: Places = {}
        self.qualified: list[tuple[Path, str]] = []

    def record(self, kind: Kind, authored: dict[str, Any], node: Mapping) -> dict[str, Any]:
        """The values of a kind's record, by its fields."""
        values = self.fields(kind.fields, authored, node, ())
        if kind.family == "die":
            faces = node.get("faces")
            self._note(("faces",), faces, node.key("faces"))
            items = faces.items if isinstance(faces, Sequence) else ()
            values["faces"] = [
                self._face(kind, face, items[i], ("faces", i)) for i, face in enumerate(authored["faces"])
            ]
        return values

    def _face(self, kind: Kind, authored: dict[str, Any], node: Node, path: Path) -> dict[str, Any]:
        self._note(path, node)
        pairs = dict(_pairs(node))
        for name in ("name", "count"):
            self._note((*path, name), pairs.get(name))
        fixed = {"name": authored["name"], "count": authored.get("count", 1)}
        return fixed | self.fields(kind.faces, authored, node, path)

    def fields(
        self, fields: dict[str, Field], authored: dict[str, Any], node: Node | None, path: Path
    ) -> dict[str, Any]:
        """The values of declared fields: as written, or as they start."""
        nodes = dict(_pairs(node))
        keys = {key.text: key for key, _ in node.pairs} if isinstance(node, Mapping) else {}
        values = {}
        for name, field in fields.items():
            if name not in authored:
                values[name] = self.default(field)
                continue
            inner = (*path, name)
            self._note(inner, nodes.get(name), keys.get(name))
            if field.type.name == "table":
                values[name] = self._table(field, authored[name], nodes.get(name), inner)
            else:
                values[name] = self.value(field.type, authored[name], nodes.get(name), inner)
        return values

    def value(self, type: Type, authored: Any, node: Node | None, path: Path) -> Any:
        """One value in the scenario's form."""
        name = type.name
        if name == "optional":
            return None if authored == NONE else self.value(type.items[0], authored, node, path)
        if name == "list":
            return [self._item(type.items[0], item, node, path, i) for i, item in enumerate(authored)]
        if name == "shape":
            return self.fields(self.models.ruleset.shapes[type.of], authored, node, path)
        if name == "ref":
            return self._bare(authored, path)
        if name == "table":
            return self._table(Field("", type), authored, node, path)
        if name == "effects":
            return [self._effect(item, _item(node, i), (*path, i)) for i, item in enumerate(authored)]
        return authored

    def _bare(self, authored: str, path: Path) -> str:
        """An id without its pack, which is kept for those who look it up."""
        pack, _, id = authored.rpartition(":")
        if pack:
            self.qualified.append((path, pack))
        return id

    def _item(self, type: Type, authored: Any, node: Node | None, path: Path, index: int) -> Any:
        inner = (*path, index)
        self._note(inner, _item(node, index))
        return self.value(type, authored, _item(node, index), inner)

    def _table(self, field: Field, authored: dict[str, Any], node: Node | None, path: Path) -> dict[str, Any]:
        key, type = field.type.items
        nodes = dict(_pairs(node))
        written = {}
        for said, item in authored.items():
            name = self._bare(said, (*path, said.rpartition(":")[2])) if key.name == "ref" else said
            self._note(
                (*path, name),
                nodes.get(said),
                next((k for k, _ in node.pairs if k.text == said), None) if isinstance(node, Mapping) else None,
            )
            written[name] = self.value(type, item, nodes.get(said), (*path, name))
        names = self.models.keys(key)
        if names is None:
            return written
        starts = self.default(field) if field.default is not MISSING else {}
        table: dict[str, Any] = {}
        for index, name in enumerate(names):
            if name in written:
                table[name] = written[name]
            elif field.fill and index and names[index - 1] in table:
                table[name] = deepcopy(table[names[index - 1]])
            elif name in starts:
                table[name] = starts[name]
        return table

    def _effect(self, authored: Any, node: Node | None, path: Path) -> list[Any]:
        self._note(path, node)
        if isinstance(authored, str):
            self._note((*path, 0), node)
            return [authored, self.fields(self.models.ruleset.words[authored].args, {}, None, (*path, 1))]
        ((name, value),) = authored.items()
        ((key, inner),) = node.pairs if isinstance(node, Mapping) else ((None, None),)
        self._note((*path, 0), key)
        self._note((*path, 1), inner)
        word = self.models.ruleset.words[name]
        lone = lone_argument(word)
        if isinstance(value, dict):
            return [name, self.fields(word.args, value, inner, (*path, 1))]
        assert lone is not None
        self._note((*path, 1, lone.name), inner)
        return [name, {lone.name: self.value(lone.type, value, inner, (*path, 1, lone.name))}]

    # ---- what is not written

    def default(self, field: Field) -> Any:
        """The start of a field that is left out."""
        return None if field.default is MISSING else self.expand(field.type, typed(field.type, field.default))

    def expand(self, type: Type, value: Any) -> Any:
        """A default in full: a single value fills every key of a table."""
        if type.name == "optional":
            return None if value is None else self.expand(type.items[0], value)
        if type.name == "list" and isinstance(value, list):
            return [self.expand(type.items[0], typed(type.items[0], item)) for item in value]
        if type.name != "table":
            return deepcopy(value)
        names, inner = self.models.keys(type.items[0]), type.items[1]
        if isinstance(value, dict) and (inner.name != "table" or set(value) <= set(names or value)):
            return {key: self.expand(inner, item) for key, item in value.items()}
        return {key: self.expand(inner, value) for key in names or ()}

    def _note(self, path: Path, node: Node | None, key: Scalar | None = None) -> None:
        if node is not None:
            self.places[path] = node.spot
        if key is not None:
            self.places[(KEY, *path)] = key.spot


def places(node: Node, path: Path = ()) -> Places:
    """The places of everything in a node, as it is written."""
    found: Places = {path: node.spot} if path else {}
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            found[(KEY, *path, key.text)] = key.spot
            found |= places(value, (*path, key.text))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            found |= places(item, (*path, index))
    return found


def _pairs(node: Node | None) -> list[tuple[str, Node]]:
    return [(key.text, value) for key, value in node.pairs] if isinstance(node, Mapping) else []


def _item(node: Node | None, index: int) -> Node | None:
    return node.items[index] if isinstance(node, Sequence) and index < len(node.items) else None
