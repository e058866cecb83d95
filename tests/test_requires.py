"""Packs that require others: which are found, what one game is made of, and whose rules and problems are whose."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import bad_packs
from bartizan import cli, pages, site
from bartizan_compiler import build, examples, models, requires
from bartizan_compiler.pack import Shelf
from bartizan_engine import Fault, Game, NotVerified, bots, canon, load, record
from bartizan_engine.problem import Problem

PACKS = bad_packs.PACKS
MOON, WATCH = PACKS / "moon-raids", PACKS / "border-watch"
ROOT = Path(__file__).resolve().parent.parent


def scenario(mission: str | None = None, root: Path = MOON) -> dict[str, Any]:
    made, problems = build.build(root, mission)
    assert made is not None, problems
    return made


def front(root: Path, id: str, needs: dict[str, str], version: str = "1.0", **files: str) -> Path:
    """A pack with nothing but its front page and some files."""
    told = ", ".join(f'{name}: "{range}"' for name, range in needs.items())
    texts = {
        "pack.yaml": f'id: {id}\ntitle: {id}\nversion: "{version}"\nlanguage: "1"\nplayers: 1..2\n'
        f"licence: MIT\nauthors: [us]\nrequires: {{{told}}}\n"
    }
    for path, text in {**texts, **files}.items():
        (root / id / path).parent.mkdir(parents=True, exist_ok=True)
        (root / id / path).write_text(text, encoding="utf-8")
    return root / id


def severe(root: Path, *shelves: Path) -> list[Problem]:
    found = build.check(root, [Shelf(folder, f"in {folder.name}") for folder in shelves])[1]
    return [problem for problem in found if build.severe(problem)]


def codes(problems: Sequence[Problem]) -> list[str]:
    return [problem.code for problem in problems]


# ---------------------------------------------------------------- which packs


@pytest.fixture
def apart(tmp_path: Path) -> tuple[Path, Path]:
    """The pack that requires another, alone in a folder, and a folder with the other."""
    return (
        Path(shutil.copytree(MOON, tmp_path / "mine/moon-raids")),
        Path(shutil.copytree(WATCH, tmp_path / "theirs/border-watch")).parent,
    )


def test_a_shelf_is_searched_behind_the_place_beside(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    assert codes(severe(moon)) == ["BZ709"]
    assert severe(moon, theirs) == []


def test_a_shelf_may_be_the_pack_itself(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    assert severe(moon, theirs / "border-watch") == []


def test_what_is_not_found_says_where_it_was_looked_for(apart: tuple[Path, Path], tmp_path: Path) -> None:
    moon, _ = apart
    (problem,) = severe(moon, tmp_path)
    assert problem.hint == f"it was looked for beside this pack and in {tmp_path.name}"


def test_a_pack_that_is_called_otherwise_than_its_folder_is_named(apart: tuple[Path, Path]) -> None:
    """It is found under neither name: by its folder it has another id, by its id another folder."""
    moon, theirs = apart
    front(theirs, "old-watch", {}).rename(theirs / "border-watch-2")
    shutil.rmtree(theirs / "border-watch")
    front(theirs, "border-watch", {}).rename(theirs / "watch")
    (problem,) = severe(moon, theirs)
    assert problem.code == "BZ709"
    assert problem.hint.startswith(
        'the pack with this id stands in the folder "watch": rename the folder to "border-watch"; it was looked for'
    )
    front(moon.parent, "old-watch", {}).rename(moon.parent / "border-watch")
    (problem,) = severe(moon)
    assert problem.hint.startswith('the pack in the folder "border-watch" has the id "old-watch": both are to be one')


def test_a_pack_alone_says_that_its_folder_has_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = front(tmp_path, "old-watch", {})
    (tmp_path / "link").symlink_to(root)
    for same in (root, tmp_path / "link"):
        assert "BZ720" not in codes(build.check(same)[1])
    monkeypatch.chdir(root)
    for here in (Path(), Path(".."), Path("../old-watch")):
        assert "BZ720" not in codes(build.check(here)[1])
    for name, hint in (
        ("watch", 'rename the folder to "old-watch", or write id: watch'),
        ("W 2", 'rename the folder to "old-watch"'),
    ):
        root = root.rename(tmp_path / name)
        (problem,) = (one for one in build.check(root)[1] if one.code == "BZ720")
        assert (problem.hint, build.severe(problem)) == (hint, False)
        assert f'the pack is "old-watch", and its folder "{name}"' in problem.message


def test_two_that_match_are_told_with_both_places(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    shutil.copytree(theirs / "border-watch", moon.parent / "border-watch")
    (problem,) = severe(moon, theirs)
    assert problem.code == "BZ711"
    assert [spot.path for spot, _ in problem.notes] == [
        "../border-watch/pack.yaml",
        "../../theirs/border-watch/pack.yaml",
    ]


def test_one_place_named_twice_is_one_place(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    assert severe(moon, theirs, theirs, theirs / "border-watch", theirs.parent / "mine/../theirs") == []


def test_of_two_versions_the_one_that_fits_is_taken(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    shutil.copytree(theirs / "border-watch", moon.parent / "border-watch")
    text = (theirs / "border-watch/pack.yaml").read_text()
    (theirs / "border-watch/pack.yaml").write_text(text.replace("0.1.0", "1.0.0"))
    assert severe(moon, theirs) == []


@pytest.mark.parametrize("range", [">=0.1", "==0.1.0", "~=0.1", "!=0.2", ">0.0.9,<=0.1", "==0.*"])
def test_ranges_are_those_of_python(tmp_path: Path, range: str) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    assert severe(front(tmp_path, "more", {"border-watch": range})) == []


def test_a_chain_of_packs_has_a_bound(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    front(tmp_path, "p0", {"border-watch": ">=0"})
    for number in range(1, 10):
        front(tmp_path, f"p{number}", {f"p{number - 1}": ">=1"})
    assert severe(tmp_path / "p7") == []
    assert codes(severe(tmp_path / "p8")) == ["BZ715"]


def test_the_packs_of_a_game_are_counted(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    for number in range(32):
        front(tmp_path, f"p{number}", {"border-watch": ">=0"})
    few = front(tmp_path, "few", {f"p{number}": ">=1" for number in range(30)})
    many = front(tmp_path, "many", {f"p{number}": ">=1" for number in range(31)})
    assert severe(few) == []
    assert codes(severe(many)) == ["BZ715"]


def test_a_circle_is_told_with_its_chain(tmp_path: Path) -> None:
    for id, other in (("a", "b"), ("b", "c"), ("c", "a")):
        front(tmp_path, id, {other: ">=1"})
    (problem,) = severe(tmp_path / "a")
    assert (problem.code, problem.message) == ("BZ714", "packs require each other: a → b → c → a")
    assert problem.spot.path == "pack.yaml"
    assert [(spot.path, text) for spot, text in problem.notes] == [
        ("../b/pack.yaml", '"c" is required here'),
        ("../c/pack.yaml", '"a" is required here'),
    ]


def test_a_circle_is_told_once_for_all_its_packs(tmp_path: Path) -> None:
    """One through other packs of the same names is another one."""
    for folder, circle in (("one", "aba"), ("two", "aba"), ("three", "cdec")):
        (tmp_path / folder).mkdir()
        for id, other in pairwise(circle):
            front(tmp_path / folder, id, {other: ">=1"})

    def told(*words: str) -> list[str]:
        paths = [str(tmp_path / word) for word in words]
        found = CliRunner().invoke(cli.app, ["check", "--format", "concise", *paths]).output
        return [line.partition("each other: ")[2] for line in found.splitlines() if "BZ714" in line]

    assert [told("one/a"), told("one/b")] == [["a → b → a"], ["b → a → b"]]
    assert told("one/a", "one/b") == ["a → b → a"]
    assert told("three/d", "three/e", "three/c") == ["d → e → c → d"]
    assert sorted(told("")) == ["a → b → a", "a → b → a", "c → d → e → c"]


def test_a_circle_among_others_is_their_error(tmp_path: Path) -> None:
    front(tmp_path, "mine", {"b": ">=1"})
    for id, other in (("b", "c"), ("c", "b")):
        front(tmp_path, id, {other: ">=1"})
    assert codes(severe(tmp_path / "mine")) == ["BZ718"]


def test_one_pack_required_in_two_ways_is_one(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    front(tmp_path, "left", {"border-watch": ">=0"})
    front(tmp_path, "right", {"border-watch": "<1"})
    made = scenario("first-night", front(tmp_path, "mine", {"left": ">=1", "right": ">=1"}))
    assert [one["id"] for one in made["packs"]] == ["border-watch", "left", "right"]
    assert load(made).start(seed=1).decision is not None


def test_reading_follows_no_link(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    (moon.parent / "border-watch").symlink_to(theirs / "border-watch")
    assert codes(severe(moon)) == ["BZ709"]


# ---------------------------------------------------------------- whose problems


def test_warnings_of_a_required_pack_are_its_own_affair(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    (theirs / "border-watch/units/idle.yaml").write_text(
        "{id: idler, kind: goblin, title: Idler, from: {is: invented}, hp: 2}"
    )
    assert [p.code for p in build.check(theirs / "border-watch")[1]] == ["BZ308"]
    assert build.check(moon, [Shelf(theirs, "there")])[1] == []


def test_two_packs_that_define_one_id_are_told_to_who_brings_them_together(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    wolf = "{id: wolf, kind: goblin, title: Wolf, from: {is: invented}, hp: 2}"
    for id in ("left", "right"):
        front(tmp_path, id, {"border-watch": ">=0"}, **{"units/wolf.yaml": wolf})
    mine = front(tmp_path, "mine", {"left": ">=1", "right": ">=1"})
    (problem,) = severe(mine)
    assert (problem.code, problem.spot.path) == ("BZ301", "pack.yaml")
    assert {spot.path for spot, _ in problem.notes} == {"../left/units/wolf.yaml", "../right/units/wolf.yaml"}


def test_two_packs_cannot_replace_one_record_but_a_chain_can(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    for id, hp in (("left", 5), ("right", 6)):
        brute = f"{{id: brute, kind: goblin, replaces: brute, title: Brute, from: {{is: invented}}, hp: {hp}}}"
        front(tmp_path, id, {"border-watch": ">=0"}, **{"units/brute.yaml": brute})
    assert codes(severe(front(tmp_path, "mine", {"left": ">=1", "right": ">=1"}))) == ["BZ717"]
    front(tmp_path, "right", {"border-watch": ">=0", "left": ">=1"})
    made = scenario("first-night", tmp_path / "mine")
    assert [goblin["hp"] for goblin in made["records"]["goblin"] if goblin["id"] == "brute"] == [6]


# ---------------------------------------------------------------- one game


def test_a_pack_without_requirements_says_nothing_of_packs() -> None:
    made = scenario(root=WATCH)
    assert "packs" not in made
    assert set(made["pack"]) == {"id", "title", "version"}


def test_a_replacement_stands_where_the_other_stood() -> None:
    goblins = scenario()["records"]["goblin"]
    assert [(goblin["id"], goblin["title"]) for goblin in goblins] == [
        ("sneak", "Moonlit sneak"),
        ("brute", "Brute"),
        ("wolf-rider", "Wolf rider"),
    ]


def test_building_twice_gives_the_same_bytes_wherever_the_packs_lie(apart: tuple[Path, Path]) -> None:
    moon, theirs = apart
    made, _ = build.build(moon, shelves=[Shelf(theirs, "there")])
    assert canon.dumps(made) == canon.dumps(scenario())


def test_missions_of_both_packs_are_played() -> None:
    assert scenario()["mission"] == "night:moonrise"
    assert scenario("first-night")["mission"] == "night:first-night"


def test_rules_of_one_name_stay_apart() -> None:
    """Both packs have a rule `stoops`; each word carries out that of its pack."""
    rules = load(scenario()).rules.checked.rules
    assert {"stoops", "border-watch:stoops", "border-watch:play"} <= set(rules)
    assert rules["stoops"].calls == {"brightness", "border-watch:stoops"}
    assert rules["runs_back"].calls == {"border-watch:first_wood"}


def test_a_game_of_two_packs_is_saved_recorded_and_played_again() -> None:
    game = load(json.loads(canon.dumps(scenario())))
    state = bots.play(game.start(seed=5, players=2), bots.named("random", 5))
    assert state.over
    assert record.replay(game, record.record(state)).hash() == state.hash()
    state = game.start(seed=5, players=2)
    while not state.over:
        state = game.restore(state.save())
        state.choose(state.decision.open[0])


def test_the_play_hash_covers_the_other_pack() -> None:
    before = scenario()
    for change in ("version", "rules"):
        after = json.loads(canon.dumps(before))
        if change == "version":
            after["packs"][0]["version"] = "0.1.1"
        else:
            after["rules"][0]["text"] += "\n# more\n"
        assert canon.seal(after)["hash"]["play"] != before["hash"]["play"]
    titled = json.loads(canon.dumps(before))
    titled["packs"][0]["title"] = "Another"
    assert canon.seal(titled)["hash"]["play"] == before["hash"]["play"]


@pytest.mark.parametrize("spoil", ["no packs", "not required", "own rules", "twice", "text"])
def test_a_scenario_with_packs_that_do_not_fit_is_refused(spoil: str) -> None:
    made = json.loads(canon.dumps(scenario()))
    if spoil == "no packs":
        del made["packs"]
    elif spoil == "not required":
        made["pack"]["requires"] = []
    elif spoil == "own rules":
        made["rules"][0]["path"] = "@moon-raids/rules/catapults.star"
    elif spoil == "twice":
        made["packs"] *= 2
    else:
        made["packs"][0]["requires"] = [3]
    with pytest.raises(NotVerified):
        load(canon.seal(made))


def test_a_fault_names_the_files_of_both_packs(tmp_path: Path) -> None:
    shutil.copytree(WATCH, tmp_path / "border-watch")
    moon = Path(shutil.copytree(MOON, tmp_path / "moon-raids"))
    text = (moon / "rules/moon.star").read_text()
    (moon / "rules/moon.star").write_text(
        text.replace("    move(goblin, first_wood())", '    fail("the wolf is lost")')
    )
    game = load(scenario(root=moon))
    with pytest.raises(Fault) as caught:
        play_many(game)
    calls = [(call.rule, call.path) for call in caught.value.stack]
    assert calls[0] == ("border-watch:play", "@border-watch/rules/game.star")
    assert calls[-2:] == [("border-watch:hit", "@border-watch/rules/game.star"), ("runs_back", "rules/moon.star")]
    lines = text.splitlines()
    assert lines[caught.value.stack[-1].line - 1] == "    move(goblin, first_wood())"


def play_many(game: Game) -> None:
    for seed in range(20):
        bots.play(game.start(seed=seed, players=2), bots.named("random", seed))


def test_the_engine_alone_plays_it(tmp_path: Path) -> None:
    """With the standard library, in a process that sees nothing else of ours."""
    path = tmp_path / "moonrise.scenario.json"
    path.write_text(canon.dumps(scenario()), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _ALONE, str(ROOT / "engine"), str(path)],
        input="\n" * 400, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] in ("won", "lost")


_ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from bartizan_engine import bots, load
print(bots.play(load(sys.argv[2]).start(seed=2), bots.named("random", 2)).result.name)
"""


