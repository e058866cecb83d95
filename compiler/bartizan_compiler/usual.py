"""Read a record in which everything is as usual, without the library that judges records: importing that takes longer
than a check after which little has changed.

A value is given only where the model of the kind would give the same one, and would find nothing wrong or doubtful. For
all else - a fault, an effect, a die, a letter that nobody sees - nothing is said, and the model is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bartizan_compiler.models import NONE, Models
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.scalars import (
    ADDRESS,
    KEBAB,
    MAX_LINE,
    MAX_LINES,
    MAX_TEXT,
    MAX_TITLE,
    NEEDS,
    NO_ID,
    ORIGINS,
    REF,
    RESERVED,
    SNAKE,
    WHOLE,
    reads_as,
)
from bartizan_engine.declared import MISSING, Field, Kind
from bartizan_engine.types import INT_MAX, INT_MIN, MAX_ITEMS, Type

Read = Callable[[Node], Any]
Fields = dict[str, tuple[Read, bool]]  # how each is read, and whether it has to be there


class Unusual(Exception):
    """The model is to be asked."""


def record(models: Models, kind: Kind, node: Mapping) -> dict[str, Any] | None:
    """What the model of the kind makes of a record; None if it has to be asked."""
    if kind.family in ("die", "tile"):
        return None
    try:
        return _mapping(_Usual(models).record(kind), node)
    except Unusual:
        return None


class _Usual:
    """How the values of a pack are read, by their types."""

    def __init__(self, models: Models) -> None:
        self.models, self.ruleset = models, models.ruleset

    def record(self, kind: Kind) -> Fields:
        """The fields of a kind's record."""
        fields: Fields = {
            "id": (_id, True),
            "kind": (partial(_one_of, (kind.name,)), self.models.lone(kind.family) != kind.name),
            "title": (_title, True),
            "from": (partial(_source, _PROVENANCE), True),
            "replaces": (_ref, False),
        }
        if kind.family in ("mission", "campaign"):
            options: Fields = {name: (partial(self.value, of.type), False) for name, of in self.ruleset.options.items()}
            fields["options"] = (partial(_mapping, options), False)
        return fields | self.fields(kind.fields)

    def fields(self, declared: dict[str, Field]) -> Fields:
        """Declared fields: one that has a start may be left out."""
        return {
            name: (partial(self.field, field), field.default is MISSING and field.type.name != "optional")
            for name, field in declared.items()
        }

    def field(self, field: Field, node: Node) -> Any:
        """The value of a field: only a table may be filled in."""
        return self.table(field, node) if field.type.name == "table" else self.value(field.type, node)

    def value(self, type: Type, node: Node) -> Any:
        """A value by its type."""
        name = type.name
        if name in _SIMPLE:
            return _SIMPLE[name](node)
        if name == "int":
            return _whole(type.low, type.high, node)
        if name == "player":
            return _whole(1, self.models.seats[1], node)
        if name == "enum":
            return _one_of(self.ruleset.enums[type.of].members, node)
        if name == "optional":
            nothing = isinstance(node, Scalar) and node.text == NONE
            return NONE if nothing else self.value(type.items[0], node)
        if name == "list":
            return _list(partial(self.value, type.items[0]), type.low, min(type.high, MAX_ITEMS), node)
        if name == "table":
            return self.table(Field("", type), node)
        if name == "shape":
            return _mapping(self.fields(self.ruleset.shapes[type.of]), node)
        raise Unusual

    def table(self, field: Field, node: Node) -> dict[str, Any]:
        """A table: with the keys that it has, or with any ids."""
        key, of = field.type.items
        names = self.models.keys(key)
        read = partial(self.value, of)
        if names is None:
            return _by_name(_is_ref, read, node)
        startless = field.default is MISSING and (self.models.seats_known or key.name != "seats")
        return _mapping(
            {name: (read, startless and not (field.fill and index)) for index, name in enumerate(names)}, node
        )


# ---------------------------------------------------------------- what holds other values


