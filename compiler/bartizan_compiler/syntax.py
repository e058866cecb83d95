"""Why a text is no YAML: the parser's complaint, read again in the words and at the place that help its author.

A parser says where it gave up and what it would have liked to see. What its author did is nearly always one of a
dozen slips. Each reading below knows one of them; the first that fits speaks.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from bartizan_engine.problem import Problem, Spot

UNREAD = "the rest of the file is not checked"
MAX_KEY = 1024  # characters before a colon, in YAML itself

_KEY = r"[\w.<-]+"  # what most keys look like; enough to tell a key from prose
_BEFORE_FIELD = re.compile(rf"\s*(?:- +)*(?:{_KEY}|\"[^\"]*\"|'[^']*')\s*$")
_NO_BLANK = re.compile(rf"\s*(?:- +)*({_KEY}):[^\s:\u00a0\u3000]")
_COLONS = "\uff1a\ufe55\ufe13\u2236\ua789\u02d0\u05c3\u0589"  # full-width ones first, then those of other scripts
_LOOK_ALIKE = re.compile(rf"\s*(?:- +)*{_KEY}\s*([{_COLONS}]|:[\u00a0\u3000])")
_OTHER_MARK = re.compile(rf"({_KEY})\s*[=;]\s*(\S.*)")
_WORDS = re.compile(rf"({_KEY}) +(\S.*)")
_BLOCK = re.compile(rf"( *(?:- +)*)(?:(?:{_KEY}|\"[^\"]*\"|'[^']*'):|-) +([|>][-+]?) *(?:#.*)?$")
_NO_COMMENT = ("//", "/*", "--", ";", "<!--", "%")

_TOKENS = {
    "<block mapping start>": "a field",
    "<block sequence start>": "a list item",
    "<block end>": "a line that begins so far to the left",
    "<document start>": 'the mark "---"',
    "<document end>": 'the mark "..."',
    "<scalar>": "a text",
    "<stream end>": "the end of the file",
}


class Stop(NamedTuple):
    """Where a parser gave up. Lines and columns count from 1; `since` is where the thing began, if the parser knows.

    `text` is the spot of the last quoted text that was read before, for quotes that close too late.
    """

    path: str
    lines: list[str]
    problem: str
    context: str
    at: tuple[int, int]
    since: tuple[int, int]
    text: Spot | None

    def line(self, number: int) -> str:
        """A line by its number; nothing where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @property
    def char(self) -> str:
        """The character at which the parser gave up; nothing at the end of a line."""
        return self.line(self.at[0])[self.at[1] - 1 : self.at[1]]

    def spot(self, place: tuple[int, int], width: int = 0) -> Spot:
        """The place, as wide as the word that stands there if no width is given."""
        line, column = place
        rest = self.line(line)[column - 1 :]
        width = width or len(re.match(r"[^\s,\[\]{}]*", rest).group()) or 1  # type: ignore[union-attr]  # always matches
        return Spot(self.path, line, column, line, column + width)


def explain(stop: Stop) -> Problem:
    """The problem that ends the reading of a file; codes of group 1xx."""
    for reading in READINGS:
        problem = reading(stop)
        if problem:
            break
    else:
        problem = _unread(stop)
    return problem._replace(notes=(*problem.notes, (stop.spot(stop.at, 1), UNREAD)))


def quoted(text: str) -> str:
    """The text in double quotes, as YAML wants it; a long one is cut, for it is only a hint."""
    text = text if len(text) <= 60 else text[:57] + "..."
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def in_brackets(text: str) -> str:
    """The beginning of a text up to where it would end inside brackets.

    >>> in_brackets("!!int foo}, b"), in_brackets("!x [a, b], c")
    ('!!int foo', '!x [a, b]')
    """
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "[{") - (char in "]}")
        if depth < 0 or (char == "," and not depth):
            return text[:at].rstrip()
    return text


def without_comment(text: str) -> str:
    """The rest of a line without the comment and the blanks at its end."""
    return text.partition(" #")[0].rstrip()


