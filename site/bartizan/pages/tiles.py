"""Tiles that maps are laid of, on the pages of the reference: their sides as pictures, and which ones a map shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bartizan_compiler import drawing, grid, tiles

from . import pictures
from .book import Book
from .markdown import code, escape, facts, heading, join, span, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record


def sides(book: Book, record: Record) -> str:
    """The number and the count of a tile, and each of its sides as a picture."""
    board = book.ruleset.board
    texts = record.drawn.get("sides")
    if not texts or board is None:
        return ""
    shown = []
    for name, text in texts.items():
        layout = record.drawn["layout"]
        values = {"layout": layout, "grid": text, "legend": record.drawn["legend"]}
        if layout == "square-8":
            values["corners"] = "always"
        made, _ = grid.grid(record._replace(values=values, title=f"{record.title}, side {name}"), board)
        if made is not None:
            caption = f"Side {escape(name)}\n{{ .bz-caption }}"
            figure = pictures.framed(pictures.drawn(book, made, legend=False))
            shown.append(f'<div markdown="block">\n\n{figure}\n\n{caption}\n</div>')
    if not shown:
        return ""
    told = [
        ("Number", str(record.drawn.get("number", ""))),
        ("In the box", str(record.drawn.get("count", 1))),
        ("Turned around", code(record.drawn.get("pivot", "a1"))),
    ]
    gallery = '<div class="bz-gallery" markdown="block">\n\n' + "\n\n".join(shown) + "\n\n</div>"
    return join([facts((span("bz-term", term), said) for term, said in told), gallery])


def laid(book: Book, here: str, record: Record) -> str:
    """Which tiles a map is laid of: side, place and turn of each."""
    rows = []
    for placed in record.values.get("tiles") or ():
        tile = next(
            (
                one
                for kind in book.kinds("tile")
                for one in book.pack.records.get(kind.name, ())
                if tiles.named(one, placed)
            ),
            None,
        )
        if tile is None:
            continue
        at = placed["at"]
        if not isinstance(at, str):
            at = drawing.coordinate(at[0] - 1, at[1] - 1)
        number, turn = tile.drawn.get("number", ""), placed.get("turn", 0)
        shown = book.link(here, ("record", tile.kind, tile.id))
        rows.append([shown, str(number), escape(placed.get("side", "")), code(at), str(turn)])
    if not rows:
        return ""
    return join([heading(2, "Tiles"), table(["Tile", "Number", "Side", "At", "Turns"], rows, right=[1, 4])])
