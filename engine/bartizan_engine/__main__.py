"""`python -m bartizan_engine` is the command; who stops it while it is still starting gets no traceback either."""

from __future__ import annotations

import sys

STOPPED = 130  # as shells have it

if __name__ == "__main__":
    try:
        from .command import main

        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(STOPPED)
