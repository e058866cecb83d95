"""The games to step through that the shipped packs keep: each pack has one, and each leads where it was recorded."""

from __future__ import annotations

import json
from functools import cache

import pytest

import rerecord
import webpage
from bartizan import pages, replays, shipped
from bartizan_compiler import build, emit
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine import load, record

FEWEST = 30  # decisions that are worth stepping through


@cache
def pack(name: str) -> Pack:
    made, _ = build.check(shipped.packs()[name])
    assert made is not None
    return made


def lead(made: Pack, one: rerecord.Recorded) -> Record:
    return next(mission for mission in made.leads("mission") if mission.id == one.mission)


def test_every_pack_keeps_a_game_and_no_file_beside() -> None:
    kept = [path for root in shipped.packs().values() for path in sorted((root / "replays").iterdir())]
    assert kept == [one.path for one in rerecord.GAMES]
    assert [one.pack for one in rerecord.GAMES] == sorted(shipped.packs())


@pytest.mark.parametrize("one", rerecord.GAMES, ids=lambda one: one.pack)
def test_a_record_leads_to_its_last_state(one: rerecord.Recorded) -> None:
    """Otherwise the rules have changed since: `make replays` plays the game anew."""
    made = pack(one.pack)
    assert replays.wrong(made) == []
    text = one.path.read_text(encoding="utf-8")
    (*_, state) = record.steps(load(emit.emit(made, lead(made, one), made.entry("mission"))), text)
    kept = json.loads(text)
    assert state.over
    assert state.hash() == kept["final"]
    assert (kept["seed"], kept["seats"]) == (one.seed, one.seats)
    assert len(kept["answers"]) >= FEWEST


@pytest.mark.parametrize("one", rerecord.GAMES, ids=lambda one: one.pack)
def test_its_page_shows_it_step_by_step(one: rerecord.Recorded) -> None:
    """What happens is told in words at most steps, and the board does not stay as it was."""
    made = pack(one.pack)
    mission = lead(made, one)
    shown = webpage.rendered(pages.pages(made)[f"games/{one.pack}/missions/{mission.kind}/{mission.id}.md"])
    (figure,) = shown.all("figure", "bz-replay")
    (script,) = figure.all("script")
    frames = json.loads(script.text)["frames"]
    assert len(frames) == len(json.loads(one.path.read_text(encoding="utf-8"))["answers"]) + 1
    assert sum(bool(frame["events"]) for frame in frames) > len(frames) // 2
    assert sum(bool(frame["board"]) for frame in frames) > 5
    assert len({frame["round"] for frame in frames}) > 2


def test_a_game_is_recorded_again_as_it_was() -> None:
    """The shortest one: the same bot from the same seed gives the same file."""
    shortest = min(rerecord.GAMES, key=lambda one: len(one.path.read_bytes()))
    assert rerecord.played(shortest) == shortest.path.read_text(encoding="utf-8")
