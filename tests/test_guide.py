"""The guides are true: a reader who types what they show gets what they show."""

from __future__ import annotations

from pathlib import Path

import guides


def test_a_game_from_an_empty_folder(tmp_path: Path) -> None:
    """Every step of the page, in its order: files, commands, output."""
    assert guides.Guide(tmp_path).follow("write-a-game.md") >= 20


def test_the_python_api(tmp_path: Path) -> None:
    """Every line of the page, with the game of the guide."""
    guide = guides.Guide(tmp_path)
    guide.set_up("write-a-game.md")
    assert guide.follow("python.md") >= 25
