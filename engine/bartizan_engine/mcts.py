"""A bot that grows a tree of what may come: Monte-Carlo tree search by UCT.

Each iteration walks down the tree, adds one option to it, plays on at random, and counts the end for every option on
its way. Which option it walks is a bandit's problem, solved by an upper bound of its worth: UCT, by L. Kocsis and Cs.
Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. Every end has a worth for every player, and whoever decides
takes what is best for that player; so it serves any number of players, and those who win or lose together.

Before each iteration what the bot may not know is dealt anew. The tree has one node a line of answers, whatever was
dealt or rolled, and an option that is not always open counts how often it was (as in information set tree search, by
P. Cowling, E. Powley and D. Whitehouse, 2012).

The same seed gives the same answers on every machine: of the host's floating point only what IEEE 754 rounds exactly is
used, and the logarithm comes from a series.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from . import decide
from .chance import Streams
from .fault import Fault
from .playout import imagined, played_out
from .worth import worths

if TYPE_CHECKING:
    from .game import State

ITERATIONS = 200
EXPLORE = 1.0  # how much an option draws that was seldom tried; the source has 1.41 for worths from 0 to 1


class _Edge:
    """An option in the tree: how often it was taken, how often it was open, what its ends were worth, what follows."""

    __slots__ = ("taken", "open", "worths", "node")

    def __init__(self, seats: int) -> None:
        self.taken = self.open = 0
        self.worths = [0.0] * seats
        self.node: _Node = {}


_Node = dict[Any, _Edge]  # by (place in the rules, who is asked, what the option is)


class MCTS:
    """Takes the option that the search tried most often."""

    def __init__(self, seed: int = 0, iterations: int = ITERATIONS, explore: float = EXPLORE) -> None:
        self.chance = Streams(seed)
        self.iterations, self.explore = iterations, explore
        self._logs = [0.0, 0.0]

    def choose(self, state: State) -> int:
        """The open option that was tried most often; of those that are equal, the one with the best mean."""
        places = decide.open_places(state.pending)
        if len(places) == 1:
            return places[0]
        player = state.pending[decide.WHO][0]
        root: _Node = {}
        for _ in range(self.iterations):
            self._iterate(imagined(state, player, self.chance), root)
        keys = option_keys(state, places)
        tried = [(edge.taken, edge.worths[player]) if (edge := root.get(key)) else (0, 0.0) for key in keys]
        return places[tried.index(max(tried))]

    def _iterate(self, s: State, root: _Node) -> None:
        """One walk down the tree and on to an end, which is then told to every option on the way."""
        way: list[_Edge] = []
        try:
            grown = self._descend(s, root, way)
        except Fault:
            ends = (0.0,) * s.seats
        else:
            ends = played_out(s, self.chance) if grown else worths(s)
        for edge in way:
            edge.taken += 1
            for seat, worth in enumerate(ends):
                edge.worths[seat] += worth

    def _descend(self, s: State, node: _Node, way: list[_Edge]) -> bool:
        """Walk until an option is new to the tree (True) or the game is over (False)."""
        while s.outcome is None:
            places = decide.open_places(s.pending)
            keys = option_keys(s, places)
            for key in keys:
                if key in node:
                    node[key].open += 1
            new = [i for i, key in enumerate(keys) if key not in node]
            if new:
                i = new[self.chance.below("bot", len(new))]
                edge = node[keys[i]] = _Edge(s.seats)
                edge.open = 1
            else:
                i = self._best([node[key] for key in keys], s.pending[decide.WHO][0])
                edge = node[keys[i]]
            way.append(edge)
            s.step(places[i])
            if new:
                return True
            node = edge.node
        return False

    def _best(self, edges: list[_Edge], player: int) -> int:
        """The option with the greatest upper bound for a player, the first of those that are equal."""
        best, at = -1.0, 0
        for i, edge in enumerate(edges):
            bound = edge.worths[player] / edge.taken + self.explore * sqrt(self._log(edge.open) / edge.taken)
            if bound > best:
                best, at = bound, i
        return at

    def _log(self, n: int) -> float:
        """The natural logarithm of a whole number, each from the one before it."""
        logs = self._logs
        while len(logs) <= n:
            x = 1 / (2 * len(logs) - 1)
            logs.append(logs[-1] + 2 * x * (1 + x * x / 3 + x * x * x * x / 5))
        return logs[n]


def option_keys(s: State, places: list[int]) -> list[Any]:
    """What options are, so that they are found again in another deal: never numbers of pieces alone."""
    decision = s.pending
    type = s.program.sites[decision[decide.SITE]].type
    asked, values = (decision[decide.SITE], decision[decide.WHO][0]), decision[decide.VALUES]
    found: list[Any] = []
    for at in places:
        if at >= len(values):
            found.append((asked,))
            continue
        what = s.program.signature(s, type, values[at])
        found.append((asked, (s.record[values[at]], what) if type.name == "piece" else what))
    return found
