"""`bartizan play`: what a player is shown, what may be typed, and that the game is the engine's own."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import mapkit
from bartizan import playing, tabletop
from bartizan_compiler import graph, grid
from bartizan_engine import Game, State, load
from bartizan_engine.geometry import LAYOUTS, NETS
from test_picture import MAP
from typed import Bartizan, Said

PACKS = Path(__file__).parent / "packs"
ROOM = 100


@pytest.fixture
def sit(bartizan: Bartizan, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Play with these lines typed; then nothing more is."""

    def sat(*words: str, typed: tuple[str, ...] = ()) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return bartizan("play", *words)

    return sat


NIGHT = ("border-watch:first-night", "--seed", "7")


def test_a_game_is_played_to_its_end(sit: Any) -> None:
    said = sit(*NIGHT, "--players", "1", typed=("1",) * 9)
    assert said.code == 0
    assert said.out.startswith("Border Watch: seed 7; help tells what you can type\n")
    assert said.out.endswith("\nwon: The gate stands.\n")
    assert "   1  Brute\n   2  Hold your fire\n" in said.out


def test_what_is_typed_is_the_engine_s_game(sit: Any, tmp_path: Path) -> None:
    """Whatever is typed, by number, key, label or the beginning of one, leads to the state of the same answers."""
    game = playing.game("border-watch:first-night")
    for seed in range(12):
        state, chance, typed = game.start(seed, 2), random.Random(seed), []
        while not state.over:
            assert state.decision is not None
            option = chance.choice(state.decision.open)
            if len(state.decision.options) > 1:
                number = str(state.decision.options.index(option) + 1)
                typed.append(chance.choice([number, option.key, number]))
            state.choose(option)
        kept = tmp_path / f"{seed}.save"
        words = ("border-watch:first-night", "--seed", str(seed), "--players", "2", "--save", str(kept))
        assert sit(*words, typed=tuple(typed)).code == 0
        assert game.restore(kept.read_text("utf-8")).hash() == state.hash()


def test_a_name_or_its_beginning_chooses(sit: Any) -> None:
    said = sit(*NIGHT, typed=("HOLD YOUR FIRE", "hold", "sn", "none"))
    assert said.code == 0
    assert "nothing that is offered" not in said.out


def test_what_is_not_offered_is_said(sit: Any) -> None:
    said = sit(*NIGHT, typed=("Brite", "99", "0", "", "-1", "²", "look", "as 7", "save"))
    assert said.code == 0
    assert 'nothing that is offered is called "Brite"; did you mean "Brute"?' in said.out
    assert said.out.count("help tells what to type") == 4
    assert 'nothing is called "": name a cell, a zone or a record' in said.out
    assert "asked are: 1" in said.out
    assert "name a file: save FILE" in said.out
    assert said.out.endswith("the game is not kept\n")


def test_a_blocked_option_says_why(sit: Any) -> None:
    said = sit("defense-grid:first-contact", "--seed", "7", typed=("1", "boost"))
    assert "Build a boost: this mission has no boosts\n" in said.out
    said = sit("defense-grid:first-contact", "--seed", "7", typed=("1", "build a boost"))
    assert "  Build a boost cannot be chosen: this mission has no boosts\n" in said.out


def test_undo_takes_back_the_last_choice_of_a_person(sit: Any, tmp_path: Path) -> None:
    """What bots answered since, and what followed of itself, is taken back with it; at the start nothing is."""
    words = (*NIGHT, "--players", "2", "--bot", "2=random")
    sit(*words, "--save", str(tmp_path / "a"), typed=("1", "undo", "undo"))
    sit(*words, "--save", str(tmp_path / "b"), typed=("1", "2", "undo", "undo"))
    saves = [json.loads((tmp_path / name).read_text("utf-8")) for name in "ab"]
    assert saves[0] == saves[1]
    assert "there is nothing to take back" in sit(*words, typed=("undo",)).out
    assert sit(*words, typed=("1", "undo", "1", "1", "1", "1")).out.endswith(
        sit(*words, typed=("1", "1", "1", "1")).out[-200:]
    )


