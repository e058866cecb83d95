"""The site in a real browser, opened from a disk: it searches, follows light and dark, fits a phone, and loads nothing."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import balancing
from bartizan import shipped, site
from bartizan_compiler import build

pytestmark = pytest.mark.browser

MARGIN_MM = 12
PAGES = (
    "games/border-watch/sheets/night/first-night.html",
    "index.html",
    "write-a-mission.html",
    "write-a-game.html",
    "write-a-pack.html",
    "language/index.html",
    "language/ruleset.html",
    "language/types.html",
    "language/records.html",
    "language/rules.html",
    "language/library.html",
    "language/play.html",
    "language/recipes.html",
    "language/events.html",
    "language/limits.html",
    "language/starlark.html",
    "command.html",
    "python.html",
    "games/index.html",
    "games/border-watch/index.html",
    "games/border-watch/round.html",
    "games/border-watch/units/goblin/index.html",
    "games/border-watch/maps/north-gate.html",
    "games/border-watch/missions/night/first-night.html",
    "games/border-watch/examples.html",
    "games/border-watch/missions/night/index.html",
    "games/border-watch/units/catapult/mangonel.html",
    "problems/index.html",
    "problems/BZ402.html",
    "problems/BZ441.html",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    pack, _ = build.check(balancing.kept(folder))
    assert pack is not None
    out = folder / "site"
    site.build([pack], out)
    return out


@pytest.fixture(scope="module")
def printed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sheets of a small pack, and those of the game with the longest missions."""
    pack, _ = build.check(shipped.packs()["defense-grid"])
    assert pack is not None
    out = tmp_path_factory.mktemp("sheets") / "site"
    site.build([pack], out)
    return sorted([*built.rglob("sheets/*/*.html"), *out.rglob("sheets/*/*.html")])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_works_without_a_network_or_a_server(page: Any, built: Path, path: str) -> None:
    page.goto((built / path).as_uri())
    page.wait_for_selector("html.js", state="attached")
    page.wait_for_timeout(500)  # what scripts ask for once the page stands
    assert page.elsewhere == []
    assert page.wrong == []
    assert page.locator("h1").count() == 1


