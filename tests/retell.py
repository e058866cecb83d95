"""Playthroughs: one game of every pack, mission and option, told in a text file that is the same as long as the rules are.

`python tests/retell.py` (or `make playthroughs`) plays them all anew; what a change of rules or engine does to games
then shows in the diff. `tests/test_playthroughs.py` plays them again line by line. The first decisions are told in full
- what was asked, every option, why it was closed, what happened, and now and then what each player sees - and the rest
by the hash of the state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bartizan_compiler import build, emit
from bartizan_engine import Event, Game, State, canon, decide, load
from bartizan_engine.bots import Random

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "playthroughs"
PACKS = ("content", "tests/packs", "tests/bench/packs")
SEEDS = range(11, 61)  # the first is taken, or the first in whose game the options show
FULL, FULL_OF_OPTIONS = 40, 12  # decisions told in full: of a default game, of one with options
VIEWS = 13  # after every so many of them, what each player sees
MAX_LINE, MAX_FILE, MAX_ALL = 3_000, 150_000, 3_000_000

# Options that are played together, by pack; every option is played alone as well.
SETS: dict[str, dict[str, dict[str, Any]]] = {
    "defense-grid": {
        "easy": {"easy_medals": True, "easy_resources": True, "no_movement_die": True, "ignore_sight": True, "average_dice": True},
        "hard": {"fast_aliens": True, "dear_towers": True, "hard_resources": True},
        "other-rulings": {"silver_at_five": True, "no_level_dice": True, "built_empty": True, "boost_under_tower": True, "pool_of_the_wave": True},
        "hard-masters": {"fast_aliens": True, "dear_towers": True, "training": "master"},
    },
    "hidden-hands": {"short-and-calm": {"short": True, "calm": True}},
}  # fmt: skip


class Tale(NamedTuple):
    """A playthrough that is kept: which game, how many play it, with which options, and what these are called."""

    pack: str
    mission: str
    seats: int
    what: str
    options: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        parts = (self.pack, self.mission, self.what, str(self.seats))
        return "-".join(part.replace("_", "-") for part in parts if part) + ".txt"


@cache
def roots() -> dict[str, Path]:
    """All packs of the project, by id."""
    found = [path.parent for folder in PACKS for path in sorted((ROOT / folder).glob("*/pack.yaml"))]
    return {root.name: root for root in found}


@cache
def checked(pack: str) -> Any:
    made, problems = build.check(roots()[pack])
    assert made is not None and not problems, (pack, problems)
    return made


@cache
def game(pack: str, mission: str) -> Game:
    chosen, problems = build.choose(checked(pack), mission or None, None)
    assert chosen is not None, problems
    return load(emit.emit(checked(pack), *chosen))


def tales() -> Iterator[Tale]:
    """Every playthrough that there should be."""
    for pack in roots():
        missions = [record.id for record in build.missions(checked(pack))] or [""]
        for mission in missions:
            low, high = game(pack, mission).seats
            for seats in sorted({low, min(high, max(low, 2))}):
                yield Tale(pack, mission, seats, "default", ())
            for what, options in choices(pack, mission):
                yield Tale(pack, mission, min(high, max(low, 2)), what, tuple(options.items()))


def choices(pack: str, mission: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each option alone, at every other value that it can well be listed for; then the declared sets."""
    of = game(pack, mission)
    for name, field in of.options.items():
        default = of.settle(None)[name]
        for value in values(of, field.type):
            if value != default:
                yield name if value is True else f"{name}-{value}", {name: value}
    yield from SETS.get(pack, {}).items()


def values(of: Game, type: Any) -> list[Any]:
    """The values of an option; of numbers the least and the greatest."""
    if type.name == "bool":
        return [False, True]
    if type.name == "enum":
        return list(of.ruleset.enums[type.of].members)
    assert type.name == "int", f"an option of the type {type} is not played: say here how"
    return [type.low, type.high]


# ---------------------------------------------------------------- telling


def seed_of(tale: Tale) -> int:
    """The first seed in whose game the options make a difference."""
    for seed in SEEDS if tale.options else ():
        if course(tale, seed) != course(tale._replace(options=()), seed):
            return seed
    return SEEDS[0]


