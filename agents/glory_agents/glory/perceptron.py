"""Perceptrons of Glory, for every micro-step (in older files) or for a script's parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch

from glory_agents.learned.network import ActorCritic, perceptron
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.sections import OBSERVATION_SIZE

# Sections of the observation that do not change within a run. A network always gets them as they
# were in training: what never changed there means nothing to it.
CONDITIONING = (
    "solo", "objective", "other_objective", "protocol", "deadlock", "production_rule", "terms",
    "rules",
)  # fmt: skip


class Network(ActorCritic):
    """Two perceptrons side by side: `policy` to logits (outputs), `value` to one number.

    layers: sizes of the hidden layers. activation: "tanh" or "relu". outputs: number of logits.
    columns: which numbers of the observation it sees, int64 (inputs,); None: all.
    """

    def __init__(
        self,
        layers: Sequence[int],
        activation: str = "relu",
        outputs: int = N_ACTIONS,
        columns: np.ndarray | None = None,
    ) -> None:
        super().__init__()
        columns = np.arange(OBSERVATION_SIZE) if columns is None else columns
        self._all = np.array_equal(columns, np.arange(OBSERVATION_SIZE))
        self.register_buffer("columns", torch.from_numpy(columns), persistent=False)
        self.policy = perceptron([len(columns), *layers, outputs], activation, 0.01)
        self.value = perceptron([len(columns), *layers, 1], activation, 1.0)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        looked = self._look(inputs)
        return self.policy(looked), self.value(looked)

    def forward_actor(self, inputs: torch.Tensor) -> torch.Tensor:
        return cast(torch.Tensor, self.policy(self._look(inputs)))

    def forward_critic(self, inputs: torch.Tensor) -> torch.Tensor:
        return cast(torch.Tensor, self.value(self._look(inputs)))

    def _look(self, inputs: torch.Tensor) -> torch.Tensor:
        return inputs if self._all else inputs[:, self.columns]
