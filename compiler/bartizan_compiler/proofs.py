"""Read what a ruleset declares for the proofs alone: `cover` and `pace` of its board, and `audit`.

Games are played without it, so the engine passes it over. Names are resolved here, once for all maps and missions; what
does not fit is told at its place and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from bartizan_compiler.coverage import Cover
from bartizan_engine.declared import Board, Field, Flaw, Ruleset
from bartizan_engine.problem import suggest
from bartizan_engine.types import Type

MAX_RANGE = 99
MAX_STEPS = 99  # that entering and leaving take

Path = tuple[str | int, ...]


class Where(NamedTuple):
    """A field that a ruleset names as `owner.field`: of the records of a kind, or of a shape."""

    owner: str
    name: str
    field: Field
    shape: bool

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"


class Pace(NamedTuple):
    """How fast what comes in waves is on its ways.

    `waves` is the list of a mission. Of each wave, `units` says what comes, `at` where (None: at every start) and
    `round` when (None: one wave a round, from the first on). `speed` is how many steps a unit goes in a round, to which
    a face of the `die` adds its field `adds`. `ways` are walked one after another; `enters` and `leaves` are the steps
    that coming onto the start and going off the last goal take, `waits` the rounds before it moves. Where a unit
    is left out of a wave, one that came before comes again if it is `drawn`. `rounds` are those of a mission.
    """

    waves: Where
    units: Where
    speed: Where
    ways: tuple[str, ...]
    at: Where | None = None
    round: Where | None = None
    die: str = ""
    adds: str = ""
    enters: int = 0
    leaves: int = 0
    waits: int = 0
    drawn: bool = False
    rounds: Where | int | None = None


class Deck(NamedTuple):
    """When a deck is legal: `by` which field of its cards and up to which `caps` of its record, whether those have to
    be full, its size, and which field of a card says how many copies a deck may hold.
    """

    where: Where
    by: str = ""
    caps: str = ""
    full: bool = False
    low: int = 0
    high: int = 4096
    copies: str = ""


class Audit(NamedTuple):
    """What is counted: lists against what they list, the box against what is taken out of it, tables by players,
    numbers in a row, decks, and kinds of which missions use every record.
    """

    counts: tuple[tuple[Where, Where], ...] = ()
    box: tuple[tuple[Where, tuple[Where, ...]], ...] = ()
    rises: tuple[Where, ...] = ()
    runs: tuple[tuple[Where, int], ...] = ()
    decks: tuple[Deck, ...] = ()
    used: tuple[str, ...] = ()


class Proofs(NamedTuple):
    """All of it."""

    cover: Cover | None = None
    pace: Pace | None = None
    audit: Audit = Audit()


def read(ruleset: Ruleset, data: Mapping[str, Any]) -> tuple[Proofs, list[Flaw]]:
    """What a ruleset, and its JSON, declare for proofs."""
    reader = _Reader(ruleset)
    board = data.get("board")
    board = board if isinstance(board, dict) and ruleset.board else {}
    cover = reader.cover(board["cover"]) if "cover" in board else None
    pace = reader.pace(board["pace"]) if "pace" in board else None
    audit = reader.audit(data["audit"]) if "audit" in data else Audit()
    return Proofs(cover, pace, audit), reader.flaws


class _Reader:
    """Resolves names, and keeps what is wrong."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.board = ruleset.board or Board("", {}, {}, {})
        self.flaws: list[Flaw] = []

    def flaw(self, path: Path, message: str, hint: str = "", code: str = "BZ504") -> None:
        self.flaws.append(Flaw(path, code, message, hint))

    def mapping(self, value: Any, path: Path, keys: tuple[str, ...] = ()) -> dict[str, Any]:
        """The value as a mapping, with unknown keys told and left out; any key is known where none is said."""
        if not isinstance(value, dict):
            self.flaw(path, f'"{path[-1]}" should be a mapping')
            return {}
        for key in value if keys else ():
            if key not in keys:
                self.flaw((*path, key), f'"{key}" means nothing here', suggest(str(key), keys))
        return {key: item for key, item in value.items() if not keys or key in keys}

    def lacking(self, source: Mapping[str, Any], path: Path, keys: tuple[str, ...]) -> bool:
        """Whether a part lacks a key that it needs."""
        missing = [key for key in keys if key not in source]
        for key in missing:
            self.flaw(path, f'"{path[-1]}" lacks "{key}"')
        return bool(missing)

    def number(self, source: Mapping[str, Any], key: str, path: Path, most: int = MAX_STEPS) -> int:
        value = source.get(key, 0)
        if type(value) is not int or not 0 <= value <= most:
            self.flaw((*path, key), f'"{key}" should be a number from 0 to {most}')
            return 0
        return value

    def flag(self, source: Mapping[str, Any], key: str, path: Path) -> bool:
        value = source.get(key, False)
        if not isinstance(value, bool):
            self.flaw((*path, key), f'"{key}" should be true or false')
        return value is True

    def range(self, value: Any, path: Path, least: int, most: int) -> tuple[int, int] | None:
        """`1..4`, or one number."""
        low, dots, high = str(value).partition("..")
        ends = (low, high if dots else low)
        if isinstance(value, bool) or not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends):
            self.flaw(path, f'"{value}" is no range', f"{least}..{most}, or one number")
            return None
        if not least <= int(ends[0]) <= int(ends[1]) <= most:
            self.flaw(path, f'"{value}" is no range from {least} to {most}', "the smaller number comes first")
            return None
        return int(ends[0]), int(ends[1])

    # ---- names

    def tag(self, source: Mapping[str, Any], key: str, path: Path) -> str:
        name = str(source[key])
        if name not in self.board.tags:
            self.flaw((*path, key), f'no tag is named "{name}"', suggest(name, self.board.tags), "BZ502")
        return name

    def where(self, text: Any, path: Path) -> Where | None:
        """A field by `owner.field`."""
        owner, dot, name = str(text).partition(".")
        kind = self.ruleset.kinds.get(owner)
        fields = kind.fields if kind else self.ruleset.shapes.get(owner)
        if not dot or not isinstance(text, str):
            self.flaw(path, f'"{text}" is no field', "write it as kind.field or shape.field")
        elif fields is None:
            known = [*self.ruleset.kinds, *self.ruleset.shapes]
            self.flaw(path, f'no kind or shape is named "{owner}"', suggest(owner, known), "BZ502")
        elif name not in fields:
            self.flaw(path, f'"{owner}" has no field "{name}"', suggest(name, fields), "BZ502")
        else:
            return Where(owner, name, fields[name], kind is None)
        return None

    def typed(self, source: Mapping[str, Any], key: str, path: Path, fits: str) -> Where | None:
        """A field of the right type; `fits` names one of the tests below."""
        found = self.where(source[key], (*path, key)) if key in source else None
        if found and not _FITS[fits](found.field.type):
            self.flaw((*path, key), f'"{found}" is "{found.field.type}"', f"it should be {_SAID[fits]}")
            return None
        return found

    # ---- cover and pace

    def cover(self, value: Any) -> Cover | None:
        """Where to stand, what to reach, at which ranges; whether sight matters."""
        path = ("board", "cover")
        source = self.mapping(value, path, ("stand", "reach", "ranges", "sight", "keeps_open"))
        if not source or self.lacking(source, path, ("stand", "reach", "ranges")):
            return None
        stand, reach = self.tag(source, "stand", path), self.tag(source, "reach", path)
        ranges = self.range(source["ranges"], (*path, "ranges"), 1, MAX_RANGE)
        keeps_open = self.flag(source, "keeps_open", path)
        if "sight" in source and not isinstance(source["sight"], str):
            self.flaw((*path, "sight"), '"sight" should be the name of a rule')
        known = stand in self.board.tags and reach in self.board.tags
        return Cover(stand, reach, *ranges, str(source.get("sight", "")), keeps_open) if ranges and known else None

    def pace(self, value: Any) -> Pace | None:
        """When waves come, and how fast they are."""
        path = ("board", "pace")
        source = self.mapping(value, path, tuple(Pace._fields))
        if not source or self.lacking(source, path, ("waves", "units", "speed", "ways")):
            return None
        before = len(self.flaws)
        waves = self.typed(source, "waves", path, "list")
        units = self.typed(source, "units", path, "refs")
        speed = self.typed(source, "speed", path, "int")
        ways = self._ways(source["ways"], (*path, "ways"))
        at, round_ = self.typed(source, "at", path, "cell"), self.typed(source, "round", path, "int")
        rounds = source.get("rounds")
        made: dict[str, Any] = {
            "at": at,
            "round": round_,
            "rounds": rounds if type(rounds) is int else self.typed(source, "rounds", path, "int"),
            "enters": self.number(source, "enters", path),
            "leaves": self.number(source, "leaves", path),
            "waits": self.number(source, "waits", path),
            "drawn": self.flag(source, "drawn", path),
        }
        made |= self._die(source, path)
        if waves and units and speed:
            self._belong(path, waves, units, speed, [at, round_])
        if waves is None or units is None or speed is None or len(self.flaws) > before:
            return None
        return Pace(waves, units, speed, ways, **made)

    def _belong(self, path: Path, waves: Where, units: Where, speed: Where, others: list[Where | None]) -> None:
        """The fields of a wave are those of what the list of waves holds, and the speed is one of its units."""
        wave = bare(waves.field.type.items[0]).of
        for where in (units, *others):
            if where and where.owner != wave:
                self.flaw(path, f'"{where}" is no field of a wave', f'"{waves}" holds waves of the type "{wave}"')
        if speed.owner not in targets(units.field.type):
            self.flaw((*path, "speed"), f'"{speed}" is no field of what "{units}" names')

    def _ways(self, value: Any, path: Path) -> tuple[str, ...]:
        """Ways that are walked one after another: each begins where the one before ends."""
        names = value if isinstance(value, list) else [value]
        found = [self.board.ways[name] for name in names if name in self.board.ways]
        for number, name in enumerate(names):
            if name not in self.board.ways:
                self.flaw((*path, number), f'no way is named "{name}"', suggest(str(name), self.board.ways), "BZ502")
        for before, after in pairwise(found):
            if before.goal != after.start:
                said = f'"{after.name}" begins at "{after.start}", and "{before.name}" ends at "{before.goal}"'
                self.flaw(path, said, "list the ways in the order in which they are walked")
        return tuple(way.name for way in found)

    def _die(self, source: Mapping[str, Any], path: Path) -> dict[str, str]:
        if "die" not in source:
            if "adds" in source:
                self.flaw((*path, "adds"), '"adds" is a field of a die, and no die is named')
            return {}
        fields = {
            name for kind in self.ruleset.kinds.values() for name, f in kind.faces.items() if f.type.name == "int"
        }
        adds = str(source.get("adds", ""))
        if adds not in fields:
            self.flaw((*path, "adds" if adds else "die"), f'no die has a number "{adds}" on its faces', code="BZ502")
        return {"die": str(source["die"]), "adds": adds}

    # ---- audit

    def audit(self, value: Any) -> Audit:
        """What is counted of records."""
        source = self.mapping(value, ("audit",), tuple(Audit._fields))
        counts = [
            (listed, named)
            for key, item, path in self._pairs(source, "counts")
            if (listed := self._named(key, path, "tally")) and (named := self._named(item, path, "refs"))
        ]
        runs = [
            (where, int(item))
            for key, item, path in self._pairs(source, "runs")
            if (where := self._named(key, path, "int")) and self._start(item, path)
        ]
        decks = [deck for key, item, path in self._pairs(source, "decks") if (deck := self._deck(key, item, path))]
        rises = [self._named(item, path, "by players") for item, path in self._listed(source, "rises")]
        return Audit(
            tuple(counts), tuple(self._box(source)), tuple(one for one in rises if one), tuple(runs), tuple(decks),
            tuple(self._used(source)),
        )  # fmt: skip

    def _pairs(self, source: Mapping[str, Any], part: str) -> Iterator[tuple[str, Any, Path]]:
        for key, item in self.mapping(source.get(part, {}), ("audit", part)).items():
            yield key, item, ("audit", part, key)

    def _listed(self, source: Mapping[str, Any], part: str) -> Iterator[tuple[Any, Path]]:
        items = source.get(part, [])
        if not isinstance(items, list):
            self.flaw(("audit", part), f'"{part}" should be a list')
            return
        for number, item in enumerate(items):
            yield item, ("audit", part, number)

    def _named(self, text: Any, path: Path, fits: str) -> Where | None:
        return self.typed({"it": text}, "it", path, fits) if not isinstance(text, list) else self.where(text, path)

    def _start(self, value: Any, path: Path) -> bool:
        if type(value) is not int or not 0 <= value <= 1:
            self.flaw(path, "numbers run from 0 or from 1")
            return False
        return True

    def _box(self, source: Mapping[str, Any]) -> Iterator[tuple[Where, tuple[Where, ...]]]:
        for key, item, path in self._pairs(source, "box"):
            holds = self._named(key, path, "number")
            takers = [self._named(taker, path, "takes") for taker in (item if isinstance(item, list) else [item])]
            if holds and all(takers):
                yield holds, tuple(taker for taker in takers if taker)

    def _used(self, source: Mapping[str, Any]) -> Iterator[str]:
        for kind, path in self._listed(source, "used"):
            if kind in self.ruleset.kinds:
                yield kind
            else:
                self.flaw(path, f'no kind is named "{kind}"', suggest(str(kind), self.ruleset.kinds), "BZ502")

    def _deck(self, key: str, value: Any, path: Path) -> Deck | None:
        where = self._named(key, path, "tally")
        source = self.mapping(value, path, ("by", "caps", "full", "size", "copies"))
        if where is None:
            return None
        card = self.ruleset.kinds[where.field.type.items[0].of]
        home = self.ruleset.kinds[where.owner].fields if not where.shape else self.ruleset.shapes[where.owner]
        before = len(self.flaws)
        for name, fields, fits in (("by", card.fields, "enum"), ("copies", card.fields, "int"), ("caps", home, "caps")):
            field = fields.get(str(source.get(name)))
            if name in source and field is None:
                self.flaw(
                    (*path, name), f'there is no field "{source[name]}"', suggest(str(source[name]), fields), "BZ502"
                )
            elif field is not None and not _FITS[fits](field.type):
                self.flaw((*path, name), f'"{field.name}" is "{field.type}"', f"it should be {_SAID[fits]}")
        if ("by" in source) != ("caps" in source):
            self.flaw(path, '"by" and "caps" belong together')
        size = self.range(source["size"], (*path, "size"), 0, 4096) if "size" in source else (0, 4096)
        full = self.flag(source, "full", path)
        if size is None or len(self.flaws) > before:
            return None
        by, caps, copies = (str(source.get(name, "")) for name in ("by", "caps", "copies"))
        return Deck(where, by, caps, full, *size, copies)


