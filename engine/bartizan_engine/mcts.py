"""A bot that grows a tree of what may come: Monte-Carlo tree search by UCT.

Each iteration walks down the tree, adds one option to it, plays on at random, and counts the end for every option on
its way. Which option it walks is a bandit's problem, solved by an upper bound of its worth: UCT, by L. Kocsis and Cs.
Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. Every end has a worth for every player, and whoever decides
takes what is best for that player; so it serves any number of players, and those who win or lose together.

An end that is certain is certain for the decision before it as well, if that is the best that can be had there or
nothing else is left to try; so a game without chance and secrets is solved from its ends, as far as the tree reaches
(the solver of M. Winands, Y. Björnsson and J.-T. Saito, 2008, for any number of players).

Before each iteration what the bot may not know is dealt anew. The tree has one node a line of answers, whatever was
dealt or rolled, and an option that is not always open counts how often it was (as in information set tree search, by
P. Cowling, E. Powley and D. Whitehouse, 2012).

The same seed gives the same answers on every machine: of the host's floating point only what IEEE 754 rounds exactly is
used, and the logarithm comes from a series.
"""

from __future__ import annotations

from math import inf, sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from . import asked, decide
from .chance import Streams
from .fault import Fault, Misuse
from .playout import MAX_EFFORT, imagined, played_out
from .view import unseen
from .worth import Worths, worths

if TYPE_CHECKING:
    from .game import State

ITERATIONS = 200
EXPLORE = 1.0  # how much an option draws that was seldom tried; the source has 1.41 for worths from 0 to 1


class _Edge:
    """An option in the tree: how often it was taken, how often it was open, what its ends were worth, what follows.

    `proof` is what it is worth to each player when all play as well as they can, once that is certain.
    """

    __slots__ = ("taken", "open", "worths", "proof", "node")

    def __init__(self, seats: int) -> None:
        self.taken, self.open = 0, 1
        self.worths = [0.0] * seats
        self.proof: Worths | None = None
        self.node: _Node = {}


_Node = dict[Any, _Edge]  # by (place in the rules, who is asked, what the option is)


class _Step(NamedTuple):
    """A step down the tree: the option taken, who took it, and all options that were open, if the tree has them all."""

    edge: _Edge
    player: int
    all: list[_Edge] | None

    def proof(self) -> Worths | None:
        """What the decision is worth to each player, if that is certain by now."""
        proof = self.edge.proof
        if proof is None or proof[self.player] >= 1:
            return proof
        if self.all is None:
            return None
        proofs = [edge.proof for edge in self.all if edge.proof is not None]
        return max(proofs, key=itemgetter(self.player)) if len(proofs) == len(self.all) else None


class MCTS:
    """Takes the option that the search tried most often, unless it can prove that another one is better."""

    def __init__(self, seed: int = 0, iterations: int = ITERATIONS, explore: float = EXPLORE) -> None:
        self.chance = Streams(seed)
        self.iterations = asked.number("MCTS(iterations)", iterations, "number of iterations", 1, MAX_EFFORT)
        if type(explore) not in (int, float) or not 0 <= explore < inf:
            raise Misuse("MCTS(explore)", f"{asked.shown(explore)} is no number from 0", "the default is 1.0")
        self.explore = explore
        self._logs = [0.0, 0.0]

    def choose(self, state: State) -> int:
        """The open option that the search found best."""
        places = decide.open_places(state.pending)
        if len(places) == 1:
            return places[0]
        player = state.pending[decide.WHO][0]
        open_game = not unseen(state, player)
        root: _Node = {}
        for _ in range(self.iterations):
            if self._iterate(imagined(state, player, self.chance), root, open_game):
                break
        edges = [root.get(key) for key in option_keys(state, places)]
        return places[max(range(len(places)), key=lambda i: _rank(edges[i], player, edges))]

    def _iterate(self, s: State, root: _Node, open_game: bool) -> bool:
        """One walk down the tree and on to an end, which is then told to every option on the way.

        True if that settles what the first decision is worth.
        """
        way: list[_Step] = []
        proof: Worths | None = None
        try:
            self._descend(s, root, way)
        except Fault:
            ends: Worths = (0.0,) * s.seats
        else:
            proof = way[-1].edge.proof
            if proof is None and s.outcome is not None and open_game and not s.chance.counters:
                proof = worths(s)
            ends = proof or played_out(s, self.chance)
        for step in reversed(way):
            edge = step.edge
            edge.taken += 1
            for seat, worth in enumerate(ends):
                edge.worths[seat] += worth
            edge.proof = edge.proof or proof
            proof = step.proof()
        return proof is not None

    def _descend(self, s: State, node: _Node, way: list[_Step]) -> None:
        """Walk until an option is new to the tree, or it is certain what follows."""
        while s.outcome is None:
            places, player = decide.open_places(s.pending), s.pending[decide.WHO][0]
            keys = option_keys(s, places)
            edges = [node.get(key) for key in keys]
            new = [i for i, edge in enumerate(edges) if edge is None]
            known = [edge for edge in edges if edge is not None]
            for edge in known:
                edge.open += 1
            if new:
                i = new[self.chance.below("bot", len(new))]
                known.append(node.setdefault(keys[i], _Edge(s.seats)))
                way.append(_Step(known[-1], player, known if len(new) == 1 else None))
                s.look_ahead(places[i])
                return
            i = self._best(known, player)
            way.append(_Step(known[i], player, known))
            if known[i].proof is not None:
                return
            s.look_ahead(places[i])
            node = known[i].node

    def _best(self, edges: list[_Edge], player: int) -> int:
        """The option with the greatest upper bound for a player, the first of those that are equal."""
        best, at = -1.0, 0
        for i, edge in enumerate(edges):
            bound = edge.worths[player] / edge.taken + self.explore * sqrt(self._log(edge.open) / edge.taken)
            bound = bound if edge.proof is None else edge.proof[player]
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


def _rank(edge: _Edge | None, player: int, edges: list[_Edge | None]) -> tuple[float, ...]:
    """How good the search found an option: what is proven ranks by its worth against the favourite of the others."""
    unproven = [other for other in edges if other is not None and other.proof is None]
    favourite = max(unproven, key=lambda other: other.taken, default=None)
    if edge is None:
        return (-1.0,)
    if edge.proof is None:
        mean = favourite.worths[player] / favourite.taken if favourite and favourite.taken else 0.0
        return (mean, edge.taken, edge.worths[player])
    return (edge.proof[player], inf, edge.worths[player])


def option_keys(s: State, places: list[int]) -> list[Any]:
    """What options are, so that they are found again in another deal: never numbers of pieces alone."""
    decision = s.pending
    type = s.program.sites[decision[decide.SITE]].type
    site, player, values = decision[decide.SITE], decision[decide.WHO][0], decision[decide.VALUES]
    found: list[Any] = []
    for at in places:
        if at >= len(values):
            found.append((site, player))
        elif type.name == "piece":
            found.append((site, player, s.program.signature(s, type, values[at]), s.record[values[at]]))
        else:
            found.append((site, player, s.program.signature(s, type, values[at])))
    return found
