"""The problems of maps and their ways (4xx): grid and legend, what walks reach, splits and ties."""

from __future__ import annotations

from bartizan_compiler.codes_proofs import COVERS, PLACES
from bartizan_engine.problem import Code

GRIDS: tuple[Code, ...] = (
    Code(
        "BZ401",
        "error",
        "The rows of a grid run together",
        "A text that is no block is one line for YAML, however many lines it is written on: the rows are lost.",
        "grid:\n  E r K\n  . r .",
        "grid: |\n  E r K\n  . r .",
    ),
    Code(
        "BZ402",
        "error",
        "A tab or an invisible character in a grid",
        "Cells are parted by blanks. How wide a tab is depends on the editor; what cannot be seen cannot be mended.",
        "grid: |\n  E\\tr K",
        "grid: |\n  E r K",
    ),
    Code(
        "BZ403",
        "note",
        "Blanks at the end of a row",
        "They mean nothing and are ignored. A place without a cell has a token of its own, with `gap` in the legend.",
        "grid: |\n  E r K␣␣",
        "grid: |\n  E r K",
    ),
    Code(
        "BZ404",
        "error",
        "A row of another length",
        "All rows have the same number of cells: a token that was forgotten would move all cells after it.",
        "grid: |\n  E r K\n  . r",
        "grid: |\n  E r K\n  . r x\nlegend:\n  x: gap",
    ),
    Code(
        "BZ405",
        "error",
        "A row does not stand where the layout puts it",
        "Leading blanks are for the eye and may be left out. Where they are given, they show the same rows further "
        "right that the layout puts there; else the map that is seen and the map that is played have other neighbours.",
        "layout: even-r\ngrid: |\n  . r .\n   r K r",
        "layout: odd-r\ngrid: |\n  . r .\n   r K r",
    ),
    Code(
        "BZ406",
        "error",
        "A token that the legend lacks",
        "The legend says what each token of the grid means, also for a cell without tags (`empty`) and for a place "
        "without a cell (`gap`). Tokens are parted by blanks.",
        "grid: |\n  E rK\nlegend:\n  E: [entrance]\n  r: [road]\n  K: [keep]",
        "grid: |\n  E r K\nlegend:\n  E: [entrance]\n  r: [road]\n  K: [keep]",
    ),
    Code(
        "BZ407",
        "note",
        "A token that no cell has",
        "The legend explains a token that does not stand in the grid. Perhaps the grid has another in its place.",
        "grid: |\n  E r\nlegend:\n  E: [entrance]\n  r: [road]\n  w: [wall]",
        "grid: |\n  E r\nlegend:\n  E: [entrance]\n  r: [road]",
    ),
    Code(
        "BZ408",
        "error",
        "A map without cells, or with too many",
        "A map has at least one cell, and not more than 5,000.",
        "grid: |\n  x x\nlegend:\n  x: gap",
        "grid: |\n  r x\nlegend:\n  r: [road]\n  x: gap",
    ),
    Code(
        "BZ409",
        "error",
        "Two cells of one name",
        "Rules, splits and examples name cells. A token with a name marks one cell; and a cell without a name is "
        "named by its column and row, which no other cell may be named.",
        "grid: |\n  G r G\nlegend:\n  G: {tags: [gate], name: gate}\n  r: [road]",
        "grid: |\n  G r H\nlegend:\n  G: {tags: [gate], name: west-gate}\n  H: {tags: [gate], name: east-gate}\n"
        "  r: [road]",
    ),
    Code(
        "BZ410",
        "error",
        "A tag that the board lacks",
        "The ruleset's board declares what a cell can be.",
        "legend:\n  r: [raod]",
        "legend:\n  r: [road]",
    ),
    Code(
        "BZ411",
        "error",
        "A cell that the map lacks",
        "Closed pairs, one-way pairs and splits name cells by the legend's name, or else by column and row.",
        "closed: [[b2, b99]]",
        "closed: [[b2, b3]]",
    ),
    Code(
        "BZ412",
        "error",
        "A pair of cells that do not touch",
        "Only neighbours can be closed against each other, or joined in one direction. Which cells touch depends on "
        "the layout.",
        "closed: [[a1, c1]]",
        "closed: [[a1, b1]]",
    ),
    Code(
        "BZ413",
        "error",
        "A pair of cells that is given twice",
        "Two neighbours are joined, closed, or joined in one direction. To close both directions, close the pair.",
        "one_way: [[a1, b1], [b1, a1]]",
        "closed: [[a1, b1]]",
    ),
    Code(
        "BZ414",
        "error",
        "Too few cells with a tag",
        "The board says of which tags a map needs some, for the rules cannot do without them.",
        "board: {tags: {gate: {at_least: 1}}}\n# and no cell of the map is tagged gate",
        "legend:\n  G: [road, gate]",
    ),
)

