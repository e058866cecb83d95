"""The command `bartizan`: its verbs, and what happens when one of them fails.

Each verb is a small module of `commands/`. Heavy libraries are imported inside functions, where they are used, so that
`bartizan --help` answers at once. Exit codes: 0 clean, 1 problems found (or nobody reads on), 2 a wrong command line, a
place that cannot be written, or a fault of ours; 130 if it was stopped.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated, Any

import typer

from bartizan import terminal
from bartizan.codes import OURS
from bartizan.commands import build, check, explain, fmt, map, new, play, replay, run, schema, simulate, site, test
from bartizan.stop import CLEAN, PROBLEMS, REFUSED, Refused
from bartizan_engine import reading

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


def main() -> None:
    """Run the command line; nothing that a person wrote ends in a traceback."""
    terminal.prepare()
    try:
        code = _run()
        terminal.flush()
    except BrokenPipeError:  # who reads has enough
        terminal.silence()
        code = PROBLEMS
    except OSError as error:
        terminal.silence()
        code = REFUSED
        with contextlib.suppress(OSError):
            terminal.refuse(_typed(), f"what is said cannot be written: {reading.said(error)}")
    sys.exit(code)


def _run() -> int:
    """The exit code of the verb that was typed.

    Raises:
        OSError: nothing more can be said. Such an error has no file name; those of files do.
    """
    try:
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else REFUSED if end.code else CLEAN
    except Refused as refusal:
        terminal.refuse(_typed(), refusal.message, refusal.hint)
    except Exception as fault:
        if isinstance(fault, OSError) and fault.filename is None:
            raise
        _own(fault)
    return REFUSED


def _typed() -> str:
    """The verb that was typed, as the beginning of a message."""
    verbs = [word for word in sys.argv[1:] if not word.startswith("-")]
    return f"bartizan {verbs[0]}" if verbs else "bartizan"


def _own(fault: Exception) -> None:
    if os.environ.get("BARTIZAN_DEBUG"):
        raise fault
    terminal.refuse(
        _typed(),
        f"[{OURS}] Bartizan itself failed: {type(fault).__name__}: {fault}",
        "this is our fault; please report it with the command line and the file that caused it "
        "(BARTIZAN_DEBUG=1 shows where it happened)",
    )
