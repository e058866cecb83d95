"""The pages of the rule language that are made from the engine's own tables: types, what rules may call, events, limits.

What a rule may call is the library and the forms, with their signatures, classes and words for authors; limits are the
constants that the engine and the compiler test. So these pages cannot fall behind; what is hand-written links to them.
"""

from __future__ import annotations

from typing import NamedTuple

from bartizan_compiler import compose, families, forks, grid, models
from bartizan_compiler import pack as packs
from bartizan_engine import bots, events, runtime, state, types
from bartizan_engine import text as sentences
from bartizan_engine.language import MAX_FILES, chains, docs, tokenise
from bartizan_engine.language.parse import MAX_BRANCHES, MAX_CLAUSES, MAX_PARAMS
from bartizan_engine.language.parse import MAX_DEPTH as MAX_NESTING
from bartizan_engine.language.typing import MAX_PARTS
from bartizan_engine.library import LIBRARY
from bartizan_engine.types import Type

from .markdown import code, escape, fenced, front_matter, heading, join, prose, span, table
from .snippets import SNIPPETS

ROOT = "language"


class Callable(NamedTuple):
    """Something that a rule may call: its signature, its class and its words for authors."""

    name: str
    signature: str
    mode: str
    says: str


def pages() -> dict[str, str]:
    """The generated pages of the language, path to Markdown."""
    return {
        f"{ROOT}/types.md": _types(),
        f"{ROOT}/library.md": _library(),
        f"{ROOT}/events.md": _events(),
        f"{ROOT}/limits.md": _limits(),
    }


# ---------------------------------------------------------------- what rules may call

GROUPS: tuple[tuple[str, str, str], ...] = (
    (
        "Decisions",
        "What a player is asked. A rule that calls one of these stops until the answer has come.",
        "choose choose_action confirm option any_open",
    ),
    ("Players", "", "players seats owner"),
    (
        "Pieces and places",
        "A piece stands on a cell, lies in a zone, is carried by another piece, or is nowhere. A `place` is a cell, a "
        "zone or a piece; where a place is only asked for, `board` means any cell.",
        "pieces count on_board top create move move_each move_all remove renew",
    ),
    (
        "Chance",
        "Every draw comes from the game's seed. Worked examples force what comes.",
        "roll roll_many faces pick sample shuffle",
    ),
    (
        "The board",
        "Cells, how far they lie apart, and the ways that the ruleset declares.",
        "cells cell_named tagged neighbours within distance ring cells_between linked next_cell steps_left goal "
        "has_split branch",
    ),
    ("Records", "What is printed: it never changes.", "records record members ordinal"),
    (
        "Words of effects",
        "What stands in a field of type `effects`: words are carried out at once, or put on the agenda and carried "
        "out one after the other, each with what it sets off.",
        "perform why_not has word push push_call resolve cancel_pending",
    ),
    ("Texts", "Texts for players are templates; they are put into words late.", "text announce"),
    (
        "Lists and numbers",
        "A zone can stand wherever a list is wanted.",
        "len first must sum min max any all abs sorted most least reversed unique list keys enumerate range",
    ),
    ("Loops", "These stand only after the `in` of a `for`.", "rounds turns together up_to"),
    ("Time, contexts and the end", "", "expire new end fail"),
    ("Checks of records", "", "problem"),
)  # fmt: skip

_METHODS = (
    ("xs.append(x)", "adds an element to a list that this rule made"),
    ("xs.extend(ys)", "adds all elements of another list to it"),
    ("table.get(key)", "the value, or None; `table.get(key, other)` gives another instead"),
    ("table.keys()", "the keys, in order; likewise `values()` and `items()`, which gives pairs"),
    ('word.startswith("a")', "whether a text begins so; likewise `endswith`"),
    ("word.upper()", "the text in capitals; likewise `lower()`"),
)

_NOTATION = """A signature is written as a rule's head is. In it, `T` stands for any type and `K` for any kind; the same letter is the
same type. A `?` marks what may be left out. `kind`, `tag`, `way`, `"word"`, `"menu"` and the like are names of the ruleset,
written out as a text. Arguments may be given by name: `pieces("goblin", at = board)`.

<span class="bz-badge bz-derived">pure</span> functions only read; they may stand anywhere.
<span class="bz-badge bz-ruling">changing</span> ones are the only way in which a rule changes the world, and each makes
[an event](events.md). <span class="bz-badge bz-published">asking</span> ones stop for a decision, and stand
[only where a rule can stop](rules.md#where-decisions-stand)."""

_BADGES = {"pure": "derived", "changing": "ruling", "asking": "published", "loop": "printed"}


