"""A pack's files: what is read, what is not and how that is told; and nothing outside the pack is ever opened."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import bad_packs
from bartizan_compiler import pack


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bad_packs.GAME, tmp_path / "border-watch"))


def codes(root: Path) -> list[str]:
    return [f"{problem.code} {problem.spot.path}" for problem in pack.read(root)[1]]


def test_files_come_sorted_by_path(root: Path) -> None:
    files, problems = pack.read(root)
    assert files is not None
    assert problems == []
    assert list(files.yaml) == sorted(files.yaml)
    assert [path for path, _ in files.rules] == ["rules/catapults.star", "rules/game.star"]


def test_rules_have_lf_ends_and_no_mark(root: Path) -> None:
    text = (root / "rules/game.star").read_bytes()
    (root / "rules/game.star").write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    files, problems = pack.read(root)
    assert files is not None
    assert [problem.code for problem in problems] == ["BZ105"]
    assert dict(files.rules)["rules/game.star"] == text.decode()


def test_papers_for_people_are_passed_over(root: Path) -> None:
    for name in ("README.md", "LICENSE", "NOTES.md", "CHANGELOG", ".gitignore", "units/.keep"):
        (root / name).write_text("words")
    (root / ".git").mkdir()
    assert codes(root) == []


def test_a_link_is_told_and_never_opened(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("id: secret")
    (root / "units/link.yaml").symlink_to(secret)
    (root / "maps/loop").symlink_to(root / "maps")
    (root / "cards").symlink_to(tmp_path)
    files, problems = pack.read(root)
    assert files is not None
    assert [p.code for p in problems] == ["BZ704"] * 3
    assert not any(b"secret" in data for data in files.yaml.values())


def test_a_front_page_that_is_a_link_is_no_front_page(root: Path, tmp_path: Path) -> None:
    (root / "pack.yaml").rename(tmp_path / "pack.yaml")
    (root / "pack.yaml").symlink_to(tmp_path / "pack.yaml")
    assert pack.read(root)[0] is None
    assert codes(root) == ["BZ704 pack.yaml"]


def test_a_pipe_is_told_and_never_opened(root: Path) -> None:
    os.mkfifo(root / "units/pipe.yaml")
    assert codes(root) == ["BZ704 units/pipe.yaml"]


@pytest.mark.parametrize("name", ["con.yaml", "a?.yaml", "a:b.yaml", "dot..yaml ", "nul.star", "tab\t.yaml"])
def test_names_that_some_systems_cannot_have_are_errors(root: Path, name: str) -> None:
    (root / "units" / name).write_text("[]")
    assert codes(root) == [f"BZ705 units/{name}"]


def test_a_name_that_is_no_text_is_told(root: Path) -> None:
    with open(os.fsencode(root / "units") + b"/caf\xe9.yaml", "w") as file:  # noqa: PTH123  # a name as bytes
        file.write("[]")
    assert [code.split()[0] for code in codes(root)] == ["BZ705"]


def test_two_names_that_differ_by_case_are_told_at_both(root: Path) -> None:
    (root / "units/Goblins.yaml").write_text("[]")
    found = [p for p in pack.read(root)[1] if p.notes]
    assert [(p.code, p.spot.path, p.notes[0][0].path) for p in found] == [
        ("BZ705", "units/goblins.yaml", "units/Goblins.yaml")
    ]


def test_a_large_file_is_not_read(root: Path) -> None:
    (root / "units/large.yaml").write_bytes(b"#" * (pack.MAX_FILE + 1))
    assert codes(root) == ["BZ706 units/large.yaml"]


def test_a_pack_may_not_be_large_in_sum(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "MAX_TOTAL", 1000)
    assert {code.split()[0] for code in codes(root)} == {"BZ706"}


def test_a_pack_has_not_too_many_files(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "MAX_FILES", 3)
    assert [code.split()[0] for code in codes(root)] == ["BZ706"]


def test_a_file_that_the_system_does_not_open_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def refuse(path: str, flags: int) -> int:
        if path.endswith("/goblins.yaml"):
            raise PermissionError(13, "Permission denied")
        return opened(path, flags)

    monkeypatch.setattr(os, "open", refuse)
    assert codes(root) == ["BZ707 units/goblins.yaml"]


def test_what_is_no_folder_is_no_pack(root: Path) -> None:
    assert codes(root / "pack.yaml") == ["BZ701 pack.yaml"]
    assert codes(root / "nowhere") == ["BZ701 pack.yaml"]
