"""The decisions that an imitation keeps, to learn from them again."""

from __future__ import annotations

import numpy as np
import torch

from glory_agents.learned.micro import MicroNetwork
from glory_env.training.selfplay import CHUNK, Decided, space_for

SURE, LOST = 0.01, 2.0  # nats: losses between which one more is drawn more often


class Memory:
    """The last decisions, or the last ones of each kind, as the network takes them, where it is.

    In place of the log-probability of an action that was drawn stands that of the teacher's when it
    was last learnt from.

    size: of all. by_kind: each kind of decision has the same part of it, so that rare ones stay for
    long and are drawn as often as others.
    """

    def __init__(
        self, network: MicroNetwork, size: int, actions: int, by_kind: bool = False
    ) -> None:
        self._network = network
        self._rings = len(network.kinds) if by_kind else 1
        self._each = max(1, size // self._rings)
        self.kept = space_for(network, self._rings * self._each, actions)
        self.kept.log_probs.fill_(0.0)
        self._used = torch.zeros(len(self.kept.actions), device=self.kept.actions.device)
        self._next = np.zeros(self._rings, np.int64)
        self._latest = np.zeros(0, np.int64)  # where the last decisions stand

    @property
    def filled(self) -> int:
        """How many there are."""
        return int(self._used.sum())

    def add(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        """Keep M decisions in place of the oldest."""
        for some in np.array_split(np.arange(len(actions)), -(-len(actions) // CHUNK)):
            self._add(observations[some], masks[some], actions[some])

    def _add(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        device = self.kept.actions.device
        seen = torch.from_numpy(observations).to(device, torch.float32)
        with torch.no_grad():
            looked = self._network.look(seen)
        ring = np.zeros(len(actions), np.int64)
        if self._rings > 1:
            ring = looked.decision.argmax(1).cpu().numpy()
        at = self._next_places(ring)
        rows = self._rows(at)
        for column, part in zip(self.kept.looked, looked, strict=True):
            column[rows] = part.to(column.dtype)
        self.kept.legal[rows] = torch.from_numpy(masks > 0).to(device)
        self.kept.actions[rows] = torch.from_numpy(actions).to(device)
        self.kept.log_probs[rows] = -LOST
        self._used[rows] = 1.0
        self._latest = np.concatenate([self._latest, at])[-len(self._used) :]

    def _next_places(self, ring: np.ndarray) -> np.ndarray:
        """Where decisions of these rings go, int64 (M,)."""
        order = np.argsort(ring, kind="stable")
        counts = np.bincount(ring, minlength=self._rings)
        first = np.cumsum(counts) - counts
        before = np.empty(len(ring), np.int64)  # decisions of the same ring before it
        before[order] = np.arange(len(ring)) - first[ring[order]]
        at: np.ndarray = ring * self._each + (self._next[ring] + before) % self._each
        self._next = (self._next + counts) % self._each
        return at

    def newest(self, n: int) -> np.ndarray:
        """Where the last n stand."""
        return self._latest[-n:]

    def draw(self, n: int, priority: float) -> np.ndarray:
        """Where any n stand, those with a large loss more often (prioritised replay: Schaul et al.,
        2016, without weights against the bias: a teacher that is right everywhere needs none).
        """
        weights = self._used * (-self.kept.log_probs).clamp(SURE, LOST) ** priority
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
