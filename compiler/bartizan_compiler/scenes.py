"""Check worked examples without playing them: all that the pack lets one know of their situations, runs and answers.

An example with cases is looked at once a case, as it will be run. What only the rules can tell - whether a thing is
offered, where a piece ends - is left to the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bartizan_compiler import talk
from bartizan_compiler.link import Draft
from bartizan_compiler.owners import Owners
from bartizan_compiler.scene_values import PLACES, Path, Values, listed
from bartizan_compiler.shape import Record
from bartizan_engine import misspelt, presence
from bartizan_engine.declared import Field
from bartizan_engine.problem import Problem, suggest
from bartizan_engine.types import Type

MANY = 1000  # pieces of one name
_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def check(draft: Draft) -> Iterator[Problem]:
    """The problems of all examples. Without a sound ruleset none is judged."""
    if draft.declared.sound:
        speech = talk.Speech(draft.pack)
        for record in draft.pack.records.get("example", ()):
            yield from _example(draft, record, speech)


def _example(draft: Draft, record: Record, speech: talk.Speech) -> Iterator[Problem]:
    """The problems of one example; what only some cases have says so."""
    cases = record.values.get("cases") or [{}]
    body = {key: value for key, value in record.values.items() if key != "cases"}
    holes = dict(_holes(body, ()))
    yield from _unfilled(record, holes, cases)
    found: dict[Problem, list[int]] = {}
    for number, case in enumerate(cases):
        if any(name not in case for name in holes):
            continue
        for problem in _Scene(draft, record, filled(body, case), speech).problems():
            found.setdefault(problem, []).append(number)
    for problem, numbers in found.items():
        if len(numbers) < len(cases):
            problem = problem._replace(notes=((record.at("cases", numbers[0]), "in this case"),))
        yield problem


def filled(value: Any, case: Mapping[str, Any]) -> Any:
    """A value with the case filled in: a whole scalar `"{name}"` becomes the case's value with its type."""
    if isinstance(value, dict):
        return {filled(key, case): filled(item, case) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, case) for item in value]
    if isinstance(value, str) and "{" in value:
        for name, item in case.items():
            if value == f"{{{name}}}":
                return item
            if not isinstance(item, (list, dict)):
                value = value.replace(f"{{{name}}}", str(item))
    return value


def bare(told: dict[str, Any], whose: Owners) -> dict[str, Any]:
    """An example in which ids stand as in the scenario: `pack:id` without the pack. Rules keep theirs."""
    run = told.get("run")
    plain = [_bare_call(call, whose) for call in run] if isinstance(run, list) else _bare_call(run, whose)
    return {key: plain if key == "run" else item if key == "shows" else whose.bare(item) for key, item in told.items()}


def _bare_call(call: Any, whose: Owners) -> Any:
    return {rule: whose.bare(args) for rule, args in call.items()} if isinstance(call, dict) else call


def _unfilled(record: Record, holes: Mapping[str, Path], cases: list[dict[str, Any]]) -> Iterator[Problem]:
    """Holes without a value in some case, and values without a hole."""
    given = {name for case in cases for name in case}
    # A hole that no case fills was to have the name of a value that all have, and that fills none.
    common = {name for name in given if all(name in case for case in cases)}
    slips = misspelt.meant(sorted(holes.keys() - given), sorted(common - holes.keys()))
    spare = [[name for name in case if name not in holes and name not in slips.values()] for case in cases]
    meant = [
        misspelt.meant(left, [name for name in holes if name not in case and name not in slips])
        for left, case in zip(spare, cases, strict=True)
    ]
    for name, path in holes.items():
        lacks = (n for n, case in enumerate(cases) if name not in case and name not in meant[n].values())
        short = next(lacks, None)
        if short is not None:
            notes = ((record.at("cases", short), "in this case"),) if name in given else ()
            hint = f'did you mean "{slips[name]}"?' if name in slips else "give each case a value for it"
            yield Problem(record.at(*path), "BZ616", f'no value fills "{{{name}}}"', hint, notes)
    for number, left in enumerate(spare):
        for name in left:
            other = meant[number].get(name)
            hint = f'did you mean "{other}"?' if other else suggest(name, holes)
            said = f'"{name}" fills no hole'
            place = record.key("cases", number, name)
            yield Problem(place, "BZ616", said, hint or f'write "{{{name}}}" where it belongs')


