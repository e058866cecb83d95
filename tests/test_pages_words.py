"""The pages say what players need: what an action sets off, how a game ends, ways out, and no number twice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import webpage
from bartizan import pages
from bartizan_compiler import build

FILES = {
    "pack.yaml": 'id: small-watch\ntitle: Small Watch\nversion: "1"\nlanguage: "1"\nplayers: 1..2\n',
    "ruleset.yaml": """
entries: {play: {rule: play}}
results:
  dawn: {says: "The sun rises.", worth: 3}
  fallen: {says: "The gate has fallen.", worth: 0}
enums:
  skies: {clear: {says: "clear"}, fog: {says: "fog, in which nobody sees"}}
options:
  calm: {type: bool, default: false, says: "It is calm."}
kinds:
  goblin:
    family: unit
    fields:
      reach: {type: table by skies of int 1..9, says: "Reach"}
      text: {type: table by skies of effects giving player, default: [], says: "Text"}
    state:
      hp: int 0..9 = 0
      planks: {type: int 0..9, default: 2, until: round, visible: owner, says: "What it carries; it drops them when hit."}
      prey: {type: optional goblin, visible: nobody, help: "whom it is after"}
  night:
    family: data
    fields:
      skies: {type: list of skies, says: "Skies"}
      waves: {type: list of wave, says: "Waves"}
shapes:
  wave:
    sky: {type: skies, says: "Sky"}
    comers: {type: table by ref goblin of int 0..9, default: 0, says: "Who comes"}
game: {gate: int 0..9 = 3}
zones: {camp: {of: goblin, per: player, says: "the camp"}}
words: {gnaw: {args: {planks: int 1..9}, rule: gnaw, says: "gnaw {planks} {planks|plank|planks}"}}
menus: {turn: {storm: {says: "Storm the gate", rule: storm}, sing: {says: "Sing", rule: sing}}}
""",
    "units/goblins.yaml": """
defaults: {from: {is: invented}}
records:
  - {id: grub, title: Grub, reach: {clear: 2, fog: 1}, text: {clear: [{gnaw: 2}], fog: [{gnaw: 1}]}}
  - {id: ogre, title: Ogre, reach: {clear: 3, fog: 3}}
  - {id: sneak, title: Sneak, reach: {clear: 1, fog: 1}}
""",
    "data/nights.yaml": """
id: long-night
title: Long Night
from: {is: invented}
skies: [clear, fog, clear]
waves:
  - {sky: clear, comers: {ogre: 2}}
  - {sky: fog, comers: {grub: 1, ogre: 1, sneak: 1}}
  - {sky: fog, comers: {}}
""",
    "examples/examples.yaml": """
- id: a-storm
  title: A storm
  from: {is: invented}
  shows: [storm]
  players: "{seats_}"
  given: {pieces: {g: {goblin: grub, zone: 1.camp}}}
  run: [watch, {gnaw: {player: 1, planks: 1}}]
  answers: [none]
  then: {zones: {1.camp: [grub]}, game: {gate: "{left}"}}
  cases: [{seats_: 1, left: 2}, {seats_: 2, left: 2}]
""",
    "rules/game.star": '''
def play():
    """Everybody acts."""
    for number in rounds(3):
        for player in turns(players()):
            watch()
            perform(record("goblin", "grub").text[skies.fog], player = player)
    end("dawn", nights = number_of_waves())


def number_of_waves() -> int:
    """How many waves come."""
    return len(record("night", "long-night").waves)


def watch():
    """An action, or none."""
    choose_action(players(), "What now?", "turn", skip = "Stay in bed")


def storm():
    """The gate is stormed."""
    batter()


def batter():
    """Planks break; somebody may mend."""
    if not options.calm:
        game.gate -= 1
    if game.gate == 0:
        end("fallen")
    mender = choose(players(), "Who mends?", players())
    announce("{mender} mends")


def sing():
    """It passes the time."""
    announce("a song is sung")


def gnaw(player: player, planks: int):
    """Planks are gnawed."""
    game.gate = max(0, game.gate - planks)
''',
}


@cache
def made(root: Path) -> dict[str, str]:
    for name, text in FILES.items():
        path = root / "small-watch" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pack, problems = build.check(root / "small-watch")
    assert problems == []
    assert pack is not None
    return pages.pages(pack)


@pytest.fixture
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return made(tmp_path_factory.getbasetemp())


def text(page: dict[str, str], name: str) -> str:
    return webpage.rendered(page[f"games/small-watch/{name}"]).text


def test_the_outline_tells_what_an_action_sets_off(page: dict[str, str]) -> None:
    """Decisions and ends inside the rules of a menu, and nothing of an action that only changes something."""
    outline = text(page, "round.md")
    storm = outline[outline.index("choose an action") :]
    assert "Who mends?" in storm
    assert "the end Fallen: The gate has fallen." in storm
    assert outline.count("Storm the gate") == 2
    assert outline.count("Sing") == 1


def test_how_it_ends_says_what_results_are_worth_and_which_rules_decide(page: dict[str, str]) -> None:
    ends = text(page, "round.md").partition("How it ends")[2]
    assert "The sun rises. worth 3 decided in Play" in ends
    assert "The gate has fallen. worth 0 decided in Batter" in ends
    assert "What a result is worth" in ends


def test_an_option_that_is_off_has_no_empty_line(page: dict[str, str]) -> None:
    assert "bz-origin" not in page["games/small-watch/options.md"]
    assert "{ ." not in text(page, "options.md")


def test_an_example_names_the_way_out_the_zone_and_what_differs_by_case(page: dict[str, str]) -> None:
    told = text(page, "examples/a-storm.md").partition("As written")[0]
    assert "Stay in bed" in told
    assert "‹seats› players" in told
    assert told.count("the camp of player 1") == 2
    assert "{" not in told
    assert "1.camp" not in told


def test_what_holds_a_comma_is_parted_otherwise(page: dict[str, str]) -> None:
    assert "clear; fog, in which nobody sees; clear" in text(page, "data/night/long-night.md")


def test_a_table_by_records_tells_its_default_once(page: dict[str, str]) -> None:
    rows = [row.text for row in webpage.rendered(page["games/small-watch/data/night/long-night.md"]).all("tr")]
    assert [row for row in rows if "Ogre 2" in row] == ["1 clear Ogre 2others 0"]
    assert any("Grub 1Ogre 1Sneak 1" in row and "others" not in row for row in rows)
    assert any("0 for each" in row for row in rows)


def test_an_overview_has_tables_by_enum_and_their_texts(page: dict[str, str]) -> None:
    heads = [
        head.text for head in webpage.rendered(page["games/small-watch/units/goblin/index.md"]).first("table").all("th")
    ]
    assert heads == ["Goblin", "Reach", "Text", "Source"]
    goblins = text(page, "units/goblin/index.md")
    assert "Gnaw 2 planks." in goblins


def test_a_page_tells_what_changes_in_play(page: dict[str, str]) -> None:
    """Of the game and of each kind: what it is called, how it starts, who sees it, and its sentence."""
    told = webpage.rendered(page["games/small-watch/state.md"])
    assert [head.text.rstrip("¶") for head in told.all("h2")] == ["The game", "Goblin"]
    assert [row.text for row in told.all("tr")] == [
        "In rules Type Starts as Seen by",
        "Gate game.gate int 0..9 3 everyone",
        "In rules Type Starts as Seen by",
        "HP goblin.hp int 0..9 0 everyone",
        "Planks goblin.planks int 0..9 2, anew each round the owner alone What it carries; it drops them when hit.",
        "Prey goblin.prey optional goblin none nobody whom it is after",
    ]
