"""Campaigns: what outlives a game, what comes next, and that the made-up one of the tests can be played and restored."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import guides
from bartizan.pages import pages
from bartizan.simulation import campaigns
from bartizan_compiler import build
from bartizan_engine import (
    Fault,
    Game,
    Misuse,
    NotVerified,
    bots,
    campaign,
    campaign_record,
    campaign_save,
    canon,
    command,
    counting,
    load,
    record,
)
from bartizan_engine.campaign import Campaign, begin, part

TESTS = Path(__file__).parent
PACK = TESTS / "packs" / "long-march"
MARCH = "the-long-march"
BROOK = "raid:at-the-brook"


@cache
def march() -> Game:
    made, problems = build.build(PACK, MARCH)
    assert made is not None, problems
    return load(made)


def wander(played: Campaign, chance: random.Random, most: int = 100_000) -> int:
    """Answer at random until the campaign is over; how many answers there were."""
    for number in range(most):
        decision = played.state.decision
        if played.over or decision is None:
            return number
        played.choose(chance.choice(decision.open), chance.choice(decision.players))
    return most


def test_the_page_shows_the_pack() -> None:
    """Every block of a file stands in that file; `...` left out, lines of a mapping may have others between them."""
    for block in guides.blocks("write-a-campaign.md"):
        if block.title.startswith("long-march/"):
            there = (TESTS / "packs" / block.title).read_text(encoding="utf-8").splitlines()
            missing = [line for line in block.text.splitlines() if line not in there]
            assert not missing, f"{block.title}: {missing}"


def test_two_hundred_campaigns_end() -> None:
    """Random players come to an end of every campaign, with its invariants true, and seats come and go."""
    ends, seats = Counter[str](), Counter[int]()
    for seed in range(200):
        played = begin(march(), seed, 1 + seed % 3, {"mean": seed % 2 == 0})
        wander(played, random.Random(seed))
        assert played.result is not None
        ends[played.result.name] += 1
        seats.update(one.players for one in played.played)
    assert ends == {"home": 200}
    assert min(seats[n] for n in (1, 2, 3)) > 100


def test_what_is_kept_is_what_was_earned() -> None:
    """Points, unlocks and skill pass through; sacks, rounds and piles do not."""
    played = begin(march(), 5)
    while len(played.played) < 2:
        wander(played, random.Random(5), 1)
    last, kept = played.played[-1], played.sheets["game"]
    assert (last.entry, last.result, played.state.game.entry) == ("fight", "held", "camp")
    assert kept["raids"] == 1
    assert kept["coins"] == kept["earned"] == {1: 1, 2: 2, 3: 4}[last.scores["sacks"]]
    assert played.state.view(0)["game"]["sacks"] == 3


# ---------------------------------------------------------------- saves


def codes(game: Game, text: Any) -> list[str]:
    with pytest.raises(NotVerified) as why:
        campaign_save.restore(game, text)
    assert all(problem.message and problem.hint for problem in why.value.problems)
    return [problem.code for problem in why.value.problems]


def test_saved_and_restored_at_every_decision() -> None:
    """Restored it is the same, and goes on the same."""
    played, chance = begin(march(), 11, 2, {"mean": True}), random.Random(3)
    again = played
    while not played.over:
        text = campaign_save.saved(played)
        again = campaign_save.restore(march(), text)
        assert again.hash() == played.hash()
        assert campaign_save.saved(again) == text
        assert again.state.settled["mean"] is True
        option = chance.choice(played.state.decision.open)  # type: ignore[union-attr]  # it is not over
        played.choose(option)
        again.choose(option.key)
        assert again.hash() == played.hash()
    assert campaign_save.restore(march(), campaign_save.saved(played)).over


def test_undo_goes_back_to_the_start_of_the_game_and_no_further() -> None:
    played = begin(march(), 11)
    chance = random.Random(4)
    while len(played.played) < 3:
        wander(played, chance, 1)
    start = played.state.hash()
    for _ in range(2):
        played.state.choose(played.state.decision.open[0])  # type: ignore[union-attr]  # a camp has several
    assert played.state.sheets["game"]["raids"] == 1
    while played.state.answer_list():
        played.state.undo()
    assert played.state.hash() == start
    with pytest.raises(Fault, match="nothing to take back"):
        played.state.undo()


def edited(text: str, **changes: Any) -> str:
    """A save with other parts and a hash that fits them."""
    data = json.loads(text) | changes
    body = {key: value for key, value in data.items() if key != "hash"}
    return canon.dumps(body | {"hash": canon.digest(body)})


def a_save() -> str:
    played = begin(march(), 5, 2)
    while len(played.played) < 3:
        wander(played, random.Random(5), 1)
    return campaign_save.saved(played)


def test_what_is_no_save_is_refused() -> None:
    """Damage is told apart from a file that somebody made."""
    good = a_save()
    open_ = json.loads(good)["open"]
    played = json.loads(good)["played"]
    game = march()
    for text in (None, "", "{}", "[]", good[:-1], good.replace('"on_the_road"', '"home"', 1), "x" * (25 << 20)):
        assert codes(game, text) == ["BZ830"]
    for changes in (
        {"version": 2}, {"version": True}, {"seed": "5"}, {"players": None}, {"open": open_[:2]}, {"open": [*open_[:2], {}]},
        {"played": {}}, {"played": played * 400}, {"options": []}, {"more": 1}, {"format": "bartizan-save"},
    ):  # fmt: skip
        assert codes(game, edited(good, **changes)) == ["BZ830"], changes
    assert codes(game, edited(good, campaign="march:another")) == ["BZ831"]
    assert codes(game, edited(good, pack="another")) == ["BZ831"]
    assert codes(game, edited(good, play="0" * 64)) == ["BZ833"]
    for changes in (
        {"seed": 6}, {"played": played[:-1]}, {"played": [[]]}, {"played": [*played[:-1], ["fight", "", 2, "held", {}]]},
        {"played": [*played[:-1], ["fight", BROOK, 2, "hold", {}]]}, {"played": [*played[:-1], ["fight", BROOK, 9, "held", {}]]},
        {"played": [*played[:-1], ["fight", BROOK, 2, "held", {"sacks": "3"}]]}, {"played": [*played[:-1], [1, 2, 3, 4, {}]]},
        {"options": {"mean": 3}}, {"options": {"kind": True}}, {"options": {"mean": True}}, {"open": ["fight", BROOK, open_[2]]},
        {"open": ["nowhere", "", open_[2]]}, {"open": ["fight", "raid:nowhere", open_[2]]}, {"open": [*open_[:2], "{}"]},
    ):  # fmt: skip
        assert codes(game, edited(good, **changes))[0] in ("BZ830", "BZ831", "BZ832"), changes


def test_what_is_kept_is_tested_as_a_stranger_s() -> None:
    """A sheet holds what is declared, of the declared types, and nothing else; the message says where."""
    game = part(march(), "camp")
    good = begin(march(), 1).sheets
    assert game.start(sheets=good).kept_state() == good
    table = good["game"]
    for sheets, said in (
        ({"game": {}}, 'it lacks "players"'),
        ({"game": {}, "players": {}}, '"players" is no list'),
        ({"game": {}, "players": [{}] * 17}, "at most 16"),
        ({"game": [], "players": []}, "the sheet of game is no mapping"),
        ({"game": {"coin": 3}, "players": []}, 'game keeps no "coin" from game to game'),
        ({"game": {"sacks": 3}, "players": []}, 'game keeps no "sacks"'),
        ({"game": {}, "players": [{}, {"aim": 10}]}, '"aim" of player 2: 10 is not within 0..9'),
        ({"game": {"coins": "3"}, "players": []}, '"coins" of game: "3" is no whole number'),
        ({"game": {"best": "gold"}, "players": []}, '"best" of game: it is not written out'),
        ({"game": {"best": {"at-the-brook": "tin"}}, "players": []}, "at-the-brook"),
        ({"game": {"best": {"nowhere": "gold"}}, "players": []}, "nowhere"),
        ({"game": {"bought": ["castle"]}, "players": []}, "no ware has the id"),
    ):
        with pytest.raises(Misuse) as why:
            game.start(sheets=sheets)
        assert said in str(why.value)
    assert game.start(sheets={"game": {"coins": 3, "earned": 3}, "players": []}).kept_state()["game"] == table | {
        "coins": 3,
        "earned": 3,
    }


def test_who_sits_out_finds_everything_again() -> None:
    sheets = {"game": {}, "players": [{"aim": 1}, {"aim": 2}, {"aim": 3}]}
    game = part(march(), "fight", BROOK)
    alone = game.start(players=1, sheets=sheets)
    assert alone.kept_state()["players"] == sheets["players"]
    assert game.start(players=3, sheets=alone.kept_state()).view(0)["players"][2]["state"] == {"aim": 3}


def test_a_campaign_is_put_back_to_its_start() -> None:
    """`expire("campaign")` forgets all that is kept, and nothing else."""
    state = part(march(), "camp").prepare(sheets={"game": {"coins": 3, "earned": 3}, "players": [{"aim": 4}]})
    state.expire("campaign")
    assert state.kept_state() == part(march(), "camp").prepare().kept_state()


# ---------------------------------------------------------------- a pack that changes


def changed(tmp_path: Path, files: dict[str, tuple[str, str]]) -> Game:
    """The campaign of a copy of the pack, with a text in some of its files replaced by another."""
    folder = tmp_path / "long-march"
    shutil.copytree(PACK, folder)
    for name, (old, new) in files.items():
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    made, problems = build.build(folder, MARCH)
    assert made is not None, problems
    return load(made)


def test_a_better_sentence_changes_no_campaign(tmp_path: Path) -> None:
    said = ("The camp holds.", "The camp still stands.")
    game = changed(tmp_path, {"ruleset.yaml": said, "maps/roads.yaml": ("Short Road", "Shorter Road")})
    assert game.play_hash == march().play_hash
    assert campaign_save.restore(game, a_save()).over is False


def test_what_is_kept_is_carried_over(tmp_path: Path) -> None:
    """The open game begins anew with what was kept when it began; what is gone is told."""
    text = a_save()
    before = campaign_save.restore(march(), text)
    game = changed(tmp_path, {"data/wares.yaml": ("price: 1,", "price: 2,")})
    assert codes(game, text) == ["BZ833"]
    played, told = campaign_save.carried(game, text)
    assert told == []
    assert played.state.game.entry == "camp"
    assert played.sheets == before.state.sheets
    assert played.played == before.played


def test_what_is_not_declared_any_more_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "long-march"
    shutil.copytree(PACK, folder)
    for name in ("ruleset.yaml", "rules/march.star", "examples/march.yaml"):
        path = folder / name
        path.write_text(
            re.sub(r"\braids: (\{|1|2)|game\.raids", lambda m: m[0].replace("raids", "fights"), path.read_text())
        )
    made, problems = build.build(folder, MARCH)
    assert made is not None, problems
    played, told = campaign_save.carried(load(made), a_save())
    assert told == ['the game keeps no "raids" any more']
    assert played.sheets["game"]["fights"] == 0


def test_what_does_not_fit_any_more_is_refused(tmp_path: Path) -> None:
    text = a_save()
    data = json.loads(json.loads(text)["open"][2])
    data["sheets"]["game"]["coins"] = 100
    wrong = edited(text, open=[*json.loads(text)["open"][:2], canon.dumps(data)])
    with pytest.raises(NotVerified, match='what was kept does not fit any more: "coins" of game: 100 is not within'):
        campaign_save.carried(march(), wrong)


# ---------------------------------------------------------------- records, scenarios, bounds


def test_a_recorded_campaign_is_played_again() -> None:
    played, games, chance = begin(march(), 9, 3), list[str](), random.Random(9)
    while True:
        while not played.state.over:
            played.state.choose(chance.choice(played.state.decision.open))  # type: ignore[union-attr]  # it is not over
        games.append(record.record(played.state))
        if played.over:
            break
        played.go_on()
    text = campaign_record.recorded(played, games)
    assert campaign_record.replay(march(), text).hash() == played.hash()
    data = json.loads(text)
    for changes, code in (
        ({"seed": 10}, "BZ832"), ({"final": "0"}, "BZ832"), ({"play": "0"}, "BZ831"), ({"games": []}, "BZ830"),
        ({"games": data["games"][:-1]}, "BZ832"), ({"games": [*data["games"], data["games"][0]]}, "BZ832"),
        ({"games": [[data["games"][0][0], "0"]]}, "BZ832"), ({"players": 9}, "BZ832"), ({"campaign": "march:x"}, "BZ831"),
        ({"games": [[[["none", 1, 2]], "0"]]}, "BZ830"), ({"version": 2}, "BZ830"), ({"x": 1}, "BZ830"),
    ):  # fmt: skip
        with pytest.raises(NotVerified) as why:
            campaign_record.replay(march(), canon.dumps(data | changes))
        assert why.value.problem.code == code, changes


def resealed(scenario: dict[str, Any]) -> dict[str, Any]:
    return canon.seal({key: value for key, value in scenario.items() if key != "hash"})


def test_a_scenario_of_a_campaign_is_verified() -> None:
    """Whoever seals it again: a campaign, missions, maps and options that are none are told."""
    good = march().scenario
    brook = good["missions"][BROOK]
    short, winding = brook["map"], good["missions"]["raid:on-the-heath"]["map"]
    assert load(resealed(good)).play_hash == march().play_hash
    for changes in (
        {"campaign": "march:none"}, {"campaign": BROOK}, {"mission": BROOK}, {"map": short}, {"entry": "fight"},
        {"missions": {}}, {"missions": {**good["missions"], "raid:none": brook}},
        {"missions": {**good["missions"], BROOK: {"map": None, "options": {}}}},
        {"missions": {**good["missions"], BROOK: {"map": short, "options": {"kind": True}}}},
        {"missions": {**good["missions"], BROOK: {"map": short}}},
        {"missions": {**good["missions"], BROOK: {"map": {**short, "ways": {}}, "options": {}}}},
    ):  # fmt: skip
        with pytest.raises(NotVerified) as why:
            load(resealed(good | changes))
        assert {problem.code for problem in why.value.problems} == {"BZ822"}, changes
    with pytest.raises(NotVerified):
        load(resealed({key: value for key, value in good.items() if key != "missions"}))
    swapped = resealed(good | {"missions": {**good["missions"], BROOK: {"map": winding, "options": {}}}})
    assert load(swapped).play_hash != march().play_hash


def test_a_game_that_is_no_campaign_s_is_refused() -> None:
    made, _ = build.build(PACK, "at-the-brook")
    assert made is not None
    game = load(made)
    with pytest.raises(Misuse, match="no scenario of a campaign"):
        begin(game)
    with pytest.raises(Misuse, match="no scenario of a campaign"):
        part(game, "fight", BROOK)
    for entry, mission in (("nowhere", ""), ("fight", ""), ("camp", BROOK), ("fight", "raid:nowhere")):
        with pytest.raises(Misuse):
            part(march(), entry, mission)


def test_a_campaign_that_never_ends_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine has a limit of games, and bots leave earlier."""
    game = changed(tmp_path, {"rules/march.star": ("game.raids >= 3", "False"), "ruleset.yaml": ("is: 12", "is: 99")})
    monkeypatch.setattr(campaign, "MAX_GAMES", 30)
    monkeypatch.setattr(campaigns, "BOTS_STOP", 8)
    played = begin(game, 1)
    with pytest.raises(Fault, match="a campaign of more than 30 games"):
        wander_for_ever(played)
    assert len(played.played) == 29
    counted = campaigns.Campaigns(game, 1, {}).play(1, lambda state: counting.played(state, bots.named("random", 1)))
    assert (counted.result, counted.scores["games"]) == ("goes_on", 8)


