"""How fast the third game is played: `glory speed --game empire`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from glory_env.cli.timing import (
    aec,
    played,
    print_copies,
    print_head,
    print_rates,
    print_start,
)
from glory_env.games.empire import envs
from glory_env.games.empire.envs import Vector

GAMES = 64
SCENARIOS = ("year_1942", "year_1943", "year_1944")


def batched(scenario: str, compact: bool) -> Callable[[float], int]:
    """Random play of GAMES games side by side; compact: the compact observation is made, too."""
    return played(Vector(GAMES, scenario, seed=1, observation_index=compact))


def measure(seconds: float, repeats: int) -> None:
    """Print the table."""
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        f"batched, N = {GAMES}, {name}": partial(batched, name, False) for name in SCENARIOS
    }
    rows["the last one with the compact observation"] = lambda: batched(SCENARIOS[-1], True)
    rows["raw_env"] = lambda: aec(envs.raw_env)
    rows["env (wrapped)"] = lambda: aec(envs.env)
    print_head()
    print_rates(rows, seconds, repeats)
    print_copies(envs.raw_env, seconds, repeats)
    print_start("empire_v0", repeats)
