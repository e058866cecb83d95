"""From what a person typed to a game that is played: load it, set its options, and tell what went wrong.

What the engine refuses becomes problems with a place: in the rules that it read, and with the rules that were running.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bartizan import scenarios, targets, tell
from bartizan.stop import Refused, finish
from bartizan_engine import Fault, Game, NotVerified, Spot, State, load
from bartizan_engine.bots import Bot, named
from bartizan_engine.declared import Field
from bartizan_engine.problem import suggest
from bartizan_engine.types import INT_MAX, INT_MIN
from bartizan_engine.values import check_value, no_record

ASKED = "BZ813"  # the engine's word for players, options and answers that do not fit


def game(text: str, entry: str = "", packs: Iterable[str] | None = None, needs: str = "") -> Game:
    """The game of a TARGET, verified; with `needs` "campaign", that of a campaign.

    Raises:
        Refused: there is no such file, pack or mission; or it is compiled, and holds another entry.
        typer.Exit: it has errors; they are told.
    """
    target = targets.target(text)
    scenario = target.path if target.scenario else scenarios.scenario(target, text, entry, packs, needs)
    try:
        made = load(scenario)
    except NotVerified as why:
        tell.problems(why.named(_name(target)).problems, lambda _: None)
        raise finish(problems=True) from why
    if entry and entry != made.entry:
        raise Refused(
            f'"{text}" is compiled, and holds the entry "{made.entry}" alone, not "{entry}"',
            f"leave --entry out, or build the other one: bartizan build PACK --entry {entry}",
        )
    return made


def _name(target: targets.Target) -> str:
    """The file that a problem without a place is told of."""
    return targets.shown(target.path) if target.scenario else f"{targets.shown(target.path)}/{targets.FRONT}"


def titles(game: Game) -> dict[str, str]:
    """What every record is called, by its name as in `goblin:grunt`."""
    kinds = game.ruleset.kinds
    return {f"{kind}:{record['id']}": str(record["title"]) for kind in kinds for record in game.records(kind)}


def bot(text: str, seed: int) -> Bot:
    """Who plays, as it was typed: `random`, `greedy`, `mcts`, or `mcts:500`.

    Raises:
        Refused: there is no such bot.
    """
    try:
        return named(text, seed)
    except ValueError as why:
        raise Refused(*why.args) from None


def bots(texts: list[str], seats: int, seed: int) -> dict[int, Bot]:
    """The bots by seat.

    Raises:
        Refused: it is no seat or no bot, or one seat has two.
    """
    found: dict[int, Bot] = {}
    for text in texts:
        player, equals, name = text.partition("=")
        if not (equals and player.isascii() and player.isdecimal() and 1 <= int(player[:4]) <= seats):
            raise Refused(
                f'"{text}" names no player and bot', f"write it as PLAYER=BOT, with a player from 1 to {seats}"
            )
        seat = int(player) - 1
        if seat in found:
            raise Refused(f"player {player} has two bots", "leave one of them out")
        found[seat] = bot(name, seed + seat)
    return found


def drawn() -> int:
    """A seed that nobody has thought of: short enough to be typed again."""
    return secrets.randbelow(1_000_000)


def options(game: Game, texts: list[str]) -> dict[str, Any]:
    """The options that were typed, as NAME=VALUE.

    Raises:
        Refused: they do not fit the game.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, value = _option(game, text)
        if values.setdefault(name, value) != value:
            raise Refused(f'the option "{name}" is set twice', "leave one of them out")
    return values


def start(game: Game, seed: int, players: int | None, texts: list[str]) -> State:
    """A new game at its first decision.

    Raises:
        Refused: the players or the options do not fit the game.
        Fault: the rules went wrong.
    """
    values = options(game, texts)
    try:
        return game.start(seed, players, values)
    except Fault as fault:
        if fault.problem.code == ASKED:
            raise Refused(fault.problem.message, fault.problem.hint) from fault
        raise


@contextmanager
def told(game: Game, text: str, file: str = "") -> Iterator[None]:
    """Tell what goes wrong at play, with the lines of the rules that were running; then the command ends with 1.

    Where the TARGET that was typed is a pack, the rules are files of it, and are named so. What is wrong with a `file`
    that is played, as a record is, has its name; what has no place at all that of the target.
    """
    try:
        yield
    except Fault as fault:
        problems, elsewhere = [fault.told], False
    except NotVerified as why:
        problems, elsewhere = why.named(file or _name(targets.target(text))).problems, True
    else:
        return
    target = targets.target(text)
    prefix = "" if target.scenario else targets.shown(target.path)
    rules = {rule["path"]: rule["text"] for rule in game.scenario["rules"]}

    def placed(spot: Spot) -> Spot:
        if spot.path not in rules:
            return spot if elsewhere else Spot(_name(target))
        own = prefix and not spot.path.startswith("@")  # with @ it is a file of a pack that is required
        return spot._replace(path=f"{prefix}/{spot.path}") if own else spot

    shown = [
        found._replace(spot=placed(found.spot), notes=tuple((placed(spot), said) for spot, said in found.notes))
        for found in problems
    ]
    tell.problems(shown, lambda path: rules.get(path.removeprefix(f"{prefix}/")))
    raise finish(problems=True)


def _option(game: Game, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    known = game.options
    if name not in known:
        listed = "; ".join(f"{option}: {_possible(game, known[option])}" for option in known)
        hint = suggest(name, known) or (f"the options are {listed}" if known else "this game has none")
        raise Refused(f'there is no option "{name}"', hint)
    possible = _possible(game, known[name])
    if not equals:
        raise Refused(f'"{text}" gives the option no value', f"write it as {name}=VALUE, where VALUE is {possible}")
    parsed = _value(known[name], value)
    if parsed is None or check_value(game.ruleset, known[name].type, parsed, no_record, ()):
        near = (
            suggest(value, game.ruleset.enums[known[name].type.of].members) if known[name].type.name == "enum" else ""
        )
        raise Refused(f'the option "{name}" cannot be "{value}": it is {possible}', near)
    return name, parsed


def _value(field: Field, text: str) -> Any:
    """The text as the option's type wants it, None if it is nothing of that type."""
    if field.type.name == "bool":
        return {"true": True, "false": False}.get(text)
    if field.type.name == "int":
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None
    return text


def _possible(game: Game, field: Field) -> str:
    """What an option can be, for people."""
    type = field.type
    if type.name == "bool":
        return "true or false"
    if type.name == "int":
        bounded = (type.low, type.high) != (INT_MIN, INT_MAX)
        return f"a whole number from {type.low} to {type.high}" if bounded else "a whole number"
    return "one of " + ", ".join(game.ruleset.enums[type.of].members)
