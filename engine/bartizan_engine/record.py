"""Records: a whole game as its seed and its answers, which can be played again and must end in the same state.

Only the answers that were asked for stand in a record, each by its stable key and the seat that gave it; what answered
itself does so again. A record is small, readable, and proof: the hash of the final state is part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import canon
from .fault import Fault, NotVerified
from .problem import Problem, Spot

if TYPE_CHECKING:
    from .game import Game, State

FORMAT = "bartizan-record"
VERSION = 1
MAX_RECORD = 8 * 1024 * 1024
KEYS = {"format", "version", "play", "entry", "seed", "seats", "options", "answers", "final"}


def record(state: State) -> str:
    """The record of a game so far, as JSON text.

    Raises:
        Fault: the state was set up by hand, so no seed leads to it.
    """
    if state.origin is not None or not state.whole:
        raise Fault("BZ813", "only a game played from its start has a record", "save it instead")
    return canon.dumps(
        {
            "format": FORMAT, "version": VERSION, "play": state.game.play_hash, "entry": state.game.entry,
            "seed": state.chance.seed, "seats": state.seats, "options": state.settled,
            "answers": [[key, seat + 1] for key, seat in state.answer_list()], "final": state.hash(),
        }
    )  # fmt: skip


def replay(game: Game, text: str) -> State:
    """The final state of a record, proven equal to the recorded one.

    Raises:
        NotVerified: BZ830 if it is no record, BZ831 if it belongs to another scenario, BZ832 if it leads elsewhere.
    """
    state = None
    for state in steps(game, text):
        pass
    assert state is not None
    return state


def steps(game: Game, text: str) -> Iterator[State]:
    """The state before each recorded answer, and the final one; it is one state that goes on."""
    data = parsed(text)
    if data["play"] != game.play_hash:
        raise _refused("BZ831", "the record belongs to another scenario, or to another version of this one")
    try:
        state = game.start(data["seed"], data["seats"], data["options"])
        for key, seat in data["answers"]:
            yield state
            state.choose(key, seat - 1)
    except Fault as fault:
        raise _refused("BZ832", f"the record cannot be played: {fault}") from None
    if state.hash() != data["final"]:
        raise _refused("BZ832", "the record ends in another state than it says")
    yield state


def parsed(text: str) -> dict[str, Any]:
    """The content of a record, with its shape tested."""
    try:
        if len(text) > MAX_RECORD:
            raise ValueError(f"it is larger than {MAX_RECORD} bytes")
        data = json.loads(text, object_pairs_hook=canon.pairs)
        if not isinstance(data, dict) or set(data) != KEYS or (data["format"], data["version"]) != (FORMAT, VERSION):
            raise ValueError("it has other parts")
        _check_shape(data)
    except (ValueError, RecursionError, TypeError) as error:
        raise _refused("BZ830", f"this is no record that can be read: {error}"[:200]) from None
    return data


def _check_shape(data: dict[str, Any]) -> None:
    numbers = (data["seed"], data["seats"])
    if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
        raise ValueError("its seed and seats are numbers")
    if not isinstance(data["options"], dict) or not isinstance(data["answers"], list):
        raise ValueError("its options are an object, its answers a list")
    for answer in data["answers"]:
        good = isinstance(answer, list) and len(answer) == 2 and isinstance(answer[0], str) and type(answer[1]) is int
        if not good:
            raise ValueError("an answer is a key and a seat")


def _refused(code: str, message: str) -> NotVerified:
    return NotVerified([Problem(Spot("record"), code, message)])
