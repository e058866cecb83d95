"""Write a map as a file of Tiled, with a picture of its tiles beside it, so that it can be painted there.

The tokens of the record's legend become the classes of the tiles, so that the record only has to name the file in place
of its grid. A map that is not drawn by one legend (laid of tiles, or of several layers) gets tokens of its own, and the
legend that explains them.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from bartizan import canvas, palette
from bartizan_compiler import tiled
from bartizan_compiler.grid import Cell, Grid
from bartizan_engine import geometry
from bartizan_engine.declared import Board

VERSION = "1.10"  # of Tiled's form, in which the class of a tile is its type
SIDE = 2 * canvas.HALF
TALL = 2 * canvas.POINT


class Kind(NamedTuple):
    """A tile of the tileset: its token, and what cells with it are."""

    token: str
    tags: tuple[str, ...]
    name: str


class Painting(NamedTuple):
    """A file of Tiled, the picture of its tiles, and the legend if the record has none that fits."""

    text: str
    picture: bytes
    legend: str


def fits(layout: str) -> bool:
    """Whether Tiled can show cells that lie so."""
    return layout in tiled.LAYOUTS


def painting(grid: Grid, board: Board, image: str) -> Painting:
    """The map as a file of Tiled; `image` is the name of the picture beside it."""
    own = not all(cell.token for cell in grid.cells)
    kinds = list(_made(grid, board)) if own else list(_given(grid))
    size = _size(grid.layout)
    tiles = [_tile(number, kind) for number, kind in enumerate(kinds)]
    ground = {
        "name": grid.id, "firstgid": 1, "type": "tileset", "tilewidth": size[0], "tileheight": size[1],
        "tilecount": len(tiles), "columns": len(tiles), "margin": 0, "spacing": 0, "image": image,
        "imagewidth": size[0] * len(tiles), "imageheight": size[1], "tiles": tiles,
    }  # fmt: skip
    width, height = 1 + max(cell.column for cell in grid.cells), 1 + max(cell.row for cell in grid.cells)
    layer = {
        "type": "tilelayer", "id": 1, "name": "cells", "x": 0, "y": 0, "width": width, "height": height,
        "opacity": 1, "visible": True, "data": "@",
    }  # fmt: skip
    whole = {
        "type": "map", "version": VERSION, "width": width, "height": height, "infinite": False,
        "tilewidth": size[0], "tileheight": size[1], **_lie(grid.layout), "renderorder": "right-down",
        "nextlayerid": 2, "nextobjectid": 1, "layers": [layer], "tilesets": [ground],
    }  # fmt: skip
    rows = ",\n      ".join(", ".join(map(str, row)) for row in _rows(grid, kinds, own, width, height))
    text = json.dumps(whole, indent=1, ensure_ascii=False).replace('"@"', f"[\n      {rows}\n    ]")
    colours = [_colour(kind, board) for kind in kinds]
    return Painting(text + "\n", _picture(grid.layout, colours), _legend(kinds) if own else "")


def _size(layout: str) -> tuple[int, int]:
    """Width and height of a tile in pixels."""
    if layout in geometry.HEXES:
        return (SIDE, TALL) if layout.endswith("-r") else (TALL, SIDE)
    return SIDE, SIDE


def _lie(layout: str) -> dict[str, Any]:
    """How cells lie, in Tiled's words."""
    orientation, axis, index = tiled.LAYOUTS[layout]
    if not axis:
        return {"orientation": orientation}
    return {"orientation": orientation, "hexsidelength": canvas.POINT, "staggeraxis": axis, "staggerindex": index}


def _tile(number: int, kind: Kind) -> dict[str, Any]:
    said = {"tags": ", ".join(kind.tags), "name": kind.name}
    properties = [{"name": name, "type": "string", "value": value} for name, value in said.items() if value]
    return {"id": number, "type": kind.token} | ({"properties": properties} if properties else {})


