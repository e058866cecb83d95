"""Run attacks in a process of their own, and tell what came of each: `attack_child.py STACK FIRST STEP`.

The process has 1 GiB of memory and 20 seconds; STACK is the size of the stack in KiB, 0 for the main thread's own. With
a small stack the rules' budget is small too, since only depth is asked about. What comes of every STEP-th case from FIRST on is printed as it is known, one line of JSON each, so that the parent sees how
far a process came that died.
"""

from __future__ import annotations

import json
import resource
import sys
import threading
import time

import attack_cases
import starkit
from bartizan_engine import decide, game
from bartizan_engine.codes import RULES
from bartizan_engine.fault import Fault, NotVerified

MEMORY, SECONDS = 1 << 30, 20
BUDGET = ("BZ803", "BZ811")
WARNINGS = {code.code for code in RULES if code.severity == "warning"}


def outcome(case: attack_cases.Case) -> str:
    """R, B, F or V, with the code or the value."""
    try:
        problems = starkit.check(case.text, case.changes)
        wrong = sorted({problem.code for problem in problems} - WARNINGS)
        if wrong:
            return f"R {' '.join(wrong)}"
        args = {name: 3 for name in ("n",) if "def f(n: int)" in case.text}
        found = starkit.run(case.text, "f", args, changes=case.changes, given=case.given, records=records(case))
        found.state.hash()
        found.state.save()
    except NotVerified as why:
        return f"R {' '.join(sorted({problem.code for problem in why.problems}))}"
    except Fault as fault:
        return f"{'B' if fault.problem.code in BUDGET else 'F'} {fault.problem.code}"
    return f"V {json.dumps(found.value) if found.value is not None else None}"


def records(case: attack_cases.Case) -> dict[str, list[dict[str, object]]]:
    """Our records, as far as the changed ruleset has their kinds and fields."""
    if "goblin" in case.changes.get("kinds", {}):
        grub = {"id": "grub", "title": "Grub"}
        return {"goblin": [grub], "spell": [], "mission": [{"id": "raid", "title": "Raid", "map": "valley"}]}
    elves = {"elf": [{"id": "elf", "title": "Elf"}]} if "elf" in case.changes.get("kinds", {}) else {}
    return {**elves, **case.records}


def run(first: int, step: int) -> None:
    """Tell the outcome and the seconds of every case."""
    for number in range(first, len(attack_cases.CASES), step):
        began = time.process_time()
        found = outcome(attack_cases.CASES[number])
        seconds = round(time.process_time() - began, 2)
        print(json.dumps([number, found, seconds]), flush=True)


def main(stack: int, first: int, step: int) -> None:
    """Run the cases in this thread, or in one with a small stack."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    starkit.map_tables()  # not part of the attack
    if not stack:
        run(first, step)
        return
    game.FUEL = decide.FUEL = 100_000
    threading.stack_size(stack * 1024)
    thread = threading.Thread(target=run, args=(first, step))
    thread.start()
    thread.join()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
