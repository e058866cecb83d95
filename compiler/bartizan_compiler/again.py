"""Check a pack again: what stands as it stood is not looked at, and an edited mission is judged by itself.

A pack may have many missions, and most of them are read by nobody but the rules that play them. So what a check finds
follows from two things: the rest of the pack, byte by byte, and of each mission what others can see of it - its id and
title, what it names, what is counted over all. If both are as they were in an earlier check, its answer is right, and
of a mission that was edited only that has to be found out: whether it is still sound by itself, and looks the same from
outside. In all other cases - a mission with problems of its own, one that changed its looks, rules that go over all
missions - the whole pack is checked as if nothing were known, and so it is where anything kept is not as it should be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bartizan_compiler import pack as packs
from bartizan_compiler.cache import NOTHING, Cache, Rest, content, key, packed, unpacked
from bartizan_engine.problem import Problem

if TYPE_CHECKING:  # all that is imported only where something changed
    from bartizan_compiler.build import Checked, Read
    from bartizan_compiler.link import Draft, Pack
    from bartizan_compiler.pack import Shelf
    from bartizan_compiler.proofs import Audit, Proofs
    from bartizan_compiler.shape import Record

MAX_EDITED = 16  # missions that are judged by themselves; of more, the whole pack is checked at once
_NOTHING_REQUIRED = re.compile(rb"(?m)^requires: *\{\} *\r?$")
_IGNORES = b"bartizan:"  # a comment that may silence a problem

Judged = tuple[str, int]  # what others see of the missions in a file, as a hash; the work of the pack's own checks


def problems(root: Path, shelves: Sequence[Shelf] = (), store: Cache = NOTHING) -> list[Problem]:
    """Every problem of a pack, the same as `build.check` finds."""
    if type(store) is Cache:
        return _Look(root, shelves, store).whole()
    try:
        look = _Look(root, shelves, store)
        found = look.standing()
        return look.whole() if found is None else found
    except Exception:  # noqa: BLE001 - if what is kept makes us stumble we do without; if not, it happens again
        return _Look(root, shelves, NOTHING).whole()


class _Look:
    """A pack as it lies there now, each of its files read once."""

    def __init__(self, root: Path, shelves: Sequence[Shelf], store: Cache) -> None:
        self.root, self.shelves, self.store = root, shelves, store
        self.read = packs.read(root)
        self.told: Read | None = None
        files, found = self.read
        if files is not None:
            self.missions = {path: data for path, data in files.yaml.items() if packs.family(path) == "mission"}
            yaml = {path: data for path, data in files.yaml.items() if path not in self.missions}
            parts = [_contents(yaml), files.rules, _contents(files.drawings), sorted(files.unread), packed(found)]
            self.rest = key("rest", str(root), *parts, self._required(files.yaml.get(packs.FRONT, b"")))

    def _gathered(self) -> Read:
        from bartizan_compiler import build

        self.told = self.told or build.read(self.root, self.shelves, self.read)
        return self.told

    def _required(self, front: bytes) -> list[Any]:
        """What the packs that this one requires consist of. Most require none."""
        front = _NOTHING_REQUIRED.sub(b"", front)
        if b"requires" not in front and b"\\" not in front:  # nor is the key written with escapes
            return []
        told = self._gathered()
        closure = told.closure
        there = [
            [one.id, str(one.root.absolute()), one.info, one.requires, *_parts(one.files)] for one in closure.packs
        ]
        return [str(self.root.absolute()), there, closure.direct, closure.whole, packed(told.problems)]

    # ---- what is known

    def standing(self) -> list[Problem] | None:
        """The problems of the pack if they follow from what is kept; None if the whole of it has to be checked."""
        works = self.store.get(key("works", self.rest)) if self.read[0] is not None else None
        if works is None:
            return None
        known = {path: self.store.get(self._named(path)) for path in self.missions}
        edited = [path for path, kept in known.items() if kept is None]
        if len(edited) > MAX_EDITED:
            return None
        judged = {path: json.loads(kept[0]) for path, kept in known.items() if kept is not None}
        room, rules = json.loads(works[0])
        fresh = self._judged(edited, rules) if edited else {}
        if fresh is None:
            return None
        found = self.store.get(self._stands(judged | fresh))
        if found is None or sum(work for _, work in (judged | fresh).values()) > room:
            return None
        told, keys = json.loads(found[0])
        answer = unpacked(told)
        self.store.touch(keys)
        self._put(fresh)
        return answer

    def _named(self, path: str) -> str:
        return key("mission", self.rest, path, content(self.missions[path]))

    def _stands(self, judged: dict[str, Judged]) -> str:
        return key("stands", self.rest, [[path, judged[path][0]] for path in self.missions])

    def _put(self, judged: dict[str, Judged]) -> None:
        for path, found in judged.items():
            self.store.put(self._named(path), json.dumps(found))

    # ---- a mission by itself

    def _judged(self, edited: Sequence[str], rules: Sequence[str] | None) -> dict[str, Judged] | None:
        """What others see of missions that were edited; None if anything is wrong with one of them.

        The pack is taken with these missions alone, since they can get at no other, and with no more `rules` than the
        pack's own checks of missions need.
        """
        from bartizan_compiler import audit, build, checks, link, own_checks, pace, proofs

        told = self._gathered()
        assert told.files is not None
        yaml = {path: data for path, data in told.files.yaml.items() if path in edited or path not in self.missions}
        reduced = told._replace(files=told.files._replace(yaml=yaml))
        draft, found = build.drafted(self.root, reduced, Rest(self.store), rules)
        made = draft.pack
        if made.program is None or any(_IGNORES in self.missions[path] for path in edited) or _replacing(draft, edited):
            return None
        records = [one for many in made.records.values() for one in many if one.spot.path in edited]
        asked, _ = proofs.read(draft.declared.ruleset, draft.declared.data)
        found += link.names_of(draft, records)
        found += checks.of_records(draft)
        found += audit.check(made, _without_rows(made, asked.audit), found)
        found += pace.notes(made, asked.pace) if asked.pace else []
        if _touched(found, edited):
            return None
        works: dict[tuple[str, str], int] = {}
        found = list(own_checks.check(made, NOTHING, works, frozenset((one.kind, one.id) for one in records)))
        return None if found else _looks(made, asked.audit, edited, works)

    # ---- the whole pack

    def whole(self) -> list[Problem]:
        """Check everything, and keep what it came to."""
        from bartizan_compiler import build

        checked = build.checked(self.root, self._gathered(), self.shelves, self.store)
        if type(self.store) is not Cache and self.read[0] is not None:
            self._keep(checked)
        return checked.problems

    def _keep(self, checked: Checked) -> None:
        """Keep the answer for the next check, if it follows from the rest of the pack and the looks of its missions."""
        from bartizan_compiler import around, build

        made = checked.pack
        if made is None or any(map(build.severe, checked.problems)) or not _apart(made, checked.asked):
            return
        if _touched(checked.problems, self.missions) or any(_IGNORES in data for data in self.missions.values()):
            return
        if any(one.replaces and one.spot.path in self.missions for one in checked.known):
            return
        judged = _looks(made, checked.asked.audit, list(self.missions), checked.works)
        left = _room() - sum(checked.works.values())
        if left >= 0:
            room = left + sum(work for _, work in judged.values())
            self.store.put(key("works", self.rest), json.dumps([room, around.judges(made)]))
            self._put(judged)
            kept = json.dumps([packed(checked.problems), self.store.held()])
            self.store.put(self._stands(judged), kept)


def _contents(files: dict[str, bytes]) -> list[Any]:
    return [[path, content(data)] for path, data in files.items()]


def _parts(files: packs.Files) -> list[Any]:
    return [_contents(files.yaml), files.rules, _contents(files.drawings), sorted(files.unread)]


def _touched(problems: Iterable[Problem], paths: Iterable[str]) -> bool:
    """Whether a problem is told in one of these files, or points at it."""
    among = set(paths)
    return any(spot.path in among for one in problems for spot in (one.spot, *(spot for spot, _ in one.notes)))


def _replacing(draft: Draft, paths: Sequence[str]) -> bool:
    return any(known.replaces and known.spot.path in paths for known in draft.known)


def _room() -> int:
    """The work that a pack's own checks may come to while each has all that one may do, in whatever order they run."""
    from bartizan_compiler.own_checks import BUDGET, PREPARED
    from bartizan_engine.state import FUEL

    return BUDGET - FUEL - PREPARED


