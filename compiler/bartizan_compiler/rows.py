"""Read a grid of text: rows of tokens parted by blanks, each token a cell.

A row of the grid is a line. Leading blanks are for the eye alone, but where they are given they must fit the layout.
Every problem stands at the first bad cell inside the file: the record's `places` hold the place of each row's first
character under the path of the text and the row's number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from bartizan_compiler.drawing import Drawing, Legend, Teller
from bartizan_compiler.fill import Path
from bartizan_compiler.shape import Record
from bartizan_engine import geometry
from bartizan_engine.problem import Spot


class Token(NamedTuple):
    """One token of a row, and where it begins in its line, counted from 0."""

    text: str
    start: int


class Rows:
    """One text of a record: a map's grid, or the side of a tile."""

    def __init__(self, record: Record, path: Path, text: str, layout: str, say: Teller) -> None:
        """`path` is where the text stands in the record."""
        self.record, self.path, self.layout, self.say = record, path, layout, say
        self.lines = text.rstrip("\n").split("\n")
        self.tokens = self.rows()

    def seen(self) -> dict[str, list[Spot]]:
        """Every token, with the places where it stands."""
        seen: dict[str, list[Spot]] = {}
        for row, line in enumerate(self.tokens):
            for token in line:
                seen.setdefault(token.text, []).append(self.spot(row, token.start, len(token.text)))
        return seen

    def drawing(self, legend: Legend) -> Drawing:
        """The cells, by a legend that has every token."""
        cells = []
        gaps = set()
        for row, line in enumerate(self.tokens):
            for column, token in enumerate(line):
                if legend.gap(token.text):
                    gaps.add((column, row))
                else:
                    spot = self.spot(row, token.start, len(token.text))
                    cells.append(legend.drawn(token.text, column, row, spot))
        return Drawing(tuple(cells), frozenset(gaps))

    def spot(self, row: int, start: int, width: int = 1) -> Spot:
        """The place of characters of the grid in the file."""
        first = self.record.places.get((*self.path, row))
        if first is None:  # rows inside quotes have no lines of their own
            return self.record.at(*self.path)
        return Spot(first.path, first.line, first.column + start, first.line, first.column + start + width)

    # ---- rows and tokens

    def rows(self) -> list[list[Token]]:
        """The tokens of each row, after what can be said of the text alone."""
        self._joined()
        self._strange()
        if self.say.lost:
            return []
        self._trailing()
        tokens = [_tokens(line) for line in self.lines]
        self._ragged(tokens)
        self._staggered(tokens)
        return tokens

    def _joined(self) -> None:
        """A text of several lines that is no literal block is one line for YAML: its rows are lost."""
        spot = self.record.at(*self.path)
        if (*self.path, 0) not in self.record.places and spot.end_line > spot.line:
            hint = f"write `{self.path[-1]}: |` and the rows below it, indented"
            self.say.misplaced(spot, "BZ401", "the rows of the grid run together", hint)

    def _strange(self) -> None:
        """Tabs and invisible characters part no tokens: their width is in the eye of the editor."""
        for row, line in enumerate(self.lines):
            for start, char in enumerate(line):
                if char != " " and (char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Zs")):
                    what = "a tab" if char == "\t" else f"the invisible character U+{ord(char):04X}"
                    said = f"{what} stands in the grid"
                    self.say.misplaced(self.spot(row, start), "BZ402", said, "part the cells by blanks")
                    break

    def _trailing(self) -> None:
        rows = [row for row, line in enumerate(self.lines) if line.endswith(" ") and line.strip(" ")]
        if rows:
            kept = len(self.lines[rows[0]].rstrip(" "))
            more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
            spot = self.spot(rows[0], kept, len(self.lines[rows[0]]) - kept)
            self.say.hear(spot, "BZ403", f"blanks end row {rows[0] + 1}{more}; they are ignored")

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
            self.say.misplaced(spot, "BZ404", said, "a place without a cell has a token too, with `gap` in the legend")

    def _staggered(self, tokens: list[list[Token]]) -> None:
        """Leading blanks, where there are any, show the same rows further right that the layout puts there."""
        starts = [(row, line[0].start) for row, line in enumerate(tokens) if line]
        if len({start for _, start in starts}) <= 1 or len(starts) < len(tokens):
            return
        bad = self._unfit(starts)
        if bad is not None:
            other = next((one for one in ("odd-r", "even-r", "axial-r") if _fits(one, starts)), "")
            hint = f'did you mean layout "{other}"?' if other else "leading blanks may be left out"
            said = f'row {bad + 1} does not stand where the layout "{self.layout}" puts it'
            self.say.misplaced(self.spot(bad, dict(starts)[bad]), "BZ405", said, hint)

    def _unfit(self, starts: list[tuple[int, int]]) -> int | None:
        """The first row whose leading blanks differ from what most rows of its kind have, or from the layout."""
        if self.layout == "axial-r":
            first, step = starts[0][1], starts[1][1] - starts[0][1]
            return next((row for row, start in starts if step <= 0 or start != first + row * step), None)
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


def _fits(layout: str, starts: list[tuple[int, int]]) -> bool:
    """Whether these leading blanks show a layout, without any doubt."""
    if layout == "axial-r":
        steps = {after - before for (_, before), (_, after) in pairwise(starts)}
        return len(steps) == 1 and min(steps) > 0 and len(starts) > 2
    further = {start for row, start in starts if geometry.shoved(layout, row)}
    level = {start for row, start in starts if not geometry.shoved(layout, row)}
    return len(further) == len(level) == 1 and min(further) > max(level)


def _tokens(line: str) -> list[Token]:
    found, start = [], 0
    for part in line.split(" "):
        if part:
            found.append(Token(part, start))
        start += len(part) + 1
    return found
