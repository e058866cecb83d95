"""The tables of a simulation in the terminal: the most telling rows of each, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bartizan.excerpt import clean
from bartizan.report import Line, Piece
from bartizan.simulation import intervals
from bartizan.simulation.compare import SHARE, called
from bartizan.simulation.results import SIDES
from bartizan_engine import text as sentences
from bartizan_engine.counting import ENDED, PERFORMED, STATISTIC

Json = dict[str, Any]

_PARTS = 12  # of a statistic
_ROWS = 6  # of a list
_WIDE = 54  # cells of a name
_INDENT = "  "
UNKNOWN = "-"


def told(document: Json) -> list[Line]:
    """All of it: run by run, and of each run its sides and their comparison."""
    several = len(document["sides"]) > 1
    seeds = _seeds(document)
    lines: list[Line] = [_named(side, seeds, several) for side in document["sides"]]
    says = {
        name: {one["statistic"]: one["says"] for one in side["statistics"]}
        for run in document["runs"]
        for name, side in zip(SIDES, run["sides"], strict=False)
    }
    for run in document["runs"]:
        for name, side in zip(SIDES, run["sides"], strict=False):
            lines += [[Piece(_heading(run, side["games"], name if several else ""), "title")]]
            lines += _side(side, says[name], short=several)
        if several:
            lines += _compared(run["comparison"])
    lines.append([Piece(_footing(several), "dim")])
    return lines


def _seeds(document: Json) -> str:
    first, count = document["seeds"]
    return f"seeds {first} to {first + count - 1}{'' if document['whole'] else ', of which some are not played'}"


def _named(side: Json, seeds: str, several: bool) -> Line:
    """What was played, and on which seeds."""
    lead = side["mission"] or side.get("campaign")
    name = f"{side['title']}: {lead.rpartition(':')[2]}" if lead else side["title"]
    set_ = [f"{option}={str(value).lower()}" for option, value in side["set"].items()]
    parts = [f"{side['side']}: {name}" if several else name, *set_, seeds]
    return [Piece(clean("; ".join(parts)), "message")]


def _heading(run: Json, games: int, side: str) -> str:
    players = f"{run['players']} {'player' if run['players'] == 1 else 'players'}"
    return f"{side + ': ' if side else ''}{players}, {run['bot']}: {games:,} {'game' if games == 1 else 'games'}"


def _footing(several: bool) -> str:
    pairs = f", differences of shares of {intervals.AGRESTI_MIN}" if several else ""
    return f"Intervals at 95 %: shares have that of {intervals.WILSON}, means that of {intervals.STUDENT}{pairs}."


def _side(side: Json, says: dict[str, str], short: bool) -> list[Line]:
    lines = [_share(row["result"], row) for row in side["results"]]
    lines += [_share(f"won by player {row['player']}", row) for row in side["winners"]] if _contested(side) else []
    lines += [_mean(called({"name": row["measure"], "says": ""}), row) for row in side["measures"]]
    for statistic in side["statistics"]:
        lines.append(_mean(statistic["says"], statistic))
        lines += [] if short else _parts(statistic)
    if not short:
        lines += _deciding(side, says)
        lines += _never(side["options"])
    return lines + _broken(side["broken"])


def _contested(side: Json) -> bool:
    """Whether seats win against each other: where all win or lose together, the results say it."""
    return any(row["games"] != side["shared"] for row in side["winners"])


# ---------------------------------------------------------------- rows


def _row(name: str, value: str, interval: str, indent: int = 1) -> Line:
    room = _WIDE - len(_INDENT) * (indent - 1)
    return [Piece(f"{_INDENT * indent}{clean(name):<{room}} {value:>9}   {interval}".rstrip())]


def _share(name: str, row: Json) -> Line:
    if row["share"] is None:
        return _row(name, UNKNOWN, "")
    low, high = row["low"] * 100, row["high"] * 100
    return _row(name, f"{row['share'] * 100:.1f} %", f"{low:.1f} to {high:.1f} %")


def _mean(name: str, row: Json, indent: int = 1) -> Line:
    between = f"{number(row['low'])} to {number(row['high'])}" if row["low"] is not None else ""
    return _row(name, number(row["mean"]), between, indent)


def number(value: float | None) -> str:
    """A mean with as many digits as say something; a dash for what is not known."""
    if value is None:
        return UNKNOWN
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _parts(statistic: Json) -> Iterator[Line]:
    parts = statistic["parts"]
    for row in parts[:_PARTS]:
        yield _mean(f"{by(statistic['by'])}{row['part']}", row, 2)
    yield from _more(len(parts) - _PARTS, 2)


def by(part: str) -> str:
    """What stands before a part that is a number."""
    name = part.removeprefix("game.").replace("_", " ")
    return "" if part in ("record", "place", "before", "face", "word") else f"{name} "


def _more(count: int, indent: int = 1) -> list[Line]:
    return [[Piece(f"{_INDENT * indent}and {count} more", "dim")]] if count > 0 else []


# ---------------------------------------------------------------- what decided, what was never chosen


def _deciding(side: Json, says: dict[str, str]) -> list[Line]:
    """For the result that divides the games best, what went with it."""
    tables = [table for table in side["deciding"] if table["rows"]]
    if not tables:
        return []
    table = min(tables, key=lambda one: abs(one["games"] - one["others"]))
    lines = [[Piece(f"{_INDENT}in games that ended with {table['result']}, and in the others", "message")]]
    for row in table["rows"][:_ROWS]:
        both = f"{number(row['mean'])}, {number(row['others'])}"
        lines.append(_row(event(row, says), "more" if row["difference"] > 0 else "less", both, 2))
    return lines


def event(row: Json, says: dict[str, str]) -> str:
    """What was counted, in words."""
    what, of, parted, part = row["event"], row["of"], row["by"], row["part"]
    if what == STATISTIC:
        return f"{says.get(of, of)}{f': {by(parted)}{part}' if parted else ''}"
    if what == PERFORMED:
        return f'the word "{part}" performed'
    if what == ENDED:
        return f"{of} ended with {part}"
    if not of:
        return str(what)
    where = {"round": f" in round {part}", "place": f" {'from' if what == 'removed' else 'to'} {part}"}
    return f"{of} {part} {what}" if parted == "record" else f"{of} {what}{where.get(parted, '')}"


def never_chosen(options: Iterable[Json]) -> list[Json]:
    """Options that were offered and never chosen, those that could have been most often first."""
    rows = [row for row in options if not row["chosen"]]
    return sorted(rows, key=lambda row: (-row["open"], -row["offered"], row["rule"], row["prompt"], row["option"]))


def _never(options: Iterable[Json]) -> list[Line]:
    """Options that were offered and never chosen, those that could have been most often first."""
    never = never_chosen(options)
    if not never:
        return []
    lines: list[Line] = [[Piece(f"{_INDENT}offered and never chosen", "message")]]
    for row in never[:_ROWS]:
        often = (
            f"open {row['open']:,} of {row['offered']:,} times"
            if row["open"]
            else f"never open, {row['offered']:,} times"
        )
        lines.append([Piece(f"{_INDENT * 2}{clean(sentences.spoken(row['prompt']))} {clean(row['option'])}: {often}")])
    return [*lines, *_more(len(never) - _ROWS, 2)]


def broken(document: Json) -> list[Line]:
    """The games that broke off, alone: what has to be said also where nothing else is wanted."""
    return [
        line
        for run in document["runs"]
        for name, side in zip(SIDES, run["sides"], strict=False)
        if side["broken"]
        for line in [
            [Piece(_heading(run, side["games"], name if len(document["sides"]) > 1 else ""), "title")],
            *_broken(side["broken"]),
        ]
    ]


def _broken(rows: list[Json]) -> list[Line]:
    lines: list[Line] = []
    for row in rows:
        games = f"{row['games']:,} {'game' if row['games'] == 1 else 'games'} broke off"
        seeds = ", ".join(map(str, row["seeds"])) + (", ..." if row["games"] > len(row["seeds"]) else "")
        lines.append([Piece(f"{_INDENT}{games}: ", "error"), Piece(f"{clean(row['why'])}; seeds {seeds}")])
    return lines


# ---------------------------------------------------------------- two sides


def _compared(comparison: Json) -> list[Line]:
    pairs = comparison["pairs"]
    lines: list[Line] = [[Piece(f"B - A, over {pairs:,} {'pair' if pairs == 1 else 'pairs'} of games", "title")]]
    for row in comparison["rows"]:
        if row["kind"] == SHARE:
            value, low, high = (_signed(row[name], 100, 1) for name in ("difference", "low", "high"))
            lines.append(_row(row["name"], value, f"{low} to {high} points"))
        else:
            value, low, high = (_signed(row[name], 1, 2) for name in ("difference", "low", "high"))
            lines.append(_row(called(row), value, f"{low} to {high}" if row["low"] is not None else ""))
    return [*lines, [Piece(comparison["says"], "message")]]


def _signed(value: float | None, times: int, digits: int) -> str:
    return UNKNOWN if value is None else f"{value * times:+.{digits}f}"
