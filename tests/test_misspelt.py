"""A slip is told once: a key that is misspelt is not told as missing as well, whatever it is a key of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import build, families, front, load, pack, shape
from bartizan_compiler.models import Models
from bartizan_compiler.nodes import Mapping, Node, Sequence
from bartizan_engine import misspelt

Step = str | int
PACKS = sorted(path for path in bad_packs.PACKS.iterdir() if "requires:" not in (path / pack.FRONT).read_text())


def slips(name: str) -> Iterator[str]:
    """The name with a letter lost, doubled or wrong, with two changed, and with a capital."""
    for at in range(len(name)):
        yield from (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] * 2 + name[at + 1 :],
            name[:at] + "q" + name[at + 1 :],
        )
        yield name[:at] + name[at + 1 : at + 2] + name[at : at + 1] + name[at + 2 :]
    yield name.capitalize()


def keys(node: Node, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The path of every key below a node."""
    inside = node.pairs if isinstance(node, Mapping) else ()
    for key, value in inside:
        yield (*path, key.text)
        yield from keys(value, (*path, key.text))
    for index, item in enumerate(node.items if isinstance(node, Sequence) else ()):
        yield from keys(item, (*path, index))


def renamed(node: Node, path: tuple[Step, ...], name: str) -> Node:
    """The node with another name for the key at a path."""
    if isinstance(node, Sequence):
        return node._replace(
            items=tuple(renamed(n, path[1:], name) if i == path[0] else n for i, n in enumerate(node.items))
        )
    assert isinstance(node, Mapping)
    pairs = []
    for key, value in node.pairs:
        if key.text == path[0]:
            key, value = (key._replace(text=name), value) if len(path) == 1 else (key, renamed(value, path[1:], name))
        pairs.append((key, value))
    return node._replace(pairs=tuple(pairs))


def without(node: Node, path: tuple[Step, ...]) -> Node:
    """The node without the key at a path."""
    gone = renamed(node, path, "\0")

    def drop(node: Node) -> Node:
        if isinstance(node, Mapping):
            return node._replace(pairs=tuple((key, drop(value)) for key, value in node.pairs if key.text != "\0"))
        return node._replace(items=tuple(map(drop, node.items))) if isinstance(node, Sequence) else node

    return drop(gone)


def sample(root: Path) -> tuple[Models, list[tuple[str, Node]]]:
    """The models of a pack, and each of its record files with the first record of each kind alone."""
    made, _ = build.check(root)
    assert made is not None
    files, _ = pack.read(root)
    assert files is not None
    found = []
    for path, data in files.yaml.items():
        node = load.load(path, data)[0]
        if pack.family(path) and node is not None:
            found.append((pack.family(path), node))
    return Models(made.ruleset, tuple(made.info["players"])), found


@pytest.mark.parametrize("root", PACKS, ids=lambda root: root.name)
def test_a_misspelt_key_of_a_record_is_told_once(root: Path) -> None:
    """And where it cannot be left out, with the name that was meant."""
    models, found = sample(root)
    done: set[tuple[str, ...]] = set()
    for family, node in found:
        for path in keys(node):
            plain = (family, *(str(step) for step in path if isinstance(step, str)))
            if plain in done:
                continue
            done.add(plain)
            lacking = shape.shape(family, without(node, path), models)[1]
            needed = any(one.code == "BZ204" for one in lacking)
            for name in sorted({slip for slip in slips(str(path[-1])) if slip} - beside(node, path)):
                told = shape.shape(family, renamed(node, path, name), models)[1]
                assert len({(one.spot, one.code) for one in told}) <= 1, (path, name, told)
                if needed:
                    assert [one.code for one in told] == ["BZ203"], (path, name, told)
                    assert told[0].hint == f'did you mean "{path[-1]}"?'
    assert len(done) > 10


def beside(node: Node, path: tuple[Step, ...]) -> set[str]:
    """The names of the keys in the mapping that a path leads to."""
    for step in path[:-1]:
        node = node.items[step] if isinstance(node, Sequence) and isinstance(step, int) else node.get(str(step))  # type: ignore[union-attr,assignment]  # the path was found in it
    return {key.text for key, _ in node.pairs}  # type: ignore[union-attr]  # and ends in a mapping


@pytest.mark.parametrize("key", families.PackInfo.names())
def test_a_misspelt_key_of_the_front_page_is_told_once(key: str) -> None:
    """Here as well."""
    text = (bad_packs.GAME / pack.FRONT).read_bytes()
    node = load.load(pack.FRONT, text)[0]
    assert isinstance(node, Mapping)
    if node.get(key) is None:
        return
    for name in sorted({slip for slip in slips(key) if slip} - {key.text for key, _ in node.pairs}):
        told = front.pack_info(renamed(node, (key,), name))[1]
        assert [one.code for one in told] == ["BZ203"], name
        assert told[0].hint == f'did you mean "{key}"?'


def test_what_is_not_alike_is_told_apart() -> None:
    """A key too many and one too few may have nothing to do with each other."""
    assert misspelt.meant(["lore"], ["pace"]) == {}
    assert misspelt.meant(["hpp", "hq"], ["hp"]) == {"hpp": "hp"}
    assert misspelt.meant(["Pace", "ttile"], ["title", "pace"]) == {"Pace": "pace", "ttile": "title"}
