"""Codes of problems: each is registered once, in its package's groups, with a page's worth of words, and is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bartizan import codes
from bartizan_compiler import codes as compiler_codes
from bartizan_engine import codes as engine_codes
from bartizan_engine.problem import Code

ROOT = Path(__file__).resolve().parent.parent
TABLES = {
    "engine/bartizan_engine": (engine_codes.CODES, "58"),
    "compiler/bartizan_compiler": (compiler_codes.CODES, "123467"),
    "site/bartizan": (codes.CODES, "9"),
}
EVERY = list(codes.registry().values())


def literals(folder: str) -> set[str]:
    """The codes that stand as texts in a package, its table left out."""
    paths = [p for p in (ROOT / folder).rglob("*.py") if p.name != "codes.py"]
    return {code for p in paths for code in re.findall(r"\bBZ\d{3}\b", p.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("code", EVERY, ids=lambda c: c.code)
def test_a_code_has_a_page_s_worth_of_words(code: Code) -> None:
    assert re.fullmatch(r"BZ\d{3}", code.code)
    assert code.severity in ("error", "warning", "note")
    assert code.title
    assert not code.title.endswith(".")
    assert code.why.rstrip().endswith((".", "?", "`"))


@pytest.mark.parametrize("folder", TABLES)
def test_a_package_speaks_in_its_own_groups(folder: str) -> None:
    table, groups = TABLES[folder]
    assert [c.code for c in table if c.code[2] not in groups] == []
    assert [c.code for c in table] == sorted(c.code for c in table)


@pytest.mark.parametrize("folder", TABLES)
def test_every_code_that_is_used_is_registered(folder: str) -> None:
    assert literals(folder) - set(codes.registry()) == set()


def test_every_code_that_is_registered_is_used() -> None:
    used = set().union(*(literals(folder) for folder in TABLES))
    assert {c.code for c in EVERY} - used - {codes.OURS} == set()
