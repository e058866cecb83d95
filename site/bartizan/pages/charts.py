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
