"""`bartizan site`: the rules reference as a web site."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from bartizan import shipped, targets, terminal
from bartizan.stop import Refused, finish

_Packs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PACK]...", help="Folders or ids of packs; all that are shipped, if you name none.", show_default=False
    ),
]


def build(
    packs: _Packs = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the site.")] = Path(
        "build/site"
    ),
) -> None:
    """Write the rules reference of packs: a folder of pages that works from a disk or any web server."""
    config = _config(packs, output.absolute())
    from mkdocs.commands.build import build as built
    from mkdocs.exceptions import Abort

    try:
        built(config)
    except Abort as error:
        raise finish(problems=True) from error
    terminal.say((output / "index.html").as_posix())


def serve(
    packs: _Packs = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port on this machine.")] = 8000,
) -> None:
    """Serve the rules reference on this machine, and build it anew when a file of a pack changes."""
    _config(packs, None)
    from mkdocs.commands.serve import serve as served

    served(str(_settings()), dev_addr=f"127.0.0.1:{port}")


def _settings() -> Path:
    return shipped.root() / "site" / "mkdocs.yml"


def _config(packs: list[str] | None, output: Path | None) -> Any:
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # the theme's notice about a version that we do not use
    try:
        from mkdocs.config import load_config
    except ImportError as error:
        raise Refused("the site needs MkDocs, which is not installed", "pip install 'bartizan[site]'") from error
    chosen = [targets.pack(name) for name in packs] if packs else list(shipped.packs().values())
    config = load_config(str(_settings()), **({"site_dir": str(output)} if output else {}))
    config.extra["packs"] = [str(path) for path in chosen]
    return config
