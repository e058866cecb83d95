"""A pack opened for its readers: where everything stands in the reference, and what uses what.

Things are named by keys such as `("record", "goblin", "grub")` or `("rule", "setup")`. Every key has one place, a page
and an anchor made from ids alone, so that links from outside stay good when titles change.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan.simulation import published
from bartizan.simulation.published import Published
from bartizan_engine import text as sentences
from bartizan_engine.declared import MISSING
from bartizan_engine.problem import owner
from bartizan_engine.types import Type
from bartizan_engine.values import typed

from . import rulebook
from .markdown import escape, listed
from .rulebook import Chapter

if TYPE_CHECKING:
    from bartizan.spoilt import Spoilt
    from bartizan_compiler.link import Pack
    from bartizan_compiler.shape import Record
    from bartizan_engine.declared import Field, Item, Kind, Ruleset
    from bartizan_engine.problem import Problem

Key = tuple[str, ...]
Contents = list[tuple[str, "str | Contents"]]  # titles with pages or further titles; "" is a part's own page

FOLDERS = {
    "unit": "units",
    "card": "cards",
    "die": "dice",
    "tile": "tiles",
    "wave": "waves",
    "mission": "missions",
    "campaign": "campaigns",
    "data": "data",
}
LEADS = ("mission", "campaign")  # families whose records are played
LONGEST_LABEL = 48
SHORT_WORDS = frozenset("am an as at be by do go he if in is it me my no of on or so to up us we".split(" "))
KINDLESS = ("map", "example", "ruling")
LISTED = {"example": "Worked examples", "ruling": "Rulings", "clause": "Index of rules"}  # what a page lists them under


class Place(NamedTuple):
    """Where a thing stands: its page, its anchor there (or none), and what it is called."""

    path: str
    anchor: str
    title: str


@dataclass(frozen=True)
class Book:
    """A pack with its places and links; see `open_book`."""

    pack: Pack
    root: str
    rulebook: rulebook.Rulebook
    places: dict[Key, Place]
    uses: dict[Key, tuple[Key, ...]]
    used_by: dict[Key, tuple[Key, ...]]
    examples: dict[Key, tuple[Record, ...]]
    clauses: dict[Key, tuple[Record, ...]]  # the rules of the book that a thing carries
    others: frozenset[str]  # the ids of the packs in the same reference
    titles: dict[Key, str]  # also of what stands in packs that are not in this reference
    simulations: dict[tuple[str, str], list[Published]]  # what the pack keeps of a family's records, by their ids
    broken: dict[Key, Spoilt]  # records with errors, which the pack is without
    loose: tuple[Problem, ...]  # errors in files of records that belong to none of them

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The files of the pack's own rules."""
        return tuple(chapter for chapter in self.rulebook.chapters if not owner(chapter.path))

    def own(self, section: str) -> dict[str, Any]:
        """What the pack itself declares in a section of the ruleset."""
        declared: dict[str, Any] = getattr(self.ruleset, section)
        return {name: thing for name, thing in declared.items() if (section, name) not in self.pack.owners}

    def own_actions(self) -> dict[str, dict[str, Item]]:
        """The actions that the pack itself declares, by menu."""
        menus = {
            menu: {name: item for name, item in items.items() if ("menus", menu, name) not in self.pack.owners}
            for menu, items in self.ruleset.menus.items()
        }
        return {menu: items for menu, items in menus.items() if items}

    @property
    def ruleset(self) -> Ruleset:
        """The pack's declarations."""
        return self.pack.ruleset

    @property
    def name(self) -> str:
        """What players call the game."""
        return str(self.pack.info.get("title", self.pack.info["id"]))

    def path(self, page: str) -> str:
        """The path of one of this pack's pages."""
        return f"{self.root}/{page}"

    def records(self, kind: str) -> list[Record]:
        """The records of a kind that stand in the pack itself, in its order."""
        return self.pack.own(kind)

    def kinds(self, *families: str) -> list[Kind]:
        """The kinds of these families that have records, in the order of the ruleset."""
        return [kind for kind in self.ruleset.kinds.values() if kind.family in families and self.records(kind.name)]

    def title(self, key: Key) -> str:
        """What a thing is called; its id, if nothing stands under the key."""
        return self.titles.get(key, key[-1])

    def link(self, here: str, key: Key, words: str = "") -> str:
        """A link from the page `here`; only the words where nothing stands under the key."""
        place = self.places.get(key)
        shown = escape(words or self.title(key))
        if place is None:
            return shown
        return f"[{shown}]({address(here, place)})"

    def before(self, key: Key) -> Place | None:
        """Where the record of a required pack stands whose place one of this pack takes; without a path if that pack
        is not in this reference.
        """
        owners = self.pack.whose.of.get((key[-2], key[-1]), ())
        here = self.places.get(key)
        if len(owners) < 2 or here is None or not here.path.startswith(f"{self.root}/"):
            return None
        title = next((str(one.info["title"]) for one in self.pack.required if one.id == owners[-1]), owners[-1])
        path = f"{_root(owners[-1])}{here.path.removeprefix(self.root)}" if owners[-1] in self.others else ""
        return Place(path, here.anchor, title)

    def named(self, name: str) -> list[Key]:
        """Every thing that an example may mean by a bare name."""
        groups = ("rule", "word", "option", "number", "zone", "map", "example", "ruling")
        found = [(group, name) for group in groups if (group, name) in self.places]
        records = [("record", kind, name) for kind in self.ruleset.kinds if ("record", kind, name) in self.places]
        return [*found, *records]

    def show(self, type: Type, value: Any) -> str:
        """A value as players read it, as plain text."""
        name = type.name
        if value is None:
            return "none"
        if name == "bool":
            return "yes" if value else "no"
        if name == "ref":
            return self.title(("map", value) if type.of == "map" else ("record", type.of, str(value)))
        if name == "enum" and type.of in self.ruleset.enums:
            return self.ruleset.enums[type.of].says.get(value) or sentences.plain(str(value))
        if name in ("optional", "option"):
            return self.show(type.items[0], value)
        if name == "list" and isinstance(value, list):
            return listed([self.show(type.items[0], item) for item in value]) or "none"
        if name == "effects":
            return sentences.effects(self.ruleset, [(word, args) for word, args in value], self.show)
        if name == "table" and isinstance(value, dict):
            key, of = type.items
            return ", ".join(f"{self.show_key(key, k)}: {self.show(of, v)}" for k, v in value.items())
        if name == "shape" and isinstance(value, dict):
            fields = self.ruleset.shapes.get(type.of, {})
            return ", ".join(f"{label(k)} {self.show(fields[k].type, v)}" for k, v in value.items() if k in fields)
        return str(value)

    def show_key(self, type: Type, key: str) -> str:
        """A table's key as players read it."""
        if type.name == "seats":
            return f"{key} player" if key == "1" else f"{key} players"
        return self.show(type, key) if type.name in ("enum", "ref") else str(key)


