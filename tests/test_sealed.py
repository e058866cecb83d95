"""Choices that all make together: until the last is made, nobody sees anything of what the others chose and did."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from bartizan_engine import Game, NotVerified, State, canon, decide, load
from bartizan_engine.bots import Random, named, play
from bartizan_engine.save import restore_state
from bartizan_engine.sealed import sealed_events
from bartizan_engine.shorthand import normalise
from worlds import HIDDEN_HANDS, game, played

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {"done": {"says": "All is over."}},
    "kinds": {
        "goblin": {
            "family": "unit",
            "alike": False,
            "label": "{title} with {hp} on {cell}",
            "state": {"hp": "int 0..9 = 5 until round"},
        }
    },
    "zones": {
        "camp": {"of": "goblin", "per": "player", "visible": "everyone"},
        "pit": {"of": "goblin", "visible": "everyone"},
    },
    "game": {"pot": "int 0..99 = 0", "last": "optional goblin"},
    "players": {"pick": "int 0..9 = 0", "sum": "int 0..99 = 0"},
}
BEGIN = """
def play():
    'All have goblins, and then all choose at the same time.'
    for player in players():
        for _ in range(3):
            create(record("goblin", "grub"), player.camp)
    create(record("goblin", "grub"), game.pit)
    BODY
    choose(players(), "Is that all?", [1, 2])
    end("done", pot = game.pot)
"""
RULES = {
    "plain": """
    for player in together(players()):
        player.pick = choose(player, "Which number?", [1, 2, 3])
        announce("{player} has {player.pick}")
""",
    "changes": """
    for player in together(players()):
        goblin = choose(player, "Which goblin?", [option(goblin) for goblin in player.camp] )
        goblin.hp = choose(player, "How strong is {goblin}?", [1, 2, 3])
        game.pot += goblin.hp
        player.sum += goblin.hp
        move(goblin, game.pit)
        game.last = goblin
        shuffle(game.pit)
        create(record("goblin", "grub"), player.camp)
        more = choose(player, "And then?", [1, 2, 3])
        if more == 1:
            renew(must(top(player.camp)))
        if more == 2:
            remove(goblin)
        if more == 3:
            expire("round")
        choose(player, "Well?", [1, 2])
""",
    "the same goblin": """
    for player in together(players()):
        for goblin in pieces("goblin", at = game.pit):
            take = choose(player, "Take it?", [1, 2])
            if take == 1:
                move(goblin, player.camp)
                break
        taken = choose(player, "How many does {player} have?", [3, 4])
        for goblin in pieces("goblin", at = players()[0].camp):
            goblin.hp = taken
        choose(player, "Well?", [1, 2])
""",
    "break": """
    for player in together(players()):
        player.pick = choose(player, "Which number?", [1, 2, 3])
        if player.seat == 2:
            break
""",
    "return": """
    leave()
""",
    "nested": """
    for player in together(players()):
        player.pick = choose(player, "Which number?", [1, 2, 3])
        for other in together(players()):
            other.sum += choose(player, "How much for {other}?", [1, 2])
        choose(player, "Sure?", [1, 2])
""",
    "end": """
    for player in together(players()):
        player.pick = choose(player, "Which number?", [1, 2, 3])
        if player.seat == 3:
            end("done")
""",
    "loop in a loop": """
    for n in rounds(3):
        for player in together(players()):
            for m in up_to(3):
                player.pick = choose(player, "Which number?", [1, 2, 3])
                if player.pick == 1:
                    break
                if m == 2:
                    break
            if player.pick == 2:
                continue
            player.sum += 1
""",
}
LEAVE = """
def leave() -> int:
    'Out of two loops at once.'
    for _ in range(2):
        for player in together(players()):
            player.pick = choose(player, "Which number?", [1, 2, 3])
            if player.seat == 3:
                return choose(player, "How much is given back?", [1, 2])
    return 0
