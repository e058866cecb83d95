"""Decisions: who may choose what, what is closed and why; the ones that answer themselves; and how choices are named.

A decision in the state is a plain tuple (site, who, prompt, values, blocked, labels, skip, skip_blocked). Reasons and
labels are put into words only when somebody reads them. Options that are alike - equal pieces in one place - are one
option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from .eyes import Eyes, pieces_in
from .fault import Fault, Misuse
from .library import weigh
from .runtime import HELPERS, SUSPEND
from .state import FUEL, memory
from .types import EVENT, MAX_OPTIONS, ONE_NUMBER, PLAIN, Type

if TYPE_CHECKING:
    from .state import Base

NO = "none"  # the key of the way out; a value that is called so is called "text:none" beside it
SITE, WHO, PROMPT, VALUES, BLOCKED, LABELS, SKIP, SKIP_BLOCKED = range(8)


class Option(NamedTuple):
    """One option: its stable key, what people read, and why it is closed (None if it is open)."""

    key: str
    label: str
    blocked: str | None


class Decision(NamedTuple):
    """An open decision, for people and bots. `players` are seats counted from 0; the first to answer answers.

    `options` are in a fixed order without doubles; the way out, if there is one, comes last with the key "none". Where
    chance is explicit and has to decide, the player is `CHANCE` (-1), and `chances` are the options' probabilities.
    """

    players: tuple[int, ...]
    prompt: str
    options: tuple[Option, ...]
    chances: tuple[Fraction, ...] = ()

    @property
    def open(self) -> tuple[Option, ...]:
        """The options that are not blocked."""
        return tuple(option for option in self.options if option.blocked is None)


def ask(  # noqa: PLR0917  # lowered rules call it, in this order
    s: Base,
    site: int,
    who: tuple[int, ...],
    prompt: Any,
    options: list[Any],
    skip: Any,
    skip_blocked: Any,
    why: list[Any] | None = None,
) -> Any:
    """Ask, unless the answer gives itself or a policy gives it: then the answer comes back at once.

    `why` are the reasons of options that are different values for sure, as those of a menu are.
    """
    where = s.program.sites[site]
    s.fuel -= 8 + 4 * len(options)
    if s.fuel < 0:
        s.spend(0)
    if len(options) > MAX_OPTIONS:
        detail = f"a decision with {len(options)} options; at most {MAX_OPTIONS} are allowed"
        raise Fault("BZ811", f"a decision with more than {MAX_OPTIONS} options", "ask in two steps", detail=detail)
    if not who:
        raise Fault("BZ801", "nobody is asked")
    unlike = s.program.unlike[site]  # only equal values are alike, and mostly none are equal
    if why is not None or (unlike and not where.wrapped and len(set(options)) == len(options)):
        values, blocked, labels = options, why, None
    else:
        values, blocked, labels = _folded(s, unlike, where, options)
    decision = (site, who, prompt, values, blocked, labels, skip, skip_blocked)
    several = (len(values) if blocked is None else blocked.count(None)) + (
        skip is not None and skip_blocked is None
    ) > 1
    at = None if several else _lone(s, where, decision)
    if at is None and s.policy is not None:
        at = s.policy(s, decision)
        s.fuel = FUEL
    if s.notes is not None:
        s.note(("offered", decision, at is not None), _size(where, decision))
    if at is None:
        s.pending = decision
        return SUSPEND
    if s.notes is not None:
        s.note(("chosen", who[0], decision, at), 0)
    return values[at] if at < len(values) else None


def _size(where: Any, decision: tuple[Any, ...]) -> int:
    """How many cells of eight bytes a decision holds, about."""
    _, who, prompt, values, *rest = decision
    size = 3 * EVENT + len(who) + (len(values) if where.type.name in ONE_NUMBER else memory(values))
    size += len(prompt) // 8 if type(prompt) is str else memory(prompt)
    for part in rest:
        if part is not None:
            size += memory(part)
    return size


def label_at(s: Base, decision: tuple[Any, ...], at: int, eyes: Eyes | None = None) -> str:
    """What people read of one option."""
    if at >= len(decision[VALUES]):
        return s.plain(decision[SKIP], eyes)
    label = decision[LABELS][at] if decision[LABELS] else None
    return (
        s.plain(label, eyes)
        if label is not None
        else s.program.say(s, s.program.sites[decision[SITE]].type, decision[VALUES][at], eyes)
    )


HELPERS["_ask"] = ask


def _folded(
    s: Base, unlike: bool, where: Any, options: list[Any]
) -> tuple[list[Any], list[Any] | None, list[Any] | None]:
    """Values, reasons and labels, with what is alike folded into one: an open one, if any of them is open."""
    if where.type.items:
        weigh(s, options)
    elif where.type.name == "piece":
        s.spend(len(s.place))
    if unlike and where.wrapped:
        values = [option[0] for option in options]
        if len(set(values)) == len(values):
            return values, [option[1] for option in options], [option[2] for option in options]
    if not where.wrapped:
        return _distinct(s, where.type, options), None, None
    kept: dict[Any, tuple[Any, Any, Any]] = {}
    signatures = s.program.signatures(s, where.type, [option[0] for option in options], s.spend)
    for signature, option in zip(signatures, options, strict=True):
        if signature not in kept or (kept[signature][1] is not None and option[1] is None):
            kept[signature] = option
    found = list(kept.values())
    return [o[0] for o in found], [o[1] for o in found], [o[2] for o in found]


def _distinct(s: Base, type: Type, values: list[Any]) -> list[Any]:
    if len(values) < 2:
        return values
    kept: dict[Any, Any] = {}
    for signature, value in zip(s.program.signatures(s, type, values, s.spend), values, strict=True):
        kept.setdefault(signature, value)
    return list(kept.values())


def _lone(s: Base, where: Any, decision: tuple[Any, ...]) -> int | None:
    """The only open option, or None where it is asked for all the same; where none is open, no game can go on."""
    places = open_places(decision)
    if not places:
        raise Fault(
            "BZ801",
            "nothing is open in this decision",
            "offer a way out with skip, or test any_open before",
            detail=f'nothing is open in "{s.plain(decision[PROMPT])}"',
        )
    return None if where.secret or _tells(s, where.type, decision) else places[0]


def _tells(s: Base, type: Type, decision: tuple[Any, ...]) -> bool:
    """Whether not asking would tell what lies in a hidden zone: that only one piece there fits, or that all are alike.

    The only piece of a zone may answer for itself, unless it could also have been none: everyone can count.
    """
    if type.name in PLAIN:
        return False
    cells = s.fixed.cells
    off_board = [
        piece for value in decision[VALUES] for piece in pieces_in(type, value) if not 0 <= s.place[piece] < cells
    ]
    if not off_board:
        return False
    everyone = s.everyone()
    for piece in off_board:
        if not everyone.piece(piece):
            zone = s.place[piece] - cells
            if decision[SKIP] is not None or zone < 0 or len(s.zones[zone]) > 1:
                return True
    return False


def value_at(decision: tuple[Any, ...], at: int) -> Any:
    """What the rules get for an option; None for the way out."""
    values = decision[VALUES]
    return values[at] if at < len(values) else None


def open_places(decision: tuple[Any, ...] | None) -> list[int]:
    """The places of the options that are open: what a bot chooses from, without a word being rendered.

    Raises:
        Misuse: no decision is open, as at the end of a game.
    """
    if decision is None:
        raise Misuse("choose", "no decision is open for a player to choose", "look at state.over before")
    blocked, count = decision[BLOCKED], len(decision[VALUES])
    places = list(range(count)) if blocked is None else [i for i, why in enumerate(blocked) if why is None]
    if decision[SKIP] is not None and decision[SKIP_BLOCKED] is None:
        places.append(count)
    return places


def is_open(decision: tuple[Any, ...], at: int) -> bool:
    """Whether a place is that of an open option."""
    if 0 <= at < len(decision[VALUES]):
        return decision[BLOCKED] is None or decision[BLOCKED][at] is None
    return at == len(decision[VALUES]) and decision[SKIP] is not None and decision[SKIP_BLOCKED] is None


def leaves_menu(s: Base, decision: tuple[Any, ...], at: int) -> bool:
    """Whether an option is the way out of a menu."""
    return at == len(decision[VALUES]) and s.program.sites[decision[SITE]].type.name == "action"


def keys(s: Base, decision: tuple[Any, ...], eyes: Eyes | None = None) -> list[str]:
    """The stable keys of all options, in order; through somebody's eyes names without the numbers of pieces."""
    type = s.program.sites[decision[SITE]].type
    found = [s.program.key(type, value, s, eyes) for value in decision[VALUES]]
    if decision[SKIP] is None:
        return found
    return [*(f"{type.name}:{key}" if key == NO else key for key in found), NO]


