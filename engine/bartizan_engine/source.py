"""Reads what a scenario is loaded from, whatever a caller gives; what is in it is looked at later (see `verify`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from . import reading
from .asked import shown
from .fault import NotVerified
from .problem import Problem, Spot

MAX_SCENARIO = 16 * 1024 * 1024  # bytes


def parsed(source: Any) -> Any:
    """The JSON of a scenario's file.

    Raises:
        NotVerified: it is no path, or there is no JSON to be read.
    """
    try:
        path = Path(source)
    except TypeError:
        _refuse("load", f"a scenario is a path or a dict, not {shown(source)}", "build one with: bartizan build PACK")
    try:
        if path.is_dir():
            _refuse(str(path), "this is a folder, not a scenario", "if it is a pack: bartizan build FOLDER")
        data = reading.data(path, MAX_SCENARIO)
    except (OSError, ValueError) as error:
        why = reading.said(error) if isinstance(error, OSError) else "a path holds no such character"
        fix = "is it JSON? load(json.loads(text)) takes what is parsed" if str(source).lstrip()[:1] == "{" else ""
        _refuse(
            shown(str(source), 200)[1:-1], f"the file cannot be read: {why}", fix or "does the path lead to a scenario?"
        )
    if data is None:
        _refuse(str(path), f"the file is larger than {MAX_SCENARIO >> 20} MiB")
    try:
        return reading.parsed(data)
    except reading.Unreadable as error:
        _refuse(str(path), f"this is no scenario that can be read: {error}", "build the scenario again")


def _refuse(where: str, what: str, fix: str = "") -> NoReturn:
    raise NotVerified([Problem(Spot(where), "BZ820", what, fix)]) from None
