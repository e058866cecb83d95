"""What a player may see: derived from what zones and fields declare, never filtered by hand.

A piece in a zone is seen by everyone, by the zone's owner, or by nobody; a piece on the board, or carried, by
everyone. Of a zone that a player may not look into, the number of pieces is seen. Numbers of pieces never leave the
engine in a view: pieces are called by record and place in the view (`card:fire#2` is the second such card that this
player sees), so that no number tells what a face-down card is. `unseen` is the counterpart: what may be dealt anew
without this player noticing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import decide
from .types import Type

if TYPE_CHECKING:
    from .declared import Field
    from .game import State


def view(s: State, player: int) -> dict[str, Any]:
    """All that a player (seat from 0) sees of a state, as plain JSON.

    Raises:
        ValueError: there is no such player.
    """
    if not 0 <= player < s.seats:
        raise ValueError(f"there is no player {player + 1}")
    return _View(s, player).all()


def sees(s: State, player: int, piece: int) -> bool:
    """Whether a player may know what a piece is."""
    zone = s.place[piece] - s.fixed.cells
    return zone < 0 or sees_zone(s, player, zone)


def sees_zone(s: State, player: int, zone: int) -> bool:
    """Whether a player may look into a zone."""
    visible = s.fixed.ruleset.zones[s.fixed.zone_names[zone]].visible
    return visible == "everyone" or (visible == "owner" and s.fixed.zone_owner[zone] == player)


def unseen(s: State, player: int) -> dict[str, list[int]]:
    """By kind, the pieces that the player cannot tell apart: those in zones that the player may not look into.

    Pieces that the open decision shows to this player are not among them.
    """
    shown = _shown_pieces(s, player)
    hidden: dict[str, list[int]] = {}
    for zone, inside in enumerate(s.zones):
        if not sees_zone(s, player, zone):
            kind = s.fixed.ruleset.zones[s.fixed.zone_names[zone]].of
            hidden.setdefault(kind, []).extend(piece for piece in inside if piece not in shown)
    return {kind: pieces for kind, pieces in hidden.items() if len(pieces) > 1}


def _shown_pieces(s: State, player: int) -> frozenset[int]:
    if s.pending is None or player not in s.pending[decide.WHO]:
        return frozenset()
    type = s.program.sites[s.pending[decide.SITE]].type
    return frozenset(s.pending[decide.VALUES]) if type.name == "piece" else frozenset()


class _View:
    """One view on its way: names are given to pieces in the order in which they are met."""

    def __init__(self, s: State, player: int) -> None:
        self.s, self.player = s, player
        self.names: dict[int, str] = {}
        self.counts: dict[str, int] = {}

    def all(self) -> dict[str, Any]:
        s, ruleset = self.s, self.s.fixed.ruleset
        on_board = self._board()
        per_game, per_player = self._zones()
        return {
            "player": self.player + 1,
            "round": s.round,
            "board": on_board,
            "zones": per_game,
            "game": {name: self._value(field.type, getattr(s, f"game__{name}")) for name, field in ruleset.game.items() if self._open(field, None)},
            "players": [self._player(seat, per_player[seat]) for seat in range(s.seats)],
            "decision": self._decision(),
            "result": self._result(),
        }  # fmt: skip

    # ---- pieces

    def _board(self) -> dict[str, list[Any]]:
        s, found = self.s, {}
        cells: dict[int, list[int]] = {}
        for piece, place in enumerate(s.place):
            if 0 <= place < s.fixed.cells:
                cells.setdefault(place, []).append(piece)
        for cell in sorted(cells):
            found[s.fixed.cell_names[cell]] = [self._piece(piece) for piece in cells[cell]]
        return found

    def _zones(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        s = self.s
        per_game: dict[str, Any] = {}
        per_player: list[dict[str, Any]] = [{} for _ in range(s.seats)]
        for zone, name in enumerate(s.fixed.zone_names):
            inside = s.zones[zone]
            seen = [self._piece(piece) for piece in inside] if sees_zone(s, self.player, zone) else len(inside)
            owner = s.fixed.zone_owner[zone]
            (per_game if owner is None else per_player[owner])[name] = seen
        return per_game, per_player

    def _piece(self, piece: int) -> dict[str, Any]:
        """What is seen of a piece: its name in this view, its state, what it carries."""
        s = self.s
        kind = s.fixed.kinds[s.kind[piece]]
        state = s.fixed.ruleset.kinds[kind].state
        seen: dict[str, Any] = {"is": self.name(piece)}
        held = {
            name: self._value(field.type, getattr(s, f"{kind}__{name}")[piece])
            for name, field in state.items()
            if self._open(field, piece)
        }
        if held:
            seen["state"] = held
        carried = [self._piece(other) for other, place in enumerate(s.place) if place == -2 - piece]
        if carried:
            seen["carries"] = carried
        return seen

    def name(self, piece: int) -> str:
        """A piece's name in this view."""
        if piece not in self.names:
            s = self.s
            kind = s.fixed.kinds[s.kind[piece]]
            record = f"{kind}:{s.fixed.record_ids[kind][s.record[piece]]}"
            self.counts[record] = self.counts.get(record, 0) + 1
            self.names[piece] = f"{record}#{self.counts[record]}"
        return self.names[piece]

    def _open(self, field: Field, piece: int | None) -> bool:
        """Whether this player may read a field of the game, or of a piece that may be seen."""
        if field.visible == "everyone":
            return True
        if field.visible == "nobody" or piece is None:
            return False
        zone = self.s.place[piece] - self.s.fixed.cells
        return zone >= 0 and self.s.fixed.zone_owner[zone] == self.player

    def _value(self, type: Type, value: Any) -> Any:
        """A value of the state as it may be read; a piece that may not be seen is only "a" piece of its kind."""
        if value is None or isinstance(value, bool) or type.name in ("int", "none"):
            return value
        if type.name == "optional":
            return self._value(type.items[0], value)
        if type.name == "piece":
            return self.name(value) if sees(self.s, self.player, value) else f"{type.of}:?"
        if type.name == "list":
            return [self._value(type.items[0], item) for item in value]
        if type.name in ("table", "dict"):
            return {str(key): self._value(type.items[1], item) for key, item in sorted(value.items())}
        if type.name in ("effects", "shape", "context", "option"):
            return None
        return self.s.program.key(type, value, self.s)

    # ---- players, decision, result

    def _player(self, seat: int, zones: dict[str, Any]) -> dict[str, Any]:
        s, own = self.s, seat == self.player
        fields = s.fixed.ruleset.players
        state = {
            name: self._value(field.type, getattr(s, f"player__{name}")[seat])
            for name, field in fields.items()
            if field.visible == "everyone" or (own and field.visible == "owner")
        }
        return {"state": state, "zones": zones}

    def _decision(self) -> dict[str, Any] | None:
        """The open decision: all of it for those who are asked, for the others only who is asked."""
        s = self.s
        if s.pending is None:
            return None
        asked = [seat + 1 for seat in s.pending[decide.WHO]]
        if self.player + 1 not in asked:
            return {"players": asked}
        type = s.program.sites[s.pending[decide.SITE]].type
        shown = decide.shown(s, s.pending)
        options = []
        for at, option in enumerate(shown.options):
            values = s.pending[decide.VALUES]
            name = self.name(values[at]) if type.name == "piece" and at < len(values) else option.key
            options.append({"is": name, "label": option.label, "blocked": option.blocked})
        return {"players": asked, "prompt": shown.prompt, "options": options}

    def _result(self) -> dict[str, Any] | None:
        result = self.s.result
        if result is None:
            return None
        return {
            "name": result.name,
            "winners": [seat + 1 for seat in result.winners],
            "scores": dict(sorted(result.scores.items())),
        }
