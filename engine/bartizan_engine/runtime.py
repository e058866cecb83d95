"""What lowered rules call under the hood: tests of bounds, lists that pay for their size, the stop at a decision.

Authors never name these; `language.lower` does. Whatever grows is paid for and limited before it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .fault import Ended, Fault
from .library import LIBRARY, deep, sized, too_many, weigh
from .room import grown
from .sealed import close, open_up, part
from .state import memory
from .types import INT_MAX, INT_MIN, MAX_ITEMS, MAX_TEXT, Type, promises
from .wording import filled, named, spliced

if TYPE_CHECKING:
    from .state import Base as State

MAX_AGENDA = 256


class Suspend:
    """The one value that says: a decision is open, leave your frame and return this."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SUSPEND"


SUSPEND = Suspend()


def out(s: State) -> NoReturn:
    s.spend(0)
    raise AssertionError("fuel was left")


def fit(n: int) -> int:
    if INT_MIN <= n <= INT_MAX:
        return n
    raise Fault("BZ804", "a number does not fit into 64 bits")


def bound(n: int | None, low: int, high: int, name: str) -> int | None:
    """The number, if it fits."""
    if n is None or low <= n <= high:
        return n
    said, detail = f'"{name}" would not lie within', f'"{name}" would be {n}, and lies within'
    hint, limits = "limit it with min or max, or widen the field", f"{low}..{high}"
    raise Fault("BZ802", f"{said} {limits}", hint, detail=f"{detail} {limits}")


def bound_list(items: list[Any] | None, low: int, high: int, name: str) -> list[Any] | None:
    if items is None or low <= len(items) <= high:
        return items
    raise Fault(
        "BZ802",
        f'"{name}" would not have {low} to {high} elements',
        detail=f'"{name}" would have {len(items)} elements, and has {low} to {high}',
    )


def bound_all(s: State, value: Any, type: int, name: str) -> Any:
    """A value that holds others, if it and all that is in it are as the field declares them."""
    _bound_all(s, value, s.program.types[type], name)
    return value


def _bound_all(s: State, value: Any, type: Type, name: str) -> None:
    if value is None:
        return
    if type.name == "int":
        bound(value, type.low, type.high, name)
    elif type.name == "optional":
        _bound_all(s, value, type.items[0], name)
    elif type.name == "list":
        bound_list(value, type.low, type.high, name)
        _bound_each(s, value, type.items[0], name)
    elif type.name == "table":
        _bound_keys(s, value, type.items[0], name)
        _bound_each(s, list(value.values()), type.items[1], name)


def _bound_each(s: State, items: list[Any], type: Type, name: str) -> None:
    s.spend(2 * len(items))
    if promises(type):
        for item in items:
            _bound_all(s, item, type, name)


def _bound_keys(s: State, table: dict[Any, Any], key: Type, name: str) -> None:
    """A table has an entry for each key that its field declares, and for no other; ids of records may be left out."""
    s.spend(len(table))
    known, fix = s.fixed.table_keys(key), "write an entry for each of its keys"
    if any(one not in known for one in table):
        raise Fault(
            "BZ802", f'"{name}" would have an entry that it has no key for', "look at the keys that it declares"
        )
    needed = (
        known if key.name in ("enum", "range") else range(s.seats, s.seats + 1) if key.name == "seats" else range(0)
    )
    if len(table) < len(needed) or (key.name == "seats" and s.seats not in table):
        raise Fault("BZ802", f'"{name}" would lack an entry', fix)


def bound_key(key: int, low: int, high: int, name: str) -> int:
    """The key of a table, if it has it."""
    if low <= key <= high:
        return key
    detail = f'"{name}" has no key {key}; its keys are {low}..{high}'
    raise Fault("BZ802", f'"{name}" has no such key; its keys are {low}..{high}', "test it before", detail=detail)


def there(value: Any, name: str) -> Any:
    if value is None:
        raise Fault(
            "BZ805", f'"{name}" is read before it is set', "give the field a default, or set it when the thing is made"
        )
    return value


def no_lead(family: str) -> NoReturn:
    raise Fault("BZ805", f"this game has no {family}")


def cell_of(s: State, piece: int) -> int:
    place = s.place[piece]
    if 0 <= place < s.fixed.cells:
        return place
    raise Fault("BZ812", f"{s.open_name(piece)} stands on no cell", "ask on_board(piece) before")


def at(table: dict[Any, Any], key: Any, name: str, within: tuple[int, int]) -> Any:
    """The entry of a table whose keys are numbers or texts; `name` is what the rules call the table."""
    try:
        return table[key]
    except KeyError:
        raise _no_entry(name, str(key), within) from None


