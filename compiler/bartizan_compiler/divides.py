"""Prove that every walk knows where to turn: ways divide where a split is declared, splits are whole, nothing ties.

A way with a die may divide between its goals. As long as a walk has no goal, all goals that it can reach must share the
next step; where they do not, the map declares a split, which gives each face of the die its goal.

Every proof goes by the steps that are left to each goal, which `routes` has found once for all of them by a
breadth-first search a goal: O(goals * (cells + steps)) a way. The next step to a goal is looked up among the neighbours
of a cell, which are few, so a walk takes O(cells).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bartizan_compiler import forks
from bartizan_compiler.grid import Split
from bartizan_compiler.reach import Found, Laid, unmeant
from bartizan_compiler.routes import Route
from bartizan_engine import misspelt
from bartizan_engine.problem import Problem, Spot, nearest, suggest

if TYPE_CHECKING:
    import networkx as nx


def _spot(laid: Laid, split: Split, *path: str) -> Spot:
    return laid.grid.record.at("splits", split.number, *path)


def split_ways(laid: Laid) -> Iterator[Problem]:
    """A split belongs to a way of the board that has a die, and each way divides once at a cell. One pass over the
    splits: O(splits).
    """
    seen: dict[tuple[str, int], Split] = {}
    dice = " ".join(way.name for way in laid.board.ways.values() if way.split)
    known = f"ways that have a die: {dice}" if dice else ""
    for split in laid.grid.splits:
        way, spot = laid.board.ways.get(split.way), _spot(laid, split, "way")
        first = seen.setdefault((split.way, split.at), split)
        if way is None:
            hint = suggest(split.way, laid.board.ways) or known
            yield Problem(spot, "BZ440", f'no way is named "{split.way}"', hint)
        elif not way.split:
            said = f'"{way.name}" has no die that decides where it divides'
            yield Problem(spot, "BZ441", said, known)
        elif first is not split:
            notes = ((_spot(laid, first, "at"), "the first one"),)
            said = f'"{way.name}" is split at {laid.name(split.at)} a second time'
            yield Problem(_spot(laid, split, "at"), "BZ442", said, "give all faces in one split", notes)


def split_faces(laid: Laid) -> Iterator[Problem]:
    """Each face of the die is given a goal, and nothing else is. Two lists are compared for each split:
    O(splits * faces * faces), and a die has few faces.
    """
    for route in laid.routes.values():
        faces = laid.faces.get(route.way.split, [])
        for split in route.splits.values():
            said = laid.grid.record.values["splits"][split.number]["to"]
            missing = [face for face in faces if face not in said]
            unknown = [face for face in said if face not in faces]
            meant = misspelt.meant(unknown, missing)
            for face in unknown:
                if faces:
                    spot = laid.grid.record.key("splits", split.number, "to", face)
                    near = f'did you mean "{meant[face]}"?' if face in meant else suggest(face, faces)
                    hint = near or f"its faces are {' '.join(faces)}"
                    yield Problem(spot, "BZ444", f'the die "{route.way.split}" has no face "{face}"', hint)
            missing = [face for face in missing if face not in meant.values()]
            if missing:
                names = ", ".join(f'"{face}"' for face in missing)
                text = f"the split at {laid.name(split.at)} gives no goal to the face{'s' * (len(missing) > 1)} {names}"
                yield Problem(_spot(laid, split, "to"), "BZ443", text)


def split_goals(laid: Laid) -> Iterator[Problem]:
    """What a face leads to is a goal of the way, and its walk ends there or at the next split. One walk a face:
    O(splits * faces * cells), and a search of the starts for a goal to which no way leads.
    """
    for route in laid.routes.values():
        for split in route.splits.values():
            for face, goal in split.to:
                spot = _spot(laid, split, "to", face)
                if goal not in route.left:
                    known = " ".join(laid.grid.cells[other].name for other in route.goals)
                    said = f'{laid.name(goal)} is no goal of "{route.way.name}"'
                    yield Problem(spot, "BZ445", said, f'cells tagged "{route.way.goal}": {known}')
                elif split.at in route.after and split.at not in route.left:
                    yield from _branch(laid, route, split.at, goal, spot)


def _ends_well(route: Route, at: int, goal: int) -> bool:
    walk = list(route.walk(at, goal))
    return bool(walk) and (walk[-1] == goal or walk[-1] not in route.left)


def _branch(laid: Laid, route: Route, at: int, goal: int, spot: Spot) -> Iterator[Problem]:
    if at in route.left[goal]:
        end = list(route.walk(at, goal))[-1]
        if not _ends_well(route, at, goal):
            said = f"the walk from {laid.name(at)} to {laid.name(goal)} ends at {laid.name(end)}, which is a goal too"
            yield Problem(spot, "BZ446", said)
    elif any(start in route.left[goal] for start in route.starts):  # else nothing reaches it, which is told of the goal
        yield Problem(spot, "BZ446", f"no way leads from {laid.name(at)} to {laid.name(goal)}")


def split_places(laid: Laid) -> Iterator[Problem]:
    """A way divides where its split stands: its goals lie behind different next cells. One walk a face, and the next
    steps to each goal are compared: O(splits * faces * cells). Where a split is wrong, all stems are walked once to
    tell where it could stand.
    """
    for route in laid.routes.values():
        for split in route.splits.values():
            said, spot = _undivided(laid, route, split), _spot(laid, split, "at")
            if said:
                yield Problem(spot, "BZ447", said, _where(laid, route))


def _undivided(laid: Laid, route: Route, split: Split) -> str:
    at, way = split.at, route.way.name
    if at not in route.after:
        return f'{laid.name(at)} is no cell of "{way}"'
    if at in route.left:
        return f'"{way}" ends at {laid.name(at)}, and cannot divide there'
    if not all(goal in route.left and _ends_well(route, at, goal) for _, goal in split.to):
        return ""
    ahead = {tuple(route.steps(at, goal)) for _, goal in split.to}
    if len(split.to) > 1 and len(ahead) == 1 and len(next(iter(ahead))) == 1:
        return f'"{way}" does not divide at {laid.name(at)}: every face leads on to {laid.name(next(iter(ahead))[0])}'
    return ""


def _where(laid: Laid, route: Route) -> str:
    places = sorted(cell for cell in _stems(route) if _parting(route, cell))
    return f"it divides at {laid.names(places)}" if places else ""


def _stems(route: Route) -> list[int]:
    """The cells that walks without a goal come to before a split, in order of coming."""
    return list(dict.fromkeys(cell for start in route.starts for cell in route.stem(start)))


def _parting(route: Route, cell: int) -> dict[int, list[int]]:
    """The next steps to each goal, if no next cell serves all of them: the sets of next steps have nothing in common.
    O(goals * log goals).
    """
    if cell in route.left or cell in route.splits:
        return {}
    ahead = {goal: route.steps(cell, goal) for goal in route.reached(cell)}
    if not ahead or set.intersection(*map(set, ahead.values())):
        return {}
    return ahead


def undeclared(laid: Laid) -> Iterator[Problem]:
    """Where the goals of a way with a die part, a split says which face leads where. The walk of each start, as long as
    it has no goal, is followed to the first cell where no next step serves all goals:
    O(starts * cells * goals * log goals).
    """
    for route in laid.forward():
        told = _partings(route)
        for cell in told[_elsewhere(laid, route) :] if told else ():
            if not any(split.at == cell and _meant(laid, split, route) for split in laid.grid.splits):
                yield _undeclared(laid, route, cell)


def _partings(route: Route) -> list[int]:
    """The cells at which walks without a goal, each start's in turn, would have to turn."""
    if not route.way.split:
        return []
    found = (next((cell for cell in route.stem(start) if _parting(route, cell)), None) for start in route.starts)
    return list(dict.fromkeys(cell for cell in found if cell is not None))


