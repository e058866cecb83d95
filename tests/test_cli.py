"""The command: its exit codes, what it says of wrong input, and that nothing a person types ends in a traceback."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bartizan import codes, story, terminal
from bartizan_engine import Event
from typed import Bartizan, Said

PACKS = Path(__file__).parent / "packs"
VERBS = [
    "check",
    "fmt",
    "new pack",
    "new mission",
    "new map",
    "explain",
    "build",
    "play",
    "campaign",
    "run",
    "replay",
    "simulate",
    "test",
    "map",
    "schema",
    "site build",
    "site serve",
]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(bartizan: Bartizan, verb: str) -> None:
    said = bartizan(*verb.split(), "--help")
    assert said.code == 0
    assert f"Example: bartizan {verb}" in said.out


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys; import bartizan.cli; "
        "print([m for m in ('networkx', 'jsonschema', 'ruamel', 'mkdocs', 'rich.console') if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


@pytest.mark.parametrize(
    "words",
    [
        ["chek"],
        ["check", "--format", "xml"],
        ["check", "nowhere"],
        ["check", "rules"],
        ["build", "nowhere"],
        ["build", "border-watch:no-night"],
        ["build", "border-watch", "--entry", "nope"],
        ["run", "rules/notes.txt"],
        ["run", "border-watch", "--seed", "x"],
        ["run", "border-watch", "--players", "9"],
        ["run", "border-watch", "--option", "weak_gate"],
        ["run", "border-watch", "--option", "weak_gate=maybe"],
        ["run", "border-watch", "--option", "strong_gate=true"],
        ["replay", "nothing.json", "border-watch"],
        ["map", "border-watch", "south-gate"],
        ["test", "border-watch", "--only", "nope"],
        ["explain", "BZ000"],
        ["site", "build", "nowhere"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_ends_with_2_and_says_why(bartizan: Bartizan, words: list[str]) -> None:
    Path("rules").mkdir()
    Path("rules/notes.txt").write_text("not a scenario", encoding="utf-8")
    said = bartizan(*words)
    assert said.code == 2
    assert "rror" in said.err
    assert "BZ901" not in said.err


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "something else"}', "[" * 100_000])
@pytest.mark.parametrize("words", [["run", "other.json"], ["replay", "other.json", "border-watch"]], ids=" ".join)
def test_a_file_that_is_no_scenario_or_record_is_told(bartizan: Bartizan, words: list[str], text: str) -> None:
    Path("other.json").write_text(text, encoding="utf-8")
    said = bartizan(*words)
    assert said.code == 1
    assert "error[BZ8" in said.out


def test_a_rule_that_goes_wrong_is_told_at_its_line(bartizan: Bartizan) -> None:
    rules = Path("border-watch/rules/game.star")
    text = rules.read_text(encoding="utf-8").replace("player.bolts += 1", "player.bolts += 100")
    rules.write_text(text, encoding="utf-8")
    said = bartizan("run", "border-watch", "--seed", "3")
    line = text.splitlines().index("            player.bolts += 100") + 1
    assert said.code == 1
    assert f"border-watch/rules/game.star:{line}:" in said.out
    assert 'in the rule "play"' in said.out


def test_a_path_that_means_no_pack_makes_the_run_incomplete(bartizan: Bartizan) -> None:
    """The others are checked, and a report for another program says that not all were."""
    for words, code, whole in ((["border-watch"], 0, True), (["border-watch", "nowhere"], 2, False)):
        said = bartizan("check", "--format", "sarif", *words)
        (run,) = json.loads(said.out)["runs"]
        assert (said.code, run["invocations"]) == (code, [{"executionSuccessful": whole}])


def test_a_clean_pack(bartizan: Bartizan) -> None:
    assert bartizan("check", "border-watch") == Said(0, "border-watch: no problems\n", "")


def test_the_pack_around_a_file_is_checked(bartizan: Bartizan) -> None:
    assert bartizan("check", "border-watch/units/goblins.yaml").out == "border-watch: no problems\n"


def test_a_folder_of_packs_is_checked_pack_by_pack(bartizan: Bartizan) -> None:
    shutil.copytree("border-watch", "more/border-watch")
    assert bartizan("check") == Said(0, "border-watch: no problems\nmore/border-watch: no problems\n", "")


def test_a_broken_pack_is_told_at_its_place(bartizan: Bartizan) -> None:
    units = Path("border-watch/units/goblins.yaml")
    units.write_text(units.read_text(encoding="utf-8").replace("hp: 4", "hp: many"), encoding="utf-8")
    said = bartizan("check", "border-watch")
    assert said.code == 1
    assert said.out.startswith("border-watch/units/goblins.yaml:7:")
    assert "^^^^" in said.out
    assert "1 error in 1 file" in said.out
    data = json.loads(bartizan("check", "border-watch", "--format", "json").out)
    assert data["totals"]["error"] == 1
    assert bartizan("check", "border-watch", "--format", "concise").out.count("\n") == 2
    assert bartizan("build", "border-watch").code == 1
    assert not Path("build").exists()


def test_building_twice_gives_the_same_bytes(bartizan: Bartizan) -> None:
    assert bartizan("build", "border-watch:first-night", "-o", "one").out == "one/first-night.scenario.json\n"
    assert bartizan("build", "border-watch", "-o", "two").code == 0
    assert Path("one/first-night.scenario.json").read_bytes() == Path("two/first-night.scenario.json").read_bytes()


def test_a_game_is_told_and_a_record_of_it_ends_the_same(bartizan: Bartizan) -> None:
    bartizan("build", "border-watch")
    scenario = "build/first-night.scenario.json"
    told = bartizan("run", scenario, "--seed", "7", "--players", "2", "--record", "game.record.json")
    assert told.code == 0
    assert "The gate" in told.out
    assert told.out.startswith(bartizan("run", "border-watch", "--seed", "7", "--players", "2").out)
    again = bartizan("replay", "game.record.json", scenario)
    assert again.code == 0
    assert "the same state as recorded" in again.out


def test_the_story_fits_its_room_and_tells_the_rounds_in_order(bartizan: Bartizan) -> None:
    lines = bartizan("run", "border-watch", "--seed", "2").out.splitlines()
    assert all(len(line) <= terminal.ROOM for line in lines)
    rounds = [int(line.removeprefix("Round ")) for line in lines if line.startswith("Round ")]
    assert rounds == list(range(1, len(rounds) + 1))
    assert lines[-1].startswith(("won: ", "lost: "))


WORDS = {
    "pack.yaml": 'id: words\ntitle: Words\nversion: "1"\nlanguage: "1"\nplayers: 2\n',
    "ruleset.yaml": """
