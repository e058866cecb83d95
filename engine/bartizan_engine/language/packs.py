"""Rules of several packs in one game: whose a file is, what a name means in it, and what `load` may bring in.

All files of a pack are one namespace, and no pack sees into another's. `load("@pack", "name")` brings a rule or a
constant of a required pack in. A rule of another pack than the game's own goes by `pack:name` from here on, in the tree
as well, so that everything behind this module knows one table of rules and needs no notion of packs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..problem import Problem, Spot, owner, suggest
from . import syntax
from .syntax import Place

PACK = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")


class Packs(NamedTuple):
    """The packs that a game is made of: the id of its own, and what each requires; the own one under ""."""

    own: str = ""
    requires: Mapping[str, tuple[str, ...]] = {"": ()}


ALONE = Packs()


def made_of(own: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> Packs:
    """The packs of a scenario: its own, and those that it requires, by their ids and what each requires."""
    requires = {str(pack["id"]): tuple(pack.get("requires", ())) for pack in others}
    return Packs(str(own["id"]), requires | {"": tuple(own.get("requires", ()))})


class Known(NamedTuple):
    """What a name means: the key of a rule or constant, and where the name was given."""

    key: str
    spot: Spot
    loaded: bool = False


def key(path: str, name: str) -> str:
    """What a rule or constant of a file is called in the whole game."""
    pack = owner(path)
    return f"{pack}:{name}" if pack else name


def function(rule: str) -> str:
    """The name of a rule in the lowered source: like no local, like no helper, and like no other rule.

    Ids of packs have no capital letters, so that the first X ends them.

    >>> function("volley"), function("border-watch:volley")
    ('_rule_volley', '_pack_borderZwatchX_volley')
    """
    pack, _, name = rule.rpartition(":")
    return f"_pack_{pack.replace('-', 'Z')}X_{name}" if pack else f"_rule_{name}"


class Names:
    """The namespaces of all packs of a game, and the names that were loaded but never used."""

    def __init__(self, packs: Packs) -> None:
        self.packs = packs
        self.spaces: dict[str, dict[str, Known]] = {pack: {} for pack in packs.requires}
        self.used: set[tuple[str, str]] = set()

    def space(self, path: str) -> dict[str, Known]:
        """The names of the pack that a file belongs to."""
        return self.spaces.setdefault(owner(path), {})

    def meaning(self, path: str, name: str) -> str:
        """The key of what a name means in a file; the name itself if it is neither a rule nor a constant there."""
        known = self.space(path).get(name)
        if known is None:
            return name
        self.used.add((owner(path), name))
        return known.key

    # ---- loads

    def load(self, file: syntax.File) -> Iterator[Problem]:
        """Bring in what a file loads; all rules and constants of all packs are known before."""
        for load in file.loads:
            message, hint = self._refusal(file.path, load.pack)
            if message:
                yield Problem(_spot(file.path, load.pack_place), "BZ502", message, hint)
            else:
                pack = load.pack.removeprefix("@")
                yield from filter(None, (self._bring(file.path, pack, item) for item in load.names))

    def _refusal(self, path: str, text: str) -> tuple[str, str]:
        """Why nothing can be loaded from what the text names, and what to write instead."""
        pack = text.removeprefix("@")
        own = owner(path) or self.packs.own
        required = self.packs.requires.get(owner(path), ())
        asked = f'load("@{next(iter(required), "pack")}", "name")'
        if not PACK.match(pack):
            return f'"{_shown(text)}" is no pack: load() takes no files', asked
        if not text.startswith("@"):
            return f'"{text}" does not name a pack', f'write "@{text}"' if pack in required else asked
        if pack == own:
            return f'"{text}" is this pack itself', "all files of a pack are one namespace: leave load() out"
        if pack not in required:
            more = f'add it to requires in pack.yaml: {pack}: ">=1"'
            return f'no required pack is named "{text}"', suggest(text, [f"@{name}" for name in required]) or more
        return "", ""

    def _bring(self, path: str, pack: str, item: syntax.Loaded) -> Problem | None:
        theirs, space = self.spaces.get(pack, {}), self.space(path)
        found, spot = theirs.get(item.name), _spot(path, item.place)
        if found is None or found.loaded:
            names = [name for name, known in theirs.items() if not known.loaded]
            what = f'the pack "@{pack}" has no rule or constant "{item.name}"'
            return Problem(spot, "BZ502", what, suggest(item.name, names))
        if item.local in space:
            first = space[item.local]
            again = first.loaded and first.key == found.key
            hint = "all files of a pack are one namespace" if again else f'load it as {_other(item)} = "{item.name}"'
            note = (first.spot, "first loaded here" if first.loaded else "first defined here")
            return Problem(spot, "BZ515", f'"{item.local}" is {"loaded" if again else "defined"} twice', hint, (note,))
        space[item.local] = Known(found.key, spot, loaded=True)
        return None

    def unused(self) -> Iterator[Problem]:
        """Names that were loaded, and that no rule of the pack uses."""
        for pack, space in self.spaces.items():
            for name, known in space.items():
                if known.loaded and (pack, name) not in self.used:
                    yield Problem(known.spot, "BZ538", f'nothing uses "{name}", which is loaded here', "take it out")

    def loadable(self, path: str, name: str) -> str:
        """The line that would bring a name in, if a required pack has it; or nothing."""
        for pack in self.packs.requires.get(owner(path), ()):
            known = self.spaces.get(pack, {}).get(name)
            if known is not None and not known.loaded:
                return f'at the top of the file: load("@{pack}", "{name}")'
        return ""

    # ---- the tree

    def settle(self, files: Iterable[syntax.File]) -> None:
        """Replace, in bodies of rules, each name that means something of another pack by its key."""
        for file in files:
            space = self.space(file.path)
            foreign = {name for name, known in space.items() if known.key != name}
            if foreign:
                for rule in file.rules:
                    self._settle_rule(rule, file.path, foreign)

    def _settle_rule(self, rule: syntax.Rule, path: str, foreign: set[str]) -> None:
        for param in rule.params:
            if param.name in foreign:
                param.name = self.meaning(path, param.name)  # it hides something, and is told to
        waiting: list[Any] = [rule.body]
        while waiting:
            part = waiting.pop()
            if isinstance(part, (list, tuple)):
                waiting.extend(part)
            elif isinstance(part, syntax.Name):
                if part.id in foreign:
                    part.id = self.meaning(path, part.id)
            elif isinstance(part, syntax.Node):
                waiting.extend(getattr(part, field) for field in part.__dataclass_fields__)


def _spot(path: str, place: Place) -> Spot:
    return Spot(path, place.line, place.column, place.end_line, place.end_column)


def _shown(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "..."


def _other(item: syntax.Loaded) -> str:
    return f"their_{item.name}" if item.local == item.name else f"{item.local}_too"
