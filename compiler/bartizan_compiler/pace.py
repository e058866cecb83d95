"""Prove when waves can arrive: the earliest round in which each wave ends each of its ways, for every face of the die.

The fastest unit of a wave goes its speed, and what the face adds, in every round. It walks the declared ways one after
another, as walks go: to the nearest goal where nothing divides, and at a split to the goal of the kindest face.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from bartizan_compiler.link import Pack
from bartizan_compiler.proofs import Pace, bare
from bartizan_compiler.routes import Route, routes
from bartizan_compiler.shape import Record
from bartizan_compiler.tally import columns, named
from bartizan_engine.problem import Problem


class Arrival(NamedTuple):
    """A wave, by its number from 1, with a number that the die adds: the round in which it enters, and for each way the
    earliest round in which it ends it; None if it never does.
    """

    wave: int
    enters: int
    adds: int
    ends: tuple[int | None, ...]


def least(route: Route, starts: dict[int, int]) -> dict[int, int]:
    """The fewest steps with which a walk can end at each goal, begun at these cells after so many steps.

    Dijkstra's algorithm over the splits, whose faces are followed like walks: O(splits * faces * cells), and the
    logarithm of the splits for the queue.
    """
    ended: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    for start, steps in starts.items():
        if start in route.after:
            stem = list(route.stem(start))
            heapq.heappush(queue, (steps + len(stem) - 1, stem[-1]))
    seen: set[int] = set()
    while queue:
        steps, cell = heapq.heappop(queue)
        if cell in seen:
            continue
        seen.add(cell)
        if cell in route.left:
            ended[cell] = steps
        elif cell in route.splits:
            for _, goal in route.splits[cell].to:
                walk = list(route.walk(cell, goal)) if goal in route.left else []
                if walk:
                    heapq.heappush(queue, (steps + len(walk), walk[-1]))
    return ended


def round_of(enters: int, waits: int, steps: int, speed: int) -> int | None:
    """The round in which a unit that enters in one has gone so many steps; None if it does not move."""
    if steps <= 0:
        return enters + waits
    return enters + waits + -(-steps // speed) - 1 if speed > 0 else None


class Timing:
    """The missions of a pack against the clock. Maps are laid out once."""

    def __init__(self, pack: Pack, pace: Pace) -> None:
        self.pack, self.pace = pack, pace
        self.laid: dict[str, dict[str, Route]] = {}
        self.added = sorted(set(self._added())) or [0]

    def _added(self) -> Iterator[int]:
        for kind in self.pack.ruleset.kinds.values():
            die = self.pack.record(kind.name, self.pace.die) if kind.family == "die" and self.pace.die else None
            yield from (int(face[self.pace.adds]) for face in (die.values.get("faces") or () if die else ()))

    def arrivals(self, mission: Record) -> list[Arrival]:
        """Every wave of a mission with every number that the die can add, in order; none if its map is not sound.

        The ways are gone once for each place where waves enter: O(places * ways) runs of `least`.
        """
        ways = self._ways(mission)
        waves = mission.values.get(self.pace.waves.name) if mission.kind == self.pace.waves.owner else None
        if not ways or not waves:
            return []
        found, gone = [], {}
        before = 0
        for number, wave in enumerate(map(self._wave, waves), 1):
            enters = self._enters(wave, number)
            speed = self._speed(wave)
            at = wave.get(self.pace.at.name) if self.pace.at else None
            if at not in gone:
                gone[at] = self._steps(mission, ways, at)
            before = max(before, speed)
            if self.pace.drawn and _open(wave.get(self.pace.units.name)):
                speed = before
            for adds in self.added:
                ends = tuple(self._end(enters, steps, speed, adds) for steps in gone[at])
                found.append(Arrival(number, enters, adds, ends))
        return found

    def _ways(self, mission: Record) -> list[Route]:
        board, id = self.pack.ruleset.board, self.pack.map_of(mission)
        grid = self.pack.maps.get(id)
        if board is None or grid is None or not grid.sound:
            return []
        if id not in self.laid:
            self.laid[id] = routes(grid, board)
        ways = [self.laid[id][name] for name in self.pace.ways if name in self.laid[id]]
        return ways if len(ways) == len(self.pace.ways) else []

    def _wave(self, wave: Any) -> dict[str, Any]:
        if isinstance(wave, dict):
            return wave
        record = self.pack.record(bare(self.pace.waves.field.type.items[0]).of, wave)
        return record.values if record else {}

    def _enters(self, wave: dict[str, Any], number: int) -> int:
        said = wave.get(self.pace.round.name) if self.pace.round else None
        return number if said is None else int(said)

    def _speed(self, wave: dict[str, Any]) -> int:
        """The speed of the fastest unit of a wave, however many play; -1 if nothing comes."""
        units, speed = self.pace.units, self.pace.speed
        low, high = self.pack.info["players"]
        players = columns(range(low, high + 1), units.field.type)
        ids = {id for n in players for id in named(units.field.type, wave.get(units.name), n)}
        records = [record for id in ids if (record := self.pack.record(speed.owner, id))]
        return max((int(record.values.get(speed.name) or 0) for record in records), default=-1)

    def _steps(self, mission: Record, ways: list[Route], at: str | None) -> list[int | None]:
        """For each way, the fewest steps until its end, from where the wave enters."""
        grid = self.pack.maps[self.pack.map_of(mission)]
        cells = [cell.index for cell in grid.cells if cell.name == at] if at else list(ways[0].starts)
        here = dict.fromkeys(cells, self.pace.enters)
        found: list[int | None] = []
        for way in ways:
            here = least(way, here)
            found.append(min(here.values(), default=None))
        if found and found[-1] is not None:
            found[-1] += self.pace.leaves
        return found

    def _end(self, enters: int, steps: int | None, speed: int, adds: int) -> int | None:
        return None if steps is None or speed < 0 else round_of(enters, self.pace.waits, steps, speed + adds)

    def astray(self, mission: Record) -> Iterator[tuple[int, str, str, bool]]:
        """The waves that enter where their ways do not lead on: the number of each from 1, its cell, the way, and
        whether that ends there already.

        By one walk of the ways for each place where waves enter, as `arrivals` does.
        """
        ways = self._ways(mission)
        waves = mission.values.get(self.pace.waves.name) if mission.kind == self.pace.waves.owner else None
        if not ways or not waves or self.pace.at is None:
            return
        for number, wave in enumerate(map(self._wave, waves), 1):
            at = wave.get(self.pace.at.name)
            steps = self._steps(mission, ways, at) if at else ()
            lost = next((name for name, count in zip(self.pace.ways, steps, strict=False) if count is None), "")
            if lost:
                yield number, str(at), lost, False
            elif at and self._index(mission, at) in set(ways[0].goals) - set(ways[0].starts):
                yield number, str(at), self.pace.ways[0], True

    def _index(self, mission: Record, cell: str) -> int:
        return next(one.index for one in self.pack.maps[self.pack.map_of(mission)].cells if one.name == cell)

    def rounds(self, mission: Record) -> int | None:
        """How many rounds a mission has, if that is said."""
        rounds = self.pace.rounds
        if rounds is None or isinstance(rounds, int):
            return rounds
        said = mission.values.get(rounds.name) if mission.kind == rounds.owner else None
        return None if said is None else int(said)


def _open(value: Any) -> bool:
    """Whether something is left out in a list of units, however deep."""
    if isinstance(value, dict):
        return any(map(_open, value.values()))
    return value is None or (isinstance(value, list) and any(map(_open, value)))


# ---------------------------------------------------------------- what is told


def notes(pack: Pack, pace: Pace) -> Iterator[Problem]:
    """Missions that the clock alone decides: where nothing ever arrives, or nothing before the last wave has come, or
    the last wave does not come any more. By `Timing.arrivals`, and as long as that takes.
    """
    timing = Timing(pack, pace)
    for mission in pack.records.get(pace.waves.owner, ()):
        arrivals = timing.arrivals(mission)
        rounds = timing.rounds(mission)
        astray = list(timing.astray(mission))
        for number, cell, way, over in astray:
            yield _astray(mission, pace, number, cell, way, over)
        if arrivals:
            if not astray:  # which way they go is to be said first
                yield from _never(mission, pace, arrivals, rounds)
            yield from _late(mission, pace, arrivals, rounds)


def _astray(mission: Record, pace: Pace, number: int, cell: str, way: str, over: bool) -> Problem:
    """A wave that enters off its way, at the cell that is named; where the wave is a record of its own, at its id."""
    waves, at = mission.values[pace.waves.name], pace.at.name if pace.at else ""
    path: list[str | int] = [pace.waves.name, number - 1]
    if isinstance(waves[number - 1], dict):
        path.append(at)
    what = "and that ends there" if over else "and comes to no end of it from there"
    said = f'wave {number} of "{mission.id}" enters at "{cell}" to go "{way}", {what}'
    return Problem(mission.at(*path), "BZ643", said, "let it enter at a cell where the way begins, or on it")


def _never(mission: Record, pace: Pace, arrivals: list[Arrival], rounds: int | None) -> Iterator[Problem]:
    ends = [end for one in arrivals if (end := one.ends[-1]) is not None]
    last = max(one.enters for one in arrivals)
    first = min(ends, default=None)
    spot = partial(mission.at, pace.waves.name)
    way = pace.ways[-1]
    if first is None:
        yield Problem(spot(), "BZ640", f'"{mission.id}" cannot be lost: no wave ever comes to the end of "{way}"')
    elif rounds is not None and first > rounds:
        said = f'"{mission.id}" cannot be lost: no wave ends "{way}" before round {first}, and it has {_rounds(rounds)}'
        yield Problem(spot(), "BZ640", said, "shorten the way, or let faster units come, or earlier")
    elif first > last:
        said = f'no wave of "{mission.id}" ends "{way}" before round {first}, and the last one enters in round {last}'
        yield Problem(spot(), "BZ641", said, "nothing can be lost before; let a faster unit come earlier")


def _rounds(count: int | None) -> str:
    return "1 round" if count == 1 else f"{count} rounds"


def _late(mission: Record, pace: Pace, arrivals: list[Arrival], rounds: int | None) -> Iterator[Problem]:
    late = sorted({one.wave for one in arrivals if rounds is not None and one.enters > rounds})
    if late:
        index = late[0] - 1
        enters = next(one.enters for one in arrivals if one.wave == late[0])
        said = f'wave {late[0]} of "{mission.id}" enters in round {enters}, and the mission has {_rounds(rounds)}'
        yield Problem(mission.at(pace.waves.name, index), "BZ642", said, "it ends before its last wave has come")
