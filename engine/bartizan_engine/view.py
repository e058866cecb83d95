"""What a player may see: derived from what zones and fields declare, never filtered by hand.

A piece in a zone is seen by everyone, by the zone's owner, or by nobody; a piece on the board by everyone; one that is
carried by those who see its carrier. Of a zone that a player may not look into, the number of pieces is seen. Numbers
of pieces never leave the engine in a view: pieces are called by their record and counted in the order of the view
(`card:fire#2` is the second such card that this player sees), and on a cell they stand in the order of what is seen of
them; so nothing tells which of some equal pieces one is. The options of a decision stand in the order in which
`state.decision` has them, and only in the view of those who are asked; the pieces among them are shown, wherever they
lie. `unseen` is the counterpart: what may be dealt anew without this player noticing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import decide
from .asked import seat as checked_seat
from .eyes import Eyes, pieces_in
from .sealed import observed

if TYPE_CHECKING:
    from .game import State


def view(s: State, player: int | None) -> dict[str, Any]:
    """All that a player (seat from 0) sees of a state, as plain JSON; with None, what everyone sees.

    Raises:
        Misuse: there is no such player.
    """
    if player is not None:
        checked_seat("view(player)", player, s.seats)
    return _View(observed(s, player), player).all()


def unseen(s: State, player: int) -> dict[str, list[int]]:
    """By kind, the pieces that the player cannot tell apart: those that the player may not know.

    Pieces that the open decision shows to this player are not among them, nor are those that have left the game.
    """
    asked = s.pending is not None and player in s.pending[decide.WHO]
    eyes = Eyes(s, (player,))
    shown = decide.offered_pieces(s, s.pending) if asked else frozenset()
    hidden: dict[str, list[int]] = {}
    for zone, inside in enumerate(s.zones):
        if inside and not eyes.zone(zone):
            kind = s.fixed.ruleset.zones[s.fixed.zone_names[zone]].of
            hidden.setdefault(kind, []).extend(piece for piece in inside if piece not in shown)
    for piece, place in enumerate(s.place):
        if place < -1 and piece not in shown and not eyes.piece(piece):
            hidden.setdefault(s.fixed.kinds[s.kind[piece]], []).append(piece)
    return {kind: pieces for kind, pieces in hidden.items() if len(pieces) > 1}


class _View(Eyes):
    """One view on its way: names are given to pieces first, in the order in which they are shown."""

    __slots__ = ("player", "names", "counts", "carried")

    def __init__(self, s: State, player: int | None) -> None:
        super().__init__(s, tuple(range(s.seats)) if player is None else (player,))
        self.player = player
        self.names: dict[int, str] = {}
        self.counts: dict[str, int] = {}
        self.carried: dict[int, list[int]] = {}

    def all(self) -> dict[str, Any]:
        s, game = self.s, self.s.fixed.ruleset.game
        cells = self._cells()
        self._name_all(cells)
        on_board = {s.fixed.cell_names[cell]: [self._piece(piece) for piece in pieces] for cell, pieces in cells}
        per_game, per_player = self._zones()
        return {
            "player": None if self.player is None else self.player + 1,
            "round": s.round,
            "board": on_board,
            "zones": per_game,
            "game": {
                name: self.value(field.type, getattr(s, f"game__{name}"))
                for name, field in game.items()
                if self.table_field(field)
            },
            "players": [self._player(seat, per_player[seat]) for seat in range(s.seats)],
            "decision": self._decision(),
            "result": self._result(),
        }

    # ---- pieces

    def _cells(self) -> list[tuple[int, list[int]]]:
        """The pieces on each cell, in the order of what is seen of them; what carries what is noted on the way."""
        found: dict[int, list[int]] = {}
        for piece, place in enumerate(self.s.place):
            if 0 <= place < self.s.fixed.cells:
                found.setdefault(place, []).append(piece)
            elif place < -1:
                self.carried.setdefault(-2 - place, []).append(piece)
        self.carried = {piece: self._ordered(load) for piece, load in self.carried.items()}
        return [(cell, self._ordered(found[cell])) for cell in sorted(found)]

    def _ordered(self, pieces: list[int]) -> list[int]:
        return pieces if len(pieces) < 2 else sorted(pieces, key=self._look)

    def _look(self, piece: int) -> str:
        """All that is seen of a piece and of what it carries, whatever their numbers are."""
        loads = sorted(map(self._look, self.carried.get(piece, ())))
        return repr((self.called(piece), self._held(piece), loads))

    def _name_all(self, cells: list[tuple[int, list[int]]]) -> None:
        """Names for all that is seen, before any value speaks of it."""
        seen = [piece for _, pieces in cells for piece in pieces]
        seen += [piece for zone, inside in enumerate(self.s.zones) if self.zone(zone) for piece in inside]
        for piece in seen:
            self._name(piece)

    def _name(self, piece: int) -> None:
        record = super().called(piece)
        self.counts[record] = self.counts.get(record, 0) + 1
        self.names[piece] = f"{record}#{self.counts[record]}"
        for load in self.carried.get(piece, ()):
            self._name(load)

    def called(self, piece: int) -> str:
        """A piece's name in this view; while names are given, that of its record."""
        return self.names.get(piece) or super().called(piece)

    def _zones(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        s = self.s
        per_game: dict[str, Any] = {}
        per_player: list[dict[str, Any]] = [{} for _ in range(s.seats)]
        for zone, name in enumerate(s.fixed.zone_names):
            inside = s.zones[zone]
            seen = [self._piece(piece) for piece in inside] if self.zone(zone) else len(inside)
            owner = s.fixed.zone_owner[zone]
            (per_game if owner is None else per_player[owner])[name] = seen
        return per_game, per_player

    def _piece(self, piece: int) -> dict[str, Any]:
        """What is seen of a piece: its name in this view, its state, what it carries."""
        seen: dict[str, Any] = {"is": self.called(piece)}
        held = self._held(piece)
        if held:
            seen["state"] = held
        if piece in self.carried:
            seen["carries"] = [self._piece(other) for other in self.carried[piece]]
        return seen

    def _held(self, piece: int) -> dict[str, Any]:
        kind = self.s.fixed.kinds[self.s.kind[piece]]
        return {
            name: self.value(field.type, getattr(self.s, f"{kind}__{name}")[piece])
            for name, field in self.s.fixed.ruleset.kinds[kind].state.items()
            if self.field(field, piece)
        }

    # ---- players, decision, result

    def _player(self, seat: int, zones: dict[str, Any]) -> dict[str, Any]:
        state = {
            name: self.value(field.type, getattr(self.s, f"player__{name}")[seat])
            for name, field in self.s.fixed.ruleset.players.items()
            if self.table_field(field, seat)
        }
        return {"state": state, "zones": zones}

    def _decision(self) -> dict[str, Any] | None:
        """The open decision: all of it for those who are asked, for the others only who is asked."""
        s: Any = self.s
        if s.half is not None:
            return {"players": ["chance"]}
        if s.pending is None:
            return None
        asked = [seat + 1 for seat in s.pending[decide.WHO]]
        if not all(player + 1 in asked for player in self.players):
            return {"players": asked}
        self.shown = decide.offered_pieces(s, s.pending)
        type = s.program.sites[s.pending[decide.SITE]].type
        for piece in [piece for value in s.pending[decide.VALUES] for piece in pieces_in(type, value)]:
            if piece not in self.names:
                self._name(piece)
        shown = decide.shown(s, s.pending, self)
        options = [{"is": option.key, "label": option.label, "blocked": option.blocked} for option in shown.options]
        return {"players": asked, "prompt": shown.prompt, "options": options}

    def _result(self) -> dict[str, Any] | None:
        result = self.s.result  # type: ignore[attr-defined]  # the state of a whole game
        if result is None:
            return None
        return {
            "name": result.name,
            "winners": [seat + 1 for seat in result.winners],
            "scores": dict(sorted(result.scores.items())),
        }
