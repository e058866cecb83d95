"""Problems as data: where, which code, what, and the likely fix.

Every stage of Bartizan returns its value and the problems it found; nothing is thrown for what a person wrote.
A problem's code is registered once, with a page that explains it; each package adds its own group of codes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import category


class Spot(NamedTuple):
    """A place in an author's file: 1-based lines and columns in code points, the end exclusive.

    `path` is relative to the pack and has forward slashes. An end of 0 means a single point.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0


def owner(path: str) -> str:
    """The pack that a file belongs to, by its path: `@pack/rules/game.star`, or "" for the game's own.

    >>> owner("@border-watch/rules/game.star"), owner("rules/game.star")
    ('border-watch', '')
    """
    return path[1:].partition("/")[0] if path.startswith("@") else ""


class Problem(NamedTuple):
    """One finding: a fact at a place, the likely fix, other places that matter, and a small drawing in plain ASCII."""

    spot: Spot
    code: str
    message: str
    hint: str = ""
    notes: tuple[tuple[Spot, str], ...] = ()
    sketch: str = ""


class Code(NamedTuple):
    """What a code means: its page in the reference is made from this."""

    code: str
    severity: str
    title: str
    why: str
    bad: str
    good: str


def printable(text: str) -> str:
    """A text that every screen and file can take: what cannot be seen, as half a character, is written out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # turn the direction of what follows


def harmless(text: str) -> str:
    """A text that commands no screen: controls are written out, what blanks and joiners people write stay."""
    if text.isprintable():
        return text
    return "".join(ascii(c)[1:-1] if category(c) in {"Cc", "Cs", "Zl", "Zp"} or c in _TURNS else c for c in text)


def registry(*tables: Iterable[Code]) -> dict[str, Code]:
    """Join the code tables of several packages; a code that is defined twice is a mistake of ours."""
    found: dict[str, Code] = {}
    for table in tables:
        for code in table:
            if code.code in found:
                raise ValueError(f"{code.code} is registered twice")
            found[code.code] = code
    return dict(sorted(found.items()))


MAX_LIKELY = 500  # names that are compared for a hint: a stranger's file may hold thousands


def nearest(name: str, candidates: Iterable[str]) -> str:
    """The candidate that a misspelt name is most like, or "" if it is near none."""
    from difflib import get_close_matches

    likely = sorted(one for one in candidates if abs(len(one) - len(name)) <= len(name) // 2 + 1)[:MAX_LIKELY]
    plain = unicodedata.normalize("NFKC", name).lower()  # a capital or a full-width letter is no letter's difference
    near = get_close_matches(name, likely, n=1, cutoff=0.6) or get_close_matches(plain, likely, n=1, cutoff=0.6)
    return near[0] if near else ""


def suggest(name: str, candidates: Iterable[str]) -> str:
    """The hint for a misspelt name: `did you mean "goblin"?`, or nothing if no candidate is near."""
    near = nearest(name, candidates)
    return f'did you mean "{near}"?' if near else ""


def order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in reading order, each once."""
    return sorted(set(problems), key=lambda p: (p.spot, p.code, p.message, p.hint, p.notes, p.sketch))
