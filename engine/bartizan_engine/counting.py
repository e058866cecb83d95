"""What happened in a game, counted from its events: how it ended, pieces by kind, record, round and place, words that
were performed, options that were offered and taken, and the statistics that its ruleset names.

Counting looks at events as they stand in the state, so it needs no words and no copies. A count is a number under a
key; `Census.key` and `Census.option` put keys into words, once for all the games that were counted under them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import asked, decide, measures
from .bots import MAX_DECISIONS, Bot
from .declared import Statistic
from .fault import Fault, Misuse
from .past import Raw, raw_events
from .problem import Spot
from .types import ONE_NUMBER, Type

if TYPE_CHECKING:
    from .game import State

Key = tuple[Any, ...]
Pick = Callable[["_Table", Raw], Any]  # what a statistic takes out of an event

_NUMBERED = re.compile(r"#\d+")
GOES_ON = "goes_on"  # in place of the result of a campaign that bots have left
ENDED = "ended"
CREATED, MOVED, REMOVED, PERFORMED, STATISTIC = "created", "moved", "removed", "performed", "statistic"
WHOLE, RECORD, ROUND, PLACE, WORD = "", "record", "round", "place", "word"


class Counted(NamedTuple):
    """A finished game in numbers: `counts` by key, and of each option how often it was offered, open and chosen."""

    result: str
    winners: tuple[int, ...]
    scores: dict[str, int]
    rounds: int
    decisions: int
    counts: dict[Key, int]
    options: dict[Key, list[int]]


def played(s: State, bot: Bot, limit: int = MAX_DECISIONS) -> int:
    """Play a state to its end, without a way back; how often somebody was asked.

    Raises:
        Misuse: the bot gives no place of an open option.
        Fault: the rules went wrong, or the game took more than `limit` decisions.
    """
    for decisions in range(limit):
        if s.outcome is not None:
            return decisions
        at, decision = bot.choose(s), s.pending
        if type(at) is not int or not decide.is_open(decision, at):
            raise Misuse("choose(state)", f"{asked.shown(at)} is no place of an open option", "see decide.open_places")
        s.note(("chosen", decision[decide.WHO][0], decision, at), 0)
        s.step(at)
    why = f"the game goes on after {limit} decisions"
    raise Fault("BZ803", why, "does every option use something up?", Spot("played(limit)"), s.stack())


class _Table:
    """What counting follows from event to event: the round, and the fields of the game that counts are parted by."""

    __slots__ = ("s", "round", "game")

    def __init__(self, s: State, game: dict[str, Any]) -> None:
        self.s, self.round, self.game = s, 0, dict(game)


class Census:
    """Counts games of one scenario, one number of seats and one set of options."""

    def __init__(self, s: State) -> None:
        self.program, self.fixed = s.program, s.fixed
        self.templates = s.program.templates
        ruleset = s.fixed.ruleset
        self.words = list(ruleset.words)
        self.statistics = list(ruleset.statistics.values())
        followed = {one.by.partition(".")[2] for one in self.statistics if one.by.startswith("game.")}
        self.start = {name: s.fixed.default(ruleset.game[name]) for name in sorted(followed)}
        self.plain = [site.type.name in ONE_NUMBER for site in s.program.sites]
        self.wanted: dict[str, list[tuple[int, Pick, Pick]]] = {}
        for at, one in enumerate(self.statistics):
            self.wanted.setdefault(one.event, []).append((at, *_picks(s, one)))

    # ---- counting

    def game(self, s: State, decisions: int) -> Counted:
        """A game that has ended, with its events kept; who played it knows how often somebody was asked."""
        counts: dict[Key, int] = {}
        options: dict[Key, list[int]] = {}
        table, kinds, records = _Table(s, self.start), s.kind, s.record
        for raw in raw_events(s):
            name = raw[0]
            if name in (CREATED, MOVED, REMOVED):
                piece, place = raw[1], raw[3] if name == MOVED else raw[2]
                kind = kinds[piece]
                for key in (
                    (name, kind, WHOLE, 0), (name, kind, RECORD, records[piece]),
                    (name, kind, ROUND, table.round), (name, kind, PLACE, self.place(place)),
                ):  # fmt: skip
                    counts[key] = counts.get(key, 0) + 1
            elif name == "offered":
                self._offered(s, raw[1], options)
            elif name == "chosen":
                options[self._option(s, raw[2], raw[3])][2] += 1
            elif name == PERFORMED:
                key = (PERFORMED, 0, WORD, raw[1])
                counts[key] = counts.get(key, 0) + 1
            elif name == "round":
                table.round = raw[1]
            if name in self.wanted:
                self._measure(table, raw, counts)
            if name in ("set", "expired") and self.start:
                _follow(table, raw)
        result, winners, scores = s.outcome
        return Counted(result, tuple(winners), dict(scores), s.round, decisions, counts, options)

    def _measure(self, table: _Table, raw: Raw, counts: dict[Key, int]) -> None:
        for at, amount, part in self.wanted[raw[0]]:
            for value, seat in amount(table, raw):
                if not value:
                    continue
                by, whole = self.statistics[at].by, (STATISTIC, at, WHOLE, 0)
                counts[whole] = counts.get(whole, 0) + value
                if by:
                    key = (STATISTIC, at, by, seat if by == "player" else part(table, raw))
                    counts[key] = counts.get(key, 0) + value

    def _offered(self, s: State, decision: tuple[Any, ...], options: dict[Key, list[int]]) -> None:
        count = len(decision[decide.VALUES]) + (decision[decide.SKIP] is not None)
        closed = [not decide.is_open(decision, at) for at in range(count)] if _some_closed(decision) else None
        for at in range(count):
            kept = options.setdefault(self._option(s, decision, at), [0, 0, 0])
            kept[0] += 1
            kept[1] += closed is None or not closed[at]

    def _option(self, s: State, decision: tuple[Any, ...], at: int) -> Key:
        """What an option is, whichever of several equal pieces it means."""
        site, prompt, values = decision[decide.SITE], decision[decide.PROMPT], decision[decide.VALUES]
        prompt = prompt if type(prompt) is str else prompt[0]
        if at >= len(values):
            return (site, prompt, None, 0)
        value = values[at]
        if self.plain[site] and value is not None:
            piece = self.program.sites[site].type.name == "piece"
            return (site, prompt, 0, s.record[value] if piece else value)
        return (site, prompt, 1, self._words(s, self.program.sites[site].type, value))

    def _words(self, s: State, type: Type, value: Any) -> str:
        if type.name == "text":
            return value if isinstance(value, str) else str(self.templates[value[0]].text)
        return _NUMBERED.sub("", self.program.key(type, value, s))

    def place(self, place: int) -> int:
        """A place as counts have it: of all players' zones of one name the first, and one for whatever carries."""
        cells = self.fixed.cells
        if place >= cells:
            return cells + self.fixed.zone_base[self.fixed.zone_names[place - cells]]
        return max(place, -2)

    # ---- words

    def key(self, key: Key) -> tuple[str, str, str, str]:
        """A key in words: what was counted, of what, parted by what, and the part."""
        what, of, by, part = key
        if what == STATISTIC:
            one = self.statistics[of]
            return (what, one.name, by, self._part(by, part) if by else "")
        kind = "" if what == PERFORMED else self.fixed.kinds[of]
        return (what, kind, by, self._general(kind, by, part))

    def _general(self, kind: str, by: str, part: Any) -> str:
        if by == RECORD:
            return str(self.fixed.record_ids[kind][part])
        if by == PLACE:
            return self._place_name(part)
        return "" if by == WHOLE else self.words[part] if by == WORD else str(part)

    def _place_name(self, place: int) -> str:
        if place >= self.fixed.cells:
            return self.fixed.zone_names[place - self.fixed.cells]
        return measures.CARRIED if place == -2 else self.fixed.place_name(place)

    def _part(self, by: str, part: Any) -> str:
        if by in (PLACE, "before"):
            return self._place_name(part)
        if by == RECORD:
            kind, record = part
            return str(self.fixed.record_ids[kind][record])
        if by == "face":
            return str(self.fixed.face_name[part])
        if by == WORD:
            return str(self.words[part])
        if by.startswith("game."):
            field = self.fixed.ruleset.game[by.partition(".")[2]]
            if field.type.name == "enum" and part is not None:
                return str(self.fixed.ruleset.enums[field.type.of].members[part])
            return str(part).lower()
        return str(part + 1) if by == "player" else str(part)

    def whole(self, at: int) -> Key:
        """The key of a statistic as a whole."""
        return (STATISTIC, at, WHOLE, 0)

    def option(self, key: Key) -> tuple[str, str, str]:
        """An option in words: the rule that asks, its prompt, and the option's key without the numbers of pieces."""
        number, prompt, form, value = key
        site = self.program.sites[number]
        asked = prompt if isinstance(prompt, str) else str(self.templates[prompt].text)
        if form is None:
            return (site.rule, asked, decide.NO)
        if form == 1:
            return (site.rule, asked, value)
        if site.type.name == "piece":
            return (site.rule, asked, f"{site.type.of}:{self.fixed.record_ids[site.type.of][value]}")
        return (site.rule, asked, self.program.key(site.type, value, None))  # type: ignore[arg-type]  # plain values need no state


