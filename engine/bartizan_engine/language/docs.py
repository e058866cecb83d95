"""What each form of the language does, in words for authors: signature, class, sentence."""

from __future__ import annotations

DOCS: dict[str, tuple[str, str, str]] = {
    "choose": (
        'choose(who, "prompt", options, skip = "text"?, skip_blocked = reason?, secret = True?) -> T',
        "asking",
        "One of the options, chosen by a player or by the first of several players to answer. With `skip` "
        "there is a named way out, and the result may be None. What is chosen is told to all, unless an option, "
        "the prompt or a label is about a piece that they may not know, or the choice is `secret`.",
    ),
    "choose_action": (
        'choose_action(who, "prompt", "menu", skip = "text"?, skip_blocked = reason?, name = thing...) -> bool',
        "asking",
        "An action of a menu is chosen and its rule carried out with the things that it names; False if it "
        "was skipped.",
    ),
    "confirm": (
        'confirm(who, "prompt", secret = True?) -> bool',
        "asking",
        "Yes or no.",
    ),
    "option": (
        "option(x, blocked = reason?, label = text?) -> option[T]",
        "pure",
        "An option that may be closed, with the reason, or have a label of its own.",
    ),
    "any_open": (
        "any_open(options) -> bool",
        "pure",
        "Whether one of the options is not blocked.",
    ),
    "text": (
        'text("...{name}...") -> text',
        "pure",
        "A text with values in it, put into words late and for each viewer. It is said, kept and passed on, but not "
        "compared, joined or taken apart.",
    ),
    "announce": (
        'announce("...{name}...") -> none',
        "changing",
        "A line in the log, for all. A piece in it is named to those who may know it; what the rule itself takes "
        "out of a piece, as `{card.title}` does, is told to everyone.",
    ),
    "perform": (
        "perform(effects, name = thing...) -> none",
        "changing, or asking with its words",
        "Carries out, in order, those words of the effects that need nothing but what is given.",
    ),
    "why_not": (
        "why_not(effects, name = thing...) -> optional[text]",
        "pure",
        "The first objection of the words that could be carried out, or None.",
    ),
    "has": (
        'has(effects, "word") -> bool',
        "pure",
        "Whether a word stands among the effects.",
    ),
    "word": (
        'word(effects, "word", "argument", default) -> int',
        "pure",
        "The sum of a word's argument over the effects, or the default where the word is missing.",
    ),
    "each_word": (
        'each_word(effects, "word", "argument") -> list[T]',
        "pure",
        "A word's argument, as often as the word stands among the effects, in order.",
    ),
    "new": (
        'new("context", field = value...) -> context',
        "changing",
        "A record that lives until the rule that made it ends.",
    ),
    "end": (
        'end("result", winners = players?, name = number...) -> never',
        "changing",
        "The game ends. Nothing after it runs.",
    ),
    "next_game": (
        'next_game("entry", mission = ref?, players = n?) -> none',
        "changing",
        "Says what the campaign plays when this game has ended, and how many play it. A fault outside of a campaign.",
    ),
    "problem": (
        'problem(record, "field", "...{name}...") -> none',
        "pure",
        "Reports a problem of a record; in checks only.",
    ),
    "records": (
        'records("kind") -> list[ref[K]]',
        "pure",
        "All records of a kind, in the order of the pack.",
    ),
    "record": (
        'record("kind", "id") -> ref[K]',
        "pure",
        "One record.",
    ),
    "members": (
        'members("enum") -> list[enum]',
        "pure",
        "All members of an enum, in order.",
    ),
    "ordinal": (
        "ordinal(member) -> int",
        "pure",
        "The place of a member in its enum, counted from 0.",
    ),
    "min": (
        "min(list) or min(a, b, ...) -> T",
        "pure",
        "The least.",
    ),
    "max": (
        "max(list) or max(a, b, ...) -> T",
        "pure",
        "The greatest.",
    ),
    "sorted": (
        "sorted(list, key = rule?, reverse = bool?) -> list[T]",
        "pure",
        "The elements in order; equal ones stay as they were.",
    ),
    "most": (
        "most(list, key = rule) -> list[T]",
        "pure",
        "All that tie for the greatest key.",
    ),
    "least": (
        "least(list, key = rule) -> list[T]",
        "pure",
        "All that tie for the least key.",
    ),
    "range": (
        "range(end) or range(start, end, step?) -> list[int]",
        "pure",
        "Numbers in a row, the end left out.",
    ),
    "rounds": (
        "for n in rounds(limit):",
        "loop",
        "A new round each time, counted from 1; what lasts `until round` goes back to its start. Runs out quietly.",
    ),
    "turns": (
        "for player in turns(players):",
        "loop",
        "One player after the other has a turn.",
    ),
    "together": (
        "for player in together(players):",
        "loop",
        "Each player in turn, but what they choose and do is shown to nobody else until all are done.",
    ),
    "up_to": (
        "for n in up_to(limit):",
        "loop",
        "At most so often, counted from 1; running out is a fault.",
    ),
    "push": (
        "push(effects, name = thing...) -> none",
        "changing",
        "Puts the effects on the agenda, before what waits there; the words get what is given.",
    ),
    "push_call": (
        "push_call(rule, argument...) -> none",
        "changing",
        "Puts a call of a rule on the agenda, before what waits there.",
    ),
    "resolve": (
        "resolve() -> none",
        "changing, or asking with what was pushed",
        "Carries out what waits on the agenda, the last pushed first, until nothing waits. For turns, never for words.",
    ),
    "cancel_pending": (
        'cancel_pending("word or rule"?) -> none',
        "changing",
        "Clears the agenda, except for words that the ruleset marks `always`; or, with a name, gives up only what "
        "waits of this word or of this pushed rule, also if it is marked so.",
    ),
    "pending": (
        'pending("word or rule"?) -> int',
        "pure",
        "How many words and calls wait on the agenda, or how many of this word or of this pushed rule.",
    ),
}

