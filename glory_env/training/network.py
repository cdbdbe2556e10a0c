"""The network that plays: masked logits, sampling with given draws, the values beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from glory_env.engine.actions import N_ACTIONS
from glory_env.observation import OBSERVATION_SIZE

ACTIVATIONS = {"tanh": nn.Tanh, "relu": nn.ReLU}


class Network(nn.Module):
    """Two multi-layer perceptrons side by side: `policy` to logits (309), `value` to one number.

    layers: sizes of the hidden layers. activation: "tanh" or "relu".
    """

    def __init__(self, layers: Sequence[int], activation: str = "tanh") -> None:
        super().__init__()
        self.policy = _perceptron(layers, activation, N_ACTIONS)
        self.value = _perceptron(layers, activation, 1)

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray
    ) -> np.ndarray:
        """Sampled actions int64 (M,), one uniform number in [0, 1) for each."""
        return sample(self.probabilities(observations, masks), draws)

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """float64 (M, 309) over the legal actions; masks int8 (M, 309), none of them empty."""
        if not masks.any(axis=1).all():
            raise ValueError("a mask without a legal action: there is nothing to decide")
        with torch.no_grad():
            logits = self.policy(torch.from_numpy(observations)).numpy().astype(np.float64)
        logits[masks == 0] = -np.inf
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Expected reward still to come, float32 (M,), for the seat that looks."""
        with torch.no_grad():
            return self.value(torch.from_numpy(observations)).numpy()[:, 0]


def sample(probabilities: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """The inverse of the cumulative distribution: rows (M, K), draws (M,) in [0, 1)."""
    rising = np.cumsum(probabilities, axis=1)
    return (rising > draws[:, None] * rising[:, -1:]).argmax(axis=1)


def network_of(policy: Any) -> Network:
    """The network inside an SB3 MlpPolicy. Its weights are shared, so it learns along."""
    network = Network(())
    extractor = policy.mlp_extractor
    network.policy = nn.Sequential(*extractor.policy_net, policy.action_net)
    network.value = nn.Sequential(*extractor.value_net, policy.value_net)
    return network


def _perceptron(layers: Sequence[int], activation: str, outputs: int) -> nn.Sequential:
    sizes = [OBSERVATION_SIZE, *layers]
    parts: list[nn.Module] = []
    for before, after in pairwise(sizes):
        parts += [nn.Linear(before, after), ACTIVATIONS[activation]()]
    return nn.Sequential(*parts, nn.Linear(sizes[-1], outputs))
