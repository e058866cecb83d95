"""Draw a map that was made in Tiled: layers of tiles in a `.tmj`, each tile with a class that the legend explains.

Tiled (https://www.mapeditor.org) says with orientation, stagger axis and stagger index how cells lie; the record says
it too, and both must agree. Layers lie on each other: a cell has the tags of all of them, and is no cell where none has
a tile. Tiles may be flipped or turned, which means nothing here. Tilesets stand in the file or in a `.tsj` of the same
pack; no other file is looked at. What a stranger's file can ask for is limited before it is done.
"""

from __future__ import annotations

import base64
import binascii
import posixpath
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from bartizan_compiler import jsontext
from bartizan_compiler.drawing import Drawing, Drawn, Legend, Teller, legend
from bartizan_compiler.jsontext import Broken, Document, Item
from bartizan_compiler.shape import Record
from bartizan_engine.declared import Board
from bartizan_engine.problem import Spot, owner, suggest

NOTHING = Drawing(())
MAX_AREA = 65_536  # places of a layer
MAX_LAYERS = 32
_FLAGS = 0xF0000000  # flipped across, down, diagonally; turned by 120 degrees
_HEX = "hexagonal"
_SQUARE = ("orthogonal", "", "")

# The words of Tiled for each layout that it has.
LAYOUTS: dict[str, tuple[str, str, str]] = {
    "odd-r": (_HEX, "y", "odd"),
    "even-r": (_HEX, "y", "even"),
    "odd-q": (_HEX, "x", "odd"),
    "even-q": (_HEX, "x", "even"),
    "square-4": _SQUARE,
    "square-8": _SQUARE,
    "lanes-across": _SQUARE,
    "lanes-down": _SQUARE,
}


class _Tile(NamedTuple):
    """A tile of a tileset: the token that its class is, and where that is written."""

    token: str
    spot: Spot


class _Set(NamedTuple):
    """A tileset: its tiles by number, the number of its first tile on the map, and how many it has, if it says so.

    `spot` is where the map says which number is the first.
    """

    first: int
    name: str
    tiles: Mapping[int, _Tile]
    size: int | None
    spot: Spot

    @property
    def end(self) -> int:
        """The number behind its last tile, as far as is known."""
        return self.first + max([self.size or 1, *(number + 1 for number in self.tiles)])


class _Layer(NamedTuple):
    """The tiles of a layer, row by row, and where each stands."""

    name: str
    tiles: list[int]
    places: list[Item]

    def place(self, index: int) -> Item:
        """Where a tile stands: its number, or all of a layer that is packed."""
        return self.places[index if len(self.places) > 1 else 0]


def draw(record: Record, board: Board, files: Mapping[str, bytes], say: Teller) -> Drawing:
    """The cells of a map that names a file of Tiled."""
    reader = _Reader(record, files, say)
    document = reader.document()
    if document is None or not reader.agrees(document):
        return NOTHING
    sets, layers = reader.sets(document), reader.layers(document)
    if say.lost:
        return NOTHING
    known = legend(record, record.values["legend"], board, say)
    return reader.cells(document, sets, layers, known)


