"""Shape nodes into records: each judged by the model of its kind, with every fault at its place.

A file is one record, a list of records, or `{defaults, records}`. A record with faults is left out, but what it
defines stays known, so that one mistake is told once and not again wherever the record is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Mapping_
from functools import partial
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan_compiler import fill, scalars, usual
from bartizan_compiler.faults import TAGS, Fits, Path, Words, crumb, first, problems, shown
from bartizan_compiler.models import FIXED, Models, needs
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.pack import FOLDERS
from bartizan_compiler.text import name as name_of
from bartizan_engine import misspelt
from bartizan_engine.declared import LEADS, Kind
from bartizan_engine.problem import Problem, Spot, suggest

if TYPE_CHECKING:
    from bartizan_compiler.families import Closed

Model = Callable[[], "type[Closed]"]

EVERY = "*"  # stands for all kinds among those that cannot be judged
MAX_TRIES = 64  # of what a hint may say of a record
UNNAMED = ""  # stands among them for kinds of which nobody knows the name or the family
PARTS = ("defaults", "records")  # of a file that has both
COMMON = ("id", "kind", "title", "from", "options")


class Record(NamedTuple):
    """A record of a pack: its values as the scenario has them, where it comes from, and where everything stands.

    `places` has the spot of each value by its path inside `values`, and of each key by `("#key", *path)`.
    """

    family: str
    kind: str
    id: str
    title: str
    values: dict[str, Any]
    origin: dict[str, Any]
    spot: Spot
    places: Mapping_[tuple[str | int, ...], Spot]
    options: dict[str, Any]
    qualified: tuple[tuple[fill.Path, str], ...] = ()  # where an id is written `pack:id`, and which pack that is
    drawn: dict[str, Any] = {}  # noqa: RUF012  # of a tile: its sides, and what else maps are laid by; never changed

    def at(self, *path: str | int) -> Spot:
        """The place of a value, or of the nearest thing around it that is written down."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return self.spot

    def key(self, *path: str | int) -> Spot:
        """The place of a key."""
        return self.places.get(("#key", *path)) or self.at(*path)


class Known(NamedTuple):
    """An id that a file defines, whether or not its record is sound. Without a kind, it may be of any in the family."""

    family: str
    kind: str
    id: str
    spot: Spot
    replaces: str = ""  # the id of a required pack's record, as it is written
    replaces_at: Spot | None = None
    number: int | None = None  # of a tile, which maps may name by it; None if nobody knows


class Shaped(NamedTuple):
    """What stands in a file."""

    records: list[Record]
    known: list[Known]
    whole: bool  # whether every record of the file could be told by its id


def shape(
    family: str, node: Node, models: Models, broken: frozenset[str] = frozenset()
) -> tuple[Shaped, list[Problem]]:
    """Shape the records of one file. Records of `broken` kinds, whose declaration has flaws, are passed over."""
    shaper = _Shaper(family, models, broken)
    for item, defaults in shaper.items(node):
        shaper.record(item, defaults)
    return Shaped(shaper.records, shaper.known, shaper.whole), shaper.problems


