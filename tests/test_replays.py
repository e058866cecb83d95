"""Recorded games that a pack keeps: played again for their page, as everyone sees them, and told where they are spoiled."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import webpage
from bartizan import pages, playing, replays
from bartizan_compiler import build
from bartizan_compiler.link import Pack
from bartizan_engine import bots, record
from typed import Bartizan

HERE = Path(__file__).parent
PAGE = "games/{0}/missions/{1}/{2}.md"
KEPT = "replays/first-night.json"


def pack(root: Path) -> Pack:
    """The pack, which is sound: recorded games are no part of what is checked."""
    made, problems = build.check(root)
    assert made is not None
    assert problems == []
    return made


@pytest.fixture
def watch(tmp_path: Path) -> Path:
    """A copy of a pack that keeps a recorded game."""
    return Path(shutil.copytree(HERE / "packs" / "border-watch", tmp_path / "own" / "border-watch"))


def figure(root: Path) -> webpage.Node:
    return webpage.rendered(pages.pages(pack(root))[PAGE.format("border-watch", "night", "first-night")])


def kept(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / KEPT).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("name", "seats"), [("border-watch", 2), ("hidden-hands", 3), ("long-wall", 1)])
def test_frames_are_what_everyone_sees(name: str, seats: int) -> None:
    """Event by event in the order of the log, and the board as the view has it at each decision."""
    root = HERE / "packs" / name
    game = playing.game(str(root), "", [])
    state = bots.play(game.start(7, seats), bots.named("random", 7))
    text = record.record(state)
    one = replays._replay(game, "x.json", text)
    views = [state.view(None) for state in record.steps(game, text)]
    assert [frame.round for frame in one.frames] == [view["round"] for view in views]
    assert [set(frame.board) for frame in one.frames] == [
        {c for c, on in view["board"].items() if on} for view in views
    ]
    cuts = [sum(e.name == "chosen" for e in s.events) for s in record.steps(game, text)]
    parts = list(replays._parts(state.log(None), cuts))
    assert [event for part in parts for event in part] == state.log(None)
    assert [part[0].name for part in parts[1:]] == ["chosen"] * (len(views) - 1), "a step begins with what was chosen"


def test_the_page_has_a_step_for_each_decision_and_only_what_changes(watch: Path) -> None:
    shown = figure(watch)
    (script,) = [node for node in shown.all("script") if "frames" in node.text]
    frames = json.loads(script.text)["frames"]
    assert len(frames) == len(kept(watch)["answers"]) + 1
    last: dict[str, Any] = {}
    for frame in frames:
        assert all(last.get(cell, []) != on for cell, on in frame["board"].items())
        last |= frame["board"]
    slots = {node["data-on"] for node in shown.all("g") if node["data-on"]}
    assert slots == {cell.name for cell in pack(watch).maps["north-gate"].cells}
    chips = {node["data-chip"] for node in shown.all("g") if node["data-chip"]}
    assert chips >= {kind for frame in frames for on in frame["board"].values() for _, _, kind in on}
    assert pages.pages(pack(watch)) == pages.pages(pack(watch))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        ({"play": "0" * 64}, "the record belongs to another scenario, or to another version of this one"),
        ({"entry": "fight"}, "it is of an entry that plays no mission"),
        ({"final": "0" * 64}, "the record ends in another state than it says"),
        ({"answers": [["x", 1]]}, 'at answer 1, "x" is not offered'),
        ({"answers": [["x", 1]] * 3000}, "it has more than 3,000 decisions"),
        ({"version": 99}, "version"),
        ({"seats": "many"}, "seats"),
    ],
    ids=["stale", "entry", "final", "answers", "long", "version", "seats"],
)
def test_a_spoiled_record_is_told_and_costs_nothing_else(watch: Path, spoil: Any, why: str) -> None:
    (watch / KEPT).write_text(json.dumps(kept(watch) | spoil), encoding="utf-8")
    assert not any("frames" in node.text for node in figure(watch).all("script"))
    (told,) = replays.wrong(pack(watch))
    assert told.startswith(f"{KEPT}: ")
    assert why in told


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"[" * 100_000, b'{"a":1}', b" " * (2 << 20)])
def test_what_is_no_record_is_told(watch: Path, data: bytes) -> None:
    (watch / KEPT).write_bytes(data)
    (told,) = replays.wrong(pack(watch))
    assert told.startswith(f"{KEPT}: ")


def test_a_record_of_no_mission_and_one_behind_a_link_are_told(watch: Path) -> None:
    (watch / "replays" / "other.json").write_text("{}", encoding="utf-8")
    assert replays.wrong(pack(watch)) == ["replays/other.json: no mission is called so; delete it"]
    (watch / "replays" / "other.json").unlink()
    (watch / KEPT).rename(watch.parent / "elsewhere.json")
    (watch / KEPT).symlink_to(watch.parent / "elsewhere.json")
    made, told = build.check(watch)
    assert made is not None
    (why,) = replays.wrong(made)
    assert why.startswith(f"{KEPT}: it is no file of at most")
    assert [one.code for one in told] == ["BZ704"]


def test_the_site_says_what_is_spoiled(watch: Path, bartizan: Bartizan, tmp_path: Path) -> None:
    (watch / KEPT).write_text(json.dumps(kept(watch) | {"play": "0" * 64}), encoding="utf-8")
    ran = bartizan("site", "build", str(watch), "-o", str(tmp_path / "site"))
    assert ran.code == 0
    assert f"{KEPT}: the record belongs to another scenario" in " ".join(ran.err.split())
