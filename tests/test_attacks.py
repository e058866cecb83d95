"""Rules that attack: each is refused, stopped by a budget, or gives the value that it should; nothing dies of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import attack_cases
import starkit
from attack_cases import CASES
from attack_child import records
from bartizan_compiler import build, own_checks, sight
from bartizan_engine import language, program
from bartizan_engine.fault import Fault, NotVerified
from bartizan_engine.language import chains, lower_plain
from bartizan_engine.library import LIBRARY
from bartizan_engine.problem import suggest
from bartizan_engine.state import FUEL, MAX_LOG, MAX_STATE
from bartizan_engine.view import view

CHILD = Path(__file__).parent / "attack_child.py"
BATCHES = 10  # each well within what a child may take, on a busy machine too
SLOWEST = 15  # seconds of one attack: the promise is an end, this is only a guard
SMALL_STACK = 512  # KiB
QUICK = ("51 ", "52 ", "54 ")  # families that use their budget up in small steps
SOON = 4  # seconds of one of them on a busy machine; a second is usual
DEFAULTS = {"harsh": False, "luck": 1, "start": "low"}


def batch(stack: int, first: int) -> tuple[int, dict[int, tuple[str, float]], str]:
    """What came of every so manyth case in a process of its own: its exit code, outcomes and last words."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(CHILD), str(stack), str(first), str(BATCHES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {number: (outcome, seconds) for number, outcome, seconds in lines}, done.stderr[-2_000:]


@pytest.fixture(scope="module", params=[0, SMALL_STACK], ids=["main thread", "small stack"])
def outcomes(request: pytest.FixtureRequest) -> dict[int, tuple[str, float]]:
    """What came of all cases, under limits of memory and time."""
    with ThreadPoolExecutor(2) as pool:
        batches = list(pool.map(lambda first: batch(request.param, first), range(BATCHES)))
    found: dict[int, tuple[str, float]] = {}
    for first, (code, told, words) in enumerate(batches):
        missing = [CASES[number].name for number in range(first, len(CASES), BATCHES) if number not in told]
        assert (code, missing[:1]) == (0, []), f"the process died of this: {words}"
        found |= told
    return found


def fits(wanted: str, found: str) -> bool:
    """A case that must be refused names one of the codes that came; any other its whole outcome."""
    if wanted.startswith("R "):
        return found.startswith("R ") and re.search(wanted[2:], found) is not None
    return re.fullmatch(wanted, found) is not None


def test_every_attack_has_its_outcome(outcomes: dict[int, tuple[str, float]]) -> None:
    wrong = [
        (case.name, case.outcome, outcomes[i][0])
        for i, case in enumerate(CASES)
        if not fits(case.outcome, outcomes[i][0])
    ]
    assert wrong == []


def test_every_attack_comes_to_an_end_soon(outcomes: dict[int, tuple[str, float]]) -> None:
    assert [(CASES[i].name, seconds) for i, (_, seconds) in outcomes.items() if seconds > SLOWEST] == []


def test_every_loop_of_a_costly_call_ends_at_once(outcomes: dict[int, tuple[str, float]]) -> None:
    """The fuel is used up before anybody waits: what a call touches is what it costs."""
    slow = [(CASES[i].name, seconds) for i, (_, seconds) in outcomes.items() if CASES[i].name.startswith(QUICK)]
    assert [one for one in slow if one[1] > SOON] == []


def test_every_function_of_the_library_is_constant_or_paid_for() -> None:
    assert sorted([*attack_cases.COSTLY, *attack_cases.CONSTANT]) == sorted(LIBRARY)


@pytest.mark.parametrize("name", attack_cases.COSTLY)
def test_a_call_costs_at_least_what_it_touches(name: str) -> None:
    """The second of two calls, so that only the call is measured."""
    call, touched = attack_cases.COSTLY[name]

    def used(times: int) -> int:
        case = attack_cases.called(call, times)
        return (
            FUEL - starkit.run(case.text, "f", changes=case.changes, given=case.given, records=records(case)).state.fuel
        )

    assert used(2) - used(1) > touched


