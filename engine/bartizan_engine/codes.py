"""What can be wrong in declarations and rules (5xx), and at play (8xx): one entry a code, with an example of each."""

from __future__ import annotations

from .problem import Code

RULES: tuple[Code, ...] = (
    Code(
        "BZ501", "error", "A type cannot be read",
        "Types are written in one small grammar, in the ruleset as words and in rules as annotations.",
        "hp: integer 0..9",
        "hp: int 0..9",
    ),
    Code(
        "BZ502", "error", "A declaration names something that does not exist",
        "Every kind, enum, tag, way and field that a declaration or an annotation names has to be declared "
        "itself. What load() names has to be a required pack, and a rule or constant of it.",
        "lair: {of: gobln}",
        "lair: {of: goblin}",
    ),
    Code(
        "BZ503", "error", "A name cannot be used",
        "Names that rules use are lower-case words with underscores. They may not read as a boolean in other "
        "YAML tools, mean two things, or hide what every record and piece has.",
        'words: {no: {says: "..."}}',
        'words: {refuse: {says: "..."}}',
    ),
    Code(
        "BZ504", "error", "A declaration has the wrong shape",
        "A section of the ruleset misses something, has something unknown, or has a list where a mapping "
        "belongs.",
        "zones: {lair: {kind: goblin}}",
        "zones: {lair: {of: goblin}}",
    ),
    Code(
        "BZ505", "error", "A value does not fit its type",
        "Defaults, printed numbers and values of words are tested against the declared type and its bounds.",
        "gold: int 0..9 = 12",
        "gold: int 0..9 = 2",
    ),
    Code(
        "BZ507", "error", "A word is carried out in two ways",
        "A word either names a rule, or says with add and set which fields of a context it changes.",
        'dice: {rule: more_dice, add: {volley.dice: 1}, says: "..."}',
        'dice: {add: {volley.dice: 1}, says: "..."}',
    ),
    Code(
        "BZ510", "error", "A limit of the language is passed",
        "Rules from a stranger must not be able to hang or exhaust whoever reads them, so sizes, depths and "
        "counts are limited before anything else is done.",
        "x = (((( ... sixty brackets deep ... ))))",
        "x = 1",
    ),
    Code(
        "BZ511", "error", "A character cannot stand here",
        "Outside strings and comments rules are ASCII; tabs do not indent, and characters that control or "
        "hide text stand nowhere.",
        "def f():\n\\treturn 1",
        "def f():\n    return 1",
    ),
    Code(
        "BZ512", "error", "The text does not follow the grammar",
        "Something is missing, misplaced or not closed at this place.",
        "if gold = 3:",
        "if gold == 3:",
    ),
    Code(
        "BZ513", "error", "This construct is not in the rule language",
        "The language is small on purpose: what is not in it cannot hang, hide state or reach outside. There "
        "is a plain way to say the same.",
        "while gold > 0:",
        "for _ in up_to(20):",
    ),
    Code(
        "BZ514", "error", "A name is taken",
        "A rule, parameter, local or argument of a word would hide a library function, a section such as game, an "
        "enum or a rule; or its name begins with an underscore.",
        "def move(goblin: goblin):",
        "def march(goblin: goblin):",
    ),
    Code(
        "BZ515", "error", "Something is defined twice",
        "All rules of a pack share one namespace, whatever file they stand in; a dict has one value for each key.",
        "def raid(): ... def raid(): ...",
        "def raid(): ... def flee(): ...",
    ),
    Code(
        "BZ516", "error", "A rule lacks its docstring or a type",
        "The rules pages are made of docstrings, and types let every mistake be found before play.",
        "def raid(goblin):",
        "def raid(goblin: goblin):",
    ),
    Code(
        "BZ517", "error", "A number is too large",
        "Whole numbers have 64 bits.",
        "gold = 99999999999999999999",
        "gold = 9999",
    ),
    Code(
        "BZ520", "error", "An unknown name",
        "Every name in a rule is bound before anything runs: locals, rules, the library, records.",
        'goblins = peices("goblin")',
        'goblins = pieces("goblin")',
    ),
    Code(
        "BZ521", "error", "An unknown field or member",
        "Fields, zones and members of enums are declared in the ruleset.",
        "goblin.hitpoints",
        "goblin.hp",
    ),
    Code(
        "BZ522", "error", "A value of the wrong type",
        "Types are checked before play, so that a game never stops in the middle for a slip.",
        "move(goblin, 3)",
        "move(goblin, game.lair)",
    ),
    Code(
        "BZ523", "error", "Arguments do not fit",
        "A call names every parameter once, and nothing else.",
        "distance(cell)",
        "distance(cell, gate)",
    ),
    Code(
        "BZ524", "error", "A value may be None",
        "What is optional has to be tested before it is used, or claimed with must().",
        "goblin.prey.hp",
        "if goblin.prey != None: ...",
    ),
    Code(
        "BZ525", "error", "A rule calls itself",
        "Recursion has no bound that can be seen; loops have.",
        "def chain(): chain()",
        "for _ in up_to(9): link()",
    ),
    Code(
        "BZ526", "error", "A decision stands where rules cannot stop",
        "A decision may stand on a line of its own, on the right of an assignment, in return or in an if test; also "
        "as an argument of a rule that asks, where that rule may be called. Nowhere else, so not as an argument of a "
        "verb such as move: play stops there, is saved and goes on.",
        'x = 1 + choose(p, "?", [1, 2])',
        'n = choose(p, "?", [1, 2])',
    ),
    Code(
        "BZ527", "error", "Something that should only read changes the world",
        "Comprehensions, options, reasons, keys, checks and invariants are asked any number of times; so they "
        "must be pure.",
        "[roll(d) for d in dice]",
        "for d in dice: roll(d)",
    ),
    Code(
        "BZ528", "error", "A list is changed by a rule that did not make it",
        "Only the rule that made a list or dict changes it in place. So nobody's list changes behind their "
        "back, and a saved game is the same game.",
        "def f(goblins: list[goblin]): goblins.append(g)",
        "own = list(goblins)",
    ),
    Code(
        "BZ529", "warning", "A rule that nothing uses",
        "No entry, word, invariant or check leads to it, and no menu that a rule offers.",
        "def forgotten(): ...",
        "call it, or take it out",
    ),
    Code(
        "BZ530", "warning", "A line that is never reached",
        "Everything before it returns, jumps or ends the game; or a test before it always comes out the same.",
        "return 1\nx = 2",
        "x = 2\nreturn x",
    ),
    Code(
        "BZ531", "error", "A local may have no value",
        "On some path through the rule nothing was assigned to it.",
        "if far: d = 3\nreturn d",
        "d = 0\nif far: d = 3",
    ),
    Code(
        "BZ532", "error", "A rule may end without its value",
        "Some path falls off the end of the rule.",
        "def f() -> int:\n    if x: return 1",
        "return 0 at the end",
    ),
    Code(
        "BZ533", "error", "A loop's source stands outside a loop",
        "rounds, turns, together and up_to stand only after the `in` of a for.",
        "x = rounds(3)",
        "for n in rounds(3):",
    ),
    Code(
        "BZ534", "error", "A template is malformed or names what is not there",
        "Texts for players hold {name}, {n|one|many} and {n|none|one|many}, where the names are locals of the "
        "rule or arguments of the word.",
        'text("costs {prize}")',
        'text("costs {price}")',
    ),
    Code(
        "BZ535", "error", "This cannot be assigned to",
        "Rules change locals and declared state; what is printed never changes.",
        'goblin.title = "Grub"',
        "goblin.hp = 3",
    ),
    Code(
        "BZ536", "error", "The agenda is never carried out",
        "What push and push_call put on the agenda waits until a rule calls resolve().",
        "push(goblin.tricks, goblin = goblin)",
        "push(goblin.tricks, goblin = goblin)\nresolve()",
    ),
    Code(
        "BZ537", "warning", "A declaration that nothing uses",
        "No rule reads the option, carries the word out or asks for it, offers the menu, ends the game with the "
        "result, or makes or takes the context: it changes nothing.",
        "options: {harsh: {type: bool, default: false}}",
        "if options.harsh: ...",
    ),
    Code(
        "BZ538", "warning", "A loaded name that nothing uses",
        "load() brings a rule or a constant of a required pack in, for all files of this one. No rule here uses it.",
        'load("@border-watch", "volley")    # and no rule calls volley',
        'load("@border-watch", "volley")\n\ndef double_volley(goblin: goblin):\n    """Two volleys."""\n    '
        "volley(goblin)\n    volley(goblin)",
    ),
    Code(
        "BZ539", "error", "A statistic can count nothing",
        "What it asks for never happens: a zone that holds pieces of another kind, dice that are no dice, a word that "
        "nothing carries out, a field that is no number. In every table it would be a row of zeros.",
        "statistics: {fled: {event: moved, kind: catapult, place: lair}}    # where the lair holds goblins",
        "statistics: {fled: {event: moved, kind: goblin, place: lair}}",
    ),
)  # fmt: skip

