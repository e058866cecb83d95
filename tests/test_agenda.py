"""The agenda: chains of effects that run in order, can be saved in the middle, cancelled, and always end."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bartizan_engine import Fault, canon, language, load
from bartizan_engine.game import State
from bartizan_engine.ruleset import declare
from bartizan_engine.shorthand import normalise

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {"done": {"says": "All is over."}},
    "kinds": {
        "bomb": {
            "family": "unit",
            "fields": {"blast": {"type": "effects giving bomb", "default": []}},
            "state": {"lit": "bool = false"},
        }
    },
    "zones": {"shed": {"of": "bomb"}, "gone": {"of": "bomb"}},
    "game": {"told": "list 0..99 of int", "asked": "int 0..99 = 0"},
    "words": {
        "tell": {"args": {"number": "int 0..99"}, "rule": "tell", "says": "tell {number}"},
        "light": {"rule": "light", "says": "light the next"},
        "ask": {"rule": "ask", "says": "ask"},
        "sweep": {"rule": "sweep", "always": True, "says": "sweep up"},
        "stop": {"rule": "stop", "says": "stop all"},
    },
}
RULES = '''
def play():
    """All bombs lie in the shed; the first is lit."""
    for bomb in records("bomb"):
        create(bomb, game.shed)
    light(pieces("bomb")[0])
    resolve()
    end("done")

def tell(number: int):
    """Note a number."""
    game.told += [number]

def light(bomb: bomb):
    """A lit bomb goes off, and its blast comes before what waits."""
    dark = [other for other in pieces("bomb", at = game.shed) if not other.lit]
    if len(dark) > 0:
        dark[0].lit = True
        push_call(sink, dark[0])
        push(dark[0].record.blast, bomb = dark[0])

def sink(bomb: bomb):
    """It is gone."""
    move(bomb, game.gone)

def ask(bomb: bomb):
    """Somebody says how it goes on."""
    game.asked += choose(players(), "How much?", [1, 2])

def sweep():
    """Housekeeping."""
    game.told += [99]

def stop():
    """Nothing else happens."""
    cancel_pending()
'''


def effect(word: str, **args: int) -> list[Any]:
    return [word, args]


def scenario(*blasts: list[Any], rules: str = RULES) -> dict[str, Any]:
    records = [{"id": f"b{i}", "title": f"B{i}", "blast": blast} for i, blast in enumerate(blasts)]
    return canon.seal(
        {
            "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
            "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": [1, 2], "map": None,
            "ruleset": normalise(copy.deepcopy(RULESET)), "records": {"bomb": records}, "options": {},
            "rules": [{"path": "rules/a.star", "text": rules}],
        }
    )  # fmt: skip


def start(*blasts: list[Any]) -> State:
    return load(scenario(*blasts)).start(seed=1)


def told(state: State) -> list[int]:
    return list(state.game__told)  # type: ignore[attr-defined]  # a declared field


def test_effects_run_in_order() -> None:
    state = start([effect("tell", number=1), effect("tell", number=2)])
    assert told(state) == [1, 2]


def test_what_is_pushed_comes_before_the_rest_of_the_list() -> None:
    state = start([effect("light"), effect("tell", number=1)], [effect("tell", number=2)])
    assert told(state) == [2, 1]


def test_a_call_waits_below_what_was_pushed_after_it() -> None:
    state = start([effect("light")], [effect("light")], [])
    assert [state.record[piece] for piece in state.zones[1]] == [2, 1, 0]


def test_cancelling_keeps_what_is_always_done() -> None:
    state = start(
        [effect("light"), effect("tell", number=1), effect("sweep")], [effect("stop"), effect("tell", number=2)]
    )
    assert told(state) == [99]


def test_a_decision_in_the_middle_is_saved_and_goes_on() -> None:
    state = start([effect("ask"), effect("light"), effect("tell", number=5)], [effect("ask"), effect("tell", number=6)])
    assert state.decision is not None
    again = state.game.restore(state.save())
    twin = state.clone()
    assert again.hash() == state.hash() == twin.hash()
    for one in (state, again, twin):
        one.choose("2")
        one.choose("1")
        assert one.over
        assert told(one) == [6, 5]
        assert one.game__asked == 3
    state.undo()
    assert state.decision is not None


def test_a_chain_without_end_is_stopped_by_a_budget() -> None:
    endless = RULES.replace("    game.told += [number]\n", "    push_call(tell, number)\n")
    with pytest.raises(Fault) as why:
        load(scenario([effect("tell", number=1)], rules=endless)).start()
    assert why.value.problem.code == "BZ803"


def test_a_stack_without_end_is_stopped_by_a_limit() -> None:
    endless = RULES.replace("    game.told += [number]\n", "    push_call(tell, number)\n    push_call(tell, number)\n")
    with pytest.raises(Fault) as why:
        load(scenario([effect("tell", number=1)], rules=endless)).start()
    assert why.value.problem.code == "BZ811"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("    cancel_pending()\n", "    resolve()\n", "BZ525"),
        ("    resolve()\n    end", "    end", "BZ536"),
        ("push_call(sink, dark[0])", "push_call(sink)", "BZ523"),
        ("push_call(sink, dark[0])", "push_call(sink, 3)", "BZ522"),
        ("push_call(sink, dark[0])", "push_call(sank, dark[0])", "BZ523"),
        ("push(dark[0].record.blast, bomb = dark[0])", "push(dark, bomb = dark[0])", "BZ522"),
        ("dark = [other for", "dark = [push_call(sweep) for", "BZ527"),
    ],
)
def test_a_misuse_is_told_before_play(old: str, new: str, code: str) -> None:
    assert old in RULES
    ruleset, flaws = declare(normalise(copy.deepcopy(RULESET)))
    assert not flaws
    problems = language.check(ruleset, [("a.star", RULES.replace(old, new))])[1]
    assert code in {problem.code for problem in problems}


def test_a_save_with_a_strange_agenda_is_refused() -> None:
    from bartizan_engine import NotVerified

    state = start([effect("ask"), effect("tell", number=5)])
    state.agenda.append((7, ()))
    with pytest.raises(NotVerified):
        state.game.restore(state.save())


# A rule that is pushed beside words, to be told apart from them; `{what}` is done while all wait.
MANY = """
def play():
    \"\"\"Words and calls wait.\"\"\"
    for bomb in records("bomb"):
        create(bomb, game.shed)
    push_call(tell, 7)
    push(pieces("bomb")[0].record.blast, bomb = pieces("bomb")[0])
    push_call(count_to, 40)
    push_call(tell, 8)
    {what}
    resolve()
    end("done")

