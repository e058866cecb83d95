"""Small wrongs put into the files of a pack, one at a time, and whether somebody notices.

Each mutant changes one file at one place: a key is misspelt, a name leads nowhere, an id of another kind stands where
one was, a field that a model asks for is gone, or one id has taken the place of another of its kind. What a name may
be is read off the texts of the files, not asked of the linker that is on trial; what is required is asked of the models.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bartizan_compiler import build, examples, families, load, pack, shape
from bartizan_compiler.faults import shown
from bartizan_compiler.link import Pack
from bartizan_compiler.models import Models
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_engine.problem import Problem, Spot

FREE = {"shows", "answers", "picks", "carried_by"}  # what stands there may be of any kind
POINTING = {"shows", "carried_by"}  # what stands there leads a reader on; no game hangs on it
SORTS = ("misspelt key", "unknown name", "id of another kind", "required field deleted", "ids swapped")
WORDS = ("title", "says", "note", "question", "choice", "why", "notice", "label", "help", "grid", "address", "licence")


class Mutant(NamedTuple):
    """One wrong: its sort, the file, the place and what is now there."""

    sort: str
    path: str
    spot: Spot
    was: str
    put: str
    data: bytes

    def __str__(self) -> str:
        return f"{self.sort}: {self.path}:{self.spot.line}:{self.spot.column} {shown(self.was)} -> {shown(self.put)}"


class Place(NamedTuple):
    """A scalar of a file: the way to it, and whether it is a key."""

    path: tuple[str, ...]
    scalar: Scalar
    key: bool


# ---------------------------------------------------------------- what stands in the files


def scalars(node: Node, path: tuple[str, ...] = ()) -> Iterator[Place]:
    """Every scalar of a file, keys too, in order; a key's way ends with itself."""
    if isinstance(node, Scalar):
        yield Place(path, node, key=False)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item, path)
    else:
        for key, value in node.pairs:
            yield Place((*path, key.text), key, key=True)
            yield from scalars(value, (*path, key.text))


def mappings(node: Node) -> Iterator[Mapping]:
    """Every mapping of a file."""
    if isinstance(node, Mapping):
        yield node
    inner = (
        node.items if isinstance(node, Sequence) else [v for _, v in node.pairs] if isinstance(node, Mapping) else []
    )
    for item in inner:
        yield from mappings(item)


def called_once(node: Node) -> set[Spot]:
    """What worked examples of a file call pieces that they name nowhere again: any other name does as well."""
    found: set[Spot] = set()
    listed = node.get("records") if isinstance(node, Mapping) else None
    for record in listed.items if isinstance(listed, Sequence) else []:
        places = list(scalars(record))
        words = Counter(word for place in places for word in re.findall(r"[\w-]+", place.scalar.text))
        found |= {
            place.scalar.spot
            for place in places
            if place.key and place.path[:-1] == ("given", "pieces") and words[place.scalar.text] == 1
        }
    return found


