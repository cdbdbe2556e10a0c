"""How a network under training does on held-out seeds: with itself, its past and its rivals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.engine.state import ARMY, NAVY
from glory_env.evaluation import Results, play_pairs
from glory_env.partners import Agent
from glory_env.training.config import TrainConfig
from glory_env.training.vecenv import DIAL, UNIFORM

SEED = 1_500_000  # of the first game: neither trained on nor reported
ITSELF = "itself"


def evaluate(config: TrainConfig, player: Any, rivals: Mapping[str, Agent]) -> dict[str, float]:
    """Scalars `evaluation/...`; `evaluation/score` is the mean reward over all of them.

    player: the network as an agent; rivals by name, each met in both seats, the same dice for all.
    """
    angles = (DIAL, 0.0, -DIAL) if config.reward == UNIFORM else (config.spec,)
    found: dict[str, float] = {}
    scores = []
    for angle in angles:
        place = f"evaluation/{angle:g}/" if len(angles) > 1 else "evaluation/"
        for name, rival in {ITSELF: player, **rivals}.items():
            as_army = _play(config, angle, player, rival)
            as_navy = as_army if name == ITSELF else _play(config, angle, rival, player)
            own = (as_army.rewards[:, ARMY].mean() + as_navy.rewards[:, NAVY].mean()) / 2
            scores.append(own)
            found[f"{place}{name}/reward"] = float(own)
            done = (as_army.completed.mean() + as_navy.completed.mean()) / 2
            found[f"{place}{name}/completion"] = float(done)
    return {"evaluation/score": float(np.mean(scores)), **found}


def _play(config: TrainConfig, angle: Any, army: Agent, navy: Agent) -> Results:
    return play_pairs(
        army,
        navy,
        games=config.evaluate_games,
        seed=SEED,
        scenario=config.scenario,
        reward=angle,
        **vars(config.options),
    )
