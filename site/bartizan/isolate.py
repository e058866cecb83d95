"""What is still told when the compiler itself fails on a pack: which file it was, and what is wrong with the others."""

from __future__ import annotations

import os
from pathlib import Path

from bartizan import targets
from bartizan.codes import OURS
from bartizan_engine.problem import Problem, Spot

_HINT = "please report it; BARTIZAN_DEBUG=1 shows where it happened"


def problems(root: Path, fault: Exception) -> list[Problem]:
    """The failure at the file that causes it, if one does by itself, and what is wrong with the text of all files.

    Everything that is only found in the pack as a whole is missing then; the hint says so.
    """
    from bartizan_compiler import load, pack

    if os.environ.get("BARTIZAN_DEBUG"):
        raise fault
    files, found = pack.read(root)
    failed = False
    for path, data in files.yaml.items() if files else ():
        try:
            found += load.load(path, data)[1]
        except Exception as why:  # noqa: BLE001 - one file must not keep us from the others
            found.append(_ours(path, why))
            failed = True
    return found if failed else [*found, _ours(targets.FRONT, fault)]


def _ours(path: str, fault: Exception) -> Problem:
    words = f"Bartizan itself failed: {type(fault).__name__}: {fault}; only the text of the other files is checked"
    return Problem(Spot(path), OURS, words, _HINT)
