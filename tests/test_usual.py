"""A record that is read without the library that judges is what that library makes of it, and nothing is wrong with it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bartizan_compiler import build, load, pack, shape, usual
from bartizan_compiler.models import FIXED, Models
from bartizan_compiler.nodes import Mapping, Node
from bartizan_compiler.shape import _Shaper
from bartizan_engine.declared import Ruleset
from bartizan_engine.ruleset import declare

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent for path in [*ROOT.glob("content/*/pack.yaml"), *ROOT.glob("tests/packs/*/pack.yaml")])

PIECES = (
    *("1", "-1", "0", "01", "1_0", "1.5", "'1'", "9223372036854775807", "9223372036854775808", "99999999999999999999"),
    *("true", "True", "yes", "'true'", "null", "~", "''", "none", "'none'", "low", "high", "goblin", "moon:goblin"),
    *("a b", "a # b", "a\u200bb", "\u00e4\u200d\u0939", "x\ty", "'  '", "C4", "c4", "-c", "no", "on", "2001-01-01"),
    *("|\n  a\n  b\n", ">\n  a\n  b\n", '"a\\tb"', '"\\u200b"', '"\\U0001F600"', "a" * 65, "a" * 201, "'" + "b " * 2050 + "'"),
    *("[]", "[1]", "[none]", "[low, high]", "[1, 2, 3]", "[goblin, goblin]", "[[1]]", "{}", "{1: 1}", "{1: 1, 2: 2}"),
    *("{low: 1}", "{low: 1, high: 2}", "{high: 2}", "{goblin: 1}", "{'moon:goblin': 1}", "{none: 1}", "{x: 1}", "{x: 1, z: 2}"),
    *("{1: {x: 1}, 2: {x: 1, z: 2}}", "{x: {x: 1}}", "[{x: 1}, {x: 1, z: 2}]", "[{hurt: 1}]", "[hurt]", "[calm]", "{hurt: 1}"),
)  # fmt: skip
ORIGINS = (
    *("{is: invented}", "{is: printed}", "{is: printed, lines: [1]}", "{is: printed, lines: []}", "{is: ruling}"),
    *("{is: ruling, ruling: a}", "{is: ruling, ruling: b:a}", "{is: published, address: ''}", "{is: published, address: x}"),
    *("{is: derived, note: a b}", "{is: derived, note: yes, falls: b}", "{is: invented, fields: {}}", "{is: other}", "{}"),
    *("{is: invented, fields: {number: {is: invented}}}", "{is: invented, fields: {no: {is: invented}}}", "invented"),
    *("{is: invented, fields: {number: {is: invented, fields: {a: {is: invented}}}}}", "{is: printed, lines: [0, 1000001]}"),
    *("{is: invented, fields: {b: {is: printed}}}", "{is: printed, lines: [7, 8], note: 'a'}", "{lines: [1]}", "[]"),
)  # fmt: skip
TYPES = {
    "number": "int", "few": "int 0..3", "truth": "bool", "words": "text", "cell_": "cell", "who": "player", "rank": "ranks",
    "face": "face luck", "one": "ref goblin", "maybe": "optional int 1..9", "rather": "optional ref goblin",
    "many": "list of int 0..3", "some": "list 1..2 of ref goblin", "gaps": "list of optional ranks", "parts": "list of part",
    "part": "part", "by_seats": "table by seats of int 1..9", "by_rank": "table by ranks of int 1..9",
    "by_goblin": "table by ref goblin of int 0..9", "by_number": "table by 1..2 of part",
    "deep": "optional table by seats of int 0..9", "lists": "list of list of int 0..9",
}  # fmt: skip


def ruleset() -> Ruleset:
    """Declarations with a field of each type: asked for, with a start, and one that is filled up."""
    fields: dict[str, Any] = dict(TYPES)
    fields |= {f"{name}_set": {"type": type, "default": default} for name, type, default in DEFAULTS}
    fields["filled"] = {"type": "table by ranks of int 0..9", "fill": "up"}
    found, flaws = declare(
        {
            "entries": {"play": {"rule": "play"}},
            "results": {"won": {"says": "Won."}},
            "enums": {"ranks": ["low", "high"]},
            "shapes": {"part": {"x": "int 0..9", "z": "optional int 0..9"}},
            "words": {
                "calm": {"says": "calm"},
                "hurt": {"args": {"hits": "int 1..9"}, "says": "hurt {hits}", "rule": "hurt"},
            },
            "options": {"easy": {"type": "bool", "default": False, "says": "Easy."}},
            "kinds": {
                "goblin": {"family": "unit", "fields": fields},
                "ogre": {"family": "unit"},
                "luck": {"family": "die", "faces": {}},
                "raid": {"family": "mission", "fields": {"few": "int 0..3"}},
            },
        }
    )
    assert not flaws, flaws
    return found


DEFAULTS: tuple[tuple[str, str, Any], ...] = (
    ("few", "int 0..3", 1),
    ("truth", "bool", True),
    ("by_seats", "table by seats of int 1..9", 1),
    ("many", "list of int", []),
    ("does", "effects giving goblin", []),
)


def records(models: Models, family: str, node: Node) -> Iterator[tuple[str, Mapping]]:
    """The records of a file that the model of a kind is to judge."""
    shaper = _Shaper(family, models, frozenset())
    for item, defaults in shaper.items(node):
        whole = shape.merge(defaults, item) if defaults else item
        model, kind = shaper.model(whole, "")
        if model is not None and family not in FIXED:
            yield kind, whole


def same(models: Models, kind: str, node: Mapping) -> bool:
    """Whether a record is read without the model; if so, it is held against what the model makes of it."""
    found = usual.record(models, models.ruleset.kinds[kind], node)
    if found is not None:
        value, problems = shape.judge(models.kind(kind), node, "")
        assert not problems
        assert json.dumps(found) == json.dumps(value)
    return found is not None


@pytest.mark.parametrize("root", GAMES, ids=lambda root: root.name)
def test_files_of_games_are_read_alike_whole_and_spoilt(root: Path) -> None:
    made, _ = build.check(root)
    files, _ = pack.read(root)
    assert made is not None and files is not None
    models, rng = Models(made.ruleset, tuple(made.info["players"])), random.Random(7)
    ours = [(pack.family(path), data.decode("utf-8")) for path, data in files.yaml.items()]
    ours = [(family, text) for family, text in ours if family and family not in FIXED]
    for family, text in ours:
        node, _ = load.load("x.yaml", text.encode())
        assert node is not None
        there = [same(models, kind, record) for kind, record in records(models, family, node)]
        assert family != "mission" or all(there)
    for _ in range(200 if ours else 0):
        family, text = rng.choice(ours)
        parts = re.split(r"(\s+|[,:{}\[\]])", text)
        parts[rng.randrange(len(parts))] = rng.choice([*PIECES, "", rng.choice(parts)])
        node, _ = load.load("x.yaml", "".join(parts).encode())
        for kind, record in records(models, family, node) if node is not None else ():
            same(models, kind, record)


@pytest.mark.parametrize("seats", [(1, 2), None])
def test_values_of_every_type_are_read_alike(seats: tuple[int, int] | None) -> None:
    """Each field with every piece, beside fields that are as they should be."""
    models = Models(ruleset(), seats)
    good = {
        "number": "7", "few": "1", "truth": "true", "words": "a b", "cell_": "c4", "who": "1", "rank": "low", "face": "hit",
        "one": "goblin", "many": "[1]", "some": "[a]", "gaps": "[none, low]", "parts": "[{x: 1}]", "part": "{z: 1, x: 2}",
        "by_seats": "{1: 1, 2: 2}", "by_rank": "{low: 1, high: 2}", "by_goblin": "{b: 1, a: 2}",
        "by_number": "{1: {x: 1}, 2: {x: 2, z: none}}", "lists": "[[1], []]", "filled": "{low: 1}",
    }  # fmt: skip
    head = {"id": "bob", "kind": "goblin", "title": "Bob", "from": "{is: invented}"}
    assert read(models, head | good)
    taken: dict[str, int] = {}
    for name in (*head, "replaces", "options", "other", *models.ruleset.kinds["goblin"].fields):
        pieces = (*PIECES, *(ORIGINS if name == "from" else ()))
        taken[name] = sum(read(models, head | good | {name: piece}) for piece in pieces)
        read(models, {key: piece for key, piece in (head | good).items() if key != name})
    assert [name for name, count in taken.items() if not count] == ["options", "other", "does_set"]


def test_a_mission_sets_options_that_there_are() -> None:
    models = Models(ruleset(), (1, 2))
    head = {"id": "raid", "title": "Raid", "from": "{is: invented}", "few": "1"}
    assert [
        read(models, head | {"options": said}, "mission") for said in ("{easy: true}", "{}", "{hard: true}", "1")
    ] == [*(True, True, False, False)]
    assert [read(models, head | more, "mission") for more in ({"kind": "raid"}, {"kind": "siege"})] == [True, False]


def read(models: Models, fields: dict[str, str], family: str = "unit") -> bool:
    """Whether a record of these fields, as they are written, is read without its model."""
    node, _ = load.load("x.yaml", "".join(f"{name}: {text}\n" for name, text in fields.items()).encode())
    found = [same(models, kind, record) for kind, record in records(models, family, node)] if node is not None else []
    return found == [True]
