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
        "A pack that requires another",
        "Packs that extend other packs are not built by this version.",
        'requires: {border-watch: ">=1"}',
        "requires: {}",
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
)
