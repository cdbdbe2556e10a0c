"""How fast agents of Glory play: `python benchmarks/agents.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import tyro

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.script import play_out_all
from glory_agents.glory.search.mcts import rollouts_per_second
from glory_agents.learned.shipped import STARTS
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.cli.timing import rate, repeated
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GameView
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import SERVICES

SCRIPT = "withdraw_in_time"
BATCH = 64
ALL_TURNS = 99
UNSEEN = np.empty(0, np.float32)  # scripts do not look at the observation


def one_by_one(name: str = SCRIPT) -> Callable[[float], int]:
    """Decisions of an agent asked through `act`, in positions of games it plays with itself."""
    positions = list(_positions(name))
    agent = make_agent(name)

    def all_positions() -> int:
        for mask, view in positions:
            agent.act(UNSEEN, mask, view)
        return len(positions)

    return repeated(all_positions)


def _positions(name: str) -> Iterator[tuple[np.ndarray, GameView]]:
    """(mask, view) at every decision of one game."""
    agent = make_agent(name)
    games = GloryVector(1, seed=3, autoreset=False)
    while games.seats[0] < len(SERVICES):
        game = SimpleNamespace(
            game_class=games.game_class,
            scenario=games.scenario,
            options=games.options,
            games=games.games.copy(),
            mask=games.masks[0].copy(),
        )
        view = GameView(game, SERVICES[games.seats[0]])
        yield game.mask, view
        games.step(np.array([agent.act(UNSEEN, game.mask, view)]))


def network(name: str = str(STARTS / "micro")) -> Callable[[float], int]:
    """Decisions of a network for micro-steps asked through `act`, one by one."""
    games = GloryVector(1, seed=3, autoreset=False)
    agent: Any = make_agent(name)
    asked = []
    while games.seats[0] < len(SERVICES):
        asked.append((games.observations[0].copy(), games.masks[0].copy()))
        games.step(np.array([agent.act(*asked[-1])]))

    def all_asked() -> int:
        for observation, mask in asked:
            agent.act(observation, mask)
        return len(asked)

    return repeated(all_asked)


def evaluated(name: str = SCRIPT) -> Callable[[float], int]:
    """Whole games of an agent with itself by `play_pairs`."""
    seed = 0

    def games() -> int:
        nonlocal seed
        play_pairs(make_agent(name), make_agent(name), BATCH, seed)
        seed += BATCH
        return BATCH

    return repeated(games)


def played_out(name: str = SCRIPT) -> Callable[[float], int]:
    """Whole games of a script with itself inside the compiled engine."""
    games = GloryVector(BATCH, autoreset=False)
    rows = np.concatenate([row_of(name), row_of(name)])
    trace, mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
    seed = 0

    def all_games() -> int:
        nonlocal seed
        games.reset(seed)
        keys = games.games["key"].copy()
        play_out_all(games.games, games.scenario.tables, trace, mask, rows, keys, ALL_TURNS)
        seed += BATCH
        return BATCH

    return repeated(all_games)


def rollouts() -> Callable[[float], int]:
    """Rollouts of two turns that MCTS completes; the tree's own work is counted in."""
    return lambda seconds: round(rollouts_per_second(2, seconds) * seconds)


def rows() -> dict[str, tuple[Callable[[], Callable[[float], int]], float, str]]:
    """Row -> (what is measured, factor to the unit, unit)."""
    return {
        f"{SCRIPT}, one by one": (one_by_one, 1.0, "decisions/s"),
        f"{SCRIPT} in both seats, evaluated": (evaluated, 60.0, "games/min"),
        f"{SCRIPT} in both seats, compiled": (played_out, 60.0, "games/min"),
        "network for micro-steps, one by one": (network, 1.0, "decisions/s"),
        "mcts, rollouts of two turns": (rollouts, 1.0, "rollouts/s"),
    }


def main(seconds: float = 1.0, repeats: int = 5) -> None:
    """Print the table.

    Args:
        seconds: of each run.
        repeats: runs of which the median counts.
    """
    for name, (make, factor, unit) in rows().items():
        print(f"{name:52} {factor * rate(make(), seconds, repeats):11,.0f} {unit}", flush=True)


if __name__ == "__main__":
    tyro.cli(main)
