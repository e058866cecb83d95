"""The options of a game: what is declared, what the scenario says, what whoever starts it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import asked
from .asked import shown
from .declared import Ruleset
from .fault import Misuse
from .problem import suggest
from .values import check_value, no_record, typed

PLACE = "start(options)"


def settled(ruleset: Ruleset, own: Mapping[str, Any], options: Mapping[str, Any] | None) -> dict[str, Any]:
    """All options: the declared defaults, the scenario's `own`, then the given ones.

    Raises:
        Misuse: an option is unknown or its value does not fit.
    """
    declared, known = ruleset.options, ", ".join(ruleset.options)
    given = asked.mapping(PLACE, {} if options is None else options, "write options={name: value}")
    found = {name: typed(field.type, field.default) for name, field in declared.items()}
    for name, value in {**own, **given}.items():
        if not isinstance(name, str) or name not in declared:
            fix = f"the options are: {known}" if known else "this game has none"
            raise Misuse(PLACE, f"there is no option {shown(name)}", suggest(str(name), declared) or fix)
        flaws = check_value(ruleset, declared[name].type, value, no_record, ())
        if flaws:
            raise Misuse(PLACE, f'the option "{name}": {flaws[0].message}', _allowed(ruleset, name))
        found[name] = value
    return found


def _allowed(ruleset: Ruleset, name: str) -> str:
    """What an option may be, as the ruleset declares it."""
    type = ruleset.options[name].type
    if type.name == "enum":
        return f"one of {', '.join(ruleset.enums[type.of].members)}"
    return "True or False" if type.name == "bool" else f"it is declared as {type}"