REACH: tuple[Code, ...] = (
    Code(
        "BZ422",
        "error",
        "A way with too many goals",
        "For each goal of a way a scenario holds the next step from every cell. So many of them would be a scenario "
        "that nobody can load.",
        "ways: {inbound: {over: road, from: entrance, to: road}}",
        "ways: {inbound: {over: road, from: entrance, to: keep}}",
    ),
    Code(
        "BZ423",
        "error",
        "A way without a start or a goal",
        "A map on which a way has starts needs goals for it, and the other way round. A map that has neither does not "
        "use the way.",
        "grid: |\n  E r r\nlegend:\n  E: [road, entrance]\n  r: [road]",
        "grid: |\n  E r K\nlegend:\n  E: [road, entrance]\n  r: [road]\n  K: [road, keep]",
    ),
    Code(
        "BZ424",
        "error",
        "A start that reaches no goal",
        "What starts here could never arrive. The hint names the nearest cell that is reached and what is in between.",
        "grid: |\n  E r . r K",
        "grid: |\n  E r r r K",
    ),
    Code(
        "BZ425",
        "error",
        "A goal that no start reaches",
        "Nothing ever comes to this goal, so the map plays as if it were not there.",
        "grid: |\n  E r K . K",
        "grid: |\n  E r K r K",
    ),
    Code(
        "BZ426",
        "error",
        "Cells that no start reaches",
        "These cells are tagged as part of a way, but no walk on it can come to them. Each region is told once.",
        "grid: |\n  E r K\n  . . .\n  r r .",
        "grid: |\n  E r K\n  r r .\n  . . .",
    ),
    Code(
        "BZ427",
        "error",
        "Cells without a way out",
        "Walks can come here, but from here no way leads on to a goal: one-way pairs let them in and not out.",
        "one_way: [[c1, c2]]        # c2 has no other way on",
        "one_way: [[c1, c2], [c2, d2]]",
    ),
    Code(
        "BZ428",
        "warning",
        "A dead end",
        "No walk from a start to a goal can pass through these cells without coming back the same way. If that is "
        "meant, name one of them under meant.",
        "grid: |\n  E r K\n  . r .",
        "grid: |\n  E r K\n  . . .",
    ),
    Code(
        "BZ429",
        "note",
        "A detour",
        "These cells lie on a way through, but never on a shortest one, so nothing walks them that takes next steps. "
        "If that is meant, name one of them under meant.",
        "grid: |\n  r r r\n  r . r\n  E r K",
        "grid: |\n  . . .\n  . . .\n  E r K",
    ),
)

