"""The network of a game that brings none of its own: the whole observation into two perceptrons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from glory_agents.learned.micro import Looked, MicroNetwork
from glory_agents.learned.network import ActorCritic, perceptron
from glory_agents.learned.stored import Stored
from glory_env.core.errors import shown
from glory_env.envs.agent import AgentError
from glory_env.game.bundle import Bundle
from glory_env.game.definition import GameDefinition


def facts(definition: GameDefinition) -> dict[str, Any]:
    """What a network depends on beside the scenario: the sizes of what goes in and comes out."""
    size = definition.observation_space().shape[0]
    return {
        "action_table": definition.n_actions,
        "observation_version": 1,
        "observation_size": size,
    }


class PlainNetwork(MicroNetwork):
    """Looks at all numbers of an observation; it knows no pieces, and all decisions are of a kind.

    layers: sizes of the hidden layers, of logits and value alike.
    """

    def __init__(self, definition: GameDefinition, layers: Sequence[int]) -> None:
        super().__init__()
        size = definition.observation_space().shape[0]
        self._keep("order", np.arange(size))
        self._keep("columns", np.arange(size))
        self.kinds = [0]
        self.policy = perceptron([size, *layers, definition.n_actions], "relu", 0.01)
        self.value = perceptron([size, *layers, 1], "relu", 1.0)

    def described(self) -> dict[str, Any]:
        return {"kind": "plain"}

    def encode(self, taken: torch.Tensor) -> Looked:
        none = torch.zeros((len(taken), 0), dtype=torch.int16, device=taken.device)
        return Looked(taken, torch.ones_like(taken[:, :1]), none, none)

    def score(self, looked: Looked) -> torch.Tensor:
        logits: torch.Tensor = self.policy(looked.numbers.float())
        return logits

    def appraise(self, looked: Looked) -> torch.Tensor:
        value: torch.Tensor = self.value(looked.numbers.float())
        return value

    def scoring(self) -> tuple[nn.Module, ...]:
        return (self.policy[-1],)


def _nowhere(labels: Sequence[str]) -> np.ndarray:
    """Its networks are shown every game as it is."""
    if labels:
        raise KeyError(labels[0])
    return np.zeros(0, np.int64)


def plain(bundle: Bundle) -> Stored:
    """What the files of its networks depend on."""
    definition = bundle.definition()

    def check(about: dict[str, Any], file: Path) -> None:
        for key, here in facts(definition).items():
            if about.get(key) != here:
                raise AgentError(
                    f"{file}: {key} is {shown(about.get(key))}, but of this version it is {here}: "
                    "the network was trained for another version of the game"
                )

    def build(
        about: Mapping[str, Any], file: Path, layers: Sequence[int]
    ) -> Callable[[], ActorCritic]:
        return lambda: PlainNetwork(definition, layers)

    return Stored(check, build, _nowhere)
