"""The shapes of the two papers that have one form in every game and are judged elsewhere: a ruleset, a scenario.

These models exist for their schemas. A ruleset is judged by the engine's `declare`, which says more than a schema can;
a scenario by its hash and by the engine that loads it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from bartizan_compiler.families import Closed, Id, Name, RuleName, Source, left_out
from bartizan_engine.board import MAX_WIDE
from bartizan_engine.ruleset import MAX_WORTH
from bartizan_engine.types import MAX_ACTIONS

Plain = int | bool | str
Value = Annotated[Any, WithJsonSchema({})]  # what a default or a number may be, by its type
Whole = Annotated[int, Field(ge=0)]
Words = Annotated[str, Field(max_length=4096)]


class Declaration(Closed):
    """A field, written out."""

    type: str = Field(description="The type: int 0..9, bool, text, cell, optional ref goblin, list of wave, ...")
    default: Value = left_out("The value if none is given; a single value fills every key of a table.")
    until: Literal["round", "campaign"] = left_out("When it goes back to its start.")
    says: Words = left_out("What players read of it.")
    help: Words = left_out("What authors read of it.")
    none: Words = left_out("What players read where an optional value is left out.")
    visible: Literal["everyone", "owner", "nobody"] = left_out("Who sees it.")
    fill: Literal["up"] = left_out("A missing key of a table by an enum takes the value of the one before it.")
    origin: Source = left_out("Where it comes from.", alias="from")


Declared = dict[Name, str | Declaration]


class Spoken(Closed):
    """What players and authors read of a name."""

    says: Words = left_out("What players read.")
    help: Words = left_out("What authors read.")
    origin: Source = left_out("Where it comes from.", alias="from")


class ResultDeclaration(Spoken):
    """A way in which a game can end."""

    worth: Annotated[int, Field(ge=0, le=MAX_WORTH)] = left_out(
        "How much it is worth to those who play together; bots play for it."
    )


class EntryDeclaration(Spoken):
    """A way into the game."""

    rule: RuleName = Field(description="The rule that is the game.")
    needs: Literal["mission", "campaign"] = left_out("What it is played with.")


class NumberDeclaration(Spoken):
    """A printed number that belongs to no piece."""

    type: str = Field(description="Its type.")
    value: Value = Field(alias="is", description="The number, or the table.")
    default: Value = left_out("What the keys take that a table does not name.")
    fill: Literal["up"] = left_out("A key that a table by an enum does not name takes the value of the one before it.")


class TagDeclaration(Spoken):
    """What a map may say of a cell."""

    at_least: Whole = left_out("How many cells of it a map needs.")


class WayDeclaration(Closed):
    """A directed graph over the cells, or the reverse of one before it."""

    says: Words = left_out("What players read.")
    help: Words = left_out("What authors read.")
    over: Name = left_out("The tag of the cells that it leads over.")
    start: Name = left_out("The tag of the cells where it begins.", alias="from")
    to: Name = left_out("The tag of the cells where it ends.")
    split: Id = left_out("The die that decides where it divides.")
    reverse: Name = left_out("The way that this one is the reverse of.")
    wide: Annotated[int, Field(ge=1, le=MAX_WIDE)] = left_out("How many cells abreast it has everywhere.")


class CoverDeclaration(Closed):
    """What can be reached from where, for proofs and pictures."""

    stand: Name = Field(description="The tag of the cells where something can stand.")
    reach: Name = Field(description="The tag of the cells that should be reached from there.")
    ranges: str | Whole = Field(description="The ranges that there are: 1..4.")
    sight: RuleName = left_out("A pure rule of two cells: whether the second is seen from the first.")
    keeps_open: bool = left_out("Whether the rules refuse a building that would close the last way.")


Named = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*[.][a-z][a-z0-9_]*$")]  # kind.field or shape.field
Steps = Annotated[int, Field(ge=0, le=99)]


class PaceDeclaration(Closed):
    """When waves come and how fast they are, so that the earliest rounds of their arrival can be proven."""

    waves: Named = Field(description="The list of a mission's waves: mission.waves.")
    units: Named = Field(description="What comes in a wave: wave.units.")
    speed: Named = Field(description="How many steps a unit goes in a round: goblin.move.")
    ways: Name | list[Name] = Field(description="The ways that are walked one after another.")
    at: Named = left_out("Where a wave enters; everywhere at the start of the first way, if none.")
    round: Named = left_out("In which round a wave enters; one wave a round, if none.")
    die: Id = left_out("The die that is rolled for the speed.")
    adds: Name = left_out("The field of its faces that is added to the speed.")
    enters: Steps = left_out("How many steps coming onto the start takes.")
    leaves: Steps = left_out("How many steps going off the last goal takes.")
    waits: Steps = left_out("How many rounds pass before a unit that has entered goes its first step.")
    drawn: bool = left_out("Whether a unit that is left out of a wave is drawn among those that came before.")
    rounds: Named | Whole = left_out("How many rounds a mission has: a number, or its field.")


class DeckDeclaration(Closed):
    """When a deck is legal."""

    size: str | Whole = left_out("How many cards it has: 20, or 20..40.")
    by: Name = left_out("The field of a card that says of which sort it is.")
    caps: Name = left_out("The table beside the deck that says how many cards of each sort it may have.")
    full: bool = left_out("Whether it has to have that many.")
    copies: Name = left_out("The field of a card that says how many copies a deck may have.")


class AuditDeclaration(Closed):
    """What is counted of records, for every number of players."""

    counts: dict[Named, Named] = left_out("Tables that say how often something is named: night.needs: wave.raiders.")
    box: dict[Named, Named | list[Named]] = left_out("What the box holds, and what takes something out of it.")
    rises: list[Named] = left_out("Tables by players that do not fall in total with more players.")
    runs: dict[Named, Annotated[int, Field(ge=0, le=1)]] = left_out("Numbers that run without a gap, from 0 or 1.")
    decks: dict[Named, DeckDeclaration] = left_out("When decks are legal.")
    used: list[Name] = left_out("Kinds of which missions use every record.")


class BoardDeclaration(Closed):
    """What cells may be, and which ways lead over them."""

    map: str = left_out("The field of the mission that names the map: mission.map.")
    tags: dict[Name, TagDeclaration] = left_out("What a map may say of a cell.")
    ways: dict[Name, WayDeclaration] = left_out("Directed graphs over the cells.")
    cover: CoverDeclaration = left_out("Where to stand, what to reach, at which ranges.")
    pace: PaceDeclaration = left_out("When waves come, and how fast they are.")


class KindDeclaration(Spoken):
    """A kind of record, and of the piece made from it."""

    family: Literal["unit", "card", "die", "tile", "wave", "mission", "campaign", "data"] = Field(
        description="The family, and so the folder of its records."
    )
    label: str = left_out("What a piece is called in a choice: {title}, {cell}, fields by name.")
    alike: bool = left_out("Whether pieces that equal in everything fold into one option.")
    fields: Declared = left_out("The fields of the printed record.")
    state: Declared = left_out("The state of the piece in play.")
    faces: Declared = left_out("The fields of each face of a die.")


class ZoneDeclaration(Spoken):
    """Where pieces can lie besides the board."""

    of: Name = Field(description="The kind of piece that lies in it.")
    per: Literal["player", "game"] = left_out("Whether each player has one.")
    visible: Literal["everyone", "owner", "nobody"] = left_out("Who sees what lies in it.")


class WordDeclaration(Spoken):
    """A word of the vocabulary of effects."""

    args: Declared = left_out("Its arguments.")
    rule: RuleName = left_out("The rule that carries it out.")
    blocked: RuleName = left_out("The rule that tells why it cannot be carried out now.")
    add: dict[str, Plain] = left_out("What it adds to fields of contexts.")
    set: dict[str, Plain] = left_out("What it sets fields of contexts to.")
    always: bool = left_out("Whether it stays on the agenda when the rest is cancelled.")


class ActionDeclaration(Spoken):
    """An action of a menu."""

    rule: RuleName = Field(description="The rule that carries it out.")
    blocked: RuleName = left_out("The rule that tells why it is not open now.")


class RuledDeclaration(Spoken):
    """What always holds."""

    rule: RuleName = Field(description="The rule that says whether it holds.")


class OutlookDeclaration(Closed):
    """How well a player stands, for bots."""

    rule: RuleName = Field(description="A pure rule of a player that gives a number: the greater, the better.")


State = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*[.][a-z][a-z0-9_]*$")]  # game.field, player.field or kind.field
By = Annotated[str, Field(pattern="^(round|record|place|before|face|word|player|game[.][a-z][a-z0-9_]*)$")]


class StatisticDeclaration(Closed):
    """What is counted over many games."""

    says: Words = Field(description="What people read over the table.")
    help: Words = left_out("What authors read.")
    event: Literal["created", "moved", "removed", "set", "rolled", "performed", "ended"] = Field(
        description="The event that is counted."
    )
    kind: Name = left_out("The kind of the pieces or dice; any, if none.")
    before: Name = left_out("Where pieces were: a zone, a tag of cells, board or carried; anywhere, if none.")
    place: Name = left_out("Where pieces come to: a zone, a tag of cells, board or carried; anywhere, if none.")
    field: State = left_out("The field that is set, or has its value at the end.")
    word: Name = left_out("The word that is performed; any, if none.")
    adds: Literal["times", "rise", "fall"] = left_out("What an event adds: one, or by how much the field rose or fell.")
    by: By = left_out("What parts the count: the round, the record, the place, a field of the game, ...")


class RulesetFile(Closed):
    """What a game is made of: kinds, zones, words, and how it is entered."""

    entries: Annotated[dict[Name, EntryDeclaration], Field(min_length=1)] = left_out(
        "Ways into the game; a pack that requires another has them from there."
    )
    results: dict[Name, str | ResultDeclaration] = left_out("The results that a game can end with.")
    enums: dict[Name, Annotated[list[Name], Field(min_length=1)] | dict[Name, str | Spoken]] = left_out(
        "Ordered lists of names."
    )
    numbers: dict[Name, NumberDeclaration] = left_out("Printed numbers that belong to no piece.")
    options: dict[Name, str | Declaration] = left_out("Variants that can be switched.")
    board: BoardDeclaration = left_out("What cells may be, and which ways lead over them.")
    kinds: dict[Name, KindDeclaration] = left_out("The kinds of records.")
    shapes: dict[Name, Declared] = left_out("Records inside records.")
    game: Declared = left_out("The state of the table.")
    players: Declared = left_out("The state of each player.")
    zones: dict[Name, ZoneDeclaration] = left_out("Where pieces can lie besides the board.")
    contexts: dict[Name, Declared] = left_out("Records that live while a rule runs.")
    words: dict[Name, WordDeclaration] = left_out("The vocabulary of effects.")
    menus: dict[Name, dict[Name, ActionDeclaration]] = left_out("What may be done, by menu.")
    invariants: dict[Name, RuledDeclaration] = left_out("What always holds.")
    checks: dict[Name, list[RuleName]] = left_out("Rules that check the records of a kind.")
    audit: AuditDeclaration = left_out("What is counted of records, for every number of players.")
    statistics: dict[Name, StatisticDeclaration] = left_out("What is counted over many games.")
    outlook: OutlookDeclaration = left_out("How well a player stands, for bots that look ahead.")


# ---------------------------------------------------------------- a scenario

Open = Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]
Hash = Annotated[str, Field(min_length=64, max_length=64)]


class ScenarioPart(Closed):
    """A pack that the scenario's own pack requires."""

    id: str
    title: str
    version: str
    requires: list[str]


