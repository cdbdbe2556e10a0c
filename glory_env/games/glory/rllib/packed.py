"""One decision as a row of bytes: what a network looks at, and which actions are legal.

Runners send these rows to the learner. A row holds half-precision numbers, the number of the
pending decision, place and state of the counters as indices, and one bit for each action.
"""

from __future__ import annotations

import numpy as np
import torch
from gymnasium import spaces

from glory_agents.learned.micro import Looked, MicroNetwork
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.state import MAX_COUNTERS

HALF = 2  # bytes of a number
MASK = -(-N_ACTIONS // 8)
INDICES = 1 + 2 * MAX_COUNTERS  # decision, states, places


class Packing:
    """The rows of a network. size: bytes of a row; space: of one row, uint8 (size,)."""

    def __init__(self, network: MicroNetwork) -> None:
        self._kinds = len(network.kinds)
        some = network.encode(torch.zeros((1, len(network.order)), device=network.order.device))
        self._numbers = HALF * some.numbers.shape[1]
        self.size = self._numbers + INDICES + MASK
        self.space = spaces.Box(0, 255, (self.size,), np.uint8)

    def pack(self, looked: Looked, legal: torch.Tensor) -> np.ndarray:
        """Rows uint8 (M, size). looked: of M decisions; legal: bool (M, N_ACTIONS)."""
        rows = np.empty((len(legal), self.size), np.uint8)
        at = self._numbers
        rows[:, :at] = looked.numbers.to(torch.float16).cpu().numpy().view(np.uint8)
        rows[:, at] = looked.decision.argmax(1).cpu().numpy()
        rows[:, at + 1 : at + 1 + MAX_COUNTERS] = looked.states.cpu().numpy()
        rows[:, at + 1 + MAX_COUNTERS : at + INDICES] = looked.places.cpu().numpy()
        rows[:, at + INDICES :] = np.packbits(legal.cpu().numpy(), axis=1)
        return rows

    def unpack(self, rows: torch.Tensor) -> tuple[Looked, torch.Tensor]:
        """What `pack` was given; rows uint8 (M, size)."""
        sizes = [self._numbers, 1, MAX_COUNTERS, MAX_COUNTERS, MASK]
        numbers, decision, states, places, bits = torch.split(rows, sizes, 1)
        kinds = torch.nn.functional.one_hot(decision[:, 0].long(), self._kinds)
        shifts = torch.arange(7, -1, -1, device=rows.device)
        legal = ((bits[:, :, None] >> shifts) & 1).flatten(1)[:, :N_ACTIONS].bool()
        looked = Looked(
            numbers.contiguous().view(torch.float16).float(),
            kinds.float(),
            states.to(torch.int16),
            places.to(torch.int16),
        )
        return looked, legal
