"""The pages of rules: how a round goes, in calling order, and every rule as it is written, file by file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bartizan_engine.declared import Result
from bartizan_engine.text import spoken

from .book import Book, chapter_page, label
from .links import beside, links
from .markdown import (
    code,
    escape,
    facts,
    fenced,
    folded,
    front_matter,
    heading,
    indented,
    join,
    listed,
    paragraphs,
    prose,
    span,
)
from .rulebook import Chapter, Rule, Step

DEEPEST = 4  # levels of the outline; deeper rules are reached by links, but an action of a menu shows two of its own
WORTH = "What a result is worth counts where all play together, and where nobody has won; the greatest is the best."


def pages(book: Book) -> dict[str, str]:
    """The outline of a round, and a page for each file of rules."""
    here = book.path("round.md")
    found = {here: _round(book, here)} if book.own("entries") else {}
    for chapter in book.chapters:
        path = book.path(chapter_page(chapter.path))
        found[path] = _chapter(book, path, chapter)
    return found


def chapter_title(chapter: Chapter) -> str:
    """What a file of rules is called: its file name in words."""
    return label(chapter.path.rsplit("/", 1)[-1].removesuffix(".star"))


# ---------------------------------------------------------------- how a round goes


@dataclass
class _Outline:
    """The outline being written: where it stands, and which rules were told already."""

    book: Book
    here: str
    told: set[str] = field(default_factory=set)
    deepest: int = DEEPEST
    brief: bool = False


def _round(book: Book, here: str) -> str:
    blocks = [heading(1, "How a round goes")]
    outline = _Outline(book, here)
    entries = list(book.own("entries").values())
    for entry in entries:
        rule = book.rulebook.rules.get(entry.rule)
        if len(entries) > 1:
            blocks.append(heading(2, escape(label(entry.name)), f"entry-{entry.name}"))
        blocks.append(prose(entry.says))
        if rule:
            outline.told.add(rule.name)
            blocks.append(paragraphs(rule.doc))
            blocks.append(_framed(_listed(outline, rule.steps, 1)))
            blocks.append(f"As written: {book.link(here, ('rule', rule.name))}\n{{ .bz-links }}")
    blocks.append(endings(book, here))
    return front_matter("How a round goes", book.name) + join(blocks)


def outline(book: Book, here: str, rule: Rule, deepest: int, told: set[str]) -> str:
    """What a rule does in so many levels, without what menus set off; each rule once, which is `told`."""
    told.add(rule.name)
    return _framed(_listed(_Outline(book, here, told, deepest, brief=True), rule.steps, 1))


def decides(outline: str) -> bool:
    """Whether players choose anything in an outline."""
    return span("bz-verb", "choose")[:-7] in outline


def _framed(listed: str) -> str:
    return f'<div class="bz-round" markdown="block">\n\n{listed}\n\n</div>' if listed else ""


def endings(book: Book, here: str) -> str:
    """The results, what each is worth where all play together, and the rules that end the game so."""
    results = book.own("results")
    said = facts((escape(label(name)), _ending(book, here, result)) for name, result in results.items())
    worth = any(result.worth is not None for result in results.values())
    return join([heading(2, "How it ends"), said, WORTH if worth else ""]) if said else ""


def _ending(book: Book, here: str, result: Result) -> str:
    rules = [book.link(here, ("rule", name)) for name in book.rulebook.enders(result.name)]
    worth = "" if result.worth is None else span("bz-number", f"worth {result.worth}")
    by = f"{span('bz-term', 'decided in')} {', '.join(rules)}" if rules else ""
    return " ".join(part for part in (prose(result.says), worth, by) if part)


def _listed(outline: _Outline, steps: Iterable[Step], depth: int) -> str:
    items = [item for step in _merged(steps) if (item := _item(outline, step, depth))]
    if not items:
        return ""
    lines = [f"1.  {indented(item).lstrip()}" for item in items]
    return "\n\n".join(lines)


def _merged(steps: Iterable[Step]) -> list[Step]:
    """Each step once, where it comes first; a step that comes always is not told as sometimes."""
    found: dict[tuple[str, str], Step] = {}
    for step in steps:
        key = (step.does, step.name)
        if key not in found or step.does == "loop":
            found[key if step.does != "loop" else (step.does, str(len(found)))] = step
        elif not step.only_if:
            found[key] = found[key]._replace(only_if="")
    return list(found.values())


def _item(outline: _Outline, step: Step, depth: int) -> str:
    """One line of the outline with the lines below it; nothing for a step that tells a reader nothing."""
    book = outline.book
    if step.does == "loop":
        inner = _listed(outline, step.steps, depth + 1)
        return join([f"**{escape(step.name)}**", inner]).strip() if inner else ""
    if step.does == "asks":
        return f"{span('bz-verb', 'choose')} {escape(spoken(step.name))}" if step.name else ""
    if step.does == "menu":
        return _menu(outline, step.name, depth)
    if step.does == "perform":
        return f"{span('bz-verb', 'carry out')} [what the effects say]({'words.md'})" if book.own("words") else ""
    if step.does == "next":
        return f"{span('bz-verb', 'next')} **{book.link(outline.here, ('entry', step.name))}**"
    if step.does == "ends":
        says = book.ruleset.results[step.name].says if step.name in book.ruleset.results else ""
        return f"{span('bz-verb', 'the end')} **{escape(label(step.name))}**" + (f": {prose(says)}" if says else "")
    return _rule_item(outline, step, depth)


def _menu(outline: _Outline, menu: str, depth: int) -> str:
    """The actions, and below them what players decide and set off with each, where it comes first."""
    book, here = outline.book, outline.here
    items = book.ruleset.menus.get(menu, {}).values()
    shown = listed([book.link(here, ("action", menu, item.name)) for item in items])
    if not shown:
        return ""
    inner = []
    for item in () if outline.brief else items:
        rule = book.rulebook.rules.get(item.rule)
        if rule is not None and rule.name not in outline.told:
            outline.told.add(rule.name)
            does = _listed(outline, rule.steps, min(depth + 2, DEEPEST - 1))
            inner += [join([f"1.  **{book.link(here, ('action', menu, item.name))}**", indented(does)])] if does else []
    return join([f"{span('bz-verb', 'choose an action')} {shown}", *inner]).strip()


def _rule_item(outline: _Outline, step: Step, depth: int) -> str:
    rule = outline.book.rulebook.rules.get(step.name)
    if rule is None:
        return ""
    sometimes = span("bz-verb", "sometimes", f"if {step.only_if}") + " " if step.only_if else ""
    line = f"{sometimes}**{outline.book.link(outline.here, ('rule', rule.name))}**"
    if rule.name in outline.told:
        return line
    outline.told.add(rule.name)
    said = " ".join(rule.doc.split("\n\n")[0].split())
    inner = _listed(outline, rule.steps, depth + 1) if depth < outline.deepest else ""
    return join([f"{line} {prose(said)}".strip(), inner]).strip()


# ---------------------------------------------------------------- every rule


def _chapter(book: Book, here: str, chapter: Chapter) -> str:
    title = chapter_title(chapter)
    blocks = [heading(1, escape(title)), paragraphs(chapter.doc)]
    current = ""
    headed = any(rule.heading for rule in chapter.rules)
    for rule in chapter.rules:
        if rule.heading != current:
            current = rule.heading
            blocks.append(heading(2, escape(current[:1].upper() + current[1:])))
        blocks.append(_rule(book, here, rule, 3 if headed and current else 2))
    return front_matter(title, "The rules as written", book.name) + join(blocks)


def _rule(book: Book, here: str, rule: Rule, level: int) -> str:
    key = ("rule", rule.name)
    return join(
        [
            heading(level, escape(label(rule.name)), rule.name),
            paragraphs(rule.doc),
            links(book, here, key),
            folded(f"{code(rule.signature)}", fenced(rule.source, "python"), "code"),
            *beside(book, here, key),
        ]
    )
