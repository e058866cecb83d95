"""Check packs and tell what is wanted of it: the work of `bartizan check`, whatever reads its command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bartizan import baseline, codes, isolate, report, shelves, targets, tell, terminal
from bartizan.codes import OURS
from bartizan.formats import Found
from bartizan.stop import CLEAN, PROBLEMS, REFUSED, Refused
from bartizan.tell import Format
from bartizan_engine.problem import Problem, order, suggest

CIRCLE = "BZ714"  # packs that require each other
_ADDRESS = re.compile(r"https?://[!-~]+")


class Wanted(NamedTuple):
    """What of a pack's problems is to be told, as the options say."""

    strict: bool = False
    max: int | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: Path | None = None
    write_baseline: bool = False
    site: str = ""


def once(
    paths: list[str], wanted: Wanted, format: Format, packs: Iterable[str] | None = None, keep: bool = True
) -> int:
    """Check, tell what is wanted, and give the exit code: the same one in every format."""
    roots, refusals = meant(paths)
    problems = [p for root in roots for p in problems_of(root, packs, keep)]
    asides: list[str] = []
    named = [*map(targets.shown, roots), *(path for path in paths if path not in refusals)]
    left, known = _new(problems, named, wanted, asides)
    left = list(_circles_once(left))
    shown = _first(left, wanted.max, asides)
    severe = ("error", "warning") if wanted.strict else ("error",)
    names = tuple(map(targets.shown, roots))
    found = Found(
        shown,
        report.totals(left),
        tell.sources(*roots),
        names,
        severe,
        wanted.site,
        len(known),
        tuple(asides),
        whole=not refusals,
    )
    tell.result(found, format)
    for refusal in refusals.values():
        terminal.refuse("bartizan check", refusal.message, refusal.hint)
    if refusals or any(p.code == OURS for p in left):
        return REFUSED
    return PROBLEMS if report.fails(left, wanted.strict) else CLEAN


def problems_of(root: Path, packs: Iterable[str] | None = None, keep: bool = True) -> list[Problem]:
    """What the compiler finds in the pack, with paths as they are seen from here.

    If the compiler itself fails, that is a problem of ours, and other files and packs are still checked.
    """
    from bartizan_compiler import again, cache

    folders = shelves.shelves(packs)
    store = cache.of_pack(root) if keep else cache.Cache()
    try:
        problems = again.problems(root, folders, store)
        store.close()
    except Exception as fault:  # noqa: BLE001 - of whatever kind, it is told
        problems = isolate.problems(root, fault)
    return report.rebase(problems, targets.shown(root))


def meant(paths: list[str]) -> tuple[list[Path], dict[str, Refused]]:
    """The packs that are meant, each once, and the paths that mean none: those are told after the others were checked.

    Raises:
        Refused: there is nothing to check at all.
    """
    found: dict[Path, Path] = {}
    refusals: dict[str, Refused] = {}
    for text in paths:
        try:
            for pack in _below(text):
                found.setdefault(pack.resolve(), pack)
        except Refused as why:
            refusals[text] = why
    if not found:
        *others, last = refusals.values()
        for refusal in others:
            terminal.refuse("bartizan check", refusal.message, refusal.hint)
        raise last
    return list(found.values()), refusals


def _below(text: str) -> list[Path]:
    packs = targets.packs_below(text)
    if not packs:
        raise Refused(f'nothing to check: no pack.yaml in "{text}" or below', "a pack is a folder with a pack.yaml")
    return packs


# ---------------------------------------------------------------- what is told


def possible(wanted: Wanted) -> None:
    """Refuse options that mean nothing.

    Raises:
        Refused: one of them does.
    """
    for name in (*wanted.select, *wanted.ignore):
        if not name or not any(code.startswith(_group(name)) for code in codes.registry()):
            raise Refused(f'there is no code or group "{name}"', suggest(_group(name), codes.registry()))
    if wanted.site and not _ADDRESS.fullmatch(wanted.site):
        raise Refused(f'"{wanted.site}" is no address of a site', "it begins with https://")
    if wanted.write_baseline and wanted.baseline is None:
        raise Refused("--write-baseline needs to know the file", "--baseline FILE --write-baseline")
    if wanted.write_baseline and (wanted.select or wanted.ignore):
        raise Refused("a baseline is made of all problems", "leave --select and --ignore out")


def _new(
    problems: list[Problem], checked: Sequence[str], wanted: Wanted, asides: list[str]
) -> tuple[list[Problem], list[Problem]]:
    """What is wanted of the problems that the baseline does not hold, and of those that it does.

    The baseline sees them all: what is not wanted is still there, and may hide what an entry fits.
    """
    found = baseline.Split(problems, [], [])
    if wanted.baseline is not None and wanted.write_baseline:
        found = baseline.Split(*baseline.write(wanted.baseline, problems, checked), [])
    elif wanted.baseline is not None:
        found = baseline.split(baseline.read(wanted.baseline), problems, checked)
    new, known = ([problem for problem in those if _selected(problem, wanted)] for those in found[:2])
    others = len(order(problems)) - len(order([*new, *known]))
    if others:
        asides.append(f"{_counted(others, 'problem')} of other codes {'is' if others == 1 else 'are'} not shown")
    if known and wanted.baseline is not None:
        held = f"{_counted(len(known), 'known problem')} {'is' if len(known) == 1 else 'are'} held by"
        errors = report.totals(known).error
        without = f"; with {_counted(errors, 'error')} among them no game is built" if errors else ""
        asides.append(f"{held} {wanted.baseline.as_posix()}{without}")
    return new + [told for entry, told in found.stale if _stale(entry.code, told.code, wanted)], known


def _circles_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems, and of a circle of packs, which each of them tells, what the first one says: the places in it are
    those of all.
    """
    told = set()
    for problem in problems:
        places = (problem.code, frozenset([problem.spot, *(spot for spot, _ in problem.notes)]))
        if problem.code != CIRCLE or places not in told:
            yield problem
        told.add(places)


def _selected(problem: Problem, wanted: Wanted) -> bool:
    """Whether a problem is of a code that is wanted, or may hide one that is."""
    return baseline.hides(problem) or _chosen(problem.code, wanted)


def _stale(code: str, told: str, wanted: Wanted) -> bool:
    """Whether an entry of a code that fits nothing is told: where that code is wanted, or such entries by name."""
    by_name = told.startswith(tuple(map(_group, wanted.select)))
    return (by_name or _chosen(code, wanted)) and not told.startswith(tuple(map(_group, wanted.ignore)))


def _chosen(code: str, wanted: Wanted) -> bool:
    among, out = (tuple(map(_group, names)) for names in (wanted.select or ("",), wanted.ignore))
    return code.startswith(among) and not code.startswith(out)


def _first(problems: list[Problem], most: int | None, asides: list[str]) -> list[Problem]:
    """As many problems as are wanted, the severest first, in reading order."""
    found = order(problems)
    if most is None or len(found) <= most:
        return found
    more = len(found) - most
    asides.append(f"{more} more {'is' if more == 1 else 'are'} not shown (--max {most})")
    ranks = ("error", "warning", "note")
    return order(sorted(found, key=lambda problem: ranks.index(codes.severity(problem.code)))[:most])


def _group(name: str) -> str:
    """The beginning of codes that a person means: `bz4` and `4` are BZ4."""
    return f"BZ{name}" if name.isdigit() else name.upper()


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
