"""A lowered game: the functions of its rules, and the names of everything that they can speak of.

One program per set of options. It also knows the way back: from a line of the lowered source to the line of the author,
from a frame to the rule that waits, from a number and its type to a key or a label.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import text as sentences
from .fault import Call, Ended, Fault
from .fixed import Fixed
from .language.check import Checked
from .language.parts import Template
from .language.lower import Lowered
from .runtime import HELPERS
from .types import Type

if TYPE_CHECKING:
    from .state import Base

SOURCE = "<rules>"


class Program:
    """The rules of a game for one set of options and one number of seats."""

    def __init__(self, checked: Checked, fixed: Fixed, lowered: Lowered, templates: list[Template]) -> None:
        self.checked, self.fixed, self.lowered, self.templates = checked, fixed, lowered, templates
        self.sites = lowered.sites
        self.types = lowered.types
        self.rules = list(checked.rules)
        scope = self._scope()
        exec(compile(lowered.source, SOURCE, "exec"), scope)  # noqa: S102  # our own lowering of a checked tree
        self.functions: list[Callable[..., Any]] = [scope[f"rule_{name}"] for name in self.rules]
        ruleset = fixed.ruleset
        self.fields = [column.name for column in fixed.piece_columns]
        self.fields += [f"game__{name}" for name in ruleset.game] + [f"player__{name}" for name in ruleset.players]

    def _scope(self) -> dict[str, Any]:
        fixed = self.fixed
        scope = dict(HELPERS)
        scope["__builtins__"] = {
            name: __builtins__[name] if isinstance(__builtins__, dict) else getattr(__builtins__, name)
            for name in _HOST
        }
        scope |= {f"r_{name.replace('.', '__')}": column for name, column in fixed.columns.items()}
        scope |= {f"face_{name.replace('.', '__')}": column for name, column in fixed.face_columns.items()}
        scope |= {f"N_{name}": value for name, value in fixed.numbers.items()}
        scope |= {"_record_title": fixed.titles, "_record_id": fixed.record_ids, "_face_name": fixed.face_name}
        return scope | {"_cell_names": fixed.cell_names, "_cell_places": fixed.cell_places}

    # ---- running

    def run(self, s: Base, value: Any) -> None:
        """Go on from the innermost frame with a value, until a decision is open or nothing is left to do.

        Raises:
            Fault: at the line of the rule, with the rules that were running.
        """
        frames = s.frames
        try:
            while frames:
                number, place, held = frames.pop()
                self.running = (number, place)
                value = self.functions[number](s, place, value, *held) if place else self.functions[number](s, *held)
                if s.unwound:
                    s.unwound.reverse()
                    frames.extend(s.unwound)
                    s.unwound = []
                    return
            s.returned = value
        except Ended:
            raise
        except Fault as fault:
            raise fault.at(self._stack(s, fault.__traceback__)) from None
        except (
            ArithmeticError,
            LookupError,
            RecursionError,
            MemoryError,
            TypeError,
            ValueError,
            AttributeError,
        ) as error:
            raise _host_fault(error).at(self._stack(s, error.__traceback__)) from None

    def _stack(self, s: Base, traceback: TracebackType | None) -> tuple[Call, ...]:
        """The rules that wait in frames, then those that were running, each at its own line."""
        calls = [self.call(frame[0], frame[1]) for frame in s.frames]
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == SOURCE:
                rule, path, line = self.lowered.lines[min(traceback.tb_lineno, len(self.lowered.lines)) - 1]
                calls.append(Call(rule, path, line))
            traceback = traceback.tb_next
        return tuple(calls)

    def call(self, rule: int, place: int) -> Call:
        """The rule of a frame, at the line where it waits."""
        name = self.rules[rule]
        node = self.checked.rules[name].node
        return Call(name, node.path, self.lowered.blocks.get(name, {}).get(place, node.place.line))

    # ---- names

    def key(self, type: Type, value: Any, s: Base) -> str:
        """The stable key of a value: `card:fire#17`, `cell:c4`, `goblin:grub`, `none`. Never a label, never a
        position.
        """
        name, fixed = type.name, self.fixed
        if value is None:
            return "none"
        if name == "optional":
            return self.key(type.items[0], value, s)
        if name == "piece":
            kind = fixed.kinds[s.kind[value]]
            return f"{kind}:{fixed.record_ids[kind][s.record[value]]}#{value}"
        if name == "ref":
            return f"{type.of}:{fixed.record_ids[type.of][value]}" if type.of in fixed.record_ids else type.of
        if name == "cell":
            return f"cell:{fixed.cell_names[value]}"
        if name == "player":
            return f"player:{value + 1}"
        if name == "enum":
            return f"{type.of}:{fixed.ruleset.enums[type.of].members[value]}"
        if name == "bool":
            return "yes" if value else "no"
        if name == "face":
            return f"face:{fixed.face_name[value]}"
        if name == "zone":
            return f"zone:{fixed.zone_key[value]}"
        if name == "action":
            return list(fixed.ruleset.menus[type.of])[value]
        if name == "list":
            return "[" + ",".join(self.key(type.items[0], item, s) for item in value) + "]"
        if name == "tuple":
            return "(" + ",".join(self.key(inner, item, s) for inner, item in zip(type.items, value, strict=True)) + ")"
        return s.plain(value) if name == "text" else str(value)

    def say(self, s: Base, type: Type, value: Any) -> str:
        """What people call a value."""
        name, fixed = type.name, self.fixed
        if value is None:
            return "none"
        if name == "optional":
            return self.say(s, type.items[0], value)
        if name == "piece":
            return self.label_piece(s, value)
        if name == "ref":
            return fixed.titles[type.of][value] if type.of in fixed.titles else type.of
        if name == "cell":
            return fixed.cell_names[value]
        if name == "player":
            return f"player {value + 1}"
        if name == "enum":
            enum = fixed.ruleset.enums[type.of]
            return enum.says[enum.members[value]]
        if name == "bool":
            return "Yes" if value else "No"
        if name == "face":
            return fixed.face_name[value]
        if name == "zone":
            return self._say_zone(value)
        if name == "action":
            return list(fixed.ruleset.menus[type.of].values())[value].says
        if name == "list":
            return ", ".join(self.say(s, type.items[0], item) for item in value)
        if name == "tuple":
            return ", ".join(self.say(s, inner, item) for inner, item in zip(type.items, value, strict=True))
        return s.plain(value) if name == "text" else str(value)

    def _say_zone(self, zone: int) -> str:
        says = self.fixed.ruleset.zones[self.fixed.zone_names[zone]].says
        owner = self.fixed.zone_owner[zone]
        return says if owner is None else f"{says} of player {owner + 1}"

    def label_piece(self, s: Base, piece: int) -> str:
        """The label of a piece, from its kind's template."""
        kind = self.fixed.kinds[s.kind[piece]]
        declared = self.fixed.ruleset.kinds[kind]
        title = self.fixed.titles[kind][s.record[piece]]
        if declared.label == "{title}":
            return title
        values: dict[str, str | int] = {"title": title, "cell": self.where(s, piece)}
        for name, field in declared.state.items():
            values[name] = self._label_value(s, field.type, getattr(s, f"{kind}__{name}")[piece])
        for name, field in declared.fields.items():
            values.setdefault(
                name, self._label_value(s, field.type, self.fixed.columns[f"{kind}.{name}"][s.record[piece]])
            )
        return sentences.fill(declared.label, values)

    def _label_value(self, s: Base, type: Type, value: Any) -> str | int:
        return (
            value
            if isinstance(value, int) and type.name == "int"
            else self.say(s, type, value)
            if type.name in _SAYABLE
            else ""
        )

    def where(self, s: Base, piece: int) -> str:
        """Where a piece is, in words."""
        place, cells = s.place[piece], self.fixed.cells
        if place >= cells:
            return self._say_zone(place - cells)
        return (
            self.fixed.cell_names[place]
            if place >= 0
            else "nowhere"
            if place == -1
            else f"on {self.label_piece(s, -2 - place)}"
        )

    def fill(self, s: Base, message: tuple[Any, ...]) -> str:
        """A template and its values, in words."""
        template = self.templates[message[0]]
        values: dict[str, str | int] = {}
        for name, type, value in zip(template.names, template.types, message[1:], strict=True):
            values[name] = value if type.name == "int" else self.say(s, type, value)
        return sentences.fill(template.text, values)

    def signature(self, s: Base, type: Type, value: Any) -> Any:
        """Equal for options that are alike: the value itself, or all that a piece is and has."""
        if type.name != "piece":
            return tuple(value) if isinstance(value, list) else value
        kind = self.fixed.kinds[s.kind[value]]
        if not self.fixed.ruleset.kinds[kind].alike:
            return value
        held = [getattr(s, f"{kind}__{name}")[value] for name in self.fixed.ruleset.kinds[kind].state]
        load = tuple(sorted((s.kind[p], s.record[p]) for p, place in enumerate(s.place) if place == -2 - value))
        return (kind, s.record[value], s.place[value], repr(held), load)


_SAYABLE = frozenset(("int", "bool", "enum", "ref", "cell", "player", "text", "optional"))
_HOST = ("len", "min", "max", "any", "all", "list", "range", "bool", "tuple")


def _host_fault(error: Exception) -> Fault:
    """What the host says of lowered rules, in the language's words."""
    if isinstance(error, ZeroDivisionError):
        return Fault("BZ808", "a division by zero", "test the divisor before")
    if isinstance(error, IndexError):
        return Fault("BZ808", "the list has no element at this place", "test its length before")
    if isinstance(error, KeyError):
        return Fault("BZ808", f"there is no entry for {error.args[0] if error.args else 'it'}")
    if isinstance(error, (RecursionError, MemoryError)):
        return Fault("BZ803", "the rules need more room than a game has")
    if isinstance(error, TypeError):
        return Fault("BZ805", "a value is missing where one must be", "is a field read before it is set?")
    return Fault("BZ808", f"this cannot be done: {error}")
