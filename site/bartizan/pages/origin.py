"""Badges that say where a number or a text comes from, so that nothing of ours passes for the publisher's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .book import Book, Key, address, label
from .markdown import escape, external, raw, span

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

WORDS = {
    "printed": "printed in the rulebook",
    "published": "published elsewhere",
    "derived": "derived from what is printed",
    "ruling": "a ruling: the printed text is silent or contradicts itself",
    "invented": "invented for this pack, not the publisher's",
}

MARKS = {"printed": "p", "published": "e", "derived": "d", "ruling": "r", "invented": "i"}


def badge(book: Book, here: str, origin: Mapping[str, Any] | None, short: bool = False) -> str:
    """The badge of a record or of one field: a word, its line or link, and the whole story as its hint."""
    if not origin or not origin.get("is"):
        return ""
    kind = str(origin["is"])
    kinds = f"bz-badge bz-{kind}" if kind in WORDS else "bz-badge"
    hint = "; ".join(filter(None, (WORDS.get(kind, kind), str(origin.get("note") or ""))))
    place = book.places.get(("ruling", str(origin.get("ruling", ""))))
    if kind == "published" and origin.get("address"):
        return external(str(origin["address"]), "published", kinds)
    lines = _lines(origin.get("lines"))
    if place:
        words = escape(kind if short else " · ".join(filter(None, (kind, lines))))
        return f'[{words}]({address(here, place)}){{ .{" .".join(kinds.split())} title="{_hint(place.title)}" }}'
    if short:
        return span(kinds, escape(kind), "; ".join(filter(None, (lines, hint))))
    if kind == "invented":  # lines say what it was made after; on the badge they would look like a proof
        return span(kinds, "invented", f"{hint}; after {lines}" if lines else hint)
    return span(kinds, escape(" · ".join(filter(None, (kind, lines)))), hint)


def story(book: Book, here: str, origin: Mapping[str, Any] | None) -> str:
    """The badge of a record with its note written out, for those who cannot hover."""
    shown = badge(book, here, origin)
    note = str((origin or {}).get("note") or "")
    return f"{shown} {span('bz-note', escape(note))}" if note else shown


def source(book: Book, record: Record, field: str) -> Mapping[str, Any]:
    """Where a single field comes from, if that is not where its record comes from.

    A field that is left out has the source of its declaration, since the default stands there.
    """
    own = (record.origin.get("fields") or {}).get(field)
    if own or not record.places or (field,) in record.places:
        return own or {}
    kind = (book.pack.ruleset_data.get("kinds") or {}).get(record.kind) or {}
    declared = (kind.get("fields") or {}).get(field)
    return (declared.get("from") if isinstance(declared, dict) else None) or {}


def head(book: Book, here: str, origin: Mapping[str, Any] | None, told: Iterable[str] = ()) -> str:
    """The badge below a record's heading, with those of the fields that are not told further down."""
    fields = (origin or {}).get("fields") or {}
    lines = [story(book, here, origin)]
    lines += [f"{span('bz-term', escape(label(f)))} {story(book, here, fields[f])}" for f in fields if f not in told]
    return "\n\n".join(f"{line}\n{{ .bz-origin }}" for line in lines if line)


def before(book: Book, here: str, key: Key) -> str:
    """Whose place a record takes, with the way to what stood there."""
    place = book.before(key)
    if place is None:
        return ""
    shown = f"the one of {escape(place.title)}"
    linked = f"[{shown}]({address(here, place)})" if place.path else shown
    return f"{span('bz-term', 'In place of')} {linked}\n{{ .bz-links }}"


def mark(row: Mapping[str, Any] | None, own: Mapping[str, Any]) -> str:
    """A letter beside a value in an overview, where the field's source is not that of its row."""
    kind = str(own.get("is") or "")
    if kind not in WORDS or kind == str((row or {}).get("is")):
        return ""
    return f'<sup class="bz-mark bz-{kind}" title="{raw(WORDS[kind])}">{MARKS[kind]}</sup>'


def mark_legend(marked: str) -> str:
    """What the letters in an overview mean, for those that occur in it."""
    told = letters(marked)
    return f"A letter marks what has another source than its row: {told}.\n{{ .bz-links }}" if told else ""


def letters(marked: str) -> str:
    """The letters that occur, each with its word."""
    found = [kind for kind in WORDS if f"bz-mark bz-{kind}" in marked]
    return ", ".join(f'<span class="bz-mark bz-{kind}">{MARKS[kind]}</span> {kind}' for kind in found)


def tally(book: Book) -> Counter[str]:
    """How many values of records, maps, numbers and options are printed, published, derived, ruled or invented."""
    found: list[Mapping[str, Any]] = [record.origin for record in book.records("map")]
    for kind in book.ruleset.kinds.values():
        for record in book.records(kind.name):
            told = [*kind.fields, *(["faces"] if kind.faces else [])]
            found += [source(book, record, field) or record.origin for field in told] or [record.origin]
    for section in ("numbers", "options"):
        declared = book.pack.ruleset_data.get(section) or {}
        own = [thing for name, thing in declared.items() if (section, name) not in book.pack.owners]
        found += [thing.get("from") or {} for thing in own if isinstance(thing, dict)]
    return Counter(str(one["is"]) for one in found if one and one.get("is"))


def tally_bar(counts: Counter[str]) -> str:
    """The tally as a bar of five colours with its figures below."""
    total = sum(counts.values())
    if not total:
        return ""
    known = [(kind, counts[kind]) for kind in WORDS if counts[kind]]
    parts = "".join(f'<span class="bz-{kind}" style="flex-grow:{count}"></span>' for kind, count in known)
    words = ", ".join(f"{count} {kind}" for kind, count in known)
    legend = " ".join(f"{span(f'bz-badge bz-{kind}', f'{count} {kind}', WORDS[kind])}" for kind, count in known)
    return f'<div class="bz-tally" role="img" aria-label="{raw(words)}">{parts}</div>\n\n{legend}'


def _lines(lines: Any) -> str:
    numbers = [int(line) for line in ([lines] if isinstance(lines, int | str) else lines or [])]
    if not numbers:
        return ""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"lines {numbers[0]}–{numbers[-1]}"
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(map(str, numbers))


def _hint(title: str) -> str:
    """A hint inside an attribute list, which knows no entities: only letters, digits and blanks stay."""
    return " ".join("".join(c if c.isalnum() or c in " ,.?'" else " " for c in title).split())