# ---------------------------------------------------------------- what people type and read


def run(*words: str, **environment: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli.app, [*words], env=environment)
    return done.exit_code, done.output


def test_every_verb_finds_packs_by_its_option(apart: tuple[Path, Path], tmp_path: Path) -> None:
    moon, theirs = apart
    out = tmp_path / "out"
    kept = str(out / "night.record.json")
    for words in (
        ["check", str(moon)],
        ["build", str(moon), "-o", str(out)],
        ["run", str(moon), "--quiet", "--record", kept],
        ["replay", kept, str(moon), "--quiet"],
        ["test", str(moon)],
        ["map", str(moon), "north-gate", "-o", str(out / "north-gate.svg")],
        ["schema", str(moon), "-o", str(out / "schemas")],
    ):
        code, said = run(*words, "--packs", str(theirs))
        assert code == 0, said
    assert (out / "schemas/moon-raids/data.schema.json").is_file()


def test_the_environment_names_folders_too(apart: tuple[Path, Path], tmp_path: Path) -> None:
    moon, theirs = apart
    assert run("check", str(moon))[0] == 1
    assert run("check", str(moon), BARTIZAN_PACKS=f"{tmp_path}{os.pathsep}{theirs}")[0] == 0


def test_a_shelf_that_is_no_folder_is_a_wrong_command_line(apart: tuple[Path, Path]) -> None:
    done = CliRunner().invoke(cli.app, ["check", str(apart[0]), "--packs", "nowhere"])
    assert 'there is no folder "nowhere"' in str(done.exception)


