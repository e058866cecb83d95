"""How bots fared at a mission: results, length, what was counted, and where, from tables that the pack keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bartizan.simulation import intervals, published, told
from bartizan.simulation.published import Layer, Mean, Part, Published, Run, Tables

from . import charts, pictures
from .book import Book, label
from .markdown import escape, fenced, heading, join, opened, prose, raw, span, table

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid
    from bartizan_compiler.shape import Record

ANCHOR = "bots"
DECIDING = 8  # rows of what went with a result


def sections(book: Book, record: Record) -> Iterator[str]:
    """What the pack keeps of a mission or a campaign; nothing if it keeps nothing."""
    for number, one in enumerate(book.simulations.get((record.family, record.id), ())):
        yield heading(2, "How bots fare", ANCHOR if not number else f"{ANCHOR}-{number + 1}")
        yield _lead(book, one)
        yield _stale(one)
        yield charts.shares("How games end", [_shares(run) for run in one.simulation.runs])
        yield ends(one)
        yield _heat(book, record, one, number)
        for run in one.simulation.runs:
            yield opened(escape(_who(run)), join(_counted(run.sides[0])))


def _who(run: Run) -> str:
    return f"{run.players} {'player' if run.players == 1 else 'players'}, {run.bot}"


def _lead(book: Book, one: Published) -> str:
    """What was played, and the command that plays it again."""
    simulation, side = one.simulation, one.side
    family, id = side.lead
    first, games = simulation.seeds
    set_ = [f"{name}={str(value).lower()}" for name, value in side.set.items()]
    said = f"Games of bots with seeds {first} to {first + games - 1}"
    said += f", with the options {', '.join(set_)}. " if set_ else ". "
    said += "Each number stands beside the interval that holds the true one in 95 of 100 such simulations."
    runs = simulation.runs
    command = [
        f"bartizan simulate {book.pack.info['id']}:{id} --publish --games {games} --seed {first}",
        *([] if side.entry == book.pack.entry(family) else [f"--entry {side.entry}"]),
        f"--players {','.join(dict.fromkeys(str(run.players) for run in runs))}",
        f"--bots {','.join(dict.fromkeys(run.bot for run in runs))}",
        *(f"--option {text}" for text in set_),
    ]
    return join([prose(said), opened("How to play them again", fenced(" ".join(command), "sh"))])


def _stale(one: Published) -> str:
    if not one.stale:
        return ""
    return "!!! warning\n\n    The game has changed since these games were played: the numbers may be others now."


# ---------------------------------------------------------------- how games end


def _shares(run: Run) -> charts.Shares:
    parts = [(label(row.result), number, row.share or 0.0) for number, row in enumerate(run.sides[0].results)]
    return charts.Shares(_who(run), tuple(parts))


def ends(one: Published, brief: bool = False) -> str:
    """How often each result came and how long games were, a column a run, so that it fits a narrow page.

    In brief, what never came is only named.
    """
    runs = [(_who(run), run.sides[0]) for run in one.simulation.runs]
    shares = [
        {row.result: _interval(row.share, row.low, row.high, 100) for row in tables.results} for _, tables in runs
    ]
    means = [{row.measure: _mean(row) for row in tables.measures} for _, tables in runs]
    came = {row.result for _, tables in runs for row in tables.results if row.share}
    results = [row.result for row in runs[0][1].results]
    never = [escape(label(name)) for name in results if brief and name not in came]
    rows = [["Games", *(f"{tables.games:,}" for _, tables in runs)]]
    shown = [name for name in results if not brief or name in came]
    measured = dict.fromkeys(name for found in means for name in found)
    told_as = {name: escape(label(name.removeprefix("score "))) for name in measured}
    rows += [[f"{escape(label(name))} %", *(found.get(name, "") for found in shares)] for name in shown]
    rows += [[term, *(found.get(name, "") for found in means)] for name, term in told_as.items()]
    caption = f"Shares have the interval of {intervals.WILSON}, means that of {escape(intervals.STUDENT)}."
    caption += f" Never: {', '.join(never)}." if never else ""
    header = ["Who plays", *(escape(who) for who, _ in runs)]
    return join([table(header, rows, right=range(1, len(header))), f"{caption}\n{{ .bz-caption }}"])


def _mean(row: Mean) -> str:
    return _interval(row.mean, row.low, row.high)


def _interval(value: float | None, low: float | None, high: float | None, times: int = 1) -> str:
    if value is None or low is None or high is None:
        return told.number(value)
    shown = [told.number(part * times) for part in (value, low, high)]
    return span("bz-interval", f"{shown[0]} <small>{shown[1]} to {shown[2]}</small>")


# ---------------------------------------------------------------- what was counted


def _counted(tables: Tables) -> Iterator[str]:
    """The statistics that the pack names, what went with the results, and options that nobody took."""
    for one in tables.statistics:
        yield f"**{escape(one.says)}**: {_mean(one)}"
        rows = [_bar(told.by(one.by), part) for part in one.parts if part.mean is not None]
        yield charts.means(one.says, rows)
    says = {one.statistic: one.says for one in tables.statistics}
    for decided in tables.deciding:
        rows_ = [
            [escape(told.event(row.model_dump(), says)), told.number(row.mean), told.number(row.others)]
            for row in decided.rows[:DECIDING]
        ]
        if rows_:
            name = escape(label(decided.result))
            yield f"**What went with {name}** ({decided.games:,} of {decided.games + decided.others:,} games)"
            yield table(["On average in a game", f"with {name}", "otherwise"], rows_, right=[1, 2])
    yield _never(tables)


def _bar(by: str, part: Part) -> charts.Mean:
    value = part.mean or 0.0
    low, high = (value if end is None else end for end in (part.low, part.high))
    return charts.Mean(f"{by}{part.part}", value, low, high)


def _never(tables: Tables) -> str:
    rows = [
        [escape(one.prompt), escape(one.option), f"{one.open:,}", f"{one.offered:,}"]
        for one in tables.options
        if not one.chosen
    ]
    if not rows:
        return ""
    return join(["**Offered and never chosen**", table(["Decision", "Option", "Open", "Offered"], rows, right=[2, 3])])


# ---------------------------------------------------------------- where it happened


def _heat(book: Book, record: Record, one: Published, number: int) -> str:
    """The map, coloured by how often something happened where; a list chooses what."""
    grid = pictures.of(book, book.pack.map_of(record))
    if grid is None:
        return ""
    shown = _layers(grid, one)
    if not shown:
        return ""
    first = shown[0][1][0]
    svg = pictures.drawn(book, grid, heat=first.cells, legend=False)
    data = {f"{i}.{j}": layer.cells for i, (_, some) in enumerate(shown) for j, layer in enumerate(some)}
    script = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    id = f"heat-{number + 1}"
    choice = f'<label for="{id}-of">On average in a game</label> <select id="{id}-of">{_choices(shown)}</select>'
    numbers = f'<script type="application/json">{script}</script>'
    figure = pictures.framed(svg, "bz-heat", f'<div class="bz-heat-choice">{choice}</div>', numbers)
    return join([heading(3, "Where it happens", id), figure])


def _layers(grid: Grid, one: Published) -> list[tuple[str, Sequence[Layer]]]:
    cells = frozenset(cell.name for cell in grid.cells)
    found = [(_who(run), published.layers(run.sides[0], cells)) for run in one.simulation.runs]
    return [(who, some) for who, some in found if some]


def _choices(shown: list[tuple[str, Sequence[Layer]]]) -> str:
    groups = []
    for i, (who, some) in enumerate(shown):
        options = "".join(f'<option value="{i}.{j}">{raw(label(layer.says))}</option>' for j, layer in enumerate(some))
        groups.append(f'<optgroup label="{raw(who)}">{options}</optgroup>')
    return "".join(groups)
