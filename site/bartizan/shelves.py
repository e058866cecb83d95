"""Where the packs that a pack requires are looked for: the folders that are named, then those that come with Bartizan.

Beside the pack itself the compiler looks of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bartizan import shipped
from bartizan.stop import Refused

if TYPE_CHECKING:
    from bartizan_compiler.pack import Shelf

VARIABLE = "BARTIZAN_PACKS"


def shelves(named: Iterable[str] | None) -> list[Shelf]:
    """The folders of `--packs`, then those of the environment, then the shipped packs.

    Raises:
        Refused: what `--packs` names is no folder.
    """
    from bartizan_compiler.pack import Shelf

    found = []
    for name in named or ():
        if not Path(name).is_dir():
            raise Refused(f'there is no folder "{name}"', "--packs names a folder with packs in it")
        found.append(Shelf(Path(name), f"in {name}"))
    told = filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
    found += [Shelf(Path(name), f"in {name} ({VARIABLE})") for name in told]
    return [*found, Shelf(shipped.root() / "content", "among the packs that come with Bartizan")]