def callables() -> dict[str, Callable]:
    """Everything that a rule may call, by name."""
    found = {f.name: Callable(f.name, f.signature, f.mode, _line(f.doc)) for f in LIBRARY.values()}
    return found | {name: Callable(name, *said) for name, said in docs.DOCS.items()}


def grouped() -> list[tuple[str, str, list[str]]]:
    """The groups, with a last one for what stands in none of them."""
    listed = [(title, says, names.split()) for title, says, names in GROUPS]
    known = {name for _, _, names in listed for name in names}
    others = [name for name in callables() if name not in known]
    return [*listed, ("Others", "", others)] if others else listed


def _library() -> str:
    found = callables()
    blocks = [
        heading(1, "What rules may call"),
        "Besides the rules of the pack itself, this is all that a rule may call. There is nothing else to import.\n"
        "{ .bz-lead }",
        _NOTATION,
    ]
    index = [
        (f"**{escape(title)}**", " ".join(f"[{code(name)}](#{name})" for name in names))
        for title, _, names in grouped()
    ]
    blocks.append(table(["", ""], index))
    for title, says, names in grouped():
        blocks += [heading(2, escape(title), "group-" + title.lower().replace(" ", "-")), prose(says)]
        blocks += [_function(found[name]) for name in names]
    blocks += [
        heading(2, "Methods", "group-methods"),
        "Only these; all else is called as `name(thing)`.",
        table(["", ""], [(code(call), prose(says)) for call, says in _METHODS]),
    ]
    return front_matter("What rules may call") + join(blocks)


def _function(function: Callable) -> str:
    kind = function.mode.split(",")[0]
    badge = span(f"bz-badge bz-{_BADGES[kind]}", escape(function.mode))
    example = SNIPPETS.get(function.name, "")
    return join(
        [
            heading(3, f"{code(function.name)} {badge}", function.name),
            fenced(function.signature, "python { .bz-signature }"),
            prose(function.says),
            fenced(example, "python") if example else "",
        ]
    )


def _line(doc: str) -> str:
    return " ".join(doc.split())


# ---------------------------------------------------------------- types

TYPES: tuple[tuple[str, str, str], ...] = (  # as YAML spells it, a value in YAML, what it is
    ("int", "3", "a whole number of 64 bits"),
    ("int 0..9", "3", "a whole number within bounds; they are tested whenever the field changes"),
    ("bool", "true", "`true` or `false`; in rules `True` and `False`"),
    ("text", "Grub", "a text"),
    ("cell", "c4", "a cell of the map"),
    ("player", "1", "a player, in YAML the number of the seat"),
    ("ranks", "captain", "a member of the enum `ranks`; in rules `ranks.captain`"),
    ("goblin", "", "a goblin in play: a piece of the kind `goblin`"),
    ("ref goblin", "sneak", "a printed record of the kind `goblin`"),
    ("ref map", "two-gates", "a map"),
    ("zone goblin", "", "a zone that holds goblins"),
    ("face die", "", "a face of a die of the kind `die`"),
    ("wave", "{at: wood, goblins: [sneak]}", "a shape: a record without an id, inside another"),
    ("shot", "", "a context: it lives while the rule runs that made it"),
    ("optional cell", "c4", "the value, or None; in a record it may be left out, in a list it is `none`"),
    ("list of int", "[1, 2]", "a list, all of one type"),
    ("list 1..3 of ref goblin", "[sneak, brute]", "a list with bounds for its length"),
    ("table by seats of int 0..9", "{1: 4, 2: 3}", "a value for each number of players"),
    ("table by ranks of int", "{green: 1, seasoned: 2, captain: 3}", "a value for each member of an enum"),
    ("table by ref goblin of int", "{brute: 2}", "a value for each record of a kind"),
    ("table by 2..3 of int", "{2: 5, 3: 10}", "a value for each number of a range"),
    ("effects", "[hides]", "words of the vocabulary, which are given nothing"),
    ("effects giving goblin, shot", "[stoops, {heavier: 1}]", "words, which are given a goblin and a shot"),
)

RULES_ONLY = (
    ("option[T]", "an option of a decision: what `option(...)` gives"),
    ("tuple[T, U]", "several values in one"),
    ("dict[K, V]", "a table that a rule makes: `{goblin: 2}`"),
)


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
        (code(words), code(value) if value else "", _annotated(words), prose(says)) for words, value, says in TYPES
    ]
    blocks = [
        heading(1, "Types"),
        "Every field, parameter and argument has a type. There is one grammar for them: the ruleset spells types as "
        "words, rules spell them as annotations.\n{ .bz-lead }",
        table(["In the ruleset", "A value in YAML", "In rules", "What it is"], rows),
        "Where no value in YAML is shown, a field of this type cannot be printed on a record: it is for state, "
        "contexts and rules.",
        heading(2, "In rules only", "rules-only"),
        table(["In rules", "What it is"], [(code(type), prose(says)) for type, says in RULES_ONLY]),
        heading(2, "How types fit together", "fit"),
        _FITTING,
    ]
    return front_matter("Types") + join(blocks)


