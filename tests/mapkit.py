"""Maps for tests: a record read from YAML text with the place of everything, and a board to judge it by."""

from __future__ import annotations

from bartizan_compiler.load import load
from bartizan_compiler.models import Models
from bartizan_compiler.shape import Record, shape
from bartizan_engine.declared import Board, Tag, Way
from bartizan_engine.ruleset import declare

TAGS = ("road", "build", "wall", "entrance", "keep", "gate")
EMPTY, _ = declare({})
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


def read(text: str, path: str = "maps/valley.yaml") -> Record:
    """A record of YAML text."""
    node, problems = load(path, text.encode())
    assert node is not None, problems
    shaped, problems = shape("map", node, Models(EMPTY, (1, 4)))
    assert shaped.records, problems
    return shaped.records[0]
