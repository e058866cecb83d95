"""Build a pack: from a folder to a proven pack, and from the pack to one scenario.

`_stages` is the whole architecture. Each stage takes a value and gives a value and its problems; nothing is thrown for
what a person wrote, and no stage is skipped because an earlier one found something.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bartizan_compiler import (
    audit,
    checks,
    codes,
    emit,
    forms,
    front,
    graph,
    grid,
    ignores,
    link,
    load,
    own_checks,
    pace,
    pack,
    proofs,
    record_files,
    replace,
    requires,
    rules,
    sight,
    tiles,
)
from bartizan_compiler.cache import NOTHING, Cache, key, packed, unpacked
from bartizan_compiler.front import Declared
from bartizan_compiler.link import Draft, Pack
from bartizan_compiler.models import Models
from bartizan_compiler.nodes import Node
from bartizan_compiler.owners import Owners
from bartizan_compiler.pack import Shelf
from bartizan_compiler.requires import Closure
from bartizan_compiler.shape import Known, Record
from bartizan_engine.language import Program
from bartizan_engine.language.packs import Packs, made_of
from bartizan_engine.problem import Problem, Spot, order, owner, suggest


def check(root: Path, shelves: Sequence[Shelf] = (), store: Cache = NOTHING) -> tuple[Pack | None, list[Problem]]:
    """Every problem of a pack, from every stage. The pack is there as soon as its two front papers can be read.

    What it requires is looked for beside it, then on the `shelves`. With a `store`, what an earlier check found out is
    not worked out again; the problems are the same without.
    """
    found = checked(Path(root), read(Path(root), shelves), shelves, store)
    return found.pack, found.problems


def build(
    root: Path, mission: str | None = None, entry: str | None = None, shelves: Sequence[Shelf] = ()
) -> tuple[dict[str, Any] | None, list[Problem]]:
    """One scenario of a pack; None if anything is wrong with it.

    `mission` is an id, or `kind:id`. Without one, the only mission is meant; without an entry, the first, or with a
    mission the first that needs one.
    """
    made, problems = check(root, shelves)
    if made is None or any(severe(problem) for problem in problems):
        return None, problems
    chosen, found = choose(made, mission, entry)
    if chosen is None:
        return None, problems + found
    return emit.emit(made, *chosen), problems


class Read(NamedTuple):
    """All that a check follows from, as it was read: the files of a pack, its front papers, the packs it requires."""

    files: pack.Files | None
    nodes: dict[str, Node]
    closure: Closure
    problems: list[Problem]


class Checked(NamedTuple):
    """What a check has found: the pack, what it wants proven, the work of its own checks by record, and all ids."""

    pack: Pack | None
    problems: list[Problem]
    asked: proofs.Proofs = proofs.Proofs()
    works: Mapping[tuple[str, str], int] = MappingProxyType({})
    known: Sequence[Known] = ()


def read(
    root: Path, shelves: Sequence[Shelf] = (), found: tuple[pack.Files | None, list[Problem]] | None = None
) -> Read:
    """Read a pack, unless its own files were `found` before, and those that it requires."""
    files, problems = found or pack.read(root)
    if files is None:
        return Read(None, {}, Closure(), problems)
    own, flaws = _load(files)
    closure, more = requires.gather(root, own.get(pack.FRONT), shelves)
    return Read(files, own, closure, problems + flaws + more)


def checked(root: Path, told: Read, shelves: Sequence[Shelf] = (), store: Cache = NOTHING) -> Checked:
    """Every problem of a pack that was read."""
    found, ignored = _stages(root, told, store)
    problems = ignores.settle(found.problems, ignored)
    return found._replace(problems=order(_of_own(_causes(problems), root, told.closure, shelves)))


def _stages(root: Path, told: Read, store: Cache) -> tuple[Checked, list[ignores.Ignore]]:
    """Gather, shape, link, prove, check: the stages in their order, and the problems of all of them."""
    if told.files is None:
        return Checked(None, told.problems), []
    draft, problems = drafted(root, told, store)
    problems = told.problems + problems
    made, declared, info = draft.pack, draft.declared, draft.pack.info is not _NO_INFO
    problems += link.link(draft)
    asked, flaws = proofs.read(declared.ruleset, declared.data) if declared.sound else (proofs.Proofs(), [])
    problems += [Problem(declared.at(*flaw.path), flaw.code, flaw.message, flaw.hint) for flaw in flaws]
    problems += _prove(made, sight.covers(made, asked.cover, not any(map(severe, problems)), store))
    problems += checks.check(draft)
    ignored, found = ignores.read(draft.files.yaml, made.rules)
    problems += found
    works: dict[tuple[str, str], int] = {}
    if info and not any(map(severe, ignores.left(problems, ignored))):
        problems += audit.check(made, asked.audit, problems)
        problems += pace.notes(made, asked.pace) if asked.pace else []
    if info and not any(map(severe, ignores.left(problems, ignored))):
        problems += own_checks.check(made, store, works)
    return Checked(made if info else None, problems, asked, works, draft.known), ignored


def drafted(root: Path, told: Read, store: Cache, part: Sequence[str] | None = None) -> tuple[Draft, list[Problem]]:
    """The first stages: gather and shape. What comes after them looks at the pack as a whole.

    Of rules that have been checked, some can be named as the only `part` that is needed.
    """
    assert told.files is not None
    own, closure = told.nodes, told.closure
    info, problems = _info(told, store)
    files, nodes, found = _together(told.files, own, closure)
    problems += found
    declared, found = _ruleset(files, nodes, closure, store)
    problems += found
    program: Program | None = None
    seats = requires.seats(own.get(pack.FRONT), closure)
    problems += front.gaps(declared, seats, nodes)
    models = Models(declared.ruleset, seats)
    records, known, lost, found = _records(files, models, declared, closure, store)
    problems += found
    lost |= files.unread
    settled, found = replace.settle(records, known, closure, (info or _NO_INFO)["id"])
    problems += found
    records, known = settled.records, settled.known
    maps, found = _maps(
        records, known, declared, files.drawings, whole=pack.TILE not in lost and not declared.doubts(pack.TILE)
    )
    problems += found
    info = info and {**info, "requires": list(closure.direct)}
    packs = made_of(info or _NO_INFO, [one.told() for one in closure.packs])
    if pack.RULES not in lost:  # or every call of a rule that was not read would be blamed
        finder = _finder(known, lost, declared, packs)
        program = None if part is None else rules.part(declared, files.rules, part, finder, packs)
        if program is None:
            program, found = rules.check(declared, files.rules, finder, records, packs)
            problems += found
    made = Pack(
        root,
        info or _NO_INFO,
        declared.ruleset,
        declared.data,
        link.of_kinds(records),
        maps,
        files.rules,
        program,
        closure.packs,
        declared.owners(),
        Owners(packs.own, (one.id for one in closure.packs), known, settled.before),
    )
    return Draft(made, declared, models, known, lost, settled.before, files), problems


# After these, what stands there is not what its author meant, and nothing else is said of it.
_IN_THE_WAY = frozenset(["BZ103", "BZ104", "BZ106", "BZ112", "BZ113", "BZ120", "BZ121", "BZ128", "BZ136", "BZ214"])
# What is told of names of the ruleset, and not again of those that the ruleset itself uses and does not declare.
_OF_NAMES = frozenset(["BZ212", "BZ410"])
_NAMED = re.compile(r'is named "([^"]*)"')


def _causes(problems: list[Problem]) -> list[Problem]:
    """The problems without what later stages say of a key or value that could not be read as it was meant."""
    lost = {problem.spot[:3] for problem in problems if problem.code in _IN_THE_WAY}
    kept = _IN_THE_WAY | {"BZ219"}
    undeclared = {named[1] for one in problems if one.code == "BZ502" and (named := _NAMED.search(one.message))}
    return [
        one
        for one in problems
        if (one.code[2] not in "237" or one.code in kept or one.spot[:3] not in lost)
        and (one.code not in _OF_NAMES or not (named := _NAMED.search(one.message)) or named[1] not in undeclared)
    ]


# What stands in for a pack.yaml that cannot be read, so that the other files are still checked.
_NO_INFO: dict[str, Any] = {
    "id": "",
    "title": "",
    "version": "",
    "language": "1",
    "players": [1, 16],
    "sources": {"unknown": {}},
}


def _info(told: Read, store: Cache) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What stands in pack.yaml."""
    if told.files is None or pack.FRONT not in told.nodes:
        return None, []
    named = key("pack", told.files.yaml[pack.FRONT])
    kept = store.get(named)
    if kept is not None:
        info, problems = json.loads(kept[0])
        return info, unpacked(problems)
    info, problems = front.pack_info(told.nodes[pack.FRONT])
    store.put(named, json.dumps([info, packed(problems)]))
    return info, problems