def root_of(pack: Pack) -> str:
    """The folder of a pack's pages."""
    return _root(str(pack.info["id"]))


def first_page(id: str) -> str:
    """The first page of the pack with an id."""
    return f"{_root(id)}/index.md"


def _root(id: str) -> str:
    return f"games/{id}"


def open_book(
    pack: Pack,
    root: str = "",
    others: frozenset[str] = frozenset(),
    spoilt: Iterable[Spoilt] = (),
    loose: Iterable[Problem] = (),
) -> Book:
    """Give everything in a pack its place, and follow every name to what it means.

    `others` are the ids of the packs that stand in the same reference: what belongs to them is linked to there.
    """
    root = root or root_of(pack)
    rules = rulebook.read(pack.rules)
    broken = {one.key: one for one in spoilt}
    everything = dict(_places(pack, rules, root)) | {key: ("", _spoilt_place(root, one)) for key, one in broken.items()}
    titles = {key: place.title for key, (_, place) in everything.items()}
    empty = {("kind", kind) for kind in pack.ruleset.kinds if not pack.records.get(kind)}  # has no page
    there = {key: found for key, found in everything.items() if key not in empty}
    places = {key: place for key, (whose, place) in there.items() if not whose or whose in others}
    simulations: dict[tuple[str, str], list[Published]] = {}
    for one in published.read(pack)[0]:
        simulations.setdefault(one.side.lead, []).append(one)
    book = Book(pack, root, rules, places, {}, {}, {}, {}, others, titles, simulations, broken, tuple(loose))
    for source, targets in _uses(book):
        found = [target for target in dict.fromkeys(targets) if target in places and target != source]
        if source in places and found:
            book.uses[source] = (*book.uses.get(source, ()), *(t for t in found if t not in book.uses.get(source, ())))
    for source, used in book.uses.items():
        for target in used:
            book.used_by[target] = (*book.used_by.get(target, ()), source)
    for example in book.records("example"):
        for key in example_shows(book, example):
            book.examples[key] = (*book.examples.get(key, ()), example)
    for clause in book.records("clause"):
        for key in carriers(book, clause):
            book.clauses[key] = (*book.clauses.get(key, ()), clause)
    return book