def found(table: dict[Any, Any], key: Any, name: str, within: tuple[int, int], members: tuple[str, ...]) -> Any:
    """The same where a key is the number of a thing, which says nothing to people.

    A member of an enum is named in detail; which piece or record it is does not say more than its place.
    """
    try:
        return table[key]
    except KeyError:
        known = members[key] if members and key is not None else ASKED
        raise _no_entry(name, known, within) from None


ASKED = "what it is asked for"


def _no_entry(name: str, key: str, within: tuple[int, int]) -> Fault:
    said = (f'"{name}"' if name else "the table") + " has no entry for "
    fault = Fault("BZ808", said + ASKED, "give it one, or ask with .get(key, default)", detail=said + key)
    fault.within = within
    return fault


# ---------------------------------------------------------------- lists and texts


def each(s: State, items: Any, weight: int) -> Any:
    """Pay for going through a list, before it is done."""
    s.fuel -= len(items) * weight + 1
    if s.fuel < 0:
        out(s)
    return items


def distinct(table: dict[Any, Any], count: int) -> dict[Any, Any]:
    """A dict that is written out has as many entries as were written."""
    if len(table) < count:
        raise Fault("BZ808", "a key stands twice in a dict that is written out", "start with {} and set one by one")
    return table


def sized_dict(table: dict[Any, Any]) -> dict[Any, Any]:
    if len(table) > MAX_ITEMS:
        raise too_many("a dict", "entries", len(table))
    return table


def joined(s: State, a: Any, b: Any) -> Any:
    """`a + b` of lists or texts."""
    if type(a) is list and type(b) is list:
        s.spend(len(a) + len(b))
        return sized(s, a + b)
    return _text(s, _whole_text(a), _whole_text(b))


def _whole_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise Fault("BZ808", "a text with values in it cannot be taken apart or joined", "write one template")


def _text(s: State, a: str, b: str) -> str:
    s.spend(len(a) + len(b))
    if len(a) + len(b) > MAX_TEXT:
        _too_wordy(len(a) + len(b))
    return a + b


def _too_wordy(size: int) -> NoReturn:
    raise too_many("a text", "characters", size, MAX_TEXT)


def upper(s: State, text: str) -> str:
    return _spelt(s, text, text.upper())


def lower(s: State, text: str) -> str:
    return _spelt(s, text, text.lower())


def _spelt(s: State, text: str, other: str) -> str:
    """A text in other letters, of which there may be more than there were."""
    s.spend(len(text) + len(other))
    if len(other) > MAX_TEXT:
        _too_wordy(len(other))
    return other


def plain_text(s: State, value: Any) -> str:
    return _whole_text(value)


def plain_words(s: State, value: Any) -> str | None:
    return None if value is None else _whole_text(value)


def same(s: State, a: Any, b: Any) -> bool:
    """`a == b` of lists, dicts or tuples."""
    for side in (a, b):
        if side is not None:
            weigh(s, side)
    return bool(a == b)


def holds(s: State, value: Any, items: Any) -> bool:
    """`value in items` of a list of plain values."""
    s.fuel -= len(items)
    if s.fuel < 0:
        out(s)
    return value in items


def contained(s: State, value: Any, items: Any) -> bool:
    """`value in items` of a list or text."""
    weigh(s, items)
    return value in items


def cut(s: State, items: Any, start: int | None, stop: int | None) -> Any:
    """`items[start:stop]`."""
    s.spend(len(items))
    return items[start:stop]


def copied(s: State, items: Any) -> Any:
    """A list or dict of one's own."""
    s.spend(len(items))
    return items.copy()


def listing(s: State, items: Any) -> list[Any]:
    """What a loop goes through, written out: nothing that happens meanwhile changes it."""
    s.fuel -= len(items)
    if s.fuel < 0:
        out(s)
    return list(items)


def repeat(s: State, a: Any, b: Any) -> Any:
    """`a * n` of a list or text."""
    items, times = (b, a) if isinstance(a, int) else (a, b)
    size = len(items) * max(times, 0)
    limit = MAX_ITEMS if isinstance(items, list) else MAX_TEXT
    if size > limit:
        what = ("a list", "elements") if isinstance(items, list) else ("a text", "characters")
        raise too_many(*what, size, limit)
    s.spend(size)
    return items * times


def append(s: State, items: list[Any], value: Any) -> None:
    s.spend(1)
    if len(items) >= MAX_ITEMS:
        raise Fault("BZ811", f"a list of more than {MAX_ITEMS} elements")
    items.append(value)


def extend(s: State, items: list[Any], more: list[Any]) -> None:
    s.spend(len(more))
    if len(items) + len(more) > MAX_ITEMS:
        raise Fault("BZ811", f"a list of more than {MAX_ITEMS} elements")
    items.extend(list(more))


