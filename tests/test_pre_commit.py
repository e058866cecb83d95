"""The hooks for pre-commit: what they declare, and what they do before a commit in a repository with a pack."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    home = {"PRE_COMMIT_HOME": str(folder.parent / "hooks"), "PRE_COMMIT_COLOR": "never"}
    return subprocess.run(
        words, cwd=folder, env=os.environ | home, capture_output=True, text=True, check=False, timeout=120
    )


def commit(folder: Path) -> subprocess.CompletedProcess[str]:
    """What pre-commit says of all that is staged."""
    assert run("git", "add", "--all", folder=folder).returncode == 0
    return run(sys.executable, "-m", "pre_commit", "run", "--all-files", folder=folder)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a new pack and the hooks, which run our own code in place of an installed one."""
    folder = tmp_path / "games"
    folder.mkdir()
    subprocess.run(
        [sys.executable, "-m", "bartizan", "new", "pack", "my-game"], cwd=folder, check=True, capture_output=True
    )
    hooks = [
        hook | {"language": "system", "entry": hook["entry"].replace("bartizan", f"{sys.executable} -m bartizan", 1)}
        for hook in HOOKS.values()
    ]
    (folder / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}), "utf-8"
    )
    assert run("git", "init", "--quiet", folder=folder).returncode == 0
    return folder


def test_the_hooks_are_what_pre_commit_takes() -> None:
    said = run(
        sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), folder=ROOT
    )
    assert said.returncode == 0, said.stdout


def test_a_pack_is_checked_as_a_whole_and_once() -> None:
    assert set(HOOKS) == {"bartizan-check", "bartizan-fmt"}
    assert HOOKS["bartizan-check"]["pass_filenames"] is False
    assert all(hook["require_serial"] for hook in HOOKS.values())
    assert [hook["entry"] for hook in HOOKS.values()] == ["bartizan check", "bartizan fmt"]


def test_a_good_pack_passes(repository: Path) -> None:
    said = commit(repository)
    assert said.returncode == 0, said.stdout
    assert said.stdout.count("Passed") == 2


def test_an_error_stops_the_commit_at_its_place(repository: Path) -> None:
    path = repository / "my-game" / "units" / "snails.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("pace: 2", "pace: 20"), "utf-8")
    said = commit(repository)
    assert said.returncode == 1
    assert "my-game/units/snails.yaml:" in said.stdout
    assert "error[BZ206]" in said.stdout


def test_what_is_laid_out_otherwise_is_put_right_and_stops_the_commit_once(repository: Path) -> None:
    path = repository / "my-game" / "units" / "snails.yaml"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("pace: 2", "pace:    2  # quick"), "utf-8")
    other = repository / "other.yaml"
    other.write_text("a:    1\n", "utf-8")
    said = commit(repository)
    assert said.returncode == 1
    assert "files were modified by this hook" in said.stdout
    assert path.read_text(encoding="utf-8") == good.replace("pace: 2", "pace: 2     # quick")
    assert other.read_text(encoding="utf-8") == "a:    1\n"
    assert commit(repository).returncode == 0


def test_a_pack_is_checked_whatever_changed() -> None:
    """A drawing of Tiled, or a file that is no part of a pack, can break one as well: no pattern of names says so."""
    assert HOOKS["bartizan-check"]["always_run"] is True
    assert "files" not in HOOKS["bartizan-check"]