def address(here: str, place: Place) -> str:
    """The way from one page to a place, as Markdown links spell it."""
    path = "" if place.path == here else posixpath.relpath(place.path, posixpath.dirname(here))
    return path + (f"#{place.anchor}" if place.anchor else "") or posixpath.basename(here)


def spell(name: str) -> str:
    """A declared name as words, short ones as the abbreviations that they mostly are: `hp_left` is "HP left"."""
    words = sentences.plain(name).split(" ")
    return " ".join(word.upper() if len(word) == 2 and word not in SHORT_WORDS else word for word in words)


def label(name: str) -> str:
    """A declared name as a label: `catapult_range` is "Catapult range"."""
    words = spell(name)
    return words[:1].upper() + words[1:]


def field_label(field: Field) -> str:
    """What players call a field: its own words if they are a name rather than a sentence."""
    said = field.says.strip()
    if not said or "{" in said or said.endswith(".") or len(said) > LONGEST_LABEL:
        return label(field.name)
    return said[:1].upper() + said[1:]


def default_of(field: Field) -> Any:
    """A field's default in the form that records hold, or None."""
    return None if field.default is MISSING else typed(field.type, field.default)


def value_of(field: Field, values: Mapping[str, Any]) -> Any:
    """A field's value in a record, by default or as it is written there."""
    return values.get(field.name, default_of(field))


def stated(field: Field, value: Any) -> Any:
    """A value without what only repeats the default: in a table by records, those that nothing is said of."""
    if field.type.name == "table" and field.type.items[0].name == "ref" and isinstance(value, dict):
        default = default_of(field)
        return {key: item for key, item in value.items() if item != default}
    return value


def field_hint(field: Field) -> str:
    """What else is to be said of a field."""
    shown = label(field.name)
    told = field.says if field_label(field) == shown and "{" not in field.says else ""
    return (field.help or ("" if told.lower() == shown.lower() else told)).replace("`", "")


def kind_page(kind: Kind) -> str:
    """The page of a kind, inside the pack's folder."""
    return f"{FOLDERS.get(kind.family, 'data')}/{kind.name}/index.md"


def _own_page(folder: str, id: str) -> str:
    """The page of a record; no id begins with "-", so none takes the index's place."""
    return f"{folder}/{'-index' if id == 'index' else id}.md"


def chapter_page(path: str) -> str:
    """The page of a file of rules, inside the pack's folder."""
    stem = path.removeprefix("rules/").removesuffix(".star")
    return f"rules/{stem.replace('/', '-')}.md"


def example_shows(book: Book, example: Record) -> list[Key]:
    """What an example illustrates."""
    shows = example.values.get("shows") or []
    names = [shows] if isinstance(shows, str) else shows
    return [key for name in names for key in book.named(str(name))]


