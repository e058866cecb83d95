"""Sentences for people, rendered from templates and from the data that the engine runs.

A template holds `{name}` and, for numbers, `{name|one|many}` or `{name|none|one|many}`, in which `#` is the number:
`hurl {n|one rock|# rocks}`. A name may go one field deep, `{goblin.title}`. There is nothing else: no expressions, no
nesting, no format codes, so a template from a stranger can only be text. A brace is always part of a form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from bartizan_engine.declared import Field, Ruleset, Word
    from bartizan_engine.types import Type

MAX_TEMPLATE = 4096  # bytes of UTF-8
MAX_FILLED = 1 << 24  # characters of a template that is filled outside of play


class _Hidden(str):
    """What stands for a value that a reader may not know, also where a number chooses between words."""

    __slots__ = ()


HIDDEN = _Hidden("?")

Show = Callable[["Type", Any], str]

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?\Z")


_SPOKEN = re.compile(r"\{([a-z0-9_.]+)(\|[^{}]*)?\}")

HOLE = re.compile(r"\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*)(?:\|[^{}]*)?\}")  # what looks as if it were to be filled


class TemplateProblem(ValueError):
    """A template that cannot be read or filled; `str()` says why, `column` (1-based, code points) says where."""

    def __init__(self, message: str, column: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.hint = hint


class Form(NamedTuple):
    """A hole in a template: a name, its column, and the words for none, one and many (or none of them)."""

    name: str
    column: int
    words: tuple[str, ...]


def fill(template: str, values: Mapping[str, str | int]) -> str:
    """The template with its holes filled.

    >>> fill("hurl {n|no rock|one rock|# rocks} at {goblin}", {"n": 2, "goblin": "Grub"})
    'hurl 2 rocks at Grub'

    Raises:
        TemplateProblem: the template is malformed, a value is missing, or a form with `|` got a text.
    """
    return fill_up(template, values, MAX_FILLED)


def fill_up(template: str, values: Mapping[str, str | int], most: int) -> str:
    """The same with so many letters at most: what is longer is cut.

    Raises:
        TemplateProblem: as `fill` does.
    """
    found, size = [], 0
    for part in _parse(template):
        said = part if isinstance(part, str) else _fill_form(part, values)
        found.append(said)
        size += len(said)
        if size > most:
            break
    return cut("".join(found), most)


def cut(text: str, most: int) -> str:
    """A text with so many letters at most; one that goes on is seen to."""
    return text if len(text) <= most else text[: most - 1] + "\u2026"


def in_a_row(said: Iterable[str], most: int) -> str:
    """Names one after the other, with so many letters at most; no more of them are made than are said."""
    found, size = list[str](), 0
    for one in said:
        found.append(one)
        size += len(one) + 2
        if size > most:
            break
    return cut(", ".join(found), most)


def parts(template: str) -> tuple[str | Form, ...]:
    """What a template is made of: words, and forms to be filled.

    Raises:
        TemplateProblem: the template is malformed.
    """
    return _parse(template)


def names(template: str) -> list[tuple[str, int]]:
    """The names that a template asks for, in order, each with its column.

    Raises:
        TemplateProblem: the template is malformed.
    """
    return [(part.name, part.column) for part in _parse(template) if isinstance(part, Form)]


def counted(template: str) -> list[str]:
    """The names that must be numbers because they choose between words.

    Raises:
        TemplateProblem: the template is malformed.
    """
    return [part.name for part in _parse(template) if isinstance(part, Form) and part.words]


def sentence(word: Word, args: Mapping[str, Any], show: Show) -> str:
    """What one word of an effect says to players; a word without a sentence says its name and its arguments."""
    values = {name: _value(field, args.get(name), show) for name, field in word.args.items()}
    if word.says:
        return fill(word.says, values)
    return " ".join([plain(word.name), *(str(values[name]) for name in word.args)])


def effects(ruleset: Ruleset, effects: Iterable[tuple[str, Mapping[str, Any]]], show: Show) -> str:
    """An effects field as one sentence: `Add 1 rock; hit one more goblin.`; nothing for no effects."""
    words = ruleset.words
    said = [sentence(words[name], args, show) if name in words else plain(name) for name, args in effects]
    return as_sentence("; ".join(said))


def field_sentence(field: Field, value: Any, show: Show | None = None) -> str:
    """What a field's `says` makes of its value, with `{value}` in it; nothing if it has no such place."""
    if not field.says or all(name != "value" for name, _ in names(field.says)):
        return ""
    return as_sentence(
        fill(field.says, {"value": _value(field, value, show or (lambda _, shown: _plain_value(shown)))})
    )


