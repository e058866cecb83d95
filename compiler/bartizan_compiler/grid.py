"""Read a map's text grid into cells: names, tags, neighbours, what is closed, and where ways divide.

A row of the grid is a line, its tokens parted by blanks; the legend says what each token means. Leading blanks are for
the eye alone, but where they are given they must fit the layout. Every problem stands at the first bad cell inside the
file: the record's `places` hold the place of each row's first character as `("grid", row)`.

A problem with a cell's place (a row too short, an unknown token) leaves no grid. Any other is told, the thing in
question is left out and the grid is not `sound`, so that no proof is built on it.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bartizan_compiler.shape import Record
from bartizan_engine import geometry, verify
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem, Spot, suggest

MAX_CELLS = verify.MAX_CELLS  # the engine takes no more: the tables of ways grow with cells times goals

Notes = tuple[tuple[Spot, str], ...]
Pair = tuple[int, int]
Pairs = tuple[Pair, ...]


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


class Split(NamedTuple):
    """Where a way divides: the goal for each face of the way's die. `number` is its place in the record's list."""

    at: int
    way: str
    to: tuple[tuple[str, int], ...]
    number: int


class Grid(NamedTuple):
    """A map that can be read. `neighbours` touch; `closed` and `one_way` say which of them a step does not join."""

    id: str
    title: str
    layout: str
    cells: tuple[Cell, ...]
    neighbours: tuple[tuple[int, ...], ...]
    closed: Pairs
    one_way: Pairs
    splits: tuple[Split, ...]
    record: Record
    sound: bool
    meant: tuple[tuple[int, Spot], ...] = ()  # cells of dead ends, detours and ties that are there on purpose


class Token(NamedTuple):
    """One token of a row, and where it begins in its line, counted from 0."""

    text: str
    start: int


def grid(record: Record, board: Board) -> tuple[Grid | None, list[Problem]]:
    """Read a map's record: its grid, and every problem of it."""
    reader = _Reader(record, board)
    cells = reader.cells(reader.rows())
    if reader.problems_of_place:
        return None, reader.problems
    neighbours = _neighbours(reader.layout, cells)
    closed, one_way = reader.closings(neighbours)
    splits, meant = reader.splits(), reader.meant()
    reader.least()
    sound = not reader.unsound
    layout = reader.layout
    found = Grid(record.id, record.title, layout, cells, neighbours, closed, one_way, splits, record, sound, meant)
    return found, reader.problems


