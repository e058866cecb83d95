"""`python -m bartizan` is the command `bartizan`."""

from bartizan.cli import main

main()
