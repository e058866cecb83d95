"""The pages of the rule language that are made from the engine's own tables: types, library, events, limits, Starlark.

What a rule may call is the library and the forms, with their signatures, classes and words for authors; limits are the
constants that the engine and the compiler test. So these pages cannot fall behind; what is hand-written links to them.
"""

from __future__ import annotations

from typing import NamedTuple

from bartizan_compiler import compose, forks, grid, models, requires, scalars
from bartizan_compiler import pack as packs
from bartizan_engine import bots, events, room, runtime, state, types, verify
from bartizan_engine import text as sentences
from bartizan_engine.language import MAX_FILES, MAX_WORDS, chains, docs, tokenise
from bartizan_engine.language.parse import MAX_BRANCHES, MAX_CLAUSES, MAX_PARAMS
from bartizan_engine.language.parse import MAX_DEPTH as MAX_NESTING
from bartizan_engine.library import LIBRARY
from bartizan_engine.types import Type

from . import language_text as said
from .markdown import code, escape, fenced, front_matter, heading, join, prose, span, table
from .snippets import SNIPPETS

ROOT = "language"
_BADGES = {"pure": "derived", "changing": "ruling", "asking": "published", "loop": "printed"}


class Callable(NamedTuple):
    """Something that a rule may call: its signature, its class and its words for authors."""

    name: str
    signature: str
    mode: str
    says: str


def pages() -> dict[str, str]:
    """The generated pages of the language, path to Markdown."""
    made = {
        "types": _types(),
        "library": _library(),
        "events": _events(),
        "limits": _limits(),
        "starlark": _starlark(),
    }
    return {f"{ROOT}/{name}.md": text for name, text in made.items()}


def _page(name: str, title: str, *blocks: str) -> str:
    return front_matter(title) + join([heading(1, escape(title)), said.LEADS[name], *blocks])


# ---------------------------------------------------------------- what rules may call


def callables() -> dict[str, Callable]:
    """Everything that a rule may call, by name."""
    found = {f.name: Callable(f.name, f.signature, f.mode, " ".join(f.doc.split())) for f in LIBRARY.values()}
    return found | {name: Callable(name, *parts) for name, parts in docs.DOCS.items()}


def grouped() -> list[tuple[str, str, list[str]]]:
    """The groups, with a last one for what stands in none of them."""
    listed = [(title, says, names.split()) for title, says, names in said.GROUPS]
    known = {name for _, _, names in listed for name in names}
    others = [name for name in callables() if name not in known]
    return [*listed, ("Others", "", others)] if others else listed


def _library() -> str:
    found = callables()
    index = [
        (f"**{escape(title)}**", " ".join(f"[{code(name)}](#{name})" for name in names))
        for title, _, names in grouped()
    ]
    blocks = [said.NOTATION, table(["", ""], index)]
    for title, says, names in grouped():
        blocks += [heading(2, escape(title), "group-" + title.lower().replace(",", "").replace(" ", "-")), prose(says)]
        blocks += [_function(found[name]) for name in names]
    methods = [(code(call), prose(says)) for call, says in said.METHODS]
    blocks += [heading(2, "Methods", "group-methods"), "All else is called as `name(thing)`.", table(["", ""], methods)]
    return _page("library", "What rules may call", *blocks)


def _function(function: Callable) -> str:
    kind = function.mode.split(",")[0]
    badge = span(f"bz-badge bz-{_BADGES[kind]}", escape(function.mode))
    example = SNIPPETS.get(function.name, "")
    return join(
        [
            heading(3, code(function.name), function.name),
            f"{code(function.signature)} {badge}\n{{ .bz-signature }}",
            prose(function.says),
            fenced(example, "python") if example else "",
        ]
    )


# ---------------------------------------------------------------- types


def annotation(type: Type) -> str:
    """A type as an annotation spells it; what YAML alone can say of it is left out.

    >>> annotation(types.parse_words("list 1..3 of optional ref goblin"))
    'list[optional[ref[goblin]]]'
    """
    if type.name in ("ref", "zone", "face"):
        return f"{type.name}[{type.of}]"
    if type.name in ("optional", "list", "option", "tuple"):
        return f"{type.name}[{', '.join(map(annotation, type.items))}]"
    if type.name in ("table", "dict"):
        key = "int" if type.items[0].name in ("seats", "range") else annotation(type.items[0])
        return f"table[{key}, {annotation(type.items[1])}]"
    if type.name == "effects":
        return f"effects[{', '.join(type.names)}]" if type.names else "effects"
    return type.of or type.name