def _load(files: pack.Files) -> tuple[dict[str, Node], list[Problem]]:
    """The two front papers."""
    nodes: dict[str, Node] = {}
    problems: list[Problem] = []
    for path, data in files.yaml.items():
        if pack.family(path):
            continue
        node, found = load.load(path, data)
        problems += found
        if node is not None:
            nodes[path] = node
    return nodes, problems


def _together(
    files: pack.Files, own: dict[str, Node], closure: Closure
) -> tuple[pack.Files, dict[str, Node], list[Problem]]:
    """The files of all packs that are needed and their front papers, those of the pack itself last."""
    nodes: dict[str, Node] = {}
    problems: list[Problem] = []
    yaml: dict[str, bytes] = {}
    sources: list[tuple[str, str]] = []
    drawings: dict[str, bytes] = {}
    unread = files.unread
    for one in closure.packs:
        more, found = _load(one.files)
        nodes |= more
        problems += found
        yaml |= one.files.yaml
        sources += one.files.rules
        drawings |= one.files.drawings
        unread |= one.files.unread
    together = pack.Files(files.root, yaml | files.yaml, sources + files.rules, unread, drawings | files.drawings)
    return together, nodes | own, problems


def _ruleset(
    files: pack.Files, nodes: dict[str, Node], closure: Closure, store: Cache
) -> tuple[Declared, list[Problem]]:
    """What the rulesets of all packs declare, or what stands in for one that cannot be read."""
    paths = {one.id: f"@{one.id}/{pack.RULESET}" for one in closure.packs} | {"": pack.RULESET}
    unread = next((path for path in paths.values() if path in files.yaml and path not in nodes), "")
    if not closure.whole:
        unread = pack.FRONT
    if unread:
        until = "the packs that it requires are there" if unread == pack.FRONT else "the ruleset can be read"
        note = f"no record of a kind and no rule is checked until {until}"
        return front.no_ruleset(), [Problem(Spot(unread), "BZ219", note)]
    there = {id: nodes[path] for id, path in paths.items() if path in nodes}
    if there:
        return front.ruleset(there, lambda id: _sourced(paths[id], there[id], files, store))
    if os.path.lexists(files.root / pack.RULESET):  # why it was not read is told already
        return front.no_ruleset(), []
    hint = "it declares the kinds of the game and how it is entered"
    return front.no_ruleset(), [Problem(Spot(pack.RULESET), "BZ702", "the pack has no ruleset.yaml", hint)]


