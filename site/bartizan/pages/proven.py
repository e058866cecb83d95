"""What is proven of a map, as sections of its page: narrow places, what is covered, and when waves arrive at best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bartizan import proven, reached
from bartizan.proven import Proven

from . import pictures
from .book import Book, label
from .markdown import code, escape, heading, prose, raw, table

if TYPE_CHECKING:
    from bartizan_compiler.coverage import Coverage
    from bartizan_compiler.grid import Grid


def sections(book: Book, id: str) -> Iterator[str]:
    """The sections of a map's page that proofs fill."""
    found = proven.prove(book.pack, id)
    if found is not None:
        yield from _narrow(found)
        yield from _cover(book, found)
        yield from _pace(found)


def _narrow(found: Proven) -> Iterator[str]:
    rows = [
        [escape(label(way.way.name)), code(start), _names(cells)]
        for way in found.ways
        for start, cells in proven.passed(found, way)
        if cells
    ]
    if rows:
        yield heading(2, "Narrow places")
        yield prose("Every walk passes these cells.")
        yield table(["Way", "From", "Passes"], rows)


def _cover(book: Book, found: Proven) -> Iterator[str]:
    coverage = found.coverage
    if coverage is None:
        return
    cover = coverage.cover
    yield heading(2, "Cover")
    yield prose(f"From how many cells with {label(cover.stand)} a cell with {label(cover.reach)} can be reached.")
    rows = []
    for range_, bare in proven.bare(coverage):
        counts = list(coverage.counts(range_).values())
        rows.append([str(range_), str(min(counts, default=0)), str(max(counts, default=0)), _names(found.names(bare))])
    yield table(["Range", "At least", "At most", "Covered by none"], rows, right=[0, 1, 2])
    yield _reached(book, found.grid, coverage)


def _reached(book: Book, grid: Grid, coverage: Coverage) -> str:
    """The map with these numbers for the range that is chosen, and what each place to stand reaches."""
    ranges = reached.ranges(coverage)
    choices = "".join(
        f'<label><input type="radio" name="{reached.FRAME}" value="{far}"{chosen}> {far}</label>'
        for far, chosen in zip(ranges, (" checked", *[""] * len(ranges)), strict=False)
    )
    stand = raw(label(coverage.cover.stand))
    said = f"A cell of {stand} shows what it reaches while you point at it, touch it, or come to it by keyboard."
    return pictures.framed(
        pictures.drawn(book, grid, legend=False, over=reached.over(coverage)),
        reached.FRAME,
        f'<fieldset class="bz-choice"><legend>Range</legend>{choices}</fieldset>',
        f"<figcaption>{said}</figcaption>",
    )


def _pace(found: Proven) -> Iterator[str]:
    """When each wave can end its ways, for each number that the die adds."""
    for mission, arrivals in found.arrivals:
        assert found.pace is not None
        yield heading(2, escape(f"Earliest rounds: {mission.title}"), f"rounds-{mission.id}")
        adds = sorted({one.adds for one in arrivals})
        if len(adds) > 1:
            yield prose(f"For a die that adds {', '.join(map(str, adds[:-1]))} and {adds[-1]} to every speed.")
        rows = []
        for wave in sorted({one.wave for one in arrivals}):
            here = [one for one in arrivals if one.wave == wave]
            ends = [proven.rounds([one.ends[index] for one in here]) for index in range(len(found.pace.ways))]
            rows.append([str(wave), str(here[0].enters), *ends])
        ways = [escape(f"End of {label(way).lower()}") for way in found.pace.ways]
        yield table(["Wave", "Enters", *ways], rows, right=range(2 + len(ways)))


def _names(names: list[str]) -> str:
    return " ".join(code(name) for name in names[:12]) + (" …" if len(names) > 12 else "") if names else "none"
