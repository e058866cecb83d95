"""Read a JSON text of other people's making: strictly, within limits, and with the place of every value.

The standard library's reader forgets places, takes NaN and lets a key stand twice. This one keeps to the standard; what
it cannot read is one `Broken` with its place.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, NamedTuple

from bartizan_engine.problem import Spot

MAX_VALUES = 500_000
MAX_DEPTH = 32
_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?")
_WORDS = {"true": True, "false": False, "null": None}


class Item(NamedTuple):
    """A value and where it stands in the text. Lists and mappings hold items."""

    value: Any
    start: int
    end: int

    def get(self, key: str) -> Any:
        """The plain value of a key, None if this is no mapping or has none."""
        found = self.value.get(key) if isinstance(self.value, dict) else None
        return found.value if found is not None else None

    def item(self, key: str) -> Item:
        """The item of a key; this one if it has none, so that there is a place to point at."""
        found = self.value.get(key) if isinstance(self.value, dict) else None
        return found if isinstance(found, Item) else self

    def items(self, key: str) -> list[Item]:
        """The items of a list under a key; nothing if there is none."""
        found = self.get(key)
        return found if isinstance(found, list) else []


class Broken(Exception):
    """The text is no JSON that is read here."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.what, self.at = what, at


class Document(NamedTuple):
    """A text that was read, under the path of its file."""

    path: str
    lines: list[int]  # where each line begins
    root: Item

    def spot(self, item: Item) -> Spot:
        """Where an item stands in the file."""
        return place(self.path, self.lines, item.start, item.end)


def lines(text: str) -> list[int]:
    """Where each line of a text begins."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def place(path: str, lines: list[int], start: int, end: int) -> Spot:
    """The place of a part of a text; of a part of several lines, its beginning."""
    line = bisect_right(lines, start)
    if bisect_right(lines, max(end - 1, start)) != line:
        end = start + 1
    column = start - lines[line - 1] + 1
    return Spot(path, line, column, line, column + max(end - start, 1))


def read(path: str, text: str) -> Document:
    """Read a whole text.

    Raises:
        Broken: it is no JSON, too deep, or holds too many values.
    """
    reader = _Reader(text)
    root = reader.value(0)
    at = reader.blank(root.end)
    if at < len(text):
        raise Broken("something stands after the end", at)
    return Document(path, lines(text), root)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.count = 0

    def blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int = 0) -> Item:
        """The value that begins here, after blanks."""
        at = self.blank(at)
        self.count += 1
        if self.count > MAX_VALUES:
            raise Broken(f"there are more than {MAX_VALUES} values", at)
        if depth > MAX_DEPTH:
            raise Broken(f"it is nested deeper than {MAX_DEPTH} times", at)
        char = self.text[at : at + 1]
        if char == "{":
            return self._mapping(at, depth)
        if char == "[":
            return self._list(at, depth)
        return self._string(at) if char == '"' else self._plain(at)

    def _list(self, start: int, depth: int) -> Item:
        found: list[Item] = []
        at = self.blank(start + 1)
        while self.text[at : at + 1] != "]":
            if found:
                at = self._sign(at, ",", "a comma or ]")
            found.append(self.value(at, depth + 1))
            at = self.blank(found[-1].end)
        return Item(found, start, at + 1)

    def _mapping(self, start: int, depth: int) -> Item:
        found: dict[str, Item] = {}
        at = self.blank(start + 1)
        while self.text[at : at + 1] != "}":
            if found:
                at = self.blank(self._sign(at, ",", "a comma or }"))
            key = self._string(at)
            if key.value in found:
                raise Broken(f'the key "{key.value[:40]}" stands twice', at)
            at = self._sign(self.blank(key.end), ":", "a colon")
            found[key.value] = self.value(at, depth + 1)
            at = self.blank(found[key.value].end)
        return Item(found, start, at + 1)

    def _sign(self, at: int, sign: str, what: str) -> int:
        if self.text[at : at + 1] != sign:
            raise Broken(f"{what} should stand here", at)
        return at + 1

    def _string(self, at: int) -> Item:
        found = _STRING.match(self.text, at)
        if not found:
            raise Broken("a text in quotes should stand here", at)
        return Item(json.loads(found[0]), at, found.end())

    def _plain(self, at: int) -> Item:
        for word, value in _WORDS.items():
            if self.text.startswith(word, at):
                return Item(value, at, at + len(word))
        found = _NUMBER.match(self.text, at)
        if not found:
            raise Broken("a value should stand here", at)
        whole = found[1] is None and found[2] is None
        return Item(int(found[0]) if whole else float(found[0]), at, found.end())
