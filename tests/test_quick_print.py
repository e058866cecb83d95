"""The quick reference of each game on paper: A4 and Letter, nothing cut off, in black and white, without the site around it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bartizan import pages, shipped, site
from bartizan.pages import quick
from bartizan_compiler import build

pytestmark = pytest.mark.browser

MARGIN_MM = 12
MOST = 14  # sheets of paper, of the game with the most cards
CUT = "e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The quick references alone: the site of these pages, with what they lead to left out."""
    found = {}
    for name, root in sorted(shipped.packs().items()):
        pack, _ = build.check(root)
        assert pack is not None
        page = pages.pages(pack)[f"games/{name}/{quick.PAGE}"]
        found[f"games/{name}/{quick.PAGE}"] = re.sub(r"\[([^\]]*)\]\([^)]*\.md[^)]*\)", r"\1", page)
    empty = site.reference([])
    out = tmp_path_factory.mktemp("quick") / "site"
    site.run(site.Reference(empty.pages | found, [*empty.nav, {"Quick": sorted(found)}]), out)
    return sorted(out.rglob(f"{Path(quick.PAGE).stem}.html"))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_quick_reference_is_printed_whole(page: Any, made: list[Path], paper: str) -> None:
    assert len(made) == len(shipped.packs())
    width = {"A4": 210, "Letter": 216}[paper] - 2 * MARGIN_MM
    margin = dict.fromkeys(("top", "right", "bottom", "left"), f"{MARGIN_MM}mm")
    for path in made:
        page.goto(path.as_uri())
        printed = page.pdf(format=paper, margin=margin)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= MOST, path
        page.emulate_media(media="print")
        page.set_viewport_size({"width": int(width / 25.4 * 96), "height": 900})
        cut = page.evaluate(
            f"[...document.querySelectorAll('.bz-quick, .bz-quick *')].filter({CUT}).map(e => e.outerHTML)"
        )
        assert cut == [], path
        assert page.evaluate("getComputedStyle(document.querySelector('.bz-quick')).filter") == "grayscale(1)"
        assert page.locator(".md-header").is_hidden()
        page.emulate_media(media="screen")
