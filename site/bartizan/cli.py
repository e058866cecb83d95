"""The command `bartizan`: its verbs.

Each verb is a small module of `commands/`. Heavy libraries are imported inside functions, where they are used, so that
`bartizan --help` answers at once. `start` runs it.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bartizan import terminal
from bartizan.commands import (
    build,
    campaign,
    check,
    explain,
    fmt,
    map,
    new,
    play,
    replay,
    run,
    schema,
    simulate,
    site,
    test,
)
from bartizan.start import main

__all__ = ["app", "main"]

# No rich markup: plain help is quick, the same in a pipe, and fits narrow terminals.
_STYLE: dict[str, Any] = {"rich_markup_mode": None, "no_args_is_help": True}

app = typer.Typer(
    name="bartizan",
    help="Tabletop defence games as data: check, compile, play and publish them.",
    epilog="Example: bartizan check content/border-watch. Every command has --help with an example.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    **_STYLE,
)

for _verb, _function, _example in (
    ("check", check.check, "bartizan check content/border-watch --strict"),
    ("fmt", fmt.fmt, "bartizan fmt --check content/border-watch"),
    ("explain", explain.explain, "bartizan explain BZ402"),
    ("build", build.build, "bartizan build border-watch:first-night -o build"),
    ("play", play.play, "bartizan play border-watch:first-night --players 2 --bot 2=greedy --save night.save.json"),
    (
        "campaign",
        campaign.campaign,
        "bartizan campaign march.save long-march:the-long-march --players 2",
    ),
    ("run", run.run, "bartizan run border-watch:first-night --seed 7 --players 2 --record night.record.json"),
    ("replay", replay.replay, "bartizan replay night.record.json border-watch:first-night"),
    (
        "simulate",
        simulate.simulate,
        "bartizan simulate border-watch --games 10000 --players 1,2 --out build/simulation",
    ),
    ("test", test.test, "bartizan test content/border-watch"),
    ("map", map.map, "bartizan map border-watch north-gate -o north-gate.svg"),
    ("schema", schema.schema, "bartizan schema content/border-watch -o schemas"),
):
    app.command(_verb, epilog=f"Example: {_example}")(_function)

_starts = typer.Typer(help="Begin a pack, a mission or a map with one that works.", **_STYLE)
_starts.command("pack", epilog="Example: bartizan new pack border-watch")(new.pack)
_starts.command("mission", epilog="Example: bartizan new mission second-night --in border-watch")(new.mission)
_starts.command("map", epilog="Example: bartizan new map south-gate --in border-watch")(new.map)
app.add_typer(_starts, name="new", epilog="Example: bartizan new pack border-watch")

_pages = typer.Typer(help="The rules reference: build it, or serve it while you write.", **_STYLE)
_pages.command("build", epilog="Example: bartizan site build content/border-watch -o build/site")(site.build)
_pages.command("serve", epilog="Example: bartizan site serve content/border-watch")(site.serve)
app.add_typer(_pages, name="site", epilog="Example: bartizan site build")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        terminal.say(f"bartizan {version('bartizan')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which Bartizan this is.")
    ] = False,
) -> None:
    """The options that stand before a verb."""
