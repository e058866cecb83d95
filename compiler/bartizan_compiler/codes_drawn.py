"""The problems of how maps are drawn besides text (46x to 48x): tiles, files of Tiled, links, corners."""

from __future__ import annotations

from bartizan_engine.problem import Code

_LAID = "tiles:\n  - {tile: 1, side: a, at: b2}\n"

TILES: tuple[Code, ...] = (
    Code(
        "BZ460",
        "error",
        "A tile that the pack lacks",
        "A map names its tiles by their ids, or by the numbers that are printed on them.",
        "tiles:\n  - {tile: 77, at: b2}",
        "tiles:\n  - {tile: 7, at: b2}",
    ),
    Code(
        "BZ461",
        "error",
        "A side that the tile lacks",
        "A tile that is printed on both sides shows one of them: the map says which. Only where there is one side it "
        "may be left out.",
        "tiles:\n  - {tile: 7, side: c, at: b2}",
        "tiles:\n  - {tile: 7, side: a, at: b2}",
    ),
    Code(
        "BZ462",
        "error",
        "A turn that squares do not have",
        "A tile of hexes is turned by sixths of a circle, 0 to 5, a tile of squares by quarters, 0 to 3.",
        "layout: square-4\ntiles:\n  - {tile: 7, at: b2, turn: 4}",
        "layout: square-4\ntiles:\n  - {tile: 7, at: b2, turn: 3}",
    ),
    Code(
        "BZ463",
        "error",
        "Two tiles on one place",
        "Where tiles lie over each other, nobody knows which of them is played on.",
        _LAID + "  - {tile: 2, side: a, at: b2}",
        _LAID + "  - {tile: 2, side: a, at: f2}",
    ),
    Code(
        "BZ464",
        "warning",
        "A hole between tiles",
        "Inside the map a place is covered by no tile: perhaps one lies a place too far away, or is turned the wrong "
        "way. If the hole is meant, name its place under meant.",
        "tiles: ...     # around d4, which none of them covers",
        "tiles: ...\nmeant: [d4]",
    ),
    Code(
        "BZ465",
        "error",
        "A tile that is laid more often than there is one",
        "The box holds so many of a tile as its record says under count, or one. Both its sides are one tile.",
        _LAID + "  - {tile: 1, side: b, at: f2}",
        _LAID + "  - {tile: 2, side: b, at: f2}",
    ),
    Code(
        "BZ466",
        "error",
        "A tile reaches beyond the edge",
        "Columns begin with a and rows with 1, so that every cell has a name. A tile that is turned may reach to the "
        "left of its pivot, or above it.",
        "tiles:\n  - {tile: 7, at: a1, turn: 3}",
        "tiles:\n  - {tile: 7, at: d4, turn: 3}",
    ),
    Code(
        "BZ467",
        "error",
        "A tile of another shape",
        "Hexes that stand on a point fit between such hexes, those that lie on a side between theirs, and squares "
        "between squares. Lanes and free maps have no tiles.",
        "layout: odd-r\ntiles:\n  - {tile: 7, at: b2}     # and the tile has the layout odd-q",
        "layout: odd-q\ntiles:\n  - {tile: 7, at: b2}",
    ),
    Code(
        "BZ468",
        "error",
        "Two tiles with one number",
        "Maps name tiles by their numbers. Several of one tile are one record with a count.",
        "- {id: ford, number: 7}\n- {id: bridge, number: 7}",
        "- {id: ford, number: 7}\n- {id: bridge, number: 8}",
    ),
    Code(
        "BZ469",
        "error",
        "A tile without a drawing",
        "Maps are laid of tiles whose records say how their cells lie: layout, legend and sides.",
        "id: ford\nnumber: 7",
        "id: ford\nnumber: 7\nlayout: odd-r\nlegend: {r: [road]}\nsides:\n  a: |\n    r r",
    ),
)

