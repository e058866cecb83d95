"""Markdown from content that nobody vouches for: escaping, tables, links, badges' spans, fenced text.

Whatever comes from a pack goes through `escape` (Markdown) or `raw` (inside HTML) before it stands on a page. Special
characters become numeric entities rather than backslashes: these mean the same in headings, tables, links and HTML.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"""[&<>"'\\`*_{}\[\]|~^=#+!$@]""")
_LEADING = re.compile(r"[-:.]|\d+[.)]")  # would begin a list, a definition or an admonition
# Python-Markdown marks its own stashes with control characters; a text must not be able to name one.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`{}|\\^]+\Z")


def escape(text: object) -> str:
    """Any text as one line of Markdown that shows exactly it."""
    line = " ".join(_CONTROL.sub("", str(text)).split())
    line = _SPECIAL.sub(_entity, line)
    return _entity_of(line[0]) + line[1:] if _LEADING.match(line) and len(line) > 1 else line


def raw(text: object) -> str:
    """Any text inside HTML or one of its attributes."""
    return html.escape(" ".join(_CONTROL.sub("", str(text)).split()))


def _entity(match: re.Match[str]) -> str:
    return _entity_of(match.group())


def _entity_of(character: str) -> str:
    return f"&#{ord(character)};"


def paragraphs(text: str) -> str:
    """Several paragraphs of prose; `names in backticks` become code."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(_spans(block) for block in blocks if block.strip())


def prose(text: str) -> str:
    """Prose as one line; `names in backticks` become code."""
    return _spans(text)


def _spans(text: str) -> str:
    parts = re.split(r"`([^`\n]+)`", text)
    shown = []
    for index, part in enumerate(parts):
        if index % 2:
            shown.append(code(part))
        elif part.strip():
            lead = " " if index and part[0].isspace() else ""
            tail = " " if index + 1 < len(parts) and part[-1].isspace() else ""
            shown.append(lead + escape(part) + tail)
        else:
            shown.append(part)
    return "".join(shown).strip()


def code(text: object) -> str:
    """A name or a type in the letters of code."""
    return f"<code>{escape(text)}</code>"


def span(kind: str, text: str, title: str = "") -> str:
    """An inline span of one of our classes around Markdown that is safe already."""
    hint = f' title="{raw(title)}"' if title else ""
    return f'<span class="{kind}"{hint}>{text}</span>'


def heading(level: int, text: str, anchor: str = "") -> str:
    """A heading with a stable anchor; `text` is safe already."""
    return "#" * level + f" {text}" + (f" {{ #{anchor} }}" if anchor else "")


def front_matter(*titles: str) -> str:
    """The page's title for the browser's tab: what it is about first, then what that belongs to.

    Themes print it as HTML without escaping, so it is escaped here.
    """
    title = json.dumps(raw(" · ".join(titles)), ensure_ascii=False)
    return f"---\ntitle: {title}\n---\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table; the cells are safe already, the columns in `right` are numbers."""
    numbers = set(right)
    rule = ["---:" if column in numbers else "---" for column in range(len(header))]
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(cell.replace("\n", " ") for cell in line) + " |" for line in lines)


def external(address: str, text: str, kind: str = "") -> str:
    """A link out of the site, if the address is one of the web; else only its text."""
    if not _ADDRESS.match(address):
        return span(kind, text) if kind else text
    target = address.replace("(", "%28").replace(")", "%29").replace("*", "%2A").replace("_", "%5F")
    return f"[{text}](<{target}>)" + (f"{{ .{' .'.join(kind.split())} }}" if kind else "")


def fenced(text: str, language: str = "") -> str:
    """A text as it stands, in a fence longer than any that it holds."""
    text = "".join(line.rstrip("\r\n") + "\n" for line in _CONTROL.sub("", text).splitlines()) or "\n"
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}{fence}"


def indented(text: str) -> str:
    """A block inside another block, such as a folded one or a list item."""
    return "\n".join("    " + line if line.strip() else "" for line in text.splitlines())


def folded(title: str, text: str, kind: str = "note", opened: bool = False) -> str:
    """A block that opens on a click; title and text are safe already."""
    return f'???{"+" if opened else ""} {kind} "{title}"\n\n{indented(text)}'


def opened(title: str, text: str) -> str:
    """A block that opens on a click and may hold pictures; title and text are safe already."""
    return f'<details markdown="block">\n<summary>{title}</summary>\n\n{text.strip()}\n\n</details>'


def unsearched(block: str) -> str:
    """A block that stands elsewhere as well, so that a search finds it once."""
    return f'<div data-search-exclude markdown="block">\n\n{block}\n\n</div>'


def records(table: str) -> str:
    """A table that a script can sort and narrow; a search finds the pages that its rows lead to."""
    return f'<div class="bz-records" data-search-exclude markdown="block">\n\n{table}\n\n</div>'


def facts(lines: Iterable[tuple[str, str]]) -> str:
    """Terms and what is said of each, as a list in two columns; both are safe already, what is empty is left out."""
    shown = [f"{term}\n:   {said}" for term, said in lines if said]
    return '<div class="bz-facts" markdown="block">\n\n' + "\n\n".join(shown) + "\n\n</div>" if shown else ""


def listed(items: Sequence[str]) -> str:
    """Items on one line; where one of them holds a comma, something else parts them."""
    return ("; " if any("," in item for item in items) else ", ").join(items)


def said(part: str, text: str, kind: str = "") -> str:
    """A line that begins with what it is about, the rest beside it; nothing if there is no text."""
    return f"{span(f'bz-part {kind}'.strip(), part)} {text}\n{{ .bz-said }}" if text else ""


def join(blocks: Iterable[str]) -> str:
    """Blocks of a page, one blank line between them, empty ones left out."""
    return "\n\n".join(block.strip("\n") for block in blocks if block.strip()) + "\n"
