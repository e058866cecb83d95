"""Read a map into cells: names, tags, neighbours, what is closed, and where ways divide.

However the map is written, `forms` gives its cells as they are drawn; here they get their numbers and names. A problem
because of which cells have no certain place leaves no grid. Any other is told, the thing in question is left out and
the grid is not `sound`, so that no proof is built on it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from bartizan_compiler import drawing, forms
from bartizan_compiler.drawing import Drawing, Drawn, Teller
from bartizan_compiler.forms import Sources
from bartizan_compiler.shape import Record
from bartizan_engine import geometry, verify
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem, Spot, suggest

MAX_CELLS = verify.MAX_CELLS  # the engine takes no more: the tables of ways grow with cells times goals

Pair = tuple[int, int]
Pairs = tuple[Pair, ...]
Near = tuple[tuple[int, ...], ...]


class Cell(NamedTuple):
    """A place on the map. `index` is its number in reading order, `q` and `r` are its coordinates (see geometry)."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a cell
    name: str
    tags: tuple[str, ...]
    column: int
    row: int
    q: int
    r: int
    spot: Spot
    token: str = ""  # as it is drawn, where one token of the legend says all that is drawn there


class Split(NamedTuple):
    """Where a way divides: the goal for each face of the way's die. `number` is its place in the record's list."""

    at: int
    way: str
    to: tuple[tuple[str, int], ...]
    number: int


class Grid(NamedTuple):
    """A map that can be read. `neighbours` touch; `closed` and `one_way` say which of them a step does not join.

    `corners` is for square-8: how many of the squares beside a corner have to be open for a step across it.
    """

    id: str
    title: str
    layout: str
    cells: tuple[Cell, ...]
    neighbours: Near
    closed: Pairs
    one_way: Pairs
    splits: tuple[Split, ...]
    record: Record
    sound: bool
    meant: tuple[tuple[int, Spot], ...] = ()  # cells of dead ends, detours and ties that are there on purpose
    corners: int = 0
    unplaced: frozenset[str] = frozenset()  # names of cells that are told to stand nowhere

    def names(self) -> set[str]:
        """The names of all cells, also of those of which it is told that they stand nowhere."""
        return {cell.name for cell in self.cells} | self.unplaced

    def cut(self, a: int, b: int, open: frozenset[int] | set[int]) -> bool:
        """Whether a step from one neighbour to the other would cut a corner that is not open enough.

        A square beside the corner is open if it is among those given and joined to both.
        """
        here, there = self.cells[a], self.cells[b]
        beside = geometry.beside((here.q, here.r), (there.q, there.r)) if self.corners else None
        if beside is None:
            return False
        flanks = [i for i in self.neighbours[a] if (self.cells[i].q, self.cells[i].r) in beside and i in open]
        return sum(not self.shut(a, i) and not self.shut(i, b) for i in flanks) < self.corners

    def shut(self, a: int, b: int) -> bool:
        """Whether two neighbours are closed against each other."""
        pair = (min(a, b), max(a, b))
        at = bisect_left(self.closed, pair)
        return self.closed[at : at + 1] == (pair,)

    def open_neighbours(self) -> list[list[int]]:
        """The neighbours of each cell that are not closed against it: those that rules know."""
        return [[other for other in near if not self.shut(cell, other)] for cell, near in enumerate(self.neighbours)]


def grid(record: Record, board: Board, sources: Sources | None = None) -> tuple[Grid | None, list[Problem]]:
    """Read a map's record: its grid, and every problem of it. `sources` holds what it may refer to."""
    say = Teller()
    drawn = forms.draw(record, board, sources or Sources(), say)
    reader = _Reader(record, board, say, drawn.gaps)
    cells = reader.cells(drawn)
    if say.lost:
        return None, say.problems
    neighbours = reader.joined(cells)
    closed, one_way = reader.closings(neighbours)
    splits, meant = reader.splits(), reader.meant()
    reader.least()
    corners = forms.CORNERS.get(record.values.get("corners", ""), 0)
    touching = Grid(
        record.id, record.title, reader.layout, cells, neighbours, closed, one_way, splits, record, not say.unsound,
        meant, corners, frozenset(say.unplaced),
    )  # fmt: skip
    return touching._replace(neighbours=_uncut(touching)), say.problems


def _uncut(grid: Grid) -> Near:
    """The neighbours without those behind a corner beside which too few cells stand."""
    if not grid.corners:
        return grid.neighbours
    every = set(range(len(grid.cells)))
    return tuple(
        tuple(other for other in near if not grid.cut(cell, other, every)) for cell, near in enumerate(grid.neighbours)
    )


