"""The reference shows exactly what its data say, whatever they say, and every link in it leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from html import unescape
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import typer

from bartizan import cli, codes, helps, pages, site, spoilt
from bartizan.pages import charts, command, markdown, rulebook
from bartizan.shelves import shelves
from bartizan_compiler import build as compiler
from bartizan_compiler import grid, link, shape
from bartizan_engine import ruleset
from bartizan_engine.problem import Problem, Spot
from bartizan_engine.shorthand import normalise

ROOT = Path(__file__).resolve().parent.parent
NASTY = "A|B <img src=x onerror=\"alert(1)\"> {{ 7*7 }} _em_ **b** `c` [l](javascript:alert(1)) </title><script>alert(1)</script> &amp; {#x .y} $1 🏰 “x” 'y'"

RULES = '''"""A night on the wall, from dusk to dawn."""


def play():
    """A night: get ready, then rounds until `dawn`.

    Nothing else <b>matters</b>.
    """
    set_up()
    for _ in rounds(9):
        for who in turns(players()):
            act(who)
        if options.fog:
            creep()
    end("dawn")


def set_up():
    """Everybody takes a stone."""
    game.stones = numbers.stones


# ---------------------------------------------------------------- what players do


def act(who: player):
    """A player throws, or waits."""
    choose_action(who, "What does {who} do?", "turn")


def throw():
    """Throw a stone at a goblin."""
    target = choose(players(), "Throw at which {kind}?", pieces("goblin"))
    game.stones -= 1
    remove(target)


def creep():
    """Goblins come nearer."""
    perform(record("goblin", "grub").tricks)


def why_not() -> optional[text]:
    """No stone is left."""
    return text("no ```stone``` left") if game.stones == 0 else None
'''

DECLARED = {
    "entries": {"play": {"rule": "play", "needs": "mission", "says": "One night."}},
    "results": {"dawn": {"says": "The sun is up."}},
    "enums": {"ranks": ["novice", "master"], "moods": {"grim": {"says": NASTY}, "calm": {"says": "calm"}}},
    "numbers": {
        "stones": {
            "type": "table by seats of int",
            "is": {"1": 7, "2": 5},
            "says": "Stones at dusk.",
            "from": {"is": "printed", "lines": [7]},
        }
    },
    "options": {
        "fog": {"type": "bool", "default": "false", "says": NASTY, "from": {"is": "ruling", "ruling": "in-the-fog"}}
    },
    "board": {
        "map": "mission.map",
        "tags": {"road": {"says": "Goblins walk here."}, "gate": {}, "keep": {}},
        "ways": {"inbound": {"over": "road", "from": "gate", "to": "keep", "split": "bolt", "says": "the way in"}},
    },
    "kinds": {
        "goblin": {
            "family": "unit",
            "fields": {
                "hp": {"type": "table by seats of int 1..9", "says": "Hits that it takes."},
                "speed": "int 0..9 = 1",
                "friend": "optional ref goblin",
                "mood": {"type": "moods", "default": "calm", "says": "Mood | <of> *it*"},
                "tricks": {"type": "effects", "default": []},
                "by_rank": {"type": "table by ranks of effects", "default": []},
            },
            "state": {"hp": "int 0..9 = printed", "asleep": "bool = false"},
        },
        "bolt": {"family": "die", "faces": {"value": "int 0..9"}},
        "mission": {"family": "mission", "fields": {"map": "ref map", "nights": "list of night"}},
    },
    "shapes": {
        "night": {"gate": "cell", "comers": {"type": "list of optional ref goblin", "none": "a sneak by night"}}
    },
    "game": {"stones": "int 0..99 = 0"},
    "zones": {"cave": {"of": "goblin", "visible": "nobody", "says": "the cave"}},
    "words": {
        "gnaw": {
            "args": {"planks": "int 1..9"},
            "rule": "creep",
            "blocked": "why_not",
            "says": "gnaw {planks} {planks|plank|planks} | of the <gate>",
        },
    },
    "menus": {"turn": {"throw": {"says": "Throw a stone", "rule": "throw", "blocked": "why_not"}}},
}


WALL = {
    "layout": "odd-r",
    "grid": "N r r\n . r K\n. r W",
    "legend": {".": "empty", "r": ["road"], "N": {"tags": ["road", "gate"], "name": "north"},
               "K": {"tags": ["road", "keep"], "name": "keep"}, "W": {"tags": ["road", "keep"], "name": "west"}},
    "splits": [{"at": "b1", "way": "inbound", "to": {"miss": "keep", "hit": "west"}}],
}  # fmt: skip


def record(family: str, kind: str, id: str, title: str, values: dict[str, Any], origin: dict[str, Any]) -> shape.Record:
    return shape.Record(family, kind, id, title, values, origin, Spot("x.yaml"), {}, {})


def made(hostile: str = NASTY) -> link.Pack:
    """A small pack whose texts try to break out of Markdown and HTML."""
    declared, flaws = ruleset.declare(DECLARED)
    assert flaws == []
    ours = {"is": "invented"}
    goblins = [
        record("unit", "goblin", "grub", hostile, {"hp": {"1": 1, "2": 2}, "speed": 2, "friend": "ogre", "mood": "grim", "tricks": [["gnaw", {"planks": 2}]], "by_rank": {"novice": [], "master": [["gnaw", {"planks": 1}]]}},
               {"is": "printed", "lines": [3, 4, 5], "fields": {"speed": {"is": "published", "address": "https://example.org/a_b(c)"}}}),
        record("unit", "goblin", "ogre", "Ogre", {"hp": {"1": 4, "2": 4}, "speed": 1, "friend": None, "mood": "calm", "tricks": [], "by_rank": {}}, {"is": "derived", "note": hostile}),
    ]  # fmt: skip
    records = {
        "goblin": goblins,
        "bolt": [record("die", "bolt", "bolt", "Bolt", {"faces": [{"name": "miss", "count": 2, "value": 0}, {"name": "hit", "count": 1, "value": 1}]}, ours)],
        "mission": [record("mission", "mission", "first-night", "First Night", {"map": "wall", "nights": [{"gate": "north", "comers": ["grub", "grub", None]}, {"gate": "north", "comers": ["ogre"]}]}, ours)],
        "map": [record("map", "map", "wall", "Wall", WALL, ours)],
        "example": [record("example", "example", "a-throw", "A throw", {
            "shows": ["throw", "grub"], "mission": "first-night", "players": 2, "options": {"fog": True},
            "given": {"game": {"stones": 1}, "pieces": {"target": {"goblin": "grub", "at": "c4", "asleep": True}}, "zones": {"cave": ["ogre"]}},
            "run": "throw", "dice": {"bolt": ["hit", "{face}"]}, "answers": ["throw", {"blocked": {"throw": hostile}}, "grub"],
            "then": {"game": {"stones": 0}, "pieces": {"target": "gone"}, "zones": {"cave": 1}, "result": "dawn", "refused": hostile},
            "cases": [{"face": "hit"}, {"face": "miss"}],
        }, ours)],
        "ruling": [record("ruling", "ruling", "in-the-fog", "In the fog", {"question": hostile, "choice": "They creep.", "why": "The text is silent.", "option": "fog"}, {"is": "ruling", "lines": [9]})],
        "clause": [record("clause", "clause", "stones", hostile, {"section": hostile, "carried_by": ["throw", "grub"]}, {"is": "printed", "lines": [9], "note": hostile})],
    }  # fmt: skip
    assert declared.board is not None
    wall, problems = grid.grid(records["map"][0], declared.board)
    assert wall is not None, problems
    info = {
        "id": "border-watch", "title": hostile, "version": "0.1.0", "language": "1", "players": [1, 2], "licence": "CC0-1.0", "authors": [hostile],
        "sources": {"book": {"title": hostile, "address": "javascript:alert(1)"}},
    }  # fmt: skip
    return link.Pack(
        Path("border-watch"),
        info,
        declared,
        normalise(DECLARED),
        records,
        {"wall": wall},
        [("rules/game.star", RULES)],
        None,
    )


def spoilt_beside(hostile: str = NASTY) -> spoilt.Rest:
    """The same pack with a record of which nothing could be read but its title."""
    problem = Problem(Spot("units/x.yaml", 3, 2), "BZ203", hostile, hostile, ((Spot("units/y.yaml"), hostile),))
    troll = spoilt.Spoilt("unit", "goblin", "troll", hostile + "!", Spot("units/x.yaml", 3), (problem,))
    return spoilt.Rest(made(hostile), (troll,), (problem,), ())


# ---------------------------------------------------------------- Markdown


@pytest.mark.parametrize(
    "text",
    [
        NASTY,
        "# no heading",
        "- no list",
        "1. no list",
        ":   no definition",
        "!!! no note",
        "a  b\n\nc",
        "*",
        "\\`",
        "~~~",
        "\x02wzxhzdk:0\x03",
    ],
)
def test_an_escaped_text_shows_as_itself(text: str) -> None:
    import markdown as library

    shown = library.markdown(
        f"{markdown.escape(text)}", extensions=["tables", "attr_list", "def_list", "md_in_html", "admonition"]
    )
    wanted = " ".join(re.sub(r"[\x02\x03]", "", text).split())
    assert _text(shown) == wanted
    row = library.markdown(markdown.table(["a", "b"], [[markdown.escape(text), "x"]]), extensions=["tables"])
    assert row.count("<td") == 2
    assert _text(row.split("<tbody>")[1]).split("\n")[0].strip().startswith(wanted)


def test_code_in_fences_cannot_leave_them() -> None:
    fenced = markdown.fenced("a\n````\n<b>\n```\n", "python")
    assert fenced.startswith("`````python\n")
    assert fenced.endswith("\n`````")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "https://a b", 'https://a"b', "data:x", "https://a>b"])
def test_only_addresses_of_the_web_become_links(address: str) -> None:
    assert markdown.external(address, "there") == "there"
    assert markdown.external("https://example.org/a_(b)", "there") == "[there](<https://example.org/a%5F%28b%29>)"


# ---------------------------------------------------------------- rules


def test_rules_are_read_in_calling_order() -> None:
    book = rulebook.read([("rules/game.star", RULES)])
    play = book.rules["play"]
    assert [(step.does, step.name) for step in play.steps] == [
        ("rule", "set_up"),
        ("loop", "Each round"),
        ("ends", "dawn"),
    ]
    inside = play.steps[1].steps
    assert [(step.does, step.name, step.only_if) for step in inside] == [
        ("loop", "Each player in turn", ""),
        ("rule", "creep", "options.fog"),
    ]
    assert book.rules["act"].heading == "what players do"
    assert book.rules["play"].heading == ""
    assert not book.rules["why_not"].acts
    assert book.rules["creep"].records == (("goblin", "grub"),)
    assert book.rules["throw"].source.startswith("def throw():\n")
    assert book.chapters[0].doc == "A night on the wall, from dusk to dawn."


def test_a_file_of_rules_that_does_not_parse_is_an_empty_chapter() -> None:
    assert rulebook.read([("rules/game.star", "def (:")]).chapters == (rulebook.Chapter("rules/game.star", "", ()),)


# ---------------------------------------------------------------- pages


def test_pages_are_the_same_for_the_same_pack() -> None:
    assert pages.pages(made()) == pages.pages(made())
    assert list(pages.pages(made())) == list(pages.pages(made()))


def test_every_page_stands_in_the_contents_once() -> None:
    listed = [path for _, path in _flat(pages.contents(made()))]
    assert sorted(listed) == sorted(pages.pages(made()))


def test_pages_say_what_the_data_say() -> None:
    found = pages.pages(made("Grub"))
    goblins = found["games/border-watch/units/goblin/index.md"]
    grub = found["games/border-watch/units/goblin/grub.md"]
    assert "Gnaw 2 planks &#124; of the &lt;gate&gt;." in grub.replace("&#60;", "&lt;").replace("&#62;", "&gt;")
    assert "printed · lines 3–5" in grub
    assert "](<https://example.org/a%5Fb%28c%29>){ .bz-badge .bz-published }" in grub
    assert "<b>1P</b> 1" in goblins
    assert "[Ogre](ogre.md)" in goblins
    assert "[First Night](../../missions/mission/first-night.md)" in grub, "used by"
    assert "Example: A throw" in grub
    assert '| 2<sup class="bz-mark bz-published"' in goblins, "an overview does not lend a field its record's badge"
    wall = found["games/border-watch/maps/wall.md"]
    assert "<code>north</code> | <code>keep</code> | 3 |" in wall
    assert "2&#8260;3" in wall
    assert "hit leads to <code>west</code>" in wall
    dice = found["games/border-watch/dice/bolt/bolt.md"]
    assert "2&#8260;3" in dice
    assert "on average" in dice
    mission = found["games/border-watch/missions/mission/first-night.md"]
    assert "2 × [Grub](../../units/goblin/grub.md), a sneak by night" in mission
    assert '<svg class="bz-bars"' in mission
    assert "1 a sneak by night" in mission, "a chart says it in the same words"
    for rulings, up in (("rulings", ""), ("rulings/in-the-fog", "../")):
        assert f"[Fog]({up}options.md#fog)" in found[f"games/border-watch/{rulings}.md"]
    options = found["games/border-watch/options.md"]
    assert "[ruling](rulings/in-the-fog.md)" in options
    assert "[Play](rules/game.md#play)" in options, "an option says which rules read it"
    outline = found["games/border-watch/round.md"]
    assert (
        outline.index("Set up")
        < outline.index("Each round")
        < outline.index("Each player in turn")
        < outline.index("Creep")
    )
    assert "Throw a stone" in outline


@pytest.mark.parametrize("name", ["defense-grid", "guards-of-atlantis"])
def test_the_table_of_an_example_is_drawn_with_what_stands_on_the_map(name: str) -> None:
    """Each piece by its name in the example; one alone is told in words, and so is a place that cases differ in."""
    pack, _ = compiler.check(ROOT / "content" / name)
    assert pack is not None
    found = pages.pages(pack)
    drawn = 0
    for example in pack.records["example"]:
        section = found[f"games/{name}/examples/{example.id}.md"]
        pieces = (example.values.get("given") or {}).get("pieces", {})
        there = [str(name) for name, piece in pieces.items() if "{" not in "".join([piece.get("at", "{"), *piece])]
        figure = section.partition("<figure")[2].partition("</figure>")[0]
        assert bool(figure) == (len(there) > 1), example.id
        crowds = Counter(str(piece.get("at")) for piece in pieces.values())  # of three on a cell one is named
        named = [name for name in there if crowds[str(pieces[name].get("at"))] < 3]
        assert all(f"{piece} (" in figure for piece in named if figure), example.id
        drawn += bool(figure)
    assert drawn


def test_a_chart_is_the_same_for_the_same_data_and_says_itself() -> None:
    rows = [charts.Bar("1", (("Grub", 0, 2), ("Ogre", 1, 1))), charts.Bar("2", ())]
    drawn = charts.bars("Nights", rows)
    assert drawn == charts.bars("Nights", rows)
    assert 'aria-label="Nights. 1: 2 Grub, 1 Ogre; 2: none"' in drawn
    assert drawn.count("<rect") == 3
    assert charts.bars("Nights", [charts.Bar("1", ())]) == ""


# ---------------------------------------------------------------- the site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the small hostile pack and of every pack that has another name and builds on none of that name."""
    out = tmp_path_factory.mktemp("site") / "out"
    roots = [path.parent for folder in ("content", "tests/packs") for path in (ROOT / folder).glob("*/pack.yaml")]
    others = [root for root in sorted(roots) if root.name not in ("border-watch", "moon-raids")]
    packs = [pack for root in others for pack, _ in [compiler.check(root, shelves([]))] if pack]
    assert len(packs) == len(roots) - 2
    site.build([made(), *packs], out, {"border-watch": spoilt_beside()})
    return out