def _tab(stop: Stop) -> Problem | None:
    """A tab where YAML wants blanks."""
    line, column = stop.at
    if stop.char != "\t":
        return None
    before = stop.line(line)[: column - 1]
    message = "a tab stands where only blanks may" if before.strip() else "a tab indents the line"
    return Problem(stop.spot(stop.at, 1), "BZ108", message, "put blanks in place of the tab")


def _open_quote(stop: Stop) -> Problem | None:
    """Quotes that never close, or that close at the next quote some lines below."""
    if stop.context.endswith("quoted scalar") and stop.problem.startswith("found unexpected"):
        mark = stop.line(stop.since[0])[stop.since[1] - 1 : stop.since[1]]
        message = f"the text that begins with {mark} is never closed"
        return Problem(stop.spot(stop.since, 1), "BZ125", message, f"put {mark} at its end")
    text = stop.text
    if text and text.end_line > text.line and (text.end_line, text.end_column) == stop.at:
        mark = stop.line(text.line)[text.column - 1 : text.column]
        message = f"the text that begins with {mark} is closed only in line {text.end_line}"
        return Problem(stop.spot((text.line, text.column), 1), "BZ125", message, f"put {mark} at its end")
    return None


def _escape(stop: Stop) -> Problem | None:
    """A backslash in double quotes that begins no escape."""
    if "escape" not in stop.problem or "URI" in stop.problem:  # that is one of a tag
        return None
    line, column = stop.at
    start = line, stop.line(line).rfind("\\", 0, column) + 1 or column
    message = "a backslash in double quotes begins an escape, and this is none"
    hint = "write \\\\ for a backslash, or use single quotes"
    return Problem(stop.spot(start, 1), "BZ128", message, hint)


def _header(stop: Stop) -> Problem | None:
    """Text that stands right after a `|` or `>`."""
    if stop.context != "while scanning a block scalar":
        return None
    line, column = stop.since
    value = stop.line(line)[column - 1 :].rstrip()
    message = f'"{value[:1]}" begins a block of lines, and something else follows on its line'
    return Problem(_value(stop, line, column, value), "BZ135", message, f"quote the value: {quoted(value)}")


def _outdented(stop: Stop) -> Problem | None:
    """A block of lines whose first line stands further right than one below it, which YAML takes for its end."""
    return outdented(stop.path, stop.lines, stop.at[0])


def outdented(path: str, lines: list[str], number: int) -> Problem | None:
    """The same where a line is looked at: the block above it, if it ends there or before only for that."""
    above = next((at for at in range(min(number, len(lines)), 0, -1) if _BLOCK.match(lines[at - 1])), 0)
    found = _BLOCK.match(lines[above - 1]) if above else None
    if not found:
        return None
    inside, least = len(found[1]), 0
    rows = []
    for at in range(above + 1, len(lines) + 1):
        width = _indent(lines[at - 1])
        if lines[at - 1].strip() and width <= inside:
            break
        rows += [(at, width)] if lines[at - 1].strip() else []
    early = next((row for row in rows if row[1] < rows[0][1] and row[0] <= number), None)
    if early is None:
        return None
    least = min(width for _, width in rows) - inside
    start = early[1] + 1
    message = "the line stands further left than the first one of its block, which ends before it"
    hint = f'write "{found[2][:1]}{least}{found[2][1:]}" in line {above}: then the block is indented by {least}'
    notes = ((Spot(path, above, found.start(2) + 1, above, found.end(2) + 1), "the block begins here"),)
    spot = Spot(path, early[0], start, early[0], len(lines[early[0] - 1].rstrip()) + 1)
    return Problem(spot, "BZ127", message, hint if least < 10 else "leave out blanks before the first line", notes)


