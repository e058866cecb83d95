"""What the engine promises of every state, held at every decision of random games of every pack.

The ways to a state agree - clone; save and load; the same seed and decisions again; do and undo: equal hash, decision,
views, and the same chance to come. Earlier clones stay as they were. Options are without doubles and in a fixed order, and
a closed one says why. `make test` goes the costly ways (save and load, undo, playing on) from the first decisions and then
now and then, `make laws` from every one; all else is held at every decision in both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from bartizan_engine import Fault, State, decide
from bartizan_engine.explicit import CHANCE
from bartizan_engine.past import raw_events
from bartizan_engine.record import record, steps
from retell import choices, game, missions, roots

BOUND = 5_000  # decisions of a game, with those of chance
LONG = (  # packs whose games are long
    "aliens-attack",
    "dark-barracks",
    "defense-grid",
    "epic-dice",
    "guards-of-atlantis",
    "planet-defenders",
)
MANY = 3  # missions, of which each is played with the fewest and with the most
FIRST, SPARSE, SPARSE_CHANCE = 5, 15, 40  # the costly ways are gone from so many decisions, then from every so manyth
LONGEST = {"planet-defenders": 5}  # packs whose games have hundreds of decisions: so many times more seldom


class Table(NamedTuple):
    """A game of a pack: how many play, with which options, and whether chance is a player."""

    pack: str
    mission: str
    seats: int
    what: str = "default"
    options: tuple[tuple[str, Any], ...] = ()
    chance: str = "seeded"

    def __str__(self) -> str:
        return "-".join(str(part) for part in (self.pack, self.mission, self.seats, self.what, self.chance) if part)

    def start(self, seed: int) -> State:
        return game(self.pack, self.mission).start(seed, self.seats, dict(self.options), chance=self.chance)


def tables(chance: str = "seeded", all_of_long: bool = True) -> Iterator[Table]:
    """Every pack, mission, number of players and option set. Of long games every mission with the fewest and the most
    players - where there are many missions, with one of the two, in turn - and, if all are wanted, every option set at one of these tables, in turn.
    """
    for pack in roots():
        for number, mission in enumerate(missions(pack)):
            low, high = game(pack, mission).seats
            sets = [("default", {}), *choices(pack, mission)]
            for seats in range(low, high + 1):
                for turn, (what, options) in enumerate(sets):
                    if pack in LONG and not (
                        _usual(pack, number, options, seats) or (all_of_long and _in_turn(pack, number, turn, seats))
                    ):
                        continue
                    yield Table(pack, mission, seats, what, tuple(options.items()), chance)


def _usual(pack: str, number: int, options: dict[str, Any], seats: int) -> bool:
    """Whether it is a table without options with the fewest or the most players; of many missions one of the two, in turn."""
    ends = game(pack, missions(pack)[number]).seats
    return not options and seats in (ends if len(missions(pack)) <= MANY else ends[number % 2 :][:1])


def _in_turn(pack: str, number: int, turn: int, seats: int) -> bool:
    """Whether an option set has its turn at a table: each at one mission, with another number of players each time."""
    of, count = missions(pack), game(pack, missions(pack)[number]).seats
    return turn % len(of) == number and seats == count[0] + turn % (count[1] - count[0] + 1)


def among(tables: Iterator[Table]) -> pytest.MarkDecorator:
    found = list(tables)
    return pytest.mark.parametrize("table", found, ids=list(map(str, found)))


# ---------------------------------------------------------------- what is compared


class Look(NamedTuple):
    """All that there is to see of a state."""

    hash: str
    decision: Any
    views: tuple[str, ...]
    result: Any


def look(state: State) -> Look:
    views = tuple(json.dumps(state.view(player)) for player in range(state.seats))
    return Look(state.hash(), state.decision, views, state.result)


def answer(state: State, chance: random.Random) -> tuple[str, int]:
    """An open option, and one of those who are asked."""
    decision = state.decision
    assert decision is not None
    return chance.choice(decision.open).key, chance.choice(decision.players)


def choose(state: State, key: str, by: int) -> None:
    state.choose(key, None if by == CHANCE else by)


def same_future(one: State, other: State) -> None:
    """Both go on with the same answers to the end of the round: equal hashes all the way, and the same happens."""
    one, other = one.clone(), other.clone()
    chance, begun = random.Random(7), one.round
    since = len(raw_events(one)), len(raw_events(other))
    for _ in range(40):
        if one.over or one.round != begun:
            break
        key, by = answer(one, chance)
        choose(one, key, by)
        choose(other, key, by)
        assert one.hash() == other.hash()
    assert one.events_since(since[0]) == other.events_since(since[1])


# ---------------------------------------------------------------- the promises at one decision


def options_are_in_order(state: State, before: str) -> set[str]:
    """Options have keys and labels of their own; a closed one has a reason, and is refused with it. What was met."""
    decision = state.decision
    assert decision is not None
    keys, labels = [option.key for option in decision.options], [option.label for option in decision.options]
    assert len(set(keys)) == len(keys)
    assert len(set(labels)) == len(labels)
    assert all(keys) and all(labels)
    assert decision.open
    assert decide.NO not in keys[:-1]  # the way out is the last
    met = {"several"} if len(decision.players) > 1 else set()
    met |= {"chance"} if decision.players == (CHANCE,) else set()
    met |= {"sealed"} if state.seal is not None else set()
    assert len(decision.chances) == (len(keys) if "chance" in met else 0)
    for option in decision.options:
        if option.blocked is not None:
            assert option.blocked.strip()
            with pytest.raises(Fault) as why:
                state.choose(option, decision.players[0])
            assert option.blocked in str(why.value)
            met.add("closed")
    assert state.hash() == before
    return met


def ways_agree(state: State, now: Look) -> None:
    """A clone and a restored save are like the state, now and later."""
    copy, restored = state.clone(), state.game.restore(state.save())
    assert look(restored) == now
    same_future(state, copy)
    same_future(state, restored)
    assert state.hash() == now.hash


# ---------------------------------------------------------------- the promises in a game


def holds(table: Table, seed: int, every: int) -> set[str]:
    """Play a game at random and hold everything that is promised, the costly ways from every so manyth decision.

    What comes back is what was met in it.
    """
    state, chance = table.start(seed), random.Random(seed)
    looks: list[Look] = []
    clones: list[State] = []
    answers: list[tuple[str, int]] = []
    met: set[str] = set()
    while not state.over:
        now = look(state)
        clones.append(state.clone())
        looks.append(now)
        assert look(clones[-1]) == now
        met |= options_are_in_order(state, now.hash)
        costly = len(answers) < min(FIRST, every) or len(answers) % every == 0
        if costly:
            ways_agree(state, now)
        answers.append(answer(state, chance))
        choose(state, *answers[-1])
        if costly:
            back = state.clone()
            back.undo()
            assert look(back) == now
            same_future(clones[-1], back)
        assert len(answers) < BOUND
    looks.append(look(state))
    clones.append(state.clone())
    again(table, seed, answers, looks)
    assert [clone.hash() for clone in clones] == [one.hash for one in looks]
    assert state.answer_list() == answers
    if table.chance == "seeded":
        assert [one.hash() for one in steps(state.game, record(state))] == [one.hash for one in looks]
    return met


def again(table: Table, seed: int, answers: list[tuple[str, int]], looks: list[Look]) -> None:
    """The same seed and decisions lead through the same states: one run forwards."""
    state = table.start(seed)
    for (key, by), before in zip(answers, looks, strict=False):
        assert look(state) == before
        choose(state, key, by)
    assert look(state) == looks[-1]


# ---------------------------------------------------------------- all packs


@among(tables(all_of_long=False))
def test_ways_to_a_state_agree_and_options_are_in_order(table: Table) -> None:
    holds(table, 3, SPARSE * LONGEST.get(table.pack, 1))


@among(table for table in tables("explicit", all_of_long=False) if table.pack not in LONG or table.seats == 2)
def test_so_they_do_where_chance_is_a_player(table: Table) -> None:
    assert "chance" in holds(table, 4, SPARSE_CHANCE * LONGEST.get(table.pack, 1)) or not rolls(table)


def rolls(table: Table) -> bool:
    """Whether something is left to chance in this game, as its rules say."""
    text = "".join(rule["text"] for rule in game(table.pack, table.mission).scenario["rules"])
    return any(verb in text for verb in ("roll(", "roll_many(", "shuffle(", "pick(", "sample("))


MET = {
    "defense-grid": {"several", "closed"},
    "guards-of-atlantis": {"closed", "sealed"},
    "hidden-hands": {"several", "closed", "sealed"},
    "smugglers": {"sealed"},
}


@pytest.mark.parametrize("pack", MET)
def test_all_sorts_of_decisions_are_met(pack: str) -> None:
    """The tests above would be worth less if these did not occur: some are asked of several, or sealed, or closed."""
    mission = missions(pack)[0]
    assert holds(Table(pack, mission, 2), 3, BOUND) - {"chance"} == MET[pack]


@pytest.mark.laws
@among(tables())
def test_at_every_decision(table: Table) -> None:
    for seed in range(5, 6 if table.pack in LONG else 25):
        holds(table, seed, 1)


@pytest.mark.laws
@among(tables("explicit"))
def test_at_every_decision_where_chance_is_a_player(table: Table) -> None:
    for seed in range(5, 6 if table.pack in LONG else 15):
        holds(table, seed, 10 if table.pack in LONG else 1)
