"""Records that attack whoever reads them, and what must be told of each.

A case is one file of the made-up game, and the code and place of all that must be told; nothing where the file is
sound. The number in front of a name says which family of attacks it belongs to.
"""

from __future__ import annotations

from typing import NamedTuple

GOBLINS = "units/goblins.yaml"
NIGHT = "missions/first-night.yaml"
SNEAK = b"- {id: sneak, kind: goblin, title: Sneak, hp: 1, tricks: [hides], from: {is: invented}}\n"
BRUTE = b"- {id: brute, kind: goblin, title: Brute, hp: 4, from: {is: invented}}\n"
LAST = b"id: first-night\ntitle: First Night\nfrom: {is: invented}\nmap: north-gate\nraiders: %s\n"


class Case(NamedTuple):
    """What is read, and what must be told of it: the code, and the line and column in the file."""

    name: str
    data: bytes
    told: tuple[tuple[str, int, int], ...]
    path: str = GOBLINS


def brute(name: str, old: str, new: str, *told: tuple[str, int, int]) -> Case:
    """The second goblin with something else in its line."""
    assert old.encode() in BRUTE
    return Case(name, SNEAK + BRUTE.replace(old.encode(), new.encode()), told)


def more(name: str, text: str, *told: tuple[str, int, int]) -> Case:
    """A third goblin."""
    return Case(name, SNEAK + BRUTE + text.encode(), told)


def named(name: str, id: str, *told: tuple[str, int, int]) -> Case:
    """A third goblin with this id."""
    return more(name, f"- {{id: {id}, kind: goblin, title: New, hp: 1, from: {{is: invented}}}}\n", *told)


def nested(depth: int) -> str:
    """A goblin with block mappings, each in the one before."""
    return "- id: gnome\n" + "".join(f"{' ' * (2 + level)}a:\n" for level in range(depth))


CASES = [
    Case("y00 a sound file", SNEAK + BRUTE, ()),
    more("y02 a list that holds itself", "- {id: gnome, tricks: &a [*a]}\n", ("BZ113", 3, 23), ("BZ114", 3, 27)),
    more("y02 a mapping that holds itself", "- &a {id: gnome, tricks: *a}\n", ("BZ113", 3, 3), ("BZ114", 3, 26)),
    more("y03 5,000 brackets", f"- {{id: gnome, tricks: {'[' * 5000}{']' * 5000}}}\n", ("BZ116", 3, 85)),
    more("y03 5,000 brackets that never close", f"- {{id: gnome, tricks: {'[' * 5000}", ("BZ116", 3, 85)),
    more("y03 5,000 braces", f"- {{id: gnome, tricks: {'{a: ' * 5000}", ("BZ116", 3, 271)),
    more("y03 1,000 blocks", nested(1000), ("BZ116", 67, 66)),
    more("y03 3,000 blocks", nested(3000), ("BZ706", 1, 1)),
    brute("y04 a key that stands twice", "hp: 4", "hp: 3, hp: 300", ("BZ118", 2, 50)),
    brute("y04 the same in quotes", "hp: 4", 'hp: 3, "hp": 300', ("BZ118", 2, 50)),
    Case(
        "y05 truths for ids",
        LAST % b"[no, on, y, Off]",
        (("BZ209", 5, 11), ("BZ209", 5, 15), ("BZ209", 5, 19), ("BZ209", 5, 22)),
        NIGHT,
    ),
    brute("y05 a truth for a title", "title: Brute", "title: no", ("BZ211", 2, 36)),
    brute("y05 a title in quotes", "title: Brute", 'title: "no"'),
    brute("y05 another word for a truth", "hp: 4", "hp: 4, winged: Off", ("BZ207", 2, 58)),
    brute("y05 a truth", "hp: 4", "hp: 4, winged: false"),
    brute("y07 a date for a title", "title: Brute", "title: 2024-01-01", ("BZ211", 2, 36)),
    brute("y07 a date for a number", "hp: 4", "hp: 2024-01-01", ("BZ205", 2, 47)),
    named("y07 a date for an id", "2024-01-01", ("BZ209", 3, 8)),
    brute("y09 a merge of an alias", "hp: 4", "hp: 4, <<: *base", ("BZ115", 2, 50)),
    brute("y09 a merge of a mapping", "hp: 4", "hp: 4, <<: {hp: 3}", ("BZ115", 2, 50)),
    brute(
        "y10 a tag that calls",
        "hp: 4",
        'hp: !!python/object/apply:os.system ["true"]',
        ("BZ112", 2, 47),
    ),
    brute("y10 a tag that makes", "hp: 4", "hp: !!python/name:os.system 4", ("BZ112", 2, 47)),
    brute("y10 an unknown tag", "hp: 4", "hp: !goblin 4", ("BZ112", 2, 47)),
    brute("y10 a tag of YAML", "hp: 4", "hp: !!int 4", ("BZ112", 2, 47)),
    Case("y11 10 MB of comment", b"#" + b"x" * 10_000_000 + b"\n" + SNEAK + BRUTE, (("BZ706", 1, 1),)),
    Case("y11 almost a mebibyte of comment", b"# x\n" * 250_000 + SNEAK + BRUTE, ()),
    brute("y12 1,000,000 digits", "hp: 4", f"hp: {'9' * 1_000_000}", ("BZ206", 2, 47)),
    brute("y12 5,000 digits", "hp: 4", f"hp: -{'9' * 5_000}", ("BZ206", 2, 47)),
    Case("y13 two documents", SNEAK + BRUTE + b"---\n" + SNEAK, (("BZ110", 3, 1),)),
    Case("y13 a byte order mark", b"\xef\xbb\xbf" + SNEAK + BRUTE, (("BZ105", 1, 1),)),
    brute("y13 a tab", "hp: 4", "hp:\t4", ("BZ108", 2, 46)),
    brute("y13 a NUL", "Brute", "Bru\0te", ("BZ103", 2, 39)),
    Case("y13 CR LF", (SNEAK + BRUTE).replace(b"\n", b"\r\n"), ()),
    Case("y13 CR LF, then LF", SNEAK.replace(b"\n", b"\r\n") + BRUTE, ()),
    Case("y13 CR alone", SNEAK.replace(b"\n", b"\r") + BRUTE, (("BZ107", 1, 88),)),
    Case("y13 no UTF-8", SNEAK + BRUTE.replace(b"Brute", b"Br\xfcte"), (("BZ102", 2, 38),)),
    named("y14 a path", "../../gnome", ("BZ209", 3, 8)),
    named("y14 a path below", "a/b", ("BZ209", 3, 8)),
    named("y14 another path", "'..\\gnome'", ("BZ209", 3, 8)),
    named("y14 a control character", '"gn\\u0007ome"', ("BZ103", 3, 8)),
    named("y14 a character that turns the text", '"gn\\u202eome"', ("BZ104", 3, 8)),
    named("y14 another case", "Sneaks", ("BZ209", 3, 8)),
    named("y14 the case of another", "Brute", ("BZ209", 3, 8), ("BZ301", 3, 8)),
    named("y14 a letter that is another in NFKC", "\uff47nome", ("BZ209", 3, 8)),
    named("y14 a Kelvin sign", "gnome\u212a", ("BZ209", 3, 8)),
    named("y14 a blank", '"gn ome"', ("BZ209", 3, 8)),
    named("y14 what only rules name", "gn_ome", ("BZ209", 3, 8)),
]