entries: {play: {rule: play}}
results: {done: {says: "Done."}}
enums:
  skies: {clear: {says: "a clear night"}, fog: {says: "fog, in which nothing is seen"}, gale: {}}
kinds: {goblin: {family: unit}}
zones: {camp: {of: goblin}}
game:
  sky: {type: optional skies, none: "no sky yet"}
  chief: optional goblin
  first: optional player
  late: bool = false
  past: list of skies
  seen: list of goblin
""",
    "units/goblins.yaml": "- {id: grub, title: Grub, from: {is: invented}}\n",
    "rules/game.star": '''
def play():
    """All is said once."""
    for number in rounds(2):
        if number == 1:
            game.sky = skies.gale
            game.late = True
            game.first = players()[1]
            chief = create(record("goblin", "grub"), game.camp)
            game.chief = chief
            game.seen = [chief]
        else:
            game.past = [skies.fog, skies.clear]
            for _ in range(60):
                for player in players():
                    choose(player, "Which number?", [1, 2])
    end("done")
''',
}


def test_the_story_has_the_words_of_players_and_all_moves_if_wanted(bartizan: Bartizan) -> None:
    """Values of the table by what they say, also in lists; `--all` leaves nothing out."""
    for name, text in WORDS.items():
        Path("words", name).parent.mkdir(parents=True, exist_ok=True)
        Path("words", name).write_text(text, encoding="utf-8")
    short, whole = bartizan("run", "words").out, bartizan("run", "words", "--all").out
    first = "  sky no sky yet -> gale, late no -> yes, first none -> player 2, chief none -> Grub, seen none -> Grub\n"
    assert first in short
    assert "  past none -> fog, in which nothing is seen; a clear night\n" in short
    assert " more\n" in short
    assert " more\n" not in whole
    assert whole.count("player 1: ") == 60 > short.count("player 1: ")


CARRIED = WORDS | {
    "ruleset.yaml": """
