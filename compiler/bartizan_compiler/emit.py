"""Emit one scenario: everything that a game needs, as canonical JSON with its hashes.

What depends on order is a list in it, since the keys of an object have none: the members of an enum, the actions of
a menu, ways of which one turns another round. Where the data come from stays behind; the pages tell it, the game does
not need it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bartizan_compiler import graph
from bartizan_compiler.link import MAP, Pack
from bartizan_compiler.shape import Record
from bartizan_engine import canon
from bartizan_engine.types import Type

COMPILER = "0.1.0"


def emit(pack: Pack, lead: Record | None, entry: str, beside: Sequence[Record] = ()) -> dict[str, Any]:
    """The scenario of one entry into a pack, with the mission or the campaign if it needs one, sealed.

    `beside` are other missions that stay in it, for rules that look at them.
    """
    # Read back, so that a scenario just built and one read from a file are the same down to the order of keys.
    sealed: dict[str, Any] = json.loads(canon.dumps(canon.seal(_scenario(pack, lead, entry, beside))))
    return sealed


def plain(pack: Pack, lead: Record | None, entry: str, beside: Sequence[Record] = ()) -> dict[str, Any]:
    """The same without its hashes, for games that nobody saves."""
    found: dict[str, Any] = json.loads(canon.dumps(_scenario(pack, lead, entry, beside)))
    return found


def _scenario(pack: Pack, lead: Record | None, entry: str, beside: Sequence[Record]) -> dict[str, Any]:
    info = pack.info
    records = _closed(pack, lead, beside)
    mission = lead if lead and lead.family == "mission" else None
    scenario = {
        "format": canon.FORMAT,
        "version": canon.VERSION,
        "language": info["language"],
        "compiler": COMPILER,
        "pack": {key: info[key] for key in ("id", "title", "version", "actions") if key in info} | _requires(pack),
        "entry": entry,
        "mission": f"{mission.kind}:{mission.id}" if mission else None,
        "seats": info["players"],
        "ruleset": ruleset(pack.ruleset_data),
        "records": {kind: [_record(record) for record in records.get(kind, ())] for kind in pack.ruleset.kinds},
        "map": board_of(pack, mission),
        "rules": [{"path": path, "text": text} for path, text in pack.rules],
        "options": lead.options if lead else {},
    }
    if lead and lead.family == "campaign":
        scenario |= {"campaign": f"{lead.kind}:{lead.id}", "missions": _missions(pack, records)}
    if pack.required:
        scenario["packs"] = [one.told() for one in pack.required]
    return scenario


def _missions(pack: Pack, records: dict[str, list[Record]]) -> dict[str, Any]:
    """What is played on in each mission of a campaign, and with which options."""
    return {
        f"{record.kind}:{record.id}": {"map": board_of(pack, record), "options": record.options}
        for many in records.values()
        for record in many
        if record.family == "mission"
    }


def _requires(pack: Pack) -> dict[str, Any]:
    """What the pack itself requires; a pack that requires nothing says nothing of it."""
    return {"requires": list(pack.info["requires"])} if pack.required else {}


def ruleset(data: dict[str, Any]) -> dict[str, Any]:
    """The ruleset as a scenario has it: without provenance, and what has an order as a list."""
    out: dict[str, Any] = _without_origin(data)
    if "enums" in out:
        out["enums"] = {name: _listed(members) for name, members in out["enums"].items()}
    if "menus" in out:
        out["menus"] = {name: _listed(actions) for name, actions in out["menus"].items()}
    if "ways" in out.get("board", {}):
        out["board"] = out["board"] | {"ways": _listed(out["board"]["ways"])}
    return _played(out)


def _played(data: dict[str, Any]) -> dict[str, Any]:
    """Without what is declared for proofs alone: a game is the same with or without it."""
    out = {key: value for key, value in data.items() if key != "audit"}
    if "pace" in out.get("board", {}):
        out["board"] = {key: value for key, value in out["board"].items() if key != "pace"}
    return out


def _listed(named: dict[str, Any]) -> list[Any]:
    return [{"name": name} | (item if isinstance(item, dict) else {"says": item}) for name, item in named.items()]


def _without_origin(value: Any) -> Any:
    """Provenance is a mapping that says what it `is`; a way's `from` is a tag and stays."""
    if isinstance(value, list):
        return [_without_origin(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_origin(item)
        for key, item in value.items()
        if not (key == "from" and isinstance(item, dict) and "is" in item)
    }


def _record(record: Record) -> dict[str, Any]:
    return {"id": record.id, "title": record.title} | record.values


def board_of(pack: Pack, mission: Record | None) -> dict[str, Any] | None:
    """The map of a mission, as the engine has it."""
    grid = pack.maps.get(pack.map_of(mission)) if mission else None
    return graph.tables(grid, pack.ruleset.board) if grid and pack.ruleset.board else None


# ---------------------------------------------------------------- which records


def _closed(pack: Pack, lead: Record | None, beside: Sequence[Record]) -> dict[str, list[Record]]:
    """The records of the scenario: all but other missions and campaigns, and of those what the others name."""
    if lead is None:
        return pack.records
    apart = ("mission", "campaign")
    kept = {
        (kind, record.id): record
        for kind, many in pack.records.items()
        for record in many
        if record.family not in apart
    }
    kept |= {(record.kind, record.id): record for record in (lead, *beside)}
    open_ = list(kept.values())
    while open_:
        for kind, id in sorted(named(pack, open_.pop())):
            record = pack.record(kind, id)
            if record and (kind, id) not in kept and kind != MAP:
                kept[kind, id] = record
                open_.append(record)
    return {kind: [record for record in many if (kind, record.id) in kept] for kind, many in pack.records.items()}


def named(pack: Pack, record: Record) -> set[tuple[str, str]]:
    """The records that a record names."""
    found: set[tuple[str, str]] = set()
    kind = pack.ruleset.kinds.get(record.kind)
    for field in kind.fields.values() if kind else ():
        _gather(pack, field.type, record.values.get(field.name), found)
    return found


def _gather(pack: Pack, type: Type, value: Any, found: set[tuple[str, str]]) -> None:
    name = type.name
    if value is None:
        return
    if name == "ref":
        found.add((type.of, value))
    elif name == "optional":
        _gather(pack, type.items[0], value, found)
    elif name == "list":
        for item in value:
            _gather(pack, type.items[0], item, found)
    elif name == "table":
        for key, item in value.items():
            _gather(pack, type.items[0], key, found)
            _gather(pack, type.items[1], item, found)
    elif name == "shape":
        for field in pack.ruleset.shapes[type.of].values():
            _gather(pack, field.type, value.get(field.name), found)
    elif name == "effects":
        for word, args in value:
            for field in pack.ruleset.words[word].args.values():
                _gather(pack, field.type, args.get(field.name), found)
