"""The engine's front: load a scenario, start a game, choose, undo, save, restore.

Loading trusts nothing: the hash, the declarations, every record and every rule are verified before one line is lowered.
A `Game` never changes; a `State` is one play of it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, cast

from . import canon, decide
from .decide import Decision, Option
from .declared import Field
from .events import Event, describe, event_list
from .explicit import CHANCE, Draw, Explicit, Half
from .fault import Ended, Fault, NotVerified
from .fixed import Fixed
from .language import Program as Rules
from .language import check as check_rules
from .language import severe
from .language.lower import lower
from .language.packs import made_of
from .problem import Problem, Spot
from .program import Program
from .ruleset import declare
from .save import packed_state, restore_state
from .sealed import observed, open_up
from .state import FUEL, Base, plain, state_class
from .told import log
from .types import MAX_ACTIONS
from .values import check_value, no_record, typed
from .verify import verified
from .view import view

MAX_SCENARIO = 16 * 1024 * 1024  # bytes


class Result(NamedTuple):
    """How a game ended: the declared result, its sentence, who won (seats from 0), numbers that the rules gave."""

    name: str
    says: str
    winners: tuple[int, ...]
    scores: dict[str, int]


def load(source: str | Path | dict[str, Any]) -> Game:
    """A game from a compiled scenario: a path, or the parsed JSON.

    Raises:
        NotVerified: it is no scenario, was changed after it was compiled, or breaks a rule of the language.
    """
    return Game(source if isinstance(source, dict) else _read(Path(source)))


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_SCENARIO:
            raise NotVerified([Problem(Spot(str(path)), "BZ820", f"the file is larger than {MAX_SCENARIO} bytes")])
        data = json.loads(path.read_bytes().decode("utf-8"), object_pairs_hook=canon.pairs)
    except OSError as error:
        raise NotVerified([Problem(Spot(str(path)), "BZ820", f"the file cannot be read: {error.strerror}")]) from None
    except (ValueError, RecursionError) as error:
        raise NotVerified(
            [
                Problem(
                    Spot(str(path)), "BZ820", f"this is no JSON that can be read: {error}", "build the scenario again"
                )
            ]
        ) from None
    if not isinstance(data, dict):
        raise NotVerified(
            [Problem(Spot(str(path)), "BZ820", "this is no scenario", "build one with: bartizan build PACK")]
        )
    return data


class Game:
    """A verified scenario."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        problems = verified(scenario)
        if problems:
            raise NotVerified(problems)
        self.scenario = scenario
        self.ruleset, _ = declare(scenario["ruleset"])
        self.rules = self._rules()
        self.title = str(scenario["pack"]["title"])
        self.seats = (int(scenario["seats"][0]), int(scenario["seats"][1]))
        self.entry = str(scenario["entry"])
        self.map: dict[str, Any] | None = scenario["map"]
        self._fixed: dict[int, Fixed] = {}
        self._programs: dict[tuple[Any, ...], tuple[Program, type[State]]] = {}

    def _rules(self) -> Rules:
        known = {(kind, record["id"]) for kind, records in self.scenario["records"].items() for record in records}
        sources = [(rule["path"], rule["text"]) for rule in self.scenario["rules"]]
        packs = made_of(self.scenario["pack"], self.scenario.get("packs", ()))

        def there(kind: str, id: str) -> bool:
            pack, _, bare = id.rpartition(":")
            return (kind, bare) in known and (pack in packs.requires or pack == packs.own)

        rules, problems = check_rules(self.ruleset, sources, there, packs=packs)
        wrong = [problem for problem in problems if severe(problem)]
        if wrong or rules is None:
            raise NotVerified(wrong)
        return rules

    # ---- facts

    @property
    def play_hash(self) -> str:
        """The hash of all that can change a game: saves and records carry it."""
        return str(self.scenario["hash"]["play"])

    @property
    def actions(self) -> int:
        """The most options that a decision has, with the way out, as the pack says; what the engine allows, if it does
        not.
        """
        return int(self.scenario["pack"].get("actions", MAX_ACTIONS))

    @property
    def options(self) -> dict[str, Field]:
        """The declared options."""
        return self.ruleset.options

    def records(self, kind: str) -> list[dict[str, Any]]:
        """All records of a kind, as they stand in the scenario."""
        return list(self.scenario["records"].get(kind, []))

    # ---- programs

    def fixed(self, seats: int) -> Fixed:
        """What the data says, for a number of seats."""
        if seats not in self._fixed:
            self._fixed[seats] = Fixed(self.ruleset, self.scenario, seats)
        return self._fixed[seats]

    def program(self, seats: int, options: dict[str, Any]) -> tuple[Program, type[State]]:
        """The rules lowered for these options, and the class of their states; remembered."""
        key = (seats, *sorted(options.items()))
        if key not in self._programs:
            if len(self._programs) > 64:
                self._programs.clear()
            fixed = self.fixed(seats)
            values = {name: fixed.encode(field.type, options[name]) for name, field in self.options.items()}
            lowered = lower(self.rules.checked, fixed, values, self.rules.templates, self.rules.words)
            program = Program(self.rules.checked, fixed, lowered, self.rules.templates)
            self._programs[key] = (program, state_class(State, fixed))
        return self._programs[key]

    def settle(self, options: dict[str, Any] | None) -> dict[str, Any]:
        """All options: the declared defaults, the scenario's, then the given ones.

        Raises:
            Fault: an option is unknown or its value does not fit.
        """
        found = {name: typed(field.type, field.default) for name, field in self.options.items()}
        for name, value in {**self.scenario["options"], **(options or {})}.items():
            if name not in self.options:
                raise Fault("BZ813", f'there is no option "{name}"', ", ".join(self.options) or "this game has none")
            flaws = check_value(self.ruleset, self.options[name].type, value, no_record, ())
            if flaws:
                raise Fault("BZ813", f'the option "{name}": {flaws[0].message}')
            found[name] = value
        return found

    # ---- playing

    def start(
        self,
        seed: int = 0,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        events: bool = True,
        chance: str = "seeded",
    ) -> State:
        """A new game, gone on to its first decision.

        Args:
            seed: any whole number of 64 bits; the same seed and the same answers give the same game.
            players: how many play; the least that can by default.
            options: values of declared options.
            events: keep the list of events.
            chance: "seeded", or "explicit": every draw is a decision of the player `CHANCE` with its probabilities.

        Raises:
            Fault: the players or options do not fit, or the rules went wrong before the first decision.
        """
        state = self.prepare(seed, players, options, events)
        if chance == "explicit":
            state.chance = Explicit(seed)
        elif chance != "seeded":
            raise Fault("BZ813", f'chance is "seeded" or "explicit", not "{chance}"')
        state.whole = True
        state.attempt(-1, CHANCE, ())
        return state

    def prepare(
        self, seed: int = 0, players: int | None = None, options: dict[str, Any] | None = None, events: bool = True
    ) -> State:
        """An empty table, before any rule has run: where examples begin."""
        seats = self.seats[0] if players is None else players
        if type(seed) is not int or not -(2**63) <= seed < 2**64:
            raise Fault("BZ813", "a seed is a whole number of 64 bits")
        if type(seats) is not int or not self.seats[0] <= seats <= self.seats[1]:
            raise Fault("BZ813", f"{seats} cannot play this; {self.seats[0]} to {self.seats[1]} can")
        settled = self.settle(options)
        program, cls = self.program(seats, settled)
        # The upper half of 64 bits is the lower one of signed numbers, which is what saves and records can hold.
        state = cls(self.fixed(seats), program, seed - 2**64 if seed >= 2**63 else seed)
        state.game, state.settled, state.origin, state.half = self, settled, None, None
        if not events:
            state.notes = None
        return state

    def restore(self, text: str) -> State:
        """A state from a save.

        Raises:
            NotVerified: it is no save, of another scenario, or holds what no game can.
        """
        return restore_state(self, text)


