"""A trained network that plays a seat: loaded from safetensors and JSON, nothing is unpickled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from glory_env.partners import Draws
from glory_env.training.export import load_policy
from glory_env.training.network import sample

SHOWN = 3  # actions named by explain


class LearnedAgent:
    """Plays what a network was trained to play.

    path: folder or .safetensors file. deterministic: always the likeliest action instead of one
    drawn from the network's distribution. force: load in spite of a mismatch. `about` is the
    JSON beside the network. AgentError where it cannot be loaded.
    """

    def __init__(
        self, path: str | Path, *, deterministic: bool = False, force: bool = False
    ) -> None:
        self.network, self.about = load_policy(path, force)
        self.deterministic = deterministic
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)
        self._reason = "nothing has been decided yet"

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any = None) -> int:
        likely = self.network.probabilities(observation[None], mask[None])
        action = int(self._pick(likely, np.array([self._draws.next()]))[0])
        self._reason = _in_words(likely[0], action, env_view)
        return action

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: Any = None
    ) -> np.ndarray:
        return self._pick(self.network.probabilities(observations, masks), draws)

    def explain(self) -> str:
        """The likeliest actions of the last decision, with their probabilities."""
        return self._reason

    def _pick(self, likely: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return likely.argmax(axis=1) if self.deterministic else sample(likely, draws)


def _in_words(likely: np.ndarray, action: int, env_view: Any) -> str:
    def name(k: int) -> str:
        return f"action {k}" if env_view is None else str(env_view.describe(k))

    best = [int(k) for k in np.argsort(-likely, kind="stable")[:SHOWN] if likely[k] > 0]
    weighed = ", ".join(f"{name(k)} {likely[k]:.0%}" for k in best)
    return f"{name(action)} ({likely[action]:.0%}); the network weighed: {weighed}"
