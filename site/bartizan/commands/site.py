"""`bartizan site`: the rules reference as a web site."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bartizan import report, shelves, targets, tell, terminal
from bartizan.commands.arguments import Packs, Shelves, whole
from bartizan.stop import Refused, finish
from bartizan_engine import reading

if TYPE_CHECKING:
    from bartizan.site import Found
    from bartizan_compiler.link import Pack
    from bartizan_compiler.pack import Shelf

_Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the site.")]


def build(packs: Packs = None, output: _Output = Path("build/site"), more: Shelves = None) -> None:
    """Write the rules reference of packs as a folder of web pages."""
    from bartizan import site

    found = _checked(_roots(packs), shelves.shelves(more))
    _told([pack for pack in found.packs if pack.info["id"] not in found.rests])
    try:
        count = site.build(found.packs, output, found.rests)
    except site.SiteError as error:
        reasons = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
        raise Refused(f"the site was not made: {reasons}") from error
    except OSError as error:
        raise Refused(f'[BZ902] "{output}" could not be written: {reading.said(error)}') from error
    terminal.say(f"{(output / 'index.html').as_posix()} and {count - 1} more pages")
    if found.rests:
        terminal.warn("bartizan site", _left_out(found))
        raise finish(problems=True)


def _left_out(found: Found) -> str:
    """How many records have a page that tells what is wrong with them, and nothing else."""
    count = sum(len(rest.spoilt) for rest in found.rests.values())
    records = (
        "one record has errors, and its page tells them"
        if count == 1
        else f"{count} records have errors, and their pages tell them"
    )
    return f"{records}; the rest is as it should be" if count else "the pages are made without what could not be read"


def _told(packs: list[Pack]) -> None:
    """Say which tables of simulations and records are old or spoiled; pages say it too, or go without them."""
    from bartizan import replays
    from bartizan.simulation import published

    for pack in packs:
        for why in (*published.read(pack)[1], *replays.wrong(pack)):
            terminal.warn("bartizan site", f"{targets.shown(pack.root)}/{why}")


def serve(
    packs: Packs = None,
    port: Annotated[int, typer.Option(parser=whole(1, 65535), metavar="N", help="The port on this machine.")] = 8000,
    more: Shelves = None,
) -> None:
    """Show the rules reference on this machine while you write."""
    from bartizan import site

    roots = _roots(packs)
    folders = shelves.shelves(more)
    _checked(roots, folders)
    site.serve([str(root) for root in roots], port, folders)


def _roots(names: list[str] | None) -> list[Path]:
    if importlib.util.find_spec("material") is None:
        raise Refused("the site needs MkDocs and its theme, which are not installed", "pip install 'bartizan[site]'")
    found = [targets.pack(name) for name in names] if names else list(targets.packs_that_come().values())
    return list({root.resolve(): root for root in reversed(found)}.values())[::-1]  # one that is named twice is one


def _checked(roots: list[Path], folders: list[Shelf]) -> Found:
    """The packs and those that they require. Errors are told; with one outside of records nothing can be made."""
    from bartizan import site

    found = site.checked(roots, folders)
    told = [shown for root, some in found.problems for shown in report.rebase(some, targets.shown(root))]
    if report.fails(told):
        tell.problems(told, tell.sources(*(root for root, _ in found.problems)))
    if found.refused:
        raise finish(problems=True)
    return found
