"""What a field declares holds of everything that is stored in it: elements, entries and keys, also of what is whole."""

from __future__ import annotations

from typing import Any

import pytest

import starkit
from bartizan_engine.fault import Fault

BOX = {"small": "list of int 0..9 = []", "stock": {"type": "table by levels of int 0..9", "default": 0}}
CHANGES: dict[str, Any] = {
    "game": {
        **starkit.RULESET["game"],
        "small": "list of int 0..9",
        "pairs": "list of optional int 0..9",
        "three": "table by 1..3 of int 0..9 = 0",
        "seat": "table by seats of int 0..9 = 0",
        "few": {"type": "list 1..2 of int 0..9", "default": [1]},
        "deep": {"type": "table by levels of list 0..2 of int 0..9", "default": []},
        "maybe": "optional list 0..2 of int 0..9",
        "known": {"type": "table by ref goblin of int 0..9", "default": {}},
    },
    "contexts": {**starkit.RULESET["contexts"], "box": BOX},
}

REFUSED = [
    "game.stock = {levels.low: 300, levels.middle: 0, levels.high: 0}",
    "game.stock = {levels.low: 3}",
    "game.stock = {}",
    "game.stock = {x: 100 for x in members('levels')}",
    "game.small = [300]",
    "game.small = [n * 100 for n in [1, 2]]",
    "game.small += [300]",
    "own = list(game.small)\n    own.append(300)\n    game.small = own",
    "game.pairs = [300, None]",
    "game.pairs = [None, -1]",
    "game.few = []",
    "game.few = [1, 2, 3]",
    "game.few = [10]",
    "game.three = {1: 1, 2: 2}",
    "game.three = {1: 1, 2: 2, 3: 3, 4: 4}",
    "game.three = {1: 1, 2: 2, 3: 10}",
    "game.three[4] = 1",
    "game.seat = {1: 1}",
    "game.seat[17] = 1",
    "game.deep = {levels.low: [1], levels.middle: [1, 2, 3], levels.high: []}",
    "game.deep = {levels.low: [10], levels.middle: [], levels.high: []}",
    "game.deep[levels.low] = [10]",
    "game.deep[levels.low] = [1, 1, 1]",
    "game.maybe = [1, 2, 3]",
    "game.maybe = [300]",
    "game.known = {record('goblin', 'grub'): 10}",
    "b = new('box', small = [300])",
    "b = new('box', stock = {levels.low: 3})",
    "b = new('box')\n    b.small = [300]",
    "b = new('box')\n    b.stock = {}",
    "g = create(record('goblin', 'grub'), cells()[0])\n    g.purse = {levels.high: -5}",
    "g = create(record('goblin', 'grub'), cells()[0])\n    g.marks = [1, 2, 3, 4, 5]",
]  # fmt: skip
STORED = [
    ("game.stock = {x: 3 for x in members('levels')}", "game.stock[levels.high]", 3),
    ("game.stock = {levels.low: 1, levels.middle: 2, levels.high: 3}\n    game.stock = game.stock", "game.stock[levels.high]", 3),
    ("game.small = [min(9, n) for n in [1, 20]]", "game.small[1]", 9),
    ("game.small = [1, 2]\n    game.small += game.small", "len(game.small)", 4),
    ("game.pairs = [3, None]", "len(game.pairs)", 2),
    ("game.maybe = None\n    game.maybe = [1, 2]", "3 if game.maybe != None else 2", 3),
    ("game.three = {1: 1, 2: 2, 3: 3}\n    game.three[3] += 4", "game.three[3]", 7),
    ("game.seat = {2: 8}", "game.seat[2]", 8),
    ("game.known = {}\n    game.known[record('goblin', 'grub')] = 4", "game.known[record('goblin', 'grub')]", 4),
    ("b = new('box', small = [5])\n    b.stock[levels.low] = 4\n    game.stock = b.stock", "game.stock[levels.low]", 4),
    ("own = list(game.small)\n    own.append(300)\n    x = choose(players(), '?', own + [1])\n    game.debt = x", "game.debt", 300),
]  # fmt: skip


def rules(body: str, value: str = "1") -> str:
    return f'def play():\n    "Doc."\n    {body}\n    again = choose(players(), "?", [1, 2])\n    end("won", value = {value})\n'.replace(
        "'", '"'
    )


@pytest.mark.parametrize("body", REFUSED)
def test_what_does_not_fit_is_refused_where_it_is_stored(body: str) -> None:
    text = rules(body)
    with pytest.raises(Fault) as caught:
        starkit.game(text, CHANGES).start(players=2)
    line = 2 + len(body.split("\n"))
    assert (caught.value.problem.code, caught.value.problem.spot.line) == ("BZ802", line)


@pytest.mark.parametrize(("body", "value", "is_so"), STORED)
def test_what_fits_is_stored_saved_and_restored(body: str, value: str, is_so: int) -> None:
    game = starkit.game(rules(body, value), CHANGES)
    state = game.start(players=2)
    while not state.over:
        again = game.restore(state.save())
        assert (again.hash(), again.view(0)) == (state.hash(), state.view(0))
        state.choose(state.decision.options[0].key)
    assert state.result is not None
    assert state.result.scores == {"value": is_so}


def test_what_is_proven_before_play_is_not_tested() -> None:
    """A field that covers what the other holds, and lists whose elements are bounded, take no walk."""
    bodies = [
        "game.stock = game.stock",
        "game.small = [min(9, max(0, n)) for n in [1, 2]]",
        "game.small = [1, 2]",
        "game.pairs = [1, None]",
    ]
    for body in bodies:
        program, _ = starkit.game(rules(body), CHANGES).program(2, {"harsh": False, "luck": 1, "start": "low"})
        assert "_bound_all(" not in program.lowered.source, body
    program, _ = starkit.game(rules("game.small = game.log"), CHANGES).program(
        2, {"harsh": False, "luck": 1, "start": "low"}
    )
    assert "_bound_all(" in program.lowered.source
