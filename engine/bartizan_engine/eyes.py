"""What somebody may know of a state: whose eyes look at it, which pieces and fields they see, what they call them.

A piece is known where it lies in a zone that they may look into, on the board, or carried by a piece that they know; a
piece that has left the game is known to nobody. Fields say themselves who may read them; "owner" is the player in whose
zone the piece lies, if the player may look there. Several players together know what each of them knows. Texts are
rendered through such eyes, so that a hidden piece in them is only "a goblin" and a hidden number a "?".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .text import HIDDEN, plain
from .types import MAX_LOAD, Type

if TYPE_CHECKING:
    from .declared import Field
    from .state import Base


class Eyes:
    """The eyes of one player, or of several who look together; `shown` are pieces that they may know besides."""

    __slots__ = ("s", "players", "shown")

    def __init__(self, s: Base, players: tuple[int, ...], shown: frozenset[int] = frozenset()) -> None:
        self.s, self.players, self.shown = s, players, shown

    def zone(self, zone: int) -> bool:
        """Whether they may look into a zone."""
        fixed = self.s.fixed
        visible = fixed.ruleset.zones[fixed.zone_names[zone]].visible
        return visible == "everyone" or (visible == "owner" and self._own(fixed.zone_owner[zone]))

    def _own(self, owner: int | None) -> bool:
        return all(player == owner for player in self.players)

    def _base(self, piece: int) -> tuple[int, bool]:
        """Where the lowest of the pieces is that carry a piece, and whether one of them is shown."""
        place, shown = self.s.place[piece], piece in self.shown
        for _ in range(MAX_LOAD):
            if place >= -1:
                break
            shown = shown or -2 - place in self.shown
            place = self.s.place[-2 - place]
        return place, shown

    def piece(self, piece: int) -> bool:
        """Whether they may know what a piece is."""
        place, shown = self._base(piece)
        cells = self.s.fixed.cells
        return shown or 0 <= place < cells or (place >= cells and self.zone(place - cells))

    def field(self, field: Field, piece: int) -> bool:
        """Whether they may read a field of a piece that they know."""
        if field.visible != "owner":
            return field.visible == "everyone"
        zone = self._base(piece)[0] - self.s.fixed.cells
        return zone >= 0 and self._own(self.s.fixed.zone_owner[zone]) and self.zone(zone)

    def table_field(self, field: Field, seat: int | None = None) -> bool:
        """Whether they may read a field of the table, or of a player."""
        return field.visible == "everyone" or (field.visible == "owner" and seat is not None and self._own(seat))

    # ---- names and values

    def called(self, piece: int) -> str:
        """The name of a piece, without its number: that would tell more than is seen."""
        fixed, s = self.s.fixed, self.s
        kind = fixed.kinds[s.kind[piece]]
        return f"{kind}:{fixed.record_ids[kind][s.record[piece]] if self.piece(piece) else HIDDEN}"

    def key(self, type: Type, value: Any) -> str:
        """The key of a value, with names instead of numbers of pieces."""
        return self.s.program.key(type, value, self.s, self)

    def value(self, type: Type, value: Any) -> Any:
        """A value of the state as plain JSON, as they may read it."""
        name = type.name
        if value is None or isinstance(value, bool) or name in ("int", "none"):
            return value
        if name == "optional":
            return self.value(type.items[0], value)
        if name == "list":
            return [self.value(type.items[0], item) for item in value]
        if name == "tuple":
            return [self.value(inner, item) for inner, item in zip(type.items, value, strict=True)]
        if name in ("table", "dict"):
            key, inner = type.items
            return {self._table_key(key, at): self.value(inner, item) for at, item in sorted(value.items())}
        if name in ("effects", "shape"):
            return self._record(type, value)
        return self.key(type, value)

    def _table_key(self, type: Type, key: Any) -> str:
        return str(key) if type.name in ("seats", "range", "int") else self.key(type, key).partition(":")[2]

    def _record(self, type: Type, value: Any) -> Any:
        ruleset = self.s.fixed.ruleset
        if type.name == "shape":
            return self._fields(ruleset.shapes[type.of], value)
        words = list(ruleset.words.items())
        return [[words[number][0], self._fields(words[number][1].args, args)] for number, args in value]

    def _fields(self, fields: dict[str, Field], values: tuple[Any, ...]) -> dict[str, Any]:
        return {
            name: self.value(field.type, value) for (name, field), value in zip(fields.items(), values, strict=True)
        }


def hidden_name(kind: str) -> str:
    """What people call a piece that they may not know: `a goblin`."""
    words = plain(kind)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def pieces_in(type: Type, value: Any) -> Iterator[int]:
    """All pieces in a value."""
    if value is None:
        return
    if type.name == "piece":
        yield value
    elif type.name in ("optional", "list"):
        for item in value if type.name == "list" else (value,):
            yield from pieces_in(type.items[0], item)
    elif type.name == "tuple":
        for inner, item in zip(type.items, value, strict=True):
            yield from pieces_in(inner, item)
