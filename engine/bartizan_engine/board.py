"""What a ruleset declares of the board: the tags of cells, and the ways that lead over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from .declared import Board, Tag, Way
from .lost import Lost
from .problem import suggest

MAX_WIDE = 99  # cells abreast, of a way
COVER = ("stand", "reach", "ranges", "sight", "keeps_open")  # what proofs of maps ask; `pace` and `audit` are theirs

Path = tuple[str | int, ...]


class Reader(Protocol):
    """Who gathers the flaws."""

    data: dict[str, Any]
    lost: Lost

    def flaw(self, path: Path, code: str, message: str, hint: str = "") -> None:
        """Tell a flaw."""

    def mapping(self, value: Any, path: Path, keys: Iterable[str] | None = None) -> dict[str, Any]:
        """The value as a mapping, with unknown keys told and left out."""

    def text(self, source: dict[str, Any], key: str, path: Path, default: str = "") -> str:
        """The text under a key."""

    def declared(self, *path: str | int) -> bool:
        """Whether something stands there, or was to."""


def read(reader: Reader) -> Board | None:
    """The board that a ruleset declares, if it does."""
    if "board" not in reader.data:
        return None
    source = reader.mapping(reader.data["board"], ("board",), ("map", "tags", "ways", "cover", "pace"))
    tags: dict[str, Tag] = {}
    for name, value in reader.mapping(source.get("tags", {}), ("board", "tags")).items():
        path = ("board", "tags", name)
        tag = reader.mapping(value, path, ("says", "at_least", "help"))
        least = tag.get("at_least", 0)
        if not isinstance(least, int) or isinstance(least, bool):
            reader.flaw((*path, "at_least"), "BZ504", '"at_least" should be a number')
            least = 0
        tags[name] = Tag(name, reader.text(tag, "says", path), least)
    ways = _ways(reader, source.get("ways", {}), tags)
    cover = reader.mapping(source.get("cover", {}), ("board", "cover"), COVER)
    return Board(reader.text(source, "map", ("board",)), tags, ways, cover)


def _ways(reader: Reader, declared: Any, tags: dict[str, Tag]) -> dict[str, Way]:
    ways: dict[str, Way] = {}
    for name, value in reader.mapping(declared, ("board", "ways")).items():
        path = ("board", "ways", name)
        source = reader.mapping(value, path, ("over", "from", "to", "split", "reverse", "wide", "says", "help"))
        reverse = reader.text(source, "reverse", path)
        ends = {key: reader.text(source, key, path) for key in ("over", "from", "to")}
        lacking = [key for key, tag in ends.items() if not tag and not reverse]
        if lacking and not any(reader.lost.holds(*path, end) for end in (*lacking, "reverse")):
            reader.flaw(path, "BZ504", f'the way "{name}" lacks ' + " and ".join(f'"{key}"' for key in lacking))
        for key, tag in ends.items():
            if tag and tag not in tags and not reader.declared("board", "tags", tag):
                reader.flaw((*path, key), "BZ502", f'no tag is named "{tag}"', suggest(tag, tags))
        if reverse and reverse not in ways and reader.lost.holds("board", "ways", reverse):
            continue
        if reverse and reverse not in ways:
            reader.flaw(
                (*path, "reverse"), "BZ502", f'no way before this one is named "{reverse}"', suggest(reverse, ways)
            )
            continue
        split, says = reader.text(source, "split", path), reader.text(source, "says", path)
        if reverse:
            forth = ways[reverse]
            ends = {"over": forth.over, "from": forth.goal, "to": forth.start}
        wide = source.get("wide", 1)
        if type(wide) is not int or not 1 <= wide <= MAX_WIDE:
            reader.flaw((*path, "wide"), "BZ504", f'"wide" should be a number from 1 to {MAX_WIDE}')
            wide = 1
        ways[name] = Way(name, ends["over"], ends["from"], ends["to"], split, reverse, says, wide)
    return ways
