"""A worked example is worth something only if it fails when the pack is wrong: one number changed, one example broken.

Every number of every record and every number of the ruleset that an example names is changed by one, up and down; the
example must fail. Where a number does not matter, `IDLE` says why; that is tested as well: all such numbers of an
example are changed together, and it holds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import slips
from bartizan import shipped
from bartizan_compiler import build, examples
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.values import Everything, any_record, check_value

GAME = "defense-grid"
COPIES = "how many of a card the box holds is for building decks"
OTHERS = "the example is played by two"
CARD = "a discarded card has no effect"
LEVEL = "a level costs the same for every tower"

# What does not matter to an example: a pattern of numbers, only `+` or `-` if the other direction does; and why.
IDLE: dict[str, dict[str, str]] = {
    "a-bulwark-by-players": {
        "alien bulwark [acm]*": "the example is about its hit points and shields",
    },
    "resources-at-the-start": {},
    "a-full-hand-by-players": {"card *": "cards are only counted"},
    "a-hand-that-is-too-full-stays": {"card *": "cards are only counted", "number hand_size [134]": OTHERS},
    "a-new-deck-while-drawing": {"card *": "cards are only counted", "number hand_size [134]": OTHERS},
    "no-new-deck-without-need": {"card *": "cards are only counted", "number hand_size [134]": OTHERS},
    "a-discard-brings-a-resource": {"card *": CARD},
    "two-levels-in-two-actions": {"tower laser *": LEVEL},
    "half-of-the-price-comes-back": {"tower inferno [!c]*": "it is sold before it fires"},
    "armor-takes-one-off": {
        "card *": COPIES,
        "tower cannon cost": "it stands already",
        "tower cannon range": "the Lurker stands beside it",
        "tower cannon d* [23]": "it is of level 1",
        "alien lurker hp [134]": OTHERS,
        "alien lurker shields [134]": OTHERS,
        "alien lurker move": "it does not move",
        "alien lurker cores": "no core is in reach",
        "alien lurker abilities * +": "it could be hit from farther away",
    },
    "one-shield-a-hit": {"alien bulwark [acm]*": "the hit leaves them alone, and shields stop it before armor counts"},
    "armor-does-not-help-a-shield": {
        "card *": COPIES,
        "tower * cost": "they stand already",
        "tower * range +": "they reach the Walker anyway",
        "tower * d* [23]": "they are of level 1",
        "tower gun damage 1 -": "a weaker shot does no harm either, and takes a shield as well",
        "alien walker hp [134]": OTHERS,
        "alien walker shields *": "the example gives it one",
        "alien walker move": "it does not move",
        "alien walker cores": "no core is in reach",
    },
    "a-thief-at-the-fork": {
        "die * faces * count": "the faces are said",
        "die damage *": "the face decides, not what it is worth",
        "die movement faces [12] *": "the blank side is rolled",
        "alien bulwark [has]*": "nobody fires at it",
        "alien bulwark cores": "it has what it wants",
    },
    "nobody-to-come-back": {
        "alien * [has]*": "nobody fires",
        "alien * cores": "no core is in reach",
        "alien bulwark move": "the aliens on the map have moved already",
    },
}  # fmt: skip

Steps = tuple[str | int, ...]


class Number(NamedTuple):
    """A number of a record, or one of the ruleset: whose, and where."""

    kind: str
    id: str
    path: Steps

    def __str__(self) -> str:
        return " ".join(map(str, (self.kind, self.id, *self.path)))


@cache
def pack() -> Pack:
    made, problems = build.check(shipped.packs()[GAME])
    assert made is not None, problems
    return made


def example(id: str) -> Record:
    found = pack().record("example", id)
    assert found is not None
    return found


def numbers_of(id: str) -> list[Number]:
    """Every number in the records, and of the ruleset, that an example names.

    Not of its mission and of the AIs: they are where it is set and who sits there.
    """
    named, ruleset = set(words(example(id).values)), pack().ruleset
    kinds = [kind for kind, declared in ruleset.kinds.items() if declared.family not in ("mission", "data")]
    found = [Number("number", name, path) for name in ruleset.numbers if name in named for path in paths(worth(name))]
    for record in (record for kind in kinds for record in pack().records.get(kind, ()) if record.id in named):
        found += [Number(record.kind, record.id, path) for path in paths(record.values)]
    return found


def words(value: Any) -> Iterator[str]:
    """All names in an example; of keys only those of dice and of options that are closed."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("dice", "blocked"):
                yield from item
            yield from words(item)
    elif isinstance(value, list):
        for item in value:
            yield from words(item)
    else:
        yield str(value)


