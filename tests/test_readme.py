"""The README's first session is true: every line of it is run, and what it prints is what stands there."""

from __future__ import annotations

import code
import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import test_layout

ROOT = Path(__file__).resolve().parent.parent


def session() -> list[tuple[str, str]]:
    """The commands of the first console block, each with its prompt, and what stands below it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert block
    steps = re.split(r"^(\$ |>>> )", block[1], flags=re.MULTILINE)[1:]
    pairs = zip(steps[::2], steps[1::2], strict=True)
    return [(prompt.strip() + " " + body.split("\n")[0], "\n".join(body.split("\n")[1:])) for prompt, body in pairs]


def shell(command: str, folder: Path) -> str:
    """What a command prints in the folder, where `bartizan` is ours."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    done = subprocess.run(command, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def python(line: str, console: code.InteractiveConsole) -> str:
    """What a line prints at Python's prompt."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        assert not console.push(line), f"a line of its own: {line}"
    return printed.getvalue()


def test_the_session_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "content").symlink_to(ROOT / "content")
    monkeypatch.chdir(tmp_path)
    console = code.InteractiveConsole()
    steps = session()
    assert len(steps) >= 8
    for line, expected in steps:
        if line in ("$ python", "$ python3"):
            continue
        printed = shell(line[2:], tmp_path) if line.startswith("$") else python(line[4:], console)
        assert printed == expected, line


@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md"])
def test_papers_name_only_what_is_there(paper: str) -> None:
    """Paths, modules and links lead somewhere; a module without a folder stands beside one that is named in its line."""
    lost = []
    for line in (ROOT / paper).read_text(encoding="utf-8").splitlines():
        named = [name for name in re.findall(r"`([^`\s*]+)`", line) if re.search(r"/$|\.(py|md|yaml|toml)$", name)]
        folders = [
            ROOT,
            *((ROOT / name).parent for name in named if "/" in name),
            ROOT / "compiler/bartizan_compiler",
            ROOT / "engine/bartizan_engine",
        ]
        linked = [target for target in re.findall(r"\]\(([^)#]+)", line) if "://" not in target]
        lost += [name for name in named if not any((folder / name).exists() for folder in folders)]
        lost += [name for name in linked if not (ROOT / name).exists()]
    of_any_pack = {
        "pack.yaml",
        "ruleset.yaml",
        "units/",
        "cards/",
        "dice/",
        "maps/",
        "missions/",
        "examples/",
        "replays/",
        "codes.py",
    }
    assert set(lost) - of_any_pack - {".py", "__init__.py"} == set()


def test_the_map_of_the_house_holds_every_folder() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = re.search(r"^```\n(engine/.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert block
    drawn = [name for line in block[1].splitlines() for name in re.findall(r"(?:^|, )(\w+/[\w./-]*)", line)]
    assert [name for name in drawn if not (ROOT / name).exists()] == []
    table = re.findall(r"^\| `(\w+)/` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    inside = [path.relative_to(ROOT).parts for path in test_layout.tracked()]
    folders = {parts[0] for parts in inside if len(parts) > 1 and not parts[0].startswith(".")}
    assert folders == {name.split("/")[0] for name in drawn if "/" in name} == set(table)
