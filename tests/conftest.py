"""How all tests run: generated inputs are the same in every run, and a slow machine fails nothing."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("BARTIZAN_INPUTS", "same"))