class Source:
    """The files of a pack, and mutants of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        made, problems = build.check(root)
        assert made is not None and not problems, problems
        self.pack: Pack = made
        files, _ = pack.read(root)
        assert files is not None
        self.files = files.yaml
        self.nodes = {path: node for path, data in self.files.items() if (node := load.load(path, data)[0]) is not None}
        self.kinds: dict[str, list[str]] = {}  # of each id, the kinds that have it
        for kind, records in sorted(made.records.items()):
            for record in records:
                self.kinds.setdefault(record.id, []).append(kind)
        self.names = self._names()

    def _names(self) -> set[str]:
        """Every name that something of the pack has: records, cells, and what the ruleset and the rules declare."""
        ruleset, program = self.pack.ruleset, self.pack.program
        assert program is not None
        sections = (ruleset.kinds, ruleset.words, ruleset.zones, ruleset.contexts, ruleset.shapes, ruleset.enums)
        names = {name for section in sections for name in section} | set(self.kinds)
        names |= {member for enum in ruleset.enums.values() for member in enum.members}
        names |= {cell.name for grid in self.pack.maps.values() for cell in grid.cells}
        names |= {*ruleset.options, *ruleset.numbers, *ruleset.results, *program.checked.rules}
        if ruleset.board:
            names |= {*ruleset.board.tags, *ruleset.board.ways}
        return names

    def mutants(self, sort: str, chance: random.Random) -> list[Mutant]:
        """All mutants of one sort, in the order of the files."""
        make = {
            "misspelt key": self.misspelt,
            "unknown name": self.unknown,
            "id of another kind": self.wrong_kind,
            "required field deleted": self.deleted,
            "ids swapped": self.swapped,
        }[sort]
        return list(make(chance))

    def _put(self, sort: str, path: str, spot: Spot, put: str) -> Mutant:
        text = self.files[path].decode()
        start, end = offset(text, spot.line, spot.column), offset(text, spot.end_line, spot.end_column)
        data = (text[:start] + put + text[end:]).encode()
        return Mutant(sort, path, spot, text[start:end], put, data)

    # ---- one sort each

    def misspelt(self, chance: random.Random) -> Iterator[Mutant]:
        """Each key with two letters changed about, one left out or one doubled."""
        for path, node in self.nodes.items():
            invented = called_once(node)
            for mapping in mappings(node):
                taken = {key.text for key, _ in mapping.pairs}
                for key, _ in mapping.pairs:
                    if key.plain and len(key.text) > 1 and not key.text.isdigit() and key.spot not in invented:
                        yield self._put("misspelt key", path, key.spot, slip(key.text, taken | self.names, chance))

    def unknown(self, chance: random.Random) -> Iterator[Mutant]:
        """Each name of something, misspelt, wherever it stands as a value."""
        for path, place in self._named():
            if place.scalar.text in self.names:
                put = slip(place.scalar.text, self.names, chance)
                yield self._put("unknown name", path, place.scalar.spot, put)

    def _named(self) -> Iterator[tuple[str, Place]]:
        """Every value that may name something: no free text, and no id that is given here."""
        for path, place in self._scalars():
            if not place.key and place.scalar.plain and not _given(place):
                yield path, place

    def wrong_kind(self, chance: random.Random) -> Iterator[Mutant]:
        """Each id of a record replaced by one of another kind."""
        for path, place, kinds in self._references():
            if place.path[0] == "records" and FREE & set(place.path):
                continue
            others = [id for id, of in self.kinds.items() if not set(of) & set(kinds)]
            yield self._put("id of another kind", path, place.scalar.spot, chance.choice(others))

    def swapped(self, chance: random.Random) -> Iterator[Mutant]:
        """Each id of a record replaced by another of the same kind."""
        for path, place, kinds in self._references():
            if place.path[0] == "records" and POINTING & set(place.path):
                continue
            others = [id for id, of in self.kinds.items() if of == kinds and id != place.scalar.text]
            if others:
                yield self._put("ids swapped", path, place.scalar.spot, chance.choice(others))

    def _references(self) -> Iterator[tuple[str, Place, list[str]]]:
        """Every place where the id of a record stands to name it: as a value, or as the key of a table."""
        ruleset = self.pack.ruleset
        fields = {name for kind in ruleset.kinds.values() for name in (*kind.fields, *kind.state, *kind.faces)}
        fields |= {*ruleset.kinds, *(name for shape_ in ruleset.shapes.values() for name in shape_)}
        for path, place in self._scalars():
            called = place.path[-2:-1] == ("pieces",)  # what an example calls a piece that it sets up
            named = place.scalar.text not in fields and not called if place.key else not _given(place)
            if named and place.scalar.plain and place.scalar.text in self.kinds:
                yield path, place, self.kinds[place.scalar.text]

    def _scalars(self) -> Iterator[tuple[str, Place]]:
        for path, node in self.nodes.items():
            if path != pack.FRONT:
                yield from ((path, place) for place in scalars(node))

    def deleted(self, chance: random.Random) -> Iterator[Mutant]:
        """Each field that its model does not let out, gone with its value."""
        seen: set[Spot] = set()
        for path, key in self._required():
            if key.spot not in seen:
                seen.add(key.spot)
                yield self._without(path, key)

    def _required(self) -> Iterator[tuple[str, Scalar]]:
        models = Models(self.pack.ruleset, tuple(self.pack.info["players"]))
        for path, node in self.nodes.items():
            if path == pack.FRONT:
                yield from ((path, key) for key in required(families.PackInfo, node))
            family = pack.family(path)
            if not family:
                continue
            shaper = shape._Shaper(family, models, frozenset())
            for item, defaults in shaper.items(node):
                whole = shape.merge(defaults, item) if defaults else item
                model = shaper.model(whole, "")[0]
                assert model is not None
                under = {key.text for key, _ in defaults.pairs} if defaults else set()
                for key in required(model(), whole):
                    if not (key.text in under and whole.key(key.text) is key and item.key(key.text)):
                        yield path, key

    def _without(self, path: str, key: Scalar) -> Mutant:
        """The file without a key and its value."""
        for mapping in mappings(self.nodes[path]):
            for index, (name, value) in enumerate(mapping.pairs):
                if name.spot == key.spot:
                    return self._put(
                        "required field deleted",
                        path,
                        around(mapping, index, value),
                        "{}" if len(mapping.pairs) == 1 else "",
                    )
        raise ValueError(key)


def _given(place: Place) -> bool:
    """Whether a value gives a name, or is free text, so that it names nothing that stands elsewhere."""
    return place.path[-1:] in (("id",), ("name",), ("kind",)) or bool(place.path and place.path[-1] in WORDS)


def around(mapping: Mapping, index: int, value: Node) -> Spot:
    """The text of a pair with what parts it from its neighbours."""
    key = mapping.pairs[index][0]
    if len(mapping.pairs) == 1:
        return mapping.spot
    if index + 1 < len(mapping.pairs):
        behind = mapping.pairs[index + 1][0].spot
        return key.spot._replace(end_line=behind.line, end_column=behind.column)
    before = mapping.pairs[index - 1][1].spot
    return Spot(key.spot.path, before.end_line, before.end_column, value.spot.end_line, value.spot.end_column)


def required(model: Any, node: Node) -> Iterator[Scalar]:
    """The keys of fields that may not be left out, in a record and in all that stands in it."""
    data = shape.plain(node)
    context: dict[str, Any] = {"models": {}, "doubtful": []}
    model.model_validate(data, context=context)
    yield from _required(node, data, context["models"])


def _required(node: Node, data: Any, models: dict[int, Any]) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        model = models.get(id(data))
        asked = {f.alias or n for n, f in model.model_fields.items() if f.is_required()} if model else set()
        for key, value in node.pairs:
            if key.text in asked:
                yield key
            yield from _required(value, data[key.text], models)
    elif isinstance(node, Sequence):
        for item, inner in zip(node.items, data, strict=True):
            yield from _required(item, inner, models)


def offset(text: str, line: int, column: int) -> int:
    """Where a place stands in a text."""
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1


def slip(word: str, taken: set[str], chance: random.Random) -> str:
    """A word with a slip of the pen that makes it no other word."""
    while True:
        at = chance.randrange(len(word))
        made = chance.choice(
            [
                word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + word[at] * 2 + word[at + 1 :],
                word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
            ]
        )
        if made not in {"", word} and made not in taken and made[0].isalpha():
            return made


# ---------------------------------------------------------------- who notices


class Trial:
    """A pack on trial: each mutant is checked as the command checks, with one file read as the mutant has it."""

    def __init__(self, source: Source, patch: pytest.MonkeyPatch) -> None:
        self.root, self.patch = source.root, patch
        self.now: tuple[str, bytes] = ("", b"")
        self._patch_reading()

    def _patch_reading(self) -> None:
        """Read one file as it is now; what is read again as it was before is remembered."""
        read, plainly, kept = pack._Walk.data, load.load, dict[tuple[str, bytes], Any]()

        def changed(walk: Any, path: str) -> bytes | None:
            return self.now[1] if walk.root == self.root and path == self.now[0] else read(walk, path)

        def remembered(path: str, data: bytes) -> Any:
            if path == self.now[0]:
                return plainly(path, data)
            if (path, data) not in kept:
                kept[path, data] = plainly(path, data)
            node, problems = kept[path, data]
            return node, list(problems)

        self.patch.setattr(pack._Walk, "data", changed)
        self.patch.setattr(load, "load", remembered)

    def told(self, mutant: Mutant) -> tuple[str, list[Problem]]:
        """Who notices a mutant, "check", "examples" or "nobody", and what is said."""
        self.now = mutant.path, mutant.data
        made, problems = build.check(self.root)
        if problems or made is None:
            return "check", problems
        records = made.records.get("example", ())
        if pack.family(mutant.path) == "example":  # the examples of other files are as they were
            records = [record for record in records if record.spot.path == mutant.path]
        for outcome in examples.run(made, [record.id for record in records]):
            if outcome.problems:
                return "examples", outcome.problems
        return "nobody", []


# ---------------------------------------------------------------- what is measured, and the page that says so

CONTENT = Path(__file__).resolve().parents[1] / "content" / "defense-grid"
KEPT = Path(__file__).resolve().parent / "data" / "mutants.json"
PAGE = Path(__file__).resolve().parents[1] / "site" / "pages" / "mistakes.md"
SEED = 1
SAMPLE = {
    "misspelt key": 40,
    "unknown name": 30,
    "id of another kind": 30,
    "required field deleted": 30,
    "ids swapped": 60,
}
HEAD = "| what is wrong | places | tried | told by `check` | by an example | by nobody | noticed |"


def sample(source: Source, sort: str) -> tuple[int, list[Mutant]]:
    """How many mutants of a sort there are, and those that are tried, in an order of their own."""
    all_ = source.mutants(sort, random.Random(SEED))
    places = len(all_)
    random.Random(SEED).shuffle(all_)
    return places, all_[: SAMPLE[sort]]


def measure(source: Source, sort: str, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """How many of the sample are noticed, by whom, and which are not."""
    places, mutants = sample(source, sort)
    trial, missed = Trial(source, patch), []
    count = dict.fromkeys(("check", "examples", "nobody"), 0)
    for mutant in mutants:
        who = trial.told(mutant)[0]
        count[who] += 1
        missed += [str(mutant)] if who == "nobody" else []
    return {"places": places, "tried": len(mutants), **count, "missed": sorted(missed)}


def table(measured: dict[str, dict[str, Any]]) -> str:
    """What was measured, as a table of the page."""
    rows = [HEAD, "|---|--:|--:|--:|--:|--:|--:|"]
    for sort, one in measured.items():
        share = 100 * (one["tried"] - one["nobody"]) // one["tried"]
        cells = (sort, one["places"], one["tried"], one["check"], one["examples"], one["nobody"], f"{share} %")
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def main() -> None:
    """Measure the sample anew, and write it down."""
    source, measured = Source(CONTENT), {}
    for sort in SORTS:
        with pytest.MonkeyPatch.context() as patch:
            measured[sort] = measure(source, sort, patch)
        print(sort, {key: value for key, value in measured[sort].items() if key != "missed"}, flush=True)
    KEPT.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    before, _, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(before + table(measured) + "\n\n" + after.partition("\n\n")[2], encoding="utf-8")


if __name__ == "__main__":
    main()
