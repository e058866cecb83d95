"""From the kinds of a ruleset to pydantic models: of records, and of the shapes, tables and words in them.

A model judges a record as its author writes it: `{dice: 2}` for an effect, a table as a mapping, an empty optional left
out; `shape` fills in defaults afterwards. A union of kinds is judged by its tag: the models by looking `kind` up, the
schemas by `if` and `then`, so that only the faults of the chosen branch are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bartizan_compiler import families, maprecords
from bartizan_compiler.families import Closed, Id, may_be_left_out, one_of, whole
from bartizan_compiler.models import MAX_EFFECTS, NONE, Models, lone_argument, needs, told
from bartizan_compiler.nodes import Scalar
from bartizan_engine import declared
from bartizan_engine.declared import MISSING, Kind, Word
from bartizan_engine.types import MAX_ITEMS, Type
from bartizan_engine.values import typed

# Families whose records look the same in every game.
FIXED: dict[str, type[families.Record]] = {
    "map": maprecords.MapRecord,
    "example": families.ExampleRecord,
    "ruling": families.RulingRecord,
    "clause": families.ClauseRecord,
}

_HOME = Models.__module__  # stands in published schemas, where two models have one name

Spec = tuple[Any, dict[str, Any]]  # the annotation of a field and its settings


class OneWord(Closed):
    """A word of the vocabulary with its arguments."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    @model_validator(mode="before")
    @classmethod
    def _one(cls, value: Any) -> Any:
        """Asked before the words are judged, or one of two would be blamed for what it is not."""
        if isinstance(value, dict) and len(value) != 1:
            raise PydanticCustomError("one_word", "not one word")
        return value


class Judges:
    """The models of the kinds of one pack."""

    def __init__(self, models: Models) -> None:
        self.models, self.ruleset = models, models.ruleset
        self._made: dict[str, Any] = {}

    def kind(self, name: str) -> type[Closed]:
        """The model of a kind's record; `kind` may be left out where it is the only one of its family."""
        made: type[Closed] = self._once(f"kind {name}", lambda: self._kind(self.ruleset.kinds[name]))
        return made

    def options(self) -> type[Closed]:
        """The model of the options that a mission sets: any of those declared."""
        fields = {
            name: (self.annotation(field.type), may_be_left_out(told(field)))
            for name, field in self.ruleset.options.items()
        }
        made: type[Closed] = self._once("options", lambda: _closed("options", fields))
        return made

    # ---- models

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def _kind(self, kind: Kind) -> type[Closed]:
        says = "The kind of the record."
        lone = self.models.lone(kind.family) == kind.name
        fields: dict[str, Spec] = {
            "id": (Id, {"description": "The record's id, unique in its kind."}),
            "kind": (one_of((kind.name,)), may_be_left_out(says) if lone else {"description": says}),
            "title": (families.Title, {"description": "What players call it."}),
            "from": (families.Provenance, {"description": "Where the record comes from."}),
            "replaces": (families.Ref, may_be_left_out(families.REPLACES)),
        }
        if kind.family in ("mission", "campaign"):
            fields["options"] = (self.options(), may_be_left_out("The options that it sets."))
        for name, field in kind.fields.items():
            fields[name] = self._field(field)
        if kind.family == "die":
            fields["faces"] = (_list(self._face(kind), 1, 256), {"description": "The faces of the die."})
        if kind.family == "tile":
            own = {name: (type, may_be_left_out(says)) for name, (type, says) in maprecords.TILE.items()}
            fields = own | fields
        return _closed(
            kind.name, fields, kind.help or kind.says, maprecords.TileRecord if kind.family == "tile" else Closed
        )

    def _face(self, kind: Kind) -> type[Closed]:
        fields: dict[str, Spec] = {
            "name": (Id, {"description": "The name of the face."}),
            "count": (families.Count, may_be_left_out("How many faces of the die are like this one.", 1)),
        }
        return _closed(f"{kind.name}.face", fields | {name: self._field(field) for name, field in kind.faces.items()})

    def _field(self, field: declared.Field) -> Spec:
        says = told(field)
        annotation = self._table(field) if field.type.name == "table" else self.annotation(field.type)
        if field.default is MISSING and field.type.name != "optional":
            return annotation, {"description": says}
        simple = field.type.name in ("int", "bool", "enum", "text") and field.default is not MISSING
        return annotation, may_be_left_out(says, typed(field.type, field.default) if simple else None)

    # ---- types

    def annotation(self, type: Type) -> Any:
        """The type as an annotation for pydantic."""
        name = type.name
        simple: dict[str, Any] = {
            "bool": families.Truth,
            "text": families.Text,
            "cell": Id,
            "ref": families.Ref,
            "face": Id,
        }
        if name in simple:
            return simple[name]
        if name == "int":
            return whole(type.low, type.high)
        if name == "player":
            return whole(1, self.models.seats[1])
        if name == "enum":
            return one_of(self.ruleset.enums[type.of].members)
        if name == "optional":
            return _or_none(self.annotation(type.items[0]))
        if name == "list":
            return _list(self.annotation(type.items[0]), type.low, min(type.high, MAX_ITEMS))
        if name == "table":
            return self._table(declared.Field("", type))
        if name == "shape":
            return self._once(f"shape {type.of}", lambda: self._shape(type.of))
        if name == "effects":
            return self._once("effects", self._effects)
        return Annotated[Any, AfterValidator(_unwritable)]

    def _shape(self, name: str) -> type[Closed]:
        return _closed(
            f"shape.{name}", {field.name: self._field(field) for field in self.ruleset.shapes[name].values()}
        )

    def _table(self, field: declared.Field) -> Any:
        """A table: a closed mapping where its keys are known, else a mapping by ids."""
        key, value = field.type.items
        names = self.models.keys(key)
        if names is None:
            return Annotated[dict[families.Ref, self.annotation(value)], Field(max_length=MAX_ITEMS)]  # type: ignore[misc]  # made here
        fields: dict[str, Spec] = {}
        for index, name in enumerate(names):
            open_ = key.name == "seats" and not self.models.seats_known
            fillable = open_ or field.default is not MISSING or (field.fill and index > 0)
            fields[name] = (self.annotation(value), may_be_left_out() if fillable else {})
        said = f"table {field.type} {field.default is not MISSING} {field.fill}"
        return self._once(said, lambda: _closed(f"table.{len(self._made)}", fields))

    # ---- words

    def _effects(self) -> Any:
        words = self.ruleset.words.values()
        bare = tuple(word.name for word in words if not needs(word))
        calls = {word.name: (self._arguments(word), may_be_left_out(word.says)) for word in words if word.args}
        alone: Any = one_of(bare) if bare else _NO_WORD
        call: Any = create_model("effect", __base__=OneWord, __module__=_HOME, **_numbered(calls))
        return _list(_either("#word", alone, "#call", call, _call_tag), 0, MAX_EFFECTS)

    def _arguments(self, word: Word) -> Any:
        """The arguments of a word: a mapping, or the value itself where there is one."""
        named = _closed(f"word.{word.name}", {name: self._field(field) for name, field in word.args.items()})
        lone = lone_argument(word)
        if lone is None:
            return named
        return _either("#value", self.annotation(lone.type), "#args", named, _args_tag)


