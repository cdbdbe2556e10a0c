"""The networks of both seats as one: every decision goes to that of its seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import torch
from torch import nn

from glory_agents.learned.micro import Looked, MicroNetwork


class BySeat(MicroNetwork):
    """networks: seat -> its network, both of one kind and in the order of the seats.

    column: of the observation, one that is above 0 where the second seat looks, and among the
    `Looked.numbers` that the networks take.
    """

    def __init__(self, networks: Mapping[str, MicroNetwork], column: int) -> None:
        super().__init__()
        self.seats = nn.ModuleDict(networks)
        self.column = column
        self._second = int(torch.nonzero(self._one.order == column)[0, 0])

    @property
    def networks(self) -> dict[str, MicroNetwork]:
        """By seat."""
        return {seat: cast(MicroNetwork, network) for seat, network in self.seats.items()}

    @property
    def _one(self) -> MicroNetwork:
        return next(iter(self.networks.values()))

    # What the networks share.
    @property
    def order(self) -> torch.Tensor:  # type: ignore[override]
        return self._one.order

    @property
    def columns(self) -> torch.Tensor:  # type: ignore[override]
        return self._one.columns

    @property
    def kinds(self) -> list[int]:  # type: ignore[override]
        return self._one.kinds

    @property
    def dtype(self) -> torch.dtype:
        return self._one.dtype

    @dtype.setter
    def dtype(self, kind: torch.dtype) -> None:
        for network in self.networks.values():
            network.dtype = kind

    def scoring(self) -> tuple[nn.Module, ...]:
        return tuple(layer for one in self.networks.values() for layer in one.scoring())

    def value_parameters(self) -> list[nn.Parameter]:
        return [weight for one in self.networks.values() for weight in one.value_parameters()]

    def encode(self, taken: torch.Tensor) -> Looked:
        return self._one.encode(taken)

    def actor(self, looked: Looked) -> torch.Tensor:
        return self._of_each("actor", looked)

    def log_probabilities(self, looked: Looked, legal: torch.Tensor) -> torch.Tensor:
        return self._of_each("log_probabilities", looked, legal)

    def expected(self, looked: Looked) -> torch.Tensor:
        return self._of_each("expected", looked)

    def is_second(self, looked: Looked) -> torch.Tensor:
        """bool (M,): whether the second seat looks."""
        return looked.numbers[:, self._second] > 0

    def _of_each(self, method: str, looked: Looked, *more: Any) -> torch.Tensor:
        """Rows of a method's result, each of its seat's network."""
        second = self.is_second(looked)
        results, rows = [], []
        for network, own in zip(self.networks.values(), (~second, second), strict=True):
            at = torch.nonzero(own)[:, 0]
            if len(at):
                results.append(getattr(network, method)(looked.take(at), *(x[at] for x in more)))
                rows.append(at)
        if len(results) == 1:
            return results[0]  # type: ignore[no-any-return]
        return torch.cat(results)[torch.argsort(torch.cat(rows))]
