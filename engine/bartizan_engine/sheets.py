"""What outlives a game: fields declared `until campaign`, written down between two games and set again in the next.

A sheet holds names instead of numbers, so it says the same beside another mission, with another number of players, and
in a pack that has changed a little. It comes from files, so every value is tested as one of a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import canon, reading
from .declared import Field, Ruleset
from .fault import Misuse
from .fixed import UNSET, Fixed
from .outliving import kept
from .problem import suggest
from .types import Type
from .values import MAX_SEATS, check_value, gaps

if TYPE_CHECKING:
    from .game import State

PLACE = "start(sheets)"


# ---------------------------------------------------------------- from a game to a sheet


def taken(state: State) -> dict[str, Any]:
    """What outlives the game, by names; of players who do not play, as it was before."""
    ruleset, fixed = state.fixed.ruleset, state.fixed
    own = [
        _sheet(fixed, kept(ruleset.players), {n: getattr(state, f"player__{n}")[seat] for n in kept(ruleset.players)})
        for seat in range(state.seats)
    ]
    others = state.sheets["players"][state.seats :] if state.sheets else []
    table = kept(ruleset.game)
    game = _sheet(fixed, table, {name: getattr(state, f"game__{name}") for name in table})
    return {"game": game, "players": [*own, *others]}


def _sheet(fixed: Fixed, fields: Mapping[str, Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that are not set yet stay away."""
    return {
        name: written(fixed, field.type, values[name])
        for name, field in fields.items()
        if values[name] is not UNSET or field.type.name == "optional"
    }


def written(fixed: Fixed, type: Type, value: Any) -> Any:
    """A value of the state as plain JSON, by names."""
    if value is None or type.name == "optional":
        return None if value is None else written(fixed, type.items[0], value)
    if type.name == "enum":
        return fixed.ruleset.enums[type.of].members[value]
    if type.name == "ref":
        return fixed.record_ids[type.of][value]
    if type.name == "list":
        return [written(fixed, type.items[0], item) for item in value]
    if type.name == "table":
        key, inner = type.items
        return {str(written(fixed, key, at)): written(fixed, inner, item) for at, item in sorted(value.items())}
    if type.name == "shape":
        fields = fixed.ruleset.shapes[type.of].values()
        return {field.name: written(fixed, field.type, item) for field, item in zip(fields, value, strict=True)}
    return value


# ---------------------------------------------------------------- from a sheet to a game


def put(state: State, given: Any) -> None:
    """Set what outlived earlier games, before any rule has run.

    Raises:
        Misuse: it is no sheet of this game; the message says where and why.
    """
    faults = flaws(state.fixed, given)
    if faults:
        raise Misuse(PLACE, *faults[0])
    sheets = canon.copied(dict(given))
    ruleset = state.fixed.ruleset
    for name, field in kept(ruleset.game).items():
        if name in sheets["game"]:
            setattr(state, f"game__{name}", _encoded(state.fixed, field.type, sheets["game"][name]))
    for seat, sheet in enumerate(sheets["players"][: state.seats]):
        for name, field in kept(ruleset.players).items():
            if name in sheet:
                getattr(state, f"player__{name}")[seat] = _encoded(state.fixed, field.type, sheet[name])
    state.sheets = sheets
    state.room = -1  # it is measured at the first decision


def _encoded(fixed: Fixed, type: Type, value: Any) -> Any:
    return _in_order(fixed.encode(type, value))


def _in_order(value: Any) -> Any:
    """The same with tables in the order of their keys: a text has none, or another."""
    if isinstance(value, dict):
        return {key: _in_order(item) for key, item in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_in_order, value))
    return value


def flaws(fixed: Fixed, given: Any) -> list[tuple[str, str]]:
    """Why a value is no sheet of a game: what is wrong and the likely fix, of each part of it."""
    if not isinstance(given, Mapping):
        return [("sheets are no mapping", "give what state.kept_state() gave")]
    differing = reading.differing(set(map(str, given)), {"game", "players"})
    if differing:
        return [(f"these are no sheets: {differing}", "give what state.kept_state() gave")]
    players = given["players"]
    if not isinstance(players, list) or len(players) > MAX_SEATS:
        return [(f'"players" is no list of at most {MAX_SEATS} sheets', "one sheet a player")]
    found = list(_sheet_flaws(fixed, kept(fixed.ruleset.game), given["game"], "game"))
    for seat, sheet in enumerate(players, 1):
        found += _sheet_flaws(fixed, kept(fixed.ruleset.players), sheet, f"player {seat}")
    return found


def _sheet_flaws(fixed: Fixed, fields: Mapping[str, Field], sheet: Any, whose: str) -> Iterable[tuple[str, str]]:
    if not isinstance(sheet, dict):
        yield f"the sheet of {whose} is no mapping", "field: value"
        return
    for name, value in sheet.items():
        field = fields.get(name)
        if field is None:
            known = f"it keeps: {', '.join(fields) or 'nothing'}"
            yield f'{whose} keeps no "{str(name)[:80]}" from game to game', suggest(str(name)[:80], fields) or known
            continue
        for flaw in _value_flaws(fixed, field, value):
            yield f'"{name}" of {whose}: {flaw}', f"it is declared as {field.type}"


def _value_flaws(fixed: Fixed, field: Field, value: Any) -> list[str]:
    def known(kind: str, id: str) -> bool:
        return id in fixed.record_index.get(kind, ())

    found = check_value(fixed.ruleset, field.type, value, known, ())
    if field.type.name in ("table", "list") and not isinstance(value, (dict, list)) and not found:
        return ["it is not written out"]
    found = found or gaps(fixed.ruleset, field.type, value, fixed.span)
    return [": ".join([*map(str, flaw.path), flaw.message]) for flaw in found]


# ---------------------------------------------------------------- the games of a campaign


def part_of(scenario: dict[str, Any], ruleset: Ruleset, entry: str, mission: str) -> dict[str, Any]:
    """The scenario of one game of a campaign: the same records and rules, with one entry, and one mission with its map.

    Raises:
        Misuse: the campaign has no such game.
    """
    missions = scenario.get("missions", {})
    if scenario.get("campaign") is None:
        raise Misuse("part", "this is no scenario of a campaign", "build one: bartizan build PACK:CAMPAIGN")
    if entry not in ruleset.entries:
        raise Misuse("part(entry)", f'there is no entry "{entry}"', suggest(entry, ruleset.entries))
    needs = ruleset.entries[entry].needs == "mission"
    if needs != bool(mission) or (mission and mission not in missions):
        said = f'there is no mission "{mission}"' if mission else f'"{entry}" needs a mission'
        raise Misuse("part(mission)", said, suggest(mission, missions) or f"missions: {', '.join(missions)}")
    own = missions[mission] if mission else {"map": None, "options": {}}
    play = canon.digest([scenario["hash"]["play"], entry, mission])
    return {
        **scenario,
        "entry": entry,
        "mission": mission or None,
        "map": own["map"],
        "options": {**scenario["options"], **own["options"]},
        "hash": {**scenario["hash"], "play": play},
    }
