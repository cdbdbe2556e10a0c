"""What a network decides: every micro-step (flat), or something larger that a game knows of.

An interface says what the network's outputs mean and how the network plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from glory_env.envs.agent import GamesView

if TYPE_CHECKING:  # it imports torch
    from glory_agents.learned.network import ActorCritic


class Player(Protocol):
    """A network that plays: the batched half of an agent, and a partner for the VecEnv."""

    network: ActorCritic
    deterministic: bool

    def reset(self, seat: str, seed: int) -> None: ...

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None,
    ) -> np.ndarray: ...

    def explain(
        self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any
    ) -> str: ...

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any
    ) -> tuple[str, list[tuple[int, float]]]:
        """What its probabilities are, and the likeliest actions with them, best first."""


class Interface(Protocol):
    """One way to play by a network."""

    def outputs(self) -> Any:
        """What the network's outputs mean, in plain values; None where the action table says it."""

    def player(self, network: ActorCritic) -> Player:
        """The network as a player."""