def plain(node: Node) -> Any:
    """A node as dicts and lists, its scalars as they are."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.pairs}
    return [plain(item) for item in node.items] if isinstance(node, Sequence) else node


def judge(
    model: type[Closed], node: Node, label: str, words: Words = MappingProxyType({})
) -> tuple[dict[str, Any] | None, list[Problem]]:
    """A node as the model reads it, or its faults; doubtful texts are told in both cases."""
    from pydantic import ValidationError

    data = plain(node)
    context: dict[str, Any] = {"models": {}, "doubtful": []}
    try:
        value = model.model_validate(data, context=context).model_dump(by_alias=True, exclude_unset=True)
        found: list[Problem] = []
    except ValidationError as error:
        value, found = None, problems(error, node, data, context["models"], words, label, _fitting(model, data))
    return value, found + list(_doubts(context["doubtful"]))


def _fitting(model: type[Closed], data: Any) -> Fits:
    """Whether something could stand at a path of a record. After some tries the answer is no: there may be thousands
    of faults, and the whole record is judged for each.
    """
    from pydantic import ValidationError

    left = MAX_TRIES

    def fits(path: Path, value: Any) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        try:
            model.model_validate(_put(data, path, value), context={"models": {}, "doubtful": []})
        except ValidationError as error:
            places = (item["loc"] for item in error.errors(include_url=False, include_input=False))
            return not any(tuple(step for step in loc if step not in TAGS)[: len(path)] == path for loc in places)
        return True

    return fits


def _put(data: Any, path: Path, value: Any) -> Any:
    """The data with another value at a path."""
    if not path:
        return value
    if isinstance(data, list):
        return [_put(item, path[1:], value) if at == path[0] else item for at, item in enumerate(data)]
    return {key: _put(item, path[1:], value) if key == path[0] else item for key, item in data.items()}


def _doubts(doubtful: Iterable[Scalar]) -> Iterator[Problem]:
    for scalar in doubtful:
        other = scalars.reads_as(scalar.text)
        if other:
            yield Problem(
                scalar.spot,
                "BZ211",
                f"{shown(scalar.text)} is a text here, but reads as a {other} in YAML 1.1",
                f'write "{scalar.text}"',
            )
        if scalar.comment[1:2] in (" ", "\t"):
            yield Problem(
                scalar.spot,
                "BZ218",
                f"the text ends before {shown(scalar.comment)}, which is a comment",
                "quote the text if that belongs to it",
            )
        unseen = scalars.unseen(scalar.text)
        if unseen:
            message = f"in {shown(scalar.text)} stands what nobody sees: {name_of(unseen)}"
            yield Problem(scalar.spot, "BZ220", message, "delete it")


class _Shaper:
    """Shapes one file."""

    def __init__(self, family: str, models: Models, broken: frozenset[str]) -> None:
        self.family = family
        self.models = models
        self.broken = broken
        # Where a kind or its family cannot be read, nobody knows which family has only one.
        kinds = models.ruleset.kinds
        self.countable = EVERY not in broken and all(kind in kinds and kinds[kind].family for kind in broken)
        self.words = {word.name: needs(word) for word in models.ruleset.words.values()}
        self.records: list[Record] = []
        self.known: list[Known] = []
        self.whole = True
        self.kindless = False  # whether it is told that the family has no kind, which is so for all records of the file
        self.problems: list[Problem] = []

    def tell(self, spot: Spot, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(spot, code, message, hint))

    # ---- the three forms of a file

    def items(self, node: Node) -> Iterator[tuple[Mapping, Mapping | None]]:
        """The records of the file, each with the defaults that lie under it."""
        if isinstance(node, Mapping) and "id" not in _keys(node) and self._parts(node):
            yield from self._with_defaults(node)
        else:
            yield from ((item, None) for item in self._mappings(node))

    def _parts(self, node: Mapping) -> dict[str, Node]:
        """The defaults and the records of a file that has them apart; a misspelt key is what it was to be."""
        parts = {key.text: value for key, value in node.pairs if key.text in PARTS}
        others = {key.text: value for key, value in node.pairs if key.text not in PARTS}
        if not parts:
            others = {key: value for key, value in others.items() if isinstance(value, Sequence)}
        meant = misspelt.meant(others, [part for part in PARTS if part not in parts])
        return parts | {part: others[key] for key, part in meant.items()}

    def _with_defaults(self, node: Mapping) -> Iterator[tuple[Mapping, Mapping | None]]:
        for key, _ in node.pairs:
            if key.text not in PARTS:
                self.tell(
                    key.spot,
                    "BZ203",
                    f"{shown(key.text)} is no part of a file with defaults",
                    misspelt.hint(key.text, PARTS) or "it has defaults and records",
                )
        parts = self._parts(node)
        defaults, records = parts.get("defaults"), parts.get("records")
        if defaults is not None and not isinstance(defaults, Mapping):
            self.tell(defaults.spot, "BZ201", "defaults are a mapping of fields")
            defaults = None
        if isinstance(records, Sequence):
            yield from ((item, defaults) for item in self._mappings(records))
        else:
            self.whole = False
            self.tell(
                records.spot if records else first(node),
                "BZ201",
                "a file with defaults has a list of records",
                "records: [...]",
            )

    def _mappings(self, node: Node) -> Iterator[Mapping]:
        for item in node.items if isinstance(node, Sequence) else (node,):
            if isinstance(item, Mapping):
                yield item
            else:
                said = (shown(item.text) if item.text else "nothing") if isinstance(item, Scalar) else "a list"
                self.whole = False
                self.tell(
                    item.spot,
                    "BZ201",
                    f"a record should stand here, not {said}",
                    "a record is a mapping: id: ..., title: ...",
                )

    # ---- one record

    def record(self, item: Mapping, defaults: Mapping | None) -> None:
        """Shape a record; whatever is wrong with it, its id is known from here on."""
        node = merge(defaults, item) if defaults else item
        id_node = node.get("id")
        label = _label(id_node.text) if isinstance(id_node, Scalar) else ""
        label = label or self.family
        model, kind = self.model(node, label)
        if isinstance(id_node, Scalar):
            other = node.get("replaces")
            told = (other.text, other.spot) if isinstance(other, Scalar) else ("", None)
            known = Known(self.family, kind, _meant(id_node.text), id_node.spot, *told)
            self.known.append(known._replace(number=scalars.number(node.get("number"))))
        self.whole = self.whole and isinstance(id_node, Scalar) and _clear(id_node.text) and "id" not in node.spoilt
        if model is None:
            return
        found: list[Problem] = []
        value = None if self.family in FIXED else usual.record(self.models, self.models.ruleset.kinds[kind], node)
        if value is None:
            value, found = judge(model(), node, label, self.words)
        inside = defaults.spot if defaults else None
        before = {(problem.spot, problem.code) for problem in self.problems} if inside else set()
        found = [_in_defaults(problem, label, inside) for problem in found]
        self.problems += [problem for problem in found if (problem.spot, problem.code) not in before]
        if value is not None:
            self.records.append(self._filled(kind, value, node))

    def model(self, node: Mapping, label: str) -> tuple[Model | None, str]:
        """The model that judges the record, made when it is asked for, and the record's kind."""
        if self.family in FIXED:
            return partial(self.models.fixed, self.family), self.family
        said, known = node.get("kind"), self.models.kinds(self.family)
        if EVERY in self.broken:
            return None, said.text if isinstance(said, Scalar) else ""
        if said is None:
            return self._lone(node, known, label)
        if not isinstance(said, Scalar):
            self.tell(first(said), "BZ202", f"{label} › kind: the name of a kind should stand here")
            return None, ""
        name = said.text
        if name in self.broken:
            return None, name
        if name in known:
            return partial(self.models.kind, name), name
        self._unknown_kind(said, name, known, label)
        return None, ""

    def _lone(self, node: Mapping, known: list[str], label: str) -> tuple[Model | None, str]:
        """The model of a record that does not say its kind: its family has only one, or it is told."""
        lone = self.models.lone(self.family) if self.countable else ""
        slip = None if lone else self._slip(node)
        if slip:
            self.tell(slip.spot, "BZ203", f"{label}: {shown(slip.text)} is no field here", 'did you mean "kind"?')
        elif not lone and self.countable and not node.spoilt and (known or not self.kindless):
            self.kindless = not known
            hint = f"kind: {known[0]}" if len(known) == 1 else f"it is one of {', '.join(known)}"
            hint = hint if known else self._other_family(_keys(node).difference(COMMON))
            what = "its kind is missing" if known else f"the ruleset has no kind of the family {self.family}"
            self.tell(first(node), "BZ212", f"{label}: {what}", hint)
        return (partial(self.models.kind, lone), lone) if lone and lone not in self.broken else (None, lone)

    def _other_family(self, names: set[str]) -> str:
        """The one kind that has fields of these names, of whatever family it is."""
        fitting = [kind for kind in self.models.ruleset.kinds.values() if names and names <= kind.fields.keys()]
        return f'"{fitting[0].name}" has these fields, and is of the family {fitting[0].family}' if fitting else ""

    def _slip(self, node: Mapping) -> Scalar | None:
        """A key that was probably to be `kind`, where only that tells what the record is."""
        fields = {*COMMON, *(name for kind in self.models.ruleset.kinds.values() for name in kind.fields)}
        return next((key for key, _ in node.pairs if key.text not in fields and suggest(key.text, ["kind"])), None)

    def _unknown_kind(self, said: Node, name: str, known: list[str], label: str) -> None:
        other = self.models.ruleset.kinds.get(name)
        if other:
            folder = next(folder for folder, family in FOLDERS.items() if family == other.family)
            self.tell(
                said.spot,
                "BZ212",
                f'{label}: "{name}" is of the family {other.family}',
                f"its records stand in the folder {folder}",
            )
            return
        if UNNAMED in self.broken:
            return
        hint = suggest(name, known) or (f"it is one of {', '.join(known)}" if known else "the ruleset declares none")
        self.tell(said.spot, "BZ212", f"{label}: no kind of the family {self.family} is named {shown(name)}", hint)

    def _filled(self, kind: str, value: dict[str, Any], node: Mapping) -> Record:
        spot = first(node)
        origin, ruled = _bare_origin(value["from"])
        if self.family in FIXED:
            from bartizan_compiler import maprecords

            rest = {key: item for key, item in value.items() if key not in ("id", "title", "from", "replaces")}
            if "layout" in rest:
                rest["layout"] = maprecords.layout_name(rest["layout"])
            places = fill.places(node) | _rows(node.get("grid"), ("grid",))
            named = list(ruled)
            for lead in LEADS:
                if ":" in str(rest.get(lead, "")):
                    pack, _, rest[lead] = rest[lead].rpartition(":")
                    named.append(((lead,), pack))
            head = (self.family, kind, value["id"], value["title"])
            return Record(*head, rest, origin, spot, places, {}, tuple(named))
        filler = fill.Filler(self.models)
        values = filler.record(self.models.ruleset.kinds[kind], value, node)
        drawn = _drawn(self.models.ruleset.kinds[kind], value)
        for name in (*COMMON, *drawn):
            said = node.get(name)
            if said is not None:
                filler.places |= fill.places(said, (name,))
        for name, side in _pairs(node.get("sides")) if "sides" in drawn else ():
            filler.places |= _rows(side, ("sides", name))
        return Record(
            self.family,
            kind,
            value["id"],
            value["title"],
            values,
            origin,
            spot,
            filler.places,
            value.get("options", {}),
            (*filler.qualified, *ruled),
            drawn,
        )