def _some_closed(decision: tuple[Any, ...]) -> bool:
    blocked = decision[decide.BLOCKED]
    return decision[decide.SKIP_BLOCKED] is not None or (
        blocked is not None and any(why is not None for why in blocked)
    )


def _follow(table: _Table, raw: Raw) -> None:
    """The fields of the game, as they are after an event."""
    changes = raw[2] if raw[0] == "expired" else ((raw[1].replace(".", "__"), raw[2], raw[3], raw[4]),)
    for slot, _, _, after in changes:
        name = slot[6:] if slot.startswith("game__") else ""
        if name in table.game:
            table.game[name] = after


# ---------------------------------------------------------------- statistics


def _picks(s: State, one: Statistic) -> tuple[Pick, Pick]:
    """How much an event adds to a statistic, for whom; and which part of it that is."""
    amount = {"set": _set, "ended": _ended, "rolled": _rolled, "performed": _performed}.get(one.event, _pieces)
    return amount(s, one), _part_of(one)


def _part_of(one: Statistic) -> Pick:
    by = one.by
    if by.startswith("game."):
        name = by.partition(".")[2]
        return lambda table, raw: table.game[name]  # noqa: ARG005  # every one is called in one way
    if by == RECORD and one.event == "rolled":
        return lambda table, raw: raw[1:3]  # noqa: ARG005  # the same
    if by == RECORD:
        at = 2 if one.event == "set" else 1
        return lambda table, raw: (table.s.fixed.kinds[table.s.kind[raw[at]]], table.s.record[raw[at]])
    if by in (PLACE, "before"):
        at = 2 if by == "before" or one.event != MOVED else 3
        return lambda table, raw: _whole_place(table.s, raw[at])
    if by in ("face", WORD):
        at = 3 if by == "face" else 1
        return lambda table, raw: raw[at]  # noqa: ARG005  # the same
    return lambda table, raw: table.round  # noqa: ARG005  # the same


