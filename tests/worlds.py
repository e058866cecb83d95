"""What a player may not know, reckoned from the declarations alone, and the other worlds that the player could be in.

Nothing here asks the engine what is visible: zones and fields are read from the scenario, so that a leak in the engine
shows. `worlds` changes copies of a state in ways of which the player can see nothing; `shown` is all that the player
gets to see, as one text; `leaks` says where the two disagree.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bartizan_compiler import build, emit
from bartizan_engine import Fault, Game, State, decide, load
from bartizan_engine.bots import Random
from bartizan_engine.past import raw_events
from bartizan_engine.types import Type
from retell import checked, roots

ROOT = Path(__file__).resolve().parent.parent
HIDDEN_HANDS = ROOT / "tests" / "packs" / "hidden-hands"
DEFENSE_GRID = ROOT / "content" / "defense-grid"


@cache
def game(root: Path, mission: str | None = None) -> Game:
    pack = checked(root.name) if roots().get(root.name) == root else build.check(root)[0]
    assert pack is not None
    chosen, _ = build.choose(pack, mission, None)
    assert chosen is not None
    return load(emit.emit(pack, *chosen))


def played(game: Game, seats: int, seed: int, every: int, limit: int = 10_000) -> Iterator[State]:
    """The states of a random game, each so many decisions, and its end."""
    state, bot = game.start(seed, seats), Random(seed)
    for count in range(limit):
        if state.over:
            break
        if count % every == 0:
            yield state.clone()
        state.answer(bot.choose(state), state.pending[decide.WHO][-1])
    yield state


# ---------------------------------------------------------------- what is hidden


def sees_zone(state: State, player: int, zone: int) -> bool:
    declared = state.game.scenario["ruleset"]["zones"][state.fixed.zone_names[zone]]
    visible = declared.get("visible", "everyone")
    return visible == "everyone" or (visible == "owner" and state.fixed.zone_owner[zone] == player)


def base(state: State, piece: int) -> int:
    """The place of the lowest carrier."""
    place = state.place[piece]
    while place < -1:
        place = state.place[-2 - place]
    return place


def sees(state: State, player: int, piece: int) -> bool:
    place = base(state, piece)
    cells = state.fixed.cells
    return 0 <= place < cells or (place >= cells and sees_zone(state, player, place - cells))


def asked_about(state: State, player: int) -> set[int]:
    """The pieces that the open decision shows to the player."""
    if state.pending is None or player not in state.pending[decide.WHO]:
        return set()
    type = state.program.sites[state.pending[decide.SITE]].type
    values = state.pending[decide.VALUES]
    return set(values) if type.name == "piece" else set()


def hidden(state: State, player: int) -> list[int]:
    """The pieces that the player may not know."""
    shown = asked_about(state, player)
    return [
        piece
        for piece, place in enumerate(state.place)
        if place != -1 and piece not in shown and not sees(state, player, piece)
    ]


def ever_seen(state: State, player: int) -> set[int]:
    """The pieces that the player has seen at some time: where they came and went, and in decisions."""
    past = {piece for piece in range(len(state.place)) if sees(state, player, piece)}
    place = list(state.place)

    def visible(at: int) -> bool:
        while at < -1:
            at = place[-2 - at]
        return 0 <= at < state.fixed.cells or (
            at >= state.fixed.cells and sees_zone(state, player, at - state.fixed.cells)
        )

    for event in reversed(raw_events(state)):
        if event[0] in ("created", "moved", "removed"):
            before = {"created": -1}.get(event[0], event[2])
            loads = [event[1], *(piece for piece in range(len(place)) if carried_by(place, piece, event[1]))]
            if visible(place[event[1]]):
                past |= set(loads)
            place[event[1]] = before
            if visible(before):
                past |= set(loads)
        elif event[0] == "offered" and player in event[1][decide.WHO]:
            if state.program.sites[event[1][decide.SITE]].type.name == "piece":
                past |= set(event[1][decide.VALUES])
    return past


def carried_by(place: list[int], piece: int, carrier: int) -> bool:
    at = place[piece]
    while at < -1:
        if -2 - at == carrier:
            return True
        at = place[-2 - at]
    return False


# ---------------------------------------------------------------- other worlds


def worlds(state: State, player: int, chance: random.Random) -> Iterator[tuple[str, State]]:
    """Copies in which what the player may not know is otherwise, each with what was changed."""
    pieces = hidden(state, player)
    if pieces and state.seal is None:
        yield "pieces lie elsewhere", moved(state.clone(), player, pieces, chance)
        never = [piece for piece in pieces if piece not in ever_seen(state, player)]
        if never:
            yield "pieces are others", renamed(state.clone(), never, chance)
            yield "numbers are others", renumbered(state.clone(), never, chance)
    if any(secret_fields(state, player, pieces)):
        yield "fields are otherwise", rewritten(state.clone(), player, pieces, chance)
    other = state.clone()
    other.chance.seed += 1
    yield "chance to come", other


def moved(world: State, player: int, pieces: list[int], chance: random.Random) -> State:
    """All zones into which the player cannot look, with their pieces in other orders and in each other."""
    free = set(pieces)
    by_kind: dict[str, list[tuple[int, int]]] = {}
    for zone, inside in enumerate(world.zones):
        if not sees_zone(world, player, zone):
            kind = world.fixed.ruleset.zones[world.fixed.zone_names[zone]].of
            by_kind.setdefault(kind, []).extend((zone, at) for at, piece in enumerate(inside) if piece in free)
    for slots in by_kind.values():
        mixed = [world.zones[zone][at] for zone, at in slots]
        chance.shuffle(mixed)
        for (zone, at), piece in zip(slots, mixed, strict=True):
            world.zones[zone][at] = piece
            world.place[piece] = world.fixed.cells + zone
    return world


def renamed(world: State, pieces: list[int], chance: random.Random) -> State:
    """Pieces that the player has never seen, each with what another one of its kind is."""
    for kind in world.fixed.kinds:
        same = [piece for piece in pieces if world.fixed.kinds[world.kind[piece]] == kind]
        mixed = same[:]
        chance.shuffle(mixed)
        columns = [world.record, *(getattr(world, f"{kind}__{name}") for name in world.fixed.ruleset.kinds[kind].state)]
        for column in columns:
            for piece, value in zip(same, [column[piece] for piece in mixed], strict=True):
                column[piece] = value
    return world


def renumbered(world: State, pieces: list[int], chance: random.Random) -> State:
    """Pieces that the player has never seen, with each other's numbers, as if they had been made in another order.

    Where they lie, what they are, and what has happened to them stays with them.
    """
    new = list(range(len(world.place)))
    for kind in world.fixed.kinds:
        same = [piece for piece in pieces if world.fixed.kinds[world.kind[piece]] == kind]
        for piece, number in zip(same, chance.sample(same, len(same)), strict=True):
            new[piece] = number

    def at(place: int) -> int:
        return place if place >= -1 else -2 - new[-2 - place]

    columns = [world.place, world.record]
    columns += [
        getattr(world, f"{kind}__{name}") for kind, of in world.fixed.ruleset.kinds.items() for name in of.state
    ]
    for column in columns:
        before = column[:]
        for piece, value in enumerate(before):
            column[new[piece]] = value
    world.place[:] = map(at, world.place)
    world.zones = [[new[piece] for piece in inside] for inside in world.zones]
    world.notes, world.trunk = [_renumbered(raw, new, at) for raw in raw_events(world)], None
    return world


def _renumbered(raw: Any, new: list[int], at: Any) -> Any:
    """An event of pieces with other numbers."""
    name = raw[0]
    if name in ("created", "moved", "removed"):
        places = {"created": 1, "moved": 2, "removed": 1}[name]
        return (name, new[raw[1]], *map(at, raw[2 : 2 + places]), *raw[2 + places :])
    if name == "renewed":
        return (name, new[raw[1]], *raw[2:])
    if name == "shuffled":
        return (name, raw[1], [new[piece] for piece in raw[2]])
    if name == "set" and raw[1].partition(".")[0] not in ("game", "player"):
        return (*raw[:2], new[raw[2]], *raw[3:])
    return raw


def secret_fields(state: State, player: int, pieces: list[int]) -> Iterator[tuple[str, int | None, Type]]:
    """Slots that the player may not read: of hidden pieces all, of others those that are declared so."""
    rules = state.game.scenario["ruleset"]
    unknown = set(pieces)
    for kind, declared in rules["kinds"].items():
        for name, field in declared.get("state", {}).items():
            visible = field.get("visible", "everyone")
            for piece in range(len(state.place)):
                if state.fixed.kinds[state.kind[piece]] != kind or state.place[piece] == -1:
                    continue
                zone = base(state, piece) - state.fixed.cells
                own = zone >= 0 and state.fixed.zone_owner[zone] == player
                if piece in unknown or visible == "nobody" or (visible == "owner" and not own):
                    yield f"{kind}.{name}", piece, state.fixed.ruleset.kinds[kind].state[name].type
    for name, field in rules.get("players", {}).items():
        for seat in range(state.seats):
            visible = field.get("visible", "everyone")
            if visible == "nobody" or (visible == "owner" and seat != player):
                yield f"player.{name}", seat, state.fixed.ruleset.players[name].type
    for name, field in rules.get("game", {}).items():
        if field.get("visible", "everyone") != "everyone":
            yield f"game.{name}", None, state.fixed.ruleset.game[name].type


def rewritten(world: State, player: int, pieces: list[int], chance: random.Random) -> State:
    """Every field that the player may not read has another value, by events that the player may not read either."""
    for name, of, type in list(secret_fields(world, player, pieces)):
        slot = getattr(world, name.replace(".", "__"))
        before = slot if of is None else slot[of]
        after = another(world, type, before, chance)
        world.event("set", name, of, before, after)
        if of is None:
            setattr(world, name.replace(".", "__"), after)
        else:
            slot[of] = after
    return world


def another(state: State, type: Type, value: Any, chance: random.Random) -> Any:
    """Another value of a type, where the type is a simple one."""
    if type.name == "int":
        return chance.choice([n for n in range(type.low, min(type.high, type.low + 50) + 1) if n != value])
    if type.name == "bool":
        return not value
    if type.name == "optional":
        return another(state, type.items[0], value, chance)
    if type.name == "cell":
        return chance.randrange(state.fixed.cells)
    if type.name == "ref":
        return chance.randrange(len(state.fixed.record_ids[type.of]))
    return value


# ---------------------------------------------------------------- what is shown


def shown(state: State, player: int) -> str:
    """All that a player gets to see: view, log with its lines, the decision, and what answers are refused with."""
    log = state.log(player)
    asked = state.pending is not None and player in state.pending[decide.WHO]
    parts = [
        state.view(player),
        [[event.name, [list(pair) for pair in event.values]] for event in log],
        [state.describe(event) for event in log],
        list(map(str, state.decision.options)) if asked and state.decision else [],
        refusals(state, player),
    ]
    return "\n".join(json.dumps(part, sort_keys=True) for part in parts)


def refusals(state: State, player: int) -> list[str]:
    """What a player is told who answers with something that cannot be chosen."""
    keys = ["no-such-option"]
    if state.pending is not None and player in state.pending[decide.WHO] and state.decision is not None:
        keys += [option.key for option in state.decision.options if option.blocked is not None]
    found = []
    for key in keys:
        try:
            state.clone().choose(key, by=player)
        except Fault as fault:
            found.append(f"{fault} {fault.problem.hint}")
    return found


def leaks(state: State, player: int, chance: random.Random) -> list[str]:
    """What tells a player in which of the worlds this one is; nothing, if all is well."""
    here, found = shown(state, player), []
    for what, world in worlds(state, player, chance):
        there = shown(world, player)
        if there != here:
            at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            found.append(f"{what}: ...{here[max(0, at - 60) : at + 40]}... / ...{there[max(0, at - 60) : at + 40]}...")
    return found + named_in_vain(state, player, here)


def named_in_vain(state: State, player: int, text: str) -> list[str]:
    """The cards of which this player has never seen one, and that are named nevertheless."""
    seen = {(state.kind[piece], state.record[piece]) for piece in ever_seen(state, player)}
    unseen = {(state.kind[piece], state.record[piece]) for piece in range(len(state.place))} - seen
    found = []
    for kind, record in sorted(unseen):
        name = state.fixed.kinds[kind]
        title = state.fixed.titles[name][record]
        if (name, record) not in told_by_fields(state, player) and re.search(rf"\b{re.escape(title)}\b", text):
            found.append(f"{title} is named, and has never been seen")
    return found


def told_by_fields(state: State, player: int) -> set[tuple[str, int]]:
    """The records that fields name which the player may read."""
    found = set()
    for name, field in state.fixed.ruleset.players.items():
        type = field.type.items[0] if field.type.name == "optional" else field.type
        for seat, value in enumerate(getattr(state, f"player__{name}")):
            if type.name == "ref" and value is not None and (field.visible == "everyone" or seat == player):
                found.add((type.of, value))
    return found