def as_sentence(text: str) -> str:
    """The text with its first letter raised and a full stop, unless it ends one already."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def spoken(template: str) -> str:
    """A template that nothing fills, its holes shown as names.

    >>> spoken("Fire at which {kind}?"), spoken("hurl {n|one rock|# rocks}")
    ('Fire at which ‹kind›?', 'hurl ‹n› rocks')
    """

    def hole(match: re.Match[str]) -> str:
        name = f"‹{plain(match.group(1)).strip()}›"
        words = (match.group(2) or "").rpartition("|")[2]
        return words.replace("#", name) or name

    return _SPOKEN.sub(hole, template)


def plain(name: str) -> str:
    """A declared name as words: `catapult_range` is "catapult range"."""
    return name.replace("_", " ").replace("-", " ")


def _value(field: Field, value: Any, show: Show) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else show(field.type, value)


def _plain_value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _fill_form(form: Form, values: Mapping[str, str | int]) -> str:
    if form.name not in values:
        raise TemplateProblem(f'nothing is known as "{form.name}" here', form.column)
    value = values[form.name]
    if not form.words:
        return str(value)
    if isinstance(value, _Hidden):
        return form.words[-1].replace("#", value)
    if not isinstance(value, int):
        raise TemplateProblem(f'"{form.name}" is no number, so it cannot choose between words', form.column)
    none, one, many = form.words if len(form.words) == 3 else (form.words[1], *form.words)
    return (none if value == 0 else one if value == 1 else many).replace("#", str(value))


@lru_cache(maxsize=4096)
def _parse(template: str) -> tuple[str | Form, ...]:
    if len(template) > MAX_TEMPLATE or len(template.encode("utf-8", "surrogatepass")) > MAX_TEMPLATE:
        raise TemplateProblem(f"the text is longer than {MAX_TEMPLATE} bytes")
    parts: list[str | Form] = []
    at = 0
    while at < len(template):
        start = template.find("{", at)
        stray = template.find("}", at, None if start < 0 else start)
        if stray >= 0:
            raise TemplateProblem('"}" closes nothing', stray + 1)
        if start < 0:
            parts.append(template[at:])
            break
        if start > at:
            parts.append(template[at:start])
        end = _closing(template, start)
        parts.append(_form(template[start + 1 : end], start + 1))
        at = end + 1
    return tuple(parts)


def _closing(template: str, start: int) -> int:
    end = template.find("}", start)
    if end < 0:
        raise TemplateProblem('"{" is never closed', start + 1)
    inner = template.find("{", start + 1, end)
    if inner >= 0:
        raise TemplateProblem('"{" stands inside "{"', inner + 1)
    return end


def _form(inside: str, column: int) -> Form:
    name, *words = inside.split("|")
    if not _NAME.match(name):
        if HOLE.fullmatch("{" + name + "}"):
            last = name.rpartition(".")[2]
            hint = f"put it into a local first: {last} = {name}, then {{{last}}}"
            raise TemplateProblem(f'"{name}" goes deeper than one field', column + 1, hint)
        raise TemplateProblem(f'"{name}" is no name', column + 1)
    if len(words) not in (0, 2, 3):
        raise TemplateProblem(f'"{{{inside}}}" needs two words (one, many) or three (none, one, many)', column)
    return Form(name, column, tuple(words))
