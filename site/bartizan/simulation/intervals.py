"""How far a number from so many games can be trusted: intervals that hold the true value 95 times in 100.

Shares have Wilson's interval, which is right for rare results too; means that of Student's t; a difference of shares
over pairs of games that of Agresti and Min.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, isnan, nan, pi, sqrt
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
WILSON, STUDENT, AGRESTI_MIN = "Wilson", "Student's t", "Agresti-Min"
_EXACT = 200  # degrees of freedom up to which Student's distribution is summed up
_DIGITS = 6


class Interval(NamedTuple):
    """A value, and between which two it lies; what nothing is known of is no number."""

    value: float
    low: float
    high: float

    def rounded(self) -> Interval:
        """As files have it: the same digits everywhere."""
        return Interval(*(round(number, _DIGITS) + 0.0 for number in self))


def between(name: str, interval: Interval) -> dict[str, float | None]:
    """An interval under the name of its value; what is not known is left open."""
    value, low, high = (None if isnan(number) else number for number in interval.rounded())
    return {name: value, "low": low, "high": high}


def wilson(times: int, games: int, level: float = LEVEL) -> Interval:
    """The share of games in which something happened."""
    if games == 0:
        return Interval(nan, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, spread = times / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Interval(share, 0.0 if times == 0 else middle - half, 1.0 if times == games else middle + half)


def mean(games: int, total: int, squares: int, level: float = LEVEL) -> Interval:
    """The mean of a number over games, by its sum and the sum of its squares; one game says nothing of the spread."""
    if games == 0:
        return Interval(nan, nan, nan)
    value = total / games
    if games == 1:
        return Interval(value, nan, nan)
    half = student((1 + level) / 2, games - 1) * sqrt(variance(games, total, squares) / games)
    return Interval(value, value - half, value + half)


def variance(games: int, total: int, squares: int) -> float:
    """The variance of a number, of which nothing is lost to rounding before the end."""
    return max(games * squares - total * total, 0) / (games * (games - 1)) if games > 1 else 0.0


def paired(only_first: int, only_second: int, pairs: int, level: float = LEVEL) -> Interval:
    """By how much a share of the second side is above that of the first, from the pairs in which only one has it."""
    if pairs == 0:
        return Interval(nan, -1.0, 1.0)
    z = NormalDist().inv_cdf((1 + level) / 2)
    first, second, n = only_first + 0.5, only_second + 0.5, pairs + 2
    middle = (second - first) / n
    half = z * sqrt(max(first + second - (second - first) ** 2 / n, 0.0)) / n
    return Interval((only_second - only_first) / pairs, max(middle - half, -1.0), min(middle + half, 1.0))


@lru_cache(maxsize=4096)
def student(share: float, freedom: int) -> float:
    """The quantile of Student's t distribution above one half."""
    z = NormalDist().inv_cdf(share)
    if freedom > _EXACT:
        cubic, fifth, seventh = z**3, z**5, z**7
        return (
            z
            + (cubic + z) / (4 * freedom)
            + (5 * fifth + 16 * cubic + 3 * z) / (96 * freedom**2)
            + (3 * seventh + 19 * fifth + 17 * cubic - 15 * z) / (384 * freedom**3)
        )
    low, high = 0.0, max(2 * z, 1.0)
    while _between(high, freedom) < 2 * share - 1:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _between(middle, freedom) < 2 * share - 1 else (low, middle)
    return (low + high) / 2


def _between(t: float, freedom: int) -> float:
    """How much of the distribution lies between -t and t: a finite sum for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    cosine = cos(angle)
    sine = sqrt(1 - cosine * cosine)
    term = total = cosine if freedom % 2 else 1.0
    for k in range(3 if freedom % 2 else 2, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    if freedom == 1:
        return 2 * angle / pi
    return 2 / pi * (angle + sine * total) if freedom % 2 else sine * total
