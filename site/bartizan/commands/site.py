"""`bartizan site`: the rules reference as a web site."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from bartizan import shipped, targets, terminal
from bartizan.commands.arguments import Packs
from bartizan.stop import Refused, finish

_Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the site.")]


def build(packs: Packs = None, output: _Output = Path("build/site")) -> None:
    """Write the rules reference of packs as a folder of web pages."""
    config = _config(packs, output.absolute())
    from mkdocs.commands.build import build as built
    from mkdocs.exceptions import Abort

    try:
        built(config)
    except Abort as error:
        raise finish(problems=True) from error
    terminal.say((output / "index.html").as_posix())


def serve(
    packs: Packs = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port on this machine.")] = 8000,
) -> None:
    """Show the rules reference on this machine while you write."""
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
