"""Lay the rulesets of several packs together: each adds to those that it builds on, and changes nothing of theirs.

A name that is there already is a problem with both places. Menus, the board and the checks of a kind take more in; all
else is one declaration, which belongs to one pack. Rules of required packs are named in full from here on: `pack:rule`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bartizan_compiler.fill import KEY, Path
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.shorthand import normalise

DEEP = {
    "menus": 2,
    "board": 2,
    "audit": 2,
}  # how many names lie between these sections and what one pack declares as a whole
CHECKS = "checks"  # lists of rules by kind: every pack may add some
LISTS = (CHECKS, "audit")


class Part(NamedTuple):
    """The ruleset of one pack as JSON, and where everything in it stands; the own pack is ""."""

    pack: str
    data: dict[str, Any]
    places: dict[Path, Spot]


def merge(parts: list[Part]) -> tuple[dict[str, Any], dict[Path, Spot], list[Problem]]:
    """One ruleset made of all: its JSON, the places of its declarations, and what is declared twice."""
    if len(parts) == 1 and not parts[0].pack:
        return parts[0].data, parts[0].places, []
    merger = _Merger()
    for part in parts:
        merger.add(part)
    return merger.data, merger.places, merger.problems


class _Merger:
    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.places: dict[Path, Spot] = {}
        self.problems: list[Problem] = []

    def add(self, part: Part) -> None:
        """Add the declarations of a pack to those of the packs before it."""
        data = _qualified(normalise(part.data), part.pack) if part.pack else normalise(part.data)
        places = dict(part.places)
        for section, value in data.items():
            if section not in self.data:
                self.data[section] = value
            elif isinstance(value, dict) and isinstance(self.data[section], dict):
                self.data[section] = self._joined(self.data[section], value, (section,), places)
            else:
                spot = places.get((section,), Spot(""))
                self.problems.append(Problem(spot, "BZ504", f'"{section}" should be a mapping'))
        self.places = places | self.places

    def _joined(self, old: dict[str, Any], new: dict[str, Any], path: Path, places: dict[Path, Spot]) -> dict[str, Any]:
        """What both declare; what only looks like an addition is told."""
        joined = dict(old)
        for name, item in new.items():
            here = (*path, name)
            before = old.get(name)
            if name not in old:
                joined[name] = item
            elif len(path) < DEEP.get(str(path[0]), 1) and isinstance(before, dict) and isinstance(item, dict):
                joined[name] = self._joined(before, item, here, places)
            elif path[0] in LISTS and isinstance(before, list) and isinstance(item, list):
                joined[name] = [*before, *item]
                _shift(places, here, len(before), len(item))
            else:
                self._twice(here, places)
        return joined

    def _twice(self, path: Path, places: dict[Path, Spot]) -> None:
        spot, first = (where.get((KEY, *path), where.get(path, Spot(""))) for where in (places, self.places))
        what = f'"{path[-1]}" is declared already, under {" › ".join(map(str, path[:-1]))}'
        hint = "a pack adds to what it requires, and changes nothing there: choose another name"
        self.problems.append(Problem(spot, "BZ716", what, hint, ((first, "declared here"),)))


def _shift(places: dict[Path, Spot], path: Path, by: int, count: int) -> None:
    """The rules of a list that comes behind another one count on from there."""
    for index in reversed(range(count)):
        spot = places.pop((*path, index), None)
        if spot is not None:
            places[(*path, index + by)] = spot


def _qualified(data: dict[str, Any], pack: str) -> dict[str, Any]:
    """The ruleset of a required pack, with its rules named in full."""
    out = dict(data)
    for section in ("entries", "invariants", "words"):
        if isinstance(out.get(section), dict):
            out[section] = {name: _item(item, pack) for name, item in out[section].items()}
    if isinstance(out.get("menus"), dict):
        out["menus"] = {
            menu: {name: _item(item, pack) for name, item in items.items()} if isinstance(items, dict) else items
            for menu, items in out["menus"].items()
        }
    if isinstance(out.get("outlook"), dict):
        out["outlook"] = _item(out["outlook"], pack)
    board = out.get("board")
    if isinstance(board, dict) and isinstance(board.get("cover"), dict) and "sight" in board["cover"]:
        out["board"] = board | {"cover": board["cover"] | {"sight": _rule(board["cover"]["sight"], pack)}}
    if isinstance(out.get(CHECKS), dict):
        out[CHECKS] = {
            kind: [_rule(rule, pack) for rule in rules] if isinstance(rules, list) else rules
            for kind, rules in out[CHECKS].items()
        }
    return out


def _item(item: Any, pack: str) -> Any:
    if not isinstance(item, dict):
        return item
    return {key: _rule(value, pack) if key in ("rule", "blocked") else value for key, value in item.items()}


def _rule(name: Any, pack: str) -> Any:
    return f"{pack}:{name}" if isinstance(name, str) and name and ":" not in name else name
