"""Deal anew what a player may not know, so that a bot that looks ahead cannot peek.

The pieces that a player cannot tell apart (`view.unseen`) keep their places, and what they are - record and state - is
dealt among them; future chance is drawn from a new seed. What is dealt depends on the given streams and on what lies
hidden altogether, never on where it really lies. Fields that are declared hidden stay as they are, since nothing says
what else they could be; so do answers that wait in the rules until all have answered (`together`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .chance import Streams
from .view import unseen

if TYPE_CHECKING:
    from .game import State


def deal_anew(s: State, player: int, chance: Streams) -> None:
    """Change a state, in place, into one that the player could as well be in."""
    for kind, pieces in unseen(s, player).items():
        columns = _columns(s, kind)
        whats = sorted((tuple(column[piece] for column in columns) for piece in pieces), key=repr)
        order = list(range(len(whats)))
        chance.shuffle("deal", order)
        for piece, at in zip(pieces, order, strict=True):
            for column, value in zip(columns, whats[at], strict=True):
                column[piece] = value
    s.chance = Streams(chance.word("future"))
    s.forced, s.forced_picks = {}, []


def _columns(s: State, kind: str) -> list[list[Any]]:
    """The columns that say what a piece of a kind is."""
    return [s.record, *(getattr(s, f"{kind}__{name}") for name in s.fixed.ruleset.kinds[kind].state)]
