"""Which seeds have been played and which are left, and how many of them make a good piece of work.

A piece takes about half a second: long enough that handing it out costs next to nothing, short enough that all workers
end at about the same time and that little is lost where one dies.
"""

from __future__ import annotations

from collections.abc import Iterable

GOAL = 0.5  # seconds of a piece of work
MOST = 20_000  # games in it


class Ranges:
    """A set of seeds as ranges (first, count) that do not touch, in order."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self.ranges: list[tuple[int, int]] = []
        for first, count in ranges:
            self.add(first, count)

    def add(self, first: int, count: int) -> None:
        """Add a range."""
        found: list[tuple[int, int]] = []
        for one, many in sorted([*self.ranges, (first, count)]):
            if found and one <= sum(found[-1]):
                begin = found[-1][0]
                found[-1] = (begin, max(sum(found[-1]), one + many) - begin)
            else:
                found.append((one, many))
        self.ranges = found

    def count(self) -> int:
        """How many seeds there are."""
        return sum(count for _, count in self.ranges)

    def missing(self, first: int, count: int) -> list[tuple[int, int]]:
        """What of a range is not in it."""
        gaps, at, end = [], first, first + count
        for one, many in self.ranges:
            if one > at:
                gaps.append((at, min(one, end) - at))
            at = max(at, one + many)
            if at >= end:
                break
        if at < end:
            gaps.append((at, end - at))
        return [gap for gap in gaps if gap[1] > 0]


class Pace:
    """How many games make a piece of work, by how long those before took: one at first, which is measured."""

    def __init__(self, left: int, workers: int) -> None:
        self.left, self.workers = left, max(workers, 1)
        self.games, self.seconds = 0, 0.0

    def size(self) -> int:
        """The games of the next piece; towards the end pieces are smaller, so that no worker waits for the last one."""
        fair = -(-self.left // (2 * self.workers))
        wanted = int(self.games * GOAL / self.seconds) if self.seconds > 0 else 1
        return max(1, min(wanted, fair, MOST))

    def took(self, games: int, seconds: float) -> None:
        """Note how long a piece took."""
        self.games += games
        self.seconds += seconds