# ---------------------------------------------------------------- what others see of a mission


def _apart(pack: Pack, asked: Proofs) -> bool:
    """Whether nothing goes through missions: no declaration names one, and no rule that is run here looks at others."""
    from bartizan_compiler import around

    rules = {rule for names in pack.ruleset.checks.values() for rule in names}
    rules |= {asked.cover.sight} if asked.cover and asked.cover.sight else set()
    return (
        pack.program is not None
        and not any(kind.family == "wave" for kind in pack.ruleset.kinds.values())
        and not around.declared(pack)
        and all(around.alone(pack, pack.program, rule) for rule in sorted(rules))
    )


def _looks(pack: Pack, audit: Audit, paths: Sequence[str], works: Mapping[tuple[str, str], int]) -> dict[str, Judged]:
    """Of each file of missions what others see of it, and the work of the pack's own checks of it."""
    held: dict[str, list[Record]] = {path: [] for path in paths}
    for many in pack.records.values():
        for record in many:
            if record.spot.path in held:
                held[record.spot.path].append(record)
    return {
        path: (key([_look(pack, audit, one) for one in records]), sum(works.get((o.kind, o.id), 0) for o in records))
        for path, records in held.items()
    }


def _look(pack: Pack, audit: Audit, record: Record) -> list[Any]:
    """What anything in the pack but the mission itself may ask of it."""
    from bartizan_compiler import audit as audits
    from bartizan_compiler import emit

    sources = [record.origin, *record.origin.get("fields", {}).values()]
    numbers = [record.values.get(where.name) for where, _ in audit.runs if where.owner == record.kind]
    return [
        [record.kind, record.id, record.title, record.origin["is"], pack.map_of(record), record.options, numbers],
        sorted(emit.named(pack, record)),
        sorted(str(source.get("ruling", "")) for source in sources),
        sorted(audits.named_by(pack, record)),
    ]


def _without_rows(pack: Pack, audit: Audit) -> Audit:
    """What is counted of a mission by itself: numbers that run over all of them are not."""
    kinds = {kind.name for kind in pack.ruleset.kinds.values() if kind.family == "mission"}
    return audit._replace(runs=tuple(run for run in audit.runs if run[0].owner not in kinds))