def _meant(laid: Laid, split: Split, route: Route) -> bool:
    """Whether a split that names no way that can divide is probably this way's, so that it is not missed as well."""
    way = laid.board.ways.get(split.way)
    if way is not None:
        return not way.split
    return nearest(split.way, laid.board.ways) in ("", route.way.name)


def _elsewhere(laid: Laid, route: Route) -> int:
    """How many splits of a way stand at a wrong cell, which is told; so many are not missed elsewhere."""
    twice = sum(split.way == route.way.name for split in laid.grid.splits) - len(route.splits)
    return twice + sum(bool(_undivided(laid, route, split)) for split in route.splits.values())


def _undeclared(laid: Laid, route: Route, cell: int) -> Problem:
    ahead = {goal: steps[0] for goal, steps in _parting(route, cell).items()}
    parts = [f"{laid.name(step)} leads to {laid.name(goal)}" for goal, step in sorted(ahead.items())[:4]]
    said = f'"{route.way.name}" divides at {laid.name(cell)} without a split: {", ".join(parts)}'
    names = [laid.grid.cells[goal].name for goal in sorted(ahead)]
    faces = laid.faces.get(route.way.split, [])
    to = ", ".join(f"{face}: {names[min(i, len(names) - 1)]}" for i, face in enumerate(faces)) or "..."
    hint = f"splits: - {{at: {laid.grid.cells[cell].name}, way: {route.way.name}, to: {{{to}}}}}"
    return Problem(laid.spot(cell), "BZ448", said, hint)