entries: {play: {rule: play}}
results: {done: {says: "Done."}}
kinds: {goblin: {family: unit}, gem: {family: unit}}
zones: {camp: {of: goblin}, hoard: {of: gem}, away: {of: goblin}}
""",
    "units/gems.yaml": "- {id: ruby, kind: gem, title: Ruby, from: {is: invented}}\n",
    "units/goblins.yaml": "- {id: grub, kind: goblin, title: Grub, from: {is: invented}}\n",
    "rules/game.star": '''
def play():
    """A goblin takes a gem, goes away with it, and drops it."""
    goblin = create(record("goblin", "grub"), game.camp)
    gem = create(record("gem", "ruby"), goblin)
    other = create(record("gem", "ruby"), game.hoard)
    for number in rounds(5):
        if number == 1:
            move(other, goblin)
        elif number == 2:
            move(gem, game.hoard)
            move(gem, goblin)
        elif number == 3:
            move(goblin, game.away)
        elif number == 4:
            move(gem, game.hoard)
        else:
            remove(other)
            remove(goblin)
    end("done")
''',
}


def test_the_story_counts_what_is_carried_where_its_carrier_is(bartizan: Bartizan) -> None:
    """Who goes takes along what it carries; where nothing has changed nothing is told, and of what is gone no number."""
    for name, text in CARRIED.items():
        Path("words", name).parent.mkdir(parents=True, exist_ok=True)
        Path("words", name).write_text(text, encoding="utf-8")
    assert bartizan("run", "words").out.splitlines() == [
        "Before the first round",
        "  camp: 1 Ruby (+1), 1 Grub (+1)",
        "  hoard: 1 Ruby (+1)",
        "Round 1",
        "  camp: 2 Ruby (+1)",
        "  hoard: no Ruby (-1)",
        "Round 3",
        "  away: 2 Ruby (+2), 1 Grub (+1)",
        "  camp: no Ruby (-2), no Grub (-1)",
        "Round 4",
        "  away: 1 Ruby (-1)",
        "  hoard: 1 Ruby (+1)",
        "Round 5",
        "  away: no Ruby (-1), no Grub (-1)",
        "done: Done.",
    ]


@pytest.mark.parametrize("inside", ["", "/units/goblins.yaml"])
def test_paths_are_told_as_they_were_given(bartizan: Bartizan, tmp_path: Path, inside: str) -> None:
    """From the root, from here, or from the folder above: whoever reads a problem can open its file."""
    assert bartizan("check", f"{tmp_path}/border-watch{inside}").out == f"{tmp_path}/border-watch: no problems\n"
    path = tmp_path / "border-watch" / "rules" / "broken.star"
    path.write_text("def f(:\n", encoding="utf-8")
    for given in (str(tmp_path), "."):
        said = bartizan("check", f"{given}/border-watch{inside}", "--format", "concise")
        assert said.code == 1
        assert said.out.startswith(f"{given}/border-watch/rules/broken.star:1:".removeprefix("./"))
        assert "def f(:" in bartizan("check", f"{given}/border-watch{inside}").out


def test_a_record_that_was_changed_is_refused(bartizan: Bartizan) -> None:
    bartizan("run", "border-watch", "--record", "game.record.json")
    record = json.loads(Path("game.record.json").read_text(encoding="utf-8"))
    record["seed"] += 1
    Path("game.record.json").write_text(json.dumps(record), encoding="utf-8")
    said = bartizan("replay", "game.record.json", "border-watch")
    assert said.code == 1
    assert "BZ832" in said.out


def test_examples_hold(bartizan: Bartizan) -> None:
    said = bartizan("test", "border-watch")
    assert said.code == 0
    assert said.out.endswith("4 examples hold, 0 fail\n")


def test_an_example_that_does_not_hold_is_told(bartizan: Bartizan) -> None:
    path = Path("border-watch/examples/shooting.yaml")
    path.write_text(
        path.read_text(encoding="utf-8").replace("face: hit, left: 3", "face: hit, left: 1"), encoding="utf-8"
    )
    said = bartizan("test", "border-watch")
    assert said.code == 1
    assert "border-watch/examples/shooting.yaml:" in said.out
    assert said.out.endswith("3 examples hold, 1 fails\n")


def test_a_map_becomes_a_picture(bartizan: Bartizan) -> None:
    assert bartizan("map", "border-watch", "north-gate").out == "north-gate.svg\n"
    assert Path("north-gate.svg").read_text(encoding="utf-8").startswith("<svg")


def test_schemas_are_written(bartizan: Bartizan) -> None:
    said = bartizan("schema", "border-watch", "-o", "out")
    assert said.code == 0
    for path in said.out.split():
        assert json.loads(Path(path).read_text(encoding="utf-8"))["$schema"].endswith("2020-12/schema")


def test_codes_are_listed_and_explained(bartizan: Bartizan) -> None:
    listed = bartizan("explain")
    assert listed.out.count("\n") == len(codes.registry())
    for code in list(codes.registry())[::9]:
        assert f"[{code}]" in bartizan("explain", code.lower()).out


def test_our_own_fault_is_told_as_ours(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("what a surprise")

    monkeypatch.setattr(codes, "registry", broken)
    said = bartizan("explain")
    assert said.code == 2
    assert "BZ901" in said.err
    assert "what a surprise" in said.err
    assert "report it" in said.err


def test_a_file_that_cannot_be_written_is_told(bartizan: Bartizan) -> None:
    Path("build").write_text("in the way", encoding="utf-8")
    said = bartizan("build", "border-watch", "-o", "build")
    assert said.code == 2
    assert "BZ902" in said.err


def test_colours_only_where_wanted(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in bartizan("explain", "901").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in bartizan("explain", "901").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in bartizan("explain", "901").out


@pytest.mark.parametrize("verb", ["check", "fmt"])
def test_a_path_that_is_none_does_not_hide_the_others(bartizan: Bartizan, verb: str) -> None:
    """They are told as ever, it is refused in its words, and the exit says that something was impossible."""
    Path("empty").mkdir()
    units = Path("border-watch/units/goblins.yaml")
    units.write_text(units.read_text("utf-8").replace("hp: 4", "hp: [4"), "utf-8")
    bartizan(verb, "border-watch")
    alone = bartizan(verb, "border-watch")
    assert alone.code == 1
    for paths in (["nix", "border-watch"], ["border-watch", "empty"], ["nix", "border-watch", "empty"]):
        said = bartizan(verb, *paths)
        assert (said.code, said.out) == (2, alone.out)
        assert said.err == "".join(bartizan(verb, path).err for path in paths if path != "border-watch")
    assert bartizan(verb, "nix", "empty").err == bartizan(verb, "nix").err + bartizan(verb, "empty").err
    assert bartizan(verb, "nix", "empty").code == 2


@pytest.mark.parametrize("before", [False, True], ids=["first", "over-an-older-site"])
def test_a_pack_with_errors_outside_of_records_gets_no_site(bartizan: Bartizan, tmp_path: Path, before: bool) -> None:
    """What is wrong is told at its place, and what stood there before stands there still; nothing is half written."""
    from bartizan import site

    if before:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / site.MARK).write_bytes(b"")
        (tmp_path / "out" / "index.html").write_text("the site of yesterday")
    (tmp_path / "border-watch" / "rules" / "broken.star").write_text("def f(:\n")
    listed = sorted(path.name for path in tmp_path.iterdir())
    said = bartizan("site", "build", "border-watch", "-o", "out")
    assert said.code == 1
    assert "border-watch/rules/broken.star:1:" in said.out + said.err
    assert "error[BZ5" in said.out + said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == listed
    assert not before or [path.name for path in sorted((tmp_path / "out").iterdir())] == [site.MARK, "index.html"]


def test_why_a_site_was_not_made_is_one_readable_line(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    from bartizan import site

    monkeypatch.setattr(
        site,
        "reference",
        lambda packs, rests: site.Reference({"a.md": "# A\n\n[b](b.md)", "c.md": "# C\n\n[d](d.md)"}, []),
    )
    said = bartizan("site", "build", "border-watch", "-o", "out")
    assert said.code == 2
    assert "the site was not made: " in said.err
    assert "'b.md'" in said.err
    assert "'d.md'" in said.err
    assert "\\x0a" not in said.err


def test_one_pack_with_errors_is_told_among_others(bartizan: Bartizan, tmp_path: Path) -> None:
    shutil.copytree(PACKS / "hill-road", tmp_path / "hill-road")
    (tmp_path / "hill-road" / "rules" / "broken.star").write_text("def f(:\n")
    said = bartizan("site", "build", "border-watch", "hill-road", "-o", "out")
    assert said.code == 1
    assert "hill-road/rules/broken.star:1" in said.out + said.err
    assert not (tmp_path / "out").exists()


def test_the_story_joins_only_what_was_chosen_in_one_go() -> None:
    """A choice in the next phase is no part of the one before; what a choice leaves open answers itself."""

    def asked(prompt: str, options: list[str]) -> Event:
        return Event("offered", (("prompt", prompt), ("options", options), ("alone", len(options) < 2)))

    def took(prompt: str, label: str) -> Event:
        return Event("chosen", (("player", 1), ("prompt", prompt), ("option", label.lower()), ("label", label)))

    events = [
        *(asked("What now?", ["sell", "wait"]), took("What now?", "Sell a catapult")),
        *(asked("Which?", ["mangonel"]), took("Which?", "Mangonel")),
        Event("removed", (("piece", "catapult:mangonel#1"), ("before", "a1"))),
        *(asked("Who moves first?", ["brute", "sneak"]), took("Who moves first?", "Brute")),
        Event("moved", (("piece", "goblin:brute#2"), ("before", "a1"), ("place", "a2"))),
        *(asked("Who moves next?", ["sneak"]), took("Who moves next?", "Sneak")),
    ]
    assert story.choices(events) == ["player 1: Sell a catapult, Mangonel", "Brute"]
