"""The engine as a library: its errors are one family, a hash tells all that lies ahead, nothing is shared by accident.

The games here are small; the promises that whole games keep stand in `test_engine.py`.
"""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
import sys
import threading
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import bartizan_engine
import raid
import starkit
from bartizan_engine import (
    CHANCE,
    Call,
    EngineError,
    Fault,
    Game,
    Misuse,
    NotVerified,
    Option,
    Problem,
    Spot,
    State,
    bots,
    canon,
    decide,
    load,
    record,
)
from bartizan_engine.situation import Situation, Unfit

PYTHON_PAGE = Path(__file__).resolve().parent.parent / "site" / "pages" / "python.md"
TOGETHER = '''
def play():
    """Two rounds: all send a goblin in secret and say how often, then bones are thrown."""
    for p in players():
        for one in records("goblin"):
            create(one, p.deck)
        shuffle(p.deck)
    for n in rounds(2):
        for p in together(players()):
            send(p)
        for p in players():
            p.score += roll(record("bone", "fate")).pips
            if confirm(p, "Again?"):
                game.gold += pick([1, 2, 3])
    end("won", gold = game.gold + options.luck)


def send(p: player):
    """One goblin leaves the deck."""
    card = choose(p, "Send whom?", p.deck)
    p.score += choose(p, "How often?", [1, 2])
    move(card, p.hand)
'''
LATER = '''
def play():
    """Options and numbers matter only after the first answer."""
    if confirm(players()[0], "Go on?"):
        game.gold += options.luck + numbers.price + (1 if options.harsh else 0)
    end("won", gold = game.gold)
'''
BROKEN = '''
def play():
    """The third line goes wrong."""
    n = choose(players()[0], "Among how many?", [0, 1, 2])
    share(n)
    end("won")


def share(n: int):
    """All gold, in equal parts."""
    game.gold = part(6, n)


def part(gold: int, n: int) -> int:
    """One part."""
    return gold // n
'''


def price(amount: int) -> dict[str, Any]:
    """The game of LATER with another printed number."""
    scenario = starkit.scenario(LATER)
    scenario["ruleset"]["numbers"]["price"]["is"] = amount
    return canon.seal(scenario)


# ---------------------------------------------------------------- the hash


def test_games_that_can_go_on_differently_have_different_hashes() -> None:
    """Equal tables at the first decision; what differs is what lies ahead."""
    game, dearer = load(price(2)), load(price(3))
    states = {
        "plain": game.start(1, 2),
        "luck": game.start(1, 2, {"luck": 3}),
        "harsh": game.start(1, 2, {"harsh": True}),
        "seed": game.start(2, 2),
        "players": game.start(1, 3),
        "explicit": game.start(1, 2, chance="explicit"),
        "scenario": dearer.start(1, 2),
    }
    forced = game.start(1, 2)
    forced.forced_picks = ["2"]
    states["forced"] = forced
    same = [states[name].packed() for name in ("plain", "luck", "harsh", "scenario", "forced")]
    assert all(packed == same[0] for packed in same)
    assert len({state.hash() for state in states.values()}) == len(states)


def test_a_hash_depends_on_the_state_and_on_no_way_to_it() -> None:
    game = load(price(2))
    spelt_out = game.start(1, 2, {"luck": 1, "harsh": False, "start": "middle"})
    settled = game.settle(None)
    assert spelt_out.hash() == game.start(1, options={**settled, "luck": 1, "start": "middle"}, players=2).hash()
    assert game.start(1, 2).hash() == game.start(1, 2, settled).hash() == game.start(1, 2, events=False).hash()


def test_a_better_sentence_keeps_the_hash() -> None:
    scenario = price(2)
    scenario["pack"]["title"] = "Other goblins"
    assert load(canon.seal(scenario)).start(1, 2).hash() == load(price(2)).start(1, 2).hash()


