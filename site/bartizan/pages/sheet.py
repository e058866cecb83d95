"""The sheet of a mission for the table: what to lay out, the map, what comes when; to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bartizan_compiler import proofs
from bartizan_compiler.drawing import coordinate
from bartizan_compiler.emit import emit
from bartizan_compiler.proofs import targets
from bartizan_compiler.tally import named
from bartizan_engine.declared import Field, Kind
from bartizan_engine.types import Type

from . import balance, maps, pictures
from .book import Book, Contents, Place, default_of, field_label, label, value_of
from .markdown import code, escape, front_matter, heading, join, listed, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

FOLDER = "sheets"
HASH = 12  # characters of the scenario's hash: enough to tell versions apart


def pages(book: Book) -> dict[str, str]:
    """A sheet for each mission of the pack."""
    return {at.path: _sheet(book, at.path, kind, record) for at, kind, record in _missions(book)}


def contents(book: Book) -> Contents:
    """The titles of the sheets with their pages."""
    return [(at.title, at.path) for at, _, _ in _missions(book)]


def _missions(book: Book) -> list[tuple[Place, Kind, Record]]:
    found = [(kind, record) for kind in book.kinds("mission") for record in book.records(kind.name)]
    return [(place(book, kind, record), kind, record) for kind, record in found]


def place(book: Book, kind: Kind, record: Record) -> Place:
    """Where a mission's sheet stands."""
    title = book.title(("record", kind.name, record.id))
    return Place(book.path(f"{FOLDER}/{kind.name}/{'-index' if record.id == 'index' else record.id}.md"), "", title)


def _sheet(book: Book, here: str, kind: Kind, record: Record) -> str:
    title = book.title(("record", kind.name, record.id))
    parts = [
        heading(1, escape(title)),
        f"{_head(book, record)}\n{{ .bz-sheet-head }}",
        _map(book, record),
        _components(book, kind, record),
        *_lists(book, kind, record),
        _facts(book, kind, record),
        _ways(book, here, record),
        *_results(book, record),
    ]
    framed = f'<div class="bz-sheet" markdown="block">\n\n{join(parts)}\n</div>\n'
    return front_matter(title, "Sheet", book.name).replace("---\n", "---\nsearch: {exclude: true}\n", 1) + framed


def _players(book: Book) -> range:
    low, high = book.pack.info["players"]
    return range(low, high + 1)


def _head(book: Book, record: Record) -> str:
    """Whose it is, and which: the hash is that of the compiled scenario."""
    info, players = book.pack.info, _players(book)
    seats = f"{players[0]} to {players[-1]} players" if len(players) > 1 else f"{players[0]} players"
    hash = emit(book.pack, record, book.pack.entry("mission"))["hash"]["whole"]
    authors = ", ".join(map(str, info.get("authors") or []))
    facts = [book.name, f"version {info['version']}", authors, seats, f"scenario {hash[:HASH]}"]
    return " · ".join(escape(fact) for fact in facts if fact)


def _map(book: Book, record: Record) -> str:
    grid = pictures.of(book, book.pack.map_of(record))
    return pictures.framed(pictures.drawn(book, grid)) if grid is not None else ""


# ---------------------------------------------------------------- what to lay out, and what comes


def _components(book: Book, kind: Kind, record: Record) -> str:
    """The pieces that the mission names, for each number of players: as often as the field that names most of them.

    Lists name pieces, and so do tables that the ruleset counts against lists; another table may hold any numbers. A
    list of the mission's own that names nothing twice says which may be used, not how many.
    """
    most: dict[str, dict[int, int]] = {}
    free: dict[str, None] = {}
    audit = proofs.read(book.ruleset, book.pack.ruleset_data)[0].audit
    counted = {(where.owner, where.name) for where, _ in audit.counts}
    for field in kind.fields.values():
        if field.type.name == "table" and (kind.name, field.name) not in counted:
            continue
        if _is_choice(field.type, record.values.get(field.name)):
            free |= dict.fromkeys(record.values[field.name])
            continue
        for seats in _players(book):
            for id, count in _named(book, field.type, record.values.get(field.name), seats).items():
                counts = most.setdefault(id, {})
                counts[seats] = max(counts.get(seats, 0), count)
    records = [one for one in _pieces(book) if one.id in most]
    rows = [(escape(one.title or label(one.id)), [most[one.id].get(n, 0) for n in _players(book)]) for one in records]
    same = [f"{counts[0]} {title}" for title, counts in rows if len(set(counts)) == 1]
    other = [[title, *map(str, counts)] for title, counts in rows if len(set(counts)) > 1]
    header = ["", *map(_seats, _players(book))]
    kinds = [escape(one.title or label(one.id)) for one in _pieces(book) if one.id in free and one.id not in most]
    return join(
        [
            heading(2, "To lay out") if rows or kinds else "",
            f"For any number of players: {', '.join(same)}." if same else "",
            table(header, other, right=range(1, len(header))) if other else "",
            f"As needed: {', '.join(kinds)}." if kinds else "",
        ]
    )


def _pieces(book: Book) -> list[Record]:
    """Every record that is a piece on the table."""
    names = [kind.name for kind in book.ruleset.kinds.values() if kind.family in ("unit", "card", "tile")]
    return [one for name in names for one in book.pack.records.get(name, ())]


