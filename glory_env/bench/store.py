"""The suite's games: played once, kept by what they depend on, read back ever after."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench import play_pairs
from glory_env.bench.config import GAMES, BenchConfig
from glory_env.bench.entrants import code, heeds_objective, is_slow
from glory_env.bench.fingerprint import fingerprint
from glory_env.bench.metrics import by_turn, columns
from glory_env.calibration.games import Budget, play_while_time
from glory_env.core.files import whole_file
from glory_env.core.state import SERVICES
from glory_env.engine import kernels
from glory_env.engine.rewards import parse_reward, reward_params
from glory_env.envs.agent import make_pair
from glory_env.scenarios import Scenario, load

FORMAT = 1
SEEDS, TURNS, SECONDS = "seeds", "by_turn", "seconds"  # beside the columns


class Pairing(NamedTuple):
    """Two agents, the attitude they are told, and where the game is not the configured one.

    games: how many, 0 for as many as are configured.
    """

    army: str
    navy: str
    angle: float = 0.0
    deadlock: str = ""
    solo: bool = False
    games: int = 0

    @property
    def is_slow(self) -> bool:
        """Whether a planner takes part: it plays game by game."""
        return is_slow(self.army) or is_slow(self.navy)

    @property
    def key(self) -> str:
        """In words, for results and messages."""
        extras = [f"{self.angle:g} degrees"] if self.angle else []
        extras += [self.deadlock] if self.deadlock else []
        extras += ["solo"] if self.solo else []
        extras += [f"{self.games} games"] if self.games else []
        return f"{self.army} | {self.navy}" + (f" ({', '.join(extras)})" if extras else "")


def pairing(army: str, navy: str, angle: float = 0.0, **more: Any) -> Pairing:
    """A pairing; agents who do not look at the angle play the same games at every one."""
    heeded = heeds_objective(army) or heeds_objective(navy)
    return Pairing(army, navy, angle if heeded else 0.0, **more)


class Games(NamedTuple):
    """A pairing's finished games: columns and seeds (N,), how they ran, wall time in seconds."""

    columns: dict[str, np.ndarray]
    seeds: np.ndarray
    by_turn: dict[str, Any]
    seconds: float


def options_of(config: BenchConfig, pair: Pairing) -> dict[str, Any]:
    """All options of a pairing's games."""
    changed = {"deadlock": pair.deadlock} if pair.deadlock else {}
    return {**config.options.as_dict(), **changed, "solo": pair.solo}


def mark(config: BenchConfig, pair: Pairing) -> str:
    """Changes with everything that decides how the games of a pairing run."""
    parts = [FORMAT, code(), load(config.scenario).id, options_of(config, pair), pair.angle]
    parts += [fingerprint(pair.army), fingerprint(pair.navy), config.first_seed]
    parts += [config.deterministic, pair.games or config.games]
    parts += [config.search_games, config.search_minutes] if pair.is_slow else []
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]


def file_of(config: BenchConfig, pair: Pairing) -> Path:
    """Where a pairing's games are kept."""
    return config.folder / GAMES / f"{mark(config, pair)}.npz"


def play(config: BenchConfig, pair: Pairing) -> None:
    """Play a pairing and keep its games, the file written whole."""
    agents = make_pair(pair.army, pair.navy, pair.solo, deterministic=config.deterministic)
    scenario = load(config.scenario)
    games = pair.games or config.games
    start = time.perf_counter()

    def some(count: int, seed: int) -> np.ndarray:
        return play_pairs(
            *agents, count, seed, scenario, pair.angle, **options_of(config, pair)
        ).finals

    if pair.is_slow:
        budget = Budget(games, config.first_seed, config.search_minutes, config.search_games)
        finals = play_while_time(lambda seed: some(1, seed), budget)
    else:
        finals = some(games, config.first_seed)
    seconds = time.perf_counter() - start
    found = {
        name: values if values.dtype == np.bool_ else values.astype(np.float32)  # half the memory
        for name, values in (
            columns(finals, scenario.tables[0]) | _payoffs(finals, scenario)
        ).items()
    }
    seeds = np.arange(config.first_seed, config.first_seed + len(finals), dtype=np.int64)
    turns = np.array(json.dumps(by_turn(finals, scenario.tables[0])))
    with whole_file(file_of(config, pair)) as file:
        np.savez_compressed(file, **found, **{SEEDS: seeds, TURNS: turns, SECONDS: seconds})


def _payoffs(finals: np.ndarray, scenario: Scenario) -> dict[str, np.ndarray]:
    """The selfish reward of each seat, whatever the agents were told."""
    params = reward_params(parse_reward("selfish"))
    paid = np.zeros((len(finals), 2))
    for k in range(len(finals)):
        kernels.pay(finals, k, scenario.tables, params, paid[k])
    return {f"payoff_{name}": paid[:, seat] for seat, name in enumerate(SERVICES)}


def read(config: BenchConfig, pair: Pairing) -> Games | None:
    """A pairing's kept games; None where there are none or the file is damaged."""
    try:
        with np.load(file_of(config, pair), allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
        seeds, turns, seconds = found.pop(SEEDS), found.pop(TURNS), found.pop(SECONDS)
        return Games(found, seeds, json.loads(str(turns)), float(seconds))
    except Exception:  # a damaged archive fails in a dozen ways; whatever it was, play again
        return None


def play_missing(
    config: BenchConfig, pairings: Sequence[Pairing], tell: Callable[[int], object]
) -> None:
    """Play what is not kept yet; tell: called with the number of pairings just finished.

    Stopped at any time, what has been played stays. ChildProcessError where a process was killed.
    """
    left = []
    for pair in dict.fromkeys(pairings):
        if read(config, pair) is None:
            left.append(pair)
        else:
            tell(1)
    # Planners first: a long pairing at the end would leave the other processes idle.
    left.sort(key=lambda pair: not pair.is_slow)
    if config.jobs == 1 or len(left) < 2:
        for pair in left:
            play(config, pair)
            tell(1)
        return
    # Spawned: a fork of a process that has run torch or compiled code may hang.
    with ProcessPoolExecutor(config.jobs, get_context("spawn"), _begin_worker) as pool:
        futures = [pool.submit(play, config, pair) for pair in left]
        try:
            for future in as_completed(futures):
                future.result()
                tell(1)
        except BrokenProcessPool:
            raise ChildProcessError(
                "a process that plays games was killed (out of memory? fewer --jobs need less); "
                "the same command goes on with the games already played"
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                worker.terminate()
            raise


def _begin_worker() -> None:
    """Ctrl-C is for the process that waits for the others; with that one gone they go, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        parent_process().join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
