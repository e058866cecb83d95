"""`bartizan check`: every problem of packs, at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bartizan import checking, watching
from bartizan.checking import Wanted
from bartizan.commands.arguments import Shelves, whole
from bartizan.tell import Format

_Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Packs, or folders with packs; here, if none.", show_default=False),
]
_Format = Annotated[Format, typer.Option(help="With excerpts, a line each, or for programs.")]
_Max = Annotated[
    int | None,
    typer.Option("--max", metavar="N", parser=whole(1), help="Show N problems, errors first.", show_default=False),
]
_Codes = list[str] | None
_Select = Annotated[
    _Codes, typer.Option(metavar="CODE", help="Tell this code or group (BZ4) alone; repeatable.", show_default=False)
]
_Ignore = Annotated[
    _Codes, typer.Option(metavar="CODE", help="Leave this code or group out; repeatable.", show_default=False)
]
_Baseline = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Tell only what this file does not hold.", show_default=False),
]
_Site = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="BARTIZAN_SITE", help="Where your site stands, for links to codes.", show_default=False
    ),
]


def check(
    paths: _Paths = None,
    format: _Format = Format.FULL,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    max: _Max = None,  # noqa: A002 - the name of the option
    select: _Select = None,
    ignore: _Ignore = None,
    baseline: _Baseline = None,
    write_baseline: Annotated[bool, typer.Option("--write-baseline", help="Put all that is there into it.")] = False,
    site: _Site = "",
    watch: Annotated[bool, typer.Option("--watch", help="Go on, and check again after every change.")] = False,
    packs: Shelves = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Work everything out anew; the problems are the same.")
    ] = False,
) -> None:
    """Find every problem of packs, each at its place.

    Exit code 0: nothing is wrong; 1: there are problems; 2: a path is none of a pack, or Bartizan itself failed.
    """
    wanted = Wanted(strict, max, tuple(select or ()), tuple(ignore or ()), baseline, write_baseline, site)
    checking.possible(wanted)
    paths = paths or ["."]

    def once() -> int:
        return checking.once(paths, wanted, format, packs, keep=not no_cache)

    if watch:
        checking.meant(paths)
        plain = format in (Format.FULL, Format.CONCISE)
        raise typer.Exit(watching.watch(paths, packs, once, plain))
    raise typer.Exit(once())
