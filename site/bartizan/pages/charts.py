"""Charts as SVG, drawn from data alone: what comes in which wave, and how likely a die's faces are.

They are sized in their own units, coloured by the page's style sheet (so that they follow light and dark), and the same
for the same data. Each has words for those who do not see it; the figures stand in a table beside it as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .markdown import raw

COLOURS = 10
OPEN = -1  # the colour of what is not named: hollow
_WIDTH = 680
_ROW = 26
_LABEL = 34


class Bar(NamedTuple):
    """One row of a chart: its label, and (name, colour, count) in order."""

    label: str
    parts: tuple[tuple[str, int, int], ...]

    @property
    def total(self) -> int:
        """How many it holds in all."""
        return sum(count for _, _, count in self.parts)


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Rows of little squares, one a piece, coloured by what it is; nothing if there is nothing to show."""
    longest = max((row.total for row in rows), default=0)
    if not longest:
        return ""
    pitch = min(22.0, (_WIDTH - _LABEL - 40) / longest)
    height = len(rows) * _ROW + 4
    body = "".join(_bar(row, index * _ROW, pitch) for index, row in enumerate(rows))
    told = "; ".join(
        f"{row.label}: {', '.join(f'{count} {name}' for name, _, count in row.parts) or 'none'}" for row in rows
    )
    head = f'<svg class="bz-bars" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{raw(f"{title}. {told}")}">'
    return f'<figure class="bz-figure">{head}{body}</svg>{_legend(rows)}</figure>'


def _bar(row: Bar, top: int, pitch: float) -> str:
    shapes = [f'<text class="bz-axis" x="{_LABEL - 10}" y="{top + 18}" text-anchor="end">{raw(row.label)}</text>']
    at = float(_LABEL)
    size = pitch - min(3.0, pitch * 0.2)
    for name, colour, count in row.parts:
        squares = "".join(
            f'<rect x="{_number(at + i * pitch)}" y="{_number(top + 13 - min(size, 18) / 2)}" width="{_number(size)}" '
            f'height="{_number(min(size, 18))}" rx="{_number(min(4.0, size / 4))}"/>'
            for i in range(count)
        )
        shapes.append(f'<g class="{_class(colour)}"><title>{raw(f"{count} {name}")}</title>{squares}</g>')
        at += count * pitch
    shapes.append(f'<text class="bz-axis" x="{_number(at + 6)}" y="{top + 18}">{row.total}</text>')
    return "".join(shapes)


def _legend(rows: Sequence[Bar]) -> str:
    counts: dict[tuple[str, int], int] = {}
    for row in rows:
        for name, colour, count in row.parts:
            counts[name, colour] = counts.get((name, colour), 0) + count
    items = "".join(
        f'<span><i class="{_class(colour)}"></i>{raw(name)} <b>{count}</b></span>'
        for (name, colour), count in sorted(counts.items(), key=lambda item: (item[0][1] == OPEN, item[0][1]))
    )
    return f'<figcaption class="bz-legend">{items}</figcaption>'


class Shares(NamedTuple):
    """A row that is divided as a whole: its label, and (name, colour, share) in order."""

    label: str
    parts: tuple[tuple[str, int, float], ...]


class Mean(NamedTuple):
    """A number with its interval."""

    label: str
    mean: float
    low: float
    high: float


_NAMES = 170  # the room for labels
_BAR = _WIDTH - _NAMES


def shares(title: str, rows: Sequence[Shares]) -> str:
    """Rows of equal length, divided by how often each result came."""
    told = "; ".join(
        f"{row.label}: {', '.join(f'{_percent(part)} {name}' for name, _, part in row.parts)}" for row in rows
    )
    body = "".join(_divided(row, index * _ROW) for index, row in enumerate(rows))
    names = {(name, colour): None for row in rows for name, colour, part in row.parts if part > 0}
    items = "".join(f'<span><i class="{_class(colour)}"></i>{raw(name)}</span>' for name, colour in names)
    return _figure(title, told, len(rows), body) + f'<figcaption class="bz-legend">{items}</figcaption></figure>'


def _divided(row: Shares, top: int) -> str:
    shapes, at = [_named(row.label, top)], float(_NAMES)
    for name, colour, part in row.parts:
        width = part * _BAR
        if width > 0:
            box = f'x="{_number(at)}" y="{top + 4}" width="{_number(width)}" height="18"'
            shapes.append(
                f'<g class="{_class(colour)}"><title>{raw(f"{name}: {_percent(part)}")}</title><rect {box}/></g>'
            )
        at += width
    return "".join(shapes)


def means(title: str, rows: Sequence[Mean]) -> str:
    """A bar a number, with a whisker over its interval; nothing if there is nothing to show."""
    if not rows:
        return ""
    low, high = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
    scale = (_BAR - 60) / ((high - low) or 1.0)
    zero = _NAMES - low * scale
    body = "".join(_whiskered(row, index * _ROW, zero, scale) for index, row in enumerate(rows))
    told = "; ".join(f"{row.label}: {row.mean:g}, {row.low:g} to {row.high:g}" for row in rows)
    return _figure(title, told, len(rows), body) + "</figure>"


def _whiskered(row: Mean, top: int, zero: float, scale: float) -> str:
    ends = sorted((zero, zero + row.mean * scale))
    low, high = (_number(zero + value * scale) for value in (row.low, row.high))
    box = f'x="{_number(ends[0])}" y="{top + 6}" width="{_number(ends[1] - ends[0])}" height="14"'
    whisker = f'<path class="bz-whisker" d="M{low},{top + 13}H{high}M{low},{top + 9}v8M{high},{top + 9}v8"/>'
    value = (
        f'<text class="bz-axis" x="{_number(zero + max(row.high, 0) * scale + 6)}" y="{top + 18}">{row.mean:.2f}</text>'
    )
    return f'{_named(row.label, top)}<g class="bz-c0"><rect {box}/></g>{whisker}{value}'


def _named(label: str, top: int) -> str:
    shown = label if len(label) <= 24 else f"{label[:23]}…"
    return f'<text class="bz-axis" x="{_NAMES - 10}" y="{top + 18}" text-anchor="end">{raw(shown)}</text>'


def _figure(title: str, told: str, rows: int, body: str) -> str:
    size = f'viewBox="0 0 {_WIDTH} {rows * _ROW + 4}"'
    words = f'role="img" aria-label="{raw(f"{title}. {told}")}"'
    return f'<figure class="bz-figure"><svg class="bz-bars" {size} {words}>{body}</svg>'


def _percent(part: float) -> str:
    return f"{part * 100:.1f} %"


def share(part: Fraction, colour: int = 0) -> str:
    """A probability as a short bar beside its fraction and per cent."""
    percent = _number(float(part) * 100)
    return (
        f'<span class="bz-share"><i class="bz-c{colour % COLOURS}" style="width:{percent}%"></i></span> '
        f"{fraction(part)} <small>({percent}&#8239;%)</small>"
    )


def fraction(value: Fraction) -> str:
    """An exact fraction in small figures: 3⁄8; whole numbers as they are."""
    if value.denominator == 1:
        return str(value.numerator)
    return f'<span class="bz-fraction">{value.numerator}&#8260;{value.denominator}</span>'


def _class(colour: int) -> str:
    return "bz-open" if colour == OPEN else f"bz-c{colour % COLOURS}"


def _number(value: float) -> str:
    """At most one decimal and no trailing zero, so that files are small and the same everywhere."""
    return f"{round(value, 1):g}"
