r"""Read the archive of files that must fail: one text file a case, with what must come out on its first lines.

    # expect: BZ108 units/goblins.yaml:2:1
    -- units/goblins.yaml --
    id: goblin
        hp: 3

Lines before the first member begin with `#`. `# expect: CODE PATH:LINE:COLUMN` names one problem; all of them must be
named, in any order. `# escapes` says that in the members `\xff` stands for a byte, `\u202e` for a character, `\r`,
`\t`, `\n` and `\\` for what they always stand for, and `\*65{[}` for 65 times `[` (which may hold escapes). Other
lines are remarks.

Members lie over a base pack: the made-up game, or the one that `# pack: NAME` says. A case of group 1xx is read by
itself. What no member can say: `# without: PATH` takes a file of the base pack away, `# link: PATH -> PATH` puts a
symbolic link there, `# mission: ID` builds that mission (with no id, the only one), `# beside: NAME` puts another game
of the tests beside it, over which members `../NAME/...` lie.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "bad"

_EXPECT = re.compile(r"# expect: (BZ\d{3}) (\S+):(\d+):(\d+)\s*$")
_WITHOUT = re.compile(r"# without: (\S+)\s*$")
_LINK = re.compile(r"# link: (\S+) -> (\S+)\s*$")
_PACK = re.compile(r"# pack: (\S+)\s*$")
_BESIDE = re.compile(r"# beside: (\S+)\s*$")
_MISSION = re.compile(r"# mission: *(\S*)\s*$")
_MEMBER = re.compile(r"-- (\S+) --$")
_REPEAT = re.compile(r"\\\*(\d+)\{((?:[^}\\]|\\.)*)\}")
_ESCAPE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([rtn\\}]))")


class Finding(NamedTuple):
    """A problem as a case names it."""

    code: str
    path: str
    line: int
    column: int


class Case(NamedTuple):
    """One archive: what must come out, and the files that it comes from."""

    name: str
    expect: tuple[Finding, ...]
    files: dict[str, bytes]
    without: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    mission: str | None = None
    pack: str = "border-watch"
    beside: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The hundred of the case's code: `1` for BZ108."""
        return self.name[2]


def cases() -> list[Case]:
    """Every case, sorted by name."""
    return [read(path.stem, path.read_bytes().decode("utf-8")) for path in sorted(FOLDER.glob("*.txt"))]


def read(name: str, text: str) -> Case:
    """One case from the text of its archive."""
    expect: list[Finding] = []
    head: list[str] = []
    members: dict[str, list[str]] = {}
    current: list[str] | None = None
    escapes = False
    for line in text.split("\n"):
        member = _MEMBER.match(line)
        if member:
            current = members.setdefault(member.group(1), [])
        elif current is not None:
            current.append(line)
        elif line.startswith("# expect:"):
            expect.append(_finding(name, line))
        elif line == "# escapes":
            escapes = True
        elif line.startswith("#"):
            head.append(line)
        elif line.strip():
            raise ValueError(f"{name}: a line before the first file begins with #: {line}")
    if not expect:
        raise ValueError(f"{name}: a case needs an expectation")
    files = {path: _bytes(lines, escapes) for path, lines in members.items()}
    without = tuple(found[1] for line in head if (found := _WITHOUT.match(line)))
    links = tuple((found[1], found[2]) for line in head if (found := _LINK.match(line)))
    mission = next((found[1] for line in head if (found := _MISSION.match(line))), None)
    pack = next((found[1] for line in head if (found := _PACK.match(line))), "border-watch")
    beside = tuple(found[1] for line in head if (found := _BESIDE.match(line)))
    return Case(name, tuple(expect), files, without, links, mission, pack, beside)


def unescape(text: str) -> bytes:
    """The bytes that a text with escapes stands for."""
    text = _REPEAT.sub(lambda found: int(found.group(1)) * found.group(2), text)
    return _ESCAPE.sub(_unescaped, text.encode("utf-8"))


def _unescaped(found: re.Match[bytes]) -> bytes:
    byte, short, long, letter = found.groups()
    if byte:
        return bytes([int(byte, 16)])
    if letter:
        return {b"r": b"\r", b"t": b"\t", b"n": b"\n"}.get(letter, letter)
    return chr(int(short or long, 16)).encode("utf-8")


def _bytes(lines: list[str], escapes: bool) -> bytes:
    text = "\n".join(lines)
    return unescape(text) if escapes else text.encode("utf-8")


def _finding(name: str, line: str) -> Finding:
    found = _EXPECT.match(line)
    if not found:
        raise ValueError(f"{name}: cannot read {line}")
    code, path, row, column = found.groups()
    return Finding(code, path, int(row), int(column))
