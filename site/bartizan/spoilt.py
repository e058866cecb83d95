"""Sets records with errors apart from a pack, so that the rest of its reference can be made without them.

An error belongs to the record in whose lines it stands. Of a file that cannot be read at all, the ids are looked for in
its text, so that each of its records keeps its address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bartizan import codes
from bartizan_compiler import pack as packs
from bartizan_engine.problem import Problem, Spot, owner

if TYPE_CHECKING:
    from pathlib import Path

    from bartizan_compiler.build import Checked
    from bartizan_compiler.link import Pack
    from bartizan_engine.declared import Ruleset

OF_ANOTHER = "BZ718"  # a required pack has errors; they are told on that pack's own pages
_ID = re.compile(
    r"^(?P<before>[ \t]*(?:-[ \t]+)?\{?[ \t]*)[\"']?id[\"']?[ \t]*:[ \t]*[\"']?(?P<id>[a-z][a-z0-9-]*)", re.MULTILINE
)
_KIND = re.compile(r"\bkind[\"']?[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)")
_TITLE = re.compile(r"\btitle[\"']?[ \t]*:[ \t]*(?:\"([^\"\n]*)|'([^'\n]*)|([^\s\"'#][^\n,}]*))")


class Spoilt(NamedTuple):
    """A record with errors, as far as it could be read: what it is, what it is called, and what is wrong with it."""

    family: str
    kind: str
    id: str
    title: str
    spot: Spot
    problems: tuple[Problem, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """How the pages name it."""
        fixed = self.family == self.kind and self.family in ("map", "example", "ruling", "clause")
        return (self.family, self.id) if fixed else ("record", self.kind, self.id)


class Rest(NamedTuple):
    """A pack without its spoilt records; these; and the errors that belong to no record."""

    pack: Pack
    spoilt: tuple[Spoilt, ...]
    loose: tuple[Problem, ...]  # in files of records
    elsewhere: tuple[Problem, ...]  # in its front papers or rules: of such a pack nothing can be shown


def rest(checked: Checked) -> Rest | None:
    """What of a pack can be shown; None if there is no pack."""
    pack = checked.pack
    if pack is None:
        return None
    errors = [p for p in checked.problems if codes.severity(p.code) == "error" and p.code != OF_ANOTHER]
    inside = [p for p in errors if packs.family(p.spot.path) and not p.spot.path.startswith(("../", "/"))]
    elsewhere = tuple(p for p in errors if p not in inside)
    own = [one for one in checked.known if not owner(one.spot.path)]
    ids = [(one.family, one.kind, one.id, _key(pack.root, one.spot)) for one in own]
    found: dict[tuple[str, ...], Spoilt] = {}
    loose = []
    for problem in inside:
        hit = list(_hit(pack, problem, ids))
        for one in hit:
            before = found.get(one.key)
            found[one.key] = before._replace(problems=(*before.problems, problem)) if before else one
        loose += [] if hit else [problem]
    for one in _unread(pack, errors, ids):
        found.setdefault(one.key, one)
    return Rest(_without(pack, found), tuple(found[key] for key in sorted(found)), tuple(loose), elsewhere)


def extent(written: Sequence[str], spot: Spot) -> range:
    """The lines of the record whose id stands at the spot: from the nearest line further left, to the next such line.

    They are counted from 0. A record that has a file of its own has all of its lines.
    """
    first = spot.line - 1
    if not 0 <= first < len(written):
        return range(0)
    while first >= 0 and (not written[first].strip() or _indent(written[first]) >= spot.column - 1):
        first -= 1
    left = _indent(written[first]) if first >= 0 else -1
    last = max(first, 0) + 1
    while last < len(written) and (not written[last].strip() or _indent(written[last]) > left):
        last += 1
    return range(max(first, 0), last)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


Id = tuple[str, str, str, Spot]  # family, kind, id and where the key `id` stands


def _key(root: Path, value: Spot) -> Spot:
    """The place of the key whose value is an id, if they stand on one line."""
    written = _lines(root, value.path)
    match = _ID.match(written[value.line - 1]) if value.line <= len(written) else None
    return value._replace(column=len(match["before"]) + 1) if match else value


def _hit(pack: Pack, problem: Problem, ids: Iterable[Id]) -> Iterator[Spoilt]:
    """The records that a problem belongs to: the one that it stands in, else all of its file."""
    path = problem.spot.path
    known = [one for one in ids if one[3].path == path]
    here = known or [*_guessed(path, _lines(pack.root, path)), *_drawn(pack, path)]
    line = problem.spot.line - 1
    inside = [one for one in known if line in extent(_lines(pack.root, path), one[3])]
    for one in inside or here:
        yield _spoilt(pack, one, (problem,))


def _unread(pack: Pack, errors: Iterable[Problem], ids: Iterable[Id]) -> Iterator[Spoilt]:
    """The records that are not in the pack: a problem of several is told at the first, and noted at the others."""
    read = {(one.kind, one.id) for many in pack.records.values() for one in many}
    for one in ids:
        if (one[1], one[2]) not in read:
            path, span = one[3].path, extent(_lines(pack.root, one[3].path), one[3])
            noted = [p for p in errors if any(at.path == path and at.line - 1 in span for at, _ in p.notes)]
            yield _spoilt(pack, one, tuple(noted))


def _spoilt(pack: Pack, one: Id, found: tuple[Problem, ...]) -> Spoilt:
    family, kind, id, spot = one
    written = _lines(pack.root, spot.path)
    text = "\n".join(written[line] for line in extent(written, spot))
    kind = kind or _kind(pack.ruleset, family, text, "\n".join(written))
    return Spoilt(family, kind, id, _title(text), spot, found)


def _lines(root: Path, path: str) -> list[str]:
    return (packs.shown(root, path) or "").removeprefix("\ufeff").splitlines()


def _guessed(path: str, written: Sequence[str]) -> Iterator[Id]:
    """The ids that stand in the text of a file that is no YAML."""
    family = packs.family(path)
    for match in _ID.finditer("\n".join(written)):
        line = match.string.count("\n", 0, match.start()) + 1
        yield family, "", match["id"], Spot(path, line, len(match["before"]) + 1)


def _drawn(pack: Pack, path: str) -> Iterator[Id]:
    """The maps whose drawing is this file."""
    for record in pack.own("map"):
        if record.values.get("tiled") and path.endswith(str(record.values["tiled"]).rpartition("/")[2]):
            yield "map", "map", record.id, record.spot


def _kind(ruleset: Ruleset, family: str, *texts: str) -> str:
    """The kind of a record that could not be read: as it says, or its file does, or the only one of its family."""
    kinds = [kind.name for kind in ruleset.kinds.values() if kind.family == family]
    for said in filter(None, map(_KIND.search, texts)):
        if said[1] in kinds:
            return said[1]
    return kinds[0] if len(kinds) == 1 else family


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return next((part.strip() for part in found.groups() if part), "") if found else ""


def _without(pack: Pack, spoilt: Iterable[tuple[str, ...]]) -> Pack:
    """The pack without these records. What would be proven of it as a whole is not proven."""
    apart = {(key[-2], key[-1]) for key in spoilt}
    if not apart:
        return pack
    records = {
        kind: [one for one in many if owner(one.spot.path) or (kind, one.id) not in apart]
        for kind, many in pack.records.items()
    }
    maps = {id: grid for id, grid in pack.maps.items() if ("map", id) not in apart}
    return pack._replace(records=records, maps=maps, program=None)