NAMED_WITH_THEIR_PACKS = """
- id: two-of-each
  title: Two of each
  shows: [border-watch:brute, moon-raids:wolf-rider]
  from: {is: ruling, ruling: border-watch:what-a-mangonel-costs, fields: {run: {is: ruling, ruling: a-night}}}
  mission: moon-raids:moonrise
  given:
    pieces:
      brute: {goblin: "border-watch:{who}", at: wood}
      rider: {goblin: moon-raids:wolf-rider, at: wood}
      sneak: {goblin: border-watch:sneak, at: b3}
      same: {goblin: moon-raids:sneak, at: b3}
    zones: {beaten: [border-watch:brute, moon-raids:wolf-rider]}
  run: [border-watch:shoot, {border-watch:check_raiders: {checked: moon-raids:moonrise}}]
  dice: {border-watch:bolt: hit}
  answers: ["border-watch:{who}"]
  then:
    zones: {beaten: [border-watch:brute, moon-raids:wolf-rider]}
    cells: {wood: ["border-watch:{who}", moon-raids:wolf-rider], b3: [moon-raids:sneak, border-watch:sneak]}
    pieces: {brute: {hp: 3}}
  cases: [{who: brute}]
"""


def test_records_are_named_with_their_packs_in_examples_and_sources(apart: tuple[Path, Path]) -> None:
    """The one that took a place may be named by either pack; the reader sees titles and links all the same."""
    moon, theirs = apart
    ruling = "id: a-night\ntitle: A night\nfrom: {is: invented}\nquestion: How long?\nchoice: A night.\n"
    for path, text in (("examples/more.yaml", NAMED_WITH_THEIR_PACKS), ("rulings/night.yaml", ruling)):
        (moon / path).parent.mkdir(exist_ok=True)
        (moon / path).write_text(text, encoding="utf-8")
    made, problems = build.check(moon, [Shelf(theirs, "theirs")])
    assert made is not None
    assert problems == []
    told = list(examples.run(made, ["two-of-each"]))
    assert [one.problems for one in told] == [[]]
    page = pages.pages(made)["games/moon-raids/examples/two-of-each.md"].partition("As written")[0]
    assert "Wolf rider" in page
    assert "moon-raids:wolf-rider" not in page


