"""Games to step through: one of every shipped pack, played by bots from a fixed seed and kept in its folder `replays`.

`make replays` plays them all anew, as a change of rules or engine asks for; names after it play those packs alone:
`python tests/rerecord.py epic-dice`. `tests/test_shipped_replays.py` holds that each is there and leads to the same end.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import retell
from bartizan import playing, shipped
from bartizan_compiler.pack import REPLAYS
from bartizan_engine import bots, record
from bartizan_engine.bots import Bot


class Recorded(NamedTuple):
    """A game that a pack keeps: which mission, by whom it is played, and from which seed."""

    pack: str
    mission: str
    bot: str
    seats: int
    seed: int

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return shipped.packs()[self.pack] / REPLAYS / f"{self.mission}.json"

    def player(self) -> Bot:
        """The bot; "steady" is the one of the playthroughs, for games that others would not end soon."""
        if self.bot == "steady":
            return retell.Steady(retell.STEADY[self.pack], self.seed)
        return playing.bot(self.bot, self.seed)


GAMES = (
    Recorded("aliens-attack", "first-contact", "greedy:2", 1, 7),
    Recorded("defense-grid", "first-contact", "greedy:1", 2, 7),
    Recorded("epic-dice", "standard-game", "greedy:2", 2, 7),
    Recorded("guards-of-atlantis", "crossing", "greedy:2", 2, 7),
    Recorded("planet-defenders", "patrol", "steady", 2, 15),
)


def played(one: Recorded) -> str:
    """The record of a game, as `bartizan run --record` writes it."""
    game = playing.game(f"{shipped.packs()[one.pack]}:{one.mission}", "", [])
    state = bots.play(game.start(one.seed, one.seats), one.player())
    return record.record(state) + "\n"


def main(packs: list[str]) -> None:
    """Play and keep the games of these packs; of all, if none is named."""
    for one in GAMES:
        if not packs or one.pack in packs:
            one.path.parent.mkdir(exist_ok=True)
            one.path.write_text(played(one), encoding="utf-8")
            print(f"{one.path.relative_to(shipped.root())}: {one.bot} from seed {one.seed}")


if __name__ == "__main__":
    main(sys.argv[1:])
