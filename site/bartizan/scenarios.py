"""Scenarios of a pack that a person names: all of its missions, or one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bartizan import report, shelves, targets, tell
from bartizan.stop import Refused, finish
from bartizan.targets import Target
from bartizan_engine.problem import Problem, suggest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bartizan_compiler.link import Pack

Scenario = dict[str, Any]


def scenario(
    target: Target, text: str, entry: str = "", packs: Iterable[str] | None = None, needs: str = ""
) -> Scenario:
    """The one scenario of a pack that a person's `text` names. What it `needs`, "campaign", can be said before.

    Raises:
        Refused: there is no such mission, campaign or entry, or there are several and none is named.
        typer.Exit: the pack has errors; they are told.
    """
    return _sole(list(compiled(target, entry, packs, needs)[0].values()), text)


def compiled(
    target: Target, entry: str = "", packs: Iterable[str] | None = None, needs: str = ""
) -> tuple[dict[str, Scenario], list[Problem]]:
    """The scenarios of a pack by name, of the mission or campaign that was named, or else of each mission; and what is
    odd about the pack.

    Raises:
        Refused: there is no such mission or entry.
        typer.Exit: the pack has errors; they are told.
    """
    from bartizan_compiler import build, cache
    from bartizan_compiler.emit import emit

    store = cache.of_pack(target.path)
    pack, problems = build.check(target.path, shelves.shelves(packs), store)
    store.close()
    told = report.rebase(problems, targets.shown(target.path))
    if pack is None or report.fails(told):
        tell.problems(told, tell.sources(target.path))
        raise finish(problems=True)
    way = _entry(pack, target.mission, entry, needs)
    wanted = pack.ruleset.entries[way].needs
    if not wanted:
        if target.mission:
            raise Refused(f'the entry "{way}" is played without a mission', f'leave out ":{target.mission}"')
        return _named(pack, [emit(pack, None, way)]), told
    leads = {record.id: record for record in build.leads(pack, wanted)}
    if target.mission and target.mission not in leads:
        raise Refused(f'the pack has no {wanted} "{target.mission}"', _instead(target.mission, leads))
    chosen = [target.mission] if target.mission else [record.id for record in pack.leads(wanted)]
    return _named(pack, [emit(pack, leads[id], way) for id in chosen]), told


def _named(pack: Pack, made: list[Scenario]) -> dict[str, Scenario]:
    usual = next(iter(pack.ruleset.entries))
    return {_name(scenario, usual): scenario for scenario in made}


def _entry(pack: Pack, lead: str, entry: str, needs: str) -> str:
    from bartizan_compiler import build

    entries = pack.ruleset.entries
    if entry and entry not in entries:
        raise Refused(f'the pack has no entry "{entry}"', _instead(entry, entries))
    fitting = [one.name for one in entries.values() if one.needs == needs]
    if needs and (not fitting or (entry and entry not in fitting)):
        raise Refused(
            f'the entry "{entry}" needs no {needs}' if entry else f"the pack has no {needs}",
            f"an entry begins one: {{rule: ..., needs: {needs}}}" if not fitting else f"these do: {', '.join(fitting)}",
        )
    return entry or (fitting[0] if needs else build.way_in(pack, lead or None))


def _sole(scenarios: list[Scenario], text: str) -> Scenario:
    if len(scenarios) != 1:
        family = "campaign" if any("campaign" in s for s in scenarios) else "mission"
        names = ", ".join(sorted(str(s[family]).rpartition(":")[2] for s in scenarios))
        raise Refused(
            f'"{text}" has {len(scenarios)} {family}s; name one: {text}:{family.upper()}',
            f"{family}s: {names}" if names else "",
        )
    return scenarios[0]


def _instead(name: str, names: Iterable[str]) -> str:
    return suggest(name, names) or f"there is: {', '.join(sorted(names))}"


def _name(scenario: Scenario, usual: str) -> str:
    """The file name of a scenario, without its ending: the mission's id, or the pack's where no mission is needed.

    An entry that is not the `usual` one is named too, so that both can lie in one folder.
    """
    if "campaign" in scenario:
        return str(scenario["campaign"]).rpartition(":")[2]
    mission, entry = scenario.get("mission"), str(scenario["entry"])
    own = str(mission).rpartition(":")[2] if mission else str(scenario["pack"]["id"])
    return own if entry == usual else f"{own}-{entry}"
