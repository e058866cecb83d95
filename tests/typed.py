"""Command lines in tests: what is typed, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Bartizan = Callable[..., Said]