class ScenarioPack(Closed):
    """The pack that a scenario was made from."""

    id: str
    title: str
    version: str
    requires: list[str] = left_out("The packs that it requires.")
    actions: Annotated[int, Field(ge=1, le=MAX_ACTIONS)] = left_out("The most options that a decision has.")


class ScenarioRules(Closed):
    """A file of rules."""

    path: str
    text: str


class ScenarioHash(Closed):
    """BLAKE2b-256 of what can change a game, and of everything."""

    play: Hash
    whole: Hash


class ScenarioFile(Closed):
    """A compiled scenario: everything that a game needs, as canonical JSON."""

    format: Literal["bartizan-scenario"]
    version: Literal[1]
    language: str
    compiler: str
    pack: ScenarioPack
    entry: str
    mission: str | None
    seats: Annotated[list[Annotated[int, Field(ge=1, le=16)]], Field(min_length=2, max_length=2)]
    ruleset: Open
    records: dict[str, list[Open]]
    map: Open | None
    packs: list[ScenarioPart] = left_out("The packs that it is made of besides its own.")
    rules: list[ScenarioRules]
    options: dict[str, Plain]
    campaign: str = left_out("The campaign that it is of.")
    missions: dict[str, Open] = left_out("Of a campaign: each mission's map and options.")
    hash: ScenarioHash
