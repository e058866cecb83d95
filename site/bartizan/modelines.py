"""The first line of each YAML file of a pack, which names the schema that an editor reads.

Schemas stand in a folder `schemas` beside the pack or farther up; `bartizan schema PACK -o schemas` writes them.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from bartizan_compiler import layout, load, models, pack, scalars
from bartizan_compiler.nodes import Mapping, Scalar

FOLDER = "schemas"
PACKS = "pack.schema.json"  # stands in every folder of schemas


def schema(root: Path, path: str, text: str, id: str = "") -> str:
    """The schema that a file of the pack should name: what it names already if that is right, else the usual place."""
    id = id or id_of(root)
    name = _name(path, id)
    said, here, home = layout.schema_named(text), (root / path).parent, home_of(root)
    if _fits(said, name, id) and (":" in said or (here / said).exists() or not home.is_dir()):
        return said
    return Path(os.path.relpath(home / name, here)).as_posix()


def _fits(said: str, name: str, id: str) -> bool:
    """Whether a path ends as it should: in the pack's folder for schemas of its own kinds, and for others not there."""
    parts, wanted = PurePosixPath(said).parts, PurePosixPath(name).parts
    return parts[-len(wanted) :] == wanted and (len(wanted) > 1 or parts[-2:-1] != (id,))


def home_of(root: Path) -> Path:
    """The folder of schemas that is nearest above the pack; if there is none, the one that would stand beside it."""
    above = root.resolve().parents
    for folder in above:
        if (folder / FOLDER / PACKS).is_file():
            return folder / FOLDER
    return above[0] / FOLDER


def _name(path: str, id: str) -> str:
    """The name of a file's schema, in the folder of schemas."""
    family = pack.family(path)
    if not family or family in models.FIXED:
        return f"{family or path.removesuffix('.yaml')}.schema.json"
    return f"{id}/{family}.schema.json"


def id_of(root: Path) -> str:
    """The id that the pack's front page says, or else the name of its folder."""
    node, _ = load.load(pack.FRONT, pack.front(root) or b"")
    said = node.get("id") if isinstance(node, Mapping) else None
    return said.text if isinstance(said, Scalar) and scalars.is_id(said.text) else root.resolve().name