def test_a_game_is_gone_on_with(sit: Any, tmp_path: Path) -> None:
    kept = tmp_path / "night.save"
    first = sit(*NIGHT, "--players", "2", "--save", str(kept), typed=("1",))
    assert first.out.endswith(f"go on with: bartizan play border-watch:first-night --save {kept}\n")
    again = sit("border-watch:first-night", "--save", str(kept), typed=("1",) * 9)
    whole = sit(*NIGHT, "--players", "2", typed=("1",) * 9)
    assert again.out[-300:] == whole.out[-300:]
    over = sit("border-watch:first-night", "--save", str(kept))
    assert over.out.endswith("\nwon: The gate stands.\n")


def test_a_copy_is_gone_on_with(sit: Any) -> None:
    said = sit(*NIGHT, "--players", "2", typed=("1", "save here.save", "quit"))
    assert said.out.endswith("here.save\n> go on with: bartizan play border-watch:first-night --save here.save\n")
    assert sit("border-watch", "--save", "here.save", typed=("save .",)).out.count("could not be written") == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bot", "greedy"], '"greedy" names no player and bot'),
        (["--bot", "3=greedy"], "with a player from 1 to 1"),
        (["--bot", "1=greedi"], 'no bot is named "greedi"'),
        (["--bot", "1=random", "--bot", "1=greedy"], "player 1 has two bots"),
        (["--players", "9"], "players"),
        (["--save", "border-watch"], "it is a folder"),
        (["--save", "old.save", "--seed", "3"], "a game that has begun"),
    ],
)
def test_a_wrong_command_line_is_refused(sit: Any, words: list[str], why: str) -> None:
    Path("old.save").write_text("{}", "utf-8")
    said = sit("border-watch", *words)
    assert said.code == 2
    assert why in said.err


def test_a_save_that_is_none_is_a_problem(sit: Any) -> None:
    """So is one of another game: each is told of the file, with a code."""
    Path("old.save").write_text("{}", "utf-8")
    said = sit("border-watch", "--save", "old.save")
    assert said.code == 1
    assert "old.save" in said.out
    assert "BZ830" in said.out
    sit("defense-grid:first-contact", "--seed", "1", "--save", "grid.save", typed=("1",))
    said = sit("border-watch", "--save", "grid.save")
    assert said.code == 1
    assert "grid.save" in said.out


def test_bots_play_alone_too(sit: Any) -> None:
    said = sit(*NIGHT, "--players", "2", "--bot", "1=greedy", "--bot", "2=random")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith(("won: ", "lost: "))


def test_looking_tells_of_cells_zones_and_records(sit: Any) -> None:
    said = sit(
        *NIGHT, "--players", "2", typed=("look a2", "look WOOD", "look sneak", "look beaten", "log", "map", "help")
    )
    assert ">   a2: build\n  Mangonel: rank" in said.out
    assert "  wood: road, wood\n" in said.out
    assert "  Sneak: hp 1" in said.out
    assert said.out.count("1 w") == 0
    assert said.out.count("Ma Mangonel (1)") == 2  # drawn once, and again when it was asked for
    assert "undo        take your last answer back" in said.out


def test_the_table_tells_pieces_apart_by_what_their_labels_say(sit: Any) -> None:
    """Towers by their level, minions by their team; in the key in words, and with a number of its own where several lie."""
    said = sit("epic-dice:standard-game", "--seed", "1", "--players", "2")
    assert re.search(r"^  4 .* T4 +T4 +T4 +T4$", said.out, re.MULTILINE)
    assert "T4 Tower, level 4 (4); " in said.out
    assert "spare: 4x Tower\n" in said.out
    said = sit("guards-of-atlantis:crossing", "--seed", "1", "--players", "2")
    assert re.search(r"^  1 +Mr .* Mb$", said.out, re.MULTILINE)
    assert "Mb melee minion, blue (4);" in said.out


