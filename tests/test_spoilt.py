"""A record with errors costs its own page, not the site: whatever is wrong, its page says what, and all else stands."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bartizan import cli, codes, pages, site, spoilt
from bartizan.pages import broken
from bartizan.shelves import shelves
from bartizan_compiler import build
from bartizan_compiler import pack as packs

PACKS = Path(__file__).parent / "packs"
ROOT = "games/border-watch"
WATCH = PACKS / "border-watch"


class Slip(NamedTuple):
    """One wrong in one file, the code that tells it, and the pages of the records that it costs."""

    path: str
    old: str
    new: str
    code: str
    costs: tuple[str, ...]


EXAMPLE = "examples/a-hit-takes-its-points"
SNEAK, BRUTE = "units/goblin/sneak", "units/goblin/brute"
NIGHT, GATE = "missions/night/first-night", "maps/north-gate"
SLIPS = {
    "no such field": Slip("units/goblins.yaml", "hp: 1,", "hq: 1,", "BZ203", (SNEAK,)),
    "out of bounds": Slip("units/goblins.yaml", "hp: 4,", "hp: 4000,", "BZ206", (BRUTE,)),
    "a field is missing": Slip("units/goblins.yaml", "hp: 4, ", "", "BZ204", (BRUTE,)),
    "no such word": Slip("units/goblins.yaml", "[stoops]", "[hops]", "BZ304", (BRUTE,)),
    "defaults of all": Slip("units/goblins.yaml", "is: invented", "is: guessed", "BZ208", (SNEAK, BRUTE)),
    "no such kind": Slip("units/goblins.yaml", "kind: goblin", "kind: gobling", "BZ212", ("units/unit/sneak", "units/unit/brute")),
    "no YAML": Slip("units/goblins.yaml", "title: Brute", 'title: "Brute', "BZ125", (SNEAK, BRUTE)),
    "an id that is none": Slip("units/goblins.yaml", "id: brute", "id: Brute", "BZ209", (BRUTE,)),
    "an id twice": Slip("units/goblins.yaml", "id: brute", "id: sneak", "BZ301", (SNEAK, NIGHT, EXAMPLE)),
    "no such unit": Slip("missions/first-night.yaml", "sneak, brute, sneak", "sneak, brut", "BZ302", (NIGHT,)),
    "no such cell": Slip("missions/first-night.yaml", "at: a2", "at: z9", "BZ306", (NIGHT,)),
    "no such map": Slip("missions/first-night.yaml", "map: north-gate", "map: south-gate", "BZ302", (NIGHT,)),
    "a tab": Slip("missions/first-night.yaml", "title: First", "\ttitle: First", "BZ108", (NIGHT,)),
    "rows that differ": Slip("maps/north-gate.yaml", "  b . r\n", "  b . r r\n", "BZ404", (GATE,)),
    "no such sign": Slip("maps/north-gate.yaml", "  b . r\n", "  b ? r\n", "BZ406", (GATE,)),
    "no way": Slip("maps/north-gate.yaml", "  b . r\n", "  b . .\n", "BZ424", (GATE,)),
    "no layout": Slip("maps/north-gate.yaml", "layout: square-4", "layout: round", "BZ208", (GATE,)),
    "a key of a face": Slip("dice/bolt.yaml", "name: ", "nam: ", "BZ203", ("dice/bolt/bolt",)),
    "an example": Slip("examples/shooting.yaml", "shows: [shoot", "shows: [shot", "BZ303", (EXAMPLE,)),
    "a ruling": Slip("rulings/costs.yaml", "question:", "qestion:", "BZ203", ("rulings/what-a-mangonel-costs",)),
}  # fmt: skip


def spoil(tmp_path: Path, *slips: Slip) -> Path:
    root = tmp_path / "border-watch"
    shutil.copytree(WATCH, root, dirs_exist_ok=True)
    for slip in slips:
        text = (root / slip.path).read_text("utf-8")
        assert slip.old in text, slip
        (root / slip.path).write_text(text.replace(slip.old, slip.new), "utf-8", newline="\n")
    return root


@cache
def sound() -> dict[str, str]:
    return pages.pages(rest(WATCH).pack)


def rest(root: Path) -> spoilt.Rest:
    found = spoilt.rest(build.checked(root, build.read(root, shelves([]))))
    assert found is not None
    return found


def made(found: spoilt.Rest) -> dict[str, str]:
    """The pages, each link of which leads to a page that there is."""
    told, contents = pages.reference(found.pack, frozenset(), found.spoilt, found.loose)
    assert sorted(_flat(contents)) == sorted(told)
    for path, text in told.items():
        for address in re.findall(r"\]\(([^)#<>:]+\.md)(?:#[^)]*)?\)", re.sub(r"(?s)```.*?```", "", text)):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
            assert target in told or target.startswith("problems/"), (path, address)
    return told


def _flat(contents: pages.Contents) -> Iterator[str]:
    for _, inner in contents:
        if isinstance(inner, str):
            yield inner
        else:
            yield from _flat(inner)


@pytest.mark.parametrize("name", SLIPS)
def test_the_page_of_a_record_tells_its_error_and_the_others_stand(tmp_path: Path, name: str) -> None:
    slip = SLIPS[name]
    found = rest(spoil(tmp_path, slip))
    assert found.elsewhere == ()
    told = made(found)
    told_of = [problem for one in found.spoilt for problem in one.problems]
    assert slip.code in [problem.code for problem in told_of]
    costs = {f"{ROOT}/{page}.md" for page in slip.costs}
    assert {path for path, text in told.items() if "\n!!! failure" in text} == costs
    first = told[f"{ROOT}/{slip.costs[0]}.md"]
    for words in (f"problems/{slip.code}.md", f"<code>{slip.path}:", "Why</span>", "Likely fix</span>"):
        assert words in first, words
    twin = {f"{ROOT}/{page}.md" for page in (SNEAK, BRUTE)} if name in ("an id twice", "no such kind") else set()
    lost = {path for path in sound() if path not in told and not path.endswith("/index.md")}
    sheets = {path.replace("missions/", "sheets/") for path in costs}
    assert lost <= sheets | twin | {f"{ROOT}/{slip.path.partition('/')[0]}.md"}, "of a list nothing may be left"
    assert f"{ROOT}/{broken.PAGE}" in told


def _records() -> Iterator[tuple[str, str]]:
    for root in (PACKS / name for name in ("border-watch", "moon-raids", "river-fords")):
        for path in sorted(root.rglob("*.yaml")):
            name = path.relative_to(root).as_posix()
            if packs.family(name):
                yield root.name, name


@pytest.mark.parametrize(("pack", "path"), list(_records()))
def test_any_file_of_records_may_be_spoilt(tmp_path: Path, pack: str, path: str) -> None:
    """Every file of records, with a bracket in its middle that nobody closes."""
    shutil.copytree(PACKS, tmp_path / "packs")
    root = tmp_path / "packs" / pack
    text = (root / path).read_text("utf-8")
    half = text.index("\n", len(text) // 2)
    (root / path).write_text(text[:half] + "\nzz: {\n" + text[half:], "utf-8", newline="\n")
    found = rest(root)
    assert found.elsewhere == ()
    assert found.spoilt or found.loose
    told = made(found)
    for one in found.spoilt:
        assert one.problems, one.id
    errors = {problem.code for one in found.spoilt for problem in one.problems} | {one.code for one in found.loose}
    assert all(f"problems/{code}.md" in told[f"games/{found.pack.info['id']}/{broken.PAGE}"] for code in errors)
    assert all(codes.severity(code) == "error" for code in errors)


def test_the_command_makes_the_site_says_so_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With several records that are wrong in different ways, and in strict mode: no link of the site leads nowhere."""
    wrong = [SLIPS[name] for name in ("out of bounds", "no such unit", "no way", "an example", "a ruling")]
    root = spoil(tmp_path, *wrong)
    out = tmp_path / "site"
    with pytest.raises(SystemExit) as end:
        cli.app(["site", "build", str(root), "-o", str(out)])
    assert end.value.code == 1
    printed = capsys.readouterr()
    assert "5 records have errors, and their pages tell them" in printed.err
    for slip in wrong:
        assert slip.code in printed.out + printed.err
        for page in slip.costs:
            assert slip.code in (out / ROOT / f"{page}.html").read_text("utf-8")
    assert "Sneak" in (out / ROOT / f"{SNEAK}.html").read_text("utf-8")


def test_an_error_outside_of_records_stops_the_site(tmp_path: Path) -> None:
    root = spoil(tmp_path, Slip("ruleset.yaml", "family: unit", "family: units", "", ()))
    assert site.checked([root]).refused
    with pytest.raises(site.SiteError, match="BZ"):
        site.read([str(root)])


def test_what_builds_on_a_pack_with_a_spoilt_record_has_its_site(tmp_path: Path) -> None:
    """The record's page stands with the other pack's."""
    shutil.copytree(PACKS / "moon-raids", tmp_path / "moon-raids")
    spoil(tmp_path, SLIPS["no such unit"])
    found = site.checked([tmp_path / "moon-raids"])
    assert not found.refused
    assert [pack.info["id"] for pack in found.packs] == ["border-watch", "moon-raids"]
    assert list(found.rests) == ["border-watch"]
    reference = site.reference(found.packs, found.rests)
    assert "!!! failure" in reference.pages[f"{ROOT}/{NIGHT}.md"]
    assert not any("!!! failure" in text for path, text in reference.pages.items() if "moon-raids" in path)
