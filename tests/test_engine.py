"""The promises of the engine on a game that uses all of the language: and what it refuses to be given.

Every way to a state gives the same state; what was kept stays as it was; and whatever a stranger hands in, a scenario, a
save or a record, is refused with a code or is what it says, and never a crash. The shipped packs are held to the same in
`test_games.py`.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raid
import starkit
from bartizan_engine import Event, Fault, Game, NotVerified, State, canon, decide, events, load
from bartizan_engine.bots import Random
from bartizan_engine.record import record, replay
from bartizan_engine.situation import Situation
from bartizan_engine.view import view

ENGINE = Path(__file__).resolve().parent.parent / "engine"
SEATS = (1, 2, 3, 4)
OPTIONS: list[dict[str, Any]] = [{}, {"harsh": True, "luck": 3}, {"start": "high", "luck": 0}]
FULL = 200


def start(seed: int, seats: int = 2, **options: Any) -> State:
    return raid.raid().start(seed, seats, options)


def bot(seed: int) -> Random:
    return Random(seed)


# ---------------------------------------------------------------- whole games


def check_decision(state: State) -> None:
    """What holds at every decision: something is open, nothing is offered twice, views and lines can be made."""
    decision = state.decision
    assert decision is not None
    keys, labels = [o.key for o in decision.options], [o.label for o in decision.options]
    assert len(set(keys)) == len(keys)
    assert len(set(labels)) == len(labels)
    assert decision.open
    assert [o.key for o in decision.open] == [keys[at] for at in decide.open_places(state.pending)]
    assert state.decision == decision
    for seat in range(state.seats):
        json.dumps(view(state, seat))


def check_numbers(state: State) -> None:
    """Every number keeps its bounds; pieces and zones tell the same."""
    assert 0 <= state.game__gold <= 99
    assert all(0 <= score <= 99 for score in state.player__score)
    for zone, inside in enumerate(state.zones):
        assert [p for p, place in enumerate(state.place) if place == state.fixed.cells + zone] == sorted(inside)
    assert [p for kind in state.fixed.kinds for p in state.alive[kind]] != []
    assert all(state.place[p] != -1 for kind in state.fixed.kinds for p in state.alive[kind])


def watched(seed: int, seats: int, options: dict[str, Any]) -> int:
    """One random game, looked at at every decision; the number of decisions."""
    state, player, count = start(seed, seats, **options), bot(seed), 0
    while not state.over:
        check_decision(state)
        check_numbers(state)
        count += 1
        assert count < 2_000
        state.answer(player.choose(state), state.pending[decide.WHO][0])
    assert state.result is not None
    assert state.result.name in ("won", "lost")
    assert all(isinstance(state.describe(event), str) for event in state.events)
    return count


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_end_and_keep_their_promises(seats: int) -> None:
    assert all(watched(seed, seats, OPTIONS[seed % len(OPTIONS)]) for seed in range(4))


@pytest.mark.laws
@pytest.mark.parametrize("seats", SEATS)
def test_full_count_of_watched_games(seats: int) -> None:
    assert all(watched(seed, seats, OPTIONS[seed % len(OPTIONS)]) for seed in range(FULL))


def assert_same(a: State, b: State) -> None:
    assert a.hash() == b.hash()
    assert a.decision == b.decision
    assert a.save() == b.save()
    assert [view(a, seat) for seat in range(a.seats)] == [view(b, seat) for seat in range(b.seats)]


@pytest.mark.parametrize("seats", SEATS)
def test_all_ways_to_a_state_agree(seats: int) -> None:
    """Clone, save and load, undo, replay: one state; and no state that was kept is changed by those that go on."""
    state, player = start(seats, seats, harsh=True), bot(seats)
    kept = [(state.clone(), state.hash())]
    for step in range(40):
        if state.over:
            break
        assert_same(state, state.clone())
        if step % 5 == 0:
            assert_same(state, state.game.restore(state.save()))
            again = state.game.start(seats, seats, {"harsh": True})
            for key, seat in state.answer_list():
                again.choose(key, seat)
            assert_same(state, again)
        place, who = player.choose(state), state.pending[decide.WHO][0]
        ahead, beside = state.clone(), state.clone()
        ahead.answer(place, who)
        beside.choose(decide.keys(state, state.pending)[place], by=who)
        assert ahead.hash() == beside.hash()
        assert state.hash() == kept[-1][1]
        beside.undo()
        assert_same(state, beside)
        state = ahead
        kept.append((state.clone(), state.hash()))
    assert len(kept) > 8
    for one, hash in kept:
        assert one.hash() == hash


def test_a_restored_game_goes_on_as_the_first_would() -> None:
    first, player = start(5), bot(5)
    for _ in range(20):
        first.answer(player.choose(first), first.pending[decide.WHO][0])
    second = first.game.restore(first.save())
    ends = [raid.played(state, bot(9)) for state in (first, second)]
    assert ends[0].hash() == ends[1].hash()
    assert ends[0].result == ends[1].result


def test_events_change_nothing() -> None:
    loud, quiet = raid.raid().start(3, 2), raid.raid().start(3, 2, events=False)
    assert raid.played(loud, bot(3)).hash() == raid.played(quiet, bot(3)).hash()
    assert loud.events
    assert quiet.events == []


def test_chance_elsewhere_changes_nothing() -> None:
    found = set()
    for seed in (1, 2):
        random.seed(seed)
        state, player = start(8), bot(8)
        while not state.over:
            random.random()
            state.answer(player.choose(state), state.pending[decide.WHO][0])
        found.add(state.hash())
    assert len(found) == 1


@pytest.mark.parametrize("seed", [0, 1, -1, -(2**63), 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_plays(seed: int) -> None:
    state = start(seed)
    assert state.game.restore(state.save()).hash() == state.hash()
    end = raid.played(state, bot(1))
    assert replay(end.game, record(end)).hash() == end.hash()


def test_a_seed_and_its_negative_twin_are_one() -> None:
    assert start(2**64 - 5).hash() == start(-5).hash()


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    state, player = start(4), bot(4)
    before = state.hash()
    for _ in range(6):
        state.answer(player.choose(state), state.pending[decide.WHO][0])
    for _ in range(6):
        state.undo()
    assert state.hash() == before
    with pytest.raises(Fault) as caught:
        state.undo()
    assert caught.value.problem.code == "BZ813"


WRONG_STARTS: list[dict[str, Any]] = [
    {"players": 0}, {"players": 5}, {"players": -1}, {"seed": 2**64}, {"seed": -(2**63) - 1}, {"seed": "7"}, {"seed": 1.5}, {"seed": None},
    {"options": {"harsher": True}}, {"options": {"harsh": 1}}, {"options": {"harsh": "true"}}, {"options": {"luck": 4}}, {"options": {"luck": True}},
    {"options": {"start": "highest"}}, {"options": {"start": 1}}, {"options": {"luck": None}}, {"options": {"luck": [1]}}, {"players": "2"}, {"players": 2.0}, {"players": True},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_STARTS, ids=str)
def test_a_game_that_cannot_be_started_says_why(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        raid.raid().start(**{"seed": 1, "players": 2, **wrong})
    assert caught.value.problem.code == "BZ813"


# ---------------------------------------------------------------- scenarios from strangers


def codes(change: Callable[[dict[str, Any]], Any], seal: bool = True) -> set[str]:
    """The codes with which a changed scenario is refused; it is sealed again, as a stranger could."""
    scenario = raid.scenario()
    changed = change(scenario)
    changed = changed if isinstance(changed, dict) and "rules" in changed else scenario
    try:
        sealed = canon.seal(changed) if seal else changed
    except (TypeError, AttributeError):  # what has no seal is not sealed
        sealed = changed
    try:
        exercise(load(sealed))
    except NotVerified as why:
        return {problem.code for problem in why.problems}
    return set()


def exercise(game: Game) -> None:
    """A few steps of every number of players: whatever the scenario says, rules end in faults at most."""
    for seats in range(game.seats[0], game.seats[1] + 1):
        try:
            state = game.start(1, seats)
            player = bot(1)
            for _ in range(12):
                if state.over:
                    break
                assert state.decision is not None
                state.answer(player.choose(state), state.pending[decide.WHO][0])
                state.hash()
                [state.describe(event) for event in state.events]
        except Fault as fault:
            assert fault.problem.code.startswith("BZ8")


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Change the value at a path to the last of the arguments."""

    def change(scenario: dict[str, Any]) -> None:
        inner: Any = scenario
        for key in path[:-2]:
            inner = inner[key]
        inner[path[-2]] = path[-1]

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Take away what is at a path."""

    def change(scenario: dict[str, Any]) -> None:
        inner: Any = scenario
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]

    return change


def reversed_ways(scenario: dict[str, Any]) -> None:
    scenario["map"]["ways"]["inbound"]["goals"] = {}


RULES = ("rules", 0, "text")
GOBLIN, BONE = ("records", "goblin", 0), ("records", "bone", 0)
INBOUND = ("map", "ways", "inbound")

BROKEN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("format", put("format", "bartizan-save"), "BZ820"),
    ("version", put("version", 2), "BZ820"),
    ("version as a bool", put("version", True), "BZ820"),
    ("language", put("language", "2"), "BZ820"),
    ("a part that is missing", drop("options"), "BZ820"),
    ("a part too many", put("extra", 1), "BZ820"),
    ("a fraction", put("seats", [1, 2.5]), "BZ820"),
    ("nesting", lambda s: s | {"options": nested(200)}, "BZ820"),
    ("a number beyond 64 bits", put(*GOBLIN, "speed", 2**64), "BZ820"),
    ("half a character", put(*GOBLIN, "title", "\ud800"), "BZ820"),
    ("no pack", put("pack", None), "BZ822"),
    ("pack without a title", drop("pack", "title"), "BZ822"),
    ("pack with a number for a title", put("pack", "title", 3), "BZ822"),
    ("seats", put("seats", [0, 4]), "BZ822"),
    ("seats turned round", put("seats", [4, 1]), "BZ822"),
    ("many seats", put("seats", [1, 100_000]), "BZ822"),
    ("one seat number", put("seats", [2]), "BZ822"),
    ("entry", put("entry", "start"), "BZ822"),
    ("mission", put("mission", "mission:nowhere"), "BZ822"),
    ("mission of no kind", put("mission", "raid"), "BZ822"),
    ("mission as a number", put("mission", 3), "BZ822"),
    ("mission of another kind", put("mission", "goblin:grub"), "BZ822"),
    ("option", put("options", {"harsher": True}), "BZ822"),
    ("option's value", put("options", {"harsh": 3}), "BZ822"),
    ("options as a list", put("options", []), "BZ822"),
    ("ruleset", put("ruleset", []), "BZ822"),
    ("a type", put("ruleset", "game", "gold", "type", "int 0..x"), "BZ822"),
    ("a kind that nothing is", put("ruleset", "zones", "lair", "of", "ghost"), "BZ822"),
    ("a default of a record that is not there", put("ruleset", "kinds", "goblin", "fields", "chief", "default", "ghost"), "BZ822"),
    ("a number that names no record", put("ruleset", "numbers", "first", {"type": "ref goblin", "is": "ghost"}), "BZ822"),
    ("a number without a key", put("ruleset", "numbers", "steps", {"type": "table by levels of int", "is": {"low": 1}}), "BZ822"),
    ("a number without a number of players", put("ruleset", "numbers", "hands", {"type": "table by seats of int", "is": {"1": 1}}), "BZ822"),
    ("a word that sets a piece", put("ruleset", "words", "sure", {"says": "x", "set": {"attack.target": "grub"}}), "BZ822"),
    ("a word that sets no record", lambda s: (put("ruleset", "contexts", "tally", "what", {"type": "optional ref goblin"})(s), put("ruleset", "words", "sure", {"says": "x", "set": {"tally.what": "ghost"}})(s)), "BZ822"),
    ("records as a list", put("records", []), "BZ822"),
    ("records of no kind", put("records", "ghost", []), "BZ822"),
    ("records of a kind as an object", put("records", "goblin", {}), "BZ822"),
    ("a record as a text", put("records", "goblin", 0, "grub"), "BZ822"),
    ("a record's field", put(*GOBLIN, "speed", 30), "BZ822"),
    ("a record's bool", put(*GOBLIN, "speed", True), "BZ822"),
    ("a record's unknown field", put(*GOBLIN, "colour", "green"), "BZ822"),
    ("a record's missing field", drop(*GOBLIN, "speed"), "BZ822"),
    ("a record's missing id", drop(*GOBLIN, "id"), "BZ822"),
    ("a record's id as a number", put(*GOBLIN, "id", 3), "BZ822"),
    ("a record's id as a list", put(*GOBLIN, "id", []), "BZ822"),
    ("two records of one id", put(*GOBLIN, "id", "snag"), "BZ822"),
    ("a title as a number", put(*GOBLIN, "title", 3), "BZ822"),
    ("a table without a key", put(*GOBLIN, "hp", {"1": 3}), "BZ822"),
    ("a table with a strange key", put(*GOBLIN, "hp", {"1": 3, "2": 3, "3": 3, "4": 3, "x": 3}), "BZ822"),
    ("effects of no word", put(*GOBLIN, "tricks", [["ghost", {}]]), "BZ822"),
    ("effects without arguments", put(*GOBLIN, "tricks", [["strong", {}]]), "BZ822"),
    ("effects as texts", put(*GOBLIN, "tricks", ["strong"]), "BZ822"),
    ("a reference", put(*GOBLIN, "chief", "ghost"), "BZ822"),
    ("a cell of the map", put("records", "mission", 0, "waves", 0, "at", "z99"), "BZ822"),
    ("a list too long", put("records", "mission", 0, "waves", 0, "goblins", ["grub"] * 9), "BZ822"),
    ("a die without faces", put(*BONE, "faces", []), "BZ822"),
    ("a face that never comes", put(*BONE, "faces", 0, "count", 0), "BZ822"),
    ("a face too often", put(*BONE, "faces", 0, "count", 10**6), "BZ822"),
    ("a face's count as a bool", put(*BONE, "faces", 0, "count", True), "BZ822"),
    ("two faces of one name", put(*BONE, "faces", 0, "name", "hit"), "BZ822"),
    ("a face's field", put(*BONE, "faces", 0, "pips", 77), "BZ822"),
    ("a face without a field", drop(*BONE, "faces", 0, "pips"), "BZ822"),
    ("map without layout", put("map", "layout", "round"), "BZ822"),
    ("map without cells", put("map", "cells", []), "BZ822"),
    ("two cells of one name", put("map", "cells", 0, "name", "hold"), "BZ822"),
    ("a cell's name as a number", put("map", "cells", 0, "name", 3), "BZ822"),
    ("two cells in one place", lambda s: put("map", "cells", 0, dict(s["map"]["cells"][1], name="west"))(s), "BZ822"),
    ("a cell far away", put("map", "cells", 0, "q", 10**6), "BZ822"),
    ("a cell's row as a text", put("map", "cells", 0, "row", "1"), "BZ822"),
    ("a cell's tags as a text", put("map", "cells", 0, "tags", "road"), "BZ822"),
    ("a cell's tag that is not declared", put("map", "cells", 0, "tags", ["rode"]), "BZ822"),
    ("neighbours beyond the map", put("map", "neighbours", 0, [999]), "BZ822"),
    ("neighbours below nought", put("map", "neighbours", 0, [-1]), "BZ822"),
    ("neighbours as bools", put("map", "neighbours", 0, [True]), "BZ822"),
    ("neighbours missing", put("map", "neighbours", []), "BZ822"),
    ("a way missing", drop("map", "ways", "inbound"), "BZ822"),
    ("a way too many", put("map", "ways", "sideways", {"cells": [], "from": [], "to": [], "links": [], "goals": {}}), "BZ822"),
    ("a way's links beyond the map", put(*INBOUND, "links", [[0, [999]]]), "BZ822"),
    ("a way's links as texts", put(*INBOUND, "links", [["a", ["b"]]]), "BZ822"),
    ("a way's goal beyond the map", lambda s: put(*INBOUND, "goals", {"999": next(iter(s["map"]["ways"]["inbound"]["goals"].values()))})(s), "BZ822"),
    ("a way's goal that is no number", lambda s: put(*INBOUND, "goals", {"x": next(iter(s["map"]["ways"]["inbound"]["goals"].values()))})(s), "BZ822"),
    ("next steps too short", lambda s: next(iter(s["map"]["ways"]["inbound"]["goals"].values()))["next"].pop(), "BZ822"),
    ("next steps beyond the map", lambda s: put("next", 0, 999)(next(iter(s["map"]["ways"]["inbound"]["goals"].values()))), "BZ822"),
    ("steps left as texts", lambda s: put("left", 0, "x")(next(iter(s["map"]["ways"]["inbound"]["goals"].values()))), "BZ822"),
    ("steps left below nought", lambda s: put("left", 0, -7)(next(iter(s["map"]["ways"]["inbound"]["goals"].values()))), "BZ822"),
    ("a split of no way", put("map", "splits", [{"at": 0, "way": "sideways", "die": "fate", "to": {}}]), "BZ822"),
    ("a split beyond the map", put("map", "splits", [{"at": 999, "way": "outbound", "die": "fate", "to": {}}]), "BZ822"),
    ("a split to nowhere", put("map", "splits", [{"at": 0, "way": "outbound", "die": "fate", "to": {"hit": 999}}]), "BZ822"),
    ("a split as a text", put("map", "splits", ["x"]), "BZ822"),
    ("no map under a mission", put("map", None), "BZ822"),
    ("map as a list", put("map", []), "BZ822"),
    ("rules as a text", put("rules", "def play(): pass"), "BZ822"),
    ("rules without a path", drop("rules", 0, "path"), "BZ822"),
    ("rules that do not parse", put(*RULES, "def play("), "BZ512"),
    ("rules that reach out", put(*RULES, 'def play():\n    "D."\n    import os\n'), "BZ513"),
    ("rules of the wrong type", put(*RULES, 'def play():\n    "D."\n    end("won", x = "y")\n'), "BZ522"),
    ("no rules", put("rules", []), "BZ520"),
    ("too many rules", put("rules", [{"path": f"{i}.star", "text": ""} for i in range(100)]), "BZ510"),
]  # fmt: skip


def nested(depth: int) -> Any:
    value: Any = 3
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(("name", "change", "code"), BROKEN, ids=[name for name, *_ in BROKEN])
def test_a_scenario_that_the_compiler_never_makes_is_refused(name: str, change: Any, code: str) -> None:
    assert code in codes(
        change, seal=code != "BZ820" or name in ("language", "a part that is missing", "a part too many")
    )


def test_our_scenario_is_sound() -> None:
    assert codes(lambda scenario: None) == set()


def test_a_change_without_a_new_seal_is_refused() -> None:
    for path in (("pack", "title"), (*GOBLIN, "speed"), RULES):
        changed = raid.scenario()
        put(*path, "x" if path[-1] != "speed" else 4)(changed)
        with pytest.raises(NotVerified) as why:
            load(changed)
        assert {problem.code for problem in why.value.problems} == {"BZ821"}


def test_a_better_sentence_keeps_saves_and_a_new_number_does_not() -> None:
    state = start(2)
    titled, faster = raid.scenario(), raid.scenario()
    put(*GOBLIN, "title", "Grubby")(titled)
    put(*GOBLIN, "speed", 5)(faster)
    assert load(canon.seal(titled)).restore(state.save()).hash() == state.hash()
    with pytest.raises(NotVerified) as why:
        load(canon.seal(faster)).restore(state.save())
    assert [problem.code for problem in why.value.problems] == ["BZ831"]


NASTY: list[Any] = [None, True, -1, 0, 10**9, "", "x", "none", [], {}, [[]], {"x": 1}, ["x", None]]


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(found for key, item in items for found in places(item, (*at, key)))]


def edits() -> list[tuple[tuple[Any, ...], Any]]:
    scenario = {key: value for key, value in raid.scenario().items() if key not in ("hash", "rules")}
    return [(path, value) for path in places(scenario) if path for value in NASTY]


def edited(path: tuple[Any, ...], value: Any) -> None:
    """Whatever stands at a place: the scenario is refused with a code, or it plays."""
    scenario = raid.scenario()
    put(*path, value)(scenario)
    assert codes(lambda _: scenario) <= {"BZ820", "BZ822", *(f"BZ{n}" for n in range(501, 540))}


def test_edits_of_a_scenario_never_crash() -> None:
    chosen = random.Random(1).sample(edits(), 150)
    for path, value in chosen:
        edited(path, value)


@pytest.mark.laws
def test_all_edits_of_a_scenario_never_crash() -> None:
    for path, value in edits():
        edited(path, value)


# ---------------------------------------------------------------- saves from strangers


def middle() -> State:
    """A state in the middle of an attack: contexts, frames, hidden cards, an agenda."""
    state, player = start(21, 3, harsh=True), bot(3)
    while state.decision is None or not (state.contexts and len(state.frames) > 2 and state.alive["gem"]):
        state.answer(player.choose(state), state.pending[decide.WHO][0])
    return state


def refused(text: Any) -> list[str]:
    with pytest.raises(NotVerified) as why:
        raid.raid().restore(text)
    return [problem.code for problem in why.value.problems]


def frames(data: dict[str, Any]) -> list[Any]:
    found: list[Any] = data["state"]["frames"]
    return found


def first_zone(data: dict[str, Any]) -> list[int]:
    return next(zone for zone in data["state"]["zones"] if len(zone) > 1)


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("an extra frame", lambda d: frames(d).append(copy.deepcopy(frames(d)[-1]))),
    ("a frame less", lambda d: frames(d).pop()),
    ("no frames", lambda d: frames(d).clear()),
    ("a rule that is not there", lambda d: put("t", 0, 999)(frames(d)[-1])),
    ("a rule below nought", lambda d: put("t", 0, -1)(frames(d)[-1])),
    ("another rule", lambda d: put("t", 0, frames(d)[0]["t"][0])(frames(d)[-1])),
    ("another place", lambda d: put("t", 1, frames(d)[-1]["t"][1] + 1)(frames(d)[-1])),
    ("a place that is not there", lambda d: put("t", 1, 999)(frames(d)[-1])),
    ("locals that are missing", lambda d: put("t", 2, {"t": []})(frames(d)[-1])),
    ("a local of another type", lambda d: put("t", 0, "x")(frames(d)[-1]["t"][2])),
    ("a frame as a list", lambda d: frames(d).append([1, 2, 3])),
    ("a negative counter", put("state", "chance", "pick arrive", -1)),
    ("a counter further on", put("state", "chance", "pick arrive", 50)),
    ("a counter as a text", put("state", "chance", "pick arrive", "1")),
    ("counters as a list", put("state", "chance", [])),
    ("another seed", put("state", "seed", 3)),
    ("a piece twice in a zone", lambda d: first_zone(d).append(first_zone(d)[0])),
    ("a piece less in a zone", lambda d: first_zone(d).pop()),
    ("a zone in another order", lambda d: first_zone(d).reverse()),
    ("a zone less", lambda d: d["state"]["zones"].pop()),
    ("a piece of another kind", lambda d: put("state", "kind", 0, 1 - d["state"]["kind"][0])(d)),
    ("a piece of no record", put("state", "record", 0, 99)),
    ("a piece nowhere", put("state", "place", 0, 9_999)),
    ("a piece on itself", put("state", "place", 0, -2)),
    ("pieces on each other", lambda d: put("state", "place", [-3, -2, *d["state"]["place"][2:]])(d)),
    ("pieces alive that are gone", lambda d: d["state"]["alive"]["goblin"].append(0)),
    ("columns of unequal length", lambda d: d["state"]["kind"].append(0)),
    ("gold beyond its bounds", put("state", "fields", "game__gold", 100)),
    ("gold as a text", put("state", "fields", "game__gold", "9")),
    ("more gold", put("state", "fields", "game__gold", 9)),
    ("a field that is not there", put("state", "fields", "game__silver", 9)),
    ("a field that is missing", drop("state", "fields", "game__gold")),
    ("hit points of none", put("state", "fields", "goblin__hp", [])),
    ("a table with a strange key", put("state", "fields", "game__stock", {"d": [[99, 1]]})),
    ("a table as a list", put("state", "fields", "game__stock", [1, 2, 3])),
    ("a context of no kind", put("state", "contexts", 0, 0, 99)),
    ("a context without fields", put("state", "contexts", 0, [0])),
    ("a context that aims at nothing", lambda d: put("state", "contexts", 0, [*d["state"]["contexts"][0][:-1], [9_999]])(d)),
    ("no contexts", put("state", "contexts", [])),
    ("no decision", put("state", "pending", None)),
    ("a decision of nowhere", put("state", "pending", "t", 0, 999)),
    ("a decision of nobody", put("state", "pending", "t", 1, {"t": []})),
    ("a decision of a stranger", put("state", "pending", "t", 1, {"t": [77]})),
    ("a decision with strange options", put("state", "pending", "t", 3, [9_999])),
    ("a decision with a strange text", put("state", "pending", "t", 2, {"t": [999, 1]})),
    ("a result", put("state", "outcome", {"t": ["won", {"t": []}, {"t": []}]})),
    ("a result that is not declared", put("state", "outcome", {"t": ["drawn", {"t": []}, {"t": []}]})),
    ("a round below nought", put("state", "round", -1)),
    ("another round", put("state", "round", 5)),
    ("an agenda of nothing", put("state", "agenda", [{"t": [99]}])),
    ("a part less", drop("state", "round")),
    ("a part more", put("state", "extra", 1)),
    ("an answer less", lambda d: d["answers"].pop()),
    ("an answer more", lambda d: d["answers"].append(["none", 0])),
    ("an answer of another player", put("answers", 0, 1, 2)),
    ("an answer that is no text", put("answers", 0, 0, 3)),
    ("answers as a text", put("answers", "none")),
    ("another number of players", put("seats", 2)),
    ("too many players", put("seats", 99)),
    ("players as a text", put("seats", "3")),
    ("an option that is not there", put("options", {"harsher": True})),
    ("another option", lambda d: put("options", dict(d["options"], harsh=False))(d)),
    ("options as a list", put("options", [])),
    ("an origin", put("origin", "{}")),
    ("an origin as a number", put("origin", 3)),
    ("itself as its origin", lambda d: put("origin", json.dumps(d))(d)),
    ("depth", put("state", "returned", nested(60))),
]  # fmt: skip


def sealed(data: dict[str, Any]) -> str:
    """A save with a hash that fits its state: as careful as a stranger could be."""
    from hashlib import blake2b

    data["hash"] = blake2b(canon.dumps(data["state"]).encode(), digest_size=16).hexdigest()
    return json.dumps(data)


@pytest.mark.parametrize(("name", "change"), TAMPERED, ids=[name for name, _ in TAMPERED])
def test_a_save_that_no_game_leads_to_is_refused(name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    data = json.loads(middle().save())
    change(data)
    assert refused(sealed(data)) == ["BZ832"]


UNREADABLE: list[Any] = [
    "", "{", "[]", "null", "3", '"x"', "{}", '{"format": "bartizan-save"}', pickle.dumps({"a": 1}), b"\x80\x04\x95", "\x00", "\ud800", "[" * 100_000, '{"a":' * 50_000,
    "9" * 200_000, "NaN", "[1.5]", '{"format": 1, "format": 2}', "x" * (9 * 1024 * 1024),
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_save_or_record_is_refused(text: Any) -> None:
    assert refused(text) == ["BZ830"]
    with pytest.raises(NotVerified) as why:
        replay(raid.raid(), text)
    assert [problem.code for problem in why.value.problems] == ["BZ830"]


@pytest.mark.parametrize("change", [{"format": "x"}, {"version": 2}, {"extra": 1}])
def test_a_save_of_another_form_is_refused(change: dict[str, Any]) -> None:
    assert refused(json.dumps(json.loads(middle().save()) | change)) == ["BZ830"]


def test_a_save_of_another_scenario_is_refused() -> None:
    other = starkit.game(
        starkit.PLAY.replace('end("won")', 'x = choose(players(), "?", [1, 2])\n    end("won")')
    ).start()
    assert refused(other.save()) == ["BZ831"]


@given(st.data())
@settings(max_examples=80)
def test_edits_of_a_save_never_crash(data: st.DataObject) -> None:
    save = json.loads(SAVE)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(SAVE_PLACES))
        try:
            put(*path, data.draw(st.sampled_from([*NASTY, 1, 2, 3, {"t": []}, {"d": []}, {"t": [1, 2]}])))(save)
        except (KeyError, IndexError, TypeError):
            continue
    if save == json.loads(SAVE):
        return
    try:
        restored = raid.raid().restore(sealed(save))
    except NotVerified as why:
        assert {problem.code for problem in why.problems} <= {"BZ830", "BZ831", "BZ832"}
    else:
        assert restored.hash() == json.loads(SAVE)["hash"]


SAVE = middle().save()
SAVE_PLACES = [path for path in places(json.loads(SAVE)) if path]


# ---------------------------------------------------------------- records from strangers


def whole() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record(raid.played(start(6), bot(6))))
    return found


WRONG_RECORDS: list[tuple[dict[str, Any], str]] = [
    ({"play": "0" * 64}, "BZ831"),
    ({"final": "0" * 32}, "BZ832"),
    ({"seed": 7}, "BZ832"),
    ({"seed": 2**70}, "BZ830"),
    ({"seats": 3}, "BZ832"),
    ({"seats": 99}, "BZ832"),
    ({"options": {"harsher": True}}, "BZ832"),
    ({"options": {"luck": [1]}}, "BZ832"),
    ({"answers": []}, "BZ832"),
    ({"answers": [["none", 0]]}, "BZ832"),
    ({"answers": [["none", -5]]}, "BZ832"),
    ({"answers": [["ghost", 1]]}, "BZ832"),
    ({"answers": [["none"]]}, "BZ830"),
    ({"answers": [[1, 1]]}, "BZ830"),
    ({"answers": [["none", True]]}, "BZ830"),
    ({"answers": {}}, "BZ830"),
    ({"seed": "6"}, "BZ830"),
    ({"seed": 6.0}, "BZ830"),
    ({"seed": True}, "BZ830"),
    ({"options": []}, "BZ830"),
    ({"version": 2}, "BZ830"),
    ({"extra": 1}, "BZ830"),
]


@pytest.mark.parametrize(("change", "code"), WRONG_RECORDS, ids=[str(change) for change, _ in WRONG_RECORDS])
def test_a_record_that_does_not_lead_where_it_says_is_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(NotVerified) as why:
        replay(raid.raid(), json.dumps(whole() | change))
    assert [problem.code for problem in why.value.problems] == [code]


def test_a_record_leads_where_it_says() -> None:
    assert replay(raid.raid(), json.dumps(whole())).hash() == whole()["final"]


def test_a_record_with_more_answers_than_the_game_has_is_refused() -> None:
    longer = whole()
    longer["answers"] += [["none", 1]]
    with pytest.raises(NotVerified) as why:
        replay(raid.raid(), json.dumps(longer))
    assert [problem.code for problem in why.value.problems] == ["BZ832"]


def test_keys_of_a_table_that_are_not_written_stay_as_they_are() -> None:
    """In what is given, and in what is looked at; a key that is written is set, and is compared."""
    rules = 'def f(g: goblin) -> list[int]:\n    "Doc."\n    return [g.purse[level] for level in members("levels")]\n'
    given = {"pieces": {"grub": {"goblin": "grub", "at": "west", "purse": {"middle": 4}}}}
    table = Situation(starkit.game(rules).prepare(1, 2))
    table.arrange(given)
    table.call("f", {"g": "grub"})
    assert table.state.returned == [0, 4, 0]
    assert table.differences({"pieces": {"grub": {"purse": {"middle": 4}}}}) == []
    assert table.differences({"pieces": {"grub": {"purse": {"low": 0, "high": 0}}}}) == []
    wrong = table.differences({"pieces": {"grub": {"purse": {"middle": 3}}}})
    assert wrong == [(("pieces", "grub", "purse"), "it is {low: 0, middle: 4, high: 0}")]


def test_a_table_set_by_hand_has_no_record() -> None:
    state = starkit.run(
        raid.RULES,
        "fight",
        {"p": 1},
        changes=raid.CHANGES,
        records=raid.RECORDS,
        given={
            "pieces": {
                "a": {"goblin": "grub", "at": "west"},
                "b": {"goblin": "snag", "at": "west"},
                "c": {"gem": "ruby", "zone": "hoard"},
                "d": {"gem": "opal", "zone": "hoard"},
            }
        },
    ).state
    with pytest.raises(Fault) as caught:
        record(state)
    assert caught.value.problem.code == "BZ813"


def test_scenarios_without_a_mission_do_not_ask_for_the_cells_of_others() -> None:
    """A way in that needs no mission has no map; records that name cells of maps are there all the same."""
    text = 'def play():\n    "Doc."\n    end("won", missions = len(records("mission")))\n'
    result = load(starkit.scenario(text, board=False, mission=None)).start().result
    assert result is not None
    assert result.scores == {"missions": 1}
    reading = text.replace('missions = len(records("mission"))', 'row = records("mission")[0].waves[0].at.row')
    with pytest.raises(Fault) as caught:
        load(starkit.scenario(reading, board=False, mission=None)).start()
    assert caught.value.problem.code == "BZ805"


# ---------------------------------------------------------------- the command of the engine alone


def engine(tmp_path: Path, scenario: Any, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    """What `python -m bartizan_engine` says of a scenario, with nothing but the engine to import."""
    path = tmp_path / "raid.scenario.json"
    path.write_text(scenario if isinstance(scenario, str) else json.dumps(scenario), encoding="utf-8")
    command = [sys.executable, "-S", "-m", "bartizan_engine", str(path), *words]
    env = {**os.environ, "PYTHONPATH": str(ENGINE)}
    return subprocess.run(command, input=answers, capture_output=True, text=True, check=False, env=env)


def test_the_engine_plays_a_scenario_with_nothing_else_installed(tmp_path: Path) -> None:
    done = engine(tmp_path, raid.scenario(), "--seed", "3", "--players", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "round 2" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(("won: The valley is safe.", "lost: The valley has fallen."))
    quiet = engine(tmp_path, raid.scenario(), "--seed", "3", "--players", "2", "--quiet")
    assert quiet.stdout.splitlines() == done.stdout.splitlines()[-1:]


def test_the_engine_asks_by_number(tmp_path: Path) -> None:
    text = 'def play():\n    "Doc."\n    n = choose(players(), "Which?", [option(1, blocked = "shut"), option(2), option(3)])\n    end("won", n = n)\n'
    scenario = starkit.scenario(text.replace("n = n", "took = n"))
    done = engine(tmp_path, scenario, "--ask", answers="x\n9\n1\n2\n")
    assert done.returncode == 0
    assert done.stdout.count("the number of an open option, please") == 3
    assert done.stdout.splitlines()[-1].endswith("(took 2)")
    assert engine(tmp_path, scenario, "--ask").returncode == 1


def test_the_engine_says_what_is_wrong(tmp_path: Path) -> None:
    cut = engine(tmp_path, json.dumps(raid.scenario())[:5_000])
    assert (cut.returncode, cut.stdout) == (1, "")
    assert cut.stderr.startswith(f"{tmp_path / 'raid.scenario.json'}: BZ820: ")
    wrong = engine(
        tmp_path,
        starkit.scenario('def play():\n    "Doc."\n    f(0)\n\ndef f(n: int):\n    "Doc."\n    game.gold = 3 // n\n'),
    )
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "test.star:7: BZ808" in wrong.stderr
    assert "in f, test.star:7" in wrong.stderr
    assert "in play, test.star:3" in wrong.stderr
    assert "Traceback" not in cut.stderr + wrong.stderr


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (1, 2, "1 -> 2"),
        ("card:a#1", "card:?", "a#1 -> a card"),
        ("[]", "[card:a#1,card:b#2]", "nothing -> a#1, b#2"),
        ([], ["card:a", "card:?"], "nothing -> a, a card"),
        ({"low": 1}, {"low": 0, "high": 2}, "low 1 -> low 0, high 2"),
        ('["a","b:c"]', "none", '["a","b:c"] -> none'),
        (None, True, "None -> True"),
    ],
)
def test_a_change_is_told_in_words(before: Any, after: Any, said: str) -> None:
    """Lists and tables too, whether they come as who keeps the game reads them or as a player does."""
    event = Event("set", (("field", "held_now"), ("of", "card:a#1"), ("before", before), ("after", after)))
    assert events.describe(event) == f"held now of a#1: {said}"
