"""The table of a worked example as a picture: the map of its mission, with the pieces that are put on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import pictures
from .book import Book

if TYPE_CHECKING:
    from bartizan_compiler.grid import Grid

FEWEST = 2  # pieces on the map: one alone is said as well in words


def figure(book: Book, told: Mapping[str, Any]) -> str:
    """The picture, if enough stands on the map; each piece is called as in the example."""
    grid = _map(book, str(told.get("mission") or ""))
    if grid is None:
        return ""
    on = _on_cells(book, told, {cell.name for cell in grid.cells})
    if sum(map(len, on.values())) < FEWEST:
        return ""
    return pictures.framed(pictures.drawn(book, grid, pieces=on, legend=False))


def _map(book: Book, mission: str) -> Grid | None:
    """The map of a mission, or of the only one."""
    meant = [record for record in book.pack.missions() if not mission or record.id == mission]
    if len(meant) != 1:
        return None
    return pictures.of(book, book.pack.map_of(meant[0]))


def _on_cells(book: Book, told: Mapping[str, Any], cells: set[str]) -> dict[str, list[tuple[str, str]]]:
    """The given pieces by cell, as a name and a kind; those whose place differs from case to case are left out."""
    found: dict[str, list[tuple[str, str]]] = {}
    given = told.get("given")
    pieces = given.get("pieces") if isinstance(given, dict) else None
    for name, piece in pieces.items() if isinstance(pieces, dict) else ():
        kind = next((key for key in piece if key in book.ruleset.kinds), "") if isinstance(piece, dict) else ""
        if kind and piece.get("at") in cells:
            found.setdefault(piece["at"], []).append((str(name), kind))
    return found
