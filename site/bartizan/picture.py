"""Draw a compiled map as a picture: cells by what they are, the ways over them, walls, forks, and a legend.

The picture is one SVG text, the same for the same map everywhere: whole coordinates, no outside font or file. It can
stand in a page or be shown as an image, follows light and dark schemes, and says in words what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from bartizan import canvas, palette
from bartizan.canvas import Point
from bartizan_engine.declared import Board, Way
from bartizan_engine.geometry import HEXES, NETS

MARGIN = 14
CHIPS = 2  # lines of pieces in one cell

Pieces = Mapping[str, Sequence[tuple[str, str]]]
Weights = Mapping[str, Mapping[str, int]]  # how often each face stands on each die


class Scene(NamedTuple):
    """What is drawn: a map, the board that explains it, the centre of each cell, and what dice decide how often."""

    map: Mapping[str, Any]
    board: Board
    centres: tuple[Point, ...]
    weights: Weights

    @property
    def layout(self) -> str:
        """How the cells lie."""
        return str(self.map["layout"])

    def name(self, cell: int) -> str:
        """The name of a cell."""
        return str(self.map["cells"][cell]["name"])

    def ways(self) -> list[tuple[str, Way, Mapping[str, Any]]]:
        """The ways that lead somewhere on this map, each with its colour; reversals are not drawn."""
        shown = [way for way in self.board.ways.values() if not way.reverse and way.name in self.map["ways"]]
        laid = [(way, self.map["ways"][way.name]) for way in shown]
        return [(palette.way(i), way, it) for i, (way, it) in enumerate(laid) if it["from"] and it["to"]]

    def tag(self, cell: int) -> str:
        """The tag that colours a cell: the last one declared, which is the most special."""
        tags = self.map["cells"][cell]["tags"]
        return next((tag for tag in reversed(self.board.tags) if tag in tags), "")

    def colour(self, tag: str) -> str:
        """The name of a tag's colour."""
        return palette.tag(list(self.board.tags).index(tag)) if tag else "empty"


def picture(
    map: Mapping[str, Any],
    board: Board,
    pieces: Pieces | None = None,
    coverage: Mapping[str, int] | None = None,
    *,
    heat: Mapping[str, float] | None = None,
    heading: bool = False,
    legend: bool = True,
    slots: Sequence[str] = (),
    weights: Weights | None = None,
    over: Callable[[Scene], Iterable[str]] | None = None,
) -> str:
    """A map of a scenario as an SVG.

    `pieces` are the pieces on each cell, as a label and a kind. `coverage` is a number for each cell, such as how many
    places can fire at it; a 0 is marked. `heat` colours cells by a number, the largest most. `slots` are kinds of
    pieces that a script puts on the cells later: there is a chip of each to copy, and on each cell a group for them.
    `heading` writes the map's title above it, `legend` what colours mean below.
    `weights` say how likely each branch of a fork is. `over` draws more on top, which readers can point at and step
    through: the picture is a group then, and all else in it is told by its description alone.
    """
    scene = _scene(map, board, MARGIN + (26 if heading else 0), weights or {})
    width, height = _size(scene)
    parts = [
        *_links(scene),
        *_cells(scene),
        *_bands(scene),
        *_heat(scene, heat),
        *_walls(scene),
        *_arrows(scene),
        *_marks(scene),
        *_forks(scene),
        *_names(scene),
        *_chips(scene, pieces or {}),
        *(_slots(scene, slots) if slots else ()),
        *counts(scene, coverage or {}),
    ]
    if heading:
        parts.insert(0, _text(Point(MARGIN, MARGIN + 14), map["title"], size=16, weight=600, anchor="start"))
    key, full_width, full_height = _legend(scene, width, height) if legend else ([], width, height)
    body = [*parts, *key]
    if over is not None:
        body = ['<g aria-hidden="true">', *body, "</g>", *over(scene)]
    return _svg(scene, body, full_width, full_height, "group" if over else "img")