def _bare_origin(origin: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[fill.Path, str]]]:
    """Where a record comes from, with its rulings by their ids alone; and where one is named with its pack."""
    pack, colon, id = str(origin.get("ruling", "")).rpartition(":")
    found: list[tuple[fill.Path, str]] = [(("from", "ruling"), pack)] if colon else []
    bare = {**origin, "ruling": id} if colon else dict(origin)
    if "fields" in origin:
        bare["fields"] = {}
        for name, source in origin["fields"].items():
            bare["fields"][name], inner = _bare_origin(source)
            found += [(("from", "fields", name, *path[1:]), pack) for path, pack in inner]
    return bare, found


def merge(under: Mapping, over: Mapping) -> Mapping:
    """`over` with what it does not say taken from `under`: mappings are merged, all else is replaced."""
    said = {key.text: (key, value) for key, value in over.pairs}
    pairs = []
    for key, value in under.pairs:
        if key.text not in said:
            pairs.append((key, value))
            continue
        own_key, own = said.pop(key.text)
        if isinstance(own, Mapping) and isinstance(value, Mapping):
            own = merge(_without_source(value) if key.text == "from" and "is" in _keys(own) else value, own)
        pairs.append((own_key, own))
    return Mapping((*said.values(), *pairs), over.spot, over.flow, (*over.spoilt, *under.spoilt))


