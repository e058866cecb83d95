"""Follow walks through the splits of a way: which goal each start leads to, and how often, as exact fractions.

A walk without a goal turns to the nearest. At a split it rolls and turns to the goal of the face; it rolls again at the
next split that it comes to, and ends at the first goal that it steps on. So the splits are the states of a Markov
chain and the goals absorb it. What is told of it is exact: fractions, never a simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from bartizan_compiler.routes import Route

if TYPE_CHECKING:
    import networkx as nx

MAX_SPLITS = 64  # the equations of a way are solved exactly up to so many splits

Shares = dict[int, Fraction]


def turns(route: Route, cell: int) -> dict[str, int]:
    """Where each face of a split leads: the goal or the next split at which that walk ends. One walk a face:
    O(faces * cells).
    """
    found: dict[str, int] = {}
    for face, goal in route.splits[cell].to:
        if goal in route.left:
            passed = list(route.walk(cell, goal))
            if passed:
                found[face] = passed[-1]
    return found


def chain(route: Route, starts: Iterable[int]) -> nx.DiGraph[int]:
    """The splits and goals that walks from the starts come to, each joined with where its faces lead. A search in
    which each split is looked at once: O(splits * faces * cells).
    """
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(starts)
    open_ = [cell for cell in starts if cell in route.splits and cell not in route.left]
    while open_:
        cell = open_.pop()
        for after in turns(route, cell).values():
            if after not in graph and after in route.splits and after not in route.left:
                open_.append(after)
            graph.add_edge(cell, after)
    return graph


def ends(route: Route) -> dict[int, int]:
    """Where each start's walk first ends: at a goal, at a split, or where no way leads on. One walk a start, which
    looks for the nearest goal at each cell: O(starts * cells * goals * log goals).
    """
    return {start: list(route.stem(start))[-1] for start in route.starts}


def shares(route: Route, weights: Mapping[str, int]) -> dict[int, Shares]:
    """How often walks from each start end at each goal, by the weights of the die's faces: the absorption of a Markov
    chain, by elimination over exact fractions. O(splits * splits * (splits + goals)) steps of arithmetic once the
    chain is found (`ends`, `chain`), which is why ways with more than `MAX_SPLITS` are not asked.
    """
    first = ends(route)
    graph = chain(route, sorted(set(first.values())))
    absorbed = _absorbed(route, graph, weights)
    return {start: absorbed.get(end, {end: Fraction(1)} if end in route.left else {}) for start, end in first.items()}


def _absorbed(route: Route, graph: nx.DiGraph[int], weights: Mapping[str, int]) -> dict[int, Shares]:
    """Solve the chain by elimination: one split after another is replaced by what it leads to, in every row that has
    it: O(splits) rows, each of at most all splits and goals.
    """
    splits = [cell for cell in sorted(graph) if cell in route.splits and cell not in route.left]
    rows = {cell: _row(route, cell, weights) for cell in splits}
    for cell in splits:
        row = rows[cell]
        again = row.pop(cell, Fraction(0))
        if again == 1 or not row:  # it leads nowhere but to itself: what comes here is lost
            rows[cell] = {}
            row = rows[cell]
        for other in row:
            row[other] /= 1 - again
        for earlier in rows.values():
            if earlier is not row and cell in earlier:
                part = earlier.pop(cell)
                for other, share in row.items():
                    earlier[other] = earlier.get(other, Fraction(0)) + part * share
    return {cell: dict(sorted(row.items())) for cell, row in rows.items()}


def _row(route: Route, cell: int, weights: Mapping[str, int]) -> Shares:
    found: Shares = {}
    after = turns(route, cell)
    total = sum(weights.get(face, 1) for face in after)
    for face, end in after.items():
        found[end] = found.get(end, Fraction(0)) + Fraction(weights.get(face, 1), total)
    return found
