"""Dice Defence written by hand in plain Python: what the engine's time with the pack of the same name is held against.

Same rules, same decisions, same draws; `tests/test_bench.py` plays both side by side. Nothing is saved, logged or told
here, and a decision is a call of a function: how one would write this one game, if it were the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bartizan_engine.chance import Streams

Choose = Callable[[int, int], int]  # which of so many open options a player takes


class Breed(NamedTuple):
    """What is printed of a raider."""

    armour: int
    hp: int
    pace: int
    blow: int
    bounty: int


class Model(NamedTuple):
    """What is printed of an engine of war."""

    cost: int
    dice: int
    reach: int


class Face(NamedTuple):
    """A face of the fighting die."""

    value: int
    burst: bool = False


IMP, WOLF, OGRE, GIANT = Breed(2, 1, 2, 1, 1), Breed(3, 1, 3, 1, 1), Breed(4, 3, 1, 2, 2), Breed(5, 5, 1, 3, 3)
MODELS = (Model(2, 1, 3), Model(3, 2, 2), Model(4, 2, 4))
FIGHT = (Face(1), Face(2), Face(3), Face(4), Face(5), Face(6, burst=True))
MARCH = (0, 0, 0, 0, 1, 2)
NORTH, SOUTH = 0, 2  # the rows of the lanes; between them lie the sites
WIDTH = 9
SITES = (1, 3, 5, 7)
WAVES = (
    (NORTH, (IMP, IMP)),
    (SOUTH, (IMP, IMP, WOLF)),
    (NORTH, (OGRE, IMP)),
    (SOUTH, (WOLF, WOLF, WOLF)),
    (NORTH, (OGRE, WOLF, IMP)),
    (SOUTH, (OGRE, OGRE)),
    (NORTH, (IMP, IMP, IMP, IMP, WOLF)),
    (SOUTH, (GIANT,)),
)
ROUNDS, GATE, INCOME, MEND, TOP = 60, 5, 3, 2, 3


@dataclass(slots=True, eq=False)
class Raider:
    """A raider on a lane."""

    breed: Breed
    row: int
    hp: int
    column: int = 0


@dataclass(slots=True, eq=False)
class Engine:
    """An engine of war on its site."""

    model: Model
    column: int
    crew: Player
    level: int = 1


@dataclass(slots=True, eq=False)
class Player:
    """Who builds and shoots."""

    seat: int
    gold: int = 0
    beaten: int = 0


class Fallen(Exception):
    """The gate has fallen."""


@dataclass(slots=True)
class Siege:
    """One game."""

    players: list[Player]
    choose_one: Choose
    streams: Streams
    gate: int = GATE
    raiders: list[Raider] = field(default_factory=list)
    engines: list[Engine] = field(default_factory=list)
    free: list[int] = field(default_factory=lambda: list(SITES))
    round: int = 0

    def play(self) -> str:
        """The whole game: how it ends."""
        try:
            for self.round in range(1, ROUNDS + 1):
                self.arrive()
                for player in self.players:
                    player.gold += INCOME
                    self.buy(player)
                for player in self.players:
                    self.shoot(player)
                self.walk()
                if self.round >= len(WAVES) and not self.raiders:
                    return "won"
        except Fallen:
            pass
        return "lost"

    def choose(self, player: Player, options: Sequence[Any]) -> Any:
        """What a player chooses; the only option chooses itself."""
        if len(options) == 1:
            return options[0]
        return options[self.choose_one(player.seat, len(options))]

    def arrive(self) -> None:
        """The wave of the round."""
        if self.round <= len(WAVES):
            row, breeds = WAVES[self.round - 1]
            self.raiders += [Raider(breed, row, breed.hp) for breed in breeds]

    # ---- buying

    def buy(self, player: Player) -> None:
        """A player buys as much as the gold allows."""
        while (deal := self.choose(player, self.deals(player))) is not None:
            deal(player)

    def deals(self, player: Player) -> list[Callable[[Player], None] | None]:
        """What a player could buy now; None for nothing."""
        found: list[Callable[[Player], None] | None] = []
        if self.free and self.affordable(player):
            found.append(self.build)
        if self.can_be_raised(player):
            found.append(self.raise_a_level)
        if self.gate < GATE and player.gold >= MEND:
            found.append(self.mend)
        found.append(None)
        return found

    def affordable(self, player: Player) -> list[Model]:
        """The engines that a player can pay."""
        return [model for model in MODELS if model.cost <= player.gold]

    def build(self, player: Player) -> None:
        """An engine on a free site."""
        model = self.choose(player, self.affordable(player))
        site = self.choose(player, self.free)
        player.gold -= model.cost
        self.free.remove(site)
        self.engines.append(Engine(model, site, player))

    def can_be_raised(self, player: Player) -> list[Engine]:
        """The player's engines that have a level left, and one that can be paid."""
        return [
            engine
            for engine in self.engines
            if engine.crew is player and engine.level < TOP and engine.level < player.gold
        ]

    def raise_a_level(self, player: Player) -> None:
        """One die more."""
        engine = self.choose(player, self.can_be_raised(player))
        player.gold -= engine.level + 1
        engine.level += 1

    def mend(self, player: Player) -> None:
        """The gate stands one blow more."""
        player.gold -= MEND
        self.gate += 1

    # ---- shooting

    def shoot(self, player: Player) -> None:
        """Each engine of the player shoots at a raider in its reach."""
        for engine in self.engines:
            if engine.crew is player:
                targets = self.in_reach(engine)
                if targets:
                    self.fire(player, engine, self.choose(player, targets))

    def in_reach(self, engine: Engine) -> list[Raider]:
        """Sites lie one row from both lanes."""
        far = engine.model.reach - 1
        return [raider for raider in self.raiders if abs(raider.column - engine.column) <= far]

    def fire(self, player: Player, engine: Engine, target: Raider) -> None:
        """Dice against armour; a burst wounds everybody on the cell."""
        hits = 0
        for _ in range(engine.model.dice + engine.level - 1):
            face = FIGHT[self.streams.below("roll fight", 6)]
            if face.burst:
                here = [one for one in self.raiders if one.row == target.row and one.column == target.column]
                for near in here:
                    self.wound(player, near, 1)
            elif face.value >= target.breed.armour:
                hits += 1
        if hits and target.hp > 0:
            self.wound(player, target, hits)

    def wound(self, player: Player, target: Raider, hits: int) -> None:
        """The last hit point brings the bounty."""
        target.hp = max(0, target.hp - hits)
        if target.hp == 0:
            player.gold += target.breed.bounty
            player.beaten += 1
            self.raiders.remove(target)

    # ---- walking

    def walk(self) -> None:
        """Every raider rolls how far it goes, and strikes at the gate."""
        for raider in list(self.raiders):
            for _ in range(raider.breed.pace + MARCH[self.streams.below("roll march", 6)]):
                if raider.column == WIDTH - 1:
                    self.strike(raider)
                    break
                raider.column += 1

    def strike(self, raider: Raider) -> None:
        """The gate falls with its last point."""
        self.gate = max(0, self.gate - raider.breed.blow)
        self.raiders.remove(raider)
        if self.gate == 0:
            raise Fallen


def siege(seed: int, players: int, choose: Choose) -> Siege:
    """A new game."""
    return Siege([Player(seat) for seat in range(players)], choose, Streams(seed))
