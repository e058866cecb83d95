"""The page of the command, made from what `--help` says of every verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .markdown import code, fenced, front_matter, heading, join, prose, table

PATH = "command.md"

_ROW = re.compile(r"  (\S.*?)(?:  +(.*))?\Z")
_KINDS = {
    r"^([A-Z\[\]:]+) <.*>$": r"\1",
    r"<(?:int|int range)>": "NUMBER",
    r"<(?:str|list\[str\])>": "NAME",
    r"<(.*)>": r"\1",
}
_DEFAULT = re.compile(r" *\[default: ([^;\]]+)[^\]]*\]")


class Help(NamedTuple):
    """A help text, taken apart: how it is called, its paragraphs, its arguments and options, its example."""

    usage: str
    says: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    example: str


def pages(helps: Mapping[str, str]) -> dict[str, str]:
    """The page of a command, from the help texts of its verbs; that of the command itself stands under ""."""
    verbs = {verb: taken_apart(text) for verb, text in helps.items()}
    own = verbs.pop("")
    blocks = [
        heading(1, f"The command {code('bartizan')}"),
        f"{prose(own.says[0])} `bartizan VERB --help` says what stands here.\n{{ .bz-lead }}",
        table(["", ""], [(f"[{code(verb)}](#{_anchor(verb)})", prose(help.says[0])) for verb, help in verbs.items()]),
        _WORDS,
    ]
    for verb, help in verbs.items():
        blocks += [heading(2, code(verb), _anchor(verb)), *map(prose, help.says), fenced(help.usage, "text")]
        blocks += [table(["", ""], [(code(term), prose(said)) for term, said in help.rows])] if help.rows else []
        blocks += [f"Example:\n\n{fenced(f'$ {help.example}', 'console')}"] if help.example else []
    return {PATH: front_matter("The command") + join(blocks)}


_WORDS = """A `PACK` is a folder with a `pack.yaml`, or the id of a pack that is shipped. A `TARGET` is a compiled
scenario, or `PACK:MISSION`; where a pack has one mission, `PACK` is enough.

Every verb ends with 0 if all is well, with 1 if it has found problems, and with 2 if it was called wrongly. Colours are
for terminals only; `NO_COLOR` switches them off."""


def taken_apart(text: str) -> Help:
    """The parts of a help text."""
    usage, _, rest = text.partition("\n\n")
    usage = re.sub(r"\{(\S+)\}", r"\1", usage.removeprefix("Usage: "))
    before, *sections = re.split(r"^\w+:$\n", rest, flags=re.MULTILINE)
    said = [" ".join(part.split()) for part in before.split("\n\n") if part.strip()]
    rows = [row for section in sections for row in _rows(section)]
    example = re.search(r"^  Example: (.*)$", text, re.MULTILINE)
    return Help(usage, tuple(said), tuple(rows), example[1] if example else "")


def _rows(section: str) -> Iterator[tuple[str, str]]:
    """The arguments or options of a section, up to its blank line."""
    for line in section.split("\n\n", maxsplit=1)[0].splitlines():
        match = _ROW.match(line)
        if match and not match[1].startswith("-h"):
            term = match[1]
            for pattern, shown in _KINDS.items():
                term = re.sub(pattern, shown, term)
            said = _DEFAULT.sub(r" Without it: `\1`.", (match[2] or "").replace("  [required]", ""))
            yield term, " ".join(said.split())


def _anchor(verb: str) -> str:
    return verb.replace(" ", "-")
