"""The problems of records: their shape (2xx) and the names in them (3xx)."""

from __future__ import annotations

from bartizan_engine.problem import Code

SHAPE: tuple[Code, ...] = (
    Code(
        "BZ201",
        "error",
        "A record is expected",
        "A record file is one record, a list of records, or a mapping of defaults and records. A record is a "
        "mapping of fields.",
        "- grunt\n- brute",
        "- id: grunt\n  title: Grunt",
    ),
    Code(
        "BZ202",
        "error",
        "Another form is expected",
        "The field says whether a text, a list or a mapping stands in it. Nothing is turned from one into another.",
        "raiders: grunt",
        "raiders: [grunt]",
    ),
    Code(
        "BZ203",
        "error",
        "A field that is not declared",
        "Every field is declared, by the ruleset or by the family. A misspelt field would otherwise be left out "
        "in silence.",
        "hitpoints: 3",
        "hp: 3",
    ),
    Code(
        "BZ204",
        "error",
        "A field is missing",
        "A field without a default, that is not optional, has to be given: by the record or by the defaults of "
        "its file. "
        "Every record says where it comes from.",
        "- id: grunt\n  title: Grunt",
        "- id: grunt\n  title: Grunt\n  from: {is: invented}",
    ),
    Code(
        "BZ205",
        "error",
        "No whole number",
        "A whole number is written in decimals, without leading zeros, signs, underscores or quotes: other "
        "spellings mean other numbers to other readers.",
        "hp: 010",
        "hp: 10",
    ),
    Code(
        "BZ206",
        "error",
        "A number out of bounds",
        "The ruleset declares how small and how large a number may be; no number is beyond 64 bits.",
        "hp: 900",
        "hp: 9",
    ),
    Code(
        "BZ207",
        "error",
        "Neither true nor false",
        "Only the words true and false say yes and no; all others are read differently by different tools.",
        "winged: yes",
        "winged: true",
    ),
    Code(
        "BZ208",
        "error",
        "None of the names that may stand here",
        "Some fields take one name out of a list that the ruleset or the family declares.",
        "rank: captian",
        "rank: captain",
    ),
    Code(
        "BZ209",
        "error",
        "No name",
        "Ids and cells are lower-case letters, digits and -; what rules name has _ instead. A name is no word "
        "that YAML may read as a boolean, and nothing is called `none`, which stands for nothing.",
        "id: Old Grunt",
        "id: old-grunt",
    ),
    Code(
        "BZ210",
        "error",
        "Too many or too few",
        "A list or a text may have bounds, and there is a general limit to each.",
        "raiders: []",
        "raiders: [grunt]",
    ),
    Code(
        "BZ211",
        "warning",
        "A text that reads as something else",
        "In a text, a plain no or 1.10 is kept as it stands here. Tools that read YAML 1.1 make a boolean or a "
        "number of it; quotes keep it a text everywhere.",
        "title: No",
        'title: "No"',
    ),
    Code(
        "BZ212",
        "error",
        "The kind is missing or unknown",
        "A record says its kind, unless the ruleset has only one of that family. The records of a family stand in"
        " its folder.",
        "kind: gobblin",
        "kind: goblin",
    ),
    Code(
        "BZ213",
        "error",
        "The source is missing",
        "What is printed has the lines of the book that print it, what is published an address, what follows a "
        "ruling its id. "
        "So nobody takes an invention for the publisher's number.",
        "from: {is: printed}",
        "from: {is: printed, lines: [12]}",
    ),
    Code(
        "BZ214",
        "error",
        "A version without quotes",
        "Without quotes a version is a number to many tools: 1.10 becomes 1.1.",
        "version: 1.10",
        'version: "1.10"',
    ),
    Code(
        "BZ215",
        "error",
        "A field is empty",
        "An empty value says nothing. What is optional is left out.",
        "title:",
        "title: Grunt",
    ),
    Code(
        "BZ216",
        "error",
        "An effect is one word",
        "Effects are a list; each element is a word, or a word with its arguments.",
        "abilities: [{bolts: 1, stun: 2}]",
        "abilities: [{bolts: 1}, {stun: 2}]",
    ),
    Code(
        "BZ217",
        "error",
        "No number of players",
        "A pack says how many can play: from and to, or one number. At most 16.",
        "players: four",
        "players: 1..4",
    ),
    Code(
        "BZ218",
        "warning",
        "A comment ends a text",
        "After a blank, # begins a comment. In a text that players read, this often cuts off what was meant to be"
        " read.",
        "title: Gate #1",
        'title: "Gate #1"',
    ),
    Code(
        "BZ219",
        "note",
        "Something is not checked",
        "The records of a kind are judged by its declaration, maps by the board, rules by all declarations. While "
        "those have problems, what they judge is passed over, and this says so.",
        "kinds: {goblin: {family: unit, fields: {hp: itn}}}",
        "kinds: {goblin: {family: unit, fields: {hp: int}}}",
    ),
    Code(
        "BZ220",
        "warning",
        "What nobody sees in a name",
        "A title holds a character without any width, which came along from another program. It looks as it should, "
        "and is found by no search. Scripts that need such a character between two letters may have it.",
        'title: "Gr\\u200bunt"',
        "title: Grunt",
    ),
    Code(
        "BZ221",
        "error",
        "Not an address",
        "Readers follow an address to what it is about, so it begins with https:// or http://. A source without one is "
        "said in words, in a note.",
        'from: {is: published, address: "javascript:alert(1)"}',
        'from: {is: published, address: "https://example.org/goblins"}',
    ),
    Code(
        "BZ222",
        "error",
        "Not a version",
        "Packs that require this one ask for a range of versions, so a version has to be comparable: numbers with dots "
        "between them, and perhaps a stage before its release.",
        'version: "spring"',
        'version: "1.2.0"  # or "1.2.0rc1"',
    ),
)

