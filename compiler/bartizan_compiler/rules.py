"""The rules of a pack, as the engine's own checker sees them: checked by it, and asked what they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bartizan_engine import language
from bartizan_engine.problem import Problem
from bartizan_engine.ruleset import Ruleset, Word


class Program(Protocol):
    """What the compiler asks of checked rules."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The rules by name, each with its `params`."""


def check(ruleset: Ruleset, sources: Sequence[tuple[str, str]]) -> tuple[Program | None, list[Problem]]:
    """Check all rules of a pack against its ruleset."""
    checker = getattr(language, "check", None)
    return checker(ruleset, list(sources)) if callable(checker) else (None, [])


def needs(word: Word, program: Program | None) -> list[str]:
    """What a word works on, which the field that it stands in must give.

    A rule asks for what its parameters are and the word's arguments are not; `add` and `set` change a context.
    """
    changed = {key.partition(".")[0] for key in (*word.add, *word.set)}
    rule = program.rules.get(word.rule) if program and word.rule else None
    asked = [name for name in rule.params if name not in word.args] if rule else []
    return asked or sorted(changed)
