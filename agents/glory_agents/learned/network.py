"""The network that plays: logits, probabilities of legal actions, the values beside them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np
import torch
from torch import nn

from glory_agents.learned.probabilities import softmax

ILLEGAL = -1e9  # logit of an action that is not legal
ACTIVATIONS = {"tanh": nn.Tanh, "relu": nn.ReLU}


class ActorCritic(nn.Module):
    """What every network here is: observations to logits (outputs) and to one number, the value.

    `forward` takes observations float32 (M, size) and returns logits (M, outputs) and
    values (M, 1). `columns`: which numbers of the observation it sees, int64.
    """

    columns: torch.Tensor

    def described(self) -> dict[str, Any]:
        """Plain values to build a stored network again, beside its layers and columns."""
        return {"kind": "perceptron"}

    def for_play(self) -> Self:
        """A copy as it is now, which is not trained."""
        return copy.deepcopy(self).eval().requires_grad_(False)

    def forward_actor(self, inputs: torch.Tensor) -> torch.Tensor:
        return self(inputs)[0]  # type: ignore[no-any-return]

    def forward_critic(self, inputs: torch.Tensor) -> torch.Tensor:
        return self(inputs)[1]  # type: ignore[no-any-return]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """float64 (M, outputs) for observations float32 (M, size)."""
        with torch.no_grad():
            logits = self.forward_actor(torch.from_numpy(observations).to(self.columns.device))
            return logits.cpu().numpy().astype(np.float64)

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """float64 (M, outputs) over what the masks int8 (M, outputs) allow, none of them empty."""
        if not masks.any(axis=1).all():
            raise ValueError("a mask without a legal action: there is nothing to decide")
        logits = self.logits(observations)
        logits[masks == 0] = -np.inf
        return softmax(logits)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Expected reward still to come, float32 (M,), for the seat that looks."""
        with torch.no_grad():
            values = self.forward_critic(torch.from_numpy(observations).to(self.columns.device))
            return values.cpu().numpy()[:, 0]


def perceptron(sizes: Sequence[int], activation: str, last_gain: float) -> nn.Sequential:
    """Orthogonal weights and no bias at the start, as is usual for PPO."""
    parts: list[nn.Module] = []
    for before, after in pairwise(sizes):
        layer = nn.Linear(before, after)
        nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.zeros_(layer.bias)
        parts += [layer, ACTIVATIONS[activation]()]
    nn.init.orthogonal_(layer.weight, last_gain)
    return nn.Sequential(*parts[:-1])
