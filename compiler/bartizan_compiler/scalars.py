"""What a piece of text in YAML means where a field says what is to stand there: a whole number, an id, a text.

The library that judges records is not needed for that, and is only imported to say what is wrong.
"""

from __future__ import annotations

import re
from typing import Any, Literal, LiteralString, get_args

from bartizan_compiler.nodes import Scalar
from bartizan_engine.types import INT_MAX, INT_MIN

MAX_TEXT = 4096
MAX_TITLE = 200
MAX_SEATS = 16

WHOLE = re.compile(r"-?(0|[1-9][0-9]*)\Z")
# What YAML 1.1 makes of a plain scalar: tools that still read that way would change the text.
BOOLEAN = re.compile(r"(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\Z")
NUMBER = re.compile(
    r"[-+]?(?:[0-9][0-9_]*|0x[0-9a-fA-F_]+|0o?[0-7_]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+|\.(?:inf|Inf|INF))\Z|\.(?:nan|NaN|NAN)\Z"
)
DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*)?\Z")
NOTHING = re.compile(r"(?:~|null|Null|NULL)?\Z")
RESERVED = ("on", "off", "yes", "no", "y", "n", "true", "false", "null")
# What no file can be called on Windows, whatever its ending; of ids files are made.
DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)))
NO_NAME = (*RESERVED, "none")  # which stands for nothing, where a thing may be left out
NO_ID = (*NO_NAME, *DEVICES)

# What the data of a record can be, and what some of those need beside them.
Origin = Literal["printed", "published", "derived", "ruling", "invented"]
ORIGINS: tuple[str, ...] = get_args(Origin)
NEEDS = {"printed": "lines", "published": "address", "ruling": "ruling"}
MAX_LINE = 1_000_000  # of a source
MAX_LINES = 64

# A version as other programs can compare it: 1.2.0, 0.3rc1, 1.0.dev2.
VERSION = re.compile(
    r"[0-9]+([.][0-9]+)*([.-]?(a|b|rc|alpha|beta|pre)[.]?[0-9]*)?([.-]?post[0-9]*)?([.-]?dev[0-9]*)?\Z"
)
ADDRESS = re.compile(r"https?://[^\s]+\Z")
KEBAB = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")
_SEATS = re.compile(r"([1-9][0-9]?)(?:\.\.([1-9][0-9]?))?")
REF = re.compile(r"(?:[a-z][a-z0-9-]{0,63}:)?[a-z][a-z0-9-]{0,63}\Z")
SNAKE = re.compile(r"[a-z][a-z0-9_]{0,47}\Z")


def reads_as(text: str) -> str:
    """What YAML 1.1 makes of a plain scalar other than a text, or nothing.

    >>> reads_as("yes"), reads_as("1.10"), reads_as("watch")
    ('boolean', 'number', '')
    """
    for pattern, name in ((NOTHING, "null"), (BOOLEAN, "boolean"), (NUMBER, "number"), (DATE, "date")):
        if pattern.match(text):
            return name
    return ""


def number(node: object) -> int | None:
    """The number of a tile, if that can be read."""
    whole = isinstance(node, Scalar) and node.plain and WHOLE.match(node.text) and len(node.text) < 20
    return int(node.text) if isinstance(node, Scalar) and whole else None


def unseen(text: str) -> str:
    """What nobody sees in a name, unless a script of another kind needs it between two of its letters.

    >>> unseen("gob\u200blin") == "\u200b", unseen("goblin")
    (True, '')
    """
    if text.isprintable():
        return ""
    width, others = "[\u200b-\u200d\u2060-\u2064]", "[\u0600-\U0010ffff]"
    found = re.search(f"(?<!{others}){width}|{width}(?!{others})", text)
    return found.group() if found else ""


def words(value: Any) -> Any:
    """A text as it is written."""
    return value.text if isinstance(value, Scalar) else value


def is_id(text: str) -> bool:
    """Whether a text is the id of something.

    >>> is_id("border-watch"), is_id("../x"), is_id("none")
    (True, False, False)
    """
    return bool(KEBAB.match(text)) and text not in NO_ID


def wrong(error: LiteralString, says: LiteralString) -> ValueError:
    """What the library that judges is told by what it asks."""
    from pydantic_core import PydanticCustomError

    return PydanticCustomError(error, says)


def something(value: Scalar) -> Scalar:
    """A piece of text, if there is one.

    Raises:
        ValueError: nothing stands there.
    """
    if value.plain and NOTHING.match(value.text):
        raise wrong("empty", "nothing stands here")
    return value


def read_whole(value: Any) -> Any:
    """A whole number; ints and everything from JSON as they are."""
    if not isinstance(value, Scalar):
        return value
    something(value)
    if not value.plain or not WHOLE.match(value.text):
        raise wrong("whole", "no whole number")
    if len(value.text) > 20 or not INT_MIN <= int(value.text) <= INT_MAX:
        raise wrong("sixty_four", "beyond 64 bits")
    return int(value.text)


def loosely(value: Any) -> Any:
    """A value that no field types: decimals and true or false if plain, texts otherwise."""
    if isinstance(value, Scalar):
        if not value.plain:
            return value.text
        if WHOLE.match(value.text):
            return read_whole(value)
        return value.text == "true" if value.text in ("true", "false") else words(something(value))
    if isinstance(value, dict):
        return {key: loosely(item) for key, item in value.items()}
    return [loosely(item) for item in value] if isinstance(value, list) else value


def seats(text: str) -> tuple[int, int]:
    """How many can play: `1..4` or `2`. Raises ValueError for anything else."""
    match = _SEATS.fullmatch(text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not 1 <= low <= high <= MAX_SEATS:
        raise ValueError(text)
    return low, high