def paths(value: Any, path: Steps = ()) -> Iterator[Steps]:
    """Where the numbers of a value stand; a number by itself at the empty path."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(item, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def worth(name: str) -> Any:
    return pack().ruleset_data["numbers"][name]["is"]


def idle(id: str, number: Number, step: int) -> bool:
    """Whether the example says why it does not notice."""
    names = (str(number), f"{number} {'+' if step > 0 else '-'}")
    return any(fnmatchcase(name, pattern) for pattern in IDLE[id] for name in names)


def allowed(number: Number, step: int) -> bool:
    """Whether the number may be so at all; what its type refuses cannot be wrong."""
    ruleset, first = pack().ruleset, number.path[:1]
    if number.kind == "number":
        field, value = ruleset.numbers[number.id].field, bumped(worth(number.id), number.path, step)
    else:
        record = pack().record(number.kind, number.id)
        assert record is not None
        values = bumped(record.values, number.path, step)
        if first == ("faces",):
            face, name = values["faces"][number.path[1]], str(number.path[2])
            return bool(face["count"] >= 1 and face.get("value", 0) >= 0) or name not in ("count", "value")
        field, value = ruleset.kinds[number.kind].fields[str(first[0])], values[first[0]]
    return check_value(ruleset, field.type, value, any_record, Everything()) == []


def changed(numbers: list[Number], step: int) -> Pack:
    """The pack with these numbers changed by a step."""
    data, records = copy.deepcopy(pack().ruleset_data), dict(pack().records)
    for one in numbers:
        if one.kind == "number":
            data["numbers"][one.id]["is"] = bumped(data["numbers"][one.id]["is"], one.path, step)
        else:
            records[one.kind] = [
                record._replace(values=bumped(record.values, one.path, step)) if record.id == one.id else record
                for record in records[one.kind]
            ]
    return pack()._replace(ruleset_data=data, records=records)


def bumped(value: Any, path: Steps, step: int) -> Any:
    if not path:
        return value + step
    new = copy.copy(value)
    new[path[0]] = bumped(value[path[0]], path[1:], step)
    return new


def holds(id: str, numbers: list[Number], step: int) -> bool:
    """Whether the example holds with the numbers changed. The pack can be played with them."""
    for outcome in examples.run(changed(numbers, step), [id]):
        if outcome.problems:
            assert {problem.code for problem in outcome.problems} == {"BZ610"}
            return False
    return True


@pytest.mark.parametrize("id", IDLE)
def test_a_wrong_number_breaks_the_example(id: str) -> None:
    """Each number by itself, one more and one less."""
    steps = [
        (one, step) for one in numbers_of(id) for step in (1, -1) if allowed(one, step) and not idle(id, one, step)
    ]
    assert steps
    assert [f"{one} {step:+}" for one, step in steps if holds(id, [one], step)] == []


@pytest.mark.parametrize("id", IDLE)
def test_a_number_that_is_said_not_to_matter_does_not(id: str) -> None:
    """All of them are changed at once, and the example holds; and nothing is said that says nothing."""
    for step in (1, -1):
        assert holds(id, [one for one in numbers_of(id) if allowed(one, step) and idle(id, one, step)], step)
    names = [f"{one}{sign}" for one in numbers_of(id) for sign in ("", " +", " -")]
    assert [pattern for pattern in IDLE[id] if not any(fnmatchcase(name, pattern) for name in names)] == []


# What is no number: the example that must fail, and what is changed: file, old text, new text.
BITES = [
    ("a-thief-at-the-fork", "maps/two-gates.yaml", "{blank: gate-a, hit: gate-b}", "{blank: gate-b, hit: gate-a}"),
    ("nobody-to-come-back", "missions/first-contact.yaml", "none", "swarmer"),
    ("nobody-to-come-back", "rules/waves.star", "if len(dead) == 0:\n        return", "if len(dead) == 0:\n        strengthen(create(record(\"alien\", \"walker\"), game.arriving), number)\n        return"),
    ("a-hand-that-is-too-full-stays", "rules/refresh.star", "numbers.hand_size[seats()] - len(player.hand)", "1"),
    ("no-new-deck-without-need", "rules/refresh.star", "    if len(player.deck) > 0:\n", "    if len(player.deck) <= 1:\n        move_all(player.discard, player.deck)\n    if len(player.deck) > 0:\n"),
    ("met-in-the-housing", "rules/cores.star", "if len(able) == 0:", "if len(able) == 0 or core.cell == core.home:"),
    ("armor-does-not-help-a-shield", "rules/damage.star", "max(0, target.shields - attack.strip)", "max(0, target.shields - damage_to(attack, target))"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "path", "old", "new"), BITES, ids=[f"{b[0]}-{i}" for i, b in enumerate(BITES)])
def test_a_wrong_rule_breaks_its_example(id: str, path: str, old: str, new: str, tmp_path: Path) -> None:
    made, problems = slips.slipped(shipped.packs()[GAME], (path, old, new), tmp_path)
    assert made.program is not None, problems
    assert slips.noticed(made, [id])
