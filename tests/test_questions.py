"""The checker knows which printed fields a rule looks into when it asks for a word."""

from __future__ import annotations

import pytest

import starkit
from bartizan_engine import language

TRICKS = ("record", "goblin", "tricks")
EFFECTS = ("record", "spell", "effects")
BOON = ("shape", "gift", "boon")
TYPED = {
    "shapes": {"gift": {"boon": "effects"}},
    "kinds": {
        **starkit.RULESET["kinds"],
        "hut": {"family": "unit", "fields": {"gifts": "list of gift = []"}, "state": {"curse": "effects"}},
    },
}

# A body of `ask(goblin: goblin, spell: ref[spell], hut: hut, loose: effects)`, and where it asks for the word.
BODIES = {
    'return has(goblin.tricks, "sly")': {TRICKS},
    'return word(goblin.record.tricks, "sly_by", "more", 0) > 0': {TRICKS},
    'return has(spell.effects[levels.low], "sly")': {EFFECTS},
    'return len(each_word(goblin.tricks, "sly_by", "more")) > 0': {TRICKS},
    'found = spell.effects[levels.low]\n    return has(found, "sly")': {EFFECTS},
    'same = goblin.tricks\n    found = same\n    return has(found, "sly")': {TRICKS},
    'found = goblin.tricks if goblin.angry else spell.effects[levels.low]\n    return has(found, "sly")': {
        TRICKS,
        EFFECTS,
    },
    'found = goblin.tricks\n    if goblin.angry:\n        found = spell.effects[levels.low]\n    return has(found, "sly")': {
        TRICKS,
        EFFECTS,
    },
    'for gift in hut.gifts:\n        if has(gift.boon, "sly"):\n            return True\n    return False': {BOON},
    'return any([has(gift.boon, "sly") for gift in hut.gifts])': {BOON},
    'return any([has(boon, "sly") for boon in [gift.boon for gift in hut.gifts]])': {BOON},
    'for found in [goblin.tricks, spell.effects[levels.low]]:\n        if has(found, "sly"):\n            return True\n'
    "    return False": {TRICKS, EFFECTS},
    'return has(must(first([goblin.tricks])), "sly")': {TRICKS},
    'return has(given(spell), "sly")': {EFFECTS},
    'return has(goblin.tricks, "sly") or has(loose, "sly")': None,
    'return has(hut.curse, "sly")': None,
    'found = []\n    found.append(goblin.tricks)\n    return has(found[0], "sly")': None,
    'found = [goblin.tricks]\n    found += [hut.curse]\n    return has(found[0], "sly")': None,
}


@pytest.mark.parametrize("body", BODIES)
def test_a_question_is_followed_back_to_the_field_that_it_reads(body: str) -> None:
    """None stands for any field: nothing may be told of a word that may be asked for."""
    word = "sly_by" if "sly_by" in body else "sly"
    assert asked(body)[word] == (BODIES[body] if BODIES[body] is None else frozenset(BODIES[body]))


def test_questions_of_several_rules_are_put_together() -> None:
    """One rule asks a goblin, another a spell: the word does something in both."""
    assert asked('return has(goblin.tricks, "sly") or sly(spell)')["sly"] == {TRICKS, EFFECTS}


def test_a_word_that_nothing_asks_for_has_no_fields() -> None:
    """So it can be told apart from one that is asked for in any."""
    assert "sly" not in asked('return has(goblin.tricks, "sly_by")')


def asked(body: str) -> dict[str, object]:
    """Where each word is asked for in rules of which one has this body."""
    words = {**starkit.RULESET["words"], "sly_by": {"args": {"more": "int 1..9"}, "says": "sly by {more}"}}
    rules = f'''{starkit.PLAY}
def ask(goblin: goblin, spell: ref[spell], hut: hut, loose: effects) -> bool:
    """Whether a word stands there."""
    {body}

def given(spell: ref[spell]) -> effects:
    """What a spell does at the lowest level."""
    return spell.effects[levels.low]

def sly(spell: ref[spell]) -> bool:
    """Whether a spell is sly."""
    return has(spell.effects[levels.high], "{"sly" if "sly(spell)" in body else "sure"}")
'''
    program, problems = language.check(starkit.declared({**TYPED, "words": words}), [("rules/game.star", rules)])
    assert program is not None, problems
    return dict(program.asked)
