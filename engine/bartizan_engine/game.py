"""The engine's front: load a scenario, start a game, choose, undo, save, restore.

Loading trusts nothing: the hash, the declarations, every record and every rule are verified before one line is lowered.
A `Game` never changes; a `State` is one play of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, cast

from . import asked, canon, decide
from .asked import shown
from .canon import dumps
from .decide import Decision, Option
from .declared import Field, Ruleset
from .events import Event, describe, event_list
from .explicit import CHANCE, Draw, Explicit, Half
from .fault import Ended, Fault, Misuse, NotVerified
from .fixed import Fixed
from .language import Program as Rules
from .language import check as check_rules
from .language import severe
from .language.lower import lower
from .language.packs import made_of
from .problem import suggest
from .program import Program
from .room import LEAST_KEPT, LETTER, MAX_KEPT, check, full
from .ruleset import declare
from .save import packed_state, restore_state
from .sealed import observed, open_up
from .settled import settled
from .sheets import put, taken
from .source import parsed
from .state import FUEL, Base, plain, state_class
from .told import log
from .types import INT_MAX, MAX_ACTIONS
from .verify import verified
from .view import view

MAX_KEY = 200  # characters of a key that a likely one is looked for


class Result(NamedTuple):
    """How a game ended: the declared result, its sentence, who won (seats from 0), numbers that the rules gave."""

    name: str
    says: str
    winners: tuple[int, ...]
    scores: dict[str, int]


def load(source: str | Path | dict[str, Any]) -> Game:
    """A game from a compiled scenario: a path, or the parsed JSON.

    A game is made once and never changes; a dict that was given may be changed afterwards without harm.

    Raises:
        NotVerified: it is no scenario, was changed after it was compiled, or breaks a rule of the language.
    """
    if isinstance(source, dict):
        return Game(source)
    found = parsed(source)
    try:
        return Game(found)
    except NotVerified as why:
        raise why.named(Path(source).as_posix()) from None


class Game:
    """A verified scenario, as `load` gives it. It never changes: threads may share it, each with states of its own.

    Attributes:
        title: what the pack is called.
        seats: how many can play, (least, most).
        entry: the name of the rule's entry that `start` begins.
        ruleset: the declarations; `options` are part of them.
        map: the map as it stands in the scenario (cells, neighbours, ways), or None. Look only.
    """

    def __init__(self, scenario: dict[str, Any]) -> None:
        if problems := verified(scenario):
            raise NotVerified(problems)
        ruleset, _ = declare(scenario["ruleset"])
        self.hold(canon.copied(scenario), ruleset, self._rules(scenario, ruleset))

    def hold(self, scenario: dict[str, Any], ruleset: Ruleset, rules: Rules) -> None:
        """Take what has been verified: for games alone that are made of what was compiled a moment ago."""
        self.scenario, self.ruleset, self.rules = scenario, ruleset, rules
        self.title, self.entry = str(scenario["pack"]["title"]), str(scenario["entry"])
        self.seats = (int(scenario["seats"][0]), int(scenario["seats"][1]))
        self.map: dict[str, Any] | None = scenario["map"]
        self.parts: dict[tuple[str, str], Game] = {}
        self._fixed: dict[int, Fixed] = {}
        self._programs: dict[tuple[Any, ...], tuple[Program, type[State]]] = {}

    @staticmethod
    def _rules(scenario: dict[str, Any], ruleset: Ruleset) -> Rules:
        known = {(kind, record["id"]) for kind, records in scenario["records"].items() for record in records}
        sources = [(rule["path"], rule["text"]) for rule in scenario["rules"]]
        packs = made_of(scenario["pack"], scenario.get("packs", ()))

        def there(kind: str, id: str) -> bool:
            pack, _, bare = id.rpartition(":")
            return (kind, bare) in known and (pack in packs.requires or pack == packs.own)

        rules, problems = check_rules(ruleset, sources, there, packs=packs)
        if rules is None:
            raise NotVerified([problem for problem in problems if severe(problem)])
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
        """All records of a kind, as they stand in the scenario: copies, in the order of the pack.

        Raises:
            Misuse: the ruleset declares no such kind.
        """
        asked.text("records(kind)", kind, 'write records("goblin")')
        if kind not in self.ruleset.kinds:
            fix = suggest(kind, self.ruleset.kinds) or f"the kinds are: {', '.join(self.ruleset.kinds)}"
            raise Misuse("records(kind)", f"there is no kind {shown(kind)}", fix)
        found: list[dict[str, Any]] = canon.copied(self.scenario["records"].get(kind, []))
        return found

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise Misuse("pickle", "a game is not pickled", "send its scenario, game.scenario, and load it there")

    # ---- programs

    def fixed(self, seats: int) -> Fixed:
        """What the data says, for a number of seats."""
        return self._fixed.get(seats) or self._fixed.setdefault(seats, Fixed(self.ruleset, self.scenario, seats))

    def program(self, seats: int, options: dict[str, Any]) -> tuple[Program, type[State]]:
        """The rules lowered for these options, and the class of their states; remembered."""
        key = (seats, *sorted(options.items()))
        known = self._programs.get(key)
        if known is not None:
            return known
        fixed = self.fixed(seats)
        values = {name: fixed.encode(field.type, options[name]) for name, field in self.options.items()}
        lowered = lower(self.rules.checked, fixed, values, self.rules.templates, self.rules.words)
        made = (Program(self.rules.checked, fixed, lowered, self.rules.templates), state_class(State, fixed))
        if len(self._programs) > 64:
            self._programs = {}
        return self._programs.setdefault(key, made)  # another thread may have been quicker: then its one serves both

    def settle(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options: the declared defaults, the scenario's, then the given ones.

        Raises:
            Misuse: an option is unknown or its value does not fit.
        """
        return settled(self.ruleset, self.scenario["options"], options)

    # ---- playing

    def start(
        self,
        seed: int = 0,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        events: bool = True,
        chance: str = "seeded",
        *,
        roles: Mapping[str, int] | None = None,
        sheets: Mapping[str, Any] | None = None,
    ) -> State:
        """A new game, gone on to its first decision.

        Args:
            seed: from -2**63 to 2**64 - 1, modulo 2**64; the same seed and the same answers give the same game.
            players: how many play, within `seats`; the least that can by default.
            options: values of declared options by name: bool, int, or the name of an enum's member.
            events: keep the list of events.
            chance: "seeded", or "explicit": every draw is a decision of the player `CHANCE` with its probabilities.
            roles: seats of the declared roles; a ruleset that declares none, as all of language 1, takes none.
            sheets: what outlives a game, as `state.kept_state()` of an earlier one gives it.

        Raises:
            Misuse: an argument does not fit.
            NotVerified: with BZ510, the rules come to more than can be made ready to run with these options.
            Fault: the rules went wrong before the first decision.
        """
        if chance not in ("seeded", "explicit"):
            raise Misuse("start(chance)", f'chance is "seeded" or "explicit", not {shown(chance)}')
        if asked.mapping("start(roles)", {} if roles is None else roles, "leave roles out"):
            raise Misuse("start(roles)", "the ruleset declares no roles", "leave roles out")
        state = self.prepare(seed, players, options, events, sheets=sheets)
        if chance == "explicit":
            state.chance = Explicit(state.chance.seed)
        state.whole = True
        state.attempt(-1, CHANCE, ())
        return state

    def prepare(
        self,
        seed: int = 0,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        events: bool = True,
        *,
        sheets: Mapping[str, Any] | None = None,
    ) -> State:
        """An empty table, before any rule has run: where examples begin.

        Raises:
            Misuse, NotVerified: as `start` does.
        """
        seats = self.seats[0] if players is None else players
        asked.seed("start(seed)", seed)
        asked.flag("start(events)", events)
        if type(seats) is not int or not self.seats[0] <= seats <= self.seats[1]:
            low, high = self.seats
            span = f"{low} to {high}" if low < high else f"{low}"
            raise Misuse("start(players)", f"{shown(seats)} cannot play this; {span} can", f"write players={low}")
        every = self.settle(options)
        program, cls = self.program(seats, every)
        # The upper half of 64 bits is the lower one of signed numbers, which is what saves and records can hold.
        state = cls(self.fixed(seats), program, seed - 2**64 if seed >= 2**63 else seed)
        state.game, state.settled, state.origin, state.half = self, every, None, None
        state.sheets = None
        if not events:
            state.notes = None
        if asked.mapping("start(sheets)", {} if sheets is None else sheets, "leave sheets out"):
            put(state, sheets)
        return state

    def restore(self, text: str) -> State:
        """A state from the text of a save. The answers in it are played again, and must lead to the same state.

        Raises:
            NotVerified: it is no save, of another scenario, or holds what no game can.
        """
        return restore_state(self, text)


