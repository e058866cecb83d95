"""Loading keeps every text as it stands, says where it stands, and never guesses what it means."""

from __future__ import annotations

import yaml

from bartizan_compiler.load import MAX_DEPTH, Mapping, Node, Scalar, Sequence, load
from bartizan_engine.problem import Spot

GOBLINS = """\
# goblins of the hills
- id: goblin
  title: "Goblin \\"King\\""
  hp: {1: 3, 2: 4} # by seats
  cost: [gold, stone]
  says: |
    Charge!

      Faster!

  armor:
- id: troll
"""


def read(text: str) -> Node:
    """The node of a text without problems."""
    node, problems = load("units/goblins.yaml", text.encode())
    assert problems == []
    assert node is not None
    return node


def plain(node: Node) -> object:
    """A node as lists, dicts and texts."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


def test_a_list_of_records() -> None:
    """Texts come out as they stand, keys in order, an empty value as an empty text."""
    goblin = {
        "id": "goblin",
        "title": 'Goblin "King"',
        "hp": {"1": "3", "2": "4"},
        "cost": ["gold", "stone"],
        "says": "Charge!\n\n  Faster!\n",
        "armor": "",
    }
    assert plain(read(GOBLINS)) == [goblin, {"id": "troll"}]


def test_spots_are_the_words_themselves() -> None:
    """A spot begins with the first character of a thing and ends behind its last."""
    root = read(GOBLINS)
    assert isinstance(root, Sequence) and root.spot == Spot("units/goblins.yaml", 2, 1, 12, 12)
    goblin = root.items[0]
    assert isinstance(goblin, Mapping) and goblin.spot[1:] == (2, 3, 11, 8)
    spots = {key.text: (key.spot[1:], value.spot[1:]) for key, value in goblin.pairs}
    assert spots["title"] == ((3, 3, 3, 8), (3, 10, 3, 27))
    assert spots["hp"] == ((4, 3, 4, 5), (4, 7, 4, 19))
    assert spots["says"] == ((6, 3, 6, 7), (6, 9, 9, 14))
    assert spots["armor"] == ((11, 3, 11, 8), (11, 8, 11, 8))


def test_a_block_of_lines_knows_where_its_characters_stand() -> None:
    """The second character of the third line of the text stands in line 9, behind the blanks that were cut off."""
    root = read(GOBLINS)
    assert isinstance(root, Sequence)
    goblin = root.items[0]
    assert isinstance(goblin, Mapping)
    says = goblin.get("says")
    assert isinstance(says, Scalar) and says.indent == 4
    row = says.text.split("\n")[2]
    assert GOBLINS.split("\n")[8][says.place(2, 2).column - 1 :] == row[2:]
    assert says.place(2, 2)[1:] == (9, 7, 9, 8)
    title = goblin.get("title")
    assert isinstance(title, Scalar) and title.place(0, 3) == title.spot


def test_nothing_is_guessed() -> None:
    """Numbers, dates, truths and nothings of YAML are texts."""
    words = ["010", "0o10", "08", "22:22", "52:54:05", "1.10", ".inf", ".nan", "1e999", "2024-01-01", "1_000", "0x1F"]
    words += ["~", "null", "NO", "on", "yes", "y", "=", "<<", "-1", "+1"]
    assert plain(read("".join(f"- {word}\n" for word in words))) == words
    assert plain(read("id: " + "9" * 5000)) == {"id": "9" * 5000}


def test_plain_says_whether_a_text_had_quotes() -> None:
    """A field may care: `"3"` is text, 3 is a number."""
    node = read("[a, 'a', \"a\"]")
    assert isinstance(node, Sequence) and node.flow
    assert [item.plain for item in node.items if isinstance(item, Scalar)] == [True, False, False]


def test_a_comment_behind_a_text_is_kept_beside_it() -> None:
    """Fields of free text ask for it, since it may be the rest of the text."""
    node = read("title: Goblin # the king\nhp: 3\nsays: 'hm' # 1\n")
    assert isinstance(node, Mapping)
    assert [value.comment for _, value in node.pairs if isinstance(value, Scalar)] == ["# the king", "", ""]


def test_keys_are_found_by_their_text() -> None:
    """`get` gives the value, `key` the key with its place."""
    node = read("id: goblin\n'on': 3\n")
    assert isinstance(node, Mapping)
    key, value = node.key("on"), node.get("on")
    assert key and key.spot[1:] == (2, 1, 2, 5)
    assert isinstance(value, Scalar) and value.text == "3"
    assert node.get("hp") is None and node.key("hp") is None


def test_of_two_keys_the_first_stays() -> None:
    """Later stages see each key once, and the second is told with the place of the first."""
    node, problems = load("a.yaml", b"hp: 3\nhp: 300\n")
    assert node and plain(node) == {"hp": "3"}
    assert [(p.code, p.spot.line, p.notes[0][0].line) for p in problems] == [("BZ118", 2, 1)]


def test_sixty_four_deep_is_deep_enough() -> None:
    """The limit itself is allowed."""
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)


def test_a_document_mark_and_tabs_in_texts_are_fine() -> None:
    """What is allowed stays allowed."""
    assert plain(read('---\nsays: "a\tb"\nrows: |\n  a\tb\n# a\tb\n...\n')) == {"says": "a\tb", "rows": "a\tb\n"}


def test_after_a_break_the_rest_is_said_to_be_unchecked() -> None:
    """Nothing is skipped without saying so."""
    for text in ("title: a: b\n", "a: 1\n---\nb: 2\n", "[" * 70, "- a\n" * 60_000):
        (problem,) = load("a.yaml", text.encode())[1]
        assert problem.notes[-1][1] == "the rest of the file is not checked", text[:20]


def test_the_fast_parser_is_there() -> None:
    """PyYAML brings libyaml along; without it the checks of a large pack take twenty times as long."""
    assert hasattr(yaml, "CBaseLoader")
