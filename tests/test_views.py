"""What a player sees: views, logs, decisions and refusals tell nothing of what is hidden, whatever happens in a game."""

from __future__ import annotations

import json
import pickle
import random
import re
import shutil
from pathlib import Path

import pytest

import starkit
from bartizan_engine import Fault, Game, State, decide
from bartizan_engine.bots import Random
from bartizan_engine.explicit import CHANCE
from bartizan_engine.eyes import Eyes
from bartizan_engine.program import Program
from bartizan_engine.situation import Situation
from worlds import DEFENSE_GRID, HIDDEN_HANDS, game, leaks, played, shown, worlds

GAMES = [(HIDDEN_HANDS, 2, 3), (HIDDEN_HANDS, 3, 3), (DEFENSE_GRID, 1, 40), (DEFENSE_GRID, 3, 120)]
tables = pytest.mark.parametrize(("root", "seats", "every"), GAMES, ids=[f"{g[0].name}-{g[1]}" for g in GAMES])


# ---------------------------------------------------------------- nothing leaks


def search(root: Path, seats: int, every: int, seeds: range) -> set[str]:
    """Look for leaks in random games; the kinds of worlds that were tried."""
    chance, tried = random.Random(17), set()
    for seed in seeds:
        for state in played(named(root), seats, seed, every):
            for player in range(seats):
                assert leaks(state, player, chance) == []
                tried |= {what for what, _ in worlds(state, player, chance)}
    return tried


def named(root: Path) -> Game:
    return game(root, "first-contact" if root == DEFENSE_GRID else None)


@tables
def test_a_player_cannot_tell_worlds_apart_that_differ_in_what_is_hidden(root: Path, seats: int, every: int) -> None:
    secrets = {"fields are otherwise"} if root == HIDDEN_HANDS else set()
    found = search(root, seats, every, range(2))
    pieces = {"pieces lie elsewhere", "pieces are others", "numbers are others"}
    assert found == pieces | {"chance to come"} | secrets


@pytest.mark.laws
@tables
def test_nor_in_many_games(root: Path, seats: int, every: int) -> None:
    assert search(root, seats, max(1, every // 3), range(2, 42 if root == HIDDEN_HANDS else 8))


@tables
def test_what_everyone_sees_is_seen_by_each_and_tells_no_more(root: Path, seats: int, every: int) -> None:
    """It is the same in all worlds that a player cannot tell apart, whichever player that is."""
    chance = random.Random(17)
    for state in played(named(root), seats, 1, every):
        for player in range(seats):
            for _, other in worlds(state, player, chance):
                assert other.view(None) == state.view(None)
        assert state.view(None)["player"] is None
        assert state.view(None)["board"].keys() == state.view(0)["board"].keys()
    if seats == 1:
        assert state.log(None) == state.log(0)
        assert state.view(None) | {"player": 1} == state.view(0)
    else:
        assert len(state.log(None)) < len(state.log(0))


def test_worlds_differ_in_what_somebody_sees() -> None:
    """The test above would be worth nothing if the other worlds were the same: their owners and keepers see it."""
    chance, differ = random.Random(3), set()
    for state in played(game(HIDDEN_HANDS), 3, 5, 4):
        for what, world in worlds(state, 0, chance):
            if any(shown(world, other) != shown(state, other) for other in (1, 2)):
                differ.add(what)
            assert world.hash() != state.hash() or what in ("pieces are others", "numbers are others")
    assert {"pieces lie elsewhere", "pieces are others", "fields are otherwise"} <= differ


# ---------------------------------------------------------------- leaks on purpose are found


def all_leaks(root: Path) -> list[str]:
    chance = random.Random(17)
    return [
        leak for state in played(game(root), 3, 1, 5) for player in range(3) for leak in leaks(state, player, chance)
    ]


def test_a_zone_that_is_shown_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Eyes.zone

    def careless(self: Eyes, zone: int) -> bool:
        return self.s.fixed.zone_names[zone] == "hand" or real(self, zone)

    monkeypatch.setattr(Eyes, "zone", careless)
    assert any("pieces lie elsewhere" in leak for leak in all_leaks(HIDDEN_HANDS))


def test_a_field_that_is_shown_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyes, "field", lambda self, field, piece: True)
    assert any("fields are otherwise" in leak for leak in all_leaks(HIDDEN_HANDS))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "        move(card, player.hand)\n\n# -",
            '        move(card, player.hand)\n        announce("{player} draws {card.title}")\n\n# -',
        ),
        ("    game.omen = pick([1, 2, 3])", "    game.rumour = must(top(game.deck)).name"),
    ],
    ids=["a title is announced", "a name stands in an open field"],
)
def test_a_rule_that_tells_a_secret_is_found(before: str, after: str, tmp_path: Path) -> None:
    root = tmp_path / "hidden-hands"
    shutil.copytree(HIDDEN_HANDS, root)
    rules = root / "rules" / "game.star"
    text = rules.read_text(encoding="utf-8")
    assert text.count(before) == 1
    rules.write_text(text.replace(before, after), encoding="utf-8")
    assert any("has never been seen" in leak for leak in all_leaks(root))


