"""`bartizan campaign`: game after game in the terminal, kept at once, and gone on with another day."""

from __future__ import annotations

import io
import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from bartizan import keeping
from bartizan.safe import safe
from bartizan_engine import campaign_save
from bartizan_engine.campaign import begin
from test_campaign import PACK as MARCH_PACK
from test_campaign import march
from typed import Bartizan, Said

PACK = "long-march"


@pytest.fixture
def sit(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Play with these lines typed; then nothing more is."""
    shutil.copytree(MARCH_PACK, PACK)

    def sat(*words: str, typed: tuple[str, ...] = ()) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return bartizan("campaign", *words)

    return sat


def test_what_is_typed_is_the_engine_s_campaign(sit: Any, tmp_path: Path) -> None:
    """Typed in three sittings, it is the campaign of the same answers."""
    played, chance, typed = begin(march(), 4, 2), random.Random(4), list[str]()
    while not played.over:
        decision = played.state.decision
        assert decision is not None
        option = chance.choice(decision.open)
        if len(decision.options) > 1:
            typed.append(chance.choice([str(decision.options.index(option) + 1), option.key]))
        played.choose(option)
    save, third = str(tmp_path / "a.save"), len(typed) // 3
    said = sit(save, PACK, "--seed", "4", "--players", "2", typed=tuple(typed[:third]))
    assert said.code == 0
    assert said.out.startswith(
        "Long March: seed 4; help tells what you can type\n\ngame 1: The camp between two raids, 2 players"
    )
    assert said.out.endswith(f"go on with: bartizan campaign {save} long-march\n")
    said = sit(save, PACK, typed=tuple(typed[third : 2 * third]))
    assert said.out.startswith("Long March: The Long March\n  game 1: ")
    said = sit(save, PACK, typed=tuple(typed[2 * third :]))
    assert said.code == 0
    assert "home: The march is over." in said.out
    text, _ = keeping.read(safe(Path(save)))
    assert text is not None
    assert campaign_save.restore(march(), text).hash() == played.hash()
    said = sit(save, PACK)
    assert said.out.endswith("the campaign is over; begin another one under another name\n")


def test_the_target_is_known_from_the_save(sit: Any, tmp_path: Path) -> None:
    """By the id of its pack alone: no path comes out of a file."""
    save = str(tmp_path / "a.save")
    assert sit(save, f"{PACK}:the-long-march", "--seed", "4").code == 0
    said = sit(save)
    assert said.code == 0
    assert said.out.endswith("go on with: bartizan campaign " + save + " long-march:the-long-march\n")
    Path("elsewhere").mkdir()
    Path(PACK).rename(f"elsewhere/{PACK}")
    said = sit(save)
    assert said.code == 2
    assert f"name where the pack lies: bartizan campaign {save} FOLDER" in said.err
    assert sit(save, f"elsewhere/{PACK}").code == 0


def test_status_and_help_are_told_at_the_table(sit: Any, tmp_path: Path) -> None:
    save = str(tmp_path / "a.save")
    said = sit(
        save, PACK, "--seed", "4", typed=("status", "help", "save x", "none", "1", "1", "undo", "undo", "status")
    )
    assert said.code == 0
    assert "kept: best medals at-the-brook no medal" in said.out
    assert "kept of player 1: aim, better with each goblin hit 0" in said.out
    assert "status      what has been played, and what is kept from game to game" in said.out
    assert "save FILE" not in said.out
    assert "there is nothing to take back" in said.out
    told = sit(save, "--status")
    assert told.code == 0
    assert told.out.startswith("Long March: The Long March\n  game 1: The camp between two raids: on the road\n")
    assert not (tmp_path / "x").exists()


def test_bots_take_seats(sit: Any, tmp_path: Path) -> None:
    """With a bot at every seat that is asked, nobody types anything."""
    bots = [word for seat in (1, 2, 3) for word in ("--bot", f"{seat}=random")]
    said = sit(str(tmp_path / "a.save"), PACK, "--seed", "4", "--players", "3", *bots)
    assert said.code == 0
    assert "home: The march is over." in said.out


def test_a_hidden_pile_is_not_shown(sit: Any, tmp_path: Path) -> None:
    """What a player's own eyes see is told at the table; a status tells what everybody may know."""
    said = sit(str(tmp_path / "a.save"), PACK, "--seed", "4", "--players", "2", typed=("none", "2"))
    assert "pile: 1 hidden" in said.out or "player 1 is next" in said.out or "player 2 is next" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new.save"], 'there is no campaign in "new.save"'),
        (["new.save", "--status"], 'there is no campaign in "new.save"'),
        (["new.save", "border-watch"], "the pack has no campaign"),
        (["new.save", "long-march:at-the-brook"], 'the pack has no campaign "at-the-brook"'),
        (["new.save", "long-march", "--entry", "fight"], 'the entry "fight" needs no campaign'),
        (["new.save", "long-march", "--players", "9"], "9 cannot play this"),
        (["new.save", "long-march", "--option", "kind=true"], 'there is no option "kind"'),
        (["new.save", "long-march", "--bot", "4=random"], "names no player and bot"),
        (["begun.save", "long-march", "--seed", "3"], '"begun.save" is a campaign that has begun'),
        (["folder", "long-march"], "[BZ902]"),
        (["new.save", "nowhere"], 'there is no pack "nowhere"'),
    ],
)
def test_what_cannot_be_is_refused(sit: Any, bartizan: Bartizan, words: list[str], said: str) -> None:
    Path("folder").mkdir()
    assert sit("begun.save", "long-march").code == 0
    found = sit(*words)
    assert found.code == 2
    assert said in found.err
    assert "Traceback" not in found.out + found.err