def _rows(grid: Grid, kinds: list[Kind], own: bool, width: int, height: int) -> list[list[int]]:
    """The number of the tile on every place, 0 where no cell is."""
    numbers: dict[Any, int] = {(kind.tags, kind.name) if own else kind.token: i for i, kind in enumerate(kinds, 1)}
    rows = [[0] * width for _ in range(height)]
    for cell in grid.cells:
        rows[cell.row][cell.column] = numbers[(cell.tags, _name(cell)) if own else cell.token]
    return rows


# ---------------------------------------------------------------- tokens


def _given(grid: Grid) -> Iterator[Kind]:
    """The tokens of the record's legend, except those that stand for no cell."""
    for token, meaning in grid.record.values["legend"].items():
        if meaning != "gap":
            tags = meaning["tags"] if isinstance(meaning, dict) else meaning if isinstance(meaning, list) else ()
            yield Kind(token, tuple(tags), meaning.get("name", "") if isinstance(meaning, dict) else "")


def _made(grid: Grid, board: Board) -> Iterator[Kind]:
    """A token for all cells that are alike, and one for each cell with a name."""
    taken: set[str] = set()
    for tags, name in sorted({(cell.tags, _name(cell)) for cell in grid.cells}):
        special = next((tag for tag in reversed(board.tags) if tag in tags), "")
        token = _free(name[:8] or special[:1] or ".", taken)
        taken.add(token)
        yield Kind(token, tags, name)


def _free(token: str, taken: set[str]) -> str:
    tokens = [token, token.upper(), *(f"{token[:5]}{number}" for number in range(2, 1000))]
    return next(one for one in tokens if one not in taken)


def _name(cell: Cell) -> str:
    """The name that a cell was given; nothing for its column and row."""
    return "" if re.fullmatch(r"[a-z]{1,2}[1-9][0-9]*", cell.name) else cell.name


def _legend(kinds: list[Kind]) -> str:
    lines = ["legend:"]
    for kind in kinds:
        tags = f"[{', '.join(kind.tags)}]"
        meaning = f"{{tags: {tags}, name: {kind.name}}}" if kind.name else tags if kind.tags else "empty"
        lines.append(f'  "{kind.token}": {meaning}')
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- the picture of the tiles


def _colour(kind: Kind, board: Board) -> tuple[int, int, int]:
    """The colour that pictures of maps give to such cells; darker where a cell has a name, so that it is found."""
    tag = next((tag for tag in reversed(board.tags) if tag in kind.tags), "")
    colour = palette.light(palette.tag(list(board.tags).index(tag)) if tag else "empty")
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (red * 4 // 5, green * 4 // 5, blue * 4 // 5) if kind.name else (red, green, blue)


def _picture(layout: str, colours: list[tuple[int, int, int]]) -> bytes:
    """All tiles side by side as a PNG."""
    width, height = _size(layout)
    corners = [(x + width // 2, y + height // 2) for x, y in canvas.corners(layout)]
    rows = []
    for y in range(height):
        low, high = _span(corners, y, width)
        row = b""
        for red, green, blue in colours:
            edge = bytes((*(part * 2 // 3 for part in (red, green, blue)), 255))
            inner = bytes((red, green, blue, 255)) * (high - low - 2)
            row += bytes(4 * low) + edge + inner + edge + bytes(4 * (width - high))
        rows.append(b"\0" + row)
    head = struct.pack(">IIBBBBB", width * len(colours), height, 8, 6, 0, 0, 0)
    body = zlib.compress(b"".join(rows), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _span(corners: list[tuple[int, int]], y: int, width: int) -> tuple[int, int]:
    """Where a row of pixels enters and leaves the tile, in whole pixels."""
    crossed = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if min(ay, by) <= y < max(ay, by):
            crossed.append(ax + (bx - ax) * (2 * (y - ay) + 1) // (2 * (by - ay)))
    low, high = min(crossed, default=0), max(crossed, default=width)
    return min(low, width - 2), max(min(high, width), low + 2)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
