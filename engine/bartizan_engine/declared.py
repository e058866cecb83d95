"""What a ruleset declares, as values: kinds, fields, zones, words, menus; `ruleset.declare` makes them."""

from __future__ import annotations

from typing import Any, NamedTuple

from .types import Type


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()
LIFETIMES = ("round", "campaign")
LEADS = ("mission", "campaign")  # families of which a game has one record, that it is begun with


class Flaw(NamedTuple):
    """A fault in a declaration, at its path of keys and indexes."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str = ""


class Field(NamedTuple):
    """A declared field: its type, its start and what people read of it.

    `printed` starts a state field as the record's field of the same name; `until` names the lifetime after which it
    goes back to its start; `fill` lets a table by enum repeat the value before a missing key; `none` is what players
    read where an optional value is left out.
    """

    name: str
    type: Type
    default: Any = MISSING
    printed: bool = False
    until: str = ""
    says: str = ""
    help: str = ""
    visible: str = "everyone"
    fill: bool = False
    none: str = ""


class Enum(NamedTuple):
    """An ordered, closed list of names."""

    name: str
    members: tuple[str, ...]
    says: dict[str, str]


class Kind(NamedTuple):
    """A kind of record, and of the piece made from it."""

    name: str
    family: str
    fields: dict[str, Field]
    state: dict[str, Field]
    faces: dict[str, Field]
    label: str
    alike: bool
    help: str
    says: str


class Number(NamedTuple):
    """A printed number that belongs to no piece."""

    field: Field
    value: Any
    says: str


class Tag(NamedTuple):
    """What a map may say of a cell."""

    name: str
    says: str
    at_least: int


class Way(NamedTuple):
    """A directed graph over the cells: tagged `over`, from the cells `start` to the cells `goal`.

    `wide` is how many cells abreast it has everywhere.
    """

    name: str
    over: str
    start: str
    goal: str
    split: str
    reverse: str
    says: str
    wide: int = 1


class Board(NamedTuple):
    """What cells may be and which ways lead over them."""

    map: str
    tags: dict[str, Tag]
    ways: dict[str, Way]
    cover: dict[str, Any]


class Zone(NamedTuple):
    """Where pieces can lie besides the board."""

    name: str
    of: str
    per: str
    visible: str
    says: str


class Word(NamedTuple):
    """A word of the vocabulary: arguments, what carries it out, what stands against it, and its sentence."""

    name: str
    args: dict[str, Field]
    rule: str
    blocked: str
    add: dict[str, Any]
    set: dict[str, Any]
    says: str
    always: bool = False  # stays on the agenda when the rest is cancelled


class Item(NamedTuple):
    """One action of a menu."""

    name: str
    says: str
    rule: str
    blocked: str


class Entry(NamedTuple):
    """A way into the game."""

    name: str
    rule: str
    needs: str
    says: str


class Result(NamedTuple):
    """A way in which a game can end: its sentence, and what it is worth to those who win or lose together.

    Bots play for the worth, and the greatest of a ruleset is the best that can be had; None if it is not said.
    """

    name: str
    says: str
    worth: int | None


class Statistic(NamedTuple):
    """What a pack wants counted over many games: events by their name and by what they are about.

    `adds` is how much an event counts: "times" for one each, the "rise" or "fall" of a number that is set, the "value"
    of a field at the end. `by` parts the count: by the round, the record, the place, a field of the game and so on.
    """

    name: str
    says: str
    event: str
    kind: str = ""
    before: str = ""
    place: str = ""
    field: str = ""
    word: str = ""
    adds: str = "times"
    by: str = ""


class Ruleset(NamedTuple):
    """All declarations of a game, resolved."""

    entries: dict[str, Entry]
    results: dict[str, Result]
    enums: dict[str, Enum]
    numbers: dict[str, Number]
    options: dict[str, Field]
    board: Board | None
    kinds: dict[str, Kind]
    shapes: dict[str, dict[str, Field]]
    game: dict[str, Field]
    players: dict[str, Field]
    zones: dict[str, Zone]
    contexts: dict[str, dict[str, Field]]
    words: dict[str, Word]
    menus: dict[str, dict[str, Item]]
    invariants: dict[str, tuple[str, str]]
    checks: dict[str, tuple[str, ...]]
    statistics: dict[str, Statistic]
    outlook: str = ""  # the rule that says how well a player stands; none, if empty