# ---------------------------------------------------------------- types that fit


def bare(type: Type) -> Type:
    """A type without `optional`."""
    return type.items[0] if type.name == "optional" else type


def targets(type: Type) -> set[str]:
    """The kinds of the records that a type names."""
    return {type.of} if type.name == "ref" else {kind for item in type.items for kind in targets(item)}


def holds(type: Type, name: str) -> bool:
    """Whether a type is, or holds, one of this name."""
    return type.name == name or any(holds(item, name) for item in type.items)


def _number(type: Type) -> bool:
    by_seats = type.name == "table" and type.items[0].name == "seats"
    return (type.items[1] if by_seats else type).name == "int"


def _tally(type: Type) -> bool:
    return type.name == "table" and type.items[0].name == "ref" and _number(type.items[1])


def _by_seats(type: Type) -> bool:
    return (type.name == "table" and type.items[0].name == "seats") or any(_by_seats(item) for item in type.items)


_FITS: dict[str, Callable[[Type], bool]] = {
    "list": lambda type: type.name == "list" and bare(type.items[0]).name in ("shape", "ref"),
    "refs": lambda type: holds(type, "ref"),
    "takes": lambda type: holds(type, "ref"),
    "int": lambda type: bare(type).name == "int",
    "number": _number,
    "cell": lambda type: bare(type).name == "cell",
    "tally": _tally,
    "by players": _by_seats,
    "enum": lambda type: bare(type).name == "enum",
    "caps": lambda type: type.name == "table" and type.items[0].name == "enum" and type.items[1].name == "int",
}
_SAID = {
    "list": "a list of a shape, or of records",
    "refs": "what names records",
    "takes": "what names records",
    "int": "a number",
    "number": "a number, or a table by seats of numbers",
    "cell": "a cell",
    "tally": "a table by records of numbers",
    "by players": "a table by seats, or hold one",
    "enum": "an enum",
    "caps": "a table by an enum of numbers",
}
