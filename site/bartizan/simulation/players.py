"""Who plays in a simulation: a bot of the engine by its name, or one of the reader's own as MODULE:NAME.

A bot is made anew for each game, with the seed of the game; so `bartizan run --seed` plays the same game again.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache

from bartizan_engine.bots import BOTS, Bot, named


class NoBot(ValueError):
    """No bot is meant: a fact, and the likely way on."""


def foreign(text: str) -> bool:
    """Whether a bot is the reader's own."""
    module, colon, name = text.partition(":")
    words = [*module.split("."), name]
    return bool(colon) and module not in BOTS and all(word.isidentifier() for word in words)


def bot(text: str, seed: int) -> Bot:
    """The bot for one game.

    Raises:
        NoBot: there is none of that name, or it cannot be made.
    """
    if foreign(text):
        return _made(text, seed)
    try:
        return named(text, seed)
    except ValueError as why:
        raise NoBot(*why.args) from None


def _made(text: str, seed: int) -> Bot:
    """A bot of the reader's own: whatever goes wrong in its code is told of it."""
    factory = _factory(text)
    try:
        made: Bot = factory(seed)
    except (Exception, SystemExit) as why:  # noqa: BLE001  # code of the reader's own
        raise NoBot(f'the bot "{text}" cannot be made: {type(why).__name__}: {why}', _CALLED) from None
    if not callable(getattr(made, "choose", None)):
        raise NoBot(f'what "{text}" makes is no bot: it has no choose(state)', _CALLED)
    return made


_CALLED = "it is called with a seed, and what it gives has choose(state)"


@cache
def _factory(text: str) -> Callable[[int], Bot]:
    module, _, name = text.partition(":")
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError as why:
        raise NoBot(f'the bot "{text}" cannot be loaded: {why}', "its folder belongs into PYTHONPATH") from None
    except (Exception, SystemExit) as why:  # noqa: BLE001  # code of the reader's own
        raise NoBot(f'the bot "{text}" cannot be loaded: {type(why).__name__}: {why}') from None
    if not callable(found):
        raise NoBot(f'the module "{module}" has no "{name}" that could be called with a seed')
    maker: Callable[[int], Bot] = found
    return maker
