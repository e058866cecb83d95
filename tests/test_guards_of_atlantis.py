"""The skirmish of heroes: what its pages promise of attacks and defenses, held in random skirmishes and random situations."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from bartizan import shipped
from bartizan_compiler import build, emit, examples
from bartizan_compiler.link import Pack
from bartizan_engine import Game, State, decide, load
from bartizan_engine import text as sentences
from bartizan_engine.bots import Random
from bartizan_engine.situation import Situation
from reckoning import Hero, Minion, Question, Table, attack, modifier, possible
from worlds import leaks

ROOT = shipped.packs()["guards-of-atlantis"]
MISSIONS = ("crossing", "two-pictures", "veterans")
SETS: tuple[dict[str, Any], ...] = (
    {},
    {"quick_return": True, "rounds": 8},
    {"first_printing": True, "count_again": True},
    {"each_point": True, "rounds": 1},
    {"first_printing": True, "each_point": True, "count_again": True, "quick_return": True, "rounds": 12},
)
TABLES = [(mission, seats, number) for mission in MISSIONS for seats in (2, 3, 4) for number in range(len(SETS))]
SAMPLE = [(mission, 2 + (i + n) % 3, n) for i, mission in enumerate(MISSIONS) for n in range(len(SETS))]
SKIRMISHES = 500
BOUND = 2_000  # decisions of a skirmish
ASKED = "Attack Total "  # how a defender is asked


@cache
def pack() -> Pack:
    made, problems = build.check(ROOT)
    assert made is not None, problems
    return made


@cache
def game(mission: str = "two-pictures") -> Game:
    chosen, _ = build.choose(pack(), mission, None)
    assert chosen is not None
    return load(emit.emit(pack(), *chosen))


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


# ---------------------------------------------------------------- random skirmishes


def skirmish(mission: str, seats: int, options: dict[str, Any], seed: int) -> State:
    """A random skirmish, looked through at every decision; the engine tests the pack's own invariants besides."""
    state, bot, count = game(mission).start(seed, seats, options), Random(seed), 0
    lives, dealt = None, {player: sorted(cards(state, player)) for player in range(seats)}
    while not state.over:
        assert state.decision is not None
        assert {player: sorted(cards(state, player)) for player in range(seats)} == dealt
        now = state.view(0)["game"]["lives"]
        assert lives is None or all(now[team] <= lives[team] for team in now)
        assert not state.decision.prompt.startswith(ASKED) or is_answer(state)
        lives = now
        state.answer(bot.choose(state), state.pending[decide.WHO][-1])
        count += 1
        assert count < BOUND
    right_end(state)
    return state


def cards(state: State, player: int) -> list[str]:
    """The ids of all cards of a player, wherever they lie."""
    zones = state.view(player)["players"][player]["zones"]
    piles = [zones[name] for name in ("hand", "chosen", "open", "played", "discard", "tucked")]
    return [card["is"].partition("#")[0] for pile in piles for card in pile]


def is_answer(state: State) -> bool:
    """A defender is asked by another's attack, for a card of the own hand, and may decline."""
    decision, stack = state.decision, [call.rule for call in state.stack()]
    assert decision is not None
    (player,) = decision.players
    hand = {card["is"].partition("#")[0] for card in state.view(player)["players"][player]["zones"]["hand"]}
    offered = [option.key.partition("#")[0] for option in decision.options]
    assert "attack_action" in stack
    return offered[-1] == "none" and set(offered[:-1]) == hand and bool(hand)


