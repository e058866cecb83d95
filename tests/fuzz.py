"""A small fuzzer of our own: files of games and files that must fail, spoiled by a seed, read as the checker reads them.

    $ python tests/fuzz.py 50000        # so many inputs; what raises is written to tests/data/fuzz

The input of a number is the same on every machine. It begins as a file of `tests/data/fuzz`, of a game of the tests or
of the archive of what must fail; a few spoils follow each other: of bytes, of lines, of words, of a piece of another
file. What it is read as, its name tells: YAML as the front page, the ruleset or the records of its folder, rules as
rules. Whatever it says, problems come out and no exception.
"""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import bad_cases
import starkit
from bartizan_compiler import build, front, grid, link, load, pack, shape
from bartizan_compiler.models import Models
from bartizan_engine import language
from bartizan_engine.problem import Problem

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "data" / "fuzz"
GAMES = ("border-watch", "smugglers", "hidden-hands", "hill-road")
CHUNK = "language"  # the made-up declarations of tests/starkit.py
MAX_INPUT = 20_000

PIECES = (
    *(b"\n", b"\r", b"\r\n", b"\t", b" ", b"  ", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xae"),
    *(
        b": ",
        b":",
        b"- ",
        b"? ",
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b"#",
        b" # ",
        b"'",
        b'"',
        b"|",
        b">",
        b"|2-",
        b"&a ",
        b"*a",
        b"!t ",
    ),
    *(
        b"<<: ",
        b"---\n",
        b"...\n",
        b"%YAML 1.3\n",
        b"~",
        b"null",
        b"yes",
        b"on",
        b"NO",
        b"true",
        b"0x1F",
        b"010",
        b"1_000",
        b"1:10",
    ),
    *(
        b"9" * 30,
        b"-1",
        b"-0",
        b"1.10",
        b".inf",
        b".nan",
        b"1e999",
        b"2024-01-01",
        b"none",
        b"printed",
        b"id",
        b"kind",
        b"from",
        b"defaults",
    ),
    *(
        b"records",
        b"list of ",
        b"table by ",
        b"optional ",
        b"ref ",
        b"int 0..9",
        b"int 9..0",
        b"..",
        b"1..99999999999",
        b"effects giving ",
    ),
    *(
        b"def f():\n    ",
        b"(",
        b")",
        b"=",
        b"==",
        b"+=",
        b"if ",
        b"for x in ",
        b"return ",
        b"lambda ",
        b"while True:\n",
        b"*",
        b"**",
        b"//",
        b"%",
    ),
    *(
        b"{a|b}",
        b"{x.y}",
        b"{",
        b"}}",
        b"\\u0041",
        b"\\",
        b"\xc3\xa9",
        b"e\xcc\x81",
        b"\xf0\x9f\x98\x80",
        b"\xef\xbc\x9a",
        b"\xc2\xa0",
        b"\xe2\x80\xa8",
    ),
    *(b"[" * 70, b"(" * 300, b"a" * 1100, b"- " * 70, b"not " * 300, b"@", b"`", b"%"),
)


class Seed(NamedTuple):
    """A file to begin with: the game it lies in, its path there, what stands in it."""

    game: str
    path: str
    data: bytes


class Crash(NamedTuple):
    """An input that made us raise."""

    number: int
    seed: Seed
    data: bytes
    trace: str


# ---------------------------------------------------------------- what is spoiled


@cache
def seeds(group: str) -> tuple[Seed, ...]:
    """The files to begin with: of YAML, of short rules by themselves, of whole rules of a game."""
    found = list(corpus())
    for game_ in GAMES:
        files = sorted((HERE / "packs" / game_).rglob("*.*"))
        found += [Seed(game_, path.relative_to(HERE / "packs" / game_).as_posix(), path.read_bytes()) for path in files]
    for case in bad_cases.cases():
        if case.pack in GAMES:
            found += [Seed(case.pack, path, data) for path, data in sorted(case.files.items()) if _short(path, data)]
    for path in sorted((HERE / "language").glob("*.star")):
        chunks = path.read_bytes().split(b"\n---\n")
        found += [Seed(CHUNK, f"rules/{path.name}", chunk) for chunk in chunks if len(chunk) < 3000]
    return tuple(seed for seed in found if group == _group(seed))


def _group(seed: Seed) -> str:
    return "yaml" if not seed.path.endswith(".star") else "chunk" if seed.game == CHUNK else "rules"


def _short(path: str, data: bytes) -> bool:
    return len(data) <= MAX_INPUT and path.endswith((".yaml", ".star")) and not path.startswith("..")


def corpus() -> Iterator[Seed]:
    """What is kept in `tests/data/fuzz`: `border-watch+units+goblins.yaml+1` is a file `units/goblins.yaml`."""
    for path in sorted(CORPUS.iterdir()):
        game, *parts, _ = path.name.split("+")
        yield Seed(game, "/".join(parts), path.read_bytes())


def kept_name(seed: Seed, data: bytes) -> str:
    """The name under which an input is kept."""
    return "+".join([seed.game, *seed.path.split("/"), hashlib.blake2b(data, digest_size=4).hexdigest()])


def made(number: int) -> tuple[Seed, bytes]:
    """The input of a number."""
    chance = random.Random(number)
    group = ("yaml", "chunk", "yaml", "chunk", "yaml")[number % 5] if number % 50 else "rules"
    seed = chance.choice(seeds(group))
    data = seed.data
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5, 8))):
        data = chance.choice(SPOILS)(data, chance)[:MAX_INPUT]
    return seed, data


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """One byte is changed, added or gone."""
    at = chance.randrange(len(data) + 1)
    put = chance.choice((b"", bytes([chance.randrange(256)]), bytes([chance.randrange(32, 127)])))
    return data[:at] + put + data[at + chance.randrange(2) :]


