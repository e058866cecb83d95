"""What is asked of a game and cannot be: entries, missing files, options, records; and the rules that ran at a fault."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from typed import Bartizan

GAME = Path(__file__).parent / "packs" / "border-watch"
SCENARIO = "build/first-night.scenario.json"
SHOOT = "            player.bolts += 1\n"


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new, 1), encoding="utf-8")


def second_entry() -> None:
    """`drill` is played without a mission."""
    change("border-watch/ruleset.yaml", "results:\n", '  drill: {rule: drill, says: "A drill."}\nresults:\n')
    rules = Path("border-watch/rules/game.star")
    text = rules.read_text(encoding="utf-8") + '\ndef drill():\n    """A drill is soon over."""\n    end("won")\n'
    rules.write_text(text, encoding="utf-8")


# ---------------------------------------------------------------- entries


def test_a_compiled_scenario_holds_one_entry(bartizan: Bartizan) -> None:
    second_entry()
    assert bartizan("build", "border-watch", "--entry", "play").code == 0
    assert bartizan("run", SCENARIO, "--entry", "play", "--quiet").code == 0
    assert bartizan("run", "border-watch", "--quiet", "--record", "play.json").code == 0
    for words in (["run", SCENARIO], ["replay", "play.json", SCENARIO]):
        said = bartizan(*words, "--entry", "drill")
        assert (said.code, said.out) == (2, "")
        assert 'holds the entry "play" alone, not "drill"' in said.err


def test_a_record_of_another_entry_is_refused(bartizan: Bartizan) -> None:
    second_entry()
    assert bartizan("run", "border-watch", "--entry", "drill", "--quiet", "--record", "drill.json").code == 0
    said = bartizan("replay", "drill.json", "border-watch")
    assert said.code == 1
    assert 'drill.json:1:1: error[BZ831]: the record is of the entry "drill", and the scenario holds "play"' in said.out
    assert bartizan("replay", "drill.json", "border-watch", "--entry", "drill").code == 0
    record = json.loads(Path("drill.json").read_text(encoding="utf-8"))
    Path("drill.json").write_text(json.dumps({**record, "entry": "play"}), encoding="utf-8")
    assert "drill.json:1:1: error[BZ831]" in bartizan("replay", "drill.json", "border-watch", "--entry", "drill").out


def test_what_needs_no_mission_is_named_after_its_pack(bartizan: Bartizan) -> None:
    """So packs do not overwrite each other in one folder; nor do the entries of a pack."""
    second_entry()
    assert bartizan("build", "border-watch", "--entry", "drill").out == "build/border-watch-drill.scenario.json\n"
    assert bartizan("build", "border-watch").out == f"{SCENARIO}\n"
    change("border-watch/ruleset.yaml", "entries:\n", "entries:\n  short: {rule: drill}\n")
    shutil.rmtree("border-watch/examples")  # they stand on a mission's map
    assert bartizan("build", "border-watch").out == "build/border-watch.scenario.json\n"


def test_a_mission_where_none_is_wanted_is_refused(bartizan: Bartizan) -> None:
    second_entry()
    said = bartizan("run", "border-watch:first-night", "--entry", "drill")
    assert (said.code, said.out) == (2, "")
    assert 'the entry "drill" is played without a mission' in said.err
    bartizan("build", "border-watch")
    said = bartizan("run", f"{SCENARIO}:first-night")
    assert said.code == 2
    assert "is compiled already" in said.err


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    "words",
    [
        ["check", "no.json"],
        ["build", "no.json"],
        ["run", "no.json"],
        ["replay", "no.json", "border-watch"],
        ["replay", "there.json", "no.json"],
        ["test", "no.json"],
        ["map", "no.json", "north-gate"],
        ["schema", "no.json"],
        ["site", "build", "no.json"],
    ],
    ids=" ".join,
)
def test_a_file_that_is_not_there_is_told_alike_by_every_verb(bartizan: Bartizan, words: list[str]) -> None:
    bartizan("run", "border-watch", "--quiet", "--record", "there.json")
    said = bartizan(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err == f'bartizan {words[0]}: error: there is no file "no.json"\n'


@pytest.mark.parametrize("words", [["test"], ["map"], ["schema"]], ids=str)
def test_a_scenario_is_no_pack(bartizan: Bartizan, words: list[str]) -> None:
    bartizan("build", "border-watch")
    more = ["north-gate"] if words == ["map"] else []
    said = bartizan(*words, SCENARIO, *more)
    assert said.code == 2
    assert f'"{SCENARIO}" is no pack' in said.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"whole":"', '"whole":"0', "error[BZ821]"),
        ('"entry":"play"', '"entry":1', "error[BZ821]"),
        ('"seats":[1,2],', "", "error[BZ82"),
        ("{", "[", "error[BZ820]: this is no scenario that can be read: it makes no sense at line 1"),
    ],
)
def test_what_is_wrong_with_a_scenario_names_the_file(bartizan: Bartizan, old: str, new: str, said: str) -> None:
    bartizan("build", "border-watch")
    change(SCENARIO, old, new)
    found = bartizan("run", SCENARIO)
    assert found.code == 1
    assert found.out.startswith(f"{SCENARIO}:1:1: {said}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"seed":1,', "", 'error[BZ830]: this is no record that can be read: it lacks "seed"'),
        ('"seed":1,', '"seed":1,"goblin":2,', 'error[BZ830]: this is no record that can be read: "goblin" is no part'),
        ('"version":1', '"version":9', "error[BZ830]: this is no record that can be read: it is of another version"),
        ('"final":"', '"final":"0', "error[BZ832]: the record ends in another state"),
        ('"play":"', '"play":"0', "error[BZ831]: the record belongs to another scenario"),
        ('"answers":[', '"answers":[["goblin:none",1],', "error[BZ832]: the record cannot be played: at answer 1, "),
        ('"seats":1', '"seats":9', "error[BZ832]: the record cannot be played: at the start of the game, 9 cannot"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_wrong_with_a_record_names_the_file(bartizan: Bartizan, old: str, new: str, said: str) -> None:
    bartizan("run", "border-watch", "--quiet", "--record", "game.record.json")
    change("game.record.json", old, new)
    found = bartizan("replay", "game.record.json", "border-watch")
    assert found.code == 1
    assert found.out.startswith(f"game.record.json:1:1: {said}")


# ---------------------------------------------------------------- faults


def stack(said: str, folder: str) -> list[str]:
    """The rules that a report names, with file and line."""
    return [line.partition("= note: ")[2].removeprefix(folder) for line in said.splitlines() if 'in the rule "' in line]


def test_a_fault_shows_the_rules_that_ran_in_every_verb(bartizan: Bartizan) -> None:
    bartizan("run", "border-watch", "--seed", "3", "--quiet", "--record", "game.json")
    change("border-watch/rules/game.star", SHOOT, SHOOT.replace("1", "100"))
    rules = Path("border-watch/rules/game.star").read_text(encoding="utf-8").splitlines()
    at, called = rules.index(SHOOT.strip("\n").replace("1", "100")) + 1, rules.index("        shoot()") + 1
    wanted = [f'rules/game.star:{at}:13: in the rule "shoot"', f'rules/game.star:{called}:9: in the rule "play"']
    run = bartizan("run", "border-watch", "--seed", "3")
    assert run.code == 1
    assert stack(run.out, "border-watch/") == wanted
    assert bartizan("build", "border-watch").code == 0
    assert stack(bartizan("run", SCENARIO, "--seed", "3").out, "") == wanted
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    play = json.loads(Path(SCENARIO).read_text(encoding="utf-8"))["hash"]["play"]
    Path("game.json").write_text(json.dumps({**record, "play": play}), encoding="utf-8")
    replayed = bartizan("replay", "game.json", "border-watch")
    assert replayed.code == 1
    assert replayed.out.startswith("game.json:1:1: error[BZ832]: the record cannot be played: at answer ")
    assert stack(replayed.out, "border-watch/") == wanted


def test_an_example_that_stops_shows_the_rules_that_ran(bartizan: Bartizan) -> None:
    change("border-watch/rules/game.star", "    target.hp = max(0, target.hp - hits)", "    target.hp = target.hp // 0")
    said = bartizan("test", "border-watch")
    assert said.code == 1
    assert "rules/game.star:" in said.out
    assert 'in the rule "hit"' in said.out
    assert [line for line in stack(said.out, "border-watch/") if line.endswith('in the rule "shoot"')]


def test_a_game_without_an_end_has_a_place(bartizan: Bartizan) -> None:
    second_entry()
    text = Path("border-watch/rules/game.star").read_text(encoding="utf-8")
    change(
        "border-watch/rules/game.star",
        text[text.rindex('    """A drill') :],
        '    """A drill never ends."""\n    game.gate = 1\n',
    )
    said = bartizan("run", "border-watch", "--entry", "drill")
    line = text.splitlines().index("def drill():") + 1
    assert said.code == 1
    assert f"border-watch/rules/game.star:{line}:1: error[BZ810]" in said.out


