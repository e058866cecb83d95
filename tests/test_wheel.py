"""What is shipped works: the wheel holds the three packages and their data, and plays a game where nothing else is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACK, MISSION = "defense-grid", "first-contact"


def run(*words: str | Path, folder: Path, code: int = 0) -> str:
    """What a command prints; it must end with the exit code."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BARTIZAN"))}
    done = subprocess.run(
        [str(w) for w in words], cwd=folder, env=clean, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == code, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once from the source tree with the tools that are installed here."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of an environment that has the wheel, and the libraries of this one but not its source tree.

    The libraries come by a path file, whose own path files Python does not read: so nothing is fetched, and an editable
    install of this tree stays out of sight.
    """
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, folder=folder)
    home = run(
        scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder
    ).strip()
    (Path(home) / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return scripts


def test_the_wheel_has_three_packages_and_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "bartizan",
        "bartizan_compiler",
        "bartizan_engine",
    }
    for wanted in (f"content/{PACK}/pack.yaml", "site/mkdocs.yml", "site/pages/index.md"):
        assert f"bartizan/_data/{wanted}" in names
    assert any(name.startswith("bartizan/_data/schemas/") for name in names)
    assert {"bartizan/starter/pack.yaml", "bartizan/starter/rules/game.star"} <= set(names)
    assert {f"{top}/py.typed" for top in ("bartizan", "bartizan_compiler", "bartizan_engine")} <= set(names)
    licences = {name.rpartition("/")[2] for name in names if "/licenses/" in name}
    assert licences >= {"LICENSE", "NOTICE"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_the_installed_command_goes_from_pack_to_result(installed: Path, tmp_path: Path) -> None:
    command = installed / "bartizan"
    assert "check" in run(command, "--help", folder=tmp_path)
    assert run(command, "--version", folder=tmp_path).startswith("bartizan ")
    where = run(installed / "python", "-c", "import bartizan; print(bartizan.__file__)", folder=tmp_path)
    assert not Path(where.strip()).is_relative_to(ROOT)
    assert "no problems" in run(command, "check", PACK, folder=tmp_path)
    run(command, "build", f"{PACK}:{MISSION}", "-o", "out", folder=tmp_path)
    scenario = tmp_path / "out" / f"{MISSION}.scenario.json"
    assert json.loads(scenario.read_text(encoding="utf-8"))["format"] == "bartizan-scenario"
    assert run(command, "run", scenario, "--seed", "7", "--quiet", folder=tmp_path)
    run(command, "run", f"{PACK}:{MISSION}", "--seed", "7", "--record", "game.record.json", "--quiet", folder=tmp_path)
    run(command, "replay", "game.record.json", scenario, folder=tmp_path)


def test_the_engine_alone_plays_a_scenario(installed: Path, tmp_path: Path) -> None:
    run(installed / "bartizan", "build", f"{PACK}:{MISSION}", "-o", "out", folder=tmp_path)
    scenario = tmp_path / "out" / f"{MISSION}.scenario.json"
    code = (
        "import runpy, sys\n"
        "sys.path.insert(0, sys.argv.pop(1))\n"
        "runpy.run_module('bartizan_engine', run_name='__main__', alter_sys=True)\n"
    )
    assert run(sys.executable, "-I", "-S", "-c", code, ROOT / "engine", scenario, folder=tmp_path)
