"""Measure the engine against others, as ratios in one run: prints the table and writes it into site/pages/speed.md.

python tests/bench/run.py [REPETITIONS [WORDS]]

With words, only the rows that begin with them are measured, and the others stay as they are: a row is a run of its own.

The others are installed below build/bench: boardgame.io by npm, the others by pip, each in an environment of its own. Every
repetition measures every row, ours beside theirs; what counts is the median of the ratios.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import venv
from importlib.metadata import version
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rows import ROOT, ROWS, SEED, WORK, Row

PAGE = ROOT / "site" / "pages" / "speed.md"
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
BOARDGAME_IO, OPEN_SPIEL, CHECK_JSONSCHEMA = "0.50.2", "2.0.2", "0.39.0"


def set_up() -> None:
    """Install the others, once."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("the benchmarks need Node.js and npm; on Debian and Ubuntu: sudo apt-get install nodejs npm")
    WORK.mkdir(parents=True, exist_ok=True)
    if not (WORK / "node_modules" / "boardgame.io").is_dir():
        subprocess.run(["npm", "install", "--silent", "--prefix", WORK, f"boardgame.io@{BOARDGAME_IO}"], check=True)
    install("open_spiel", f"open_spiel=={OPEN_SPIEL}", "pyspiel*")
    install("check_jsonschema", f"check-jsonschema=={CHECK_JSONSCHEMA}", "check_jsonschema")


def install(name: str, what: str, shows: str) -> None:
    """A package in an environment of its own; `shows` is a file by which it is known to be there."""
    home = WORK / name
    if not list(home.glob(f"lib/*/site-packages/{shows}")):
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "pip", "install", "--quiet", what], check=True)


def measure(rows: list[Row], repetitions: int) -> list[list[tuple[float, float]]]:
    """Of every row, every repetition: our time and theirs."""
    found: list[list[tuple[float, float]]] = [[] for _ in rows]
    for number in range(repetitions + 1):
        for row, times in zip(rows, found, strict=True):
            pair = row.ours(), row.theirs()
            if number:  # the first warms up
                times.append(pair)
        print(f"{number} of {repetitions}", file=sys.stderr)
    return found


def line(row: Row, times: list[tuple[float, float]]) -> str:
    """A row of the table."""
    ratios = sorted(row.ratio(*pair) for pair in times)
    ratio = median(ratios)
    ours, theirs = (shown(median(side), row) for side in zip(*times, strict=True))
    bound = f"1/{round(1 / row.bound)}" if row.bound < 1 else f"{row.bound:g}x"
    wanted = f"at {'least' if row.at_least else 'most'} {bound}"
    held = "held" if row.held(ratio) else f"missed by {missed(row, ratio)}"
    spread = f"{times_(ratios[0])} to {times_(ratios[-1])}"
    cells = (row.what, row.against, ours, theirs, f"**{times_(ratio)}** ({spread})", wanted, held)
    return f"| {' | '.join(cells)} |"


def times_(ratio: float) -> str:
    """A ratio as people read it."""
    return f"{ratio:.1f}x" if ratio >= 0.5 else f"1/{1 / ratio:.0f}"


def missed(row: Row, ratio: float) -> str:
    """By what factor a row is missed."""
    return f"a factor of {row.bound / ratio if row.at_least else ratio / row.bound:.1f}"


def shown(seconds: float, row: Row) -> str:
    """A time, or how many that makes in a second."""
    if row.unit == "move":
        return f"{round(1 / seconds, -2):,.0f} moves/s"
    return f"{seconds * 1e3:.0f} ms" if seconds > 0.01 else f"{seconds * 1e6:.1f} µs a {row.unit}"


def lines(repetitions: int, words: str, page: str) -> list[str]:
    """The rows of the table; those that are not measured as they stand on the page."""
    old = [text for text in page.partition(BEGIN)[2].splitlines() if text.startswith("| ")][1:]
    chosen = [row for row in ROWS if row.what.startswith(words)]
    if not chosen or (words and len(old) != len(ROWS)):
        sys.exit(f'no row begins with "{words}"' if not chosen else "the page has other rows: measure them all")
    measured = dict(zip(chosen, measure(chosen, repetitions), strict=True))
    return [line(row, measured[row]) if row in measured else old[number] for number, row in enumerate(ROWS)]


def table(repetitions: int, words: str, page: str) -> str:
    """The whole table, and what it was measured with."""
    rows = lines(repetitions, words, page)
    head = "| what | against | ours | theirs | ratio (lowest to highest) | wanted | |\n|---|---|---|---|---|---|---|"
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    others = [f"boardgame.io {BOARDGAME_IO}", f"OpenSpiel {OPEN_SPIEL}", f"check-jsonschema {CHECK_JSONSCHEMA}"]
    others += [f"{name} {version(name)}" for name in ("networkx", "typer")]
    facts = [
        f"Command: `python tests/bench/run.py` (`make bench`). Seed: {SEED}.",
        f"Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}.",
        f"Versions: Python {platform.python_version()}, Node.js {node}, {', '.join(others)}.",
    ]
    return "\n".join([head, *rows, "", "  \n".join(facts)])


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]
    return names[0] if names else platform.machine()


def main() -> None:
    """Measure, print, write."""
    set_up()
    page = PAGE.read_text(encoding="utf-8")
    found = table(int(sys.argv[1]) if len(sys.argv) > 1 else 9, sys.argv[2] if len(sys.argv) > 2 else "", page)
    print(found)
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{found}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