@cache
def course(tale: Tale, seed: int) -> tuple[str, ...]:
    """What was chosen in a game, and its end."""
    state, bot = game(tale.pack, tale.mission).start(seed, tale.seats, dict(tale.options), events=False), Random(seed)
    found = []
    while not state.over:
        place = bot.choose(state)
        found.append(decide.keys(state, state.pending)[place])
        state.step(place)
    return (*found, str(state.result), canon.digest(state.packed()))  # the hash would tell the options too


def told(tale: Tale, seed: int) -> Iterator[str]:
    """The lines of a playthrough."""
    of = game(tale.pack, tale.mission)
    state, bot = of.start(seed, tale.seats, dict(tale.options)), Random(seed)
    yield f"pack: {tale.pack}"
    yield f"mission: {tale.mission or 'none'}"
    yield f"play: {of.play_hash}"
    yield f"seats: {tale.seats}"
    yield f"seed: {seed}"
    yield f"options: {', '.join(f'{name} = {value}' for name, value in tale.options) or 'none'}"
    full, seen = FULL if not tale.options else FULL_OF_OPTIONS, 0
    for number in range(1, 10_000):
        if number <= full or state.over:
            yield from happened(state, seen)
            seen = len(state.events)
        if state.over:
            yield from ended(state)
            return
        place = bot.choose(state)
        yield from (asked(state, number, place) if number <= full else [in_short(state, number, place)])
        if number <= full and number % VIEWS == 0:
            yield from views(state)
        if number == full:
            yield "from here on: number, who is asked, options, closed ones, what is chosen, hash of the state"
        state.answer(place, state.pending[decide.WHO][0])
        if number == full:
            seen = len(state.events)
    raise AssertionError("the game does not end")


def asked(state: State, number: int, place: int) -> Iterator[str]:
    """A decision in full."""
    decision = state.decision
    assert decision is not None
    yield ""
    yield f"{number}. {who(state)}: {decision.prompt}"
    for at, option in enumerate(decision.options):
        closed = f" - closed: {option.blocked}" if option.blocked is not None else ""
        yield f"  {'>' if at == place else ' '} [{option.key}] {option.label}{closed}"


def in_short(state: State, number: int, place: int) -> str:
    keys, places = decide.keys(state, state.pending), decide.open_places(state.pending)
    return f"{number} {who(state)} {len(keys)} {len(keys) - len(places)} {keys[place]} {state.hash()[:16]}"


def who(state: State) -> str:
    return "player " + " or ".join(str(seat + 1) for seat in state.pending[decide.WHO])


def happened(state: State, seen: int) -> Iterator[str]:
    """What has happened since, event by event; in the last lines of a long game only the last ones."""
    events = [event for event in state.events_since(seen) if event.name not in ("offered", "chosen") or alone(event)]
    if len(events) > 60:
        yield f"  ... {len(events) - 60} events"
    for event in events[-60:]:
        yield cut(f"  {event.name} {' '.join(f'{name}={said(value)}' for name, value in event.values)}".rstrip())


def alone(event: Event) -> bool:
    return event.name == "offered" and bool(event.get("alone"))


def said(value: Any) -> str:
    return value if isinstance(value, str) and " " not in value else json.dumps(value, ensure_ascii=False)


def views(state: State) -> Iterator[str]:
    """What each player sees, and the last lines of the player's log."""
    for player in range(state.seats):
        yield f"  player {player + 1} sees"
        for part, value in state.view(player).items():
            yield cut(f"    {part}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}")
        lines = [line for line in map(state.describe, state.log(player)) if line]
        yield from (cut(f"    | {line}") for line in lines[-8:])


def ended(state: State) -> Iterator[str]:
    result = state.result
    assert result is not None
    yield ""
    yield f"{result.name}: {result.says}"
    yield f"winners: {', '.join(str(seat + 1) for seat in result.winners) or 'none'}"
    yield f"scores: {json.dumps(result.scores, sort_keys=True)}"
    yield f"events: {len(state.events)}"
    yield f"hash: {state.hash()}"


def cut(line: str) -> str:
    """A line as long as people read; of a longer one also how long it is."""
    return line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}... ({len(line)} characters)"


def main() -> None:
    """Play everything anew, and take away what is no longer wanted."""
    KEPT.mkdir(exist_ok=True)
    wanted = {tale.name: "\n".join(told(tale, seed_of(tale))) + "\n" for tale in tales()}
    for path in KEPT.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, text in sorted(wanted.items()):
        (KEPT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(wanted)} playthroughs, {sum(map(len, wanted.values())) // 1024} KiB, in {KEPT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
