"""Run a pack's worked examples: set the table, run the rules, give the answers, compare.

An example is content: what a rulebook teaches by, the compiler tests with. Its words are the situation's (see
`bartizan_engine.situation`); here they are read from records, cases are filled in, and what does not hold is told at
its place in the file. It will not guess: an answer that names nothing, or is left over, fails the example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bartizan_compiler import emit
from bartizan_compiler.link import Pack
from bartizan_compiler.scene_values import listed
from bartizan_compiler.scenes import bare, filled, runs
from bartizan_compiler.shape import Record
from bartizan_engine import decide
from bartizan_engine.campaign import following, part
from bartizan_engine.fault import Fault, Misuse, NotVerified
from bartizan_engine.game import Game, load
from bartizan_engine.past import raw_events
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.situation import Situation, Unfit
from bartizan_engine.types import NONE

Notes = tuple[tuple[Spot, str], ...]


class Outcome(NamedTuple):
    """How one run of an example came out; `name` is its id, with the number of the case if there are several."""

    name: str
    problems: list[Problem]


def run(pack: Pack, ids: Iterable[str]) -> Iterator[Outcome]:
    """Run the examples with these ids, in the order of the pack, each once a case."""
    wanted, games = set(ids), _Games(pack)
    for record in pack.records.get("example", ()):
        if record.id in wanted:
            cases = record.values.get("cases") or [{}]
            for number, case in enumerate(cases, 1):
                name = record.id if len(cases) == 1 else f"{record.id}, case {number}"
                yield Outcome(name, _Run(record, case, games).problems())


class _Games:
    """The game of each mission and campaign, built once."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.loaded: dict[str, Game | NotVerified] = {}

    def of(self, mission: str | None, campaign: str | None) -> Game:
        """The game of a mission, of a campaign between two missions, or of a mission in a campaign."""
        from bartizan_compiler.build import choose

        if campaign is None:
            return self._of(mission)
        whole = self._of(campaign)
        if mission is None:
            return part(whole, whole.entry)
        entries = self.pack.ruleset.entries.values()
        chosen, problems = choose(self.pack, mission, next((e.name for e in entries if e.needs == "mission"), None))
        if chosen is None or chosen[0] is None:
            raise NotVerified(problems)
        try:
            return part(whole, chosen[1], f"{chosen[0].kind}:{chosen[0].id}")
        except Misuse as why:
            raise Unfit(("mission",), why.problem.message, why.problem.hint) from None

    def _of(self, lead: str | None) -> Game:
        from bartizan_compiler.build import choose

        key = lead or ""
        if key not in self.loaded:
            chosen, problems = choose(self.pack, lead, None)
            if chosen is None:
                self.loaded[key] = NotVerified(problems)
            else:
                try:
                    self.loaded[key] = load(emit.emit(self.pack, *chosen))
                except NotVerified as why:
                    self.loaded[key] = why
        found = self.loaded[key]
        if isinstance(found, NotVerified):
            raise found
        return found


class _Fails(Exception):
    """The example does not hold: where, and what is so instead."""

    def __init__(self, path: tuple[str | int, ...], message: str, hint: str = "", notes: Notes = ()) -> None:
        super().__init__(message)
        self.path, self.hint, self.notes = path, hint, notes


