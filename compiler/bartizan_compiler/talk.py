"""What the answers and picks of a worked example can name: keys, ids, cells, given pieces, actions and labels."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from bartizan_compiler.link import Pack
from bartizan_compiler.scene_values import Path, Values, listed
from bartizan_engine.language import syntax
from bartizan_engine.problem import suggest

_WORD = re.compile(r"[a-z0-9][a-z0-9_.-]*\Z")
_HOLES = re.compile(r"\{[^{}]*\}")


class Speech:
    """What the rules of a pack can say, gathered once."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @cached_property
    def labels(self) -> list[re.Pattern[str]]:
        """The texts that options can be labelled with, holes standing for anything."""
        program, ruleset = self.pack.program, self.pack.ruleset
        texts = [template.text for template in program.templates] if program else []
        texts += [kind.label for kind in ruleset.kinds.values()]
        return [_pattern(text) for text in dict.fromkeys(texts) if _HOLES.sub("", text).strip()]

    @cached_property
    def anything(self) -> bool:
        """Whether some label is all hole, so that any text can be one."""
        program = self.pack.program
        return program is None or any(not _HOLES.sub("", template.text).strip() for template in program.templates)

    @cached_property
    def words(self) -> set[str]:
        """What options are called whatever is on the table: actions, members of enums, faces, titles, yes and no."""
        ruleset = self.pack.ruleset
        found = {"none", "yes", "no"}
        for menu in ruleset.menus.values():
            found |= {text for item in menu.values() for text in (item.name, item.says)}
        for enum in ruleset.enums.values():
            found |= {*enum.members, *enum.says.values()}
        for records in self.pack.records.values():
            found |= {record.title for record in records}
        return found | {zone.says for zone in ruleset.zones.values()} | self.faces

    @cached_property
    def faces(self) -> set[str]:
        """The faces of all dice, alone and with their die."""
        dice = [kind.name for kind in self.pack.ruleset.kinds.values() if kind.family == "die"]
        found = set()
        for die in (record for kind in dice for record in self.pack.records.get(kind, ())):
            found |= {
                name for face in die.values.get("faces") or () for name in (face["name"], f"{die.id}/{face['name']}")
            }
        return found

    @cached_property
    def scores(self) -> set[str]:
        """The names of the scores that rules end the game with."""
        rules = self.pack.program.checked.rules.values() if self.pack.program else ()
        calls = [node for rule in rules for node in _nodes(rule.node) if isinstance(node, syntax.Call)]
        ends = [call for call in calls if isinstance(call.target, syntax.Name) and call.target.id == "end"]
        return {name for call in ends for name, _, _ in call.keywords} - {"winners"}


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, _HOLES.split(template))) + r"\Z", re.DOTALL)


def _nodes(value: Any) -> Iterator[syntax.Node]:
    """A node of the rules and all below it."""
    if isinstance(value, list | tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, syntax.Node):
        yield value
        for field in dataclasses.fields(value):
            yield from _nodes(getattr(value, field.name))


# ---------------------------------------------------------------- answers and picks


def answers(values: Values, speech: Speech, told: Mapping[str, Any]) -> None:
    """Tell the answers and picks that no decision can be meant by."""
    given = told.get("answers", [])
    for number, answer in enumerate(listed(given)):
        path: Path = ("answers", number) if isinstance(given, list) else ("answers",)
        if isinstance(answer, dict):
            _blocked(values, speech, answer, path)
        else:
            _answer(values, speech, answer, path)
    picks = told.get("picks", [])
    for number, pick in enumerate(listed(picks)):
        path = ("picks", number) if isinstance(picks, list) else ("picks",)
        if not _is_key(values, speech, str(pick)):
            values.tell(path, "BZ615", f'nothing that can be picked is named "{pick}"', _meant(values, speech, pick))


def _blocked(values: Values, speech: Speech, answer: Mapping[str, Any], path: Path) -> None:
    """A demand that options are closed, each with its reason."""
    closed = answer.get("blocked")
    if set(answer) != {"blocked"} or not isinstance(closed, dict) or not closed:
        other = next((key for key in answer if key != "blocked"), "")
        hint = suggest(other, ["blocked"]) or 'a demand is written {blocked: {option: "reason"}}'
        values.tell(path, "BZ615", "this is neither an answer nor a demand", hint)
        return
    for option, reason in closed.items():
        _answer(values, speech, option, (*path, "blocked", option), key=True)
        if not isinstance(reason, str) or not reason:
            values.tell((*path, "blocked", option), "BZ613", "the reason is a text")


def _answer(values: Values, speech: Speech, answer: Any, path: Path, key: bool = False) -> None:
    text = str(answer)
    if isinstance(answer, list) or not (_is_key(values, speech, text) or _is_label(values, speech, text)):
        values.tell(path, "BZ615", f'no option can be named "{text}"', _meant(values, speech, text), key)


def _is_key(values: Values, speech: Speech, text: str) -> bool:
    """Whether a text is a key, or the part of one that stands for it."""
    family, colon, rest = text.partition(":")
    if values.pack.whose.split(text)[0]:
        return any(values.known(kind, text) for kind in values.ruleset.kinds)
    if colon and _WORD.match(family):
        return _in_family(values, speech, family, rest)
    return text[:1] in "[(" or _in_family(values, speech, "", text)


def _in_family(values: Values, speech: Speech, family: str, text: str) -> bool:
    """Whether there is such a thing in a family of keys; in any, without a family."""
    ruleset = values.ruleset
    id = text.partition("#")[0]
    if family in ruleset.kinds or not family:
        kinds = [family] if family else list(ruleset.kinds)
        if any(values.known(kind, id) for kind in kinds):
            return True
    if family in ("", "cell") and (values.cells is None or text in values.cells):
        return True
    if family in ("", "zone") and text.rpartition(".")[2] in ruleset.zones:
        return True
    if family in ruleset.enums and text in ruleset.enums[family].members:
        return True
    if family in ("", "player") and re.fullmatch(r"-?[0-9]+", text):
        return not family or 1 <= int(text) <= values.seats
    if family in ("", "face") and text in speech.faces:
        return True
    return not family and (text in speech.words or text in ruleset.results)


def _is_label(values: Values, speech: Speech, text: str) -> bool:
    """Whether a text is a given piece's name, or a label as rules write them."""
    if text in values.pieces or any(label.match(text) for label in speech.labels):
        return True
    return speech.anything and not _WORD.match(text) and ":" not in text


def _meant(values: Values, speech: Speech, text: Any) -> str:
    family, colon, rest = str(text).partition(":")
    if colon and family in values.ruleset.kinds:
        return suggest(rest, values.ids.get(family, ()))
    for kind in values.ruleset.kinds:
        if colon and family in values.pack.whose.packs and rest in values.ids.get(kind, ()):
            wrong = values.pack.whose.wrong(kind, rest, family)
            return wrong[1] if wrong else ""
    known = {*values.all_ids(), *values.pieces, *(values.cells or ()), *speech.words}
    return suggest(rest if colon and family == "cell" else str(text), known)
