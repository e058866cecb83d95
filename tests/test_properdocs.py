"""The same pages build with properdocs, which goes on where MkDocs 1.x ends: no page is tied to one of the two."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import webpage
from bartizan import site
from bartizan_compiler import build

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "properdocs"  # `make properdocs` puts it there, beside nothing else
PACK = Path(__file__).parent / "packs" / "border-watch"

pytestmark = pytest.mark.properdocs


def test_properdocs_makes_the_same_site_of_the_same_settings(tmp_path: Path) -> None:
    """In strict mode, page by page: what stands in each is what stands there with MkDocs."""
    assert (HOME / "properdocs").is_dir(), "make properdocs"
    settings = {
        "INHERIT": str(site.settings()),
        "docs_dir": str(site.settings().parent / "pages"),
        "site_dir": str(tmp_path / "theirs"),
        "hooks": [str(Path(site.__file__).parent / "hook.py")],
        "extra": {"packs": [str(PACK)]},
    }
    (tmp_path / "properdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "properdocs", "build", "--strict", "-f", str(tmp_path / "properdocs.yml")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HOME), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pack, _ = build.check(PACK)
    assert pack is not None
    site.build([pack], tmp_path / "ours")
    ours, theirs = (
        {path.relative_to(tmp_path / name).as_posix(): path for path in (tmp_path / name).rglob("*.html")}
        for name in ("ours", "theirs")
    )
    assert sorted(ours) == sorted(theirs)
    for name in sorted(ours):
        told = [
            webpage.tree(found[name].read_text(encoding="utf-8")).first("article").text
            for found in (ours, theirs)
            if name != "404.html"
        ]
        assert len(set(told)) <= 1, name
