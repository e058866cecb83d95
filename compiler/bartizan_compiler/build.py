"""Build a pack: from a folder to a proven pack, and from the pack to one scenario.

`_stages` is the whole architecture. Each stage takes a value and gives a value and its problems; nothing is thrown for
what a person wrote, and no stage is skipped because an earlier one found something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bartizan_compiler import checks, codes, emit, front, graph, grid, link, load, own_checks, pack, rules, shape
from bartizan_compiler.front import Declared
from bartizan_compiler.link import Draft, Pack
from bartizan_compiler.models import Models
from bartizan_compiler.nodes import Node
from bartizan_compiler.shape import Known, Record
from bartizan_engine.problem import Problem, Spot, order, suggest


def check(root: Path) -> tuple[Pack | None, list[Problem]]:
    """Every problem of a pack, from every stage. The pack is there as soon as its two front papers can be read."""
    made, problems = _stages(Path(root))
    return made, order(problems)


def build(
    root: Path, mission: str | None = None, entry: str | None = None
) -> tuple[dict[str, Any] | None, list[Problem]]:
    """One scenario of a pack; None if anything is wrong with it.

    `mission` is an id, or `kind:id`. Without one, the only mission is meant; without an entry, the first.
    """
    made, problems = check(root)
    if made is None or any(severe(problem) for problem in problems):
        return None, problems
    chosen, found = choose(made, mission, entry)
    if chosen is None:
        return None, problems + found
    return emit.emit(made, *chosen), problems


def _stages(root: Path) -> tuple[Pack | None, list[Problem]]:
    """Load, shape, link, prove, check: the stages in their order, and the problems of all of them."""
    files, problems = pack.read(root)
    if files is None:
        return None, problems
    nodes, found = _load(files)
    problems += found
    info, found = front.pack_info(nodes[pack.FRONT]) if pack.FRONT in nodes else (None, [])
    problems += found
    declared, found = front.ruleset(nodes[pack.RULESET]) if pack.RULESET in nodes else _no_ruleset(files)
    problems += found
    lost = _lost(files, nodes)
    program = None
    seats = front.seats(nodes.get(pack.FRONT))
    if pack.RULESET in nodes:
        problems += front.gaps(declared, seats, nodes[pack.RULESET])
    models = Models(declared.ruleset, seats)
    records, known, found = _shape(nodes, models, declared)
    problems += found
    maps, found = _maps(records, declared)
    problems += found
    if pack.RULES not in lost:  # or every call of a rule that was not read would be blamed
        program, found = rules.check(declared, files.rules, _finder(known, lost, declared), records)
        problems += found
    made = Pack(
        root, info or _NO_INFO, declared.ruleset, declared.data, link.of_kinds(records), maps, files.rules, program
    )
    draft = Draft(made, declared, models, known, lost)
    problems += link.link(draft)
    problems += _prove(made)
    problems += checks.check(draft)
    if info and not any(map(severe, problems)):
        problems += own_checks.check(made)
    return (made if info else None), problems


# What stands in for a pack.yaml that cannot be read, so that the other files are still checked.
_NO_INFO: dict[str, Any] = {
    "id": "",
    "title": "",
    "version": "",
    "language": "1",
    "players": [1, 16],
    "sources": {"unknown": {}},
}


def _load(files: pack.Files) -> tuple[dict[str, Node], list[Problem]]:
    nodes: dict[str, Node] = {}
    problems: list[Problem] = []
    for path, data in files.yaml.items():
        node, found = load.load(path, data)
        problems += found
        if node is not None:
            nodes[path] = node
    return nodes, problems


def _no_ruleset(files: pack.Files) -> tuple[Declared, list[Problem]]:
    note = Problem(
        Spot(pack.RULESET), "BZ219", "no record of a kind and no rule is checked until the ruleset can be read"
    )
    return front.no_ruleset(), [note] if pack.RULESET in files.yaml else []


def _shape(
    nodes: dict[str, Node], models: Models, declared: Declared
) -> tuple[list[Record], list[Known], list[Problem]]:
    records: list[Record] = []
    known: list[Known] = []
    problems: list[Problem] = []
    for path, node in nodes.items():
        family = pack.family(path)
        if family:
            shaped, found = shape.shape(family, node, models, declared.broken)
            records += shaped.records
            known += shaped.known
            problems += found
    return records, known, problems


def _maps(records: list[Record], declared: Declared) -> tuple[dict[str, grid.Grid], list[Problem]]:
    maps: dict[str, grid.Grid] = {}
    problems: list[Problem] = []
    board = declared.ruleset.board
    for record in records:
        if record.family == link.MAP and board:
            made, found = grid.grid(record, board)
            problems += found
            if made:
                maps.setdefault(record.id, made)
    return maps, problems


def _prove(made: Pack) -> Iterator[Problem]:
    """What the graphs of the maps show."""

    def faces(die: str) -> list[str]:
        kinds = (kind.name for kind in made.ruleset.kinds.values() if kind.family == "die")
        found = next((record for kind in kinds if (record := made.record(kind, die))), None)
        return [face["name"] for face in found.values["faces"]] if found else []

    if made.ruleset.board:
        for name in sorted(made.maps):
            yield from graph.prove(made.maps[name], made.ruleset.board, faces)


def _lost(files: pack.Files, nodes: dict[str, Node]) -> frozenset[str]:
    """Families of which a file could not be read: what names a record that may stand in it is not blamed."""
    return files.unread | {pack.family(path) for path in files.yaml if path not in nodes} - {""}


def _finder(known: list[Known], lost: frozenset[str], declared: Declared) -> Callable[[str, str], bool]:
    """Whether a record exists, for names in rules; one with faults does."""
    ids = {(one.kind, one.id) for one in known} | {(one.family, one.id) for one in known if not one.kind}
    kinds = declared.ruleset.kinds

    def exists(kind: str, id: str) -> bool:
        return (kind, id) in ids or (kinds[kind].family if kind in kinds else kind) in lost

    return exists


# ---------------------------------------------------------------- which scenario


def severe(problem: Problem) -> bool:
    """Whether a problem is an error; a code that nobody registered is one."""
    return codes.severity(problem.code) == "error"


def missions(made: Pack) -> list[Record]:
    """All missions of a pack, in its order."""
    kinds = [kind.name for kind in made.ruleset.kinds.values() if kind.family == "mission"]
    return [record for kind in kinds for record in made.records.get(kind, ())]


def choose(
    made: Pack, mission: str | None, entry: str | None
) -> tuple[tuple[Record | None, str] | None, list[Problem]]:
    """The mission and the entry that are meant."""
    entries = made.ruleset.entries
    name = entry or next(iter(entries))
    if name not in entries:
        return None, [_not_found("entry", name, list(entries))]
    if not entries[name].needs:
        return (None, name), []
    all_ = missions(made)
    meant = [record for record in all_ if mission in (None, record.id, f"{record.kind}:{record.id}")]
    if len(meant) == 1:
        return (meant[0], name), []
    if mission is None:
        listed = ", ".join(record.id for record in all_)
        return None, [
            Problem(Spot(pack.FRONT), "BZ710", f'"{name}" needs a mission, and the pack has {len(all_)}', listed)
        ]
    return None, [_not_found("mission", mission, [record.id for record in all_])]


def _not_found(what: str, name: str, known: list[str]) -> Problem:
    return Problem(
        Spot(pack.FRONT),
        "BZ710",
        f'the pack has no {what} "{name}"',
        suggest(name, known) or f"it has {', '.join(known)}",
    )
