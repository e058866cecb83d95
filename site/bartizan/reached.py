"""Draws over a map what can be reached from where: how often a cell is at each range, and what a place reaches.

It needs no script: a style sheet shows the numbers of the range that is chosen beside the picture, and the cells that a
place reaches while a pointer, a finger or the keyboard rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from bartizan import canvas, palette, picture
from bartizan.picture import Scene

if TYPE_CHECKING:
    from bartizan_compiler.coverage import Coverage

FRAME = "bz-reach"  # the class of what holds the picture and the choice of a range


def ranges(coverage: Coverage) -> range:
    """The ranges that the board declares."""
    return range(coverage.cover.low, coverage.cover.high + 1)


def over(coverage: Coverage) -> Callable[[Scene], Iterator[str]]:
    """What is drawn over a picture of the map that this is the coverage of."""

    def drawn(scene: Scene) -> Iterator[str]:
        yield f"<style>{_style(ranges(coverage))}</style>"
        for far in ranges(coverage):
            yield f'<g class="bz-counts bz-counts-{far}" aria-hidden="true">'
            yield from picture.counts(scene, {scene.name(at): n for at, n in coverage.counts(far).items()})
            yield "</g>"
        for stand in coverage.stands:
            yield from _stand(scene, coverage, stand)

    return drawn


def _style(ranges: range) -> str:
    """Numbers of the chosen range; none of them while a place shows what it reaches."""
    rules = [
        ".bz-counts,.bz-near{display:none}",
        ".bz-stand{cursor:pointer;outline:none}",
        f".{FRAME} svg:has(.bz-stand:is(:hover,:focus)) .bz-counts{{opacity:0}}",
        ".bz-stand:is(:hover,:focus)>path{stroke-opacity:1}",
    ]
    for chosen in ranges:
        near = ",".join(f".bz-near-{far}" for far in range(chosen + 1))
        here = f'.{FRAME}:has(input[value="{chosen}"]:checked)'
        rules.append(f"{here} .bz-counts-{chosen},{here} .bz-stand:is(:hover,:focus) :is({near}){{display:inline}}")
    return "".join(rules)


def _stand(scene: Scene, coverage: Coverage, stand: int) -> Iterator[str]:
    """A place to stand, and the cells that it reaches, by how far off they are."""
    near: dict[int, list[int]] = {}
    for cell, found in sorted(coverage.hits.items()):
        for far in (far for at, far in found if at == stand):
            near.setdefault(far, []).append(cell)
    said = quoteattr(_said(scene, coverage, stand, near))
    edge = f'fill="none" pointer-events="all" stroke-opacity="0" stroke-width="3" stroke="{palette.light("ink")}"'
    outline = canvas.outline(scene.layout, scene.centres[stand], 2)
    yield f'<g class="bz-stand" tabindex="0" role="img" aria-label={said}>'
    yield f'<path class="s-ink" {edge} d="{outline}"/>'
    for far, cells in sorted(near.items()):
        shape = "".join(canvas.outline(scene.layout, scene.centres[cell], 4) for cell in cells)
        yield f'<path class="bz-near bz-near-{far} s-ink" {_MARKED} stroke="{palette.light("ink")}" d="{shape}"/>'
    yield "</g>"


_MARKED = 'fill="none" pointer-events="none" stroke-width="4"'


def _said(scene: Scene, coverage: Coverage, stand: int, near: dict[int, list[int]]) -> str:
    """What a place reaches at each range, in words."""
    told, seen = [], list[int]()
    for far in range(ranges(coverage).stop):
        seen += near.get(far, [])
        if far in ranges(coverage):
            told.append(f"range {far}: {', '.join(scene.name(cell) for cell in sorted(seen)) or 'nothing'}")
    return f"{scene.name(stand)} reaches at {'; '.join(told)}"
