"""How fast the game is played: `glory speed` prints a table.

Medians of several runs in one process, so that rows can be compared as ratios. A decision is one
that somebody had to take: forced ones are played inside and do not count. Peers (PettingZoo
connect_four_v3 and chess_v6, OpenSpiel backgammon and connect_four) are measured the same way,
with mask and observation, where they are installed.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.careful import careful_all
from glory_env import glory_v0
from glory_env.cli import agents_speed, clients_speed
from glory_env.core.state import PHASES
from glory_env.envs.vector import GameVector, GloryVector

GAMES = (64, 256)


def rate(run: Callable[[float], int], seconds: float, repeats: int) -> float:
    """Median decisions per second of `run`, which plays for that long and counts."""
    run(0.05)
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        count = run(seconds)
        rates.append(count / (time.perf_counter() - start))
    return statistics.median(rates)


# --- what is measured ----------------------------------------------------------------------
def played(games: GameVector, careful: bool = False) -> Callable[[float], int]:
    """Random play in a batched environment, one thread; careful: that of Glory."""
    actions = np.empty(games.n, np.int64)
    count = 0

    def run(seconds: float) -> int:
        nonlocal count
        end = time.perf_counter() + seconds
        steps = 0
        while time.perf_counter() < end:
            for _ in range(32):
                count += 1
                if careful:
                    careful_all(games.games, games.scenario.tables, games.masks, 1, count, actions)
                    games.step(actions)
                else:
                    games.step(games.sample(1, count))
            steps += 32 * games.n
        return steps

    return run


def aec(make: Callable[[], Any]) -> Callable[[float], int]:
    """Random legal play through a PettingZoo AEC environment: last(), choose, step()."""
    env = make()
    rng = np.random.default_rng(1)
    seed = 0

    def run(seconds: float) -> int:
        nonlocal seed
        end = time.perf_counter() + seconds
        steps = 0
        while time.perf_counter() < end:
            seed += 1
            env.reset(seed=seed)
            while True:
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    break
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[rng.integers(len(legal))]))
                steps += 1
        return steps

    return run


def openspiel(name: str) -> Callable[[float], int]:
    """Random legal play of an OpenSpiel game with legal mask and observation tensor."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)

    def run(seconds: float) -> int:
        end = time.perf_counter() + seconds
        steps = 0
        while time.perf_counter() < end:
            steps += clients_speed.spiel_game(game, rng)
        return steps

    return run


def clone_and_restore(make: Callable[[], Any]) -> Callable[[float], int]:
    """Copies of a game with a snapshot taken back."""
    env = make()
    env.reset(seed=1)
    data = env.to_bytes()

    def run(seconds: float) -> int:
        end = time.perf_counter() + seconds
        count = 0
        while time.perf_counter() < end:
            for _ in range(100):
                env.clone().restore(data)
            count += 100
        return count

    return run


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


def lengths(careful: bool, wanted: int = 2000) -> dict[str, Any]:
    """Decisions and turns of finished games, and the share of decisions by phase."""
    n = 256
    games = GloryVector(n, seed=7)
    actions = np.empty(n, np.int64)
    played = np.zeros(n, np.int64)
    decisions: list[int] = []
    turns: list[int] = []
    completed = 0
    phases: Counter[int] = Counter()
    count = 0
    while len(decisions) < wanted:
        count += 1
        phases.update(games.games["phase"].tolist())
        if careful:
            careful_all(games.games, games.scenario.tables, games.masks, 3, count, actions)
        else:
            actions = games.sample(3, count)
        _, done = games.step(actions)
        played += 1
        # Every game counts from its start, and only the first of a slot: no bias to short ones.
        for i in np.flatnonzero(done):
            if games.episodes[i] <= wanted // n + 1:
                decisions.append(int(played[i]))
                turns.append(int(games.finals["turn"][i]))
                completed += int(games.finals["outcome"][i] == 1)
            played[i] = 0
    total = sum(phases.values())
    return {
        "games": len(decisions),
        "decisions": decisions,
        "turns": turns,
        "completed": completed / len(decisions),
        "phases": {PHASES[k]: v / total for k, v in sorted(phases.items())},
    }


