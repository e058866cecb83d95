"""What an editor shows beside a field: a sentence for every field of the schemas, and examples of what may stand there.

Of a pack's own kinds the examples are its records. Of the fixed papers they stand in the table here; for whatever has
none, the least that its schema accepts is made, so that no field is ever without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]
Examples = Mapping[str, Mapping[str, list[Any]]]  # by definition and field

MOST = 3  # examples of a field
_DEEP = 6

_INVENTED = {"is": "invented"}
_PRINTED = {"is": "printed", "lines": [12, 13]}
_SAYS = "The gate stands."

_GRID = "W r . G\n . r r .\n"
_LEGEND = {
    ".": "empty",
    "r": ["road"],
    "W": {"tags": ["road", "wood"], "name": "wood"},
    "G": {"tags": ["road", "gate"], "name": "gate"},
}

# What stands under "" are whole papers.
FIXED: dict[str, dict[str, list[Any]]] = {
    "PackInfo": {
        "id": ["border-watch"],
        "title": ["Border Watch"],
        "version": ["0.1.0"],
        "language": ["1"],
        "players": ["1..4", 2],
        "licence": ["CC0-1.0"],
        "authors": [["Ann Author"]],
        "sources": [{"book": {"title": "The book of the watch"}}],
        "requires": [{"border-watch": ">=0.1,<1"}],
        "notice": ["A made-up game."],
        "actions": [64],
    },
    "SourceBook": {"title": ["The book of the watch"], "address": ["https://example.org/book"]},
    "Source": {
        "is": ["invented", "printed"],
        "lines": [[12, 13]],
        "address": ["https://example.org/news"],
        "ruling": ["whose-blow"],
        "note": ["Half of what the book says, rounded down."],
    },
    "MapRecord": {
        "id": ["north-gate"],
        "title": ["North Gate"],
        "from": [_INVENTED],
        "layout": ["odd-r", "square-4"],
        "grid": [_GRID],
        "legend": [_LEGEND],
        "": [
            {
                "id": "north-gate",
                "title": "North Gate",
                "from": _INVENTED,
                "layout": "odd-r",
                "grid": _GRID,
                "legend": _LEGEND,
            }
        ],
        "closed": [[["b1", "b2"]]],
        "one_way": [[["b1", "b2"]]],
        "splits": [[{"at": "c2", "way": "inbound", "to": {"crown": "north", "ship": "south"}}]],
        "meant": [["b2"]],
    },
    "LegendCell": {"tags": [["road", "wood"]], "name": ["wood"]},
    "Split": {"at": ["c2"], "way": ["inbound"], "to": [{"crown": "north", "ship": "south"}]},
    "RulingRecord": {
        "id": ["whose-blow"],
        "title": ["Whose blow counts"],
        "from": [{"is": "ruling", "lines": [41]}],
        "question": ["Two goblins strike at once, and the gate takes one blow. Whose is it?"],
        "choice": ["The one that came first."],
        "why": ["All else in the book goes in that order."],
        "lines": [[41]],
        "option": ["weak_gate"],
    },
    "ClauseRecord": {
        "id": ["stones-run-out"],
        "title": ["A catapult throws only while a stone is left."],
        "from": [_PRINTED],
        "section": ["The watch"],
        "carried_by": [["why_not_throw", "a-stone-flies"]],
    },
    "ExampleRecord": {
        "id": ["a-stone-flies"],
        "title": ["A stone flies"],
        "from": [_PRINTED, _INVENTED],
        "shows": [["throw", "mangonel"]],
        "mission": ["first-night"],
        "players": [2, "{players}"],
        "options": [{"weak_gate": True}],
        "given": [{"pieces": {"near": {"goblin": "brute", "at": "b2"}}}],
        "run": ["play_round", {"throw": {"watcher": 1}}, ["come", "go"]],
        "dice": [{"bolt": ["hit", "miss"]}],
        "picks": [["planks"]],
        "answers": [["near"], [{"blocked": {"far": "out of reach"}}, "none"]],
        "then": [{"pieces": {"near": {"hp": 1}}}],
        "cases": [[{"face": "miss", "left": 3}, {"face": "hit", "left": 1}]],
    },
    "Situation": {
        "game": [{"gate": 2}],
        "players": [[{"guards": "south"}]],
        "pieces": [{"near": {"goblin": "brute", "at": "b2"}}],
        "zones": [{"1.hand": ["planks"]}],
    },
    "Outcome": {
        "game": [{"gate": 1}],
        "players": [[{"bolts": 3}]],
        "pieces": [{"near": {"hp": 1}}, {"near": "gone"}],
        "zones": [{"1.hand": 0}, {"beaten": ["sneak"]}],
        "cells": [{"wood": ["brute"]}],
        "returns": [4],
        "result": ["won"],
        "scores": [{"stones": 7}],
        "refused": ["the hand is empty"],
    },
    "RulesetFile": {
        "entries": [{"play": {"rule": "play", "needs": "mission", "says": "One night."}}],
        "results": [{"won": {"says": _SAYS, "worth": 1}, "lost": {"says": "The gate has fallen.", "worth": 0}}],
        "enums": [{"ranks": ["green", "seasoned", "captain"]}],
        "numbers": [{"hand_size": {"type": "int 1..9", "is": 3, "says": "Cards in a full hand."}}],
        "options": [{"weak_gate": {"type": "bool", "default": False, "says": "The gate falls at the first blow."}}],
        "board": [{"map": "mission.map", "tags": {"road": {"says": "Goblins walk here."}}}],
        "kinds": [{"goblin": {"family": "unit", "fields": {"hp": {"type": "int 1..9", "says": "Hit points"}}}}],
        "shapes": [{"wave": {"at": "cell", "goblins": "list of ref goblin"}}],
        "game": [{"gate": {"type": "int 0..9", "default": 2, "says": "blows that the gate still takes"}}],
        "players": [{"bolts": "int 0..99 = 0"}],
        "zones": [{"hand": {"of": "card", "per": "player", "visible": "owner", "says": "hand"}}],
        "contexts": [{"shot": {"catapult": "catapult", "power": "int = 0"}}],
        "words": [{"heavier": {"args": {"by": "int 1..3"}, "add": {"shot.power": "by"}, "says": "{by} heavier"}}],
        "menus": [{"turn": {"throw": {"rule": "throw", "blocked": "why_no_stone", "says": "Throw a stone"}}}],
        "invariants": [{"stones": {"rule": "no_stone_is_lost", "says": "Every stone is somewhere."}}],
        "checks": [{"night": ["check_raiders"]}],
        "outlook": [{"rule": "outlook"}],
        "statistics": [
            {"fled": {"says": "Goblins that fled", "event": "moved", "kind": "goblin", "place": "wood", "by": "round"}}
        ],
    },
    "OutlookDeclaration": {"rule": ["outlook"]},
    "StatisticDeclaration": {
        "says": ["Goblins that fled, by round"],
        "event": ["moved"],
        "kind": ["goblin"],
        "before": ["road"],
        "place": ["wood", "board"],
        "field": ["goblin.hp", "game.gate"],
        "word": ["stun"],
        "adds": ["fall"],
        "by": ["round", "record", "game.wave"],
    },
    "Declaration": {
        "type": ["int 0..9", "optional ref goblin", "table by seats of int 1..40"],
        "default": [0, "printed"],
        "until": ["round", "campaign"],
        "says": ["Hit points"],
        "help": ["without the armor"],
        "none": ["any goblin"],
        "visible": ["owner"],
        "fill": ["up"],
        "from": [_PRINTED],
    },
    "NumberDeclaration": {"type": ["int 1..9"], "is": [3], "default": [0], "fill": ["up"]},
    "KindDeclaration": {
        "family": ["unit"],
        "label": ["{title} on {cell}"],
        "fields": [{"hp": {"type": "int 1..9", "says": "Hit points"}}],
        "state": [{"hp": "int 0..9 = printed"}],
        "faces": [{"hits": "int 0..3"}],
    },
    "WayDeclaration": {"over": ["road"], "from": ["wood"], "to": ["gate"], "split": ["bolt"], "reverse": ["inbound"]},
    "BoardDeclaration": {
        "map": ["mission.map"],
        "tags": [{"road": {"says": "Goblins walk here."}, "gate": {"says": "What is guarded.", "at_least": 1}}],
        "ways": [{"inbound": {"over": "road", "from": "wood", "to": "gate"}, "back": {"reverse": "inbound"}}],
        "cover": [{"stand": "build", "reach": "road", "ranges": "1..2"}],
    },
    "ZoneDeclaration": {"of": ["card"], "per": ["player"], "visible": ["owner"]},
    "WordDeclaration": {
        "args": [{"amount": "int 1..3"}],
        "rule": ["mend"],
        "blocked": ["why_no_stone"],
        "add": [{"shot.power": "amount"}],
        "set": [{"shot.sure": True}],
    },
    "ScenarioFile": {
        "seats": [[1, 4]],
        "language": ["1"],
        "compiler": ["0.1.0"],
        "entry": ["play"],
        "mission": ["night:first-night", None],
        "options": [{"weak_gate": True}],
    },
}

for _name in ("Provenance", "OwnProvenance"):
    FIXED[_name] = FIXED["Source"] | {"fields": [{"hp": _PRINTED}]}

# The words that several papers have.
COMMON: dict[str, list[Any]] = {
    "id": ["border-watch"],
    "kind": ["goblin"],
    "title": ["Border Watch"],
    "from": [_INVENTED, _PRINTED],
    "replaces": ["sneak", "border-watch:sneak"],
    "says": [_SAYS],
    "help": ["without the armor"],
    "rule": ["play"],
    "blocked": ["why_no_stone"],
    "needs": ["mission", "campaign"],
    "at_least": [1],
    "worth": [1],
    "requires": [["border-watch"]],
    "hash": [{"play": "0" * 64, "whole": "0" * 64}],
}

SAYS: dict[str, dict[str, str]] = {
    "SourceBook": {"title": "What the text is called."},
    "EntryDeclaration": {"needs": "What it is played with."},
}


def illustrate(defs: dict[str, Schema], own: Examples | None = None) -> None:
    """Give every field of the definitions a sentence and examples; `own` has those of a pack's kinds.

    What stands under "" there are whole records, which are the examples of their kind.
    """
    for name, schema in defs.items():
        given = (own or {}).get(name, {})
        for field, inner in schema.get("properties", {}).items():
            inner["description"] = _sentence(name, field, inner)
            found = given.get(field) or FIXED.get(name, {}).get(field) or _common(field, inner)
            inner["examples"] = found[:MOST] if found else [sample(inner, defs)]
        whole = given.get("") or FIXED.get(name, {}).get("")
        if whole:
            schema["examples"] = whole[:1]
    for name, schema in defs.items():
        if "properties" in schema and "examples" not in schema and not name.startswith("effect"):
            schema["examples"] = [sample(schema, defs)]


def _sentence(name: str, field: str, schema: Schema) -> str:
    said = schema.get("description") or SAYS.get(name, {}).get(field)
    return said or (f"For {field}." if field.isdecimal() else f"{field.replace('_', ' ').capitalize()}.")


def _common(field: str, schema: Schema) -> list[Any]:
    """Examples of a word that means the same everywhere, as far as they fit here."""
    return [] if {"const", "enum", "minimum"} & schema.keys() else COMMON.get(field, [])


def sample(schema: Schema, defs: Mapping[str, Schema], deep: int = 0) -> Any:
    """The least that a schema of ours accepts, or as good as that."""
    for key in ("examples", "enum"):
        if schema.get(key):
            return schema[key][0]
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "$ref" in schema:
        return sample(defs[schema["$ref"].removeprefix("#/$defs/")], defs, deep + 1)
    if "anyOf" in schema:
        return next(sample(branch, defs, deep + 1) for branch in schema["anyOf"] if "not" not in branch)
    kind = schema.get("type")
    if kind == "object":
        return _object(schema, defs, deep)
    if kind == "array":
        count = max(schema.get("minItems", 0), 1 if deep < _DEEP and schema.get("maxItems", 1) else 0)
        return [sample(schema.get("items", {}), defs, deep + 1)] * count
    if kind == "integer":
        return max(schema.get("minimum", 1), min(1, schema.get("maximum", 1)))
    return _text(schema) if kind == "string" else {"boolean": True, "null": None}.get(str(kind), 1)


def _object(schema: Schema, defs: Mapping[str, Schema], deep: int) -> Schema:
    properties = schema.get("properties", {})
    names = schema.get("required", []) or list(properties)[: schema.get("minProperties", 0)]
    made = {name: sample(properties[name], defs, deep + 1) for name in names}
    if not properties and deep < _DEEP:
        for pattern, inner in schema.get("patternProperties", {}).items():
            made[_text({"pattern": pattern})] = sample(inner, defs, deep + 1)
        if isinstance(schema.get("additionalProperties"), dict):
            made["some"] = sample(schema["additionalProperties"], defs, deep + 1)
    return made


def _text(schema: Schema) -> str:
    """A text: a name where one is wanted."""
    pattern = schema.get("pattern", "")
    if schema.get("minLength", 0) > 20:
        return "0" * int(schema["minLength"])
    if "[.][.]" in pattern:
        return "1..4"
    if "[.]" in pattern:
        return "mission.map"
    return "some_name" if "a-z0-9_" in pattern else "some-name" if "a-z0-9-" in pattern else "some words"
