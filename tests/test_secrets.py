"""Of what is hidden nothing is told, in every pack that hides something: neither in a state nor by what is done in it.

Two laws. In a state: whatever lies hidden from a player could lie otherwise, and no byte of what the player sees would
differ (`worlds`). Of a step: if hidden pieces were others, and stay hidden, then the same answer shows the player the
same. The second one judges rules as well: what they take out of a hidden piece and write into a field that all may read
is found. Leaks of many sorts, planted on purpose, make the laws fail.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import retell
from bartizan_engine import Fault, Game, State, decide
from bartizan_engine.bots import Random
from bartizan_engine.eyes import Eyes
from bartizan_engine.told import _Teller
from bartizan_engine.view import _View
from worlds import HIDDEN_HANDS, ever_seen, game, hidden, leaks, renamed, shown

MANY = 3  # missions of a long pack, of which each is looked at with the fewest players and with the most
LONG = {  # packs whose games are long: one decision in so many, a player
    "aliens-attack": 20,
    "defense-grid": 20,
    "guards-of-atlantis": 2,
    "planet-defenders": 60,
}
LITTLE = {"long-march"}  # packs in which so little is hidden, of so few sorts, that it could hardly be otherwise
# Rules that may tell of a hidden piece, when they are answered with one.
MAY_TELL = {"smugglers": {"tell_rumour"}}  # what a rumour does is seen, though not the rumour


def hiding() -> list[tuple[str, str, int]]:
    """Every pack with something hidden, as the scenario declares it, with each mission and number of players; of long
    games with the fewest and the most, or with one of the two, in turn, where there are many missions.
    """
    found = []
    for pack in retell.roots():
        for mission in retell.missions(pack):
            of = retell.game(pack, mission)
            rules = of.scenario["ruleset"]
            parts = [rules.get("game", {}), rules.get("players", {}), rules.get("zones", {})]
            parts += [kind.get("state", {}) for kind in rules["kinds"].values()]
            if any(field.get("visible", "everyone") != "everyone" for part in parts for field in part.values()):
                low, high = of.seats
                many = sorted({low, high}) if pack in LONG else range(low, high + 1)
                if pack in LONG and len(retell.missions(pack)) > MANY:
                    many = [many[len(found) % len(many)]]
                found += [(pack, mission, seats) for seats in many]
    return found


HIDING = hiding()
tables = pytest.mark.parametrize(("pack", "mission", "seats"), HIDING, ids=["-".join(map(str, t)) for t in HIDING])


def test_packs_that_hide_something_are_found() -> None:
    assert {pack for pack, _, _ in HIDING} == {
        "aliens-attack",
        "defense-grid",
        "guards-of-atlantis",
        "hidden-hands",
        "planet-defenders",
        "smugglers",
        *LITTLE,
    }


# ---------------------------------------------------------------- steps


def step_leaks(state: State, at: int, by: int, player: int, chance: random.Random) -> list[str] | None:
    """What an answer tells a player of pieces that were hidden and still are; None, if there is nothing to compare."""
    before = set(hidden(state, player)) - ever_seen(state, player)
    here = went(state.clone(), at, by)
    if here is None or here.over:
        return None
    still = sorted(before - ever_seen(here, player))
    there = went(renamed(state.clone(), still, chance), at, by)
    if len(still) < 2 or there is None:
        return None
    ours, theirs = shown(here, player), shown(there, player)
    if ours == theirs:
        return []
    place = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
    return [f"a step tells ...{ours[max(0, place - 60) : place + 40]}..."]


def went(state: State, at: int, by: int) -> State | None:
    """The state after an answer, without a look at invariants, for other worlds need not be fair ones."""
    decision, state.pending = state.pending, None
    state.event("chosen", by, decision, at)
    try:
        state._go_on(decide.value_at(decision, at))
    except Fault:
        return None
    return state


def search(of: Game, seats: int, seed: int, every: int, may_tell: set[str]) -> Iterator[str | None]:
    """All leaks of both sorts in a random game, one by one; None for each step that was compared and tells nothing."""
    state, bot, chance = of.start(seed, seats), Random(seed), random.Random(17)
    number = 0
    while not state.over:
        at, by = bot.choose(state), state.pending[decide.WHO][-1]
        if number % every == 0:
            telling = at < len(state.pending[decide.VALUES]) and may_tell & {call.rule for call in state.stack()}
            for player in range(seats):
                yield from leaks(state, player, chance)
                if state.seal is None and not telling:
                    told = step_leaks(state, at, by, player, chance)
                    yield from () if told is None else told or [None]
        state.answer(at, by)
        number += 1


@tables
def test_no_state_and_no_step_tells_what_is_hidden(pack: str, mission: str, seats: int) -> None:
    every = LONG[pack] * seats if pack in LONG else 3
    found: list[Any] = []
    while not found and every:  # closer, where nothing lay hidden at the decisions that were looked at
        found = list(search(retell.game(pack, mission), seats, 6, every, MAY_TELL.get(pack, set())))
        every //= 4
    assert [leak for leak in found if leak is not None] == []
    assert found or pack in LITTLE  # some steps were compared


@pytest.mark.laws
@tables
def test_none_does_in_many_games(pack: str, mission: str, seats: int) -> None:
    for seed in range(7, 9 if pack in LONG else 37):
        assert not any(search(retell.game(pack, mission), seats, seed, 1, MAY_TELL.get(pack, set())))


def test_what_a_rule_may_tell_is_told() -> None:
    """An exception that excuses nothing would have to go."""
    for pack in MAY_TELL:
        of = retell.game(pack, retell.missions(pack)[0])
        assert any(any(search(of, of.seats[1], seed, 1, set())) for seed in range(4))


# ---------------------------------------------------------------- leaks in rules

TURN = "    draw(player)\n    for _ in range(2):"
BURIED = "    card.charm = 0\n    move(card, player.vault)"
PASSED = '    announce("{player} passes {card} to {to}")'
RULES = {
    "an open field is reckoned from a hidden piece": (
        TURN,
        "    player.bid = must(top(game.deck)).worth if len(game.deck) > 0 else 0\n" + TURN,
    ),
    "a number of a hidden piece is announced": (
        PASSED,
        PASSED + '\n    announce("It is worth {card.worth}")',
    ),
    "how many options there are hangs on another's hand": (
        TURN,
        "    worth = sum([card.worth for card in others(player)[0].hand])\n"
        '    choose(player, "How much do the others hold?", range(1, 3 + worth))\n' + TURN,
    ),
    "why an option is closed hangs on another's hand": (
        TURN,
        "    rich = any([card.worth > 2 for card in others(player)[0].hand])\n"
        '    reason = text("the others are rich") if rich else None\n'
        '    choose(player, "Go on?", [option(1), option(2), option(3, blocked = reason)])\n' + TURN,
    ),
    "something happens only with certain hidden pieces": (
        BURIED,
        BURIED + "\n    if card.worth > 2:\n        shuffle(player.vault)",
    ),
    "who is asked hangs on a hidden piece": (
        TURN,
        "    asked = player if len(game.deck) > 0 and must(top(game.deck)).worth > 2 else others(player)[0]\n"
        '    choose(asked, "Well?", [1, 2])\n' + TURN,
    ),
}


def planted(root: Path, before: str, after: str) -> Game:
    """The pack of thieves with a leak in its rules."""
    shutil.copytree(HIDDEN_HANDS, root)
    rules = root / "rules" / "game.star"
    text = rules.read_text(encoding="utf-8")
    assert text.count(before) == 1
    rules.write_text(text.replace(before, after), encoding="utf-8")
    return game(root)


@pytest.mark.parametrize("name", RULES)
def test_rules_that_tell_a_secret_are_found(name: str, tmp_path: Path) -> None:
    of = planted(tmp_path / "hidden-hands", *RULES[name])
    found = (leak for seed in range(6) for leak in search(of, 3, seed, 1, set()) if leak is not None)
    assert "a step tells" in next(found, "nothing was found")


# ---------------------------------------------------------------- leaks in the engine


def told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        _Teller, "_asked", lambda self, one: Eyes(self.s, self.players, decide.offered_pieces(self.s, one))
    )


def named_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(self: Eyes, piece: int) -> str:
        kind = self.s.fixed.kinds[self.s.kind[piece]]
        return f"{kind}:{self.s.fixed.record_ids[kind][self.s.record[piece]]}"

    monkeypatch.setattr(_Teller, "called", called, raising=False)


def numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Eyes.called
    monkeypatch.setattr(Eyes, "called", lambda self, piece: f"{real(self, piece)}#{piece}")


def counted_by_record(monkeypatch: pytest.MonkeyPatch) -> None:
    real = _View._zones

    def zones(self: _View) -> Any:
        per_game, per_player = real(self)
        inside = self.s.zones[self.s.fixed.zone_names.index("deck")]
        return {**per_game, "deck": sorted(Counter(self.s.record[piece] for piece in inside).items())}, per_player

    monkeypatch.setattr(_View, "_zones", zones)


def asked_in_public(monkeypatch: pytest.MonkeyPatch) -> None:
    real = _View._decision

    def shown_to_all(self: _View) -> Any:
        view = real(self)
        if view is None or "options" in view or self.s.pending is None:
            return view
        return {**view, "options": decide.keys(self.s, self.s.pending)}

    monkeypatch.setattr(_View, "_decision", shown_to_all)


def helpful_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    real = State.choose

    def choose(self: State, option: Any, by: int | None = None) -> None:
        if by is not None and self.pending is not None and by not in self.pending[decide.WHO]:
            raise Fault("BZ813", f"player {by + 1} is not asked", ", ".join(decide.keys(self, self.pending)))
        real(self, option, by)

    monkeypatch.setattr(State, "choose", choose)


ENGINE = (told_to_all, named_to_all, numbered, counted_by_record, asked_in_public, helpful_refusal)


@pytest.mark.parametrize("plant", ENGINE, ids=[plant.__name__ for plant in ENGINE])
def test_an_engine_that_tells_a_secret_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    of = retell.game("hidden-hands", "first-evening")
    plant(monkeypatch)
    assert any(any(search(of, 3, seed, 1, set())) for seed in range(4))
