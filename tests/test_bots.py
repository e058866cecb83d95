"""Bots: what an end is worth, what may be known, and that looking ahead is worth its time."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bartizan_compiler import build
from bartizan_engine import Fault, NotVerified, canon, decide, load, playout
from bartizan_engine.bots import Bot, Random, Seated, named, play
from bartizan_engine.chance import Streams
from bartizan_engine.deal import deal_anew
from bartizan_engine.game import Game, State
from bartizan_engine.greedy import Greedy
from bartizan_engine.mcts import MCTS
from bartizan_engine.ruleset import declare, normalise
from bartizan_engine.worth import worths

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "tests" / "bench" / "packs"
KEPT = ROOT / "tests" / "data" / "bots.json"  # how the matches of the full run went
THINKERS = [lambda seed: Greedy(seed, 40), lambda seed: MCTS(seed, 150)]

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {
        "gold": {"says": "All is well.", "worth": 3},
        "silver": {"says": "Most is well.", "worth": 2},
        "bronze": {"says": "Some is well.", "worth": 1},
        "failed": {"says": "Nothing is well.", "worth": 0},
        "done": {"says": "It is done."},
    },
    "kinds": {
        "bone": {"family": "die", "faces": {"pips": "int 0..9"}},
        "spell": {"family": "card", "fields": {"power": "int 0..9"}, "state": {"wet": "bool = false"}},
    },
    "zones": {
        "deck": {"of": "spell", "visible": "nobody"},
        "pile": {"of": "spell"},
        "hand": {"of": "spell", "per": "player", "visible": "owner"},
    },
    "game": {"heat": "int 0..99 = 0"},
}
TRICK = '''
def play():
    """Two spells for everyone; the stronger one wins."""
    for spell in records("spell"):
        create(spell, game.deck)
    shuffle(game.deck)
    for player in players():
        for _ in range(2):
            move(must(top(game.deck)), player.hand)
    for player in turns(players()):
        cast = choose(player, "Which spell?", player.hand)
        cast.wet = True
        move(cast, game.pile)
    end("done", winners = [players()[0] if game.pile[0].power > game.pile[1].power else players()[1]])
'''


def made(rules: str, seats: tuple[int, int] = (2, 2), copies: int = 1) -> Game:
    """A game of these rules, with six spells of different power, the first of them several times."""
    faces = [{"name": "low", "count": 1, "pips": 1}, {"name": "high", "count": 3, "pips": 4}]
    spells = [{"id": f"s{i}", "title": f"S{i}", "power": i} for i in range(1, 7)]
    spells += [{"id": f"t{i}", "title": f"T{i}", "power": 1} for i in range(1, copies)]
    return load(
        canon.seal(
            {
                "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
                "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": list(seats), "map": None,
                "ruleset": normalise(copy.deepcopy(RULESET)), "options": {},
                "records": {"bone": [{"id": "bone", "title": "Bone", "faces": faces}], "spell": spells},
                "rules": [{"path": "rules/a.star", "text": rules}],
            }
        )
    )  # fmt: skip


def bench(name: str) -> Game:
    scenario, problems = build.build(BENCH / name)
    assert scenario is not None, problems
    return load(scenario)


def chosen(bot: Bot, state: State) -> str:
    """The key of what a bot chooses; it leaves the state as it was."""
    before = state.save()
    at = bot.choose(state)
    assert state.save() == before
    assert state.decision is not None
    assert state.decision.options[at].blocked is None
    return state.decision.options[at].key


# ---------------------------------------------------------------- packs to measure with


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_bench_packs_are_ordinary_packs(name: str) -> None:
    """Free of problems, and their examples hold."""
    from bartizan_compiler import examples

    pack, problems = build.check(BENCH / name)
    assert pack is not None
    assert problems == []
    outcomes = list(examples.run(pack, [example.id for example in pack.records["example"]]))
    assert outcomes
    assert [(o.name, o.problems) for o in outcomes if o.problems] == []


# ---------------------------------------------------------------- what an end is worth


@pytest.mark.parametrize(
    ("end", "worth"),
    [
        ('end("done", winners = [players()[1]])', (0, 1, 0)),
        ('end("gold", winners = [players()[0], players()[2]])', (1, 0, 1)),
        ('end("silver", winners = players())', (2 / 3, 2 / 3, 2 / 3)),
        ('end("silver")', (2 / 3, 2 / 3, 2 / 3)),
        ('end("gold")', (1, 1, 1)),
        ('end("failed", winners = players())', (0, 0, 0)),
        ('end("done", winners = players())', (1, 1, 1)),
        ('end("done")', (0, 0, 0)),
    ],
)
def test_worth_of_an_end(end: str, worth: tuple[float, ...]) -> None:
    state = made(f'def play():\n    """It ends."""\n    {end}\n', (3, 3)).start()
    assert worths(state) == worth


def test_a_game_that_goes_on_is_worth_nothing_yet() -> None:
    assert worths(made(TRICK).start()) == (0, 0)


@pytest.mark.parametrize("worth", [-1, 1_000_001, True, "1", None, [1]])
def test_worth_is_a_number(worth: Any) -> None:
    data = RULESET | {"results": {"done": {"says": "It is done.", "worth": worth}}}
    ruleset, flaws = declare(data)
    assert [(flaw.path, flaw.code) for flaw in flaws] == [(("results", "done", "worth"), "BZ504")]
    assert ruleset.results["done"].worth is None


def test_worth_and_actions_reach_the_scenario() -> None:
    game = bench("tic-tac-toe")
    assert {name: result.worth for name, result in game.ruleset.results.items()} == {"won": 2, "drawn": 1}
    assert game.actions == 9
    other = copy.deepcopy(game.scenario)
    del other["pack"]["actions"], other["ruleset"]["results"]["won"]["worth"]
    silent = load(canon.seal(other))
    assert silent.actions == 1025
    assert silent.ruleset.results["won"].worth is None
    assert silent.play_hash == game.play_hash, "neither changes a game"


# ---------------------------------------------------------------- what a player may not know


def hidden(state: State, player: int) -> list[int]:
    """The spells that a player does not see, in the order of where they lie."""
    deck, hand = state.fixed.zone_base["deck"], state.fixed.zone_base["hand"]
    zones = [state.zones[deck], *(state.zones[hand + seat] for seat in range(state.seats) if seat != player)]
    return [piece for zone in zones for piece in zone]


@pytest.mark.parametrize("player", [0, 1])
def test_what_is_dealt_anew_cannot_be_noticed(player: int) -> None:
    state = made(TRICK).start(5)
    state.choose(state.decision.options[0])  # type: ignore[union-attr]  # it is open
    seen, chance, dealt = state.view(player), Streams(1), Counter[tuple[int, ...]]()
    for _ in range(600):
        other = state.clone()
        deal_anew(other, player, chance)
        assert other.view(player) == seen
        assert sorted(other.record) == sorted(state.record)
        assert other.chance.seed != state.chance.seed
        dealt[tuple(other.record[piece] for piece in hidden(other, player))] += 1
    assert len(dealt) == (24 if player == 0 else 6), "every arrangement is dealt"
    mean = 600 / len(dealt)
    assert all(mean / 3 < times < 2 * mean for times in dealt.values())


def test_a_piece_keeps_its_state_when_it_is_dealt_elsewhere() -> None:
    state = made(TRICK).start(5)
    wet = hidden(state, 0)[0]
    state.spell__wet[wet] = True  # type: ignore[attr-defined]  # a column of this game
    record, places = state.record[wet], set()
    for seed in range(40):
        other: Any = state.clone()
        deal_anew(other, 0, Streams(seed))
        (place,) = [piece for piece in hidden(other, 0) if other.spell__wet[piece]]
        assert other.record[place] == record
        places.add(place)
    assert places == set(hidden(state, 0))


def test_a_deal_depends_on_what_is_hidden_and_not_on_where() -> None:
    state = made(TRICK).start(5)
    other = state.clone()
    pieces = hidden(other, 0)
    for piece, record in zip(pieces, [state.record[piece] for piece in reversed(pieces)], strict=True):
        other.record[piece] = record
    assert other.record != state.record
    assert chosen(MCTS(3, 60), state) == chosen(MCTS(3, 60), other)
    deal_anew(state, 0, Streams(8))
    deal_anew(other, 0, Streams(8))
    assert state.record == other.record


@pytest.mark.parametrize("bot", THINKERS)
def test_no_bot_peeks_at_a_deck(bot: Callable[[int], Bot]) -> None:
    """Six of eleven spells have power 1: whatever lies on top, that is the guess."""
    game = made(
        '''
def play():
    """What power has the spell on top?"""
    for spell in records("spell"):
        create(spell, game.deck)
    shuffle(game.deck)
    guess = choose(players(), "Which power?", [1, 2, 3])
    if must(top(game.deck)).power == guess:
        end("gold")
    end("failed")
''',
        copies=6,
    )
    tops = set()
    for seed in range(12):
        state = game.start(seed)
        tops.add(state.record[state.zones[0][0]])
        assert chosen(bot(seed), state) == "1"
    assert len(tops) > 3


@pytest.mark.parametrize("bot", THINKERS)
def test_no_bot_knows_the_next_roll(bot: Callable[[int], Bot]) -> None:
    game = made('''
def play():
    """What will the bone show?"""
    guess = choose(players(), "Which face?", faces(record("bone", "bone")))
    if roll(record("bone", "bone")) == guess:
        end("gold")
    end("failed")
''')
    shown = set()
    for seed in range(12):
        state = game.start(seed)
        assert chosen(bot(seed), state) == "face:bone/high"
        state.choose("face:bone/high")
        assert state.result is not None
        shown.add(state.result.name)
    assert shown == {"gold", "failed"}


# ---------------------------------------------------------------- what is best


@pytest.mark.parametrize("bot", THINKERS)
def test_among_several_each_plays_for_itself(bot: Callable[[int], Bot]) -> None:
    game = made(
        '''
def play():
    """Somebody wins."""
    for player in turns(players()):
        who = choose(player, "Who wins?", players(), skip = "Somebody else decides")
        if who != None:
            end("done", winners = [who])
    end("done")
''',
        (3, 3),
    )
    state = game.start()
    assert chosen(bot(1), state) == "player:1"
    state.choose("none")
    assert chosen(bot(2), state) == "player:2"


def test_others_are_thought_to_play_for_themselves_too() -> None:
    """Left, the second player takes all. Right, the third helps itself and so the first: chance alone sees no difference."""
    game = made(
        '''
def play():
    """Left or right?"""
    left = confirm(players()[0], "Left?")
    if left:
        second = confirm(players()[1], "Be generous?")
        end("done", winners = [players()[0] if second else players()[1]])
    third = confirm(players()[2], "Spoil it?")
    if third:
        end("done")
    end("done", winners = [players()[0], players()[2]])
''',
        (3, 3),
    )
    for seed in range(5):
        assert chosen(MCTS(seed, 60), game.start()) == "no"


@pytest.mark.parametrize(("pips", "answer"), [(1, "no"), (4, "yes")])
@pytest.mark.parametrize("bot", THINKERS)
def test_those_who_play_together_weigh_results(bot: Callable[[int], Bot], pips: int, answer: str) -> None:
    """Silver for sure, or gold with a chance of one or three in four."""
    game = made(f'''
def play():
    """Take the risk?"""
    risk = confirm(players(), "Take the risk?")
    if not risk:
        end("silver")
    if roll(record("bone", "bone")).pips == {pips}:
        end("gold", winners = players())
    end("failed")
''')
    assert {chosen(bot(seed), game.start(seed)) for seed in range(3)} == {answer}


@pytest.mark.parametrize("bot", THINKERS)
def test_an_option_that_breaks_the_rules_is_worth_nothing(bot: Callable[[int], Bot]) -> None:
    game = made('''
def play():
    """Three ways."""
    way = choose(players(), "Which way?", [1, 2, 3])
    if way == 1:
        fail("no way")
    if way == 2:
        end("bronze")
    end("failed")
''')
    assert chosen(bot(1), game.start()) == "2"


def test_a_playout_that_never_ends_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = made('''
def play():
    """Long or short?"""
    long = confirm(players(), "Long?")
    if not long:
        end("bronze")
    for _ in range(1000):
        again = confirm(players(), "Again?")
        game.heat = (game.heat + 1) % 50 if again else game.heat
    end("gold")
''')
    assert chosen(Greedy(1, 2), game.start()) == "yes"
    monkeypatch.setattr(playout, "MAX_PLAYOUT", 100)
    assert chosen(Greedy(1, 2), game.start()) == "no"


@pytest.mark.parametrize("bot", THINKERS)
def test_the_stronger_spell_is_played_whatever_the_other_holds(bot: Callable[[int], Bot]) -> None:
    """The other's options are not the same in each deal. Where one spell is strong and one weak, it matters."""
    game, tried = made(TRICK), 0
    for seed in range(20):
        state = game.start(seed)
        weak, strong = sorted(option.key for option in state.decision.options)  # type: ignore[union-attr]  # it is open
        if weak < "spell:s3" and strong > "spell:s5":
            assert chosen(bot(seed), state) == strong
            tried += 1
    assert tried > 2