PLAY: tuple[Code, ...] = (
    Code(
        "BZ801", "error", "A decision with nothing open",
        "No option was open and there was no way out.",
        'choose(p, "Which?", [])',
        'choose(p, "Which?", xs, skip = "None")',
    ),
    Code(
        "BZ802", "error", "A value leaves its bounds",
        "The field's declared bounds are a promise to every other rule.",
        "gold -= 99",
        "gold = max(0, gold - 99)",
    ),
    Code(
        "BZ803", "error", "The rules worked too long",
        "Between two decisions rules have a budget, so that no pack can hang whoever plays it.",
        "for a in range(100000): for b in range(100000): ...",
        "one loop over what is there",
    ),
    Code(
        "BZ804", "error", "A number is too large",
        "Whole numbers have 64 bits; nothing wraps round.",
        "x = x * x, many times",
        "x = min(x * x, 9999)",
    ),
    Code(
        "BZ805", "error", "A value is missing",
        "A field was read before it was set, or something is None that must not be.",
        "must(top(game.lair)) when the lair is empty",
        "if top(game.lair) != None: ...",
    ),
    Code(
        "BZ806", "error", "A loop ran out",
        "up_to(n) promises that the loop ends before n turns.",
        "for _ in up_to(3): (no return)",
        "for _ in up_to(30): ... return",
    ),
    Code(
        "BZ807", "error", "An invariant does not hold",
        "What the ruleset says is always true was false after a decision.",
        "a rule that loses a piece",
        "move it to a zone",
    ),
    Code(
        "BZ808", "error", "Something that is not there",
        "An index, a key, a face, a path or a divisor that does not exist.",
        "goblins[9] of three",
        "if len(goblins) > 9: ...",
    ),
    Code(
        "BZ809", "error", "The pack gave up",
        "A rule called fail(): it met what its author held impossible.",
        'fail("no goblin left")',
        'end("stalemate")',
    ),
    Code(
        "BZ810", "error", "The game ended without a result",
        "The entry rule came to its end; a game ends with end().",
        "def play(): set_up()",
        'end("won") on every way out',
    ),
    Code(
        "BZ811", "error", "Something grew too large",
        "Lists, texts, decisions, the number of pieces and what a game remembers of its events are limited.",
        "[0] * 1000000",
        "a list of what is needed",
    ),
    Code(
        "BZ812", "error", "A piece in the wrong place",
        "The piece stands on no cell, lies in no player's zone, or may not go there.",
        "goblin.cell of a goblin in the lair",
        "if on_board(goblin): ...",
    ),
    Code(
        "BZ813", "error", "A choice or a call that cannot be made",
        "The option is not offered, is blocked, or another player is asked; or an argument of the call does not fit.",
        'state.choose("cell:z9")',
        "state.choose(state.decision.options[0])",
    ),
    Code(
        "BZ820", "error", "This is no scenario",
        "The file is damaged, of another version, or something else.",
        "a file cut in the middle",
        "bartizan build border-watch",
    ),
    Code(
        "BZ821", "error", "A scenario was changed after it was built",
        "Its hash does not fit its content.",
        "a scenario edited by hand",
        "bartizan build border-watch",
    ),
    Code(
        "BZ822", "error", "A scenario holds what the compiler never makes",
        "Everything in it is tested again before it is used.",
        "a record of an unknown kind",
        "bartizan build border-watch",
    ),
    Code(
        "BZ830", "error", "This is no save or record",
        "The file is damaged, of another version, or something else.",
        "a file cut in the middle",
        "save the game again",
    ),
    Code(
        "BZ831", "error", "A save or record of another scenario",
        "It was made with other rules or records, so it cannot go on with these.",
        "a record of border-watch replayed with another pack",
        "the scenario that it names",
    ),
    Code(
        "BZ832", "error", "A save or record that no game leads to",
        "Its numbers, frames or answers do not fit the rules.",
        "a save edited by hand",
        "save the game again",
    ),
    Code(
        "BZ833", "error", "A campaign has changed under its save",
        "A rule, a record or a mission is not as it was when the campaign was saved, so its open game cannot go on. "
        "What was kept from game to game is written in names, and can be carried over: the open game gives way to "
        "the entry of the campaign. A better title or sentence changes no game.",
        "bartizan campaign march.save long-march    # after a mission was edited",
        "bartizan campaign march.save long-march --carry",
    ),
)  # fmt: skip

CODES: tuple[Code, ...] = (*RULES, *PLAY)
