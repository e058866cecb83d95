"""Guess what a text was to be where the brackets or commas of a list are missing, or are those of another script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

_AROUND = " \t[](){}<>\"'`\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e\u300c\u300d\u3010\u3011"
_COMMAS = re.compile(r"\s*[,;|\u3001\u060c]\s*")  # full-width ones are normalised before
_SAFE = re.compile(r"[^\W_][\w. +-]*\Z")  # what needs no quotes in brackets


def parts(text: str) -> list[str]:
    """The members that a text names, parted by commas of any kind, else by blanks.

    >>> parts("(archer; old-troll)"), parts("archer old-troll")
    (['archer', 'old-troll'], ['archer', 'old-troll'])
    """
    bare = _bare(text)
    found = _COMMAS.split(bare) if _COMMAS.search(bare) else bare.split()
    return [part for part in map(_bare, found) if part]


def by_blanks(text: str) -> bool:
    """Whether nothing but blanks parts the members that a text names."""
    return not _COMMAS.search(_bare(text))


def lists(text: str) -> Iterator[list[Any]]:
    """The lists that a text may have been meant as, the likeliest first."""
    bare = _bare(text)
    members = parts(text)
    for found in ([bare], members, [members]):
        if bare and all(map(_SAFE.match, members)) and (found != [bare] or _SAFE.match(bare)):
            yield found


def written(value: Any) -> str:
    """A list of texts, or of lists of them, as YAML has it.

    >>> written([["a1", "b1"]])
    '[[a1, b1]]'
    """
    return f"[{', '.join(map(written, value))}]" if isinstance(value, list) else str(value)


def _bare(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip(_AROUND)
