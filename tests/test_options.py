"""Random games of every pack under its options: each alone, and many at once, by every entry for one mission.

That what must hold does hold is tested by the engine: invariants at every decision, bounds at every change of a field.
`make test` plays one combination of each mission, `make laws` every option alone and fifty combinations of each
mission.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import pytest

from bartizan import shipped
from bartizan_compiler import build, emit
from bartizan_engine import Game, load
from bartizan_engine.bots import Random
from retell import checked, choices, missions, values

BOUND = 5_000  # decisions of a game
STEP = 5  # from table to table of the next mission, over all entries and numbers of players
MANY = 50  # combinations of each mission


class Table(NamedTuple):
    """A mission of a pack, begun by one of its entries, and how many play."""

    pack: str
    mission: str
    entry: str
    seats: int

    def __str__(self) -> str:
        return "-".join(map(str, self))

    def game(self) -> Game:
        return game(self.pack, self.mission, self.entry)


@cache
def game(pack: str, mission: str, entry: str) -> Game:
    chosen, _ = build.choose(checked(pack), mission, entry)
    assert chosen is not None
    return load(emit.emit(checked(pack), *chosen))


def tables() -> Iterator[Table]:
    for pack in sorted(shipped.packs()):
        made = checked(pack)
        low, high = made.info["players"]
        entries = [entry.name for entry in made.ruleset.entries.values() if entry.needs == "mission"]
        for mission in missions(pack):
            yield from (Table(pack, mission, entry, seats) for entry in entries for seats in range(low, high + 1))


def by_mission(*by: str) -> list[list[Table]]:
    """The tables, those together that are alike in some ways."""
    return [list(group) for _, group in groupby(TABLES, lambda table: [getattr(table, name) for name in by])]


TABLES = list(tables())
IN_TURN = [group[STEP * turn % len(group)] for turn, group in enumerate(by_mission("pack", "mission"))]
USUAL = [table for group in by_mission("pack", "mission") for table in group if table.entry == group[0].entry]


def play(of: Game, seats: int, options: dict[str, Any], seed: int) -> str:
    """How a random game ends."""
    state, bot, count = of.start(seed, seats, options, events=False), Random(seed), 0
    while not state.over:
        state.step(bot.choose(state))
        count += 1
        assert count < BOUND, options
    assert state.result is not None
    return str(state.result.name)


def combination(of: Game, chance: random.Random) -> dict[str, Any]:
    """Every option at some value."""
    return {name: chance.choice(values(of, field.type)) for name, field in of.options.items()}


def ends_well(table: Table, sets: list[dict[str, Any]]) -> None:
    of = table.game()
    ends = [play(of, table.seats, options, seed) for seed, options in enumerate(sets)]
    assert set(ends) <= set(of.ruleset.results)


@pytest.mark.parametrize("table", IN_TURN, ids=map(str, IN_TURN))
def test_some_combination_of_options_ends(table: Table) -> None:
    """At a table of every mission, by another entry and with another number of players each time."""
    ends_well(table, [combination(table.game(), random.Random(str(table)))])


@pytest.mark.laws
@pytest.mark.parametrize("table", USUAL, ids=map(str, USUAL))
def test_each_option_alone_ends(table: Table) -> None:
    """At every table of the usual entry."""
    ends_well(table, [options for _, options in choices(table.pack, table.mission)])


@pytest.mark.laws
@pytest.mark.parametrize("tables", by_mission("pack", "mission"), ids=lambda group: "-".join(group[0][:2]))
def test_fifty_combinations_of_options_end(tables: list[Table]) -> None:
    """Of every mission, by all entries and numbers of players in turn."""
    for turn in range(MANY):
        table = tables[turn % len(tables)]
        ends_well(table, [combination(table.game(), random.Random(f"{table} {turn}"))])
