r"""The problems of the text of a file itself (1xx), whatever its fields.

In the examples `\x..`, `\u....`, `\r` and `\t` stand for characters that cannot be shown.
"""

from __future__ import annotations

from bartizan_engine.problem import Code

TEXT: tuple[Code, ...] = (
    Code(
        "BZ101",
        "error",
        "A file is too large",
        "At most 1 MiB (1,048,576 bytes) of a file is read, so that no pack can stall the tools. A usual file has a "
        "few kilobytes; one that grows beyond a megabyte is hard to read for people as well.",
        "# units/all.yaml holds 40,000 goblins: 1,600,000 bytes",
        "# units/hills.yaml holds 500 of them, units/caves.yaml the next 500",
    ),
    Code(
        "BZ102",
        "error",
        "A file is not UTF-8",
        "Files are text in UTF-8. Editors of old save Latin-1 or UTF-16; what the bytes mean would be a guess, and a "
        "wrong guess changes names silently.",
        "title: K\\xf6nig der Trolle",
        "title: König der Trolle",
    ),
    Code(
        "BZ103",
        "error",
        "A control character",
        "NUL and its relatives cannot be seen, are lost or changed by editors, and cut texts short in other programs. "
        "Escapes in double quotes that stand for one are refused as well.",
        "title: Goblin\\x00 King",
        "title: Goblin King",
    ),
    Code(
        "BZ104",
        "error",
        "A character that changes the direction of text",
        "Embeddings, overrides and isolates of bidirectional text make a line look different from what it says: a "
        "reviewer would read another number than the game does.",
        "cost: 12 # \\u202e3 yllautca",
        "cost: 12 # actually 3",
    ),
    Code(
        "BZ105",
        "note",
        "A byte order mark at the start",
        "The mark is not needed in UTF-8 and disturbs other programs. It is passed over here; `bartizan fmt` removes "
        "it.",
        "\\ufeffid: goblin",
        "id: goblin",
    ),
    Code(
        "BZ106",
        "error",
        "A byte order mark inside a file",
        "It cannot be seen and becomes a part of the next word, so that a key is no longer the key that it looks "
        "like. It comes from joining two files.",
        "id: goblin\n\\ufeffhp: 3",
        "id: goblin\nhp: 3",
    ),
    Code(
        "BZ107",
        "warning",
        "A line ends in a carriage return alone",
        "Lines end in LF, or in CRLF. Programs disagree whether a lone carriage return ends a line, and so on the "
        "number of every line after it.",
        "id: goblin\\rhp: 3",
        "id: goblin\nhp: 3",
    ),
    Code(
        "BZ108",
        "error",
        "A tab between words or before a line",
        "YAML indents with blanks alone, because a tab has no agreed width. Tabs inside quotes, blocks of lines and "
        "comments are fine. Most editors can put in blanks when the tab key is pressed.",
        "goblin:\n\\thp: 3",
        "goblin:\n  hp: 3",
    ),
    Code(
        "BZ109",
        "error",
        "An empty file",
        "A file without content, or with comments alone, is more often a slip than a wish. Delete it if nothing "
        "belongs there.",
        "# goblins will come here",
        "- id: goblin\n  hp: 3",
    ),
    Code(
        "BZ110",
        "error",
        "More than one document in a file",
        "Many tools read only the first document of a YAML file and pass over the rest without a word. A file holds "
        "one document; several records are a list.",
        "id: goblin\n---\nid: catapult",
        "- id: goblin\n- id: catapult",
    ),
    Code(
        "BZ111",
        "error",
        "A YAML directive",
        "Directives change how the rest of a file is to be read. All files are read in one and the same way.",
        "%YAML 1.2\n---\nid: goblin",
        "id: goblin",
    ),
    Code(
        "BZ112",
        "error",
        "A tag",
        "A tag says of which type a value is. Here the field says that. A text that begins with an exclamation mark "
        "needs quotes.",
        "hp: !!int 3\nsays: !charge",
        'hp: 3\nsays: "!charge"',
    ),
    Code(
        "BZ113",
        "error",
        "An anchor",
        "Anchors and aliases let one line stand for thousands, and a reader has to look a value up elsewhere. Fields "
        "that many records share stand under `defaults`.",
        "hp: &strong 9",
        "hp: 9",
    ),
    Code(
        "BZ114",
        "error",
        "An alias",
        "See the anchor: a value is written where it is used. A text that begins with an asterisk needs quotes.",
        "goblin: {hp: 9}\ntroll: *goblin",
        "goblin: {hp: 9}\ntroll: {hp: 9}",
    ),
    Code(
        "BZ115",
        "error",
        "A merge key",
        "`<<` copies the fields of another mapping, and readers disagree on which value wins. Fields that many "
        "records share stand under `defaults`.",
        "id: troll\n<<: {hp: 9}",
        "id: troll\nhp: 9",
    ),
    Code(
        "BZ116",
        "error",
        "Nested too deeply",
        "Lists and mappings may stand inside each other 64 deep; no honest record comes near that.",
        "says: " + "[" * 65 + "]" * 65,
        "says: [[goblin]]",
    ),
    Code(
        "BZ117",
        "error",
        "Too many values in a file",
        "A file may hold 50,000 keys, values, lists and mappings, so that no pack can stall the tools.",
        "# units/all.yaml holds 8,000 goblins of seven values each",
        "# units/hills.yaml holds 500 of them, units/caves.yaml the next 500",
    ),
    Code(
        "BZ118",
        "error",
        "A key that stands twice",
        "Most YAML readers take the last one and drop the other without a word; a forgotten line then decides the "
        "game.",
        "id: goblin\nhp: 3\nhp: 300",
        "id: goblin\nhp: 3",
    ),
    Code(
        "BZ119",
        "error",
        "Two keys that look the same",
        "A letter with an accent can be one character or two. Both keys look alike on every screen, and only one of "
        "them is found.",
        "café: 1\ncafe\\u0301: 2",
        "café: 1\ntavern: 2",
    ),
    Code(
        "BZ120",
        "error",
        "A key that other YAML readers take for something else",
        "Older YAML reads on, off, yes, no, y and n as true and false, null and ~ as nothing. A pack must mean the "
        "same in every tool that people use on it.",
        "n: [road]\non: 3",
        '"n": [road]\nstart: 3',
    ),
    Code(
        "BZ121",
        "error",
        "A key that is no line of text",
        "A key is a word, or a short text in quotes. Lists, mappings, several lines, nothing at all and characters "
        "that cannot be seen are no keys.",
        "[goblin, troll]: 3",
        "goblin: 3\ntroll: 3",
    ),
    Code(
        "BZ122",
        "error",
        "Not YAML",
        "The text follows no form of YAML, and none of the usual slips explains it. The rest of the file is not "
        "checked until this is mended.",
        "id: goblin\n, hp: 3",
        "id: goblin\nhp: 3",
    ),
    Code(
        "BZ123",
        "error",
        "A value that holds a colon and a blank",
        "A colon with a blank after it begins a value, so a text that holds one needs quotes. The rest of the file is "
        "not checked until this is mended.",
        "title: Raid: fast",
        'title: "Raid: fast"',
    ),
    Code(
        "BZ124",
        "error",
        "A value that begins with a reserved character",
        "YAML keeps @, %, the backtick, commas, closing brackets and a lone dash or question mark for itself. A text "
        "that begins with one needs quotes.",
        "says: @everyone attacks",
        'says: "@everyone attacks"',
    ),
    Code(
        "BZ125",
        "error",
        "Quotes that are not closed",
        "Everything up to the next quote of that kind is taken for text. The place is the quote that opens; the "
        "parser notices only where the next one stands.",
        'title: "Goblin\nsays: "charge"',
        'title: "Goblin"\nsays: "charge"',
    ),
    Code(
        "BZ126",
        "error",
        "Brackets that do not match, or a missing comma",
        "A list in brackets or a mapping in braces needs its closing sign, commas between its entries, and quotes "
        "round texts that hold one of , [ ] { } or ?.",
        "cost: [1, 2\nhp: 3",
        "cost: [1, 2]\nhp: 3",
    ),
    Code(
        "BZ127",
        "error",
        "Indentation that fits no line above",
        "Fields of one mapping, and items of one list, begin in the same column.",
        "id: goblin\n hp: 3",
        "id: goblin\nhp: 3",
    ),
    Code(
        "BZ128",
        "error",
        "A backslash that begins no escape",
        "In double quotes a backslash begins an escape such as \\n. In single quotes it is a backslash.",
        'says: "the \\goblins"',
        "says: 'the \\goblins'",
    ),
    Code(
        "BZ129",
        "error",
        "A character that only looks like a colon or a blank",
        "Full-width colons and the blanks of other alphabets are letters to YAML: the whole line becomes one text.",
        "id\uff1agoblin",
        "id: goblin",
    ),
    Code(
        "BZ130",
        "warning",
        "A comment that may be lost text",
        "A blank and a # begin a comment, also in the middle of what was meant as text. A comment with a blank after "
        "its # is taken for one on purpose.",
        "title: Goblin #3",
        'title: "Goblin #3" # the third one',
    ),
    Code(
        "BZ131",
        "error",
        "Something after a closing quote or bracket",
        "A value ends with its closing quote or bracket. What follows on the line belongs to nothing.",
        'title: "Goblin" the Great',
        "title: '\"Goblin\" the Great'",
    ),
    Code(
        "BZ132",
        "error",
        "A line that is no field",
        "Among fields every line is a name, a colon, a blank and a value.",
        "id: goblin\nhp 3\narmor: 1",
        "id: goblin\nhp: 3\narmor: 1",
    ),
    Code(
        "BZ133",
        "error",
        "No blank after a colon",
        "Without a blank after it, a colon is a letter of the word.",
        "id: goblin\nhp:3\narmor: 1",
        "id: goblin\nhp: 3\narmor: 1",
    ),
    Code(
        "BZ134",
        "error",
        "No blank after a dash",
        "Without a blank after it, a dash is a letter of the word, and there is no list.",
        "-goblin\n-catapult",
        "- goblin\n- catapult",
    ),
    Code(
        "BZ135",
        "error",
        "A block of lines without lines",
        "A value that begins with | or > announces that its text stands in the lines below, indented. If it is meant "
        "as the value itself, it needs quotes.",
        "range: >3\nhp: 3",
        'range: ">3"\nhp: 3',
    ),
    Code(
        "BZ136",
        "error",
        "A key in braces without a value",
        "In braces every key has a colon, a blank and a value. A list stands in brackets.",
        "cost: {gold, stone: 2}",
        "cost: {gold: 1, stone: 2}",
    ),
)