def right_end(state: State) -> None:
    """The result is what the table shows at the end."""
    assert state.result is not None
    view, result = state.view(0), state.result
    standing = [(piece["is"], piece["state"]) for pieces in view["board"].values() for piece in pieces]
    lying = [(piece["is"], piece["state"]) for piece in view["zones"]["fallen"]]
    minions = Counter(state["team"][6:] for name, state in standing if name.startswith("minion:"))
    heroes = {s["leader"]: s["team"][6:] for name, s in standing + lying if name.startswith("hero:")}
    winning = {heroes[f"player:{player + 1}"] for player in result.winners}
    if result.name == "drawn":
        assert not result.winners
        assert (minions["red"], result.scores["red"]) == (minions["blue"], result.scores["blue"])
        return
    (team,) = winning
    other = "blue" if team == "red" else "red"
    assert [f"player:{p + 1}" for p in result.winners] == [p for p, own in sorted(heroes.items()) if own == team]
    assert (result.name == "pushed") == (minions[other] == 0)
    assert (result.name == "beaten") == (view["game"]["lives"][other] == 0)
    if result.name == "held":
        assert minions[team] > minions[other]
    if result.name == "richer":
        assert minions[team] == minions[other]
        assert result.scores[team] > result.scores[other]


@pytest.mark.parametrize(("mission", "seats", "number"), SAMPLE, ids=["-".join(map(str, t)) for t in SAMPLE])
def test_random_skirmishes_end_rightly(mission: str, seats: int, number: int) -> None:
    skirmish(mission, seats, SETS[number], 1)


@pytest.mark.laws
def test_five_hundred_random_skirmishes_end_rightly() -> None:
    """They come to every end, and to attacks with every outcome."""
    ends, said = Counter[str](), Counter[str]()
    for seed in range(SKIRMISHES):
        mission, seats, number = TABLES[seed % len(TABLES)]
        state = skirmish(mission, seats, SETS[number], seed)
        assert state.result is not None
        ends[state.result.name] += 1
        for event in state.events:
            words = state.describe(event)
            said.update(
                what
                for what in ("defends with", "Defense Total", "blocks", "cannot block", "is defeated")
                if what in words
            )
    assert set(ends) == set(pack().ruleset.results)
    assert len(said) == 5


# ---------------------------------------------------------------- attacks, reckoned by hand

MAPS = {name: read(f"maps/{name}.yaml") for name in ("crossing", "two-pictures")}
TITLES = {"brogan": "Brogan", "wasp": "Wasp", "dodger": "Dodger", "arien": "Arien", "razzle": "Razzle"}


def random_table(chance: random.Random) -> tuple[Table, str, Hero]:
    """A table with heroes, minions and copies anywhere, any cards in hand and any items; and a card to attack with."""
    drawn = MAPS[chance.choice(sorted(MAPS))]
    rows = [line.split() for line in drawn["grid"].splitlines()]
    cards = {card["id"]: card for card in game().records("card")}
    options = {name: chance.random() < 0.3 for name in ("count_again", "each_point")}
    table = Table(rows, drawn["legend"], cards, options, drawn["id"])
    ground = [at for at, tags in table.tags.items() if "rock" not in tags]
    middle = [at for at in ground if table.far(at, "d4") <= 2]
    places = chance.sample(middle, chance.randint(4, len(middle))) + chance.sample(ground, 8)
    places = list(dict.fromkeys(places))
    deck = chance.sample(sorted(cards), len(cards))
    for player, hero in enumerate(chance.sample(sorted(TITLES), chance.choice((2, 2, 3, 4)))):
        team = ("red", "blue", "blue", "red")[player]
        made = Hero(TITLES[hero], team, player, places.pop(), chance.randint(1, 8))
        made.hand = [deck.pop() for _ in range(chance.choice((0, 1, 3, 5)))]
        if team == "blue" and chance.random() < 0.4:
            made.hand += [deck.pop(deck.index(id)) for id in ("stop-projectiles", "bone-wall") if id in deck][:1]
        made.discard = [deck.pop() for _ in range(chance.choice((0, 0, 1)))]
        made.items = [chance.choice(sorted(cards)) for _ in range(chance.choice((0, 0, 1, 4)))]
        table.heroes.append(made)
    for at in places[: chance.randint(0, 9)]:
        if "zone" in table.tags[at]:
            table.minions.append(
                Minion(chance.choice(("melee", "ranged", "heavy")), chance.choice(("red", "blue")), at)
            )
        elif chance.random() < 0.5:
            table.copies[at] = chance.randrange(len(table.heroes))
    for at in places[9:]:
        table.copies[at] = chance.randrange(len(table.heroes))
    attacker = table.heroes[0]
    useful = [id for id, card in sorted(cards.items()) if possible(table, attacker, card)]
    card = chance.choice(useful if useful and chance.random() < 0.9 else sorted(cards))
    return table, card, attacker


