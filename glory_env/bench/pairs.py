"""Two agents against each other over many seeds, all games of a batch side by side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from glory_env.bench.statistics import Results
from glory_env.core.errors import OptionError
from glory_env.core.state import SERVICES
from glory_env.engine import kernels
from glory_env.engine.rewards import Reward
from glory_env.envs.agent import Agent, GamesView, GameView, fill_draws
from glory_env.envs.vector import SKIP, GloryVector
from glory_env.scenarios import Scenario, load

BATCH = 256


def play_pairs(
    army: Agent,
    navy: Agent,
    games: int,
    seed: int = 0,
    scenario: str | Path | Scenario = "glory",
    reward: Reward = "selfish",
    *,
    batch: int = BATCH,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Results:
    """Play `games` games; game k has the dice of seed + k. Both seats are asked in batches.

    An agent without `act_batch` is played game by game through `act`, and so is its partner.
    With solo=True the agents are one mind's two hands, and both get the solo reward.
    An agent's draws are a pure function of (seed of the game, seat, number of the seat's
    decision in that game), so nothing depends on `batch`, the games played side by side.
    progress: called with the number of games just finished. options: `glory_env.Options`.
    OptionError for bad options, ValueError for an illegal action of an agent.
    """
    if games < 1 or batch < 1 or seed < 0:
        raise OptionError(
            "games and batch must be at least 1 and seed at least 0, "
            f"got {games}, {batch} and {seed}"
        )
    board = scenario if isinstance(scenario, Scenario) else load(scenario)
    singly = not (hasattr(army, "act_batch") and hasattr(navy, "act_batch"))
    batch = 1 if singly else batch
    finals, rewards = [], []
    for start in range(seed, seed + games, batch):
        seeds = list(range(start, min(start + batch, seed + games)))
        vector = GloryVector(
            len(seeds), board, seed=seeds, reward=reward, autoreset=False, **options
        )
        for seat, agent in enumerate((army, navy)):
            agent.reset(SERVICES[seat], start)
        if singly:
            _play_one(vector, (army, navy))
            if progress is not None:
                progress(1)
        else:
            _play_out(vector, (army, navy), progress)
        finals.append(vector.games)
        paid = np.zeros((len(seeds), 2))
        for i in range(len(seeds)):
            kernels.pay(vector.games, i, board.tables, vector.params[i], paid[i])
        rewards.append(paid)
    ended = np.concatenate(finals)
    return Results(
        seeds=np.arange(seed, seed + games, dtype=np.int64),
        outcome=ended["outcome"],
        cause=ended["cause"],
        turn=ended["turn"],
        gp=ended["gp"],
        total=ended["total"],
        rewards=np.concatenate(rewards),
        victory_margin=int(board.tables["margin"][0]),
        solo_gp=int(board.tables["solo_gp"][0]),
        finals=ended,
    )


def _play_one(vector: GloryVector, agents: tuple[Agent, Agent]) -> None:
    """The only game of the vector to its end, decision by decision."""
    game = SimpleNamespace(
        scenario=vector.scenario,
        options=vector.options,
        games=vector.games,
        mask=vector.masks[0],
        game_class=vector.game_class,
    )
    while (seat := int(vector.seats[0])) < 2:
        view = GameView(game, SERVICES[seat])
        action = agents[seat].act(vector.observations[0], vector.masks[0], view)
        vector.step(np.array([action]))


def _play_out(
    vector: GloryVector, agents: tuple[Agent, Agent], progress: Callable[[int], object] | None
) -> None:
    """Every game of the vector to its end."""
    keys = vector.games["key"].copy()
    decisions = np.zeros((2, vector.n), np.int64)  # made so far, by seat and game
    while (vector.seats < 2).any():
        actions = np.full(vector.n, SKIP, np.int64)
        ask(vector, agents, keys, decisions, actions)
        _, done = vector.step(actions)
        if progress is not None and done.any():
            progress(int(done.sum()))


def ask(
    vector: GloryVector,
    agents: tuple[Agent, Agent],
    keys: np.ndarray,
    decisions: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Fill the actions int64 (N,) that are still SKIP with those of the agent on turn.

    keys int64 (N,): the games' dice keys; decisions int64 (2, N): made so far by each seat, counted
    on here.
    """
    for seat, agent in enumerate(agents):
        at = np.flatnonzero((vector.seats == seat) & (actions == SKIP))
        if len(at) > 0:
            draws = np.empty(len(at))
            fill_draws(keys[at], seat, decisions[seat, at], draws)
            view = GamesView(vector.scenario, vector.games, at)
            actions[at] = agent.act_batch(vector.observations[at], vector.masks[at], draws, view)
            decisions[seat, at] += 1