def _reserved(stop: Stop) -> Problem | None:
    """A value that begins with a character which YAML keeps for itself."""
    tokens = ("cannot start any token", "expected the node content", "entries are not allowed", "keys are not allowed")
    anchors = "expected alphabetic or numeric character"
    if "directive" in stop.context:
        stop = stop._replace(problem=tokens[0], at=stop.since)
    elif anchors in stop.problem:
        return _mark(stop, "BZ114" if "alias" in stop.context else "BZ113")
    if "found '<anchor>'" in stop.problem or "found '<alias>'" in stop.problem:
        return _mark(stop._replace(since=stop.at), "BZ114" if stop.char == "*" else "BZ113")
    if "tag" in stop.context or "tag" in stop.problem:
        return _mark(stop, "BZ112")
    line, column = stop.at
    before = stop.line(line)[: column - 1]
    if stop.char not in tuple("@`%,-?}]:|>") or not any(words in stop.problem for words in tokens):
        return None
    if not re.search(r"(?:^|: |- |[\[{,])\s*$", before) or _flow(stop):
        return None
    value = without_comment(stop.line(line)[column - 1 :])
    if sum(map(before.count, "[{")) > sum(map(before.count, "]}")):
        value = in_brackets(value)
    message = f'the value begins with "{stop.char}", which has a meaning of its own in YAML'
    return Problem(_value(stop, line, column, value), "BZ124", message, f"quote the value: {quoted(value)}")


def _mark(stop: Stop, code: str) -> Problem:
    """A lone `*`, `&` or `!`: almost always text without quotes."""
    line, column = stop.since if stop.since != (0, 0) else stop.at
    value, before = without_comment(stop.line(line)[column - 1 :]), stop.line(line)[: column - 1]
    if sum(map(before.count, "[{")) > sum(map(before.count, "]}")):
        value = in_brackets(value)
    what = {"BZ112": "a tag", "BZ113": "an anchor", "BZ114": "an alias"}[code]
    message = f'"{value[:1]}" begins {what}, which Bartizan does not have'
    return Problem(_value(stop, line, column, value), code, message, f"quote the value: {quoted(value)}")


def _flow(stop: Stop) -> bool:
    return stop.context.startswith("while parsing a flow")


def _bracket(stop: Stop) -> Problem | None:
    """A bracket or brace that is not closed, closes nothing, or holds entries without commas."""
    if _flow(stop) and ("but got" in stop.problem or stop.problem.startswith("expected the node content")):
        return _inside(stop)
    if stop.char in ("]", "}") and "but found" in stop.problem:
        return Problem(stop.spot(stop.at, 1), "BZ126", f'"{stop.char}" closes nothing', "delete it, or quote the value")
    return None


def _inside(stop: Stop) -> Problem:
    opening = stop.line(stop.since[0])[stop.since[1] - 1 : stop.since[1]]
    closing = {"[": "]", "{": "}"}.get(opening, "]")
    ended = stop.char in ("", "-") or re.match(rf"\s*(?:- +)*{_KEY}:(?: |$)", stop.line(stop.at[0]))
    if ended and (stop.at[0] > stop.since[0] or not stop.char):
        message = f'"{opening}" is not closed'
        return Problem(stop.spot(stop.since, 1), "BZ126", message, f'put "{closing}" at its end')
    if "content" in stop.problem:
        return Problem(stop.spot(stop.at, 1), "BZ126", f'a value should stand before this "{stop.char}"')
    message = f'"," or "{closing}" should stand here'
    hint = f'quote the value: a "{stop.char}" ends it inside brackets' if stop.char in tuple(":?") else ""
    notes = ((stop.spot(stop.since, 1), f'for the "{opening}" that begins here'),)
    return Problem(stop.spot(stop.at), "BZ126", message, hint, notes)


def _after_text(stop: Stop) -> Problem | None:
    """Words after a text in quotes, or after a closed bracket."""
    before = stop.line(stop.at[0])[: stop.at[1] - 1].rstrip()
    ended = "expected <block end>" in stop.problem or "expected '<document start>'" in stop.problem
    if not ended or before[-1:] not in tuple("\"']}"):
        return None
    what = "the closed bracket" if before[-1] in "]}" else "the closing quote"
    hint = "put the quotes round the whole value, or a comma between two"
    if before[-1] == "'":
        hint += "; inside single quotes an apostrophe is written twice"
    return Problem(stop.spot(stop.at), "BZ131", f"something stands after {what}", hint)


