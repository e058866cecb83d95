"""What a rule of the pack can get at when it judges something: the hash of all of it, for what is kept.

Most rules look at no mission but the one that they are given, and a pack may have many: what such a rule said stays
right while other missions change.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from typing import Any

from bartizan_compiler import emit
from bartizan_compiler.cache import key
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.declared import LEADS
from bartizan_engine.language import Program, syntax
from bartizan_engine.language.typing import PURE
from bartizan_engine.types import Type


def told(pack: Pack, lead: Record | None, with_missions: bool) -> str:
    """The hash of all that a game of a mission is made of; of missions only if they are looked at."""
    kinds = pack.ruleset.kinds
    apart = () if with_missions else _missions(pack)
    held = {kind: pack.records.get(kind, ()) for kind in kinds if kind not in apart}
    records = {kind: [[record.id, record.title, record.values] for record in many] for kind, many in held.items()}
    played = [lead.options, emit.board_of(pack, lead)] if lead else []
    packs = [one.told() for one in pack.required]
    return key(pack.info, pack.ruleset_data, pack.rules, records, played, packs)


def _missions(pack: Pack) -> set[str]:
    return {kind.name for kind in pack.ruleset.kinds.values() if kind.family == "mission"}


def without_missions(pack: Pack) -> Pack:
    """The pack as a rule sees it that can get at no mission."""
    apart = _missions(pack)
    return pack._replace(records={kind: many for kind, many in pack.records.items() if kind not in apart})


def alone(pack: Pack, program: Program, rule: str) -> bool:
    """Whether a rule can get at no other mission than the one that it is given."""
    missions, rules = _missions(pack), program.checked.rules
    if declared(pack):
        return False
    called = reached(program, [rule])
    return not any(_names_mission(node, missions) for name in called for node in _nodes(rules[name].node))


def reached(program: Program, names: Iterable[str]) -> list[str]:
    """Rules, and all that they call at first or second hand."""
    left, seen = list(names), set[str]()
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += program.checked.rules[name].calls
    return sorted(seen)


def only(program: Program, names: Iterable[str]) -> Program:
    """Rules and all that they call, as a program of their own, which is quick to make ready. Of rules that do more than
    to look and say, the whole program: what they set going may lead to any other.
    """
    kept, checked = frozenset(reached(program, names)), program.checked
    if any(checked.rules[name].mode != PURE for name in kept):
        return program
    rules = {name: info for name, info in checked.rules.items() if name in kept}
    order = [name for name in checked.callees_first if name in kept]
    return program._replace(checked=dataclasses.replace(checked, rules=rules, callees_first=order))


def judges(pack: Pack) -> list[str] | None:
    """The rules that run where the pack checks its missions; None where missions have words of the vocabulary, and
    with them all rules to do with.
    """
    kinds = [kind for kind in pack.ruleset.kinds.values() if kind.family == "mission"]
    held, left = set[Type](), [field.type for kind in kinds for field in kind.fields.values()]
    while left:
        type = left.pop()
        if type not in held:
            held.add(type)
            left += type.items
            left += [field.type for field in pack.ruleset.shapes[type.of].values()] if type.name == "shape" else []
    if pack.program is None or any(type.name == "effects" for type in held):
        return None
    return reached(pack.program, [rule for kind in kinds for rule in pack.ruleset.checks.get(kind.name, ())])


def declared(pack: Pack) -> bool:
    """Whether something that is declared may name a mission: a field of a record, of a shape in it, of a word, ..."""
    ruleset, missions = pack.ruleset, _missions(pack)
    holders = [*(fields for kind in ruleset.kinds.values() for fields in (kind.fields, kind.state, kind.faces))]
    holders += [*ruleset.shapes.values(), *(word.args for word in ruleset.words.values())]
    holders += [*ruleset.contexts.values(), ruleset.options, ruleset.game, ruleset.players]
    types = {field.type for fields in holders for field in fields.values()}
    types |= {number.field.type for number in ruleset.numbers.values()}
    return any(f'"{name}"' in json.dumps(type) for type in types for name in missions)


def _names_mission(node: Any, missions: set[str]) -> bool:
    if isinstance(node, syntax.Attr):
        return node.means.startswith(LEADS)
    if isinstance(node, syntax.Name):
        return node.id == "mission" or node.means == "constant"
    if isinstance(node, syntax.Call) and node.means in ("perform", "push", "choose_action"):
        return True
    return isinstance(node, syntax.Const) and node.value in missions


_SKIPPED = frozenset(("type", "data", "annotation", "returns"))


def _nodes(node: Any) -> Iterator[Any]:
    """A part of a rule, and all that it is made of but annotations: a kind there is a type, and leads to no record."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, (list, tuple)):
            left += one
        elif isinstance(one, syntax.Node):
            yield one
            left += [getattr(one, part.name) for part in dataclasses.fields(one) if part.name not in _SKIPPED]
