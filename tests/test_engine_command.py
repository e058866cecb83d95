"""`python -m bartizan_engine`: whatever the file, the terminal or the person does, it ends in words and a fitting code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import starkit
from bartizan_engine import NotVerified, canon, load, reading

ENGINE = Path(__file__).resolve().parent.parent / "engine"
LONG = 'def play():\n    "Doc."\n    for n in range(3000):\n        announce("{n} goblins ✓")\n    end("won")\n'
ASKS = 'def play():\n    "Doc."\n    n = choose(players(), "Which?", [1, 2, 3])\n    end("won", took = n)\n'
FAULT = 'def play():\n    "Doc."\n    f(0)\n\ndef f(n: int):\n    "Doc."\n    game.gold = 3 // n\n'


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    return kept(tmp_path, LONG)


def kept(folder: Path, rules: str) -> Path:
    """A scenario of these rules, in a file."""
    path = folder / "valley.scenario.json"
    path.write_text(json.dumps(starkit.scenario(rules)), encoding="utf-8")
    return path


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-S", "-m", "bartizan_engine", *map(str, words)]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONIOENCODING", "PYTHONUTF8")}
    return {**kept, "PYTHONPATH": str(ENGINE), **more}


def engine(*words: str | Path, **how: Any) -> subprocess.CompletedProcess[str]:
    """What the command says; it never ends in a traceback."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(), **how}
    done = subprocess.run(command(*words), text=True, check=False, timeout=60, **how)
    for text in (done.stdout or "", done.stderr or ""):
        assert "Traceback" not in text
        assert "Exception" not in text
        assert "Errno" not in text
    return done


# ---------------------------------------------------------------- stopped while it starts

# Modules of the engine and of Python that it loads, from the first to the last.
STARTING = ["bartizan_engine.bots", "bartizan_engine.language", "hashlib", "bartizan_engine.reading", "argparse"]


@pytest.mark.parametrize("module", STARTING)
def test_who_stops_it_while_it_starts_gets_no_traceback(tmp_path: Path, module: str) -> None:
    """At whatever it is loading just then."""
    stopped = stopping(tmp_path, module, "-m", "bartizan_engine", "--help")
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (130, "", "")


def test_who_stops_a_program_that_loads_the_engine_stops_that_program(tmp_path: Path) -> None:
    """The engine ends nobody else's program: what was stopped is told as ever."""
    caught = "try:\n from bartizan_engine import bots\nexcept KeyboardInterrupt:\n print('mine')"
    stopped = stopping(tmp_path, "bartizan_engine.bots", "-c", caught)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (0, "mine\n", "")


