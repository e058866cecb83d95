"""The rule language: from the text of the rules to Python functions whose state can be saved anywhere.

`check` is the way in: tokenise, parse, resolve. What comes out can be lowered (`lower.lower`) for a set of options.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..codes import RULES
from ..declared import Ruleset
from ..problem import Problem, Spot, order
from ..types import Type
from . import questions
from .chains import MAX_CHAIN
from .check import Checked, Checker
from .common import MAX_WORK, Slot
from .packs import ALONE, Packs
from .parse import parse
from .parts import Template
from .tokenise import Refused
from .words import WordInfo

MAX_FILES = 64
MAX_ROUNDS = MAX_CHAIN + 4  # of checking, until it is known where texts with values come to
MAX_ALL = 3 * MAX_WORK  # steps of all rounds before the last
WARNINGS = frozenset(code.code for code in RULES if code.severity != "error")


class Program(NamedTuple):
    """The rules of a game, checked: what `lower` takes, and what pages and examples ask."""

    checked: Checked
    templates: list[Template]
    words: dict[str, WordInfo | None]

    @property
    def classes(self) -> dict[str, str]:
        """The class of every rule: pure, changing or asking."""
        return {name: self.checked.mode(name) for name in self.checked.rules}

    @property
    def docs(self) -> dict[str, str]:
        """The docstring of every rule."""
        return {name: info.node.doc for name, info in self.checked.rules.items()}

    @property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """What each word of the vocabulary needs from where it stands."""
        return {name: tuple(info.needs) for name, info in self.words.items() if info is not None}

    @property
    def asked(self) -> dict[str, questions.Fields]:
        """In which fields the rules ask for each word: those that are not named are asked for in none."""
        return questions.asked(self.checked)


def check(
    ruleset: Ruleset,
    sources: list[tuple[str, str]],
    known: Callable[[str, str], bool] | None = None,
    roots: frozenset[str] = frozenset(),
    packs: Packs = ALONE,
) -> tuple[Program | None, list[Problem]]:
    """Check all rules of a game.

    Args:
        ruleset: the declarations, without flaws.
        sources: (path, text) of each `.star` file, in the order of their paths.
        known: whether a record of a kind and id exists; None if that is not known here.
        roots: rules that something outside the rules calls, such as worked examples.
        packs: the packs that files `@pack/...` belong to, and which may load from which.

    Returns:
        The program, or None if a problem is an error; and the problems in reading order. A problem in ruleset.yaml has
        a spot with the path `ruleset.yaml#words/dice/rule`, for the caller to turn into a place.
    """
    if len(sources) > MAX_FILES:
        return None, [Problem(Spot(sources[MAX_FILES][0]), "BZ510", f"there are more than {MAX_FILES} files of rules")]
    slots: dict[Slot, Type] = {}
    steps = 0
    for _ in range(MAX_ROUNDS):
        checked, problems, more = _round(ruleset, sources, known, roots, packs, slots)
        steps += more
        if not more:
            return checked, problems
        if steps > MAX_ALL:
            break
    what = "texts with values are passed on by too many rules, one to the next"
    return None, [Problem(Spot(sources[0][0]), "BZ510", what, "make the text where it is said")]


def _round(
    ruleset: Ruleset,
    sources: list[tuple[str, str]],
    known: Callable[[str, str], bool] | None,
    roots: frozenset[str],
    packs: Packs,
    slots: dict[Slot, Type],
) -> tuple[Program | None, list[Problem], int]:
    """The same with what is known of texts with values; and its steps, if more has become known: it is done again."""
    files, problems = [], []
    for path, text in sources:
        file, found = parse(path, text)
        files.append(file)
        problems += found
    if problems:
        return None, order(problems), 0
    before = dict(slots)
    checker = Checker(ruleset, files, known, roots, packs, slots)
    try:
        checked, found = checker.run()
    except Refused as refused:
        return None, order([*checker.problems, refused.problem]), 0
    except RecursionError:
        # Only a circle of many rules gets here: in what is no circle, rules are checked from the end of each chain on.
        spot, what = Spot(sources[0][0]), "the rules call each other in too large a circle"
        hint = "rules cannot come back to themselves"
        return None, order([*checker.problems, Problem(spot, "BZ510", what, hint)]), 0
    program = Program(checked, checker.templates, checker.words_checked)
    return (None if any(map(severe, found)) else program), found, checker.steps if slots != before else 0


def severe(problem: Problem) -> bool:
    """Whether a problem of rules is an error, which no game can be played with."""
    return problem.code not in WARNINGS