def _colon(stop: Stop) -> Problem | None:
    """A second `: ` in a line, or a line that is indented deeper than its siblings."""
    if stop.problem != "mapping values are not allowed here":
        return None
    number, column = stop.at
    line = stop.line(number)
    if column > MAX_KEY:
        spot = Spot(stop.path, number, column, number, column + 1)
        message = f"a key is longer than {MAX_KEY:,} characters"
        return Problem(spot, "BZ121", message, "quote the line if it is text")
    if _BEFORE_FIELD.match(line[: column - 1]):
        return _missing_colon(stop, number) or _indented(stop, number)
    start = line.find(": ") + 2
    if not 2 < start < column:
        return _missing_colon(stop, number) or _indented(stop, number)
    start += _indent(line[start:])
    value = without_comment(line[start:])
    message = 'the value holds ": ", which would begin another field'
    hint = _bracketed(value) or f"quote the value: {quoted(value)}"
    return Problem(_value(stop, number, start + 1, value), "BZ123", message, hint)


def _bracketed(value: str) -> str:
    """What to write for fields in brackets that YAML does not have, such as full-width ones."""
    plain = unicodedata.normalize("NFKC", value)
    if plain[:1] not in tuple("({[") or plain[-1:] not in tuple(")}]") or re.search(r"[\[\]{}\"']", plain[1:-1]):
        return ""
    ends = "[]" if plain[0] == "[" else "{}"
    return f"write {ends[0]}{plain[1:-1]}{ends[1]}"


def _missing_colon(stop: Stop, number: int) -> Problem | None:
    """At the head of a file a line without a colon is taken for text until the next field comes."""
    above = _above(stop, number)
    line = stop.line(above)
    if not above or re.search(r":(?: |$)", line) or _indent(line) != _indent(stop.line(number)):
        return None
    return _no_field(stop, (above, _indent(line) + 1))


def _above(stop: Stop, number: int) -> int:
    """The number of the next line above that is not blank; 0 if there is none."""
    above = number - 1
    while above and not stop.line(above).strip():
        above -= 1
    return above


def _indented(stop: Stop, number: int) -> Problem:
    above = _above(stop, number)
    wrong = look_alike(stop.path, stop.line(above), above)
    if wrong:  # it is that line that is no field, so that this one stands below nothing
        return wrong
    line = stop.line(number)
    width = len(line) - len(line.lstrip())
    message = f"the line is indented by {width} blank{'s' * (width != 1)}, which fits no line above it"
    start = (number, width + 1)
    return Problem(stop.spot(start), "BZ127", message, "indent it like its siblings")


def _plain_line(stop: Stop) -> Problem | None:
    """A line among fields that has no colon, or one that YAML does not see."""
    return _no_field(stop, stop.since) if stop.problem == "could not find expected ':'" else None


def _no_field(stop: Stop, start: tuple[int, int]) -> Problem:
    if re.match(r"-[^\s-]", stop.line(start[0])[start[1] - 1 :]):
        return no_blank(stop.spot(start, 1))
    wrong = misread(stop.path, stop.line(start[0]), start[0])
    if wrong:
        return wrong
    text = stop.line(start[0])[start[1] - 1 :].rstrip()
    message = f"the line {quoted(text)} is no field: it has no colon with a blank after it"
    return Problem(_value(stop, *start, text), "BZ132", message, _as_field(text))


def no_blank(dash: Spot) -> Problem:
    """A list item that its dash does not part from."""
    return Problem(dash, "BZ134", "no blank follows the dash", 'put a blank after "-"')


def _as_field(text: str) -> str:
    """What a line that is no field was probably to be."""
    if text.startswith(_NO_COMMENT):
        return 'a comment begins with "#"'
    found = _OTHER_MARK.fullmatch(text) or _WORDS.fullmatch(text)
    return f"write {quoted(found[1])[1:-1]}: {quoted(found[2])[1:-1]}" if found else 'write "name: value"'


