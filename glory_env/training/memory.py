"""The decisions that an imitation keeps, to learn from them again."""

from __future__ import annotations

import numpy as np
import torch

from glory_agents.learned.micro import MicroNetwork
from glory_env.training.selfplay import CHUNK, Decided, space_for

SURE, LOST = 0.01, 2.0  # nats: losses between which one more is drawn more often


class Memory:
    """The last decisions, as the network takes them, where it is; in place of the log-probability
    of an action that was drawn stands that of the teacher's when it was last learnt from.
    """

    def __init__(self, network: MicroNetwork, size: int, actions: int) -> None:
        self._network, self._size = network, size
        self.kept = space_for(network, size, actions)
        self.filled = self._next = 0

    def add(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        """Keep M decisions in place of the oldest."""
        at = (self._next + np.arange(len(actions))) % self._size
        for some in np.array_split(np.arange(len(at)), -(-len(at) // CHUNK)):
            self._write(at[some], observations[some], masks[some], actions[some])
        self._next = int(at[-1] + 1) % self._size
        self.filled = min(self._size, self.filled + len(actions))

    def _write(
        self, at: np.ndarray, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray
    ) -> None:
        rows = self._rows(at)
        seen = torch.from_numpy(observations).to(rows.device, torch.float32)
        with torch.no_grad():
            looked = self._network.look(seen)
        for column, part in zip(self.kept.looked, looked, strict=True):
            column[rows] = part.to(column.dtype)
        self.kept.legal[rows] = torch.from_numpy(masks > 0).to(rows.device)
        self.kept.actions[rows] = torch.from_numpy(actions).to(rows.device)
        self.kept.log_probs[rows] = -LOST

    def newest(self, n: int) -> np.ndarray:
        """Where the last n stand."""
        return (self._next - 1 - np.arange(min(n, self.filled))) % self._size

    def draw(self, n: int, priority: float) -> np.ndarray:
        """Where any n stand, those with a large loss more often (prioritised replay: Schaul et al.,
        2016, without weights against the bias: a teacher that is right everywhere needs none).
        """
        losses = -self.kept.log_probs[: self.filled]
        weights = losses.clamp(SURE, LOST) ** priority
        drawn: np.ndarray = torch.multinomial(weights, n, replacement=True).cpu().numpy()
        return drawn

    def take(self, at: np.ndarray) -> Decided:
        """Some of them."""
        return self.kept.part(self._rows(at))

    def note(self, at: np.ndarray, log_probs: torch.Tensor) -> None:
        """Log-probabilities of the teacher's actions, float32 (K,), before they are learnt from."""
        self.kept.log_probs[self._rows(at)] = log_probs

    def _rows(self, at: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(at).to(self.kept.actions.device)