def stopping(folder: Path, module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What Python says that is stopped when it looks for a module."""
    finder = (
        "import os, signal, sys, time\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n            os.kill(os.getpid(), signal.SIGINT)\n            time.sleep(60)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    (folder / "sitecustomize.py").write_text(finder, encoding="utf-8")
    paths = os.pathsep.join([str(folder), str(ENGINE)])
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True, text=True, check=False, timeout=60, env=environment(PYTHONPATH=paths),
    )  # fmt: skip


# ---------------------------------------------------------------- where it prints


def test_a_reader_that_has_enough_is_no_fault(scenario: Path) -> None:
    with subprocess.Popen(command(scenario), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline() == "0 goblins ✓\n".encode()
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(60) == 1


@pytest.mark.parametrize("words", [[], ["--quiet"], ["--help"]], ids=str)
def test_a_full_disk_is_told(scenario: Path, words: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = engine(scenario, *words, stdout=full)
    assert done.returncode == 2
    assert done.stderr == "python -m bartizan_engine: what is said cannot be written: the disk is full\n"


def test_an_error_that_nobody_can_read_still_has_its_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        assert engine(kept(tmp_path, FAULT), stderr=full).returncode == 1
        assert engine("nowhere.json", stderr=full).returncode == 2


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_stream_that_is_not_there_stops_nothing(scenario: Path, closed: str) -> None:
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *command(scenario)]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60, env=environment())
    assert done.returncode == 0
    assert "Error" not in done.stderr


@pytest.mark.parametrize("env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}], ids=str)
def test_a_terminal_without_a_sign_gets_its_escape(scenario: Path, env: dict[str, str]) -> None:
    env = {"PYTHONUTF8": "0", **env}
    done = engine(scenario, env=environment(**env), encoding="ascii", errors="strict")
    assert done.returncode == 0
    assert "0 goblins \\u2713" in done.stdout


# ---------------------------------------------------------------- what it is given


def test_a_file_that_is_not_there_is_a_wrong_command_line() -> None:
    done = engine("nowhere.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'python -m bartizan_engine: error: there is no file "nowhere.json"\n'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"{", "it makes no sense at line 1, column 2"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"[" * 100_000, "it is nested too deep"),
        (b'{"a": 1, "a": 2}', "a key stands twice in one object"),
        (b'{"a": 1.5}', '"1.5" is no whole number'),
        (b'{"a": NaN}', '"NaN" is no whole number'),
        (b'{"a": ' + b"9" * 5000 + b"}", "a number in it does not fit into 64 bits"),
        (b"[]", "is not an object"),
        (b"{}", 'its format is not "bartizan-scenario"'),
        (b" " * (16 * 1024 * 1024 + 1), "larger than 16 MiB"),
    ],
    ids=lambda value: repr(value[:12]) if isinstance(value, bytes) else "",
)
def test_a_file_that_is_no_scenario_is_told_in_our_words(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "valley.scenario.json"
    path.write_bytes(data)
    with pytest.raises(NotVerified) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert (problem.spot.path, problem.code) == (path.as_posix(), "BZ820")
    assert problem.message.endswith(words)


def test_a_folder_and_an_endless_device_are_no_scenarios(tmp_path: Path) -> None:
    for path, words in ((tmp_path, "this is a folder"), (Path("/dev/zero"), "larger than 16 MiB")):
        with pytest.raises(NotVerified, match=words):
            load(path)


def test_a_scenario_may_come_through_a_pipe(scenario: Path) -> None:
    with scenario.open("rb") as file:
        done = engine("/dev/stdin", "--quiet", stdin=file)
    assert done.returncode == 0


def test_a_part_that_is_missing_or_strange_is_named(tmp_path: Path) -> None:
    found = starkit.scenario(LONG)
    found.pop("seats")
    found["goblins"] = 1
    path = tmp_path / "valley.scenario.json"
    path.write_text(json.dumps(canon.seal(found)), encoding="utf-8")
    done = engine(path)
    assert done.returncode == 1
    assert done.stderr.startswith(
        f'{path.as_posix()}: BZ820: this is no scenario: it lacks "seats", "goblins" is no part'
    )


COMMANDS = "\x1b[31m\x9b2J\x07\u202e"  # red, wiped, a bell, and what follows turned round
HARMLESS = "\\x1b[31m\\x9b2J\\x07\\u202e"
SPEAKS = '''
def play():
    """Says what there is to say."""
    announce("Hear, \u00a0hear!")
    n = choose(players(), "Which?", [option(1, label = "A door"), option(2, blocked = "It is shut")], skip = "None")
    end("won")
'''


def put(value: Any, old: str, new: str) -> Any:
    """The same JSON with a piece of all its texts and names changed."""
    if isinstance(value, dict):
        return {put(key, old, new): put(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [put(item, old, new) for item in value]
    return value.replace(old, new) if isinstance(value, str) else value


def bare(text: str) -> bool:
    """Whether nothing in a text commands a screen."""
    return not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char == "\u202e" for char in text.replace("\n", ""))


@pytest.mark.parametrize("how", [["--ask"], ["--quiet"], []])
def test_what_a_file_says_commands_no_screen(tmp_path: Path, how: list[str]) -> None:
    """And what people write with blanks that do not break is left as it is."""
    found = starkit.scenario(SPEAKS)
    for words in ("Hear, ", "Which?", "A door", "It is shut", "The valley is safe."):
        found = put(found, words, f"{words}{COMMANDS}" if words != "Hear, " else words)
    for rule in found["rules"]:  # no rule is written so, but a kind's title and a result's sentence may be
        rule["text"] = rule["text"].replace(COMMANDS, "")
    path = tmp_path / "valley.scenario.json"
    path.write_text(json.dumps(canon.seal(found)), encoding="utf-8")
    done = engine(path, *how, input="1\n", env=environment(PYTHONIOENCODING="utf-8"))
    assert done.returncode == 0
    assert bare(done.stdout + done.stderr)
    assert f"won: The valley is safe.{HARMLESS}" in done.stdout
    assert ("Hear, \u00a0hear!" in done.stdout) is (how != ["--quiet"])


@pytest.mark.parametrize("place", ["path", "entry", "mission", "title", "kind", "option", "field"])
def test_a_name_that_commands_the_screen_is_refused_in_words(tmp_path: Path, place: str) -> None:
    found = starkit.scenario(LONG)
    if place == "path":
        found["rules"][0]["path"] = f"rules/{COMMANDS}red.star"
    elif place in ("entry", "mission"):
        found[place] = f"play{COMMANDS}"
    elif place == "title":
        found["pack"]["title"] = 3
        found["pack"]["id"] = COMMANDS
    else:
        found = put(found, {"kind": "goblin", "option": "harsh", "field": "speed"}[place], COMMANDS)
    path = tmp_path / "valley.scenario.json"
    path.write_text(json.dumps(canon.seal(found)), encoding="utf-8")
    done = engine(path, env=environment(PYTHONIOENCODING="utf-8"))
    assert done.returncode == 1
    assert "BZ82" in done.stderr
    assert bare(done.stdout + done.stderr)
    if place == "path":
        assert f'the path "rules/{HARMLESS}red.star" has characters that cannot be seen' in done.stderr


@pytest.mark.parametrize(
    "words", [["x", f"--{COMMANDS}"], [COMMANDS], ["x", "--bots", COMMANDS], ["x", "--seed", COMMANDS]]
)
def test_a_command_line_commands_no_screen(words: list[str]) -> None:
    done = engine(*words, env=environment(PYTHONIOENCODING="utf-8"))
    assert done.returncode == 2
    assert bare(done.stdout + done.stderr)


def test_a_hash_that_does_not_fit_names_the_file(tmp_path: Path) -> None:
    found = starkit.scenario(LONG)
    found["hash"] = {**found["hash"], "whole": "0" * 64}
    path = tmp_path / "valley.scenario.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    done = engine(path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{path.as_posix()}: BZ821: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "9"], "9 cannot play this; 1 to 4 can"),
        (["--players", "-1"], "-1 cannot play this; 1 to 4 can"),
        (["--seed", "99999999999999999999"], "a seed is a whole number of 64 bits"),
        (["--seed", "x"], "invalid int value: 'x'"),
        (["--bots", "wizard"], "the bots are: random, greedy, mcts"),
        (["--bots", "mcts:0"], '"0" is no number from 1 to 1000000'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_line_says_what_is_possible(scenario: Path, words: list[str], said: str) -> None:
    done = engine(scenario, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize("typed", ["²\n2\n", "١\n2\n", "9" * 5000 + "\n2\n", "\n2\n", "\udcff\n2\n"], ids=ascii)
def test_an_answer_that_is_no_number_is_asked_for_again(tmp_path: Path, typed: str) -> None:
    typed_bytes = typed.encode("utf-8", "surrogateescape")
    done = subprocess.run(
        command(kept(tmp_path, ASKS), "--ask"),
        input=typed_bytes,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment(PYTHONUTF8="1"),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"the number of an open option, please" in done.stdout
    assert b"took 2" in done.stdout


def test_no_more_answers_stop_the_game(tmp_path: Path) -> None:
    done = engine(kept(tmp_path, ASKS), "--ask", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (1, "python -m bartizan_engine: stopped: no more answers came\n")


def test_a_fault_shows_the_rules_that_were_running(tmp_path: Path) -> None:
    done = engine(kept(tmp_path, FAULT))
    assert (done.returncode, done.stdout) == (1, "")
    assert [line.split(" (")[0] for line in done.stderr.splitlines()] == [
        "test.star:7: BZ808: a division by zero",
        "  in f, test.star:7",
        "  in play, test.star:3",
    ]


def test_a_game_without_an_end_is_told_at_the_entry(tmp_path: Path) -> None:
    done = engine(kept(tmp_path, 'def play():\n    "Doc."\n    game.gold = 3\n'))
    assert done.returncode == 1
    assert done.stderr.startswith("test.star:1: BZ810: ")
    assert "  in play, test.star:1" in done.stderr


def test_what_the_system_says_is_put_in_our_words() -> None:
    assert reading.said(OSError(28, "No space left on device")) == "the disk is full"
    assert reading.said(OSError(9999, "Unknown")) == "the system refuses it (error 9999)"
    assert reading.said(OSError("without a number")) == "the system refuses it (error without a number)"
