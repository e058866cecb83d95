"""The guides are true: a reader who types what they show gets what they show."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import guides
from bartizan import helps
from bartizan.pages import command as command_page
from bartizan.shelves import shelves
from bartizan_compiler import build, examples
from bartizan_engine import bots, load

TESTS = Path(__file__).parent
PACKS = TESTS / "packs"
SECOND = "my-game/missions/second-morning.yaml"


def test_a_game_from_an_empty_folder(tmp_path: Path) -> None:
    """Every step of the page, in its order: files, commands, output."""
    assert guides.Guide(tmp_path).follow("write-a-game.md") >= 20


def test_a_mission_from_a_new_pack(tmp_path: Path) -> None:
    """What `new` writes is what the page shows, before it is written again from there."""
    shown = next(block for block in guides.blocks("write-a-mission.md") if block.title == SECOND)
    guide = guides.Guide(tmp_path / "apart")
    guide.folder.mkdir()
    for command in ("bartizan new pack my-game", "bartizan new mission second-morning --in my-game"):
        guide.run(command, ends=(0,))
    assert (guide.folder / SECOND).read_text(encoding="utf-8") == shown.text
    assert guides.Guide(tmp_path).follow("write-a-mission.md") >= 9


def test_the_workflow_for_packs_runs(tmp_path: Path) -> None:
    """GitHub takes it as a workflow, and a new pack passes each of its steps."""
    block = next(block for block in guides.blocks("share-a-pack.md") if block.title.startswith(".github/"))
    guide = guides.Guide(tmp_path)
    guide.write(block)
    workflow = yaml.load(block.text, yaml.BaseLoader)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "check_jsonschema",
            "--builtin-schema",
            "vendor.github-workflows",
            tmp_path / block.title,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    guide.run("bartizan new pack my-game", ends=(0,))
    steps = [step["run"] for step in workflow["jobs"]["pack"]["steps"] if "run" in step]
    assert steps[0] == "pip install bartizan"
    assert len(steps) == 5
    for step in steps[1:]:
        guide.run(step, ends=(0,))


def test_the_hooks_of_the_page_are_ours() -> None:
    block = next(block for block in guides.blocks("share-a-pack.md") if block.title.startswith(".pre-commit"))
    (repo,) = yaml.safe_load(block.text)["repos"]
    ours = yaml.safe_load((guides.ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {hook["id"] for hook in repo["hooks"]} == {hook["id"] for hook in ours}


def test_a_pack_that_builds_on_another(tmp_path: Path) -> None:
    """With the game of the first guide beside it; the other pack builds on one that comes with Bartizan."""
    guide = guides.Guide(tmp_path)
    guide.set_up("write-a-game.md")
    assert guide.follow("write-a-pack.md") == 7
    for mission in ("standard-game", "night-watch"):
        scenario, _ = build.build(tmp_path / "night-shift", mission, shelves=shelves([]))
        assert scenario is not None
        drawn = load(scenario).start(5, 2, {"modular": True}).view(0)["game"]["units"]
        assert "minion:bat" in drawn, "the seed of the page draws the new unit"


def test_a_game_is_played_in_the_terminal(tmp_path: Path) -> None:
    assert guides.Guide(tmp_path).follow("play.md") == 2


def test_a_mission_is_played_often(tmp_path: Path) -> None:
    """Tables, statistics of the pack, tables and a record for the page, going on, and two missions against each other."""
    assert guides.Guide(tmp_path).follow("simulate.md") == 8


def test_a_map_in_every_form(tmp_path: Path) -> None:
    """Text, tiles, Tiled, lanes and a net of places, with what is told where one of them is wrong."""
    assert guides.Guide(tmp_path).follow("write-a-map.md") >= 7
    scenario, _ = build.build(tmp_path / "bog-raid", "by-the-courtyard")
    assert scenario is not None
    walk = dict(scenario["map"]["ways"]["raid"]["links"])
    names = [cell["name"] for cell in scenario["map"]["cells"]]
    assert [names[i] for i in walk[names.index("den")]] == ["b1"]


def test_what_checks_fan_content(tmp_path: Path) -> None:
    """With the packs of both guides beside it."""
    guide = guides.Guide(tmp_path)
    guide.set_up("write-a-game.md")
    guide.set_up("write-a-pack.md")
    assert guide.follow("validate.md") == 10


def test_the_workflow_is_one_and_its_commands_run(tmp_path: Path) -> None:
    """What GitHub would run on the repository of the page ends well, and leaves a log to be uploaded."""
    guide = guides.Guide(tmp_path)
    for page in ("write-a-game.md", "write-a-pack.md"):
        guide.set_up(page)
    (block,) = [one for one in guides.blocks("validate.md") if one.title.startswith(".github/")]
    steps = yaml.safe_load(block.text)["jobs"]["check"]["steps"]
    commands = [step["run"] for step in steps if step.get("run", "").startswith("bartizan ")]
    printed = {}
    for line in commands:
        command, _, file = line.partition(" > ")
        printed[file] = guide.run(command, ends=(0,))
    assert len(commands) == 3
    assert json.loads(printed[steps[-1]["with"]["sarif_file"]])["version"] == "2.1.0"


def test_what_is_proven(tmp_path: Path) -> None:
    """Every declaration of the page, and what the command says of it."""
    assert guides.Guide(tmp_path).follow("proofs.md") == 5


def test_the_python_api(tmp_path: Path) -> None:
    """Every line of the page, with the game of the guide."""
    guide = guides.Guide(tmp_path)
    guide.set_up("write-a-game.md")
    assert guide.follow("python.md") >= 25


def test_a_campaign_is_begun_gone_on_with_and_told(tmp_path: Path) -> None:
    """The commands of the page, in its order, on the pack that it shows; who leaves the table goes on later."""
    guide = guides.Guide(tmp_path)
    shutil.copytree(PACKS / "long-march", tmp_path / "long-march")
    printed = [guide.run(command, ends=(0,)) for command in guides.commands("write-a-campaign.md")]
    assert len(printed) == 3
    assert all("Long March" in text or "long-march" in text for text in printed)


def test_every_page_with_commands_is_followed() -> None:
    """By a test of this file or of the pages of the language; no command of a guide is only read."""
    told = {path.relative_to(guides.PAGES).as_posix() for path in guides.PAGES.rglob("*.md")}
    typed = {page for page in told if {"console", "pycon"} & {block.language for block in guides.blocks(page)}}
    tests = "".join((TESTS / name).read_text("utf-8") for name in ("test_guide.py", "test_language_pages.py"))
    assert typed == set(re.findall(r"""(?:follow|commands)\("([^"]+)"\)""", tests))


