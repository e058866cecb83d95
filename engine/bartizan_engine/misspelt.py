"""Which names that are unknown were to be names that are missing beside them: one slip, and told as one."""

from __future__ import annotations

from collections.abc import Iterable

from .problem import suggest


def meant(unknown: Iterable[str], missing: Iterable[str]) -> dict[str, str]:
    """The missing names that unknown ones stand for, each once; the nearest first.

    >>> meant(["ib", "lore"], ["title", "id"])
    {'ib': 'id'}
    """
    left, found = list(missing), dict[str, str]()
    for near in (_letter_off, _alike):
        for name in unknown:
            other = "" if name in found else next((one for one in left if near(name, one)), "")
            if other:
                found[name] = other
                left.remove(other)
    return found


def hint(name: str, candidates: Iterable[str]) -> str:
    """The hint for a misspelt name, however short: `did you mean "id"?`, or nothing if no candidate is near."""
    near = meant([name], candidates)
    return f'did you mean "{near[name]}"?' if near else ""


def _letter_off(name: str, other: str) -> bool:
    return slip(name.strip().lower(), other.lower())


def _alike(name: str, other: str) -> bool:
    return bool(suggest(name, [other]))


def slip(one: str, other: str) -> bool:
    """Whether two names are the same but for one letter, or for two that changed places.

    >>> slip("ib", "id"), slip("titel", "title"), slip("mapp", "map"), slip("lore", "pace")
    (True, True, True, False)
    """
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])
