"""A game of a pack in hand: its declarations and rules have just been checked, so they are not verified once more.

Whoever gives the engine a scenario is a stranger to it, and `load` trusts nothing. Here the scenario was emitted a
moment ago from records that were shaped and linked, and rules that were checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from bartizan_compiler import emit
from bartizan_compiler.link import Pack
from bartizan_compiler.shape import Record
from bartizan_engine.game import Game
from bartizan_engine.language import Program


class Ready(Game):
    """The game of a mission, with others beside it. The pack has no errors."""

    def __init__(
        self, pack: Pack, program: Program, mission: Record | None, entry: str, beside: Sequence[Record] = ()
    ) -> None:
        scenario = emit.plain(pack, mission, entry, beside)
        self.hold(scenario, pack.ruleset, program)
