"""Tables of simulations that a pack keeps: written by the command, bound to the game, shown on the mission's page."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import balancing
import webpage
from bartizan import pages, shipped
from bartizan.simulation import published
from bartizan_compiler import build
from bartizan_compiler.link import Pack
from typed import Bartizan

PAGE = "games/border-watch/missions/night/first-night.md"
KEPT = "simulations/first-night.json"

TOSS = {  # a game that is played without a mission
    "pack.yaml": 'id: toss\ntitle: Toss\nversion: "1.0.0"\nlanguage: "1"\nplayers: 1\nlicence: CC0-1.0\nauthors: [A person]\n',
    "ruleset.yaml": "entries:\n  play: {rule: play, says: One toss.}\nresults:\n  heads: {says: Heads.}\n  tails: {says: Tails.}\n",
    "rules/toss.star": """def play():
    \"\"\"A coin is tossed.\"\"\"
    if pick([1, 2]) == 1:
        end("heads")
    end("tails")
""",
}
WITH_MISSIONS = {
    "ruleset.yaml": """entries:
  toss: {rule: play, needs: mission, says: One toss.}
  gamble: {rule: play, needs: mission, says: One toss for money.}
results:
  heads: {says: Heads.}
  tails: {says: Tails.}
kinds:
  sheet: {family: mission}
""",
    "missions/coin.yaml": "id: coin\ntitle: Coin\nfrom: {is: invented}\n",
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that keeps tables of its mission."""
    return balancing.kept(tmp_path_factory.mktemp("kept"))


def pack(root: Path) -> Pack:
    """The pack, which is sound: tables are no part of what is checked."""
    made, problems = build.check(root)
    assert made is not None
    assert problems == []
    return made


def page(root: Path) -> webpage.Node:
    """The mission's page."""
    return webpage.rendered(pages.pages(pack(root))[PAGE])


def document(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / KEPT).read_text(encoding="utf-8"))
    return found


def spoiled(kept: Path, tmp_path: Path, text: str) -> Path:
    """A copy of the pack with other text in place of its tables."""
    root = tmp_path / "border-watch"
    shutil.copytree(kept, root)
    (root / KEPT).write_text(text, encoding="utf-8")
    return root


# ---------------------------------------------------------------- writing


def test_the_pack_keeps_what_the_simulation_found(bartizan: Bartizan, tmp_path: Path) -> None:
    """The same numbers as with --out, and the same bytes again."""
    typed = ("simulate", "border-watch", "--games", "30", "--players", "1,2", "--quiet")
    ran = bartizan(*typed, "--out", "tables", "--publish", "--no-parquet")
    assert (ran.code, ran.out) == (0, f"tables/simulation.json\nborder-watch/{KEPT}\n")
    whole = json.loads((tmp_path / "tables/simulation.json").read_text(encoding="utf-8"))
    short = document(tmp_path / "border-watch")
    for name in ("seeds", "sides"):
        assert short[name] == whole[name]
    for one, other in zip(short["runs"], whole["runs"], strict=True):
        assert one["sides"][0]["results"] == other["sides"][0]["results"]
        assert one["sides"][0]["statistics"] == other["sides"][0]["statistics"]
    before = (tmp_path / "border-watch" / KEPT).read_bytes()
    assert bartizan(*typed, "--jobs", "1", "--publish").code == 0
    assert (tmp_path / "border-watch" / KEPT).read_bytes() == before


def test_other_options_are_kept_beside(bartizan: Bartizan, tmp_path: Path) -> None:
    """Each set of options has a file, and the usual options come first."""
    for more in ((), ("--option", "weak_gate=true")):
        assert bartizan("simulate", "border-watch", "--games", "20", "--publish", "--quiet", *more).code == 0
    found, told = published.read(pack(tmp_path / "border-watch"))
    assert [one.path for one in found] == [KEPT, "simulations/first-night.weak_gate-true.json"]
    assert told == []
    titles = [node.text for node in page(tmp_path / "border-watch").all("h2") if node.text.startswith("How bots fare")]
    assert len(titles) == 2


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--against-option", "weak_gate=true"), "--publish keeps the tables of one side"),
        (("TARGET",), '"first-night.scenario.json" is compiled, and --publish keeps tables in a pack'),
    ],
)
def test_tables_without_a_place_are_refused(bartizan: Bartizan, more: tuple[str, ...], why: str) -> None:
    assert bartizan("build", "border-watch", "-o", ".").code == 0
    target = "first-night.scenario.json" if more == ("TARGET",) else "border-watch"
    ran = bartizan("simulate", target, "--games", "20", "--publish", *(() if more == ("TARGET",) else more))
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err


