"""Read the two papers in front of a pack: `pack.yaml` and `ruleset.yaml`.

The ruleset is turned into plain JSON, in which a path leads to each declaration; the engine resolves it, and its flaws
get the places of those paths. A kind whose declaration has flaws is named, so that its records are not blamed for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bartizan_compiler import scalars, shape
from bartizan_compiler.doubt import Doubt
from bartizan_compiler.faults import crumb, first, shown
from bartizan_compiler.fill import KEY, Path
from bartizan_compiler.merge import Part, merge
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.pack import RULESET
from bartizan_engine import presence
from bartizan_engine.all_fields import all_gaps
from bartizan_engine.declared import Flaw, Ruleset
from bartizan_engine.lost import Lost
from bartizan_engine.problem import Problem, Spot, owner
from bartizan_engine.ruleset import SECTIONS, declare
from bartizan_engine.shorthand import normalise

# What is told at one place, with all others where it is wrong for the same reason.
_NAMED = re.compile(rf'is named "[^"]*"|"[^"]*" {presence.FAMILY} ')

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

    def doubts(self, family: str) -> bool:
        """Whether records of a family may be passed over, because a kind that is of it cannot be judged."""
        kinds = self.ruleset.kinds
        return any(name not in kinds or kinds[name].family in (family, "") for name in self.broken)

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
    from bartizan_compiler.families import PackInfo

    value, problems = shape.judge(PackInfo, node, "")
    if value is None:
        return None, problems
    return value | {"players": list(scalars.seats(value["players"]))}, problems


def seats(node: Node | None) -> tuple[int, int] | None:
    """How many can play, even if other things in `pack.yaml` are wrong."""
    players = node.get("players") if isinstance(node, Mapping) else None
    try:
        return scalars.seats(players.text) if isinstance(players, Scalar) else None
    except ValueError:
        return None


def no_ruleset() -> Declared:
    """What stands in for a ruleset that cannot be read: nothing can be judged by it."""
    return Declared(declare({})[0], {}, {}, frozenset([shape.EVERY]), sound=False)


Sourced = tuple[tuple[tuple[str, Spot], ...], list[Problem]]  # rulings that declarations come from; what is wrong


def sources_of(node: Node) -> Sourced:
    """Where the declarations of a ruleset come from."""
    from bartizan_compiler.families import Source

    rulings: list[tuple[str, Spot]] = []
    problems: list[Problem] = []
    for label, source in _sources(node) if isinstance(node, Mapping) else ():
        value, found = shape.judge(Source, source, label)
        problems += found
        ruling = source.get("ruling") if isinstance(source, Mapping) else None
        rulings += [(value["ruling"], ruling.spot)] if value and ruling else []
    return tuple(rulings), problems


def ruleset(nodes: dict[str, Node], sourced: Callable[[str], Sourced] | None = None) -> tuple[Declared, list[Problem]]:
    """Resolve what a ruleset.yaml declares, together with those of required packs. Here they stand by pack, each after
    those that it builds on; the own one is "" and comes last. `sourced` may know what they say of their
    sources, by pack.
    """
    parts: list[Part] = []
    problems: list[Problem] = []
    lost = Lost(path for node in nodes.values() for path in unread(node))
    rulings: list[tuple[str, Spot]] = []
    for pack, node in nodes.items():
        if not isinstance(node, Mapping):
            what = Problem(node.spot, "BZ201", "a ruleset is a mapping of sections", "entries: ..., kinds: ...")
            return no_ruleset(), [*problems, what]
        reader = _Reader()
        data = reader.read(node, ())
        problems += reader.problems
        named, found = sourced(pack) if sourced else sources_of(node)
        rulings += named
        problems += found
        parts.append(Part(pack, data, reader.places))
    merged, places, clashes = merge(parts)
    resolved, flaws = declare(merged, lost)
    for part in parts:  # beside a section of another pack, which is the one that was read
        lost.paths |= {(name,) for name, value in part.data.items() if name in SECTIONS and not isinstance(value, dict)}
    doubt = Doubt(resolved, merged, flaws, lost)
    unseen = [path[:1] == ("statistics",) for path in (*(flaw.path for flaw in flaws), *lost.paths)]  # by any rule
    sound = all(unseen) and not clashes
    home = Spot(f"@{parts[-1].pack}/{RULESET}" if parts[-1].pack else RULESET)
    resolved = resolved._replace(board=None) if doubt.board else resolved
    declared = Declared(resolved, normalise(merged), places, doubt.kinds, sound, home, tuple(rulings))
    problems += clashes + _once([_problem(flaw, list(nodes.values()), declared) for flaw in flaws])
    if not sound:
        problems += [Problem(declared.key(*path) if path else home, "BZ219", note) for path, note in doubt.notes()]
    return declared, problems


def unread(node: Node, path: Path = ()) -> Iterator[Path]:
    """The paths of what stands in a ruleset and is told to be wrong as it is read."""
    if isinstance(node, Mapping):
        there = {key.text for key, _ in node.pairs}
        for name in node.spoilt:
            if not _words_for_people(path, name):
                yield (*path, name)
                if path and name not in there:  # it may have been to have any name
                    yield (*path, "")
        for key, value in node.pairs:
            empty = isinstance(value, Scalar) and value.plain and scalars.NOTHING.match(value.text)
            if empty and not _words_for_people(path, key.text):
                yield (*path, key.text)
            yield from unread(value, (*path, key.text))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from unread(item, (*path, index))


def _words_for_people(path: Path, name: str) -> bool:
    """Whether a key of a declaration has no meaning but for who reads it; a field may be called so as well."""
    outer = 2 if path[:1] in (("shapes",), ("contexts",)) else 1
    return name in ("says", "help") and len(path) > outer and path[-1] not in ("fields", "state", "faces", "args")


def _once(problems: list[Problem]) -> list[Problem]:
    """Each name that nothing has is told once, with the other places where it stands; and so is a kind that is of
    another family than it is used as.
    """
    first: dict[tuple[str, str], Problem] = {}
    for problem in problems:
        found = _NAMED.search(problem.message) if problem.code in ("BZ501", "BZ502", "BZ504") else None
        key = ("BZ502", found[0]) if found else (problem.code, f"{problem.spot} {problem.message}")
        before = first.get(key)
        first[key] = before._replace(notes=(*before.notes, (problem.spot, "here as well"))) if before else problem
    return list(first.values())


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
                if isinstance(value, Scalar) and value.plain and scalars.NOTHING.match(value.text):
                    self.problems.append(
                        Problem(key.spot, "BZ215", f'"{key.text}" is empty', "give it a value, or leave it out")
                    )
                else:
                    out[key.text] = self.read(value, (*path, key.text))
            return out
        if isinstance(node, Sequence):
            return [self.read(item, (*path, index)) for index, item in enumerate(node.items)]
        try:
            return scalars.loosely(node)
        except ValueError:
            large = bool(scalars.WHOLE.match(node.text))
            code, what = ("BZ206", "does not fit into 64 bits") if large else ("BZ215", "is empty")
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
