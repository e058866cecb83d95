"""Every record has one page at its address and nothing has two; links lead both ways; tags and the quick reference."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import webpage
from bartizan import pages, shipped
from bartizan.pages import book as books
from bartizan.pages import quick, tags
from bartizan.shelves import shelves
from bartizan_compiler import build
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.declared import Kind

HERE = Path(__file__).parent
SHIPPED = sorted(shipped.packs().values())
PACKS = [*SHIPPED, HERE / "packs" / "border-watch", HERE / "packs" / "moon-raids", HERE / "packs" / "river-fords"]
FOLDERS = {
    "unit": "units", "card": "cards", "die": "dice", "tile": "tiles", "wave": "waves", "mission": "missions",
    "campaign": "campaigns", "data": "data",
}  # fmt: skip
KINDLESS = {"map": "maps", "example": "examples", "ruling": "rulings", "clause": "clauses"}
each_pack = pytest.mark.parametrize("root", PACKS, ids=lambda root: root.name)


@cache
def opened(root: Path) -> Pack:
    pack, problems = build.check(root, shelves([]))
    assert pack is not None, problems
    return pack


@cache
def made(root: Path) -> dict[str, str]:
    return pages.pages(opened(root))


def records(pack: Pack) -> list[Record]:
    return [one for many in pack.records.values() for one in many if not one.spot.path.startswith("@")]


def address(pack: Pack, record: Record) -> str:
    """From pack, kind and id alone."""
    folder = KINDLESS.get(record.family) or f"{FOLDERS[record.family]}/{record.kind}"
    return f"games/{pack.info['id']}/{folder}/{record.id}.md"


def linked(page: str, path: str) -> set[str]:
    """The pages that a page leads to."""
    found = re.findall(r"\]\(([^)#<>:\s]+\.md)", page)
    return {posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in found}


@each_pack
def test_there_are_as_many_pages_of_records_as_records(root: Path) -> None:
    pack, found = opened(root), made(root)
    addresses = Counter(address(pack, record) for record in records(pack))
    assert set(addresses.values()) == {1}
    folders = {posixpath.dirname(one) for one in addresses}
    assert set(addresses) == {
        one for one in found if posixpath.dirname(one) in folders and not one.endswith("/index.md")
    }
    heads = Counter(line for text in found.values() for line in [text.partition("\n---\n")[0]])
    assert [head for head, count in heads.items() if count > 1] == [], "no page passes for another"


@each_pack
def test_the_page_of_a_record_has_its_badge_its_tags_and_its_lines(root: Path) -> None:
    pack, found = opened(root), made(root)
    for record in records(pack):
        page = found[address(pack, record)]
        assert f"bz-{record.origin['is']}" in page, record.id
        elsewhere = record.origin["is"] == "published"  # its badge leads there
        for line in () if elsewhere else record.origin.get("lines") or ():
            assert re.search(rf"lines? [^<\"]*{line}|lines \d+–\d+", page), (record.id, line)
        assert f"As written in <code>{record.spot.path.replace('_', '&#95;')}</code>, line {record.spot.line}" in page
        assert f"{tags.PAGE}#tag-kind-{record.kind})" in page


@each_pack
def test_links_lead_both_ways_and_examples_and_rulings_stand_beside(root: Path) -> None:
    pack, found = opened(root), made(root)
    book = books.open_book(pack)
    own = {one for one in book.places if one[0] in ("record", *KINDLESS) and book.places[one].path in found}
    checked = 0
    for key in sorted(own):
        here = book.places[key].path
        there = linked(found[here], here)
        for other in (*book.uses.get(key, ()), *book.used_by.get(key, ())):
            if other in own and other[0] != "example":
                assert book.places[other].path in there, (key, other)
                checked += 1
        for example in book.examples.get(key, ()):
            assert book.places["example", example.id].path in there, (key, example.id)
        for clause in book.clauses.get(key, ()):
            assert book.places["clause", clause.id].path in there, (key, clause.id)
    assert checked


@each_pack
def test_what_a_record_names_it_leads_to(root: Path) -> None:
    """Told by the types of the fields, not by what the pages have gathered."""
    pack, found = opened(root), made(root)
    book = books.open_book(pack)
    for kind in pack.ruleset.kinds.values():
        for record in pack.own(kind.name):
            here = address(pack, record)
            for field in kind.fields.values():
                value = books.stated(field, record.values.get(field.name))
                for key in books.value_uses(book, field.type, value):
                    if key in book.places and book.places[key].path in found and key[0] in ("record", "map"):
                        assert book.places[key].path in linked(found[here], here) | {here}, (record.id, key)


# ---------------------------------------------------------------- tags


@each_pack
def test_every_tag_of_a_record_lists_it(root: Path) -> None:
    pack, found = opened(root), made(root)
    book = books.open_book(pack)
    page = found[f"games/{pack.info['id']}/{tags.PAGE}"]
    parts = dict(re.findall(r"(?s)^### .*?\{ #(tag-\S+) \}(.*?)(?=^##|\Z)", page, re.MULTILINE))
    listed = Counter[str]()
    for record in records(pack):
        here = address(pack, record)
        for tag in tags.of(book, record):
            assert f"{tags.PAGE}#{tag.anchor})" in found[here]
            assert here in linked(parts[tag.anchor], f"games/{pack.info['id']}/{tags.PAGE}"), (record.id, tag)
            listed[tag.anchor] += 1
    assert set(listed) == set(parts)
    for anchor, text in parts.items():
        assert len(re.findall(r"\.md\)", text)) == listed[anchor]


def test_tags_are_kind_source_members_switches_words_and_cells() -> None:
    pack = opened(HERE / "packs" / "border-watch")
    book = books.open_book(pack)
    mangonel, night = pack.record("catapult", "mangonel"), pack.record("night", "first-night")
    assert mangonel is not None
    assert night is not None
    assert [tag.anchor for tag in tags.of(book, mangonel)] == [
        "tag-kind-catapult", "tag-source-printed", "tag-word-heavier", "tag-word-farther",
    ]  # fmt: skip
    assert "tag-field-sky-clear" in [tag.anchor for tag in tags.of(book, night)]
    assert "tag-cells-wood" in [tag.anchor for tag in tags.of(book, pack.records["map"][0])]


# ---------------------------------------------------------------- the quick reference


@each_pack
def test_the_quick_reference_holds_every_piece_die_word_number_and_option(root: Path) -> None:
    pack, found = opened(root), made(root)
    here = f"games/{pack.info['id']}/{quick.PAGE}"
    page = found[here]
    assert here in linked(found[f"games/{pack.info['id']}/index.md"], f"games/{pack.info['id']}/index.md")
    shown = webpage.rendered(page)
    there = linked(page, here)
    book = books.open_book(pack)
    for kind in _kinds(pack, "unit", "tile", "card", "die"):
        for record in pack.own(kind.name):
            assert address(pack, record) in there, record.id
            for face in record.values.get("faces") or () if kind.family == "die" else ():
                assert face["name"].replace("_", " ").replace("-", " ") in shown.text.replace("-", " "), face
    terms = {one.text for one in shown.all("dt")}
    for section in ("words", "numbers", "options", "zones"):
        for name in book.own(section):
            assert books.label(name) in terms, name
    for items in book.own_actions().values():
        assert {item.says or books.label(item.name) for item in items.values()} <= terms
    assert len(list(shown.all("h1"))) == 1


@pytest.mark.parametrize("root", SHIPPED, ids=lambda root: root.name)
def test_the_quick_reference_tells_the_round_with_its_decisions(root: Path) -> None:
    shown = webpage.rendered(made(root)[f"games/{opened(root).info['id']}/{quick.PAGE}"])
    outline = next(shown.all("div", "bz-round"))
    verbs = {one.text for one in outline.all("span", "bz-verb")}
    assert any(verb.startswith("choose") for verb in verbs)


def _kinds(pack: Pack, *families: str) -> list[Kind]:
    return [kind for kind in pack.ruleset.kinds.values() if kind.family in families]