def test_every_part_of_a_state_is_in_its_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of any part of what is packed gives another hash."""
    state = raid.raid().start(5, 2)
    bot = bots.Random(5)
    for _ in range(9):
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    before, packed = state.hash(), state.packed()
    assert packed["frames"]
    assert packed["chance"]
    for name in packed:
        monkeypatch.setattr(State, "packed", lambda _, name=name: {**packed, name: "another"})
        assert state.hash() != before, name


# ---------------------------------------------------------------- errors


JUNK: list[Any] = [None, True, -1, 0, 1.5, 10**30, float("nan"), "", "x", "\ud800", "\0", b"x", [], [1], {}, {"x": 1}, {1: 2}, (), {1}, object(), len]  # fmt: skip


def table() -> State:
    return raid.raid().start(1, 2)


def over() -> State:
    return bots.play(table(), bots.Random(1))


def chance_open() -> State:
    return raid.raid().start(1, 2, chance="explicit")


def situation() -> Situation:
    found = Situation(raid.raid().prepare(1, 2))
    found.arrange({"zones": {"hoard": [gem["id"] for gem in raid.raid().records("gem")]}})  # none may be lost
    return found


class Gives:
    """A bot that gives what it was told to."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def choose(self, state: State) -> Any:
        return self.what


def part(*path: Any) -> Callable[[Any], Any]:
    """A situation with a value at a path."""

    def made(value: Any) -> Any:
        for key in reversed(path):
            value = {key: value}
        return situation().arrange(value)

    return made


def piece(**more: Any) -> Any:
    return situation().arrange({"pieces": {"a": {"goblin": "grub", "at": "west", **more}}})


# A call with one argument of ours: what of JUNK it takes, by the text of it; it refuses all the rest.
CALLS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "start(seed)": (lambda x: raid.raid().start(seed=x), "-1 0"),
    "start(players)": (lambda x: raid.raid().start(players=x), "None"),
    "start(options)": (lambda x: raid.raid().start(options=x), "None {}"),
    "start(option)": (lambda x: raid.raid().start(options={"luck": x}), "0"),
    "start(events)": (lambda x: raid.raid().start(events=x), "True"),
    "start(chance)": (lambda x: raid.raid().start(chance=x), ""),
    "start(roles)": (lambda x: raid.raid().start(roles=x), "None {}"),
    "start(sheets)": (lambda x: raid.raid().start(sheets=x), "None {}"),
    "prepare(seed)": (lambda x: raid.raid().prepare(seed=x), "-1 0"),
    "choose(option)": (lambda x: table().choose(x), ""),
    "choose(by)": (lambda x: table().choose("rage", by=x), "None 0"),
    "choose at the end": (lambda x: over().choose(x), ""),
    "choose by at the end": (lambda x: over().choose("rage", by=x), ""),
    "choose an outcome": (lambda x: chance_open().choose(x), ""),
    "choose an outcome by": (lambda x: chance_open().choose("0", by=x), "None -1"),
    "answer(at)": (lambda x: table().answer(x, 0), "0"),
    "answer(player)": (lambda x: table().answer(0, x), "0"),
    "answer at the end": (lambda x: over().answer(x, 0), ""),
    "view": (lambda x: table().view(x), "None 0"),
    "log": (lambda x: table().log(x), "None 0"),
    "events_since": (lambda x: table().events_since(x), "0"),
    "describe": (lambda x: table().describe(x), ""),
    "records": (lambda x: raid.raid().records(x), ""),
    "load": (load, ""),
    "Game": (Game, ""),
    "restore": (lambda x: raid.raid().restore(x), ""),
    "replay(text)": (lambda x: record.replay(raid.raid(), x), ""),
    "replay(game)": (lambda x: record.replay(x, record.record(table())), ""),
    "record": (record.record, ""),
    "named(text)": (bots.named, ""),
    "named(seed)": (lambda x: bots.named("greedy", x), "-1 0"),
    "Random": (bots.Random, "-1 0"),
    "Greedy": (lambda x: bots.Greedy(0, x), ""),
    "MCTS(iterations)": (lambda x: bots.MCTS(0, x), ""),
    "MCTS(explore)": (lambda x: bots.MCTS(0, 9, x), f"0 1.5 {10**30}"),
    "play(state)": (lambda x: bots.play(x, bots.Random()), ""),
    "play(bot)": (lambda x: bots.play(table(), x), ""),
    "play(limit)": (lambda x: bots.play(over(), bots.Random(), x), ""),
    "a bot's answer": (lambda x: bots.play(table(), Gives(x), 1), ""),
    "a bot at the end": (lambda x: [bots.Random().choose(over()), x], ""),
    "arrange": (lambda x: situation().arrange(x), "{}"),
    "arrange game": (part("game"), "{}"),
    "arrange a field": (part("game", "gold"), "0"),
    "arrange a table": (part("game", "stock"), "0 {}"),
    "arrange players": (part("players"), "[]"),
    "arrange a player": (lambda x: situation().arrange({"players": [x]}), "{}"),
    "arrange a player too many": (lambda x: situation().arrange({"players": [{}, {}, x]}), ""),
    "arrange pieces": (part("pieces"), "{}"),
    "arrange a piece": (part("pieces", "a"), ""),
    "arrange a record": (lambda x: piece(goblin=x), ""),
    "arrange a place": (lambda x: piece(at=x), ""),
    "arrange a number": (lambda x: piece(times=x), "0"),
    "arrange a state": (lambda x: piece(hp=x), "0"),
    "arrange a lair": (lambda x: situation().arrange({"pieces": {"a": {"goblin": "grub", "zone": x}}}), ""),
    "arrange a load": (lambda x: situation().arrange({"pieces": {"a": {"goblin": "grub", "carried_by": x}}}), ""),
    "arrange zones": (part("zones"), "{}"),
    "arrange a zone": (part("zones", "1.hand"), "[]"),
    "arrange in a zone": (lambda x: situation().arrange({"zones": {"1.hand": [x]}}), ""),
    "compare": (lambda x: situation().differences(x), "{}"),
    "compare a piece": (lambda x: situation().differences({"pieces": {"a": x}}), ""),
    "call": (lambda x: situation().call(x, {}), ""),
    "call with": (lambda x: situation().call("draw", x), ""),
    "call with a player": (lambda x: situation().call("draw", {"p": x, "n": 1}), ""),
    "call with a number": (lambda x: situation().call("income", {"n": x}), "-1 0"),
    "call with a context": (lambda x: situation().call("strengthen", {"a": x}), ""),
}  # fmt: skip


