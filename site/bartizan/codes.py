"""What can go wrong on our side (9xx), and the one table of every code there is."""

from __future__ import annotations

from functools import cache

from bartizan_compiler import codes as compiler_codes
from bartizan_engine import codes as engine_codes
from bartizan_engine import problem
from bartizan_engine.problem import Code

OURS = "BZ901"

CODES: tuple[Code, ...] = (
    Code(
        OURS,
        "error",
        "Bartizan itself failed",
        "Whatever an author or player writes is answered by a problem with a place. This answer means that we did not "
        "see something coming: the fault is ours, and a report with the file that caused it helps to mend it. "
        "BARTIZAN_DEBUG=1 shows where in our code it happened.",
        "",
        "",
    ),
    Code(
        "BZ902",
        "error",
        "A file could not be written",
        "The result was ready, but the system refused to store it: the folder is missing or read-only, or the disk is "
        "full. Files are written beside their place and renamed at the end, so the old file is still whole.",
        "bartizan build border-watch -o /proc/nowhere",
        "bartizan build border-watch -o build",
    ),
    Code(
        "BZ903",
        "warning",
        "A baseline holds what is not there",
        "An entry of the baseline fits no problem any more: it was put right, or it says something else now. Left in, "
        "the entry would hide the same mistake when somebody makes it again.",
        "bartizan check --baseline known.json    # after a mistake was put right",
        "bartizan check --baseline known.json --write-baseline",
    ),
)


@cache
def registry() -> dict[str, Code]:
    """Every code of the engine, the compiler and the front, sorted; none can be defined twice."""
    return problem.registry(engine_codes.CODES, compiler_codes.CODES, CODES)


def severity(code: str) -> str:
    """`error`, `warning` or `note`; a code that nobody registered is taken seriously."""
    known = registry().get(code)
    return known.severity if known else "error"
