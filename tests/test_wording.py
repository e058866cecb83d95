"""Texts in texts: each reader reads them as that reader may, and none comes to more than a text may have."""

from __future__ import annotations

import json
from typing import Any

import pytest

import starkit
from bartizan_engine.fault import Fault
from bartizan_engine.types import MAX_TEXT

HAND = 'p = players()[0]\n    q = players()[1]\n    c = create(record("goblin", "snag"), p.hand)\n    t = text("{c}")\n    '
PAIR = 'u = text("<{t}>")\n    pair = (1, u)\n    '

# Each way in which a text goes on that names a hidden piece.
WAYS = {
    "announced in a text": 'announce("{t}")',
    "announced in a text in a text": PAIR + 'announce("{u}{t}")',
    "announced in a tuple": PAIR + 'announce("{pair}")',
    "kept in a field": PAIR + "game.note = u",
    "kept in a field and announced": PAIR + 'game.note = u\n    note = game.note\n    announce("{note}")',
    "a problem of a record": PAIR + 'problem(record("goblin", "grub"), "speed", text("{u}"))',
    "a prompt": PAIR + 'x = choose(q, text("{u}?"), [1, 2])',
    "a reason": PAIR + 'x = choose(q, "?", [option(1, blocked = text("{u}!")), option(2), option(3)])',
    "a label": PAIR + 'x = choose(q, "?", [option(1, label = text("{u}!")), option(2)])',
    "a way out": PAIR + 'x = choose(q, "?", [1, 2], skip = text("{u}"), skip_blocked = text("{t}"))',
    "a choice of texts": PAIR + 'x = choose(q, "?", [text("a{u}"), text("b{u}")])',
    "a choice that is told": PAIR + 'x = choose(p, text("{u}?"), [1, 2])\n    y = choose(q, "?", [1, 2])',
}

NEVER_TOLD = ("a reason", "a way out")  # to others than who is asked


def told(state: Any, player: int) -> str:
    return json.dumps([state.view(player), state.log(player)])


@pytest.mark.parametrize("way", WAYS)
def test_a_text_in_a_text_is_redacted_for_whoever_may_not_know(way: str) -> None:
    state = starkit.run(f'def f():\n    "Doc."\n    {HAND}{WAYS[way]}\n', "f").state
    while state.pending is not None:
        assert "Snag" not in told(state, 1)
        state.choose(state.decision.open[0].key)
    assert "Snag" not in told(state, 1)
    assert "Snag" in told(state, 0) or way in NEVER_TOLD


def test_texts_that_grow_in_a_loop_are_read_as_things_are_then() -> None:
    rules = """
def f():
    "Doc."
    said = text("here")
    for goblin in records("goblin"):
        c = create(goblin, players()[0].hand)
        said = text("{said}, {c}")
    move_all(players()[0].hand, game.lair)
    announce(said)
    x = choose(players()[0], said, [1, 2])
"""
    state = starkit.run(rules, "f").state
    wanted = "here, " + ", ".join(r["title"] for r in state.game.records("goblin"))
    assert state.decision is not None
    assert state.decision.prompt == wanted


def test_a_text_in_a_text_survives_a_save() -> None:
    rules = f'def play():\n    "Doc."\n    {HAND}{PAIR}x = choose(q, text("{{pair}} {{u}} {{t}}"), [1, 2])\n    end("won")\n'
    game = starkit.game(rules)
    state = game.start(players=2)
    again = game.restore(state.save())
    assert again.decision == state.decision
    assert (again.hash(), again.view(1)) == (state.hash(), state.view(1))


@pytest.mark.parametrize("spoilt", ['{"t":[0]}', '{"t":[999]}', '{"t":[-1]}', '{"t":[]}', "7", '{"t":[0,1,2]}'])
def test_a_save_with_a_text_that_is_none_is_refused(spoilt: str) -> None:
    rules = 'def play():\n    "Doc."\n    n = 3\n    t = text("{n}")\n    x = choose(players(), "?", [1, 2])\n    end("won")\n'
    game = starkit.game(rules)
    saved = game.start(players=2).save()
    assert saved.count('"calm"') >= 1
    with pytest.raises(Exception, match="BZ832"):
        game.restore(saved.replace('"game__note":"calm"', f'"game__note":{spoilt}'))


ORC = {"kinds": {"orc": {"family": "unit", "label": "{title}" + "{note}" * 9, "state": {"note": "text = a"}}}}
ORCS = {"orc": [{"id": "orc", "title": "Orc"}]}


def test_a_label_that_has_grown_is_cut_where_it_is_read() -> None:
    rules = 'def f():\n    "Doc."\n    o = create(record("orc", "orc"), cells()[0])\n    t = text("{o}{o}")\n    o.note = "b" * 4096\n    x = choose(players()[0], t, [1, 2])\n'
    state = starkit.run(rules, "f", changes=ORC, records=ORCS).state
    assert state.decision is not None
    assert len(state.decision.prompt) == MAX_TEXT
    assert state.decision.prompt.startswith("Orcbbb")
    assert state.decision.prompt.endswith("b\u2026")


@pytest.mark.parametrize(("letters", "fine"), [(1, True), (453, True), (460, False), (4096, False)])
def test_a_name_is_a_text_with_an_end(letters: int, fine: bool) -> None:
    """Nine notes and a title: about 4,096 letters and no more."""
    rules = f'def f() -> int:\n    "Doc."\n    o = create(record("orc", "orc"), cells()[0])\n    o.note = "b" * {letters}\n    return len(o.name)\n'
    if fine:
        assert starkit.run(rules, "f", changes=ORC, records=ORCS).value == 9 * letters + 3
        return
    with pytest.raises(Fault) as caught:
        starkit.run(rules, "f", changes=ORC, records=ORCS)
    assert (caught.value.problem.code, caught.value.problem.spot.line) == ("BZ811", 5)


def test_options_with_one_long_label_are_numbered_at_once() -> None:
    rules = 'def f():\n    "Doc."\n    t = "a" * 4000\n    x = choose(players()[0], "?", [option(n, label = t) for n in range(1000)])\n'
    state = starkit.run(rules, "f").state
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    assert len(set(labels)) == 1000
    assert [label[4000:] for label in labels[:3]] == ["", " #2", " #3"]
