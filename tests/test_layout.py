"""The house keeps its shape: who imports whom, what stands where, how modules read, and no game in the code."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import site
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "bartizan_engine": ROOT / "engine" / "bartizan_engine",
    "bartizan_compiler": ROOT / "compiler" / "bartizan_compiler",
    "bartizan": ROOT / "site" / "bartizan",
}
MODULES = [path for folder in PACKAGES.values() for path in sorted(folder.rglob("*.py")) if "_data" not in path.parts]
MAX_FUNCTION, MAX_FILE = 70, 600

# A library that comes with one that we declare, made by the same people for the same releases.
COMES_WITH = {"pydantic_core": "pydantic"}

# The families of records are words of the format, so a game may call a kind so too.
FAMILIES = {
    "unit",
    "card",
    "die",
    "map",
    "tile",
    "wave",
    "mission",
    "campaign",
    "example",
    "ruling",
    "clause",
    "data",
    "pack",
    "ruleset",
}

# Names of other people's code, taken out before words are looked for.
FOREIGN = re.compile(r"\bpydantic[-_]core\b|\bcore_schema\b|\bdistributed\.comm\.core\b|\bCliRunner\b")

# Words that a game uses for a thing of its own and that are plain English as well. Each needs its reason.
PLAIN_WORDS: dict[str, str] = {
    "goblin": "the made-up game of docstrings and guides has goblins as well",
    "troll": "and trolls",
    "spell": "the site spells names and types",
    "base": "states and classes have one in Python, and so have numerals",
    "carrier": "what carries another piece is its carrier in every game",
    "side": "everything has sides: a comparison, a tile, a mapping",
    "order": "whatever is sorted has one",
    "measure": "what is counted in games is a measure",
    "attack": "what those try who write a pack to do harm",
    "ship": "a face of the coin in the made-up game of the guides",
    "defence": "the project is about defence games",
    "alpha": "versions of a pack may be alphas",
    "beta": "and betas",
    "sky": "the made-up game of guides has one",
}


def name(path: Path) -> str:
    """The path below the repository, as the name of a test."""
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """The top-level names that a module imports, from anywhere in it; its own package for relative ones."""
    own = next(package for package, folder in PACKAGES.items() if folder in path.parents)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield own if node.level else (node.module or "").split(".")[0]


def modules_of(package: str) -> list[Path]:
    return [path for path in MODULES if PACKAGES[package] in path.parents]


# ---------------------------------------------------------------- who imports whom


def test_engine_imports_the_standard_library_and_itself() -> None:
    allowed = sys.stdlib_module_names | {"bartizan_engine"}
    found = {(name(path), module) for path in modules_of("bartizan_engine") for module in imported(path)}
    assert {(path, module) for path, module in found if module not in allowed} == set()


def test_compiler_does_not_import_the_front() -> None:
    assert [name(path) for path in modules_of("bartizan_compiler") if "bartizan" in imported(path)] == []


def test_every_library_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["site"], *extras["pettingzoo"], *extras["parquet"], *extras["cluster"]]
    declared = {re.split(r"[^A-Za-z0-9_.-]", text)[0].lower() for text in wanted}
    homes = importlib.metadata.packages_distributions()
    for path in MODULES:
        for module in set(imported(path)) - sys.stdlib_module_names - set(PACKAGES):
            found = {home.lower() for home in homes.get(module, [])} | {COMES_WITH.get(module, module)}
            assert declared & found, f"{name(path)} imports {module}"


# ---------------------------------------------------------------- what stands where


def test_no_module_stands_directly_in_the_folder_site() -> None:
    """With one, `site` of the standard library could be hidden; see what Python does with a folder of that name."""
    assert list((ROOT / "site").glob("*.py")) == []
    assert ROOT not in Path(site.__file__).resolve().parents or ".venv" in Path(site.__file__).parts


def test_site_is_the_standard_library_s_even_from_the_root() -> None:
    code = "import site; print(site.__file__)"
    for extra in ([], ["-X", "frozen_modules=off"]):
        found = subprocess.run(
            [sys.executable, *extra, "-c", code],
            cwd=ROOT,
            env={"PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        )
        assert (ROOT / "site") not in Path(found.stdout.strip()).resolve().parents


def tracked() -> list[Path]:
    """Every file that belongs to the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [ROOT / text for text in listed.stdout.split("\0") if text and (ROOT / text).is_file()]
    return [
        p
        for folder in ("engine", "compiler", "site", "content", "tests")
        for p in (ROOT / folder).rglob("*")
        if p.is_file()
    ]


