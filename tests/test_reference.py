"""Every field of every record stands on its page with its own source: nothing is left out, nothing passes for printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import webpage
from bartizan import pages
from bartizan.pages import balance, records, replay
from bartizan.pages import book as books
from bartizan.shelves import shelves
from bartizan_compiler import build, link, shape
from bartizan_engine.declared import Field, Kind

ROOT = Path(__file__).resolve().parent.parent
PACKS = sorted(path.parent for root in ("content", "tests/packs") for path in (ROOT / root).glob("*/pack.yaml"))
SOURCES: tuple[dict[str, Any], ...] = (
    {"is": "printed", "lines": [3]},
    {"is": "invented"},
    {"is": "published", "address": "https://example.org/a"},
    {"is": "derived", "lines": [4, 5], "note": "as *everybody* knows"},
    {"is": "ruling", "ruling": "no-such-one"},
)


@cache
def checked(root: Path) -> link.Pack:
    pack, problems = build.check(root, shelves([]))
    assert pack is not None, problems
    return pack


@cache
def mixed(root: Path) -> link.Pack:
    """The pack with sources that differ from field to field in every way."""
    pack = checked(root)
    turn = cycle(SOURCES)

    def other(record: shape.Record) -> shape.Record:
        kind = pack.ruleset.kinds.get(record.kind)
        own = ["title", *(kind.fields if kind else ()), *(["faces"] if kind and kind.faces else [])]
        fields = {name: next(turn) for number, name in enumerate(own) if number % 4 != 2}
        return record._replace(origin={**next(turn), "fields": fields})

    return pack._replace(records={kind: [other(r) for r in found] for kind, found in pack.records.items()})


class Told(NamedTuple):
    """What a page says of one field: the words, and the source as its badge has it."""

    words: str
    source: str
    shown: webpage.Node


def badge(node: webpage.Node) -> str:
    """The source that a badge or a letter tells, or nothing."""
    told = [c for n in node.all() for c in n.classes if {"bz-badge", "bz-mark"} & set(n.classes)]
    return next((c.removeprefix("bz-") for c in told if c not in ("bz-badge", "bz-mark")), "")


def source(record: shape.Record, field: str) -> str:
    return str(record.origin.get("fields", {}).get(field, record.origin)["is"])


def kinds(pack: link.Pack) -> Iterator[tuple[Kind, list[shape.Record]]]:
    for kind in pack.ruleset.kinds.values():
        if own := pack.own(kind.name):
            yield kind, own


@cache
def book(pack_root: Path, other: bool) -> tuple[books.Book, dict[str, str]]:
    opened = books.open_book((mixed if other else checked)(pack_root))
    return opened, records.pages(opened)


@cache
def page(pack_root: Path, other: bool, path: str) -> webpage.Node:
    return webpage.rendered(book(pack_root, other)[1][path])


def below(root: webpage.Node) -> list[webpage.Node]:
    """What stands below the title of a page, as far as the record's own fields go."""
    blocks = root.children
    start = next(i for i, n in enumerate(blocks) if n.tag == "h1") + 1
    ends = (i for i, n in enumerate(blocks) if n.tag == "h2" and n["id"] in (replay.ANCHOR, balance.ANCHOR))
    return blocks[start : next(ends, len(blocks))]


def told_fields(blocks: list[webpage.Node], base: str) -> dict[str, Told]:
    """Every field of a record's section by its label: from the list of facts, and from the blocks with a heading."""
    found: dict[str, Told] = {}
    for number, block in enumerate(blocks):
        lists = [block] if block.tag == "dl" else list(block.all("dl"))
        for pair in lists:
            terms = pair.children
            for term, fact in zip(terms[::2], terms[1::2], strict=True):
                assert term.text not in found, f"{term.text} stands twice"
                found[term.text] = Told(fact.text, badge(fact) or base, fact)
        strong = next(block.all("strong"), None) if block.tag == "p" else None
        heading = block if block.tag == "h2" else strong
        if heading is not None:
            label = heading.text.removesuffix("¶").strip()
            after = blocks[number + 1 :]
            own = badge(block) or (badge(after[0]) if after[0].tag == "p" else "")
            shown = next(n for part in after for n in ([part] if part.tag == "table" else part.all("table")))
            found[label] = Told(shown.text, own or base, shown)
    return found


