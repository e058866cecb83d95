"""Choices that all make together: while `for player in together(players):` runs, nobody sees what the others do.

The players answer one after the other, and the rules run on the one real state. What is sealed is what is shown. All
events since the loop began stay at hand (they are part of the state, so a save in the middle of the loop keeps them),
with a mark where each player's part begins; `observed` gives the state as one player may know it: a copy in which every
event of the loop is undone, and the player's own are done again. Views, logs and labels of options are taken from that
copy, so they can hold nothing of what others chose, moved or changed. When the loop is over, by its end, by `break` or
by `return`, the seal is broken and everybody reads everything.

What a player's part offers and writes should depend on that player's own things: a field that others have written in
the same loop shows its value from before the loop until the seal is broken. A loop of `together` within another is a
part of the outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .past import Raw, raw_events, redo, undo

if TYPE_CHECKING:
    from .game import State
    from .state import Base


class Seal(NamedTuple):
    """That a loop is sealed: how many are within each other, the link after which its events stand, whether events
    are kept for its sake only.
    """

    depth: int
    link: Any
    quiet: bool


def close(s: Base) -> None:
    """A loop of `together` begins."""
    if s.seal is not None:
        s.seal = s.seal._replace(depth=s.seal.depth + 1)
        return
    if s.policy is not None and s.notes is None:
        return  # a playout: nobody looks
    if s.notes:
        s.trunk = (s.trunk, s.notes)
    s.seal = Seal(1, s.trunk, s.notes is None)
    s.notes = []


def part(s: Base, player: int) -> None:
    """A player's part of the loop begins."""
    s.event("part" if s.seal is not None and s.seal.depth == 1 else "turn", player)


def open_up(s: Base) -> None:
    """A loop of `together` is over."""
    if s.seal is None:
        return
    if s.seal.depth > 1:
        s.seal = s.seal._replace(depth=s.seal.depth - 1)
        return
    if s.seal.quiet:
        s.trunk, s.notes = s.seal.link, None
    s.seal = None
    s.event("opened")


def sealed_events(s: Base) -> list[Raw]:
    """The events since the loop began."""
    return [] if s.seal is None else raw_events(s, s.seal.link)


def observed(s: State, player: int) -> State:
    """The state as a player may know it: the state itself, or a copy without what others do in a loop that is sealed.

    Only what is seen of it is right: places, zones, fields, events, and the open decision.
    """
    if s.seal is None:
        return s
    raw, new = sealed_events(s), s.clone()
    new.trunk, new.notes = s.seal.link, []
    orders: list[list[int]] = []
    for event in reversed(raw):
        orders.append(new.zones[event[1]][:] if event[0] == "shuffled" else [])
        undo(new, event)
    for event, order in _own(raw, orders[::-1], player):
        done = redo(new, event, order)
        if done is not None:
            new.notes.append(done)
    return new


def _own(raw: list[Raw], orders: list[list[int]], player: int) -> list[tuple[Raw, list[int]]]:
    """The events of a player's parts, with the orders of zones after them; without fields that others wrote before."""
    found: list[tuple[Raw, list[int]]] = []
    theirs: set[tuple[str, Any]] = set()
    own = False
    for event, order in zip(raw, orders, strict=True):
        if event[0] == "part":
            own = event[1] == player
        fields = {(event[1], event[2])} if event[0] == "set" else set()
        if not own:
            theirs |= fields
        elif not fields & theirs:
            found.append((event, order))
    return found