def count_to(number: int):
    \"\"\"Note a number.\"\"\"
    game.told += [number]
"""
BLAST = [effect("tell", number=1), effect("sweep"), effect("tell", number=2)]


def many(what: str) -> list[int]:
    rules = MANY.replace("{what}", what) + RULES[RULES.index("def tell") :]
    return told(load(scenario(BLAST, rules=rules)).start(seed=1))


@pytest.mark.parametrize(
    ("what", "left"),
    [
        ("pass", [8, 40, 1, 99, 2, 7]),
        ('cancel_pending("tell")', [40, 99]),
        ('cancel_pending("count_to")', [8, 1, 99, 2, 7]),
        ('cancel_pending("sweep")', [8, 40, 1, 2, 7]),
        ('cancel_pending("light")', [8, 40, 1, 99, 2, 7]),
        ("cancel_pending()", [99]),
        ('game.told += [pending(), pending("tell"), pending("count_to"), pending("sweep"), pending("light")]', [6, 4, 1, 1, 0, 8, 40, 1, 99, 2, 7]),
        ('cancel_pending("tell")\n    game.told += [pending()]', [2, 40, 99]),
    ],
)  # fmt: skip
def test_one_word_or_rule_is_cancelled_and_counted_by_its_name(what: str, left: list[int]) -> None:
    assert many(what) == left


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ('cancel_pending("tel")', "BZ520"),
        ('pending("play")', "BZ520"),
        ('pending("tell", "light")', "BZ523"),
        ('x = pending("tell" if game.asked > 0 else "light")', "BZ522"),
        ("x = [cancel_pending() for n in [1]]", "BZ527"),
    ],
)
def test_a_misuse_of_what_waits_is_told(what: str, code: str) -> None:
    rules = MANY.replace("{what}", what) + RULES[RULES.index("def tell") :]
    problems = language.check(declare(normalise(copy.deepcopy(RULESET)))[0], [("a.star", rules)])[1]
    assert code in {problem.code for problem in problems}
