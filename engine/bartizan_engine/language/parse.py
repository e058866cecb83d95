"""Tokens to the syntax tree: a closed grammar, so that what is not named here does not exist.

A hand-written parser: recursive descent for statements, precedence climbing for expressions (Pratt 1973). Its own
depth is bounded, so it cannot exhaust the stack of a small thread. It reports the first fault of every rule of a file
and goes on with the next rule.
"""

from __future__ import annotations

from typing import NoReturn

from ..problem import Problem, Spot, suggest
from . import syntax
from .syntax import Expr, Place, Stmt
from .tokenise import FOREIGN, KEYWORDS, Refused, Token, tokenise

MAX_DEPTH = 64  # of the tree, which bounds every later walk of it, and the brackets of what it is lowered to
MAX_POSTFIX = 32
MAX_BRANCHES = 200
MAX_CLAUSES = 8
MAX_PARAMS = 24

_BINARY = {
    "or": 1, "and": 2, "in": 4, "not in": 4, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
    "+": 5, "-": 5, "*": 6, "//": 6, "%": 6,
}  # fmt: skip
_COMPARE = frozenset(("in", "not in", "==", "!=", "<", "<=", ">", ">="))
_CONDITIONAL, _NOT, _NEGATIVE = 0, 3, 7


def parse(path: str, text: str) -> tuple[syntax.File, list[Problem]]:
    """The tree of one file, and the faults found; the rules that have faults are left out."""
    file = syntax.File(Place(1, 1, 1, 1), path, "", [], [], [])
    try:
        tokens = tokenise(path, text)
    except Refused as refused:
        return file, [refused.problem]
    file.tokens = len(tokens)
    return _Parser(path, tokens, file).file_()


