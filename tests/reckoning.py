"""An attack and its defense, reckoned in plain Python from the rulebook's page: nothing here asks the engine or its rules.

A `Table` is a situation with a geometry of its own. `attack` goes through the printed steps as a generator: it yields each
question as it should be asked, is sent the answer, and returns what should have come of it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Card = dict[str, Any]
Place = str  # of a cell, by name


class Question(NamedTuple):
    """A decision: who is asked, in which words, and what is open, by the words of each option."""

    player: int
    prompt: str
    open: frozenset[str]


Reckoning = Generator[Question, str, dict[str, Any]]


@dataclass(eq=False)
class Hero:
    """A hero on the map, with the cards of its player by id."""

    title: str
    team: str
    player: int
    at: Place
    level: int = 1
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Minion:
    """A minion on the map."""

    rank: str
    team: str
    at: Place

    @property
    def title(self) -> str:
        return f"{self.team} {self.rank} minion on {self.at}"


@dataclass
class Table:
    """All that an attack depends on."""

    rows: list[list[str]]  # the tokens of the map
    legend: dict[str, list[str] | str]
    cards: dict[str, Card]
    options: dict[str, bool]
    map: str = ""
    heroes: list[Hero] = field(default_factory=list)
    minions: list[Minion] = field(default_factory=list)
    copies: dict[Place, int] = field(default_factory=dict)  # whose copies stand where

    def __post_init__(self) -> None:
        self.spaces: dict[Place, tuple[int, int]] = {}
        self.tags: dict[Place, list[str]] = {}
        for row, tokens in enumerate(self.rows):
            for column, token in enumerate(tokens):
                tags = self.legend[token]
                if tags != "gap":
                    name = f"{'abcdefghijkl'[column]}{row + 1}"
                    self.spaces[name] = (column - row // 2, row)  # odd rows stand to the right: slanted columns
                    self.tags[name] = [] if isinstance(tags, str) else tags
        self.named = {at: name for name, at in self.spaces.items()}

    # ---- geometry

    def far(self, a: Place, b: Place) -> int:
        (q, r), (s, t) = self.spaces[a], self.spaces[b]
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))

    def within(self, at: Place, reach: int) -> list[Place]:
        return [place for place in self.spaces if self.far(at, place) <= reach]

    def lines(self, at: Place, length: int) -> list[list[Place]]:
        """Straight lines from a place in all directions, as far as the map goes."""
        q, r = self.spaces[at]
        found = []
        for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
            line = []
            for n in range(1, length + 1):
                if (q + n * dq, r + n * dr) not in self.named:
                    break
                line.append(self.named[q + n * dq, r + n * dr])
            found.append(line)
        return found

    # ---- who is where

    def unit(self, at: Place) -> Hero | Minion | None:
        units: list[Hero | Minion] = [*self.heroes, *self.minions]
        return next((unit for unit in units if unit.at == at), None)

    def empty(self, at: Place) -> bool:
        return self.unit(at) is None and at not in self.copies

    def enterable(self, at: Place) -> bool:
        return self.empty(at) and "rock" not in self.tags[at]

    def reached(self, start: Place, steps: int) -> set[Place]:
        """Places to walk to, by trying every step again and again."""
        found = {start}
        for _ in range(steps):
            found |= {at for at in self.spaces if self.enterable(at) and any(self.far(at, f) == 1 for f in found)}
        return {at for at in found if self.enterable(at)}

    def immune(self, unit: Hero | Minion) -> bool:
        if not isinstance(unit, Minion) or unit.rank != "heavy":
            return False
        return any(other.team == unit.team and other.rank != "heavy" for other in self.minions)

    def foes(self, hero: Hero, at: Place, reach: int) -> list[Hero | Minion]:
        """Enemy units near a place that can be attacked."""
        units = [self.unit(place) for place in self.within(at, reach)]
        return [unit for unit in units if unit is not None and unit.team != hero.team and not self.immune(unit)]

    def friends(self, hero: Hero, reach: int) -> list[Minion]:
        return [m for m in self.minions if m.team == hero.team and self.far(m.at, hero.at) <= reach]

    def enemies(self, hero: Hero, reach: int) -> list[Minion]:
        return [m for m in self.minions if m.team != hero.team and self.far(m.at, hero.at) <= reach]

    def held(self, hero: Hero, item: str) -> int:
        return sum(self.cards[card]["item"] == item for card in hero.items)

    def spawns(self, at: Place) -> bool:
        return "zone" in self.tags[at] and any(tag.endswith(("melee", "ranged", "heavy")) for tag in self.tags[at])


# ---------------------------------------------------------------- the minions around a defender


def modifier(table: Table, hero: Hero) -> int:
    """+1 for friends that fight hand to hand beside the hero, -1 for enemies, -1 for archers of the enemy up to 2 away."""
    found = 0
    for minion in table.minions:
        away = table.far(minion.at, hero.at)
        if minion.rank == "ranged":
            found -= minion.team != hero.team and away <= 2
        elif away == 1:
            found += 1 if minion.team == hero.team else -1
    return found


# ---------------------------------------------------------------- whether there can be an attack


def possible(table: Table, hero: Hero, card: Card) -> bool:
    if card["primary"] != "attack":
        return False
    words = dict(card["before"])
    if "charge" in words:
        return bool(runs(table, hero, words["charge"]["spaces"]))
    return bool(words or table.foes(hero, hero.at, card["range"] or 1))


def runs(table: Table, hero: Hero, spaces: int) -> set[Place]:
    whole = [line for line in table.lines(hero.at, spaces) if len(line) == spaces]
    return {line[-1] for line in whole if all(map(table.enterable, line)) and table.foes(hero, line[-1], 1)}


# ---------------------------------------------------------------- the steps


def attack(table: Table, hero: Hero, card: Card) -> Reckoning:
    """The nine steps; what comes of them, by name."""
    target, extra = yield from before(table, hero, card)
    foes = [target] if target else table.foes(hero, hero.at, card["range"] or 1)
    if not foes:
        return {"attack": None}
    if target is None:
        target = yield from which(hero.player, "Attack whom?", foes)
    total = card["attack"] + extra + table.held(hero, "attack")
    came: dict[str, Any] = {"attack": total, "minions": None, "defense": None, "ends": None, "beaten": True}
    if isinstance(target, Hero):
        yield from defend(table, target, card, total, came)
        if came["ends"]:
            return came
    if came["beaten"]:
        came["beaten"] = target.title
        table_without(table, target, came)
        if came["ends"]:
            return came
    else:
        came["beaten"] = None
    yield from after(table, hero, card, target)
    return came


def table_without(table: Table, target: Hero | Minion, came: dict[str, Any]) -> None:
    if isinstance(target, Hero):
        table.heroes.remove(target)
    else:
        lose(table, target, came)


def lose(table: Table, minion: Minion, came: dict[str, Any]) -> None:
    """The last minion of a team ends it all."""
    table.minions.remove(minion)
    if all(other.team != minion.team for other in table.minions):
        came["ends"] = "pushed"


def before(table: Table, hero: Hero, card: Card) -> Generator[Question, str, tuple[Any, int]]:
    """Step 1: the target that the text names, if it does, and what it adds."""
    target, extra = None, 0
    for word, args in card["before"]:
        if word == "charge":
            hero.at = yield Question(hero.player, "Run where?", frozenset(runs(table, hero, args["spaces"])))
            target = yield from which(hero.player, "Attack whom?", table.foes(hero, hero.at, 1))
        elif word == "step":
            yield from walk(table, hero, args["spaces"])
        elif word == "attack_for_minions":
            extra += args["amount"] * len(table.friends(hero, 1))
        else:
            raise AssertionError(word)
    return target, extra


def defend(table: Table, hero: Hero, attack: Card, total: int, came: dict[str, Any]) -> Generator[Question, str, None]:
    """Steps 2 to 5, and whether the attack was successful."""
    came["minions"] = modifier(table, hero)
    useful = [id for id in hero.hand if table.cards[id]["defense"] is not None or table.cards[id]["sign"] == "block"]
    titles = {table.cards[id]["title"]: id for id in useful}
    prompt = f"Attack Total {total}: defend with which card?"
    answer = yield Question(hero.player, prompt, frozenset({*titles, "Do not defend"}))
    if answer == "Do not defend":
        return
    id = titles[answer]
    card = table.cards[id]
    hero.hand.remove(id)
    hero.discard.append(id)
    given: dict[str, Any] = {"bonus": 0, "blocks": False, "ignores": False}
    if card["primary"] in ("defense", "defense_skill"):
        for word, args in card["text"]:
            yield from spoken(table, hero, id, attack, (word, args), given, came)
            if came["ends"]:
                return
    if table.options["count_again"]:
        came["minions"] = modifier(table, hero)
    if card["sign"] == "block":
        came["beaten"] = not given["blocks"]
        return
    minions = 0 if given["ignores"] else came["minions"]
    came["defense"] = card["defense"] + given["bonus"] + table.held(hero, "defense") + minions
    came["beaten"] = came["defense"] < total


def spoken(
    table: Table, hero: Hero, id: str, attack: Card, said: tuple[str, Any], given: dict[str, Any], came: dict[str, Any]
) -> Generator[Question, str, None]:
    """Step 4: a word of the card that defends."""
    (word, args), reach = said, table.cards[id]["radius"] or 0
    if word == "bonus_if_empty":
        empty = sum(table.spawns(at) and table.empty(at) for at in table.within(hero.at, reach))
        given["bonus"] += empty if table.options["each_point"] else args["amount"] * (empty >= args["points"])
    elif word == "bonus_for_copies":
        own = [at for at, player in table.copies.items() if player == hero.player]
        given["bonus"] += args["amount"] * sum(table.far(at, hero.at) <= reach for at in own)
    elif word in ("bonus_for_minions", "bonus_beside", "block_beside"):
        near = table.friends if args["side"] == "friendly" else table.enemies
        there = len(near(hero, reach if word == "bonus_for_minions" else 1))
        if word == "block_beside":
            given["blocks"] |= there > 0
        else:
            given["bonus"] += args["amount"] * (there if word == "bonus_for_minions" else there > 0)
    elif word == "block_ranged":
        given["blocks"] |= attack["range"] is not None
    elif word == "ignore_minions":
        given["ignores"] = True
    elif word == "sacrifice":
        minion = yield from which(hero.player, "Remove which minion?", table.friends(hero, reach), "None")
        if minion is not None:
            lose(table, minion, came)
    elif word == "lead":
        yield from lead(table, hero, reach, args["spaces"])
    elif word == "retrieve":
        yield from retrieve(table, hero, id)
    else:
        assert word == "remove_copies", word  # a Skill's alone


def lead(table: Table, hero: Hero, reach: int, spaces: int) -> Generator[Question, str, None]:
    minion = yield from which(hero.player, "Move which minion?", table.friends(hero, reach), "None")
    if minion is not None:
        ends = {at for at in table.reached(minion.at, spaces) if "zone" in table.tags[at]}
        at = yield Question(hero.player, "Move it where?", frozenset(ends | {"Nowhere"}))
        minion.at = minion.at if at == "Nowhere" else at


def retrieve(table: Table, hero: Hero, id: str) -> Generator[Question, str, None]:
    cards = [other for other in hero.discard if other != id]
    cards = [other for other in cards if table.cards[other]["primary"] in ("defense", "defense_skill")]
    titles = {table.cards[other]["title"]: other for other in cards}
    answer = yield Question(hero.player, "Take which card back?", frozenset({*titles, "None"}))
    if answer != "None":
        hero.discard.remove(titles[answer])
        hero.hand.append(titles[answer])


def after(table: Table, hero: Hero, card: Card, target: Hero | Minion) -> Generator[Question, str, None]:
    """Step 7."""
    for word, args in card["after"]:
        if word == "step":
            yield from walk(table, hero, args["spaces"])
        else:
            assert word == "push_away", word
            push(table, hero, target, args["spaces"])


def push(table: Table, hero: Hero, target: Hero | Minion, spaces: int) -> None:
    """On the line from the hero through the target, until something is in the way."""
    if target not in [*table.heroes, *table.minions]:
        return
    away = table.far(hero.at, target.at)
    for line in table.lines(hero.at, away + spaces):
        if target.at in line:
            for at in line[away:]:
                if not table.enterable(at) or (isinstance(target, Minion) and "zone" not in table.tags[at]):
                    return
                target.at = at


def walk(table: Table, hero: Hero, steps: int) -> Generator[Question, str, None]:
    at = yield Question(hero.player, "Move where?", frozenset(table.reached(hero.at, steps) | {"Stay"}))
    hero.at = hero.at if at == "Stay" else at


def which(player: int, prompt: str, units: Iterable[Any], skip: str = "") -> Generator[Question, str, Any]:
    """One of some units, by its title."""
    titles = {unit.title: unit for unit in units}
    answer = yield Question(player, prompt, frozenset({*titles, *([skip] if skip else [])}))
    return titles.get(answer)
