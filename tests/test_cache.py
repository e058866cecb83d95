"""A check that remembers says what a check says that does not: whatever was edited, damaged or denied in between."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bartizan_compiler import around, build, cache, own_checks
from bartizan_compiler.cache import Cache, Kept
from bartizan_engine import canon
from bartizan_engine.problem import Problem
from typed import Bartizan

PACKS = Path(__file__).parent / "packs"
GAMES = ("border-watch", "moon-raids", "smugglers", "hidden-hands", "hill-road", "river-fords", "long-march")
BOOK = Path(__file__).parent.parent / "content" / "defense-grid"

Edit = Callable[[random.Random, Path], None]


def checked(root: Path, store: Cache) -> tuple[list[Problem], list[str]]:
    """The problems of a pack, and its scenarios if it has any."""
    pack, problems = build.check(root, (), store)
    store.close()
    if pack is None or any(map(build.severe, problems)):
        return problems, []
    missions = [record.id for record in pack.missions()] or [None]
    made = [build.build(root, mission, None, ())[0] for mission in missions]
    emitted = [
        build.emit.emit(pack, *chosen) for mission in missions if (chosen := build.choose(pack, mission, None)[0])
    ]
    assert [canon.dumps(one) for one in made] == [canon.dumps(one) for one in emitted]
    return problems, [canon.dumps(one) for one in emitted]


# ---------------------------------------------------------------- random edits


def _file(rng: random.Random, root: Path) -> Path:
    return rng.choice(sorted(path for path in root.rglob("*") if path.suffix in (".yaml", ".star", ".tmj", ".tsj")))


def a_line_goes(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    lines = path.read_text(encoding="utf-8").split("\n")
    del lines[rng.randrange(len(lines))]
    path.write_text("\n".join(lines), encoding="utf-8")


def a_line_comes(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    lines = path.read_text(encoding="utf-8").split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(["# a remark", "", rng.choice(lines)]))
    path.write_text("\n".join(lines), encoding="utf-8")


def a_character_changes(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    text = path.read_text(encoding="utf-8")
    at = rng.randrange(len(text) + 1)
    path.write_text(text[:at] + rng.choice("0123456789abcxyz:-[]{} \n") + text[at + 1 :], encoding="utf-8")


def a_word_takes_the_place_of_another(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    words = path.read_text(encoding="utf-8").split(" ")
    words[rng.randrange(len(words))] = rng.choice(words)
    path.write_text(" ".join(words), encoding="utf-8")


def a_file_is_copied(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    path.with_name(f"copy-{rng.randrange(3)}{path.suffix}").write_bytes(path.read_bytes())


def a_file_goes(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    if path.name not in ("pack.yaml", "ruleset.yaml") or rng.random() < 0.1:
        path.unlink()


def an_edit_is_taken_back(rng: random.Random, root: Path) -> None:
    path = _file(rng, root)
    before = root.parent / "before" / path.relative_to(root)
    if before.exists():
        shutil.copy(before, path)


EDITS: tuple[Edit, ...] = (
    a_line_goes, a_line_comes, a_character_changes, a_word_takes_the_place_of_another, a_file_is_copied, a_file_goes,
    an_edit_is_taken_back, an_edit_is_taken_back,
)  # fmt: skip


@pytest.mark.parametrize("name", [*GAMES, "defense-grid"])
def test_warm_is_cold_after_random_edits(name: str, tmp_path: Path) -> None:
    """Twelve rounds of one to three edits each: the problems and the scenarios are those of a check without a store."""
    random_edits(name, tmp_path, rounds=6 if name == "defense-grid" else 12, seed=3)


@pytest.mark.laws
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", GAMES)
def test_warm_is_cold_after_many_random_edits(name: str, seed: int, tmp_path: Path) -> None:
    """The same with other edits, and more of them."""
    random_edits(name, tmp_path, rounds=25, seed=seed)


def test_missions_that_are_judged_by_each_other(tmp_path: Path) -> None:
    """A rule that counts all nights says something else of the one that did not change."""
    root, path = tmp_path / "pack", tmp_path / "store.cache"
    shutil.copytree(PACKS / "border-watch", root)
    shutil.rmtree(root / "examples")  # which would have to say their night
    judge(root, 'len([night for night in records("night") if len(night.raiders) > 2]) > 1')
    first = root / "missions" / "first-night.yaml"
    text = (
        first.read_text(encoding="utf-8")
        .replace("first-night", "second-night")
        .replace("title: First", "title: Second")
    )
    seen = []
    for edit in (
        lambda text: None,
        lambda text: text,
        lambda text: text.replace("[sneak, brute, sneak]", "[sneak, brute]"),
    ):
        if edit(text) is not None:
            first.with_name("second.yaml").write_text(edit(text), encoding="utf-8")
        warm = checked(root, Kept(path))
        assert warm == checked(root, Cache())
        seen.append([problem.code for problem in warm[0]].count("BZ620"))
    assert seen == [0, 2, 0]


def judge(root: Path, test: str) -> None:
    """Let a night be wrong where a test of the rules says so."""
    path = root / "rules" / "catapults.star"
    rules = path.read_text(encoding="utf-8")
    assert "if n > 6:" in rules
    path.write_text(rules.replace("if n > 6:", f"if {test}:"), encoding="utf-8")


def random_edits(name: str, folder: Path, rounds: int, seed: int) -> None:
    """Edit a copy of a pack, and check it warm and cold after each round."""
    source = BOOK if name == "defense-grid" else PACKS / name
    root, rng, found = folder / "pack", random.Random(f"{name} {seed}"), 0
    shutil.copytree(source, root)
    shutil.copytree(source, folder / "before")
    path = folder / "store.cache"
    assert checked(root, Kept(path)) == checked(root, Cache())
    for _ in range(rounds):
        for _ in range(rng.randint(1, 3)):
            rng.choice(EDITS)(rng, root)
        warm = checked(root, Kept(path))
        assert warm == checked(root, Cache())
        found += len(warm[0])
    assert found  # edits do harm, or this would show nothing


# ---------------------------------------------------------------- what is kept


def test_a_second_check_reads_no_record_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that did not change are not loaded, and what they say of themselves is not run."""
    first = checked(BOOK, Kept(tmp_path / "a"))

    def never(*_: object) -> None:
        raise AssertionError("what is kept was worked out again")

    monkeypatch.setattr("bartizan_compiler.shape.shape", never)
    monkeypatch.setattr(own_checks._Checks, "_says", never)
    pack, problems = build.check(BOOK, (), Kept(tmp_path / "a"))
    assert pack is not None
    assert problems == first[0]


