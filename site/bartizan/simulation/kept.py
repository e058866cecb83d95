"""What is done of a simulation, in a file: so that it can be stopped and go on, on the same scenario alone.

The file ends with a digest of itself, and is held against its own sums: what was changed by hand is refused, for it
would be added to what is played as if it had been.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bartizan import files
from bartizan.simulation.ranges import Ranges
from bartizan.simulation.tally import Batch
from bartizan.stop import Refused
from bartizan.targets import FRONT

NAME = "done.json"
FORMAT, VERSION = "bartizan-simulation-done", 2

Run = tuple[int, str]  # how many players, and which bot
_Count = Annotated[int, Field(ge=0, le=2**63)]
_Sum = Annotated[int, Field(ge=-(2**127), le=2**127)]


class Progress(NamedTuple):
    """A run: the seeds that were played, and what they came to."""

    done: Ranges
    batch: Batch


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Tally(_Part):
    results: dict[str, _Count]
    winners: dict[str, _Count]
    shared: _Count
    values: list[tuple[str, str, list[tuple[_Sum, _Count]]]]
    counts: list[tuple[str, str, str, str, str, _Count, _Sum, _Count, _Sum]]
    options: list[tuple[str, str, str, _Count, _Count, _Count]]
    faults: list[tuple[str, _Count, list[_Count]]]

    def games(self) -> int:
        """All games, also those that broke off."""
        return sum(self.results.values()) + sum(times for _, times, _ in self.faults)


class _Pairs(_Part):
    results: list[tuple[str, str, _Count]]
    differences: list[tuple[str, _Count, _Sum, _Count]]


class _Run(_Part):
    players: Annotated[int, Field(ge=1, le=99)]
    bot: str
    done: list[tuple[_Count, Annotated[int, Field(ge=1, le=2**63)]]]
    sides: Annotated[list[_Tally], Field(min_length=1, max_length=2)]
    pairs: _Pairs

    def sound(self) -> bool:
        """Whether as many games are told as seeds are done, and nobody won who did not play."""
        games = Ranges(self.done).count()
        seats = {str(seat) for seat in range(1, self.players + 1)}
        return all(side.games() == games and seats >= side.winners.keys() for side in self.sides)


class _Done(_Part):
    format: Literal["bartizan-simulation-done"]
    version: Literal[2]
    binding: dict[str, Any]
    whole: bool
    runs: list[_Run]
    digest: str


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
    return _written(body | {"digest": _digest(body)}) + "\n"


def _written(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _digest(body: dict[str, Any]) -> str:
    return hashlib.blake2b(_written(body).encode("utf-8"), digest_size=16).hexdigest()


def read(folder: Path, binding: dict[str, Any]) -> dict[Run, Progress]:
    """The runs that are kept in a folder.

    Raises:
        Refused: there are none, or they belong to another scenario, other options or other seeds.
    """
    path = folder / NAME
    found, body = _parsed(path)
    for name, (what, hint) in _OTHER.items():
        if found.binding.get(name) != binding[name]:
            raise Refused(f'"{path.as_posix()}" was made with {what}', hint)
    if any(len(run.sides) != len(binding["play"]) or not run.sound() for run in found.runs):
        raise _spoiled(path)
    return {
        (run.players, run.bot): Progress(Ranges(run.done), Batch.unpacked(packed))
        for run, packed in zip(found.runs, body["runs"], strict=True)
    }


_AFRESH = "name another folder with --out, or leave --resume out to begin anew"
_OTHER = {
    "game": ("another game, or other sides", _AFRESH),
    "play": ("another version of the scenario", _AFRESH),
    "statistics": ("other statistics in the ruleset", _AFRESH),
    "options": ("other options", f"set the same options; or {_AFRESH}"),
    "seed": ("another first seed", f"give the same --seed; or {_AFRESH}"),
}


def refuse(folder: Path, binding: dict[str, Any]) -> None:
    """Refuse a folder in which something would be lost.

    Raises:
        Refused: it has a simulation that was stopped, or one of another game, or it is a pack.
    """
    path = folder / NAME
    if (folder / FRONT).exists():
        raise Refused(f'"{folder.as_posix()}" is a pack', "the tables go into a folder of their own")
    if not path.exists():
        return
    found, _ = _parsed(path)
    if not found.whole and any(run.done for run in found.runs):
        raise Refused(
            f'"{folder.as_posix()}" has a simulation that was stopped',
            "go on with it by --resume, or name another folder",
        )
    if found.binding.get("game") != binding["game"]:
        raise Refused(f'"{folder.as_posix()}" has a simulation of another game', "name another folder with --out")


def _parsed(path: Path) -> tuple[_Done, dict[str, Any]]:
    text = files.read(path)
    try:
        found = _Done.model_validate_json(text)
        body: dict[str, Any] = json.loads(text)
    except (ValidationError, ValueError, RecursionError):
        raise _spoiled(path) from None
    if body.pop("digest") != _digest(body):
        raise _spoiled(path)
    return found, body


def _spoiled(path: Path) -> Refused:
    return Refused(f'"{path.as_posix()}" is not what a simulation keeps', "name another folder with --out")
