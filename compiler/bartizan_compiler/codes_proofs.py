"""The problems of what covers a map (43x), of narrow places (45x), of what is counted (63x), and of the clock (64x)."""

from __future__ import annotations

from bartizan_engine.problem import Code

COVERS: tuple[Code, ...] = (
    Code(
        "BZ430",
        "note",
        "Cells that nothing covers",
        "The board declares where to stand and what to reach. No such place sees these cells, not even at the longest "
        "range. If that is meant, name one of the cells under meant.",
        "cover: {stand: build, reach: road, ranges: 1..2}\n# and grid: |\n#   E r r r r K\n#   b . . . . .",
        "grid: |\n  E r r r r K\n  b . b . b .",
    ),
    Code(
        "BZ431",
        "note",
        "A place that covers nothing",
        "Whatever stands here reaches no cell that is to be reached, not even at the longest range. If that is meant, "
        "name one of the cells under meant.",
        "cover: {stand: build, reach: road, ranges: 1..2}\n# and grid: |\n#   E r K . . b",
        "grid: |\n  E r K b . .",
    ),
)

PLACES: tuple[Code, ...] = (
    Code(
        "BZ456",
        "note",
        "One-way pairs in a circle",
        "These pairs lead round to where they begin. Whatever comes in can go round and round; usually one "
        "of the pairs was meant the other way. If the circle is meant, name one of its cells under meant.",
        "one_way: [[b1, c1], [c1, c2], [c2, b2], [b2, b1]]",
        "one_way: [[b1, c1], [c1, c2], [b2, c2], [b1, b2]]",
    ),
    Code(
        "BZ457",
        "warning",
        "One building closes a way",
        "Every walk passes this cell, and something may be built on it, so that whatever comes is shut out or in. Many "
        "games refuse to build there: then the board says so, cover: {keeps_open: true}.",
        "grid: |\n  E r b r K     # b: [road, build]",
        "grid: |\n  E r r r K\n  . . b . .",
    ),
    Code(
        "BZ458",
        "note",
        "Buildings close a way together",
        "No building alone closes the way, but these few together do; up to 8 are looked for. Where the rules refuse "
        "the last of them, the board says so, cover: {keeps_open: true}.",
        "grid: |\n  E b r K\n  r b r r     # b: [road, build]",
        "grid: |\n  E r r K\n  r b b r",
    ),
    Code(
        "BZ459",
        "warning",
        "A narrow corridor",
        "The way declares how many cells it is wide, so that those who walk it can pass each other. Here fewer cells "
        "lie abreast.",
        "ways: {inbound: {over: road, from: entrance, to: keep, wide: 2}}\n# and grid: |\n#   E r r r K\n#   r r . r r",
        "grid: |\n  E r r r K\n  r r r r r",
    ),
)

COUNTED: tuple[Code, ...] = (
    Code(
        "BZ630",
        "error",
        "A list that says something else",
        "A table lists how many of each record a mission needs, and the mission names more or fewer of them. Which "
        "table counts what is declared in the ruleset: audit: {counts: {night.needs: wave.raiders}}.",
        "needs: {brute: 1}\nwaves: [{raiders: [brute, brute]}]",
        "needs: {brute: 2}\nwaves: [{raiders: [brute, brute]}]",
    ),
    Code(
        "BZ631",
        "error",
        "More than the box holds",
        "With so many players more pieces are needed than there are. What holds and what takes is declared in the "
        "ruleset: audit: {box: {goblin.copies: [wave.raiders]}}. Where players each have one record of a kind, those "
        "that take most are counted.",
        "copies: 1            # of the brute\n# and waves: [{raiders: [brute, brute]}]",
        "copies: 2            # of the brute",
    ),
    Code(
        "BZ632",
        "warning",
        "Fewer for more players",
        "A table by players that the ruleset lists under audit: {rises: [goblin.hp]} comes to less with one player "
        "more. If the book has it so, the field's provenance gives the reason.",
        "hp: {1: 3, 2: 5, 3: 4, 4: 6}",
        'from: {is: printed, lines: [12], fields: {hp: {is: printed, lines: [12], falls: "so in the book"}}}\n'
        "hp: {1: 3, 2: 5, 3: 4, 4: 6}",
    ),
    Code(
        "BZ633",
        "warning",
        "A reason for nothing",
        "The provenance of a field says why it falls with more players, and it does not, or no longer does.",
        'from: {is: invented, fields: {hp: {is: invented, falls: "a gift"}}}\nhp: {1: 3, 2: 4, 3: 5, 4: 6}',
        "from: {is: invented}\nhp: {1: 3, 2: 4, 3: 5, 4: 6}",
    ),
    Code(
        "BZ634",
        "error",
        "Numbers with a gap",
        "Numbers that the ruleset lists under audit: {runs: {wave.number: 1}} run without a gap and none stands twice: "
        "in a list in its order, else over all records of the kind in a pack.",
        "waves: [{number: 1}, {number: 3}]",
        "waves: [{number: 1}, {number: 2}]",
    ),
    Code(
        "BZ635",
        "error",
        "A deck against its rules",
        "The ruleset says when a deck is legal: audit: {decks: {watch.deck: {size: 20, by: sort, caps: caps, copies: "
        "most}}}: how many cards it has, how many of each sort, how many copies of one card.",
        "caps: {blade: 3}\ndeck: {sword: 2, spear: 2}",
        "caps: {blade: 4}\ndeck: {sword: 2, spear: 2}",
    ),
    Code(
        "BZ636",
        "warning",
        "A record that no mission uses",
        "The ruleset lists kinds whose records are there to be used by missions: audit: {used: [goblin]}. No mission "
        "names this one, nor anything that a mission names, nor a rule.",
        "id: ogre     # and no mission has an ogre",
        "waves: [{raiders: [ogre]}]",
    ),
    Code(
        "BZ640",
        "note",
        "A mission that cannot be lost",
        "By the clock alone: even with the best throws, nothing that comes in gets to the end of its ways, or not "
        "before the mission is over. How fast waves are is declared in the ruleset's board, under pace.",
        "pace: {rounds: 4, ...}     # and the way takes 5 rounds",
        "pace: {rounds: 8, ...}",
    ),
    Code(
        "BZ641",
        "note",
        "A mission that cannot be lost before its last wave",
        "By the clock alone: even with the best throws, no wave gets to the end of its ways before the last one has "
        "entered. What happens until then decides nothing.",
        "# a way of 30 cells, three waves, and nothing goes more than 4 cells in a round",
        "# a way of 8 cells",
    ),
    Code(
        "BZ642",
        "note",
        "A mission that ends before its last wave",
        "The mission has fewer rounds than its last wave would need to come in, so it cannot be won by beating all "
        "waves.",
        "rounds: 2\nwaves: [{...}, {...}, {...}]",
        "rounds: 6\nwaves: [{...}, {...}, {...}]",
    ),
    Code(
        "BZ643",
        "warning",
        "A wave that enters off its way",
        "Waves walk the ways that the ruleset's board names under pace, one after another. From this cell the way "
        "leads nowhere, so the wave would never arrive; or it ends there already, and there is nothing to walk.",
        "waves: [{number: 1, at: a1, goblins: [grunt]}]       # a1 is no part of the road",
        "waves: [{number: 1, at: wood, goblins: [grunt]}]",
    ),
)
