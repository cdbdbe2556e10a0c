"""How fast Glory is played: `glory speed`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from glory_agents.glory.careful import careful_all
from glory_env.cli.timing import (
    aec,
    played,
    print_copies,
    print_head,
    print_rates,
    print_start,
)
from glory_env.games.glory import envs
from glory_env.games.glory.envs import GloryVector

GAMES = (64, 256)


def batched(n: int, careful: bool) -> Callable[[float], int]:
    """Random play of n games side by side; careful: without the plainly bad choices."""
    games = GloryVector(n, seed=1)
    actions = np.empty(n, np.int64)

    def choose(count: int) -> np.ndarray:
        careful_all(games.games, games.scenario.tables, games.masks, 1, count, actions)
        return actions

    return played(games, choose if careful else None)


def measure(seconds: float, repeats: int) -> None:
    """Print the table."""
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        f"batched, N = {n}, {'careful' if careful else 'random'} play": partial(batched, n, careful)
        for n in GAMES
        for careful in (False, True)
    }
    rows["raw_env"] = lambda: aec(envs.raw_env)
    rows["env (wrapped)"] = lambda: aec(envs.env)
    print_head()
    print_rates(rows, seconds, repeats)
    print_copies(envs.raw_env, seconds, repeats)
    print_start("glory_v0", repeats)