def _scene(map: Mapping[str, Any], board: Board, top: int, weights: Weights) -> Scene:
    """The centres, moved so that the picture begins at its margins."""
    rough = [canvas.centre(map["layout"], cell["q"], cell["r"]) for cell in map["cells"]]
    corners = canvas.corners(map["layout"])
    left = min(point.x for point in rough) + min(x for x, _ in corners)
    upper = min(point.y for point in rough) + min(y for _, y in corners)
    return Scene(map, board, tuple(point.moved(MARGIN - left, top - upper) for point in rough), weights)


def _size(scene: Scene) -> tuple[int, int]:
    corners = canvas.corners(scene.layout)
    right = max(point.x for point in scene.centres) + max(x for x, _ in corners)
    lower = max(point.y for point in scene.centres) + max(y for _, y in corners)
    return right + MARGIN, lower + MARGIN


def _svg(scene: Scene, parts: Iterable[str], width: int, height: int, role: str) -> str:
    body = "\n".join(parts)
    colours = set(re.findall(r'class="[fs]-([a-z0-9-]+)"', body)) | {"page"}
    title, said = _plain(scene.map["title"]), _plain(description(scene.map, scene.board, scene.weights))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bz-picture" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="{role}" aria-label={quoteattr(f"{title}. {said}")} '
        "font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif\">\n"
        f"<title>{escape(title)}</title>\n<desc>{escape(said)}</desc>\n<style>{palette.style(colours)}</style>\n"
        f'<rect {palette.fill("page")} width="{width}" height="{height}" rx="8"/>\n{body}\n</svg>\n'
    )


def description(map: Mapping[str, Any], board: Board, weights: Weights | None = None) -> str:
    """What the picture shows, in words."""
    scene = Scene(map, board, (), weights or {})
    form = "places" if map["layout"] == "free" else "hexes" if map["layout"] in HEXES else "squares"
    said = [f"A map of {len(map['cells'])} {form}."]
    for _, way, laid in scene.ways():
        ends = [" and ".join(scene.name(cell) for cell in laid[end]) for end in ("from", "to")]
        said.append(f"{way.name} leads from {ends[0]} to {ends[1]}.")
    for split in map["splits"]:
        faces = ", ".join(
            f"{face} to {scene.name(goal)}{_in_brackets(_odds(scene, split, [face]))}"
            for face, goal in sorted(split["to"].items())
        )
        said.append(f"{split['way']} divides at {scene.name(split['at'])}: {faces}.")
    return " ".join(said)


# ---------------------------------------------------------------- cells


def _links(scene: Scene) -> Iterator[str]:
    """A line between all cells that touch, where that cannot be seen from how they lie."""
    if scene.layout in NETS:
        yield f'<g {palette.stroke("line")} stroke-width="12" stroke-linecap="round">'
        for cell, near in enumerate(scene.map["neighbours"]):
            for other in near:
                if cell < other:
                    yield f'<path d="{_line(scene.centres[cell], scene.centres[other])}"/>'
        yield "</g>"


def _cells(scene: Scene) -> Iterator[str]:
    """Every cell, filled by its tag; a pointer that rests on it is told its name and tags."""
    yield f'<g {palette.stroke("line")} stroke-width="1">'
    for cell, at in enumerate(scene.centres):
        tags = ", ".join(scene.map["cells"][cell]["tags"])
        hover = f"{scene.name(cell)}: {tags}" if tags else scene.name(cell)
        shape = canvas.outline(scene.layout, at, 1)
        yield f'<path {palette.fill(scene.colour(scene.tag(cell)))} d="{shape}"><title>{escape(hover)}</title></path>'
    yield "</g>"


def _names(scene: Scene) -> Iterator[str]:
    """Names at the lower side of cells; those that the legend gives are set bold."""
    low = 18 if scene.layout in HEXES or scene.layout == "free" else 20
    for cell, at in enumerate(scene.centres):
        name = scene.name(cell)
        if re.fullmatch(r"[a-z]{1,2}[0-9]+", name):
            yield _text(at.moved(0, low), name, size=9, colour="faint")
        else:
            yield _text(at.moved(0, low), _short(name, 11), size=9 if len(name) < 9 else 8, weight=600)


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