def test_search_finds_a_record_from_a_disk_by_keyboard_alone(page: Any, built: Path) -> None:
    page.goto((built / "games/border-watch/round.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("brute")
    page.wait_for_selector(".md-search-result__item a >> text=Brute")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*?h=brute*")
    assert page.elsewhere == []


def test_the_switch_between_light_and_dark_turns_the_pictures_too(page: Any, built: Path) -> None:
    page.goto((built / "games/border-watch/maps/north-gate.html").as_uri())
    inked = "getComputedStyle(document.querySelector('.bz-picture text')).fill"
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(inked), page.evaluate(ground)
    page.locator("label[title='Switch to dark']").click()
    page.wait_for_selector("body[data-md-color-scheme=slate]")
    page.wait_for_timeout(500)  # colours fade
    after = page.evaluate(inked), page.evaluate(ground)
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_map_shows_what_its_reader_chooses(page: Any, built: Path) -> None:
    """Every choice puts its own numbers on the cells, and colours most where most happened."""
    page.goto((built / "games/border-watch/missions/night/first-night.html").as_uri())
    choices = page.eval_on_selector_all(".bz-heat option", "options => options.map(option => option.value)")
    assert len(choices) > 1
    seen = []
    for choice in reversed(choices):
        page.select_option(".bz-heat select", choice)
        shown = page.eval_on_selector_all(
            "[data-heat]",
            "all => all.map(one => [Number(one.querySelector('text').textContent),"
            " Number(one.querySelector('path').getAttribute('opacity'))])",
        )
        most = max(number for number, _ in shown)
        assert most > 0
        assert all(abs(sheet - number / most) < 0.01 for number, sheet in shown)
        seen.append(shown)
    assert all(one != other for one, other in pairwise(seen))
    assert page.wrong == []


def test_a_record_is_two_clicks_from_the_first_page(page: Any, built: Path) -> None:
    page.goto((built / "index.html").as_uri())
    page.get_by_role("link", name="Catapult").first.click()
    page.locator(".bz-records, article").get_by_role("link", name="Mangonel").first.click()
    assert page.locator("h1").inner_text().startswith("Mangonel")
    assert page.url.endswith("units/catapult/mangonel.html")


def test_search_finds_a_record_by_the_words_of_its_text(page: Any, built: Path) -> None:
    page.goto((built / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("dazed instead")
    found = page.locator(".md-search-result__link", has_text="Brute")
    found.first.wait_for()
    assert found.first.get_attribute("href").split("?")[0].endswith("units/goblin/brute.html")


def test_a_recorded_game_is_stepped_through_without_a_mouse(page: Any, built: Path) -> None:
    """Forward, back, to the ends and to a round; the board changes, and what happens is told."""
    page.goto((built / "games/border-watch/missions/night/first-night.html").as_uri())
    where = page.locator("[data-replay=where]")
    count = int(where.inner_text().split()[-1])
    board = page.locator(".bz-replay svg")
    first = board.inner_html()
    forward = page.get_by_role("button", name="Forward")
    forward.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    assert where.inner_text() == f"4 of {count}"
    assert board.inner_html() != first
    assert "player" in page.locator("[data-replay=events]").inner_text()
    page.get_by_role("button", name="First").focus()
    page.keyboard.press("Enter")
    assert board.inner_html() == first
    assert page.get_by_role("button", name="Back", exact=True).is_disabled()
    rounds = page.locator("[data-replay=rounds]")
    rounds.select_option(index=2)
    assert "round" in page.locator("[data-replay=beside]").inner_text()
    page.get_by_role("button", name="Last").click()
    assert where.inner_text() == f"{count} of {count}"
    assert forward.is_disabled()
    page.locator("[data-replay=slider]").focus()
    page.keyboard.press("ArrowLeft")
    assert where.inner_text() == f"{count - 1} of {count}"
    assert page.wrong == []


def test_a_table_of_records_is_narrowed_and_sorted(page: Any, built: Path) -> None:
    """By a field above it, and by its headings, which are buttons: also without a mouse."""
    page.goto((built / "games/border-watch/units/goblin/index.html").as_uri())
    rows = page.locator(".bz-records tbody tr:visible")
    names = sorted(text.split()[0] for text in rows.all_inner_texts())
    heading = page.locator(".bz-records th").first
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    assert [text.split()[0] for text in rows.all_inner_texts()] == names
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    assert [text.split()[0] for text in rows.all_inner_texts()] == names[::-1]
    page.locator(".bz-filter input").fill(names[0][1:].upper())
    assert [text.split()[0] for text in rows.all_inner_texts()] == [n for n in names if names[0][1:] in n]
    assert page.locator(".bz-filter [role=status]").inner_text() == f"1 of {len(names)}"
    page.locator(".bz-filter input").fill("no such words")
    assert rows.count() == 0
    assert page.wrong == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_phone(page: Any, built: Path, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto((built / path).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_badges_are_readable(page: Any, built: Path, scheme: str) -> None:
    """The contrast of small text is at least 4.5, as the accessibility guidelines ask."""
    page.emulate_media(color_scheme=scheme)
    page.goto((built / "index.html").as_uri())
    page.wait_for_selector(f"body[data-md-color-scheme={'slate' if scheme == 'dark' else 'default'}]")
    page.wait_for_timeout(500)
    ratios = page.evaluate(CONTRAST)
    assert len(ratios) == 5
    assert min(ratios) >= 4.5, ratios


CONTRAST = """() => {
  const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const shown = (...layers) => {
    paint.clearRect(0, 0, 1, 1);
    for (const layer of layers) { paint.fillStyle = layer; paint.fillRect(0, 0, 1, 1); }
    return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll(".bz-badge")].map((badge) => {
    const style = getComputedStyle(badge);
    const back = shown(ground, style.backgroundColor);
    const [a, b] = [light(shown(style.color)), light(back)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
}"""


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_of_a_mission_is_printed_on_two_pages_at_most(page: Any, printed: list[Path], paper: str) -> None:
    """Nothing is cut off at the width of the paper, and nothing has a colour."""
    width = {"A4": 210, "Letter": 216}[paper] - 2 * MARGIN_MM
    for sheet in printed:
        page.goto(sheet.as_uri())
        margin = dict.fromkeys(("top", "right", "bottom", "left"), f"{MARGIN_MM}mm")
        made = page.pdf(format=paper, margin=margin)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", made)) <= 2, sheet
        page.emulate_media(media="print")
        page.set_viewport_size({"width": int(width / 25.4 * 96), "height": 900})
        cut = "e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1"
        assert page.evaluate(f"[...document.querySelectorAll('.bz-sheet *')].filter({cut}).length") == 0, sheet
        assert page.evaluate("getComputedStyle(document.querySelector('.bz-sheet')).filter") == "grayscale(1)"
        shown = page.locator(".bz-sheet").inner_text()
        assert "scenario" in shown
        assert page.locator(".md-header").is_hidden()