def carriers(book: Book, clause: Record) -> list[Key]:
    """What carries a rule of the book."""
    return list(dict.fromkeys(key for name in clause.values["carried_by"] for key in book.named(str(name))))


# ---------------------------------------------------------------- places


def _places(pack: Pack, rules: rulebook.Rulebook, root: str) -> Iterator[tuple[Key, tuple[str, Place]]]:
    """Where each thing stands, and the required pack that it belongs to, or ""."""

    def at(whose: str, page: str, anchor: str, title: str) -> tuple[str, Place]:
        return whose, Place(f"{_root(whose) if whose else root}/{page}", anchor, title)

    for kind in pack.ruleset.kinds.values():
        whose = "" if pack.own(kind.name) else pack.owners.get(("kinds", kind.name), "")
        yield ("kind", kind.name), at(whose, kind_page(kind), "", label(kind.name))
        for record in pack.records.get(kind.name, []):
            page = _own_page(posixpath.dirname(kind_page(kind)), record.id)
            title = record.title or label(record.id)
            yield ("record", kind.name, record.id), at(owner(record.spot.path), page, "", title)
    for record in pack.records.get("map", []):
        title = record.title or label(record.id)
        yield ("map", record.id), at(owner(record.spot.path), _own_page("maps", record.id), "", title)
    for family in ("example", "ruling", "clause"):
        for record in pack.records.get(family, []):
            title = record.title or label(record.id)
            yield (family, record.id), at(owner(record.spot.path), _own_page(f"{family}s", record.id), "", title)
    for chapter in rules.chapters:
        whose, path = owner(chapter.path), chapter.path.removeprefix(f"@{owner(chapter.path)}/")
        for rule in chapter.rules:
            name = rule.name.rpartition(":")[2]
            yield ("rule", rule.name), at(whose, chapter_page(path), name, label(name))
    whose_entries = {name: pack.owners.get(("entries", name), "") for name in pack.ruleset.entries}
    for name, whose in whose_entries.items():
        several = list(whose_entries.values()).count(whose) > 1
        yield ("entry", name), at(whose, "round.md", f"entry-{name}" if several else "", label(name))
    for key, section, (page, anchor, title) in _declared_places(pack.ruleset):
        yield key, at(pack.owners.get(section, ""), page, anchor, title)


def _spoilt_place(root: str, one: Spoilt) -> Place:
    """Where a record with errors stands: where it would stand without them."""
    folder = f"{one.family}s" if one.key[0] in (*KINDLESS, "clause") else f"{FOLDERS[one.family]}/{one.kind}"
    return Place(f"{root}/{_own_page(folder, one.id)}", "", one.title or label(one.id.replace("-", "_")))


def _declared_places(ruleset: Ruleset) -> Iterator[tuple[Key, Key, tuple[str, str, str]]]:
    """Where what is declared stands: with its path in the ruleset."""
    sections = (("word", ruleset.words), ("option", ruleset.options), ("number", ruleset.numbers))
    for group, names in sections:
        for name in names:
            yield (group, name), (f"{group}s", name), (f"{group}s.md", name, label(name))
    for name in ruleset.zones:
        yield ("zone", name), ("zones", name), ("table.md", f"zone-{name}", label(name))
    for menu, items in ruleset.menus.items():
        for item in items.values():
            place = ("actions.md", f"{menu}-{item.name}", item.says or label(item.name))
            yield ("action", menu, item.name), ("menus", menu, item.name), place


# ---------------------------------------------------------------- links