def _types() -> str:
    rows = [
        (code(words), code(value) if value else "", code(annotation(types.parse_words(words))), prose(says))
        for words, value, says in said.TYPES
    ]
    return _page(
        "types",
        "Types",
        table(["In the ruleset", "A value in YAML", "In rules", "What it is"], rows),
        said.UNPRINTED,
        heading(2, "In rules only", "rules-only"),
        table(["In rules", "What it is"], [(code(type), prose(says)) for type, says in said.RULES_ONLY]),
        heading(2, "How types fit together", "fit"),
        said.FITTING,
    )


# ---------------------------------------------------------------- events, limits, Starlark


def _events() -> str:
    rows = [
        (code(name), ", ".join(map(code, told.values)), prose(told.says), prose(told.seen))
        for name, told in events.EVENTS.items()
    ]
    return _page("events", "Events", table(["Event", "Values", "When", "Who is told"], rows), said.EVENTS)


def _limits() -> str:
    blocks = []
    for title, limits in LIMITS.items():
        rows = [(f"{number:,}".replace(",", " "), prose(says)) for number, says in limits]
        blocks += [heading(2, escape(title)), table(["At most", ""], rows, right=[0])]
    return _page("limits", "Limits", *blocks, said.BEYOND)


def _starlark() -> str:
    rows = [(prose(what), prose(why)) for what, why in docs.DIFFERENCES]
    return _page("starlark", "What differs from Starlark", table(["What differs", "Why"], rows), said.STARLARK)


LIMITS: dict[str, tuple[tuple[int, str], ...]] = {
    "A pack": (
        (packs.MAX_FILES, "files in a pack"),
        (packs.MAX_FILE, "bytes in a file of records"),
        (packs.MAX_TOTAL, "bytes in all files together"),
        (packs.MAX_DEPTH, "folders inside each other"),
        (compose.MAX_DEPTH, "levels of YAML inside each other"),
        (verify.MAX_PACKS, "packs that make one game"),
        (requires.MAX_CHAIN, "packs of which each requires the next"),
        (verify.MAX_RECORDS, "records of a pack"),
        (scalars.MAX_SEATS, "players"),
        (grid.MAX_CELLS, "cells of a map"),
        (forks.MAX_SPLITS, "splits of a way for which the chances are worked out"),
    ),
    "The text of rules": (
        (MAX_FILES, "files of rules"),
        (MAX_WORDS, "words and signs in all files of rules"),
        (tokenise.MAX_SOURCE, "bytes in a file of rules"),
        (tokenise.MAX_TOKENS, "words and signs in a file of rules"),
        (tokenise.MAX_NAME, "letters in a name"),
        (tokenise.MAX_STRING, "bytes in a text"),
        (tokenise.MAX_INDENTS, "blocks inside each other"),
        (tokenise.MAX_BRACKETS, "brackets inside each other"),
        (MAX_NESTING, "expressions inside each other"),
        (MAX_PARAMS, "parameters of a rule"),
        (MAX_BRANCHES, "`elif` in a row"),
        (MAX_CLAUSES, "`for` and `if` in a comprehension"),
        (chains.MAX_CHAIN, "rules of which each calls the next"),
    ),
    "Types and values": (
        (types.MAX_ITEMS, "elements of a list, table or dict"),
        (types.MAX_TYPE_DEPTH, "types inside each other in a declaration"),
        (types.MAX_TEXT, "characters of a text"),
        (sentences.MAX_TEMPLATE, "bytes of a template"),
        (models.MAX_EFFECTS, "words in an effects field"),
        (256, "members of an enum"),
    ),
    "At play": (
        (types.MAX_OPTIONS, "options of a decision"),
        (state.MAX_PIECES, "pieces that are made in a game"),
        (state.FUEL, "units of work between two decisions; whatever is written or gone through costs its size"),
        (state.MAX_EVENTS, "events between two decisions"),
        (state.MAX_LOG, "cells of what events hold in a game: an element of a list is one, a character an eighth"),
        (room.MAX_BYTES, "bytes of a state in a save"),
        (runtime.MAX_AGENDA, "things that wait on the agenda"),
        (256, "contexts that live at once"),
        (bots.MAX_DECISIONS, "decisions of a game that bots play"),
    ),
}
