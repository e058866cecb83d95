"""`bartizan fmt` on brackets over several lines: wherever a comment stands in them, it stays with what it is about."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bartizan_compiler import ignores, layout, load
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence

IGNORE = "# bartizan: ignore[BZ211] its name is its year"
PAIRS = [
    # behind the last of several members of a line
    ("s: [old, racing, # r\n  new]\n", "s:\n  - old\n  - racing  # r\n  - new\n"),
    ("- {id: x,\n   a: {b: c}, d: 1990, # why\n   e: 1}\n", "- id: x\n  a: {b: c}\n  d: 1990  # why\n  e: 1\n"),
    ("f: {is: x, l: [1, 2, # two\n  3, 4]}\n", "f:\n  is: x\n  l:\n    - 1\n    - 2  # two\n    - 3\n    - 4\n"),
    ("{a: {b: 1}, c: 2 # c\n, d: 3}\n", "a: {b: 1}\nc: 2  # c\nd: 3\n"),
    ("l: {\".\": e, p: [q], H: {i: 1}, # l\n  z: 'w'} # z\n", "l:\n  \".\": e\n  p: [q]\n  H: {i: 1}  # l\n  z: \"w\"  # z\n"),
    # one that was in a line with others finds its place two blanks off
    ('l: {".": e,          # e\n    p: q,   # q\n    r: s}\n', 'l:\n  ".": e  # e\n  p: q  # q\n  r: s\n'),
    # behind what opens, before and behind what closes
    ("i: [ # open\n  b, c] # c\nj: 1\n", "i:   # open\n  - b\n  - c  # c\nj: 1\n"),
    ("k: [a,\n  b\n# end\n] # closed\nj: 1\n", "k:\n  - a\n  - b\n  # end\n  # closed\nj: 1\n"),
    ("k: {a: [b, # b\n c # c\n ] # d\n , e: 1}\n", "k:\n  a:\n    - b  # b\n    - c  # c\n    # d\n  e: 1\n"),
    # what is ignored on a line
    (f"- {{id: x,\n    a: {{b: c}}, d: 1990, {IGNORE}\n   e: 'f'}}\n", f"- {{id: x,\n    a: {{b: c}}, d: 1990, {IGNORE}\n   e: 'f'}}\n"),
    (f"k:   [a,  # a\n  'b', {IGNORE}\n\n      c]\n", f"k: [a,  # a\n  'b', {IGNORE}\n\n      c]\n"),
    (f"k: [a,\n  b] {IGNORE}\n", f"k: [a,\n  b]  {IGNORE}\n"),
    (f"k: # k\n     {IGNORE}\n   [a,\n   b]\n", f"# k\n{IGNORE}\nk: [a,\n  b]\n"),
    (f"{IGNORE}\n\nk: [a,\n b]\n", f"{IGNORE}\n\nk: [a,\n  b]\n"),
    (f"{{a: 1, {IGNORE}\nb: 2}}\n", f"{{a: 1, {IGNORE}\n  b: 2}}\n"),
    (f'k: ["a\\ \n b", {IGNORE}\n c]\n', f'k: ["a\\ \n  b", {IGNORE}\n  c]\n'),
    (f"k: [a, b] {IGNORE}\nj: [c,\n d]\n", f"k: [a, b]  {IGNORE}\nj: [c, d]\n"),
]  # fmt: skip


def laid_out(text: str) -> str:
    """The text in its layout, without the first line."""
    made, problems = layout.yaml("x.yaml", text.encode(), "s")
    assert made is not None, problems
    return made.split("\n", 1)[1]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_a_text_and_its_layout(before: str, after: str) -> None:
    assert laid_out(before) == after
    assert laid_out(after) == after


# ---------------------------------------------------------------- wherever a comment may stand


class _Author:
    """Writes brackets in brackets, each scalar another, and between any two parts of them perhaps a comment."""

    def __init__(self, chance: random.Random, *, silent: bool) -> None:
        self.chance = chance
        self.notes = 0
        self.names = 0
        self.silent = silent  # whether comments may ignore something

    def may(self, share: float) -> bool:
        """Whether to do something; the least of all chances says no."""
        return self.chance.random() > 1 - share

    def document(self) -> str:
        """Fields or items of a block with brackets in them."""
        item = self.may(0.3)
        parts = []
        for _ in range(self.chance.randint(1, 3)):
            above = f"{self.note()}\n" if self.may(0.2) else ""
            behind = f" {self.note()}" if self.may(0.3) else ""
            head = "-" if item else f"{self.name()}:"
            parts.append(f"{above}{head}{self.gap()}{self.brackets(0)}{behind}\n")
        return "".join(parts)

    def brackets(self, depth: int) -> str:
        """A list or a mapping in brackets."""
        mapping = self.may(0.5)
        ends = "{}" if mapping else "[]"
        text = ends[0]
        count = self.chance.randint(0, 3)
        for number in range(count):
            value = self.brackets(depth + 1) if self.may(0.4) and depth < 2 else self.value()
            text += self.gap() + (f"{self.name()}:{self.gap() or ' '}" if mapping else "") + value + self.gap()
            text += "," if number < count - 1 or self.may(0.2) else ""
        return text + self.gap() + ends[1]

    def name(self) -> str:
        self.names += 1
        return f"w{self.names}"

    def value(self) -> str:
        kind = self.chance.choice(["{}", "{}", "'{}'", '"{}, and"', "{} of\n      two", "{}" + "o" * 60])
        return kind.format(self.name())

    def gap(self) -> str:
        """What stands between two parts: a blank, the end of a line, comments."""
        text = " "
        while self.may(0.3):
            text += self.note() if self.may(0.5) else ""
            text += "\n" + " " * self.chance.randint(1, 8)
        return text

    def note(self) -> str:
        self.notes += 1
        what = "bartizan: ignore[BZ211] n" if self.silent and self.may(0.4) else "n"
        return f"# {what}{self.notes}."


class _Note(NamedTuple):
    """A comment and the scalars around it: how many begin before it, the last of them and the next, those of its line.

    `alone` on its line, or behind nothing but what opens something (or a comma), or closes it.
    """

    before: int
    last: str
    next: str
    beside: frozenset[str]
    alone: bool
    opens: bool
    closes: bool
    deeper: bool  # it stands farther in than the next line that says something


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    for part in node.items if isinstance(node, Sequence) else ():
        yield from scalars(part)
    for pair in node.pairs if isinstance(node, Mapping) else ():
        yield from (one for part in pair for one in scalars(part))


def read(text: str) -> Node:
    node = load.load("x", text.encode())[0]
    assert node is not None
    return node


def notes(text: str) -> dict[str, _Note]:
    """Every comment of a text by its number."""
    found = {}
    all_of_them = list(scalars(read(text)))
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if match := re.search(r"# .*?n(\d+)\.", line):
            head = line[: match.start()].strip()
            said = (re.sub(r"(^|\s)#.*", "", below).rstrip() for below in lines[number:])
            before = sum(one.spot[1:3] < (number, match.start() + 1) for one in all_of_them)
            last, after = all_of_them[before - 1 : before], all_of_them[before : before + 1]
            found[match[1]] = _Note(
                before,
                last[0].text if last else "",
                after[0].text if after else "",
                frozenset(one.text for one in all_of_them if one.spot.line == number),
                not head,
                bool(re.search(r"(?:^[-,]|(?:^|[\[{,]|- )\s*[\[{])$", head)),
                bool(re.search(r"^[\]},\s]+$", head)),
                match.start() > next((len(below) - len(below.lstrip()) for below in said if below), -1),
            )
    return found


def silenced(text: str) -> list[set[str]]:
    """For every comment that ignores something, in their order, the scalars that begin where it does."""
    found, problems = ignores.read({"x": text.encode()}, ())
    assert not problems
    return [{one.text for one in scalars(read(text)) if one.spot.line in each.lines} for each in found if each.named]


def stays(old: _Note, new: _Note) -> bool:
    """Whether a comment is still about the same."""
    if new.alone and new.next == old.last:  # it was inside of an entry, and stands above it
        return True
    if old.alone or old.opens:
        return new.before == old.before
    if new.alone:
        return old.closes and new.before == old.before and new.deeper
    return new.before == old.before or old.last in new.beside


@settings(max_examples=500)
@given(st.randoms(use_true_random=False))
def test_a_comment_stays_with_what_it_is_about(chance: random.Random) -> None:
    """Behind a scalar it stays there; alone it stays between the same two. Whatever an ignore covers stays covered."""
    text = _Author(chance, silent=chance.random() > 0.5).document()
    if load.load("x", text.encode())[0] is None:
        return
    made = laid_out(text)
    assert laid_out(made) == made
    old, new = notes(text), notes(made)
    assert list(old) == list(new)
    for name, note in old.items():
        assert stays(note, new[name]), (name, text, made)
    assert all(was <= now for was, now in zip(silenced(text), silenced(made), strict=True)), (text, made)
