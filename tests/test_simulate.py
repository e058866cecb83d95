"""Many games: the same tables whoever plays them, also where workers die; and intervals that hold what they promise."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet as read_parquet

import dying
from bartizan.simulation import compare, crew, intervals, kept, parquet, results, session, told, work
from bartizan.simulation.progress import line
from bartizan.simulation.ranges import Pace, Ranges
from bartizan.simulation.tally import Batch, Pairs, Tally
from bartizan.simulation.work import Done, Job, Side, Unit
from bartizan.stop import Refused
from bartizan_compiler import build
from bartizan_engine import Game, State, bots, canon, counting, load
from bartizan_engine.explicit import CHANCE
from bartizan_engine.shorthand import normalise
from typed import Bartizan

HERE = Path(__file__).parent
MARKS = HERE / "bench" / "packs" / "tic-tac-toe"
TABLES = (results.NAME, parquet.NAME)

RULESET: dict[str, Any] = {
    "entries": {"play": {"rule": "play"}},
    "results": {"won": {"says": "The gate stands.", "worth": 1}, "lost": {"says": "The gate has fallen.", "worth": 0}},
    "kinds": {"bone": {"family": "die", "faces": {"pips": "int 0..9"}}},
    "game": {"pips": "int 0..99 = 0"},
    "statistics": {"left": {"says": "Pips at the end", "event": "ended", "field": "game.pips"}},
}
RULES = '''
def play():
    """Somebody throws one, two or three bones, and once more if that is little; six pips are enough."""
    bones = choose(players(), "How many bones?", [1, 2, 3])
    for _ in range(bones):
        game.pips += roll(record("bone", "bone")).pips
    if game.pips < 3:
        game.pips += roll(record("bone", "bone")).pips
    if game.pips >= 6:
        end("won", pips = game.pips)
    end("lost", pips = game.pips)
'''


@cache
def bones() -> Game:
    """A game whose outcomes can be enumerated."""
    faces = [{"name": "low", "count": 2, "pips": 1}, {"name": "high", "count": 1, "pips": 4}]
    return load(
        canon.seal(
            {
                "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
                "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": [1, 1], "map": None,
                "ruleset": normalise(copy.deepcopy(RULESET)), "options": {},
                "records": {"bone": [{"id": "bone", "title": "Bone", "faces": faces}]},
                "rules": [{"path": "rules/a.star", "text": RULES}],
            }
        )
    )  # fmt: skip


@cache
def job(name: str = "bones") -> Job:
    """A job that this process can work at itself."""
    scenario = bones().scenario if name == "bones" else build.build(HERE / "packs" / name)[0]
    assert scenario is not None
    made = Job(name, (Side(scenario, {}),))
    work.start(made)
    return made


def played(first: int, games: int, name: str = "bones", players: int = 1) -> Batch:
    """Games of this process."""
    return work.play(job(name).name, Unit(0, players, "random", first, games)).batch


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("times", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_shares_have_wilsons_interval(times: int, games: int, low: float, high: float) -> None:
    """The numbers of Newcombe's table of 1998, method 3."""
    found = intervals.wilson(times, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    turned = intervals.wilson(games - times, games)
    assert (round(1 - turned.high, 4), round(1 - turned.low, 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (29, 2.0452), (100, 1.984), (1000, 1.9623)],
)
def test_means_have_students_interval(freedom: int, wanted: float) -> None:
    """The quantiles that every table has; and an interval by hand."""
    assert round(intervals.student(0.975, freedom), 4) == wanted
    found = intervals.mean(4, 10, 30)  # 1, 2, 3, 4
    half = 3.182446 * (5 / 3 / 4) ** 0.5
    assert [round(number, 5) for number in found] == [2.5, round(2.5 - half, 5), round(2.5 + half, 5)]


def test_the_two_ways_to_students_quantile_meet() -> None:
    for share in (0.9, 0.975, 0.9995):
        assert intervals.student(share, 200) - intervals.student(share, 201) == pytest.approx(0, abs=1e-3)


def test_differences_of_shares_over_pairs() -> None:
    """Nobody differs: the interval lies around nothing. And a table by hand, after Agresti and Min (2005)."""
    none = intervals.paired(0, 0, 100)
    assert none.value == 0
    assert none.low == -none.high < 0
    found = intervals.paired(16, 5, 100)
    n, b, c = 102, 16.5, 5.5
    half = 1.959964 * (b + c - (c - b) ** 2 / n) ** 0.5 / n
    assert found.value == -0.11
    assert found.low == pytest.approx((c - b) / n - half, abs=1e-6)
    assert found.high == pytest.approx((c - b) / n + half, abs=1e-6)


# ---------------------------------------------------------------- adding up


def test_it_does_not_matter_how_games_are_put_together() -> None:
    """Any cut into ranges, in any order, added in any way, comes to the same; and so does what was kept in a file."""
    whole = played(1, 60, "moon-raids", 2).packed()
    shuffle = random.Random(1)
    for _ in range(3):
        cuts = sorted({1, 61, *shuffle.sample(range(2, 61), 5)})
        parts = [
            played(low, high - low, "moon-raids", 2) for low, high in pairwise(cuts)
        ]  # fmt: skip
        shuffle.shuffle(parts)
        while len(parts) > 1:
            one = parts.pop(shuffle.randrange(len(parts)))
            parts[0].add(Batch.unpacked(json.loads(json.dumps(one.packed()))))
        assert parts[0].packed() == whole


def test_games_that_broke_off_keep_their_least_seeds() -> None:
    one, other = Tally(), Tally()
    one.fault("x", 7, range(10, 17))
    other.fault("x", 2, [3, 12])
    one.add(other)
    assert one.faults == {"x": (9, (3, 10, 11, 12, 13))}


def test_ranges_join_and_say_what_is_missing() -> None:
    """Against sets of numbers, at random."""
    shuffle = random.Random(2)
    for _ in range(200):
        pieces = [(shuffle.randrange(40), shuffle.randrange(1, 9)) for _ in range(shuffle.randrange(8))]
        ranges, known = Ranges(pieces), {n for first, count in pieces for n in range(first, first + count)}
        assert ranges.count() == len(known)
        missing = {n for first, count in ranges.missing(5, 30) for n in range(first, first + count)}
        assert missing == set(range(5, 35)) - known
        assert all(a + b < c for (a, b), (c, _) in pairwise(ranges.ranges))


def test_a_piece_of_work_takes_half_a_second() -> None:
    pace = Pace(100_000, 2)
    assert pace.size() == 1
    pace.took(1, 0.001)
    assert pace.size() == 500
    pace.left = 60
    assert pace.size() == 15
    pace.took(1, 20.0)
    assert pace.size() == 1


def test_progress_in_words() -> None:
    assert line(500, 2000, 10.0) == "500 of 2,000 games, 50 a second, 30 s left"
    assert line(1, 100, 60.0) == "1 of 100 games, 1 a minute, 99 min left"
    assert line(0, 100, 0.0).endswith("? left")


# ---------------------------------------------------------------- what is counted


def counted(state: State, seed: int) -> tuple[counting.Census, counting.Counted]:
    census = counting.Census(state)
    return census, census.game(state, counting.played(state, bots.named("random", seed)))


@pytest.mark.parametrize("pack", ["moon-raids", "smugglers", "hidden-hands", "border-watch"])
def test_counts_are_those_of_the_events_that_everybody_can_read(pack: str) -> None:
    """The spelt events of a game, counted anew."""
    scenario, _ = build.build(HERE / "packs" / pack)
    assert scenario is not None
    state = load(scenario).start(3, 2)
    census, found = counted(state, 3)
    counts = {census.key(key): count for key, count in found.counts.items()}
    again: dict[tuple[str, str, str, str], int] = {}
    round_ = 0
    for event in state.events:
        values = dict(event.values)
        if event.name == "round":
            round_ = values["number"]
        if event.name == "performed":
            _more(again, ("performed", "", "word", values["word"]))
        if event.name in ("created", "moved", "removed"):
            kind, _, rest = values["piece"].partition(":")
            place = values.get("place", values.get("before")).rpartition(".")[2]
            parts = {"": "", "record": rest.rpartition("#")[0], "round": str(round_)}
            parts["place"] = "carried" if place.startswith("#") else place
            for by, part in parts.items():
                _more(again, (event.name, kind, by, part))
    assert {key: count for key, count in counts.items() if key[0] != "statistic"} == again
    asked = [event for event in state.events if event.name == "offered" and not event.get("alone")]
    assert found.decisions == len(asked)
    chosen = [event for event in state.events if event.name == "chosen"]
    assert sum(met[2] for met in found.options.values()) == len(chosen)
    offered = [event for event in state.events if event.name == "offered"]
    assert sum(met[0] for met in found.options.values()) == sum(len(event.get("options")) for event in offered)


def _more(counts: dict[tuple[str, str, str, str], int], key: tuple[str, str, str, str]) -> None:
    counts[key] = counts.get(key, 0) + 1


def test_a_game_of_a_simulation_is_the_one_that_run_plays() -> None:
    """The same seed and bot: the same end."""
    for seed in range(20):
        state = bots.play(bones().start(seed), bots.named("random", seed))
        assert state.result is not None
        tally = played(seed, 1).sides[0]
        assert tally.results == {state.result.name: 1}
        assert tally.values[state.result.name, "score pips"] == {state.result.scores["pips"]: 1}


STATISTICS: dict[str, dict[str, Any]] = {
    "come": {"event": "created", "kind": "goblin", "by": "record"},
    "walked": {"event": "moved", "kind": "goblin", "before": "wood", "place": "board", "by": "before"},
    "beaten": {"event": "moved", "place": "beaten", "by": "round"},
    "hurt": {"event": "set", "field": "goblin.hp", "adds": "fall", "by": "record"},
    "changed": {"event": "set", "field": "goblin.hp"},
    "bolts": {"event": "set", "field": "player.bolts", "adds": "rise", "by": "player"},
    "faces": {"event": "rolled", "kind": "bolt", "by": "face"},
    "heavier": {"event": "performed", "word": "heavier"},
    "words": {"event": "performed", "by": "word"},
    "gate": {"event": "ended", "field": "game.gate"},
    "kept": {"event": "ended", "field": "player.bolts", "by": "player"},
    "by_gate": {"event": "moved", "kind": "goblin", "by": "game.gate"},
}


def test_statistics_are_what_they_say() -> None:
    """Each against the events of the same game, counted by hand."""
    scenario, _ = build.build(HERE / "packs" / "border-watch")
    assert scenario is not None
    scenario["ruleset"]["statistics"] = {name: {"says": name, **one} for name, one in STATISTICS.items()}
    state = load(canon.seal(scenario)).start(5, 2)
    census, found = counted(state, 5)
    table: dict[str, dict[str, int]] = {name: {} for name in STATISTICS}
    for key, count in found.counts.items():
        what, name, _, part = census.key(key)
        if what == "statistic":
            table[name][part] = count
    events = [(event.name, dict(event.values)) for event in state.events]
    assert table["faces"].pop("") == sum(name == "rolled" for name, _ in events)
    assert table["faces"] == tallied(values["face"] for name, values in events if name == "rolled")
    assert table["come"].pop("") == sum(table["come"].values())
    assert table["come"] == tallied(
        record(v["piece"]) for name, v in events if name == "created" and "goblin:" in v["piece"]
    )
    falls = [v for name, v in events if name == "set" and v["field"] == "hp" and v["after"] < v["before"]]
    assert table["hurt"].get("", 0) == sum(v["before"] - v["after"] for v in falls)
    assert table["changed"].get("", 0) == sum(name == "set" and v["field"] == "hp" for name, v in events)
    rises = [v for name, v in events if name == "set" and v["field"] == "bolts" and v["after"] > v["before"]]
    assert table["bolts"].get("", 0) == sum(v["after"] - v["before"] for v in rises) > 0
    assert table["gate"].get("", 0) == state.game__gate  # type: ignore[attr-defined]  # a slot of this game
    assert table["words"].get("", 0) == sum(name == "performed" for name, _ in events)
    assert sum(table["by_gate"].values()) == 2 * table["by_gate"][""] > 0
    assert set(table["by_gate"]) - {""} <= {"0", "1", "2"}


def tallied(parts: Iterator[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in parts:
        found[part] = found.get(part, 0) + 1
    return found


def record(piece: str) -> str:
    return piece.partition(":")[2].rpartition("#")[0]


def test_statistics_change_no_game() -> None:
    """The play hash leaves them out; the whole hash does not."""
    scenario = bones().scenario
    other = copy.deepcopy(scenario)
    del other["ruleset"]["statistics"]
    other = canon.seal(other)
    assert other["hash"]["play"] == scenario["hash"]["play"]
    assert other["hash"]["whole"] != scenario["hash"]["whole"]


def test_what_goes_with_a_result() -> None:
    """More bones, more pips, more often won: that stands first, and nothing that has no say in it."""
    document = results.document([bones()], [{}], 1, 400, [(1, "random", played(1, 400))])
    (side,) = document["runs"][0]["sides"]
    (won, lost) = side["deciding"]
    assert (won["result"], lost["result"]) == ("won", "lost")
    assert (won["rows"][0]["of"], won["rows"][0]["effect"] > 0) == ("left", True)
    assert lost["rows"][0]["effect"] == -won["rows"][0]["effect"]
    (measure,) = [row for row in side["measures"] if row["measure"] == "score pips"]
    statistic = side["statistics"][0]
    assert (measure["mean"], measure["low"]) == (statistic["mean"], statistic["low"])


def test_options_that_nobody_takes_are_told(bartizan: Bartizan) -> None:
    Path("bones.scenario.json").write_text(canon.dumps(bones().scenario), encoding="utf-8")
    said = bartizan("simulate", "bones.scenario.json", "--games", "1")
    assert said.code == 0
    told_of = said.out.partition("offered and never chosen\n")[2].splitlines()[:-1]
    assert len(told_of) == 2
    assert all(re.fullmatch(r" +How many bones\? [123]: open 1 of 1 times", one) for one in told_of)


# ---------------------------------------------------------------- laws


def exact(state: State, chance: Fraction, found: dict[int, Fraction]) -> dict[int, Fraction]:
    """The exact chance of each number of pips, where a random bot chooses."""
    if state.over:
        assert state.result is not None
        pips = state.result.scores["pips"]
        found[pips] = found.get(pips, Fraction(0)) + chance
        return found
    decision = state.decision
    assert decision is not None
    shares = (
        decision.chances if decision.players == (CHANCE,) else [Fraction(1, len(decision.open))] * len(decision.open)
    )
    for option, share in zip(decision.open, shares, strict=True):
        branch = state.clone()
        branch.choose(option)
        exact(branch, chance * share, found)
    return found


def covered(batches: int, games: int) -> tuple[float, float]:
    """In how many of so many batches of consecutive seeds the interval holds the exact share, and the exact mean."""
    chances = exact(bones().start(chance="explicit"), Fraction(1), {})
    assert sum(chances.values()) == 1
    share = float(sum(chance for pips, chance in chances.items() if pips >= 6))
    middle = float(sum(pips * chance for pips, chance in chances.items()))
    shares = means = 0
    for batch in range(batches):
        tally = played(1 + batch * games, games).sides[0]
        found = intervals.wilson(tally.results["won"], games)
        shares += found.low <= share <= found.high
        _, total, squares, _ = moments(tally)
        mean = intervals.mean(games, total, squares)
        means += mean.low <= middle <= mean.high
    return shares / batches, means / batches


def moments(tally: Tally) -> tuple[int, int, int, int]:
    """Of the pips at the end, over all results."""
    rows = [many for (_, key), many in tally.counts.items() if key == ("statistic", "left", "", "")]
    return rows[0] if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))  # type: ignore[return-value]  # four


def test_intervals_hold_what_is_true() -> None:
    """A sample; see the law below."""
    shares, means = covered(60, 60)
    assert shares >= 0.87
    assert means >= 0.87


@pytest.mark.laws
def test_intervals_hold_what_is_true_in_95_of_100() -> None:
    shares, means = covered(400, 150)
    assert 0.92 <= shares <= 0.98
    assert 0.92 <= means <= 0.98


# ---------------------------------------------------------------- the command


def tables(folder: str) -> list[bytes]:
    return [(Path(folder) / name).read_bytes() for name in (*TABLES, kept.NAME)]


def test_the_same_seeds_give_the_same_tables(bartizan: Bartizan) -> None:
    """With one process, two and three: on the screen and in every file."""
    words = ["simulate", "border-watch", "--games", "60", "--players", "1,2", "--bots", "random,dying:Careful"]
    said = [bartizan(*words, "--jobs", str(jobs), "--out", f"out{jobs}") for jobs in (1, 2, 3)]
    assert [one.code for one in said] == [0, 0, 0]
    assert len({one.out.replace(f"out{jobs}/", "") for jobs, one in enumerate(said, 1)}) == 1
    assert tables("out1") == tables("out2") == tables("out3")
    assert all(one.err == "" for one in said)


def test_ten_runs_are_the_same() -> None:
    found = {json.dumps(played(1, 40, "moon-raids", 2).packed()) for _ in range(10)}
    assert len(found) == 1


def test_the_tables_as_json_and_parquet_say_the_same(bartizan: Bartizan) -> None:
    assert bartizan("simulate", "border-watch", "--games", "30", "--seed", "5", "--out", "out").code == 0
    document = json.loads(Path("out", results.NAME).read_text(encoding="utf-8"))
    assert (document["seeds"], document["level"]) == ([5, 30], 0.95)
    assert [run["sides"][0]["games"] for run in document["runs"]] == [30]
    rows = read_parquet.read_table(Path("out", parquet.NAME)).to_pylist()
    assert len(rows) == len(list(results.rows(document))) > 30
    won = next(row for row in rows if (row["table"], row["name"]) == ("results", "won"))
    (same,) = [row for row in document["runs"][0]["sides"][0]["results"] if row["result"] == "won"]
    assert (won["value"], won["low"], won["high"], won["games"]) == (
        same["share"],
        same["low"],
        same["high"],
        same["games"],
    )
    assert won["interval"] == "Wilson"
    assert {row["interval"] for row in rows if row["table"] == "counts"} == {"Student's t"}


def test_without_pyarrow_parquet_is_refused_before_anything_is_played(
    bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pyarrow" else object())
    said = bartizan("simulate", "border-watch", "--games", "5", "--out", "out")
    assert said.code == 2
    assert "bartizan[parquet]" in said.err
    assert not Path("out").exists()
    assert bartizan("simulate", "border-watch", "--games", "5", "--out", "out", "--no-parquet").code == 0
    assert sorted(path.name for path in Path("out").iterdir()) == [kept.NAME, results.NAME]


def test_without_dask_a_cluster_is_refused(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "distributed" else object())
    said = bartizan("simulate", "border-watch", "--cluster", "tcp://127.0.0.1:1")
    assert said.code == 2
    assert "bartizan[cluster]" in said.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "0"], "from 1 to"),
        (["--games", "many"], "from 1 to"),
        (["--players", "0"], "cannot play this"),
        (["--players", "1,9"], "1 to 2 can"),
        (["--players", "two"], "cannot play this"),
        (["--bots", "gredy"], "did you mean"),
        (["--bots", "random:3"], "does not try hard"),
        (["--bots", "no_such_module:Bot"], "cannot be loaded"),
        (["--bots", "dying:Bot"], 'has no "Bot"'),
        (["--option", "weak_gate=maybe"], "true or false"),
        (["--against", "border-watch", "--against-option", "strong_gate=true"], "weak_gate"),
        (["--against", "nowhere"], "nowhere"),
        (["--resume"], "--out"),
        (["--resume", "--out", "nothing"], "leave --resume out"),
        (["--out", "border-watch/pack.yaml"], "is no folder"),
        (["--jobs", "x"], "from 0 to 1024"),
        (["--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], "one of them"),
        (["--seed", str(2**63)], "seeds go up to"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_a_wrong_command_line_ends_with_2(bartizan: Bartizan, words: list[str], why: str) -> None:
    said = bartizan("simulate", "border-watch", *words)
    assert said.code == 2
    assert why in said.err
    assert "BZ901" not in said.err


# ---------------------------------------------------------------- two sides


def test_a_side_against_itself_differs_in_nothing(bartizan: Bartizan) -> None:
    said = bartizan("simulate", "border-watch", "--games", "40", "--against", "border-watch")
    assert said.code == 0
    assert "All 40 pairs of games went the same way in A and B: the data shows no difference." in said.out


def test_a_weaker_gate_falls_more_often(bartizan: Bartizan) -> None:
    words = ["simulate", "border-watch", "--games", "300", "--against-option", "weak_gate=true"]
    said = bartizan(*words, "--out", "one", "--jobs", "1")
    assert said.code == 0
    assert "The data shows a difference between A and B: in B, " in said.out
    assert bartizan(*words, "--out", "two", "--jobs", "2").code == 0
    assert tables("one") == tables("two")
    comparison = json.loads(Path("one", results.NAME).read_text(encoding="utf-8"))["runs"][0]["comparison"]
    rows = {row["name"]: row for row in comparison["rows"]}
    assert rows["lost"]["difference"] == -rows["won"]["difference"] > 0
    assert rows["lost"]["low"] > 0
    assert rows["lost"]["differs"]


def test_few_pairs_say_nothing_and_many_that_differ_by_chance_neither() -> None:
    pairs = Pairs()
    pairs.results["won", "lost"] = 5
    batch = Batch(2)
    batch.pairs = pairs
    assert "too few" in compare.compared([bones(), bones()], batch)["says"]
    pairs.results.update({("won", "lost"): 20, ("lost", "won"): 22, ("won", "won"): 53})
    found = compare.compared([bones(), bones()], batch)
    assert found["says"].startswith("The data shows no difference between A and B: with 100 pairs of games")
    assert [row["differs"] for row in found["rows"]] == [False, False]


# ---------------------------------------------------------------- workers that die, people that stop


def test_a_range_whose_worker_dies_is_played_again(
    bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And the tables are those of a run in which nobody died, but for the name of the bot."""
    monkeypatch.setenv("DYING", str(tmp_path / "died"))
    said = bartizan("simulate", "border-watch", "--games", "40", "--bots", "dying:Once", "--jobs", "2")
    assert (tmp_path / "died").exists()
    assert said.code == 0, said.err
    same = bartizan("simulate", "border-watch", "--games", "40", "--bots", "dying:Careful", "--jobs", "2")
    assert said.out == same.out.replace("dying:Careful", "dying:Once")


def test_a_range_that_kills_twice_is_told_with_its_seeds(bartizan: Bartizan) -> None:
    """All the others are in the tables, and --resume tries it once more."""
    words = ["simulate", "border-watch", "--games", "40", "--bots", "dying:Always", "--jobs", "2", "--out", "out"]
    said = bartizan(*words)
    assert said.code == 1
    assert "a worker died of this range, twice" in said.err
    document = json.loads(Path("out", results.NAME).read_text(encoding="utf-8"))
    (run,) = json.loads(Path("out", kept.NAME).read_text(encoding="utf-8"))["runs"]
    (gap,) = Ranges(map(tuple, run["done"])).missing(1, 40)
    assert gap[0] <= dying.DEADLY < sum(gap)
    assert document["runs"][0]["sides"][0]["games"] == 40 - gap[1]
    assert said_seeds(said.err) == list(range(gap[0], sum(gap)))
    again = bartizan(*words, "--resume")
    assert again.code == 1
    assert dying.DEADLY in said_seeds(again.err)
    assert set(said_seeds(again.err)) <= set(range(gap[0], sum(gap)))


def said_seeds(err: str) -> list[int]:
    found = re.search(r"seeds? (\d+)(?: to (\d+))?, 1 player, dying:Always", err)
    assert found
    return list(range(int(found[1]), int(found[2] or found[1]) + 1))


def test_a_bot_of_one_s_own_that_fails_is_told_with_its_seed(bartizan: Bartizan) -> None:
    said = bartizan("simulate", "border-watch", "--games", "20", "--bots", "dying:Failing")
    assert said.code == 1
    assert f'the bot "dying:Failing" failed: LookupError: no idea; seeds {dying.DEADLY}' in said.out
    assert "dying:Failing: 19 games" in said.out


def test_games_that_break_off_are_told(bartizan: Bartizan) -> None:
    rules = Path("border-watch/rules/game.star")
    text = rules.read_text(encoding="utf-8").replace("player.bolts += 1", "player.bolts += 100")
    rules.write_text(text, encoding="utf-8")
    said = bartizan("simulate", "border-watch", "--games", "20")
    assert said.code == 1
    assert "broke off: [BZ802]" in said.out
    assert "rules/game.star:" in said.out


def test_who_stops_it_keeps_what_is_done_and_can_go_on(tmp_path: Path) -> None:
    """A real command, stopped by a real signal to its whole group, as a terminal sends it."""
    words = [sys.executable, "-m", "bartizan", "simulate", str(HERE / "packs" / "border-watch"), "--bots", "dying:Slow"]
    words += ["--games", "200", "--jobs", "2"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    stopped = subprocess.Popen(
        [*words, "--out", "out"], cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    for _ in range(1200):
        time.sleep(0.1)
        if dying.begun(tmp_path / "out" / kept.NAME):
            break
    os.killpg(stopped.pid, signal.SIGINT)
    out, err = stopped.communicate(timeout=120)
    assert stopped.returncode == 130, out + err
    assert "Traceback" not in out + err
    assert 'of 200 games are done and kept in "out"; go on with --resume' in out
    done = json.loads((tmp_path / "out" / kept.NAME).read_text(encoding="utf-8"))
    assert 0 < sum(count for _, count in done["runs"][0]["done"]) < 200
    assert not done["whole"]
    afresh = subprocess.run(
        [*words, "--out", "out"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (afresh.returncode, "--resume" in afresh.stderr) == (2, True)
    resumed = subprocess.run(
        [*words, "--out", "out", "--resume"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert resumed.returncode == 0, resumed.stderr
    document = json.loads((tmp_path / "out" / results.NAME).read_text(encoding="utf-8"))
    document["runs"][0]["bot"] = "random"
    scenario, _ = build.build(HERE / "packs" / "border-watch")
    assert scenario is not None
    game, batch = load(scenario), played(1, 200, "border-watch")
    assert document == json.loads(
        results.text(results.document([game], [game.settle({})], 1, 200, [(1, "random", batch)]))
    )


def test_more_games_go_on_from_fewer(bartizan: Bartizan) -> None:
    """With more games, players and bots; never with fewer, other options, seeds or another scenario."""
    words = ["simulate", "border-watch", "--out", "out"]
    assert bartizan(*words, "--games", "20").code == 0
    assert bartizan(*words, "--games", "35", "--players", "1,2", "--resume").code == 0
    assert bartizan("simulate", "border-watch", "--out", "new", "--games", "35", "--players", "1,2").code == 0
    assert tables("out") == tables("new")
    for more, why in (
        (["--games", "10"], "has more games"),
        (["--games", "40", "--seed", "2"], "another first seed"),
        (["--games", "40", "--option", "weak_gate=true"], "other options"),
        (["--games", "40", "--against", "border-watch"], "other sides"),
    ):
        said = bartizan(*words, *more, "--resume")
        assert (said.code, why in said.err) == (2, True), said.err
    rules = Path("border-watch/rules/game.star")
    rules.write_text(rules.read_text(encoding="utf-8") + "# later\n", encoding="utf-8")
    assert "another version of the scenario" in bartizan(*words, "--games", "40", "--resume").err


def test_other_statistics_are_not_added_to_those_of_before(bartizan: Bartizan) -> None:
    """They change no game, so the play hash is the same; but their numbers would be those of some games only."""
    words = ["simulate", "border-watch", "--games", "20", "--out", "out"]
    assert bartizan(*words).code == 0
    ruleset = Path("border-watch/ruleset.yaml")
    more = "statistics:\n  fresh: {says: Goblins moved, event: moved, kind: goblin}\n"
    text = ruleset.read_text(encoding="utf-8")
    assert "\nstatistics:\n" not in text
    ruleset.write_text(text + more, encoding="utf-8")
    said = bartizan(*words, "--resume")
    assert (said.code, "other statistics in the ruleset" in said.err) == (2, True)


def test_a_worker_never_takes_one_scenario_for_another() -> None:
    """Workers of a cluster live on: whatever a scenario holds is in the name of its job."""
    one = bones().scenario
    other = copy.deepcopy(one)
    other["ruleset"]["statistics"]["left"]["says"] = "Pips that are left"
    games = [bones(), load(canon.seal(other))]
    assert games[0].play_hash == games[1].play_hash
    names = {session.Session(session.Plan([game], [{}], [], 1, 1, None, False), False).job.name for game in games}
    assert len(names) == 2


NO_SIMULATION = ["", "{", "[]", "{}", '{"format": "bartizan-simulation-done", "version": 1}', "[" * 100_000]


@pytest.mark.parametrize("text", NO_SIMULATION)
def test_a_file_that_is_no_simulation_is_told(bartizan: Bartizan, text: str) -> None:
    Path("out").mkdir()
    Path("out", kept.NAME).write_text(text, encoding="utf-8")
    said = bartizan("simulate", "border-watch", "--out", "out", "--resume")
    assert said.code == 2
    assert "is not what a simulation keeps" in said.err


@pytest.fixture(scope="module")
def done() -> str:
    """The file of a simulation of 20 games of one player."""
    runs = {(1, "random"): kept.Progress(Ranges([(1, 20)]), played(1, 20))}
    return kept.text(
        {"game": [], "play": [bones().play_hash], "statistics": [], "options": [], "seed": 1}, runs, whole=True
    )


CHANGED: dict[str, tuple[str, Any]] = {
    "more games than were played": ("sides/0/results/won", 5000),
    "fewer than none": ("sides/0/results/won", -1),
    "results as text": ("sides/0/results", "won"),
    "a range without seeds": ("done/0", [1, -5]),
    "a range without end": ("done/0", [1, float("inf")]),
    "another side": ("sides", []),
    "a winner who did not play": ("sides/0/winners", {"99999999": 3}),
    "a winner without a number": ("sides/0/winners", {"x": 3}),
    "counts as text": ("sides/0/counts/0/5", "many"),
    "a count beyond all numbers": ("sides/0/counts/0/6", 10**400),
    "half of a letter": ("bot", "\ud800"),
    "no players": ("players", 0),
    "what nobody knows": ("more", 1),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_file_is_refused(done: str, tmp_path: Path, name: str, sealed: bool) -> None:
    """Also where whoever changed it has made its digest anew."""
    body = json.loads(done)
    path, value = CHANGED[name]
    here: Any = body["runs"][0]
    *way, last = [int(step) if step.isdecimal() else step for step in path.split("/")]
    for step in way:
        here = here[step]
    here[last] = value
    if sealed:
        del body["digest"]
        with contextlib.suppress(UnicodeEncodeError):
            body["digest"] = kept._digest(body)
    (tmp_path / kept.NAME).write_text(json.dumps(body), encoding="utf-8")
    with pytest.raises(Refused, match="is not what a simulation keeps"):
        kept.read(tmp_path, body["binding"])


def test_what_was_kept_is_read_again(done: str, tmp_path: Path) -> None:
    (tmp_path / kept.NAME).write_text(done, encoding="utf-8")
    ((run, progress),) = kept.read(tmp_path, json.loads(done)["binding"]).items()
    assert run == (1, "random")
    assert progress.done.ranges == [(1, 20)]
    assert progress.batch.packed() == played(1, 20).packed()


BOTS = {
    "class Broken(: pass": "SyntaxError",
    "raise OSError('not today')": "OSError: not today",
    "raise SystemExit(3)": "SystemExit: 3",
    "class Bot:\n    def __init__(self): pass": "TypeError: ",
    "class Bot:\n    def __init__(self, seed): raise KeyError('map')": "KeyError: 'map'",
    "class Bot:\n    def __init__(self, seed): pass": "it has no choose(state)",
    "Other = 1": 'has no "Bot" that could be called',
}


@pytest.mark.parametrize("text", BOTS)
def test_a_bot_that_cannot_be_made_is_told(
    bartizan: Bartizan, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = f"bot_{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    (tmp_path / f"{module}.py").write_text(text + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    said = bartizan("simulate", "border-watch", "--games", "4", "--bots", f"{module}:Bot")
    assert said.code == 2
    assert BOTS[text] in said.err
    assert "fault" not in said.err


@pytest.mark.parametrize("name", [":Bot", ".bots:Bot", "a..b:Bot", "bots:", "1:2"])
def test_a_name_that_no_module_has_is_told(bartizan: Bartizan, name: str) -> None:
    said = bartizan("simulate", "border-watch", "--games", "4", "--bots", name)
    assert (said.code, "bots are: " in said.err) == (2, True)


@pytest.mark.parametrize("name", ["Leaving", "Interrupting"])
def test_a_bot_ends_no_program(bartizan: Bartizan, name: str) -> None:
    """Its game broke off; all others are in the table."""
    said = bartizan("simulate", "border-watch", "--games", "20", "--bots", f"dying:{name}")
    assert said.code == 1
    assert f'the bot "dying:{name}" failed: ' in said.out
    assert f"seeds {dying.DEADLY}" in said.out
    assert f"dying:{name}: 19 games" in said.out


def test_a_number_of_players_is_what_it_says(bartizan: Bartizan) -> None:
    for number in ("00021", "3", "0", "x", "٢"):
        said = bartizan("simulate", "border-watch", "--games", "4", "--players", number)
        assert (said.code, "cannot play this" in said.err) == (2, True)
    assert bartizan("simulate", "border-watch", "--games", "4", "--players", "02").code == 0


def test_a_folder_that_takes_nothing_is_told_before_anything_is_played(bartizan: Bartizan) -> None:
    said = bartizan("simulate", "border-watch", "--games", "100000000", "--out", "border-watch/pack.yaml/out")
    assert (said.code, "[BZ902]" in said.err, said.out) == (2, True, "")


def test_one_game_has_no_interval(bartizan: Bartizan) -> None:
    """And where no game came to its end, there is no number either."""
    said = bartizan("simulate", "border-watch", "--games", "1", "--out", "out", "--no-parquet")
    assert said.code == 0
    (rounds,) = [line for line in said.out.splitlines() if line.startswith("  rounds")]
    assert len(rounds.split()) == 2
    (run,) = json.loads(Path("out", results.NAME).read_text(encoding="utf-8"))["runs"]
    assert [run["sides"][0]["measures"][0][name] for name in ("low", "high")] == [None, None]
    none = bartizan("simulate", "border-watch", "--games", "3", "--bots", "dying:Never", "--out", "none")
    assert none.code == 1
    assert "0.0" not in none.out


def running(tmp_path: Path, *more: str) -> subprocess.Popen[str]:
    """A real command in a group of its own, with two workers that are slow."""
    words = [sys.executable, "-m", "bartizan", "simulate", str(HERE / "packs" / "border-watch"), "--bots", "dying:Slow"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen(
        [*words, "--games", "400", "--jobs", "2", "--out", "out", *more], cwd=tmp_path, env=env,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def workers_of(command: subprocess.Popen[str]) -> list[int]:
    """The processes of its group besides itself, from what the system lists."""
    listed = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, group, state in rows if int(group) == command.pid != int(pid) and "Z" not in state]


def wait_until(true: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_go_when_their_command_is_gone(tmp_path: Path, how: signal.Signals) -> None:
    """A signal to the command alone: asked to end it keeps what is done, and killed it leaves nobody behind."""
    command = running(tmp_path)
    wait_until(lambda: dying.begun(tmp_path / "out" / kept.NAME))
    assert len(workers_of(command)) >= 2
    command.send_signal(how)
    out, err = command.communicate(timeout=120)
    assert command.returncode == (130 if how == signal.SIGTERM else -signal.SIGKILL)
    assert ("of 400 games are done and kept" in out) == (how == signal.SIGTERM)
    assert "Traceback" not in out + err
    wait_until(lambda: not workers_of(command))


def test_ctrl_c_while_workers_start_prints_nothing_of_theirs(tmp_path: Path) -> None:
    """Pressed again and again, from the moment on at which there is a worker."""
    command = running(tmp_path)
    wait_until(lambda: len(workers_of(command)) >= 2)
    for _ in range(5):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGINT)
        time.sleep(0.05)
    out, err = command.communicate(timeout=120)
    assert command.returncode == 130, out + err
    assert "of 400 games are done" in out
    assert "Traceback" not in out + err
    wait_until(lambda: not workers_of(command))


def test_a_second_ctrl_c_does_not_stop_the_tidying_up(tmp_path: Path) -> None:
    command = running(tmp_path)
    wait_until(lambda: dying.begun(tmp_path / "out" / kept.NAME))
    os.killpg(command.pid, signal.SIGINT)
    time.sleep(0.03)
    os.killpg(command.pid, signal.SIGINT)
    out, err = command.communicate(timeout=120)
    assert command.returncode == 130, out + err
    assert "seeds 1 to 400, of which some are not played" in out
    document = json.loads((tmp_path / "out" / results.NAME).read_text(encoding="utf-8"))
    assert not document["whole"]
    assert 0 < document["runs"][0]["sides"][0]["games"] < 400


@pytest.mark.parametrize(
    ("winners", "told_of"),
    [([(0,)] * 3, 2), ([(0,), (1,)], 2), ([(0, 1), (1,)], 2), ([(0, 1)] * 2, 0), ([()], 0)],
)
def test_every_seat_has_its_share_of_wins(winners: list[tuple[int, ...]], told_of: int) -> None:
    """Also one that never won, and where all won equally often; where all win together, the results say it."""
    tally = Tally()
    for one in winners:
        tally.game(counting.Counted("won", one, {}, 1, 1, {}, {}), 2)
    side = results.run(bones(), tally, 2)
    assert [row["player"] for row in side["winners"]] == ([1, 2] if any(winners) else [])
    lines = told.told(
        results.document([bones()], [{}], 1, 3, []) | {"runs": [{"players": 2, "bot": "x", "sides": [side]}]}
    )
    assert sum("won by player" in line[0].text for line in lines) == told_of


def test_games_that_broke_off_are_told_also_quietly(bartizan: Bartizan) -> None:
    said = bartizan("simulate", "border-watch", "--games", "20", "--bots", "dying:Failing", "--quiet")
    assert (said.code, said.out) == (1, "")
    assert f'1 game broke off: the bot "dying:Failing" failed: LookupError: no idea; seeds {dying.DEADLY}' in said.err


def test_no_old_table_lies_beside_a_new_one(bartizan: Bartizan) -> None:
    words = ["simulate", "border-watch", "--out", "out"]
    assert bartizan(*words, "--games", "20").code == 0
    assert Path("out", parquet.NAME).exists()
    assert bartizan(*words, "--games", "30", "--resume", "--no-parquet").code == 0
    assert not Path("out", parquet.NAME).exists()


def test_the_tables_of_another_game_are_not_overwritten(bartizan: Bartizan) -> None:
    """What was played of this one is: a mission is simulated again and again while it is written."""
    assert bartizan("simulate", "border-watch", "--games", "5", "--out", "out").code == 0
    assert bartizan("simulate", "border-watch", "--games", "5", "--seed", "3", "--out", "out").code == 0
    said = bartizan("simulate", str(MARKS), "--games", "5", "--out", "out")
    assert (said.code, "another game" in said.err) == (2, True)
    said = bartizan("simulate", "border-watch", "--games", "5", "--out", "border-watch")
    assert (said.code, '"border-watch" is a pack' in said.err) == (2, True)


def test_no_process_is_left_behind() -> None:
    """After the end, and after a stop in the middle."""
    before = set(multiprocessing.active_children())
    for now in (False, True):
        workers = crew.Local(job(), 2)
        taken: list[Done] = []
        crew.work_through(workers, iter([Unit(0, 1, "random", 1, 3)]), lambda _, done, to=taken: to.append(done))
        workers.close(now)
        assert len(taken) == 1
        for _ in range(100):
            if set(multiprocessing.active_children()) <= before:
                break
            time.sleep(0.05)
        assert set(multiprocessing.active_children()) <= before


def test_the_screen_says_which_interval_it_has(bartizan: Bartizan) -> None:
    said = bartizan("simulate", "border-watch", "--games", "10")
    assert "shares have that of Wilson, means that of Student's t" in said.out
    assert told.event({"event": "moved", "of": "goblin", "by": "place", "part": "b2"}, {}) == "goblin moved to b2"
