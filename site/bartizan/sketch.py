"""A map that a board asks for: a road with every start and goal on it, and beside it what else it needs."""

from __future__ import annotations

import string
from typing import Any, NamedTuple

from bartizan_engine.declared import Board, Way

LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q", "square-4", "square-8")  # those in which a row is a road
BETWEEN = 3  # cells between a start and a goal


class Sketch(NamedTuple):
    """A map as its author would draw it."""

    layout: str
    grid: str
    legend: dict[str, Any]


class _Cell(NamedTuple):
    """A cell: its tags, and a name if it has one of its own."""

    tags: tuple[str, ...] = ()
    name: str = ""


def sketch(board: Board, layout: str) -> Sketch:
    """A map in three rows: the road in the middle, and what stands beside it above and below."""
    road = _road(board)
    beside = _beside(board, road)
    width = max(len(road), len(beside) * 2, 5)
    road += [_Cell()] * (width - len(road))
    above, below = [_Cell()] * width, [_Cell()] * width
    for index, cell in enumerate(beside):
        above[index * 2 + 1 if index * 2 + 1 < width else index * 2] = cell
    stand = str(board.cover.get("stand", ""))
    if stand in board.tags:
        below[1::3] = [_Cell((stand,))] * len(below[1::3])
    return _drawn([above, road, below], layout)


# ---------------------------------------------------------------- what stands where


def _road(board: Board) -> list[_Cell]:
    """All starts and goals in a row, each way over its own stretch of it."""
    ways = [way for way in board.ways.values() if not way.reverse]
    order: list[str] = []
    for way in ways:
        if way.start not in order:
            order.insert(order.index(way.goal) if way.goal in order else len(order), way.start)
        if way.goal not in order:
            order.append(way.goal)
    stations: list[str] = []
    for tag in order:
        stations += [tag] * max(1, board.tags[tag].at_least)
    cells: list[_Cell] = []
    for index, tag in enumerate(stations):
        name = _named(tag, stations[:index].count(tag))
        cells.append(_Cell((*_over(ways, stations, index, index), tag), name))
        if index + 1 < len(stations):
            cells += [_Cell(_over(ways, stations, index, index + 1))] * (1 if stations[index + 1] == tag else BETWEEN)
    return [cell._replace(tags=tuple(dict.fromkeys(cell.tags))) for cell in cells]


def _over(ways: list[Way], stations: list[str], first: int, last: int) -> tuple[str, ...]:
    """The tags of the ways that lead over a stretch between two stations."""
    found = []
    for way in ways:
        ends = [index for index, tag in enumerate(stations) if tag in (way.start, way.goal)]
        if min(ends) <= first and last <= max(ends):
            found.append(way.over)
    return tuple(dict.fromkeys(found))


def _beside(board: Board, road: list[_Cell]) -> list[_Cell]:
    """Cells of which the map needs some and that are not on the road yet, and two to stand on."""
    found: list[_Cell] = []
    for tag in board.tags.values():
        there = sum(tag.name in cell.tags for cell in road)
        wanted = max(tag.at_least, 2 if tag.name == board.cover.get("stand") else 0)
        found += [_Cell((tag.name,))] * (wanted - there)
    return found


def _named(tag: str, before: int) -> str:
    name = tag.replace("_", "-")
    return f"{name}-{before + 1}" if before else name


# ---------------------------------------------------------------- drawn


def _drawn(rows: list[list[_Cell]], layout: str) -> Sketch:
    tokens: dict[_Cell, str] = {_Cell(): "."}
    for row in rows:
        for cell in row:
            if cell not in tokens:
                tokens[cell] = _token(cell, set(tokens.values()))
    lines = [_blank(index, layout) + " ".join(tokens[cell] for cell in row) for index, row in enumerate(rows)]
    legend: dict[str, Any] = {}
    for cell, token in tokens.items():
        legend[token] = {"tags": list(cell.tags), "name": cell.name} if cell.name else list(cell.tags) or "empty"
    return Sketch(layout, "\n".join(line.rstrip() for line in lines) + "\n", legend)


def _blank(row: int, layout: str) -> str:
    """What a row is shoved to the right."""
    return " " if layout == ("odd-r" if row % 2 else "even-r") else ""


def _token(cell: _Cell, taken: set[str]) -> str:
    """A letter for a cell: the first of its tag's that is free, a capital one for a cell with a name."""
    tag = cell.tags[-1]
    letters = (tag.upper() + tag if cell.name else tag + tag.upper()) + string.ascii_letters
    free = (one for one in letters if one.isalpha() and one not in taken and one not in "yYnN")
    return next(free)
