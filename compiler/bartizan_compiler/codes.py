"""What every code of the compiler means: titles, reasons, and a bad and a good example for each."""

from __future__ import annotations

from bartizan_engine.problem import Code

MAPS: tuple[Code, ...] = ()
