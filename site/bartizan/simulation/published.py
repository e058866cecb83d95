"""Tables that a pack keeps of its missions and campaigns, for their pages: what a simulation found, shortened.

They stand in the pack's folder `simulations`, a file for each of them and set of options, and name the play hash that
they were made with. Files of strangers are read like everything of a pack: never through a link, not beyond a limit,
and not a field that is not declared here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from bartizan.simulation import results, told
from bartizan_compiler import pack as packs
from bartizan_compiler.emit import emit
from bartizan_engine.counting import PLACE, STATISTIC
from bartizan_engine.declared import LEADS

if TYPE_CHECKING:
    from bartizan_compiler.link import Pack

NEVER = 12  # options that were offered and never chosen
MOST_RUNS = 64

Json = dict[str, Any]
_Number = Field(ge=-1e15, le=1e15, allow_inf_nan=False)
_Count = Field(ge=0, le=10**15)


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Result(_Table):
    """How often games ended so."""

    result: str
    says: str
    worth: int | None
    games: int = _Count
    share: float | None = _Number
    low: float = _Number
    high: float = _Number


class Mean(_Table):
    """A number of a game on average, with its interval: of one game there is none, and without games no number."""

    mean: float | None = _Number
    low: float | None = _Number
    high: float | None = _Number


class Measure(Mean):
    """Length, decisions or a score."""

    measure: str
    least: int
    most: int


class Part(Mean):
    """A statistic, or a count, in one of its parts."""

    part: str


class Statistic(Mean):
    """What the pack counts, in its own words."""

    statistic: str
    says: str
    by: str
    parts: tuple[Part, ...]


class Count(Part):
    """What was counted in general: an event of a kind of piece, here at a place."""

    event: str
    of: str
    by: str


class Deciding(_Table):
    """What happened more, or less, in games with a result than in `others`."""

    event: str
    of: str
    by: str
    part: str
    mean: float = _Number
    others: float = _Number
    difference: float = _Number


class Decided(_Table):
    """All of that for one result."""

    result: str
    games: int = _Count
    others: int = _Count
    rows: tuple[Deciding, ...]


class Option(_Table):
    """An option: how often it was offered, could be taken, and was."""

    prompt: str
    option: str
    offered: int = _Count
    open: int = _Count
    chosen: int = _Count


class Tables(_Table):
    """The tables of one run."""

    games: int = _Count
    results: tuple[Result, ...]
    measures: tuple[Measure, ...]
    statistics: tuple[Statistic, ...]
    counts: tuple[Count, ...]
    deciding: tuple[Decided, ...]
    options: tuple[Option, ...]


class Run(_Table):
    """Who played, and what came of it."""

    players: int = Field(ge=1, le=99)
    bot: str
    sides: tuple[Tables]


class Side(_Table):
    """What was played."""

    pack: str
    entry: str
    mission: str | None
    campaign: str | None = None
    set: dict[str, JsonValue]
    play: str

    @property
    def lead(self) -> tuple[str, str]:
        """What was played: the family of a record, and its id."""
        name = self.campaign or self.mission or ""
        return "campaign" if self.campaign else "mission" if self.mission else "", name.rpartition(":")[2]


class Simulation(_Table):
    """A file of the folder `simulations`."""

    format: Literal["bartizan-simulation"]
    version: Literal[1]
    seeds: tuple[int, int]
    sides: tuple[Side]
    runs: tuple[Run, ...] = Field(min_length=1, max_length=MOST_RUNS)


class Published(NamedTuple):
    """A simulation that a pack keeps: where, and whether the game has changed since."""

    path: str
    simulation: Simulation
    stale: bool

    @property
    def side(self) -> Side:
        """What was played."""
        return self.simulation.sides[0]


# ---------------------------------------------------------------- writing


def place(root: Path, document: Json, entry: str = "") -> Path:
    """The file of a simulation with one side: named by its mission or campaign, an entry that is not the usual one, and
    the options that were set.
    """
    side = document["sides"][0]
    name = str(side.get("campaign") or side["mission"]).rpartition(":")[2] + (f".{entry}" if entry else "")
    set_ = [f".{option}-{str(value).lower()}" for option, value in side["set"].items()]
    return root / packs.SIMULATIONS / f"{''.join([name, *set_])}.json"


def shortened(document: Json) -> Json:
    """A document without what no page shows."""
    runs = [run | {"sides": [_side(side) for side in run["sides"]]} for run in document["runs"]]
    return document | {"runs": runs}


def _side(side: Json) -> Json:
    return side | {
        "measures": [{name: value for name, value in row.items() if name != "table"} for row in side["measures"]],
        "counts": [row for row in side["counts"] if row["by"] == PLACE],
        "options": told.never_chosen(side["options"])[:NEVER],
    }


# ---------------------------------------------------------------- reading


def read(pack: Pack) -> tuple[list[Published], list[str]]:
    """What a pack keeps, and what is wrong with it: a path with a reason each."""
    found, told, plays = list[Published](), list[str](), _Plays(pack)
    for path in _paths(pack.root):
        text = packs.shown(pack.root, path)
        made, why = _parsed(text)
        if made is None:
            told.append(f"{path}: {why}; make it anew with bartizan simulate --publish")
            continue
        now = plays.of(made.sides[0])
        if now is None:
            told.append(f"{path}: what was played is no mission or campaign of the pack now; delete it")
            continue
        stale = now != made.sides[0].play
        if stale:
            told.append(f"{path}: the game has changed since; make it anew with bartizan simulate --publish")
        found.append(Published(path, made, stale))
    return sorted(found, key=lambda one: len(one.side.set)), told


def _paths(root: Path) -> Iterator[str]:
    folder = root / packs.SIMULATIONS
    if folder.is_dir() and not folder.is_symlink():
        yield from (f"{packs.SIMULATIONS}/{path.name}" for path in sorted(folder.glob("*.json")))


def _parsed(text: str | None) -> tuple[Simulation | None, str]:
    if text is None:
        return None, f"it is no file of at most {packs.MAX_FILE >> 10} KiB with UTF-8 text"
    try:
        return Simulation.model_validate_json(text), ""
    except (ValidationError, RecursionError) as why:
        first = why.errors()[0] if isinstance(why, ValidationError) else {"loc": (), "msg": "it is nested too deeply"}
        at = ".".join(str(part) for part in first["loc"])
        return None, f"it holds no tables of a simulation ({f'{at}: ' if at else ''}{first['msg']})"


class _Plays:
    """The play hashes of a pack's missions and campaigns, each compiled once."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.leads = {(family, record.id): record for family in LEADS for record in pack.leads(family)}
        self.known: dict[tuple[str, str], str] = {}

    def of(self, side: Side) -> str | None:
        """The play hash now; None if there is no such thing."""
        record, entry = self.leads.get(side.lead), self.pack.ruleset.entries.get(side.entry)
        if side.pack != self.pack.info["id"] or record is None or entry is None or entry.needs != record.family:
            return None
        key = (side.entry, record.id)
        if key not in self.known:
            self.known[key] = str(emit(self.pack, record, side.entry)["hash"]["play"])
        return self.known[key]


# ---------------------------------------------------------------- what can be shown on a map


class Layer(NamedTuple):
    """A number for each cell on average, and what it is."""

    says: str
    cells: dict[str, float]


def layers(tables: Tables, cells: frozenset[str]) -> list[Layer]:
    """What was counted by place, as far as it happened on cells of the map: what the pack names itself comes first."""
    found: dict[str, dict[str, float]] = {}
    for statistic in tables.statistics:
        if statistic.by in (PLACE, "before"):
            found[statistic.says] = {part.part: part.mean or 0.0 for part in statistic.parts if part.part in cells}
    for count in tables.counts:
        if count.event != STATISTIC and count.part in cells:
            found.setdefault(f"{count.of.replace('_', ' ')} {count.event}", {})[count.part] = count.mean or 0.0
    return [Layer(says, on) for says, on in found.items() if len(on) > 1]


def text(document: Json) -> str:
    """The file of a simulation."""
    return results.text(shortened(document))
