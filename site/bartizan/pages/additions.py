"""What a pack that requires this one can add: the fields in which its words can stand, and what they give to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bartizan_engine.text import as_sentence

from .book import Book, field_label
from .markdown import code, escape, heading, join, listed, table

if TYPE_CHECKING:
    from bartizan_engine.declared import Field
    from bartizan_engine.types import Type

ANCHOR = "what-can-be-added"
INTRO = (
    "A pack that requires this one can write records of these kinds, with the words of this page or with words of its "
    "own in these fields. The rule of a word takes the arguments of the word, and of what the field gives what it "
    "needs; it can load the rules of this game, which stand under *The rules as written*."
)
_WRAPPED = ("optional", "list", "table")


class Hook(NamedTuple):
    """A printed field that holds effects."""

    kind: str
    field: Field
    given: tuple[str, ...]  # what the rules of its words can take


def hooks(book: Book) -> list[Hook]:
    """Every field of a kind in which words stand, also inside of lists and tables, in the order of the ruleset."""
    return [
        Hook(kind.name, field, given)
        for kind in book.own("kinds").values()
        for field in kind.fields.values()
        for given in _given(field.type)
    ]


def _given(type: Type) -> Iterator[tuple[str, ...]]:
    if type.name == "effects":
        yield tuple(type.names)
    elif type.name in _WRAPPED:
        yield from _given(type.items[-1])


def section(book: Book, here: str) -> str:
    """Which fields there are, what they give to the rules of their words, and which rules see to it."""
    rows = [
        [
            book.link(here, ("kind", hook.kind)),
            code(hook.field.name),
            escape(field_label(hook.field)),
            listed([code(name) for name in hook.given]),
            _done(book, here, hook),
        ]
        for hook in hooks(book)
    ]
    if not rows:
        return ""
    return join(
        [
            heading(2, "What another pack can add", ANCHOR),
            INTRO,
            table(["Record", "Field", "On its page", "Gives", "What is done with it"], rows),
        ]
    )


def _done(book: Book, here: str, hook: Hook) -> str:
    """The rules that carry out what stands in the field; and for which words it is asked."""
    carried = [
        book.link(here, ("rule", rule.name))
        for rule in book.rulebook.rules.values()
        if any(name == hook.field.name and (set(hook.given) & set(given)) for name, given in rule.carries_out)
    ]
    program, words = book.pack.program, book.ruleset.words.values()
    passive = [word.name for word in words if not (word.rule or word.add or word.set)]
    asked = [
        book.link(here, ("word", word))
        for word in passive
        if program and ("record", hook.kind, hook.field.name) in (program.asked.get(word) or ())
    ]
    said = [f"carried out by {listed(carried)}"] if carried else []
    said += [f"rules ask for {listed(asked)}"] if asked else []
    return as_sentence("; ".join(said))
