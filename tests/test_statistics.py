"""What a ruleset wants counted: its declarations, and the event that words leave behind."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import guides
from bartizan_engine import canon, load, measures
from bartizan_engine.declared import Flaw
from bartizan_engine.game import State
from bartizan_engine.ruleset import declare
from test_agenda import effect, scenario

GAME: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "enums": {"skies": ["clear", "fog"]},
    "board": {"tags": {"wood": {"says": "w"}, "lair": {"says": "l"}}},
    "kinds": {
        "goblin": {"family": "unit", "state": {"hp": "int 0..9 = 3", "wet": "bool = false"}},
        "bone": {"family": "die", "faces": {"pips": "int 0..9"}},
        "cart": {"family": "unit"},
    },
    "game": {"hour": "int 0..9 = 0", "sky": "skies = clear", "told": "list 0..9 of int"},
    "players": {"gold": "int 0..99 = 0"},
    "zones": {"beaten": {"of": "goblin"}, "lair": {"of": "goblin"}},
    "words": {"stoop": {"rule": "stoop", "says": "s"}, "hide": {"says": "h"}},
}


def flaws(**statistic: Any) -> list[Flaw]:
    """Of one statistic of this game."""
    return declare(GAME | {"statistics": {"one": {"says": "One", **statistic}}})[1]


@pytest.mark.parametrize(
    "statistic",
    [
        {"event": "created", "kind": "goblin", "place": "wood", "by": "record"},
        {"event": "moved", "before": "board", "place": "carried", "by": "before"},
        {"event": "removed", "kind": "goblin", "before": "beaten", "by": "game.sky"},
        {"event": "set", "field": "goblin.hp", "adds": "fall", "by": "record"},
        {"event": "set", "field": "player.gold", "adds": "rise", "by": "player"},
        {"event": "rolled", "kind": "bone", "by": "face"},
        {"event": "performed", "word": "stoop", "by": "game.hour"},
        {"event": "ended", "field": "player.gold", "by": "player"},
        {"event": "ended", "field": "game.hour", "help": "what the clock says"},
    ],
)
def test_what_can_be_counted(statistic: dict[str, Any]) -> None:
    assert flaws(**statistic) == []
    made = declare(GAME | {"statistics": {"one": {"says": "One", **statistic}}})[0].statistics["one"]
    assert {name: getattr(made, name) for name in statistic if name != "help"} == {
        name: value for name, value in statistic.items() if name != "help"
    }


@pytest.mark.parametrize(
    ("code", "key", "statistic"),
    [
        ("BZ504", "event", {"event": "came"}),
        ("BZ504", "event", {"event": 3}),
        ("BZ504", None, {}),
        ("BZ504", None, {"event": "set"}),
        ("BZ504", "word", {"event": "moved", "word": "stoop"}),
        ("BZ504", "adds", {"event": "set", "field": "goblin.hp", "adds": "all"}),
        ("BZ504", "by", {"event": "moved", "by": "face"}),
        ("BZ504", "by", {"event": "moved", "by": "game.told"}),
        ("BZ504", "by", {"event": "ended", "field": "game.hour", "by": "game.sky"}),
        ("BZ504", "by", {"event": "ended", "field": "game.hour", "by": "player"}),
        ("BZ504", "by", {"event": "set", "field": "game.hour", "by": "record"}),
        ("BZ504", "field", {"event": "ended", "field": "goblin.hp"}),
        ("BZ502", "kind", {"event": "moved", "kind": "gobln"}),
        ("BZ502", "place", {"event": "moved", "place": "gate"}),
        ("BZ502", "word", {"event": "performed", "word": "stop"}),
        ("BZ502", "field", {"event": "set", "field": "goblin.hits"}),
        ("BZ502", "field", {"event": "set", "field": "hour"}),
        ("BZ502", "by", {"event": "moved", "by": "game.day"}),
        ("BZ503", "place", {"event": "moved", "place": "lair"}),
        ("BZ534", "says", {"event": "moved", "says": "{n} goblins"}),
        ("BZ539", "place", {"event": "moved", "kind": "cart", "place": "beaten"}),
        ("BZ539", "kind", {"event": "rolled", "kind": "goblin"}),
        ("BZ539", "word", {"event": "performed", "word": "hide"}),
        ("BZ539", "adds", {"event": "set", "field": "goblin.wet", "adds": "rise"}),
        ("BZ539", "field", {"event": "ended", "field": "game.sky"}),
    ],
)
def test_what_cannot(code: str, key: str | None, statistic: dict[str, Any]) -> None:
    """Each with one flaw, at its key; or at the statistic, where something is missing."""
    path = ("statistics", "one") if key is None else ("statistics", "one", key)
    assert [(flaw.code, flaw.path) for flaw in flaws(**statistic)] == [(code, path)]


def test_without_a_board_nothing_is_on_it() -> None:
    bare = {name: section for name, section in GAME.items() if name != "board"}
    found = declare(bare | {"statistics": {"one": {"says": "One", "event": "moved", "place": "board"}}})[1]
    assert [flaw.code for flaw in found] == ["BZ539"]


def test_what_is_wrong_itself_is_blamed_once() -> None:
    """A kind, a word and a field that were left out for flaws of their own are not unknown here."""
    wrong = GAME | {"kinds": GAME["kinds"] | {"wolf": {"family": "animal"}}, "game": {"hour": "nothing"}}
    wrong["statistics"] = {
        "one": {"says": "One", "event": "moved", "kind": "wolf"},
        "two": {"says": "Two", "event": "set", "field": "game.hour"},
        "three": {"says": "Three", "event": "moved", "by": "game.hour"},
    }
    assert [flaw.path for flaw in declare(wrong)[1] if flaw.path[0] == "statistics"] == []


NAMES = st.sampled_from(
    [*measures.COUNTED, "says", "event", "kind", "before", "place", "field", "adds", "by", "word", "help", "goblin", "lair",
     "goblin.hp", "game.hour", "game.", ".", "round", "board", "fall", ""]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NAMES, lambda inner: st.lists(inner, max_size=2), max_leaves=3
)


@given(st.dictionaries(NAMES, JSON, max_size=6) | JSON)
@settings(max_examples=300)
def test_nothing_that_is_written_there_raises(statistic: Any) -> None:
    """And what has no flaw can be counted in a game."""
    made, found = declare(GAME | {"statistics": {"one": statistic}})
    assert ("one" in made.statistics) == (not found)
    for flaw in found:
        assert flaw.path[:1] == ("statistics",)


def test_the_table_of_what_can_be_said_is_the_one_that_people_read() -> None:
    """The page of the ruleset has every event, with its keys and parts."""
    page = (guides.PAGES / "language" / "ruleset.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| `")
    ]
    told = {cells[0].strip("`"): cells[1:] for cells in rows if cells[0].strip("`") in measures.COUNTED}
    assert list(told) == list(measures.COUNTED)
    for event, countable in measures.COUNTED.items():
        keys, by = (set(cell.replace("`", "").split(", ")) for cell in told[event])
        assert keys == set(countable.keys) - {"by", "adds"}
        assert by == set(countable.by)


# ---------------------------------------------------------------- words that are performed


def performed(state: State) -> list[str]:
    return [str(event.get("word")) for event in state.events if event.name == "performed"]


ALL_AT_ONCE = '''
def play():
    """The words of a bomb at once, of those that ask as well."""
    light(create(record("bomb", "b0"), game.shed))
    end("done")

def light(bomb: bomb):
    """Every word."""
    perform(bomb.record.blast, bomb = bomb)
'''


def test_every_word_is_told_when_it_is_performed() -> None:
    """Those that wait on the agenda when their turn comes, and those that are given up never."""
    state = load(scenario([effect("tell", number=1), effect("ask"), effect("tell", number=2), effect("stop"), effect("tell", number=3)])).start(1)  # fmt: skip
    assert performed(state) == ["tell", "ask"]
    state.choose("1")
    assert performed(state) == ["tell", "ask", "tell", "stop"]
    assert all(event.name != "performed" for seat in range(state.seats) for event in state.log(seat))


def test_words_of_one_list_are_told_as_they_are_performed() -> None:
    """By `perform`, in rules that ask and in rules that do not."""
    for asks in (False, True):
        made = scenario([effect("tell", number=1), *([effect("ask")] if asks else []), effect("tell", number=2)])
        words = {
            name: word for name, word in made["ruleset"]["words"].items() if name == "tell" or (asks and name == "ask")
        }
        rules = "\n".join(part for part in (ALL_AT_ONCE, TELL, ASK if asks else "") if part)
        made["ruleset"]["words"], made["rules"] = words, [{"path": "rules/a.star", "text": rules}]
        state = load(canon.seal(made)).start(1)
        if asks:
            assert performed(state) == ["tell", "ask"]
            state.choose("2")
        assert performed(state) == ["tell", *(["ask"] if asks else []), "tell"]


TELL = '''
def tell(number: int):
    """Note a number."""
    game.told += [number]
'''
ASK = '''
def ask():
    """Somebody says how it goes on."""
    game.asked += choose(players(), "How much?", [1, 2])
'''
