"""Choices that all make together: while `for player in together(players):` runs, nobody sees what the others do.

The players answer one after the other, and the rules run on the one real state. What is sealed is what is shown. All
events since the loop began stay at hand (they are part of the state, so a save in the middle of the loop keeps them),
with a mark where each player's part begins; `observed` gives the state as one player may know it: a copy in which every
event of the loop is undone, and the player's own are done again. Views, logs and labels of options are taken from that
copy, so they can hold nothing of what others chose, moved or changed. When the loop is over, by its end, by `break` or
by `return`, the seal is broken and everybody reads everything.

What a player's part offers and does should depend on that player's own things, for an option is shown to whoever is
asked. What a player does to a field or piece that others have changed before in the same loop is not shown to that
player either until the seal is broken, since it would tell of their change. A loop of `together` within another is a
part of the outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .past import Raw, raw_events, redo, undo

if TYPE_CHECKING:
    from .game import State
    from .state import Base


_OF_PIECES = ("created", "moved", "removed", "renewed")


class Seal(NamedTuple):
    """That a loop is sealed: how many are within each other, the link after which its events stand, whether events
    are kept for its sake only, how many cells all events before it hold.
    """

    depth: int
    link: Any
    quiet: bool
    logged: int = 0


def close(s: Base) -> None:
    """A loop of `together` begins."""
    if s.seal is not None:
        s.seal = s.seal._replace(depth=s.seal.depth + 1)
        return
    if s.policy is not None and s.notes is None:
        return  # a playout: nobody looks
    if s.notes:
        s.trunk = (s.trunk, s.notes)
    s.seal = Seal(1, s.trunk, s.notes is None, s.logged)
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


def observed(s: State, player: int | None) -> State:
    """The state as a player may know it: the state itself, or a copy without what others do in a loop that is sealed.

    With None it is the state as everyone knows it: without what anybody does there, unless there is one player alone.

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
    own = (0 if s.seats == 1 else -1) if player is None else player
    for event, order in _own(raw, orders[::-1], own, new.fixed.cells):
        done = redo(new, event, order)
        if done is not None:
            new.notes.append(done)
    return new


def _own(raw: list[Raw], orders: list[list[int]], player: int, cells: int) -> list[tuple[Raw, list[int]]]:
    """The events of a player's parts, with the orders of zones after them; without those on what others had changed."""
    found: list[tuple[Raw, list[int]]] = []
    theirs: set[Any] = set()
    own = False
    for event, order in zip(raw, orders, strict=True):
        if event[0] == "part":
            own = event[1] == player
        if not own:
            theirs |= _changed(event) | _places(event, cells)
        elif event[0] == "shuffled":
            found.append((event, [] if _places(event, cells) & theirs else order))
        elif not (_changed(event) | _needed(event)) & theirs:
            found.append((event, order))
    return found


def _changed(event: Raw) -> set[Any]:
    """What an event changes: a piece, or a field as its name and whose it is."""
    if event[0] == "set":
        return {event[1:3]}
    return {("piece", event[1])} if event[0] in _OF_PIECES else set()


def _needed(event: Raw) -> set[Any]:
    """The piece whose field an event sets."""
    of_piece = event[0] == "set" and event[1].partition(".")[0] not in ("game", "player")
    return {("piece", event[2])} if of_piece else set()


def _places(event: Raw, cells: int) -> set[Any]:
    """The places whose pieces or order an event changes."""
    if event[0] == "shuffled":
        return {("place", cells + event[1])}
    number = {"created": 1, "moved": 2, "removed": 1}.get(event[0], 0)
    return {("place", place) for place in event[2 : 2 + number]}