def _closed(name: str, fields: Mapping[str, Spec], help: str = "", base: type[Closed] = Closed) -> type[Closed]:
    return create_model(name, __base__=base, __doc__=help or None, __module__=_HOME, **_numbered(fields))


def _numbered(fields: Mapping[str, Spec]) -> dict[str, Any]:
    """Fields get a number for a name in Python, so that none can hide one of pydantic's."""
    numbered: dict[str, Any] = {}
    for index, (alias, (annotation, settings)) in enumerate(fields.items()):
        numbered[f"f{index}"] = (annotation, Field(alias=alias, **settings))
    return numbered


def _list(item: Any, low: int, high: int) -> Any:
    return Annotated[list[item], Field(min_length=low, max_length=high)]


def _or_none(inner: Any) -> Any:
    """An optional value: the value, or the word none."""
    return _either("#none", one_of((NONE,)), "#some", inner, _none_tag)


def _either(first: str, one: Any, second: str, other: Any, tag: Callable[[Any], str]) -> Any:
    """One type or the other, told apart before either judges, so that only its faults are told."""
    return Annotated[Annotated[one, Tag(first)] | Annotated[other, Tag(second)], Discriminator(tag)]


def _none_tag(value: Any) -> str:
    return "#none" if value == NONE or (isinstance(value, Scalar) and value.text == NONE) else "#some"


def _call_tag(value: Any) -> str:
    return "#call" if isinstance(value, (dict, OneWord)) else "#word"


def _args_tag(value: Any) -> str:
    return "#args" if isinstance(value, (dict, Closed)) else "#value"


def _no_word(_: Any) -> Any:
    raise PydanticCustomError("no_word", "every word has arguments")


_NO_WORD = Annotated[Any, AfterValidator(_no_word), WithJsonSchema({"not": {}})]


def _unwritable(_: Any) -> Any:
    raise PydanticCustomError("unwritable", "no value can be written down")