def test_a_state_that_is_too_large_is_a_fault_at_a_place() -> None:
    """Also where no rule runs: the hash is asked for while a decision is open, or before anything has run."""
    rules = 'def f():\n    "Doc."\n    x = choose(players(), "?", [1, 2])\n'
    state = starkit.run(rules, "f").state
    state.game__log = [0] * (MAX_STATE + 1)
    with pytest.raises(Fault) as caught:
        state.hash()
    assert (caught.value.problem.code, caught.value.problem.spot[:2]) == ("BZ811", ("test.star", 3))


FILLING = """
def play():
    "Doc."
    for n in up_to(1000):
        for j in range(900):
            game.log = [j] * 4096
        x = choose(players(), "?", [1, 2])
"""


def test_what_a_game_remembers_has_an_end() -> None:
    """Old values stay in the events, for the log: so many cells, and no more; without events there is no such end."""
    state = starkit.game(FILLING).start(players=2)
    state.choose("1")
    before = state.hash()
    with pytest.raises(Fault, match="the events of this game hold more than") as caught:
        state.choose("1")
    assert (caught.value.problem.code, caught.value.problem.spot.line) == ("BZ811", 6)
    assert (state.hash(), state.pending is not None, state.logged <= MAX_LOG) == (before, True, True)
    quiet = starkit.game(FILLING).start(players=2, events=False)
    for _ in range(9):
        quiet.choose("1")
    assert quiet.logged == 0


def test_what_everyone_may_do_fills_no_log() -> None:
    """Numbers that change ten thousand times between two decisions are a small part of what is remembered."""
    text = FILLING.replace("[j] * 4096", "[j]").replace("900", "10000")
    state = starkit.game(text).start(players=2)
    state.choose("1")
    assert state.logged < MAX_LOG / 10


def test_names_of_cases_are_unique() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)


def test_a_fault_half_way_writes_nothing() -> None:
    """Sorting that runs out of its budget leaves the state as it was before the choice."""
    slow = next(case for case in attack_cases.PLAY if case.name == "38 a slow key").text
    text = slow.replace(
        "    return sorted", '    n = choose(players(), "?", [1, 2])\n    game.gold = 9\n    return sorted', 1
    )
    state = starkit.run(text, "f").state
    before = state.hash()
    with pytest.raises(Fault) as caught:
        state.choose("1")
    assert caught.value.problem.code == "BZ803"
    assert caught.value.stack[-1].rule == "slow"
    assert (state.hash(), state.game__gold) == (before, 0)


def test_a_chain_of_calls_has_a_longest() -> None:
    def rules(count: int) -> str:
        calls = [f"f{i + 1}()" for i in range(count - 1)] + ["pass"]
        return "\n".join(f'def f{i}():\n    "Doc."\n    {call}\n' for i, call in enumerate(calls))

    def told(count: int) -> list[tuple[str, int]]:
        return [(problem.code, problem.spot.line) for problem in starkit.check(rules(count)) if problem.code != "BZ537"]

    assert told(chains.MAX_CHAIN) == []
    assert told(chains.MAX_CHAIN + 1) == [("BZ510", 1)]
    assert starkit.run(rules(chains.MAX_CHAIN), "f0").state.pending is None


def test_a_hint_is_looked_for_among_so_many_names_only() -> None:
    names = [f"name-{i:05}" for i in range(100_000)]
    assert suggest("name-00017", names) == 'did you mean "name-00017"?'
    assert suggest("nam-00003", names) == 'did you mean "name-00003"?'
    assert suggest("x", names) == ""


def test_a_rule_that_asks_often_writes_its_frame_once() -> None:
    """What a rule comes to grows with its decisions, and not with decisions times locals."""

    def size(count: int) -> int:
        asks = "\n".join(f'    x{i:03} = choose(players(), "?", [1, 2])' for i in range(count))
        return len(starkit.game(f'def f():\n    "Doc."\n{asks}\n').program(2, DEFAULTS)[0].lowered.source)

    assert size(800) - size(400) < 1.1 * (size(400) - size(100)) * 4 / 3


def test_what_cannot_be_made_ready_to_run_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower_plain, "MAX_LOWERED", 3_000)
    text = 'def f():\n    "Doc."\n    pass\n\ndef h():\n    "Doc."\n' + "    game.gold = 3\n" * 40
    with pytest.raises(NotVerified) as caught:
        starkit.game(text).start()
    found = caught.value.problem
    assert (found.code, found.spot.path, found.hint) == ("BZ510", "test.star", lower_plain.TOO_LARGE[1])
    assert 7 < found.spot.line <= 46
    monkeypatch.setattr(lower_plain, "MAX_LOWERED", 30_000)
    assert starkit.game(text).start(players=2).over