def laid(table: Table, card: str) -> Situation:
    """The same table for the engine."""
    pieces: dict[str, Any] = {"attack": {"card": card, "zone": "1.open"}}
    zones: dict[str, list[str]] = {}
    for hero in table.heroes:
        name = hero.title.lower()
        pieces[name] = {"hero": name, "at": hero.at, "leader": hero.player + 1, "team": hero.team, "level": hero.level}
        seat = hero.player + 1
        zones |= {f"{seat}.hand": hero.hand, f"{seat}.discard": hero.discard, f"{seat}.tucked": hero.items}
    for minion in table.minions:
        pieces[f"on-{minion.at}"] = {"minion": f"{minion.rank}-minion", "at": minion.at, "team": minion.team}
    for at, player in table.copies.items():
        pieces[f"on-{at}"] = {"decoy": "razzle-copy", "at": at, "leader": player + 1}
    situation = Situation(game(table.map).prepare(0, len(table.heroes), table.options))
    situation.arrange({"pieces": pieces, "zones": zones, "game": {"lives": {"red": 9, "blue": 9}}})
    return situation


def agrees(seed: int) -> Counter[str]:
    """One random situation: the engine asks what should be asked, and comes to what should come of it."""
    chance = random.Random(seed)
    table, card, attacker = random_table(chance)
    for hero in table.heroes:
        situation = laid(table, card)
        situation.call("minion_modifier", {"hero": hero.title.lower()})
        assert situation.state.returned == modifier(table, hero)
    situation = laid(table, card)
    situation.call("why_no_attack", {"hero": attacker.title.lower(), "card": "attack"})
    can = possible(table, attacker, table.cards[card])
    assert (situation.state.returned is None) == can
    if not can:
        return Counter(["no attack"])
    situation = laid(table, card)
    heroes, minions = list(table.heroes), list(table.minions)
    situation.call("attack_action", {"hero": attacker.title.lower(), "card": "attack"})
    came = went(situation.state, attack(table, attacker, table.cards[card]), chance)
    compare(situation.state, table, heroes, minions, came)
    return Counter(
        [
            "attack" if came["attack"] is not None else "nobody there",
            *(["defended"] if came.get("defense") is not None and came["beaten"] is None else []),
            *(["blocked"] if came.get("minions") is not None and came["beaten"] is came["defense"] is None else []),
            *(["failed"] if came.get("minions") is not None and came["beaten"] else []),
            *(["pushed"] if came.get("ends") == "pushed" else []),
        ]
    )


def went(state: State, reckoned: Any, chance: random.Random) -> dict[str, Any]:
    """Answer alike in both. What has one open option may have answered itself."""
    try:
        question: Question = next(reckoned)
        while True:
            decision = state.decision
            if decision is None or (decision.prompt != question.prompt and len(question.open) == 1):
                (answer,) = question.open
            else:
                assert decision.prompt == question.prompt
                assert decision.players == (question.player,)
                assert {option.label for option in decision.open} == question.open
                answer = chance.choice(sorted(question.open))
                state.choose(next(option for option in decision.open if option.label == answer))
            question = reckoned.send(answer)
    except StopIteration as done:
        assert state.decision is None
        return dict(done.value)


