"""What a map is drawn as, before its cells have numbers: where each cell stands, what it is, and where that is written.

Every form in which a map can be written ends here: text, tiles, a file of Tiled, a net of places. What is said on the
way is kept by a `Teller`, which also knows whether anything certain is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bartizan_compiler.shape import Record
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem, Spot, nearest, suggest

Notes = tuple[tuple[Spot, str], ...]
Place = tuple[int, int]  # column and row, counted from 0
GAP = "gap"
_COORDINATE = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})\Z")


class Drawn(NamedTuple):
    """A cell as it is drawn: where, with which tags, its name if it has one, its token if one token says all of it."""

    column: int
    row: int
    tags: tuple[str, ...]
    name: str
    spot: Spot
    token: str = ""
    named_at: Spot | None = None  # where it is named, if that is elsewhere


class Drawing(NamedTuple):
    """The cells of a map or of a tile's side, in reading order, and the places that are said to be no cell."""

    cells: tuple[Drawn, ...]
    gaps: frozenset[Place] = frozenset()


class Teller:
    """Keeps the problems of one map, and how much is still certain of it."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.lost = False  # cells cannot be placed: nothing more can be said of the map
        self.unsound = False
        self.vague: set[str] = set()  # tags that cells were probably to have, which nobody can say; "" for any
        self.unplaced: set[str] = set()  # names that cells would have, of which nobody can say where they are

    def tell(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """An error: the paths of this map will not be proven."""
        self.unsound = True
        self.problems.append(Problem(spot, code, message, hint, notes))

    def misplaced(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """An error because of which no cell has a certain place."""
        self.lost = True
        self.tell(spot, code, message, hint, notes)

    def hear(self, spot: Spot, code: str, message: str, hint: str = "", notes: Notes = ()) -> None:
        """A warning or a note: the map can be used as it is."""
        self.problems.append(Problem(spot, code, message, hint, notes))


class Legend(NamedTuple):
    """What tokens mean: the tags and the name of each, and which of them is no cell."""

    record: Record
    meanings: Mapping[str, Any]
    tags: Mapping[str, tuple[str, ...]]

    def drawn(self, token: str, column: int, row: int, spot: Spot) -> Drawn:
        """The cell that a token stands for."""
        meaning = self.meanings[token]
        name = meaning.get("name", "") if isinstance(meaning, dict) else ""
        return Drawn(column, row, self.tags[token], name, spot, token)

    def gap(self, token: str) -> bool:
        """Whether no cell stands where this token does."""
        return bool(self.meanings.get(token) == GAP)

    def unknown(self, seen: Mapping[str, list[Spot]], say: Teller) -> bool:
        """Tell every token that the legend lacks; whether there is one. What follows a # that is none is a comment."""
        lacking = {text: spots for text, spots in seen.items() if text not in self.meanings}
        comments = {spot.line: spot.column for text in lacking if text[0] == "#" for spot in lacking[text]}
        joined = {spot.line for text in lacking if self._joined(text) for spot in lacking[text]}
        # Too many or too few cells in such a row are no second fault.
        say.problems = [
            one for one in say.problems if one.code != "BZ404" or one.spot.line not in comments.keys() | joined
        ]
        for text, all_ in lacking.items():
            spots = [spot for spot in all_ if spot.column <= comments.get(spot.line, spot.column)]
            if spots:
                more = f", here and {len(spots) - 1} more times" if len(spots) > 1 else ""
                said = f'"{shown(text)}" is not in the legend{more}'
                say.misplaced(spots[0], "BZ406", said, self._meant(text))
        return bool(lacking)

    def unused(self, seen: Iterable[str], say: Teller) -> None:
        """Tell every token that no cell has. It may be what was meant by one that is unknown, which is told before."""
        there = set(seen)
        for text in self.meanings:
            if text not in there:
                say.hear(self.record.key("legend", text), "BZ407", f'no cell of the grid is "{shown(text)}"')

    def _joined(self, text: str) -> bool:
        return len(text) > 1 and all(char in self.meanings for char in text)

    def _meant(self, text: str) -> str:
        if text[0] == "#":
            return "a grid has no comments: put it above the grid"
        if self._joined(text):
            return f"cells are parted by blanks: {' '.join(text)}"
        return suggest(text, self.meanings) or f"the legend has {' '.join(self.meanings)}"


def legend(record: Record, meanings: Mapping[str, Any], board: Board, say: Teller) -> Legend:
    """The legend of a record: the tags of each token in alphabetical order, those that the board declares."""
    found = {}
    for token, meaning in meanings.items():
        path: tuple[str | int, ...] = ("legend", token)
        tags = meaning
        if isinstance(meaning, dict):
            tags, path = meaning.get("tags", []), (*path, "tags")
        found[token] = known_tags(record, tags if isinstance(tags, list) else [], path, board, say)
    return Legend(record, meanings, found)


def known_tags(
    record: Record, tags: Iterable[str], path: tuple[str | int, ...], board: Board, say: Teller
) -> tuple[str, ...]:
    """The tags that the board declares, each once; the others are told."""
    known = []
    for number, tag in enumerate(tags):
        if tag in known:
            say.hear(record.at(*path, number), "BZ488", f'the tag "{tag}" is given twice', "leave it out once")
        elif tag in board.tags:
            known.append(tag)
        else:
            say.vague.add(nearest(tag, board.tags))
            say.tell(record.at(*path, number), "BZ410", f'no tag is named "{tag}"', suggest(tag, board.tags))
    return tuple(sorted(known))


def coordinate(column: int, row: int) -> str:
    """The name of a place by its column, in letters, and its row, counted from 1."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{row + 1}"


def placed(name: str) -> Place | None:
    """The place that a coordinate names; None for any other name.

    >>> placed("c4"), placed("fork")
    ((2, 3), None)
    """
    found = _COORDINATE.match(name)
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(found[2]) - 1


def shown(text: str) -> str:
    """A token with what cannot be seen made visible."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