def _holes(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    """The names in braces, each with a path to a place where it stands."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _holes(key, path)
            yield from _holes(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _holes(item, (*path, index))
    elif isinstance(value, str):
        yield from ((name, path) for name in _HOLE.findall(value))


class _Scene:
    """One example with one case filled in."""

    def __init__(self, draft: Draft, record: Record, told: dict[str, Any], speech: talk.Speech) -> None:
        self.pack, self.told, self.speech = draft.pack, told, speech
        self.ruleset = draft.pack.ruleset
        self.values = Values(draft, record, told)
        self.name, self.value = self.values.name, self.values.value

    def problems(self) -> list[Problem]:
        if self.values.seated():
            self._options()
            self._situation(self.told.get("given", {}), ("given",), final=False)
            self._run()
            self._dice()
            talk.answers(self.values, self.speech, self.told)
            self._then(self.told.get("then"))
        return self.values.problems

    def tell(self, path: Path, code: str, message: str, hint: str = "", key: bool = False) -> None:
        self.values.tell(path, code, message, hint, key)

    def _options(self) -> None:
        for name, value in self.told.get("options", {}).items():
            if name in self.ruleset.options:
                self.value(self.ruleset.options[name].type, value, ("options", name))

    # ---- situations, before and after

    def _situation(self, situation: Mapping[str, Any], path: Path, final: bool) -> None:
        self._fields(self.ruleset.game, situation.get("game", {}), (*path, "game"), "the game")
        players = situation.get("players", [])
        if len(players) > self.values.seats:
            self.tell(
                (*path, "players", self.values.seats),
                "BZ603",
                f"the state of {len(players)} players, and {self.values.seats} play",
                f"players: {len(players)}",
            )
        for seat, fields in enumerate(players):
            self._fields(self.ruleset.players, fields, (*path, "players", seat), "a player")
        for name, piece in situation.get("pieces", {}).items():
            (self._outcome if final else self._piece)(name, piece, (*path, "pieces", name))
        for key, held in situation.get("zones", {}).items():
            self._zone(key, held, (*path, "zones", key), final)

    def _fields(self, fields: Mapping[str, Field], values: Mapping[str, Any], path: Path, whose: str) -> None:
        for name, value in values.items():
            if self.name(name, fields, (*path, name), f'{whose} has no field "{name}"', key=True):
                self.value(fields[name].type, value, (*path, name))

    def _piece(self, name: str, piece: Mapping[str, Any], path: Path) -> None:
        """A given piece: its kind and record, one place, and state."""
        kind = self.values.pieces[name]
        if kind is None:
            hint = next((found for key in piece if (found := suggest(key, self.ruleset.kinds))), "")
            self.tell(
                path,
                "BZ612",
                "a piece names its kind and record, and just once",
                hint or "as in goblin: grub",
                key=True,
            )
            return
        if not presence.in_play(self.ruleset.kinds[kind]):
            self.tell((*path, kind), "BZ612", presence.never(self.ruleset.kinds[kind]), presence.HINT, key=True)
            return
        self.values.record(kind, piece[kind], (*path, kind))
        places = [word for word in PLACES if word in piece]
        known = {kind, "times", *places, *self.ruleset.kinds[kind].state}
        slip = any(key not in known for key in piece)  # which is told, and was perhaps to be its place
        if len(places) > 1 or not (places or slip):
            what = f"{' and '.join(places)} are two places" if places else "it is nowhere"
            self.tell(path, "BZ613", what, "a piece is at a cell, in a zone, or carried_by a piece")
        times = piece.get("times", 1)
        if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= MANY:
            self.tell((*path, "times"), "BZ613", f"a piece is there 0 to {MANY} times, not {times}")
        self._state(kind, {key: value for key, value in piece.items() if key not in (kind, "times")}, path)

    def _outcome(self, name: str, piece: Any, path: Path) -> None:
        """A piece as it must be after."""
        if not self.name(name, self.values.pieces, path, f'no given piece is named "{name}"', key=True):
            return
        kind = self.values.pieces[name]
        if isinstance(piece, dict):
            if kind is not None:
                self._state(kind, piece, path)
        elif piece != "gone":
            self.tell(
                path,
                "BZ613",
                f'a piece is a mapping of its state, or gone, not "{piece}"',
                suggest(str(piece), ["gone"]),
            )

    def _state(self, kind: str, piece: Mapping[str, Any], path: Path) -> None:
        """Where a piece is and how it is."""
        state = self.ruleset.kinds[kind].state
        for key, value in piece.items():
            if key == "at":
                self.value(Type("cell"), value, (*path, key))
            elif key == "zone":
                self._lies_in(kind, value, (*path, key))
            elif key == "carried_by":
                self._carrier(value, (*path, key))
            elif self.name(key, (*state, *PLACES), (*path, key), f'{kind} has no "{key}" that can change', key=True):
                self.value(state[key].type, value, (*path, key))

    def _lies_in(self, kind: str, zone: Any, path: Path) -> None:
        of = self.values.zone(zone, path)
        if of not in (None, kind):
            self.tell(path, "BZ613", f'the zone "{zone}" holds {of}, not {kind}')

    def _carrier(self, name: Any, path: Path) -> None:
        if self.name(name, self.values.pieces, path, f'no given piece is named "{name}"') and name == path[-2]:
            self.tell(path, "BZ613", "a piece cannot carry itself")

    def _zone(self, key: str, held: Any, path: Path, final: bool) -> None:
        kind = self.values.zone(key, path, key=True)
        if kind is None:
            return
        if isinstance(held, int) and not isinstance(held, bool):
            if not final or held < 0:
                self.tell(path, "BZ613", f"a zone holds records, not {held}", "list their ids, top first")
            return
        for index, id in enumerate(listed(held)):
            self.values.record(kind, id, (*path, index) if isinstance(held, list) else path)

    # ---- what is done

    def _run(self) -> None:
        if not self.told.get("run"):
            self.tell(("run",), "BZ614", "it runs no rule", "run: the rule that it shows")
        elif self.pack.program:
            for rule, args, path in runs(self.told["run"]):
                self._call(rule, args, path)

    def _call(self, rule: str, args: Any, path: Path) -> None:
        assert self.pack.program is not None  # or it would not be asked
        rules = self.pack.program.checked.rules
        if not self.name(rule, rules, path, f'no rule is named "{rule}"'):
            return
        params = rules[rule].params
        if not isinstance(args, dict):
            self.tell(path, "BZ613", f'the arguments of "{rule}" are a mapping', f"it takes {_takes(params)}")
            return
        lacking = [name for name in params if name not in args]
        unknown = [name for name in args if name not in params]
        meant = misspelt.meant(unknown, lacking)
        for name, value in args.items():
            if name in params:
                self.value(params[name], value, (*path, rule, name))
                continue
            hint = f'did you mean "{meant[name]}"?' if name in meant else suggest(name, params)
            said = f'the rule "{rule}" has no parameter "{name}"'
            self.tell((*path, rule, name), "BZ612", said, hint or f"it takes {_takes(params)}", key=True)
        if lacking and not unknown:  # or one of those was to be it
            self.tell(path, "BZ613", f'the rule "{rule}" is not given "{lacking[0]}"', f"it takes {_takes(params)}")

    def _dice(self) -> None:
        dice = {die: faces for kind in self._die_kinds() for die, faces in self.pack.faces(kind).items()}
        die_kinds = {die.id: kind for kind in self._die_kinds() for die in self.pack.records.get(kind, ())}
        for die, shown in self.told.get("dice", {}).items():
            bare_die = die.rpartition(":")[2]
            known = any(self.values.known(kind, die) for kind in self._die_kinds())
            if not known:
                kind, pack = die_kinds.get(bare_die, "die"), die.rpartition(":")[0]
                wrong = self.pack.whose.wrong(kind, bare_die, pack) if pack else None
                said, hint = wrong or (f'no die has the id "{bare_die}"', suggest(bare_die, dice))
                self.tell(("dice", die), "BZ302", said, hint, key=True)
                continue
            for index, face in enumerate(listed(shown)):
                path: Path = ("dice", die, index) if isinstance(shown, list) else ("dice", die)
                if bare_die in dice:
                    self.name(str(face), dice[bare_die], path, f'the die "{die}" has no face "{face}"')

    def _die_kinds(self) -> list[str]:
        return [kind.name for kind in self.ruleset.kinds.values() if kind.family == "die"]

    # ---- what must be true after

    def _then(self, then: Any) -> None:
        if not then and not any(isinstance(answer, dict) for answer in listed(self.told.get("answers", []))):
            self.tell(("then",), "BZ614", "it says nothing of what must be true after", "then: {...}")
            return
        then = then or {}
        for path in _empty(then):
            self.tell(("then", *path), "BZ614", "nothing is asserted here", "say what must be true, or leave it out")
        self._situation(then, ("then",), final=True)
        for name, held in then.get("cells", {}).items():
            self._stands(name, held, ("then", "cells", name))
        result = then.get("result", "none")
        self.name(result, {*self.ruleset.results, "none"}, ("then", "result"), f'no result is named "{result}"')
        for name, value in (then.get("scores", {}) if self.pack.program else {}).items():
            place: Path = ("then", "scores", name)
            if self.pack.program is None or self.name(
                name, self.speech.scores, place, f'no rule ends the game with a score "{name}"', key=True
            ):
                self.value(Type("int"), value, place)
        self._next(then.get("next", {}))
        self._returns(then)

    def _next(self, wanted: Mapping[str, Any]) -> None:
        """The game that a campaign plays next."""
        place: Path = ("then", "next")
        if "entry" in wanted:
            entry = wanted["entry"]
            self.name(entry, self.ruleset.entries, (*place, "entry"), f'no entry is named "{entry}"')
        mission = wanted.get("mission", "none")
        kinds = [kind.name for kind in self.ruleset.kinds.values() if kind.family == "mission"]
        if mission != "none" and not any(self.values.known(kind, str(mission)) for kind in kinds):
            known = [id for kind in kinds for id in self.values.ids.get(kind, ())]
            hint = suggest(str(mission), known)
            self.tell((*place, "mission"), "BZ302", f'no mission has the id "{mission}"', hint)
        low, high = self.pack.info["players"]
        players = wanted.get("players", low)
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            self.tell((*place, "players"), "BZ603", f"{players} players, and the pack is for {low} to {high}")

    def _stands(self, cell: str, held: Any, path: Path) -> None:
        self.values.cell(cell, path, key=True)
        if isinstance(held, int) and not isinstance(held, bool):
            if held < 0:
                self.tell(path, "BZ613", f"{held} pieces cannot stand there")
            return
        for index, id in enumerate(listed(held)):
            place = (*path, index) if isinstance(held, list) else path
            kinds = [kind for name, kind in self.ruleset.kinds.items() if self.values.known(name, str(id))]
            if not kinds:
                self.tell(place, "BZ302", f'no record has the id "{id}"', suggest(str(id), self.values.all_ids()))
            elif not any(map(presence.in_play, kinds)):
                self.tell(place, "BZ613", f'{presence.never(kinds[0])}: "{id}" cannot stand there', presence.HINT)

    def _returns(self, then: Mapping[str, Any]) -> None:
        """What the last rule gives, as far as an author can write it down."""
        last = list(runs(self.told.get("run") or []))[-1:]
        if "returns" not in then or not last or self.pack.program is None:
            return
        rules = self.pack.program.checked.rules
        if last[0][0] in rules:
            self._returned(rules[last[0][0]].returns, then["returns"], last[0][0])

    def _returned(self, type: Type, value: Any, rule: str) -> None:
        if type.name == "none" and value != "none":
            self.tell(("then", "returns"), "BZ613", f'the rule "{rule}" gives nothing back')
        elif _written(type):
            self.value(type, value, ("then", "returns"))


def runs(value: Any) -> Iterator[tuple[str, Any, Path]]:
    """The rules of `run` in order: name, arguments, and a path to them."""
    for number, item in enumerate(listed(value)):
        path: Path = ("run", number) if isinstance(value, list) else ("run",)
        if isinstance(item, dict):
            yield from ((str(rule), args, path) for rule, args in item.items())
        else:
            yield str(item), {}, path


def _takes(params: Iterable[str]) -> str:
    return ", ".join(params) or "nothing"


def _written(type: Type) -> bool:
    """Whether an author can write such a value down."""
    if type.name in ("optional", "list"):
        return _written(type.items[0])
    return type.name in ("int", "bool", "text", "cell", "ref", "enum", "player")


def _state(then: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """The fields of an outcome: of the game, of players, of pieces."""
    whole: dict[Path, Any] = {("game",): then.get("game")}
    whole |= {("players", seat): fields for seat, fields in enumerate(then.get("players") or [])}
    whole |= {("pieces", name): fields for name, fields in (then.get("pieces") or {}).items()}
    for path, fields in whole.items():
        if isinstance(fields, dict):
            yield from (((*path, name), held) for name, held in fields.items())


def _empty(then: Mapping[str, Any]) -> Iterator[Path]:
    """Parts of an outcome that say nothing."""
    for part in ("game", "players", "pieces", "zones", "cells", "scores"):
        if part in then and not (any(then[part]) if isinstance(then[part], list) else then[part]):
            yield (part,)
    for name, piece in (then.get("pieces") or {}).items():
        if piece == {}:
            yield ("pieces", name)
    yield from (path for path, held in _state(then) if held == {})  # a table of which no key is named
    if then.get("refused") == "":
        yield ("refused",)
