"""Prove what walks can reach: goals from starts, every cell of a way from somewhere, and a way out from everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bartizan_compiler import forms, sketch
from bartizan_compiler.coverage import Coverage
from bartizan_compiler.grid import Grid
from bartizan_compiler.routes import MAX_ENTRIES, Route, distances, routes
from bartizan_engine.declared import Board
from bartizan_engine.problem import Problem, Spot

FEW = 2  # cells that may have been forgotten where a road has a gap
SHOWN = 8  # names in one message, and second places of one problem


class Laid(NamedTuple):
    """The ways of a board laid over a map.

    `faces` are the names of each die's faces. `through` has, for each way that is no reversal, the cells on some path
    from a start to a goal. `coverage` is what can be reached from where, if it is known.
    """

    grid: Grid
    board: Board
    routes: dict[str, Route]
    faces: dict[str, list[str]]
    through: dict[str, set[int]]
    coverage: Coverage | None = None

    def spot(self, cell: int) -> Spot:
        """The place of a cell in the grid."""
        return self.grid.cells[cell].spot

    def name(self, cell: int) -> str:
        """A cell's name in quotes."""
        return f'"{self.grid.cells[cell].name}"'

    def names(self, cells: Iterable[int]) -> str:
        """The names of some cells, the first of them if they are many."""
        names = [self.name(cell) for cell in cells]
        if len(names) > SHOWN:
            return ", ".join(names[:SHOWN]) + f" and {len(names) - SHOWN} more"
        return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))

    def sketch(self, told: Sequence[int], path: Sequence[int] = ()) -> str:
        """A small drawing of the cells that are told, and of what would join them to the rest."""
        return sketch.sketch(self.grid, told, path)

    def groups(self, cells: Iterable[int]) -> list[list[int]]:
        """Cells that touch, together: each group in reading order, the groups by their first cell."""
        here = set(cells)
        if not here:  # the usual answer: nothing is wrong
            return []
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(here)
        graph.add_edges_from((cell, other) for cell in here for other in self.grid.neighbours[cell] if other in here)
        return sorted(sorted(group) for group in nx.connected_components(graph))

    def forward(self) -> list[Route]:
        """The ways that are no reversals and have both starts and goals on this map."""
        return [route for route in self.routes.values() if not route.way.reverse and route.starts and route.goals]

    def whole(self) -> Iterator[tuple[str, list[Route]]]:
        """The ways that lead over each tag, where every start of them reaches a goal: else all may look astray."""
        for tag in sorted({way.over for way in self.board.ways.values()}):
            over = [route for route in self.routes.values() if route.way.over == tag and not route.way.reverse]
            if all(bool(route.starts) == bool(route.goals) and not _lost(route) for route in over):
                yield tag, [route for route in over if route.starts]


def lay(grid: Grid, board: Board, faces: dict[str, list[str]], coverage: Coverage | None = None) -> Laid:
    """Lay the board's ways over a map."""
    laid = Laid(grid, board, routes(grid, board), faces, {}, coverage)
    return laid._replace(through={route.way.name: _through(route) for route in laid.forward()})


def too_large(laid: Laid) -> Iterator[Problem]:
    """The tables of a way have a number for each of its cells and each of its goals."""
    spot = forms.spot(laid.grid.record)
    for way in laid.board.ways.values():
        if way.name not in laid.routes and not way.reverse:
            said = f'"{way.name}" has more than {MAX_ENTRIES} pairs of a cell and a goal'
            yield Problem(spot, "BZ422", said, f'tag fewer cells "{way.goal}"')


def without_ends(laid: Laid) -> Iterator[Problem]:
    """A way that has starts on a map has goals there, and the other way round."""
    spot = forms.spot(laid.grid.record)
    for route in laid.routes.values():
        way = route.way
        if not way.reverse and bool(route.starts) != bool(route.goals):
            missing, other = (way.goal, way.start) if route.starts else (way.start, way.goal)
            said = f'no cell is tagged "{missing}", but "{way.name}" leads from "{way.start}" to "{way.goal}"'
            yield Problem(spot, "BZ423", said, f'tag a cell "{missing}", or none "{other}"')


def starts_without_goal(laid: Laid) -> Iterator[Problem]:
    """Every start of a way reaches a goal. Breadth-first searches from the goals (`routes`) tell it, another one what
    is missing: O(goals * (cells + steps)), and O(cells + steps) a lost start.
    """
    for route in laid.forward():
        for start in _lost(route):
            said = f'no way leads from {laid.name(start)} to a cell tagged "{route.way.goal}" ("{route.way.name}")'
            path = _across(laid.grid, _reached(route, [start]), _leading(route))
            yield Problem(laid.spot(start), "BZ424", said, _gap(laid, route, path), (), laid.sketch([start], path))