def misread(path: str, line: str, number: int) -> Problem | None:
    """A line that its author meant as a field, with a colon that YAML does not take for one."""
    found = _NO_BLANK.match(line)
    if not found:
        return look_alike(path, line, number)
    column = found.end(1) + 1
    spot = Spot(path, number, column, number, column + 1)
    return Problem(spot, "BZ133", f'no blank follows the colon after "{found.group(1)}"', "put a blank after it")


def look_alike(path: str, line: str, number: int) -> Problem | None:
    """A line with a full-width colon, or with a blank of another alphabet after the colon."""
    found = _LOOK_ALIKE.match(line)
    if not found:
        return None
    char = found.group(1)
    spot = Spot(path, number, found.start(1) + 1, number, found.end(1) + 1)
    if char[0] != ":":
        what = "is a full-width colon" if char in _COLONS[:3] else "looks like a colon"
        return Problem(spot, "BZ129", f'"{char}" {what}, not ":"', 'did you mean ":"?')
    return Problem(spot, "BZ129", "a blank of another alphabet follows the colon", "put a plain blank there")


def _level(stop: Stop) -> Problem | None:
    """A line whose indentation fits no line above, or a list item among fields."""
    if not stop.problem.startswith(("expected <block end>", "expected '<document start>'")):
        return None
    number, column = stop.at
    if stop.line(number)[: column - 1].strip(" -"):
        return None
    if stop.char == ":":
        return Problem(stop.spot(stop.at, 1), "BZ121", "a key is empty", "write a name before the colon")
    item = stop.line(stop.since[0])[stop.since[1] - 1 : stop.since[1]] == "-"
    if stop.char == "-" and stop.since != (0, 0) and not item:
        message = "a list item stands among fields"
        return Problem(stop.spot(stop.at, 1), "BZ127", message, "put it under a field of its own")
    if item and stop.since[1] == column:
        message = "a field stands among list items"
        return Problem(stop.spot(stop.at), "BZ127", message, 'begin it with "- ", or indent it')
    return _indented(stop, number) if column > 1 else None


def _no_dash(stop: Stop) -> Problem | None:
    """A list whose first item has lost its dash: fields further right than the dash of the next one."""
    number, column = stop.at
    if stop.char != "-" or stop.line(number)[: column - 1].strip():
        return None
    filled = [at for at in range(1, number) if (text := stop.line(at).strip()) and not text.startswith(("#", "---"))]
    first = filled[0] if filled else 0
    line = stop.line(first)
    if not re.match(rf" *{_KEY}:(?: |$)", line) or any(_indent(stop.line(at)) < column for at in filled):
        return None
    notes = ((stop.spot(stop.at, 1), "the next one"),)
    message = "a list item should begin here, as one does below"
    return Problem(stop.spot((first, _indent(line) + 1)), "BZ127", message, 'put "- " before it', notes)


def _second(stop: Stop) -> Problem | None:
    """Content behind the mark `...` that ends a document."""
    ended = any(re.match(r"\.\.\.(?:\s|$)", line) for line in stop.lines[: stop.at[0] - 1])
    if not ended or "expected '<document start>'" not in stop.problem:
        return None
    return Problem(stop.spot(stop.at), "BZ110", "a second document begins", "put it into a file of its own")


def _unread(stop: Stop) -> Problem:
    """None of the slips above: what stands there, and that it cannot."""
    found = re.search(r"'(<[a-z ]+>)'$", stop.problem)
    what = _TOKENS.get(found.group(1), "this") if found else f'"{stop.char}"'
    return Problem(stop.spot(stop.at), "BZ122", f"{what} cannot stand here", "quote the value if it is text")


def _value(stop: Stop, line: int, column: int, value: str) -> Spot:
    return Spot(stop.path, line, column, line, column + max(1, len(value)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


READINGS = (
    _tab,
    _outdented,
    _open_quote,
    _escape,
    _header,
    _reserved,
    _second,
    _bracket,
    _after_text,
    _colon,
    _plain_line,
    _no_dash,
    _level,
)