def _is_choice(type: Type, value: Any) -> bool:
    """Whether it is a list of records, each of them once."""
    direct = type.name == "list" and type.items[0].name == "ref"
    return direct and bool(value) and len(set(value)) == len(value) > 1


def _named(book: Book, type: Type, value: Any, seats: int) -> dict[str, int]:
    """How often a field names each record, also inside its shapes."""
    total: dict[str, int] = dict(named(type, value, seats)) if targets(type) else {}
    if type.name == "list" and type.items[0].name == "shape":
        for item in value or ():
            for field in book.ruleset.shapes[type.items[0].of].values():
                if field.type.name == "list":
                    for id, count in _named(book, field.type, item.get(field.name), seats).items():
                        total[id] = total.get(id, 0) + count
    return total


def _lists(book: Book, kind: Kind, record: Record) -> Iterator[str]:
    """Each list of the mission as a table, a line an entry: what differs by players has a column for each number."""
    for field in kind.fields.values():
        value = record.values.get(field.name)
        if field.type.name == "list" and field.type.items[0].name == "shape" and value:
            yield heading(2, escape(field_label(field)))
            yield _rows(book, list(book.ruleset.shapes[field.type.items[0].of].values()), value)


def _rows(book: Book, fields: list[Field], values: list[dict[str, Any]]) -> str:
    header, columns = [""], [[str(number) for number in range(1, len(values) + 1)]]
    for field in fields:
        by = {
            n: [_said(book, field.type, value_of(field, one), n, field.none) for one in values] for n in _players(book)
        }
        shown = list(by.items())
        if all(column == shown[0][1] for _, column in shown):
            shown = shown[:1] if any(shown[0][1]) else []
        for seats, column in shown:
            more = "" if len(shown) == 1 else f", {_seats(seats)}"
            header.append(escape(field_label(field)) + more)
            columns.append(column)
    return table(header, zip(*columns, strict=True), right=[0])


def _said(book: Book, type: Type, value: Any, seats: int, none: str) -> str:
    """A value in words, for so many players."""
    if value is None:
        return escape(none or "none")
    if type.name == "optional":
        return _said(book, type.items[0], value, seats, none)
    if type.name == "table" and type.items[0].name == "seats":
        return _said(book, type.items[1], value.get(str(seats)), seats, none)
    if type.name == "list":
        shown = [item for item in value if not _is_nothing(book, type.items[0], item, seats)]
        return listed([_said(book, type.items[0], item, seats, none) for item in shown])
    if type.name == "shape":
        fields = book.ruleset.shapes[type.of].values()
        parts = [(f, _said(book, f.type, value.get(f.name, default_of(f)), seats, f.none)) for f in fields]
        return " ".join(said if f.type.name == "ref" else f"{escape(field_label(f))} {said}" for f, said in parts)
    return escape(book.show(type, value))


def _is_nothing(book: Book, type: Type, value: Any, seats: int) -> bool:
    """Whether an entry of a list only says how much more of something there is by players, and for so many it is 0."""
    if type.name != "shape":
        return False
    fields = [field for field in book.ruleset.shapes[type.of].values() if field.type.name != "ref"]
    tables = [field for field in fields if field.type.name == "table" and field.type.items[0].name == "seats"]
    return bool(tables) and tables == fields and all(value.get(one.name, {}).get(str(seats)) == 0 for one in tables)


def _seats(count: int) -> str:
    return f"{count}P"


# ---------------------------------------------------------------- what holds here, and how it went


def _facts(book: Book, kind: Kind, record: Record) -> str:
    """The other fields, and the options that the mission sets, in their own words."""
    lines = []
    for field in kind.fields.values():
        value = value_of(field, record.values)
        lists = field.type.name == "list" and field.type.items[0].name == "shape"
        if lists or value in (None, [], {}, False) or (field.type.name == "ref" and field.type.of == "map"):
            continue
        said = {_said(book, field.type, value, n, field.none): None for n in _players(book)}
        lines.append(f"**{escape(field_label(field))}** {' / '.join(said)}")
    for name, value in record.options.items():
        option = book.ruleset.options.get(name)
        told = escape(option.says or option.help) if option else ""
        lines.append(f"**{escape(label(name))}** {escape('' if value is True else value)} {told}".strip())
    return "\n".join(f"-   {line}" for line in lines)


def _ways(book: Book, here: str, record: Record) -> str:
    grid = pictures.of(book, book.pack.map_of(record))
    if grid is None:
        return ""
    lies = {cell.name: coordinate(cell.column, cell.row) for cell in grid.cells}
    at = ", ".join(f"{code(name)} at {lies[name]}" for name in lies if name != lies[name])
    shown = join([*maps.ways(book, here, grid), f"Where named cells lie: {at}." if at else ""])
    return f'<div class="bz-columns" markdown="block">\n\n{shown}\n</div>'


def _results(book: Book, record: Record) -> Iterator[str]:
    """How bots fared, of what the pack keeps first."""
    for one in book.simulations.get((record.family, record.id), ())[:1]:
        yield heading(2, "How bots fare")
        yield balance.ends(one, brief=True)
