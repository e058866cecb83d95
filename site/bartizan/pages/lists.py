"""The pages of what a ruleset declares: options, numbers, words, actions, zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bartizan_engine.declared import Field, Word
from bartizan_engine.text import as_sentence, spoken
from bartizan_engine.types import Type
from bartizan_engine.values import typed

from . import additions, origin, values
from .book import Book, default_of, label
from .links import beside, links
from .markdown import code, escape, folded, front_matter, heading, join, listed, prose, span, table


def pages(book: Book) -> dict[str, str]:
    """Those of the pages that have something on them."""
    made = {
        "options.md": _options,
        "numbers.md": _numbers,
        "words.md": _words,
        "actions.md": _actions,
        "table.md": _zones,
    }
    found = {book.path(name): make(book, book.path(name)) for name, make in made.items()}
    return {path: text for path, text in found.items() if text}


def _page(book: Book, title: str, intro: str, sections: list[str]) -> str:
    return front_matter(title, book.name) + join([heading(1, title), intro, *sections]) if sections else ""


def _declared(book: Book, section: str, name: str) -> Mapping[str, Any]:
    """What the ruleset says of a thing besides what the engine needs: where it comes from."""
    data = (book.pack.ruleset_data.get(section) or {}).get(name)
    return data if isinstance(data, dict) else {}


def _options(book: Book, here: str) -> str:
    sections = []
    for name, field in book.own("options").items():
        story = origin.story(book, here, _declared(book, "options", name).get("from"))
        told = " ".join(part for part in (_unless_set(book, here, field), story) if part)
        choices = book.ruleset.enums.get(field.type.of) if field.type.name == "enum" else None
        sections.append(
            join(
                [
                    heading(2, escape(label(name)), name),
                    prose(field.says or field.help),
                    listed([f"{code(member)} {escape(choices.says.get(member, ''))}" for member in choices.members])
                    if choices
                    else "",
                    f"{told}\n{{ .bz-origin }}" if told else "",
                    links(book, here, ("option", name)),
                    *beside(book, here, ("option", name)),
                ]
            )
        )
    intro = "Variants, and ways to make the game easier or harder. They can be combined; a mission sets them by name."
    return _page(book, "Options", intro, sections)


def _unless_set(book: Book, here: str, field: Field) -> str:
    """What holds if nobody sets the option; that a switch is off goes without saying."""
    if field.type.name == "bool":
        return "in force unless it is switched off" if default_of(field) is True else ""
    return f"{span('bz-term', 'unless set')} {values.inline(book, here, field.type, default_of(field))}"


def _numbers(book: Book, here: str) -> str:
    sections = []
    for name, number in book.own("numbers").items():
        type = number.field.type
        value = of_these_seats(book, type, typed(type, number.value))
        story = origin.story(book, here, _declared(book, "numbers", name).get("from"))
        sections.append(
            join(
                [
                    heading(2, escape(label(name)), name),
                    prose(number.says),
                    f"{span('bz-number', values.inline(book, here, type, value))} {story}\n{{ .bz-origin }}",
                    links(book, here, ("number", name)),
                    *beside(book, here, ("number", name)),
                ]
            )
        )
    return _page(book, "Numbers", "Numbers of the rules that belong to no piece.", sections)


def of_these_seats(book: Book, type: Type, value: Any) -> Any:
    """A table by seats for as many as can play, since a default stands for any number of them."""
    if type.name != "table" or type.items[0].name != "seats" or not isinstance(value, dict):
        return value
    low, high = book.pack.info["players"]
    return {key: item for key, item in value.items() if low <= int(key) <= high}


def _words(book: Book, here: str) -> str:
    sections = []
    for name, word in book.own("words").items():
        sections.append(
            join(
                [
                    heading(2, escape(label(name)), name),
                    escape(as_sentence(spoken(word.says))),
                    origin.head(book, here, _declared(book, "words", name).get("from")),
                    _word_facts(word),
                    links(book, here, ("word", name)),
                    *beside(book, here, ("word", name)),
                ]
            )
        )
    intro = (
        "What cards and abilities are made of: their text is rendered from these words, and the engine runs the same."
    )
    added = additions.section(book, here) if sections else ""
    return _page(book, "Words of effects", intro, [*sections, added] if sections else [])


def _word_facts(word: Word) -> str:
    rows = [[code(arg.name), code(arg.type), prose(arg.says)] for arg in word.args.values()]
    changes = [f"adds {escape(value)} to {code(target)}" for target, value in word.add.items()]
    changes += [f"sets {code(target)} to {escape(_written(value))}" for target, value in word.set.items()]
    told = join([as_sentence(", ".join(changes)), table(["Argument", "Type", ""], rows) if rows else ""])
    return folded(f"For authors: {code(word.name)}", told, "code") if told.strip() else ""


def _written(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _actions(book: Book, here: str) -> str:
    sections = []
    for menu, items in book.own_actions().items():
        sections.append(heading(2, escape(label(menu)), f"menu-{menu}"))
        for item in items.values():
            rule = book.rulebook.rules.get(item.rule)
            sections.append(
                join(
                    [
                        heading(3, escape(item.says), f"{menu}-{item.name}"),
                        prose(rule.doc) if rule else "",
                        links(book, here, ("action", menu, item.name)),
                    ]
                )
            )
    return _page(book, "Actions", "What players choose from when it is theirs to act.", sections)


def _zones(book: Book, here: str) -> str:
    sees = {"everyone": "everyone sees what lies here", "owner": "only its owner sees it", "nobody": "nobody sees it"}
    sections = []
    for name, zone in book.own("zones").items():
        filled = bool(book.pack.records.get(zone.of))
        of = book.link(here, ("kind", zone.of)) if filled else escape(label(zone.of))
        owner = "one for each player" if zone.per == "player" else "one for the table"
        sections.append(
            join(
                [
                    heading(2, escape(label(name)), f"zone-{name}"),
                    prose(as_sentence(zone.says)),
                    f"Holds: {of}; {owner}; {sees.get(zone.visible, '')}.",
                    links(book, here, ("zone", name)),
                ]
            )
        )
    return _page(book, "Piles and zones", "Where pieces lie when they do not stand on the map.", sections)
