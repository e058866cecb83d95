"""The statistics that a ruleset names: which events of a game are counted, and by what.

They are data and no rules, so counting them can neither go wrong nor change a game, and the hash of all that can change
a game leaves them out. What they name is resolved here, beside the rest of the ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .declared import Field, Ruleset, Statistic
from .problem import suggest

if TYPE_CHECKING:
    from .ruleset import _Reader

Path = tuple[str | int, ...]

BOARD, CARRIED = "board", "carried"  # places besides zones and tags: any cell; on another piece
_SPOKEN = ("says", "help", "event")


class Countable(NamedTuple):
    """What can be said of an event that is counted: the keys that narrow it down, and what parts the count."""

    keys: tuple[str, ...]
    by: tuple[str, ...]


COUNTED = {
    "created": Countable(("kind", "place", "by"), ("round", "record", "place")),
    "moved": Countable(("kind", "before", "place", "by"), ("round", "record", "place", "before")),
    "removed": Countable(("kind", "before", "by"), ("round", "record", "before")),
    "set": Countable(("field", "adds", "by"), ("round", "record", "player")),
    "rolled": Countable(("kind", "by"), ("round", "record", "face")),
    "performed": Countable(("word", "by"), ("round", "word")),
    "ended": Countable(("field", "by"), ("player",)),
}
_EVERY = tuple(dict.fromkeys(key for countable in COUNTED.values() for key in countable.keys))
ADDS = ("times", "rise", "fall")
_NUMBERS = ("int", "bool")


def read(reader: _Reader, ruleset: Ruleset) -> dict[str, Statistic]:
    """What is declared under `statistics`, resolved; flaws go to the reader, and what has one is left out."""
    found = {}
    for name, value in reader.section("statistics").items():
        before = len(reader.flaws)
        one = _Statistics(reader, ruleset, ("statistics", name)).read(name, value)
        if len(reader.flaws) == before:
            found[name] = one
    return found


class _Statistics:
    """Reads one of them."""

    def __init__(self, reader: _Reader, ruleset: Ruleset, path: Path) -> None:
        self.reader, self.ruleset, self.path = reader, ruleset, path
        self.source: dict[str, Any] = {}

    def read(self, name: str, value: Any) -> Statistic:
        event = value.get("event") if isinstance(value, dict) else None
        counted = COUNTED.get(event) if isinstance(event, str) else None
        keys = counted.keys if counted else _EVERY  # which of them fit cannot be judged without the event
        self.source = source = self.reader.mapping(value, self.path, (*_SPOKEN, *keys))
        says = self.reader.needed(source, "says", self.path)
        self.reader.needed(source, "event", self.path)
        if counted is None:
            if isinstance(event, str):
                known = ", ".join(COUNTED)
                self.flaw("event", "BZ504", f'"{event}" is no event that is counted', suggest(event, COUNTED) or known)
            return Statistic(name, says, "")
        field = self._field(counted)
        one = Statistic(
            name, says, str(event), self._kind(str(event)), self._place("before"), self._place("place"),
            self.text("field"), self._word(), self._adds(str(event), field), self._by(str(event), counted),
        )  # fmt: skip
        self._meet(one)
        return one

    def flaw(self, key: str, code: str, message: str, hint: str = "") -> None:
        self.reader.flaw((*self.path, key) if key in self.source else self.path, code, message, hint)

    def text(self, key: str) -> str:
        return self.reader.text(self.source, key, self.path)

    # ---- what it is about

    def _kind(self, event: str) -> str:
        kind = self.text("kind")
        kinds = self.ruleset.kinds
        if kind and kind not in kinds and not self.reader.declared("kinds", kind):
            self.flaw("kind", "BZ502", f'no kind is named "{kind}"', suggest(kind, kinds))
        elif kind in kinds and event == "rolled" and kinds[kind].family != "die":
            dice = [name for name, one in kinds.items() if one.family == "die"]
            hint = f"dice: {', '.join(dice)}" if dice else ""
            self.flaw("kind", "BZ539", f'"{kind}" is never rolled: it is no kind of dice', hint)
        return kind

    def _place(self, key: str) -> str:
        place = self.text(key)
        zones, board = self.ruleset.zones, self.ruleset.board
        tags = board.tags if board else {}
        if place in zones and place in tags:
            self.flaw(key, "BZ503", f'"{place}" is a zone and a tag of cells', "rename one of them")
        elif place and place not in (BOARD, CARRIED, *zones, *tags) and not self._lost(place):
            hint = suggest(place, [*zones, *tags, BOARD, CARRIED]) or f'or "{BOARD}" for any cell, "{CARRIED}"'
            self.flaw(key, "BZ502", f'no zone or tag is named "{place}"', hint)
        elif place == BOARD and board is None and not self.reader.declared("board"):
            self.flaw(key, "BZ539", "nothing is ever on the board: the ruleset declares none")
        return place

    def _lost(self, place: str) -> bool:
        """Whether a place is one that was left out for flaws of its own."""
        return self.reader.declared("zones", place) or self.reader.declared("board", "tags", place)

    def _word(self) -> str:
        word, words = self.text("word"), self.ruleset.words
        if word and word not in words and not self.reader.declared("words", word):
            self.flaw("word", "BZ502", f'no word is named "{word}"', suggest(word, words))
        elif word in words and not (words[word].rule or words[word].add or words[word].set):
            hint = "it has no rule, and adds and sets nothing: rules ask for it"
            self.flaw("word", "BZ539", f'the word "{word}" is never carried out', hint)
        return word

    def _field(self, counted: Countable) -> Field | None:
        """The declaration of the field, `game.gold` or `goblin.hp`."""
        if "field" not in counted.keys:
            return None
        dotted = self.reader.needed(self.source, "field", self.path)
        owner, _, name = dotted.partition(".")
        own = {"game": self.ruleset.game, "player": self.ruleset.players}
        fields = own.get(owner) or (self.ruleset.kinds[owner].state if owner in self.ruleset.kinds else None)
        place = {"game": ("game", name), "player": ("players", name)}.get(owner, ("kinds", owner))
        if (
            dotted
            and (fields is None or name not in fields)
            and self.reader.declared(*place)
            and owner not in self.ruleset.kinds
        ):
            return None  # left out for flaws of its own
        if dotted and fields is None:
            self.flaw("field", "BZ502", f'no state belongs to "{owner}"', "write it as game.gold or goblin.hp")
        elif dotted and fields is not None and name not in fields:
            self.flaw("field", "BZ502", f'"{owner}" has no state "{name}"', suggest(name, fields))
        elif fields is not None:
            return fields.get(name)
        return None

    def _adds(self, event: str, field: Field | None) -> str:
        if event == "ended":
            if field is not None and field.type.name not in _NUMBERS:
                self.flaw("field", "BZ539", f'"{self.text("field")}" is no number at the end, but a {field.type}')
            elif field is not None and self.text("field").partition(".")[0] in self.ruleset.kinds:
                hint = 'name a field of "game" or "player"'
                self.flaw("field", "BZ504", "pieces come and go: the end has no one value of theirs", hint)
            return "value"
        adds = self.reader.member(self.source, "adds", self.path, ADDS, "times")
        if adds != "times" and field is not None and field.type.name != "int":
            self.flaw("adds", "BZ539", f'"{self.text("field")}" does not {adds}: it is a {field.type}')
        return adds

    # ---- what parts it

    def _by(self, event: str, counted: Countable) -> str:
        by = self.text("by")
        owner, dot, name = by.partition(".")
        if dot and owner == "game" and event != "ended":
            field = self.ruleset.game.get(name)
            if field is None and self.reader.declared("game", name):
                return by
            if field is None:
                self.flaw("by", "BZ502", f'the game has no "{name}"', suggest(name, self.ruleset.game))
            elif field.type.name not in (*_NUMBERS, "enum"):
                self.flaw("by", "BZ504", f'"{by}" is a {field.type}', "a count is parted by a number or a name")
            return by
        if by and by not in counted.by:
            known = [*counted.by, *([] if event == "ended" else ["game.field"])]
            self.flaw("by", "BZ504", f'"{event}" is not parted by "{by}"', f"by: {', '.join(known)}")
        return by

    def _meet(self, one: Statistic) -> None:
        """A place is one for the pieces that are asked for, and what parts the count belongs to what is counted."""
        for key, place in (("before", one.before), ("place", one.place)):
            zone = self.ruleset.zones.get(place)
            if zone and one.kind and zone.of != one.kind:
                self.flaw(key, "BZ539", f'no {one.kind} is ever in "{place}": it holds pieces of the kind "{zone.of}"')
        owner = one.field.partition(".")[0]
        if one.by == "record" and one.event == "set" and owner in ("game", "player"):
            self.flaw("by", "BZ504", f'"{one.field}" belongs to no record')
        if one.by == "player" and owner != "player":
            self.flaw("by", "BZ504", f'"{one.field}" belongs to no player')
