"""Short declarations written out: `int 0..9 = 3 until round` becomes a mapping of type, default and lifetime."""

from __future__ import annotations

from typing import Any


def normalise(data: Any) -> Any:
    """Write every short declaration out; what has the wrong shape stays as it is, for `declare` to report."""
    if not isinstance(data, dict):
        return data
    out = dict(data)
    for section in ("options", "game", "players"):
        if isinstance(out.get(section), dict):
            out[section] = _long_fields(out[section])
    for section in ("shapes", "contexts"):
        if isinstance(out.get(section), dict):
            out[section] = {name: _long_fields(fields) for name, fields in out[section].items()}
    if isinstance(out.get("kinds"), dict):
        out["kinds"] = {name: _long_kind(kind) for name, kind in out["kinds"].items()}
    if isinstance(out.get("words"), dict):
        out["words"] = {name: _long_word(word) for name, word in out["words"].items()}
    if isinstance(out.get("enums"), dict):
        out["enums"] = {name: _named(enum) for name, enum in out["enums"].items()}
    if isinstance(out.get("menus"), dict):
        out["menus"] = {name: _named(actions) for name, actions in out["menus"].items()}
    if isinstance(out.get("board"), dict) and "ways" in out["board"]:
        out["board"] = out["board"] | {"ways": _named(out["board"]["ways"])}
    return out


def _long_kind(kind: Any) -> Any:
    if not isinstance(kind, dict):
        return kind
    return {key: _long_fields(value) if key in ("fields", "state", "faces") else value for key, value in kind.items()}


def _long_word(word: Any) -> Any:
    if not isinstance(word, dict):
        return word
    return {key: _long_fields(value) if key == "args" else value for key, value in word.items()}


def _named(value: Any) -> Any:
    """A list of names, or of things with a name, as a mapping.

    A scenario writes what has an order so, because the keys of its objects have none.
    """
    if not isinstance(value, list):
        return value
    if not all(
        isinstance(item, str) or (isinstance(item, dict) and isinstance(item.get("name"), str)) for item in value
    ):
        return value
    things = [{"name": item} if isinstance(item, str) else item for item in value]
    return {thing["name"]: {key: item for key, item in thing.items() if key != "name"} for thing in things}


def _long_fields(fields: Any) -> Any:
    if not isinstance(fields, dict):
        return fields
    return {name: long_field(value) for name, value in fields.items()}


def long_field(value: Any) -> Any:
    """`int 0..9 = 3 until round` -> `{"type": "int 0..9", "default": "3", "until": "round"}`."""
    if not isinstance(value, str):
        return value
    out: dict[str, Any] = {}
    rest, until, lifetime = value.partition(" until ")
    if until:
        out["until"] = lifetime.strip()
    kind, equals, default = rest.partition("=")
    out = {"type": kind.strip()} | out
    if equals:
        out["default"] = default.strip()
    return out
