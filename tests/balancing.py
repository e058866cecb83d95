"""Plays the tables that the shipped packs keep of their missions; what has not changed stays as it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from bartizan import shipped
from bartizan.simulation import published
from bartizan_compiler import build

HERE = Path(__file__).parent
GAMES = 200
# Of packs whose games want thought: how many games, with how many players, by which bots; others are played at random.
PLAYED = {"defense-grid": ("--games", "75", "--players", "2", "--bots", "random,greedy:1")}


def simulate(target: str, *more: str) -> None:
    """Play with the command, as an author does."""
    subprocess.run([sys.executable, "-m", "bartizan", "simulate", target, "--publish", "--quiet", *more], check=True)


def kept(folder: Path) -> Path:
    """A small pack with tables of its mission, for one player and for two."""
    root = folder / "border-watch"
    shutil.copytree(HERE / "packs" / "border-watch", root)
    simulate(str(root), "--games", "40", "--players", "1,2", "--jobs", "1")
    return root


def main() -> None:
    """Play what is missing or old."""
    for root in shipped.packs().values():
        pack, _ = build.check(root)
        assert pack is not None
        fresh = {one.side.lead for one in published.read(pack)[0] if not one.stale}
        low, high = pack.info["players"]
        for mission in pack.missions():
            if ("mission", mission.id) not in fresh:
                players = ",".join(map(str, range(low, high + 1)))
                usual = ("--games", str(GAMES), "--players", players)
                simulate(f"{root}:{mission.id}", *PLAYED.get(root.name, usual))


if __name__ == "__main__":
    main()
