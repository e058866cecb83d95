"""From the bytes of a file to text: size, encoding, line ends, and characters that nobody can see.

Lines end in LF here, whatever the file says, so that every later stage has the same places for LF and CRLF. A
character that may not stand in a file is replaced by `GAP`, one for one, so that reading can go on with true places.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from bartizan_engine.problem import Problem, Spot

MAX_BYTES = 1 << 20  # 1 MiB: a thousand times a usual file, and the slow reader still ends in seconds
MAX_LISTED = 10  # problems of one kind with single characters; more say nothing new
GAP = "\ufffd"

_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff"
_BIDI = "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides, isolates; single marks are needed by honest text
_UNWANTED = re.compile(f"[{_CONTROL}{_BIDI}\ufeff]")
_ESCAPED = re.compile(f"[\r{_CONTROL}{_BIDI}\ufeff]")
UNSEEN = re.compile("[\u00a0\u00ad\u061c\u2000-\u200f\u202f\u205f-\u2064\u3000]")  # harmless in prose, never in a key

_ENDS = "\u0085\u2028\u2029"  # end lines elsewhere: a file that has one has many
_NAMES = {0: "NUL", 0x0B: "vertical tab", 0x0C: "form feed", 0x0D: "carriage return", 0x1B: "escape", 0x7F: "delete"}


class Text(NamedTuple):
    """A file as lines. `gaps` is true if characters had to be replaced."""

    text: str
    gaps: bool = False


def decode(path: str, data: bytes) -> tuple[Text | None, list[Problem]]:
    """The text of a file, or None if its bytes are no text; codes 101 to 107."""
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, and at most {MAX_BYTES:,} are read"
        return None, [Problem(Spot(path), "BZ101", message, "split it into several files")]
    text, problems = characters(path, data, "BZ102")
    if text is None:
        return None, problems
    if not _UNWANTED.search(text):
        return Text(text), problems
    problems += _unwanted(path, text)
    return Text(_UNWANTED.sub(GAP, text), gaps=True), problems


def characters(path: str, data: bytes, code: str) -> tuple[str | None, list[Problem]]:
    """The characters of a file, with LF ends and without a mark; if its bytes are no text, that is told by the code."""
    problems: list[Problem] = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        message = "the file begins with a byte order mark, which is not needed"
        problems.append(Problem(Spot(path), "BZ105", message, 'save it as "UTF-8 without BOM"'))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [*problems, _undecodable(path, data, error.start, len(problems) * 3)._replace(code=code)]
    if text.count("\0") * 3 > len(text):
        wide = "UTF-32" if "\0\0" in text else "UTF-16"
        return None, [Problem(Spot(path), code, f"the file looks like {wide}", "save the file as UTF-8")]
    return _line_ends(path, text, problems), problems


def name(char: str) -> str:
    """A character that cannot be shown, in words: `U+0000 (NUL)`."""
    other = "control character" if unicodedata.category(char) == "Cc" else "no character"
    words = _NAMES.get(ord(char)) or unicodedata.name(char, other).lower()
    return f"U+{ord(char):04X} ({words})"


def escaped(value: str, spot: Spot) -> list[Problem]:
    """Problems of a double-quoted text whose escapes made characters that no text may have."""
    found = _ESCAPED.search(value)
    return [_forbidden(spot, found.group())] if found else []


def without_unwanted(value: str) -> str:
    """A text without the characters that `escaped` told."""
    return _ESCAPED.sub("", value) or GAP


def _line_ends(path: str, text: str, problems: list[Problem]) -> str:
    """The text with LF alone; a lone CR is told once."""
    if "\r" not in text:
        return text
    text = text.replace("\r\n", "\n")
    at = text.find("\r")
    if at < 0:
        return text
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    message = "a carriage return ends the line without a line feed"
    hint = "save the file with LF (or CRLF) line ends"
    problems.append(Problem(Spot(path, line, column), "BZ107", message, hint))
    return text.replace("\r", "\n")


def _unwanted(path: str, text: str) -> list[Problem]:
    """A problem for each character that may not stand in a file, the first of each kind only when they are many."""
    found: dict[str, list[Problem]] = {}
    more: dict[str, int] = {}
    line, start, seen = 1, 0, 0
    for match in _UNWANTED.finditer(text):
        at = match.start()
        breaks = text.count("\n", seen, at)
        if breaks:
            line, start = line + breaks, text.rfind("\n", seen, at) + 1
        seen = at
        column = at - start + 1
        problem = _forbidden(Spot(path, line, column, line, column + 1), match.group())
        kind, listed = (match.group(), 1) if match.group() in _ENDS else (problem.code, MAX_LISTED)
        group = found.setdefault(kind, [])
        if len(group) < listed:
            group.append(problem)
        else:
            more[kind] = more.get(kind, 0) + 1
    for kind, count in more.items():
        last = found[kind][-1]
        found[kind][-1] = last._replace(notes=((last.spot, f"{count:,} more of them in this file are not listed"),))
    return [problem for group in found.values() for problem in group]


def _forbidden(spot: Spot, char: str) -> Problem:
    if char == "\ufeff":
        hint = "delete it; it often comes from joining two files"
        return Problem(spot, "BZ106", "a byte order mark stands inside the file", hint)
    if re.match(f"[{_BIDI}]", char):
        return Problem(spot, "BZ104", f"{name(char)} changes the order in which text is shown", "delete it")
    hint = "end lines with LF (or CRLF), or delete it" if char in _ENDS else "delete it"
    return Problem(spot, "BZ103", f"{name(char)} cannot stand in a text", hint)


def _undecodable(path: str, data: bytes, at: int, skipped: int) -> Problem:
    """The problem of the first byte that is not UTF-8; `skipped` bytes of a mark stood before the data."""
    before = data[:at].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    byte = data[at]
    message = f"byte 0x{byte:02X} at offset {at + skipped} is not UTF-8"
    hint = "save the file as UTF-8"
    if data[:4] == b"\0\0\xfe\xff" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        wide = "UTF-32" if data[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") else "UTF-16"
        hint += f"; it looks like {wide}"
    elif byte >= 0xA0:
        hint += f'; in Latin-1 this byte is "{chr(byte)}"'
    return Problem(Spot(path, line, column), "BZ102", message, hint)
