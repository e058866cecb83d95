"""Prove that what is to be reached can be: tell of cells that no place covers, and of places that cover nothing."""

from __future__ import annotations

from collections.abc import Iterator

from bartizan_compiler.reach import Found, Laid, unmeant
from bartizan_engine.problem import Problem


def uncovered(laid: Laid) -> Iterator[Problem]:
    """Cells that nothing can reach, and that are not meant so."""
    return unmeant(laid, all_uncovered(laid))


def all_uncovered(laid: Laid) -> Found:
    """Cells to be reached that no place sees at the longest range. Read off the coverage: O(cells). A map without a
    place to stand does not use any of it.
    """
    coverage = laid.coverage
    if coverage is None or not coverage.stands:
        return
    cover = coverage.cover
    for group in laid.groups(cell for cell, found in coverage.hits.items() if not found):
        seen = " that sees it" if cover.sight else ""
        said = f'no cell tagged "{cover.stand}"{seen} is within {cover.high} of {laid.names(group)}'
        hint = f"if it is meant: meant: [{laid.grid.cells[group[0]].name}]"
        yield group, Problem(laid.spot(group[0]), "BZ430", said, hint, (), laid.sketch(group))


def without_use(laid: Laid) -> Iterator[Problem]:
    """Places from which nothing can be reached, and that are not meant so."""
    return unmeant(laid, all_without_use(laid))


def all_without_use(laid: Laid) -> Found:
    """Places to stand that see no cell to be reached at the longest range. Read off the coverage: O(cells)."""
    coverage = laid.coverage
    if coverage is None or not coverage.hits:
        return
    used = {stand for found in coverage.hits.values() for stand, _ in found}
    cover = coverage.cover
    for group in laid.groups(set(coverage.stands) - used):
        said = f'no cell tagged "{cover.reach}" can be reached from {laid.names(group)} within {cover.high}'
        hint = f"if it is meant: meant: [{laid.grid.cells[group[0]].name}]"
        yield group, Problem(laid.spot(group[0]), "BZ431", said, hint, (), laid.sketch(group))
