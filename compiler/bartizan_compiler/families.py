"""The fixed shapes: what every record has, and the families whose records look the same in every game.

Scalars come from YAML as `nodes.Scalar`, from JSON as themselves; each type here reads both, so that the field decides
what `010`, `yes` or `1.10` means, and never the scalar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bartizan_compiler.nodes import Scalar
from bartizan_compiler.scalars import (
    ADDRESS,
    KEBAB,
    MAX_LINE,
    MAX_LINES,
    MAX_SEATS,
    MAX_TEXT,
    MAX_TITLE,
    NEEDS,
    NO_ID,
    NO_NAME,
    REF,
    RESERVED,
    SNAKE,
    VERSION,
    Origin,
    loosely,
    read_whole,
    reads_as,
    seats,
    something,
    unseen,
    words,
)
from bartizan_engine.types import INT_MAX, INT_MIN, MAX_ACTIONS

REPLACES = "The record of a required pack that this one takes the place of, by the id that both have."
# An end of text that means the same in every regular expression engine; `$` may stand before a last line feed.
END = r"(?![\s\S])"


class Closed(BaseModel):
    """A mapping with exactly the fields that are declared."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _remember(cls, value: Any, info: ValidationInfo) -> Any:
        """Note which model judged which mapping, so that a fault can tell what could have stood there."""
        if info.context is not None:
            info.context["models"][id(value)] = cls
        return value

    @classmethod
    def names(cls) -> list[str]:
        """The fields as authors write them."""
        return [field.alias or name for name, field in cls.model_fields.items()]


# ---------------------------------------------------------------- scalars


def _text(value: Any, info: ValidationInfo) -> Any:
    if not isinstance(value, Scalar):
        return value
    something(value)
    if value.plain and info.context is not None and (value.comment or reads_as(value.text)):
        info.context["doubtful"].append(value)
    return value.text


def _named(value: Any, info: ValidationInfo) -> Any:
    """A text that is a name for people: what nobody sees in it is doubtful."""
    text = _text(value, info)
    if isinstance(value, Scalar) and info.context is not None and unseen(value.text):
        info.context["doubtful"].append(value)
    return text


def _truth(value: Any) -> Any:
    if not isinstance(value, Scalar):
        return value
    something(value)
    if not value.plain or value.text not in ("true", "false"):
        raise PydanticCustomError("truth", "neither true nor false")
    return value.text == "true"


def _match(
    pattern: re.Pattern[str], error: Literal["kebab", "snake"], but: tuple[str, ...] = RESERVED
) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not pattern.match(text):
            raise PydanticCustomError(error, "not a name")
        if text in but:
            raise PydanticCustomError("reserved", "a word that YAML reads as something else")
        return text

    return check