def refused(call: Callable[[Any], Any], value: Any) -> EngineError | None:
    try:
        call(value)
    except EngineError as why:
        return why
    return None


def told(error: EngineError) -> None:
    """An error has a place, a code, a reason and mostly a fix, in words that every screen shows."""
    for problem in error.problems:
        assert problem.spot.path
        assert re.fullmatch(r"BZ8\d\d", problem.code)
        assert problem.message
        assert problem.code in str(error)
        assert problem.message in str(error)
        assert problem.hint in str(error)
    assert len(str(error)) < 1_000
    str(error).encode("utf-8")
    assert " at 0x" not in str(error) or "<" in str(error)


@pytest.mark.parametrize("name", CALLS)
def test_what_does_not_fit_is_refused_in_one_family(name: str) -> None:
    call, takes = CALLS[name]
    fits = takes.split()
    for value in JUNK:
        error = refused(call, value)
        assert (error is None) == (repr(value) in fits), (value, error)
        if error is not None:
            told(error)


FOUND: list[tuple[str, Callable[[], Any], type[EngineError], str, str, str]] = [
    ("players as text", lambda: raid.raid().start(1, "2"), Misuse, "start(players)", '"2" cannot play this; 1 to 4 can', "write players=1"),  # type: ignore[arg-type]  # that is the point
    ("an option that is misspelt", lambda: raid.raid().start(1, 2, {"hash": True}), Misuse, "start(options)", 'there is no option "hash"', 'did you mean "harsh"?'),
    ("an option out of bounds", lambda: raid.raid().start(1, 2, {"luck": 4}), Misuse, "start(options)", 'the option "luck": 4 is not within 0..3', "it is declared as int 0..3"),
    ("an option that is no member", lambda: raid.raid().start(1, 2, {"start": "hi"}), Misuse, "start(options)", 'the option "start": "hi" is not one of low, middle, high', "one of low, middle, high"),
    ("roles where there are none", lambda: raid.raid().start(1, 2, roles={"foe": 0}), Misuse, "start(roles)", "the ruleset declares no roles", "leave roles out"),
    ("an option of a decision that is misspelt", lambda: table().choose("rags"), Misuse, "choose(option)", '"rags" is not offered', 'did you mean "rage"?'),
    ("an option that is blocked", lambda: table().choose("buy"), Misuse, "choose(option)", '"buy" is blocked: costs 3, 2 coins left', "open: fight, rage, none"),
    ("another player", lambda: table().choose("rage", by=1), Misuse, "choose(by)", "player 2 is not asked", "player 1 is; by= counts seats from 0"),
    ("a player instead of chance", lambda: chance_open().choose("0", by=0), Misuse, "choose(by)", "player 1 is not asked", "chance is; by= counts seats from 0"),
    ("undo at the start", lambda: table().undo(), Misuse, "undo", "there is nothing to take back", "the state is as it was at the start"),
    ("a folder", lambda: load(Path(__file__).parent), NotVerified, str(Path(__file__).parent), "this is a folder, not a scenario", "if it is a pack: bartizan build FOLDER"),
    ("a file that is not there", lambda: load("nowhere.scenario.json"), NotVerified, "nowhere.scenario.json", "the file cannot be read: there is no such file or folder", "does the path lead to a scenario?"),
    ("the text of a scenario", lambda: load('{"format": 1}'), NotVerified, '{"format": 1}', "the file cannot be read: there is no such file or folder", "is it JSON? load(json.loads(text)) takes what is parsed"),
    ("a save as bytes", lambda: raid.raid().restore(table().save().encode()[:9]), NotVerified, "save", "a save is a text, not b'{\"answers'", 'read the file with encoding="utf-8"'),  # type: ignore[arg-type]  # that is the point
    ("a piece with a misspelt record", lambda: piece(goblin="grab"), Unfit, "situation/pieces/a/goblin", 'no goblin has the id "grab"', 'did you mean "grub"?'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "call", "cls", "place", "message", "hint"), FOUND, ids=[name for name, *_ in FOUND])
