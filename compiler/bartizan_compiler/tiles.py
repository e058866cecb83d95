"""Lay a map of tiles: printed pieces of board, each a small grid with a side or two, placed and turned.

A tile is turned around its pivot, which then lies where the map says. Hexes of one stand (pointed or flat) fit together
whichever of their rows or columns are printed further; so do squares. Every problem stands at the tile that is laid,
except those of a tile itself, which are told once, where it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from bartizan_compiler import drawing
from bartizan_compiler.drawing import Drawing, Drawn, Legend, Place, Teller, legend
from bartizan_compiler.rows import Rows
from bartizan_compiler.shape import Known, Record
from bartizan_engine import geometry
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem, Spot, owner, suggest

TILE = "tile"


class Tile(NamedTuple):
    """A tile that maps are laid of. A side whose drawing has faults is None."""

    record: Record
    number: int | None
    copies: int
    layout: str
    pivot: Place
    sides: Mapping[str, Drawing | None]
    vague: frozenset[str] = frozenset()  # tags that its cells were probably to have, as a `Teller` keeps them

    @property
    def said(self) -> str:
        """What people call it."""
        return f'"{self.record.id}"' if self.number is None else f'{self.number} "{self.record.id}"'


class Tiles(NamedTuple):
    """The tiles of a pack and of those that it requires; `whole` if none of them is missing.

    `faulty` has the ids and numbers of tiles whose records have faults, and None if one of the numbers is not known.
    """

    known: tuple[Tile, ...] = ()
    whole: bool = True
    faulty: frozenset[str | int | None] = frozenset()

    def find(self, name: str | int, path: str) -> Tile | None:
        """The tile with an id or a number, the one of the map's own pack before those of others."""
        found = [tile for tile in self.known if name in (tile.record.id, tile.number)]
        own = [tile for tile in found if owner(tile.record.spot.path) == owner(path)]
        return next(iter([*own, *found]), None)

    def may_be(self, name: str | int) -> bool:
        """Whether a tile that is not known stands in a file or a record that has faults, which are told there."""
        return not self.whole or name in self.faulty or (isinstance(name, int) and None in self.faulty)


def named(record: Record, placed: Mapping[str, Any]) -> bool:
    """Whether a map lays this tile."""
    return placed["tile"] in (record.id, _number(record))


def _number(record: Record) -> int | None:
    found = record.drawn.get("number", record.values.get("number"))
    return found if isinstance(found, int) else None


# ---------------------------------------------------------------- the tiles themselves


def read(
    records: Iterable[Record], board: Board, ids: Iterable[Known] = (), *, whole: bool = True
) -> tuple[Tiles, list[Problem]]:
    """The tiles among the records, and what is wrong with their drawings; `ids` has also those of faulty records."""
    known, problems = [], []
    tokens: dict[Spot, bool] = {}  # where the legends explain a token, and whether any side has it
    names: dict[Spot, str] = {}
    numbers: dict[tuple[str, int], Record] = {}
    for record in records:
        if record.family != TILE:
            continue
        number = _number(record)
        first = record if number is None else numbers.setdefault((owner(record.spot.path), number), record)
        if first is not record:
            said, notes = f"a second tile has the number {number}", ((first.at("number"), "the first one"),)
            problems.append(Problem(record.at("number"), "BZ468", said, "a number is printed on one tile", notes))
        count = record.drawn.get("count", record.values.get("count", 1))
        say = Teller()
        sides, seen = _sides(record, board, say)
        pivot, found = _pivot(record, sides.values())
        problems += found
        if found:  # without its pivot no side can be laid
            sides = dict.fromkeys(sides)
        problems += say.problems
        for token in record.drawn.get("legend", ()):
            spot = record.key("legend", token)
            names[spot], tokens[spot] = token, tokens.get(spot, False) or token in seen or None in sides.values()
        layout = record.drawn.get("layout", "")
        copies = count if isinstance(count, int) else 1
        known.append(Tile(record, number, copies, layout, pivot, sides, frozenset(say.vague)))
    sound = {(tile.record.kind, tile.record.id) for tile in known}
    faulty = [one for one in ids if one.family == TILE and (one.kind, one.id) not in sound]
    doubtful = {one.spot.path for one in faulty}  # what no other side shows may be on one of a tile with faults
    for spot in sorted(spot for spot, used in tokens.items() if not used and whole and spot.path not in doubtful):
        problems.append(Problem(spot, "BZ407", f'no side of a tile shows "{drawing.shown(names[spot])}"'))
    names_of = frozenset(name for one in faulty for name in (one.id, one.number))
    return Tiles(tuple(known), whole, names_of), problems