def _filled(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("empty", "nothing stands here")
    return text


def _quoted(value: Any) -> Any:
    """A version is a text: unquoted, `1.10` would lose its zero elsewhere."""
    if isinstance(value, Scalar) and something(value).plain and reads_as(value.text):
        raise PydanticCustomError("quoted", "not quoted")
    return words(value)


def _version(text: str) -> str:
    if not VERSION.match(text):
        raise PydanticCustomError("version", "no version")
    return text


def _address(text: str) -> str:
    if not ADDRESS.match(text):
        raise PydanticCustomError("address", "no address")
    return text


def _seats(value: Any) -> Any:
    text = words(value)
    try:
        seats(str(text) if isinstance(text, int) and not isinstance(text, bool) else text)
    except (TypeError, ValueError):
        raise PydanticCustomError("seats", "not a number of seats") from None
    return str(text)


def whole(low: int = INT_MIN, high: int = INT_MAX) -> Any:
    """The type of whole numbers within bounds."""
    return Annotated[int, Field(ge=max(low, INT_MIN), le=min(high, INT_MAX)), BeforeValidator(read_whole)]


def one_of(members: tuple[str, ...]) -> Any:
    """The type of the names in a list."""
    return Annotated[Literal[members], BeforeValidator(words)]


def _name_schema(pattern: str, but: tuple[str, ...] = RESERVED) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^(?!(?:{'|'.join(but)}){END}){pattern}{END}"})


Truth = Annotated[bool, BeforeValidator(_truth)]
Text = Annotated[str, Field(max_length=MAX_TEXT), BeforeValidator(_text)]
Title = Annotated[
    str,
    Field(max_length=MAX_TITLE),
    AfterValidator(_filled),
    WithJsonSchema({"type": "string", "maxLength": MAX_TITLE, "pattern": r"\S"}),
    BeforeValidator(_named),
]
Id = Annotated[
    str,
    AfterValidator(_match(KEBAB, "kebab", NO_ID)),
    _name_schema("[a-z][a-z0-9-]{0,63}", NO_ID),
    BeforeValidator(words),
]
Ref = Annotated[
    str,
    AfterValidator(_match(REF, "kebab", NO_NAME)),
    _name_schema("(?:[a-z][a-z0-9-]{0,63}:)?[a-z][a-z0-9-]{0,63}", NO_NAME),
    BeforeValidator(words),
]
Name = Annotated[
    str, AfterValidator(_match(SNAKE, "snake")), _name_schema("[a-z][a-z0-9_]{0,47}"), BeforeValidator(words)
]
RuleName = Annotated[
    str, _name_schema("(?:[a-z][a-z0-9-]{0,63}:)?[a-z][a-z0-9_]{0,47}"), BeforeValidator(words)
]  # a rule of a required pack is named with its pack
Players = Annotated[
    str,
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": f"^[1-9][0-9]?([.][.][1-9][0-9]?)?{END}"},
                {"type": "integer", "minimum": 1, "maximum": MAX_SEATS},
            ]
        }
    ),
    BeforeValidator(_seats),
]
Quoted = Annotated[str, Field(min_length=1, max_length=40), BeforeValidator(_quoted)]
Version = Annotated[
    str,
    Field(min_length=1, max_length=40),
    AfterValidator(_version),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 40, "pattern": f"^{VERSION.pattern[:-2]}{END}"}),
    BeforeValidator(_quoted),
]
Language = Annotated[Literal["1"], BeforeValidator(_quoted)]
Count = Annotated[int, Field(ge=1, le=1000), BeforeValidator(read_whole)]
Actions = Annotated[int, Field(ge=1, le=MAX_ACTIONS), BeforeValidator(read_whole)]
Line = Annotated[int, Field(ge=1, le=MAX_LINE), BeforeValidator(read_whole)]
Loose = Annotated[Any, BeforeValidator(loosely)]
Address = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT),
    AfterValidator(_address),
    WithJsonSchema(
        {"type": "string", "minLength": 1, "maxLength": MAX_TEXT, "pattern": f"^{ADDRESS.pattern[:-2]}{END}"}
    ),
    BeforeValidator(_text),
]


def left_out(says: str = "", default: Any = None, alias: str | None = None) -> Any:
    """A field that may be left out."""
    return Field(alias=alias, **may_be_left_out(says, default))


def may_be_left_out(says: str = "", default: Any = None) -> dict[str, Any]:
    """The settings of a field that may be left out."""
    extra = {} if default is None else {"default": default}
    return {"default_factory": lambda: default, "description": says or None, "json_schema_extra": extra}


# ---------------------------------------------------------------- where a record comes from


def _needs_schema(needs: dict[str, str]) -> dict[str, Any]:
    return {
        "allOf": [
            {"if": {"properties": {"is": {"const": kind}}, "required": ["is"]}, "then": {"required": [key]}}
            for kind, key in needs.items()
        ]
    }


class Source(Closed):
    """Where a field of a record comes from."""

    model_config = ConfigDict(json_schema_extra=_needs_schema(NEEDS))
    needs: ClassVar[dict[str, str]] = NEEDS

    kind: Annotated[Origin, BeforeValidator(words)] = Field(
        alias="is",
        description="What the data are: printed in the book, published elsewhere, derived, a ruling, or invented.",
    )
    lines: Annotated[list[Line], Field(min_length=1, max_length=MAX_LINES)] = left_out(
        "The lines of the book that say it."
    )
    address: Address = left_out("Where it was published.")
    ruling: Ref = left_out("The ruling that settles it.")
    note: Text = left_out("How it was derived or why it was chosen.")
    falls: Text = left_out("Why a table by players falls with more of them, where it should not.")

    @model_validator(mode="after")
    def _has_its_source(self) -> Self:
        needed = self.needs.get(self.kind, "kind")
        if needed not in self.model_fields_set:
            raise PydanticCustomError("source", "its source is missing", {"kind": self.kind, "needed": needed})
        return self


class Provenance(Source):
    """Where a record comes from, with the fields that come from somewhere else."""

    fields_: Annotated[dict[Name, Source], Field(min_length=1)] = Field(
        default_factory=dict, alias="fields", description="Fields that come from somewhere else than the record."
    )


class OwnProvenance(Provenance):
    """Where a ruling comes from; what is a ruling there is the record itself."""

    needs: ClassVar[dict[str, str]] = {kind: key for kind, key in NEEDS.items() if kind != "ruling"}
    model_config = ConfigDict(json_schema_extra=_needs_schema(needs))


# ---------------------------------------------------------------- pack.yaml


