"""The sheet of a mission: what to lay out, what comes when for how many, and which scenario it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import webpage
from bartizan import pages, shipped
from bartizan_compiler import build
from bartizan_compiler.link import Pack

HERE = Path(__file__).parent


def pack(root: Path) -> Pack:
    made, problems = build.check(root)
    assert made is not None
    assert problems == []
    return made


def sheet(made: Pack, kind: str, id: str) -> webpage.Node:
    return webpage.rendered(pages.pages(made)[f"games/{made.info['id']}/sheets/{kind}/{id}.md"])


def test_a_sheet_says_which_scenario_it_is_and_what_to_lay_out() -> None:
    made = pack(shipped.packs()["defense-grid"])
    mission = made.missions()[0]
    shown = sheet(made, mission.kind, mission.id)
    scenario, _ = build.build(made.root, mission.id)
    assert scenario is not None
    assert f"scenario {scenario['hash']['whole'][:12]}" in shown.text
    assert str(made.info["version"]) in shown.text
    aliens = mission.values["aliens"]
    titles = {one.id: one.title for one in made.records["alien"]}
    for id, count in aliens.items():
        assert (f"{count} {titles[id]}" in shown.text) == (count > 0)
    towers = [one.title for one in made.records["tower"] if one.id in mission.values["towers"]]
    assert f"As needed: {', '.join(towers)}." in shown.text
    assert not any(f"1 {tower}" in shown.text for tower in towers)
    assert shown.first("figure", "bz-map").all("svg")


def test_what_differs_by_players_has_a_column_for_each_number() -> None:
    made = pack(shipped.packs()["defense-grid"])
    mission = made.missions()[0]
    tables = list(sheet(made, mission.kind, mission.id).all("table"))
    waves = next(table for table in tables if "Extra hit points, 1P" in table.text)
    rows = [[cell.text for cell in row.all("td")] for row in waves.all("tr")][1:]
    assert len(rows) == len(mission.values["waves"])
    head = [cell.text for cell in waves.all("th")]
    titles = {one.id: one.title for one in made.records["alien"]}
    for wave, row in zip(mission.values["waves"], rows, strict=True):
        for bonus in wave["bonuses"]:
            for seats, hp in bonus["hp"].items():
                cell = row[head.index(f"Extra hit points, {seats}P")]
                assert (f"{titles[bonus['alien']]} Hit points on top {hp}" in cell) == (hp > 0)
                assert " 0" not in cell


@pytest.mark.parametrize(
    "root", [*shipped.packs().values(), HERE / "packs" / "river-fords"], ids=lambda root: root.name
)
def test_every_mission_has_a_sheet_that_the_mission_leads_to(root: Path) -> None:
    made = pack(root)
    found = pages.pages(made)
    listed = [path for path in found if "/sheets/" in path]
    assert len(listed) == len(made.leads("mission"))
    for mission in made.missions():
        page = found[f"games/{made.info['id']}/missions/{mission.kind}/{mission.id}.md"]
        assert f"../../sheets/{mission.kind}/{mission.id}.md" in page


def test_numbers_of_a_table_are_no_pieces_unless_they_are_counted_as_such() -> None:
    """A bounty of two for a brute is no second brute."""
    made = pack(HERE / "packs" / "border-watch")
    mission = made.missions()[0]
    assert mission.values["bounty"]["brute"] == 2
    assert "For any number of players: 2 Sneak, 1 Brute, 1 Mangonel." in sheet(made, mission.kind, mission.id).text
