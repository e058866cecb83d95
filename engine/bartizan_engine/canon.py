"""Canonical JSON and the two hashes of a scenario.

One value has one text: keys sorted, no blanks, UTF-8, no floats. `whole` covers everything that a scenario says;
`play` covers what can change a game, so that a new title or a better sentence keeps saves and records valid.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from bartizan_engine.types import INT_MAX, INT_MIN

FORMAT = "bartizan-scenario"
VERSION = 1
MAX_DEPTH = 64

# Where the ruleset speaks to people, by section and by how many names lie between the section and the declaration.
_SPOKEN = ("says", "help", "label", "none")
_DECLARED_AT = {
    "entries": (1,),
    "results": (1,),
    "enums": (2,),
    "numbers": (1,),
    "options": (1,),
    "kinds": (1, 3),
    "shapes": (2,),
    "game": (1,),
    "players": (1,),
    "zones": (1,),
    "contexts": (2,),
    "words": (1, 3),
    "menus": (2,),
    "invariants": (1,),
    "board": (2,),
}


class NotCanonical(ValueError):
    """The value has no canonical form; `str()` says where and why."""


def dumps(obj: Any) -> str:
    """The canonical JSON text of a value.

    Raises:
        NotCanonical: a float, a key that is no string, an int beyond 64 bits, a lone surrogate, or nesting too deep.
    """
    _refuse(obj, "$", 0)
    return json.dumps(obj, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(obj: Any) -> str:
    """BLAKE2b-256 of the canonical JSON, as 64 hex digits."""
    return blake2b(dumps(obj).encode("utf-8"), digest_size=32).hexdigest()


def play_part(scenario: dict[str, Any]) -> dict[str, Any]:
    """The part of a scenario that can change a game: no hash, no titles, no sentences, no compiler version.

    What bots and learners are told - the worth of results, the number of actions - changes no game either, and neither
    does what is counted of many.
    """
    part = {key: value for key, value in scenario.items() if key not in ("hash", "compiler")}
    part["pack"] = _without(scenario.get("pack"), ("title", "actions"))
    if isinstance(scenario.get("packs"), list):
        part["packs"] = [_without(pack, ("title",)) for pack in scenario["packs"]]
    part["ruleset"] = _mute(scenario.get("ruleset"))
    part["map"] = _without(scenario.get("map"), ("title",))
    missions = scenario.get("missions")
    if isinstance(missions, dict):
        part["missions"] = {id: _mute_map(mission) for id, mission in missions.items()}
    records = scenario.get("records")
    if isinstance(records, dict):
        part["records"] = {kind: [_without(one, ("title",)) for one in many] for kind, many in records.items()}
    return part


def _mute_map(mission: Any) -> Any:
    """A mission of a campaign, without the title of its map."""
    return mission | {"map": _without(mission.get("map"), ("title",))} if isinstance(mission, dict) else mission


def seal(scenario: dict[str, Any]) -> dict[str, Any]:
    """The scenario with its two hashes."""
    body = {key: value for key, value in scenario.items() if key != "hash"}
    return body | {"hash": {"play": digest(play_part(body)), "whole": digest(body)}}


def verify(scenario: Any) -> list[str]:
    """Why a scenario from a stranger is not one that was sealed; nothing if it is."""
    if not isinstance(scenario, dict):
        return ["it is not an object"]
    if scenario.get("format") != FORMAT:
        return [f'its format is not "{FORMAT}"']
    if scenario.get("version") != VERSION or isinstance(scenario.get("version"), bool):
        return [f"its format version is not {VERSION}"]
    found = scenario.get("hash")
    if not isinstance(found, dict) or set(found) != {"play", "whole"}:
        return ["it has no hash"]
    try:
        wanted = seal(scenario)["hash"]
    except (NotCanonical, AttributeError, TypeError) as why:
        return [f"it has no canonical form: {why}"]
    return [f'the hash "{name}" does not fit its content' for name in ("play", "whole") if found[name] != wanted[name]]


def _refuse(obj: Any, path: str, depth: int) -> None:
    """Raise for what two JSON readers could read in two ways."""
    if depth > MAX_DEPTH:
        raise NotCanonical(f"{path} is nested deeper than {MAX_DEPTH}")
    if obj is None or isinstance(obj, bool):
        return
    if isinstance(obj, str):
        _refuse_text(obj, path)
    elif isinstance(obj, int):
        if not INT_MIN <= obj <= INT_MAX:
            raise NotCanonical(f"{path} does not fit into 64 bits")
    elif isinstance(obj, (list, tuple)):
        for index, item in enumerate(obj):
            _refuse(item, f"{path}[{index}]", depth + 1)
    elif isinstance(obj, dict):
        for key, value in obj.items():
            if not isinstance(key, str):
                raise NotCanonical(f"{path} has a key that is no string")
            _refuse_text(key, path)
            _refuse(value, f"{path}.{key}", depth + 1)
    else:
        raise NotCanonical(f"{path} is a {type(obj).__name__}")


def _refuse_text(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical(f"{path} holds half a character") from None


def _without(obj: Any, names: tuple[str, ...]) -> Any:
    return {key: value for key, value in obj.items() if key not in names} if isinstance(obj, dict) else obj


def _mute(ruleset: Any) -> Any:
    """The ruleset without what it says to people and bots, and what it wants counted; a field named "says" stays."""
    if not isinstance(ruleset, dict):
        return ruleset
    played = _without(ruleset, ("statistics", "outlook"))
    spoken = {section: _mute_at(body, 0, _DECLARED_AT.get(section, ())) for section, body in played.items()}
    results = spoken.get("results")
    if isinstance(results, dict):
        spoken["results"] = {name: _without(result, ("worth",)) for name, result in results.items()}
    return spoken


def _mute_at(obj: Any, depth: int, declared: tuple[int, ...]) -> Any:
    if depth > max(declared, default=-1):
        return obj
    if isinstance(obj, list):
        return [_mute_at(item, depth + 1, declared) for item in obj]
    if not isinstance(obj, dict):
        return obj
    kept = _without(obj, _SPOKEN) if depth in declared else obj
    return {key: _mute_at(value, depth + 1, declared) for key, value in kept.items()}


def copied(obj: Any) -> Any:
    """A JSON value that shares nothing that changes."""
    if isinstance(obj, dict):
        return {key: copied(item) for key, item in obj.items()}
    return [copied(item) for item in obj] if isinstance(obj, (list, tuple)) else obj


def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """For `json.loads(object_pairs_hook=...)`: an object, refused if a key stands in it twice."""
    found = dict(items)
    if len(found) != len(items):
        raise ValueError("a key stands twice in one object")
    return found