"""


def made(name: str) -> Game:
    rules = BEGIN.replace("\n    BODY\n", RULES[name]) + (LEAVE if "leave()" in RULES[name] else "")
    return load(
        canon.seal(
            {
                "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
                "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": [1, 4], "map": None,
                "ruleset": normalise(copy.deepcopy(RULESET)), "options": {},
                "records": {"goblin": [{"id": "grub", "title": "Grub"}]},
                "rules": [{"path": "rules/a.star", "text": rules}],
            }
        )
    )  # fmt: skip


GAMES = {name: made(name) for name in RULES}
every_rule = pytest.mark.parametrize("name", list(RULES))


def shown(state: State, player: int) -> str:
    log = [[event.name, event.values] for event in state.log(player)]
    return json.dumps([state.view(player), log], sort_keys=True)


def asked(state: State) -> int:
    return int(state.pending[decide.WHO][0])


# ---------------------------------------------------------------- nothing is seen before all is open


def others_see(state: State, found: dict[int, set[str]], link: Any) -> None:
    """Follow every answer inside the loop; what those see who have not answered yet, for each player."""
    if state.seal is None or state.seal.link is not link:
        return
    own = [event[1] for event in events_of_loop(state) if event[0] == "part"]
    for player in range(state.seats):
        if player not in own:
            found.setdefault(player, set()).add(without_who(shown(state, player)))
    decision = state.decision
    assert decision is not None
    for option in decision.options:
        branch = state.clone()
        branch.choose(option)
        others_see(branch, found, link)


def events_of_loop(state: State) -> list[tuple[Any, ...]]:
    return sealed_events(state)


def without_who(text: str) -> str:
    """That somebody is asked just now is no secret: people sit at one table."""
    view, log = json.loads(text)
    assert set(view["decision"]) == {"players"}
    return json.dumps([{**view, "decision": None}, log])


@every_rule
def test_whatever_is_chosen_and_changed_those_who_wait_see_the_same(name: str) -> None:
    """All answers of all players are followed: who has not begun sees one thing in the whole loop."""
    state, found = GAMES[name].start(1, 2), dict[int, set[str]]()
    assert state.seal is not None
    others_see(state, found, state.seal.link)
    assert found == {1: {without_who(shown(state, 1))}}


@pytest.mark.parametrize("other", ["1", "2", "3"])
def test_who_acts_sees_own_deeds_and_not_those_of_others(other: str) -> None:
    """The second player's view and log are the same whatever the first has done, down to labels and counts."""

    def second(answers: list[str]) -> tuple[list[str], State]:
        state, found = GAMES["changes"].start(1, 2), []
        for answer in answers:
            found.append(shown(state, 1) if asked(state) == 1 else "")
            options = state.decision.options if state.decision else ()
            state.choose(next((o for o in options if o.key == answer), options[0]))
        found.append(shown(state, 1))
        return found, state

    mine = ["", "2", "2"]
    one, state = second(["", "1", "1", "1", *mine])
    two, _ = second(["", other, other, "1", *mine])
    assert one[4:] == two[4:]
    view = state.view(1)
    assert view["players"][1]["state"]["sum"] == 2
    assert view["players"][0]["state"]["sum"] == 0
    assert view["game"]["pot"] == 0  # both write it: what it is shows when all is open
    assert len(view["players"][0]["zones"]["camp"]) == 3
    assert "player 2: Which goblin?" in " ".join(map(state.describe, state.log(1)))
    assert "player 1:" not in " ".join(map(state.describe, state.log(1)))


def test_what_others_have_taken_seems_to_be_there() -> None:
    """The second player writes to what the first has taken: neither the deed nor what it is done to is told."""
    state = GAMES["the same goblin"].start(1, 2)
    for answer in ("1", "3", "1", "4"):
        state.choose(answer)
    assert asked(state) == 1
    view = state.view(1)
    assert [goblin["state"]["hp"] for goblin in view["zones"]["pit"]] == [5]
    assert [goblin["state"]["hp"] for goblin in view["players"][0]["zones"]["camp"]] == [5, 5, 5]
    state.choose("2")
    assert state.seal is None
    assert [goblin["state"]["hp"] for goblin in state.view(1)["players"][0]["zones"]["camp"]] == [4, 4, 4, 4]


def test_who_has_acted_goes_on_to_see_that() -> None:
    state = GAMES["plain"].start(1, 3)
    state.choose("2")
    seen = shown(state, 0)
    assert state.view(0)["players"][0]["state"]["pick"] == 2
    assert state.view(1)["players"][0]["state"]["pick"] == 0
    state.choose("3")
    assert without_who(shown(state, 0)) == without_who(seen)