SPLITS: tuple[Code, ...] = (
    Code(
        "BZ440",
        "error",
        "A split of an unknown way",
        "A split names a way that the ruleset's board declares.",
        "splits:\n  - {at: fork, way: outbuond, to: {blank: gate-a, hit: gate-b}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ441",
        "error",
        "A split of a way without a die",
        "Where a way divides, the die that its declaration names decides. A way without one goes to the nearest goal.",
        "ways: {outbound: {over: road, from: keep, to: gate}}",
        "ways: {outbound: {over: road, from: keep, to: gate, split: fate}}",
    ),
    Code(
        "BZ442",
        "error",
        "A second split at a cell",
        "A way divides once at a cell: one split gives every face its goal.",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a}}\n  - {at: fork, way: outbound, to: {hit: gate-b}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ443",
        "error",
        "A face without a goal",
        "Whatever the die shows, the walk must know where to turn.",
        "splits:\n  - {at: fork, way: outbound, to: {hit: gate-b}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ444",
        "error",
        "A face that the die lacks",
        "A split gives goals to the faces of the way's die, by their names.",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hti: gate-b}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ445",
        "error",
        "A split to a cell that is no goal",
        "Each face leads to a goal of the way, not to a cell on it.",
        "splits:\n  - {at: fork, way: outbound, to: {blank: d1, hit: d3}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ446",
        "error",
        "A branch that does not reach its goal",
        "From the split a way must lead to the goal of each face, and not through another goal: a walk ends there.",
        "grid: |\n  K J G H     # from J to H only through G",
        "grid: |\n  . . r H\n  K J G .",
    ),
    Code(
        "BZ447",
        "error",
        "A split where nothing divides",
        "A split stands at the cell after which the goals lie behind different next cells.",
        "splits:\n  - {at: vault, way: outbound, to: {blank: gate-a, hit: gate-b}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ448",
        "error",
        "A way divides without a split",
        "A walk that has no goal yet comes to a cell after which its goals part. The way has a die for that: say which "
        "face leads where.",
        "grid: |\n  . r G\n  K J .\n  . r H\nsplits: []",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ449",
        "error",
        "A goal that no face leads to",
        "A way leads to this goal, but no walk ends at it: at every split the faces lead elsewhere.",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-a}}",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ450",
        "warning",
        "A split that no walk comes to",
        "The way could divide here, but no walk from a start passes this cell.",
        "splits:\n  - {at: ford, way: outbound, to: {blank: gate-a, hit: gate-b}}     # on the way in",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-b}}",
    ),
    Code(
        "BZ451",
        "error",
        "Splits in a circle",
        "Every face of these splits leads to one of them again: a walk that comes here never ends.",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-b, hit: gate-c}}     # both beyond the bend\n"
        "  - {at: bend, way: outbound, to: {blank: gate-a, hit: gate-d}}     # both beyond the fork",
        "splits:\n  - {at: fork, way: outbound, to: {blank: gate-a, hit: gate-c}}\n"
        "  - {at: bend, way: outbound, to: {blank: gate-b, hit: gate-d}}",
    ),
    Code(
        "BZ452",
        "warning",
        "Next steps that tie",
        "Two next cells are equally near to a goal and nothing says which one is taken; walks take the first in "
        "reading order. Close a pair or make one branch longer; or, where the rules choose, name the cell under meant.",
        "grid: |\n  r r r\n  E . K\n  r r r",
        "grid: |\n  r r r\n  E . K\n  . . .",
    ),
    Code(
        "BZ453",
        "warning",
        "Goals that tie",
        "Two goals of a way without a die are equally near, behind different cells; walks take the first in reading "
        "order. Make one nearer, or give the way a die and the map a split.",
        "grid: |\n  K r E r K",
        "grid: |\n  K r E r r K",
    ),
    Code(
        "BZ454",
        "note",
        "Too many splits for exact shares",
        "How often walks end at each goal is computed exactly, by equations over a way's splits, up to 64 of them.",
        "# a way with 65 splits",
        "# a way with at most 64 splits",
    ),
    Code(
        "BZ455",
        "warning",
        "Nothing is meant here",
        "Under meant stand cells of dead ends, detours, ties and whatever else a proof tells that is there on purpose. "
        "Of this one nothing is told, or no longer.",
        "meant: [b1]     # a cell of the road that every walk takes",
        "meant: [b3]     # the end of the dead end",
    ),
)

MAPS: tuple[Code, ...] = (*GRIDS, *REACH, *COVERS, *SPLITS, *PLACES)
