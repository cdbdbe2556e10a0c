"""What all networks for micro-steps have in common, whatever game they play."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
import torch
from torch import nn

from glory_agents.learned.network import ILLEGAL, ActorCritic


class Looked(NamedTuple):
    """What a network takes from M observations; the subclass says what the pieces are."""

    numbers: torch.Tensor  # floating (M, ...)
    decision: torch.Tensor  # floating (M, kinds): the pending decision
    states: torch.Tensor  # int16 (M, pieces): a number for the state of each
    places: torch.Tensor  # int16 (M, pieces): where each is

    def take(self, at: torch.Tensor | slice) -> Looked:
        """Some of the observations, int64 (K,); a view for a slice."""
        return Looked(*(part[at] for part in self))


class MicroNetwork(ActorCritic):
    """Logits of all actions, float (M, actions), and a value (M, 1), from what `encode` takes.

    A subclass has `encode`, `score`, `scoring`, and a `value` of its own, which no logit hangs on.
    """

    dtype = torch.float32  # of the matrix products; bfloat16 for training where it is faster
    order: torch.Tensor  # int64: the columns of the observation that `encode` takes, in its order
    kinds: list[int]  # decisions, by number, in the order of `Looked.decision`
    value: nn.Module

    def encode(self, taken: torch.Tensor) -> Looked:
        """What it takes from the columns `order` of observations, (M, len(order))."""
        raise NotImplementedError

    def score(self, looked: Looked) -> torch.Tensor:
        """Logits in the type of the matrix products."""
        raise NotImplementedError

    def appraise(self, looked: Looked) -> torch.Tensor:
        """Values (M, 1) in the type of the matrix products."""
        raise NotImplementedError

    def scoring(self) -> tuple[nn.Module, ...]:
        """The layers whose outputs the logits are proportional to."""
        raise NotImplementedError

    def _keep(self, name: str, numbers: np.ndarray) -> None:
        """Numbers (...) that belong to the network, but are not stored with its weights: int64."""
        tensor = torch.from_numpy(np.ascontiguousarray(numbers, np.int64))
        self.register_buffer(name, tensor, persistent=False)

    def sharpen(self, factor: float) -> None:
        """Multiply all logits: drawn actions come nearer to the likeliest one."""
        with torch.no_grad():
            for layer in self.scoring():
                for numbers in layer.parameters():
                    numbers.mul_(factor)

    def value_parameters(self) -> list[nn.Parameter]:
        """The weights of the value."""
        return list(self.value.parameters())

    def policy_parameters(self) -> list[nn.Parameter]:
        """All weights but those of the value."""
        own = {id(weight) for weight in self.value_parameters()}
        return [weight for weight in self.parameters() if id(weight) not in own]

    def for_play(self) -> Self:
        """Its weights are in `dtype`, which is faster on few observations."""
        return super().for_play().to(self.dtype)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(inputs), self.forward_critic(inputs)

    def forward_actor(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.actor(self.look(inputs))

    def forward_critic(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.expected(self.look(inputs))[:, None]

    def look(self, inputs: torch.Tensor) -> Looked:
        """What it takes from whole observations, in their floating type."""
        return self.encode(inputs.index_select(1, self.order))  # inputs[:, order] is much slower

    def actor(self, looked: Looked) -> torch.Tensor:
        """Logits, float32 (M, actions)."""
        with self._products():
            return self.score(looked).float()

    def log_probabilities(self, looked: Looked, legal: torch.Tensor) -> torch.Tensor:
        """float32 (M, actions) of what is legal, bool (M, actions); elsewhere below -1e8."""
        return self.actor(looked).masked_fill(~legal, ILLEGAL).log_softmax(1)

    def expected(self, looked: Looked) -> torch.Tensor:
        """Values, float32 (M,)."""
        with self._products():
            return self.appraise(looked).float()[:, 0]

    def _products(self) -> torch.autocast:
        """Matrix products as in `dtype`. A cache would keep weights of before a gradient step."""
        device, half = self.order.device.type, self.dtype == torch.bfloat16
        return torch.autocast(device, torch.bfloat16, half, cache_enabled=False)


def begin_even(switch: nn.Linear, usual: nn.Linear, head: nn.Linear) -> None:
    """Weights before training: no decision is treated unlike another, all actions nearly alike."""
    nn.init.ones_(switch.weight)
    nn.init.zeros_(usual.weight)
    nn.init.normal_(head.weight, std=0.01)
    nn.init.zeros_(head.bias)


def products_in(precision: str, device: str = "cpu") -> torch.dtype:
    """The type of matrix products that "float32", "bfloat16" or "auto" means on a device.

    bfloat16 is faster on a GPU, on a CPU only where it has instructions for it.
    """
    asked = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")
    is_faster = device == "cuda" or any(getattr(torch.cpu, name, bool)() for name in asked)
    half = is_faster if precision == "auto" else precision == "bfloat16"
    return torch.bfloat16 if half else torch.float32