def _piece(data: bytes, chance: random.Random) -> bytes:
    """Something that has a meaning somewhere stands where it has none."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(PIECES) + data[at + chance.choice((0, 0, 1, 4)) :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """A line is gone, doubled, moved, or indented in another way."""
    lines = data.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines.pop(at)
    what = chance.randrange(5)
    if what == 1:
        lines[at:at] = [line] * chance.choice((2, 2, 40))
    elif what == 2:
        lines.insert(to, line)
    elif what == 3:
        lines.insert(at, b" " * chance.randrange(9) + line.lstrip())
    elif what == 4:
        lines.insert(at, line[: chance.randrange(len(line) + 1)])
    return b"\n".join(lines)


_WORD = re.compile(rb"[A-Za-z_][\w.-]*|-?\d+|\"[^\"\n]*\"|[\[{][^\[\]{}\n]*[\]}]")


def _words(data: bytes, chance: random.Random) -> bytes:
    """A word, a number, a text or a bracket with what is in it stands where another stood."""
    found = list(_WORD.finditer(data))
    if not found:
        return data + b"a"
    one, other = chance.choice(found), chance.choice(found)
    put = chance.choice((other.group(), other.group(), b"", one.group() * 2, chance.choice(PIECES)))
    return data[: one.start()] + put + data[one.end() :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    """A stretch is gone, or stands there twice."""
    at = chance.randrange(len(data) + 1)
    to = min(len(data), at + chance.choice((3, 10, 40, 200, 5000)))
    return data[:at] + chance.choice((b"", data[at:to] * 2)) + data[to:]


def _graft(data: bytes, chance: random.Random) -> bytes:
    """A few lines of another file."""
    other = chance.choice(seeds(chance.choice(("yaml", "chunk")))).data.split(b"\n")
    start, lines = chance.randrange(len(other)), data.split(b"\n")
    at = chance.randrange(len(lines) + 1)
    return b"\n".join(lines[:at] + other[start : start + chance.randrange(1, 6)] + lines[at:])


SPOILS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_bytes, _piece, _lines, _words, _words, _cut, _graft)


# ---------------------------------------------------------------- how it is read


@cache
def game(name: str) -> link.Pack:
    """A game of the tests, sound."""
    pack_, problems = build.check(HERE / "packs" / name)
    assert pack_ is not None and not problems
    return pack_


@cache
def models(name: str) -> Models:
    """The models of a game's kinds."""
    return Models(game(name).ruleset, tuple(game(name).info["players"]))