class State(Base):
    """One play of a game. Made by `Game.start`; changed by `choose` alone."""

    __slots__ = ("game", "settled", "origin", "half", "sheets")

    game: Game
    settled: dict[str, Any]
    origin: str | None
    sheets: Any  # what it was begun with of earlier games, or None
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
        """What has happened after so many events.

        Raises:
            Misuse: it is no whole number from 0.
        """
        return event_list(self, asked.number("events_since", number, "number of events", 0, INT_MAX))

    def describe(self, event: Event) -> str:
        """An event as one line for people; "" for what needs no line.

        Raises:
            Misuse: it is no event.
        """
        asked.one_of("describe(event)", event, Event, "event")
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
                raise self.program.endless(self.game.entry)
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
        self.fuel = FUEL if self.fixed.ruleset.invariants else self.fuel  # for all of them
        for name, (rule, says) in self.fixed.ruleset.invariants.items():
            if not self.program.tell(self, rule):
                raise Fault("BZ807", f'the invariant "{name}" does not hold: {says}').at(
                    self.stack() or (self.program.head(rule),)
                )

    def choose(self, option: Option | str, by: int | None = None) -> None:
        """Answer the open decision with an option or its key.

        On an error, and on any other exception, the state is as it was.

        Args:
            option: one of `decision.options`, or its key; where chance is explicit, the name of an outcome.
            by: the seat from 0 of who answers, which must be one of `decision.players`; the first of them by default.

        Raises:
            Misuse: nothing is open, the option is not offered or is blocked, or the player is not asked.
            Fault: the rules went wrong.
        """
        key = option.key if isinstance(option, Option) else option
        asked.text("choose(option)", key, "give one of state.decision.options, or its key")
        if self.half is not None:
            self._asks(by, (CHANCE,))
            self._choose_outcome(self.half, key)
            return
        decision = self._open("choose")
        who = self._asks(by, decision[decide.WHO])  # first, so that nothing of the options is told
        self.answer(self.place_of(key), who)

    def _open(self, place: str) -> tuple[Any, ...]:
        """The open decision of a player."""
        if self.pending is None:
            why = "the game is over" if self.over else "no rule is waiting"
            raise Misuse(place, f"no decision is open: {why}", "look at state.over before")
        return cast("tuple[Any, ...]", self.pending)

    def _asks(self, by: int | None, who: tuple[int, ...]) -> int:
        """Who answers: one of those who are asked."""
        if by is None:
            return who[0]
        seat = by if who == (CHANCE,) and type(by) is int and by == CHANCE else asked.seat("choose(by)", by, self.seats)
        if seat not in who:
            named = "chance" if who == (CHANCE,) else " or ".join(f"player {one + 1}" for one in who)
            raise Misuse("choose(by)", f"player {seat + 1} is not asked", f"{named} is; by= counts seats from 0")
        return seat

    def place_of(self, key: str) -> int:
        """The place of an open option among all options of the open decision.

        Raises:
            Misuse: it is not offered, or is blocked.
        """
        decision = self._open("choose(option)")
        offered, places = decide.keys(self, decision), decide.open_places(decision)
        open_ones = ", ".join(offered[at] for at in places[:12])
        if key not in offered:
            # Keys of pieces are all near each other; of the others a misspelt one can be told.
            fix = "" if ":" in key or len(key) > MAX_KEY else suggest(key, offered)
            raise Misuse("choose(option)", f"{shown(key)} is not offered", fix or f"open: {open_ones}")
        at = offered.index(key)
        if at not in places:
            why = cast(Decision, self.decision).options[at].blocked
            raise Misuse("choose(option)", f'"{key}" is blocked: {why}', f"open: {open_ones}")
        return at

    def answer(self, at: int, player: int) -> None:
        """Answer with the option at a place among all; `choose` for bots that need no words.

        Raises:
            Misuse: nothing is open, the place is not that of an open option, or the player is not asked.
            Fault: the rules went wrong.
        """
        decision = self._open("answer(at)")
        if type(at) is not int or not decide.is_open(decision, at):
            raise Misuse("answer(at)", f"{shown(at)} is no place of an open option", "see decide.open_places")
        if type(player) is not int or player not in decision[decide.WHO]:
            raise Misuse("answer(player)", f"the seat {shown(player)} is not asked", "see decision.players")
        self._noted((decide.key_at(self, decision, at), player), at, player, ())

    def _choose_outcome(self, half: Half, key: str) -> None:
        if key not in half.names:
            fix = f"outcomes: {', '.join(half.names[:12])}"
            raise Misuse("choose(option)", f"{shown(key)} is no outcome of {half.stream}", fix)
        self._noted((key, CHANCE), half.at, half.player, (*half.outcomes, half.names.index(key)))

    def _noted(self, answer: tuple[str, int], at: int, player: int, outcomes: tuple[int, ...]) -> None:
        """A step that is part of the history, unless it fails."""
        before, size = self.answers, self.kept
        if size > MAX_KEPT - LEAST_KEPT - LETTER * len(answer[0]):
            raise full(self)
        self.answers, self.kept = (before, answer), size + LEAST_KEPT + LETTER * len(answer[0])
        try:
            self.attempt(at, player, outcomes)
        except BaseException:
            self.answers, self.kept = before, size
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
        except BaseException:  # whoever stops a long step, by the keyboard as well, keeps the state
            self._become(before)
            raise
        if self.half is not None or self.room < self.program.reserve:
            check(self, before)

    def _take(self, at: int, player: int) -> None:
        decision, self.pending = self.pending, None
        self.note(("chosen", player, decision, at), 0)
        self._run(decide.value_at(decision, at))

    def step(self, at: int) -> None:
        """`answer` without a way back on a fault and without history: for copies that nobody saves or undoes."""
        decision, self.pending = self.pending, None
        self._run(decide.value_at(decision, at))

    def look_ahead(self, at: int) -> None:
        """`step` without a look at the invariants: for states in which something was dealt anew, as may never be."""
        decision, self.pending = self.pending, None
        self._go_on(decide.value_at(decision, at))

    def _become(self, other: State) -> None:
        for cls in type(self).__mro__:
            for name in getattr(cls, "__slots__", ()):
                setattr(self, name, getattr(other, name))

    def clone(self) -> State:
        """An equal state with its history that shares nothing that changes, as `copy.copy` and `deepcopy` give it."""
        new: State = self.copied()
        new.game, new.settled, new.origin, new.half = self.game, self.settled, self.origin, self.half
        new.sheets = self.sheets
        return new

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise Misuse("pickle", "a state is not pickled", "send state.save(), and game.restore(text) there")

    def packed(self) -> dict[str, Any]:
        """All that makes this state what it is, as plain JSON."""
        explicit = {"explicit": isinstance(self.chance, Explicit), "half": plain(self.half and tuple(self.half))}
        try:
            return super().packed() | explicit
        except Fault as fault:
            raise fault.at(self.stack() or self.program.first(self.game.entry)) from None

    def hash(self) -> str:
        """32 hex digits of all that decides how the game can go on: BLAKE2b-128 over canonical JSON.

        That is the scenario (its play hash, so with mission and entry), the seats, the options, and the state: pieces,
        fields, where the rules stand, the agenda, the seed and the draws so far. Equal states have equal hashes,
        whatever way led to them; events and answers are history, and not part of it.
        """
        head = {"play": self.game.play_hash, "seats": self.seats, "options": self.settled}
        forced = [self.forced, self.forced_picks] if self.forced or self.forced_picks else None
        whole = dumps({**head, "forced": forced, "state": self.packed()})
        return blake2b(whole.encode("utf-8"), digest_size=16).hexdigest()

    # ---- history

    def answer_list(self) -> list[tuple[str, int]]:
        """The answers that were asked for, in order: (key, seat)."""
        found, link = [], self.answers
        while link is not None:
            link, answer = link
            found.append(answer)
        return found[::-1]

    def undo(self) -> None:
        """Take the last answer back: the game is played again up to it.

        The history is part of a save, so a restored state goes back to its start as well. Where chance is explicit, an
        outcome is an answer.

        Raises:
            Misuse: there is nothing to take back, or the state was set up by hand.
        """
        if not (answers := self.answer_list()):
            raise Misuse("undo", "there is nothing to take back", "the state is as it was at the start")
        if not self.whole and self.origin is None:
            raise Misuse("undo", "a state that was set up by hand has no way back", "keep a clone of it before")
        self._become(self.replayed(answers[:-1]))

    def replayed(self, answers: list[tuple[str, int]]) -> State:
        """The state after these answers, from the same start."""
        if self.origin is not None:
            state = restore_state(self.game, self.origin)
        else:
            chance = "explicit" if isinstance(self.chance, Explicit) else "seeded"
            seed, seats, events, sheets = self.chance.seed, self.seats, self.keeps_events, self.sheets
            state = self.game.start(seed, seats, self.settled, events, chance, sheets=sheets)
        for key, player in answers:
            state.choose(key, player)
        return state

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player (seat from 0) sees, or with None what everyone sees: plain JSON, derived from what is declared
        visible.

        Its parts: player (from 1), round, board (pieces by cell), zones, game (fields), players (each with state and
        zones), decision, result.

        Raises:
            Misuse: there is no such player.
        """
        return view(self, player)

    def log(self, player: int | None) -> list[Event]:
        """What has happened, as a player (seat from 0) may know it, or with None as everyone may.

        Raises:
            Misuse: there is no such player.
        """
        return log(self, player)

    def kept_state(self) -> dict[str, Any]:
        """What outlives this game, as it stands: plain JSON, for `start(sheets=)` of a later one."""
        return taken(self)

    def save(self) -> str:
        """The whole state as JSON text, with what it needs to be continued and undone."""
        return packed_state(self)