def test_a_campaign_has_tables_too(bartizan: Bartizan, tmp_path: Path) -> None:
    """They stand on its page."""
    root = tmp_path / "long-march"
    shutil.copytree(balancing.HERE / "packs" / "long-march", root)
    made = pack(root)
    (campaign,) = made.leads("campaign")
    ran = bartizan("simulate", f"{root}:{campaign.id}", "--games", "3", "--publish", "--quiet")
    assert (ran.code, (root / "simulations" / f"{campaign.id}.json").exists()) == (0, True)
    found, told = published.read(pack(root))
    assert told == []
    assert [one.side.lead for one in found] == [("campaign", campaign.id)]
    with_tables = [path for path, text in pages.pages(pack(root)).items() if "How bots fare" in text]
    assert [Path(path).stem for path in with_tables] == [campaign.id]


def test_only_an_unusual_entry_stands_in_the_name_of_the_file(bartizan: Bartizan, tmp_path: Path) -> None:
    """The usual one is the first of the ruleset, wherever its name stands in the alphabet."""
    root = tmp_path / "toss"
    for name, text in (TOSS | WITH_MISSIONS).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    for more in ((), ("--entry", "toss"), ("--entry", "gamble")):
        assert bartizan("simulate", str(root), "--games", "5", "--publish", "--quiet", *more).code == 0
    assert sorted(path.name for path in (root / "simulations").iterdir()) == ["coin.gamble.json", "coin.json"]
    found, told = published.read(pack(root))
    assert (told, sorted(one.side.entry for one in found)) == ([], ["gamble", "toss"])


def test_what_has_no_page_has_no_tables(bartizan: Bartizan, tmp_path: Path) -> None:
    """A game without a mission is refused before anything is played."""
    root = tmp_path / "toss"
    for name, text in TOSS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    assert bartizan("simulate", str(root), "--games", "5", "--quiet").code == 0
    ran = bartizan("simulate", str(root), "--games", "5", "--publish")
    assert (ran.code, ran.out, "the page of a mission or a campaign" in ran.err) == (2, "", True)
    assert not (root / "simulations").exists()


# ---------------------------------------------------------------- the page


def test_the_page_has_every_result_with_its_interval(kept: Path) -> None:
    """As a chart with words for those who do not see it, and as a table."""
    shown = page(kept)
    tables = document(kept)["runs"]
    chart = next(node for node in shown.all("svg", "bz-bars") if node["aria-label"].startswith("How games end"))
    table = next(table for table in shown.all("table") if "Who plays" in table.text)
    head, *rows = [[cell.text for cell in row.children] for row in table.all("tr")]
    assert len(head) == len(tables) + 1
    for column, run in enumerate(tables, start=1):
        assert head[column].startswith(f"{run['players']} player")
        told = {row[0].lower(): row[column] for row in rows}
        for result in run["sides"][0]["results"]:
            assert f"{result['share'] * 100:.1f} % " in chart["aria-label"]
            cell = told[f"{result['result'].replace('_', ' ')} %"]
            for number in (result["share"], result["low"], result["high"]):
                assert re.search(rf"(?<![\d.]){re.escape(f'{number * 100:.3g}'.rstrip('.'))}", cell)


def test_the_legend_names_only_what_came(kept: Path) -> None:
    chart = next(node for node in page(kept).all("figure") if "How games end" in node.first("svg")["aria-label"])
    results = [row for run in document(kept)["runs"] for row in run["sides"][0]["results"]]
    came = {row["result"].replace("_", " ") for row in results if row["share"]}
    assert {span.text.lower() for span in chart.first("figcaption").all("span")} == came


def test_the_map_shows_what_happened_where(kept: Path) -> None:
    """The picture has the first numbers on its cells, and all others stand beside it for the script."""
    figure = next(page(kept).all("figure", "bz-heat"))
    numbers = json.loads(next(figure.all("script")).text)
    choices = [node["value"] for node in figure.all("option")]
    assert list(numbers) == choices
    on_map = {node["data-heat"]: node.text for node in figure.all("g") if node["data-heat"]}
    first = numbers[choices[0]]
    assert {name for name, text in on_map.items() if text} == set(first)
    run = document(kept)["runs"][0]["sides"][0]
    by_cell = {(row["of"], row["event"], row["part"]): row["mean"] for row in run["counts"]}
    label = next(node.text for node in figure.all("option"))
    kind, event = label.lower().rsplit(" ", 1)
    for cell, value in first.items():
        assert by_cell[kind.replace(" ", "_"), event, cell] == value


