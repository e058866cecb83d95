"""Random play of OpenSpiel's tic-tac-toe in Python: python tic_tac_toe.py GAMES SEED prints a line of JSON."""

from __future__ import annotations

import json
import random
import sys
import time

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers the game


def play(games: int, seed: int) -> int:
    """Games to their end: how many moves they took."""
    game, rng, moves = pyspiel.load_game("python_tic_tac_toe"), random.Random(seed), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            moves += 1
    return moves


play(20, 0)
start = time.process_time()
count = play(int(sys.argv[1]), int(sys.argv[2]))
print(json.dumps({"moves": count, "seconds": time.process_time() - start}))