def _whole_place(s: State, place: int) -> int:
    cells = s.fixed.cells
    return cells + s.fixed.zone_base[s.fixed.zone_names[place - cells]] if place >= cells else max(place, -2)


ONCE: tuple[tuple[int, int], ...] = ((1, 0),)
NEVER: tuple[tuple[int, int], ...] = ()


def _pieces(s: State, one: Statistic) -> Pick:
    """Pieces that were made, moved or removed."""
    kind = s.fixed.kind_index[one.kind] if one.kind else None
    before, place = _places(s, one.before), _places(s, one.place)
    at = 3 if one.event == MOVED else 2

    def amount(table: _Table, raw: Raw) -> tuple[tuple[int, int], ...]:
        fits = (kind is None or table.s.kind[raw[1]] == kind) and (before is None or raw[2] in before)
        return ONCE if fits and (place is None or raw[at] in place) else NEVER

    return amount


class _Carried:
    """The places on other pieces."""

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int) and place < -1


def _places(s: State, name: str) -> Any:
    """All places that a zone, a tag or the board stands for; None if any will do."""
    fixed, ruleset = s.fixed, s.fixed.ruleset
    if not name:
        return None
    if name == measures.CARRIED:
        return _Carried()
    if name in ruleset.zones:
        return frozenset(fixed.cells + at for at, zone in enumerate(fixed.zone_names) if zone == name)
    return frozenset(range(fixed.cells)) if name == measures.BOARD else fixed.tag_sets[name]


def _set(s: State, one: Statistic) -> Pick:  # noqa: ARG001  # every one is made in one way
    """A field that was set: so often, or by how much it rose or fell."""

    def amount(table: _Table, raw: Raw) -> tuple[tuple[int, int], ...]:  # noqa: ARG001  # the same
        _, field, of, before, after = raw
        if field != one.field:
            return NEVER
        if one.adds == "times":
            return ((1, of or 0),)
        change = (after or 0) - (before or 0)
        return ((max(change if one.adds == "rise" else -change, 0), of or 0),)

    return amount


def _ended(s: State, one: Statistic) -> Pick:  # noqa: ARG001  # the same
    """The value of a field when the game ended."""
    slot = one.field.replace(".", "__")

    def amount(table: _Table, raw: Raw) -> tuple[tuple[int, int], ...]:  # noqa: ARG001  # the same
        value = getattr(table.s, slot)
        values = value if isinstance(value, list) else [value]
        return tuple((int(each or 0), seat) for seat, each in enumerate(values))

    return amount


def _rolled(s: State, one: Statistic) -> Pick:  # noqa: ARG001  # the same
    return lambda table, raw: ONCE if one.kind in ("", raw[1]) else NEVER  # noqa: ARG005  # the same


def _performed(s: State, one: Statistic) -> Pick:
    word = s.fixed.word_index[one.word] if one.word else None
    return lambda table, raw: ONCE if word is None or raw[1] == word else NEVER  # noqa: ARG005  # the same
