"""The reference of all shipped games: writing its pages, and what MkDocs takes to make a site of the same pages."""

from __future__ import annotations

import tempfile
import time
from functools import cache
from pathlib import Path

from bartizan import shipped, site
from bartizan_compiler.link import Pack


@cache
def games() -> list[Pack]:
    """The packs, checked once: that is what `check` takes."""
    return site.checked(shipped.packs().values()).packs


def written() -> float:
    """Every page as Markdown, also those of the language, the command and the problems."""
    packs = games()
    start = time.process_time()
    site.reference(packs)
    return time.process_time() - start


def built() -> float:
    """MkDocs on these pages, with the theme and the search that the site has."""
    made = site.reference(games())
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        site.run(made, Path(folder) / "site")
        return time.process_time() - start
