"""Checks of a pack with a thousand missions, and of one mission, beside check-jsonschema on the same files.

check-jsonschema compares the files with the pack's schema of missions, and nothing else; ours is the whole check, with
names, maps, examples and the pack's own rules. All of it is whole commands, with the start of Python.
"""

from __future__ import annotations

import os
import re
import resource
import secrets
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "bench"
BOOK = ROOT / "content" / "defense-grid"
MISSION = BOOK / "missions" / "first-contact.yaml"
MANY = 1000
PEER = WORK / "check_jsonschema"  # an environment of its own


def pack(missions: int) -> Path:
    """A copy of Defense Grid with so many missions more: the first one, each with an id, title and number of its own.

    Its schemas stand beside it.
    """
    root = WORK / f"missions-{missions}"
    if not root.is_dir():
        made = root.with_suffix(".part")
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(BOOK, made)
        text = MISSION.read_text(encoding="utf-8").replace("title: First Contact", "title: Mission")
        for number in range(missions):
            one = re.sub(r"(?m)^id: .*$", f"id: mission-{number:04}", text)
            one = re.sub(r"(?m)^title: .*$", f"title: Mission {number}", one)
            one = re.sub(r"(?m)^number: .*$", f"number: {number + 3}", one)
            (made / "missions" / f"mission-{number:04}.yaml").write_text(one, encoding="utf-8")
        ruleset = made / "ruleset.yaml"
        ruleset.write_text(
            ruleset.read_text("utf-8").replace("number: {type: int 1..99,", "number: {type: int 1..9999,"), "utf-8"
        )
        spent(sys.executable, "-m", "bartizan", "schema", made, "-o", WORK / "schemas")
        made.rename(root)
    return root


def spent(*command: str | Path) -> float:
    """The CPU time of a command."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command], env=env | {"XDG_CACHE_HOME": str(WORK / "cache")}, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(root: Path, *options: str) -> float:
    """Ours, on a pack."""
    return spent(sys.executable, "-m", "bartizan", "check", root, *options)


def schema(files: Sequence[Path]) -> float:
    """check-jsonschema on files."""
    (found,) = (WORK / "schemas").rglob("mission.schema.json")
    return spent(PEER / "bin" / "check-jsonschema", "--schemafile", found, *files)


def cold() -> float:
    """A thousand missions, with nothing kept."""
    return check(pack(MANY), "--no-cache")


def structure() -> float:
    """The same files, their structure alone."""
    return schema(sorted((pack(MANY) / "missions").iterdir()))


def after_an_edit(missions: int) -> float:
    """A pack that was checked before, with two waves of one mission in the other order, and a remark that is new: what
    an earlier measurement found out of the same edit is of no use.
    """
    root = pack(missions)
    check(root)
    path = root / "missions" / "mission-0000.yaml"
    before = path.read_text(encoding="utf-8")
    first, second = "  - {entrance: west, slots: [swarmer, swarmer]}\n", "  - {entrance: west, slots: [walker]}\n"
    assert first + second in before
    path.write_text(f"{before.replace(first + second, second + first)}# {secrets.token_hex(8)}\n", encoding="utf-8")
    try:
        return check(root)
    finally:
        path.write_text(before, encoding="utf-8")


def one_file() -> float:
    """check-jsonschema on one mission."""
    return schema([pack(1) / "missions" / "mission-0000.yaml"])
