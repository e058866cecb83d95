"""What an end is worth to each player, from 0 to 1: what bots play for.

Where some win and others do not, it is 1 for the winners and 0 for the others. Where all or none win - in games that
are played together, or at a draw - the result's declared `worth` counts, as a part of the greatest that the ruleset
declares; a result without one is worth 1 if all win, else 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .declared import Ruleset
    from .state import Base

Worths = tuple[float, ...]  # by seat


def worths(s: Base) -> Worths:
    """The worth of how a game ended; 0 for everyone while it goes on."""
    if s.outcome is None:
        return (0.0,) * s.seats
    name, winners, _ = s.outcome
    won = frozenset(winners)
    if 0 < len(won) < s.seats:
        return tuple(1.0 if seat in won else 0.0 for seat in range(s.seats))
    return (shared(s.fixed.ruleset, name, bool(won)),) * s.seats


def shared(ruleset: Ruleset, result: str, won: bool) -> float:
    """The worth of a result to those who all win, or who all do not."""
    worth = ruleset.results[result].worth
    if worth is None:
        return 1.0 if won else 0.0
    best = max(other.worth for other in ruleset.results.values() if other.worth is not None)
    return worth / best if best else 0.0
