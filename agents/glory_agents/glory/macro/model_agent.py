"""A model of Stable-Baselines3 that chooses script parameters, as an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces

from glory_agents.glory.macro.parameters import rows_of
from glory_agents.glory.macro.player import MacroPlayer
from glory_agents.learned.sb3 import ModelAgent


class MacroModelAgent(ModelAgent):
    """A `ModelAgent` of a model that chooses script parameters (`macro_v0`): the script plays.

    In a game of micro-steps it always plays by its likeliest parameters. As a partner in `macro_v0`
    it draws them once a turn where it is not `deterministic`.
    """

    actions = spaces.MultiDiscrete

    @property
    def _player(self) -> MacroPlayer:
        """Asks for nothing but `logits`."""
        myself: Any = self
        return MacroPlayer(myself)

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """float64 (M, values of all parameters) for observations float32 (M, OBSERVATION_SIZE)."""
        policy = self.model.policy
        with torch.no_grad():
            distribution: Any = policy.get_distribution(
                torch.from_numpy(observations).to(policy.device)
            )
            heads = [head.logits for head in distribution.distributions]
        logits: np.ndarray = torch.cat(heads, 1).double().cpu().numpy()
        return logits

    def choices(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """Actions of `macro_v0`, int64 (M, heads), with draws float64 (M, heads) in [0, 1)."""
        return self._player.choices(observations, None if self.deterministic else draws)

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """As a partner in `macro_v0`: SCRIPT (M,)."""
        return rows_of(self.choices(observations, draws))
