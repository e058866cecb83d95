"""Players that need no people: a bot looks at a state and says which open option it takes.

A bot is anything with `choose(state) -> int`, the place of an open option among all options of the open decision.
Bots draw their chance from their own streams, never from the game's, so that a bot's whim shifts no die; and what a bot
looks ahead at is a copy in which all that its player may not know is dealt anew (see `deal`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from . import asked, decide
from .chance import Streams
from .fault import Fault, Misuse
from .greedy import Greedy
from .mcts import MCTS
from .playout import MAX_EFFORT
from .problem import Spot, suggest
from .state import Base
from .types import INT_MAX

if TYPE_CHECKING:
    from .game import State

MAX_DECISIONS = 100_000  # of a game played by bots


class Bot(Protocol):
    """What plays."""

    def choose(self, state: State) -> int:
        """The place of an open option of the open decision (see `decide.open_places`)."""


class Random:
    """Takes any open option, each with the same chance."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = Streams(seed)

    def choose(self, state: State) -> int:
        """One of the open options."""
        places = decide.open_places(state.pending)
        return places[self.chance.below("bot", len(places))]


class Seated:
    """A bot for each seat."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.bots = tuple(bots)

    def choose(self, state: State) -> int:
        """What the bot of the first who is asked chooses.

        Raises:
            Misuse: nobody is asked, or there are fewer bots than seats.
        """
        if not decide.open_places(state.pending) or len(self.bots) < state.seats:
            raise Misuse("Seated(bots)", f"{len(self.bots)} bots for {state.seats} seats", "give one bot a seat")
        seat: int = state.pending[decide.WHO][0]
        return self.bots[seat].choose(state)


BOTS = ("random", "greedy", "mcts")


def named(text: str, seed: int = 0) -> Bot:
    """A bot by its name: `random`, `greedy` or `mcts`; the last two with how hard they try, as in `mcts:500`.

    `seed` is that of the bot's own chance, as the seed of a game is.

    Raises:
        Misuse: there is no such bot, or the seed is none. Its first argument says so, a second one is a hint.
    """
    every = f"the bots are: {', '.join(BOTS)}"
    name, colon, effort = asked.text("named(text)", text, every).partition(":")
    if name not in BOTS:
        raise Misuse("named(text)", f"no bot is named {asked.shown(name)}", suggest(name[:40], BOTS) or every)
    if not colon:
        return Greedy(seed) if name == "greedy" else MCTS(seed) if name == "mcts" else Random(seed)
    if name == "random":
        raise Misuse("named(text)", 'the bot "random" does not try hard', "write it as random")
    if not (effort.isascii() and effort.isdigit() and len(effort) < 8 and 1 <= int(effort) <= MAX_EFFORT):
        what = f"{asked.shown(effort)} is no number from 1 to {MAX_EFFORT}"
        raise Misuse("named(text)", what, f"write it as {name}:100")
    return Greedy(seed, int(effort)) if name == "greedy" else MCTS(seed, int(effort))


def play(state: State, bot: Bot, limit: int = MAX_DECISIONS) -> State:
    """Play a state to its end, in place; every decision is answered by the bot for the first who is asked.

    Raises:
        Misuse: an argument is none, the bot gives no place of an open option, or chance is explicit and nobody chooses
            its outcomes.
        Fault: the rules went wrong, or the game took more than `limit` decisions.
    """
    asked.one_of("play(state)", state, Base, "state of a game")
    asked.number("play(limit)", limit, "number of decisions", 0, INT_MAX)
    if not callable(getattr(bot, "choose", None)):
        raise Misuse("play(bot)", f"{asked.shown(bot)} is no bot", 'bots.named("random") is one')
    for _ in range(limit):
        if state.over:
            return state
        if state.half is not None:
            raise Misuse(
                "play(state)", "chance is explicit, and bots choose for players only", "start the game without it"
            )
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    why = f"the game goes on after {limit} decisions"
    raise Fault("BZ803", why, "does every option use something up?", Spot("play(limit)"), state.stack())