def told(root: Path, other: bool, kind: Kind, record: shape.Record) -> dict[str, Told]:
    opened, _ = book(root, other)
    place = opened.places["record", kind.name, record.id]
    blocks = below(page(root, other, place.path))
    facts = next(i for i, b in enumerate(blocks) if "bz-origin" not in b.classes)
    assert badge(blocks[0]) == record.origin["is"], "a record begins with its badge"
    titles = [b for b in blocks[1:facts] if b.text.startswith("Title")]
    assert badge(titles[0] if titles else blocks[0]) == source(record, "title")
    return told_fields(blocks[facts:], badge(blocks[0]))


BOTH = [(root, other) for root in PACKS for other in (False, True)]
NAMES = [f"{root.name}-{'mixed' if other else 'as-it-is'}" for root, other in BOTH]


@pytest.mark.parametrize(("root", "other"), BOTH, ids=NAMES)
def test_every_field_stands_on_the_page_of_its_record_with_its_own_source(root: Path, other: bool) -> None:
    for kind, found in kinds((mixed if other else checked)(root)):
        for record in found:
            shown = told(root, other, kind, record)
            for field in kind.fields.values():
                fact = shown.get(books.field_label(field))
                assert fact is not None, f"{record.id} does not tell {field.name}"
                assert fact.source == source(record, field.name), (record.id, field.name)
                assert says(field, record.values.get(field.name), fact), (record.id, field.name, fact.words)


def says(field: Field, value: Any, fact: Told) -> bool:
    """Whether the words of a fact are about this value; nothing, zero and a flag that is down have words as well."""
    first = fact.words.split(" ")[0]
    if "{" in field.says:
        return bool(fact.words)
    if value is None:
        return fact.words.startswith(field.none or "none")
    if isinstance(value, bool):
        return first == ("yes" if value else "no")
    if isinstance(value, int):
        return first == str(value)
    if fact.shown.tag == "table":
        rows = [row for body in fact.shown.all("tbody") for row in body.all("tr")]
        return len(rows) == len(value) and all(cell.text for row in rows for cell in row.all("td"))
    return fact.words.startswith("none") if value in ([], {}) else bool(fact.words)


@pytest.mark.parametrize("root", PACKS, ids=lambda root: root.name)
def test_every_field_of_a_shape_has_a_column_or_a_label(root: Path) -> None:
    pack = checked(root)
    for kind, found in kinds(pack):
        for field in kind.fields.values():
            if field.type.name != "list" or field.type.items[0].name != "shape":
                continue
            for record in found:
                if record.values.get(field.name):
                    shown = told(root, False, kind, record)[books.field_label(field)].shown
                    heads = [head.text for head in shown.all("th")]
                    shape_of = pack.ruleset.shapes[field.type.items[0].of]
                    assert heads[1:] == [books.field_label(inner) for inner in shape_of.values()]


@pytest.mark.parametrize(("root", "other"), BOTH, ids=NAMES)
def test_a_mark_in_an_overview_equals_the_source_of_its_field(root: Path, other: bool) -> None:
    opened, _ = book(root, other)
    for kind, found in kinds((mixed if other else checked)(root)):
        table = page(root, other, opened.path(books.kind_page(kind))).first("table")
        labels = {books.field_label(field): field.name for field in kind.fields.values()}
        heads = [head.text for head in table.all("th")]
        rows = [list(row.all("td")) for row in table.first("tbody").all("tr")]
        for record, row in zip(found, rows, strict=True):
            base = badge(row[-1])
            assert base == record.origin["is"]
            assert (badge(row[0]) or base) == source(record, "title")
            for head, cell in zip(heads[1:-1], row[1:-1], strict=True):
                assert (badge(cell) or base) == source(record, labels[head]), (record.id, head)