class State(Base):
    """One play of a game. Made by `Game.start`; changed by `choose` alone."""

    __slots__ = ("game", "settled", "origin", "half")

    game: Game
    settled: dict[str, Any]
    origin: str | None
    half: Half | None  # a step that waits for explicit chance; the rest of the state is as before that step

    # ---- what stands open

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def decision(self) -> Decision | None:
        """The open decision in words, or None when the game is over."""
        if self.half is not None:
            options = tuple(Option(name, name, None) for name in self.half.names)
            return Decision((CHANCE,), f"chance: {self.half.stream}", options, self.half.chances)
        if self.pending is None:
            return None
        return decide.shown(observed(self, self.pending[decide.WHO][0]), self.pending)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.outcome is None:
            return None
        name, winners, scores = self.outcome
        return Result(name, self.fixed.ruleset.results[name].says, tuple(winners), dict(scores))

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, in order: all of it, for who keeps the game. See `log` for players."""
        return event_list(self)

    @property
    def keeps_events(self) -> bool:
        """Whether events are kept, not only for a loop that is sealed."""
        return self.notes is not None and not (self.seal is not None and self.seal.quiet)

    def events_since(self, number: int) -> list[Event]:
        """What has happened after so many events."""
        return event_list(self, number)

    def describe(self, event: Event) -> str:
        """An event as one line for people; "" for what needs no line."""
        return describe(event)

    # ---- going on

    def begin(self, rule: str, values: list[Any]) -> None:
        """Start a rule with arguments as they stand in the state."""
        number = self.program.rules.index(rule)
        asks = rule in self.program.lowered.asking
        held = (0, None, *values) if asks else tuple(values)
        self.frames.append((number, 0, tuple(held)))
        self._run(None)

    def _run(self, value: Any) -> None:
        self._go_on(value)
        self._check_invariants()

    def _go_on(self, value: Any) -> None:
        self.fuel = FUEL
        try:
            self.program.run(self, value)
            if self.whole and self.pending is None:
                raise Fault(
                    "BZ810", "the rules came to their end without ending the game", 'say end("...") on every way out'
                )
        except Ended as end:
            self.frames.clear()
            self.unwound.clear()
            self.contexts.clear()
            self.agenda.clear()
            while self.seal is not None:
                open_up(self)
            self.pending, self.outcome = None, (end.name, end.winners, tuple(end.scores.items()))
            self.event("ended", end.name, end.winners, tuple(end.scores.items()))

    def _check_invariants(self) -> None:
        for name, (rule, says) in self.fixed.ruleset.invariants.items():
            self.fuel = FUEL
            if not self.program.tell(self, rule):
                raise Fault("BZ807", f'the invariant "{name}" does not hold: {says}').at(self.stack())

    def choose(self, option: Option | str, by: int | None = None) -> None:
        """Answer the open decision with an option or its key. On a fault the state stays as it was.

        Raises:
            Fault: nothing is open, the option is not offered or is blocked, the player is not asked; or the rules
                went wrong.
        """
        key = option.key if isinstance(option, Option) else option
        if self.half is not None:
            self._choose_outcome(self.half, key)
            return
        if by is not None and self.pending is not None and by not in self.pending[decide.WHO]:
            raise Fault("BZ813", f"player {by + 1} is not asked")  # first, so that nothing of the options is told
        at = self.place_of(key)
        self.answer(at, self.pending[decide.WHO][0] if by is None else by)

    def place_of(self, key: str) -> int:
        """The place of an open option among all; a fault if it is not offered or blocked."""
        if self.pending is None:
            raise Fault("BZ813", "no decision is open: the game is over")
        offered = decide.keys(self, self.pending)
        if key not in offered:
            raise Fault("BZ813", f'"{key}" is not offered', ", ".join(offered[:12]))
        at = offered.index(key)
        if at not in decide.open_places(self.pending):
            raise Fault("BZ813", f'"{key}" is blocked: {cast(Decision, self.decision).options[at].blocked}')
        return at

    def answer(self, at: int, player: int) -> None:
        """Answer with the option at a place; `choose` for bots that need no words."""
        before = self.answers
        self.answers = (before, (decide.keys(self, self.pending)[at], player))
        try:
            self.attempt(at, player, ())
        except Fault:
            self.answers = before
            raise

    def _choose_outcome(self, half: Half, key: str) -> None:
        if key not in half.names:
            raise Fault("BZ813", f'"{key}" is no outcome of {half.stream}', ", ".join(half.names[:12]))
        before = self.answers
        self.answers = (before, (key, CHANCE))
        try:
            self.attempt(half.at, half.player, (*half.outcomes, half.names.index(key)))
        except Fault:
            self.answers = before
            raise

    def attempt(self, at: int, player: int, outcomes: tuple[int, ...]) -> None:
        """Take a step, begun by an answer or, with place -1, by the start of the game. On a fault nothing has changed.

        Where chance is explicit and needs an outcome, the state stays as before the step, and `half` says what is open.
        """
        before = self.clone()
        self.half = None
        if isinstance(self.chance, Explicit):
            self.chance.begin(outcomes)
        try:
            if at < 0:
                self.begin(self.fixed.ruleset.entries[self.game.entry].rule, [])
            else:
                self._take(at, player)
        except Draw as draw:
            self._become(before)
            self.half = Half(at, player, outcomes, *draw.what)
        except Fault:
            self._become(before)
            raise

    def _take(self, at: int, player: int) -> None:
        decision = self.pending
        self.pending = None
        self.event("chosen", player, decision, at)
        self._run(decide.value_at(decision, at))

    def step(self, at: int) -> None:
        """`answer` without a way back on a fault: for playouts."""
        decision = self.pending
        self.pending = None
        self._run(decide.value_at(decision, at))

    def look_ahead(self, at: int) -> None:
        """`step` without a look at the invariants: for states in which something was dealt anew, as may never be."""
        decision = self.pending
        self.pending = None
        self._go_on(decide.value_at(decision, at))

    def _become(self, other: State) -> None:
        for cls in type(self).__mro__:
            for name in getattr(cls, "__slots__", ()):
                setattr(self, name, getattr(other, name))

    def clone(self) -> State:
        """An equal state that shares nothing that changes."""
        new: State = self.copied()
        new.game, new.settled, new.origin, new.half = self.game, self.settled, self.origin, self.half
        return new

    def packed(self) -> dict[str, Any]:
        """All that makes this state what it is, as plain JSON."""
        explicit = {"explicit": isinstance(self.chance, Explicit), "half": plain(self.half and tuple(self.half))}
        return super().packed() | explicit

    # ---- history

    def answer_list(self) -> list[tuple[str, int]]:
        """The answers that were asked for, in order: (key, seat)."""
        found = []
        link = self.answers
        while link is not None:
            link, answer = link
            found.append(answer)
        return found[::-1]

    def undo(self) -> None:
        """Take the last answer back: the game is played again up to it.

        Raises:
            Fault: there is nothing to take back.
        """
        answers = self.answer_list()
        if not answers:
            raise Fault("BZ813", "there is nothing to take back")
        self._become(self.replayed(answers[:-1]))

    def replayed(self, answers: list[tuple[str, int]]) -> State:
        """The state after these answers, from the same start."""
        if self.origin is not None:
            state = restore_state(self.game, self.origin)
        else:
            chance = "explicit" if isinstance(self.chance, Explicit) else "seeded"
            state = self.game.start(self.chance.seed, self.seats, self.settled, self.keeps_events, chance)
        for key, player in answers:
            state.choose(key, player)
        return state

    def view(self, player: int) -> dict[str, Any]:
        """What a player (seat from 0) sees: plain JSON, derived from what is declared visible.

        Raises:
            ValueError: there is no such player.
        """
        return view(self, player)

    def log(self, player: int) -> list[Event]:
        """What has happened, as a player (seat from 0) may know it.

        Raises:
            ValueError: there is no such player.
        """
        return log(self, player)

    def save(self) -> str:
        """The whole state as JSON text, with what it needs to be continued and undone."""
        return packed_state(self)
