"""Read the two papers in front of a pack: `pack.yaml` and `ruleset.yaml`.

The ruleset is turned into plain JSON, in which a path leads to each declaration; the engine resolves it, and its flaws
get the places of those paths. A kind whose declaration has flaws is named, so that its records are not blamed for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic_core import PydanticCustomError

from bartizan_compiler import families, shape
from bartizan_compiler.faults import first
from bartizan_compiler.fill import KEY, Path
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_engine.declared import Field, Flaw, Kind, Ruleset
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.ruleset import all_gaps, declare
from bartizan_engine.shorthand import normalise
from bartizan_engine.types import Type


class Declared(NamedTuple):
    """A ruleset with its JSON, the places of its parts, and the kinds that cannot be judged by it.

    It is `sound` if nothing in it was left out; rules are checked against nothing less.
    """

    ruleset: Ruleset
    data: dict[str, Any]
    places: dict[Path, Spot]
    broken: frozenset[str]
    sound: bool

    def at(self, *path: str | int) -> Spot:
        """The place of a declaration, or of the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return Spot("ruleset.yaml")

    def key(self, *path: str | int) -> Spot:
        """The place of the key that a declaration stands under."""
        return self.places.get((KEY, *path)) or self.at(*path)


def pack_info(node: Node) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What `pack.yaml` says; `players` as its two numbers."""
    value, problems = shape.judge(families.PackInfo, node, "")
    if value is None:
        return None, problems
    requires = node.get("requires") if isinstance(node, Mapping) else None
    if isinstance(requires, Mapping):
        problems += [
            Problem(key.spot, "BZ709", f'packs that require others, like "{key.text}", are not built yet')
            for key, _ in requires.pairs
        ]
    return value | {"players": list(families.seats(value["players"]))}, problems


def seats(node: Node | None) -> tuple[int, int] | None:
    """How many can play, even if other things in `pack.yaml` are wrong."""
    players = node.get("players") if isinstance(node, Mapping) else None
    try:
        return families.seats(players.text) if isinstance(players, Scalar) else None
    except ValueError:
        return None


def no_ruleset() -> Declared:
    """What stands in for a ruleset that cannot be read: nothing can be judged by it."""
    return Declared(declare({})[0], {}, {}, frozenset([shape.EVERY]), sound=False)


def ruleset(node: Node) -> tuple[Declared, list[Problem]]:
    """Resolve what `ruleset.yaml` declares."""
    reader = _Reader()
    data = reader.read(node, ())
    if not isinstance(data, dict):
        spot = node.spot
        return no_ruleset(), [Problem(spot, "BZ201", "a ruleset is a mapping of sections", "entries: ..., kinds: ...")]
    resolved, flaws = declare(data)
    lost = _broken(resolved, data, flaws)
    declared = Declared(resolved, normalise(data), reader.places, frozenset(lost), sound=not flaws)
    problems = reader.problems + [_problem(flaw, node, declared) for flaw in flaws]
    problems += [
        Problem(
            declared.key("kinds", name),
            "BZ219",
            f'records of the kind "{name}" are not checked until the ruleset is right',
        )
        for name in sorted(lost)
    ]
    if flaws:
        problems.append(Problem(Spot("ruleset.yaml"), "BZ219", "rules are not checked until the ruleset is right"))
    return declared, problems


def gaps(declared: Declared, seats: tuple[int, int] | None, root: Node) -> list[Problem]:
    """The keys that printed numbers and defaults lack; where nobody knows how many play, none by seats."""
    found = all_gaps(declared.ruleset, seats or (1, 0)) if declared.sound else ()
    return [_problem(flaw._replace(code="BZ204"), root, declared) for flaw in found]


class _Reader:
    """Reads nodes as JSON: decimals, true and false where they are plain, all else as text."""

    def __init__(self) -> None:
        self.places: dict[Path, Spot] = {}
        self.problems: list[Problem] = []

    def read(self, node: Node, path: Path) -> Any:
        self.places[path] = first(node)
        if isinstance(node, Mapping):
            out = {}
            for key, value in node.pairs:
                self.places[(KEY, *path, key.text)] = key.spot
                if isinstance(value, Scalar) and value.plain and families.NOTHING.match(value.text):
                    self.problems.append(
                        Problem(key.spot, "BZ215", f'"{key.text}" is empty', "give it a value, or leave it out")
                    )
                else:
                    out[key.text] = self.read(value, (*path, key.text))
            return out
        if isinstance(node, Sequence):
            return [self.read(item, (*path, index)) for index, item in enumerate(node.items)]
        try:
            return families.loosely(node)
        except PydanticCustomError as error:
            code, what = ("BZ206", "does not fit into 64 bits") if error.type == "sixty_four" else ("BZ215", "is empty")
            self.problems.append(Problem(node.spot, code, f'"{node.text[:24]}" {what}'))
            return 0


def _problem(flaw: Flaw, root: Node, declared: Declared) -> Problem:
    """A flaw at its place: at the key where that is what is wrong, or where the value goes over several lines."""
    node, path = root, []
    for step in flaw.path:
        inner = node.get(str(step)) if isinstance(node, Mapping) else None
        if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            inner = node.items[step]
        if inner is None:
            break
        node = inner
        path.append(step)
    at_key = (
        not isinstance(node, Scalar)
        or flaw.code == "BZ503"
        or "means nothing here" in flaw.message
        or "is no section" in flaw.message
    )
    spot = declared.key(*path) if at_key and path else declared.at(*path)
    return Problem(spot, flaw.code, flaw.message, flaw.hint)


def _broken(ruleset: Ruleset, data: dict[str, Any], flaws: list[Flaw]) -> set[str]:
    """The kinds whose records cannot be judged, because they or something that they use has flaws."""
    wrong = {flaw.path[:2] for flaw in flaws}
    words = any(path[:1] == ("words",) for path in wrong)
    kinds = data.get("kinds")
    lost = (
        {name for name in kinds if isinstance(name, str) and (name not in ruleset.kinds or ("kinds", name) in wrong)}
        if isinstance(kinds, dict)
        else set()
    )
    used = {("enum", name) for section, name in (path for path in wrong if len(path) == 2) if section == "enums"}
    used |= {("shape", name) for section, name in (path for path in wrong if len(path) == 2) if section == "shapes"}
    used |= {("effects", "")} if words else set()
    return lost | {
        kind.name for kind in ruleset.kinds.values() if any(_uses(ruleset, field.type, used) for field in _fields(kind))
    }


def _fields(kind: Kind) -> list[Field]:
    return [*kind.fields.values(), *kind.faces.values()]


def _uses(ruleset: Ruleset, type: Type, wrong: set[tuple[Any, Any]], depth: int = 0) -> bool:
    if (type.name, type.of) in wrong or (type.name == "enum" and type.of not in ruleset.enums) or depth > 16:
        return True
    if type.name == "shape":
        return any(_uses(ruleset, field.type, wrong, depth + 1) for field in ruleset.shapes.get(type.of, {}).values())
    return any(_uses(ruleset, item, wrong, depth + 1) for item in type.items)
