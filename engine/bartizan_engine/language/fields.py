"""What a dot gives: state, printed fields, zones, sections, members; and which of them may be assigned to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..declared import LEADS, Field
from ..types import CELL, INT, TEXT, Type
from . import syntax
from .common import Common
from .scope import Scope, path_of
from .typing import (
    CHANGING,
    ERROR,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIECE_PARTS = {"cell": CELL, "title": TEXT, "id": TEXT, "name": TEXT}
_LEAD_PARTS = ("title", "id", "record")
_CELL_PARTS = {"name": TEXT, "row": INT, "column": INT}


class Fields(Common):
    """Checks `value.name`."""

    # ---- fields

    def _attr(self, expr: syntax.Attr, scope: Scope) -> Type:
        if isinstance(expr.value, syntax.Name) and expr.value.id not in scope.vars:
            section = self._section(expr, scope)
            if section is not None:
                return section
        owner = self.expr(expr.value, scope)
        declared = self._part(expr, owner)
        type = self.kept((expr.means, owner.of, expr.name), declared)
        path = path_of(expr)
        if path:
            self._fix(path, expr)
        return scope.shown.get(path, type) if path else type

    def _fix(self, path: str, expr: syntax.Attr) -> None:
        """Remember whether what a path leads to can change while the rule runs."""
        base = path_of(expr.value)
        printed = expr.means in ("record", "face", "shape", "of-record", *LEADS)
        if printed and ("." not in base or base in self.fixed_paths):
            self.fixed_paths |= {path}
        else:
            self.fixed_paths -= {path}

    def _section(self, expr: syntax.Attr, scope: Scope) -> Type | None:
        assert isinstance(expr.value, syntax.Name)
        section, name = expr.value.id, expr.name
        if section == "game":
            zone = self.ruleset.zones.get(name)
            if zone and zone.per == "game":
                expr.means, expr.data = "game-zone", name
                return Type("zone", of=zone.of)
            zones = [one.name for one in self.ruleset.zones.values() if one.per == "game"]
            type = self.kept(
                ("game-state", "", name), self._declared(expr, self.ruleset.game, "game-state", "the game", zones)
            )
            return self._shown(expr, type, scope)
        if section == "options":
            self.read.add((section, name))
            return self._declared(expr, self.ruleset.options, "option", "the options")
        if section == "numbers":
            fields = {key: number.field for key, number in self.ruleset.numbers.items()}
            return self._declared(expr, fields, "number", "the numbers")
        if section in LEADS:
            type = self._lead(expr, section)
            self._fix(path_of(expr), expr)
            return self._shown(expr, type, scope)
        if section in self.ruleset.enums:
            members = self.ruleset.enums[section].members
            if name not in members:
                return self.problem(
                    expr.name_place, "BZ521", f'"{section}" has no member "{name}"', self.likely(name, members)
                )
            expr.means, expr.data = "member", members.index(name)
            return Type("enum", of=section)
        return None

    def _shown(self, expr: syntax.Attr, type: Type, scope: Scope) -> Type:
        return scope.shown.get(f"{path_of(expr)}", type)

    def _lead(self, expr: syntax.Attr, family: str) -> Type:
        """What a dot reads of the mission or the campaign that the game was begun with."""
        kind = self.leads[family]
        if not kind:
            return self.problem(expr.place, "BZ520", f"this ruleset has no kind of {family}s")
        if expr.name in _LEAD_PARTS:
            expr.means, expr.data = f"{family}-{expr.name}", kind
            return TEXT if expr.name != "record" else Type("ref", of=kind)
        return self._declared(expr, self.ruleset.kinds[kind].fields, family, f"a {family}")

    def _declared(
        self, expr: syntax.Attr, fields: dict[str, Field], means: str, what: str, beside: Sequence[str] = ()
    ) -> Type:
        """The type of a field. `beside` names what else may stand there."""
        field = fields.get(expr.name)
        if field is None:
            hint = self.likely(expr.name, [*fields, *beside])
            return self.problem(expr.name_place, "BZ521", f'{what} has no field "{expr.name}"', hint)
        expr.means, expr.data = means, field
        return _unbounded(field.type)

    def _part(self, expr: syntax.Attr, owner: Type) -> Type:
        if owner.name == "error":
            return ERROR
        if owner.name == "optional":
            return self.problem(
                expr.value.place,
                "BZ524",
                f'this may be None, so it has no "{expr.name}"',
                'test "if x != None:" before, or say must(x)',
            )
        reader = {
            "piece": self._piece_part,
            "ref": self._ref_part,
            "player": self._player_part,
            "cell": self._cell_part,
            "face": self._face_part,
        }
        if owner.name in reader:
            return reader[owner.name](expr, owner)
        if owner.name == "context":
            return self._declared(expr, self.ruleset.contexts[owner.of], "context", f'"{owner.of}"')
        if owner.name == "shape":
            return self._declared(expr, self.ruleset.shapes[owner.of], "shape", f'"{owner.of}"')
        return self.problem(expr.name_place, "BZ521", f'"{owner}" has no fields')

    def _piece_part(self, expr: syntax.Attr, owner: Type) -> Type:
        kind = self.ruleset.kinds[owner.of]
        if expr.name == "record":
            expr.means = "of-record"
            return Type("ref", of=owner.of)
        if expr.name in _PIECE_PARTS:
            expr.means, expr.data = "piece-" + expr.name, owner.of
            return _PIECE_PARTS[expr.name]
        if expr.name in kind.state:
            expr.means, expr.data = "state", (owner.of, kind.state[expr.name])
            return _unbounded(kind.state[expr.name].type)
        if expr.name in kind.fields:
            expr.means, expr.data = "record", (owner.of, kind.fields[expr.name], True)
            return _unbounded(kind.fields[expr.name].type)
        names = [*kind.state, *kind.fields, *_PIECE_PARTS, "record"]
        return self.problem(
            expr.name_place, "BZ521", f'"{owner.of}" has no field "{expr.name}"', self.likely(expr.name, names)
        )

    def _ref_part(self, expr: syntax.Attr, owner: Type) -> Type:
        if expr.name in ("title", "id"):
            expr.means, expr.data = "record-" + expr.name, owner.of
            return TEXT
        fields = self.ruleset.kinds[owner.of].fields if owner.of in self.ruleset.kinds else {}
        if expr.name not in fields:
            hint = self.likely(expr.name, [*fields, "title", "id"])
            if owner.of in self.ruleset.kinds and expr.name in self.ruleset.kinds[owner.of].state:
                hint = f'"{expr.name}" belongs to the piece, this is its printed record'
            return self.problem(expr.name_place, "BZ521", f'the record "{owner.of}" has no field "{expr.name}"', hint)
        expr.means, expr.data = "record", (owner.of, fields[expr.name], False)
        return _unbounded(fields[expr.name].type)

    def _player_part(self, expr: syntax.Attr, owner: Type) -> Type:
        zone = self.ruleset.zones.get(expr.name)
        if zone and zone.per == "player":
            expr.means, expr.data = "player-zone", expr.name
            return Type("zone", of=zone.of)
        if expr.name == "seat":
            expr.means = "seat"
            return INT
        zones = [one.name for one in self.ruleset.zones.values() if one.per == "player"]
        return self._declared(expr, self.ruleset.players, "player", "a player", zones)

    def _cell_part(self, expr: syntax.Attr, owner: Type) -> Type:
        if expr.name not in _CELL_PARTS:
            return self.problem(
                expr.name_place, "BZ521", f'a cell has no field "{expr.name}"', self.likely(expr.name, _CELL_PARTS)
            )
        expr.means = "cell-" + expr.name
        return _CELL_PARTS[expr.name]

    def _face_part(self, expr: syntax.Attr, owner: Type) -> Type:
        if expr.name == "name":
            expr.means = "face-name"
            return TEXT
        faces = self.ruleset.kinds[owner.of].faces
        if expr.name not in faces:
            return self.problem(
                expr.name_place,
                "BZ521",
                f'a face of "{owner.of}" has no field "{expr.name}"',
                self.likely(expr.name, [*faces, "name"]),
            )
        expr.means, expr.data = "face", (owner.of, faces[expr.name])
        return _unbounded(faces[expr.name].type)

    def writable(self, target: syntax.Attr, scope: Scope) -> Type:
        """The declared type of a field that is assigned to."""
        shown, scope.shown = scope.shown, {}
        type = self.expr(target, scope)
        scope.shown = shown
        if target.means in ("state", "game-state", "player", "context"):
            self.raise_mode(CHANGING, target.place, f'assigning "{target.name}"')
            return type
        if type.name != "error":
            what = (
                "printed: it never changes"
                if target.means in ("record", *LEADS, "number", "shape", "face")
                else "not a field of the state"
            )
            self.problem(target.place, "BZ535", f'"{target.name}" is {what}')
        return ERROR


def _unbounded(type: Type) -> Type:
    """A field's type as its readers see it: bounds belong to the field, not to the number."""
    if type.name == "int":
        return INT
    return type._replace(items=tuple(map(_unbounded, type.items))) if type.items else type
