"""Prove where a way is narrow: the cells that every walk passes, whether building can close them, and how wide it is.

Nothing here lists paths. What every path passes is found by one sweep along one path; how many cells close a way, by
as many searches as there are such cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from bartizan_compiler.reach import Laid, unmeant
from bartizan_compiler.routes import Joined, Route
from bartizan_engine.problem import Problem

MAX_CLOSING = 8  # so many cells that close a way together are looked for


# ---------------------------------------------------------------- what every walk passes


def chokes(after: Joined, start: int, goals: Collection[int]) -> list[int]:
    """The cells, ends left out, that every path from the start to a goal passes, in order of passing.

    A choke point is a cell of one shortest path that no other way leads round. A sweep along that path keeps the
    farthest place of it that can be reached without going on along it. O(cells + steps).
    """
    path = _shortest(after, start, goals)
    at = {cell: index for index, cell in enumerate(path)}
    found: list[int] = []
    seen: set[int] = set()
    far = 0
    for index, cell in enumerate(path[:-1]):
        if index and far == index:
            found.append(cell)
        far = max(far, _beyond(after, cell, goals, at, seen))
    return found


def _beyond(after: Joined, cell: int, goals: Collection[int], at: dict[int, int], seen: set[int]) -> int:
    """The farthest place of the path that leads back to it from a side step here; a goal beside it is past its end."""
    far = 0
    open_ = [cell]
    while open_:
        for other in after[open_.pop()]:
            if other in at:
                far = max(far, at[other])
            elif other in goals:
                far = len(at)
            elif other not in seen:
                seen.add(other)
                open_.append(other)
    return far


def _shortest(after: Joined, start: int, goals: Collection[int]) -> list[int]:
    """A shortest path to the nearest goal, both ends in it; nothing if no goal is reached or the start is one."""
    before = {start: -1}
    queue = deque([] if start in goals else [start])
    while queue:
        cell = queue.popleft()
        for other in after[cell]:
            if other not in before:
                before[other] = cell
                if other in goals:
                    path = [other]
                    while (other := before[other]) >= 0:
                        path.append(other)
                    return path[::-1]
                queue.append(other)
    return []


# ---------------------------------------------------------------- how many cells close a way


def closing(after: Joined, start: int, goals: Collection[int], counted: Collection[int], most: int) -> list[int] | None:
    """The fewest of the counted cells that every path from the start to a goal passes one of.

    None where no `most` of them close the way, or where nothing has to be closed. By Menger's theorem as many walks
    lead past each other as cells are needed: each search adds one, turning earlier ones round where it meets them.
    O(most * (cells + steps)).
    """
    counted = set(counted) - {start}
    past = {cell: [other for other in near if other not in counted] for cell, near in after.items()}
    if _shortest(past, start, goals):
        return None
    flow = _Flow(after, start, goals, counted)
    for _ in range(most + 1):
        if not flow.add():
            return flow.cut() if flow.walks else None
    return None


class _Flow:
    """Walks that share none of the counted cells. A cell is two places: where it is entered, and where it is left."""

    def __init__(self, after: Joined, start: int, goals: Collection[int], counted: set[int]) -> None:
        self.after, self.start, self.goals, self.counted = after, start, goals, counted
        self.walks = 0
        self.through: dict[int, int] = {}  # how many walks pass a cell
        self.steps: dict[int, dict[int, int]] = {}  # by the cell that is entered: how many come from each other
        self.reached: set[tuple[int, bool]] = set()

    def add(self) -> bool:
        """One walk more, if there is room."""
        first = (self.start, True)
        before: dict[tuple[int, bool], tuple[int, bool]] = {}
        self.reached = {first}
        queue = deque([first])
        while queue:
            here = queue.popleft()
            for there in self._next(*here):
                if there[0] in self.goals:
                    self._turn([*self._back(before, here), there])
                    return True
                if there not in self.reached:
                    self.reached.add(there)
                    before[there] = here
                    queue.append(there)
        return False

    def _next(self, cell: int, leaving: bool) -> Iterator[tuple[int, bool]]:
        if leaving:
            for other in self.after[cell]:
                if other != self.start:
                    yield other, False
            if self.through.get(cell):
                yield cell, False
        else:
            if cell not in self.counted or not self.through.get(cell):
                yield cell, True
            for other, count in self.steps.get(cell, {}).items():
                if count:
                    yield other, True

    def _back(self, before: dict[tuple[int, bool], tuple[int, bool]], here: tuple[int, bool]) -> list[tuple[int, bool]]:
        path = [here]
        while path[-1] in before:
            path.append(before[path[-1]])
        return path[::-1]

    def _turn(self, path: list[tuple[int, bool]]) -> None:
        """Take the walk in: what it goes against the direction of another walk, that one no longer goes."""
        self.walks += 1
        for (a, leaving), (b, entered) in pairwise(path):
            if a == b:
                self.through[a] = self.through.get(a, 0) + (1 if entered else -1)
            elif leaving:
                came = self.steps.setdefault(b, {})
                came[a] = came.get(a, 0) + 1
            else:
                self.steps[a][b] -= 1

    def cut(self) -> list[int]:
        """The counted cells that are still entered, but no longer left."""
        return sorted(
            cell for cell in self.counted if (cell, False) in self.reached and (cell, True) not in self.reached
        )


# ---------------------------------------------------------------- what is told


def _ends(laid: Laid) -> Iterator[tuple[Route, int]]:
    """Each way with each of its starts."""
    for route in laid.forward():
        yield from ((route, start) for start in route.starts if start not in route.left)


def _stands(laid: Laid, route: Route) -> set[int]:
    """The cells of a way on which something may be built, where the rules do not keep the last way open."""
    cover = laid.board.cover
    if cover.get("keeps_open") is True:
        return set()
    stand = cover.get("stand")
    return {cell for cell in route.cells if stand in laid.grid.cells[cell].tags} - {*route.goals, *route.starts}


def built_up(laid: Laid) -> Iterator[Problem]:
    """Choke points that are not meant, on which something can be built."""
    return unmeant(laid, all_built_up(laid))


def all_built_up(laid: Laid) -> Iterator[tuple[list[int], Problem]]:
    """Where one building closes a way. One sweep (`chokes`) a start: O(starts * (cells + steps))."""
    for route in laid.forward():
        stands = _stands(laid, route)
        found: dict[int, int] = {}  # the choke point, and the first start that it cuts off
        if stands:
            for start in route.starts:
                for cell in chokes(route.after, start, route.goals):
                    if cell in stands:
                        found.setdefault(cell, start)
        for group in laid.groups(found):
            start, stand = found[group[0]], laid.board.cover["stand"]
            said = f'every walk on "{route.way.name}" from {laid.name(start)} passes {laid.names(group)}'
            text = f'{said}, tagged "{stand}": whatever is built there closes the way'
            yield group, Problem(laid.spot(group[0]), "BZ457", text, _kept_open(laid, group), (), laid.sketch(group))


def _kept_open(laid: Laid, group: list[int]) -> str:
    name = laid.grid.cells[group[0]].name
    return f"if the rules refuse that, the board says so: cover: {{keeps_open: true}}; if it is meant: meant: [{name}]"


def closed_together(laid: Laid) -> Iterator[Problem]:
    """Cells that are not meant, which close a way together."""
    return unmeant(laid, all_closed_together(laid))


def all_closed_together(laid: Laid) -> Iterator[tuple[list[int], Problem]]:
    """Where several buildings close a way. One flow (`closing`) a start: O(starts * MAX_CLOSING * (cells + steps))."""
    told: set[tuple[int, ...]] = set()
    for route, start in _ends(laid):
        stands = _stands(laid, route)
        found = closing(route.after, start, route.goals, stands, MAX_CLOSING) if stands else None
        if found and len(found) > 1 and tuple(found) not in told:
            told.add(tuple(found))
            said = f'{len(found)} buildings close "{route.way.name}" from {laid.name(start)}: on {laid.names(found)}'
            yield found, Problem(laid.spot(found[0]), "BZ458", said, _kept_open(laid, found), (), laid.sketch(found))


def narrow(laid: Laid) -> Iterator[Problem]:
    """Narrow corridors that are not meant."""
    return unmeant(laid, all_narrow(laid))


def all_narrow(laid: Laid) -> Iterator[tuple[list[int], Problem]]:
    """Where fewer cells lie abreast than a way declares as `wide`. One flow (`closing`) a start:
    O(starts * wide * (cells + steps)).
    """
    told: set[tuple[int, ...]] = set()
    for route, start in _ends(laid):
        wide = route.way.wide
        inner = set(route.cells) - {*route.goals, *route.starts}
        found = closing(route.after, start, route.goals, inner, wide - 1) if wide > 1 else None
        if found and tuple(found) not in told:
            told.add(tuple(found))
            said = f'"{route.way.name}" is {_cells(len(found))} wide at {laid.names(found)}, and should be {wide}'
            hint = f'tag a cell beside it "{route.way.over}"; if it is meant: meant: [{laid.grid.cells[found[0]].name}]'
            yield found, Problem(laid.spot(found[0]), "BZ459", said, hint, (), laid.sketch(found))


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def points(route: Route) -> dict[int, list[int]]:
    """For each start of a way, its choke points; for pictures and tables."""
    return {start: chokes(route.after, start, route.goals) for start in route.starts}


def width(route: Route, start: int, most: int = MAX_CLOSING) -> Iterable[int]:
    """The fewest inner cells that close a way from a start, if no more than `most` are needed."""
    inner = set(route.cells) - {*route.goals, *route.starts}
    return closing(route.after, start, route.goals, inner, most) or ()