def _annotated(words: str) -> str:
    text = annotation(types.parse_words(words))
    return code(text) if text != "effects" else ""


_FITTING = """-   Bounds belong to the field, not to the number: a rule computes with plain `int`, and where the result goes into a
    field outside its bounds, that is [a fault](../problems/BZ802.md).
-   A value fits where an optional one is wanted. The other way round it has to be [tested first](rules.md#none).
-   A zone fits where a list of its pieces is wanted; the list is a copy.
-   A record, a piece and an id are three things: `ref[goblin]` is what is printed, `goblin` is a piece in play with a state
    of its own, and `piece.record` leads from one to the other. Texts never stand for either.
-   A list holds elements of one type. `[1, None]` is a `list[optional[int]]`.
-   A local keeps one type in the whole rule."""


# ---------------------------------------------------------------- events and limits


def _events() -> str:
    rows = [(code(name), ", ".join(map(code, fields)), prose(says)) for name, (fields, says) in events.EVENTS.items()]
    blocks = [
        heading(1, "Events"),
        "Everything that happens in a game is an event. The log, replays, pictures and statistics are made of them."
        "\n{ .bz-lead }",
        table(["Event", "Values", "When"], rows),
        "Pieces, cells and records are named by their keys, such as `goblin:brute#7`, `cell:c4` and `plan:planks`; "
        "players are numbers from 1. `before` and `place` are the names of cells and zones. `alone` says that a "
        "decision answered itself. In Python: [`state.events`](../python.md#events).",
    ]
    return front_matter("Events") + join(blocks)


def _limits() -> str:
    sections = (
        ("A pack", _PACK), ("The text of rules", _TEXT), ("Types and values", _VALUES), ("At play", _PLAY),
    )  # fmt: skip
    blocks = [
        heading(1, "Limits"),
        "A pack from a stranger can neither hang nor exhaust whoever reads or plays it, because everything is limited "
        "before it is done. No honest game comes near.\n{ .bz-lead }",
    ]
    for title, limits in sections:
        rows = [(f"{number:,}".replace(",", " "), prose(says)) for number, says in limits]
        blocks += [heading(2, escape(title)), table(["At most", "of"], rows, right=[0])]
    blocks.append(_BEYOND)
    return front_matter("Limits") + join(blocks)


_BEYOND = (
    "Whole numbers have 64 bits, and nothing wraps round. What passes a limit before play is told as "
    "[BZ510](../problems/BZ510.md) or [BZ706](../problems/BZ706.md); at play it is a fault, mostly "
    "[BZ803](../problems/BZ803.md) or [BZ811](../problems/BZ811.md)."
)
_PACK = (
    (packs.MAX_FILES, "files in a pack"),
    (packs.MAX_FILE, "bytes in a file of records"),
    (packs.MAX_TOTAL, "bytes in all files together"),
    (packs.MAX_DEPTH, "folders inside each other"),
    (compose.MAX_DEPTH, "levels of YAML inside each other"),
    (families.MAX_SEATS, "players"),
    (min(grid.MAX_CELLS, 5_000), "cells of a map"),
    (forks.MAX_SPLITS, "splits of a way for which the chances are worked out"),
)
_TEXT = (
    (MAX_FILES, "files of rules"),
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
)
_VALUES = (
    (types.MAX_ITEMS, "elements of a list, table or dict"),
    (types.MAX_TYPE_DEPTH, "types inside each other in a declaration"),
    (MAX_PARTS, "parts of a type that rules make up"),
    (runtime.MAX_TEXT, "characters of a text"),
    (sentences.MAX_TEMPLATE, "bytes of a template"),
    (models.MAX_EFFECTS, "words in an effects field"),
    (256, "members of an enum"),
)
_PLAY = (
    (types.MAX_OPTIONS, "options of a decision"),
    (state.MAX_PIECES, "pieces that are made in a game"),
    (state.FUEL, "units of work between two decisions; a statement costs a few, a list its length"),
    (state.MAX_EVENTS, "events between two decisions"),
    (runtime.MAX_AGENDA, "things that wait on the agenda"),
    (256, "contexts that live at once"),
    (bots.MAX_DECISIONS, "decisions of a game that bots play"),
)
