"""What has happened as one player may know it: the log that the player reads.

The same events as `events.event_list` has, in the same order, with less in them. A piece is named, by its record and
never by its number, where the player sees it before or after; a move from a hidden place to a hidden place tells only
that a piece moved. A field's change is left out where the player may not read the field. Of a decision those who were
asked read everything; the others read what was chosen, or, where it is secret or about a piece that is hidden from
them, only that there was a choice (prompt, option and label are None). Texts name hidden pieces by their kind alone.
What was picked by chance is told only of pieces that the player sees: what a rule picks may be meant for a hidden
field. Which words are carried out is left out: what they do is told by itself.

What the rules themselves take out of a hidden piece and say as a text or a number is beyond this: an announcement of
`{goblin}` is redacted, one of `{goblin.title}` is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import asked, decide
from .events import EVENTS, Event, declared, spelt
from .eyes import Eyes
from .past import Raw, raw_events, undo
from .sealed import observed

if TYPE_CHECKING:
    from .game import State


def log(s: State, player: int | None) -> list[Event]:
    """The events of a state as a player (seat from 0) may know them; with None, as everyone may.

    Raises:
        Misuse: there is no such player.
    """
    if player is not None:
        asked.seat("log(player)", player, s.seats)
    if s.notes is None:
        return []
    past = observed(s, player)
    return _Teller(past if past is not s else s.clone(), player).all()


class _Teller(Eyes):
    """Reads a copy's events from the last to the first, and puts the copy back as it goes."""

    __slots__ = ()

    def __init__(self, past: State, player: int | None) -> None:
        super().__init__(past, tuple(range(past.seats)) if player is None else (player,))

    def all(self) -> list[Event]:
        found = []
        for raw in reversed(raw_events(self.s)):
            event = self._event(raw)
            if event is not None:
                found.append(event)
        return found[::-1]

    def _event(self, raw: Raw) -> Event | None:
        """An event as it may be told, or None; after it the copy is as it was before the event."""
        if raw[0] in ("created", "moved", "removed"):
            return self._whereabouts(raw)
        teller = _TELLERS.get(raw[0])
        event = spelt(self.s, raw) if teller is None else teller(self, raw[0], *raw[1:])
        undo(self.s, raw)
        return event

    def _event_of(self, name: str, *values: Any) -> Event:
        return Event(name, tuple(zip(EVENTS[name].values, values, strict=True)))

    # ---- pieces and fields

    def _whereabouts(self, raw: Raw) -> Event:
        """A piece that came, went or left: named if it is seen before or after."""
        piece, places = raw[1], raw[2 : 1 + len(EVENTS[raw[0]].values)]
        after, name = self.piece(piece), self.called(piece)
        told = [self._place(place) for place in places]
        undo(self.s, raw)
        return self._event_of(raw[0], name if after else self.called(piece), *told)

    def _place(self, place: int) -> str:
        return self.s.fixed.place_name(place) if place >= -1 else f"on {self.called(-2 - place)}"

    def _renewed(self, name: str, piece: int, before: Any) -> Event | None:  # noqa: ARG002  # the event has it
        return self._event_of(name, self.called(piece)) if self.piece(piece) else None

    def _set(self, name: str, slot: str, of: int | None, before: Any, after: Any) -> Event | None:
        owner, _, name_of_field = slot.partition(".")
        field = declared(self.s, owner, name_of_field)
        if of is None or owner == "player":
            subject = "game" if of is None else f"player:{of + 1}"
            known = self.table_field(field, of)
        else:
            subject = self.called(of)
            known = self.piece(of) and self.field(field, of)
        values = (self.value(field.type, before), self.value(field.type, after))
        return self._event_of(name, name_of_field, subject, *values) if known else None

    def _performed(self, name: str, word: int) -> None:  # noqa: ARG002  # of what is hidden it would tell too much
        return None

    def _picked(self, name: str, type: int, items: list[Any]) -> Event:
        of = self.s.program.types[type]
        return self._event_of(name, [self.key(of, item) if of.name == "piece" else None for item in items])

    # ---- texts and decisions

    def _announced(self, name: str, message: Any) -> Event:
        return self._event_of(name, self.s.plain(message, self))

    def _problem(self, name: str, kind: str, record: int, field: str, message: Any) -> Event:
        of = f"{kind}:{self.s.fixed.record_ids[kind][record]}"
        return self._event_of(name, of, field, self.s.plain(message, self))

    def _asked(self, decision: tuple[Any, ...]) -> Eyes | None:
        """The eyes with which the players read a decision, if they are all asked."""
        if not all(player in decision[decide.WHO] for player in self.players):
            return None
        return Eyes(self.s, self.players, decide.offered_pieces(self.s, decision))

    def _offered(self, name: str, decision: tuple[Any, ...], alone: bool) -> Event | None:
        eyes = self._asked(decision)
        if eyes is None:
            return None
        prompt = self.s.plain(decision[decide.PROMPT], eyes)
        return self._event_of(name, prompt, decide.keys(self.s, decision, eyes), alone)

    def _chosen(self, name: str, player: int, decision: tuple[Any, ...], at: int) -> Event:
        eyes = self._asked(decision)
        if eyes is None:
            secret = self.s.program.sites[decision[decide.SITE]].secret
            if secret or not all(map(self.piece, decide.about(self.s, decision))):
                return self._event_of(name, player + 1, None, None, None)
            eyes = self
        key, label = decide.keys(self.s, decision, eyes)[at], decide.label_at(self.s, decision, at, eyes)
        return self._event_of(name, player + 1, self.s.plain(decision[decide.PROMPT], eyes), key, label)


_TELLERS: dict[str, Any] = {
    "renewed": _Teller._renewed,
    "set": _Teller._set,
    "performed": _Teller._performed,
    "picked": _Teller._picked,
    "announced": _Teller._announced,
    "problem": _Teller._problem,
    "offered": _Teller._offered,
    "chosen": _Teller._chosen,
}
