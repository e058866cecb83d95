"""A campaign in its files: written down whole, and read back only if it is."""

from __future__ import annotations

from bartizan.safe import Damaged, Safe
from bartizan_engine import NotVerified, campaign_save
from bartizan_engine.campaign import Campaign


def whole(text: str) -> str:
    """A text that is a save, whole.

    Raises:
        Damaged: it is none.
    """
    try:
        campaign_save.read(text)
    except NotVerified as why:
        raise Damaged(why.problem.message) from None
    return text


def keep(played: Campaign, safe: Safe) -> None:
    """Write the campaign down."""
    safe.write(campaign_save.saved(played) + "\n")


def read(safe: Safe) -> tuple[str | None, list[str]]:
    """The newest save that is whole; what is to be said of others."""
    return safe.read(whole)