def compare(state: State, table: Table, heroes: list[Hero], minions: list[Minion], came: dict[str, Any]) -> None:
    """All that is on the table afterwards."""
    view = state.view(0)
    if came["attack"] is not None:
        told = view["game"]
        assert (told["attack_total"], told["minion_modifier"]) == (came["attack"], came["minions"])
        assert told["defense_total"] == came["defense"]
    ends = came.get("ends")
    fallen = [hero for hero in heroes if hero not in table.heroes]
    lives = {"red": 9, "blue": 9}
    for hero in fallen:
        lives[hero.team] -= (1, 1, 1, 2, 2, 2, 3, 3)[hero.level - 1]
    assert view["game"]["lives"] == lives
    assert (state.result.name if state.result else None) == ends
    standing = {at: pieces[0]["is"].partition("#")[0] for at, pieces in view["board"].items() if pieces}
    units = {hero.at: f"hero:{hero.title.lower()}" for hero in table.heroes}
    units |= {minion.at: f"minion:{minion.rank}-minion" for minion in table.minions}
    assert standing == units | dict.fromkeys(table.copies, "decoy:razzle-copy")
    for hero in heroes:
        own = state.view(hero.player)["players"][hero.player]
        piles = [[card["is"][5:].partition("#")[0] for card in own["zones"][zone]] for zone in ("hand", "discard")]
        assert list(map(sorted, piles)) == [sorted(hero.hand), sorted(hero.discard)]
        assert own["state"]["coins"] == coins(
            hero, heroes, fallen, [m for m in minions if m not in table.minions], came
        )


def coins(hero: Hero, heroes: list[Hero], fallen: list[Hero], lost: list[Minion], came: dict[str, Any]) -> int:
    """What the attack has brought somebody."""
    attacker = heroes[0]
    if fallen:
        level = fallen[0].level
        mate = hero.team == attacker.team
        return level if hero is attacker else (1, 1, 1, 2, 2, 2, 3, 3)[level - 1] if mate else 0
    beaten = [minion for minion in lost if minion.title == came.get("beaten")]
    return (4 if beaten[0].rank == "heavy" else 2) if beaten and hero is attacker else 0


def test_attacks_come_out_as_they_are_reckoned_by_hand() -> None:
    met: Counter[str] = Counter()
    for seed in range(260):
        met += agrees(seed)
    assert set(met) == {"attack", "nobody there", "no attack", "defended", "blocked", "failed", "pushed"}


@pytest.mark.laws
def test_ten_thousand_attacks_do() -> None:
    met: Counter[str] = Counter()
    for seed in range(1_000, 11_000):
        met += agrees(seed)
    assert min(met.values()) > 50


# ---------------------------------------------------------------- the defender's decision


def defended(mission: str, seats: int, seeds: range) -> list[State]:
    """The states of random skirmishes in which a defender is asked."""
    found = []
    for seed in seeds:
        state, bot = game(mission).start(seed, seats), Random(seed)
        while not state.over:
            if state.decision is not None and state.decision.prompt.startswith(ASKED):
                found.append(state.clone())
            state.answer(bot.choose(state), state.pending[decide.WHO][-1])
    return found


def test_a_game_is_saved_and_restored_while_a_defender_thinks() -> None:
    """It goes on to the same end, whatever is answered; also where the scenario is loaded anew."""
    states = defended("crossing", 4, range(3))
    assert len(states) >= 3
    for state in states[:3]:
        assert state.decision is not None
        restored = load(game("crossing").scenario).restore(state.save())
        assert restored.hash() == state.hash()
        assert restored.decision == state.decision
        for option in state.decision.open:
            ours, theirs = state.clone(), restored.clone()
            for one in (ours, theirs):
                one.choose(option.key)
            assert ours.hash() == theirs.hash()
            back = theirs.clone()
            back.undo()
            assert back.hash() == state.hash()
            assert to_the_end(ours) == to_the_end(theirs)


