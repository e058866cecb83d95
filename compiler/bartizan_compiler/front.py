"""Read the two papers in front of a pack: `pack.yaml` and `ruleset.yaml`.

The ruleset is turned into plain JSON, in which a path leads to each declaration; the engine resolves it, and its flaws
get the places of those paths. A kind whose declaration has flaws is named, so that its records are not blamed for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic_core import PydanticCustomError

from bartizan_compiler import families, shape
from bartizan_compiler.faults import crumb, first, shown
from bartizan_compiler.fill import KEY, Path
from bartizan_compiler.merge import Part, merge
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.pack import RULESET
from bartizan_engine.declared import Field, Flaw, Kind, Ruleset
from bartizan_engine.language.packs import owner
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.ruleset import all_gaps, declare
from bartizan_engine.shorthand import normalise
from bartizan_engine.types import Type

# The sections of a ruleset whose declarations may say where they come from.
SOURCED = ("results", "enums", "numbers", "options", "kinds", "words")


class Declared(NamedTuple):
    """A ruleset with its JSON, the places of its parts, and the kinds that cannot be judged by it.

    It is `sound` if nothing in it was left out; rules are checked against nothing less.
    """

    ruleset: Ruleset
    data: dict[str, Any]
    places: dict[Path, Spot]
    broken: frozenset[str]
    sound: bool
    home: Spot = Spot(RULESET)
    rulings: tuple[tuple[str, Spot], ...] = ()  # those that declarations come from, and where that is said

    def at(self, *path: str | int) -> Spot:
        """The place of a declaration, or of the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return self.home

    def owners(self) -> dict[tuple[str, ...], str]:
        """The packs of what required packs declare: `("words", "stun")`, `("menus", "turn", "flee")`."""
        named = {path[1:]: owner(spot.path) for path, spot in self.places.items() if path[:1] == (KEY,)}
        return {
            tuple(map(str, path)): pack
            for path, pack in named.items()
            if pack and (len(path) == 2 or (len(path) == 3 and path[0] == "menus"))
        }

    def key(self, *path: str | int) -> Spot:
        """The place of the key that a declaration stands under."""
        return self.places.get((KEY, *path)) or self.at(*path)


def pack_info(node: Node) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What `pack.yaml` says; `players` as its two numbers."""
    value, problems = shape.judge(families.PackInfo, node, "")
    if value is None:
        return None, problems
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


def ruleset(nodes: dict[str, Node]) -> tuple[Declared, list[Problem]]:
    """Resolve what a ruleset.yaml declares, together with those of required packs. Here they stand by pack, each after
    those that it builds on; the own one is "" and comes last.
    """
    parts: list[Part] = []
    problems: list[Problem] = []
    rulings: list[tuple[str, Spot]] = []
    for pack, node in nodes.items():
        if not isinstance(node, Mapping):
            what = Problem(node.spot, "BZ201", "a ruleset is a mapping of sections", "entries: ..., kinds: ...")
            return no_ruleset(), [*problems, what]
        reader = _Reader()
        data = reader.read(node, ())
        problems += reader.problems
        for label, source in _sources(node):
            value, found = shape.judge(families.Source, source, label)
            problems += found
            ruling = source.get("ruling") if isinstance(source, Mapping) else None
            rulings += [(value["ruling"], ruling.spot)] if value and ruling else []
        parts.append(Part(pack, data, reader.places))
    merged, places, clashes = merge(parts)
    resolved, flaws = declare(merged)
    lost = _broken(resolved, merged, flaws)
    sound = not flaws and not clashes
    home = Spot(f"@{parts[-1].pack}/{RULESET}" if parts[-1].pack else RULESET)
    declared = Declared(resolved, normalise(merged), places, frozenset(lost), sound, home, tuple(rulings))
    problems += clashes + [_problem(flaw, list(nodes.values()), declared) for flaw in flaws]
    problems += [
        Problem(
            declared.key("kinds", name),
            "BZ219",
            f'records of the kind "{name}" are not checked until the ruleset is right',
        )
        for name in sorted(lost)
    ]
    if not sound:
        problems.append(Problem(home, "BZ219", "rules are not checked until the ruleset is right"))
    return declared, problems


def _sources(node: Mapping) -> Iterator[tuple[str, Node]]:
    """Where declarations come from, as far as that is said: the value of each `from`, and what it is of."""
    for section, declarations in node.pairs:
        if section.text not in SOURCED or not isinstance(declarations, Mapping):
            continue
        for name, said in declarations.pairs:
            label = crumb(section.text, (name.text,))
            members = [(crumb(label, (m.text,)), v) for m, v in said.pairs] if isinstance(said, Mapping) else []
            for where, one in members if section.text == "enums" else [(label, said)]:
                source = one.get("from") if isinstance(one, Mapping) else None
                if source is not None and not (isinstance(source, Scalar) and not source.text):
                    yield crumb(where, ("from",)), source


def gaps(declared: Declared, seats: tuple[int, int] | None, nodes: dict[str, Node]) -> list[Problem]:
    """The keys that printed numbers and defaults lack; where nobody knows how many play, none by seats."""
    found = all_gaps(declared.ruleset, seats or (1, 0)) if declared.sound else ()
    paths = sorted((path for path in nodes if path.split("/")[-1] == RULESET), key=lambda path: not owner(path))
    roots = [nodes[path] for path in paths]
    return [_problem(flaw._replace(code="BZ204"), roots, declared) for flaw in found] if roots else []


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


def _problem(flaw: Flaw, roots: list[Node], declared: Declared) -> Problem:
    """A flaw at its place: at the key where that is what is wrong, or where the value goes over several lines."""
    node, path = max((_led(root, flaw.path) for root in reversed(roots)), key=lambda led: len(led[1]))
    at_key = (
        not isinstance(node, Scalar)
        or flaw.code == "BZ503"
        or "means nothing here" in flaw.message
        or "is no section" in flaw.message
    )
    spot = declared.key(*path) if at_key and path else declared.at(*path)
    last = str(flaw.path[-1]) if flaw.path else ""
    return Problem(spot, flaw.code, flaw.message.replace(f'"{last}"', shown(last)), flaw.hint)


def _led(root: Node, path: Path) -> tuple[Node, Path]:
    """As far as a path leads from a node, and what stands there."""
    node, gone = root, []
    for step in path:
        inner = node.get(str(step)) if isinstance(node, Mapping) else None
        if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            inner = node.items[step]
        if inner is None:
            break
        node = inner
        gone.append(step)
    return node, tuple(gone)


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
