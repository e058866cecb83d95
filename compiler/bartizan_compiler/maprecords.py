"""The shapes of maps, and of tiles that maps can be laid of.

A map is drawn in one of four ways: as text, of tiles, in Tiled, or as a net of places. Which of them fits which
layout is judged where the map is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from bartizan_compiler.families import Closed, Id, Name, Record, Text, left_out, whole
from bartizan_compiler.models import FORMS
from bartizan_compiler.nodes import Scalar
from bartizan_compiler.scalars import WHOLE, read_whole, words

MAX_GRID = 65_536
MAX_PLACE = 999  # of a column or a row
MAX_NUMBER = 9999  # of a tile

Place = Annotated[int, Field(ge=1, le=MAX_PLACE), BeforeValidator(read_whole)]
FromZero = Annotated[int, Field(ge=0, le=MAX_PLACE), BeforeValidator(read_whole)]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER), BeforeValidator(read_whole)]
Turn = Annotated[int, Field(ge=0, le=5), BeforeValidator(read_whole)]
Grid = Annotated[str, Field(min_length=1, max_length=MAX_GRID), BeforeValidator(words)]
Token = Annotated[str, Field(min_length=1, max_length=8)]


class StaggeredLayout(Closed):
    """Hexes in the words of Tiled."""

    orientation: Annotated[Literal["hexagonal"], BeforeValidator(words)] = Field(
        description="hexagonal, or orthogonal for squares."
    )
    staggeraxis: Annotated[Literal["x", "y"], BeforeValidator(words)] = Field(
        description="y for pointed hexes in rows, x for flat ones in columns."
    )
    staggerindex: Annotated[Literal["odd", "even"], BeforeValidator(words)] = Field(
        description="Which rows or columns, counted from 0, stand half a hex further."
    )


class SquareLayout(Closed):
    """Squares in the words of Tiled, which does not know what touches at a corner."""

    orientation: Annotated[Literal["orthogonal"], BeforeValidator(words)] = Field(
        description="orthogonal, or hexagonal."
    )
    neighbours: Annotated[Literal[4, 8], BeforeValidator(read_whole)] = Field(
        description="4, or 8 with those at corners."
    )


class UnknownLayout(Closed):
    """A layout whose orientation is missing or wrong: what else it should say follows from that, and is not asked."""

    orientation: Annotated[Literal["hexagonal", "orthogonal"], BeforeValidator(words)]
    staggeraxis: Any = None
    staggerindex: Any = None
    neighbours: Any = None


def _layout_tag(value: Any) -> str:
    if not isinstance(value, (dict, Closed)):
        return "#name"
    orientation = value.get("orientation") if isinstance(value, dict) else value.orientation  # type: ignore[attr-defined]  # one of those above
    return {"orthogonal": "#square", "hexagonal": "#hex"}.get(str(words(orientation)), "#unknown")


Layout = Annotated[
    Annotated[
        Literal[
            "odd-r",
            "even-r",
            "axial-r",
            "odd-q",
            "even-q",
            "axial-q",
            "square-4",
            "square-8",
            "lanes-across",
            "lanes-down",
            "free",
        ],
        BeforeValidator(words),
        Tag("#name"),
    ]
    | Annotated[StaggeredLayout, Tag("#hex")]
    | Annotated[SquareLayout, Tag("#square")]
    | Annotated[SkipJsonSchema[UnknownLayout], Tag("#unknown")],
    Discriminator(_layout_tag),
]


def layout_name(layout: str | dict[str, Any]) -> str:
    """The one name of a layout, whichever words it was given in.

    >>> layout_name({"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd"})
    'odd-r'
    """
    if isinstance(layout, str):
        return layout
    if layout["orientation"] == "orthogonal":
        return f"square-{layout['neighbours']}"
    return f"{layout['staggerindex']}-{'r' if layout['staggeraxis'] == 'y' else 'q'}"


class LegendCell(Closed):
    """What a token of the grid means."""

    tags: Annotated[list[Name], Field(max_length=64)] = Field(description="What the cell is.")
    name: Id = left_out("The name of the one cell that the token marks.")


def _legend_tag(value: Any) -> str:
    return "#cell" if isinstance(value, (dict, LegendCell)) else "#tags" if isinstance(value, list) else "#word"


Legend = Annotated[
    Annotated[Literal["empty", "gap"], BeforeValidator(words), Tag("#word")]
    | Annotated[list[Name], Field(max_length=64), Tag("#tags")]
    | Annotated[LegendCell, Tag("#cell")],
    Discriminator(_legend_tag),
]
Pair = Annotated[list[Id], Field(min_length=2, max_length=2)]
LegendOf = Annotated[dict[Token, Legend], Field(min_length=1)]


def _named_or(other: str) -> Callable[[Any], str]:
    """Tell a name from a number or from a pair of numbers, before either is judged."""

    def tag(value: Any) -> str:
        if other == "#pair":
            return other if isinstance(value, list) else "#id"
        plain = isinstance(value, Scalar) and value.plain and WHOLE.match(value.text)
        return other if plain or isinstance(value, int) else "#id"

    return tag


At = Annotated[
    Annotated[Id, Tag("#id")] | Annotated[list[Place], Field(min_length=2, max_length=2), Tag("#pair")],
    Discriminator(_named_or("#pair")),
]


class PlacedTile(Closed):
    """A tile on the table."""

    tile: Annotated[
        Annotated[Id, Tag("#id")] | Annotated[Number, Tag("#number")], Discriminator(_named_or("#number"))
    ] = Field(description="The tile, by its id or by the number that is printed on it.")
    side: Id = left_out("The side that shows; may be left out where the tile has one.")
    at: At = Field(description="Where its pivot lies: c4, or [3, 4] for column 3, row 4.")
    turn: Turn = left_out("How often it is turned clockwise: by a sixth for hexes, by a quarter for squares.", 0)


class Node(Closed):
    """A place of a free map."""

    at: Annotated[list[FromZero], Field(min_length=2, max_length=2)] = Field(
        description="Where it is drawn: column and row, rows downwards."
    )
    tags: Annotated[list[Name], Field(max_length=64)] = left_out("What the place is.")


class Mark(Closed):
    """What a cell is besides what is drawn there."""

    tags: Annotated[list[Name], Field(max_length=64)] = left_out("What the cell is as well.")
    name: Id = left_out("What the cell is called.")


class Split(Closed):
    """A cell where a way divides between goals, decided by a die."""

    at: Id = Field(description="The cell where the way divides.")
    way: Name = Field(description="The way that divides.")
    to: Annotated[dict[Id, Id], Field(min_length=1)] = Field(description="The goal for each face of the die.")


_ONE_FORM: dict[str, Any] = {
    "allOf": [
        {
            "anyOf": [
                {"required": [form], "not": {"anyOf": [{"required": [other]} for other in FORMS if other != form]}}
                for form in FORMS
            ]
        },
        {"if": {"anyOf": [{"required": ["grid"]}, {"required": ["tiled"]}]}, "then": {"required": ["legend"]}},
    ]
}


class MapRecord(Record):
    """A board: drawn as text, laid out of tiles, drawn in Tiled, or a net of places."""

    model_config = ConfigDict(json_schema_extra=_ONE_FORM)

    layout: Layout = Field(
        description="How the cells lie: pointed hexes in rows (-r), flat ones in columns (-q), squares, lanes, or free."
    )
    grid: Grid = left_out("The cells, a row a line, tokens parted by blanks.")
    legend: LegendOf = left_out("What each token means.")
    tiles: Annotated[list[PlacedTile], Field(min_length=1, max_length=256)] = left_out("The tiles that it is laid of.")
    tiled: Text = left_out("A file of Tiled (.tmj) in the pack, as seen from this one.")
    nodes: Annotated[dict[Id, Node], Field(min_length=1)] = left_out("The places of a free map.")
    links: list[Annotated[list[Id], Field(min_length=2, max_length=256)]] = left_out(
        "Cells of lanes or of a free map that are joined, each with the next one in its list."
    )
    corners: Annotated[Literal["always", "one", "both"], BeforeValidator(words)] = left_out(
        "For square-8: a step across a corner is open always, or where one or both of the squares beside it are."
    )
    marks: dict[Id, Mark] = left_out("Tags and names of single cells, by their column and row.")
    closed: list[Pair] = left_out("Neighbours that are not joined.")
    one_way: list[Pair] = left_out("Neighbours that are joined only from the first to the second.")
    splits: list[Split] = left_out("Where ways divide.")
    meant: list[Id] = left_out("Cells of dead ends, detours and ties, and places of holes, that are there on purpose.")

    @model_validator(mode="after")
    def _drawn_once(self) -> Self:
        forms = [form for form in FORMS if form in self.model_fields_set]
        if len(forms) != 1:
            raise PydanticCustomError("forms", "drawn in no way or in two", {"forms": forms})
        if forms[0] in ("grid", "tiled") and "legend" not in self.model_fields_set:
            raise PydanticCustomError("together", "its legend is missing", {"needed": "legend", "by": forms[0]})
        return self


# What every record of the family tile may have, so that maps can be laid of it. A kind that declares a field of one of
# these names has that field instead.
TILE: dict[str, tuple[Any, str]] = {
    "number": (Number, "The number that is printed on the tile."),
    "count": (whole(1, 1000), "How many of it are in the box; 1, if nothing else is said."),
    "layout": (Layout, "How the cells of its sides lie."),
    "pivot": (Id, "The cell that stays where it is when the tile is turned; a1, if nothing else is said."),
    "legend": (LegendOf, "What each token of its sides means."),
    "sides": (Annotated[dict[Id, Grid], Field(min_length=1, max_length=8)], "Its sides, each drawn as a grid."),
}
_WITH_SIDES = ("layout", "legend")


class TileRecord(Closed):
    """A record of a tile: one whose sides are drawn says how."""

    model_config = ConfigDict(json_schema_extra={"allOf": [{"dependentRequired": {"sides": list(_WITH_SIDES)}}]})

    @model_validator(mode="after")
    def _drawn_whole(self) -> Self:
        fields = type(self).model_fields
        there = {fields[name].alias for name in self.model_fields_set}
        for needed in _WITH_SIDES if "sides" in there else ():
            if needed not in there:
                raise PydanticCustomError("together", "not all is there", {"needed": needed, "by": "sides"})
        return self