def to_the_end(state: State) -> list[str]:
    """The hash at every decision, and at the end."""
    bot, hashes = Random(5), [state.hash()]
    while not state.over:
        state.answer(bot.choose(state), state.pending[decide.WHO][-1])
        hashes.append(state.hash())
    return hashes


def test_the_defender_is_somebody_else_than_the_attacker() -> None:
    for state in defended("veterans", 3, range(3)):
        decision = state.decision
        assert decision is not None
        open_cards = [seat for seat in range(3) if state.view(0)["players"][seat]["zones"]["open"]]
        assert set(decision.players).isdisjoint(open_cards[:1]) or len(open_cards) > 1


def test_nobody_else_sees_with_what_a_hero_could_defend() -> None:
    """Neither hand nor options are shown to the attacker; and no byte depends on what lies in the hand."""
    chance = random.Random(3)
    for state in defended("crossing", 3, range(5)):
        (defender,) = state.decision.players if state.decision else ()
        for player in set(range(3)) - {defender}:
            view = state.view(player)
            assert view["players"][defender]["zones"]["hand"] == len(
                state.view(defender)["players"][defender]["zones"]["hand"]
            )
            assert "options" not in view["decision"] or not view["decision"]["options"]
            assert leaks(state, player, chance) == []


# ---------------------------------------------------------------- the printed page


def printed(id: str) -> tuple[Situation, list[str]]:
    """One of the two printed examples, run with its answers."""
    example = pack().record("example", id)
    assert example is not None
    values = example.values
    situation = Situation(game().prepare(0, 2))
    situation.arrange(values["given"])
    ((rule, args),) = values["run"].items()
    situation.call(rule, args)
    answers = list(values["answers"])
    while situation.state.decision is not None:
        decision = situation.state.pending
        at = next(at for at in (situation.place_of(answer, decision) for answer in answers) if at is not None)
        situation.state.answer(at, decision[decide.WHO][0])
    return situation, [situation.state.describe(event) for event in situation.state.events]


@pytest.mark.parametrize(
    ("id", "hero", "card"),
    [("lift-up-holds", "Wasp", "Lift Up"), ("vampiric-shield-holds", "Dodger", "Vampiric Shield")],
)
def test_the_printed_examples_go_in_the_printed_order(id: str, hero: str, card: str) -> None:
    """Run, announcement, modifier, card, total, the ends of defense and attack; and each hero stays."""
    situation, told = printed(id)
    wanted = [
        "brogan",  # runs
        f"Brogan attacks {hero} with Mad Dash: Attack Total 6",
        "minion modifier",
        card.lower().replace(" ", "-"),  # is discarded
        f"{hero} defends with {card}",
        f"{hero} has a Defense Total of 6",
        "the Defense action ends",
        "the Attack action of Brogan ends",
    ]
    at = -1
    for words in wanted:
        at = next((i for i, line in enumerate(told) if i > at and words in line), -1)
        assert at >= 0, (words, told)
    assert situation.state.view(0)["zones"]["fallen"] == []


def test_no_defense_ends_that_has_not_begun() -> None:
    """A minion has none, nor has a hero who plays no card: there only the attack ends."""
    for id in ("declining", "no-card-no-defense"):
        _, told = printed(id)
        assert any("the Attack action of" in line for line in told)
        assert not any("the Defense action ends" in line for line in told)


PUBLISHED = {  # the numbers as they were published: colour, tier, initiative, attack, defense, movement, range, radius, item
    "mad-dash": ("red", "one", 7, 6, 7, 3, None, None, None),
    "lift-up": ("blue", "one", 10, None, 5, 3, None, 2, None),
    "vampiric-shield": ("blue", "two", 10, None, 4, 3, None, 2, "initiative"),
    "vampiric-shield-first": ("blue", "two", 10, None, 4, 3, None, 2, "attack"),
    "shield-of-decay": ("blue", "one", 10, None, 3, 3, None, 2, None),
    "aegis-of-doom": ("blue", "three", 11, None, 4, 3, None, 2, "initiative"),
    "stop-projectiles": ("green", "one", 3, None, None, 2, None, None, None),
    "aspiring-duelist": ("blue", "one", 9, None, 5, 3, None, None, None),
    "crowd-control": ("silver", "basic", 13, None, 1, None, None, 3, None),
    "bulwark": ("silver", "basic", 12, None, 4, None, None, 4, None),
}
FIELDS = ("colour", "tier", "initiative", "attack", "defense", "movement", "range", "radius", "item")


