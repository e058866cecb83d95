"""Records that a pack keeps of its missions, played again for their pages: a frame a decision, as everyone sees it.

They stand in the pack's folder `replays`, each named by its mission and made by `bartizan run --record`; what follows
the first dot of the name tells several apart. A record of a stranger is played under the limits of every game, and one
that belongs to another version of the game is told, not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan.tabletop import Tabletop
from bartizan_compiler import pack as packs
from bartizan_compiler.emit import emit
from bartizan_engine import Event, Game, NotVerified, State, load, record

if TYPE_CHECKING:
    from bartizan_compiler.link import Pack
    from bartizan_compiler.shape import Record

MAX_FRAMES = 3_000
WIDTH = 100_000  # characters of a line beside the map: a page breaks lines by itself
AGAIN = "make it anew with bartizan run --record"

Piece = tuple[str, str, str]  # the title, all that is seen of it, the kind


class Frame(NamedTuple):
    """What everyone sees once a decision is made: the round, what has happened since the last frame, what is where."""

    round: int
    events: list[str]
    board: dict[str, list[Piece]]
    beside: list[str]


class Replay(NamedTuple):
    """A recorded game: where it is kept, how many play, its frames, and how it ended."""

    path: str
    seats: int
    frames: list[Frame]
    result: str


def read(pack: Pack, mission: Record) -> tuple[list[Replay], list[str]]:
    """The recorded games of a mission, and what is wrong with those that cannot be shown: a path with a reason each."""
    found, told = list[Replay](), list[str]()
    for path in _paths(pack):
        if _mission(path) == mission.id:
            made, why = _played(pack, mission, path)
            if made is None:
                told.append(f"{path}: {why}")
            else:
                found.append(made)
    return found, told


def wrong(pack: Pack) -> list[str]:
    """What is wrong with the records that a pack keeps, of whatever mission."""
    missions = {one.id: one for one in pack.leads("mission")}
    told = [f"{path}: no mission is called so; delete it" for path in _paths(pack) if _mission(path) not in missions]
    return told + [why for one in missions.values() for why in read(pack, one)[1]]


def _paths(pack: Pack) -> list[str]:
    folder = pack.root / packs.REPLAYS
    if not folder.is_dir() or folder.is_symlink():
        return []
    return [f"{packs.REPLAYS}/{path.name}" for path in sorted(folder.glob("*.json"))]


def _mission(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _played(pack: Pack, mission: Record, path: str) -> tuple[Replay | None, str]:
    text = packs.shown(pack.root, path)
    if text is None:
        return None, f"it is no file of at most {packs.MAX_FILE >> 10} KiB with UTF-8 text"
    try:
        data = record.parsed(text)
        entry = pack.ruleset.entries.get(str(data["entry"]))
        if entry is None or entry.needs != mission.family:
            return None, f"it is of an entry that plays no mission; {AGAIN}"
        if len(data["answers"]) >= MAX_FRAMES:
            return None, f"it has more than {MAX_FRAMES:,} decisions, which no page shows"
        game = load(emit(pack, mission, entry.name))
        return _replay(game, path, text), ""
    except NotVerified as why:
        return None, f"{why.problems[0].message}; {AGAIN}"


def _replay(game: Game, path: str, text: str) -> Replay:
    """Plays the record. Its log is read once, at the end, and cut where answers were given."""
    table = Tabletop(game)
    views, cuts, seen, state = list[dict[str, Any]](), list[int](), 0, None
    for state in record.steps(game, text):
        views.append(state.view(None))
        cuts.append(sum(event.name == "chosen" for event in state.events_since(seen)) + (cuts[-1] if cuts else 0))
        seen += len(state.events_since(seen))
    assert state is not None, "a record has a last state"
    parts = list(_parts(state.log(None), cuts))
    frames = [
        Frame(view["round"], _lines(state, events), _board(table, view), table.beside(view, WIDTH))
        for view, events in zip(views, parts, strict=True)
    ]
    return Replay(path, state.seats, frames, state.result.says if state.result else "the game goes on")


def _parts(log: list[Event], cuts: list[int]) -> Iterator[list[Event]]:
    """The log in parts: each ends before the first choice that was made after its cut."""
    start, at, chosen = 0, 0, 0
    for number, cut in enumerate(cuts):
        last = number == len(cuts) - 1
        while at < len(log) and (last or log[at].name != "chosen" or chosen < cut):
            chosen += log[at].name == "chosen"
            at += 1
        yield log[start:at]
        start = at


def _lines(state: State, events: list[Event]) -> list[str]:
    """What has happened in lines; those that repeat themselves with how often, what changes about pieces left out."""
    told = [state.describe(event) for event in events if event.name != "set" or _of_all(event)]
    counted = [(line, len(list(same))) for line, same in groupby(filter(None, told))]
    return [f"{line} (× {count})" if count > 1 else line for line, count in counted]


def _of_all(event: Event) -> bool:
    """Whether a change is one of the table or of a player, and short."""
    of = str(event.get("of"))
    return (of == "game" or of.startswith("player:")) and not isinstance(event.get("after"), (dict, list))


def _board(table: Tabletop, view: dict[str, Any]) -> dict[str, list[Piece]]:
    return {cell: [table.chip(piece) for piece in pieces] for cell, pieces in view["board"].items() if pieces}