def _sourced(path: str, node: Node, files: pack.Files, store: Cache) -> front.Sourced:
    """Where the declarations of a ruleset come from, as it says."""
    named = key("sources", path, files.yaml[path])
    kept = store.get(named)
    if kept is not None:
        rulings, problems = json.loads(kept[0])
        return tuple((str(ruling), Spot(*spot)) for ruling, spot in rulings), unpacked(problems)
    rulings, problems = front.sources_of(node)
    store.put(named, json.dumps([rulings, packed(problems)]))
    return rulings, problems


def _records(
    files: pack.Files, models: Models, declared: Declared, closure: Closure, store: Cache
) -> tuple[list[Record], list[Known], frozenset[str], list[Problem]]:
    """The records of all files, those of a required pack by the number of players that it is for itself; and the
    families of which a file could not be read, or a record has no id to be told by: what names a record that may stand
    there is not blamed.
    """
    records: list[Record] = []
    known: list[Known] = []
    lost: set[str] = set()
    problems: list[Problem] = []
    by_pack = {one.id: Models(declared.ruleset, tuple(one.info["players"])) for one in closure.packs} | {"": models}
    rulesets = [data for path, data in files.yaml.items() if path.endswith(pack.RULESET)]
    declared_ = [*(data.hex() for data in rulesets), declared.data, sorted(declared.broken)]
    judges = {id: key("judge", declared_, of.seats, of.seats_known) for id, of in by_pack.items()}
    for path, data in files.yaml.items():
        family, whose = pack.family(path), owner(path)
        if family:
            shaped, found = record_files.read(path, data, by_pack[whose], declared.broken, judges[whose], store)
            records += shaped.records if shaped else []
            known += shaped.known if shaped else []
            lost |= set() if shaped and shaped.whole else {family}
            problems += found
    return records, known, frozenset(lost), _once(problems)


