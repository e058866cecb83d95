"""From a parser's events to nodes, without recursion, and with the problems that need no knowledge of fields."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from bartizan_engine.problem import Problem, Spot

from . import syntax, text
from .nodes import Mapping, Node, Scalar, Sequence

MAX_DEPTH = 64  # lists and mappings inside each other
MAX_NODES = 50_000  # keys, values, lists and mappings of a file

# Words that other YAML readers take for a truth, for nothing or for a command; `n: [road]` would lose its key there.
OTHER_MEANING = frozenset(["on", "off", "yes", "no", "y", "n", "true", "false", "null", "~", "="])

_COMMENT = re.compile(" +(#.*)")
_PREFIX = 4 * MAX_DEPTH  # what stands before the first word of a line is no longer than this, or nobody can read it
_DASH = re.compile(r"-[^\W\d_]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Open:
    """A list or mapping that is not closed yet; `nodes` of a mapping are key, value, key, value."""

    __slots__ = ("column", "flow", "line", "mapping", "nodes")

    def __init__(self, mapping: bool, flow: bool, mark: Any) -> None:
        self.mapping, self.flow = mapping, flow
        self.line, self.column = mark.line + 1, mark.column + 1
        self.nodes: list[Node] = []


class Reading:
    """One pass over the events of a file, with a stack of its own: no depth of nesting can exhaust Python's."""

    def __init__(self, path: str, lines: list[str], gaps: bool) -> None:
        self.path, self.lines, self.gaps = path, lines, gaps
        self.problems: list[Problem] = []
        self.stack: list[Open] = []
        self.root: Node | None = None
        self.usable = True
        self.doubtful = False  # whether the other parser may disagree
        self.count = 0
        self.documents = 0
        self.last_quoted: Spot | None = None
        self.commented = {number for number, line in enumerate(lines, 1) if " #" in line}

    def read(self, parser: Any) -> bool:
        """Take all events; False if the reading had to stop before the end."""
        try:
            while True:
                event = parser.get_event()
                if type(event) is ScalarEvent:
                    self._add(self._scalar(event))
                elif type(event) is StreamEndEvent:
                    return True
                elif not self._take(event):
                    return False
                if self.count > MAX_NODES:
                    return self._enough(event, "BZ117", f"the file holds more than {MAX_NODES:,} keys and values")
        except MarkedYAMLError as error:
            self._stopped(error.problem, error.context, error.problem_mark, error.context_mark)
        except (ValueError, OverflowError):  # the parser in Python, at an escape beyond Unicode
            self._stopped("escape", None, parser.get_mark(), None)
        return False

    def result(self) -> tuple[Node | None, list[Problem]]:
        """The root and the problems; what was open when the reading stopped is judged as far as it came."""
        told = len(self.problems)
        while self.stack:
            frame = self.stack.pop()
            if frame.mapping:
                self._mapping(frame, Spot(self.path))
        # What is no key or has no value may be so for the same reason for which the reading stopped.
        self.problems[told:] = [one for one in self.problems[told:] if one.code not in ("BZ121", "BZ136")]
        root = self.root if self.usable else None
        if isinstance(root, Scalar) and root.plain:
            if not root.text:
                if self.documents > 1:
                    return None, self.problems
                self._tell(Spot(self.path), "BZ109", "the file is empty")
                return None, self.problems
            wrong = syntax.misread(self.path, self.lines[root.spot.line - 1], root.spot.line)
            self.problems += [wrong] if wrong else []
        return root, self.problems

    def _take(self, event: Any) -> bool:
        """Take one event that is no scalar; False if no more can be taken."""
        kind = type(event)
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            self._properties(event)
            self.stack.append(Open(kind is MappingStartEvent, bool(event.flow_style), event.start_mark))
            if len(self.stack) > MAX_DEPTH:
                return self._enough(event, "BZ116", f"lists and mappings are nested deeper than {MAX_DEPTH}")
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._add(self._closed(self.stack.pop(), event.end_mark))
        elif kind is AliasEvent:
            self._add(self._alias(event))
        elif kind is DocumentStartEvent:
            return self._document(event)
        return True

    def _add(self, node: Node) -> None:
        self.count += 1
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.root = node

    def _scalar(self, event: Any) -> Scalar:
        """The scalar of an event, and what is wrong with it whatever its field."""
        start, end, value = event.start_mark, event.end_mark, event.value
        spot = Spot(self.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
        if event.anchor or event.tag:
            self._properties(event)
            if not value:  # `!x` alone is rather a text
                value = self.lines[start.line][start.column : end.column].strip()
        if self.gaps:
            value = value.replace(text.GAP, "") or value  # what is told to be wrong is not empty as well
        style = event.style
        if not style:
            if not value:
                return Scalar(value, True, self._nothing(spot))
            if "?" in value and self.stack and self.stack[-1].flow:
                self.doubtful = True
            comment = self._comment(spot) if spot.end_line in self.commented else ""
            if value[:1] == "-" or not value.isascii():
                self._misread(value, spot)
            return Scalar(value, True, spot, 0, comment)
        if style in "|>":
            return self._block(value, spot)
        self.last_quoted = spot
        if style == '"':
            value = self._unescaped(value, spot)
        return Scalar(value, False, spot)

    def _nothing(self, spot: Spot) -> Spot:
        """The place of a value that is not there: the end of its key, or of its dash."""
        frame = self.stack[-1] if self.stack else None
        if frame and frame.mapping and len(frame.nodes) % 2:
            spot = frame.nodes[-1].spot
            return spot._replace(line=spot.end_line, column=spot.end_column)
        return spot

    def _comment(self, spot: Spot) -> str:
        """The comment behind a plain scalar; one without a blank after its `#` is told, for it may be lost text."""
        found = _COMMENT.match(self.lines[spot.end_line - 1], spot.end_column - 1)
        if not found:
            return ""
        comment = found.group(1)
        if comment[1:2] not in ("", " ", "#"):
            place = self._width(spot.end_line, found.start(1) + 1, len(comment))
            hint = 'quote the whole value if this belongs to it; put a blank after "#" if it is a comment'
            self._tell(place, "BZ130", f"{syntax.quoted(comment)} is a comment and no part of the value", hint)
        return comment

    def _misread(self, value: str, spot: Spot) -> None:
        """A field or list item that YAML takes for text, because its colon or its dash is not right."""
        if spot.column > _PREFIX:
            return
        before = self.lines[spot.line - 1][: spot.column - 1]
        if _DASH.match(value) and not before.strip():
            place = Spot(self.path, spot.line, spot.column, spot.line, spot.column + 1)
            self.problems.append(syntax.no_blank(place))
        elif self.stack and not before.strip(" -"):
            wrong = syntax.look_alike(self.path, self.lines[spot.line - 1], spot.line)
            self.problems += [wrong] if wrong else []

    def _block(self, value: str, spot: Spot) -> Scalar:
        """A block of lines: its spot ends with its last line that is not blank."""
        last = spot.end_line - 1 if spot.end_column == 1 else spot.end_line
        while last > spot.line and not self.lines[last - 1].strip():
            last -= 1
        spot = spot._replace(end_line=last, end_column=len(self.lines[last - 1]) + 1)
        if last == spot.line or not value.strip():
            header = self.lines[spot.line - 1][spot.column - 1 :].rstrip()
            hint = f"write its lines below it, indented; or, if it is text, quote the value: {syntax.quoted(header)}"
            if self.lines[spot.line : spot.line + 1] and self.lines[spot.line].lstrip(" ").startswith("\t"):
                return Scalar(value, False, spot)  # the tab is the trouble, and the parser will stop there
            self._tell(spot, "BZ135", f'"{header[:1]}" begins a block of lines, and none follows', hint)
            return Scalar(value, False, spot, lost=True)
        if self.lines[last : last + 1] and self.lines[last].lstrip(" ").startswith("#"):  # a row may begin with it
            wrong = syntax.outdented(self.path, self.lines, last + 1)
            self.problems += [wrong] if wrong else []
        first = next(line for line in self.lines[spot.line : last] if line.strip())
        inside = value.lstrip("\n")
        cut = (len(first) - len(first.lstrip(" "))) - (len(inside) - len(inside.lstrip(" ")))
        return Scalar(value, False, spot, cut)

    def _unescaped(self, value: str, spot: Spot) -> str:
        """A text in double quotes without the characters that only an escape can bring in."""
        if _SURROGATE.search(value):
            hint = "write the character itself, or \\U and eight digits"
            self._tell(spot, "BZ128", "an escape gives half a character", hint)
            value = _SURROGATE.sub(text.GAP, value)
        found = text.escaped(value, spot)
        self.problems += found
        return text.without_unwanted(value) if found else value

    def _properties(self, event: Any) -> None:
        """Tell a tag or an anchor; the value behind it is used without it."""
        start = event.start_mark
        row = start.line + 1
        line = self.lines[start.line]
        if event.anchor:
            at = line.find(f"&{event.anchor}", start.column)
            spot = self._width(row, (at if at >= 0 else start.column) + 1, len(event.anchor) + 1)
            self._tell(spot, "BZ113", f'"&{event.anchor}" is an anchor, which Bartizan does not have', "delete it")
        if event.tag:
            at = line.find("!", start.column)
            at = at if at >= 0 else start.column
            there = line[at : at + 80].rstrip()
            if self.stack and self.stack[-1].flow:
                there = syntax.in_brackets(there)
            word = there.split(" ")[0]
            hint = f"delete it, or quote the value if it is text: {syntax.quoted(there)}"
            self._tell(self._width(row, at + 1, len(word)), "BZ112", f'"{word}" is a tag', hint)

    def _alias(self, event: Any) -> Scalar:
        """Tell an alias. The file cannot be understood without what it stands for, so there will be no root."""
        start, end = event.start_mark, event.end_mark
        spot = Spot(self.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
        self.usable = False
        if self._merged():
            return Scalar(f"*{event.anchor}", False, spot)
        message = f'"*{event.anchor}" is an alias, which Bartizan does not have'
        hint = f'write the value again, or quote it if it is text: "*{event.anchor}"'
        self._tell(spot, "BZ114", message, hint)
        return Scalar(f"*{event.anchor}", False, spot)

    def _merged(self) -> bool:
        """Whether what comes next is merged by a key `<<`, alone or in a list: that key is told."""
        frames = [frame for frame in self.stack[-2:] if frame.mapping][-1:]
        key = frames[0].nodes[-1] if frames and len(frames[0].nodes) % 2 else None
        return isinstance(key, Scalar) and key.plain and key.text == "<<"

    def _document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents == 1:
            return True
        start = event.start_mark
        spot = self._width(start.line + 1, start.column + 1, 3)
        self._tell(spot, "BZ110", "a second document begins", "put it into a file of its own", rest=True)
        return False

    def _closed(self, frame: Open, end: Any) -> Node:
        """The node of a list or mapping that is complete."""
        nodes = frame.nodes
        last = end.line + 1, end.column + 1
        bracket = frame.flow and self.lines[frame.line - 1][frame.column - 1 : frame.column] in ("[", "{", "&", "!")
        if nodes and not bracket:  # a parser ends it where the next thing begins, lines below
            last = nodes[-1].spot[3:]
        spot = Spot(self.path, frame.line, frame.column, *last)
        if frame.mapping:
            return self._mapping(frame, spot)
        return Sequence(tuple(nodes), spot, frame.flow)

    def _mapping(self, frame: Open, spot: Spot) -> Mapping:
        """Keys with values, those left out that cannot be used; codes 115 and 118 to 121 and 136."""
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        spoilt: list[str] = []
        for at, (key, value) in enumerate(zip(frame.nodes[::2], frame.nodes[1::2], strict=False)):
            if not isinstance(key, Scalar):
                self._tell(key.spot, "BZ121", "a list or mapping stands as a key", "a key is one line of text")
                spoilt.append("")
                continue
            name = key.text
            usual = name.isascii() and name.isidentifier() and name.islower() and name not in OTHER_MEANING
            if not usual:  # looked at closely, which takes time
                told = len(self.problems)
                taken = self._is_key(key)
                spoilt += [""] * (len(self.problems) > told)
                if not taken:
                    continue
                name = unicodedata.normalize("NFC", name)
            if name in seen:
                again = self._again(frame, at, seen)
                spoilt += again or [name]
                if again:
                    break
                self._twice(key, seen[name])
                continue
            seen[name] = key
            if frame.flow and isinstance(value, Scalar) and value.plain and not value.text:
                told = len(self.problems)
                key, value = self._no_value(key, value, alone=len(frame.nodes) == 2)
                spoilt += [key.text] * any(one.code == "BZ136" for one in self.problems[told:])
            pairs.append((key, value))
        return Mapping(tuple(pairs), spot, frame.flow, tuple(spoilt))

    def _again(self, frame: Open, at: int, seen: dict[str, Scalar]) -> list[str]:
        """The names of several keys that all stand twice from a mapping's first one on: another mapping begins there,
        and its dash is missing. Nothing else is said of what stands in it.
        """
        rest = [key for key in frame.nodes[2 * at :: 2] if isinstance(key, Scalar)]
        twice = list(dict.fromkeys(key.text for key in rest if key.text in seen))
        if frame.flow or rest[0].text != next(iter(seen)) or len(twice) < 2:
            return []
        listed = bool(self.stack) and not self.stack[-1].mapping
        hint = 'put "- " before it' if listed else 'begin each of several records with "- "'
        names = ", ".join(map(syntax.quoted, twice[:-1]))
        notes = ((seen[twice[0]].spot, "the first one begins here"), (rest[0].spot, "what follows is not checked"))
        message = f"the keys {names} and {syntax.quoted(twice[-1])} stand twice, as if another list item began here"
        self._tell(rest[0].spot, "BZ118", message, hint, notes)
        return [key.text for key in rest]

    def _is_key(self, key: Scalar) -> bool:
        """Whether a scalar can be a key at all; a word with another meaning elsewhere is told, but is one."""
        name, spot = key.text, key.spot
        if key.plain and name == "<<":
            self._tell(spot, "BZ115", '"<<" merges mappings, which Bartizan does not do', "write the fields again")
            self.usable = False
            return False
        if not name.strip():
            self._tell(spot, "BZ121", "a key is empty", "write a name before the colon")
            return False
        if spot.end_line != spot.line or "\n" in name:
            self._tell(spot, "BZ121", "a key goes over several lines", "a key is one line of text")
            return False
        if not name.isascii() and text.UNSEEN.search(name):
            char = text.name(text.UNSEEN.findall(name)[0])
            self._tell(spot, "BZ121", f"a key holds {char}, which cannot be seen", "delete it")
        if key.plain and len(name) < 6 and name.lower() in OTHER_MEANING:
            message = f'other YAML readers do not take the key "{name}" for text'
            self._tell(spot, "BZ120", message, f"quote it, or better choose another name: {syntax.quoted(name)}")
        return True

    def _twice(self, key: Scalar, first: Scalar) -> None:
        notes = ((first.spot, "it first stands here"),)
        if key.text == first.text:
            self._tell(key.spot, "BZ118", f"the key {syntax.quoted(key.text)} stands twice", "delete one", notes)
            return
        message = f"the key {syntax.quoted(key.text)} looks like another one, but is written with other characters"
        self._tell(key.spot, "BZ119", message, "choose names that differ to the eye", notes)

    def _no_value(self, key: Scalar, value: Scalar, alone: bool) -> tuple[Scalar, Scalar]:
        """Tell a key without a value. If its colon is not right, reading goes on with what was meant."""
        spot = key.spot
        wrong = syntax.misread(self.path, key.text, 1)
        if wrong:
            column = spot.column + wrong.spot.column - 1
            self.problems.append(wrong._replace(spot=self._width(spot.line, column, 1)))
            before, after = key.text[: wrong.spot.column - 1].strip(), key.text[wrong.spot.column :].strip()
            start = spot.end_column - len(after)
            meant = Scalar(after, True, spot._replace(column=start)), self._width(spot.line, spot.column, len(before))
            return key._replace(text=before, spot=meant[1]), meant[0]
        hint = 'write "name: value"'
        if key.text.isdecimal():
            hint = "a number is written without commas"
        if alone:
            hint += ", or quote the whole value if the braces belong to a text"
        self._tell(spot, "BZ136", f"the key {syntax.quoted(key.text)} has no value", hint)
        return key, value

    def _stopped(self, problem: str | None, context: str | None, at: Any, since: Any) -> None:
        """Tell what stopped the parser; nothing of the file can be used."""
        self.usable = False
        places = [(mark.line + 1, mark.column + 1) if mark else (0, 0) for mark in (at, since)]
        if context == "while parsing a flow node":  # the parser says where the node would begin
            places[1] = next((place for frame in reversed(self.stack) if (place := self._bracket(frame))), places[1])
        stop = syntax.Stop(self.path, self.lines, problem or "", context or "", places[0], places[1], self.last_quoted)
        found = syntax.explain(stop)
        block = self.problems[-1] if self.problems else None
        if (
            block
            and block.code == "BZ135"
            and not any(map(str.strip, self.lines[block.spot.line : found.spot.line - 1]))
        ):
            # What stands below it was to be the block.
            hint = f"indent the lines below it, or quote the value: {block.hint.partition(': ')[2]}"
            self.problems[-1] = block._replace(hint=hint, notes=found.notes[-1:])
            return
        self.problems = [one for one in self.problems if one[:2] != found[:2]]
        self.problems.append(found)

    def _bracket(self, frame: Open) -> tuple[int, int] | None:
        """Where the bracket or brace of an open list or mapping stands, if it has one."""
        there = frame.flow and self.lines[frame.line - 1][frame.column - 1 : frame.column] in ("[", "{")
        return (frame.line, frame.column) if there else None

    def _enough(self, event: Any, code: str, message: str) -> bool:
        self.usable = False
        mark = event.start_mark
        self._tell(self._width(mark.line + 1, mark.column + 1, 1), code, message, rest=True)
        return False

    def _tell(
        self,
        spot: Spot,
        code: str,
        message: str,
        hint: str = "",
        notes: tuple[tuple[Spot, str], ...] = (),
        rest: bool = False,
    ) -> None:
        self.problems.append(Problem(spot, code, message, hint, (*notes, (spot, syntax.UNREAD)) if rest else notes))

    def _width(self, line: int, column: int, width: int) -> Spot:
        return Spot(self.path, line, column, line, column + width)
