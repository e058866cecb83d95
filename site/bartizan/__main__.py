"""`python -m bartizan` is the command `bartizan`; who stops it while it is still starting gets no traceback either."""

from __future__ import annotations

import sys

STOPPED = 130  # as shells have it


def main() -> None:
    """Start the command."""
    try:
        from bartizan.start import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
