"""Try files before they are written: a copy of the pack with them is checked, compiled and played."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bartizan_engine.problem import Problem, Spot

if TYPE_CHECKING:
    from bartizan_compiler.link import Pack
    from bartizan_compiler.pack import Shelf


UNUSED = "BZ308"  # of what is new, nothing speaks yet
UNCALLED = "BZ529"  # of rules that were there before: examples call them, which are left out


class Trial:
    """A pack as it is, to which files can be added for a trial."""

    def __init__(self, root: Path, shelves: Sequence[Shelf]) -> None:
        from bartizan_compiler import build, pack
        from bartizan_compiler.pack import Shelf

        self.root = root
        self.shelves = [Shelf(root.resolve().parent, "beside it"), *shelves]
        self.made, self.problems = build.check(root, shelves)
        self.known = Counter(map(told, self.problems))
        read, _ = pack.read(root)
        self.files: dict[str, bytes] = {}
        if read is not None:
            papers = read.yaml | read.drawings | {path: text.encode() for path, text in read.rules}
            self.files = {path: data for path, data in papers.items() if pack.family(path) not in pack.ALONE}

    def of(self, files: Mapping[str, str], mission: str = "") -> tuple[Pack | None, list[Problem]]:
        """The pack once it holds the files, and what is wrong with it that was not before; the mission is played.

        Its examples are not in it, nor the clauses that name them: an example that does not say its mission is no fault
        of a second one.
        """
        from bartizan_compiler import build

        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / self.root.resolve().name
            for path, data in (self.files | {path: text.encode() for path, text in files.items()}).items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_bytes(data)
            made, problems = build.check(copy, self.shelves)
            new = list((Counter(map(told, problems)) - self.known).elements())
            expected = ((UNUSED, True), (UNCALLED, False))
            found = [one for one in problems if told(one) in new and (one.code, one.spot.path in files) not in expected]
            if mission and not found:
                found += _played(copy, mission, self.shelves)
        return made, found


def told(problem: Problem) -> tuple[str, str, str]:
    """What makes a problem the same one as before."""
    return problem.spot.path, problem.code, problem.message


def _played(root: Path, mission: str, shelves: Sequence[Shelf]) -> list[Problem]:
    """What goes wrong when bots play the mission, with as few and with as many players as may."""
    from bartizan_compiler import build
    from bartizan_engine import Fault, NotVerified, bots, load

    scenario, problems = build.build(root, mission, shelves=shelves)
    if scenario is None:
        return [problem for problem in problems if build.severe(problem)]
    try:
        game = load(scenario)
        for players in sorted(set(game.seats)):
            state = bots.play(game.start(1, players), bots.named("random", 1))
            if not state.over:
                return [Problem(Spot("pack.yaml"), "BZ813", f"with {players} players the game does not end")]
    except Fault as fault:
        return [fault.problem]
    except NotVerified as why:
        return list(why.problems)
    return []
