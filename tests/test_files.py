"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bartizan import files
from bartizan.stop import Refused


def test_a_write_makes_its_folders_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.json"
    files.write(path, "ä\n")
    files.write(path, "b\n")
    assert path.read_bytes() == b"b\n"
    assert [p.name for p in path.parent.iterdir()] == ["c.json"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    files.write(path, "old\n")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(Refused, match="the disk is full"):
        files.write(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="no UTF-8"):
        files.read(tmp_path / "a")
    with pytest.raises(Refused, match="there is no file"):
        files.read(tmp_path / "b")