def test_text_is_utf8_with_lf_and_no_file_ends_without_a_line_end() -> None:
    texts = {".py", ".star", ".md", ".toml", ".yaml", ".yml", ".json", ".css", ".js"}
    for path in tracked():
        if path.suffix not in texts or ROOT / "tests" in path.parents:
            continue
        data = path.read_bytes()
        data.decode("utf-8")
        assert b"\r" not in data, f"{name(path)} has a carriage return"
        assert not data or data.endswith(b"\n"), f"{name(path)} ends within a line"


# ---------------------------------------------------------------- how modules read


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_begins_with_one_sentence(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = docstring.split("\n\n")[0].split("\n")[0]
    assert first[:1].isupper() or first.startswith("`"), "a module's docstring begins with a sentence"
    assert docstring.split("\n\n")[0].rstrip().endswith((".", "?", ":")), "its first paragraph is whole sentences"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_functions_and_files_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < MAX_FILE or path.name == "codes.py", "a file fits into a head; a table may be long"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= MAX_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_exception_to_a_check_has_its_reason(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        for mark in re.finditer(r"#\s*(noqa|type:\s*ignore)(.*)", line):
            assert re.match(r"(: [A-Z]+\d+(, ?[A-Z]+\d+)*|\[[a-z-]+(, ?[a-z-]+)*\])\s+(#|-|—)\s*\w+", mark[2]), (
                line.strip()
            )


def test_no_module_imports_everything() -> None:
    for path in MODULES:
        stars = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)]
        assert not [n for n in stars if n.names[0].name == "*"], name(path)


# ---------------------------------------------------------------- no game in the code


def packs() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "content").glob("*/pack.yaml"))


def words(text: str) -> tuple[str, ...]:
    """The words of an id, a title or a line of code: `HeavyShells`, `heavy-shells` and `heavy_shells` are the same."""
    return tuple(re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).lower()))


def named(node: Any) -> Iterator[str]:
    """Every id and title in a document of a pack."""
    if isinstance(node, list):
        for item in node:
            yield from named(item)
    elif isinstance(node, dict):
        yield from (str(node[key]) for key in ("id", "title") if isinstance(node.get(key), str))
        yield from named(node.get("records", []))


def names_of(pack: Path) -> set[tuple[str, ...]]:
    """The ids and titles of a pack, of its records and of its kinds, as words; one-letter names say nothing."""
    found: set[str] = {pack.name}
    for path in sorted(pack.rglob("*.yaml")):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        found.update(named(document))
        if path.name == "ruleset.yaml":
            found.update(document.get("kinds", {}))
    return {w for w in map(words, found) if w and not (len(w) == 1 and (len(w[0]) == 1 or w[0].isdigit()))}


@pytest.mark.parametrize("pack", packs(), ids=lambda p: p.name)
def test_no_word_of_a_game_is_in_the_code(pack: Path) -> None:
    wanted = {w for w in names_of(pack) if " ".join(w) not in PLAIN_WORDS.keys() | FAMILIES}
    longest = max(map(len, wanted), default=0)
    found = []
    for path in MODULES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            tokens = words(FOREIGN.sub("", line))
            runs = {tokens[i : i + n] for n in range(1, longest + 1) for i in range(len(tokens) - n + 1)}
            found += [f"{name(path)}:{number}: {' '.join(run)}" for run in sorted(runs & wanted)]
    assert not found, "\n".join(found)


def test_every_exception_to_the_words_is_needed() -> None:
    every = {" ".join(w) for pack in packs() for w in names_of(pack)}
    assert set(PLAIN_WORDS) <= every
    assert all(PLAIN_WORDS.values())
