"""The generic engine: it verifies, lowers and plays a compiled scenario, with the standard library alone."""
