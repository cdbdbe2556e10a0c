"""How fast the second game is played: `glory speed --game aleutians`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from glory_agents.registry import make_agent
from glory_env.bench.pairs import play_pairs
from glory_env.cli.timing import (
    aec,
    played,
    print_copies,
    print_head,
    print_rates,
    print_start,
)
from glory_env.games.aleutians import GAME, envs
from glory_env.games.aleutians.envs import Vector

BATCHES = (64, 256, 1024, 4096)
STEPS = 150
SCRIPT, SCRIPT_GAMES = "historical", 64


def openings(n: int) -> float:
    """Decisions a second in the first STEPS decisions of the same games, n at a time."""
    seconds = 0.0
    for first in range(0, BATCHES[-1], n):
        games = Vector(n, seed=range(first, first + n))
        start = time.perf_counter()
        for count in range(STEPS):
            games.step(games.sample(1, count))
        seconds += time.perf_counter() - start
    return STEPS * BATCHES[-1] / seconds


def scripted() -> float:
    """Games of a script with itself, a minute."""
    script = make_agent(SCRIPT, game=GAME.name)
    start = time.perf_counter()
    play_pairs(
        script, script, SCRIPT_GAMES, scenario=GAME.name, reward="outcome", vector_class=Vector
    )
    return 60 * SCRIPT_GAMES / (time.perf_counter() - start)


def measure(seconds: float, repeats: int) -> None:
    """Print the table."""
    print_head()
    openings(BATCHES[0])  # compiled, and the clock of the core up
    rates: dict[int, list[float]] = {n: [] for n in BATCHES}
    for _ in range(repeats):  # in turns, so that what else runs slows all of them
        for n in BATCHES:
            rates[n].append(openings(n))
    medians = {n: statistics.median(per_round) for n, per_round in rates.items()}
    for n, median in medians.items():
        name = f"{BATCHES[-1]:,} games, {STEPS} decisions each, {n} at a time"
        print(f"{name:52} {median:11,.0f}", flush=True)
    ratio = f"{BATCHES[0]} : {BATCHES[-1]} at a time"
    print(f"{ratio:52} {medians[BATCHES[0]] / medians[BATCHES[-1]]:10.2f}x")
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        "batched, N = 64, whole games": lambda: played(Vector(64, seed=1)),
        "raw_env": lambda: aec(envs.raw_env),
        "env (wrapped)": lambda: aec(envs.env),
    }
    print_rates(rows, seconds, repeats)
    print_copies(envs.raw_env, seconds, repeats)
    scripted()
    name = f"games of {SCRIPT} with itself"
    games_a_minute = statistics.median(scripted() for _ in range(repeats))
    print(f"{name:52} {games_a_minute:11,.0f} games/min", flush=True)
    print_start("aleutians_v0", repeats)