def read(seed: Seed, data: bytes) -> list[Problem]:
    """Everything that is told of a file by itself, within its game."""
    if seed.path.endswith(".star"):
        return _rules(seed, data)
    node, problems = load.load(seed.path, data)
    if node is None:
        return problems
    of = game(seed.game)
    if seed.path == pack.FRONT:
        return problems + front.pack_info(node)[1]
    if seed.path == pack.RULESET:
        declared, found = front.ruleset({"": node})
        return problems + found + front.gaps(declared, tuple(of.info["players"]), {seed.path: node})
    family = pack.family(seed.path)
    if not family:
        return problems
    shaped, found = shape.shape(family, node, models(seed.game))
    for record in shaped.records:
        if family == link.MAP and of.ruleset.board:
            found += grid.grid(record, of.ruleset.board)[1]
    return problems + found


def _rules(seed: Seed, data: bytes) -> list[Problem]:
    """What is told of rules that take the place of a file of their game."""
    walk = pack._Walk(HERE)
    text = walk.rules(seed.path, data)
    if text is None:
        return walk.problems
    if seed.game == CHUNK:
        return starkit.check(text)
    of = game(seed.game)
    sources = dict(of.rules) | {seed.path: text}
    return language.check(of.ruleset, sorted(sources.items()))[1]


def whole(seed: Seed, data: bytes, folder: Path) -> list[Problem]:
    """Everything that is told of the game with this file in its place, as the command reads it."""
    root = folder / seed.game
    if not root.exists():
        shutil.copytree(HERE / "packs" / seed.game, root)
    target = root / seed.path
    before = target.read_bytes() if target.exists() else None
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    try:
        return build.check(root)[1]
    finally:
        if before is None:
            target.unlink()
        else:
            target.write_bytes(before)


def crash(number: int, folder: Path | None = None) -> Crash | None:
    """What goes wrong with the input of a number: an exception, or a problem without a place or words.

    With a folder, the game around the file is read with it, from there.
    """
    return tried(number, *made(number), folder)


def tried(number: int, seed: Seed, data: bytes, folder: Path | None = None) -> Crash | None:
    """The same for an input in hand."""
    try:
        problems = whole(seed, data, folder) if folder and seed.game != CHUNK else read(seed, data)
    except Exception:  # noqa: BLE001  # it is what we look for
        return Crash(number, seed, data, traceback.format_exc())
    root = folder / seed.game if folder and seed.game != CHUNK else None
    wrong = [problem for problem in problems if not _said(problem, seed, root)]
    return Crash(number, seed, data, repr(wrong[0])) if wrong else None


def _said(problem: Problem, seed: Seed, root: Path | None) -> bool:
    """Whether a problem has words, and a place in a file that is there."""
    spot = problem.spot
    there = root is None or spot.path == seed.path or (root / spot.path).exists()
    return spot.line >= 1 and spot.column >= 1 and bool(problem.message) and problem.code.startswith("BZ") and there


def main() -> None:
    """Try so many inputs, and keep what raises."""
    count, start = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began, told = time.monotonic(), set()
    for number in range(start, start + count):
        found = crash(number)
        last = "".join(found.trace.splitlines()[-3:]) if found else ""
        if found and last not in told:
            told.add(last)
            (CORPUS / kept_name(found.seed, found.data)).write_bytes(found.data)
            print(number, found.seed.path, found.trace[-1500:], sep="\n")
    print(f"{count} inputs in {time.monotonic() - began:.0f} s, {len(told)} that raise")


if __name__ == "__main__":
    main()