@pytest.mark.parametrize("text", ["random", "greedy:3", "mcts:20"])
def test_the_same_seed_gives_the_same_answers(text: str) -> None:
    game = bench("connect-four")
    runs = [play(game.start(3), named(text, seed)).answer_list() for seed in (4, 4, 5)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_explicit_chance_needs_somebody_to_choose() -> None:
    with pytest.raises(Fault, match="explicit"):
        play(made(TRICK).start(chance="explicit"), Random(1))


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("mtcs", 'no bot is named "mtcs"'),
        ("", 'no bot is named ""'),
        ("random:3", 'the bot "random" does not try hard'),
        ("mcts:", '"" is no number from 1 to 1000000'),
        ("mcts:0", '"0" is no number'),
        ("greedy:-1", '"-1" is no number'),
        ("greedy:1000001", "is no number"),
        ("mcts:٣", "is no number"),
    ],
)
def test_bots_that_do_not_exist(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)) as why:
        named(text)
    assert why.value.args[1], "there is a hint"


def test_both_commands_take_bots_by_name(tmp_path: Path) -> None:
    path = tmp_path / "four.scenario.json"
    path.write_text(canon.dumps(bench("connect-four").scenario), encoding="utf-8")
    ends = {}
    for words in (["bartizan_engine", str(path)], ["bartizan", "run", str(path)]):
        for bot in ("greedy:1", "mcts:4"):
            quiet = [sys.executable, "-m", *words, "--bots", bot, "--seed", "2", "--quiet"]
            done = subprocess.run(quiet, capture_output=True, text=True, check=True)
            ends[words[0], bot] = done.stdout.split(":")[0]
        wrong = subprocess.run([*quiet[:-5], "--bots", "mtcs"], capture_output=True, text=True, check=False)
        assert wrong.returncode == 2
        assert "did you mean" in wrong.stderr
    assert set(ends.values()) <= {"won", "drawn"}
    assert len(ends) == 4


