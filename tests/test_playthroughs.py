"""The kept playthroughs are played again, line by line; each pack, mission and option has one.

What differs is either a fault or a change that was meant; then `make playthroughs` writes them anew, and the diff says what
the change does to games.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

import pytest

from retell import (
    IN_TURN,
    KEPT,
    OF_CAMPAIGNS,
    OPTIONS_AT,
    ROOT,
    SILENT,
    Tale,
    cast_in,
    casts,
    game,
    missions,
    roots,
    shows,
    start,
    tales,
    text,
)

TALES = {tale.name: tale for tale in tales()}
MAX_FILE, MAX_ALL = 400_000, 8_000_000  # characters
every_tale = pytest.mark.parametrize("tale", TALES.values(), ids=TALES)


def kept(tale: Tale) -> list[str]:
    path = KEPT / tale.name
    assert path.is_file(), f"{path.name} is missing: make playthroughs"
    return path.read_text(encoding="utf-8").splitlines()


# ---------------------------------------------------------------- there is one of everything


def test_every_pack_mission_and_option_has_a_playthrough_and_nothing_else_has() -> None:
    assert {path.name for path in KEPT.glob("*")} == set(TALES)


def test_a_pack_is_found_wherever_packs_are_kept() -> None:
    """Reckoned apart from `tales`: from the folders."""
    folders = [path for path in ROOT.glob("**/pack.yaml") if path.parent.parent.name in ("packs", "content")]
    assert {tale.pack for tale in TALES.values()} == {path.parent.name for path in folders} == set(roots())
    for pack, root in roots().items():
        files = "".join(path.read_text(encoding="utf-8") for path in sorted(root.glob("missions/*")))
        ids = set(re.findall(r"^(?:(?:  )?- )?id: (\S+)", files, re.MULTILINE))
        assert {tale.mission for tale in TALES.values() if tale.pack == pack} == (ids or {""})


def test_each_option_has_one_alone_and_the_default_one_for_the_fewest_and_for_two() -> None:
    """Reckoned apart from `tales`: from the declarations in the scenarios."""
    for pack, mission in sorted({(tale.pack, tale.mission) for tale in TALES.values()}):
        here = [tale for tale in TALES.values() if (tale.pack, tale.mission) == (pack, mission)]
        all_ = [tale for tale in TALES.values() if tale.pack == pack] if pack in IN_TURN else here
        declared = set(game(pack, mission).scenario["ruleset"].get("options", {})) - OF_CAMPAIGNS.get(pack, frozenset())
        low, high = game(pack, mission).scenario["seats"]
        seats, usual = {tale.seats for tale in here if not tale.options}, {low, min(max(2, low), high)}
        if mission in OPTIONS_AT.get(pack, (mission,)):
            assert {tale.options[0][0] for tale in all_ if len(tale.options) == 1} == declared
            assert seats == (usual if pack not in IN_TURN or mission == missions(pack)[0] else {low})
        else:
            assert len(here) == 1
            assert seats < usual


def test_what_is_told_at_one_mission_in_turn_is_told_once() -> None:
    for pack in IN_TURN:
        told = [(tale.what, tale.seats) for tale in TALES.values() if tale.pack == pack and tale.options]
        assert len(told) == len(set(told))
        assert {tale.mission for tale in TALES.values() if tale.pack == pack} == set(missions(pack))


def test_of_many_missions_some_have_every_option_and_both_numbers_of_players() -> None:
    for pack, some in OPTIONS_AT.items():
        others = [tale for tale in TALES.values() if tale.pack == pack and tale.mission not in some]
        assert set(some) < {tale.mission for tale in TALES.values() if tale.pack == pack}
        assert len({tale.seats for tale in others}) == 2


def test_a_pack_without_a_playthrough_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """The first test of this file would be worth nothing if it could not fail."""
    monkeypatch.setattr(f"{__name__}.KEPT", tmp_path)
    with pytest.raises(AssertionError):
        test_every_pack_mission_and_option_has_a_playthrough_and_nothing_else_has()
    with pytest.raises(AssertionError, match="is missing: make playthroughs"):
        test_a_playthrough_goes_as_it_went(next(iter(TALES.values())))


# ---------------------------------------------------------------- they go as they went


@every_tale
def test_a_playthrough_goes_as_it_went(tale: Tale) -> None:
    before = kept(tale)
    for number, (was, now) in enumerate(zip_longest(before, text(tale, cast_in(before))), 1):
        assert now == was, f"{tale.name}:{number} was:\n{was}\nand now is:\n{now}\nIf that is meant: make playthroughs"


def test_playthroughs_are_small_enough_to_be_read() -> None:
    sizes = [path.stat().st_size for path in KEPT.iterdir()]
    assert max(sizes) < MAX_FILE
    assert sum(sizes) < MAX_ALL


def test_what_is_told_is_every_decision_with_every_option_and_every_event() -> None:
    """Counted apart from the telling, which leaves out only which words are performed."""
    for name in ("hidden-hands-first-evening-default-2.txt", "smugglers-default-2.txt"):
        tale, lines = TALES[name], kept(TALES[name])
        cast = cast_in(lines)
        state = start(tale, cast)
        asked = options = 0
        for line in [line for line in lines if line.startswith("  > [")]:
            assert state.decision is not None
            asked, options = asked + 1, options + len(state.decision.options)
            state.choose(line[5:].partition("] ")[0])
        assert state.over
        assert len([line for line in lines if re.match(r"\d+\. player", line)]) == asked
        assert len([line for line in lines if re.match(r"  [> ] \[", line)]) == options
        lines = lines[: lines.index("the log of player 1")]
        names = [event.name for event in state.events if event.name not in ("offered", "chosen", "performed")]
        found = [match[1] for line in lines if (match := re.match(rf"  ({'|'.join(sorted(set(names)))})( |$)", line))]
        assert found == names
        assert lines.count(f"  hash {state.hash()}") == 1


# ---------------------------------------------------------------- they show what they are for


@every_tale
def test_options_show_in_their_playthroughs(tale: Tale) -> None:
    """But for those of which it is said why they cannot."""
    if tale.options:
        assert shows(tale, cast_in(kept(tale))) == (tale.name not in SILENT)


@pytest.mark.parametrize("pack", sorted(OF_CAMPAIGNS))
def test_what_is_about_campaigns_shows_in_no_mission(pack: str) -> None:
    """All of these options together change nothing of a game that is played by itself."""
    options = tuple((name, True) for name in sorted(OF_CAMPAIGNS[pack]))
    for tale in TALES.values():
        if tale.pack == pack and not tale.options:
            assert not shows(tale._replace(options=options), cast_in(kept(tale)))


def test_what_shows_in_no_game_cannot() -> None:
    """The reasons in `SILENT`, looked up in the records."""
    assert set(SILENT) <= set(TALES)
    first, second = (game("defense-grid", mission) for mission in ("first-contact", "two-ways-out"))
    mission = {record["id"]: record for record in first.records("mission")}["first-contact"]
    assert (mission["boosts"], mission["novice_only"]) == (False, True)
    cards = {card["id"]: card for card in second.records("card")}
    for ai in second.records("ai"):
        for card in (cards[name] for name, count in ai["starter"].items() if count):
            rank = ai["ranks"].get(card["tower"], "none") if card["tower"] else ai["special_rank"]
            assert rank != "none" or card["effects"]["none"] == card["effects"]["novice"], (ai["id"], card["id"])
            assert card["timing"] != "anytime"
    rules = "".join(rule["text"] for rule in game("epic-dice", "standard-game").scenario["rules"])
    (before,) = rules.split("options.harm_by_minion")[:-1]
    assert before.rstrip().splitlines()[-2:][0] == "    if options.elimination:"


MATTERS = {  # the words by which an option of the skirmish shows
    "count_again": {"lead", "sacrifice"},
    "each_point": {"bonus_if_empty"},
}


@pytest.mark.parametrize("name", sorted(name for name in SILENT if name.startswith("guards-of-atlantis")))
def test_what_shows_in_no_skirmish_cannot(name: str) -> None:
    """The first two seats hold no card to which the option matters."""
    tale = TALES[name]
    of = game(tale.pack, tale.mission)
    cards = {card["id"]: card for card in of.records("card")}
    (mission,) = (record for record in of.records("skirmish") if record["id"] == tale.mission)
    held = [cards[id] for seat in mission["seats"][:2] for id in seat["hand"] + seat["items"]]
    defending = [card for card in held if card["primary"] in ("defense", "defense_skill")]
    said = {word for card in defending for word, _ in card["text"]}
    assert not said & MATTERS.get(tale.what, set())
    assert tale.what in MATTERS or not any(card["earlier"] for card in held)


@pytest.mark.laws
@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_shows_in_no_game_shows_in_none_that_was_looked_at(name: str) -> None:
    assert not any(shows(TALES[name], cast) for cast in casts(TALES[name]))
