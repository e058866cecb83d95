"""What records of a pack may hold, by the kinds of its ruleset; the JSON Schemas that are published of it.

What judges a record is made when one is to be judged (`judges`): to import what it is made of takes long, and a check
after which little has changed has no need of it.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bartizan_compiler.scalars import MAX_SEATS
from bartizan_engine import declared
from bartizan_engine.declared import MISSING, Ruleset, Word
from bartizan_engine.types import MAX_ITEMS, Type

if TYPE_CHECKING:
    from bartizan_compiler.families import Closed
    from bartizan_compiler.judges import Judges
    from bartizan_compiler.link import Pack

MAX_EFFECTS = 64
NONE = "none"

FIXED = ("map", "example", "ruling", "clause")  # families whose records look the same in every game
FORMS = ("grid", "tiles", "tiled", "nodes")  # of a map


class Models:
    """The models of one pack, and what they follow from."""

    def __init__(self, ruleset: Ruleset, seats: tuple[int, int] | None) -> None:
        """`seats` is None where nobody knows how many play; a table by seats then has any keys."""
        self.ruleset = ruleset
        self.seats = seats or (1, MAX_SEATS)
        self.seats_known = seats is not None

    @cached_property
    def _judges(self) -> Judges:
        from bartizan_compiler.judges import Judges

        return Judges(self)

    def kind(self, name: str) -> type[Closed]:
        """The model of a kind's record; `kind` may be left out where it is the only one of its family."""
        return self._judges.kind(name)

    def fixed(self, family: str) -> type[Closed]:
        """The model of records that look the same in every game."""
        from bartizan_compiler.judges import FIXED

        return FIXED[family]

    def lone(self, family: str) -> str:
        """The name of the family's only kind, or nothing."""
        names = self.kinds(family)
        return names[0] if len(names) == 1 else ""

    def kinds(self, family: str) -> list[str]:
        """The kinds of a family, in the ruleset's order."""
        return [kind.name for kind in self.ruleset.kinds.values() if kind.family == family]

    def keys(self, key: Type) -> list[str] | None:
        """The keys that a table has, None where they are ids."""
        if key.name == "enum":
            return list(self.ruleset.enums[key.of].members)
        if key.name in ("seats", "range"):
            low, high = self.seats if key.name == "seats" else (key.low, key.high)
            return [str(number) for number in range(low, min(high, low + MAX_ITEMS) + 1)]
        return None


def told(field: declared.Field) -> str:
    """What a field is, in a sentence for authors: what is read of it, its type, and how it starts."""
    says = "; ".join(filter(None, (field.says.rstrip("."), field.help.rstrip("."))))
    start = "" if field.default is MISSING else f"; without it, {_shown(field.default)}"
    return f"{says} ({field.type}{start})" if says else f"{field.name}: {field.type}{start}"


def _shown(default: Any) -> str:
    return default if isinstance(default, str) else json.dumps(default, ensure_ascii=False)


def needs(word: Word) -> list[str]:
    """The arguments of a word that cannot be left out."""
    return [name for name, field in word.args.items() if field.default is MISSING and field.type.name != "optional"]


def lone_argument(word: Word) -> declared.Field | None:
    """The argument that may be written without its name: the only one, unless its value is a mapping."""
    if len(word.args) != 1:
        return None
    field = next(iter(word.args.values()))
    inner = field.type.items[0] if field.type.name == "optional" else field.type
    return None if inner.name in ("table", "shape") else field


def schemas(pack: Pack) -> dict[str, dict[str, Any]]:
    """The published schemas of a pack by their path in the folder of schemas, the fixed ones among them."""
    from bartizan_compiler import schemas as documents
    from bartizan_compiler.specimens import examples

    models = Models(pack.ruleset, tuple(pack.info["players"]))
    return documents.fixed() | documents.of_pack(pack.info["id"], pack.info["title"], models, examples(pack))
