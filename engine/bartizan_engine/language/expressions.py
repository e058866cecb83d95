"""The types of expressions: what a name, a field, a call or an operator gives.

Every expression gets its type, and what `lower` needs to know: where a name is found (`means`) and what a call needs
(`data`). A problem is told once: its expression has the type `error`, which fits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..problem import Problem, Spot, suggest
from ..ruleset import Field, Ruleset
from ..types import BOOL, CELL, INT, NONE, PLAYER, TEXT, Type, list_of, optional
from . import forms, syntax
from .scope import Scope, path_of
from .syntax import Expr, Place
from .tokenise import Refused
from .typing import (
    ASKING,
    BOARD_TYPE,
    CHANGING,
    ERROR,
    MODES,
    NEVER,
    PURE,
    Signature,
    assignable,
    bind,
    comparable,
    element,
    fill_in,
    join,
    signatures,
    truthy,
)  # fmt: skip

if TYPE_CHECKING:
    from .check import RuleInfo

SECTION_NAMES = ("game", "mission", "options", "numbers", "board")
MAX_WORK = 400_000  # steps of checking all rules of a pack
_PIECE_PARTS = {"cell": CELL, "title": TEXT, "id": TEXT, "name": TEXT}
_CELL_PARTS = {"name": TEXT, "row": INT, "column": INT}


class Expressions:
    """Holds what is known of the ruleset, and the problems; `Checker` adds statements and rules."""

    rules: dict[str, RuleInfo]
    constants: dict[str, syntax.Constant]

    def __init__(self, ruleset: Ruleset, known: Callable[[str, str], bool] | None) -> None:
        self.ruleset = ruleset
        self.known = known
        self.problems: list[Problem] = []
        self.declared_names: list[str] = []
        self.path = ""
        self.rule: RuleInfo | None = None
        self.gives: list[tuple[Type, Place]] = []
        self.pure_because = ""
        self.steps = 0
        self.fixed_paths: frozenset[str] = frozenset()
        self._fixed: set[str] = set()
        self.words_checked: dict[str, forms.WordInfo | None] = {}
        self.templates: list[forms.Template] = []
        missions = [kind for kind, declared in ruleset.kinds.items() if declared.family == "mission"]
        self.mission_kind = missions[0] if missions else ""
        self.types = {**dict.fromkeys(ruleset.enums, "enum"), **dict.fromkeys(ruleset.kinds, "piece")}
        self.types |= {**dict.fromkeys(ruleset.shapes, "shape"), **dict.fromkeys(ruleset.contexts, "context")}

    # ---- problems

    def problem(
        self, place: Place, code: str, message: str, hint: str = "", notes: tuple[tuple[Spot, str], ...] = ()
    ) -> Type:
        spot = Spot(self.path, place.line, place.column, place.end_line, place.end_column)
        self.problems.append(Problem(spot, code, message, hint, notes))
        return ERROR

    def work(self, place: Place) -> None:
        self.steps += 1
        if self.steps > MAX_WORK:
            spot = Spot(self.path, place.line, place.column)
            raise Refused(Problem(spot, "BZ510", "the rules are too intricate to be checked", "split this rule"))

    def wants(self, type: Type, wanted: Type, place: Place, what: str = "") -> bool:
        """Report a value that does not fit; a value that may be None gets the hint how to narrow it."""
        if assignable(type, wanted):
            return True
        if type.name == "optional" and assignable(type.items[0], wanted):
            self.problem(place, "BZ524", f"{what or 'this'} may be None", 'test "if x != None:" before, or say must(x)')
        else:
            self.problem(place, "BZ522", f'{what or "this"} is "{type}", "{wanted}" is wanted')
        return False

    def reserved(self, name: str) -> bool:
        """Whether a name already means something in every rule."""
        return (
            name in SECTION_NAMES
            or name in signatures()
            or name in forms.FORMS
            or name in forms.LOOPS
            or name in self.ruleset.enums
        )

    def raise_mode(self, mode: int, place: Place, what: str) -> None:
        """The rule being checked does something of this class."""
        if mode and self.pure_because:
            code = "BZ526" if mode == ASKING else "BZ527"
            deed = "asks for a decision" if mode == ASKING else "changes the world"
            self.problem(
                place,
                code,
                f"{what} {deed}, which {self.pure_because} may not",
                "do it on a line of its own before, and use the result here",
            )
        elif self.rule is not None:
            self.rule.mode = max(self.rule.mode, mode)

    # ---- annotations

    def annotation(self, expr: Expr) -> Type:
        """The type that an annotation names."""
        if isinstance(expr, syntax.Const) and expr.value is None:
            return NONE
        if isinstance(expr, syntax.Name):
            return self._named_type(expr)
        if isinstance(expr, syntax.Index) and isinstance(expr.value, syntax.Name):
            items = expr.index.items if isinstance(expr.index, syntax.TupleExpr) else [expr.index]
            return self._indexed_type(expr.value.id, items, expr.place)
        return self.problem(
            expr.place,
            "BZ501",
            "this is no type",
            "int, bool, text, cell, player, a kind, ref[kind], list[...], optional[...]",
        )

    def _named_type(self, expr: syntax.Name) -> Type:
        simple = {"int": INT, "bool": BOOL, "text": TEXT, "cell": CELL, "player": PLAYER}
        if expr.id in simple:
            return simple[expr.id]
        if expr.id in self.types:
            return Type(self.types[expr.id], of=expr.id)
        hint = suggest(expr.id, [*simple, *self.types, "list", "optional", "ref"])
        return self.problem(expr.place, "BZ502", f'no type is named "{expr.id}"', hint)

    def _indexed_type(self, head: str, items: list[Expr], place: Place) -> Type:
        if head in ("ref", "zone", "face"):
            name = items[0].id if isinstance(items[0], syntax.Name) else ""
            if name in self.ruleset.kinds or (head == "ref" and name == "map"):
                return Type(head, of=name)
            return self.problem(
                items[0].place, "BZ502", f'no kind is named "{name}"', suggest(name, self.ruleset.kinds)
            )
        if head == "effects":
            return Type("effects", names=tuple(item.id for item in items if isinstance(item, syntax.Name)))
        inner = [self.annotation(item) for item in items]
        if head == "optional" and len(inner) == 1:
            return optional(inner[0])
        if head == "list" and len(inner) == 1:
            return list_of(inner[0])
        if head == "option" and len(inner) == 1:
            return Type("option", items=tuple(inner))
        if head == "tuple":
            return Type("tuple", items=tuple(inner))
        if head in ("dict", "table") and len(inner) == 2:
            return Type("dict", items=tuple(inner))
        return self.problem(
            place,
            "BZ501",
            f'"{head}[...]" is no type',
            suggest(head, ("list", "optional", "ref", "zone", "dict", "tuple", "option", "face")),
        )

    # ---- locals

    def local(self, name: str, type: Type, place: Place, scope: Scope) -> None:
        """A local gets a value; over the whole rule it has one type."""
        assert self.rule is not None
        if self.reserved(name) or name in self.rules or name in self.constants:
            self.problem(place, "BZ514", f'the local "{name}" hides something that rules use', "choose another name")
        known = self.rule.locals.get(name)
        joined = join(known, type) if known else type
        if joined is None:
            self.problem(place, "BZ522", f'"{name}" was "{known}" and becomes "{type}"', "use another name")
            joined = ERROR
        self.rule.locals[name] = joined
        scope.assign(name, type)

    def widen(self, name: syntax.Name, type: Type, scope: Scope) -> None:
        """A list or dict of the rule's own takes an element."""
        assert self.rule is not None
        known = scope.vars.get(name.id, type)
        joined = join(known, type)
        if joined is None:
            self.problem(
                name.place,
                "BZ522",
                f'"{name.id}" is "{known}" and cannot take this element',
                "all elements have one type",
            )
            return
        scope.vars[name.id] = joined
        self.rule.locals[name.id] = join(self.rule.locals.get(name.id, joined), joined) or joined

    def unpack(self, type: Type, count: int, place: Place) -> list[Type]:
        """The types of the parts where one value goes into several targets."""
        if count == 1:
            return [type]
        if type.name == "tuple" and len(type.items) == count:
            return list(type.items)
        if type.name != "error":
            self.problem(place, "BZ522", f'"{type}" does not part into {count}', "enumerate(...) gives pairs")
        return [ERROR] * count

    # ---- expressions

    def expr(self, expr: Expr, scope: Scope, asks: bool = False) -> Type:
        """The type of an expression. `asks` says that a decision may stand here."""
        self.work(expr.place)
        if isinstance(expr, syntax.Call):
            type = self._call(expr, scope, asks)
        else:
            type = _METHODS[expr.__class__](self, expr, scope)
        expr.type = type
        return type

    def test(self, expr: Expr, scope: Scope, asks: bool = False) -> None:
        """An expression of which only the truth is wanted."""
        if isinstance(expr, syntax.Unary) and expr.op == "not":
            self.test(expr.value, scope, asks)
            expr.type = BOOL
        elif isinstance(expr, syntax.Logic):
            self._logic_test(expr, scope)
        else:
            type = self.expr(expr, scope, asks)
            if not truthy(type):
                hint = "compare it with == or !=" if type.name == "optional" else "it always has a value: compare it"
                self.problem(expr.place, "BZ522", f'"{type}" is neither true nor false', hint)

    def _logic_test(self, expr: syntax.Logic, scope: Scope) -> None:
        inside = scope.copy()
        for value in expr.values:
            self.test(value, inside)
            self.narrow(value, expr.op == "and", inside)
        expr.type = BOOL

    def _const(self, expr: syntax.Const, scope: Scope) -> Type:
        if isinstance(expr.value, bool):
            return BOOL
        return NONE if expr.value is None else INT if isinstance(expr.value, int) else TEXT

    def _name(self, expr: syntax.Name, scope: Scope) -> Type:
        name = expr.id
        if name in scope.vars:
            expr.means = "local"
            return scope.shown.get(name, scope.vars[name])
        if name in self.constants:
            expr.means = "constant"
            return self.constants[name].value.type or ERROR
        if name == "board":
            expr.means = "board"
            return BOARD_TYPE
        if self.rule and name in self.rule.locals:
            return self.problem(
                expr.place, "BZ531", f'"{name}" has no value yet on some path', "give it one before the if or the loop"
            )
        return self._unknown(expr, scope)

    def _unknown(self, expr: syntax.Name, scope: Scope) -> Type:
        name = expr.id
        if name == "_":
            return self.problem(expr.place, "BZ514", '"_" is never read', "give the loop variable a name")
        if name in SECTION_NAMES or name in self.ruleset.enums:
            return self.problem(expr.place, "BZ522", f'"{name}" is no value by itself', f"say what of it: {name}.…")
        if name in self.rules or name in signatures() or name in forms.FORMS:
            return self.problem(expr.place, "BZ522", f'"{name}" is a function, not a value', f"call it: {name}(...)")
        names = [
            *scope.vars,
            *self.constants,
            *self.rules,
            *signatures(),
            *forms.FORMS,
            *SECTION_NAMES,
            *self.ruleset.enums,
        ]
        return self.problem(expr.place, "BZ520", f'nothing is named "{name}"', suggest(name, names))

    def _list(self, expr: syntax.ListExpr, scope: Scope) -> Type:
        inner = NEVER
        for item in expr.items:
            type = self.expr(item, scope)
            joined = join(inner, type)
            if joined is None:
                self.problem(
                    item.place, "BZ522", f'"{type}" stands in a list of "{inner}"', "all elements have one type"
                )
                return list_of(ERROR)
            inner = joined
        return list_of(inner)

    def _tuple(self, expr: syntax.TupleExpr, scope: Scope) -> Type:
        return Type("tuple", items=tuple(self.expr(item, scope) for item in expr.items))

    def _dict(self, expr: syntax.DictExpr, scope: Scope) -> Type:
        key, value = NEVER, NEVER
        for k, v in expr.pairs:
            key = self._joined(key, self.expr(k, scope), k.place)
            value = self._joined(value, self.expr(v, scope), v.place)
            self._hashable(key, k.place)
        return Type("dict", items=(key, value))

    def _joined(self, a: Type, b: Type, place: Place) -> Type:
        joined = join(a, b)
        return (
            joined
            if joined is not None
            else self.problem(place, "BZ522", f'"{b}" stands beside "{a}"', "all have one type")
        )

    def _hashable(self, key: Type, place: Place) -> None:
        if key.name in ("list", "dict", "optional", "option", "context", "effects", "bool"):
            self.problem(
                place, "BZ522", f'"{key}" is no key', "numbers, texts, enum members, records, pieces, cells, players"
            )

    def _logic(self, expr: syntax.Logic, scope: Scope) -> Type:
        inside = scope.copy()
        for value in expr.values:
            if isinstance(value, syntax.Logic) or (isinstance(value, syntax.Unary) and value.op == "not"):
                self.test(value, inside)
            else:
                type = self.expr(value, inside)
                self.wants(type, BOOL, value.place, f'a part of "{expr.op}"')
            self.narrow(value, expr.op == "and", inside)
        return BOOL

    def _unary(self, expr: syntax.Unary, scope: Scope) -> Type:
        if expr.op == "not":
            self.test(expr.value, scope)
            return BOOL
        self.wants(self.expr(expr.value, scope), INT, expr.value.place)
        return INT

    def _cond(self, expr: syntax.Cond, scope: Scope) -> Type:
        self.test(expr.test, scope)
        yes, no = scope.copy(), scope.copy()
        self.narrow(expr.test, True, yes)
        self.narrow(expr.test, False, no)
        return self._joined(self.expr(expr.value, yes), self.expr(expr.other, no), expr.place)

    def _comp(self, expr: syntax.Comp, scope: Scope) -> Type:
        inside = scope.copy()
        before, self.pure_because = self.pure_because, self.pure_because or "a comprehension"
        for clause in expr.clauses:
            if clause.source is not None:
                inner = self.elements(self.expr(clause.source, inside), clause.source.place)
                for target, type in zip(
                    clause.targets, self.unpack(inner, len(clause.targets), clause.place), strict=True
                ):
                    target.type = type
                    self._comp_variable(target, type, inside)
            elif clause.test is not None:
                self.test(clause.test, inside)
                self.narrow(clause.test, True, inside)
        value = self.expr(expr.value, inside)
        key = self.expr(expr.key, inside) if expr.key is not None else None
        self.pure_because = before
        if key is not None and expr.key is not None:
            self._hashable(key, expr.key.place)
            return Type("dict", items=(key, value))
        return list_of(value)

    def _comp_variable(self, target: syntax.Name, type: Type, inside: Scope) -> None:
        """A loop variable of a comprehension lives in it alone."""
        if self.reserved(target.id) or target.id in self.rules or target.id in self.constants:
            self.problem(target.place, "BZ514", f'"{target.id}" hides something that rules use', "choose another name")
        if target.id != "_":
            inside.assign(target.id, type)

    def elements(self, type: Type, place: Place) -> Type:
        """What a loop over the value gives."""
        inner = element(type)
        if inner is not None:
            return inner
        if type.name == "optional":
            return self.problem(place, "BZ524", "this may be None", 'test "if x != None:" before')
        return self.problem(place, "BZ522", f'nothing loops over "{type}"', "a list, a zone or a table")

    # ---- operators

    def _binary(self, expr: syntax.Binary, scope: Scope) -> Type:
        left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
        op = expr.op
        if op in ("==", "!="):
            if join(left, right) is None:
                self.problem(expr.place, "BZ522", f'"{left}" is never equal to "{right}"')
            return BOOL
        if op in ("in", "not in"):
            self._membership(left, right, expr)
            return BOOL
        if op in ("<", "<=", ">", ">="):
            for type, side in ((left, expr.left), (right, expr.right)):
                if type.name == "optional":
                    self.wants(type, type.items[0], side.place)
                elif not comparable(type):
                    self.problem(side.place, "BZ522", f'"{type}" has no order')
            if join(left, right) is None:
                self.problem(expr.place, "BZ522", f'"{left}" does not compare with "{right}"')
            return BOOL
        return self.arithmetic(op, left, right, expr.place)

    def _membership(self, left: Type, right: Type, expr: syntax.Binary) -> None:
        if right.name == "text":
            self.wants(left, TEXT, expr.left.place)
            return
        inner = right.items[0] if right.name == "tuple" and right.items else self.elements(right, expr.right.place)
        if join(left, inner) is None:
            self.problem(expr.place, "BZ522", f'"{left}" is never in "{right}"')

    def arithmetic(self, op: str, left: Type, right: Type, place: Place) -> Type:
        """The type of `left op right`."""
        if "error" in (left.name, right.name):
            return ERROR
        if left.name == "int" and right.name == "int":
            return INT
        if op == "+" and left.name == "text" and right.name == "text":
            return TEXT
        if op in ("+", "-") and left.name == "enum" and right.name == "int":
            return left
        if op == "-" and left.name == "enum" and left == right:
            return INT
        if op == "+" and left.name in ("list", "zone") and right.name in ("list", "zone"):
            joined = join(left, right)
            if joined is not None:
                return list_of(element(joined) or ERROR)
        if op == "*" and {left.name, right.name} in ({"int", "text"}, {"int", "list"}):
            return left if right.name == "int" else right
        for type in (left, right):
            if type.name == "optional":
                return self.problem(
                    place, "BZ524", f'a side of "{op}" may be None', 'test "if x != None:" before, or say must(x)'
                )
        return self.problem(place, "BZ522", f'"{op}" does not join "{left}" and "{right}"')

    def _index(self, expr: syntax.Index, scope: Scope) -> Type:
        value = self.expr(expr.value, scope)
        index = self.expr(expr.index, scope)
        if value.name in ("list", "zone"):
            self.wants(index, INT, expr.index.place)
            return element(value) or ERROR
        if value.name in ("table", "dict"):
            self.wants(index, element(value) or ERROR, expr.index.place)
            return value.items[1]
        if value.name == "text":
            self.wants(index, INT, expr.index.place)
            return TEXT
        if value.name == "tuple" and isinstance(expr.index, syntax.Const) and isinstance(expr.index.value, int):
            if expr.index.value < len(value.items):
                return value.items[expr.index.value]
        if value.name == "optional":
            return self.problem(expr.value.place, "BZ524", "this may be None", 'test "if x != None:" before')
        return ERROR if value.name == "error" else self.problem(expr.place, "BZ522", f'"{value}" has no elements')

    def _slice(self, expr: syntax.Slice, scope: Scope) -> Type:
        value = self.expr(expr.value, scope)
        for part in (expr.start, expr.stop):
            if part is not None:
                self.wants(self.expr(part, scope), INT, part.place)
        if value.name in ("list", "zone"):
            return list_of(element(value) or ERROR)
        return (
            value if value.name in ("text", "error") else self.problem(expr.place, "BZ522", f'"{value}" has no parts')
        )

    # ---- fields

    def _attr(self, expr: syntax.Attr, scope: Scope) -> Type:
        if isinstance(expr.value, syntax.Name) and expr.value.id not in scope.vars:
            section = self._section(expr, scope)
            if section is not None:
                return section
        owner = self.expr(expr.value, scope)
        type = self._part(expr, owner)
        path = path_of(expr)
        if path and expr.means in ("record", "face", "shape", "of-record"):
            base = path_of(expr.value)
            if "." not in base or base in self._fixed:
                self._fixed.add(path)
                self.fixed_paths = frozenset(self._fixed)
        return scope.shown.get(path, type) if path else type

    def _section(self, expr: syntax.Attr, scope: Scope) -> Type | None:
        assert isinstance(expr.value, syntax.Name)
        section, name = expr.value.id, expr.name
        if section == "game":
            zone = self.ruleset.zones.get(name)
            if zone and zone.per == "game":
                expr.means, expr.data = "game-zone", name
                return Type("zone", of=zone.of)
            return self._shown(expr, self._declared(expr, self.ruleset.game, "game-state", "the game"), scope)
        if section == "options":
            return self._declared(expr, self.ruleset.options, "option", "the options")
        if section == "numbers":
            fields = {key: number.field for key, number in self.ruleset.numbers.items()}
            return self._declared(expr, fields, "number", "the numbers")
        if section == "mission":
            return self._mission(expr)
        if section in self.ruleset.enums:
            members = self.ruleset.enums[section].members
            if name not in members:
                return self.problem(
                    expr.name_place, "BZ521", f'"{section}" has no member "{name}"', suggest(name, members)
                )
            expr.means, expr.data = "member", members.index(name)
            return Type("enum", of=section)
        return None

    def _shown(self, expr: syntax.Attr, type: Type, scope: Scope) -> Type:
        return scope.shown.get(f"{path_of(expr)}", type)

    def _mission(self, expr: syntax.Attr) -> Type:
        if not self.mission_kind:
            return self.problem(expr.place, "BZ520", "this ruleset has no kind of missions")
        if expr.name in ("title", "id"):
            expr.means, expr.data = "mission-" + expr.name, self.mission_kind
            return TEXT
        return self._declared(expr, self.ruleset.kinds[self.mission_kind].fields, "mission", "a mission")

    def _declared(self, expr: syntax.Attr, fields: dict[str, Field], means: str, what: str) -> Type:
        field = fields.get(expr.name)
        if field is None:
            return self.problem(
                expr.name_place, "BZ521", f'{what} has no field "{expr.name}"', suggest(expr.name, fields)
            )
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
            expr.name_place, "BZ521", f'"{owner.of}" has no field "{expr.name}"', suggest(expr.name, names)
        )

    def _ref_part(self, expr: syntax.Attr, owner: Type) -> Type:
        if expr.name in ("title", "id"):
            expr.means, expr.data = "record-" + expr.name, owner.of
            return TEXT
        fields = self.ruleset.kinds[owner.of].fields if owner.of in self.ruleset.kinds else {}
        if expr.name not in fields:
            hint = suggest(expr.name, [*fields, "title", "id"])
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
        fields = self.ruleset.players
        if expr.name not in fields:
            zones = [zone.name for zone in self.ruleset.zones.values() if zone.per == "player"]
            return self.problem(
                expr.name_place, "BZ521", f'a player has no field "{expr.name}"', suggest(expr.name, [*fields, *zones])
            )
        return self._declared(expr, fields, "player", "a player")

    def _cell_part(self, expr: syntax.Attr, owner: Type) -> Type:
        if expr.name not in _CELL_PARTS:
            return self.problem(
                expr.name_place, "BZ521", f'a cell has no field "{expr.name}"', suggest(expr.name, _CELL_PARTS)
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
                suggest(expr.name, [*faces, "name"]),
            )
        expr.means, expr.data = "face", (owner.of, faces[expr.name])
        return _unbounded(faces[expr.name].type)

    def writable(self, target: syntax.Attr, scope: Scope) -> Type:
        """The declared type of a field that is assigned to."""
        shown, scope.shown = scope.shown, {}
        type = self.expr(target, scope)
        scope.shown = shown
        if target.means in ("state", "game-state", "player", "context"):
            if target.means != "context" or self.pure_because:
                self.raise_mode(CHANGING, target.place, f'assigning "{target.name}"')
            return type
        if type.name != "error":
            what = (
                "printed: it never changes"
                if target.means in ("record", "mission", "number", "shape", "face")
                else "not a field of the state"
            )
            self.problem(target.place, "BZ535", f'"{target.name}" is {what}')
        return ERROR

    # ---- what a test shows

    def narrow(self, test: Expr, outcome: bool, scope: Scope) -> None:
        """What is known after a test came out so."""
        if isinstance(test, syntax.Unary) and test.op == "not":
            self.narrow(test.value, not outcome, scope)
        elif isinstance(test, syntax.Logic):
            if (test.op == "and") == outcome:
                for value in test.values:
                    self.narrow(value, outcome, scope)
        elif isinstance(test, syntax.Binary) and test.op in ("==", "!="):
            side = _beside_none(test)
            if side is not None:
                self._show(side, (test.op == "!=") == outcome, scope)
        elif isinstance(test, (syntax.Name, syntax.Attr)) and outcome and test.type and test.type.name == "optional":
            self._show(test, True, scope)

    def _show(self, expr: Expr, there: bool, scope: Scope) -> None:
        path = path_of(expr)
        if path and expr.type is not None and expr.type.name == "optional":
            shown = expr.type.items[0] if there else NONE
            if "." not in path:
                scope.assign(path, shown)
            else:
                scope.shown[path] = shown

    # ---- calls

    def _call(self, expr: syntax.Call, scope: Scope, asks: bool) -> Type:
        if isinstance(expr.target, syntax.Attr):
            return self._method(expr, scope)
        if not isinstance(expr.target, syntax.Name):
            return self.problem(
                expr.target.place, "BZ513", "only rules and library functions are called", "give it a name"
            )
        name = expr.target.id
        if name in forms.FORMS and name not in scope.vars:
            return forms.FORMS[name](self, expr, scope, asks)
        if name in forms.LOOPS:
            return self.problem(
                expr.place, "BZ533", f'"{name}" stands only after "in" of a for', f"for x in {name}(...):"
            )
        if name in self.rules:
            return self._rule_call(expr, name, scope, asks)
        if name in signatures() and name not in scope.vars:
            return self._library_call(expr, signatures()[name], scope)
        if name in scope.vars:
            return self.problem(expr.target.place, "BZ522", f'"{name}" is a value and cannot be called')
        names = [*self.rules, *signatures(), *forms.FORMS]
        return self.problem(
            expr.target.place, "BZ520", f'no rule and no library function is named "{name}"', suggest(name, names)
        )

    def _rule_call(self, expr: syntax.Call, name: str, scope: Scope, asks: bool) -> Type:
        info = self.rules[name]
        if self.rule is not None:
            self.rule.calls.add(name)
        if info.stage == "busy":
            return self._recursion(expr, name)
        info = self.need(name)
        expr.means, expr.data = "rule", self._arguments(expr, info, scope, asks and info.mode == ASKING)
        if info.mode == ASKING and not asks and not self.pure_because:
            self.misplaced(expr.place, name)
        self.raise_mode(info.mode, expr.place, f'"{name}"')
        if info.mode:
            scope.forget_state(self.fixed_paths)
        return info.returns

    def misplaced(self, place: Place, name: str) -> None:
        """A decision stands where a rule cannot stop and go on."""
        self.problem(
            place,
            "BZ526",
            f'"{name}" asks for a decision in the middle of an expression',
            f"on a line before: answer = {name}(...), then use answer",
        )

    def _recursion(self, expr: syntax.Call, name: str) -> Type:
        busy = [rule for rule, info in self.rules.items() if info.stage == "busy"]
        notes = tuple(
            (Spot(self.rules[rule].node.path, self.rules[rule].node.place.line), f'"{rule}" is on the way')
            for rule in busy[:6]
        )
        return self.problem(
            expr.place,
            "BZ525",
            f'"{name}" calls itself, by way of {len(busy)} {"rule" if len(busy) == 1 else "rules"}',
            "use a bounded loop",
            notes,
        )

    def _arguments(self, expr: syntax.Call, info: RuleInfo, scope: Scope, asks: bool) -> list[Expr]:
        """The arguments of a rule's call in the order of its parameters."""
        name = info.node.name
        given: dict[str, Expr] = {}
        params = list(info.params)
        for param, value in zip(params, expr.args, strict=False):
            given[param] = value
        if len(expr.args) > len(params):
            self.problem(expr.args[len(params)].place, "BZ523", f'"{name}" takes {len(params)} arguments')
        for key, value, place in expr.keywords:
            if key not in info.params:
                self.problem(place, "BZ523", f'"{name}" has no parameter "{key}"', suggest(key, params))
            elif key in given:
                self.problem(place, "BZ523", f'"{key}" is given twice')
            given.setdefault(key, value)
        missing = [param for param in params if param not in given]
        if missing:
            self.problem(expr.place, "BZ523", f'"{name}" lacks {", ".join(missing)}')
        for param, value in given.items():
            self.wants(self.expr(value, scope, asks), info.params.get(param, ERROR), value.place, f'"{param}"')
        return [given[param] for param in params if param in given]

    def _library_call(self, expr: syntax.Call, signature: Signature, scope: Scope) -> Type:
        if signature.name == "move" and expr.args and self.expr(expr.args[0], scope).name in ("list", "zone"):
            signature = signatures()["move_each"]
        given = self._match(expr, signature)
        bound: dict[str, Type] = {}
        arguments: list[tuple[str, Any]] = []
        for param in signature.params:
            value = given.get(param.name)
            if value is None:
                if not param.optional:
                    self.problem(expr.place, "BZ523", f'"{signature.name}" lacks "{param.name}"')
                continue
            arguments.append((param.name, self._library_argument(param.type, value, bound, scope, signature)))
        expr.means, expr.data = "library", (signature, arguments, bound.get("K"))
        self.raise_mode(signature.mode, expr.place, f'"{signature.name}"')
        if signature.mode:
            scope.forget_state(self.fixed_paths)
        return fill_in(signature.returns, bound)

    def _match(self, expr: syntax.Call, signature: Signature) -> dict[str, Expr]:
        names = [param.name for param in signature.params]
        if len(expr.args) > len(names):
            self.problem(
                expr.args[len(names)].place, "BZ523", f'"{signature.name}" takes at most {len(names)} arguments'
            )
        given = dict(zip(names, expr.args, strict=False))
        for key, value, place in expr.keywords:
            if key not in names:
                self.problem(place, "BZ523", f'"{signature.name}" has no parameter "{key}"', suggest(key, names))
            else:
                given.setdefault(key, value)
        return given

    def _library_argument(
        self, pattern: Type, value: Expr, bound: dict[str, Type], scope: Scope, signature: Signature
    ) -> Any:
        if pattern.name in ("kind", "tag", "way", "word", "lifetime"):
            return self._literal(pattern, value, bound)
        type = self.expr(value, scope)
        if pattern.name == "place" and type == BOARD_TYPE and signature.mode == PURE:
            return value
        if not bind(pattern, type, bound):
            if type.name == "optional" and bind(pattern, type.items[0], bound):
                self.problem(value.place, "BZ524", "this may be None", 'test "if x != None:" before, or say must(x)')
            else:
                self.problem(
                    value.place,
                    "BZ522",
                    f'"{signature.name}" does not take "{type}" here',
                    f"as in {_signature_text(signature)}",
                )
        return value

    def _literal(self, pattern: Type, value: Expr, bound: dict[str, Type]) -> str:
        board = self.ruleset.board
        names: dict[str, Any] = {
            "kind": self.ruleset.kinds, "tag": board.tags if board else {}, "way": board.ways if board else {},
            "word": self.ruleset.words, "lifetime": {"round": 0},
        }  # fmt: skip
        allowed = names[pattern.name]
        if not isinstance(value, syntax.Const) or not isinstance(value.value, str):
            self.problem(
                value.place,
                "BZ522",
                f"the {pattern.name} should be written out as a text",
                f'"{next(iter(allowed), "...")}"',
            )
            return ""
        value.type = TEXT
        if value.value not in allowed:
            self.problem(
                value.place, "BZ520", f'no {pattern.name} is named "{value.value}"', suggest(value.value, allowed)
            )
        elif pattern.name == "kind":
            bound["K"] = Type("piece", of=value.value)
        return value.value

    def _method(self, expr: syntax.Call, scope: Scope) -> Type:
        assert isinstance(expr.target, syntax.Attr)
        return forms.method(self, expr, scope)

    # ---- what declarations name

    def declared(
        self,
        path: tuple[str | int, ...],
        rule: str,
        params: dict[str, Type] | None,
        returns: Type | None = None,
        mode: int = ASKING,
        first: Type | None = None,
    ) -> RuleInfo | None:
        """A rule that the ruleset names: it must exist, and fit."""
        self.declared_names.append(rule)
        if rule not in self.rules:
            self.at_declaration(path, "BZ520", f'no rule is named "{rule}"', suggest(rule, self.rules))
            return None
        info = self.need(rule)
        if params is not None and set(info.params) != set(params):
            wanted = ", ".join(params) or "nothing"
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take {wanted}')
        if first is not None and [*info.params.values()] != [first]:
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take one "{first}"')
        if returns is not None and not assignable(info.returns, returns):
            self.at_declaration(path, "BZ522", f'the rule "{rule}" should give "{returns}", not "{info.returns}"')
        if info.mode > mode:
            self.at_declaration(path, "BZ527", f'the rule "{rule}" should be {MODES[mode]}, and is {MODES[info.mode]}')
        return info

    def at_declaration(self, path: tuple[str | int, ...], code: str, message: str, hint: str = "") -> None:
        """A problem in ruleset.yaml: its path stands in the spot, for the compiler to turn into a place."""
        self.problems.append(Problem(Spot("ruleset.yaml#" + "/".join(map(str, path))), code, message, hint))

    def word(self, name: str) -> forms.WordInfo | None:
        """A word of the vocabulary, checked: what it needs, and its class."""
        if name not in self.words_checked:
            self.words_checked[name] = None
            self.words_checked[name] = forms.word_info(self, self.ruleset.words[name])
        return self.words_checked[name]

    def loop_source(self, statement: syntax.For, scope: Scope) -> tuple[Type, bool]:
        """What a loop gives, and whether running out of it is a fault."""
        source = statement.source
        if (
            isinstance(source, syntax.Call)
            and isinstance(source.target, syntax.Name)
            and source.target.id in forms.LOOPS
        ):
            return forms.loop(self, source, scope)
        return self.elements(self.expr(source, scope), source.place), False


def _unbounded(type: Type) -> Type:
    """A field's type as its readers see it: bounds belong to the field, not to the number."""
    if type.name == "int":
        return INT
    return type._replace(items=tuple(map(_unbounded, type.items))) if type.items else type


def _beside_none(test: syntax.Binary) -> Expr | None:
    for side, other in ((test.left, test.right), (test.right, test.left)):
        if isinstance(other, syntax.Const) and other.value is None and isinstance(side, (syntax.Name, syntax.Attr)):
            return side
    return None


def _signature_text(signature: Signature) -> str:
    from ..library import LIBRARY

    return LIBRARY[signature.name].signature


_METHODS: dict[type, Callable[[Expressions, Any, Scope], Type]] = {
    syntax.Const: Expressions._const,
    syntax.Name: Expressions._name,
    syntax.ListExpr: Expressions._list,
    syntax.TupleExpr: Expressions._tuple,
    syntax.DictExpr: Expressions._dict,
    syntax.Logic: Expressions._logic,
    syntax.Unary: Expressions._unary,
    syntax.Cond: Expressions._cond,
    syntax.Comp: Expressions._comp,
    syntax.Binary: Expressions._binary,
    syntax.Index: Expressions._index,
    syntax.Slice: Expressions._slice,
    syntax.Attr: Expressions._attr,
}