def test_examples_of_the_other_pack_stay_with_it() -> None:
    made, _ = build.check(MOON)
    assert made is not None
    assert [one.id for one in made.records["example"]] == ["a-rider-runs-back", "the-light-of-the-moon"]


def test_the_schemas_of_a_pack_hold_the_kinds_of_the_other() -> None:
    made, _ = build.check(MOON)
    assert made is not None
    unit = models.schemas(made)["moon-raids/unit.schema.json"]
    assert {"goblin", "catapult"} <= set(unit["$defs"])


def test_pages_link_to_the_other_pack_where_it_stands_in_the_reference() -> None:
    made, _ = build.check(MOON)
    assert made is not None
    alone, beside = pages.pages(made), pages.pages(made, frozenset(["border-watch", "moon-raids"]))
    assert sorted(alone) == sorted(beside)
    assert not [
        link for text in alone.values() for link in re.findall(r"\]\(([^)]*)\)", text) if "border-watch" in link
    ]
    goblins = beside["games/moon-raids/units/goblin/sneak.md"]
    assert "[First Night](../../../border-watch/missions/night/first-night.md)" in goblins
    assert "games/moon-raids/units/goblin/brute.md" not in beside
    assert "[Stoops](../../border-watch/rules/catapults.md#stoops)" in beside["games/moon-raids/rules/moon.md"]
    assert "Weak gate" not in beside["games/moon-raids/options.md"]


