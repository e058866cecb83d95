"""Is this a scenario that the compiler made? Everything is looked at before anything of it is used.

A hash guards against accidents, not against people: so the content is checked again by the same rules as in the
compiler, types of all values, declarations, map tables; and the rules by the language itself (see `game`). It never
raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import canon, reading
from .all_fields import all_fields, all_gaps
from .declared import MISSING, Field, Flaw, Ruleset
from .geometry import EVERY
from .language.packs import PACK
from .problem import Problem, Spot, owner, printable
from .ruleset import declare
from .types import MAX_ACTIONS
from .values import MAX_SEATS, check_value, typed

KEYS = {
    "format",
    "version",
    "language",
    "compiler",
    "pack",
    "entry",
    "mission",
    "seats",
    "ruleset",
    "records",
    "map",
    "rules",
    "options",
    "hash",
}
EXTENDING = {"packs"}  # what a scenario has besides if its pack requires others
OF_CAMPAIGNS = {"campaign", "missions"}  # what that of a campaign has
MAX_PACKS = 32
MAX_RECORDS = 20_000
MAX_CELLS = 5_000


def verified(scenario: Any) -> list[Problem]:
    """Why a scenario cannot be trusted; nothing if it can. Rules are not looked at here."""
    reasons = canon.verify(scenario)
    if reasons:
        return [_problem("BZ821" if "hash" in reason else "BZ820", reason, "build it again") for reason in reasons]
    differing = reading.differing(
        set(scenario) - EXTENDING, KEYS | (OF_CAMPAIGNS if OF_CAMPAIGNS & set(scenario) else set())
    )
    if differing:
        return [_problem("BZ820", f"this is no scenario: {differing}", "build it again")]
    if scenario["language"] != "1":
        return [
            _problem(
                "BZ820",
                f'it is written in version "{scenario["language"]}" of the rule language',
                "this engine plays version 1",
            )
        ]
    try:
        return [_problem("BZ822", what) for what in _Content(scenario).faults()][:20]
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        return [_problem("BZ822", f"this is no scenario that can be played: {reading.misshapen(error)}")]


def _problem(code: str, message: str, hint: str = "") -> Problem:
    return Problem(Spot("scenario"), code, message, hint)


class _Content:
    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.ruleset, self.flaws = declare(scenario["ruleset"])
        self.records: dict[str, list[dict[str, Any]]] = scenario["records"]
        self.ids = {kind: {record["id"] for record in records} for kind, records in self.records.items()}
        self.cells = {cell["name"] for cell in scenario["map"]["cells"]} if scenario["map"] else set()

    def faults(self) -> list[str]:
        found = [f"ruleset {'/'.join(map(str, flaw.path))}: {flaw.message}" for flaw in self.flaws]
        if found:
            return found
        return self._head() + (self._declared() or self._gaps()) + self._records() + self._maps()

    def _declared(self) -> list[str]:
        """What the ruleset itself writes down of records must be there: it is encoded with the first state."""
        values = [(path, field, field.default) for path, field in all_fields(self.ruleset)]
        values += [(("numbers", name), number.field, number.value) for name, number in self.ruleset.numbers.items()]
        for word in self.ruleset.words.values():
            for dotted, value in (*word.add.items(), *word.set.items()):
                context, _, name = dotted.partition(".")
                if not (isinstance(value, str) and value in word.args):
                    values.append((("words", word.name, dotted), self.ruleset.contexts[context][name], value))
        return [
            f"ruleset {'/'.join(map(str, path))}: {flaw.message}"
            for path, field, value in values
            if value is not MISSING
            for flaw in check_value(self.ruleset, field.type, typed(field.type, value), self.known, _NoMap())
        ]

    def _gaps(self) -> list[str]:
        low, high = self.scenario["seats"]
        found = all_gaps(self.ruleset, (low, min(high, MAX_SEATS)))
        return [f"ruleset {'/'.join(map(str, flaw.path))}: {flaw.message}" for flaw in found]

    def known(self, kind: str, id: str) -> bool:
        return kind == "map" or id in self.ids.get(kind, ())

    def _head(self) -> list[str]:
        scenario, found = self.scenario, []
        pack = scenario["pack"]
        if any(not isinstance(pack[name], str) for name in ("id", "title", "version")):
            found.append("the pack's id, title and version are texts")
        low, high = scenario["seats"]
        if not (isinstance(low, int) and isinstance(high, int) and 1 <= low <= high <= MAX_SEATS):
            found.append("the seats are no range of players")
        actions = scenario["pack"].get("actions", 1)
        if type(actions) is not int or not 1 <= actions <= MAX_ACTIONS:
            found.append(f"the actions are no number from 1 to {MAX_ACTIONS}")
        if scenario["entry"] not in self.ruleset.entries:
            found.append(f'no entry is named "{scenario["entry"]}"')
        if scenario["mission"] is not None:
            kind, _, id = scenario["mission"].partition(":")
            declared = self.ruleset.kinds.get(kind)
            if declared is None or declared.family != "mission" or not self.known(kind, id):
                found.append(f'there is no mission "{scenario["mission"]}"')
            if self.ruleset.board and self.ruleset.board.map and scenario["map"] is None:
                found.append("the mission has no map")
        found += self._options(scenario["options"]) + self._campaign()
        for rule in scenario["rules"]:
            if not isinstance(rule["path"], str) or not isinstance(rule["text"], str) or len(rule) != 2:
                found.append("a rules file is a path and a text")
            elif printable(rule["path"]) != rule["path"]:
                found.append(f'the path "{printable(rule["path"][:80])}" has characters that cannot be seen')
        return found + self._packs()

    def _options(self, options: dict[str, Any]) -> list[str]:
        found = []
        for name, value in options.items():
            if name not in self.ruleset.options:
                found.append(f'there is no option "{name}"')
            else:
                found += [flaw.message for flaw in self._value(self.ruleset.options[name], value)]
        return found

    def _campaign(self) -> list[str]:
        """The campaign that it is of, and a map and options for each mission in it."""
        scenario = self.scenario
        needs = self.ruleset.entries[scenario["entry"]].needs if scenario["entry"] in self.ruleset.entries else ""
        if "campaign" not in scenario:
            return ["the entry needs a campaign, and there is none"] if needs == "campaign" else []
        kind, _, id = scenario["campaign"].partition(":")
        declared = self.ruleset.kinds.get(kind)
        if declared is None or declared.family != "campaign" or not self.known(kind, id):
            return [f'there is no campaign "{scenario["campaign"]}"']
        if needs != "campaign" or scenario["mission"] is not None or scenario["map"] is not None:
            return ["a campaign is begun with an entry that needs one, and without a mission"]
        wanted = {f"{kind}:{record['id']}" for kind, record in self._missions()}
        if set(scenario["missions"]) != wanted:
            return ["the missions of the campaign are not those that it has records of"]
        on_map = self.ruleset.board is not None and bool(self.ruleset.board.map)
        found: list[str] = []
        for name, mission in scenario["missions"].items():
            if set(mission) != {"map", "options"} or (on_map and mission["map"] is None):
                return [f'the mission "{name}" has no map or no options']
            found += self._options(mission["options"])
        return found

    def _missions(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """All records of missions, each with its kind."""
        for kind, records in self.records.items():
            if kind in self.ruleset.kinds and self.ruleset.kinds[kind].family == "mission":
                yield from ((kind, record) for record in records)

    def _packs(self) -> list[str]:
        """The packs that the own one requires, each after those that it requires itself; and whose the rules are."""
        own, packs = self.scenario["pack"], self.scenario.get("packs", [])
        found = [] if len(packs) < MAX_PACKS else [f"it is made of more than {MAX_PACKS} packs"]
        known: set[str] = set()
        for pack in [*packs, own]:
            told = [pack["id"], pack["title"], pack["version"], *pack.get("requires", [])]
            if not all(isinstance(text, str) for text in told):
                found.append("a pack's id, title, version and what it requires are texts")
            elif not set(pack.get("requires", [])) <= known or pack["id"] in known or not PACK.match(pack["id"]):
                found.append(f'the pack "{pack["id"]}" requires what does not stand before it, or stands twice')
            known.add(pack["id"])
        strange = [
            rule["path"] for rule in self.scenario["rules"] if owner(rule["path"]) not in known - {own["id"]} | {""}
        ]
        return found + [f'the rules "{path}" are of no pack in it' for path in strange[:1]]

    def _records(self) -> list[str]:
        found = [f'"{kind}" is no kind' for kind in self.records if kind not in self.ruleset.kinds]
        if found or sum(map(len, self.records.values())) > MAX_RECORDS:
            return found or ["too many records"]
        for kind, records in self.records.items():
            if len(self.ids[kind]) != len(records):
                found.append(f'two records of the kind "{kind}" have one id')
            for record in records:
                found += [
                    f"{kind} {record['id']}: {'/'.join(map(str, flaw.path))} {flaw.message}"
                    for flaw in self._record(kind, record)
                ]
        return found

    def _record(self, kind: str, record: dict[str, Any]) -> list[Flaw]:
        declared = self.ruleset.kinds[kind]
        extra = {"id", "title"} | ({"faces"} if declared.family == "die" else set())
        wrong = set(record) ^ (set(declared.fields) | extra)
        found = [Flaw((name,), "BZ822", "is missing or unknown") for name in sorted(wrong)]
        found += [Flaw((name,), "BZ822", "is no text") for name in ("id", "title") if not isinstance(record[name], str)]
        for name, field in declared.fields.items():
            if name in record:
                found += [flaw._replace(path=(name, *flaw.path)) for flaw in self._value(field, record[name])]
                found += _incomplete(self.ruleset, field, record[name], name, self.scenario["seats"])
        if declared.family == "die":
            found += self._faces(declared.faces, record["faces"])
        return found

    def _value(self, field: Field, value: Any) -> list[Flaw]:
        return check_value(
            self.ruleset, field.type, value, self.known, self.cells if self.scenario["map"] else _NoMap()
        )

    def _faces(self, fields: dict[str, Field], faces: list[dict[str, Any]]) -> list[Flaw]:
        found = []
        names = [face["name"] for face in faces]
        if len(set(names)) != len(names) or not all(isinstance(name, str) for name in names):
            found.append(Flaw(("faces",), "BZ822", "two faces have one name"))
        counts = [face["count"] for face in faces]
        if any(type(count) is not int or count < 1 for count in counts) or not 1 <= sum(counts) <= 1000:
            found.append(Flaw(("faces",), "BZ822", "a die has 1 to 1000 faces"))
        for face in faces:
            if set(face) - {"name", "count"} != set(fields):
                found.append(Flaw(("faces",), "BZ822", f'the face "{face["name"]}" has other fields than declared'))
                continue
            for name, field in fields.items():
                found += self._value(field, face[name])
        return found

    # ---- the map

    def _maps(self) -> list[str]:
        """The map of the game; of a campaign, those of its missions, with the cells that each of them names."""
        found = self._map(self.scenario["map"])
        for name, mission in self.scenario.get("missions", {}).items():
            found += [f"{name}: {fault}" for fault in self._map(mission["map"])]
            if mission["map"] is not None:
                found += self._named_cells(name, {cell["name"] for cell in mission["map"]["cells"]})
        return found

    def _named_cells(self, mission: str, cells: set[str]) -> list[str]:
        """A mission names cells of its own map."""
        kind, _, id = mission.partition(":")
        return [
            f"{mission}: {'/'.join(map(str, (name, *flaw.path)))} {flaw.message}"
            for record in self.records.get(kind, ())
            if record["id"] == id
            for name, field in self.ruleset.kinds[kind].fields.items()
            for flaw in check_value(self.ruleset, field.type, record[name], self.known, cells)
        ]

    def _map(self, map: dict[str, Any] | None) -> list[str]:
        if map is None:
            return []
        count = len(map["cells"])
        named = {cell["name"] for cell in map["cells"]}
        if map["layout"] not in EVERY or not 1 <= count <= MAX_CELLS or len(named) != count:
            return ["the map has no layout, no cells, too many, or two of one name"]
        tags = set(self.ruleset.board.tags) if self.ruleset.board else set()
        for cell in map["cells"]:
            if not isinstance(cell["name"], str) or not isinstance(cell["tags"], list) or not set(cell["tags"]) <= tags:
                return ["a cell has a name or tags that cannot be"]
            if any(not isinstance(cell[key], int) or abs(cell[key]) > 10_000 for key in ("column", "row", "q", "r")):
                return ["a cell stands nowhere"]
        if len({(cell["q"], cell["r"]) for cell in map["cells"]}) != count:
            return ["two cells stand in one place"]
        tables = [map["neighbours"]] if len(map["neighbours"]) == count else [[[count]]]
        for way in map["ways"].values():
            tables.append(
                [to for _, to in way["links"]]
                + [[cell for cell, _ in way["links"]], [int(goal) for goal in way["goals"]]]
            )
            for table in way["goals"].values():
                if len(table["next"]) != count or len(table["left"]) != count:
                    return ["a way's table does not fit the map"]
                tables.append([[cell for cell in table["next"] if cell != -1]])
                if any(type(steps) is not int or not -1 <= steps <= count for steps in table["left"]):
                    return ["a way's table counts steps that nobody can go"]
        if any(not _is_cell(cell, count) for table in tables for row in table for cell in row):
            return ["a table of the map names a cell that does not exist"]
        return self._ways(map, count)

    def _ways(self, map: dict[str, Any], count: int) -> list[str]:
        declared = self.ruleset.board.ways if self.ruleset.board else {}
        if set(map["ways"]) != set(declared):
            return ["the map has other ways than declared"]
        for split in map["splits"]:
            if (
                split["way"] not in declared
                or not _is_cell(split["at"], count)
                or not all(_is_cell(to, count) for to in split["to"].values())
            ):
                return ["a split does not fit the map"]
        return []


class _NoMap:
    """Cells of records that belong to other maps cannot be looked up."""

    def __contains__(self, _: object) -> bool:
        return True


def _is_cell(value: Any, count: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count


def _incomplete(ruleset: Ruleset, field: Field, value: Any, name: str, seats: list[int]) -> list[Flaw]:
    """A table of a record must have all its keys: rules read them without asking."""
    if field.type.name != "table" or not isinstance(value, dict):
        return []
    key = field.type.items[0]
    if key.name == "enum":
        wanted = set(ruleset.enums[key.of].members)
    elif key.name == "seats":
        wanted = {str(n) for n in range(seats[0], seats[1] + 1)}
    elif key.name == "range":
        wanted = {str(n) for n in range(key.low, key.high + 1)}
    else:
        return []
    missing = sorted(wanted - set(value))
    return [Flaw((name,), "BZ822", f"lacks {', '.join(missing)}")] if missing and field.default is MISSING else []