def _lost(route: Route) -> list[int]:
    return [start for start in route.starts if not any(start in left for left in route.left.values())]


def _gap(laid: Laid, route: Route, path: list[int]) -> str:
    """What parts the cells that a start reaches from those that reach a goal: the shortest stretch of the map."""
    if not path:
        return ""
    return f"it gets as far as {laid.name(path[0])}; {_join(laid, route.way.over, path)}"


def _join(laid: Laid, tag: str, path: list[int]) -> str:
    """What joins the ends of a stretch of the map: the cells between them with the tag, or a step that is closed."""
    near, far, between = laid.name(path[0]), laid.name(path[-1]), path[1:-1]
    if not between:
        return f"open the step from {near} to {far}"
    if len(between) <= FEW:
        return f'tag {laid.names(between)} "{tag}" to join {near} and {far}'
    return f"{len(between)} cells between {near} and {far} would join them: {laid.names(between)}"


def _across(grid: Grid, sources: set[int], targets: set[int]) -> list[int]:
    """A shortest path over any cells of the map from one set to the other. Breadth-first: O(cells)."""
    before = dict.fromkeys(sorted(sources), -1)
    for cell in (queue := list(before)):  # it grows while it is read
        if cell in targets:
            path = [cell]
            while (cell := before[cell]) >= 0:
                path.append(cell)
            return path[::-1]
        for other in grid.neighbours[cell]:
            if other not in before:
                before[other] = cell
                queue.append(other)
    return []


def goals_without_start(laid: Laid) -> Iterator[Problem]:
    """Every goal of a way is reached from a start; where a start is lost, that is told alone. By the same searches as
    for the starts: O(goals * (cells + steps)).
    """
    for route in laid.forward():
        if not _lost(route):
            for goal in route.goals:
                if not any(start in route.left[goal] for start in route.starts):
                    way = route.way
                    said = f'no way leads to {laid.name(goal)} from a cell tagged "{way.start}" ("{way.name}")'
                    path = _across(laid.grid, _reached(route, route.starts), set(distances(route.before, [goal])))
                    hint = _join(laid, way.over, path) if path else ""
                    yield Problem(laid.spot(goal), "BZ425", said, hint, (), laid.sketch([goal], path))


def unreached(laid: Laid) -> Iterator[Problem]:
    """Every cell that ways lead over is reached from a start; a region that is not is told once. One breadth-first
    search a way, and one over the regions: O(ways * (cells + steps)).
    """
    forward = laid.forward()
    for tag in sorted({route.way.over for route in forward}):
        over = [route for route in forward if route.way.over == tag]
        reached = set().union(*(_reached(route, route.starts) for route in over))
        told = {cell for route in over for cell in (*route.starts, *route.goals)}
        cells = {cell.index for cell in laid.grid.cells if tag in cell.tags} - reached
        for group in laid.groups(cells):
            if not told.intersection(group):  # a lost start or goal in it has been told
                ways = " or ".join(f'"{route.way.name}"' for route in over)
                said = f"nothing that walks {ways} comes to {laid.names(group)}"
                path = _across(laid.grid, reached, set(group))
                hint = _join(laid, tag, path) if path else f'join the cells tagged "{tag}"'
                yield Problem(laid.spot(group[0]), "BZ426", said, hint, (), laid.sketch(group, path))


def _reached(route: Route, cells: Iterable[int]) -> set[int]:
    """The cells to which steps lead from any of these, themselves included."""
    return set(distances(route.after, cells))


def traps(laid: Laid) -> Iterator[Problem]:
    """From every cell that walks can come to a way leads on to a goal; one-way pairs can break that. What is reached
    from the starts, less what reaches a goal: O(cells + steps) a way.
    """
    told: set[int] = set()
    for route in laid.forward():
        out = _leading(route)
        ended = {cell: [] if cell in route.left else after for cell, after in route.after.items()}
        trapped = distances(ended, (start for start in route.starts if start in out)).keys() - out
        for group in laid.groups(trapped - told):
            said = f'"{route.way.name}" leads to {laid.names(group)}, from where no way leads on to a goal'
            hint = "turn or remove the one-way pair that leads in"
            yield Problem(laid.spot(group[0]), "BZ427", said, hint, (), laid.sketch(group))
        told |= trapped


def loops(laid: Laid) -> Iterator[Problem]:
    """One-way loops that are not meant."""
    return unmeant(laid, all_loops(laid))


