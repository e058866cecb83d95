"""Whatever is played on can be saved, hashed and restored: a state that has grown too large is a fault, and undone."""

from __future__ import annotations

from typing import Any

import pytest

import starkit
from bartizan_engine import canon, room, save
from bartizan_engine import game as game_module
from bartizan_engine.fault import Fault

TABLE = {"type": "table by 0..4000 of int 0..9", "default": 0}
ELF: dict[str, Any] = {
    "kinds": {"elf": {"family": "unit", "alike": False, "state": {"t": "list of int", "note": "text = a", "w": TABLE}}}
}
ELVES = {"elf": [{"id": "elf", "title": "Elf"}]}
MAKE = 'e = create(record("elf", "elf"), cells()[0])'

# What grows between two decisions, without an end.
GROWING = {
    "pieces with large tables": f"for n in range(9):\n            {MAKE}",
    "lists in pieces": f"{MAKE}\n        e.t = [9223372036854775807] * 4096",
    "texts in pieces": f'{MAKE}\n        e.note = "\u00e9" * 4096',
    "one list in many pieces": f"own = [i] * 4096\n        for n in range(9):\n            {MAKE}\n            e.t = own",
    "names of pieces": f'for n in range(9):\n            {MAKE}\n            e.note = "a" * 4000\n            e.note = e.note',
}


def rules(body: str) -> str:
    return f'def play():\n    "Doc."\n    for i in up_to(2000):\n        x = choose(players(), "?", [1, 2])\n        {body}\n    end("won")\n'


def refused(state: Any) -> Fault | None:
    try:
        state.choose("1")
    except Fault as fault:
        return fault
    return None


@pytest.mark.parametrize("what", GROWING)
def test_what_is_played_on_can_be_restored(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is lowered, so that the test is short."""
    monkeypatch.setattr(room, "MAX_BYTES", 300_000)
    game = starkit.game(rules(GROWING[what]), ELF, records=ELVES)
    state = game.start(players=2)
    fault = None
    while fault is None:
        before = state.hash()
        fault = refused(state)
    assert (fault.problem.code, fault.problem.spot.line) == ("BZ811", 4)
    assert "bytes in a save" in fault.problem.message
    assert state.hash() == before
    assert save.restore_state(game, state.save(), trusted=True).hash() == before


def test_values_that_come_and_go_take_no_room() -> None:
    """Lists that replace each other never make a state large, however many they are."""
    text = rules('game.log = [i] * 4000\n        game.note = text("{i}")')
    state = starkit.game(text).start(players=2, events=False)
    for _ in range(300):
        state.choose("1")
    assert state.room > 0


@pytest.mark.parametrize(
    "wide",
    [
        "xs = [9223372036854775807] * 4096",
        'ts = ["a" * 4096] * 60',
        "d = {n: 9223372036854775807 for n in range(4000)}",
        "pairs = [(n, [1, 2, 3]) for n in range(3000)]",
    ],
)
def test_what_is_reckoned_is_never_less_than_what_is_written(wide: str) -> None:
    name = wide.partition(" ")[0]
    text = f'def play():\n    "Doc."\n    {wide}\n    {MAKE}\n    e.t = [1, 2]\n    x = choose(players(), "?", [1, 2])\n    y = {name}\n    end("won")\n'
    state = starkit.game(text, ELF, records=ELVES).start(players=2)
    size = len(canon.dumps(state.packed()).encode())
    assert size <= room.MAX_BYTES - state.room + room.passing(state)
    assert size <= room.written(state.packed())


def test_a_save_has_room_for_the_largest_state_and_all_answers() -> None:
    assert room.MAX_BYTES + room.MAX_KEPT < save.MAX_SAVE


def test_the_answers_of_a_game_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MAX_KEPT", 5 * room.kept("1"))
    game = starkit.game(rules("pass"))
    state = game.start(players=2)
    for _ in range(5):
        state.choose("1")
    before = state.hash()
    with pytest.raises(Fault, match="the answers of this game") as caught:
        state.choose("1")
    assert (caught.value.problem.code, state.hash()) == ("BZ811", before)
    assert game.restore(state.save()).kept == state.kept
    state.undo()
    state.choose("2")


def test_all_invariants_have_one_budget() -> None:
    slow = (
        '\ndef slow() -> bool:\n    "D."\n    n = 0\n    for i in range(300000):\n        n = i % 7\n    return n < 9\n'
    )
    text = f'def play():\n    "D."\n    x = choose(players(), "?", [1, 2])\n    end("won")\n{slow}'

    def declared(count: int) -> dict[str, Any]:
        return {"invariants": {f"i{n}": {"rule": "slow", "says": "x"} for n in range(count)}}

    assert starkit.game(text, declared(1)).start(players=2).pending is not None
    with pytest.raises(Fault) as caught:
        starkit.game(text, declared(40)).start(players=2)
    assert (caught.value.problem.code, caught.value.stack[-1].rule) == ("BZ803", "slow")