def test_cards_that_were_published_have_the_published_numbers_and_all_others_say_that_they_are_ours() -> None:
    records = {record.id: record for record in pack().records["card"]}
    for id, numbers in PUBLISHED.items():
        assert tuple(records[id].values[name] for name in FIELDS) == numbers
    origins = {id: record.origin["is"] for id, record in records.items()}
    assert {id for id, origin in origins.items() if origin != "invented"} == set(PUBLISHED)


TEXTS = {
    "mad-dash": "Run exactly 2 spaces in a straight line to a space beside an enemy unit, and attack that unit.",
    "vampiric-shield": "+2 Defense if 2 or more minion spawn points in radius are empty.",
    "stop-projectiles": "Block the attack if it is ranged.",
    "crowd-control": "+2 Defense for each of your copies in radius; as a Skill: remove your copies in radius.",
    "lift-up": "Up to 2 times: you may move another unit or copy that is in radius, by 1 space, as far from you as before.",
    "ebb-and-flow": "You may move another unit or copy that is in radius, by 1 space, as far from you as before; you may move up to 1 space.",
    "bulwark": "You may move a friendly minion that is in radius, by up to 1 space within the battle zone.",
}


@pytest.mark.parametrize("id", TEXTS)
def test_a_card_says_what_its_words_say(id: str) -> None:
    card = next(card for card in game().records("card") if card["id"] == id)
    said = sentences.effects(pack().ruleset, card["before"] + card["text"], lambda type, value: str(value))
    assert said == TEXTS[id]


def test_every_question_that_the_page_leaves_open_has_a_ruling() -> None:
    """Those that an option can decide otherwise name it, and the option names them."""
    rulings = {record.id: record.values for record in pack().records["ruling"]}
    assert len(rulings) >= 18
    named = {values["option"]: id for id, values in rulings.items() if values.get("option")}
    declared = pack().ruleset_data["options"]
    assert set(named) == set(declared) - {"rounds"}


# ---------------------------------------------------------------- wrong records, and wrong rules


WRONG = [
    ("cards/published.yaml", "  primary: attack\n  attack: 6\n", "  primary: skill\n  attack: 6\n", "go together"),
    ("cards/published.yaml", "  text: [{lead: 1}]", "  text: [{lead: 1}, {bonus_for_copies: 1}]", "the + and a text"),
    ("cards/published.yaml", "  sign: block\n  movement: 2", "  sign: block\n  defense: 3\n  movement: 2", "no Defense value"),
    ("cards/published.yaml", "  sign: block\n", "", "the ! and a text"),
    ("cards/published.yaml", "  radius: 4\n", "", "speaks of a radius"),
    ("cards/invented.yaml", "    range: 3\n", "    range: 3\n    radius: 2\n", "has a range as well"),
    ("cards/invented.yaml", "    movement: 4\n", "", "without a value"),
    ("units/heroes.yaml", "[mad-dash, bulwark, iron-answer,", "[mad-dash, bulwark,", "no card of Brogan is blue"),
    ("missions/skirmishes.yaml", "[mad-dash, bulwark, iron-answer, hammer-blow, second-breath]", "[mad-dash, line-breaker, iron-answer, hammer-blow, second-breath]", "of one colour"),
    ("missions/skirmishes.yaml", "[mad-dash, bulwark, iron-answer, hammer-blow, second-breath]", "[mad-dash, bulwark, iron-answer, hammer-blow, one-more-of-me]", "is no card of"),
    ("missions/skirmishes.yaml", "items: [line-breaker]", "items: [mad-dash]", "is no item of"),
    ("missions/skirmishes.yaml", "      team: blue", "      team: red", "of one team"),
    ("maps/crossing.yaml", "rm: [zone, red_melee]", "rm: [red_melee]", "outside the battle zone"),
    ("maps/two-pictures.yaml", "rm: [zone, red_melee]", "rm: [zone, red_melee, blue_heavy]", "on one space"),
]  # fmt: skip


