"""One layout for the files of a pack: YAML is written anew from its nodes, comments and order kept; rules keep theirs.

What a file says does not change, so what is compiled from it does not either. A file with errors is left as it is, and
so is one of which the result would say anything else: that is asked for at the end, whatever went before.

Round-trip writers were tried first. They lose comments behind a list in brackets, and where a comment stands after
blocks were moved is left to chance; so the comments are found here, beside the nodes that have their places already.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from typing import Any, NamedTuple

from bartizan_compiler import ignores, load, scalars
from bartizan_compiler import text as texts
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.syntax import MAX_KEY
from bartizan_engine.language import tokenise
from bartizan_engine.problem import Problem

WIDTH = 120  # a list or mapping in brackets that is joined must fit into a line; a longer one becomes a block
_MODELINE = re.compile(r"#\s*(?:yaml-language-server:\s*)?\$schema\s*[=:]\s*(\S+)")
# Text that means the same without quotes in every reader, in brackets or out of them.
_BARE = re.compile(r"[^\W\d_](?:[\w .;!?()/+'’–—-]*[\w.;!?)])?\Z")
_HEADER = re.compile(r"[|>][-+\d]*")
_MARK = re.compile(r"[-?]\s*(?:#.*)?$")  # what begins an entry that goes on below
GRID = "grid"  # blanks at the end of its rows mean nothing
_NO_END = 1 << 30

_Place = tuple[int, int]  # a line and a column
_END = (_NO_END, 0)  # behind everything


class Comment(NamedTuple):
    """A comment, or a blank line if there is no text; `alone` on its line, or behind something."""

    line: int
    column: int
    text: str
    alone: bool

    @property
    def place(self) -> _Place:
        """Where it begins."""
        return self.line, self.column


class Changed(ValueError):
    """The file would not say the same any more, so it has to be left alone: a fault of ours."""


def schema_named(text: str) -> str:
    """The schema that a file's first comments name, or nothing.

    >>> schema_named("# yaml-language-server: $schema=../schemas/map.schema.json")
    '../schemas/map.schema.json'
    """
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        if found := _MODELINE.match(line):
            return found[1]
    return ""


def yaml(path: str, data: bytes, schema: str) -> tuple[str | None, list[Problem]]:
    """The file in its layout, its first line naming the schema; None with the reasons if it has errors.

    Raises:
        Changed: the new text would not say what the old one says.
    """
    from bartizan_compiler.build import severe

    node, problems = load.load(path, data)
    if node is None or any(map(severe, problems)):
        return None, problems
    decoded, _ = texts.decode(path, data)
    assert decoded is not None
    made = _Writer(decoded.text, node).file(schema)
    again, _ = load.load(path, made.encode())
    if again is None or _said(again) != _said(node) or _notes(made, again) != _notes(decoded.text, node):
        raise Changed(path)
    return made, problems


def rules(path: str, data: bytes) -> tuple[str | None, list[Problem]]:
    """Rules with LF ends, no byte order mark, no blanks behind a line, and one line end at the end.

    A text of several lines keeps its blanks. Rules that are no text come back with the reason.
    """
    decoded, problems = texts.decode(path, data)
    if decoded is None or decoded.gaps:
        return None, problems
    text = decoded.text
    try:
        tokens = tokenise.tokenise(path, text)
    except tokenise.Refused as refused:
        return None, [refused.problem]
    inside = {n for token in tokens if token.kind == "string" for n in range(token.line, token.end_line)}
    lines = [line if number in inside else line.rstrip(" \t") for number, line in enumerate(text.split("\n"), 1)]
    return "\n".join(lines).rstrip("\n") + "\n", []


def scalar(text: str) -> str:
    """A text as YAML has it: without quotes where no reader can take it for something else.

    >>> scalar("Fine weather."), scalar("yes"), scalar("a, b")
    ('Fine weather.', '"yes"', '"a, b"')
    """
    if _BARE.match(text) and not scalars.reads_as(text) and "  " not in text:
        return text
    if ('"' in text or "\\" in text) and "'" not in text and text.isprintable():
        return f"'{text}'"
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char == "\n":
        return "\\n"
    return char if char.isprintable() else f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def entry(key: str, value: Any, indent: int = 0) -> list[str]:
    """A field with a value as lines of YAML: on one line if it fits, else as a block."""
    begun = f"{' ' * indent}{_name(key)}:"
    if isinstance(value, str) and value.endswith("\n"):
        return [f"{begun} |", *(f"{' ' * (indent + 2)}{line}" for line in value.splitlines())]
    line = f"{begun} {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return [line]
    if isinstance(value, dict):
        return [begun, *(line for name, item in value.items() for line in entry(name, item, indent + 2))]
    return [begun, *(line for item in value for line in _listed(item, indent + 2))]


def _listed(item: Any, indent: int) -> list[str]:
    line = f"{' ' * indent}- {flow(item)}"
    if len(line) <= WIDTH or not isinstance(item, dict):
        return [line]
    lines = [line for name, inner in item.items() for line in entry(name, inner, indent + 2)]
    return [f"{' ' * indent}- {lines[0].lstrip()}", *lines[1:]]


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"hp": 3, "tricks": ["hides", {"mend": 2}], "winged": False})
    '{hp: 3, tricks: [hides, {mend: 2}], winged: false}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_name(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    return scalar(value) if isinstance(value, str) else json.dumps(value)


def _stripped(line: str) -> str:
    """A line without the blanks at its end, but for one that a backslash makes a part of a text."""
    end = len(line.rstrip())
    return line[: end + line[:end].endswith("\\")]


def _name(key: str) -> str:
    return key if key.isdecimal() else scalar(key)


# ---------------------------------------------------------------- what must stay


def _said(node: Node, key: str = "") -> object:
    """What a node says, whatever it looks like; quotes tell a text from a number, where it could be one."""
    if isinstance(node, Mapping):
        return [(name.text, _said(item, name.text)) for name, item in node.pairs]
    if isinstance(node, Sequence):
        return [tuple(_said(item) for item in node.items)]
    text = "\n".join(line.rstrip() for line in node.text.split("\n")) if key == GRID else node.text
    return text, node.plain and bool(scalars.reads_as(text))


def _notes(text: str, node: Node) -> list[str]:
    """The comments of a file in their order, without the one that names the schema."""
    found = [comment.text for comment in comments(text.split("\n"), node) if comment.text]
    return [note for note in found if not _MODELINE.match(note)]


def comments(lines: list[str], node: Node) -> list[Comment]:
    """Every comment and blank line outside of texts, in order."""
    covered = _covered(lines, node)
    found = []
    for number, line in enumerate(lines, 1):
        spans = covered.get(number, [])
        if not line.strip():
            found += [] if spans else [Comment(number, 1, "", alone=True)]
            continue
        for match in re.finditer(r"(?:^|(?<=\s))#", line):
            at = match.start()
            if not any(start <= at + 1 < end for start, end in spans):
                found.append(Comment(number, at + 1, line[at:].rstrip(), alone=not line[:at].strip()))
                break
    return found


def _covered(lines: list[str], node: Node) -> dict[int, list[tuple[int, int]]]:
    """Where texts stand, by line: from a column, up to a column."""
    covered: dict[int, list[tuple[int, int]]] = {}
    for one in _scalars(node):
        spot = one.spot
        if one.indent:
            header = _HEADER.match(lines[spot.line - 1], spot.column - 1)
            covered.setdefault(spot.line, []).append((spot.column, header.end() + 1 if header else spot.column))
            for number in range(spot.line + 1, _last_line(lines, one) + 1):
                covered.setdefault(number, []).append((1, _NO_END))
            continue
        for number in range(spot.line, spot.end_line + 1):
            start = spot.column if number == spot.line else 1
            end = spot.end_column if number == spot.end_line else _NO_END
            covered.setdefault(number, []).append((start, end))
    return covered


def _scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [one for item in node.items for one in _scalars(item)]
    return [one for key, item in node.pairs for one in (key, *_scalars(item))]


def _last_line(lines: list[str], block: Scalar) -> int:
    """The last line of a block of lines: blank lines behind it belong to it only if it keeps them (`|+`)."""
    at, end = block.spot.line, len(lines) - (not lines[-1])
    while at < end and (not lines[at].strip() or len(lines[at]) - len(lines[at].lstrip(" ")) >= block.indent):
        at += 1
    header = _HEADER.match(lines[block.spot.line - 1], block.spot.column - 1)
    if not (header and "+" in header.group()):
        while not lines[at - 1].strip():
            at -= 1
    return at


# ---------------------------------------------------------------- writing


class _Writer:
    """Writes the nodes of a file, and the comments where they stood between them."""

    def __init__(self, text: str, node: Node) -> None:
        self.lines = text.split("\n")
        self.node = node
        self.comments = comments(self.lines, node)
        self.noted = sorted({one.line for one in self.comments if one.text})
        self.followed = {one.line: one.place for one in self.comments if not one.alone}
        said = {one.line for one in self.comments if ignores.MARK.search(one.text)}
        self.ignored = sorted(said | {ignores.covered(self.lines, line) for line in said})
        self.next = 0  # the first comment that is not written yet
        self.limit = _END  # where the entry behind the one that is being written begins
        self.opened = False  # whether that entry stood in brackets that are none any more
        self.out: list[str] = []
        self.kept = -1  # how much was written when a block ended to which every blank line behind it would belong

    def file(self, schema: str) -> str:
        """The whole file."""
        begin = self.node.spot.line
        self.comments = [one for one in self.comments if not _MODELINE.match(one.text) or one.line >= begin]
        if isinstance(self.node, Scalar) or self._inline(self.node, 0):
            self._flush(begin, 0)
            self.out.append("" if self._kept(self.node) else self._flat(self.node))
            if self._kept(self.node):
                self._as_it_stands(self.node, 2)
            self._behind(self.node.spot.end_line)
        else:
            self._block(self.node, 0, _END)
        written = len(self.out)
        self._flush(_NO_END, 0)
        while len(self.out) > written and not self.out[-1]:
            self.out.pop()
        return "\n".join([f"# yaml-language-server: $schema={schema}", *self.out]) + "\n"

    # ---- blocks

    def _block(self, node: Node, indent: int, until: _Place) -> None:
        """A list or mapping as a block: an entry a line, what stands before `until` behind its last entry."""
        entries = self._entries(node)
        for index, (key, item) in enumerate(entries):
            end = self._start(node, *entries[index + 1]) if index + 1 < len(entries) else until
            self.limit, self.opened = end, not isinstance(node, Scalar) and node.flow
            self._flush(self._begin(key, item), indent)
            self.out.append(" " * indent)
            if key is None:
                self.out[-1] += "-"
                self._item(item, indent, end, node)
            else:
                self._head(self._key(key), indent)
                self._value(item, key, indent, end, node)

    def _head(self, name: str, indent: int) -> None:
        """A key and its colon; a name too long to be told as one by what follows it needs a mark before it."""
        if len(name) > MAX_KEY:
            self.out[-1] += f"? {name}"
            self.out.append(" " * indent + ":")
        else:
            self.out[-1] += f"{name}:"

    def _entries(self, node: Node) -> list[tuple[Scalar | None, Node]]:
        """The entries of a list or mapping, each with its key if it has one."""
        assert not isinstance(node, Scalar)
        return list(node.pairs) if isinstance(node, Mapping) else [(None, item) for item in node.items]

    def _item(self, item: Node, indent: int, end: _Place, around: Node) -> None:
        """An item of a list; a block begins behind its dash."""
        if isinstance(item, Scalar) or self._inline(item, indent + 2):
            self._short(item, indent, "")
            return
        head = self.out.pop() + " "
        at = len(self.out)
        self._flush(self._begin(None, item), indent)
        at = len(self.out)
        self._block(item, indent + 2, end)
        self.out[at] = head + self.out[at].lstrip(" ")
        self._trail(item, indent + 2, end, around)

    def _start(self, around: Node, key: Scalar | None, item: Node) -> _Place:
        """Where an entry begins: in brackets with itself, else its whole line is its own.

        That line is the one of its dash or question mark, wherever the rest stands.
        """
        spot = (key or item).spot
        line = spot.line
        if not isinstance(around, Scalar) and around.flow:
            return line, spot.column
        if self.lines[line - 1][: spot.column - 1].strip():
            return line, 0
        while line > around.spot.line:
            line -= 1
            said = self.lines[line - 1]
            if said.strip() and not said.lstrip().startswith("#"):
                return (line if _MARK.match(said, around.spot.column - 1) else spot.line), 0
        return spot.line, 0

    def _begin(self, key: Scalar | None, item: Node) -> int:
        """The line up to which comments go before an entry.

        Those between its dash or key and a value that goes on the same line do, but for one that may stand behind it.
        """
        start = (key or item).spot.line
        if not isinstance(item, Scalar) and not self._inline(item, 0):
            return start if key else self._begin(*self._entries(item)[0])
        end = item.spot.line if self._kept(item) or (isinstance(item, Scalar) and item.indent) else item.spot.end_line
        inside = [one for one in self._pending(end) if one.line >= start and one.text]
        if self._kept(item):  # which has a comment of its own on its first line, maybe
            return end
        if len(inside) > 1 or any(one.alone for one in inside):
            return end
        return start

    def _first(self, node: Node) -> Node:
        """What a block begins with, however many blocks begin there."""
        while not isinstance(node, Scalar) and not self._inline(node, 0):
            node = node.pairs[0][0] if isinstance(node, Mapping) else node.items[0]
        return node

    def _value(self, item: Node, key: Scalar, indent: int, end: _Place, around: Node) -> None:
        """What belongs to a key: on its line, or as a block below it."""
        if isinstance(item, Scalar) or self._inline(item, len(self.out[-1]) + 1):
            self._short(item, indent, key.text)
            return
        if self._first(item).spot.line > key.spot.line:  # or the comment there is behind what the brackets begin with
            self._behind(key.spot.line)
        self._block(item, indent + 2, end)
        self._trail(item, indent + 2, end, around)

    def _short(self, item: Node, indent: int, key: str) -> None:
        """What stands on the line that was begun: a scalar, or something in brackets."""
        if isinstance(item, Scalar) and item.indent:
            self._lines(item, indent, key)
            return
        if self._kept(item):
            self._as_it_stands(item, indent + (2 if key else 3))
            self._behind(item.spot.end_line)
            return
        self._begun(self._flat(item), isinstance(item, Scalar) and item.spot.line < item.spot.end_line, indent + 2)
        self._behind(item.spot.end_line)

    def _begun(self, text: str, may_wrap: bool, indent: int) -> None:
        """Go on with the line that was begun; a text that had several lines has as many as it needs."""
        self.out[-1] += " "
        words = text.split(" ") if may_wrap and "  " not in text else [text]
        for index, word in enumerate(words):
            full = index and len(self.out[-1]) + len(word) > WIDTH
            if full and word[0] not in "#-?:\\" and not self.out[-1].endswith((":", "\\ ")):
                self.out[-1] = self.out[-1].rstrip(" ")
                self.out.append(" " * indent)
            self.out[-1] += word + " "
        self.out[-1] = self.out[-1].rstrip(" ")

    def _lines(self, item: Scalar, indent: int, key: str) -> None:
        """A block of lines, moved to its place."""
        header = _HEADER.match(self.lines[item.spot.line - 1], item.spot.column - 1)
        assert header is not None
        self.out[-1] += " " + re.sub(r"\d", "2", header.group())
        self._behind(item.spot.line)
        for line in self.lines[item.spot.line : _last_line(self.lines, item)]:
            said = line[item.indent :]
            said = said.rstrip() if key == GRID or not said.strip() else said
            self.out.append(" " * (indent + 2) + said if said else "")
        self.kept = len(self.out) if "+" in header.group() else self.kept

    def _as_it_stands(self, item: Node, indent: int) -> None:
        """Brackets over several lines: those stay, all moved as far as the one that stands least far in."""
        spot = item.spot
        first, *rest = self.lines[spot.line - 1 : spot.end_line]
        rest[-1] = rest[-1][: spot.end_column - 1]
        least = min(len(line) - len(line.lstrip(" ")) for line in rest if line.strip())
        self.out[-1] += f" {_stripped(first[spot.column - 1 :])}" if self.out[-1] else _stripped(first)
        self.out += [" " * indent + _stripped(line)[least:] if line.strip() else "" for line in rest]
        while self.next < len(self.comments) and self.comments[self.next].place < (spot.end_line, spot.end_column):
            self.next += 1

    # ---- on one line

    def _inline(self, node: Node, column: int) -> bool:
        """Whether a list or mapping is written in brackets.

        It was, and no comment is in it, and it is or fits one line; or a comment in it ignores something.
        """
        assert not isinstance(node, Scalar)
        if not (node.items if isinstance(node, Sequence) else node.pairs):
            return True
        if not node.flow:
            return False
        if node.spot.line == node.spot.end_line or self._kept(node):
            return True
        at = bisect_left(self.noted, node.spot.line)
        inside = at < len(self.noted) and self.noted[at] < node.spot.end_line
        return not inside and column + len(self._flat(node)) <= WIDTH

    def _kept(self, node: Node) -> bool:
        """Whether brackets keep their lines, since something is ignored on one: what stands on it with it, too."""
        if isinstance(node, Scalar) or not node.flow or node.spot.line == node.spot.end_line:
            return False
        at = bisect_left(self.ignored, node.spot.line)
        return at < len(self.ignored) and self.ignored[at] <= node.spot.end_line

    def _flat(self, node: Node) -> str:
        if isinstance(node, Scalar):
            return self._scalar(node)
        if isinstance(node, Sequence):
            return f"[{', '.join(map(self._flat, node.items))}]"
        named = [(self._key(key), item) for key, item in node.pairs]
        mark = {name: "? " for name, _ in named if len(name) > MAX_KEY}
        return "{" + ", ".join(f"{mark.get(name, '')}{name}: {self._flat(item)}" for name, item in named) + "}"

    def _scalar(self, node: Scalar) -> str:
        if node.plain and "\n" not in node.text:
            return node.text
        # Without quotes, the comment behind it might be a part of it.
        bare = self.followed.get(node.spot.end_line, _END) >= self.limit
        return scalar(node.text) if bare or not _BARE.match(node.text) else f'"{node.text}"'

    def _key(self, key: Scalar) -> str:
        return key.text if key.plain else scalar(key.text)

    # ---- comments

    def _flush(self, line: int, indent: int) -> None:
        """Write what stood alone before a line, and whatever else was not written yet."""
        while self.next < len(self.comments) and self.comments[self.next].line < line:
            self._alone(self.comments[self.next], indent)

    def _trail(self, block: Node, indent: int, end: _Place, around: Node) -> None:
        """Write the comments behind the last entry of a block that stand as far in as it did, or in its brackets.

        The one behind its closing bracket stands there, too.
        """
        column = block.spot.column + (block.spot.column == around.spot.column)
        closed = (block.spot.end_line, _NO_END) if not isinstance(block, Scalar) and block.flow else (0, 0)
        count = 0
        for index in range(self.next, len(self.comments)):
            one = self.comments[index]
            inside = one.place < closed or (one.alone and one.column >= column)
            if one.place >= end or (one.text and not inside):
                break
            count = index + 1 - self.next if one.text else count
        for _ in range(count):
            self._alone(self.comments[self.next], indent)

    def _pending(self, line: int) -> list[Comment]:
        """What was not written yet, up to a line and with it."""
        count = self.next
        while count < len(self.comments) and self.comments[count].line <= line:
            count += 1
        return self.comments[self.next : count]

    def _alone(self, comment: Comment, indent: int) -> None:
        self.next += 1
        if comment.text:
            self.out.append(" " * indent + comment.text)
        elif (not self.out or self.out[-1]) and len(self.out) != self.kept:
            self.out.append("")

    def _behind(self, line: int) -> None:
        """Write the comment that stood behind something, where it stood if there is room, and two blanks off if not.

        Blank lines inside brackets that were joined are gone.
        """
        while self.next < len(self.comments):
            one = self.comments[self.next]
            if one.line > line or one.place >= self.limit or (one.alone and one.text):
                return
            self.next += 1
            if one.text:
                room = 0 if self.opened else one.column - 1 - len(self.out[-1])
                self.out[-1] += " " * max(2, room) + one.text