def all_loops(laid: Laid) -> Found:
    """One-way pairs that lead round to where they begin: strongly connected components of these steps alone (Tarjan),
    O(pairs), and a breadth-first search round each. Where no way leads out of one, it is told as a trap.
    """
    told: set[int] = set()
    for route in laid.forward():
        joined = {pair for pair in laid.grid.one_way if pair[1] in route.after.get(pair[0], ())}
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_edges_from(sorted(joined))
        found = _reached(route, route.starts) & _leading(route)
        for part in sorted(sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1):
            if not told.issuperset(part) and found.intersection(part):
                told.update(part)
                second = next(cell for cell in graph[part[0]] if cell in part)
                names = " to ".join(laid.name(cell) for cell in (part[0], *nx.shortest_path(graph, second, part[0])))
                said = f"one-way pairs lead round and round: {names}"
                hint = f"turn one of the pairs; if it is meant: meant: [{laid.grid.cells[part[0]].name}]"
                yield part, Problem(laid.spot(part[0]), "BZ456", said, hint, (), laid.sketch(part))


def _leading(route: Route) -> set[int]:
    """The cells from which a way leads to some goal."""
    return set().union(*route.left.values())


Found = Iterator[tuple[list[int], Problem]]  # cells that may be meant so, and what is told of them if they are not


def unmeant(laid: Laid, found: Found) -> Iterator[Problem]:
    """What is told of cells of which the map does not say that they are meant so."""
    meant = {cell for cell, _ in laid.grid.meant}
    return (problem for cells, problem in found if not meant.intersection(cells))


def dead_ends(laid: Laid) -> Iterator[Problem]:
    """Dead ends that are not meant."""
    return unmeant(laid, all_dead_ends(laid))


def all_dead_ends(laid: Laid) -> Found:
    """Cells that lie on no way through, from a start to a goal without coming back. By biconnected components
    (`_through`): O(cells + steps) a way.
    """
    for tag, over in laid.whole():
        reached = set().union(*(_reached(route, route.starts) & _leading(route) for route in over))
        through = set().union(*(laid.through[route.way.name] for route in over))
        cells = {cell.index for cell in laid.grid.cells if tag in cell.tags}
        for group in laid.groups((cells & reached) - through):
            said = f"no walk passes through {laid.names(group)}: a dead end"
            yield group, Problem(laid.spot(group[0]), "BZ428", said, _if_meant(laid, group), (), laid.sketch(group))


def _if_meant(laid: Laid, group: list[int]) -> str:
    return f"if it is meant: meant: [{laid.grid.cells[group[0]].name}]"


def _through(route: Route) -> set[int]:
    """Cells on a path from a start to a goal that visits no cell twice, one-way pairs aside.

    A source before all starts and a sink behind all goals are joined: what lies in one biconnected component with
    that edge lies on a cycle through it, and so on a path between both.
    """
    source, sink = -1, -2
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from((cell, after) for cell, near in route.after.items() for after in near)
    graph.add_edges_from((source, start) for start in route.starts)
    graph.add_edges_from((sink, goal) for goal in route.goals)
    graph.add_edge(source, sink)
    parts: Iterable[set[int]] = nx.biconnected_components(graph)  # type: ignore[assignment]  # the stubs say lists of sets
    return next(part for part in parts if source in part and sink in part) - {source, sink}


def detours(laid: Laid) -> Iterator[Problem]:
    """Detours that are not meant."""
    return unmeant(laid, all_detours(laid))


def all_detours(laid: Laid) -> Found:
    """Cells on a way through that no shortest walk takes, in any direction. The steps that are left to each goal
    (`routes`) say which next cells are nearer: O(goals * (cells + steps)) a way.
    """
    for tag, over in laid.whole():
        through = set().union(*(laid.through[route.way.name] for route in over))
        walked = set().union(*(_walked(route) for route in laid.routes.values() if route.way.over == tag))
        cells = {cell.index for cell in laid.grid.cells if tag in cell.tags}
        for group in laid.groups((cells & through) - walked):
            said = f"no shortest walk comes to {laid.names(group)}: a detour"
            yield group, Problem(laid.spot(group[0]), "BZ429", said, _if_meant(laid, group))


def _walked(route: Route) -> set[int]:
    """The cells on all shortest walks from a start or a split to a goal."""
    found = {*route.starts, *route.goals}
    for goal, left in route.left.items():
        queue = [start for start in (*route.starts, *route.splits) if start in left]
        seen = set(queue)
        for cell in queue:
            for after in route.steps(cell, goal):
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        found |= seen
    return found
