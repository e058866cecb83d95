"""Of which pack each record is, for names that say it: `pack:id`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from bartizan_compiler.shape import Known
from bartizan_engine.problem import owner, suggest

Name = tuple[str, str]  # the kind of a record, or its family; and its id


class Owners:
    """The packs in hand, and those that a record is of: where it stands, and where the one stood that it replaced."""

    def __init__(
        self,
        own: str = "",
        required: Iterable[str] = (),
        known: Iterable[Known] = (),
        before: Mapping[Name, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        self.packs = {own, *required}
        self.of: dict[Name, tuple[str, ...]] = {}
        for one in known:
            name = (one.kind or one.family, one.id)
            self.of.setdefault(name, (owner(one.spot.path) or own, *before.get(name, ())))
        self.by_id: dict[str, set[str]] = {}
        for (_, id), packs in self.of.items():
            self.by_id.setdefault(id, set()).update(packs)

    def wrong(self, kind: str, id: str, pack: str) -> tuple[str, str] | None:
        """Why a record is not of the pack that is named with it, and the hint; None where it is, or is not there."""
        if pack not in self.packs:
            return f'no required pack has the id "{pack}"', suggest(pack, self.packs)
        owners = self.of.get((kind, id), (pack,))
        if pack in owners:
            return None
        return f'the {kind} "{id}" is not of the pack "{pack}"', f"write {min(owners)}:{id}"

    def bare(self, value: Any) -> Any:
        """A value of a worked example in which ids stand as in the scenario: without their packs."""
        if isinstance(value, dict):
            return {self.bare(key): self.bare(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.bare(item) for item in value]
        return self.split(value)[1] if isinstance(value, str) else value

    def split(self, name: str) -> tuple[str, str]:
        """The pack and the id of a record that is named with its pack; else "" and the name."""
        pack, _, id = name.partition(":")
        return (pack, id) if pack in self.by_id.get(id, ()) else ("", name)
