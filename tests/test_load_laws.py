"""Laws of loading, on texts that nobody would write: it never raises, both parsers agree, and spots are true."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as some

import bad_cases
from bartizan_compiler import load
from bartizan_compiler.load import Mapping, Node, Scalar, Sequence
from bartizan_engine.problem import Problem

PIECES = (
    *("a", "b: ", "c:", ": ", ":", "- ", "-", "-\n", "? ", "?", "[", "]", "{", "}", ", ", ",", "[a: b]", "{a}"),
    *("\n", "\n  ", "\n    ", "\n\n", "\r\n", "\r", " ", "  ", "\t", "#", " # c", "'", '"', "''", '"a"', "'b'"),
    *(
        "|",
        "|\n   ",
        ">",
        "|+\n  ",
        "|2\n",
        "&x ",
        "*x",
        "!t ",
        "!",
        "%",
        "@",
        "`",
        "---",
        "\n---\n",
        "\n...\n",
        "<<: ",
    ),
    *("\u00e9", "e\u0301", "\ufeff", "\U0001f600", "\xa0", "\uff1a", "\u2028", "\x00", "\u202e", "\x85", "\u3000"),
    *(
        "\\n",
        "\\",
        "\\u00e9",
        "\\ud800",
        "\\U00110000",
        "=",
        "~",
        "on: ",
        "1",
        "x y",
        "http://x",
        ".",
        "a: 1\n",
        "b: [",
    ),
)
TEXTS = some.lists(some.sampled_from(PIECES), max_size=24).map("".join)
WORDS = some.text(some.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12)
TREES = some.recursive(
    WORDS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(some.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    """Whatever the bytes: a node or a problem, and places inside the file's lines."""
    node, problems = load.load("a.yaml", data)
    assert node is not None or problems
    for problem in problems:
        assert problem.code.startswith("BZ1") and problem.spot.line >= 1 and problem.spot.column >= 1


@settings(max_examples=400)
@given(TEXTS)
def test_both_parsers_agree(text: str) -> None:
    """With and without libyaml: the same nodes, the same problems, the same places."""
    agree(text.encode())


@pytest.mark.parametrize("case", bad_cases.cases(), ids=lambda case: case.name)
def test_both_parsers_agree_on_what_must_fail(case: bad_cases.Case) -> None:
    """The same, for the archive."""
    for data in case.files.values():
        agree(data)


@settings(max_examples=400)
@given(TEXTS)
def test_spots_are_true(text: str) -> None:
    """A plain text stands at its spot, quotes at both ends of a quoted one, and children inside their parents."""
    node, problems = load.load("a.yaml", text.encode())
    if node and not problems:
        within(node, text.replace("\r\n", "\n").split("\n"))


@given(TREES, some.booleans())
def test_what_was_written_is_read(tree: object, flow: bool) -> None:
    """Lists, dicts and texts survive being written as YAML and loaded."""
    text = yaml.safe_dump(tree, allow_unicode=True, default_flow_style=flow, sort_keys=False)
    node, problems = load.load("a.yaml", text.encode())
    if not {problem.code for problem in problems} & {"BZ119", "BZ121", "BZ126"}:  # twins, keys or ? that we refuse
        assert node is not None and same(node, tree), problems


@given(TREES)
def test_json_is_read_too(tree: object) -> None:
    """A file of JSON is a file of YAML."""
    node, problems = load.load("a.yaml", json.dumps(tree, ensure_ascii=False).encode())
    if not {problem.code for problem in problems} & {"BZ119", "BZ121"}:
        assert node is not None and same(node, tree), problems


@given(TEXTS)
def test_line_ends_do_not_matter(text: str) -> None:
    """CRLF for LF changes neither nodes, nor problems, nor places."""
    text = text.replace("\r", "")
    assert load.load("a.yaml", text.encode()) == load.load("a.yaml", text.replace("\n", "\r\n").encode())


def agree(data: bytes) -> None:
    """Load with libyaml where it may be used, and without."""
    first = load.load("a.yaml", data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "_FAST", None)
        second: tuple[Node | None, list[Problem]] = load.load("a.yaml", data)
    assert first == second


def within(node: Node, lines: list[str]) -> None:
    """Check the spot of a node and of all inside it."""
    _, line, column, end_line, end_column = node.spot
    assert (line, column) <= (end_line, end_column)
    assert end_line <= len(lines) and end_column <= len(lines[end_line - 1]) + 1
    if isinstance(node, Scalar):
        there = lines[line - 1][column - 1 : end_column - 1] if line == end_line else None
        assert not node.plain or there is None or there == node.text
        assert node.plain or node.indent or lines[line - 1][column - 1] in "'\""
        return
    for child in children(node):
        assert (line, column) <= child.spot[1:3] and child.spot[3:] <= (end_line, end_column)
        within(child, lines)


def children(node: Mapping | Sequence) -> list[Node]:
    """Everything that stands directly inside."""
    return list(node.items) if isinstance(node, Sequence) else [part for pair in node.pairs for part in pair]


def same(node: Node, tree: object) -> bool:
    """Whether a node says what a tree of lists, dicts and texts says."""
    if isinstance(node, Scalar):
        return node.text == tree
    if isinstance(node, Sequence):
        return isinstance(tree, list) and len(tree) == len(node.items) and all(map(same, node.items, tree))
    if not isinstance(tree, dict) or [key.text for key, _ in node.pairs] != list(tree):
        return False
    return all(same(value, tree[key.text]) for key, value in node.pairs)
