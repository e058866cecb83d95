"""The pages of the shipped games in a real browser, one of every type: nothing goes wrong, nothing is fetched, all can read."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from bartizan import shipped, site
from bartizan_compiler import build

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parent.parent / "build" / "node" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
GAMES = sorted(shipped.packs())
SEVERE = ("serious", "critical")
LISTED = ("index.html", "-index.html")


def sort(path: str) -> str:
    """The type of a page: what a game's page is about and whether it lists or shows; the guides are each of their own."""
    first, *rest = path.split("/")
    if first == "games" and len(rest) > 1:
        first, *rest = f"games/{rest[1]}", *rest[2:]
    if first not in ("games", "problems") and not first.startswith("games/"):
        return path
    return f"{first}/{'all' if rest[-1] in LISTED else 'one'}" if rest else first


def of_each_sort(out: Path, game: str = "") -> list[str]:
    """The first page of each type, of one game or of the whole site; a mission's with a game to step through, if any."""
    paths = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.html"))
    paths = [path for path in paths if path != "404.html" and path.startswith(f"games/{game}/" if game else "")]
    paths.sort(key=lambda path: "bz-replay" not in (out / path).read_text(encoding="utf-8"))
    return sorted({sort(path): path for path in reversed(paths)}.values())


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of all shipped games."""
    packs = [build.check(root)[0] for root in shipped.packs().values()]
    folder = tmp_path_factory.mktemp("games") / "site"
    site.build([pack for pack in packs if pack is not None], folder)
    return folder


def test_every_type_is_looked_at(out: Path) -> None:
    sorts = {sort(path) for path in of_each_sort(out)}
    assert {"index.html", "games/all", "games/missions/one", "games/cards/all", "games/sheets/one"} <= sorts
    assert {sort(path) for game in GAMES for path in of_each_sort(out, game)} == {
        one for one in sorts if one.startswith("games/") and one != "games/all"
    }


@pytest.mark.parametrize("game", ["", *GAMES])
def test_no_page_says_an_error_leaves_its_host_or_is_wider_than_a_phone(page: Any, out: Path, game: str) -> None:
    page.set_viewport_size(PHONE)
    wide = []
    for path in of_each_sort(out, game):
        page.goto((out / path).as_uri())
        page.wait_for_selector("html.js", state="attached")
        page.wait_for_timeout(150)  # what scripts ask for once the page stands
        assert (page.elsewhere, page.wrong) == ([], []), path
        wide += [path] * (page.evaluate("document.documentElement.scrollWidth") > PHONE["width"])
    assert wide == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Any, out: Path, scheme: str) -> None:
    """On one page of every type; what stands folded is opened, since its colours count too."""
    assert AXE.is_file(), "make browser"
    script = AXE.read_text(encoding="utf-8")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for path in of_each_sort(out):
        page.goto((out / path).as_uri())
        page.wait_for_selector(f"body[data-md-color-scheme={'slate' if scheme == 'dark' else 'default'}]")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.evaluate(script)
        ran = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        severe = [one for one in ran["violations"] if one["impact"] in SEVERE]
        found += [
            (path, one["id"], node["html"][:160], node["failureSummary"]) for one in severe for node in one["nodes"]
        ]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_the_games_of_the_packs_are_stepped_through(page: Any, out: Path, game: str) -> None:
    """Forward, back, to a round and to the end, by keyboard alone; the board changes, and words say what happens."""
    missions = sorted((out / "games" / game / "missions").rglob("*.html"))
    (path,) = [one for one in missions if "bz-replay" in one.read_text(encoding="utf-8")]
    page.goto(path.as_uri())
    where, board = page.locator("[data-replay=where]"), page.locator(".bz-replay svg")
    count = int(where.inner_text().split()[-1])
    boards = {board.inner_html()}
    forward = page.get_by_role("button", name="Forward")
    forward.focus()
    for step in range(2, 14):
        page.keyboard.press("Enter")
        assert where.inner_text() == f"{step} of {count}"
        boards.add(board.inner_html())
    page.get_by_role("button", name="Last").focus()
    page.keyboard.press("Enter")
    boards.add(board.inner_html())
    assert len(boards) > 2
    assert where.inner_text() == f"{count} of {count}"
    assert re.search(r"[a-z]{3}", page.locator("[data-replay=events]").inner_text())
    page.locator("[data-replay=rounds]").select_option(index=1)
    assert where.inner_text() != f"{count} of {count}"
    assert page.wrong == []


def test_a_map_shows_what_is_reached_from_where_without_a_mouse(page: Any, out: Path) -> None:
    """The arrows choose the range, Tab goes through the places; each shows the cells that its words name."""
    page.goto((out / "games/defense-grid/maps/delta.html").as_uri())
    shown = "all => all.filter(one => getComputedStyle(one).display != 'none').length"
    texts = "all => all.filter(one => getComputedStyle(one).display != 'none').map(one => one.textContent).join()"
    counts = page.locator(".bz-counts")
    choices = page.locator(".bz-reach input")
    assert counts.evaluate_all(shown) == 1
    choices.first.focus()
    seen = set()
    for number in range(choices.count()):
        assert choices.nth(number).is_checked()
        seen.add(counts.evaluate_all(texts))
        page.keyboard.press("ArrowRight")
    assert len(seen) == choices.count()
    choices.last.check()
    stand = page.locator(".bz-stand").first
    assert stand.locator(".bz-near").evaluate_all(shown) == 0
    stand.focus()
    assert stand.locator(".bz-near").evaluate_all(shown) == stand.locator(".bz-near").count() > 0
    said = html.unescape(stand.get_attribute("aria-label"))
    far = choices.last.get_attribute("value")
    assert re.search(rf"range {far}: \w", said)
    page.keyboard.press("Tab")
    assert stand.locator(".bz-near").evaluate_all(shown) == 0


def test_home_to_a_card_is_two_clicks(page: Any, out: Path) -> None:
    page.goto((out / "index.html").as_uri())
    page.locator("a[href='games/defense-grid/cards/card/index.html']").first.click()
    page.locator("article").get_by_role("link", name="MIRV Warhead").first.click()
    assert page.locator("h1").inner_text().startswith("MIRV Warhead")


def test_search_finds_a_card_by_the_words_of_its_effect(page: Any, out: Path) -> None:
    page.goto((out / "games/defense-grid/round.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("hit 3 aliens in range exactly 3 damage")
    found = page.locator(".md-search-result__link[href*='mirv-warhead']")
    found.first.wait_for(state="attached")
    assert page.elsewhere == []