def test_rules_too_large_for_the_pack_s_own_checks_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower_plain, "MAX_LOWERED", 500)
    found = build.check(Path(__file__).parent / "packs" / "border-watch")[1]
    assert {problem.code for problem in found} == {"BZ510"}
    assert all(problem.spot.path.endswith(".star") for problem in found)


def test_all_files_of_rules_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told at the file that is too much; what was wrong in those before it is told as well."""
    monkeypatch.setattr(language, "MAX_WORDS", 60)
    rule = 'def {}():\n    "Doc."\n    game.gold = 3\n'
    fits = [(f"{name}.star", rule.format(name)) for name in "abc"]
    assert "BZ510" not in {problem.code for problem in language.check(starkit.declared(), fits)[1]}
    many = [(f"{name}.star", rule.format(name)) for name in "abcdefgh"]
    many[0] = ("a.star", many[0][1] + "    x = (\n")
    checked, found = language.check(starkit.declared(), many)
    assert checked is None
    assert [(problem.spot.path, problem.code) for problem in found] == [("a.star", "BZ512"), ("e.star", "BZ510")]


SLOW = '''
def slow(goblin: ref[goblin]):
    """Works for long, and tells of the slowest."""
    n = 0
    for i in range(2000):
        n = n + i % 7
    if goblin.hp == 1:
        problem(goblin, "hp", "{n}")
'''


def slow_pack(folder: Path, count: int) -> Path:
    """A pack that checks so many more records by a slow rule."""
    pack = folder / "border-watch"
    shutil.copytree(Path(__file__).parent / "packs" / "border-watch", pack)
    more = "".join(f"  - {{id: imp{i}, title: Imp {i}, hp: 2}}\n" for i in range(count))
    head = "defaults:\n  kind: goblin\n  from: {is: invented}\nrecords:\n"
    (pack / "units" / "imps.yaml").write_text(head + more, encoding="utf-8")
    with (pack / "ruleset.yaml").open("a", encoding="utf-8") as declarations:
        declarations.write("  goblin: [slow]\n")
    (pack / "rules" / "slow.star").write_text(SLOW, encoding="utf-8")
    return pack


def test_all_checks_of_a_pack_have_one_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spent, it is told once, with the rule and the record where that was; what was told before stays."""
    pack = slow_pack(tmp_path, 40)
    found = [p for p in build.check(pack)[1] if p.code.startswith(("BZ6", "BZ8"))]
    assert [(p.code, p.message) for p in found] == [("BZ620", "sneak › hp: 5995")]
    for budget, last in ((300_000, '"imp'), (1, '"')):
        monkeypatch.setattr(own_checks, "BUDGET", budget)
        found = [p for p in build.check(pack)[1] if p.code.startswith(("BZ6", "BZ8"))]
        told = next(p for p in found if p.code == "BZ803")
        assert [p.code for p in found].count("BZ803") == 1
        assert "in all, so not all of them were run" in told.message
        assert told.spot.path.endswith(".star")
        assert last in told.notes[-1][1]


def test_a_rule_of_sight_has_one_budget_for_all_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spent, it is told once, with the map; other maps are not looked over."""
    pack = tmp_path / "long-wall"
    shutil.copytree(Path(__file__).parent / "packs" / "long-wall", pack)
    first = next(iter(sorted((pack / "maps").iterdir())))
    text = first.read_text(encoding="utf-8")
    twin = re.sub(r"^id: .*$", "id: twin", text, flags=re.MULTILINE)
    (pack / "maps" / "twin.yaml").write_text(twin, encoding="utf-8")
    assert "BZ803" not in {problem.code for problem in build.check(pack)[1]}
    monkeypatch.setattr(sight, "BUDGET", 30)
    (told,) = [problem for problem in build.check(pack)[1] if problem.code == "BZ803"]
    assert "in all, so not all maps were looked over" in told.message
    assert "looked over the map" in told.notes[-1][1]


def test_a_slow_rule_among_the_checks_is_told_for_each_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_checks, "FUEL", 3_000)
    found = [p for p in build.check(slow_pack(tmp_path, 3))[1] if p.code == "BZ803"]
    assert len(found) == 5
    assert all("without a decision" in p.message for p in found)


def test_all_invariants_of_a_step_have_one_budget() -> None:
    """One of them fits into it, and as many as fit; the one that is too many is told."""
    text = '''
def play():
    """One is asked, and the game is won."""
    x = choose(players()[0], "Which?", [1, 2])
    end("won")

def slow() -> bool:
    """Works for long."""
    n = 0
    for i in range(200000):
        n = i % 7
    return n < 9
'''
    for count in (1, 2, 40):
        game = starkit.game(text, {"invariants": {f"i{n}": {"rule": "slow", "says": "x"} for n in range(count)}})
        if count < 3:
            state = game.start(players=2)
            state.choose("1")
            assert state.over
        else:
            with pytest.raises(Fault, match="BZ803"):
                game.start(players=2)


@pytest.mark.parametrize("error", [MemoryError, RecursionError, OverflowError])
def test_a_limit_of_the_host_is_told_at_the_longest_rule(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def passed(*_: Any) -> None:
        raise error

    monkeypatch.setattr(program, "compile", passed, raising=False)
    text = 'def f():\n    "Doc."\n    pass\n\ndef h():\n    "Doc."\n' + "    game.gold = 3\n" * 40
    with pytest.raises(NotVerified, match="more than can be made ready") as caught:
        starkit.game(text).start()
    assert (caught.value.problem.code, caught.value.problem.spot[:2]) == ("BZ510", ("test.star", 5))


@pytest.mark.parametrize(
    ("site", "most"),
    [
        ('perform(record("goblin", "grub").tricks, g = g)', language.common.MAX_WORK // (300 * 16)),
        ('x = why_not(record("goblin", "grub").tricks, g = g)', language.common.MAX_WORK // (300 * 64)),
    ],
)
def test_branches_for_words_are_counted_where_they_stand(site: str, most: int) -> None:
    """The place is the one that is too many; and so many as a game needs are no problem."""

    def told(count: int) -> list[tuple[str, int]]:
        text = 'def f(g: goblin):\n    "Doc."\n' + f"    {site}\n" * count + attack_cases.BITE
        found = starkit.check(text, attack_cases.vocabulary(300))
        return [(problem.code, problem.spot.line) for problem in found if problem.code == "BZ510"]

    assert told(most // 2) == []
    [(_, line)] = told(most + 2)
    assert most * 0.8 < line <= most + 4


def test_too_many_files_are_refused() -> None:
    files = [(f"f{i}.star", "") for i in range(language.MAX_FILES + 1)]
    program, problems = language.check(starkit.declared(), files)
    assert program is None
    assert [problem.code for problem in problems] == ["BZ510"]


# ---------------------------------------------------------------- what is hidden stays hidden

HIDDEN = """
def play():
    "Doc."
    for goblin in records("goblin"):
        for _ in range(3):
            create(goblin, players()[0].hand)
            create(goblin, players()[0].deck)
    shuffle(players()[0].deck)
    shuffle(players()[0].hand)
    card = choose(players()[1], "Which?", [1, 2, 3])
    end("won")
"""


def seen(state: Any, player: int) -> str:
    return json.dumps(view(state, player), sort_keys=True)


def test_what_a_player_may_not_know_changes_no_byte_of_what_that_player_sees() -> None:
    """Zones are hidden as declared, whatever lies in them and in whatever order: the views of two deals are one."""
    game = starkit.game(HIDDEN)
    states = [game.start(seed=seed, players=2) for seed in range(12)]
    assert len({state.hash() for state in states}) > 1
    assert len({seen(state, 1) for state in states}) == 1
    assert len({seen(state, 0) for state in states}) > 1  # a hand is its owner's to see
    for state in states:
        state.zones[state.fixed.zone_index["1.hand"]].sort()
    assert len({seen(state, 0) for state in states}) == 1  # a deck is nobody's


@pytest.mark.parametrize("player", [-1, 2, 9])
def test_nobody_else_has_a_view(player: int) -> None:
    with pytest.raises(ValueError, match="there is no player"):
        view(starkit.game(HIDDEN).start(players=2), player)
