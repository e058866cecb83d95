"""What a word says and what it does agree in every number: the text tells it, and a worked example holds with no other.

That a text is made of a word's arguments does not make it right: a form may say "once more" where it is done once. So each
number must stand in the text, and nothing of doing it again where it is 1. The deed is held by examples: for each number of
each word there is a record with which an example breaks when the number is one more or one less than it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bartizan_compiler import examples
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine import text as sentences
from bartizan_engine.declared import Word
from retell import checked, roots

MOST = 12  # the greatest number of an argument that is looked at
AGAIN = re.compile(r"\b(again|more|twice|times|in all)\b")
PACKS = (
    "aliens-attack",
    "epic-dice",
    "guards-of-atlantis",
    "dark-barracks",
    "planet-defenders",
)  # one whose records an example names is looked at elsewhere


def words() -> Iterator[tuple[str, Word]]:
    """Every word of every pack that has a number, and says something."""
    for pack in roots():
        for word in checked(pack).ruleset.words.values():
            if word.says and ("words", word.name) not in checked(pack).owners and numbers(word):
                yield pack, word


def numbers(word: Word) -> list[str]:
    return [name for name, field in word.args.items() if field.type.name == "int"]


def said(word: Word, arg: str, number: int) -> str:
    """The text of a word with one number; all others are 77."""
    values = {name: number if name == arg else 77 if name in numbers(word) else "it" for name in word.args}
    return sentences.fill(word.says, values)


@pytest.mark.parametrize(("pack", "word"), [pytest.param(p, w, id=f"{p}-{w.name}") for p, w in words()])
def test_every_number_of_a_word_stands_in_its_text(pack: str, word: Word) -> None:
    """As a figure from 2 on; of 1 it may be silent, but then it says nothing of another time."""
    for arg in numbers(word):
        type = word.args[arg].type
        for number in range(max(2, type.low), min(type.high, MOST) + 1):
            assert str(number) in re.findall(r"\d+", said(word, arg, number)), (arg, number)
        one, many = said(word, arg, 1), said(word, arg, 2)
        if type.low <= 1 and "1" not in re.findall(r"\d+", one):
            assert not AGAIN.search("".join(set(one.split(";")) - set(many.split(";")))), one


def test_the_form_that_was_wrong_is_found() -> None:
    """Twice as often as it is done: the first of two forms is for one."""
    (word,) = (w for p, w in words() if (p, w.name) == ("guards-of-atlantis", "shift"))
    wrong = word._replace(says="move a unit{times|; once more|; # times in all}")
    with pytest.raises(AssertionError):
        test_every_number_of_a_word_stands_in_its_text("", wrong)


# ---------------------------------------------------------------- the deed


def uses(pack: Pack, word: str, arg: str) -> Iterator[tuple[str, Record, list[Any]]]:
    """The records that have a word with a number: the kind, the record, the steps to the number in its values."""
    for kind, records in pack.records.items():
        for record in records if kind in pack.ruleset.kinds else ():
            for field, value in record.values.items():
                for place, effect in enumerate(value if isinstance(value, list) else ()):
                    if isinstance(effect, list | tuple) and effect[0] == word and arg in effect[1]:
                        yield kind, record, [field, place, 1, arg]


def otherwise(value: Any, steps: list[Any], by: int) -> Any:
    """The value with the number at the end of the steps changed."""
    if not steps:
        return value + by
    at, *rest = steps
    if isinstance(value, dict):
        return {**value, at: otherwise(value[at], rest, by)}
    return [otherwise(item, rest, by) if place == at else item for place, item in enumerate(value)]


def notices(pack: Pack, kind: str, changed: Record) -> bool:
    """Whether an example that names the record breaks with another in its place."""
    named = re.compile(rf"(?<![\w-]){changed.id}(?![\w-])")
    ids = [example.id for example in pack.records["example"] if named.search(str(example.values))]
    others = [changed if record.id == changed.id else record for record in pack.records[kind]]
    made = pack._replace(records={**pack.records, kind: others})
    return any(outcome.problems for outcome in examples.run(made, ids))


DEEDS = [(p, w.name, arg) for p, w in words() if p in PACKS for arg in numbers(w)]


@pytest.mark.parametrize(("pack", "word", "arg"), DEEDS, ids=["-".join(deed) for deed in DEEDS])
def test_an_example_holds_with_no_other_number(pack: str, word: str, arg: str) -> None:
    """One more is noticed, and one less, in some record each; but who may do "up to" a number may always do less."""
    made, type = checked(pack), checked(pack).ruleset.words[word].args[arg].type
    for by in (-1,) if f"up to {{{arg}}}" in made.ruleset.words[word].says else (1, -1):
        tried = []
        for kind, record, steps in uses(made, word, arg):
            values = otherwise(record.values, steps, by)
            number = values[steps[0]][steps[1]][1][arg]
            if type.low <= number <= type.high:
                tried.append(f"{record.id} {number}")
                if notices(made, kind, record._replace(values=values)):
                    break
        else:
            assert not tried, f"no example notices: {', '.join(tried)}"