class SourceBook(Closed):
    """A text that the pack's data come from."""

    title: Title
    address: Address = left_out("Where it can be read.")


class PackInfo(Closed):
    """The front page of a pack."""

    id: Id = Field(description="The pack's id; its folder has the same name.")
    title: Title = Field(description="What players call the game.")
    version: Version = Field(description='The pack\'s version, quoted: "0.1.0".')
    language: Language = Field(description='The version of the rule language, quoted: "1".')
    players: Players = Field(description="How many can play: 1..4, or 2.")
    licence: Title = left_out("The licence of the pack.")
    authors: Annotated[list[Title], Field(max_length=100)] = left_out("Who wrote the pack.")
    sources: dict[Name, SourceBook] = left_out("The texts that its data come from.")
    requires: dict[Id, Quoted] = left_out("Packs that this one extends, with their versions.")
    notice: Text = left_out("A notice that the site shows.")
    actions: Actions = left_out("The most options that a decision of the game has, for programs that learn to play it.")


# ---------------------------------------------------------------- families that are alike in every game


class Record(Closed):
    """What records of every family have."""

    id: Id = Field(description="The record's id, unique in its family.")
    title: Title = Field(description="What people call it.")
    origin: Provenance = Field(alias="from", description="Where the record comes from.")
    replaces: Ref = left_out(REPLACES)


class RulingRecord(Record):
    """A choice where the book is silent or contradicts itself."""

    origin: OwnProvenance = Field(alias="from", description="Where the record comes from.")
    question: Text = Field(description="What the book leaves open.")
    choice: Text = Field(description="What this pack does.")
    why: Text = left_out("The reason.")
    lines: Annotated[list[Line], Field(min_length=1, max_length=64)] = left_out("The lines of the book in question.")
    option: Name = left_out("The option that chooses otherwise.")


class ClauseRecord(Record):
    """A rule of the book, and what of the pack carries it: an entry of the index of rules."""

    title: Title = Field(description="The rule, in one sentence of your own.")
    section: Title = Field(description="The heading of the book under which it stands.")
    carried_by: Annotated[list[Loose], Field(min_length=1, max_length=32)] = Field(
        description="Rules, records, worked examples and names of the ruleset that carry it out or show it."
    )


class Situation(Closed):
    """What stands where before the example."""

    game: dict[Name, Loose] = left_out("State of the game.")
    players: Annotated[list[dict[Name, Loose]], Field(max_length=16)] = left_out("State of each player.")
    pieces: dict[Id, dict[str, Loose]] = left_out("Pieces, by their names in this example.")
    zones: dict[str, Loose] = left_out("What lies in a zone, top first.")


class NextGame(Closed):
    """The game that a campaign plays next."""

    entry: Name = left_out("Its entry.")
    mission: Ref = left_out("Its mission.")
    players: Loose = left_out("How many play it.")


class Outcome(Closed):
    """What must be true after the example."""

    game: dict[Name, Loose] = left_out("State of the game.")
    players: Annotated[list[dict[Name, Loose]], Field(max_length=16)] = left_out("State of each player.")
    pieces: dict[Id, Loose] = left_out("Pieces, by their names in this example.")
    zones: dict[str, Loose] = left_out("What lies in a zone, top first, or how many.")
    cells: dict[Id, Loose] = left_out("What stands on a cell, in any order, or how many.")
    returns: Loose = left_out("What the rule gives back.")
    result: Text = left_out("How the game ended.")
    scores: dict[Name, Loose] = left_out("The scores at the end.")
    next: NextGame = left_out("The game that the campaign plays next.")
    refused: Text = left_out("The words with which it must be refused.")


class ExampleRecord(Record):
    """A worked example: a situation, what is done, and what must be true after."""

    shows: Annotated[list[Loose], Field(max_length=32)] = left_out(
        "Rules, records and names of the ruleset that the example illustrates."
    )
    mission: Ref = left_out("The mission it is set in.")
    campaign: Ref = left_out("The campaign it is set in.")
    players: Loose = left_out("How many play.")
    options: dict[Name, Loose] = left_out("Options that are set.")
    given: Situation = left_out("What stands where.")
    run: Loose = left_out("The rule, or rules, that run.")
    dice: dict[Ref, Loose] = left_out("Faces that the dice show, in order.")
    picks: Loose = left_out("What picks and shuffles bring, in order.")
    answers: Loose = left_out("The answers to decisions, in order.")
    then: Outcome = left_out("What must be true after.")
    cases: Annotated[list[dict[Name, Loose]], Field(min_length=1, max_length=256)] = left_out(
        "The example runs once a case."
    )
