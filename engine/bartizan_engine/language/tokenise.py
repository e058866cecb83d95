"""Text of rules to tokens, under limits that hold before anything is parsed.

A stranger's file can be as large, as deep or as odd as it likes: it is refused here, in one pass over its characters,
with the place. Only ASCII may stand outside strings and comments; control and direction characters may stand nowhere.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..problem import Problem, Spot
from ..types import INT_MAX

# Quotes of print and of other keyboards, by those that are meant.
_QUOTES = {'"': "\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02", "'": "\u2018\u2019\u201a\u201b\uff07\u00b4"}
MAX_SOURCE = 64 * 1024  # bytes of a file
MAX_TOKENS = 20_000
MAX_BRACKETS = 50
MAX_INDENTS = 16
MAX_STRING = 4096  # bytes of a literal
MAX_NAME = 64

KEYWORDS = frozenset("and break continue def elif else for if in load not or pass return True False None".split())
FOREIGN = {
    "elseif": "write elif",
    "elsif": "write elif",
    "while": 'loops are bounded: "for _ in up_to(20):" or "for _ in rounds(100):"',
    "lambda": "give the function a name: def key_of(x: ...)",
    "class": "declare kinds, shapes and contexts in ruleset.yaml",
    "import": 'use load("@pack", "name")',
    "from": 'use load("@pack", "name")',
    "try": "ask before you act: there are no exceptions",
    "except": "there are no exceptions",
    "finally": "there are no exceptions",
    "raise": 'use fail("...")',
    "with": "there is nothing to close",
    "yield": "return a list",
    "async": "decisions suspend by themselves",
    "await": "decisions suspend by themselves",
    "global": "state is declared in ruleset.yaml",
    "nonlocal": "state is declared in ruleset.yaml",
    "del": "use remove(piece), or build the list anew",
    "is": "compare with == or !=",
    "assert": "declare an invariant in ruleset.yaml",
    "match": "use if and elif",
    "case": "use if and elif",
    "type": "types are declared in ruleset.yaml",
}
ALWAYS_FOREIGN = frozenset(FOREIGN) - {"match", "case", "type", "from"}

_OPERATORS = (
    "//=",
    "==",
    "!=",
    "<=",
    ">=",
    "+=",
    "-=",
    "*=",
    "%=",
    "//",
    "->",
    "+",
    "-",
    "*",
    "%",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "=",
    "<",
    ">",
)
_SCAN = re.compile(
    r"(?P<space>[ \t]+)|(?P<comment>#[^\n]*)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>[0-9][0-9A-Za-z_.]*)"
    r'|(?P<quote>"""|\'\'\'|"|\')|(?P<newline>\n)|(?P<op>' + "|".join(map(re.escape, _OPERATORS)) + ")"
)
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "\n": ""}


class Token(NamedTuple):
    """A token: `kind` is name, keyword, int, string, op, newline, indent, dedent or end."""

    kind: str
    value: str | int
    line: int
    column: int
    end_line: int
    end_column: int


