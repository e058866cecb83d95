"""What cannot be judged by a ruleset that has flaws: kinds whose records are passed over, and the board of the maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bartizan_compiler.shape import EVERY, UNNAMED
from bartizan_engine.declared import Field, Flaw, Kind, Ruleset
from bartizan_engine.lost import Lost
from bartizan_engine.types import Type

UNTIL = "until the ruleset is right"
SET_OPTIONS = ("mission", "campaign")  # the families whose records set options


class Doubt:
    """Which declarations have flaws, or lost a part for them; and what follows from that."""

    def __init__(self, ruleset: Ruleset, data: Mapping[str, Any], flaws: list[Flaw], lost: Lost) -> None:
        self.ruleset, self.data, self.lost = ruleset, data, lost
        self.wrong = {flaw.path[:2] for flaw in flaws} | {path[:2] for path in lost.paths}
        self.board = lost.holds("board") or any(
            path[:1] == ("board",) for path in [*(f.path for f in flaws if f.code != "BZ534"), *lost.paths]
        )
        self.kinds = frozenset([EVERY]) if lost.holds("kinds") else frozenset(self._kinds())

    def notes(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """What is not checked, each with the path of the declaration for which it is not."""
        if EVERY in self.kinds:
            yield ("kinds",), f"no record of a kind is checked {UNTIL}"
        if UNNAMED in self.kinds:
            yield ("kinds",), f"records of kinds that are not declared are not checked {UNTIL}"
        for name in sorted(self.kinds - {EVERY, UNNAMED}):
            yield ("kinds", name), f'records of the kind "{name}" are not checked {UNTIL}'
        if self.board:
            yield ("board",), f"maps are not checked {UNTIL}"
        yield (), f"rules are not checked {UNTIL}"

    def _kinds(self) -> Iterator[str]:
        """The kinds whose records cannot be judged, because they or something that they use has flaws."""
        if self.lost.holds("kinds", UNNAMED):
            yield UNNAMED
        used = {("enum", name) for name in _of("enums", self.wrong)} | {("shape", name) for name in self._shapes()}
        used |= {("effects", "")} if self._words() else set()
        options = self.lost.holds("options") or _less(self.data.get("options"), self.ruleset.options)
        for name, said in _mapping(self.data.get("kinds")).items():
            kind = self.ruleset.kinds.get(name)
            if (
                kind is None
                or ("kinds", name) in self.wrong
                or _lacks(_mapping(said), kind)
                or (options and kind.family in SET_OPTIONS)
                or self._any(_fields(kind), used)
            ):
                yield str(name)

    def _shapes(self) -> Iterator[str]:
        yield from _of("shapes", self.wrong)
        for name, said in _mapping(self.data.get("shapes")).items():
            if _less(said, self.ruleset.shapes.get(name, {})):
                yield str(name)

    def _words(self) -> bool:
        words = _mapping(self.data.get("words"))
        lacking = (
            _less(_mapping(said).get("args"), self.ruleset.words[name].args)
            for name, said in words.items()
            if name in self.ruleset.words
        )
        return any(path[:1] == ("words",) for path in self.wrong) or any(lacking)

    def _any(self, fields: Iterable[Field], wrong: set[tuple[Any, Any]], depth: int = 0) -> bool:
        return any(self._uses(field.type, wrong, depth) for field in fields)

    def _uses(self, type: Type, wrong: set[tuple[Any, Any]], depth: int) -> bool:
        if (type.name, type.of) in wrong or (type.name == "enum" and type.of not in self.ruleset.enums) or depth > 16:
            return True
        if type.name == "shape":
            return self._any(self.ruleset.shapes.get(type.of, {}).values(), wrong, depth + 1)
        return any(self._uses(item, wrong, depth + 1) for item in type.items)


def _of(section: str, paths: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    return (str(path[1]) for path in paths if len(path) == 2 and path[0] == section)


def _lacks(said: Mapping[str, Any], kind: Kind) -> bool:
    """Whether a kind lost a field because its type could not be made out, for which something else is to blame."""
    return any(_less(said.get(name), fields) for name, fields in (("fields", kind.fields), ("faces", kind.faces)))


def _less(said: Any, read: Mapping[str, Any]) -> bool:
    return any(name not in read for name in _mapping(said))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _fields(kind: Kind) -> list[Field]:
    return [*kind.fields.values(), *kind.faces.values()]