TILED: tuple[Code, ...] = (
    Code(
        "BZ470",
        "error",
        "A file of Tiled that the pack lacks",
        "The file stands in the folder maps of the pack and is named as seen from the record. Nothing outside the pack "
        "is ever read.",
        "tiled: ../../elsewhere/north.tmj",
        "tiled: north.tmj",
    ),
    Code(
        "BZ471",
        "error",
        "A file that is no map or tileset of Tiled",
        "A .tmj is a map of Tiled as JSON, a .tsj a tileset. The older forms .tmx and .tsx are XML and are not read: "
        "Tiled exports them as JSON.",
        "tiled: north.tmj     # which begins with <map",
        "tiled: north.tmj     # exported from Tiled as JSON map file",
    ),
    Code(
        "BZ472",
        "error",
        "A kind of Tiled map that is not read",
        "Maps are orthogonal or hexagonal and of a fixed size, their layers lists of numbers (CSV) or base64, packed "
        "with zlib, gzip or not at all. There is a limit to their size.",
        '"infinite": true',
        '"infinite": false',
    ),
    Code(
        "BZ473",
        "error",
        "Record and Tiled differ about the layout",
        "A map whose rows are shoved the other way round looks right, and every cell has other neighbours. So the "
        "record says the layout too, and both must agree.",
        'layout: even-r     # and in the .tmj "staggeraxis": "y", "staggerindex": "odd"',
        "layout: odd-r",
    ),
    Code(
        "BZ474",
        "error",
        "A layer of Tiled that is broken",
        "A layer is as large as the map, has one tile for every place of it, and is written as it says.",
        '"width": 2, "height": 2, "data": [1, 1, 1]',
        '"width": 2, "height": 2, "data": [1, 1, 1, 0]',
    ),
    Code(
        "BZ475",
        "error",
        "A tile of no tileset",
        "The map shows a tile by a number that none of its tilesets has: a tileset was taken out, or became smaller.",
        '"data": [1, 99]     # and the only tileset has 4 tiles',
        '"data": [1, 4]',
    ),
    Code(
        "BZ476",
        "error",
        "A tileset that the pack lacks",
        "A tileset stands in the map itself, or in a .tsj in the same pack. Nothing outside the pack is ever read.",
        '"source": "../../../terrain.tsj"',
        '"source": "terrain.tsj"',
    ),
    Code(
        "BZ477",
        "error",
        "A tile of Tiled without a class",
        "The class of a tile (or its property token) is a token of the legend. Without one nobody knows what its "
        "cells are.",
        '"tiles": [{"id": 0}]',
        '"tiles": [{"id": 0, "type": "r"}]',
    ),
    Code(
        "BZ478",
        "note",
        "A layer of Tiled that is not read",
        "Cells come from layers of tiles. Layers of objects and of images may stand in the file and mean nothing here.",
        '"layers": [..., {"type": "imagelayer", "name": "scan"}]',
        '"layers": [...]',
    ),
    Code(
        "BZ479",
        "warning",
        "Tilesets of Tiled that share numbers",
        "The map counts the tiles of its tilesets through. If a tileset has grown since the map was saved, some "
        "numbers are of two; they are read as those of the tileset that begins later, and may not be what is meant.",
        '"tilesets": [{"firstgid": 1, "tilecount": 8, ...}, {"firstgid": 5, ...}]',
        '"tilesets": [{"firstgid": 1, "tilecount": 8, ...}, {"firstgid": 9, ...}]',
    ),
)

FORMS: tuple[Code, ...] = (
    Code(
        "BZ480",
        "error",
        "A map that is drawn twice, or not at all",
        "A map is a grid of text, or laid of tiles, or a file of Tiled, or a net of nodes: one of them.",
        "grid: |\n  r r\ntiled: north.tmj",
        "tiled: north.tmj",
    ),
    Code(
        "BZ481",
        "error",
        "A layout that does not go with the drawing",
        "Nodes belong to the layout free, and only to it. Tiles are hexes or squares. Tiled knows the hexes in odd and "
        "even rows or columns, and squares. Legends explain tokens of a grid or of Tiled.",
        "layout: free\ngrid: |\n  r r",
        "layout: square-4\ngrid: |\n  r r",
    ),
    Code(
        "BZ482",
        "error",
        "Nothing says when corners may be cut",
        "In square-8 a step may lead across the corner of a square. Whether it may do so beside a square that is not "
        "open, games answer differently: always, where one of the two squares beside the corner is open, or where both "
        "are. Other layouts have no such steps.",
        "layout: square-8",
        "layout: square-8\ncorners: both",
    ),
    Code(
        "BZ483",
        "error",
        "Links where places say what touches",
        "Hexes and squares touch by where they lie. Links join the places of a free map, and lanes with each other.",
        "layout: odd-r\nlinks: [[a1, c3]]",
        "layout: lanes-across\nlinks: [[a1, c3]]",
    ),
    Code(
        "BZ484",
        "error",
        "Two nodes at one place",
        "Nodes are drawn where they say; two on one place could not be told apart.",
        "nodes:\n  mill: {at: [1, 1]}\n  ford: {at: [1, 1]}",
        "nodes:\n  mill: {at: [1, 1]}\n  ford: {at: [2, 1]}",
    ),
    Code(
        "BZ485",
        "error",
        "A link that says nothing",
        "Two cells are joined once; in a lane each cell is joined to the next one anyway. None is joined to itself.",
        "links: [[mill, ford], [ford, mill]]",
        "links: [[mill, ford]]",
    ),
)

MORE_TILED: tuple[Code, ...] = (
    Code(
        "BZ486",
        "error",
        "A tile of Tiled that is two things",
        "The class of a tile is the token that it stands for; some versions of Tiled call it type, and a property "
        "named token says the same. If a tile has several and they differ, or a tileset lists it twice, nobody knows "
        "which counts.",
        '{"id": 3, "type": "r", "class": "b"}',
        '{"id": 3, "class": "r"}',
    ),
    Code(
        "BZ487",
        "warning",
        "A layer of Tiled that is moved",
        "An offset moves what is seen of a layer, or of a group of them, by pixels. Its tiles stay in the cells in "
        "which they were painted, and are read there, so that the map is not what it looks like.",
        '{"type": "tilelayer", "offsetx": 60, ...}',
        '{"type": "tilelayer", ...}',
    ),
)

SAID: tuple[Code, ...] = (
    Code(
        "BZ488",
        "warning",
        "A cell of which something is said for nothing",
        "A cell has a tag or not, so that a tag is given once; and a mark gives a cell tags or a name. What says "
        "nothing was probably to say something else.",
        "r: [road, road]",
        "r: [road]",
    ),
)

DRAWN: tuple[Code, ...] = (*TILES, *TILED, *FORMS, *MORE_TILED, *SAID)