def test_an_error_says_where_why_and_what_to_do(
    name: str, call: Callable[[], Any], cls: type[EngineError], place: str, message: str, hint: str
) -> None:
    with pytest.raises(EngineError) as caught:
        call()
    error = caught.value
    assert (type(error), error.problem.spot.path, error.problem.message, error.problem.hint) == (
        cls,
        place,
        message,
        hint,
    )
    assert str(error) == f"{place}: {error.problem.code}: {message} ({hint})"


def test_a_misuse_is_a_fault_and_a_value_error() -> None:
    for family in (Misuse, Fault, ValueError, EngineError):
        with pytest.raises(family):
            table().view(7)


@pytest.mark.parametrize("cut", [0, 1, 10, 50, 90, 99])
def test_a_save_or_record_that_was_cut_is_refused(cut: int) -> None:
    """All but so many hundredths of it is missing."""
    state = over()
    for text, read in (
        (state.save(), state.game.restore),
        (record.record(state), lambda text: record.replay(state.game, text)),
    ):
        with pytest.raises(NotVerified) as caught:
            read(text[: len(text) * cut // 100])
        assert caught.value.problem.code == "BZ830"
        told(caught.value)


EDITS: list[Any] = [None, True, -1, 3, 1.5, "x", [], {}, [[]], {"x": 1}]


@pytest.mark.parametrize("keep", ["save", "record"])
def test_a_save_or_record_that_was_edited_is_refused_or_the_same(keep: str) -> None:
    """Any part of it set to anything: it is refused in the family, or leads to what it says."""
    state = table()
    state.choose("rage")
    text = state.save() if keep == "save" else record.record(state)
    whole = json.loads(text)
    read = state.game.restore if keep == "save" else lambda text: record.replay(state.game, text)
    inner = [(key,) for key in whole] + [("state", key) for key in whole.get("state", ())]
    refusals = 0
    for path in inner:
        for value in EDITS:
            changed = json.loads(text)
            at = changed if len(path) == 1 else changed[path[0]]
            at[path[-1]] = value
            try:
                assert read(json.dumps(changed)).hash() == state.hash(), (path, value)
            except NotVerified as why:
                told(why)
                refusals += 1
    assert refusals > len(inner) * (len(EDITS) - 2)


def test_whatever_is_refused_changes_nothing() -> None:
    state = table()
    before = (state.save(), state.events, state.answer_list())
    for value in JUNK:
        for call in (state.choose, lambda x: state.choose("rage", by=x), state.view, lambda x: state.answer(x, 9)):
            if value not in (None, 0):
                refused(call, value)
    assert (state.save(), state.events, state.answer_list()) == before


def test_a_fault_tells_the_rules_that_were_running() -> None:
    state = load(starkit.scenario(BROKEN)).start(1, 1)
    with pytest.raises(Fault) as caught:
        state.choose("0")
    fault = caught.value
    assert fault.stack == (
        Call("play", "test.star", 5, 5), Call("share", "test.star", 11, 17), Call("part", "test.star", 16, 5)
    )  # fmt: skip
    assert fault.problem.spot == Spot("test.star", 16, 12, 16, 21)
    assert str(fault).splitlines() == [
        "test.star:16: BZ808: a division by zero (test the divisor before)",
        "  in part, test.star:16",
        "  in share, test.star:11",
        "  in play, test.star:5",
    ]
    assert not isinstance(fault, Misuse)
    state.choose("2")
    assert state.over


# A body of `f(n: int, xs: list[int], g: optional[goblin])`, run with 0, [] and None; below it the place that is told.
BLAMED = {
    "x = 1 + 3 // n + 2": "        ^^^^^^",
    "x = 8 % n": "    ^^^^^",
    "x = 3 // n + 3 // (n + 0)": "^^^^^^^^^^^^^^^^^^^^^^^^^",
    "x = 3\nx //= n": "^^^^^^^",
    "x = 4 + xs[n]": "        ^^^^^",
    "x = xs[0] + xs[n]": "^^^^^^^^^^^^^^^^^",
    "x = len([must(g), must(pieces('goblin')[0])])": "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    "h = [must(g)]": "     ^^^^^^^",
    "if pick(xs) > 3:\n    n = 4": "   ^^^^^^^^",
    "for i in range(3 // n):\n    n = 4": "               ^^^^^^",
    "game.gold = 3 + pick(xs)": "                ^^^^^^^^",
    "game.gold = n - 1": "^^^^^^^^^^^^^^^^^",
    "for i in up_to(2):\n    xs = xs + [i]": "^^^",
}


@pytest.mark.parametrize("body", BLAMED)
def test_a_fault_is_told_at_the_expression_or_the_statement(body: str) -> None:
    """Where only one expression of the line can have gone wrong so, it is that one."""
    lines = "\n".join("    " + line for line in body.split("\n"))
    head = 'def f(n: int, xs: list[int], g: optional[goblin]):\n    "Doc."\n'
    with pytest.raises(Fault) as caught:
        starkit.run(head + lines + "\n", "f", {"n": 0, "xs": [], "g": "none"})
    spot, told = caught.value.problem.spot, BLAMED[body]
    start = len(told) - len(told.lstrip()) + 5
    assert spot[2:] == (start, spot.line, start + len(told.strip()))


def test_errors_come_through_other_processes() -> None:
    problems = [Problem(Spot("a.star", 3), "BZ512", "x", "y"), Problem(Spot("save"), "BZ830", "z")]
    errors: list[EngineError] = [
        Fault("BZ808", "x", "y", Spot("a.star", 3), (Call("play", "a.star", 3),)),
        Misuse("view(player)", "x", "y"),
        NotVerified(problems),
        Unfit(("game", "gold"), "x"),
    ]
    for error in errors:
        other = pickle.loads(pickle.dumps(error))
        assert (type(other), str(other), other.problems, other.args) == (
            type(error), str(error), error.problems, error.args,
        )  # fmt: skip
        assert other.__dict__ == error.__dict__


def test_who_stops_a_step_keeps_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    before = state.save()

    def stopped(_: State) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(state), "_check_invariants", stopped)
    with pytest.raises(KeyboardInterrupt):
        state.choose("rage")
    monkeypatch.undo()
    assert state.save() == before
    state.choose("rage")


# ---------------------------------------------------------------- undo


def seen(state: State) -> tuple[Any, ...]:
    """All that can be asked of a state, and its next draws."""
    streams = state.chance.copy()
    draws = [streams.word(name) for name in ("roll bone", "next")] if state.half is None else []
    views = [state.view(seat) for seat in range(state.seats)]
    logs = [state.log(seat) for seat in range(state.seats)]
    return (state.hash(), state.decision, views, logs, draws, state.save())


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize("name", ["raid", "together"])
def test_do_and_undo_at_every_decision(name: str, chance: str) -> None:
    """Undone at once, undone after a restore, undone from the end: always what was there before."""
    game = raid.raid() if name == "raid" else load(starkit.scenario(TOGETHER))
    state = game.start(4, 2, {"harsh": True}, chance=chance)
    went, bot = list[tuple[Any, ...]](), bots.Random(4)
    while not state.over and len(went) < 24:
        before = seen(state)
        went.append(before)
        decision = state.decision
        assert decision is not None
        chosen = (
            decision.options[len(went) % len(decision.options)] if state.half else decision.options[bot.choose(state)]
        )
        for by in (None, decision.players[0]):
            ahead = state.clone()
            ahead.choose(chosen, by)
            back = ahead.clone()
            back.undo()
            assert seen(back) == before
            back.choose(chosen)
            assert seen(back) == seen(ahead)
        restored = state.game.restore(ahead.save())
        assert seen(restored)[0] == ahead.hash()
        restored.undo()
        assert (restored.hash(), restored.save()) == (before[0], before[-1])
        state = ahead
    assert len(went) > 8
    last = state.game.restore(state.save())
    for before in reversed(went):
        last.undo()
        assert (last.hash(), last.decision, last.save()) == (before[0], before[1], before[-1])
    with pytest.raises(Misuse):
        last.undo()


def test_a_table_that_was_set_by_hand_has_no_way_back_and_is_not_proven() -> None:
    table = situation()
    table.arrange({"pieces": {"a": {"goblin": "grub", "at": "west"}}})
    table.call("act", {"p": 1})
    table.state.answer(0, 0)
    with pytest.raises(Misuse, match="set up by hand"):
        table.state.undo()
    with pytest.raises(NotVerified, match="set up by hand"):
        table.state.game.restore(table.state.save())
    table.state.forced_picks = ["grub"]
    with pytest.raises(Misuse, match="forced"):
        table.state.save()


# ---------------------------------------------------------------- nothing is shared


def test_copies_of_a_state_are_clones() -> None:
    state = table()
    before = state.save()
    for made in (copy.copy(state), copy.deepcopy(state), copy.deepcopy({"in": [state]})["in"][0]):
        assert (type(made), made.game) == (type(state), state.game)
        assert seen(made) == seen(state)
        bots.play(made, bots.Random(1))
        assert state.save() == before
    assert copy.copy(state.game) is copy.deepcopy(state.game) is state.game


def test_states_and_games_are_not_pickled_and_say_what_to_do() -> None:
    state = table()
    for thing, instead in ((state, "state.save()"), (state.game, "game.scenario"), ([state], "state.save()")):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(Misuse, match=re.escape(instead)):
                pickle.dumps(thing, protocol)


def test_a_game_keeps_to_what_it_was_loaded_from() -> None:
    """Whatever a caller does to what it gave or got, the game plays on as verified."""
    scenario, options = raid.scenario(), {"luck": 2}
    game = load(scenario)
    state = game.start(3, 2, options)
    wanted = bots.play(state.clone(), bots.Random(3)).hash()
    options["luck"] = 3
    scenario["records"].clear()
    scenario["rules"][0]["text"] = ""
    game.records("goblin")[0]["speed"] = 99
    assert state.decision is not None
    state.view(0).clear()
    state.events.clear()
    state.answer_list().append(("rage", 0))
    assert bots.play(state, bots.Random(3)).hash() == wanted
    assert bots.play(game.start(3, 2, {"luck": 2}), bots.Random(3)).hash() == wanted
    assert game.start(1, 3).seats == 3


def test_threads_share_a_game() -> None:
    """Eight threads play states of one game, with options that are lowered meanwhile, as one thread would."""
    tables = [(seed, seats, {"luck": luck}) for luck in range(4) for seed, seats in ((1, 2), (2, 3))]

    def end(game: Game, at: int) -> str:
        seed, seats, options = tables[at]
        return bots.play(game.start(seed, seats, options), bots.Random(seed)).hash()

    alone = [end(raid.raid(), at) for at in range(len(tables))]
    shared, ends, gate = load(raid.scenario()), dict[int, str](), threading.Barrier(len(tables))

    def run(at: int) -> None:
        gate.wait()
        ends[at] = end(shared, at)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=run, args=(at,)) for at in range(len(tables))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert [ends.get(at) for at in range(len(tables))] == alone


