"""What is known at one point of a rule: which locals have a value, of which type, and what tests have shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..types import Type
from .syntax import Attr, Expr, Index, Name
from .typing import join


@dataclass(slots=True)
class Scope:
    """`vars` are the locals that surely have a value; `shown` narrows paths such as `shot.catapult`; `dead` means
    nothing gets here.
    """

    vars: dict[str, Type] = field(default_factory=dict)
    shown: dict[str, Type] = field(default_factory=dict)
    dead: bool = False

    def copy(self) -> Scope:
        """The same knowledge, to go on with on another path."""
        return Scope(dict(self.vars), dict(self.shown), self.dead)

    def assign(self, name: str, type: Type) -> None:
        """A local gets a new value: what was shown of it no longer holds."""
        self.vars[name] = type
        self.forget(name)

    def forget(self, name: str) -> None:
        """What was shown of a local no longer holds."""
        self.shown = {
            path: type for path, type in self.shown.items() if path != name and not path.startswith(name + ".")
        }

    def forget_state(self, fixed: frozenset[str]) -> None:
        """Something may have changed the world: only what cannot change stays shown."""
        self.shown = {path: type for path, type in self.shown.items() if "." not in path or path in fixed}


def merge(a: Scope, b: Scope) -> Scope:
    """What is known where two paths meet."""
    if a.dead or b.dead:
        return (b if a.dead else a).copy()
    both: dict[str, Type] = {}
    for name in a.vars:
        if name in b.vars:
            mine, other = a.vars[name], b.vars[name]
            joined = mine if mine is other else join(mine, other)
            if joined is not None:
                both[name] = joined
    shown = {path: type for path, type in a.shown.items() if b.shown.get(path) == type}
    return Scope(both, shown)


def path_of(expr: Expr) -> str:
    """`shot.catapult` for a local and fields of it, "" for anything else."""
    if isinstance(expr, Name):
        return expr.id
    if isinstance(expr, Attr):
        inner = path_of(expr.value)
        return f"{inner}.{expr.name}" if inner else ""
    if isinstance(expr, Index):
        return ""
    return ""
