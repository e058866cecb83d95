"""What `bartizan new` writes checks, compiles and plays from the first moment, and never takes the place of a file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bartizan_compiler import build, layout
from bartizan_compiler.specimens import Specimens
from typed import Bartizan

TESTS = Path(__file__).parent
CONTENT = TESTS.parent / "content"
SHIPPED = sorted(path.parent for path in CONTENT.glob("*/pack.yaml"))
WITH_MISSIONS = [TESTS / "packs" / name for name in ("hidden-hands", "hill-road")] + SHIPPED


def put(pack: Path) -> str:
    """A copy of the pack in the folder where the command is typed."""
    shutil.copytree(pack, pack.name)
    return pack.name


# ---------------------------------------------------------------- a pack


def test_a_new_pack_checks_holds_its_examples_and_plays(bartizan: Bartizan) -> None:
    written = bartizan("new", "pack", "my-game")
    assert written.code == 0
    assert {path.as_posix() for path in Path("my-game").rglob("*") if path.is_file()} <= set(written.out.splitlines())
    assert bartizan("check", "my-game", "--strict").out == "my-game: no problems\n"
    assert bartizan("test", "my-game").out.endswith("3 examples hold, 0 fail\n")
    results = {bartizan("run", "my-game", "--quiet", "--seed", str(seed)).out for seed in range(12)}
    assert {text.partition(":")[0] for text in results} == {"eaten", "saved"}
    assert bartizan("fmt", "--check", "my-game").code == 0


def test_a_new_pack_is_called_as_it_was_named(bartizan: Bartizan) -> None:
    bartizan("new", "pack", "long-night", "--in", "games")
    front = Path("games/long-night/pack.yaml").read_text(encoding="utf-8")
    assert "id: long-night\ntitle: Long Night\n" in front
    assert "starter" not in "".join(path.read_text(encoding="utf-8") for path in Path("games").rglob("*.yaml"))


def test_each_file_of_a_new_pack_names_a_schema_that_is_there_and_accepts_it(bartizan: Bartizan) -> None:
    from test_models import as_json, load

    bartizan("new", "pack", "my-game")
    papers = sorted(Path("my-game").rglob("*.yaml"))
    assert len(papers) >= 7
    for paper in papers:
        named = layout.schema_named(paper.read_text(encoding="utf-8"))
        schema = json.loads((paper.parent / named).read_text(encoding="utf-8"))
        node, _ = load.load(paper.name, paper.read_bytes())
        assert node is not None
        assert list(Draft202012Validator(schema).iter_errors(as_json(node))) == []


def test_schemas_that_are_there_are_left_as_they_are(bartizan: Bartizan) -> None:
    Path("schemas").mkdir()
    Path("schemas/pack.schema.json").write_text("{}", "utf-8")
    bartizan("new", "pack", "my-game")
    assert Path("schemas/pack.schema.json").read_text(encoding="utf-8") == "{}"
    assert Path("schemas/my-game/unit.schema.json").is_file()


# ---------------------------------------------------------------- missions and maps


@pytest.mark.parametrize("pack", WITH_MISSIONS, ids=lambda pack: pack.name)
def test_a_map_and_missions_of_any_game(bartizan: Bartizan, pack: Path) -> None:
    name = put(pack)
    for words in (
        ["map", "new-map", "--in", name],
        ["mission", "new-one", "--in", name],
        ["mission", "on-new-map", "--in", name, "--map", "new-map"],
    ):
        written = bartizan("new", *words)
        assert (written.code, written.out.splitlines()[0]) == (0, f"{name}/{words[0]}s/{words[1]}.yaml")
    assert bartizan("check", name, "--strict").code == 0
    made, _ = build.check(Path(name))
    assert made is not None
    seats = sorted(set(made.info["players"]))
    for mission in ("new-one", "on-new-map"):
        for players in seats:
            assert bartizan("run", f"{name}:{mission}", "--quiet", "--players", str(players)).code == 0
    assert "map: new-map" in Path(name, "missions", "on-new-map.yaml").read_text(encoding="utf-8")
    assert (
        bartizan("fmt", "--check", *(f"{name}/{path}" for path in ("maps/new-map.yaml", "missions/new-one.yaml"))).code
        == 0
    )


@pytest.mark.parametrize("name", ["border-watch", "hidden-hands", "hill-road", "my-game"])
def test_from_declarations_alone(bartizan: Bartizan, name: str) -> None:
    """A pack without a mission and a map has nothing to follow but its ruleset."""
    if name == "my-game":
        bartizan("new", "pack", name)
    elif name != "border-watch":
        put(TESTS / "packs" / name)
    for folder in ("missions", "maps", "examples"):
        shutil.rmtree(Path(name, folder), ignore_errors=True)
    assert bartizan("new", "map", "first-map", "--in", name).code == 0
    assert bartizan("new", "mission", "first-one", "--in", name).code == 0
    assert bartizan("check", name, "--strict").code == 0
    assert bartizan("run", name, "--quiet").code == 0


def test_a_mission_shows_what_each_field_is(bartizan: Bartizan) -> None:
    bartizan("new", "pack", "my-game")
    bartizan("new", "mission", "second", "--in", "my-game")
    lines = Path("my-game/missions/second.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[lines.index("lettuces: 2") - 1] == "# Lettuces at the start (int 1..99)"
    bartizan("new", "mission", "by-fog", "--in", "border-watch")
    text = Path("border-watch/missions/by-fog.yaml").read_text(encoding="utf-8")
    assert "# What follows may be left out.\n\n# sky: skies; without it, clear\n# sky: clear\n" in text
    assert "from: {is: invented, note: Begun as a copy of first-night.}" in text


def test_numbers_that_run_through_the_missions_run_on(bartizan: Bartizan) -> None:
    """Where missions are numbered, the new one has the next number; where nothing runs, nothing is changed."""
    name = put(CONTENT / "defense-grid")
    there = len(list(Path(name, "missions").iterdir()))
    for mission, number in (("one-more", there + 1), ("and-another", there + 2)):
        assert bartizan("new", "mission", mission, "--in", name).code == 0
        assert f"\nnumber: {number}\n" in Path(name, "missions", f"{mission}.yaml").read_text(encoding="utf-8")


def test_cells_of_a_mission_are_those_of_its_map(bartizan: Bartizan) -> None:
    """Where the model names a cell, the copy names the cell of the new map that is the same."""
    name = put(TESTS / "packs" / "hill-road")
    made, _ = build.check(Path(name))
    assert made is not None
    called = {cell: f"other-{cell}" for cell in ("a1", "c2")}
    moved = Specimens(made, lambda cell: called.get(cell, cell))
    from bartizan_engine.types import parse_words

    assert moved.value(parse_words("list of cell"), ["a1", "b1", "c2"]) == ["other-a1", "b1", "other-c2"]


def test_examples_that_do_not_say_their_mission_are_told(bartizan: Bartizan) -> None:
    """With a second mission they have to; the mission is written, and the next can be as well."""
    for mission in ("second-night", "third-night"):
        said = bartizan("new", "mission", mission, "--in", "border-watch")
        assert Path(f"border-watch/missions/{mission}.yaml").is_file()
    assert said.code == 0
    examples = Path("border-watch/examples/shooting.yaml")
    assert "BZ604" in bartizan("check", "border-watch").out
    text = examples.read_text(encoding="utf-8")
    examples.write_text(re.sub(r"^  from:", "  mission: first-night\n  from:", text, flags=re.MULTILINE), "utf-8")
    assert bartizan("check", "border-watch").code == 0


def test_a_mission_that_a_game_s_own_checks_refuse_is_not_written(bartizan: Bartizan) -> None:
    """Nobody can know what a pack's own rules want of a mission, if it has none to follow; then it is said."""
    bartizan("new", "pack", "my-game")
    Path("my-game/missions/first-morning.yaml").unlink()
    shutil.rmtree("my-game/examples")
    with Path("my-game/ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("checks:\n  morning: [check_lettuces]\n")
    Path("my-game/rules/checks.star").write_text(
        '"""Checks."""\n\n\ndef check_lettuces(checked: ref[morning]):\n    """There is much lettuce."""\n'
        '    if checked.lettuces < 50:\n        problem(checked, "lettuces", text("too little lettuce"))\n',
        "utf-8",
    )
    said = bartizan("new", "mission", "second", "--in", "my-game")
    assert said.code == 1
    assert "too little lettuce" in said.out
    assert "nothing is written" in said.out
    assert not list(Path("my-game/missions").iterdir())


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["pack", "MyGame"], 'did you mean "my-game"?'),
        (["pack", "my game"], 'did you mean "my-game"?'),
        (["pack", "2-nights"], 'did you mean "nights"?'),
        (["pack", "no"], 'did you mean "no-pack"?'),
        (["pack", "none"], 'did you mean "none-pack"?'),
        (["mission", "none", "--in", "border-watch"], 'did you mean "none-mission"?'),
        (["map", "none", "--in", "border-watch"], 'did you mean "none-map"?'),
        (["pack", "con"], 'did you mean "con-pack"?'),
        (["pack", "Lpt1"], 'did you mean "lpt1-pack"?'),
        (["mission", "con", "--in", "border-watch"], 'did you mean "con-mission"?'),
        (["map", "nul", "--in", "border-watch"], 'did you mean "nul-map"?'),
        (["pack", "games/my-game"], "bartizan new pack my-game --in games"),
        (["pack", "!"], "an id begins with a letter"),
        (["pack", "border-watch"], "choose another name"),
        (["mission", "Second Night", "--in", "border-watch"], 'did you mean "second-night"?'),
        (["mission", "first-night", "--in", "border-watch"], "choose another name"),
        (["mission", "x", "--in", "border-watch", "--map", "noth-gate"], 'did you mean "north-gate"?'),
        (["mission", "x", "--in", "border-watch", "--kind", "nigth"], 'did you mean "night"?'),
        (["mission", "x", "--in", "border-wach"], 'did you mean "border-watch"?'),
        (["mission", "x"], "--in PACK"),
        (["map", "north-gate", "--in", "border-watch"], "choose another name"),
        (["map", "a_b", "--in", "border-watch"], 'did you mean "a-b"?'),
    ],
    ids=lambda item: " ".join(item) if isinstance(item, list) else "",
)
def test_what_cannot_be_made_is_refused_with_the_way_on(bartizan: Bartizan, words: list[str], hint: str) -> None:
    before = sorted(Path().rglob("*"))
    said = bartizan("new", *words)
    assert said.code == 2
    assert hint in said.err
    assert sorted(Path().rglob("*")) == before


