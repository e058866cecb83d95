"""Draw a map from its record, in whichever form that is written; and judge whether the form fits the layout.

One of four: `grid` is text, `tiles` are laid side by side, `tiled` names a file of Tiled, `nodes` are the places of a
free map.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bartizan_compiler import tiled, tiles
from bartizan_compiler.drawing import Drawing, Drawn, Teller, known_tags, legend
from bartizan_compiler.models import FORMS
from bartizan_compiler.rows import Rows
from bartizan_compiler.shape import Record
from bartizan_compiler.tiles import Tiles
from bartizan_engine import geometry
from bartizan_engine.declared import Board
from bartizan_engine.problem import Spot

NOTHING = Drawing(())
CORNERS = {"always": 0, "one": 1, "both": 2}


class Sources(NamedTuple):
    """What a map's record may refer to: the tiles of all packs, and the files of Tiled by their paths."""

    tiles: Tiles = Tiles()
    drawings: Mapping[str, bytes] = {}  # never changed


def form(record: Record) -> str:
    """How a map is drawn."""
    return next(form for form in FORMS if form in record.values)


def spot(record: Record) -> Spot:
    """Where the drawing of a map stands: what is wrong with all of it is told there."""
    return record.at(form(record))


def draw(record: Record, board: Board, sources: Sources, say: Teller) -> Drawing:
    """The cells of a map as they are drawn, in reading order; nothing if `say` is lost afterwards."""
    _fitting(record, say)
    if say.lost:
        return NOTHING
    how = form(record)
    if how == "grid":
        return _text(record, board, say)
    if how == "nodes":
        return _nodes(record, board, say)
    if how == "tiles":
        return tiles.lay(record, sources.tiles, say)
    return tiled.draw(record, board, sources.drawings, say)


def _text(record: Record, board: Board, say: Teller) -> Drawing:
    rows = Rows(record, ("grid",), record.values["grid"], record.values["layout"], say)
    if not rows.tokens:
        return NOTHING
    known, seen = legend(record, record.values["legend"], board, say), rows.seen()
    if known.unknown(seen, say) or say.lost:
        return NOTHING
    known.unused(seen, say)
    return rows.drawing(known)._replace(gaps=frozenset())


def _nodes(record: Record, board: Board, say: Teller) -> Drawing:
    """The places of a free map, in reading order."""
    cells: dict[tuple[int, int], Drawn] = {}
    for name, node in record.values["nodes"].items():
        column, row = node["at"]
        tags = known_tags(record, node.get("tags", ()), ("nodes", name, "tags"), board, say)
        cell = Drawn(column, row, tags, name, record.key("nodes", name))
        twin = cells.setdefault((row, column), cell)
        if twin is not cell:
            said, notes = f'"{name}" stands where "{twin.name}" does', ((twin.spot, "the first one"),)
            say.misplaced(record.at("nodes", name, "at"), "BZ484", said, "every node has a place of its own", notes)
    return Drawing(tuple(cell for _, cell in sorted(cells.items())))


# ---------------------------------------------------------------- what goes together

_LAYOUTS = {
    "grid": (*geometry.LAYOUTS, *geometry.LANES),
    "tiles": geometry.LAYOUTS,
    "tiled": tuple(tiled.LAYOUTS),
    "nodes": ("free",),
}


def _fitting(record: Record, say: Teller) -> None:
    """Tell what does not go with the layout: the form of the map, its links, what it says of corners."""
    layout, how = record.values["layout"], form(record)
    if layout not in _LAYOUTS[how]:
        said = f'a map of the layout "{layout}" cannot be drawn by "{how}"'
        say.misplaced(record.at("layout"), "BZ481", said, f"it can be with {', '.join(_LAYOUTS[how])}")
        return
    if "legend" in record.values and how in ("tiles", "nodes"):
        say.tell(record.key("legend"), "BZ481", f'a map drawn by "{how}" has no legend', "leave it out")
    if "links" in record.values and layout not in geometry.NETS:
        said = f'places say what touches in the layout "{layout}", and links do not'
        say.tell(record.key("links"), "BZ483", said, f"links are for {', '.join(geometry.NETS)}")
    if layout == "square-8" and "corners" not in record.values:
        hint = "corners: always, or one or both of the squares beside a corner have to be open"
        say.tell(record.at("layout"), "BZ482", "nothing says when a step may cut a corner", hint)
    elif layout != "square-8" and "corners" in record.values:
        said = f'no step of the layout "{layout}" leads across a corner'
        say.tell(record.key("corners"), "BZ482", said, "leave corners out")
