"""The problems of a pack as a whole: what its records mean together (6xx), and its files (7xx)."""

from __future__ import annotations

from bartizan_engine.problem import Code

MISSIONS: tuple[Code, ...] = (
    Code(
        "BZ601",
        "error",
        "No mission for an entry",
        "An entry that needs a mission cannot be played in a pack without one.",
        "entries: {play: {rule: play, needs: mission}}",
        "id: first-night    # in missions/first-night.yaml",
    ),
    Code(
        "BZ602",
        "error",
        "Two faces of one name",
        "Faces are told apart by their names: splits, forced rolls and examples use them. Equal faces are one "
        "with a count.",
        "faces: [{name: hit, value: 1}, {name: hit, value: 1}]",
        "faces: [{name: hit, count: 2, value: 1}]",
    ),
    Code(
        "BZ603",
        "error",
        "An example with too many or too few players",
        "An example is played by as many as the pack allows.",
        "players: 5    # pack.yaml: players: 1..4",
        "players: 4",
    ),
    Code(
        "BZ604",
        "error",
        "An example without its mission",
        "Where a pack has several missions, an example says which one it is set in.",
        "- id: a-hit-counts\n  run: shoot",
        "- id: a-hit-counts\n  mission: first-night\n  run: shoot",
    ),
    Code(
        "BZ605",
        "note",
        "An option set to what it is anyway",
        "A mission sets the options that differ from their defaults.",
        "options: {weak_gate: false}",
        "options: {weak_gate: true}",
    ),
    Code(
        "BZ606",
        "warning",
        "Two records of one title",
        "Players choose by titles. Two records of a kind with one title look like one.",
        "- {id: grunt, title: Goblin}\n- {id: brute, title: Goblin}",
        "- {id: grunt, title: Grunt}\n- {id: brute, title: Brute}",
    ),
    Code(
        "BZ607",
        "warning",
        "Printed, but in which book",
        "Lines are lines of a text that pack.yaml names under sources.",
        "sources: {}",
        "sources: {book: {title: The rulebook}}",
    ),
    Code(
        "BZ610",
        "error",
        "A worked example does not hold",
        "Examples are run by the same rules as games. What must be true after is not so, an answer names nothing that "
        "is offered, or the rules stopped. Either the example or a rule or number is wrong.",
        "then: {pieces: {target: {hp: 2}}}    # and the rules leave 1",
        "then: {pieces: {target: {hp: 1}}}",
    ),
    Code(
        "BZ611",
        "error",
        "A worked example cannot be set up",
        "A situation names pieces, places and fields that the pack declares, and rules with all their arguments.",
        "given: {pieces: {foe: {goblin: grunt, at: z9}}}",
        "given: {pieces: {foe: {goblin: grunt, at: c3}}}",
    ),
    Code(
        "BZ612",
        "error",
        "A worked example names what is not there",
        "What an example names is looked up before it is run: pieces that it gives itself, fields, zones, rules and"
        " their parameters, faces, results, scores.",
        "run: shot    # and the rule is named shoot",
        "run: shoot",
    ),
    Code(
        "BZ613",
        "error",
        "A worked example with a value that does not fit",
        "A value in a situation, an argument of a rule, or what a rule must give, is of the type that is declared.",
        "given: {game: {gate: high}}    # and gate is int 0..9",
        "given: {game: {gate: 2}}",
    ),
    Code(
        "BZ614",
        "error",
        "A worked example that shows nothing",
        "An example runs a rule, and says of each thing that it names afterwards what must be true. What asserts"
        " nothing holds whatever the rules do.",
        "then: {pieces: {target: {}}}",
        "then: {pieces: {target: {hp: 1}}}",
    ),
    Code(
        "BZ615",
        "error",
        "An answer that can mean nothing",
        "Answers and picks name options: by an action, an id, a cell, the name of a given piece, a label, or none; a"
        " demand that options are closed is written {blocked: {option: reason}}.",
        "answers: [card:fyre]    # and no card has this id",
        "answers: [card:fire]",
    ),
    Code(
        "BZ616",
        "error",
        "A hole without a value",
        "Each case gives a value for every name in braces, and no others.",
        'dice: {bolt: ["{face}"]}\ncases: [{side: hit}]',
        'dice: {bolt: ["{face}"]}\ncases: [{face: hit}]',
    ),
    Code(
        "BZ617",
        "warning",
        "An example shows what is not in it",
        "Under `shows` an example names what its reader learns about, and the page of each record lists the examples"
        " that show it. A record that has no part in the situation is rather a slip of the pen.",
        "shows: [brute]\ngiven: {pieces: {target: {goblin: sneak, at: b3}}}",
        "shows: [sneak]\ngiven: {pieces: {target: {goblin: sneak, at: b3}}}",
    ),
    Code(
        "BZ620",
        "error",
        "A pack's own check",
        "A ruleset may name rules that check its records, under checks. One of them has found something; what it says "
        "is the pack's own text.",
        "raiders: [grunt, grunt, grunt, grunt]    # and the rule allows three of a kind",
        "raiders: [grunt, grunt, grunt, brute]",
    ),
)

