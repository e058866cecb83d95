"""What `python -m bartizan_engine SCENARIO` does: it plays a compiled scenario, with this package and Python alone."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import reading
from .bots import Bot, named
from .campaign import BOTS_STOP, Campaign, begin
from .fault import EngineError, Misuse
from .game import Game, State, load
from .problem import harmless

PROG = "python -m bartizan_engine"
SPOKEN = ("round", "announced", "chosen", "rolled", "ended")
DONE, WRONG, USAGE, STOPPED = 0, 1, 2, 130


class _Usage(Exception):
    """What was typed does not fit: a fact, and what does."""


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 when the game came to its end, 1 for what is wrong with the file or its rules, 2 for usage.

    Who stops it gets 130, as shells have it; who stops reading gets 1 without a word.
    """
    _prepare()
    try:
        code = _command(argv)
        print(end="", flush=True)  # where there is no stream at all, this does nothing
    except BrokenPipeError:
        _silence()
        return WRONG
    except OSError as error:  # files are read elsewhere, and what goes wrong there has been told
        _silence()
        return _complain(f"what is said cannot be written: {reading.said(error)}", USAGE)
    except KeyboardInterrupt:
        return _complain("stopped", STOPPED)
    return code


def _command(argv: list[str] | None) -> int:
    try:
        args = _arguments().parse_args(argv)
    except SystemExit as end:  # help was printed, or what is wrong with the command line
        return int(end.code or 0)
    try:
        return _play(_load(args.scenario), args)
    except _Usage as why:
        return _complain(f"error: {why}", USAGE)
    except EngineError as why:
        _note(str(why))
    except EOFError:
        return _complain("stopped: no more answers came", WRONG)
    return WRONG


def _load(path: str) -> Game:
    if not Path(path).exists():
        raise _Usage(f'there is no file "{path}"')
    return load(path)


def _hint(text: str) -> str:
    return f" ({text})" if text else ""


# ---- what is printed, and where it goes wrong


def _prepare() -> None:
    """Let no character stop us."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _silence() -> None:
    """Let what is still to be printed go nowhere, so that the end of the program does not try again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _note(text: str) -> None:
    """Say it on the error stream; if that is gone, nobody is left to tell."""
    with contextlib.suppress(OSError):
        print(_clean(text), file=sys.stderr, flush=True)


def _say(text: str, end: str = "\n") -> None:
    print(_clean(text), end=end, flush=not end)


def _clean(text: str) -> str:
    """What a file says must not command the screen: the ends of our lines are all that does."""
    return "\n".join(map(harmless, text.split("\n")))


class _Parser(argparse.ArgumentParser):
    """Tells of the command line what fits, without anything in it that commands the screen."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(_clean(message), file)


def _complain(text: str, code: int) -> int:
    _note(f"{PROG}: {text}")
    return code


# ---- the command line


def _arguments() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROG,
        description="Play a compiled scenario.",
        epilog="example: python -m bartizan_engine valley.scenario.json --seed 7",
    )
    parser.add_argument("scenario", help="a *.scenario.json file")
    parser.add_argument("--seed", type=int, default=0, help="the game's chance (default 0)")
    parser.add_argument("--players", type=int, help="how many play (default: the least that can)")
    parser.add_argument(
        "--bots",
        type=_bot,
        default="random",
        metavar="random|greedy[:N]|mcts[:N]",
        help="who plays, and how many playouts it makes to think (default random)",
    )
    parser.add_argument("--ask", action="store_true", help="answer the decisions yourself, by number")
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    return parser


def _bot(text: str) -> Callable[[int], Bot]:
    """The bot of a text for a seed; tried once, so that what is wrong with the text is told as usage."""
    try:
        named(text)
    except ValueError as why:
        raise argparse.ArgumentTypeError(f"{why.args[0]} ({why.args[1]})") from None
    return lambda seed: named(text, seed)


def _play(game: Game, args: argparse.Namespace) -> int:
    """The game; of a campaign one after another, until bots leave it."""
    if game.scenario.get("campaign") is None:
        return _play_one(_start(game, args), args.bots(args.seed), args)
    campaign, bot = _begin(game, args), args.bots(args.seed)
    while True:
        open_ = campaign.state.game
        if not args.quiet:
            _say(f"game {len(campaign.played) + 1}: {open_.scenario['mission'] or open_.entry}")
        _play_one(campaign.state, bot, args)
        if campaign.over:
            return 0
        if len(campaign.played) + 1 >= BOTS_STOP and not args.ask:
            _say(f"the campaign goes on; bots leave it after {BOTS_STOP} games")
            return 0
        campaign.go_on()


def _play_one(state: State, bot: Bot, args: argparse.Namespace) -> int:
    told = 0
    while not state.over:
        told = told if args.quiet else _tell(state, told)
        seat = state.pending[1][0]
        state.answer(_ask(state) if args.ask else bot.choose(state), seat)
    if not args.quiet:
        _tell(state, told)
    result = state.result
    assert result is not None
    scores = ", ".join(f"{name} {value}" for name, value in result.scores.items())
    _say(f"{result.name}: {result.says}" + (f" ({scores})" if scores else ""))
    return 0


def _begin(game: Game, args: argparse.Namespace) -> Campaign:
    try:
        return begin(game, args.seed, args.players)
    except Misuse as why:
        raise _Usage(f"{why.problem.message}{_hint(why.problem.hint)}") from None


def _start(game: Game, args: argparse.Namespace) -> State:
    try:
        return game.start(args.seed, args.players)
    except Misuse as why:  # the seed or the players do not fit
        raise _Usage(f"{why.problem.message}{_hint(why.problem.hint)}") from None


def _tell(state: State, told: int) -> int:
    events = state.events_since(told)
    for event in events:
        line = state.describe(event) if event.name in SPOKEN else ""
        if line:
            _say(line)
    return told + len(events)


def _ask(state: State) -> int:
    decision = state.decision
    assert decision is not None
    _say(decision.prompt)
    for number, option in enumerate(decision.options, 1):
        _say(f"  {number}. {option.label}" + (f" - {option.blocked}" if option.blocked else ""))
    while True:
        answer = _line().strip()
        number = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 9 else 0
        if 1 <= number <= len(decision.options) and decision.options[number - 1].blocked is None:
            return number - 1
        _say("the number of an open option, please")


def _line() -> str:
    """A line that a person typed.

    Raises:
        EOFError: there are no more.
    """
    if sys.stdin is None:
        raise EOFError
    _say("> ", end="")
    try:
        line = sys.stdin.readline()
    except OSError:
        raise EOFError from None
    if not line:
        raise EOFError
    return line