def coordinate(column: int, row: int) -> str:
    """The name of a cell that has no other: letters for the column, the row counted from 1.

    >>> coordinate(2, 3), coordinate(26, 0)
    ('c4', 'aa1')
    """
    return drawing.coordinate(column, row)


class _Reader:
    """Reads one record; keeps the names of its cells."""

    def __init__(self, record: Record, board: Board, say: Teller, gaps: frozenset[Pair]) -> None:
        self.record = record
        self.board = board
        self.say = say
        self.layout: str = record.values["layout"]
        self.gaps = {drawing.coordinate(*gap) for gap in gaps}
        self.names: dict[str, int] = {}
        self.named: dict[str, str] = {}  # coordinate -> the name that is given instead
        self.found: tuple[Cell, ...] = ()

    # ---- cells

    def cells(self, drawn: Drawing) -> tuple[Cell, ...]:
        """The cells in reading order, named and tagged."""
        count = len(drawn.cells)
        if not self.say.lost and not 0 < count <= MAX_CELLS:
            said = "the map has no cell" if not count else f"the map has {count} cells, more than {MAX_CELLS}"
            self.say.misplaced(forms.spot(self.record), "BZ408", said)
        if self.say.lost:
            return ()
        found: list[Cell] = []
        for one in self._marked(drawn.cells):
            name = self._name(one, found)
            place = geometry.place(self.layout, one.column, one.row)
            found.append(Cell(len(found), name, one.tags, one.column, one.row, *place, one.spot, one.token))
        self.found = tuple(found)
        self._twice()
        return self.found

    def _marked(self, cells: tuple[Drawn, ...]) -> Iterator[Drawn]:
        """The cells with what the map marks on them."""
        marks = self.record.values.get("marks") or {}
        left = dict(marks)
        for cell in cells:
            for key in dict.fromkeys((self._usual(cell), cell.name)):
                if left.pop(key, None) is not None:
                    cell = self._mark(cell, key, marks[key])
            yield cell
        known = [self._usual(cell) for cell in cells]
        for key in left:
            self.say.tell(self.record.key("marks", key), "BZ411", f'no cell is named "{key}"', suggest(key, known))
            self.say.vague.update(tag for tag in marks[key].get("tags", ()))
            self.say.unplaced.update([str(marks[key]["name"])] if "name" in marks[key] else ())

    def _mark(self, cell: Drawn, key: str, mark: dict[str, list[str] | str]) -> Drawn:
        path = ("marks", key)
        if not mark.get("tags") and "name" not in mark:
            said = f'nothing is marked on "{key}"'
            self.say.hear(self.record.key(*path), "BZ488", said, "give the cell tags or a name, or leave it out")
        tags = drawing.known_tags(self.record, mark.get("tags", ()), (*path, "tags"), self.board, self.say)
        if "name" in mark:
            cell = cell._replace(name=str(mark["name"]), named_at=self.record.at(*path, "name"))
        return cell._replace(tags=tuple(sorted({*cell.tags, *tags})))

    def _usual(self, cell: Drawn) -> str:
        """What the cell is called if nobody names it; the places of a free map have names alone."""
        return cell.name if self.layout == "free" and not cell.named_at else drawing.coordinate(cell.column, cell.row)

    def _name(self, cell: Drawn, before: list[Cell]) -> str:
        usual = self._usual(cell)
        name = cell.name or usual
        first = self.names.get(name)
        if name != usual and first is not None:
            notes = ((before[first].spot, "the first one"),)
            said = f'a second cell is named "{name}"'
            hint = "a token with a name marks one cell" if cell.token else "a name marks one cell"
            self.say.tell(cell.named_at or cell.spot, "BZ409", said, hint, notes)
            name = usual
        if name != usual:
            self.named[usual] = name
        self.names.setdefault(name, len(before))
        return name

    def _twice(self) -> None:
        """A name that is given may be no other cell's coordinate."""
        for cell in self.found:
            first = self.found[self.names[cell.name]]
            if first.index != cell.index:
                by_place = first.name == coordinate(first.column, first.row)
                plain, given = (first, cell) if by_place else (cell, first)
                notes = ((plain.spot, f'this cell is "{plain.name}" by its column and row'),)
                said = f'the name "{given.name}" is another cell\'s'
                self.say.tell(given.spot, "BZ409", said, "choose a name that is no coordinate", notes)

    # ---- what touches

    def joined(self, cells: tuple[Cell, ...]) -> Near:
        """The cells that each cell touches, by their places or by links."""
        if self.layout not in geometry.NETS:
            plane = geometry.Plane(self.layout, ((cell.q, cell.r) for cell in cells))
            return tuple(tuple(plane.neighbours(cell.index)) for cell in cells)
        near: list[set[int]] = [set() for _ in cells]
        if self.layout in geometry.LANES:
            here = {(cell.column, cell.row): cell.index for cell in cells}
            dx, dy = (1, 0) if self.layout == "lanes-across" else (0, 1)
            for cell in cells:
                after = here.get((cell.column + dx, cell.row + dy))
                if after is not None:
                    near[cell.index].add(after)
                    near[after].add(cell.index)
        self._link(near)
        return tuple(tuple(sorted(one)) for one in near)

    def _link(self, near: list[set[int]]) -> None:
        """Join the cells of each link, each with the next one."""
        for number, chain in enumerate(self.record.values.get("links") or ()):
            cells = [self._cell(name, "links", number, end) for end, name in enumerate(chain)]
            for end, (a, b) in enumerate(pairwise(cells), 1):
                if a is None or b is None:
                    continue
                if a == b or b in near[a]:
                    names = f'"{self.found[a].name}" and "{self.found[b].name}"'
                    said = f"{names} are joined already" if a != b else f'"{self.found[a].name}" is linked to itself'
                    self.say.tell(self.record.at("links", number, end), "BZ485", said)
                else:
                    near[a].add(b)
                    near[b].add(a)

    # ---- closed, one_way, splits, at_least

    def closings(self, neighbours: Near) -> tuple[Pairs, Pairs]:
        """The closed pairs (the lower number first) and the pairs that are joined in one direction."""
        seen: dict[Pair, Spot] = {}
        found: dict[str, list[Pair]] = {"closed": [], "one_way": []}
        for key, pairs in found.items():
            for number, (a, b) in self._pairs(key):
                spot, pair = self.record.at(key, number), (min(a, b), max(a, b))
                names = f'"{self.found[a].name}" and "{self.found[b].name}"'
                if b not in neighbours[a]:
                    self.say.tell(spot, "BZ412", f"{names} are no neighbours", self._near(a, neighbours))
                elif pair in seen:
                    notes = ((seen[pair], "the first time"),)
                    self.say.tell(
                        spot, "BZ413", f"{names} are paired twice", "a pair is closed, or one way, once", notes
                    )
                else:
                    seen[pair] = spot
                    pairs.append(pair if key == "closed" else (a, b))
        return tuple(sorted(found["closed"])), tuple(sorted(found["one_way"]))

    def _near(self, cell: int, neighbours: Near) -> str:
        names = " ".join(self.found[other].name for other in neighbours[cell])
        return f'the neighbours of "{self.found[cell].name}" are {names}' if names else ""

    def _pairs(self, key: str) -> Iterator[tuple[int, Pair]]:
        for number, pair in enumerate(self.record.values.get(key) or ()):
            ends = [self._cell(name, key, number, end) for end, name in enumerate(pair)]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                yield number, (ends[0], ends[1])

    def _cell(self, name: str, *path: str | int) -> int | None:
        found = self.names.get(name)
        if found is None and name not in self.say.unplaced:
            hint = f'it is named "{self.named[name]}"' if name in self.named else suggest(name, self.names)
            self.say.tell(self.record.at(*path), "BZ411", f'no cell is named "{name}"', hint)
        return found

    def meant(self) -> tuple[tuple[int, Spot], ...]:
        """The cells that are meant to be as they are, each with the place where it is named; holes are no cells."""
        named = enumerate(self.record.values.get("meant") or ())
        cells = [
            (self._cell(name, "meant", number), self.record.at("meant", number))
            for number, name in named
            if name not in self.gaps
        ]
        return tuple((cell, spot) for cell, spot in cells if cell is not None)

    def splits(self) -> tuple[Split, ...]:
        """The declared splits whose cells exist."""
        found = []
        for number, entry in enumerate(self.record.values.get("splits") or ()):
            at = self._cell(entry["at"], "splits", number, "at")
            ends = {face: self._cell(goal, "splits", number, "to", face) for face, goal in entry["to"].items()}
            to = tuple((face, goal) for face, goal in ends.items() if goal is not None)
            if at is not None:
                found.append(Split(at, entry["way"], to, number))
        return tuple(found)

    def least(self) -> None:
        """Tags of which a map needs some; not those that cells may have which are told to be wrong."""
        counts = Counter(tag for cell in self.found for tag in cell.tags)
        for tag in self.board.tags.values():
            if counts[tag.name] < tag.at_least and not self.say.vague.intersection(("", tag.name)):
                said = f'{counts[tag.name] or "no"} cell{"s" * (counts[tag.name] != 1)} tagged "{tag.name}"'
                self.say.tell(
                    forms.spot(self.record), "BZ414", f"the map has {said}, but needs {tag.at_least}", tag.says
                )
