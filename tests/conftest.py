"""How all tests run: generated inputs are the same in every run, and a slow machine fails nothing."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from bartizan import cli
from typed import Bartizan, Said

os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir()) / f"bartizan-tests-{os.getpid()}")  # not the user's own

# What a shell runs in the background ignores Ctrl-C, and so would all that tests start and stop with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

GAME = Path(__file__).parent / "packs" / "border-watch"

settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("BARTIZAN_INPUTS", "same"))


@pytest.fixture
def bartizan(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Bartizan:
    """Run a command line in a folder that holds the made-up pack `border-watch`."""
    shutil.copytree(GAME, tmp_path / "border-watch")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BARTIZAN_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["bartizan", *words])
        with pytest.raises(SystemExit) as end:
            cli.main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return Said(int(end.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; what needs it is marked so."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "apt-get install chromium"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page that notes what it asks for elsewhere, and what goes wrong in it."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page.set_default_timeout(60_000)  # on a machine that does much else
    page.elsewhere, page.wrong = [], []
    page.on("request", lambda request: request.url.startswith("file:") or page.elsewhere.append(request.url))
    page.on("console", lambda message: message.type == "error" and page.wrong.append(message.text))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("requestfailed", lambda request: page.wrong.append(request.url))
    yield page
    page.close()