PACKS: tuple[Code, ...] = (
    Code(
        "BZ701",
        "error",
        "No pack",
        "A pack is a folder with a pack.yaml in front.",
        "border-watch/ruleset.yaml",
        "border-watch/pack.yaml\nborder-watch/ruleset.yaml",
    ),
    Code(
        "BZ702",
        "error",
        "No ruleset",
        "The ruleset declares the kinds of the game and how it is entered; without it no record can be judged.",
        "border-watch/pack.yaml",
        "border-watch/pack.yaml\nborder-watch/ruleset.yaml",
    ),
    Code(
        "BZ703",
        "warning",
        "A file or folder that is not read",
        "A pack has a folder for each family and one for rules, and .yaml and .star files in them. Papers such as"
        " README.md are not mentioned.",
        "unit/grunt.yml",
        "units/grunt.yaml",
    ),
    Code(
        "BZ704",
        "error",
        "A link is not followed",
        "A pack holds all its files itself. A link could lead anywhere, and the site would publish what it finds "
        "there.",
        "units/grunt.yaml -> /home/me/grunt.yaml",
        "units/grunt.yaml",
    ),
    Code(
        "BZ705",
        "error",
        "A file name that does not work everywhere",
        "File names are lower-case letters, digits, points, - and _. Two names that differ only by case are one "
        "file on some systems, and some names are devices.",
        "units/Grunt.yaml",
        "units/grunt.yaml",
    ),
    Code(
        "BZ706",
        "error",
        "Too large",
        "A file has at most 1 MiB, a pack 64 MiB, 10,000 files and folders four deep.",
        "units/everything.yaml    # 3 MiB",
        "units/goblins.yaml, units/trolls.yaml",
    ),
    Code(
        "BZ707",
        "error",
        "A file cannot be read",
        "The system refuses to open it.",
        "-rw------- root units/grunt.yaml",
        "-rw-r--r-- me units/grunt.yaml",
    ),
    Code(
        "BZ708",
        "error",
        "Rules that are not UTF-8",
        "Text files are UTF-8.",
        "rules/game.star    # saved as Latin-1",
        "rules/game.star    # saved as UTF-8",
    ),
    Code(
        "BZ709",
        "error",
        "A required pack is not there",
        "What a pack requires is looked for beside it, then in the folders that --packs and BARTIZAN_PACKS name, then "
        "among the packs that come with Bartizan. Nothing is fetched, and links are not followed.",
        'requires: {border-wach: ">=0.1"}',
        'requires: {border-watch: ">=0.1"}',
    ),
    Code(
        "BZ710",
        "error",
        "Which scenario is meant",
        "A scenario is one entry into a pack, with one mission if the entry needs one. Where there are several, "
        "one has to be named.",
        "bartizan build border-watch",
        "bartizan build border-watch:first-night",
    ),
    Code(
        "BZ711",
        "error",
        "Two packs are meant by one name",
        "In all places where a required pack is looked for, one pack has its id and a version that fits. Which of two "
        "is meant is not guessed.",
        "packs/border-watch, extra/border-watch    # both 0.1.0",
        "packs/border-watch",
    ),
    Code(
        "BZ712",
        "error",
        "No range of versions",
        "Which versions of a pack will do is written as Python does it: comparisons, parted by commas.",
        'requires: {border-watch: "1 or 2"}',
        'requires: {border-watch: ">=1,<3"}',
    ),
    Code(
        "BZ713",
        "error",
        "A required pack has another version",
        "The pack is there, in a version that the range leaves out.",
        'requires: {border-watch: ">=2"}    # and 0.1.0 is there',
        'requires: {border-watch: ">=0.1,<1"}',
    ),
    Code(
        "BZ714",
        "error",
        "Packs that require each other",
        "A pack builds on those that it requires, so none of them can build on it.",
        "# border-watch requires night-watch\n# night-watch requires border-watch",
        "# night-watch requires border-watch",
    ),
    Code(
        "BZ715",
        "error",
        "Too many packs",
        "A game is made of at most 32 packs, of which at most 8 require one the next.",
        "# ten packs, each of which requires the one before",
        "# one pack that requires a few",
    ),
    Code(
        "BZ716",
        "error",
        "A name that a required pack has declared",
        "A ruleset adds kinds, words, options and the like to those of the packs that it builds on. It cannot change "
        "what stands there: rules and records count on it.",
        "words: {stun: {rule: longer_stun, says: ...}}    # border-watch has a word stun",
        "words: {long_stun: {rule: longer_stun, says: ...}}",
    ),
    Code(
        "BZ717",
        "error",
        "A record that cannot be replaced",
        "A record that says `replaces` takes the place of one of a required pack. Both have one id, so that whatever "
        "names it goes on meaning one record; and only one pack does it.",
        "- {id: captain, replaces: grunt, ...}",
        "- {id: grunt, replaces: grunt, ...}",
    ),
    Code(
        "BZ718",
        "error",
        "A required pack has errors",
        "They are told where that pack is checked by itself. What builds on it cannot be compiled before.",
        'requires: {border-watch: ">=0.1"}    # and bartizan check border-watch finds errors',
        'requires: {border-watch: ">=0.1"}    # and bartizan check border-watch finds none',
    ),
    Code(
        "BZ719",
        "error",
        "Packs that do not go together",
        "A pack is for no more and no fewer players than the packs that it requires: their numbers are printed for "
        "those alone.",
        "players: 1..6    # border-watch is for 1..2",
        "players: 1..2",
    ),
    Code(
        "BZ720",
        "warning",
        "A pack in a folder of another name",
        "What a pack requires is looked for by its id, in a folder of that name. A pack whose folder is called "
        "otherwise is found under neither of its two names.",
        "watch/pack.yaml    # id: border-watch",
        "border-watch/pack.yaml    # id: border-watch",
    ),
    Code(
        "BZ730",
        "warning",
        "A comment of ours that says nothing",
        "A comment that begins with `bartizan:` is meant for the tools. There is one that they know: codes in brackets "
        "that are ignored on a line, and the reason.",
        "# bartizan: ignore BZ308, kept for the next box",
        "# bartizan: ignore[BZ308] kept for the next box",
    ),
    Code(
        "BZ731",
        "warning",
        "An ignore without a reason",
        "Who reads the file next, and that may be you, has to know why the problem is none. Without a reason nothing "
        "is ignored.",
        "# bartizan: ignore[BZ308]",
        "# bartizan: ignore[BZ308] kept for the next box",
    ),
    Code(
        "BZ732",
        "warning",
        "An ignore of no code",
        "A code is BZ and three digits, as it stands in the report. Several are parted by commas.",
        "# bartizan: ignore[unused] kept for the next box",
        "# bartizan: ignore[BZ308] kept for the next box",
    ),
    Code(
        "BZ733",
        "warning",
        "An ignore of what cannot be ignored",
        "Warnings and notes can be ignored, and so can a few errors that judge what a map means: BZ425, BZ426, BZ427, "
        "and BZ620, which the pack says itself. All other errors say that a file cannot be read or that no game can be "
        "made of it. No comment changes that.",
        "hp: many    # bartizan: ignore[BZ205] nobody counts them",
        "hp: 40",
    ),
    Code(
        "BZ734",
        "warning",
        "An ignore that ignores nothing",
        "The problem is gone, or it is told at another line, so the comment is only in the way. It is told as soon as "
        "the pack has no errors: before, what it speaks for may not have been looked for.",
        "id: gnaw    # bartizan: ignore[BZ308] kept for the next box    # and a mission names gnaw",
        "id: gnaw",
    ),
)