class _Parser:
    def __init__(self, path: str, tokens: list[Token], file: syntax.File) -> None:
        self.path = path
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.file = file
        self.problems: list[Problem] = []
        self.bracketed: set[int] = set()  # ids of nodes that stood in brackets of their own; the tree keeps them alive

    # ---- tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def sees(self, *values: str) -> bool:
        return self.token.kind in ("op", "keyword") and self.token.value in values

    def accept(self, value: str) -> bool:
        if self.sees(value):
            self.at += 1
            return True
        return False

    def expect(self, value: str, where: str) -> Token:
        if not self.sees(value):
            self.refuse(self.token, "BZ512", f'"{value}" should stand {where}, not {_shown(self.token)}')
        return self.next()

    def expect_kind(self, kind: str, what: str) -> Token:
        if self.token.kind != kind:
            self.refuse(self.token, "BZ512", f"{what} should stand where {_shown(self.token)} stands", self.foreign())
        return self.next()

    def foreign(self) -> str:
        return FOREIGN.get(str(self.token.value), "") if self.token.kind == "name" else ""

    def refuse(self, at: Token | Place, code: str, message: str, hint: str = "") -> NoReturn:
        spot = Spot(self.path, at.line, at.column, at.end_line, at.end_column)
        raise Refused(Problem(spot, code, message, hint))

    # ---- the file

    def file_(self) -> tuple[syntax.File, list[Problem]]:
        self._newlines()
        if self.token.kind == "string":
            self.file.doc = str(self.next().value)
        while True:
            self._newlines()
            if self.token.kind == "end":
                return self.file, self.problems
            try:
                self.top_level()
            except Refused as refused:
                self.problems.append(refused.problem)
                self._skip_to_next_rule()

    def _newlines(self) -> None:
        while self.token.kind == "newline":
            self.at += 1

    def _skip_to_next_rule(self) -> None:
        """Recovery: the next token that begins a line at the left margin and can begin a top-level statement."""
        self.depth = 0
        while self.token.kind != "end":
            self.at += 1
            before = self.tokens[self.at - 1].kind
            if self.token.column == 1 and before in ("newline", "dedent") and self.token.value in ("def", "load"):
                return

    def top_level(self) -> None:
        if self.sees("def"):
            self.file.rules.append(self.rule())
        elif self.sees("load"):
            self.load()
        elif self.token.kind == "name" and self.tokens[self.at + 1].value == "=":
            self.constant()
        else:
            self.refuse(
                self.token,
                "BZ513",
                "only rules, constants and load() stand at the margin",
                self.foreign() or "put it into a rule: def ...",
            )

    def constant(self) -> None:
        name = self.next()
        self.next()
        value = self.expression()
        self.end_of_line()
        self.file.constants.append(syntax.Constant(_between(name, name), str(name.value), value))

    def load(self) -> None:
        start = self.next()
        self.expect("(", 'after "load"')
        pack = self.expect_kind("string", "a text")
        names = []
        while self.accept(",") and not self.sees(")"):
            names.append(self._loaded())
        end = self.expect(")", "at the end of load")
        if not names:
            self.refuse(end, "BZ512", "load() names nothing that it brings in", 'load("@pack", "name")')
        self.end_of_line()
        place = _between(start, end)
        self.file.loads.append(syntax.Load(place, str(pack.value), _between(pack, pack), names))

    def _loaded(self) -> syntax.Loaded:
        """`"name"`, or `here = "name"`."""
        local = self.next() if self.token.kind == "name" else None
        if local is not None:
            self.expect("=", "after the name that it has here")
        name = self.expect_kind("string", "a text")
        return syntax.Loaded(_between(local or name, name), str((local or name).value), str(name.value))

    def rule(self) -> syntax.Rule:
        start = self.next()
        name = self.expect_kind("name", "the name of the rule")
        self.expect("(", "after the rule's name")
        params: list[syntax.Param] = []
        while not self.sees(")"):
            params.append(self.param())
            if not self.accept(","):
                break
        if len(params) > MAX_PARAMS:
            self.refuse(name, "BZ510", f"a rule has at most {MAX_PARAMS} parameters", "use a context")
        end = self.expect(")", "after the parameters")
        returns = self.expression() if self.accept("->") else None
        self.expect(":", "after the rule's head")
        doc, body = self.block(True)
        return syntax.Rule(
            _between(start, end), str(name.value), _between(name, name), params, returns, doc, body, self.path
        )

    def param(self) -> syntax.Param:
        if self.sees("*"):
            self.refuse(self.token, "BZ513", "parameters are written out one by one", "pass a list")
        name = self.expect_kind("name", "a parameter")
        annotation = self.expression() if self.accept(":") else None
        if self.sees("="):
            self.refuse(self.token, "BZ513", f'the parameter "{name.value}" has a default', "pass it in every call")
        return syntax.Param(_between(name, name), str(name.value), annotation)

    # ---- statements

    def block(self, with_doc: bool = False) -> tuple[str, list[Stmt]]:
        if self.token.kind != "newline":
            self.refuse(self.token, "BZ512", "the block should begin on a line of its own")
        self._newlines()
        self.expect_kind("indent", "an indented block")
        doc = ""
        if with_doc and self.token.kind == "string":
            doc = str(self.next().value)
            self.end_of_line()
        body: list[Stmt] = []
        while self.token.kind not in ("dedent", "end"):
            body.append(self.statement())
        if self.token.kind == "dedent":
            self.at += 1
        return doc, body

    def end_of_line(self) -> None:
        if self.token.kind != "newline":
            if self.token.kind == "string":
                self.refuse(
                    self.token, "BZ513", "two strings stand side by side", "join them with +, or write one string"
                )
            self.refuse(
                self.token, "BZ512", f"{_shown(self.token)} does not continue what stands before it", self.foreign()
            )
        self._newlines()

    def statement(self) -> Stmt:
        if self.sees("if"):
            return self.if_()
        if self.sees("for"):
            return self.for_()
        if self.sees("def"):
            self.refuse(self.token, "BZ513", "a rule stands inside a rule", "move it to the margin")
        if self.sees("load"):
            self.refuse(self.token, "BZ513", "load() stands inside a rule", "move it to the top of the file")
        statement = self.simple()
        self.end_of_line()
        return statement

    def simple(self) -> Stmt:
        start = self.token
        if self.sees("return"):
            self.next()
            value = None if self.token.kind == "newline" else self.expression_list()
            return syntax.Return(_between(start, self.tokens[self.at - 1]), value)
        if self.sees("break", "continue", "pass"):
            return syntax.Jump(_between(start, self.next()), str(start.value))
        value = self.expression_list()
        op = str(self.token.value) if self.token.kind == "op" else ""
        if op in ("=", "+=", "-=", "*=", "//=", "%="):
            self.next()
            targets = value.items if isinstance(value, syntax.TupleExpr) and op == "=" else [value]
            for target in targets:
                self._check_target(target)
            right = self.expression_list()
            if self.sees("="):
                self.refuse(self.token, "BZ513", "one assignment gives one value", "write two lines")
            return syntax.Assign(_between(start, self.tokens[self.at - 1]), targets, op[:-1], right)
        if self.sees(":"):
            self.refuse(self.token, "BZ513", "locals have no annotation", "the type is inferred")
        return syntax.ExprStmt(value.place, value)

    def _check_target(self, target: Expr) -> None:
        if not isinstance(target, (syntax.Name, syntax.Attr, syntax.Index)):
            self.refuse(
                target.place,
                "BZ535",
                "this cannot be assigned to",
                "assign to a local, to piece.field or to table[key]",
            )

    def if_(self) -> syntax.If:
        start = self.next()
        branches = [self._branch()]
        orelse: list[Stmt] = []
        while self.sees("elif", "else"):
            word = self.next()
            if word.value == "else":
                if self.sees("if"):
                    self.refuse(word, "BZ512", '"else if" is one word here', "write elif")
                self.expect(":", 'after "else"')
                orelse = self.block()[1]
                break
            branches.append(self._branch())
            if len(branches) > MAX_BRANCHES:
                self.refuse(word, "BZ510", f"a chain of more than {MAX_BRANCHES} elif", "use a menu or a table")
        return syntax.If(_between(start, start), branches, orelse)

    def _branch(self) -> tuple[Expr, list[Stmt]]:
        test = self.expression()
        if self.sees("="):
            self.refuse(self.token, "BZ512", 'a test compares with "=="', 'did you mean "=="?')
        self.expect(":", "after the test")
        return test, self.block()[1]

    def for_(self) -> syntax.For:
        start = self.next()
        targets = self.targets()
        self.expect("in", "after the loop variable")
        source = self.expression()
        self.expect(":", "after the loop's head")
        body = self.block()[1]
        if self.sees("else"):
            self.refuse(self.token, "BZ513", "a loop has no else", "test after the loop")
        return syntax.For(_between(start, start), targets, source, body)

    def targets(self) -> list[syntax.Name]:
        brackets = self.accept("(")
        names = [self.expect_kind("name", "a loop variable")]
        while self.accept(","):
            names.append(self.expect_kind("name", "a loop variable"))
        if brackets:
            self.expect(")", "after the loop variables")
        return [syntax.Name(_between(name, name), str(name.value)) for name in names]

    # ---- expressions

    def expression_list(self) -> Expr:
        """One expression, or several with commas between: a tuple."""
        first = self.expression()
        if not self.sees(","):
            return first
        items = [first]
        while self.accept(","):
            if self.token.kind == "newline" or self.sees("=", ")"):
                break
            items.append(self.expression())
        return self.deepen(syntax.TupleExpr(_span(items[0].place, items[-1].place), items), *items)

    def deepen(self, node: Expr, *parts: Expr) -> Expr:
        node.depth = 1 + max((part.depth for part in parts), default=0)
        node.size = 1 + sum(part.size for part in parts)
        if node.depth > MAX_DEPTH:
            self.refuse(node.place, "BZ510", f"an expression is nested deeper than {MAX_DEPTH}", "give a part a name")
        return node

    def expression(self, power: int = _CONDITIONAL) -> Expr:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.refuse(self.token, "BZ510", f"an expression is nested deeper than {MAX_DEPTH}", "give a part a name")
        left = self.prefix()
        while True:
            op = self.operator()
            level = _BINARY.get(op, -1)
            if level < max(power, 1):
                break
            left = self.binary(left, op, level)
        if power == _CONDITIONAL and self.sees("if"):
            left = self.conditional(left)
        self.depth -= 1
        return left

    def operator(self) -> str:
        if self.token.kind not in ("op", "keyword"):
            return ""
        if self.sees("not") and self.tokens[self.at + 1].value == "in":
            return "not in"
        return str(self.token.value)

    def binary(self, left: Expr, op: str, level: int) -> Expr:
        if op in _COMPARE and isinstance(left, syntax.Binary) and left.op in _COMPARE and not self._closed(left):
            self.refuse(self.token, "BZ513", "comparisons do not chain", 'write "a < b and b < c"')
        self.at += 2 if op == "not in" else 1
        right = self.expression(level + 1)
        if op in ("and", "or"):
            if isinstance(left, syntax.Logic) and left.op == op and not self._closed(left):
                left.values.append(right)
                left.place = _span(left.place, right.place)
                if len(left.values) > MAX_BRANCHES:
                    self.refuse(
                        right.place,
                        "BZ510",
                        f'a chain of more than {MAX_BRANCHES} "{op}"',
                        "use any([...]) or all([...])",
                    )
                return self.deepen(left, *left.values)
            return self.deepen(syntax.Logic(_span(left.place, right.place), op, [left, right]), left, right)
        return self.deepen(syntax.Binary(_span(left.place, right.place), op, left, right), left, right)

    def _closed(self, node: Expr) -> bool:
        """Whether the expression stood in brackets of its own."""
        return id(node) in self.bracketed

    def conditional(self, value: Expr) -> Expr:
        self.next()
        test = self.expression(1)
        self.expect("else", "in a conditional expression")
        other = self.expression()
        node = self.deepen(syntax.Cond(_span(value.place, other.place), test, value, other), test, value, other)
        if _chain(other) >= MAX_POSTFIX:
            self.refuse(
                node.place, "BZ510", f"a chain of more than {MAX_POSTFIX} conditional expressions", "use if and elif"
            )
        return node

    def prefix(self) -> Expr:
        signs: list[Token] = []
        while self.sees("-", "+") or (self.sees("not") and not signs):
            sign = self.next()
            if sign.value == "not":
                value = self.expression(_NOT + 1) if not self.sees("not") else self.prefix_not()
                return self.deepen(syntax.Unary(_span(_between(sign, sign), value.place), "not", value), value)
            signs.append(sign)
            if len(signs) > MAX_POSTFIX:
                self.refuse(sign, "BZ510", f"more than {MAX_POSTFIX} signs in a row")
        if signs and self.sees("not"):
            self.refuse(self.token, "BZ512", '"not" stands after a sign', "use brackets")
        value = self.postfix(self.atom())
        for sign in reversed(signs):
            if sign.value == "-":
                value = self.deepen(syntax.Unary(_span(_between(sign, sign), value.place), "-", value), value)
        return value

    def prefix_not(self) -> Expr:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.refuse(self.token, "BZ510", f"an expression is nested deeper than {MAX_DEPTH}", "give a part a name")
        value = self.prefix()
        self.depth -= 1
        return value

    def postfix(self, value: Expr) -> Expr:
        for _ in range(MAX_POSTFIX + 1):
            if self.sees("."):
                self.next()
                name = self.expect_kind("name", "a field's name")
                value = self.deepen(
                    syntax.Attr(_span(value.place, _between(name, name)), value, str(name.value), _between(name, name)),
                    value,
                )
            elif self.sees("("):
                value = self.call(value)
            elif self.sees("["):
                value = self.subscript(value)
            else:
                return value
        self.refuse(
            value.place, "BZ510", f"a chain of more than {MAX_POSTFIX} dots, calls and indexes", "give a part a name"
        )

    def call(self, target: Expr) -> Expr:
        self.next()
        args: list[Expr] = []
        keywords: list[tuple[str, Expr, Place]] = []
        while not self.sees(")"):
            if self.sees("*"):
                self.refuse(self.token, "BZ513", "arguments are written out one by one")
            if (
                self.token.kind == "name"
                and self.tokens[self.at + 1].value == "="
                and self.tokens[self.at + 1].kind == "op"
            ):
                name = self.next()
                self.next()
                keywords.append((str(name.value), self.expression(), _between(name, name)))
            else:
                if keywords:
                    self.refuse(self.token, "BZ512", "an argument without a name stands after one with a name")
                args.append(self.expression())
                if self.sees("for"):
                    self.refuse(
                        self.token, "BZ513", "generator expressions are not in the rule language", "put [ ] around it"
                    )
            if not self.accept(","):
                break
        end = self.expect(")", "after the arguments")
        node = syntax.Call(_span(target.place, _between(end, end)), target, args, keywords)
        return self.deepen(node, target, *args, *(value for _, value, _ in keywords))

    def subscript(self, value: Expr) -> Expr:
        self.next()
        start = None if self.sees(":") else self.expression()
        if not self.accept(":"):
            if self.sees(","):
                assert start is not None
                items = [start]
                while self.accept(","):
                    items.append(self.expression())
                start = self.deepen(syntax.TupleExpr(_span(items[0].place, items[-1].place), items), *items)
            end = self.expect("]", "after the index")
            assert start is not None
            return self.deepen(syntax.Index(_span(value.place, _between(end, end)), value, start), value, start)
        stop = None if self.sees("]", ":") else self.expression()
        if self.sees(":"):
            self.refuse(self.token, "BZ513", "slices have no step", "use reversed(...)")
        end = self.expect("]", "after the slice")
        parts = [part for part in (value, start, stop) if part is not None]
        return self.deepen(syntax.Slice(_span(value.place, _between(end, end)), value, start, stop), *parts)

    def atom(self) -> Expr:
        token = self.token
        if token.kind == "name":
            self.next()
            return syntax.Name(_between(token, token), str(token.value))
        if token.kind in ("int", "string"):
            self.next()
            if self.token.kind == "string" and token.kind == "string":
                self.refuse(
                    self.token, "BZ513", "two strings stand side by side", "join them with +, or write one string"
                )
            return syntax.Const(_between(token, token), token.value)
        if self.sees("True", "False", "None"):
            self.next()
            return syntax.Const(_between(token, token), {"True": True, "False": False, "None": None}[str(token.value)])
        if self.sees("("):
            return self.parenthesis()
        if self.sees("["):
            return self.bracket()
        if self.sees("{"):
            return self.brace()
        if self.sees("*"):
            self.refuse(token, "BZ513", "a star unpacks nothing here", "write the items out, or join lists with +")
        hint = suggest(str(token.value), KEYWORDS) if token.kind == "keyword" else self.foreign()
        self.refuse(token, "BZ512", f"a value should stand where {_shown(token)} stands", hint)

    def parenthesis(self) -> Expr:
        start = self.next()
        if self.sees(")"):
            return syntax.TupleExpr(_between(start, self.next()), [])
        value = self.expression()
        if self.sees("for"):
            self.refuse(self.token, "BZ513", "generator expressions are not in the rule language", "use [ ] around it")
        if self.sees(","):
            items = [value]
            while self.accept(","):
                if self.sees(")"):
                    break
                items.append(self.expression())
            value = self.deepen(syntax.TupleExpr(value.place, items), *items)
        end = self.expect(")", "to close the bracket")
        value.place = _between(start, end)
        self.bracketed.add(id(value))
        return value

    def bracket(self) -> Expr:
        start = self.next()
        items: list[Expr] = []
        while not self.sees("]"):
            items.append(self.expression())
            if self.sees("for") and len(items) == 1:
                return self.comprehension(start, None, items[0], "]")
            if not self.accept(","):
                break
        end = self.expect("]", "to close the list")
        return self.deepen(syntax.ListExpr(_between(start, end), items), *items)

    def brace(self) -> Expr:
        start = self.next()
        pairs: list[tuple[Expr, Expr]] = []
        while not self.sees("}"):
            key = self.expression()
            if not self.sees(":"):
                self.refuse(self.token, "BZ513", "there are no sets", "use a list and unique(...)")
            self.next()
            value = self.expression()
            if self.sees("for") and not pairs:
                return self.comprehension(start, key, value, "}")
            pairs.append((key, value))
            if not self.accept(","):
                break
        end = self.expect("}", "to close the dict")
        parts = [part for pair in pairs for part in pair]
        return self.deepen(syntax.DictExpr(_between(start, end), pairs), *parts)

    def comprehension(self, start: Token, key: Expr | None, value: Expr, close: str) -> Expr:
        clauses: list[syntax.Clause] = []
        parts = [value] + ([key] if key else [])
        while self.sees("for", "if"):
            word = self.next()
            if word.value == "for":
                targets = self.targets()
                self.expect("in", "after the loop variable")
                source = self.expression(1)
                clauses.append(syntax.Clause(_between(word, word), targets, source, None))
                parts.append(source)
            else:
                test = self.expression(1)
                clauses.append(syntax.Clause(_between(word, word), [], None, test))
                parts.append(test)
            if len(clauses) > MAX_CLAUSES:
                self.refuse(word, "BZ510", f"a comprehension has more than {MAX_CLAUSES} parts", "use a loop")
        end = self.expect(close, "to close the comprehension")
        return self.deepen(syntax.Comp(_between(start, end), key, value, clauses), *parts)


def _chain(node: Expr) -> int:
    count = 0
    while isinstance(node, syntax.Cond):
        node, count = node.other, count + 1
    return count


def _between(start: Token, end: Token) -> Place:
    return Place(start.line, start.column, end.end_line, end.end_column)


def _span(start: Place, end: Place) -> Place:
    return Place(start.line, start.column, end.end_line, end.end_column)


def _shown(token: Token) -> str:
    ends = {"newline": "the end of the line", "dedent": "the end of the block", "end": "the end of the file"}
    names = {"indent": "an indentation", **ends}
    return names.get(token.kind, f'"{str(token.value)[:40]}"')