@every_rule
def test_when_the_loop_is_over_everybody_sees_everything(name: str) -> None:
    state, bot = GAMES[name].start(3, 3), Random(3)
    while state.seal is not None:
        state.answer(bot.choose(state), asked(state))
    state = state.clone()
    tables = [
        {key: value for key, value in state.view(player).items() if key not in ("player", "decision")}
        for player in range(3)
    ]
    assert tables[0] == tables[1] == tables[2]
    assert tables[0]["players"] == [
        {**player, "state": {"pick": state.player__pick[seat], "sum": state.player__sum[seat]}}  # type: ignore[attr-defined]  # fields of this game
        for seat, player in enumerate(tables[0]["players"])
    ]
    logs = [[event for event in state.log(player) if event.name != "offered"] for player in range(3)]
    assert logs[0] == logs[1] == logs[2]
    assert {event.get("player") for event in logs[0] if event.name == "chosen"} >= {1, 2}
    assert [event.name for event in logs[0]].count("opened") >= 1


# ---------------------------------------------------------------- clones, saves, undo, events that are not kept


@every_rule
def test_sealed_states_are_cloned_saved_and_taken_back(name: str) -> None:
    state, bot = GAMES[name].start(5, 3), Random(5)
    before: list[tuple[str, list[Any]]] = []
    while not state.over:
        views = [state.view(player) for player in range(3)]
        back = restore_state(state.game, state.save())
        for other in (state.clone(), back, restore_state(state.game, state.save(), trusted=True)):
            assert other.hash() == state.hash()
            assert [other.view(player) for player in range(3)] == views
            assert other.decision == state.decision
        if state.seal is not None:
            parts = [len(back.log(player)) for player in range(3)]
            assert [state.log(player)[-n:] if n else [] for player, n in enumerate(parts)] == [
                back.log(player) for player in range(3)
            ]
        before.append((state.hash(), views))
        place = bot.choose(state)
        back.answer(place, asked(state))
        state.answer(place, asked(state))
        assert back.hash() == state.hash()
        assert [back.view(player) for player in range(3)] == [state.view(player) for player in range(3)]
    for hash_, views in reversed(before):
        state.undo()
        assert state.hash() == hash_
        assert [state.view(player) for player in range(3)] == views


@every_rule
def test_without_events_the_same_is_seen(name: str) -> None:
    loud, quiet, bot = GAMES[name].start(5, 3), GAMES[name].start(5, 3, events=False), Random(5)
    while not loud.over:
        assert quiet.hash() == loud.hash()
        assert [quiet.view(player) for player in range(3)] == [loud.view(player) for player in range(3)]
        assert quiet.keeps_events is False
        place, player = bot.choose(loud), asked(loud)
        for state in (loud, quiet):
            state.answer(place, player)
    assert quiet.notes is None
    assert quiet.events == []
    quiet.undo()
    assert not quiet.keeps_events


@every_rule
def test_bots_play_sealed_games(name: str) -> None:
    """What looks ahead from inside a loop plays on to the end."""
    for bot in ("greedy:2", "mcts:5"):
        assert play(GAMES[name].start(2, 3), named(bot, 1)).over


def test_a_save_with_a_broken_seal_is_refused() -> None:
    state = GAMES["changes"].start(1, 2)
    for answer in ("", "2"):
        options = state.decision.options if state.decision else ()
        state.choose(next((o for o in options if o.key == answer), options[0]))
    good = json.loads(state.save())
    assert good["state"]["seal"] is not None
    for seal in ([0, []], [1], "x", [1, [{"t": ["moved", 999, 0, 0, 0]}]], [1, [{"t": ["set", "game.none", None, 1, 2]}]],
                 [1, [{"t": ["no-such-event"]}]], [1, [7]], [True, []], None):  # fmt: skip
        data = copy.deepcopy(good)
        data["state"]["seal"] = seal
        for trusted in (False, True):
            with pytest.raises(NotVerified) as why:
                restore_state(state.game, json.dumps(data), trusted)
            assert why.value.problems[0].code == "BZ832"


def test_a_whole_game_of_hidden_hands_is_sealed_where_it_bids() -> None:
    sealed = 0
    for state in played(game(HIDDEN_HANDS), 3, 9, 1):
        if state.seal is not None:
            sealed += 1
            parts = [event[1] for event in events_of_loop(state) if event[0] == "part"]
            for player in range(3):
                view = state.view(player)
                for seat in range(3):
                    if seat != player and seat in parts[:-1]:
                        assert len(view["players"][seat]["zones"]["laid"]) == len(
                            state.zones[state.fixed.zone_index[f"{seat + 1}.laid"]]
                        )
                opened = [e for e in state.log(player) if e.name == "opened"]
                assert len(opened) == len([e for e in state.events if e.name == "opened"])
    assert sealed > 10