# ---------------------------------------------------------------- what `run` is told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "9"], "9 cannot play this; 1 to 2 can"),
        (["--players", "two"], '"two" is not a whole number from 0 up'),
        (["--players", "-1"], '"-1" is not a whole number from 0 up'),
        (["--bots", "wizard"], "the bots are: random, greedy, mcts"),
        (["--bots", "gredy"], 'did you mean "greedy"?'),
        (["--bots", "random:9"], "write it as random"),
        (["--bots", "mcts:0"], "no number from 1 to 1000000"),
        (["--seed", "x"], '"x" is not a whole number from 0 up'),
        (["--seed", "-1"], '"-1" is not a whole number from 0 up'),
        (["--seed", "18446744073709551616"], "a seed is a whole number of 64 bits"),
        (
            ["--option", "gate"],
            "the options are sky: one of clear, fog; stones: a whole number from 1 to 3; weak_gate: true or false",
        ),
        (["--option", "weak_gat=true"], 'did you mean "weak_gate"?'),
        (["--option", "weak_gate"], "write it as weak_gate=VALUE, where VALUE is true or false"),
        (["--option", "weak_gate=True"], 'the option "weak_gate" cannot be "True": it is true or false'),
        (["--option", "stones=4"], 'the option "stones" cannot be "4": it is a whole number from 1 to 3'),
        (["--option", "stones=١"], "it is a whole number from 1 to 3"),
        (["--option", "stones=" + "9" * 5000], "it is a whole number from 1 to 3"),
        (["--option", "sky=snow"], 'the option "sky" cannot be "snow": it is one of clear, fog'),
        (["--option", "sky=foggy"], 'did you mean "fog"?'),
        (["--option", "stones=1", "--option", "stones=2"], 'the option "stones" is set twice'),
        (["--entry", "siege"], "there is: play"),
        (["--record", "border-watch"], "it is a folder"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_value_that_cannot_be_is_told_with_what_can(bartizan: Bartizan, words: list[str], said: str) -> None:
    more = "  stones: {type: int 1..3, default: 2}\n  sky: {type: skies, default: clear}\n"
    change("border-watch/ruleset.yaml", "board:\n", more + "board:\n")
    found = bartizan("run", "border-watch", *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
