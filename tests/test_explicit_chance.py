"""Explicit chance: every draw is a decision with exact probabilities, so that a caller can enumerate."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from bartizan_engine import Fault, canon, load
from bartizan_engine.explicit import CHANCE
from bartizan_engine.game import Game, State
from bartizan_engine.shorthand import normalise

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {"done": {"says": "All is over."}},
    "kinds": {
        "bone": {"family": "die", "faces": {"pips": "int 0..9"}},
        "goblin": {"family": "unit", "fields": {"worth": "int 0..9"}},
    },
    "zones": {"line": {"of": "goblin", "visible": "everyone"}},
    "game": {"pips": "int 0..99 = 0", "worth": "int 0..99 = 0"},
}
LISTS = '''
def play():
    """One of four lists; None is no text."""
    picked = pick([["a", "b"], ["a,b"], [None], ["a", "b"]])
    end("done", n = len(picked))
'''
LIKE = '''
def play():
    """Of five numbers, some of them equal, two are picked; then one of what is equal."""
    found = sample([7, 3, 7, 7, 5], 2)
    last = pick([4, 4, 4])
    end("done", first = found[0], second = found[1], last = last)
'''
RULES = '''
def play():
    """Goblins line up by chance, one is picked, two bones are thrown, and somebody chooses."""
    for goblin in records("goblin"):
        create(goblin, game.line)
    shuffle(game.line)
    game.worth = pick(records("goblin")).worth
    more = choose(players(), "How many bones?", [1, 2])
    for face in roll_many(record("bone", "bone"), more):
        game.pips += face.pips
    leader = must(top(game.line))
    end("done", pips = game.pips, worth = game.worth, first = leader.worth)
'''


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded(RULES)


def loaded(rules: str) -> Game:
    faces = [{"name": "low", "count": 2, "pips": 1}, {"name": "high", "count": 1, "pips": 4}]
    goblins = [{"id": f"g{i}", "title": f"G{i}", "worth": i} for i in range(1, 4)]
    return load(
        canon.seal(
            {
                "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
                "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": [1, 1], "map": None,
                "ruleset": normalise(copy.deepcopy(RULESET)), "options": {},
                "records": {"bone": [{"id": "bone", "title": "Bone", "faces": faces}], "goblin": goblins},
                "rules": [{"path": "rules/a.star", "text": rules}],
            }
        )
    )  # fmt: skip


def enumerate_(
    state: State, answer: str, found: dict[tuple[int, ...], Fraction], chance: Fraction = Fraction(1)
) -> None:
    """The exact distribution of the scores, by following every outcome."""
    if state.over:
        assert state.result is not None
        scores = tuple(state.result.scores.values())
        found[scores] = found.get(scores, Fraction(0)) + chance
        return
    decision = state.decision
    assert decision is not None
    if decision.players == (CHANCE,):
        assert sum(decision.chances) == 1
        for option, share in zip(decision.options, decision.chances, strict=True):
            branch = state.clone()
            branch.choose(option)
            enumerate_(branch, answer, found, chance * share)
    else:
        state.choose(answer)
        enumerate_(state, answer, found, chance)


def test_enumeration_gives_the_exact_distribution(game: Game) -> None:
    """Two bones: 2, 5 or 8 pips with 4/9, 4/9, 1/9, whoever is picked and whoever stands first."""
    found: dict[tuple[int, ...], Fraction] = {}
    enumerate_(game.start(chance="explicit"), "2", found)
    pips = {2: Fraction(4, 9), 5: Fraction(4, 9), 8: Fraction(1, 9)}
    wanted = {(p, w, f): share / 9 for p, share in pips.items() for w in (1, 2, 3) for f in (1, 2, 3)}
    assert found == wanted


def test_a_shuffle_is_one_draw_fewer_than_its_pieces(game: Game) -> None:
    state = game.start(chance="explicit")
    bounds = []
    while state.decision is not None and state.decision.players == (CHANCE,):
        bounds.append(len(state.decision.options))
        state.choose(state.decision.options[0])
    assert bounds == [3, 2, 3]
    assert [option.key for option in state.decision.options] == ["1", "2"] if state.decision else False


def test_draws_say_what_they_are(game: Game) -> None:
    state = game.start(chance="explicit")
    seen = []
    while not state.over:
        decision = state.decision
        assert decision is not None
        seen.append((decision.prompt, [option.key for option in decision.options], list(decision.chances)))
        state.choose(decision.options[-1])
    assert seen[2][1] == ["goblin:g1", "goblin:g2", "goblin:g3"]
    assert seen[4] == ("chance: roll bone", ["low", "high"], [Fraction(2, 3), Fraction(1, 3)])


def test_what_is_alike_is_one_outcome_with_the_probability_of_all() -> None:
    """No two options have one key; and what is all alike is no draw."""
    state = loaded(LIKE).start(chance="explicit")
    seen = []
    while not state.over:
        decision = state.decision
        assert decision is not None
        seen.append(dict(zip([option.key for option in decision.options], decision.chances, strict=True)))
        assert len(seen[-1]) == len(decision.options)
        state.choose("7")
    assert seen == [
        {"7": Fraction(3, 5), "3": Fraction(1, 5), "5": Fraction(1, 5)},
        {"3": Fraction(1, 4), "7": Fraction(1, 2), "5": Fraction(1, 4)},
    ]
    assert state.result is not None
    assert state.result.scores == {"first": 7, "second": 7, "last": 4}


def test_what_is_not_alike_has_names_of_its_own() -> None:
    """A comma in a text is no comma between texts."""
    state = loaded(LISTS).start(chance="explicit")
    assert state.decision is not None
    assert [(one.key, str(chance)) for one, chance in zip(state.decision.options, state.decision.chances, strict=True)] == [
        ('["a","b"]', "1/2"), ('["a,b"]', "1/4"), ("[none]", "1/4"),
    ]  # fmt: skip


def test_what_is_alike_leaves_the_distribution_as_it_is() -> None:
    found: dict[tuple[int, ...], Fraction] = {}
    enumerate_(loaded(LIKE).start(chance="explicit"), "", found)
    numbers = [7, 3, 7, 7, 5]
    wanted: dict[tuple[int, ...], Fraction] = {}
    for i, j in permutations(range(5), 2):
        key = (numbers[i], numbers[j], 4)
        wanted[key] = wanted.get(key, Fraction(0)) + Fraction(1, 20)
    assert found == wanted


def test_a_state_between_two_draws_is_saved_cloned_and_taken_back(game: Game) -> None:
    state = game.start(chance="explicit")
    hashes = [state.hash()]
    while not state.over:
        assert game.restore(state.save()).hash() == state.hash()
        assert game.restore(state.save()).decision == state.decision
        twin = state.clone()
        assert state.decision is not None
        state.choose(state.decision.options[0])
        assert twin.hash() == hashes[-1]
        hashes.append(state.hash())
    assert len(set(hashes)) == len(hashes)
    for earlier in reversed(hashes[:-1]):
        state.undo()
        assert state.hash() == earlier


def test_an_outcome_that_does_not_exist_is_refused_and_changes_nothing(game: Game) -> None:
    state = game.start(chance="explicit")
    before = state.save()
    with pytest.raises(Fault) as why:
        state.choose("7")
    assert why.value.problem.code == "BZ813"
    assert state.save() == before


def test_seeded_games_are_as_they_were(game: Game) -> None:
    state = game.start(seed=3)
    assert state.decision is not None
    assert state.decision.chances == ()
    assert state.decision.players == (0,)