def coordinate(column: int, row: int) -> str:
    """The name of a cell that has no other: letters for the column, the row counted from 1.

    >>> coordinate(2, 3), coordinate(26, 0)
    ('c4', 'aa1')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{row + 1}"


def _neighbours(layout: str, cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], ...]:
    plane = geometry.Plane(layout, ((cell.q, cell.r) for cell in cells))
    return tuple(tuple(plane.neighbours(cell.index)) for cell in cells)


class _Reader:
    """Reads one record; keeps the problems."""

    def __init__(self, record: Record, board: Board) -> None:
        self.record = record
        self.board = board
        self.layout: str = record.values["layout"]
        self.legend: Mapping[str, Any] = record.values["legend"]
        self.lines = record.values["grid"].rstrip("\n").split("\n")
        self.problems: list[Problem] = []
        self.problems_of_place = False  # cells cannot be placed: nothing more can be said of the map
        self.unsound = False
        self.names: dict[str, int] = {}
        self.named: dict[str, str] = {}  # coordinate -> the name that the legend gives instead
        self.found: tuple[Cell, ...] = ()

    def tell(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """An error: the paths of this map will not be proven."""
        self.unsound = True
        self.problems.append(Problem(spot, code, message, hint, notes))

    def misplaced(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """An error because of which no cell has a certain place."""
        self.problems_of_place = True
        self.tell(spot, code, message, hint, notes)

    def hear(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """A note: the map can be used as it is."""
        self.problems.append(Problem(spot, code, message, hint, notes))

    def spot(self, row: int, start: int, width: int = 1) -> Spot:
        """The place of characters of the grid in the file."""
        first = self.record.places.get(("grid", row))
        if first is None:  # rows inside quotes have no lines of their own
            return self.record.at("grid")
        return Spot(first.path, first.line, first.column + start, first.line, first.column + start + width)

    # ---- rows and tokens

    def rows(self) -> list[list[Token]]:
        """The tokens of each row, after what can be said of the text alone."""
        self._joined()
        self._strange()
        if self.problems_of_place:
            return []
        self._trailing()
        tokens = [_tokens(line) for line in self.lines]
        self._ragged(tokens)
        self._staggered(tokens)
        return tokens

    def _joined(self) -> None:
        """A text of several lines that is no literal block is one line for YAML: its rows are lost."""
        spot = self.record.at("grid")
        if ("grid", 0) not in self.record.places and spot.end_line > spot.line:
            hint = "write `grid: |` and the rows below it, indented"
            self.misplaced(spot, "BZ401", "the rows of the grid run together", hint)

    def _strange(self) -> None:
        """Tabs and invisible characters part no tokens: their width is in the eye of the editor."""
        for row, line in enumerate(self.lines):
            for start, char in enumerate(line):
                if char != " " and (char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Zs")):
                    what = "a tab" if char == "\t" else f"the invisible character U+{ord(char):04X}"
                    said = f"{what} stands in the grid"
                    self.misplaced(self.spot(row, start), "BZ402", said, "part the cells by blanks")
                    break

    def _trailing(self) -> None:
        rows = [row for row, line in enumerate(self.lines) if line.endswith(" ") and line.strip(" ")]
        if rows:
            kept = len(self.lines[rows[0]].rstrip(" "))
            more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
            spot = self.spot(rows[0], kept, len(self.lines[rows[0]]) - kept)
            self.hear(spot, "BZ403", f"blanks end row {rows[0] + 1}{more}; they are ignored")

    def _ragged(self, tokens: list[list[Token]]) -> None:
        """All rows have as many cells as most rows have."""
        counts = Counter(len(row) for row in tokens)
        width, times = counts.most_common(1)[0]
        for number, row in enumerate(tokens):
            if len(row) == width:
                continue
            if len(row) > width:
                spot = self.spot(number, row[width].start, len(row[width].text))
            else:
                spot = self.spot(number, len(self.lines[number].rstrip(" ")))
                spot = spot if row else Spot(spot.path, spot.line)
            others = f"{times} rows have {width}" if times > 1 else f"the first row has {width}"
            said = f"row {number + 1} has {len(row)} cell{'s' * (len(row) != 1)}, but {others}"
            self.misplaced(spot, "BZ404", said, "a place without a cell has a token too, with `gap` in the legend")

    def _staggered(self, tokens: list[list[Token]]) -> None:
        """Leading blanks, where there are any, show the same rows further right that the layout puts there."""
        starts = [(row, line[0].start) for row, line in enumerate(tokens) if line]
        if len({start for _, start in starts}) <= 1 or len(starts) < len(tokens):
            return
        bad = self._unfit(starts)
        if bad is not None:
            other = {"odd-r": "even-r", "even-r": "odd-r"}.get(self.layout, "")
            turned = other and _fits(other, starts)
            hint = f'did you mean layout "{other}"?' if turned else "leading blanks may be left out"
            said = f'row {bad + 1} does not stand where the layout "{self.layout}" puts it'
            self.misplaced(self.spot(bad, dict(starts)[bad]), "BZ405", said, hint)

    def _unfit(self, starts: list[tuple[int, int]]) -> int | None:
        """The first row whose leading blanks differ from what most rows of its kind have, or from the layout."""
        if self.layout not in ("odd-r", "even-r"):
            usual = Counter(start for _, start in starts).most_common(1)[0][0]
            return next(row for row, start in starts if start != usual)
        level, shoved = (
            Counter(start for row, start in starts if geometry.shoved(self.layout, row) is side).most_common(1)[0][0]
            for side in (False, True)
        )
        for row, start in starts:
            if start != (shoved if geometry.shoved(self.layout, row) else level):
                return row
        return None if shoved > level else starts[1][0]

    # ---- cells

    def cells(self, tokens: list[list[Token]]) -> tuple[Cell, ...]:
        """The cells in reading order, named and tagged."""
        tags = self._tags()
        if tokens:
            self._unknown(tokens)
        count = sum(self.legend.get(token.text) != "gap" for row in tokens for token in row)
        if tokens and not 0 < count <= MAX_CELLS:
            said = "the map has no cell" if not count else f"the map has {count} cells, more than {MAX_CELLS}"
            self.misplaced(self.record.at("grid"), "BZ408", said)
        if self.problems_of_place:
            return ()
        found: list[Cell] = []
        for row, line in enumerate(tokens):
            for column, token in enumerate(line):
                if self.legend[token.text] != "gap":
                    name = self._name(token, column, row, found)
                    place = geometry.place(self.layout, column, row)
                    spot = self.spot(row, token.start, len(token.text))
                    found.append(Cell(len(found), name, tags[token.text], column, row, *place, spot))
        self.found = tuple(found)
        self._twice()
        return self.found

    def _unknown(self, tokens: list[list[Token]]) -> None:
        """Every token stands in the legend, and every token of the legend in the grid."""
        seen: dict[str, list[Spot]] = {}
        for row, line in enumerate(tokens):
            for token in line:
                seen.setdefault(token.text, []).append(self.spot(row, token.start, len(token.text)))
        for text, spots in seen.items():
            if text not in self.legend:
                more = f", here and {len(spots) - 1} more times" if len(spots) > 1 else ""
                self.misplaced(spots[0], "BZ406", f'"{_shown(text)}" is not in the legend{more}', self._meant(text))
        for text in () if self.problems_of_place else self.legend:  # one of them may be what was meant above
            if text not in seen:
                self.hear(self.record.key("legend", text), "BZ407", f'no cell of the grid is "{_shown(text)}"')

    def _meant(self, text: str) -> str:
        if len(text) > 1 and all(char in self.legend for char in text):
            return f"cells are parted by blanks: {' '.join(text)}"
        return suggest(text, self.legend) or f"the legend has {' '.join(self.legend)}"

    def _tags(self) -> dict[str, tuple[str, ...]]:
        """The tags of each token, in alphabetical order, those that the board declares."""
        found: dict[str, tuple[str, ...]] = {}
        for token, meaning in self.legend.items():
            path: tuple[str | int, ...] = ("legend", token)
            tags = meaning
            if isinstance(meaning, dict):
                tags, path = meaning.get("tags", []), (*path, "tags")
            known = []
            for number, tag in enumerate(tags if isinstance(tags, list) else []):
                if tag in self.board.tags:
                    known.append(tag)
                    continue
                spot, hint = self.record.at(*path, number), suggest(tag, self.board.tags)
                self.tell(spot, "BZ410", f'no tag is named "{tag}"', hint)
            found[token] = tuple(sorted(set(known)))
        return found

    def _name(self, token: Token, column: int, row: int, before: list[Cell]) -> str:
        meaning, usual = self.legend[token.text], coordinate(column, row)
        name = meaning.get("name", usual) if isinstance(meaning, dict) else usual
        first = self.names.get(name)
        if name != usual and first is not None:
            spot = self.spot(row, token.start, len(token.text))
            notes = ((before[first].spot, "the first one"),)
            self.tell(spot, "BZ409", f'a second cell is named "{name}"', "a token with a name marks one cell", notes)
            name = usual
        if name != usual:
            self.named[usual] = name
        self.names.setdefault(name, len(before))
        return name

    def _twice(self) -> None:
        """A name of the legend may be no other cell's coordinate."""
        for cell in self.found:
            first = self.found[self.names[cell.name]]
            if first.index != cell.index:
                by_place = first.name == coordinate(first.column, first.row)
                plain, given = (first, cell) if by_place else (cell, first)
                notes = ((plain.spot, f'this cell is "{plain.name}" by its column and row'),)
                said = f'the name "{given.name}" is another cell\'s'
                self.tell(given.spot, "BZ409", said, "choose a name that is no coordinate", notes)

    # ---- closed, one_way, splits, at_least

    def closings(self, neighbours: tuple[tuple[int, ...], ...]) -> tuple[Pairs, Pairs]:
        """The closed pairs (the lower number first) and the pairs that are joined in one direction."""
        seen: dict[Pair, Spot] = {}
        found: dict[str, list[Pair]] = {"closed": [], "one_way": []}
        for key, pairs in found.items():
            for number, (a, b) in self._pairs(key):
                spot, pair = self.record.at(key, number), (min(a, b), max(a, b))
                names = f'"{self.found[a].name}" and "{self.found[b].name}"'
                if b not in neighbours[a]:
                    self.tell(spot, "BZ412", f"{names} are no neighbours", self._near(a, neighbours))
                elif pair in seen:
                    notes = ((seen[pair], "the first time"),)
                    self.tell(spot, "BZ413", f"{names} are paired twice", "a pair is closed, or one way, once", notes)
                else:
                    seen[pair] = spot
                    pairs.append(pair if key == "closed" else (a, b))
        return tuple(sorted(found["closed"])), tuple(sorted(found["one_way"]))

    def _near(self, cell: int, neighbours: tuple[tuple[int, ...], ...]) -> str:
        names = " ".join(self.found[other].name for other in neighbours[cell])
        return f'the neighbours of "{self.found[cell].name}" are {names}' if names else ""

    def _pairs(self, key: str) -> Iterator[tuple[int, Pair]]:
        for number, pair in enumerate(self.record.values.get(key) or ()):
            ends = [self._cell(name, key, number, end) for end, name in enumerate(pair)]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                yield number, (ends[0], ends[1])

    def _cell(self, name: str, *path: str | int) -> int | None:
        found = self.names.get(name)
        if found is None:
            hint = f'it is named "{self.named[name]}"' if name in self.named else suggest(name, self.names)
            self.tell(self.record.at(*path), "BZ411", f'no cell is named "{name}"', hint)
        return found

    def meant(self) -> tuple[tuple[int, Spot], ...]:
        """The cells that are meant to be as they are, each with the place where it is named."""
        named = enumerate(self.record.values.get("meant") or ())
        cells = [(self._cell(name, "meant", number), self.record.at("meant", number)) for number, name in named]
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
        """Tags of which a map needs some."""
        counts = Counter(tag for cell in self.found for tag in cell.tags)
        for tag in self.board.tags.values():
            if counts[tag.name] < tag.at_least:
                said = f'{counts[tag.name] or "no"} cell{"s" * (counts[tag.name] != 1)} tagged "{tag.name}"'
                self.tell(self.record.at("grid"), "BZ414", f"the map has {said}, but needs {tag.at_least}", tag.says)


def _fits(layout: str, starts: list[tuple[int, int]]) -> bool:
    shoved = {start for row, start in starts if geometry.shoved(layout, row)}
    level = {start for row, start in starts if not geometry.shoved(layout, row)}
    return len(shoved) == len(level) == 1 and min(shoved) > max(level)


def _tokens(line: str) -> list[Token]:
    found, start = [], 0
    for part in line.split(" "):
        if part:
            found.append(Token(part, start))
        start += len(part) + 1
    return found


def _shown(text: str) -> str:
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
