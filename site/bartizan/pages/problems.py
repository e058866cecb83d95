"""A page for every problem code, with a bad and a good example, made from the registry of codes."""

from __future__ import annotations

from collections.abc import Iterable

from bartizan_compiler import ignores
from bartizan_engine.problem import Code

from .book import Contents
from .markdown import code as as_code
from .markdown import escape, fenced, front_matter, heading, join, paragraphs, prose, span

GROUPS = {
    "1": "Text and YAML",
    "2": "Shape of records",
    "3": "Names",
    "4": "Maps and paths",
    "5": "Rules",
    "6": "Missions and waves",
    "7": "Packs and files",
    "8": "At play",
    "9": "The tools themselves",
}
ROOT = "problems"
INTRO = (
    "Everything that the tools can find wrong has a code that is never used for anything else. "
    "`bartizan explain CODE` says the same in the terminal."
)
_MEANT = "If it is meant so, a comment on the line says it:"


def pages(codes: Iterable[Code]) -> dict[str, str]:
    """An index by group, and a page a code."""
    listed = sorted(codes)
    found = {f"{ROOT}/index.md": _index(listed)}
    for code in listed:
        found[_path(code)] = _page(code)
    return found


def contents(codes: Iterable[Code]) -> Contents:
    """The table of contents: a part for each group of codes."""
    listed = sorted(codes)
    parts: Contents = [("", f"{ROOT}/index.md")]
    for digit, group in GROUPS.items():
        inner: Contents = [(title(code), _path(code)) for code in listed if _group(code) == digit]
        parts += [(f"{digit}xx {group}", inner)] if inner else []
    return parts


def title(code: Code) -> str:
    """What the page of a code is called."""
    return f"{code.code}: {_capital(code.title)}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _path(code: Code) -> str:
    return f"{ROOT}/{code.code}.md"


def _group(code: Code) -> str:
    return code.code.removeprefix("BZ")[:1]


def _index(codes: list[Code]) -> str:
    blocks = [
        heading(1, "Problems"),
        INTRO,
    ]
    for digit, group in GROUPS.items():
        members = [code for code in codes if _group(code) == digit]
        if members:
            blocks.append(heading(2, f"{digit}xx {group}", f"group-{digit}"))
            blocks.append(
                "\n".join(
                    f"-   [{code.code}]({code.code}.md) {_severity(code)} {escape(_capital(code.title))}"
                    for code in members
                )
            )
    return front_matter("Problems") + join(blocks)


def _severity(code: Code) -> str:
    return span(f"bz-badge bz-{escape(code.severity)}", escape(code.severity))


def _page(code: Code) -> str:
    language = "python" if _group(code) in "58" else "yaml"
    return front_matter(title(code)) + join(
        [
            heading(1, f"{as_code(code.code)} {escape(_capital(code.title))}"),
            _severity(code),
            paragraphs(code.why),
            *(["**Wrong**", fenced(code.bad, language)] if code.bad.strip() else []),
            *(["**Right**", fenced(code.good, language)] if code.good.strip() else []),
            *([prose(f"{_MEANT} `# bartizan: ignore[{code.code}] why`")] if ignores.may(code.code) else []),
            prose(f"In the terminal: `bartizan explain {code.code}`"),
        ]
    )
