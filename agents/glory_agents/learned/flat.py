"""Flat play: the network chooses every micro-step of the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from glory_agents.learned.probabilities import sample
from glory_env.envs.agent import GamesView

if TYPE_CHECKING:  # it imports torch
    from glory_agents.learned.network import ActorCritic

SHOWN = 3  # actions named by explain


class FlatPlayer:
    """Every micro-step drawn from the network's distribution, or the likeliest one."""

    def __init__(self, network: ActorCritic, deterministic: bool = False) -> None:
        self.network = network
        self.deterministic = deterministic

    def reset(self, seat: str, seed: int) -> None:
        """Nothing is remembered from game to game."""

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None = None,
    ) -> np.ndarray:
        """Actions int64 (M,), one uniform number in [0, 1) for each."""
        likely = self.network.probabilities(observations, masks)
        return likely.argmax(axis=1) if self.deterministic else sample(likely, draws)

    def explain(self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any) -> str:
        """The likeliest actions, with their probabilities."""

        def name(k: int) -> str:
            return f"action {k}" if env_view is None else str(env_view.describe(k))

        likely = self.network.probabilities(observation[None], mask[None])[0]
        best = self.weigh(observation, mask, env_view)[1]
        weighed = ", ".join(f"{name(k)} {share:.0%}" for k, share in best)
        return f"{name(action)} ({likely[action]:.0%}); the network weighed: {weighed}"

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any = None
    ) -> tuple[str, list[tuple[int, float]]]:
        """The network's own distribution."""
        likely = self.network.probabilities(observation[None], mask[None])[0]
        best = [int(k) for k in np.argsort(-likely, kind="stable")[:SHOWN] if likely[k] > 0]
        return "the network's own probabilities", [(k, float(likely[k])) for k in best]


class Flat:
    """The environment's own actions, one network choice for each."""

    def outputs(self) -> None:
        return None

    def player(self, network: ActorCritic) -> FlatPlayer:
        return FlatPlayer(network)
