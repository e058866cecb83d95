"""A process that plays a campaign at random and keeps it, to be killed at any moment: `wanderer.py SCENARIO SAVE SEED`.

Before each writing it says which state is meant, and after it that it is kept; so whoever kills it knows what may be
found.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from bartizan import keeping
from bartizan.safe import Safe, safe
from bartizan_engine import campaign_save, load
from bartizan_engine.campaign import Campaign, begin


def main(scenario: str, save: str, seed: str) -> None:
    """Go on with the save, or begin it, until the campaign is over."""
    game, files, chance = load(scenario), safe(Path(save)), random.Random(int(seed))
    with files.locked():
        files.mend(keeping.whole)
        text, told = keeping.read(files)
        assert not told, told
        played = begin(game, int(seed)) if text is None else campaign_save.restore(game, text)
        keep(played, files)
        while not played.over:
            decision = played.state.decision
            assert decision is not None
            played.choose(chance.choice(decision.open))
            keep(played, files)


def keep(played: Campaign, files: Safe) -> None:
    """Write it down, and say so."""
    print("writes", played.hash(), flush=True)
    keeping.keep(played, files)
    print("kept", played.hash(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
