"""Chance as decisions: every draw is a choice of the player `chance`, with its exact probabilities.

For callers that enumerate. A step of the rules that needs a draw is broken off, and the state is put back to where the
step began; when the outcome is chosen, the step runs again with the outcomes known so far. So nothing of the rules has
to know of it, and a state between two draws is still plain data. A roll offers the faces of the die, a pick its
elements, each different one once with the probability of all that are like it; a shuffle of n pieces is n - 1 draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from .chance import Streams

CHANCE = -1  # the seat of the player `chance`


class Draw(Exception):
    """An outcome is needed that nobody has chosen yet. Raised and caught inside the engine."""

    def __init__(self, stream: str, names: tuple[str, ...], weights: tuple[int, ...]) -> None:
        super().__init__(stream)
        self.what = (stream, names, weights)


class Half(NamedTuple):
    """A step that waits for chance: the answer that began it, the outcomes so far, the open draw.

    The place of the answer is -1 at the start of a game.
    """

    at: int
    player: int
    outcomes: tuple[int, ...]
    stream: str
    names: tuple[str, ...]
    weights: tuple[int, ...]

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each outcome."""
        return tuple(Fraction(weight, sum(self.weights)) for weight in self.weights)


class Explicit(Streams):
    """Streams whose outcomes are given one by one, and asked for when they run out."""

    __slots__ = ("given", "used")

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.given: tuple[int, ...] = ()
        self.used = 0

    def copy(self) -> Explicit:
        """The same outcomes at the same place."""
        new = Explicit(self.seed)
        new.given, new.used = self.given, self.used
        return new

    def begin(self, given: tuple[int, ...]) -> None:
        """A step begins, with the outcomes known so far."""
        self.given, self.used = given, 0

    def below(self, stream: str, bound: int, names: Callable[[], list[str]] | None = None) -> int:
        """The next outcome; where none is known, the step is broken off. What has one name is one outcome."""
        if bound == 1:
            return 0
        labels = [str(i) for i in range(bound)] if names is None else names()
        counts = Counter(labels)
        different = list(counts)
        return labels.index(different[self._outcome(stream, different, counts.values())])

    def face(self, stream: str, faces: list[int], names: list[str]) -> int:
        """A face of a die: each different one once, with its weight."""
        counts = Counter(faces)
        different = list(counts)
        return different[self._outcome(stream, [names[face] for face in different], counts.values())]

    def _outcome(self, stream: str, names: list[str], weights: Iterable[int]) -> int:
        """The place of the outcome that is known to come next; a lone one needs no draw."""
        if len(names) == 1:
            return 0
        if self.used >= len(self.given):
            raise Draw(stream, tuple(names), tuple(weights))
        self.used += 1
        return self.given[self.used - 1]