def _pivot(record: Record, sides: Iterable[Drawing | None]) -> tuple[Place, list[Problem]]:
    """The place that a tile is turned around: one that a side of it has, if a side can be read."""
    said = record.drawn.get("pivot", "a1")
    place = drawing.placed(said)
    drawn = [side for side in sides if side is not None]
    there = {(cell.column, cell.row) for side in drawn for cell in side.cells}.union(*(side.gaps for side in drawn))
    if place is None or (there and place not in there):
        hint = "a pivot is named by column and row, such as b2"
        if place is not None:
            last = drawing.coordinate(max(column for column, _ in there), max(row for _, row in there))
            hint = f"the sides of the tile reach from a1 to {last}"
        return (0, 0), [Problem(record.at("pivot"), "BZ411", f'no place of the tile is named "{said}"', hint)]
    return place, []


def _sides(record: Record, board: Board, say: Teller) -> tuple[dict[str, Drawing | None], set[str]]:
    """The sides of a tile, each read by the one legend that they share, and the tokens on them.

    Defaults of a file may hold a legend for many tiles, so that no tile alone has to show all of it.
    """
    texts: dict[str, str] = record.drawn.get("sides", {})
    if not texts:
        return {}, set(record.drawn.get("legend", ()))
    if record.drawn["layout"] in geometry.NETS:
        said = f'a tile cannot have the layout "{record.drawn["layout"]}"'
        say.tell(record.at("layout"), "BZ467", said, f"it can have {', '.join(geometry.LAYOUTS)}")
        return dict.fromkeys(texts), set()
    known = legend(record, record.drawn["legend"], board, say)
    sides: dict[str, Drawing | None] = {}
    seen: set[str] = set()
    for name, text in texts.items():
        sides[name] = _side(record, name, text, known, say, seen)
    return sides, seen


def _side(record: Record, name: str, text: str, known: Legend, say: Teller, seen: set[str]) -> Drawing | None:
    own = Teller()
    rows = Rows(record, ("sides", name), text, record.drawn["layout"], own)
    here = rows.seen()
    known.unknown(here, own)
    drawn = None if own.lost else rows.drawing(known)
    if drawn is not None and not drawn.cells:
        own.misplaced(record.at("sides", name), "BZ408", "this side of the tile has no cell")
        drawn = None
    say.problems += own.problems
    seen.update(here)
    return drawn


# ---------------------------------------------------------------- a map of them


def lay(record: Record, tiles: Tiles, say: Teller) -> Drawing:
    """The cells of a map that is laid of tiles; its gaps are the holes that are there on purpose."""
    layer = _Layer(record, tiles, say)
    for number, placed in enumerate(record.values["tiles"]):
        layer.put(number, placed)
    cells = sorted(layer.cells.values(), key=lambda cell: (cell.row, cell.column))
    return Drawing(tuple(cells), layer.holes() if not say.lost else frozenset())


