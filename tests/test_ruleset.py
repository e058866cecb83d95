"""Declarations: every flaw at its path with its code, and none that was not made; nothing written there raises."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import starkit
from bartizan_engine import types
from bartizan_engine.all_fields import all_gaps
from bartizan_engine.problem import Spot
from bartizan_engine.ruleset import MISSING, check_value, declare, typed
from bartizan_engine.shorthand import long_field, normalise

UNIT = {"family": "unit"}

# Changes of the ruleset, and the flaws that they must make: path, code, a part of the message.
FLAWS: list[tuple[dict[str, Any], list[tuple[str, str, str]]]] = [
    # BZ501: types that cannot be read
    ({"game": {"gold2": "integer 0..9"}}, [("game/gold2/type", "BZ501", "left over")]),
    ({"game": {"x": "int 9..0"}}, [("game/x/type", "BZ501", "empty")]),
    ({"game": {"x": "int 0.."}}, [("game/x/type", "BZ501", "no part of a type")]),
    ({"game": {"x": "int 0..99999999999999999999"}}, [("game/x/type", "BZ501", "64 bits")]),
    ({"game": {"x": "list of"}}, [("game/x/type", "BZ501", "the type ends")]),
    ({"game": {"x": "list int"}}, [("game/x/type", "BZ501", '"of" should stand')]),
    ({"game": {"x": "table of int"}}, [("game/x/type", "BZ501", '"by" should stand')]),
    ({"game": {"x": ""}}, [("game/x/type", "BZ501", "the type ends")]),
    ({"game": {"x": "ref"}}, [("game/x/type", "BZ501", "the type ends")]),
    ({"game": {"x": "int!"}}, [("game/x/type", "BZ501", "no part of a type")]),
    ({"game": {"x": "optional " * 9 + "int"}}, [("game/x/type", "BZ501", "deeper")]),
    ({"game": {"x": "x" * 500}}, [("game/x/type", "BZ501", "longer than 400")]),
    ({"game": {"x": {"type": 3}}}, [("game/x/type", "BZ501", "a text")]),
    ({"game": {"x": "optional bone"}}, [("game/x/type", "BZ501", "never in play")]),
    ({"players": {"x": "list of mission"}}, [("players/x/type", "BZ501", "never in play")]),
    ({"contexts": {"x": {"cup": "zone bone"}}}, [("contexts/x/cup/type", "BZ501", "never in play")]),
    ({"shapes": {"x": {"cup": "table by levels of face goblin"}}}, [("shapes/x/cup/type", "BZ501", "only dice have faces")]),
    ({"game": {"x": "0..3"}}, [("game/x/type", "BZ501", "is no type")]),
    ({"options": {"x": "text = a"}}, [("options/x/type", "BZ501", "a bool, an int or an enum")]),
    # BZ502: names of what is not there
    ({"game": {"x": "gobblin"}}, [("game/x/type", "BZ502", '"gobblin"')]),
    ({"game": {"x": "ref gobblin"}}, [("game/x/type", "BZ502", '"gobblin"')]),
    ({"game": {"x": "table by levls of int"}}, [("game/x/type", "BZ502", '"levls"')]),
    ({"game": {"x": "list of optional gobblin"}}, [("game/x/type", "BZ502", '"gobblin"')]),
    ({"game": {"x": "zone gobblin"}}, [("game/x/type", "BZ502", '"gobblin"')]),
    ({"game": {"x": "optional face gobblin"}}, [("game/x/type", "BZ502", '"gobblin"')]),
    ({"zones": {"den": {"of": "gobblin"}}}, [("zones/den/of", "BZ502", '"gobblin"')]),
    ({"kinds": {"elf": {**UNIT, "state": {"hp": "int = printed"}}}}, [("kinds/elf/state/hp", "BZ502", "no such field")]),
    ({"words": {"big": {"add": {"atack.power": 1}, "says": "x"}}}, [("words/big/add/atack.power", "BZ502", '"atack"')]),
    ({"words": {"big": {"add": {"attack.force": 1}, "says": "x"}}}, [("words/big/add/attack.force", "BZ502", '"force"')]),
    ({"words": {"big": {"set": {"power": 1}, "says": "x"}}}, [("words/big/set/power", "BZ502", '"power"')]),
    ({"checks": {"gobblin": ["f"]}}, [("checks/gobblin", "BZ502", '"gobblin"')]),
    ({"board": {"ways": {"w": {"over": "raod", "from": "keep", "to": "gate"}}}}, [("board/ways/w/over", "BZ502", '"raod"')]),
    ({"board": {"ways": {"w": {"reverse": "inbond"}}}}, [("board/ways/w/reverse", "BZ502", '"inbond"')]),
    # BZ503: names that cannot be used
    ({"kinds": {"Elf": UNIT}}, [("kinds/Elf", "BZ503", "no name for rules")]),
    ({"kinds": {"wood-elf": UNIT}}, [("kinds/wood-elf", "BZ503", "no name for rules")]),
    ({"kinds": {"wood__elf": UNIT}}, [("kinds/wood__elf", "BZ503", "no name for rules")]),
    ({"kinds": {"_elf": UNIT}}, [("kinds/_elf", "BZ503", "no name for rules")]),
    ({"kinds": {"elf\n": UNIT}}, [("kinds/elf\n", "BZ503", "no name for rules")]),
    ({"kinds": {"e" * 60: UNIT}}, [("kinds/" + "e" * 60, "BZ503", "no name for rules")]),
    ({"game": {"no": "int"}}, [("game/no", "BZ503", "reads as a boolean")]),
    ({"enums": {"flags": ["on", "off"]}}, [("enums/flags/on", "BZ503", "boolean"), ("enums/flags/off", "BZ503", "boolean")]),
    ({"enums": {"goblin": ["a", "b"]}}, [("kinds/goblin", "BZ503", "names two things")]),
    ({"kinds": {"int": UNIT}}, [("kinds/int", "BZ503", "a word of the type grammar")]),
    ({"kinds": {"player": UNIT}}, [("kinds/player", "BZ503", "a word of the type grammar")]),
    ({"kinds": {"game": UNIT}}, [("kinds/game", "BZ503", "")]),
    ({"kinds": {"map": UNIT}}, [("kinds/map", "BZ503", "")]),
    ({"kinds": {"elf": {**UNIT, "state": {"cell": "cell"}}}}, [("kinds/elf/state/cell", "BZ503", 'every piece has a "cell"')]),
    ({"kinds": {"elf": {**UNIT, "fields": {"title": "text"}}}}, [("kinds/elf/fields/title", "BZ503", 'every record has a "title"')]),
    ({"kinds": {"elf": {**UNIT, "fields": {"hp": "int"}, "state": {"hp": "int = 3"}}}}, [("kinds/elf/state/hp", "BZ503", "of the record and of the state")]),
    ({"game": {"lair": "int = 0"}}, [("zones/lair", "BZ503", "a zone and a field")]),
    ({"players": {"hand": "int = 0"}}, [("zones/hand", "BZ503", "a zone and a field")]),
    ({"players": {"seat": "int = 0"}}, [("players/seat", "BZ503", "")]),
    ({"kinds": {"dice": {"family": "die", "faces": {"name": "text"}}}}, [("kinds/dice/faces/name", "BZ503", "")]),
    # BZ534: sentences with holes that nothing fills
    ({"results": {"draw": {"says": "{n} are left."}}}, [("results/draw/says", "BZ534", 'nothing fills "{n}"')]),
    ({"menus": {"turn": {"go": {"says": "Go {n|one|many}", "rule": "go"}}}}, [("menus/turn/go/says", "BZ534", 'nothing fills "{n}"')]),
    ({"game": {"x": {"type": "int", "says": "It has {value}, {velue}."}}}, [("game/x/says", "BZ534", 'nothing fills "{velue}"')]),
    ({"numbers": {"x": {"type": "int", "is": 3, "says": "It has {value}."}}}, [("numbers/x/says", "BZ534", 'nothing fills "{value}"')]),
    ({"enums": {"flags": {"up": {"says": "{a.b} up"}}}}, [("enums/flags/up/says", "BZ534", 'nothing fills "{a.b}"')]),
    # BZ504: wrong shapes
    ({"zones": {"cup": {"of": "bone"}}}, [("zones/cup/of", "BZ504", "never in play")]),
    ({"kinds": {"coin": {"family": "die", "state": {"up": "bool = false"}}}}, [("kinds/coin/state", "BZ504", "never in play")]),
    ({"kinds": {"note": {"family": "data", "state": {"read": "int = 0"}}}}, [("kinds/note/state", "BZ504", "never in play")]),
    ({"teams": {}}, [("teams", "BZ504", "no section")]),
    ({"game": []}, [("game", "BZ504", "a mapping")]),
    ({"game": {"x": 3}}, [("game/x", "BZ504", "a mapping")]),
    ({"game": {"x": {"default": 3}}}, [("game/x", "BZ504", "has no type")]),
    ({"numbers": {"x": {"type": "int", "is": 3, "default": 3}}}, [("numbers/x/default", "BZ504", "a table by seats, an enum or a range")]),
    ({"numbers": {"x": {"type": "table by ref goblin of int", "is": {}, "default": 3}}}, [("numbers/x/default", "BZ504", "a table by seats, an enum or a range")]),
    ({"numbers": {"x": {"type": "table by seats of int", "is": {"1": 3}, "fill": "up"}}}, [("numbers/x/fill", "BZ504", "a table by an enum")]),
    ({"numbers": {"x": {"type": "table by levels of int 0..9", "is": {"low": 3}, "default": 10}}}, [("numbers/x/default", "BZ505", "not within 0..9")]),
    ({"game": {"x": {"type": "int", "defualt": 3}}}, [("game/x/defualt", "BZ504", "means nothing here")]),
    ({"game": {"x": {"type": "int", "visible": "me"}}}, [("game/x/visible", "BZ504", "is not one of")]),
    ({"game": {"x": {"type": "int", "until": "noon"}}}, [("game/x/until", "BZ504", "is not one of")]),
    ({"options": {"x": "int = 0 until campaign"}}, [("options/x/until", "BZ504", "only fields of the game and of players")]),
    ({"contexts": {"x": {"z": "int = 0 until campaign"}}}, [("contexts/x/z/until", "BZ504", "only fields of the game and of players")]),
    ({"kinds": {"elf": {**UNIT, "state": {"z": "int = 0 until campaign"}}}}, [("kinds/elf/state/z/until", "BZ504", "only fields of the game and of players")]),
    ({"game": {"x": "optional cell until campaign"}}, [("game/x/type", "BZ501", '"cell" means something in one game only')]),
    ({"game": {"x": "list of goblin until campaign"}}, [("game/x/type", "BZ501", '"goblin" means something in one game only')]),
    ({"players": {"x": "optional player until campaign"}}, [("players/x/type", "BZ501", '"player" means something in one game only')]),
    ({"players": {"x": "text = none until campaign"}}, [("players/x/type", "BZ501", '"text" means something in one game only')]),
    ({"players": {"x": "table by levels of list of wave until campaign"}}, [("players/x/type", "BZ501", '"cell" means something in one game only')]),
    ({"game": {"x": {"type": "int", "says": 3}}}, [("game/x/says", "BZ504", "a text")]),
    ({"game": {"x": {"type": "int", "fill": "up"}}}, [("game/x/fill", "BZ504", "a table by an enum")]),
    ({"game": {"x": {"type": "table by levels of int", "fill": "down", "default": 0}}}, [("game/x/fill", "BZ504", "a table by an enum")]),
    ({"game": {"x": {"type": "int", "none": "nothing"}}}, [("game/x/none", "BZ504", "optional")]),
    ({"entries": None}, [("", "BZ504", "at least one entry")]),
    ({"entries": {"play": {"says": "Go"}}}, [("entries/play", "BZ504", '"rule" is missing')]),
    ({"entries": {"play": {"rule": "play", "needs": "luck"}}}, [("entries/play/needs", "BZ504", "is not one of")]),
    ({"enums": {"empty": []}}, [("enums/empty", "BZ504", "1 to 256")]),
    ({"enums": {"odd": 3}}, [("enums/odd", "BZ504", "1 to 256")]),
    ({"enums": {"odd": {"a": {"says": "A", "word": "B"}}}}, [("enums/odd/a/word", "BZ504", "means nothing")]),
    ({"numbers": {"x": {"type": "int"}}}, [("numbers/x", "BZ504", "has no value")]),
    ({"kinds": {"elf": {}}}, [("kinds/elf", "BZ504", "has no family")]),
    ({"kinds": {"elf": {"family": "elves"}}}, [("kinds/elf/family", "BZ504", "is not one of")]),
    ({"kinds": {"elf": {**UNIT, "alike": "very"}}}, [("kinds/elf/alike", "BZ504", "true or false")]),
    ({"kinds": {"elf": {**UNIT, "faces": {"pips": "int"}}}}, [("kinds/elf/faces", "BZ504", "only dice")]),
    ({"zones": {"den": {"kind": "goblin"}}}, [("zones/den/kind", "BZ504", "means nothing")]),
    ({"zones": {"den": {"of": "goblin", "per": "team"}}}, [("zones/den/per", "BZ504", "is not one of")]),
    ({"zones": {"den": {"of": "goblin", "visible": "owner"}}}, [("zones/den/visible", "BZ504", "has no owner")]),
    ({"words": {"bite": {}}}, [("words/bite", "BZ504", '"says" is missing')]),
    ({"words": {"bite": {"says": "x", "add": []}}}, [("words/bite/add", "BZ504", "a mapping of context.field")]),
    ({"menus": {"turn": {"go": {"says": "Go"}}}}, [("menus/turn/go", "BZ504", '"rule" is missing')]),
    ({"menus": {"turn": {"go": 3}}}, [("menus/turn/go", "BZ504", "should be a mapping")]),
    ({"invariants": {"sane": {}}}, [("invariants/sane", "BZ504", '"rule" is missing')]),
    ({"outlook": {}}, [("outlook", "BZ504", '"rule" is missing')]),
    ({"checks": {"goblin": "f"}}, [("checks/goblin", "BZ504", "a list of rules")]),
    ({"board": {"tags": {"x": {"at_least": "one"}}}}, [("board/tags/x/at_least", "BZ504", "a number")]),
    ({"board": {"hills": 3}}, [("board/hills", "BZ504", "means nothing")]),
    ({"board": {"ways": {"w": {"over": "road", "from": "keep"}}}}, [("board/ways/w", "BZ504", 'lacks "to"')]),
    # BZ505: values that do not fit
    ({"game": {"x": "int 0..9 = 12"}}, [("game/x/default", "BZ505", "12 is not within 0..9")]),
    ({"game": {"x": "int = three"}}, [("game/x/default", "BZ505", "no whole number")]),
    ({"game": {"x": "int = 03"}}, [("game/x/default", "BZ505", "no whole number")]),
    ({"game": {"x": {"type": "int", "default": 2.5}}}, [("game/x/default", "BZ505", "no whole number")]),
    ({"game": {"x": {"type": "int", "default": True}}}, [("game/x/default", "BZ505", "no whole number")]),
    ({"game": {"x": "bool = yes"}}, [("game/x/default", "BZ505", "neither true nor false")]),
    ({"game": {"x": "levels = lowest"}}, [("game/x/default", "BZ505", "is not one of low, middle, high")]),
    ({"game": {"x": {"type": "list 1..3 of int", "default": []}}}, [("game/x/default", "BZ505", "0 elements")]),
    ({"game": {"x": {"type": "list of int", "default": [1, "a"]}}}, [("game/x/default/1", "BZ505", "no whole number")]),
    ({"game": {"x": {"type": "table by levels of int", "default": {"low": 1, "top": 2}}}}, [("game/x/default/top", "BZ505", "is not one of")]),
    ({"game": {"x": {"type": "table by 1..3 of int", "default": {"4": 2}}}}, [("game/x/default/4", "BZ505", "is not within 1..3")]),
    ({"game": {"x": {"type": "effects", "default": [["bite", {}]]}}}, [("game/x/default/0", "BZ505", 'no word is named "bite"')]),
    ({"game": {"x": {"type": "effects", "default": [["strong", {"more": 12}]]}}}, [("game/x/default/0/1/more", "BZ505", "12 is not within")]),
    ({"game": {"x": {"type": "effects", "default": [["strong", {}]]}}}, [("game/x/default/0/1", "BZ505", '"more" is missing')]),
    ({"game": {"x": {"type": "wave", "default": {"at": "c4", "goblins": [], "size": 3}}}}, [("game/x/default/size", "BZ505", "no field"), ("game/x/default/goblins", "BZ505", "0 elements")]),
    ({"game": {"x": {"type": "goblin", "default": "grub"}}}, [("game/x/default", "BZ505", "cannot be written down")]),
    ({"numbers": {"x": {"type": "int 0..9", "is": 12}}}, [("numbers/x/is", "BZ505", "12 is not within")]),
    ({"options": {"x": "bool"}}, [("options/x", "BZ505", "has no default")]),
    ({"kinds": {"elf": {**UNIT, "fields": {"hp": "text"}, "state": {"hp": "int = printed"}}}}, [("kinds/elf/state/hp", "BZ505", 'cannot start as "text"')]),
    # BZ507
    ({"words": {"bite": {"rule": "f", "add": {"attack.power": 1}, "says": "x"}}}, [("words/bite", "BZ507", "has a rule and also")]),
    # BZ534: labels are filled whenever a piece is shown
    ({"kinds": {"elf": {**UNIT, "label": "{ghost}"}}}, [("kinds/elf/label", "BZ534", 'names "ghost"')]),
    ({"kinds": {"elf": {**UNIT, "label": "{title"}}}, [("kinds/elf/label", "BZ534", "never closed")]),
    ({"kinds": {"elf": {**UNIT, "label": "{title|a|b}"}}}, [("kinds/elf/label", "BZ534", "is no number")]),
    ({"kinds": {"elf": {**UNIT, "label": "{marks}", "state": {"marks": "list of int"}}}}, [("kinds/elf/label", "BZ534", "cannot stand in a label")]),
    ({"kinds": {"elf": {**UNIT, "label": "{hp|a|b}", "state": {"hp": "optional int"}}}}, [("kinds/elf/label", "BZ534", "is no number")]),
    # a flaw in one declaration is no reason to trip over another
    ({"enums": {"odd": []}, "game": {"x": "odd = a", "z": "table by odd of int = 0"}}, [("enums/odd", "BZ504", "1 to 256")]),
    ({"shapes": {"odd": 3}, "game": {"x": {"type": "odd", "default": {}}}}, [("shapes/odd", "BZ504", "a mapping")]),
    # a context lives while a rule runs: nothing keeps it longer
    ({"game": {"x": "optional attack"}}, [("game/x/type", "BZ501", "")]),
    ({"players": {"x": "list of attack"}}, [("players/x/type", "BZ501", "")]),
    ({"kinds": {"elf": {**UNIT, "state": {"x": "optional attack"}}}}, [("kinds/elf/state/x/type", "BZ501", "")]),
    ({"kinds": {"elf": {**UNIT, "fields": {"x": "optional attack"}}}}, [("kinds/elf/fields/x/type", "BZ501", "")]),
    ({"shapes": {"raid": {"x": "optional attack"}}}, [("shapes/raid/x/type", "BZ501", "")]),
]  # fmt: skip


def spelt(path: tuple[str | int, ...]) -> str:
    return "/".join(map(str, path))


@pytest.mark.parametrize(
    ("changes", "wanted"), FLAWS, ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else ""
)
def test_each_flaw_at_its_path_and_no_other(changes: dict[str, Any], wanted: list[tuple[str, str, str]]) -> None:
    merged = copy.deepcopy(changes)
    if "board" in merged:
        merged["board"] = {
            key: {**starkit.RULESET["board"].get(key, {}), **value} if isinstance(value, dict) else value
            for key, value in merged["board"].items()
        }
    found = starkit.flaws(merged)
    left = list(found)
    for path, code, part in wanted:
        fits = [flaw for flaw in left if (spelt(flaw.path), flaw.code) == (path, code) and part in flaw.message]
        assert fits, f"{path} {code} {part} did not come; {found}"
        left.remove(fits[0])
    assert left == []


def test_our_own_ruleset_has_no_flaws() -> None:
    assert starkit.flaws({}) == []


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"enums": {"flag": {"up": {"says": "flag up"}, "down": {}}}}, "long members"),
        ({"enums": {"flag": [{"name": "up", "says": "flag up"}, "down"]}}, "listed members"),
        ({"game": {"x": "table by ref goblin of int 0..9 = 0"}}, "a table by records"),
        ({"game": {"x": "optional table by seats of list 1..3 of optional text"}}, "a deep type"),
        (
            {
                "game": {
                    "x": {
                        "type": "int",
                        "default": 3,
                        "until": "round",
                        "says": "x",
                        "help": "y",
                        "visible": "owner",
                        "from": {},
                    }
                }
            },
            "every key",
        ),
        ({"options": {"x": "int 0..9 = 3", "z": "levels = low"}}, "options"),
        ({"game": {"x": "ref map"}}, "a map"),
        ({"words": {"grin": {"says": "grins"}}}, "a passive word"),
    ],
)
def test_what_may_be_declared(changes: dict[str, Any], what: str) -> None:
    assert starkit.flaws(changes) == [], what


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("int 0..9", {"type": "int 0..9"}),
        ("int 0..9 = 3", {"type": "int 0..9", "default": "3"}),
        ("bool = false until round", {"type": "bool", "default": "false", "until": "round"}),
        ("bool until round", {"type": "bool", "until": "round"}),
        ("text = a = b", {"type": "text", "default": "a = b"}),
        ({"type": "int"}, {"type": "int"}),
    ],
)
def test_short_declarations_are_written_out(short: Any, long: Any) -> None:
    assert long_field(short) == long


def test_writing_out_twice_is_writing_out_once() -> None:
    once = normalise(starkit.RULESET)
    assert normalise(once) == once
    assert declare(once) == declare(starkit.RULESET)


TYPES = [
    "int", "int 0..9", "int -3..-1", "bool", "text", "cell", "player", "ref goblin", "zone goblin", "face bone", "optional int 1..2",
    "list of int", "list 1..3 of optional ref goblin", "table by seats of int", "table by 1..3 of list of text",
    "table by ref goblin of bool", "table by levels of effects giving attack, tally", "effects",
]  # fmt: skip


@pytest.mark.parametrize("words", TYPES)
def test_a_type_reads_as_it_is_spelt(words: str) -> None:
    assert str(types.parse_words(words)) == words
    assert types.parse_words(" " + words.replace(" ", "  ") + " ") == types.parse_words(words)


def test_typed_reads_texts_by_type() -> None:
    read = types.parse_words
    assert typed(read("int"), "-3") == -3
    assert typed(read("optional int"), "none") is None
    assert typed(read("list of int"), "[]") == []
    assert typed(read("table by 1..2 of int"), "4") == 4
    assert typed(read("table by 1..2 of int"), {"1": "4"}) == {"1": 4}
    assert typed(read("text"), "3") == "3"
    assert typed(read("int"), "0x3") == "0x3"


def lacking(type: str, value: Any, **more: Any) -> list[tuple[str, str]]:
    """The gaps of a printed number, for one to three players."""
    made, flaws = declare(starkit.ruleset({"numbers": {"x": {"type": type, "is": value, **more}}}))
    assert flaws == []
    return [(spelt(flaw.path), flaw.message) for flaw in all_gaps(made, (1, 3)) if flaw.path[:2] == ("numbers", "x")]


@pytest.mark.parametrize(
    ("type", "value", "more", "missing"),
    [
        ("table by seats of int", {"1": 8, "2": 5}, {}, {"is": "3"}),
        ("table by seats of int", {"1": 8, "2": 5, "3": 1, "4": 1}, {}, {}),
        ("table by levels of int", {"low": 1, "high": 5}, {}, {"is": "middle"}),
        ("table by 1..3 of int", {"1": 1, "2": 5}, {}, {"is": "3"}),
        ("table by levels of int", 4, {}, {}),
        ("table by levels of table by 1..2 of int", {"low": 1, "middle": {"1": 1}, "high": {"1": 1, "2": 2}}, {}, {"is/middle": "2"}),
        ("list of table by levels of int", [{"low": 1, "middle": 1, "high": 1}, {"low": 1, "high": 1}], {}, {"is/1": "middle"}),
        ("optional table by levels of int", {"low": 1, "high": 1}, {}, {"is": "middle"}),
        ("table by ref goblin of int", {"grub": 1}, {}, {}),
        ("table by levels of int", {"low": 1}, {"fill": "up"}, {}),
        ("table by levels of int", {"middle": 1}, {"fill": "up"}, {"is": "low"}),
        ("table by levels of int", {"middle": 1}, {"fill": "up", "default": 0}, {}),
        ("table by seats of int", {"2": 1}, {"default": 0}, {}),
        ("table by 1..4 of int", {"2": 1}, {"default": "0"}, {}),
    ],
)  # fmt: skip
def test_a_number_s_table_has_every_key(type: str, value: Any, more: dict[str, Any], missing: dict[str, str]) -> None:
    wanted = [(f"numbers/x/{path}", f'the key "{key}" is missing') for path, key in missing.items()]
    assert lacking(type, value, **more) == wanted


@pytest.mark.parametrize(
    "changes",
    [
        {"game": {"x": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}},
        {"players": {"x": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}},
        {"shapes": {"x": {"z": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}}},
        {"contexts": {"x": {"z": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}}},
        {"kinds": {"x": {**UNIT, "fields": {"z": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}}}},
        {"words": {"x": {"says": "x", "args": {"z": {"type": "table by levels of int", "default": {"low": 1, "high": 2}}}}}},
    ],
)  # fmt: skip
def test_a_default_s_table_has_every_key(changes: dict[str, Any]) -> None:
    made, flaws = declare(starkit.ruleset(changes))
    assert flaws == []
    assert [(flaw.path[-1], flaw.message) for flaw in all_gaps(made, (1, 3))] == [
        ("default", 'the key "middle" is missing')
    ]


def test_check_value_knows_records_and_cells() -> None:
    made = starkit.declared()

    def check(words: str, value: Any) -> list[str]:
        type = types.parse_words(words)
        return [flaw.message for flaw in check_value(made, type, value, starkit.known, {"c4"})]

    assert check("ref goblin", "grub") == []
    assert check("ref goblin", "grob") == ['no goblin has the id "grob"']
    assert check("cell", "c4") == []
    assert check("cell", "c5") == ['"c5" is no cell of the map']
    assert check("table by ref goblin of int", {"grob": 1}) == ['no goblin has the id "grob"']
    assert check("optional ref goblin", None) == []
    assert check("text", "x" * 5000) == ["the text is longer than 4096 characters"]
    assert check("list of int", [0] * 4097) != []
    assert check("text", 3) == ['"3" is no text']


# ---------------------------------------------------------------- nothing raises

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.floats(allow_nan=False) | st.sampled_from(TYPES + ["low", "goblin", "attack.power", "round", "printed", "play", "x y", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "default", "of", "name", "says", "rule", "low", "x", "on", "goblin", "fields", "add", "over", "from"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(found for key, item in items for found in paths(item, (*at, key)))]


PATHS = paths(starkit.ruleset())


@given(st.lists(st.tuples(st.sampled_from(PATHS), JSON), min_size=1, max_size=3))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_declare_never_raises_and_a_sound_ruleset_is_used_without_harm(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    data: Any = starkit.ruleset()
    for path, value in changes:
        data = changed(data, path, value)
    made, flaws = declare(data)
    for flaw in flaws:
        assert all(isinstance(part, (str, int)) for part in flaw.path)
        assert flaw.code.startswith("BZ50")
    again, _ = declare(normalise(data))
    assert again == made
    assert all(field.default is MISSING or field.type for field in made.game.values())


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    if isinstance(data, dict) and path[0] in data:
        return {**data, path[0]: changed(data[path[0]], path[1:], value)}
    return data


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_reading_a_type_gives_a_type_or_says_why_not(words: str) -> None:
    try:
        type = types.parse_words(words)
    except types.TypeProblem as why:
        assert str(why)
    else:
        assert types.parse_words(str(type)) == type


def test_spots_sort_in_reading_order() -> None:
    assert sorted([Spot("b", 1), Spot("a", 2, 3), Spot("a", 2, 1)]) == [Spot("a", 2, 1), Spot("a", 2, 3), Spot("b", 1)]