def test_a_campaign_is_played_by_its_own_verb(sit: Any, bartizan: Bartizan) -> None:
    said = bartizan("play", "long-march:the-long-march")
    assert said.code == 2
    assert "bartizan campaign SAVE long-march:the-long-march" in said.err
    assert bartizan("build", "long-march:the-long-march", "-o", "out").code == 0
    assert sit("a.save", "out/the-long-march.scenario.json").code == 0
    assert bartizan("build", "long-march:at-the-brook", "-o", "out").code == 0
    said = sit("b.save", "out/at-the-brook.scenario.json")
    assert said.code == 2
    assert "is no campaign" in said.err


def test_a_changed_pack_is_told_and_carried_over(sit: Any) -> None:
    """Place, what, why and a way on."""
    assert sit("a.save", PACK, "--seed", "4", typed=("none", "2", "1")).code == 0
    wares = Path(PACK) / "data" / "wares.yaml"
    wares.write_text(wares.read_text("utf-8").replace("price: 1,", "price: 2,"), "utf-8")
    said = sit("a.save", PACK)
    assert said.code == 1
    assert "a.save:1:1: error[BZ833]: the campaign has changed since it was saved" in said.out
    assert "--carry" in said.out
    before = Path("a.save").read_text("utf-8")
    assert sit("a.save", PACK, "--status", "--carry").code == 0
    assert Path("a.save").read_text("utf-8") == before
    said = sit("a.save", PACK, "--carry")
    assert said.code == 0
    assert "the campaign is carried over: the open game begins anew with what was kept" in said.out
    assert sit("a.save", PACK).code == 0


def test_a_damaged_save_gives_way_to_the_one_before(sit: Any) -> None:
    assert sit("a.save", PACK, "--seed", "4", typed=("none", "2", "1")).code == 0
    kept = Path("a.save").read_text("utf-8")
    Path("a.save").write_text(kept[: len(kept) // 2], "utf-8")
    said = sit("a.save", PACK)
    assert said.code == 0
    assert said.out.startswith('"')
    assert 'a.save" is damaged: this is no save of a campaign that can be read' in said.out
    assert 'going on with "' in said.out
    assert Path("a.save.damaged").read_text("utf-8") == kept[: len(kept) // 2]
    shutil.copy("a.save.damaged", "a.save")
    Path("a.save.before").write_text("?", "utf-8")
    said = sit("a.save", PACK)
    assert said.code == 2
    assert "is damaged" in said.err


def test_a_save_of_another_is_no_save(sit: Any, bartizan: Bartizan) -> None:
    """A game's save, a record, or anything else that lies there is not written over."""
    for text in ("{}", "my diary\n", json.dumps({"format": "bartizan-save"})):
        Path("a.save").write_text(text, "utf-8")
        said = sit("a.save", PACK)
        assert said.code == 2
        assert "this is no save of a campaign that can be read" in said.err
        assert {path.read_text("utf-8") for path in Path().glob("a.save*") if path.name != "a.save.lock"} == {text}
        for path in Path().glob("a.save*"):
            path.unlink()


def test_bots_run_record_replay_and_simulate_it(bartizan: Bartizan) -> None:
    shutil.copytree(MARCH_PACK, PACK)
    said = bartizan("run", "long-march:the-long-march", "--seed", "3", "--record", "r.json", "-q")
    assert said.code == 0
    assert "home: The march is over." in said.out
    again = bartizan("replay", "r.json", "long-march:the-long-march")
    assert again.code == 0
    assert "the same state as recorded" in again.out
    text = Path("r.json").read_text("utf-8").replace('"seed":3', '"seed":4')
    Path("r.json").write_text(text, "utf-8")
    assert "error[BZ832]" in bartizan("replay", "r.json", "long-march:the-long-march").out
    words = ("simulate", "long-march:the-long-march", "--games", "20", "--jobs", "1", "--no-parquet", "--out", "sim")
    said = bartizan(*words)
    assert said.code == 0
    assert "Long March: the-long-march; seeds 1 to 20" in said.out
    document = json.loads(Path("sim/simulation.json").read_text("utf-8"))
    side = document["runs"][0]["sides"][0]
    home = next(row for row in side["results"] if row["result"] == "home")
    assert (home["share"], side["broken"]) == (1, [])
    ended = {(row["of"], row["part"]) for row in side["counts"] if row["event"] == "ended"}
    assert {("at-the-brook", "held"), ("camp", "on_the_road"), ("camp", "home")} <= ended
