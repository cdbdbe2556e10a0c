"""How fast Glory is played: `glory speed`."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial

import numpy as np

from glory_agents.glory.careful import careful_all
from glory_env.cli.timing import aec, clone_and_restore, first_step_seconds, played, rate
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
    print(f"{'random legal play, observation and mask included':52} decisions/s")
    for name, make in rows.items():
        print(f"{name:52} {rate(make(), seconds, repeats):11,.0f}", flush=True)
    copies = rate(clone_and_restore(envs.raw_env), seconds, repeats)
    print(f"{'clone + restore':52} {1e6 / copies:9.1f} us")
    starts = statistics.median(first_step_seconds("glory_v0") for _ in range(repeats))
    print(f"{'import + first step, warm cache':52} {starts:8.2f} CPU s")
