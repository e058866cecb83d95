"""What every part of the checker stands on: the ruleset, the problems, locals, annotations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn

from .. import presence
from ..declared import LEADS, Ruleset
from ..problem import Problem, Spot, nearest, owner, suggest
from ..types import BOOL, CELL, INT, NONE, PLAYER, TEXT, Type, list_of, optional
from . import agenda, forms, parts, syntax, words
from .packs import Names
from .scope import Scope
from .syntax import Expr, Place
from .tokenise import Refused
from .typing import (
    ASKING,
    ERROR,
    FILLED,
    MODES,
    assignable,
    blend,
    element,
    filled,
    hashable,
    join,
    mixed,
    signatures,
)  # fmt: skip

if TYPE_CHECKING:
    from .check import RuleInfo

SECTION_NAMES = ("game", "mission", "campaign", "options", "numbers", "board")
Slot = tuple[
    str, str, str
]  # ("rule", rule, parameter), or what a field is ("state", "context" ...), its owner, its name
MAX_WORK = 400_000  # steps of checking all rules of a pack
BRANCH_WORK, PLAIN_BRANCH_WORK = 64, 16  # steps that a branch counts for; it is plain if it neither asks nor is kept
PROBLEM_WORK = 400  # steps that a problem counts for: its hint is looked for among all names


class Common(ABC):
    """Holds what is known of the ruleset, and the problems; `Checker` adds statements and rules."""

    rules: dict[str, RuleInfo]
    constants: dict[str, syntax.Constant]

    def __init__(
        self, ruleset: Ruleset, known: Callable[[str, str], bool] | None, names: Names, slots: dict[Slot, Type]
    ) -> None:
        self.ruleset = ruleset
        self.known = known
        self.names = names
        self.problems: list[Problem] = []
        self.meant: set[str] = set()  # names that unknown ones probably mean
        self.nameless = False  # whether a rule is named that is like none there is
        self.path = ""
        self.rule: RuleInfo | None = None
        self.gives: list[tuple[Type, Place]] = []
        self.pure_because = ""
        self.alone: Expr | None = None  # the call that stands on a line of its own
        self.steps = 0
        self.fixed_paths: frozenset[str] = frozenset()  # of the rule being checked
        self.words_checked: dict[str, words.WordInfo | None] = {}
        self.scanned: list[tuple[str, syntax.Call]] = []  # calls of the agenda in all rules
        self.pushed: list[agenda.Pushed] = []
        self.read: set[tuple[str, str]] = set()  # options, words, menus, results, contexts that some rule uses
        self.performed: dict[tuple[str, ...], tuple[Spot, set[str]]] = {}  # by what fields promise: what is given
        self.templates: list[parts.Template] = []
        self.slots = slots  # parameters and fields that texts with values come to
        families = {declared.family: kind for kind, declared in reversed(ruleset.kinds.items())}
        self.leads = {family: families.get(family, "") for family in LEADS}  # the kinds that a game is begun with
        self.types = {**dict.fromkeys(ruleset.enums, "enum"), **dict.fromkeys(ruleset.kinds, "piece")}
        self.types |= {**dict.fromkeys(ruleset.shapes, "shape"), **dict.fromkeys(ruleset.contexts, "context")}

    # ---- problems

    def problem(
        self, place: Place, code: str, message: str, hint: str = "", notes: tuple[tuple[Spot, str], ...] = ()
    ) -> Type:
        """Tell a problem at a place of the file in hand; the type of what is wrong."""
        self.steps += PROBLEM_WORK
        if self.steps > MAX_WORK:
            self._too_much(place, "there are too many problems to tell them all", "put right those that are told")
        spot = Spot(self.path, place.line, place.column, place.end_line, place.end_column)
        self.problems.append(Problem(spot, code, message, hint, notes))
        return ERROR

    def work(self, place: Place, steps: int = 1, hint: str = "split this rule") -> None:
        """Count a step, so that checking itself has a bound."""
        self.steps += steps
        if self.steps > MAX_WORK:
            self._too_much(place, "the rules are too intricate to be checked", hint)

    def branches(self, place: Place, count: int, plain: bool = False) -> None:
        """Count what is written out anew at every place that does it: a branch for each word or item of a menu."""
        each = PLAIN_BRANCH_WORK if plain else BRANCH_WORK
        self.work(place, count * each, "do this in one rule, and call that rule from the other places")

    def _too_much(self, place: Place, message: str, hint: str) -> NoReturn:
        raise Refused(Problem(Spot(self.path, place.line, place.column), "BZ510", message, hint))

    def wants(self, type: Type, wanted: Type, place: Place, what: str = "") -> bool:
        """Report a value that does not fit; a value that may be None gets the hint how to narrow it."""
        if assignable(type, wanted) or wanted.name == "never":  # as for the key of an empty dict: nothing is there
            return True
        if type.name == "optional" and assignable(type.items[0], wanted):
            self.problem(place, "BZ524", f"{what or 'this'} may be None", 'test "if x != None:" before, or say must(x)')
        else:
            self.problem(place, "BZ522", f'{what or "this"} is "{type}", "{wanted}" is wanted')
        return False

    def taken_apart(self, type: Type, place: Place) -> bool:
        """Report a text with values in it where its letters are wanted: it is put into words for each reader."""
        if type == FILLED:
            self.problem(
                place,
                "BZ522",
                "a text with values in it is put into words when it is read, so it cannot be joined, compared or taken "
                "apart",
                'say all in one template: text("{a}, {b}"); to compare, compare the values',
            )
        return type == FILLED

    def compared(self, type: Type, place: Place) -> bool:
        """Report the same where a value is compared as a whole: the text may stand in a list or tuple."""
        return filled(type) and self.taken_apart(FILLED, place)

    def kept(self, slot: Slot, declared: Type) -> Type:
        """The type of a parameter or field, with what is known to come to it from anywhere in the rules."""
        return blend(declared, self.slots[slot]) if slot in self.slots else declared

    def comes(self, slot: Slot, declared: Type, given: Type) -> None:
        """A value comes to a parameter or field: a text with values in it makes it one for such texts."""
        if blend(declared, given) != declared:
            self.slots[slot] = blend(self.slots.get(slot, declared), given)

    def hashable(self, key: Type, place: Place) -> None:
        """Report a value that can be no key of a dict."""
        if not self.compared(key, place) and not hashable(key):
            self.problem(
                place, "BZ522", f'"{key}" is no key', "numbers, texts, enum members, records, pieces, cells, players"
            )

    def key(self, key: Type, table: Type, place: Place) -> None:
        """Report what can be no key of this table or dict; an empty dict has none yet, and may be asked for any."""
        if table.items[0].name == "never":
            self.hashable(key, place)
        elif not self.compared(key, place):
            self.wants(key, element(table) or ERROR, place)

    def reserved(self, name: str) -> bool:
        """Whether a name already means something in every rule."""
        return (
            name in SECTION_NAMES
            or name in signatures()
            or name in forms.FORMS
            or name in forms.LOOPS
            or name == agenda.RESOLVE
            or name in self.ruleset.enums
        )

    def hides(self, what: str, name: str, place: Place) -> None:
        """Report a parameter or local that has the name of something else, and say what that is and where."""
        hidden, spot = self.named(name)
        if hidden:
            where = f" ({spot.path}:{spot.line})" if spot else ""
            notes = ((spot, "defined here"),) if spot else ()
            self.problem(place, "BZ514", f"{what} hides {hidden}{where}", "choose another name", notes)

    def named(self, name: str) -> tuple[str, Spot | None]:
        """What a name means in every rule, and where it is defined; nothing if it is free."""
        space = self.names.space(self.path)
        known = next((known for local, known in space.items() if name in (local, known.key)), None)
        if known is not None and known.key in self.rules:
            node = self.rules[known.key].node
            return f'the rule "{known.key}"', Spot(node.path, node.name_place.line, node.name_place.column)
        if known is not None:
            return f'the constant "{known.key}"', known.spot
        if name in self.ruleset.enums:
            return f'the enum "{name}" of the ruleset', None
        if name in SECTION_NAMES:
            return f'"{name}", which every rule can read', None
        return (f'"{name}()", which every rule can call', None) if self.reserved(name) else ("", None)

    def raise_mode(self, mode: int, place: Place, what: str) -> None:
        """The rule being checked does something of this class."""
        if mode and self.pure_because:
            code = "BZ526" if mode == ASKING else "BZ527"
            deed = "asks for a decision" if mode == ASKING else "changes the world"
            self.problem(
                place,
                code,
                f"{what} {deed}, which {self.pure_because} may not",
                "do it on a line of its own before, and use the result here",
            )
        elif self.rule is not None:
            self.rule.mode = max(self.rule.mode, mode)

    def misplaced(self, place: Place, name: str) -> None:
        """A decision stands where a rule cannot stop and go on."""
        self.problem(
            place,
            "BZ526",
            f'"{name}" asks for a decision in the middle of an expression',
            f"on a line before: answer = {name}(...), then use answer",
        )

    # ---- annotations

    def annotation(self, expr: Expr) -> Type:
        """The type that an annotation names."""
        if isinstance(expr, syntax.Const) and expr.value is None:
            return NONE
        if isinstance(expr, syntax.Name):
            return self._named_type(expr)
        if isinstance(expr, syntax.Index) and isinstance(expr.value, syntax.Name):
            items = expr.index.items if isinstance(expr.index, syntax.TupleExpr) else [expr.index]
            return self._indexed_type(expr.value.id, items, expr.place)
        return self.problem(
            expr.place,
            "BZ501",
            "this is no type",
            "int, bool, text, cell, player, a kind, ref[kind], list[...], optional[...]",
        )

    def _named_type(self, expr: syntax.Name) -> Type:
        simple = {"int": INT, "bool": BOOL, "text": TEXT, "cell": CELL, "player": PLAYER, "effects": Type("effects")}
        if expr.id in simple:
            return simple[expr.id]
        if expr.id in self.types:
            self.read.add(("contexts", expr.id))
            return self._existing(Type(self.types[expr.id], of=expr.id), expr.place)
        hint = suggest(expr.id, [*simple, *self.types, "list", "optional", "ref"])
        return self.problem(expr.place, "BZ502", f'no type is named "{expr.id}"', hint)

    def _existing(self, type: Type, place: Place) -> Type:
        """The type, unless nothing is ever of it."""
        found = presence.nobody(self.ruleset.kinds, type)
        return type if found is None else self.problem(place, "BZ501", *found)

    def _indexed_type(self, head: str, items: list[Expr], place: Place) -> Type:
        if head in ("ref", "zone", "face"):
            name = items[0].id if isinstance(items[0], syntax.Name) else ""
            if name in self.ruleset.kinds or (head == "ref" and name == "map"):
                return self._existing(Type(head, of=name), items[0].place)
            return self.problem(
                items[0].place, "BZ502", f'no kind is named "{name}"', suggest(name, self.ruleset.kinds)
            )
        if head == "effects":
            return Type("effects", names=tuple(item.id for item in items if isinstance(item, syntax.Name)))
        inner = [self.annotation(item) for item in items]
        if head == "optional" and len(inner) == 1:
            return optional(inner[0])
        if head == "list" and len(inner) == 1:
            return list_of(inner[0])
        if head == "option" and len(inner) == 1:
            return Type("option", items=tuple(inner))
        if head == "tuple":
            return Type("tuple", items=tuple(inner))
        if head in ("dict", "table") and len(inner) == 2:
            return Type("dict", items=tuple(inner))
        return self.problem(
            place,
            "BZ501",
            f'"{head}[...]" is no type',
            suggest(head, ("list", "optional", "ref", "zone", "dict", "tuple", "option", "face")),
        )

    # ---- locals

    def local(self, name: str, type: Type, place: Place, scope: Scope) -> None:
        """A local gets a value; over the whole rule it has one type."""
        assert self.rule is not None
        self.hides(f'the local "{name}"', name, place)
        known = self.rule.locals.get(name)
        joined = join(known, type) if known else type
        if joined is None or (known and mixed(known, type)):
            self.problem(place, "BZ522", f'"{name}" was "{known}" and becomes "{type}"', "use another name")
            joined = ERROR
        self.rule.locals[name] = joined
        scope.assign(name, type)

    def widen(self, name: syntax.Name, type: Type, scope: Scope) -> None:
        """A list or dict of the rule's own takes an element."""
        assert self.rule is not None
        known = scope.vars.get(name.id, type)
        joined = join(known, type)
        if joined is None:
            self.problem(
                name.place,
                "BZ522",
                f'"{name.id}" is "{known}" and cannot take this element',
                "all elements have one type",
            )
            return
        scope.vars[name.id] = joined
        self.rule.locals[name.id] = join(self.rule.locals.get(name.id, joined), joined) or joined

    def unpack(self, type: Type, count: int, place: Place) -> list[Type]:
        """The types of the parts where one value goes into several targets."""
        if count == 1:
            return [type]
        if type.name == "tuple" and len(type.items) == count:
            return list(type.items)
        if type.name != "error":
            self.problem(place, "BZ522", f'"{type}" does not part into {count}', "enumerate(...) gives pairs")
        return [ERROR] * count

    # ---- what declarations name

    def declared(
        self,
        path: tuple[str | int, ...],
        rule: str,
        params: dict[str, Type] | None,
        returns: Type | None = None,
        mode: int = ASKING,
        first: Type | None = None,
    ) -> RuleInfo | None:
        """A rule that the ruleset names: it must exist, and fit."""
        if rule not in self.rules:
            hint = self._meant(rule)
            self.nameless = self.nameless or not hint
            self.at_declaration(path, "BZ520", f'no rule is named "{rule}"', hint)
            return None
        info = self.need(rule)
        if params is not None and set(info.params) != set(params):
            wanted = ", ".join(params) or "nothing"
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take {wanted}')
        if first is not None and [*info.params.values()] != [first]:
            self.at_declaration(path, "BZ523", f'the rule "{rule}" should take one "{first}"')
        if returns is not None and not assignable(info.returns, returns):
            self.at_declaration(path, "BZ522", f'the rule "{rule}" should give "{returns}", not "{info.returns}"')
        if info.mode > mode:
            self.at_declaration(path, "BZ527", f'the rule "{rule}" should be {MODES[mode]}, and is {MODES[info.mode]}')
        return info

    def _meant(self, rule: str) -> str:
        """What a declaration probably means: it names rules of other packs in full."""
        theirs = next((name for name in self.rules if name.endswith(f":{rule}")), "")
        if theirs:
            self.meant.add(theirs)
        return f'write "{theirs}"' if theirs else self.likely(rule, self.rules)

    def likely(self, name: str, candidates: Iterable[str]) -> str:
        """The hint for an unknown name; whoever mends it uses what it probably means, which is remembered."""
        near = nearest(name, candidates)
        self.meant.add(near)
        return f'did you mean "{near}"?' if near else ""

    # ---- names of rules and constants, as authors write them

    def rule_named(self, name: str) -> bool:
        """Whether a name in the file in hand is a rule's."""
        return name in self.rules and self._seen(name)

    def constant_named(self, name: str) -> bool:
        """Whether a name in the file in hand is a constant's."""
        return name in self.constants and self._seen(name)

    def taken(self, name: str) -> bool:
        """Whether a local of this name would hide a rule or a constant."""
        return self.rule_named(name) or self.constant_named(name)

    def _seen(self, name: str) -> bool:
        """What other packs say bears their name by now; the game's own names are seen in its own files alone."""
        return ":" in name or name == agenda.RESOLVE or not owner(self.path)

    def rules_here(self) -> list[str]:
        """The names by which rules are called in the file in hand."""
        return [name for name, known in self.names.space(self.path).items() if known.key in self.rules]

    def at_declaration(self, path: tuple[str | int, ...], code: str, message: str, hint: str = "") -> None:
        """A problem in ruleset.yaml: its path stands in the spot, for the compiler to turn into a place."""
        self.problems.append(Problem(Spot("ruleset.yaml#" + "/".join(map(str, path))), code, message, hint))

    def word(self, name: str) -> words.WordInfo | None:
        """A word of the vocabulary, checked: what it needs, and its class."""
        if name not in self.words_checked:
            self.words_checked[name] = None
            self.words_checked[name] = words.word_info(self, self.ruleset.words[name])
        return self.words_checked[name]

    # ---- what the others add

    @abstractmethod
    def tell_recursion(self, name: str) -> None:
        """The agenda carries out a rule that waits for it."""

    @abstractmethod
    def expr(self, expr: Expr, scope: Scope, asks: bool = False) -> Type:
        """The type of an expression. `asks` says that a decision may stand here."""

    @abstractmethod
    def elements(self, type: Type, place: Place) -> Type:
        """What a loop over the value gives."""

    @abstractmethod
    def need(self, name: str) -> RuleInfo:
        """A rule, checked: its result and class are known."""
