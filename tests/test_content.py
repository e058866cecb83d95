"""The shipped packs: free of problems, their examples hold, the same bytes on any machine, and bots come to an end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bartizan import shipped
from bartizan_compiler import build, emit, examples
from bartizan_compiler.link import Pack
from bartizan_engine import Game, canon, load
from bartizan_engine.bots import Random, play
from bartizan_engine.record import record, replay

PACKS = shipped.packs()
_EVERY_MISSION = """
import sys
from pathlib import Path
from bartizan_compiler import build, emit
from bartizan_engine import canon
pack, _ = build.check(Path(sys.argv[1]))
entry = next(iter(pack.ruleset.entries))
for mission in build.missions(pack):
    sys.stdout.buffer.write(canon.dumps(emit.emit(pack, mission, entry)).encode())
"""


@pytest.fixture(scope="module", params=PACKS)
def pack(request: pytest.FixtureRequest) -> Pack:
    """A shipped pack, compiled once."""
    made, problems = build.check(PACKS[request.param])
    assert made is not None, problems
    return made


def games(pack: Pack) -> list[Game]:
    """The game of each mission by the pack's first way in."""
    entry = next(iter(pack.ruleset.entries))
    return [load(emit.emit(pack, mission, entry)) for mission in build.missions(pack)]


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_has_no_problems(name: str) -> None:
    assert build.check(PACKS[name])[1] == []


def test_worked_examples_hold(pack: Pack) -> None:
    ids = [example.id for example in pack.records.get("example", [])]
    outcomes = list(examples.run(pack, ids))
    assert outcomes
    assert [(o.name, o.problems) for o in outcomes if o.problems] == []


def test_compiling_again_gives_the_same_bytes(pack: Pack) -> None:
    """Also where Python's own hashes differ, and where the pack stands in another folder."""
    compiled = [
        subprocess.run(
            [sys.executable, "-c", _EVERY_MISSION, str(pack.root)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=folder,
            capture_output=True,
            check=True,
        ).stdout
        for seed, folder in (("1", Path.cwd()), ("2", pack.root))
    ]
    assert compiled[0]
    assert compiled[0] == compiled[1]


def test_bots_play_to_the_end_and_a_record_of_it_ends_the_same(pack: Pack) -> None:
    for game in games(pack):
        for seats in range(game.seats[0], game.seats[1] + 1):
            for seed in range(3):
                state = play(game.start(seed, seats), Random(seed))
                assert state.result is not None
                assert replay(game, record(state)).hash() == state.hash()


def test_each_option_alone_plays_to_the_end(pack: Pack) -> None:
    for game in games(pack):
        for name, field in game.options.items():
            if field.type.name == "bool":
                state = play(game.start(5, game.seats[0], {name: not field.default}), Random(5))
                assert state.result is not None, name


def test_a_scenario_is_canonical(pack: Pack) -> None:
    for game in games(pack):
        assert load(game.scenario).play_hash == canon.digest(canon.play_part(game.scenario))


NOTHING = "a word of the card can do nothing when it is played"


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("cards/special.yaml", "[{cheaper: 2}]", "[{pierce: 2}]", NOTHING),
        ("cards/special.yaml", "[{cheaper: 2}]", "[{cheaper: 2}, {dice: 1}]", NOTHING),
        ("cards/support.yaml", "[{pierce: 1}]", "[{cheaper: 1}]", NOTHING),
        ("cards/support.yaml", "[{pierce: 1}]", "[{pierce: 1}, fire_twice]", NOTHING),
        ("cards/special.yaml", "novice: [fire_twice]", "novice: [ignore_taunt]", NOTHING),
        ("cards/special.yaml", "[ignore_taunt]", "[ignore_taunt, {dice: 1}]", NOTHING),
        ("cards/special.yaml", "[full_sale]", "[{dice: 1}]", NOTHING),
        ("data/ais.yaml", "overcharge-tower: 1\n", "disruptor: 1\n", "Disruptor is locked"),
        (
            "cards/special.yaml",
            "    timing: upgrade\n",
            "    timing: upgrade\n    unique: true\n",
            "at most one Upgrade Tower",
        ),
    ],
)
def test_cards_that_can_do_nothing_and_decks_that_cannot_be_are_told(
    tmp_path: Path, path: str, old: str, new: str, said: str
) -> None:
    root = Path(shutil.copytree(PACKS["defense-grid"], tmp_path / "defense-grid"))
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    told = [p for p in build.check(root)[1] if p.code == "BZ620"]
    assert len(told) == 1
    assert said in told[0].message