NAMES: tuple[Code, ...] = (
    Code(
        "BZ301",
        "error",
        "An id stands twice",
        "An id is unique in its kind. No record replaces another in silence.",
        "- {id: grunt, ...}\n- {id: grunt, ...}",
        "- {id: grunt, ...}\n- {id: brute, ...}",
    ),
    Code(
        "BZ302",
        "error",
        "No such record",
        "A reference is the id of a record of the kind that the field takes.",
        "raiders: [grnt]",
        "raiders: [grunt]",
    ),
    Code(
        "BZ303",
        "error",
        "No such field, option or rule",
        "What a record names besides records is looked up too: fields in its provenance, options, rules that an "
        "example shows.",
        "from: {is: invented, fields: {hpp: {is: printed, lines: [3]}}}",
        "from: {is: invented, fields: {hp: {is: printed, lines: [3]}}}",
    ),
    Code(
        "BZ304",
        "error",
        "No such word",
        "Effects are made of the words that the ruleset declares. A word that needs arguments does not stand alone.",
        "abilities: [stnu]",
        "abilities: [{stun: 1}]",
    ),
    Code(
        "BZ305",
        "error",
        "A word that does not fit its field",
        "A word works on something: a context, or what its rule asks for. The field says what it gives to its words. A "
        "word that no rule carries out does something only in those fields in which rules ask for it.",
        "abilities: [{bolts: 1}]    # abilities: effects giving goblin",
        "volley: [{bolts: 1}]       # volley: effects giving shot",
    ),
    Code(
        "BZ306",
        "error",
        "No such cell",
        "A cell is named by its column and row, or by its legend; a mission's cells are those of its map.",
        "entrance: z9",
        "entrance: wood",
    ),
    Code(
        "BZ307",
        "error",
        "No field that holds the map",
        "The board says which field of a mission names the map: mission, a point, and a field of type ref map.",
        "board: {map: mission.terrain}",
        "board: {map: mission.map}",
    ),
    Code(
        "BZ308",
        "note",
        "A record that nothing names",
        "No record, rule or example uses it. Perhaps a mission was to name it.",
        "- {id: spare, title: Spare, ...}",
        "raiders: [grunt, spare]",
    ),
)
