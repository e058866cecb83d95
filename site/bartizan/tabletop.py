"""The table as one player sees it, in plain text: the map with the pieces on it, and what lies beside it.

|      a   b   c   d
|  1   .   b   r   .
|  2  Wa2  r   K3  b

Pieces of one record that differ in what its kind's label says of their state are told apart. All of it is drawn from a
view, so nothing is shown that the player may not know. A cell stands where its layout puts it; a map that has no plane,
or is too wide for the terminal, is listed cell by cell.
"""

from __future__ import annotations

import string
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from bartizan import playing
from bartizan.excerpt import clean
from bartizan_compiler import typeset
from bartizan_compiler.drawing import coordinate
from bartizan_engine import Game
from bartizan_engine import text as sentences
from bartizan_engine.types import Type

Sort = tuple[str, tuple[tuple[str, Any], ...]]  # what is alike for players: a record, and state that labels speak of

_LEAST = 4  # characters of a cell, with the blank behind it
_LABEL = 48  # characters of what a field is called at most; more is a sentence
_MANY = 6  # so many pieces of a zone are named one by one


class Tabletop:
    """What a game looks like in text; it keeps nothing of a state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = str(game.map["layout"]) if game.map else ""
        self.titles = {name: clean(title) for name, title in playing.titles(game).items()}
        self.cells: list[dict[str, Any]] = game.map["cells"] if game.map else []
        self.tags = _letters(tag for cell in self.cells for tag in cell["tags"])
        self.labelled = {
            name: {field: kind.state[field] for field in dict(sentences.names(kind.label)) if field in kind.state}
            for name, kind in game.ruleset.kinds.items()
        }

    # ---- the map

    def board(self, view: dict[str, Any], room: int) -> list[str]:
        """The map with its pieces in lines of at most so many characters, then what the letters mean."""
        if not self.cells:
            return []
        codes = self._codes(view)
        marks = {cell["name"]: self._mark(cell, view["board"].get(cell["name"], []), codes) for cell in self.cells}
        wide = max(_LEAST, max(map(len, marks.values())) + 1)
        wide += wide % 2
        lines = [] if self.layout == "free" else self._plane(marks, wide)
        if not lines or max(map(len, lines)) > room:
            lines = self._listed(view)
        return [*lines, "", *self._key(view, codes, marks, room)]

    def _plane(self, marks: dict[str, str], wide: int) -> list[str]:
        corner = min(cell["column"] for cell in self.cells), min(cell["row"] for cell in self.cells)
        lines: dict[int, dict[int, str]] = {0: {}}
        for cell in self.cells:
            column, row = cell["column"], cell["row"]
            line, start = typeset.spot(self.layout, (column, row), corner, wide)
            level, _ = typeset.spot(self.layout, (corner[0], row), corner, wide, level=True)
            lines[0][typeset.LEFT + wide * (column - corner[0])] = coordinate(column, 0).rstrip("1")
            lines.setdefault(level, {})[0] = f"{row + 1:>3}"
            lines.setdefault(line, {})[start] = marks[cell["name"]]
        return typeset.lines(lines)

    def _listed(self, view: dict[str, Any]) -> list[str]:
        """The cells on which something stands, and what it is."""
        found = [f"{name}: {self._pieces(pieces)}" for name, pieces in view["board"].items() if pieces]
        return found or ["nothing is on the map"]

    def _codes(self, view: dict[str, Any]) -> dict[Sort, str]:
        """A letter and a sign for every sort of which a piece is on the map: what it shows, or a second letter."""
        codes: dict[Sort, str] = {}
        there = {self._sort(piece) for pieces in view["board"].values() for piece in pieces}
        for sort in sorted(there, key=lambda one: (self.title(one[0]), one[0], self._words(one))):
            letters = [char for char in self.title(sort[0]) if char.isalnum()] or ["?"]
            shown = [str(v) if type(v) is int else self.said(v)[:1] for _, v in sort[1]][:1]
            signs = (*shown, *letters[1:], *string.ascii_lowercase, *string.digits)
            free = [letters[0].upper() + sign.lower() for sign in signs]
            codes[sort] = next((code for code in free if code not in codes.values()), "??")
        return codes

    def _mark(self, cell: dict[str, Any], pieces: list[dict[str, Any]], codes: dict[Sort, str]) -> str:
        """What is drawn for a cell: its pieces, the first sort of them with its number, or else its tag."""
        if pieces:
            counts = Counter(map(self._sort, pieces))
            first = next(iter(counts))
            more = len(counts) > 1 or any(piece.get("carries") for piece in pieces)
            times = "x" if codes[first][-1].isdigit() else ""
            number = f"{times}{counts[first]}" if counts[first] > 1 else ""
            return f"{codes[first]}{number}{'+' if more else ''}"
        rarest = sorted(cell["tags"], key=lambda tag: (sum(tag in one["tags"] for one in self.cells), tag))
        return self.tags[rarest[0]] if rarest else "."

    def _key(self, view: dict[str, Any], codes: dict[Sort, str], marks: dict[str, str], room: int) -> list[str]:
        counts = Counter(self._sort(piece) for pieces in view["board"].values() for piece in pieces)
        parts = [f"{code} {self._words(sort)} ({counts[sort]})" for sort, code in codes.items()]
        drawn = set(marks.values())
        parts += [f"{letter} {tag.replace('_', ' ')}" for tag, letter in self.tags.items() if letter in drawn]
        if any(mark.endswith("+") for mark in drawn):
            parts.append("+ and more: look CELL")
        own = [f"{cell['name']} at {at}" for cell in self.cells if cell["name"] != (at := _at(cell))]
        return [*_whole_parts(parts, room), *([] if self.layout == "free" else _whole_parts(own, room))]

    # ---- beside the map

    def beside(self, view: dict[str, Any], room: int) -> list[str]:
        """The state of the table and of the players, and the zones in which something lies."""
        head = [f"round {view['round']}"] if view["round"] else []
        lines = wrapped("; ".join([*head, *self._fields(view["game"])]), room)
        for zone, inside in view["zones"].items():
            lines += self._zone(zone, inside, room)
        for number, player in enumerate(view["players"], 1):
            you = " (you)" if number == view["player"] and len(view["players"]) > 1 else ""
            shown = "; ".join(self._fields(player["state"]))
            zones = [line for zone, inside in player["zones"].items() for line in self._zone(zone, inside, room - 2)]
            if shown or zones:
                lines += wrapped(f"player {number}{you}: {shown}".rstrip(": "), room)
                lines += [f"  {line}" for line in zones]
        return lines

    def _zone(self, name: str, inside: Any, room: int) -> list[str]:
        if not inside:
            return []
        said = f"{inside} hidden" if isinstance(inside, int) else self._pieces(inside)
        return wrapped(f"{name.replace('_', ' ')}: {said}", room)

    def _fields(self, values: dict[str, Any]) -> list[str]:
        return [f"{name.replace('_', ' ')} {self.said(value)}" for name, value in values.items()]

    def look(self, view: dict[str, Any], name: str, room: int) -> list[str]:
        """What stands on a cell, lies in a zone or is printed on a record of that name; nothing if there is none."""
        names = {_at(cell): cell["name"] for cell in self.cells}
        wanted = names.get(name.casefold(), name).casefold()
        everywhere = {**view["board"], **view["zones"], **view["players"][view["player"] - 1]["zones"]}
        found = [pieces for place, pieces in everywhere.items() if place.casefold() == wanted]
        pieces = [piece for inside in found if isinstance(inside, list) for piece in inside]
        lines = [line for piece in pieces for line in self._whole(piece, room)]
        for cell in self.cells:
            if wanted == cell["name"].casefold():
                tags = ", ".join(tag.replace("_", " ") for tag in cell["tags"]) or "nothing of note"
                lines.insert(0, f"{cell['name']}: {tags}")
        for kind in self.game.ruleset.kinds:
            for record in self.game.records(kind):
                if wanted in (str(record["title"]).casefold(), record["id"]):
                    lines += self._printed(kind, record, room)
        return lines

    def _whole(self, piece: dict[str, Any], room: int) -> list[str]:
        state = "; ".join(self._fields(piece.get("state", {})))
        lines = wrapped(f"{self.title(_record(piece))}{': ' if state else ''}{state}", room)
        return lines + [f"  carries {line}" for load in piece.get("carries", ()) for line in self._whole(load, room)]

    def _printed(self, kind: str, record: dict[str, Any], room: int) -> list[str]:
        """What stands on a record, its plain values first; then each text, in the words of what it does."""
        plain, texts = dict[str, Any](), list[str]()
        for name, field in self.game.ruleset.kinds[kind].fields.items():
            value = record[name]
            if isinstance(value, (dict, list)):
                called = field.says if 0 < len(field.says) <= _LABEL else name.replace("_", " ")
                told = self._told(field.type, value)
                texts += wrapped(f"{called}: {told}", room - 2) if told else []
            else:
                plain[name] = self._told(field.type, value)
        head = wrapped(f"{record['title']}: {'; '.join(self._fields(plain))}".rstrip(": "), room)
        return head + [f"  {line}" for line in texts]

    def _told(self, type: Type, value: Any) -> str:
        """A printed value in words; nothing for what is empty, or too much to be told."""
        if value is None or value in ([], {}):
            return "" if value is not None else "none"
        if type.name == "effects":
            return sentences.effects(self.game.ruleset, value, self._told)
        if type.name == "optional":
            return self._told(type.items[0], value)
        if type.name == "list":
            return ", ".join(filter(None, (self._told(type.items[0], item) for item in value)))
        if type.name == "table":
            told = {self._told(type.items[0], key): self._told(type.items[1], item) for key, item in value.items()}
            return "; ".join(f"{key}: {item}" for key, item in told.items() if item)
        if type.name in ("ref", "enum"):
            key = f"{type.of}:{value}"
            return self.said(key) if type.name == "enum" else self.titles.get(key, str(value))
        return "" if type.name == "shape" else self.said(value)

    # ---- words

    def chip(self, piece: dict[str, Any]) -> tuple[str, str, str]:
        """A piece of a view as it is put on a picture: its title, all that is seen of it, its kind."""
        record = _record(piece)
        return self.title(record), "; ".join(self._whole(piece, 10_000)), record.partition(":")[0]

    def _sort(self, piece: dict[str, Any]) -> Sort:
        """What a piece is, and what the label of its kind says of its state, where that is not as by default."""
        record, state = _record(piece), piece.get("state", {})
        labelled = self.labelled.get(record.partition(":")[0], {})
        shown = [
            (name, state[name]) for name, field in labelled.items() if state.get(name, field.default) != field.default
        ]
        return record, tuple((name, value) for name, value in shown if isinstance(value, (int, str)))

    def _words(self, sort: Sort) -> str:
        """A sort in words: `Grub, red, hp 3`."""
        shown = [self.said(v) if type(v) is str else f"{name.replace('_', ' ')} {self.said(v)}" for name, v in sort[1]]
        return ", ".join([self.title(sort[0]), *shown])

    def title(self, record: str) -> str:
        """What a record is called; what has no title goes by its name."""
        return self.titles.get(record, record.partition(":")[2] or record)

    def said(self, value: Any) -> str:
        """A value of a view in words."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict):
            return ", ".join(f"{self.said(key)} {self.said(inner)}" for key, inner in value.items()) or "none"
        if isinstance(value, list):
            return ", ".join(map(self.said, value)) or "none"
        text = clean(str(value)) or "nothing"
        kind, _, name = text.partition(":")
        enum = self.game.ruleset.enums.get(kind)
        if enum and name in enum.members:
            return clean(enum.says.get(name) or name.replace("_", " "))
        if name == "?":
            return "unknown"
        if kind == "player":
            return f"player {name}"
        return self.titles.get(text.partition("#")[0]) or (name if name and kind in ("cell", "face", "zone") else text)

    def _pieces(self, pieces: Iterable[dict[str, Any]]) -> str:
        counts = Counter(self._words(self._sort(piece)) for piece in pieces)
        parts = [title if number == 1 else f"{number}x {title}" for title, number in counts.items()]
        more = f", and {len(parts) - _MANY} sorts more" if len(parts) > _MANY + 2 else ""
        return ", ".join(parts[:_MANY] if more else parts) + more


def wrapped(text: str, room: int) -> list[str]:
    """The text in lines of at most so many characters."""
    return textwrap.wrap(clean(text), max(room, 20), subsequent_indent="  ")


def _whole_parts(parts: Iterable[str], room: int) -> list[str]:
    """The parts in lines of which none is broken."""
    lines = textwrap.wrap(
        "; ".join(clean(part).replace(" ", "\0") for part in parts), max(room, 20), subsequent_indent="  "
    )
    return [line.replace("\0", " ") for line in lines]


def _record(piece: dict[str, Any]) -> str:
    return str(piece["is"]).partition("#")[0]


def _letters(tags: Iterable[str]) -> dict[str, str]:
    """A small letter for each tag, its first that is free."""
    letters: dict[str, str] = {}
    for tag in sorted(set(tags)):
        free: Iterator[str] = (c for c in (*tag, *string.ascii_lowercase) if c.isalpha() and c not in letters.values())
        letters[tag] = next(free, "?")
    return letters


def _at(cell: dict[str, Any]) -> str:
    """The name of a cell's place, as the numbers beside the map give it."""
    return coordinate(cell["column"], cell["row"])