def _once(problems: list[Problem]) -> list[Problem]:
    """What is wrong with the kind of several records in the same way is told at the first of them."""
    kept: dict[Any, Problem] = {}
    for number, one in enumerate(problems):
        said = one.message.partition(": ")[2]
        alike = (one.code, one.hint, said) if one.code == "BZ212" and "›" not in one.message else number
        before = kept.get(alike)
        kept[alike] = before._replace(notes=(*before.notes, (one.spot, "here as well"))) if before else one
    return list(kept.values())


def _maps(
    records: list[Record], ids: list[Known], declared: Declared, drawings: dict[str, bytes], *, whole: bool
) -> tuple[dict[str, grid.Grid], list[Problem]]:
    """The maps that can be read. Some tiles may be missing from them unless the tiles are `whole`."""
    maps: dict[str, grid.Grid] = {}
    board = declared.ruleset.board
    if board is None:
        return {}, []
    known, problems = tiles.read(records, board, ids, whole=whole)
    sources = forms.Sources(known, drawings)
    for record in records:
        if record.family == link.MAP:
            made, found = grid.grid(record, board, sources)
            problems += found
            if made:
                maps.setdefault(record.id, made)
    return maps, problems


def _prove(made: Pack, covered: sight.Covered) -> Iterator[Problem]:
    """What the graphs of the maps show."""

    def faces(die: str) -> list[str]:
        kinds = (kind.name for kind in made.ruleset.kinds.values() if kind.family == "die")
        return next((names for kind in kinds if (names := made.faces(kind).get(die))), [])

    if made.ruleset.board:
        for name in sorted(made.maps):
            coverage, found = covered(made.maps[name])
            yield from found
            yield from graph.prove(made.maps[name], made.ruleset.board, faces, coverage)


def _finder(known: list[Known], lost: frozenset[str], declared: Declared, packs: Packs) -> Callable[[str, str], bool]:
    """Whether a record exists, for names in rules; one with faults does. With its pack it is `pack:id`."""
    ids = {(one.kind, one.id) for one in known}
    doubtful = {one.id for one in known if not one.kind}
    kinds = declared.ruleset.kinds

    def exists(kind: str, id: str) -> bool:
        of, _, bare = id.rpartition(":")
        family = kinds[kind].family if kind in kinds else kind
        return ((kind, bare) in ids or bare in doubtful or family in lost) and (of in packs.requires or of == packs.own)

    return exists


