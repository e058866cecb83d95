"""What `--help` says of every verb, as text: the page of the command is made from it."""

from __future__ import annotations

from collections.abc import Iterable

_WIDE = 1000  # so that no line is wrapped


def helps() -> dict[str, str]:
    """The help of the command itself, under "", and of every verb, in the order in which `--help` lists them."""
    found = {"": _help(())}
    for verb in _listed(found[""]):
        text = _help((verb,))
        below = _listed(text)
        found |= {f"{verb} {inner}": _help((verb, inner)) for inner in below} if below else {verb: text}
    return found


def _help(words: Iterable[str]) -> str:
    from typer.testing import CliRunner

    from bartizan import cli

    done = CliRunner().invoke(cli.app, [*words, "--help"], prog_name="bartizan", terminal_width=_WIDE)
    return done.output


def _listed(text: str) -> list[str]:
    """The verbs below `Commands:`."""
    lines = text.partition("\nCommands:\n")[2].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]