def _mapping(fields: Fields, node: Node) -> dict[str, Any]:
    """A mapping with exactly these fields, in their order."""
    if not isinstance(node, Mapping):
        raise Unusual
    given = {key.text: value for key, value in node.pairs}
    if not given.keys() <= fields.keys():
        raise Unusual
    found = {}
    for name, (read, asked) in fields.items():
        if name in given:
            found[name] = read(given[name])
        elif asked:
            raise Unusual
    return found


def _by_name(named: Callable[[str], bool], read: Read, node: Node) -> dict[str, Any]:
    """A mapping with any keys that are names of a kind."""
    if (
        not isinstance(node, Mapping)
        or len(node.pairs) > MAX_ITEMS
        or not all(named(key.text) for key, _ in node.pairs)
    ):
        raise Unusual
    return {key.text: read(value) for key, value in node.pairs}


def _list(read: Read, low: int, high: int, node: Node) -> list[Any]:
    if not isinstance(node, Sequence) or not low <= len(node.items) <= high:
        raise Unusual
    return [read(item) for item in node.items]


# ---------------------------------------------------------------- pieces of text


def _scalar(node: Node) -> Scalar:
    if not isinstance(node, Scalar):
        raise Unusual
    return node


def _whole(low: int, high: int, node: Node) -> int:
    said = _scalar(node)
    if not said.plain or len(said.text) > 20 or not WHOLE.match(said.text):
        raise Unusual
    number = int(said.text)
    if not max(low, INT_MIN) <= number <= min(high, INT_MAX):
        raise Unusual
    return number


def _truth(node: Node) -> bool:
    said = _scalar(node)
    if not said.plain or said.text not in ("true", "false"):
        raise Unusual
    return said.text == "true"


def _one_of(members: tuple[str, ...], node: Node) -> str:
    text = _scalar(node).text
    if text not in members:
        raise Unusual
    return text


def _text(node: Node) -> str:
    """A text that nobody could read otherwise."""
    said = _scalar(node)
    if said.plain and (said.comment or reads_as(said.text)):
        raise Unusual
    if len(said.text) > MAX_TEXT or not said.text.replace("\n", "").isprintable():
        raise Unusual
    return said.text


def _title(node: Node) -> str:
    text = _text(node)
    if len(text) > MAX_TITLE or not text.strip():
        raise Unusual
    return text


def _address(node: Node) -> str:
    text = _text(node)
    if not ADDRESS.match(text):
        raise Unusual
    return text


def _id(node: Node) -> str:
    text = _scalar(node).text
    if not KEBAB.match(text) or text in NO_ID:
        raise Unusual
    return text


def _is_ref(text: str) -> bool:
    return bool(REF.match(text)) and text not in NO_ID


def _ref(node: Node) -> str:
    text = _scalar(node).text
    if not _is_ref(text):
        raise Unusual
    return text


_SIMPLE: dict[str, Read] = {"bool": _truth, "text": _text, "cell": _id, "ref": _ref, "face": _id}


# ---------------------------------------------------------------- where a record comes from


def _source(fields: Fields, node: Node) -> dict[str, Any]:
    found = _mapping(fields, node)
    if NEEDS.get(found["is"], "is") not in found:
        raise Unusual
    return found


def _is_name(text: str) -> bool:
    return bool(SNAKE.match(text)) and text not in RESERVED


def _sources(node: Node) -> dict[str, Any]:
    found = _by_name(_is_name, partial(_source, _SOURCE), node)
    if not found:
        raise Unusual
    return found


_SOURCE: Fields = {
    "is": (partial(_one_of, ORIGINS), True),
    "lines": (partial(_list, partial(_whole, 1, MAX_LINE), 1, MAX_LINES), False),
    "address": (_address, False),
    "ruling": (_ref, False),
    "note": (_text, False),
    "falls": (_text, False),
}
_PROVENANCE: Fields = _SOURCE | {"fields": (_sources, False)}