class _Reader:
    """Reads one file, and those of its tilesets."""

    def __init__(self, record: Record, files: Mapping[str, bytes], say: Teller) -> None:
        self.record, self.files, self.say = record, files, say

    # ---- files

    def document(self) -> Document | None:
        """The file of Tiled that the record names."""
        name, at = self.record.values["tiled"], self.record.at("tiled")
        path = self._inside(self.record.spot.path, name)
        if path is None or path not in self.files:
            near = [posixpath.basename(one) for one in self.files if one.endswith(".tmj")]
            hint = suggest(name, near) or "it stands in the folder maps of the pack, as a .tmj"
            if name.endswith((".tmx", ".json")):
                hint = "export it from Tiled as a .tmj (JSON map file)"
            self.say.misplaced(at, "BZ470", f'the pack has no file "{name}" of Tiled', hint)
            return None
        document = self._read(path)
        if (
            document is not None
            and document.root.get(
                "type",
            )
            != "map"
        ):
            self._broken(document, document.root.item("type"), "this is no map of Tiled")
            return None
        return document

    def _inside(self, beside: str, name: str) -> str | None:
        """The path of a file that is named as seen from another one; None where it leads out of the pack."""
        if name.startswith("/") or "\\" in name or ":" in name:
            return None
        home = owner(beside)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(beside), name))
        return path if not path.startswith("..") and owner(path) == home else None

    def _read(self, path: str) -> Document | None:
        try:
            text = self.files[path].decode("utf-8-sig")
        except UnicodeDecodeError as why:
            self.say.misplaced(Spot(path), "BZ471", f"byte {why.start} is not UTF-8", "save it with Tiled again")
            return None
        if text.lstrip()[:1] == "<":
            hint = "it is Tiled's older form: export it as JSON (.tmj, .tsj)"
            self.say.misplaced(Spot(path), "BZ471", "XML stands in this file", hint)
            return None
        try:
            return jsontext.read(path, text)
        except Broken as why:
            spot = jsontext.place(path, jsontext.lines(text), why.at, why.at + 1)
            self.say.misplaced(spot, "BZ471", f"this is no JSON: {why.what}", "save it with Tiled again")
            return None

    def _broken(self, document: Document, item: Item, what: str, hint: str = "") -> None:
        self.say.misplaced(document.spot(item), "BZ471", what, hint)

    def _refused(self, document: Document, item: Item, what: str, hint: str) -> None:
        self.say.misplaced(document.spot(item), "BZ472", what, hint)

    # ---- how cells lie

    def agrees(self, document: Document) -> bool:
        """Whether the file can be read, and its cells lie as the record says."""
        root = document.root
        if root.get("infinite") is True:
            hint = "Map > Map Properties > Infinite: no"
            self._refused(document, root.item("infinite"), "an infinite map has no place for its cells", hint)
            return False
        size = [root.get("width"), root.get("height")]
        if any(type(one) is not int or one < 1 for one in size):
            self._broken(document, root, "the map has no width and height")
            return False
        if size[0] * size[1] > MAX_AREA:
            said = f"the map has {size[0]} times {size[1]} places, more than {MAX_AREA}"
            self._refused(document, root.item("width"), said, "")
            return False
        return self._oriented(document)

    def _oriented(self, document: Document) -> bool:
        root, layout = document.root, self.record.values["layout"]
        orientation = root.get("orientation")
        if orientation not in (_HEX, "orthogonal"):
            said = f"a map of the orientation {orientation} cannot be read"
            hint = "Map > Map Properties > Orientation: Hexagonal (Staggered), or Orthogonal"
            self._refused(document, root.item("orientation"), said, hint)
            return False
        words = (orientation, root.get("staggeraxis"), root.get("staggerindex"))
        found = words if orientation == _HEX else _SQUARE
        if found == LAYOUTS[layout]:
            return True
        meant = next((name for name, of in LAYOUTS.items() if of == found), "")
        if not meant:
            self._broken(document, root.item("staggeraxis"), "a hexagonal map without stagger axis and index")
            return False
        said = " ".join(str(word) for word in found if word)
        note = (document.spot(root.item("staggerindex" if orientation == _HEX else "orientation")), "here")
        message = f'the layout is "{layout}", but the map of Tiled is {said}, which is "{meant}"'
        self.say.misplaced(self.record.at("layout"), "BZ473", message, f"write layout: {meant}", (note,))
        return False

    # ---- tilesets

    def sets(self, document: Document) -> list[_Set]:
        """The tilesets, from the last numbers down."""
        found = []
        for item in document.root.items("tilesets"):
            first = item.get("firstgid")
            if type(first) is not int or first < 1:
                self._broken(document, item, "a tileset without its first number")
                continue
            inside, at = (document, item) if "source" not in item.value else self._outside(document, item)
            if inside is not None:
                found.append(self._set(first, inside, at, document.spot(item.item("firstgid"))))
        found.sort(key=lambda one: -one.first)
        for later, one in pairwise(found):
            if one.end > later.first:
                self._shared(one, later)
        return found

    def _shared(self, one: _Set, later: _Set) -> None:
        """Numbers of two tilesets: they are of the one that begins later, as Tiled itself has it."""
        names = f'"{one.name[:40]}" and "{later.name[:40]}"'
        note = (one.spot, "the other one")
        if one.first == later.first:
            said = f"the tilesets {names} both begin with the number {one.first}"
            self.say.misplaced(later.spot, "BZ471", said, "save it with Tiled again", (note,))
            return
        last = one.end - 1
        said = f"the tilesets {names} both have the number{f's {later.first} to' if last > later.first else ''} {last}"
        hint = "one has grown since the map was saved: look at the map in Tiled, and save it again"
        self.say.hear(later.spot, "BZ479", said, hint, (note,))

    def _outside(self, document: Document, item: Item) -> tuple[Document | None, Item]:
        """The tileset that a file of its own holds."""
        source = item.item("source")
        name = source.value if isinstance(source.value, str) else ""
        path = self._inside(document.path, name)
        if path is None or path not in self.files or not path.endswith(".tsj"):
            said = f'the pack has no tileset "{name}"'
            hint = "put the tileset beside the map, as a .tsj; or embed it in the map"
            if path is None:
                said = f'the tileset "{name}" is outside the pack'
            elif name.endswith((".tsx", ".json")):
                hint = "export the tileset from Tiled as a .tsj, or embed it in the map"
            self.say.misplaced(document.spot(source), "BZ476", said, hint)
            return None, item
        other = self._read(path)
        if other is not None and other.root.get("type") != "tileset":
            self._broken(other, other.root.item("type"), "this is no tileset of Tiled")
            return None, item
        return other, other.root if other else item

    def _set(self, first: int, document: Document, item: Item, spot: Spot) -> _Set:
        tiles: dict[int, _Tile] = {}
        for tile in item.items("tiles"):
            number, found = tile.get("id"), _classes(tile)
            for one in found if type(number) is int else ():
                known = tiles.setdefault(number, _Tile(one.value, document.spot(one)))
                if known.token != one.value:
                    said = f'the tile {number} has the class "{known.token[:40]}" and the class "{one.value[:40]}"'
                    note = (known.spot, "the other one")
                    self.say.misplaced(document.spot(one), "BZ486", said, "keep the one that is meant", (note,))
        count, name = item.get("tilecount"), item.get("name")
        return _Set(first, str(name or ""), tiles, count if type(count) is int else None, spot)

    # ---- layers

    def layers(self, document: Document) -> list[_Layer]:
        """The layers of tiles, the lowest first."""
        found = []
        for item, groups in _flat(document.root.items("layers")):
            if not isinstance(item.value, dict):
                self._broken(document, item, "a layer should stand here")
            elif item.get("type") == "tilelayer":
                self._moved(document, (item, *groups))
                layer = self._layer(document, item)
                if layer is not None:
                    found.append(layer)
            else:
                said = f'the layer "{str(item.get("name"))[:40]}" holds no tiles and is not read'
                self.say.hear(document.spot(item.item("name")), "BZ478", said)
            if len(found) > MAX_LAYERS:
                self._refused(document, item, f"the map has more than {MAX_LAYERS} layers of tiles", "merge some")
                return []
        if not found and not self.say.lost:
            self._broken(document, document.root.item("layers"), "the map has no layer of tiles")
        return found

    def _moved(self, document: Document, around: tuple[Item, ...]) -> None:
        """A layer that is seen elsewhere than it is read, with the groups around it."""
        for key in ("offsetx", "offsety"):
            by = [(one, how) for one in around if isinstance(how := one.get(key), (int, float)) and how]
            if sum(how for _, how in by):
                item, how = by[0]
                said = f'the layer "{str(item.get("name") or "")[:40]}" is seen {how:g} pixels beside where it is read'
                hint = "Layer Properties > Offset: 0; move the tiles themselves"
                self.say.hear(document.spot(item.item(key)), "BZ487", said, hint)
                return

    def _layer(self, document: Document, item: Item) -> _Layer | None:
        data, root = item.item("data"), document.root
        area, name = root.get("width") * root.get("height"), str(item.get("name") or "")[:40]
        if "chunks" in item.value:
            hint = "Map > Map Properties > Infinite: no"
            self._refused(document, item.item("chunks"), "an infinite map has no place for its cells", hint)
            return None
        if not self._sized(document, item, name):
            return None
        if isinstance(data.value, str):
            tiles = self._unpacked(document, item, data, area)
            if tiles is None:
                return None
            return _Layer(name, tiles, [data])
        if data is item or not isinstance(data.value, list) or len(data.value) != area:
            had = len(data.value) if data is not item and isinstance(data.value, list) else "no"
            self._short(document, data, f'the layer "{name}" has {had} tiles, and the map {area} places')
            return None
        for one in data.value:
            if type(one.value) is not int or not 0 <= one.value < 1 << 32:
                self._short(document, one, "the number of a tile should stand here")
                return None
        for key, plain in (("encoding", (None, "", "csv")), ("compression", (None, ""))):
            if item.get(key) not in plain:
                said = f"a list of tiles stands here, and the {key} {str(item.get(key))[:40]} is said"
                self._short(document, item.item(key), said)
                return None
        return _Layer(name, [one.value for one in data.value], data.value)

    def _sized(self, document: Document, item: Item, name: str) -> bool:
        """Whether a layer is as wide and as high as the map and begins where it does, if it says what it is."""
        for key, what in (("x", "column"), ("y", "row")):
            if item.get(key) not in (None, 0):
                said = f'the layer "{name}" begins in {what} {str(item.get(key))[:40]}, and the map in {what} 0'
                self._short(document, item.item(key), said)
                return False
        for key in ("width", "height"):
            had, wanted = item.get(key), document.root.get(key)
            if key in item.value and (type(had) is not int or had != wanted):
                said = f'the layer "{name}" has the {key} {str(had)[:40]}, and the map {wanted}'
                self._short(document, item.item(key), said)
                return False
        return True

    def _short(self, document: Document, item: Item, what: str) -> None:
        self.say.misplaced(document.spot(item), "BZ474", what, "save it with Tiled again")

    def _unpacked(self, document: Document, item: Item, data: Item, area: int) -> list[int] | None:
        """The tiles of a layer in base64, packed or not: as many as there are places, and no byte more."""
        encoding, packed = item.get("encoding"), item.get("compression") or ""
        if encoding != "base64" or packed not in ("", "zlib", "gzip"):
            what = f"the compression {packed}" if encoding == "base64" else f"the encoding {encoding}"
            hint = "Map > Map Properties > Tile Layer Format: CSV"
            self._refused(document, item.item("compression" if packed else "encoding"), f"{what} is not known", hint)
            return None
        try:
            raw = base64.b64decode(data.value.strip(), validate=True)
            if packed:
                reader = zlib.decompressobj(31 if packed == "gzip" else 15)
                raw = reader.decompress(raw, 4 * area + 1)
                if len(raw) == 4 * area and (not reader.eof or reader.unused_data):
                    raise ValueError("it is cut off, or something stands behind it")
        except (binascii.Error, ValueError, zlib.error):
            self._short(document, data, f"the layer is not what {packed or 'base64'} makes")
            return None
        if len(raw) != 4 * area:
            had = len(raw) // 4 if len(raw) < 4 * area else "more"
            self._short(document, data, f"the layer has {had} tiles, and the map {area} places")
            return None
        return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]

    # ---- cells

    def cells(self, document: Document, sets: list[_Set], layers: list[_Layer], known: Legend) -> Drawing:
        """The cells, each with what all layers say of it."""
        width, height = document.root.get("width"), document.root.get("height")
        stacks = [self._stack(document, sets, layers, index) for index in range(width * height)]
        if self.say.lost:
            return NOTHING
        seen: dict[str, list[Spot]] = {}
        for stack in stacks:
            for token, item in stack:
                seen.setdefault(token, []).append(document.spot(item))
        if known.unknown(seen, self.say):
            return NOTHING
        bare = [token for token in known.meanings if known.gap(token)]  # here a place without a tile says it too
        known.unused((*seen, *bare), self.say)
        cells = []
        for index, stack in enumerate(stacks):
            if stack and not any(known.gap(token) for token, _ in stack):
                cells.append(self._cell(document, known, stack, index % width, index // width))
        return Drawing(tuple(cells))

    def _cell(self, document: Document, known: Legend, stack: list[tuple[str, Item]], column: int, row: int) -> Drawn:
        drawn = [known.drawn(token, column, row, document.spot(item)) for token, item in stack]
        top = drawn[-1]
        if len(drawn) == 1:
            return top
        tags = tuple(sorted({tag for one in drawn for tag in one.tags}))
        name = next((one.name for one in reversed(drawn) if one.name), "")
        return Drawn(column, row, tags, name, top.spot)

    def _stack(self, document: Document, sets: list[_Set], layers: list[_Layer], index: int) -> list[tuple[str, Item]]:
        """The tokens that lie on a place, the lowest first, each with its place in the file."""
        stack = []
        for layer in layers:
            number = layer.tiles[index] & ~_FLAGS
            if number and not self.say.lost:
                token = self._token(document, sets, layer, index, number)
                if token is not None:
                    stack.append((token, layer.place(index)))
        return stack

    def _token(self, document: Document, sets: list[_Set], layer: _Layer, index: int, number: int) -> str | None:
        width = document.root.get("width")
        where = f"in column {index % width + 1}, row {index // width + 1}"
        spot = document.spot(layer.place(index))
        of = next((one for one in sets if one.first <= number), None)
        if of is None or (of.size is not None and number - of.first >= of.size):
            said = f'no tileset has the tile {number} that the layer "{layer.name}" shows {where}'
            self.say.misplaced(spot, "BZ475", said, "the map has lost a tileset: add it again, or paint anew")
            return None
        tile = of.tiles.get(number - of.first)
        if tile is None:
            said = f'the tile {number - of.first} of the tileset "{of.name}" has no class, and stands {where}'
            hint = "in Tiled, give the tile a class that is a token of the legend"
            self.say.misplaced(spot, "BZ477", said, hint)
            return None
        return tile.token


def _classes(tile: Item) -> list[Item]:
    """What a tile is: its class, which some versions of Tiled write as its type; or a property named token."""
    found = [tile.item(key) for key in ("class", "type") if isinstance(tile.get(key), str) and tile.get(key)]
    tokens = [item.item("value") for item in tile.items("properties") if item.get("name") == "token"]
    found += [item for item in tokens if isinstance(item.value, str) and item.value]
    return sorted(found, key=lambda item: item.start)


def _flat(layers: list[Item], groups: tuple[Item, ...] = ()) -> Iterator[tuple[Item, tuple[Item, ...]]]:
    """The layers, those of groups in the group's place, each with the groups that it is in, the inmost first."""
    for item in layers:
        if item.get("type") == "group":
            yield from _flat(item.items("layers"), (item, *groups))
        else:
            yield item, groups