def test_looking_at_a_record_tells_what_it_does(sit: Any) -> None:
    """Every text of it, under the name that its field has for players; also what a list names, and a table by its keys."""
    typed = ("look goblin", "look necromancy", "look standard-game")
    said = sit("epic-dice:standard-game", "--seed", "1", "--players", "2", typed=typed)
    told = " ".join(said.out.split())
    assert (
        "Goblin: count 24; die Goblin die; unit size 6 When the icon is rolled: It runs back to any wave slot" in told
    )
    assert "When the Cleanup Phase begins: Each Zombie in your waves goes back to the supply." in told
    assert "Standard game: map four-mats; units in play 3" in told
    typed = ("look ebb-and-flow", "look mad-dash", "look brogan", "look crossing")
    told = " ".join(sit("guards-of-atlantis:crossing", "--seed", "1", "--players", "2", typed=typed).out.split())
    assert "Text: You may move another unit or copy that is in radius, by 1 space" in told
    assert "Before the attack: Run exactly 2 spaces" in told
    assert "Cards: Mad Dash, Bulwark, Iron Answer" in told


def test_nobody_reads_what_another_holds(sit: Any) -> None:
    """Two at one screen: between their turns it waits, and each is told what that player may know."""
    typed = ("Nothing", "Pass a card in secret", "1", "Nothing", *("1", "") * 8)
    said = sit(str(PACKS / "hidden-hands"), "--seed", "3", "--players", "2", typed=("None", *typed))
    turns = re.split(r"player \d is next: press Enter when nobody else looks ", said.out)
    assert len(turns) > 2
    for turn in turns:
        (you,) = set(re.findall(r"^player (\d) \(you\):", turn, re.MULTILINE))
        assert set(re.findall(r"^player (\d): (?!bid)", turn, re.MULTILINE)) == {you}
        assert re.search(rf"^player {3 - int(you)}: .*\n  hand: \d hidden$", turn, re.MULTILINE)


# ---------------------------------------------------------------- the table in text


def played(game: Game, seed: int, moves: int) -> State:
    state, chance = game.start(seed, game.seats[1]), random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        assert state.decision is not None
        state.choose(chance.choice(state.decision.open))
    return state


MISSIONS = [
    f"{path.parents[1].name}:{name}"
    for path in sorted(PACKS.glob("*/missions/*.yaml"))
    for name in re.findall(r"\bid: ([a-z-]+)", path.read_text("utf-8"))
]


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_has_a_table(mission: str) -> None:
    """Every piece on the map is in the key with its number, and no line of the drawing is wider than it may be."""
    game = playing.game(str(PACKS / mission), packs=[str(PACKS)])
    table = tabletop.Tabletop(game)
    for moves in (0, 5, 40):
        state = played(game, 5, moves)
        for seat in range(state.seats):
            view = state.view(seat)
            lines = table.board(view, ROOM) + table.beside(view, ROOM)
            assert all(len(line) <= ROOM for line in lines)
            text = "\n".join(lines)
            for pieces in view["board"].values():
                for piece in pieces:
                    assert table.title(piece["is"].partition("#")[0]) in text


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout not in NETS])
def test_every_cell_of_a_layout_is_drawn(layout: str) -> None:
    """As many marks as cells, each cell on a line and place of its own; on a narrow screen the list stands instead."""
    board = mapkit.board()
    corners = "\ncorners: both" if layout == "square-8" else ""
    made, problems = grid.grid(mapkit.read(MAP.replace("LAYOUT", layout + corners)), board)
    assert made, problems
    tables = graph.tables(made, board)
    scenario = playing.game(str(PACKS / "border-watch")).scenario
    table = tabletop.Tabletop(load(scenario))
    table.layout, table.cells = layout, tables["cells"]
    lines = table._plane({cell["name"]: "*" for cell in tables["cells"]}, 4)
    assert sum(line.count("*") for line in lines) == len(tables["cells"])
