"""How fast something goes: the ways to measure that the tables of all games share.

What plays is called with seconds, plays for about that long, and returns how much it has done.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from glory_env.envs.vector import GameVector


def rate(run: Callable[[float], int], seconds: float, repeats: int) -> float:
    """Median decisions per second of `run`."""
    run(0.05)
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        count = run(seconds)
        rates.append(count / (time.perf_counter() - start))
    return statistics.median(rates)


def repeated(piece: Callable[[], int]) -> Callable[[float], int]:
    """`piece`, which returns how much it has done, again and again until the time is up."""

    def run(seconds: float) -> int:
        end = time.perf_counter() + seconds
        count = 0
        while time.perf_counter() < end:
            count += piece()
        return count

    return run


def played(
    games: GameVector, choose: Callable[[int], np.ndarray] | None = None
) -> Callable[[float], int]:
    """Play in a batched environment, one thread: random, or by `choose`.

    choose: takes the number of the step, returns an action for each game, int64 (N,).
    """
    count = 0

    def some_steps() -> int:
        nonlocal count
        for _ in range(32):
            count += 1
            games.step(choose(count) if choose else games.sample(1, count))
        return 32 * games.n

    return repeated(some_steps)


def aec(make: Callable[[], Any]) -> Callable[[float], int]:
    """Random legal play through a PettingZoo AEC environment: last(), choose, step()."""
    env = make()
    rng = np.random.default_rng(1)
    seed = 0

    def game() -> int:
        nonlocal seed
        seed += 1
        env.reset(seed=seed)
        steps = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            env.step(drawn(seen["action_mask"], rng))
            steps += 1

    return repeated(game)


def drawn(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[rng.integers(len(legal))])


def spiel_game(game: Any, rng: np.random.Generator) -> int:
    """Random play of a game of OpenSpiel to its end, with observations and masks: its steps."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        state.observation_tensor(state.current_player())
        state.apply_action(drawn(np.asarray(state.legal_actions_mask()), rng))
        steps += 1
    return steps


def clone_and_restore(make: Callable[[], Any]) -> Callable[[float], int]:
    """Copies of a game with a snapshot taken back."""
    env = make()
    env.reset(seed=1)
    data = env.to_bytes()

    def copies() -> int:
        for _ in range(100):
            env.clone().restore(data)
        return 100

    return repeated(copies)


def first_step(module: str, cache: Path | None = None) -> None:
    """A new process that imports the environment and plays one step.

    cache: where it keeps compiled rules, in place of the user's folder.
    """
    code = (
        f"from glory_env import {module} as game; e = game.raw_env(); e.reset(seed=1);"
        "o = e.last()[0]; e.step(int(o['action_mask'].argmax()))"
    )
    env = {**os.environ, **({"XDG_CACHE_HOME": str(cache)} if cache else {})}
    subprocess.run([sys.executable, "-c", code], check=True, env=env)


def first_step_seconds(module: str) -> float:
    """CPU seconds of `first_step`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    first_step(module)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold_seconds(module: str) -> float:
    """Seconds of `first_step` where no rules have been compiled yet."""
    # The second process may still be writing there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        start = time.perf_counter()
        first_step(module, Path(folder))
        return time.perf_counter() - start


# --- rows of the tables ------------------------------------------------------------------------
def print_head() -> None:
    """What the figures of the rows that follow are."""
    print(f"{'random legal play, observation and mask included':52} decisions/s")


def print_rates(
    rows: Mapping[str, Callable[[], Callable[[float], int]]], seconds: float, repeats: int
) -> None:
    """A line for each row: its name, and how much of it is done in a second."""
    for name, make in rows.items():
        print(f"{name:52} {rate(make(), seconds, repeats):11,.0f}", flush=True)


def print_copies(make: Callable[[], Any], seconds: float, repeats: int) -> None:
    """How long a copy of a game takes, with a snapshot taken back."""
    copies = rate(clone_and_restore(make), seconds, repeats)
    print(f"{'clone + restore':52} {1e6 / copies:9.1f} us")


def print_start(module: str, repeats: int) -> None:
    """How long a new process takes to its first step."""
    starts = statistics.median(first_step_seconds(module) for _ in range(repeats))
    print(f"{'import + first step, warm cache':52} {starts:8.2f} CPU s")
