"""What is done of a simulation, in a file: so that it can be stopped and go on, on the same scenario alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from bartizan import files
from bartizan.simulation.ranges import Ranges
from bartizan.simulation.tally import Batch
from bartizan.stop import Refused

NAME = "done.json"
FORMAT, VERSION = "bartizan-simulation-done", 1

Run = tuple[int, str]  # how many players, and which bot


class Progress(NamedTuple):
    """A run: the seeds that were played, and what they came to."""

    done: Ranges
    batch: Batch


def text(binding: dict[str, Any], runs: dict[Run, Progress], whole: bool) -> str:
    """The file: what it belongs to, and every run."""
    body = {
        "format": FORMAT,
        "version": VERSION,
        "binding": binding,
        "whole": whole,
        "runs": [
            {"players": players, "bot": bot, "done": run.done.ranges, **run.batch.packed()}
            for (players, bot), run in sorted(runs.items())
        ],
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(folder: Path, binding: dict[str, Any]) -> dict[Run, Progress]:
    """The runs that are kept in a folder.

    Raises:
        Refused: there are none, or they belong to another scenario, other options or other seeds.
    """
    path = folder / NAME
    found = _parsed(path)
    for name, (what, hint) in _OTHER.items():
        if found["binding"].get(name) != binding[name]:
            raise Refused(f'"{path.as_posix()}" was made with {what}', hint)
    try:
        return {
            (int(run["players"]), str(run["bot"])): Progress(
                Ranges((int(first), int(count)) for first, count in run["done"]), Batch.unpacked(run)
            )
            for run in found["runs"]
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        raise _spoiled(path) from None


_AFRESH = "name another folder with --out, or leave --resume out to begin anew"
_OTHER = {
    "play": ("another version of the scenario", _AFRESH),
    "options": ("other options", f"set the same options; or {_AFRESH}"),
    "seed": ("another first seed", f"give the same --seed; or {_AFRESH}"),
}


def unfinished(folder: Path) -> bool:
    """Whether a folder has a simulation that was stopped."""
    path = folder / NAME
    return path.exists() and not _parsed(path)["whole"]


def _parsed(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(files.read(path))
    except ValueError:
        raise _spoiled(path) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or found.get("version") != VERSION:
        raise _spoiled(path)
    if not isinstance(found.get("binding"), dict) or "whole" not in found:
        raise _spoiled(path)
    return found


def _spoiled(path: Path) -> Refused:
    return Refused(f'"{path.as_posix()}" is not what a simulation keeps', "name another folder with --out")
