"""What a dot reads, as Python source: a column and a number, a context's row, a record, a part of the map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from ..declared import LEADS, MISSING, Field
from ..fixed import Fixed
from ..types import Type
from . import syntax
from .bounds import Bounds
from .check import Checked
from .syntax import Expr
from .typing import ERROR

# What is no field, by what the dot means: its owner's source and what the checker has told go into it.
_PARTS = {
    "of-record": "s.record[{owner}]",
    "piece-cell": "_cell_of(s, {owner})",
    "piece-title": "_record_title[{data!r}][s.record[{owner}]]",
    "piece-id": "_record_id[{data!r}][s.record[{owner}]]",
    "record-title": "_record_title[{data!r}][{owner}]",
    "record-id": "_record_id[{data!r}][{owner}]",
    "seat": "({owner} + 1)",
    "cell-name": "_cell_names[{owner}]",
    "cell-row": "_cell_places[{owner}][1]",
    "cell-column": "_cell_places[{owner}][0]",
    "face-name": "_face_name[{owner}]",
}


class Fields(Bounds, ABC):
    """Emits what a dot reads; `lower_expr` emits the expressions around it."""

    checked: Checked
    fixed: Fixed

    @abstractmethod
    def expr(self, expr: Expr, wanted: Type | None = None) -> str:
        """Source of an expression."""

    def attr(self, expr: syntax.Attr) -> str:
        """What a dot reads."""
        means, data = expr.means, expr.data
        if means == "game-state":
            return self._read(f"s.game__{expr.name}", data)
        if means == "game-zone":
            return str(self.fixed.zone_base[expr.name])
        if means == "number":
            return f"N_{expr.name}"
        family, _, part = means.partition("-")
        if family in LEADS:
            return self._of_lead(family, part, expr.name)
        owner = self.expr(expr.value)
        if means == "state":
            kind, field = data
            return self._read(f"s.{kind}__{field.name}[{owner}]", field)
        if means == "record":
            kind, field, of_piece = data
            return f"r_{kind}__{field.name}[{f's.record[{owner}]' if of_piece else owner}]"
        if means == "player":
            return self._read(f"s.player__{expr.name}[{owner}]", data)
        if means == "player-zone":
            return f"({self.fixed.zone_base[expr.name]} + {owner})"
        if means == "context":
            return self._read(f"s.contexts[{owner}][{self.context_column(expr)}]", data)
        if means == "shape":
            return f"{owner}[{self._shape_column(expr)}]"
        return self._part(means, data, owner)

    def _of_lead(self, family: str, part: str, name: str) -> str:
        """What is read of the mission or the campaign: known before anything runs, or a fault in a game without one."""
        lead = self.fixed.leads[family]
        if lead is None:
            return f"_no_lead({family!r})"
        if part == "record":
            return str(lead[1])
        return f"_record_{part}[{lead[0]!r}][{lead[1]}]" if part else f"r_{lead[0]}__{name}[{lead[1]}]"

    def _read(self, code: str, field: Field) -> str:
        """A field without a start is unset until it gets a value: reading it before is a fault."""
        if field.default is MISSING and not field.printed and field.type.name not in ("optional", "list", "effects"):
            return f"_there({code}, {field.name!r})"
        return code

    def _part(self, means: str, data: Any, owner: str) -> str:
        if means == "piece-cell" and owner.isidentifier():  # a piece mostly stands on a cell: asked in place
            return f"(s.place[{owner}] if -1 < s.place[{owner}] < {self.fixed.cells} else _cell_of(s, {owner}))"
        if means == "piece-name":
            title = self.fixed.ruleset.kinds[data].label == "{title}"
            return _PARTS["piece-title"].format(owner=owner, data=data) if title else f"_named(s, {owner})"
        if means in _PARTS:
            return _PARTS[means].format(owner=owner, data=data)
        kind, field = data
        return f"face_{kind}__{field.name}[{owner}]"

    def context_column(self, expr: syntax.Attr) -> int:
        """The place of a field in the row of its context."""
        owner = expr.value.type or ERROR
        return list(self.checked.ruleset.contexts[owner.of]).index(expr.name) + 1

    def _shape_column(self, expr: syntax.Attr) -> int:
        owner = expr.value.type or ERROR
        return list(self.checked.ruleset.shapes[owner.of]).index(expr.name)
