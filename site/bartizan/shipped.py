"""What comes with Bartizan besides code: packs, schemas, and the settings and pages of the site.

In a source tree it stands at the root; in an installed wheel in `_data`, under the same names.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def root() -> Path:
    """The folder that has `content`, `schemas` and `site`."""
    data = _HERE / "_data"
    return data if data.is_dir() else _HERE.parent.parent


def packs() -> dict[str, Path]:
    """The shipped packs by their ids: a pack's folder has its id as name."""
    content = root() / "content"
    found = sorted(content.glob("*/pack.yaml")) if content.is_dir() else []
    return {path.parent.name: path.parent for path in found}