def test_a_section_of_the_settings_goes_on_with_what_is_made() -> None:
    nav = ["index.md", {"Write": ["a.md"]}]
    made = site.continued(nav, [{"Write": [{"Codes": "b.md"}]}, {"Games": ["c.md"]}])
    assert made == ["index.md", {"Write": ["a.md", {"Codes": "b.md"}]}, {"Games": ["c.md"]}]
    assert nav == ["index.md", {"Write": ["a.md"]}], "the settings stay as they are"


def test_the_page_of_the_command_holds_every_verb_with_its_options_and_its_example() -> None:
    told = helps.helps()
    text = command.pages(told)["command.md"]
    shown = unescape(text)
    for verb, said in told.items():
        assert verb == "" or f"{{ #{verb.replace(' ', '-')} }}" in text
        for option in set(re.findall(r"--[a-z]+", said)) - {"--help", "--version"}:
            assert option in shown, (verb, option)
        assert verb == "" or f"$ bartizan {verb}" in shown


def test_every_internal_link_resolves(built: Path) -> None:
    seen = {path: _page(path) for path in built.rglob("*.html")}
    broken = []
    for path, page in seen.items():
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = _file(path.parent, unquote(parts.path)) if parts.path else path
            if target is None or (
                parts.fragment and target in seen and unquote(parts.fragment) not in seen[target].ids
            ):
                broken.append((path.name, address))
    assert broken == []
    assert len(seen) > len(pages.pages(made()))