# ---------------------------------------------------------------- ways


def _bands(scene: Scene) -> Iterator[str]:
    """A light band wherever a way joins two cells: roads are seen as roads, and where they do not join."""
    joined = {(min(a, b), max(a, b)) for _, _, laid in scene.ways() for a, near in laid["links"] for b in near}
    if joined:
        yield f'<g {palette.stroke("band")} stroke-width="9" stroke-linecap="round" opacity="0.55">'
        for a, b in sorted(joined):
            yield f'<path d="{_line(scene.centres[a], scene.centres[b])}"/>'
        yield "</g>"


def _line(a: Point, b: Point) -> str:
    return f"M{a.x},{a.y}L{b.x},{b.y}"


def steps(way: Way, laid: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The steps that walks on a way take from its starts: to the nearest goal, or to each goal where a die decides."""
    found: set[tuple[int, int]] = set()
    for start in laid["from"]:
        reached = sorted(
            (table["left"][start], int(goal)) for goal, table in laid["goals"].items() if table["left"][start] >= 0
        )
        for _, goal in reached if way.split else reached[:1]:
            found.update(pairwise(_walk(laid, start, goal)))
    return sorted(found)


def _walk(laid: Mapping[str, Any], cell: int, goal: int) -> Iterator[int]:
    after = laid["goals"][str(goal)]["next"]
    yield cell
    while cell not in laid["to"] and after[cell] >= 0:
        cell = after[cell]
        yield cell


def _arrows(scene: Scene) -> Iterator[str]:
    """An arrow head on each step, at the right of its direction: ways that meet pass each other."""
    labelled = {(split["way"], *pair) for split in scene.map["splits"] for pair in _branches(scene, split)}
    lanes: dict[tuple[int, int], int] = {}
    for colour, way, laid in scene.ways():
        yield f"<g {palette.fill(colour)}>"
        for a, b in steps(way, laid):
            lane = lanes[a, b] = lanes.get((a, b), -1) + 1
            if (way.name, a, b) not in labelled:
                yield f'<path d="{_head(scene.centres[a], scene.centres[b], 6 + 10 * lane)}"/>'
        yield "</g>"


def _head(a: Point, b: Point, aside: int, size: int = 5) -> str:
    """An arrow head on the middle of the way from one point to another, so far to its right."""
    middle = canvas.between(a, b, 1, 2).moved(*canvas.across(a, b, aside))
    tip, base = middle.moved(*canvas.along(a, b, size)), middle.moved(*canvas.along(b, a, size - 1))
    wing = canvas.across(a, b, size - 1)
    notch = middle.moved(*canvas.along(b, a, size // 3))
    points = (tip, base.moved(*wing), notch, base.moved(-wing[0], -wing[1]))
    return "M" + "L".join(f"{x},{y}" for x, y in points) + "Z"


def _marks(scene: Scene) -> Iterator[str]:
    """A dot in a ring where a way starts, a flag where it ends, side by side where a cell is several of these."""
    marks: dict[int, list[tuple[str, str]]] = {}
    for colour, _, laid in scene.ways():
        for sign, end in (("goal", "to"), ("start", "from")):
            for cell in laid[end]:
                marks.setdefault(cell, []).append((sign, colour))
    for cell, signs in sorted(marks.items()):
        at = scene.centres[cell].moved(-8 * (len(signs) - 1), -12)
        for number, (sign, colour) in enumerate(signs):
            yield from _mark(sign, colour, at.moved(16 * number, 0))


def _mark(sign: str, colour: str, at: Point) -> Iterator[str]:
    x, y = at
    if sign == "start":
        yield f'<circle {palette.fill("band")} cx="{x}" cy="{y}" r="6"/>'
        yield f'<circle {palette.stroke(colour)} stroke-width="2" cx="{x}" cy="{y}" r="6"/>'
        yield f'<circle {palette.fill(colour)} cx="{x}" cy="{y}" r="3"/>'
    elif sign == "goal":
        yield f'<path {palette.stroke(colour)} stroke-width="2" stroke-linecap="round" d="M{x - 4},{y + 7}V{y - 7}"/>'
        yield f'<path {palette.fill(colour)} d="M{x - 4},{y - 7}L{x + 7},{y - 3}L{x - 4},{y + 2}Z"/>'
    else:
        yield f'<path {palette.fill(colour)} d="M{x},{y - 7}L{x + 7},{y}L{x},{y + 7}L{x - 7},{y}Z"/>'
        yield f'<circle {palette.fill("band")} cx="{x}" cy="{y}" r="2"/>'


# ---------------------------------------------------------------- walls and forks


def _walls(scene: Scene) -> Iterator[str]:
    """A bar on the side between two cells that are closed; a thin one with an arrow where one direction is open."""
    for a, b in scene.map.get("closed", ()):
        first, last = canvas.side(scene.layout, scene.centres[a], scene.centres[b])
        yield f'<path {palette.stroke("wall")} stroke-width="5" stroke-linecap="round" d="{_line(first, last)}"/>'
    for a, b in scene.map.get("one_way", ()):
        here, there = scene.centres[a], scene.centres[b]
        first, last = canvas.side(scene.layout, here, there)
        yield f'<path {palette.stroke("wall")} stroke-width="3" stroke-linecap="round" d="{_line(first, last)}"/>'
        ahead = canvas.along(here, there, 9)
        yield f'<path {palette.fill("wall")} d="{_head(here.moved(*ahead), there.moved(*ahead), 0, 8)}"/>'


def _branches(scene: Scene, split: Mapping[str, Any]) -> dict[tuple[int, int], list[str]]:
    """The first steps that lead on from a split, each with the faces that choose it."""
    found: dict[tuple[int, int], list[str]] = {}
    for face, goal in split["to"].items():
        after = scene.map["ways"][split["way"]]["goals"][str(goal)]["next"][split["at"]]
        if after >= 0:
            found.setdefault((split["at"], after), []).append(face)
    return found


def _forks(scene: Scene) -> Iterator[str]:
    """A diamond where a way divides, and on each branch the faces of the die that lead there."""
    colours = {way.name: colour for colour, way, _ in scene.ways()}
    for split in scene.map["splits"]:
        colour = colours.get(split["way"], "ink")
        yield from _mark("split", colour, scene.centres[split["at"]])
        for (a, b), faces in sorted(_branches(scene, split).items()):
            here, there = scene.centres[a], scene.centres[b]
            # Names stand at the lower sides of cells: steep branches keep their labels away from both.
            steep = abs(there.y - here.y) > abs(there.x - here.x)
            part = 5 if not steep else 4 if there.y < here.y else 6
            at = canvas.between(here, there, part, 10)
            yield from _label(at, ", ".join(faces), _odds(scene, split, faces), colour)


def _odds(scene: Scene, split: Mapping[str, Any], faces: Iterable[str]) -> str:
    """How often one of these faces is rolled, as a fraction; nothing where the die is not known."""
    weights = scene.weights.get(split["die"], {})
    total = sum(weights.values())
    return str(Fraction(sum(weights.get(face, 0) for face in faces), total)) if total else ""


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


def _label(at: Point, text: str, odds: str, colour: str) -> Iterator[str]:
    shown = f"{_short(text, 14 - len(odds))} {odds}".rstrip()
    wide = 6 * len(shown) + 10
    box = f'x="{at.x - wide // 2}" y="{at.y - 8}" width="{wide}" height="15" rx="7"'
    hover = escape(_plain(f"{text} {odds}".rstrip()))
    yield f"<g><title>{hover}</title><rect {palette.fill(colour)} {box}/>"
    yield _text(at.moved(0, 3), shown, size=9, colour="page", weight=600) + "</g>"


# ---------------------------------------------------------------- pieces and coverage


def _chips(scene: Scene, pieces: Pieces) -> Iterator[str]:
    """The pieces on a cell, one below the other, coloured by kind."""
    kinds = sorted({kind for on in pieces.values() for _, kind in on})
    for cell, at in enumerate(scene.centres):
        on = list(pieces.get(scene.name(cell), ()))
        rows = [(label, kind, f"{label} ({kind})") for label, kind in on[:CHIPS]]
        if len(on) > CHIPS:
            rest = on[CHIPS - 1 :]
            rows[-1] = (f"+ {len(rest)}", "", ", ".join(label for label, _ in rest))
        for number, (label, kind, hover) in enumerate(rows):
            colour = palette.kind(kinds.index(kind)) if kind else "faint"
            yield _chip(at.moved(0, 15 * number - 7 * len(rows) - 6), label, hover, colour)


def _slots(scene: Scene, kinds: Sequence[str]) -> Iterator[str]:
    """An empty group on each cell, and a chip of each kind, of what has no kind too."""
    for number, kind in enumerate([*kinds, ""]):
        chip = _chip(Point(0, 0), "", "", palette.kind(number) if kind else "faint")
        yield f"<defs>{chip.replace('<g>', f'<g data-chip={quoteattr(kind)}>', 1)}</defs>"
    for cell, at in enumerate(scene.centres):
        yield f'<g data-on={quoteattr(scene.name(cell))} transform="translate({at.x},{at.y})"></g>'


def _chip(at: Point, label: str, hover: str, colour: str) -> str:
    box = f'x="{at.x - 24}" y="{at.y}" width="48" height="14" rx="4"'
    text = _text(at.moved(0, 10), _short(label, 9), size=9 if len(label) < 8 else 8, colour="page", weight=600)
    return f"<g><title>{escape(_plain(hover))}</title><rect {palette.fill(colour)} {box}/>{text}</g>"


def counts(scene: Scene, coverage: Mapping[str, int]) -> Iterator[str]:
    """A number in a cell's upper corner; a cell that has 0 is crossed out."""
    for cell, at in enumerate(scene.centres):
        count = coverage.get(scene.name(cell))
        if count == 0:
            yield f'<path {palette.stroke("alarm")} stroke-width="3" d="{canvas.outline(scene.layout, at, 4)}"/>'
            yield f'<path {palette.stroke("alarm")} stroke-width="2" d="M{at.x - 6},{at.y - 6}l12,12m0,-12l-12,12"/>'
        elif count is not None:
            yield f'<circle {palette.fill("ink")} cx="{at.x}" cy="{at.y}" r="9"/>'
            yield _text(at.moved(0, 4), str(count), size=10, colour="page", weight=600)


def _heat(scene: Scene, heat: Mapping[str, float] | None) -> Iterator[str]:
    """A sheet over every cell, less transparent for a larger number, which stands on it; a script may change both."""
    most = max([*(heat or {}).values(), 0.0])
    for cell, at in enumerate(scene.centres) if heat is not None else ():
        name = scene.name(cell)
        value = heat.get(name, 0.0) if heat else 0.0
        part = _places(value / most) if most > 0 else "0"
        sheet = f'<path {palette.fill("heat")} d="{canvas.outline(scene.layout, at, 2)}" opacity="{part}"/>'
        shown = _text(at.moved(0, 4), _places(value) if value else "", size=11, weight=600)
        yield f'<g data-heat="{escape(name)}">{sheet}{shown}</g>'


def _places(value: float) -> str:
    """Three figures at most: 0.27, 12.5."""
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


# ---------------------------------------------------------------- legend and text


class Entry(NamedTuple):
    """A line of the legend: what stands at its left, a name and a sentence."""

    sign: list[str]
    name: str
    says: str


def _legend(scene: Scene, width: int, top: int) -> tuple[list[str], int, int]:
    """The legend below the map, in one column or two; and the size of the whole picture."""
    entries = list(_entries(scene))
    columns = 2 if width >= 480 and len(entries) > 3 else 1
    width = max(width, 380)
    column = (width - 2 * MARGIN) // columns
    parts, lowest = [], top
    share = -(-len(entries) // columns)
    for number in range(columns):
        y = top + 6
        for entry in entries[number * share : (number + 1) * share]:
            x = MARGIN + number * column
            lines = _wrapped(entry, (column - 52) // 6)
            parts += [f'<g transform="translate({x + 16} {y + 8})">', *entry.sign, "</g>"]
            parts += [_entry(x + 40, y + 12 + 15 * i, line, bold=i == 0 and entry.name) for i, line in enumerate(lines)]
            y += 15 * len(lines) + 7
        lowest = max(lowest, y)
    return parts, width, lowest + (MARGIN if entries else 0)


def _wrapped(entry: Entry, room: int) -> list[str]:
    lines = [""]
    for word in f"{entry.name}  {entry.says}".split(" ") if entry.says else [entry.name]:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] += " " * bool(lines[-1]) + word
    return lines


def _entry(x: int, y: int, line: str, bold: str | bool) -> str:
    if bold and line.startswith(str(bold)):
        head, rest = escape(_plain(str(bold))), escape(_plain(line[len(str(bold)) :]))
        mark = f'<tspan font-weight="600">{head}</tspan><tspan {palette.fill("faint")}>{rest}</tspan>'
        return f'<text {palette.fill("ink")} x="{x}" y="{y}" font-size="11" xml:space="preserve">{mark}</text>'
    return _text(Point(x, y), line, size=11, colour="faint", anchor="start")


def _entries(scene: Scene) -> Iterator[Entry]:
    shown = {scene.tag(cell) for cell in range(len(scene.centres))}
    for name, tag in scene.board.tags.items():
        if name in shown:
            box = f'{palette.fill(scene.colour(name))} x="-10" y="-8" width="20" height="16" rx="3"'
            yield Entry([f"<rect {box}/>"], _label_of(name), tag.says)
    for colour, way, _ in scene.ways():
        heads = [f'<path d="{_head(Point(x - 4, 0), Point(x + 4, 0), 0)}"/>' for x in (-6, 6)]
        yield Entry([f"<g {palette.fill(colour)}>", *heads, "</g>"], _label_of(way.name), way.says)
    yield from _signs(scene)


def _label_of(name: str) -> str:
    return name.replace("_", " ")


def _signs(scene: Scene) -> Iterator[Entry]:
    ways = scene.ways()
    if ways:
        signs = [*_mark("start", ways[0][0], Point(-8, 0)), *_mark("goal", ways[0][0], Point(8, 0))]
        yield Entry(signs, "start, goal", "of a way, in its colour")
    if scene.map["splits"]:
        colour = next((colour for colour, way, _ in ways if way.name == scene.map["splits"][0]["way"]), "ink")
        often = ", and how often" if scene.weights else ""
        said = f"the die decides; its faces stand on the branches{often}"
        yield Entry(list(_mark("split", colour, Point(0, 0))), "fork", said)
    bar = f'{palette.stroke("wall")} stroke-linecap="round"'
    if scene.map.get("closed"):
        yield Entry([f'<path {bar} stroke-width="5" d="M-8,0L8,0"/>'], "closed", "no step leads across")
    if scene.map.get("one_way"):
        head = f'<path {palette.fill("wall")} d="{_head(Point(-8, 0), Point(8, 0), 0, 8)}"/>'
        yield Entry([head], "one way", "steps lead across in this direction alone")


def _text(at: Point, text: str, *, size: int, colour: str = "ink", weight: int = 400, anchor: str = "middle") -> str:
    attributes = f'x="{at.x}" y="{at.y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
    return f"<text {palette.fill(colour)} {attributes}>{escape(_plain(text))}</text>"


def _plain(text: str) -> str:
    """Text without characters that XML cannot hold."""
    return re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", str(text))