def test_a_label_that_is_the_same_for_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Program.label_piece
    monkeypatch.setattr(Program, "label_piece", lambda self, s, piece, eyes=None: real(self, s, piece))
    found = all_leaks(HIDDEN_HANDS)
    assert any("has never been seen" in leak for leak in found)
    assert any("fields are otherwise" in leak for leak in found)


# ---------------------------------------------------------------- numbers of pieces


@tables
def test_numbers_of_pieces_stay_in_the_engine(root: Path, seats: int, every: int) -> None:
    """In a log there are none; in a view names count from 1 for each record, in the order of the view."""
    for state in played(named(root), seats, 8, every):
        for player in range(seats):
            assert "#" not in json.dumps([list(map(list, event.values)) for event in state.log(player)])
            numbers: dict[str, set[int]] = {}
            for record, number in re.findall(r'(\w+:[a-z-]+)#(\d+)"', json.dumps(state.view(player))):
                numbers.setdefault(record, set()).add(int(number))
            assert all(found == set(range(1, len(found) + 1)) for found in numbers.values())


# ---------------------------------------------------------------- how things were


@tables
def test_logs_grow_at_their_end_only(root: Path, seats: int, every: int) -> None:
    """What is read later of an event is what was read right after it: labels say how things were at that time."""
    state, bot = named(root).start(4, seats), Random(4)
    logs: list[list[object]] = [[] for _ in range(seats)]
    events: list[object] = []
    for count in range(150 if root == DEFENSE_GRID else 1000):
        if state.over:
            break
        if count % 5 == 0 and state.seal is None:
            new = state.events
            assert new[: len(events)] == events
            assert state.events_since(len(events)) == new[len(events) :]
            events = list(new)
            for player in range(seats):
                log = state.log(player)
                if not any(event.name == "opened" for event in log[len(logs[player]) :]):
                    assert log[: len(logs[player])] == logs[player]
                logs[player] = list(log)
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    assert len(events) > 100


def test_a_log_is_not_longer_than_all_events_and_not_much_shorter() -> None:
    for state in played(game(HIDDEN_HANDS), 3, 2, 1000):
        events = state.events
        for player in range(3):
            log = state.log(player)
            assert len(log) <= len(events)
            for name in ("created", "moved", "removed", "shuffled", "turn", "round", "announced", "chosen", "ended"):
                assert [e.name for e in log].count(name) == [e.name for e in events].count(name)


def test_a_game_without_events_has_no_log() -> None:
    state = game(HIDDEN_HANDS).start(1, 2, events=False)
    assert state.events == []
    assert state.log(0) == []
    assert state.view(0) == game(HIDDEN_HANDS).start(1, 2).view(0)


def test_there_is_no_such_player() -> None:
    state = game(HIDDEN_HANDS).start(1, 2)
    for player in (-1, 2):
        with pytest.raises(ValueError, match="no player"):
            state.view(player)
        with pytest.raises(ValueError, match="no player"):
            state.log(player)


# ---------------------------------------------------------------- situations at a table of three


def table(given: dict[str, object], rule: str, args: dict[str, object], answers: list[str] = []) -> State:  # noqa: B006
    """The state after a rule, with answers by id or name."""
    state = game(HIDDEN_HANDS).prepare(5, 3)
    scene = Situation(state)
    scene.arrange(given)
    scene.call(rule, args)
    for answer in answers:
        at = scene.place_of(answer, state.pending)
        assert at is not None, (answer, state.decision)
        state.answer(at, state.pending[decide.WHO][0])
    return state


def lines(state: State, player: int) -> list[str]:
    return [line for line in map(state.describe, state.log(player)) if line]


PASSING = {
    "zones": {"1.hand": ["ruby", "mask"], "2.hand": ["opal"]},
    "pieces": {"top": {"card": "ledger", "zone": "deck"}},
}


