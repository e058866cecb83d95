"""What each form of the language does, in words for authors: signature, class, sentence."""

from __future__ import annotations

DOCS: dict[str, tuple[str, str, str]] = {
    "choose": (
        'choose(who, "prompt", options, skip = "text"?, skip_blocked = reason?) -> T',
        "asking",
        "One of the options, chosen by a player or by the first of several players to answer. With `skip` "
        "there is a named way out, and the result may be None.",
    ),
    "choose_action": (
        'choose_action(who, "prompt", "menu", skip = "text"?, name = thing...) -> bool',
        "asking",
        "An action of a menu is chosen and its rule carried out with the things that it names; False if it "
        "was skipped.",
    ),
    "confirm": (
        'confirm(who, "prompt") -> bool',
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
        "A text with values in it, put into words late and for each viewer.",
    ),
    "announce": (
        'announce("...{name}...") -> none',
        "changing",
        "A line in the log.",
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
        "Each player in turn, for choices that count as one moment. A field that is `visible: owner` keeps an answer "
        "hidden until the loop is over.",
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
        "cancel_pending() -> none",
        "changing",
        "Clears the agenda, except for words that the ruleset marks `always`.",
    ),
}
