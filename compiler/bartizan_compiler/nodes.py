"""What a YAML file says, with places: scalars, sequences and mappings, and nothing resolved or guessed."""

from __future__ import annotations

from typing import NamedTuple

from bartizan_engine.problem import Spot


class Scalar(NamedTuple):
    """One piece of text. `plain` is true for text without quotes that is no block of lines.

    `indent` is for a block of lines (`|` or `>`): how many blanks were cut off each line. It is 0 for all else.
    `comment` is the comment that ends the line of a plain scalar, from its `#` on: in a field that holds free text
    it is probably a part of the text that got lost. `lost` is true where it is told that the text itself is.
    """

    text: str
    plain: bool
    spot: Spot
    indent: int = 0
    comment: str = ""
    lost: bool = False

    def place(self, line: int, column: int, width: int = 1) -> Spot:
        """Where a character of a literal block (`|`) stands: line and column count from 0 inside the text."""
        if not self.indent:
            return self.spot
        row, start = self.spot.line + 1 + line, self.indent + 1 + column
        return Spot(self.spot.path, row, start, row, start + width)


class Sequence(NamedTuple):
    """A list. `flow` is true for one in brackets."""

    items: tuple[Node, ...]
    spot: Spot
    flow: bool


class Mapping(NamedTuple):
    """Keys with values, in the order of the file, each key once. `flow` is true for one in braces.

    `spoilt` names the keys that stand there and are told to be wrong, so that nobody knows what was meant by them; one
    without a name is "". What seems to be missing may be among them.

    The look-ups below search from the front; go over `pairs` where a mapping may be large.
    """

    pairs: tuple[tuple[Scalar, Node], ...]
    spot: Spot
    flow: bool
    spoilt: tuple[str, ...] = ()

    def get(self, key: str) -> Node | None:
        """The value of a key."""
        return next((value for name, value in self.pairs if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key as it stands in the file, for its place."""
        return next((name for name, _ in self.pairs if name.text == key), None)


Node = Scalar | Sequence | Mapping
