"""Labels through somebody's eyes: a piece that the reader may not know is "a goblin" there, and a hidden field a "?"."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bartizan_engine import Game, State, canon, load
from bartizan_engine.shorthand import normalise

RULES = """
def play():
    'Grub stands in the open; his master Mug sits in the hut of player 2, with an imp on his back.'
    grub = create(record("goblin", "grub"), game.yard)
    mug = create(record("goblin", "mug"), players()[1].hut)
    imp = create(record("goblin", "imp"), mug)
    grub.master = mug
    mug.master = grub
    grub.gold = 3
    mug.gold = 4
    NOTE
    announce("{grub}; {mug}; {imp}")
    choose(players()[0], "Which?", [option(grub), option(imp, blocked = text("{mug} holds it"))], skip = "None")
    choose(players()[1], "Well, {grub} and {mug}?", [1, 2])
    end("done")
"""


def game(label: str, note: str = "pass") -> Game:
    ruleset = {
        "entries": {"play": {"rule": "play"}},
        "results": {"done": {"says": "All is over."}},
        "kinds": {
            "goblin": {
                "family": "unit",
                "label": label,
                "state": {
                    "master": "optional goblin",
                    "heir": {"type": "optional goblin", "visible": "nobody"},
                    "gold": {"type": "int 0..9", "default": 0, "visible": "owner"},
                    "note": {"type": "text", "default": ""},
                },
            }
        },
        "zones": {
            "hut": {"of": "goblin", "per": "player", "visible": "owner", "says": "hut"},
            "yard": {"of": "goblin", "visible": "everyone", "says": "yard"},
        },
    }
    records = [{"id": id, "title": id.capitalize()} for id in ("grub", "mug", "imp")]
    return load(
        canon.seal(
            {
                "format": "bartizan-scenario", "version": 1, "language": "1", "compiler": "0", "entry": "play",
                "pack": {"id": "x", "title": "X", "version": "1"}, "mission": None, "seats": [2, 3], "map": None,
                "ruleset": normalise(ruleset), "options": {}, "records": {"goblin": records},
                "rules": [{"path": "rules/a.star", "text": RULES.replace("NOTE", note)}],
            }
        )
    )  # fmt: skip


def announced(state: State, player: int) -> str:
    return next(str(event.get("text")) for event in state.log(player) if event.name == "announced")


# The label, and what players 1 (who sees nothing of the hut) and 2 (whose hut it is) read of Grub; of Mug; of the imp.
LABELS: dict[str, tuple[tuple[str, str, str], tuple[str, str, str]]] = {
    "{title}": (("Grub", "a goblin", "a goblin"), ("Grub", "Mug", "Imp")),
    "{title} of {master}": (
        ("Grub of a goblin", "a goblin", "a goblin"),
        ("Grub of Mug", "Mug of Grub", "Imp of none"),
    ),
    "{title} with {gold}": (("Grub with ?", "a goblin", "a goblin"), ("Grub with ?", "Mug with 4", "Imp with 0")),
    "{title}, {gold|coin|coins}": (
        ("Grub, coins", "a goblin", "a goblin"),
        ("Grub, coins", "Mug, coins", "Imp, coins"),
    ),
    "{title} then {heir}": (("Grub then ?", "a goblin", "a goblin"), ("Grub then ?", "Mug then ?", "Imp then ?")),
    "{title} ({cell})": (
        ("Grub (yard)", "a goblin", "a goblin"),
        ("Grub (yard)", "Mug (hut of player 2)", "Imp (Mug)"),
    ),
}


@pytest.mark.parametrize("label", LABELS)
def test_a_label_names_only_what_its_reader_may_know(label: str) -> None:
    state = game(label).start(1, 3)
    first, second = ("; ".join(words) for words in LABELS[label])
    assert [announced(state, player) for player in range(3)] == [first, second, first]


@pytest.mark.parametrize("label", LABELS)
def test_who_is_asked_about_a_hidden_piece_sees_that_one_alone(label: str) -> None:
    """The imp is offered, so its label is read; the piece that carries it stays hidden, also in the reason."""
    state = game(label).start(1, 3)
    assert state.decision is not None
    seen = json.dumps([state.view(0)["decision"], [list(option) for option in state.decision.options]])
    assert "Imp" in seen
    assert "Mug" not in seen
    assert "a goblin holds it" in seen
    for player in (1, 2):
        assert state.view(player)["decision"] == {"players": [1]}


@pytest.mark.parametrize(
    "note", ['grub.note = text("{grub}")', 'grub.note = text("{mug}")\n    mug.note = text("{grub}")']
)
def test_labels_that_lead_back_to_themselves_come_to_an_end(note: str) -> None:
    state = game("{title}, {note}", note).start(1, 3)
    texts: list[Any] = [announced(state, player) for player in range(3)]
    assert all("Grub" in text for text in texts)
    assert "Mug" not in texts[0] + texts[2]
    assert state.decision is not None
    assert game("{title}, {note}", note).restore(state.save()).view(0) == state.view(0)
