"""The compiler's problem codes, a tuple a group: what each means, why it is one, a bad and a good example.

Codes are never used again for something else.
"""

from __future__ import annotations

from functools import cache

from bartizan_compiler.codes_drawn import DRAWN
from bartizan_compiler.codes_maps import MAPS
from bartizan_compiler.codes_packs import MISSIONS, PACKS
from bartizan_compiler.codes_proofs import COUNTED
from bartizan_compiler.codes_records import NAMES, SHAPE
from bartizan_compiler.codes_text import TEXT
from bartizan_engine import codes as engine_codes
from bartizan_engine.problem import Code

CODES: tuple[Code, ...] = (*TEXT, *SHAPE, *NAMES, *MAPS, *DRAWN, *MISSIONS, *COUNTED, *PACKS)


@cache
def _severities() -> dict[str, str]:
    return {code.code: code.severity for code in (*engine_codes.CODES, *CODES)}


def severity(code: str) -> str:
    """Whether a problem of this code is an error, a warning or a note; what is not registered is an error."""
    return _severities().get(code, "error")


def known(code: str) -> bool:
    """Whether the engine or the compiler has such a code."""
    return code in _severities()


def names() -> list[str]:
    """All codes of the engine and the compiler."""
    return sorted(_severities())
