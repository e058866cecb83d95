"""Texts with values in them: how they stand in the state, and how long they can become when they are read.

Such a text is put into words for each reader, so what is kept is the number of its template and what fills it, in one
row: (template, value, ...). A text that fills a hole of another stands in that row itself, where its hole is, so that
texts that grow by each other never grow deep. A plain text is a `str`.

What a text may come to is bounded before play, by what its holes are declared to hold; or it is measured when it is
made, with what the state holds then. What has grown since then is cut where it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import text as sentences
from .eyes import hidden_name
from .fault import Fault
from .types import MAX_TEXT, TEXT, Type

if TYPE_CHECKING:
    from .fixed import Fixed
    from .language.parts import Template
    from .state import Base

ENDLESS = 1 << 40  # of what has no bound before play
DIGITS = 20  # of the longest number
PART = 16  # what it costs to look at one part of a text
MAX_BETWEEN = 4  # texts in each other with a tuple between each two


def spliced(value: Any) -> tuple[Any, ...]:
    """A text as it stands in the row of another."""
    return value if type(value) is tuple else (value,)


def opened(templates: Sequence[Template], message: tuple[Any, ...]) -> list[tuple[Type | None, Any]]:
    """What stands in a text with values: each template as (None, its number), each value with its type, in order.

    Raises:
        ValueError, IndexError: it is no such text.
    """
    found: list[tuple[Type | None, Any]] = []
    wanted = [TEXT]
    for item in message:
        if not wanted:
            raise ValueError("a text has more values than holes")
        of = wanted.pop()
        of = of.items[0] if of.name == "optional" else of
        if of.name == "text" and type(item) is int:
            if not 0 <= item < len(templates):
                raise ValueError("there is no such template")
            wanted += reversed(templates[item].types)
            found.append((None, item))
        else:
            found.append((of, item))
    if wanted or not found or found[0][0] is not None:
        raise ValueError("a text has more holes than values")
    return found


# ---------------------------------------------------------------- bounds before play


@lru_cache(maxsize=4096)
def weights(template: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The letters of a template without what fills it, and how often each hole that takes a value as it is stands.

    Each hole counts for one letter at least: so texts in each other are few, whatever fills them.
    """
    letters, times = 0, dict[str, int]()
    for part in sentences.parts(template):
        if isinstance(part, str):
            letters += len(part)
        elif part.words:
            letters += max(len(word) + DIGITS * word.count("#") for word in part.words) + 1
            times.setdefault(part.name, 0)
        else:
            times[part.name] = times.get(part.name, 0) + 1
    return letters, tuple(times.items())


class Sizes:
    """How many letters what people call a value has at most, by its type; `ENDLESS` where play decides."""

    def __init__(self, fixed: Fixed) -> None:
        self.fixed = fixed
        self._known: dict[Type, int] = {}
        self._labels: dict[str, int] = {}

    def most(self, type: Type) -> int:
        """The letters of a value of a type."""
        if type not in self._known:
            self._known[type] = self._most(type)
        return self._known[type]

    def _most(self, type: Type) -> int:
        name, fixed, ruleset = type.name, self.fixed, self.fixed.ruleset
        if name in ("int", "bool"):
            return DIGITS
        if name == "optional":
            return max(len("none"), self.most(type.items[0]))
        if name == "tuple":
            return sum(self.most(item) + 2 for item in type.items)
        if name == "piece":
            return self.label(type.of)
        if name == "ref":
            return max(len(type.of), self.title(type.of))
        if name == "cell":
            return _longest(fixed.cell_names)
        if name == "player":
            return len("player 16")
        if name == "enum":
            return _longest(list(ruleset.enums[type.of].says.values()))
        if name == "face":
            return _longest(fixed.face_name)
        if name == "zone":
            return max((len(zone.says) + len(" of player 16") for zone in ruleset.zones.values()), default=0)
        if name == "action":
            return _longest([item.says for item in ruleset.menus[type.of].values()])
        return ENDLESS

    def title(self, kind: str) -> int:
        """The longest title of a kind, or of what stands for one that is hidden."""
        return max(_longest(self.fixed.titles.get(kind, [])), len(hidden_name(kind)))

    def place(self) -> int:
        """What a label calls the longest place."""
        titles = max((self.title(kind) for kind in self.fixed.kinds), default=0)
        return max(self.most(Type("cell")), self.most(Type("zone")), titles, len("nowhere"))

    def label(self, kind: str) -> int:
        """The longest label of a kind."""
        if kind not in self._labels:
            letters, times = weights(self.fixed.ruleset.kinds[kind].label)
            found = letters + sum(often * max(self._in_label(kind, name), 1) for name, often in times)
            self._labels[kind] = min(max(found, self.title(kind)), ENDLESS)
        return self._labels[kind]

    def _in_label(self, kind: str, name: str) -> int:
        if name in ("title", "cell"):
            return self.title(kind) if name == "title" else self.place()
        declared = self.fixed.ruleset.kinds[kind]
        type = (declared.state if name in declared.state else declared.fields)[name].type
        type = type.items[0] if type.name == "optional" else type
        return max(self.title(type.of), len("none")) if type.name == "piece" else self.most(type)


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)