# ---------------------------------------------------------------- how strong they are

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
NAMES = [column + row for row in "123" for column in "abc"]


@cache
def perfect_value(board: str, mover: str) -> int:
    """What a position of tic-tac-toe is worth to the mover when both play perfectly: 1, 0 or -1."""
    other = "O" if mover == "X" else "X"
    if any(all(board[int(i)] == other for i in row) for row in ROWS):
        return -1
    if "." not in board:
        return 0
    return max(-perfect_value(after, other) for _, after in moves(board, mover))


def moves(board: str, mover: str) -> list[tuple[int, str]]:
    return [(i, board[:i] + mover + board[i + 1 :]) for i, mark in enumerate(board) if mark == "."]


class Perfect:
    """Plays tic-tac-toe by minimax, any of the best moves; it knows the board from its view alone."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: State) -> int:
        seen = state.view(state.pending[1][0])
        board = "".join(seen["board"][name][0]["is"][5].upper() if name in seen["board"] else "." for name in NAMES)
        board = board.replace("C", "X").replace("N", "O")
        mover, other = ("X", "O") if board.count(".") % 2 else ("O", "X")
        values = {i: -perfect_value(after, other) for i, after in moves(board, mover)}
        best = self.chance.choice([i for i, value in values.items() if value == max(values.values())])
        return [option["is"] for option in seen["decision"]["options"]].index(f"cell:{NAMES[best]}")


class Match(NamedTuple):
    """A bot against another on a bench pack."""

    pack: str
    one: Callable[[int], Bot]
    other: Callable[[int], Bot]
    games: int


MATCHES = {
    "tree search against perfect play": Match("tic-tac-toe", lambda seed: MCTS(seed, 1500), Perfect, 200),
    "tree search against chance": Match("connect-four", lambda seed: MCTS(seed, 100), Random, 100),
    "tree search against greed": Match("connect-four", lambda seed: MCTS(seed, 100), Greedy, 100),
    "greed against chance": Match("connect-four", Greedy, Random, 100),
}
LEAST = {  # games of all that are not lost, and that are won
    "tree search against perfect play": (200, 0),
    "tree search against chance": (0, 90),
    "tree search against greed": (0, 60),
    "greed against chance": (0, 90),
}


def went(match: Match, games: int) -> str:
    """How games went for the first bot, a letter each: won, drawn, lost. The two take turns in beginning."""
    game, letters = bench(match.pack), ""
    for number in range(games):
        seat = number % 2
        bots = (match.one(number), match.other(number + 10_000))
        state = play(game.start(number, events=False), Seated(bots if seat == 0 else bots[::-1]))
        assert state.result is not None
        winners = state.result.winners
        letters += "d" if not winners else "w" if winners == (seat,) else "l"
    return letters


def test_perfect_play_ends_in_a_draw() -> None:
    assert went(Match("tic-tac-toe", Perfect, Perfect, 20), 20) == "d" * 20


@pytest.mark.parametrize("name", MATCHES)
def test_the_kept_matches_are_as_strong_as_they_should_be_and_of_these_bots(name: str) -> None:
    """A change of the bots or of a pack makes the full run stale: `BARTIZAN_KEEP=1 make laws` makes it anew."""
    match, kept = MATCHES[name], json.loads(KEPT.read_text(encoding="utf-8"))[name]
    assert kept["play"] == bench(match.pack).play_hash
    assert len(kept["games"]) == match.games
    not_lost, won = LEAST[name]
    assert match.games - kept["games"].count("l") >= not_lost
    assert kept["games"].count("w") >= won
    assert went(match, 2) == kept["games"][:2]


@pytest.mark.laws
@pytest.mark.parametrize("name", MATCHES)
def test_matches_go_as_the_kept_ones_went(name: str) -> None:
    """Tree search never loses tic-tac-toe to perfect play; at Connect Four it wins 90 % against chance, 60 % against greed."""
    match = MATCHES[name]
    now = {"play": bench(match.pack).play_hash, "games": went(match, match.games)}
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    if os.environ.get("BARTIZAN_KEEP"):
        KEPT.write_text(json.dumps(kept | {name: now}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    else:
        assert kept[name] == now


# ---------------------------------------------------------------- by an outlook

WORKS: dict[str, Any] = {
    "menus": {
        "day": {
            "mine": {"says": "Mine", "rule": "mine"},
            "burn": {"says": "Burn", "rule": "burn"},
        }
    },
    "outlook": {"rule": "outlook"},
}
DAYS = '''
def play():
    """Thirty days of mining or burning, as long as one likes; at random nobody ever comes to anything."""
    for _ in rounds(30):
        for _ in [1, 2]:
            worked = choose_action(players(), "What is done?", "day", skip = "Rest")
            if not worked:
                break
    if game.heat >= 40:
        end("gold", winners = players())
    end("failed")

def mine():
    """One of three seams; only the second is any good."""
    seam = choose(players(), "Which seam?", [1, 2, 3])
    game.heat = min(99, game.heat + 1) if seam == 2 else max(0, game.heat - 1)

def burn():
    """All is lost."""
    game.heat = 0

def outlook(player: player) -> int:
    """The more, the better."""
    return game.heat * (1 + player.seat)
'''


def working(**changes: Any) -> Game:
    ruleset = copy.deepcopy(RULESET) | {"outlook": WORKS["outlook"], "menus": WORKS["menus"]} | changes
    scenario = made(TRICK).scenario
    told = {**scenario, "ruleset": normalise(ruleset), "rules": [{"path": "rules/a.star", "text": DAYS}]}
    return load(canon.seal({**told, "records": {"bone": [], "spell": []}}))


def test_an_outlook_leads_where_playing_on_at_random_never_comes() -> None:
    """What is judged is the way to the next menu, so what is done and how are chosen together."""
    for seed in range(3):
        ended = play(working().start(seed, 2), Greedy(seed, 6)).result
        assert ended is not None
        assert ended.name == "gold"
    assert {play(working().start(seed, 2), Random(seed)).result.name for seed in range(20)} == {"failed"}  # type: ignore[union-attr]  # it is over


def test_whoever_has_an_outlook_rests_rather_than_lose_by_it() -> None:
    """To leave the menu is to stay as one stands, which is better than two of three seams and than fire."""
    state = working().start(1, 2)
    for _ in range(4):
        state.choose("mine")
        state.choose("2")
    bot = Greedy(1, 1)
    while state.round < 20:
        before = state.view(0)["game"]["heat"]
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
        assert state.view(0)["game"]["heat"] >= before


def test_what_was_planned_is_forgotten_where_it_is_not_open() -> None:
    """A bot that is asked in another game than the one in which it planned looks anew."""
    bot, one = Greedy(1, 6), working().start(1, 2)
    assert chosen(bot, one) == "mine"
    assert chosen(bot, working().start(2, 2)) == "mine"
    one.choose("mine")
    assert chosen(Greedy(2, 6), one) == "2"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"outlook": {"rule": "lookout"}}, "BZ520"),
        ({"outlook": {"rule": "burn"}}, "BZ523"),
    ],
)
def test_an_outlook_is_a_pure_rule_of_a_player(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(NotVerified) as why:
        working(**changes)
    assert code in {problem.code for problem in why.value.problems}


def test_an_outlook_changes_no_game() -> None:
    """Saves stay those of the same game, whatever is declared for bots."""
    other = working().scenario
    other["ruleset"]["outlook"] = {"rule": "play"}
    assert canon.seal(other)["hash"]["play"] == working().play_hash
