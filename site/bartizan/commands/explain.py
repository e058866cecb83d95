"""`bartizan explain`: what a problem's code means."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from bartizan import codes, terminal
from bartizan.report import Line, Piece
from bartizan.stop import Refused
from bartizan_engine.problem import Code


def explain(
    code: Annotated[
        str,
        typer.Argument(metavar="CODE", help="BZ402, bz402 or 402; without one, all are listed.", show_default=False),
    ] = "",
) -> None:
    """Tell what a problem means, with a bad and a good example."""
    table = codes.registry()
    if not code:
        terminal.show([_listed(c) for c in table.values()])
        return
    name = _name(code)
    if name not in table:
        raise Refused(f'there is no code "{code}"', "bartizan explain lists all codes")
    terminal.show(_page(table[name]))


def _name(text: str) -> str:
    text = text.strip("[]").upper()
    return f"BZ{text}" if text.isdigit() else text


def _listed(code: Code) -> Line:
    return [Piece(code.code, code.severity), Piece(f"  {code.severity:<7}  {code.title}")]


def _page(code: Code) -> list[Line]:
    from bartizan_compiler import ignores

    lines: list[Line] = [
        [Piece(f"{code.severity}[{code.code}]", code.severity), Piece(": "), Piece(code.title, "message")],
        [],
        *_wrapped(code.why),
    ]
    for head, example in (("Wrong:", code.bad), ("Right:", code.good)):
        if example:
            lines += [[], [Piece(head, "title")], [], *_indented(example)]
    if ignores.may(code.code):
        lines += [
            [],
            *_wrapped(f"If it is meant so, a comment on the line says it: # bartizan: ignore[{code.code}] why"),
        ]
    return lines


def _wrapped(text: str) -> list[Line]:
    return [[Piece(line)] for line in textwrap.wrap(text, min(terminal.room(), 88))]


def _indented(text: str) -> list[Line]:
    return [[Piece(f"    {line}")] for line in text.rstrip("\n").split("\n")]
