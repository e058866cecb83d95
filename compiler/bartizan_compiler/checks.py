"""What no schema can say: one function a rule, over the whole linked pack.

The rules know only what the pack declares. What a game wants besides, it says itself in `checks:` of its ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bartizan_compiler import scenes
from bartizan_compiler.link import Draft, Pack
from bartizan_compiler.shape import Record
from bartizan_engine.declared import LEADS
from bartizan_engine.problem import Problem
from bartizan_engine.values import typed


def check(draft: Draft) -> list[Problem]:
    """Every rule of the list, in its order."""
    return [problem for rule in CHECKS for problem in rule(draft)]


def of_records(draft: Draft) -> list[Problem]:
    """The same without what looks at examples alone."""
    rules = [rule for rule in CHECKS if rule not in (missions_of_examples, records_that_examples_show, scenes.check)]
    return [problem for rule in rules for problem in rule(draft)]


def missions_that_entries_need(draft: Draft) -> Iterator[Problem]:
    """A way into the game that needs a mission or a campaign has one."""
    for entry in draft.pack.ruleset.entries.values():
        needs = entry.needs
        if needs and needs not in draft.lost and not any(known.family == needs for known in draft.known):
            yield Problem(
                draft.declared.key("entries", entry.name),
                "BZ601",
                f'"{entry.name}" needs a {needs}, and the pack has none',
                f"write one in the folder {needs}s",
            )


def faces_have_names_of_their_own(draft: Draft) -> Iterator[Problem]:
    """The faces of a die are told apart by their names."""
    for die in _family(draft.pack, "die"):
        first: dict[str, int] = {}
        for index, face in enumerate(die.values.get("faces", ())):
            twin = first.setdefault(face["name"], index)
            if twin != index:
                note = (die.at("faces", twin, "name"), "the first one")
                yield Problem(
                    die.at("faces", index, "name"),
                    "BZ602",
                    f'the die "{die.id}" has two faces "{face["name"]}"',
                    "write one, with a count",
                    (note,),
                )


def missions_of_examples(draft: Draft) -> Iterator[Problem]:
    """An example says its mission where the pack has several."""
    if len(draft.pack.missions()) < 2:
        return
    for example in draft.pack.records.get("example", ()):
        if "mission" not in example.values and "campaign" not in example.values:
            yield Problem(
                example.spot,
                "BZ604",
                f'the example "{example.id}" does not say its mission, and the pack has several',
                "mission: its-id",
            )


def records_that_examples_show(draft: Draft) -> Iterator[Problem]:
    """What an example shows takes part in it: the record stands in its situation, or a rule names it."""
    pack = draft.pack
    kinds = {id: kind for kind, records in sorted(pack.records.items()) for id in (record.id for record in records)}
    named = {id for _, text in pack.rules for id in re.findall(r"[\"']([a-z][a-z0-9-]*)[\"']", text)}
    maps = {mission.id: pack.map_of(mission) for mission in pack.missions()}
    for example in pack.records.get("example", ()):
        rest = {key: value for key, value in example.values.items() if key != "shows"}
        there = {name for text in _texts(rest) for name in re.findall(r"[a-z][a-z0-9-]*", text)}
        there |= named | {maps.get(str(rest.get("mission", "")), "")}
        for index, name in enumerate(example.values.get("shows", ())):
            bare = str(name).rpartition(":")[2]
            if bare in kinds and kinds[bare] not in ("ruling", *LEADS) and bare not in there:
                yield Problem(
                    example.at("shows", index),
                    "BZ617",
                    f'the example "{example.id}" shows the {kinds[bare]} "{bare}", which takes no part in it',
                    "give it a part, or leave it out",
                )


def _texts(value: object) -> Iterator[str]:
    """Every text in a value, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def options_that_say_nothing(draft: Draft) -> Iterator[Problem]:
    """A mission sets an option to something else than it is anyway."""
    for mission in _family(draft.pack, "mission"):
        for name, value in mission.options.items():
            field = draft.pack.ruleset.options[name]
            if value == typed(field.type, field.default):
                yield Problem(
                    mission.at("options", name),
                    "BZ605",
                    f'the option "{name}" is {_said(value)} anyway',
                    "leave it out",
                )


def titles_tell_apart(draft: Draft) -> Iterator[Problem]:
    """Records of a kind have titles of their own, or players cannot tell them apart."""
    for kind in sorted(draft.pack.records):
        first: dict[str, Record] = {}
        for record in draft.pack.records[kind]:
            twin = first.setdefault(record.title, record)
            if twin.id != record.id and record.family not in ("example", "ruling", "clause"):
                yield Problem(
                    record.at("title"),
                    "BZ606",
                    f'"{record.id}" and "{twin.id}" have one title, "{record.title}"',
                    "",
                    ((twin.at("title"), "the first one"),),
                )


def books_that_lines_are_of(draft: Draft) -> Iterator[Problem]:
    """What is printed is printed in a book that the pack names."""
    if draft.pack.info.get("sources"):
        return
    for kind in sorted(draft.pack.records):
        for record in draft.pack.own(kind):
            if record.origin["is"] == "printed":
                yield Problem(
                    record.at("from", "is"),
                    "BZ607",
                    f'"{record.id}" is printed, but pack.yaml names no source',
                    "sources: {book: {title: ...}}",
                )
                return


def _family(pack: Pack, family: str) -> Iterator[Record]:
    for kind in pack.ruleset.kinds.values():
        if kind.family == family:
            yield from pack.records.get(kind.name, ())


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


CHECKS: list[Callable[[Draft], Iterator[Problem]]] = [
    missions_that_entries_need,
    faces_have_names_of_their_own,
    missions_of_examples,
    records_that_examples_show,
    options_that_say_nothing,
    titles_tell_apart,
    books_that_lines_are_of,
    scenes.check,
]
