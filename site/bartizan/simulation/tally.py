"""What many games came to: whole numbers that add up, so that it never matters who played which game, or when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from bartizan_engine.counting import Counted

SEEDS = 5  # of games that broke off, told for each reason

Key = tuple[str, str, str, str]  # what was counted, of what, parted by what, the part
Moments = tuple[int, int, int, int]  # games in which it happened, how often in all, the squares, the most


class Tally:
    """Games of one side: results, lengths and scores as tables of values, counts as moments, options as they were met.

    `values` and `counts` are kept by result, so that games that ended in one way can be held against the others.
    """

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()
        self.shared = 0  # games that everybody won
        self.values: dict[tuple[str, str], Counter[int]] = {}
        self.counts: dict[tuple[str, Key], Moments] = {}
        self.options: dict[tuple[str, str, str], tuple[int, int, int]] = {}
        self.faults: dict[str, tuple[int, tuple[int, ...]]] = {}

    @property
    def games(self) -> int:
        """How many games came to their end."""
        return self.results.total()

    def value(self, result: str, name: str, value: int, times: int = 1) -> None:
        """Note a value of a game: its length, a score."""
        self.values.setdefault((result, name), Counter())[value] += times

    def fault(self, why: str, times: int, seeds: Iterable[int]) -> None:
        """Note games that broke off, with the least of their seeds."""
        before, known = self.faults.get(why, (0, ()))
        self.faults[why] = (before + times, tuple(sorted({*known, *seeds})[:SEEDS]))

    def game(self, counted: Counted, players: int) -> None:
        """Note all of a game of so many but its counts and options, which are added when they are in words."""
        self.results[counted.result] += 1
        self.winners.update(str(seat + 1) for seat in counted.winners)
        self.shared += len(counted.winners) == players
        for name, value in measures(counted).items():
            self.value(counted.result, name, value)

    def add(self, other: Tally) -> None:
        """Add the games of another."""
        self.results += other.results
        self.winners += other.winners
        self.shared += other.shared
        for (result, name), table in other.values.items():
            self.values.setdefault((result, name), Counter()).update(table)
        for key, (games, total, squares, most) in other.counts.items():
            old = self.counts.get(key, (0, 0, 0, most))
            self.counts[key] = (old[0] + games, old[1] + total, old[2] + squares, max(old[3], most))
        for option, met in other.options.items():
            before = self.options.get(option, (0, 0, 0))
            self.options[option] = (before[0] + met[0], before[1] + met[1], before[2] + met[2])
        for why, (times, seeds) in other.faults.items():
            self.fault(why, times, seeds)

    def packed(self) -> dict[str, Any]:
        """All of it as plain JSON, the same for equal tallies."""
        return {
            "results": dict(sorted(self.results.items())),
            "winners": dict(sorted(self.winners.items())),
            "shared": self.shared,
            "values": [[*key, sorted(map(list, table.items()))] for key, table in sorted(self.values.items())],
            "counts": [[result, *key, *moments] for (result, key), moments in sorted(self.counts.items())],
            "options": [[*option, *met] for option, met in sorted(self.options.items())],
            "faults": [[why, times, list(seeds)] for why, (times, seeds) in sorted(self.faults.items())],
        }

    @classmethod
    def unpacked(cls, data: dict[str, Any]) -> Tally:
        """What was packed.

        Raises:
            ValueError, TypeError, KeyError: it is none.
        """
        made = cls()
        made.results, made.winners = Counter(data["results"]), Counter(data["winners"])
        made.shared = data["shared"]
        made.values = {(result, name): Counter(dict(table)) for result, name, table in data["values"]}
        for result, what, of, by, part, games, total, squares, most in data["counts"]:
            made.counts[result, (what, of, by, part)] = (games, total, squares, most)
        made.options = {(rule, prompt, option): (a, b, c) for rule, prompt, option, a, b, c in data["options"]}
        made.faults = {why: (times, tuple(seeds)) for why, times, seeds in data["faults"]}
        return made


def measures(counted: Counted) -> dict[str, int]:
    """The numbers that every game has: how long it was, and its scores."""
    scores = {f"score {name}": value for name, value in counted.scores.items()}
    return {"rounds": counted.rounds, "decisions": counted.decisions} | scores


class Difference(NamedTuple):
    """What a number of the second side is above that of the first, over pairs: how many, the sum, the squares."""

    pairs: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: Difference) -> Difference:
        """Both together."""
        return Difference(self.pairs + other.pairs, self.total + other.total, self.squares + other.squares)


class Pairs:
    """Games of two sides with the same seeds: how each pair ended, and how its numbers differ."""

    def __init__(self) -> None:
        self.results: Counter[tuple[str, str]] = Counter()
        self.differences: dict[str, Difference] = {}

    def differ(self, name: str, first: int, second: int) -> None:
        """Note a number of both games of a pair."""
        d = second - first
        self.differences[name] = self.differences.get(name, Difference()).plus(Difference(1, d, d * d))

    def add(self, other: Pairs) -> None:
        """Add the pairs of another."""
        self.results += other.results
        for name, difference in other.differences.items():
            self.differences[name] = self.differences.get(name, Difference()).plus(difference)

    def packed(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return {
            "results": [[*pair, times] for pair, times in sorted(self.results.items())],
            "differences": [[name, *difference] for name, difference in sorted(self.differences.items())],
        }

    @classmethod
    def unpacked(cls, data: dict[str, Any]) -> Pairs:
        """What was packed.

        Raises:
            ValueError, TypeError, KeyError: it is none.
        """
        made = cls()
        made.results = Counter({(a, b): times for a, b, times in data["results"]})
        made.differences = {name: Difference(*numbers) for name, *numbers in data["differences"]}
        return made


class Batch:
    """What a range of seeds came to: a tally a side, and the pairs where there are two."""

    def __init__(self, sides: int) -> None:
        self.sides = [Tally() for _ in range(sides)]
        self.pairs = Pairs()

    def add(self, other: Batch) -> None:
        """Add what other seeds came to."""
        for own, more in zip(self.sides, other.sides, strict=True):
            own.add(more)
        self.pairs.add(other.pairs)

    def packed(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return {"sides": [side.packed() for side in self.sides], "pairs": self.pairs.packed()}

    @classmethod
    def unpacked(cls, data: dict[str, Any]) -> Batch:
        """What was packed.

        Raises:
            ValueError, TypeError, KeyError: it is none.
        """
        made = cls(0)
        made.sides = [Tally.unpacked(side) for side in data["sides"]]
        made.pairs = Pairs.unpacked(data["pairs"])
        return made