class _Run:
    """One run of one example."""

    def __init__(self, record: Record, case: dict[str, Any], games: _Games) -> None:
        self.record, self.games = record, games
        values = {key: value for key, value in record.values.items() if key != "cases"}
        self.values = bare(filled(values, case), games.pack.whose)
        self.refused = self.values.get("then", {}).get("refused", "")

    def problems(self) -> list[Problem]:
        try:
            self._play()
        except Unfit as why:
            return [self._problem(why.path, "BZ611", why.problem.message, why.problem.hint)]
        except _Fails as why:
            return [self._problem(why.path, "BZ610", str(why), why.hint)._replace(notes=why.notes)]
        except NotVerified as why:
            return list(why.problems)
        return self.found

    def _problem(self, path: tuple[str | int, ...], code: str, message: str, hint: str = "") -> Problem:
        return Problem(self.record.at(*path), code, f'"{self.record.id}": {message}', hint)

    def _play(self) -> None:
        self.found: list[Problem] = []
        self._start()
        self.answers = listed(self.values.get("answers", []))
        self.at, self.seen = 0, 0
        self.waiting: list[tuple[int, str, str]] = []
        try:
            for rule, args, path in runs(self.values.get("run", [])):
                if not self.situation.state.over:
                    self._rule(rule, args, path)
        except Fault as fault:
            self._refusal(fault)
        else:
            if self.refused:
                raise _Fails(("then", "refused"), "nothing was refused")
            self._leftovers()
        self._compare()

    def _start(self) -> None:
        game = self.games.of(self.values.get("mission"), self.values.get("campaign"))
        options = self.values.get("options", {})
        try:
            state = game.prepare(0, self.values.get("players"), options)
        except Fault as fault:
            raise Unfit(("options" if options else "players",), fault.detail) from None
        self.situation = Situation(state)
        try:
            self.situation.arrange(self.values.get("given", {}))
        except Unfit as why:
            raise Unfit(("given", *why.path), why.problem.message, why.problem.hint) from None
        except Fault as fault:
            raise Unfit(("given",), fault.detail) from None
        for die, faces in self.values.get("dice", {}).items():
            state.forced[f"roll {die}"] = [str(face) for face in listed(faces)]
        state.forced_picks = [str(item) for item in listed(self.values.get("picks", []))]

    # ---- rules and answers

    def _rule(self, rule: str, args: Any, path: tuple[str | int, ...]) -> None:
        state = self.situation.state
        self.situation.call(rule, args, path)
        self._look()
        while state.pending is not None:
            self._answer()
            self._look()

    def _look(self) -> None:
        """See what was offered meanwhile: answers that gave themselves use up the words that name them."""
        offered, self.seen = self.situation.offered(self.seen)
        for decision, alone in offered:
            self._take_checks()
            self._check_blocked(decision)
            if alone is not None and self._next_names(decision, alone):
                self.at += 1

    def _next_names(self, decision: tuple[Any, ...], at: int) -> bool:
        answer = self.answers[self.at] if self.at < len(self.answers) else None
        return isinstance(answer, (str, int)) and self.situation.names_option(str(answer), decision, at)

    def _take_checks(self) -> None:
        while self.at < len(self.answers) and isinstance(self.answers[self.at], dict):
            for option, reason in self.answers[self.at].get("blocked", {}).items():
                self.waiting.append((self.at, str(option), str(reason)))
            self.at += 1

    def _check_blocked(self, decision: tuple[Any, ...]) -> None:
        for check in list(self.waiting):
            number, option, reason = check
            at = self.situation.place_of(option, decision)
            if at is None:
                continue
            self.waiting.remove(check)
            is_so = decide.shown(self.situation.state, decision).options[at].blocked
            if is_so != reason:
                what = "is open" if is_so is None else f'is blocked because "{is_so}"'
                raise _Fails(("answers", number), f'"{option}" {what}')

    def _answer(self) -> None:
        state = self.situation.state
        self._take_checks()
        decision = state.pending
        shown = decide.shown(state, decision)
        offered = ", ".join(option.key.partition(":")[2] or option.key for option in shown.open[:12])
        if self.at >= len(self.answers):
            raise _Fails(("answers",), f'no answer is left for "{shown.prompt}"', f"open: {offered}")
        answer, number = str(self.answers[self.at]), self.at
        at = self.situation.place_of(answer, decision)
        if at is None:
            raise _Fails(("answers", number), f'"{answer}" is not offered in "{shown.prompt}"', f"open: {offered}")
        if at not in decide.open_places(decision):
            raise Fault("BZ813", f"{shown.options[at].blocked}")
        self.at += 1
        state.answer(at, decision[decide.WHO][0])

    def _refusal(self, fault: Fault) -> None:
        if not self.refused:
            spot = fault.problem.spot
            where = f" at {spot.path}:{spot.line}" if spot.path else ""
            raise _Fails(("run",), f"it stops{where}: {fault.detail}", fault.problem.hint, fault.told.notes)
        if self.refused not in fault.detail:
            said = f'it is refused because "{fault.detail}"'
            raise _Fails(("then", "refused"), said, notes=fault.told.notes)

    def _leftovers(self) -> None:
        state = self.situation.state
        self._take_checks()
        if self.waiting:
            number, option, _ = self.waiting[0]
            raise _Fails(("answers", number), f'"{option}" was never offered')
        if self.at < len(self.answers):
            raise _Fails(("answers", self.at), f'the answer "{self.answers[self.at]}" was never asked for')
        self._unforced()
        for stream, faces in state.forced.items():
            if faces:
                raise _Fails(("dice",), f"{len(faces)} forced {stream.partition(' ')[2]} faces were never rolled")
        if state.forced_picks:
            raise _Fails(("picks",), f'"{state.forced_picks[0]}" was never picked')

    def _unforced(self) -> None:
        """Every roll shows a face that the example says: what chance decides would prove nothing."""
        forced = {die: len(listed(faces)) for die, faces in self.values.get("dice", {}).items()}
        fixed, rolls = self.situation.fixed, Counter[str]()
        for event in raw_events(self.situation.state):
            if event[0] == "rolled":
                rolls[fixed.record_ids[event[1]][event[2]]] += 1
        for die, times in sorted(rolls.items()):
            if times > forced.get(die, 0):
                message = f'the die "{die}" is rolled {_times(times)}, and forced {_times(forced.get(die, 0))}'
                raise _Fails(("dice", die), message, f"say what it shows: dice: {{{die}: [...]}}")

    # ---- what must be true after

    def _compare(self) -> None:
        then, state = dict(self.values.get("then", {})), self.situation.state
        then.pop("refused", None)
        result = state.result
        name = result.name if result else "none"
        if then.pop("result", name) != name:
            self.found.append(self._problem(("then", "result"), "BZ610", f"it is {name}"))
        self._compare_returned(then)
        self._compare_next(then.pop("next", {}))
        for name, wanted in then.pop("scores", {}).items():
            is_so = result.scores.get(name) if result else None
            if is_so != wanted:
                self.found.append(self._problem(("then", "scores", name), "BZ610", f"it is {is_so}"))
        try:
            for path, message in self.situation.differences(then):
                self.found.append(self._problem(("then", *path), "BZ610", message))
        except Unfit as why:
            raise Unfit(("then", *why.path), why.problem.message, why.problem.hint) from None

    def _compare_next(self, wanted: dict[str, Any]) -> None:
        """What the campaign plays next: said by the rules, or else the entry that it comes back to."""
        state = self.situation.state
        next_ = following(state, state.game.entry) if wanted else None
        if wanted and (next_ is None or state.following is None):
            self.found.append(self._problem(("then", "next"), "BZ610", "no next_game(...) is said"))
            return
        is_so = {} if next_ is None else {**next_._asdict(), "mission": next_.mission.partition(":")[2] or "none"}
        for name, value in wanted.items():
            if is_so[name] != value:
                self.found.append(self._problem(("then", "next", name), "BZ610", f"it is {is_so[name]}"))

    def _compare_returned(self, then: dict[str, Any]) -> None:
        """What the last rule gave, as an author writes it; a rule that waits for an answer has given nothing."""
        state, done = self.situation.state, list(runs(self.values.get("run", [])))
        type = state.program.checked.rules[done[-1][0]].returns if done else NONE
        if "returns" in then and then.pop("returns") != self.situation.written(type, state.returned):
            is_so = self.situation.say(type, state.returned)
            self.found.append(self._problem(("then", "returns"), "BZ610", f"it is {is_so}"))


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
