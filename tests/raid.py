"""A small whole game for tests of the engine: goblins walk to a keep, players hold them up, and all of it can be random.

It uses what rules can use: menus, words that ask, contexts that live through decisions, hidden zones, dice, the agenda,
rounds, tables of the state, pieces that carry others.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import starkit
from bartizan_engine import Game, State, decide, load

RULES = '''
LAST = 6


def play():
    """Six rounds of goblins; the keep falls when three of them are in it."""
    set_up()
    for n in rounds(LAST):
        game.gold += income(n)
        arrive(n)
        for p in turns(players()):
            act(p)
        walk()
        resolve()
    finish("won")


def set_up():
    """Everybody gets a deck of goblins to send home, and a gem lies in the hoard."""
    for p in players():
        for one in records("goblin"):
            for _ in range(2):
                create(one, p.deck)
        shuffle(p.deck)
        draw(p, 2)
    for gem in records("gem"):
        create(gem, game.hoard)


def draw(p: player, n: int):
    """The first cards of the deck."""
    for _ in range(n):
        card = top(p.deck)
        if card != None:
            move(card, p.hand)


def income(n: int) -> int:
    """More in later rounds, and more with luck."""
    return min(n + options.luck, 99 - game.gold)


def arrive(n: int):
    """A goblin at the gate, which may carry a gem."""
    kind = pick(records("goblin"))
    g = create(kind, cell_named("west"))
    g.camp = g.cell
    g.purse[levels.middle] += 1
    if len(game.hoard) > 0 and roll(record("bone", "fate")).name == "hit":
        move(must(top(game.hoard)), g)
    if options.harsh:
        g.angry = True


def act(p: player):
    """Up to two actions, as long as the player likes."""
    for _ in range(2):
        if not choose_action(p, "What does {p} do?", "turn", skip = "Nothing", p = p):
            return


def fight(p: player):
    """One attack: a target, a card that makes it stronger, and a roll."""
    a = new("attack", by = p, power = 1)
    a.target = choose(p, "Whom?", [option(g, blocked = why_not_hit(g)) for g in pieces("goblin", at = board)])
    strengthen(a)
    for face in roll_many(record("bone", "fate"), 2):
        a.power += face.pips
    hit(must(a.target), a)


def strengthen(a: attack):
    """Cards from the hand, one by one."""
    for _ in up_to(20):
        card = choose(a.by, "Send whom home?", a.by.hand, skip = "Nobody")
        if card == None:
            return
        perform(card.tricks, attack = a)
        a.power += 1
        remove(card)


def hit(g: goblin, a: attack):
    """It loses hit points, and falls without any."""
    a.hits += [g]
    g.hp = max(0, g.hp - a.power)
    power = a.power
    announce("{g} is hit with {power|one point|# points}")
    if g.hp == 0:
        fall(g, a.by)


def fall(g: goblin, p: player):
    """What it carries goes back; who did it is praised later."""
    for gem in pieces("gem", at = g):
        move(gem, game.hoard)
    p.score += 1
    push(record("spell", "fury").effects[levels.low], p = p)
    push_call(praise, p, g.record)
    remove(g)


def praise(p: player, what: ref[goblin]):
    """Praise may be told aloud."""
    if confirm(p, "Tell of {what}?"):
        game.log += [p.seat]
    p.mood = moods.angry if p.score % 2 == 1 else moods.calm


def toll(p: player):
    """A word that asks: gold or score."""
    if game.gold > 0:
        if confirm(p, "Pay for it?"):
            game.gold -= 1


def why_not_hit(g: goblin) -> optional[text]:
    """Angry goblins are left alone while calm ones are about."""
    calm = [x for x in pieces("goblin", at = board) if not x.angry]
    return text("{g} is angry") if g.angry and len(calm) > 0 else None


def why_no_fight() -> optional[text]:
    """Somebody must be there."""
    return None if count("goblin", at = board) > 0 else text("nobody is there")


def buy(p: player):
    """A card for gold, from two drawn in secret."""
    game.gold -= numbers.price
    level = choose(p, "How well?", members("levels"))
    game.stock[level] = min(99, game.stock[level] + numbers.steps[level])
    draw(p, 1)


def why_not_buy(p: player) -> optional[text]:
    """Cards cost gold."""
    gold, price = game.gold, numbers.price
    return text("costs {price}, {gold|nothing|one coin|# coins} left") if gold < price else None


def rage(p: player):
    """All goblins are angry until the round ends."""
    for g in pieces("goblin", at = board):
        g.angry = True
        g.prey = first([x for x in pieces("goblin", at = board) if x != g])
    game.heat = min(9, game.heat + 1)


def walk():
    """Calm goblins go their way; in the keep they stay."""
    for g in sorted(pieces("goblin", at = board), key = left):
        for _ in range(g.speed):
            if steps_left("inbound", g.cell) == 0:
                break
            move(g, next_cell("inbound", g.cell))
    inside = [g for g in pieces("goblin", at = board) if tagged(g.cell, "keep")]
    if len(inside) > 2:
        finish("lost")


def left(g: goblin) -> int:
    """How far it has to go."""
    return steps_left("inbound", g.cell)


def finish(how: text):
    """Who did most has won."""
    best = most(players(), key = score_of)
    if how == "won":
        end("won", winners = best, gold = game.gold, told = len(game.log))
    end("lost", gold = game.gold)


def score_of(p: player) -> int:
    """What a player has done."""
    return p.score


def nothing_is_lost() -> bool:
    """Every gem is in the hoard, or carried."""
    return len(game.hoard) + sum([count("gem", at = g) for g in pieces("goblin", at = board)]) == len(records("gem"))
'''

CHANGES: dict[str, Any] = {
    "kinds": {
        "spell": {
            "family": "card",
            "fields": {"effects": {"type": "table by levels of effects giving p", "default": []}},
        }
    },
    "menus": {
        "turn": {
            "fight": {"says": "Fight", "rule": "fight", "blocked": "why_no_fight"},
            "buy": {"says": "Buy a card", "rule": "buy", "blocked": "why_not_buy"},
            "rage": {"says": "Make them angry", "rule": "rage"},
        }
    },
    "words": {"toll": {"rule": "toll", "says": "pay a toll"}},
    "invariants": {"gems": {"rule": "nothing_is_lost", "says": "no gem is lost"}},
}
RECORDS = {
    "spell": [{"id": "fury", "title": "Fury", "effects": {level: [["toll", {}], ["strong", {"more": 1}]] for level in ("low", "middle", "high")}}]
}  # fmt: skip


@cache
def raid() -> Game:
    """The game, loaded once."""
    return load(scenario())


def scenario() -> dict[str, Any]:
    """Its scenario."""
    return starkit.scenario(RULES, CHANGES, records=RECORDS)


def played(state: State, bot: Any, limit: int = 3_000) -> State:
    """A state played on by a bot."""
    for _ in range(limit):
        if state.over:
            return state
        state.answer(bot.choose(state), state.pending[decide.WHO][0])
    raise AssertionError("the game does not end")