def _without_source(node: Mapping) -> Mapping:
    """What stays of a default provenance when the record says itself what it is: where single fields come from."""
    return node._replace(pairs=tuple((key, value) for key, value in node.pairs if key.text == "fields"))


def _drawn(kind: Kind, value: dict[str, Any]) -> dict[str, Any]:
    """What a tile's record says of its sides, besides the fields of its kind."""
    if kind.family != "tile":
        return {}
    from bartizan_compiler import maprecords

    drawn = {name: value[name] for name in maprecords.TILE if name in value and name not in kind.fields}
    if "layout" in drawn:
        drawn["layout"] = maprecords.layout_name(drawn["layout"])
    return drawn


def _rows(grid: Node | None, path: fill.Path) -> fill.Places:
    """The place of each row of a grid: of its first character. Only a literal block keeps its rows apart."""
    if not isinstance(grid, Scalar):
        return {}
    texts = grid.text.rstrip("\n").split("\n")
    if not grid.indent:
        return _rows_in_line(grid, texts, path)
    literal = grid.spot.end_line - grid.spot.line == len(texts)
    return {(*path, row): grid.place(row, 0) for row in range(len(texts))} if literal else {}


def _rows_in_line(grid: Scalar, texts: list[str], path: fill.Path) -> fill.Places:
    r"""The same for rows on one line, with `\n` between them: known if nothing else takes more room than it says."""
    spot, quote = grid.spot, 0 if grid.plain else 1
    room = len(grid.text) + grid.text.count("\n") + 2 * quote
    if spot.line != spot.end_line or spot.end_column - spot.column != room:
        return {}
    starts = accumulate((len(text) + 2 for text in texts), initial=spot.column + quote)
    return {(*path, row): spot._replace(column=start) for row, start in zip(range(len(texts)), starts, strict=False)}


def _pairs(node: Node | None) -> list[tuple[str, Node]]:
    return [(key.text, value) for key, value in node.pairs] if isinstance(node, Mapping) else []


def _clear(id: str) -> bool:
    """Whether it is clear which id is meant, so that what names another can be blamed."""
    return scalars.is_id(re.sub(r"[ _]", "-", id.strip().lower()))


def _label(id: str) -> str:
    """What a record is called in messages: its id, without what the eye would miss or tire of."""
    id = id.strip()
    return id if id.isprintable() and len(id) <= 64 else _meant(id)[:64]


def _meant(id: str) -> str:
    """The id that is meant by one that is none, so that what names it is not blamed for it."""
    return id if scalars.is_id(id) else re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")


def _keys(node: Mapping) -> set[str]:
    return {key.text for key, _ in node.pairs}


def _in_defaults(problem: Problem, label: str, inside: Spot | None) -> Problem:
    """A fault in the defaults is one fault, however many records lie over it."""
    if inside is None or not (inside.line, inside.column) <= problem.spot[1:3] < (inside.end_line, inside.end_column):
        return problem
    message = problem.message
    return problem._replace(
        message="defaults" + message[len(label) :] if message.startswith(crumb(label, ())) else message
    )
