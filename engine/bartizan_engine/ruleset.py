"""What a ruleset declares: enums, kinds, state, zones, words, menus; from plain JSON, with every flaw at its path.

`normalise` writes every short declaration out (`int 0..9 = 3 until round`), `declare` resolves all names and returns a
typed `Ruleset`. The compiler and the engine both call it: a stranger's scenario is read by the same eyes as a pack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from . import board, measures, outliving, presence, types
from . import text as sentences
from .all_fields import all_fields
from .declared import (
    LIFETIMES,
    MISSING,
    Entry,
    Enum,
    Field,
    Flaw,
    Item,
    Kind,
    Number,
    Result,
    Ruleset,
    Word,
    Zone,
)
from .lost import Lost
from .problem import suggest
from .shorthand import normalise
from .types import Type
from .values import Everything, any_record, check_value, typed, whole

FAMILIES = ("unit", "card", "die", "tile", "wave", "mission", "campaign", "data")
VISIBLE = ("everyone", "owner", "nobody")
SNAKE = re.compile(r"(?!.*__)[a-z][a-z0-9_]{0,47}\Z")  # no "__": it parts kind and field in the names of columns
BOOLEANS = frozenset("on off yes no y n true false null none".split()) - {"none"}
OPTIONS = ("bool", "int", "enum")  # what an option can be
KEYS = ("seats", "enum", "ref", "range")  # what the keys of a table can be
SIMPLE_NAMES = frozenset(
    "int bool text cell player face ref zone optional list table effects option tuple dict".split()
)
SECTIONS = (
    "entries", "results", "enums", "numbers", "options", "board", "kinds", "shapes", "game", "players", "zones",
    "contexts", "words", "menus", "invariants", "checks", "audit", "statistics",
    "outlook",
)  # fmt: skip
NAMING = ("enums", "kinds", "shapes", "contexts")  # the sections whose names are types
SECTION_NAMES = frozenset("game options numbers board map".split())
FACE_NAMES = frozenset(("name", "count"))
MAX_WORTH = 1_000_000  # of a result
SAYABLE = frozenset("int bool enum ref cell player text piece face".split())  # in a label
PIECE_NAMES = frozenset("record cell id title kind label place owner name".split())
RECORD_NAMES = frozenset(("from", "replaces"))
OWN_NAMES = {"mission": frozenset(["options"]), "campaign": frozenset(["options"]), "die": frozenset(["faces"])}


# ---------------------------------------------------------------- declarations


def declare(data: Any, lost: Lost | None = None) -> tuple[Ruleset, list[Flaw]]:
    """Read the JSON of a ruleset (short or long forms) and resolve every name in it.

    Never raises for what is written in it; parts with flaws are left out of the result. What stands there without
    being what it was to be goes into `lost`.
    """
    reader = _Reader(normalise(data), lost or Lost())
    ruleset = reader.ruleset()
    return ruleset, reader.flaws


class _Reader:
    """Gathers flaws while the sections are read in the order in which they need each other."""

    def __init__(self, data: Any, lost: Lost) -> None:
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        self.flaws: list[Flaw] = []
        self.lost = lost
        if not isinstance(data, dict):
            self.flaw((), "BZ504", "a ruleset is a mapping of sections")
        for key, hint in lost.unknown(self.data, (), SECTIONS).items():
            self.flaw((key,), "BZ504", f'"{key}" is no section of a ruleset', hint)
        for key, value in self.data.items():
            if key in SECTIONS and not isinstance(value, dict):
                lost.add((key,))
        self.names: dict[str, Callable[[str], Type]] = {}
        self.enums: dict[str, Enum] = {}

    def ruleset(self) -> Ruleset:
        self.enums = self._enums()
        self._name_types()
        kinds = self._kinds()
        zones = self._zones(kinds)
        ruleset = Ruleset(
            entries=self._entries(),
            results=self._results(),
            enums=self.enums,
            numbers=self._numbers(),
            options=self._fields(self.section("options"), ("options",)),
            board=board.read(self),
            kinds=kinds,
            shapes=self._groups("shapes"),
            game=self._fields(self.section("game"), ("game",)),
            players=self._fields(self.section("players"), ("players",)),
            zones=zones,
            contexts=self._groups("contexts"),
            words=self._words(),
            menus=self._menus(),
            invariants=self._invariants(),
            checks=self._checks(kinds),
            statistics={},
            outlook=self._outlook(),
        )
        ruleset.statistics.update(measures.read(self, ruleset))
        self._defaults(ruleset)
        self._transient(ruleset)
        self._presence(ruleset)
        self.flaws += [Flaw(*flaw) for flaw in outliving.flaws(ruleset, all_fields(ruleset))]
        self._clashes(ruleset)
        return ruleset

    # ---- helpers

    def flaw(self, path: tuple[str | int, ...], code: str, message: str, hint: str = "") -> None:
        if not self.lost.told(path):
            self.flaws.append(Flaw(path, code, message, hint))

    def section(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        return self.mapping(value, (name,))

    def mapping(self, value: Any, path: tuple[str | int, ...], keys: Iterable[str] | None = None) -> dict[str, Any]:
        """The value as a mapping, with unknown keys reported and left out."""
        if not isinstance(value, dict):
            self.lost.add(path)
            self.flaw(path, "BZ504", f'"{path[-1]}" should be a mapping')
            return {}
        if keys is None:
            return {key: item for key, item in value.items() if self.name(key, (*path, key))}
        known = tuple(keys)
        for key, hint in self.lost.unknown(value, path, known).items():
            self.flaw((*path, key), "BZ504", f'"{key}" means nothing here', hint)
        return {key: item for key, item in value.items() if key in known}

    def name(self, name: Any, path: tuple[str | int, ...]) -> bool:
        if not isinstance(name, str) or not SNAKE.match(name):
            hint = "lower-case letters, digits and _, a letter first"
            self.refused(path, f'"{name}" is no name for rules', hint)
            return False
        if name in BOOLEANS:
            self.refused(path, f'"{name}" reads as a boolean in many YAML tools', "choose another name")
            return False
        return True

    def refused(self, path: tuple[str | int, ...], message: str, hint: str = "") -> None:
        """A name that nothing can have here: what was to have it is lost under every name that it may have had."""
        self.flaw(path, "BZ503", message, hint)
        self.lost.add((*path[:-1], ""))

    def text(self, source: dict[str, Any], key: str, path: tuple[str | int, ...], default: str = "") -> str:
        value = source.get(key, default)
        if not isinstance(value, str):
            self.lost.add((*path, key))
            self.flaw((*path, key), "BZ504", f'"{key}" should be a text')
            return default
        if key == "says" and not (path[0] == "words" and len(path) == 2):  # those have templates, judged with the rules
            self._never_filled(value, source, (*path, key))
        return value

    def _never_filled(self, said: str, source: dict[str, Any], path: tuple[str | int, ...]) -> None:
        """Only the sentence of a field has a hole, for its value."""
        for name in sentences.HOLE.findall(said):
            if "type" not in source or path[0] == "numbers":
                self.flaw(path, "BZ534", f'nothing fills "{{{name}}}" in this sentence', "say it without the braces")
            elif name != "value":
                self.flaw(path, "BZ534", f'nothing fills "{{{name}}}" in this sentence', "a field says {value}")

    def member(
        self, source: dict[str, Any], key: str, path: tuple[str | int, ...], allowed: Iterable[str], default: str
    ) -> str:
        value = self.text(source, key, path, default)
        if value not in allowed and isinstance(source.get(key), str):
            self.flaw((*path, key), "BZ504", f'"{value}" is not one of {", ".join(allowed)}', suggest(value, allowed))
            return default
        return value

    def declared(self, *path: str | int) -> bool:
        """Whether something stands there, or was to, even if it was left out for its flaws."""
        value: Any = self.data
        for step in path:
            value = value.get(str(step), MISSING) if isinstance(value, dict) else MISSING
        return value is not MISSING or self.lost.holds(*path)

    def needed(self, source: dict[str, Any], key: str, path: tuple[str | int, ...]) -> str:
        if key not in source:
            if not self.lost.holds(*path, key):
                self.flaw(path, "BZ504", f'"{key}" is missing')
            return ""
        return self.text(source, key, path)

    # ---- types

    def _name_types(self) -> None:
        for section, make in zip(NAMING, ("enum", "piece", "shape", "context"), strict=True):
            names = self.data.get(section)
            for name in names if isinstance(names, dict) else ():
                if isinstance(name, str) and name not in self.names:
                    self.names[name] = lambda of, make=make: Type(make, of=of)  # type: ignore[misc]  # bound per section
                elif isinstance(name, str):
                    self.flaw((section, name), "BZ503", f'"{name}" names two things of this ruleset')
                if not SNAKE.match(str(name)) or name in BOOLEANS:  # told where the section is read
                    self.lost.add((section, ""))
                if name in SIMPLE_NAMES:
                    self.refused((section, str(name)), f'"{name}" is a word of the type grammar')
                elif name in SECTION_NAMES:
                    self.refused((section, str(name)), f'"{name}" means something of its own in rules')

    def type(self, text: Any, path: tuple[str | int, ...]) -> Type | None:
        if not isinstance(text, str):
            self.flaw(path, "BZ501", "a type should be a text")
            return None
        try:
            return self.resolve(types.parse_words(text))
        except types.TypeProblem as problem:
            other = types.meant(text)
            self.flaw(path, "BZ501", str(problem), f'did you mean "{other}"?' if other else "")
        except KeyError as unknown:
            name = str(unknown.args[0])
            if any(self.lost.holds(section, name) for section in NAMING):
                return None
            self.flaw(path, "BZ502", f'no enum, kind, shape or context is named "{name}"', suggest(name, self.names))
        return None

    def resolve(self, type: Type) -> Type:
        """Replace declared names by what they are; KeyError names an unknown one."""
        if type.name == "name":
            return self.names[type.of](type.of) if type.of in self.names else self._unknown(type.of)
        if type.name in ("ref", "zone", "face") and not self._is("kinds", type.of):
            self._unknown(type.of)
        if type.name == "effects":
            return type
        if type.name == "table" and self.resolve(type.items[0]).name not in KEYS:
            named = type.items[0].of
            hint = f' (did you mean "ref {named}"?)' if self._is("kinds", named) else ""
            raise types.TypeProblem(f'a table is by seats, an enum, records or a range, not by "{named}"{hint}')
        return type._replace(items=tuple(map(self.resolve, type.items)))

    def _is(self, section: str, name: str) -> bool:
        names = self.data.get(section)
        return (isinstance(names, dict) and name in names) or (section == "kinds" and name == "map")

    def _unknown(self, name: str) -> Type:
        raise KeyError(name)

    # ---- sections

    def _fields(self, source: Any, path: tuple[str | int, ...]) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for name, value in self.mapping(source, path).items():
            field = self.field(name, value, (*path, name))
            if field:
                fields[name] = field
        return fields

    def field(self, name: str, value: Any, path: tuple[str | int, ...]) -> Field | None:
        keys = ("type", "default", "until", "says", "help", "none", "visible", "fill", "from")
        source = self.mapping(value, path, keys)
        if "type" not in source:
            if not self.lost.holds(*path, "type"):
                self.flaw(path, "BZ504", f'the field "{name}" has no type')
            return None
        type = self.type(source["type"], (*path, "type"))
        if type is None:
            return None
        default = source.get("default", MISSING)
        printed = default == "printed"
        visible = self.member(source, "visible", path, VISIBLE, "everyone")
        until = self.member(source, "until", path, LIFETIMES, "round") if "until" in source else ""
        fill = self.fill(source, type, path)
        says, help, none = (self.text(source, key, path) for key in ("says", "help", "none"))
        if none and not types.may_be_none(type):
            self.flaw((*path, "none"), "BZ504", '"none" belongs to what is optional, or to a list or table of it')
        return Field(name, type, MISSING if printed else default, printed, until, says, help, visible, fill, none)

    def _enums(self) -> dict[str, Enum]:
        enums: dict[str, Enum] = {}
        for name, value in self.section("enums").items():
            path = ("enums", name)
            members = self.mapping(value, path) if isinstance(value, dict) else {}
            if not members or len(members) > 256:
                if isinstance(value, dict) and value and not members:  # none of them is a name, which is told
                    continue
                self.flaw(path, "BZ504", f'the enum "{name}" should be a list of 1 to 256 names')
                continue
            says = {}
            for member, words in members.items():
                words = {"says": words} if isinstance(words, str) else words
                source = self.mapping(words or {}, (*path, member), ("says", "help", "from"))
                says[member] = self.text(source, "says", (*path, member), member.replace("_", " "))
            enums[name] = Enum(name, tuple(members), says)
        return enums

    def _kinds(self) -> dict[str, Kind]:
        kinds: dict[str, Kind] = {}
        keys = ("family", "fields", "state", "faces", "label", "alike", "help", "says", "from")
        for name, value in self.section("kinds").items():
            path = ("kinds", name)
            source = self.mapping(value, path, keys)
            family = self.member(source, "family", path, FAMILIES, "")
            if "family" not in source and not self.lost.holds(*path, "family"):
                self.flaw(path, "BZ504", f'the kind "{name}" has no family', "unit, card, die, ...")
            groups = [self._fields(source.get(group, {}), (*path, group)) for group in ("fields", "state", "faces")]
            alike = source.get("alike", True)
            if not isinstance(alike, bool):
                self.flaw((*path, "alike"), "BZ504", '"alike" should be true or false')
            kinds[name] = Kind(
                name, family, groups[0], groups[1], groups[2], self.text(source, "label", path, "{title}"),
                alike is not False, self.text(source, "help", path), self.text(source, "says", path),
            )  # fmt: skip
            self._kind_fields(kinds[name], path)
            self._label(kinds[name], (*path, "label"))
        return kinds

    def _label(self, kind: Kind, path: tuple[str | int, ...]) -> None:
        """A label is filled whenever a piece is shown: it names the title, the cell, or a field that can be said."""
        told = {"title": types.TEXT, "cell": types.TEXT}
        told |= {name: field.type for name, field in (*kind.fields.items(), *kind.state.items())}
        try:
            names, counted = sentences.names(kind.label), sentences.counted(kind.label)
        except sentences.TemplateProblem as problem:
            self.flaw(path, "BZ534", str(problem))
            return
        for name, _ in names:
            here = [self.declared(*path[:-1], group, name) for group in ("fields", "state")]
            if any(here) and (name not in told or name in PIECE_NAMES):
                continue
            if name not in told:
                self.flaw(path, "BZ534", f'the label names "{name}", which is no field', suggest(name, told))
            elif (told[name].items[0] if told[name].name == "optional" else told[name]).name not in SAYABLE:
                self.flaw(path, "BZ534", f'"{name}" is "{told[name]}" and cannot stand in a label')
            elif name in counted and told[name].name != "int":
                self.flaw(path, "BZ534", f'"{name}" is no number, so it cannot choose between words')

    def _kind_fields(self, kind: Kind, path: tuple[str | int, ...]) -> None:
        for name in sorted((PIECE_NAMES | RECORD_NAMES | OWN_NAMES.get(kind.family, frozenset())) & set(kind.fields)):
            self.refused((*path, "fields", name), f'every record has a "{name}" of its own')
        for name, field in kind.state.items():
            printed = kind.fields.get(name)
            if name in PIECE_NAMES:
                self.refused((*path, "state", name), f'every piece has a "{name}" of its own')
                continue
            if field.printed and printed is None and self.declared(*path, "fields", name):
                continue
            if field.printed and printed is None:
                self.flaw(
                    (*path, "state", name), "BZ502", f'"{name}" starts as printed, but the record has no such field'
                )
            elif printed is not None and not field.printed:
                self.flaw(
                    (*path, "state", name),
                    "BZ503",
                    f'"{name}" is a field of the record and of the state',
                    "start it with = printed, or rename one",
                )
            elif field.printed and printed is not None and not types.starts(field.type, printed.type):
                self.flaw(
                    (*path, "state", name), "BZ505", f'a field of type "{field.type}" cannot start as "{printed.type}"'
                )
        for name in sorted(FACE_NAMES & set(kind.faces)):
            self.refused((*path, "faces", name), f'every face has a "{name}" of its own')
        if kind.faces and kind.family not in ("die", ""):
            self.flaw((*path, "faces"), "BZ504", "only dice have faces")
            self.lost.add(("kinds", ""))  # there may be a kind of dice, then

    def _groups(self, section: str) -> dict[str, dict[str, Field]]:
        return {name: self._fields(value, (section, name)) for name, value in self.section(section).items()}

    def _numbers(self) -> dict[str, Number]:
        numbers: dict[str, Number] = {}
        for name, value in self.section("numbers").items():
            path = ("numbers", name)
            keys = ("type", "is", "default", "fill", "says", "help", "from")
            source = self.mapping(value, path, keys)
            known = "type" in source or not self.lost.holds(*path, "type")
            type = self.type(source.get("type"), (*path, "type")) if known else None
            if "is" not in source and self.lost.holds(*path, "is"):
                continue
            if "is" not in source:
                self.flaw(path, "BZ504", f'the number "{name}" has no value', 'write it as "is:"')
            elif type:
                says, fill = self.text(source, "says", path), self.fill(source, type, path)
                if "default" in source and (type.name != "table" or type.items[0].name == "ref"):
                    what = 'the "default" of a number belongs to a table by seats, an enum or a range'
                    self.flaw((*path, "default"), "BZ504", what, 'its value stands after "is:"')
                    del source["default"]
                field = Field(name, type, source.get("default", MISSING), says=says, fill=fill)
                numbers[name] = Number(field, source["is"], says)
        return numbers

    def fill(self, source: dict[str, Any], type: Type, path: tuple[str | int, ...]) -> bool:
        """Whether a table's missing keys take the value of the one before them."""
        up = source.get("fill") == "up"
        if "fill" in source and (not up or type.name != "table" or type.items[0].name != "enum"):
            self.flaw((*path, "fill"), "BZ504", '"fill: up" belongs to a table by an enum')
        return up

    def _zones(self, kinds: dict[str, Kind]) -> dict[str, Zone]:
        zones: dict[str, Zone] = {}
        for name, value in self.section("zones").items():
            path = ("zones", name)
            source = self.mapping(value, path, ("of", "per", "visible", "says", "help"))
            of = self.needed(source, "of", path)
            if of and of not in kinds and self.declared("kinds", of):
                continue
            if of and of not in kinds:
                self.flaw((*path, "of"), "BZ502", f'no kind is named "{of}"', suggest(of, kinds))
                continue
            per = self.member(source, "per", path, ("game", "player"), "game")
            visible = self.member(source, "visible", path, VISIBLE, "everyone")
            if visible == "owner" and per == "game":
                self.flaw((*path, "visible"), "BZ504", "a zone of the game has no owner")
            zones[name] = Zone(name, of, per, visible, self.text(source, "says", path, name.replace("_", " ")))
        return zones

    def _words(self) -> dict[str, Word]:
        words: dict[str, Word] = {}
        for name, value in self.section("words").items():
            path = ("words", name)
            source = self.mapping(
                value, path, ("args", "rule", "blocked", "add", "set", "says", "always", "help", "from")
            )
            args = self._fields(source.get("args", {}), (*path, "args"))
            if "rule" in source and ("add" in source or "set" in source):
                self.flaw(path, "BZ507", f'the word "{name}" has a rule and also "add" or "set"', "keep one of them")
            if not isinstance(source.get("always", False), bool):
                self.flaw((*path, "always"), "BZ504", '"always" should be true or false')
            changes = {key: self._dotted(source.get(key, {}), (*path, key)) for key in ("add", "set")}
            words[name] = Word(
                name, args, self.text(source, "rule", path), self.text(source, "blocked", path),
                changes["add"], changes["set"], self.needed(source, "says", path), source.get("always") is True,
            )  # fmt: skip
        return words

    def _dotted(self, value: Any, path: tuple[str | int, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.flaw(path, "BZ504", f'"{path[-1]}" should be a mapping of context.field to a value')
            return {}
        found = {}
        contexts = self.data.get("contexts", {})
        for key, item in value.items():
            context, _, field = str(key).partition(".")
            fields = contexts.get(context) if isinstance(contexts, dict) else None
            if self.lost.holds("contexts", context) or (
                isinstance(contexts, dict) and fields is not None and not isinstance(fields, dict)
            ):
                continue
            if not isinstance(fields, dict):
                self.flaw((*path, key), "BZ502", f'no context is named "{context}"', 'write it as "context.field"')
            elif field not in fields and self.lost.holds("contexts", context, field):
                continue
            elif field not in fields:
                self.flaw((*path, key), "BZ502", f'"{context}" has no field "{field}"', suggest(field, fields))
            else:
                found[key] = item
        return found

    def _menus(self) -> dict[str, dict[str, Item]]:
        menus: dict[str, dict[str, Item]] = {}
        for name, value in self.section("menus").items():
            items = {}
            for action, item in self.mapping(value, ("menus", name)).items():
                path = ("menus", name, action)
                source = self.mapping(item, path, ("says", "rule", "blocked", "help"))
                items[action] = Item(
                    action,
                    self.needed(source, "says", path),
                    self.needed(source, "rule", path),
                    self.text(source, "blocked", path),
                )
            menus[name] = items
        return menus

    def _entries(self) -> dict[str, Entry]:
        entries = {}
        for name, value in self.section("entries").items():
            path = ("entries", name)
            source = self.mapping(value, path, ("rule", "needs", "says", "help"))
            needs = self.member(source, "needs", path, ("mission", "campaign", ""), "")
            entries[name] = Entry(name, self.needed(source, "rule", path), needs, self.text(source, "says", path))
        if not entries and not self.data.get("entries") and not self.lost.holds("entries"):
            self.flaw(
                ("entries",) if "entries" in self.data else (),
                "BZ504",
                "a ruleset has at least one entry",
                "entries: {play: {rule: play}}",
            )
        return entries

    def _results(self) -> dict[str, Result]:
        results = {}
        for name, value in self.section("results").items():
            path = ("results", name)
            said = value if isinstance(value, dict) else {"says": value}
            source = self.mapping(said, path, ("says", "help", "worth", "from"))
            worth = source.get("worth")
            if "worth" in source and (type(worth) is not int or not 0 <= worth <= MAX_WORTH):
                self.flaw((*path, "worth"), "BZ504", f'"worth" should be a number from 0 to {MAX_WORTH}')
                worth = None
            results[name] = Result(name, self.text(source, "says", path), worth)
        return results

    def _invariants(self) -> dict[str, tuple[str, str]]:
        found = {}
        for name, value in self.section("invariants").items():
            path = ("invariants", name)
            source = self.mapping(value, path, ("rule", "says", "help"))
            found[name] = (self.needed(source, "rule", path), self.text(source, "says", path, name.replace("_", " ")))
        return found

    def _outlook(self) -> str:
        if "outlook" not in self.data:
            return ""
        return self.needed(self.mapping(self.section("outlook"), ("outlook",), ("rule",)), "rule", ("outlook",))

    def _checks(self, kinds: dict[str, Kind]) -> dict[str, tuple[str, ...]]:
        checks: dict[str, tuple[str, ...]] = {}
        for kind, rules in self.section("checks").items():
            if kind not in kinds and self.declared("kinds", kind):
                continue
            if kind not in kinds:
                self.flaw(("checks", kind), "BZ502", f'no kind is named "{kind}"', suggest(kind, kinds))
            elif not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
                self.flaw(("checks", kind), "BZ504", "checks are a list of rules")
            else:
                checks[kind] = tuple(rules)
        return checks

    # ---- what needs everything else

    def _defaults(self, ruleset: Ruleset) -> None:
        """Every default must fit its type; a state field without one must be optional, or set when made."""
        for path, field in all_fields(ruleset):
            if field.default is not MISSING and not self._shaky(path, field):
                given = typed(field.type, field.default)
                for flaw in check_value(ruleset, field.type, given, any_record, Everything()):
                    self.flaw((*path, "default", *flaw.path), "BZ505", flaw.message, flaw.hint)
        for name, number in ruleset.numbers.items():
            given = typed(number.field.type, number.value)
            for flaw in check_value(ruleset, number.field.type, given, any_record, Everything()):
                self.flaw(("numbers", name, "is", *flaw.path), "BZ505", flaw.message, flaw.hint)
            ruleset.numbers[name] = number._replace(value=whole(ruleset, number.field, number.value))
        for name, field in ruleset.options.items():
            if field.default is MISSING and not self.lost.holds("options", name, "default"):
                self.flaw(("options", name), "BZ505", f'the option "{name}" has no default')
            if field.type.name not in OPTIONS:
                self.flaw(("options", name, "type"), "BZ501", "an option is a bool, an int or an enum")

    def _shaky(self, path: tuple[str | int, ...], field: Field) -> bool:
        """Whether something else is to blame for a default that does not fit."""
        if path[0] == "options" and field.type.name not in OPTIONS:
            return True
        twice = path[0] == "kinds" and path[2] == "state" and self.declared(*path[:2], "fields", path[3])
        return (twice and isinstance(field.default, str)) or any(
            self.lost.holds("enums", enum, "") for enum in types.enums(field.type)
        )

    def _presence(self, ruleset: Ruleset) -> None:
        """Where pieces, faces and missions are wanted, there can be some; if not, a family may be the wrong one."""
        absent = [Flaw(*flaw) for flaw in presence.absent(ruleset, all_fields(ruleset))]
        if absent:
            self.lost.add(("kinds", ""))
        self.flaws += [*(Flaw(*flaw) for flaw in presence.unwritable(ruleset, all_fields(ruleset))), *absent]
        families = {kind.family for kind in ruleset.kinds.values()}
        for entry in ruleset.entries.values():
            if entry.needs and not families & {entry.needs, ""} and not self.lost.holds("kinds", ""):
                hint = f"kinds: {{...: {{family: {entry.needs}}}}}"
                self.flaw(("entries", entry.name, "needs"), "BZ502", f"no kind is of the family {entry.needs}", hint)
                self.lost.add(("kinds", ""))

    def _transient(self, ruleset: Ruleset) -> None:
        """Contexts end with the rule that made them: nothing that stays can hold one."""
        for path, field in all_fields(ruleset):
            if path[0] != "contexts" and types.holds(field.type, "context"):
                self.flaw((*path, "type"), "BZ501", f'"{field.type}" lives only while a rule runs')

    def _clashes(self, ruleset: Ruleset) -> None:
        """State, zones and actions share the dot after `game` and `player`."""
        for per, fields in (("game", ruleset.game), ("player", ruleset.players)):
            for zone in ruleset.zones.values():
                if zone.per == per and zone.name in fields:
                    self.flaw(("zones", zone.name), "BZ503", f'"{zone.name}" is a zone and a field of the {per}')
        if "seat" in ruleset.players:
            self.flaw(("players", "seat"), "BZ503", 'every player has a "seat" of its own')
