"""Go over all fields that a ruleset declares, each with the path of its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from .declared import MISSING, Field, Flaw, Ruleset
from .values import gaps, typed


def all_fields(ruleset: Ruleset) -> Iterator[tuple[tuple[str | int, ...], Field]]:
    """Every declared field, with the path of its declaration."""
    for name, kind in ruleset.kinds.items():
        for group, fields in (("fields", kind.fields), ("state", kind.state), ("faces", kind.faces)):
            yield from ((("kinds", name, group, field.name), field) for field in fields.values())
    for section, groups in (("shapes", ruleset.shapes), ("contexts", ruleset.contexts)):
        for name, fields in groups.items():
            yield from (((section, name, field.name), field) for field in fields.values())
    for section, fields in (("options", ruleset.options), ("game", ruleset.game), ("players", ruleset.players)):
        yield from (((section, field.name), field) for field in fields.values())
    for name, word in ruleset.words.items():
        yield from ((("words", name, "args", field.name), field) for field in word.args.values())
    yield from ((("numbers", number.field.name), number.field) for number in ruleset.numbers.values())


def all_gaps(ruleset: Ruleset, seats: tuple[int, int]) -> Iterator[Flaw]:
    """The keys that tables of the ruleset itself lack: printed numbers and defaults, for so many players."""
    for name, number in ruleset.numbers.items():
        value = typed(number.field.type, number.value)
        yield from gaps(ruleset, number.field.type, value, seats, ("numbers", name, "is"))
    for path, field in all_fields(ruleset):
        if field.default is not MISSING and path[0] != "numbers":
            yield from gaps(ruleset, field.type, typed(field.type, field.default), seats, (*path, "default"))
