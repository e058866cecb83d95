"""Records: a whole game as its seed and its answers, which can be played again and must end in the same state.

Only the answers that were asked for stand in a record, each by its stable key and the seat that gave it; what answered
itself does so again. A record is small, readable, and proof: the hash of the final state is part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import asked, canon, reading
from .explicit import Explicit
from .fault import Fault, Misuse, NotVerified
from .problem import Problem, Spot
from .state import Base

if TYPE_CHECKING:
    from .game import Game, State

FORMAT = "bartizan-record"
VERSION = 1
MAX_RECORD = 8 * 1024 * 1024
AGAIN = "was it cut or edited? record the game again"
KEYS = {"format", "version", "play", "entry", "seed", "seats", "options", "answers", "final"}
FORM = reading.Form(FORMAT, VERSION, KEYS, MAX_RECORD, frozenset(["sheets"]))


def record(state: State) -> str:
    """The record of a game so far, as JSON text.

    Raises:
        Misuse: the state was set up by hand or has explicit chance, so no seed leads to it; or it is none.
    """
    asked.one_of("record(state)", state, Base, "state of a game")
    if state.origin is not None or not state.whole or isinstance(state.chance, Explicit):
        raise Misuse("record(state)", "only a game played from its start has a record", "save it instead")
    sheets = {} if state.sheets is None else {"sheets": state.sheets}
    return canon.dumps(
        {
            **sheets,
            "format": FORMAT, "version": VERSION, "play": state.game.play_hash, "entry": state.game.entry,
            "seed": state.chance.seed, "seats": state.seats, "options": state.settled,
            "answers": [[key, seat + 1] for key, seat in state.answer_list()], "final": state.hash(),
        }
    )  # fmt: skip


def replay(game: Game, text: str) -> State:
    """The final state of a record, proven equal to the recorded one.

    Raises:
        NotVerified: BZ830 if it is no record, BZ831 if it belongs to another scenario, BZ832 if it leads elsewhere.
        Misuse: the game is none.
    """
    return list(steps(game, text))[-1]


def steps(game: Game, text: str) -> Iterator[State]:
    """The state before each recorded answer, and the final one; it is one state that goes on."""
    if not hasattr(game, "play_hash"):
        raise Misuse("replay(game)", f"{asked.shown(game)} is no game", "replay(load(path), text)")
    data = parsed(text)
    _belongs(game, data)
    given = 0
    try:
        state = game.start(data["seed"], data["seats"], data["options"], sheets=data.get("sheets"))
        for key, seat in data["answers"]:
            yield state
            given += 1
            state.choose(key, seat - 1)
    except Fault as fault:
        raise NotVerified([_unplayable(fault, given)]) from None
    if state.hash() != data["final"]:
        raise _refused("BZ832", "the record ends in another state than it says", AGAIN)
    yield state


def _belongs(game: Game, data: dict[str, Any]) -> None:
    """Refuse a record that was made of something else: its entry is told apart, it is easily given wrong."""
    if data["entry"] != game.entry:
        said = f'the record is of the entry "{data["entry"]}", and the scenario holds "{game.entry}"'
        raise _refused("BZ831", said, "replay it with the scenario of its own entry")
    if data["play"] != game.play_hash:
        raise _refused(
            "BZ831",
            "the record belongs to another scenario, or to another version of this one",
            "build the scenario that it was made with",
        )


def _unplayable(fault: Fault, given: int) -> Problem:
    """At which answer a record stops; where a rule went wrong, with the rules that were running."""
    when = f"answer {given}" if given else "the start of the game"
    said = f"the record cannot be played: at {when}, {fault.problem.message}"
    return fault.told._replace(spot=Spot("record"), code="BZ832", message=said, hint=fault.problem.hint or AGAIN)


def parsed(text: Any) -> dict[str, Any]:
    """The content of a record, with its shape tested.

    Raises:
        NotVerified: BZ830, it is no record.
    """
    try:
        data = reading.document(text, "a record", FORM)
        _check_shape(data)
    except reading.Unreadable as error:
        raise _refused("BZ830", f"this is no record that can be read: {error}", AGAIN) from None
    return data


def _check_shape(data: dict[str, Any]) -> None:
    if any(type(data[name]) is not int for name in ("seed", "seats")):
        raise reading.Unreadable("its seed and seats are numbers")
    if any(not isinstance(data[name], str) for name in ("play", "entry", "final")):
        raise reading.Unreadable("its entry and its hashes are texts")
    if not isinstance(data["options"], dict) or not isinstance(data["answers"], list):
        raise reading.Unreadable("its options are an object, its answers a list")
    check_answers(data["answers"])


def check_answers(answers: list[Any]) -> None:
    """See whether each is a key and a seat.

    Raises:
        Unreadable: one is not.
    """
    for answer in answers:
        good = isinstance(answer, list) and len(answer) == 2 and isinstance(answer[0], str) and type(answer[1]) is int
        if not good:
            raise reading.Unreadable("an answer is a key and a seat")


def _refused(code: str, message: str, hint: str) -> NotVerified:
    return NotVerified([Problem(Spot("record"), code, message, hint)])