def key_at(s: Base, decision: tuple[Any, ...], at: int) -> str:
    """The key of one option, as it stands among `keys`."""
    if at >= len(decision[VALUES]):
        return NO
    type = s.program.sites[decision[SITE]].type
    key = s.program.key(type, decision[VALUES][at], s)
    return f"{type.name}:{key}" if key == NO and decision[SKIP] is not None else key


def about(s: Base, decision: tuple[Any, ...]) -> Iterator[int]:
    """The pieces that a decision is about: its options, and what its texts name."""
    yield from offered_pieces(s, decision)
    for message in (decision[PROMPT], decision[SKIP], *(decision[LABELS] or ())):
        yield from s.program.named(message)


def offered_pieces(s: Base, decision: tuple[Any, ...]) -> frozenset[int]:
    """The pieces among the options: who is asked is shown them, wherever they lie."""
    type = s.program.sites[decision[SITE]].type
    return frozenset(piece for value in decision[VALUES] for piece in pieces_in(type, value))


def shown(s: Base, decision: tuple[Any, ...], eyes: Eyes | None = None) -> Decision:
    """A decision in words, as those may read it who are asked; through the eyes of one of them with names for keys."""
    found = keys(s, decision, eyes)
    if eyes is None:
        eyes = Eyes(s, tuple(decision[WHO]), offered_pieces(s, decision))
    values, blocked = decision[VALUES], decision[BLOCKED]
    type = s.program.sites[decision[SITE]].type
    reasons = [
        None if blocked is None or reason is None else s.plain(reason, eyes)
        for reason in (blocked or [None] * len(values))
    ]
    if decision[SKIP] is not None:
        reasons.append(None if decision[SKIP_BLOCKED] is None else s.plain(decision[SKIP_BLOCKED], eyes))
    names = [label_at(s, decision, at, eyes) for at in range(len(reasons))]
    options = map(Option, found, _unique(s, type, values, names, eyes), reasons)
    return Decision(tuple(decision[WHO]), s.plain(decision[PROMPT], eyes), tuple(options))


def _unique(s: Base, type: Type, values: list[Any], names: list[str], eyes: Eyes) -> list[str]:
    """Labels are unique in a decision: where two are equal, the place tells them apart, and then a number."""
    if len(set(names)) == len(names):
        return names
    if type.name == "piece":
        often = Counter(names)
        places = [
            f"{name} ({s.program.where(s, values[i], eyes)})" if i < len(values) and often[name] > 1 else name
            for i, name in enumerate(names)
        ]
        names = places
    taken, found, numbers = set(names), dict[str, None](), dict[str, int]()
    for name in names:
        told, number = name, numbers.get(name, 1)
        while told in found or (number > 1 and told in taken):
            number += 1
            told = f"{name} #{number}"
        found[told] = None
        numbers[name] = number
    return list(found)
