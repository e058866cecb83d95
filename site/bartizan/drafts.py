"""Drafts of missions and maps: what this very game asks for, filled in with something that is there.

A draft is only a proposal. Whether it fits the game is found out by trying it (see `trial.py`), in the order in which
drafts come: first those that follow a record of the pack, then what can be made from the declarations alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bartizan_compiler import layout, scalars
from bartizan_compiler.grid import Grid
from bartizan_compiler.link import MAP, Pack
from bartizan_compiler.models import told
from bartizan_compiler.shape import Record
from bartizan_compiler.specimens import INVENTED, Specimens
from bartizan_engine.declared import Kind

WIDE = 100


class Draft(NamedTuple):
    """The text of a file, and what it follows: the id of a record, or nothing."""

    text: str
    follows: str


def title(name: str) -> str:
    """A title for an id.

    >>> title("second-night")
    'Second Night'
    """
    return " ".join(word.capitalize() for word in name.split("-"))


# ---------------------------------------------------------------- missions


def missions(pack: Pack, kind: Kind, name: str, map: str) -> Iterator[Draft]:
    """Drafts of a mission, on the map if one is named."""
    field = pack.ruleset.board.map.partition(".")[2] if pack.ruleset.board else ""
    own = pack.own(kind.name)
    for record in [*own, *(other for other in pack.records.get(kind.name, ()) if other not in own)]:
        values = Specimens(pack, _moved(pack, pack.map_of(record), map)).record(record)
        if map and field in kind.fields:
            values[field] = map
        variants = [values | _next(pack, kind), values]
        for fields in variants if len(pack.records[kind.name]) > 1 else reversed(variants):
            yield Draft(_mission(pack, kind, name, fields, record), record.id)
    for cell in _cells(pack, map):
        values = Specimens(pack, cell).kind(kind)
        if map and field in kind.fields:
            values[field] = map
        yield Draft(_mission(pack, kind, name, values, None), "")


def _next(pack: Pack, kind: Kind) -> dict[str, int]:
    """The next of the numbers that run through the missions, if there are such: 1, 2, 3 in any order."""
    found = {}
    records = pack.records[kind.name]
    for name, field in kind.fields.items():
        if field.type.name == "int":
            values = sorted(record.values[name] for record in records)
            if values in (list(range(len(values))), list(range(1, len(values) + 1))) and values[-1] < field.type.high:
                found[name] = values[-1] + 1
    return found


def _moved(pack: Pack, old: str, new: str) -> Callable[[str], str]:
    """What a cell of one map is on another: the cell there that has the same tags, counted alike."""
    if not new or old == new or old not in pack.maps or new not in pack.maps:
        return lambda cell: cell
    before, after = _by_tags(pack.maps[old]), _by_tags(pack.maps[new])
    places = {cell: (tags, index) for tags, cells in before.items() for index, cell in enumerate(cells)}

    def moved(cell: str) -> str:
        tags, index = places.get(cell, ((), 0))
        found = after.get(tags) or next((cells for more, cells in after.items() if set(tags) <= set(more)), [cell])
        return found[index % len(found)]

    return moved


def _by_tags(grid: Grid) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for cell in grid.cells:
        found.setdefault(tuple(cell.tags), []).append(cell.name)
    return found


def _cells(pack: Pack, map: str) -> Iterator[Callable[[str], str]]:
    """Which cell a mission might mean where it must name one: one of each sort, those with most tags first."""
    grid = pack.maps.get(map) or next(iter(pack.maps.values()), None)
    groups = sorted(_by_tags(grid).items(), key=lambda item: (-len(item[0]), item[1][0])) if grid else []
    for _, names in groups[:8]:
        yield lambda _, cell=names[0]: cell  # type: ignore[misc]  # the default binds the cell of this turn
    if not groups:
        yield lambda cell: cell


def _mission(pack: Pack, kind: Kind, name: str, values: dict[str, Any], follows: Record | None) -> str:
    """The file of a mission: what it says, each field under its sentence, then what it could say."""
    lines = [f"id: {name}"]
    kinds = [one.name for one in pack.ruleset.kinds.values() if one.family == kind.family]
    lines += [f"kind: {kind.name}"] if len(kinds) > 1 else []
    note = {"note": f"Begun as a copy of {follows.id}."} if follows else {}
    lines += [f"title: {layout.scalar(title(name))}", *layout.entry("from", INVENTED | note)]
    if follows and follows.options:
        lines += ["", *_comment("Options that it sets"), *layout.entry("options", follows.options)]
    more: list[str] = []
    made = Specimens(pack)
    for field in kind.fields.values():
        if field.name in values:
            lines += ["", *_comment(told(field)), *layout.entry(field.name, values[field.name])]
        else:
            more += ["", *_comment(told(field)), *_silent(layout.entry(field.name, made.field(field)))]
    if more:
        lines += ["", *_comment("What follows may be left out."), *more]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDE, initial_indent="# ", subsequent_indent="#   ", break_long_words=False)


def _silent(lines: list[str]) -> list[str]:
    return [f"# {line}" for line in lines]


# ---------------------------------------------------------------- maps


def maps(pack: Pack, name: str) -> Iterator[Draft]:
    """Drafts of a map: one that the board's declarations ask for, then those that the pack has."""
    from bartizan import sketch

    board = pack.ruleset.board
    assert board is not None
    ids = Specimens(pack).ids(MAP)
    layouts = [pack.maps[id].layout for id in ids if id in pack.maps and pack.maps[id].layout in sketch.LAYOUTS]
    drawn = sketch.sketch(board, layouts[0] if layouts else "odd-r")
    said = {tag.name: tag.says for tag in board.tags.values()}
    yield Draft(_map(name, {"layout": drawn.layout, "grid": drawn.grid, "legend": drawn.legend}, said, ""), "")
    for record in pack.records.get(MAP, ()):
        yield Draft(_map(name, record.values, said, record.id), record.id)


def _map(name: str, values: dict[str, Any], said: dict[str, str], follows: str) -> str:
    """The file of a map. The legend tells of each tag what it is, and of those that no cell has as well."""
    note = {"note": f"Begun as a copy of {follows}."} if follows else {}
    lines = [f"id: {name}", f"title: {layout.scalar(title(name))}", *layout.entry("from", INVENTED | note)]
    for field, value in values.items():
        if field != "legend":
            lines += layout.entry(field, value)
            continue
        lines += ["legend:", *(line for token, cell in value.items() for line in _token(token, cell, said))]
        used = {tag for cell in value.values() for tag in _tags(cell)}
        more = [tag for tag in said if tag not in used]
        lines += _silent([f"  tags that no cell has yet: {', '.join(more)}"]) if more else []
    return "\n".join(lines) + "\n"


def _token(token: str, cell: Any, said: dict[str, str]) -> list[str]:
    """A line of the legend, and behind it what the last of its tags says; those before it are of the ways to it."""
    tags = _tags(cell)
    key = token if token.isalpha() and not scalars.reads_as(token) else f'"{token}"'
    sentence = said.get(tags[-1], "") if tags else ""
    return [f"  {key}: {layout.flow(cell)}" + (f"  # {sentence}" if sentence else "")]


def _tags(cell: Any) -> list[str]:
    return list(cell["tags"] if isinstance(cell, dict) else cell if isinstance(cell, list) else ())