def wander_for_ever(played: Campaign) -> None:
    """Always the first raid, and never home."""
    while not played.over:
        decision = played.state.decision
        assert decision is not None
        wanted = "none" if "none" in {option.key for option in decision.open} else decision.open[0].key
        played.choose(wanted)


# ---------------------------------------------------------------- pages, the engine's own command


def test_the_page_of_a_campaign_says_how_it_is_played_and_what_is_kept() -> None:
    pack, _ = build.check(PACK)
    assert pack is not None
    made = pages(pack)
    page = made["games/long-march/campaigns/march/the-long-march.md"]
    assert "It begins with **[Camp](../../round.md#entry-camp)**" in page
    assert "$ bartizan campaign the-long-march.save long-march:the-long-march" in page
    assert "| Coins to spend | the table | 0 |" in page
    assert "| Aim, better with each goblin hit | each player | 0 |" in page
    assert "| Sacks |" not in page
    assert "**[Fight](#entry-fight)**" in made["games/long-march/round.md"]
    assert "<code>int 0..99</code> | 0, kept in a campaign |" in made["games/long-march/state.md"]
    examples = "\n".join(text for path, text in made.items() if path.startswith("games/long-march/examples/"))
    assert (
        "next comes [Fight](../round.md#entry-fight), [On the Heath](../missions/raid/on-the-heath.md), 3 players"
        in examples
    )
    assert "[The Long March](../campaigns/march/the-long-march.md), [At the Brook]" in examples


def test_the_engine_plays_a_campaign_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "march.scenario.json"
    path.write_text(canon.dumps(march().scenario), encoding="utf-8")
    assert command.main([str(path), "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("game 1: camp\n")
    assert "\ngame 2: raid:at-the-brook\n" in said
    assert said.splitlines()[-1].startswith("home: The march is over. (coins ")
