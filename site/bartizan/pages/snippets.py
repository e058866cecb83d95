"""An example of each thing that a rule may call, as it stands on the page of the library.

They are lines of rules of the made-up game of the language's pages, and a test checks them against its ruleset:
`goblin`, `other` and `catapult` are pieces, `player` is a player, `cell` and `gate` are cells.
"""

from __future__ import annotations

SNIPPETS: dict[str, str] = {
    # decisions
    "choose": 'target = choose(player, "Daze which?", pieces("goblin", at = board), skip = "None")\n'
    "if target != None:\n    target.dazed = True",
    "choose_action": 'choose_action(player, "What do you do?", "watch", skip = "Wait", watcher = player)',
    "confirm": 'if confirm(player, "Sing another song?"):\n    sing()',
    "option": "tired = [\n"
    '    option(one, blocked = text("no stone is left") if one.stones == 0 else None)\n'
    '    for one in pieces("catapult")\n'
    "]\n"
    'chosen = choose(player, "Which one?", tired, skip = "None")',
    "any_open": 'if not any_open(targets(catapult)):\n    announce("nobody is in reach of {catapult.title}")',
    # players
    "players": "for one in players():\n    one.hits = 0",
    "seats": "catapult.stones = numbers.stones[seats()]",
    "owner": "move(plan, owner(plan).discard)",
    # pieces and places
    "pieces": 'for one in pieces("goblin", at = cell):\n    one.dazed = True',
    "count": 'if count("goblin", at = board) == 0:\n    end("dawn")',
    "on_board": 'if on_board(goblin) and tagged(goblin.cell, "gate"):\n    strike(goblin)',
    "top": "plan = top(player.deck)\nif plan != None:\n    move(plan, player.hand)",
    "create": 'made = create(record("goblin", "brute"), cell)\n'
    'create(record("sack", "sack"), made)          # carried\n'
    'create(record("plan", "planks"), player.deck)  # at the end of the deck',
    "move": "move(goblin, gate)          # to a cell\n"
    "move(goblin, game.beaten)   # into a zone\n"
    "move(goblin, other)         # other carries it\n"
    "move(player.deck[:3], player.hand)",
    "move_each": 'move_each(pieces("sack", at = goblin), game.stores)',
    "move_all": "move_all(player.discard, player.deck)\nshuffle(player.deck)",
    "remove": 'for sack in pieces("sack", at = cell):\n    remove(sack)',
    "renew": "renew(goblin)\nmove(goblin, gate)",
    # chance
    "roll": 'hits = roll(record("die", "bolt")).hits',
    "roll_many": 'total = 0\nfor face in roll_many(record("die", "bolt"), 3):\n    total += face.hits',
    "faces": 'best = max([face.hits for face in faces(record("die", "bolt"))])',
    "pick": 'comer = pick(records("goblin"))',
    "sample": "move(sample(player.hand, 2), player.discard)   # two cards, whichever",
    "shuffle": "shuffle(player.deck)",
    # the board
    "cells": 'woods = cells("wood")\nall_cells = cells()',
    "cell_named": 'north = cell_named("north")',
    "tagged": 'if tagged(goblin.cell, "gate"):\n    strike(goblin)',
    "neighbours": 'crowd = [one for near in neighbours(cell) for one in pieces("goblin", at = near)]',
    "within": 'for near in within(cell, 2):\n    announce("a stone may fall on {near}")',
    "distance": "if distance(catapult.cell, goblin.cell) <= 3:\n    hit(player, goblin, 1)",
    "ring": "beyond = [far for far in ring(cell, 3) if far != None]",
    "cells_between": "between = cells_between(catapult.cell, goblin.cell)\n"
    'hidden = any([tagged(cell, "wood") for cell in between])',
    "linked": 'ways_on = linked("inbound", goblin.cell)',
    "next_cell": 'move(goblin, next_cell("inbound", goblin.cell))  # toward the nearest goal\n'
    'move(goblin, next_cell("inbound", goblin.cell, goblin.goal))  # toward a certain one',
    "steps_left": 'if steps_left("inbound", goblin.cell) <= 2:\n    announce("{goblin} is near")',
    "goal": 'nearest = goal("inbound", goblin.cell)',
    "has_split": 'if has_split("inbound", goblin.cell):\n'
    '    goblin.goal = branch("inbound", goblin.cell, roll(record("die", "coin")))',
    "branch": 'face = roll(record("die", "coin"))\nif has_split("inbound", goblin.cell):\n'
    '    goblin.goal = branch("inbound", goblin.cell, face)',
    # records
    "records": 'for plan_record in records("plan"):\n    for _ in range(plan_record.copies):\n'
    "        create(plan_record, player.deck)",
    "record": 'sneak = record("goblin", "sneak")',
    "members": 'for rank in members("ranks"):\n    announce("{rank}")',
    "ordinal": "extra = ordinal(catapult.rank)   # 0 for the first member",
    # effects
    "perform": "perform(plan.effects, player = player)",
    "why_not": "reason = why_not(plan.effects, player = player)\nif reason == None:\n"
    "    perform(plan.effects, player = player)",
    "has": 'hidden = has(goblin.tricks, "hides") and mission.sky == skies.fog',
    "word": 'strength = word(goblin.dying, "bursts", "hits", 0)',
    "each_word": 'hits = max(each_word(goblin.dying, "bursts", "hits") + [0])',
    "push": "push(goblin.dying, player = player, cell = goblin.cell)",
    "push_call": "push_call(step, goblin)",
    "resolve": "push_call(step, goblin)\nresolve()",
    "cancel_pending": "cancel_pending()",
    "pending": "waiting = pending()",
    # texts
    "text": 'points = goblin.hp\nreason = text("{goblin.title} has {points|one point|# points} left")',
    "announce": 'announce("{player} has beaten {goblin.title}")',
    # lists and numbers
    "len": "left = len(player.deck)",
    "first": 'nearest = first(pieces("goblin", at = cell))',
    "must": "plan = must(top(player.deck))",
    "sum": "points = sum([one.hp for one in goblins])",
    "min": "game.gate = min(numbers.gate, game.gate + 1)\nfewest = min([one.hits for one in players()])",
    "max": "goblin.hp = max(0, goblin.hp - 2)",
    "any": "somebody_sleeps = any([one.dazed for one in goblins])",
    "all": "everybody_sleeps = all([one.dazed for one in goblins])",
    "abs": "apart = abs(cell.column - gate.column)",
    "sorted": "def hp_of(goblin: goblin) -> int:\n"
    '    """What is left of a goblin."""\n'
    "    return goblin.hp\n\n\n"
    "def weakest_first(goblins: list[goblin]) -> list[goblin]:\n"
    '    """Those that fall first stand first."""\n'
    "    return sorted(goblins, key = hp_of)",
    "most": "strongest = most(goblins, key = hp_of)   # several, if they tie",
    "least": "weakest = least(goblins, key = hp_of)\n"
    'target = choose(player, "Which of them?", weakest)   # answers itself if there is one',
    "reversed": 'for one in reversed(pieces("goblin")):\n    step(one)',
    "unique": "places = unique([one.cell for one in goblins])",
    "list": "own = list(player.hand)\nown.append(plan)",
    "keys": 'for level in keys(numbers.reach):\n    announce("{level}")',
    "enumerate": "for number, one in enumerate(goblins):\n    one.hp = min(9, number + 1)",
    "range": "for n in range(3):          # 0, 1, 2\n    step(goblin)\nodd = range(1, 10, 2)       # 1, 3, 5, 7, 9",
    # loops
    "rounds": "for hour in rounds(numbers.hours):\n    game.hour = hour\n    walk()",
    "turns": "for watcher in turns(players()):\n    act(watcher)",
    "together": "for one in together(players()):\n"
    '    one.guards = choose(one, "Which gate do you guard?", cells("gate"))',
    "up_to": "for _ in up_to(20):\n"
    '    if not choose_action(player, "Now?", "watch", skip = "Enough", watcher = player):\n'
    "        return",
    # time, contexts and the end
    "expire": 'expire("round")',
    "new": 'shot = new("shot", catapult = catapult, power = 2)\nperform(catapult.stone, shot = shot)',
    "end": 'end("dawn", winners = most(players(), key = hits_of), sacks = len(game.stores))',
    "fail": 'fail("a goblin without a way")',
    # campaigns
    "in_campaign": 'if in_campaign():\n    announce("the march goes on")',
    "next_game": 'next_game("play", mission = mission.record, players = seats())\nend("dawn")',
    # checks of records
    "problem": 'if len(night.waves) > numbers.hours:\n    problem(night, "waves", "more waves than hours")',
}
