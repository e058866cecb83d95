"""The tables of a simulation, as JSON: every number with its interval, the same bytes for the same games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf, sqrt
from typing import Any

from bartizan.simulation import compare, intervals
from bartizan.simulation.intervals import Interval
from bartizan.simulation.tally import Batch, Moments, Tally
from bartizan_engine import Game
from bartizan_engine.campaign import BOTS_STOP
from bartizan_engine.counting import GOES_ON, PERFORMED, STATISTIC, WHOLE

FORMAT, VERSION = "bartizan-simulation", 1
NAME = "simulation.json"
SIDES = ("A", "B")
DECIDING = 12  # of each result
ENOUGH = 20  # games with a result, and without it, before they are held against each other

Json = dict[str, Any]


def text(document: Json) -> str:
    """The file of a document."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def document(
    games: list[Game],
    settled: list[Json],
    seed: int,
    count: int,
    runs: list[tuple[int, str, Batch]],
    *,
    whole: bool = True,
) -> Json:
    """All tables: of each run, of each side, and of the two against each other; `whole` if no game is left to play."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "seeds": [seed, count],
        "whole": whole,
        "level": intervals.LEVEL,
        "intervals": {"shares": intervals.WILSON, "means": intervals.STUDENT, "pairs": intervals.AGRESTI_MIN},
        "sides": [
            _side(name, game, options) for name, game, options in zip(SIDES, games, settled, strict=False)
        ],
        "runs": [
            {"players": players, "bot": bot}
            | {"sides": [run(game, tally, players) for game, tally in zip(games, batch.sides, strict=True)]}
            | ({"comparison": compare.compared(games, batch)} if len(games) == 2 else {})
            for players, bot, batch in runs
        ],
    }  # fmt: skip


def _side(name: str, game: Game, options: Json) -> Json:
    scenario, usual = game.scenario, game.settle({})
    return {
        "side": name,
        "pack": scenario["pack"]["id"],
        "title": game.title,
        "version": scenario["pack"]["version"],
        "entry": game.entry,
        "mission": scenario["mission"],
        "options": options,
        "set": {name: value for name, value in options.items() if value != usual[name]},
        "play": game.play_hash,
    } | ({"campaign": scenario["campaign"]} if "campaign" in scenario else {})


def run(game: Game, tally: Tally, players: int) -> Json:
    """The tables of one side of a run."""
    games = tally.games
    return {
        "games": games,
        "results": _results(game, tally),
        "winners": _winners(tally, players),
        "shared": tally.shared,
        "measures": _measures(tally),
        "statistics": _statistics(game, tally),
        "counts": [
            {"event": what, "of": of, "by": by, "part": part, **_moments(moments, games)}
            for (what, of, by, part), moments in _whole(tally)
            if what != STATISTIC
        ],
        "deciding": [table for result in game.ruleset.results if (table := deciding(tally, result))],
        "options": [
            {"rule": rule, "prompt": prompt, "option": option, "offered": a, "open": b, "chosen": c}
            for (rule, prompt, option), (a, b, c) in sorted(tally.options.items())
        ],
        "broken": [
            {"why": why, "games": times, "seeds": list(seeds)} for why, (times, seeds) in sorted(tally.faults.items())
        ],
    }


# ---------------------------------------------------------------- shares and means


def _share(times: int, games: int) -> Json:
    return {"games": times, **intervals.between("share", intervals.wilson(times, games))}


def _results(game: Game, tally: Tally) -> list[Json]:
    """Every result that the ruleset declares, also one that never came; those that are worth most come first. Last,
    where it came to that, that bots have left a campaign.
    """
    declared = game.ruleset.results
    left = {"result": GOES_ON, "says": f"The campaign goes on after {BOTS_STOP} games.", "worth": None}
    rest = [left | _share(tally.results[GOES_ON], tally.games)] if tally.results[GOES_ON] else []
    return [
        {"result": name, "says": declared[name].says, "worth": declared[name].worth}
        | _share(tally.results[name], tally.games)
        for name in compare.by_worth(game)
    ] + rest


def _winners(tally: Tally, players: int) -> list[Json]:
    """How often each seat won, where somebody wins at all."""
    if not tally.winners:
        return []
    return [{"player": seat, **_share(tally.winners[str(seat)], tally.games)} for seat in range(1, players + 1)]


def _measures(tally: Tally) -> list[Json]:
    """Length, decisions and scores: their means and the extremes, over all games that have them."""
    found: list[Json] = []
    names = {name for _, name in tally.values}
    for name in sorted(names, key=lambda name: (name != "rounds", name != "decisions", name)):
        table: Counter[int] = Counter()
        for (_, one), more in tally.values.items():
            if one == name:
                table.update(more)
        values = {"least": min(table), "most": max(table), "median": _median(table)}
        parts = [{"value": value, "games": times} for value, times in sorted(table.items())]
        found.append(
            {
                "measure": name,
                "games": table.total(),
                **intervals.between("mean", of_table(table)),
                **values,
                "table": parts,
            }
        )
    return found  # fmt: skip


def of_table(table: Counter[int]) -> Interval:
    """The mean of a table of values."""
    total = sum(value * times for value, times in table.items())
    return intervals.mean(table.total(), total, sum(value * value * times for value, times in table.items()))


def _median(table: Counter[int]) -> int:
    """The lower one of the two in the middle."""
    left = (table.total() + 1) // 2
    for value, times in sorted(table.items()):
        left -= times
        if left <= 0:
            return value
    return 0


def _moments(moments: Moments, games: int, least: float = 0.0) -> Json:
    """A count in a game: its mean is not below the least that a game can have."""
    happened, total, squares, most = moments
    interval = intervals.mean(games, total, squares)
    interval = interval._replace(low=max(interval.low, least))
    return {"games": happened, "total": total, "most": most, **intervals.between("mean", interval)}


def _whole(tally: Tally) -> Iterator[tuple[tuple[str, str, str, str], Moments]]:
    """The counts over all results, in an order in which numbers follow each other."""
    whole = Tally()
    for (_, key), moments in tally.counts.items():
        old = whole.counts.get(("", key), (0, 0, 0, 0))
        whole.counts["", key] = (
            old[0] + moments[0], old[1] + moments[1], old[2] + moments[2], max(old[3], moments[3])
        )  # fmt: skip
    for (_, key), moments in sorted(whole.counts.items(), key=lambda item: (item[0][1][:3], in_order(item[0][1][3]))):
        yield key, moments


def in_order(part: str) -> tuple[int, int, str]:
    """Numbers by their size, then names."""
    digits = part.removeprefix("-")
    return (0, int(part), "") if digits.isdecimal() and len(digits) < 20 else (1, 0, part)


def _statistics(game: Game, tally: Tally) -> list[Json]:
    """What the pack wants to know, in its words: each as a whole and in its parts."""
    counted = {key[1:]: moments for key, moments in _whole(tally) if key[0] == STATISTIC}
    none: Moments = (0, 0, 0, 0)
    least = {name: -inf if one.event == "ended" else 0.0 for name, one in game.ruleset.statistics.items()}
    return [
        {"statistic": name, "says": one.says, "by": one.by}
        | _moments(counted.get((name, WHOLE, ""), none), tally.games, least[name])
        | {
            "parts": [
                {"part": part, **_moments(moments, tally.games, least[name])}
                for (of, by, part), moments in counted.items()
                if of == name and by
            ]
        }
        for name, one in game.ruleset.statistics.items()
    ]


# ---------------------------------------------------------------- what decided the games


def deciding(tally: Tally, result: str) -> Json | None:
    """What happened more, or less, in games with a result than in the others; None where there are too few of either.

    Everything that is counted is held against it: `effect` is the difference of the means in standard deviations.
    What stands here goes with the result; whether it is a cause is for people to say.
    """
    inside, games = tally.results[result], tally.games
    if min(inside, games - inside) < ENOUGH:
        return None
    found = []
    for key, here, there in _apart(_sides_of(tally, result)):
        row = _held(here, inside, there, games - inside)
        if row:
            found.append({"event": key[0], "of": key[1], "by": key[2], "part": key[3], **row})
    found.sort(key=lambda row: (-abs(row["effect"]), row["event"], row["of"], row["by"], in_order(row["part"])))
    return {"result": result, "games": inside, "others": games - inside, "rows": found[:DECIDING]}


Sums = tuple[int, int]  # a sum and that of the squares


def _sides_of(tally: Tally, result: str) -> Iterator[tuple[tuple[str, str, str, str], Sums, Sums]]:
    """Every count and the length of a game: in games with the result, and in the others."""
    sums: dict[tuple[str, str, str, str], list[int]] = {}
    for (of, key), (_, total, squares, _) in tally.counts.items():
        row = sums.setdefault(key, [0, 0, 0, 0])
        at = 0 if of == result else 2
        row[at] += total
        row[at + 1] += squares
    for (of, name), table in tally.values.items():
        if name in ("rounds", "decisions"):
            row = sums.setdefault((name, "", "", ""), [0, 0, 0, 0])
            at = 0 if of == result else 2
            row[at] += sum(value * times for value, times in table.items())
            row[at + 1] += sum(value * value * times for value, times in table.items())
    for key, (a, b, c, d) in sums.items():
        yield key, (a, b), (c, d)


Kept = tuple[tuple[str, str, str, str], Sums, Sums]
_FIRST = (STATISTIC, PERFORMED, "rounds", "decisions")


def _apart(counts: Iterable[Kept]) -> list[Kept]:
    """Counts without those that say the same numbers as another: what the pack names itself goes first, then wholes."""
    kept: dict[tuple[Sums, Sums], Kept] = {}
    for one in sorted(counts, key=lambda one: (one[0][0] not in _FIRST, one[0][2] != WHOLE, one[0])):
        kept.setdefault(one[1:], one)
    return list(kept.values())


def _held(here: Sums, inside: int, there: Sums, outside: int) -> Json | None:
    """Two means against each other; None if they may be the same."""
    spreads = intervals.variance(inside, *here), intervals.variance(outside, *there)
    error = sqrt(spreads[0] / inside + spreads[1] / outside)
    means = here[0] / inside, there[0] / outside
    half = intervals.student((1 + intervals.LEVEL) / 2, min(inside, outside) - 1) * error
    gap = means[0] - means[1]
    deviation = sqrt((spreads[0] * (inside - 1) + spreads[1] * (outside - 1)) / (inside + outside - 2))
    if abs(gap) <= half or deviation == 0:
        return None
    return {
        "mean": round(means[0], 6), "others": round(means[1], 6), "effect": round(gap / deviation, 6),
        **intervals.between("difference", Interval(gap, gap - half, gap + half)),
    }  # fmt: skip


# ---------------------------------------------------------------- as rows


def rows(document: Json) -> Iterator[Json]:
    """Every number of a document as a row of one long table."""
    kinds = document["intervals"]
    for one in document["runs"]:
        for name, side in zip(SIDES, one["sides"], strict=False):
            for row in _rows(side, kinds):
                yield {"players": one["players"], "bot": one["bot"], "side": name} | row
        if "comparison" in one:
            for row in compare.rows(one["comparison"], kinds):
                yield {"players": one["players"], "bot": one["bot"], "side": "B - A"} | row


def _rows(side: Json, kinds: dict[str, str]) -> Iterator[Json]:
    shares, means = {"interval": kinds["shares"]}, {"interval": kinds["means"]}
    for row in side["results"]:
        yield {"table": "results", "name": row["result"]} | _numbers(row, "share") | shares
    for row in side["winners"]:
        yield {"table": "winners", "name": str(row["player"])} | _numbers(row, "share") | shares
    for row in side["measures"]:
        yield {"table": "measures", "name": row["measure"]} | _numbers(row, "mean") | means
    for statistic in side["statistics"]:
        for row in [statistic, *statistic["parts"]]:
            part = {"by": statistic["by"], "part": row["part"]} if "part" in row else {}
            yield {"table": "statistics", "name": statistic["statistic"]} | part | _numbers(row, "mean") | means
    for row in side["counts"]:
        named = {"name": row["event"], "of": row["of"], "by": row["by"], "part": row["part"]}
        yield {"table": "counts"} | named | _numbers(row, "mean") | means
    for table in side["deciding"]:
        for row in table["rows"]:
            named = {"name": row["event"], "of": row["of"], "by": row["by"], "part": row["part"]}
            yield {"table": "deciding", "result": table["result"]} | named | _numbers(row, "difference") | means
    for row in side["options"]:
        for what in ("offered", "open", "chosen"):
            named = {"name": what, "of": row["rule"], "by": row["prompt"], "part": row["option"]}
            yield {"table": "options", **named, "total": row[what]}


def _numbers(row: Json, value: str) -> Json:
    found = {"value": row[value], "low": row["low"], "high": row["high"]}
    return found | {name: row[name] for name in ("games", "total") if name in row}