def test_records_that_cannot_be_are_told(tmp_path: Path) -> None:
    """All at once, for a broken record hides no other."""
    root = Path(shutil.copytree(ROOT, tmp_path / ROOT.name))
    for path, old, new, _ in WRONG:
        text = (root / path).read_text(encoding="utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    told = [problem.message for problem in build.check(root)[1] if problem.code == "BZ620"]
    assert [said for _, _, _, said in WRONG if not any(said in message for message in told)] == []


# Each is a slip in a rule of the page; some worked example must notice.
SLIPS = [
    ("rules/defense.star", "attack.defense >= attack.total", "attack.defense > attack.total"),
    ("rules/defense.star", "    if card == None:\n        return False\n", "    if card == None:\n        return attack.total <= 0\n"),
    ("rules/defense.star", "        return attack.blocks\n", "        return attack.blocks or attack.minions > 4\n"),
    ("rules/defense.star", "minions_near(hero, 1, side) if minion.rank != ranks.ranged", "minions_near(hero, 1, side) if minion.rank == ranks.melee"),
    ("rules/defense.star", "minions_near(hero, 1, side) if minion.rank != ranks.ranged", "minions_near(hero, 1, side)"),
    ("rules/defense.star", "numbers.archer_reach, sides.enemy)", "1, sides.enemy)"),
    ("rules/defense.star", "card.primary == actions.defense or card.primary == actions.defense_skill", "card.primary != actions.attack"),
    ("rules/defense.star", "card.primary == actions.defense or card.primary == actions.defense_skill", "card.primary == actions.defense"),
    ("rules/defense.star", "    if options.count_again:\n        count_minions(attack)\n", "    count_minions(attack)\n"),
    ("rules/defense.star", "        move(card, player.discard)\n", "        move(card, player.played)\n"),
    ("rules/defense.star", "items_of(defender.leader, items.defense)", "items_of(defender.leader, items.attack)"),
    ("rules/attack.star", "        remove_if_beaten(attack)\n        perform(card.after, hero = hero, card = card, attack = attack)\n", "        perform(card.after, hero = hero, card = card, attack = attack)\n        remove_if_beaten(attack)\n"),
    ("rules/attack.star", "        perform(card.after, hero", "        if not attack.defended:\n            perform(card.after, hero"),
    ("rules/text.star", "        attack.bonus += amount\n\n\ndef empty_points", "        attack.bonus += empty\n\n\ndef empty_points"),
    ("rules/text.star", "for _ in range(times):", "for _ in range(times + 1):"),
    ("rules/text.star", "if other != card and is_defense_card(other)", "if is_defense_card(other)"),
    ("rules/text.star", "    if attack.card.range != None:\n", "    if attack.card.range == None:\n"),
    ("rules/figures.star", "range(len(cells()))", "range(1)"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new"), SLIPS, ids=list(map(str, range(len(SLIPS)))))
def test_a_slip_in_a_rule_breaks_an_example(path: str, old: str, new: str) -> None:
    assert old in dict(pack().rules)[path]
    rules = [(name, text.replace(old, new, 1) if name == path else text) for name, text in pack().rules]
    ids = [example.id for example in pack().records["example"]]
    found = (outcome.problems for outcome in examples.run(pack()._replace(rules=rules), ids))
    assert [problem.code for problem in next(filter(None, found))][:1] == ["BZ610"]
