"""Which parts of a ruleset stand there and cannot be read as they were meant: no other part is blamed for that."""

from __future__ import annotations

from collections.abc import Iterable

from . import misspelt
from .problem import suggest

Path = tuple[str | int, ...]


class Lost:
    """The paths of those parts, under the names that they were to have. A last step of "" stands for any name."""

    def __init__(self, given: Iterable[Path] = ()) -> None:
        self.given = frozenset(given)  # told by whoever read the text
        self.paths: set[Path] = set(self.given)

    def add(self, path: Path) -> None:
        """A part has not the shape that it should have."""
        self.paths.add(path)

    def holds(self, *path: str | int) -> bool:
        """Whether a part, or what it is in, cannot be read."""
        return any(_met(self.paths, path[:length]) for length in range(1, len(path) + 1))

    def told(self, path: Path) -> bool:
        """Whether a part is wrong, and that was told before this ruleset was looked at."""
        return any(_met(self.given, path[:length]) for length in range(1, len(path) + 1))

    def unknown(self, keys: Iterable[str], path: Path, known: Iterable[str]) -> dict[str, str]:
        """The keys of a mapping that mean nothing there, each with its hint; what they were to be is lost. Where no
        name is like theirs, that may be anything which is not there.
        """
        there = set(map(str, keys))
        others = sorted(there - set(known))
        free = [name for name in known if name not in there]
        meant = misspelt.meant(others, free)
        for name in free if len(meant) < len(others) else meant.values():
            self.add((*path, name))
        listed = f"it is one of {', '.join(free)}" if free else ""
        return {
            name: f'did you mean "{meant[name]}"?' if name in meant else suggest(name, known) or listed
            for name in others
        }


def _met(paths: Iterable[Path], path: Path) -> bool:
    return path in paths or (*path[:-1], "") in paths