def test_a_page_says_whose_place_a_record_takes(tmp_path: Path) -> None:
    """With the way there, where that pack is in the reference; of several in a chain it is the last one's place."""
    made, _ = build.check(MOON)
    assert made is not None
    page = "games/moon-raids/units/goblin/sneak.md"
    alone, beside = pages.pages(made), pages.pages(made, frozenset(["border-watch", "moon-raids"]))
    place = '<span class="bz-term">In place of</span> '
    assert f"{place}the one of Border Watch\n" in alone[page]
    assert f"{place}[the one of Border Watch](../../../border-watch/units/goblin/sneak.md)\n" in beside[page]
    assert "".join(beside.values()).count("In place of") == 1
    for pack in (MOON, WATCH):
        shutil.copytree(pack, tmp_path / pack.name)
    unit = "{id: sneak, kind: goblin, replaces: sneak, title: Third, hp: 3, from: {is: invented}}\n"
    later = front(tmp_path, "later", {"moon-raids": ">=0.1"}, **{"ruleset.yaml": "{}\n", "units/third.yaml": unit})
    third, _ = build.check(later)
    assert third is not None
    found = pages.pages(third, frozenset(["later", "border-watch", "moon-raids"]))["games/later/units/goblin/sneak.md"]
    assert "[the one of Moon Raids](../../../moon-raids/units/goblin/sneak.md)" in found


def test_the_site_of_a_pack_holds_the_pack_that_it_requires(tmp_path: Path) -> None:
    """So that no link leads nowhere, which would stop the site."""
    packs, problems, _ = site.checked([MOON])
    assert [pack.info["id"] for pack in packs] == ["border-watch", "moon-raids"]
    assert [found for _, found in problems] == [[], []]
    site.build(packs, tmp_path / "site")
    first = (tmp_path / "site/games/moon-raids/index.html").read_text(encoding="utf-8")
    assert 'href="../border-watch/index.html"' in first


def test_a_path_of_another_pack_leads_there() -> None:
    made, _ = build.check(MOON)
    assert made is not None
    assert requires.place(MOON, "@border-watch/rules/game.star", made.required) == "../border-watch/rules/game.star"
