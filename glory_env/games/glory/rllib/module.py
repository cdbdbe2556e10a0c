"""The project's network for micro-steps as an RLlib module."""

from __future__ import annotations

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from glory_agents.learned.network import ILLEGAL
from glory_env.games.glory.rllib.packed import Packing
from glory_env.training.partners import start_network


class GloryModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A `PointerNetwork`; model_config: scenario, start, layers, as of `ppo_config`.

    Its observations are rows of `Packing`, uint8 (M, size). Illegal actions have the logit ILLEGAL.
    """

    def setup(self) -> None:
        settings = self.model_config
        self.network = start_network(settings["start"], settings["scenario"], settings["layers"])
        self.packing = Packing(self.network)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, torch.Tensor]:
        looked, legal = self.packing.unpack(batch[Columns.OBS])
        logits = self.network.actor(looked).masked_fill(~legal, ILLEGAL)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        looked, _ = self.packing.unpack(batch[Columns.OBS])
        return self.network.expected(looked)