class Refused(Exception):
    """The text is not of the language; carries the problem. Raised and caught inside the language only."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def tokenise(path: str, text: str) -> list[Token]:
    """All tokens of a file, ending with `end`.

    Raises:
        Refused: a limit is passed, or a character cannot stand where it stands.
    """
    _check_text(path, text)
    return _Scanner(path, text).run()


def _check_text(path: str, text: str) -> None:
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as broken:
        line = text.count("\n", 0, broken.start) + 1
        raise Refused(
            Problem(Spot(path, line), "BZ511", "a lone surrogate is no character", "save the file as UTF-8")
        ) from None
    if size > MAX_SOURCE:
        raise Refused(
            Problem(Spot(path), "BZ510", f"the file has {size} bytes, at most {MAX_SOURCE} are read", "split it")
        )
    for match in re.finditer(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufff0-\uffff]", text
    ):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        what = f"the character U+{ord(match.group()):04X} may not stand in rules"
        raise Refused(Problem(Spot(path, line, column, line, column + 1), "BZ511", what, "remove it"))


class _Scanner:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text if text.endswith("\n") else text + "\n"
        self.tokens: list[Token] = []
        self.at = 0
        self.line = 1
        self.line_start = 0
        self.brackets: list[Token] = []
        self.indents = [0]
        self.fresh = True  # at the start of a line, outside brackets

    def refuse(self, code: str, message: str, hint: str = "", width: int = 1) -> Refused:
        column = self.at - self.line_start + 1
        return Refused(Problem(Spot(self.path, self.line, column, self.line, column + width), code, message, hint))

    def add(self, kind: str, value: str | int, width: int) -> None:
        if len(self.tokens) >= MAX_TOKENS:
            raise self.refuse("BZ510", f"the file has more than {MAX_TOKENS} tokens", "split it")
        column = self.at - self.line_start + 1
        self.tokens.append(Token(kind, value, self.line, column, self.line, column + width))

    def run(self) -> list[Token]:
        while self.at < len(self.text):
            if self.fresh and not self.brackets:
                self._indentation()
                continue
            self._token()
        if self.brackets:
            opened = self.brackets[-1]
            spot = Spot(self.path, opened.line, opened.column, opened.end_line, opened.end_column)
            raise Refused(Problem(spot, "BZ512", f'"{opened.value}" is never closed'))
        while len(self.indents) > 1:
            self.indents.pop()
            self.add("dedent", "", 0)
        self.add("end", "", 0)
        return self.tokens

    def _next_line(self) -> None:
        self.at += 1
        self.line += 1
        self.line_start = self.at

    def _indentation(self) -> None:
        match = re.compile(r"[ \t]*").match(self.text, self.at)
        blank = match.group() if match else ""
        self.at += len(blank)
        following = self.text[self.at]
        if following == "\n":
            self._next_line()
            return
        if following == "#":
            self.at = self.text.index("\n", self.at)
            return
        if "\t" in blank:
            raise self.refuse("BZ511", "a tab stands in the indentation", "indent with four spaces")
        self.fresh = False
        width = len(blank)
        if width > self.indents[-1]:
            if len(self.indents) > MAX_INDENTS:
                raise self.refuse(
                    "BZ510", f"blocks are nested deeper than {MAX_INDENTS}", "give the inner part a rule of its own"
                )
            self.indents.append(width)
            self.add("indent", "", 0)
        while width < self.indents[-1]:
            self.indents.pop()
            self.add("dedent", "", 0)
        if width != self.indents[-1]:
            raise self.refuse(
                "BZ512", "the indentation fits no block above", "line it up with the block that it belongs to"
            )

    def _token(self) -> None:
        match = _SCAN.match(self.text, self.at)
        if not match:
            raise self._odd_character()
        kind, value = str(match.lastgroup), match.group()
        if kind == "newline":
            if not self.brackets:
                self.add("newline", "", 0)
                self.fresh = True
            self._next_line()
        elif kind == "quote":
            self._string(value)
        else:
            if kind == "name":
                self._name(value)
            elif kind == "number":
                self._number(value)
            elif kind == "op":
                self._operator(value)
            self.at += len(value)

    def _odd_character(self) -> Refused:
        char = self.text[self.at]
        if char == "\\":
            return self.refuse("BZ512", "a backslash does not join lines", "put the expression into brackets")
        if char == ";":
            return self.refuse("BZ512", '";" does not part statements', "one statement a line")
        if self.text.startswith(("&", "|", "^", "~", "@", "/", "!", "$", "?", "`"), self.at):
            hint = {"/": "use // for whole numbers", "@": "there are no decorators", "!": "write not, or !="}.get(
                char, ""
            )
            return self.refuse("BZ513", f'"{char}" is not in the rule language', hint)
        hint = next((f"use {plain}" for plain, others in _QUOTES.items() if char in others), "use ASCII letters")
        return self.refuse("BZ511", f"the character U+{ord(char):04X} may stand in strings and comments only", hint)

    def _name(self, value: str) -> None:
        following = self.text[self.at + len(value)] if self.at + len(value) < len(self.text) else ""
        if following and following in "\"'" and len(value) <= 2:
            raise self.refuse(
                "BZ513",
                f'strings with the prefix "{value}" are not in the rule language',
                'use text("...{name}...")',
                len(value),
            )
        if len(value) > MAX_NAME:
            raise self.refuse("BZ510", f"a name has more than {MAX_NAME} characters", "", len(value))
        if value in ALWAYS_FOREIGN:
            raise self.refuse("BZ513", f'"{value}" is not in the rule language', FOREIGN[value], len(value))
        if value.startswith("_") and value != "_":
            raise self.refuse(
                "BZ514",
                f'the name "{value}" begins with "_"',
                "only _ itself may, as a loop variable that is not read",
                len(value),
            )
        self.add("keyword" if value in KEYWORDS else "name", value, len(value))

    def _number(self, value: str) -> None:
        if "." in value or (re.fullmatch(r"[0-9]+[eE][0-9]*", value)):
            raise self.refuse(
                "BZ513",
                f'"{value[:24]}" is no whole number',
                "there are no fractions: count in halves, or use //",
                len(value),
            )
        if not value.isdigit() or (value[0] == "0" and value != "0"):
            raise self.refuse(
                "BZ512",
                f'"{value[:24]}" is no number of the rule language',
                "decimal digits, no leading zero, no underscore",
                len(value),
            )
        if len(value) > 19 or int(value) > INT_MAX:
            raise self.refuse("BZ517", f'"{value[:24]}" does not fit into 64 bits', "", len(value))
        self.add("int", int(value), len(value))

    def _operator(self, value: str) -> None:
        self.add("op", value, len(value))
        if value in "([{":
            self.brackets.append(self.tokens[-1])
            if len(self.brackets) > MAX_BRACKETS:
                raise self.refuse("BZ510", f"brackets are nested deeper than {MAX_BRACKETS}", "give a part a name")
        elif value in ")]}":
            if not self.brackets or "([{".index(str(self.brackets[-1].value)) != ")]}".index(value):
                raise self.refuse("BZ512", f'"{value}" closes nothing that is open here')
            self.brackets.pop()

    def _string(self, quote: str) -> None:
        line, column, start, line_start = self.line, self.at - self.line_start + 1, self.at, self.line_start
        self.at += len(quote)
        parts: list[str] = []
        while not self.text.startswith(quote, self.at):
            if self.at >= len(self.text) - 1 or (self.text[self.at] == "\n" and len(quote) == 1):
                self.at, self.line, self.line_start = start, line, line_start
                where = "on its line" if len(quote) == 1 else "before the file ends"
                raise self.refuse("BZ512", f"the string is not closed {where}", f"put {quote} at its end", len(quote))
            parts.append(self._character())
        self.at += len(quote)
        value = "".join(parts)
        if len(value.encode()) > MAX_STRING:
            raise self.refuse("BZ510", f"a string has more than {MAX_STRING} bytes", "split it")
        if len(self.tokens) >= MAX_TOKENS:
            raise self.refuse("BZ510", f"the file has more than {MAX_TOKENS} tokens", "split it")
        self.tokens.append(Token("string", value, line, column, self.line, self.at - self.line_start + 1))

    def _character(self) -> str:
        char = self.text[self.at]
        if char == "\\":
            escape = self.text[self.at + 1]
            if escape not in _ESCAPES:
                raise self.refuse("BZ512", f'"\\{escape}" is no escape', "write \\\\ for a backslash", 2)
            self.at += 1
            if escape == "\n":
                self._next_line()
            else:
                self.at += 1
            return _ESCAPES[escape]
        if char == "\n":
            self._next_line()
        else:
            self.at += 1
        return char