# What is also Starlark means what it means there, but for these: what differs, and why.
DIFFERENCES: tuple[tuple[str, str], ...] = (
    (
        "A number has 64 bits. A result that does not fit is a fault; inside one expression numbers are exact.",
        "A game must be the same on every machine, and no number may grow until there is no room for it.",
    ),
    (
        "There are no fractions: neither `/` nor `1.5`.",
        "Their rounding is no rule of a game. Count in halves, or divide with `//`, which rounds down.",
    ),
    (
        "Types are told before anything runs: a list holds one type, a local keeps one, and what can never be equal "
        "is not compared.",
        "A mistake should be found when the rules are written, not in the one game in which it matters.",
    ),
    (
        "A value that may be `None` is tested with `!= None` before it is used, and is no test by itself where 0 or an "
        "empty list would be false too.",
        "Nobody shall forget the case in which there is nothing.",
    ),
    (
        "The sides of `and` and `or` are truths, and so is what they give. In a test, numbers, texts and lists may "
        "stand there too.",
        "A value has one type; `x if x > 0 else y` says what is meant.",
    ),
    (
        "`any` and `all` of a comprehension look no further than they must.",
        "They ask for a truth, so the list itself is never made.",
    ),
    (
        "Lists and dicts are values: another name for one is another list, and `+=` makes a new one.",
        "What one rule does to its list never shows in another's. A game can be saved and copied at every decision.",
    ),
    (
        "Only a list or dict that the rule itself made is changed in place, never a parameter.",
        "A reader sees all that a call can change: the state. `own = list(given)` makes one's own.",
    ),
    (
        "A loop goes over the list as it was when the loop began, whatever happens to it meanwhile.",
        "Taking things away while going through them is what rules do all the time.",
    ),
    (
        "`range(...)` is a list.",
        "One type less to know.",
    ),
    (
        "Numbers, texts, members of enums and tuples of these have an order; truths and lists have none.",
        "Which of two lists is less is a question that no rule means.",
    ),
    (
        "A dict has keys of one type, which is not `bool`.",
        "Two entries are two locals.",
    ),
    (
        "A tuple is only made, compared, taken apart into as many names, and asked for a part by a written number.",
        "Its parts have types of their own; what is joined, looped over or counted on is a list.",
    ),
    (
        "No rule calls itself, by whatever way; that is told before anything runs.",
        "Everything comes to an end.",
    ),
    (
        "Every rule has a docstring, every parameter a type and no default. There are no lambdas, no rules in rules, "
        "and no star arguments.",
        "The rules pages are made of docstrings, and a call can be read without looking anything up.",
    ),
    (
        "A name that means something in every rule cannot be given another meaning.",
        "`len` and `board` mean the same on every page.",
    ),
    (
        "A local has a value on every path that leads to it, and a rule gives a value on all paths or on none.",
        "The rare path is the one that nobody has tried.",
    ),
    (
        "There are no operators on bits, and `%` and `|` are not for texts and dicts.",
        'No rule of a game needs them; `text("...{name}...")` makes texts for players.',
    ),
    (
        "A slice has no step.",
        "`reversed(...)` and a comprehension say what is meant.",
    ),
    (
        "Texts have `upper`, `lower`, `startswith` and `endswith`; lists `append` and `extend`; dicts `get`, `keys`, "
        "`values` and `items`.",
        "Rules calculate with pieces, not with texts; lists get shorter by a comprehension.",
    ),
    (
        "`list`, `reversed`, `enumerate` and `unique` take lists. Loops, `sorted`, `min`, `max` and `in` take a dict "
        "as its keys.",
        "`keys(d)`, `d.values()` and `d.items()` say which of them is meant.",
    ),
    (
        "`min` and `max` have no key: `most(list, key = rule)` and `least(list, key = rule)` give all that tie.",
        "A tie is a decision of somebody, and Starlark would hide it.",
    ),
    (
        "One statement stands on a line, and a block on lines of its own.",
        "A problem, a fault and a page can then say which line they mean.",
    ),
    (
        "Numbers are written in decimal digits, and strings have the escapes `\\n`, `\\t`, `\\\\` and quotes.",
        "There is one way to write each value.",
    ),
    (
        "At the margin stand rules, constants of one literal, and `load()`.",
        "Nothing runs before a game does.",
    ),
    (
        "A list has up to 4,096 elements, a text up to 4,096 characters; work between two decisions is bounded.",
        "Rules are a stranger's text: they can neither fill a machine nor hold it up.",
    ),
    (
        "Names begin with a letter; only `_` alone may stand for what is not read.",
        "There is nothing to hide: one pack is one namespace.",
    ),
    (
        "`sum`, `first`, `must`, `unique`, `most`, `least` and `keys` are in the library.",
        "Rules say such things on every page.",
    ),
    (
        'Braces with a name, as in `"{x}"`, stand only where a template is read, which fills them.',
        "A player never reads a hole that nobody filled.",
    ),
)
