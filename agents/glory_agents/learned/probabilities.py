"""From logits to probabilities and to actions by given draws, in NumPy alone."""

from __future__ import annotations

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Along the last axis."""
    weights: np.ndarray = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


def sample(probabilities: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """The inverse of the cumulative distribution: rows (M, K), draws (M,) in [0, 1)."""
    rising = np.cumsum(probabilities, axis=1)
    choices: np.ndarray = (rising > draws[:, None] * rising[:, -1:]).argmax(axis=1)
    return choices