def test_what_is_not_used_for_long_is_forgotten(tmp_path: Path) -> None:
    """A file that was edited many times leaves its last versions and no more."""
    root = tmp_path / "pack"
    shutil.copytree(PACKS / "border-watch", root)
    checked(root, Kept(tmp_path / "a"))
    size = len(Kept(tmp_path / "a").before)
    for number in range(2 * cache.MAX_AGE):
        (root / "rulings" / "more.yaml").write_text(f"# {number}\n[]\n", encoding="utf-8")
        checked(root, Kept(tmp_path / "a"))
    assert len(Kept(tmp_path / "a").before) == size + 1 + cache.MAX_AGE


def test_an_error_in_between_costs_nothing_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack's own rules are not run while there are errors; what they said before stays."""
    root = tmp_path / "pack"
    shutil.copytree(PACKS / "border-watch", root)
    first = checked(root, Kept(tmp_path / "a"))
    wrong = root / "rulings" / "more.yaml"
    wrong.write_text("id: [\n", encoding="utf-8")
    assert any(map(build.severe, checked(root, Kept(tmp_path / "a"))[0]))
    wrong.unlink()
    monkeypatch.setattr(own_checks._Checks, "_says", lambda *_: pytest.fail("it was run again"))
    assert build.check(root, (), Kept(tmp_path / "a"))[1] == first[0]


def test_another_program_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(PACKS / "border-watch", Kept(tmp_path / "a"))
    monkeypatch.setattr(cache, "tool", lambda: "another")
    store = Kept(tmp_path / "a")
    build.check(PACKS / "border-watch", (), store)
    assert not store.used.keys() & store.before.keys()


@pytest.mark.parametrize(
    ("test", "alone"),
    [
        ("n > 5", True),
        ('len(records("goblin")) > 1', True),
        ('len(records("night")) > 1', False),
        ('checked == record("night", "first-night")', False),
        ("len(mission.raiders) > 1", False),
    ],
)
def test_a_rule_that_looks_at_other_missions_is_run_again(test: str, alone: bool, tmp_path: Path) -> None:
    """What is said of a mission is kept while others change, only if the rule can get at none of them."""
    root = tmp_path / "pack"
    shutil.copytree(PACKS / "border-watch", root)
    judge(root, test)
    pack, _ = build.check(root)
    assert pack is not None
    assert pack.program is not None
    assert around.alone(pack, pack.program, "check_raiders") is alone


# ---------------------------------------------------------------- a store that fails


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"BZ", b"BX").replace(b"goblin", b"gobbin") + b"x")


def _other(path: Path) -> None:
    path.write_bytes(b"no store at all\xff\n")


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _open_to_all(path: Path) -> None:
    path.chmod(0o666)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("harm", [_cut, _changed, _other, _empty, _open_to_all, _folder])
def test_a_store_that_is_not_whole_or_not_ours_is_passed_over(harm: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "a"
    first = checked(PACKS / "border-watch", Kept(path))
    for one in (path, path.with_name("a-missions")):
        assert Kept(one).before
        harm(one)
        assert Kept(one).before == {}
    assert checked(PACKS / "border-watch", Kept(path)) == first


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = Kept(tmp_path / "file" / "a")
    assert checked(PACKS / "border-watch", store) == checked(PACKS / "border-watch", Cache())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_kept_inside_a_pack(tmp_path: Path, bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store lies in the user's cache folder; `--no-cache` neither reads nor writes it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    before = sorted(tmp_path.rglob("*"))
    assert bartizan("check", "border-watch", "--no-cache").code == 0
    assert sorted(tmp_path.rglob("*")) == before
    assert bartizan("check", "border-watch").code == 0
    made = [path for path in sorted(tmp_path.rglob("*")) if path not in before]
    assert [path.suffix for path in made] == ["", "", ".cache", ".cache-missions"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in made[-2:])
    monkeypatch.setenv("XDG_CACHE_HOME", "not absolute")
    assert bartizan("check", "border-watch").code == 0