def test_what_is_remembered_of_a_map_may_be_forgotten_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when another thread begins the memory anew between a question and its answer."""
    fixed = raid.raid().fixed(1)
    wanted = (fixed.within(0, 2), fixed.between(0, 3))

    def forgotten(kept: dict[Any, Any], key: Any, found: Any) -> None:
        kept.clear()

    monkeypatch.setattr(fixed, "_remember", forgotten)
    fixed._within.clear()
    fixed._between.clear()
    assert (fixed.within(0, 2), fixed.between(0, 3)) == wanted


# ---------------------------------------------------------------- what is public


def public(cls: type) -> list[str]:
    return [name for name in vars(cls) if not name.startswith("_") and (callable(vars(cls)[name]) or isinstance(vars(cls)[name], property))]  # fmt: skip


def test_the_package_exports_what_a_user_needs_and_nothing_else() -> None:
    found = bartizan_engine.__all__
    assert sorted(found) == found
    loose = {
        name
        for name, thing in vars(bartizan_engine).items()
        if not name.startswith("_") and name not in found and not inspect.ismodule(thing)
    }
    assert loose == set()


@pytest.mark.parametrize("name", [name for name in bartizan_engine.__all__ if name != "CHANCE"])
def test_what_is_public_has_a_docstring(name: str) -> None:
    thing = getattr(bartizan_engine, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing):
        for method in public(thing):
            assert inspect.getdoc(getattr(thing, method)), f"{name}.{method}"


def test_the_page_has_every_name() -> None:
    """python.md speaks of all that the package exports, and of what a State and a Game can do."""
    page = PYTHON_PAGE.read_text(encoding="utf-8")
    names = [
        *bartizan_engine.__all__, "title", "seats", "options", "records", "map", "start", "restore",
        "over", "decision", "result", "events", "events_since", "describe", "choose", "undo", "clone", "save", "hash", "view", "log",
        "problems", "problem", "stack", "spot", "code", "message", "hint", "by=", "seed=", "players=", "options=", "events=", "chance=",
    ]  # fmt: skip
    assert [name for name in names if not re.search(rf"\b{re.escape(name)}", page)] == []


def test_chance_answers_as_the_player_chance() -> None:
    state = chance_open()
    assert state.decision is not None
    assert state.decision.players == (CHANCE,)
    state.choose(state.decision.options[0], by=CHANCE)
    assert state.answer_list()[0][1] == CHANCE


def test_an_option_of_an_earlier_decision_is_refused() -> None:
    state = table()
    assert state.decision is not None
    old = Option("card:none-such", "None such", None)
    with pytest.raises(Misuse, match="not offered"):
        state.choose(old)
    kept = [state.clone().hash() for _ in range(2)]
    assert all(a == b for a, b in combinations(kept, 2))