def test_the_commands_that_pages_only_name_run(tmp_path: Path) -> None:
    """Those that show no output, on what `new` writes; one that watches would never end."""
    guide = guides.Guide(tmp_path)
    texts = [
        block.text for page in guides.PAGES.rglob("*.md") for block in guides.blocks(page) if block.language == "text"
    ]
    lines = sorted(
        line.split("  #")[0].strip() for text in texts for line in text.splitlines() if line[:9] == "bartizan "
    )
    assert len(lines) >= 8
    for name in ("my-game", "my-pack"):
        guide.run(f"bartizan new pack {name}", ends=(0,))
    for line in lines:
        if "--watch" not in line and not line.startswith("bartizan new "):
            guide.run(line, ends=(0,))


def test_the_first_page_leads_to_every_guide() -> None:
    text = (guides.PAGES / "index.md").read_text("utf-8")
    linked = set(re.findall(r"\]\(([^)#]+)", text))
    guides_ = {"write-a-mission.md", "validate.md", "write-a-pack.md", "write-a-game.md", "language/index.md"}
    assert guides_ | {"problems/index.md", "command.md", "python.md"} <= linked


SLOW = {"--games 10000": "--games 20"}
ENDLESS = "site serve"  # until it is stopped; what it serves is what `site build` writes


def test_the_examples_of_the_command_run(tmp_path: Path) -> None:
    """What `--help` and the page of the command show of every verb, in their order, in a folder with the packs named."""
    told = {verb: command_page.taken_apart(text).example for verb, text in helps.helps().items()}
    guide = guides.Guide(tmp_path)
    shutil.copytree(PACKS / "border-watch", tmp_path / "content" / "border-watch")
    shutil.copytree(PACKS / "border-watch", tmp_path / "border-watch")
    shutil.copytree(PACKS / "long-march", tmp_path / "long-march")
    for verb, example in told.items():
        if verb in ("", ENDLESS):
            continue
        if verb == "fmt":  # a pack for tests is laid out by hand
            guide.run("bartizan fmt content/border-watch", ends=(0, 1))
        assert example.startswith(f"bartizan {verb}")
        shown = example
        for much, little in SLOW.items():
            shown = shown.replace(much, little)
        if verb == "new pack":
            shutil.rmtree(tmp_path / "border-watch")
        guide.run(shown, ends=(0,))
        if verb == "new map":
            shutil.rmtree(tmp_path / "border-watch")
            shutil.copytree(PACKS / "border-watch", tmp_path / "border-watch")


# ---------------------------------------------------------------- a game that was written with the pages alone

SMUGGLERS = PACKS / "smugglers"


def test_a_game_of_secret_choices_holds_its_examples() -> None:
    pack, problems = build.check(SMUGGLERS)
    assert problems == []
    assert pack is not None
    outcomes = list(examples.run(pack, [record.id for record in pack.records["example"]]))
    assert [outcome.problems for outcome in outcomes] == [[], []]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_secret_choices_tells_nobody_before_all_have_chosen(players: int) -> None:
    """While the second player is asked, the answers of the first stand in the first player's view alone."""
    scenario, _ = build.build(SMUGGLERS)
    assert scenario is not None
    state = load(scenario).start(players, players)
    for _ in range(2):
        assert state.decision is not None
        state.choose(state.decision.options[0])
    assert state.decision is not None
    assert state.decision.players == (1,)
    assert state.view(0)["players"][0]["state"]["cove"] == "coves:north"
    assert "cove" not in state.view(1)["players"][0]["state"]
    assert bots.play(state, bots.named("random", players)).over
