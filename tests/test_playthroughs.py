"""The kept playthroughs are played again, line by line; each pack, mission and option has one.

What differs is either a fault or a change that was meant; then `make playthroughs` writes them anew, and the diff says what
the change does to games.
"""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

from retell import KEPT, MAX_ALL, MAX_FILE, Tale, course, game, roots, tales, told

TALES = {tale.name: tale for tale in tales()}


def test_every_pack_mission_and_option_has_a_playthrough_and_nothing_else_has() -> None:
    assert {path.name for path in KEPT.glob("*")} == set(TALES)


def test_what_is_wanted_is_every_pack_mission_and_option() -> None:
    """Reckoned apart from `tales`: from the folders, and from the declarations in the scenarios."""
    assert {tale.pack for tale in TALES.values()} == set(roots())
    for pack, root in roots().items():
        missions = len(
            re.findall(
                r"^(?:- )?id:", "".join(p.read_text("utf-8") for p in sorted(root.glob("missions/*"))), re.MULTILINE
            )
        )
        assert len({tale.mission for tale in TALES.values() if tale.pack == pack}) == missions > 0
        for mission in {tale.mission for tale in TALES.values() if tale.pack == pack}:
            alone = {
                tale.options[0][0]
                for tale in TALES.values()
                if (tale.pack, tale.mission, len(tale.options)) == (pack, mission, 1)
            }
            assert alone == set(game(pack, mission).scenario["ruleset"].get("options", {}))


@pytest.mark.parametrize("tale", TALES.values(), ids=TALES)
def test_a_playthrough_goes_as_it_went(tale: Tale) -> None:
    path = KEPT / tale.name
    assert path.is_file(), "it is missing: make playthroughs"
    kept = path.read_text(encoding="utf-8").splitlines()
    seed = int(next(line for line in kept if line.startswith("seed: ")).removeprefix("seed: "))
    for number, (was, now) in enumerate(zip_longest(kept, told(tale, seed)), 1):
        assert now == was, f"{path.name}:{number} was:\n{was}\nand now is:\n{now}\nIf that is meant: make playthroughs"


def test_playthroughs_are_small_enough_to_be_read() -> None:
    sizes = [path.stat().st_size for path in KEPT.iterdir()]
    assert max(sizes) < MAX_FILE
    assert sum(sizes) < MAX_ALL


def test_options_show_in_their_playthroughs() -> None:
    """Of nearly all options a game was found in which they make a difference."""
    silent = []
    for tale in TALES.values():
        if tale.options:
            line = (KEPT / tale.name).read_text(encoding="utf-8").splitlines()[4]
            seed = int(line.removeprefix("seed: "))
            if course(tale, seed) == course(tale._replace(options=()), seed):
                silent.append(tale.name)
    assert silent == SILENT


# Options that show only in games that go better than those of the random bot.
SILENT: list[str] = []