def left_out(laid: Laid) -> Iterator[Problem]:
    """With splits, every goal is some walk's end, every split is come to, and no walk turns in circles. The splits are
    nodes of a graph whose edges are the walks of their faces (`forks.chain`): what is not in it is not come to, and
    from where a search back from each goal does not come, walks go in circles. To find the graph takes
    O((starts * goals * log goals + splits * faces) * cells), to search it O(goals * splits * faces).
    """
    for route in laid.forward():
        if route.splits and not _faulty(laid, route):
            graph = forks.chain(route, sorted(set(forks.ends(route).values())))
            circles = list(_circles(laid, route, graph))
            yield from circles or _goals_left_out(laid, route, graph)
            yield from _idle_splits(laid, route, graph)


def _idle_splits(laid: Laid, route: Route, graph: nx.DiGraph[int]) -> Iterator[Problem]:
    for split in route.splits.values():
        if split.at not in graph:
            said = f'no walk on "{route.way.name}" comes to the split at {laid.name(split.at)}'
            yield Problem(_spot(laid, split, "at"), "BZ450", said)


def _faulty(laid: Laid, route: Route) -> bool:
    """Whether a split of the way is not as it should be: what follows from that is not told again."""
    passes = (split_faces, split_goals, split_places)
    alone = laid._replace(routes={route.way.name: route})
    return bool(_partings(route)) or any(next(proof(alone), None) for proof in passes)


def _goals_left_out(laid: Laid, route: Route, graph: nx.DiGraph[int]) -> Iterator[Problem]:
    for goal in route.goals:
        if goal not in graph and any(start in route.left[goal] for start in route.starts):
            notes = tuple((_spot(laid, split, "to"), "the faces of this split") for split in route.splits.values())
            said = f'no walk on "{route.way.name}" ends at {laid.name(goal)}'
            yield Problem(laid.spot(goal), "BZ449", said, "give it a face of a split", notes[:4])


def _circles(laid: Laid, route: Route, graph: nx.DiGraph[int]) -> Iterator[Problem]:
    import networkx as nx

    leaving = set(route.left).intersection(graph)
    for goal in tuple(leaving):
        leaving |= nx.ancestors(graph, goal)
    for cell in sorted(set(graph) - leaving):
        if cell in route.splits:
            said = f"from the split at {laid.name(cell)} every face leads to splits again, and never to a goal"
            yield Problem(_spot(laid, route.splits[cell], "to"), "BZ451", said)


def ties(laid: Laid) -> Iterator[Problem]:
    """Ties that are not meant."""
    return unmeant(laid, all_ties(laid))


