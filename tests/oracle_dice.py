"""One attack of the dice game in plain Python, written from the rulebook's text alone: an oracle for the rules of its pack.

It shares nothing with the engine or the pack but what the dice show. A lane is a list of towers, the front tower first; a
wave is a list of dice in the order in which they lie. Whatever a player selects is asked from `pick`, and only if there is
something to select.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

HEALTH_OR_GOAL = 8
SLOTS = 3
Pick = Callable[[int, str, Sequence[str]], str]  # who selects, what, among which


class Shows(NamedTuple):
    """A face: its value, whether it is the icon, its Victory symbols."""

    value: int
    icon: bool
    victory: int


UNROLLED = Shows(0, False, 0)


@dataclass
class Die:
    """A minion."""

    kind: str
    bonus: bool = False
    shows: Shows = UNROLLED
    flown_past: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.kind}{' bonus' if self.bonus else ''}"


@dataclass
class Tower:
    """A tower or a Golem, at a place of its lane."""

    place: str
    level: int
    golem: bool = False


@dataclass
class Player:
    """A player's mat and scoring die."""

    score: int
    lanes: dict[str, list[Tower]]
    waves: list[list[Die]]
    sent_against: int = 0
    bonus_wave_sent: bool = False
    out: bool = False


class Over(Exception):
    """Somebody has won."""

    def __init__(self, winner: int) -> None:
        self.winner = winner


class Cup:
    """The faces that the dice will show, by kind, in the order in which they are rolled."""

    def __init__(self, faces: dict[str, list[Shows]]) -> None:
        self.faces = {kind: list(rolls) for kind, rolls in faces.items()}

    def roll(self, dice: list[Die]) -> None:
        for die in dice:
            die.shows = self.faces[die.kind].pop(0)


@dataclass
class Table:
    """All players in the order of their seats: play goes on to the left, which is the next seat."""

    players: list[Player]
    cup: Cup
    pick: Pick
    elimination: bool = False
    harm_by_minion: bool = False

    # ---- who may be attacked

    def lanes(self, me: int, wave: list[Die]) -> list[str]:
        """The lanes that a wave may attack, as `seat side`."""
        others = [seat for seat in self.around(me) if seat != me]
        if {die.kind for die in wave} == {"dragon"}:
            return sorted(f"{seat} {side}" for seat in others for side in ("left", "right"))
        return [f"{others[0]} right", f"{others[-1]} left"]

    def around(self, me: int) -> list[int]:
        seats = len(self.players)
        order = [(me + step) % seats for step in range(seats)]
        return [seat for seat in order if not self.players[seat].out]

    # ---- an attack

    def attack(self, me: int, slot: int) -> None:
        """Send the wave of a slot, storm, score.

        Raises:
            Over: the attack has ended the game.
        """
        wave, self.players[me].waves[slot] = self.players[me].waves[slot], []
        seat, side = self.pick(me, "lane", self.lanes(me, wave)).split()
        defender = self.players[int(seat)]
        defender.sent_against += len(wave)
        if all(die.bonus for die in wave):
            self.players[me].bonus_wave_sent = True
        while rolled := [die for die in wave if self.faced(die, defender.lanes[side])]:
            wave = self.one_roll(rolled, wave, me, int(seat), side)
        self.score(wave, me, int(seat))

    def faced(self, die: Die, lane: list[Tower]) -> Tower | None:
        """The tower with which a die is compared."""
        for tower in lane:
            if tower.place not in die.flown_past:
                return tower
        return None

    def one_roll(self, rolled: list[Die], wave: list[Die], me: int, other: int, side: str) -> list[Die]:
        """Steps 1 to 6; gives what is left of the wave."""
        lane = self.players[other].lanes[side]
        self.cup.roll(rolled)
        opponents = {id(die): self.faced(die, lane) for die in rolled}
        for tower in list(lane)[::-1]:
            facing = [die for die in rolled if opponents[id(die)] is tower]
            lost, falls = self.compare(facing, tower, me, other)
            wave = [die for die in wave if not any(die is other for other in lost)]
            if falls:
                lane.remove(tower)
        return wave

    def compare(self, facing: list[Die], tower: Tower, me: int, other: int) -> tuple[list[Die], bool]:
        """Steps 2 to 5 for one tower: the dice that leave the wave, and whether the tower falls."""
        plain = [die for die in facing if not die.shows.icon]
        lost = [die for die in plain if die.shows.value < tower.level]
        falls = len(lost) < len(plain)
        tied = [die for die in plain if die.shows.value == tower.level]
        if tied:
            named = self.pick(me, "tied", sorted({str(die) for die in tied}))
            lost.append(next(die for die in tied if str(die) == named))
        for die in facing:
            if die.shows.icon:
                falls |= self.ability(die, lost, tower, me, other)
        return lost, falls

    def ability(self, die: Die, lost: list[Die], tower: Tower, me: int, other: int) -> bool:
        """What an icon does; whether it destroys the tower."""
        if die.kind == "troll":
            return True
        if die.kind == "dragon":
            die.flown_past.append(tower.place)
            return False
        lost.append(die)
        if die.kind == "goblin":
            slot = self.pick(me, "slot", [str(slot) for slot in range(SLOTS)])
            self.players[me].waves[int(slot)].append(Die("goblin", bonus=True))
        if die.kind == "orc":
            self.raid(me, other)
        return False

    def raid(self, me: int, other: int) -> None:
        """The attacker selects a wave, the defender a minion of it."""
        defender = self.players[other]
        waves = [str(slot) for slot in range(SLOTS) if defender.waves[slot]]
        if waves:
            wave = defender.waves[int(self.pick(me, "raided", waves))]
            named = self.pick(other, "victim", sorted({str(die) for die in wave}))
            wave.remove(next(die for die in wave if str(die) == named))

    # ---- scoring

    def score(self, wave: list[Die], me: int, other: int) -> None:
        """Whoever has no tower before it is rolled once more."""
        self.cup.roll(wave)
        symbols = sum(die.shows.victory for die in wave)
        if not self.elimination:
            self.players[me].score = min(HEALTH_OR_GOAL, self.players[me].score + symbols)
            if self.players[me].score == HEALTH_OR_GOAL and wave:
                raise Over(me)
            return
        harm = len([die for die in wave if die.shows.victory]) if self.harm_by_minion else symbols
        defender = self.players[other]
        defender.score = max(0, defender.score - harm)
        if defender.score == 0:
            defender.out = True
            defender.waves = [[] for _ in range(SLOTS)]
            defender.lanes = {side: [t for t in lane if not t.golem] for side, lane in defender.lanes.items()}
            if len(self.around(me)) == 1:
                raise Over(me)

    # ---- what came of it

    def told(self) -> list[object]:
        """The whole table, to be compared."""
        return [
            {
                "score": player.score,
                "out": player.out,
                "lanes": {side: [(t.place, t.level) for t in lane] for side, lane in player.lanes.items()},
                "waves": [dict(Counter(map(str, wave))) for wave in player.waves],
                "sent against": player.sent_against,
                "bonus wave sent": player.bonus_wave_sent,
            }
            for player in self.players
        ]
