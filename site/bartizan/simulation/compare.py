"""Two sides that played the same seeds, set against each other: differences with intervals, and what they come to.

A game of one side is held against the game of the other with the same seed, so that luck which both had counts little.
The verdict allows for how many things are compared: each has an interval so wide that all of them together are right 95
times in 100.
"""

from __future__ import annotations

from typing import Any

from bartizan.simulation import intervals
from bartizan.simulation.intervals import Interval
from bartizan.simulation.tally import Batch, Difference
from bartizan_engine import Game

Json = dict[str, Any]
SHARE, MEAN = "share", "mean"
ENOUGH = 20  # pairs, before anything is said of them
_SHOWN = 4  # differences in the sentence


def compared(games: list[Game], batch: Batch) -> Json:
    """The differences of the second side from the first."""
    pairs = batch.pairs.results.total()
    found = [*_shares(games, batch, pairs), *_means(batch)]
    level = 1 - (1 - intervals.LEVEL) / max(len(found), 1)
    says = {f"statistic {name}": one.says for game in games for name, one in game.ruleset.statistics.items()}
    rows = [_row(kind, name, values, level) | {"says": says.get(name, name)} for kind, name, values in found]
    return {"pairs": pairs, "level": round(level, 6), "rows": rows, "says": sentence(pairs, rows, _alike(batch))}


def _alike(batch: Batch) -> bool:
    """Whether all pairs of games went the same way, as far as is counted."""
    same = all(first == second for first, second in batch.pairs.results)
    return same and all(one.squares == 0 for one in batch.pairs.differences.values())


Values = tuple[int, int, int] | Difference  # games in which only the first had it, only the second, all; or sums


def _shares(games: list[Game], batch: Batch, pairs: int) -> list[tuple[str, str, Values]]:
    names = list(dict.fromkeys(name for game in games for name in by_worth(game)))
    results, found = batch.pairs.results, list[tuple[str, str, Values]]()
    for name in names:
        first = sum(times for (a, b), times in results.items() if a == name != b)
        second = sum(times for (a, b), times in results.items() if b == name != a)
        found.append((SHARE, name, (first, second, pairs)))
    return found


def by_worth(game: Game) -> list[str]:
    """The results of a game, those that are worth most first."""
    declared = game.ruleset.results
    return sorted(declared, key=lambda name: (declared[name].worth is None, -(declared[name].worth or 0), name))


def _means(batch: Batch) -> list[tuple[str, str, Values]]:
    return [(MEAN, name, difference) for name, difference in sorted(batch.pairs.differences.items())]


def _row(kind: str, name: str, values: Values, level: float) -> Json:
    usual, wide = _interval(kind, values, intervals.LEVEL), _interval(kind, values, level)
    differs = wide.low > 0 or wide.high < 0
    return {"kind": kind, "name": name, **intervals.between("difference", usual), "differs": differs}


def _interval(kind: str, values: Values, level: float) -> Interval:
    one, two, three = values
    return intervals.paired(one, two, three, level) if kind == SHARE else intervals.mean(one, two, three, level)


def sentence(pairs: int, rows: list[Json], alike: bool) -> str:
    """What the differences come to, in plain words."""
    if not pairs:
        return "No pair of games came to its end, so nothing can be said."
    played = f"{pairs:,} {'pair' if pairs == 1 else 'pairs'} of games"
    if alike:
        return f"All {played} went the same way in A and B: the data shows no difference."
    if pairs < ENOUGH:
        return (
            f"{played} {'is' if pairs == 1 else 'are'} too few to say whether A and B differ: play {ENOUGH} at least."
        )
    found = [row for row in rows if row["differs"]]
    if not found:
        return f"The data shows no difference between A and B: with {played}, chance alone could have made these."
    said = [_said(row) for row in found[:_SHOWN]]
    more = f", and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"The data shows a difference between A and B: in B, {', '.join(said)}{more}."


def _said(row: Json) -> str:
    difference = row["difference"]
    if row["kind"] == SHARE:
        return f"{row['name']} is {abs(difference) * 100:.1f} points {'more' if difference > 0 else 'less'} frequent"
    return f"{called(row)} {'up' if difference > 0 else 'down'} by {abs(difference):.2f}"


def called(row: Json) -> str:
    """A measure in words: a statistic has its own, and the name of a score is the rules'."""
    what, _, rest = row["name"].partition(" ")
    return f'score "{rest}"' if what == "score" and rest else f'"{row["says"]}"' if rest else str(row["name"])


def rows(comparison: Json, kinds: dict[str, str]) -> list[Json]:
    """The differences as rows of a long table."""
    return [
        {
            "table": "comparison", "name": row["name"], "by": row["kind"], "games": comparison["pairs"],
            "value": row["difference"], "low": row["low"], "high": row["high"],
            "interval": kinds["pairs"] if row["kind"] == SHARE else kinds["means"],
        }
        for row in comparison["rows"]
    ]  # fmt: skip
