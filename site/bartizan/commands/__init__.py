"""The verbs of the command `bartizan`, one module each."""