def test_the_mixed_sources_are_all_shown_somewhere() -> None:
    """The laws above speak of something: every source marks a field of another in every pack that has a table of them."""
    root = ROOT / "content" / "defense-grid"
    _, made = book(root, True)
    text = "".join(made.values())
    assert all(f"bz-mark bz-{one['is']}" in text for one in SOURCES)


@pytest.mark.parametrize(("root", "other"), BOTH, ids=NAMES)
def test_faces_of_a_die_and_maps_have_their_own_source(root: Path, other: bool) -> None:
    opened, _ = book(root, other)
    pack = (mixed if other else checked)(root)
    for kind, found in kinds(pack):
        for record in found if kind.faces else ():
            place = opened.places["record", kind.name, record.id]
            blocks = below(page(root, other, place.path))
            table = next(i for i, block in enumerate(blocks) if block.tag in ("div", "table"))
            own = [badge(b) for b in blocks[1:table] if not b.text.startswith("Title") and "bz-tags" not in b.classes]
            assert (own or [badge(blocks[0])])[-1] == source(record, "faces")
    for record in pack.records.get("map", []):  # also one of a pack that is required
        for kind, missions in kinds(pack):
            for mission in missions if kind.family == "mission" else ():
                if record.id in mission.values.values():
                    place = opened.places["record", kind.name, mission.id]
                    caption = page(root, other, place.path).first("p", "bz-caption")
                    assert badge(caption) == record.origin["is"], "a mission does not lend its badge to its map"


def test_a_default_has_the_source_of_its_declaration() -> None:
    """What a record leaves out is not printed because the record is."""
    pack = checked(ROOT / "tests" / "packs" / "border-watch")
    data = dict(pack.ruleset_data)
    goblin = data["kinds"]["goblin"]
    ruled = {"from": {"is": "ruling", "ruling": "x"}}
    fields = goblin["fields"] | {name: goblin["fields"][name] | ruled for name in ("hp", "winged")}
    data["kinds"] = data["kinds"] | {"goblin": goblin | {"fields": fields}}
    opened = books.open_book(pack._replace(ruleset_data=data))
    made = records.pages(opened)
    for record in pack.records["goblin"]:
        assert ("hp",) in record.places
        assert ("winged",) not in record.places
        shown = webpage.rendered(made[opened.path(f"units/goblin/{record.id}.md")])
        facts = told_fields(below(shown), record.origin["is"])
        assert facts["HP"].source == record.origin["is"]
        assert facts["Winged"].source == "ruling"


def test_a_random_space_is_called_so() -> None:
    """What stands for nothing has the words that the ruleset gives it, in tables and in charts."""
    _, made = book(ROOT / "content" / "defense-grid", False)
    mission = webpage.rendered(made["games/defense-grid/missions/mission/first-contact.md"])
    assert "random space" in mission.first("figure", "bz-figure").text
    waves = mission.first("table").text
    assert "Walker, random space" in waves
    assert "–" not in waves
    assert "not named" not in mission.text


def test_the_first_page_counts_values_and_not_records() -> None:
    """An invented price in a printed row is counted as invented."""
    root = ROOT / "content" / "defense-grid"
    index = webpage.rendered(pages.pages(checked(root))["games/defense-grid/index.md"])
    counted = {n.text.split(" ")[1]: int(n.text.split(" ")[0]) for n in index.all("span", "bz-badge")}
    whole = sum(len(kind.fields) or 1 for kind, found in kinds(checked(root)) for _ in found if not kind.faces)
    assert sum(counted.values()) > whole
    assert counted["invented"] > sum(r.origin["is"] == "invented" for _, found in kinds(checked(root)) for r in found)
