"""The rules of a pack, as the engine's own checker sees them, with every problem at its place in the pack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bartizan_compiler.front import Declared
from bartizan_compiler.shape import Record
from bartizan_engine import language
from bartizan_engine.declared import Ruleset, Word
from bartizan_engine.language import Program
from bartizan_engine.language.packs import ALONE, Packs, key
from bartizan_engine.language.questions import Fields
from bartizan_engine.problem import Problem, Spot

Finder = Callable[[str, str], bool]


def check(
    declared: Declared, sources: list[tuple[str, str]], known: Finder, records: Iterable[Record], packs: Packs = ALONE
) -> tuple[Program | None, list[Problem]]:
    """Check all rules of a pack against its ruleset; without a sound one they are not checked."""
    if not declared.sound:
        return None, []
    roots = frozenset(
        name for record in records if record.family == "example" for name in _run(record.values.get("run"))
    )
    program, problems = language.check(declared.ruleset, sources, known, roots, packs)
    if not any(named(text) for _, text in sources):
        return None, [one for one in problems if one.spot.path.endswith(".star")] or [_none(declared)]
    return program, [_placed(problem, declared) for problem in problems]


def named(text: str) -> list[str]:
    """The names of the rules in a file."""
    return re.findall(r"(?m)^def +(\w+)", text)


def _none(declared: Declared) -> Problem:
    """There is no rule at all, and everything that is said of single ones follows from that."""
    entry = next(iter(declared.ruleset.entries.values()))
    message = f'no rule is named "{entry.rule}", for there are no rules'
    hint = f"rules stand in the folder rules, in files that end in .star: def {entry.rule}(): ..."
    return Problem(declared.at("entries", entry.name, "rule"), "BZ520", message, hint)


def part(
    declared: Declared, sources: list[tuple[str, str]], names: Iterable[str], known: Finder, packs: Packs = ALONE
) -> Program | None:
    """The rules of some names, and nothing that calls them: for rules that were checked as a whole before.

    `names` have all that they call among them. None if these rules do not stand by themselves.
    """
    bare = {name: word._replace(rule="", blocked="") for name, word in declared.ruleset.words.items()}
    board = declared.ruleset.board and declared.ruleset.board._replace(cover={})
    ruleset = declared.ruleset._replace(entries={}, menus={}, invariants={}, checks={}, words=bare, board=board)
    ruleset = ruleset._replace(outlook="")
    among = set(names)
    return language.check(ruleset, [(path, _cut(path, text, among)) for path, text in sources], known, packs=packs)[0]


_RULE = re.compile(r"def\s+(\w+)")


def _cut(path: str, text: str, names: set[str]) -> str:
    """A file with no other rules than these, each on the lines where it stood."""
    lines, kept = [], True
    for line in text.split("\n"):
        rule = _RULE.match(line)
        if rule:
            kept = key(path, rule[1]) in names
        elif line[:1] not in ("", " ", "\t", ")", "#"):
            kept = True  # a constant, or what is loaded
        lines.append(line if kept else "")
    return "\n".join(lines)


def needs(word: Word, program: Program | None) -> list[str]:
    """What a word works on, which the field that it stands in must give: a context, or what its rule asks for."""
    if program and word.name in program.needs:
        return list(program.needs[word.name])
    return sorted({key.partition(".")[0] for key in (*word.add, *word.set)})


def asked(ruleset: Ruleset, program: Program | None) -> dict[str, Fields]:
    """The words that rules only ask for, each with the fields in which they do; None where it may be in any."""
    fields = program.asked if program else {}
    passive = [word.name for word in ruleset.words.values() if not (word.rule or word.add or word.set)]
    return {name: fields[name] for name in passive if name in fields}  # that nothing asks for a word is told at it


def _run(run: Any) -> Iterator[str]:
    """The rules that an example runs: a name, a name with arguments, or several of those."""
    if isinstance(run, str):
        yield run
    elif isinstance(run, (list, dict)):
        for item in run:
            yield from _run(item)


def _placed(problem: Problem, declared: Declared) -> Problem:
    notes = tuple((_place(spot, declared), text) for spot, text in problem.notes)
    return problem._replace(spot=_place(problem.spot, declared), notes=notes)


def _place(spot: Spot, declared: Declared) -> Spot:
    """A place in the ruleset comes as a path of keys: `ruleset.yaml#words/heavier/rule`."""
    path, mark, keys = spot.path.partition("#")
    return declared.at(*keys.split("/")) if mark and path == "ruleset.yaml" else spot
