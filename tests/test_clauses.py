"""The index of a rulebook: every clause names what is there, is shown under its heading, and leads to what carries it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bartizan import shipped
from bartizan.pages import book
from bartizan.pages import pages as all_pages
from bartizan_compiler import build
from bartizan_compiler.link import Pack

PACK = Path(__file__).parent / "packs" / "border-watch"
CLAUSE = """- id: stones-run-out
  title: A catapult throws only while a stone is left.
  from: {is: printed, lines: [12]}
  section: The watch
  carried_by: [CARRIED]
"""


def indexed(tmp_path: Path, carried: str) -> tuple[Pack | None, list[tuple[str, str, int, str]]]:
    """The pack with one clause, and what is said of it."""
    root = Path(shutil.copytree(PACK, tmp_path / "border-watch"))
    (root / "clauses").mkdir()
    (root / "clauses" / "watch.yaml").write_text(CLAUSE.replace("CARRIED", carried), encoding="utf-8")
    pack, problems = build.check(root)
    return pack, [(one.code, one.spot.path, one.spot.line, one.hint) for one in problems]


def test_a_clause_is_shown_under_its_heading_with_links_to_what_carries_it(tmp_path: Path) -> None:
    pack, problems = indexed(tmp_path, "throw, mangonel")
    assert pack is not None
    assert problems == []
    found = all_pages(pack)
    index, own = (found[f"games/border-watch/{page}.md"] for page in ("clauses", "clauses/stones-run-out"))
    assert "## The watch\n" in index
    assert "[its page](clauses/stones-run-out.md)" in index
    for page, up in ((index, ""), (own, "../")):
        assert "A catapult throws only while a stone is left." in page
        assert "printed · line 12" in page
        assert f"({up}units/catapult/mangonel.md)" in page
        assert f"[Throw]({up}rules/" in page
    for carrier in ("units/catapult/mangonel", "rules/catapults"):
        assert "clauses/stones-run-out.md" in found[f"games/border-watch/{carrier}.md"]


@pytest.mark.parametrize(
    ("carried", "hint"), [("throw, mangonal", 'did you mean "mangonel"?'), ("bombards", 'did you mean "bombard"?')]
)
def test_a_name_that_leads_nowhere_is_told_where_it_stands(tmp_path: Path, carried: str, hint: str) -> None:
    assert indexed(tmp_path, carried)[1] == [("BZ303", "clauses/watch.yaml", 5, hint)]


def test_to_stand_in_the_index_is_no_use_of_a_record(tmp_path: Path) -> None:
    root = Path(shutil.copytree(PACK, tmp_path / "border-watch"))
    (root / "dice" / "more.yaml").write_text(
        "- {id: spare, title: Spare die, from: {is: invented}, faces: [{name: one, hits: 1}]}\n", encoding="utf-8"
    )
    before = [one.code for one in build.check(root)[1]]
    (root / "clauses").mkdir()
    (root / "clauses" / "watch.yaml").write_text(CLAUSE.replace("CARRIED", "spare"), encoding="utf-8")
    assert [one.code for one in build.check(root)[1]] == before == ["BZ308"]


PACKS = sorted(name for name, root in shipped.packs().items() if (root / "clauses").is_dir())


@pytest.mark.parametrize("name", PACKS)
def test_every_clause_of_a_shipped_pack_leads_somewhere(name: str) -> None:
    """Each name of each clause has a place in the reference; and the sentences are told apart."""
    pack, problems = build.check(shipped.packs()[name])
    assert pack is not None
    assert problems == []
    opened = book.open_book(pack)
    clauses = pack.records["clause"]
    for clause in clauses:
        for carrier in clause.values["carried_by"]:
            assert opened.named(str(carrier)), f"{clause.id}: {carrier}"
    assert len({clause.title for clause in clauses}) == len(clauses)