def test_a_card_that_is_passed_is_known_to_both_and_to_nobody_else() -> None:
    state = table(PASSING, "pass_a_card", {"player": 1}, ["ruby", "player:2"])
    ruby = "Ruby (0 marks, charm 0, curse ?)"
    assert lines(state, 0)[:3] == [
        f"player 1: Pass which card? {ruby}",
        f"player 1: Who gets {ruby}? player 2",
        "ruby: 1.hand -> 2.hand",
    ]
    assert lines(state, 1)[2:] == ["ruby: 1.hand -> 2.hand", f"player 1 passes {ruby} to player 2"]
    assert lines(state, 2) == [
        "player 1: chooses in secret",
        "player 1: chooses in secret",
        "a card: 1.hand -> 2.hand",
        "player 1 passes a card to player 2",
    ]


def test_who_is_not_asked_sees_only_who_is() -> None:
    state = table(PASSING, "pass_a_card", {"player": 1})
    assert state.view(0)["decision"]["prompt"] == "Pass which card?"
    assert [option["is"] for option in state.view(0)["decision"]["options"]] == ["card:ruby#1", "card:mask#1"]
    for player in (1, 2):
        assert state.view(player)["decision"] == {"players": [1]}
        with pytest.raises(Fault, match=r"player . is not asked") as why:
            state.choose("card:none-such", by=player)
        assert why.value.problem.hint == "player 1 is; by= counts seats from 0"


def test_a_decision_shows_the_pieces_that_it_is_about_and_names_them_like_the_rest() -> None:
    given = {"zones": {"1.vault": ["opal", "ruby"], "1.laid": ["opal"]}}
    state = table(given, "search_the_vault", {"player": 1})
    assert [option["is"] for option in state.view(0)["decision"]["options"]] == ["card:opal#2", "card:ruby#1"]
    assert state.view(0)["players"][0]["zones"]["vault"] == 2
    state.choose(state.decision.options[0] if state.decision else "")
    assert state.view(0)["decision"]["prompt"] == "Take a card back?"  # it is hidden again


def test_one_option_in_a_hidden_zone_is_asked_for_unless_all_can_count_it() -> None:
    """That two cards are alike, or that one of three fits, is nobody's business."""
    alike = table({"zones": {"1.hand": ["mask", "mask"]}}, "bury_a_card", {"player": 1})
    assert alike.decision is not None
    assert len(alike.decision.options) == 2  # with hidden fields no two cards are alike
    lone = table({"zones": {"1.hand": ["mask"]}}, "bury_a_card", {"player": 1})
    assert lone.decision is None
    assert lines(lone, 1) == ["player 1: chooses in secret", "a card: 1.hand -> 1.vault"]
    assert lines(lone, 0) == ["player 1: Bury which card? Velvet Mask (0 marks, charm 0, curse ?)",
                              "charm of mask: 0 -> 0", "mask: 1.hand -> 1.vault"]  # fmt: skip


@pytest.mark.parametrize("worth", [0, 3])
def test_hidden_fields_make_no_options_alike_and_none_different(worth: int) -> None:
    coins = {"one": {"coin": "florin", "at": "a1"}, "two": {"coin": "florin", "at": "a1", "true_worth": worth}}
    state = table({"pieces": coins, "zones": {"1.hand": ["mask"]}}, "hide_a_coin", {"player": 1})
    assert state.decision is not None
    assert [option.label for option in state.decision.options] == ["Florin (a1)", "Florin (a1) #2"]


def test_what_a_hidden_piece_carries_is_hidden_with_it() -> None:
    given = {"pieces": {"mask": {"card": "mask", "zone": "1.hand"}, "coin": {"coin": "florin", "carried_by": "mask"}}}
    state = table(given, "bury_a_card", {"player": 1})
    assert "florin" in json.dumps(table(given, "why_no_card", {"player": 1}).view(0))
    assert "florin" not in json.dumps([state.view(0), state.view(1)])  # buried, so that nobody may look


def test_faults_name_no_hidden_piece() -> None:
    state = game(HIDDEN_HANDS).prepare(5, 2)
    scene = Situation(state)
    scene.arrange({"pieces": {"top": {"card": "ruby", "zone": "deck"}, "laid": {"card": "mask", "zone": "1.laid"}}})
    assert state.open_name(scene.names["top"]) == "a card"
    assert state.open_name(scene.names["laid"]) == "Velvet Mask (0 marks, charm ?, curse ?)"
    with pytest.raises(Fault, match="a card would carry itself"):
        state.put(scene.names["top"], -2 - scene.names["top"])


def test_who_waits_for_chance_sees_that() -> None:
    state = game(HIDDEN_HANDS).start(1, 2, chance="explicit")
    assert state.decision is not None
    assert state.decision.players == (CHANCE,)
    assert state.view(0)["decision"] == {"players": ["chance"]}


