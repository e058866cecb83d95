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
    return bool(colon) and module not in BOTS and name.isidentifier()


def bot(text: str, seed: int) -> Bot:
    """The bot for one game.

    Raises:
        NoBot: there is none of that name.
    """
    if foreign(text):
        made: Bot = _factory(text)(seed)
        return made
    try:
        return named(text, seed)
    except ValueError as why:
        raise NoBot(*why.args) from None


@cache
def _factory(text: str) -> Callable[[int], Bot]:
    module, _, name = text.partition(":")
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError as why:
        raise NoBot(f'the bot "{text}" cannot be loaded: {why}', "its folder belongs into PYTHONPATH") from None
    if not callable(found):
        raise NoBot(f'the module "{module}" has no "{name}" that could be called with a seed')
    maker: Callable[[int], Bot] = found
    return maker