def test_no_file_is_overwritten(bartizan: Bartizan) -> None:
    """Neither a record of that name nor a file that only has it."""
    other = Path("border-watch/missions/second-night.yaml")
    other.write_text("# mine\n" + Path("border-watch/missions/first-night.yaml").read_text(encoding="utf-8"), "utf-8")
    Path("border-watch/missions/first-night.yaml").unlink()
    before = other.read_bytes()
    assert bartizan("new", "mission", "second-night", "--in", "border-watch").code == 2
    assert other.read_bytes() == before


def test_a_game_without_missions_or_a_board_says_so(bartizan: Bartizan) -> None:
    name = put(TESTS / "packs" / "smugglers")
    assert "the game has no missions" in bartizan("new", "mission", "x", "--in", name).err
    assert "the game has no board" in bartizan("new", "map", "x", "--in", name).err


def test_a_pack_with_errors_is_mended_first(bartizan: Bartizan) -> None:
    with Path("border-watch/units/goblins.yaml").open("a", encoding="utf-8") as file:
        file.write("- {id: x, hp: many}\n")
    said = bartizan("new", "mission", "x", "--in", "border-watch")
    assert said.code == 1
    assert "first mend what is there" in said.out


def test_inside_a_pack_it_need_not_be_named(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("border-watch/maps")
    assert bartizan("new", "map", "south-gate").code == 0
    assert Path("south-gate.yaml").is_file()


def test_who_stops_reading_has_a_whole_pack(tmp_path: Path) -> None:
    """All is written before anything is said."""
    words = [sys.executable, "-m", "bartizan", "new", "pack", "my-game"]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as made:
        assert made.stdout is not None
        made.stdout.close()
    assert (tmp_path / "my-game" / "pack.yaml").is_file()
    assert (tmp_path / "my-game" / "units" / "snails.yaml").is_file()
    assert list((tmp_path / "schemas").rglob("*.schema.json"))
