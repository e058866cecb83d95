"""An example of each thing that a rule may call, as it stands on the page of the library.

They are lines of rules of the made-up game of the language's pages, and are checked against its ruleset.
"""

from __future__ import annotations

SNIPPETS: dict[str, str] = {}
