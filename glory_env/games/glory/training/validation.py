"""How a network under training does on held-out seeds: with itself, its past and its rivals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from glory_env.bench import Results, play_pairs
from glory_env.envs.agent import Agent
from glory_env.games.glory.engine.rewards import parse_reward
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.state import ARMY, NAVY
from glory_env.games.glory.training.objectives import DIAL
from glory_env.training.plain import PAST, SEED

ITSELF = "itself"


def evaluate(config: TrainConfig, player: Any, rivals: Mapping[str, Agent]) -> dict[str, float]:
    """Scalars `evaluation/...`; `evaluation/score` is the mean reward with itself and the rivals.

    player: the network as an agent; rivals by name, each met in both seats, the same dice for all.
    Its past is no part of the score: another one each time, it would say nothing about progress.
    """
    rewards: tuple[Any, ...] = (config.spec,)
    if config.is_uniform:
        spec, _ = parse_reward(config.spec)
        rewards = tuple(replace(spec, theta=angle) for angle in (DIAL, 0.0, -DIAL))
    scalars: dict[str, float] = {}
    scores = []
    for reward in rewards:
        place = f"evaluation/{reward.theta:g}/" if config.is_uniform else "evaluation/"
        for name, rival in {ITSELF: player, **rivals}.items():
            as_army = _play(config, reward, player, rival)
            as_navy = as_army if name == ITSELF else _play(config, reward, rival, player)
            own = (as_army.rewards[:, ARMY].mean() + as_navy.rewards[:, NAVY].mean()) / 2
            if name != PAST:
                scores.append(own)
            scalars[f"{place}{name}/reward"] = float(own)
            done = (
                as_army.columns()["completed"].mean() + as_navy.columns()["completed"].mean()
            ) / 2
            scalars[f"{place}{name}/completion"] = float(done)
    return {"evaluation/score": float(np.mean(scores)), **scalars}


def _play(config: TrainConfig, reward: Any, army: Agent, navy: Agent) -> Results:
    return play_pairs(
        army,
        navy,
        games=config.evaluate_games,
        seed=SEED,
        scenario=config.scenario,
        reward=reward,
        **vars(config.options),
    )
