"""From what a person typed to a game that is played: load it, set its options, and tell what went wrong.

What the engine refuses becomes problems with a place: in the rules that it read, and with the rules that were running.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bartizan import scenarios, targets, tell
from bartizan.stop import Refused, finish
from bartizan_engine import Fault, Game, NotVerified, Spot, State, load
from bartizan_engine.bots import Bot, named
from bartizan_engine.declared import Field
from bartizan_engine.problem import Problem, suggest

_ASKED = "BZ813"  # the engine's word for players, options and answers that do not fit


def game(text: str, entry: str = "", packs: Iterable[str] | None = None) -> Game:
    """The game of a TARGET, verified.

    Raises:
        Refused: there is no such file, pack or mission.
        typer.Exit: it has errors; they are told.
    """
    target = targets.target(text)
    scenario = target.path if target.scenario else scenarios.scenario(target, text, entry, packs)
    try:
        return load(scenario)
    except NotVerified as why:
        tell.problems(why.problems, read=lambda _: None)
        raise finish(problems=True) from why


def bot(text: str, seed: int) -> Bot:
    """Who plays, as it was typed: `random`, `greedy`, `mcts`, or `mcts:500`.

    Raises:
        Refused: there is no such bot.
    """
    try:
        return named(text, seed)
    except ValueError as why:
        raise Refused(*why.args) from None


def start(game: Game, seed: int, players: int | None, options: list[str]) -> State:
    """A new game at its first decision.

    Raises:
        Refused: the players or the options do not fit the game.
        Fault: the rules went wrong.
    """
    values = dict(_option(game, text) for text in options)
    try:
        return game.start(seed, players, values)
    except Fault as fault:
        if fault.problem.code == _ASKED:
            raise Refused(fault.problem.message, fault.problem.hint) from fault
        raise


@contextmanager
def told(game: Game, text: str) -> Iterator[None]:
    """Tell what goes wrong at play, with the lines of the rules that were running; then the command ends with 1.

    Where the TARGET that was typed is a pack, the rules are files of it, and are named so.
    """
    try:
        yield
    except Fault as fault:
        problems = [fault.problem._replace(notes=_callers(fault))]
    except NotVerified as why:
        problems = why.problems
    else:
        return
    target = targets.target(text)
    prefix = "" if target.scenario else targets.shown(target.path)
    rules = {rule["path"]: rule["text"] for rule in game.scenario["rules"]}
    shown = [_placed(found, prefix, rules) for found in problems]
    tell.problems(shown, read=lambda path: rules.get(path.removeprefix(f"{prefix}/")))
    raise finish(problems=True)


def _placed(problem: Problem, prefix: str, rules: Mapping[str, str]) -> Problem:
    """A problem in rules as a person finds it: in the pack that was typed, or, with `@`, in one that it requires."""

    def see(spot: Spot) -> Spot:
        own = prefix and spot.path in rules and not spot.path.startswith("@")
        return spot._replace(path=f"{prefix}/{spot.path}") if own else spot

    return problem._replace(spot=see(problem.spot), notes=tuple((see(spot), text) for spot, text in problem.notes))


def _callers(fault: Fault) -> tuple[tuple[Spot, str], ...]:
    """The rules that waited for the one that failed, innermost first."""
    return tuple((Spot(call.path, call.line), f'in the rule "{call.rule}"') for call in reversed(fault.stack[:-1]))


def _option(game: Game, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f'"{text}" sets no option', f"write it as NAME=VALUE: {name}=true")
    if name not in game.options:
        known = ", ".join(game.options)
        raise Refused(f'there is no option "{name}"', suggest(name, game.options) or f"the options are: {known}")
    return name, _value(game.options[name], name, value)


def _value(field: Field, name: str, text: str) -> Any:
    """The text as the option's type wants it; whether the value is allowed is the engine's to say."""
    if field.type.name == "bool":
        if text not in ("true", "false"):
            raise Refused(f'the option "{name}" is true or false, not "{text}"')
        return text == "true"
    if field.type.name == "int":
        if not text.removeprefix("-").isdecimal():
            raise Refused(f'the option "{name}" is a whole number, not "{text}"')
        return int(text)
    return text