# ---------------------------------------------------------------- whose problems


def _of_own(problems: list[Problem], root: Path, closure: Closure, shelves: Sequence[Shelf]) -> list[Problem]:
    """The problems of the pack itself. Of a required pack it is only told that it has errors; what is wrong with it
    only together with this pack is told here, since here it can be changed.
    """
    found = [problem for problem in problems if not owner(problem.spot.path)]
    front_ = pack.front(root)
    node = load.load(pack.FRONT, front_)[0] if front_ else None
    for one in closure.packs:
        wrong = [problem for problem in problems if owner(problem.spot.path) == one.id and severe(problem)]
        if not wrong:
            continue
        via = requires.via(node, one.id, closure)
        if any(map(severe, check(one.root, shelves)[1])):
            found.append(requires.errors_of(one.id, one.root, root, via))
        else:
            found += [_together_with(problem, one.id, via) for problem in wrong]
    return [_seen(problem, root, closure) for problem in found]


def _together_with(problem: Problem, id: str, via: Spot) -> Problem:
    """A problem that a required pack has only because of what is added to it."""
    note = (problem.spot, "here")
    message = f'together with this pack, "{id}" is wrong: {problem.message}'
    return Problem(via, problem.code, message, problem.hint, (note, *problem.notes), problem.sketch)


def _seen(problem: Problem, root: Path, closure: Closure) -> Problem:
    def see(spot: Spot) -> Spot:
        return spot._replace(path=requires.place(root, spot.path, closure.packs))

    return problem._replace(spot=see(problem.spot), notes=tuple((see(spot), text) for spot, text in problem.notes))


# ---------------------------------------------------------------- which scenario


def severe(problem: Problem) -> bool:
    """Whether a problem is an error; a code that nobody registered is one."""
    return codes.severity(problem.code) == "error"


def choose(made: Pack, lead: str | None, entry: str | None) -> tuple[tuple[Record | None, str] | None, list[Problem]]:
    """The mission or campaign and the entry that are meant."""
    entries = made.ruleset.entries
    name = entry or way_in(made, lead)
    if name not in entries:
        return None, [_not_found("entry", name, list(entries))]
    needs = entries[name].needs
    if not needs:
        return (None, name), []
    all_ = made.leads(needs)
    meant = all_ if lead is None else [record for record in leads(made, needs) if _is(record, lead)]
    if len(meant) == 1:
        return (meant[0], name), []
    if lead is None:
        listed = ", ".join(record.id for record in all_)
        return None, [
            Problem(Spot(pack.FRONT), "BZ710", f'"{name}" needs a {needs}, and the pack has {len(all_)}', listed)
        ]
    return None, [_not_found(needs, lead, [record.id for record in all_])]


def way_in(made: Pack, lead: str | None) -> str:
    """The entry that is meant where none is named: the first, or with a mission or campaign the first for one."""
    if lead is None:
        return made.entry()
    for family in ("mission", "campaign"):
        if any(_is(record, lead) for record in leads(made, family)):
            return made.entry(family)
    return made.entry()


def missions(made: Pack) -> list[Record]:
    """All missions that can be named: also those of required packs."""
    return leads(made, "mission")


def leads(made: Pack, family: str) -> list[Record]:
    """The same of missions or of campaigns."""
    kinds = [kind.name for kind in made.ruleset.kinds.values() if kind.family == family]
    return [record for kind in kinds for record in made.records.get(kind, ())]


def _is(record: Record, mission: str) -> bool:
    return mission in (record.id, f"{record.kind}:{record.id}")


def _not_found(what: str, name: str, known: list[str]) -> Problem:
    return Problem(
        Spot(pack.FRONT),
        "BZ710",
        f'the pack has no {what} "{name}"',
        suggest(name, known) or f"it has {', '.join(known)}",
    )