# --- the table -----------------------------------------------------------------------------
def peers() -> dict[str, Callable[[], Callable[[float], int]]]:
    """Those of the peers that are installed."""
    found: dict[str, Callable[[], Callable[[float], int]]] = {}
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3

        found["connect_four_v3 raw_env"] = lambda: aec(connect_four_v3.raw_env)
        found["connect_four_v3 env"] = lambda: aec(connect_four_v3.env)
        found["chess_v6 env"] = lambda: aec(chess_v6.env)
    except ImportError:
        pass
    try:
        import pyspiel  # noqa: F401

        found["pyspiel backgammon"] = lambda: openspiel("backgammon")
        found["pyspiel connect_four"] = lambda: openspiel("connect_four")
    except ImportError:
        pass
    return found


def _glory(n: int, careful: bool) -> Callable[[float], int]:
    return played(GloryVector(n, seed=1), careful)


def speed(
    *,
    seconds: float = 1.0,
    repeats: int = 5,
    training: bool = False,
    clients: bool = False,
    cold: bool = False,
    game: str = "glory",
) -> None:
    """Measure decisions a second, as a table.

    Args:
        seconds: of each run.
        repeats: runs of which the median counts.
        training: measure the trainer of the networks for micro-steps instead, beside MaskablePPO.
        clients: measure the entry points of other libraries instead, once, in CPU seconds.
        cold: measure the first step where nothing has been compiled yet instead, once.
        game: glory, or aleutians, which has no --training and no --clients.
    """
    from glory_env.cli import aleutians

    if game != aleutians.GLORY:
        aleutians.check_game(game, {"--training": training, "--clients": clients}, aleutians.GLORY)
    module = f"{game}_v0"
    if cold:
        words = "import + first step, nothing compiled"
        print(f"{words:52} {cold_seconds(module):8.0f} s")
        return
    if game == aleutians.ALEUTIANS:
        from glory_env.cli import speed_aleutians

        speed_aleutians.measure(seconds, repeats)
        return
    if clients:
        print(f"{'random legal play':52} steps/CPU s")
        for name, found in clients_speed.measure(seconds):
            print(
                f"{name:52} {'not installed' if found is None else f'{found:11,.0f}'}", flush=True
            )
        return
    if training:
        from glory_env.training import speed as trainer

        trainer.measure(repeats, lambda line: print(line, flush=True))
        return
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        f"batched, N = {n}, {'careful' if careful else 'random'} play": partial(_glory, n, careful)
        for n in GAMES
        for careful in (False, True)
    }
    rows["raw_env"] = lambda: aec(glory_v0.raw_env)
    rows["env (wrapped)"] = lambda: aec(glory_v0.env)
    rows |= peers()
    rates = {}
    print(f"{'random legal play, observation and mask included':52} decisions/s")
    for name, make in rows.items():
        rates[name] = rate(make(), seconds, repeats)
        print(f"{name:52} {rates[name]:11,.0f}", flush=True)
    for ours, peer in (
        (f"batched, N = {GAMES[0]}, random play", "pyspiel backgammon"),
        ("raw_env", "connect_four_v3 raw_env"),
        ("env (wrapped)", "connect_four_v3 env"),
    ):
        if peer in rates:
            print(f"{ours + ' : ' + peer:52} {rates[ours] / rates[peer]:10.1f}x")
    copies = rate(clone_and_restore(glory_v0.raw_env), seconds, repeats)
    print(f"{'clone + restore':52} {1e6 / copies:9.1f} us")
    for name, (make, factor, unit) in agents_speed.rows().items():
        count = factor * rate(make(), seconds, repeats)
        print(f"{name:52} {count:11,.0f} {unit}", flush=True)
    starts = statistics.median(first_step_seconds(module) for _ in range(repeats))
    print(f"{'import + first step, warm cache':52} {starts:8.2f} CPU s")
    for careful in (False, True):
        report(lengths(careful), "careful" if careful else "random")


def report(found: dict[str, Any], kind: str) -> None:
    """Length of games and where the decisions fall."""
    decisions, turns = found["decisions"], found["turns"]
    print(
        f"\n{kind} play, {found['games']} games: decisions median "
        f"{statistics.median(decisions):.0f}, max {max(decisions)}; turns median "
        f"{statistics.median(turns):.0f}; completed {found['completed']:.1%}"
    )
    print("  " + ", ".join(f"{name} {share:.0%}" for name, share in found["phases"].items()))