def test_a_page_says_when_the_game_has_changed(kept: Path, tmp_path: Path, bartizan: Bartizan) -> None:
    told = document(kept)
    told["sides"][0]["play"] = "0" * 64
    root = spoiled(kept, tmp_path / "changed", json.dumps(told))
    assert "The game has changed since" in page(root).text
    assert "The game has changed since" not in page(kept).text
    ran = bartizan("site", "build", str(root), "-o", "out")
    assert ran.code == 0
    assert "first-night.json: the game has changed since; make it anew" in " ".join(ran.err.split())


# ---------------------------------------------------------------- files of strangers


def changed(told: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *way, last = path.split("/")
    here: Any = told
    for step in way:
        here = here[int(step) if step.isdecimal() else step]
    here[int(last) if last.isdecimal() else last] = value
    return told


SPOILED = {
    "no JSON": "{",
    "no tables": "[]",
    "another format": ("format", "bartizan-record"),
    "a share as text": ("runs/0/sides/0/results/0/share", "much"),
    "no number": ("runs/0/sides/0/results/0/share", float("nan")),
    "an endless number": ("runs/0/sides/0/results/0/share", float("inf")),
    "two sides": ("runs/0/sides", [1, 2]),
    "no run": ("runs", []),
    "a thousand runs": ("runs", [None] * 1000),
    "nested deeply": "[" * 100_000,
    "another pack": ("sides/0/pack", "moon-raids"),
    "a mission that is gone": ("sides/0/mission", "night:last-night"),
    "an entry that is gone": ("sides/0/entry", "sleep"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_spoiled_tables_are_told_and_left_out(name: str, kept: Path, tmp_path: Path) -> None:
    wrong = SPOILED[name]
    text = wrong if isinstance(wrong, str) else json.dumps(changed(document(kept), *wrong))
    root = spoiled(kept, tmp_path, text)
    found, told = published.read(pack(root))
    assert found == []
    assert len(told) == 1
    assert told[0].startswith(f"{KEPT}: ")
    assert "How bots fare" not in page(root).text


def test_names_of_strangers_run_nothing(kept: Path, tmp_path: Path) -> None:
    """Markup in any text of the file is shown as text."""
    evil = "</script><script>alert(1)</script>{{ x }}|`<b>"
    told = document(kept)
    for path in ("bot", "sides/0/results/0/result", "sides/0/counts/0/of"):
        changed(told["runs"][0], path, evil)
    never = {"prompt": evil, "option": evil, "offered": 3, "open": 2, "chosen": 0}
    changed(told["runs"][0], "sides/0/options", [never])
    changed(told["sides"][0], "set", {evil: evil})
    shown = page(spoiled(kept, tmp_path, json.dumps(told)))
    scripts = [node for node in shown.all("script") if node["type"] != "application/json"]
    assert scripts == []
    assert not any(node.text == "" for node in shown.all("b"))


def test_links_are_not_followed(kept: Path, tmp_path: Path) -> None:
    root = tmp_path / "border-watch"
    shutil.copytree(kept, root)
    outside = tmp_path / "elsewhere.json"
    (root / KEPT).rename(outside)
    (root / KEPT).symlink_to(outside)
    found, told = published.read(build.check(root)[0] or pack(root))
    assert found == []
    assert "is no file of at most" in told[0]


def test_what_else_lies_in_the_folder_is_told(kept: Path, tmp_path: Path) -> None:
    root = tmp_path / "border-watch"
    shutil.copytree(kept, root)
    (root / "simulations" / "first-night.yaml").write_text("a: 1\n", encoding="utf-8")
    assert [problem.code for problem in build.check(root)[1]] == ["BZ703"]


@pytest.mark.parametrize("id", sorted(shipped.packs()))
def test_the_shipped_tables_are_of_the_shipped_games(id: str) -> None:
    """Tables that a change has made old are played anew: `python tests/balancing.py`."""
    made, _ = build.check(shipped.packs()[id])
    assert made is not None
    found, told = published.read(made)
    assert told == []
    assert {one.side.lead for one in found} == {("mission", record.id) for record in made.missions()}