def all_ties(laid: Laid) -> Found:
    """Where two next cells are equally near, no rule of the map says which one a walk takes. A search from the starts
    over pairs of a cell and the goal that the walk has, each looked at once: O(cells * goals * log goals) a way, since
    a walk that has no goal yet asks at each cell for all of them.
    """
    tied: set[str] = set()
    for name, route in laid.routes.items():
        found = _ties(route) if route.starts and route.goals else {}
        if found and route.way.reverse not in tied:  # else the same loop has been told in the other direction
            tied.add(name)
            for group in laid.groups(found):
                yield group, _tie(laid, route, group, found)


def _tie(laid: Laid, route: Route, group: list[int], found: dict[int, tuple[list[int], list[int]]]) -> Problem:
    cell, way = group[0], route.way.name
    ahead, goals = found[cell]
    others = len(group) - 1
    meant = f"; if rules choose there: meant: [{laid.grid.cells[cell].name}]"
    more = f", as at {others} more cell{'s' * (others > 1)} beside it" if others else ""
    if len(goals) > 1:
        said = f'{laid.names(goals)} are equally near on "{way}" from {laid.name(cell)}{more}'
        return Problem(laid.spot(cell), "BZ453", said, f"the walk turns to {laid.name(ahead[0])}{meant}")
    said = f'{laid.names(ahead)} are equally near to {laid.name(goals[0])} on "{way}" from {laid.name(cell)}{more}'
    return Problem(laid.spot(cell), "BZ452", said, f"the walk takes {laid.name(ahead[0])}{meant}; else close a pair")


def _ties(route: Route) -> dict[int, tuple[list[int], list[int]]]:
    """Cells where a walk from a start has a choice: the next cells, and the goals that they are equally near to."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    queue: list[tuple[int, int]] = [(start, -1) for start in route.starts]
    seen = set(queue)
    while queue:
        cell, goal = queue.pop()
        if cell in route.left:
            continue
        if cell in route.splits:
            after = [(step, end) for _, end in route.splits[cell].to for step in _choice(route, cell, end, found)]
        else:
            after = [(step, goal) for step in _choice(route, cell, goal, found)]
        new = [pair for pair in after if pair not in seen]
        seen.update(new)
        queue += new
    return found


def _choice(route: Route, cell: int, goal: int, found: dict[int, tuple[list[int], list[int]]]) -> list[int]:
    """The next cells of a walk to a goal, or (-1) to the nearest one; several of them are noted."""
    if goal in route.left:
        goals = [goal]
    elif route.way.split:
        return _common(route, cell, found)
    else:
        reached = route.reached(cell)
        goals = [other for other in reached if route.left[other][cell] == route.left[reached[0]][cell]]
    ahead = sorted({step for other in goals for step in route.steps(cell, other)})
    if len(ahead) > 1:
        found.setdefault(cell, (ahead, goals))
    return ahead


def _common(route: Route, cell: int, found: dict[int, tuple[list[int], list[int]]]) -> list[int]:
    """The next cell of a walk that has no goal before a split; a choice on the way to any goal is noted."""
    reached = route.reached(cell)
    for goal in reached:
        ahead = route.steps(cell, goal)
        if len(ahead) > 1:
            found.setdefault(cell, (ahead, [goal]))
    return [route.step(cell, reached[0])] if reached and not _parting(route, cell) else []


def too_many_splits(laid: Laid) -> Iterator[Problem]:
    """How often each goal is reached is computed exactly, up to a number of splits, since elimination takes the cube of
    it (`forks.shares`). They are counted: O(ways).
    """
    for route in laid.routes.values():
        if len(route.splits) > forks.MAX_SPLITS:
            count = f'"{route.way.name}" has {len(route.splits)} splits'
            said = f"{count}: how often it ends at each goal is told up to {forks.MAX_SPLITS}"
            yield Problem(_spot(laid, next(iter(route.splits.values()))), "BZ454", said)