def test_a_secret_choice_is_told_to_nobody_else_and_always_asked() -> None:
    state = table({"zones": {"1.hand": ["mask", "ruby"]}}, "charm_a_card", {"player": 1}, ["ruby", "3"])
    assert lines(state, 1) == ["player 1: chooses in secret"] * 2
    assert lines(state, 0)[-2:] == [
        "player 1: How strong is the charm on Ruby (0 marks, charm 0, curse ?)? 3",
        "charm of ruby: 0 -> 3",
    ]


HIDDEN_NUMBER, HIDDEN_NAME = "777", "zanzibar"
TELLING = [  # what goes wrong with a number or a text that only one may know, and the part of it that authors are told
    ("return {1: 2}[p.secret]", HIDDEN_NUMBER),
    ("return {levels.low: 2}[p.rank]", "middle"),
    ("return numbers.hands[p.secret]", HIDDEN_NUMBER),
    ('return {"a": 2}[p.word]', HIDDEN_NAME),
    ("return cell_named(p.word)", HIDDEN_NAME),
    ("game.gold = p.secret", HIDDEN_NUMBER),
    ("game.stock[levels.low] = p.secret", HIDDEN_NUMBER),
    ("new('tally', sum = 0)\n    p.score = p.secret", HIDDEN_NUMBER),
    ("pieces('goblin')[0].marks = [0] * p.secret", HIDDEN_NUMBER),
    ("xs = [1]\n    xs[p.secret] = 1", HIDDEN_NUMBER),
    ("return [0] * (p.secret * 100)", "77700"),
    ("return 'x' * (p.secret * 100)", "77700"),
    ("xs = [0] * (p.secret * 5)\n    return xs + xs", "7770"),
    ("t = 'x' * (p.secret * 5)\n    return t + t", "7770"),
    ("return range(p.secret * 100)", "77700"),
    ("return {n: n for n in range(p.secret * 5 + p.secret)}", "4662"),
    ("choose(p, 'Which?', range(p.secret * 2))", "1554"),
    ("n = p.secret\n    choose(p, 'Which of {n}?', [1][1:])", HIDDEN_NUMBER),
    ("fail(text('{p.secret} of {p.secret|one|#} in {p.word}'))", HIDDEN_NUMBER),
    ("why = text('{p.secret}')\n    fail(why)", HIDDEN_NUMBER),
    ("fail(p.word)", HIDDEN_NAME),
    ("return next_cell('inbound', p.place)", "hold"),
    ("return steps_left('inbound', p.place, p.place)", "b3"),
    ("return goal('inbound', p.place)", "b3"),
    ("return branch('outbound', p.place, faces(record('bone', 'fate'))[0])", "hold"),
]


@pytest.mark.parametrize(("line", "told"), TELLING)
def test_the_message_of_a_fault_tells_no_value_and_its_detail_does(line: str, told: str) -> None:
    start = "b3" if told == "b3" else "hold"
    fields = {"secret": ("int 0..999", 777), "word": ("text", HIDDEN_NAME), "rank": ("levels", "middle")}
    hidden = {name: {"type": type, "default": is_, "visible": "nobody"} for name, (type, is_) in fields.items()}
    hidden["place"] = {"type": "optional cell", "visible": "nobody"}
    line = line.replace("p.place", "must(p.place)")
    text = f'def f():\n    "Doc."\n    p = players()[0]\n    p.place = cell_named("{start}")\n    {line}\n'
    given = {"pieces": {"g": {"goblin": "grub", "at": "west"}}}
    with pytest.raises(Fault) as caught:
        starkit.call(text, "f", given=given, changes={"players": {**starkit.RULESET["players"], **hidden}})
    fault = caught.value
    assert fault.problem.code not in ("BZ803", "BZ813")
    assert told in fault.detail
    assert fault.told.message == fault.detail
    for said in (str(fault), fault.headline, repr(fault.problems), *map(str, fault.args)):
        assert not re.search(rf"\b{told}\b", said)
    assert pickle.loads(pickle.dumps(fault)).detail == fault.detail


def test_the_words_of_a_packs_own_fault_are_told_without_values() -> None:
    text = 'def f(n: int):\n    "Doc."\n    fail(text("{n|one goblin|# goblins} of {n} are lost"))\n'
    with pytest.raises(Fault) as caught:
        starkit.call(text, "f", 3)
    assert caught.value.problem.message == "? goblins of ? are lost"
    assert caught.value.detail == "3 goblins of 3 are lost"
