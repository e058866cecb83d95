"""A pack that is checked again says what it says when nothing is known of it, whichever part of it was edited."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bartizan import start
from bartizan_compiler import again, build, cache
from bartizan_compiler.cache import Kept
from bartizan_engine.problem import Problem
from test_cache import BOOK, EDITS, PACKS, Edit, judge
from test_requires import MOON
from typed import Bartizan

GAMES = ("border-watch", "moon-raids", "smugglers", "hidden-hands", "hill-road", "river-fords")
NAMED = "long-march"  # a campaign names its missions: the whole pack is checked whenever one of them is edited


def looked(root: Path, path: Path) -> list[Problem]:
    """The problems of a pack by what is kept, held against those that are found without."""
    store = Kept(path)
    found = again.problems(root, (), store)
    store.close()
    assert found == build.check(root)[1]
    return found


def copied(name: str, folder: Path, more: int = 3) -> Path:
    """A copy of a pack in which each of its missions stands a few times, by other names."""
    root = folder / "pack"
    shutil.copytree(BOOK if name == "defense-grid" else PACKS / name, root)
    if name == "moon-raids":
        shutil.copytree(PACKS / "border-watch", folder / "border-watch")
    (root / "missions").mkdir(exist_ok=True)
    for path in sorted((root / "missions").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for number in range(more):
            one = re.sub(r"(?m)^((?:- |  )?)id: (.*)$", rf"\1id: \2-{number}", text)
            one = re.sub(r"(?m)^(\s*)title: (\"?)(.*)$", rf"\1title: \g<2>{number} \3", one)
            path.with_name(f"{path.stem}-{number}.yaml").write_text(one, encoding="utf-8")
    shutil.copytree(root, folder / "before")
    return root


# ---------------------------------------------------------------- random edits


def of_missions(edit: Edit) -> Edit:
    """The same edit, of missions alone."""

    def made(rng: random.Random, root: Path) -> None:
        if (root / "missions").is_dir() and any((root / "missions").iterdir()):
            edit(rng, root / "missions")

    return made


def a_number_changes(rng: random.Random, root: Path) -> None:
    path = rng.choice(sorted(root.rglob("*.yaml")))
    text = path.read_text(encoding="utf-8")
    found = list(re.finditer(r"\b\d+\b", text))
    if found:
        at = rng.choice(found)
        path.write_text(text[: at.start()] + str(rng.randint(0, 12)) + text[at.end() :], encoding="utf-8")


def two_items_change_places(rng: random.Random, root: Path) -> None:
    path = rng.choice(sorted(root.rglob("*.yaml")))
    lines = path.read_text(encoding="utf-8").split("\n")
    items = [number for number, line in enumerate(lines) if line.lstrip().startswith("- ")]
    if len(items) > 1:
        one, other = rng.sample(items, 2)
        lines[one], lines[other] = lines[other], lines[one]
    path.write_text("\n".join(lines), encoding="utf-8")


def it_goes_by_another_name(rng: random.Random, root: Path) -> None:
    path = rng.choice(sorted(root.rglob("*.yaml")))
    path.rename(path.with_name(f"named-{rng.randrange(9)}.yaml"))


def a_mission_is_as_it_was(rng: random.Random, root: Path) -> None:
    before = root.parent / "before" / "missions"
    for path in rng.sample(sorted(before.iterdir()), min(1, len(list(before.iterdir())))):
        (root / "missions").mkdir(exist_ok=True)
        shutil.copy(path, root / "missions" / path.name)


def all_is_as_it_was(_: random.Random, root: Path) -> None:
    shutil.rmtree(root)
    shutil.copytree(root.parent / "before", root)


MISSIONS = (*map(of_missions, EDITS[:-2]), of_missions(a_number_changes), of_missions(two_items_change_places))
ANY = (*MISSIONS, *EDITS, a_number_changes, it_goes_by_another_name, *([a_mission_is_as_it_was] * 4), all_is_as_it_was)


def edited(name: str, folder: Path, rounds: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Edit a pack, and look at it again after each round; how often the whole of it had to be checked."""
    root, rng, whole = copied(name, folder), random.Random(f"{name} {seed}"), []
    as_ever = again._Look.whole
    monkeypatch.setattr(again._Look, "whole", lambda look: whole.append(look) or as_ever(look))  # type: ignore[func-returns-value]  # both are wanted
    assert looked(root, folder / "store.cache") == looked(root, folder / "store.cache")
    for _ in range(rounds):
        for _ in range(rng.choice((1, 1, 2))):
            rng.choice(ANY)(rng, root)
        looked(root, folder / "store.cache")
    return len(whole)


