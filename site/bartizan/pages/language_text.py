"""What is said on the generated pages of the language besides what the tables of the engine say."""

from __future__ import annotations

LEADS = {
    "library": """Besides the rules of the pack itself, this is all that a rule may call. There is nothing else to
import.
{ .bz-lead }""",
    "types": """Every field, parameter and argument has a type. There is one grammar for them: the ruleset spells
types as words, rules spell them as annotations.
{ .bz-lead }""",
    "events": """Everything that happens in a game is an event. The log, replays, pictures and statistics are made of
them.
{ .bz-lead }""",
    "starlark": """Rules are a part of [Starlark](https://github.com/bazelbuild/starlark/blob/master/spec.md), with
types and with verbs. What both have means the same, but for what stands here.
{ .bz-lead }""",
    "limits": """A pack from a stranger can neither hang nor exhaust whoever reads or plays it, because everything is
limited before it is done. No honest game comes near.
{ .bz-lead }""",
}

NOTATION = """A signature is written as a rule's head is. In it, `T` stands for any type and `K` for any kind; the
same letter is the same type. A `?` marks what may be left out. `kind`, `tag`, `way`, `"word"`,
`"menu"` and the like are names of the ruleset, written out as a text. Arguments may be given by name:
`pieces("goblin", at = board)`.

<span class="bz-badge bz-derived">pure</span> functions only read; they may stand anywhere. <span
class="bz-badge bz-ruling">changing</span> ones are the only way in which a rule changes the world,
and each makes [an event](events.md). <span class="bz-badge bz-published">asking</span> ones stop for
a decision, and stand [only where a rule can stop](rules.md#where-decisions-stand)."""

# title, what is said of the group, and what stands in it
GROUPS: tuple[tuple[str, str, str], ...] = (
    (
        "Decisions",
        "What a player is asked. A rule that calls one of these stops until the answer has come.",
        "choose choose_action confirm option any_open",
    ),
    ("Players", "", "players seats owner"),
    (
        "Pieces and places",
        """A piece stands on a cell, lies in a zone, is carried by another piece, or is out of the game. A
`place` is a cell, a zone or a piece; where a place is only asked for, `board` means any cell.""",
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
        """cells cell_named tagged neighbours within distance ring cells_between linked next_cell steps_left goal
has_split branch""",
    ),
    ("Records", "What is printed: it never changes.", "records record members ordinal"),
    (
        "Words of effects",
        """What stands in a field of type `effects`. Words are carried out at once, or put on the agenda and
carried out one after the other, each with what it sets off.""",
        "perform why_not has word each_word push push_call resolve cancel_pending pending",
    ),
    ("Texts", "Texts for players are templates; they are put into words late.", "text announce"),
    (
        "Lists and numbers",
        "A zone can stand wherever a list is wanted.",
        """len first must sum min max any all abs sorted most least reversed unique list keys enumerate range""",
    ),
    ("Loops", "These stand only after the `in` of a `for`.", "rounds turns together up_to"),
    ("Time, contexts and the end", "", "expire new end fail"),
    ("Campaigns", "See [Write a campaign](../write-a-campaign.md).", "in_campaign next_game"),
    ("Checks of records", "", "problem"),
)

METHODS = (
    ("xs.append(x)", "adds an element to a list that this rule made"),
    ("xs.extend(ys)", "adds all elements of another list to it"),
    ("table.get(key)", "the value, or None; `table.get(key, other)` gives another instead"),
    ("table.keys()", "the keys, in order; likewise `values()` and `items()`, which gives pairs"),
    ('word.startswith("a")', "whether a text begins so; likewise `endswith`"),
    ("word.upper()", "the text in capitals; likewise `lower()`"),
)

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
    ("ref map", "forked-road", "a map"),
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

UNPRINTED = """Where no value in YAML is shown, a field of this type cannot be printed on a record: it is for state,
contexts and rules. Inside braces, a type with a comma is quoted: `{type: "effects giving goblin,
shot"}`."""

FITTING = """-   Bounds belong to the field, not to the number: a rule computes with plain `int`, and where the
    result goes into a field outside its bounds, that is [a fault](../problems/BZ802.md).
-   A value fits where an optional one is wanted. The other way round it has to be [tested
    first](rules.md#none).
-   A zone fits where a list of its pieces is wanted; the list is a copy.
-   A record, a piece and an id are three things: `ref[goblin]` is what is printed, `goblin` is a
    piece in play with a state of its own, and `piece.record` leads from one to the other. Texts never
    stand for either.
-   A list holds elements of one type. `[1, None]` is a `list[optional[int]]`.
-   A local keeps one type in the whole rule."""

EVENTS = """Pieces, cells and records are named by their keys, such as `goblin:brute#7`, `cell:c4` and
`plan:planks`; players are numbers from 1. `before` and `place` are the names of cells and zones.
`alone` says that a decision answered itself. In Python: [`state.events`](../python.md#events)."""

STARLARK = """Made-up programs are run by an implementation of Starlark and by ours whenever this is tested: what is
not listed here comes out equal, or is refused by both."""

BEYOND = """Whole numbers have 64 bits, and nothing wraps round. What passes a limit before play is told as
[BZ510](../problems/BZ510.md) or [BZ706](../problems/BZ706.md); at play it is a fault, mostly
[BZ803](../problems/BZ803.md) or [BZ811](../problems/BZ811.md)."""
