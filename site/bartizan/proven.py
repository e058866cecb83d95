"""Tell what is proven of a map: how far its ways are and where they end, what every walk passes, what is covered, when.

The same facts serve the command, as lines of text, and the pages, as tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bartizan_compiler import chokes, graph, pace, proofs, sight
from bartizan_compiler.routes import Route, routes

if TYPE_CHECKING:
    from bartizan_compiler.coverage import Coverage
    from bartizan_compiler.grid import Grid
    from bartizan_compiler.link import Pack
    from bartizan_compiler.shape import Record

FEW = 12  # names in a line


class Proven(NamedTuple):
    """What is known of one map: its ways, how often walks end where, what is covered, and when each wave arrives."""

    grid: Grid
    ways: tuple[Route, ...]
    shares: Mapping[str, Mapping[int, Mapping[int, Fraction]]]
    coverage: Coverage | None
    pace: proofs.Pace | None
    arrivals: tuple[tuple[Record, tuple[pace.Arrival, ...]], ...]

    def names(self, cells: list[int]) -> list[str]:
        """The names of cells."""
        return [self.grid.cells[cell].name for cell in cells]


def prove(pack: Pack, name: str) -> Proven | None:
    """What is proven of a map of a sound pack; nothing of one that has no board or no ways."""
    grid, board = pack.maps.get(name), pack.ruleset.board
    if grid is None or board is None or not grid.sound:
        return None
    asked, _ = proofs.read(pack.ruleset, pack.ruleset_data)
    laid = [way for way in routes(grid, board).values() if not way.way.reverse and way.starts and way.goals]
    coverage, _ = sight.covers(pack, asked.cover, sound=pack.program is not None)(grid)
    return Proven(
        grid,
        tuple(laid),
        graph.shares(grid, board, weights(pack)),
        coverage,
        asked.pace,
        tuple(_arrivals(pack, name, asked.pace)),
    )


def weights(pack: Pack) -> dict[str, dict[str, int]]:
    """How often each face stands on each die."""
    return {
        record.id: {str(face["name"]): int(face.get("count", 1)) for face in record.values.get("faces") or []}
        for kind in pack.ruleset.kinds.values()
        if kind.family == "die"
        for record in pack.records.get(kind.name, ())
    }


def _arrivals(pack: Pack, name: str, declared: proofs.Pace | None) -> Iterator[tuple[Record, tuple[pace.Arrival, ...]]]:
    if declared is not None:
        timing = pace.Timing(pack, declared)
        for mission in pack.records.get(declared.waves.owner, ()):
            found = timing.arrivals(mission) if pack.map_of(mission) == name else []
            if found:
                yield mission, tuple(found)


def passed(proven: Proven, way: Route) -> list[tuple[str, list[str]]]:
    """For each start of a way, what every walk from there passes."""
    return [(proven.grid.cells[start].name, proven.names(cells)) for start, cells in chokes.points(way).items()]


def rounds(values: list[int | None]) -> str:
    """The rounds for each number that the die adds: `4`, `7 / 5 / 4`."""
    said = ["never" if value is None else str(value) for value in values]
    return said[0] if len(set(said)) == 1 else " / ".join(said)


def bare(coverage: Coverage) -> list[tuple[int, list[int]]]:
    """For each range, the cells that nothing covers."""
    ranges = range(coverage.cover.low, coverage.cover.high + 1)
    return [(n, [cell for cell, count in coverage.counts(n).items() if not count]) for n in ranges]


# ---------------------------------------------------------------- as lines


def lines(proven: Proven) -> list[str]:
    """All of it as lines of text."""
    return [*_ways(proven), *_cover(proven), *_pace(proven)]


def _ways(proven: Proven) -> Iterator[str]:
    for way in proven.ways:
        for start in way.starts:
            yield f"{way.way.name} from {proven.grid.cells[start].name}: {'; '.join(_ends(proven, way, start))}"
        for name, cells in passed(proven, way):
            if cells:
                yield f"  every walk from {name} passes {_few(cells)}"


def _ends(proven: Proven, way: Route, start: int) -> Iterator[str]:
    shares = proven.shares.get(way.way.name, {}).get(start, {}) if way.way.split else {}
    for goal in way.goals:
        steps = way.left[goal].get(start)
        if steps is not None:
            part = shares.get(goal, Fraction(0))
            often = f", {part} of the walks" if shares and part != 1 else ""
            yield f"{proven.grid.cells[goal].name} in {steps} {'step' if steps == 1 else 'steps'}{often}"


def _cover(proven: Proven) -> Iterator[str]:
    if proven.coverage is not None:
        cover = proven.coverage.cover
        for range_, cells in bare(proven.coverage):
            left = f"all but {_few(proven.names(cells))}" if cells else "all"
            yield f"{cover.stand} covers {cover.reach} within {range_}: {left}"


def _pace(proven: Proven) -> Iterator[str]:
    for mission, arrivals in proven.arrivals:
        assert proven.pace is not None
        for wave in sorted({one.wave for one in arrivals}):
            here = [one for one in arrivals if one.wave == wave]
            ends = [
                f"{name} ended in round {rounds(ended)}"
                if any(one is not None for one in ended)
                else f"{name} never ended"
                for index, name in enumerate(proven.pace.ways)
                for ended in [[one.ends[index] for one in here]]
            ]
            yield f"{mission.id}, wave {wave} in round {here[0].enters}: {', '.join(ends)}"


def _few(names: list[str]) -> str:
    return " ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
