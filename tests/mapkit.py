"""Maps for tests: a record read from YAML text with the place of everything, and a board to judge it by."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

from bartizan_engine.problem import Spot
from bartizan_engine.ruleset import Board, Tag, Way

TAGS = ("road", "build", "wall", "entrance", "keep", "gate")
FACES = {"fate": ["blank", "hit"]}
WEIGHTS = {"fate": {"blank": 3, "hit": 1}}


def board(**at_least: int) -> Board:
    """Two ways over roads, to the keep and on to the gates by a die, and their reversals."""
    ways = {
        "inbound": Way("inbound", "road", "entrance", "keep", "", "", "the way in"),
        "outbound": Way("outbound", "road", "keep", "gate", "fate", "", "the way out"),
        "back": Way("back", "road", "keep", "entrance", "", "inbound", ""),
        "home": Way("home", "road", "gate", "keep", "", "outbound", ""),
    }
    says = {"road": "Goblins walk here.", "build": "Catapults stand here."}
    tags = {name: Tag(name, says.get(name, ""), at_least.get(name, 0)) for name in TAGS}
    return Board("mission.map", tags, ways, {"stand": "build", "reach": "road", "ranges": "1..3"})


class Record(NamedTuple):
    """A map's record, as the shaping stage hands it over."""

    id: str
    title: str
    values: dict[str, Any]
    spot: Spot
    places: dict[tuple[str | int, ...], Spot]

    def at(self, *path: str | int) -> Spot:
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return self.spot

    def key(self, *path: str | int) -> Spot:
        return self.places.get(("#key", *path)) or self.at(*path)


def read(text: str, path: str = "maps/valley.yaml") -> Record:
    """A record of YAML text."""
    places: dict[tuple[str | int, ...], Spot] = {}
    node = yaml.compose(text)
    assert node is not None
    values = _value(node, (), places, path, text.splitlines())
    return Record(values.pop("id", "valley"), values.pop("title", "Valley"), values, Spot(path), places)


def _value(node: yaml.Node, at: tuple[str | int, ...], places: dict[Any, Spot], path: str, lines: list[str]) -> Any:
    places[at] = _spot(node, path)
    if isinstance(node, yaml.MappingNode):
        for key, _ in node.value:
            places["#key", *at, key.value] = _spot(key, path)
        return {key.value: _value(value, (*at, key.value), places, path, lines) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*at, number), places, path, lines) for number, item in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode) and node.style == "|":
        for number, row in enumerate(node.value.split("\n")[:-1]):
            line = node.start_mark.line + 2 + number
            places[*at, number] = Spot(path, line, len(lines[line - 1]) - len(row) + 1)
    return node.value


def _spot(node: yaml.Node, path: str) -> Spot:
    start, end = node.start_mark, node.end_mark
    return Spot(path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