def store(s: State, holder: Any, key: Any, value: Any) -> None:
    """`own[key] = value` of a list or dict that the rule made."""
    s.spend(1)
    if isinstance(holder, dict):
        if key not in holder and len(holder) >= MAX_ITEMS:
            raise Fault("BZ811", f"a dict of more than {MAX_ITEMS} entries")
    elif not -len(holder) <= key < len(holder):
        detail = f"the list has {len(holder)} elements, none at {key}"
        raise Fault("BZ808", "the list has no element at this place", "test its length before", detail=detail)
    holder[key] = value


def with_key(s: State, table: dict[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    """A table of the state with one entry changed: states share tables, so it is a new one."""
    s.spend(len(table))
    if key not in table and len(table) >= MAX_ITEMS:
        raise Fault("BZ811", f"a table of more than {MAX_ITEMS} entries")
    return {**table, key: value}


def rows(s: State, *numbers: int) -> list[int]:
    """`range` as a list."""
    found = listed(s, lazy_range(*numbers))
    s.spend(len(found))
    return found


def too_long(size: int) -> NoReturn:
    raise too_many("a list", "elements", size)


def listed(s: State, items: range) -> list[int]:
    """A range written out, as for a suspended loop: its numbers stand in the frame."""
    if len(items) > MAX_ITEMS:
        too_long(len(items))
    return list(items)


def lazy_range(*numbers: int) -> range:
    if len(numbers) == 3 and numbers[2] == 0:
        raise Fault("BZ808", "a range with a step of 0 never ends")
    found = range(*numbers)
    if (found.stop - found.start) // (found.step or 1) > INT_MAX // 2:
        raise Fault("BZ811", "a range of too many numbers")
    return found


def least_of(s: State, items: list[Any]) -> Any:
    return min(_some(s, items))


def greatest_of(s: State, items: list[Any]) -> Any:
    return max(_some(s, items))


def _some(s: State, items: list[Any]) -> list[Any]:
    s.spend(len(items))
    if not items:
        raise Fault(
            "BZ808", "an empty list has neither a least nor a greatest", "test the list before, or add a value to it"
        )
    return items


def in_order(s: State, items: list[Any], key: Callable[..., Any] | None = None, reverse: bool = False) -> list[Any]:
    s.spend(len(items) * (len(items).bit_length() + 1))
    if key is None:
        return sorted(items, reverse=reverse)
    return sorted(items, key=lambda item: key(s, item), reverse=reverse)


def most(s: State, items: list[Any], key: Callable[..., Any]) -> list[Any]:
    s.spend(len(items))
    values = [key(s, item) for item in items]
    return _ties(items, values, max(values)) if items else []


def least(s: State, items: list[Any], key: Callable[..., Any]) -> list[Any]:
    s.spend(len(items))
    values = [key(s, item) for item in items]
    return _ties(items, values, min(values)) if items else []


def _ties(items: list[Any], values: list[Any], best: Any) -> list[Any]:
    return [item for item, value in zip(items, values, strict=True) if value == best]


# ---------------------------------------------------------------- words, contexts, loops, the end


Effects = Sequence[tuple[int, tuple[Any, ...]]]


def word_sum(s: State, effects: Effects, word: int, argument: int, default: int) -> int:
    s.spend(len(effects))
    found = [args[argument] for number, args in effects if number == word]
    return fit(sum(found)) if found else default


def first_objection(s: State, effects: Effects, cases: dict[int, Callable[..., Any]]) -> Any:
    s.spend(len(effects) + len(cases))
    for number, args in effects:
        objection = cases[number](args) if number in cases else None
        if objection is not None:
            return objection
    return None


def new(s: State, row: list[Any]) -> int:
    if len(s.contexts) >= 256:
        raise Fault("BZ811", "more than 256 contexts live at once")
    s.spend(len(row))
    s.contexts.append(row)
    return len(s.contexts) - 1


def rounds(s: State, number: int) -> None:
    """A new round: what lasted until the round goes back to its start."""
    if s.notes is not None:
        s.note(("round", number, s.round), 0)
    s.round = number
    if number > 1:
        s.expire("round")


def push(s: State, item: tuple[Any, ...]) -> None:
    """Put an item on the agenda: the number of the place that pushes, and what it gave."""
    if len(s.agenda) >= MAX_AGENDA:
        raise Fault(
            "BZ811", f"more than {MAX_AGENDA} things wait on the agenda", "does one effect set off another for ever?"
        )
    s.spend(1)
    s.agenda.append(item)


def next_item(s: State) -> tuple[Any, ...]:
    """Take the last item: a call as it is; of effects the first word, while the rest waits on.

    An effect comes as (place that pushed, word, arguments, things...).
    """
    item = s.agenda.pop()
    if s.program.checked.pushed[item[0]].rule:
        return item
    effects = item[1]
    if not effects:
        return (item[0], -1, (), *item[2:])
    if len(effects) > 1:
        s.spend(len(effects) // 16)
        s.agenda.append((item[0], effects[1:], *item[2:]))
    return (item[0], *effects[0], *item[2:])


def cancel(s: State, word: int | None = None, sites: tuple[int, ...] = ()) -> None:
    """Give up what waits of one word or rule; or all, except for words that are marked to stay."""
    always, pushed = s.program.always, s.program.checked.pushed
    s.spend(len(s.agenda))
    kept, gone = [], 0
    for item in s.agenda:
        if pushed[item[0]].rule:
            stays = word is not None and item[0] not in sites
            kept += [item] if stays else []
            gone += not stays
            continue
        s.spend(len(item[1]))
        effects = tuple(e for e in item[1] if (e[0] in always if word is None else e[0] != word))
        kept += [(item[0], effects, *item[2:])] if effects else []
        gone += not effects if word is None else len(item[1]) - len(effects)
    s.event("cancelled", gone)
    s.agenda[:] = kept


def pending(s: State, word: int | None = None, sites: tuple[int, ...] = ()) -> int:
    """How many words and calls wait on the agenda; or how many of one word or rule."""
    pushed, found = s.program.checked.pushed, 0
    s.spend(len(s.agenda))
    for item in s.agenda:
        if pushed[item[0]].rule:
            found += word is None or item[0] in sites
        else:
            s.spend(len(item[1]))
            found += sum(word is None or e[0] == word for e in item[1])
    return found


def announce(s: State, message: Any) -> None:
    s.event("announced", message)


def performed(s: State, word: int) -> None:
    """Note that a word of effects is carried out now."""
    if s.notes is not None:
        s.note(("performed", word), 0)


def turns(s: State, player: int) -> None:
    if s.notes is not None:
        s.note(("turn", player), 0)


def ran_out(s: State) -> NoReturn:
    raise Fault("BZ806", "a loop went on longer than up_to allows", "every option must use something up; or allow more")


def next_game(s: State, entry: int, mission: int | None, players: int | None) -> None:
    """Note what the campaign plays when this game has ended; as many as now play it if it is not said how many."""
    if s.fixed.leads["campaign"] is None:
        no_lead("campaign")
    low, high = s.fixed.span
    if players is not None and not low <= players <= high:
        detail = f"{players} cannot play; {low} to {high} can"
        raise Fault("BZ808", f"so many cannot play; {low} to {high} can", "offer range(low, high + 1)", detail=detail)
    s.following = (entry, mission, s.seats if players is None else players)
    s.event("next", *s.following)


def end(s: State, name: str, winners: list[int], scores: dict[str, int]) -> NoReturn:
    raise Ended(name, tuple(winners), scores)


def sized_list(items: list[Any]) -> list[Any]:
    if len(items) > MAX_ITEMS:
        too_long(len(items))
    return items


HELPERS: dict[str, Any] = {
    "SUSPEND": SUSPEND,
    "_out": out,
    "_fit": fit,
    "_bound": bound,
    "_bound_list": bound_list,
    "_bound_all": bound_all,
    "_bound_key": bound_key,
    "_there": there,
    "_grown": grown,
    "_no_lead": no_lead,
    "_cell_of": cell_of,
    "_at": at,
    "_found": found,
    "_each": each,
    "_distinct": distinct,
    "_sized_dict": sized_dict,
    "_sized": sized_list,
    "_joined": joined,
    "_repeat": repeat,
    "_append": append,
    "_extend": extend,
    "_store": store,
    "_memory": memory,
    "_with_key": with_key,
    "_range": rows,
    "_lazy_range": lazy_range,
    "_listed": listed,
    "_min": least_of,
    "_deep": deep,
    "_same": same,
    "_in": contained,
    "_holds": holds,
    "_cut": cut,
    "_copied": copied,
    "_listing": listing,
    "_words": plain_words,
    "_upper": upper,
    "_lower": lower,
    "_filled": filled,
    "_spliced": spliced,
    "_named": named,
    "_max": greatest_of,
    "_text": plain_text,
    "_sorted": in_order,
    "_most": most,
    "_least": least,
    "_word_sum": word_sum,
    "_first_objection": first_objection,
    "_new": new,
    "_announce": announce,
    "_performed": performed,
    "_push": push,
    "_next_item": next_item,
    "_cancel": cancel,
    "_pending": pending,
    "_rounds": rounds,
    "_turns": turns,
    "_close": close,
    "_part": part,
    "_open_up": open_up,
    "_ran_out": ran_out,
    "_next_game": next_game,
    "_end": end,
    **{f"f_{name}": function.call for name, function in LIBRARY.items()},
}
