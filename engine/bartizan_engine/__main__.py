"""Play a compiled scenario with nothing but this package and Python: `python -m bartizan_engine SCENARIO`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from .bots import Bot, named
from .fault import EngineError
from .game import Game, State, load

SPOKEN = ("round", "announced", "chosen", "rolled", "ended")


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 when the game came to its end, 1 for what is wrong with the file or its rules, 2 for usage."""
    args = _arguments().parse_args(argv)
    try:
        return _play(load(args.scenario), args)
    except EngineError as why:
        print(why, file=sys.stderr)
    except (EOFError, KeyboardInterrupt):
        print("stopped", file=sys.stderr)
    return 1


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bartizan_engine",
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
        metavar="random|greedy|mcts[:N]",
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
    state, bot, told = game.start(args.seed, args.players), args.bots(args.seed), 0
    while not state.over:
        told = told if args.quiet else _tell(state, told)
        seat = state.pending[1][0]
        state.answer(_ask(state) if args.ask else bot.choose(state), seat)
    if not args.quiet:
        _tell(state, told)
    result = state.result
    assert result is not None
    scores = ", ".join(f"{name} {value}" for name, value in result.scores.items())
    print(f"{result.name}: {result.says}" + (f" ({scores})" if scores else ""))
    return 0


def _tell(state: State, told: int) -> int:
    events = state.events_since(told)
    for event in events:
        line = state.describe(event) if event.name in SPOKEN else ""
        if line:
            print(line)
    return told + len(events)


def _ask(state: State) -> int:
    decision = state.decision
    assert decision is not None
    print(decision.prompt)
    for number, option in enumerate(decision.options, 1):
        print(f"  {number}. {option.label}" + (f" - {option.blocked}" if option.blocked else ""))
    while True:
        answer = input("> ").strip()
        if (
            answer.isdigit()
            and 1 <= int(answer) <= len(decision.options)
            and decision.options[int(answer) - 1].blocked is None
        ):
            return int(answer) - 1
        print("the number of an open option, please")


if __name__ == "__main__":
    sys.exit(main())