def template_most(template: Template, holes: Sequence[int]) -> int:
    """The letters of a template at most, by those of what fills it."""
    letters, times = weights(template.text)
    often = dict(times)
    return letters + sum(often[name] * max(most, 1) for name, most in zip(template.names, holes, strict=True))


# ---------------------------------------------------------------- measured at play


def measured(s: Base, message: tuple[Any, ...], label: bool = False, depth: int = 0) -> int:
    """About how many letters a text with values has as the state is now, and no fewer; in a label, pieces go by titles.

    Raises:
        Fault: they are more than a text may have.
    """
    if depth > MAX_BETWEEN:
        raise Fault("BZ811", f"more than {MAX_BETWEEN} texts with tuples between them", "name what is in the tuple")
    templates, sizes = s.program.templates, list[int]()
    for type, item in reversed(opened(templates, message)):
        if type is not None:
            sizes.append(_size(s, type, item, label, depth))
            continue
        template = templates[item]
        holes = [sizes.pop() for _ in template.names]
        sizes.append(checked(template_most(template, holes)))
    return sizes[0]


def checked(size: int) -> int:
    """A size, if a text may have it."""
    if size > MAX_TEXT:
        raise Fault("BZ811", f"a text that may come to more than {MAX_TEXT} characters", "say less at once")
    return size


def _size(s: Base, type: Type, value: Any, label: bool, depth: int) -> int:
    name, fixed = type.name, s.fixed
    if value is None:
        return len("none")
    if name == "optional":
        return _size(s, type.items[0], value, label, depth)
    if name == "int":
        return len(str(value))
    if name == "text":
        return len(value) if isinstance(value, str) else measured(s, value, label, depth + 1)
    if name == "piece":
        return fixed.sizes.title(type.of) if label else label_size(s, value)
    if name in ("list", "tuple"):
        inner = type.items if name == "tuple" else type.items * len(value)
        found = 0
        for of, item in zip(inner, value, strict=True):
            found = checked(found + _size(s, of, item, label, depth) + 2)
        return found
    return fixed.sizes.most(type)


def label_size(s: Base, piece: int) -> int:
    """About how many letters the label of a piece has as the state is now, and no fewer.

    Raises:
        Fault: they are more than a text may have.
    """
    kind = s.fixed.kinds[s.kind[piece]]
    most = s.fixed.sizes.label(kind)
    if most <= MAX_TEXT:
        return most
    declared, record = s.fixed.ruleset.kinds[kind], s.record[piece]
    found, times = weights(declared.label)
    for name, often in times:
        if name in ("title", "cell"):
            size = s.fixed.sizes.title(kind) if name == "title" else s.fixed.sizes.place()
        elif name in declared.state:
            size = _size(s, declared.state[name].type, getattr(s, f"{kind}__{name}")[piece], True, 0)
        else:
            size = _size(s, declared.fields[name].type, s.fixed.columns[f"{kind}.{name}"][record], True, 0)
        found = checked(found + often * max(size, 1))
    return max(checked(found), len(hidden_name(kind)))


def filled(s: Base, message: tuple[Any, ...]) -> tuple[Any, ...]:
    """A text with values that play alone can measure: paid for, and not too long."""
    s.spend(PART * len(message))
    s.spend(measured(s, message) // 8)
    return message


def named(s: Base, piece: int) -> str:
    """The label of a piece as a text of the rules: paid for, and not too long."""
    s.spend(label_size(s, piece))
    return s.name(piece)