def _uses(book: Book) -> Iterator[tuple[Key, Iterable[Key]]]:
    for kind in book.ruleset.kinds.values():
        for record in book.pack.records.get(kind.name, ()):
            source = ("record", kind.name, record.id)
            yield source, _record_uses(book, kind, record)
    for family in KINDLESS:
        for record in book.pack.records.get(family, ()):
            yield (family, record.id), [*_origin_uses(record.origin), *_kindless_uses(book, family, record)]
    for word in book.ruleset.words.values():
        yield ("word", word.name), [("rule", word.rule), ("rule", word.blocked)]
    for menu, items in book.ruleset.menus.items():
        for item in items.values():
            yield ("action", menu, item.name), [("rule", item.rule), ("rule", item.blocked)]
    for rule in book.rulebook.rules.values():
        yield ("rule", rule.name), _rule_uses(book, rule)
    for section in ("option", "number"):
        for name, data in (book.pack.ruleset_data.get(f"{section}s") or {}).items():
            yield (section, name), _origin_uses(data.get("from") if isinstance(data, dict) else None)


def _record_uses(book: Book, kind: Kind, record: Record) -> Iterator[Key]:
    yield from _origin_uses(record.origin)
    for name, field in kind.fields.items():
        yield from value_uses(book, field.type, stated(field, record.values.get(name)))
    yield from (("option", name) for name in record.options)
    for face in record.values.get("faces") or [] if kind.faces else []:
        for name, field in kind.faces.items():
            yield from value_uses(book, field.type, face.get(name))


def value_uses(book: Book, type: Type, value: Any) -> Iterator[Key]:
    """Every thing that a value names: records, words, and what their arguments name."""
    name = type.name
    if value is None:
        return
    if name == "ref":
        yield ("map", value) if type.of == "map" else ("record", type.of, str(value))
    elif name == "optional":
        yield from value_uses(book, type.items[0], value)
    elif name == "list" and isinstance(value, list):
        for item in value:
            yield from value_uses(book, type.items[0], item)
    elif name == "table" and isinstance(value, dict):
        for key, item in value.items():
            yield from value_uses(book, type.items[0], key)
            yield from value_uses(book, type.items[1], item)
    elif name == "shape" and isinstance(value, dict):
        yield from _fields_use(book, book.ruleset.shapes.get(type.of, {}), value)
    elif name == "effects" and isinstance(value, list):
        for word, args in value:
            yield ("word", word)
            declared = book.ruleset.words.get(word)
            yield from _fields_use(book, declared.args if declared else {}, args)


def _fields_use(book: Book, fields: dict[str, Field], values: dict[str, Any]) -> Iterator[Key]:
    for name, field in fields.items():
        yield from value_uses(book, field.type, values.get(name))


def _origin_uses(origin: Any) -> Iterator[Key]:
    if isinstance(origin, dict):
        if "ruling" in origin:
            yield ("ruling", str(origin["ruling"]))
        for field in (origin.get("fields") or {}).values():
            yield from _origin_uses(field)


def _kindless_uses(book: Book, family: str, record: Record) -> Iterator[Key]:
    if family == "example":
        yield from example_shows(book, record)
        mission = record.values.get("mission")
        yield from (("record", kind.name, str(mission)) for kind in _kinds(book, "mission"))
    elif family == "ruling":
        yield ("option", str(record.values.get("option", "")))
    elif family == "map":
        ways = book.ruleset.board.ways if book.ruleset.board else {}
        for split in record.values.get("splits") or []:
            way = ways.get(str(split.get("way", "")))
            if way:
                yield from (("record", kind.name, way.split) for kind in _kinds(book, "die"))


def _kinds(book: Book, family: str) -> list[Kind]:
    return [kind for kind in book.ruleset.kinds.values() if kind.family == family]


def _rule_uses(book: Book, rule: rulebook.Rule) -> Iterator[Key]:
    yield from (("rule", name) for name in rule.calls)
    for section, name in rule.reads:
        if section in ("options", "numbers"):
            yield (section.removesuffix("s"), name)
        elif section in ("game", "player"):
            yield ("zone", name)
    yield from (("record", kind, id.rpartition(":")[2]) for kind, id in rule.records)
    yield from (("word", name) for name in rule.asks_for)
    for menu in rule.menus:
        yield from (("action", menu, item) for item in book.ruleset.menus.get(menu, {}))
