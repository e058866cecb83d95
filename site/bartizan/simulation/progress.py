"""How far a simulation is: a line on the error stream of a terminal, with the rate and the time that is left."""

from __future__ import annotations

import sys
import time

_EVERY = 0.2  # seconds


class Progress:
    """The line, which is written over itself; nothing where nobody looks."""

    def __init__(self, left: int) -> None:
        self.left, self.done = left, 0
        self.shown = sys.stderr.isatty()
        self.began = self.last = time.monotonic()

    def took(self, games: int) -> None:
        """Some more games are done."""
        self.done += games
        now = time.monotonic()
        if self.shown and now - self.last >= _EVERY:
            self.last = now
            sys.stderr.write(f"\r\x1b[K{line(self.done, self.left, now - self.began)}")
            sys.stderr.flush()

    def close(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def line(done: int, left: int, seconds: float) -> str:
    """What the line says.

    >>> line(500, 2000, 10.0)
    '500 of 2,000 games, 50 a second, 30 s left'
    """
    rate = done / seconds if seconds > 0 else 0.0
    pace = f"{rate:,.0f} a second" if rate >= 2 else f"{rate * 60:,.0f} a minute"
    return f"{done:,} of {left:,} games, {pace}, {lasting((left - done) / rate) if rate else '?'} left"


def lasting(seconds: float) -> str:
    """A time for people.

    >>> lasting(3), lasting(200), lasting(9000)
    ('3 s', '3 min', '2 h 30 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