class _Layer:
    """Puts tiles on the table, one after the other."""

    def __init__(self, record: Record, tiles: Tiles, say: Teller) -> None:
        self.record, self.tiles, self.say = record, tiles, say
        self.layout: str = record.values["layout"]
        self.cells: dict[Place, Drawn] = {}
        self.of: dict[Place, int] = {}  # which tile of the list covers a place
        self.gaps: set[Place] = set()
        self.used: dict[str, list[int]] = {}

    def put(self, number: int, placed: Mapping[str, Any]) -> None:
        """Lay one tile."""
        tile = self.tiles.find(placed["tile"], self.record.spot.path)
        if tile is None:
            self._unknown(number, placed["tile"])
            return
        self._counted(number, tile)
        self.say.vague |= tile.vague
        self.say.unsound = self.say.unsound or bool(tile.vague)
        side = self._side(number, tile, placed)
        anchor = self._anchor(number, placed["at"])
        turn = placed.get("turn", 0)
        if turn >= geometry.full_turn(self.layout):
            self.say.misplaced(
                self.record.at("tiles", number, "turn"),
                "BZ462",
                f"a tile of squares cannot be turned {turn} times",
                "a whole turn is 4 quarters: 0 to 3",
            )
        elif side is not None and anchor is not None:
            self._cover(number, tile, side, anchor, turn)

    def _unknown(self, number: int, name: str | int) -> None:
        if self.tiles.may_be(name):
            self.say.lost = True
            return
        said = f"no tile has the number {name}" if isinstance(name, int) else f'no tile has the id "{name}"'
        ids = [tile.record.id for tile in self.tiles.known if tile.sides]
        numbers = [str(tile.number) for tile in self.tiles.known if tile.sides and tile.number is not None]
        hint = suggest(str(name), ids) or (f"there are {', '.join(sorted(numbers, key=int)[:12])}" if numbers else "")
        self.say.misplaced(self.record.at("tiles", number, "tile"), "BZ460", said, hint)

    def _counted(self, number: int, tile: Tile) -> None:
        """The box holds only so many of a tile."""
        used = self.used.setdefault(tile.record.id, [])
        used.append(number)
        if len(used) == tile.copies + 1:
            laid = sum(
                self.tiles.find(one["tile"], self.record.spot.path) is tile for one in self.record.values["tiles"]
            )
            notes = ((self.record.at("tiles", used[0]), "the first time"),)
            said = f"the tile {tile.said} is laid {laid} times, but the box holds {tile.copies}"
            hint = "lay another, or say in its record how many there are: count"
            self.say.tell(self.record.at("tiles", number, "tile"), "BZ465", said, hint, notes)

    def _side(self, number: int, tile: Tile, placed: Mapping[str, Any]) -> Drawing | None:
        names = list(tile.sides)
        at = self.record.at("tiles", number, "side" if "side" in placed else "tile")
        if not names:
            hint = "its record says with layout, legend and sides how it is drawn"
            self.say.misplaced(at, "BZ469", f"the tile {tile.said} has no side that is drawn", hint)
            return None
        name = placed.get("side", names[0] if len(names) == 1 else "")
        if name not in tile.sides:
            said = f'the tile {tile.said} has no side "{name}"' if name else f"the tile {tile.said} has several sides"
            listed = f"its sides are {', '.join(names)}" if name else f"say which: side: {names[0]}"
            self.say.misplaced(at, "BZ461", said, suggest(name, names) or listed)
            return None
        if tile.sides[name] is None:
            self.say.lost = True  # its drawing has faults, which are told there
            return None
        if _stand(tile.layout) != _stand(self.layout):
            said = f'the tile {tile.said} is drawn as "{tile.layout}", which does not fit the layout "{self.layout}"'
            notes = ((tile.record.at("layout"), "the tile's layout"),)
            hint = "pointed hexes lie with pointed ones, flat ones with flat ones, squares with squares"
            self.say.misplaced(self.record.at("tiles", number, "tile"), "BZ467", said, hint, notes)
            return None
        return tile.sides[name]

    def _anchor(self, number: int, at: str | list[int]) -> Place | None:
        if isinstance(at, list):
            return at[0] - 1, at[1] - 1
        place = drawing.placed(at)
        if place is None:
            hint = "write column and row: c4, or [3, 4]"
            self.say.misplaced(self.record.at("tiles", number, "at"), "BZ411", f'no place is named "{at}"', hint)
        return place

    def _cover(self, number: int, tile: Tile, side: Drawing, anchor: Place, turn: int) -> None:
        """Put the cells of a side where they come to lie."""
        spot = self.record.at("tiles", number)
        move = _mover(tile, self.layout, anchor, turn)
        beyond = over = False
        for cell in side.cells:
            column, row = move((cell.column, cell.row))
            if column < 0 or row < 0:
                beyond = True
            elif (column, row) in self.cells:
                over = over or self._over(number, (column, row))
            else:
                self.cells[column, row] = cell._replace(column=column, row=row, spot=spot, token="")
                self.of[column, row] = number
        if beyond:
            hint = "move all tiles right or down: columns begin with a and rows with 1"
            self.say.misplaced(spot, "BZ466", f"the tile {tile.said} reaches beyond column a or row 1", hint)
        self.gaps.update(move(gap) for gap in side.gaps)

    def _over(self, number: int, place: Place) -> bool:
        """Tell that two tiles lie on one place: once for the later of them."""
        first = self.of[place]
        other = self.tiles.find(self.record.values["tiles"][first]["tile"], self.record.spot.path)
        said = f'this tile lies over the tile {other.said if other else ""} at "{drawing.coordinate(*place)}"'
        notes = ((self.record.at("tiles", first), "the other one"),)
        self.say.misplaced(self.record.at("tiles", number), "BZ463", said, "move or turn one of them", notes)
        return True

    # ---- holes

    def holes(self) -> frozenset[Place]:
        """Tell places without a cell that lie inside the map. Those that are meant are given back."""
        meant = {place: name for name in self.record.values.get("meant") or () if (place := drawing.placed(name))}
        on_purpose: set[Place] = set()
        for region in self._regions():
            hole = region - self.gaps  # a tile's own gap is there on purpose
            if not hole:
                continue
            if any(place in hole for place in meant):
                on_purpose |= hole & set(meant)
                continue
            first = min(hole, key=lambda place: (place[1], place[0]))
            number = min(self.of[near] for near in self._near(first) if near in self.of)
            size = "" if len(hole) == 1 else f" and {len(hole) - 1} more beside it"
            said = f'no tile covers "{drawing.coordinate(*first)}"{size}, inside the map'
            hint = "move a tile; or, if that is meant, name the place under meant"
            self.say.hear(self.record.at("tiles", number), "BZ464", said, hint)
        return frozenset(on_purpose)

    def _regions(self) -> Iterator[set[Place]]:
        """The places without a cell from which no way leads out of the map, by regions in reading order."""
        if not self.cells:
            return
        columns, rows = zip(*self.cells, strict=True)
        inside = {
            (column, row)
            for row in range(min(rows) - 1, max(rows) + 2)
            for column in range(min(columns) - 1, max(columns) + 2)
        } - self.cells.keys()
        self._take(inside, (min(columns) - 1, min(rows) - 1))
        while inside:
            yield self._take(inside, min(inside, key=lambda place: (place[1], place[0])))

    def _take(self, left: set[Place], start: Place) -> set[Place]:
        """Take out of a set what is joined to a place of it."""
        left.discard(start)
        region, queue = {start}, [start]
        for place in queue:  # it grows while it is read
            for near in self._near(place):
                if near in left:
                    left.discard(near)
                    region.add(near)
                    queue.append(near)
        return region

    def _near(self, place: Place) -> list[Place]:
        layout = "square-4" if self.layout == "square-8" else self.layout
        near = geometry.neighbours(layout, geometry.place(layout, *place))
        return [geometry.offset(layout, at) for at in near]


def _mover(tile: Tile, layout: str, anchor: Place, turn: int) -> Callable[[Place], Place]:
    """The function that says where a place of the tile comes to lie."""
    pivot, there = geometry.place(tile.layout, *tile.pivot), geometry.place(layout, *anchor)

    def move(place: Place) -> Place:
        q, r = geometry.place(tile.layout, *place)
        dq, dr = geometry.turned(layout, (q - pivot[0], r - pivot[1]), turn)
        return geometry.offset(layout, (there[0] + dq, there[1] + dr))

    return move


def _stand(layout: str) -> str:
    """What has to be the same for tiles to fit: pointed hexes, flat ones, or squares."""
    return layout[-2:] if layout in geometry.HEXES else "square"