def test_no_page_loads_anything_from_elsewhere(built: Path) -> None:
    for path in built.rglob("*.html"):
        for asset in _page(path).assets:
            assert not urlsplit(asset).scheme or asset.startswith("data:"), (path, asset)
            assert not asset.startswith("//"), (path, asset)
    for path in built.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s;]+)", path.read_text("utf-8")):
            assert not address.startswith(("http:", "https:", "//")), (path, address)


def test_nothing_in_a_pack_becomes_markup(built: Path) -> None:
    for path in built.rglob("*.html"):
        page = _page(path)
        assert "onerror" not in page.attributes, path
        assert all("alert(1)" not in script for script in page.scripts), path
        assert not any(link.lower().startswith("javascript:") for link in page.links), path
    goblins = _page(built / "games/border-watch/units/goblin/grub.html")
    wanted = " ".join(NASTY.split())
    assert wanted in goblins.headings, "nothing is run as a template"
    for name in ("units/goblin/troll", "clauses/stones", "tags", "quick", "wrong"):
        assert wanted in _page(built / f"games/border-watch/{name}.html").all_text, name
    index = _page(built / "games/border-watch/index.html")
    assert index.title.startswith(wanted)


def test_ids_of_a_page_are_unique(built: Path) -> None:
    for path in built.rglob("*.html"):
        ids = _page(path).all_ids
        assert len(ids) == len(set(ids)), (path, sorted({id for id in ids if ids.count(id) > 1}))