@pytest.mark.parametrize("name", [*GAMES, NAMED])
def test_again_is_anew_after_random_edits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Edits of missions and of everything else, some taken back: the problems are those of a check from nothing."""
    edited(name, tmp_path, 16, 5, monkeypatch)


@pytest.mark.laws
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", [*GAMES, NAMED, "defense-grid"])
def test_again_is_anew_after_many_random_edits(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited(name, tmp_path, 40, seed, monkeypatch)


# ---------------------------------------------------------------- one edit, and what it asks for


def _swapped(text: str) -> str:
    return text.replace("[sneak, brute, sneak]", "[brute, sneak, sneak]")


EACH: dict[str, tuple[str, Callable[[str], str], bool]] = {
    "a mission by itself": ("missions/first-night-1.yaml", _swapped, False),
    "a remark": ("missions/first-night-1.yaml", lambda text: text + "# a remark\n", False),
    "its title": ("missions/first-night-1.yaml", lambda text: text.replace("First", "Another"), True),
    "its id": ("missions/first-night-1.yaml", lambda text: text.replace("first-night-1", "other-night"), True),
    "what is wrong with it": ("missions/first-night-1.yaml", lambda text: text.replace("sneak", "sneek"), True),
    "rules": ("rules/catapults.star", lambda text: text + "\n# a remark\n", True),
    "the ruleset": ("ruleset.yaml", lambda text: text + "\n# a remark\n", True),
    "a ruling": ("rulings/more.yaml", lambda _: "[]\n", True),
}


@pytest.mark.parametrize("what", EACH)
def test_what_is_looked_at_after_an_edit(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of a mission that changes nothing for others asks for that mission alone; all else asks for the whole."""
    root, store = copied("border-watch", tmp_path), tmp_path / "store.cache"
    shutil.rmtree(root / "examples")  # which would have to say their night
    looked(root, store)
    name, edit, expected = EACH[what]
    path = root / name
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert edit(before) != before
    path.write_text(edit(before), encoding="utf-8")
    whole = []
    as_ever = again._Look.whole
    monkeypatch.setattr(again._Look, "whole", lambda look: whole.append(look) or as_ever(look))  # type: ignore[func-returns-value]  # both are wanted
    looked(root, store)
    assert bool(whole) is expected
    whole.clear()
    path.write_text(before, encoding="utf-8")
    if before:
        looked(root, store)
        assert not whole  # as it was before is known


def test_missions_that_are_judged_by_each_other_are_all_looked_at(tmp_path: Path) -> None:
    """Where a rule counts all nights, an edit of one may be told of another."""
    root, store = copied("border-watch", tmp_path, 1), tmp_path / "store.cache"
    shutil.rmtree(root / "examples")
    judge(root, 'len([night for night in records("night") if len(night.raiders) > 2]) > 1')
    path = root / "missions" / "first-night-0.yaml"
    text = path.read_text(encoding="utf-8")
    told = []
    for raiders in ("[sneak, brute, sneak]", "[sneak, brute]", "[sneak, brute, sneak]"):
        path.write_text(text.replace("[sneak, brute, sneak]", raiders), encoding="utf-8")
        told.append([problem.code for problem in looked(root, store)].count("BZ620"))
    assert told == [2, 0, 2]


def test_a_required_pack_is_a_part_of_the_rest(tmp_path: Path) -> None:
    """What a pack builds on may change as well: its rules, its records, its version; and it may go."""
    shutil.copytree(MOON.parent / "border-watch", tmp_path / "border-watch")
    shutil.copytree(MOON, tmp_path / "moon-raids")
    root, store = tmp_path / "moon-raids", tmp_path / "store.cache"
    base = tmp_path / "border-watch"
    looked(root, store)
    assert looked(root, store) == []
    units = base / "units" / "goblins.yaml"
    for path, old, new in (
        (units, "id: sneak", "id: sneek"), (base / "pack.yaml", "version:", "# version:"), (base / "ruleset.yaml", "kinds:", "kindz:"),
    ):  # fmt: skip
        before = path.read_text(encoding="utf-8")
        assert old in before
        path.write_text(before.replace(old, new), encoding="utf-8")
        assert looked(root, store) != []
        path.write_text(before, encoding="utf-8")
        assert looked(root, store) == []
    shutil.rmtree(base)
    assert looked(root, store) != []


def test_two_packs_in_one_run_keep_apart(tmp_path: Path, bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> None:
    """And every form of the command says the same of them, first and again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    for name in ("one", "two"):
        copied("border-watch", tmp_path / name)
    path = tmp_path / "two" / "pack" / "missions" / "first-night.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("sneak", "sneek"), encoding="utf-8")
    packs = [str(tmp_path / name / "pack") for name in ("one", "two")]
    for words in ([], ["--strict"], ["--format", "concise"], ["--format", "json"], ["--format", "sarif"]):
        anew = bartizan("check", *packs, *words, "--no-cache")
        assert anew.code == 1
        assert bartizan("check", *packs, *words) == anew == bartizan("check", *words, *packs)


# ---------------------------------------------------------------- a store that lies


def test_a_store_that_holds_nonsense_does_no_harm(tmp_path: Path) -> None:
    """Its checksum is right and it is our own, but what stands in it makes no sense: then it is as if it were empty."""
    root, path = copied("border-watch", tmp_path), tmp_path / "store.cache"
    looked(root, path)
    beside = path.with_name("store.cache-missions")
    lines = {one: dict(cache._lines(one)) for one in (path, beside)}
    assert all(lines.values())
    rng = random.Random(7)
    for nonsense in ("null", "[]", "{}", "[[1,2],3]", '"x"', "7", "[" * 5000, '[["a"]]', '{"problems":[[1]]}', "x"):
        for one, known in lines.items():
            spoilt(
                one,
                {name: f"0\t{nonsense}\t{nonsense}" if rng.random() < 0.7 else line for name, line in known.items()},
            )
        looked(root, path)
        spoilt(beside, dict.fromkeys(lines[beside], f"0\t{nonsense}\t{nonsense}"))
        path.unlink()  # so that the missions are looked up
        looked(root, path)


def spoilt(path: Path, lines: dict[str, str]) -> None:
    """A store in which these lines stand."""
    data = "".join(f"{name} {line}\n" for name, line in sorted(lines.items())).encode()
    path.write_bytes(f"{cache._HEAD}{cache._hash(data)}\n".encode() + data)
    path.chmod(0o600)


def test_problems_are_kept_whole(tmp_path: Path) -> None:
    """Hint, notes and drawing as well."""
    broken = copied("border-watch", tmp_path)
    (broken / "units" / "goblins.yaml").unlink()
    problems = build.check(broken)[1]
    problems += [problem._replace(sketch="E . g", notes=((problem.spot, "here"),)) for problem in problems]
    assert problems
    assert cache.unpacked(json.loads(json.dumps(cache.packed(problems)))) == problems


# ---------------------------------------------------------------- what is done, and what is not


@pytest.mark.parametrize("name", GAMES)
def test_a_mission_by_itself_is_what_it_is_among_others(name: str, tmp_path: Path) -> None:
    """Judged alone, and by the rules alone that judge it, it looks as it does in the whole pack, and takes the work."""
    root = copied(name, tmp_path, 1)
    shutil.rmtree(root / "examples", ignore_errors=True)  # which would have to say their mission
    look = again._Look(root, (), Kept(tmp_path / "store.cache"))
    assert not any(map(build.severe, look.whole()))
    kept = look.store.get(cache.key("works", look.rest))
    known = {path: look.store.get(look._named(path)) for path in look.missions}
    assert kept is not None
    for path, answer in known.items():
        assert answer is not None
        judged = look._judged([path], json.loads(kept[0])[1])
        assert judged is not None
        assert [*judged[path]] == json.loads(answer[0])


@pytest.mark.parametrize("name", [NAMED, "defense-grid"])
def test_what_a_campaign_names_is_not_judged_by_itself(name: str, tmp_path: Path) -> None:
    """What is said of the campaign may be about its missions: nothing of them is kept that could be looked up alone."""
    look = again._Look(copied(name, tmp_path, 0), (), Kept(tmp_path / "store.cache"))
    assert not any(map(build.severe, look.whole()))
    assert look.store.get(cache.key("works", look.rest)) is None
    assert not any(look.store.get(look._named(path)) for path in look.missions)


HEAVY = ("networkx", "pydantic", "jsonschema", "ruamel", "typer", "rich", "yaml", "bartizan_engine.game")


def imported(root: Path, home: Path) -> set[str]:
    """The heavy libraries that a check imports; it finds nothing wrong."""
    told = f"import sys; sys.argv = ['bartizan', 'check', {str(root)!r}]\nfrom bartizan.start import main\n"
    told += f"try:\n main()\nexcept SystemExit as end:\n assert not end.code\n print([n for n in {HEAVY} if n in sys.modules])"
    env = os.environ | {"XDG_CACHE_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", told], env=env, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1].replace("'", '"')))


def test_what_is_known_needs_no_library(tmp_path: Path) -> None:
    """Where nothing changed nothing is imported that reads or judges; for an edited mission, what judges it."""
    root, home = copied("border-watch", tmp_path), tmp_path / "home"
    shutil.rmtree(root / "examples")
    assert imported(root, home) >= {"networkx", "pydantic", "yaml"}
    assert imported(root, home) == set()
    path = root / "missions" / "first-night-1.yaml"
    path.write_text(_swapped(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert imported(root, home) == {"yaml", "bartizan_engine.game"}


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (["check"], True),
        (["check", "border-watch", "--strict", "border-watch"], True),
        (["check", "--format", "json", "border-watch"], True),
        (["check", "--format", "sarif", "--strict"], True),
        (["check", "--format", "verse", "border-watch"], False),
        (["check", "--format"], False),
        (["check", "--max", "3", "border-watch"], False),
        (["check", "--", "border-watch"], False),
        (["check", ""], False),
        (["check", "--help"], False),
        (["build", "border-watch"], False),
        ([], False),
    ],
)
def test_a_plain_line_means_what_it_means_elsewhere(
    words: list[str], plain: bool, bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read without the library of command lines is answered as with it; all else is left to that."""
    assert (start.plain(words) is not None) is plain
    first = bartizan(*words)
    monkeypatch.setattr(start, "plain", lambda _: None)
    assert bartizan(*words) == first
