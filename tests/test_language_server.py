"""An editor's YAML language server completes and checks a game's own kinds, by the first line of each file alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from languageserver import ROOT, SERVER, Server

pytestmark = pytest.mark.node

UNITS = ROOT / "content" / "defense-grid" / "units"
ALIENS = UNITS / "aliens.yaml"
MODELINE = "# yaml-language-server: $schema=../../../schemas/defense-grid/unit.schema.json\n"
ALIEN = "- id: creeper\n  kind: alien\n  title: Creeper\n  from: {is: invented}\n  hp: {1: 2, 2: 2, 3: 2, 4: 3}\n  move: 2\n"
FIELDS = {"hp", "shields", "armor", "move", "cores", "abilities"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    assert SERVER.is_file(), "make node"
    with Server(ROOT) as started:
        yield started


def files() -> list[Path]:
    return sorted(path for pack in ("content", "site/bartizan/starter") for path in (ROOT / pack).rglob("*.yaml"))


def test_no_shipped_file_is_wrong_for_an_editor(server: Server) -> None:
    """Every file names a schema that is there, and nothing in it is marked."""
    shipped = [path for path in files() if "content" in path.parts]
    assert len(shipped) >= 20
    for path in shipped:
        assert server.open(path, path.read_text(encoding="utf-8")) == [], path


def test_the_fields_of_an_alien_are_completed_with_their_sentences(server: Server) -> None:
    found, _ = server.at(
        UNITS / "new.yaml", MODELINE + ALIEN.replace("  hp: {1: 2, 2: 2, 3: 2, 4: 3}\n  move: 2\n", "  |\n")
    )
    assert set(found) >= FIELDS | {"replaces"}
    assert "cost" not in found, "that is a field of towers"
    assert found["move"] == "Movement (int 1..9)"
    assert found["hp"] == "Hit points by number of players (table by seats of int 1..40)"


def test_where_the_defaults_say_the_kind_its_fields_are_completed(server: Server) -> None:
    text = ALIENS.read_text(encoding="utf-8")
    assert text.startswith(MODELINE + "defaults:\n  kind: alien\nrecords:\n")
    found, _ = server.at(ALIENS, text + "  - id: creeper\n    |\n")
    assert set(found) >= FIELDS
    assert not {"cost", "rate"} & set(found)


def test_kinds_members_and_ids_are_completed(server: Server) -> None:
    found, _ = server.at(UNITS / "new.yaml", MODELINE + "- id: creeper\n  kind: |\n")
    assert {"tower", "boost", "alien", "core"} <= set(found)
    mission = ROOT / "content" / "defense-grid" / "missions" / "first-contact.yaml"
    text = mission.read_text(encoding="utf-8")
    found, _ = server.at(mission, text.replace("map: switchback", "map: |"))
    assert {"switchback", "two-gates"} <= set(found)


@pytest.mark.parametrize("kind_by_defaults", [False, True])
def test_a_misspelt_key_is_marked_where_it_stands(server: Server, kind_by_defaults: bool) -> None:
    if kind_by_defaults:
        text = ALIENS.read_text(encoding="utf-8").replace("    armor: 1\n", "    armour: 1\n", 1)
    else:
        text = MODELINE + ALIEN + "  armour: 1\n"
    (marked,) = server.open(UNITS / "new.yaml", text)
    assert marked["message"] == "Property armour is not allowed."
    line = text.splitlines()[marked["range"]["start"]["line"]]
    assert line[marked["range"]["start"]["character"] : marked["range"]["end"]["character"]] == "armour"


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("move: 20", "move: 2", "Value is above the maximum of 9."),
        ("move: fast", "move: 2", 'Incorrect type. Expected "integer".'),
        ("kind: alein", "kind: alien", "Value is not accepted."),
        ("hp: {1: 2, 2: 2, 3: 2}", "hp: {1: 2, 2: 2, 3: 2, 4: 3}", 'Missing property "4".'),
        ("hp: {1: 2, 2: 2, 3: 2, 4: 3, 5: 3}", "hp: {1: 2, 2: 2, 3: 2, 4: 3}", "Property 5 is not allowed."),
        ("hp: {1: 2, 2: 2, 3: 2, 4: 99}", "hp: {1: 2, 2: 2, 3: 2, 4: 3}", "Value is above the maximum of 40."),
    ],
)
def test_a_wrong_value_is_marked(server: Server, wrong: str, right: str, message: str) -> None:
    assert server.open(UNITS / "new.yaml", MODELINE + ALIEN) == []
    assert right in ALIEN
    marked = server.open(UNITS / "new.yaml", MODELINE + ALIEN.replace(right, wrong))
    assert [one["message"] for one in marked if one["message"].startswith(message)], marked


def test_a_field_tells_what_it_is_and_shows_examples(server: Server) -> None:
    _, hover = server.at(UNITS / "new.yaml", MODELINE + ALIEN.replace("move", "mo|ve"))
    assert "Movement (int 1..9)" in hover
    assert "Example" in hover


def test_a_new_pack_is_completed_and_clean(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bartizan.commands import new

    monkeypatch.chdir(tmp_path)
    new.pack("my-game")
    papers = sorted((tmp_path / "my-game").rglob("*.yaml"))
    assert len(papers) >= 7
    for path in papers:
        assert server.open(path, path.read_text(encoding="utf-8")) == [], path
    snails = tmp_path / "my-game" / "units" / "snails.yaml"
    found, _ = server.at(snails, snails.read_text(encoding="utf-8") + "- id: x\n  p|\n")
    assert {"pace", "grip"} <= set(found)