def test_a_page_a_code(built: Path) -> None:
    found = {path.stem for path in (built / "problems").glob("BZ*.html")}
    assert found == set(codes.registry())


def test_titles_of_pages_are_unique(built: Path) -> None:
    """Two tabs of a browser, and two hits of a search, can be told apart."""
    titles: dict[str, str] = {}
    for path in sorted(built.rglob("*.html")):
        title = _page(path).title
        assert title not in titles or path.name == "404.html", (title, path, titles[title])
        titles[title] = str(path)


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    """Also where the order of Python's sets differs, and the zone of the clock; here of a pack that extends another."""
    pack = str(Path(__file__).parent / "packs" / "moon-raids")
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "bartizan", "site", "build", pack, "-o", str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            stdout=subprocess.DEVNULL,
        )
        for seed, zone in (("1", "UTC"), ("20", "Asia/Tokyo"))
    ]
    assert [run.wait(timeout=300) for run in runs] == [0, 0]
    assert _bytes(tmp_path / "1") == _bytes(tmp_path / "20")


def test_a_site_is_replaced_but_nothing_else_is(built: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("years of work")
    with pytest.raises(site.SiteError, match="no site of Bartizan"):
        site.build([made()], theirs)
    assert (theirs / "thesis.txt").read_text() == "years of work"
    out = tmp_path / "out"
    site.build([made()], out)
    (out / "old.html").write_text("old")
    site.build([made("Grub")], out)
    assert not (out / "old.html").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "theirs"]


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = site.Reference({"problems/index.md": "# P\n\n[there](nowhere.md#x)"}, [{"Problems": "problems/index.md"}])
    monkeypatch.setattr(site, "reference", lambda packs, rests: wrong)
    with pytest.raises(site.SiteError, match="nowhere"):
        site.build([], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- hand-written pages


def test_pages_name_only_verbs_that_there_are() -> None:
    verbs = set(typer.main.get_command(cli.app).commands)  # type: ignore[attr-defined]  # a group, since it has verbs
    for path in sorted((site.settings().parent / "pages").glob("*.md")):
        text = path.read_text("utf-8")
        named = set(re.findall(r"bartizan ([a-z]+)", " ".join(re.findall(r"`[^`]+`|^\$ .*$", text, re.MULTILINE))))
        assert named <= verbs, path.name


# ---------------------------------------------------------------- reading HTML


class _Page(HTMLParser):
    """What a browser would see of a page: links, assets, ids, headings, scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.assets: list[str] = []
        self.all_ids: list[str] = []
        self.attributes: set[str] = set()
        self.scripts: list[str] = []
        self.headings = ""
        self.texts: list[str] = []
        self.title = ""
        self._open: list[str] = []
        self.feed(text)

    @cached_property
    def ids(self) -> set[str]:
        return {*self.all_ids, "__top"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id" and value:
                self.all_ids.append(value)
            if name == "href" and value:
                (self.assets if tag == "link" else self.links).append(value)
            if name in ("src", "srcset", "data", "poster") and value:
                self.assets.append(value)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    @property
    def all_text(self) -> str:
        return " ".join("".join(self.texts).split())

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._open and self._open[-1] == "script":
            self.scripts.append(data)
        elif self._open and self._open[-1] == "title" and "svg" not in self._open:
            self.title += data
        elif any(tag in ("h1", "h2", "h3") for tag in self._open):
            self.headings += data


@cache
def _file(folder: Path, path: str) -> Path | None:
    """What an address leads to from a folder, if there is something."""
    target = (folder / path).resolve()
    return next((found for found in (target, target / "index.html") if found.is_file()), None)


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text("utf-8"))


class _Words(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.words = ""
        self.feed(text)

    def handle_data(self, data: str) -> None:
        self.words += data


def _text(html: str) -> str:
    return _Words(html).words.strip()


def _flat(contents: Any) -> Iterator[tuple[str, str]]:
    for title, inner in contents:
        if isinstance(inner, str):
            yield title, inner
        else:
            yield from _flat(inner)


def _bytes(root: Path) -> dict[PurePosixPath, bytes]:
    return {
        PurePosixPath(path.relative_to(root).as_posix()): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }
