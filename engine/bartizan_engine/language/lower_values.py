"""Values on their way out of an expression, as Python source: into a text for players, into a field of the state.

What a text may come to and what a field promises is proven before play where types can prove it, and tested there where
they cannot.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from ..declared import Field
from ..text import fill
from ..types import MAX_ITEMS, MAX_TEXT, Type, promises
from ..values import MAX_SEATS
from ..wording import ENDLESS, template_most
from . import parts, syntax
from .lower_fields import Fields
from .syntax import Expr
from .typing import ERROR

SHORT = 64  # letters of a value that is written out where it stands


class Values(Fields):
    """Emits what becomes of a value; `lower_expr` emits the expressions around it."""

    templates: list[parts.Template]
    types: list[Type]
    literals: dict[str, Any]  # long values of the data, by how they are written

    def type_number(self, type: Type) -> int:
        """The number of a type in the program's list, for what must name values of it."""
        if type not in self.types:
            self.types.append(type)
        return self.types.index(type)

    @abstractmethod
    def escaping(self, expr: Expr, wanted: Type | None = None) -> str:
        """A value that somebody else will hold."""

    def message(self, message: parts.Message | None) -> str:
        """A text for players: a plain text, or a template's number with its values."""
        if message is None:
            return "None"
        if message.expr is not None:
            return self.expr(message.expr)
        template = self.templates[message.template]
        if not template.names:
            return repr(fill(template.text, {}))
        values = "".join(self._filling(value) + ", " for value in message.values)
        code = f"({message.template}, {values})"
        most = template_most(template, [self._letters(value) for value in message.values])
        return code if most <= MAX_TEXT else f"_filled(s, {code})"

    def _filling(self, value: Expr) -> str:
        """What fills a hole; a text with values that fills one stands there itself, for each reader to read."""
        code = self.escaping(value)
        kind = value.type.items[0] if value.type is not None and value.type.name == "optional" else value.type
        written = self._letters(value) < ENDLESS
        return code if kind is None or kind.name != "text" or written else f"*_spliced({code})"

    def _letters(self, value: Expr) -> int:
        """How many letters people read of a value at most, as far as that is known before play."""
        if isinstance(value, syntax.Const) and isinstance(value.value, str):
            return len(value.value)
        if isinstance(value, syntax.Name) and value.means == "constant":
            return self._letters(self.checked.constants[value.id].value)
        if isinstance(value, syntax.Attr) and value.type is not None and value.type.name == "text":
            return self._letters_of(value)
        return self.fixed.sizes.most(value.type or ERROR)

    def _letters_of(self, value: syntax.Attr) -> int:
        """The same of a text that a dot reads: of what the data holds, the longest."""
        means, sizes = value.means, self.fixed.sizes
        if means in ("piece-title", "record-title", "mission-title", "campaign-title"):
            return sizes.title(value.data)
        if means in ("piece-id", "record-id", "mission-id", "campaign-id"):
            return max(map(len, self.fixed.record_ids[value.data]), default=0)
        if means == "piece-name":
            return sizes.label(value.data)
        return sizes.most(Type(means[:4])) if means in ("cell-name", "face-name") else ENDLESS

    def literal(self, value: Any) -> str:
        """A value of the data as source: what is long stands outside of the rules, so that nobody writes it out."""
        if not isinstance(value, (list, dict, tuple)) or len(repr(value)) <= SHORT:
            return repr(value)
        self.literals.setdefault(repr(value), value)
        return f"K_{list(self.literals).index(repr(value))}"

    def bounded(self, code: str, source: Expr | None, field: Field) -> str:
        """A value on its way into a field: tested against what the field promises, unless its source proves it."""
        type = field.type.items[0] if field.type.name == "optional" else field.type
        if type.name == "list" and (
            not promises(type.items[0]) or self.proves(source, type._replace(low=0, high=MAX_ITEMS))
        ):
            return f"_bound_list({code}, {type.low}, {type.high}, {field.name!r})"
        if self.proves(source, type):
            return code
        if type.name == "int":
            return f"_bound({code}, {type.low}, {type.high}, {field.name!r})"
        return f"_bound_all(s, {code}, {self.type_number(type)}, {field.name!r})"

    def table_key(self, index: Expr, key: Type, name: str) -> str:
        """A key on its way into a table of the state: one that the table has."""
        code = self.expr(index)
        low, high = (1, MAX_SEATS) if key.name == "seats" else (key.low, key.high)
        least, most = self.bounds(index)
        if key.name not in ("seats", "range") or (low <= least and most <= high):
            return code
        return f"_bound_key({code}, {low}, {high}, {name!r})"
